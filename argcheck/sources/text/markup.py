"""Read JATS, with its predecessors of NLM, and HTML into blocks with their citation links."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from argcheck.bib.identifiers import doi_in_text
from argcheck.bib.names import fold_name
from argcheck.sources.text.decoding import decoded
from argcheck.sources.text.hidden import drop_hidden
from argcheck.sources.text.markdown import Outline, is_bibliography, is_caption
from argcheck.sources.text.model import Anchor, Block, ListedWork, UnreadableSourceError
from argcheck.sources.text.raised import raised
from argcheck.tex.commands import words

_HTML_SKIPPED = frozenset(
    words("script style nav header footer aside form button noscript svg template iframe select figure table")
)
_JATS_SKIPPED = frozenset(words("xref-alternatives tex-math alternatives table graphic media object-id"))
_BLOCKS = frozenset(
    words("p h1 h2 h3 h4 h5 h6 li blockquote dd dt figcaption caption pre div section article main body")
)
_TABLES = frozenset({"table"})
_CELL = 60  #: most words of a cell of a data table
_NOTE = re.compile(r"foot-?note|end-?note|(?<!\w)fn[-_:.]?\d", re.IGNORECASE)
_TO_NOTE = re.compile(r"#(?:fn|foot-?note|end-?note)(?!_?ref)", re.IGNORECASE)
_IN_LIST = re.compile(r"\b(?:bib|ref|cite|cit)", re.IGNORECASE)
_YEAR = re.compile(r"\b(?:1[89]|20)\d\d\b")

#: Most tags of a file, closing ones included: an element takes hundreds of bytes; long articles have tens of thousands.
_MOST_TAGS = 300_000

_BlocksAndWorks = tuple[list[Block], list[ListedWork]]


class _Text:
    """Collects the text of an element with its links to references."""

    def __init__(self, skipped: frozenset[str]) -> None:
        self.skipped = skipped
        self.parts: list[str] = []
        self.length = 0
        self.anchors: list[Anchor] = []
        self.behind = 0  # index of the part after the last anchor
        self.above = 0  # number of enclosing elements that raise text

    def add(self, text: str | None) -> None:
        """Add text as printed, with single blanks."""
        if text:
            plain = re.sub(r"\s+", " ", raised(text) if self.above else text)
            if plain[0] == " " and (not self.parts or self.parts[-1].endswith(" ")):
                plain = plain[1:]
            if plain:
                self.parts.append(plain)
                self.length += len(plain)

    def read(self, element: Any) -> None:
        """Add all text of ``element``."""
        self.add(element.text)
        for child in element:
            self._child(child)
            self.add(child.tail)

    def _child(self, child: Any) -> None:
        name = _name(child)
        if not name or name in self.skipped:
            return
        target = _linked_ids(child, name)
        start, before = self.length, len(self.parts)
        self.above += name == "sup"
        self.read(child)
        self.above -= name == "sup"
        if target and self.length > start:
            last = self.anchors[-1] if self.anchors else None
            if last and not "".join(self.parts[self.behind : before]).strip(
                " ,;–-"
            ):  # [3, 4] is one citation
                self.anchors[-1] = Anchor(last.start, self.length, (*last.references, *target))
            else:
                self.anchors.append(Anchor(start, self.length, target))
            self.behind = len(self.parts)

    @property
    def text(self) -> str:
        """The text so far; its offsets are those of the anchors."""
        return "".join(self.parts).rstrip()


def _name(element: Any) -> str:
    tag = element.tag
    return tag.rpartition("}")[2].lower() if isinstance(tag, str) else ""  # comments have no name


def _linked_ids(element: Any, name: str) -> tuple[str, ...]:
    if name == "xref" and element.get("ref-type") in ("bibr", "fn"):
        return tuple((element.get("rid") or "").split())
    href = element.get("href") or ""
    if name == "a" and href.startswith("#") and (_IN_LIST.search(href) or _TO_NOTE.match(href)):
        return (href[1:],)
    return ()


def _block(
    kind: str, element: Any, outline: Outline, skipped: frozenset[str], level: int = 0
) -> Iterator[Block]:
    gathered = _Text(skipped)
    gathered.read(element)
    if gathered.text:
        yield Block(
            kind,
            gathered.text,
            line=element.sourceline or 0,
            level=level,
            section=outline.section,
            anchors=tuple(gathered.anchors),
        )


def _table(table: Any, outline: Outline) -> Iterator[Block]:
    """Yield the rows of a data table, each cell with the head of its column; nothing for a table for layout."""
    rows = [row for row in table.iter() if _name(row) == "tr" and _table_of(row) is table]
    cells = [
        [
            (_name(cell), " ".join("".join(cell.itertext()).split()))
            for cell in row
            if _name(cell) in ("td", "th")
        ]
        for row in rows
    ]
    if any(len(text.split()) > _CELL for row in cells for _, text in row):
        return
    head: list[str] = []
    for element, row in zip(rows, cells, strict=True):
        texts = [text for _, text in row]
        if (row and all(name == "th" for name, _ in row)) or _name(element.getparent()) == "thead":
            head = texts
            continue
        named = len(head) == len(texts)
        shown = [
            f"{head[place]}: {text}" if named and head[place] and text else text
            for place, text in enumerate(texts)
        ]
        line = " | ".join(filter(None, shown))
        if line:
            yield Block("table", line, line=element.sourceline or 0, section=outline.section)


def _table_of(row: Any) -> Any:
    return next((above for above in row.iterancestors() if _name(above) == "table"), None)


# -- JATS


def _check_size(data: bytes, name: str) -> None:
    tags = data.count(b"<")
    if tags > _MOST_TAGS:
        raise UnreadableSourceError(f"{name}: {tags} tags, of which at most {_MOST_TAGS} are read")


def read_jats(data: bytes, name: str) -> _BlocksAndWorks:
    """Return the blocks and references of an article in XML; lines count from 1.

    :raises argcheck.sources.text.reader.UnreadableSourceError: it is not XML, or too large.
    """
    from lxml import etree

    _check_size(data, name)

    # No DTD, no entities, no network: the file may be anybody's.
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, recover=True, remove_comments=True
    )
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise UnreadableSourceError(f"{name}: no XML: {error}") from error
    if root is None:
        raise UnreadableSourceError(f"{name}: no XML")
    outline = Outline()
    blocks: list[Block] = []
    for path in ("title-group/{*}article-title", "abstract", "body", "back"):
        for element in root.iterfind(".//{*}" + path):
            blocks += _jats(element, outline, 1)
    return blocks, list(_jats_references(root))


def _jats(element: Any, outline: Outline, level: int) -> Iterator[Block]:
    """Yield the blocks of an element of JATS."""
    name = _name(element)
    if name == "article-title":
        for block in _block("heading", element, outline, _JATS_SKIPPED, 1):
            outline.enter(1, block.text)
            yield block
    elif name == "title" or (name == "label" and _name(element.getparent()) == "sec"):
        yield from _jats_title(element, outline, level)
    elif name in ("fig", "table-wrap", "boxed-text"):
        yield from _jats_float(element, outline)
    elif name == "fn":
        for block in _block("footnote", element, outline, _JATS_SKIPPED):
            yield block._replace(mark=element.get("id") or "")
    elif name == "disp-formula":
        yield from _block("equation", element, outline, frozenset())
    elif name == "p":
        yield from _block(
            "paragraph", element, outline, _JATS_SKIPPED | {"fn", "fig", "table-wrap", "disp-formula"}
        )
        for inner in element.iter("{*}fn", "{*}fig", "{*}table-wrap", "{*}disp-formula"):
            yield from _jats(inner, outline, level)
    elif name == "ref":
        yield from _block("reference", element, outline, frozenset())
    elif name == "abstract":
        outline.enter(2, "Abstract")
        yield Block("heading", "Abstract", line=element.sourceline or 0, level=2, section=outline.section)
        for child in element:
            yield from _jats(child, outline, 2)
    elif name not in _JATS_SKIPPED:
        deeper = level + (name in ("sec", "ref-list", "ack", "app", "fn-group", "body", "back"))
        for child in element:
            yield from _jats(child, outline, 1 if name in ("body", "back") else deeper)


def _jats_title(element: Any, outline: Outline, level: int) -> Iterator[Block]:
    if _name(element) == "label":
        return
    for block in _block("heading", element, outline, _JATS_SKIPPED, max(level, 2)):
        outline.enter(block.level, block.text)
        yield block._replace(section=outline.section)


def _jats_float(element: Any, outline: Outline) -> Iterator[Block]:
    yield from _jats_caption(element, outline)
    for table in element.iterfind(".//{*}table"):
        yield from _table(table, outline)


def _jats_caption(element: Any, outline: Outline) -> Iterator[Block]:
    label = element.find("{*}label")
    caption = element.find("{*}caption")
    if caption is None:
        return
    for block in _block("caption", caption, outline, _JATS_SKIPPED | _TABLES):
        head = "" if label is None else "".join(label.itertext()).strip() + " "
        shifted = tuple(
            anchor._replace(start=anchor.start + len(head), end=anchor.end + len(head))
            for anchor in block.anchors
        )
        yield block._replace(text=head + block.text, anchors=shifted)


def _jats_references(root: Any) -> Iterator[ListedWork]:
    """Yield the references of an article in JATS."""
    for element in root.iter("{*}ref"):
        text = " ".join(" ".join(element.itertext()).split())
        doi = element.find(".//{*}pub-id[@pub-id-type='doi']")
        year = element.find(".//{*}year")
        families = tuple(
            fold_name("".join(item.itertext()))
            for item in element.iter("{*}surname")
            if "".join(item.itertext()).strip()
        )
        yield ListedWork(
            element.get("id") or "",
            text,
            doi="".join(doi.itertext()).strip().lower() if doi is not None else doi_in_text(text),
            year="".join(year.itertext()).strip() if year is not None else "",
            families=families,
        )


# -- HTML


def read_html(data: bytes, name: str) -> _BlocksAndWorks:
    """Return the blocks and references of a web page without its navigation; lines count from 1.

    :raises argcheck.sources.text.reader.UnreadableSourceError: it has no elements, or is too large.
    """
    from lxml import etree, html

    _check_size(data, name)

    try:
        root = html.document_fromstring(decoded(data))
    except (etree.ParserError, ValueError) as error:
        raise UnreadableSourceError(f"{name}: no HTML: {error}") from error
    drop_hidden(root)
    body = next(
        (
            result[0]
            for result in (root.xpath("//article"), root.xpath("//main"), root.xpath("//body"))
            if result
        ),
        root,
    )
    outline = Outline()
    references: list[ListedWork] = []
    blocks = list(_html(body, outline, references))
    return blocks, references


def _html(element: Any, outline: Outline, references: list[ListedWork]) -> Iterator[Block]:
    """Yield the blocks of an element of HTML; references are added to ``references``."""
    name = _name(element)
    if not name or (name in _HTML_SKIPPED and name not in ("figure", "table")):
        return
    if name in ("figure", "table"):
        for caption in element.iter("figcaption", "caption"):
            yield from _block("caption", caption, outline, _HTML_SKIPPED)
        for table in element.iter("table"):
            yield from _table(table, outline)
    elif len(name) == 2 and name[0] == "h" and name[1].isdigit():
        level = int(name[1])
        for block in _block("heading", element, outline, _HTML_SKIPPED):
            outline.enter(level, block.text)
            yield block._replace(level=level, section=outline.section)
    elif _is_leaf(element):
        kind = _html_kind(element, outline)
        for block in _block(kind, element, outline, _HTML_SKIPPED):
            if kind == "reference":
                years = _YEAR.findall(block.text)
                identity = _reference_id(element) or str(len(references) + 1)
                references.append(
                    ListedWork(identity, block.text, doi_in_text(block.text), years[-1] if years else "")
                )
            yield block._replace(mark=_note_id(element)) if kind == "footnote" else block
    else:
        loose = element.text
        if loose and loose.strip():
            yield Block(
                "paragraph", " ".join(loose.split()), line=element.sourceline or 0, section=outline.section
            )
        for child in element:
            yield from _html(child, outline, references)


def _is_leaf(element: Any) -> bool:
    """Whether an element has only running text."""
    return not any(
        _name(child) in _BLOCKS or _name(child) in ("ul", "ol", "dl", "table", "figure")
        for child in element.iter()
        if child is not element
    )


def _note_id(element: Any) -> str:
    """Return the id of a footnote, which may be that of the element around its paragraphs."""
    return element.get("id") or element.getparent().get("id") or ""


def _html_kind(element: Any, outline: Outline) -> str:
    around = element.getparent() if _name(element) == "p" else None
    marks = [
        item.get(name) for item in (element, around) if item is not None for name in ("class", "id", "role")
    ]
    if _NOTE.search(" ".join(filter(None, marks))):
        return "footnote"
    if _name(element) == "li" and (outline.in_references or _reference_id(element)):
        return "reference"
    text = "".join(element.itertext()).strip()
    if _name(element) == "figcaption" or is_caption(text):
        return "caption"
    return "reference" if outline.in_references and not is_bibliography(text) else "paragraph"


def _reference_id(element: Any) -> str:
    identity = element.get("id") or ""
    if not identity:
        inner = element.find(".//*[@id]")
        identity = inner.get("id") if inner is not None else ""
    return identity if identity and _IN_LIST.search(identity) else ""
