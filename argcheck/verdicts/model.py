"""What a verdict says: on an entry (does it exist, does it stand), on a mention, and an author's answer.

Each is one line of ``.argcheck/verdicts.jsonl``; ``docs/verdicts.md`` is the contract of that file.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

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

_NO_CLAIMS: Mapping[str, Any] = {"claims": (), "omitted": ()}
_FALLEN = frozenset(("retracted", "replaced", "withdrawn"))


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


class Notice(NamedTuple):
    """One notice of a publisher: a retraction, an expression of concern, a correction."""

    status: str  #: one of `STATUSES`
    doi: str = ""  #: of the notice itself
    date: str = ""  #: ISO 8601, as much of it as is known
    reason: str = ""
    origin: str = ""  #: the provider that said so

    @property
    def when(self) -> str:
        """When it was published, to follow a verb: `` on 2010-02-06``, `` in 2010`` or nothing."""
        return f" on {self.date}" if len(self.date) > 7 else f" in {self.date}" if self.date else ""


class Difference(NamedTuple):
    """A field in which an entry and the record of the work differ."""

    field: str  #: authors, title, year, venue, volume, pages or doi
    ours: str
    theirs: str
    certain: bool = False  #: whether putting ``theirs`` in the entry is a safe fix


class EvidenceSpan(NamedTuple):
    """A passage of a source: its place, and its words or, where quoting is switched off, their hash."""

    page: str = ""
    line: int = 0
    quote: str = ""
    hash: str = ""
    uncertain: bool = False  #: from a region of the text that may have been read wrongly


class EntryVerdict(NamedTuple):
    """What is known of the work that an entry names."""

    key: str
    work: str
    cited_as: str
    checked: str
    judge: Mapping[str, Any]
    entry: str  #: hash of the entry's bibliographic fields, empty where nobody made it
    outcome: str
    notices: tuple[Notice, ...] = ()
    differences: tuple[Difference, ...] = ()
    record: Mapping[str, Any] = {}
    asked: tuple[tuple[str, str], ...] = ()  #: (provider, answer)
    superseded_by: str = ""
    published_as: str = ""
    review: bool = False
    more: Mapping[str, Any] = {}  #: fields of a later version of argcheck, kept as they are

    @property
    def kind(self) -> str:
        """The word for this kind of line."""
        return "entry"

    @property
    def fallen(self) -> Notice | None:
        """The notice that takes the work back, if there is one."""
        return next((one for one in self.notices if one.status in _FALLEN), None)

    @property
    def thing(self) -> tuple[str, ...]:
        """What is judged: two verdicts on one thing should agree."""
        return ("entry", self.work, self.entry)

    @property
    def matters(self) -> tuple[str, ...]:
        """What this verdict holds against the entry; an author's answer names one or several of them."""
        found = [self.outcome] if self.outcome in ("ghost", "mismatch", "unknown") else []
        found += dict.fromkeys("retracted" if one.status in _FALLEN else one.status for one in self.notices)
        held = (
            ("metadata", bool(self.differences) and self.outcome != "mismatch"),
            ("superseded", bool(self.superseded_by or self.published_as)),
            ("secondary", self.review),
        )
        return (*found, *(name for name, holds in held if holds))

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> EntryVerdict:
        """Read a verdict from the data of its line.

        :raises VerdictError: a field is missing or of another type.
        """
        read = _Reader(data)
        return cls(
            **read.common(),
            entry=read.text("entry", ""),
            outcome=read.choice("outcome", OUTCOMES),
            notices=tuple(read.notice(one) for one in read.tables("notices")),
            differences=tuple(read.difference(one) for one in read.tables("differences")),
            record=read.table("record"),
            asked=tuple(read.pair(one) for one in read.items("asked")),
            superseded_by=read.text("superseded_by", ""),
            published_as=read.text("published_as", ""),
            review=read.flag("review"),
            more=read.rest(),
        )

    def to_data(self) -> dict[str, Any]:
        """Give the data of the line; what is empty is left out."""
        return {
            **_common(self),
            "outcome": self.outcome,
            **_filled(
                entry=self.entry,
                notices=[_filled(**one._asdict()) for one in self.notices],
                differences=[{**one._asdict()} for one in self.differences],
                record=dict(self.record),
                asked=[list(one) for one in self.asked],
                superseded_by=self.superseded_by,
                published_as=self.published_as,
                review=self.review,
            ),
        }


class MentionVerdict(NamedTuple):
    """What a source says to one sentence that cites it."""

    key: str
    work: str
    cited_as: str
    checked: str
    judge: Mapping[str, Any]
    sentence: str  #: hash of the normalised citing sentence
    before: str  #: hash of the sentence before it in its paragraph, empty for none
    after: str
    entry: str
    verdict: str
    class_: str = ""
    subtype: str = ""
    stage: str = ""
    confidence: float = 0.0  #: 0 to 1
    windows: int = 0  #: how many passages were judged
    searched: str = ""  #: ``full``, ``abstract`` or ``pages``
    spans: tuple[EvidenceSpan, ...] = ()
    would_support: str = ""
    reason: str = ""
    more: Mapping[str, Any] = {}

    @property
    def kind(self) -> str:
        """The word for this kind of line."""
        return "mention"

    @property
    def thing(self) -> tuple[str, ...]:
        """What is judged: two verdicts on one thing should agree."""
        return ("mention", self.work, self.sentence, self.before, self.after, self.entry)

    @property
    def matters(self) -> tuple[str, ...]:
        """What this verdict holds against the mention."""
        compared = self.more.get("compared", _NO_CLAIMS)
        held = (
            ("miscited", self.verdict == "miscited"),
            ("tainted", self.more.get("abstained") == "tainted"),
            ("unsupported", self.searched == "full" and not all(c["supported"] for c in compared["claims"])),
            ("omitted", bool(compared["omitted"])),
        )
        return tuple(name for name, holds in held if holds)

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> MentionVerdict:
        """Read a verdict from the data of its line.

        :raises VerdictError: a field is missing or of another type.
        """
        read = _Reader(data)
        verdict = read.choice("verdict", MENTION_VERDICTS)
        if "compared" in data and not _is_comparison(data["compared"]):
            raise VerdictError("its 'compared' is of the wrong type")
        return cls(
            **read.common(),
            sentence=read.text("sentence"),
            before=read.text("before", ""),
            after=read.text("after", ""),
            entry=read.text("entry", ""),
            verdict=verdict,
            class_=read.choice("class", CLASSES) if verdict == "miscited" else read.text("class", ""),
            subtype=read.text("subtype", ""),
            stage=read.text("stage", ""),
            confidence=read.number("confidence"),
            windows=int(read.number("windows")),
            searched=read.text("searched", ""),
            spans=tuple(read.span(one) for one in read.tables("spans")),
            would_support=read.text("would_support", ""),
            reason=read.text("reason", ""),
            more=read.rest(),
        )

    def to_data(self) -> dict[str, Any]:
        """Give the data of the line; what is empty is left out."""
        return {
            **_common(self),
            "sentence": self.sentence,
            "verdict": self.verdict,
            **_filled(
                before=self.before,
                after=self.after,
                entry=self.entry,
                subtype=self.subtype,
                stage=self.stage,
                confidence=self.confidence,
                windows=self.windows,
                searched=self.searched,
                spans=[
                    _filled(**one._replace(quote=one.quote[:LONGEST_QUOTE])._asdict()) for one in self.spans
                ],
                would_support=self.would_support,
                reason=self.reason,
                **{"class": self.class_},
            ),
        }


class Answer(NamedTuple):
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
    def of(cls, data: Mapping[str, Any]) -> Answer:
        """Read an answer from the data of its line.

        :raises VerdictError: a field is missing or of another type.
        """
        read = _Reader(data)
        return cls(
            **read.common(),
            of_=read.text("of"),
            stand=read.choice("stand", (ACCEPTED, DISPUTED)),
            reason=read.text("reason"),
            about=tuple(str(one) for one in read.items("about")),
            entry=read.text("entry", ""),
            sentence=read.text("sentence", ""),
            more=read.rest(),
        )

    def to_data(self) -> dict[str, Any]:
        """Give the data of the line; what is empty is left out."""
        return {
            **_common(self),
            "of": self.of_,
            "stand": self.stand,
            "reason": self.reason,
            **_filled(about=list(self.about), entry=self.entry, sentence=self.sentence),
        }


class QuotationVerdict(NamedTuple):
    """Whether words that a document quotes stand in the source that it cites for them."""

    key: str
    work: str
    cited_as: str
    checked: str
    judge: Mapping[str, Any]
    sentence: str  #: hash of the normalised citing sentence
    words: str  #: hash of the quoted words
    outcome: str  #: one of `QUOTATION_OUTCOMES`
    searched: str = ""  #: ``full``, ``abstract`` or ``pages``
    spans: tuple[EvidenceSpan, ...] = ()  #: where they stand, or the nearest passage
    changes: tuple[tuple[str, str], ...] = ()  #: (in the quotation, in the source)
    more: Mapping[str, Any] = {}

    @property
    def kind(self) -> str:
        """The word for this kind of line."""
        return "quotation"

    @property
    def thing(self) -> tuple[str, ...]:
        """What is judged: two verdicts on one thing should agree."""
        return ("quotation", self.work, self.sentence, self.words)

    @property
    def matters(self) -> tuple[str, ...]:
        """What this verdict holds against the quotation; nothing where the text of the source may not be whole."""
        return ("misquoted",) if self.outcome == "differs" and self.searched == "full" else ()

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> QuotationVerdict:
        """Read a verdict from the data of its line.

        :raises VerdictError: a field is missing or of another type.
        """
        read = _Reader(data)
        return cls(
            **read.common(),
            sentence=read.text("sentence"),
            words=read.text("words"),
            outcome=read.choice("outcome", QUOTATION_OUTCOMES),
            searched=read.text("searched", ""),
            spans=tuple(read.span(one) for one in read.tables("spans")),
            changes=tuple(read.pair(one, "changes") for one in read.items("changes")),
            more=read.rest(),
        )

    def to_data(self) -> dict[str, Any]:
        """Give the data of the line; what is empty is left out."""
        return {
            **_common(self),
            "sentence": self.sentence,
            "words": self.words,
            "outcome": self.outcome,
            **_filled(
                searched=self.searched,
                spans=[
                    _filled(**one._replace(quote=one.quote[:LONGEST_QUOTE])._asdict()) for one in self.spans
                ],
                changes=[list(one) for one in self.changes],
            ),
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
        read = _Reader(data)
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
        return {**_common(self), "sentence": self.sentence, "says": self.says, **_filled(entry=self.entry)}


Verdict = EntryVerdict | MentionVerdict | QuotationVerdict | LookUp | Answer
KINDS: Mapping[str, type[EntryVerdict | MentionVerdict | QuotationVerdict | LookUp | Answer]] = {
    "entry": EntryVerdict,
    "mention": MentionVerdict,
    "quotation": QuotationVerdict,
    "lookup": LookUp,
    "answer": Answer,
}
_T = TypeVar("_T")


def read_verdict(data: object) -> Verdict:
    """Make a verdict of the data of one line.

    :raises VerdictError: it is no verdict, or one of a later version or kind.
    """
    if not isinstance(data, dict):
        raise VerdictError("it is no JSON object")
    if data.get("version") != VERSION:
        raise VerdictError(
            f"its version is {data.get('version')!r}, and this argcheck reads version {VERSION}"
        )
    if not isinstance(data.get("kind"), str) or data["kind"] not in KINDS:
        raise VerdictError(f"its kind is {data.get('kind')!r}, not one of {', '.join(KINDS)}")
    return KINDS[data["kind"]].of(data)


def _is_comparison(data: object) -> bool:
    """Whether ``data`` is what `argcheck.verdicts.claims` writes of a mention."""
    if not isinstance(data, dict):
        return False
    claims, omitted, coverage = (data.get(name) for name in ("claims", "omitted", "coverage"))
    return (
        isinstance(claims, list)
        and all(_has(one, claim=str, span=str, supported=bool) for one in claims)
        and isinstance(omitted, list)
        and all(_has(one, claim=str, page=int, line=int, quote=str) for one in omitted)
        and isinstance(coverage, list)
        and len(coverage) == 2
        and all(type(one) is int for one in coverage)
    )


def _has(data: object, **kinds: type) -> bool:
    """Whether ``data`` is an object with these fields, each of its type."""
    return isinstance(data, dict) and all(type(data.get(name)) is kind for name, kind in kinds.items())


def _common(one: Verdict) -> dict[str, Any]:
    return {
        **one.more,
        "version": VERSION,
        "kind": one.kind,
        "key": one.key,
        "work": one.work,
        "checked": one.checked,
        **_filled(cited_as=one.cited_as, judge=dict(one.judge)),
    }


def _filled(**fields: Any) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value}


class _Reader:
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
        return self._take(name, str, default)

    def choice(self, name: str, known: tuple[str, ...]) -> str:
        value = self.text(name)
        if value not in known:
            raise VerdictError(f"its '{name}' is '{value}', not one of {', '.join(known)}")
        return value

    def number(self, name: str) -> float:
        value = self._take(name, (int, float), 0)
        if not math.isfinite(value):
            raise VerdictError(f"its '{name}' is no number")
        return value

    def flag(self, name: str) -> bool:
        return self._take(name, bool, False)

    def table(self, name: str) -> dict[str, Any]:
        return self._take(name, dict, {})

    def items(self, name: str) -> list[Any]:
        return self._take(name, list, [])

    def tables(self, name: str) -> list[dict[str, Any]]:
        found = self.items(name)
        if not all(isinstance(one, dict) for one in found):
            raise VerdictError(f"its '{name}' is of the wrong type")
        return found

    def pair(self, value: object, name: str = "asked") -> tuple[str, str]:
        if isinstance(value, list) and len(value) == 2 and all(isinstance(one, str) for one in value):
            return value[0], value[1]
        raise VerdictError(f"its '{name}' is no list of pairs")

    def notice(self, data: dict[str, Any]) -> Notice:
        read = _Reader(data)
        others = {name: read.text(name, "") for name in ("doi", "date", "reason", "origin")}
        return Notice(read.choice("status", STATUSES), **others)

    def difference(self, data: dict[str, Any]) -> Difference:
        read = _Reader(data)
        return Difference(
            read.text("field"), read.text("ours", ""), read.text("theirs", ""), read.flag("certain")
        )

    def span(self, data: dict[str, Any]) -> EvidenceSpan:
        read = _Reader(data)
        page = str(data.get("page", ""))
        quote, digest = read.text("quote", ""), read.text("hash", "")
        return EvidenceSpan(page, int(read.number("line")), quote, digest, read.flag("uncertain"))
