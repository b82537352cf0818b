"""The vocabulary of judging: a case, the windows of its source, and the small protocols of the judges.

`Reranker` and `Entailment`, and the `Embedder` of `argcheck.sources.evidence`, are what a plugin provides, from a local
folder or an endpoint; argcheck ships no weights.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from argcheck.sources.citers import Cited
    from argcheck.sources.evidence import Embedder, RankedPassage
    from argcheck.sources.text.model import SourceText


class Setting(NamedTuple):
    """A sentence that cites, among the sentences of its section."""

    sentences: tuple[str, ...]
    paragraphs: tuple[int, ...]  #: of each sentence
    place: int  #: of the sentence that cites
    marker: str  #: how it cites

    @property
    def sentence(self) -> str:
        """The sentence that cites."""
        return self.sentences[self.place]

    def window(self, radius: int) -> str:
        """Give the sentence with ``radius`` neighbours on either side: within its paragraph, and beyond once that is in."""
        own = [at for at, paragraph in enumerate(self.paragraphs) if paragraph == self.paragraphs[self.place]]
        low, high = own[0], own[-1]
        if radius > max(self.place - low, high - self.place):
            low, high = 0, len(self.sentences) - 1
        return " ".join(self.sentences[max(low, self.place - radius) : min(high, self.place + radius) + 1])


class CitationCase(NamedTuple):
    """One mention, with the source at hand or, for a committee, with what names the source."""

    sentence: str  #: that cites, as `argcheck.tex.reading_text` reads it
    before: str
    after: str
    key: str  #: of the citation in question, as it stands in brackets in the sentence
    title: str  #: of the source
    source: SourceText
    searched: str  #: ``full``, ``abstract`` or ``pages``: how much of the source there is; ``witnesses`` if there is nothing
    language: str = ""  #: of the source, as a code such as ``en``; empty for an unknown one
    paragraph: str = ""  #: in which the sentence stands; empty where only its neighbours are known
    work: Cited | None = None  #: the source that is not at hand
    #: the sentence among those of its section, where the source is not at hand
    setting: Setting | None = None
    cited: frozenset[str] = frozenset()  #: the keys that the document cites

    @property
    def expanded(self) -> str:
        """The sentence between its neighbours (BibAgent, eq. 6)."""
        return " ".join(filter(None, (self.before, self.sentence, self.after)))


class Window(NamedTuple):
    """Some consecutive sentences of a passage."""

    text: str
    passage: RankedPassage
    rank: int  #: of its text among all windows, from 1


class Probabilities(NamedTuple):
    """What an entailment model says of premise and hypothesis; the three add up to 1."""

    entailment: float  #: the premise says so
    neutral: float  #: it leaves it open
    contradiction: float  #: it says the contrary


class Reranker(Protocol):
    """Scores passages against a question; higher is nearer."""

    name: str  #: part of every verdict: it changes when the weights do

    def scores(self, question: str, texts: Sequence[str]) -> Sequence[float]:
        """One score for each text."""


class Entailment(Protocol):
    """Judges whether premises entail, contradict or leave open a hypothesis."""

    name: str  #: part of every verdict: it changes when the weights do

    def judge(self, pairs: Sequence[tuple[str, str]]) -> Sequence[Probabilities]:
        """One judgement for each (premise, hypothesis): the evidence first, the claim second."""


class Judges(NamedTuple):
    """What a plugin provides for the funnel; None for what it does not."""

    embedder: Embedder | None = None
    reranker: Reranker | None = None
    entailment: Entailment | None = None

    @property
    def remote(self) -> dict[str, Remote]:
        """Those that send texts away, by role."""
        return {role: judge for role, judge in self._asdict().items() if isinstance(judge, Remote)}

    @property
    def local(self) -> Judges:
        """The others."""
        return self._replace(**dict.fromkeys(self.remote))


@runtime_checkable
class Remote(Protocol):
    """A judge that sends texts away: a run lists it, and neither asks it in a dry run nor offline."""

    host: str
    requests: int  #: sent so far


class Judge(Protocol):
    """Who decides cases: the funnel, the comparison of claims, the committee."""

    @property
    def identity(self) -> Mapping[str, Any]:
        """Name, version and tools: what stands in a verdict, and what tells two judges apart."""

    async def judge(self, case: CitationCase) -> Judgement | None:
        """Decide a case, or say why not; None where there is nothing to keep."""


class Quote(NamedTuple):
    """Words of the source, found there verbatim."""

    text: str
    page: int
    line: int
    uncertain: bool = False  #: from a region that the verifier doubts


class Judgement(NamedTuple):
    """What became of a case."""

    verdict: str  #: ``supported``, ``miscited``, ``undecidable``, ``not-checkable`` or ``pointed``
    stage: str  #: that decided: ``function``, ``guard``, ``retrieval``, ``entailment``, ``model`` or ``committee``
    reason: str
    searched: str  #: as in `CitationCase`
    confidence: float = 0.0
    class_: str = ""
    subtype: str = ""
    windows: int = 0  #: how many were judged
    quotes: tuple[Quote, ...] = ()
    would_support: str = ""
    votes: Mapping[str, int] = {}  #: of the samples, by verdict; ``dropped`` for those that could not be used
    more: Mapping[str, Any] = {}  #: what else the verdict file keeps
    abstained: str = ""  #: why nothing was decided: ``split``, ``no-model``, ``abstract``, ``tainted``, ``nothing-near``, ...
    bundle: Mapping[str, Any] = {}  #: all that the decision of a model or a committee rests on, as JSON
