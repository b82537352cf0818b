"""The values of fields in the verdict file."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from argcheck.errors import LineError

if TYPE_CHECKING:
    from datetime import date

VERSION = 1
LONGEST_QUOTE = 300  #: characters of one span of a source
UNASKED = "unasked"  #: field of a line: what could not be asked, so that it is asked again

#: Outcomes of the check of an entry.
OUTCOMES = ("accessible", "inaccessible", "ghost", "mismatch", "unknown")
#: Kinds of publishers' notices.
STATUSES = ("retracted", "concern", "corrected", "replaced", "withdrawn")
#: Verdicts on a mention; ``pointed`` only names the passages that a reader should compare.
MENTION_VERDICTS = ("supported", "miscited", "undecidable", "not-checkable", "pointed")
CLASSES = ("attribution", "validity", "content", "scope", "characterisation")
#: Outcomes of the search for a quotation.
QUOTATION_OUTCOMES = ("verbatim", "differs", "not-found", "not-readable")
#: Opinions of a reader of a source on a sentence that cites it.
LOOK_UPS = ("supports", "partly", "does-not")
ACCEPTED, DISPUTED = "accepted", "disputed"


class VerdictError(LineError):
    """A line is no verdict; the message says why."""


def is_recent(checked: str, today: date, days: int) -> bool:
    """Whether a verdict was made today or fewer than ``days`` days before; False for an invalid or future date.

    :param checked: the date of the verdict, ISO 8601.
    """
    from datetime import date

    try:
        return 0 <= (today - date.fromisoformat(checked)).days < days
    except ValueError:
        return False


class EvidenceSpan(NamedTuple):
    """A passage of a source: its place, and its words or, if quoting is off, their hash."""

    page: str = ""  #: as printed; empty if the source has no pages
    line: int = 0  #: from 1; 0 if there is a page
    quote: str = ""  #: the words; empty if quoting is off
    hash: str = ""  #: of the words, if quoting is off
    uncertain: bool = False  #: from a region of the text that may have been read wrongly

    @property
    def place(self) -> str:
        """The place as ``p. 12`` or ``line 40``; empty if unknown."""
        return f"p. {self.page}" if self.page else f"line {self.line}" if self.line else ""
