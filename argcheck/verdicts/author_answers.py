"""What people say: an author's answer to a verdict, and what a reader of a source says to a sentence that cites it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from argcheck.verdicts.line_data import data_of


class AuthorAnswer(NamedTuple):
    """What an author says to a verdict: it is accepted or disputed, and why."""

    key: str
    work: str
    cited_as: str
    checked: str
    judge: Mapping[str, Any]
    of_: str  #: key of the verdict
    stand: str  #: ``accepted`` or ``disputed``
    reason: str  #: in the author's words
    about: tuple[str, ...] = ()  #: which of its matters; all of them if none is named
    entry: str = ""  #: what the verdict was on, so that the answer outlives a new look at the same thing
    sentence: str = ""
    more: Mapping[str, Any] = {}

    @property
    def kind(self) -> str:
        """The word for this kind of line."""
        return "answer"

    @property
    def thing(self) -> tuple[str, ...]:
        """What is answered: of two answers on one thing the later one holds."""
        return ("answer", self.work, self.sentence, *sorted(self.about or (self.of_,)))

    @property
    def matters(self) -> tuple[str, ...]:
        """An answer holds nothing against anybody."""
        return ()

    def to_data(self) -> dict[str, Any]:
        """Give the data of the line; what is empty is left out."""
        return data_of(self, self.kind)


class LookUp(NamedTuple):
    """What somebody says who looked up in the source whether it supports a sentence."""

    key: str
    work: str
    cited_as: str
    checked: str
    judge: Mapping[str, Any]  #: ``{"name": "reader", "by": ...}``
    sentence: str  #: hash of the normalised citing sentence
    says: str  #: one of `LOOK_UPS`
    entry: str = ""
    more: Mapping[str, Any] = {}

    @property
    def kind(self) -> str:
        """The word for this kind of line."""
        return "lookup"

    @property
    def thing(self) -> tuple[str, ...]:
        """What was looked up, and by whom: of two lines on one thing the later one holds."""
        return ("lookup", self.work, self.sentence, str(self.judge.get("by", "")))

    @property
    def matters(self) -> tuple[str, ...]:
        """A look-up is shown where passages are, and is no finding."""
        return ()

    def to_data(self) -> dict[str, Any]:
        """Give the data of the line; what is empty is left out."""
        return data_of(self, self.kind)
