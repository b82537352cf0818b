"""The verification of one entry by indexes, on a command of the user and after consent; nothing else sends anything.

The user is shown how many requests go to which hosts.  The answers are stored as by `argcheck verify`, and the project
is checked again.
"""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from lsprotocol import types

from argcheck import api
from argcheck.lint.reporters.lines import one_line
from argcheck.lint.reporters.summary import counted
from argcheck.lsp.descriptions import standing
from argcheck.lsp.keys_and_labels import KEY, definitions, name_at
from argcheck.lsp.work_progress import WorkProgress

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pygls.lsp.server import LanguageServer

    from argcheck.files.diagnostic import Span
    from argcheck.lsp.editor import Editor
    from argcheck.lsp.open_project import OpenProject, Snapshot

COMMAND = "argcheck.verifyEntry"
KIND = "source.verify.argcheck"  #: of a source action, which editors do not offer by themselves
_ASK, _STOP, _LEAVE = "Ask", "Stop asking", "Cancel"
_SENT = "Sent are its identifiers, title, authors, venue, year, and nothing of the text."


def question(snapshot: Snapshot, here: Span, editor: Editor) -> list[types.CodeAction]:
    """Return a code action that verifies the entry at a span, or the one cited there; empty without any."""
    key = key_at(snapshot, here.path, here.start)
    if not key:
        return []
    title = one_line(f"ask the indexes about '{key}'")
    command = types.Command(title, COMMAND, arguments=[editor.uri(snapshot.file(here.path)), key])
    return [types.CodeAction(title, KIND, command=command)]


def key_at(snapshot: Snapshot, path: str, offset: int) -> str:
    """Return the key of the entry at an offset, or of the one that is cited there; empty without any."""
    for document in snapshot.reading(path):
        for entry in document.bibliography.entries:
            if entry.span.path == path and entry.span.start <= offset <= entry.span.end:
                return entry.key
    name = name_at(snapshot, path, offset)
    return name.name if name and name.kind == KEY and definitions(snapshot, name) else ""


class IndexQuestions:
    """The running verifications, at most one for each project."""

    def __init__(self, server: LanguageServer, refresh: Callable[[OpenProject], None]) -> None:
        """Ask nothing yet.

        :param refresh: called with each project whose verdicts have changed.
        """
        self._server = server
        self._refresh = refresh
        self._stops: dict[Path, threading.Event] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(self, project: OpenProject, key: str) -> None:
        """Verify an entry in the background."""
        task = asyncio.create_task(self._ask(project, key))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def end(self) -> None:
        """Stop all running verifications; answers that came are stored."""
        for stop in self._stops.values():
            stop.set()

    async def _ask(self, project: OpenProject, key: str) -> None:
        under_way = self._stops.get(project.folder)
        if under_way is not None:
            if await self._choice("argcheck is asking the indexes already.", _STOP) == _STOP:
                under_way.set()
            return
        stop = self._stops[project.folder] = threading.Event()
        try:
            await self._verify(project, key, stop)
        except api.ArgcheckError as error:
            self._tell(str(error), types.MessageType.Warning)
        finally:
            stop.set()
            del self._stops[project.folder]

    async def _verify(self, project: OpenProject, key: str, stop: threading.Event) -> None:
        unsaved = await asyncio.to_thread(project.unsaved_bibliographies)
        if unsaved:
            names = ", ".join(file.name for file in unsaved)
            raise api.UsageError(f"save {names} first: what is asked about is the entry on the disk")

        paths = project.paths(project.texts)
        if not paths:
            raise api.UsageError("open the document first: this file belongs to no project")

        def verify(**how: Any) -> api.VerifyReport:
            return api.verify(*paths, only=(key,), again=True, cancel=stop, **how)

        plan = await asyncio.to_thread(verify, dry_run=True)
        hosts = Counter(urlsplit(address).netloc for address in plan.planned)
        if stop.is_set():
            return
        if hosts:
            asked = ", ".join(f"{host} ({number})" for host, number in sorted(hosts.items()))
            number = counted(len(plan.planned), "request")
            question = f"Ask about '{key}'? About {number}: {asked}; and what their answers lead to, of the same hosts. {_SENT}"
            if await self._choice(question, _ASK) != _ASK:
                return
        async with WorkProgress(self._server, f"Asking about '{key}'", stop) as tell:
            report = await asyncio.to_thread(verify, offline=not hosts, progress=tell)
        project.changed()
        self._refresh(project)
        self._report(key, report)

    def _report(self, key: str, report: api.VerifyReport) -> None:
        outcomes = [standing(source.verdict) for source in report.sources if source.verdict]
        outcomes += [source.unanswered for source in report.sources if source.unanswered]
        outcomes += [failure.message for failure in report.failures]
        stopped = "; stopped before all had answered" if report.interrupted else ""
        self._tell(f"'{key}': {'; '.join(dict.fromkeys(outcomes))}{stopped}", types.MessageType.Info)

    async def _choice(self, message: str, choice: str) -> str:
        """Return the choice of the user; empty if the message is closed without one."""
        items = [types.MessageActionItem(choice), types.MessageActionItem(_LEAVE)]
        params = types.ShowMessageRequestParams(types.MessageType.Info, one_line(message), items)
        chosen = await self._server.window_show_message_request_async(params)
        return chosen.title if chosen else ""

    def _tell(self, message: str, kind: types.MessageType) -> None:
        self._server.window_show_message(types.ShowMessageParams(kind, one_line(f"argcheck: {message}")))
