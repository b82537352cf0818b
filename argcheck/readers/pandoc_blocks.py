"""The blocks that pandoc adds to CommonMark: formulas, LaTeX, divisions, footnotes, included files."""

from __future__ import annotations

import re
from typing import NamedTuple

from argcheck.files.patterns import blanked, lazy
from argcheck.readers.text_tables import TextTable, table_around

#: The beginning of such a block, or of code, which has none.
_BEGIN = lazy(
    r"""[ \t]*(?:
        (?P<fence>`{3,}(?=[ \t]*\{[^\n]*\}[ \t]*$)|`{3,}(?=[^`\n]*$)|~{3,}(?=[^`\n]*$))
      | :{3,}[ \t]*(?P<division>[^\n]*?)[ \t]*:*[ \t]*$
      | (?P<formula>\$\$)
      | \\begin\{(?P<environment>[A-Za-z]+\*?)\}
      | \{\{<\s*include\s+[\"']?(?P<include>[^\s\"'<>{}%\#\\]+)[\"']?\s*>\}\}
      | (?P<footnote>\[\^[^\]\s]+\]:[ \t]*)
      | <(?P<verbatim>script|style|pre|textarea)\b
    )""",
    re.VERBOSE,
)
#: Tags whose content is not text.
_VERBATIM = ("script", "style", "pre", "textarea")
_MOST_LINES = 20  # of attributes
_FIRST = frozenset("`~:$\\{[<")  # first characters of blocks
#: Code, which has no comments, and comments.
_LONG_COMMENT = lazy(
    r"^[ \t]*(?P<fence>`{3,}|~{3,}).*?(?:^[ \t]*(?P=fence)|\Z)|`[^`\n]*`|<!--(?P<comment>.*?)-->",
    re.MULTILINE | re.DOTALL,
)


class PandocBlock(NamedTuple):
    """A block of pandoc; the parser of CommonMark gets empty lines in its place."""

    kind: str  #: ``formula``, ``environment``, ``division``, ``end``, ``include``, ``footnote`` or ``table``
    first: int  #: first line, from 0
    last: int  #: the line after the last
    data: str = ""  #: attributes of a division, name of a file, or mark of a footnote
    table: TextTable | None = None


def without_long_comments(text: str) -> str:
    """Return the text with blanks for comments of several lines; those of one line may be for argcheck."""
    last = text.rfind("-->") + 1
    # an unclosed comment is text, and searching for its end at each would be quadratic
    behind = text.find("\n", last) if last and "\n" in text[last:] else len(text) * bool(last)
    return _LONG_COMMENT.sub(_blanked, text[:behind]) + text[behind:] if "<!--" in text[:behind] else text


def _blanked(match: re.Match[str]) -> str:
    if not match["comment"] or "\n" not in match["comment"]:
        return match[0]
    above, _, last = match[0].rpartition("\n")
    behind = match.string[match.end() : match.end() + 200].partition("\n")[0]
    filler = "\xa0" if behind.strip() else " "  # text after four blanks would be code
    return blanked(above) + "\n" + filler * len(last)


def _is_tag(line: str) -> bool:
    """Whether a line is one tag of HTML.

    pandoc reads the lines after it as Markdown, CommonMark as HTML up to an empty line.
    """
    return (
        line[:1] == "<"
        and line[-1:] == ">"
        and line.count("<") == 1
        and line[1:2].isalpha() | (line[1:2] == "/")
        and not line.lstrip("</").startswith((*_VERBATIM, "http"))
    )


def _without_unclosed(line: str) -> str:
    """Return a line with letters for the start of an unclosed comment, which CommonMark ends only with the text."""
    start = line.rfind("<!--")
    return line if start < 0 or "-->" in line[start:] else f"{line[:start]}xxxx{line[start + 4 :]}"


class PandocBlocks:
    """The blocks of a text, and its lines without them.

    :param starts: the offset of each line.
    :param first: number of the first line after the front matter, from 0.
    """

    def __init__(self, text: str, starts: list[int], first: int) -> None:
        self._text = text
        self._lines = text.split("\n")
        self._starts = starts
        self._unclosed: set[str] = set()  # ends of blocks that do not occur any more
        self.blocks: list[PandocBlock] = []
        self.lines = [""] * first
        number = first
        behind = first  # the line behind the last block
        while number < len(self._lines):
            block = self._at(number)
            if block is None and (table := table_around(self._lines, number, behind)):
                self.blocks.append(PandocBlock("table", table.first, table.last, table=table))
                self.lines[table.first :] = [""] * (table.last - table.first)
                number = behind = table.last
                continue
            if block is None:
                line = self._lines[number]
                self.lines.append("" if _is_tag(line.strip().lower()) else _without_unclosed(line))
                number += 1
                continue
            if block.kind == "fence":
                before, mark, head = self._lines[number].partition(block.data)
                # knitr takes backticks in the head of a chunk, CommonMark does not
                self.lines += [
                    before + mark + head.replace("`", "'"),
                    *self._lines[number + 1 : block.last],
                ]
            else:
                self.blocks += [block] if block.kind != "verbatim" else []
                self.lines += [""] * (block.last - number)
            number = behind = block.last

    def _at(self, number: int) -> PandocBlock | None:
        line = self._lines[number]
        if line.lstrip(" \t")[:1] not in _FIRST:
            return None
        begun = _BEGIN.match(line)
        if begun is None:
            return None
        kind = begun.lastgroup or ""
        if kind == "fence":
            return PandocBlock(kind, number, self._fence_end(number, begun[kind]), begun[kind])
        if kind == "division":
            attributes, last = begun[kind].strip(), number + 1
            while attributes[:1] == "{" and "}" not in attributes[-1:] and last < number + _MOST_LINES:
                attributes += "\n" + "".join(self._lines[last : last + 1]).strip()
                last += 1
            if attributes[:1] == "{" and "}" not in attributes[-1:]:  # something else
                attributes, last = begun[kind].strip(), number + 1
            return PandocBlock("division" if attributes else "end", number, last, attributes)
        if kind == "formula":
            return self._until(number, "$$", kind, begun.end())
        if kind == "verbatim":
            return self._until(number, f"</{begun[kind]}>", kind, begun.end())
        if kind == "environment":
            return self._until(number, f"\\end{{{begun[kind]}}}", kind, begun.end())
        if kind == "footnote":
            return PandocBlock(kind, number, self._footnote_end(number), begun[kind])
        return PandocBlock(kind, number, number + 1, begun[kind])

    def _fence_end(self, number: int, mark: str) -> int:
        for line in range(number + 1, len(self._lines)):
            text = self._lines[line].strip()
            if text.startswith(mark) and not text.strip(mark[0]):
                return line + 1
        return len(self._lines)

    def _until(self, number: int, end: str, kind: str, behind: int) -> PandocBlock | None:
        """Return the block up to the line with ``end``; None without one, or if a formula would have an empty line."""
        if end in self._unclosed:
            return None
        start = self._starts[number]
        place = self._text.find(end, start + behind)
        if place < 0:
            self._unclosed.add(end)
        if place < 0 or (kind == "formula" and "\n\n" in self._text[start:place]):
            return None
        return PandocBlock(kind, number, self._text.count("\n", start, place) + number + 1)

    def _footnote_end(self, number: int) -> int:
        """Return the line after a footnote, whose further paragraphs are indented."""
        line = number + 1
        while line < len(self._lines):
            text = self._lines[line]
            if not text.strip():
                following = self._lines[line + 1] if line + 1 < len(self._lines) else ""
                if not following.startswith(("    ", "\t")):
                    return line
            elif text.startswith("[^") and _BEGIN.match(text):
                return line
            line += 1
        return line
