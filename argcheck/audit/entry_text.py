"""The BibTeX of an entry that identifies its work, for the common bibliography of many papers."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from argcheck.verdicts.identity import FIELDS

if TYPE_CHECKING:
    from argcheck.bib.entry import Entry

_ASKED = (
    *FIELDS, "date", "journaltitle", "eprinttype", "archiveprefix", "primaryclass", "note", "language", "langid",
)  # fmt: skip
_INHERITING = ("crossref", "xdata")
_LONGEST = 20_000  # characters of an entry; a longer one has unbalanced braces


def bibtex_of(entry: Entry) -> str:
    """Return the fields that identify the work of an entry as BibTeX; empty if BibTeX cannot express them."""
    inherits = any(name in entry.fields for name in _INHERITING)
    values = {name: entry.raw(name) or "" for name in _ASKED if inherits or name in entry.fields}
    if inherits and values["date"] == values["year"]:  # an inherited date gives the year, and vice versa
        values["date"] = ""
    fields = [f"  {name} = {{{value}}}" for name, value in values.items() if value]
    text = ",\n".join([f"@{entry.type}{{{{key}}", *fields]) + "\n}\n"
    whole = bool(fields) and all(map(_is_balanced, values.values())) and len(text) <= _LONGEST
    return text if whole else ""


def _is_balanced(value: str) -> bool:
    """Whether the braces of a value are balanced for BibTeX, which does not know escaped braces."""
    if "{" not in value and "}" not in value:  # most values
        return True
    depths = [0, *accumulate((sign == "{") - (sign == "}") for sign in value)]
    return min(depths) == depths[-1] == 0
