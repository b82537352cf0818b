"""Helpers of the citation rules: placeholders, keys in use, and the files in which keys are looked up."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from argcheck.api import Needs

if TYPE_CHECKING:
    from argcheck.api import Citation, Entry, Manuscript, RuleContext

_PLACEHOLDER = (
    r"\?+|x{3,}|\.{2,}|…|(?:todo|fixme|tbd|tba)(?![a-z0-9]).*|cite|citation|ref|reference|source|key|missing|"
    r"(?:citation|cite|ref|reference|source)[-_ ]?(?:needed|missing|todo|here)|placeholder|add[-_ ]?(?:citation|ref)"
)
_SHOWN = 3
#: endings of manuscripts in Markdown, and of the files that list them
MARKDOWN = (".Rmd", ".rmd", ".qmd", ".md", ".yml")
#: commands that stand for citations in the signs of pandoc
_BY_PANDOC = frozenset(("parencite", "textcite"))
#: Packages that give parts of a document their own lists of references.
LISTS_OF_PARTS = frozenset(("chapterbib", "bibunits", "multibib", "multibbl"))


def entry_of(ctx: RuleContext, citation: Citation) -> Entry | None:
    r"""Return the entry that a citation finds.

    Where natbib looks up the keys of ``\cite`` in Markdown, pandoc still looks up those of ``[@key]``, by their case.
    """
    b, key = ctx.bibliography, citation.key
    entry = b.find(key)
    if entry is None or b.backend != "either" or citation.command not in _BY_PANDOC or entry.key == key:
        return entry
    if not ctx.manuscript.files[citation.span.path].original.path.endswith(MARKDOWN):
        return entry
    return next((each for each in b.entries if key in (each.key, *b.aliases(each))), None)


def is_placeholder(key: str) -> bool:
    """Whether a key without an entry is a placeholder for a source."""
    return re.fullmatch(_PLACEHOLDER, key, re.IGNORECASE) is not None


def has_several_lists(m: Manuscript, *parts: str) -> bool:
    """Whether a document may print several lists of references, by section or by one of the environments ``parts``."""
    parts = ("refsection", *parts)
    options = m.packages.get("biblatex", "")
    divided = any(part in options for part in parts) or any(e.name in parts for e in m.environments)
    return divided or not LISTS_OF_PARTS.isdisjoint(m.packages)


def looked_in(ctx: RuleContext) -> str:
    """Return the names of the files in which keys of this document are looked up, three at most."""
    m, b = ctx.manuscript, ctx.bibliography
    files = [path for path in b.files if path not in m.files]
    files += dict.fromkeys(entry.span.path for entry in b.entries if entry.span.path in m.files)
    more = f" and {len(files) - _SHOWN} more" if len(files) > _SHOWN else ""
    return ", ".join(files[:_SHOWN]) + more


def keys_in_use(ctx: RuleContext) -> frozenset[str] | None:
    r"""Return the folded keys that documents of the project cite, and those that their entries inherit from.

    None if they are not known: after ``\nocite{*}``, without any citation, or if a file of the document is missing.
    """
    m, b = ctx.manuscript, ctx.bibliography
    if m.nocite_all or not m.cited_keys or ctx.missing(Needs.CITATIONS):
        return None
    cited = m.cited_keys | m.hidden_keys | m.cited_unseen() | ctx.project.cited_outside(m.files)
    return b.used(cited) | frozenset(map(b.fold, cited))
