"""Inline Markdown of pandoc, Quarto and bookdown: citations, references, links, formulas, footnotes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from argcheck.files.patterns import lazy
from argcheck.readers.markdown_brackets import Brackets, is_option

if TYPE_CHECKING:
    from collections.abc import Container

    from argcheck.readers.translation import Excerpt, Translation

_KEY = r"(?:\{[^{}\s]+\}|\w(?:\w|[:.$&\-+?<>~/](?=\w)|[:/](?=/))*+)"
CITED = lazy(rf"(?<![^\W_]|\\)-?@(?P<key>{_KEY})")
#: Labels of Quarto and pandoc-crossref for figures, tables, equations, sections and statements.
_LABEL = lazy(
    r"(?i:fig|tbl|tab|eq|sec|lst)[:-]\w.*|(?:thm|lem|cor|prp|cnj|def|exm|exr|sol|rem|alg|apx|tip|nte|wrn|imp|cau)-\w.*"
)
#: One that is not closed is printed as it stands.
_OF_BOOKDOWN = r"\\\\?@ref\((?P<reference>[^()\s]+(?=\))|[\w:.-]+(?=\s|\Z))\)?"
_REFERENCE = lazy(_OF_BOOKDOWN)
_TOKEN = lazy(
    rf"""
      {_OF_BOOKDOWN}
    | (?P<escaped>\\[!-/:-@\[-`{{-~])
    | (?P<command>\\[A-Za-z]+\*?)
    | (?P<code>`+)
    | (?P<formula>\$\$?)
    | <!--(?P<comment>.*?)-->
    | \{{\{{<\s*embed\s[^<>\#\n]{{0,500}}\#(?P<embedded>[\w.:-]+)[^<>\n]{{0,200}}>\}}\}}
    | (?P<tag><(?:https?://|mailto:)[^<>\s]*>|</?[A-Za-z][^<>]{{0,2000}}>|\{{\{{<[^\n]{{0,500}}?>\}}\}})
    | (?P<address>\bhttps?://[^\s<>()\[\]]*)
    | (?P<open>[!^]?\[)
    | (?<![^\W_]|\\)-?@(?P<key>{_KEY})
    | (?P<raised>[\^~](?P<within>[^\s\^~\[\]]{{1,40}})[\^~])
    | (?P<mark>\*+|(?<!\w)_+)(?P<twice>(?P<first>\w+)[ ](?i:(?P=first)))(?P=mark)(?!\w)
    | (?P<emphasis>\*+|~~|(?<!\w)_+|_+(?!\w))
    | (?P<special>[%&\#{{}}~^_])
    """,
    re.VERBOSE | re.DOTALL,
)
_FORMULA_END = lazy(r"(?<=[^\s\\])\$(?!\d)")
_NUMBERED = lazy(r"\(\\\#(?P<label>[\w:.-]+)\)")
_TARGET = lazy(r"\((?:[^()\\]|\\.|\([^()]*\)){0,2000}+\)", re.DOTALL)
_FILE = lazy(r"\(\s*([^\s<>()%#{}\\\"]+)\s*(?:[\"'][^()]*[\"']\s*)?\)")
_VALUE = r"""=(?:"(?:[^"\\]|\\.){0,4000}+"|'(?:[^'\\]|\\.){0,4000}+')"""  # of an attribute, between quotation marks
ATTRIBUTES = rf"\{{(?:{_VALUE}|[^{{}}]){{0,2000}}+\}}"  #: such as ``{#fig-one width=50%}``
_ATTRIBUTES = lazy(ATTRIBUTES, re.DOTALL)
_IDENTIFIER = lazy(rf"{_VALUE}|\#([^\s{{}}\#]+)", re.DOTALL)
_ARGUMENTS = lazy(r"(?:\[(?!-?@)[^\[\]]{0,2000}\]|\{(?:[^{}]|\{[^{}]*\}){0,2000}+\})*+")
_LONGEST_FORMULA = 4_000  # characters
_DEEPEST = 20  # most nested brackets, more than any author writes


def label_in(attributes: str) -> str:
    """Return the identifier in attributes such as ``{#fig-one width=50%}``; empty without one."""
    return next((match[1] for match in _IDENTIFIER.finditer(attributes) if match[1]), "")


class Words:
    """Translates excerpts of inline Markdown.

    :param labels: identifiers of the manuscript: a citation of one is a reference.
    """

    def __init__(self, out: Translation, labels: Container[str]) -> None:
        self._out = out
        self._labels = labels
        self.referred: set[str] = set()  #: names in references
        self._depth = 0  # of open brackets
        self.links: Container[str] = ()  #: names of links in capitals, which stand in brackets
        self.kinds: tuple[
            str, ...
        ] = ()  #: prefixes of labels that the manuscript declares, such as ``suppfig-``

    def is_label(self, key: str) -> bool:
        """Whether ``@key`` is a reference rather than a citation."""
        return key in self._labels or self.is_kind(key)

    def is_kind(self, key: str) -> bool:
        """Whether a name has the prefix of a label, such as ``fig-``."""
        return bool(_LABEL.fullmatch(key)) or key.startswith(self.kinds)

    def translate(self, excerpt: Excerpt) -> None:
        """Add an excerpt; one that is only a picture becomes a figure."""
        brackets = Brackets(excerpt.text)
        stripped = excerpt.text.strip()
        start = excerpt.text.find("![") if stripped.startswith("![") else -1
        if start >= 0:
            end = self._link_end(excerpt.text, brackets.end(start + 1))
            if end and not excerpt.text[end:].strip():
                self._picture(excerpt, brackets, start + 1, end, figure=True)
                return
        self._between(excerpt, brackets, 0, len(excerpt.text))

    def _between(self, excerpt: Excerpt, brackets: Brackets, start: int, end: int) -> None:
        text, out = excerpt.text, self._out
        at = start
        self._depth += 1
        while self._depth <= _DEEPEST and (token := _TOKEN.search(text, at, end)):
            out.words(excerpt, at, token.start())
            at = self._token(excerpt, brackets, token, end)
        self._depth -= 1
        out.words(excerpt, at, end)

    def _token(self, excerpt: Excerpt, brackets: Brackets, token: re.Match[str], end: int) -> int:
        """Add the element that begins with a token; return its end."""
        kind, out = token.lastgroup or "", self._out
        first, behind = token.span()
        if token["key"]:
            return self._cited_in_words(excerpt, brackets, token)
        if token["open"]:
            return self._bracket(excerpt, brackets, token, end)
        if token["reference"]:
            self._refer(excerpt, token)
        elif token["escaped"]:
            out.words(excerpt, first + 1, behind)
        elif token["command"]:
            return self._raw(excerpt, token, end)
        elif token["code"]:
            return self._code(excerpt, brackets, token)
        elif token["formula"]:
            return self._formula(excerpt, token, end)
        elif token["comment"] is not None:
            self._comment(excerpt, token)
        elif token["embedded"]:
            self._command(excerpt, "\\label{", *token.span("embedded"), "}")
        elif token["raised"]:
            name = "textsuperscript" if token["raised"][0] == "^" else "textsubscript"
            self._command(excerpt, f"\\{name}{{", *token.span("within"), "}", words=True)
        elif token["twice"]:  # "*Gallus gallus*" is a name
            self._command(excerpt, "{", *token.span("twice"), "}", words=True)
        elif kind in {"address", "special"}:
            out.words(excerpt, first, behind)
        return behind

    # -- pieces

    def _refer(self, excerpt: Excerpt, match: re.Match[str]) -> None:
        self.referred.add(match["reference"])
        self._command(excerpt, "\\cref{", *match.span("reference"), "}")

    def _command(
        self, excerpt: Excerpt, opening: str, start: int, end: int, closing: str, *, words: bool = False
    ) -> None:
        out = self._out
        out.put(opening, excerpt.place(start))
        (out.words if words else out.keep)(excerpt, start, end)
        out.put(closing, excerpt.place(end))

    def _raw(self, excerpt: Excerpt, token: re.Match[str], end: int) -> int:
        arguments = _ARGUMENTS.match(excerpt.text, token.end(), end)
        behind = arguments.end() if arguments else token.end()
        self._out.keep(excerpt, token.start(), behind)
        return behind

    def _code(self, excerpt: Excerpt, brackets: Brackets, token: re.Match[str]) -> int:
        behind = brackets.code_end(token.start(), token.end())
        if behind is None:
            self._out.words(excerpt, *token.span())
            return token.end()
        start, width = token.end(), token.end() - token.start()
        if excerpt.text.startswith(("r ", "{r} ", "python ", "{python} ", "julia ", "{julia} "), start):
            self._out.put("\\Sexpr{}", excerpt.place(token.start()), excerpt.place(behind))
        else:
            self._command(excerpt, "\\texttt{", start, behind - width, "}", words=True)
        return behind

    def _formula(self, excerpt: Excerpt, token: re.Match[str], end: int) -> int:
        text, start = excerpt.text, token.end()
        most = min(end, start + _LONGEST_FORMULA)
        display = token["formula"] == "$$"
        closing = _FORMULA_END.search(text, start, most) if not display else None
        last = text.find("$$", start, most) if display else closing.start() if closing else -1
        if last < 0 or "\n\n" in text[start:last] or (closing and text[start].isspace()):
            self._out.put("\\$" * (start - token.start()), excerpt.place(token.start()), excerpt.place(start))
            return start
        if closing:
            at = token.start()
            while (
                percent := text.find("\\\\%", at, last)
            ) >= 0:  # in quotation marks, where it is one backslash
                self._out.keep(excerpt, at, percent)
                at = percent + 1
            self._out.keep(excerpt, at, closing.end())
            return closing.end()
        self._out.put("\\begin{equation}", excerpt.place(token.start()), excerpt.place(start))
        self.mathematics(excerpt, start, last)
        behind = self._label(excerpt, last + 2, end)
        self._out.put("\\end{equation}", excerpt.place(last), excerpt.place(last) + 2)
        return behind

    def _label(self, excerpt: Excerpt, start: int, end: int) -> int:
        """Add the label of attributes at ``start``, if there are any; return their end."""
        at = start
        while at < end and excerpt.text[at] in " \t":
            at += 1
        attributes = _ATTRIBUTES.match(excerpt.text, at, end)
        if attributes is None:
            return start
        if label := label_in(attributes[0]):
            at = excerpt.text.index(f"#{label}", attributes.start()) + 1
            self._command(excerpt, "\\label{", at, at + len(label), "}")
        return attributes.end()

    def mathematics(self, excerpt: Excerpt, start: int, end: int) -> None:
        r"""Add raw LaTeX, with a ``\label`` for each ``(\#eq:name)`` of bookdown."""
        for numbered in _NUMBERED.finditer(excerpt.text, start, end):
            self._out.keep(excerpt, start, numbered.start())
            self._command(excerpt, "\\label{", *numbered.span("label"), "}")
            start = numbered.end()
        self._out.keep(excerpt, start, end)

    def _comment(self, excerpt: Excerpt, token: re.Match[str]) -> None:
        """Add a comment for argcheck as a LaTeX comment; others are left out."""
        words = token["comment"].strip()
        if words.lower().startswith("argcheck"):
            start = token.start("comment") + token["comment"].index(words)
            self._command(excerpt, "% ", start, start + len(words), "\n")

    # -- citations

    def _cited_in_words(self, excerpt: Excerpt, brackets: Brackets, token: re.Match[str]) -> int:
        """Add ``@key`` without the pages in brackets after it; return the end."""
        text, behind = excerpt.text, token.end()
        opening = behind + (text[behind : behind + 1] == " ")
        closing = brackets.end(opening) if text[opening : opening + 1] == "[" else None
        if (
            closing is None
            or text[closing : closing + 1] in {"(", "[", "{"}
            or text[opening + 1] in "^!"
            or CITED.search(text, opening, closing)
        ):
            closing = None
        pages = self._note(text, opening + 1, closing - 1) if closing else (0, 0)
        self._keys(excerpt, "textcite", *token.span(), [token], pages=pages)
        return closing or behind

    def _keys(
        self,
        excerpt: Excerpt,
        command: str,
        start: int,
        end: int,
        cited: list[re.Match[str]],
        *,
        note: tuple[int, int] = (0, 0),
        pages: tuple[int, int] = (0, 0),
    ) -> None:
        """Add citations and references.

        :param note: the range of words before the first key: ``[see @key]``.
        :param pages: the range of words behind the last one: ``[@key, p. 3]``.
        """
        labels = [match for match in cited if self.is_label(match["key"])]
        keys = [match for match in cited if match not in labels]
        self.referred.update(match["key"] for match in labels)
        for name, matches in ((command, keys), ("cref", labels)):
            for number, match in enumerate(matches):
                opening = f"\\{name}{{" if not number else ","
                if not number and name != "cref":
                    opening = self._with_notes(
                        excerpt,
                        f"\\{name}",
                        note if match is cited[0] else (0, 0),
                        pages if matches[-1] is cited[-1] else (0, 0),
                    )
                first, last = match.span("key")
                braces = match["key"][0] == "{"
                before = matches[number - 1].end() if number else first
                if excerpt.text[before] == "," and excerpt.text[before + 1 : first].strip() == "@":
                    self._out.keep(excerpt, before, before + 1)
                else:
                    self._out.put(opening, excerpt.place(start), excerpt.place(end - 1) + 1)
                if name == "cref" and match["key"][0].isupper() and match["key"] not in self._labels:
                    self._out.put(
                        match["key"][0].lower(), excerpt.place(first)
                    )  # "Fig-x" at the start of a sentence
                    first += 1
                self._out.keep(excerpt, first + braces, last - braces)
            if matches:
                self._out.put("}", excerpt.place(end - 1), excerpt.place(end - 1) + 1)

    def _with_notes(
        self, excerpt: Excerpt, opening: str, note: tuple[int, int], pages: tuple[int, int]
    ) -> str:
        """Add a command with the words before and behind its keys, if there are any; return what opens its argument."""
        if note[0] < note[1]:
            self._command(excerpt, f"{opening}[", *note, "]", words=True)
            opening = "[" if pages[0] < pages[1] else "[]"
        elif pages[0] < pages[1]:
            opening += "["
        if pages[0] < pages[1]:
            self._command(excerpt, opening, *pages, "]", words=True)
            opening = ""
        return f"{opening}{{"

    def _bracket(self, excerpt: Excerpt, brackets: Brackets, token: re.Match[str], end: int) -> int:
        text, opening = excerpt.text, token.end() - 1
        closing = brackets.end(opening)
        if closing is None or closing > end:
            self._out.words(excerpt, *token.span())
            return token.end()
        inside = text[opening + 1 : closing - 1]
        if token["open"] == "^[":
            self._out.put("\\footnote{", excerpt.place(token.start()), excerpt.place(token.end()))
            self._between(excerpt, brackets, opening + 1, closing - 1)
            self._out.put("}", excerpt.place(closing - 1), excerpt.place(closing - 1) + 1)
            return closing
        behind = self._link_end(text, closing)
        if token["open"] == "![" and behind:
            self._picture(excerpt, brackets, opening, behind, figure=False)
            return behind
        if inside.startswith("^") and " " not in inside:
            return closing  # the mark of a footnote
        cited = list(CITED.finditer(text, opening + 1, closing - 1)) if not behind else []
        if cited and all(CITED.search(part) for part in inside.split(";")):
            note = self._note(text, opening + 1, cited[0].start())
            pages = self._note(text, cited[-1].end(), closing - 1)
            self._keys(excerpt, "parencite", opening, closing, cited, note=note, pages=pages)
            for reference in _REFERENCE.finditer(text, opening, closing):
                self._refer(excerpt, reference)
            return closing
        linked = (
            behind or text[closing : closing + 1] == "[" or " ".join(inside.split()).upper() in self.links
        )
        if not linked:
            guard = "{}" if is_option(text, opening) else ""
            self._out.put(guard, excerpt.place(opening))
            self._out.words(excerpt, opening, opening + 1)
        target = text[closing + 2 : text.find(")", closing)] if text.startswith("(#", closing) else ""
        if target in self._labels:
            self._command(excerpt, "\\hyperref[", closing + 2, closing + 2 + len(target), "]{")
        self._between(excerpt, brackets, opening + 1, closing - 1)
        self._out.put("}" if target in self._labels else "", excerpt.place(closing - 1))
        if not linked:
            self._out.words(excerpt, closing - 1, closing)
        if not behind:
            return closing
        self._label(excerpt, closing, behind)
        return behind

    @staticmethod
    def _note(text: str, start: int, end: int) -> tuple[int, int]:
        """Return the range of the words in front of a key, without marks of emphasis; empty if they are more than words."""
        written = text[start:end]
        if not set(written).isdisjoint("[]{}\\@`$<"):
            return start, start
        first = start + len(written) - len(written.lstrip("*_,: \n"))
        return first, max(first, start + len(written.rstrip("*_ \n")))

    @staticmethod
    def _link_end(text: str, closing: int | None) -> int | None:
        """Return the end of the target and attributes after a bracket; None if it is not a link."""
        if closing is None:
            return None
        target = _TARGET.match(text, closing)
        attributes = _ATTRIBUTES.match(text, target.end() if target else closing)
        if attributes:
            return attributes.end()
        return target.end() if target else None

    def _picture(
        self, excerpt: Excerpt, brackets: Brackets, opening: int, behind: int, *, figure: bool
    ) -> None:
        """Add a picture; with ``figure``, as a figure with its words as the caption."""
        closing = brackets.end(opening)
        assert closing is not None
        text, out = excerpt.text, self._out
        if figure:
            out.put("\\begin{figure}", excerpt.place(opening))
        if (file := _FILE.match(text, closing, behind)) and "://" not in file[1]:
            self._command(excerpt, "\\includegraphics{", *file.span(1), "}")
        if figure:
            out.put("\\caption{", excerpt.place(opening))
        self._between(excerpt, brackets, opening + 1, closing - 1)
        if figure:
            out.put("}", excerpt.place(closing - 1))
        if figure:
            target = _TARGET.match(text, closing)
            self._label(excerpt, target.end() if target else closing, behind)
            out.put("\\end{figure}", excerpt.place(behind - 1), excerpt.place(behind - 1) + 1)
