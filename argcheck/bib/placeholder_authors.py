"""Placeholders and repeated names in place of authors, and other values that are not filled in."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from argcheck.bib.faults import Fault, own_value, value_span
from argcheck.bib.names import fold_name, parse_names
from argcheck.files.diagnostic import Span
from argcheck.files.patterns import WORDS, lazy
from argcheck.tex.commands import words
from argcheck.tex.vocabulary import codes, listed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.bib.entry import Entry
    from argcheck.bib.names import Name

_NOBODY = frozenset(
    {
        "anonymousauthor", "anonymousauthors", "firstauthor", "secondauthor", "thirdauthor", "leadauthor", "authorone",
        "authortwo", "authorthree", "author1", "author2", "author3", "firstnamelastname", "firstlast", "johndoe",
        "janedoe", "aauthor", "bauthor", "cauthor", "anauthor", "another", "authorname",
        "nameofauthor", "nameauthor", "namesurname", "namelastname", "yourname", "todo", "fixme", "tbd", "tba", "author",
        "authors", "author(s)", "unknownauthor", "unknownauthors", "loremipsum", "firstnamesurname", "someauthor",
        "authora", "authorb", "authorc", "theauthors", "fakeauthor", "testauthor", "someone", "somebody", "nnname",
        "nomprenom", "prenomnom", "vornamenachname", "nachnamevorname", "maxmustermann", "erikamustermann",
        "placeholder", "authorplaceholder", "placeholderauthor", "fullname", "missingauthor", "citationneeded",
    }
)  # fmt: skip
_QUESTION = lazy(r"[\W_]*[?xX][?xX\W_]*\Z")
_FREQUENT = frozenset(
    words(
        """wang li zhang liu chen yang zhao huang wu zhou xu sun ma zhu hu guo he lin luo gao kim lee park choi
        nguyen tran"""
    )
)
_SUSPECT = lazy(
    r"auth|anonym|\bdoe\b|\blast|first|name|nom\b|\btodo|fixme|\btb[ad]\b|some|ipsum|muster|placeholder|missing|needed"
    r"|\?|\bx+\b|an\W*other"
)
_MANY_NAMES = 12  # most names of a list in which no two people have one name
#: Fields that a list of references prints, beside the authors.
_PRINTED = tuple(
    words(
        "title journal journaltitle booktitle year date volume number pages publisher school institution note howpublished"
    )
)
_LONGEST = 40  # most characters of a placeholder
_OPEN = ("todo", "fixme", "tbd", "tba")


def placeholder(entry: Entry) -> Iterator[Fault]:
    """Yield a placeholder or a repeated name among the authors or editors, else other values to be filled in."""
    for name in ("author", "editor"):
        if name in entry.fields:
            written = entry.raw(name) or ""
            if doubled := _doubled_and(entry, name):
                message = f"two 'and' stand in a row in the {name}s, with no name between them"
                yield Fault(doubled, message, "write one `and`", "and")
                return
            if _is_cut_off(written):
                message = f"'et al.' is typed into the {name}s, and is taken for a part of a name"
                help_ = "write `and others`, which each style prints as it should"
                yield Fault(value_span(entry, name), message, help_)
                return
            if not _may_have_placeholder(written):
                continue
            names = parse_names(written).names
            message = (
                _placeholder(entry, names, written) or (name == "author" and _repeated_name(names)) or ""
            )
            if message:
                yield Fault(value_span(entry, name), message, "look the authors up in the work itself")
                return
    blank = [name for name in _PRINTED if name in entry.fields and _is_blank(name, own_value(entry, name))]
    if blank:
        value = own_value(entry, blank[0]).strip("{}")
        message = f"'{value}' stands in place of the {' and the '.join(blank)}"
        yield Fault(value_span(entry, blank[0]), message, "look it up, or leave the field out")


def _doubled_and(entry: Entry, name: str) -> Span | None:
    """Return the place of two ``and`` with only blanks between them, outside of braces, in a list of names."""
    field = entry.fields[name]
    for first, second in pairwise(WORDS.finditer(field.raw) if "and" in field.raw else ()):
        before, between, behind = (
            field.raw[: first.start()],
            field.raw[first.end() : second.start()],
            field.raw[second.end() :],
        )
        is_list = (
            not before.lstrip('{"')[-1:].strip() and not between.strip() and not behind[:1].strip(' \n\t}"')
        )
        if (
            first[0] == second[0] == "and"
            and is_list
            and before.count("{") - before.count("}") == field.raw.startswith("{")
        ):
            return Span(entry.span.path, field.value_start + first.start(), field.value_start + second.end())
    return None


def _is_cut_off(written: str) -> bool:
    """Whether a list of names ends in "et al.", outside of braces, which keep a name as it is."""
    last = written.lower().rpartition(" and ")[2].replace("\\", "").replace("~", " ").rstrip(" .\n")
    return "{" not in last and f" {last.strip()}".endswith((" et al", ",et al", " et. al", ",et. al"))


def _is_blank(name: str, value: str) -> bool:
    """Whether a value is to be filled in: ``TODO``, ``??``, ``XXXX``, pages ``XX--XX``; XX is twenty, XXX thirty."""
    shown = value.strip("{}")
    if shown.lower().startswith(_OPEN):
        return shown.lower() in _OPEN or (name == "note" and shown.startswith(("TODO", "FIXME")))
    if not 0 < len(shown) <= _LONGEST or not _QUESTION.match(shown):
        return False
    marks = WORDS.findall(shown)
    longest = max(map(len, marks), default=0)
    return "?" in shown or longest > 3 or (name == "pages" and longest > 1 and marks == [marks[0]] * 2)


def _may_have_placeholder(written: str) -> bool:
    """Whether the names must be parsed: a word may be a placeholder, or a name is repeated."""
    lower = written.lower()
    words = [word for word in WORDS.findall(lower) if len(word) > 1 and word != "and"]
    if len(set(words)) < len(words):
        people = [tuple(sorted(WORDS.findall(part))) for part in lower.split(" and ")]
        if len(set(people)) < len(people):
            return True
    return _SUSPECT.search(lower) is not None


def _placeholder(entry: Entry, names: tuple[Name, ...], written: str) -> str:
    for name in names:
        shown = " ".join(part for part in (name.given, name.particle, name.family) if part)
        folded = fold_name(shown)
        if len(shown) == 1 and f"{{{shown}}}" in written:  # a company is called X
            continue
        if folded in _NOBODY or (shown and _QUESTION.match(shown)):
            return f"the author '{shown}' is a placeholder"
        if folded == "anonymous" and len(names) == 1 and _is_under_review(entry):
            return "the author is 'Anonymous', as of a paper under review"
    return ""


def _is_under_review(entry: Entry) -> bool:
    """Whether an anonymous work is a paper under review, not a newspaper leader or an old book."""
    if entry.type in ("inproceedings", "conference"):
        return True
    where = ("booktitle", "journal", "note", "howpublished", "url", "title")
    says = listed(codes(), "bibliography.under-review", flags=re.IGNORECASE).search
    return any(says(entry.raw(name) or "") for name in where if name in entry.fields)


def _repeated_name(names: tuple[Name, ...]) -> str:
    if len(names) > _MANY_NAMES:
        return ""
    seen: set[tuple[str, str]] = set()
    for name in names:
        given, family = fold_name(name.given), name.folded_family
        if len(given) < 3 or family in _FREQUENT or name.suffix:
            continue
        if (given, family) in seen:
            return f"the author '{name.given} {name.family}' is named twice"
        seen.add((given, family))
    return ""
