"""Committed runs as runs of the argument graph: found again by sentence, whatever was moved, and offline."""

from __future__ import annotations

import posixpath
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from argcheck.argument.model import ACCEPTED, AnnotationProblem, ArgumentRun, Edge, Node, Refutation
from argcheck.files.diagnostic import Span
from argcheck.files.opening import InputError
from argcheck.interrogation import PATH
from argcheck.interrogation.runs_file import Interrogated, RunsFile
from argcheck.interrogation.shown_parts import numbered_sentences
from argcheck.verdicts import places

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from argcheck.files.project import Project
    from argcheck.interrogation.runs_file import AuthorWord, RunNode
    from argcheck.interrogation.shown_parts import NumberedSentence
    from argcheck.reading.manuscript import Manuscript

#: The run that stands for what was asked again and confirmed, or refuted.
CHECKED_RUN = "v1"
_ACCEPTED_CONFIDENCE, CONFIRMED_CONFIDENCE, DOUBTED_CONFIDENCE = 0.95, 0.9, 0.5
_AGAIN = "mend the file or delete it, and run `argcheck interrogate` again"


class Readings(NamedTuple):
    """What is committed of a document, and what in the files cannot be used."""

    interrogated: Interrogated = Interrogated()
    problems: tuple[AnnotationProblem, ...] = ()
    path: str = PATH  #: of the file that holds it


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
        problems += _merged(known, path, posixpath.basename(root))
        mixed, twice = known.mixed, known.rated_twice
        for sentence in known.contradicted:
            known = known.saying(sentence, None)
        if twice:
            known = known.rated(twice, ())
        return Readings(known.without(mixed), tuple(problems), path)
    return Readings(Interrogated(), tuple(problems))


def _merged(known: Interrogated, path: str, document: str) -> Iterator[AnnotationProblem]:
    """Yield what git merged of several interrogations of a document, so that it cannot be used as it stands."""
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
    """Return how a file of runs calls a document: by its path from the folder that the file is for."""
    return posixpath.relpath(root, posixpath.dirname(posixpath.dirname(path)) or ".")


def argument_runs(
    interrogated: Interrogated, manuscript: Manuscript, problems: Sequence[AnnotationProblem] = ()
) -> list[ArgumentRun]:
    """Return a run of the argument graph for each that is recorded, one for the checks, and one for the author's words.

    A claim whose sentence is not in the manuscript, or never was, is left out: nothing can be said of it at a place.
    So is one that the author disputes; what the author accepts or corrects stays, whatever later runs read.

    :param problems: are told by the graph.
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
    runs: list[ArgumentRun] = []
    for name in dict.fromkeys(node.run for node in interrogated.nodes):
        nodes = {
            node.id: _node(
                node, sentences[node.sentence], words.get(node.sentence), doubted=node.sentence in doubted
            )
            for node in interrogated.nodes
            if node.run == name and node.sentence in sentences
        }
        edges = [
            Edge(edge.source, edge.target, edge.relation, (name,), edge.confidence, (), "model")
            for edge in interrogated.edges
            if edge.run == name and edge.source in nodes and edge.target in nodes
        ]
        runs.append(ArgumentRun(name, nodes, edges))
    checked = _checked(interrogated, sentences, words)._replace(problems=problems)
    accepted = _accepted(words, sentences)
    return [*runs, *(run for run in (checked, accepted) if run.nodes or run.problems)]


def _node(node: RunNode, sentence: NumberedSentence, word: AuthorWord | None, *, doubted: bool) -> Node:
    """Return a claim of a run; in the words of the author where there are any, since guards keep differing ones apart."""
    confidence = min(node.confidence, DOUBTED_CONFIDENCE) if doubted and not word else node.confidence
    claim, places = word.claim if word else node.claim, (sentence.span,)
    return Node(node.id, claim, places, (node.run,), kind=node.kind, role=node.role, confidence=confidence)


def id_accepted(sentence: str) -> str:
    """Return the id of the claim that the author accepts in a sentence; it stays the same, whatever later runs read."""
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
    """Return what came of the checks; not of claims of which the author has spoken."""
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
