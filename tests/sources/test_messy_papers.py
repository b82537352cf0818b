"""Sets of entries, each all in one paper: what is said wrongly of it is known by name."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

import pytest
from messy_strangers import HELD_JOURNALS, as_held
from services import LIBRARIES
from thinned import one_in

if TYPE_CHECKING:
    from types import ModuleType

    from lab import Lab
    from record_pool import Pool
    from services import Services

pytestmark = pytest.mark.slow
HOLDERS = ("crossref", "openalex", "semanticscholar")
#: By set, what is told wrongly, and what is missed.
KNOWN = {
    "messy_barn": {
        "missing": [],
        # an author whom a preprint has gained, initials of a Latin name, pages that begin with the cover
        "different": ["br:chemcrow", "br:oersted", "br:sunstein"],
        # a book without small words in its title, a German article whose author published in that journal and year
        "invented": ["straw11", "straw16"],
        # the pages of a chapter; volume and pages where the journal has two names; another author of a book in German; a word that the title has already
        "altered": ["xbr:alexy", "xbr:dummies", "xbr:madgraph", "xbr:myhre"],
        "notices": [],
    },
    "messy_meadow": {
        "missing": [],
        "different": [],
        # an article whose author published in that journal
        "invented": ["hay0"],
        "altered": [],
        "notices": [],
    },
    "messy_pantry": {
        # a lecture at a congress that no index has
        "missing": ["pt:gromov"],
        # second prints, in the year or three years later
        "different": ["pt:carr", "pt:kolmogorov"],
        "invented": [],
        # the book of a chapter, whose name in the record may be that of a series
        "altered": ["xpt:platt"],
        "notices": [],
    },
    "messy_workshop": {
        "missing": [],
        # a chapter in another paging of its book
        "different": ["ws:sus"],
        "invented": [],
        # another part of the title in one volume, to which the page is one, too; the book of a chapter, of which the record has the series
        "altered": ["xws:hall", "xws:tlx"],
        "notices": [],
    },
    "messy_harbour": {
        "missing": [],
        # a title as it is cited everywhere; an old one in whose record the author stands before it
        "different": ["hb:krumhansl", "hb:linnaeus"],
        "invented": [],
        # the book and the pages of a chapter of which the record is of a reprint in another book
        "altered": ["xhb:greenberg"],
        # an article that has appeared: arXiv is asked about preprints alone
        "notices": ["hb:riess"],
    },
    "messy_station": {
        "missing": [],
        # a year for the pages, as the entry has it
        "different": ["st:olfati"],
        # a book by authors of others
        "invented": ["ticket10"],
        # the book of a chapter in another paging, and the year of one that only reprints are known of
        "altered": ["xst:hall", "xst:hymes"],
        "notices": [],
    },
    "messy_playground": {"missing": [], "different": [], "invented": [], "altered": [], "notices": []},
    "messy_museum": {
        "missing": [],
        # a word with two letters more, as many misprint it; proceedings under their series, and under their title
        "different": ["mu:irwin", "mu:lashley"],
        "invented": [],
        # the pages of a chapter in another edition of its book
        "altered": ["xmu:barlow"],
        "notices": [],
    },
    "messy_archive": {"missing": [], "different": [], "invented": [], "altered": [], "notices": []},
    "messy_cupboard": {
        "missing": [],
        # a printer for the journal, and an editor of older editions whose name is in the title
        "different": ["cu:gauss", "cu:williams"],
        "invented": [],
        "altered": [],
        "notices": [],
    },
    "messy_orchard": {
        "missing": [],
        "different": [],
        "invented": [],
        # as many pages as the record has, which may be counted in the paper; the publisher of a book
        "altered": ["xor:ley", "xor:macwilliams"],
        "notices": [],
    },
    "messy_quarry": {
        "missing": [],
        "different": [],
        "invented": [],
        # publisher and year of books, pages that no record has
        "altered": ["xqy:bekesy", "xqy:howard", "xqy:worlds"],
        "notices": [],
    },
    "messy_icehouse": {"missing": [], "different": [], "invented": [], "altered": [], "notices": []},
    # the book of a chapter, which an index has without pages
    "messy_lighthouse": {"missing": [], "different": [], "invented": [], "altered": ["xlh:birnbaum"], "notices": []},
    "messy_toolshed": {
        "missing": [],
        # misprints in titles that their authors would mend: `restauration`, `Regulized`
        "different": ["karkImg", "teoReg"],
        "invented": [],
        "altered": [],
        "notices": [],
    },
    "messy_greenhouse": {
        # an article of a German journal under an abbreviated name, which no index has
        "missing": ["hochApn"],
        "different": [],
        # a chapter in German in a book that no index shows
        "invented": ["debMon"],
        "altered": [],
        "notices": [],
    },
    "messy_boathouse": {
        # articles of journals of Baroda and Moscow that no index has, with titles that are English or in no known language
        "missing": ["bhatta:1973", "ilinskaja:1965"],
        # a DOI that lacks a zero
        "different": ["Khaki2019"],
        # in French, in a volume of 1931, of a journal that indexes have from later years on
        "invented": ["lambrino_1931"],
        "altered": [],
        "notices": [],
    },
    "messy_observatory": {
        # articles of journals that registries lack, in English: two law reviews, two others, and one whose name a program made up
        "missing": ["BradshawSchulz2012", "Emerson2018", "Gerr2007", "Howlett2016", "ohala1971direction"],
        # a section for the journal, as the printed page has it
        "different": ["Cohen1992"],
        # in Dutch, in a volume of 1971, of a journal that indexes have from later years on
        "invented": ["ijsselingHeideggerStilte1971"],
        "altered": [],
        "notices": [],
    },
    "messy_gatehouse": {
        # a chapter in English whose book a catalogue has under another title
        "missing": ["Molvær2002"],
        # volume 14 for 24
        "different": ["Kase1993"],
        "invented": [],
        "altered": [],
        "notices": [],
    },
    "messy_sawmill": {
        # articles that no index has: two in German, the others in English, three of them of law and politics
        "missing": [
            "arbelConsumerActivismInformed2020", "boggsMmeHenriRouart1956", "dzuganova:2013english",
            "feinmanDevelopmentEmploymentatWillRule1991", "fieldsSlaveryRaceIdeology1990", "karhunen1946spektraltheorie",
            "lutgerodt2018", "peschke1990endstheory", "sharmili2016",
        ],
        "different": [],
        "invented": [],
        "altered": [],
        "notices": [],
    },
    "messy_brickyard": {
        "missing": [],
        # a section for the journal
        "different": ["schorkopf_internationale_2008"],
        "invented": [],
        "altered": [],
        "notices": [],
    },
    "messy_belfry": {
        # articles that no index has: of societies and academies, of before 1910, and reports for articles
        "missing": [
            "Adrain1808", "Billings1998", "CMO2000", "alfven_1946", "birkeland_1901", "boris_1970",
            "briggs_bats_1995",
        ],
        "different": [],
        "invented": [],
        "altered": [],
        "notices": [],
    },
    "messy_stable": {
        # articles that no index has: of a society of bibliographers, and of the academy of Vienna
        "missing": ["7LCFMCNI", "Kozeny1927"],
        "different": [],
        "invented": [],
        "altered": [],
        "notices": [],
    },
    "messy_windmill": {
        # a journal of Pereiaslav, and a book for its journal, which no index has
        "missing": ["habaj2017trade", "harris:1968"],
        "different": [],
        # a book by authors of others
        "invented": ["Chastang2016Apothicaires"],
        # a title with an example more at its end, as the bibliography has it
        "altered": ["coulacoglou_psychanalyse_2006"],
        "notices": [],
    },
    "messy_dovecote": {
        # articles of a historical and of a genealogical society, which no index has
        "missing": ["minkema1986east", "minkema1992hannah"],
        # `N. P. Nilles` for H. P., a title with other small words and its book behind it, the DOIs of no book and of an issue
        "different": ["MSSM1", "eslamian", "grannis_importance_1998", "purcell1988correlation"],
        "invented": [],
        "altered": [],
        "notices": [],
    },
    "messy_granary": {
        # papers of two meetings, which no index has
        "missing": ["ahmadi2009", "hartanti2012"],
        # a list that lacks two authors
        "different": ["abaunza_growth_nodate"],
        # a book without a number by authors of others
        "invented": ["rapoport1994b"],
        "altered": [],
        "notices": [],
    },
    "messy_smithy": {
        # a report for an article, which no index has
        "missing": ["hess2020"],
        # a title that no index has
        "different": ["zacharias2018"],
        # a report, the first of whose authors has one of a shorter title
        "invented": ["zacharias2016x"],
        # the year of a chapter
        "altered": ["Antonopoulos2009"],
        "notices": [],
    },
    "messy_bakery": {
        "missing": [],
        "different": [],
        # a book without a number
        "invented": ["eco1981x"],
        # another journal than proceedings, which may be those of a meeting
        "altered": ["golay1949"],
        "notices": [],
    },
    "messy_foundry": {"missing": [], "different": [], "invented": [], "altered": [], "notices": []},
}  # fmt: skip
#: By set, the printed references that remain unknown, of works that an index has.
UNKNOWN = {
    # two references without a title, titles without a small word and with a subject more, a group for the first author,
    # and two authors of seven
    "messy_granary": [
        "Adelman1987-hs", "Bennett1964-vx", "Goodstein", "Hargreaves2012-dz", "Matthews2006-sl", "PADROESPROJETO",
        "Ultrafilter", "heliconius2012",
    ],
    # titles in translation, of two words without a publisher, with a mark or word more, a lost letter, other years
    "messy_smithy": [
        "ASC", "DAN", "DBLP:conf/icml/2007", "GR00", "Nolting", "Planck06",
        "Rendle:2009:BBP:1795114.1795167", "lin_dif_chasing", "qm_fis11", "qm_fis4", "sangiorgi",
    ],
    # the report of a body, which its record has under its editors
    "messy_bakery": ["ipcc"],
    "messy_foundry": [],
}  # fmt: skip


def fill(services: Services, entries: ModuleType | Pool) -> None:
    """Give each index what it holds, the works of the set behind those that searches rank above."""
    for name in HOLDERS:
        services.works[name] += entries.ABOVE
    for case in entries.VALID:
        if case.work:
            service, says, _ = entries.NOTICES.get(case.key, ("", {}, ""))
            for name in case.work.get("held", HOLDERS):
                services.works[name].append(as_held(case.work, name) | (says if name == service else {}))
            services.works["doi"].append(case.work)
    services.works["crossref"] += HELD_JOURNALS
    for name in HOLDERS:
        services.works[name] += entries.NEAR
    for name in LIBRARIES:
        services.works[name] += entries.SHELVES
    for name, works in getattr(entries, "RECORDS", {}).items():
        services.works[name] += works
    services.notices += getattr(entries, "UPDATES", [])


@pytest.mark.parametrize("name", one_in(6, KNOWN))
def test_every_entry_at_once(lab: Lab, services: Services, name: str) -> None:
    module = import_module(name)
    entries = getattr(module, "SET", module)
    fill(services, entries)
    texts = [case.bib for case in (*entries.VALID, *entries.INVENTED, *entries.ALTERED)]
    bibtex, hayagriva = ([text for text in texts if (text[0] == "@") is kind] for kind in (True, False))
    lab.write("\n".join(bibtex), hayagriva="\n\n".join(hayagriva))
    said = lab.verify()
    missing = {key for key, verdict in said.items() if verdict["outcome"] == "ghost"}
    told = {key for key, one in said.items() if one["outcome"] == "mismatch" or one.get("differences")}
    wrong = {
        "missing": sorted(missing & {case.key for case in entries.VALID}),
        "different": sorted(told & {case.key for case in entries.VALID}),
        "invented": sorted({case.key for case in entries.INVENTED} - missing - told),
        "altered": sorted({case.key for case in entries.ALTERED} - missing - told),
        "notices": sorted(
            key
            for key, (*_, status) in entries.NOTICES.items()
            if key not in getattr(entries, "PRINTED", {}).get("notice", {})
            and [notice["status"] for notice in said[key].get("notices", [])] != [status]
        ),
    }
    assert wrong == KNOWN[name]


@pytest.mark.parametrize("name", one_in(2, UNKNOWN))
def test_every_printed_reference_at_once(lab: Lab, services: Services, name: str) -> None:
    entries = import_module(name).SET
    fill(services, entries)
    items = {key: text for group in entries.PRINTED.values() for key, text in group.items()}
    cited = "".join(f"It was shown~\\cite{{{key}}}. " for key in items)
    listed = "\n\n".join(items.values())
    (lab.folder / "paper.tex").write_text(
        f"\\documentclass{{article}}\\begin{{document}}\n{cited}\n\\begin{{thebibliography}}{{99}}\n{listed}\n"
        "\\end{thebibliography}\n\\end{document}\n",
        "utf-8",
    )
    said = lab.verify("paper.tex")
    assert not [key for key in items if said[key]["outcome"] in {"ghost", "mismatch"}]
    known = {key for key in items if said[key]["outcome"] != "unknown"}
    titles = {key: "".join(filter(str.isalnum, said[key]["record"]["title"].lower())) for key in known}
    assert not known & {
        *entries.PRINTED["invented"],
        *entries.PRINTED["altered"],
        *entries.PRINTED["unindexed"],
    }
    assert len(set(titles.values())) == len(known)
    assert sorted({*entries.PRINTED["valid"]} - known) == UNKNOWN[name]
    assert all(
        [notice["status"] for notice in said[key]["notices"]] == [entries.NOTICES[key][2]]
        for key in entries.PRINTED["notice"]
    )
