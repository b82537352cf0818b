"""The one way out: faults of real servers, limits, and addresses that nobody may be led to."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from contextlib import ExitStack, suppress
from email.utils import formatdate
from typing import TYPE_CHECKING, Any

import pytest
from patience import patience
from services import NAMES

from argcheck.files.cache import Store
from argcheck.sources.http import MARK, NAMESPACE, Absence, Http, Service, UnansweredError
from argcheck.sources.options import Options
from argcheck.sources.transport import is_public

if TYPE_CHECKING:
    from pathlib import Path

    from services import Handler, Services

pytestmark = pytest.mark.slow

CROSSREF = Service("crossref", "https://api.crossref.org", per_second=1000, concurrent=4)

ABSENT = Absence(("text/plain",), lambda body: body == b"Resource not found.")


def options(services: Services, **more: Any) -> Options:
    return Options(endpoints=services.endpoints, limits=dict.fromkeys(NAMES, 0.0), **more)


def read(body: bytes) -> Any:
    found = json.loads(body)
    if not isinstance(found, dict):
        raise ValueError("no object")  # noqa: TRY004
    return found


def ask(
    http_options: Options, *paths: str, store: Store | None = None, service: Service = CROSSREF, **more: Any
) -> list[Any]:
    """Ask for paths one after the other; a question without an answer gives its error."""

    async def run() -> list[Any]:
        found: list[Any] = []
        async with Http(http_options, store) as http:
            for path in paths:
                try:
                    found.append(await http.ask(service, path, read=read, **more))
                except UnansweredError as error:
                    found.append(error)
        return found

    return asyncio.run(run())


def answer(handler: Handler) -> bool:
    handler.json({"fine": True})
    return True


def test_retry_after_is_waited_for(services: Services) -> None:
    def fault(handler: Handler, nth: int) -> bool:
        if nth == 1:
            handler.send(429, "slow down", Retry_After="1")
            return True
        return answer(handler)

    services.faults["crossref"] = fault
    assert ask(options(services), "/works/a") == [{"fine": True}]
    first, second = (at for _, _, at in services.hits)
    assert 0.95 <= second - first < patience(4)


@pytest.mark.parametrize("form", ["1.5", "-0000", "GMT", "asctime"])
def test_half_a_second_and_a_date_that_names_no_zone_are_waited_for(
    services: Services, form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fault(handler: Handler, nth: int) -> bool:
        when = time.time() + 2.5
        dates = {"1.5": form, "-0000": formatdate(when), "GMT": formatdate(when, usegmt=True)}
        if nth == 1:
            handler.send(429, "slow down", Retry_After=dates.get(form) or time.asctime(time.gmtime(when)))
            return True
        return answer(handler)

    services.faults["crossref"] = fault
    monkeypatch.setenv("TZ", "KIR-14")
    time.tzset()
    try:
        assert ask(options(services), "/works/a") == [{"fine": True}]
    finally:
        monkeypatch.undo()
        time.tzset()
    first, second = (at for _, _, at in services.hits)
    assert 1.4 <= second - first < patience(4)


def test_a_long_wait_is_not_waited_for_and_the_host_is_left_alone(services: Services) -> None:
    services.faults["crossref"] = lambda handler, _: handler.send(429, "", Retry_After="3600") or True
    start = time.monotonic()
    found = ask(options(services), "/works/a", "/works/b")
    assert [str(one) for one in found] == ["asks to be left alone for 3600 s"] * 2
    assert time.monotonic() - start < patience(20)
    assert len(services.hits) == 1


def test_an_error_of_the_server_is_tried_again_and_never_stored(services: Services, tmp_path: Path) -> None:
    store = Store(str(tmp_path), mark=MARK)
    services.faults["crossref"] = lambda handler, _: handler.send(500, "oops") or True
    (error,) = ask(options(services, attempts=3), "/works/a", store=store)
    assert str(error) == "answered 500"
    assert len(services.hits) == 3
    services.faults["crossref"] = lambda handler, _: answer(handler)
    assert ask(options(services), "/works/a", store=store) == [{"fine": True}]


def test_an_answer_is_stored_and_an_absence_too(services: Services, tmp_path: Path) -> None:
    store = Store(str(tmp_path), mark=MARK)
    services.faults["crossref"] = lambda handler, _: "fine" in handler.path and answer(handler)
    for _ in range(2):
        assert ask(options(services), "/works/fine", "/works/none", store=store, absent=ABSENT) == [
            {"fine": True},
            None,
        ]
    assert services.asked("crossref") == ["/works/fine", "/works/none"]


def test_an_absence_is_forgotten_sooner_than_a_record(
    services: Services, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(str(tmp_path), mark=MARK)
    services.faults["crossref"] = lambda handler, _: "fine" in handler.path and answer(handler)
    ask(options(services), "/works/fine", "/works/none", store=store, absent=ABSENT)
    later = time.time() + 2 * 86_400
    monkeypatch.setattr(time, "time", lambda: later)
    ask(options(services), "/works/fine", "/works/none", store=store, absent=ABSENT)
    assert services.asked("crossref") == ["/works/fine", "/works/none", "/works/none"]


@pytest.mark.parametrize("step", [-3600.0, 0.0, 3600.0], ids=["back", "still", "on"])
def test_again_asks_anew_for_an_absence_and_once_whatever_the_clock_says(
    services: Services, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: float
) -> None:
    store = Store(str(tmp_path), mark=MARK)
    services.faults["crossref"] = lambda handler, _: False
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now)
    ask(options(services), "/works/none", store=store, absent=ABSENT)
    monkeypatch.setattr(time, "time", lambda: now + step)

    async def twice() -> None:
        async with Http(options(services), store, again=True) as http:
            for _ in range(2):
                assert await http.ask(CROSSREF, "/works/none", read=read, absent=ABSENT) is None

    asyncio.run(twice())
    assert services.asked("crossref") == ["/works/none"] * 2


def test_a_stored_record_is_no_older_than_a_verdict_may_be(
    services: Services, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(str(tmp_path), mark=MARK)
    services.faults["crossref"] = lambda handler, _: answer(handler)
    start = time.time()
    for days, asked in ((0, 1), (6, 1), (8, 2), (14, 2), (16, 3)):
        monkeypatch.setattr(time, "time", lambda days=days: start + days * 86_400)
        ask(options(services)._replace(max_age=7), "/works/a", store=store)
        assert len(services.asked("crossref")) == asked


def test_a_stored_answer_that_is_not_understood_is_asked_for_again(
    services: Services, tmp_path: Path
) -> None:
    store = Store(str(tmp_path), mark=MARK)
    store.put(NAMESPACE, f"{CROSSREF.base}/works/a", (time.time(), False, b"of another release", True))
    services.faults["crossref"] = lambda handler, _: answer(handler)
    for _ in range(2):
        assert ask(options(services), "/works/a", store=store) == [{"fine": True}]
    assert services.asked("crossref") == ["/works/a"]


def truncated(handler: Handler) -> None:
    handler.send_response(200)
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    handler.wfile.write(b'{"fine": tr')
    handler.close_connection = True


def slow(handler: Handler) -> None:
    handler.send_response(200)
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    for _ in range(40):
        handler.wfile.write(b" ")
        handler.wfile.flush()
        time.sleep(0.1)


def chopped(handler: Handler) -> None:
    handler.send(200, b'{"fine": tr')


def hangs_up(handler: Handler) -> None:
    handler.close_connection = True


@pytest.mark.parametrize(
    ("fault", "why"),
    [
        (truncated, "RemoteProtocolError"),
        (slow, "no answer within 1 s"),
        (chopped, "an answer that cannot be read (JSONDecodeError)"),
        (hangs_up, "RemoteProtocolError"),
        (lambda handler: handler.json([1]), "an answer that cannot be read (no object)"),
        (lambda handler: handler.send(403, "no"), "answered 403"),
        (lambda handler: handler.send(200, b"[" * 100_000), "an answer that cannot be read"),
        (lambda handler: handler.send(200, b" " * 5_000_001), "an answer of more than 5000000 bytes is not read"),
    ],
)  # fmt: skip
def test_what_is_no_answer(services: Services, fault: Any, why: str) -> None:
    def dealt_with(handler: Handler, _: int) -> bool:
        try:
            fault(handler)
        except OSError:
            handler.close_connection = True
        return True

    services.faults["crossref"] = dealt_with
    hurry = {"timeout": 1.0} if fault is slow else {}
    (error,) = ask(options(services, attempts=1, **hurry), "/works/a")
    assert why in str(error)


@pytest.mark.parametrize(
    "target",
    [
        "http://127.0.0.1:1/", "http://localhost:{port}/crossref/b", "http://169.254.169.254/latest/meta-data/",
        "http://10.0.0.1/", "http://[::1]:{port}/", "https://example.org/", "file:///etc/passwd", "https://api.datacite.org@127.0.0.1/",
    ],
)  # fmt: skip
def test_a_redirect_leads_nowhere_else(services: Services, target: str) -> None:
    where = target.format(port=services.port)
    services.faults["crossref"] = lambda handler, _: handler.send(302, "", Location=where) or True
    (error,) = ask(options(services, hosts=frozenset({"api.crossref.org", "api.datacite.org"})), "/works/a")
    assert "is not followed" in str(error)
    assert len(services.hits) == 1


def test_a_redirect_within_the_service_is_followed(services: Services) -> None:
    def fault(handler: Handler, nth: int) -> bool:
        if nth == 1:
            handler.send(301, "", Location="/crossref/works/new")
            return True
        return answer(handler)

    services.faults["crossref"] = fault
    assert ask(options(services), "/works/old") == [{"fine": True}]


def test_redirects_in_a_circle_end(services: Services) -> None:
    services.faults["crossref"] = lambda handler, _: handler.send(302, "", Location=handler.path) or True
    (error,) = ask(options(services), "/works/a")
    assert "redirects" in str(error)


def test_a_name_that_leads_to_a_private_address_is_refused(services: Services) -> None:
    inside = Service("inside", f"http://localhost:{services.port}/crossref", per_second=10)
    (error,) = ask(Options(), "/works/a", service=inside)
    assert "localhost leads to the private address" in str(error)
    assert services.hits == []


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("8.8.8.8", True), ("127.0.0.1", False), ("10.1.2.3", False), ("192.168.0.1", False), ("169.254.1.1", False),
        ("0.0.0.0", False), ("100.64.0.1", False), ("224.0.0.1", False), ("::1", False), ("fe80::1%eth0", False),
        ("fd00::1", False), ("::ffff:127.0.0.1", False), ("64:ff9b::7f00:1", False), ("2002:7f00:1::", False),
        ("2606:4700::6810:84e5", True),
    ],
)  # fmt: skip
def test_public_addresses(address: str, public: bool) -> None:
    assert is_public(address) is public


def test_a_host_that_fails_is_left_alone(services: Services) -> None:
    services.faults["crossref"] = lambda handler, _: handler.send(500, "") or True
    found = ask(options(services, attempts=1), *(f"/works/{number}" for number in range(20)))
    assert {str(one) for one in found} == {"answered 500"}
    assert len(services.hits) == 3


def test_where_nobody_answers_the_first_host_only_is_waited_for(services: Services) -> None:
    """A firewall that drops what it does not let out, as a listener with no room for another connection does."""
    services.faults["arxiv"] = lambda handler, _: answer(handler)
    with ExitStack() as held:
        endpoints = dict(services.endpoints)
        for name in ("crossref", "datacite"):
            listener = held.enter_context(socket.socket())
            listener.bind(("127.0.0.1", 0))
            listener.listen(0)
            for _ in range(3):
                caller = held.enter_context(socket.socket())
                caller.setblocking(False)
                caller.connect_ex(listener.getsockname())
            endpoints[name] = f"http://127.0.0.1:{listener.getsockname()[1]}"

        async def run() -> list[float]:
            took = []
            async with Http(Options(endpoints=endpoints, attempts=1)) as http:
                for name in ("crossref", "datacite", "arxiv"):
                    start = time.monotonic()
                    with suppress(UnansweredError):
                        await http.ask(CROSSREF._replace(name=name), "/works/a", read=read)
                    took.append(time.monotonic() - start)
            return took

        first, second, answered = asyncio.run(run())
    assert first > 4
    assert max(second, answered) < 1.5


def test_a_question_asked_twice_at_once_is_sent_once(services: Services) -> None:
    services.faults["crossref"] = lambda handler, _: time.sleep(0.1) or answer(handler)

    async def run() -> list[Any]:
        async with Http(options(services)) as http:
            return await asyncio.gather(*(http.ask(CROSSREF, "/works/a", read=read) for _ in range(10)))

    assert asyncio.run(run()) == [{"fine": True}] * 10
    assert len(services.hits) == 1


def test_no_limit_of_a_reply_keeps_a_run_waiting_for_ever(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("argcheck.sources.pace.PATIENCE", 0.2)
    services.faults["crossref"] = lambda handler, _: (
        handler.json({"fine": True}, X_Rate_Limit_Limit="1", X_Rate_Limit_Interval="3600s") or True
    )
    start = time.monotonic()
    ask(Options(endpoints=services.endpoints), "/works/a", "/works/b", "/works/c")
    assert 0.2 <= time.monotonic() - start < patience(10)


@pytest.mark.parametrize(("limit", "interval"), [("1" + "0" * 400, "1s"), ("9" * 5_000, "1s"), ("9" * 400, "9" * 400 + "s")])  # fmt: skip
def test_a_rate_that_is_no_number_is_none(services: Services, limit: str, interval: str) -> None:
    services.faults["crossref"] = lambda handler, _: (
        handler.json({"fine": True}, X_Rate_Limit_Limit=limit, X_Rate_Limit_Interval=interval) or True
    )
    start = time.monotonic()
    assert ask(Options(endpoints=services.endpoints), "/works/a", "/works/b") == [{"fine": True}] * 2
    assert time.monotonic() - start < patience(5)


def test_the_limit_of_a_reply_holds(services: Services) -> None:
    def fault(handler: Handler, _: int) -> bool:
        handler.json({"fine": True}, X_Rate_Limit_Limit="5", X_Rate_Limit_Interval="1s")
        return True

    services.faults["crossref"] = fault
    ask(Options(endpoints=services.endpoints), *(f"/works/{number}" for number in range(5)))
    times = [at for _, _, at in services.hits]
    assert times[-1] - times[1] >= 0.55  # the first reply says that five a second are allowed


def test_a_proxy_is_used_where_the_user_has_one(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", f"http://127.0.0.1:{services.port}")
    monkeypatch.delenv("no_proxy", raising=False)
    services.faults["http:"] = lambda handler, _: answer(handler)
    far = Service("far", "http://service.example", per_second=10)
    assert ask(Options(), "/works/a", service=far) == [{"fine": True}]
    assert services.hits[0][1].endswith("service.example/works/a")


def test_a_secret_is_sent_and_not_stored(services: Services, tmp_path: Path) -> None:
    store = Store(str(tmp_path), mark=MARK)
    services.faults["crossref"] = lambda handler, _: answer(handler)
    ask(options(services), "/works/a", store=store, secret={"api_key": "canary"})
    assert services.asked("crossref") == ["/works/a?api_key=canary"]
    assert not any(b"canary" in file.read_bytes() for file in tmp_path.rglob("*") if file.is_file())


def test_a_damaged_store_is_asked_again(services: Services, tmp_path: Path) -> None:
    store = Store(str(tmp_path), mark=MARK)
    services.faults["crossref"] = lambda handler, _: answer(handler)
    ask(options(services), "/works/a", store=store)
    for file in tmp_path.rglob("*.bin"):
        file.write_bytes(file.read_bytes()[:-3] + b"\x80\x04.")
    assert ask(options(services), "/works/a", store=store) == [{"fine": True}]
    assert len(services.hits) == 2
