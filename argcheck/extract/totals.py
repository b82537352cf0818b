"""Totals, counts and percentages that the parts beside them contradict: in tables and in sentences."""

from __future__ import annotations

import re
from decimal import Decimal
from itertools import combinations
from typing import TYPE_CHECKING

from argcheck.diagnostic import Span
from argcheck.numerals import natural
from argcheck.patterns import lazy
from argcheck.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from argcheck.extract.passages import Passage, Passages
    from argcheck.tex.model import Environment


class Inconsistent(NamedTuple):
    """A number that its parts contradict."""

    span: Span
    message: str
    help: str


def inconsistent(numbers: Passages, tables: list[Environment]) -> list[Inconsistent]:
    """Find the totals and percentages of a document that their parts contradict.

    :param tables: those that may have a total.
    """
    return [*_in_tables(numbers, tables), *_in_sentences(numbers)]


# --------------------------------------------------------------------------- tables

_TOTAL = lazy(
    r"(?:grand |sub-?)?totals?(?: \((?:n|N|%)\))?|sums?|overall|all|alle|tous|toutes|gesamt(?:summe)?|summe|insgesamt|totaux|somme|ensemble",
    re.IGNORECASE,
)
_TOKEN = lazy(r"\\\\(?:\*|\[[^\]\n]*\])*|\\tabularnewline(?![A-Za-z])|\\[^\\]|[&{}]|%[^\n]*\n?")
_PLAIN = lazy(r"[\s~]*\$?\s*(\d[\d,.]*)\s*\$?[\s~]*\Z")
_SPANNING = lazy(r"\s*(?:\\[a-z]*(?:line|rule)\S*\s*)*\\multicolumn\s*\{\s*(\d{1,2})\s*\}")
_RULE = lazy(r"\s*(?:\\[a-z]*(?:line|rule|space)\b)")
_LONGEST = 60  # characters of a cell that holds a number
_DECIMAL = lazy(r"\d+[.,]\d+")
_COUNT = lazy(
    r"(\d{1,3}(?:[,.'\u2019\u00a0\u2009\u202f ]\d{3})+|\d+)(?:\s*\((?:[^()]*%|\d{1,3}(?:[.,]\d+)?)\s*\))?"
)
_ENOUGH = 2  # parts of a total
_MANY = 3  # parts of a total that no other column confirms
_SHOWN = 12  # parts that a line of help has room for
_HUNDRED = 100
_MOST_CELLS = 20_000
_NEAR = 60  # characters between a whole in the middle of a sentence and its part
_MONTHS = 12  # "5/6" is a day as well


class _Cell(NamedTuple):
    """A cell of a table: where it is, what it says, and the number that it holds."""

    span: Span
    text: str
    value: Decimal | None


class _Table(NamedTuple):
    """The cells of a table row by row, and the rows that a rule stands above."""

    rows: list[list[_Cell | None]]
    ruled: list[int]

    def parts(self, group: list[int], column: int) -> list[Decimal]:
        """Return the numbers of a column in some rows."""
        cells = (self.rows[row][column] if column < len(self.rows[row]) else None for row in group)
        return [cell.value for cell in cells if cell is not None and cell.value is not None]


class _Sum(NamedTuple):
    """A column (of a turned table a row) that does not add up."""

    what: str
    column: int
    cell: _Cell  #: of the total
    parts: Decimal
    total: Decimal
    terms: str


def _in_tables(numbers: Passages, tables: list[Environment]) -> Iterator[Inconsistent]:
    for environment in tables:
        table = _table(numbers, environment)
        yield from _joined(table, list(_columns(table, "column")), list(_columns(_turned(table), "row")))


def _joined(table: _Table, columns: list[_Sum], rows: list[_Sum]) -> Iterator[Inconsistent]:
    """Say once what a column and a row say of the part that they share."""
    said: set[Span] = set()
    for column in columns:
        crossing = next((row for row in rows if row.total - row.parts == column.total - column.parts), None)
        cell = table.rows[crossing.column][column.column] if crossing else None
        if crossing is not None and cell is not None:
            said |= {crossing.cell.span, column.cell.span}
            row_says, column_says = (f"{one.parts}, not {one.total}" for one in (crossing, column))
            message = f"with {cell.text} the row adds up to {row_says}, and the column to {column_says}"
            yield Inconsistent(cell.span, message, "correct this number, or both totals")
    for one in (*columns, *rows):
        if one.cell.span not in said:
            said.add(one.cell.span)
            message = f"the {one.what} adds up to {one.parts}, not {one.total}"
            yield Inconsistent(
                one.cell.span, message, f"correct the total or the part that is wrong: {one.terms}"
            )


def _table(numbers: Passages, environment: Environment) -> _Table:
    """Read the cells of a table; a cell that spans columns stands in the first."""
    path, source = environment.span.path, numbers.manuscript.files[environment.span.path]
    text = source.text
    if source.has_code(*environment.span[1:]):  # which may print rows
        return _Table([], [])
    rows: list[list[_Cell | None]] = [[]]
    ruled: list[int] = []
    depth, start, cells = 0, environment.begin.end, 0
    end = environment.span.end - len(f"\\end{{{environment.name}}}")
    for match in _TOKEN.finditer(text, start, end):
        said = match[0]
        depth += {"{": 1, "}": -1}.get(said, 0)
        if depth or not (said == "&" or said.startswith(("\\\\", "\\tabularnewline"))):
            continue
        if not rows[-1] and _RULE.match(text, start, match.start()):
            ruled.append(len(rows) - 1)
        rows[-1] += _cell(numbers, Span(path, start, match.start()))
        start, cells = match.end(), cells + 1
        if said != "&":
            rows.append([])
        if cells > _MOST_CELLS:
            return _Table([], [])
    rows[-1] += _cell(numbers, Span(path, start, end))
    return _Table(rows, ruled)


def _cell(numbers: Passages, span: Span) -> list[_Cell | None]:
    text = numbers.manuscript.files[span.path].text
    if plain := _PLAIN.match(text, span.start, span.end):
        place = Span(span.path, plain.start(1), plain.end(1))
        return [_Cell(place, plain[1], _value(plain[1], numbers.language))]
    passages = [one for one in numbers.passages(span) if one.text.strip()]
    spanned = _SPANNING.match(text, span.start, span.end)
    rest: list[_Cell | None] = [None] * (natural(spanned[1]) - 1 if spanned else 0)
    if len(passages) != 1:
        return [None, *rest]
    said = passages[0].text.strip()
    first = passages[0].text.find(said)
    place = passages[0].span(first, first + len(said))
    return [_Cell(place, said, _value(said, numbers.language)), *rest]


def _value(text: str, language: str) -> Decimal | None:
    """Return the count that a cell holds, with its percentage in parentheses or without, or its decimal fraction."""
    if len(text) > _LONGEST:
        return None
    if match := _COUNT.fullmatch(text):
        separators = set(match[1]) & {",", "."}
        if not separators & ({"."} if language == "en" else {","}):
            return Decimal(natural(match[1]))
    if match := _DECIMAL.fullmatch(text):
        return Decimal(match[0].replace(",", ".")) if language != "en" or "," not in text else None
    return None


def _turned(table: _Table) -> _Table:
    width = max((len(row) for row in table.rows), default=0)
    return _Table(
        [[row[place] if place < len(row) else None for row in table.rows] for place in range(width)], []
    )


def _columns(table: _Table, what: str) -> Iterator[_Sum]:
    """Compare the columns with the row of totals; with a turned table, rows with a column."""
    totals = [number for number, row in enumerate(table.rows) if _is_total(row)]
    for place, number in enumerate(totals):
        groups = _groups(totals[:place], number, last=number == totals[-1])
        best = max(groups, key=lambda group: sum(_adds(table, group, number)), default=None)
        if best is None:
            continue
        if not any(_adds(table, best, number)):
            # The first may count something else: "Operator, Sites, Reads, Writes, Total".
            counted = [
                row for row in best if any(cell and cell.value is not None for cell in table.rows[row])
            ]
            if sum(_adds(table, counted[1:], number)) >= _ENOUGH:
                best, groups = counted[1:], [counted[1:]]
        segments = [] if any(_adds(table, best, number)) else _segments(table, best)
        divided = [group for group in segments if any(_adds(table, group, number))]
        for group in divided or [best]:
            yield from _disagreeing(table, group, number, [group] if divided else groups, what)


def _is_total(row: Sequence[_Cell | None]) -> bool:
    first = next((cell for cell in row if cell is not None and cell.text), None)
    return first is not None and _TOTAL.fullmatch(first.text.strip(" :*")) is not None


def _groups(before: list[int], number: int, *, last: bool) -> list[list[int]]:
    """Return the rows that may be the parts of a total: since the total before it; of the last all single ones, or the totals."""
    since = list(range(before[-1] + 1 if before else 0, number))
    single = sorted(set(range(number)).difference(before)) if last and before else []
    return [group for group in (since, single, before if last else []) if len(group) >= _ENOUGH]


def _segments(table: _Table, group: list[int]) -> list[list[int]]:
    """Divide rows where a rule stands between them: each part may be a division of the whole."""
    parts: list[list[int]] = [[]]
    for row in group:
        if row in table.ruled:
            parts.append([])
        parts[-1].append(row)
    return [part for part in parts if len(part) >= _ENOUGH]


def _adds(table: _Table, group: list[int], number: int) -> Iterator[bool]:
    """Yield for each column whether its parts are several and add up."""
    for column, cell in enumerate(table.rows[number]):
        values = table.parts(group, column)
        if cell is not None and cell.value is not None and sum(bool(value) for value in values) >= _ENOUGH:
            yield _is_sum(values, cell.value)


def _is_sum(values: list[Decimal], total: Decimal) -> bool:
    """Whether numbers add up to a total; each of several fractions may be rounded."""
    places = max(_places(value) for value in (*values, total))
    slack = Decimal(len(values) + 1).scaleb(-places) / 2 if places else 0
    return abs(sum(values) - total) <= slack


def _places(value: Decimal) -> int:
    exponent = value.as_tuple().exponent
    return -exponent if isinstance(exponent, int) else 0


def _disagreeing(
    table: _Table, group: list[int], number: int, groups: list[list[int]], what: str
) -> Iterator[_Sum]:
    confirmed = sum(_adds(table, group, number))
    for column, cell in enumerate(table.rows[number]):
        if cell is None or cell.value is None:
            continue
        values = table.parts(group, column)
        if len(values) < _ENOUGH or any(_is_sum(table.parts(other, column), cell.value) for other in groups):
            continue
        if not _believable(values, cell.value, confirmed):
            continue
        terms = " + ".join(map(str, values[:_SHOWN])) + (" + ..." if len(values) > _SHOWN else "")
        yield _Sum(what, column, cell, sum(values, Decimal(0)), cell.value, terms)


def _believable(values: list[Decimal], total: Decimal, confirmed: int) -> bool:
    """Whether numbers that do not add up were meant to.

    Of counts, either two other columns add up, or one does (or there are several parts) and a slip of the pen in one
    number explains the difference.  Fractions only where they are percentages of a hundred.
    """
    if any(_places(value) for value in (*values, total)):
        return confirmed > 0 and total == _HUNDRED
    excess = total - sum(values)
    slip = _slip(int(total), int(sum(values))) or any(
        _slip(int(value), int(value + excess)) for value in values
    )
    if total <= max(values):
        return slip and confirmed > 0
    return confirmed >= _ENOUGH or (slip and (confirmed > 0 or len(values) >= _MANY))


def _slip(written: int, meant: int) -> bool:
    """Whether one digit was mistyped, lost or doubled, or two neighbours changed places."""
    a, b = str(written), str(meant)
    if meant < 0 or a == b:
        return False
    if len(a) == len(b):
        wrong = [place for place, (one, other) in enumerate(zip(a, b, strict=True)) if one != other]
        swapped = (
            len(wrong) == 2
            and wrong[1] == wrong[0] + 1
            and a[wrong[0]] == b[wrong[1]]
            and a[wrong[1]] == b[wrong[0]]
        )
        return len(wrong) == 1 or swapped
    long, short = (a, b) if len(a) > len(b) else (b, a)
    return len(long) == len(short) + 1 and any(long[:n] + long[n + 1 :] == short for n in range(len(long)))


# --------------------------------------------------------------------------- sentences

_N = r"(\d{1,3}(?:[,.'\u2019\u00a0\u2009\u202f]\d{3})+|\d+)"
_WORDS = r"(?:[\s\xa0][^\W\d_][\w'’-]*){0,5}"
_PERCENT = r"(\d{1,3}(?:[.,]\d+)?)[\s\xa0]?(?:%|percent|per cent|Prozent|pour cent)"
_OUT_OF = {
    "en": r"(?:[\s\xa0](?:out[\s\xa0])?of(?:[\s\xa0](?:the|all|our|these|a total of))?[\s\xa0]|[\s\xa0]?/[\s\xa0]?)",
    "de": r"(?:[\s\xa0]von(?:[\s\xa0](?:den|allen|insgesamt|unseren))?[\s\xa0]|[\s\xa0]?/[\s\xa0]?)",
    "fr": r"(?:[\s\xa0]sur(?:[\s\xa0](?:les|nos|un total de))?[\s\xa0]|[\s\xa0]?/[\s\xa0]?)",
}
_OF_THE = {
    "en": r"\b(?:[Oo]f|[Oo]ut of|[Aa]mong)[\s\xa0](?:the|these|all|our)[\s\xa0](?:other[\s\xa0]|remaining[\s\xa0])?",
    "de": r"\b[Vv]on[\s\xa0](?:den|diesen|allen)[\s\xa0](?:insgesamt[\s\xa0]|übrigen[\s\xa0]|anderen[\s\xa0])?",
    "fr": r"\b(?:[Ss]ur|[Pp]armi)[\s\xa0](?:les|ces|nos)[\s\xa0](?:autres[\s\xa0])?",
}
_SUBSET = lazy(
    r"\b(?:of (?:whom|which|these|those|them)|davon|von diesen|von denen|dont|parmi (?:eux|elles))\b"
)
_PERCENTS = ("%", "percent", "per cent", "Prozent", "pour cent")
_COUNTED = lazy(rf"(?<![\d.,/]){_N}(?!\d|[.,]\d){_WORDS}[\s\xa0]?\([\s\xa0]?{_PERCENT}[\s\xa0]?\)")
_SEXES = (
    ("women", "men"),
    ("females", "males"),
    ("female", "male"),
    ("girls", "boys"),
    ("Frauen", "Männer"),
    ("weiblich", "männlich"),
    ("Mädchen", "Jungen"),
    ("femmes", "hommes"),
    ("filles", "garçons"),
)
_THIRD = lazy(
    r"other|binary|divers|unknown|unspecified|undisclosed|not|no |ohne|keine|autre|sans|missing|n/a"
)
_PARENTHESIS = lazy(
    rf"(?<![\d.,/]){_N}[\s\xa0]((?:[^\W\d_][\w'’-]*[\s\xa0]){{0,3}}[^\W\d_][\w'’-]*)[\s\xa0]\(([^()]{{5,120}})\)"
)
_PART = lazy(rf"{_N}[\s\xa0]([^\W\d_][\w'’-]*)(?:[\s\xa0][^\W\d_][\w'’-]*){{0,2}}\Z")
_DIVIDED = lazy(
    rf"(?<![\d.,/]){_N}[\s\xa0][^\d().;:]{{2,50}}(?:\([^()]*\))?,?[\s\xa0](?:of whom|davon|darunter|dont)[\s\xa0](?:waren[\s\xa0])?"
    rf"{_N}[\s\xa0](?:(?:were|are|waren|de)[\s\xa0])?([^\W\d_]+)[\s\xa0](?:and|und|et)[\s\xa0]{_N}[\s\xa0](?:(?:were|de)[\s\xa0])?([^\W\d_]+)(?![\s\xa0]?,[\s\xa0]?(?:and|und|et)?[\s\xa0]?\d)"
)
_BETWEEN = lazy(r"\s*(?:,\s*(?:and|und|et)\s|,(?!\d{3}(?!\d))|[;/]|\sand\s|\sund\s|\set\s)\s*")
_ASSIGNED = lazy(
    r"\b(?:assigned|allocated|divided|split|randomi[sz]ed|partitioned|aufgeteilt|zugeteilt|zugewiesen|randomisiert|répartie?s"
    r"|randomisée?s|assignée?s)\b"
)
_ARM = lazy(rf"\(\s*n\s*=\s*{_N}\s*[);,]")


def _in_sentences(numbers: Passages) -> Iterator[Inconsistent]:
    for passage in numbers.paragraphs("shares"):
        if passage.language and any(word in passage.text for word in _PERCENTS):
            yield from _shares(passage)
    for passage in numbers.paragraphs("of-these"):
        if passage.language:
            yield from _series(passage)
    for passage in numbers.paragraphs("sexes"):
        if passage.language:
            yield from _sexes(passage)
    for passage in numbers.paragraphs("of-whom"):
        if passage.language:
            yield from _divided(passage)
    for passage in numbers.paragraphs("arms"):
        if passage.language:
            yield from _arms(passage)


def _shares(passage: Passage) -> Iterator[Inconsistent]:
    """Compare "45 of 60 (75 %)", "75 % (45/60)" and "Of the 60, 45 answered (75 %)"."""
    text, between = passage.text, _OUT_OF[passage.language]
    for pattern, order in (
        (
            rf"(?<![\d.,/]){_N}{between}{_N}(?!\d|[.,/]\d){_WORDS}[\s\xa0]?\([\s\xa0]?{_PERCENT}[\s\xa0]?[);,]",
            (1, 2, 3),
        ),
        (rf"(?<![\d.,]){_PERCENT}{_WORDS}[\s\xa0]?\({_N}{between}{_N}{_WORDS}[);,]", (2, 3, 1)),
    ):
        for match in re.finditer(pattern, text):
            yield from _share(passage, match, *(match[which] for which in order))
    for match in re.finditer(rf"{_OF_THE[passage.language]}{_N}(?!\d|[.,]\d){_WORDS},?[\s\xa0]", text):
        end = passage.sentence(match.start())[1]
        if match[0][0].islower():
            end = min(end, match.end() + _NEAR)
        for stop in (
            _SUBSET.search(text, match.end(), end),
            re.compile(between + _N).search(text, match.end(), end),
        ):
            end = min(end, stop.start() if stop else end)
        part = re.compile(
            rf"(?<![\d.,/]){_N}(?!\d|[.,]\d){_WORDS}[\s\xa0]?\([\s\xa0]?{_PERCENT}[\s\xa0]?[);,]"
        )
        for found in part.finditer(text, match.end(1), end):
            yield from _share(passage, found, found[1], match[1], found[2])


def _series(passage: Passage) -> Iterator[Inconsistent]:
    """Compare counts with percentages that divide a whole: all but one of several are shares of their sum."""
    for start, end in passage.sentences:
        parts = list(_COUNTED.finditer(passage.text, start, end))
        if len(parts) < _MANY:
            continue
        total = sum(natural(part[1]) for part in parts)
        wrong = [found for part in parts for found in _share(passage, part, part[1], str(total), part[2])]
        if len(wrong) == 1:
            yield wrong[0]


def _share(
    passage: Passage, match: re.Match[str], part: str, everything: str, percent: str
) -> Iterator[Inconsistent]:
    some, all_ = natural(part), natural(everything)
    said = Decimal(percent.replace(",", "."))
    exponent = said.as_tuple().exponent
    date = "/" in match[0] and all_ <= _MONTHS
    if not 0 < some <= all_ or date or not isinstance(exponent, int):
        return
    unit = Decimal(1).scaleb(exponent)
    exact = Decimal(100 * some) / all_
    if said - unit / 2 <= exact < said + unit:
        return
    near = round(exact, max(-exponent, 1))
    yield Inconsistent(
        passage.span(match.start(), match.end()),
        f"{part} of {everything} are {near.normalize():f} %, not {percent} %",
        "correct the count or the percentage",
    )


def _sexes(passage: Passage) -> Iterator[Inconsistent]:
    """Compare "412 participants (230 women, 182 men)"."""
    for match in _PARENTHESIS.finditer(passage.text):
        items = _BETWEEN.split(match[3].strip())
        parts = [_PART.match(item.strip()) for item in items]
        known = [part for part in parts if part]
        nouns = [part[2] for part in known]
        rest = " ".join(item for item, part in zip(items, parts, strict=True) if not part)
        if not any({a, b} <= set(nouns) for a, b in _SEXES) or _THIRD.search(rest):
            continue
        total = natural(match[1])
        values = [natural(part[1]) for part in known]
        if sum(values) != total:
            yield _sum(passage, match, values, total)


def _divided(passage: Passage) -> Iterator[Inconsistent]:
    """Compare "412 people answered, of whom 230 were women and 182 men"."""
    for match in _DIVIDED.finditer(passage.text):
        if any({a, b} == {match[3], match[5]} for a, b in _SEXES):
            total, *values = (natural(match[which]) for which in (1, 2, 4))
            if sum(values) != total:
                yield _sum(passage, match, values, total)


def _sum(passage: Passage, match: re.Match[str], values: list[int], total: int) -> Inconsistent:
    return Inconsistent(
        passage.span(match.start(1), match.end(1)),
        f"the parts add up to {sum(values)} ({' + '.join(map(str, values))}), not {total}",
        "correct the total or a part, or say what the rest is",
    )


def _arms(passage: Passage) -> Iterator[Inconsistent]:
    """Compare "412 patients were assigned to treatment (n = 206) or control (n = 206)"."""
    for start, end in passage.sentences:
        sentence = passage.text[start:end]
        arms = list(_ARM.finditer(sentence))
        verb = _ASSIGNED.search(sentence)
        if len(arms) < _ENOUGH or not verb:
            continue
        before = [
            match
            for match in re.finditer(rf"(?<![\w.,=(]){_N}[\s\xa0](?=[^\W\d_])", sentence[: arms[0].start()])
            if match.start() < verb.start()
        ]
        if len(before) != 1 or any(_nested(sentence, one, other) for one, other in combinations(arms, 2)):
            continue
        total = natural(before[0][1])
        values = [natural(arm[1]) for arm in arms]
        if sum(values) != total:
            place = passage.span(start + before[0].start(1), start + before[0].end(1))
            yield _sum(passage, before[0], values, total)._replace(span=place)


def _nested(sentence: str, one: re.Match[str], other: re.Match[str]) -> bool:
    """Whether the second group may be a part of the first."""
    return _SUBSET.search(sentence, one.end(), other.start()) is not None
