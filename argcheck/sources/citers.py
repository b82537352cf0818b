"""The works that cite a work, with what an index of citations knows of each.

An index knows only that one work cites another; whether its text does is checked when the text is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from argcheck.bib.identifiers import normal_arxiv
from argcheck.sources.folding import letters

MOST = 50  #: most citing works to ask an index for, the most cited first if it can sort
_PMC = re.compile(r"PMC\d+(?=\D|$)")


class Cited(NamedTuple):
    """The cited work."""

    doi: str
    title: str
    year: int = 0


class Citer(NamedTuple):
    """A work with an open copy that cites another, with the measures of its index."""

    title: str
    doi: str = ""
    year: int = 0
    venue: str = ""
    preprint: bool = False
    texts: tuple[str, ...] = ()  #: addresses of open copies
    citations: int = 0
    percentile: float | None = None  #: of its citations among works of its field, year and type, 0 to 1
    standing: float | None = None  #: mean citations in two years of the works of its venue

    @property
    def name(self) -> str:
        """Its identity: the DOI, else the letters of its title."""
        return self.doi or letters(self.title)


def joined(citers: Iterable[Citer]) -> list[Citer]:
    """Return each work of several indexes once, with all copies and the most citations; other measures are the first."""
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
    """Return addresses in the order in which their texts are best read; those of pages become those of the texts.

    XML of PubMed Central comes first, then arXiv, then the rest in the given order.
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
