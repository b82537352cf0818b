"""Find the entries, fields and broken pieces of a ``.bib`` file, each with its place.

Nothing is interpreted: values stay raw, no file is opened, no object is made for an entry.  The result is plain
tuples, so that `marshal` can store it.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from argcheck.bib.cursor import BARE_NAME, KEY, NAME, BrokenPieceError, Cursor, ReopenedError
from argcheck.bib.index import (
    COMMENT,
    COMMENTED,
    DAMAGED,
    PERCENT,
    BibIndex,
)
from argcheck.files.patterns import lazy

# Quantifiers are possessive if two could match the same character: no pattern backtracks.
_INNER = "[^{}]*+"
for _depth in range(4):
    _INNER = rf"[^{{}}]*+(?:\{{{_INNER}\}}[^{{}}]*+)*+"
_BRACED = rf"\{{{_INNER}\}}"
_QUOTED = rf'"[^"{{}}]*+(?:{_BRACED}[^"{{}}]*+)*+"'

_field = lazy(rf"\s*+({NAME})\s*+=\s*+({_BRACED}|{_QUOTED}|{NAME})\s*+([,)}}])")
_head = lazy(r"""@[ \t]*+([^\s"#%'(),={}@]*+)\s*+([{(])""")
# An at sign that begins a line within a value ("@nature (2001)") must not end the entry: a key and a comma
# must follow, or a line end if the comma is missing. No entry ends at one in its first line.
_paren_key = lazy(r"\s*+([^\s,{}()]*+)\s*+")
_blank_key = lazy(r'[^,{}()@="\n]++(?=,)')
_assignment = lazy(rf"({NAME})\s*+=")
_left_over = lazy(r"\s*+,\s*+([A-Za-z][\w-]*+)\s*+=\s*+[\"{\w]")
_directives = lazy(r"(?<!%)%++[ \t]*+argcheck:([^\n]*)|@comment\s*+\{\s*+argcheck:([^{}]*)\}", re.IGNORECASE)


def scan_bib(text: str) -> BibIndex:
    """Return the index of a ``.bib`` file, made in one pass; never raises.

    A piece that cannot be parsed becomes a record of `BibIndex.broken`, and parsing continues at the next entry, at the
    latest at the next ``@type{`` at the start of a line.
    """
    scanner = _Scanner(text)
    scanner.run()
    return scanner.index


class _Scanner(Cursor):
    """Reads block after block into ``index``."""

    def run(self) -> None:
        """Read block after block."""
        text, position = self.text, 0
        while match := _head.search(text, position):
            start = match.start()
            following = bisect_right(self.heads, start)
            self.limit = self.heads[following] if following < len(self.heads) else len(text)
            self.closer = "}" if match[2] == "{" else ")"
            position = self.block(match[1].lower(), start, match.end())
        self.read_directives()

    def block(self, kind: str, start: int, body: int) -> int:
        """Read the block at ``start`` and return the position after it."""
        heads = start == 0 or self.text[start - 1] == "\n"  # as in nearly all files
        before = "" if heads else self.before(start)
        if before == "%" and (end := self.percent_block(start, body)):
            if kind not in {"comment", "preamble", "string"}:
                self.commented_entry(kind, start, body, end)
            return end
        if before == "text" and not self.looks_like_entry(body):
            return body
        if kind == "comment":
            return self.comment(start, body)
        if kind == "preamble":
            return self.preamble(start, body)
        self.key, self.flags, self.fields, self.recovered = None, 0, [], False
        return self.string(start, body) if kind == "string" else self.entry(kind, start, body)

    def commented_entry(self, kind: str, start: int, body: int, end: int) -> None:
        """Add an entry that is commented out, with its key and without fields."""
        match = KEY.match(self.text, body, end)
        assert match
        if match[1] and self.text.startswith((",", "}"), match.end()):
            record = (match[1], kind, start, end, match.start(1), match.end(1), COMMENTED | DAMAGED, ())
            self.index.entries.append(record)

    # -- blocks

    def comment(self, start: int, body: int) -> int:
        """Skip ``@comment``; without a closing brace only the word, as BibTeX does."""
        end = self.closing(body)
        if end:
            self.index.comments.append((start, end))
        return end or body

    def preamble(self, start: int, body: int) -> int:
        """Read ``@preamble``."""
        self.key = None
        end = self.closing(body)
        if end:
            self.index.preambles.append((start, end))
            return end
        self.report(
            start, body, f"'@preamble' is not closed: '{self.closer}' is missing before the next entry"
        )
        return self.limit

    def string(self, start: int, body: int) -> int:
        """Read ``@string{name = value}``."""
        try:
            name, value, end = self.read_string(start, body)
        except BrokenPieceError as problem:
            self.report(problem.start, problem.end, str(problem))
            return self.closing(body) or self.limit
        self.index.strings.append((name.lower(), start, value, end))
        return self.skip(end) + 1

    def read_string(self, start: int, body: int) -> tuple[str, int, int]:
        """Return the name of an ``@string``, and the start and end of its value.

        :raises BrokenPieceError: it does not parse.
        """
        name = _assignment.match(self.text, self.skip(body), self.limit)
        if not name:
            raise BrokenPieceError(start, body, "'@string' needs a name, '=' and a value")
        value = self.skip(name.end())
        end = self.value(value, name[1])
        closed = self.skip(end)
        if closed == self.limit or self.text[closed] != self.closer:
            raise BrokenPieceError(
                start, body, f"'@string' is not closed: '{self.closer}' is missing after '{name[1]}'"
            )
        return name[1], value, end

    def entry(self, kind: str, start: int, body: int) -> int:
        """Read the key and the fields of an entry and return the position after it."""
        try:
            key_start, key_end, position = self.read_key(kind, start, body)
        except BrokenPieceError as problem:
            self.report(problem.start, problem.end, str(problem))
            return self.closing(body) or self.limit
        if not kind:
            self.report(start, body, f"the type of entry '{self.key}' is missing after '@'")
        end = self.read_fields(position, start, key_end)
        record = (self.key or "", kind, start, end, key_start, key_end, self.flags, tuple(self.fields))
        self.index.entries.append(record)
        return end

    def read_key(self, kind: str, start: int, body: int) -> tuple[int, int, int]:
        """Return the start and end of the key, and the start of the fields.

        :raises BrokenPieceError: there is no key.
        """
        text = self.text
        match = (KEY if self.closer == "}" else _paren_key).match(text, body, self.limit)
        assert match
        (key_start, key_end), after = match.span(1), match.end()
        following = text[after : after + 1] if after < self.limit else ""
        if key_start == key_end or "=" in match[1] or following == "=":
            raise BrokenPieceError(
                start,
                max(key_start + len(match[1].split("=")[0]), body),
                f"this @{kind} entry has no key: '@{kind}{{KEY, ...'",
            )
        self.key = match[1]
        if following == ",":
            return key_start, key_end, after + 1
        if following == self.closer:
            return key_start, key_end, after
        if _assignment.match(text, after, self.limit):
            self.damage(key_start, key_end, f"a comma is missing after the key '{self.key}'")
            return key_start, key_end, after
        blank = _blank_key.match(text, key_start, self.limit)
        if not blank:
            raise BrokenPieceError(key_start, key_end, f"after the key '{self.key}' a comma is missing")
        self.key = blank[0].rstrip()
        key_end = key_start + len(self.key)
        self.damage(key_start, key_end, f"the key '{self.key}' has a blank in it: no citation can reach it")
        return key_start, key_end, blank.end() + 1

    def read_fields(self, position: int, start: int, key_end: int) -> int:
        """Read all fields of an entry and return its end; a field of usual form takes one match."""
        text, limit, closer, names = self.text, self.limit, self.closer, self.names
        field, add = _field.match, self.fields.extend
        try:
            while True:
                match = field(text, position, limit)
                if not match:
                    position, closed = self.odd_field(position)
                    if closed:
                        return position
                    continue
                written, _, delimiter = match.groups()
                value, value_end = match.span(2)
                name = names.get(written) or names.setdefault(written, written.lower())
                add((name, match.start(1), value, value_end))
                if delimiter == ",":
                    position = match.end()
                elif delimiter == closer:
                    return self.closed(match.end())
                else:
                    position, closed = self.after_value(value_end)
                    if closed:
                        return position
        except BrokenPieceError as problem:
            return self.give_up(problem, position, start, key_end)

    def closed(self, end: int) -> int:
        """Report fields after an entry that a superfluous closing brace has cut off."""
        if self.text.startswith(",", end):
            match = _left_over.match(self.text, end, self.limit)
            if match:
                message = (
                    f"the entry '{self.key}' ends here, before '{match[1]}': one '{self.closer}' too many"
                )
                self.damage(end - 1, end, message)
        return end

    def odd_field(self, position: int) -> tuple[int, bool]:
        """Read what the fast pattern does not match, the end of the entry, a longer value or a mistake.

        Returns the position after it, and whether the entry has ended.
        """
        position = self.skip(position)
        if position >= self.limit:
            raise BrokenPieceError(-1, -1, "")
        character = self.text[position]
        if character == self.closer:
            return self.closed(position + 1), True
        if character == ",":
            self.damage(
                position, position + 1, f"a field is missing between two commas in entry '{self.key}'"
            )
            return position + 1, False
        if character == "%":
            return self.percent(position), False
        match = BARE_NAME.match(self.text, position, self.limit)
        if not match:
            raise BrokenPieceError(
                position,
                position + 1,
                f"'{character}' stands where a field of entry '{self.key}' should begin",
            )
        return self.odd_value(match[0], position, match.end())

    def percent(self, position: int) -> int:
        """Skip a ``%`` line between fields."""
        end = self.end_of_line(position)
        if not self.flags & PERCENT:
            self.flags |= PERCENT
            rest = end
            while self.text.startswith("%", self.skip(rest), self.limit):
                rest = self.end_of_line(self.skip(rest))
            last = self.text.startswith(self.closer, self.skip(rest))
            drops = "stops there, and drops nothing else" if last else "drops the rest"
            message = f"'%' starts no comment inside an entry: BibTeX {drops} of '{self.key}'"
            self.report(position, end, message, COMMENT)
        return end

    def end_of_line(self, position: int) -> int:
        """Return the end of a line, at most the limit of the entry."""
        end = self.text.find("\n", position, self.limit)
        return self.limit if end < 0 else end

    def odd_value(self, name: str, start: int, end: int) -> tuple[int, bool]:
        """Read the value of the field ``name``, which ends at ``end``; returns the same as `odd_field`."""
        position = self.skip(end)
        following = self.text[position : position + 1] if position < self.limit else ""
        if following == "=":
            position = self.skip(position + 1)
        elif following and following in '{"':
            self.damage(start, end, f"'=' is missing after '{name}' in entry '{self.key}'")
        elif name[0].isdigit() and self.fields:
            raise BrokenPieceError(
                start, end, f"'{name}' is no field of entry '{self.key}': a value with a comma needs braces"
            )
        else:
            raise BrokenPieceError(start, end, f"'=' is missing after '{name}' in entry '{self.key}'")
        self.fields.extend((name.lower(), start, position, position))
        value_end = self.value(position, name)
        self.fields[-1] = value_end
        return self.after_value(value_end)

    def after_value(self, end: int) -> tuple[int, bool]:
        """Read what follows a value that ends at ``end``; returns the same as `odd_field`."""
        position = self.skip(end)
        if position >= self.limit:
            raise BrokenPieceError(-1, -1, "")
        character = self.text[position]
        if character == ",":
            return position + 1, False
        if character == self.closer:
            return self.closed(position + 1), True
        if character in ")}" and (character == "}" or self.skip(position + 1) >= self.limit):
            opener = "(" if self.closer == ")" else "{"
            message = f"the entry '{self.key}' begins with '{opener}' and ends with '{character}'"
            raise BrokenPieceError(position, position + 1, message)
        name = str(self.fields[-4])
        following = _assignment.match(self.text, position, self.limit)
        if following:
            self.damage(
                end - 1,
                end,
                f"a comma is missing after '{name}', before '{following[1]}', in entry '{self.key}'",
            )
            return position, False
        if character == "%":
            return position, False
        self.reopen(int(self.fields[-2]), end, name)
        if character == "#":
            raise BrokenPieceError(
                position, position + 1, f"a value is missing after '#' in '{name}' of entry '{self.key}'"
            )
        raise BrokenPieceError(position, position + 1, self.stray(character, name, end))

    def stray(self, character: str, name: str, end: int) -> str:
        """Return the message for a character that should not follow a value."""
        value = self.text[int(self.fields[-2]) : end]
        if value.endswith('"'):
            return (
                f"a '\"' ends the value of '{name}' in entry '{self.key}' early: write {{\"}} inside quotes"
            )
        if value.endswith("}"):
            return f"'{character}' follows the value of '{name}' in entry '{self.key}': a comma is missing"
        return f"the value of '{name}' in entry '{self.key}' needs braces or quotes"

    def give_up(self, problem: BrokenPieceError, position: int, start: int, key_end: int) -> int:
        """Go on inside the entry if that is possible, else after it."""
        self.flags |= DAMAGED
        if problem.start < 0 and self.fields:
            try:
                self.reopen(int(self.fields[-2]), int(self.fields[-1]), str(self.fields[-4]))
            except ReopenedError as reopened:
                problem = reopened
        if isinstance(problem, ReopenedError):
            return self.read_fields(problem.start, start, key_end)
        if problem.start >= 0:
            self.report(problem.start, problem.end, str(problem))
            return self.closing(max(position, problem.start)) or self.limit
        place = "before the next entry" if self.limit < len(self.text) else "at the end of the file"
        self.report(
            start, key_end, f"the entry '{self.key}' is not closed: '{self.closer}' is missing {place}"
        )
        return self.limit

    # -- directives

    def read_directives(self) -> None:
        """Find the ``argcheck:`` comments between entries."""
        if "argcheck:" not in self.text.lower():
            return
        spans = [(record[2], record[3]) for record in self.index.entries]
        starts = [start for start, _ in spans]
        for match in _directives.finditer(self.text):
            inside = bisect_right(starts, match.start()) - 1
            if inside < 0 or match.start() >= spans[inside][1]:
                text = match[1] if match[1] is not None else match[2]
                self.index.directives.append((text.strip(), match.start(), match.end()))
