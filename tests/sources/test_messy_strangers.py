"""Entries of kinds and languages that nobody had in mind when the comparison was written, among near misses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import messy_again
import messy_attic
import messy_cabinet
import messy_canon
import messy_catalogues
import messy_cellar
import messy_desk
import messy_drawer
import messy_fields
import messy_hutch
import messy_kinds
import messy_languages
import messy_loft
import messy_meetings
import messy_offices
import messy_real
import messy_real_again
import messy_real_fifth
import messy_real_fourth
import messy_real_third
import messy_records
import messy_shelves
import messy_strangers
import messy_trunk
import messy_untidy
import pytest
from messy_strangers import HELD_JOURNALS, Known, as_held
from services import LIBRARIES
from thinned import one_in

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType

    from lab import Lab
    from services import Services

pytestmark = pytest.mark.slow
HOLDERS = ("crossref", "openalex", "semanticscholar")
SETS = [
    messy_strangers,
    messy_languages,
    messy_records,
    messy_fields,
    messy_kinds,
    messy_catalogues,
    messy_meetings,
    messy_real,
    messy_real_again,
    messy_real_third,
    messy_real_fourth,
    messy_real_fifth,
    messy_untidy,
    messy_shelves,
    messy_offices,
    messy_canon,
    messy_again,
    messy_desk,
    messy_drawer,
    messy_cabinet,
    messy_trunk,
    messy_attic,
    messy_loft,
    messy_cellar,
    messy_hutch,
]
#: A Korean name that is written in two ways, one of two given names, Irish names in English, an abstract in a supplement whose article
#: appeared elsewhere two years later, a preprint whose title was another one once, a title of which every
#: index has lost a word.
OPEN = ["adamw", "ko1", "szemeredi", "leung", "nm9", "t112"]
#: A title with another letter in the index.
ODD_RECORDS = ["ladic"]
#: An article of an academy and a talk, of which no index has anything, and which their entries give no sign of.
IN_NO_INDEX = ["mx101", "mx106"]
#: A book in translation, of which a catalogue has the original alone, long before.
ORIGINAL_ALONE = ["sv25"]
#: A slip of a bibliography itself, which is told: an author left out between others.
SLIPS = ["t144"]
#: A volume that is another by more than a digit, as in two ways to count: the pages agree.
TWO_COUNTS = ["xdijkstra", "xgoogle"]
#: An author more than the record of a single one has: many records hold the first author only.
FIRST_AUTHOR = ["xc2"]
#: An author more of a chapter: it may be of another edition.
EDITION = ["xs72"]
#: A title of two long words, one of them another, of a translation whose record names the translator, too.
TWO_WORDS = ["xtr1"]
#: A chapter under nearly its title, of which the record is of a reprint in another book.
REPRINTED = ["xakaike"]
#: Another publisher of a book, which may have several, an edition of which no record says the number, and a volume of a set, of which
#: the catalogue has the title by itself, under another year; a year in which the edition may have been printed again; the number of
#: a volume of which no record says any.
OF_BOOKS = ["xbakhtin", "xbourdieu", "xfanon", "xfeller", "xlandau", "xnumrec", "xreed"]
#: A year of a book of which every record is of one edition, which may not be the first.
ONE_EDITION = ["xahmad", "xhua"]
#: What only a record tells that is passed over for one without that field: the book of a chapter in one index without it, what is
#: in no index but as its data (the book of a chapter); a journal whose name is damaged in every index, a number at arXiv that nothing has, of a work that has appeared.
PASSED_OVER = ["xdunham", "xgreentao", "xquijano"]
#: As many pages as the record has, which begin there with 1 and may be counted in the paper.
COUNTED_ALONE = ["xdeontic"]
#: Neither the title nor the authors can be compared with records in Latin script.
OTHER_SCRIPT = ["xja1"]
#: By an author who published in that venue, about that year, in another language: it may be that work.
OWN_WORK_ABROAD = ["q6"]
#: By authors who published there in that year, or the next, under a title that has too few common words to tell its language.
OWN_WORK = ["fake13", "g0", "g7", "j2", "nil22", "no4", "sham11", "si2", "w0", "z3"]
#: Books without a number or with one that no index asked knows, and a part with the DOI of its book, of the right year.
BOOKS = [
    "air16",
    "lint8",
    "fake16",
    "fake17",
    "fake18",
    "made0",
    "made1",
    "made2",
    "made3",
    "made4",
    "mist5",
    "mist6",
    "moth20",
]
#: A notice of a thesis whose author goes by a nickname in it, so that it is not known which work is meant.
NICKNAMED = ["sepp"]
#: In Russian, in a journal that the indexes have in English.
IN_RUSSIAN = ["made15"]
#: In a journal of another language that no index has of those years: Hungarian, German, Spanish, Czech.
UNLISTED = ["m1", "m13", "m5", "m9"]


def flagged(lab: Lab, services: Services, those: ModuleType, cases: Sequence[Known]) -> list[str]:
    for work in (case.work for case in those.VALID if case.work):
        for name in work.get("held", HOLDERS):
            services.works[name].append(as_held(work, name))
        services.works["doi"] += [work] if "held" in work else []
    services.works["doi"] += getattr(those, "ALIASES", [])
    services.works["crossref"] += HELD_JOURNALS
    for name in HOLDERS:
        services.works[name] += those.NEAR
    for name in LIBRARIES:
        services.works[name] += getattr(those, "SHELVES", [])
    lab.write("\n".join(case.bib for case in cases))
    said: dict[str, dict[str, Any]] = lab.verify()
    assert {case.key for case in cases} <= said.keys()
    return sorted(
        key
        for key, verdict in said.items()
        if verdict["outcome"] in {"ghost", "mismatch"} or verdict.get("differences")
    )


@pytest.mark.parametrize("those", one_in(6, SETS))
def test_works_that_exist_are_let_be(lab: Lab, services: Services, those: ModuleType) -> None:
    there = {case.key for case in those.VALID}
    assert flagged(lab, services, those, those.VALID) == sorted(
        there & {*OPEN, *ODD_RECORDS, *SLIPS, *IN_NO_INDEX, *ORIGINAL_ALONE}
    )
    ghosts = {key for key, verdict in lab.verdicts().items() if verdict["outcome"] == "ghost"}
    assert ghosts == there & {*IN_NO_INDEX, *ORIGINAL_ALONE}


def test_a_work_that_an_index_has_in_translation_only_is_not_missing(lab: Lab, services: Services) -> None:
    flagged(lab, services, messy_records, messy_records.TRANSLATED)
    said = lab.verdicts()
    assert said.pop("fr1")["outcome"] == "inaccessible"  # most of its words are alike in both languages
    assert {verdict["outcome"] for verdict in said.values()} == {"unknown"}
    assert said["de2"]["detail"] == (
        "no index has this title, but crossref has a work of these authors and years, 'On the statics of masonry vaults'"
    )


@pytest.mark.parametrize("those", one_in(6, SETS))
def test_works_that_are_made_up_are_found(lab: Lab, services: Services, those: ModuleType) -> None:
    cases = {case.key for case in those.INVENTED}
    assert flagged(lab, services, those, those.INVENTED) == sorted(
        cases - {*OWN_WORK_ABROAD, *OWN_WORK, *BOOKS, *IN_RUSSIAN, *UNLISTED}
    )


def test_works_made_up_in_other_scripts_are_found_where_an_index_has_the_venue(
    lab: Lab, services: Services
) -> None:
    cases = messy_records.INVENTED_SCRIPTS
    assert flagged(lab, services, messy_records, cases) == sorted(case.key for case in cases)


@pytest.mark.parametrize("those", one_in(6, SETS))
def test_works_that_were_altered_are_found(lab: Lab, services: Services, those: ModuleType) -> None:
    cases = {case.key for case in those.ALTERED}
    assert flagged(lab, services, those, those.ALTERED) == sorted(
        cases
        - {*TWO_COUNTS, *OF_BOOKS, *OTHER_SCRIPT, *FIRST_AUTHOR, *EDITION, *TWO_WORDS, *REPRINTED}
        - {*ONE_EDITION, *PASSED_OVER, *COUNTED_ALONE}
    )


@pytest.mark.parametrize(
    "case",
    [
        *messy_offices.NOTICES,
        *messy_canon.NOTICES,
        *messy_desk.NOTICES,
        *messy_cabinet.NOTICES,
        *messy_trunk.NOTICES,
        *messy_attic.NOTICES,
        *messy_loft.NOTICES,
        *messy_cellar.NOTICES,
        *messy_hutch.NOTICES,
    ],
    ids=lambda case: f"{case.known.key}-{case.service}",
)
def test_notices_of_works_that_are_cited_untidily(
    lab: Lab, services: Services, case: messy_offices.Noticed
) -> None:
    assert case.known.work
    for name in case.known.work.get("held", (*HOLDERS, "doi")):
        services.works[name].append(case.known.work)
    for name in HOLDERS:
        services.works[name] += messy_offices.NEAR
    services.works[case.service] = [
        one for one in services.works[case.service] if one is not case.known.work
    ] + [case.known.work | case.more]
    lab.write(case.known.bib)
    said = lab.verify()[case.known.key]
    assert [notice["status"] for notice in said.get("notices", [])] == (
        [] if case.known.key in NICKNAMED else [case.status]
    )
