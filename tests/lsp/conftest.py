"""A small client of the Language Server Protocol, over the standard streams of a server that it starts."""

from __future__ import annotations

import json
import os
import queue
import threading
from typing import TYPE_CHECKING, Any

import pytest
from argcheck_process import started

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

PATIENCE = 120  # seconds, on a busy machine
PULL = {"textDocument": {"diagnostic": {}}, "workspace": {"diagnostics": {"refreshSupport": True}}}
PUSH: dict[str, Any] = {}


class Client:
    """One editor: it opens files, types, and asks."""

    def __init__(
        self,
        folder: Path,
        capabilities: dict[str, Any],
        encodings: list[str],
        environment: dict[str, str] | None = None,
    ) -> None:
        self.folder = folder
        self.texts: dict[str, str] = {}
        self.published: dict[str, list[dict[str, Any]]] = {}
        self.sent: list[str] = []  # the files that it published for, each time
        self.requests: list[str] = []  # what the server asked
        self.registered: list[dict[str, Any]] = []  # what it asked to be told of
        self.messages: list[str] = []  # what it wants shown
        self.asked: list[
            tuple[str, list[str]]
        ] = []  # what it wants to know: a message, and the answers to it
        self.choices: list[str] = []  # the answers, in order; none puts the question away
        self.progress: list[dict[str, Any]] = []  # what it tells of its progress
        self._number = 0
        self._answers: dict[int, queue.Queue[dict[str, Any]]] = {}
        self._news = threading.Condition()
        environment = environment or os.environ | {"XDG_CACHE_HOME": str(folder.parent / "cache")}
        self.process = started("lsp", cwd=folder.parent, env=environment)
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        general = {"general": {"positionEncodings": encodings}} if encodings else {}
        self.server = self.ask(
            "initialize",
            {
                "processId": os.getpid(),
                "rootUri": folder.as_uri(),
                "workspaceFolders": [{"uri": folder.as_uri(), "name": "paper"}],
                "capabilities": {**capabilities, **general},
            },
        )
        self.tell("initialized", {})

    # -- the wire

    def _send(self, message: dict[str, Any]) -> None:
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(data), data))
        self.process.stdin.flush()

    def _read(self) -> None:
        stream = self.process.stdout
        while True:
            length = 0
            while (line := stream.readline()).strip():
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            if not length:
                return
            self._take(json.loads(stream.read(length)))

    def _take(self, message: dict[str, Any]) -> None:
        if "method" not in message:
            self._answers[message["id"]].put(message)
        elif "id" in message:
            self.requests.append(message["method"])
            if message["method"] == "client/registerCapability":
                self.registered.append(message["params"])
            self._send({"id": message["id"], "result": self._choice(message)})
        with self._news:
            params = message.get("params", {})
            if message.get("method") == "textDocument/publishDiagnostics":
                self.published[self.name(params["uri"])] = params["diagnostics"]
                self.sent.append(self.name(params["uri"]))
            elif message.get("method") == "window/showMessage":
                self.messages.append(params["message"])
            elif message.get("method") == "$/progress":
                self.progress.append(params)
            self._news.notify_all()

    def _choice(self, message: dict[str, Any]) -> dict[str, str] | None:
        if message["method"] != "window/showMessageRequest":
            return None
        offers = [action["title"] for action in message["params"]["actions"]]
        self.asked.append((message["params"]["message"], offers))
        choice = self.choices.pop(0) if self.choices else ""
        assert not choice or choice in offers
        return {"title": choice} if choice else None

    def begin(self, method: str, params: Any) -> int:
        """Ask without waiting, and return the number of the question."""
        self._number += 1
        self._answers[self._number] = queue.Queue()
        self._send({"id": self._number, "method": method, "params": params})
        return self._number

    def answer(self, number: int) -> dict[str, Any]:
        """Wait for the whole answer to a question."""
        return self._answers[number].get(timeout=PATIENCE)

    def ask(self, method: str, params: Any) -> Any:
        """Ask, and return the result."""
        message = self.answer(self.begin(method, params))
        assert "error" not in message, message
        return message["result"]

    def tell(self, method: str, params: Any) -> None:
        """Send a notification."""
        self._send({"method": method, "params": params})

    def wait_for(self, condition: Callable[[], bool]) -> None:
        """Wait until something is true that messages of the server make so."""
        with self._news:
            assert self._news.wait_for(condition, PATIENCE), (self.published, self.messages)

    # -- an editor

    def uri(self, name: str) -> str:
        return (self.folder / name).as_uri()

    def name(self, uri: str) -> str:
        base = f"{self.folder.as_uri()}/"
        assert uri.startswith(base)
        return uri.removeprefix(base)

    def open(self, name: str, text: str | None = None) -> None:
        self.texts[name] = (self.folder / name).read_bytes().decode() if text is None else text
        item = {"uri": self.uri(name), "languageId": "latex", "version": 1, "text": self.texts[name]}
        self.tell("textDocument/didOpen", {"textDocument": item})

    def type(self, name: str, text: str) -> None:
        self.texts[name] = text
        document = {"uri": self.uri(name), "version": len(text) + 2}
        self.tell("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": text}]})

    def close(self, name: str) -> None:
        self.tell("textDocument/didClose", {"textDocument": {"uri": self.uri(name)}})

    def at(self, name: str, words: str, shift: int = 0) -> dict[str, Any]:
        """Parameters that point to the first of some words, as an editor that counts UTF-16 units does."""
        text = self.texts[name]
        before = text[: text.index(words) + shift].replace("\r\n", "\n")
        line = before.count("\n")
        column = len(before.rpartition("\n")[2].encode("utf-16-le")) // 2
        return {
            "textDocument": {"uri": self.uri(name)},
            "position": {"line": line, "character": column},
        }

    def words(self, name: str, place: dict[str, Any]) -> str:
        """The text in a range, as an editor that counts UTF-16 units finds it."""
        text = self.texts[name].replace("\r\n", "\n")
        lines = text.split("\n")

        def offset(position: dict[str, int]) -> int:
            line = lines[position["line"]].encode("utf-16-le")[: 2 * position["character"]]
            return sum(len(before) + 1 for before in lines[: position["line"]]) + len(
                line.decode("utf-16-le")
            )

        return text[offset(place["start"]) : offset(place["end"])]

    def applied(self, name: str, edit: dict[str, Any]) -> str:
        """The text of a file after an edit of the workspace."""
        edits = edit["changes"][self.uri(name)]
        text = self.texts[name].replace("\r\n", "\n")
        marks = [
            (self._offset(text, e["range"]["start"]), self._offset(text, e["range"]["end"]), e["newText"])
            for e in edits
        ]
        for start, end, new in sorted(marks, reverse=True):
            text = text[:start] + new.replace("\r\n", "\n") + text[end:]
        return text

    @staticmethod
    def _offset(text: str, position: dict[str, int]) -> int:
        lines = text.split("\n")
        line = lines[position["line"]].encode("utf-16-le")[: 2 * position["character"]]
        return sum(len(before) + 1 for before in lines[: position["line"]]) + len(line.decode("utf-16-le"))

    def diagnostics(self, name: str, known: str | None = None) -> dict[str, Any]:
        """Ask for the diagnostics of a file."""
        params = {"textDocument": {"uri": self.uri(name)}}
        result: dict[str, Any] = self.ask(
            "textDocument/diagnostic", params | ({"previousResultId": known} if known else {})
        )
        return result

    def actions(self, name: str, words: str, only: list[str] | None = None) -> list[dict[str, Any]]:
        """Ask what can be done about some words."""
        place = self.at(name, words)
        span = {"start": place["position"], "end": place["position"]}
        context = {"diagnostics": [], **({"only": only} if only else {})}
        params = {"textDocument": place["textDocument"], "range": span, "context": context}
        result: list[dict[str, Any]] = self.ask("textDocument/codeAction", params)
        return result

    def end(self) -> None:
        self.ask("shutdown", None)
        self.tell("exit", None)
        assert self.process.wait(PATIENCE) == 0


@pytest.fixture
def connect() -> Iterator[Callable[..., Client]]:
    """Start a server for a folder, with an editor that pulls unless it is said otherwise."""
    clients: list[Client] = []

    def start(
        folder: Path,
        capabilities: dict[str, Any] | None = None,
        encodings: list[str] | None = None,
        environment: dict[str, str] | None = None,
    ) -> Client:
        wanted = PULL if capabilities is None else capabilities
        clients.append(Client(folder, wanted, encodings or [], environment))
        return clients[-1]

    yield start
    for client in clients:
        client.process.kill()
        client.process.wait()
        for stream in (client.process.stdin, client.process.stdout):
            stream.close()
