"""The measured accuracy of each rule, as shipped with this release."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

DATA = Path(__file__).parent.parent / "data" / "accuracy.json"


class Accuracy(NamedTuple):
    """The accuracy of one rule: on real documents, and on planted faults."""

    act: int  #: findings on real documents that an author would act on
    ignore: int  #: correct findings there that an author would leave
    wrong: int  #: false alarms there
    planted: int  #: planted faults
    detected: int  #: planted faults that were reported on their line

    @property
    def real(self) -> int:
        """Number of findings on real documents that were read in their source."""
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
    """Return the contents of `data/accuracy.json`."""
    import json

    figures: dict[str, Any] = json.loads(DATA.read_text("utf-8"))
    return figures


@cache
def accuracies() -> dict[str, Accuracy]:
    """Return the accuracy of each measured rule by name; rules of plugins are not in it."""
    return {name: Accuracy(**figures) for name, figures in shipped()["rules"].items()}


def documents() -> int:
    """Return the number of real documents and repositories that the rules were run on."""
    count: int = shipped()["documents"]
    return count


def share(part: int, whole: int) -> str:
    """Return a percentage, rounded down so that 100 % means all; ``-`` if ``whole`` is 0."""
    return f"{100 * part // whole} %" if whole else "-"


def section(name: str) -> str:
    """Return the accuracy section of a rule's page; empty for a rule that was not measured."""
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
