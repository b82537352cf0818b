"""Words that belong to the next one: the number of a theorem, and what denies a part of a claim.

"Rats not fed sugar grew fast" does not deny that rats fed sugar did, nor does "Theorem 3 holds" contradict "Theorem 4
holds".  Such words are bound to their neighbour (``not_fed``, ``theorem_3``), so that these claims have other words.
In doubt a denial is one of a part: a contradiction is missed then, and none is made up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.tex.vocabulary import wording, words

if TYPE_CHECKING:
    import re

#: Between a word and what is bound to it.
BOND = "_"
_FAR = 40  # words before a negation, characters before a label that are looked at, so that hostile texts take linear time
_ENDS_CLAUSE = ",;:()\u2013\u2014"
_PUNCTUATION = f"{_ENDS_CLAUSE}.!?\"'`"


def with_labels_bound(text: str, language: str) -> str:
    """Return a text with the numbers and letters of theorems, groups, studies bound to these words: "Group_A", "in_2019"."""
    numbered = r"\b(?:({bounds.numbered})[\s~]+([A-Z]?\d+(?:\.\d+)*[a-z]?|[A-Z])|{*claims.dating}\s+(?:1[5-9]|20)\d\d)"
    pattern = numbered + r"(?![\w%]|[.,]\d|\s*%)"
    own = words(language, "claims.pointing")

    def bind(label: re.Match[str]) -> str:
        if label[1] is None:
            return BOND.join(label[0].split())
        before = text[max(0, label.start() - _FAR) : label.start()].split()
        counted = before and before[-1].lower() in own  # "in this study 20 rats died"
        return label[0] if counted else f"{label[1]}{BOND}{label[2]}"

    return wording(language, pattern).sub(bind, text)


def with_denied_parts_bound(text: str, language: str) -> str:
    """Return a text in lower case with each negation of a part bound to the next word: "rats not_fed sugar".

    Contractions are expected to be written out.
    """
    negations = words(language, "claims.negations")
    tokens = text.split()
    if negations.isdisjoint(token.strip(_PUNCTUATION) for token in tokens):
        return text
    bound: list[str] = []
    start = 0  # of the clause
    for place, token in enumerate(tokens):
        following = tokens[place + 1].strip(_PUNCTUATION) if place + 1 < len(tokens) else ""
        if token in negations and following and _denies_part(tokens, start, place, following, language):
            bound.append(token + BOND)
        else:
            bound.append(f"{token} ")
        if token[-1] in _ENDS_CLAUSE:
            start = place + 1
    return "".join(bound).rstrip()


def _denies_part(tokens: list[str], start: int, place: int, following: str, language: str) -> bool:
    """Whether the negation at a place denies a part of its claim.

    :param start: the place at which its clause begins.
    """
    clause = tokens[max(start, place - _FAR) : place]
    auxiliaries = words(language, "claims.auxiliaries")
    if _is_subordinate(clause, auxiliaries, language, behind_comma=start > 0):
        return True
    participle = following.endswith(tuple(words(language, "claims.participle-endings")))
    if not auxiliaries:
        return participle
    idle = words(language, "claims.adverbs")
    before = [word for word in clause if not word.endswith("ly") and word not in idle]
    if not before:
        return participle or tokens[place] not in words(language, "claims.denying-first")
    if before[-1] in auxiliaries or tokens[place] in words(language, "claims.denying-adverbs"):
        return False
    return tokens[place] not in words(language, "claims.denying-articles") or not _ends_with_verb(
        before, language
    )


def _is_subordinate(
    clause: list[str], auxiliaries: frozenset[str], language: str, *, behind_comma: bool
) -> bool:
    """Whether a negation behind these words of its clause is in a subordinate clause: "rats that were"."""
    subordinating, relative = words(language, "claims.subordinating"), words(language, "claims.relative")
    opening = max((place for place, word in enumerate(clause) if word in subordinating), default=None)
    if opening is not None:
        # With a second auxiliary the main clause goes on: "rats which were fed did not".
        return sum(word in auxiliaries for word in clause[opening:]) < 2
    if behind_comma and clause and clause[0] in relative:
        return True
    near = clause[:-1] if clause and clause[-1] in auxiliaries else clause
    return bool(near) and near[-1] in relative


def _ends_with_verb(clause: list[str], language: str) -> bool:
    """Whether the last word before "no" is surely a verb, so that "no" denies the claim: "shows no", "we found no"."""
    last, persons = clause[-1], words(language, "claims.persons")
    return (
        last in words(language, "claims.relative")
        or last.endswith("s")
        or not persons.isdisjoint(clause[-2:-1])
    )
