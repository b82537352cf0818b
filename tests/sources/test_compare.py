"""Comparing an entry with a record: what is one work, and what differs."""

from __future__ import annotations

import pytest

from argcheck.bib.bibliography import Bibliography
from argcheck.bib.load import entries
from argcheck.bib.scan import scan_bib
from argcheck.sources.compare import is_anchored, judge
from argcheck.sources.csl import csl_record
from argcheck.sources.entry_query import query_of
from argcheck.sources.folding import readable
from argcheck.sources.judged import JudgedReply, best_match, open_fields
from argcheck.sources.model import Answer, Likeness, Person, Query, Record, Reply
from argcheck.sources.relatives import may_be_translated
from argcheck.sources.same_authors import compare_authors, same_person
from argcheck.sources.titles import compare_titles
from argcheck.sources.venues import compare_venues, is_book_by_name, is_unknown_acronym

SAME, NEAR, OTHER, UNKNOWN = Likeness.SAME, Likeness.NEAR, Likeness.OTHER, Likeness.UNKNOWN


@pytest.mark.parametrize(
    ("ours", "theirs", "wanted"),
    [
        ("On the Theory of Sorting", "On the theory of sorting", SAME),
        ("Acceptance of sorting technologies", "Acceptance of Sorting Technology", SAME),
        ("Multi-modal learning of things", "Multimodal Learning of Things", SAME),
        ("Über die Theorie der Zahlen", "Uber die Theorie der Zahlen", SAME),
        ("The <i>E. coli</i> genome at last", "The E. coli Genome at Last", SAME),
        ("Salt &amp; water in the kidney", "Salt and Water in the Kidney", SAME),
        ("Deep sorting of lists: a survey of methods", "Deep Sorting of Lists", SAME),
        ("Deep sorting: a survey of methods", "Deep sorting - A Survey of Methods", SAME),
        ("Compilers for analysis transformation", "Compilers for analysis &amp; transformation", SAME),
        ("RETRACTED: On the theory of sorting", "On the Theory of Sorting", SAME),
        ("An unsupervized method for sorting lists", "An unsupervised method for sorting lists", SAME),
        ("$\\alpha$-synuclein in the ageing brain", "α-synuclein in the ageing brain", SAME),
        ("The λ-calculus with records", "The lambda-calculus with records", SAME),
        ("The $\\lambda$-calculus with records", "The lambda-calculus with records", SAME),
        ("Spectra of $\\Lambda$ baryons in winter", "Spectra of Λ baryons in winter", SAME),
        ("Spectra of $\\varphi$ mesons in winter", "Spectra of φ mesons in winter", SAME),
        ("On the law of partition", "XIV. On the law of partition", SAME),
        ("Ch. 12: Metabolism of lichens", "Metabolism of Lichens", SAME),
        ("Chapter 7 - Metabolism of lichens", "Metabolism of Lichens", SAME),
        ("Metabolism of lichens", "Chapter 19 Metabolism of lichens", SAME),
        ("Two dogmas of sorting", "Main trends in recent philosophy: Two Dogmas of Sorting", SAME),
        ("Astronomia antiqua", "Astronomia antiqua, seu de motibus stellarum", SAME),
        ("Über die Wirksamkeit der Jonen", "Ueber die Wirksamkeit der Ionen", SAME),
        ("pyTides: tides in Python", "lab/pyTides: v1.0.3 - fixes the moon", SAME),
        ("Über die Größe der Möwen", "?ber die Gr??e der M?wen", SAME),
        ("Über die Größe der Möwen", "\ufffdber die Gr\ufffd\ufffde der M\ufffdwen", SAME),
        ("Über die Größe der Möwen", "?ber die Farbe der M?wen", OTHER),
        ("Two problems in connection with trees", "Two problems in connexion with trees", SAME),
        ("On the deflection of light by winds", "On the deflexion of light by winds", SAME),
        ("On the reflection of light by winds", "On the refraction of light by winds", NEAR),
        ("Vigilance during Search", "Vigilance during Search2", SAME),
        ("Interpreting radiographs without search 1", "Interpreting Radiographs without Search", SAME),
        ("Maps of the Winter Anisotropy Probe (WAP) sky", "Maps of the Winter Anisotropy Probe Sky", SAME),
        ("Improving the subtraction of foregrounds in observations …", "Improving the Subtraction of Foregrounds in Observations of Dawn", SAME),
        ("Improving …", "Improving the Subtraction of Foregrounds", OTHER),
        ("Programs for independent-acting agents", "Programs for Independently-Acting Agents", SAME),
        ("Programs for dependent-acting agents", "Programs for Independently-Acting Agents", NEAR),
        ("Theory of frost, An introduction to the", "An Introduction to the Theory of Frost", SAME),
        ("A lazy solver for strings: STRELA", "STRELA: a lazy solver for strings", SAME),
        ("Introduction to winter sorting", "Winter sorting: an introduction", SAME),
        ("Introduction to winter sorting", "Winter sorting: the answers", OTHER),
        ("Walking to the moon", "Walking the moon", NEAR),
        ("The three laws of motion in rivers", "The tree laws of motion in rivers", NEAR),
        ("Elements of Frost, The", "The Elements of Frost", SAME),
        ("Logic of winter sorting, A", "A logic of winter sorting", SAME),
        ("On", "About", OTHER),
        ("The Marsh", "Marsh", SAME),
        ("The Fen", "Fen", OTHER),
        ("Moors in the 21st Century", "Moors in the twenty-first century", SAME),
        ("Moors in the 19th Century", "Moors in the nineteenth century", SAME),
        ("Moors in the 19th Century", "Moors in the twenty-first century", OTHER),
        ("A 36-Item Survey of Winter Farms", "A 36-ltem Survey of Winter Farrns", SAME),
        ("Tides. Part I. (The theory of basins)", "The theory of basins, Part I: Tides", SAME),
        ("Twenty-five years of bat boxes", "25 years of bat boxes", SAME),
        ("A calculus of tides, Part I", "A calculus of tides, I", SAME),
        ("A calculus of tides, Part I", "A calculus of tides, II", NEAR),
        ("Tides in Mathematics: Volume I", "Tides in Mathematics, Vol 1", SAME),
        ("Éléments de marée. III. Étude des bassins. I", "Éléments de marée: III. Étude des bassins, Première partie", SAME),
        ("Éléments de marée. III. Étude des bassins. I", "Éléments de marée: III. Étude des bassins, Seconde partie", NEAR),
        ("La structure des marées", "I. The Croonian lecture.—La structure des marées", SAME),
        ("FIPS PUB 186-4: A standard of tides", "A Standard of Tides", SAME),
        ("FIPS PUB 186-4: A standard of tides", "FIPS PUB 186-5: A Standard of Tides", NEAR),
        ("Zwanzig Jahre Moor und Heide", "20 Jahre Moor und Heide", SAME),
        ("Twenty-five years of bat boxes", "35 years of bat boxes", OTHER),
        ("Pruning, then training of wide nets", "Training, then pruning of wide nets", NEAR),
        ("Foxes eat hens: a theory of farms", "Hens eat foxes: a theory of farms", NEAR),
        ("pyMoons", "lab/pyTides: v1.0.3 - fixes the moon", OTHER),
        ("III. Lattice sums with signs", "IV. Lattice sums with signs", NEAR),
        ("Sorting by Machines, Part 1: the tape era", "Sorting by Machines, Part 2: the tape era", NEAR),
        ("Mixing predictions towards online algorithms", "Mixing predictions for online algorithms", NEAR),
        ("HARBOURS. Mixing water of two rivers", "Mixing water of two rivers", SAME),
        ("Harbours. Mixing water of two rivers", "Mixing water of two rivers", NEAR),
        ("PORT SP 80-3: Mixing of river water", "Mixing of river water: revision 2", SAME),
        ("PORT SP 80-3: Mixing of river water", "Mixing of sea water: revision 2", OTHER),
        ("Methods of harbours. IV. Mixing of water", "Mixing of water", SAME),
        ("Methods of harbours. IV. Mixing of salt", "Mixing of water", OTHER),
        ("On the theory of sorting", "A cookbook for students", OTHER),
        ("On the theory of sorting", "", UNKNOWN),
        ("Clerks of the marsh (1940-44)", "Clerks of the Marsh, 1940–4", SAME),
        ("Clerks of the marsh, 1940-44", "Clerks of the Marsh, 1940–1944", SAME),
        ("Clerks of the marsh, 1940-44", "Clerks of the Marsh, 1940–5", NEAR),
    ],
)  # fmt: skip
def test_titles(ours: str, theirs: str, wanted: Likeness) -> None:
    assert compare_titles(ours, theirs) is wanted


def people(text: str) -> tuple[Person, ...]:
    return tuple(
        Person(*reversed(one.rsplit(" ", 1))) if " " in one else Person(one) for one in text.split(", ")
    )


TEN = ["Ann Lee", "Bo Wu", "Cy Xi", "Di Ma", "Ed Orr", "Flo Ray", "Gus Ek", "Hal Moe", "Ida Poe", "Jo Quill"]


@pytest.mark.parametrize(
    ("ours", "theirs", "wanted"),
    [
        ("Jürgen Müller", "J. Mueller", SAME),
        ("Jürgen Müller", "Jurgen Muller", SAME),
        ("Simon Reiß", "Simon Reiss", SAME),
        ("Paul Erdős, Alfréd Rényi", "P. Erdos, A. Renyi", SAME),
        ("Wei Zhang", "Zhang Wei", SAME),
        ("王小明, 李丽", "小明 王, 丽 李", SAME),
        ("王小明", "小红 王", OTHER),
        ("R. K., S. Iyer", "R. Krishnan, S. Iyer", SAME),
        ("R. K.", "S. Krishnan", OTHER),
        ("Rajan V., Bo Wu", "V. Rajan, B. Wu", SAME),
        ("Ann Lee, Bo Wu", "Bo Wu, Ann Lee", SAME),
        ("Ann Lee, Bo Wu, Cy Xi", "Ann Lee", SAME),
        ("ATLAS Collaboration", "G. Aad, B. Abbott", UNKNOWN),
        ("Ivan Petrov", "Иван Петров", UNKNOWN),
        ("Lord Rayleigh", "J. W. S. Rayleigh", SAME),
        ("Sir Ann Lee", "Zoe Lee", OTHER),
        ("Mme. P. Curie, P. Curie", "Pierre Curie, Maria Curie", SAME),
        ("Jörg Müller, Åsa Sjöström", "J?rg M?ller, ?sa Sj?str?m", SAME),
        ("Jörg Müller", "J?rg M?hler", OTHER),
        ("Jörg Lindü, Bo Wu", "J. Lind\ufffd, B. Wu", SAME),
        ("Ana Marín Agueldo, Bo Wu", "Ana Marín Agudelo, Bo Wu", SAME),
        ("Ana Marín Agueldo, Bo Wu", "Eva Marin Aguilar, Bo Wu", NEAR),
        ("Ann Lee, Grupo", "Ann Lee, Bo Wu", UNKNOWN),
        ("OBIF.org", "OBIF.Org User", UNKNOWN),
        ("Satoru Ohno, Ryo Itoh, Yuko Saitoh", "S. Ono, R. Ito, Y. Saito", SAME),
        ("Shun Kouno, Taro Yuuki", "Shun Kono, Taro Yuki", SAME),
        ("Yurij Zhuravlëv, Olga Ščerbakova", "Iu. Juravlev, O. Shcherbakova", SAME),
        ("Giorgos Chatzidimitriou, Ioannis Pappas", "George Hadjidimitriou, John Pappas", SAME),
        ("Yevgeny Petrov, Iakov Ilyin", "E. Petrov, J. Ilyin", SAME),
        ("James Petrov", "Ian Petrov", OTHER),
        ("Ryo Ohno", "Taro Ono", OTHER),
        ("Ryo Ohno", "Ryo Ota", OTHER),
        ("Yurij Zhuravlëv", "Igor Juravlev", OTHER),
        ("Ann Lee, Bo Wu", "Ann Lee, Bo Wu, dependabot[bot]", SAME),
        ("Ann Lee, Bo Wu", "Bo Wu", NEAR),
        ("Ann Lee, Cy Xi, Bo Wu, Di Ma", "Ann Lee, Bo Wu", NEAR),
        ("Ann Lee, Bo Wu, Cy Xi, Di Ma", "Bo Wu, Ann Lee", SAME),
        ("Ann Lee", "Ann Lee, Bo Wu", NEAR),
        ("Ann Lee, Di Ma", "Ann Lee, Bo Wu", NEAR),
        ("Ann Lee, Bo Wu", "Ann Lee, Bo Wu, Ann Lee, Bo Wu", SAME),  # some records hold the list twice
        ("A. Lee, F. P. Ek, F. P. Ek", "A. Lee, F. P. Ek", SAME),
        ("A. Lee, F. P. Ek, F. P. Moe", "A. Lee, F. P. Ek", NEAR),
        ("Y Wang, Y Wang", "Yan Wang, Yue Wang", SAME),
        ("Yan Wang, Yue Wang, Bo Wu", "Y Wang, Y Wang, Bo Wu", SAME),
        ("Wang, Wang", "Yan Wang, Yue Wang", SAME),
        ("Pearl Brereton", "O Pearl Brereton", SAME),
        ("Pearl Brereton", "O Brereton", OTHER),
        (", ".join(TEN[:8]), ", ".join(TEN), NEAR),
        (", ".join([*TEN[:7], TEN[8]]), ", ".join(TEN), NEAR),
        ("Lee AB, Wu C", "Ann B. Lee, Cy Wu", SAME),  # as medical journals have them, joined by "and"
        ("Lee AB, Wu C", "Ann B. Lee, Di Wu", NEAR),
        ("Lee LI", "Zoe Lee", OTHER),
        ("Ann Lee, MH Gault", "Ann Lee, Henry Gault", SAME),  # who goes by his middle name
        ("Ann Lee", "Zoe Lee", OTHER),
        ("Ann Lee", "Bo Wu", OTHER),
    ],
)  # fmt: skip
def test_authors(ours: str, theirs: str, wanted: Likeness) -> None:
    assert compare_authors(people(ours), people(theirs)).likeness is wanted


@pytest.mark.slow
def test_lists_of_a_collaboration_are_compared_by_name() -> None:
    ours = people(", ".join(f"A. {'ABCDEFGHIJ'[n % 10]}. Author{n:04}" for n in range(1_000)))
    theirs = [person._replace(given="Ann") for person in reversed(ours)]
    assert compare_authors(ours, theirs) == (SAME, 1_000)
    assert compare_authors(ours, [*theirs[:-1], Person("Moe", "Hal")]) == (NEAR, 999)
    assert compare_authors(ours, [Person(f"Other{n:04}x", "Zoe") for n in range(1_000)]) == (OTHER, 0)


@pytest.mark.parametrize(
    ("name", "unknown"),
    [
        ("NStZ", True),
        ("NJW", True),
        ("FamRZ", True),
        ("BioScience", False),
        ("CVPR", False),
        ("Nature", False),
        ("Zeitschrift für Strafrecht", False),
    ],
)
def test_a_venue_may_be_nothing_but_letters(name: str, unknown: bool) -> None:
    assert is_unknown_acronym(name) is unknown


@pytest.mark.parametrize(
    ("name", "book"),
    [
        ("Automatic Control Systems (2nd ed.). Englewood Cliffs, NJ: Prentice-Hall", True),
        ("The Oxford Handbook of Sorting", True),
        ("La Selva: Ecology and natural history of a Neotropical rain forest", True),
        ("Journal of Sorting", False),
        ("Nuclear Instruments and Methods in Physics Research Section A: Accelerators, Spectrometers", False),
        ("Progress in Biophysics", False),
        ("BMJ (Clinical research ed.)", False),
    ],
)
def test_what_stands_for_a_journal_may_be_a_book(name: str, book: bool) -> None:
    assert is_book_by_name(name) is book


@pytest.mark.parametrize(
    ("title", "plain"),
    [
        ("Vigilance during Search <sup>1</sup>", "Vigilance during Search"),
        ("Vigilance during Search&lt;sup&gt;*&lt;/sup&gt;", "Vigilance during Search"),
        ("Modern Atlas <sup>13</sup>", "Modern Atlas 13"),
        ("Pictures of Gaia <sup>2</sup>", "Pictures of Gaia2"),
        ("Motion in R<sup>3</sup>", "Motion in R3"),
    ],
)
def test_the_mark_of_a_footnote_is_no_part_of_a_title(title: str, plain: str) -> None:
    assert readable(title) == plain


@pytest.mark.parametrize(
    ("ours", "theirs", "wanted"),
    [
        ("IPCC", "Intergovernmental Panel on Climate Change", SAME),
        ("World Health Organization", "WHO", SAME),
        ("IPBES", "Intergovernmental Panel on Climate Change", UNKNOWN),
        ("Food and Agriculture Organization", "Union Bank", UNKNOWN),
    ],
)
def test_bodies(ours: str, theirs: str, wanted: Likeness) -> None:
    assert compare_authors((Person(ours),), (Person(theirs),)).likeness is wanted


def test_a_scholar_may_have_a_latin_name() -> None:
    assert same_person(Person("Linnæus", "Carl"), Person("Linné", "Carl von"))
    assert not same_person(Person("Linnæus", "Carl"), Person("Copernicus", "Carl"))


def test_collaborators_are_no_person() -> None:
    persons = people("Ann Lee, Bo Wu")
    for body in ("GBW 2019 Winter Habits Collaborators", "GBW 2019 Winter Habits", "The Frost Trialists"):
        assert compare_authors((Person(body),), persons).likeness is UNKNOWN


def test_a_person_may_be_called_bank() -> None:
    assert compare_authors((Person("Bank", "Ann"),), (Person("Wood", "Ann"),)).likeness is OTHER


@pytest.mark.parametrize(
    ("authors", "families", "others"),
    [
        ("Ann Lee, Bo Ek, and Cy Orr", ["Lee", "Ek", "Orr"], False),
        ("Ann Lee, Bo Ek, Cy Orr", ["Lee", "Ek", "Orr"], False),
        ("Lee, Ann and Ek, Bo and {28 others}", ["Lee", "Ek"], True),
        ("Ann Lee and colleagues", ["Lee"], True),
        ("Lee, A. and Coauthors", ["Lee"], True),
        ("{\\textsc{Lee}}, Ann and 3 co-workers", ["Lee"], True),
        ("Garc{\\'i}a P{\\'e}rez, Mar{\\'i}a and King, Jr., Walter", ["García Pérez", "King"], False),
        ("Smith JA, Doe BC, Orr K", ["Smith", "Doe", "Orr"], False),
        ("Smith JA, Doe B & Orr C", ["Smith", "Doe", "Orr"], False),
        ("Smith JA, Doe B, Lee K, Wu X und Orr C", ["Smith", "Doe", "Lee", "Wu", "Orr"], False),
        ("Smith JA, Doe B; Orr C", ["Smith", "Doe", "Orr"], False),
        (r"Smith JA, Doe B \& Lee K et al.", ["Smith", "Doe", "Lee"], True),
        ("Smith JA, Doe B and Orr C and others", ["Smith", "Doe", "Orr"], True),
        ("Smith JA and Doe B and Orr K and others", ["Smith", "Doe", "Orr"], True),
        ("Smith JA and Doe, Bea and Kim Orr", ["JA", "Doe", "Orr"], False),  # one who is not so is no help
        ("Smith, J., Doe, B., Orr, K.", ["Smith", "Doe", "Orr"], False),
        ("Smith, Jon A., Doe, B., Orr K., Ek L. and Poe, Ida", ["Smith", "Doe", "Orr", "Ek", "Poe"], False),
        ("Smith{,} J. A. Doe{,} B. Orr{,} K.", ["Smith", "Doe", "Orr"], False),
        ("{Smith, J.} and {Doe, B. \\& Orr, K.}", ["Smith", "Doe", "Orr"], False),
        ("Smith, Jon AND Doe, Bea AND Orr, Kim", ["Smith", "Doe", "Orr"], False),
        ("{Lee}, Ann and {Ek {\\it et al}}, Bo", ["Lee", "Ek"], True),
        ("{Lee et al.}", ["Lee"], True),
        ("A. Lee {\\it et al.}", ["Lee"], True),
        ("Lee, Ann and Bo Ek {\\em et al}", ["Lee", "Ek"], True),
        ("{Lee} et~al.", ["Lee"], True),
        (r"Lee, Ann and Mu\~noz, Bo", ["Lee", "Muñoz"], False),
        ("Smith J., Doe A. B. and Orr K.", ["Smith", "Doe", "Orr"], False),
        ("Smith, J.; Doe, A. B.; Orr, K.", ["Smith", "Doe", "Orr"], False),
        ("Lee, Ann and Ek et Al.", ["Lee", "Ek"], True),
        ("Ă‰ric Lee and Bo Ek", ["Lee", "Ek"], False),
        ("{Smith, Doe, and Partners}", ["Smith, Doe, and Partners"], False),
    ],
)
def test_lists_of_authors(authors: str, families: list[str], others: bool) -> None:
    text = f"@article{{k, author = {{{authors}}}, title = {{T}}}}"
    query = query_of(Bibliography({}, entries("refs.bib", scan_bib(text), text)).entries[0])
    assert ([person.family for person in query.authors], query.others) == (families, others)


def authors_of(authors: str) -> tuple[Person, ...]:
    text = f"@article{{k, author = {{{authors}}}, title = {{T}}}}"
    return query_of(Bibliography({}, entries("refs.bib", scan_bib(text), text)).entries[0]).authors


@pytest.mark.parametrize(
    ("authors", "told"),
    [
        ("Ann Lee; Kenta Nakai e Haipeng Gong", False),
        ("Lee Ann; Nakai Kenta e Gong Haipeng", False),
        ("Ann Lee; Kenta Nakai e Gong", False),
        ("Ann Lee; Kenta Suzuki e Zoe Moe", True),
    ],
)
def test_authors_joined_in_portuguese(authors, told):
    record = RECORD._replace(authors=people("Ann Lee, Kenta Nakai, Haipeng Gong"))
    judged = judge(QUERY._replace(authors=authors_of(authors)), record, identified=True)
    assert open_fields([judged]) == ({"authors"} if told else set())


def test_a_suffix_behind_the_given_name_is_none() -> None:
    assert authors_of("Edwards, T. C., Jr. and Lee, Ann")[0] == Person("Edwards", "T. C.")


def test_tags_in_a_title_are_no_letters() -> None:
    title = r"A map of {\textless}i{\textgreater}C. elegans{\textless}/i{\textgreater}"
    text = f"@article{{k, title = {{{title}}}}}"
    query = query_of(Bibliography({}, entries("refs.bib", scan_bib(text), text)).entries[0])
    assert query.title == "A map of C. elegans"


def test_the_line_of_the_journal_may_stand_in_a_title() -> None:
    behind = QUERY._replace(title=f"{QUERY.title} Journal of Sorting")
    assert judge(behind, RECORD._replace(venue="Journal of Sorting"), identified=True).differences == ()


@pytest.mark.parametrize(
    ("ours", "theirs", "told"),
    [
        (
            "Ann Lee, Bo Wu",
            "A. Lee, B. Wu, C. Xi",
            False,
        ),  # translators, discussants, who joined with a later version
        ("Ann Lee", "A. Lee, B. Wu, C. Xi, D. Ma", False),
        ("Bo Wu, Ann Lee", "A. Lee, B. Wu, C. Xi", False),
        ("Ann Lee, Bo Wu", "A. Lee, C. Xi, B. Wu", True),
        ("Ann Lee, Bo Wu, Di Ma", "A. Lee, B. Wu", True),
        ("Ann Lee, Di Ma", "A. Lee, C. Xi, B. Wu", True),
        ("Ann Lee, Jo Mason", "A. Lee, B. Skoglund, Jason Xi", True),  # a family that is like a given name
    ],
)
def test_a_list_of_authors_that_breaks_off_claims_nothing(ours: str, theirs: str, told: bool) -> None:
    record = RECORD._replace(authors=people(theirs))
    judged = judge(QUERY._replace(authors=people(ours)), record, identified=False)
    assert judged.same
    assert [one.field for one in judged.differences] == ["authors"]
    assert judged.form == (() if told else judged.differences)
    assert open_fields([judged]) == ({"authors"} if told else set())


@pytest.mark.parametrize(
    ("change", "theirs"),
    [
        ({"reprint": True, "kind": "book"}, "Ben Jowett, A. Lee, B. Wu"),
        ({"title": "Cy Xi, The Order of Lists, and what it is worth"}, "C. Xi, A. Lee, B. Wu"),
    ],
)
def test_translators_and_authors_of_a_reviewed_book_may_stand_first(
    change: dict[str, object], theirs: str
) -> None:
    query = QUERY._replace(authors=people("Ann Lee, Bo Wu"), **change)
    record = RECORD._replace(authors=people(theirs), title=query.title, kind=query.kind)
    judged = judge(query, record, identified=False)
    assert judged.same
    assert open_fields([judged]) == set()


@pytest.mark.parametrize(
    "title",
    [
        "Erratum: {}",
        "Author Correction: {}",
        "Corrigendum to {}",
        "Supplementary material for: {}",
        "Supplement to “{}”",
        "Additional file 1 of {}",
        "Replication Data for: {}",
        "Reply to {}",
        "Comment on {}",
        "Book Review: {}",
        "Berichtigung: {}",
    ],
)
def test_what_goes_with_a_work_is_not_the_work(title: str) -> None:
    attached = RECORD._replace(title=title.format(RECORD.title))
    assert judge(QUERY, attached, identified=False).same is False
    told = judge(QUERY, attached, identified=True)  # its identifier stands in the entry
    assert [one.field for one in told.differences] == ["title"]
    cited = QUERY._replace(title=attached.title)
    assert judge(cited, attached, identified=False).same


@pytest.mark.parametrize(
    ("change", "same"), [({}, None), ({"year": 1980}, False), ({"venue": "Insel"}, False)]
)
def test_a_short_title_of_a_book_is_known_by_publisher_and_year(
    change: dict[str, object], same: bool | None
) -> None:
    book = Query("k", "book", title="The Silent Mail", authors=people("Ann Lee"), year=1979, publisher="Suhrkamp")  # fmt: skip
    record = Record("x", title="The silent mail", authors=people("Bo Wu"), year=1979, venue="Suhrkamp", kind="book")  # fmt: skip
    assert judge(book, record._replace(**change), identified=False).same is same
    record = record._replace(title="The loud mail", authors=book.authors)
    assert judge(book, record._replace(**change), identified=False).same is same


def test_a_book_in_a_series_has_a_publisher_too() -> None:
    item = {"title": ["Cold Mail"], "author": [{"family": "Wu", "given": "Bo"}], "type": "book", "publisher": "Insel", "container-title": ["Texts on Mail"]}  # fmt: skip
    book = Query("k", "book", title="Cold Mail", authors=people("Ann Lee"), publisher="Insel")
    assert is_anchored(book, csl_record(item, "x"))


def test_a_publisher_may_be_abbreviated() -> None:
    book = Query("k", "book", title="Nonconvex Mail", authors=people("Ann Lee"), year=2011, publisher="Insel Univ. Pr.")  # fmt: skip
    record = Record("x", title="Convex Mail", authors=book.authors, year=2004, venue="Insel University Press", kind="book")  # fmt: skip
    assert is_anchored(book, record)
    assert not is_anchored(book, record._replace(venue="Island University Press"))


@pytest.mark.parametrize(
    ("fields", "years", "script"),
    [
        ("title = {Sorting}, note = {Reprint of 1948}", (1948,), False),
        ("title = {Sorting}, note = {Erratum: ibid. 12, 7 (1950)}", (), False),
        ("title = {O kolebaniyakh tonkikh plastin}", (), True),
        ("title = {Sorting}, year = {1738/1954}", (1954,), False),
        ("title = {Sorting}, volume = {I (1923--24)}, year = {1925}", (1923,), False),
        ("title = {Sorting}, volume = {2007 (5)}, year = {2007}", (), False),
        ("title = {The Almanakh of tides}", (), False),
    ],
)
def test_what_an_entry_says_of_other_years_and_letters(
    fields: str, years: tuple[int, ...], script: bool
) -> None:
    text = f"@article{{k, {fields}}}"
    query = query_of(Bibliography({}, entries("refs.bib", scan_bib(text), text)).entries[0])
    assert (query.years, query.other_script) == (years, script)


@pytest.mark.parametrize(("number", "version"), [("2", 2), ("12", 12), ("7" * 5_000, 0)])
def test_the_version_of_a_preprint_is_a_number_that_can_be_one(number: str, version: int) -> None:
    text = f"@misc{{k, title = {{Sorting}}, eprint = {{2101.00001v{number}}}, archiveprefix = {{arXiv}}}}"
    assert query_of(Bibliography({}, entries("refs.bib", scan_bib(text), text)).entries[0]).version == version


def test_a_record_without_a_label_before_its_title_has_the_whole_title() -> None:
    labelled = QUERY._replace(title=f"Erratum: {QUERY.title}")
    assert judge(labelled, RECORD, identified=True).whole


@pytest.mark.parametrize(
    ("note", "reprint"),
    [
        ("Reprinted in 1990", True),
        ("3. Nachdruck", True),
        ("Preprint, 2019", False),
        ("Preprints of 2019", False),
    ],
)
def test_a_preprint_is_no_reprint(note: str, reprint: bool) -> None:
    text = f"@book{{k, title = {{T}}, note = {{{note}}}}}"
    query = query_of(Bibliography({}, entries("refs.bib", scan_bib(text), text)).entries[0])
    assert query.reprint is reprint


def test_particles_and_a_list_that_goes_on() -> None:
    with_particle = (Person("van der Berg", "Jan"),)
    assert compare_authors(with_particle, (Person("Berg", "Jan van der"),)).likeness is SAME
    assert compare_authors(people("Ann Lee"), people("Ann Lee, Bo Wu"), others=True).likeness is SAME


@pytest.mark.parametrize(
    ("ours", "theirs", "wanted"),
    [
        ("J. Am. Chem. Soc.", "Journal of the American Chemical Society", SAME),
        ("IEEE Trans. Pattern Anal. Mach. Intell.", "IEEE Transactions on Pattern Analysis and Machine Intelligence", SAME),
        ("TPAMI", "IEEE Transactions on Pattern Analysis and Machine Intelligence", SAME),
        ("NeurIPS", "Advances in Neural Information Processing Systems 34", SAME),
        ("C. R. Acad. Sci. Paris, Sér. I", "Comptes Rendus. Mathématique", SAME),
        ("C. R. Math. Acad. Sci. Paris", "Comptes Rendus Mathematique", SAME),
        ("C.R. Math. Acad. Sci. Paris", "Comptes Rendus Mathematique", SAME),
        ("C. R. Acad. Sci. Paris, Sér. I", "Annals of Mathematics", OTHER),
        ("Physics (Long Island City, N.Y.)", "Physics Physique Fizika", UNKNOWN),
        ("CVPR", "2023 IEEE/CVF Conference on Computer Vision and Pattern Recognition (CVPR)", SAME),
        ("WWW", "Proceedings of the ACM Web Conference 2022", SAME),
        ("Phys. Rev. Lett.", "Physical Review Letters", SAME),
        ("J. reine angew. Math.", "Journal für die reine und angewandte Mathematik (Crelles Journal)", SAME),
        ("STOC '85", "Proceedings of the seventeenth annual ACM symposium on Theory of computing - STOC '85", SAME),
        ("ICML", "Proceedings of Machine Learning Research", UNKNOWN),
        ("Risk Analysis", "WIT transactions on ecology and the environment", UNKNOWN),
        ("In Proc. LNCS 1234", "Lecture Notes in Computer Science", UNKNOWN),
        ("Oxford Academic", "Briefings in Bioinformatics", UNKNOWN),
        ("13th AIAA/CEAS Aeroacoustics Conference, Rome", "International Journal of Aeroacoustics", UNKNOWN),
        ("Lect. Notes Comput. Sci.", "European Conference on Computer Vision", UNKNOWN),
        ("Commun. Comput. Inf. Sci.", "International Workshop on Sorting", UNKNOWN),
        ("J. Phys. Conf. Ser.", "International Conference on Fusion", UNKNOWN),
        ("Commun. Comput. Phys.", "International Conference on Fusion", OTHER),
        ("arXiv preprint arXiv:1706.03762", "Nature", UNKNOWN),
        ("Proc. Natl. Acad. Sci. U.S.A.", "Proceedings of the National Academy of Sciences of the United States of America", SAME),
        ("Philos. Trans. R. Soc. Lond. B", "Philosophical Transactions of the Royal Society B: Biological Sciences", UNKNOWN),
        ("TOPLAS", "ACM Transactions on Programming Languages and Systems", UNKNOWN),
        ("J. Virol.", "Classical and Quantum Gravity", OTHER),
        ("Z. Phys.", "The European Physical Journal A", UNKNOWN),
        ("QXZT", "Proceedings of the Workshop on Sorting", UNKNOWN),
        ("jacsat", "Journal of the American Chemical Society", UNKNOWN),  # a mark of a publisher, and no name
        ("ICML", "Advances in Neural Information Processing Systems", OTHER),
        ("Nature", "Journal of the American Chemical Society", OTHER),
        # one name begins the other, or they share a word or two
        ("Nature", "Nature Physics", OTHER),
        ("Nat. Genet.", "Nature", OTHER),
        ("Nat. Genet.", "Nature Geoscience", OTHER),
        ("Phys. Rev.", "Physical Review Letters", OTHER),
        ("Phys. Rev. B", "Physical Review D", OTHER),
        ("Phys. Rev.", "Physical Review B", UNKNOWN),
        ("JAMA Psychiatry", "JAMA", OTHER),
        ("Nature Physical Science", "Nature", UNKNOWN),
        ("Journal of Geophysical Research", "J. Geophys. Res. Solid Earth", UNKNOWN),
        ("J. Geophys. Res. Oceans", "Journal of Geophysical Research: Atmospheres", UNKNOWN),
        ("Journal of Chemistry", "Indian Journal of Chemistry", UNKNOWN),
        ("Science", "Current Science", UNKNOWN),
        ("IEEE Transactions on Signal Processing", "IEEE Transactions on Image Processing", OTHER),
        ("Annals of Mathematics", "Annals of Statistics", OTHER),
        ("Yale Law Journal", "Virginia Law Review", OTHER),
        ("Research Policy", "Quaternary Research", OTHER),
        # all that is left is said beside the name
        ("Science (New York, N.Y.)", "Science", SAME),
        ("The Lancet", "Lancet (London, England)", SAME),
        ("Proteins", "Proteins: Structure, Function, and Bioinformatics", SAME),
        ("Nucl. Instrum. Methods Phys. Res. A", "Nuclear Instruments and Methods in Physics Research Section A: Accelerators, Spectrometers", SAME),
        ("Artifical Intelligence", "Artificial Intelligence", SAME),
        ("Robotics and Automation, 2004. Proceedings. 2004 IEEE International Conference on", "IEEE International Conference on Robotics and Automation, 2004", SAME),
        ("OCEANS 2011, Santander", "OCEANS 2011 IEEE - Spain", UNKNOWN),
        ("QJE", "The Quarterly Journal of Economics", SAME),
        ("J.L. & Econ.", "The Journal of Law and Economics", SAME),
        ("Eur. Phys. J. C", "The European Physical Journal C", SAME),
        ("Eur.Phys.J.", "Eur. Phys. J. C", UNKNOWN),
        ("Eur. Phys. J. C", "Eur. Phys. J. D", OTHER),
        ("Phys. Lett. A", "Physics Letters B", OTHER),
        ("J. Phys. A", "Journal of Physics B: Atomic, Molecular and Optical Physics", OTHER),
        ("Proc. R. Soc. A", "Proceedings of the Royal Society B: Biological Sciences", OTHER),
        ("J. Combin. Theory Ser. A", "Journal of Combinatorial Theory, Series B", OTHER),
        ("Proc Natl Acad Sci U S A", "Proc. Natl. Acad. Sci. U.S.A.", SAME),
        ("Phys. Lett.", "Physics Letters B", UNKNOWN),
        ("Dokl. Akad. Nauk SSSR", "Proceedings of the USSR Academy of Sciences", SAME),
        ("Dokl. Akad. Nauk SSSR", "Proceedings of the National Academy of Sciences", OTHER),
        ("Mat. Fiz. Lapok", "Matematikai és Fizikai Lapok", SAME),
        ("Yale L.J.", "The Yale Law Journal", SAME),
        ("Va. L. Rev.", "The Yale Law Journal", UNKNOWN),
        ("Proc Natl Acad Sci U S A", "Proceedings of the National Academy of Sciences", SAME),
        ("Proc. Natl. Acad. Sci. India", "Proceedings of the National Academy of Sciences", UNKNOWN),
        ("J. Acoust. Soc. Am.", "The Journal of the Acoustical Society of America", SAME),
        ("Magyar Tud. Akad. Mat. Kut. Int. Közl.", "Publications of the Mathematical Institute of the Hungarian Academy of Sciences", SAME),
        ("Magyar Tud. Akad. Mat. Kut. Int. Közl.", "Annals of Mathematics", OTHER),
        ("K. Ned. Akad. Wet.", "Proceedings of the Royal Netherlands Academy of Arts and Sciences", SAME),
        # that both are a journal does not make them one
        ("Harbour Journal of Tides", "The Journal of Northern Tides", OTHER),
        ("Journal of Tides", "The Journal of Northern Tides", UNKNOWN),
        ("Royal Journal of Northern Tides", "Journal of the Royal Northern Society", UNKNOWN),
        # a body by its first letters, of which one may be missing
        ("Transactions-Northern Society of Harbour Engineers Reporting Air Tides", "NSHERA Transactions", UNKNOWN),
        ("Transactions-Northern Society of Harbour Engineers Reporting Air Tides", "NSERT Transactions", OTHER),
        # what takes long where each way to read a name is tried
        (f"X{60 * 'a'}b Review", f"Xz {60 * 'Aaaa '}Quarterly", OTHER),
        (f"Annals of Tides{200 * ': tides'}", f"Annals of Forests{200 * ': woods'}", OTHER),
    ],
)  # fmt: skip
def test_venues(ours: str, theirs: str, wanted: Likeness) -> None:
    assert compare_venues(ours, theirs) is wanted
    assert compare_venues(theirs, ours) is wanted


QUERY = Query("k", "article", title="On the Theory of Sorting", authors=people("Ann Lee, Bo Wu"), year=2019, venue="Journal of Sorting", volume="12", pages="101--120")  # fmt: skip
RECORD = Record("x", title="On the theory of sorting", authors=people("A. Lee, B. Wu"), year=2019, venue="J. Sorting", volume="12", pages="101-120")  # fmt: skip


@pytest.mark.parametrize(
    ("change", "fields"),
    [
        ({}, []),
        ({"year": 2020}, []),  # online first
        ({"year": 2021}, ["year"]),
        ({"year": 2021, "years": (2019,)}, []),
        ({"year": 2016, "kind": "preprint", "venue": "arXiv"}, []),
        ({"year": 2010, "kind": "preprint", "venue": "arXiv"}, ["year"]),
        ({"pages": "201-220"}, ["pages"]),
        ({"volume": "13", "pages": ""}, ["volume"]),
        ({"volume": "313"}, []),  # counted in another way: the pages agree
        ({"volume": "34"}, []),  # by so few digits, too
        ({"volume": "21"}, ["volume"]),  # its digits turned
        ({"volume": "17"}, ["volume"]),  # a slip by a few volumes
        ({"volume": "13", "pages": "901", "venue": "Journal of Sorting"}, ["pages"]),
        ({"volume": "13", "pages": "901", "venue": "Journal of Sorting, Translated"}, []),
        ({"pages": "0101"}, []),
        ({"volume": "2019", "pages": ""}, []),  # counted by years
        ({"volume": "2018", "pages": ""}, ["volume"]),
        ({"pages": "e0000124"}, []),  # the number of an article, and its pages in print
        ({"pages": "L85"}, ["pages"]),
        ({"pages": "20 pp."}, []),
        ({"pages": "0-0"}, []),
        ({"pages": "AIAA-2007-3436"}, []),
        ({"pages": "1-20"}, []),  # by itself
        ({"pages": "1-31"}, ["pages"]),
        ({"volume": "online, doi:10.1093/molbev/msx124", "pages": ""}, []),
        ({"volume": "3 (12)"}, []),  # of a series
        ({"venue": "Annals of Mathematics"}, ["venue"]),
        ({"venue": "Annals of Mathematics", "venues": ("J. Sort.",)}, []),
        ({"authors": people("A. Lee, B. Wu, C. Xi")}, ["authors"]),
        ({"title": "On the Practice of Sorting"}, ["title"]),
        ({"kind": "book", "venue": "Printed for the Sorters"}, []),  # by its publisher
        ({"kind": "chapter", "year": 2031, "venue": "Classics of Order"}, []),  # printed again
        ({"kind": "chapter", "year": 2024, "venue": "Classics of Order"}, ["year", "venue"]),
        ({"year": 2069, "venue": "Annals of Mathematics"}, []),  # printed again
        ({"year": 2069}, ["year"]),
        ({"year": 2069, "volume": "62"}, []),  # by the same journal
        ({"year": 2039, "volume": "32"}, ["year"]),
        ({"year": 2039, "venue": "Annals of Mathematics"}, ["year", "venue"]),
    ],
)  # fmt: skip
def test_differences(change: dict[str, object], fields: list[str]) -> None:
    judged = judge(QUERY, RECORD._replace(**change), identified=True)
    assert judged.same
    assert [one.field for one in judged.differences] == fields


@pytest.mark.parametrize(
    ("venue", "change", "fields"),
    [
        ("Annals of the Sorters", {}, []),
        ("Annals of the Sorters", {"pages": "301-320"}, ["venue"]),
        ("Annals of Frost", {"venue": "Yearbook of Thaw"}, ["venue"]),
    ],
)
def test_a_journal_may_have_its_name_in_another_language(
    venue: str, change: dict[str, str], fields: list[str]
) -> None:
    record = RECORD._replace(**{"venue": "Jahrbuch für das Sortieren", **change})
    judged = judge(QUERY._replace(venue=venue), record, identified=True)
    assert [one.field for one in judged.differences] == fields


@pytest.mark.parametrize(
    ("ours", "change", "fields"),
    [
        ({"pages": "301--320"}, {}, ["pages"]),
        ({"volume": "21"}, {}, ["volume"]),
        ({"volume": "34"}, {}, []),  # counted in another way
        ({"volume": "34", "pages": "301--320"}, {}, []),  # another printing
        ({"pages": "301--320"}, {"year": 2020}, []),
        ({"pages": "301--320"}, {"volume": ""}, []),
        ({"volume": "5", "pages": "301--320"}, {"volume": "5"}, []),  # by chance
        ({"volume": "21", "pages": "1--20"}, {"pages": "1-20"}, []),
        ({"volume": "21", "pages": ""}, {}, []),
    ],
)
def test_what_differs_in_the_place_of_one_printing_is_told_whatever_it_is_in(
    ours: dict[str, str], change: dict[str, object], fields: list[str]
) -> None:
    judged = judge(QUERY._replace(venue="", **ours), RECORD._replace(**change), identified=False)
    assert judged.same
    assert [one.field for one in judged.differences] == fields


def test_pages_of_a_chapter_in_a_book_that_is_called_by_a_part_of_its_name_are_told() -> None:
    query = QUERY._replace(kind="incollection", venue="Order and speech acts", volume="")
    record = RECORD._replace(kind="chapter", venue="Speech Acts and Other Orders", volume="")
    assert not judge(query, record, identified=False).differences
    other = judge(query._replace(pages="201--220"), record, identified=False)
    assert [one.field for one in other.differences] == ["pages"]


def test_a_place_in_a_journal_vouches_for_a_short_title() -> None:
    query, record = QUERY._replace(title="Sorting rules"), RECORD._replace(title="I.—SORTING RULES")
    assert not judge(query, record, identified=False).differences
    elsewhere = judge(query._replace(pages="301--320"), record, identified=False)
    assert "title" in {one.field for one in elsewhere.differences}


@pytest.mark.parametrize(
    ("journal", "venue"),
    [(r"\mnras", "mnras"), (r"{\mnras}", "mnras"), (r"{\AA{}rbok}", "Årbok"), ("mnras", "mnras"), ("{}", "")],
)
def test_the_macro_of_a_style_names_a_journal(journal: str, venue: str) -> None:
    text = f"@article{{k, title = {{T}}, journal = {{{journal}}}}}"
    query = query_of(Bibliography({}, entries("refs.bib", scan_bib(text), text)).entries[0])
    assert query.venue == venue
    if "mnras" in venue:
        assert (
            compare_venues(query.venue, "Monthly Notices of the Royal Astronomical Society") is Likeness.SAME
        )


def test_pages_that_are_quoted_are_some_of_those_of_the_work() -> None:
    assert judge(QUERY._replace(pages="103--105"), RECORD, identified=True).differences == ()


def test_a_number_of_an_article_may_begin_with_0() -> None:
    wrong = QUERY._replace(pages="241102")
    judged = judge(wrong, RECORD._replace(pages="061102"), identified=True)
    assert [one.field for one in judged.differences] == ["pages"]


def test_an_article_may_be_cited_by_the_end_of_its_number() -> None:
    cited = QUERY._replace(pages="6901")
    assert judge(cited, RECORD._replace(pages="086901"), identified=True).differences == ()
    for pages in ("86901", "086902", "16901"):
        assert judge(cited, RECORD._replace(pages=pages), identified=True).differences[0].field == "pages"


def test_the_identifier_of_a_book_leads_to_what_holds_a_part_of_it() -> None:
    part = QUERY._replace(kind="incollection", venue="Sorting and Order: Essays", title="Why Lists Are Long")
    book = Record("x", title="Sorting and Order", authors=people("Di Ma"), year=2019, kind="book")
    judged = judge(part, book, identified=True)
    assert (judged.same, judged.holds) == (False, True)
    assert judge(part._replace(venue="Searching"), book, identified=True).same is None


def test_a_part_may_be_cited_by_the_title_of_its_book() -> None:
    part = QUERY._replace(kind="inbook", venue="", title="Sorting and Order: 9th Conference, Oslo")
    record = RECORD._replace(kind="chapter", title="Why Lists Are Long", venue="Sorting and Order")
    judged = judge(part, record, identified=True)
    assert (judged.same, judged.differences) == (True, ())
    assert judge(part, record._replace(venue="Searching"), identified=True).differences[0].field == "title"


def test_a_standard_may_be_cited_with_its_number() -> None:
    standard = QUERY._replace(kind="misc", title="ISO 12-3, Standard methods for sorting")
    record = RECORD._replace(kind="standard", title="Methods for Sorting")
    assert judge(standard, record, identified=True).differences == ()


def test_the_translation_of_a_title_may_stand_behind_it() -> None:
    query = Query(
        "k", "article", title="O teorii prilivov [On the theory of tides]", authors=(Person("Lund"),)
    )
    record = Record("crossref", title="On the Theory of Tides", authors=(Person("Lund"),))
    assert judge(query, record, identified=False).same is True
    note = query._replace(title="O teorii prilivov [in Russian]")
    assert not judge(note, record, identified=False).same


@pytest.mark.parametrize(
    ("ours", "theirs", "same"),
    [
        ("The clerks of the marsh / Les scribes du marais", "The Clerks of the Marsh", True),
        ("Les scribes du marais", "The clerks of the marsh / Les scribes du marais", True),
        ("The clerks of the marsh / Les scribes du marais", "Les scribes de la ville", False),
        ("The clerks of the marsh / the clerks of the town", "The clerks of the marsh", False),
    ],
)
def test_a_title_may_be_given_in_two_languages(ours: str, theirs: str, same: bool) -> None:
    query = Query("k", "article", title=ours, authors=(Person("Lund"),))
    record = Record("crossref", title=theirs, authors=(Person("Lund"),))
    judged = judge(query, record, identified=False)
    assert (judged.title is SAME) is same


def test_a_title_may_stand_in_its_own_script_before_its_translation() -> None:
    title = "城市雨水花园的蓄水性能研究"
    query = Query("k", "article", title=f"{title} (Study of Rain Gardens of Towns)", authors=(Person("王"),))
    assert (
        judge(query, Record("openalex", title=title, authors=(Person("王"),)), identified=False).same is True
    )


@pytest.mark.parametrize(("venue", "same"), [("Annals of the IHTB", True), ("Annals of Harbours", None)])
def test_the_report_of_a_body_may_be_listed_under_its_editor(venue: str, same: bool | None) -> None:
    query = QUERY._replace(authors=(Person("IHTB"),))
    record = RECORD._replace(authors=(Person("Holm", "J."),), venue=venue)
    assert judge(query, record, identified=False).same is same


@pytest.mark.parametrize(("pages", "same"), [("101", True), ("301", False)])
def test_what_stands_at_one_place_under_nearly_the_same_title_is_one_work(pages: str, same: bool) -> None:
    query = QUERY._replace(
        title="On the History of Sorting",
        authors=(Person("Harbour Consortium"),),
        venue=RECORD.venue,
        pages=pages,
    )
    judged = judge(query, RECORD, identified=False)
    assert bool(judged.same) is same
    assert [difference.field for difference in judged.differences][:1] == ["title"]


@pytest.mark.parametrize(
    ("title", "bare"),
    [
        ("Tides of small basins (2nd ed., enlarged)", "Tides of small basins"),
        ("Tides of small basins, Fourth Edition", "Tides of small basins"),
        ("Gezeiten kleiner Becken [3. Aufl.]", "Gezeiten kleiner Becken"),
        ("Gezeiten kleiner Becken, 3. Aufl.", "Gezeiten kleiner Becken"),
        ("Tides: basins, frosts, and thaws. 4th edn", "Tides: basins, frosts, and thaws"),
        ("Tides of small basins, rev. 2nd ed.", "Tides of small basins"),
        ("Tides of small basins. Winter edition", "Tides of small basins. Winter edition"),
        ("Tides of small basins, volume 42 of Graduate Texts in Tides", "Tides of small basins"),
        ("Tides of small basins (an edition of the notes of the captain)", "Tides of small basins (an edition of the notes of the captain)"),
        ("Tides, volume 2", "Tides, volume 2"),
        ("Tides of small basins (Lectures on the North, 24)", "Tides of small basins"),
        ("Tides of small basins (Northern Library 108)", "Tides of small basins"),
        ("Tides of small basins (winter of 1890)", "Tides of small basins (winter of 1890)"),
        ("Tides of small basins (Report 24)", "Tides of small basins (Report 24)"),
        ("Tides (new). E. Lund, Library of Tides, Bergen, 2003. ISBN 0-86", "Tides (new). E. Lund, Library of Tides, Bergen, 2003. ISBN 0-86"),
    ],
)  # fmt: skip
def test_neither_edition_nor_series_is_a_part_of_a_title(title: str, bare: str) -> None:
    text = f"@book{{k, author = {{Lund, E.}}, title = {{{title}}}}}"
    assert query_of(Bibliography({}, entries("refs.bib", scan_bib(text), text)).entries[0]).title == bare


def test_a_body_among_the_authors_is_no_person() -> None:
    ours = (Person("Lund", "E."), Person("The Winter Anisotropy Project"))
    theirs = tuple(Person(family, "E.") for family in ("Lund", "Ek", "Orr", "Holm"))
    assert compare_authors(ours, theirs).likeness is UNKNOWN


@pytest.mark.parametrize(
    ("volume", "differs"),
    [
        ("158", False),
        ("185", True),
        ("168", True),
        ("1580", False),
        ("42", False),
        ("t. 185", True),
        ("158--185", False),
    ],
)
def test_a_volume_that_is_another_by_a_digit_is_told_though_the_pages_agree(
    volume: str, differs: bool
) -> None:
    record = RECORD._replace(volume="158")
    match = judge(QUERY._replace(volume=volume), record, identified=False)
    assert [difference.field for difference in match.differences] == ["volume"] * differs
    other_year = judge(QUERY._replace(volume=volume, year=2018), record, identified=False)
    assert not other_year.differences


def test_a_volume_of_ten_thousand_digits_is_compared() -> None:
    assert not judge(QUERY._replace(volume="1" * 9999), RECORD, identified=False).differences


def test_the_volume_of_another_year_is_that_of_another_work() -> None:
    query = Query(
        "k",
        "article",
        title="Wages of cooks in towns",
        authors=(Person("Lund"),),
        year=1994,
        volume="84",
        venue="Annals",
    )
    record = Record(
        "openalex", title="Wages of cooks in towns", authors=(Person("Lund"),), year=1994, venue="Annals"
    )
    reply = record._replace(title="Wages of cooks in towns: Reply", year=2000, volume="90")
    assert open_fields([judge(query, each, identified=False) for each in (record, reply)]) == set()
    assert open_fields([judge(query, record._replace(volume="90"), identified=False)]) == {"volume"}


@pytest.mark.parametrize(
    ("title", "fields"),
    [
        ("Sur la théorie des marées dans les bassins larges", []),
        ("Sur la théorie des marées sans les bassins larges", ["title"]),
        ("Sur la théorie des marées de bassins étroits", ["title"]),
    ],
)
def test_a_small_word_that_is_another_is_not_told(title: str, fields: list[str]) -> None:
    query = QUERY._replace(title="Sur la théorie des marées de bassins larges")
    judged = judge(query, RECORD._replace(title=title), identified=True)
    assert [difference.field for difference in judged.differences] == fields


@pytest.mark.parametrize(("year", "fields"), [(1736, []), (1732, ["year"]), (1936, ["year"])])
def test_academies_printed_the_volume_of_a_year_years_after_it(year: int, fields: list[str]) -> None:
    judged = judge(
        QUERY._replace(year=year), RECORD._replace(year=year + 5 + (year == 1732) * 4), identified=True
    )
    assert [difference.field for difference in judged.differences] == fields


@pytest.mark.parametrize(("pages", "fields"), [("1--20", ["volume"]), ("101--120", [])])
def test_the_first_page_of_a_volume_is_no_sign_of_which_one(pages: str, fields: list[str]) -> None:
    judged = judge(
        QUERY._replace(volume="2", pages=pages), RECORD._replace(volume="9", pages=pages), identified=True
    )
    assert [difference.field for difference in judged.differences] == fields


def test_another_subtitle_is_no_variant() -> None:
    title, subtitle = "Sorting in anger", "long lists and short tempers of clerks"
    assert compare_titles("Sorting in anger", title, subtitle) is SAME
    assert compare_titles("Sorting in anger: long lists and short tempers of clerks", title, subtitle) is SAME
    assert compare_titles("Sorting in anger: long lists and short tempers of cooks", title, subtitle) is NEAR
    assert compare_titles("Sorting in anger: an essay", title, subtitle) is SAME


def test_a_preprint_comes_before_its_publication() -> None:
    preprint = QUERY._replace(venue="arXiv", volume="", pages="")
    for year, fields in ((2013, []), (2012, ["year"]), (2020, []), (2021, ["year"])):
        judged = judge(preprint._replace(year=year), RECORD, identified=True)
        assert [one.field for one in judged.differences] == fields


@pytest.mark.parametrize("name", ["The Right. Hon. Lord Kelvin G.C.V.O.", "Kelvin"])
def test_a_lord_may_go_by_his_title(name: str) -> None:
    query = QUERY._replace(authors=people("William Thomson (Lord Kelvin)"))
    judged = judge(query, RECORD._replace(authors=people(name)), identified=False)
    assert judged.same
    assert judged.differences == ()


def test_a_record_with_fewer_authors_does_not_vouch_for_the_others() -> None:
    book = QUERY._replace(kind="book", venue="", volume="", pages="", authors=people("Ann Lee, Di Ma"))
    full, cut = (
        RECORD._replace(kind="book", volume="", pages="", authors=people(names))
        for names in ("Ann Lee, Bo Wu", "Ann Lee")
    )
    judged = [judge(book, each, identified=False) for each in (full, cut)]
    assert open_fields(judged) == {"authors"}
    alone = book._replace(authors=people("Ann Lee"))
    translated = full._replace(authors=people("Ann Lee, Cy Xi"))  # a catalogue lists translators
    assert open_fields([judge(alone, each, identified=False) for each in (translated, cut)]) == set()


@pytest.mark.parametrize(
    ("editors", "change", "fields"),
    [
        ("Cy Xi, Di Ma", {}, []),
        ("Eva Orr, Cy Xi", {}, []),
        ("Eva Orr, Ida Moe", {}, ["editors"]),
        ("Eva Orr, Ida Moe", {"editors": ()}, []),
        ("Eva Orr, Ida Moe", {"year": 2012}, []),  # another edition
        ("Eva Orr, Ida Moe", {"venue": "Handbook of Order"}, []),  # a reprint
        ("Eva Orr", {"authors": people("A. Lee, B. Wu, E. Orr")}, []),  # as some registries have it
        ("Eva Orr", {"editors": people("A. Lee, C. Xi")}, ["editors"]),  # one of whom wrote it, too
        ("OECD", {}, []),
        ("Eva Orr", {"editors": (Person("World Health Organization"),)}, []),
        ("Цай Си", {}, []),
        ("", {}, []),
    ],
)
def test_the_book_of_a_chapter_may_be_edited_by_others(
    editors: str, change: dict[str, object], fields: list[str]
) -> None:
    query = QUERY._replace(
        kind="incollection", venue="Speech Acts", volume="", editors=people(editors) if editors else ()
    )
    record = RECORD._replace(
        **{
            "kind": "chapter",
            "venue": "Speech Acts",
            "volume": "",
            "editors": people("C. Xi, D. Ma"),
            **change,
        }
    )
    judged = judge(query, record, identified=False)
    assert [one.field for one in judged.differences if one.field == "editors"] == fields


def test_volume_and_pages_in_a_journal_that_goes_by_its_acronym_are_told() -> None:
    query = QUERY._replace(venue="JSA", volume="18", pages="337--345")
    record = RECORD._replace(venue="Journal of Sorting Algorithms", volume="15")
    assert [one.field for one in judge(query, record, identified=False).differences] == ["pages"]


def test_a_title_alone_is_no_work() -> None:
    editorial = QUERY._replace(title="Editorial")
    other = RECORD._replace(title="Editorial", authors=people("Zed Zorn"))
    assert judge(editorial, other, identified=False).same is False
    assert judge(QUERY, RECORD._replace(authors=people("Zed Zorn")), identified=False).same is None


def test_a_short_title_without_its_subtitle_needs_several_authors() -> None:
    short, long = QUERY._replace(title="LAVT"), RECORD._replace(title="LAVT: Language and vision")
    assert judge(short, long, identified=False).same
    alone = (short._replace(authors=people("Ann Lee")), long._replace(authors=people("A. Lee")))
    assert judge(*alone, identified=False).same is False


def test_without_authors_the_year_decides() -> None:
    unsigned = RECORD._replace(authors=())
    assert judge(QUERY, unsigned, identified=False).same
    late = unsigned._replace(year=2005)
    assert judge(QUERY, late, identified=False).same is None
    assert judge(QUERY, late, identified=True).same


@pytest.mark.parametrize(
    ("ours", "theirs", "same"),
    [
        ("Bill", "William", True),
        ("Yuri", "Iouri", True),
        ("Evgeny", "Yevgeny", True),
        ("Jakob", "Yakov", True),
        ("Bill", "Harold", False),
        ("B.", "William", False),  # an initial stands for many names
        ("Yolanda", "Igor", False),
    ],
)
def test_forms_of_one_given_name(ours, theirs, same):
    assert same_person(Person("Archer", ours), Person("Archer", theirs)) is same


@pytest.mark.parametrize(
    ("ours", "theirs", "told"),
    [
        (Person("García M.", "G."), Person("Márquez", "Gabriel García"), False),
        (Person("Márquez", "Gabriel García"), Person("García", "G."), False),
        (Person("García M.", "G."), Person("Pérez", "Gabriel"), True),
        (Person("García", "G."), Person("García", "Hugo"), True),
    ],
)
def test_a_name_may_go_by_the_first_of_two_families(ours, theirs, told):
    lists = [
        QUERY._replace(authors=(QUERY.authors[0], ours)),
        RECORD._replace(authors=(QUERY.authors[0], theirs)),
    ]
    assert open_fields([judge(*lists, identified=True)]) == ({"authors"} if told else set())


@pytest.mark.parametrize(
    ("ours", "theirs", "translated"),
    [
        ("Zur Statik gemauerter Gewölbe", "On the statics of masonry vaults", True),
        ("Nghien cuu thanh phan loai ca o song Huong", "Fish species composition of the Huong river", True),
        ("La versión española del Harbour Survey: un instrumento para la medida de los arenques", "The Spanish version of the Harbour Survey (a survey of harbours): measuring herring", True),
        ("Lead in the blood of children", "The song of the warbler in city parks", False),
        ("HashTree: slow recovery of the key-value caches", "LogTree: Fast Recovery for Key-Value Stores", False),
        ("La mortalité des nourrices", "La nuptialité des domestiques", False),
        ("TIDE: An Efficient Bag Checker", "TIDE: An Efficient Rope Solver", False),
    ],
)  # fmt: skip
def test_titles_that_may_be_one_in_two_languages(ours, theirs, translated):
    assert may_be_translated(ours, theirs) is translated


def test_a_title_of_which_hardly_anything_is_left_is_compared_at_once_and_matches_nothing() -> None:
    lost = " ".join(["?????", "??"] * 7) + " (Sadovskii)"
    ours = "On the theory of solutions of systems of linear equations in several unknowns by Sadovskii and others"
    assert compare_titles(ours, lost) is not Likeness.SAME


def test_a_question_at_the_end_has_lost_no_letters() -> None:
    assert compare_titles("What is life II", "What is life?") is not Likeness.SAME
    assert compare_titles("Müller and the others of them", "M?ller and the others of them") is Likeness.SAME


TITLED = QUERY._replace(title="Cold kitchens and the price of salted herring")


@pytest.mark.parametrize(
    ("title", "fields"),
    [
        ("TR-81-4: Cold kitchens and the price of salted herring", []),
        ("Notes of the institute on cold kitchens and the price of salted herring", []),
        ("Cold kitchens and the price of salted herring, with tables drawn by the second author", []),
        ("The price of salted herrings and cold kitchens", []),
        ("Cold kitchens & the price of salted herring in fifteen ports", []),
        ("Cold kitchens and the price of salted cod", ["title"]),
        ("Cold kitchens and the weight of salted herring: with tables", ["title"]),
        ("Cold kitchens and the price of salted herring II", ["title"]),
        ("Cold kitchens do not tell the price of salted herring", ["title"]),
    ],
)
def test_a_title_is_another_where_each_of_two_has_a_word_of_its_own(title: str, fields: list[str]) -> None:
    judged = judge(TITLED, RECORD._replace(title=title), identified=True)
    assert [one.field for one in judged.differences] == fields
    assert [one.field for one in judged.form] in ([], ["title"])


def test_a_slip_behind_an_article_is_no_other_title() -> None:
    query = QUERY._replace(kind="book", title="The Grammophone, Film, Typewriter", venue="", pages="")
    record = RECORD._replace(kind="book", title="Gramophone, film, typewriter", venue="", pages="")
    judged = judge(query, record, identified=False)
    assert judged.same
    assert judged.differences == ()


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("The price of herring in the U.K. and its ports", "The price of herring in the United Kingdom and its ports"),
        ("Uses of salted herring in cold kitchens", "Use of Salted Herring in Cold Kitchens"),
        ("Herring and salt in cold kitchens (The 1803 Harbour Lecture)", "I. The Harbour Lecture. Herring and salt in cold kitchens"),
    ],
)  # fmt: skip
def test_a_title_in_other_forms_is_whole(ours: str, theirs: str) -> None:
    judged = judge(QUERY._replace(title=ours), RECORD._replace(title=theirs), identified=False)
    assert judged.same
    assert open_fields([judged]) == set()


def test_a_volume_may_stand_under_the_title_of_its_set() -> None:
    volume = Query("k", "book", title="Salt and herring, t. 1: The price of cooks", authors=people("Ann Lee"), year=1983, publisher="Insel")  # fmt: skip
    record = Record("x", title="Salt and herring", authors=volume.authors, year=1983, venue="Insel", kind="book")  # fmt: skip
    assert judge(volume, record, identified=False).same
    assert judge(volume, record._replace(venue="Halbinsel"), identified=False).same is None


def test_a_publication_of_another_year_vouches_for_no_place() -> None:
    query = QUERY._replace(venue="Annals of Salt")
    elsewhere = RECORD._replace(venue="SALT", year=RECORD.year + 14, volume="", pages="")
    judged = [judge(query, record, identified=False) for record in (RECORD, elsewhere)]
    assert [match.same for match in judged] == [True, True]
    assert open_fields(judged) == {"venue"}


@pytest.mark.parametrize(
    ("title", "pages", "fields"),
    [
        ("Cold kitchens and the falling price of salted herring", "", ["title"]),
        ("Cold kitchens and the falling price of salted herring", "101--120", []),  # one page of one journal
        ("Cold kitchens and the falling price of smoked herring", "101--120", ["title"]),
        ("Cold kitchens and the price of no salted herring", "101--120", ["title"]),
        ("Warm cold kitchens and the price of salted herring. A survey", "101--120", []),
    ],
)
def test_a_word_within_a_title_that_its_record_lacks_is_told_unless_both_are_on_one_page(
    title: str, pages: str, fields: list[str]
) -> None:
    longer = TITLED._replace(title=title, pages=pages)
    judged = judge(longer, RECORD._replace(title=TITLED.title), identified=True)
    assert [one.field for one in judged.differences] == fields


@pytest.mark.parametrize(
    ("ours", "theirs", "fields"),
    [
        ([Person("Vidal Tor Engh", "Mara Oddvar")], "M. Vidal, Oddvar Tor Engh", []),
        ([Person("Przhevalovskij", "N."), Person("Lee", "A.")], "Nikolaj Prjewalowsky, A. Lee", []),
        ([Person("Kowalczyk", "Ann"), Person("Lee", "A.")], "Ann Nowakowska, A. Lee", ["authors"]),
        ([Person("Lorenz", "Konrad"), Person("Lee", "A.")], "Ute Lenz, A. Lee", ["authors"]),
        ([Person("Ross", "Otto"), Person("Lee", "A.")], "Ella Ross, A. Lee", ["authors"]),
        ([Person("Lee", "A.")], "A. Lee, B. Lee", ["authors"]),
    ],
)
def test_authors_are_others_where_somebody_stands_in_the_place_of_another(
    ours: list[Person], theirs: str, fields: list[str]
) -> None:
    record = RECORD._replace(authors=people(theirs))
    judged = judge(QUERY._replace(authors=tuple(ours)), record, identified=True)
    assert [one.field for one in judged.differences] == fields


@pytest.mark.slow
def test_long_titles_that_have_nothing_in_common_are_others_at_once() -> None:
    ours, theirs = (" ".join(f"{word}{number:03x}" for number in range(4_000)) for word in ("frost", "hail"))
    judged = judge(TITLED._replace(title=ours), RECORD._replace(title=theirs[:2_000]), identified=True)
    assert [one.field for one in judged.differences] == ["title"]


@pytest.mark.parametrize(
    ("venue", "theirs", "volume", "pages", "place"),
    [
        ("Yad. Fiz.", "Soviet Journal of Nuclear Physics", "31", "1320--1335", "680"),
        ("Mat. Zametki", "Mathematical Notes of the Academy of Sciences of the USSR", "18", "83--90", "611-618"),
        ("TMF", "Theoretical and Mathematical Physics", "46", "83--90", "54-60"),
        ("ACIE", "Angewandte Chemie", "44", "2012--2016", "2052-2056"),
    ],
)  # fmt: skip
def test_a_translated_journal_has_its_volumes_and_other_pages(
    venue: str, theirs: str, volume: str, pages: str, place: str
) -> None:
    cited = Query("k", "article", title="Sorting of cold mail in offices", authors=people("Ann Lee"), year=1980, venue=venue, volume=volume, pages=pages)  # fmt: skip
    record = Record("x", title=cited.title, authors=cited.authors, year=1980, venue=theirs, volume=volume, pages=place, kind="article")  # fmt: skip
    told = judge(cited, record, identified=False)
    slip = venue == "ACIE"  # by a digit, as no translation differs
    assert told.same
    assert [difference.field for difference in told.differences] == ["pages"] * slip


@pytest.mark.parametrize(
    ("ours", "theirs", "same"),
    [
        ("Responses of mail to frost", "Response of Mail to Frost", True),
        ("Supplements to the theory of frost", "Supplement to the Theory of Frost", True),
        ("Aditional frost terms in the mail equation", "Additional frost terms in the mail equation", True),
        ("The immune responses of cold mail", "Immune response of cold mail", True),
        ("Immune responses of cold mail", "Response to: Immune reactions of cold mail", False),
        ("Theory of winter frost", "Supplement to the theory of winter frost", False),
    ],
)
def test_what_goes_with_a_work_has_a_word_that_the_work_has_in_no_form(
    ours: str, theirs: str, same: bool
) -> None:
    cited = Query("k", "article", title=ours, authors=people("Ann Lee"), year=1980)
    record = Record("x", title=theirs, authors=cited.authors, year=1980, kind="article")
    assert judge(cited, record, identified=False).same is same


def test_numbers_of_any_length_are_pages() -> None:
    cited = Query("k", "article", title="Sorting of cold mail", authors=people("Ann Lee"), year=1980, venue="Nature", pages="9" * 5000)  # fmt: skip
    record = Record("x", title=cited.title, authors=cited.authors, year=1980, venue="Nature", pages="1-9", kind="article")  # fmt: skip
    assert judge(cited, record, identified=False).same


@pytest.mark.parametrize(("written", "year"), [("1980", 1980), ("9" * 5000, 0), ("²", 0)])
def test_a_year_in_words_of_a_service_is_one_of_four_digits(written: str, year: int) -> None:
    assert csl_record({"title": ["Cold Mail"], "issued": {"date-parts": [[written]]}}, "x").year == year


@pytest.mark.parametrize(
    ("venue", "fields"),
    [
        ("2001 IEEE Conference on Sorting. SORT 2001", []),
        ("Proceedings of the twenty-ninth symposium on sorting - SORT '01", []),
        ("Proceedings of SORT'99 - Conference on Sorting", ["year"]),
        ("Conference on Sorting", ["year"]),
    ],
)
def test_the_year_in_the_name_of_a_meeting_is_that_of_its_papers(venue: str, fields: list[str]) -> None:
    query = QUERY._replace(kind="inproceedings", venue="Proc. SORT", year=2001, volume="")
    record = RECORD._replace(kind="proceedings", venue=venue, year=2005, volume="")
    assert [one.field for one in judge(query, record, identified=False).differences] == fields


@pytest.mark.parametrize(
    "venue", ["Unpublished manuscript", "Mimeo, University of Sorting", "In preparation"]
)
def test_what_says_that_it_is_not_published_names_no_journal(venue: str) -> None:
    query = QUERY._replace(venue=venue, volume="", pages="1--32", year=RECORD.year - 2)
    assert judge(query, RECORD, identified=True).differences == ()


def test_pages_of_a_chapter_in_another_book_of_that_year_are_not_held_against_it() -> None:
    query = QUERY._replace(kind="incollection", venue="Sorting, Logic, and Frost", volume="")
    record = RECORD._replace(kind="chapter", venue="Logic, Sorting and Thaw", pages="215-271", volume="")
    assert "pages" not in {one.field for one in judge(query, record, identified=False).differences}


@pytest.mark.parametrize(
    ("ours", "fields"),
    [
        ("A method for certain problems of sorting", []),
        ("A method for certain linear problems of sorting", ["title"]),
    ],
)
def test_only_what_stands_in_a_title_is_denied_by_another(ours: str, fields: list[str]) -> None:
    record = RECORD._replace(title="A method for certain non-linear problems of sorting")
    assert [
        one.field for one in judge(QUERY._replace(title=ours), record, identified=False).differences
    ] == fields


def test_the_record_in_the_place_of_the_entry_is_shown() -> None:
    elsewhere = RECORD._replace(venue="Journal of Sorting Circles", volume="7", pages="1-9")
    replies = [
        JudgedReply(
            Reply("x", Answer.FOUND, (record,)), (judge(QUERY, record, identified=False),), authority=False
        )
        for record in (elsewhere, RECORD)
    ]
    shown = best_match(QUERY, replies)
    assert shown is not None
    assert shown.record == RECORD


BOOK = QUERY._replace(kind="book", authors=people("Imre Lund"), editors=people("John Worth, Elie Zahn"), venue="", publisher="Press", volume="", pages="")  # fmt: skip


@pytest.mark.parametrize(
    ("authors", "editors", "theirs", "their_editors", "fields"),
    [
        ("Imre Lund", "John Worth, Elie Zahn", "I. Lund, J. Worth, E. Zahn", "", []),
        ("Imre Lund", "John Worth, Elie Zahn", "J. Worth, E. Zahn", "", ["authors"]),
        ("Imre Lund, John Worth, Elie Zahn", "", "I. Lund", "J. Worth, E. Zahn", []),
        ("Imre Lund", "John Worth", "I. Lund, Cy Orr", "", ["authors"]),
        ("Imre Lund", "John Worth", "Cy Orr", "", ["authors"]),
        ("Imre Lund, Cy Orr", "", "I. Lund, B. Wu", "J. Worth", ["authors"]),
    ],
)  # fmt: skip
def test_an_editor_may_stand_among_the_authors(
    authors: str, editors: str, theirs: str, their_editors: str, fields: list[str]
) -> None:
    def listed(names: str) -> tuple[Person, ...]:
        return people(names) if names else ()

    query = BOOK._replace(authors=listed(authors), editors=listed(editors))
    record = RECORD._replace(kind="book", venue="Press", volume="", pages="", authors=listed(theirs), editors=listed(their_editors))  # fmt: skip
    assert [one.field for one in judge(query, record, identified=True).differences] == fields


@pytest.mark.parametrize("kind", ["incollection", "book"])
def test_the_editors_of_an_entry_and_a_record_are_read(kind: str) -> None:
    text = f"@{kind}{{k, author = {{Imre Lund}}, editor = {{Worth, John and Elie Zahn}}, title = {{T}}}}"
    [entry] = entries("r.bib", scan_bib(text), text)
    assert query_of(entry).editors == (Person("Worth", "John"), Person("Zahn", "Elie"))
    item = {"author": [{"family": "Lund"}], "editor": [{"family": "Worth", "given": "John"}], "type": "book"}
    record = csl_record(item, "x")
    assert (record.authors, record.editors) == ((Person("Lund"),), (Person("Worth", "John"),))


def test_the_letter_of_a_section_may_stand_with_the_volume() -> None:
    query = QUERY._replace(venue="Tides Lett.", volume="91B", pages="99--102")
    record = RECORD._replace(venue="Tides Letters B", volume="91", pages="99-102")
    assert not judge(query, record, identified=False).differences
    other = judge(query._replace(volume="117B", pages="175--178"), record, identified=False)
    assert [one.field for one in other.differences] == ["pages"]
