"""Command lines that are read without click are read as click reads them, or left to it."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import click
import pytest
from hypothesis import given
from hypothesis import strategies as st

from argcheck.commands.check import command
from argcheck.commands.main import main
from argcheck.commands.plain import VARIABLES, read_plain

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

pytestmark = pytest.mark.skipif(os.name == "nt", reason="on Windows click reads them all")

OPTIONS = sorted({word for option in command.params for word in option.opts if word.startswith("-")})
VALUES = ["", "-", "--", "-q", "a.tex", "CIT,REF", "json:a.json", "error", "always", "never", "2", "a b", "é", "x=y", "*.tex"]  # fmt: skip
WORDS = st.one_of(
    st.sampled_from(OPTIONS),
    st.sampled_from(VALUES),
    st.builds("{}={}".format, st.sampled_from(OPTIONS), st.sampled_from(VALUES)),
    st.sampled_from(
        ["-qv", "-jx", "-oa", "--form", "--col=always", "--no", "-h", "--help", "--version", "--unknown"]
    ),
)


def by_click(words: Sequence[str]) -> object:
    """The paths and options that click gives the command, or nothing where it gives it none."""
    try:
        given = command.make_context("check", list(words), parent=click.Context(main)).params
    except (click.exceptions.Exit, click.ClickException):
        return None
    return given.pop("paths"), given


@pytest.fixture(autouse=True, scope="module")
def nothing_in_the_environment() -> None:
    for name in VARIABLES:
        os.environ.pop(name, None)


@given(st.lists(WORDS, max_size=6))
def test_plain_is_what_click_reads(words: list[str]) -> None:
    read = read_plain(words, {})
    assert read is None or read == by_click(words)


@pytest.mark.parametrize(
    "line",
    [
        "",
        ".",
        "main.tex chapters -q --exit-zero",
        ". --format concise --no-cache",
        "--select=CIT,REF --select NUM --ignore=TEX a.tex",
        "--format github,sarif:out.sarif --color=never --fail-on error",
        "--config argcheck.toml --cache-dir cache --baseline=old.json",
        "--fix --show-fixes --only-files a.tex b.tex",
    ],
)
def test_what_people_write_is_plain(line: str) -> None:
    read = read_plain(line.split(), {"ARGCHECK_SELECT": "CIT", "ARGCHECK_CACHE_DIR": "/c"})
    assert read is not None
    assert read == by_click(line.split())


def test_every_variable_of_click_is_left_to_it() -> None:
    of_click = {option.envvar for option in command.params if option.envvar}
    assert of_click == set(VARIABLES) - {"_ARGCHECK_COMPLETE"}
    assert not any(read_plain(["."], {name: "1"}) for name in VARIABLES)


def test_a_plain_check_imports_little(tmp_path: Path) -> None:
    """What takes as long to import as a short document takes to check is imported where it is used."""
    text = r"\documentclass{article}\begin{document}See \cite{a} and 3 of 4.\bibliography{b}\end{document}"
    (tmp_path / "a.tex").write_text(text, "utf-8")
    (tmp_path / "b.bib").write_text("@misc{a, title = {A}, author = {Doe, Jane}, year = 2020}", "utf-8")
    heavy = {"click", "pluggy", "inspect", "dataclasses", "networkx", "bibtexparser", "tomllib", "difflib"}
    code = f"import sys; from argcheck.cli import run; run(['a.tex', '-q']); print('imported', *{heavy} & set(sys.modules))"
    environ = {**os.environ, "ARGCHECK_CACHE_DIR": str(tmp_path / "cache")}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=environ, capture_output=True, check=True
    )
    assert done.stdout.decode().splitlines()[-1] == "imported"
