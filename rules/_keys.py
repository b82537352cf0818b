"""What the citation rules share: placeholders, and where a key was looked for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argcheck.api import RuleContext

_PLACEHOLDER = (
    r"\?+|x{3,}|\.{2,}|…|(?:todo|fixme|tbd|tba)(?![a-z0-9]).*|cite|citation|ref|reference|source|key|missing|"
    r"(?:citation|cite|ref|reference|source)[-_ ]?(?:needed|missing|todo|here)|placeholder|add[-_ ]?(?:citation|ref)"
)
_SHOWN = 3


def is_placeholder(key: str) -> bool:
    """Whether a key that no entry has stands for a source that is still to be found."""
    return re.fullmatch(_PLACEHOLDER, key, re.IGNORECASE) is not None


def looked_in(ctx: RuleContext) -> str:
    """Name the files that keys of this document are looked for in."""
    m, b = ctx.manuscript, ctx.bibliography
    files = [path for path in b.files if path not in m.files]
    files += dict.fromkeys(entry.span.path for entry in b.entries if entry.span.path in m.files)
    more = f" and {len(files) - _SHOWN} more" if len(files) > _SHOWN else ""
    return ", ".join(files[:_SHOWN]) + more


def plural(number: int, noun: str, plural_form: str = "") -> str:
    """Count a noun: ``1 entry``, ``2,000 entries``."""
    return f"{number:,} {noun if number == 1 else plural_form or noun + 's'}"
