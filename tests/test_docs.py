"""The committed pages of the rules are those that ``python -m argcheck.docs docs/rules`` writes."""

from __future__ import annotations

from pathlib import Path

import pytest

from argcheck.docs import pages

FOLDER = Path(__file__).parents[1] / "docs" / "rules"
PAGES = dict(pages())


@pytest.mark.parametrize("name", PAGES)
def test_page_is_fresh(name: str) -> None:
    assert (FOLDER / name).read_text("utf-8") == PAGES[name]


def test_no_page_is_left_over() -> None:
    assert {file.name for file in FOLDER.glob("*.md")} == set(PAGES)
