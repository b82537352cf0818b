"""The result of a command, and the modules of commands by name, which are imported when they are called."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from argcheck.files.manifest import Manifest

EXIT_USAGE = 2
EXIT_BUG = 3

#: Command -> module under `argcheck.cli`; the object is called ``command``.
COMMANDS = {
    "check": "check_command",
    "rules": "rules_command",
    "explain": "explain_command",
    "citations": "citations_command",
    "claims": "claims_command",
    "graph": "graph_command",
    "score": "score_command",
    "report": "report_command",
    "audit": "audit_command",
    "watch": "notices_command",
    "interrogate": "interrogate_command",
    "runs": "runs_command",
    "ask": "ask_command",
    "verify": "verify_command",
    "sources": "sources_command",
    "verdicts": "verdicts_command",
    "baseline": "baseline_command",
    "shrink": "shrink_command",
    "config": "config_command",
    "init": "init_command",
    "schema": "schema_command",
    "cache": "cache_command",
    "mcp": "mcp_command",
    "lsp": "lsp_command",
}


class CommandOutcome(NamedTuple):
    """The output and exit code of a command; with a manifest, it can be cached."""

    out: str | bytes = ""
    err: str = ""
    code: int = 0
    manifest: Manifest | None = None
