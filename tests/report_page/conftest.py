"""Pages of the examples, each made once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from read_page import Page


@pytest.fixture(scope="session")
def example(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Page]:
    """Give the page of one of the examples, made once."""
    from read_page import EXAMPLES, page_of

    made: dict[str, Page] = {}

    def page(name: str) -> Page:
        if name not in made:
            made[name] = page_of(tmp_path_factory.mktemp(name), str(EXAMPLES / name))
        return made[name]

    return page
