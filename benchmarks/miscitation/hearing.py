"""The evidence committee as a method: the source of a pair is taken away, and works that cite it are heard in its place.

The works are invented with the pairs: each cites the source once, with the passage that decides the pair or, so that there are
enough of them, with one that decides another pair of the same source.  They say what the source says, in its words, which
real works do not: the figures are what a committee can reach at the most.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from judges import Shifted
from measures import Outcome

from argcheck.sources.citers import Cited, Citer
from argcheck.sources.text.reader import read_source
from argcheck.verdicts.committee import RUNS, Committee
from argcheck.verdicts.consensus import WITNESSES
from argcheck.verdicts.judging import Setting

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pairs import Pair

    from argcheck.llm.client import Client
    from argcheck.sources.http import Http
    from argcheck.sources.text.model import SourceText
    from argcheck.verdicts.judging import CitationCase

SIZES = (
    1,
    2,
    3,
    4,
    5,
    6,
    8,
    10,
    12,
)  #: works that speak of what is cited, for the ablation (BibAgent, appendix F)
_YEAR = re.compile(r"\s*\(\d{4}\)")  # a citation of the source's own, which the work would not have
HEARD = 8  #: such works beside the other methods


class Read(NamedTuple):
    """The text of a work, as `argcheck.sources.full_texts.FullTexts` gives it."""

    text: SourceText | None
    problems: tuple[str, ...] = ()


class CitingWorks:
    """The works that cite the sources of pairs: an index of citations, and their texts."""

    name = "pairs"

    def __init__(self, items: Sequence[Pair], size: int) -> None:
        self.texts: dict[str, str] = {}
        self.cited: dict[str, Cited] = {}  # by citing sentence
        self.places: dict[str, list[str]] = {}  # of the texts, by DOI
        for item in items:
            others = [
                other.passage for other in items if other.right.key == item.right.key and other is not item
            ]
            spoken = [item.passage] * size + others[: max(0, WITNESSES - size)]
            work = Cited(f"10.5555/{item.id}-{size}", item.right.title, 2021)
            self.cited |= dict.fromkeys((item.wrong.sentence, item.right.sentence), work)
            self.places[work.doi] = [f"https://example.org/{item.id}/{size}/{n}" for n in range(len(spoken))]
            self.texts |= dict(
                zip(self.places[work.doi], map(_work, spoken, [work.title] * len(spoken)), strict=True)
            )

    async def citers(self, work: Cited, _http: Http) -> list[Citer]:
        """Name the works that cite one."""
        return [
            Citer(f"Work {n} on {work.doi}", f"{work.doi}/{n}", 2023, "Journal of Examples", texts=(place,))
            for n, place in enumerate(self.places[work.doi])
        ]

    async def of(self, places: Iterable[str]) -> Read:
        """Read the text of a work."""
        return Read(read_source(self.texts[next(iter(places))].encode(), "work.md"))


def _work(passage: str, title: str) -> str:
    said = _YEAR.sub("", passage).rstrip(" .")
    return (
        f"# A later work\n\n## Background\n\nThe matter was studied before. {said} [1]. We go on from there.\n\n"
        f"## References\n\n[1] Author, A. {title}. Journal of Examples, 2021.\n"
    )


class CommitteeJudge:
    """The committee of the product, as ``argcheck verify --committee`` runs it, among works that say what the source says.

    :param size: works that speak of what is cited; others fill up to the least number that decides.
    """

    def __init__(self, client: Client, items: Sequence[Pair], run: int = 0, size: int = HEARD) -> None:
        self.citing_works = CitingWorks(items, size)
        # What the committee needs of client, connection and texts.
        self.committee = Committee(
            Shifted(client, run * RUNS),  # type: ignore[arg-type]
            None,  # type: ignore[arg-type]
            self.citing_works,  # type: ignore[arg-type]
            [self.citing_works],
        )

    async def judge(self, case: CitationCase) -> Outcome:
        """Judge by the committee."""
        setting = Setting((case.sentence,), (0,), 0, f"[{case.key}]")
        work = self.citing_works.cited[case.sentence]
        judgement = await self.committee.judge(
            case._replace(work=work, setting=setting, searched="witnesses")
        )
        return Outcome(judgement.verdict, judgement.class_, judgement.confidence, judgement.abstained)
