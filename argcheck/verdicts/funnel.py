"""The funnel: cheap stages decide first, expensive ones only the rest (BibAgent, section 3.2).

0  function: whether the citation claims anything;
I-II  retrieval: the nearest paragraphs of the source, re-ranked if there is a re-ranker;
III  entailment: windows of three sentences against the sentence, then against it with its neighbours;
IV  a language model: the majority of several independent samples.

Entailment and model are optional.  Without both the funnel points at evidence and decides nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from argcheck.sources.evidence import Bm25, passages, terms
from argcheck.tex.sentences import lists, split
from argcheck.verdicts import arbiter, prompts
from argcheck.verdicts.arbiter import SAMPLES, abstained
from argcheck.verdicts.functions import function_of
from argcheck.verdicts.guarded import FAILED, JudgeFailedError
from argcheck.verdicts.judging import Judge, Judgement, Window
from argcheck.verdicts.quotes import verbatim
from argcheck.verdicts.taxonomy import SUBTYPES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from argcheck.llm.client import Client
    from argcheck.sources.evidence import RankedPassage, Retriever
    from argcheck.verdicts.judging import CitationCase, Entailment, Probabilities, Quote, Reranker

_JUDGE, _POINTER = "funnel", "pointers"  # names of the judge that decides, and that only points at evidence
LOGIC = "6"  #: part of every verdict's key: raise it when the same answers lead to other verdicts

COARSE = 10  #: paragraphs retrieved (K)
FOCUS_RERANKED, FOCUS = 3, 5  #: paragraphs judged (N), with and without a re-ranker
WINDOW = 3  #: sentences of a window
CERTAIN = 0.9  #: probability above which entailment decides alone
RANKED = 10  #: windows nearest to the sentence in which a contradiction counts: among many there is always a false one


class Tools(NamedTuple):
    """The tools of a funnel; a stage whose tool is None is skipped."""

    retrievers: tuple[Retriever, ...] = ()  #: BM25 if empty
    reranker: Reranker | None = None
    entailment: Entailment | None = None
    client: Client | None = None
    samples: int = SAMPLES

    def names(self) -> dict[str, str]:
        """Return the names of the tools by stage, for the verdict."""
        names = {"retrieval": "+".join(retriever.name for retriever in self.retrievers) or Bm25.name}
        for stage, item in (("rerank", self.reranker), ("entailment", self.entailment)):
            if item is not None:
                names[stage] = item.name
        if self.client is not None:
            names["model"] = self.client.model
        return names


class Funnel(Judge):
    """Judges cases; several may run concurrently."""

    def __init__(self, tools: Tools) -> None:
        self.tools = tools

    @property
    def identity(self) -> dict[str, Any]:
        """The judge for verdicts: the funnel with these tools, or ``pointers`` without entailment and model."""
        asks = {"prompts": prompts.VERSION, "samples": self.tools.samples} if self.tools.client else {}
        return {"name": _JUDGE if self._decides else _POINTER, "version": LOGIC, **self.tools.names(), **asks}

    @property
    def yields_to(self) -> str:
        """The funnel that decides, for one that only points."""
        return "" if self._decides else _JUDGE

    @property
    def _decides(self) -> bool:
        return self.tools.entailment is not None or self.tools.client is not None

    async def judge(self, case: CitationCase) -> Judgement:
        """Return a judgement, which may say why nothing was decided.

        :raises argcheck.llm.budget.BudgetExhaustedError: the budget does not cover the next question.
        """
        function = function_of(case.sentence, case.key)
        if not function.checkable:
            return Judgement("not-checkable", "function", function.reason, case.searched)
        try:
            return await self._decided(case)
        except JudgeFailedError as error:
            return abstained(case, "guard", FAILED, str(error))

    async def _decided(self, case: CitationCase) -> Judgement:
        near = self.focus(case)
        if not near:
            reason = "no passage of the source has a word in common with the sentence"
            return abstained(case, "retrieval", "nothing-near", reason)
        windows = _windows(case, near)
        if self.tools.entailment is not None:
            decided = self._entailed(case, self.tools.entailment, windows)
            if decided is not None:
                return decided
        if self.tools.client is not None:
            asked = await arbiter.decided(case, near, self.tools.client, self.tools.samples)
            return asked._replace(windows=len(windows)) if self.tools.entailment is not None else asked
        if self.tools.entailment is not None:
            reason = f"no window is above {CERTAIN}, and there is no language model to ask"
            return abstained(case, "entailment", "no-model", reason)._replace(windows=len(windows))
        reason, quotes = "these passages are nearest to the sentence", tuple(map(_quoted, near))
        return Judgement("pointed", "retrieval", reason, case.searched, quotes=quotes)

    # -- I and II

    def focus(self, case: CitationCase) -> list[RankedPassage]:
        """Return the paragraphs of the source to judge, nearest first."""
        near = list(passages(case.sentence, case.source, COARSE, self.tools.retrievers or None))
        if self.tools.reranker is None or not near:
            return near[:FOCUS]
        scores = self.tools.reranker.scores(case.sentence, [passage.block.text for passage in near])
        order = sorted(range(len(near)), key=lambda place: (-scores[place], place))[:FOCUS_RERANKED]
        return [near[place]._replace(rank=rank, score=scores[place]) for rank, place in enumerate(order, 1)]

    # -- III

    def _entailed(self, case: CitationCase, model: Entailment, windows: Sequence[Window]) -> Judgement | None:
        """Judge the sentence, then it with its neighbours; None unless exactly one of the verdicts is certain."""
        for hypothesis in dict.fromkeys((case.sentence, case.expanded)):
            table = model.judge([(window.text, hypothesis) for window in windows])
            best = max(range(len(windows)), key=lambda place: table[place].entailment)
            nearest = [place for place, window in enumerate(windows) if window.rank <= RANKED]
            worst = max(nearest, key=lambda place: table[place].contradiction)
            supports = table[best].entailment > CERTAIN
            contradicts = table[worst].contradiction > CERTAIN
            if supports != contradicts:
                place = best if supports else worst
                certain = _certain(case, windows[place], table[place], supports=supports)
                return certain._replace(windows=len(windows))
        return None


def _certain(
    case: CitationCase, window: Window, probabilities: Probabilities, *, supports: bool
) -> Judgement:
    quote = verbatim(window.text, (window.passage.block,))
    quotes = (quote,) if quote else ()
    if supports:
        confidence, reason = probabilities.entailment, "a passage entails it"
        return Judgement("supported", "entailment", reason, case.searched, confidence, quotes=quotes)
    return Judgement(
        "miscited",
        "entailment",
        "a passage contradicts it",
        case.searched,
        probabilities.contradiction,
        class_=SUBTYPES["contradicted"],
        subtype="contradicted",
        quotes=quotes,
    )


def _quoted(passage: RankedPassage) -> Quote:
    from argcheck.verdicts.judging import Quote

    block = passage.block
    return Quote(block.text, block.page, block.line, block.uncertain)


def _windows(case: CitationCase, near: Sequence[RankedPassage]) -> list[Window]:
    """Return all three consecutive sentences of each passage, ranked by the words that they share with the sentence."""
    words = lists(case.language)
    windows: list[tuple[str, RankedPassage]] = []
    for passage in near:
        text = passage.block.text
        places = split(text, words) or [(0, len(text))]
        count = max(1, len(places) - WINDOW + 1)
        windows += [
            (text[places[first][0] : places[min(first + WINDOW, len(places)) - 1][1]], passage)
            for first in range(count)
        ]
    asked = set(terms(case.sentence))
    shared = [len(asked.intersection(terms(text))) for text, _ in windows]
    order = sorted(range(len(windows)), key=lambda place: (-shared[place], place))
    rank = {place: number for number, place in enumerate(order, 1)}
    return [Window(text, passage, rank[place]) for place, (text, passage) in enumerate(windows)]
