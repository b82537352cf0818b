"""`argcheck.api.verify`: progress as callbacks, cancellation, a typed result."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest
from services import ENTRY, MADE_UP, SORTING

from argcheck import api

if TYPE_CHECKING:
    from pathlib import Path

    from lab import Lab
    from services import Services


@pytest.fixture
def here(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The paper of the lab, in this process."""
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
    for name, value in lab.environ.items():
        if name.startswith(("XDG_", "ARGCHECK_")):
            monkeypatch.setenv(name, value)
    monkeypatch.chdir(lab.folder)
    return lab.folder


@pytest.mark.slow
def test_it_gives_what_the_command_prints(here: Path, lab: Lab, services: Services) -> None:
    services.everywhere(SORTING)
    lab.write(ENTRY + MADE_UP)
    told = []
    report = api.verify(progress=lambda *step: told.append(step))
    assert {source.key: source.verdict and source.verdict.outcome for source in report.sources} == {
        "batcher": "inaccessible",
        "nobody": "ghost",
    }
    assert [(source.path, source.line) for source in report.sources] == [
        (here / "refs.bib", 1),
        (here / "refs.bib", 8),
    ]
    assert sorted(told) == [("asked about", 1, 2, told[0][3]), ("asked about", 2, 2, told[1][3])]
    assert sum(report.requests.values()) == len(services.hits)
    assert (report.documents, report.asked, report.silent, report.interrupted) == (1, 2, {}, False)


def test_a_dry_run_plans(here: Path, lab: Lab, services: Services) -> None:
    lab.write(ENTRY)
    report = api.verify(dry_run=True)
    assert services.hits == []
    assert any("10.1000%2Fsort" in url for url in report.planned)


@pytest.mark.slow
def test_it_can_be_cancelled(here: Path, lab: Lab, services: Services) -> None:
    services.everywhere(SORTING)
    asked, stop = threading.Event(), threading.Event()

    def hang(*_: object) -> bool:
        asked.set()
        threading.Event().wait(2)
        return False

    services.faults["crossref"] = hang
    lab.write(ENTRY)
    threading.Thread(target=lambda: (asked.wait(10), stop.set()), daemon=True).start()
    report = api.verify(cancel=stop)
    assert report.interrupted
    assert [source.verdict for source in report.sources] == [None]


def test_a_key_that_nobody_cites_is_refused(here: Path, lab: Lab) -> None:
    lab.write(ENTRY)
    with pytest.raises(api.UsageError, match="no document cites 'unheard'"):
        api.verify(only=["unheard"])
