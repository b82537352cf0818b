r"""The manual page for ``man argcheck``, made of the commands: ``python docs/man_page.py``."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from argcheck.cli.main import main
from argcheck.cli.parameters import SHARED_OPTIONS, own_options

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_HEAD = r""".\" made by python docs/man_page.py; do not edit
.TH ARGCHECK 1 "" argcheck "User commands"
.SH NAME
argcheck \- check the citations, references and arguments of LaTeX documents
.SH SYNOPSIS
.B argcheck
.RI [ COMMAND ]
.RI [ OPTIONS ]
.RI [ PATHS ]
.SH DESCRIPTION
.PP
"""
_TAIL = r""".SH EXIT STATUS
.TP
.B 0
nothing was found that fails a run
.TP
.B 1
findings at or above \-\-fail\-on
.TP
.B 2
wrong usage or configuration
.TP
.B 3
a part of argcheck or of a plugin failed
.TP
.B 4
a cited work is not verified (with \-\-require), or a question got no answer
.TP
.B 130
interrupted
.SH FILES
.TP
.I argcheck.toml
the configuration; also .argcheck.toml, or [tool.argcheck] of pyproject.toml
.TP
.I .argcheck/
verdicts, readings and baseline of a project, to be committed
"""


def man_page() -> str:
    """Return the page as roff."""
    lines = [*_text(main.help or ""), '.SH "COMMANDS"']
    for name, command in commands():
        lines += _command(name, command)
    shared = "\n".join([".SH OPTIONS OF COMMANDS ON DOCUMENTS", *_options(SHARED_OPTIONS)])
    return _HEAD + "\n".join(lines) + f"\n{shared}\n{_TAIL}"


def commands() -> Iterator[tuple[str, click.Command]]:
    """Yield every command that does something, with its words."""
    yield from _below(main, "")


def _below(group: click.Group, words: str) -> Iterator[tuple[str, click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from _below(command, f"{words}{name} ")
        elif command is not None:
            yield f"{words}{name}", command


def _command(name: str, command: click.Command) -> Iterator[str]:
    arguments = [
        each.make_metavar(click.Context(command))
        for each in command.params
        if isinstance(each, click.Argument)
    ]
    yield f'.SS "argcheck {_plain(" ".join([name, *arguments]))}"'
    yield from _text(command.help or "")
    yield from _options(own_options(command))
    example = (command.epilog or "").rpartition("\n")[2].strip()
    if example:
        yield from (".PP", "Example:", ".PP", ".RS 4", f".B {_plain(example)}", ".RE")


def _options(parameters: Sequence[click.Parameter]) -> Iterator[str]:
    for option in parameters:
        if isinstance(option, click.Option) and not option.hidden:
            names = ", ".join(f"\\fB{_plain(name)}\\fR" for name in [*option.opts, *option.secondary_opts])
            value = "" if option.is_flag else f" \\fI{_plain(option.make_metavar(click.Context(main)))}\\fR"
            yield from (".TP", f"{names}{value}", _plain(option.help or ""))


def _text(text: str) -> Iterator[str]:
    """Write paragraphs; what stands between back quotes is bold."""
    for paragraph in re.split(r"\n\s*\n", text.strip()):
        yield ".PP"
        yield re.sub(r"`([^`]*)`", r"\\fB\1\\fR", _plain(" ".join(paragraph.split())))


def _plain(text: str) -> str:
    """Escape what roff reads as its own: backslashes, dashes, and a full stop or quote that begins a line."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace('"', "\\(dq")
    return "\\&" + text if text.startswith((".", "'")) else text


if __name__ == "__main__":
    (Path(__file__).parent / "argcheck.1").write_text(man_page(), "utf-8")
