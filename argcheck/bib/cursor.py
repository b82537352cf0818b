"""The position of the scan of a ``.bib`` file: what follows, where a value ends, and what is reported."""

from __future__ import annotations

import re
from bisect import bisect_left

from argcheck.bib.index import DAMAGED, SYNTAX, BibIndex
from argcheck.files.patterns import BLANKS, lazy
from argcheck.tex.arguments import closing

NAME = r"""[^\s"#%'(),={}]++"""
_line_heads = lazy(
    r"""\n[ \t]*+(?=@[ \t]*+(?:
        (?:string|preamble|comment)\s*+[{(]
        | [^\s"#%'(),={}@]*+ \s*+ (?: \{\s*+[^\s,{}"=]*+ | \(\s*+[^\s,{}()"=]*+ ) (?: \s*+, | [ \t]*+\n )
    ))""",
    re.VERBOSE | re.IGNORECASE,
)
BARE_NAME = lazy(NAME)
_parentheses = lazy(r"[{})]")
_quotes = lazy(r'["{}]')
_quote_end = lazy(r'[^"{}\n]*+"(?=\s*+[,}])')
_swallowed = lazy(rf",?[ \t]*+\n[ \t]*+({NAME})[ \t]*+=[ \t]*+(?:[{{\"\w]|$)")
_percent_lines = lazy(r"[^\n]*+(?:\n[ \t]*+%[^\n]*+)*+")
KEY = lazy(r"\s*+([^\s,{}]*+)\s*+")
_MAX_INNER = 20  # so many entries within a value are looked at


class BrokenPieceError(Exception):
    """The rest of the current entry cannot be read."""

    def __init__(self, start: int, end: int, message: str) -> None:
        super().__init__(message)
        self.start = start
        self.end = end


class ReopenedError(BrokenPieceError):
    """The value before a field did not end; reading continues at that field."""

    def __init__(self, start: int) -> None:
        super().__init__(start, start, "")


class Cursor:
    """The state of a scan; ``limit`` is the offset at which the current entry must have ended."""

    __slots__ = (
        "closer", "commented", "fields", "flags", "heads", "index", "key", "limit", "names", "recovered", "text",
    )  # fmt: skip

    def __init__(self, text: str) -> None:
        self.text = text
        self.index = BibIndex([], [], [], [], [], [])
        self.heads = [match.end() for match in _line_heads.finditer(text)]
        self.names: dict[str, str] = {}
        self.limit = 0
        self.commented = 0, 0  # the last run of lines that begin with a percent sign
        self.closer = "}"
        self.key: str | None = None
        self.flags = 0
        self.fields: list[str | int] = []
        self.recovered = False

    def before(self, start: int) -> str:
        """Return ``%``, ``text`` or nothing: what precedes an at sign on its line."""
        text, position, percent = self.text, start - 1, False
        while position >= 0 and text[position] in " \t%":
            percent = percent or text[position] == "%"
            position -= 1
        if percent:
            return "%"
        return "" if position < 0 or text[position] in "\n})," else "text"

    def looks_like_entry(self, body: int) -> bool:
        """Whether an at sign within text opens an entry: only if a key and a comma follow."""
        match = KEY.match(self.text, body, self.limit)
        assert match
        return match[1] != "" and self.text.startswith(",", match.end())

    def percent_block(self, start: int, body: int) -> int:
        """Return the end of a block whose lines all begin with ``%``, or 0."""
        if not self.commented[0] <= start < self.commented[1]:
            lines = _percent_lines.match(self.text, start)
            assert lines
            self.commented = start, lines.end()
        last = min(self.commented[1], self.limit)
        end = self.closing(body)
        if 0 < end <= last:
            return end
        return last if self.text.find("\n", start, last) >= 0 else 0

    def skip(self, position: int) -> int:
        """Return the position after blanks."""
        match = BLANKS.match(self.text, position, self.limit)
        assert match
        return match.end()

    def closing(self, position: int) -> int:
        """Return the position after the delimiter that closes the block, or 0; braces are counted."""
        if self.closer == ")":
            return self.closing_parenthesis(position)
        return max(0, closing(self.text, position, self.limit, reading="plain", depth=1))

    def closing_parenthesis(self, position: int) -> int:
        """Return the position after the parenthesis that closes the block, not counting those in braces, or 0."""
        depth = 0
        for match in _parentheses.finditer(self.text, position, self.limit):
            depth += {"{": 1, "}": -1}.get(match[0], 0)
            if depth < 0 or (match[0] == ")" and not depth):
                return match.end()
        return 0

    def report(self, start: int, end: int, message: str, kind: str = SYNTAX) -> None:
        """Record a broken piece."""
        self.index.broken.append((start, end, message, self.key, kind))

    def damage(self, start: int, end: int, message: str) -> None:
        """Record a broken piece inside an entry that is kept."""
        self.flags |= DAMAGED
        self.report(start, end, message)

    # -- values

    def value(self, position: int, name: str) -> int:
        """Return the end of a value, which is pieces joined by ``#``."""
        text = self.text
        while True:
            end = self.piece(position, name)
            position = self.skip(end)
            if position >= self.limit or text[position] != "#":
                return end
            position = self.skip(position + 1)

    def piece(self, position: int, name: str) -> int:
        """Return the end of a braced, quoted or bare piece of a value.

        :raises BrokenPieceError: there is no piece, or it does not end.
        """
        opener = self.text[position] if position < self.limit else ""
        if opener == "{":
            return self.braced(position, name)
        if opener == '"':
            return self.quoted(position, name)
        match = BARE_NAME.match(self.text, position, self.limit)
        if match:
            return match.end()
        raise BrokenPieceError(position - 1, position, f"'{name}' has no value in {self.owner()}")

    def owner(self) -> str:
        """Return the name of the block of a value, for messages."""
        return f"entry '{self.key}'" if self.key else "'@string'"

    def braced(self, position: int, name: str) -> int:
        """Return the end of a braced piece."""
        end = closing(self.text, position, self.limit, reading="plain")
        if end < 0:
            end = self.around_entries(position)
        if end < 0:
            raise self.unclosed(position, name, "}")
        return end

    def around_entries(self, position: int) -> int:
        """Return the end of a braced piece that holds indented entries, each closed, and move the limit; else -1.

        The next field must follow in a new line, so that braces which another entry has too many close nothing.
        """
        inner = bisect_left(self.heads, self.limit)
        outer = inner
        while outer < min(len(self.heads), inner + _MAX_INNER) and self.is_inner(self.heads[outer]):
            outer += 1
        limit = self.heads[outer] if outer < len(self.heads) else len(self.text)
        end = closing(self.text, position, limit, reading="plain") if outer > inner else -1
        if end < 0 or not _swallowed.match(self.text, end, limit):
            return -1
        self.limit = limit
        return end

    def is_inner(self, head: int) -> bool:
        """Whether a head may stand in a value: an indented one, or that of a comment."""
        return self.text[head - 1] != "\n" or self.text[head : head + 8].lower() == "@comment"

    def quoted(self, position: int, name: str) -> int:
        """Return the end of a quoted piece; quotes inside braces do not count."""
        depth = 0
        for match in _quotes.finditer(self.text, position + 1, self.limit):
            character = match[0]
            if character == '"' and not depth:
                return match.end()
            depth += {"{": 1, "}": -1}.get(character, 0)
            if depth < 0:
                brace = match.start()
                closed = _quote_end.match(self.text, brace + 1, self.limit)
                if not closed:
                    break
                self.damage(brace, brace + 1, f"one '}}' too many in the value of '{name}' of {self.owner()}")
                return closed.end()
        raise self.unclosed(position, name, '"')

    def unclosed(self, position: int, name: str, closer: str) -> BrokenPieceError:
        """Return the error for a value that does not end.

        :raises ReopenedError: the value contains the next field, where it should have ended.
        """
        if self.key:
            self.reopen(position, self.limit, name, closer)
        return BrokenPieceError(
            position,
            position + 1,
            f"the value of '{name}' in {self.owner()} is not closed: '{closer}' is missing",
        )

    def reopen(self, start: int, end: int, name: str, closer: str = "") -> None:
        """End a value that contains the next field before that field.

        :raises ReopenedError: reading has to continue at the next field.
        """
        match = _swallowed.search(self.text, start, end)
        closer = closer or ("}" if self.text.startswith("{", start) else '"')
        if self.recovered or not match or self.text[start] not in '{"':
            return
        self.recovered = True
        cut = match.start()
        self.fields[-1] = cut
        message = (
            f"'{closer}' is missing after the value of '{name}', before '{match[1]}', in entry '{self.key}'"
        )
        self.damage(max(start, cut - 1), cut, message)
        raise ReopenedError(match.start(1))
