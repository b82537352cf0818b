"""Planters of the rules on what text and entries say of a source; see `plant.py`.

- author-text-mismatch, year-text-mismatch, plain-text-citation: the line of the new sentence.
- malformed-identifier, conflicting-identifiers, placeholder-author, unpublished-status: the line of the
  field; of a year that does not fit an identifier, that of the year.
- retracted-by-title: the first line on which the work is cited (of several, any).
"""

from __future__ import annotations

import difflib
import re
from typing import TYPE_CHECKING

from plant import (
    ANY_LINE,
    NAMES,
    WORDS,
    Allowed,
    Base,
    Entry,
    Expected,
    Mutant,
    Planter,
    inserted,
    interleaved,
    shuffled,
)

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

Edits = dict[str, str | bytes | None]
SAYS = (
    "{} report the same.",
    "This was seen before: {} say so.",
    "We follow {} in this.",
    "Unlike {}, we look at one site.",
)
ALONE = ("{} showed the same.", "{} reported it first.", "Later, {} found another one.")
PARENTHESES = {"bibtex": r"\citep", "biber": r"\parencite"}


def people(entry: Entry) -> list[tuple[str, str]]:
    """Return (given, family) of the authors where all are plain names, else nothing."""
    if not entry.has("author") or entry.raw("author").startswith(("{{", '"{')):
        return []
    names = []
    for written in re.split(r"\s+and\s+", entry.raw("author").strip('{}"')):
        given, family = written.rpartition(" ")[::2]
        if "," in written:
            family, given = (part.strip() for part in written.split(",", 1))
        if not given or not re.fullmatch(r"[A-Z][a-z]{2,}", family):
            return []
        names.append((given, family))
    return names


def called(entry: Entry) -> str:
    """Return what a text calls the authors."""
    families = [family for _, family in people(entry)]
    return " and ".join(families) if len(families) < 3 else f"{families[0]} et~al."


def strange(name: str, entry: Entry) -> bool:
    """Whether a name is like no word of an entry."""
    words = re.findall(r"[a-z]+", entry.text[entry.start : entry.end].lower())
    return not difflib.get_close_matches(name.lower(), words, n=1, cutoff=0.6)


def year_of(entry: Entry) -> int:
    for name in ("year", "date"):
        if entry.has(name) and (found := re.search(r"\d{4}", entry.raw(name))):
            return int(found[0])
    return 0


def sentences(base: Base, rng: random.Random, rule: str, said: Iterator[str], how: str) -> Iterator[Mutant]:
    """Put each of the sentences at a place of its own."""
    for (text, gap), sentence in zip(shuffled(rng, base.gaps), said, strict=False):
        edits, line = inserted(text, gap, sentence)
        yield Mutant(base.name, f"{how}: {sentence}", Expected(rule, ((text.path, line),)), edits)


def command(base: Base) -> str:
    return PARENTHESES.get(base.backend, r"\cite")


def author_text_mismatch(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Say other authors than the entry has: those of another entry, or nobody's."""
    yield from interleaved(
        [
            sentences(base, rng, "author-text-mismatch", said, how)
            for said, how in (
                (wrong_keys(base, rng), "another's key"),
                (wrong_pairs(base, rng), "another's key"),
                (invented_names(base, rng), "nobody"),
            )
        ]
    )


def wrong_keys(base: Base, rng: random.Random) -> Iterator[str]:
    """Cite another work where the names of several authors stand."""
    for meant in shuffled(rng, [entry for entry in base.entries if len(people(entry)) > 2]):
        for cited in shuffled(rng, [entry for entry in base.cited if people(entry)])[:3]:
            if all(strange(family, cited) for _, family in people(meant)):
                yield rng.choice(SAYS).format(f"{called(meant)}~{command(base)}{{{cited.key}}}")
                break


def wrong_pairs(base: Base, rng: random.Random) -> Iterator[str]:
    """The same with one or two authors."""
    for meant in shuffled(rng, [entry for entry in base.entries if len(people(entry)) in (1, 2)]):
        for cited in shuffled(rng, [entry for entry in base.cited if people(entry)])[:3]:
            if all(strange(family, cited) for _, family in people(meant)):
                forms = SAYS if len(people(meant)) > 1 else ALONE
                yield rng.choice(forms).format(f"{called(meant)}~{command(base)}{{{cited.key}}}")
                break


def invented_names(base: Base, rng: random.Random) -> Iterator[str]:
    """Name somebody who wrote none of the works."""
    keys = [entry.key for entry in base.cited if people(entry)]
    keys += [key for key, (_, item) in base.bibitems.items() if "bysame" not in item[0]]
    for key in shuffled(rng, keys):
        name = rng.choice(NAMES)
        item = base.bibitems[key][1][0] if key in base.bibitems else ""
        entry = next((entry for entry in base.entries if entry.key == key), None)
        if (entry and strange(name, entry)) or (item and name.lower() not in item.lower()):
            yield rng.choice(SAYS).format(f"{name} et al.~{command(base)}{{{key}}}")


def year_text_mismatch(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Give the right authors another year."""
    yield from sentences(base, rng, "year-text-mismatch", wrong_years(base, rng), "another year")


def wrong_years(base: Base, rng: random.Random) -> Iterator[str]:
    for entry in shuffled(rng, [entry for entry in base.cited if year_of(entry)]):
        year = str(year_of(entry) + rng.choice([-3, -2, 2, 3]))
        if year in entry.text[entry.start : entry.end] or entry.has("eprint", "crossref"):
            continue
        forms = [rf"\citeauthor{{{entry.key}}} ({year})", rf"\citeauthor{{{entry.key}}} ({year}, p.~3)"]
        if people(entry):
            forms += 2 * [f"{called(entry)} ({year})~{command(base)}{{{entry.key}}}"]
        yield rng.choice(SAYS).format(rng.choice(forms))


def plain_text_citation(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Type a citation out: of a work in the list, of one that is missing there, by its number."""
    said = [typed_names(base, rng), typed_strangers(base, rng), typed_numbers(base, rng)]
    yield from interleaved(
        [sentences(base, rng, "plain-text-citation", one, "typed out") for one in said if base.mentions]
    )


def typed_names(base: Base, rng: random.Random) -> Iterator[str]:
    for entry in shuffled(rng, [entry for entry in base.entries if people(entry) and year_of(entry)]):
        names, year = called(entry), year_of(entry)
        yield rng.choice(
            [
                f"The same was seen elsewhere ({names}, {year}).",
                f"The same was seen elsewhere (see {names} {year}).",
                f"Elsewhere ({names.replace(' and ', chr(92) + '& ').replace(chr(92) + '& ', ' ' + chr(92) + '& ')}, {year}) it is not so.",
            ]
        )


def typed_strangers(base: Base, rng: random.Random) -> Iterator[str]:
    for name in shuffled(rng, NAMES):
        year = rng.randrange(1960, 2020)
        yield rng.choice(
            [f"It was {name} et al. ({year}) who said so.", f"This is known ({name} et al., {year})."]
        )


def typed_numbers(base: Base, rng: random.Random) -> Iterator[str]:
    for word in shuffled(rng, WORDS):
        number = rng.randrange(2, max(3, len(base.entries) or len(base.bibitems)))
        yield rng.choice(
            [f"The {word} was seen before [{number}].", f"As shown in [{number}], the {word} is old."]
        )


# --------------------------------------------------------------------------- fields


def added(base: Base, entry: Entry, lines: list[str]) -> tuple[Edits, int]:
    """Put fields right behind the key; return the edit and the line of the first one."""
    text = base.texts[entry.file]
    place = entry.text.index(",", entry.start) + 1
    new = "".join(f"\n  {line}," for line in lines)
    return {entry.file: text.replaced(place, place, new)}, text.line(place) + 1


def replaced(base: Base, entry: Entry, name: str, value: str) -> tuple[Edits, int]:
    """Write another value; return the edit and the line of the field."""
    text, field = base.texts[entry.file], entry.fields[name]
    return {entry.file: text.replaced(field.value, field.end, value)}, text.line(field.start)


def fields(
    base: Base, rule: str, ways: Iterator[tuple[Entry, Edits, int, str]], *allowed: str
) -> Iterator[Mutant]:
    """Make mutants of edits of entries, with what else they may bring about anywhere."""
    files = (*base.tex, *base.bib)
    others = tuple(Allowed(other, file, *ANY_LINE) for other in allowed for file in files)
    for entry, edits, line, how in ways:
        yield Mutant(base.name, f"{entry.key}: {how}", Expected(rule, ((entry.file, line),)), edits, others)


def malformed_identifier(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Spoil an identifier that is there, or enter one with a slip."""
    ways = [spoiled_dois(base, rng), slips(base, rng)]
    yield from interleaved([fields(base, "malformed-identifier", way, "duplicate-entry") for way in ways])


def spoiled_dois(base: Base, rng: random.Random) -> Iterator[tuple[Entry, Edits, int, str]]:
    for entry in shuffled(rng, [entry for entry in base.cited if entry.has("doi")]):
        doi = entry.raw("doi").strip('{}"')
        new = rng.choice(
            [
                f"https://doi.org/{doi}",
                f"doi:{doi}",
                doi.removeprefix("10."),
                doi.partition("/")[0],
                "10.xxxx/xxxxx",
            ]
        )
        yield entry, *replaced(base, entry, "doi", f"{{{new}}}"), f"doi = {new}"


def slips(base: Base, rng: random.Random) -> Iterator[tuple[Entry, Edits, int, str]]:
    """Enter identifiers in which one digit or sign is wrong."""
    usable = [entry for entry in base.cited if not entry.has("eprint", "url", "isbn", "issn", "doi")]
    for entry in shuffled(rng, usable):
        name, value, more = rng.choice(
            [
                ("isbn", "978-3-16-148410-" + rng.choice("123456789"), []),
                ("isbn", "0-306-4061" + rng.choice("01234678") + "-2", []),
                ("issn", "0140-673" + rng.choice("01234578"), []),
                (
                    "eprint",
                    f"21{rng.randrange(13, 20)}.00{rng.randrange(100, 999)}",
                    ["archiveprefix = {arXiv}"],
                ),
                ("eprint", f"1903.{rng.randrange(1000, 9999)}", ["archiveprefix = {arXiv}"]),
                (
                    "url",
                    rng.choice(["http//", "htttp://", "https:/", "http://https://"]) + "example.org/a.pdf",
                    [],
                ),
                ("pmid", f"PMC{rng.randrange(10**6, 10**7)}", []),
            ]
        )
        yield entry, *added(base, entry, [f"{name} = {{{value}}}", *more]), f"{name} = {value}"


def conflicting_identifiers(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Give an entry an identifier of another work, or a year that cannot be."""
    ways = [two_dois(base, rng), two_preprints(base, rng), impossible_years(base, rng)]
    others = ("duplicate-entry", "year-text-mismatch")
    yield from interleaved([fields(base, "conflicting-identifiers", way, *others) for way in ways])


def two_dois(base: Base, rng: random.Random) -> Iterator[tuple[Entry, Edits, int, str]]:
    for entry in shuffled(rng, [entry for entry in base.cited if entry.has("doi") and not entry.has("url")]):
        if entry.raw("doi").strip('{}"').startswith("10.5555"):
            continue
        other = f"https://doi.org/10.1016/{rng.choice(WORDS)}.{rng.randrange(100, 999)}"
        yield entry, *added(base, entry, [f"url = {{{other}}}"]), f"url = {other}"


def two_preprints(base: Base, rng: random.Random) -> Iterator[tuple[Entry, Edits, int, str]]:
    for entry in shuffled(rng, [entry for entry in base.cited if not entry.has("eprint", "url", "doi")]):
        numbers = [
            f"{rng.randrange(15, 24)}{rng.randrange(1, 13):02}.{rng.randrange(10**4, 10**5)}" for _ in "ab"
        ]
        lines = [
            f"url = {{https://arxiv.org/abs/{numbers[0]}}}",
            f"eprint = {{{numbers[1]}}}",
            "archiveprefix = {arXiv}",
        ]
        yield entry, *added(base, entry, lines), f"arXiv:{numbers[0]} and arXiv:{numbers[1]}"


def impossible_years(base: Base, rng: random.Random) -> Iterator[tuple[Entry, Edits, int, str]]:
    for entry in shuffled(rng, base.cited):
        name = "date" if entry.has("date") else "year"
        if entry.has(name):
            year = str(year_of(entry))
            wrong = rng.choice(["20" + year[3] + "9", "21" + year[2:]])
            if int(wrong) > 2060:
                yield entry, *replaced(base, entry, name, f"{{{wrong}}}"), f"{name} = {wrong}"


def placeholder_author(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Forget to fill an author in, or enter one twice."""
    yield from fields(
        base, "placeholder-author", nobodies(base, rng), "author-text-mismatch", "duplicate-entry"
    )


def nobodies(base: Base, rng: random.Random) -> Iterator[tuple[Entry, Edits, int, str]]:
    for entry in shuffled(rng, [entry for entry in base.cited if people(entry)]):
        given, family = people(entry)[0]
        forms = [
            "First Author and Second Author",
            "Doe, John",
            "Lastname, Firstname",
            "Anonymous Authors",
            "Author, A.",
            "TODO",
        ]
        if len(given) > 3 and "." not in given:
            forms += 2 * [f"{given} {family} and {family}, {given}"]
        new = rng.choice(forms)
        yield entry, *replaced(base, entry, "author", f"{{{new}}}"), f"author = {new}"


def unpublished_status(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Leave "to appear" in an entry of a work that is old."""
    yield from fields(base, "unpublished-status", statuses(base, rng))


def statuses(base: Base, rng: random.Random) -> Iterator[tuple[Entry, Edits, int, str]]:
    usable = [
        e
        for e in base.cited
        if 1900 < year_of(e) < 2022 and not e.has("note", "pubstate") and "thesis" not in e.kind
    ]
    for entry in shuffled(rng, usable):
        status = rng.choice(
            [
                "to appear",
                "In press",
                "Forthcoming",
                "Accepted for publication",
                "Submitted to a journal",
                "in preparation",
            ]
        )
        yield entry, *added(base, entry, [f"note = {{{status}}}"]), status


def retracted_by_title(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Let a cited work be retracted."""
    for entry in shuffled(rng, [entry for entry in base.cited if entry.has("title")]):
        places = tuple(base.occurrences(entry.key))
        title = entry.raw("title")
        if places and title[:1] in '{"':
            word = rng.choice(
                ["RETRACTED: ", "Retracted: ", "{RETRACTED ARTICLE}: ", "[Retracted] ", "WITHDRAWN: "]
            )
            edits, _ = replaced(base, entry, "title", title[0] + word + title[1:])
            yield Mutant(base.name, f"{entry.key}: {word}", Expected("retracted-by-title", places), edits)


PLANTERS: dict[str, Planter] = {
    "author-text-mismatch": author_text_mismatch,
    "year-text-mismatch": year_text_mismatch,
    "plain-text-citation": plain_text_citation,
    "malformed-identifier": malformed_identifier,
    "conflicting-identifiers": conflicting_identifiers,
    "placeholder-author": placeholder_author,
    "unpublished-status": unpublished_status,
    "retracted-by-title": retracted_by_title,
}
