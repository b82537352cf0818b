"""CSV and TSV tables: rows of fields with their places, for any quotes, line ends and control characters."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from argcheck.files.patterns import lazy


class CsvField(NamedTuple):
    """One field of a table, with its offsets."""

    text: str
    start: int
    end: int


def separator(text: str, *, tabs: bool = False) -> str:
    """Return the separator of a CSV or TSV file: a tab if ``tabs``, else the most frequent in the first line."""
    return "\t" if tabs else max(",;\t", key=text.partition("\n")[0].count)


def table(text: str, sign: str) -> Iterator[list[CsvField]]:
    """Yield the rows of a CSV or TSV file that are not empty, in linear time.

    :param sign: the separator of fields.
    """
    row: list[CsvField] = []
    at = len(text) - len(text.removeprefix("\ufeff"))
    while at <= len(text):
        field, at = _field(text, at, sign)
        row.append(field)
        if at >= len(text) or text[at] != sign:
            if len(row) > 1 or row[0].text.strip():
                yield row
            row = []
            at += 2 if text.startswith("\r\n", at) else 1
        else:
            at += 1


_PLAIN: dict[str, re.Pattern[str]] = {sign: re.compile(rf"[^{sign}\r\n]*") for sign in ",;\t"}
_QUOTED = lazy(r'[ ]*"((?:[^"]|"")*)"[ ]*')


def _field(text: str, at: int, sign: str) -> tuple[CsvField, int]:
    quoted = _QUOTED.match(text, at)
    if quoted and (quoted.end() == len(text) or text[quoted.end()] in (sign, "\r", "\n")):
        return CsvField(quoted[1].replace('""', '"'), quoted.start(1), quoted.end(1)), quoted.end()
    plain = _PLAIN[sign].match(text, at)
    end = plain.end() if plain else at
    return CsvField(text[at:end], at, end), end
