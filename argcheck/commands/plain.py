"""Command lines of ``check`` that can be read without click, whose import takes longer than Python's start.

What is not plain is left to click, so click alone judges what is wrong: options that are not
named here, abbreviations, values that are empty or look like options, and all values from the
environment.  A test holds that both read the same.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

#: What click looks up in the environment for ``check``; the last is how it completes command lines.
VARIABLES = (
    "ARGCHECK_CONFIG", "ARGCHECK_ISOLATED", "ARGCHECK_NO_PLUGINS", "ARGCHECK_NO_CACHE", "ARGCHECK_FORMAT",
    "ARGCHECK_COLOR", "ARGCHECK_COLUMN_UNIT", "ARGCHECK_JOBS", "_ARGCHECK_COMPLETE",
)  # fmt: skip

_SWITCHES = (
    "isolated", "no_plugins", "no_cache", "exit_zero", "fix", "unsafe_fixes", "diff", "show_fixes",
    "no_suppressions", "no_baseline", "only_files", "require", "statistics", "show_files", "show_settings",
    "quiet", "verbose",
)  # fmt: skip
_LISTS = (
    "select", "ignore", "extend_select", "extend_ignore", "per_file_ignores", "exclude", "extra_roots", "plugins",
    "formats",
)  # fmt: skip
_UNSET = (
    "config_file", "force_exclude", "no_respect_gitignore", "cache_dir", "output_file", "fail_on", "add_ignore",
    "baseline", "stdin_filename", "stage",
)  # fmt: skip
_DEFAULTS: dict[str, Any] = {
    **dict.fromkeys(_SWITCHES, False),
    **dict.fromkeys(_LISTS, ()),
    **dict.fromkeys(_UNSET),
    "color": "auto",
    "column_unit": "char",
    "jobs": 1,
}

_TURN_ON = {**{"--" + name.replace("_", "-"): name for name in _SWITCHES}, "-q": "quiet", "-v": "verbose"}
_ADD = {
    **{"--" + name.replace("_", "-"): name for name in _LISTS[:6]},
    "--format": "formats",
    "--output-format": "formats",
}
_PATHS = {"--config": "config_file", "--cache-dir": "cache_dir", "--baseline": "baseline"}
_CHOICES = {
    "--color": ("color", ("auto", "always", "never")),
    "--fail-on": ("fail_on", ("error", "warning", "note")),
    "--stage": ("stage", ("draft", "submission")),
}


def read_plain(
    words: Sequence[str], environ: Mapping[str, str]
) -> tuple[tuple[Path, ...], dict[str, Any]] | None:
    """Read the words after ``check``: its paths and a value for each of its options; None where click must."""
    if os.name == "nt" or any(map(environ.get, VARIABLES)):  # on Windows click expands wildcards
        return None
    paths: list[Path] = []
    options = dict(_DEFAULTS)
    rest = iter(words)
    for word in rest:
        name, equals, value = word.partition("=")
        if not word.startswith("-"):
            if not word:
                return None
            paths.append(Path(word))
        elif word in _TURN_ON:
            options[_TURN_ON[word]] = True
        else:
            value = value if equals else next(rest, "")
            if not value or value.startswith("-") or not _set(options, name, value):
                return None
    return tuple(paths), options


def _set(options: dict[str, Any], name: str, value: str) -> bool:
    """Give an option its value, if it is one that needs no click."""
    if name in _ADD:
        options[_ADD[name]] += (value,)
    elif name in _PATHS:
        options[_PATHS[name]] = Path(value)
    elif name in _CHOICES and value in _CHOICES[name][1]:
        options[_CHOICES[name][0]] = value
    else:
        return False
    return True
