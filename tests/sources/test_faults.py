"""Services that fail as real ones do: nobody's work becomes a ghost, no run waits for long, and no memory is filled."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import faults
import pytest
import wire_faults
from faults import NO_ABSENCE
from patience import patience
from services import ENTRY, MADE_UP, NAMES, SORTING, entry, work
from test_verify import many
from thinned import one_in

if TYPE_CHECKING:
    from lab import Lab
    from services import Services

pytestmark = pytest.mark.slow
LONG = 10  #: seconds that a fault may cost a run
ALL_SILENT = 8  #: where every service is silent or fails
MEMORY = 150_000  #: KiB


def thirty_five(services: Services) -> str:
    """Works that every index holds, and the entries; two in three have a DOI."""
    works, bib = many(35)
    services.everywhere(*works)
    return bib


@pytest.fixture(scope="module")
def healthy(tmp_path_factory: pytest.TempPathFactory) -> float:
    """Seconds of a run in which nothing fails."""
    from lab import Lab
    from services import Services

    services = Services()
    lab = Lab(tmp_path_factory.mktemp("healthy"), services)
    lab.write(thirty_five(services))
    start = time.monotonic()
    lab.verify()
    services.close()
    return time.monotonic() - start


def peak(lab: Lab, *argv: str, **env: str) -> tuple[int, str]:
    """Verify in a child; give its greatest memory in KiB, and what it said."""
    # Not `ru_maxrss`, which a process inherits from the one that started it.
    most = "next(line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM:'))"
    code = f"import sys; from argcheck.cli.run import run; c = run(['verify', *{list(argv)!r}]); print({most}, file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=lab.folder,
        env=lab.environ | env,
        capture_output=True,
        text=True,
        check=False,
    )
    return int(done.stderr.splitlines()[-1]), done.stdout


@pytest.mark.parametrize("name", one_in(3, NO_ABSENCE))
def test_what_is_no_absence_makes_no_ghost(lab: Lab, services: Services, name: str) -> None:
    services.faults = dict.fromkeys(NAMES, NO_ABSENCE[name])
    lab.configure(limits=dict.fromkeys(NAMES, 0), attempts=1)
    lab.write(ENTRY + MADE_UP + ENTRY.replace("batcher", "b2").replace("  doi = {10.1000/sort},\n", ""))
    found = lab.verify()
    assert {one["outcome"] for one in found.values()} == {"unknown"}
    assert all("could not be asked" in one["unasked"] for one in found.values())
    services.faults.clear()
    services.everywhere(SORTING)
    again = lab.verify()
    assert (again["batcher"]["outcome"], again["b2"]["outcome"]) == ("inaccessible", "inaccessible")


@pytest.mark.parametrize("shift", one_in(2, range(0, len(wire_faults.FAULTS), 4)))
def test_bytes_that_are_no_answer_are_never_an_absence(lab: Lab, services: Services, shift: int) -> None:
    """Each service fails in its own way, and each fault meets two services."""
    faults_by_name = [*wire_faults.FAULTS.values(), *wire_faults.FAULTS.values()]
    services.faults = dict(zip(NAMES, faults_by_name[shift:], strict=False))
    lab.configure(limits=dict.fromkeys(NAMES, 0), attempts=1)
    lab.write(ENTRY + MADE_UP)
    found = lab.verify()
    assert {answer for verdict in found.values() for _, answer in verdict["asked"]} == {"failed"}
    assert {verdict["outcome"] for verdict in found.values()} == {"unknown"}


@pytest.mark.parametrize("how", ["chunked", "gzip", "http-1.0", "lower"])
def test_a_right_answer_is_read_in_any_frame(lab: Lab, services: Services, how: str) -> None:
    services.everywhere(SORTING)
    services.faults = dict.fromkeys(NAMES, wire_faults.framed(how))
    lab.write(ENTRY + MADE_UP)
    found = lab.verify()
    assert (found["batcher"]["outcome"], found["nobody"]["outcome"]) == ("inaccessible", "ghost")


@pytest.mark.parametrize("other", ["datacite", "openalex"])
def test_another_service_does_not_answer_for_the_one_asked(lab: Lab, services: Services, other: str) -> None:
    """Whoever redirects a registry to another address says nothing in its name."""
    where = (
        f"/{other}/dois/10.1000%2Fnone" if other == "datacite" else "/openalex/works?filter=title.search:none"
    )
    services.faults["crossref"] = lambda handler, _: handler.send(302, "", Location=where) or True
    lab.write(MADE_UP)
    found = lab.verify()["nobody"]
    assert (found["outcome"], found["unasked"]) == ("unknown", "could not be asked: crossref")
    assert "whose answer is not its own" in lab.out


def test_a_list_that_is_empty_against_its_own_count_is_none(lab: Lab, services: Services) -> None:
    services.faults["crossref"] = faults.listless
    lab.write(MADE_UP)
    assert lab.verify()["nobody"]["outcome"] == "unknown"


@pytest.mark.parametrize(
    ("family", "year", "outcome"), [("Other", "1968", "inaccessible"), ("Batcher", "1980", "unknown")]
)
def test_a_work_behind_others_of_its_title_is_not_missing(
    lab: Lab, services: Services, family: str, year: str, outcome: str
) -> None:
    """A search shows a page: the author is named where there are more, and if there still are, the work may be one of them."""
    title = "A Short History of Sorting"
    others = [work(f"10.1000/h{number}", title, f"{family}, Zoe", 1931) for number in range(30)]
    services.works["openalex"] = [*others, work("10.1000/h", title, "Batcher, Kenneth", 1968, "J. Sorting")]
    lab.write(entry("history", author="Kenneth Batcher", title=title, year=year, journal="J. Sorting"))
    assert lab.verify()["history"]["outcome"] == outcome


@pytest.mark.parametrize("service", ["openalex", "semanticscholar"])
def test_an_empty_list_without_the_word_that_it_is_empty_is_no_absence(
    lab: Lab, services: Services, service: str
) -> None:
    services.faults[service] = faults.data(200, {"meta": {"count": 3}, "results": [], "total": 3, "data": []})
    lab.write(MADE_UP)
    assert lab.verify()["nobody"]["outcome"] == "unknown"


@pytest.mark.parametrize("doi", ["  doi = {10.1000/sort},\n", ""], ids=["doi", "title"])
def test_the_record_of_another_work_is_not_judged(lab: Lab, services: Services, doi: str) -> None:
    wrong = work("10.9999/other", "Queues and What They Are For", "Lee, Li", 1999, "Journal of Queues")
    services.works["datacite"] = services.works["openalex"] = [SORTING]
    services.faults["crossref"] = lambda handler, _: (
        "/works/" in handler.path
        and (
            handler.json(
                {"message": {"DOI": wrong["DOI"], "title": [wrong["title"]], "author": wrong["author"]}}
            )
            or True
        )
    )
    lab.write(ENTRY.replace("  doi = {10.1000/sort},\n", doi))
    found = lab.verify()["batcher"]
    assert (found["outcome"], "differences" in found) == ("inaccessible", False)


def test_an_index_that_finds_nothing_at_all_is_no_witness(lab: Lab, services: Services) -> None:
    """OpenAlex is empty, Crossref lacks the work, and Semantic Scholar is the one left: not enough."""
    works, bib = many(5)
    services.works["crossref"] = services.works["semanticscholar"] = works
    lab.write(bib + MADE_UP)
    assert lab.verify()["nobody"]["outcome"] == "unknown"
    assert "no answer from openalex: it finds nothing, not even works that others hold" in lab.out
    services.works["openalex"] = works
    assert lab.verify("--again")["nobody"]["outcome"] == "ghost"


def test_where_no_index_finds_anything_at_all_nothing_is_missing(lab: Lab, services: Services) -> None:
    """A gateway that empties all lists says what every index documents as an absence."""
    _, bib = many(12)
    lab.write(bib)
    said = lab.verify()
    assert {verdict["outcome"] for verdict in said.values()} == {"unknown"}
    assert "no answer from openalex: it finds nothing, and neither does any other" in lab.out


EMPTY_BUT_FAILED = {
    "crossref": {
        "status": "failed",
        "message-type": "work-list",
        "message": {"total-results": 0, "items": []},
    },
    "openalex": {"error": "busy", "meta": {"count": 0}, "results": []},
    "europepmc": {"errCode": 500, "errMsg": "busy", "hitCount": 0, "resultList": {"result": []}},
    "datacite": {"errors": [{"status": "500"}], "data": [], "meta": {"total": 0}},
}


@pytest.mark.parametrize("name", EMPTY_BUT_FAILED)
def test_an_empty_list_beside_an_error_is_no_absence(lab: Lab, services: Services, name: str) -> None:
    def failing(handler: Any, _: int) -> bool:
        handler.json(EMPTY_BUT_FAILED[name])
        return True

    services.faults[name] = failing
    lab.write(MADE_UP)
    assert lab.verify()["nobody"]["outcome"] == "unknown"
    assert f"no answer from {name}: an answer that cannot be read (it says that it failed)" in lab.out


def test_again_asks_every_index_anew_for_what_it_did_not_have(lab: Lab, services: Services) -> None:
    lab.write(MADE_UP + ENTRY + entry("dead", author="Nina Nobody", title="Unheard Of", doi="10.1000/no"))
    lab.verify()
    first = {(service, path) for service, path, _ in services.hits}
    services.hits.clear()
    lab.verify("--again")
    assert {(service, path) for service, path, _ in services.hits} == first
    assert {service for service, _ in first} == set(NAMES)


@pytest.mark.parametrize(
    "providers",
    [["datacite", "arxiv", "europepmc"], ["crossref"], ["crossref", "datacite"]],
    ids="+".join,
)
def test_a_repository_cannot_make_ghosts_by_naming_few_indexes(
    lab: Lab, services: Services, providers: list[str]
) -> None:
    (lab.folder / "argcheck.toml").write_text(
        f"[sources]\nproviders = {providers!r}\n".replace("'", '"'), "utf-8"
    )
    lab.write(
        MADE_UP
        + entry("dead", author="Nina Nobody", title="Another Title that Nobody Has Heard", doi="10.1000/no")
    )
    found = lab.verify()
    assert {one["outcome"] for one in found.values()} == {"unknown"}
    assert not any("differences" in one for one in found.values())


def test_a_ghost_is_asked_for_again_after_a_day(lab: Lab, services: Services) -> None:
    lab.write(MADE_UP)
    assert lab.verify()["nobody"]["outcome"] == "ghost"
    file = lab.folder / ".argcheck" / "verdicts.jsonl"
    import datetime as dt

    days_ago = (dt.datetime.now(dt.UTC).date() - dt.timedelta(days=2)).isoformat()
    today = dt.datetime.now(dt.UTC).date().isoformat()
    file.write_text(file.read_text("utf-8").replace(today, days_ago), "utf-8")
    services.hits.clear()
    lab.verify("--no-cache")
    assert services.hits


# --- time

ONE_FAILS: dict[str, Any] = {
    "429": faults.refusal(),
    "429-soon": faults.refusal(Retry_After="2"),
    "429-garbage": faults.refusal(Retry_After="in a while"),
    "429-date": lambda handler, _: handler.send(429, "", Retry_After=faults.far_ahead()) or True,
    "429-huge": faults.refusal(Retry_After="9" * 30),
    "429-half": lambda handler, nth: nth % 2 == 0 and (handler.send(429, "") or True),
    "hang": faults.hang,
    "hang-after-headers": faults.hang_after_headers,
    "drip": faults.drip,
    "500": faults.page(500, "oops"),
}


@pytest.mark.parametrize(
    ("service", "name"),
    one_in(
        2,
        [
            *(("crossref", name) for name in ONE_FAILS),
            *(("openalex", name) for name in ("429", "hang", "500")),
        ],
    ),
)
def test_one_service_fails(lab: Lab, services: Services, healthy: float, service: str, name: str) -> None:
    lab.write(thirty_five(services))
    lab.configure(limits=dict.fromkeys(NAMES, 0), attempts=3, timeout=20)
    services.faults[service] = ONE_FAILS[name]
    start = time.monotonic()
    found = lab.verify()
    assert time.monotonic() - start < healthy + patience(LONG)
    assert [one["outcome"] for one in found.values()] == ["inaccessible"] * 35
    assert name == "429-half" or f"no answer from {service}" in lab.out


@pytest.mark.parametrize("name", one_in(2, ["429", "429-soon", "500", "429-garbage"]))
def test_all_services_refuse(lab: Lab, services: Services, healthy: float, name: str) -> None:
    lab.write(thirty_five(services))
    lab.configure(limits={}, attempts=3, timeout=20)  # at their usual rates
    services.faults = dict.fromkeys(NAMES, ONE_FAILS[name])
    start = time.monotonic()
    found = lab.verify()
    assert time.monotonic() - start < healthy + patience(LONG)
    assert {one["outcome"] for one in found.values()} == {"unknown"}
    assert all(f"no answer from {name}" in lab.out for name in NAMES)


@pytest.mark.parametrize(
    ("service", "answers"), one_in(3, [("crossref", 1), ("crossref", 12), ("openalex", 1), ("openalex", 12)])
)
def test_a_service_falls_silent_that_has_answered(
    lab: Lab, services: Services, healthy: float, service: str, answers: int
) -> None:
    lab.write(thirty_five(services))
    lab.configure(limits=dict.fromkeys(NAMES, 0), attempts=3, timeout=20)
    services.faults[service] = lambda handler, nth: nth > answers and faults.hang(handler, nth)
    start = time.monotonic()
    found = lab.verify()
    assert time.monotonic() - start < healthy + patience(LONG)
    assert [one["outcome"] for one in found.values()] == ["inaccessible"] * 35
    assert f"no answer from {service}" in lab.out


def test_a_slow_service_is_waited_for_as_long_as_it_took_before(lab: Lab, services: Services) -> None:
    works, bib = many(2)
    services.everywhere(*works)
    lab.write(bib)
    services.faults["crossref"] = lambda *_: time.sleep(4)
    lab.configure(limits=dict.fromkeys(NAMES, 0), attempts=3, timeout=20)
    assert [one["outcome"] for one in lab.verify().values()] == ["inaccessible"] * 2
    assert "no answer from" not in lab.out


@pytest.mark.parametrize("others", one_in(2, ["hang", "drip", "500"]))
def test_all_services_are_silent_or_refuse(lab: Lab, services: Services, healthy: float, others: str) -> None:
    lab.write(thirty_five(services))
    lab.configure(limits={}, attempts=3, timeout=20)
    services.faults = {
        name: faults.hang if number % 2 else ONE_FAILS[others] for number, name in enumerate(NAMES)
    }
    start = time.monotonic()
    verdicts = lab.verify()
    assert time.monotonic() - start < healthy + patience(ALL_SILENT)
    assert {verdict["outcome"] for verdict in verdicts.values()} == {"unknown"}
    assert all(verdict["unasked"].startswith("could not be asked: ") for verdict in verdicts.values())
    assert "nobody answers, " in lab.out


def test_a_service_that_answers_late_is_waited_for_where_others_are_silent(
    lab: Lab, services: Services
) -> None:
    lab.write(thirty_five(services))
    lab.configure(limits={}, attempts=3, timeout=20)
    services.faults = dict.fromkeys(NAMES, faults.hang)
    services.faults["openalex"] = lambda *_: time.sleep(1)
    assert "inaccessible" in {verdict["outcome"] for verdict in lab.verify().values()}


def test_a_dead_proxy_is_named(lab: Lab, services: Services) -> None:
    lab.write(thirty_five(services))
    endpoints = {name: f"http://{name}.example/{name}" for name in NAMES}
    lab.configure(endpoints=endpoints, limits=dict.fromkeys(NAMES, 0), attempts=3, timeout=20)
    start = time.monotonic()
    code, out, _ = lab.run("verify", "--require", http_proxy="http://user:canary@127.0.0.1:9")
    assert time.monotonic() - start < patience(7)
    assert code == 4
    assert "the proxy 127.0.0.1:9 cannot be used" in out
    assert "canary" not in out


def test_a_proxy_that_says_nothing_is_named(lab: Lab, services: Services) -> None:
    lab.write(thirty_five(services))
    endpoints = {name: f"https://{name}.example/{name}" for name in NAMES}
    lab.configure(endpoints=endpoints, limits=dict.fromkeys(NAMES, 0), attempts=3, timeout=20)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        start = time.monotonic()
        place = f"127.0.0.1:{silent.getsockname()[1]}"
        code, out, _ = lab.run("verify", "--require", https_proxy=f"http://user:canary@{place}")
    assert time.monotonic() - start < patience(7)
    assert code == 4
    assert all(f"no answer from {name}: " in out for name in NAMES)
    assert f"the proxy {place} does not answer" in out
    assert "canary" not in out


# --- memory


@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="no /proc")  # noqa: PTH110
@pytest.mark.parametrize("name", one_in(2, ["bomb", "huge", "twice_packed", "announced"]))
def test_large_answers_fill_no_memory(lab: Lab, services: Services, name: str) -> None:
    lab.write(thirty_five(services))
    services.faults = dict.fromkeys(NAMES, getattr(faults, name))
    most, out = peak(lab)
    assert out.startswith("checked 0 of 35")
    assert most < MEMORY


@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="no /proc")  # noqa: PTH110
@pytest.mark.parametrize("name", one_in(5, ["PAIRS", "OPEN", "LISTS", "OBJECTS", "TAGS"]))
def test_answers_of_many_values_fill_no_memory(lab: Lab, services: Services, name: str) -> None:
    works, bib = many(12)
    services.everywhere(*works)
    lab.write(bib)
    services.faults = dict.fromkeys(NAMES, faults.filled(getattr(faults, name)))
    most, out = peak(lab)
    assert out.startswith("checked 0 of 12")
    assert most < MEMORY


# --- before anything is asked


def test_a_project_that_cannot_be_written_is_named_first(lab: Lab, services: Services) -> None:
    services.everywhere(SORTING)
    lab.write(ENTRY)
    (lab.folder / ".argcheck").write_text("in the way", "utf-8")
    code, _, err = lab.run("verify")
    assert code == 2
    assert "cannot be" in err
    assert services.hits == []


@pytest.mark.parametrize("title", [None, ""])
def test_what_an_index_finds_without_a_title_is_no_absence(
    lab: Lab, services: Services, title: object
) -> None:
    def untitled(handler: Any, _: int) -> bool:
        if "title.search" not in handler.path:
            return False
        person = {"author": {"display_name": "Nina Nobody"}}
        work = {"id": "https://openalex.org/W1", "display_name": title, "authorships": [person]}
        handler.json({"meta": {"count": 1}, "results": [work], "group_by": []})
        return True

    services.faults["openalex"] = untitled
    lab.write(MADE_UP)
    said = lab.verify()["nobody"]
    assert said["outcome"] == "unknown"
    assert "records without a title" in lab.out
