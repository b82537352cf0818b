"""Markup of Typst, translated to LaTeX: citations, references, labels, headings, formulas, words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.files.patterns import lazy
from argcheck.readers.translation import Excerpt, Translation, heading
from argcheck.readers.typst_names import last_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from argcheck.readers.typst_names import ProjectNames
    from argcheck.readers.typst_syntax import SyntaxNode

#: Names of labels, rather than keys of a bibliography, if nothing sets them.
_KIND = lazy(
    r"(?:fig|figure|img|tbl|tab|tabl?e?|eqn?|eqt|equation|sec|section|ch|chap|chapter|lst|code|algo?|app|thm|lem|def|cor|prop)[:-].+"
)
_FORMULA = lazy(r"[\w\s.,;:=<>+\-*/()|!'\[\]\x80-\U0010ffff]+|%")
_NEAR = 200  # characters in which the words beside code begin; a file may be one line


class TypstWords:
    """Translates words, marks, labels, citations and formulas; a subclass translates calls and statements."""

    def __init__(self, text: str, names: ProjectNames) -> None:
        self.text = text
        self.all = Excerpt(text, [(0, len(text))])
        self.names = names
        self.out = Translation()
        self.heading = False  # whether a heading is open
        self.figures = 0  # depth of figures
        self.quiet = 0  # depth of statements whose words are not printed here
        self.whole = False  # whether it is a document

    # -- words

    def _words(self, start: int, end: int) -> None:
        """Add text, and end an open heading at the end of its line."""
        if self.quiet:
            return
        if self.heading and (line := self.text.find("\n", start, end)) >= 0:
            self._words(start, line)
            self._end_heading(line)
            start = line
        while (tie := self.text.find("~", start, end)) >= 0:
            self.out.words(self.all, start, tie)
            self.out.keep(self.all, tie, tie + 1)
            start = tie + 1
        self.out.words(self.all, start, end)

    def _end_heading(self, at: int) -> None:
        if self.heading:
            self.out.put("}\n", at)
            self.heading = False

    def _around(self, opening: str, start: int, end: int, closing: str) -> None:
        self.out.around(opening, self.text, (start, end), closing)

    def _file(self, command: str, string: SyntaxNode) -> None:
        """Add a command with the name of a file; a leading slash is dropped."""
        start = string.start + 1 + self.text.startswith("/", string.start + 1)
        self._around(f"\\{command}{{", start, string.end - 1, "}\n")

    def _markup(self, children: Sequence[SyntaxNode], start: int, end: int) -> None:
        at, index = start, 0
        while index < len(children):
            node = children[index]
            hashed = node.kind in _HASHED and self.text.startswith("#", node.start - 1, node.start)
            self._words(at, node.start - hashed)
            behind = children[index + 1] if index + 1 < len(children) else None
            if node.kind == "ref" and not self._refers(node.name):
                index = self._citations(children, index)
                at = children[index - 1].end
                continue
            label = (
                behind
                if behind and behind.kind == "label" and not self.text[node.end : behind.start].strip()
                else None
            )
            if label and self._labelled(node, label):
                index += 1
            elif node.kind == "comment":
                self._comment(node, goes_on=True)
            elif hashed and self._in_a_line(node):
                self._value(node)
            else:
                self._node(node)
            index += 1
            at = children[index - 1].end
        self._words(at, end)
        if start and self.heading:
            self._end_heading(end)

    def _in_a_line(self, node: SyntaxNode) -> bool:
        """Whether words stand before or behind code in its line, so that it is most likely one of them."""
        before = self.text[max(0, node.start - _NEAR) : node.start].rpartition("\n")[2]
        behind = self.text[node.end : node.end + _NEAR].partition("\n")[0]
        return bool(before.strip(" \t#")) or behind.lstrip()[:1].isalnum()

    def _value(self, node: SyntaxNode) -> None:
        """Add what a string, a call or other code prints, a placeholder where that is not known."""
        length = self.out.length
        if node.kind == "string":
            self._words(node.start + 1, max(node.start + 1, node.end - 1))
        else:
            self._node(node)
        if node.kind in ("call", "code") and node.name not in _STATEMENTS and self.out.length == length:
            self._word(node._replace(children=()))

    def _node(self, node: SyntaxNode) -> None:
        kind = node.kind
        if kind in _LIKE_TEXT:
            getattr(self, _LIKE_TEXT[kind])(node)
        elif kind == "label":
            self._end_heading(node.start)
            self._label(node)
        elif kind == "ref":
            self._reference(node, node.start + 1, node.start + 1 + len(node.name))
        elif kind == "math" and not self._labelled(node, None):
            self._formula(node)
        elif kind == "content":
            self._markup(node.children, node.start + 1, max(node.start + 1, node.end - 1))
        elif kind == "call" and not self._labelled(node, None):
            self._call(node)
        elif kind == "code":
            self._code(node)

    def _escape(self, node: SyntaxNode) -> None:
        if node.name.startswith("\\u{"):
            value = int(node.name[3:-1], 16)
            self.out.put(chr(value) if value < 0x110000 else "?", node.start, node.end)
        elif node.name == "\\":
            self.out.put("\\\\ ", node.start, node.end)
        else:
            self._words(node.start + 1, node.end)

    def _link(self, node: SyntaxNode) -> None:
        self._words(node.start, node.end)

    def _raw(self, node: SyntaxNode) -> None:
        written = self.text[node.start : node.end]
        width = len(written) - len(written.lstrip("`"))
        if not self.quiet and "\n" not in written and len(written) > 2 * width:
            self.out.put("\\texttt{", node.start)
            self.out.words(self.all, node.start + width, max(node.start + width, node.end - width))
            self.out.put("}", node.end)

    def _comment(self, node: SyntaxNode, *, goes_on: bool = False) -> None:
        """Add a comment for argcheck; others in a text become ``%``, so that their line does not end the paragraph."""
        line = self.text.startswith("//", node.start)
        start, end = node.start + 2, node.end if line else max(node.start + 2, node.end - 2)
        if self.text[start:end].strip().lower().startswith("argcheck"):
            start += len(self.text[start:end]) - len(self.text[start:end].lstrip())
            self._around("% ", start, end, "" if line and goes_on and end < len(self.text) else "\n")
        elif line and goes_on and not self.quiet:
            self.out.put("%", node.start, node.end)

    def _heading(self, node: SyntaxNode) -> None:
        if not self.quiet:
            self._end_heading(node.start)
            self.out.put(f"\\{heading(len(node.name))}{{", node.start, node.end)
            self.heading = True

    def _item(self, node: SyntaxNode) -> None:
        if not self.quiet:
            # with more than blanks, as an item may go on the last one
            self.out.put("\n\n{}", node.start, node.end)

    def _word(self, node: SyntaxNode) -> None:
        """Add a placeholder for a computed value."""
        if not self.quiet:
            self.out.put("\\Sexpr{}", node.start, node.end)
        for child in node.children:
            self._node(child)

    def _call(self, node: SyntaxNode) -> None:
        raise NotImplementedError

    def _code(self, node: SyntaxNode) -> None:
        raise NotImplementedError

    def _figure(self, node: SyntaxNode) -> None:
        raise NotImplementedError

    # -- labels, references, citations

    def _label(self, node: SyntaxNode) -> None:
        if self.quiet:
            self.out.targets.add(node.name)
        else:
            self._around("\\label{", node.start + 1, node.end - 1, "}")

    def _refers(self, key: str) -> bool:
        names = self.names
        return key in names.labels or (
            key not in names.keys
            and (
                names.label_prefix(key) > 0
                or names.makes(key)
                or names.is_kind(key)
                or _KIND.fullmatch(key) is not None
            )
        )

    def _reference(self, node: SyntaxNode, start: int, end: int) -> None:
        if not self._refers(node.name):
            self._cited([(start, end)], "parencite", node)
        else:
            prefix = self.names.label_prefix(node.name)
            if (
                self.names.makes(node.name) and not prefix
            ):  # even if a file outside of this document also sets it
                self.out.targets.add(node.name)
            self._around("\\cref{", start + prefix, end, "}")
        self._silently(node.children)

    def _citations(self, children: Sequence[SyntaxNode], index: int) -> int:
        """Add adjacent citations as one, but those that each name a place; return the index after them."""
        first = last = index
        while last + 1 < len(children):
            following = children[last + 1]
            between = self.text[children[last].end : following.start]
            if (
                following.kind != "ref"
                or between.strip()
                or "\n\n" in between
                or (following.children and children[last].children)
                or self._refers(following.name)
            ):
                break
            last += 1
        nodes = children[first : last + 1]
        self._cited(
            [(node.start + 1, node.start + 1 + len(node.name)) for node in nodes], "parencite", nodes[0]
        )
        self._silently([child for node in nodes for child in node.children])
        return last + 1

    def _cited(self, places: Sequence[tuple[int, int]], command: str, node: SyntaxNode) -> None:
        command = "nocite" if self.quiet else command
        for number, (start, end) in enumerate(places):
            self.out.put("," if number else f"\\{command}{{", node.start, places[-1][1])
            self.out.keep(self.all, start + self.names.prefix(self.text[start:end]), end)
        if places:
            self.out.put("}", places[-1][1] - 1, places[-1][1])

    def _silently(self, nodes: Iterable[SyntaxNode]) -> None:
        """Add only the citations, references and labels of nodes that are not printed here."""
        self.quiet += 1
        for node in nodes:
            self._node(node)
        self.quiet -= 1

    # -- formulas

    def _formula(self, node: SyntaxNode) -> None:
        if not self.quiet:
            self.out.put("$", node.start)
            self._mathematics(node)
            self.out.put("$", node.end)
        self._in_formula(node)

    def _mathematics(self, node: SyntaxNode) -> None:
        """Add the names, numbers and signs of a formula."""
        at = node.start + 1
        for child in (*node.children, None):
            for run in _FORMULA.finditer(self.text, at, child.start if child else max(at, node.end - 1)):
                if run[0] == "%":
                    self.out.put("\\%", *run.span())
                else:
                    self.out.keep(self.all, *run.span())
            at = child.end if child else at

    def _in_formula(self, node: SyntaxNode) -> None:
        for child in node.children:
            if child.kind == "label":
                self._label(child)
            elif child.kind not in ("comment", "word"):
                self._silently([child])

    def _labelled(self, node: SyntaxNode, label: SyntaxNode | None) -> bool:
        """Add a figure or a displayed formula with its label; return False if the node is neither."""
        if self.quiet:
            return False
        if node.kind == "call" and last_name(node) == "figure":
            is_table = any(
                below.kind == "call" and last_name(below) in ("table", "tablex") for below in node.walk()
            )
            environment = "table" if is_table else "figure"
            self.out.put(f"\n\\begin{{{environment}}}", node.start)
            self._figure(node)
        elif node.kind == "math" and self.text[node.start + 1 : node.start + 2].isspace():
            environment = "equation"
            self.out.put(f"\\begin{{{environment}}}", node.start)
            self._mathematics(node)
            self._in_formula(node)
        else:
            return False
        if label:
            self._label(label)
        end = label.end if label else node.end
        self.out.put(f"\\end{{{environment}}}", end)
        return True


#: Kinds of nodes after a hash sign, which is not printed.
_HASHED = frozenset(["call", "code", "word", "content", "string", "label", "math", "raw"])
#: What prints nothing where it stands
_STATEMENTS = frozenset(["let", "set", "show", "import", "include", "return", "label", "metadata"])
_LIKE_TEXT = {
    "escape": "_escape",
    "link": "_link",
    "raw": "_raw",
    "comment": "_comment",
    "heading": "_heading",
    "item": "_item",
    "word": "_word",
}
