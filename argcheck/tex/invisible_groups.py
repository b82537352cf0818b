"""Finds what hides the text at a place: commands in the groups around it that set colour, size or position."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from argcheck.files.data import table
from argcheck.files.patterns import lazy
from argcheck.tex.arguments import TOKEN, arguments
from argcheck.tex.numerals import MOST, real

_LENGTH = lazy(
    r"\s*(-?(?:\d+\.?\d*|\.\d+))\s*(pt|bp|mm|cm|in|em|ex|pc|sp|dd|\\(?:text|line|page|paper|column)(?:width|height)|\Z)"
)
_CM = {
    "pt": 0.0351, "bp": 0.0353, "mm": 0.1, "cm": 1.0, "in": 2.54, "em": 0.35, "ex": 0.15, "pc": 0.42, "sp": 0.0, "dd": 0.0376,
}  # fmt: skip
_FAR = 21.0  # centimetres: text moved farther is off the page
_TINY = 3.0  # points: smaller text is illegible
_SMALL = 0.25  # scale: smaller text is illegible
_NARROW = 0.1  # centimetres: text resized to less is illegible
_DEEP = 1_000  # at most so many levels around a place are searched; TeX allows 255 groups
_LONGEST = 60  # characters of a length without braces
#: colour model -> the value that each part of a colour as good as white has at least
_PALE = {"rgb": 0.95, "gray": 0.95, "RGB": 242.0, "HTML": 242.0}
_PALE_SHARE = 95  # per cent of white in a mixture
_TRANSPARENT = frozenset(("0", "0.0", ".0", "0.", "0.00"))
_FIELDS = ("pdfkeywords", "pdfsubject", "pdfauthor", "pdftitle", "alt", "ActualText")


def what_hides(
    text: str, offsets: Sequence[int], colours: frozenset[str], wrappers: dict[str, str]
) -> list[tuple[str, int]]:
    """Return for each of the ascending offsets what hides the text there, and from which offset; else ("", 0).

    ``colours`` are names of white; ``wrappers`` maps macros that hide their argument to how they do it.
    """
    return _Walk(text, colours, wrappers).answers(offsets)


class _Level:
    """One group or environment: what hides its text, from which offset, and whether it has a background."""

    __slots__ = ("begin", "environment", "ground", "how", "since")

    def __init__(self, how: str, *, ground: bool = False, environment: str = "") -> None:
        self.how = how
        self.begin = -1
        self.since = -1
        self.ground = ground
        self.environment = environment

    def set(self, how: str, since: int = -1) -> None:
        """Hide the text from here on in this way; make it visible if ``how`` is empty."""
        self.how = how
        self.since = since


class _Walk:
    """A walk through the groups of a text."""

    def __init__(self, text: str, colours: frozenset[str], wrappers: dict[str, str]) -> None:
        self.text = text
        self.colours = colours
        self.wrappers = wrappers

    def answers(self, waiting: Sequence[int]) -> list[tuple[str, int]]:
        """Return the result of `what_hides`."""
        answers: list[tuple[str, int]] = []
        stack = [_Level("")]
        pending: tuple[int, _Level] | None = None  # where the argument of a command begins, and its level
        for token in TOKEN.finditer(self.text):
            start = token.start()
            while len(answers) < len(waiting) and waiting[len(answers)] < start:
                answers.append(self._hiding(stack, waiting[len(answers)]))
            if len(answers) == len(waiting):
                break
            what = token[0]
            early = pending is not None and start < pending[0]  # an argument before that one
            if what == "{":
                if pending is not None and not early and not self.text[pending[0] : start].strip():
                    stack.append(pending[1])
                else:
                    stack.append(_field(self.text, start))
                stack[-1].begin = start
                pending = pending if early else None
            elif what == "}":
                if len(stack) > 1:
                    stack.pop()
                pending = pending if early else None
            elif what[0] == "%":
                while len(answers) < len(waiting) and waiting[len(answers)] < token.end():
                    answers.append(("", 0))
            elif token[1] in ("begin", "end"):
                self._environment(token[1], token.end(), stack)
            elif token[1]:
                pending = self._command(token[1], token.end(), stack[-1])
        return answers + [self._hiding(stack, offset) for offset in waiting[len(answers) :]]

    def _hiding(self, stack: list[_Level], offset: int) -> tuple[str, int]:
        """Return how the innermost hiding group hides its text, and from where; white on a background is visible."""
        around = stack[-_DEEP:]
        for level in reversed(around):
            if level.ground:
                break
            if level.since >= 0 and self.text.find("\n\n", level.since, offset) >= 0:
                continue  # moved text ends with its paragraph
            if level.how == "white" and any(outer.ground for outer in around):
                break
            if level.how:
                return level.how, max(level.begin, level.since)
        return "", 0

    def _environment(self, what: str, end: int, stack: list[_Level]) -> None:
        [span], _ = arguments(self.text, end, "{")
        name = self.text[slice(*span)].strip() if span else ""
        if what == "begin":
            ground = name in _list("ground-environments")
            stack.append(_Level("", ground=ground, environment=name))
        elif name and any(level.environment == name for level in reversed(stack[-_DEEP:])):
            while stack.pop().environment != name:
                pass

    def _command(self, name: str, end: int, level: _Level) -> tuple[int, _Level] | None:
        """Apply a command to the text after it; if it hides its argument, return where that begins and its level."""
        if name in self.wrappers:
            return self._behind(end, ""), _Level(self.wrappers[name])
        for arguments_before, form in enumerate(("grounds", "second-grounds"), 1):
            if name in _list(form):
                return self._behind(end, "{" * arguments_before), _Level("", ground=True)
        if name in ("textcolor", "color"):
            return self._coloured(name, end, level)
        if name == "normalcolor" or name in _list("sizes"):
            if level.how == ("white" if name == "normalcolor" else "tiny"):
                level.set("")
        elif name in ("phantom", "hphantom", "vphantom"):
            return end, _Level("phantom")
        elif name in _list("metadata"):
            return self._behind(end, "{" if name == "pdftooltip" else ""), _Level("metadata")
        elif name in _list("moving"):
            return self._moved(name, end, level)
        elif name in ("transparent", "texttransparent"):
            [value], behind = arguments(self.text, end, "{")
            how = "transparent" if value and self.text[slice(*value)].strip() in _TRANSPARENT else ""
            if name == "texttransparent":
                return (behind, _Level(how)) if how else None
            level.set(how)
        elif name in _list("rendering"):
            mode = self._mode(end)
            how = "render mode 3" if mode in ("3", "Invisible") else ""
            if mode and name == "textpdfrender":
                return self._behind(end, "{"), _Level(how)
            if mode:
                level.set(how)
        return None

    def _coloured(self, name: str, end: int, level: _Level) -> tuple[int, _Level] | None:
        [model, colour], behind = arguments(self.text, end, "[{")
        if colour is None:
            return None
        named = self.text[slice(*colour)].strip()
        pale = is_pale(self.text[slice(*model)], named) if model else self._is_white(named)
        how = "white" if pale else ""
        if name == "textcolor":
            return behind, _Level(how)
        level.set(how)
        return None

    def _is_white(self, colour: str) -> bool:
        """Whether a colour is white or a mixture close to it: ``white!97``, ``red!0``."""
        first, _, mixed = colour.partition("!")
        share = mixed.partition("!")[0]
        if first == "white" and share.isdecimal():
            return _PALE_SHARE <= (real(share) or 0) <= 100
        return colour in self.colours or mixed == "0"

    def _mode(self, end: int) -> str:
        """Return the rendering mode after a command, from ``3 Tr`` or ``TextRenderingMode=Invisible``; else empty."""
        line = self.text[end : end + 120].partition("\n")[0]
        before, operator, _ = line.replace("}", " ").partition(" Tr")
        if operator and before.strip()[-1:].isdecimal():
            return before.strip()[-1]
        _, key, value = line.partition("TextRenderingMode")
        return value.lstrip(" ={").partition("}")[0].partition(",")[0].strip() if key else ""

    def _moved(self, name: str, end: int, level: _Level) -> tuple[int, _Level] | None:
        r"""Apply a size or a distance: ``\fontsize{0.1pt}``, ``\scalebox{0.01}{..}``, ``\hspace*{-60cm}``."""
        [span], behind = arguments(self.text, end, "{")
        length = _LENGTH.match(self.text, *(span or (end, end + _LONGEST)))
        if length is None:
            return None
        written = real(length[1])
        if name == "scalebox":
            return behind, _Level("tiny" if abs(written or 0) < _SMALL else "")
        if name == "fontsize":
            level.set("tiny" if (written or 0) < _TINY else "")
            return None
        distance = abs((MOST if written is None else written) * _CM.get(length[2], 16.0))
        if name == "resizebox":
            return self._behind(end, "{{"), _Level("tiny" if distance < _NARROW else "")
        if name == "raisebox":
            return self._behind(end, "{"), _Level("off the page" if distance > _FAR else "")
        if distance > _FAR:
            level.set("off the page", end)
        return None

    def _behind(self, end: int, groups: str) -> int:
        """Return the offset after options and some groups, where the argument to hide begins."""
        return arguments(self.text, end, f"[[{groups}[[")[1]


def is_pale(model: str, value: str) -> bool:
    """Whether a colour such as ``1,1,1`` of the model ``rgb`` is as good as white."""
    try:
        if model == "HTML":
            parts = [float(int(value.strip()[at : at + 2], 16)) for at in (0, 2, 4)]
        else:
            parts = [float(part) for part in value.split(",")]
    except ValueError:
        return False
    return model in _PALE and min(parts) >= _PALE[model]


def _field(text: str, start: int) -> _Level:
    """Return the level of a plain group; a field of the metadata hides its text, but for the title."""
    before = text[max(0, start - 20) : start].rstrip()
    name = before[:-1].rstrip() if before.endswith("=") else ""
    if not name.endswith(_FIELDS):
        return _Level("")
    return _Level("", ground=True) if name.endswith("pdftitle") else _Level("metadata")


@cache
def _list(key: str) -> frozenset[str]:
    return frozenset(table("tex/print", "hiding")[key].split())
