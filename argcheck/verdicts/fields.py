"""Fields of a line of the verdict file: the words that they may hold, and how each is read."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from argcheck.sources.model import Difference, Notice

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

VERSION = 1
LONGEST_QUOTE = 300  #: characters of one span of a source

#: What an entry's check can come to.
OUTCOMES = ("accessible", "inaccessible", "ghost", "mismatch", "unknown")
#: What a publisher's notice can say of a work.
STATUSES = ("retracted", "concern", "corrected", "replaced", "withdrawn")
#: What a mention can come to; ``pointed`` only names the passages that a reader should compare.
MENTION_VERDICTS = ("supported", "miscited", "undecidable", "not-checkable", "pointed")
CLASSES = ("attribution", "validity", "content", "scope", "characterisation")
#: What the search for a quotation can come to.
QUOTATION_OUTCOMES = ("verbatim", "differs", "not-found", "not-readable")
#: What a reader of a source can say to a sentence that cites it.
LOOK_UPS = ("supports", "partly", "does-not")
ACCEPTED, DISPUTED = "accepted", "disputed"
_T = TypeVar("_T")


class VerdictError(ValueError):
    """A line that is no verdict; the message says what is wrong with it, for its author."""


def is_recent(checked: str, today: date, days: int) -> bool:
    """Whether a verdict was made today or fewer than ``days`` before; one without a day was not.

    :param checked: the day that it names, ISO 8601.
    """
    from datetime import date

    try:
        return 0 <= (today - date.fromisoformat(checked)).days < days
    except ValueError:
        return False


class EvidenceSpan(NamedTuple):
    """A passage of a source: its place, and its words or, where quoting is switched off, their hash."""

    page: str = ""
    line: int = 0
    quote: str = ""
    hash: str = ""
    uncertain: bool = False  #: from a region of the text that may have been read wrongly


def common_fields(verdict: Any) -> dict[str, Any]:
    """What all verdicts have, as data."""
    return {
        **verdict.more,
        "version": VERSION,
        "kind": verdict.kind,
        "key": verdict.key,
        "work": verdict.work,
        "checked": verdict.checked,
        **filled(cited_as=verdict.cited_as, judge=dict(verdict.judge)),
    }


def filled(**fields: Any) -> dict[str, Any]:
    """The fields that say something."""
    return {name: value for name, value in fields.items() if value}


class FieldReader:
    """Takes the fields of one line, each of the type that it must have."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data
        self.seen = {"version", "kind"}

    def common(self) -> dict[str, Any]:
        """Take what every kind has."""
        named = {name: self.text(name) for name in ("key", "work", "checked")}
        judge = self.table("judge")
        if not isinstance(judge.get("name", ""), str):
            raise VerdictError("its 'judge' has no name")
        return {**named, "cited_as": self.text("cited_as", ""), "judge": judge}

    def rest(self) -> dict[str, Any]:
        """The fields that nobody asked for: those of a newer argcheck, which are kept."""
        return {name: value for name, value in self.data.items() if name not in self.seen}

    def _take(self, name: str, kind: type[_T] | tuple[type[_T], ...], default: _T | None) -> _T:
        self.seen.add(name)
        value = self.data.get(name, default)
        if value is None:
            raise VerdictError(f"it has no '{name}'")
        if not isinstance(value, kind):
            raise VerdictError(f"its '{name}' is of the wrong type")
        return value

    def text(self, name: str, default: str | None = None) -> str:
        """A field that holds a text.

        :raises VerdictError: it does not, or is missing without a default; so the others.
        """
        return self._take(name, str, default)

    def choice(self, name: str, known: tuple[str, ...]) -> str:
        """A field that holds one of some words."""
        value = self.text(name)
        if value not in known:
            raise VerdictError(f"its '{name}' is '{value}', not one of {', '.join(known)}")
        return value

    def number(self, name: str) -> float:
        """A field that holds a finite number."""
        value = self._take(name, (int, float), 0)
        if not math.isfinite(value):
            raise VerdictError(f"its '{name}' is no number")
        return value

    def flag(self, name: str) -> bool:
        """A field that holds true or false."""
        return self._take(name, bool, False)

    def table(self, name: str) -> dict[str, Any]:
        """A field that holds an object."""
        return self._take(name, dict, {})

    def items(self, name: str) -> list[Any]:
        """A field that holds a list."""
        return self._take(name, list, [])

    def tables(self, name: str) -> list[dict[str, Any]]:
        """A field that holds a list of objects."""
        tables = self.items(name)
        if not all(isinstance(item, dict) for item in tables):
            raise VerdictError(f"its '{name}' is of the wrong type")
        return tables

    def pair(self, value: object, name: str = "asked") -> tuple[str, str]:
        """Two texts."""
        if isinstance(value, list) and len(value) == 2 and all(isinstance(item, str) for item in value):
            return value[0], value[1]
        raise VerdictError(f"its '{name}' is no list of pairs")

    def notice(self, data: dict[str, Any]) -> Notice:
        """A notice of a publisher."""
        read = FieldReader(data)
        others = {name: read.text(name, "") for name in ("doi", "date", "reason", "origin")}
        return Notice(read.choice("status", STATUSES), **others)

    def difference(self, data: dict[str, Any]) -> Difference:
        """A field in which an entry and its record differ."""
        read = FieldReader(data)
        return Difference(
            read.text("field"), read.text("ours", ""), read.text("theirs", ""), read.flag("certain")
        )

    def span(self, data: dict[str, Any]) -> EvidenceSpan:
        """A passage of a source."""
        read = FieldReader(data)
        page = str(data.get("page", ""))
        quote, digest = read.text("quote", ""), read.text("hash", "")
        return EvidenceSpan(page, int(read.number("line")), quote, digest, read.flag("uncertain"))
