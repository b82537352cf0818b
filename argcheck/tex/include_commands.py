"""Reads commands that read another file: parts of the text, classes and packages, bibliographies.

Readers as in `argcheck.tex.scan_state`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.files.patterns import COMMENTS, lazy
from argcheck.tex.arguments import arguments, behind_blanks, names
from argcheck.tex.commands import BIBLIOGRAPHIES, OPTIONAL, PACKAGES, package_definitions
from argcheck.tex.loops import looped
from argcheck.tex.macro_text import expand, fill
from argcheck.tex.scan_state import begins_line
from argcheck.tex.tokens import DeadToken, Definition, InputToken, PackageToken, ResourceToken

if TYPE_CHECKING:
    from argcheck.tex.commands import Include
    from argcheck.tex.scan_state import CommandReader, ScanState

#: Commands with an option before the name of the file.
_WITH_OPTION = frozenset(("includestandalone", "loadglsentries"))
_WORD = lazy(r"[^\s{}\\%~&$]+")


def read_includes(scan: ScanState, start: int, position: int, name: str) -> int:
    """Read a command that reads other files, in each of its ways; return where the scan continues."""
    set_macros(scan, start, position, name)
    for include in scan.table.includes[name]:
        position = max(position, _include(scan, start, position, name, include))
    return position


def _include(scan: ScanState, start: int, position: int, name: str, include: Include) -> int:
    text, macros = scan.text, scan.texts
    here = behind_blanks(text, position)
    if include.openers == "{" and text[here : here + 1] not in {"{", "["}:
        word = (
            _WORD.match(text, here) if include.command in {"input", "@@input"} and here > position else None
        )
        if not word or include.name != "#1":
            return position
        scan.read_file(InputToken(start, word.end(), name, "", word[0], *word.span(), scan.open_arms()))
        return word.end()
    openers = f"[{include.openers}" if include.command in _WITH_OPTION else include.openers
    spans, end = arguments(text, position, openers)
    spans = spans[len(openers) - len(include.openers) :]
    if include.openers and spans[-1] is None:
        return position
    values = [_written(text, span) if span else "" for span in spans]
    if include.default and spans[0] is None:
        values[0] = include.default
    last = next((span for span in reversed(spans) if span), (start, end))
    folder, target = (fill(template, values) for template in (include.folder, include.name))
    if "#" in target or not target or target.startswith("\\CurrentFile"):
        return position
    if "#" not in include.name and "\\" in expand(include.name, macros):
        return position
    passed_over = include.command in OPTIONAL or (include.command == "include" and not include.openers)
    command = include.command if name == include.command or passed_over else name
    for item in looped(text, start, target, macros) if "\\" in target else [target]:
        scan.read_file(InputToken(start, end, command, folder, item, *last, scan.open_arms()))
    return end


def set_macros(scan: ScanState, start: int, position: int, name: str) -> None:
    """Define the macros that a call of another macro sets."""
    if name not in scan.table.setters:
        return
    openers, settings = scan.table.setters[name]
    spans, end = arguments(scan.text, position, openers)
    values = [_written(scan.text, span) if span else "" for span in spans]
    for setting in settings:
        value = fill(setting.value, values)
        value = expand(value, scan.texts) if setting.at_once else value
        scan.define(start, end, Definition("macro", setting.name, "", value))


def _written(text: str, span: tuple[int, int]) -> str:
    """Return a file name without comments in it and braces around it."""
    inner = names(text, *span, many=False)
    name = inner[0][0] if inner else ""
    return name[1:-1].strip() if name[:1] == "{" and name.find("}") == len(name) - 1 else name


def _resource(scan: ScanState, start: int, position: int, name: str) -> int:
    spans, end = arguments(scan.text, position, "[{")
    listed = spans[1] or (spans[0] if name == "putbib" else None)
    if listed is None:
        return position
    many = name in {"bibliography", "defaultbibliography", "nobibliography", "putbib"}
    written = names(scan.text, *listed, many=many)
    expanded = ((expand(target, scan.texts), first, last) for target, first, last in written)
    targets = tuple(target for target in expanded if target[0] and "#" not in target[0])
    scan.tokens.append(ResourceToken(start, end, name, targets))
    return end


def _package(scan: ScanState, start: int, position: int, name: str) -> int:
    spans, end = arguments(scan.text, position, "[{")
    if spans[1] is None:
        return position
    shown_to = _end_of_listing(scan, start) if name == "documentclass" else None
    if shown_to is not None:
        return shown_to
    options = COMMENTS.sub("", scan.text[slice(*spans[0])]) if spans[0] else ""
    command = "documentclass" if name == "documentstyle" else name  # that of LaTeX 2.09
    packages = tuple(names(scan.text, *spans[1], many=command != "documentclass"))
    scan.read_file(PackageToken(start, end, command, options, packages))
    if name == "documentstyle":  # its class and its options may be .sty files
        packages += tuple(names(scan.text, *spans[0], many=True)) if spans[0] else ()
        scan.tokens.append(PackageToken(start, end, "usepackage", "", packages))
    for package, _, _ in packages:
        for form, called, body in package_definitions(package):
            scan.define(start, end, Definition(form, called, "", body))
    return end


def _end_of_listing(scan: ScanState, start: int) -> int | None:
    r"""Return the end of the environment that shows a document with the ``\documentclass`` at ``start``, else None.

    From here on environments of that name are verbatim, unless an option made this one a listing.
    """
    text = scan.text
    if not scan.stack or scan.stack[-1][0] == "{" or not begins_line(text, start):
        return None
    name, begin = scan.stack[-1]
    closing = text.find(f"\\end{{{name}}}", start)
    if closing < 0:
        return None
    scan.tokens.append(DeadToken(start, closing))
    if text[begin : begin + len(name) + 9] != f"\\begin{{{name}}}[":
        scan.define(start, closing, Definition("verbatim", name, "", ""))
    return closing


READERS: dict[str, CommandReader] = {
    "documentclass": _package,
    "documentstyle": _package,
    **dict.fromkeys(PACKAGES, _package),
    **dict.fromkeys(BIBLIOGRAPHIES, _resource),
}
