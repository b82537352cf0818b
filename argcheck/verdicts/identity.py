"""The identifiers of verdicts: hashes of a work, of the fields of its entry, and of a sentence.

The letter and digit before the colon name the recipe, so that hashes of different recipes never match.
"""

from __future__ import annotations

import json
import unicodedata
from typing import TYPE_CHECKING, Any

from argcheck.bib.entry_identifiers import entry_doi
from argcheck.bib.names import fold_name, parse_names
from argcheck.files.cache import digest
from argcheck.files.patterns import BRACKETED

if TYPE_CHECKING:
    import re
    from collections.abc import Collection, Mapping

    from argcheck.bib.entry import Entry

#: Fields that identify a publication; notes, abstracts, keywords and files do not.
FIELDS = (
    "author", "editor", "title", "subtitle", "year", "journal", "booktitle", "series", "volume", "number",
    "pages", "publisher", "school", "institution", "edition", "chapter", "doi", "eprint", "pmid", "isbn",
    "issn", "url", "howpublished", "text",
)  # fmt: skip
_AUTHORS = 3  # that count: every style keeps so many of a long list


def work_of(entry: Entry) -> str:
    """Return the identifier of an entry's work: its DOI, else a hash of title, first authors and year.

    It does not depend on the citation key, so that a renamed entry keeps its verdicts.
    """
    doi = entry_doi(entry)
    return f"doi:{doi}" if doi else titled(entry)


def works_of(entry: Entry) -> tuple[str, ...]:
    """Return all identifiers of an entry's work, `work_of` first: an entry that gets a DOI keeps its verdicts."""
    return tuple(dict.fromkeys((work_of(entry), titled(entry))))


def titled(entry: Entry) -> str:
    """Return the hash of title, first authors and year; of all fields for an entry without its own title."""
    title = fold_name(entry.text("title") or "") if "title" in entry.fields else ""
    if not title:
        return f"work:{entry_hash(entry).partition(':')[2]}"
    people = parse_names(entry.raw("author") or entry.raw("editor") or "").names[:_AUTHORS]
    parts = (title, *(name.folded_family for name in people), fold_name(entry.text("year") or ""))
    return "work:" + _hash("w1", "\0".join(parts))


def entry_hash(entry: Entry) -> str:
    """Hash the bibliographic fields, regardless of order, blanks, braces, capitals and the form of names."""
    values = ((name, _value(entry, name)) for name in FIELDS)
    text = "\0".join(f"{name}={_folded(value)}" for name, value in values if value)
    return "e1:" + _hash("e1", f"{entry.type}\0{text}")


def _value(entry: Entry, name: str) -> str | None:
    if name == "doi":
        return entry_doi(entry)
    if name in ("author", "editor"):
        people = parse_names(entry.raw(name) or "").names
        return "; ".join(f"{name.particle} {name.family} {name.suffix} {name.given}" for name in people)
    return entry.text(name) or (entry.raw(name) or "").strip("{}\\ ")  # the macro of a journal has no text


def sentence_hash(text: str, names: Collection[str] = (), own: str = "") -> str:
    """Hash a sentence as `argcheck.tex.reading_text` reads it; empty for an empty one.

    :param names: citation keys and labels; brackets that hold only these all hash alike, so that a renamed key or
        a further citation does not change the hash.
    :param own: the key of the citation in question; among several brackets its own hashes differently, so that
        citations that change places are not confused.
    """
    if not text:
        return ""
    several = sum(_cites(match[1], names) for match in BRACKETED.finditer(text)) > 1

    def read(match: re.Match[str]) -> str:
        if not _cites(match[1], names):
            return match[0]
        return " [*]" if several and own in map(str.strip, match[1].split(",")) else " []"

    return "s1:" + _hash("s1", _folded(BRACKETED.sub(read, text)))


def _cites(inside: str, names: Collection[str]) -> bool:
    return all(part.strip() in names for part in inside.split(","))


def verdict_key(kind: str, seen: Mapping[str, Any]) -> str:
    """Return the key of a judgement, a hash of all that its judge saw: equal judgements share a line of the file."""
    return "v1:" + _hash("v1", kind + "\0" + json.dumps(seen, sort_keys=True, ensure_ascii=True))


def quote_hash(text: str) -> str:
    """Hash the words of a passage, for files without quotes."""
    return "q1:" + _hash("q1", _folded(text))


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).casefold().split())


def _hash(tag: str, text: str) -> str:
    return digest(f"{tag}\0{text}".encode("utf-8", "surrogatepass"))
