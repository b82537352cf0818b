"""The records of verdicts: on entries, on mentions and on quotations.

Each is one line of ``.argcheck/verdicts.jsonl``; ``docs/verdicts.md`` specifies that file.
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
#: Verdicts on a mention that decide; any other is compatible with both.
DECIDED = frozenset(("supported", "miscited"))


class EntryVerdict(NamedTuple):
    """A verdict on an entry: whether its work exists, matches the entry, and has been retracted."""

    key: str
    work: str  #: name of the work, such as ``doi:10.1000/x``
    cited_as: str  #: the key that it was cited by
    checked: str  #: the day, as ``2026-03-01``
    judge: Mapping[str, Any]
    entry: str  #: hash of the entry's bibliographic fields; empty if unknown
    outcome: str  #: ``accessible``, ``inaccessible``, ``mismatch``, ``ghost`` or ``unknown``
    notices: tuple[Notice, ...] = ()  #: retractions and the like
    differences: tuple[Difference, ...] = ()  #: between entry and record
    record: Mapping[str, Any] = {}  #: the record of the work in the index: title, year, ...; no authors
    asked: tuple[tuple[str, str], ...] = ()  #: (provider, answer)
    superseded_by: str = ""  #: identifier of a later version
    published_as: str = ""  #: identifier of the published article, for a preprint
    review: bool = False  #: whether it is a review article
    more: Mapping[str, Any] = {}  #: fields of a later version of argcheck, kept as they are

    @property
    def fallen(self) -> Notice | None:
        """The notice that the work is retracted, replaced or withdrawn; None without any."""
        return next((notice for notice in self.notices if notice.status in _FALLEN), None)

    @property
    def thing(self) -> tuple[str, ...]:
        """The key of what is judged; verdicts with the same key should agree."""
        return ("entry", self.work, self.entry)

    @property
    def matters(self) -> tuple[str, ...]:
        """The faults of the entry, by name, to which an author's answer can refer."""
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


class MentionVerdict(NamedTuple):
    """A verdict on one mention: whether the source supports the sentence that cites it."""

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
    stage: str = ""  #: the stage that decided
    confidence: float = 0.0  #: 0 to 1
    windows: int = 0  #: how many passages were judged
    searched: str = ""  #: by the words of its text ``full``, ``abstract`` (fewer than 500) or ``pages``
    spans: tuple[EvidenceSpan, ...] = ()  #: the passages of the source
    would_support: str = ""  #: a sentence that the source would support
    reason: str = ""  #: why the verdict is what it is
    more: Mapping[str, Any] = {}

    @property
    def thing(self) -> tuple[str, ...]:
        """The key of what is judged; verdicts with the same key should agree."""
        return ("mention", self.work, self.sentence, self.before, self.after, self.entry)

    @property
    def matters(self) -> tuple[str, ...]:
        """The faults of the mention, by name, to which an author's answer can refer."""
        compared = self.more.get("compared", _NO_CLAIMS)
        held = (
            ("miscited", self.verdict == "miscited"),
            ("tainted", self.more.get("abstained") == "tainted"),
            ("unsupported", self.searched == "full" and not all(c["supported"] for c in compared["claims"])),
            ("omitted", bool(compared["omitted"])),
        )
        return tuple(name for name, holds in held if holds)


class QuotationVerdict(NamedTuple):
    """A verdict on a quotation: whether the cited source contains the quoted words."""

    key: str
    work: str
    cited_as: str
    checked: str
    judge: Mapping[str, Any]
    sentence: str  #: hash of the normalised citing sentence
    words: str  #: hash of the quoted words
    outcome: str  #: one of `QUOTATION_OUTCOMES`
    searched: str = ""  #: by the words of its text ``full``, ``abstract`` (fewer than 500) or ``pages``
    spans: tuple[EvidenceSpan, ...] = ()  #: where the source has the words, or the nearest passage
    changes: tuple[tuple[str, str], ...] = ()  #: (in the quotation, in the source)
    more: Mapping[str, Any] = {}

    @property
    def thing(self) -> tuple[str, ...]:
        """The key of what is judged; verdicts with the same key should agree."""
        return ("quotation", self.work, self.sentence, self.words)

    @property
    def matters(self) -> tuple[str, ...]:
        """The faults of the quotation, by name; empty if the text of the source may be incomplete."""
        return ("misquoted",) if self.outcome == "differs" and self.searched == "full" else ()


#: What an author can answer.
Judged = EntryVerdict | MentionVerdict | QuotationVerdict
Verdict = Judged | LookUp | AuthorAnswer
_Verdict = TypeVar("_Verdict")
#: The ``kind`` of a line in the file -> what is read from it, in the order of the file.
KINDS: Mapping[str, type[Verdict]] = {
    "entry": EntryVerdict,
    "mention": MentionVerdict,
    "quotation": QuotationVerdict,
    "lookup": LookUp,
    "answer": AuthorAnswer,
}
_KIND_OF = {record: kind for kind, record in KINDS.items()}


def kind_of(verdict: Verdict) -> str:
    """Return the ``kind`` of the line of a verdict."""
    return _KIND_OF[type(verdict)]


def of_kind(verdicts: Iterable[Verdict], kind: type[_Verdict]) -> Iterator[_Verdict]:
    """Yield the verdicts of one kind, such as `EntryVerdict`."""
    return (verdict for verdict in verdicts if isinstance(verdict, kind))


def to_data(verdict: Verdict) -> dict[str, Any]:
    """Return the data of the line of a verdict, without empty optional fields."""
    return data_of(verdict, kind_of(verdict))


def read_verdict(data: object) -> Verdict:
    """Return the verdict of one line.

    :raises VerdictError: the data is no verdict, or is of another version or of an unknown kind.
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
    """Whether ``data`` has the fields that `argcheck.verdicts.claims` writes."""
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
    """Whether ``data`` is an object with fields of these names and exactly these types."""
    return isinstance(data, dict) and all(type(data.get(name)) is kind for name, kind in kinds.items())
