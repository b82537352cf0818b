r"""The size of one sample that is told twice: what is found, and what must stay silent since it may be two samples.

``sample_sizes.txt`` has a text under each heading, a line a paragraph. A heading names the language, the case and the later of
two counts that disagree; without a count nothing may be said. Of 35 conflicts, 20 written before the rule looked at such
sentences and 15 meanwhile, it has the 30 that are found, and three more, of tables. The silent ones were written to lead the
rule astray; the last are settings, which may differ from one experiment to the next.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from argcheck.prose.numbers import Numbers
from argcheck.reading.workspace import Workspace
from argcheck.settings.config import settings_for

LANGUAGES = {"en": "english", "de": "ngerman", "fr": "french"}


class Case(NamedTuple):
    language: str
    name: str
    later: list[str]
    paragraphs: list[str]


def cases() -> list[Case]:
    """The cases of the file: a heading, and its paragraphs, which are indented."""
    read: list[Case] = []
    for line in (Path(__file__).parent / "sample_sizes.txt").read_text("utf-8").splitlines():
        if line.startswith(" "):
            read[-1].paragraphs.append(line.strip())
        else:
            name, _, later = line.partition(":")
            read.append(Case(*name.split(), [later.strip()] if later else [], []))
    return read


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
def test_two_sizes_of_one_sample_or_of_two(case: Case, tmp_path: Path) -> None:
    head = f"\\documentclass[{LANGUAGES[case.language]}]{{report}}\\usepackage{{babel}}\n"
    body = "\n\n".join(case.paragraphs)
    (tmp_path / "main.tex").write_text(f"{head}\\begin{{document}}\n{body}\n\\end{{document}}\n", "utf-8")
    settings = settings_for([tmp_path], cwd=tmp_path, isolated=True)
    [document] = Workspace([tmp_path], settings, cwd=tmp_path).read()
    assert [later.text for _, later in Numbers(document.manuscript).conflicts] == case.later
