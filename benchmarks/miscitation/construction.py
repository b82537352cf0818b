"""Writing pairs of a miscitation and its twin, with the loop that mends them or gives them up.

A pair is checked for its form, shown without the source to the panel, labelled blindly, and what is wrong with it is told to the writer, who mends it or
writes another one: so often, and no more.  Each pair that was asked for ends in the benchmark or among what is left out, with the reason.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

import build_questions as ask
from item_checks import Fault, faults, in_its_words
from knowledge_blank import is_same
from local_sources import LeftOut
from waiting import together

from argcheck.llm.client import PASSING, NoAnswerError
from argcheck.verdicts.fields import CLASSES
from argcheck.verdicts.taxonomy import SUBTYPES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from labelling import Labelled, Readers
    from local_sources import Source

    from argcheck.llm.client import Client

SENTENCES = ("miscitation", "correct")


class Item(NamedTuple):
    """A pair that stands."""

    source: Source
    subtype: str
    difficulty: str
    miscitation: str
    correct: str
    passage: str
    explanation: str
    repairs: int  #: times that it was mended
    labels: dict[str, Labelled]  #: by name of the sentence

    @property
    def class_(self) -> str:
        """Of the miscitation."""
        return SUBTYPES[self.subtype]

    def row(self, name: str) -> dict[str, Any]:
        """As a line of a file of pairs.

        :param name: of the item.
        """
        plain = {field: getattr(self, field) for field in ("subtype", *SENTENCES, "passage", "explanation")}
        return {"kind": "pair", "id": name, "source": self.source.id, **plain, "difficulty": self.difficulty}


class Construction:
    """Builds the pairs of a source.

    :param panel: who must not tell twins apart without the source, by name of the model.
    :param grader: says whether readers see the fault that the writer means.
    :param shape: difficulty of each pair of a class.
    :param repairs: times that a pair is mended, at most.
    """

    def __init__(
        self,
        writer: Client,
        panel: Mapping[str, Client],
        readers: Readers,
        grader: Client,
        *,
        shape: tuple[str, ...],
        repairs: int,
    ) -> None:
        self.writer, self.panel, self.readers, self.grader = writer, panel, readers, grader
        self.shape, self.repairs = shape, repairs
        self.first_labels: list[Labelled] = []  #: of each sentence as it was first labelled
        #: What each of the panel said of both sentences without the source.
        self.unaided: dict[str, list[tuple[str, str]]] = {name: [] for name in panel}
        self.faults: Counter[str] = Counter()  #: that were told to the writer

    async def of(self, source: Source) -> list[Item | LeftOut]:
        """Build all pairs of a source."""
        classes = await together(self._of_class(source, class_) for class_ in CLASSES)
        return [pair for pairs in classes for pair in pairs]

    async def _of_class(self, source: Source, class_: str) -> list[Item | LeftOut]:
        try:
            answer = await self.writer.ask(ask.miscitations(source, class_, self.shape))
        except NoAnswerError as error:
            left = LeftOut("item", error.kind, source.id, str(error), {"class": class_})
            return [left] * len(self.shape)
        drafts = list(answer.value["items"])
        places = [
            self._of_draft(source, class_, difficulty, draft)
            for difficulty, draft in zip(self.shape, _in_order(drafts, self.shape), strict=True)
            if draft is not None
        ]
        missing = len(self.shape) - len(places)
        left = LeftOut(
            "item", "not written", source.id, "the writer gave fewer pairs than asked for", {"class": class_}
        )
        return [*await together(places), *[left] * missing]

    async def _of_draft(
        self, source: Source, class_: str, difficulty: str, draft: Mapping[str, str]
    ) -> Item | LeftOut:
        pair = _folded(draft, source)
        labels: dict[str, Labelled] = {}
        try:
            for repairs in range(self.repairs + 1):
                wrong = faults(pair, class_, difficulty, source)
                if not wrong:
                    if known := await self._unaided(source, pair):
                        detail = f"{', '.join(known)} tells the twins apart"
                        return LeftOut("item", "answered without the source", source.id, detail, pair)
                    labels, wrong = await self._labelled(source, class_, pair, first=not labels)
                if not wrong:
                    return Item(source, **pair, repairs=repairs, labels=labels)
                if repairs < self.repairs:
                    self.faults.update(fault.why for fault in wrong)
                    told = [fault.told for fault in wrong]
                    question = ask.mending(source, class_, difficulty, pair, told)
                    answer = await self.writer.ask(question._replace(sample=repairs))
                    pair = _folded(answer.value, source)
        except NoAnswerError as error:
            return LeftOut("item", error.kind, source.id, str(error), pair)
        return LeftOut("item", wrong[0].why, source.id, "; ".join(fault.told for fault in wrong), pair)

    async def _unaided(self, source: Source, pair: Mapping[str, str]) -> list[str]:
        """Show the panel both sentences, each alone, without the source, and name who tells them apart."""
        known = []
        for name, client in self.panel.items():
            wrong, right = await together(_guess(client, source, pair[sentence]) for sentence in SENTENCES)
            self.unaided[name].append((wrong, right))
            if (wrong, right) == ("wrong", "right"):
                known.append(name)
        return known

    async def _labelled(
        self, source: Source, class_: str, pair: Mapping[str, str], *, first: bool
    ) -> tuple[dict[str, Labelled], list[Fault]]:
        """Let the readers label both sentences, and hold that against what they were written to be."""
        both = await together(self.readers.label(source, pair[name]) for name in SENTENCES)
        if first:
            self.first_labels += both
        labels = dict(zip(SENTENCES, both, strict=True))
        wanted = {"miscitation": class_, "correct": ask.NONE}
        wrong = [fault for name in SENTENCES for fault in _unlike(name, labels[name], wanted[name])]
        if not wrong:
            read = labels["miscitation"]
            agreeing = [label for label in read if label is not None and label.label == class_]
            same = await together(
                is_same(self.grader, pair["explanation"], label.reason) for label in agreeing
            )
            if not all(same):
                seen = "; ".join(label.reason for label in agreeing)
                wrong.append(
                    Fault(
                        "explanation",
                        f"readers see another fault in miscitation than the explanation says: {seen}",
                    )
                )
        return labels, wrong


async def _guess(client: Client, source: Source, sentence: str) -> str:
    try:
        return str((await client.ask(ask.unaided(source, sentence))).value["verdict"])
    except NoAnswerError as error:
        if error.kind in PASSING:
            raise
        return ask.UNKNOWN


def _unlike(name: str, labelled: Labelled, wanted: str) -> Iterator[Fault]:
    """Say how a label differs from what a sentence was written to be."""
    if labelled.final == wanted:
        return
    said = "; ".join(f"{label.label}: {label.reason}" for label in (labelled.first, labelled.second))
    why = "labels differ" if not labelled.final else f"labelled {labelled.final}"
    if labelled.final and name == "correct":
        why = "twin labelled wrong"
    yield Fault(why, f"{name} is to be read as {wanted}, and readers say {said}")


def _in_order(drafts: list[Mapping[str, str]], shape: tuple[str, ...]) -> list[Mapping[str, str] | None]:
    """Give each place the next draft of its difficulty, and places that are left over what is left over."""
    left = list(drafts)
    placed: list[Mapping[str, str] | None] = []
    for difficulty in shape:
        fitting = next((draft for draft in left if draft["difficulty"] == difficulty), None)
        if fitting is not None:
            left.remove(fitting)
        placed.append(fitting)
    return [draft if draft is not None or not left else left.pop(0) for draft in placed]


def _folded(draft: Mapping[str, str], source: Source) -> dict[str, str]:
    pair = {name: " ".join(str(value).split()) for name, value in draft.items()}
    return {**pair, "passage": in_its_words(pair["passage"], source)}
