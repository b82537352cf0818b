r"""Names that a document uses where no token says so: in macros that it calls, in R code, in files that listings show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.files.diagnostic import Span
from argcheck.tex.commands import BIBLIOGRAPHIES
from argcheck.tex.model import Resource

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from argcheck.files.source import SourceFile
    from argcheck.tex.draft import Draft
    from argcheck.tex.file_lookup import Lookup
    from argcheck.tex.macros import MacroTable


def learn_unseen_names(
    draft: Draft, table: MacroTable, root: str, seen: Collection[str], seen_in_text: Collection[str]
) -> None:
    """Learn what the macros that are called use, and what environments and R code put together."""
    called = [(f"\\{name}", pairs) for name, pairs in table.hidden.items() if name in seen]
    for by, pairs in (*called, ("R code", _in_chunks(draft))):
        for kind, name in pairs:
            if kind in BIBLIOGRAPHIES:
                draft.resources.append(Resource(name, Span(root, 0, 0), kind))
            elif kind != "built":
                sets = {"label": draft.hidden_labels, "ref": draft.hidden_references}
                sets.get(kind, draft.hidden_keys).add(name)
            elif by[0] != "\\" or by[1:] in seen_in_text:
                draft.built_labels.setdefault(name, by)
    for form in sorted(table.built):
        draft.built_labels.setdefault(form, "an environment")
    if "*" in draft.hidden_keys and not draft.nocite_all:
        draft.nocite_all = Span(root, 0, 0)


def learn_labels_in_listings(draft: Draft, lookup: Lookup, macros: Mapping[str, str]) -> None:
    """Learn the labels in files that listings show, if a reference has no other label."""
    if {reference.name for reference in draft.references} <= {label.name for label in draft.labels}:
        return
    from argcheck.tex.listings import escaped_labels

    for name in escaped_labels(draft.sources.values(), lookup, macros):
        if name is None:
            draft.built_labels.setdefault("\0", "a listing")  # a label of any name
        else:
            draft.hidden_labels.add(name)


def _in_chunks(draft: Draft) -> set[tuple[str, str]]:
    """Find what the R code of knitr names."""
    code = _with_code(draft.sources.values())
    if not code:
        return set()
    from argcheck.tex.knitr import names

    named = {pair for text in code for pair in names(text)}
    # the second of the figures of a chunk is ``fig:chunk-2``, and a function may put any kind before the colon
    parts = (
        (reference.name, (reference.name.rpartition("-")[0], reference.name.rpartition(":")[2]))
        for reference in draft.references
    )
    return named | {("label", name) for name, ends in parts if any(("label", end) in named for end in ends)}


def _with_code(sources: Iterable[SourceFile]) -> list[str]:
    return [source.written for source in sources if source.written != source.text]
