"""The tool ``verify`` of the MCP server: `argcheck.api.verify`, which sends nothing before its plan has been shown.

The first call returns the plan of the first requests and a code.  Only a call with this code sends them, and the
requests that follow from the answers (another index, the status of a work), to the same services.  An assistant shows
its user each call, so the user has seen the hosts before the second one.
"""

from __future__ import annotations

import asyncio
import hashlib
import threading
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from argcheck import api

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from argcheck.service.verify_report import Progress


@dataclass(frozen=True)
class VerifiedField:
    """A field in which an entry and the record of the work differ."""

    field: str
    entry: str
    record: str


@dataclass(frozen=True)
class VerifiedNotice:
    """A publisher's notice on a work: a retraction, an expression of concern, a correction."""

    status: str
    doi: str
    date: str


@dataclass(frozen=True)
class VerifiedWork:
    """A cited work; `path` is relative to the folder in which the server was started."""

    key: str
    path: str
    line: int
    outcome: str  #: accessible, inaccessible, mismatch, ghost, unknown; empty for a work that was not reached
    detail: str
    differences: list[VerifiedField]
    notices: list[VerifiedNotice]
    unanswered: str


@dataclass(frozen=True)
class VerificationAnswer:
    """The report of a verification, or, with `consent`, only its plan: then nothing was sent."""

    sources: list[VerifiedWork] = field(default_factory=list)
    asked: int = 0
    requests: dict[str, int] = field(default_factory=dict)  #: host -> number of requests sent, or planned
    silent: dict[str, str] = field(default_factory=dict)  #: service without an answer -> why
    interrupted: bool = False
    failures: list[str] = field(default_factory=list)
    planned: list[str] = field(default_factory=list)
    consent: str = ""  #: the code of this plan, for the call that carries it out
    error: str = ""


def failed(why: str) -> dict[str, Any]:
    """Return the answer to a call that was refused before anything was done."""
    return asdict(VerificationAnswer(error=why))


def verification_tool() -> Callable[..., Awaitable[VerificationAnswer]]:
    """Return the tool; its signature and docstring are what clients see.

    :raises ModuleNotFoundError: when the MCP SDK is not installed.
    """
    try:
        from mcp.server.mcpserver import Context
    except ImportError:  # the name in version 1 of the SDK
        from mcp.server.fastmcp import Context

    async def verify(
        context: Any,
        *,
        paths: list[str] | None = None,
        only: list[str] | None = None,
        again: bool = False,
        offline: bool = False,
        consent: str = "",
    ) -> VerificationAnswer:
        """Ask registries and indexes about the works that LaTeX documents cite, and keep the verdicts in .argcheck/.

        Sends identifiers, titles, authors, venues and years, and nothing of the text. The first call sends nothing: it
        says in planned and requests what would be sent first, and gives a code in consent. Show that to the user; a
        second call with the code sends it. paths are files or folders under the folder of the server (all without any);
        only, citation keys; again asks about works whose verdict is still good; offline sends nothing and needs no
        consent.
        """
        try:
            places = _inside(paths or ["."])
            wanted: dict[str, Any] = {"only": tuple(only or ()), "again": again}
            if not offline:
                plan = await _in_thread(lambda stop: api.verify(*places, **wanted, dry_run=True, cancel=stop))
                if consent != _code(plan):
                    return _shown(plan)
            tell = _teller(context)
            return _told(
                await _in_thread(
                    lambda stop: api.verify(*places, **wanted, offline=offline, cancel=stop, progress=tell)
                )
            )
        except api.ArgcheckError as error:
            return VerificationAnswer(error=str(error))

    verify.__annotations__["context"] = Context
    return verify


def _inside(paths: list[str]) -> list[Path]:
    """Return the resolved paths.

    :raises UsageError: a path is outside of the folder of the server, or does not exist.
    """
    here = Path.cwd().resolve()
    places = [(here / path).resolve() for path in paths]
    for path, place in zip(paths, places, strict=True):
        if not place.is_relative_to(here):
            raise api.UsageError(f"{path}: outside of the folder in which the server was started")
        if not place.exists():
            raise api.UsageError(f"{path}: no such file or folder")
    return places


async def _in_thread(work: Callable[[threading.Event], Any]) -> Any:
    """Run work that has its own event loop in a thread; if the call is cancelled, it writes its results and stops."""
    stop = threading.Event()
    try:
        return await asyncio.shield(asyncio.to_thread(work, stop))
    finally:
        stop.set()


def _teller(context: Any) -> Progress:
    """Return a function that reports progress to the client from another thread."""
    loop = asyncio.get_running_loop()

    def tell(doing: str, done: int, of: int, key: str) -> None:
        report = context.report_progress(done, of, f"{doing} {done} of {of}: {key}")
        asyncio.run_coroutine_threadsafe(report, loop)

    return tell


def _code(plan: Any) -> str:
    """Return the code of a plan, a hash of its requests."""
    return hashlib.sha256("\n".join(sorted(plan.planned)).encode()).hexdigest()[:16]


def _shown(plan: Any) -> VerificationAnswer:
    requests: dict[str, int] = {}
    for address in plan.planned:
        host = urlsplit(address).netloc
        requests[host] = requests.get(host, 0) + 1
    failures = [failure.message for failure in plan.failures]
    return VerificationAnswer(
        requests=requests, planned=sorted(plan.planned), failures=failures, consent=_code(plan)
    )


def _told(report: Any) -> VerificationAnswer:
    here = Path.cwd().resolve()
    return VerificationAnswer(
        sources=[_work(source, here) for source in report.sources],
        asked=report.asked,
        requests=dict(report.requests),
        silent=dict(report.silent),
        interrupted=report.interrupted,
        failures=[failure.message for failure in report.failures],
    )


def _work(source: Any, here: Path) -> VerifiedWork:
    verdict = source.verdict
    path = source.path.relative_to(here) if source.path.is_relative_to(here) else source.path
    return VerifiedWork(
        source.key,
        path.as_posix(),
        source.line,
        verdict.outcome if verdict else "",
        str(verdict.more.get("detail", "")) if verdict else "",
        [VerifiedField(*difference[:3]) for difference in verdict.differences] if verdict else [],
        [VerifiedNotice(notice.status, notice.doi, notice.date) for notice in verdict.notices]
        if verdict
        else [],
        source.unanswered,
    )
