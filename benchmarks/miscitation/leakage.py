"""What gives an item away beside its content: ``python benchmarks/miscitation/leakage.py FILE...`` looks for it in files of pairs.

Within and between the files, which are taken for parts of one benchmark, it looks for sources that stand in two of them, sentences that are nearly the
same, words of labels, and features by which somebody who reads no source can tell a miscitation from its twin.  It asks no model, and ends with 1
where there is anything.
"""

from __future__ import annotations

import argparse
import math
import re
import sys
from collections import Counter, defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parent))

from item_checks import bare, label_word
from pairs import rows

from argcheck.errors import UsageError
from argcheck.files.patterns import BRACKETED
from argcheck.sources.folding import words
from argcheck.sources.unspaced import words_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    Row = Mapping[str, Any]

SENTENCES = ("miscitation", "correct")
RUN = 4  #: words in a row by which sentences are compared
NEARLY = 0.6  #: share of the runs of the shorter of two sentences that are nearly the same
LEVEL = 0.05  #: of the sign tests, together
_BIAS = 0.1  #: by which a share is off one half before it matters
_ABSOLUTE = frozenset(
    words_of("all always any certainly clearly completely every never no none only proved proves undoubtedly")
)
_CAUTIOUS = frozenset(
    words_of(
        "apparently appear appears could likely may might perhaps possibly probably seem seems suggest suggests"
    )
)


class GiveAway(NamedTuple):
    """A feature that tells twins apart."""

    feature: str
    pairs: int  #: in which the twins differ in it
    share: float  #: of these, in which the miscitation has more of it
    chance: float  #: of so lopsided a share, if there were nothing in it, with all features that were tried

    def __str__(self) -> str:
        """In words."""
        return f"{self.feature}: the miscitation has more in {100 * self.share:.0f} % of {self.pairs} pairs (p = {self.chance:.2g})"


def give_aways(pairs: Sequence[Row]) -> list[GiveAway]:
    """Give the features in which miscitations have more, or less, than their twins; the strongest first.

    Each is a sign test over the pairs whose twins differ in it, with Bonferroni's correction for the number of features that could come
    out at all (R. E. Tarone, A modified Bonferroni method for discrete data, Biometrics 46(2), 1990, 515-522).
    """
    signs: dict[str, list[bool]] = {
        name: [
            wrong > right
            for wrong, right in ((measure(row, "miscitation"), measure(row, "correct")) for row in pairs)
            if wrong != right
        ]
        for name, measure in _FEATURES.items()
    }
    for row in pairs:
        wrong, right = ({*bare(row[name])} for name in SENTENCES)
        for word in wrong ^ right:
            signs.setdefault(f"the word '{word}'", []).append(word in wrong)
    able = _able(signs)
    tested = [
        GiveAway(
            name, len(more), sum(more) / len(more), min(1.0, _sign_test(sum(more), len(more)) * len(able))
        )
        for name, more in able.items()
    ]
    lopsided = (item for item in tested if item.chance < LEVEL and abs(item.share - 0.5) > _BIAS)
    return sorted(lopsided, key=lambda item: (item.chance, item.feature))


def _able(signs: Mapping[str, Sequence[bool]]) -> dict[str, Sequence[bool]]:
    """Give the features of which enough pairs can tell, however many are tested."""
    able = dict(signs)
    for tested in range(1, len(signs) + 1):
        able = {name: more for name, more in signs.items() if 2 * 0.5 ** len(more) < LEVEL / tested}
        if len(able) <= tested:
            break
    return able


def _sign_test(more: int, count: int) -> float:
    """Two-sided p-value of a sign test."""
    tail = sum(math.comb(count, few) for few in range(min(more, count - more) + 1))
    return min(1.0, 2 * tail / 2**count)


def _in_passage(row: Row, name: str) -> float:
    spoken, passage = bare(row[name]), {*words_of(row["passage"])}
    return sum(word in passage for word in spoken) / max(1, len(spoken))


_FEATURES: dict[str, Callable[[Row, str], float]] = {
    "length": lambda row, name: len(bare(row[name])),
    "numbers": lambda row, name: len(
        re.findall(r"(?<![\w.])\d+(?:[.,]\d+)*(?!\w)", BRACKETED.sub(" ", row[name]))
    ),
    "absolute words": lambda row, name: sum(word in _ABSOLUTE for word in bare(row[name])),
    "cautious words": lambda row, name: sum(word in _CAUTIOUS for word in bare(row[name])),
    "commas": lambda row, name: str(row[name]).count(","),
    "words of the passage": _in_passage,
}


def near_duplicates(rows: Sequence[Row]) -> list[tuple[int, int]]:
    """Give the items that have a sentence of an earlier one, or nearly so: (earlier, later), each later one once."""
    holders: dict[tuple[str, ...], list[tuple[int, str]]] = defaultdict(list)
    sizes: dict[tuple[int, str], int] = {}
    pairs: dict[int, int] = {}
    for place, row in enumerate(rows):
        own = {name: _runs(bare(row[name])) for name in SENTENCES}
        for runs in own.values():
            shared = Counter(holder for run in runs for holder in holders[run])
            for (earlier, name), count in shared.items():
                if count >= NEARLY * min(len(runs), sizes[earlier, name]):
                    pairs.setdefault(place, earlier)
        for name, runs in own.items():
            sizes[place, name] = len(runs)
            for run in runs:
                holders[run].append((place, name))
    return [(earlier, later) for later, earlier in sorted(pairs.items())]


def _runs(spoken: Sequence[str]) -> set[tuple[str, ...]]:
    return {tuple(spoken[start : start + RUN]) for start in range(max(1, len(spoken) - RUN + 1))}


def leaks(parts: Mapping[str, Sequence[Row]]) -> Iterator[str]:
    """Say what leaks, a line each.

    :param parts: lines of files of pairs, by what a part is called.
    """
    owner: dict[str, str] = {}
    for name, lines in parts.items():
        for row in lines:
            if row["kind"] == "source":
                for mark in (row["id"], " ".join((*words(row["title"]), str(row["year"])))):
                    other = owner.setdefault(mark, name)
                    if other != name:
                        yield f"source {row['id']} stands in {other} and {name}"
    items = [(name, row) for name, lines in parts.items() for row in lines if row["kind"] == "pair"]
    for earlier, later in near_duplicates([row for _, row in items]):
        (part, first), (other, second) = items[earlier], items[later]
        where = f" ({part} and {other})" if part != other else ""
        yield f"{second['id']} has nearly a sentence of {first['id']}{where}"
    texts = {
        row["id"]: row["paragraphs"] for lines in parts.values() for row in lines if row["kind"] == "source"
    }
    for _, row in items:
        for name in SENTENCES:
            if label := label_word(row[name], texts.get(row["source"], ())):
                yield f"{row['id']}: {name} has a word of labels, {label!r}"
    yield from map(str, give_aways([row for _, row in items]))


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    options = parser.parse_args(arguments)
    try:
        told = list(leaks({str(file): rows(file) for file in options.files}))
    except UsageError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    print("\n".join(told) or "nothing leaks that is looked for")
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main())
