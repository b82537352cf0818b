"""Annotations that the author could paste: claims found in structure and cues, in the grammar of comments."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from unicodedata import combining, normalize

from argcheck.argument.extract.export import where
from argcheck.argument.model import HELD_BACK
from argcheck.files.diagnostic import Span, shortened
from argcheck.files.grouping import grouped
from argcheck.prose import lexicon
from argcheck.tex.vocabulary import any_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from argcheck.argument.extract.manuscript_graph import ManuscriptGraph
    from argcheck.argument.model import Edge, Node
    from argcheck.files.source import SourceFile

_PREFIX = {"hypothesis": "hyp", "conclusion": "con", "result": "res", "evidence": "ev", "claim": "cl"}
_WORD = re.compile(r"[a-z]{4,}")
_SKIPPED_WORDS = """this that these those which with from have been were also then than such show shown find found figure
table section results result could would there their"""
_SKIPPED = frozenset(_SKIPPED_WORDS.split())
_SHOWN = 68  # most letters of a sentence below a comment
#: Flags of sentences that claim something; others that refer to something may describe a table or the work done.
_STRONG = frozenset({"abstract", "hypothesis", "concluding", "contribution"})


def suggestions(graph: ManuscriptGraph, base: str) -> str:
    """Return for each proposed annotation its comment and where to put it, and the sentence."""
    lines = [
        line
        for node, comment in proposed_comments(graph)
        for line in where_to_put(graph, node, comment, base)
    ]
    return "".join(f"{line}\n" for line in lines)


def proposed_comments(graph: ManuscriptGraph) -> Iterator[tuple[Node, str]]:
    """Yield the sentences for which an annotation is proposed, each with the text of the annotation."""
    into = grouped(graph.edges, lambda edge: edge.target)
    taken = set(graph.nodes) | set(graph.layout.manuscript.labels_by_name)
    for node in graph.nodes.values():
        sources = list(dict.fromkeys(_sources(graph, into, node.id)))
        if _worth(graph, node, sources):
            verb = _verb(graph, node, sources)
            name = node.id if not node.id.startswith("sentence:") else new_id(node, verb, taken)
            taken.add(name)
            uses = f" uses={','.join(sources)}" if sources else ""
            yield node, f"{verb} id={name}{uses}"


def data_suggestions(graph: ManuscriptGraph, base: str, files: Sequence[SourceFile]) -> str:
    """Return a line for each number that is exactly one cell of the data files: a comment and where to put it."""
    from argcheck.argument.extract.data_ties import proposed

    tied = {tie.at for tie in graph.ties}
    lines = []
    for place, address in proposed(graph.layout.manuscript, tied, files):
        written = graph.files[place.path].text[place.start : place.end]
        lines.append(
            f"{where(graph, [place], base)}at the end of the line: % argcheck: from {address}  ({written})\n"
        )
    return "".join(lines)


def where_to_put(graph: ManuscriptGraph, node: Node, comment: str, base: str) -> list[str]:
    """Return where a comment goes, before the line of the sentence, at its end or behind it, and the sentence; or nothing."""
    place = place_for_comment(graph, node)
    if place is None:
        return []
    source = graph.files[node.places[0].path].original
    at, starts_line = place
    rest, _, _ = source.text[at.start :].partition("\n")
    behind = "behind the sentence" if rest.strip() else "at the end of the line"
    how = "on a line before" if starts_line else behind
    opening, closing = source.comment
    return [
        f"{where(graph, node.places, base)}{how}: {opening}argcheck: {comment}{closing}",
        f"    {shortened(node.text, _SHOWN)}",
    ]


def place_for_comment(graph: ManuscriptGraph, node: Node) -> tuple[Span, bool] | None:
    """Return the empty place in the file for a comment on a sentence and whether it starts the line, or None without room.

    A comment that has an end may stand behind a sentence within a line, and does behind an indented one: before
    it, without the indentation, it would end the item or the value that the sentence is in.
    """
    translated = graph.files[node.places[0].path]
    source = translated.original
    opening, closing = source.comment
    if not opening:
        return None
    first, last = translated.range(node.places[0].start, node.places[0].end)
    line, column = source.position(first)
    start, end = source.line_span(line)
    if not source.text[start : start + column - 1].strip() and not (closing and column > 1):
        return Span(source.path, start, start), True
    end = start + len(source.text[start:end].rstrip())
    if last >= end and opening.strip() not in source.text[first:end]:
        return Span(source.path, end, end), False
    return (Span(source.path, last, last), False) if closing else None


def _worth(graph: ManuscriptGraph, node: Node, sources: list[str]) -> bool:
    """Whether a sentence is certainly a claim: declared by the form of the text, or a result with support."""
    if node.sort != "sentence" or "author" in node.run_ids or HELD_BACK in node.flags:
        return False
    if node.flags & _STRONG:
        return True
    text = node.text
    if "question" in node.flags or text.endswith("?"):
        return False
    if node.role == "limitation" or _says("suggestions.describing", text):
        return False
    if "reported" in node.flags and _says("suggestions.own", text) and _cites(graph, sources):
        return False  # a finding of the authors does not rest on the works that they compare it with
    if node.flags & {"summary", "reported"}:
        return bool(sources) and not lexicon.says("text", text)
    otherwise = lexicon.says("text", text) or lexicon.says("procedure", text) or lexicon.only_done(text, "en")
    return bool(sources) and lexicon.says("finding", text) and not otherwise


def _says(key: str, text: str) -> bool:
    return any_of("en", key).search(text) is not None


def _sources(graph: ManuscriptGraph, into: dict[str, list[Edge]], name: str) -> Iterator[str]:
    """Yield the ids that ``uses=`` can name: labels and works, not sentences, which have no name yet."""
    for edge in into.get(name, ()):
        node = graph.nodes[edge.source]
        if edge.relation != "supports":
            continue
        if node.sort == "sentence" and edge.cause == "echo":
            yield from _sources(graph, into, node.id)
        elif node.sort != "sentence" and "," not in node.id and " " not in node.id:
            yield node.id


def _verb(graph: ManuscriptGraph, node: Node, sources: list[str]) -> str:
    """Return the role for an annotation: evidence or context for what only works support."""
    if "abstract" in node.flags and lexicon.role_of(node.text) == "method":
        return "claim"
    if not node.flags & _STRONG and _cites(graph, sources):
        return "context" if "summary" in node.flags else "evidence"
    return node.role or "claim"


def _cites(graph: ManuscriptGraph, sources: list[str]) -> bool:
    """Whether there are sources and all of them are works."""
    return bool(sources) and all(graph.nodes[name].sort == "work" for name in sources)


def new_id(node: Node, verb: str, taken: Collection[str]) -> str:
    """Return an id that is not taken, of the role of a claim and its first words."""
    letters = normalize("NFKD", node.text.casefold())  # "Höhen" is "hohen", not "hen"
    plain = "".join(letter for letter in letters if not combining(letter))
    words = [word for word in _WORD.findall(plain) if word not in _SKIPPED]
    base = f"{_PREFIX.get(verb, 'cl')}:{'-'.join(words[:3]) or 'claim'}"
    name, ordinal = base, 1
    while name in taken:
        ordinal += 1
        name = f"{base}-{ordinal}"
    return name
