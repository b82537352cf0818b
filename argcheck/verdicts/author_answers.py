"""Lines written by people: an author's answer to a verdict, and a reader's look-up of a citation in its source."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class AuthorAnswer(NamedTuple):
    """An author's answer to a verdict, accepting or disputing it."""

    key: str
    work: str
    cited_as: str
    checked: str
    judge: Mapping[str, Any]
    of_: str  #: key of the verdict
    stand: str  #: ``accepted`` or ``disputed``
    reason: str  #: in the author's words
    about: tuple[str, ...] = ()  #: the matters of the verdict that are answered; empty for all
    entry: str = ""  #: hash of the entry in the verdict, so that the answer also holds for a new one on it
    sentence: str = ""
    more: Mapping[str, Any] = {}

    @property
    def thing(self) -> tuple[str, ...]:
        """The key of what is answered; of two answers with the same key the later one holds."""
        return ("answer", self.work, self.sentence, *sorted(self.about or (self.of_,)))

    @property
    def matters(self) -> tuple[str, ...]:
        """Empty: an answer is no fault."""
        return ()


class LookUp(NamedTuple):
    """A reader's opinion, after a look into the source, on whether it supports a sentence."""

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
    def thing(self) -> tuple[str, ...]:
        """The key of what was looked up, and by whom; of two lines with the same key the later one holds."""
        return ("lookup", self.work, self.sentence, str(self.judge.get("by", "")))

    @property
    def matters(self) -> tuple[str, ...]:
        """Empty: a look-up is shown beside passages, and makes no finding."""
        return ()
