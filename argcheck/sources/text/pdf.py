"""PDF into blocks: lines by geometry, paragraphs by spacing, headings by size; what repeats at the edges is left out."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from math import hypot
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

from argcheck.sources.text.lines import HYPHEN, Line, in_columns, without_contents
from argcheck.sources.text.markdown import Outline, is_bibliography, is_caption
from argcheck.sources.text.model import Block, UnreadableSourceError
from argcheck.sources.text.raised import RAISED, lowered, raised

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Sequence

_MAX_PAGES = 2000  # a book; more is a scan of a library
_RAISABLE = frozenset("0123456789+-−–")
_GLUED = frozenset([*RAISED, *"⁺⁻.,;:)]"])  # no word begins with these: PDFium cut a line in two before one
#: What bitmap fonts in TeX's T1 encoding give for ligatures and dashes, having no table of characters.
_T1 = {0x15: "–", 0x16: "—", 0x1B: "ff", 0x1C: "fi", 0x1D: "fl", 0x1E: "ffi", 0x1F: "ffl"}
_GUTTER = 11.0  # points between two columns; between two words are less
_DIGITS = re.compile(r"\d+")
_NUMBERED = re.compile(r"(?:\d+(?:\.\d+)*\.?|[A-Z]\.|[IVX]+\.)\s+\S")
_ABSTRACT = re.compile(r"abstract\b[.:—–-]?\s*$", re.IGNORECASE)
_YEAR = re.compile(r"\b(?:1[89]|20)\d\d")
_ITEM = re.compile(rf"\[[^\[\]]{{1,15}}\]|\(?\d{{1,3}}[.)]\s|[{RAISED}]|[A-Z][\w'’-]+,?\s+[A-Z]\.")
_NOTE = re.compile(r"(\d{1,3}|[*†‡§¶])\s?(?=[A-Z\"“‘(])")
_MARK = re.compile(rf"([{RAISED}]{{1,3}})(?![{RAISED}])")
_EQUATION = re.compile(r".*[=<>≤≥∑∫→].*\(\d+(?:\.\d+)?\w?\)$")
_SPLIT = re.compile(r"[a-zß-ÿ]-\Z")
_ENDS = re.compile(r"[.!?:;]['\"”’)\]]*(?:\s?\[[\d,\s–-]+\])?$")


class _Stand(NamedTuple):
    """How a character stands, in points."""

    height: float  #: of its base line, from the foot of the page
    size: float  #: of the font

    def above(self, base: _Stand) -> bool:
        """Whether it is smaller than what stands on the line, and above it."""
        return self.size < 0.85 * base.size and 0.15 < (self.height - base.height) / base.size < 0.8


class _Run(NamedTuple):
    """Characters that PDFium gives as one line, which may be a part of a printed one."""

    characters: list[str]
    indexes: list[int]
    stand: _Stand
    letters: bool


def read_pdf(data: bytes, name: str, by_columns: Container[int] = ()) -> list[Block]:
    """Read the text layer of a PDF; pages count from 1.

    :param by_columns: pages whose lines are read as they stand, column by column, not in the order of the file.
    :raises argcheck.sources.text.reader.UnreadableSourceError: it is encrypted or damaged.
    """
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        locked = "password" in str(error).lower()  # older releases give no code
        why = "is encrypted" if locked else f"cannot be opened: {error}"
        raise UnreadableSourceError(f"{name}: this PDF {why}") from error
    try:
        pages = [
            in_columns(_lines(document[number - 1], number, cut=True))
            if number in by_columns
            else _lines(document[number - 1], number)
            for number in range(1, min(len(document), _MAX_PAGES) + 1)
        ]
    except pypdfium2.PdfiumError as error:
        raise UnreadableSourceError(f"{name}: a page of this PDF is damaged: {error}") from error
    finally:
        document.close()
    return list(_blocks(without_contents(_without_edges(pages))))


# -- lines


def _lines(page: Any, number: int, *, cut: bool = False) -> list[Line]:
    """Read the lines of a page.

    :param cut: whether to cut them at wide gaps: PDFium joins what stands at one height in two columns.
    """
    from pypdfium2 import raw

    textpage = page.get_textpage()
    runs: list[_Run] = []
    characters: list[str] = []
    indexes: list[int] = []
    count = textpage.count_chars()
    for index in range(count + 1):
        code = raw.FPDFText_GetUnicode(textpage, index) if index < count else 10
        if code not in (0, 10, 13):
            characters.append(_character(code))
            indexes.append(index)
        if code in (2, 10, 13):  # PDFium joins the halves of a broken word to one line
            if any(not character.isspace() for character in characters):
                parts = _cut(textpage, characters, indexes) if cut else ((characters, indexes),)
                runs += (_Run(*part, *_stands(textpage, *part)) for part in parts)
            characters, indexes = [], []
    lines = [_line(textpage, run, number, _base(runs, place)) for place, run in enumerate(runs)]
    textpage.close()
    page.close()
    return lines


def _cut(textpage: Any, characters: list[str], indexes: list[int]) -> Iterator[tuple[list[str], list[int]]]:
    """Cut characters where the gap between two of them is as wide as that between columns."""
    start, right = 0, 0.0
    for place, (character, index) in enumerate(zip(characters, indexes, strict=True)):
        if character.isspace() or character == HYPHEN:
            continue
        left, _, end, _ = textpage.get_charbox(index)
        if right and left - right > _GUTTER:
            yield characters[start:place], indexes[start:place]
            start = place
        right = end
    yield characters[start:], indexes[start:]


def _character(code: int) -> str:
    if code in _T1:
        return _T1[code]
    return "\ufffd" if code >= 0x110000 or 0xD800 <= code < 0xE000 else chr(code)


def _stand(textpage: Any, index: int) -> _Stand:
    from ctypes import byref, c_double

    from pypdfium2 import raw

    x, y, matrix = c_double(), c_double(), raw.FS_MATRIX()
    raw.FPDFText_GetCharOrigin(textpage, index, byref(x), byref(y))
    raw.FPDFText_GetMatrix(textpage, index, byref(matrix))
    return _Stand(y.value, raw.FPDFText_GetFontSize(textpage, index) * hypot(matrix.c, matrix.d))


def _stands(textpage: Any, characters: list[str], indexes: list[int]) -> tuple[_Stand, bool]:
    """How the largest letters of a run stand, and whether it has any; else how it begins."""
    letters = [index for index, one in zip(indexes, characters, strict=True) if one.isalpha()]
    if letters:
        samples = sorted({letters[0], letters[len(letters) // 2], letters[-1]})
        return max((_stand(textpage, index) for index in samples), key=lambda stand: stand.size), True
    first = next(index for index, one in zip(indexes, characters, strict=True) if not one.isspace())
    return _stand(textpage, first), False


def _base(runs: Sequence[_Run], place: int) -> _Stand:
    """How the line of a run stands; numbers alone may stand above the line of the run before or behind them."""
    run = runs[place]
    if not run.letters:
        for other in (*runs[max(0, place - 1) : place], *runs[place + 1 : place + 2]):
            if run.stand.above(other.stand):
                return other.stand
    return run.stand


def _line(textpage: Any, run: _Run, number: int, base: _Stand) -> Line:
    from pypdfium2 import raw

    inked = [index for index, one in zip(run.indexes, run.characters, strict=True) if not one.isspace()]
    samples = {inked[0], inked[len(inked) // 2], inked[-1]}
    boxes = [textpage.get_charbox(index) for index in (inked[0], inked[-1])]
    heavy = sum(raw.FPDFText_GetFontWeight(textpage, index) >= 600 for index in samples) * 2 > len(samples)
    text = _with_raised(textpage, run, base)
    return Line(
        text.replace("\ufffe", HYPHEN).strip(" \xa0\t"),
        number,
        left=min(box[0] for box in boxes),
        right=max(box[2] for box in boxes),
        bottom=min(base.height, *(box[1] for box in boxes)),
        top=max(box[3] for box in boxes),
        size=base.size,
        heavy=heavy,
    )


def _with_raised(textpage: Any, run: _Run, base: _Stand) -> str:
    """Write the numbers that stand above the line with raised digits."""
    parts: list[str] = []
    above = ""
    for index, character in zip(run.indexes, run.characters, strict=True):
        if character in _RAISABLE and _stand(textpage, index).above(base):
            above += character
        else:
            parts += (raised(above), character)
            above = ""
    return "".join((*parts, raised(above)))


def _without_edges(pages: Sequence[list[Line]]) -> list[Line]:
    """Leave out running heads, feet and page numbers: what stands first or last on several pages, numbers apart."""
    edges: Counter[str] = Counter()
    for lines in pages:
        edges.update({_shape(line) for line in _edge(lines)})
    several = max(2, len(pages) // 4)
    kept: list[Line] = []
    for lines in pages:
        edge = _edge(lines)
        for line in lines:
            alone = line.text.strip("–- ").isdecimal()
            if line in edge and not is_caption(line.text) and (alone or edges[_shape(line)] >= several):
                continue
            kept.append(line)
    return kept


def _edge(lines: list[Line]) -> list[Line]:
    by_height = sorted(lines, key=lambda line: -line.top)
    return [*by_height[:2], *by_height[-2:]]


def _shape(line: Line) -> str:
    return _DIGITS.sub("#", line.text)


# -- paragraphs


def _blocks(lines: list[Line]) -> Iterator[Block]:
    if not lines:
        return
    body = _body_size(lines)
    gap = _gap(lines)
    outline = Outline()
    number = 1  # of the next reference, if these begin with raised numbers, as notes do; else 0
    groups = _groups(lines, body, gap)
    for group in _joined(groups, body):
        text = _text(group)
        if _is_list(group):
            outline.in_references = True  # journals of physics print no heading
        kind, level = _kind(group, text, body, outline)
        if kind == "heading":
            outline.enter(level, text)
            number = 1
        if kind == "reference" and _is_small(group, body) and _raised_number(text) not in (0, number):
            kind = "footnote"
        if kind == "reference":
            for item in _items(group):
                text = _text(item)
                begins = _raised_number(text)
                number = begins + 1 if begins else number if number > 1 else 0
                yield Block("reference", text, page=item[0].page, section=outline.section)
            continue
        found = (_MARK.match(text) or _NOTE.match(text)) if kind == "footnote" else None
        mark = lowered(found[1]) if found else ""
        yield Block(kind, text, page=group[0].page, level=level, section=outline.section, mark=mark)


def _body_size(lines: list[Line]) -> float:
    """The size of the font that most characters have."""
    sizes: Counter[float] = Counter()
    for line in lines:
        sizes[round(line.size, 1)] += len(line.text)
    return sizes.most_common(1)[0][0]


def _gap(lines: list[Line]) -> float:
    """The usual distance between the base lines of neighbours."""
    steps = [
        above.bottom - below.bottom
        for above, below in pairwise(lines)
        if above.page == below.page and 0.5 < (above.bottom - below.bottom) / above.size < 4
    ]
    return median(steps) if steps else 12.0


def _groups(lines: list[Line], body: float, gap: float) -> Iterator[list[Line]]:
    group: list[Line] = []
    for line in lines:
        if group and _parts(group, line, body, gap):
            yield group
            group = []
        group.append(line)
    if group:
        yield group


def _parts(group: list[Line], line: Line, body: float, gap: float) -> bool:
    """Whether a paragraph ends before ``line``."""
    last = group[-1]
    if last.page != line.page or line.bottom > last.top:  # the next page or column
        return True
    if abs(line.size - last.size) > 0.12 * body and not _inside(last, line):
        return True
    if line.heavy != last.heavy and len(last.text) < 90 and (last.heavy or not last.broken):
        return True
    if last.bottom - line.bottom > 1.35 * gap:
        return True
    if line.size < 0.9 * body and _MARK.match(line.text) and not _inside(last, line):  # the next note
        return True
    if is_caption(line.text) and not last.broken and _ENDS.search(last.text):
        return True
    indented = line.left - min(one.left for one in group[-2:]) > 0.6 * body
    return indented and bool(_ENDS.search(last.text)) and len(line.text) > 20


def _inside(last: Line, line: Line) -> bool:
    """Whether a small run stands in the same line: an exponent, a footnote sign."""
    return abs(last.bottom - line.bottom) < 0.6 * max(last.size, line.size)


def _joined(groups: Iterator[list[Line]], body: float) -> Iterator[list[Line]]:
    """Join what a page or column break cut in two: no full stop at the end, a small letter at the beginning."""
    held: list[Line] = []
    between: list[list[Line]] = []
    for group in groups:
        prose = _is_prose(group, body)
        if held and prose and _goes_on(held, group):
            held = [*held, *group]
            continue
        if held and not prose and not _ENDS.search(held[-1].text) and len(between) < 4:
            between.append(group)  # a float, footnote or heading in the middle of a paragraph
            continue
        if held:
            yield held
        yield from between
        held, between = ([], []) if not prose else (group, [])
        if not prose:
            yield group
    if held:
        yield held
    yield from between


def _is_prose(group: list[Line], body: float) -> bool:
    first = group[0]
    size = median(line.size for line in group)
    return abs(size - body) <= 0.12 * body and not is_caption(first.text) and not first.heavy


def _goes_on(held: list[Line], group: list[Line]) -> bool:
    last, first = held[-1], group[0]
    if last.page == first.page and first.bottom <= last.top:
        return False
    start = first.text[:1]
    return last.broken or (
        not _ENDS.search(last.text) and (start.islower() or start in "([" or start.isdigit())
    )


def _text(group: list[Line]) -> str:
    text = ""
    for line in group:
        if text.endswith(HYPHEN) or (_SPLIT.search(text) and line.text[:1].islower()):
            text = text[:-1] + line.text
        else:
            text += line.text if line.text[:1] in _GLUED else f" {line.text}"
    return " ".join(text.replace(HYPHEN, "-").split())


def _kind(group: list[Line], text: str, body: float, outline: Outline) -> tuple[str, int]:
    size = median(line.size for line in group)
    short = len(group) <= 3 and len(text) < 160
    if is_caption(text):
        return "caption", 0
    if short and (is_bibliography(text) or _ABSTRACT.match(text)):
        return "heading", 2
    stands_out = size > 1.12 * body or (group[0].heavy and size >= 0.95 * body)
    if short and stands_out and not _ENDS.search(text) and re.search(r"[^\W\d_]{3}", text):
        return "heading", _level(text, size, body)
    if outline.in_references:
        return "reference", 0
    if short and _EQUATION.match(text):
        return "equation", 0
    if _is_small(group, body) and (_NOTE.match(text) or _MARK.match(text)):
        return "footnote", 0
    return "paragraph", 0


def _is_list(group: list[Line]) -> bool:
    """Whether lines begin with [1] and [2], as in a list of references."""
    begins = [line.text[:4] for line in group]
    return begins[0] == "[1] " and "[2] " in begins


def _raised_number(text: str) -> int:
    found = _MARK.match(text)
    return int(lowered(found[1])) if found else 0


def _is_small(group: list[Line], body: float) -> bool:
    return median(line.size for line in group) < 0.9 * body


def _level(text: str, size: float, body: float) -> int:
    if _NUMBERED.match(text):
        return 2 + text.split(maxsplit=1)[0].rstrip(".").count(".")
    return 1 if size > 1.5 * body else 2


def _items(group: list[Line]) -> Iterator[list[Line]]:
    """Cut a list of references where a line begins an item and stands out to the left, else where the last one has its year and a full stop."""
    edge = min(line.left for line in group)
    hanging = any(line.left > edge + 3 for line in group)
    item: list[Line] = []
    for line in group:
        ended = bool(item) and item[-1].text.endswith(".") and any(_YEAR.search(one.text) for one in item)
        begins = line.left <= edge + 3 if hanging else ended or bool(_ITEM.match(line.text))
        if item and begins and not item[-1].broken:
            yield item
            item = []
        item.append(line)
    if item:
        yield item
