"""What git ignores: the patterns of ``.gitignore`` files, matched as git does."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from argcheck.files.patterns import lazy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    NameMatcher = Callable[[str], object]  # true for names that a part of a pattern matches

_SPECIAL = frozenset("*?[\\")
_CLASS = lazy(r"\[:(\w*):\]")
_CLASSES = {
    "alpha": "a-zA-Z", "digit": "0-9", "alnum": "a-zA-Z0-9", "upper": "A-Z", "lower": "a-z", "space": r" \t\n\r\f\v",
    "punct": r"!-/:-@\[-`{-~", "xdigit": "0-9A-Fa-f", "blank": r" \t", "print": " -~", "graph": "!-~", "cntrl": r"\x00-\x1f",
}  # fmt: skip


class Pattern(NamedTuple):
    """One line of a ``.gitignore``: a matcher for each name between its slashes, None for ``**``."""

    negated: bool
    folders_only: bool
    whole: bool  #: whether it matches the path from the file's folder, or only the last name
    names: tuple[NameMatcher | None, ...]
    literal: str  #: the pattern if it is a name or ``*.end`` that may match in any folder, else empty


class IgnoreFile:
    """The patterns of one file; the last one that matches decides.

    :param folder: the folder of the file, relative to the project, ``""`` for its top.
    """

    def __init__(self, folder: str, text: str) -> None:
        self.prefix = f"{folder}/" if folder else ""
        self.patterns = [pattern for line in text.split("\n") if (pattern := parse(line))]
        # Such files have hundreds of lines for the output of TeX: most names match none, which is seen at once.
        self._plain = frozenset(pattern.literal for pattern in self.patterns)
        self._ends = tuple(literal[1:] for literal in self._plain if literal.startswith("*"))
        self._others = [pattern for pattern in self.patterns if not pattern.literal]

    def verdict(self, path: str, *, is_folder: bool) -> bool | None:
        """Whether ``path`` is ignored; None if no pattern says anything."""
        parts = path[len(self.prefix) :].split("/")
        literal = parts[-1] in self._plain or parts[-1].endswith(self._ends)
        for pattern in reversed(self.patterns if literal else self._others):
            if pattern.folders_only and not is_folder:
                continue
            (first, *_) = names = pattern.names
            if match_names(names, parts) if pattern.whole or first is None else first(parts[-1]):
                return not pattern.negated
        return None


def ignored(path: str, files: Sequence[IgnoreFile], *, is_folder: bool) -> bool:
    """Whether ``files``, from the top of the project down to the folder of ``path``, ignore it.

    All that is in an ignored folder is ignored, regardless of patterns: test the folders first.
    """
    for file in reversed(files):
        verdict = file.verdict(path, is_folder=is_folder)
        if verdict is not None:
            return verdict
    return False


def ignored_names(
    folder: str, folders: Iterable[str], names: Iterable[str], files: Sequence[IgnoreFile]
) -> set[str]:
    """Return the names of folders and files in a folder that ``files``, from the top down to it, ignore."""
    at = f"{folder}/" if folder else ""
    of_files = {name for name in names if ignored(at + name, files, is_folder=False)}
    return of_files.union(name for name in folders if ignored(at + name, files, is_folder=True))


def parse(line: str) -> Pattern | None:
    """Return the pattern of a line; None for blank lines, comments, and patterns that match nothing."""
    text = _without_trailing_blanks(line.removesuffix("\r"))
    if not text or text.startswith("#"):
        return None
    negated = text.startswith("!")
    glob = text[1:] if negated else text
    folders_only = glob.endswith("/")
    glob = glob[:-1] if folders_only else glob
    whole, glob = "/" in glob, glob.removeprefix("/")
    if not glob:
        return None
    names: list[NameMatcher | None] = []
    for name in glob.split("/"):
        matcher = None if name == "**" and whole else name_matcher(name)
        if matcher is _matches_nothing:
            return None
        names.append(matcher)
    is_literal = not whole and _SPECIAL.isdisjoint(glob.removeprefix("*"))
    return Pattern(negated, folders_only, whole, tuple(names), glob if is_literal else "")


def _without_trailing_blanks(line: str) -> str:
    kept = line.rstrip(" ")
    escaped = len(kept) - len(kept.rstrip("\\"))
    return kept + " " if escaped % 2 and len(kept) < len(line) else kept


def match_names(names: Sequence[NameMatcher | None], parts: Sequence[str]) -> bool:
    """Match name by name; only the last ``**`` is ever tried again, so this is fast."""
    at = here = mark = 0
    stars = -1
    while here < len(parts):
        name = names[at] if at < len(names) else _matches_nothing
        if name is None:
            stars, mark, at = at, here, at + 1
            if at == len(names):
                return True
        elif name(parts[here]):
            at, here = at + 1, here + 1
        elif stars >= 0:
            mark += 1
            here, at = mark, stars + 1
        else:
            return False
    return at == len(names)


def _matches_nothing(name: str) -> bool:  # noqa: ARG001 - one of several matchers
    return False


def name_matcher(name: str) -> NameMatcher:
    """Return the matcher for a part of a pattern; most parts are plain or have only stars, and need no regex."""
    first, *rest = name.split("*")
    if _SPECIAL.isdisjoint("".join([first, *rest])):
        return partial(_fits, first, rest[:-1], rest[-1]) if rest else name.__eq__
    source = _translate(name)
    return re.compile(source, re.DOTALL).fullmatch if source else _matches_nothing


def _fits(first: str, between: Sequence[str], last: str, name: str) -> bool:
    """Whether a name begins with ``first``, ends with ``last``, and has the other pieces in order between."""
    position, end = len(first), len(name) - len(last)
    if position > end or not (name.endswith(last) and name.startswith(first)):
        return False
    for piece in between:
        at = name.find(piece, position, end)
        if at < 0:
            return False
        position = at + len(piece)
    return True


def _translate(name: str) -> str:
    """Return a regular expression for one name of a pattern; empty if it matches nothing."""
    pieces: list[str] = [""]  # between the stars
    position = 0
    while position < len(name):
        if name[position] == "*":
            pieces.append("")
            while name[position : position + 1] == "*":
                position += 1
            continue
        made, position = _piece(name, position)
        if not made:
            return ""
        pieces[-1] += made
    first, *rest = pieces
    if not rest:
        return first
    # A star matches as little as it can and is never tried again: no pattern is slow.
    return first + "".join(f"(?>.*?{piece})" for piece in rest[:-1]) + f".*{rest[-1]}"


def _piece(name: str, position: int) -> tuple[str, int]:
    character = name[position]
    if character == "?":
        return ".", position + 1
    if character == "[":
        return _bracket(name, position)
    if character == "\\":
        escaped = name[position + 1 : position + 2]
        return re.escape(escaped), position + 2
    return re.escape(character), position + 1


def _bracket(name: str, position: int) -> tuple[str, int]:
    inside, end = "", position + 1
    negated = name[end : end + 1] in {"!", "^"}
    end += negated
    first = end
    while end == first or name[end : end + 1] != "]":
        if end >= len(name):
            return "", end
        named = _CLASS.match(name, end)
        if named:
            if named[1] not in _CLASSES:
                return "", end
            inside, end = inside + _CLASSES[named[1]], named.end()
            continue
        low, end = _member(name, end)
        if name[end : end + 1] == "-" and name[end + 1 : end + 2] not in {"]", ""}:
            high, end = _member(name, end + 1)
            inside += f"{re.escape(low)}-{re.escape(high)}" if low <= high else ""
        else:
            inside += re.escape(low)
    if not inside:
        return ("." if negated else "(?!)"), end + 1
    return f"[{'^' * negated}{inside}]", end + 1


def _member(name: str, position: int) -> tuple[str, int]:
    if name[position] == "\\" and position + 1 < len(name):
        return name[position + 1], position + 2
    return name[position], position + 1
