r"""From LaTeX to reading text, with a map back to the source.

One loop handles the tokens that matter (commands, comments, formulas, blank lines, braces, typographic signs in ASCII)
and copies everything between them.  There is no tree.  A command finds its own arguments
(`argcheck.tex.printing_commands`); text beside the running text (footnotes, captions, titles) becomes paragraphs of
its own.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from argcheck.files.patterns import lazy
from argcheck.tex.accents import MARKS, SYMBOLS, accent
from argcheck.tex.arguments import behind_blanks, group_end, option_end
from argcheck.tex.formulas import DISPLAY, FORMULA, MAX_FORMULA, formula, formula_end, placeholder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    Chunk = tuple[str, int, int]  # reading text, and the range of the source that it stands for
    Handler = Callable[["Reader", re.Match[str]], int]

_MAX_DEPTH = 8  # of footnotes in captions in titles
_MAX_GROUP = 50_000  # characters; a longer argument counts as unclosed
_MAX_OPTION = 3_000

# One class for the first character, told apart by look-behinds, is twice as fast as alternatives.
_SYNTAX = r"""
  [\\%\n{}$~&`'<>-](?:
    (?<=\\)(?:(?P<command>[A-Za-z@]++)\*?+[ \t]*+(?:\n(?![ \t]*+\n)[ \t]*+)?+|(?P<symbol>(?s:.)))
  | (?<=%)(?P<comment>[^\n]*+(?:\n[ \t]*+(?:%[^\n]*+\n[ \t]*+)*+)?+)
  | (?<=\n)(?P<blank_line>[ \t]*+\n\s*+)
  | (?<=[{}])(?P<braces>[{}]*+)
  | (?<=\$)(?P<words>[^$\\%\n{}^_&~]{1,40}+)\$
  | (?<=\$)(?P<dollar>\$?+)
  | (?P<sign>(?<=[~&])|(?<=-)-++|(?<=`)`|(?<=')'|(?<=<)<|(?<=>)>)
  )
"""
_PLAIN = lazy(_SYNTAX, re.VERBOSE)
_GERMAN = lazy(
    _SYNTAX.replace("[\\\\%", '["\\\\%').replace("(?<=>)>)", """(?<=>)>|(?<=")["aeiousAEIOU`'<>=~|-])"""),
    re.VERBOSE,
)

_SIGNS = {"~": "\xa0", "&": " ", "``": "“", "''": "”", "--": "–", "<<": "«", ">>": "»"}
_SHORTHANDS = {
    **dict(zip("aeiouAEIOUs", "äëïöüÄËÏÖÜß", strict=True)),
    "`": "„", "'": "“", "<": "«", ">": "»", "=": "-", "~": "-", "-": "", "|": "", '"': "",
}  # fmt: skip

_ACCENTED = lazy(r"\s*(?:\{\s*(\\[ij](?![A-Za-z])|[^\W\d_]?)\s*\}|(\\[ij])(?![A-Za-z])[ ]?|([^\W\d_]))")
_NEW_ROW = lazy(r"\*?(?:\[[^\[\]\n]{0,30}\])?")


class Marks(NamedTuple):
    """Records of the scanner in one file, by offset of the backslash."""

    objects: dict[int, tuple[int, str]]  #: citations, references, dead text: end and reading text
    titles: dict[int, tuple[int, int, int]]  #: sections: end, start and end of the title
    #: citations and references by the document's own macros: end, and the names with their offsets
    calls: dict[int, tuple[int, tuple[tuple[int, str], ...]]]


NO_MARKS = Marks({}, {}, {})


class Flat(NamedTuple):
    r"""The reading text of one paragraph, and the source of each of its parts.

    Chunk ``i`` of the text begins at ``offsets[i]`` and stands for the source from ``starts[i]`` to ``ends[i]``,
    character for character if the lengths agree.  ``\xa0`` is a blank that the author marked as no end of a
    sentence; U+2063 encloses a formula that reads as words.
    """

    kind: str  #: ``prose``, ``item``, ``title``, ``caption``, ``footnote`` or ``table``
    text: str
    offsets: list[int]
    starts: list[int]
    ends: list[int]

    @classmethod
    def of(cls, kind: str, chunks: Sequence[Chunk]) -> Flat:
        """Return the paragraph made of at least one chunk."""
        words, starts, ends = zip(*chunks, strict=True)
        offsets = list(accumulate(map(len, words[:-1]), initial=0))
        return cls(kind, "".join(words), offsets, list(starts), list(ends))

    def source_start(self, offset: int) -> int:
        """Return the offset in the source at which the character at ``offset`` begins."""
        chunk, inside = self._chunk(offset)
        return self.starts[chunk] + inside

    def source_end(self, offset: int) -> int:
        """Return the offset in the source at which the character at ``offset`` ends."""
        chunk, inside = self._chunk(offset)
        if self._exact(chunk):
            return self.starts[chunk] + inside + 1
        return self.ends[chunk]

    def _chunk(self, offset: int) -> tuple[int, int]:
        chunk = bisect_right(self.offsets, offset) - 1
        return chunk, offset - self.offsets[chunk] if self._exact(chunk) else 0

    def _exact(self, chunk: int) -> bool:
        following = self.offsets[chunk + 1] if chunk + 1 < len(self.offsets) else len(self.text)
        return following - self.offsets[chunk] == self.ends[chunk] - self.starts[chunk]


class Reader:
    r"""Reads ranges of one text as paragraphs.

    ``commands`` has a handler for every command.  It takes the reader and the match of the command (group 1 is the
    name; blanks after it are included), prints, and returns the offset at which reading continues.  ``macros`` has the
    bodies of the document's macros without arguments, for formulas.
    """

    def __init__(
        self,
        text: str,
        commands: Mapping[str, Handler],
        marks: Marks = NO_MARKS,
        macros: Mapping[str, str] = MappingProxyType({}),
        *,
        german: bool = False,
    ) -> None:
        self.text = text
        self.end = self._limit = len(text)
        self.kind = "prose"  # of the current paragraph
        self.lists = 0  # number of open lists
        self.tables = 0
        self.preamble = False
        self._macros = macros
        self._commands = commands
        self._marks = marks
        self._search = (_GERMAN if german else _PLAIN).search
        self._paragraphs: list[tuple[str, list[Chunk]]] = []
        self._chunks: list[Chunk] = []
        self._depth = 0
        self._places: dict[str, int] = {}

    # -- the loop

    def read(self, start: int, end: int) -> list[Flat]:
        """Return the paragraphs of a range, ordered by their first character; the range begins and ends one."""
        self._limit = end
        self._run(start, end)
        self.close()
        made = [Flat.of(kind, chunks) for kind, chunks in self._paragraphs]
        self._paragraphs = []
        return sorted(made, key=lambda flat: flat.starts[0])

    def _run(self, position: int, end: int) -> None:
        text, outer, self.end = self.text, self.end, end
        search, tokens, commands = self._search, self._TOKENS, self._commands
        objects, titles, _ = self._marks
        while (match := search(text, position, end)) is not None:
            start = match.start()
            if start > position:
                self._chunks.append((text[position:start], position, start))
            which = match.lastgroup
            if which == "command":
                if start in objects:
                    position = self._object(start)
                elif start in titles:
                    position = self._title(start)
                else:
                    position = commands[match[1]](self, match)
            elif which == "braces":
                position = match.end()
                if "}{" in match[0]:
                    self._chunks.append((" ", start, start))
            else:
                position = tokens[which](self, match)
        if position < end:
            self._chunks.append((text[position:end], position, end))
        self.end = outer

    def _object(self, start: int) -> int:
        end, words = self._marks.objects[start]
        self.put(words, start, end)
        return min(end, self.end)

    def named(self, start: int) -> tuple[int, tuple[tuple[int, str], ...]]:
        """Return the end of a call that cites or refers, and the names in it with their offsets; none of any other."""
        return self._marks.calls.get(start, (start, ()))

    def mark(self, names: Iterable[str], start: int, end: int) -> int:
        """Print names that are cited or referred to for the source from ``start`` to ``end``, and return its end."""
        self.put(f"[{', '.join(names)}]", start, end)
        return min(end, self.end)

    def behind_dead(self, place: int) -> int:
        """Return the end of the dead text that begins at a place, the place itself without any."""
        end, words = self._marks.objects.get(place, (place, ""))
        return place if words else min(end, self.end)

    def _title(self, start: int) -> int:
        end, first, last = self._marks.titles[start]
        self.aside("title", first, last, apart=True)
        return min(end, self.end)

    # -- tokens other than commands

    def _symbol(self, match: re.Match[str]) -> int:
        sign, start, end = match["symbol"], match.start(), match.end()
        if sign in MARKS:
            return self.accented(match)
        if sign == "\\":
            return self._row(start, end)
        if sign == "[":
            return self.display("\\]", start, end)
        if sign == "(":
            return self._inline(start, end)
        self.put(SYMBOLS.get(sign, ""), start, end)
        return end

    def accented(self, match: re.Match[str]) -> int:
        r"""Print the letter under an accent: ``\'e``, ``\v{s}``."""
        accented = _ACCENTED.match(self.text, match.end(match.lastindex or 0), self.end)
        if accented is None:
            return match.end()
        letter = accented[1] or accented[2] or accented[3] or ""
        self.put(accent(match[match.lastindex or 0], letter), match.start(), accented.end())
        return accented.end()

    def _row(self, start: int, end: int) -> int:
        if self.tables:
            self.close()
        else:
            self.put(" ", start, end)
        row = _NEW_ROW.match(self.text, end, self.end)
        return row.end() if row else end

    def _inline(self, start: int, position: int) -> int:
        closing = self.find("\\)", position)
        if closing < 0 or closing - position > MAX_FORMULA:
            return position
        self.formula((position, closing), start, closing + 2)
        return closing + 2

    def display(self, closing: str, start: int, position: int) -> int:
        """Print the placeholder of a displayed formula, which starts at ``start`` and has its body at ``position``."""
        end = self.find(closing, position)
        if end < 0:
            return position
        behind = end + len(closing)
        self.put(f" {placeholder(self.text, position, end)}{DISPLAY[1:]}", start, behind)
        return behind

    def _dollar(self, match: re.Match[str]) -> int:
        start, end = match.span()
        if match["dollar"]:
            return self.display("$$", start, end)
        behind = formula_end(self.text, end, self.end)
        if behind < 0:
            return end
        self.formula((end, behind - 1), start, behind)
        return behind

    def _words(self, match: re.Match[str]) -> int:
        words = match["words"].replace(" ", "\xa0").replace("\n", "\xa0")
        self.put(f"{FORMULA}{words}{FORMULA}", match.start(), match.end())
        return match.end()

    def _comment(self, match: re.Match[str]) -> int:
        if self.text.startswith("\n", match.end()) and match["comment"].endswith(("\n", " ", "\t")):
            self.close()
        return match.end()

    def _blank_line(self, match: re.Match[str]) -> int:
        self.close()
        return match.end()

    def _sign(self, match: re.Match[str]) -> int:
        sign = match[0]
        words = _SHORTHANDS[sign[1]] if sign[0] == '"' else _SIGNS.get(sign) or "—"
        self.put(words, match.start(), match.end())
        return match.end()

    _TOKENS: ClassVar[dict[str | None, Handler]] = {
        "symbol": _symbol,
        "comment": _comment,
        "blank_line": _blank_line,
        "words": _words,
        "dollar": _dollar,
        "sign": _sign,
    }

    # -- paragraphs

    def put(self, words: str, start: int, end: int) -> None:
        """Print ``words`` as the reading text of the source from ``start`` to ``end``."""
        if len(words) == end - start > 1 and words != self.text[start:end] and words[0] != FORMULA:
            self._chunks.append((words[0], start, end))  # else it would count as printed as written
            words = words[1:]
        if words:
            self._chunks.append((words, start, end))

    def formula(self, inside: tuple[int, int], start: int, end: int) -> None:
        """Print the formula in a range, which with its signs stands from ``start`` to ``end``."""
        self.put(formula(self.text[slice(*inside)], self._macros), start, end)

    def close(self) -> None:
        """End the paragraph."""
        if self._chunks:
            if not self.preamble:
                kind = "table" if self.tables and self.kind in ("prose", "item") else self.kind
                self._paragraphs.append((kind, self._chunks))
            self._chunks = []

    def begin_document(self) -> None:
        r"""Discard what the preamble seemed to print."""
        self._chunks, self.preamble = [], False

    def aside(self, kind: str, start: int, end: int, *, apart: bool = False) -> None:
        """Read a range as separate paragraphs; ``apart`` also ends the running paragraph."""
        if apart:
            self.close()
        saved = self._chunks, self.kind, self.preamble, self.tables
        self._chunks, self.kind, self.preamble, self.tables = [], kind, False, 0
        self.inside(start, end)
        self.close()
        self._chunks, self.kind, self.preamble, self.tables = saved

    def inside(self, start: int, end: int) -> None:
        """Read an argument as part of the running text; drop it if nested more than ``_MAX_DEPTH`` deep."""
        if self._depth < _MAX_DEPTH and start < end:
            self._depth += 1
            self._run(start, min(end, self.end))
            self._depth -= 1

    # -- arguments, within the current range

    def group(self, position: int, *, adjacent: bool = False) -> tuple[int, int] | None:
        """Return the range inside the braces that follow ``position``, None without any."""
        if not adjacent:
            position = self.blanks(position)
        end = group_end(self.text, position, min(_MAX_GROUP, self.end - position))
        return (position + 1, end - 1) if end >= 0 else None

    def option(self, position: int) -> tuple[int, int] | None:
        """Return the range inside the brackets that follow ``position``, None without any."""
        position = self.blanks(position)
        if position >= self.end or self.text[position] != "[":
            return None
        end = option_end(self.text, position, min(_MAX_OPTION, self.end - position))
        return (position + 1, end - 1) if end >= 0 else None

    def blanks(self, position: int) -> int:
        """Return the offset after blanks, comments and at most one line end."""
        return min(behind_blanks(self.text, position), self.end)

    def skip(self, position: int, count: int) -> int:
        """Return the offset after ``count`` arguments and the options among them."""
        while True:
            if option := self.option(position):
                position = option[1] + 1
            elif count and (group := self.group(position)):
                position, count = group[1] + 1, count - 1
            else:
                return position

    def find(self, needle: str, position: int) -> int:
        """Return the next offset of ``needle`` in the range, -1 without one; linear over all calls."""
        place = self._places.get(needle, -2)
        if place == -1:
            return -1
        if place < position:
            place = self._places[needle] = self.text.find(needle, position, self._limit + len(needle) - 1)
        return place if 0 <= place < self.end else -1
