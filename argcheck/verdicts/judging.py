"""The types of judging: cases, windows of their sources, judgements, and the protocols of judges.

Plugins provide a `Reranker`, an `Entailment` and the `Embedder` of `argcheck.sources.evidence`, from a local folder or
an endpoint; argcheck ships no weights.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from argcheck.sources.citers import Cited
    from argcheck.sources.evidence import Embedder, RankedPassage
    from argcheck.sources.text.model import SourceText


class Setting(NamedTuple):
    """The sentences of a section, with the place of the citing sentence."""

    sentences: tuple[str, ...]
    paragraphs: tuple[int, ...]  #: the number of the paragraph of each sentence
    place: int  #: index of the citing sentence
    marker: str  #: the citation as it appears in the sentence

    @property
    def sentence(self) -> str:
        """The citing sentence."""
        return self.sentences[self.place]

    def window(self, radius: int) -> str:
        """Return the sentence with ``radius`` neighbours on either side, within its paragraph while that has more."""
        own = [at for at, paragraph in enumerate(self.paragraphs) if paragraph == self.paragraphs[self.place]]
        low, high = own[0], own[-1]
        if radius > max(self.place - low, high - self.place):
            low, high = 0, len(self.sentences) - 1
        return " ".join(self.sentences[max(low, self.place - radius) : min(high, self.place + radius) + 1])


class CitationCase(NamedTuple):
    """One mention to judge, with the text of its source or, for a committee, only the identity of the source."""

    sentence: str  #: the citing sentence, as `argcheck.tex.reading_text` reads it
    before: str
    after: str
    key: str  #: of the citation in question, in brackets in the sentence
    title: str  #: of the source
    source: SourceText
    searched: str  #: how much text of the source there is: ``full``, ``abstract``, ``pages``, or ``witnesses`` for none
    language: str = ""  #: of the source, as a code such as ``en``; empty if unknown
    paragraph: str = ""  #: around the sentence; empty if only its neighbours are known
    work: Cited | None = None  #: the source, if its text is not available
    #: the sentence in its section, if the text of the source is not available
    setting: Setting | None = None
    cited: frozenset[str] = frozenset()  #: the keys that the document cites

    @property
    def expanded(self) -> str:
        """The sentence between its neighbours (BibAgent, eq. 6)."""
        return " ".join(filter(None, (self.before, self.sentence, self.after)))


class Window(NamedTuple):
    """Consecutive sentences of a passage."""

    text: str
    passage: RankedPassage
    rank: int  #: among all windows, from 1 for the nearest


class Probabilities(NamedTuple):
    """The answer of an entailment model on a premise and a hypothesis; the three add up to 1."""

    entailment: float  #: that the premise entails the hypothesis
    neutral: float  #: that it does neither
    contradiction: float  #: that it contradicts it


class Reranker(Protocol):
    """Scores passages against a question; higher is nearer."""

    name: str  #: part of every verdict: it changes when the weights do

    def scores(self, question: str, texts: Sequence[str]) -> Sequence[float]:
        """Return a score for each text."""


class Entailment(Protocol):
    """Judges whether premises entail or contradict hypotheses."""

    name: str  #: part of every verdict: it changes when the weights do

    def judge(self, pairs: Sequence[tuple[str, str]]) -> Sequence[Probabilities]:
        """Return the probabilities for each (premise, hypothesis): the evidence first, the claim second."""


class Judges(NamedTuple):
    """The models that a plugin provides for the funnel; None for each that it does not."""

    embedder: Embedder | None = None
    reranker: Reranker | None = None
    entailment: Entailment | None = None

    @property
    def remote(self) -> dict[str, Remote]:
        """The models that send texts to a host, by role."""
        return {role: judge for role, judge in self._asdict().items() if isinstance(judge, Remote)}

    @property
    def local(self) -> Judges:
        """The models that do not send texts, with None in place of those that do."""
        return self._replace(**dict.fromkeys(self.remote))


@runtime_checkable
class Remote(Protocol):
    """A judge that sends texts to a host: a run lists it, and does not ask it in a dry run or offline."""

    host: str
    requests: int  #: sent so far


class Judge(Protocol):
    """Decides cases: the funnel, the comparison of claims, the committee."""

    #: whether it sees the paragraph around the sentence, and not only its neighbours
    reads_paragraphs: bool = False
    expiring_stage: str = ""  #: the stage whose verdicts are valid for some time only

    @property
    def identity(self) -> Mapping[str, Any]:
        """Name, version and tools, as written to verdicts; different for each judge."""

    @property
    def yields_to(self) -> str:
        """Name of the judge whose verdicts on the same mentions make this one unnecessary; empty for none."""
        return ""

    async def judge(self, case: CitationCase) -> Judgement | None:
        """Return a judgement, which may say why nothing was decided; None if there is nothing to keep."""


class Quote(NamedTuple):
    """Verbatim words of the source."""

    text: str
    page: int
    line: int
    uncertain: bool = False  #: from a region that may have been read wrongly


class Judgement(NamedTuple):
    """The result of judging a case."""

    verdict: str  #: ``supported``, ``miscited``, ``undecidable``, ``not-checkable`` or ``pointed``
    #: that decided: ``function``, ``guard``, ``retrieval``, ``entailment``, ``model``, ``committee`` or ``claims``
    stage: str
    reason: str
    searched: str  #: as in `CitationCase`
    confidence: float = 0.0
    class_: str = ""
    subtype: str = ""
    windows: int = 0  #: number of windows that were judged
    quotes: tuple[Quote, ...] = ()
    would_support: str = ""
    votes: Mapping[str, int] = {}  #: samples by verdict; ``dropped`` for those that could not be used
    more: Mapping[str, Any] = {}  #: further fields of the line in the verdict file
    abstained: str = ""  #: why nothing was decided, such as ``split``, ``no-model`` or ``tainted``
    bundle: Mapping[str, Any] = {}  #: the evidence for the decision of a model or a committee, as JSON
