"""What a verdict says: on an entry (does it exist, does it stand), on a mention, and an author's answer.

Each is one line of ``.argcheck/verdicts.jsonl``; ``docs/verdicts.md`` is the contract of that file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from argcheck.sources.model import Difference, Notice

from argcheck.verdicts.author_answers import AuthorAnswer, LookUp
from argcheck.verdicts.fields import VERSION, EvidenceSpan, VerdictError
from argcheck.verdicts.line_data import data_of, record_of

_NO_CLAIMS: Mapping[str, Any] = {"claims": (), "omitted": ()}
_FALLEN = frozenset(("retracted", "replaced", "withdrawn"))
#: Verdicts that say something; the others stand beside any of them.
DECIDED = frozenset(("supported", "miscited"))


class EntryVerdict(NamedTuple):
    """What is known of the work that an entry names."""

    key: str
    work: str  #: name of the work, such as ``doi:10.1000/x``
    cited_as: str  #: the key that it was cited by
    checked: str  #: the day, as ``2026-03-01``
    judge: Mapping[str, Any]
    entry: str  #: hash of the entry's bibliographic fields, empty where nobody made it
    outcome: str  #: ``accessible``, ``inaccessible``, ``mismatch``, ``ghost`` or ``unknown``
    notices: tuple[Notice, ...] = ()  #: retractions and the like
    differences: tuple[Difference, ...] = ()  #: between entry and record
    record: Mapping[str, Any] = {}  #: the work as the index has it: title, year, ...; no authors
    asked: tuple[tuple[str, str], ...] = ()  #: (provider, answer)
    superseded_by: str = ""  #: identifier of a later version
    published_as: str = ""  #: identifier of the article of a preprint
    review: bool = False  #: whether it is a review article
    more: Mapping[str, Any] = {}  #: fields of a later version of argcheck, kept as they are

    @property
    def kind(self) -> str:
        """The word for this kind of line."""
        return "entry"

    @property
    def fallen(self) -> Notice | None:
        """The notice that takes the work back; None where there is none."""
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

    def to_data(self) -> dict[str, Any]:
        """Give the data of the line; what is empty is left out."""
        return data_of(self, self.kind)


class MentionVerdict(NamedTuple):
    """What a source says to one sentence that cites it."""

    key: str
    work: str  #: name of the work, such as ``doi:10.1000/x``
    cited_as: str  #: the key that it was cited by
    checked: str  #: the day, as ``2026-03-01``
    judge: Mapping[str, Any]
    sentence: str  #: hash of the normalised citing sentence
    before: str  #: hash of the sentence before it in its paragraph, empty for none
    after: str
    entry: str
    verdict: str  #: ``supported``, ``miscited``, ``undecidable``, ``not-checkable`` or ``pointed``
    class_: str = ""  #: of a miscitation: attribution, validity, content, scope or characterisation
    subtype: str = ""  #: of that class
    stage: str = ""  #: what decided
    confidence: float = 0.0  #: 0 to 1
    windows: int = 0  #: how many passages were judged
    searched: str = ""  #: by the words of its text ``full``, ``abstract`` (fewer than 500) or ``pages``
    spans: tuple[EvidenceSpan, ...] = ()  #: the passages of the source
    would_support: str = ""  #: a sentence that the source would support
    reason: str = ""  #: why the verdict is what it is
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

    def to_data(self) -> dict[str, Any]:
        """Give the data of the line; what is empty is left out."""
        return data_of(self, self.kind)


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
    searched: str = ""  #: by the words of its text ``full``, ``abstract`` (fewer than 500) or ``pages``
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

    def to_data(self) -> dict[str, Any]:
        """Give the data of the line; what is empty is left out."""
        return data_of(self, self.kind)


Verdict = EntryVerdict | MentionVerdict | QuotationVerdict | LookUp | AuthorAnswer
_Verdict = TypeVar("_Verdict")
KINDS: Mapping[str, type[EntryVerdict | MentionVerdict | QuotationVerdict | LookUp | AuthorAnswer]] = {
    "entry": EntryVerdict,
    "mention": MentionVerdict,
    "quotation": QuotationVerdict,
    "lookup": LookUp,
    "answer": AuthorAnswer,
}


def of_kind(verdicts: Iterable[Verdict], kind: type[_Verdict]) -> Iterator[_Verdict]:
    """Yield the verdicts of one kind, such as `EntryVerdict`."""
    return (verdict for verdict in verdicts if isinstance(verdict, kind))


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
    verdict = record_of(KINDS[data["kind"]], data["kind"], data)
    if isinstance(verdict, MentionVerdict):
        if verdict.verdict == "miscited" and not verdict.class_:
            raise VerdictError("it has no 'class'")
        if "compared" in data and not _is_comparison(data["compared"]):
            raise VerdictError("its 'compared' is not made of claims, omitted and coverage")
    return verdict


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
