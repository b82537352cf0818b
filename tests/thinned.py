"""Many cases of one thing, of which an ordinary run tries some and ``.ci/long`` the rest (see CONTRIBUTING.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterable


def one_in(step: int, cases: Iterable[object]) -> list[Any]:
    """Return cases as parameters, of which all but the first, the one ``step`` behind it, and so on, wait for the long run.

    :param cases: a tuple is several arguments.  A step that shares no factor with the sizes of a product tries every value of each.
    """
    return [
        pytest.param(
            *(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.long if number % step else ()
        )
        for number, case in enumerate(cases)
    ]
