"""Make manuscript text safe to print: nothing in it moves the cursor, hides, or commands a CI runner."""

from __future__ import annotations

import os
import unicodedata
from typing import TYPE_CHECKING

from argcheck.files.patterns import lazy

if TYPE_CHECKING:
    import re

    from argcheck.files.diagnostic import Diagnostic

#: Controls and characters that are invisible or change the direction of text, for a character class.
INVISIBLE = (
    "\x7f-\x9f\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e0fff"
)
_UNSAFE = lazy(f"[\x00-\x1f{INVISIBLE}]")
_WORKFLOW_COMMAND = lazy("(^|[\n\r])([\\s\u180e\u200b\ufeff]*):(?=:)")

_STYLES = {"error": "1;31", "warning": "1;33", "note": "1;36", "bold": "1", "dim": "2", "frame": "34"}


def visible(text: str) -> str:
    """Return the text with controls as pictures (``␛``) and invisible characters as ``<U+202E>``."""
    return text if text.isascii() and text.isprintable() else _UNSAFE.sub(_picture, text)


def _picture(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "\u2421"
    if 0xDC80 <= code <= 0xDCFF:  # a byte of a file name that is not UTF-8
        return f"<{code - 0xDC00:02X}>"
    return f"<U+{code:04X}>"


def one_line(text: str) -> str:
    """Join the lines by spaces, and make the rest `visible`."""
    if "\n" in text:
        text = " ".join(filter(None, map(str.strip, text.split("\n"))))
    return visible(text)


def within(text: str, width: int) -> str:
    """Break lines at spaces to fit a width, indenting continuations by six; code between backticks stays whole."""
    return "".join(_within(line, width) for line in text.splitlines(keepends=True))


def _within(line: str, width: int) -> str:
    if len(line.rstrip("\n")) <= width:
        return line
    from textwrap import fill

    words = line.strip(" \n")
    indent = line[: line.index(words)]
    kept = "`".join(
        part.replace(" ", "\0") if place % 2 else part for place, part in enumerate(words.split("`"))
    )
    further = f"{indent}      "
    broken = fill(
        kept, width, initial_indent=indent, subsequent_indent=further, break_long_words=False, break_on_hyphens=False
    )  # fmt: skip
    return broken.replace("\0", " ") + "\n" * line.endswith("\n")


def counted_message(diagnostic: Diagnostic) -> str:
    """Return the message of a finding in one line with the number of its places, for formats without related places."""
    return one_line(diagnostic.message) + such_places(diagnostic)


def such_places(diagnostic: Diagnostic) -> str:
    """Return how many places a finding stands for, as its message, which must stay the same, has no number."""
    many = len(diagnostic.stands_for)
    return f" ({many:,} such places)" if many > 1 else ""


def cell_width(character: str) -> int:
    """Return the terminal columns of a character: 0 if it combines, 2 if it is wide, else 1."""
    if character < "\u0300":
        return 1
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def styled(text: str, style: str, *, color: bool) -> str:
    """Return ``text`` in a style, if ``color`` is true."""
    return f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if color else text


def neutralise(text: str) -> str:
    """Break what a GitHub runner would obey: ``::command::`` that begins a line, ``##[command]`` anywhere."""
    return _WORKFLOW_COMMAND.sub(r"\1\2: ", text).replace("##[", "# #[")


def for_log(text: str) -> str:
    """Return the text, which `neutralise` changes in GitHub Actions."""
    return neutralise(text) if os.environ.get("GITHUB_ACTIONS") == "true" else text
