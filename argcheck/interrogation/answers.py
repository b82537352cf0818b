"""What an answer about the argument comes to: errors that a model can mend, and claims tied to sentences."""

from __future__ import annotations

import unicodedata
from collections import Counter
from graphlib import CycleError, TopologicalSorter
from typing import TYPE_CHECKING, Any

from argcheck.argument.model import ATTACKS, SUPPORTS
from argcheck.argument.normalise import Fingerprint, fingerprint, normalise, opposed, stem
from argcheck.argument.similarity import contradict
from argcheck.interrogation.roles import kept_role, may_support
from argcheck.interrogation.runs_file import LONGEST, RunEdge, RunNode
from argcheck.interrogation.wording import MOST_NODES
from argcheck.prose import quantities
from argcheck.sources.unspaced import spaced
from argcheck.tex.vocabulary import table, words

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping, Sequence

    from argcheck.interrogation.shown_parts import NumberedSentence, ShownPart

_LONGEST_ID = 100  #: characters
_FEWEST_WORDS = 4  #: of a quotation, or all words of a shorter sentence
#: Share of the words of a claim that its sentence, or one beside it, must have: a quotation alone ties anything to
#: anything.
_LEAST_SHARED = 0.5
_CLAUSES = str.maketrans(
    dict.fromkeys(";:()\u2013\u2014", ",")
)  #: what parts the clauses of a sentence, as a comma


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

    It has half of them, no number, unit or opposite that the sentence lacks, and denies what the sentence denies.
    """
    own, near, claimed = (_fingerprint(text, language) for text in (sentence, around, claim))
    shared = len(claimed.token_set & near.token_set) >= _LEAST_SHARED * len(claimed.token_set)
    measured = claimed.numbers <= own.numbers and _has_measures(sentence, claim, language)
    apart = (
        _says_no(sentence, claimed) != _says_no(claim, claimed)
        or opposed(claimed, own)
        or contradict(claimed, own)
    )
    return shared and measured and not apart


def _fingerprint(text: str, language: str) -> Fingerprint:
    same = quantities.normalise(text, language) if table(language, "numbers") else text
    return fingerprint(normalise(same, language), language)


def _has_measures(sentence: str, claim: str, language: str) -> bool:
    """Whether a sentence has each number of a claim that has a unit, in that unit."""
    if not table(language, "numbers"):
        return True
    own = quantities.read(sentence, language)
    measures = (measure for measure in quantities.read(claim, language) if measure.unit)
    return all(any(quantities.same(measure, other) for other in own) for measure in measures)


def _says_no(sentence: str, claimed: Fingerprint) -> bool:
    """Whether a sentence denies what has the words of a claim: among them, or right before the first, in the clauses that have them.

    What other clauses deny, and that there is "no doubt" of something, is another matter.
    """
    negations = words(claimed.language, "claims.negations") | words(
        claimed.language, "claims.further-negations"
    )
    clauses = [_fingerprint(clause, claimed.language) for clause in sentence.translate(_CLAUSES).split(",")]
    clauses.sort(key=lambda clause: -len(clause.core & claimed.core))
    missing, denied = claimed.core, False
    for clause in clauses:
        if missing & clause.core:
            missing -= clause.core
            places = [number for number, token in enumerate(clause.tokens) if stem(token) in claimed.core]
            among = clause.tokens[max(0, places[0] - 1) : places[-1]]
            denied ^= sum(token in negations for token in among) % 2 == 1
    return denied


def _words(text: str) -> list[str]:
    folded = spaced(unicodedata.normalize("NFKC", text).casefold())
    return "".join(letter if letter.isalnum() else " " for letter in folded).split()


def _holds(words: list[str], part: list[str]) -> bool:
    return any(words[start : start + len(part)] == part for start in range(len(words) - len(part) + 1))
