"""Six ways to spend the same calls of a model, on made questions and simulated models whose errors are known.

``python benchmarks/reasoning/simulate.py [--items N] [--out FOLDER]`` prints a table and, with ``--out``, writes every answer as JSONL.
It ends with 1 where a goal of ``README.md`` is missed.  No model is asked: what this shows is how the loop of `argcheck ask` treats
readings that err, and nothing about any real model.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from argcheck.interrogation.candidates import candidates
from argcheck.interrogation.loop import interrogated_subject
from argcheck.interrogation.source_documents import QuestionSubject
from argcheck.interrogation.subjects import InterrogationOptions
from argcheck.llm.model import ModelAnswer, Usage
from argcheck.sources.text.model import Block, SourceText

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from argcheck.llm.model import Question

ERRORS, CORRELATIONS = (0.1, 0.2, 0.3, 0.4), (0.0, 0.3, 0.6, 0.9)
READINGS = 6
#: Of each side; a reading that errs by itself names a witness of its own, those that err together the first.
_WITNESSES = READINGS + 1
_GOAL_ERROR, _GOAL_CORRELATION, _GOAL_GAIN = 0.3, 0.3, 0.05
_ELSE = "stove"  #: of which no document speaks
_Z = 1.959963984540054  # of a 95 % interval


class Item(NamedTuple):
    """A question with its documents: witnesses of what is true, and as many of what is not."""

    number: int
    question: str
    right: str
    wrong: str
    witnesses: dict[str, tuple[str, ...]]  #: by answer

    @property
    def document(self) -> SourceText:
        """All witnesses, in an order that tells nothing."""
        lines = sorted(line for side in self.witnesses.values() for line in side)
        blocks = tuple(Block("paragraph", line, line=number) for number, line in enumerate(lines, 1))
        return SourceText(f"item-{self.number}.txt", "text", blocks)


def made_item(number: int) -> Item:
    """Make one item; the same number makes the same one."""
    drawn = random.Random(f"item {number}")
    colours = drawn.sample(["red", "green", "blue", "white", "amber", "violet"], 2)
    room = drawn.randrange(100, 1000)
    names = drawn.sample(_NAMES, 2 * _WITNESSES)
    right, wrong = (f"The {colour} lamp is lit in room {room}." for colour in colours)
    witnesses = {
        answer: tuple(
            f"{names[side * _WITNESSES + place]} saw the {colour} lamp lit in room {room}."
            for place in range(_WITNESSES)
        )
        for side, (answer, colour) in enumerate(zip((right, wrong), colours, strict=True))
    }
    return Item(number, f"Which lamp is lit in room {room}?", right, wrong, witnesses)


_NAMES = [
    f"{first} {last}"
    for first in ("Ada", "Ben", "Cem", "Dora", "Eli")
    for last in ("Abt", "Brook", "Cole", "Dunn")
]


class SimulatedModel:
    """A model that errs with a known probability, and whose errors on one item go together to a known degree.

    Each call takes the draw that all calls on the item share with probability ``sqrt(correlation)``, else one of its own: so
    the errors of two calls have that correlation, whatever the probability of an error.
    """

    dry = False
    model = "simulated"

    def __init__(self, item: Item, error: float, correlation: float) -> None:
        self.item, self.error = item, error
        self.together = math.sqrt(correlation)
        self.drawn = random.Random(f"{item.number} {error} {correlation}")
        self.shared = self._draw()
        self.calls = self.characters = 0

    def _draw(self) -> str:
        return self.item.wrong if self.drawn.random() < self.error else self.item.right

    def says(self) -> tuple[str, bool]:
        """Answer once: the answer, and whether it is the draw that all share."""
        self.calls += 1
        shared = self.drawn.random() < self.together
        return (self.shared if shared else self._draw()), shared

    async def ask(self, question: Question) -> ModelAnswer:
        """Answer a question of the loop: an argument with one witness, a check, or what a check is checked by."""
        if question.purpose == "twins":
            return self._twins(question)
        if question.purpose == "addressed":
            return self._addressed(question)
        if "<<<DATA claim " in question.messages[-1].content:
            return (await self.sample(question, 1))[0]
        answer, shared = self.says()
        witness = self.item.witnesses[answer][_WITNESSES - 1 if shared else question.sample]
        text = question.messages[-1].content
        number = next(
            int(line[1:].partition("]")[0]) for line in text.split("\n") if line.endswith(f"] {witness}")
        )
        nodes = [
            {"id": "w", "claim": witness, "kind": "given", "role": "evidence", "sentence": number, "confidence": 0.8},
            {"id": "a", "claim": answer, "kind": "conclusion", "role": "conclusion", "sentence": 0, "confidence": 0.8},
        ]  # fmt: skip
        edges = [{"from": "w", "to": "a", "relation": "supports", "confidence": 0.8}]
        return self._answered(question, {"nodes": nodes, "edges": edges})

    async def sample(self, question: Question, count: int) -> list[ModelAnswer]:
        """Check one claim several times: what a witness said is in the documents, an answer is right or not."""
        claim = question.messages[-1].content.rpartition("<<<DATA claim ")[2]
        said = any(witness in claim for side in self.item.witnesses.values() for witness in side)
        about = next((side for side in (self.item.right, self.item.wrong) if side in claim), None)
        answers = []
        for _ in range(count):
            believed, _ = self.says()
            verdict = "supported" if said or about == believed else "refuted"
            if _ELSE in claim:
                verdict = "not_determinable"
            answers.append(self._answered(question, {"verdict": verdict, "reason": "as drawn"}))
        return answers

    def _twins(self, question: Question) -> ModelAnswer:
        """Write of a claim the other colour, and another thing."""
        self.calls += 1
        sentence = question.messages[-1].content.split("\n")[1]
        right, wrong = (side.split()[1] for side in (self.item.right, self.item.wrong))
        other = wrong if f" {right} " in sentence else right
        opposite = sentence.replace(f" {wrong if other == right else right} ", f" {other} ")
        return self._answered(question, {"opposite": opposite, "other": sentence.replace("lamp", _ELSE)})

    def _addressed(self, question: Question) -> ModelAnswer:
        """Name the sentences that tell their readers what to do: no witness does."""
        self.calls += 1
        lines = question.messages[-1].content.split("\n")
        orders = [int(line.partition(".")[0]) for line in lines if ". Whoever compares" in line]
        return self._answered(question, {"addressed": orders})

    def _answered(self, question: Question, value: dict[str, object]) -> ModelAnswer:
        text = json.dumps(value)
        self.characters += question.characters + len(text)
        return ModelAnswer(value, text, self.model, Usage(), repaired=False, remembered=False)


class Outcome(NamedTuple):
    """What one arm made of one item."""

    right: bool
    calls: int
    width: int = 0


def loop(model: SimulatedModel, checks: int) -> Outcome:
    """Ask by the loop of `argcheck ask`."""
    subject = QuestionSubject(model.item.question, [model.item.document])
    options = InterrogationOptions(runs=READINGS, check_calls=checks, width=READINGS)
    done = asyncio.run(interrogated_subject(subject, model, options))  # type: ignore[arg-type]
    best = candidates(subject, done)[0]
    return Outcome(best.answer == model.item.right, model.calls, best.width)


def single(model: SimulatedModel, _calls: int) -> Outcome:
    """One answer."""
    return Outcome(model.says()[0] == model.item.right, model.calls)


def revisited(model: SimulatedModel, calls: int, stays: float = 0.5) -> Outcome:
    """Ask to think again as often as the loop asks; an answer is kept with a probability, else it is drawn anew."""
    answer, _ = model.says()
    while model.calls < calls:
        again, _ = model.says()
        answer = answer if model.drawn.random() < stays else again
    return Outcome(answer == model.item.right, model.calls)


def reinjected(model: SimulatedModel, calls: int) -> Outcome:
    """Show the whole trace again: its own words are believed more."""
    return revisited(model, calls, stays=0.9)


def compressed(model: SimulatedModel, calls: int) -> Outcome:
    """Let a fresh call verify the answer; where it does not agree, begin again while calls are left."""
    answer, _ = model.says()
    while model.calls + 1 < calls:
        verified, _ = model.says()
        if verified == answer:
            break
        answer, _ = model.says()
    return Outcome(answer == model.item.right, model.calls)


#: The arms of the design. To a simulated model a chain in arrow notation is one more single pass.
ARMS: dict[str, Callable[[SimulatedModel, int], Outcome]] = {
    "single pass": single,
    "revisit": revisited,
    "trace shown again": reinjected,
    "arrow notation": single,
    "compressed and verified": compressed,
}
VOTES, WHOLE = "argcheck, no checks", "argcheck"


def binomial(error: float) -> float:
    """Return how often most of the readings are right where they err independently; a tie is half."""
    chances = [
        math.comb(READINGS, right) * (1 - error) ** right * error ** (READINGS - right)
        for right in range(READINGS + 1)
    ]
    half = READINGS // 2
    return math.fsum(chances[half + 1 :]) + chances[half] / 2


def interval(chance: float, items: int) -> tuple[float, float]:
    """Return the 95 % interval of a share that is observed on so many items."""
    spread = _Z * math.sqrt(chance * (1 - chance) / items)
    return chance - spread, chance + spread


def cell(items: Sequence[Item], error: float, correlation: float) -> dict[str, list[Outcome]]:
    """Run all arms on all items; each of the first five may ask as often as the loop did on that item."""
    outcomes: dict[str, list[Outcome]] = {name: [] for name in (*ARMS, VOTES, WHOLE)}
    for item in items:
        whole = loop(SimulatedModel(item, error, correlation), 20)
        outcomes[WHOLE].append(whole)
        outcomes[VOTES].append(loop(SimulatedModel(item, error, correlation), 0))
        for name, arm in ARMS.items():
            outcomes[name].append(arm(SimulatedModel(item, error, correlation), whole.calls))
    return outcomes


def accuracy(outcomes: Sequence[Outcome]) -> float:
    """Return the share of right answers."""
    return sum(outcome.right for outcome in outcomes) / len(outcomes)


def by_width(outcomes: Sequence[Outcome]) -> dict[str, float]:
    """Return the accuracy of answers of width 1, and of those of 2 and more."""
    groups = {
        "width 1": [outcome for outcome in outcomes if outcome.width == 1],
        "width 2 or more": [outcome for outcome in outcomes if outcome.width > 1],
    }
    return {name: accuracy(group) for name, group in groups.items() if group}


def missed(error: float, correlation: float, outcomes: dict[str, list[Outcome]]) -> Iterator[str]:
    """Say which goals a cell misses."""
    votes = accuracy(outcomes[VOTES])
    low, high = interval(binomial(error), len(outcomes[VOTES]))
    if correlation == 0 and not low <= votes <= high:
        yield f"error {error}: {votes:.3f} of the votes are right, not between {low:.3f} and {high:.3f}"
    gain = accuracy(outcomes[WHOLE]) - accuracy(outcomes["revisit"])
    if error == _GOAL_ERROR and correlation <= _GOAL_CORRELATION and gain < _GOAL_GAIN:
        yield f"error {error}, correlation {correlation}: {100 * gain:.1f} points over revisiting, not {100 * _GOAL_GAIN:g}"


def table(cells: dict[tuple[float, float], dict[str, list[Outcome]]]) -> Iterator[str]:
    """Yield the lines of a table in Markdown."""
    names = [*ARMS, VOTES, WHOLE]
    yield f"| error | correlation | {' | '.join(names)} | binomial | calls | over revisit | width 1 | width 2 or more |"
    yield f"| {' | '.join('---' for _ in range(len(names) + 7))} |"
    for (error, correlation), outcomes in cells.items():
        shares = [f"{100 * accuracy(outcomes[name]):.1f}" for name in names]
        calls = sum(outcome.calls for outcome in outcomes[WHOLE]) / len(outcomes[WHOLE])
        gain = 100 * (accuracy(outcomes[WHOLE]) - accuracy(outcomes["revisit"]))
        widths = by_width(outcomes[WHOLE])
        strata = [
            f"{100 * widths[name]:.1f}" if name in widths else "" for name in ("width 1", "width 2 or more")
        ]
        predicted = f"{100 * binomial(error):.1f}" if correlation == 0 else ""
        yield f"| {' | '.join([str(error), str(correlation), *shares, predicted, f'{calls:.1f}', f'{gain:+.1f}', *strata])} |"


def main(argv: Sequence[str] | None = None) -> int:
    """Run all cells, print the table and what is missed."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--items", type=int, default=2000)
    parser.add_argument("--errors", type=float, nargs="*", default=ERRORS)
    parser.add_argument("--correlations", type=float, nargs="*", default=CORRELATIONS)
    parser.add_argument("--out", type=Path, help="write every answer there, a JSONL file a cell")
    options = parser.parse_args(argv)
    items = [made_item(number) for number in range(options.items)]
    cells = {}
    wrong = []
    for error in options.errors:
        for correlation in options.correlations:
            outcomes = cells[error, correlation] = cell(items, error, correlation)
            wrong += missed(error, correlation, outcomes)
            if options.out:
                options.out.mkdir(parents=True, exist_ok=True)
                lines = (
                    json.dumps({"arm": arm, "item": item.number, **outcome._asdict()})
                    for arm, each in outcomes.items()
                    for item, outcome in zip(items, each, strict=True)
                )
                file = options.out / f"error-{error}-correlation-{correlation}.jsonl"
                file.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    sys.stdout.write("".join(f"{line}\n" for line in (*table(cells), *(f"MISSED: {why}" for why in wrong))))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
