"""A picture as lines of text: by chapter, the claims that support nothing further, and under each its support."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.argument.pictures.picture import picture, pictures
from argcheck.files.diagnostic import shortened

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from argcheck.argument.extract.manuscript_graph import ManuscriptGraph
    from argcheck.argument.pictures.picture import Arrow, Box, Picture

_LEAST = 24  # least letters of a text in a narrow terminal
_PLACE = 36  # most letters of a place; of longer ones the file name is shown, or its end
_INTO = {"supports": "<- ", "assumes": "<- assuming ", "attacks": "<- attacked by "}
_OUT = {"supports": "-> ", "assumes": "-> assumed by ", "attacks": "-> attacks "}


def as_tree(graphs: Sequence[ManuscriptGraph], base: str, most: int, *, width: int) -> str:
    """Return the documents as trees in lines of about ``width`` letters.

    :param most: most claims of a document that is not folded like a drawing, where a claim in a folded box rests on all
        that the box rests on; 0 folds nothing.
    """
    lines: list[str] = []
    for drawn in pictures(graphs, base, None, most):
        lines += [*([""] if lines else []), drawn.title, *_document(drawn, width)]
        lines += [f"({note})" for note in (*drawn.joined, *drawn.notes)]
    return "".join(f"{line}\n" for line in lines)


def around(named: Sequence[tuple[ManuscriptGraph, str]], base: str, steps: int, *, width: int) -> str:
    """Return what some claims, each with its document, rest on and what rests on them, within ``steps`` edges."""
    titles_by_text: dict[str, list[str]] = {}  # several roots may have the same chapters
    for graph, name in named:
        drawn = picture(graph, base, graph.near(graph.nodes[name], steps), 0, every_edge=True)
        box = next(box for box in drawn.boxes if box.id == name)
        lines = [line_of(box, 0, "", width)]
        for words, into in (("rests on", True), ("bears on", False)):
            below = list(_Tree(drawn, width, into=into).below(name, 2))
            lines += [f"  {words}:" if below else f"  {words} nothing", *below]
        titles_by_text.setdefault("\n".join(lines), []).append(drawn.title)
    return "".join(f"{', '.join(titles)}\n{text}\n" for text, titles in titles_by_text.items())


def listed(graph: ManuscriptGraph, base: str, shown: Collection[str], *, width: int) -> str:
    """Return some claims by chapter."""
    drawn = picture(graph, base, shown, 0)
    lines = []
    for number, title in enumerate(drawn.bands):
        lines += [f"  {title}"] if title else []
        lines += [line_of(box, 2, "", width) for box in drawn.boxes if box.band == number]
    return "".join(f"{line}\n" for line in lines)


def line_of(box: Box, depth: int, sign: str, width: int) -> str:
    """Return a box as one line: its name, text, kind and status, and place."""
    words = [box.kind] * (box.kind not in ("inference", "folded")) + [box.status] * bool(box.status)
    remarks = f" ({', '.join(words)})" if words else ""
    start = "  " * depth + sign + box.name
    room = width - len(start) - len(remarks) - 2
    long = len(box.place) > min(_PLACE, room - _LEAST)
    at = box.place.rpartition("/")[2] if long else box.place
    at = f"…{at[1 - _PLACE :]}" if long and len(at) > _PLACE else at
    place = f"  {at}" if at else ""
    room = max(_LEAST, room - len(place))
    text = shortened(box.text, room) if box.text else ""
    return start + (": " if box.name and text else "") + text + remarks + place


def _document(picture: Picture, width: int) -> Iterator[str]:
    tree = _Tree(picture, width, into=True)
    leaving = {arrow.source for arrow in picture.arrows if arrow.relation != "attacks"}
    heads = [box for box in picture.boxes if box.id not in leaving]
    for number, title in enumerate(picture.bands):
        here = [box for box in heads if box.band == number]
        if title and here:
            yield f"  {title}"
        for box in here:
            yield line_of(box, 2, "", width)
            yield from tree.below(box.id, 3)
    for box in picture.boxes:  # boxes that only support each other in circles
        if box.id not in tree.seen and box not in heads:
            yield line_of(box, 2, "", width)
            yield from tree.below(box.id, 3)


class _Tree:
    """The lines for the routes into boxes, or out of them; a box shown before is only named."""

    def __init__(self, picture: Picture, width: int, *, into: bool) -> None:
        self._boxes = {box.id: box for box in picture.boxes}
        self._signs = _INTO if into else _OUT
        self._next: dict[str, list[tuple[str, Arrow]]] = {}
        for arrow in picture.arrows:
            start, end = (arrow.target, arrow.source) if into else (arrow.source, arrow.target)
            self._next.setdefault(start, []).append((end, arrow))
        self._width = width
        self.seen: set[str] = set()

    def below(self, name: str, depth: int) -> Iterator[str]:
        """Yield the lines below a box, depth first."""
        self.seen.add(name)
        pending = [(other, arrow, depth) for other, arrow in reversed(self._next.get(name, []))]
        while pending:
            other, arrow, depth = pending.pop()
            again = other in self.seen and other in self._next
            sign = self._signs[arrow.relation] + (f"{arrow.joint} " if arrow.joint else "")
            line = line_of(self._boxes[other], depth, sign, self._width - 8 * again)
            yield line + (" (above)" if again else "")
            if not again:
                self.seen.add(other)
                pending += [(n, a, depth + 1) for n, a in reversed(self._next.get(other, []))]
