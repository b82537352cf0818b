"""Who cites a work: what an index of citations knows of each, as the evidence committee needs it.

An index knows only that one work cites another; whether it does so in its text is for the reader of the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from argcheck.bib.identifiers import normal_arxiv
from argcheck.sources.folding import letters

MOST = 50  #: citing works that one index is asked for, the most cited first where it can sort
_PMC = re.compile(r"PMC\d+(?=\D|$)")


class Cited(NamedTuple):
    """The work that is cited."""

    doi: str
    title: str
    year: int = 0
    venue: str = ""


class Citer(NamedTuple):
    """A work with an open copy that cites another, and what its index measures of it."""

    title: str
    doi: str = ""
    year: int = 0
    venue: str = ""
    preprint: bool = False
    texts: tuple[str, ...] = ()  #: addresses of open copies
    citations: int = 0
    percentile: float | None = None  #: of its citations among works of its field, year and type, 0 to 1
    standing: float | None = None  #: mean citations in two years of what its venue publishes

    @property
    def name(self) -> str:
        """What identifies it: its DOI, else the letters of its title."""
        return self.doi or letters(self.title)


def joined(citers: Iterable[Citer]) -> list[Citer]:
    """Join what several indexes say: each work once, with all its copies, and its measures from the first that has them."""
    known: dict[str, Citer] = {}
    titles: dict[str, str] = {}
    for citer in citers:
        name = titles.setdefault(letters(citer.title), citer.name)
        first = known.get(name)
        if first is None:
            known[name] = citer
            continue
        known[name] = first._replace(
            texts=tuple(dict.fromkeys((*first.texts, *citer.texts))),
            percentile=citer.percentile if first.percentile is None else first.percentile,
            standing=citer.standing if first.standing is None else first.standing,
            citations=max(first.citations, citer.citations),
        )
    return list(known.values())


def readable(addresses: Iterable[str]) -> tuple[str, ...]:
    """Put addresses in the order in which their text is best read, with those of pages led to the text itself.

    The XML of PubMed Central first, then arXiv, then the rest as it comes.
    """
    rank: dict[str, int] = {}
    for address in addresses:
        pmc, arxiv = _PMC.search(address), normal_arxiv(address) if "arxiv.org" in address else None
        if pmc:
            rank.setdefault(f"https://www.ebi.ac.uk/europepmc/webservices/rest/{pmc[0]}/fullTextXML", 0)
        elif arxiv:
            rank.setdefault(f"https://arxiv.org/pdf/{arxiv}", 1)
        else:
            rank.setdefault(address, 2)
    return tuple(sorted(rank, key=rank.__getitem__))
