"""Words that the program must not say of anybody: it reports what an index holds, and judges no intention."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ACCUSATIONS = re.compile(r"hallucinat|\bfak(?:e|ed|ing)\b|fabricat|\bfraud")
#: Words that are looked for in a manuscript: a rule, and the lists of languages.
LEXICONS = {
    "rules/retracted_by_title.py",
    *(path.relative_to(ROOT).as_posix() for path in (ROOT / "argcheck/data/lang").glob("*.toml")),
}
FILES = [
    *sorted(ROOT.glob("*.md")),
    *(
        file
        for room in ("argcheck", "rules", "plugins", "docs", "examples", "changelog.d")
        for file in sorted((ROOT / room).rglob("*"))
        if file.suffix not in {".pyc", ".pdf", ".png"}
        and file.is_file()
        and file.relative_to(ROOT).as_posix() not in LEXICONS
    ),
]


@pytest.mark.slow
def test_no_text_accuses() -> None:
    accusing = {
        file.relative_to(ROOT).as_posix(): words
        for file in FILES
        if (words := ACCUSATIONS.findall(file.read_text("utf-8").lower()))
    }
    assert not accusing, f"these accuse: {accusing}"
