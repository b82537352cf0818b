"""Made sources, the pairs that a good writer makes of them, and a scripted model that plays all roles of a build."""

from __future__ import annotations

import json
import random
import re
from typing import Any

from confirming import purpose
from scripted import told

from argcheck.verdicts.fields import CLASSES
from argcheck.verdicts.taxonomy import QUESTIONS, READABLE, SUBTYPES

SURFACE, DEEP = "surface", "deep"
_CONTROLS = {"nurses from Leeds, followed over time": True}


class Made:
    """Sources of invented words, and for each class pairs whose twins differ in nothing but which of two figures they name."""

    def __init__(self, count: int = 3, shape: tuple[str, ...] = (SURFACE,)) -> None:
        self.drafts: dict[tuple[str, str], list[dict[str, str]]] = {}
        self.labels: dict[str, tuple[str, str]] = {}  #: label and reason, by sentence
        self.probes: dict[str, list[dict[str, str]]] = {}  #: questions, by source
        self.sources = [self._source(f"made{number}", shape) for number in range(count)]

    def _source(self, name: str, shape: tuple[str, ...]) -> dict[str, Any]:
        drawn = random.Random(name)

        def word() -> str:
            return "".join(drawn.choice("bdfgklmnprstvz") + drawn.choice("aeiou") for _ in range(3))

        paragraphs = []
        probes = self.probes.setdefault(name, [])
        for class_ in CLASSES:
            pairs = self.drafts.setdefault((name, class_), [])
            for number, difficulty in enumerate(shape):
                words = [word() for _ in range(9)]
                low, high = drawn.sample(range(11, 999), 2)
                a, b, c, d, e, f, g, h, i = words
                passage = f"Of {a} fields {b} took {low} sacks by {c} and {high} by {d}, while {e} and {f} {g} the {h} of {i}."
                paragraphs.append(f"The {word()} ground was wet. {passage} Nothing {word()} came of it.")
                right, wrong = (low, high) if number % 2 else (high, low)
                by = c if number % 2 else d
                texts = [
                    f"With {by}, {a} land gave {b} growers {said} sacks, as {f} and {e} {g} {i} [{name}]."
                    for said in (right, wrong)
                ]
                explanation = f"it takes {wrong} for the sacks by {by}, which were {right}"
                subtypes = [each for each in READABLE if SUBTYPES[each] == class_]
                pairs.append(
                    {
                        "subtype": subtypes[number % len(subtypes)],
                        "difficulty": difficulty,
                        "miscitation": texts[1],
                        "correct": texts[0],
                        "passage": passage,
                        "explanation": explanation,
                    }
                )
                self.labels[texts[0]] = "none", "it stands there"
                self.labels[texts[1]] = class_, explanation
                probes.append(
                    {
                        "question": f"How many sacks did {a} fields take by {c}?",
                        "answer": str(low),
                        "passage": passage,
                    }
                )
        paragraphs.append(
            f"All {word()} growers who were asked took part, and none of them left before the end."
        )
        return {
            "kind": "source",
            "id": name,
            "title": f"On sacks of {word()} {word()}",
            "authors": "A. Made and B. Made",
            "year": 2021,
            "field": "made studies",
            "paragraphs": paragraphs,
        }

    @property
    def text(self) -> str:
        """The sources as a file."""
        return "".join(f"{json.dumps(row)}\n" for row in self.sources)

    def all_drafts(self) -> list[dict[str, str]]:
        return [draft for drafts in self.drafts.values() for draft in drafts]

    # -- what a good model says

    def script(self, request: dict[str, Any], _number: int = 0) -> Any:
        """Answer as who writes, reads and grades well, and knows no source."""
        return getattr(self, f"say_{purpose(request)}")(request)

    def say_probes(self, request: dict[str, Any]) -> Any:
        probes = self.probes[self.source_of(request)]
        wanted = int(re.search(r"Write (\d+) questions", request["messages"][1]["content"])[1])
        return {"probes": probes[:wanted]}

    def say_recall(self, _request: dict[str, Any]) -> Any:
        return {"answer": "UNKNOWN"}

    def say_unaided(self, _request: dict[str, Any]) -> Any:
        return {"verdict": "UNKNOWN"}

    def say_same(self, request: dict[str, Any]) -> Any:
        first, second = told(request, "first"), told(request, "second")
        return {"same": _CONTROLS.get(second, first == second)}

    def say_miscitations(self, request: dict[str, Any]) -> Any:
        return {"items": self.drafts[key_of(request), class_of(request)]}

    def say_mending(self, request: dict[str, Any]) -> Any:
        """Write the pair as it should have been: the one of the same explanation."""
        bad = json.loads(told(request, "pair"))
        drafts = self.drafts[key_of(request), class_of(request)]
        return next(draft for draft in drafts if draft["explanation"] == bad["explanation"])

    def say_label(self, request: dict[str, Any]) -> Any:
        label, reason = self.labels.get(told(request, "sentence"), ("uncertain", "it cannot be told"))
        return {"label": label, "reason": reason}

    say_adjudication = say_label

    def source_of(self, request: dict[str, Any]) -> str:
        record = told(request, "record")
        return next(row["id"] for row in self.sources if f"title: {row['title']}\n" in record)


def key_of(request: dict[str, Any]) -> str:
    return re.search(r"The key is (\S+)\.", request["messages"][1]["content"])[1]


def class_of(request: dict[str, Any]) -> str:
    text = request["messages"][1]["content"]
    return next(name for name, question in QUESTIONS.items() if f"Kind of fault: {question}" in text)
