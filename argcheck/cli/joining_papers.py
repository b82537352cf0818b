"""``argcheck graph --join``: a single graph of all papers, in folders or archives."""

from __future__ import annotations

import os
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from argcheck.cli import common
from argcheck.cli.archived import is_archive, unpacked
from argcheck.cli.outcome import CommandOutcome
from argcheck.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from argcheck.argument.extract.joined import JoinedGraph, JoinedPaper


def join(paths: Sequence[Path], form: str, runs: Collection[str], options: dict[str, Any]) -> CommandOutcome:
    """Print the joined graph of all papers of ``paths``, or the claims that fall in it with ``--without``."""
    from argcheck.argument.extract import joined_report
    from argcheck.argument.extract.joined import joined_graph
    from argcheck.lint.reporters.summary import counted

    with ExitStack() as opened:
        places = [*_places(paths, opened)]
        bare: list[Path] = []
        papers = list(_papers(places, runs, options, bare))
    err = "".join(said for _, _, said in places) + (common.no_document(bare) if bare else "")
    if not papers:
        return CommandOutcome(err=err)
    graph = joined_graph(papers)
    name = options["without"]
    node_id = "" if name is None else _meant(graph, name)
    if form == "json":
        answer = joined_report.without_json(graph, node_id) if node_id else joined_report.as_json(graph)
        return CommandOutcome(common.laid_out(answer), err)
    if node_id:
        return CommandOutcome(common.harmless(joined_report.without_text(graph, node_id, name)), err)
    told = f"{counted(len(papers), 'paper')}: {counted(len(graph.nodes), 'node')}, {counted(len(graph.edges), 'edge')}, {counted(len(graph.conclusions), 'conclusion')}\n"
    told += f"{_compared(papers)}\n"
    return CommandOutcome(common.harmless(joined_report.as_text(graph)), err + common.harmless(told))


def _compared(papers: Sequence[JoinedPaper]) -> str:
    """Return a line on how many claims were compared: of papers without annotations there are none."""
    from argcheck.lint.reporters.summary import counted

    claims = [sum(node.sort not in _NO_CLAIMS for node in paper.graph.nodes.values()) for paper in papers]
    without = claims.count(0)
    bare = f"; {counted(without, 'paper')} {'has' if without == 1 else 'have'} none" * bool(without)
    return f"compared with each other: {counted(sum(claims), 'claim')} (annotated, of theorems, or read by a model){bare}; other sentences are not compared"


#: Nodes that claim nothing.
_NO_CLAIMS = frozenset({"work", "float", "data"})


class _Place(NamedTuple):
    """A path of the command line."""

    path: Path  #: absolute
    folder: Path  #: the folder to read; for an archive, that of its files while it is open
    said: str = ""  #: a warning of files left out


def _places(paths: Sequence[Path], opened: ExitStack) -> Iterator[_Place]:
    for path in paths or (Path(),):
        if is_archive(path):
            yield _Place(path.absolute(), *opened.enter_context(unpacked(path.absolute())))
        else:
            (place,) = common.targets([path])
            yield _Place(place, place)


def _papers(
    places: Sequence[_Place], runs: Collection[str], options: dict[str, Any], bare: list[Path]
) -> Iterator[JoinedPaper]:
    """Yield the documents of all paths, each once, read with the settings of its own project.

    :param bare: receives the paths without documents.
    """
    from argcheck.argument.extract.joined import JoinedPaper
    from argcheck.lint.argument_graphs import graphs_of

    base = os.path.commonpath([path if path.is_dir() else path.parent for path, _, _ in places])
    seen: set[str] = set()
    for path, folder, _ in places:
        packed = path != folder
        kept = {**options, "no_cache": True} if packed else options
        workspace = common.workspace_for([folder], common.settings_for([folder], kept), kept)
        workspace.read()
        workspace.save()
        if not workspace.documents:
            bare.append(path)
        shown = partial(_relative, path if packed else workspace.project.root, base)
        for document, graph in zip(workspace.documents, graphs_of(workspace, runs), strict=True):
            paper = JoinedPaper(graph, document.bibliography, shown)
            if paper.name not in seen:
                seen.add(paper.name)
                yield paper


def _relative(root: Path, base: str, path: str) -> str:
    return Path(os.path.relpath(root / path, base)).as_posix()


def _meant(graph: JoinedGraph, name: str) -> str:
    known = graph.meant(name)
    if not known:
        raise UsageError(f"--without: no claim or source is called '{name}'")
    if len(known) > 1:
        raise UsageError(f"--without: '{name}' is {' or '.join(known)}; name one of them")
    return known[0]
