"""Bibliographies of Hayagriva (YAML), translated to BibTeX; Typst reads both."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from argcheck.files.data import table
from argcheck.files.opening import InputError
from argcheck.readers.csl_bibliography import translate_yaml, works
from argcheck.readers.front_matter import Metadata, pairs
from argcheck.readers.translation import Excerpt, Translation, printed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from argcheck.files.source import Translated
    from argcheck.readers.front_matter import Scalar

_OF_PARENT = ("publisher", "location", "volume", "issue", "date", "editor", "organization", "isbn", "issn")
_IDENTIFIERS = ("doi", "isbn", "issn", "arxiv", "pmid", "pmcid")
_NO_KEY = frozenset(",{}()=#%\"'")  #: signs that are invalid in keys
_BREAKING = frozenset("{}\n")  #: signs of values that cannot be copied unchanged
#: Roles of people who are no authors, though some list them there; Hayagriva has them elsewhere.
_BESIDE = frozenset({"translator", "foreword", "afterword", "introduction", "illustrator", "narrator"})
_UNBRACED = str.maketrans("", "", "{}")
_GROWTH = 20  # most times the length of a file; only an attack with aliases exceeds this


def translate(text: str) -> Translated:
    """Return a bibliography as BibTeX.

    A list of works in CSL YAML, which pandoc reads, is returned as BibTeX, too.

    :raises InputError: it is not YAML, or not a bibliography of Hayagriva.
    """
    metadata, out = Metadata(text, 0, len(text)), Translation()
    if works(metadata):
        return translate_yaml(text, metadata)
    if metadata.root is not None and metadata.root.id != "mapping":
        raise InputError("unreadable", "it is no bibliography of Hayagriva: keys with entries are missing")
    for name, fields in metadata.root.value if metadata.root is not None else ():
        if name.id == "scalar" and _NO_KEY.isdisjoint(name.value) and name.value.split() == [name.value]:
            _Entry(metadata, out).add(metadata.scalar(name), dict(pairs(fields)))
        if out.length > _GROWTH * len(text) + 10_000:
            raise InputError("limit", "its aliases make too much of it")
    return out.done()


class _Entry:
    def __init__(self, metadata: Metadata, out: Translation) -> None:
        self._metadata = metadata
        self._out = out

    def add(self, key: Scalar, fields: Mapping[str, Any]) -> None:
        """Add an entry, with the fields of its parents."""
        out, parents = self._out, list(_parents(fields))
        kind = _kind(fields)
        outer = _kind(parents[0]) if parents else ""
        bibtex = (
            table("reference-managers", "hayagriva-within").get(outer, "article")
            if kind == "article"
            else table("reference-managers", "hayagriva-types").get(kind, "misc")
        )
        out.put(f"@{bibtex}{{", key.start)
        out.keep(Excerpt(self._metadata.text, [(key.start, key.end)]))
        out.put(",\n", key.end)
        inherited = {name: node for parent in reversed(parents) for name, node in parent.items()}
        known = {**{name: inherited[name] for name in _OF_PARENT if name in inherited}, **fields}
        self._words("title", fields.get("title"))
        if parents:
            within = (
                "journal" if bibtex == "article" else "booktitle" if bibtex.startswith("in") else "maintitle"
            )
            self._words(within, next((parent["title"] for parent in parents if "title" in parent), None))
        for name in ("author", "editor"):
            self._people(name, known.get(name))
        self._words(
            "institution" if bibtex in ("report", "thesis") else "organization", known.get("organization")
        )
        for name, field in table("reference-managers", "hayagriva-fields").items():
            self._words(field, known.get(name))
        self._date("date", known.get("date"))
        self._identifiers(known)
        out.put("}\n\n", key.end)

    def _value(self, node: Any) -> Any:
        """Return the scalar node of a value, perhaps within ``{value: ..., verbatim: true}``; None without one."""
        if node is not None and node.id == "mapping":
            fields = dict(pairs(node))
            node = fields.get("value", fields.get("name"))
        return node if node is not None and node.id == "scalar" and node.value else None

    def _field(self, name: str, scalar: Scalar, value: str, *, raw: bool = False) -> None:
        """Add a field; a value that is unchanged in the file keeps its places, so that fixes can change it.

        :param raw: whether the value is not escaped.
        """
        out, text = self._out, self._metadata.text
        out.put(f"  {name} = {{", scalar.start)
        if text[scalar.start : scalar.end] == value and _BREAKING.isdisjoint(value):
            excerpt = Excerpt(text, [(scalar.start, scalar.end)])
            (out.keep if raw else out.words)(excerpt, 0, len(value))
        else:
            out.put(value.translate(_UNBRACED) if raw else _plain(value), scalar.start, scalar.end)
        out.put("},\n", scalar.end)

    def _words(self, name: str, node: Any, *, raw: bool = False) -> None:
        if (value := self._value(node)) is not None:
            self._field(name, self._metadata.scalar(value), value.value, raw=raw)

    def _people(self, name: str, node: Any) -> None:
        nodes = (
            node.value if node is not None and node.id == "sequence" else [node] if node is not None else []
        )
        people = []
        for person in nodes:
            if person.id == "scalar" and person.tag.endswith(":null"):
                continue
            if person.id == "scalar":
                people.append(person.value if "," in person.value else f"{{{_plain(person.value)}}}")
            elif person.id == "mapping":
                parts = {key: value.value for key, value in pairs(person) if value.id == "scalar"}
                if parts.get("role", "").lower() in _BESIDE:
                    continue
                family = " ".join(filter(None, (parts.get("prefix"), parts.get("name"))))
                people.append(", ".join(filter(None, (family, parts.get("suffix"), parts.get("given-name")))))
        if people:
            start, end = self._metadata.span(nodes[0])[0], self._metadata.span(nodes[-1])[1]
            said = " and ".join(
                person if person.startswith("{") else _plain(person) for person in filter(None, people)
            )
            self._out.put(f"  {name} = {{{said}}},\n", start, end)

    def _date(self, name: str, node: Any) -> None:
        value = self._value(node)
        if value is not None and (date := re.search(r"\d{4}(?:-\d\d){0,2}", value.value)):
            self._field(name, self._metadata.scalar(value), date[0], raw=True)

    def _identifiers(self, fields: Mapping[str, Any]) -> None:
        given = dict(fields)
        number = fields.get("serial-number")
        if number is not None and number.id == "mapping":
            given |= dict(pairs(number))
        elif number is not None and number.id == "scalar" and re.match(r"10\.\d{4,9}/\S", number.value):
            given.setdefault("doi", number)
        for name in _IDENTIFIERS:
            self._words("eprint" if name == "arxiv" else name, given.get(name), raw=True)
        url = fields.get("url")
        self._words("url", url, raw=True)
        if url is not None and url.id == "mapping":
            self._date("urldate", dict(pairs(url)).get("date"))


def _kind(fields: Mapping[str, Any]) -> str:
    node = fields.get("type")
    return str(node.value).lower() if node is not None and node.id == "scalar" else ""


def _parents(fields: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the parents of a work and their parents, at most five levels, since an alias may lead back."""
    depth = 0
    while (node := fields.get("parent")) is not None and depth < 5:
        nodes: Sequence[Any] = node.value if node.id == "sequence" else [node]
        mappings = [dict(pairs(each)) for each in nodes if each.id == "mapping"]
        yield from mappings
        fields, depth = mappings[0] if mappings else {}, depth + 1


def _plain(words: str) -> str:
    """Return words escaped for BibTeX, without braces."""
    return printed(words.translate(_UNBRACED))
