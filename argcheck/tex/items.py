r"""The items of lists: from each ``\item`` to the next one, across files."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from argcheck.files.diagnostic import Span
from argcheck.tex.arguments import arguments, behind_blanks
from argcheck.tex.innermost import Innermost
from argcheck.tex.live_source import files_with, live_calls_in
from argcheck.tex.model import Environment, ManuscriptRecords, once
from argcheck.tex.typography import ARGUMENTS, LISTS, TRANSPARENT

if TYPE_CHECKING:
    import re
    from collections.abc import Mapping

_ITEM = "item"
#: Environments that may be between a list and its items, such as ``multicols``.
_WRAPPERS = (TRANSPARENT | ARGUMENTS.keys()) - LISTS
_DEEP = 40  # at most so many open environments are searched


class Item(NamedTuple):
    r"""One item of a list, from its ``\item`` to the next one or the end of the list, nested lists included."""

    span: Span  #: from the backslash to its last character but blanks, in the file in which it begins
    label: Span | None  #: of the text in its brackets, empty for ``[]``; None without brackets
    parts: tuple[Span, ...]  #: its ranges in the order of the text, several if it spans several files


def items_of(manuscript: ManuscriptRecords, environment: Environment) -> tuple[Item, ...]:
    """Return the items of a list, without those of nested lists; empty for an environment that is no list."""
    return tuple(_items(manuscript).get(environment.begin, ()))


def item_of(manuscript: ManuscriptRecords, span: Span) -> Item | None:
    """Return the innermost item that contains the start of ``span``, None outside any."""
    part = _innermost(manuscript).at(span)
    return part.item if part else None


def said_from(manuscript: ManuscriptRecords, item: Item) -> int:
    """Return the offset in its file at which the text of an item begins, after its label and blanks."""
    text = manuscript.files[item.span.path].text
    if item.label:
        return behind_blanks(text, item.label.end + 1)
    end = item.span.start + 1
    while end < item.span.end and text[end].isalpha():
        end += 1
    return behind_blanks(text, end)


@once
def _items(manuscript: ManuscriptRecords) -> Mapping[Span, list[Item]]:
    """Return the items of each list, by the beginning of the list."""
    if not files_with(manuscript, [f"\\{_ITEM}"]):
        return {}
    return _Walk(manuscript).lists


class _Part(NamedTuple):
    """A stretch of an item."""

    span: Span
    item: Item


@once
def _innermost(manuscript: ManuscriptRecords) -> Innermost[_Part]:
    return Innermost(
        _Part(span, item) for items in _items(manuscript).values() for item in items for span in item.parts
    )


class _Begun:
    """An item that has not ended yet."""

    def __init__(self, start: Span, label: Span | None) -> None:
        self.start = start
        self.label = label
        self.here = start.start  # start of the current stretch
        self.parts: list[Span] = []

    def up_to(self, end: int, path: str, text: str) -> None:
        """End the current stretch at an offset, and keep it unless it is blank."""
        start = self.here
        while start < end and text[start].isspace():
            start += 1
        while start < end and text[end - 1].isspace():
            end -= 1
        if start < end:
            self.parts.append(Span(path, start, end))

    def item(self) -> Item:
        """Return the finished item."""
        end = max(part.end for part in self.parts if part.path == self.start.path)
        return Item(self.start._replace(end=end), self.label, tuple(self.parts))


class _Walk:
    """One walk through the live text, in the order in which TeX meets it."""

    def __init__(self, manuscript: ManuscriptRecords) -> None:
        self.lists: dict[Span, list[Item]] = {}  # beginning of a list -> its items
        self._begun: dict[Span, _Begun] = {}  # beginning of a list -> its current item
        self._open: list[Environment] = []
        self._known = {(e.begin.path, e.begin.start): e for e in manuscript.environments}
        names = ("begin", "end", _ITEM, *_own_items(manuscript))
        for piece in manuscript.pieces:
            text = manuscript.files[piece.path].text
            for item in self._begun.values():
                item.here = piece.start
            for call in live_calls_in(manuscript, piece, names):
                self._meet(call, piece.path)
            for item in self._begun.values():
                item.up_to(piece.end, piece.path, text)
        for begin in self._begun:
            self.lists[begin].append(self._begun[begin].item())

    def _meet(self, call: re.Match[str], path: str) -> None:
        if call[1] == "begin":
            if environment := self._known.get((path, call.start())):
                self._open.append(environment)
                self.lists[environment.begin] = []  # anew, where a file is read again
        elif call[1] == "end":
            [name], _ = arguments(call.string, call.end(), "{")
            self._end(call.string[slice(*name)].strip() if name else "", call, path)
        else:
            self._item(call, path)

    def _end(self, name: str, call: re.Match[str], path: str) -> None:
        """Close the innermost environment of this name and those still open in it; ignore it if there is none."""
        for depth in range(len(self._open) - 1, max(-1, len(self._open) - _DEEP), -1):
            if self._open[depth].name == name:
                for environment in self._open[depth:]:
                    self._finish(environment.begin, call.start(), path, call.string)
                del self._open[depth:]
                return

    def _item(self, call: re.Match[str], path: str) -> None:
        list_ = next((e for e in reversed(self._open[-_DEEP:]) if e.name not in _WRAPPERS), None)
        if list_ is None:
            return
        self._finish(list_.begin, call.start(), path, call.string)
        if len(self._begun) == _DEEP:  # TeX takes six: the outermost were never closed
            self._finish(next(iter(self._begun)), call.start(), path, call.string)
        label = arguments(call.string, call.end(), "<[")[0][1] if call[1] == _ITEM else None
        start = Span(path, call.start(), call.end())
        self._begun[list_.begin] = _Begun(start, Span(path, *label) if label else None)

    def _finish(self, list_: Span, end: int, path: str, text: str) -> None:
        """End the current item of the list with this beginning, if any."""
        if item := self._begun.pop(list_, None):
            item.up_to(end, path, text)
            self.lists[list_].append(item.item())


def _own_items(manuscript: ManuscriptRecords) -> list[str]:
    r"""Return the macros that begin an item: ``\newcommand{\strong}{\item[+]}``."""
    begins = f"\\{_ITEM}"
    return [
        name
        for name, definitions in manuscript.macros.items()
        if name.isalpha() and all(_begins_with(made.body.lstrip(), begins) for made in definitions)
    ]


def _begins_with(body: str, command: str) -> bool:
    return body.startswith(command) and not body[len(command) : len(command) + 1].isalpha()
