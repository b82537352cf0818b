"""Names of results and signs of definitions: what has one is used where a statement or a proof says it.

The title of a result is its name, "Xia's lemma"; a macro that prints letters is a sign of the definition that it first
stands in.  Neither is one where it stands before, in many statements, or as one of many: "an upper bound" is no name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.argument.extract.term_words import TermWords, spellings, stretches
from argcheck.tex.arguments import command_names
from argcheck.tex.commands import words
from argcheck.tex.live_source import live_calls

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from argcheck.argument.extract.layout import Layout, Stated
    from argcheck.files.diagnostic import Span
    from argcheck.tex.model import ManuscriptRecords

_FEW = 5  #: statements and proofs beside its own that may have a name; what more have is the language of the text
_ONE_OF_MANY = frozenset(words("a an any some no each every"))


def called_by_name(
    layout: Layout, users: Sequence[Stated], saying: Mapping[str, TermWords]
) -> Iterator[tuple[Stated, Stated]]:
    """Yield what has a name or a sign with what calls it so.

    :param users: the statements, in document order.
    :param saying: the words of each with its proofs, by id.
    """
    names, signs = _named(users), _signs(layout.manuscript)
    lengths = {len(name) for name in names}
    callers: dict[tuple[str, ...], dict[str, Stated]] = {}
    vague = set[tuple[str, ...]]()
    for user in users:
        reading = saying[user.id]
        for start, stems in stretches(reading, lengths):
            if stems in names:
                callers.setdefault(stems, {})[user.id] = user
                if reading.words[max(0, start - 1)] in _ONE_OF_MANY:
                    vague.add(stems)
        for sign in signs.keys() & command_names(reading.plain):
            callers.setdefault((sign,), {})[user.id] = user
            if user.family == "definition" and signs[sign].starts_in(user.body):
                names[sign,] = user
    for name, owner in names.items():
        others = [user for user in callers.get(name, {}).values() if user is not owner]
        if name not in vague and len(others) <= _FEW and all(user.number > owner.number for user in others):
            yield from ((owner, user) for user in others)


def _named(users: Sequence[Stated]) -> dict[tuple[str, ...], Stated]:
    """Return the results that alone have a title of several words, by the stems of these."""
    titled: dict[tuple[str, ...], set[Stated]] = {}
    for result in users:
        stems = tuple(TermWords(result.title).stems)
        plain = all(stem.replace("-", "").isalpha() for stem in stems) and "_" not in result.title
        if result.family == "result" and len(stems) > 1 and plain:
            for spelling in spellings(stems):
                titled.setdefault(spelling, set()).add(result)
    return {stems: next(iter(results)) for stems, results in titled.items() if len(results) == 1}


def _signs(manuscript: ManuscriptRecords) -> dict[str, Span]:
    """Return the macros that print letters of their own, not a letter in another alphabet, with where each stands first."""
    macros = manuscript.formula_macros
    printing = [
        name for name, (_, body) in macros.items() if any(len(word) > 1 for word in TermWords(body).words)
    ]
    first: dict[str, Span] = {}
    for place, call in live_calls(manuscript, printing) if printing else ():
        first.setdefault(call[1], place)
    return first
