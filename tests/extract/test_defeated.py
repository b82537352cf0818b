"""Which conclusion a defeated claim carries: found for all at once, as by asking of each claim and conclusion alone."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import networkx as nx
import pytest

from argcheck.argument.graph import Overlay
from argcheck.lint.document_argument import read_argument

from .conftest import PREAMBLE, read

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from argcheck.argument.extract.argument import Argument
    from argcheck.argument.model import Node


def document(rng: random.Random, size: int = 24) -> str:
    lines = [PREAMBLE, "\\begin{document}"]
    for number in range(size):
        kind = "given" if number < 3 else rng.choice(("claim", "claim", "claim", "conclusion"))
        uses = {f"cl:{rng.randrange(number)}" for _ in range(rng.randint(1, 3))} if kind != "given" else ()
        joint = rng.choice(",,,+")
        lines.append(
            f"% argcheck: {kind} id=cl:{number}" + (f" uses={joint.join(sorted(uses))}" if uses else "")
        )
        if number > 3 and rng.random() < 0.3:
            lines.append(f"% argcheck: attacks cl:{rng.randrange(number)}")
        lines.append(f"Lamp number {number} is bright.\n")
    return "\n".join([*lines, "\\end{document}"])


def slowly(argument: Argument) -> list[tuple[str, str, int, int, int]]:
    """Ask of each defeated claim and each conclusion by itself; steps are those of networkx."""
    links = nx.DiGraph(
        (edge.source, edge.target) for edge in argument.graph.edges if edge.relation != "attacks"
    )
    down = [node for node in argument.graph.nodes.values() if argument.labels[node.id] < 0]
    lost = {node.id for node in down}
    rows = []
    for node in down:
        fed = [goal for goal in argument.conclusions if feeds(links, node, goal)][:20]
        widths = [(argument.width(goal), argument.width(goal, lost - {goal.id})) for goal in fed]
        losses = [after - before for before, after in widths]
        if fed:
            place = losses.index(min(losses))
            steps = nx.shortest_path_length(links, node.id, fed[place].id)
            rows.append((node.id, fed[place].id, *widths[place], steps))
    return rows


def feeds(links: nx.DiGraph[str], node: Node, goal: Node) -> bool:
    known = node.id in links and goal.id in links
    return known and goal is not node and bool(nx.has_path(links, node.id, goal.id))


def told(carried: Sequence[object]) -> list[tuple[str, str, int, int, int]]:
    return [(c.node.id, c.conclusion.id, c.before, c.after, len(c.route)) for c in carried]  # type: ignore[attr-defined]


@pytest.mark.slow
def test_all_at_once_is_as_one_at_a_time(tmp_path: Path) -> None:
    rng = random.Random(5)
    several = 0
    for _ in range(40):
        (tmp_path / "main.tex").write_text(document(rng), "utf-8")
        argument = read_argument(read(tmp_path / "main.tex"), lambda _: Overlay())
        expected = slowly(argument)
        assert told(argument.defeated) == expected
        several += len({goal for _, goal, *_ in expected}) > 1
    assert several > 10


def test_a_conclusion_that_is_attacked_itself_says_what_it_loses_below(tmp_path: Path) -> None:
    lines = (
        "% argcheck: given id=cl:one",
        "% argcheck: given id=cl:two",
        "% argcheck: given id=cl:low\n% argcheck: attacks cl:one",
        "% argcheck: conclusion id=cl:main uses=cl:one,cl:two",
        "% argcheck: given id=cl:high\n% argcheck: attacks cl:main",
    )
    body = "\n".join(f"{line}\nLamp number {number} is bright.\n" for number, line in enumerate(lines))
    (tmp_path / "main.tex").write_text(f"{PREAMBLE}\\begin{{document}}\n{body}\\end{{document}}", "utf-8")
    [carried] = read_argument(read(tmp_path / "main.tex"), lambda _: Overlay()).defeated
    assert (carried.node.id, carried.before, carried.after) == ("cl:one", 2, 1)
