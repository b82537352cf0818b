"""The identifiers that the style of a list of references does not print: few authors correct what nobody reads."""

from __future__ import annotations

from itertools import pairwise
from posixpath import dirname, join, normpath
from typing import TYPE_CHECKING

from argcheck.api import InputError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from argcheck.api import RuleContext

_IDENTIFIERS = frozenset({"doi", "eprint", "isbn", "issn", "pmid", "url"})
#: The identifiers printed by styles of BibTeX and TeX distributions; other styles and biblatex may print all.
_PRINTED: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("plain", "unsrt", "abbrv", "alpha", "acm", "apalike", "ieeetr", "siam"), ()),
    **dict.fromkeys(("plainurl", "unsrturl", "abbrvurl", "alphaurl"), ("doi", "eprint", "pmid", "url")),
    **dict.fromkeys(("IEEEtran", "IEEEtranS"), ("url",)),
}
_COMMAND = "\\bibliographystyle{"


def left_out(ctx: RuleContext) -> frozenset[str]:
    """Return the fields with identifiers that no style of the document prints; empty if a style is unknown."""
    m = ctx.manuscript
    styles = {name for file in m.files.values() for name in _styles(file.text)}
    if not styles or "biblatex" in m.packages:
        return frozenset()
    printed = [_fields(ctx, name) for name in sorted(styles)]
    known = [fields for fields in printed if fields is not None]
    return _IDENTIFIERS.difference(*known) if len(known) == len(printed) else frozenset()


def _fields(ctx: RuleContext, style: str) -> Collection[str] | None:
    """Return the fields that a style may print, for a file beside the document those it declares; None if unknown."""
    path = normpath(join(dirname(ctx.manuscript.root), f"{style}.bst"))
    if not ctx.project.is_file(path):
        return _PRINTED.get(style)
    try:
        text = ctx.project.read(path).text
    except InputError:
        return None
    code = "\n".join(line.partition("%")[0] for line in text.splitlines())
    _, declares, behind = code.partition("ENTRY")
    fields, closed, _ = behind.partition("{")[2].partition("}")
    return frozenset(fields.lower().split()) if declares and closed else None


def _styles(text: str) -> Iterator[str]:
    """Yield the names of styles in a text, without comments."""
    for before, behind in pairwise(text.split(_COMMAND)):
        if "%" not in before.rpartition("\n")[2].replace("\\%", ""):
            yield behind.partition("}")[0].strip()
