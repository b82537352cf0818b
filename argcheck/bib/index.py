"""The stored form of an indexed bibliography: plain tuples, for `marshal`."""

from __future__ import annotations

from typing import NamedTuple

#: ``(key, type, start, end, key start, key end, flags, fields)``; ``fields`` is flat, with four items for each field:
#: ``name, start of name, start of value, end of value``.
EntryRecord = tuple[str, str, int, int, int, int, int, tuple["str | int", ...]]
#: ``(name in lower case, start of block, start of value, end of value)``
StringRecord = tuple[str, int, int, int]
#: ``(start, end, message, key, kind)``; the kind is ``syntax`` or ``comment``.
BrokenRecord = tuple[int, int, str, "str | None", str]
#: ``(text after "argcheck:", start, end)``, from the percent or at sign on.
DirectiveRecord = tuple[str, int, int]

DAMAGED = 1  #: flag: a part of the entry could not be parsed
COMMENTED = 2  #: flag: each line of the entry begins with ``%``
PERCENT = 4  #: flag: there is a ``%`` between fields
SYNTAX = "syntax"
COMMENT = "comment"  #: kind: a ``%`` inside an entry, which biber skips and BibTeX does not


class BibIndex(NamedTuple):
    """The index of one file."""

    entries: list[EntryRecord]
    strings: list[StringRecord]
    preambles: list[tuple[int, int]]
    comments: list[tuple[int, int]]
    broken: list[BrokenRecord]
    directives: list[DirectiveRecord]

    def unwrap(self) -> tuple[object, ...]:
        """Return the index as plain tuples and lists, for `marshal`."""
        return tuple(self)

    @classmethod
    def wrap(cls, data: tuple[object, ...]) -> BibIndex:
        """Return the index for a result of `unwrap`."""
        return cls._make(data)
