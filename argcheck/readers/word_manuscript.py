"""Word files, translated to LaTeX: words, headings, captions, notes, cross-references, citations by field."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from argcheck.readers.translation import Excerpt, Translation, heading, printed
from argcheck.readers.word_works import bibtex_fields, bibtex_type, cited, short_name, word_source

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from argcheck.files.source import Translated
    from argcheck.readers.word_text import Token, WordField, WordFile
    from argcheck.readers.word_works import CitedWork

#: Fields with generated text: lists of references, tables of contents, indexes.
_LISTS = r"ADDIN\s+(?:ZOTERO_BIBL|Mendeley\s+Bibliography|EN\.REFLIST|Citavi\W*Bibliography|paperpile_bibliography)|MENDELEY_BIBLIOGRAPHY|(?:BIBLIOGRAPHY|TOC|TOA|INDEX|XE|TC|RD)\b"
_REFERENCE = r"(PAGEREF|(?:NOTE)?REF)\s+\"?([^\s\\\"]+)"
#: The messages of Word for a cross-reference without a target, in the languages of its menus.
_BROKEN = (
    r"Error! (?:Reference source|Bookmark) not (?:found|defined)\.|Fehler! (?:Verweisquelle konnte nicht gefunden werden|Textmarke nicht definiert)\."
    r"|Erreur\s?! (?:Source du renvoi introuvable|Signet non défini)\.|¡Error! (?:No se encuentra el origen de la referencia|Marcador no definido)\."
    r"|Errore\. L'origine riferimento non è stata trovata\.|Errore\. Il segnalibro non è definito\."
    r"|Erro! (?:A origem da referência não foi encontrada|Fonte de referência não encontrada|Marcador não definido)\."
)
#: Headings of typed lists of references.
_REFERENCES = frozenset(
    ["references", "reference list", "list of references", "bibliography", "works cited", "literature cited", "references cited",
     "literature", "literaturverzeichnis", "literatur", "quellenverzeichnis", "références", "bibliographie", "références bibliographiques",
     "bibliografía", "referencias", "referencias bibliográficas", "bibliografia", "referências", "referências bibliográficas",
     "riferimenti bibliografici"]
)  # fmt: skip
#: Descriptions of the parts beside the text, by prefix of the name.
_PARTS = {
    "word/styles": "the styles of headings, titles and captions",
    "word/footnotes": "footnotes",
    "word/endnotes": "endnotes",
    "docProps/custom": "citations that Zotero keeps as bookmarks",
    "customXml/": "sources that Word keeps itself",
}
_DEEPEST = 5  # most nested notes


def translate(file: WordFile) -> Translated:
    """Return a Word file as LaTeX."""
    return _Manuscript(file).translated()


class _Manuscript:
    def __init__(self, file: WordFile) -> None:
        self._file = file
        self._text = file.text
        self._all = Excerpt(file.text, [(0, len(file.text))])
        self._out = Translation()
        self._works = _Works(file)
        tokens = [file.tokens, *file.notes.values()]
        self._ends = {id(t.data): t.start for part in tokens for t in part if t.kind == "end"}  # of fields
        names = [_label(t.data) for part in tokens for t in part if t.kind == "bookmark"]
        self._marks = {name.lower(): name for name in names}  # Word ignores case
        self._closing = ""  # LaTeX at the end of the paragraph
        self._unread = 0  # number of open fields whose text is skipped
        self._skipped = -1  # end of the number of a caption, which is skipped
        self._list_level = -1  # level of the heading of a typed list of references; -1 outside of one
        self._titled = False
        self._depth = 0

    def translated(self) -> Translated:
        out, end = self._out, len(self._text)
        out.begin(0)
        self._tokens(self._file.tokens)
        self._end_paragraph(end)
        self._works.list(out, end)
        out.unread += [
            f"{why}, so {what} are not read"
            for name, why in self._file.broken.items()
            for part, what in _PARTS.items()
            if name.startswith(part)
        ]
        out.targets |= set(self._marks.values())
        return out.done(end)

    def _tokens(self, tokens: Sequence[Token]) -> None:
        opened: list[bool] = []  # for each open field, whether its text is skipped
        for index, token in enumerate(tokens):
            kind = token.kind
            if kind == "paragraph":
                self._end_paragraph(token.start)
                if not self._unread:
                    self._begin_paragraph(tokens, index)
            elif kind == "words":
                if not self._unread and self._list_level < 0:
                    self._words(token)
            elif kind == "field":
                unread = self._field(tokens, index)
                opened.append(unread)
                self._unread += unread
            elif kind == "end":
                self._unread -= opened.pop()
            elif kind == "formula" and not self._unread:
                self._out.put("$x$", token.start)
            elif kind == "note" and not self._unread:
                self._note(token)
        self._unread -= sum(opened)

    # -- paragraphs

    def _begin_paragraph(self, tokens: Sequence[Token], index: int) -> None:
        start, style = tokens[index].start, tokens[index].data
        line = self._text[start : self._text.find("\n", start)]
        if style.level and self._list_level >= style.level:
            self._list_level = -1
        if line.strip().lstrip("0123456789. ").rstrip(": ").lower() in _REFERENCES:
            self._list_level = style.level or 9  # a heading without a style ends with the next heading
        elif style.level and self._list_level == 9:
            self._list_level = -1
        if style.name == "title" and not self._titled and line.strip():
            self._titled = True
            self._begin("\\title{", start, "}")
        elif style.name == "author" and line.strip():
            self._begin("\\author{", start, "}")
        elif style.level and line.strip():
            self._begin(f"\\{heading(style.level)}{{", start, "}")
        elif environment := self._captioned(tokens, index, is_styled=style.name == "caption"):
            self._begin(f"\\begin{{{environment}}}\\caption{{", start, f"}}\\end{{{environment}}}")
        elif style.listed and line.strip():
            self._begin("\\begin{itemize}\\item ", start, "\\end{itemize}")

    def _begin(self, opening: str, start: int, closing: str) -> None:
        self._out.put(opening, start)
        self._closing = closing

    def _end_paragraph(self, at: int) -> None:
        self._out.put(f"{self._closing}\n\n", at)
        self._closing = ""

    def _captioned(self, tokens: Sequence[Token], index: int, *, is_styled: bool) -> str:
        """Return the environment of the float that a paragraph captions, and skip its number; empty if no caption."""
        for number in range(index + 1, len(tokens)):
            token = tokens[number]
            if token.kind == "paragraph":
                break
            kind = re.match(r"\s*SEQ\s+\"?(\w+)", token.data.instruction) if token.kind == "field" else None
            if kind and (is_styled or token.start - tokens[index].start <= 30):
                if kind[1].lower().startswith(("eq", "gl", "form", "éq")):
                    return ""
                self._skipped = self._ends.get(id(token.data), token.end)
                return "table" if kind[1].lower().startswith("tab") else "figure"
        return ""

    # -- words

    def _words(self, token: Token) -> None:
        start, end = max(token.start, self._skipped), token.end
        if start >= end:
            return
        out = self._out
        first = start
        for broken in re.finditer(_BROKEN, self._text[first:end]):
            out.words(self._all, start, first + broken.start())
            self._refer("cref", broken[0], first + broken.start(), first + broken.end())
            start = first + broken.end()
        opening, closing = (f"\\{token.data}{{", "}") if token.data else ("", "")
        if token.data == "textsuperscript" and self._text[start:end].strip(" ,-+\u2212\u2013").isdecimal():
            opening, closing = "$^{", "}$"  # a power or a mark, not more digits of the number before
        out.put(opening, start)
        out.words(self._all, start, end)
        out.put(closing, end)

    def _note(self, token: Token) -> None:
        content = self._file.notes.get(token.data)
        if content is None or self._depth >= _DEEPEST:
            return
        self._out.put("\\footnote{", token.start)
        closing, self._closing, self._depth = self._closing, "", self._depth + 1
        listing, self._list_level = self._list_level, -1
        self._tokens(content)
        self._out.put(self._closing, token.start)
        self._closing, self._list_level, self._depth = closing, listing, self._depth - 1
        self._out.put("}", token.start)

    # -- fields

    def _field(self, tokens: Sequence[Token], index: int) -> bool:
        """Add the citations or the reference of a field; return whether its text is to be skipped."""
        field: WordField = tokens[index].data
        start = tokens[index].start
        instruction = field.instruction.strip()
        if re.match(_LISTS, instruction):
            return id(field) in self._ends
        works = cited(field)
        reference = re.match(_REFERENCE, instruction)
        if (works is None and reference is None) or self._unread:
            return False
        end = self._ends.get(id(field), -1)
        if end < 0:  # an unclosed field has no known text
            return False
        if works is not None:
            keys = [key for work in works if (key := self._works.key(work, start, end))]
            if keys:
                self._out.put(f"\\parencite{{{','.join(keys)}}}", start, end)
            return bool(keys)
        assert reference is not None
        broken = re.search(_BROKEN, self._text[start:end])
        said = _label(reference[2])
        name = broken[0] if broken else self._marks.get(said.lower(), said)
        self._refer("pageref" if reference[1] == "PAGEREF" else "cref", name, start, end)
        return True

    def _refer(self, command: str, name: str, start: int, end: int) -> None:
        self._out.put(f"\\{command}{{{name}}}", start, end)


def _label(bookmark: str) -> str:
    return re.sub(r"[^\w.:-]", "", bookmark)


class _Works:
    """The cited works of a document, with keys for messages."""

    def __init__(self, file: WordFile) -> None:
        self._keys: dict[str, str] = {}  # identity -> key
        self._entries: dict[str, tuple[Mapping[str, object], int, int]] = {}
        # Missing sources and uncited ones are only known if all parts with sources or citations were read.
        self._lacks_sources = any(name.startswith("customXml/") for name in file.broken)
        self._lacks_citations = any(name.startswith(("word/", "docProps/")) for name in file.broken)
        for source in map(word_source, file.sources):
            self._keys[source.identity] = source.key
            self._entries[source.key] = source.item, 0, 0

    def key(self, work: CitedWork, start: int, end: int) -> str:
        """Return the key of a work that is cited from ``start`` to ``end``; empty if its source was not read."""
        if work.key:  # a source of Word, perhaps a missing one
            if work.key in self._entries and not self._entries[work.key][2]:
                self._entries[work.key] = self._entries[work.key][0], start, end
            return work.key if work.key in self._entries or not self._lacks_sources else ""
        key = self._keys.get(work.identity)
        if key is None:
            name = key = short_name(work.item)
            number = 1
            while key in self._entries:
                number += 1
                key = f"{name}-{number}"
            self._keys[work.identity] = key
            self._entries[key] = work.item, start, end
        return key

    def list(self, out: Translation, at: int) -> None:
        """Add a bibliography; the place of each entry is its first citation."""
        if not self._entries:
            return
        out.put("\n\\begin{filecontents}{cited.bib}\n", at)
        for key, (item, start, end) in self._entries.items():
            if self._lacks_citations and not end:
                continue
            out.put(f"@{bibtex_type(item)}{{{key},\n", start, end)
            for name, value in bibtex_fields(item):
                if value:
                    raw = name in ("author", "editor", "doi", "url", "isbn", "issn", "pmid", "date")
                    out.put(f"  {name} = {{{value if raw else printed(value)}}},\n", start, end)
            out.put("}\n", start, end)
        out.put("\\end{filecontents}\n\\addbibresource{cited.bib}\n", at)
