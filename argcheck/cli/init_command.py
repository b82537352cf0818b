"""``argcheck init``: a configuration to start from."""

from __future__ import annotations

import os
from pathlib import Path

import click

from argcheck import __version__
from argcheck.cli import common, parameters
from argcheck.cli.outcome import CommandOutcome
from argcheck.errors import UsageError
from argcheck.files.writing import writing

_TEMPLATE = r"""# Configuration of argcheck; every line below is a default or an example.
# `argcheck config` shows what holds, `argcheck rules` lists the rules.

# ignore = ["unused-entry"]
# fail-on = "warning"             # or "error", "note"
# exclude = ["drafts/"]
# roots = ["main.tex"]            # documents are found; name those that are not

# Macros that argcheck cannot work out by itself: `*` stands where the keys are.
# cite-macros = ["mycite"]        # work like \cite

# [ref-macros]
# tabref = "{tab:*}"

# [include-macros]
# olimport = "[]{} #1/#2"

# [severity]
# unreferenced-float = "warning"

# [per-file-ignores]
# "appendix/*.tex" = ["REF"]
"""
_HOOK = """repos:
  - repo: https://github.com/argcheck/argcheck
    rev: v{version}
    hooks:
      - id: argcheck
"""


@click.command("init", epilog=parameters.example("init --pre-commit"))
@click.argument("folder", type=parameters.PATH, default=".")
@click.option(
    "--pre-commit", "hook", is_flag=True, help="Print the lines for .pre-commit-config.yaml as well."
)
@click.option("--sty", is_flag=True, help="Write argcheck.sty, the macros for annotations, instead.")
def command(folder: Path, *, hook: bool, sty: bool) -> CommandOutcome:
    """Write a commented argcheck.toml into FOLDER.

    An existing configuration is left unchanged.
    """
    folder = Path.cwd() / folder
    if not os.path.isdir(folder):  # `Path.is_dir` raises where a link leads into a folder that is closed
        raise UsageError(f"{folder}: no such folder")
    messages = _write_style(folder) if sty else _write(folder)
    return CommandOutcome(_HOOK.format(version=__version__) if hook else "", messages)


def _write(folder: Path) -> str:
    for name in ("argcheck.toml", ".argcheck.toml"):
        if os.path.exists(folder / name):
            return f"{common.shown(folder / name)} is there already and stays as it is\n"
    return _write_new(folder / "argcheck.toml", _TEMPLATE.encode())


def _write_style(folder: Path) -> str:
    """Write the package that the annotations need; a file of that name stays as it is."""
    from importlib.resources import files

    file = folder / "argcheck.sty"
    content = files("argcheck").joinpath("data/argcheck.sty").read_bytes()
    if not file.exists():
        return _write_new(file, content)
    if file.read_bytes() == content:
        return f"{common.shown(file)} is there already and up to date\n"
    return f"{common.shown(file)} is there already and stays as it is; remove it to get this version's\n"


def _write_new(file: Path, content: bytes) -> str:
    with writing(common.shown(file)), file.open("xb") as stream:
        stream.write(content)
    return f"wrote {common.shown(file)}\n"
