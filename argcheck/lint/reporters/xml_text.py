"""Text and attributes for XML 1.0."""

from __future__ import annotations

from html import escape

from argcheck.lint.reporters.lines import one_line

DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
_NO_CHARACTERS = {0xFFFE: "\N{REPLACEMENT CHARACTER}", 0xFFFF: "\N{REPLACEMENT CHARACTER}"}


def text(value: str) -> str:
    """Return the text escaped and on one line; characters that XML cannot hold are replaced by visible ones."""
    return escape(one_line(value).translate(_NO_CHARACTERS))


def attributes(**values: object) -> str:
    """Return attributes in the order given, each after a space."""
    return "".join(f' {name}="{text(str(value))}"' for name, value in values.items())
