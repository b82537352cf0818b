"""Manuscripts in Typst, translated to LaTeX: the calls of functions, and the statements."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from argcheck.readers.typst_names import asks, bibliographies, cites, included, last_name, people
from argcheck.readers.typst_words import TypstWords

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from argcheck.files.source import Translated
    from argcheck.readers.typst_names import ProjectNames
    from argcheck.readers.typst_syntax import SyntaxNode

COMPUTED = "\\computed"  #: stands for the name of an included file that code works out
#: Functions that do not print their arguments.
_NO_TEXT = frozenset(
    ["metadata", "raw", "lorem", "outline", "counter", "state", "read", "csv", "json", "yaml", "eval"]
)
_SENTENCE = 8  # words, at least
#: LaTeX before and after the arguments of functions that print a separate element
_PRINTED = {
    "abstract": ("\n\\begin{abstract}", "\\end{abstract}\n"),
    "footnote": ("\\footnote{", "}"),
    "heading": ("\\section{", "}"),
    "title": ("\\title{", "}"),
}


def translate(
    text: str,
    tree: SyntaxNode,
    names: ProjectNames,
    *,
    whole: bool,
    imports: Iterable[str] = (),
    computed: Mapping[int, Sequence[str]] = MappingProxyType({}),
    renamed: Mapping[int, str] = MappingProxyType({}),
) -> Translated:
    """Return a file of Typst as LaTeX.

    :param whole: whether it is a document, not a part of one.
    :param imports: files that the parts of the document import, each of which is input once.
    :param computed: the files that statements include by names that code works out, by the offset of the statement.
    :param renamed: the names by which bibliographies are found, by offset; empty for one that is left out.
    """
    manuscript = _Manuscript(text, names)
    manuscript.renamed = renamed
    return manuscript.translated(tree, whole=whole, imports=imports, computed=computed)


class _Manuscript(TypstWords):
    renamed: Mapping[int, str] = MappingProxyType({})  #: by which bibliographies are found, by offset

    def translated(
        self,
        tree: SyntaxNode,
        *,
        whole: bool,
        imports: Iterable[str],
        computed: Mapping[int, Sequence[str]],
    ) -> Translated:
        out, self.whole, self.computed = self.out, whole, computed
        if whole:
            out.begin(0, self._languages(tree))
        for node in bibliographies(self.text, tree):
            if node.start not in self.renamed:
                self._file("addbibresource", node)
            elif name := self.renamed[node.start]:
                out.put(f"\\addbibresource{{{name}}}\n", node.start, node.end)
        for name in imports:
            out.put(f"\\input{{{name}}}\n", 0)
        self._markup(tree.children, 0, len(self.text))
        return out.done(len(self.text))

    def _languages(self, tree: SyntaxNode) -> Iterator[str]:
        for node in tree.walk():
            if node.kind == "argument" and node.name in ("lang", "language") and node.children:
                value = node.children[0]
                yield self.text[value.start : value.end].strip('"')

    # -- calls

    def _figure(self, node: SyntaxNode) -> None:
        self.figures += 1
        for argument in node.children:
            if argument.name == "caption":
                self.out.put("\\caption{", argument.start)
                self._values(argument)
                self.out.put("}\n", argument.end)
            else:
                self._argument(argument)
        self.figures -= 1

    def _call(self, node: SyntaxNode) -> None:
        name, arguments = last_name(node), [child for child in node.children if child.kind == "argument"]
        values = [value for argument in arguments if not argument.name for value in argument.children]
        labels = [value for value in values if value.kind == "label"]
        first = arguments[0].children[0] if arguments and arguments[0].children else None
        options = {
            a.name: self.text[a.children[-1].start : a.end] for a in arguments if a.name and a.children
        }
        if name == "bibliography" and options.get("full", "").strip() == "true":
            self.out.put("\\nocite{*}", node.start)
        if cites(node):
            self._citation(node, arguments, values)
        elif name == "ref" and labels:
            self._reference(labels[0], labels[0].start + 1, labels[0].end - 1)
        elif name == "label" and first and first.kind == "string":
            self._label(first._replace(name=self.text[first.start + 1 : first.end - 1]))
        elif (name in _PRINTED or self._is_mark(name)) and not labels and not self.quiet:
            self._printed(node, name, arguments)
        elif name == "image" and first and first.kind == "string":
            if not self.quiet:
                self._file("includegraphics", first)
        elif name in ("link", "quote"):
            linked = name == "link" and bool(labels) and labels[0] == first and self._refers(labels[0].name)
            if linked:
                self._around("\\hyperref[", labels[0].start + 1, labels[0].end - 1, "]{")
            for argument in arguments[name == "link" :]:
                self._argument(argument)
            self.out.put("}" if linked else "", node.end)
            self._attributed(arguments if name == "quote" else ())
        elif name in _NO_TEXT or asks(node):
            self._silently(value for a in arguments for value in a.children if value.kind != "label")
        else:
            self._unknown(node, arguments)

    def _citation(
        self, node: SyntaxNode, arguments: Sequence[SyntaxNode], values: Sequence[SyntaxNode]
    ) -> None:
        labels = [value for value in values if value.kind == "label"]
        calls = [value for value in values if value.kind == "call" and last_name(value) == "label"]
        labels += [given for call in calls for argument in call.children for given in argument.children]
        citing = self.names.citing.get(last_name(node))
        positional = [argument for argument in arguments if not argument.name]
        cited = [
            value
            for number in citing or ()
            for argument in positional[number : number + 1]
            for value in argument.children
        ]
        keys = [key for key in labels or (cited if citing else values) if key.kind in ("label", "string")]
        if last_name(node) != "cite":  # a function of the authors, which may be given labels of figures
            referred = [key for key in keys if key.name and self._refers(key.name)]
            for key in referred:
                self._reference(key, key.start + 1, key.end - 1)
            keys = [key for key in keys if key not in referred]
        forms = [self.text[a.start : a.end] for a in arguments if a.name == "form"]
        command = "parencite"
        if any("none" in form for form in forms):
            command = "nocite"
        elif any("prose" in form for form in forms):
            command = "textcite"
        self._cited([(key.start + 1, key.end - 1) for key in keys], command, node)
        self._silently(argument for argument in arguments if argument.name)

    def _printed(self, node: SyntaxNode, name: str, arguments: Sequence[SyntaxNode]) -> None:
        """Add a heading, a footnote, a title, the abstract, or a mark of the authors."""
        begin, end = _PRINTED.get(name, ("TODO: ", ""))
        self.out.put(begin, node.start)
        for argument in arguments:
            if not argument.name:
                self._values(argument)
        self.out.put(end, node.end)

    def _is_mark(self, name: str) -> bool:
        """Whether a function is for marks of the authors, and prints them."""
        return name.lower() == "todo" and name not in self.names.hidden

    def _attributed(self, arguments: Sequence[SyntaxNode]) -> None:
        for argument in arguments:
            for value in argument.children:
                if argument.name == "attribution" and value.kind == "label":
                    self._cited([(value.start + 1, value.end - 1)], "parencite", value)

    def _unknown(self, node: SyntaxNode, arguments: Sequence[SyntaxNode]) -> None:
        """Add the content in the arguments of an unknown function; several arguments are separate paragraphs."""
        for child in node.children:
            if child.kind != "argument":
                self._node(child)
        contents = [value for argument in arguments for value in argument.children if value.kind == "content"]
        apart = len(contents) > 1 and not self.quiet
        for argument in arguments:
            if apart:
                self.out.put("\n\n", argument.start)
            self._argument(argument)
        if apart:
            self.out.put("\n\n", node.end)

    def _argument(self, argument: SyntaxNode) -> None:
        for value in argument.children:
            if value.kind == "label" and self.figures and argument.name not in ("attribution", "label"):
                self.out.targets.add(value.name)  # of a part of a drawing
            elif value.kind != "word" and (argument.name, value.kind) != ("attribution", "label"):
                if "label" in (value.kind, last_name(value)) and not self.quiet:
                    self.out.put("{}", value.start)  # it is not behind the figure that is the argument before
                self._node(value)

    def _values(self, argument: SyntaxNode) -> None:
        """Add the values of an argument, with strings as text."""
        for value in argument.children:
            self._value(value)

    # -- statements

    def _code(self, node: SyntaxNode) -> None:
        if node.name in ("include", "import"):
            files = included(self.text, node)
            if files and (node.name == "include" or self.whole):
                self._file("input", files[0])
            elif not files and node.name == "include" and node.children:
                for name in self.computed.get(node.start) or [COMPUTED]:
                    self.out.put(f"\\input{{{name}}}\n", node.start, node.end)
        elif node.name in ("let", "set", "show", "return"):
            given = self._given(node) if node.name == "show" and not self.quiet else ()
            self._silently(
                child._replace(children=tuple(below for below in child.children if below not in given))
                for child in node.children
            )
        else:
            for child in node.children:
                if child.kind == "argument":  # of a dictionary or an array
                    self._silently(_labels_given(child))
                    self._listed(child)
                elif child.kind != "word":
                    self._node(child)
                    if not self.quiet and child.kind == "content":
                        self.out.put("\n\n" if node.name == "" else "", child.end)

    def _listed(self, argument: SyntaxNode) -> None:
        """Add the texts in a dictionary or an array that a function is given, each as a paragraph."""
        for value in argument.children:
            if value.kind == "content" and not self.quiet and self._is_long(value):
                self.out.put("\n\n", value.start)
                self._node(value)
                self.out.put("\n\n", value.end)
            elif value.kind == "content":
                self._silently([value])
            elif (value.kind, value.name) == ("code", ""):
                self._code(value)

    def _is_long(self, value: SyntaxNode) -> bool:
        return len(self.text[value.start : value.end].split()) >= _SENTENCE

    def _given(self, node: SyntaxNode) -> list[SyntaxNode]:
        """Add title, authors, abstract and other texts from the arguments of a template; return these arguments."""
        given = []
        for argument in (
            below for child in node.children if child.kind == "call" for below in child.children
        ):
            if argument.name in ("author", "authors"):
                for value in people(argument):
                    self.out.put("\\author{", value.start)
                    self._value(value)
                    self.out.put("}\n", value.end)
            elif argument.name == "title":
                self.out.put("\\title{", argument.start)
                self._values(argument)
                self.out.put("}\n", argument.end)
            elif argument.name == "abstract" or self._is_text(argument):
                begin, end = (
                    _PRINTED["abstract"] if argument.name.startswith("abstract") else ("\n\n", "\n\n")
                )
                self.out.put(begin, argument.start)
                self._values(argument)
                self.out.put(end, argument.end)
            else:
                continue
            given.append(argument)
        return given

    def _is_text(self, argument: SyntaxNode) -> bool:
        """Whether an argument has a sentence or more: a preface, thanks, a second abstract."""
        is_long = all(map(self._is_long, argument.children))
        return (
            bool(argument.name and argument.children) and is_long and argument.children[0].kind == "content"
        )


def _labels_given(node: SyntaxNode) -> Iterator[SyntaxNode]:
    """Yield the labels that are given by this name, as codly is given them for lines of code: ``label: <x>``."""
    for below in node.walk():
        if (below.kind, below.name) == ("argument", "label"):
            yield from below.children
