"""What prose declares: hypotheses, research questions, contributions, claims of abstract and conclusion.

The source is searched for the words that introduce them, and only paragraphs around these are read.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from argcheck.argument.extract.builder import mentions_in
from argcheck.argument.extract.questions import family, names
from argcheck.argument.model import ATTACKS, INFERENCE, SUPPORTS
from argcheck.files.diagnostic import Span
from argcheck.files.grouping import lists_by_key
from argcheck.prose import lexicon
from argcheck.prose.summaries import summaries
from argcheck.prose.texts import near
from argcheck.tex.items import items_of, said_from
from argcheck.tex.live_source import commented, holding, joined
from argcheck.tex.model import Citation
from argcheck.tex.sections import order
from argcheck.tex.vocabulary import codes, phrases, wording

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from argcheck.argument.extract.builder import Builder
    from argcheck.argument.model import Node
    from argcheck.tex.model import ManuscriptRecords, Reference, Sentence


@cache
def _name() -> str:
    """Return a pattern of names of questions and hypotheses: ``RQ1``, ``Hypothesis 2``."""
    return (
        rf"(?:(?P<short>{names('H', short=True)}|{names('RQ', short=True)})[-~ ]?(?P<one>\d{{1,2}}[a-z]?)"
        rf"|(?P<long>{names('H', short=False)}|{names('RQ', short=False)})[~ ](?P<two>\d{{1,2}}[a-z]?))(?![\w-])"
    )


@cache
def _declaration() -> re.Pattern[str]:
    return re.compile(
        r"(?:^|\\item\s*(?:\[\s*)?|\\(?:textbf|emph|textit|paragraph|subparagraph|underline|textsc)\*?\{|\\label\{[^}]*\})\s*"
        rf"(?:\\(?:textbf|emph|textit)\{{)?\(?{_name()}\s*(?:\([^()]{{0,60}}\))?\s*[\])}}]*\s*(?:[:.–—]|\}}|\]|\)\s)",
        re.MULTILINE,
    )


@cache
def _mention() -> re.Pattern[str]:
    return re.compile(r"(?<![\w\\{_^])" + _name())


@cache
def _numbered() -> re.Pattern[str]:
    """Return a pattern of the digit after such a name, with the last letters of the name before it.

    Few texts have any.  The pattern skips all but digits, so that it is faster than that of the names.
    """
    keys = ("hypothesis-short", "question-short", "hypothesis", "question")
    ends = sorted({name[-3:] for key in keys for name in phrases(codes(), f"questions.{key}")})
    behind = "|".join(rf"(?<={end}\d)|(?<={end}[-~ ]\d)" for end in ends)
    return re.compile(rf"[0-9](?:(?<=[^\W\d_]\d)|(?<=[^\W\d_][-~ ]\d))(?:{behind})")


#: Environments that may list contributions, and the most characters between them and the words that announce them.
_LISTS = frozenset(
    ("itemize", "enumerate", "description", "compactitem", "compactenum", "inparaenum", "itemize*")
)
_NEAR = 400
#: A contribution of the work; not the article itself ("this contribution"), who wrote what, or the name of a label.
_CONTRIBUTION = r"(?<!section\*\{)(?<![-:_.])\b{contributions.contribution}\b(?![-_])"
_OF_OTHERS = r"(?<!\w){contributions.of-others}[ ]\Z"
_WORD = 30  # most characters of the word
_MIN_WORDS = 4


class _LiveMatch(NamedTuple):
    """A match in the live text of a file."""

    path: str
    match: re.Match[str]


def read_prose(builder: Builder, claims: Iterable[Node] = ()) -> None:
    """Add the nodes that prose declares, and the support of these and of the ``claims`` of author and models."""
    _Prose(builder).read([node for node in claims if node.sort == "sentence" and node.places])


class _Prose:
    """Reads the prose of one document."""

    def __init__(self, builder: Builder) -> None:
        self.builder = builder
        self.manuscript: ManuscriptRecords = builder.layout.manuscript
        self.questions: dict[str, str] = {}  # "H1" -> id

    def read(self, claims: list[Node]) -> None:
        self._add_questions()
        self._add_unnamed()
        self._add_contributions()
        self._add_summaries()
        self._add_floats()
        self._add_answers()
        self._add_grounds(claims)

    # -- hypotheses and research questions

    def _add_questions(self) -> None:
        for path, match in self._named(_declaration()):
            name = _canonical(match)
            sentence = self._declared(path, match)
            if name in self.questions or sentence is None:
                continue
            label = self._label_in(path, match.start(), sentence.span.end)
            node = self._node(sentence, "hypothesis", name=label or self._id_if_free(name), flag="hypothesis")
            if name != node.id:
                node.aliases = (*node.aliases, name)
            self.questions[name] = node.id

    def _declared(self, path: str, match: re.Match[str]) -> Sentence | None:
        """Return the sentence that a name introduces: that with the name, or the one after a title or a mere name."""
        text = self.manuscript.files[path].text
        behind = match.end()
        while behind < len(text) and text[behind] in "}.:]) \n\t":
            behind += 1
        for offset in (match.start("one" if match["one"] else "two"), behind):
            sentence = self.builder.texts.sentence(path, offset)
            if sentence is not None and sentence.kind != "title" and len(sentence.text.split()) >= _MIN_WORDS:
                return sentence
        return None

    def _id_if_free(self, name: str) -> str:
        taken = name in self.manuscript.labels_by_name or name in self.builder.nodes
        return "" if taken else name

    def _label_in(self, path: str, start: int, end: int) -> str:
        layout = self.builder.layout
        for label in self.manuscript.labels:
            if label.span.path == path and start <= label.span.start < end:
                meaning = layout.label_meaning(label.name)
                if meaning is not None and not meaning.id and label.name not in self.builder.nodes:
                    return label.name
        return ""

    def _add_unnamed(self) -> None:
        for path, match in self._search(
            wording(codes(), r"\b{questions.unnamed}"), phrases(codes(), "questions.unnamed-signs")
        ):
            sentence = self.builder.texts.sentence(path, match.start())
            if sentence is not None and self.builder.layout.at(sentence.span) < 0:
                self._node(sentence, "hypothesis", flag="hypothesis")

    def _add_answers(self) -> None:
        """Add answers: sentences in sections with results or conclusions that name a hypothesis or question."""
        if not self.questions:
            return
        for path, match in self._named(_mention()):
            target = self.questions.get(_canonical(match))
            if target is None or not lexicon.answers(self._title(path, match.start())):
                continue
            sentence = self.builder.texts.sentence(path, match.start())
            if sentence is None or sentence.kind == "title":
                continue
            node = self._node(sentence, "result")
            if node.id != target:
                relation = ATTACKS if lexicon.says("rejecting", sentence.text) else SUPPORTS
                self.builder.edge(node.id, target, sentence.span, "answer", relation=relation, confidence=0.5)

    def _title(self, path: str, offset: int) -> str:
        """Return the titles of the sections around an offset of a file."""
        titles = (section.title for section in order(self.manuscript).around(Span(path, offset, offset)))
        return " ".join(self.manuscript.files[title.path].text[title.start : title.end] for title in titles)

    # -- contributions, abstract, conclusion

    def _add_contributions(self) -> None:
        """Add the items of lists that are announced as contributions."""
        lists = [
            (environment.span.path, environment.span.start, environment)
            for environment in self.manuscript.environments
            if environment.name in _LISTS
        ]
        done: set[int] = set()
        for path, match in self._search(
            wording(codes(), _CONTRIBUTION), phrases(codes(), "contributions.called"), reach=_WORD
        ):
            text = self.manuscript.files[path].text
            if wording(codes(), _OF_OTHERS, re.IGNORECASE).search(
                text, max(0, match.start() - _WORD), match.start()
            ):
                continue
            near = (
                environment
                for place, start, environment in lists
                if place == path and match.end() <= start < match.end() + _NEAR and start not in done
            )
            environment = next(near, None)
            if environment is not None and self._introduces(path, match, environment.span.start):
                done.add(environment.span.start)
                for item in items_of(self.manuscript, environment):
                    sentence = self.builder.texts.sentence(item.span.path, said_from(self.manuscript, item))
                    if sentence is not None and len(sentence.text.split()) >= _MIN_WORDS:
                        self._node(sentence, "claim", flag="contribution")

    def _introduces(self, path: str, match: re.Match[str], start: int) -> bool:
        between = self.manuscript.files[path].text[match.end() : start]
        return "\\section" not in between and "\\end{" not in between and between.count("\n\n") <= 1

    def _add_summaries(self) -> None:
        for span, flag, _ in summaries(self.manuscript):
            self._add_claims(span, flag)

    def _add_claims(self, span: Span, flag: str) -> None:
        """Add the sentences of an abstract or a conclusion that say what was found, not what was done."""
        for sentence in self.builder.texts.sentences(span):
            role = lexicon.role_of(sentence.text, sentence.language)
            claims = role in lexicon.CLAIMING or (flag == "abstract" and role == "method")
            if (
                claims
                and sentence.kind in ("prose", "item")
                and not lexicon.says("text", sentence.text, sentence.language)
                and not lexicon.says("outlook", sentence.text, sentence.language)
                and not sentence.text.endswith(":")  # the claim is the list after it
            ):
                self._node(sentence, "conclusion", flag=flag)

    # -- floats

    def _add_floats(self) -> None:
        """Add the sentences that refer to floats, supported by these."""
        builder, layout = self.builder, self.builder.layout
        for reference in self.manuscript.references:
            if layout.owner_of(reference) >= 0:
                continue
            meaning = layout.label_meaning(reference.name)
            if meaning is None or meaning.kind != "float":
                continue
            sentence = builder.texts.sentence(reference.span.path, reference.span.start)
            if sentence is None or sentence.kind == "title":
                continue
            source = builder.node_of_label(reference.name)
            node = self._node(sentence, "result")
            if source is not None:
                builder.edge(source.id, node.id, reference.span, "float", confidence=0.6)

    # -- what a sentence refers to

    def _node(self, sentence: Sentence, role: str, *, name: str = "", flag: str = "") -> Node:
        node = self.builder.sentence(sentence, name)
        node.kind = INFERENCE
        node.role = node.role if node.flags else role
        if flag:
            node.flags |= {flag}
        return node

    def _add_grounds(self, claims: list[Node]) -> None:
        """Add the support of sentences by works that they cite and results that they refer to."""
        nodes = [(node, node.places[0]) for node in self.builder.nodes.values() if node.sort == "sentence"]
        places = sorted({node.places[0] for node in claims})
        starts = lists_by_key((place.path, place.start) for place in places)
        nodes += [(node, self._around(node, starts)) for node in claims]
        for node, place in nodes:
            for mention in mentions_in(self.manuscript, place):
                self._ground(node, mention)

    def _ground(self, node: Node, mention: Citation | Reference) -> None:
        builder = self.builder
        if isinstance(mention, Citation):
            if mention.key and not mention.nocite:
                builder.edge(builder.work(mention.key).id, node.id, mention.span, "citation", confidence=0.6)
            return
        meaning = builder.layout.label_meaning(mention.name)
        if meaning is not None and meaning.kind == "section":
            node.flags |= {"section"}
        elif meaning is not None and meaning.kind in ("statement", "inside", "float"):
            source = builder.node_of_label(mention.name)
            if source is not None:
                cause = "float" if meaning.kind == "float" else "reference"
                builder.edge(source.id, node.id, mention.span, cause, confidence=0.6)

    def _around(self, node: Node, starts: Mapping[str, list[int]]) -> Span:
        """Return the sentence around a claim, or only the place of the claim if the sentence makes several."""
        place = node.places[0]
        sentence = self.builder.texts.sentence(place.path, place.start)
        if sentence is None:
            return place
        path, start, end = sentence.span
        inside = bisect_left(starts[path], end) - bisect_left(starts[path], start)
        return sentence.span if inside == 1 else place

    # -- searching the live text

    def _named(self, pattern: re.Pattern[str]) -> Iterator[_LiveMatch]:
        """Yield the matches of a pattern of names of questions and hypotheses in live text."""
        files = self.manuscript.files
        named = (
            piece
            for piece in self.manuscript.pieces
            if _numbered().search(files[piece.path].text, piece.start, piece.end)
        )
        return self._live(pattern, named)

    def _search(
        self, pattern: re.Pattern[str], needles: tuple[str, ...], reach: int = 0
    ) -> Iterator[_LiveMatch]:
        """Yield the matches in live text that contain a needle, with at most ``reach`` characters on both sides."""
        return self._live(pattern, self._with_needle(needles, reach))

    def _with_needle(self, needles: tuple[str, ...], reach: int) -> Iterator[Span]:
        for piece in self.manuscript.pieces:
            text = self.manuscript.files[piece.path].text
            if any(text.find(needle, piece.start, piece.end) >= 0 for needle in needles):
                whole = [(piece.start, piece.end)]
                for low, high in near(text, needles, reach, piece.start, piece.end) if reach else whole:
                    yield Span(piece.path, low, high)

    def _live(self, pattern: re.Pattern[str], spans: Iterable[Span]) -> Iterator[_LiveMatch]:
        m = self.manuscript
        dead = cache(lambda path: joined(m.dead.get(path, ())))
        for path, start, end in spans:
            text = m.files[path].text
            for match in pattern.finditer(text, start, end):
                if not commented(text, match.start()) and not holding(dead(path), match.start()):
                    yield _LiveMatch(path, match)


def _canonical(match: re.Match[str]) -> str:
    """Return the name of a hypothesis or question in one form: H1, RQ2."""
    number = match["one"] or match["two"]
    return f"{family(match['short'] or match['long'])}{number}"
