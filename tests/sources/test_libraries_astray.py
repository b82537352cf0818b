"""Catalogues that answer in their own form, and say something else than they were asked: no ghost, no crash, no time, no memory."""

from __future__ import annotations

import gzip
import time
from typing import TYPE_CHECKING, Any

import faults
import pytest
from patience import patience
from services import LIBRARIES, NAMES
from test_faults import LONG, MEMORY, peak
from test_libraries import KEEPERS, MISSING, SHELF, book, verdict
from thinned import one_in

if TYPE_CHECKING:
    from faults import Fault
    from lab import Lab
    from services import Services

pytestmark = pytest.mark.slow
_SRU = "http://www.loc.gov/zing/srw/"
_MODS = "http://www.loc.gov/mods/v3"


def mods(title: str, inner: str = "") -> str:
    return f'<mods xmlns="{_MODS}"><titleInfo><title>{title}</title></titleInfo>{inner}</mods>'


def sru(records: list[str], number: str | None = None, head: str = "") -> str:
    shown = "".join(f"<zs:record><zs:recordData>{one}</zs:recordData></zs:record>" for one in records)
    return (
        f'{head}<zs:searchRetrieveResponse xmlns:zs="{_SRU}"><zs:numberOfRecords>{number or len(records)}</zs:numberOfRecords>'
        f"<zs:records>{shown}</zs:records></zs:searchRetrieveResponse>"
    )


def docs(*titles: Any, total: Any = None) -> dict[str, Any]:
    works = [
        {"key": f"/works/OL{number}W", "title": title, "author_name": ["Ada Olsen"], "first_publish_year": 1998, "publisher": ["Any House"]}
        for number, title in enumerate(titles)
    ]  # fmt: skip
    return {"numFound": len(works) if total is None else total, "docs": works}


def xml(body: str | bytes, media: str = "text/xml") -> Fault:
    data = body.encode() if isinstance(body, str) else body
    return lambda handler, _: handler.send(200, data, Content_Type=media) or True


_UNASKED = [f"Trees of the {where}" for where in ("hills", "moors", "isles", "fens")]
_ENTITIES = "<!DOCTYPE a [" + "".join(
    f'<!ENTITY e{n} "{f"&e{n - 1};" * 10 if n else "x" * 99}">' for n in range(9)
) + "]>"  # fmt: skip
#: What a catalogue may answer to every question, whatever it is, by the catalogue that speaks so.
ASTRAY: dict[str, tuple[str, Fault]] = {
    "same-books-whatever-is-asked": ("openlibrary", faults.data(200, docs(*_UNASKED))),
    "same-books-in-xml": ("k10plus", xml(sru([mods(title) for title in _UNASKED]))),
    "negative-count": ("openlibrary", faults.data(200, docs(*_UNASKED, total=-4))),
    "count-of-more-than-there-are": ("openlibrary", faults.data(200, docs(*_UNASKED, total=10**30))),
    "fewer-than-it-shows": ("openlibrary", faults.data(200, docs(*_UNASKED, total=1))),
    "titles-are-numbers": ("openlibrary", faults.data(200, docs(1984, 42, 7, None))),
    "titles-are-lists": ("openlibrary", faults.data(200, docs([], {}, ["a"], [["b"]]))),
    "count-in-other-digits": ("k10plus", xml(sru([mods(title) for title in _UNASKED], "٤"))),
    "count-of-a-thousand-digits": ("k10plus", xml(sru([mods(title) for title in _UNASKED], "9" * 9000))),
    "entities": ("k10plus", xml(sru([mods("&e8;")], head=_ENTITIES))),
    "entities-in-utf-16": ("k10plus", xml(sru([mods("&e8;")], head=_ENTITIES).encode("utf-16"))),
    "outer-entity": ("k10plus", xml(sru([mods("&e;")], head='<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]>'))),
    "parameter-entity": ("k10plus", xml(sru([mods("a")], head='<!DOCTYPE a [<!ENTITY % e SYSTEM "http://127.0.0.1:9/x.dtd"> %e;]>'))),
    "declared-latin-1-is-utf-8": ("k10plus", xml(sru([mods("Träume")], head='<?xml version="1.0" encoding="utf-8"?>').encode("latin-1"))),
    "unknown-encoding": ("k10plus", xml(sru([mods("a")], head='<?xml version="1.0" encoding="x-none"?>'))),
    "utf-7": ("k10plus", xml(sru([mods("a")], head='<?xml version="1.0" encoding="utf-7"?>'))),
    "deep": ("k10plus", xml(sru([mods("a", "<a>" * 90_000 + "</a>" * 90_000)]))),
    "no-titles": ("k10plus", xml(sru([f'<mods xmlns="{_MODS}"/>'] * 4))),
    "empty-titles": ("k10plus", xml(sru([mods("")] * 4))),
    "nulls": ("k10plus", xml(sru([mods("a\0b")]))),
    "zipped-twice": ("k10plus", xml(gzip.compress(sru([mods("a")]).encode()))),
}  # fmt: skip


@pytest.mark.parametrize("name", ASTRAY)
def test_what_a_catalogue_says_beside_the_question_is_no_absence(
    lab: Lab, services: Services, name: str
) -> None:
    library, answer = ASTRAY[name]
    for other in LIBRARIES:
        services.works[other] += SHELF
    services.faults[library] = answer
    lab.configure(limits=dict.fromkeys((*NAMES, *LIBRARIES), 0), attempts=1)
    start = time.monotonic()
    assert verdict(lab, book("winters", **MISSING))["outcome"] == "unknown"
    assert time.monotonic() - start < patience(LONG)


def test_records_in_another_encoding_that_they_declare_are_read(lab: Lab, services: Services) -> None:
    named = '<name type="personal"><namePart>Lindqvist, Maja</namePart></name>'
    body = sru([mods("Träume der Küste", named)], head='<?xml version="1.0" encoding="iso-8859-1"?>')
    services.faults["k10plus"] = xml(body.encode("latin-1"))
    said = verdict(lab, book("t", author="Lindqvist, Maja", title="Träume der Küste", year="1998"))
    assert (said["outcome"], said["record"]["title"]) == ("inaccessible", "Träume der Küste")


@pytest.mark.parametrize("after", ["-5", "nan", "inf", "1e9", "0x10", "2.5", "soon", "Thu, 01 Jan 1970 00:00:00 GMT", "9" * 400, ""])  # fmt: skip
def test_a_refusal_costs_little_whatever_it_asks_for(lab: Lab, services: Services, after: str) -> None:
    services.works["k10plus"].append(KEEPERS)
    services.faults["openlibrary"] = faults.refusal(Retry_After=after)
    lab.configure(limits=dict.fromkeys((*NAMES, *LIBRARIES), 0), attempts=3, timeout=20)
    start = time.monotonic()
    titles = [f"{MISSING['title']}, {'abcdefgh'[number]}" for number in range(8)]
    lab.write(
        "".join(book(f"w{number}", **MISSING | {"title": title}) for number, title in enumerate(titles))
    )
    said = lab.verify()
    assert time.monotonic() - start < patience(LONG)
    assert {one["outcome"] for one in said.values()} == {"unknown"}
    assert "no answer from openlibrary" in lab.out


@pytest.mark.parametrize("fault", [faults.hang, faults.hang_after_headers, faults.drip])
def test_both_catalogues_hang(lab: Lab, services: Services, fault: Fault) -> None:
    services.faults = dict.fromkeys(LIBRARIES, fault)
    lab.configure(limits=dict.fromkeys((*NAMES, *LIBRARIES), 0), attempts=3, timeout=20)
    lab.write("".join(book(f"w{number}", **MISSING | {"title": f"{MISSING['title']} {number}"}) for number in range(35)))  # fmt: skip
    start = time.monotonic()
    said = lab.verify()
    assert time.monotonic() - start < patience(LONG) + patience(5)
    assert {one["outcome"] for one in said.values()} == {"unknown"}
    assert all(f"no answer from {name}" in lab.out for name in LIBRARIES)


_LONG = "a" * 2_000_000
#: Bodies of some megabytes.
HEAVY: dict[str, tuple[str, bytes]] = {
    "names": ("k10plus", sru([mods("a", "<name/>" * 20_000)] * 30).encode()),
    "attributes": ("k10plus", sru([f'<mods xmlns="{_MODS}" {" ".join(f"""a{n}="{n}" """ for n in range(90_000))}/>']).encode()),
    "spaces-of-names": ("k10plus", sru([f'<mods {" ".join(f"""xmlns:a{n}="u:{n}" """ for n in range(90_000))}/>']).encode()),
    "one-title": ("k10plus", sru([mods(_LONG)]).encode()),
    "comments": ("k10plus", sru([mods("a<!---->" * 400_000)]).encode()),
    "data": ("k10plus", sru([mods("<![CDATA[a]]>" * 250_000)]).encode()),
    "long-title": ("openlibrary", faults.dumps(docs(_LONG))),
    "authors": ("openlibrary", faults.dumps({"numFound": 1, "docs": [{"key": "/works/OL1W", "title": "a", "author_name": ["B C"] * 140_000}]})),
    "many": ("openlibrary", faults.dumps({"numFound": 30_000, "docs": [{"key": "/works/OL1W", "title": "a b"}] * 30_000})),
}  # fmt: skip


@pytest.mark.parametrize("name", one_in(3, HEAVY))
def test_heavy_answers_of_catalogues_fill_neither_memory_nor_time(
    lab: Lab, services: Services, name: str
) -> None:
    library, body = HEAVY[name]
    services.faults[library] = faults.filled(body)
    lab.configure(limits=dict.fromkeys((*NAMES, *LIBRARIES), 0), attempts=1)
    lab.write("".join(book(f"w{number}", **MISSING | {"title": f"{MISSING['title']} {number}"}) for number in range(12)))  # fmt: skip
    start = time.monotonic()
    most, out = peak(lab)
    assert time.monotonic() - start < patience(30)
    assert "12" in out
    assert most < MEMORY
