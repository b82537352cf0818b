"""Which identifiers the style of a list of references leaves out: what nobody reads there few authors mend."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.api import RuleContext

_IDENTIFIERS = frozenset({"doi", "eprint", "isbn", "issn", "pmid", "url"})
#: What styles that come with BibTeX and TeX print of these; one that is not here may print all of them, and so does biblatex.
_PRINTED: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("plain", "unsrt", "abbrv", "alpha", "acm", "apalike", "ieeetr", "siam"), ()),
    **dict.fromkeys(("plainurl", "unsrturl", "abbrvurl", "alphaurl"), ("doi", "eprint", "pmid", "url")),
    **dict.fromkeys(("IEEEtran", "IEEEtranS"), ("url",)),
}
_COMMAND = "\\bibliographystyle{"


def left_out(ctx: RuleContext) -> frozenset[str]:
    """Return the fields with identifiers that no style of the document prints; none where a style is not known."""
    m = ctx.manuscript
    styles = {name for file in m.files.values() for name in _styles(file.text)}
    own = {f"{name}.bst" for name in styles}.intersection(
        name.rpartition("/")[2] for name in ctx.project.names
    )
    if not styles or own or "biblatex" in m.packages or not styles <= _PRINTED.keys():
        return frozenset()
    return _IDENTIFIERS.difference(*(_PRINTED[name] for name in styles))


def _styles(text: str) -> Iterator[str]:
    """Yield the styles that a text asks for, out of comments."""
    for before, behind in pairwise(text.split(_COMMAND)):
        if "%" not in before.rpartition("\n")[2].replace("\\%", ""):
            yield behind.partition("}")[0].strip()
