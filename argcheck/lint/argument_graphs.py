"""The argument graphs of the documents of a workspace, with the retractions and verdicts that count against them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from argcheck.argument.model import DEFAULT_RUNS, RUNS, is_reading
from argcheck.files.opening import InputError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from argcheck.argument.extract.build import MadeRuns
    from argcheck.argument.extract.manuscript_graph import ManuscriptGraph
    from argcheck.argument.model import ArgumentRun
    from argcheck.files.project import Project
    from argcheck.files.source import SourceFile
    from argcheck.reading.read_document import Document
    from argcheck.reading.workspace import Workspace

_SUFFIXES = (".csv", ".tsv", ".json")
_FILES = 200  # most data files from which ties are proposed
#: Name for all committed runs of models.
MODELS = "models"


def graphs_of(workspace: Workspace, runs: Collection[str]) -> list[ManuscriptGraph]:
    """Return the graph of each document from ``runs``: names in `argcheck.argument.model.RUNS`, and `MODELS`."""
    return [graph_of(workspace, document, runs) for document in workspace.documents]


def graph_of(workspace: Workspace, document: Document, runs: Collection[str]) -> ManuscriptGraph:
    """Return the graph of one document."""
    return _overlaid(workspace, document, _made(workspace, document, runs).merged())[0]


def graphs_of_readings(
    workspace: Workspace, document: Document, runs: Collection[str]
) -> list[ManuscriptGraph]:
    """Return a graph for each committed reading of a model, of it, ``runs`` and the author's word on readings."""
    names = [run.name for run in readings_of(workspace.project, document) if is_reading(run.name)]
    if not names:
        return []
    made = _made(workspace, document, {*runs, MODELS})
    others = {run.name for run in made.runs}.difference(names)
    graphs = (made.merged({name, *others}) for name in names)
    return list(_overlaid(workspace, document, *graphs))


def readings_of(project: Project, document: Document) -> list[ArgumentRun]:
    """Return the committed runs of models on a document."""
    from argcheck.interrogation.readings import argument_runs, read_runs

    known = read_runs(project, document.manuscript.root)
    return argument_runs(known.interrogated, document.manuscript, known.problems)


def read_and_not_shown(workspace: Workspace, runs: Collection[str]) -> list[str]:
    """Return the roots of the documents with committed runs of models, if ``runs`` leaves these out; else none."""
    if MODELS in runs:
        return []
    read = (document for document in workspace.documents if readings_of(workspace.project, document))
    return [document.manuscript.root for document in read]


def default_and_all(workspace: Workspace) -> list[tuple[ManuscriptGraph, ...]]:
    """Return for each document its graphs of the default runs and of all runs, built from one reading."""
    both = []
    for document in workspace.documents:
        made = _made(workspace, document, RUNS)
        both.append(_overlaid(workspace, document, made.merged(DEFAULT_RUNS), made.merged()))
    return both


def _made(workspace: Workspace, document: Document, runs: Collection[str]) -> MadeRuns:
    from argcheck.argument.extract.build import make_runs
    from argcheck.argument.extract.data_ties import data_reader

    data = data_reader(workspace.project, document.manuscript.root)
    further = readings_of(workspace.project, document) if MODELS in runs else ()
    return make_runs(document, runs, further=further, data=data)


def _overlaid(
    workspace: Workspace, document: Document, *graphs: ManuscriptGraph
) -> tuple[ManuscriptGraph, ...]:
    from argcheck.verdicts.overlay import overlay_of, read_retractions
    from argcheck.verdicts.replay import read_verdicts

    listed = read_retractions(workspace.project, document.manuscript.root)
    verdicts = read_verdicts(workspace.project, *document)
    return tuple(graph.under(overlay_of(graph, document.bibliography, listed, verdicts)) for graph in graphs)


def _names(project: Project) -> Iterator[str]:
    """Yield the CSV, TSV and JSON files that are neither in hidden folders nor excluded; the manifest omits this search."""
    top = os.path.join(project.root, "")  # noqa: PTH118 - as os.walk gives it
    included = project.settings.included
    for folder, folders, names in os.walk(top):
        here = folder.removeprefix(top)
        shown = (name for name in folders if name[0] != ".")
        folders[:], tables = included(here, shown, (name for name in names if name.endswith(_SUFFIXES)))
        yield from (f"{here}/{name}" if here else name for name in tables)


def data_files(workspace: Workspace) -> list[SourceFile]:
    """Return the first `_FILES` readable CSV, TSV and JSON files of a project, from which ties are proposed."""
    project = workspace.project
    files: list[SourceFile] = []
    for name in _names(project):
        try:
            files.append(project.data(name))
        except InputError:
            continue
        if len(files) == _FILES:
            break
    return files
