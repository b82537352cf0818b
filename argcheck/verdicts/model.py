"""What a verdict says: on an entry (does it exist, does it stand), on a mention, and an author's answer.

Each is one line of ``.argcheck/verdicts.jsonl``; ``docs/verdicts.md`` is the contract of that file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from argcheck.sources.model import Difference, Notice

from argcheck.verdicts.author_answers import AuthorAnswer, LookUp
from argcheck.verdicts.fields import (
    CLASSES,
    LONGEST_QUOTE,
    MENTION_VERDICTS,
    OUTCOMES,
    QUOTATION_OUTCOMES,
    VERSION,
    EvidenceSpan,
    FieldReader,
    VerdictError,
    common_fields,
    filled,
)

_NO_CLAIMS: Mapping[str, Any] = {"claims": (), "omitted": ()}
_FALLEN = frozenset(("retracted", "replaced", "withdrawn"))
#: Verdicts that say something; the others stand beside any of them.
DECIDED = frozenset(("supported", "miscited"))


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
        return next((notice for notice in self.notices if notice.status in _FALLEN), None)

    @property
    def thing(self) -> tuple[str, ...]:
        """What is judged: two verdicts on one thing should agree."""
        return ("entry", self.work, self.entry)

    @property
    def matters(self) -> tuple[str, ...]:
        """What this verdict holds against the entry; an author's answer names one or several of them."""
        matters = [self.outcome] if self.outcome in ("ghost", "mismatch", "unknown") else []
        matters += dict.fromkeys(
            "retracted" if notice.status in _FALLEN else notice.status for notice in self.notices
        )
        held = (
            ("metadata", bool(self.differences) and self.outcome != "mismatch"),
            ("superseded", bool(self.superseded_by or self.published_as)),
            ("secondary", self.review),
        )
        return (*matters, *(name for name, holds in held if holds))

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> EntryVerdict:
        """Read a verdict from the data of its line.

        :raises VerdictError: a field is missing or of another type.
        """
        read = FieldReader(data)
        return cls(
            **read.common(),
            entry=read.text("entry", ""),
            outcome=read.choice("outcome", OUTCOMES),
            notices=tuple(read.notice(table) for table in read.tables("notices")),
            differences=tuple(read.difference(table) for table in read.tables("differences")),
            record=read.table("record"),
            asked=tuple(read.pair(item) for item in read.items("asked")),
            superseded_by=read.text("superseded_by", ""),
            published_as=read.text("published_as", ""),
            review=read.flag("review"),
            more=read.rest(),
        )

    def to_data(self) -> dict[str, Any]:
        """Give the data of the line; what is empty is left out."""
        return {
            **common_fields(self),
            "outcome": self.outcome,
            **filled(
                entry=self.entry,
                notices=[filled(**notice._asdict()) for notice in self.notices],
                differences=[{**difference._asdict()} for difference in self.differences],
                record=dict(self.record),
                asked=[list(item) for item in self.asked],
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
        read = FieldReader(data)
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
            spans=tuple(read.span(table) for table in read.tables("spans")),
            would_support=read.text("would_support", ""),
            reason=read.text("reason", ""),
            more=read.rest(),
        )

    def to_data(self) -> dict[str, Any]:
        """Give the data of the line; what is empty is left out."""
        return {
            **common_fields(self),
            "sentence": self.sentence,
            "verdict": self.verdict,
            **filled(
                before=self.before,
                after=self.after,
                entry=self.entry,
                subtype=self.subtype,
                stage=self.stage,
                confidence=self.confidence,
                windows=self.windows,
                searched=self.searched,
                spans=[
                    filled(**evidence_span._replace(quote=evidence_span.quote[:LONGEST_QUOTE])._asdict())
                    for evidence_span in self.spans
                ],
                would_support=self.would_support,
                reason=self.reason,
                **{"class": self.class_},
            ),
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
        read = FieldReader(data)
        return cls(
            **read.common(),
            sentence=read.text("sentence"),
            words=read.text("words"),
            outcome=read.choice("outcome", QUOTATION_OUTCOMES),
            searched=read.text("searched", ""),
            spans=tuple(read.span(table) for table in read.tables("spans")),
            changes=tuple(read.pair(item, "changes") for item in read.items("changes")),
            more=read.rest(),
        )

    def to_data(self) -> dict[str, Any]:
        """Give the data of the line; what is empty is left out."""
        return {
            **common_fields(self),
            "sentence": self.sentence,
            "words": self.words,
            "outcome": self.outcome,
            **filled(
                searched=self.searched,
                spans=[
                    filled(**evidence_span._replace(quote=evidence_span.quote[:LONGEST_QUOTE])._asdict())
                    for evidence_span in self.spans
                ],
                changes=[list(change) for change in self.changes],
            ),
        }


Verdict = EntryVerdict | MentionVerdict | QuotationVerdict | LookUp | AuthorAnswer
KINDS: Mapping[str, type[EntryVerdict | MentionVerdict | QuotationVerdict | LookUp | AuthorAnswer]] = {
    "entry": EntryVerdict,
    "mention": MentionVerdict,
    "quotation": QuotationVerdict,
    "lookup": LookUp,
    "answer": AuthorAnswer,
}


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
        and all(_has(claim, claim=str, span=str, supported=bool) for claim in claims)
        and isinstance(omitted, list)
        and all(_has(item, claim=str, page=int, line=int, quote=str) for item in omitted)
        and isinstance(coverage, list)
        and len(coverage) == 2
        and all(type(item) is int for item in coverage)
        and 0 <= coverage[0] <= coverage[1]
    )


def _has(data: object, **kinds: type) -> bool:
    """Whether ``data`` is an object with these fields, each of its type."""
    return isinstance(data, dict) and all(type(data.get(name)) is kind for name, kind in kinds.items())
