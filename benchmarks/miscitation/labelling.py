"""Two blind labellings of every sentence, and how far they agree.

A reader sees a sentence, the record and the text of its source: not the twin, not what the writer meant the sentence to be, and not what the
other reader said.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1] / "extraction"))

import build_questions as ask
from truth import kappa
from waiting import together

from argcheck.verdicts.fields import CLASSES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from local_sources import Source

    from argcheck.llm.client import Client

_FALLBACK = (ask.OTHER, ask.UNCERTAIN)


class Label(NamedTuple):
    """What a reader says of a sentence."""

    label: str
    reason: str


class Labelled(NamedTuple):
    """What the readers say of a sentence."""

    first: Label
    second: Label
    senior: Label | None = None  #: asked where they do not agree

    @property
    def final(self) -> str:
        """The label on which they agree, or the one that decides; empty where nothing does."""
        if self.senior is not None:
            return self.senior.label
        return self.first.label if self.first.label == self.second.label else ""

    @property
    def as_json(self) -> dict[str, str]:
        """For the file of labels."""
        said = {"first": self.first, "second": self.second, "senior": self.senior}
        return {
            f"{reader}_{name}": value
            for reader, label in said.items()
            if label is not None
            for name, value in label._asdict().items()
        }


class Readers:
    """Two readers, and a third one for what they do not agree on.

    :param senior: None leaves that undecided.
    """

    def __init__(self, first: Client, second: Client, senior: Client | None) -> None:
        self.first, self.second, self.senior = first, second, senior
        same = first.model == second.model
        # One model at temperature 0 would say the same twice, and agree with itself for nothing.
        self._drawn = {"temperature": ask.SAME_MODEL_TEMPERATURE if same else 0.0}

    async def label(self, source: Source, sentence: str) -> Labelled:
        """Let them label a sentence.

        :raises argcheck.llm.client.NoAnswerError: one of them does not.
        """
        labels = await together(
            (
                self._label(reader, ask.label(source, sentence, sample=number, **self._drawn))
                for number, reader in enumerate((self.first, self.second))
            )
        )
        labelled = Labelled(*labels)
        if labelled.final or self.senior is None:
            return labelled
        question = ask.adjudication(source, sentence, [(label.label, label.reason) for label in labels])
        return labelled._replace(senior=await self._label(self.senior, question))

    async def _label(self, reader: Client, question: Any) -> Label:
        value = (await reader.ask(question)).value
        return Label(value["label"], " ".join(value["reason"].split()))


def agreement(labels: Sequence[Labelled]) -> dict[str, Any]:
    """Say how far the two readers agree, before anything was mended because of what they said.

    ``kappa`` is of the five classes, where neither says anything else (BibAgent, appendix B.4, eq. 14); ``kappa_with_none`` is of the classes
    and of sentences that are right.  None: chance alone would agree as well, or there is nothing.
    """
    pairs = [(labelled.first.label, labelled.second.label) for labelled in labels]
    said = Counter(name for pair in pairs for name in pair)
    return {
        "sentences": len(pairs),
        "agreed": sum(first == second for first, second in pairs),
        "adjudicated": sum(labelled.senior is not None for labelled in labels),
        "kappa": _kappa(pairs, CLASSES),
        "kappa_with_none": _kappa(pairs, (*CLASSES, ask.NONE)),
        "fallback": {name: round(said[name] / max(1, 2 * len(pairs)), 4) for name in _FALLBACK},
        "table": {f"{first} / {second}": count for (first, second), count in sorted(Counter(pairs).items())},
    }


def _kappa(pairs: Sequence[tuple[str, str]], names: Sequence[str]) -> float | None:
    counted = [pair for pair in pairs if pair[0] in names and pair[1] in names]
    value = kappa([first for first, _ in counted], [second for _, second in counted])
    return None if value is None else round(value, 4)
