"""What people say: an author's answer to a verdict, and what a reader of a source says to a sentence that cites it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from argcheck.verdicts.fields import (
    ACCEPTED,
    DISPUTED,
    LOOK_UPS,
    FieldReader,
    VerdictError,
    common_fields,
    filled,
)

if TYPE_CHECKING:
    from collections.abc import Mapping


class AuthorAnswer(NamedTuple):
    """What an author says to a verdict: it is accepted or disputed, and why."""

    key: str
    work: str
    cited_as: str
    checked: str
    judge: Mapping[str, Any]
    of_: str  #: key of the verdict
    stand: str
    reason: str
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

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> AuthorAnswer:
        """Read an answer from the data of its line.

        :raises VerdictError: a field is missing or of another type.
        """
        read = FieldReader(data)
        return cls(
            **read.common(),
            of_=read.text("of"),
            stand=read.choice("stand", (ACCEPTED, DISPUTED)),
            reason=read.text("reason"),
            about=tuple(str(item) for item in read.items("about")),
            entry=read.text("entry", ""),
            sentence=read.text("sentence", ""),
            more=read.rest(),
        )

    def to_data(self) -> dict[str, Any]:
        """Give the data of the line; what is empty is left out."""
        return {
            **common_fields(self),
            "of": self.of_,
            "stand": self.stand,
            "reason": self.reason,
            **filled(about=list(self.about), entry=self.entry, sentence=self.sentence),
        }


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

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> LookUp:
        """Read a look-up from the data of its line.

        :raises VerdictError: a field is missing or of another type.
        """
        read = FieldReader(data)
        common = read.common()
        if not isinstance(common["judge"].get("by"), str) or not common["judge"]["by"].strip():
            raise VerdictError("its 'judge' does not say by whom")
        return cls(
            **common,
            sentence=read.text("sentence"),
            says=read.choice("says", LOOK_UPS),
            entry=read.text("entry", ""),
            more=read.rest(),
        )

    def to_data(self) -> dict[str, Any]:
        """Give the data of the line; what is empty is left out."""
        return {
            **common_fields(self),
            "sentence": self.sentence,
            "says": self.says,
            **filled(entry=self.entry),
        }
