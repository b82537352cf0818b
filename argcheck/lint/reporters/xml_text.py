"""Text that may stand in XML 1.0."""

from __future__ import annotations

from html import escape

from argcheck.lint.reporters.lines import one_line

DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
_NO_CHARACTERS = {0xFFFE: "\N{REPLACEMENT CHARACTER}", 0xFFFF: "\N{REPLACEMENT CHARACTER}"}


def text(value: str) -> str:
    """Escape one line of text; what XML cannot hold is shown as a picture."""
    return escape(one_line(value).translate(_NO_CHARACTERS))


def attributes(**values: object) -> str:
    """Write attributes in the order given, with a blank before each."""
    return "".join(f' {name}="{text(str(value))}"' for name, value in values.items())
