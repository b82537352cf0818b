"""Planters of the rules on verified sources: lines of a verdict file, on works that the base texts really cite; see `plant.py`.

Where each finding is expected: the line of `@type{key` of the entry, for metadata-mismatch that of the
field or of the identifier, for damaged-verdict the line of the verdict file.  A verdict names its work by
DOI; an entry that has none is given one.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from plant import Expected, Mutant, inserted, shuffled

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterator

    from plant import Base, Entry, Planter

PATH = ".argcheck/verdicts.jsonl"
DOI = re.compile(r"[{\"](?:https?://(?:dx\.)?doi\.org/)?(10\.\d{4,9}/[A-Za-z0-9.()/:-]*[A-Za-z0-9])[}\"]")
INDEXES = ["crossref (doi)", "crossref (search)", "openalex (search)", "europepmc (search)", "datacite (doi)"]
REASONS = ["Data were not available", "Ethical approval was missing", "Errors in the analysis", ""]
DAYS = ["2025-03-01", "2025-11-30", "2026-02-14"]

PLANTERS: dict[str, Planter] = {}


def planter(rule: str) -> Callable[[Planter], Planter]:
    def register(function: Planter) -> Planter:
        PLANTERS[rule] = function
        return function

    return register


class Work:
    """A cited entry with its DOI, and the bibliography in which it has one."""

    def __init__(self, base: Base, rng: random.Random, entry: Entry, doi: str | None) -> None:
        self.base = base
        self.rng = rng
        self.entry = entry
        self.edits: dict[str, str | bytes | None] = {}
        self.doi = doi or f"10.5555/planted.{rng.randrange(10**6)}"
        if doi is None:
            at = entry.text.index(",", entry.start) + 1
            self.edits[entry.file] = f"{entry.text[:at]} doi = {{{self.doi}}},{entry.text[at:]}"

    def verdict(self, outcome: str = "accessible", **more: Any) -> dict[str, Any]:
        """Make the data of a line."""
        seen = f"v1:{self.rng.getrandbits(64):016x}"
        common = {"version": 1, "kind": "entry", "key": seen, "work": f"doi:{self.doi.lower()}"}
        day = {"checked": self.rng.choice(DAYS), "cited_as": self.entry.key}
        return {**common, **day, "outcome": outcome, "judge": {"name": "sources", "version": "1"}, **more}

    def notice(self, status: str) -> dict[str, str]:
        date = self.rng.choice(["2014-05-06", "2019-10", "2021", ""])
        doi = self.rng.choice([f"10.5555/notice.{self.rng.randrange(999)}", ""])
        return {"status": status, "date": date, "doi": doi, "reason": self.rng.choice(REASONS)}

    def mutant(self, rule: str, how: str, *verdicts: dict[str, Any], line: int = 0) -> Mutant:
        """Write the verdicts among others that are fine."""
        fine = {"version": 1, "kind": "entry", "checked": "2026-01-01", "outcome": "inaccessible"}
        others = [
            {**fine, "key": f"v1:other{n}", "work": f"doi:10.5555/other.{n}"}
            for n in range(self.rng.randrange(4))
        ]
        lines = [json.dumps(one, sort_keys=True) for one in (*others, *verdicts)]
        self.rng.shuffle(lines)
        edits = {**self.edits, PATH: "".join(f"{text}\n" for text in lines)}
        place = self.entry.file, line or self.base.entry_line(self.entry)
        return Mutant(self.base.name, f"{self.entry.key}: {how}", Expected(rule, (place,)), edits)


def works(base: Base, rng: random.Random) -> Iterator[Work]:
    """Yield the entries that the text cites, in random order; works that two entries share are left out."""
    named = {one.name for one in base.mentions}
    found: list[tuple[Entry, str | None]] = []
    for entry in base.entries:
        raw = entry.raw("doi") if entry.has("doi") else None
        match = DOI.fullmatch(raw) if raw else None
        if entry.key in named and (match or raw is None) and not entry.has("crossref", "url", "note"):
            found.append((entry, match[1] if match else None))
    known = [doi.lower() for _, doi in found if doi]
    for entry, doi in shuffled(rng, found):
        if doi is None or known.count(doi.lower()) == 1:
            yield Work(base, rng, entry, doi)


@planter("ghost-citation")
def ghost_citation(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Let no index know the work."""
    for work in works(base, rng):
        asked = [[name, "absent"] for name in rng.sample(INDEXES, rng.randrange(1, 5))]
        yield work.mutant("ghost-citation", "ghost", work.verdict("ghost", asked=asked))


@planter("retracted-source")
def retracted_source(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Let the work be retracted, withdrawn or replaced; a concern may have come before."""
    for work in works(base, rng):
        status = rng.choice(["retracted", "retracted", "withdrawn", "replaced"])
        notices = [work.notice(status)]
        if rng.random() < 0.3:
            notices.insert(rng.randrange(2), work.notice(rng.choice(["concern", "corrected"])))
        outcome = rng.choice(["accessible", "inaccessible"])
        yield work.mutant("retracted-source", status, work.verdict(outcome, notices=notices))


@planter("concern")
def concern(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Let the publisher express concern."""
    for work in works(base, rng):
        yield work.mutant("concern", "concern", work.verdict(notices=[work.notice("concern")]))


@planter("corrected-source")
def corrected_source(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Let there be a correction, or two."""
    for work in works(base, rng):
        notices = [work.notice("corrected") for _ in range(rng.randrange(1, 3))]
        yield work.mutant("corrected-source", "corrected", work.verdict(notices=notices))


@planter("metadata-mismatch")
def metadata_mismatch(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Let the record have another year, volume, title or venue, or the DOI be that of another work."""
    names = {"year": "year", "volume": "volume", "title": "title", "journal": "venue", "pages": "pages"}
    for work in works(base, rng):
        entry = work.entry
        if not work.edits and rng.random() < 0.25:
            record = {"provider": "crossref", "title": "Letters on something else", "year": 1987}
            line = base.texts[entry.file].line(entry.fields["doi"].value)
            verdict = work.verdict("mismatch", record=record)
            yield work.mutant("metadata-mismatch", "another work", verdict, line=line)
            continue
        field = rng.choice([name for name in names if entry.has(name)] or [""])
        if field:
            ours = entry.raw(field).strip('{}"')
            theirs = str(int(ours) + 1) if ours.isdecimal() else f"{ours} revised"
            one = {"field": names[field], "ours": ours, "theirs": theirs, "certain": rng.random() < 0.5}
            verdict = work.verdict(differences=[one], record={"provider": "crossref"})
            line = base.texts[entry.file].line(entry.fields[field].value)
            yield work.mutant("metadata-mismatch", f"another {field}", verdict, line=line)


@planter("superseded-preprint")
def superseded_preprint(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Let an article have been a preprint when it was cited, and be out in another form."""
    for work in works(base, rng):
        entry = work.entry
        if not entry.has("journal") or entry.has("eprint"):
            continue
        journal = entry.fields["journal"]
        month = f"{rng.randrange(15, 22)}{rng.randrange(1, 13):02}"
        preprint = f"{{arXiv preprint arXiv:{month}.{rng.randrange(10000):05}}}"
        at = entry.text.index(",", entry.start) + 1
        doi = f" doi = {{{work.doi}}}," if work.edits else ""  # else the entry has one of its own
        text = entry.text[:at] + doi + entry.text[at : journal.value]
        work.edits[entry.file] = text + preprint + entry.text[journal.end :]
        for how in ("published_as", "superseded_by"):
            verdict = work.verdict(**{how: f"doi:10.5555/later.{rng.randrange(999)}"})
            yield work.mutant("superseded-preprint", how, verdict)


#: How a text says that a source found something.
CREDITED = (
    "{} showed that the rate doubles in wet years.",
    "{} measured a drop of a third in dry weather.",
    "{} found that older samples are lighter.",
    "In another valley, {} observed an increase at the edges.",
    "{} first demonstrated that the two are linked.",
    "The colour matters, too: {} discovered that dark ones last longer.",
    "As {} have shown, the order is of no account.",
    "It was found by {} that the shape has no effect.",
)


@planter("secondary-as-primary")
def secondary_as_primary(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Let a review be cited for what it is said to have found."""
    command = {"bibtex": r"\citet", "biber": r"\textcite"}.get(base.backend, r"\cite")
    for work in works(base, rng) if base.gaps else ():
        text, gap = rng.choice(base.gaps)
        said = rng.choice(CREDITED)
        edit, line = inserted(text, gap, said.format(f"{command}{{{work.entry.key}}}"))
        work.edits |= edit
        planted = work.mutant("secondary-as-primary", said, work.verdict(review=True))
        yield replace(planted, expected=Expected("secondary-as-primary", ((text.path, line),)))


@planter("unknown-source")
def unknown_source(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Let an index be out of reach."""
    for work in works(base, rng):
        asked = [[name, rng.choice(["absent", "failed"])] for name in rng.sample(INDEXES, 3)]
        yield work.mutant("unknown-source", "unknown", work.verdict("unknown", asked=asked))


@planter("stale-verdict")
def stale_verdict(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Let the entry have been another when it was checked."""
    for work in works(base, rng):
        outcome = rng.choice(["accessible", "inaccessible", "ghost"])
        verdict = work.verdict(outcome, entry=f"e1:{rng.getrandbits(128):032x}")
        yield work.mutant("stale-verdict", f"{outcome} once", verdict)


@planter("disputed-verdict")
def disputed_verdict(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Let two verdicts disagree, or the author with one."""
    for work in works(base, rng):
        if rng.random() < 0.5:
            verdict = (
                work.verdict("ghost")
                if rng.random() < 0.5
                else work.verdict(notices=[work.notice("retracted")])
            )
            answer = {
                "kind": "answer",
                "of": verdict["key"],
                "stand": "disputed",
                "reason": "It is another paper.",
            }
            common = {name: verdict[name] for name in ("version", "work", "cited_as")}
            line = {**common, **answer, "key": f"{verdict['key']}a", "checked": "2026-03-01"}
            yield work.mutant("disputed-verdict", "disputed", verdict, line)
        else:
            first = {**work.verdict("ghost"), "checked": "2025-01-01"}
            yield work.mutant(
                "disputed-verdict", "disagree", first, {**work.verdict(), "checked": "2026-01-01"}
            )


@planter("damaged-verdict")
def damaged_verdict(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Damage one line of the file."""
    for work in works(base, rng):
        mutant = work.mutant("damaged-verdict", "damaged", work.verdict(), work.verdict("inaccessible"))
        lines = str(mutant.edits[PATH]).splitlines()
        which = rng.randrange(len(lines))
        lines[which] = rng.choice(
            [
                "<<<<<<< HEAD",
                ">>>>>>> 1f2e3d4 (Verify again)",
                lines[which][: rng.randrange(5, len(lines[which]) - 1)],
                lines[which].replace('"version": 1', '"version": 2'),
                lines[which].replace('"outcome"', '"result"'),
                lines[which].replace('"entry"', '"record"'),
            ]
        )
        expected = Expected("damaged-verdict", ((PATH, which + 1),))
        edits = {**mutant.edits, PATH: "\n".join(lines) + "\n"}
        yield Mutant(mutant.base, f"line {which + 1}", expected, edits)
