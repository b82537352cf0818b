"""Apply the repairs that findings carry, and leave every other byte of the files as it is."""

from __future__ import annotations

import codecs
import re
from bisect import bisect_left, insort
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from argcheck.errors import UsageError
from argcheck.files.diagnostic import clash_among, overlap
from argcheck.files.patterns import LINES
from argcheck.files.source import DOUBLE_BYTE, decode
from argcheck.files.writing import replace_file, writing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from collections.abc import Set as AbstractSet
    from pathlib import Path

    from argcheck.files.diagnostic import Diagnostic, Edit, Fix
    from argcheck.files.source import SourceFile
    from argcheck.lint.report import Report

_SPECIAL = re.compile("[\n\x80-\U0010ffff]")
_span = attrgetter("span")
_UTF_16 = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}


class _Refused(Exception):  # noqa: N818 - never leaves this module
    """A file that has to stay as it is."""


class _Rewritten(NamedTuple):
    """A file after its fixes."""

    target: Path
    before: bytes
    data: bytes
    text: str


def chosen_fixes(
    report: Report, *, unsafe: bool = False, leave: AbstractSet[str] = frozenset()
) -> tuple[Diagnostic, ...]:
    """Choose the findings whose fixes can be applied together.

    A fix is applied whole or not at all.  Of two that touch the same text the
    first wins; run again for the other.  Files outside the project and those in
    ``leave`` are not changed.

    :param unsafe: also take fixes that may change the printed document.
    """
    taken: dict[str, list[Edit]] = {}
    chosen = []
    for diagnostic in report.diagnostics:
        fix = diagnostic.fix
        if fix and (fix.safe or unsafe) and _applicable(fix, report, leave) and _free(fix, taken):
            chosen.append(diagnostic)
            for edit in fix.edits:
                _take(edit, taken.setdefault(edit.span.path, []))
    return tuple(chosen)


def _applicable(fix: Fix, report: Report, leave: AbstractSet[str]) -> bool:
    edits = [edit for edit in fix.edits if _changes(edit, report)]
    kept = any(edit.span.path in leave or _outside(edit.span.path) for edit in edits)
    return bool(edits) and not kept and not clash_among(edits)


def _changes(edit: Edit, report: Report) -> bool:
    source = report.sources.get(edit.span.path)
    return source is None or source.text[edit.span.start : edit.span.end] != _unix(edit.replacement)


def _outside(path: str) -> bool:
    return path.startswith("/") or ".." in path.split("/")


def _free(fix: Fix, taken: dict[str, list[Edit]]) -> bool:
    return not any(_clashes(edit, _neighbours(edit, taken.get(edit.span.path, []))) for edit in fix.edits)


def _neighbours(edit: Edit, taken: list[Edit]) -> list[Edit]:
    """Return the at most two edits that can touch ``edit``: ``taken`` is sorted and has no overlaps."""
    index = bisect_left(taken, edit.span, key=_span)
    return taken[max(0, index - 1) : index + 1]


def _take(edit: Edit, taken: list[Edit]) -> None:
    if edit not in _neighbours(edit, taken):
        insort(taken, edit, key=_span)


def _clashes(edit: Edit, others: Iterable[Edit]) -> bool:
    """Whether an edit touches the text of another; two insertions in one place do, the same edit twice does not."""
    return any(edit != other and overlap(edit, other) for other in others)


def apply_fixes(report: Report, project_root: Path, *, unsafe: bool = False) -> dict[str, str]:
    """Write the fixed files, and return their new text by path.

    Encoding, byte-order mark and line ends stay; new lines end like those around
    them.  A file that changed since it was read, or whose encoding lacks the new
    characters, is left alone.  Each file is replaced atomically.

    :raises UsageError: a file that leads outside the project, or cannot be written.
    """
    rewritten = _rewrite(report, project_root, unsafe=unsafe)
    for file in rewritten.values():
        with writing(file.target):
            replace_file(file.target, file.data)
    return {path: file.text for path, file in rewritten.items()}


class Patch(NamedTuple):
    """A unified diff for ``git apply`` or ``patch -p1``, in the encodings of the files."""

    data: bytes
    base: Path  #: the folder that its paths are relative to


def patch(report: Report, project_root: Path, *, unsafe: bool = False, cwd: Path | None = None) -> Patch:
    """Return what `apply_fixes` would change as a diff.

    Paths are relative to ``cwd``, or to the project if a file lies outside of ``cwd``.
    """
    from argcheck.lint.reporters.places import relative

    rewritten = _rewrite(report, project_root, unsafe=unsafe)
    base = cwd or project_root
    names = {path: relative(project_root / path, base) for path in rewritten}
    if any(map(_outside, names.values())):
        base, names = project_root, {path: path for path in rewritten}
    parts = [_unified(names[path], file) for path, file in rewritten.items()]
    return Patch(b"".join(parts), base)


def _unified(name: str, file: _Rewritten) -> bytes:
    import difflib

    before, after = (
        LINES.findall(data.decode("utf-8", "surrogateescape")) for data in (file.before, file.data)
    )
    lines = list(difflib.unified_diff(before, after, _quoted(f"a/{name}"), _quoted(f"b/{name}")))
    ended = (line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)
    return "".join(ended).encode("utf-8", "surrogateescape")


def _quoted(name: str) -> str:
    """Return a name as git writes it: quoted if it has quotes or controls, with a tab after it if it has spaces."""
    if any(sign < " " or sign in '"\\\x7f' for sign in name):
        octal = (f"\\{byte:03o}" for byte in name.encode("utf-8", "surrogateescape"))
        return '"' + "".join(octal) + '"'
    return f"{name}\t" if " " in name else name


def printable(data: bytes) -> str:
    """Return a diff as text that is safe in a terminal or a CI log."""
    from argcheck.lint.reporters.lines import for_log, visible

    lines = data.decode("utf-8", "surrogateescape").replace("\r\n", "\n").split("\n")
    return for_log("\n".join("\t".join(map(visible, line.split("\t"))) for line in lines))


def _rewrite(report: Report, project_root: Path, *, unsafe: bool) -> dict[str, _Rewritten]:
    """Return the files after their fixes; a fix that touches a file that must stay as it is is dropped whole."""
    leave: set[str] = set()
    while True:
        edits: dict[str, set[Edit]] = {}
        for diagnostic in chosen_fixes(report, unsafe=unsafe, leave=leave):
            for edit in diagnostic.fix.edits if diagnostic.fix else ():
                edits.setdefault(edit.span.path, set()).add(edit)
        rewritten, refused = _attempt(report, project_root, edits)
        if not refused:
            return rewritten
        leave |= refused


def _attempt(
    report: Report, root: Path, edits: dict[str, set[Edit]]
) -> tuple[dict[str, _Rewritten], set[str]]:
    rewritten, refused = {}, set()
    for path, own in sorted(edits.items()):
        ordered = sorted(own, key=lambda edit: edit.span)
        try:
            rewritten[path] = _rewrite_file(report.sources.get(path), _target(root, path), ordered)
        except _Refused:
            refused.add(path)
    return rewritten, refused


def _target(root: Path, path: str) -> Path:
    try:
        target = (root / path).resolve(strict=True)
        inside = target.is_relative_to(root.resolve(strict=True))
    except (OSError, RuntimeError) as error:
        raise _Refused from error
    if not inside:
        raise UsageError(f"{path}: leads outside the project, so it is not written")
    return target


def _rewrite_file(source: SourceFile | None, target: Path, edits: Sequence[Edit]) -> _Rewritten:
    if source is None or not target.is_file():
        raise _Refused
    try:
        data = target.read_bytes()
        unchanged = decode(data)[0] == source.written
    except (OSError, UnicodeError) as error:
        raise _Refused from error
    if not unchanged:
        raise _Refused
    text, new = _edit_text(source.written, edits), _edit_bytes(data, source, edits)
    if decode(new)[0] != text:  # new bytes combined with old ones into other characters
        raise _Refused
    return _Rewritten(target, data, new, text)


def _edit_text(text: str, edits: Sequence[Edit]) -> str:
    pieces, position = [], 0
    for edit in edits:
        pieces += [text[position : edit.span.start], _unix(edit.replacement)]
        position = edit.span.end
    return "".join([*pieces, text[position:]])


def _unix(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _edit_bytes(data: bytes, source: SourceFile, edits: Sequence[Edit]) -> bytes:
    codec = source.encoding if source.encoding in DOUBLE_BYTE else _UTF_16.get(data[:2], "utf-8")
    breaks = [_line_break(source.written, edit.span.start) for edit in edits]
    wanted = {*(edit.span.start for edit in edits), *(edit.span.end for edit in edits), *breaks}
    at = dict(zip(sorted(wanted), _byte_offsets(data, source.written, codec, sorted(wanted)), strict=True))
    target = "latin-1" if source.encoding == "latin-1" else codec
    pieces, position = [], 0
    for edit, line_break in zip(edits, breaks, strict=True):
        new = _encode(edit.replacement, target, _line_end(data, at[line_break], codec))
        pieces += [data[position : at[edit.span.start]], new]
        position = at[edit.span.end]
    return b"".join([*pieces, data[position:]])


def _encode(replacement: str, codec: str, line_end: str) -> bytes:
    try:
        return _unix(replacement).replace("\n", line_end).encode(codec)
    except UnicodeEncodeError as error:
        raise _Refused from error


def _line_break(text: str, start: int) -> int:
    """Return the end of the line at ``start``, or of the line before if it is the last."""
    after = text.find("\n", start)
    return after if after >= 0 else max(0, text.rfind("\n", 0, start))


def _line_end(data: bytes, byte: int, codec: str) -> str:
    return next((end for end in ("\r\n", "\r") if data.startswith(end.encode(codec), byte)), "\n")


def _byte_offsets(data: bytes, text: str, codec: str, wanted: Sequence[int]) -> Iterator[int]:
    """Map offsets in decoded ``text``, in order, to offsets in the bytes that it came from."""
    unit = len("a".encode(codec))
    position = 0
    byte = 2 if unit == 2 else 3 * data.startswith(codecs.BOM_UTF8)
    specials = _SPECIAL.finditer(text)
    special = next(specials, None)
    for offset in wanted:
        while special and special.start() < offset:
            byte += (special.start() - position) * unit
            byte += _length(data, byte, special[0], codec)
            position = special.end()
            special = next(specials, None)
        byte, position = byte + (offset - position) * unit, offset
        yield byte


def _length(data: bytes, byte: int, character: str, codec: str) -> int:
    """Return the number of bytes of a line end or non-ASCII character at ``byte``."""
    if character == "\n":
        both = "\r\n".encode(codec)
        return len(both) if data.startswith(both, byte) else len(both) // 2
    encoded = character.encode(codec)
    return len(encoded) if data.startswith(encoded, byte) else 1  # 1: read as Latin-1
