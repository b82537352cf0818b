"""The tool ``verify`` of the MCP server: nothing is sent before its plan was shown; progress; cancellation; a typed result."""

from __future__ import annotations

import asyncio
import sys
import threading
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import pytest
from patience import patience
from services import ENTRY, MADE_UP, SORTING

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Coroutine

    from lab import Lab
    from services import Services

pytestmark = pytest.mark.slow
pytest.importorskip("mcp", reason="the MCP SDK is not installed: pip install 'argcheck-lint[mcp]'")


@asynccontextmanager
async def session(lab: Lab) -> AsyncIterator[Any]:
    from mcp import ClientSession, StdioServerParameters, stdio_client

    server = StdioServerParameters(
        command=sys.executable,
        args=["-P", "-m", "argcheck", "mcp"],
        env=lab.environ,
        cwd=lab.folder,
    )
    async with stdio_client(server) as streams, ClientSession(*streams) as client:
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


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"only": ["unheard"]}, "no document cites 'unheard'"),
        ({"paths": ["missing.tex"]}, "missing.tex"),
        ({"paths": [".."]}, "outside of the folder in which the server was started"),
        ({"again": "perhaps"}, "again: Input should be a valid boolean"),
    ],
)
def test_mistakes_are_told(lab: Lab, arguments: dict[str, Any], words: str) -> None:
    lab.write(ENTRY)

    async def once() -> None:
        async with session(lab) as client:
            assert words in (await verify(client, **arguments))["error"]

    run(once())


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
