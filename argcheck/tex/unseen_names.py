r"""Collects names that no token has: in macros that are called, in R code, in files that listings show."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from argcheck.files.diagnostic import Span
from argcheck.files.opening import InputError
from argcheck.files.patterns import COMMENTS, LABEL, lazy
from argcheck.tex.arguments import BEGIN, arguments, calls, command_names
from argcheck.tex.commands import BIBLIOGRAPHIES, CODE, SPECS
from argcheck.tex.live_source import commented
from argcheck.tex.macro_text import expand
from argcheck.tex.model import Resource

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from argcheck.files.source import SourceFile
    from argcheck.tex.draft import Draft
    from argcheck.tex.file_lookup import Lookup
    from argcheck.tex.macros import MacroTable


#: the environment that stands, in a manuscript that was translated, for what code prints as a part of the text
_PRINTED = "output:asis"
#: Commands of `xepersian`, which has a Persian name for each of LaTeX: for citing, referring and labels.
_PERSIAN = ("\\مرجع", "\\ارجاع", "\\برچسب")


def learn_unseen_names(
    draft: Draft, table: MacroTable, root: str, seen: Collection[str], seen_in_text: Collection[str]
) -> None:
    """Add the names in macros that are called and in environments that are begun, and those that code puts together."""
    begun = {f"begin{{{environment.name}}}" for environment in draft.environments}
    escaped = {name for text in _escaping(draft, table) for name, *_ in calls(text)}
    there = begun.union(seen, escaped)
    called = [(f"\\{name}", pairs) for name, pairs in table.hidden.items() if name in there]
    for by, pairs in (*called, ("R code", _in_chunks(draft))):
        for kind, name in pairs:
            if kind in BIBLIOGRAPHIES:
                draft.resources.append(Resource(name, Span(root, 0, 0), kind))
            elif kind != "built":
                sets = {"label": draft.hidden_labels, "ref": draft.hidden_references}
                sets.get(kind, draft.hidden_keys).add(name)
            elif by[0] != "\\" or by[1:] in seen_in_text or by[1:] in escaped:
                draft.built_labels.setdefault(name, by)
    draft.hidden_labels |= set(_in_code(draft))
    if f"begin{{{_PRINTED}}}" in begun:
        draft.built_labels.setdefault("\0", "code that prints text of its own")
    used = _named_in_macros(draft).union(seen) if table.built else frozenset()
    for form, environment in sorted(table.built):
        if environment in used or f"begin{{{environment}}}" in begun:
            draft.built_labels.setdefault(form, "an environment")
    if "xepersian" in draft.packages and any(
        name in source.text for source in draft.sources.values() for name in _PERSIAN
    ):
        draft.fragment_reason = draft.fragment_reason or "what reads commands in Persian is missing"
    if "*" in draft.hidden_keys and not draft.nocite_all:
        draft.nocite_all = Span(root, 0, 0)


def _named_in_macros(draft: Draft) -> set[str]:
    r"""Return what the bodies of macros and environments may begin, as `\begin{name}` or `\name`."""
    defined = (each for made in (draft.macros, draft.environment_macros) for each in made.values())
    bodies = COMMENTS.sub("", "\n".join(made.body for each in defined for made in each))
    return command_names(bodies).union(BEGIN.findall(bodies))


def learn_labels_in_listings(
    draft: Draft, table: MacroTable, lookup: Lookup, macros: Mapping[str, str]
) -> None:
    """Add the labels that macros set in listings, and those in files that listings show, if one is wanted."""
    if {reference.name for reference in draft.references} <= {label.name for label in draft.labels}:
        return
    for text in _escaping(draft, table):
        draft.hidden_labels |= set(_labels(text, table))
    for shown in _shown_files(draft.sources.values(), lookup, macros):
        if shown is None:
            draft.built_labels.setdefault("\0", "a listing")  # a label of any name
        else:
            draft.hidden_labels |= {*LABEL.findall(shown), *_labels(shown, table)}


def _escaping(draft: Draft, table: MacroTable) -> Iterator[str]:
    """Yield the listings of a document that sets characters between which these are LaTeX."""
    listings = [each.span for each in draft.environments if each.name in table.verbatim - {"comment"}]
    if listings and _escapes(draft.sources.values()):
        yield from (draft.sources[path].text[start:end] for path, start, end in listings)


def _labels(text: str, table: MacroTable) -> Iterator[str]:
    """Yield the labels that macros of the document set in a text."""
    for name, _, end in calls(text):
        spec = table.specs.get(name) if name not in SPECS else None
        while spec is not None:
            spans, _ = arguments(text, end, spec.openers) if spec.kind == "label" else ((), 0)
            for slot, span in zip(spec.slots, spans, strict=False):
                if span and slot.prefix is not None:
                    yield f"{slot.prefix}{text[slice(*span)].strip()}{slot.suffix}"
            spec = spec.more


def _in_chunks(draft: Draft) -> set[tuple[str, str]]:
    """Return kind and name of what the R code of knitr names."""
    code = [source.written for source in draft.sources.values() if source.written != source.text]
    if not code:
        return set()
    from argcheck.tex.knitr import names

    named = {pair for text in code for pair in names(text)}
    # the second figure of a chunk is ``fig:chunk-2``, and a function may put any kind before the colon
    parts = (
        (reference.name, (reference.name.rpartition("-")[0], reference.name.rpartition(":")[2]))
        for reference in draft.references
    )
    return named | {("label", name) for name, ends in parts if any(("label", end) in named for end in ends)}


def _in_code(draft: Draft) -> Iterator[str]:
    """Yield the referenced names that strings in Python, Sage or Lua may set as labels, with or without a number."""
    spans = [environment.span for environment in draft.environments if environment.name in CODE]
    code = "".join(draft.sources[path].text[start:end] for path, start, end in spans)
    for reference in draft.references if code else ():
        stem = reference.name.rpartition(":")[2].rstrip("0123456789")
        if stem and any(f"{quote}{stem}" in code for quote in "\"'"):
            yield reference.name


_ESCAPES = ("escapeinside", "escapechar", "escapebegin", "mathescape", "texcl", "texcomments")
_LISTED = lazy(
    r"\\(?:lstinputlisting|inputminted\s*(?:\[[^\]]*\])?\s*\{[^{}]*\}|[BL]?VerbatimInput)\s*(?:\[[^\]]*\])?\s*\{([^{}]*)\}"
)
_MADE = lazy(
    r"\\(?:newtcbinputlisting|DeclareTCBInputListing)\s*(?:\[[^\]]*\])?\s*\{?\s*\\([A-Za-z]+)\s*\}?[^\\]{0,400}?listing file\s*=\s*\{?\s*#(\d)"
)


def _escapes(sources: Collection[SourceFile]) -> bool:
    return any(option in source.text for source in sources for option in _ESCAPES)


def _shown_files(
    sources: Collection[SourceFile], lookup: Lookup, macros: Mapping[str, str]
) -> Iterator[str | None]:
    """Yield the texts of shown files in which labels may be set, and None for each that is missing."""
    if not _escapes(sources):
        return
    showing = [_LISTED, *(own for source in sources for own in _own(source.text))]
    for source in sources:
        for match in (call for pattern in showing for call in pattern.finditer(source.text)):
            if commented(source.text, match.start()) or "#" in match[1]:
                continue
            shown = lookup.find([expand(match[1], macros).strip()], source.path)
            if shown is None:
                yield None
                continue
            try:
                yield lookup.files.read(shown).text
            except InputError:
                continue


def _own(text: str) -> Iterator[re.Pattern[str]]:
    """Yield the patterns of calls of the listing commands that a file defines with tcolorbox."""
    for name, place in _MADE.findall(text) if "InputListing" in text or "inputlisting" in text else ():
        before = int(place) - 1
        yield re.compile(rf"\\{name}\s*(?:\{{[^{{}}]*\}}\s*){{{before}}}\{{([^{{}}]*)\}}")
