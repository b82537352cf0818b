r"""Reads conditionals: the arms around commands, and the text that is never typeset.

Readers as in `argcheck.tex.scan_state`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.files.patterns import lazy
from argcheck.tex.commands import NOT_CONDITIONALS, behind_arm
from argcheck.tex.tokens import DeadToken

if TYPE_CHECKING:
    from argcheck.tex.scan_state import CommandReader, ScanState

_NEWIF = lazy(r"\s*\\if[A-Za-z@]*")
_FALSE = lazy(
    r"if\s*(?:0(?!0)|1(?!1))(?=[\s\d\\])\s?\d?|ifodd\s*[02468](?!\d)"
    r"|ifnum\s*(?:0\s*=\s*1|1\s*=\s*0|0\s*>\s*[01]|1\s*<\s*[01])(?!\d)"
)
_MAX_GROUPS = 64  # with more open groups, they are not restored at \else
_MAX_OPEN = 64  # innermost conditionals that are kept: nobody nests more, but a lookalike may have no \fi


def read_conditional(scan: ScanState, start: int, position: int, name: str) -> int:
    """Enter the first arm of a conditional, or skip it if it is false; return where the scan continues."""
    if name in NOT_CONDITIONALS or scan.text[position : position + 1] == "{":
        return position
    if name in {"if", "ifnum", "ifodd"} and _FALSE.match(scan.text, start + 1):
        return _iffalse(scan, start, position, name) or position
    _enter(scan, start, 0)
    return position


def _enter(scan: ScanState, start: int, arm: int) -> None:
    scan.before.append(tuple(scan.stack) if len(scan.stack) <= _MAX_GROUPS else None)
    scan.arms.append([start, arm])
    del scan.before[:-_MAX_OPEN], scan.arms[:-_MAX_OPEN]


def _newif(scan: ScanState, _start: int, position: int, _name: str) -> int | None:
    match = _NEWIF.match(scan.text, position)
    return match.end() if match else None


def _fi(scan: ScanState, _start: int, _position: int, _name: str) -> None:
    if scan.arms:
        scan.arms.pop()
        scan.before.pop()


def _iffalse(scan: ScanState, start: int, position: int, _name: str) -> int | None:
    if scan.alone(start, position):
        return None
    end, word = behind_arm(scan.text, position, len(scan.text))
    scan.tokens.append(DeadToken(start, end))
    if word == "else":
        _enter(scan, start, 1)
    return end


def _iftrue(scan: ScanState, start: int, _position: int, _name: str) -> None:
    _enter(scan, start, -1)  # arm 0, after \else, is dead


def _else(scan: ScanState, start: int, position: int, name: str) -> int | None:
    if not scan.arms:
        return None
    if scan.arms[-1][1] == -1:
        _fi(scan, start, position, name)
        end, _ = behind_arm(scan.text, position, len(scan.text))
        scan.tokens.append(DeadToken(start, end))
        return end
    scan.arms[-1][1] += 1
    before = scan.before[-1]
    if before is not None:  # the other arm starts with the same open groups
        scan.stack[:] = before
    return None


READERS: dict[str, CommandReader] = {
    "else": _else,
    "fi": _fi,
    "iffalse": _iffalse,
    "iftrue": _iftrue,
    "newif": _newif,
}
