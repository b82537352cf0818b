"""The parts of which a benchmark of miscitations is built: sources, questions, checks of pairs, agreement, and what gives an item away."""

from __future__ import annotations

import json
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

if not (find_spec("openai") and find_spec("bm25s")):  # to import them takes a second
    pytest.skip("the extra argcheck-lint[llm,sources] is not installed", allow_module_level=True)

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks" / "miscitation"))

import item_checks
import knowledge_blank
import labelling
import leakage
import pairs as data
import run as measuring
from construction import Item
from local_sources import Source, local_sources
from made_sources import DEEP, SURFACE, Made
from selection import over_balance

from argcheck.errors import UsageError
from argcheck.llm.endpoint import BASE_URL, MODEL


@pytest.mark.parametrize(
    ("said", "answer", "right"),
    [
        ("0.95", "0.9599", True),
        ("0.95", "0.9601", False),  # less than a hundredth, for what is below one
        ("1,060", "1070", True),
        ("1060", "1071", False),
        ("some 12 %", "12", True),
        ("−3", "-3", True),
        ("12 of 40", "12", None),  # which one is meant
        ("twelve", "12", None),
        ("12", "a dozen", None),
    ],
)
def test_numbers_are_graded_within_a_hundredth(said, answer, right):
    assert knowledge_blank.same_number(said, answer) is right


SOURCE = Source(
    "karo",
    "Salt in soup",
    "A. Karo",
    2020,
    "",
    (
        *(f"Paragraph {n} has nothing that is looked for in it." for n in range(5)),
        "The pots that were salted late held 42 grams in the cellar group, and nothing else changed.",
    ),
)
PROBE = knowledge_blank.Probe(
    "How many grams did late pots hold?",
    "42",
    "The pots that were salted late held 42 grams in the cellar group",
)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({}, ""),
        ({"answer": ""}, "has 0 words"),
        ({"answer": "yes"}, "guessed"),
        ({"answer": "43"}, "does not hold"),
        ({"question": "Did they hold 42 grams?"}, "in the record or in the question"),
        ({"answer": "salted", "question": "Which pots? salt"}, ""),
        ({"passage": "held 42 grams"}, "one paragraph"),
        ({"passage": "The pots that were salted late held 42 grams in the attic"}, "one paragraph"),
    ],
)
def test_what_a_question_must_be_to_show_anything(change, why):
    fault = knowledge_blank.probe_fault(PROBE._replace(**change), SOURCE, [])
    assert why in fault
    assert bool(why) == bool(fault)


CITING = "Pots that were salted late held 42 grams in the cellar [karo]."
GOOD = {
    "subtype": "contradicted",
    "difficulty": SURFACE,
    "miscitation": "Pots that were salted late held 24 grams in the cellar [karo].",
    "correct": CITING,
    "passage": "The pots that were salted late held 42 grams in the cellar group",
    "explanation": "They held 42 grams.",
}
CHANGES = {
    "class": {"subtype": "overgeneralised"},
    "difficulty": {"difficulty": DEEP},
    "explanation": {"explanation": "Wrong."},
    "length": {"correct": "Pots held 42 grams [karo]."},
    "citation": {"correct": CITING.replace("karo", "other")},
    "no claim": {"correct": "See [karo] for pots that were salted late in the cellar of houses."},
    "label words": {"miscitation": "Pots that were wrongly salted late held 24 grams in the cellar [karo]."},
    "twins": {"miscitation": CITING},
    "uneven": {
        "miscitation": "Pots that were salted late held 42 grams in the cellar, the attic, the barn, the yard and the shed [karo]."
    },
    "passage": {"passage": "The pots that were salted early held 42 grams in the cellar group"},
    "copied": {"correct": f"{GOOD['passage']} [karo]."},
}


def test_a_good_pair_has_no_faults():
    assert item_checks.faults(GOOD, "content", SURFACE, SOURCE) == []


@pytest.mark.parametrize("why", CHANGES)
def test_each_fault_of_form_is_seen(why):
    faults = item_checks.faults({**GOOD, **CHANGES[why]}, "content", SURFACE, SOURCE)
    assert why in {fault.why for fault in faults}, faults


@pytest.mark.parametrize(
    ("passage", "own"),
    [
        ("the “pots” that were salted late held 42 grams", "The 'pots' that were salted late held 42 grams"),
        ("salted late held 42  grams in the cellar - group", "salted late held 42 grams in the cellar—group"),
        ("salted late held 24 grams in the cellar group", "salted late held 24 grams in the cellar group"),
        (
            "Nothing that is looked for in it",
            "Nothing that is looked for in it",
        ),  # stands in several paragraphs
        ("…", "…"),
    ],
)
def test_a_passage_is_given_in_the_words_of_the_source(passage, own):
    last = "The 'pots' that were salted late held 42 grams in the cellar—group, and nothing else changed."
    source = SOURCE._replace(paragraphs=(*SOURCE.paragraphs[:-1], last))
    assert item_checks.in_its_words(passage, source) == own


def test_a_word_that_the_source_says_itself_is_no_label():
    paragraph = "In the cellar group pots were wrongly labelled as late, and nothing else changed."
    source = SOURCE._replace(paragraphs=(*SOURCE.paragraphs, paragraph))
    pair = {name: GOOD[name].replace("salted", "wrongly labelled") for name in ("miscitation", "correct")}
    assert item_checks.faults({**GOOD, **pair}, "content", SURFACE, source) == []
    said = {"kind": "source", "id": "karo", "title": "Salt in soup", "year": 2020, "paragraphs": [paragraph]}
    rows = [{"kind": "pair", "id": "x", "source": "karo", **GOOD, **pair}]
    assert list(leakage.leaks({"test": [said, *rows]})) == []
    assert len(list(leakage.leaks({"test": rows}))) == 2


def test_balance_takes_pairs_from_where_there_are_most():
    def item(source, subtype, difficulty=SURFACE):
        texts = dict.fromkeys(("miscitation", "correct", "passage", "explanation"), "")
        return Item(SOURCE._replace(id=source), subtype, difficulty, **texts, repairs=0, labels={})

    others = ("author-misattribution", "secondary-source", "overgeneralised", "statistics-distorted")
    items = [item("a", "contradicted") for _ in range(4)] + [
        item("b", "contradicted"),
        item("a", "not-stated", DEEP),
    ]
    items += [item(source, subtype) for source in "abc" for subtype in others]
    over, why = over_balance(items, 3)
    assert (len(over), why) == (3, "")
    assert {items[place][:3] for place in over} == {items[0][:3]}
    assert over_balance(items, 4) == (set(), "class attribution has 3 pairs, and at least 4 are needed")
    assert over_balance([], 1) == (set(), "class attribution has 0 pairs, and at least 1 are needed")


def test_kappa_is_of_the_classes_and_fallbacks_are_counted():
    def labelled(first, second):
        return labelling.Labelled(labelling.Label(first, ""), labelling.Label(second, ""))

    pairs = [
        ("scope", "scope"),
        ("scope", "content"),
        ("content", "content"),
        ("none", "none"),
        ("other", "scope"),
    ]
    result = labelling.agreement([labelled(*pair) for pair in pairs])
    assert result["kappa"] == 0.4  # 2 of 3 alike, (2/3 * 1/3 + 1/3 * 2/3) by chance
    assert result["kappa_with_none"] == round((3 / 4 - 5 / 16) / (1 - 5 / 16), 4)
    assert result["fallback"] == {"other": 0.1, "uncertain": 0.0}
    assert result["agreed"] == 3


def row(name, wrong, right, source="a", passage="nothing of it at all"):
    return {
        "kind": "pair",
        "id": name,
        "source": source,
        "miscitation": wrong,
        "correct": right,
        "passage": passage,
    }


def test_a_source_in_two_parts_leaks():
    one = {"kind": "source", "id": "a", "title": "On Salt", "year": 2020, "paragraphs": []}
    other = {"kind": "source", "id": "b", "title": "On salt.", "year": 2020, "paragraphs": []}
    assert list(leakage.leaks({"tuning": [one], "test": [other]})) == ["source b stands in tuning and test"]
    assert list(leakage.leaks({"tuning": [one], "test": [{**other, "year": 2021}]})) == []


def test_a_sentence_that_is_nearly_in_another_item_leaks():
    first = row(
        "x", "Late salt made pots crack in all cellars [a].", "Late salt made no pots crack in cellars [a]."
    )
    second = row("y", "Early pepper is dear [b].", "Late salt made pots crack in all of the cellars [b].")
    assert list(leakage.leaks({"tuning": [first], "test": [second]})) == [
        "y has nearly a sentence of x (tuning and test)"
    ]


def test_words_of_labels_leak():
    rows = [row("x", "It is overgeneralised that salt helps [a].", "Salt helps [a].")]
    assert list(leakage.leaks({"test": rows})) == ["x: miscitation has a word of labels, 'overgeneralised'"]


def test_length_gives_away_what_is_always_shorter():
    long = [row(str(n), f"S{n} t{n} helps [a].", f"S{n} t{n} helps q{n} often [a].") for n in range(12)]
    [length, word] = leakage.give_aways(long)
    assert (length.feature, length.pairs, length.share) == ("length", 12, 0.0)
    assert word.feature == "the word 'often'"
    even = [
        row(str(n), *(texts if n % 2 else texts[::-1]))
        for n, texts in enumerate((item["miscitation"], item["correct"]) for item in long)
    ]
    assert leakage.give_aways(even) == []
    assert leakage.give_aways(long[:4]) == []  # of so few nothing can be said


def test_the_pairs_that_are_shipped_give_nothing_away(capsys):
    assert leakage.main([str(data.FILE)]) == 0
    printed = capsys.readouterr().out
    assert f"```text\n{printed}```" in (data.FILE.parents[1] / "README.md").read_text("utf-8")


def test_a_folder_of_a_paper_gives_sources_with_what_it_says_of_them(tmp_path):
    made = Made(2)
    paper = tmp_path / "paper"
    (paper / "sources").mkdir(parents=True)
    for number, name in enumerate(("made0", "made1")):
        text = data.text_of(made.sources[number])
        (paper / "sources" / f"{name}.md").write_text(text, "utf-8")
    (paper / "sources" / "copy.md").write_text(data.text_of(made.sources[0]), "utf-8")
    (paper / "sources" / "orphan.md").write_text(data.text_of(made.sources[0]), "utf-8")
    (paper / "sources" / "scan.pdf").write_bytes(b"%PDF-1.4 nothing")
    (paper / "sources" / "short.txt").write_text("Too short to be a source of anything at all.", "utf-8")
    (paper / "sources" / "bare.md").write_text(data.text_of(made.sources[1]), "utf-8")
    keys = ("made0", "made1", "copy", "scan", "short")
    (paper / "refs.bib").write_text(
        "".join(
            f"@article{{{key}, title={{Work of {key}}}, author={{Doe, Jane}}, year=2020, journal={{J}}}}\n"
            for key in keys
        )
        + "@misc{bare, title={Bare}}\n",
        "utf-8",
    )
    (paper / "main.tex").write_text(
        r"\documentclass{article}\begin{document} Salt helps pots \cite{made0}. Pepper does not \cite{made0,made1}. Pepper dulls iron \cite{made1}."
        r"\bibliography{refs}\end{document}",
        "utf-8",
    )
    kept, left = local_sources([paper], 100_000)
    assert [(source.id, source.title, source.authors, source.year, source.field) for source in kept] == [
        ("copy", "Work of copy", "Jane Doe", 2020, "J"),
        ("made1", "Work of made1", "Jane Doe", 2020, "J"),
    ]
    # what cites another source too says nothing of this one alone; what cites a copy is about the same work
    assert [source.sentences for source in kept] == [
        ("Salt helps pots [copy].",),
        ("Pepper dulls iron [made1].",),
    ]
    assert {item.source: item.why for item in left} == {
        "bare": "no record",
        "made0": "same work",
        "orphan": "no entry",
        "scan": "unreadable",
        "short": "too short",
    }


def test_no_source_at_all_is_an_error(tmp_path):
    (tmp_path / "empty").mkdir()
    with pytest.raises(UsageError, match="no text of a source"):
        local_sources([tmp_path / "empty"], 100_000)
    with pytest.raises(UsageError, match="no such folder"):
        local_sources([tmp_path / "none"], 100_000)
    file = tmp_path / "odd.jsonl"
    for text in ('{"kind": "source", "id": 3}', "[]", "no JSON", '{"id": "x"}'):
        file.write_text(text, "utf-8")
        with pytest.raises(UsageError, match="no file of pairs"):
            local_sources([file], 100_000)


@pytest.mark.parametrize("name", ["a]b", "a, b", "two words", "a\nb", ""])
def test_a_source_gets_a_name_that_stands_in_brackets(tmp_path, name):
    row = {**Made(1).sources[0], "id": name, "sentences": [f"It helps [{name}]."]}
    file = tmp_path / "odd.jsonl"
    file.write_text(json.dumps(row), "utf-8")
    [source], _ = local_sources([file], 100_000)
    assert leakage.BRACKETED.findall(f"It helps [{source.id}].") == [source.id]
    assert source.id
    assert not set(source.id) & set("[], \n")
    assert source.sentences == (f"It helps [{source.id}].",)


def test_files_that_are_none_of_pairs_are_an_error(tmp_path, monkeypatch, capsys):
    for name in (BASE_URL, MODEL):
        monkeypatch.delenv(name, raising=False)
    for number, text in enumerate(("no JSON", "[]", '{"kind": "pair", "id": "x"}', "")):
        file = tmp_path / f"{number}.jsonl"
        file.write_text(text, "utf-8")
        assert measuring.main(["pairs", "--from", str(file)]) == 2
        assert f"{number}.jsonl: " in capsys.readouterr().err
        assert leakage.main([str(file)]) == (2 if text else 0)
    assert measuring.main(["pairs", "--from", str(tmp_path / "none")]) == 2
    assert leakage.main([str(tmp_path / "none")]) == 2


def test_two_papers_may_cite_different_works_by_one_key(tmp_path):
    made = Made(2)
    for number, row_ in enumerate(made.sources):
        file = tmp_path / f"{number}.jsonl"
        file.write_text(json.dumps({**row_, "id": "same", "sentences": ["It helps [same]."]}), "utf-8")
    kept, left = local_sources([tmp_path / "0.jsonl", tmp_path / "1.jsonl"], 100_000)
    assert [(source.id, source.sentences) for source in kept] == [
        ("same", ("It helps [same].",)),
        ("same-2", ("It helps [same-2].",)),
    ]
    assert left == []
