"""What can be checked of a pair of a miscitation and its twin without asking anybody; each fault is told to the writer."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from build_questions import DEEP, SURFACE
from local_sources import text_as_read

from argcheck.files.patterns import BRACKETED
from argcheck.sources.unspaced import words_of
from argcheck.verdicts.functions import function_of
from argcheck.verdicts.quotes import plain
from argcheck.verdicts.taxonomy import READABLE, SUBTYPES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from local_sources import Source

LENGTHS = {SURFACE: (40, 500), DEEP: (40, 1_000)}  #: characters of a sentence
SHORTEST_PASSAGE = 30  #: characters
ALIKE = 0.3  #: share of the words of the longer twin that the other has
LONGER = 0.25  #: by which a twin may be longer than the other, of the longer one's words
FEW_WORDS = 3  #: by which it may always be longer
#: Words of labels and of those who give them, which tell a reader what a sentence was written to be.
LABEL_WORDS = re.compile(
    r"\b(?:mis(?:cit|attribut|represent|characteri|quot|report|interpret)\w*|(?:in|un)(?:correct|faithful)(?:ly)?"
    r"|erroneous(?:ly)?|wrong(?:ly)?|over(?:generali|claim|stat)\w*|exaggerat\w*|distort\w*|fabricat\w*|out of context"
    r"|contrary to (?:the|this|that|what the) (?:source|study|paper|text|authors)|the (?:cited )?source (?:does|did) not"
    rf"|{'|'.join(name.replace('-', '[- ]') for name in SUBTYPES)})\b",
    re.IGNORECASE,
)
_SENTENCES = ("miscitation", "correct")


class Fault(NamedTuple):
    """Why a pair cannot be used."""

    why: str  #: in a word, to be counted
    told: str  #: to the writer


def faults(draft: Mapping[str, str], class_: str, difficulty: str, source: Source) -> list[Fault]:
    """Give what is wrong with a pair, as far as its form shows it."""
    return [
        *_kind_faults(draft, class_, difficulty),
        *(fault for name in _SENTENCES for fault in _sentence_faults(name, draft[name], difficulty, source)),
        *_twin_faults(draft),
        *_passage_faults(draft, source),
    ]


def bare(sentence: str) -> list[str]:
    """Give the words of a sentence without its citation."""
    return words_of(BRACKETED.sub(" ", sentence))


def label_word(sentence: str, paragraphs: Iterable[str]) -> str:
    """Give a word of labels in a sentence that is none of its source's own; empty if there is none."""
    said = (match[0] for match in LABEL_WORDS.finditer(BRACKETED.sub(" ", sentence)))
    own = " ".join(paragraphs).lower()
    return next((word for word in said if word.lower() not in own), "")


def _kind_faults(draft: Mapping[str, str], class_: str, difficulty: str) -> Iterator[Fault]:
    if draft["subtype"] not in READABLE or SUBTYPES[draft["subtype"]] != class_:
        yield Fault("class", f"{draft['subtype']} is no fault of this kind")
    if draft["difficulty"] != difficulty:
        yield Fault("difficulty", f"the difficulty is to be {difficulty}")
    if len(words_of(draft["explanation"])) < FEW_WORDS:
        yield Fault("explanation", "the explanation says nothing")


def _sentence_faults(name: str, sentence: str, difficulty: str, source: Source) -> Iterator[Fault]:
    least, most = LENGTHS[difficulty]
    if not least <= len(sentence) <= most:
        yield Fault("length", f"{name} has {len(sentence)} characters, not {least} to {most}")
    if BRACKETED.findall(sentence) != [source.id]:
        yield Fault("citation", f"{name} does not cite [{source.id}] once and have no other brackets")
    elif not function_of(sentence, source.id).checkable:
        yield Fault("no claim", f"{name} only points at the study, and says nothing of it")
    if label := label_word(sentence, source.paragraphs):
        yield Fault("label words", f"{name} says what it is: {label!r}")


def _twin_faults(draft: Mapping[str, str]) -> Iterator[Fault]:
    wrong, right = (bare(draft[name]) for name in _SENTENCES)
    longer = max(len(wrong), len(right), 1)
    if wrong == right:
        yield Fault("twins", "miscitation and correct are the same sentence")
    elif len({*wrong} & {*right}) < ALIKE * max(len({*wrong}), len({*right})):
        yield Fault("twins", "miscitation and correct have too few words in common")
    if abs(len(wrong) - len(right)) > max(FEW_WORDS, LONGER * longer):
        yield Fault(
            "uneven", f"miscitation has {len(wrong)} words and correct {len(right)}: make them as long"
        )


def _passage_faults(draft: Mapping[str, str], source: Source) -> Iterator[Fault]:
    passage = draft["passage"]
    if len(passage) < SHORTEST_PASSAGE:
        yield Fault("passage", f"the passage has less than {SHORTEST_PASSAGE} characters")
    elif holding(passage, source) != 1:
        yield Fault(
            "passage",
            "the passage does not stand in one paragraph of the study word for word, and in one only",
        )
    copies = [plain(passage.rstrip(" .")) in plain(draft[name]) for name in _SENTENCES]
    if copies[0] != copies[1]:
        yield Fault(
            "copied", "one of the two sentences is the passage itself, which gives it away: use other words"
        )


def in_its_words(passage: str, source: Source) -> str:
    """Give a passage as the source has it, where no more than case, blanks and punctuation differ; else as it is."""
    spoken = re.findall(r"\w+", passage)
    blocks = text_as_read(source).blocks if spoken else ()
    near = re.compile(r"\W+".join(map(re.escape, spoken)), re.IGNORECASE)
    places = [match[0] for block in blocks if (match := near.search(block.text))]
    return places[0] if len(places) == 1 and not holding(passage, source) else passage


def holding(passage: str, source: Source) -> int:
    """Count the paragraphs of a source that hold a passage, as the benchmark will read them."""
    return sum(passage in block.text for block in text_as_read(source).blocks)
