"""The argument graph in formats of other programs for argumentation: Argdown, AIF, ASPARTIX, TGF."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from argcheck.argument.extract.export import in_order
from argcheck.argument.model import ASSUMES, ATTACKS
from argcheck.files.diagnostic import printable
from argcheck.files.grouping import grouped
from argcheck.files.patterns import ASCII_WORDS

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from argcheck.argument.extract.manuscript_graph import ManuscriptGraph
    from argcheck.argument.model import Edge

_SCHEMES = {ASSUMES: "Inference from an assumption"}


def as_argdown(graphs: Sequence[ManuscriptGraph], base: str, shown: Collection[str] | None = None) -> str:
    """Return the documents as Argdown: statements with their supports and attacks.

    An inference of several premises is a premise-conclusion structure of its own.
    """
    del base
    blocks: list[str] = []
    for number, graph in enumerate(graphs):
        named = _Titles(number if len(graphs) > 1 else None)
        nodes, edges = graph.part(shown)
        alone, inferences = _split(edges)
        into = grouped(alone, lambda edge: edge.target)
        for node in nodes:
            signs = (
                f"  {'-' if edge.relation == ATTACKS else '+'} [{named(edge.source)}]"
                for edge in into.get(node.id, ())
            )
            blocks.append("\n".join([f"[{named(node.id)}]: {_without_markup(node.text)}", *signs]))
        for target, name, premises in inferences:
            steps = [f"({place}) [{named(source)}]" for place, source in enumerate(premises, 1)]
            title = f"<{named(name)}>\n\n"
            blocks.append(title + "\n".join([*steps, "-----", f"({len(premises) + 1}) [{named(target)}]"]))
    return "\n\n".join([*blocks, ""])


class _Titles:
    """Different titles that Argdown accepts, by id."""

    def __init__(self, document: int | None) -> None:
        self._prefix = "" if document is None else f"{document + 1}: "
        self._known: dict[str, str] = {}
        self._taken: set[str] = set()

    def __call__(self, name: str) -> str:
        if name not in self._known:
            plain = title = self._prefix + " ".join(printable(name).translate(_TITLE).split()) or "-"
            ordinal = 1
            while title in self._taken:
                ordinal += 1
                title = f"{plain} {ordinal}"
            self._taken.add(title)
            self._known[name] = title
        return self._known[name]


_TITLE = str.maketrans("[]<>", "()\u2039\u203a")
_SWAPPED = str.maketrans({
    "[": "(", "]": ")", "{": "(", "}": ")", "<": "\u2039", ">": "\u203a", "#": "\uff03", "@": "\uff20", "*": "\u2217",
    "_": "\u02cd", "/": "\u2215", "\\": "\u2216", "^": "\u02c6", "=": "\uff1d", "|": "\u2223",
})  # fmt: skip


def _without_markup(text: str) -> str:
    """Return a text in one line, with characters in place of those that Argdown reads as markup."""
    return " ".join(printable(text).translate(_SWAPPED).split()) or "..."


def as_aif(
    graphs: Sequence[ManuscriptGraph], base: str, shown: Collection[str] | None = None
) -> dict[str, Any]:
    """Return the documents as AIF in JSON: claims are I-nodes, inferences RA-nodes, attacks CA-nodes."""
    del base
    out: dict[str, list[dict[str, Any]]] = {"nodes": [], "edges": [], "locutions": []}

    def node(text: str, sort: str, **more: str) -> str:
        name = str(len(out["nodes"]) + 1)
        out["nodes"].append({"nodeID": name, "text": text, "type": sort, **more})
        return name

    def edge(source: str, target: str) -> None:
        out["edges"].append(
            {"edgeID": str(len(out["edges"]) + 1), "fromID": source, "toID": target, "formEdgeID": None}
        )

    for graph in graphs:
        nodes, edges = graph.part(shown)
        claims = {each.id: node(each.text, "I") for each in nodes}
        alone, inferences = _split(edges)
        for link in alone:
            attack = link.relation == ATTACKS
            scheme = "Default Conflict" if attack else _SCHEMES.get(link.relation, "Default Inference")
            step = node(scheme, "CA" if attack else "RA", scheme=scheme)
            edge(claims[link.source], step)
            edge(step, claims[link.target])
        for target, _, premises in inferences:
            step = node("Default Inference", "RA", scheme="Default Inference")
            for premise in premises:
                edge(claims[premise], step)
            edge(step, claims[target])
    return out


def as_apx(graphs: Sequence[ManuscriptGraph], base: str, shown: Collection[str] | None = None) -> str:
    """Return the attacks as ASPARTIX facts, with arguments named by ids in letters that ASPARTIX accepts.

    A refuted node is attacked by an additional argument that nothing attacks, so that the grounded, preferred and
    stable extensions are those of the graph.
    """
    del base
    names, attacks = _framework(graphs, shown)
    lines = [*(f"arg({name})." for name in names), *(f"att({a},{b})." for a, b in attacks)]
    return "".join(f"{line}\n" for line in lines)


def as_tgf(graphs: Sequence[ManuscriptGraph], base: str, shown: Collection[str] | None = None) -> str:
    """Return the same arguments and attacks in the trivial graph format."""
    del base
    names, attacks = _framework(graphs, shown)
    return "".join(f"{line}\n" for line in [*names, "#", *(f"{a} {b}" for a, b in attacks)])


def _framework(
    graphs: Iterable[ManuscriptGraph], shown: Collection[str] | None
) -> tuple[list[str], list[tuple[str, str]]]:
    """Return the arguments and attacks of all documents together."""
    arguments: dict[str, None] = {}
    attacks: list[tuple[str, str]] = []

    def argument(words: str) -> str:
        name = plain = "_".join(ASCII_WORDS.findall(words)).lower() or "a"
        name = plain = name if name[0].isalpha() else f"a_{name}"
        while name in arguments:
            name = f"{plain}_{len(arguments)}"
        arguments[name] = None
        return name

    for graph in graphs:
        nodes, edges = graph.part(shown)
        names = {node.id: argument(node.id) for node in nodes}
        attacks += [(names[e.source], names[e.target]) for e in in_order(edges) if e.relation == ATTACKS]
        refuted = [names[node.id] for node in nodes if node.id in graph.refutations]
        attacks += [(argument(f"against {name}"), name) for name in refuted]
    return list(arguments), attacks


def _split(edges: Iterable[Edge]) -> tuple[list[Edge], list[tuple[str, str, list[str]]]]:
    """Return the edges that suffice alone, and the inferences of several premises: target, name, premises."""
    linked: dict[tuple[str, str], list[str]] = {}
    several, alone = in_order(edges), []
    for edge in several:
        for name in edge.linked if edge.relation != ATTACKS else ():
            linked.setdefault((edge.target, name), []).append(edge.source)
    for edge in several:
        names = edge.linked if edge.relation != ATTACKS else ()
        if not names or any(len(linked[edge.target, name]) == 1 for name in names):
            alone.append(edge)
    return alone, list(_structures(linked))


def _structures(linked: dict[tuple[str, str], list[str]]) -> Iterator[tuple[str, str, list[str]]]:
    for (target, name), premises in sorted(linked.items()):
        if len(premises) > 1:
            yield target, name, list(dict.fromkeys(premises))
