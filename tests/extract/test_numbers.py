"""What the rules on numbers do not read they need not read, and what they read they read once."""

from __future__ import annotations

import random
import re
import shutil
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING

import pytest

from argcheck.prose.claimed import unfounded
from argcheck.prose.numbers import Numbers
from argcheck.reading.workspace import Workspace
from argcheck.settings.config import settings_for

if TYPE_CHECKING:
    from collections.abc import Callable

    from argcheck.reading.manuscript import Manuscript

MANUSCRIPTS = sorted(one for one in (Path(__file__).parents[1] / "manuscripts").iterdir() if one.is_dir())
CHANGED = 8  # numbers of each manuscript


def manuscript(folder: Path) -> Manuscript:
    documents = Workspace([folder], settings_for([folder], cwd=folder, isolated=True), cwd=folder).read()
    return max((one.manuscript for one in documents), key=lambda one: len(one.files))


@pytest.mark.parametrize("folder", MANUSCRIPTS, ids=lambda folder: folder.name)
def test_summaries_that_are_not_read_lack_nothing(tmp_path: Path, folder: Path) -> None:
    project = tmp_path / folder.name
    shutil.copytree(folder, project)
    rng = random.Random(7)
    read = manuscript(project)
    places = [
        (
            span.path,
            match.span(),
            "".join(str((int(digit) + rng.randrange(1, 10)) % 10) for digit in match[0]),
        )
        for span, _ in Numbers(read).summaries
        for match in re.compile(r"\d+").finditer(read.files[span.path].text, span.start, span.end)
    ]
    missing = 0
    for path, (start, end), other in rng.sample(places, min(CHANGED, len(places))):
        text = (project / path).read_text("utf-8")
        (project / path).write_text(text[:start] + other + text[end:], "utf-8")
        changed = manuscript(project)
        numbers = Numbers(changed)
        expected = unfounded(numbers, numbers.summaries)
        missing += bool(expected)
        assert Numbers(changed).unfounded == expected
        (project / path).write_text(text, "utf-8")
    assert missing


def sizes(count: int) -> str:
    return "\n\n".join(
        f"We recruited {412 + n % 2} participants. All {412 + n % 3} participants came." for n in range(count)
    )


def one_paragraph(count: int) -> str:
    return sizes(count).replace("\n\n", " ")


def distinct(count: int) -> str:
    return "\n\n".join(f"We recruited {1000 + n} students." for n in range(count))


def containers(count: int) -> str:
    return "\n\n".join(f"The corpus contains {412 + n % 2} words, {n} of the corpus." for n in range(count))


def shares(count: int) -> str:
    return "( 5\\% " * count


@pytest.mark.slow
@pytest.mark.parametrize("text", [sizes, one_paragraph, distinct, containers, shares])
def test_linear_in_what_is_compared(tmp_path: Path, text: Callable[[int], str]) -> None:
    def seconds(count: int) -> float:
        (tmp_path / "main.tex").write_text(
            f"\\documentclass{{article}}\\begin{{document}}\n{text(count)}\n\\end{{document}}\n", "utf-8"
        )
        read = manuscript(tmp_path)
        numbers = Numbers(read)
        start = process_time()
        assert [numbers.unfounded, numbers.impossible] == [[], []]
        assert numbers.conflicts is not None
        assert numbers.inconsistent is not None
        return process_time() - start

    small = min(seconds(1500) for _ in range(3))
    large = min(seconds(6000) for _ in range(2))
    assert large < 10 * small + 0.1
