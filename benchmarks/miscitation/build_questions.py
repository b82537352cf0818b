"""What models are asked while a benchmark of miscitations is built.  A change of wording raises the version.

No question of a labelling holds what the writer meant a sentence to be, its twin, the passage that decides, or what another reader said of it.
The text of a source comes first, where all questions of a kind on it are alike: many endpoints bill what they have just read at a lower price.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from argcheck.llm.fence import RULE, fenced
from argcheck.llm.model import Message, Question, object_schema
from argcheck.verdicts.fields import CLASSES
from argcheck.verdicts.taxonomy import QUESTIONS, READABLE, SUBTYPES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from local_sources import Source

VERSION = "1"
SURFACE, DEEP = "surface", "deep"
UNKNOWN = "UNKNOWN"
NONE, OTHER, UNCERTAIN = "none", "other", "uncertain"
LABELS = (*CLASSES, NONE, OTHER, UNCERTAIN)
ROOM = 2_000  #: tokens for a short answer, as some models think before it
ROOM_FOR_PAIR = 600  #: more of them for each pair or question to be written
SAME_MODEL_TEMPERATURE = 0.7  #: of a labelling whose model labels twice

#: What the writer is told of each kind.
MEANINGS: Mapping[str, str] = {
    "author-misattribution": "an idea or a result is credited to people whose it is not",
    "secondary-source": "what the source only repeats from others is cited as if the source had shown it",
    "contradicted": "the source says the contrary",
    "not-stated": "the source is silent about it",
    "irrelevant": "the source is about something else",
    "omitted-qualifier": "a condition is left out without which the source would not say it",
    "selective-quotation": "words are taken from what surrounds them, and mean something else alone",
    "conflated-findings": "two results of the source are told as if they were a single one",
    "overgeneralised": "what holds for those who were studied is told of many more",
    "method-misapplied": "a method is trusted where the source does not warrant it",
    "subset-as-whole": "what holds for a part of the data is told of all of it",
    "correlation-as-causation": "what goes together is told as cause and effect",
    "statistics-distorted": "size, certainty or significance of a result are told otherwise than reported",
}
_TEXT = {"type": "string"}
_ORDER = "\n".join(f"{number}. {name}: {QUESTIONS[name]}" for number, name in enumerate(CLASSES, 1))


def _list(items: Mapping[str, Any], most: int) -> dict[str, Any]:
    return {"type": "array", "items": dict(items), "maxItems": most}


def _question(
    purpose: str, system: str, parts: Sequence[str], schema: Mapping[str, Any], **drawn: Any
) -> Question:
    messages = (Message("system", f"{system}\n\n{RULE}"), Message("user", "\n\n".join(parts)))
    return Question(purpose, VERSION, messages, schema, **drawn)


def _record(source: Source) -> str:
    """What a bibliography says of a source, and no word of its text."""
    lines = (f"title: {source.title}", f"authors: {source.authors}", f"year: {source.year}")
    return fenced("record", "\n".join((*lines, *([f"field: {source.field}"] if source.field else []))), 2_000)


def _whole(source: Source) -> str:
    text = "\n\n".join(source.paragraphs)
    return fenced("source", text, len(text))


# -- what a model knows without the source

_PROBES = """You are given the record and the whole text of a study. Write questions by which it shows whether somebody has read this text before.

Each asks for a detail of the study itself (a figure, a setting, a subgroup, a limitation), and not of works that it cites.
Nobody can answer it from the record, from what is known of the subject, or by guessing between two answers.
It has a single answer of at most eight words. Some questions are easy for a reader of the text, some need two places of it.

question: names all that is needed to understand it, and not the answer.
answer: the answer alone, a number where that will do.
passage: the words of the text that hold the answer, copied exactly, from a single paragraph."""


def probes(source: Source, count: int, refused: Sequence[tuple[str, str]] = ()) -> Question:
    """Ask for questions whose answers stand in the text of a source.

    :param refused: questions that cannot be used, and why.
    """
    parts = [_record(source), _whole(source), f"Write {count} questions."]
    if refused:
        told = "\n".join(f"{question}\n  cannot be used: {why}" for question, why in refused)
        parts.append(f"None of these:\n{fenced('refused', told, 20_000)}")
    probe = object_schema(question=_TEXT, answer=_TEXT, passage=_TEXT)
    schema = object_schema(probes=_list(probe, count))
    return _question("probes", _PROBES, parts, schema, max_tokens=ROOM + ROOM_FOR_PAIR * count)


_RECALL = f"""You are asked about a study of which you see only the record. It shows whether you know its text from before.
Answer in a few words or with a number if you know for certain. Never guess: otherwise answer {UNKNOWN}."""


def recall(source: Source, asked: str) -> Question:
    """Ask what a source says, without its text."""
    parts = [_record(source), fenced("question", asked, 1_000)]
    return _question("recall", _RECALL, parts, object_schema(answer=_TEXT), max_tokens=ROOM)


_UNAIDED = f"""You see a sentence that cites a study, and only the record of that study. It shows whether a reader needs the text.
Say whether the sentence is right or wrong about the study if you can tell, from knowledge or from how it is written: otherwise {UNKNOWN}."""


def unaided(source: Source, sentence: str) -> Question:
    """Ask whether a sentence is right about a source, without its text."""
    parts = [_record(source), fenced("sentence", sentence, 2_000)]
    schema = object_schema(verdict={"type": "string", "enum": ["right", "wrong", UNKNOWN]})
    return _question("unaided", _UNAIDED, parts, schema, max_tokens=ROOM)


_SAME = """You are given two short texts. Say whether they say the same: the same fact, as exactly; or, where they say what is wrong
with a sentence, the same fault of it. Other words for it do not matter."""


def same(first: str, second: str) -> Question:
    """Ask whether two texts say the same."""
    parts = [fenced("first", first, 2_000), fenced("second", second, 2_000)]
    return _question("same", _SAME, parts, object_schema(same={"type": "boolean"}), max_tokens=ROOM)


# -- what is built

_WRITER = """You make a test for programs that check citations. You are given the record and the whole text of a study, and a kind of fault.
Write sentences of later papers, in its language, that cite the study with a fault of this kind and no other, each with a twin that is right.

miscitation: a sentence with the fault, such as a hurried author would write; a deep one may take two sentences.
correct: the same sentence without the fault. Both are about as long, in the same tone, and share most of their words: what is left out of
  one gives way to other true words. Neither may look more cautious, more certain or more detailed than the other.
subtype: of the fault.
passage: the words of the study that decide, copied exactly, from a single paragraph.
explanation: one sentence on what is wrong with the miscitation.
difficulty: surface, if a careful reader sees it beside that one paragraph; deep, if results, methods and limitations must be held together.

Both sentences cite the study once, by its key in brackets, and have no other brackets. They do not say or hint that anything is wrong.
The fault is about this study, and not about works that it cites. No two sentences are about the same fault."""


def miscitations(source: Source, class_: str, difficulties: Sequence[str]) -> Question:
    """Ask for pairs of a miscitation of a class and its twin, a difficulty each."""
    subtypes = [name for name in READABLE if SUBTYPES[name] == class_]
    kinds = "\n".join(f"- {name}: {MEANINGS[name]}" for name in subtypes)
    parts = [
        _record(source),
        _whole(source),
        *_examples(source),
        f"Kind of fault: {QUESTIONS[class_]}\n{kinds}",
        f"Write {len(difficulties)} pairs, of these difficulties: {', '.join(difficulties)}. The key is {source.id}.",
    ]
    schema = object_schema(items=_list(_pair(subtypes, [SURFACE, DEEP]), len(difficulties)))
    return _question(
        "miscitations",
        _WRITER,
        parts,
        schema,
        temperature=0.7,
        max_tokens=ROOM + ROOM_FOR_PAIR * len(difficulties),
    )


def mending(
    source: Source, class_: str, difficulty: str, draft: Mapping[str, str], faults: Sequence[str]
) -> Question:
    """Ask for a pair in place of one that cannot be used.

    :param faults: why not, a sentence each.
    """
    subtypes = [name for name in READABLE if SUBTYPES[name] == class_]
    kinds = "\n".join(f"- {name}: {MEANINGS[name]}" for name in subtypes)
    written = json.dumps(dict(draft), ensure_ascii=False, indent=1)
    why = "\n".join(f"- {fault}" for fault in faults)
    parts = [
        _record(source),
        _whole(source),
        f"Kind of fault: {QUESTIONS[class_]}\n{kinds}",
        f"This pair cannot be used. Mend it, or write another one of difficulty {difficulty}. The key is {source.id}.",
        fenced("pair", written, 6_000),
        f"Why it cannot be used:\n{fenced('faults', why, 6_000)}",
    ]
    return _question(
        "mending",
        _WRITER,
        parts,
        _pair(subtypes, [difficulty]),
        temperature=0.7,
        max_tokens=ROOM + ROOM_FOR_PAIR,
    )


def _pair(subtypes: Sequence[str], difficulties: Sequence[str]) -> dict[str, Any]:
    return object_schema(
        subtype={"type": "string", "enum": list(subtypes)},
        difficulty={"type": "string", "enum": list(difficulties)},
        miscitation=_TEXT,
        correct=_TEXT,
        passage=_TEXT,
        explanation=_TEXT,
    )


def _examples(source: Source) -> list[str]:
    if not source.sentences:
        return []
    told = "\n".join(source.sentences)
    return [
        f"Sentences of papers that cite it; take one that is right as a twin where you can:\n{fenced('citing', told)}"
    ]


# -- what it is labelled as

_LABEL = f"""You read a sentence that cites a study, as a reviewer would, with the record and the whole text of that study.
Ask these questions in this order, and stop at the first whose answer is no: its name is the label.

{_ORDER}

label: that name; {NONE} if nothing is wrong with the citation; {OTHER} if something is wrong that no question asks for; {UNCERTAIN} if you cannot tell.
reason: one sentence on what decides, in words of the study."""
_LABEL_SCHEMA = object_schema(label={"type": "string", "enum": list(LABELS)}, reason=_TEXT)


def label(source: Source, sentence: str, *, sample: int = 0, temperature: float = 0.0) -> Question:
    """Ask what is wrong with a sentence that cites a source, if anything is."""
    parts = [_record(source), _whole(source), _shown(source, sentence)]
    drawn = {"temperature": temperature, "sample": sample, "max_tokens": ROOM}
    return _question("label", _LABEL, parts, _LABEL_SCHEMA, **drawn)


_SENIOR = """
Two readers before you did not agree. You are told what each of them said; decide by the study, and not by them."""


def adjudication(source: Source, sentence: str, said: Sequence[tuple[str, str]]) -> Question:
    """Ask what is wrong with a sentence on which two readers do not agree.

    :param said: label and reason of each.
    """
    told = "\n".join(f"{name}: {reason}" for name, reason in sorted(said))
    parts = [_shown(source, sentence), fenced("readers", told, 4_000), _record(source), _whole(source)]
    return _question("adjudication", _LABEL + _SENIOR, parts, _LABEL_SCHEMA, max_tokens=ROOM)


def _shown(source: Source, sentence: str) -> str:
    return f"The sentence cites the study as [{source.id}].\n\n{fenced('sentence', sentence, 2_000)}"
