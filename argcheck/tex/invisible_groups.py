"""What hides the text at a place: the groups around it, and what the commands in them do to colour, size and position."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from argcheck.files.patterns import lazy
from argcheck.tex.commands import words
from argcheck.tex.numerals import MOST, real

if TYPE_CHECKING:
    from collections.abc import Sequence

_COLOUR = r"\s*(?:\[(?P<model>\w+)\])?\s*\{\s*(?P<colour>[^{}]*?)\s*\}"
_NUMBER = r"(-?(?:\d+\.?\d*|\.\d+))"
_LENGTH = lazy(
    rf"\s*\{{?\s*{_NUMBER}\s*(pt|bp|mm|cm|in|em|ex|pc|sp|dd|\\(?:text|line|page|paper|column)(?:width|height))"
)
_CM = {
    "pt": 0.0351, "bp": 0.0353, "mm": 0.1, "cm": 1.0, "in": 2.54, "em": 0.35, "ex": 0.15, "pc": 0.42, "sp": 0.0, "dd": 0.0376,
}  # fmt: skip
_FAR = 21.0  # centimetres: what is moved by so much stands off the page
_TINY = 3.0  # points: nobody reads that
_SMALL = 0.25  # of the size of the text
_NARROW = 0.1  # centimetres
_DEEP = 1_000  # levels around a place that are looked at; TeX gives up at 255 groups
_TOKEN = lazy(r"\\(?:begin|end)\s*\{[^{}]*\}|\\([A-Za-z@]+)\*?|\\(?s:.)|%[^\n]*|[{}]")
_METADATA = frozenset(words("hypersetup pdfinfo special pdfstringdef BeginAccSupp pdftooltip pdfannot"))
_FIELD = lazy(r"(pdf(?:keywords|subject|author|title)|alt|ActualText)\s*=\s*\Z")
#: what every part of a colour has at least that is no better than white, by model
_PALE = {"rgb": 0.95, "gray": 0.95, "RGB": 242.0, "HTML": 242.0}
_SIZES = frozenset(words("normalsize small footnotesize scriptsize large Large LARGE huge Huge"))
#: What gives white text a ground to stand out from.
_GROUNDS = frozenset(words("colorbox fcolorbox rowcolor cellcolor node tcbox pagecolor psframebox"))
_GROUND_ENVIRONMENTS = frozenset(
    words("""tcolorbox tikzpicture mdframed shaded shaded* frame picture pspicture tabular tblr beamercolorbox
    titlepage""")
)
_MOVING = frozenset(words("fontsize scalebox resizebox raisebox hspace vspace kern hskip vskip"))
_RENDERING = frozenset(words("pdfliteral pdfextension pdfrender pdfrendersetup textpdfrender"))


def what_hides(
    text: str, offsets: Sequence[int], colours: frozenset[str], wrappers: dict[str, str]
) -> list[tuple[str, int]]:
    """Return for each of the offsets, which ascend, what hides the text there, and since where; ("", 0) if nothing does.

    ``colours`` are names of white, ``wrappers`` macros that hide their argument, with how they do it.
    """
    return _Walk(text, colours, wrappers).answers(offsets)


class _Level:
    """One group or environment: what hides the text in it, from which offset on, and whether it has a ground of its own."""

    __slots__ = ("begin", "environment", "ground", "how", "since")

    def __init__(self, how: str, *, ground: bool = False, environment: str = "") -> None:
        self.how = how
        self.begin = -1
        self.since = -1
        self.ground = ground
        self.environment = environment

    def set(self, how: str, since: int = -1) -> None:
        """Let the text from here on be hidden so, or seen."""
        self.how = how
        self.since = since


class _Walk:
    """A walk through the groups of a text."""

    def __init__(self, text: str, colours: frozenset[str], wrappers: dict[str, str]) -> None:
        self.text = text
        self.colours = colours
        self.wrappers = wrappers

    def answers(self, waiting: Sequence[int]) -> list[tuple[str, int]]:
        """Return what `what_hides` does."""
        answers: list[tuple[str, int]] = []
        stack = [_Level("")]
        pending: tuple[int, _Level] | None = None  # what the group that begins here is to a command before it
        for token in _TOKEN.finditer(self.text):
            start = token.start()
            while len(answers) < len(waiting) and waiting[len(answers)] < start:
                answers.append(self._hiding(stack, waiting[len(answers)]))
            if len(answers) == len(waiting):
                break
            what = token[0]
            early = pending is not None and start < pending[0]  # an argument before the one that counts
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
            elif what.startswith(("\\begin", "\\end")) and what.endswith("}"):
                self._environment(what, stack)
            elif token[1]:
                pending = self._command(token[1], token.end(), stack[-1])
        return answers + [self._hiding(stack, offset) for offset in waiting[len(answers) :]]

    def _hiding(self, stack: list[_Level], offset: int) -> tuple[str, int]:
        """Return the innermost group that hides its text; white on a ground of its own is seen."""
        around = stack[-_DEEP:]
        for level in reversed(around):
            if level.ground:
                break
            if level.since >= 0 and self.text.find("\n\n", level.since, offset) >= 0:
                continue  # what is moved ends with its paragraph
            if level.how == "white" and any(outer.ground for outer in around):
                break
            if level.how:
                return level.how, max(level.begin, level.since)
        return "", 0

    def _environment(self, what: str, stack: list[_Level]) -> None:
        name = what[what.index("{") + 1 : -1].strip()
        if what.startswith("\\begin"):
            stack.append(_Level("", ground=name in _GROUND_ENVIRONMENTS, environment=name))
        elif any(level.environment == name for level in reversed(stack[-_DEEP:])):
            while stack.pop().environment != name:
                pass

    def _command(self, name: str, end: int, level: _Level) -> tuple[int, _Level] | None:
        """Take in what a command does to the text behind it, or to its argument: where that begins, and how."""
        text = self.text
        if name in self.wrappers:
            return _after_options(text, end), _Level(self.wrappers[name])
        if name in ("textcolor", "color"):
            colour = re.compile(_COLOUR).match(text, end)
            if colour is None:
                return None
            how = "white" if self._is_white(colour["model"] or "", colour["colour"]) else ""
            if name == "textcolor":
                return colour.end(), _Level(how)
            level.set(how)
        elif name == "normalcolor" or name in _SIZES:
            if level.how == ("white" if name == "normalcolor" else "tiny"):
                level.set("")
        elif name in ("phantom", "hphantom", "vphantom"):
            return end, _Level("phantom")
        elif name in _GROUNDS:
            return _after_groups(text, end, 2 if name == "fcolorbox" else 1), _Level("", ground=True)
        elif name in _METADATA:
            return _after_groups(text, end, 1 if name == "pdftooltip" else 0), _Level("metadata")
        elif name in _MOVING:
            return self._moved(name, end, level)
        elif name in ("transparent", "texttransparent"):
            value = re.compile(r"\s*\{\s*(0?\.?0\d?|0)\s*\}").match(text, end)
            if name == "texttransparent" and value:
                return value.end(), _Level("transparent")
            if name == "transparent":
                level.set("transparent" if value else "")
        elif name in _RENDERING:
            said = text[end : end + 120].partition("\n")[0]
            mode = re.search(r"(\d)\s+Tr\b|TextRenderingMode\s*=\s*\{?(\w+)", said)
            if mode:
                invisible = (mode[1] or mode[2]) in ("3", "Invisible")
                if name == "textpdfrender":
                    return _after_groups(text, end, 1), _Level("render mode 3" if invisible else "")
                level.set("render mode 3" if invisible else "")
        return None

    def _is_white(self, model: str, colour: str) -> bool:
        if not model:
            return colour in self.colours or bool(re.match(r"white!(?:9[5-9]|100)(?:!|\Z)|\w+!0\Z", colour))
        return is_pale(model, colour)

    def _moved(self, name: str, end: int, level: _Level) -> tuple[int, _Level] | None:
        r"""Take in a size or a distance: ``\fontsize{0.1pt}``, ``\scalebox{0.01}{..}``, ``\hspace*{-60cm}``."""
        text = self.text
        if name == "scalebox":
            factor = re.compile(rf"\s*\{{\s*{_NUMBER}\s*\}}").match(text, end)
            return (
                (factor.end(), _Level("tiny" if abs(real(factor[1]) or 0) < _SMALL else ""))
                if factor
                else None
            )
        if name == "fontsize":
            size = re.compile(rf"\s*\{{\s*{_NUMBER}\s*(?:pt)?\s*\}}").match(text, end)
            level.set("tiny" if size and (real(size[1]) or 0) < _TINY else "")
            return None
        length = _LENGTH.match(text, end)
        if length is None:
            return None
        written = real(length[1])
        distance = abs((MOST if written is None else written) * _CM.get(length[2], 16.0))
        if name == "resizebox":
            return _after_groups(text, end, 2), _Level("tiny" if distance < _NARROW else "")
        if name == "raisebox":
            return _after_groups(text, end, 1), _Level("off the page" if distance > _FAR else "")
        if distance > _FAR:
            level.set("off the page", end)
        return None


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
    """Return the level of a group that no command calls: a field of the metadata, or nothing; a title is seen."""
    named = _FIELD.search(text, max(0, start - 20), start) if text[start - 1 : start] in ("=", " ") else None
    if named is None:
        return _Level("")
    return _Level("", ground=True) if named[1] == "pdftitle" else _Level("metadata")


def _after_options(text: str, end: int) -> int:
    options = re.compile(r"(?:\s*\[[^\[\]]*\])*").match(text, end)
    return options.end() if options else end


def _after_groups(text: str, end: int, count: int) -> int:
    groups = re.compile(r"(?:\s*\[[^\[\]]*\])*" + r"\s*\{[^{}]*\}" * count + r"(?:\s*\[[^\[\]]*\])*").match(
        text, end
    )
    return groups.end() if groups else end
