"""Group texts that state the same claim and pair texts that contradict each other.

The result depends only on the set of texts, not on their order: groups are the connected components of
similarity, and a component with claims in conflict ("by 5 %", no number, "by 7 %") is split: its pairs are
merged from the most similar on, never across a conflict.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable

from argcheck.argument.blocking import ComparedText, RatioBlocking, TokenBlocking
from argcheck.argument.normalise import Fingerprint, contrasting, fingerprint, normalise, opposed, unprefixed
from argcheck.argument.similarity import (
    contradict,
    jaccard_similar,
    joinable,
    numbers_conflict,
    ratio_reaches,
    similarity,
    within_reach,
)

#: Up to this many texts that differ only in numbers or negation, every contradicting pair is returned; of more
#: texts only neighbours in sorted order are compared, so that thousands of instances of one sentence take linear time.
FULL_PAIRS = 100


class Deduplicator:
    """Texts, numbered by their normal form, and their groups.

    Adding takes time in proportion to the candidates that blocking leaves, and memory in proportion to the texts.
    """

    def __init__(self, jaccard_threshold: float, ratio_threshold: float, language: str = "en") -> None:
        """Start without texts; both thresholds lie in 0..1."""
        self._language = language
        self.jaccard_threshold, self.ratio_threshold = jaccard_threshold, ratio_threshold
        self._prints: list[Fingerprint] = []
        self._contrasts: list[frozenset[str]] = []
        self._numbers: dict[str, int] = {}
        self._parents: list[int] = []
        self._components: dict[int, list[int]] = {}
        self._classes: dict[frozenset[str], list[int]] = {}
        #: The texts of a class with each number; under "" those without numbers.
        self._stating: dict[tuple[frozenset[str], str], list[int]] = {}
        self._by_tokens, self._by_ratio = TokenBlocking(jaccard_threshold), RatioBlocking(ratio_threshold)

    def add(self, texts: Iterable[str]) -> list[int]:
        """Return the number of each text's normal form; new normal forms are first compared with all others."""
        norms = [normalise(text, self._language) for text in texts]
        new = [self._enter(norm) for norm in dict.fromkeys(norms) if norm not in self._numbers]
        for entry, others in self._by_tokens.add(new):
            self._unite_if(entry.number, (other.number for other in others), self._match_tokens)
        for entry, others in self._by_ratio.add(new):
            places = within_reach(entry.text, [other.text for other in others], self.ratio_threshold)
            self._unite_if(entry.number, (others[place].number for place in places), self._match_ratio)
        return [self._numbers[norm] for norm in norms]

    def _enter(self, norm: str) -> ComparedText:
        number = self._numbers[norm] = len(self._prints)
        new = fingerprint(norm, self._language)
        self._prints.append(new)
        self._contrasts.append(contrasting(new))
        self._parents.append(number)
        self._components[number] = [number]
        self._unite_if(number, self._classmates(new), self._match)
        self._classes.setdefault(new.core, []).append(number)
        for value in new.numbers or ("",):
            self._stating.setdefault((new.core, value), []).append(number)
        return ComparedText(number, norm, new.token_set, new.core)

    def component(self, number: int) -> list[int]:
        """Return the numbers of all texts connected with this one by similarity, itself included."""
        return self._components[self._root(number)]

    def groups(self, number: int) -> list[list[int]]:
        """Return the groups of the text's component: one, unless members conflict."""
        members = self.component(number)
        if not self._in_conflict(members):
            return [members]
        return self._split(members)

    def contradictions(self) -> list[tuple[int, int]]:
        """Return the pairs of texts that are equal except for a negation or for numbers."""
        pairs = []
        for members in self._classes.values():
            if len(members) > 1:
                pairs += self._contradicting(members)
        return pairs

    def _classmates(self, new: Fingerprint) -> list[int]:
        """Return the texts of the same class that share a number or have none; all of them if this one has none."""
        if not new.numbers:
            return self._classes.get(new.core, [])
        values = (*new.numbers, "")
        return [other for value in values for other in self._stating.get((new.core, value), ())]

    def _unite_if(self, number: int, others: Iterable[int], match: Callable[[int, int], bool]) -> None:
        for other in others:
            # Connected texts are not compared again; a split compares all pairs.
            if self._root(other) != self._root(number) and match(number, other):
                self._unite(number, other)

    def _match_tokens(self, a: int, b: int) -> bool:
        left, right = self._prints[a], self._prints[b]
        return jaccard_similar(left, right, self.jaccard_threshold) and joinable(left, right)

    def _match_ratio(self, a: int, b: int) -> bool:
        left, right = self._prints[a], self._prints[b]
        return joinable(left, right) and ratio_reaches(left.norm, right.norm, self.ratio_threshold)

    def _match(self, a: int, b: int) -> bool:
        return self._match_tokens(a, b) or self._match_ratio(a, b)

    def _root(self, number: int) -> int:
        parents = self._parents
        while parents[number] != number:
            parents[number] = parents[parents[number]]
            number = parents[number]
        return number

    def _unite(self, a: int, b: int) -> None:
        small, large = sorted((self._root(a), self._root(b)), key=lambda root: len(self._components[root]))
        self._parents[small] = large
        self._components[large] += self._components.pop(small)

    def _in_conflict(self, members: list[int]) -> bool:
        # Similar texts agree in negation and in words that alter a claim, so within a component only numbers,
        # formulas, opposites and order can conflict. Sets of numbers are without conflict only if each is a subset
        # of the next larger one.
        prints = [self._prints[number] for number in members]
        if len({entry.symbols for entry in prints if entry.symbols}) > 1:
            return True
        if len({tuple(sorted(entry.tokens)) for entry in prints}) < len({entry.tokens for entry in prints}):
            return True
        for stated in ({entry.numbers for entry in prints}, {entry.labels for entry in prints}):
            if any(numbers_conflict(a, b) for a, b in itertools.pairwise(sorted(stated, key=len))):
                return True
        return self._are_opposed(members)

    def _are_opposed(self, members: list[int]) -> bool:
        """Whether two texts contain opposites; of texts that agree in words with opposites only one is compared."""
        contrasts = {self._contrasts[number] for number in members}
        if len(contrasts) == 1:
            return False
        bases = unprefixed(frozenset().union(*contrasts), self._language)
        representatives = {
            (self._contrasts[number], self._prints[number].words() & bases): self._prints[number]
            for number in members
        }
        return any(opposed(a, b) for a, b in itertools.combinations(representatives.values(), 2))

    def _split(self, members: list[int]) -> list[list[int]]:
        """Return groups without conflict: the matching pairs of a component are merged, most similar first.

        Quadratic in the size of the component.
        """
        groups = {number: [number] for number in members}
        for a, b in self._ordered_matches(members):
            left, right = groups[a], groups[b]
            if left is not right and not self._in_conflict(left + right):
                left += right
                groups.update((number, left) for number in right)
        return list({id(group): group for group in groups.values()}.values())

    def _ordered_matches(self, members: list[int]) -> list[tuple[int, int]]:
        """Return the pairs of members that match, most similar first."""
        ordered = sorted(members, key=lambda number: self._prints[number].norm)
        scored: list[tuple[float, int, int, int]] = []
        for position, a in enumerate(ordered):
            for b in ordered[position + 1 :]:
                if self._match(a, b):
                    scored.append((-similarity(self._prints[a], self._prints[b]), len(scored), a, b))
        return [(a, b) for _, _, a, b in sorted(scored)]

    def _contradicting(self, members: list[int]) -> list[tuple[int, int]]:
        prints = self._prints
        if len(members) <= FULL_PAIRS:
            pairs = ((a, b) for place, a in enumerate(members) for b in members[place + 1 :])
        else:
            ordered = sorted(members, key=lambda number: prints[number].norm)
            pairs = itertools.pairwise(ordered)  # type: ignore[assignment]
        return [(a, b) for a, b in pairs if contradict(prints[a], prints[b])]
