"""Endpoints as they misbehave: every kind gets its own words, is never remembered as an answer, and is booked as what it cost."""

from __future__ import annotations

import asyncio
import gzip
import json
import socket
import struct
import threading
import time
import tracemalloc
from contextlib import contextmanager
from email.utils import formatdate
from typing import NamedTuple

import pytest
from patience import patience
from thinned import one_in

pytest.importorskip("openai", reason="the extra argcheck-lint[llm] is not installed")
pytest.importorskip("diskcache", reason="the extra argcheck-lint[llm] is not installed")

from argcheck.errors import UsageError
from argcheck.llm.answer_cache import AnswerCache
from argcheck.llm.budget import Budget
from argcheck.llm.client import Client, NoAnswerError
from argcheck.llm.endpoint import Endpoint
from argcheck.llm.endpoint import endpoint as from_environment
from argcheck.llm.model import Message, Question

pytestmark = pytest.mark.slow

KEY = "sk-canary-77"
SCHEMA = {
    "type": "object",
    "properties": {
        "verdict": {"type": "string", "enum": ["supported", "refuted"]},
        "reason": {"type": "string"},
    },
    "required": ["verdict"],
    "additionalProperties": False,
}
GOOD = '{"verdict": "supported", "reason": "it says so"}'


def reply(body, status="200 OK", kind="application/json", *, length=None, more=()):
    """The bytes of a whole answer."""
    data = (
        body
        if isinstance(body, bytes)
        else body.encode()
        if isinstance(body, str)
        else json.dumps(body).encode()
    )
    head = [
        f"HTTP/1.1 {status}",
        f"Content-Type: {kind}",
        f"Content-Length: {len(data) if length is None else length}",
    ]
    return "\r\n".join([*head, *more, "Connection: close", "", ""]).encode() + data


def completion(content=GOOD, *, finish="stop", usage=(100, 10), **message):
    """A body as the protocol has it."""
    counted = {"prompt_tokens": usage[0], "completion_tokens": usage[1]} if usage else None
    choice = {
        "index": 0,
        "message": {"role": "assistant", "content": content, **message},
        "finish_reason": finish,
    }
    return {
        "id": "1",
        "object": "chat.completion",
        "model": "tiny-2026",
        "choices": [choice],
        "usage": counted,
    }


def error(message, status, *, more=(), **fields):
    return reply({"error": {"message": message, "type": "error", **fields}}, status, more=more)


def without(name, said):
    """An endpoint that does not take a parameter."""
    return lambda request, _: error(said, "400 Bad Request") if name in request else reply(completion())


class Kind(NamedTuple):
    """What an endpoint sends, and what must come of it."""

    send: object  #: bytes, or a function of the request and its number, which gives bytes or None for a reset
    said: str = ""  #: words that the error must hold; empty where an answer must come
    kind: str = "unanswered"
    requests: int = 1
    tokens: tuple | None = None  #: in and out that are booked; None for the most that it can cost
    kept: bool = False  #: whether the next run takes it from the disk


def stream(*pieces, end="data: [DONE]\n\n"):
    lines = [f"data: {json.dumps({'model': 'tiny-2026', 'choices': [{'index': 0, 'delta': {'content': one}}]}, ensure_ascii=False)}\n\n" for one in pieces]  # fmt: skip
    return reply("".join(lines) + end, kind="text/event-stream")


#: What the server of llama-cpp-python 0.3 says to a form of answers that it does not know.
LLAMA_CPP = (
    "1 validation error:\n  {'type': 'literal_error', 'loc': ('body', 'response_format', 'type'), 'msg':"
    " \"Input should be 'text' or 'json_object'\", 'input': 'json_schema', 'ctx': {'expected': \"'text' or 'json_object'\"}}"
)
NONE, PAID = (0, 0), (100, 10)
KINDS = {
    # errors that come with status 200
    "error object": Kind(error("the model is overloaded", "200 OK"), "the model is overloaded", tokens=NONE),
    "error as text": Kind(reply({"error": "no such deployment"}), "no such deployment", tokens=NONE),
    "error beside choices": Kind(reply({**completion(), "error": {"message": "upstream died"}}), "upstream died", tokens=PAID),
    "error in the message": Kind(reply(completion('{"error": {"message": "the gateway is full"}}')), "the gateway is full", tokens=PAID),
    "error in pieces": Kind(stream('{"error": ', '"no upstream"}'), "no upstream"),
    "error in a choice": Kind(reply({**completion(GOOD, finish="error"), "choices": [{**completion(GOOD, finish="error")["choices"][0], "error": {"code": 502, "message": "the provider died"}}]}), "did not answer: the provider died", tokens=PAID),
    "stream that is cut": Kind(stream(GOOD[:20], end=""), "no completion"),
    "stream that is cut at its end": Kind(stream(GOOD, end=""), "no completion"),
    "no choices": Kind(reply({"object": "chat.completion", "choices": []}), "holds no message"),
    "choices null": Kind(reply({"object": "chat.completion", "choices": None}), "holds no message"),
    "choice null": Kind(reply({"choices": [None]}), "holds no message"),
    "detail": Kind(reply({"detail": "Not Found"}), "Not Found"),
    "empty object": Kind(reply({}), "holds no message"),
    "a list": Kind(reply([completion()]), "no completion"),
    "a string": Kind(reply('"busy"'), "busy"),
    "empty body": Kind(reply(b""), "it is empty"),
    "web page": Kind(reply("<html><head><style>p {}</style></head><body><h1>Portal</h1>log in first</body></html>", kind="text/html"), "Portal log in first"),
    "web page called JSON": Kind(reply("<html><body>Bad gateway</body></html>"), "Bad gateway"),
    "bytes": Kind(reply(b"\xff\xfe\x00"), "no completion"),
    "half an object": Kind(reply(json.dumps(completion())[:60]), "no completion"),
    # answers without a message
    "empty content": Kind(reply(completion("")), "holds no message", tokens=PAID),
    "content null": Kind(reply(completion(None)), "finish_reason 'stop'", tokens=PAID),
    "tool calls": Kind(reply(completion(None, finish="tool_calls", tool_calls=[{"id": "1", "type": "function", "function": {"name": "f", "arguments": "{}"}}])), "finish_reason 'tool_calls'", tokens=PAID),
    "message of the wrong type": Kind(reply({"choices": [{"message": "supported"}]}), "holds no message"),
    # refusals, which are answers
    "refusal": Kind(reply(completion(None, refusal="I cannot help with that")), "I cannot help", "refused", tokens=PAID),
    "content filter": Kind(reply(completion("", finish="content_filter")), "content filter", "refused", tokens=PAID),
    "cut": Kind(reply(completion('{"verdict": "supp', finish="length")), "was cut", "cut", tokens=PAID),
    # answers to be read
    "thoughts": Kind(reply(completion(f'<think>Perhaps {{"verdict": "refuted"}}? No.</think>\n{GOOD}')), tokens=PAID, kept=True),
    "thoughts without a beginning": Kind(reply(completion(f'Perhaps {{"verdict": "refuted"}}.</think>{GOOD}')), tokens=PAID, kept=True),
    "thoughts without an end": Kind(reply(completion(f'<think>Perhaps {{"verdict": "refuted"}}? No.\n\n{GOOD}')), tokens=PAID, kept=True),
    "thoughts without an end, and a fence": Kind(reply(completion(f"<think>It says so.\n```json\n{GOOD}\n```\n")), tokens=PAID, kept=True),
    "thoughts without an end on the line of the answer": Kind(reply(completion(f"<thinking> {GOOD}")), tokens=PAID, kept=True),
    "nothing but thoughts": Kind(reply(completion('<think>Perhaps {"verdict": "refuted"}?\n{"verdict": "refuted"} is what I would say, were it not')), "no object", "malformed", requests=2, tokens=(200, 20)),
    "thoughts that are cut behind a draft": Kind(reply(completion('<think>A draft:\n{"verdict": "refuted", "reason": "so"}', finish="length")), "was cut", "cut", tokens=PAID),
    "fences": Kind(reply(completion(f"Here it is:\n```json\n{GOOD}\n```\nDone {{really}}.")), tokens=PAID, kept=True),
    "fence that is not closed": Kind(reply(completion(f"```json\n{GOOD}")), tokens=PAID, kept=True),
    "prose on both sides": Kind(reply(completion(f"I use {{braces}}. {GOOD} I hope {{this}} helps.")), tokens=PAID, kept=True),
    "one missing brace": Kind(reply(completion(GOOD[:-1])), tokens=PAID, kept=True),
    "a cut end": Kind(reply(completion(GOOD[:-6], finish="length")), tokens=PAID, kept=True),
    "single quotes and a comma": Kind(reply(completion("{'verdict': 'supported', 'reason': 'so',}")), tokens=PAID, kept=True),
    "content in parts": Kind(reply(completion([{"type": "text", "text": GOOD}])), tokens=PAID, kept=True),
    "event stream": Kind(stream(GOOD[:9], GOOD[9:]), kept=True),
    "event stream with other ends of lines": Kind(stream(GOOD[:-2], "\u2028\x85", GOOD[-2:]), kept=True),
    "JSON called text": Kind(reply(completion(), kind="text/plain"), tokens=PAID, kept=True),
    "nothing counted": Kind(reply(completion(usage=None)), kept=True),
    # what SmolLM2-135M sent: the schema, with an answer of a kind in it, until the tokens were used up
    "the schema copied": Kind(reply(completion('{"type": "object", "properties": {"verdict": "supported"}, "required": ["verdict"]}')), "answer has no 'verdict'", "malformed", requests=2, tokens=(200, 20)),
    "the schema copied and cut": Kind(reply(completion('{"type": "object", "properties": {"verdict": "supported"}, "requir', finish="length")), "was cut", "cut", tokens=PAID),
    "one thing again and again": Kind(reply(completion('{"verdict": "supported", "reason": "' + "the citation of the citation of " * 40, finish="length")), tokens=PAID, kept=True),
    # parameters
    "wants max_completion_tokens": Kind(
        without("max_tokens", "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."),
        requests=2, tokens=PAID, kept=True),
    "takes no temperature": Kind(without("temperature", "Unsupported value: 'temperature' does not support 0.7 with this model."), requests=2, tokens=PAID, kept=True),
    "takes no seed": Kind(without("seed", "Extra inputs are not permitted: seed"), requests=2, tokens=PAID, kept=True),
    "takes no schema": Kind(without("response_format", "unknown field response_format"), requests=2, tokens=PAID, kept=True),
    "fails over a schema": Kind(
        lambda request, _: error(LLAMA_CPP, "500 Internal Server Error") if "json_schema" in str(request.get("response_format")) else reply(completion()),
        requests=2, tokens=PAID, kept=True),
    "takes a schema or nothing": Kind(
        lambda request, _: error("'response_format.type' must be 'json_schema' or 'text'", "400 Bad Request") if "response_format" in request else reply(completion()),
        requests=3, tokens=PAID, kept=True),
    "too long a question": Kind(error("This model's maximum context length is 4096 tokens", "400 Bad Request"), "maximum context length", tokens=NONE),
    # states
    "401": Kind(error(f"Incorrect API key provided: {KEY}", "401 Unauthorized"), "Incorrect API key provided: ***", tokens=NONE),
    "403": Kind(reply("<h1>Forbidden</h1>your country", "403 Forbidden", "text/html"), "403 Forbidden your country", tokens=NONE),
    "404": Kind(error("The model `tiny` does not exist", "404 Not Found"), "404 The model `tiny` does not exist", tokens=NONE),
    "413": Kind(reply("", "413 Payload Too Large"), "413", tokens=NONE),
    "429 that passes": Kind(lambda _, n: error("slow down", "429 Too Many Requests", more=["Retry-After: 0"]) if n < 2 else reply(completion()), requests=3, tokens=PAID, kept=True),
    "429 for an hour": Kind(error("daily limit reached", "429 Too Many Requests", more=["Retry-After: 3600"]), "daily limit reached", tokens=NONE),
    "429 without money": Kind(error("You exceeded your current quota", "429 Too Many Requests", code="insufficient_quota"), "current quota", tokens=NONE),
    "500 that passes": Kind(lambda _, n: reply("oops", "500 Internal Server Error", "text/plain") if n == 0 else reply(completion()), requests=2, tokens=PAID, kept=True),
    "500 about the warmth of a room": Kind(lambda request, n: error("GPU temperature too high", "500 Internal Server Error") if n == 0 else reply(completion(GOOD if "temperature" in request else "cold")), requests=2, tokens=PAID, kept=True),
    "503 that stays": Kind(error("loading model", "503 Service Unavailable", more=["Retry-After: 0"]), "503 loading model", requests=3, tokens=NONE),
    "529": Kind(error("Overloaded", "529 Site Overloaded", more=["Retry-After: soon"]), "529 Overloaded", requests=3, tokens=NONE),
    "529 for a time that is no number": Kind(lambda _, n: error("Overloaded", "529 Site Overloaded", more=[f"Retry-After: {('inf', '1e999')[n]}"]) if n < 2 else reply(completion()), requests=3, tokens=PAID, kept=True),
    "500 in what is no encoding of text": Kind(reply("<p>out of <b>memory</b>", "500 Internal Server Error", "text/html; charset=base64"), "500 out of memory", requests=3, tokens=NONE),
    "500 in UTF-16 without its mark": Kind(reply("out of memory", "500 Internal Server Error", "text/html; charset=utf-16"), "500 ", requests=3, tokens=NONE),
    "500 with half a character": Kind(reply('{"error": "bad \\ud800 thing"}', "500 Internal Server Error"), "500 bad \ufffd thing", requests=3, tokens=NONE),
    "307 to another host": Kind(reply("moved", "307 Temporary Redirect", more=["Location: http://127.0.0.2:9/v1/chat/completions"]), "307 moved", tokens=NONE),
    "a page of scripts that do not end": Kind(reply("<h1>Busy</h1>" + "<script>" * 200_000), "did not answer: the answer is no completion: Busy"),
    "a page of brackets": Kind(reply("<h1>Busy</h1>" + "<" * 500_000), "did not answer: the answer is no completion: Busy"),
    "an event before the data": Kind(reply(f"event: message\n{stream(GOOD).partition(bytes([13, 10] * 2))[2].decode()}", kind="text/event-stream"), kept=True),
    "an event of an error": Kind(reply('event: error\ndata: {"error": {"message": "overloaded"}}\n\n', kind="text/event-stream"), "did not answer: overloaded", tokens=NONE),
    "packed, it says": Kind(reply(completion(), more=["Content-Encoding: gzip"]), "the connection failed", requests=3),
    "more tokens than there are": Kind(reply(completion(usage=(100, 10**400))), tokens=(100, 1_000), kept=True),
    "braces without end": Kind(reply(completion("{" * 300_000, finish="length")), "was cut", "cut", tokens=PAID),
    "quotation marks without end": Kind(reply(completion("{" + '"' * 300_000, finish="length")), "was cut", "cut", tokens=PAID),
    # connections
    "reset": Kind(lambda *_: None, "the connection failed", requests=3),
    "closed without a word": Kind(b"", "the connection failed", requests=3),
    "shorter than it says": Kind(reply(completion(), length=9_000), "the connection failed", requests=3),
    "no HTTP": Kind(b"SSH-2.0-OpenSSH_9.9\r\n", "the connection failed", requests=3),
}  # fmt: skip


@contextmanager
def endpoint(send):
    """A server that says what it is told to, byte by byte if it must; gives its address and the requests."""
    requests = []
    server = socket.create_server(("127.0.0.1", 0))

    def serve(connection):
        with connection:
            data = b""
            while b"\r\n\r\n" not in data:
                data += connection.recv(65536)
            head, _, body = data.partition(b"\r\n\r\n")
            length = next(
                int(one.split(b":")[1])
                for one in head.split(b"\r\n")
                if one.lower().startswith(b"content-length")
            )
            while len(body) < length:
                body += connection.recv(65536)
            requests.append(json.loads(body))
            said = send(requests[-1], len(requests) - 1) if callable(send) else send
            if said is None:
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            elif isinstance(said, bytes):
                connection.sendall(said)
            else:
                for part in said:
                    try:
                        connection.sendall(part)
                    except OSError:
                        return

    def accept():
        while True:
            try:
                connection, _ = server.accept()
            except OSError:
                return
            threading.Thread(target=serve, args=(connection,), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.getsockname()[1]}/v1", requests
    finally:
        server.close()


def question(text="Is it so?"):
    return Question(
        "test", "1", (Message("system", "Judge."), Message("user", text)), SCHEMA, temperature=0.7
    )


@pytest.fixture
def cache(tmp_path):
    made = AnswerCache(tmp_path / "answers")
    yield made
    made.close()


def asked(url, cache, *questions, samples=1, **place):
    """Ask in one run; give what came of each question, and the client."""

    async def run():
        client = Client(Endpoint(url, "tiny", KEY, **{"retries": 2, "timeout": 5, **place}), cache, Budget())
        found = [await client.sample(one, samples) for one in questions]
        await client.close()
        return found, client

    return asyncio.run(run())


@pytest.mark.parametrize("name", one_in(2, KINDS))
def test_an_endpoint_that_misbehaves(name, cache):
    wanted = KINDS[name]
    with endpoint(wanted.send) as (url, requests):
        ((found,),), client = asked(url, cache, question())
    spent = client.budget.spent
    assert len(requests) == wanted.requests
    assert spent.calls == wanted.requests  # each request is one of the budget
    if wanted.tokens is None:
        assert spent.tokens_out >= question().max_tokens
    else:
        assert (spent.tokens_in, spent.tokens_out) == wanted.tokens
    if wanted.said:
        assert isinstance(found, NoAnswerError)
        assert found.kind == wanted.kind
        assert wanted.said in str(found)
        assert KEY not in str(found)
        assert sum(client.silent.values()) == (wanted.kind == "unanswered")
    else:
        assert found.value["verdict"] == "supported"
    with endpoint(reply(completion())) as (url, requests):
        ((found,),), _ = asked(url, cache, question())
    assert len(requests) == (0 if wanted.kept else 1)
    assert wanted.kept or found.value["verdict"] == "supported"


class TestSecrets:
    """Services repeat keys, in errors and in answers: nothing that is shown or kept has one."""

    OTHER = "sk-of-the-gateway-4711"

    def came(self, cache, tmp_path, sent):
        variables = {"ARGCHECK_LLM_API_KEY": KEY, "OPENAI_API_KEY": self.OTHER, "SHORT_API_KEY": "none"}

        async def run(url):
            place = from_environment(url, "tiny", variables)._replace(retries=0, timeout=5)
            client = Client(place, cache, Budget())
            (came,) = await client.sample(question(), 1)
            await client.close()
            return came, client

        with endpoint(sent) as (url, _):
            came, client = asyncio.run(run(url))
        kept = b"".join(file.read_bytes() for file in (tmp_path / "answers").iterdir() if file.is_file())
        for key in (KEY, self.OTHER):
            shown = f"{came} {came!r} {client.silent}"
            assert key[:8] not in shown
            assert key[:8].encode() not in kept
        return came

    @pytest.mark.parametrize(
        "sent",
        [
            error(f"Incorrect API key provided: {KEY}", "401 Unauthorized"),
            error(f"Incorrect API key provided: {OTHER}", "401 Unauthorized"),
            error(f"{'x' * (300 - 9)}{KEY} is wrong", "401 Unauthorized"),  # where messages are cut
            reply(f"<p>{'x' * (300 - 9)}{KEY}</p>", "502 Bad Gateway", "text/html"),
            reply(f"{'x' * (300 - 9)}{KEY}"),
            error(f"{'x' * (300 - 9)}{KEY} is wrong", "200 OK"),
            reply({"detail": [{"headers": f"Bearer {KEY}"}]}),
            reply("[" * 700 + f'"{KEY}"' + "]" * 700),
            reply('{"a":' * 700 + f'"{KEY}"' + "}" * 700, "500 Internal Server Error"),
            reply(completion(None, refusal=f"I know you, {KEY}")),
            reply(completion(f"I know you, {KEY}")),
        ],
    )
    def test_no_error_shows_one(self, cache, tmp_path, sent):
        came = self.came(cache, tmp_path, sent)
        assert isinstance(came, NoAnswerError)

    @pytest.mark.parametrize("wrap", [lambda text: reply(completion(text)), lambda text: stream(*text)])
    def test_no_answer_keeps_one(self, cache, tmp_path, wrap):
        text = json.dumps({"verdict": "supported", "reason": f"{KEY} and none other than {self.OTHER}"})
        came = self.came(cache, tmp_path, wrap(text))
        assert came.value["reason"] == "*** and none other than ***"

    def test_an_escaped_one_is_one(self, cache, tmp_path):
        body = json.dumps({"error": {"message": KEY}}).replace(KEY, KEY.replace("-", "\\u002d"))
        assert "***" in str(self.came(cache, tmp_path, reply(body, "401 Unauthorized")))


def test_there_are_enough_kinds():
    assert len(KINDS) >= 78


@pytest.mark.parametrize(
    ("name", "recorded"), [("tiny-2026", "tiny-2026"), ("m" * 3_000_000, "m" * 300), (None, "tiny")]
)
def test_the_model_is_recorded_as_it_names_itself(cache, name, recorded):
    with endpoint(reply({**completion(), "model": name})) as (url, _):
        ((found,),), _ = asked(url, cache, question())
    assert found.model == recorded


@pytest.mark.parametrize("silent", ["dripping", "hanging", "headers only"])
def test_the_limit_is_that_of_the_whole_answer(cache, silent):
    def drip(*_):
        if silent != "hanging":
            yield b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n"
        for _ in range(60):
            time.sleep(0.1)
            yield b" " if silent == "dripping" else b""

    start = time.monotonic()
    with endpoint(drip) as (url, requests):
        ((found,),), client = asked(url, cache, question(), timeout=0.5)
    assert time.monotonic() - start < patience(3)
    assert "no whole answer within 0.5 s" in str(found)
    assert len(requests) == 1
    assert client.budget.spent.tokens_out == question().max_tokens


@pytest.mark.parametrize("form", ["1.5", "-0000", "GMT"])
def test_half_a_second_and_a_date_that_names_no_zone_are_waited_for(cache, form, monkeypatch):
    at = []

    def busy(_, number):
        at.append(time.monotonic())
        after = form if form == "1.5" else formatdate(time.time() + 2.5, usegmt=form == "GMT")
        return (
            reply(completion())
            if number
            else error("busy", "503 Service Unavailable", more=[f"Retry-After: {after}"])
        )

    monkeypatch.setenv("TZ", "KIR-14")
    time.tzset()
    try:
        with endpoint(busy) as (url, _):
            ((found,),), _ = asked(url, cache, question(), timeout=20)
    finally:
        monkeypatch.undo()
        time.tzset()
    assert found.value["verdict"] == "supported"
    assert 1.4 <= at[1] - at[0] < patience(4)


def test_repeating_stays_within_the_limit(cache):
    start = time.monotonic()
    busy = error("busy", "503 Service Unavailable", more=["Retry-After: 1"])
    with endpoint(busy) as (url, requests):
        ((found,),), _ = asked(url, cache, question(), timeout=1.5, retries=9)
    assert time.monotonic() - start < patience(3)
    assert len(requests) == 2
    assert "503 busy" in str(found)


@pytest.mark.parametrize(
    ("status", "said"), [("200 OK", "longer than any that was asked for"), ("500 Oh", "500 no")]
)
def test_an_endless_answer_is_not_read_to_its_end(cache, status, said):
    sent = []

    def endless(*_):
        yield f"HTTP/1.1 {status}\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\nno".encode()
        for _ in range(2_000):
            yield b" " * 100_000
            sent.append(1)

    with endpoint(endless) as (url, _):
        ((found,),), _ = asked(url, cache, question(), retries=0)
    assert said in str(found)
    assert len(sent) < 1_000


def test_a_refusal_that_unpacks_to_more_than_can_be_read_is_not_unpacked(cache):
    packed = gzip.compress(b" " * 300_000_000, 9)
    bomb = reply(b"".join([packed] * 4), "500 Oh", more=["Content-Encoding: gzip"])
    tracemalloc.start()
    try:
        with endpoint(bomb) as (url, _):
            ((refused,),), _ = asked(url, cache, question(), retries=0)
        assert "500" in str(refused)
        assert tracemalloc.get_traced_memory()[1] < 250_000_000
    finally:
        tracemalloc.stop()


def test_who_turns_one_away_is_not_asked_about_the_others(cache):
    many = [question(f"Is it {n}?") for n in range(20)]
    with endpoint(error("no such key", "401 Unauthorized")) as (url, requests):
        found, client = asked(url, cache, *many)
    assert len(requests) == 1
    assert {str(one) for (one,) in found} == {f"{url[7:-3]} did not answer: 401 no such key"}
    assert client.counts["unanswered"] == 20


def test_who_fails_five_times_in_a_row_is_not_asked_any_more(cache):
    many = [question(f"Is it {n}?") for n in range(20)]
    with endpoint(reply("down", "502 Bad Gateway", "text/plain")) as (url, requests):
        asked(url, cache, *many, retries=0)
    assert len(requests) == 5


def test_a_question_that_is_too_long_silences_no_other(cache):
    def send(request, _):
        bad = len(request["messages"][1]["content"]) > 100
        return error("context length", "400 Bad Request") if bad else reply(completion())

    many = [*(question("long " * 30 + str(n)) for n in range(8)), question("short")]
    with endpoint(send) as (url, _):
        found, _ = asked(url, cache, *many)
    assert [isinstance(one, NoAnswerError) for (one,) in found] == [True] * 8 + [False]


def test_several_answers_of_which_some_are_empty(cache):
    empty = {"index": 1, "message": {"content": ""}, "finish_reason": "stop"}

    def send(request, _):
        body = completion()
        if "n" in request:
            body["choices"] += [empty]
        return reply(body)

    with endpoint(send) as (url, requests):
        (found,), _ = asked(url, cache, question(), samples=2)
    assert [one.value["verdict"] for one in found] == ["supported"] * 2
    assert len(requests) == 2


@pytest.mark.parametrize("said", [LLAMA_CPP, "unknown field response_format"])
def test_who_takes_no_schema_is_told_it_in_words(cache, said):
    def send(request, _):
        bad = "json_schema" in str(request.get("response_format"))
        return error(said, "500 Internal Server Error") if bad else reply(completion())

    with endpoint(send) as (url, requests):
        asked(url, cache, question())
    assert "additionalProperties" not in str(requests[0]["messages"])
    assert json.dumps(SCHEMA) in requests[-1]["messages"][-1]["content"]
    form = requests[-1].get("response_format")
    assert form == ({"type": "json_object"} if "json_object" in said else None)


def test_questions_that_are_refused_at_once_for_a_parameter_are_all_put_otherwise(cache):
    """A server of one slot refuses four at a time: none of them is lost."""
    together = threading.Barrier(4)

    def send(request, _):
        if "response_format" not in request:
            return reply(completion())
        together.wait(10)
        return error("unknown field response_format", "400 Bad Request")

    async def run(url):
        client = Client(Endpoint(url, "tiny", KEY, timeout=20), cache, Budget())
        answers = await asyncio.gather(*(client.ask(question(f"Is it {n}?")) for n in range(4)))
        await client.close()
        return answers

    with endpoint(send) as (url, requests):
        answers = asyncio.run(run(url))
    assert [answer.value["verdict"] for answer in answers] == ["supported"] * 4
    assert len(requests) == 8


def test_an_answer_that_was_no_answer_is_asked_for_with_its_shape(cache):
    def send(_, number):
        return reply(completion("The argument is as follows: dunes move." if number == 0 else GOOD))

    with endpoint(send) as (url, requests):
        ((answer,),), _ = asked(url, cache, question())
    assert answer.value["verdict"] == "supported"
    assert json.dumps(SCHEMA) in requests[1]["messages"][-1]["content"]


def test_calls_whose_tokens_nobody_told_are_told_apart(cache):
    with endpoint(reply(completion(usage=None))) as (url, _):
        _, client = asked(url, cache, question())
    assert client.uncounted == 1
    with endpoint(reply(completion())) as (url, _):
        _, client = asked(url, cache, question("And this?"))
    assert client.uncounted == 0


def test_how_patient_to_be_is_said_in_the_environment():
    limits = {"ARGCHECK_LLM_TIMEOUT": "900", "ARGCHECK_LLM_CONCURRENCY": "1"}
    place = from_environment("http://127.0.0.1:8080/v1", "tiny", limits)
    assert (place.timeout, place.concurrency) == (900, 1)
    assert from_environment("http://127.0.0.1:8080/v1", "tiny", {}) == Endpoint(
        "http://127.0.0.1:8080/v1", "tiny"
    )
    for name in limits:
        with pytest.raises(UsageError, match=name):
            from_environment("http://127.0.0.1:8080/v1", "tiny", {name: "0"})
