"""Numbers that no author writes, wherever the pages of the rules have one: no rule may fail on them.

``ARGCHECK_EXAMPLES`` sets how many examples are tried, a hundred without it.
"""

from __future__ import annotations

import os
import random
import re
from functools import cache
from pathlib import Path

import pytest

from argcheck import api
from argcheck.lint.registry import load_rules
from argcheck.testing import Case, load_cases

pytestmark = pytest.mark.slow

CASES = sorted(load_cases(Path(__file__).parent / "rules"), key=str)
EXAMPLES = int(os.environ.get("ARGCHECK_EXAMPLES", "100"))
ODD = (
    "-12", "−12", "$-12$", "+5", "0", "00", "-0", "0.0", "1e999", "1e-999", "1e9999999999", "10^{999}", "10^{99999999999}", "$10^{-999}$",
    "9" * 30, "9" * 400, "1" * 4_300, "1" * 5_000, "1" * 5_000 + ".5", "0." + "1" * 5_000, "1e" + "9" * 5_000, "1,000" + ",000" * 2_000,
    "²", "①", "12²", "²12", "1²3", "٣", "१२", "１２", "³⁴", "½", "Ⅻ", "五", "1.2.3", "1..2", ".", "1,", ",5", "1e", "e5", "0x1F", "1_000",
    "1/0", "0/0", "99999999-1", "12--", "1e5e5", "NaN", "inf", "-inf", "1.5", "0.5", "-0.5", "101", "12,5", "1 000", "1\\,000", "{12}",
    "9" * 27, "9" * 29, "9" * 55, "1." + "0" * 50, "0." + "0" * 50 + "1", "10^{27}", "10^{40}", "$3 \\times 10^{40}$", "2e29", "7e150", "3e-150", "1.0e28",
    "1" * 19, "1e400", "1e308", "1e309", "4.9e-324", "2147483648", "9223372036854775808", "1(999)", "1(9)", "2.0(" + "9" * 5_000 + ")",
)  # fmt: skip
NUMBER = re.compile(r"(?:(?<![\w.])[+\-−])?\d[\d.,]*")


@cache
def every_rule() -> list[str]:
    """The codes of all rules, since no prefix selects those in preview."""
    return sorted(rule.code for rule in load_rules().rules.values())


def with_odd_numbers(case: Case, number: random.Random) -> dict[str, str]:
    """The files of a case with some of its numbers, or all, replaced by odd ones."""
    share = number.choice((0.1, 0.4, 1.0))
    always = number.choice((*ODD, None, None, None))
    return {
        name: NUMBER.sub(
            lambda found: (always or number.choice(ODD)) if number.random() < share else found[0], text
        )
        for name, text in case.files.items()
        if name != "argcheck.toml"
    }


def failures(files: dict[str, str], folder: Path) -> list[str]:
    """What the rules that fail on these files say."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    report = api.check(folder, config={"extend-select": every_rule()}, isolated=True)
    return [failure.message for failure in report.failures]


@pytest.mark.parametrize("start", range(10))
def test_no_rule_fails_on_odd_numbers(start: int, tmp_path: Path) -> None:
    """A tenth of the examples; a failure names the example, which its number makes again."""
    for example in range(start, EXAMPLES, 10):
        number = random.Random(example)
        case = number.choice(CASES)
        files = with_odd_numbers(case, number)
        assert not failures(files, tmp_path / str(example)), (str(case), example, files)


def test_a_number_of_thousands_of_digits_that_stands_once_is_read_by_all_rules(tmp_path: Path) -> None:
    sizes = f"431 birds (200 tits, {'1' * 5_000} owls, and 62 hens)"
    text = f"We washed 120 samples of {sizes}.\n\nWe observed 413 birds (200 tits, 151 owls, and 62 hens)."
    main = f"\\documentclass{{article}}\n\\begin{{document}}\n{text}\n\\end{{document}}\n"
    assert not failures({"main.tex": main}, tmp_path / "thousands")


@pytest.mark.parametrize(
    "text",
    [
        "This gives a total of 228 lineups (3 replications x 2 plots x ½ sizes x 6 colours).",
        r"\begin{tabular}{lr}a & 12000 \\ b & 13000 \\ Total assets & 99999999999999999999999999999999 \\ \end{tabular}",
    ],
)
def test_no_rule_fails_on_a_number_beside_others_that_are_sound(text: str, tmp_path: Path) -> None:
    main = f"\\documentclass{{article}}\n\\begin{{document}}\n{text}\n\\end{{document}}\n"
    assert not failures({"main.tex": main}, tmp_path / "beside")
