r"""Years that a sentence gives a source around its citation: ``in 1986 by \citet{x}``, ``Mazur \cite{x} from 1979``.

A sentence may tell of any year.  Only one that the source cannot have counts: a work is not of a time after its
own, and of two years whose last digits are exchanged one is a slip.  An earlier year may be that of the first print.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.bib.faults import YEARS
from argcheck.bib.names import name_forms
from argcheck.bib.people import authors, may_be, one_year, spellings, years
from argcheck.bib.typed_names import candidates
from argcheck.files.patterns import lazy

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from argcheck.bib.entry import Entry

_WINDOW = 40  # characters before a command that are looked at
_BEFORE = lazy(r"\b(?P<said>[Ii]n[ ~\n](?P<year>(?:19|20)\d\d)(?P<by>,?[ ~\n]by)?)[ ~\n({\[]*\Z")
_AFTER = lazy(
    r"[)\]}]?[ ~\n]{1,2}(?P<said>(?:from|of|aus|von|de)[ ~\n](?P<year>(?:19|20)\d\d))(?![\w/])(?![ ~]?(?:--?|–|to|until|on|bis|and|und|onwards?)\b)(?![ ~]?[-–])"
)
_CLAUSE = 200  # characters between a name with a year and the citation that both belong to
_ENDS = (". ", ".\n", "? ", "! ", "\n\n", "cite")  # between them: of a sentence, or another citation
_LATER = 2  # years from which on a work is later than its entry, and no preprint or volume of it


def year_around(
    source: str,
    start: int,
    end: int,
    entries: Sequence[Entry],
    names: Callable[[], Sequence[str]],
    *,
    prints_names: bool,
) -> tuple[str, str] | None:
    """Return the words and the year that a sentence gives the works of one command, where none of them can have it.

    :param names: gives the authors that stand right before the command.
    """
    before = _BEFORE.search(source, max(0, start - _WINDOW), start)
    if (
        before
        and bool(before["by"]) == prints_names
        and _is_wrong(before["year"], entries, later=prints_names)
    ):
        return " ".join(before["said"].replace("~", " ").split()), before["year"]
    after = None if prints_names else _AFTER.match(source, end)
    named = after and any(may_be(name, entry) for name in names() for entry in entries)
    if after and named and _is_wrong(after["year"], entries, later=True):
        return " ".join(after["said"].replace("~", " ").split()), after["year"]
    return None


def typed_before(
    source: str, start: int, entry: Entry, known: Callable[[], dict[str, list[Entry]]]
) -> tuple[str, str] | None:
    """Return the name and the year that a sentence gives an author of a work some words before its citation.

    Where another entry is by the same first author and of that year, the sentence speaks of both.

    :param known: gives the entries by every spelling of the name of their first authors.
    """
    low = max(0, start - _CLAUSE)
    said = source[low:start]
    if "al" not in said or not YEARS.search(said):
        return None
    for first, end, names, year in reversed(candidates(said)):
        if names[-1:] != ("et al.",) or any(sign in said[end:] for sign in _ENDS):
            continue
        forms = spellings(names[0])
        families = authors(entry)
        theirs = families and not forms.isdisjoint(name_forms(families[0]))
        others = [other for form in forms for other in known().get(form, ())]
        if (
            theirs
            and _is_wrong(year, [entry], later=None)
            and not any(year in years(other) for other in others)
        ):
            return " ".join(source[low + first : low + end].replace("~", " ").split()), year
    return None


def _is_wrong(year: str, entries: Sequence[Entry], *, later: bool | None) -> bool:
    known = [one_year(entry) for entry in entries]
    if not all(known) or any(year in years(entry) for entry in entries):
        return False
    if later is None:
        return True
    exchanged = any(printed == year[:2] + year[3] + year[2] for printed in known)
    return exchanged or (later and all(int(year) >= int(printed) + _LATER for printed in known))
