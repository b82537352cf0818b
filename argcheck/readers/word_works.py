"""The works that fields of a Word file cite: those of reference managers, and sources of Word itself."""

from __future__ import annotations

import base64
import binascii
import re
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from argcheck.files.opening import InputError
from argcheck.files.patterns import WORDS
from argcheck.readers.word_package import parsed
from argcheck.readers.word_records import called, citavi_works, first_json, paperpile_works, unpacked

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from xml.etree.ElementTree import Element

    from argcheck.readers.word_text import WordField


class CitedWork(NamedTuple):
    """A cited work."""

    identity: str  #: equal in all citations of the work
    item: Mapping[str, Any]  #: its CSL-JSON; empty if only the key is known
    key: str = ""  #: the tag of a source of Word, else empty


def cited(field: WordField) -> list[CitedWork] | None:
    """Return the works that a field cites; None if it is not a citation."""
    instruction = field.instruction.strip()
    words = instruction.split(maxsplit=3)
    added = words[1] if words[:1] == ["ADDIN"] and len(words) > 1 else ""
    name = added or "".join(words[:1])
    if name in ("ZOTERO_ITEM", "CSL_CITATION"):
        return list(_of_csl(instruction))
    if instruction.startswith("MENDELEY_CITATION"):
        return list(_of_csl(_decoded(instruction.rpartition("_")[2]).decode("utf-8", "replace")))
    if added.startswith("CitaviPlaceholder"):
        data = _decoded(instruction.partition("{")[2].partition("}")[0])
        return [CitedWork(*work) for work in citavi_works(data.decode("utf-8", "replace"))]
    if added == "paperpile_citation":
        data = _decoded(instruction.partition("<data>")[2].partition("</data>")[0])
        return [CitedWork(*work) for work in paperpile_works(unpacked(data))]
    if added == "EN.CITE":
        works = _of_endnote(instruction.encode() if "<EndNote" in instruction else _decoded(field.data))
        return list({work.identity: work for work in works}.values())  # EndNote repeats them
    if words[:1] == ["CITATION"] and words[1:]:
        tags = re.findall(r"(?:CITATION|\\m)\s+(?:\"([^\"]+)\"|([^\s\\\"]+))", instruction)
        return [CitedWork(quoted or bare, {}, quoted or bare) for quoted, bare in tags]
    return None


def word_source(element: Element) -> CitedWork:
    """Return a source that Word itself stores."""
    texts = {child.tag: (child.text or "").strip() for child in element}
    item: dict[str, Any] = {name: texts[tag] for tag, name in called("word-fields").items() if texts.get(tag)}
    item["type"] = called("word-types").get(texts.get("SourceType", ""), "")
    if texts.get("Year"):
        item["issued"] = {"raw": texts["Year"]}
    for role in ("Author", "Editor"):
        people: list[dict[str, str]] = []
        for given in element.iterfind(f"Author/{role}"):
            people += [{"literal": corporate.text or ""} for corporate in given.iter("Corporate")]
            for person in given.iter("Person"):
                first = " ".join(filter(None, (person.findtext("First"), person.findtext("Middle"))))
                people.append({"family": person.findtext("Last") or "", "given": first})
        item[role.lower()] = people
    return CitedWork(texts["Tag"], item, texts["Tag"])


def _of_csl(text: str) -> Iterator[CitedWork]:
    value = first_json(text[max(text.find("{"), 0) :])
    items = value.get("citationItems") if isinstance(value, dict) else None
    for given in items if isinstance(items, list) else ():
        item = given.get("itemData") if isinstance(given, dict) else None
        if isinstance(item, dict) and item:  # citations of old versions have only an address
            uris = given.get("uris") or given.get("uri") or []
            uri = uris[0] if isinstance(uris, list) and uris else uris
            yield CitedWork(str(uri or item.get("DOI") or [item.get("title"), item.get("issued")]), item)


def _decoded(data: str) -> bytes:
    with suppress(binascii.Error, ValueError):
        return base64.b64decode("".join(data.split()) + "==")
    return b""


def _of_endnote(text: bytes) -> Iterator[CitedWork]:
    start, end = text.find(b"<EndNote"), text.find(b"</EndNote>")
    if start < 0 or end < 0:
        return
    with suppress(InputError):
        for cite in parsed("of EndNote", text[start : end + len("</EndNote>")]).iter("Cite"):
            record = cite.find("record")
            if record is not None:
                yield _endnote_work(record)


def _endnote_work(record: Element) -> CitedWork:
    item: dict[str, Any] = {}
    for path, name in called("endnote-fields").items():
        value = _text(record.find(path))
        if value:
            item.setdefault(name, value)
    kind = record.find("ref-type")
    item["type"] = called("endnote-types").get(kind.get("name", "") if kind is not None else "", "")
    item["issued"] = {"raw": _text(record.find("dates/year"))}
    for role in ("author", "editor"):
        path = "contributors/authors/author" if role == "author" else "contributors/secondary-authors/author"
        item[role] = [_person(_text(person)) for person in record.iterfind(path)]
    key = record.find("foreign-keys/key")
    database = key.get("db-id", "") if key is not None else ""
    return CitedWork(f"{database} {_text(record.find('rec-number'))}", item)


def _person(name: str) -> dict[str, str]:
    """Return a person of EndNote; a name that ends with a comma is an organisation."""
    family, comma, given = (part.strip() for part in name.partition(","))
    if comma:
        return {"family": family, "given": given} if given else {"literal": family}
    given, _, family = family.rpartition(" ")
    return {"family": family, "given": given}


def _text(element: Element | None) -> str:
    return " ".join("".join(element.itertext()).split()) if element is not None else ""


# -- BibTeX


def bibtex_type(item: Mapping[str, Any]) -> str:
    """Return the type of the BibTeX entry of a work."""
    return called("csl-types").get(str(item.get("type")), "misc")


def bibtex_fields(item: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield name and value of the BibTeX fields of a work, not escaped; values may be empty."""
    kind = bibtex_type(item)
    yield "title", _plain(item.get("title"))
    container = "journal" if kind == "article" else "booktitle"
    yield container, _plain(item.get("container-title"))
    for role in ("author", "editor"):
        yield role, " and ".join(filter(None, map(_name, _list(item.get(role)))))
    yield "date", _date(item.get("issued"))
    for name, field in called("csl-fields").items():
        yield "institution" if (name, kind) in _SCHOOLS else field, _plain(item.get(name))
    numbers = re.findall(r"\b[\dXx-]{8,}", f"{item.get('ISBN') or ''} {item.get('ISSN') or ''}")
    yield from (("isbn" if len(number.replace("-", "")) > 9 else "issn", number) for number in numbers[:1])
    # Reference managers print a DOI alike in all notations.
    yield (
        "doi",
        re.sub(r"^(?:https?://(?:dx\.)?doi\.org/|doi:\s*)", "", _plain(item.get("DOI")), flags=re.IGNORECASE),
    )


_SCHOOLS = (("publisher", "thesis"), ("publisher", "report"))


def short_name(item: Mapping[str, Any]) -> str:
    """Return a key for a work, such as ``Smith2020``."""
    people = _list(item.get("author")) or _list(item.get("editor"))
    first = people[0] if people and isinstance(people[0], dict) else {}
    name = str(first.get("family") or first.get("literal") or _plain(item.get("title")))
    return "".join(WORDS.findall(name))[:30] + _date(item.get("issued"))[:4] or "work"


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _name(person: object) -> str:
    if not isinstance(person, dict):
        return ""
    parts = {key: str(value).replace(",", " ").strip() for key, value in person.items() if value}
    family = " ".join(
        filter(
            None, (parts.get("non-dropping-particle"), parts.get("dropping-particle"), parts.get("family"))
        )
    )
    if family and parts.get("given"):
        return ", ".join(filter(None, (family, parts.get("suffix"), parts["given"])))
    whole = family or parts.get("literal", "") or parts.get("given", "")
    return f"{{{whole}}}" if whole else ""


def _date(issued: object) -> str:
    if not isinstance(issued, dict):
        return ""
    parts = issued.get("date-parts")
    first: Iterable[Any] = (
        parts[0] if isinstance(parts, list) and parts and isinstance(parts[0], list) else []
    )
    numbers = [str(part) for part in first if str(part).isdecimal()]
    if numbers and len(numbers[0]) == 4:
        return "-".join([numbers[0], *(number.zfill(2) for number in numbers[1:3])])
    year = re.search(r"(?<!\d)\d{4}(?!\d)", str(issued.get("raw") or issued.get("literal") or ""))
    return year[0] if year else ""


def _plain(value: object) -> str:
    """Return a value as text, without HTML tags and braces."""
    if isinstance(value, list):
        value = value[0] if value else ""
    text = re.sub(r"</?(?:i|b|em|strong|su[bp]|span|sc)\b[^<>]{0,100}>|[{}]", "", str(value)) if value else ""
    return " ".join(text.split())
