r"""The macros by which an author speaks of the argument, each with all that it names."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from argcheck.files.diagnostic import Span
from argcheck.tex.directives import DirectiveName

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from argcheck.argument.extract.layout import Layout
    from argcheck.tex.model import Use

FLAGS = frozenset(("leanok", "mathlibok", "notready"))
#: `\proofgraphignore`, `\proofgraphexclude` and `\proofgraphuntrack` take away; the merger asks for them.
IGNORED, EXCLUDED, UNTRACKED = "proofgraphignore", "proofgraphexclude", "proofgraphuntrack"


class Macro(NamedTuple):
    """One macro with all that it names."""

    command: str
    names: tuple[DirectiveName, ...]
    environment: int
    start: int  #: of the backslash

    @property
    def place(self) -> Span:
        """The macro without its arguments."""
        return Span(self.names[0].span.path, self.start, self.start + len(self.command) + 1)


def macros_of(uses: Sequence[Use], layout: Layout) -> Iterator[Macro]:
    """Join the names of one macro."""
    grouped: dict[tuple[str, int], list[Use]] = {}
    for use in uses:
        text = layout.files[use.span.path].text
        command = use.command.rstrip("*")
        start = use.span.start if command in FLAGS else text.rfind(f"\\{command}", 0, use.span.start)
        grouped.setdefault((use.span.path, start), []).append(use)
    for (_, start), here in grouped.items():
        names = tuple(DirectiveName(use.name, use.span) for use in here)
        yield Macro(here[0].command.rstrip("*"), names, here[0].environment, start)


def taken_away(layout: Layout) -> tuple[set[tuple[str, str]], set[str]]:
    r"""Return the edges of ``\proofgraphignore``, the statements of ``\proofgraphexclude`` and ``\proofgraphuntrack``."""
    edges: set[tuple[str, str]] = set()
    excluded: set[str] = set()
    wanted = [use for use in layout.manuscript.uses if use.command in (IGNORED, EXCLUDED, UNTRACKED)]
    for macro in macros_of(wanted, layout):
        names = [name.name for name in macro.names]
        if macro.command == IGNORED and len(names) > 1:
            edges |= {(names[0], name) for name in names[1:]}
        elif macro.command in (EXCLUDED, UNTRACKED):
            kinds = {stated.id for stated in layout.statements.values()
                     if layout.manuscript.environments[stated.number].name in names}  # fmt: skip
            excluded |= kinds | {name for name in names if name in layout.by_id}
    return edges, excluded
