"""Help texts end with a command line that can be copied, and the manual page says what they say."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import click
import pytest
from loaded_scripts import load

from argcheck.cli.main import main

PAGE = Path(__file__).parents[1] / "docs" / "argcheck.1"
COMMANDS = dict(load(PAGE.with_name("man_page.py")).commands())
REFERENCE = load(PAGE.with_name("commands_page.py"))


@pytest.mark.parametrize("name", COMMANDS)
def test_a_help_text_ends_with_an_example_that_is_taken(name: str) -> None:
    command = COMMANDS[name]
    with click.Context(command, info_name=f"argcheck {name}") as context:
        shown = command.get_help(context)
    *_, heading, line = shown.splitlines()
    assert heading.strip() == "Example:"
    words = shlex.split(line)
    assert words[: 1 + len(name.split())] == ["argcheck", *name.split()]
    command.make_context(name, words[1 + len(name.split()) :]).close()


def test_options_of_its_own_stand_before_those_of_all_commands_on_documents() -> None:
    command = COMMANDS["verify"]
    shown = command.get_help(click.Context(command, info_name="argcheck verify"))
    own, _, shared = shown.partition("Options of all commands on documents:")
    assert "--only KEYS" in own
    assert "--select RULES" not in own
    assert "--select RULES" in shared
    assert "--only" not in shared


def test_the_manual_page_has_an_option_of_one_command_that_documents_share_by_name() -> None:
    page = PAGE.read_text("utf-8").replace("\\-", "-")
    audit = page.partition('.SS "argcheck audit')[2].partition(".SS")[0]
    assert "\\fB--select\\fR" in audit


@pytest.mark.parametrize("name", sorted({name.rpartition(" ")[0] for name in COMMANDS if " " in name}))
def test_the_help_of_a_group_ends_with_one_of_its_commands(name: str) -> None:
    group: click.Command | None = main
    for word in name.split():
        assert isinstance(group, click.Group)
        group = group.get_command(click.Context(group), word)
    assert isinstance(group, click.Group)
    with click.Context(group, info_name=f"argcheck {name}") as context:
        *_, heading, line = group.get_help(context).splitlines()
    assert heading.strip() == "Example:"
    words = line.split()[1:]
    assert words[: len(name.split())] == name.split()
    assert " ".join(words[: 1 + len(name.split())]) in COMMANDS


def test_the_manual_page_names_every_command_and_option() -> None:
    words = PAGE.read_text("utf-8").replace("\\-", "-")
    for name, command in COMMANDS.items():
        assert f'.SS "argcheck {name}' in words
        for parameter in command.params:
            if isinstance(parameter, click.Option) and not parameter.hidden:
                assert f"\\fB{parameter.opts[0]}\\fR" in words
    assert main.help is not None


def test_groff_takes_the_manual_page() -> None:
    if not shutil.which("groff"):
        pytest.skip("groff is not installed")
    done = subprocess.run(
        ["groff", "-man", "-ww", "-Tutf8", str(PAGE)], capture_output=True, encoding="utf-8", check=True
    )
    assert done.stderr == ""
    assert "argcheck explain RULE" in re.sub(".\x08", "", done.stdout)  # bold is printed twice


def test_the_page_of_commands_says_what_the_help_texts_say() -> None:
    page = REFERENCE.PAGE.read_text("utf-8")
    assert REFERENCE.missing(page) == set()
    assert REFERENCE.refreshed(page) == page, "run `python docs/commands_page.py`"
    for name, command in COMMANDS.items():
        section = page.partition(f"# `argcheck {name}`\n")[2].partition("\n#")[0]
        assert "<!-- made of" in section, name
        on_documents = any(option.name == "isolated" for option in command.params)
        shared = {word for option in REFERENCE.SHARED_OPTIONS for word in option.opts if on_documents}
        options = {word for option in command.params for word in option.opts if word.startswith("-")}
        assert options - shared <= set(re.findall(r"(?<![\w-])--?\w[\w-]*", section)), name
