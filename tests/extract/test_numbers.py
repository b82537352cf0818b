"""The numbers of a document are read once, in their order, and at a cost that grows as its length."""

from __future__ import annotations

import random
import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from patience import cpu_seconds
from thinned import one_in

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


@pytest.mark.slow
def test_a_number_of_a_summary_that_is_changed_is_missed_in_the_body(tmp_path: Path) -> None:
    rng = random.Random(7)
    missing = 0
    for folder in MANUSCRIPTS:
        project = tmp_path / folder.name
        shutil.copytree(folder, project)
        read = Numbers(manuscript(project))
        before = {item.span for item in read.unfounded}
        places = [
            (span.path, match.start())
            for span, _ in read.summaries
            for match in re.compile(r"\d+").finditer(
                read.manuscript.files[span.path].text, span.start, span.end
            )
        ]
        for path, at in rng.sample(places, min(CHANGED, len(places))):
            text = (project / path).read_text("utf-8")
            other = str((int(text[at]) + rng.randrange(1, 10)) % 10)
            (project / path).write_text(text[:at] + other + text[at + 1 :], "utf-8")
            new = [item.span for item in Numbers(manuscript(project)).unfounded if item.span not in before]
            missing += bool(new)
            assert all(span.path == path and span.start <= at < span.end for span in new)
            (project / path).write_text(text, "utf-8")
    assert missing >= len(MANUSCRIPTS)


def test_passages_have_no_more_than_the_document(tmp_path: Path) -> None:
    (tmp_path / "main.tex").write_text(
        "\\documentclass{article}\\begin{document}\n"
        "\\section{Methods} We asked 48 people\\footnote{Of 50 in all.} by mail.\n\n"
        "\\begin{abstract} All 48. \\end{abstract}\n% 99 more\n\\iffalse 98 \\fi\n"
        "\\begin{tabular}{lr} Women & 20 \\\\ Men & 28 \\\\ \\end{tabular}\n\\end{document}\n"
    )
    numbers = Numbers(manuscript(tmp_path))
    source = numbers.manuscript.files["main.tex"].text
    quantities = [(passage, quantity) for passage in numbers.passages for quantity in passage.quantities]
    assert [str(quantity.value) for _, quantity in quantities] == ["48", "50", "48", "20", "28"]
    assert [
        source[span.start : span.end].split()[0]
        for span in (passage.span(quantity.start, quantity.end) for passage, quantity in quantities)
    ] == ["48", "50", "48", "20", "28"]
    assert [passage.text.strip() for passage in numbers.passages if passage not in numbers.body] == [
        "All 48."
    ]


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
@pytest.mark.parametrize("text", one_in(2, [sizes, one_paragraph, distinct, containers, shares]))
def test_linear_in_what_is_compared(tmp_path: Path, text: Callable[[int], str]) -> None:
    def seconds(count: int) -> float:
        (tmp_path / "main.tex").write_text(
            f"\\documentclass{{article}}\\begin{{document}}\n{text(count)}\n\\end{{document}}\n", "utf-8"
        )
        read = manuscript(tmp_path)

        def work() -> None:
            numbers = Numbers(read)
            assert [numbers.unfounded, numbers.impossible] == [[], []]
            assert numbers.conflicts is not None
            assert numbers.inconsistent is not None

        return cpu_seconds(work)

    small = min(seconds(1500) for _ in range(3))
    large = min(seconds(6000) for _ in range(2))
    assert large < 10 * small + 0.1
