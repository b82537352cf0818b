"""Commands that read another file: parts of the text, classes and packages, bibliographies.

Readers as in `argcheck.tex.definitions`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.patterns import lazy
from argcheck.tex.arguments import BLANK, arguments, names
from argcheck.tex.commands import BIBLIOGRAPHIES, OPTIONAL, PACKAGE_CODE, PACKAGE_SPECS, PACKAGES, Slot
from argcheck.tex.events import INCLUDEONLY, INPUT, PACKAGE, RESOURCE
from argcheck.tex.macros import Definition, expand, fill

if TYPE_CHECKING:
    from collections.abc import Callable

    from argcheck.tex.commands import Include
    from argcheck.tex.scan import Scanner

_WORD = lazy(r"[^\s{}\\%~&$]+")
_FILE = Slot("{", "", "")
_OPTION = Slot("[", "", "")


def read_includes(scanner: Scanner, start: int, position: int, name: str) -> int:
    """Read a command that reads another file, in each of the ways that it has; return where the scan goes on."""
    set_macros(scanner, start, position, name)
    for include in scanner.table.includes[name]:
        position = max(position, _include(scanner, start, position, name, include))
    return position


def _include(scanner: Scanner, start: int, position: int, name: str, include: Include) -> int:
    text = scanner.text
    arms = tuple((a, b) for a, b in scanner.arms)
    here = BLANK.match(text, position).end()  # type: ignore[union-attr]
    if include.openers == "{" and text[here : here + 1] not in {"{", "["}:
        word = (
            _WORD.match(text, here) if include.command in {"input", "@@input"} and here > position else None
        )
        if not word or include.name != "#1":
            return position
        scanner.events.append((INPUT, start, word.end(), name, "", word[0], word.start(), word.end(), arms))
        scanner.pause = True
        return word.end()
    slots = tuple(Slot(opener, "", "") for opener in include.openers)
    if include.command == "includestandalone":
        slots = (_OPTION, *slots)
    spans, end = arguments(text, position, slots)
    spans = spans[len(slots) - len(include.openers) :]
    if include.openers and spans[-1] is None:
        return position
    values = [_written(scanner.text, span) if span else "" for span in spans]
    if include.default and spans[0] is None:
        values[0] = include.default
    last = next((span for span in reversed(spans) if span), (start, end))
    folder, target = (fill(template, values) for template in (include.folder, include.name))
    if "#" in target or not target or target.startswith("\\CurrentFile"):
        return position
    if "#" not in include.name and "\\" in expand(include.name, scanner.table.text):
        return position
    scanner.events.append(
        (
            INPUT,
            start,
            end,
            include.command if name == include.command or include.command in OPTIONAL else name,
            folder,
            target,
            *last,
            arms,
        )
    )
    scanner.pause = True
    return end


def set_macros(scanner: Scanner, start: int, position: int, name: str) -> None:
    """Take over what a macro sets others to, where it is called."""
    if name not in scanner.table.setters:
        return
    openers, settings = scanner.table.setters[name]
    spans, end = arguments(scanner.text, position, tuple(Slot(opener, None, "") for opener in openers))
    values = [_written(scanner.text, span) if span else "" for span in spans]
    for setting in settings:
        value = fill(setting.value, values)
        value = expand(value, scanner.table.text) if setting.at_once else value
        scanner.define(start, end, Definition("macro", setting.name, "", value))


def _written(text: str, span: tuple[int, int]) -> str:
    """Give a file name as written, without the comments in it."""
    inner = names(text, *span, many=False)
    return inner[0][0] if inner else ""


def _resource(scanner: Scanner, start: int, position: int, name: str) -> int:
    spans, end = arguments(scanner.text, position, (_OPTION, _FILE))
    if spans[1] is None:
        if name == "putbib" and spans[0]:
            spans[1] = spans[0]
        else:
            return position
    many = name in {"bibliography", "nobibliography", "putbib"}
    found = names(scanner.text, *spans[1], many=many)  # type: ignore[misc]
    expanded = tuple((expand(n, scanner.table.text), s, e) for n, s, e in found)
    scanner.events.append((RESOURCE, start, end, name, tuple(i for i in expanded if "#" not in i[0])))
    return end


def _package(scanner: Scanner, start: int, position: int, name: str) -> int:
    spans, end = arguments(scanner.text, position, (_OPTION, _FILE))
    if spans[1] is None:
        return position
    shown_to = scanner.listing(start) if name == "documentclass" else None
    if shown_to is not None:
        return shown_to
    options = scanner.text[slice(*spans[0])] if spans[0] else ""
    command = "documentclass" if name == "documentstyle" else name  # which is that of LaTeX 2.09
    found = tuple(names(scanner.text, *spans[1], many=command != "documentclass"))
    scanner.events.append((PACKAGE, start, end, command, options, found))
    if name == "documentstyle":  # its class may be a .sty, and so may its options
        found += tuple(names(scanner.text, *spans[0], many=True)) if spans[0] else ()
        scanner.events.append((PACKAGE, start, end, "usepackage", "", found))
    for package, _, _ in found:
        if package in PACKAGE_SPECS:
            scanner.define(start, end, Definition("package", package, "", ""))
        for form, called in PACKAGE_CODE.get(package, ()):
            scanner.define(start, end, Definition(form, called, "", ""))
    scanner.pause = True
    return end


def _includeonly(scanner: Scanner, start: int, position: int, _name: str) -> int:
    r"""Note which chapters are wanted; inside of a conditional (``\ifdefineChapter``) it is an option of a template."""
    spans, end = arguments(scanner.text, position, (_FILE,))
    if spans[0] and not scanner.arms:
        scanner.events.append((INCLUDEONLY, start, end, tuple(names(scanner.text, *spans[0], many=True))))
    return end


READERS: dict[str, Callable[[Scanner, int, int, str], int | None]] = {
    "documentclass": _package,
    "documentstyle": _package,
    "includeonly": _includeonly,
    **dict.fromkeys(PACKAGES, _package),
    **dict.fromkeys(BIBLIOGRAPHIES, _resource),
}
