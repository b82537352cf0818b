"""How often each rule was right when it was measured: the figures that this release ships."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

DATA = Path(__file__).parent.parent / "data" / "accuracy.json"


class Accuracy(NamedTuple):
    """What was measured of one rule: first on real documents, then by faults that were planted."""

    act: int  #: findings on real documents that an author would change the text for
    ignore: int  #: those that are right, and that an author would leave
    wrong: int  #: those that are false alarms
    planted: int  #: faults that were planted
    detected: int  #: of these, those that were reported on their line

    @property
    def real(self) -> int:
        """Findings on real documents that somebody read in their source."""
        return self.act + self.ignore + self.wrong

    @property
    def figures(self) -> tuple[str, ...]:
        """The columns of a table, as `HEAD` names them."""
        return (
            *map(str, (self.act, self.ignore, self.wrong, self.planted)),
            share(self.detected, self.planted),
        )


HEAD = ("act", "ignore", "wrong", "planted", "detected")
UNMEASURED = ("0", "0", "0", "0", "-")
FEW = 20  #: findings on real documents; fewer do not show how often a rule is right


@cache
def shipped() -> dict[str, Any]:
    """Return the figures of this release, as `data/accuracy.json` has them."""
    import json

    figures: dict[str, Any] = json.loads(DATA.read_text("utf-8"))
    return figures


@cache
def accuracies() -> dict[str, Accuracy]:
    """Return what was measured, by the name of the rule; rules of plugins are not in it."""
    return {name: Accuracy(**figures) for name, figures in shipped()["rules"].items()}


def documents() -> int:
    """Return on how many real documents and repositories the rules were run."""
    count: int = shipped()["documents"]
    return count


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
    real, count = f"On {documents()} real documents", measured.real
    if count:
        lines = [
            f"{real}: of {count} findings that were read in their source, an author would act on {measured.act},",
            f"would leave {measured.ignore}, and {measured.wrong} {'was' if measured.wrong == 1 else 'were'} wrong.",
        ]
    else:
        lines = [f"{real}: nothing was found that has been read."]
    if count < FEW:
        lines.append(f"Fewer than {FEW} findings do not show how often it is right.")
    if measured.planted:
        share_ = share(measured.detected, measured.planted)
        lines.append(
            f"Of {measured.planted} faults planted by its makers, {share_} were found on their line."
        )
    return lines
