"""Ties a claim of a model to the sentence that it quotes, where the sentence says what the claim says."""

from __future__ import annotations

import unicodedata
from collections import Counter
from functools import cache
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from argcheck.argument.normalise import Fingerprint, fingerprint, normalise, opposed, stem, with_commas
from argcheck.prose import quantities
from argcheck.sources.unspaced import spaced
from argcheck.tex.vocabulary import codes, groups, phrases, table, words

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from argcheck.interrogation.shown_parts import NumberedSentence

_FEWEST_WORDS = 4  #: least words of a quotation; of a shorter sentence, all of its words
_MOST_LACKING = (
    0.25  #: of the words of a claim, neither in its sentence nor beside it: a quotation alone proves little
)
_STRONG = "claims.strengthening"
_BEGINNING = 6  #: letters by which words are known whatever their endings
_NEARLY_ALL = 0.75  #: least share of one side of a contrast that a claim has, if it is about that side


def tied(
    node: Mapping[str, Any], sentences: Mapping[int, NumberedSentence], language: str
) -> NumberedSentence | None:
    """Return the sentence that a claim names, if it contains the quotation and supports the claim; else None.

    Of a claim that joins two sentences, it supports one half and a neighbour the other.
    """
    sentence = sentences.get(node["sentence"])
    if sentence is None:
        return None
    if not is_quoted(node["quote"], sentence.text):
        return None
    beside = [sentences[n].text for n in (sentence.number - 1, sentence.number + 1) if n in sentences]
    around = " ".join((*beside[:1], sentence.text, *beside[1:]))
    claim = node["claim"]
    if _is_supported(sentence.text, around, claim, language):
        return sentence
    joined = any(
        _is_supported(sentence.text, around, mine, language)
        and _is_supported(other, around, theirs, language)
        for halves in _halves(claim)
        for mine, theirs in (halves, halves[::-1])
        for other in beside
    )
    return sentence if joined else None


def _halves(claim: str) -> Iterator[tuple[str, str]]:
    """Yield what is before and behind each conjunction of a claim, if both may be claims."""
    tokens, joining = claim.split(), frozenset(phrases(codes(), "sentences.conjunctions"))
    for place, token in enumerate(tokens):
        if token in joining and min(place, len(tokens) - place - 1) >= _FEWEST_WORDS:
            yield " ".join(tokens[:place]), " ".join(tokens[place + 1 :])


def is_quoted(quote: str, text: str) -> bool:
    """Whether a text has a quotation word by word, of at least four words or all words of a shorter text."""
    quoted, available = _words(quote), _words(text)
    return len(quoted) >= max(1, min(_FEWEST_WORDS, len(available))) and _place_in(available, quoted) >= 0


def _is_supported(sentence: str, around: str, claim: str, language: str) -> bool:
    """Whether a sentence says what a claim says; what is undecided, it does not say.

    - Left out: both must negate alike, and what limits, asks or disowns the words of the claim must be in it.
    - Added: most of its words, and all that strengthen ("all", "cause"), must be in ``around``, the sentence and its
      neighbours; its numbers and units in the sentence, and no word may be the opposite of one there.
    - Kept: no words may have changed sides, no number may stand where the sentence has another, and no words may come
      from both sides of a contrast.
    """
    own, near, claimed = (_fingerprint(text, language) for text in (sentence, around, claim))
    told, meant = _stance(sentence, claimed), _stance(claim, claimed)
    left_out = (
        told.denied != meant.denied
        or _mixed(sentence, claim, own)
        or not told.limits <= _kinds(_words(claim), language, "claims.limiting", "claims.framing")
        or sentence.rstrip().endswith("?") > claim.rstrip().endswith("?")
    )
    added = (
        not _has_words(own, near, claimed)
        or not claimed.numbers <= own.numbers
        or not _has_measures(sentence, claim, language)
        or opposed(claimed, own)
        or not _kinds(_words(claim), language, _STRONG) <= _kinds(_words(around), language, _STRONG)
    )
    moved = (
        _swapped(sentence, claim, language)
        or _is_number_moved(own.tokens, claimed.tokens, language)
        or _is_crossed(sentence, claimed)
    )
    return not (left_out or added or moved)


def _has_words(own: Fingerprint, near: Fingerprint, claimed: Fingerprint) -> bool:
    """Whether a sentence has half of what a claim says, and its neighbourhood nearly all, whatever the endings."""
    content = _content(claimed) - _idle_content(claimed.language) or _content(claimed)
    beside, lacking = content - _content(own), content - _content(near)
    return 2 * len(beside) <= len(content) and len(lacking) <= max(1, len(content) * _MOST_LACKING)


def _is_number_moved(said: Sequence[str], claimed: Sequence[str], language: str) -> bool:
    """Whether the words on both sides of a number are next to other numbers in the sentence, which a claim leaves out."""
    # a unit, and what is counted, stands next to all its numbers
    counted = {after for before, after in pairwise(said) if _is_number(before)}
    for place, number in enumerate(claimed):
        if _is_number(number) and not (place and _is_number(claimed[place - 1])):
            behind = claimed[place + 1 :]
            behind = behind[not counted.isdisjoint(behind[:1]) :]
            others = {
                *_numbers_behind(claimed[:place][::-1], said, language, 1),
                *_numbers_behind(behind, said[::-1], language, 2),
            }
            kind = {other for other in others if _kind_of_number(other) == _kind_of_number(number)}
            if number not in kind and not kind <= {*claimed}:
                return True
    return False


def _numbers_behind(nearest: Sequence[str], said: Sequence[str], language: str, most: int) -> Iterator[str]:
    """Yield the first number behind each occurrence of the nearest words that say something and are in a sentence."""
    known, idle = {*said}, _idle(language)
    telling = (token for token in nearest if token in known and token not in idle and not _is_number(token))
    anchors, number = [*islice(telling, most)], ""
    for token in reversed(said):
        if _is_number(token):
            number = token
        elif number and token in anchors:
            yield number


def _is_number(token: str) -> bool:
    return token.removeprefix("-")[:1].isdigit()


def _kind_of_number(token: str) -> tuple[bool, bool]:
    """Return whether a number is a percentage, and whether it may be a year: numbers of two kinds are no rivals."""
    return token.endswith("%"), len(token) == 4 and token[:2] in {"18", "19", "20"}


def _is_crossed(sentence: str, claimed: Fingerprint) -> bool:
    """Whether a claim has words of both sides of a contrast: "A fell" of "A rose while B fell".

    A claim that keeps nearly all of the second side may have words of the first one, for its pronouns.
    """
    contrasting = words(claimed.language, "claims.contrasting")
    tokens = with_commas(sentence).replace(",", " , ").split()
    place = next((n for n, token in enumerate(tokens) if token.lower() in contrasting), -1)
    if place < 0 or not contrasting.isdisjoint(claimed.tokens):
        return False
    first, second = tokens[:place], tokens[place + 1 :]
    if not any(_negating(claimed.language).isdisjoint(part) for part in (claimed.tokens, first)):
        return False  # "B, not A" of "not A but B"
    if not _content(_fingerprint(" ".join(first), claimed.language)) and "," in second:
        comma = second.index(",")
        first, second = second[:comma], second[comma:]
    before, behind = (
        _content(_fingerprint(" ".join(side), claimed.language)) - _idle_content(claimed.language)
        for side in (first, second)
    )
    content, own = _content(claimed), behind - before
    return bool(content & own and content & (before - behind)) and len(content & own) < _NEARLY_ALL * len(own)


def _idle(language: str) -> frozenset[str]:
    idle = words(language, "claims.function-words") | words(language, "claims.common")
    return idle or words(language, "sentences.single")


@cache
def _idle_content(language: str) -> frozenset[str]:
    return frozenset(stem(word)[:_BEGINNING] for word in _idle(language))


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
    language = claimed.language
    clauses = [(clause, _fingerprint(clause, language)) for clause in _clauses(sentence, language)]
    clauses.sort(
        key=lambda clause: (
            -len(_content(clause[1]) & _content(claimed)),
            clause[1].negated != claimed.negated,
        )
    )
    missing, denied = _content(claimed), False
    limits = _kinds(_words(sentence), language, "claims.framing")
    for number, (text, clause) in enumerate(clauses):
        own = missing & _content(clause)
        near = _tokens_around(clause, own, claimed.tokens)
        missing -= own
        limits |= _limits(_words(text), own, language, beside=number > 0)
        negated = _times_denied(near, language)
        denied |= negated % 2 == 1  # negations in two clauses, "not, and neither", do not cancel out
    return _Stance(denied, frozenset(limits))


def _times_denied(tokens: Sequence[str], language: str) -> int:
    """Return how often tokens deny: "not only" does not, and "neither" and "nor" do so together, and with a "not"."""
    paired = words(language, "claims.pairing")
    plain = sum(token in _negating(language) - paired for token in tokens) - _denied_alone(tokens, language)
    return max(1, plain) if not paired.isdisjoint(tokens) else plain


def _denied_alone(tokens: Iterable[str], language: str) -> int:
    """Return how often tokens say "not only", which denies nothing."""
    both = {*groups(language, "claims.limiting")} & {
        *groups(language, _STRONG)
    }  # what limits and strengthens: "only"
    only = frozenset[str]().union(*both)
    return sum(token in only and before in _negating(language) for before, token in pairwise(("", *tokens)))


def _clauses(text: str, language: str) -> list[str]:
    """Return the clauses of a text, between its commas; "that" and what follows "(not)" go on with one."""
    clauses, idle = [""], _idle_content(language)
    for part in with_commas(text).split(","):
        that = not words(language, "claims.that").isdisjoint(_words(part)[:1])
        if that or not _content(_fingerprint(clauses[-1], language)) - idle:
            clauses[-1] += f" {part}"
        else:
            clauses.append(part)
    return clauses


def _limits(tokens: Sequence[str], own: Collection[str], language: str, *, beside: bool) -> set[str]:
    """Return what limits some words in a clause, between and before them, but not in "we could show" or "not only".

    :param beside: whether another clause has more words of the claim, so that only the word right before them counts.
    """
    places = [place for place, token in enumerate(tokens) if _is_among(token, own)]
    if not places or _denied_alone(tokens, language):
        return set()
    showing = words(language, "claims.showing")
    limiting = [
        token
        for place, token in enumerate(tokens[: places[-1] + 1])
        if showing.isdisjoint(tokens[place + 1 : place + 3]) and not (beside and place + 1 < places[0])
    ]
    return _kinds(limiting, language, "claims.limiting")


def _kinds(tokens: Collection[str], language: str, *keys: str) -> set[str]:
    """Return the groups of some lists that have some of the tokens, each by its first word."""
    return {group[0] for key in keys for group in groups(language, key) if not {*group}.isdisjoint(tokens)}


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
    """Return the beginnings of the words of a clause, and its numbers."""
    return frozenset(word[:_BEGINNING] for word in clause.core) | clause.numbers


def _is_among(token: str, content: Collection[str]) -> bool:
    return token in content or stem(token)[:_BEGINNING] in content


def _tokens_around(clause: Fingerprint, own: frozenset[str], claim: Sequence[str]) -> tuple[str, ...]:
    """Return the tokens of a clause from the first to the last of ``own``, with their context.

    If a clause that repeats some has the tokens of a ``claim`` that denies as they are, only these count.  The
    context is the function words, common words and negations before them, a reversing word after
    them, and a negation that ends a clause with several of them.
    """
    tokens, language = clause.tokens, clause.language
    places = [number for number, token in enumerate(tokens) if _is_among(token, own)]
    if not places:
        return ()
    start, end = places[0], places[-1] + 1
    repeated = len(places) > len({tokens[place] for place in places})
    whole = _place_in(tokens, claim) if repeated and not _negating(language).isdisjoint(claim) else -1
    if whole >= 0:
        start, end = whole, whole + len(claim)
    limiting = words(language, "claims.limiting")
    start -= bool(start and tokens[start - 1] in limiting)
    idle = _idle(language) | clause.numbers
    while start and tokens[start - 1] in (idle | _negating(language)) - limiting:  # "we could show that"
        start -= 1
    ending = {*tokens[-1:]} if len(own) > 1 and end < len(tokens) else set()  # "sanken sie nicht"
    return (
        *tokens[start:end],
        *(words(language, "claims.reversing") & {*tokens[end : end + 1]} | _negating(language) & ending),
    )


def _negating(language: str) -> frozenset[str]:
    return (
        words(language, "claims.negations")
        | words(language, "claims.further-negations")
        | words(language, "claims.reversing")
        | words(language, "claims.pairing")
    )


def _swapped(sentence: str, claim: str, language: str) -> bool:
    """Whether two words are on exchanged sides of a third: "A beats B" for "B beats A".

    False if both have not the same words for agents, as of a passive, or if the claim has small words of its own, which
    give other roles: "B have a higher A" for "A is higher for B".  Skipped are words that occur more than once, and
    conjunctions: "A while B" is "B while A".
    """
    doers, claimed = words(language, "claims.doers"), _stems(claim, language)
    if not doers:
        return False
    clauses = with_commas(sentence).split(",")
    clause = max(clauses, key=lambda clause: len({*_stems(clause, language)} & {*claimed}))
    own, told = Counter(_words(clause)), Counter(_words(claim))
    if any(told[word] > own[word] for word in words(language, "claims.relating")) or any(
        told[word] != own[word] for word in doers | words(language, "claims.means")
    ):
        return False
    joining = {stem(word) for word in phrases(codes(), "sentences.conjunctions")}
    said = _stems(clause, language)
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


def _place_in(words: Sequence[str], part: Sequence[str]) -> int:
    """Return the first place at which words have others in a row, -1 without one."""
    starts = range(len(words) - len(part) + 1)
    return next((start for start in starts if words[start : start + len(part)] == part), -1)
