"""An MCP server over stdio: eight tools, one for each function of `GraphStore`, and ``verify`` (`mcp_verification`).

The tools pass parameters and answers through unchanged, and errors of the store become ``{"error": ...}``.  Graphs
live as long as the process.
"""

from __future__ import annotations

import json
import sys
from contextlib import asynccontextmanager
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

import argcheck
from argcheck.argument.store import GraphStore
from argcheck.argument.store_errors import GraphError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from mcp.server import MCPServer

Result = dict[str, Any]

_MISSING = "argcheck: error: argcheck mcp needs the MCP SDK: pip install 'argcheck-lint[mcp]'"


class _StoreTools:
    """The eight tools on a store; their signatures and docstrings are what clients see.

    They are coroutines that never wait, so the server runs them one after the other.
    """

    def __init__(self, store: GraphStore) -> None:
        self._store = store

    async def assert_graph(
        self, graph_id: str, nodes: list[Any], edges: list[Any], language: str | None = None
    ) -> Result:
        """Add claims and links to a graph; bad items are refused one by one, repeated claims merged.

        A node has id, claim, type (given, inference, assumption, conclusion), and may have confidence
        (0..1) and run_ids; an edge has from, to, relation (supports, attacks, assumes), and may have
        confidence, run_ids and linked (an inference that needs this premise together with others).
        language is the code of the language of all claims of the graph, such as de; en if it begins without.
        """
        return _answer(partial(self._store.assert_graph, language=language), graph_id, nodes, edges)

    async def merge_duplicates(
        self, graph_id: str, jaccard_threshold: float = 0.7, ratio_threshold: float = 0.85
    ) -> Result:
        """Compare all claims of a graph again, merge duplicates, and link claims that contradict."""
        return _answer(self._store.merge_duplicates, graph_id, jaccard_threshold, ratio_threshold)

    async def check_structure(self, graph_id: str, conclusion_id: str) -> Result:
        """Find claims without support, circles, refuted claims in use, a conclusion out of reach."""
        return _answer(self._store.check_structure, graph_id, conclusion_id)

    async def critical_links(self, graph_id: str, conclusion_id: str) -> Result:
        """Find the claims and links whose loss would bring the conclusion down, ranked."""
        return _answer(self._store.critical_links, graph_id, conclusion_id)

    async def support_width(self, graph_id: str, conclusion_id: str) -> Result:
        """Count the independent routes from givens to the conclusion, and the fewest refutations that fell it."""
        return _answer(self._store.support_width, graph_id, conclusion_id)

    async def surviving_claims(self, graph_id: str, semantics: str = "grounded") -> Result:
        """Label claims in, out or undecided by the attacks on them, and say which survive.

        semantics is grounded (one labelling), preferred or stable (a list of labellings, at most 100).
        """
        return _answer(self._store.surviving_claims, graph_id, semantics)

    async def mark_refuted(self, graph_id: str, node_id: str, reason: str) -> Result:
        """Mark a claim as refuted; answers the support width of the conclusion before and after."""
        return _answer(self._store.mark_refuted, graph_id, node_id, reason)

    async def disputed_nodes(self, graph_id: str, conclusion_id: str) -> Result:
        """Find contradicting pairs and load-bearing claims that only one run asserted."""
        return _answer(self._store.disputed_nodes, graph_id, conclusion_id)


def tools(store: GraphStore) -> list[Callable[..., Awaitable[Result]]]:
    """Return the eight tools on a store."""
    made = _StoreTools(store)
    return [
        made.assert_graph,
        made.merge_duplicates,
        made.check_structure,
        made.critical_links,
        made.support_width,
        made.surviving_claims,
        made.mark_refuted,
        made.disputed_nodes,
    ]


def server(store: GraphStore) -> MCPServer[Any]:
    """Return a server with the eight tools of the argument engine, and ``verify``.

    :raises ModuleNotFoundError: when the MCP SDK is not installed.
    """
    named = {"version": argcheck.__version__}
    try:
        from mcp.server import MCPServer
    except ImportError:  # the name in version 1 of the SDK
        from mcp.server.fastmcp import FastMCP as MCPServer

        named = {}
    # by its whole name, since this file may be run as a script
    verification = import_module("argcheck.plugins.mcp_verification")
    made = _one_shape(MCPServer, verification.failed)("argcheck", lifespan=_standard_output_kept, **named)
    if not named:  # that of version 1 takes none, and gives that of the SDK
        made._mcp_server.version = argcheck.__version__  # noqa: SLF001
    for tool in (*tools(store), verification.verification_tool()):
        made.tool()(tool)
    return made


@asynccontextmanager
async def _standard_output_kept(_: object) -> AsyncIterator[None]:
    """Send what plugins print to stderr while the server runs; the protocol already holds standard output.

    It is not changed for single calls, since several run at a time.
    """
    before, sys.stdout = sys.stdout, sys.stderr
    try:
        yield
    finally:
        sys.stdout = before


def _one_shape(base: Any, failed: Callable[[str], Result]) -> Any:
    """Return a server class that answers all errors of callers, even those that the SDK detects, in the same form."""
    from mcp.types import CallToolResult, TextContent

    class OneShape(base):  # type: ignore[misc]
        async def call_tool(self, *args: Any, **options: Any) -> Any:
            try:
                return await super().call_tool(*args, **options)
            except Exception as error:
                if type(error).__name__ != "ToolError":  # its module depends on the version of the SDK
                    raise
                result: Result = (
                    failed(_in_words(error)) if "verify" in args[:1] else {"error": _in_words(error)}
                )
                content = [TextContent(type="text", text=json.dumps(result))]
                return CallToolResult.model_validate({"content": content, "structuredContent": result})

    return OneShape


def _in_words(error: Exception) -> str:
    """Return the message of an error; for invalid arguments, each with its name."""
    cause: Any = error.__cause__
    if not hasattr(cause, "errors"):
        return str(error)
    problems = ((".".join(map(str, problem["loc"])), problem["msg"]) for problem in cause.errors())
    return "; ".join(f"{place}: {message}" for place, message in problems)


def main() -> int:
    """Serve a new store over stdio until the client disconnects; return 2 if the SDK is missing."""
    try:
        ready = server(GraphStore())
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != "mcp":
            raise
        print(_MISSING, file=sys.stderr)  # noqa: T201 - stdout belongs to the protocol
        return 2
    ready.run("stdio")
    return 0


def _answer(function: Callable[..., Result], *parameters: object) -> Result:
    try:
        return function(*parameters)
    except GraphError as error:
        return {"error": str(error)}


if __name__ == "__main__":
    raise SystemExit(main())
