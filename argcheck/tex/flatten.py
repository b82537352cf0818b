r"""From LaTeX to reading text, with a map back to the source.

One loop over the tokens that matter (commands, comments, formulas, blank lines,
braces, what typography writes in ASCII); everything between them is copied.
There is no tree.  A command finds its own arguments; text that stands beside
the running text (footnotes, captions, titles) becomes paragraphs of its own.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING

from argcheck.patterns import lazy
from argcheck.records import NamedTuple
from argcheck.tex.arguments import verb_end
from argcheck.tex.commands import SECTION_LEVELS, SPECS, VERBATIM
from argcheck.tex.reading import (
    ACCENTS,
    ARGUMENTS,
    BREAKS,
    DISPLAYS,
    DROPS,
    LISTS,
    MATH,
    SILENT,
    SKIPPED,
    SYMBOLS,
    TABLES,
    TRANSPARENT,
    UNITS,
    WORDS,
    accent,
)
from argcheck.tex.sentences import DISPLAY, FORMULA, LISTING, OBJECT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    Handler = Callable[["Reader", re.Match[str]], int]
    Chunk = tuple[str, int, int]

_MAX_DEPTH = 8  # of footnotes in captions in titles
_MAX_GROUP = 50_000  # an argument longer than this is taken for unclosed
_MAX_OPTION = 3_000
_MAX_MACRO = 2_000

_BLANK = r"[ \t]*+(?:\n(?![ \t]*+\n)[ \t]*+)?+"
# The first character is one class and the look-behinds tell it apart: twice as fast as alternatives side by side.
_SYNTAX = r"""
  [\\%\n{}$~&`'<>-](?:
    (?<=\\)(?:([A-Za-z@]++)\*?+[ \t]*+(?:\n(?![ \t]*+\n)[ \t]*+)?+|((?s:.)))
  | (?<=%)([^\n]*+(?:\n[ \t]*+(?:%[^\n]*+\n[ \t]*+)*+)?+)
  | (?<=\n)([ \t]*+\n\s*+)
  | (?<=[{}])([{}]*+)
  | (?<=\$)([^$\\%\n{}^_&~]{1,40}+)\$
  | (?<=\$)(\$?+)
  | ((?<=[~&])|(?<=-)-++|(?<=`)`|(?<=')'|(?<=<)<|(?<=>)>)
  )
"""
_PLAIN = lazy(_SYNTAX, re.VERBOSE)
_GERMAN = lazy(
    _SYNTAX.replace("[\\\\%", '["\\\\%').replace("(?<=>)>)", """(?<=>)>|(?<=")["aeiousAEIOU`'<>=~|-])"""),
    re.VERBOSE,
)

_SMALL = {"~": "\xa0", "&": " ", "``": "“", "''": "”", "--": "–", "<<": "«", ">>": "»"}
_SHORTHAND = {
    **dict(zip("aeiouAEIOUs", "äëïöüÄËÏÖÜß", strict=True)),
    "`": "„", "'": "“", "<": "«", ">": "»", "=": "-", "~": "-", "-": "", "|": "", '"': "",
}  # fmt: skip

_OPEN = lazy(_BLANK + r"\{")
_SIMPLE = lazy(r"[^{}\\%]*+\}")
_BRACES = lazy(r"\\(?s:.)|%[^\n]*+|[{}]")
_OPTION = lazy(r"\[([^\[\]{}\\%\n]*+)\]")
_BRACKETS = lazy(r"\\(?s:.)|%[^\n]*+|[{}\]]|\n[ \t]*+\n")
_BLANKS = lazy(_BLANK)
_ENVIRONMENT = lazy(_BLANK + r"\{([^{}\n]*+)\}")
_INLINE = lazy(r"[^$\\\n%]*+(?:(?:\\(?s:.)|%[^\n]*+|\n(?![ \t]*+\n))[^$\\\n%]*+)*+\$")
_MATH_COMMAND = lazy(r"\\(?:([A-Za-z]+)|(.))|[{}]", re.DOTALL)
_READABLE = lazy(r"[\w\s.,:;()\[\]=<>+\-/*|'^°·×±∓≤≥≠≈∼≃≡∝∞→←⇒↦∈⊂∪∩∂∇∑∀∃¬∧∨≪≫≲≳÷†′…%&$#{}]*\Z")
_SIGN = lazy(
    r"([.,;:!?])(?:[\s}$]|\\label\{[^{}]{0,80}\}|\\(?:nonumber|notag|qedhere|qed|q?quad|end\{\w+\*?\})(?![a-z])|\\[\\,;!: ])*\Z"
)
_VERB = lazy(r"[ \t]*([^A-Za-z\s*])")
_CONDITIONAL = lazy(r"\\(if(?!f[^a-z]|thenelse)[A-Za-z@]*|else|fi)(?![A-Za-z@])|%[^\n]*")
_DEFINED = lazy(r"\*?\s*(?:\{\s*\\[^{}]{1,80}\}|\\(?:[A-Za-z@]+|.)|\{[^{}\\\n]{1,80}\})\s*")
_PARAMETERS = lazy(r"[^{}\\\n]{0,100}(?=\{)")
_LET = lazy(r"\s*\\(?:[A-Za-z@]+|.)\s*=?\s*(?:\\(?:[A-Za-z@]+|.)|\S)?")
_ACCENTED = lazy(r"\s*(?:\{\s*(\\[ij](?![A-Za-z])|[^\W\d_]?)\s*\}|(\\[ij])(?![A-Za-z])[ ]?|([^\W\d_]))")
_LETTER_ACCENT = lazy(r"\s*\{\s*(\\[ij]|[A-Za-z])\s*\}|[ ]([A-Za-z])")
_COMMENT = lazy(r"%[^\n]*\n?")
_ROW = lazy(r"\*?(?:\[[^\[\]\n]{0,30}\])?")
_DIMENSION = lazy(r"\s*-?[\d.]+\s*(?:pt|em|ex|cm|mm|in|bp|sp)\b(?:\s*(?:plus|minus)\s*[\d.]+\s*\w+)*")


class Flat(NamedTuple):
    r"""The reading text of one paragraph, and where each part of it comes from.

    Chunk ``i`` of the text begins at ``offsets[i]`` and stands for the source from
    ``starts[i]`` to ``ends[i]``, character for character where the lengths agree.
    ``\xa0`` is a blank that the author marked as no end of a sentence, U+2063 stands
    around a formula that reads as words.
    """

    kind: str  #: ``prose``, ``item``, ``title``, ``caption``, ``footnote`` or ``table``
    text: str
    offsets: list[int]
    starts: list[int]
    ends: list[int]

    def source_start(self, offset: int) -> int:
        """Return where in the source the character at ``offset`` begins."""
        chunk, inside = self._chunk(offset)
        return self.starts[chunk] + inside

    def source_end(self, offset: int) -> int:
        """Return where in the source the character at ``offset`` ends."""
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


class Marks(NamedTuple):
    """What the scanner knows of one file, by offset of the backslash."""

    objects: dict[int, tuple[int, str]]  #: citations, references, dead text: end and what to read
    titles: dict[int, tuple[int, int, int]]  #: sections: end, start and end of the title


NO_MARKS = Marks({}, {})


class Reader:
    """Reads ranges of one document; ``paragraphs`` holds (kind, chunks) as they are closed.

    ``commands`` and ``memory`` may be shared between the readers of one document.
    """

    def __init__(
        self, text: str, commands: Mapping[str, Handler], marks: Marks = NO_MARKS, *, german: bool = False
    ) -> None:
        self.text = text
        self.commands = commands
        self.marks = marks
        self.paragraphs: list[tuple[str, list[Chunk]]] = []
        self.chunks: list[Chunk] = []
        self.end = len(text)
        self.kind = "prose"
        self.preamble = False
        self.over = False  # behind \end{document}
        self.search = (_GERMAN if german else _PLAIN).search
        self._depth = 0
        self._lists = 0
        self._tables = 0
        self._budget = 4 * len(text) + 1_000_000
        self._found: dict[str, int] = {}

    # The loop

    def read(self, start: int, end: int) -> None:
        """Read one range and close its last paragraph."""
        self._run(start, end)
        self.close()

    def _run(self, position: int, end: int) -> None:
        text, outer, self.end = self.text, self.end, end
        search, commands, objects, titles = self.search, self.commands, self.marks.objects, self.marks.titles
        while (match := search(text, position, end)) is not None:
            start = match.start()
            if start > position:
                self.chunks.append((text[position:start], position, start))
            which = match.lastindex
            if which == 1:
                if start in objects:
                    position = self._object(start)
                elif start in titles:
                    position = self._title(start)
                else:
                    position = commands.get(match[1], _unknown)(self, match)
            elif which == 5:
                position = match.end()
                if "}{" in match[0]:
                    self.chunks.append((" ", start, start))
            else:
                position = _PRINTS[which or 0](self, match)
        if position < end:
            self.chunks.append((text[position:end], position, end))
        self.end = outer

    def _object(self, start: int) -> int:
        end, words = self.marks.objects[start]
        if words:
            self.chunks.append((words, start, end))
        return min(end, self.end)

    def _title(self, start: int) -> int:
        end, first, last = self.marks.titles[start]
        self.aside("title", first, last, apart=True)
        return min(end, self.end)

    # Paragraphs

    def close(self) -> None:
        """End the paragraph."""
        if self.chunks:
            if not self.preamble:
                kind = "table" if self._tables and self.kind in ("prose", "item") else self.kind
                self.paragraphs.append((kind, self.chunks))
            self.chunks = []

    def aside(self, kind: str, start: int, end: int, *, apart: bool = False) -> None:
        """Read a range as paragraphs of their own; ``apart`` ends the running paragraph too."""
        if apart:
            self.close()
        saved = self.chunks, self.kind, self.preamble, self._tables
        self.chunks, self.kind, self.preamble, self._tables = [], kind, False, 0
        self.inside(start, end)
        self.close()
        self.chunks, self.kind, self.preamble, self._tables = saved

    def inside(self, start: int, end: int) -> None:
        """Read an argument as part of the running text; drop it when nested absurdly."""
        if self._depth < _MAX_DEPTH and start < end:
            self._depth += 1
            self._run(start, min(end, self.end))
            self._depth -= 1

    def put(self, words: str, start: int, end: int) -> None:
        """Print ``words`` for the source from ``start`` to ``end``."""
        if words:
            self.chunks.append((words, start, end))

    # Arguments

    def group(self, position: int, *, adjacent: bool = False) -> tuple[int, int] | None:
        """Return the range inside the braces that follow ``position``."""
        if adjacent and not self.text.startswith("{", position):
            return None
        opened = _OPEN.match(self.text, position, self.end)
        if opened is None:
            return None
        simple = _SIMPLE.match(self.text, opened.end(), self.end)
        if simple is not None:
            return opened.end(), simple.end() - 1
        return self._balanced(opened.end())

    def _balanced(self, start: int) -> tuple[int, int] | None:
        depth, limit = 1, min(self.end, start + min(_MAX_GROUP, self._budget))
        for match in _BRACES.finditer(self.text, start, limit):
            piece = match[0]
            if piece == "{":
                depth += 1
            elif piece == "}":
                depth -= 1
                if not depth:
                    return start, match.start()
        self._budget -= max(limit - start, 0)
        return None

    def option(self, position: int) -> tuple[int, int] | None:
        """Return the range inside the brackets that begin at ``position``, blanks skipped."""
        position = self.blanks(position)
        if not self.text.startswith("[", position) or position >= self.end:
            return None
        simple = _OPTION.match(self.text, position, self.end)
        if simple is not None:
            return simple.span(1)
        return self._bracketed(position + 1)

    def _bracketed(self, start: int) -> tuple[int, int] | None:
        depth, limit = 0, min(self.end, start + min(_MAX_OPTION, self._budget))
        for match in _BRACKETS.finditer(self.text, start, limit):
            piece = match[0]
            if piece == "]" and not depth:
                return start, match.start()
            if piece[0] == "\n" or (piece == "}" and not depth):
                break
            depth += (piece == "{") - (piece == "}")
        self._budget -= max(limit - start, 0)
        return None

    def blanks(self, position: int) -> int:
        """Return the offset behind blanks and at most one line end."""
        match = _BLANKS.match(self.text, position, self.end)
        return match.end() if match else position

    def skip(self, position: int, count: int) -> int:
        """Return the offset behind ``count`` arguments and the options among them."""
        while True:
            if option := self.option(position):
                position = option[1] + 1
            elif count and (group := self.group(position)):
                position, count = group[1] + 1, count - 1
            else:
                return position

    def find(self, needle: str, position: int) -> int:
        """Return where ``needle`` stands next in the range, -1 if nowhere; linear over all calls."""
        found = self._found.get(needle, -2)
        if found == -1:
            return -1
        if found < position:
            found = self._found[needle] = self.text.find(needle, position)
        return found if 0 <= found < self.end else -1

    def finish(self) -> None:
        """Read nothing more of this document."""
        self.over = True

    # Environments

    def enter(self, match: re.Match[str]) -> int:
        r"""Handle ``\begin``."""
        named = _ENVIRONMENT.match(self.text, match.end(1), self.end)
        if named is None:
            return match.end()
        name, position = named[1].strip(), named.end()
        if name in DISPLAYS:
            return self._display(f"\\end{{{named[1]}}}", match.start(), position)
        if name in VERBATIM or name in SKIPPED:
            return self._skip_environment(f"\\end{{{named[1]}}}", match.start(), position)
        if name == "document":
            self.chunks, self.preamble = [], False
            return position
        return self._enter_text(name, position)

    def _enter_text(self, name: str, position: int) -> int:
        if name in TRANSPARENT:
            position = self.skip(position, ARGUMENTS.get(name, 0))
            self._lists += name in LISTS
            return position
        self.close()
        if name in TABLES:
            self._tables += 1
            return self.skip(position, TABLES[name])
        if name in LISTS:
            self._lists += 1
        elif (option := self.option(position)) and option[0] - 1 == position:
            if name not in ARGUMENTS and not _layout(self.text[option[0] : option[1]]):
                self.aside("title", *option)
            position = option[1] + 1
        return self.skip(position, ARGUMENTS.get(name, 0)) if name in ARGUMENTS or name in LISTS else position

    def leave(self, match: re.Match[str]) -> int:
        r"""Handle ``\end``."""
        named = _ENVIRONMENT.match(self.text, match.end(1), self.end)
        if named is None:
            return match.end()
        name = named[1].strip()
        if name == "document":
            self.close()
            self.finish()
            return self.end
        if name not in TRANSPARENT:
            self.close()
        if name in TABLES:
            self._tables = max(0, self._tables - 1)
        if name in LISTS:
            self._lists = max(0, self._lists - 1)
        if self.kind in ("prose", "item") and name in LISTS:
            self.kind = "item" if self._lists else "prose"
        return named.end()

    def _display(self, closing: str, start: int, position: int) -> int:
        end = self.find(closing, position)
        if end < 0:
            return position
        sign = _SIGN.search(self.text, max(position, end - 120), end)
        behind = end + len(closing)
        self.put(f" {OBJECT}{sign[1] if sign else ''}{DISPLAY[1:]}", start, behind)
        return behind

    def _skip_environment(self, closing: str, start: int, position: int) -> int:
        end = self.find(closing, position)
        behind = end + len(closing) if end >= 0 else self.end
        if "comment" not in closing:
            self.put(f" {LISTING}", start, behind)
        return behind


def _layout(option: str) -> bool:
    """Whether an optional argument of an environment is about layout (``htbp``, ``label=``), not a title."""
    return (
        "=" in option
        or not re.search(r"[^\W\d_]{3}|\\", option)
        or re.fullmatch(r"[!htbpHH\s]*", option) is not None
    )


# What a token prints


def _symbol(reader: Reader, match: re.Match[str]) -> int:
    sign, end = match[2], match.end()
    if sign in ACCENTS:
        return _accent(reader, match, sign, end)
    if sign == "\\":
        return _row(reader, match)
    if sign == "[":
        return reader._display("\\]", match.start(), end)  # noqa: SLF001
    if sign == "(":
        return _parenthesised(reader, match.start(), end)
    reader.put(SYMBOLS.get(sign, ""), match.start(), end)
    return end


def _parenthesised(reader: Reader, start: int, position: int) -> int:
    closing = reader.find("\\)", position)
    if closing < 0 or closing - position > _MAX_OPTION:
        return position
    reader.put(_formula(reader.text[position:closing]), start, closing + 2)
    return closing + 2


def _accent(reader: Reader, match: re.Match[str], sign: str, end: int) -> int:
    found = _ACCENTED.match(reader.text, end, reader.end)
    if found is None:
        return end
    reader.put(accent(sign, found[1] or found[2] or found[3] or ""), match.start(), found.end())
    return found.end()


def _letter_accent(reader: Reader, match: re.Match[str]) -> int:
    found = _LETTER_ACCENT.match(reader.text, match.end(1), reader.end)
    if found is None:
        return match.end()
    reader.put(accent(match[1], found[1] or found[2]), match.start(), found.end())
    return found.end()


def _row(reader: Reader, match: re.Match[str]) -> int:
    found = _ROW.match(reader.text, match.end(), reader.end)
    if reader._tables:  # noqa: SLF001
        reader.close()
    else:
        reader.put(" ", match.start(), match.end())
    return found.end() if found else match.end()


def _comment(reader: Reader, match: re.Match[str]) -> int:
    if reader.text.startswith("\n", match.end()) and match[3].endswith(("\n", " ", "\t")):
        reader.close()
    return match.end()


def _paragraph(reader: Reader, match: re.Match[str]) -> int:
    reader.close()
    return match.end()


def _simple_formula(reader: Reader, match: re.Match[str]) -> int:
    words = match[6].replace(" ", "\xa0").replace("\n", "\xa0")
    reader.put(f"{FORMULA}{words}{FORMULA}", match.start(), match.end())
    return match.end()


def _dollar(reader: Reader, match: re.Match[str]) -> int:
    end = match.end()
    if match[7]:
        return reader._display("$$", match.start(), end)  # noqa: SLF001
    behind = _inline_end(reader.text, end, reader.end)
    if behind < 0:
        return end
    reader.put(_formula(reader.text[end : behind - 1]), match.start(), behind)
    return behind


def _inline_end(text: str, start: int, limit: int) -> int:
    r"""Return the offset behind the dollar that closes a formula, past ``\text{if $x$ is}``; -1 if there is none."""
    position = first = -1
    for _ in range(7):
        closed = _INLINE.match(text, max(position, start), min(limit, start + _MAX_OPTION))
        if closed is None:
            return first
        position = closed.end()
        first = position if first < 0 else first
        if text.count("{", start, position) <= text.count("}", start, position):
            return position
    return first


def _small(reader: Reader, match: re.Match[str]) -> int:
    piece = match[0]
    words = _SHORTHAND[piece[1]] if piece[0] == '"' else _SMALL.get(piece) or "—"
    reader.put(words, match.start(), match.end())
    return match.end()


_PRINTS: tuple[Callable[[Reader, re.Match[str]], int], ...] = (
    _paragraph, _paragraph, _symbol, _comment, _paragraph, _paragraph, _simple_formula, _dollar, _small,
)  # fmt: skip


def _formula(source: str) -> str:
    """Return a formula as words where it reads as such, else the placeholder with its punctuation."""
    if len(source) <= 60 and "$" not in source.replace("\\$", ""):
        words = "\xa0".join(_MATH_COMMAND.sub(_math_command, source).split())
        if words and len(words) <= 40 and _READABLE.match(words):
            return FORMULA + words + FORMULA
    sign = _SIGN.search(source, max(0, len(source) - 120))
    return OBJECT + (sign[1] if sign else "")


def _math_command(match: re.Match[str]) -> str:
    if match[1]:
        return MATH.get(match[1], "\0")
    return {"%": "%", "&": "&", "#": "#", "$": "$", "{": "{", "}": "}", None: ""}.get(match[2], " ")


# What a command does


def _unknown(reader: Reader, match: re.Match[str]) -> int:
    name, end = match[1], match.end()
    if name[0] == "i" and name[:2] == "if":
        return end
    if "cite" in name.lower():
        return _cite(reader, match)
    if reader.text.startswith("[", end) and (option := reader.option(end)) and reader.group(option[1] + 1):
        return option[1] + 1
    if end > match.end(1) and not reader.text.startswith("{", end):
        reader.put(" ", end - 1, end)
    return end


def _silent(_reader: Reader, match: re.Match[str]) -> int:
    return match.end()


def _word(reader: Reader, match: re.Match[str]) -> int:
    words = WORDS[match[1]]
    reader.put(words, match.start(), match.end(1))
    if match.end() > match.end(1) and not words.isalpha():
        reader.put(" ", match.end() - 1, match.end())
    return match.end()


def _drop(reader: Reader, match: re.Match[str]) -> int:
    return reader.skip(match.end(), DROPS[match[1]])


def _skip_dimension(reader: Reader, match: re.Match[str]) -> int:
    found = _DIMENSION.match(reader.text, match.end(), reader.end)
    return found.end() if found else reader.skip(match.end(), 1)


def _break(reader: Reader, match: re.Match[str]) -> int:
    reader.close()
    return match.end()


def _cite(reader: Reader, match: re.Match[str]) -> int:
    """Print the keys of a citation or the names of a reference; multicites have several groups."""
    names: list[str] = []
    position, many = match.end(), match[1].endswith("s")
    while True:
        position = _skip_notes(reader, position, many)
        group = reader.group(position, adjacent=bool(names))
        if group is None:
            break
        names.append(_names(reader.text[group[0] : group[1]]))
        position = group[1] + 1
        if not many:
            break
    if names:
        reader.put(f"[{', '.join(names)}]", match.start(), position)
    return position


def _names(listed: str) -> str:
    if "%" in listed:
        listed = _COMMENT.sub("", listed)
    return ", ".join(name.strip() for name in listed.split(",")) if "," in listed else listed.strip()


def _skip_notes(reader: Reader, position: int, many: bool) -> int:
    while option := reader.option(position):
        position = option[1] + 1
    if many and reader.text.startswith("(", position):
        closing = reader.text.find(")", position, min(reader.end, position + 500))
        if closing > 0:
            return _skip_notes(reader, closing + 1, many)
    return position


def _range_reference(reader: Reader, match: re.Match[str]) -> int:
    first = reader.group(match.end())
    last = reader.group(first[1] + 1) if first else None
    if first is None or last is None:
        return match.end()
    text = reader.text
    reader.put(f"[{text[first[0] : first[1]]}, {text[last[0] : last[1]]}]", match.start(), last[1] + 1)
    return last[1] + 1


def _hyperref(reader: Reader, match: re.Match[str]) -> int:
    option = reader.option(match.end())
    return option[1] + 1 if option else match.end()


def _aside(kind: str, drops: int = 0, *, apart: bool = False) -> Handler:
    """Return the handler of a command whose argument is text beside the running text."""

    def handle(reader: Reader, match: re.Match[str]) -> int:
        position = reader.skip(match.end(), drops) if drops else match.end()
        while option := reader.option(position):
            position = option[1] + 1
        group = reader.group(position)
        if group is None:
            return position
        reader.aside(kind, *group, apart=apart)
        return group[1] + 1

    return handle


def _option_caption(reader: Reader, match: re.Match[str]) -> int:
    option = reader.option(match.end())
    if option is None:
        return match.end()
    reader.aside("caption", *option)
    return option[1] + 1


def _enquote(reader: Reader, match: re.Match[str]) -> int:
    group = reader.group(match.end())
    if group is None:
        return match.end()
    reader.put("“", match.start(), group[0])
    reader.inside(*group)
    reader.put("”", group[1], group[1] + 1)
    return group[1] + 1


def _url(reader: Reader, match: re.Match[str]) -> int:
    closing = reader.text.find("}", match.end(), min(reader.end, match.end() + 2_000))
    if closing < 0 or not reader.text.startswith("{", match.end()):
        return match.end()
    reader.put(reader.text[match.end() + 1 : closing].strip(), match.start(), closing + 1)
    return closing + 1


def _href(reader: Reader, match: re.Match[str]) -> int:
    while_options = reader.option(match.end())
    group = reader.group(while_options[1] + 1 if while_options else match.end())
    return group[1] + 1 if group else match.end()


def _verb(reader: Reader, match: re.Match[str]) -> int:
    option = reader.option(match.end())
    position = option[1] + 1 if option else match.end(1) + (match[0][len(match[1]) + 1 :][:1] == "*")
    opened = _VERB.match(reader.text, position, reader.end)
    if opened is None:
        return position
    if opened[1] == "{":
        line = reader.text.find("\n", opened.end(), reader.end)
        end = reader.text.find("}", opened.end(), line if line >= 0 else reader.end) + 1
    else:
        end = verb_end(reader.text, opened.end() - 1, reader.end)
    if end <= 0:
        return position
    reader.put(OBJECT, match.start(), end)
    return end


def _minted_inline(reader: Reader, match: re.Match[str]) -> int:
    end = reader.skip(match.end(), 2)
    reader.put(OBJECT, match.start(), end)
    return end


def _define(reader: Reader, match: re.Match[str]) -> int:
    named = _DEFINED.match(reader.text, match.end(1), reader.end)
    return reader.skip(named.end(), 1) if named else match.end()


def _define_tex(reader: Reader, match: re.Match[str]) -> int:
    named = _DEFINED.match(reader.text, match.end(1), reader.end)
    if named is None:
        return match.end()
    parameters = _PARAMETERS.match(reader.text, named.end(), reader.end)
    return reader.skip(parameters.end() if parameters else named.end(), 1)


def _define_xparse(reader: Reader, match: re.Match[str]) -> int:
    named = _DEFINED.match(reader.text, match.end(1), reader.end)
    return reader.skip(named.end(), 2) if named else match.end()


def _let(reader: Reader, match: re.Match[str]) -> int:
    found = _LET.match(reader.text, match.end(1), reader.end)
    return found.end() if found else match.end()


def _iffalse(reader: Reader, match: re.Match[str]) -> int:
    r"""Skip to the ``\fi`` or the ``\else`` of this conditional."""
    depth = 0
    for found in _CONDITIONAL.finditer(reader.text, match.end(1), reader.end):
        word = found[1]
        if word == "fi":
            if not depth:
                return found.end()
            depth -= 1
        elif word == "else":
            if not depth:
                return found.end()
        elif word:
            depth += 1
    return reader.end


def _item(reader: Reader, match: re.Match[str]) -> int:
    if reader.kind in ("prose", "item"):
        reader.close()
        reader.kind = "item"
    option = reader.option(match.end())
    if option is None:
        return match.end()
    reader.inside(*option)
    reader.put(" ", option[1], option[1] + 1)
    return option[1] + 1


def _quantity(reader: Reader, match: re.Match[str]) -> int:
    """Print a number with its unit; options and everything unreadable vanish."""
    option = reader.option(match.end())
    position = option[1] + 1 if option else match.end()
    words: list[str] = []
    for _ in range(
        {"num": 1, "ang": 1, "si": 1, "unit": 1, "SIrange": 3, "qtyrange": 3, "numrange": 2}.get(match[1], 2)
    ):
        group = reader.group(position)
        if group is None:
            break
        words.append(_MATH_COMMAND.sub(_unit, reader.text[group[0] : group[1]]).strip())
        position = group[1] + 1
    if match[1].endswith("range") and len(words) > 1:
        words[:2] = [f"{words[0]}–{words[1]}"]
    reader.put("\xa0".join(words) + ("°" if match[1] == "ang" else ""), match.start(), position)
    return position


def _unit(match: re.Match[str]) -> str:
    if match[1]:
        return UNITS.get(match[1]) or MATH.get(match[1], "")
    return "%" if match[2] == "%" else ""


def _ensuremath(reader: Reader, match: re.Match[str]) -> int:
    group = reader.group(match.end())
    if group is None:
        return match.end()
    reader.put(_formula(reader.text[group[0] : group[1]]), match.start(), group[1] + 1)
    return group[1] + 1


def _at(reader: Reader, match: re.Match[str]) -> int:
    r"""``etc.\@ and``: the full stop before is none of a sentence."""
    end = match.end(1)
    if reader.text[match.start() - 1 : match.start()] == "." and match.end() > end:
        reader.put("\xa0", end, match.end())
        return match.end()
    return end


def _preamble(reader: Reader, match: re.Match[str]) -> int:
    reader.close()
    reader.preamble = True
    return reader.skip(match.end(), 1)


def _language(reader: Reader, match: re.Match[str]) -> int:
    group = reader.group(match.end())
    if group is None:
        return match.end()
    reader.close()
    return group[1] + 1


def _text_block(reader: Reader, match: re.Match[str]) -> int:
    r"""``\abstract{...}``: prose in the preamble."""
    group = reader.group(match.end())
    if group is None:
        return match.end()
    reader.aside("prose", *group, apart=True)
    return group[1] + 1


_FOOTNOTES = (
    "footnote footnotetext sidenote marginnote marginpar endnote thanks todo tablefootnote blfootnote"
)
_DEFINITIONS = (
    "newcommand renewcommand providecommand DeclareRobustCommand newlength newcounter newif newsavebox"
)
_XPARSE = "NewDocumentCommand RenewDocumentCommand ProvideDocumentCommand DeclareDocumentCommand"


def _all(names: Iterable[str], handler: Handler) -> dict[str, Handler]:
    return dict.fromkeys(names, handler)


def _specified(kinds: tuple[str, ...]) -> list[str]:
    return [name for name, spec in SPECS.items() if spec.kind in kinds]


COMMANDS: dict[str, Handler] = {
    **_all(_specified(("cite", "multicite")), _cite),
    **_all(_specified(("ref",)), _cite),
    **_all((name for name, spec in SPECS.items() if spec.kind == "caption"), _aside("caption")),
    **_all(WORDS, _word),
    **_all(SILENT, _silent),
    **_all(DROPS, _drop),
    **_all(BREAKS, _break),
    **_all((name for name in ACCENTS if name.isalpha()), _letter_accent),
    **_all(SECTION_LEVELS, _aside("title", apart=True)),
    **_all(_FOOTNOTES.split(), _aside("footnote")),
    **_all(("title", "subtitle", "Title"), _aside("title", apart=True)),
    **_all(_DEFINITIONS.split(), _define),
    **_all(_XPARSE.split(), _define_xparse),
    **_all(["def", "gdef", "edef", "xdef"], _define_tex),
    **_all(("let", "newif", "DeclareMathSymbol"), _let),
    **_all(["crefrange", "Crefrange", "vrefrange", "cpagerefrange"], _range_reference),
    **_all(["enquote", "textquote", "blockquote", "MakeBlockQuote"], _enquote),
    **_all(["url", "path", "nolinkurl"], _url),
    **_all(("verb", "lstinline"), _verb),
    **_all(("mintinline",), _minted_inline),
    **_all(["SI", "si", "qty", "unit", "num", "ang", "SIrange", "qtyrange", "numrange"], _quantity),
    **_all(["subfloat", "subfigure", "subtable"], _option_caption),
    **_all(["hskip", "vskip", "kern", "mkern", "hsize"], _skip_dimension),
    **_all(("abstract", "abstracttext", "dedication", "epigraph"), _text_block),
    "captionof": _aside("caption", 1),
    "tablenotetext": _aside("footnote", 1),
    "href": _href,
    "hyperref": _hyperref,
    "begin": Reader.enter,
    "end": Reader.leave,
    "item": _item,
    "iffalse": _iffalse,
    "ensuremath": _ensuremath,
    "documentclass": _preamble,
    "selectlanguage": _language,
    "@": _at,
}


def with_macros(macros: Mapping[str, str], labels: Iterable[str] = ()) -> dict[str, Handler]:
    """Return the command table of a document: the built-in one and its own text macros and label commands."""
    table = dict(COMMANDS)
    for name in labels:
        table.setdefault(name, _drop_one)
    plain: dict[str, str] = {}
    for name, body in macros.items():
        if table.get(name.lstrip("\\"), _letter_accent) is _letter_accent and len(body) <= _MAX_MACRO:
            table[name.lstrip("\\")] = _macro(body, table, plain)
    return table


def _drop_one(reader: Reader, match: re.Match[str]) -> int:
    return reader.skip(match.end(), 1)


def _macro(body: str, table: Mapping[str, Handler], plain: dict[str, str]) -> Handler:
    """Return the handler of an argument-free macro; its text is worked out at the first use."""
    spaced = "\\xspace" in body

    def handle(reader: Reader, match: re.Match[str]) -> int:
        if body not in plain:
            plain[body] = ""  # what a macro that calls itself prints
            plain[body] = _expand(body, table)
        end = match.end() if not spaced else match.end(1)
        reader.put(plain[body], match.start(), match.end(1))
        return end

    return handle


def _expand(body: str, table: Mapping[str, Handler]) -> str:
    inner = Reader(body, table)
    inner.read(0, len(body))
    words = " ".join("".join(chunk[0] for chunk in chunks) for _, chunks in inner.paragraphs)
    return words[:_MAX_MACRO]


def flats(reader: Reader) -> list[Flat]:
    """Return the paragraphs that a reader has read, in order of their first character."""
    made = [_flat(*paragraph) for paragraph in reader.paragraphs]
    reader.paragraphs = []
    made.sort(key=lambda flat: flat.starts[0])
    return made


def _flat(kind: str, chunks: list[Chunk]) -> Flat:
    words, starts, ends = zip(*chunks, strict=True)
    offsets, total = [], 0
    for word in words:
        offsets.append(total)
        total += len(word)
    return Flat(kind, "".join(words), offsets, list(starts), list(ends))


def flatten(
    text: str, start: int, end: int, macros: Mapping[str, str], dead: Iterable[tuple[int, int]] = ()
) -> list[Flat]:
    r"""Return the paragraphs of a LaTeX range as reading text.

    ``macros`` are argument-free text macros (``{"eg": r"e.g.\\ "}``), ``dead`` ranges
    to leave out.  Text in front of ``\begin{document}`` counts if there is no
    ``\documentclass`` before it.
    """
    reader = Reader(text, with_macros(macros) if macros else COMMANDS)
    position = start
    for first, last in sorted(dead):
        if first > position:
            reader._run(position, min(first, end))  # noqa: SLF001
        position = max(position, last)
    if position < end and not reader.over:
        reader._run(position, end)  # noqa: SLF001
    reader.close()
    return flats(reader)
