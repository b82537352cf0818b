"""Committed runs as runs of the argument graph; claims are matched by their sentence, wherever it moved."""

from __future__ import annotations

import posixpath
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from argcheck.argument.adjacency import closure
from argcheck.argument.model import (
    ACCEPTED,
    ASSUMPTION,
    ATTACKS,
    CONCLUSION,
    GIVEN,
    INFERENCE,
    MODEL,
    SUPPORT_LOST,
    USE_LOST,
    AnnotationProblem,
    ArgumentRun,
    Edge,
    Node,
    Refutation,
    is_reading,
)
from argcheck.files.committed import committed_files
from argcheck.files.diagnostic import Span
from argcheck.interrogation import PATH
from argcheck.interrogation.runs_file import Interrogated, RunsFile
from argcheck.interrogation.shown_parts import numbered_sentences
from argcheck.prose.lexicon import link_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from argcheck.files.project import Project
    from argcheck.interrogation.runs_file import AuthorWord, RunEdge, RunNode
    from argcheck.interrogation.shown_parts import NumberedSentence
    from argcheck.reading.manuscript import Manuscript

#: Name of the run with the claims that checks confirmed or refuted.
CHECKED_RUN = "v1"
_ACCEPTED_CONFIDENCE, CONFIRMED_CONFIDENCE, DOUBTED_CONFIDENCE = 0.95, 0.9, 0.5
#: An edge of which its own reading is less sure says nothing.
_LEAST_SURE = 0.5
#: Kinds of claims, of which the first counts where one sentence has several.
_RANK = (CONCLUSION, INFERENCE, GIVEN, ASSUMPTION)
_AGAIN = "mend the file or delete it, and run `argcheck interrogate` again"


class Readings(NamedTuple):
    """The committed interrogation of a document, and the problems of its files."""

    interrogated: Interrogated = Interrogated()
    problems: tuple[AnnotationProblem, ...] = ()
    path: str = PATH  #: of the file that has it


def read_runs(project: Project, root: str) -> Readings:
    """Return the committed interrogation of a document, from the nearest file that has one.

    Claims, author's words and ratings that contradict each other after a merge by git are left out.

    :param root: path of the document in the project.
    """
    problems: list[AnnotationProblem] = []
    for path, text, problem in committed_files(project, root, PATH, "the runs of models"):
        if problem:
            problems.append(_problem(Span(path, 0, 0), problem))
            continue
        runs = RunsFile.load(text, path)
        problems += (
            _problem(line.span, f"this line of the runs of models is not used: {line.why}")
            for line in runs.unreadable
        )
        known = runs.documents.get(name_in(path, root))
        if known is None:
            continue
        problems += _merged(known, path, posixpath.basename(root))
        mixed, twice = known.mixed, known.rated_twice
        for sentence in known.contradicted:
            known = known.saying(sentence, None)
        if twice:
            known = known.rated(twice, ())
        return Readings(known.without(mixed), tuple(problems), path)
    return Readings(Interrogated(), tuple(problems))


def _merged(known: Interrogated, path: str, document: str) -> Iterator[AnnotationProblem]:
    """Yield the problems of records that git merged from several interrogations of a document."""
    problem = partial(_problem, Span(path, 0, 0))
    if mixed := known.mixed:
        yield problem(
            f"{len(mixed)} claims of '{document}' are not used: several interrogations were merged here,"
            f" and say different things of '{min(mixed)}'"
        )
    if merged := known.merged:
        are = "is no reading as it" if len(merged) == 1 else "are no readings as they"
        yield problem(
            f"{', '.join(merged)} of '{document}' {are} came: several interrogations were merged here,"
            " or lines were changed; how many readings have a claim is not certain"
        )
    if contradicted := known.contradicted:
        yield problem(
            f"what authors say of {len(contradicted)} claims of '{document}' was merged here and differs, so none of it counts",
            "say it once more with `argcheck runs accept`, `edit` or `dispute`",
        )
    if twice := known.rated_twice:
        yield problem(
            f"the ratings of {len(twice)} claims of '{document}' are not used: several were merged here",
            "run `argcheck score --llm` again",
        )


def _problem(span: Span, message: str, advice: str = _AGAIN) -> AnnotationProblem:
    return AnnotationProblem("runs", span, message, advice)


def name_in(path: str, root: str) -> str:
    """Return the name of a document in a file of runs: its path from the folder above ``.argcheck``."""
    return posixpath.relpath(root, posixpath.dirname(posixpath.dirname(path)) or ".")


def argument_runs(
    interrogated: Interrogated, manuscript: Manuscript, problems: Sequence[AnnotationProblem] = ()
) -> list[ArgumentRun]:
    """Return one run of the argument graph for each reading, one for the checks, and one for the author's words.

    Claims without a sentence in the manuscript are left out, as findings need a place, and so are those that the author
    disputes.  Claims that the author accepts or corrects are kept, whatever later runs read.

    :param problems: are added to the run of the checks, so that the graph reports them.
    """
    if not interrogated.nodes and not interrogated.words:
        return [ArgumentRun(CHECKED_RUN, {}, (), problems)] if problems else []
    words = {word.sentence: word for word in interrogated.words}
    disputed = {word.sentence for word in interrogated.words if word.stand == "disputed"}
    sentences = {
        sentence.hash: sentence
        for sentence in numbered_sentences(manuscript)
        if sentence.hash not in disputed
    }
    doubted = {check.sentence for check in interrogated.checks if check.verdict == "undetermined"}
    taken_out = {node.id for node in interrogated.nodes if node.sentence in disputed}
    runs: list[ArgumentRun] = []
    for name in dict.fromkeys(node.run for node in interrogated.nodes):
        read = [node for node in interrogated.nodes if node.run == name]
        kept = _once_a_sentence([node for node in read if node.sentence in sentences])
        nodes = {
            node.id: _node(
                node, sentences[node.sentence], words.get(node.sentence), doubted=node.sentence in doubted
            )
            for node in read
            if kept.get(node.id) == node.id
        }
        _mark_consequences(nodes.values(), read, sentences, manuscript.language)
        between = [
            edge._replace(
                source=kept.get(edge.source, edge.source), target=kept.get(edge.target, edge.target)
            )
            for edge in interrogated.edges
            if edge.run == name
        ]
        held = [edge for edge in between if {edge.source, edge.target} <= nodes.keys()]
        circular = _circular(held)
        edges = [graph_edge(edge) for edge in held if edge.source != edge.target and edge not in circular]
        lost = {node.id for node in read} - kept.keys() - taken_out
        _mark_losses(nodes, lost, between)
        for edge in circular:
            nodes[edge.target].flags |= {SUPPORT_LOST}
            nodes[edge.source].flags |= {USE_LOST}
        runs.append(ArgumentRun(name, nodes, edges))
    checked = _checked(interrogated, sentences, words)._replace(problems=problems)
    accepted = _accepted(words, sentences)
    return [*runs, *(run for run in (checked, accepted) if run.nodes or run.problems)]


def with_agreed_attacks(runs: Sequence[ArgumentRun]) -> list[ArgumentRun]:
    """Return runs of models without the attacks that half of the readings make, or fewer.

    Readings differ most in what attacks what, and an objection that one of them leaves out may be answered there.
    Both ends of such an attack still count as related to something.
    """
    readings = [run for run in runs if is_reading(run.name)]
    making = Counter(pair for run in readings for pair in {_ends(run, edge) for edge in _sure_attacks(run)})
    agreed = {ends for ends, times in making.items() if 2 * times > len(readings)}
    return [_with_attacks(run, agreed) for run in runs]


def _with_attacks(run: ArgumentRun, agreed: Collection[tuple[Span, Span]]) -> ArgumentRun:
    lost = {edge for edge in run.edges if edge.relation == ATTACKS and _ends(run, edge) not in agreed}
    nodes = {**run.nodes}
    for name in {end for edge in lost for end in (edge.source, edge.target)}:
        nodes[name] = nodes[name].copy()
        nodes[name].flags |= {USE_LOST}
    return run._replace(nodes=nodes, edges=[edge for edge in run.edges if edge not in lost])


def _sure_attacks(run: ArgumentRun) -> Iterator[Edge]:
    return (edge for edge in run.edges if edge.relation == ATTACKS and edge.confidence >= _LEAST_SURE)


def _ends(run: ArgumentRun, edge: Edge) -> tuple[Span, Span]:
    return _place(run.nodes[edge.source]), _place(run.nodes[edge.target])


def _place(node: Node) -> Span:
    return node.places[0]


def _once_a_sentence(read: Iterable[RunNode]) -> dict[str, str]:
    """Return for each claim of one reading the id under which it counts: the claims of one sentence are one.

    All parts of a document show its beginning and its end, so that one reading may have a claim there several times.
    """
    first: dict[str, str] = {}
    ranked = sorted(read, key=lambda node: (_RANK.index(node.kind), node))
    return {node.id: first.setdefault(node.sentence, node.id) for node in ranked}


def _circular(edges: Iterable[RunEdge]) -> set[RunEdge]:
    """Return the edges by which a sentence supports itself, as two claims of it became one.

    An answer has no circles, so that these are of no argument: "since A, B" is one sentence.
    """
    feeding = [edge for edge in edges if edge.relation != ATTACKS]
    targets: dict[str, list[str]] = {}
    for edge in feeding:
        targets.setdefault(edge.source, []).append(edge.target)
    return {
        edge for edge in feeding if edge.source in closure((edge.target,), lambda name: targets.get(name, ()))
    }


def _mark_consequences(
    nodes: Iterable[Node], read: Iterable[RunNode], sentences: Mapping[str, NumberedSentence], language: str
) -> None:
    """Mark claims whose sentences say that they follow from what stands before: a reading may have left that out."""
    said = {node.id: sentences[node.sentence].text for node in read if node.sentence in sentences}
    for node in nodes:
        if link_of(said[node.id], language) == "rests":
            node.flags |= {SUPPORT_LOST}


def _mark_losses(nodes: Mapping[str, Node], lost: Collection[str], edges: Iterable[RunEdge]) -> None:
    """Mark claims whose support, or what they bear on, is a claim that no sentence says: it is not known to be missing."""
    for edge in edges:
        if edge.source in lost and edge.target in nodes and edge.relation != ATTACKS:
            nodes[edge.target].flags |= {SUPPORT_LOST}
        elif edge.source in nodes and edge.target in lost:
            nodes[edge.source].flags |= {USE_LOST}


def graph_edge(edge: RunEdge) -> Edge:
    """Return an edge of a run as one of the graph."""
    linked = (f"{edge.run}:{edge.linked}",) if edge.linked else ()
    return Edge(
        edge.source, edge.target, edge.relation, (edge.run,), edge.confidence, (), MODEL, linked=linked
    )


def _node(node: RunNode, sentence: NumberedSentence, word: AuthorWord | None, *, doubted: bool) -> Node:
    """Return a claim of a run as a node: its sentence, or the author's words on it."""
    confidence = min(node.confidence, DOUBTED_CONFIDENCE) if doubted and not word else node.confidence
    claim, places = word.claim if word else " ".join(sentence.text.split()), (sentence.span,)
    return Node(node.id, claim, places, (node.run,), kind=node.kind, role=node.role, confidence=confidence)


def id_accepted(sentence: str) -> str:
    """Return the id of the claim that the author accepts in a sentence; it does not depend on later runs."""
    return f"{ACCEPTED}:{sentence.partition(':')[2][:8]}"


def _accepted(words: Mapping[str, AuthorWord], sentences: Mapping[str, NumberedSentence]) -> ArgumentRun:
    nodes = [
        Node(
            id_accepted(word.sentence),
            word.claim,
            (sentences[word.sentence].span,),
            (ACCEPTED,),
            kind=word.kind,
            role=word.role,
            confidence=_ACCEPTED_CONFIDENCE,
        )
        for word in sorted(words.values())
        if word.sentence in sentences
    ]
    return ArgumentRun(ACCEPTED, {node.id: node for node in nodes}, ())


def _checked(
    interrogated: Interrogated, sentences: Mapping[str, NumberedSentence], words: Collection[str]
) -> ArgumentRun:
    """Return a run with the confirmed and refuted claims, without those that have the author's word."""
    nodes: dict[str, Node] = {}
    refutations: dict[str, Refutation] = {}
    for number, check in enumerate(sorted(interrogated.checks), 1):
        sentence = sentences.get(check.sentence)
        if sentence is None or check.sentence in words or check.verdict not in ("confirmed", "refuted"):
            continue
        name = f"{CHECKED_RUN}:{number}"
        nodes[name] = Node(
            name, check.claim, (sentence.span,), (CHECKED_RUN,), confidence=CONFIRMED_CONFIDENCE
        )
        if check.verdict == "refuted":
            refutations[name] = Refutation(check.reason, "model")
    return ArgumentRun(CHECKED_RUN, nodes, (), (), refutations)
