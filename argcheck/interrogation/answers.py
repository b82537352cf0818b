"""The checks of an answer about an argument: errors for the model to correct, and the sentences of claims."""

from __future__ import annotations

import unicodedata
from collections import Counter
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from argcheck.argument.model import ATTACKS, SUPPORTS
from argcheck.argument.normalise import Fingerprint, fingerprint, normalise, opposed, stem, with_commas
from argcheck.argument.similarity import contradict
from argcheck.interrogation.roles import kept_role, may_support
from argcheck.interrogation.runs_file import LONGEST, RunEdge, RunNode
from argcheck.interrogation.wording import MOST_NODES
from argcheck.prose import quantities
from argcheck.sources.unspaced import spaced
from argcheck.tex.vocabulary import codes, phrases, table, words

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping, Sequence

    from argcheck.interrogation.shown_parts import NumberedSentence, ShownPart

_LONGEST_ID = 100  #: characters
_FEWEST_WORDS = 4  #: least words of a quotation; of a shorter sentence, all of its words
#: Least share of the words of a claim that its sentence or a neighbour must have: a quotation alone proves little.
_LEAST_SHARED = 0.5


def errors_of(value: Mapping[str, Any], max_nodes: int = MOST_NODES) -> list[str]:
    """Return why an answer is not a valid graph, a message each; empty for a valid one.

    :param value: an answer that its schema allows.
    :param max_nodes: most claims of an answer.
    """
    nodes, edges = value["nodes"], value["edges"]
    names = {node["id"] for node in nodes}
    return [*_errors_of_claims(nodes, max_nodes), *_errors_of_edges(edges, names), *_errors_of_roles(value)]


def _errors_of_roles(value: Mapping[str, Any]) -> Iterator[str]:
    """Yield a message for each support that the roles of its claims do not allow."""
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
    """Return the claims and edges of a valid answer; a claim that is in no sentence has an empty ``sentence``."""
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
    """Return the sentence that a claim names, if it contains the quotation and supports the claim; else None."""
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
    return sentence if _is_supported(sentence.text, around, node["claim"], language) else None


def is_quoted(quote: str, text: str) -> bool:
    """Whether a text has a quotation word by word, of at least four words or all words of a shorter text."""
    quoted, available = _words(quote), _words(text)
    return len(quoted) >= max(1, min(_FEWEST_WORDS, len(available))) and _contains(available, quoted)


def _is_supported(sentence: str, around: str, claim: str, language: str) -> bool:
    """Whether a sentence says what a claim says.

    At least half of the words of the claim must be in ``around``, the sentence and its neighbours.  Its numbers and
    units must be in the sentence, both must negate alike, and the claim must drop no limiting word and swap no words.
    """
    own, near, claimed = (_fingerprint(text, language) for text in (sentence, around, claim))
    shared = len(claimed.token_set & near.token_set) >= _LEAST_SHARED * len(claimed.token_set)
    measured = claimed.numbers <= own.numbers and _has_measures(sentence, claim, language)
    told, meant = _stance(sentence, claimed), _stance(claim, claimed)
    apart = (
        told.denied != meant.denied
        or _mixed(sentence, claim, own)
        or not told.limits <= meant.limits | claimed.token_set
        or _swapped(sentence, claim, language)
        or opposed(claimed, own)
        or contradict(claimed, own)
    )
    return shared and measured and not apart


def _fingerprint(text: str, language: str) -> Fingerprint:
    same = quantities.normalise(text, language) if table(language, "numbers") else text
    return fingerprint(normalise(same, language), language)


def _has_measures(sentence: str, claim: str, language: str) -> bool:
    """Whether a sentence has each quantity of a claim that has a unit, perhaps in another unit of the same kind."""
    if not table(language, "numbers"):
        return True
    own = quantities.read(sentence, language)
    measures = (measure for measure in quantities.read(claim, language) if measure.unit)
    return all(any(quantities.same(measure, other) for other in own) for measure in measures)


class _Stance(NamedTuple):
    """The negation and the limits in the clauses that have the words of a claim."""

    denied: bool  #: whether a clause has an odd number of negating words
    limits: frozenset[str]  #: limiting words, such as may, only or almost


def _stance(sentence: str, claimed: Fingerprint) -> _Stance:
    """Return the negation and the limits of a claim in a sentence.

    In each clause, only the words of the claim, those between them and those right before and after are read: other
    negations are of something else.
    """
    clauses = [_fingerprint(clause, claimed.language) for clause in with_commas(sentence).split(",")]
    clauses.sort(key=lambda clause: -len(_content(clause) & _content(claimed)))
    missing, denied, limits = _content(claimed), False, set[str]()
    limiting = words(claimed.language, "claims.limiting")
    for clause in clauses:
        near = _tokens_around(clause, missing & _content(clause), claimed.tokens)
        missing -= _content(clause)
        negated = 0
        for before, token in pairwise(["", *near]):
            if token in limiting and before in _negating(claimed.language):
                negated -= 1  # not only
            elif token in limiting:
                limits.add(token)
            negated += token in _negating(claimed.language)
        denied |= negated % 2 == 1  # negations in two clauses, "not, and neither", do not cancel out
    return _Stance(denied, frozenset(limits))


def _mixed(sentence: str, claim: str, own: Fingerprint) -> bool:
    """Whether a part of a claim, between its commas and conjunctions, denies what the sentence says, or the reverse.

    Parts with fewer than two words of the sentence are skipped.  One part alone is the claim, which is looked at as a
    whole.
    """
    said = _joined_by_commas(sentence)
    parts = [(text, _fingerprint(text, own.language)) for text in _joined_by_commas(claim).split(",")]
    parts = [(text, part) for text, part in parts if len(part.core & own.core) > 1]
    return len(parts) > 1 and any(
        _stance(said, part).denied != _stance(text, part).denied for text, part in parts
    )


def _joined_by_commas(text: str) -> str:
    """Return a text with a comma for each conjunction and other separator of clauses."""
    joining = frozenset(phrases(codes(), "sentences.conjunctions"))
    return " ".join("," if word.lower() in joining else word for word in with_commas(text).split())


def _content(clause: Fingerprint) -> frozenset[str]:
    return clause.core | clause.numbers


def _tokens_around(clause: Fingerprint, own: frozenset[str], claim: Sequence[str]) -> tuple[str, ...]:
    """Return the tokens of a clause from the first to the last of ``own``, with their context.

    If a clause that repeats some has the tokens of a ``claim`` that denies as they are, only these count.  The
    context is the function words, common words and negations before them, and a reversing word after them.
    """
    tokens, language = clause.tokens, clause.language
    places = [number for number, token in enumerate(tokens) if token in own or stem(token) in own]
    if not places:
        return ()
    start, end = places[0], places[-1] + 1
    repeated = len(places) > len({tokens[place] for place in places})
    whole = _place_in(tokens, claim) if repeated and not _negating(language).isdisjoint(claim) else -1
    if whole >= 0:
        start, end = whole, whole + len(claim)
    limiting = words(language, "claims.limiting")
    start -= bool(start and tokens[start - 1] in limiting)
    idle = words(language, "claims.function-words") | words(language, "claims.common") | clause.numbers
    while start and tokens[start - 1] in (idle | _negating(language)) - limiting:  # "we could show that"
        start -= 1
    return (*tokens[start:end], *(words(language, "claims.reversing") & {*tokens[end : end + 1]}))


def _negating(language: str) -> frozenset[str]:
    return (
        words(language, "claims.negations")
        | words(language, "claims.further-negations")
        | words(language, "claims.reversing")
    )


def _swapped(sentence: str, claim: str, language: str) -> bool:
    """Whether two words are on exchanged sides of a third: "A beats B" for "B beats A".

    False if one of both has more words for agents, as a passive does.  Skipped are words that occur more than once, and
    conjunctions: "A while B" is "B while A".
    """
    doers = words(language, "claims.doers")
    if not doers or any(_words(sentence).count(word) != _words(claim).count(word) for word in doers):
        return False
    joining = {stem(word) for word in phrases(codes(), "sentences.conjunctions")}
    said = max(
        (_stems(clause, language) for clause in with_commas(sentence).split(",")),
        key=lambda stems: len({*stems} & {*_stems(claim, language)}),
    )
    claimed = _stems(claim, language)
    common = [word for word in said if said.count(word) == claimed.count(word) == 1 and word not in joining]
    return any(
        {*common[:place]} & _words_after(claimed, word)
        and {*common[place + 1 :]} & _words_after(claimed[::-1], word)
        for place, word in enumerate(common)
    )


def _stems(text: str, language: str) -> list[str]:
    idle = words(language, "claims.function-words")
    return [stem(token) for token in _fingerprint(text, language).tokens if token not in idle]


def _words_after(stems: Sequence[str], word: str) -> set[str]:
    return {*stems[stems.index(word) + 1 :]}


def _words(text: str) -> list[str]:
    folded = spaced(unicodedata.normalize("NFKC", text).casefold())
    return "".join(letter if letter.isalnum() else " " for letter in folded).split()


def _contains(words: Sequence[str], part: Sequence[str]) -> bool:
    return _place_in(words, part) >= 0


def _place_in(words: Sequence[str], part: Sequence[str]) -> int:
    """Return the first place at which words have others in a row, -1 without one."""
    starts = range(len(words) - len(part) + 1)
    return next((start for start in starts if words[start : start + len(part)] == part), -1)
