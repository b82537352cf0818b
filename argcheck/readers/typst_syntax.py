"""A parser of Typst for manuscripts: text, formulas, code, labels, references and calls.

The grammar of Typst has three modes, which nest: markup, mathematics and code.  The tree has nodes for all but plain
text, which is between the nodes of markup.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from argcheck.files.patterns import BLANKS, lazy

_SPECIAL = lazy(
    r"""
      (?P<comment>//[^\n]*|/\*)
    | (?P<link>https?://(?:[\w!\#$%&*+,\-./:;=?@~']|\([^\s()]*\)|\[[^\s\[\]]*\])*)
    | (?P<escape>\\(?:u\{[0-9A-Fa-f]+\}|[^\s]?))
    | (?P<raw>`+)
    | (?P<math>\$)
    | (?P<hash>\#(?=[^\W\d]|[({\["`$<]|\d|\.\d))
    | (?P<label><(?P<name>[\w.:-]+)>)
    | @(?P<ref>[\w.:-]*[\w-])
    | (?P<heading>(?:(?<=\n)|(?<=\A))[ \t]*=+(?=[\s]|\Z))
    | (?P<item>(?:(?<=\n)|(?<=\A))[ \t]*(?:[-+/]|\d+\.)(?=[ \t\n]))
    | (?P<emphasis>[*_])
    | (?P<open>\[)
    | (?P<close>\])
    | (?P<newline>\n)
    """,
    re.VERBOSE,
)
_CODE = lazy(
    r"""
      (?P<space>[^\S\n]+)
    | (?P<comment>//[^\n]*|/\*)
    | (?P<string>"(?:[^"\\]|\\.)*+"?)
    | (?P<raw>`+)
    | (?P<math>\$)
    | (?P<label><(?P<name>[\w.:-]+)>)
    | (?P<word>[^\W\d][\w-]*)
    | (?P<number>\d[\w.%]*)
    | (?P<newline>\n)
    | (?P<arrow>=>|[=!<>+*/-]=|\.\.)
    | (?P<sign>.)
    """,
    re.VERBOSE | re.DOTALL,
)
_MATH = lazy(
    r"(?P<comment>//[^\n]*|/\*)|(?P<escape>\\.)|(?P<string>\"(?:[^\"\\]|\\.)*+\"?)|(?P<hash>\#(?=[^\W\d]|[({\[\"`<]))|(?P<end>\$)",
    re.DOTALL,
)
_COMMENT_MARK = lazy(r"/\*|\*/")
_KEYWORDS = frozenset(["let", "set", "show", "import", "include", "return"])
#: A statement continues after a line break that follows one of these.
_GOES_ON = frozenset(["=", "=>", ":", ",", ".", "+", "-", "*", "/", "and", "or", "not", "in", "==", "!=", "<", ">",
                      "<=", ">=", "+=", "-=", "*=", "/=", "..", "let", "set", "show", "import", "include", "as"])  # fmt: skip
_DEEPEST = 60  # most nested brackets, more than any author writes


class SyntaxNode(NamedTuple):
    """A node of the tree, with its range in the file.

    Kinds: ``comment``, ``raw``, ``math``, ``label``, ``ref``, ``heading`` and ``item`` (the marks alone), ``escape``,
    ``mark`` (of emphasis), ``link``, ``content`` (in brackets), ``string``, ``word``, ``code`` (a statement, a block or
    parentheses), ``call`` (its ``name`` has the dots; its children are arguments) and ``argument`` (named or not).
    """

    kind: str
    start: int
    end: int
    name: str = ""  #: of a label, a reference, a function, an argument, or the keyword of a statement
    children: tuple[SyntaxNode, ...] = ()

    def walk(self) -> Iterator[SyntaxNode]:
        """Yield the node and all nodes below it, in the order of the text."""
        yield self
        for child in self.children:
            yield from child.walk()


def parse(text: str) -> SyntaxNode:
    """Return the tree of a file; invalid syntax is text."""
    parser = _Parser(text)
    children, _ = parser.markup(0, 0)
    return SyntaxNode("content", 0, len(text), children=children)


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text

    # -- markup

    def markup(self, at: int, depth: int) -> tuple[tuple[SyntaxNode, ...], int]:
        """Return the nodes of content from ``at``, and the offset of the bracket that closes it, or the end."""
        nodes: list[SyntaxNode] = []
        text, opened = self.text, 0
        if depth:  # an item or a heading may follow the bracket
            at = self._first_mark(at, nodes)
        while match := _SPECIAL.search(text, at):
            start, at = match.span()
            if match.lastgroup == "close":
                if depth and not opened:
                    return tuple(nodes), start
                opened = max(0, opened - 1)
            elif match.lastgroup == "open":
                opened += 1
            elif match.lastgroup != "newline":
                at = self._marked(match, depth, nodes)
        return tuple(nodes), len(text)

    def _marked(self, match: re.Match[str], depth: int, nodes: list[SyntaxNode]) -> int:
        """Add the node that begins with a mark in markup; return its end."""
        kind, start, at = match.lastgroup or "", *match.span()
        if match["name"]:
            nodes.append(SyntaxNode("label", start, at, match["name"]))
        elif match["ref"]:
            at = self._reference(match, depth, nodes)
        elif kind == "hash":
            at = self.embedded(at, depth, nodes)
        elif kind == "emphasis":
            around = self.text[start - 1 : start] if start else "", self.text[at : at + 1]
            if not all(character.isalnum() for character in around) or not all(around):
                nodes.append(SyntaxNode("mark", start, at))
        elif kind == "link":
            at = start + len(match[0].rstrip("!,.:;?'"))
            nodes.append(SyntaxNode("link", start, at))
        elif kind in {"heading", "item", "escape"}:
            nodes.append(SyntaxNode(kind, start, at, match[0].strip()))
        else:
            at = self._common(kind, start, at, depth, nodes)
        return at

    def _first_mark(self, at: int, nodes: list[SyntaxNode]) -> int:
        match = _FIRST.match(self.text, at)
        if match is None:
            return at
        nodes.append(SyntaxNode("heading" if "=" in match[0] else "item", *match.span(), match[0].strip()))
        return match.end()

    def _reference(self, match: re.Match[str], depth: int, nodes: list[SyntaxNode]) -> int:
        start, at = match.start(), match.end()
        children: tuple[SyntaxNode, ...] = ()
        if self.text[at : at + 1] == "[" and depth < _DEEPEST:
            content, at = self._content(at, depth)
            children = (content,)
        nodes.append(SyntaxNode("ref", start, at, match["ref"], children))
        return at

    def _content(self, at: int, depth: int) -> tuple[SyntaxNode, int]:
        """Return the content node whose opening bracket is at ``at``, and its end."""
        children, end = self.markup(at + 1, depth + 1)
        end = min(end + 1, len(self.text))
        return SyntaxNode("content", at, end, children=children), end

    # -- common to all modes

    def _common(self, kind: str, start: int, at: int, depth: int, nodes: list[SyntaxNode]) -> int:
        """Add a comment, raw text or a formula; return its end."""
        if kind == "comment":
            at = self._comment_end(start, at)
        elif kind == "raw":
            kind, at = "raw", self._raw_end(start, at)
        else:
            node, at = self._math(start, depth)
            nodes.append(node)
            return at
        nodes.append(SyntaxNode(kind, start, at))
        return at

    def _comment_end(self, start: int, at: int) -> int:
        if self.text[start : start + 2] == "//":
            return at
        level = 1
        for mark in _COMMENT_MARK.finditer(self.text, at):
            level += 1 if mark[0] == "/*" else -1
            if not level:
                return mark.end()
        return len(self.text)

    def _raw_end(self, start: int, at: int) -> int:
        width = at - start
        if width == 2:
            return at
        end = self.text.find("`" * width, at)
        return end + width if end >= 0 else len(self.text)

    def _math(self, start: int, depth: int) -> tuple[SyntaxNode, int]:
        at, nodes = start + 1, list[SyntaxNode]()
        while match := _MATH.search(self.text, at):
            kind, at = match.lastgroup, match.end()
            if kind == "end":
                break
            if kind == "comment":
                at = self._comment_end(match.start(), at)
                nodes.append(SyntaxNode("comment", match.start(), at))
            elif kind == "hash":
                at = self.embedded(at, depth, nodes)
        else:
            at = len(self.text)
        return SyntaxNode("math", start, at, children=tuple(nodes)), at

    # -- code

    def embedded(self, at: int, depth: int, nodes: list[SyntaxNode]) -> int:
        """Add the code after ``#`` in markup or mathematics; return its end."""
        if depth >= _DEEPEST:
            return at
        word = _CODE.match(self.text, at)
        keyword = word["word"] if word else None
        if keyword in _KEYWORDS:
            node, at = self._statement(at, depth)
        elif keyword in {"if", "for", "while"}:
            node, at = self._compound(at, depth)
        elif keyword == "context":
            inner: list[SyntaxNode] = []
            behind = at + len("context")
            while self.text[behind : behind + 1] in (" ", "\n", "\t"):
                behind += 1
            end = self.embedded(behind, depth + 1, inner)
            node, at = SyntaxNode("code", at, end, "context", tuple(inner)), end
        else:
            node, at = self._expression(at, depth)
        nodes.append(node)
        return at + 1 if self.text[at : at + 1] == ";" else at

    def _expression(self, at: int, depth: int) -> tuple[SyntaxNode, int]:
        """Return an expression without operators and its end: a name, a literal or brackets, with calls after it."""
        text, start = self.text, at
        token = _CODE.match(text, at)
        if token is None:
            return SyntaxNode("word", at, at), at
        kind, at = token.lastgroup or "", token.end()
        node = SyntaxNode("word", start, at, token[0])
        if token[0] == "[":
            node, at = self._content(start, depth)
        elif token[0] in ("(", "{"):
            node, at = self._group(start, depth)
        elif kind == "string":
            node = SyntaxNode("string", start, at)
        elif token["name"]:
            node = SyntaxNode("label", start, at, token["name"])
        elif kind in {"raw", "math"}:
            nodes: list[SyntaxNode] = []
            at = self._common(kind, start, at, depth, nodes)
            node = nodes[0]
        return self._calls(node, at, depth)

    def _calls(self, node: SyntaxNode, at: int, depth: int) -> tuple[SyntaxNode, int]:
        """Return an expression with the fields, arguments and content that directly follow it, and its end."""
        text, first = self.text, at
        name = [node.name]
        children = [node] if node.children else []
        called = False
        while at < len(text) and depth < _DEEPEST:
            if text[at] == "." and (field := _FIELD.match(text, at)):
                name.append(field[0])
                at = field.end()
            elif text[at] == "(" and node.kind in ("word", "code"):
                arguments, at = self._group(at, depth)
                children += arguments.children
                called = True
            elif text[at] == "[" and node.kind == "word":
                content, at = self._content(at, depth)
                children.append(SyntaxNode("argument", content.start, at, "", (content,)))
                called = True
            else:
                break
        if at == first:
            return node, at
        kind = "call" if called else "word"
        return SyntaxNode(kind, node.start, at, "".join(name), tuple(children)), at

    def _group(self, at: int, depth: int) -> tuple[SyntaxNode, int]:
        """Return the arguments in parentheses, or the statements in braces, and their end."""
        start, closing = at, ")" if self.text[at] == "(" else "}"
        children, at = self._until(at + 1, depth + 1, closing)
        at = min(at + 1, len(self.text))
        if closing == ")":
            children = _arguments(children, self.text)
        return SyntaxNode("code", start, at, children=tuple(n for n in children if n.kind != "sign")), at

    def _until(self, at: int, depth: int, closing: str) -> tuple[list[SyntaxNode], int]:
        """Return the nodes of code up to any closing bracket, and the end.

        If ``closing`` is empty, the end of a statement also ends it; a comma, if it is one.
        """
        text, nodes, last, before = self.text, list[SyntaxNode](), "", ""
        while at < len(text):
            token = _CODE.match(text, at)
            assert token is not None
            kind, start, behind = token.lastgroup or "", *token.span()
            if token[0] in (")", "]", "}"):
                break
            if closing in ("", ",") and (
                token[0] in (";", closing) or (kind == "newline" and not self._goes_on(last, behind))
            ):
                break
            if kind in {"space", "newline"}:
                at = behind
                continue
            if kind == "comment":
                at = self._common(kind, start, behind, depth, nodes)
                continue
            if depth >= _DEEPEST:
                at = behind
                continue
            if token["word"] in _KEYWORDS and last not in (".", "as"):
                node, at = self._statement(start, depth)
            elif kind in {"sign", "arrow", "number"} and token[0] not in ("(", "{", "["):
                node, at = SyntaxNode("sign", start, behind, token[0]), behind
            else:
                node, at = self._expression(start, depth)
            last = token[0] if node.kind != "code" else ")"
            last = "" if (last, before) == ("*", ":") else last  # ``import "module": *`` ends there
            before = last
            nodes.append(node)
        return nodes, at

    def _goes_on(self, last: str, behind: int) -> bool:
        """Whether a statement continues after a line break; ``last`` is its last token."""
        if last in _GOES_ON:
            return True
        following = BLANKS.match(self.text, behind)
        at = following.end() if following else behind
        return self.text.startswith((".", "else ", "else{", "else["), at) and not self.text.startswith(
            "..", at
        )

    def _statement(self, at: int, depth: int) -> tuple[SyntaxNode, int]:
        """Return a statement that begins with a keyword, such as ``let``, and its end."""
        word = _CODE.match(self.text, at)
        assert word is not None
        # an ``include`` may stand among arguments, and what is imported has commas
        nodes, end = self._until(word.end(), depth + 1, "," if word[0] == "include" else "")
        return SyntaxNode("code", at, end, word[0], tuple(nodes)), end

    def _compound(self, at: int, depth: int) -> tuple[SyntaxNode, int]:
        """Return an ``if``, ``for`` or ``while`` in markup, with its condition, blocks and ``else``, and its end."""
        start, text, nodes = at, self.text, list[SyntaxNode]()
        while token := _CODE.match(text, at):
            if token.lastgroup == "comment":
                at = self._common("comment", at, token.end(), depth, nodes)
            elif token[0] in (")", "]", "}", ";"):
                break
            elif token[0] in ("[", "{"):
                node, at = self._content(at, depth) if token[0] == "[" else self._group(at, depth)
                nodes.append(node)
                following = _ELSE.match(text, at)
                if following is None:
                    break
                at = following.end()
            elif token.lastgroup in {"space", "newline", "sign", "arrow", "number"} and token[0] != "(":
                at = token.end()
            else:
                node, at = self._expression(at, depth)
                nodes.append(node)
        return SyntaxNode("code", start, at, text[start : start + 5].split(None, 1)[0], tuple(nodes)), at


_FIRST = lazy(r"[ \t]*(?:=+(?=\s)|(?:[-+/]|\d+\.)(?=[ \t\n]))")
_FIELD = lazy(r"\.[^\W\d][\w-]*")
_ELSE = lazy(r"\s*else(?![\w-])")


def _arguments(nodes: list[SyntaxNode], text: str) -> list[SyntaxNode]:
    """Return the arguments of nodes in parentheses, which commas separate, with their names."""
    groups: list[list[SyntaxNode]] = [[]]
    for node in nodes:
        if node.kind == "sign" and node.name == ",":
            groups.append([])
        else:
            groups[-1].append(node)
    arguments = []
    for group in filter(None, groups):
        name = ""
        rest = group
        if len(group) > 1 and group[0].kind in ("word", "string") and group[1].name == ":":
            name, rest = text[group[0].start : group[0].end].strip('"'), group[2:]
        children = tuple(node for node in rest if node.kind != "sign")
        arguments.append(SyntaxNode("argument", group[0].start, group[-1].end, name, children))
    return arguments
