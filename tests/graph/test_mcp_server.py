"""The eight tools over a real connection answer what the library answers."""

from __future__ import annotations

import asyncio
import inspect
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from argcheck import __version__
from argcheck.argument.store import GraphStore
from argcheck.argument.store_errors import GraphError

ROOT = Path(__file__).parents[2]
SERVER = ROOT / "plugins" / "mcp_server.py"
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}
TOOLS = [
    "assert_graph",
    "merge_duplicates",
    "check_structure",
    "critical_links",
    "support_width",
    "surviving_claims",
    "mark_refuted",
    "disputed_nodes",
]
NODES = [
    {"id": "r1:a", "claim": "The survey covers rack seven", "type": "given"},
    {"id": "r2:a", "claim": "the survey covers rack seven.", "type": "given"},
    {"id": "r1:b", "claim": "The survey does not cover rack seven", "type": "inference"},
    {"id": "r1:z", "claim": "The nightly job can be moved", "type": "conclusion", "confidence": 0.6},
    {"id": "bad", "claim": "Something else", "type": "hunch"},
    17,
]
EDGES = [
    {"from": "r1:a", "to": "r1:z", "relation": "supports"},
    {"from": "r1:a", "to": "x", "relation": "supports"},
]
CALLS: list[tuple[str, dict[str, Any]]] = [
    ("support_width", {"graph_id": "g", "conclusion_id": "r1:z"}),
    ("assert_graph", {"graph_id": "g", "nodes": NODES, "edges": EDGES}),
    ("merge_duplicates", {"graph_id": "g", "jaccard_threshold": 0.6, "ratio_threshold": 0.8}),
    ("merge_duplicates", {"graph_id": "g"}),
    ("merge_duplicates", {"graph_id": "g", "ratio_threshold": 3.5}),
    ("check_structure", {"graph_id": "g", "conclusion_id": "r1:z"}),
    ("check_structure", {"graph_id": "g", "conclusion_id": "nobody"}),
    ("critical_links", {"graph_id": "g", "conclusion_id": "r1:z"}),
    ("critical_links", {"graph_id": "g", "conclusion_id": "r2:a"}),
    ("support_width", {"graph_id": "g", "conclusion_id": "r1:z"}),
    ("surviving_claims", {"graph_id": "g"}),
    ("disputed_nodes", {"graph_id": "g", "conclusion_id": "r1:z"}),
    ("mark_refuted", {"graph_id": "g", "node_id": "r2:a", "reason": "17"}),
    ("mark_refuted", {"graph_id": "g", "node_id": "nobody", "reason": "why"}),
    ("surviving_claims", {"graph_id": "g"}),
    ("surviving_claims", {"graph_id": "g", "semantics": "preferred"}),
    ("surviving_claims", {"graph_id": "g", "semantics": "ideal"}),
]
#: What the SDK refuses before the library is asked.
REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("check_structure", {"graph_id": "g"}, "conclusion_id: Field required"),
    ("support_width", {"graph_id": 5, "conclusion_id": "r1:z"}, "graph_id: Input should be a valid string"),
    ("assert_graph", {"graph_id": "g", "nodes": "none", "edges": []}, "nodes: Input should be a valid list"),
    ("no_such_tool", {}, "no_such_tool"),
]


def library(store: GraphStore, name: str, parameters: dict[str, Any]) -> dict[str, Any]:
    try:
        return getattr(store, name)(**parameters)
    except GraphError as error:
        return {"error": str(error)}


async def over_stdio() -> tuple[dict[str, Any], list[Any]]:
    from mcp import ClientSession, StdioServerParameters, stdio_client

    command = StdioServerParameters(command=sys.executable, args=["-P", "-m", "argcheck", "mcp"])
    async with stdio_client(command) as streams, ClientSession(*streams) as session:
        greeting = (await session.initialize()).model_dump(by_alias=True)
        assert greeting["serverInfo"]["name"] == "argcheck"
        assert greeting["serverInfo"]["version"] == __version__
        listed = {tool.name: tool for tool in (await session.list_tools()).tools}
        calls = [*CALLS, *(refused[:2] for refused in REFUSED)]
        return listed, [await session.call_tool(name, parameters) for name, parameters in calls]


@pytest.mark.slow
def test_same_payloads_as_the_library() -> None:
    pytest.importorskip("mcp", reason="the MCP SDK is not installed: pip install 'argcheck-lint[mcp]'")
    listed, answers = asyncio.run(asyncio.wait_for(over_stdio(), 60))
    assert list(listed) == [*TOOLS, "verify"]  # see tests/sources/test_over_mcp.py
    store = GraphStore()
    errors = 0
    for (_, _, words), answer in zip(REFUSED, answers[len(CALLS) :], strict=True):
        told = answer.model_dump(by_alias=True)["structuredContent"]
        assert list(told) == ["error"]
        assert words in told["error"]
    for (name, parameters), answer in zip(CALLS, answers[: len(CALLS)], strict=True):
        content = answer.model_dump(by_alias=True)
        assert content["structuredContent"] == library(store, name, parameters)
        errors += "error" in content["structuredContent"]
    assert errors == 6
    for name in TOOLS:
        schema = listed[name].model_dump(by_alias=True)["inputSchema"]
        signature = list(inspect.signature(getattr(GraphStore, name)).parameters)[1:]
        assert list(schema["properties"]) == [parameter for parameter in signature if parameter != "run_id"]
        assert signature[0] == "graph_id"


def test_without_the_sdk(tmp_path: Path) -> None:
    (tmp_path / "mcp.py").write_text("raise ModuleNotFoundError('no mcp', name='mcp')\n")
    environment = ENVIRONMENT | {"PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}
    done = subprocess.run(
        [sys.executable, "-P", str(SERVER)],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert (
        done.stderr == "argcheck: error: argcheck mcp needs the MCP SDK: pip install 'argcheck-lint[mcp]'\n"
    )
