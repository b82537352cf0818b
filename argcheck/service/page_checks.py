"""The checks of a page that a model read from its picture: by counts, and by another reading."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from argcheck.files.diagnostic import shortened
from argcheck.sources.folding import folded
from argcheck.sources.text.transcribed import GAP

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from argcheck.sources.text.model import BadPage

_MOST_LINES, _MOST_SIGNS = 400, 20_000  #: of one page
_LIKE = 85  #: of 100: least similarity of a line to its place in the other reading
_LONG = 300  #: most signs that are compared at once
_SHORT = 4  #: lines with fewer signs must be in the other reading exactly
_HALF = 0.5  #: least share of signs that must be confirmed for the page to be accepted
_INK = 2.0  #: least ink of a letter in square points; one of 7 points has more than 4
_SIGNS = 1.5  #: most signs for each printed one: typed formulas have more
_LOOP, _LOOPED = 3, 20  #: repetitions on a page at which a line of so many signs is refused
_SWAPPED = 0.1  #: share of lines that may be elsewhere in the other reading


class PageOutcome(NamedTuple):
    """The result of reading a page."""

    said: str  #: a remark for the reader
    lines: tuple[str, ...] = ()  #: empty if the page is left unchanged
    shaky: str = ""  #: what may be wrong with the lines
    unanswered: bool = False
    added: bool = True  #: whether there are lines that the text layer does not have


def signs_of(text: str) -> str:
    """Return the letters and digits of a text, folded for comparison."""
    return "".join(filter(str.isalnum, folded(text)))


# -- level 1: what can be counted


def _is_of(signs: str, elsewhere: str) -> bool:
    """Whether a long line is also on other pages, as running heads are, which are not to be transcribed."""
    return len(signs) >= _LOOPED and signs in elsewhere


def each_once(outcomes: Mapping[int, PageOutcome]) -> dict[int, PageOutcome]:
    """Return the outcomes without pages of which most lines were also read on another page."""
    signs = {number: [*map(signs_of, page.lines)] for number, page in outcomes.items()}
    times = Counter(line for lines in signs.values() for line in set(lines) if len(line) >= _LOOPED)
    why = "what was said of it is refused: the same was said of another page"
    return {
        number: PageOutcome(why)
        if sum(len(line) for line in lines if times[line] > 1) > _HALF * sum(map(len, lines))
        else outcomes[number]
        for number, lines in signs.items()
    }


def impossible(lines: Sequence[str], page: BadPage, ink: float, elsewhere: str) -> str:
    """Return why an answer cannot be the text of a page; empty if it can."""
    signs = [signs_of(line) for line in lines]
    count = sum(map(len, signs))
    if not count:
        return "no text"
    if len(lines) > _MOST_LINES or count > _MOST_SIGNS:
        return f"{len(lines)} lines and {count} signs are more than a page has"
    if count * _INK > ink:
        return f"{count} letters and digits, and the picture has ink for {round(ink / _INK)} at the most"
    if page.signs and not page.is_recognised and count > _SIGNS * page.signs:
        return f"{count} letters and digits, where {page.signs} signs are printed"
    if sum(len(line) for line in signs if _is_of(line, elsewhere)) > _HALF * count:
        return "it is the text of another page"
    long = Counter(line for line in signs if len(line) >= _LOOPED)
    line, times = next(iter(long.most_common(1)), ("", 0))
    return f"it says the same line {times} times: {shortened(line)}" if times >= _LOOP else ""


def left_out(lines: Sequence[str], page: BadPage) -> str:
    """Return which block of a good text layer an answer lacks; empty if it has all."""
    signs = signs_of("".join(lines))
    block = next((block for block in page.whole if stands_at(signs_of(block), signs) is None), "")
    return f"it leaves out what the text layer has: {shortened(block)}" if block else ""


# -- level 2: what another reading of the page confirms


def held_to(lines: Sequence[str], witnesses: Sequence[str], elsewhere: str, model: str) -> PageOutcome:
    """Return the page with the lines that another reading confirms, or refused if these are less than half."""
    folded_witnesses = [signs_of(witness)[: 2 * _MOST_SIGNS] for witness in witnesses]
    places = [
        [
            place
            for witness in folded_witnesses
            if not _is_of(line, elsewhere) and (place := stands_at(line, witness)) is not None
        ]
        for line in map(signs_of, lines)
    ]
    kept = tuple(line if at or not line else GAP for line, at in zip(lines, places, strict=True))
    out = [line for line, at in zip(lines, places, strict=True) if line and not at]
    all_signs = sum(len(signs_of(line)) for line in lines)
    if sum(len(signs_of(line)) for line in out) > (1 - _HALF) * all_signs:
        return PageOutcome(
            f"what {model} said is refused: another reading bears out less than half, and not: {shortened(out[0])}"
        )
    longest = max(map(len, folded_witnesses), default=0)
    order = [at[-1] for line, at in zip(lines, places, strict=True) if at and line]
    falls = sum(after < before for before, after in pairwise(order))
    shaky = [
        *([f"{len(out)} lines were left out that only one reading has"] if out else []),
        *(["another reading has twice as much"] if 2 * all_signs < longest else []),
        *(["lines stand in another order in another reading"] if falls > _SWAPPED * len(order) else []),
    ]
    remark = f"read from its picture by {model}"
    if out:
        remark += (
            f"; left out {len(out)} of {len(lines)} lines, which only one reading has: {shortened(out[0])}"
        )
    return PageOutcome(remark, kept, "; ".join(shaky))


def stands_at(signs: str, witness: str) -> int | None:
    """Return the offset of a line in another reading, with the same numbers; None if it is not there."""
    from rapidfuzz.fuzz import partial_ratio_alignment

    if len(signs) > _LONG:  # the time grows with the third power
        pieces = [stands_at(signs[at : at + _LONG], witness) for at in range(0, len(signs), _LONG)]
        return None if None in pieces else pieces[0]
    exact = witness.find(signs)
    if exact >= 0 or not _SHORT <= len(signs) <= len(witness):
        return exact if exact >= 0 else None
    near = partial_ratio_alignment(signs, witness, score_cutoff=_LIKE)
    if near is None:
        return None
    # the match may be cut at its ends, but must not borrow a digit from its surroundings
    wider = (
        witness[max(0, near.dest_start - before) : near.dest_end + behind]
        for before in range(_SHORT + 1)
        for behind in range(_SHORT + 1)
    )
    return near.dest_start if any(_digits(signs) == _digits(text) for text in wider) else None


def _digits(signs: str) -> str:
    return "".join(filter(str.isdecimal, signs))
