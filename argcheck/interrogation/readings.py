"""Committed runs as runs of the argument graph: found again by sentence, whatever was moved, and offline."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, NamedTuple

from argcheck.argument.model import AnnotationProblem, ArgumentRun, Edge, Node, Refutation
from argcheck.files.diagnostic import Span
from argcheck.files.opening import InputError
from argcheck.interrogation import PATH
from argcheck.interrogation.runs_file import Interrogated, RunsFile
from argcheck.interrogation.shown_parts import numbered_sentences
from argcheck.verdicts import places

if TYPE_CHECKING:
    from collections.abc import Sequence

    from argcheck.files.project import Project
    from argcheck.interrogation.runs_file import RunNode
    from argcheck.interrogation.shown_parts import NumberedSentence
    from argcheck.reading.manuscript import Manuscript

#: The run that stands for what was asked again and confirmed, or refuted.
CHECKED_RUN = "v1"
_CONFIRMED_CONFIDENCE, _DOUBTED_CONFIDENCE = 0.9, 0.5


class Readings(NamedTuple):
    """What is committed of a document, and what in the files cannot be used."""

    interrogated: Interrogated = Interrogated()
    problems: tuple[AnnotationProblem, ...] = ()


def read_runs(project: Project, root: str) -> Readings:
    """Return what is committed of a document, in the nearest file that has something of it."""
    problems: list[AnnotationProblem] = []
    for path in places(root, PATH):
        if not project.is_file(path):
            continue
        try:
            runs = RunsFile.load(project.read(path).text, path)
        except InputError as error:
            problems.append(_problem(Span(path, 0, 0), f"the runs of models cannot be read: {error.detail}"))
            continue
        problems += (
            _problem(line.span, f"this line of the runs of models is not used: {line.why}")
            for line in runs.unreadable
        )
        known = runs.documents.get(name_in(path, root))
        if known is None:
            continue
        mixed = known.mixed
        if mixed:
            problems.append(
                _problem(
                    Span(path, 0, 0),
                    f"{len(mixed)} claims of '{posixpath.basename(root)}' are not used: several interrogations were merged here,"
                    f" and say different things of '{min(mixed)}'",
                )
            )
        return Readings(known.without(mixed), tuple(problems))
    return Readings(Interrogated(), tuple(problems))


def _problem(span: Span, message: str) -> AnnotationProblem:
    return AnnotationProblem(
        "runs", span, message, "mend the file or delete it, and run `argcheck interrogate` again"
    )


def name_in(path: str, root: str) -> str:
    """Return how a file of runs calls a document: by its path from the folder that the file is for."""
    return posixpath.relpath(root, posixpath.dirname(posixpath.dirname(path)) or ".")


def argument_runs(
    interrogated: Interrogated, manuscript: Manuscript, problems: Sequence[AnnotationProblem] = ()
) -> list[ArgumentRun]:
    """Return a run of the argument graph for each that is recorded, and one for the checks.

    A claim whose sentence is not in the manuscript, or never was, is left out: nothing can be said of it at a place.

    :param problems: are told by the graph.
    """
    if not interrogated.nodes:
        return [ArgumentRun(CHECKED_RUN, {}, (), problems)] if problems else []
    sentences = {sentence.hash: sentence for sentence in numbered_sentences(manuscript)}
    doubted = {check.sentence for check in interrogated.checks if check.verdict == "undetermined"}
    runs: list[ArgumentRun] = []
    for name in dict.fromkeys(node.run for node in interrogated.nodes):
        nodes = {
            node.id: _node(node, sentences[node.sentence], doubted=node.sentence in doubted)
            for node in interrogated.nodes
            if node.run == name and node.sentence in sentences
        }
        edges = [
            Edge(edge.source, edge.target, edge.relation, (name,), edge.confidence, (), "model")
            for edge in interrogated.edges
            if edge.run == name and edge.source in nodes and edge.target in nodes
        ]
        runs.append(ArgumentRun(name, nodes, edges))
    checked = _checked(interrogated, sentences)._replace(problems=problems)
    return [*runs, checked] if checked.nodes or problems else runs


def _node(node: RunNode, sentence: NumberedSentence, *, doubted: bool) -> Node:
    confidence = min(node.confidence, _DOUBTED_CONFIDENCE) if doubted else node.confidence
    return Node(
        node.id,
        node.claim,
        (sentence.span,),
        (node.run,),
        kind=node.kind,
        role=node.role,
        confidence=confidence,
    )


def _checked(interrogated: Interrogated, sentences: dict[str, NumberedSentence]) -> ArgumentRun:
    nodes: dict[str, Node] = {}
    refutations: dict[str, Refutation] = {}
    for number, check in enumerate(sorted(interrogated.checks), 1):
        sentence = sentences.get(check.sentence)
        if sentence is None or check.verdict not in ("confirmed", "refuted"):
            continue
        name = f"{CHECKED_RUN}:{number}"
        nodes[name] = Node(
            name, check.claim, (sentence.span,), (CHECKED_RUN,), confidence=_CONFIRMED_CONFIDENCE
        )
        if check.verdict == "refuted":
            refutations[name] = Refutation(check.reason, "model")
    return ArgumentRun(CHECKED_RUN, nodes, (), (), refutations)
