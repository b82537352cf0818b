"""The figures at the top of `docs/accuracy/README.md` are sums of the tables below it and beside it."""

from __future__ import annotations

import re
from pathlib import Path

ACCURACY = Path(__file__).parents[2] / "docs" / "accuracy"
_LOOKS = 5  # the last ones: the front tells of these


def rows(page: str, heading: str) -> list[list[str]]:
    """Return the cells of the rows of the table that begins with a heading."""
    text = (ACCURACY / page).read_text("utf-8")
    lines = text[text.index(f"| {heading} |") :].split("\n\n")[0].splitlines()[2:]
    return [re.split(r"\s*\|\s*", line.strip("| ")) for line in lines]


def front(words: str) -> list[float]:
    """Return the numbers of the figure of one line at the top, in order."""
    (figure,) = (
        figure for measured, figure, *_ in rows("README.md", "what was measured") if words in measured
    )
    return [float(number.replace(",", "")) for number in re.findall(r"\d[\d,]*(?:\.\d+)?", figure)]


def number(cell: str) -> float:
    return float(cell.replace(",", "").partition(";")[0])


def last_looks() -> list[list[str]]:
    return rows("README.md", "looked at once")[-_LOOKS:]


def test_wrong_ones_a_hundred_pages() -> None:
    looks = last_looks()
    pages = sum(number(look[3]) for look in looks)
    wrong = sum(number(look[9]) * number(look[3]) / 100 for look in looks)
    said, _, *single = front("wrong errors and warnings")
    assert said == round(100 * wrong / pages, 2)
    assert sorted(single) == sorted(number(look[9]) for look in looks if number(look[9]))


def test_first_screens() -> None:
    right, of = (
        sum(map(int, counts))
        for counts in zip(*(look[10].split(" (")[0].split(" of ") for look in last_looks()), strict=True)
    )
    assert front("first screens")[:3] == [right, of, round(100 * right / of)]


def test_what_an_author_would_act_on() -> None:
    judged, act, ignore = (sum(number(look[column]) for look in last_looks()) for column in (5, 6, 7))
    assert front("would act on")[:3] == [round(100 * act / judged), judged, round(100 * ignore / judged)]


def test_planted_slips() -> None:
    rounds = rows("slips.md", "round")
    slips, named = sum(number(row[1]) for row in rounds), sum(number(row[3]) for row in rounds)
    assert front("single slips") == [named, slips, round(100 * named / slips)]
    (told,) = re.findall(r"In all (\d+) of (\d+) \((\d+) %\)", (ACCURACY / "slips.md").read_text("utf-8"))
    assert [*map(float, told)] == front("single slips")
