"""How often each rule was right when it was measured: the figures that this release ships."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

DATA = Path(__file__).parent / "data" / "accuracy.json"


class Accuracy(NamedTuple):
    """What was measured of one rule."""

    judged: int  #: findings that somebody read in their source
    right: int  #: of these, those that were true
    act: int  #: of these, those that an author would change the text for
    planted: int  #: faults that were planted
    found: int  #: of these, those that were found on their line

    @property
    def figures(self) -> tuple[str, str, str, str, str]:
        """The columns of a table: judged, right, would act, planted, found."""
        return (
            str(self.judged),
            share(self.right, self.judged),
            share(self.act, self.judged),
            str(self.planted),
            share(self.found, self.planted),
        )


HEAD = ("judged", "right", "would act", "planted", "found")
UNMEASURED = ("0", "-", "-", "0", "-")


@cache
def accuracies() -> dict[str, Accuracy]:
    """Return what was measured, by the name of the rule; rules of plugins are not in it."""
    import json

    rules: dict[str, dict[str, int]] = json.loads(DATA.read_text("utf-8"))["rules"]
    return {name: Accuracy(**figures) for name, figures in rules.items()}


def share(part: int, whole: int) -> str:
    """Write a share in per cent, rounded down so that 100 % means all; ``-`` of nothing."""
    return f"{100 * part // whole} %" if whole else "-"


def section(name: str) -> str:
    """Write what a rule's page says of its accuracy; empty for a rule that was not measured."""
    measured = accuracies().get(name)
    if measured is None:
        return ""
    return "\n## Accuracy\n\n" + "".join(f"{line}\n" for line in _lines(measured))


def _lines(measured: Accuracy) -> list[str]:
    judged, right, act, planted, found = measured.figures
    lines = []
    if measured.judged:
        lines.append(f"Of {judged} findings that were read in their source, {right} were right, and")
        lines.append(f"an author would act on {act}.")
    if measured.planted:
        lines.append(f"Of {planted} planted faults, {found} were found on their line.")
    return lines
