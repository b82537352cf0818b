"""The tables of ``docs/commands.md``, made of the commands: ``python docs/commands_page.py``.

What stands between ``<!-- made of NAME -->`` and ``<!-- end -->`` is written by the program; the rest by hand.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click
from man_page import commands

from argcheck.cli.main import main
from argcheck.cli.parameters import SHARED_OPTIONS, own_options

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

PAGE = Path(__file__).parent / "commands.md"
_MADE = re.compile(r"(<!-- made of (.+?) -->\n).*?(<!-- end -->)", re.DOTALL)


def refreshed(page: str) -> str:
    """Return the page with its tables made anew.

    Raises ``KeyError`` if a table is of a command that does not exist.
    """
    tables = _tables()
    return _MADE.sub(lambda match: f"{match[1]}{tables[match[2]]}\n{match[3]}", page)


def missing(page: str) -> set[str]:
    """Return the names of the tables that the page lacks."""
    return set(_tables()) - {name for _, name, _ in _MADE.findall(page)}


def _tables() -> dict[str, str]:
    named = {f"argcheck {name}": command for name, command in commands()}
    tables = {name: "\n".join(_command(name, command)) for name, command in named.items()}
    tables["all commands"] = "\n".join(
        ["| command | does |", "| --- | --- |", *map(_row, named, named.values())]
    )
    tables["shared options"] = "\n".join(_options(SHARED_OPTIONS))
    return tables


def _row(name: str, command: click.Command) -> str:
    words = name.split()
    return f"| [`{name}`](#{'-'.join(words)}) | {command.get_short_help_str(limit=200)} |"


def _command(name: str, command: click.Command) -> Iterator[str]:
    """Yield what the command does, how it is called, its own options and an example."""
    context = click.Context(command)
    for paragraph in re.split(r"\n\s*\n", (command.help or "").strip()):
        yield from (" ".join(paragraph.split()), "")
    yield from ("```text", f"{name} {' '.join(command.collect_usage_pieces(context))}".strip(), "```", "")
    if own := own_options(command):
        yield from (*_options(own), "")
    example = (command.epilog or "").rpartition("\n")[2].strip()
    yield f"Example: `{example}`"


def _options(options: Sequence[click.Option]) -> Iterator[str]:
    yield from ("| option | does |", "| --- | --- |")
    for option in options:
        record = option.get_help_record(click.Context(main))
        if record is not None:  # None of a hidden option
            names, does = (part.replace("|", "\\|") for part in record)
            yield f"| `{names}` | {' '.join(does.split())} |"


if __name__ == "__main__":
    text = PAGE.read_text("utf-8")
    if lacking := missing(text):
        raise SystemExit(f"{PAGE.name} has no <!-- made of ... --> for {', '.join(sorted(lacking))}")
    PAGE.write_text(refreshed(text), "utf-8", newline="\n")
