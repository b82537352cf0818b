"""Progress of long work, shown by editors that support it."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING
from uuid import uuid4

from lsprotocol import types

from argcheck.lint.reporters.lines import one_line

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable

    from pygls.lsp.server import LanguageServer


_APART = 0.1  #: least seconds between messages


class WorkProgress:
    """A context that shows progress, with a button to stop if there is an event to set.

    Its value is a function of what is done, the number of done items, the number of all, and the current key.
    """

    def __init__(self, server: LanguageServer, title: str, stop: threading.Event | None = None) -> None:
        self._server = server
        self._title = title
        self._stop = stop
        window = server.client_capabilities.window
        self._token = str(uuid4()) if window and window.work_done_progress else ""

    async def __aenter__(self) -> Callable[..., None]:
        loop, progress, stop = asyncio.get_running_loop(), self._server.work_done_progress, self._stop
        if not self._token:
            return lambda *_: None
        await progress.create_async(self._token)
        if stop is not None:
            progress.tokens[self._token].add_done_callback(lambda _: stop.set())
        begin = types.WorkDoneProgressBegin(one_line(self._title), cancellable=stop is not None)
        progress.begin(self._token, begin)

        last = time.monotonic()

        def tell(doing: str, done: int, of: int, key: str = "") -> None:
            nonlocal last
            if done < of and time.monotonic() < last + _APART:
                return
            last = time.monotonic()
            message = one_line(f"{doing} {done} of {of}" + f": {key}" * bool(key))
            report = types.WorkDoneProgressReport(message=message)
            loop.call_soon_threadsafe(progress.report, self._token, report)

        return tell

    async def __aexit__(self, *_: object) -> None:
        if self._token:
            self._server.work_done_progress.end(self._token, types.WorkDoneProgressEnd())
