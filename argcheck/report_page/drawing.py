"""The argument as a drawing with links; the layout is that of all drawings, the colours are in the style sheet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from argcheck.argument.extract.standing import STATES
from argcheck.argument.pictures.layering import HEADER, HEIGHT, WIDTH, Arrangement, arrange
from argcheck.argument.pictures.picture import MOST, STATUSES, Arrow, Box, Picture, picture
from argcheck.argument.pictures.svg import ROUND, TIPS, broken, curve, cut_name
from argcheck.lint.reporters.html_text import Html, element, joined
from argcheck.report_page.shown_document import ShownDocument, plain

#: Most boxes of a drawing without folded boxes; larger ones are left out.
LARGEST = 2000
#: A sign and a description of each state, in the order of the legend; each colour of the style sheet has a sign.
_STATES = {
    **{
        state: STATES[state]
        for state in ("refuted", "fallen", "unsupported", "proved", "assuming", "thin", "supported", "open")
    },
    "ready": ("◇", STATUSES["ready"]),
    "leanok": ("□", STATUSES["leanok"]),
    "provable": ("◪", STATUSES["provable"]),
    "proof-leanok": ("■", STATUSES["proof-leanok"]),
    "whole": ("▣", STATUSES["whole"]),
    "mathlibok": ("◆", STATUSES["mathlibok"]),
}
_WIDTHS = frozenset({"proved", "thin", "supported"})
_STRIPE = 5  # pixels of the colour at the left edge of a box
_UNDER_SIGN = 4  # letters that the sign in the corner takes from the first line of a box
_JUNCTION = 16  # pixels between a box and the junction of premises that are needed together


def drawings(document: ShownDocument) -> list[tuple[str, Html]]:
    """Return the drawings of a document with titles: a folded one, and one of all claims."""
    folded = picture(document.graph, document.base, None, MOST)
    if not folded.boxes:
        return []
    made = [("overview", _drawn(document, folded))]
    if any(box.members for box in folded.boxes) and len(document.graph.nodes) <= LARGEST:
        made.append(
            (
                f"all {len(document.graph.nodes)}",
                _drawn(document, picture(document.graph, document.base, None, 0)),
            )
        )
    return made


def _drawn(document: ShownDocument, drawn: Picture) -> Html:
    placed = arrange(drawn)
    numbers = {
        box.id: " ".join(str(document.node_numbers[n]) for n in box.members or (box.id,))
        for box in drawn.boxes
    }
    states = _states(document, drawn)
    size = f"{placed.width:.0f}", f"{placed.height:.0f}"
    svg = element(
        "svg",
        *_bands(drawn, placed),
        *_arrows(document, drawn, placed, numbers),
        *(_box(document, box, placed.at[box.id], numbers[box.id], states[box.id]) for box in drawn.boxes),
        viewBox=f"0 0 {size[0]} {size[1]}",
        width=size[0],
        height=size[1],
        role="group",
        aria_label="The argument: support runs from left to right",
    )
    notes = [element("p", note, class_="note") for note in drawn.notes]
    return element("div", svg, *_legend(set(states.values())), *notes, class_="drawing")


def _legend(states: Collection[str]) -> Iterator[Html]:
    keys = [
        element("li", element("span", sign, class_=f"key {state}", aria_hidden="true"), f" {words}")
        for state, (sign, words) in _STATES.items()
        if state in states
    ]
    if keys:
        yield element("ul", *keys, class_="legend", aria_label="Signs and colours of the boxes")


def _states(document: ShownDocument, drawn: Picture) -> dict[str, str]:
    """Return the state of each box by id: refuted first, then the state of formalisation, else the width of support.

    It is empty for premises.  Widths are left out of blueprints, where a theorem usually falls with one premise.
    """
    formal = document.formal
    states = {}
    for box in drawn.boxes:
        node = document.graph.nodes.get(box.id)
        status = document.status(node) if node else ""
        state = (formal.get(box.id) or status) if status not in {"refuted", "fallen", "open"} else status
        states[box.id] = state if state in _STATES and not (formal and state in _WIDTHS) else ""
    return states


def _bands(drawn: Picture, placed: Arrangement) -> Iterator[Html]:
    for title, (start, end) in zip(drawn.bands, placed.bands, strict=True):
        yield element(
            "rect",
            x="4",
            y=f"{start:.1f}",
            width=f"{placed.width - 8:.1f}",
            height=f"{end - start:.1f}",
            rx="6",
            class_="band",
        )
        yield element("text", title, x="12", y=f"{start + HEADER - 10:.1f}", class_="band-title")


def _box(document: ShownDocument, box: Box, at: tuple[float, float], numbers: str, state: str) -> Html:
    x, y = at
    node = document.graph.nodes.get(box.id)
    status = document.status(node) if node else "folded"
    less = _UNDER_SIGN if state else 0
    words = broken(plain(box.text), 2, 0) if box.name else broken(plain(box.text), 3, less)
    first = y + (31 if box.name else 18 if len(words) > 1 else 30)
    name = (
        [element("text", cut_name(box.name, less), x=f"{x + 10:.1f}", y=f"{y + 15:.1f}", class_="name")]
        if box.name
        else []
    )
    corner = min(ROUND[box.kind], HEIGHT / 2)
    stands = _STATES[state][1] if state else ""
    trust = document.scored.score.trust.get(box.id) if document.scored.score else None
    trusted = f"trust {trust:.2f}" if trust is not None else ""
    told = (box.name, plain(box.text), box.place, box.kind, status, stands, trusted)
    body = element(
        "g",
        element("title", "; ".join(filter(None, told))),
        element("rect", x=f"{x:.1f}", y=f"{y:.1f}", width=WIDTH, height=HEIGHT, rx=f"{corner:g}"),
        *([_inner(x, y, corner)] if box.kind == "conclusion" else []),
        *(_sign(x, y, state) if state else ()),
        *name,
        *(
            element("text", line, x=f"{x + 10:.1f}", y=f"{first + 14 * place:.1f}")
            for place, line in enumerate(words)
        ),
        class_=f"box {box.kind} {status}",
        data_n=numbers,
    )
    return element("a", body, href=f"#{document.card_id(node)}") if node else body


def _sign(x: float, y: float, state: str) -> Iterator[Html]:
    """Yield a stripe in the colour of a state, and its sign for the corner of the box."""
    yield element(
        "rect",
        x=f"{x + 1:.1f}",
        y=f"{y + 10:.1f}",
        width=_STRIPE,
        height=HEIGHT - 20,
        class_=f"state {state}",
    )
    yield element("text", _STATES[state][0], x=f"{x + WIDTH - 16:.1f}", y=f"{y + 14:.1f}", class_="sign")


def _inner(x: float, y: float, corner: float) -> Html:
    return element(
        "rect",
        x=f"{x + 3:.1f}",
        y=f"{y + 3:.1f}",
        width=WIDTH - 6,
        height=HEIGHT - 6,
        rx=f"{max(corner - 3, 0):g}",
        class_="inner",
    )


def _arrows(
    document: ShownDocument, drawn: Picture, placed: Arrangement, numbers: Mapping[str, str]
) -> Iterator[Html]:
    """Yield the edges; those of premises that are needed together meet in a junction."""
    junctions: dict[Arrow, list[tuple[float, float]]] = {}
    met: Counter[str] = Counter()
    for target, arrows in _inferences(document, drawn):
        x, y = placed.at[target]
        met[target] += 1
        at = (x - _JUNCTION, y + HEIGHT / 2 + 9 * (met[target] // 2) * (-1) ** met[target])
        for arrow in arrows:
            junctions.setdefault(arrow, []).append(at)
        ends = " ".join(dict.fromkeys(numbers[arrow.source] for arrow in arrows))
        yield element(
            "circle",
            cx=f"{at[0]:.1f}",
            cy=f"{at[1]:.1f}",
            r="3",
            class_="junction",
            data_a=ends,
            data_b=numbers[target],
        )
        yield _line(
            f"M{at[0]:.1f} {at[1]:.1f} L{x:.1f} {y + HEIGHT / 2:.1f}",
            "supports",
            ends,
            numbers[target],
            tip=True,
        )
    for arrow in drawn.arrows:
        x, y = placed.at[arrow.source]
        start = (x + WIDTH, y + HEIGHT / 2)
        end = placed.at[arrow.target]
        for at in junctions.get(arrow) or [(end[0], end[1] + HEIGHT / 2)]:
            yield _line(
                curve(start, at),
                arrow.relation,
                numbers[arrow.source],
                numbers[arrow.target],
                tip=arrow not in junctions,
            )


def _inferences(document: ShownDocument, drawn: Picture) -> Iterator[tuple[str, list[Arrow]]]:
    """Yield the id of each supported box with the arrows of premises that are needed together."""
    names = {(edge.source, edge.target, edge.relation): edge.linked for edge in document.graph.edges}
    together: dict[tuple[str, str], list[Arrow]] = {}
    for arrow in drawn.arrows:
        for name in names.get((arrow.source, arrow.target, arrow.relation), ()):
            together.setdefault((arrow.target, name), []).append(arrow)
    return ((target, arrows) for (target, _), arrows in together.items() if len(arrows) > 1)


def _line(path: str, relation: str, source: str, target: str, *, tip: bool) -> Html:
    marker = f"url(#tip-{relation})" if tip else None
    return element("path", d=path, class_=f"edge {relation}", marker_end=marker, data_a=source, data_b=target)


def markers() -> Html:
    """Return the heads of arrows, which the page needs once."""
    made: Sequence[Html] = [
        element(
            "marker",
            element("path", d=path, class_=f"edge {name}"),
            id=f"tip-{name}",
            viewBox="0 0 8 8",
            refX="7",
            refY="4",
            markerWidth="7",
            markerHeight="7",
            orient="auto",
        )
        for name, path in TIPS.items()
    ]
    return element(
        "svg", element("defs", joined(made)), width="0", height="0", aria_hidden="true", class_="markers"
    )
