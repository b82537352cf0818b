"""The argument of one document as rules see it, with the retractions and verdicts that count against it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from argcheck.argument.extract.argument import Argument
from argcheck.argument.extract.author import author_run
from argcheck.argument.extract.build import build, merge
from argcheck.argument.extract.builder import Builder, RunInputs, mentions_in
from argcheck.argument.extract.data_ties import Ties, data_reader
from argcheck.argument.extract.formal_structure import structure_run
from argcheck.argument.model import STRUCTURE, AnnotationProblem, ArgumentRun, Node
from argcheck.tex.model import Reference
from argcheck.verdicts.overlay import overlay_of, read_retractions

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from argcheck.argument.extract.data_ties import DataReader
    from argcheck.argument.extract.manuscript_graph import ManuscriptGraph
    from argcheck.argument.graph import Overlay
    from argcheck.files.project import Project
    from argcheck.reading.read_document import Document
    from argcheck.tex.model import Citation
    from argcheck.verdicts.replay import Verdicts


def argument_of(
    project: Project, document: Document, verdicts: Verdicts, readings: Sequence[ArgumentRun] = ()
) -> Argument:
    """Read the argument of a document as rules see it.

    :param readings: runs of models on the document that are to count.
    """
    root = document.manuscript.root
    listed = read_retractions(project, root)
    overlay = partial(overlay_of, bibliography=document.bibliography, listed=listed, verdicts=verdicts)
    return read_argument(document, overlay, listed.problems, data_reader(project, root), readings)


def read_argument(
    document: Document,
    overlay: Callable[[ManuscriptGraph], Overlay],
    problems: Sequence[AnnotationProblem] = (),
    data: DataReader | None = None,
    readings: Sequence[ArgumentRun] = (),
) -> Argument:
    """Build the explicit graph of a document.

    :param overlay: returns the retractions and verdicts that count against a graph.
    :param problems: problems of the list of retractions.
    :param data: reads the data files that the author names.
    :param readings: runs of models on the document that are to count.
    """
    if readings:
        from argcheck.interrogation.readings import with_agreed_attacks

        readings = with_agreed_attacks(readings)
    inputs = RunInputs.of(*document)
    ties = Ties(document.manuscript, inputs.layout.files, data) if data else None
    read = [node for run in readings for node in run.nodes.values()]
    author, structure = author_run(inputs, ties), structure_run(inputs, prose=False, claims=read)
    grounds = _own_grounds([author, *readings], inputs)
    graph = merge(inputs.layout, [author, structure, grounds, *readings], ties)

    def full() -> ManuscriptGraph:
        whole = build(document, data=data, further=readings)
        return whole.under(overlay(whole))

    return Argument(graph.under(overlay(graph)), [*graph.problems, *problems], full)


def _own_grounds(runs: Sequence[ArgumentRun], inputs: RunInputs) -> ArgumentRun:
    """Return a run in which what the sentence of a claim cites or refers to supports it, for claims of all ``runs``."""
    builder = Builder(STRUCTURE, inputs)
    claims = [node for run in runs for node in run.nodes.values() if node.sort == "sentence" and node.places]
    for node in claims:
        for mention in mentions_in(inputs.layout.manuscript, node.places[0]):
            _ground(builder, node, mention)
    return builder.run()


def _ground(builder: Builder, node: Node, mention: Citation | Reference) -> None:
    if isinstance(mention, Reference):
        source = builder.node_of_label(mention.name)
    else:
        source = builder.work(mention.key) if mention.key and not mention.nocite else None
    if source is not None:
        cause = "citation" if source.sort == "work" else "reference"
        builder.edge(source.id, node.id, mention.span, cause)
