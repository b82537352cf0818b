"""What pandoc has beside CommonMark, found line by line: formulas, LaTeX, divisions, footnotes, included files."""

from __future__ import annotations

import re
from typing import NamedTuple

from argcheck.files.patterns import blanked, lazy

#: How such a block begins; code is among them, in which none does.
_BEGIN = lazy(
    r"""[ \t]*(?:
        (?P<fence>`{3,}|~{3,})[^`\n]*$
      | :{3,}[ \t]*(?P<division>[^\n:]*):*[ \t]*$
      | (?P<formula>\$\$)
      | \\begin\{(?P<environment>[A-Za-z]+\*?)\}
      | \{\{<\s*include\s+[\"']?(?P<include>[^\s\"'<>{}%\#\\]+)[\"']?\s*>\}\}
      | (?P<footnote>\[\^[^\]\s]+\]:[ \t]*)
      | <(?P<verbatim>script|style|pre|textarea)\b
    )""",
    re.VERBOSE,
)
#: Tags up to whose end there is no text.
_VERBATIM = ("script", "style", "pre", "textarea")
_FIRST = frozenset("`~:$\\{[<")  # characters that one begins with
#: Code, in which nothing is a comment, and comments of several lines.
_LONG_COMMENT = lazy(
    r"^[ \t]*(?P<fence>`{3,}|~{3,}).*?(?:^[ \t]*(?P=fence)|\Z)|`[^`\n]*`|<!--(?P<comment>.*?)-->",
    re.MULTILINE | re.DOTALL,
)


class PandocBlock(NamedTuple):
    """Lines that CommonMark does not know; it is given empty ones in their place."""

    kind: str  #: ``formula``, ``environment``, ``division``, ``end``, ``include`` or ``footnote``
    first: int  #: line, from 0
    last: int  #: behind the last line
    data: str = ""  #: attributes of a division, the name of a file, the mark of a footnote


def without_long_comments(text: str) -> str:
    """Return the text with blanks in the place of comments of several lines; one of a single line may be for argcheck."""
    last = text.rfind("-->") + 1
    # what is never closed is text, and would be looked for again and again
    behind = text.find("\n", last) if last and "\n" in text[last:] else len(text) * bool(last)
    return _LONG_COMMENT.sub(_blanked, text[:behind]) + text[behind:] if "<!--" in text[:behind] else text


def _blanked(match: re.Match[str]) -> str:
    if not match["comment"] or "\n" not in match["comment"]:
        return match[0]
    above, _, last = match[0].rpartition("\n")
    behind = match.string[match.end() : match.end() + 200].partition("\n")[0]
    filler = "\xa0" if behind.strip() else " "  # blanks before words would make code of them
    return blanked(above) + "\n" + filler * len(last)


def _is_tag(line: str) -> bool:
    """Whether a line is one tag of HTML: pandoc reads what follows as Markdown, and CommonMark as HTML up to an empty line."""
    return (
        line[:1] == "<"
        and line[-1:] == ">"
        and line.count("<") == 1
        and line[1:2].isalpha() | (line[1:2] == "/")
        and not line.lstrip("</").startswith((*_VERBATIM, "http"))
    )


def _without_unclosed(line: str) -> str:
    """Return a line in which letters stand for the beginning of a comment that ends nowhere: CommonMark takes all below for one."""
    start = line.rfind("<!--")
    return line if start < 0 or "-->" in line[start:] else f"{line[:start]}xxxx{line[start + 4 :]}"


class PandocBlocks:
    """The blocks of one text, and its lines without them.

    :param starts: the offset of each line.
    :param first: the line that the text begins on, behind the front matter.
    """

    def __init__(self, text: str, starts: list[int], first: int) -> None:
        self._text = text
        self._lines = text.split("\n")
        self._starts = starts
        self._unclosed: set[str] = set()  # ends of blocks that stand nowhere below
        self.blocks: list[PandocBlock] = []
        self.lines = [""] * first
        number = first
        while number < len(self._lines):
            block = self._at(number)
            if block is None:
                line = self._lines[number]
                self.lines.append("" if _is_tag(line.strip().lower()) else _without_unclosed(line))
                number += 1
                continue
            if block.kind == "fence":
                self.lines += self._lines[number : block.last]
            else:
                self.blocks += [block] if block.kind != "verbatim" else []
                self.lines += [""] * (block.last - number)
            number = block.last

    def _at(self, number: int) -> PandocBlock | None:
        line = self._lines[number]
        if line.lstrip(" \t")[:1] not in _FIRST:
            return None
        begun = _BEGIN.match(line)
        if begun is None:
            return None
        kind = begun.lastgroup or ""
        if kind == "fence":
            return PandocBlock(kind, number, self._fence_end(number, begun[kind]))
        if kind == "division":
            attributes = begun[kind].strip()
            return PandocBlock("division" if attributes else "end", number, number + 1, attributes)
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
        """Return the lines up to one that holds ``end``; a formula goes over no empty line."""
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
        """Return the line behind a footnote: paragraphs behind its first one are indented."""
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
