"""The client against a scripted model on 127.0.0.1: every way in which an answer can fail, and what it costs."""

from __future__ import annotations

import asyncio
import json
import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

pytest.importorskip("openai", reason="the extra argcheck-lint[llm] is not installed")
pytest.importorskip("diskcache", reason="the extra argcheck-lint[llm] is not installed")

from patience import patience
from scripted import Say, model

from argcheck.llm.answer_cache import AnswerCache
from argcheck.llm.budget import (
    Budget,
    BudgetExhaustedError,
    Price,
    UnknownPriceError,
    known_price,
    most_tokens,
)
from argcheck.llm.client import Client, NoAnswerError
from argcheck.llm.endpoint import Endpoint
from argcheck.llm.model import Message, Question, Usage

pytestmark = pytest.mark.slow

KEY = "sk-canary-0123456789"
SCHEMA = {
    "type": "object",
    "properties": {"verdict": {"type": "string", "enum": ["supported", "refuted"]}},
    "required": ["verdict"],
    "additionalProperties": False,
}
GOOD = {"verdict": "supported"}


def question(text="Is it so?", **more):
    return Question("test", "1", (Message("system", "Judge."), Message("user", text)), SCHEMA, **more)


@pytest.fixture
def cache(tmp_path):
    made = AnswerCache(tmp_path / "answers")
    yield made
    made.close()


def asked(script, cache, *questions, budget=None, **place):
    """Ask in one run; give (answers or errors, client, model)."""
    with model(script) as scripted:
        return (*asked_at(scripted.url, cache, *questions, budget=budget, **place), scripted)


def asked_at(url, cache, *questions, budget=None, **place):
    """The same of a model that is there."""

    async def run():
        client = Client(
            Endpoint(url, "tiny", KEY, **{"retries": 2, "timeout": 5, **place}), cache, budget or Budget()
        )
        found = await asyncio.gather(*(client.ask(one) for one in questions), return_exceptions=True)
        await client.close()
        return found, client

    return asyncio.run(run())


def test_an_answer_and_what_it_cost(cache):
    budget = Budget(price=Price(1.0, 10.0))
    (answer,), client, scripted = asked(lambda *_: GOOD, cache, question(), budget=budget)
    assert answer.value == GOOD
    assert answer.usage == Usage(1, 100, 10, pytest.approx(0.0002))
    assert client.budget.spent == answer.usage
    (request,) = scripted.requests
    assert request["response_format"]["json_schema"]["schema"] == SCHEMA
    assert request["messages"][1] == {"role": "user", "content": "Is it so?"}
    assert (request["model"], request["temperature"], request["seed"]) == ("tiny", 0.0, 0)
    assert scripted.headers[0]["authorization"] == f"Bearer {KEY}"


def test_the_second_run_asks_nothing(cache):
    asked(lambda *_: GOOD, cache, question())
    (answer,), client, scripted = asked(lambda *_: GOOD, cache, question())
    assert answer.value == GOOD
    assert answer.remembered
    assert answer.usage == Usage()
    assert scripted.requests == []
    assert client.counts == {"remembered": 1}


def test_the_same_question_at_once_is_asked_once(cache):
    found, _, scripted = asked(lambda *_: GOOD, cache, *[question()] * 5)
    assert [one.value for one in found] == [GOOD] * 5
    assert len(scripted.requests) == 1


def test_threads_that_share_a_cache_pay_for_a_question_once(cache, tmp_path):
    """Each has a client of its own; who comes second waits, and finds what the first has paid for."""
    answered = threading.Event()
    questions = [question(f"Is {number} so?") for number in range(6)]

    def ask(url):
        async def run():
            mine = AnswerCache(tmp_path / "answers")
            client = Client(Endpoint(url, "tiny", KEY, timeout=5, concurrency=3), mine, Budget())
            found = await asyncio.gather(*(client.sample(one, 2) for one in questions))
            await client.close()
            mine.close()
            return found, client.counts

        return asyncio.run(run())

    threading.Timer(0.5, answered.set).start()
    with model(lambda *_: Say(GOOD, wait=answered)) as scripted, ThreadPoolExecutor(3) as pool:
        answers = list(pool.map(ask, [scripted.url] * 3))
    assert len(scripted.requests) == 6
    for found, counts in answers:
        assert [[one.value for one in sample] for sample in found] == [[GOOD] * 2] * 6
        assert counts["asked"] + counts["remembered"] == 12
    assert sum(counts["asked"] for _, counts in answers) == 12


def test_who_waits_for_another_asks_when_that_one_fails(cache, tmp_path):
    def script(_request, number):
        return Say("no such luck", status=400) if number == 0 else Say(GOOD)

    def ask(url):
        mine = AnswerCache(tmp_path / "answers")
        found, _ = asked_at(url, mine, question())
        mine.close()
        return found[0]

    with model(script) as scripted, ThreadPoolExecutor(2) as pool:
        found = list(pool.map(ask, [scripted.url] * 2))
    assert len(scripted.requests) == 2
    assert sorted(type(one).__name__ for one in found) == ["ModelAnswer", "NoAnswerError"]


def test_samples_are_questions_of_their_own(cache):
    _, _, scripted = asked(lambda *_: GOOD, cache, *(question(sample=n, temperature=0.7) for n in range(5)))
    assert sorted(one["seed"] for one in scripted.requests) == [0, 1, 2, 3, 4]


def open_question(text="Is it so?"):
    """A question whose answers may differ, and tell their number."""
    number = {"sample": {"type": "integer"}}
    schema = {**SCHEMA, "properties": {**SCHEMA["properties"], **number}}
    return question(text, temperature=0.7)._replace(schema=schema)


def numbered(request, _):
    """A script that answers each sample with its number."""
    return {"verdict": "supported", "sample": request["seed"]}


class TestSamples:
    """Several answers to one question: in one call where the endpoint can, each under a number of its own."""

    def sampled(self, cache, script=numbered, *, several="given", budget=None, of=(5,)):
        async def run(url):
            client = Client(Endpoint(url, "tiny", KEY, retries=0, timeout=5), cache, budget or Budget())
            one = open_question()
            found = await asyncio.gather(*(client.sample(one, count) for count in of), return_exceptions=True)
            await client.close()
            return found, client

        with model(script, several) as scripted:
            found, client = asyncio.run(run(scripted.url))
        return found, client, scripted.requests

    def test_one_call_bills_the_question_once(self, cache):
        (found,), client, (request,) = self.sampled(cache)
        assert [one.value["sample"] for one in found] == [0, 1, 2, 3, 4]
        assert request["n"] == 5
        assert "seed" not in request
        assert client.budget.spent == Usage(1, 100, 50)
        assert sum(one.usage.tokens for one in found) == 150
        assert client.counts == {"asked": 5}

    @pytest.mark.parametrize("several", ["ignored", "refused"])
    def test_an_endpoint_that_gives_one_answer_a_call_is_asked_for_the_rest(self, cache, several):
        (found,), client, requests = self.sampled(cache, several=several)
        assert [one.value["sample"] for one in found] == [0, 1, 2, 3, 4]
        assert client.budget.spent == Usage(len(requests), 500, 50)  # one that is refused counts as a call
        assert [one["n"] for one in requests if "n" in one] == [5]
        alone = [one["seed"] for one in requests if "n" not in one]
        assert sorted(alone) == ([1, 2, 3, 4] if several == "ignored" else [0, 1, 2, 3, 4])

    @pytest.mark.parametrize("several", ["ignored", "refused"])
    def test_an_endpoint_that_gives_one_answer_a_call_is_asked_for_several_once(self, cache, several):
        with model(numbered, several) as scripted:

            async def run():
                client = Client(Endpoint(scripted.url, "tiny", retries=0), cache, Budget())
                for text in ("one", "two"):
                    await client.sample(open_question(text), 5)
                await client.close()

            asyncio.run(run())
        assert [number for number, one in enumerate(scripted.requests) if "n" in one] == [0]

    def test_a_question_that_is_refused_for_another_reason_says_nothing_of_the_endpoint(self, cache):
        def script(request, number):
            bad = request["messages"][-1]["content"] == "too long"
            return Say("the context is too long", status=400) if bad else numbered(request, number)

        with model(script) as scripted:

            async def run():
                client = Client(Endpoint(scripted.url, "tiny", retries=0), cache, Budget())
                made = (open_question(text) for text in ("too long", "short"))
                found = [await client.sample(one, 5) for one in made]
                await client.close()
                return found

            long, short = asyncio.run(run())
        assert {one.kind for one in long} == {"unanswered"}
        assert [one.value["sample"] for one in short] == [0, 1, 2, 3, 4]
        assert scripted.requests[-1]["n"] == 5

    def test_what_is_remembered_is_not_asked_again(self, cache):
        self.sampled(cache, of=(2,))
        (found,), client, (request,) = self.sampled(cache)
        assert request["n"] == 3
        assert client.counts == {"remembered": 2, "asked": 3}
        assert len(found) == 5
        (found,), _, requests = self.sampled(cache)
        assert requests == []
        assert [one.remembered for one in found] == [True] * 5

    def test_two_who_ask_at_once_share_the_answers(self, cache):
        (five, three, two), client, requests = self.sampled(cache, of=(5, 3, 2))
        assert [one["n"] for one in requests] == [5]
        assert [len(five), len(three), len(two)] == [5, 3, 2]
        assert client.counts["asked"] == 5

    def test_each_answer_fails_by_itself(self, cache):
        answers = {
            0: Say("", refusal="I cannot help"),
            1: Say('{"verdict": "supp', finish="length"),
            2: Say("no idea"),
            3: Say({"verdict": "supported"}),
            4: Say("{'verdict': 'supported',"),
        }

        def script(request, _):
            again = len(request["messages"]) > 2
            return Say("still none") if again else answers[request["seed"]]

        (found,), _, requests = self.sampled(cache, script)
        kinds = [getattr(one, "kind", "") or one.repaired for one in found]
        assert kinds == ["refused", "cut", "malformed", False, True]
        assert [one.get("seed") for one in requests] == [None, 2]  # all at once, and what could not be mended
        (found,), _, requests = self.sampled(cache)
        assert requests == []
        assert [getattr(one, "kind", "") for one in found] == ["refused", "cut", "malformed", "", ""]

    def test_where_all_answers_are_needed_one_that_cannot_be_used_is_asked_for_again(self, cache):
        """The others stay, and are not paid for twice."""

        def every(script):
            async def run(url):
                client = Client(Endpoint(url, "tiny", KEY, retries=0, timeout=5), cache, Budget())
                answers = await asyncio.gather(client.every(open_question(), 3), return_exceptions=True)
                await client.close()
                return answers[0], client.left_unanswered

            with model(script) as scripted:
                return *asyncio.run(run(scripted.url)), scripted.requests

        def cut(request, number):
            return Say("", finish="length") if request["seed"] == 1 else numbered(request, number)

        error, left, _ = every(cut)
        assert (error.kind, left) == ("cut", True)
        answers, left, requests = every(numbered)
        assert [answer.value["sample"] for answer in answers] == [0, 1, 2]
        assert ([request["seed"] for request in requests], left) == ([1], False)

    def test_more_answers_than_were_asked_for_are_left(self, cache):
        body = Say(GOOD).body("tiny", [Say(GOOD)] * 7)
        (found,), _, requests = self.sampled(cache, lambda *_: Say(raw=body))
        assert len(found) == 5
        assert len(requests) == 1

    def test_no_answer_at_all_is_paid_for_and_the_rest_asked_for(self, cache):
        def script(request, _):
            return Say(raw=b'{"choices": []}') if "n" in request else GOOD

        (found,), client, _ = self.sampled(cache, script)
        assert [one.value for one in found] == [GOOD] * 5  # the first of them when asked again
        assert client.budget.spent.calls == 6

    def test_the_most_that_one_call_can_cost_is_set_aside_for_all_answers(self, cache):
        one = open_question()
        tokens_in, tokens_out = most_tokens(one, 5)
        assert (tokens_in, tokens_out) == (most_tokens(one)[0], 5 * one.max_tokens)
        (error,), _, requests = self.sampled(cache, budget=Budget(tokens=tokens_in + tokens_out - 1))
        assert isinstance(error, BudgetExhaustedError)
        assert requests == []
        (found,), _, requests = self.sampled(cache, budget=Budget(tokens=tokens_in + tokens_out, calls=1))
        assert len(found) == 5
        assert len(requests) == 1

    def test_a_budget_that_ends_between_the_answers_keeps_those_that_came(self, cache):
        (error,), client, _ = self.sampled(cache, several="ignored", budget=Budget(calls=3))
        assert isinstance(error, BudgetExhaustedError)
        assert client.budget.spent.calls == 3
        (found,), client, _ = self.sampled(cache, several="ignored")
        assert len(found) == 5
        assert client.counts == {"remembered": 3, "asked": 2}

    def test_an_outage_fails_all_and_costs_a_call(self, cache):
        (found,), client, requests = self.sampled(cache, lambda *_: Say("down", status=500))
        assert {one.kind for one in found} == {"unanswered"}
        assert len(requests) == 1
        assert client.budget.spent == Usage(1)

    def test_a_lost_answer_is_booked_for_all(self, cache):
        (found,), client, _ = self.sampled(cache, lambda *_: Say(GOOD, cut=20))
        assert {one.kind for one in found} == {"unanswered"}
        assert client.budget.spent.tokens_out == 5 * question().max_tokens

    def test_cancelled_all_are_remembered(self, cache):
        came, gate = threading.Event(), threading.Event()

        def script(request, number):
            came.set()
            gate.wait(10)
            return numbered(request, number)

        async def run(url):
            client = Client(Endpoint(url, "tiny", retries=0), cache, Budget())
            one = open_question()
            task = asyncio.ensure_future(client.sample(one, 5))
            assert await asyncio.to_thread(came.wait, 10)
            task.cancel()
            threading.Timer(0.2, gate.set).start()
            await client.close()

        with model(script) as scripted:
            asyncio.run(run(scripted.url))
        (found,), _, requests = self.sampled(cache)
        assert requests == []
        assert len(found) == 5


@pytest.mark.parametrize(
    "change",
    [
        {"messages": (Message("user", "Is it so?"),)},
        {"version": "2"},
        {"schema": {**SCHEMA, "required": []}},
        {"temperature": 0.1},
        {"top_p": 0.5},
        {"max_tokens": 7},
        {"sample": 1},
        {"purpose": "other"},
    ],
)
def test_the_key_tells_all_that_the_model_saw(change):
    assert question().key("tiny") != question()._replace(**change).key("tiny")
    assert question().key("tiny") != question().key("large")
    assert question().key("tiny") == question().key("tiny")


class TestMalformed:
    def test_fences_and_prose_are_stripped(self, cache):
        (answer,), _, scripted = asked(
            lambda *_: f"Sure!\n```json\n{json.dumps(GOOD)}\n```\nDone.", cache, question()
        )
        assert answer.value == GOOD
        assert len(scripted.requests) == 1

    def test_asked_again_with_the_error(self, cache):
        (answer,), client, scripted = asked(
            lambda _, number: '{"verdict": "maybe"}' if number == 0 else GOOD, cache, question()
        )
        assert answer.value == GOOD
        assert client.budget.spent.calls == 2
        again = scripted.requests[1]["messages"]
        assert again[2] == {"role": "assistant", "content": '{"verdict": "maybe"}'}
        assert "answer.verdict is 'maybe', not one of supported, refuted" in again[3]["content"]

    def test_mended_at_last(self, cache):
        (answer,), client, _ = asked(lambda *_: "{'verdict': 'supported',", cache, question())
        assert answer.value == GOOD
        assert answer.repaired
        assert client.counts["repaired"] == 1

    @pytest.mark.parametrize(
        ("said", "count"),
        [
            ('{"verdict": "Supported", "count": 1, "share": 0.5, "sure": true, "why": []}', 1),
            ('{"verdict": "supported", "count": "2", "share": "0.5", "sure": "true", "why": []}', 2),
            ('{"verdict": "supported", "count": 3.0, "share": 0.5, "sure": true, "why": []}', 3),
            ('{"answer": {"verdict": "supported", "count": 4, "share": 0.5, "sure": true, "why": []}}', 4),
            ('{"verdict": "supported", "count": 5, "share": 0.5, "sure": true, "why": ["a\nb"]}', 5),
        ],
    )
    def test_what_says_the_same_is_taken_as_it_was_asked_for(self, cache, said, count):
        kinds = {"count": "integer", "share": "number", "sure": "boolean"}
        texts = {"type": "array", "items": {"type": "string"}}
        more = {
            **SCHEMA["properties"],
            **{name: {"type": kind} for name, kind in kinds.items()},
            "why": texts,
        }
        asks = question()._replace(schema={**SCHEMA, "properties": more, "required": list(more)})
        (answer,), _, scripted = asked(lambda *_: said, cache, asks)
        assert len(scripted.requests) == 1
        why = ["a\nb"] if count == 5 else []
        assert answer.value == {
            "verdict": "supported",
            "count": count,
            "share": 0.5,
            "sure": True,
            "why": why,
        }

    @pytest.mark.parametrize(
        ("said", "is_whole"),
        [
            ('{"verdict": "supported", "orders": [2, 5', False),
            ('{"verdict": "supported", "orders": [2, 5]', True),
            ('{"verdict": "supported", "orders": [2, 5}', True),
            ('{"verdict": "supported", "orders": [{"n": 2}, {"n": 5}', False),
            ('{"orders": [], "verdict": "supported", "claim": "Fences stop dunes', False),
            ('{"orders": [], "verdict": "supported", "claim": "5\\" of [sand', False),
            ('{"orders": [], "verdict": "supported", "claim": "5\\" of [sand\\\\"', True),
            ('{"orders": [], "verdict": "supported", "claim": "so", "reason": "since fen', True),
            ('{"orders": [], "reason": "so", "verdict": "supported", "claim": "a "5" b",}', True),
            ("```json\n{'orders': [], 'verdict': 'supported', 'claim': 'so'", True),
            ("{'orders': [], 'verdict': 'supported', 'claim': 'Fences stop dunes", False),
            ("{orders: [], verdict: supported, claim: Fences stop dunes", False),
            ("{orders: [], verdict: supported, claim: Fences stop dunes}", True),
            ('{"orders": [], "verdict": "supported", "claim": “Fences stop', False),
            ('{"orders": [], "verdict": "supported", "claim": "he said "no', False),
            ('{"orders": [], "verdict": "supported", "claim": "sand of {A}', False),
            ('{"orders": [], "verdict": "supported", "claim": "sand}', True),
            ('{"orders": [], "verdict": "supported", "share": 1', False),
            ('{"orders": [], "verdict": "supported", "sure": false,', True),
            ("{'orders': [], 'verdict': 'supported', 'claim': 'from [0, 1) } on'}", True),
            ('{"orders": [], "verdict": "supported",}\nI hope this helps. See [1, 2', True),
            ('{"orders": [], "verdict": "supported",}\nNote: the "claim', True),
            ('{"orders": [], "verdict": "supported",}\nSources:', True),
            ('{"verdict": "supported", "orders": [],}\n{"verdict": "supported", "orders": [1, 2', False),
        ],
    )
    @pytest.mark.parametrize("finish", ["stop", "length"])
    def test_an_answer_without_its_end_is_whole_only_where_nothing_depends_on_that(
        self, cache, said, is_whole, finish
    ):
        """A list without its last items, or a sentence without what limits it, says something else."""
        kinds = {
            "orders": "array",
            "claim": "string",
            "reason": "string",
            "share": "integer",
            "sure": "boolean",
        }
        more = {**SCHEMA["properties"], **{name: {"type": kind} for name, kind in kinds.items()}}
        asks = question()._replace(schema={**SCHEMA, "properties": more})
        (answer,), _, _ = asked(lambda *_: Say(said, finish=finish), cache, asks)
        kind = "" if is_whole else "cut" if finish == "length" else "malformed"
        assert getattr(answer, "kind", "") == kind

    @pytest.mark.parametrize(
        "said", ["1e999", '"one"', '"1.5"', "true", '"true"', "[1]", "null", '"' + "9" * 5000 + '"']
    )
    def test_what_is_no_number_is_none(self, cache, said):
        asks = question()._replace(
            schema={"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
        )
        (error,), _, _ = asked(lambda *_: f'{{"n": {said}}}', cache, asks)
        assert isinstance(error, NoAnswerError)

    def test_dropped_and_counted(self, cache):
        (error,), client, scripted = asked(lambda *_: "I would rather not say.", cache, question())
        assert isinstance(error, NoAnswerError)
        assert error.kind == "malformed"
        assert client.counts["malformed"] == 1
        assert len(scripted.requests) == 2

    def test_what_nobody_understood_is_asked_again_in_the_next_run_and_not_in_this_one(self, cache):
        """Who mends his server gets an answer; a run in which two parts ask the same pays once."""

        async def run(url):
            client = Client(Endpoint(url, "tiny", KEY), cache, Budget())
            errors = [(await client.sample(question(), 1))[0] for _ in range(2)]
            await client.close()
            return errors

        with model(lambda *_: "no") as scripted:
            errors = asyncio.run(run(scripted.url))
        assert [error.kind for error in errors] == ["malformed"] * 2
        assert len(scripted.requests) == 2
        (answer,), _, scripted = asked(lambda *_: GOOD, cache, question())
        assert answer.value == GOOD
        assert len(scripted.requests) == 1
        (answer,), _, scripted = asked(lambda *_: "no", cache, question())
        assert answer.value == GOOD
        assert scripted.requests == []

    @pytest.mark.parametrize("more", [{"tool": "rm"}, {"final_verdict": "refuted"}, {"negated": True}])
    def test_what_nothing_asked_for_is_malformed(self, cache, more):
        """A key that nobody asked for may take back what the others say, and who reads these alone misreads the answer.

        Endpoints that hold a model to the schema never give one; of the others the model is told, and leaves it out.
        """
        (error,), _, _ = asked(lambda *_: {**GOOD, **more}, cache, question())
        assert isinstance(error, NoAnswerError)
        assert "which nothing asked for" in str(error)
        (answer,), _, scripted = asked(
            lambda request, _: GOOD if len(request["messages"]) > 2 else {**GOOD, **more}, cache, question()
        )
        assert answer.value == GOOD
        assert "which nothing asked for" in scripted.requests[1]["messages"][-1]["content"]

    @pytest.mark.parametrize("streamed", [False, True])
    def test_a_mark_of_the_byte_order_changes_nothing(self, cache, streamed):
        """Servers that write a body as a file put one there, and the standard of streams has it left out: nothing is misread."""
        body = Say(GOOD).body("tiny")
        if streamed:
            delta = {"choices": [{"delta": {"content": json.dumps(GOOD)}, "finish_reason": "stop"}]}
            body = b"data: " + json.dumps(delta).encode() + b"\n\ndata: [DONE]\n\n"
        (answer,), _, _ = asked(lambda *_: Say(raw=b"\xef\xbb\xbf" + body), cache, question())
        assert answer.value == GOOD

    @pytest.mark.parametrize("opened", ['"a":{', "{", "[", '{"a":[', "{'a':(", '"a":[{'])
    @pytest.mark.parametrize("times", [500, 3_000])
    def test_deeply_nested(self, cache, opened, times):
        (error,), _, _ = asked(lambda *_: "{" + opened * times, cache, question())
        assert isinstance(error, NoAnswerError)

    def test_deeply_nested_behind_what_closes(self, cache):
        start = time.monotonic()
        (error,), _, _ = asked(lambda *_: "}" * 35_000 + "{" * 35_000, cache, question(max_tokens=4_000))
        assert isinstance(error, NoAnswerError)
        assert time.monotonic() - start < patience(2)


def test_a_refusal_is_not_asked_again(cache):
    (error,), _, scripted = asked(lambda *_: Say("", refusal="I cannot help"), cache, question())
    assert error.kind == "refused"
    assert "I cannot help" in str(error)
    assert len(scripted.requests) == 1


def test_an_answer_cut_by_its_limit_says_so(cache):
    (error,), _, scripted = asked(lambda *_: Say('{"verdict": "supp', finish="length"), cache, question())
    assert error.kind == "cut"
    assert len(scripted.requests) == 1


class TestTrouble:
    def test_429_is_waited_for(self, cache):
        def script(_, number):
            return Say("slow down", status=429, headers={"Retry-After": "0"}) if number < 2 else GOOD

        (answer,), client, scripted = asked(script, cache, question())
        assert answer.value == GOOD
        assert len(scripted.requests) == 3
        assert client.budget.spent == Usage(3, 100, 10)
        assert len(scripted.keys) == 1  # one idempotency key for all three

    @pytest.mark.parametrize("status", [500, 503, 401, 404, 400])
    def test_an_error_is_no_answer_and_not_remembered(self, cache, status):
        (error,), client, scripted = asked(
            lambda *_: Say(f"bad {KEY}", status=status, headers={"Retry-After": "0"}), cache, question()
        )
        assert error.kind == "unanswered"
        assert str(error).endswith(f"did not answer: {status} bad ***")
        assert client.budget.spent == Usage(len(scripted.requests))
        (answer,), _, _ = asked(lambda *_: GOOD, cache, question())
        assert answer.value == GOOD

    def test_a_cut_connection_is_tried_again(self, cache):
        (answer,), _, scripted = asked(
            lambda _, number: Say(GOOD, cut=20) if number == 0 else GOOD, cache, question()
        )
        assert answer.value == GOOD
        assert len(scripted.requests) == 2

    @pytest.mark.parametrize("status", [301, 302, 307, 308])
    def test_the_text_goes_nowhere_but_to_the_address_named(self, cache, status):
        with model(lambda *_: GOOD) as other:
            moved = {"Location": f"{other.url}/chat/completions"}
            (error,), _, _ = asked(lambda *_: Say("moved", status=status, headers=moved), cache, question())
        assert error.kind == "unanswered"
        assert other.requests == []

    @pytest.mark.parametrize(
        "odd",
        [
            {"choices": [{"message": None, "finish_reason": 3}]},
            {"choices": [{"message": {"content": ["a"]}}], "usage": {"prompt_tokens": None}},
            {"choices": [{}], "usage": {"prompt_tokens": -5, "completion_tokens": "many"}},
            {"choices": [None], "model": 5},
        ],
    )
    def test_fields_of_the_wrong_type_are_no_answer(self, cache, odd):
        (error,), client, _ = asked(lambda *_: Say(raw=json.dumps(odd).encode()), cache, question())
        assert isinstance(error, NoAnswerError)
        assert client.budget.spent.tokens_in >= 0

    @pytest.mark.parametrize("body", [b"<html>502</html>", b"\xff", b""])
    def test_a_body_that_is_no_json(self, cache, body):
        (error,), client, _ = asked(lambda *_: Say(raw=body), cache, question())
        assert error.kind == "unanswered"
        assert client.budget.spent.calls == 1

    @pytest.mark.parametrize("choices", [["a"], [{"index": []}], [{"delta": "a"}], 5])
    def test_a_stream_of_the_wrong_types_is_no_answer(self, cache, choices):
        body = b"data: " + json.dumps({"choices": choices}).encode() + b"\n\ndata: [DONE]\n\n"
        (error,), client, _ = asked(lambda *_: Say(raw=body), cache, question())
        assert error.kind == "unanswered"
        assert "is no completion" in str(error)
        assert client.budget.spent.calls == 1

    @pytest.mark.parametrize("body", [b"{}", b'{"choices": []}', b"[]"])
    def test_a_body_that_is_no_completion(self, cache, body):
        (error,), _, _ = asked(lambda *_: Say(raw=body), cache, question())
        assert error.kind == "unanswered"
        (answer,), _, _ = asked(lambda *_: GOOD, cache, question())
        assert answer.value == GOOD

    def test_a_slow_answer_times_out(self, cache):
        never = threading.Event()
        (error,), client, _ = asked(
            lambda *_: Say(GOOD, wait=never), cache, question(), timeout=0.2, retries=0
        )
        never.set()
        assert error.kind == "unanswered"
        spent = client.budget.spent  # the model may have answered, and what it took is not known
        assert (spent.calls, spent.tokens_in, spent.tokens_out) == (1, *most_tokens(question()))

    def test_a_cut_connection_may_have_to_be_paid_for(self, cache):
        (error,), client, _ = asked(lambda *_: Say(GOOD, cut=20), cache, question(), retries=0)
        assert error.kind == "unanswered"
        assert client.budget.spent.calls == 1

    def test_nobody_there(self, cache):
        budget = Budget(calls=1)

        async def run():
            client = Client(Endpoint("http://127.0.0.1:9/v1", "tiny", retries=0), cache, budget)
            return await client.ask(question())

        with pytest.raises(NoAnswerError, match=r"127\.0\.0\.1:9 did not answer"):
            asyncio.run(run())
        assert budget.spent == Usage()

    def test_a_server_without_structured_output(self, cache):
        def script(request, _):
            return Say("unknown field response_format", status=400) if "response_format" in request else GOOD

        found, _, scripted = asked(script, cache, question(), question("And this?"), concurrency=1)
        assert [one.value for one in found] == [GOOD, GOOD]
        assert len(scripted.requests) == 3  # it is told once


class TestBudget:
    def test_calls(self, cache):
        found, client, scripted = asked(
            lambda *_: GOOD, cache, *(question(str(n)) for n in range(5)), budget=Budget(calls=3)
        )
        assert sum(isinstance(one, BudgetExhaustedError) for one in found) == 2
        assert len(scripted.requests) == 3
        assert client.budget.spent.calls == 3

    def test_one_token_too_few_asks_nothing(self, cache):
        most = sum(most_tokens(question()))
        found, _, scripted = asked(lambda *_: GOOD, cache, question(), budget=Budget(tokens=most - 1))
        assert isinstance(found[0], BudgetExhaustedError)
        assert scripted.requests == []
        found, _, _ = asked(lambda *_: GOOD, cache, question(), budget=Budget(tokens=most))
        assert found[0].value == GOOD

    def test_money_is_set_aside_before_the_call(self, cache):
        price = Price(1000.0, 1000.0)
        found, client, scripted = asked(
            lambda *_: GOOD,
            cache,
            *(question(str(n), max_tokens=100) for n in range(9)),
            budget=Budget(money=0.5, price=price),
        )
        assert client.budget.spent.money <= 0.5
        assert 0 < len(scripted.requests) < 9
        assert any(isinstance(one, BudgetExhaustedError) for one in found)

    def test_what_does_not_fit_beside_others_waits_for_them(self, cache):
        """What is set aside for eight questions is thrice the limit; what they cost is a tenth of it."""
        questions = [question(str(number)) for number in range(8)]
        limit = 3 * sum(most_tokens(questions[0]))
        found, client, scripted = asked(
            lambda *_: Say(GOOD, usage=(20, 5)), cache, *questions, budget=Budget(tokens=limit), concurrency=8
        )
        assert [answer.value for answer in found] == [GOOD] * 8
        assert scripted.most <= 3
        assert client.budget.spent.tokens == 200

    @pytest.mark.parametrize("money", [None, Price(0.1, 0.3)])
    @pytest.mark.parametrize("seed", range(60))
    def test_any_sizes_beside_each_other(self, seed, money):
        """Whatever ends when: no limit is passed, all that is given up could pass it, and one after the other is as a plain sum."""
        chance = random.Random(seed)
        sizes = [chance.randint(1, 900) for _ in range(chance.randint(1, 40))]
        shares = [chance.random() for _ in sizes]
        together = chance.choice([1, 1, 2, 3, 8, 40])
        questions = [question(max_tokens=size) for size in sizes]
        limit = chance.randint(100, 9_000)
        dollars = money and money.of(limit, limit)
        budget = Budget(tokens=limit, calls=chance.choice([None, 5, 30]), money=dollars, price=money)
        fails = [chance.random() < 0.2 for _ in sizes]

        def fits(spent, most):
            after = spent.plus(Usage(1, *most, money.of(*most) if money else 0.0))
            amounts = (after.calls, after.tokens, after.money)
            return all(
                top is None or amount <= top for top, amount in zip(budget.limits, amounts, strict=True)
            )

        def cost(number, most):
            return tuple(int(share * shares[number]) for share in most)

        async def run():
            places, asked, left = asyncio.Semaphore(together), [], []

            async def one_call(number):
                async with places:
                    try:
                        reserved = await budget.reserve(questions[number])
                    except BudgetExhaustedError:
                        left.append(number)
                        return
                    for _ in range(chance.randint(0, 5)):
                        await asyncio.sleep(0)
                    if fails[number]:
                        budget.release(reserved)
                    else:
                        asked.append(number)
                        budget.settle(reserved, *cost(number, most_tokens(questions[number])))
                        assert fits(budget.spent, (0, 0)) or budget.spent.calls == budget.limits[0]

            await asyncio.wait_for(asyncio.gather(*map(one_call, range(len(sizes)))), 10)
            return asked, left

        asked, left = asyncio.run(run())
        assert not any(fits(budget.spent, most_tokens(questions[number])) for number in left)
        if together == 1:
            spent, plain = Usage(), []
            for number, item in enumerate(questions):
                most = most_tokens(item)
                if fits(spent, most) and not fails[number]:
                    real = cost(number, most)
                    spent = spent.plus(Usage(1, *real, money.of(*real) if money else 0.0))
                    plain.append(number)
            assert asked == plain

    def test_who_no_longer_waits_holds_up_nobody(self):
        async def run():
            budget = Budget(tokens=sum(most_tokens(question())) + 10)
            first = await budget.reserve(question())
            waiting = [asyncio.ensure_future(budget.reserve(question())) for _ in range(2)]
            await asyncio.sleep(0)
            waiting[0].cancel()
            budget.settle(first, 5, 5)
            return await asyncio.wait_for(waiting[1], 5)

        assert asyncio.run(run()).calls == 1

    def test_what_is_remembered_costs_nothing(self, cache):
        asked(lambda *_: GOOD, cache, question())
        (answer,), _, _ = asked(lambda *_: GOOD, cache, question(), budget=Budget(calls=0))
        assert answer.value == GOOD

    def test_money_without_a_price(self):
        with pytest.raises(UnknownPriceError, match="--price IN,OUT"):
            Budget(money=1.0)

    def test_a_server_that_counts_nothing_is_booked_at_the_most(self, cache):
        _, client, _ = asked(lambda *_: Say(GOOD, usage=None), cache, question())
        assert client.budget.spent.tokens_out == question().max_tokens

    def test_prices_of_known_models(self):
        pytest.importorskip("genai_prices", reason="the extra argcheck-lint[llm] is not installed")
        price = known_price("gpt-4o-mini", "https://api.openai.com/v1")
        assert price is not None
        assert 0 < price.tokens_in < price.tokens_out
        assert known_price("no-such-model-at-all", "https://example.org/v1") is None


def test_bounded_concurrency(cache):
    gate = threading.Event()

    def script(_, number):
        if number == 2:  # a fourth has time to come before the third is answered
            threading.Timer(0.3, gate.set).start()
        return Say(GOOD, wait=gate)

    found, _, scripted = asked(script, cache, *(question(str(n)) for n in range(12)), concurrency=3)
    assert len(found) == 12
    assert scripted.most == 3


def test_cancellation_keeps_what_was_paid_for(cache):
    """One answer arrives, one is on its way when the run is cancelled: the first is remembered."""
    came, hold = threading.Event(), threading.Event()

    def script(_, number):
        if number == 0:
            return GOOD
        came.set()
        return Say(GOOD, wait=hold)

    async def run(url):
        client = Client(Endpoint(url, "tiny", retries=0), cache, Budget())
        await client.ask(question("first"))
        task = asyncio.ensure_future(client.ask(question("second")))
        assert await asyncio.to_thread(came.wait, 10)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        hold.set()
        await client.close()

    with model(script) as scripted:
        asyncio.run(run(scripted.url))
    (answer,), _, scripted = asked(lambda *_: GOOD, cache, question("first"))
    assert answer.remembered
    assert scripted.requests == []


def test_closing_waits_for_an_answer_that_is_on_its_way(cache):
    """The asker is gone, but the answer is paid for: it is remembered."""
    came, gate = threading.Event(), threading.Event()

    def script(*_):
        came.set()
        return Say(GOOD, wait=gate)

    async def run(url):
        client = Client(Endpoint(url, "tiny", retries=0), cache, Budget())
        task = asyncio.ensure_future(client.ask(question()))
        assert await asyncio.to_thread(came.wait, 10)
        task.cancel()
        threading.Timer(0.2, gate.set).start()
        await client.close()

    with model(script) as scripted:
        asyncio.run(run(scripted.url))
    (answer,), _, scripted = asked(lambda *_: GOOD, cache, question())
    assert answer.remembered
    assert scripted.requests == []


def test_replay_asks_nothing_and_says_so(cache):
    asked(lambda *_: GOOD, cache, question())
    client = Client(None, cache, model="tiny")
    assert asyncio.run(client.ask(question())).value == GOOD
    with pytest.raises(NoAnswerError) as error:
        asyncio.run(Client(None, cache, model="tiny").ask(question("other")))
    assert error.value.kind == "not-asked"


def test_the_key_is_nowhere_on_disk(cache, tmp_path):
    asked(lambda *_: Say({"verdict": "supported"}), cache, question())
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert files
    assert not any(KEY.encode() in path.read_bytes() for path in files)
    assert KEY not in repr(Endpoint("https://example.org/v1", "tiny", KEY))
