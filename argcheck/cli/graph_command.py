"""``argcheck graph``: the argument graph, as data or drawing, and questions to it."""

from __future__ import annotations

import posixpath
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from argcheck.cli import common, parameters
from argcheck.cli.archived import reading_archives
from argcheck.cli.outcome import CommandOutcome
from argcheck.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from argcheck.argument.extract.manuscript_graph import ManuscriptGraph
    from argcheck.reading.workspace import Workspace

_FUNCTIONS = (
    "assert_graph", "merge_duplicates", "check_structure", "critical_links", "support_width",
    "surviving_claims", "mark_refuted", "disputed_nodes",
)  # fmt: skip
_FORMS = (
    "text", "json", "svg", "dot", "mermaid", "tikz", "graphml", "node-link", "argdown", "aif", "apx", "tgf",
)  # fmt: skip
_NEAR = 2  # most steps from the claim of --focus
_BELIEVED, _ALL = "author,structure", "author,structure,cues"
_OF_CONCLUSION = frozenset(("check_structure", "critical_links", "support_width", "disputed_nodes"))


@click.command("graph", epilog=parameters.example("graph thesis/ --tree"), cls=parameters.DocumentCommand)
@parameters.paths_argument
@parameters.format_option(*_FORMS, of="graph")
@click.option(
    "--max-nodes",
    type=click.IntRange(min=0),
    metavar="N",
    help="Fold chapters of graphs with more boxes; default: 60 in drawings; 0 folds nothing.",
)
@click.option(
    "--runs",
    metavar="RUNS",
    help="Sources of claims: author, structure, cues, models, or all; default: author,structure.",
)
@click.option("--tree", is_flag=True, help="Print what each claim rests on as an indented tree, by chapter.")
@click.option("--focus", metavar="ID", help="Print only claims within two steps of this one.")
@click.option("--without", metavar="ID", help="Print the claims that fall with this source or claim.")
@click.option(
    "--call",
    "function",
    type=click.Choice(_FUNCTIONS),
    help="Run a function of the argument engine, and print its JSON.",
)
@click.option("--node", metavar="ID", help="Node for --call; default: each conclusion.")
@click.option(
    "--semantics",
    type=click.Choice(["grounded", "preferred", "stable"]),
    help="Semantics of attacks for --call surviving_claims; default: grounded.",
)
@click.option("--reason", default="refuted on the command line", help="Reason for --call mark_refuted.")
@click.option(
    "--traces",
    is_flag=True,
    help="Print what abstract, questions and conclusion rest on, judged by their words.",
)
@click.option("--suggest", is_flag=True, help="Print annotations that you may paste.")
@click.option(
    "--accept",
    is_flag=True,
    help="Print annotations for claims that you accepted, or on which most readings of a model agree.",
)
@click.option(
    "--join", is_flag=True, help="Print one graph of all papers: shared claims and works, and contradictions."
)
@click.option("--macros", is_flag=True, help="With --accept: print macros instead of comments.")
@reading_archives
def command(paths: tuple[Path, ...], form: str, **options: Any) -> CommandOutcome:
    """Print the argument graph: claims, support and attacks."""
    _refuse_mixtures(form, options)
    if options["join"]:
        from argcheck.cli.joining_papers import join

        return join(paths, form, common.runs(options["runs"] or _BELIEVED), options)
    workspace = common.read_paths(paths, options)
    graphs = _graphs(workspace, form, options)
    out = _answer(workspace, graphs.shown, form, options)
    messages = ""
    if not workspace.documents:
        messages = common.no_document(workspace.paths)
    elif form == "text":
        messages = common.fitting(_summary(graphs, workspace.project.relative(workspace.base)))
    if form == "text" and not options["function"]:
        out = common.fitting(out) if options["traces"] else common.harmless(out)
    # the manifest does not record which data files there are
    manifest = None if options["no_cache"] or options["suggest"] else workspace.manifest()
    return CommandOutcome(out, messages, manifest=manifest)


class _Graphs(NamedTuple):
    """The graphs of the documents, from the chosen runs."""

    shown: list[ManuscriptGraph]
    counted: list[ManuscriptGraph]  #: for the counts, which may include runs that are not shown
    unshown: Sequence[str] = ()  #: documents with readings of models that are not shown


def _graphs(workspace: Workspace, form: str, options: dict[str, Any]) -> _Graphs:
    from argcheck.lint.argument_graphs import default_and_all, graphs_of, read_and_not_shown

    runs, words = options["runs"], options["suggest"] or options["traces"]
    if form == "text" and not (runs or words or options["accept"]):
        both = default_and_all(workspace)
        unshown = read_and_not_shown(workspace, ())
        return _Graphs([default for default, _ in both], [every for _, every in both], unshown)
    usual = f"{_BELIEVED},models" if options["accept"] else _ALL if words else _BELIEVED
    graphs = graphs_of(workspace, common.runs(runs or usual))
    return _Graphs(graphs, graphs)


def _answer(
    workspace: Workspace, graphs: Sequence[ManuscriptGraph], form: str, options: dict[str, Any]
) -> str:
    """Return the answer to the question of the options, or the graphs in the form ``form``."""
    from argcheck.argument.pictures.picture import MOST

    base = workspace.project.relative(workspace.base)
    if options["traces"]:
        from argcheck.argument.extract.export import traces

        return "".join(traces(graph, base) for graph in graphs)
    if options["suggest"]:
        return _suggested(workspace, graphs, base)
    if options["accept"]:
        from argcheck.argument.extract.agreed import agreed_annotations

        return "".join(agreed_annotations(graph, base, macros=options["macros"]) for graph in graphs)
    if options["function"]:
        if options["node"] is not None:
            graphs = [graph for graph, _ in _named(graphs, options["node"], "--node")]
        documents = [_called(graph, base, options) for graph in graphs]
        return common.laid_out({"version": 1, "documents": documents})
    if options["tree"]:
        from argcheck.argument.pictures.tree import as_tree

        return as_tree(graphs, base, options["max_nodes"] or 0, width=common.terminal_width())
    if options["without"] is not None:
        return _without(graphs, base, options["without"], form)
    most = MOST if options["max_nodes"] is None else options["max_nodes"]
    return _drawn(graphs, base, form, options["focus"], most)


def _suggested(workspace: Workspace, graphs: Sequence[ManuscriptGraph], base: str) -> str:
    from argcheck.argument.extract.suggest import data_suggestions, suggestions
    from argcheck.lint.argument_graphs import data_files

    files = data_files(workspace)
    return "".join(suggestions(graph, base) + data_suggestions(graph, base, files) for graph in graphs)


#: Flag of a question -> its option, and the forms of its answer; empty for all.
_QUESTIONS = {
    "--tree": ("tree", ("text",)),
    "--focus": ("focus", ()),
    "--without": ("without", ("text", "json")),
    "--call": ("function", ("text", "json")),
    "--traces": ("traces", ("text",)),
    "--suggest": ("suggest", ("text",)),
    "--accept": ("accept", ("text",)),
}


def _refuse_mixtures(form: str, options: dict[str, Any]) -> None:
    """Raise a UsageError for two questions, an option without its question, or a form that an answer does not have."""
    asked = [flag for flag, (name, _) in _QUESTIONS.items() if options[name] not in (None, False)]
    if len(asked) > 1:
        raise UsageError(f"{' and '.join(asked)}: one question at a time")
    if options["join"] and (asked not in ([], ["--without"]) or form not in ("text", "json")):
        raise UsageError("--join is printed as text or json, and goes with --runs and --without")
    if options["node"] is not None and not options["function"]:
        raise UsageError("--node needs --call FUNCTION")
    if options["macros"] and not options["accept"]:
        raise UsageError("--macros needs --accept")
    if options["semantics"] and options["function"] != "surviving_claims":
        raise UsageError("--semantics needs --call surviving_claims")
    forms = _QUESTIONS[asked[0]][1] if asked else ()
    if forms and form not in forms:
        raise UsageError(f"{asked[0]} is printed as {' or '.join(forms)}")


def _summary(graphs: _Graphs, base: str) -> str:
    """Return the lines on the size of each graph, and on how many summarising sentences are traced to a ground."""
    from argcheck.argument.extract.export import traced
    from argcheck.lint.reporters.summary import counted, some

    lines, silent = [], []
    for graph, all_runs in zip(graphs.shown, graphs.counted, strict=True):
        counts = traced(all_runs)
        root = posixpath.relpath(graph.root, base)
        if not (counts[0] or graph.nodes) and len(graphs.shown) > 1:
            silent.append(root)
        else:
            lines.append(f"{root}: {_counts(graph, *counts)}\n")
    if silent:
        documents = counted(len(silent), "document")
        lines.append(f"{documents} without claims, floats, proofs and sources: {some(silent)}\n")
    if graphs.unshown:
        unshown = some([posixpath.relpath(root, base) for root in graphs.unshown])
        lines.append(f"what models have read in {unshown} is not shown; `--runs all` shows it\n")
    return "".join(lines)


def _counts(graph: ManuscriptGraph, claims: int, grounded: int, held_back: int) -> str:
    """Return the size of a graph, and how many ``claims`` of its summaries have a known ground, as a line."""
    from argcheck.lint.reporters.summary import counted

    sizes = ((graph.nodes, "node"), (graph.edges, "edge"), (graph.conclusions, "conclusion"))
    parts = [", ".join(counted(len(items), what) for items, what in sizes)]
    if not (claims or graph.nodes):
        opening, closing = graph.layout.manuscript.files[graph.root].original.comment
        line = f"{opening}argcheck: claim id=NAME uses=OTHER{closing}"
        parts += [f"a line `{line}` before a sentence makes a claim of it"] if opening else []
    if claims:
        advice = ": no passage that has one says the same; `argcheck graph --traces` lists them, `--suggest` proposes annotations"
        parts.append(
            f"{grounded} of {counted(claims, 'sentence')} of abstract, questions and conclusion"
            f" traced to a result, float, proof or source{'' if grounded else advice}"
        )
    if held_back:
        parts.append(f"{held_back} more not looked for: plans, limits, announcements and what may come")
    return "; ".join(parts)


def _named(graphs: Sequence[ManuscriptGraph], name: str, option: str) -> list[tuple[ManuscriptGraph, str]]:
    """Return the graphs with a node of this name, each with the id of the node; UsageError without any."""
    known = [(graph, node.id) for graph in graphs if (node := graph.find(name))]
    if not known:
        if any(name in graph.layout.manuscript.cited_keys for graph in graphs):
            raise UsageError(
                f"{option}: '{name}' is cited, and no claim of the graph rests on it; `argcheck graph --suggest` proposes annotations"
            )
        from argcheck.prose.spelling import closest

        names = sorted({called.removeprefix("cite:") for graph in graphs for called in graph.nodes})
        near = closest(name, names, 1)
        meant = f"; did you mean '{near[0]}'?" if near else "; `argcheck graph --tree` lists them"
        raise UsageError(f"{option}: no claim or source is called '{name}'{meant}")
    return known


def _drawn(graphs: Sequence[ManuscriptGraph], base: str, form: str, focus: str | None, most: int) -> str:
    from argcheck.argument.extract import exchange, export, interchange
    from argcheck.argument.pictures import sources, svg
    from argcheck.lint.reporters.lines import for_log

    shown: set[str] | None = None
    if focus is not None:
        known = _named(graphs, focus, "--focus")
        graphs = [graph for graph, _ in known]
        shown = {near for graph, name in known for near in graph.near(graph.nodes[name], _NEAR)}
        if form == "text":
            from argcheck.argument.pictures.tree import around

            return around(known, base, _NEAR, width=common.terminal_width())
    if form == "json":
        return common.laid_out(
            {"version": export.VERSION, "documents": [export.as_json(g, base, shown) for g in graphs]}
        )
    drawings = {
        "svg": svg.as_svg,
        "dot": sources.as_dot,
        "mermaid": sources.as_mermaid,
        "tikz": sources.as_tikz,
    }
    if form in drawings:
        return for_log(drawings[form](graphs, base, shown, most))
    data = {"node-link": interchange.as_node_link, "aif": exchange.as_aif}
    if form in data:
        return common.laid_out(data[form](graphs, base, shown))
    forms: dict[str, Callable[..., str]] = {
        "graphml": interchange.as_graphml,
        "argdown": exchange.as_argdown,
        "apx": exchange.as_apx,
        "tgf": exchange.as_tgf,
        "text": partial(export.as_text, width=common.known_width()),
    }
    return for_log(forms[form](graphs, base, shown))


def _without(graphs: Sequence[ManuscriptGraph], base: str, name: str, form: str) -> str:
    """Return which claims lose their last route from a given without a node, as text or JSON."""
    from argcheck.argument.extract import export
    from argcheck.argument.pictures.tree import listed
    from argcheck.lint.reporters.summary import counted

    rows: list[dict[str, Any]] = []
    lines: list[str] = []
    for graph, node_id in _named(graphs, name, "--without"):
        fallen = {*graph.falls_with(graph.nodes[node_id])}
        if form == "json":
            shown = export.as_json(graph, base, fallen)
            rows.append({"root": shown["root"], "without": node_id, "falls": shown["nodes"]})
        elif fallen:
            claims = sum(node.kind != "given" for node in graph.nodes.values())
            lost = sum(node.id in fallen for node in graph.conclusions)
            among = f", {counted(lost, 'conclusion')} among them" if lost else ""
            head = f"{len(fallen)} of {counted(claims, 'claim')} fall with {name}{among}\n"
            lines.append(head + listed(graph, base, fallen, width=common.terminal_width()))
    if form == "json":
        return common.laid_out({"version": export.VERSION, "documents": rows})
    return "".join(dict.fromkeys(lines)) or f"nothing falls with {name}\n"


def _called(graph: ManuscriptGraph, base: str, options: dict[str, Any]) -> dict[str, Any]:
    """Return the result of a function of the engine on a document, or on each conclusion if it is about these."""
    from argcheck.argument.store import GraphStore

    function, root = options["function"], posixpath.relpath(graph.root, base)
    store = GraphStore(auto_merge=False)
    if function == "assert_graph":
        from argcheck.argument.extract.export import as_json

        exported = as_json(graph, base)
        return {"root": root, "result": store.assert_graph(root, exported["nodes"], exported["edges"])}
    store.load(graph.root, graph)
    if function in _OF_CONCLUSION:
        conclusions = [node.id for node in graph.conclusions]
        if options["node"] is not None:
            conclusions = [_about(graph, options["node"])]
        answers = [
            {"conclusion": node_id, **_safely(getattr(store, function), graph.root, node_id)}
            for node_id in conclusions
        ]
        return {"root": root, "results": answers}
    if function == "mark_refuted":
        if not options["node"]:
            raise UsageError("--call mark_refuted needs --node ID")
        answer = store.mark_refuted(graph.root, _about(graph, options["node"]), options["reason"])
        return {"root": root, "result": answer}
    if options["semantics"]:
        return {"root": root, "result": store.surviving_claims(graph.root, options["semantics"])}
    return {"root": root, "result": getattr(store, function)(graph.root)}


def _about(graph: ManuscriptGraph, name: str) -> str:
    return _named([graph], name, "--node")[0][1]


def _safely(function: Callable[..., dict[str, Any]], graph_id: str, node_id: str) -> dict[str, Any]:
    from argcheck.argument.store_errors import GraphError

    try:
        return function(graph_id, node_id)
    except GraphError as error:
        return {"error": str(error)}
