"""A scripted model behind a real server on 127.0.0.1 that speaks the protocol of chat completions."""

from __future__ import annotations

import json
import re
import threading
from collections import Counter
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

Script = "Callable[[dict[str, Any], int], Say | str | dict[str, Any]]"


class Say:
    """One answer of the server; a plain text or object is answered with status 200."""

    def __init__(
        self,
        content: object = "",
        *,
        status: int = 200,
        headers: dict[str, str] | None = None,
        finish: str = "stop",
        refusal: str | None = None,
        cut: int | None = None,
        raw: bytes | None = None,
        wait: threading.Event | None = None,
        usage: tuple[int, int] | None = (100, 10),
    ) -> None:
        self.content = content if isinstance(content, str) else json.dumps(content)
        self.status, self.headers, self.finish, self.refusal = status, headers or {}, finish, refusal
        self.cut, self.raw, self.wait, self.usage = cut, raw, wait, usage

    def choice(self, index: int) -> dict[str, Any]:
        """The answer as one of several."""
        message = {"role": "assistant", "content": self.content, "refusal": self.refusal}
        return {"index": index, "message": message, "finish_reason": self.finish, "logprobs": None}

    def body(self, model: str, more: Sequence[Say] = ()) -> bytes:
        """The body as the protocol has it, with ``more`` answers to the same question, which is billed once."""
        if self.raw is not None:
            return self.raw
        if self.status != 200:
            return json.dumps({"error": {"message": self.content, "type": "error", "code": None}}).encode()
        answer: dict[str, Any] = {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 1_700_000_000,
            "model": model,
            "choices": [one.choice(index) for index, one in enumerate((self, *more))],
        }
        if self.usage:
            tokens_in, tokens_out = self.usage[0], sum(one.usage[1] for one in (self, *more) if one.usage)
            answer["usage"] = {
                "prompt_tokens": tokens_in,
                "completion_tokens": tokens_out,
                "total_tokens": tokens_in + tokens_out,
            }
        return json.dumps(answer).encode()


class Model:
    """The server: what it was asked, and how often each question came."""

    def __init__(
        self, script: Callable[[dict[str, Any], int], Say | str | dict[str, Any]], several: str
    ) -> None:
        self.script, self.several = script, several
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.keys: Counter[str] = Counter()
        self.open = self.most = 0
        self.lock = threading.Lock()
        self.url = ""

    def answer(self, request: dict[str, Any], headers: dict[str, str]) -> list[Say]:
        with self.lock:
            number = len(self.requests)
            self.requests.append(request)
            self.headers.append(headers)
            self.keys[headers.get("idempotency-key", "")] += 1
        count = request.get("n", 1)
        if count == 1:
            return [self._said(request, number)]
        if self.several == "refused":
            return [Say("n: only one choice is supported", status=400)]
        return [
            self._said({**request, "seed": seed}, number)
            for seed in range(1 if self.several == "ignored" else count)
        ]

    def _said(self, request: dict[str, Any], number: int) -> Say:
        said = self.script(request, number)
        return said if isinstance(said, Say) else Say(said)


@contextmanager
def model(
    script: Callable[[dict[str, Any], int], Say | str | dict[str, Any]], several: str = "given"
) -> Iterator[Model]:
    """Run a scripted model; ``script`` is called with the request and its number and says what is answered.

    :param several: what becomes of a request for several answers, ``given``, ``ignored`` (one is given) or ``refused``;
        the script is called once for each, with its number as the seed.
    """
    scripted = Model(script, several)

    class Handler(BaseHTTPRequestHandler):
        disable_nagle_algorithm = True  # else each answer takes 40 ms: its body waits for an acknowledgement
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            with scripted.lock:
                scripted.open += 1
                scripted.most = max(scripted.most, scripted.open)
            try:
                said, *more = scripted.answer(
                    json.loads(body), {name.lower(): text for name, text in self.headers.items()}
                )
                if said.wait:
                    said.wait.wait(10)
                data = said.body(scripted.requests[-1].get("model", ""), more)
                self.send_response(said.status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                for name, text in said.headers.items():
                    self.send_header(name, text)
                self.end_headers()
                self.wfile.write(data if said.cut is None else data[: said.cut])
                if said.cut is not None:
                    self.close_connection = True
            except (BrokenPipeError, ConnectionResetError):
                self.close_connection = True
            finally:
                with scripted.lock:
                    scripted.open -= 1

        def log_message(self, *_args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    scripted.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    try:
        yield scripted
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def told(request: dict[str, Any], name: str) -> str:
    """Give what the fence of a request with this name holds."""
    fence = rf"<<<DATA {name} (\w+)\n(.*?)\nDATA \1>>>"
    return re.findall(fence, request["messages"][1]["content"], re.DOTALL)[0][1]


def telling(script: Callable[[dict[str, Any], int], Any]) -> Callable[[dict[str, Any], int], Any]:
    """Make a script that writes the sentences by which verdicts on claims are checked, and does not say of them what it says of the claims."""
    written = set()

    def whole(request: dict[str, Any], number: int = 0) -> Any:
        asked = request.get("response_format", {}).get("json_schema", {}).get("name")
        if asked == "addressed":
            lines = told(request, "sentences").split("\n")
            return {"addressed": [n for n, line in enumerate(lines, 1) if "Whoever compares this" in line]}
        if asked == "twins":
            first, _, rest = told(request, "sentence").partition(" ")
            pair = {"opposite": f"{first} not {rest}", "other": f"{first} elsewhere {rest}"}
            written.update(pair.values())
            return pair
        if "one claim" in request["messages"][0]["content"] and told(request, "claim") in written:
            return {"verdict": "not_determinable", "reason": "nothing is said of it"}
        return script(request, number)

    return whole
