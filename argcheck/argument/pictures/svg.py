"""The argument graph as SVG with a layout of its own, without other programs."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING
from unicodedata import combining, east_asian_width
from xml.sax.saxutils import escape

from argcheck.argument.pictures.layering import HEADER, HEIGHT, WIDTH, Arrangement, arrange
from argcheck.argument.pictures.picture import KINDS, MOST, RELATIONS, STATUSES, pictures
from argcheck.files.diagnostic import printable

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from argcheck.argument.extract.manuscript_graph import ManuscriptGraph
    from argcheck.argument.pictures.picture import Arrow, Box, Picture

FILL = {
    "given": "#e8f1fb", "inference": "#ffffff", "assumption": "#fff6dd", "conclusion": "#efe7fa", "folded": "#f1f1f1",
}  # fmt: skip
STROKE = {
    "refuted": "#b00020", "notready": "#e08a00", "mathlibok": "#0b5d2a", "proof-leanok": "#1e8e3e", "leanok": "#6cc08b",
}  # fmt: skip
_PLAIN = "#7a8694"
LINES = {"supports": "#59636e", "assumes": "#b08500", "attacks": "#b00020"}
ROUND = {"inference": 10, "conclusion": 26, "folded": 4, "given": 0, "assumption": 4}
_LETTERS = 27  # most letters of a line of a box
_BOLD, _END = 25, 10  # most letters of a name, and those kept of its end if it is cut
_ENOUGH = 1_000  # letters, for which no box has room
_WIDE = frozenset("mwMW%@")
_TITLE, _ITEM = 34, 24  # heights
_LEGEND = 330  # least width, so that its words fit

_HEAD = """<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" \
viewBox="0 0 {width:.0f} {height:.0f}" font-family="Helvetica, Arial, sans-serif" font-size="11">
<defs>
{markers}
</defs>
<rect width="100%" height="100%" fill="#ffffff"/>
"""
_MARKER = (
    '<marker id="{name}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
    '<path d="{path}" fill="none" stroke="{color}" stroke-width="1.6"/></marker>'
)
_JOINT = 'font-weight="bold" fill="#59636e"'
_BOW = 38.0  # pixels beside a column to which an arrow within it is bent
TIPS = {"supports": "M1 1 L7 4 L1 7", "assumes": "M1 1 L7 4 L1 7", "attacks": "M6 0 L6 8"}


def as_svg(
    graphs: Sequence[ManuscriptGraph], base: str, shown: Collection[str] | None = None, most: int = MOST
) -> str:
    """Return the documents as one SVG, one below another, with a legend."""
    drawn = [(picture, arrange(picture)) for picture in pictures(graphs, base, shown, most)]
    parts, top = [], 0.0
    for picture, placed in drawn:
        parts += _document(picture, placed, top)
        top += _TITLE + placed.height
    legend, high, wide = _legend([picture for picture, _ in drawn], top)
    width = max([wide, *(placed.width for _, placed in drawn)])
    markers = (_MARKER.format(name=name, path=path, color=LINES[name]) for name, path in TIPS.items())
    head = _HEAD.format(width=width, height=top + high, markers="\n".join(markers))
    return head + "\n".join([*parts, *legend, "</svg>", ""])


def _document(picture: Picture, placed: Arrangement, top: float) -> list[str]:
    title = _text(12, 22, picture.title, 'font-size="14" font-weight="bold"')
    at, lines = placed.at, _bands(picture, placed)
    lines += [_arrow(arrow, at[arrow.source], at[arrow.target]) for arrow in picture.arrows]
    lines += [_box(box, *at[box.id]) for box in picture.boxes]
    moved = f'<g transform="translate(0 {_TITLE})">'
    return [f'<g transform="translate(0 {top:.0f})">', title, moved, *lines, "</g></g>"]


def _bands(picture: Picture, placed: Arrangement) -> list[str]:
    lines = []
    for title, (start, end) in zip(picture.bands, placed.bands, strict=True):
        size = f'x="4" y="{start:.1f}" width="{placed.width - 8:.1f}" height="{end - start:.1f}"'
        lines.append(f'<rect {size} rx="6" fill="#fafbfc" stroke="#d8dee4"/>')
        lines.append(_text(12, start + HEADER - 10, title, 'fill="#59636e" font-weight="bold"'))
    return lines


def _box(box: Box, x: float, y: float) -> str:
    shape = _shape(box.kind, box.status, (x, y), (WIDTH, HEIGHT))
    wanted = 2 if box.name else 3
    words = broken(box.text, wanted)
    name = [_text(x + 10, y + 15, cut_name(box.name), 'font-weight="bold"')] if box.name else []
    first = y + (31 if box.name else 18 if len(words) > 1 else 30)
    lines = [_text(x + 10, first + 14 * place, line, 'fill="#333333"') for place, line in enumerate(words)]
    tooltip = "\n".join(
        part for part in (box.name, box.text, box.place, STATUSES.get(box.status, "")) if part
    )
    return f"<g><title>{_clean(tooltip)}</title>{shape}{''.join((*name, *lines))}</g>"


def _shape(kind: str, status: str, at: tuple[float, float], size: tuple[float, float]) -> str:
    """Return the outline of a box: its stroke shows the status, its fill and corners the kind."""
    (x, y), (width, height) = at, size
    stroke = STROKE.get(status, _PLAIN)
    dash = ' stroke-dasharray="5 3"' if status == "notready" or kind == "assumption" else ""
    heavy = 2.5 if status else 1
    corner = min(ROUND[kind], height / 2)
    fill = "#f3d9dc" if status == "refuted" else FILL[kind]
    outline = f'x="{x:.1f}" y="{y:.1f}" width="{width}" height="{height}" rx="{corner}"'
    outer = f'<rect {outline} fill="{fill}" stroke="{stroke}" stroke-width="{heavy}"{dash}/>'
    if kind == "conclusion":
        inner = f'x="{x + 3:.1f}" y="{y + 3:.1f}" width="{width - 6}" height="{height - 6}" rx="{max(corner - 3, 0)}"'
        outer += f'<rect {inner} fill="none" stroke="{stroke}"/>'
    return outer


def _arrow(arrow: Arrow, start: tuple[float, float], end: tuple[float, float]) -> str:
    dash = ' stroke-dasharray="5 3"' if arrow.relation == "assumes" else ""
    color = LINES[arrow.relation]
    mark = _text(end[0] - 20, end[1] + HEIGHT / 2 - 3, arrow.joint, _JOINT) if arrow.joint else ""
    return (
        f'<path d="{path_between(start, end)}" fill="none" stroke="{color}" stroke-opacity="0.65" stroke-width="1.2"{dash}'
        f' marker-end="url(#{arrow.relation})"/>{mark}'
    )


def path_between(start: tuple[float, float], end: tuple[float, float]) -> str:
    """Return the path of an arrow between two boxes, given by their upper left corners.

    It leads from the right of one to the left of the other.  Back to a box much farther up or down, it leads from top
    to bottom or bottom to top; within a column, along the right of both, so that no box is in between.
    """
    (left1, top1), (left2, top2) = start, end
    right1, middle1, right2, middle2 = left1 + WIDTH, top1 + HEIGHT / 2, left2 + WIDTH, top2 + HEIGHT / 2
    if left2 > left1 or abs(top2 - top1) < 2 * HEIGHT:
        return curve((right1, middle1), (left2, middle2))
    if left1 - left2 < WIDTH:
        bow = right1 + _BOW
        return f"M{right1:.1f} {middle1:.1f} C{bow:.1f} {middle1:.1f} {bow:.1f} {middle2:.1f} {right2:.1f} {middle2:.1f}"
    down = top2 > top1
    y1, y2 = top1 + HEIGHT * down, top2 + HEIGHT * (not down)
    x1, x2, y = left1 + WIDTH / 2, left2 + WIDTH / 2, (y1 + y2) / 2
    return f"M{x1:.1f} {y1:.1f} C{x1:.1f} {y:.1f} {x2:.1f} {y:.1f} {x2:.1f} {y2:.1f}"


def curve(start: tuple[float, float], end: tuple[float, float]) -> str:
    """Return the path from the right of one box to the left of another, around the boxes if it goes back."""
    (x1, y1), (x2, y2) = start, end
    bend = reach(x1, x2)
    return f"M{x1:.1f} {y1:.1f} C{x1 + bend:.1f} {y1:.1f} {x2 - bend:.1f} {y2:.1f} {x2:.1f} {y2:.1f}"


def reach(x1: float, x2: float) -> float:
    """Return how far an arrow goes straight at its ends, given their distances from the left."""
    return max(40.0, (x2 - x1) / 2) if x2 > x1 else 60.0


def _legend(drawn: Sequence[Picture], top: float) -> tuple[list[str], float, float]:
    """Return the lines of the legend, its height, and its least width."""
    lines, y = [], top + 12
    for words, kind, status in [
        *((words, kind, "") for kind, words in KINDS.items() if any(kind in each.kinds for each in drawn)),
        *(
            (words, "inference", s)
            for s, words in STATUSES.items()
            if any(s in each.statuses for each in drawn)
        ),
    ]:
        lines += [_shape(kind, status, (12, y), (34, 16)), _text(56, y + 12, words)]
        y += _ITEM
    for relation, words in RELATIONS.items():
        if any(relation in each.relations for each in drawn):
            dash = ' stroke-dasharray="5 3"' if relation == "assumes" else ""
            lines.append(
                f'<path d="M12 {y + 8} L46 {y + 8}" stroke="{LINES[relation]}"{dash} marker-end="url(#{relation})"/>'
            )
            lines.append(_text(56, y + 12, words))
            y += _ITEM
    notes = list(dict.fromkeys(note for each in drawn for note in (*each.joined, *each.notes)))
    for note in notes:
        lines.append(_text(12, y + 12, note, 'font-style="italic"'))
        y += _ITEM
    return lines, y - top + 8, max(_LEGEND, *(7 * len(note) for note in notes), 0)


def _text(x: float, y: float, words: str, style: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" {style}>{_clean(words)}</text>'


def broken(text: str, most: int, less: int = 0) -> list[str]:
    """Return a text in at most ``most`` lines of a box, of which the first is ``less`` letters shorter."""
    lines = [""]
    for word in text.split():
        room = _LETTERS - (less if len(lines) == 1 else 0)
        if _width(lines[-1]) + _width(word) + 1 > room and lines[-1]:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    if len(lines) > most:
        lines = [*lines[: most - 1], " ".join(lines[most - 1 :])]
    return [cut(lines[0], _LETTERS - less), *(cut(line) for line in lines[1:])]


def cut(text: str, most: int = _LETTERS, last: str = "") -> str:
    """Return a text of at most ``most`` letters; a longer one is cut and ends with an ellipsis and ``last``."""
    if _width(text) <= most:
        return text
    last = "\N{HORIZONTAL ELLIPSIS}" + last
    ends = accumulate(map(_width, text[:_ENOUGH]))
    return text[: sum(end <= most - _width(last) for end in ends)] + last


def cut_name(name: str, less: int = 0) -> str:
    """Return a name that fits in a box, with its end if cut, as long names often begin alike."""
    return cut(name, _BOLD - less, name[-_END:])


def _width(text: str) -> float:
    """Return the estimated width of a text, in average letters; of one too long for any box that of its beginning."""
    return sum(
        2
        if east_asian_width(sign) in "WF"
        else 0
        if combining(sign)
        else 1.5
        if sign in _WIDE
        else 1.2
        if sign.isupper()
        else 1
        for sign in text[:_ENOUGH]
    )


def _clean(text: str) -> str:
    """Return a text escaped for XML, without characters that XML forbids."""
    return escape(printable(text))
