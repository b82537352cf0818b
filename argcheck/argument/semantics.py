"""Which claims survive attacks: grounded and preferred labellings.

P. M. Dung, "On the acceptability of arguments" (1995).  Refuted nodes are OUT from the start and attack nobody.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence

IN, OUT, UNDECIDED = 1, -1, 0


def grounded(attacks: Sequence[Sequence[int]], refuted: list[bool]) -> list[int]:
    """Return the grounded label of each node.

    A node becomes IN when all its attackers are OUT, and then its targets become OUT; mutual attackers stay
    UNDECIDED.  Linear: each attack is counted once.
    """
    threats = [0] * len(attacks)
    for targets in attacks:
        for target in targets:
            threats[target] += 1
    label = [OUT if gone else UNDECIDED for gone in refuted]
    fresh = deque(node for node, gone in enumerate(refuted) if gone)
    fresh.extend(node for node, count in enumerate(threats) if not count and not refuted[node])
    while fresh:
        node = fresh.popleft()
        if label[node] == OUT:
            for target in attacks[node]:
                threats[target] -= 1
                if not threats[target] and label[target] == UNDECIDED:
                    fresh.append(target)
        elif label[node] == UNDECIDED:
            label[node] = IN
            for target in attacks[node]:
                if label[target] == UNDECIDED:
                    label[target] = OUT
                    fresh.append(target)
    return label


def preferred(attacks: Sequence[Sequence[int]], refuted: list[bool], max_steps: int) -> Iterator[list[int]]:
    """Yield the preferred labellings: those whose set of IN nodes is admissible and not part of a larger such set.

    The grounded labels hold in all of them, so only undecided nodes are searched, depth first, IN before
    not IN.  A set yielded later can therefore never include an earlier one, and is compared with those only.
    Exponential at worst.

    :raises StepLimitError: after ``max_steps`` steps; the labellings yielded before are correct.
    """
    base = grounded(attacks, refuted)
    earlier: list[frozenset[int]] = []
    for chosen in _admissible(attacks, base, max_steps):
        if not any(chosen <= larger for larger in earlier):
            earlier.append(chosen)
            yield _labelled(attacks, base, chosen)


class StepLimitError(Exception):
    """The search for preferred labellings has used up its steps."""


def _labelled(attacks: Sequence[Sequence[int]], base: list[int], chosen: frozenset[int]) -> list[int]:
    label = list(base)
    for node in chosen:
        label[node] = IN
        for target in attacks[node]:
            label[target] = OUT
    return label


def _admissible(
    attacks: Sequence[Sequence[int]], base: list[int], max_steps: int
) -> Iterator[frozenset[int]]:
    """Yield admissible sets of undecided nodes, among them all the largest ones."""
    open_nodes = [node for node, value in enumerate(base) if value == UNDECIDED]
    targets = {node: {t for t in attacks[node] if base[t] == UNDECIDED} for node in open_nodes}
    attackers: dict[int, set[int]] = {node: set() for node in open_nodes}
    for node in open_nodes:
        for target in targets[node]:
            attackers[target].add(node)
    # A state: nodes IN, nodes excluded (attacked or passed over), the position of the next node to decide.
    todo: list[tuple[frozenset[int], frozenset[int], int]] = [(frozenset(), frozenset(), 0)]
    steps = 0
    while todo:
        chosen, excluded, place = todo.pop()
        while place < len(open_nodes) and open_nodes[place] in excluded:
            place += 1
        steps += 1
        if steps > max_steps:
            raise StepLimitError
        if place == len(open_nodes):
            struck = set().union(*(targets[node] for node in chosen))
            if all(attackers[node] <= struck for node in chosen):
                yield chosen
            continue
        node = open_nodes[place]
        todo.append((chosen, excluded | {node}, place + 1))
        if node not in targets[node]:
            todo.append((chosen | {node}, excluded | targets[node] | attackers[node], place + 1))
