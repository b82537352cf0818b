"""What an answer about the argument comes to: errors that a model can mend, and claims tied to sentences."""

from __future__ import annotations

import unicodedata
from collections import Counter
from graphlib import CycleError, TopologicalSorter
from typing import TYPE_CHECKING, Any

from argcheck.argument.model import ATTACKS, SUPPORTS
from argcheck.argument.normalise import fingerprint, normalise, opposed
from argcheck.argument.similarity import contradict
from argcheck.interrogation.roles import kept_role, may_support
from argcheck.interrogation.runs_file import LONGEST, RunEdge, RunNode
from argcheck.interrogation.wording import MOST_NODES
from argcheck.sources.unspaced import spaced
from argcheck.tex.vocabulary import words

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping, Sequence

    from argcheck.interrogation.shown_parts import NumberedSentence, ShownPart

_LONGEST_ID = 100  #: characters
_FEWEST_WORDS = 4  #: of a quotation, or all words of a shorter sentence
#: Share of the words of a claim that its sentence, or one beside it, must have: a quotation alone ties anything to
#: anything.
_LEAST_SHARED = 0.5


def errors_of(value: Mapping[str, Any], max_nodes: int = MOST_NODES) -> list[str]:
    """Say what keeps an answer from being a graph, a sentence each; empty for one that can be used.

    Edges stand in one list, so that parents and children cannot disagree.
    """
    nodes, edges = value["nodes"], value["edges"]
    names = {node["id"] for node in nodes}
    return [*_errors_of_claims(nodes, max_nodes), *_errors_of_edges(edges, names), *_unfit(value)]


def _unfit(value: Mapping[str, Any]) -> Iterator[str]:
    """Say which support does not fit the roles of its ends."""
    roles = {node["id"]: node["role"] for node in value["nodes"]}
    for edge in value["edges"]:
        source, target = edge["from"], edge["to"]
        fits = not {source, target} <= roles.keys() or may_support(roles[source], roles[target])
        if edge["relation"] == SUPPORTS and not fits:
            yield (
                f"{source!r} is a {roles[source]} and cannot support the {roles[target]} {target!r}:"
                " turn the edge round, or give the roles that they have"
            )


def _errors_of_claims(nodes: Sequence[Mapping[str, Any]], max_nodes: int) -> Iterator[str]:
    names = Counter(node["id"] for node in nodes)
    if not nodes:
        yield "there are no claims"
    if len(nodes) > max_nodes:
        yield f"there are {len(nodes)} claims, at most {max_nodes} are allowed"
    yield from (f"several claims have the id {name!r}" for name, times in names.items() if times > 1)
    for node in nodes:
        if len(node["id"]) > _LONGEST_ID:
            yield f"the id {node['id'][:_LONGEST_ID]!r}... is longer than {_LONGEST_ID} characters"
        if not node["claim"].strip():
            yield f"the claim {node['id']!r} says nothing"


def _errors_of_edges(edges: Sequence[Mapping[str, Any]], names: Container[str]) -> Iterator[str]:
    support: dict[str, set[str]] = {}
    for edge in edges:
        source, target = edge["from"], edge["to"]
        yield from (
            f"an edge names {end!r}, and no claim has this id" for end in (source, target) if end not in names
        )
        if source == target:
            yield f"{source!r} bears on itself"
        elif edge["relation"] != ATTACKS:
            support.setdefault(target, set()).add(source)
    try:
        TopologicalSorter(support).prepare()
    except CycleError as error:
        yield f"support goes in a circle: {' -> '.join(map(str, error.args[1]))}"


def records_of(
    value: Mapping[str, Any], run: str, part: ShownPart, language: str
) -> tuple[list[RunNode], list[RunEdge]]:
    """Return the claims and edges of an answer that can be used; claims that no sentence says have no sentence."""
    names = {node["id"]: f"{run}:{part.number}:{node['id']}" for node in value["nodes"]}
    sentences = part.sentences
    nodes = []
    for node in value["nodes"]:
        sentence = tied(node, sentences, language)
        nodes.append(
            RunNode(
                run,
                names[node["id"]],
                " ".join(node["claim"].split())[:LONGEST],
                node["kind"],
                kept_role(node["role"]),
                node["confidence"],
                sentence.hash if sentence else "",
                " ".join(node["quote"].split())[:LONGEST] if sentence else "",
            )
        )
    edges = [
        RunEdge(run, names[edge["from"]], names[edge["to"]], edge["relation"], edge["confidence"])
        for edge in value["edges"]
    ]
    return nodes, edges


def tied(
    node: Mapping[str, Any], sentences: Mapping[int, NumberedSentence], language: str
) -> NumberedSentence | None:
    """Return the sentence that a claim is tied to: it is named, it holds the quotation, and it is about the same."""
    sentence = sentences.get(node["sentence"])
    if sentence is None:
        return None
    if not is_quoted(node["quote"], sentence.text):
        return None
    around = " ".join(
        sentences[number].text
        for number in (sentence.number - 1, sentence.number, sentence.number + 1)
        if number in sentences
    )
    return sentence if _bears_out(sentence.text, around, node["claim"], language) else None


def is_quoted(quote: str, text: str) -> bool:
    """Whether a text holds a quotation word by word, of at least four words or all of its own, and at least one."""
    quoted, held = _words(quote), _words(text)
    return len(quoted) >= max(1, min(_FEWEST_WORDS, len(held))) and _holds(held, quoted)


def _bears_out(sentence: str, around: str, claim: str, language: str) -> bool:
    """Whether a claim is told in the words around a sentence.

    It has half of them, no number, negation or opposite that the sentence lacks, and does not say what it denies.
    """
    own, near, claimed = (
        fingerprint(normalise(text, language), language) for text in (sentence, around, claim)
    )
    shared = len(claimed.token_set & near.token_set) >= _LEAST_SHARED * len(claimed.token_set)
    denied = claimed.negated and not own.token_set & words(language, "claims.negations")
    apart = denied or opposed(claimed, own) or contradict(claimed, own)
    return shared and claimed.numbers <= own.numbers and not apart


def _words(text: str) -> list[str]:
    folded = spaced(unicodedata.normalize("NFKC", text).casefold())
    return "".join(letter if letter.isalnum() else " " for letter in folded).split()


def _holds(words: list[str], part: list[str]) -> bool:
    return any(words[start : start + len(part)] == part for start in range(len(words) - len(part) + 1))
