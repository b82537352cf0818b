"""Many cases of one thing, of which an ordinary run, or the fast subset, tries some and a longer run the rest (see CONTRIBUTING.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterable


def one_in(step: int, cases: Iterable[object], rest: pytest.MarkDecorator = pytest.mark.long) -> list[Any]:
    """Return cases as parameters, of which all but the first, the one ``step`` behind it, and so on, wait for the long run.

    :param cases: a tuple is several arguments.  A step that shares no factor with the sizes of a product tries every value of each.
    :param rest: what those that wait are marked with; ``slow`` ones are tried by each ordinary run.
    """
    return [
        pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=rest if number % step else ())
        for number, case in enumerate(cases)
    ]
