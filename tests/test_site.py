"""The site of the documentation builds without a warning: every page is on it, every link leads somewhere, and it asks nobody."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
#: What a browser fetches by itself when it opens a page.
FETCHED = re.compile(
    r"<(?:script|img|iframe)\b[^>]*\bsrc=\"([^\"]+)|<link\b[^>]*\bhref=\"([^\"]+)|@import[^;]+(//[^;]+)"
)


@pytest.mark.slow
def test_the_site_builds_and_fetches_nothing_from_elsewhere(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "sphinx",
        "-q",
        "-W",
        "--keep-going",
        "-b",
        "html",
        "-d",
        str(tmp_path / "read"),
    ]
    done = subprocess.run(
        [*command, str(ROOT / "docs"), str(tmp_path / "site")],
        check=False, encoding="utf-8", stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    pages = {
        page.relative_to(tmp_path / "site").with_suffix("").as_posix()
        for page in (tmp_path / "site").rglob("*.html")
    }
    written = {
        page.relative_to(ROOT / "docs").with_suffix("").as_posix() for page in (ROOT / "docs").rglob("*.md")
    }
    assert written <= pages
    for file in (tmp_path / "site").rglob("*"):
        if file.suffix in {".html", ".css"}:
            fetched = {"".join(match) for match in FETCHED.findall(file.read_text("utf-8"))}
            assert not [address for address in fetched if re.match(r"(?:https?:)?//", address)], file
