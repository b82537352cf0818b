"""Works that an index holds where the questions do not show them: in another script, or behind a full answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from services import Work, work

if TYPE_CHECKING:
    from lab import Lab
    from services import Services

pytestmark = pytest.mark.slow
HOLDERS = ("crossref", "openalex", "semanticscholar")
VENUE = "地理科学"
IN_SCRIPT = r"@article{held, author={王志强 and 李晓红}, title={云南高原湖泊流域土地利用与水质的关系研究}, journal={地理科学}, year={2009}}"
IN_LATIN = r"@article{held, author={Wei Wang}, title={Einfluss der Bodenverdichtung auf das Wurzelwachstum von Winterweizen}, journal={Pflanzenbauwissenschaften}, year={2005}}"
NUMBERS = "一二三四五六七八九十百千万亿春夏秋冬东西南北"
TRANSLATED = work(
    "10.8891/held",
    "Land use and water quality in plateau lake basins of Yunnan",
    "Wang, Zhiqiang; Li, Xiaohong",
    2009,
    VENUE,
)
TRANSLATED_LATIN = work(
    "10.8892/held",
    "Effects of soil compaction on the root growth of winter wheat",
    "Wang, Wei",
    2005,
    "Pflanzenbauwissenschaften",
)
#: Shows that the journal is listed, so that an article which is not may be missing.
IN_ITS_JOURNAL = work("10.8892/front", "Frontmatter", "", 2005, "Pflanzenbauwissenschaften")


def in_venue(count: int) -> list[Work]:
    """Give works of the venue in its own script."""
    return [
        work(f"10.8891/v{n}", f"湿地景观格局的变化第{NUMBERS[n]}部分", "刘, 洋", 2009, VENUE)
        for n in range(count)
    ]


def by_wang(count: int, author: str = "Wang, Wei") -> list[Work]:
    """Give works of one name about that year, elsewhere and on other subjects."""
    return [
        work(f"10.8892/w{n}", f"Notes on the noise of the gearbox number {n}", author, 2006, "Wear")
        for n in range(count)
    ]


def verdict(lab: Lab, services: Services, bib: str, works: list[Work]) -> dict[str, Any]:
    for name in HOLDERS:
        services.works[name] += works
    lab.write(bib)
    said: dict[str, Any] = lab.verify()["held"]
    return said


@pytest.mark.parametrize("count", [4, 12])
def test_a_venue_with_some_rows_in_another_script_is_no_evidence_of_absence(
    lab: Lab, services: Services, count: int
) -> None:
    said = verdict(lab, services, IN_SCRIPT, [*in_venue(count), TRANSLATED])
    assert said["outcome"] == "unknown"
    assert "in another script" in said["detail"]


def test_a_full_answer_on_a_venue_is_no_evidence_of_absence(lab: Lab, services: Services) -> None:
    said = verdict(lab, services, IN_SCRIPT, [*in_venue(20), TRANSLATED])
    assert said["outcome"] == "unknown"
    assert "in another script" in said["detail"]


def test_a_venue_that_is_shown_whole_in_its_script_is(lab: Lab, services: Services) -> None:
    assert verdict(lab, services, IN_SCRIPT, in_venue(12))["outcome"] == "ghost"


def test_a_full_answer_on_authors_is_no_evidence_of_absence(lab: Lab, services: Services) -> None:
    said = verdict(lab, services, IN_LATIN, [*by_wang(110), TRANSLATED_LATIN])
    assert said["outcome"] == "unknown"
    assert "by authors of these names" in said["detail"]


def test_a_dead_doi_is_told_behind_a_full_answer_too(lab: Lab, services: Services) -> None:
    bib = IN_LATIN.replace("year=", "doi={10.7777/none.1}, year=")
    said = verdict(lab, services, bib, [*by_wang(25), TRANSLATED_LATIN])
    assert said["outcome"] == "unknown"
    assert [difference["field"] for difference in said["differences"]] == ["doi"]


@pytest.mark.parametrize(("count", "author"), [(12, "Wang, Wei"), (25, "Hilbert, Wei")])
def test_an_answer_is_that_has_room_or_ends_with_other_authors(
    lab: Lab, services: Services, count: int, author: str
) -> None:
    works = by_wang(count, author)
    assert verdict(lab, services, IN_LATIN, [*works, IN_ITS_JOURNAL])["outcome"] == "ghost"


def test_an_article_of_a_journal_that_no_index_shows_is_not_missing(lab: Lab, services: Services) -> None:
    said = verdict(lab, services, IN_LATIN, by_wang(12))
    assert said["outcome"] == "unknown"
    assert "no index asked shows works of 'Pflanzenbauwissenschaften'" in said["detail"]


def test_an_index_without_the_venue_in_its_script_may_have_the_work_in_latin_letters(
    lab: Lab, services: Services
) -> None:
    services.works["semanticscholar"] += [TRANSLATED]
    for name in HOLDERS[:2]:
        services.works[name] += in_venue(12)
    lab.write(IN_SCRIPT)
    said = lab.verify()["held"]
    assert said["outcome"] == "unknown"
    assert "in another script" in said["detail"]


def test_a_dead_doi_of_a_title_in_another_script_is_told_and_the_work_may_exist(
    lab: Lab, services: Services
) -> None:
    said = verdict(lab, services, IN_SCRIPT.replace("year=", "doi={10.7777/none.2}, year="), [TRANSLATED])
    assert said["outcome"] == "unknown"
    assert [difference["field"] for difference in said["differences"]] == ["doi"]


TRANSCRIBED = r"@article{held, author={Sokolova, N. V. and Zhukov, A.}, title={Winter roosts of rooks in the towns of the Altai%s}, journal={%s}, year={2009}%s}"
ROOKS = work("10.8893/held", "Зимовки грачей в городах Алтая", "Соколова, Н. В.; Жуков, А.", 2009)


@pytest.mark.parametrize(
    ("title", "field"),
    [
        (" [in Russian]", ""),
        ("", ", note={In Russian, with an English summary}"),
        ("", ", language={russian}"),
        ("", ", langid={ru}"),
    ],
)
def test_an_entry_that_names_a_language_of_another_script_may_be_there_in_that(
    lab: Lab, services: Services, title: str, field: str
) -> None:
    bib = TRANSCRIBED % (title, "Ornitologiya", field)
    said = verdict(lab, services, bib, [{**ROOKS, "venue": "Орнитология"}])
    assert said["outcome"] == "unknown"
    assert "in another script" in said["detail"]


def test_a_venue_whose_works_an_index_has_in_another_script_may_have_the_work(
    lab: Lab, services: Services
) -> None:
    bib = TRANSCRIBED % ("", "Ornitologiya Sibiri", "")
    said = verdict(lab, services, bib, [{**ROOKS, "venue": "Ornitologiya Sibiri"}])
    assert said["outcome"] == "unknown"
    assert "in another script" in said["detail"]


def test_a_language_in_latin_letters_is_no_reason(lab: Lab, services: Services) -> None:
    bib = TRANSCRIBED % ("", "Ornitologiya", ", language={english}, note={In press})")
    assert verdict(lab, services, bib.replace("})}", "}}"), [])["outcome"] == "ghost"


@pytest.mark.parametrize("count", [30, 150])
def test_namesakes_do_not_hide_a_work_in_translation(lab: Lab, services: Services, count: int) -> None:
    services.works["openalex"] += [*by_wang(count, "Wang, Zora"), TRANSLATED_LATIN]
    lab.write(IN_LATIN)
    assert lab.verify()["held"]["outcome"] == "unknown"
