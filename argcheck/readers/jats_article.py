"""Articles in JATS XML, translated to LaTeX: words, headings, citations, cross-references, floats, bibliography."""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple
from xml.parsers import expat

from argcheck.files.opening import InputError, OtherKindError
from argcheck.files.patterns import lazy
from argcheck.readers.jats_references import FORMS, references
from argcheck.readers.translation import Excerpt, Translation, heading, printed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from argcheck.files.source import Translated
    from argcheck.readers.jats_references import JatsReference

#: A name and its value in a tag, or the end of the tag; a value may have any sign but its quotation mark.
_ATTRIBUTE = lazy(r"(?<![\w:.-])([\w:.-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')|>")
_DECLARED = lazy(r"<\?xml[^<>]*?\bencoding\s*=\s*[\"'](?!utf-?8\b|us-ascii\b)[\w.-]+[\"']", re.IGNORECASE)
#: Elements with text of the article; the others of front and back have metadata.
_TEXT = frozenset(["abstract", "body", "app", "ref", "floats-group"])
#: Elements within these whose text is not prose, or of another author.
_NO_TEXT = frozenset(
    ["label", "object-id", "graphic", "media", "tex-math", "math", "permissions", "attrib", "preformat", "code",
     "table-wrap-foot", "fn-group", "sub-article", "response", "trans-abstract", "pub-id-type", "supplementary-material"]
)  # fmt: skip
#: Elements with text of another author.
_OF_OTHERS = frozenset(["sub-article", "response"])
#: Elements that may be between the ends of a range of citations.
_IN_LINE = frozenset(["sup", "sub", "bold", "italic"])
_JOINING = frozenset(["-", "‐", "‑", "‒", "–", "—", "−", "to"])
_AROUND = {
    "p": ("", "\n\n"),
    "caption": ("\\caption{", "}\n"),
    "fig": ("\\begin{figure}", "\\end{figure}\n\n"),
    "table-wrap": ("\\begin{table}", "\\end{table}\n\n"),
    "table": ("\\begin{tabular}{l}\n", "\\end{tabular}\n"),
    "td": ("", "\n\n"),  # no column: a cell may span several of them, and rows
    "th": ("", "\n\n"),
    "disp-formula": ("\\begin{equation}x", "\\end{equation}"),
    "inline-formula": ("$x$", ""),
    "fn": ("\\footnote{", "}"),
    "abstract": ("\\begin{abstract}\n", "\\end{abstract}\n"),
    "list": ("\n\n\\begin{itemize}\n", "\\end{itemize}\n\n"),
    "list-item": ("\\item ", "\n\n"),
    "disp-quote": ("\\begin{quote}", "\\end{quote}\n\n"),
    "sup": ("\\textsuperscript{", "}"),
    "sub": ("\\textsubscript{", "}"),
}
#: The LaTeX around the parts of the name of an author.
_IN_NAME = {"name": ("\\author{", "}\n"), "surname": ("{", "}, "), "given-names": ("{", "}")}
#: Separators after fields of a reference, if the style of the journal adds them.
_APART = {
    "surname": " ",
    **dict.fromkeys(("name", "string-name", "collab", "year", "volume", "fpage", "publisher-name"), ", "),
    **dict.fromkeys(("person-group", "article-title", "chapter-title", "source"), ". "),
}
_BARE = lazy(r"</[^<>]*>\s*<")  # an end tag without text after it


class _Element(NamedTuple):
    """An open element."""

    name: str
    closing: str  #: LaTeX at its end
    silent: bool  #: whether its words are left out
    was_silent: bool  #: whether those around it are


def translate(text: str) -> Translated:
    """Return an article as LaTeX.

    :raises InputError: it is not XML, not an article, or declares entities.
    """
    return _Article(text).translated()


class _Article:
    def __init__(self, text: str) -> None:
        self.text = text
        self.data = text.encode("utf-8", "replace")
        self.all = Excerpt(text, [(0, len(text))])
        self.out = Translation()
        self.open: list[_Element] = []
        self.silent = True
        self._byte = self._offset = 0
        self.references: list[JatsReference] = []
        self.works: list[str] = []  # their ids
        self.as_data: list[
            tuple[JatsReference, tuple[int, int] | None, int, int]
        ] = []  # with the places of id and tag
        self.parts: dict[str, str] = {}  # an id within a reference -> the id of the reference
        self.number = 0  # of the last reference that began
        self.form = ""  # the first form of that reference
        self.cited = ""  # the last cited work, if a range may follow
        self.between = ""  # the text after it
        self.listing = False  # whether the list of references has begun
        self.parser = expat.ParserCreate("utf-8")

    def translated(self) -> Translated:
        parser, out = self.parser, self.out
        self._read_references()
        parser.StartElementHandler, parser.EndElementHandler = self._start, self._end
        parser.CharacterDataHandler = self._characters
        parser.CommentHandler = self._comment
        with _said():
            parser.Parse(self.data, True)
        if self.listing:
            out.put("\\end{thebibliography}\n", len(self.text))
        self._list_data()
        out.targets.difference_update(self.works)
        return out.done(len(self.text))

    def _read_references(self) -> None:
        """Read the references first, as they follow the citations; also refuses entities."""
        with _said():
            self.references = references(self.data, self.parts, self._refuse)
        self.works += [reference.id for reference in self.references]

    def _list_data(self) -> None:
        """Add the references that are given as data, as a bibliography."""
        out = self.out
        for number, (reference, identifier, at, end) in enumerate(self.as_data):
            out.put("\n\\begin{filecontents}{references.bib}\n" * (number == 0), at)
            if identifier:
                out.around(f"@{reference.type}{{", self.text, identifier, ",\n")
            else:
                out.put(f"@{reference.type}{{{reference.id},\n", at, end)
            for name, value in reference.fields.items():
                raw = name in ("author", "editor", "doi", "url", "pmid", "eprint")
                out.put(f"  {name} = {{{value if raw else printed(value)}}},\n", at, end)
            out.put("}\n", at, end)
        if self.as_data:
            out.put("\\end{filecontents}\n\\addbibresource{references.bib}\n", len(self.text))

    @staticmethod
    def _refuse(name: str, *_: Any) -> None:
        raise InputError("unreadable", f"it declares an entity of its own, '{name}'")

    def _place(self) -> int:
        """Return the offset of the parser in the text."""
        byte = self.parser.CurrentByteIndex
        self._offset += len(self.data[self._byte : byte].decode("utf-8", "replace"))
        self._byte = byte
        return self._offset

    def _attributes(self, at: int) -> tuple[dict[str, tuple[int, int]], int]:
        """Return the ranges of the attributes of a tag by name, and the end of the tag."""
        places: dict[str, tuple[int, int]] = {}
        for match in _ATTRIBUTE.finditer(self.text, at):
            if not match[1]:
                return places, match.end()
            places[match[1]] = match.span(2 if match[2] is not None else 3)
        return places, len(self.text)

    # -- elements

    def _start(self, qualified: str, attributes: dict[str, str]) -> None:
        at = self._place()
        name = qualified.rpartition(":")[2]
        if not self.open:
            self._begin(name, attributes, at)
        around = self.open[-1].name if self.open else ""
        places, end = self._attributes(at)
        identifier = places.get("id")
        if identifier:
            self.out.targets.add(self.text[slice(*identifier)])
        if name == "ref":
            self.number, self.form = self.number + 1, ""
        closing, was = "", self.silent
        if name in _NO_TEXT or (name == "article" and self.open):
            self.silent = True
        elif self.open and (name in _TEXT or (name == "article-title" and around == "title-group")):
            self.silent = any(element.name in _NO_TEXT for element in self.open)
        elif name in FORMS and self.listing and not self.references[self.number - 1].type:
            self.form = self.form or name
            self.silent |= name != self.form
        elif name == "pub-id" and self.form:  # only one of the forms may have it
            self.out.put(" " if self.silent else "", at)
            self.silent = False
        if not self.silent or name == "xref":
            closing = self._opening(name, around, attributes.get("ref-type", ""), (at, end), places)
            if attributes.get("pub-id-type") == "doi":
                self.out.put("doi:", at, end)
        elif self._in_name(name):
            opening, closing = _IN_NAME[name]
            self.out.put(opening, at, end)
            self.silent = name == "name"
        if name == "contrib" and attributes.get("contrib-type", "author") != "author":
            name = "editor"
        self.open.append(_Element(name, closing, self.silent, was))
        if name == "xref":
            self.silent = True

    def _in_name(self, name: str) -> bool:
        """Whether an element is a name of an author of the article, or a part of one."""
        around = [element.name for element in self.open]
        named = around[-1:] if name == "name" else around[-2:]
        return (
            name in _IN_NAME and named in (["contrib"], ["contrib", "name"]) and _OF_OTHERS.isdisjoint(around)
        )

    def _begin(self, name: str, attributes: dict[str, str], at: int) -> None:
        if name != "article":
            raise OtherKindError("unreadable", f"it is no article in JATS: it begins with <{name[:40]}>")
        self.out.begin(at, [attributes.get("xml:lang", "")])
        if _DECLARED.match(self.text):
            self.out.put("\\usepackage[latin1]{inputenc}\n", at)

    def _opening(
        self, name: str, around: str, kind: str, place: tuple[int, int], places: Mapping[str, tuple[int, int]]
    ) -> str:
        """Add the LaTeX at the start of an element; return that at its end."""
        at, end = place
        out = self.out
        if name == "xref":
            self._crossing(kind, places.get("rid"), at, end)
            return ""
        identifier = places.get("id")
        if name not in _IN_LINE:
            self.cited = ""
        if name == "floats-group" and self.listing:  # it follows the list
            out.put("\\end{thebibliography}\n", at)
            self.listing = False
        if name == "ref":
            self._reference(identifier, at, end)
            return "" if self.silent else "\n\n"
        if name == "article-title" and around == "title-group":
            out.put("\\title{", at)
            return "}\n"
        if name == "title":
            return self._title(around, at)
        opening, closing = _AROUND.get(name, ("", ""))
        out.put(opening, at, end)
        if identifier and name in ("fig", "table-wrap", "disp-formula", "sec"):
            out.around("\\label{", self.text, identifier, "}")
        return closing

    def _reference(self, identifier: tuple[int, int] | None, at: int, end: int) -> None:
        """Begin an entry of the list of references; one without an id counts as cited, since nothing can cite it."""
        reference = self.references[self.number - 1]
        if not identifier:
            self.out.put(f"\\nocite{{{reference.id}}}", at, end)
        if reference.type:
            self.as_data.append((reference, identifier, at, end))
            self.silent = True
            return
        if not self.listing:
            self.out.put("\\begin{thebibliography}{9}\n", at)
            self.listing = True
        if identifier:
            self.out.around("\\bibitem{", self.text, identifier, "} ")
        else:
            self.out.put(f"\\bibitem{{{reference.id}}} ", at, end)

    def _title(self, around: str, at: int) -> str:
        level = sum(element.name in ("sec", "app") for element in self.open)
        if around not in ("sec", "app") or any(element.name == "abstract" for element in self.open):
            return ". "
        self.out.put(f"\\{heading(level)}{{", at)
        return "}\n"

    def _end(self, _: str) -> None:
        at = self._place()
        element = self.open.pop()
        self.out.put(element.closing, at)
        if self.listing and not element.silent and _BARE.match(self.text, at):
            self.out.put(_APART.get(element.name, ""), at)
        self.silent = element.was_silent

    # -- references and words

    def _crossing(self, kind: str, place: tuple[int, int] | None, at: int, end: int) -> None:
        if place is None or (
            self.silent and (kind != "bibr" or any(element.name in _OF_OTHERS for element in self.open))
        ):
            return
        words = re.finditer(r"\S+", self.text[slice(*place)])
        names = [(place[0] + match.start(), match[0]) for match in words]
        if not kind and all(name in self.works or name in self.parts for _, name in names):
            kind = "bibr"
        if kind == "bibr":
            self._range(names[0][1] if names else "", at)
            self.cited, self.between = names[-1][1] if names else "", ""
        elif kind in ("aff", "corresp", "fn", "author-notes", "contrib", "other"):
            return
        for number, (start, name) in enumerate(names):
            command = "cref" if kind != "bibr" else "nocite" if self.silent else "parencite"
            self.out.put("," if number else f"\\{command}{{", at, end)
            if name in self.parts:
                self.out.put(self.parts[name], start, start + len(name))
            else:
                self.out.keep(self.all, start, start + len(name))
        self.out.put("}" if names else "", at, end)

    def _range(self, name: str, at: int) -> None:
        """Add the works between the ends of a range, such as the second of ``1-3``, as cited."""
        joined = self.between.strip(" \t\r\n\xa0[](),") in _JOINING
        if joined and self.cited in self.works and name in self.works:
            between = self.works[self.works.index(self.cited) + 1 : self.works.index(name)]
            if between:
                self.out.put(f"\\nocite{{{','.join(between)}}}", at)

    def _comment(self, data: str) -> None:
        """Add a comment for argcheck as a LaTeX comment; others are left out."""
        at = self._place()
        words = data.strip()
        if words.lower().startswith("argcheck"):
            start = at + len("<!--") + data.index(words)
            self.out.around("% ", self.text, (start, start + len(words)), "\n")

    def _characters(self, data: str) -> None:
        at = self._place()
        if self.silent:
            return
        self.between = (self.between + "".join(data.split()))[:20]  # without the indentation of the markup
        if self.text.startswith(data, at):
            self.out.words(self.all, at, at + len(data))
        else:  # the parser has resolved an entity
            self.out.put(printed(data), at)


@contextmanager
def _said() -> Iterator[None]:
    """Turn an error of the parser into one that names the line."""
    try:
        yield
    except expat.ExpatError as error:
        said = expat.errors.messages[error.code]
        raise InputError("unreadable", f"line {error.lineno} is no XML: {said}") from None
