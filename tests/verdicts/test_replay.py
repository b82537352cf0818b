"""Verdicts are found again by work and sentence, whatever was renamed, moved or changed since."""

from __future__ import annotations

from typing import Any

import pytest

from argcheck.bib.load import entries
from argcheck.bib.scan import scan_bib
from argcheck.verdicts.file import PATH, VerdictFile
from argcheck.verdicts.identity import entry_hash, sentence_hash
from argcheck.verdicts.replay import coverage

BIB_RENAMED = """\
@article{wak98, doi = {https://doi.org/10.1016/s0140-6736(97)11096-0}, year = 1998,
  journal = "The {Lancet}", title = {Ileal-Lymphoid-Nodular  Hyperplasia},
  author = {Wakefield, A. J. and Murch, S. H.}, note = {read it}}
@book{texbook, author = {Donald E. Knuth}, title = {The \\TeX book}, publisher = {Addison}, year = {1984}}
"""
WAKEFIELD, KNUTH = "wakefield1998", "knuth1984"


def found(paper: Any, key: str, number: int = 0) -> tuple[list[str], list[bool]]:
    """Look the verdicts on the n-th citation of ``key`` up: what they say, and whether each is stale."""
    replay = paper.replay()
    mention = [one for one in replay.cited if one.key == key][number]
    verdicts = replay.mentions(mention.citation)
    return [one.verdict for one in verdicts], [replay.stale(one, mention) for one in verdicts]


def test_without_a_file_there_is_nothing_and_it_is_false(paper: Any) -> None:
    replay = paper.replay()
    assert not replay
    assert replay.judged == ()
    assert replay.mentions(replay.cited[0]) == ()


def test_a_renamed_entry_keeps_its_verdicts(paper: Any) -> None:
    paper.verdicts(
        paper.judged(WAKEFIELD), paper.judged(KNUTH), paper.mention(WAKEFIELD), paper.mention(KNUTH)
    )
    text = "One sentence stands before. Children fell ill afterwards~\\cite{wak98}. Another one follows."
    paper.write(f"{text}\n\nType is set in boxes~\\cite[p.~3]{{texbook}}.\n", BIB_RENAMED)
    replay = paper.replay()
    assert [(entry.key, verdict.cited_as) for entry, verdict in replay.judged] == [
        ("wak98", WAKEFIELD),
        ("texbook", KNUTH),
    ]
    assert not replay.stale(replay.judged[0][1], replay.judged[0][0])
    assert found(paper, "wak98") == (["supported"], [False])


def test_entries_that_differ_by_the_macro_of_a_journal_are_two() -> None:
    written = (f"@article{{k, title={{Orbits}}, journal={{\\{macro}}}}}" for macro in ("aj", "mnras", "aj"))
    first, other, again = (entry_hash(entries("r.bib", scan_bib(text), text)[0]) for text in written)
    assert first == again != other


def test_the_only_citation_of_a_sentence_reads_alike_for_every_key() -> None:
    alone = sentence_hash("Children fell ill [a].", {"a"})
    assert sentence_hash("Children fell ill [a].", {"a"}, "a") == alone
    assert sentence_hash("Children fell ill [a, b].", {"a", "b"}, "b") == alone


def test_what_the_file_nearest_to_the_document_says_of_a_judgement_goes_before(paper: Any) -> None:
    verdict = paper.judged(KNUTH)
    main = (paper.folder / "main.tex").read_text()
    (paper.folder / "main.tex").unlink()
    for folder, checked in (("", "2026-06-01"), ("thesis/", "2026-05-01")):
        file = paper.folder / f"{folder}{PATH}"
        file.parent.mkdir(parents=True)
        file.write_text(VerdictFile(PATH).with_([verdict._replace(checked=checked)]).dump(), "utf-8")
    for name, text in (("main.tex", main), ("refs.bib", (paper.folder / "refs.bib").read_text())):
        (paper.folder / "thesis" / name).write_text(text, "utf-8")
    assert [one.checked for one in paper.replay().all] == ["2026-05-01"]


def test_a_work_under_two_keys_is_counted_once(paper: Any) -> None:
    book = "@book{KEY, title = {The TeX Book}, author = {Knuth, Donald E.}, year = 1984}\n"
    bib = book.replace("KEY", KNUTH) + book.replace("KEY", "texbook")
    paper.write(f"Type is set in boxes~\\cite{{{KNUTH}}}, they say~\\cite{{texbook}}.", bib)
    paper.verdicts(paper.judged(KNUTH))
    replay = paper.replay()
    assert [one.key for one in replay.used] == [KNUTH, "texbook"]
    counted = coverage(replay)
    assert (counted.cited, counted.checked, counted.missing) == (1, 1, ())


def test_two_citations_that_change_places_keep_no_verdict(paper: Any) -> None:
    text = f"Children fell ill~\\cite{{{WAKEFIELD}}}, but type is set in boxes~\\cite{{{KNUTH}}}."
    paper.write(text)
    paper.verdicts(paper.mention(WAKEFIELD), paper.mention(KNUTH, "miscited"))
    assert found(paper, WAKEFIELD) == (["supported"], [False])
    assert found(paper, KNUTH) == (["miscited"], [False])
    swapped = text.replace(WAKEFIELD, "*").replace(KNUTH, WAKEFIELD).replace("*", KNUTH)
    paper.write(swapped)
    assert found(paper, WAKEFIELD) == found(paper, KNUTH) == ([], [])
    paper.write(text.replace(KNUTH, "texbook"), BIB_RENAMED.replace("wak98", WAKEFIELD))
    assert found(paper, WAKEFIELD) == (["supported"], [False])
    assert found(paper, "texbook") == (["miscited"], [False])


@pytest.mark.parametrize(
    ("field", "stale"),
    [
        ("journal = {The Lancet}, year = {1999},", True),
        ("journal = {Lancet}, year = {1998},", True),
        ("journal = {The Lancet}, year = {1998}, pages = {637},", True),
        ("note = {read}, year = 1998, journal = {The LANCET},", False),
    ],
)
def test_a_changed_entry_makes_its_verdict_stale(paper: Any, field: str, stale: bool) -> None:
    paper.verdicts(paper.judged(WAKEFIELD), paper.mention(WAKEFIELD))
    bib = (paper.folder / "refs.bib").read_text()
    paper.write(bib=bib.replace("  journal = {The Lancet}, year = {1998},", field))
    replay = paper.replay()
    ((entry, verdict),) = replay.judged
    assert replay.stale(verdict, entry) is stale
    assert found(paper, WAKEFIELD) == (["supported"], [stale])


def test_an_entry_that_was_given_its_doi_keeps_its_verdict(paper: Any) -> None:
    paper.verdicts(paper.judged(KNUTH))
    bib = (paper.folder / "refs.bib").read_text()
    paper.write(bib=bib.replace("publisher", "doi = {10.1/tex}, publisher"))
    assert [entry.key for entry, _ in paper.replay().judged] == [KNUTH]


def test_of_several_verdicts_the_one_on_these_very_fields_is_used(paper: Any) -> None:
    here = paper.judged(WAKEFIELD, checked="2026-01-01")
    other = here._replace(key="v1:other", entry="e1:other", checked="2026-09-01")
    paper.verdicts(here, other)
    assert paper.replay().judged[0][1] == here


@pytest.mark.parametrize(
    ("text", "verdicts"),
    [
        ("One sentence stands before. Children  fell\nill afterwards\\cite{wakefield1998}. Another one follows.", [False]),
        ("One sentence stands before. Children fell ill afterwards~\\cite{knuth1984,wakefield1998}. Another one follows.", [False]),
        ("Quite another one. Children fell ill afterwards~\\cite{wakefield1998}. Another one follows.", [True]),
        ("One sentence stands before. Children fell ill long afterwards~\\cite{wakefield1998}. Another one follows.", []),
        ("One sentence stands before. Children fell ill afterwards~\\cite{knuth1984}. No \\cite{wakefield1998} here.", []),
    ],
    ids=["wrapped", "cited with another", "neighbour edited", "edited", "another sentence"],
)  # fmt: skip
def test_an_edited_sentence_has_no_verdict_and_an_edited_neighbour_makes_it_stale(
    paper: Any, text: str, verdicts: list[bool]
) -> None:
    paper.verdicts(paper.mention(WAKEFIELD))
    paper.write(text)
    assert found(paper, WAKEFIELD) == (["supported"] * len(verdicts), verdicts)


def test_a_paragraph_that_moves_to_another_file_keeps_its_verdicts(paper: Any) -> None:
    paper.verdicts(paper.mention(WAKEFIELD))
    moved = "One sentence stands before. Children fell ill afterwards~\\cite{wakefield1998}. Another one follows.\n"
    paper.write("New words. \\input{parts/two}", **{"parts/two.tex": moved})
    assert found(paper, WAKEFIELD) == (["supported"], [False])


def test_a_repeated_sentence_has_the_verdict_made_at_its_place(paper: Any) -> None:
    twice = "First words. It is so~\\cite{wakefield1998}. \n\nOther words. It is so~\\cite{wakefield1998}.\n"
    paper.write(twice)
    paper.verdicts(paper.mention(WAKEFIELD), paper.mention(WAKEFIELD, "miscited", 1))
    assert found(paper, WAKEFIELD) == (["supported", "miscited"], [False, True])
    assert found(paper, WAKEFIELD, 1) == (["miscited", "supported"], [False, True])
    assert paper.replay().disagreements == ()


def test_one_verdict_serves_a_repeated_sentence_and_is_stale_at_the_other_place(paper: Any) -> None:
    paper.write(
        "First words. It is so~\\cite{wakefield1998}. \n\nOther words. It is so~\\cite{wakefield1998}.\n"
    )
    paper.verdicts(paper.mention(WAKEFIELD))
    assert found(paper, WAKEFIELD, 1) == (["supported"], [True])


def test_verdicts_of_the_folder_and_of_the_project_are_both_read(paper: Any) -> None:
    paper.verdicts(paper.judged(WAKEFIELD))
    line = (paper.folder / ".argcheck/verdicts.jsonl").read_text()
    paper.verdicts(paper.judged(KNUTH))
    main = (paper.folder / "main.tex").read_text()
    for name in ("main.tex", "refs.bib"):
        (paper.folder / name).rename(paper.folder / f"old-{name}.txt")
    (paper.folder / "argcheck.toml").write_text("")
    bib = (paper.folder / "old-refs.bib.txt").read_text()
    for name, text in {"main.tex": main, "refs.bib": bib, ".argcheck/verdicts.jsonl": line}.items():
        (paper.folder / "thesis" / name).parent.mkdir(parents=True, exist_ok=True)
        (paper.folder / "thesis" / name).write_text(text)
    (paper.folder / ".git").mkdir()
    assert [entry.key for entry, _ in paper.replay().judged] == [WAKEFIELD, KNUTH]


def notices(*statuses: str) -> tuple[Any, ...]:
    from argcheck.sources.model import Notice

    return tuple(Notice(status) for status in statuses)


@pytest.mark.parametrize(
    ("first", "second", "disagree"),
    [
        (("ghost", "2026-01-01", ()), ("accessible", "2026-02-01", ()), True),
        (("accessible", "2026-01-01", ()), ("inaccessible", "2026-02-01", ()), False),
        (("unknown", "2026-02-01", ()), ("ghost", "2026-01-01", ()), False),
        (("accessible", "2026-01-01", ()), ("accessible", "2026-02-01", ("retracted",)), False),
        (("accessible", "2026-01-01", ("retracted",)), ("accessible", "2026-02-01", ()), True),
        (("accessible", "2026-01-01", ("retracted",)), ("inaccessible", "2026-01-01", ()), True),
        (("mismatch", "2026-01-01", ()), ("mismatch", "2026-02-01", ()), False),
    ],
)
def test_two_verdicts_that_cannot_both_be_right(paper: Any, first: Any, second: Any, disagree: bool) -> None:
    made = [
        paper.judged(WAKEFIELD, outcome, checked=date, notices=notices(*said), judge={"name": name})
        for name, (outcome, date, said) in zip("ab", (first, second), strict=True)
    ]
    paper.verdicts(*made)
    assert bool(paper.replay().disagreements) is disagree


def test_nobody_disagrees_about_a_work_that_is_not_cited(paper: Any) -> None:
    made = [paper.judged(KNUTH, one, judge={"name": one}) for one in ("ghost", "accessible")]
    paper.verdicts(*made)
    assert len(paper.replay().disagreements) == 1
    paper.write("Nothing but \\cite{wakefield1998}.")
    assert paper.replay().disagreements == ()
