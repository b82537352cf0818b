"""The funnel: what is cheap decides first, what is dear only the rest (BibAgent, section 3.2).

0  function: a citation that claims nothing costs nothing;
I-II  retrieval: the nearest paragraphs of the source, re-ranked where a re-ranker is at hand;
III  entailment: windows of three sentences against the sentence, then against it with its neighbours;
IV  a language model, several independent samples, the majority.

Each stage is optional but retrieval.  Without entailment and model the funnel points at evidence and decides nothing.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from argcheck.llm.client import PASSING, NoAnswerError
from argcheck.sources.evidence import Bm25, passages, terms
from argcheck.tex.sentences import split
from argcheck.tex.words import lists
from argcheck.verdicts import controls, prompts
from argcheck.verdicts.functions import function_of
from argcheck.verdicts.guarded import FAILED, JudgeFailedError
from argcheck.verdicts.judging import Judgement, Window
from argcheck.verdicts.quotes import verbatim
from argcheck.verdicts.taxonomy import ABSENCES, SUBTYPES, class_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from argcheck.llm.client import Client
    from argcheck.llm.model import Answer
    from argcheck.sources.evidence import Passage, Retriever
    from argcheck.sources.text.model import Block
    from argcheck.verdicts.judging import Case, Entailment, Probabilities, Quote, Reranker

JUDGE, POINTER = "funnel", "pointers"  # who decides, and who only points
LOGIC = "3"  #: part of every verdict's key: raise it when the same answers lead to other verdicts

COARSE = 10  #: paragraphs retrieved (K)
FOCUS_RERANKED, FOCUS = 3, 5  #: of them looked at (N), with and without a re-ranker
WINDOW = 3  #: sentences
CERTAIN = 0.9  #: probability above which entailment decides alone
RANKED = 10  #: a contradiction counts only in so many windows, those nearest to the sentence: among many one always contradicts
SAMPLES, TEMPERATURE, TOP_P = 5, 0.7, 0.95
MAJORITY = 0.6  #: share of the samples below which nothing is decided
ACCUSED = 0.8  #: share below which nobody is accused


class Tools(NamedTuple):
    """Who judges; what is None is left out."""

    retrievers: tuple[Retriever, ...] = ()  #: BM25 where there is none
    reranker: Reranker | None = None
    entailment: Entailment | None = None
    client: Client | None = None
    samples: int = SAMPLES

    def names(self) -> dict[str, str]:
        """Who they are, for the verdict."""
        found = {"retrieval": "+".join(one.name for one in self.retrievers) or Bm25.name}
        for stage, one in (("rerank", self.reranker), ("entailment", self.entailment)):
            if one is not None:
                found[stage] = one.name
        if self.client is not None:
            found["model"] = self.client.model
        return found


class Funnel:
    """Judges cases, one after the other or many at once."""

    def __init__(self, tools: Tools) -> None:
        self.tools = tools

    @property
    def identity(self) -> dict[str, Any]:
        """Who decides: the funnel with these tools; without entailment and model it only points."""
        decides = self.tools.entailment is not None or self.tools.client is not None
        asks = {"prompts": prompts.VERSION, "samples": self.tools.samples} if self.tools.client else {}
        return {"name": JUDGE if decides else POINTER, "version": LOGIC, **self.tools.names(), **asks}

    async def judge(self, case: Case) -> Judgement:
        """Decide a case, or say why not.

        :raises argcheck.llm.budget.BudgetExhaustedError: what is left does not cover the next question.
        """
        function = function_of(case.sentence, case.key)
        if not function.checkable:
            return Judgement("not-checkable", "function", function.reason, case.searched)
        try:
            return await self._decided(case)
        except JudgeFailedError as error:
            return _abstained(case, "guard", FAILED, str(error))

    async def _decided(self, case: Case) -> Judgement:
        near = self.focus(case)
        if not near:
            return _abstained(
                case,
                "retrieval",
                "nothing-near",
                "no passage of the source has a word in common with the sentence",
            )
        windows = _windows(case, near)
        if self.tools.entailment is not None:
            decided = self._entailed(case, self.tools.entailment, windows)
            if decided is not None:
                return decided
        if self.tools.client is not None:
            asked = await self._asked(case, self.tools.client, near)
            return asked._replace(windows=len(windows)) if self.tools.entailment is not None else asked
        if self.tools.entailment is not None:
            reason = f"no window is above {CERTAIN}, and there is no language model to ask"
            return _abstained(case, "entailment", "no-model", reason)._replace(windows=len(windows))
        quotes = tuple(_quoted(one) for one in near)
        return Judgement(
            "pointed", "retrieval", "these passages are nearest to the sentence", case.searched, quotes=quotes
        )

    # -- I and II

    def focus(self, case: Case) -> list[Passage]:
        """The paragraphs of the source to look at, nearest first."""
        near = list(passages(case.sentence, case.source, COARSE, self.tools.retrievers or None))
        if self.tools.reranker is None or not near:
            return near[:FOCUS]
        scores = self.tools.reranker.scores(case.sentence, [one.block.text for one in near])
        order = sorted(range(len(near)), key=lambda place: (-scores[place], place))[:FOCUS_RERANKED]
        return [near[place]._replace(rank=rank, score=scores[place]) for rank, place in enumerate(order, 1)]

    # -- III

    def _entailed(self, case: Case, model: Entailment, windows: Sequence[Window]) -> Judgement | None:
        """Decide where one side alone is certain: for the sentence, then for it with its neighbours."""
        for hypothesis in dict.fromkeys((case.sentence, case.expanded)):
            table = model.judge([(window.text, hypothesis) for window in windows])
            best = max(range(len(windows)), key=lambda place: table[place].entailment)
            nearest = [place for place, window in enumerate(windows) if window.rank <= RANKED]
            worst = max(nearest, key=lambda place: table[place].contradiction)
            supports = table[best].entailment > CERTAIN
            contradicts = table[worst].contradiction > CERTAIN
            if supports != contradicts:
                place = best if supports else worst
                return self._certain(case, windows, place, table[place], supports=supports)
        return None

    def _certain(
        self, case: Case, windows: Sequence[Window], place: int, found: Probabilities, *, supports: bool
    ) -> Judgement:
        window = windows[place]
        quote = verbatim(window.text, (window.passage.block,))
        common: dict[str, Any] = {"windows": len(windows), "quotes": (quote,) if quote else ()}
        if supports:
            return Judgement(
                "supported", "entailment", "a passage entails it", case.searched, found.entailment, **common
            )
        return Judgement(
            "miscited",
            "entailment",
            "a passage contradicts it",
            case.searched,
            found.contradiction,
            class_=SUBTYPES["contradicted"],
            subtype="contradicted",
            **common,
        )

    # -- IV

    async def _asked(self, case: Case, client: Client, near: Sequence[Passage]) -> Judgement:
        question = prompts.arbiter(case, near, temperature=TEMPERATURE, top_p=TOP_P)
        answers = await client.sample(question, self.tools.samples)
        if client.dry and any(
            isinstance(one, NoAnswerError) for one in answers
        ):  # what a decision would lead to belongs to the plan
            quotes = [_quoted(one)._replace(text=_first(one.block.text, case)) for one in near[:1]]
            with suppress(NoAnswerError):
                await controls.failed(controls.checks_of(case, near, "supported", quotes) or (), client)
        failures = [one for one in answers if isinstance(one, NoAnswerError)]
        read = (_opinion(case, near, one) for one in answers if not isinstance(one, NoAnswerError))
        opinions = [one for one in read if one is not None]
        lost = next((one for one in failures if one.kind in PASSING), None)
        if lost is None and len(failures) == len(answers):
            lost = failures[0]
        if lost is not None:
            return _abstained(case, "model", lost.kind, str(lost))
        named = tuple(dict.fromkeys(one.model for one in answers if not isinstance(one, NoAnswerError)))
        decided = self._majority(case, opinions)._replace(more={"answered_by": list(named)})
        if decided.verdict in ("supported", "miscited"):
            return await self._controlled(case, client, near, decided)
        return decided

    async def _controlled(
        self, case: Case, client: Client, near: Sequence[Passage], decided: Judgement
    ) -> Judgement:
        """Let a decision stand where the model passes its controls."""
        checks = controls.checks_of(case, near, decided.verdict, decided.quotes)
        if checks is None:
            why = (
                "unconfirmed",
                "the source only mentions the sentence, and nothing else that was quoted bears on it",
            )
        else:
            try:
                wrong = await controls.failed(checks, client)
            except NoAnswerError as error:
                why = (error.kind, f"a control question got no answer: {error}")
            else:
                if wrong is None:
                    return decided
                why = _fault(wrong)
        return _abstained(case, "guard", *why)._replace(votes=decided.votes, more=decided.more)

    def _majority(self, case: Case, opinions: Sequence[_Opinion]) -> Judgement:
        samples = self.tools.samples
        votes = Counter(one.verdict for one in opinions)
        counted = {
            **dict(sorted(votes.items())),
            **({"dropped": samples - len(opinions)} if len(opinions) < samples else {}),
        }
        if not votes:
            return _abstained(
                case, "model", "dropped", "no sample gave words of the source for its verdict"
            )._replace(votes=counted)
        order = ("undecidable", "supported", "miscited")  # a tie accuses nobody
        verdict = max(order, key=lambda name: (votes[name], -order.index(name)))
        share = votes[verdict] / samples
        enough = ACCUSED if verdict == "miscited" else MAJORITY
        agreed = [one for one in opinions if one.verdict == verdict]
        if share < enough:
            reason = f"the samples do not agree ({', '.join(f'{name} {count}' for name, count in counted.items())})"
            return _abstained(case, "model", "split", reason)._replace(votes=counted, confidence=share)
        if verdict == "undecidable":
            return _abstained(case, "model", "undecided", agreed[0].reason)._replace(
                votes=counted, confidence=share
            )
        if verdict == "supported":
            return Judgement(
                "supported",
                "model",
                agreed[0].reason,
                case.searched,
                share,
                quotes=agreed[0].quotes,
                votes=counted,
            )
        class_, subtype = class_of(one.problem for one in agreed)
        speaker = next(one for one in agreed if one.problem == subtype)
        present = sum(one.problem not in ABSENCES for one in agreed)
        if case.searched != "full" and (subtype in ABSENCES or present / samples < MAJORITY):
            reason = f"only the {case.searched} of the source was read, and what is missing there may stand elsewhere"
            return _abstained(case, "model", "abstract", reason)._replace(votes=counted, confidence=share)
        return Judgement(
            "miscited",
            "model",
            speaker.reason,
            case.searched,
            share,
            class_,
            subtype,
            quotes=speaker.quotes,
            would_support=speaker.would_support,
            votes=counted,
        )


class _Opinion(NamedTuple):
    """One sample that can be used."""

    verdict: str
    problem: str
    quotes: tuple[Quote, ...]
    reason: str
    would_support: str


def _opinion(case: Case, near: Sequence[Passage], answer: Answer) -> _Opinion | None:
    """Read a sample; None if it decides without words of the source, or accuses without a name for the fault."""
    value: Mapping[str, Any] = answer.value
    verdict, problem = value["verdict"], value["problem"]
    shown = tuple(one.block for one in near)
    found = [quote for one in value["quotes"] if (quote := verbatim(one["text"], shown))]
    reason = " ".join(value["reason"].split())
    if verdict == "undecidable":
        return _Opinion(verdict, "none", tuple(found), reason, "")
    if not found or len(found) < len(value["quotes"]):
        return None
    if verdict == "miscited" and problem == "none":
        return None
    bearing = [quote.text for quote in found] if verdict == "supported" else _around(found, shown)
    if not any(_speaks_of(case, text) for text in bearing):
        return None
    would = " ".join(value["would_support"].split()) if verdict == "miscited" else ""
    return _Opinion(verdict, problem, tuple(found), reason, would)


def _around(quotes: Sequence[Quote], blocks: Sequence[Block]) -> list[str]:
    """The paragraphs that the quotes stand in: what a sentence leaves out need not share a word with it."""
    return [block.text for block in blocks if any(verbatim(quote.text, (block,)) for quote in quotes)]


def _speaks_of(case: Case, text: str) -> bool:
    """Whether a text has a word in common with the sentence that it is to bear on."""
    return bool(set(terms(case.expanded)) & set(terms(text)))


def _fault(wrong: controls.Failed) -> tuple[str, str]:
    """Why a verdict falls whose checks failed: (word, sentence for a reader)."""
    if wrong.name in _CONFIRMING:
        return "unconfirmed", _CONFIRMING[wrong.name]
    known = "the model misjudges a sentence whose verdict is certain"
    if wrong.because == "source":
        return "tainted", f"with these passages before it {known}, and without them not"
    if wrong.because == "manuscript":
        return "steered", f"with the manuscript's text around it {known}, and without it not"
    return "unsteady", known


#: What it means that a check of the verdict itself failed.
_CONFIRMING = {
    "quoted": "the words that were quoted do not lead to the same verdict when they stand alone",
    "alone": "without the text around the sentence the verdict is another one",
}


def _first(text: str, case: Case) -> str:
    places = split(text, lists(case.language)) or [(0, len(text))]
    return text[places[0][0] : places[0][1]]


def _quoted(passage: Passage) -> Quote:
    from argcheck.verdicts.judging import Quote

    block = passage.block
    return Quote(block.text, block.page, block.line, block.uncertain)


def _abstained(case: Case, stage: str, why: str, reason: str) -> Judgement:
    return Judgement("undecidable", stage, reason, case.searched, abstained=why)


def _windows(case: Case, near: Sequence[Passage]) -> list[Window]:
    """Every three consecutive sentences of each passage, stride one; ranked by how many words of the sentence they hold."""
    words = lists(case.language)
    found: list[tuple[str, Passage]] = []
    for passage in near:
        text = passage.block.text
        places = split(text, words) or [(0, len(text))]
        count = max(1, len(places) - WINDOW + 1)
        found += [
            (text[places[first][0] : places[min(first + WINDOW, len(places)) - 1][1]], passage)
            for first in range(count)
        ]
    asked = set(terms(case.sentence))
    shared = [len(asked.intersection(terms(text))) for text, _ in found]
    order = sorted(range(len(found)), key=lambda place: (-shared[place], place))
    rank = {place: number for number, place in enumerate(order, 1)}
    return [Window(text, passage, rank[place]) for place, (text, passage) in enumerate(found)]
