"""Documents that others wrote and that lie beside that of the author: a thesis kept for reading, the sample of a template."""

import pytest
from test_versions import LOST, article, prose, severities

from argcheck import api

MINE, THEIRS = prose(31, 60), prose(32, 50)
KEYS = r"\cite{" + ",".join(f"mine{n}" for n in range(4)) + "}"


def by(author: str, text: list[str] = MINE, extra: str = LOST) -> str:
    return article(text, extra).replace("\\begin{document}", f"{author}\n\\begin{{document}}")


ANNA, BERT = r"\author{Anna Ahlberg\\ University of Umeå}", r"\author[a]{Bert \textsc{Brandt}}"


@pytest.fixture
def check(tmp_path, monkeypatch):
    (tmp_path / ".git").mkdir()

    def run(files, path="."):
        for name, text in files.items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(text, "utf-8")
        monkeypatch.chdir(tmp_path)
        return api.check(path, isolated=True)

    return run


@pytest.mark.parametrize(
    ("place", "mine"),
    [
        ("references/brandt/thesis.tex", ANNA),
        ("literatur/thesis.tex", ANNA),
        ("BertBrandt/thesis.tex", ANNA),
        ("brandt/main.tex", ANNA.replace("Anna", "Anna \\and Carla")),
        ("references/thesis.tex", ""),  # no author is named, and the text does not know theirs
    ],
)
def test_what_others_wrote_and_is_kept_for_reading_has_notes(check, place, mine):
    report = check({"main.tex": by(mine), place: by(BERT, THEIRS, LOST.replace("lost", "gone"))})
    assert severities(report) == {("main.tex", "warning"), (place, "note")}
    assert report.notices == (
        f"{place} is by others than main.tex: its findings are notes; name the file that you work on to have it checked",
    )
    assert severities(check({}, place)) == {(place, "warning")}


@pytest.mark.parametrize(
    ("place", "mine", "theirs"),
    [
        ("references/thesis.tex", ANNA, ANNA),
        ("references/thesis.tex", ANNA, r"\author{A. Ahlberg and B. Brandt}"),
        ("references/thesis.tex", ANNA, ""),
        ("references/thesis.tex", "% after a remark of Brandt", BERT),
        ("lectures/main.tex", ANNA, BERT),  # of a course
        ("second-paper/main.tex", ANNA, BERT),  # of a group that writes several
        ("references.tex", ANNA, BERT),
        ("brandt.tex", ANNA, BERT),
    ],
)
def test_what_may_be_of_the_author_is_checked(check, place, mine, theirs):
    report = check({"main.tex": by(mine), place: by(theirs, THEIRS)})
    assert severities(report) == {("main.tex", "warning"), (place, "warning")}
    assert not report.notices


def test_folders_of_several_people_beside_each_other_are_all_worked_on(check):
    files = {"anna/main.tex": by(ANNA), "brandt/main.tex": by(BERT, THEIRS)}
    assert severities(check(files)) == {(name, "warning") for name in files}


def test_what_the_only_documents_for_reading_are_is_checked(check):
    files = {"references/one.tex": by(ANNA), "references/other.tex": by(BERT, THEIRS)}
    assert severities(check(files)) == {(name, "warning") for name in files}


OTHERS = r"\cite{Alpher02} " + LOST
SAMPLE = r"\author{First Q. Author\footnote{Contact author, me@example.org}\\ Institution1 \and Second Author\\ Institution2}"


def test_the_sample_of_a_template_has_notes(check):
    report = check({"paper.tex": by(ANNA, MINE, KEYS + LOST), "egpaper.tex": by(SAMPLE, THEIRS, OTHERS)})
    assert severities(report) == {("paper.tex", "warning"), ("egpaper.tex", "note")}
    assert report.notices == (
        "egpaper.tex is a sample beside paper.tex: its findings are notes; name the file that you work on to have it checked",
    )


def test_a_chapter_that_is_tried_in_a_document_of_nobody_is_checked(check):
    chapter = "\n\n".join(THEIRS) + "\n\nTODO: say more.\n\n\\cite{lee19}"
    files = {
        "paper.tex": by(ANNA),
        "tester.tex": by(SAMPLE, [r"\input{chapter}"], ""),
        "chapter.tex": chapter,
    }
    report = check(files)
    assert [d.severity.label for d in report.diagnostics if d.code == "TEX008"] == ["warning"]
    assert not report.notices


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        (by(ANNA, MINE, KEYS + LOST), by(SAMPLE, THEIRS, r"\cite{mine2} " + LOST)),  # written in a sample
        (by(ANNA), by(SAMPLE, THEIRS)),  # a supplement that cites nothing
        (by(ANNA), by(SAMPLE, prose(33, 90), OTHERS)),
        (by(""), by(SAMPLE, THEIRS, OTHERS)),
        (by(ANNA), by(r"\author{Anonymous Author(s)}", THEIRS, OTHERS)),
        (by(ANNA), by("% " + SAMPLE, THEIRS, OTHERS)),
    ],
)
def test_what_was_written_into_a_sample_is_checked(check, mine, theirs):
    report = check({"paper.tex": mine, "egpaper.tex": theirs})
    assert severities(report) == {("paper.tex", "warning"), ("egpaper.tex", "warning")}
