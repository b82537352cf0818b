"""Every language file holds what docs/languages.md says, and mistakes are named where they are."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from language_files import FOLDER, keys, mistakes

from argcheck.tex import vocabulary

ROOT = Path(__file__).parents[2]
FILES = sorted(FOLDER.glob("*.toml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_language_file_is_sound(path: Path):
    assert list(mistakes(path)) == []


def test_every_key_of_the_page_stands_in_some_file():
    used = {
        key
        for key in keys()
        for code in (*vocabulary.codes(), vocabulary.OTHERS)
        if key.partition(".")[2] in vocabulary.table(code, key.partition(".")[0])
    }
    assert used == set(keys())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("\n[roles]\nresults = 'we show'\n", "xx.toml:3: nobody reads 'roles.results'"),
        ("\n[roles]\nresult = ['we show']\n", "xx.toml:3: this is phrases, lower case, not list"),
        ("\n[roles]\nresult = ''\n", "xx.toml:3: this list is empty"),
        (
            "\n[roles]\nresult = '''\nwe show\nWe find\n'''\n",
            "xx.toml:5: 'We find' is compared with text in lower case",
        ),
        ("\n[sentences]\nstarters = '''\nthe\na the\n'''\n", "xx.toml:5: 'the' stands twice"),
        ("\n[roles]\nresult = '''we (show'''\n", "xx.toml:3: 'we (show' cannot be read"),
        ("\n[numbers]\nsmall = '''one=1 two'''\n", "xx.toml:3: 'two' has no value"),
        ("\n[numbers]\ncomma = 'yes'\n", "xx.toml:3: this is flag, not str"),
        ("\n[roles]\nresult = '''\n[sz]how\n'''\n", "xx.toml:4: no line may begin with a bracket"),
        ("\n[roles\n", "xx.toml: Expected"),
    ],
)
def test_a_mistake_is_named_with_file_and_line(tmp_path: Path, text: str, said: str):
    path = tmp_path / "xx.toml"
    path.write_text(text, "utf-8")
    [mistake] = mistakes(path)
    assert mistake.startswith(said)


@pytest.mark.parametrize(
    ("phrase", "text", "whole"),
    [
        ("we (show|find)", "We find", True),
        ("we (show|find)", "we finding", False),
        ("in (very )?short", "in short", True),
        ("(grand )?total", "Total", True),
        ("over(! all)", "over all", False),
        ("over(! all)", "over some", True),
        ("exclu+", "excluded", True),
        ("exclu+", "exclu", False),
        ("l'étude", "L’étude", True),
        ("we ... show", "we do not show", True),
        ("we ... show", "we do. They show", False),
        ("Summe", "summe", False),
        ("of~the", "of~the", True),
    ],
)
def test_phrases_find_what_the_page_says(phrase: str, text: str, whole: bool):
    import re

    assert (re.search(rf"\b{vocabulary.phrase_source(phrase)}\b", text) is not None) is whole


@pytest.mark.slow
def test_a_new_file_is_read_however_its_table_begins(tmp_path: Path):
    """The first step of the page, in a copy of argcheck: a file with one table."""
    for part in ("argcheck", "rules", "plugins"):
        where = tmp_path / "argcheck" if part == "argcheck" else tmp_path / "argcheck" / part
        shutil.copytree(ROOT / part, where, ignore=shutil.ignore_patterns("__pycache__"))
    for code, header, word in (
        ("fi", "[references]", "kuva"),
        ("sv", "# Swedish.\n\n[references]  # what things are called", "bild"),
        ("cs", "\n[references] ", "obrázek"),
    ):
        language = tmp_path / "argcheck" / "data" / "lang" / f"{code}.toml"
        language.write_text(f"{header}\nfigure = '''{word}'''\n", "utf-8")
    (tmp_path / "opus.tex").write_text(
        "\\documentclass{article}\\begin{document}\n"
        "kuva~\\ref{t}.\n\nbild~\\ref{t}.\n\nobrázek~\\ref{t}.\n"
        "\\begin{table}\\caption{A}\\label{t}\\end{table}\\end{document}\n",
        "utf-8",
    )
    command = ["-P", "-m", "argcheck", "opus.tex", "--isolated", "--no-cache", "--select", "REF005"]
    env = {**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONUTF8": "1"}
    done = subprocess.run(
        [sys.executable, *command], cwd=tmp_path, env=env, capture_output=True, encoding="utf-8", check=False
    )
    assert [word for word in ("kuva", "bild", "obrázek") if f"says '{word}'" in done.stdout] == [
        "kuva", "bild", "obrázek",
    ], done.stderr  # fmt: skip


@pytest.mark.parametrize(
    ("code", "key", "said"),
    [
        ("en", "statistics.interval", "a 95 % Credibility interval"),
        ("en", "lists.the-following", "The following"),
        ("en", "shares.made-of", "made up of"),
        ("de", "lists.the-following", "Den folgenden"),
        ("de", "shares.of-whom", "Darunter"),
        ("fr", "shares.made-of", "composées de"),
        ("it", "samples.rates", "all’anno"),
    ],
)
def test_what_says_a_phrase_has_the_letters_that_it_needs(code: str, key: str, said: str) -> None:
    assert vocabulary.any_of(code, key).search(said)
    assert any(letters in said.lower() for letters in vocabulary.needed(code, key))
    assert not any(letters in "a few words of no list" for letters in vocabulary.needed(code, key))
