"""Symbols of a file and of the project: headings, claims, labels and entries; and folding ranges."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lsprotocol import types

from argcheck.files.diagnostic import Span, shortened
from argcheck.files.grouping import grouped
from argcheck.lsp.claim_tree import ClaimTree
from argcheck.lsp.descriptions import describe_label, readable, title_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from argcheck.argument.extract.argument import Argument
    from argcheck.lsp.editor import Editor
    from argcheck.lsp.open_project import Snapshot
    from argcheck.reading.manuscript import Manuscript
    from argcheck.reading.read_document import Document
    from argcheck.tex.model import Section

_SHOWN = 80
_MOST = 500  #: most symbols in the result of a search


def document_symbols(snapshot: Snapshot, path: str, editor: Editor) -> list[types.DocumentSymbol]:
    """Return the tree of a file: headings by level with claims, statements and floats in them, or entries.

    A claim is below one that it supports where `ClaimTree` finds room.
    """
    for document in snapshot.reading(path)[:1]:
        items = [*_sections(document, path), *_units(snapshot, document, path)]
        items.sort(key=lambda item: (item.whole.start, -item.whole.end))
        above = _containers(items)
        argument = snapshot.argument(document)
        if argument is not None:
            _nest(items, above, argument)
        symbols = [item.symbol(snapshot, editor) for item in items]
        top: list[types.DocumentSymbol] = []
        for symbol, container in zip(symbols, above, strict=True):
            siblings = top if container is None else symbols[container].children
            assert isinstance(siblings, list)
            siblings.append(symbol)
        return top
    return []


def _containers(items: Sequence[_Item]) -> list[int | None]:
    """Return for each item the number of the innermost one that contains it."""
    above: list[int | None] = []
    around: list[int] = []
    for number, item in enumerate(items):
        while around and not items[around[-1]].whole.contains(item.whole):
            around.pop()
        above.append(around[-1] if around else None)
        around.append(number)
    return above


def _nest(items: list[_Item], above: list[int | None], argument: Argument) -> None:
    """Put claims below those that they support, and widen the extents of these."""
    by_container = grouped(range(len(items)), above.__getitem__)
    for numbers in by_container.values():
        place = {items[number].claim: at for at, number in enumerate(numbers) if items[number].claim}
        supported = {
            at: [
                place[edge.target]
                for edge in argument.graph.supported_by(argument.graph.nodes[name])
                if edge.target in place
            ]
            for name, at in place.items()
        }
        tree = ClaimTree([items[number].whole for number in numbers], supported)
        for low, high in tree.above.items():
            above[numbers[low]] = numbers[high]
        for at, whole in enumerate(tree.wholes):
            items[numbers[at]] = items[numbers[at]]._replace(whole=whole)


class _Item(NamedTuple):
    """A symbol that is not in the tree yet."""

    name: str
    kind: types.SymbolKind
    whole: Span  #: its extent
    words: Span  #: its name, where an editor goes to
    detail: str = ""
    claim: str = ""  #: the id of an annotated claim

    def symbol(self, snapshot: Snapshot, editor: Editor) -> types.DocumentSymbol:
        """Return the symbol in the form of the protocol, which requires the name within the extent."""
        whole, words = snapshot.written(self.whole), snapshot.written(self.words)
        words = words if whole.contains(words) else whole._replace(end=whole.start)
        return types.DocumentSymbol(
            shortened(self.name, _SHOWN) or "untitled",
            self.kind,
            editor.range(snapshot, whole),
            editor.range(snapshot, words),
            detail=self.detail or None,
            children=[],
        )


def _sections(document: Document, path: str) -> Iterator[_Item]:
    m = document.manuscript
    for section, whole in _extents(m, path):
        yield _Item(readable(m, section.title), types.SymbolKind.Module, whole, section.span)


def _extents(m: Manuscript, path: str) -> Iterator[tuple[Section, Span]]:
    """Yield the sections that begin in a file, each with its extent in the file."""
    sections = [section for section in m.sections if section.span.path == path]
    for number, section in enumerate(sections):
        later = (other.span.start for other in sections[number + 1 :] if other.level <= section.level)
        yield section, Span(path, section.span.start, next(later, len(m.files[path].text)))


def _units(snapshot: Snapshot, document: Document, path: str) -> Iterator[_Item]:
    m, b = document
    kinds = types.SymbolKind
    for unit in m.floats:
        span = unit.environment.span
        if span.path == path:
            caption = readable(m, unit.captions[0].text) if unit.captions else ""
            name = f"{unit.environment.name.rstrip('*')}: {caption}" if caption else unit.environment.name
            yield _Item(name, kinds.Object, span, unit.environment.begin)
    for statement in m.statements:
        span = statement.environment.span
        if span.path == path:
            name = f"{statement.kind} {statement.environment.option or ''}".strip()
            yield _Item(name, kinds.Class, span, statement.environment.begin)
    argument = snapshot.argument(document)
    for node in argument.claims if argument else ():
        for place in node.places[:1]:
            if place.path == path and argument:
                role = "main claim" if node.declared else node.role or "claim"
                yield _Item(node.text, kinds.Interface, place, place, role, node.id)
    for entry in b.entries:
        if entry.span.path == path and entry.type != "bibitem":
            yield _Item(entry.key, kinds.Key, entry.span, entry.key_span, title_of(entry))


def workspace_symbols(snapshot: Snapshot, query: str, editor: Editor) -> list[types.WorkspaceSymbol]:
    """Return the headings, labels and entries whose name or description has all words of the query."""
    words = query.lower().split()
    symbols: dict[tuple[str, Span], types.WorkspaceSymbol] = {}
    for document in snapshot.documents:
        for name, detail, kind, span in _named(document):
            text = f"{name} {detail}".lower()
            if all(word in text for word in words) and len(symbols) < _MOST:
                symbol = types.WorkspaceSymbol(
                    editor.location(snapshot, snapshot.written(span)),
                    name,
                    kind,
                    container_name=detail or None,
                )
                symbols.setdefault((name, span), symbol)
    return list(symbols.values())


def _named(document: Document) -> Iterator[tuple[str, str, types.SymbolKind, Span]]:
    m, b = document
    for section in m.sections:
        yield (
            shortened(readable(m, section.title), _SHOWN) or "untitled",
            "",
            types.SymbolKind.Module,
            section.span,
        )
    for label in m.labels:
        yield label.name, describe_label(document, label.name), types.SymbolKind.Constant, label.span
    for entry in b.entries:
        yield entry.key, title_of(entry), types.SymbolKind.Key, entry.key_span


def folding_ranges(snapshot: Snapshot, path: str) -> list[types.FoldingRange]:
    """Return the sections, environments and entries of a file with several lines, sorted."""
    source = snapshot.source(path)
    if source is None:
        return []
    ranges: dict[tuple[int, int], types.FoldingRange] = {}
    for document in snapshot.reading(path)[:1]:
        m, b = document
        spans = [environment.span for environment in m.environments if environment.span.path == path]
        spans += [entry.span for entry in b.entries if entry.span.path == path and entry.type != "bibitem"]
        spans += [whole for _, whole in _extents(m, path)]
        for span in map(snapshot.written, spans):
            text = source.text[span.start : span.end].rstrip()
            first = source.position(span.start)[0] - 1
            last = first + text.count("\n")
            if last > first:
                ranges[first, last] = types.FoldingRange(first, last)
    return [ranges[key] for key in sorted(ranges)]
