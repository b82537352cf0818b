"""The Retraction Watch file: made-up works in the real layout."""

from __future__ import annotations

from pathlib import Path

import pytest

from argcheck.errors import UsageError
from argcheck.sources.model import Status
from argcheck.sources.retractions import import_csv, load

FILE = Path(__file__).parent / "data" / "retraction_watch.csv"


@pytest.fixture
def known(tmp_path: Path) -> dict[str, tuple[object, ...]]:
    target = tmp_path / "data" / "retractions.jsonl"
    import_csv(FILE, target)
    return load(target)


def test_kinds_of_notices_are_kept_apart(known: dict[str, tuple[object, ...]]) -> None:
    first = {key: notices[0] for key, notices in known.items() if len(notices) == 1}
    assert first["doi:10.5555/work.3"][:5] == (
        Status.REPLACED,
        "10.5555/notice.3",
        "2021-04-03",
        "Retract and Replace; Error in Data",
        "retraction-watch",
    )
    assert first["doi:10.5555/work.5"][0] is Status.CORRECTED
    assert first["doi:10.5555/work.12"][0] is Status.CONCERN
    assert first["doi:10.5555/work.8"][:4] == (Status.RETRACTED, "10.5555/notice.8", "2021-09-08", "")


def test_a_work_has_all_its_notices_by_date(known: dict[str, tuple[object, ...]]) -> None:
    assert [notice[0] for notice in known["doi:10.5555/work.2"]] == [Status.CONCERN, Status.RETRACTED]


def test_what_was_reinstated_stands_again(known: dict[str, tuple[object, ...]]) -> None:
    assert "doi:10.5555/work.1" not in known


def test_a_work_without_a_doi_is_known_by_its_pubmed_number(known: dict[str, tuple[object, ...]]) -> None:
    assert "pmid:30000007" in known
    assert not any("navailable" in key or key.endswith(":0") for key in known)


def test_a_pubmed_number_of_any_length_stops_no_import(tmp_path: Path) -> None:
    broken, target = tmp_path / "broken.csv", tmp_path / "retractions.jsonl"
    broken.write_text(FILE.read_text("utf-8").replace(",30000007,", f",{'9' * 5000},"), "utf-8")
    import_csv(broken, target)
    assert not any(key.startswith("pmid:9") for key in load(target))


def test_another_file_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "other.csv"
    other.write_text("a,b\n1,2\n", "utf-8")
    with pytest.raises(UsageError, match="no column OriginalPaperDOI"):
        import_csv(other, tmp_path / "out")
    with pytest.raises(UsageError, match="cannot be read"):
        import_csv(tmp_path / "none.csv", tmp_path / "out")
