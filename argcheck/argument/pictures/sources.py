"""The argument graph as input of other drawing programs: Graphviz, Mermaid, TikZ."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING
from unicodedata import category

from argcheck.argument.pictures.layering import HEIGHT, WIDTH, arrange
from argcheck.argument.pictures.picture import MOST, STATUSES, pictures
from argcheck.argument.pictures.svg import FILL, LINES, STROKE, reach
from argcheck.files.diagnostic import printable, shortened
from argcheck.tex.commands import words
from argcheck.tex.formula_signs import doubled, signs

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from argcheck.argument.extract.manuscript_graph import ManuscriptGraph
    from argcheck.argument.pictures.picture import Arrow, Box

_SHAPES = {
    "given": "box", "assumption": "hexagon", "conclusion": "doubleoctagon", "inference": "ellipse", "folded": "folder",
}  # fmt: skip
_STYLES = {"supports": "solid", "assumes": "dashed", "attacks": "bold"}
_MERMAID = {
    "given": ("[", "]"),
    "assumption": ("{{", "}}"),
    "conclusion": ("([", "])"),
    "inference": ("(", ")"),
    "folded": ("[[", "]]"),
}
_ARROWS = {"supports": "-->", "assumes": "-.->", "attacks": "--x"}
_TIKZ = {"supports": "", "assumes": "dashed,", "attacks": "red,"}
_SCALE = 0.022  # centimetres a pixel


def as_dot(
    graphs: Sequence[ManuscriptGraph], base: str, shown: Collection[str] | None = None, most: int = MOST
) -> str:
    """Return the documents as one Graphviz digraph, with a cluster for each document and in it for each chapter."""
    drawn = pictures(graphs, base, shown, most)
    legend = "\\l".join(dict.fromkeys(line for picture in drawn for line in _dot_legend(picture.legend)))
    lines = [
        "digraph argument {",
        "  rankdir=LR; ranksep=0.6; nodesep=0.12;",
        f'  labelloc=b; labeljust=l; fontname="sans-serif"; fontsize=10; label="{legend}\\l";',
        '  node [fontname="sans-serif", fontsize=10];',
    ]
    for number, picture in enumerate(drawn):
        lines += [f"  subgraph cluster_{number} {{", f"    label={_quoted(picture.title)};"]
        for band, title in enumerate(picture.bands):
            lines += [f"    subgraph cluster_{number}_{band} {{", f"      label={_quoted(title)};"]
            lines += [f"      {_dot_node(box, number)}" for box in picture.boxes if box.band == band]
            lines.append("    }")
        lines += [f"    {_dot_edge(arrow, number)}" for arrow in picture.arrows]
        lines.append("  }")
    return "\n".join([*lines, "}", ""])


def _dot_legend(lines: Sequence[str]) -> list[str]:
    return [line.replace("\\", "\\\\").replace('"', '\\"') for line in lines]


def _dot_node(box: Box, number: int) -> str:
    style = "filled,dashed" if box.status == "notready" else "filled"
    color = f', color="{STROKE[box.status]}", penwidth=2' if box.status else ""
    tooltip = ", ".join(part for part in (box.place, STATUSES.get(box.status, "")) if part) or box.kind
    return (
        f"{_quoted(f'{number}/{box.id}')} [label={_quoted(_label(box, 34))}, shape={_SHAPES[box.kind]},"
        f' tooltip={_quoted(tooltip)}, style="{style}", fillcolor="{FILL[box.kind]}"{color}];'
    )


def _label(box: Box, width: int) -> str:
    return "\n".join(part for part in (box.name, shortened(box.text, width) if box.text else "") if part)


def _dot_edge(arrow: Arrow, number: int) -> str:
    ends = f"{_quoted(f'{number}/{arrow.source}')} -> {_quoted(f'{number}/{arrow.target}')}"
    head = ', arrowhead="tee"' if arrow.relation == "attacks" else ""
    head += f', headlabel="{arrow.joint}", labeldistance=1.4' if arrow.joint else ""
    return f'{ends} [style="{_STYLES[arrow.relation]}", color="{LINES[arrow.relation]}"{head}];'


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{printable(escaped)}"'


def as_mermaid(
    graphs: Sequence[ManuscriptGraph], base: str, shown: Collection[str] | None = None, most: int = MOST
) -> str:
    """Return the documents as one Mermaid flowchart, with a subgraph for each chapter."""
    lines = ["flowchart LR"]
    for number, picture in enumerate(pictures(graphs, base, shown, most)):
        names = {box.id: f"d{number}n{place}" for place, box in enumerate(picture.boxes)}
        for band, title in enumerate(picture.bands):
            lines.append(f'  subgraph d{number}b{band}["{_entities(title or picture.title)}"]')
            for box in picture.boxes:
                if box.band == band:
                    opener, closer = _MERMAID[box.kind]
                    label = "<br/>".join(_entities(part) for part in _label(box, 60).split("\n"))
                    lines.append(f'    {names[box.id]}{opener}"{label}"{closer}')
            lines.append("  end")
        lines += [
            f"  {names[arrow.source]} {_ARROWS[arrow.relation]}{_entities_of_joint(arrow)} {names[arrow.target]}"
            for arrow in picture.arrows
        ]
    return "\n".join([*lines, ""])


def _entities_of_joint(arrow: Arrow) -> str:
    return f'|"{_entities(arrow.joint)}"|' if arrow.joint else ""


def _entities(text: str) -> str:
    """Return a text with numeric entities for what Mermaid would read as syntax."""
    safe = (c if c.isalnum() or c in " .,:-_/" else f"#{ord(c)};" for c in " ".join(printable(text).split()))
    return "".join(safe)


def as_tikz(
    graphs: Sequence[ManuscriptGraph], base: str, shown: Collection[str] | None = None, most: int = MOST
) -> str:
    r"""Return the documents as TikZ pictures, for ``\input`` in documents that load ``tikz``."""
    lines = [r"% needs \usepackage{tikz}"]
    for number, picture in enumerate(pictures(graphs, base, shown, most)):
        placed = arrange(picture)
        names = {box.id: f"d{number}n{place}" for place, box in enumerate(picture.boxes)}
        lines += [
            r"\begin{tikzpicture}[font=\scriptsize,",
            f"  box/.style={{draw, align=left, text width={(WIDTH - 20) * _SCALE:.2f}cm, minimum height={HEIGHT * _SCALE:.2f}cm}},",
            r"  given/.style={box, fill=blue!8}, inference/.style={box, rounded corners}, assumption/.style={box, dashed},",
            r"  conclusion/.style={box, double, rounded corners}, folded/.style={box, fill=black!6}]",
        ]
        for box in picture.boxes:
            x, y = placed.at[box.id]
            label = r" \\ ".join(_tex(part) for part in _label(box, 56).split("\n"))
            lines.append(
                f"  \\node[{box.kind}] ({names[box.id]}) at ({x * _SCALE:.2f},{-y * _SCALE:.2f}) {{{label}}};"
            )
        for arrow in picture.arrows:
            bend = reach(placed.at[arrow.source][0] + WIDTH, placed.at[arrow.target][0]) * _SCALE
            lines.append(  # TeX cannot compute a bend of this length by itself
                f"  \\draw[{_TIKZ[arrow.relation]}->] ({names[arrow.source]}.east) .. controls +({bend:.2f},0)"
                f" and +(-{bend:.2f},0) .. {_tikz_joint(arrow)}({names[arrow.target]}.west);"
            )
        lines.append(r"\end{tikzpicture}")
    return "\n".join([*lines, ""])


def _tikz_joint(arrow: Arrow) -> str:
    return f"node[very near end, above] {{{arrow.joint}}} " if arrow.joint else ""


_TEX = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
    "^": r"\textasciicircum{}", "~": r"\textasciitilde{}",
}  # fmt: skip
_OF_PACKAGES = frozenset(  # all other commands of formulas are in LaTeX itself
    words("""
    lesssim gtrsim subsetneq nmid varnothing boxtimes twoheadrightarrow rightsquigarrow vDash coloneqq triangleq leqslant geqslant
    trianglelefteq triangleleft unlhd lhd ltimes rtimes square Box Diamond lozenge digamma complement nexists because therefore
    checkmark iint backslash xrightarrow rightharpoonup
    """)
)


def _tex(text: str) -> str:
    """Return plain text as TeX, with commands for signs of mathematics."""
    return "".join(_TEX.get(char) or _sign(char) for char in " ".join(printable(text).split()))


def _sign(char: str) -> str:
    """Return the TeX for a character that pdfTeX has no glyph for, or a question mark."""
    if char <= "\u024f":
        return char
    if char in _letters():
        return f"$\\mathbf{{{_letters()[char]}}}$"
    if category(char) == "Mn":  # an accent over a letter before it
        return ""
    return _commands().get(char) or ("?" if category(char) in {"Sm", "So"} else char)


@cache
def _letters() -> dict[str, str]:
    return {sign: letter for letter, sign in doubled().items()}


@cache
def _commands() -> dict[str, str]:
    return {sign: f"$\\{name}$" for name, sign in reversed(signs().items()) if name not in _OF_PACKAGES}
