"""The text of a Word file, with a line for each paragraph, and the places of fields, notes and bookmarks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from argcheck.files.cache import digest
from argcheck.files.source import SourceFile
from argcheck.readers.word_package import WordPackage

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

#: Elements that are not text: deleted or moved text, comments, properties, the fallback of a drawing.
_LEFT_OUT = frozenset(
    ["del", "moveFrom", "Fallback", "pPr", "rPr", "tblPr", "trPr", "tcPr", "sectPr", "sdtPr", "sdtEndPr", "commentReference",
     "annotationRef", "delText", "delInstrText", "rubyPr", "rt"]
)  # fmt: skip
_SIGNS = {"tab": "\t", "ptab": "\t", "br": " ", "cr": " ", "noBreakHyphen": "\u2011", "sym": " "}
_NOTES = {"footnoteReference": "footnote", "endnoteReference": "endnote"}
_RAISED = {"superscript": "textsuperscript", "subscript": "textsubscript"}


class WordField:
    """A field, such as a citation or a cross-reference: its instruction, and the data of a program."""

    def __init__(self, instruction: str = "") -> None:
        self.instruction = instruction
        self.data = ""
        self.shows = False  # whether its result has begun


class Token(NamedTuple):
    """A piece of the text, or an event at a place."""

    kind: str  #: ``paragraph``, ``words``, ``field``, ``end``, ``note``, ``formula`` or ``bookmark``
    start: int
    end: int
    #: The style of a paragraph, the command around words, a `WordField`, the name of a note or a bookmark
    data: Any = None


class WordFile(SourceFile):
    """A Word file; its text has a line for each paragraph, first of the body, then of the notes."""

    def __init__(self, path: str, data: bytes) -> None:
        package = WordPackage(data)
        reader = _Reader(package)
        super().__init__(path, "".join(reader.parts), digest(data))
        self.is_text = False
        self.tokens = reader.tokens
        self.notes = reader.notes
        self.sources = list(package.sources())
        self.broken = package.broken  #: reasons by name of unreadable parts beside the text


class _Style(NamedTuple):
    """The style of a paragraph."""

    name: str
    level: int  #: of a heading, from 1; 0 for none
    listed: bool = False  #: whether it is an item of a list, with a number or a mark


class _Reader:
    def __init__(self, package: WordPackage) -> None:
        self.parts: list[str] = []
        self.length = 0
        self.tokens: list[Token] = []
        self.notes: dict[str, list[Token]] = {}
        self._fields: list[WordField] = []
        self._boxes: list[Element] = []
        self._styles = _styles(package.beside("styles"))
        self._kept = _kept_by_zotero(package.side("docProps/custom.xml"))
        self._marked: dict[str, WordField] = {}  # id of a bookmark -> its field
        self._walk(package.document())
        body = self.tokens
        for kind in ("footnote", "endnote"):
            for note in package.beside(f"{kind}s"):
                if note.tag == kind and note.get("type") is None:
                    self.tokens, self._fields = [], []
                    self._walk(note)
                    self.notes[f"{kind} {note.get('id')}"] = self.tokens
        self.tokens = body

    def _walk(self, element: Element) -> None:
        for child in element:
            name = child.tag
            if name in _LEFT_OUT:
                continue
            if name == "r":
                self._run(child)
            elif name == "p":
                self._paragraph(child)
            elif name == "fldSimple":
                self._open(WordField(child.get("instr", "")))
                self._walk(child)
                self._close()
            elif name == "sdt":
                self._control(child)
            elif name == "oMath":
                self.tokens.append(Token("formula", self.length, self.length))
                marks = child.iter("bookmarkStart")  # of the numbers of equations
                self.tokens += [
                    Token("bookmark", self.length, self.length, mark.get("name", "")) for mark in marks
                ]
            elif name == "bookmarkStart":
                self._bookmark(child)
            elif name == "bookmarkEnd":
                if self._fields and self._marked.get(child.get("id", "")) is self._fields[-1]:
                    self._close()
            else:
                self._walk(child)

    def _paragraph(self, element: Element) -> None:
        properties = element.find("pPr")
        style = _Style("", 0)
        if properties is not None:
            named, outline, listed = map(properties.find, ("pStyle", "outlineLvl", "numPr"))
            style = self._styles.get(named.get("val", ""), style) if named is not None else style
            if outline is not None:
                style = style._replace(level=_level(outline))
            if listed is not None:
                style = style._replace(listed=_is_numbered(listed))
        self.tokens.append(Token("paragraph", self.length, self.length, style))
        self._walk(element)
        self._add("\n")
        boxes, self._boxes = self._boxes, []
        for box in boxes:
            self._walk(box)

    def _control(self, element: Element) -> None:
        """Read a content control; Mendeley stores citations in its name."""
        tag = element.find("sdtPr/tag")
        name = tag.get("val", "") if tag is not None else ""
        cites = name.startswith(("MENDELEY_CITATION", "MENDELEY_BIBLIOGRAPHY"))
        if cites:
            self._open(WordField(name))
        self._walk(element)
        if cites:
            self._close()

    def _bookmark(self, element: Element) -> None:
        name = element.get("name", "")
        self.tokens.append(Token("bookmark", self.length, self.length, name))
        if name in self._kept:
            self._open(WordField(self._kept[name]))
            self._marked[element.get("id", "")] = self._fields[-1]

    # -- runs

    def _run(self, element: Element) -> None:
        command = _command(element.find("rPr"))
        for child in element:
            name = child.tag
            if name == "t":
                self._words((child.text or "").replace("\n", " "), command)
            elif name in _SIGNS:
                self._words(_SIGNS[name], command)
            elif name == "fldChar":
                self._field(child)
            elif name == "instrText" and self._fields:
                self._fields[-1].instruction += child.text or ""
            elif name in _NOTES:
                self.tokens.append(
                    Token("note", self.length, self.length, f"{_NOTES[name]} {child.get('id')}")
                )
            elif name in ("drawing", "pict", "object", "AlternateContent"):
                self._drawing(child)
            elif name == "ruby":
                self._walk(child)

    def _drawing(self, element: Element) -> None:
        """Keep the text boxes of a drawing until the paragraph ends."""
        for child in element:
            if child.tag == "txbxContent":
                self._boxes.append(child)
            elif child.tag != "Fallback":
                self._drawing(child)

    def _words(self, text: str, command: str) -> None:
        if all(field.shows for field in self._fields):
            start = self.length
            self._add(text)
            self.tokens.append(Token("words", start, self.length, command))

    def _add(self, text: str) -> None:
        self.parts.append(text)
        self.length += len(text)

    # -- fields

    def _field(self, element: Element) -> None:
        kind = element.get("fldCharType")
        if kind == "begin":
            self._fields.append(WordField())
            kept = element.find("fldData")
            self._fields[-1].data = (kept.text or "") if kept is not None else ""
        elif kind == "separate" and self._fields and not self._fields[-1].shows:
            self._open(self._fields.pop())
        elif kind == "end" and self._fields:
            if not self._fields[-1].shows:
                self._open(self._fields.pop())
            self._close()

    def _open(self, field: WordField) -> None:
        field.shows = True
        outer = self._fields[-1] if self._fields else None
        if outer and not outer.shows:  # it is in the instruction of another field, and may have its data
            outer.data = outer.data or field.data
        self._fields.append(field)
        self.tokens.append(Token("field", self.length, self.length, field))

    def _close(self) -> None:
        self.tokens.append(Token("end", self.length, self.length, self._fields.pop()))


def _command(properties: Element | None) -> str:
    """Return the LaTeX command for words that are raised, lowered or hidden; empty for others."""
    if properties is None:
        return ""
    for hiding in ("vanish", "webHidden"):
        hidden = properties.find(hiding)
        if hidden is not None and hidden.get("val", "1") not in ("0", "false", "off"):
            return "phantom"
    color, shade = properties.find("color"), properties.find("shd")
    if (
        color is not None
        and color.get("val", "").upper() == "FFFFFF"
        and shade is None
        and properties.find("highlight") is None
    ):
        return "phantom"
    raised = properties.find("vertAlign")
    return _RAISED.get(raised.get("val", ""), "") if raised is not None else ""


def _is_numbered(properties: Element) -> bool:
    number = properties.find("numId")
    return number is not None and number.get("val") != "0"  # 0 removes the numbering of the style


def _level(outline: Element) -> int:
    value = outline.get("val", "")
    return int(value) + 1 if value in set("01234567") else 0


def _styles(tree: Element) -> dict[str, _Style]:
    """Return the styles of paragraphs by identifier; built-in styles have English names in every language."""
    elements = {
        style.get("styleId", ""): style for style in tree.iter("style") if style.get("type") == "paragraph"
    }
    styles = {}
    for identifier in elements:
        name, level, here = "", 0, identifier
        listed: Element | None = None
        for _ in range(10):  # a style may be based on itself
            style = elements.get(here)
            if style is None:
                break
            named, outline, based = style.find("name"), style.find("pPr/outlineLvl"), style.find("basedOn")
            own = named.get("val", "").lower() if named is not None else ""
            if not name and (own in ("title", "caption") or own.startswith("heading ")):
                name = own
            elif not name and own.endswith(("author", "authors", "authornames")):
                name = "author"
            level = level or (_level(outline) if outline is not None else 0)
            listed = style.find("pPr/numPr") if listed is None else listed
            here = based.get("val", "") if based is not None else ""
        if name.startswith("heading ") and name[8:] in set("123456789"):
            level = level or int(name[8:])
        styles[identifier] = _Style(name, level, listed is not None and _is_numbered(listed))
    return styles


def _kept_by_zotero(tree: Element) -> dict[str, str]:
    """Return the data of citations that Zotero stores as bookmarks, by name, joined from numbered pieces."""
    kept: dict[str, str] = {}
    for piece in tree.iter("property"):
        name, _, number = piece.get("name", "").rpartition("_")
        if name.startswith("ZOTERO_BREF_") and number.isdecimal():
            kept[name] = kept.get(name, "") + "".join(piece.itertext())
    return kept
