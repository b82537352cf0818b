"""Guards around the models of plugins and endpoints: a failure costs a citation, not the run."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from numbers import Real
from typing import Any

from argcheck.errors import ArgcheckError, Failure
from argcheck.files.code_place import fault
from argcheck.verdicts.judging import Judges, Probabilities

FAILED = "failed"  #: the value of `Judgement.abstained`
_BUILT_IN = "argcheck"


class JudgeFailedError(ArgcheckError):
    """A model raised an exception or returned an invalid result."""


def guarded(judges: Judges, owners: Mapping[str, str], failures: list[Failure]) -> Judges:
    """Return the models, each with a guard.

    :param owners: role -> name of the plugin that provides the model.
    :param failures: receives the first failure of each model.
    """
    return Judges(
        **{
            role: model and Guarded(model, role, owners[role], failures)
            for role, model in judges._asdict().items()
        }
    )


class Guarded:
    """An embedder, re-ranker or entailment model whose methods raise only `JudgeFailedError`."""

    def __init__(self, model: Any, role: str, owner: str, failures: list[Failure]) -> None:
        self.model = model
        self.name: str = model.name
        self._who = f"{role} '{self.name}'"
        self._owner = owner
        self._failures = failures
        self._told = False
        self._gone = ""  # why it is no longer asked

    def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """Return a vector for each text."""
        return self._asked(self.model.embed, (texts,), len(texts), _is_vector)

    def scores(self, question: str, texts: Sequence[str]) -> Sequence[float]:
        """Return a score for each text."""
        return self._asked(self.model.scores, (question, texts), len(texts), _is_number)

    def judge(self, pairs: Sequence[tuple[str, str]]) -> Sequence[Probabilities]:
        """Return the probabilities for each (premise, hypothesis)."""
        return self._asked(self.model.judge, (pairs,), len(pairs), _is_judgement)

    def _asked(
        self, ask: Callable[..., Any], asked: tuple[Any, ...], count: int, valid: Callable[[Any], bool]
    ) -> list[Any]:
        if self._gone:
            raise JudgeFailedError(self._gone)
        try:
            return _checked(list(ask(*asked)), count, valid)
        except Exception as error:  # noqa: BLE001 - a plugin may raise anything
            raise self._failed(error) from None

    def _failed(self, error: Exception) -> JudgeFailedError:
        outage = isinstance(error, ArgcheckError)  # an endpoint failed after all retries
        what = str(error) if outage else fault(error)
        if outage:
            self._gone = f"{self._who} failed: {what}"
        if not self._told:
            self._told = True
            mine = self._owner == _BUILT_IN
            said = (
                f"{self._who} failed: {what}" if mine else f"plugin {self._owner} failed: {self._who}: {what}"
            )
            self._failures.append(Failure(self._owner, said))
        return JudgeFailedError(f"{self._who} failed: {what}")


def _checked(checked: list[Any], count: int, valid: Callable[[Any], bool]) -> list[Any]:
    wrong = [item for item in checked if not valid(item)]
    if wrong or len(checked) != count:
        what = f"{wrong[0]!r:.80}" if wrong else f"{len(checked)} values"
        raise ValueError(f"gave {what} instead of {count} values")
    return checked


def _is_number(value: Any) -> bool:
    return isinstance(value, Real) and math.isfinite(value)


def _is_vector(value: Any) -> bool:
    return hasattr(value, "__len__") and len(value) > 0 and all(map(_is_number, value))


def _is_judgement(value: Any) -> bool:
    return isinstance(value, Probabilities) and all(_is_number(item) and 0 <= item <= 1 for item in value)
