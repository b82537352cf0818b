"""Bibliographies in CSL JSON and CSL YAML, which pandoc reads, translated to BibTeX."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from argcheck.files.opening import InputError
from argcheck.readers.front_matter import Metadata, pairs
from argcheck.readers.translation import Excerpt, Translation, printed
from argcheck.readers.word_works import bibtex_fields, bibtex_type

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from argcheck.files.source import Translated

_NO_KEY = frozenset(",{}()=#%\\\"'")  #: signs that are invalid in keys
_NO_BIBLIOGRAPHY = "it is no bibliography in CSL JSON: a list of works is missing"
_PARTS_OF_DATES = ("year", "month", "day")


def translate(text: str) -> Translated:
    """Return a bibliography in CSL JSON as BibTeX.

    :raises InputError: it is not JSON, or not a list of works.
    """
    try:
        given = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError("unreadable", f"it is no JSON: {error}") from None
    items = given.get("items", given.get("references")) if isinstance(given, dict) else given
    if not isinstance(items, list):
        raise InputError("unreadable", _NO_BIBLIOGRAPHY)
    return _bibtex(text, _places(text, [item for item in items if isinstance(item, dict) and item.get("id")]))


def translate_yaml(text: str, metadata: Metadata) -> Translated:
    """Return a bibliography in CSL YAML as BibTeX."""
    return _bibtex(text, ((*metadata.span(node), _data(node)) for node in works(metadata)))


def works(metadata: Metadata) -> list[Any]:
    """Return the nodes of the works in CSL YAML: under ``references:``, or in a list; empty if it is something else."""
    root = metadata.root
    listed = dict(pairs(root)).get("references") if root is not None and root.id == "mapping" else root
    nodes = listed.value if listed is not None and listed.id == "sequence" else []
    return [node for node in nodes if node.id == "mapping"]


def _places(text: str, items: list[dict[str, Any]]) -> Iterator[tuple[int, int, dict[str, Any]]]:
    """Yield each work with the range of the text from its key to the next one."""
    starts, escaped = [0], "\\u" in text
    for item in items:
        written = json.dumps(item.get("id"), ensure_ascii=escaped)
        starts.append(max(starts[-1], text.find(written, starts[-1])))
    yield from zip(starts[1:], [*starts[2:], len(text)], items, strict=True)


def _data(node: Any, depth: int = 0) -> Any:
    """Return a node of YAML as data, with texts for all scalars."""
    if node.id == "scalar" or depth > len(_PARTS_OF_DATES):
        return str(node.value) if node.id == "scalar" else ""
    if node.id == "sequence":
        return [_data(item, depth + 1) for item in node.value]
    return {name: _data(value, depth + 1) for name, value in pairs(node)}


def _bibtex(text: str, items: Iterator[tuple[int, int, dict[str, Any]]]) -> Translated:
    out = Translation()
    for start, end, item in items:
        key = str(item.get("id") or "")
        if key.split() != [key] or not _NO_KEY.isdisjoint(key):
            continue
        out.put(f"@{bibtex_type(item)}{{", start)
        at = text.find(key, start, end)
        if at >= 0:
            out.keep(Excerpt(text, [(at, at + len(key))]))
        else:
            out.put(key, start)
        for name, value in bibtex_fields({**item, "issued": _issued(item)}):
            if value:
                out.put(f",\n  {name} = {{{printed(value)}}}", start if at < 0 else at)
        out.put("\n}\n\n", end)
    return out.done()


def _issued(item: Mapping[str, Any]) -> Any:
    """Return the date of a work as CSL JSON has it; YAML also has ``2001-05`` and ``- year: 2001``."""
    issued = item.get("issued")
    first = issued[0] if isinstance(issued, list) and issued else issued
    if isinstance(first, dict) and "year" in first:
        return {"date-parts": [[first[part] for part in _PARTS_OF_DATES if part in first]]}
    return {"raw": issued} if isinstance(issued, str) else issued
