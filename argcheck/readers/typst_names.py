"""Names in files of Typst: labels, strings that code may use as labels, included files, bibliographies."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from argcheck.readers.typst_syntax import SyntaxNode

_BIBLIOGRAPHIES = (".bib", ".yml", ".yaml")
_READING = frozenset(["read", "yaml", "json", "toml", "csv", "xml"])
#: Functions that search for labels and do not set any.
_LOOKING = frozenset(["locate", "query", "where", "before", "after", "at", "update", "selector"])


class ProjectNames:
    """The labels and keys of a project, which tell references from citations, as Typst has one syntax for both."""

    def __init__(
        self,
        trees: Iterable[tuple[str, SyntaxNode]],
        keys: frozenset[str] = frozenset(),
        data: Iterable[str] = (),
    ) -> None:
        self.labels: set[str] = set()  #: set by markup or code
        self.hidden: set[str] = set()  #: functions that print nothing, or only if something else says so
        #: the numbers of their arguments that functions of the authors cite
        self.citing: dict[str, set[int]] = {}
        self.strings = {*data}  #: in code and in data that it reads; functions may make labels of these
        self.keys = keys  #: of the bibliographies
        self._prefixed = False  # whether a package that loads bibliographies puts a prefix before keys
        for text, tree in trees:
            self._collect(text, tree, set_here=True)
        self.strings.discard("")  # it says nothing of any label
        self._kinds = {name.partition(":")[0] for name in self.labels if ":" in name}
        self._kinds -= {key.partition(":")[0] for key in keys if ":" in key}

    def _collect(self, text: str, node: SyntaxNode, *, set_here: bool) -> None:
        if node.kind == "label" and set_here:
            self.labels.add(node.name)
        elif node.kind == "string":
            self.strings.add(text[node.start + 1 : node.end - 1])
        elif node.kind == "call" and last_name(node) == "load-bibliography":
            self._prefixed = True
        elif node.kind == "code" and node.name == "let":
            parts = [child for child in node.children if child.kind != "sign"]
            if parts[1:] and _is_nothing(text, parts[1:]):
                self.hidden.add(last_name(parts[0]))
            if parts[1:] and cites(parts[0]):
                self.citing[last_name(parts[0])] = _citing(parts[0], parts[1:])
        elif node.kind == "code":  # keys of dictionaries, such as those of a glossary
            self.strings.update(child.name for child in node.children if child.kind == "argument")
        for child in node.children:
            loud = set_here and not asks(node) if node.kind == "call" else set_here
            self._collect(text, child, set_here=loud and (node.kind, node.name) != ("code", "show"))

    def prefix(self, key: str) -> int:
        """Return the length of the prefix of a citation, as the package alexandria has them: ``@x-key``."""
        before, _, bare = key.partition("-")
        return len(before) + 1 if self._prefixed and key not in self.keys and bare in self.keys else 0

    def is_kind(self, key: str) -> bool:
        """Whether a name begins as labels of the project do, and no key: ``tb:x`` beside ``<tb:y>``."""
        return ":" in key and key.partition(":")[0] in self._kinds

    def label_prefix(self, key: str) -> int:
        """Return the length of what a package puts before a label, as i-figured does: ``@fig:x`` refers to ``<x>``."""
        before, _, bare = key.partition(":")
        return len(before) + 1 if key not in self.labels | self.keys and bare in self.labels else 0

    def makes(self, key: str) -> bool:
        """Whether code may make a label of this name.

        Functions for statements make ``lemma-Packing-Lemma`` or ``PackingLemma`` of ``lemma("Packing Lemma")``,
        packages for listings ``fig:loop:3`` for the third line of ``fig:loop``, and glossaries ``key:pl`` and
        ``key:pl:long`` for a plural.
        """
        whole, _, part = key.rpartition(":")
        first, _, bare = key.partition(":")
        if not self.strings.isdisjoint((key, whole, first, bare)) or (
            part.isdecimal() and whole in self.labels
        ):
            return True
        if key in self._joined:
            return True
        behind = (key[at + 1 :] for at, sign in enumerate(key) if sign in "-:")
        return any(name in self._hyphenated for name in behind)

    @cached_property
    def _joined(self) -> frozenset[str]:
        """The strings of more than one word without blanks, and their letters and digits alone."""
        several = [string for string in self.strings if " " in string]
        alone = {"".join(filter(str.isalnum, string)) for string in several}
        return frozenset(alone.union("".join(string.split()) for string in several))

    @cached_property
    def _hyphenated(self) -> frozenset[str]:
        """The strings of more than one word, with hyphens between them."""
        return frozenset("-".join(string.split()) for string in self.strings if " " in string)


def _is_nothing(text: str, body: Sequence[SyntaxNode]) -> bool:
    """Whether what a function returns is nothing, or depends on a condition."""
    conditions = (node for part in body for node in part.walk() if node.name == "if")
    last = body[-1]
    empty = last.kind == "code" and all(child.kind == "comment" for child in last.children)
    return empty or text[last.start : last.end] in ("none", "[]") or any(True for _ in conditions)


def _citing(function: SyntaxNode, body: Sequence[SyntaxNode]) -> set[int]:
    """Return the numbers of the arguments of a function that are keys: those that ``label`` gets, or ``cite`` first."""
    names = [word.name for argument in function.children for word in argument.children[:1]]
    calls = [node for part in body for node in part.walk() if node.kind == "call"]
    first = [
        call.children[0] for call in calls if call.children and (last_name(call) == "label" or cites(call))
    ]
    used = {word.name for argument in first for word in argument.walk() if word.kind == "word"}
    return {number for number, name in enumerate(names) if name in used}


def last_name(node: SyntaxNode) -> str:
    """Return the name of a called function without modules."""
    return node.name.rpartition(".")[2]


def cites(node: SyntaxNode) -> bool:
    """Whether a node is a call of a function that cites."""
    return node.kind == "call" and "cite" in last_name(node).lower()


def asks(node: SyntaxNode) -> bool:
    """Whether the labels in the arguments of a call are set elsewhere."""
    return (
        cites(node) or last_name(node) in _LOOKING or last_name(node) in ("ref", "link", "footnote", "quote")
    )


def data_files(text: str, tree: SyntaxNode) -> list[str]:
    """Return the names of the files of data that a file reads, such as glossaries."""
    calls = (node for node in tree.walk() if node.kind == "call" and last_name(node) in _READING)
    given = (argument.children[0] for call in calls for argument in call.children[:1] if argument.children)
    return [text[node.start + 1 : node.end - 1] for node in given if node.kind == "string"]


def strings(text: str, tree: SyntaxNode) -> list[str]:
    """Return the strings of a file, without quotation marks, in order."""
    return [text[node.start + 1 : node.end - 1] for node in tree.walk() if node.kind == "string"]


def computed(text: str, tree: SyntaxNode) -> Iterator[tuple[SyntaxNode, str, str]]:
    """Yield the statements that include a file whose name code works out, with what its name begins and ends with."""
    for node in tree.walk():
        if node.kind != "code" or node.name != "include" or not node.children:
            continue
        only = _without_brackets(node.children[0])
        pieces = node.children if len(node.children) > 1 else only.children or [only]
        if all(piece.kind == "string" for piece in pieces):
            continue
        before, behind = (
            text[piece.start + 1 : piece.end - 1] if piece.kind == "string" else ""
            for piece in (pieces[0], pieces[-1])
        )
        yield node, before, behind


def included(
    text: str, tree: SyntaxNode, keywords: Collection[str] = ("include", "import")
) -> list[SyntaxNode]:
    """Return the string nodes with the names of project files that a file includes or imports."""
    statements = (node for node in tree.walk() if node.kind == "code" and node.name in keywords)
    first = [_without_brackets(node.children[0]) for node in statements if node.children]
    return [
        node
        for node in first
        if node.kind == "string"
        and text.endswith('.typ"', node.start, node.end)
        and text[node.start + 1] != "@"
    ]


def _without_brackets(node: SyntaxNode) -> SyntaxNode:
    while node.kind in ("code", "argument") and len(node.children) == 1:
        node = node.children[0]
    return node


def bibliographies(text: str, tree: SyntaxNode) -> list[SyntaxNode]:
    """Return the string nodes with names of bibliographies, wherever they are, as templates take them in many ways."""
    named = {}
    for node in tree.walk():
        if node.kind == "string" and _is_bibliography(text[node.start + 1 : node.end - 1]):
            named[node.start] = node
        elif node.kind == "code" and not node.name:  # an array: what stands beside a .bib is no data
            strings_ = [value for item in node.children for value in item.children if value.kind == "string"]
            files = [
                string for string in strings_ if text[string.start : string.end - 1].endswith(_BIBLIOGRAPHIES)
            ]
            if any(text.endswith('.bib"', string.start, string.end) for string in files):
                named.update((string.start, string) for string in files)
        elif node.kind in ("call", "argument") and "bibliography" in last_name(node):
            given = [child for child in node.children if not child.name or child.kind == "call"]
            for string in (below for child in given for below in child.walk() if below.kind == "string"):
                if text[string.start : string.end - 1].endswith(_BIBLIOGRAPHIES[1:]):
                    named[string.start] = string
    return list(named.values())


def _is_bibliography(name: str) -> bool:
    """Whether a string names a bibliography, wherever it stands: ``refs.bib``, ``files/bibliography.yml``."""
    return name.endswith(".bib") or (
        name.endswith(_BIBLIOGRAPHIES) and "bib" in name.rpartition("/")[2].lower()
    )


def loaded(tree: SyntaxNode) -> set[int]:
    """Return the offsets of the strings that a function or an argument named after bibliographies is given."""
    calls = (
        node
        for node in tree.walk()
        if node.kind in ("call", "argument") and "bibliography" in last_name(node)
    )
    return {string.start for call in calls for string in call.walk() if string.kind == "string"}


def on_condition(tree: SyntaxNode) -> set[int]:
    """Return the offsets of the strings that stand behind an ``if`` in its block, so that they may never be used."""
    offsets: set[int] = set()
    for node in tree.walk():
        words = [child.name for child in node.children]
        if (node.kind, node.name) == ("code", "if"):
            behind = 0
        else:
            behind = words.index("if") if "if" in words else len(words)
        below = (string for child in node.children[behind:] for string in child.walk())
        offsets.update(string.start for string in below if string.kind == "string")
    return offsets


def people(argument: SyntaxNode) -> Iterator[SyntaxNode]:
    """Yield the values with names of people: texts, alone or in arrays, and ``name`` of dictionaries."""
    for value in argument.children:
        if value.kind in ("string", "content"):
            yield value
        elif value.kind == "code" and not value.name:
            for item in value.children:
                if item.kind == "argument" and item.name in ("", "name"):
                    yield from people(item)
