r"""The macros by which an author annotates the argument, each with all names in its arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from argcheck.files.diagnostic import Span
from argcheck.tex.directives import DirectiveName

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from argcheck.argument.extract.layout import Layout
    from argcheck.tex.model import Use

FLAGS = frozenset(("leanok", "mathlibok", "notready"))
#: Macros that take edges and statements out of the graph, used by the merger.
IGNORED, EXCLUDED, UNTRACKED = "proofgraphignore", "proofgraphexclude", "proofgraphuntrack"


class Macro(NamedTuple):
    """A macro with all names in its arguments."""

    command: str
    names: tuple[DirectiveName, ...]
    environment: int
    start: int  #: offset of the backslash

    @property
    def place(self) -> Span:
        """The place of the macro without its arguments."""
        return Span(self.names[0].span.path, self.start, self.start + len(self.command) + 1)


def macros_of(uses: Sequence[Use], layout: Layout) -> Iterator[Macro]:
    """Yield a macro for all uses with the same backslash."""
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
    r"""Return the edges of ``\proofgraphignore``, and the ids of ``\proofgraphexclude`` and ``\proofgraphuntrack``."""
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
