"""The tool ``verify`` of the MCP server: nothing is sent before its plan was shown; progress; cancellation; a typed result."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Any

import pytest
from patience import patience
from services import ENTRY, MADE_UP, SORTING, Services

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Coroutine, Iterator

    from lab import Lab
    from services import Work

pytestmark = pytest.mark.slow
pytest.importorskip("mcp", reason="the MCP SDK is not installed: pip install 'argcheck-lint[mcp]'")


@asynccontextmanager
async def session(lab: Lab, junk: list[Exception] | None = None, **environment: str) -> AsyncIterator[Any]:
    """Connect to a server; what it sends that is no message goes into ``junk``."""
    from mcp import ClientSession, StdioServerParameters, stdio_client

    server = StdioServerParameters(
        command=sys.executable,
        args=["-P", "-m", "argcheck", "mcp"],
        env=lab.environ | environment,
        cwd=lab.folder,
    )

    async def take(message: object) -> None:
        if isinstance(message, Exception) and junk is not None:
            junk.append(message)

    async with stdio_client(server) as streams, ClientSession(*streams, message_handler=take) as client:
        await client.initialize()
        yield client


async def verify(client: Any, progress: Any = None, **arguments: Any) -> dict[str, Any]:
    answer = await client.call_tool("verify", arguments, progress_callback=progress)
    told: dict[str, Any] = answer.model_dump(by_alias=True)["structuredContent"]
    return told


def run(done: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(done, patience(60)))


def test_the_plan_is_shown_before_anything_is_sent(lab: Lab, services: Services) -> None:
    services.everywhere(SORTING)
    lab.write(ENTRY + MADE_UP)

    async def both() -> None:
        told: list[tuple[float, float | None, str | None]] = []

        async def progress(done: float, of: float | None, doing: str | None) -> None:
            told.append((done, of, doing))

        async with session(lab) as client:
            plan = await verify(client)
            assert services.hits == []
            assert plan["sources"] == []
            assert plan["requests"] == {f"127.0.0.1:{services.port}": len(plan["planned"])}
            assert any("10.1000%2Fsort" in address for address in plan["planned"])
            wrong = await verify(client, consent="yes")
            assert (services.hits, wrong) == ([], plan)
            report = await verify(client, progress, consent=plan["consent"])
        outcomes = {source["key"]: source["outcome"] for source in report["sources"]}
        assert outcomes == {"batcher": "inaccessible", "nobody": "ghost"}
        assert report["sources"][0]["path"] == "refs.bib"
        assert report["sources"][0]["differences"] == []
        assert sum(report["requests"].values()) == len(services.hits) > 0
        assert (report["asked"], report["interrupted"], report["error"]) == (2, False, "")
        assert sorted(step[:2] for step in told) == [(1.0, 2.0), (2.0, 2.0)]

    run(both())
    assert {verdict["outcome"] for verdict in lab.verdicts().values()} == {"inaccessible", "ghost"}


def test_a_bibliography_that_has_changed_since_the_plan_needs_another_consent(
    lab: Lab, services: Services
) -> None:
    lab.write(ENTRY)

    async def both() -> None:
        async with session(lab) as client:
            plan = await verify(client)
            lab.write(MADE_UP)
            assert (await verify(client, consent=plan["consent"]))["consent"] != plan["consent"]

    run(both())
    assert services.hits == []


def test_offline_needs_no_consent_and_sends_nothing(lab: Lab, services: Services) -> None:
    lab.write(ENTRY)

    async def once() -> None:
        async with session(lab) as client:
            report = await verify(client, offline=True)
            assert [source["outcome"] for source in report["sources"]] == ["unknown"]
            assert report["sources"][0]["unanswered"]

    run(once())
    assert services.hits == []


def test_mistakes_are_told(lab: Lab) -> None:
    lab.write(ENTRY)
    mistakes: list[tuple[dict[str, Any], str]] = [
        ({"only": ["unheard"]}, "no document cites 'unheard'"),
        ({"paths": ["missing.tex"]}, "missing.tex"),
        ({"paths": [".."]}, "outside of the folder in which the server was started"),
        ({"again": "perhaps"}, "again: Input should be a valid boolean"),
    ]

    async def each() -> None:
        async with session(lab) as client:
            told = [(await verify(client, **arguments))["error"] for arguments, _ in mistakes]
            assert [words in error for (_, words), error in zip(mistakes, told, strict=True)] == [True] * 4, (
                told
            )

    run(each())


def test_a_call_that_is_cancelled_stops_asking(lab: Lab, services: Services) -> None:
    if not hasattr(pytest.importorskip("mcp.server"), "MCPServer"):
        pytest.skip("a client of version 1 of the SDK does not tell the server that it cancels")
    services.everywhere(SORTING)
    asked, stopped = threading.Event(), threading.Event()

    def hang(*_: object) -> bool:
        asked.set()
        stopped.wait(patience(20))
        return False

    services.faults["crossref"] = hang
    lab.write(ENTRY + MADE_UP)

    async def cancel() -> None:
        async with session(lab) as client:
            plan = await verify(client)
            call = asyncio.create_task(verify(client, consent=plan["consent"]))
            await asyncio.to_thread(asked.wait, patience(20))
            call.cancel()
            with pytest.raises(asyncio.CancelledError):
                await call
            await asyncio.sleep(0.5)
            stopped.set()
            before = len(services.hits)
            services.faults.clear()
            again = await verify(client, consent=plan["consent"])
            assert {source["outcome"] for source in again["sources"]} == {"inaccessible", "ghost"}
            assert before <= 3

    run(cancel())


@contextmanager
def a_server_for_each(lab: Lab, *works: Work) -> Iterator[dict[str, Services]]:
    """Start a server for each service, so that each has a host of its own, and configure argcheck for them."""
    servers = {name: Services() for name in lab.services.endpoints}
    for server in servers.values():
        server.everywhere(*works)
    lab.configure(
        endpoints={name: server.endpoints[name] for name, server in servers.items()},
        limits=dict.fromkeys(servers, 0),
    )
    try:
        yield servers
    finally:
        for server in servers.values():
            server.close()


def reached(servers: dict[str, Services]) -> dict[str, list[str]]:
    """Give the addresses that were asked, by host."""
    return {
        f"127.0.0.1:{server.port}": [
            f"http://127.0.0.1:{server.port}/{name}{path}" for name, path, _ in server.hits
        ]
        for server in servers.values()
        if server.hits
    }


WITHOUT_DOI = ENTRY.replace("  doi = {10.1000/sort},\n", "")


@pytest.mark.parametrize(
    "bib", [MADE_UP, ENTRY, WITHOUT_DOI, ENTRY + MADE_UP], ids=["ghost", "doi", "title", "both"]
)
def test_what_reaches_the_services_is_what_the_plan_shows(lab: Lab, bib: str) -> None:
    lab.write(bib)

    async def both() -> None:
        with a_server_for_each(lab, SORTING) as servers:
            async with session(lab) as client:
                plan = await verify(client)
                assert reached(servers) == {}
                report = await verify(client, consent=plan["consent"])
            sent = reached(servers)
        assert report["requests"] == {host: len(addresses) for host, addresses in sent.items()}
        assert set(sent) <= set(plan["requests"])
        assert len(plan["planned"]) == sum(plan["requests"].values())
        unplanned = {address for addresses in sent.values() for address in addresses} - set(plan["planned"])
        if bib == WITHOUT_DOI:  # what an answer leads to: the DOI of the work that was found
            assert unplanned
            assert all("10.1000%2Fsort" in address.replace("/sort", "%2Fsort") for address in unplanned)
        else:
            assert unplanned == set()
        if bib == MADE_UP:  # nothing is found, so that everybody is asked
            assert {host: len(addresses) for host, addresses in sent.items()} == plan["requests"]

    run(both())


LOUD = """
from argcheck.api import Answer, Reply, hookimpl

class Loud:
    name = "loud"
    services = ()
    answers = frozenset({"search"})
    authority = False

    async def ask(self, query, http, *, by):
        for _ in range(50):
            print(f"looking for {query.key}", flush=True)
        return Reply(self.name, Answer.ABSENT)

@hookimpl
def argcheck_providers(settings):
    print("loud is loaded", flush=True)
    return [Loud()]
"""


def test_calls_at_the_same_time_disturb_neither_each_other_nor_the_protocol(
    lab: Lab, services: Services
) -> None:
    """A provider of somebody else prints, which is none of the messages, when another call has ended, too."""
    site = lab.folder.parent / "site"
    (site / "loud-1.dist-info").mkdir(parents=True)
    (site / "loud-1.dist-info" / "entry_points.txt").write_text("[argcheck]\nloud = loud\n", "utf-8")
    (site / "loud.py").write_text(LOUD, "utf-8")
    names = ("one", "two")
    for name in names:
        (lab.folder / name).mkdir()
        lab.write(MADE_UP.replace("nobody", name).replace("Heard Of", f"Heard Of {name}"))
        for file in ("main.tex", "refs.bib"):
            (lab.folder / file).replace(lab.folder / name / file)
    together, ended = threading.Barrier(2, timeout=patience(20)), threading.Event()

    def wait(_: object, nth: int) -> bool:
        if nth <= len(names):
            together.wait()  # both calls are under way
        if nth == len(names):
            ended.wait(patience(20))  # this one goes on when the other has its answer
        return False

    services.faults["crossref"] = wait
    junk: list[Exception] = []

    async def both() -> None:
        environment = {"PYTHONPATH": os.pathsep.join([str(site), *sys.path])}
        async with session(lab, junk, **environment) as client:
            plans = [await verify(client, paths=[name]) for name in names]
            calls = [
                asyncio.create_task(verify(client, paths=[name], consent=plan["consent"]))
                for name, plan in zip(names, plans, strict=True)
            ]
            await asyncio.wait(calls, return_when=asyncio.FIRST_COMPLETED)
            ended.set()
            reports = await asyncio.gather(*calls)
        outcomes = [
            [(source["key"], source["outcome"]) for source in report["sources"]] for report in reports
        ]
        assert outcomes == [[(name, "ghost")] for name in names]
        assert [report["failures"] for report in reports] == [[], []]

    run(both())
    assert junk == []
