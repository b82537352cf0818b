"""Articles in JATS XML, said again in LaTeX: citations, references, figures, tables, headings, words, the list of references."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from xml.parsers import expat

from argcheck.files.opening import InputError
from argcheck.files.patterns import lazy
from argcheck.files.records import NamedTuple
from argcheck.readers.translation import Excerpt, Translation, heading

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.files.source import Translated

_RID = lazy(r"\brid\s*=\s*[\"']([^\"']*)")
_ID = lazy(r"(?<![\w:.-])id\s*=\s*[\"']([^\"']*)")
_REFERENCE = lazy(r"<ref\b[^<>]*?\sid\s*=\s*[\"']([^\"']*)")
#: Elements whose text belongs to the article; all else of the front and back is about it.
_TEXT = frozenset(["abstract", "body", "app", "ref", "floats-group"])
#: Elements within them whose text is not prose, or is somebody else's.
_NO_TEXT = frozenset(
    ["label", "object-id", "graphic", "media", "tex-math", "math", "permissions", "attrib", "preformat", "code",
     "table-wrap-foot", "fn-group", "sub-article", "response", "trans-abstract", "pub-id-type", "supplementary-material"]
)  # fmt: skip
_AROUND = {
    "p": ("", "\n\n"),
    "caption": ("\\caption{", "}\n"),
    "fig": ("\\begin{figure}", "\\end{figure}\n\n"),
    "table-wrap": ("\\begin{table}", "\\end{table}\n\n"),
    "td": ("", "\n\n"),
    "th": ("", "\n\n"),
    "disp-formula": ("\\begin{equation}x", "\\end{equation}"),
    "inline-formula": ("$x$", ""),
    "fn": ("\\footnote{", "}"),
    "abstract": ("\\begin{abstract}\n", "\\end{abstract}\n"),
    "list-item": ("\n\n", "\n\n"),
    "disp-quote": ("\\begin{quote}", "\\end{quote}\n\n"),
    "sup": ("\\textsuperscript{", "}"),
    "sub": ("\\textsubscript{", "}"),
}
#: What stands behind fields of a reference that journals leave to their style.
_APART = {
    "surname": " ",
    **dict.fromkeys(("name", "string-name", "collab", "year", "volume", "fpage", "publisher-name"), ", "),
    **dict.fromkeys(("person-group", "article-title", "chapter-title", "source"), ". "),
}
_BARE = lazy(r"</[^<>]*>\s*<")  # an end, and nothing printed behind it


class _Element(NamedTuple):
    """An element that is open."""

    name: str
    closing: str
    silent: bool  #: whether its words are left out
    was_silent: bool  #: and those around it


def translate(text: str) -> Translated:
    """Say an article in LaTeX.

    :raises InputError: it is no XML, no article, or declares entities of its own.
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
        self.works = _REFERENCE.findall(text)
        self.parts = dict(_parts_of_references(text))  # an id within a reference -> the id of the reference
        self.cited = ""  # the last work cited, while a range may go on
        self.listing = False  # whether the list of references has begun
        self.parser = expat.ParserCreate("utf-8")

    def translated(self) -> Translated:
        parser, out = self.parser, self.out
        parser.StartElementHandler, parser.EndElementHandler = self._start, self._end
        parser.CharacterDataHandler = self._characters
        parser.CommentHandler = self._comment
        parser.EntityDeclHandler = self._refuse
        try:
            parser.Parse(self.data, True)
        except expat.ExpatError as error:
            said = expat.errors.messages[error.code]
            raise InputError("unreadable", f"line {error.lineno} is no XML: {said}") from None
        if self.listing:
            out.put("\\end{thebibliography}\n", len(self.text))
        out.targets.difference_update(self.works)
        return out.done(len(self.text))

    @staticmethod
    def _refuse(name: str, *_: Any) -> None:
        raise InputError("unreadable", f"it declares an entity of its own, '{name}'")

    def _place(self) -> int:
        """Return the offset in the text of what the parser is at."""
        byte = self.parser.CurrentByteIndex
        self._offset += len(self.data[self._byte : byte].decode("utf-8", "replace"))
        self._byte = byte
        return self._offset

    # -- elements

    def _start(self, qualified: str, attributes: dict[str, str]) -> None:
        at = self._place()
        name = qualified.rpartition(":")[2]
        if not self.open:
            self._begin(name, attributes, at)
        around = self.open[-1].name if self.open else ""
        end = self.text.find(">", at) + 1
        identifier = _ID.search(self.text, at, end) if "id" in attributes else None
        if identifier:
            self.out.targets.add(identifier[1])
        closing, was = "", self.silent
        if name in _NO_TEXT or (name == "article" and self.open):
            self.silent = True
        elif self.open and (name in _TEXT or (name == "article-title" and around == "title-group")):
            self.silent = any(element.name in _NO_TEXT for element in self.open)
        if not self.silent or name == "xref":
            closing = self._opening(name, around, attributes, (at, end), identifier)
        self.open.append(_Element(name, closing, self.silent, was))
        if name == "xref":
            self.silent = True

    def _begin(self, name: str, attributes: dict[str, str], at: int) -> None:
        if name != "article":
            raise InputError("unreadable", f"it is no article in JATS: it begins with <{name[:40]}>")
        self.out.begin(at, [attributes.get("xml:lang", "")])

    def _opening(
        self,
        name: str,
        around: str,
        attributes: dict[str, str],
        place: tuple[int, int],
        identifier: re.Match[str] | None,
    ) -> str:
        """Add what an element begins with; return what it ends with."""
        at, end = place
        out = self.out
        if name == "xref":
            self._crossing(attributes.get("ref-type", ""), at, end)
            return ""
        self.cited = ""
        if name == "floats-group" and self.listing:  # it stands behind the list
            out.put("\\end{thebibliography}\n", at)
            self.listing = False
        if name == "ref" and identifier:
            if not self.listing:
                out.put("\\begin{thebibliography}{9}\n", at)
                self.listing = True
            out.around("\\bibitem{", self.text, identifier.span(1), "} ")
            return "\n\n"
        if name == "article-title" and around == "title-group":
            out.put("\\title{", at)
            return "}\n"
        if name == "title":
            return self._title(around, at)
        opening, closing = _AROUND.get(name, ("", ""))
        out.put(opening, at, end)
        if identifier and name in ("fig", "table-wrap", "disp-formula", "sec"):
            out.around("\\label{", self.text, identifier.span(1), "}")
        return closing

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

    def _crossing(self, kind: str, at: int, end: int) -> None:
        named = _RID.search(self.text, at, end)
        if named is None or self.silent:
            return
        names = [(named.start(1) + match.start(), match[0]) for match in re.finditer(r"\S+", named[1])]
        if not kind and all(name in self.works or name in self.parts for _, name in names):
            kind = "bibr"
        if kind == "bibr":
            self._range(names[0][1] if names else "", at)
            self.cited = names[-1][1] if names else ""
        elif kind in ("aff", "corresp", "fn", "author-notes", "contrib", "other"):
            return
        for number, (start, name) in enumerate(names):
            command = "parencite" if kind == "bibr" else "cref"
            self.out.put("," if number else f"\\{command}{{", at, end)
            if name in self.parts:
                self.out.put(self.parts[name], start, start + len(name))
            else:
                self.out.keep(self.all, start, start + len(name))
        self.out.put("}" if names else "", at, end)

    def _range(self, name: str, at: int) -> None:
        """Add the works between the ends of a range, such as the second of ``1-3``."""
        if self.cited.endswith("-") and self.cited[:-1] in self.works and name in self.works:
            between = self.works[self.works.index(self.cited[:-1]) + 1 : self.works.index(name)]
            if between:
                self.out.put(f"\\nocite{{{','.join(between)}}}", at)

    def _comment(self, data: str) -> None:
        """Add a suppression as a comment of LaTeX; every other comment is left out."""
        at = self._place()
        words = data.strip()
        if words.lower().startswith("argcheck"):
            start = at + len("<!--") + data.index(words)
            self.out.around("% ", self.text, (start, start + len(words)), "\n")

    def _characters(self, data: str) -> None:
        at = self._place()
        if self.silent:
            return
        if self.cited:
            self.cited = self.cited.rstrip("-") + "-" if data.strip() in ("-", "–", "—") else ""
        if self.text.startswith(data, at):
            self.out.words(self.all, at, at + len(data))
        else:  # an entity, or what the parser makes of it
            excerpt = Translation()
            excerpt.words(Excerpt(data, [(0, len(data))]), 0, len(data))
            self.out.put(excerpt.text, at)


def _parts_of_references(text: str) -> Iterator[tuple[str, str]]:
    """Yield each id within a reference, of a citation that it holds, with the id of the reference."""
    for reference in _REFERENCE.finditer(text):
        for part in _ID.finditer(
            text, reference.end(), max(reference.end(), text.find("</ref>", reference.end()))
        ):
            yield part[1], reference[1]
