"""The content of a drawing of a graph: chapters, the most important claims, and the rest of each chapter as one box.

All drawings are made from a `Picture`, so that they fold in the same way.
"""

from __future__ import annotations

import posixpath
from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple

from argcheck.argument.adjacency import components
from argcheck.argument.model import ATTACKS, CONCLUSION, GIVEN, joint_marks
from argcheck.files.diagnostic import shortened
from argcheck.files.grouping import grouped
from argcheck.tex.formula_signs import in_signs
from argcheck.tex.reading_text import plain
from argcheck.tex.sections import chapter_sections, order

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from argcheck.argument.extract.manuscript_graph import ManuscriptGraph
    from argcheck.argument.model import Edge, Node
    from argcheck.tex.model import ManuscriptRecords

#: Most boxes of one document; in larger ones the less important nodes are folded.
MOST = 60
_TITLE = 70  # most characters of the title of a chapter
_STATUS = ("notready", "mathlibok", "proof-leanok", "leanok")
KINDS = {
    "given": "given: a source, figure, table, datum or axiom",
    "inference": "claim",
    "assumption": "assumption",
    "conclusion": "conclusion",
    "folded": "several claims, folded",
}
STATUSES = {
    "refuted": "refuted",
    "notready": "not ready or open",
    "mathlibok": "in Mathlib",
    "proof-leanok": "statement and proof formalised",
    "leanok": "statement formalised",
    "whole": "formalised, with all that it rests on",
    "provable": "statement formalised, and the proof is ready to be",
    "ready": "ready to be formalised: all that it uses is stated in Lean",
}
JOINT = "+ marks premises that are needed together"
RELATIONS = {"supports": "supports", "assumes": "is assumed by", "attacks": "attacks"}


class Box(NamedTuple):
    """A node that is drawn, or several that are folded into one box."""

    id: str
    name: str  #: the id, if given by a person
    text: str
    kind: str  #: a key of `KINDS`
    status: str  #: a key of `STATUSES`, or empty
    place: str  #: ``file:line``
    band: int  #: number of its chapter
    members: tuple[str, ...] = ()  #: ids of the nodes that are folded into it


class Arrow(NamedTuple):
    """An arrow between ids of boxes."""

    source: str
    target: str
    relation: str
    #: of a premise that is needed together with others: ``+``, with a number if the box has several such sets
    joint: str = ""


class Picture(NamedTuple):
    """The boxes and arrows of one document."""

    title: str  #: path of its root
    bands: tuple[str, ...]  #: titles of the chapters that have boxes, in order
    boxes: tuple[Box, ...]
    arrows: tuple[Arrow, ...]
    notes: tuple[str, ...]  #: what is left out, in sentences

    @property
    def kinds(self) -> list[str]:
        """The kinds that occur, in the order of a legend."""
        return [kind for kind in KINDS if any(box.kind == kind for box in self.boxes)]

    @property
    def statuses(self) -> list[str]:
        """The statuses that occur."""
        return [status for status in STATUSES if any(box.status == status for box in self.boxes)]

    @property
    def relations(self) -> list[str]:
        """The relations that occur."""
        return [relation for relation in RELATIONS if any(a.relation == relation for a in self.arrows)]

    @property
    def legend(self) -> list[str]:
        """The legend as lines of text, for drawings that have only text."""
        words = [KINDS[kind] for kind in self.kinds] + [STATUSES[status] for status in self.statuses]
        return [*words, *self.joined, *self.notes]

    @property
    def joined(self) -> list[str]:
        """The line of a legend that explains joint arrows, if there are any."""
        return [JOINT] if any(arrow.joint for arrow in self.arrows) else []


def pictures(
    graphs: Iterable[ManuscriptGraph], base: str, shown: Collection[str] | None = None, most: int = MOST
) -> list[Picture]:
    """Return the pictures of the documents that have anything to draw.

    :param shown: ids of the nodes to draw, by default all.
    :param most: most boxes of a document that is not folded; 0 folds nothing.
    """
    made: dict[Picture, list[str]] = {}  # several roots may have the same chapters
    for graph in graphs:
        drawn = picture(graph, base, shown, most)
        if any(box.members for box in drawn.boxes):
            drawn = drawn._replace(notes=(*drawn.notes, "--focus ID and --max-nodes N show more"))
        if drawn.boxes:
            made.setdefault(drawn._replace(title=""), []).append(drawn.title)
    named = [drawn._replace(title=", ".join(titles)) for drawn, titles in made.items()]
    return _largest(named, 2 * most) if most else named


def _largest(drawn: list[Picture], most: int) -> list[Picture]:
    """Return the documents with most boxes, up to ``most`` in all, with a note on the number of others."""
    total = 0
    kept: list[int] = []
    for place in sorted(range(len(drawn)), key=lambda place: -len(drawn[place].boxes)):
        total += len(drawn[place].boxes)
        if total <= most or not kept:
            kept.append(place)
    left = len(drawn) - len(kept)
    if left:
        first = drawn[kept[0]]
        note = f"{left} further document{'' if left == 1 else 's'} not drawn; name one as PATH to see it"
        drawn[kept[0]] = first._replace(notes=(*first.notes, note))
    return [drawn[place] for place in sorted(kept)]


def picture(
    graph: ManuscriptGraph,
    base: str,
    shown: Collection[str] | None = None,
    most: int = MOST,
    *,
    every_edge: bool = False,
) -> Picture:
    """Return the picture of one document: at most ``most`` boxes, and by default no edges that others imply."""
    nodes, edges = graph.part(shown)
    titles, band = _bands(graph, nodes, edges)
    if most and len(titles) > most // 2:
        titles, band = _joined(titles, band, most // 2 or 1)
    kept = _kept(nodes, edges, band, most)
    fold = {node.id: node.id if node.id in kept else f"folded {band[node.id]}" for node in nodes}
    boxes = [_box(graph, node, base, band[node.id]) for node in nodes if node.id in kept]
    rest = grouped((node for node in nodes if node.id not in kept), lambda node: band[node.id])
    boxes += [_folded_box(number, here) for number, here in sorted(rest.items())]
    arrows, implied = _reduced(fold, edges, every_edge=every_edge)
    notes = []
    if rest:
        hidden = sum(map(len, rest.values()))
        notes.append(f"{hidden} of {len(nodes)} nodes are folded")
    if implied:
        notes.append(
            f"{implied} {'edge that others imply is' if implied == 1 else 'edges that others imply are'} not drawn"
        )
    used = sorted({box.band for box in boxes})
    place = {number: rank for rank, number in enumerate(used)}
    return Picture(
        posixpath.relpath(graph.root, base),
        tuple(titles[number] for number in used),
        tuple(sorted((box._replace(band=place[box.band]) for box in boxes), key=lambda box: box.band)),
        tuple(_joint(arrows, edges)),
        tuple(notes),
    )


def chapters(manuscript: ManuscriptRecords) -> tuple[list[str], list[int]]:
    """Return the titles of the chapters, the first one empty for the text before them, and the starts of the others.

    Chapters are the sections of the highest level that occurs more than once; starts are positions in the order of
    the document.
    """
    top = chapter_sections(manuscript)
    titles = (shortened(plain(manuscript, section.title), _TITLE) for _, section in top)
    return ["", *titles], [position for position, _ in top]


def _bands(
    graph: ManuscriptGraph, nodes: Sequence[Node], edges: Sequence[Edge]
) -> tuple[list[str], dict[str, int]]:
    """Return the titles of the chapters, and the number of the chapter of each node.

    A work, which has no place in the document, is in the first chapter that uses it.
    """
    manuscript = graph.layout.manuscript
    titles, starts = chapters(manuscript)
    band: dict[str, int] = {}
    for node in nodes:
        if node.places and node.places[0].path in manuscript.files:
            band[node.id] = bisect_right(starts, order(manuscript).position(node.places[0]))
    used: dict[str, int] = {}
    for edge in edges:
        if edge.target in band:
            used[edge.source] = min(band[edge.target], used.get(edge.source, len(titles)))
    return titles, {node.id: band.get(node.id, used.get(node.id, 0)) for node in nodes}


def _joined(titles: list[str], band: Mapping[str, int], most: int) -> tuple[list[str], dict[str, int]]:
    """Return at most ``most`` chapters by joining neighbours, and the new number of the chapter of each node."""
    each = -(-len(titles) // most)
    groups = [titles[start : start + each] for start in range(0, len(titles), each)]
    named = [" \N{EN DASH} ".join(dict.fromkeys((group[0], group[-1]))) for group in groups]
    return named, {name: number // each for name, number in band.items()}


def _kept(nodes: Sequence[Node], edges: Sequence[Edge], band: Mapping[str, int], most: int) -> set[str]:
    """Return the ids of the nodes to draw: conclusions, and those declared, near conclusions, or with many edges."""
    if not most or len(nodes) <= most:
        return {node.id for node in nodes}
    degree, sources = dict.fromkeys((node.id for node in nodes), 0), dict[str, list[str]]()
    for edge in edges:
        degree[edge.source] += 1
        degree[edge.target] += 1
        sources.setdefault(edge.target, []).append(edge.source)
    distance = {node.id: 0 for node in nodes if node.kind == CONCLUSION or node.declared}
    level = list(distance)
    while level:
        following = dict.fromkeys(
            source for name in level for source in sources.get(name, ()) if source not in distance
        )
        distance.update((name, distance[level[0]] + 1) for name in following)
        level = list(following)

    conclusions = {name for name, steps in distance.items() if not steps}

    def rank(node: Node) -> tuple[bool, bool, bool, int, int]:
        near = distance.get(node.id, len(nodes))
        shown = node.id in conclusions and len(conclusions) <= most // 3
        return not node.declared, not shown, not degree[node.id], near, -degree[node.id]

    ranked = sorted(nodes, key=rank)
    room = most
    while room + len({band[node.id] for node in ranked[room:]}) > most:
        room -= 1
    left = [band[node.id] for node in ranked[room:]]
    return {node.id for place, node in enumerate(ranked) if place < room or left.count(band[node.id]) == 1}


def _box(graph: ManuscriptGraph, node: Node, base: str, band: int) -> Box:
    place = ""
    if node.places:
        line, _ = graph.line(node.places[0])
        place = f"{posixpath.relpath(node.places[0].path, base)}:{line}"
    status = next((flag for flag in _STATUS if flag in node.flags), "notready" if node.open else "")
    if node.id in graph.refutations:
        status = "refuted"
    name = "" if graph.is_unnamed(node) else node.id
    text = in_signs(node.text, graph.layout.manuscript.formula_macros) if node.speaks else ""
    return Box(
        node.id,
        name,
        text or ("" if name else place or node.id),
        node.kind or "inference",
        status,
        place,
        band,
    )


def _folded_box(band: int, nodes: Sequence[Node]) -> Box:
    givens = sum(node.kind == GIVEN for node in nodes)
    claims = len(nodes) - givens
    counts = [(claims, f"claim{'s' * (claims != 1)}"), (givens, "given")]
    words = ", ".join(f"{n} {noun}" for n, noun in counts if n)
    members = tuple(node.id for node in nodes)
    return Box(f"folded {band}", f"+ {len(nodes)} more", words, "folded", "", "", band, members)


def _reduced(fold: Mapping[str, str], edges: Sequence[Edge], *, every_edge: bool) -> tuple[list[Arrow], int]:
    """Return the arrows without those that a longer way implies, and the number of these."""
    ends = sorted(
        {Arrow(fold[e.source], fold[e.target], e.relation) for e in edges if fold[e.source] != fold[e.target]}
    )
    if every_edge:
        return ends, 0
    out: dict[str, set[str]] = {}
    for arrow in ends:
        if arrow.relation != ATTACKS:
            out.setdefault(arrow.source, set()).add(arrow.target)
    rank = _ranks(out)
    kept = []
    for arrow in ends:
        if arrow.relation != ATTACKS and _leads(out, rank, arrow.source, arrow.target):
            out[arrow.source].discard(arrow.target)
        else:
            kept.append(arrow)
    return kept, len(ends) - len(kept)


def _joint(arrows: Sequence[Arrow], edges: Sequence[Edge]) -> list[Arrow]:
    """Return the arrows with marks at those of which several drawn ones are needed together."""
    drawn = {arrow[:3] for arrow in arrows}
    marks = joint_marks(edge for edge in edges if edge.key in drawn)
    return [arrow._replace(joint=marks.get(arrow[:3], "")) for arrow in arrows]


def _ranks(out: Mapping[str, set[str]]) -> dict[str, int]:
    """Return a rank for each name: the same within a circle, else greater than those of all that it leads to."""
    names = sorted({*out}.union(*out.values()))
    number = {name: place for place, name in enumerate(names)}
    parts = components([[number[target] for target in out.get(name, ())] for name in names])
    return {names[place]: rank for rank, part in enumerate(parts) for place in part}


def _leads(out: Mapping[str, set[str]], rank: Mapping[str, int], source: str, target: str) -> bool:
    """Whether a way other than the edge itself leads from source to target; ranks never rise along a way."""
    last = rank[target]
    pending, seen = [name for name in out.get(source, ()) if name != target], {source}
    while pending:
        name = pending.pop()
        if name == target:
            return True
        if name not in seen and rank[name] >= last:
            seen.add(name)
            pending += out.get(name, ())
    return False
