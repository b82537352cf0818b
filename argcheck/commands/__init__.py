"""The commands of the command line, one module each, imported when they are called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.records import NamedTuple

if TYPE_CHECKING:
    from argcheck.manifest import Manifest

EXIT_USAGE = 2
EXIT_BUG = 3

#: Command -> module under `argcheck.commands`; the object is called ``command``.
COMMANDS = {
    "check": "check",
    "rules": "rules",
    "explain": "explain",
    "citations": "citations",
    "claims": "claims",
    "graph": "graph",
    "verify": "verify",
    "sources": "sources",
    "verdicts": "verdicts",
    "baseline": "baseline",
    "shrink": "shrink",
    "config": "config",
    "init": "init",
    "schema": "schema",
    "cache": "cache",
    "mcp": "mcp",
}


class Outcome(NamedTuple):
    """What a command says and how it ends; with a manifest it may be given again as it is."""

    out: str | bytes = ""
    err: str = ""
    code: int = 0
    manifest: Manifest | None = None
