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


def build(tmp_path: Path, site: Path, *more: str | Path, plain: bool = False) -> set[str]:
    """Build pages, without the theme if they are to be plain; give their names."""
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
        tmp_path / "read",
    ]
    bare = ["-D", "html_theme=basic", "-D", "html_theme_options.nosidebar=true"] if plain else []
    done = subprocess.run(
        [*command, *bare, ROOT / "docs", site, *more],
        check=False, encoding="utf-8", stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    return {page.relative_to(site).with_suffix("").as_posix() for page in site.rglob("*.html")}


def fetched(site: Path) -> list[tuple[str, str]]:
    """What pages and styles of a site fetch from elsewhere, with their names."""
    return [
        (file.name, address)
        for file in site.rglob("*")
        if file.suffix in {".html", ".css"}
        for match in FETCHED.findall(file.read_text("utf-8"))
        if re.match(r"(?:https?:)?//", address := "".join(match))
    ]


@pytest.mark.slow
def test_the_site_builds_and_fetches_nothing_from_elsewhere(tmp_path: Path) -> None:
    """All pages without the theme, which takes more than half of the time to repeat the contents on each, and a few with it."""
    written = {
        page.relative_to(ROOT / "docs").with_suffix("").as_posix() for page in (ROOT / "docs").rglob("*.md")
    }
    assert len(written) > 100
    site = tmp_path / "site"
    assert written <= build(tmp_path, site, plain=True)
    assert fetched(site) == []
    themed = [site / f"{name}.html" for name in ("index", "output", "rules/undefined-citation")]
    assert not any("furo" in page.read_text("utf-8") for page in themed)
    build(tmp_path, site, *(ROOT / "docs" / page.relative_to(site).with_suffix(".md") for page in themed))
    assert all("furo" in page.read_text("utf-8") for page in themed)
    assert fetched(site) == []
