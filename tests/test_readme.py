"""The documentation shows what the program prints, and its commands are the ones that CI runs.

``python tests/test_readme.py`` writes the present output into the documentation.  A
block to keep up to date begins with ``<!-- output: COMMAND -->``.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import sysconfig
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])
BLOCK = re.compile(
    r"(<!-- output: (?P<command>[^\n]+) -->\n```\w*\n)(?P<output>.*?)(?=^```$)", re.DOTALL | re.MULTILINE
)
#: Said in a linked work tree, which has a file `.git`; a reader has a clone.
_LINKED = "untracked-input is off, because the index of this work tree or submodule lies outside the project"
#: The same as a line of text, or as the only one of a list in JSON.
LINKED = re.compile(rf'{_LINKED}\n|(?<=\[)\s+"{_LINKED}"\s+(?=\])')
LINK = re.compile(r"\]\((?!\w+:|#)([^)#\s]+)")
CODE = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)


def output(command: str) -> str:
    """What a command prints on both streams, in the root of the project."""
    name, *arguments = shlex.split(command)
    script = Path(sysconfig.get_path("scripts")) / name
    quiet = ("ARGCHECK_", "GITHUB_", "FORCE_COLOR", "GIT_", "INSIDE_EMACS", "VIMRUNTIME")
    environ = {key: value for key, value in os.environ.items() if not key.startswith(quiet)}
    environ |= {"ARGCHECK_NO_CACHE": "1", "XDG_CONFIG_HOME": os.devnull, "COLUMNS": "80"}
    done = subprocess.run(
        [os.fspath(script), *arguments], cwd=ROOT, env=environ, check=False, encoding="utf-8",
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert done.returncode in (0, 1), done.stdout
    return LINKED.sub("", done.stdout) if (ROOT / ".git").is_file() else done.stdout


def refreshed(text: str) -> str:
    return BLOCK.sub(lambda block: block[1] + output(block["command"]), text)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_output_is_what_the_program_prints(page: Path) -> None:
    text = page.read_text("utf-8")
    assert text == refreshed(text), "run `python tests/test_readme.py` and look at the difference"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    prose = CODE.sub("", page.read_text("utf-8"))
    broken = [link for link in LINK.findall(prose) if not (page.parent / link).exists()]
    assert broken == []


def test_set_up_takes_two_commands_which_ci_runs() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    commands = re.findall(r"<!-- command: (\w+) -->\n```sh\n([^\n]+)\n```", text)
    assert [name for name, _ in commands] == ["lint", "test"]
    script = (ROOT / ".ci" / "run").read_text("utf-8")
    for name, _ in commands:
        assert f'eval "$(command_of_readme {name})"' in script


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text("utf-8").splitlines()) <= 150


def test_every_key_of_the_configuration_is_documented() -> None:
    from argcheck.settings.keys import KEYS

    text = (ROOT / "docs" / "configuration.md").read_text("utf-8")
    limits = KEYS["limits"]["properties"]
    assert [key for key in [*KEYS, *limits] if f"`{key}`" not in text] == []


def test_toml_in_the_documentation_is_valid() -> None:
    from argcheck.settings.keys import faults, schema

    for page in PAGES:
        for block in re.findall(r"```toml\n(.*?)```", page.read_text("utf-8"), re.DOTALL):
            values = tomllib.loads(block)
            values = values.get("tool", {}).get("argcheck", values)
            assert list(faults(values, schema())) == [], f"{page.name}: {block}"


def test_the_rule_of_five_minutes_runs(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "plugins.md").read_text("utf-8")
    (tmp_path / "house.py").write_text(text.partition("```python\n")[2].partition("```")[0], "utf-8")
    paper = r"\documentclass{article}\begin{document}\section{A}\label{growth} \ref{growth}\end{document}"
    (tmp_path / "a.tex").write_text(paper, "utf-8")
    said = output(f"argcheck --isolated --plugin {tmp_path / 'house.py'} {tmp_path / 'a.tex'}")
    assert ": note: HSE002 label 'growth' has no prefix" in said


def main() -> int:
    """Write the present output into every page."""
    for page in PAGES:
        text = page.read_text("utf-8")
        new = refreshed(text)
        if new != text:
            page.write_text(new, "utf-8", newline="\n")
            print(f"{page.relative_to(ROOT)} changed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
