"""Documents of one folder that are versions of one text: only the one that is worked on has errors and warnings."""

import random

import pytest

from argcheck import api

WORDS = [
    "wind",
    "sand",
    "dune",
    "crest",
    "slope",
    "ripple",
    "grain",
    "field",
    "basin",
    "valley",
    "river",
    "coast",
    "storm",
    "survey",
    "sample",
    "model",
]


def prose(seed: int, sentences: int = 60) -> list[str]:
    """Return sentences that no other seed has, and no word twice."""
    drawn = random.Random(seed)
    return [f"The {' '.join(drawn.sample(WORDS, k=11))} {seed * 1000 + n}." for n in range(sentences)]


def article(sentences: list[str], extra: str = "") -> str:
    body = "\n\n".join(sentences)
    return f"\\documentclass{{article}}\n\\begin{{document}}\n{body}\n\n{extra}\n\\end{{document}}\n"


@pytest.fixture
def check(tmp_path, monkeypatch):
    def run(files, *paths):
        (tmp_path / ".git").mkdir(exist_ok=True)
        for name, text in files.items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(text)
        monkeypatch.chdir(tmp_path)
        return api.check(*(paths or ["."]), isolated=True)

    return run


def severities(report):
    return {(one.span.path, one.severity.label) for one in report.diagnostics if one.code == "REF001"}


TEXT = prose(1, 80)
LOST = r"As Section~\ref{sec:lost} says."


@pytest.mark.parametrize(
    ("living", "other"),
    [
        ("paper.tex", "paper_v1.tex"),
        ("full.tex", "prior.tex"),
        ("paper.tex", "comments/paper_ann.tex"),
    ],
)
def test_of_two_versions_the_longer_one_is_worked_on(check, living, other):
    report = check({living: article([*TEXT, *prose(2, 8)]), other: article(TEXT, LOST)})
    assert severities(report) == {(other, "note")}
    assert report.notices == (
        f"{other} is another version of {living}: its findings are notes; name the file that you work on to have it checked",
    )


@pytest.mark.parametrize(("living", "other"), [("paper_v10.tex", "paper_v9.tex"), ("b.tex", "a/z.tex")])
def test_of_versions_of_one_length_the_name_decides(check, living, other):
    report = check({living: article(TEXT, LOST), other: article(TEXT, LOST.replace("lost", "gone"))})
    assert severities(report) == {(living, "warning"), (other, "note")}


@pytest.mark.parametrize("other", ["paper_v1.tex", "paper-submitted.tex", "anonymous.tex"])
def test_of_versions_of_one_length_without_numbers_each_may_be_worked_on(check, other):
    report = check({"paper.tex": article(TEXT, LOST), other: article(TEXT, LOST.replace("lost", "gone"))})
    assert severities(report) == {("paper.tex", "warning"), (other, "warning")}
    assert report.notices == ()


@pytest.mark.parametrize(
    "mark",
    [
        " - Copy",
        " - Kopie (2)",
        " - コピー",
        " (3)",
        "(1)",
        " copy",
        " copia 2",
        "_copy",
        " (copy)",
        " (copy 1)",
    ],
)
def test_what_programs_call_a_copy_is_none_that_is_worked_on(check, mark):
    report = check({"paper.tex": article(TEXT, LOST), f"paper{mark}.tex": article(TEXT, LOST)})
    assert severities(report) == {("paper.tex", "warning")}
    assert "other version" in " ".join(report.notices)


@pytest.mark.parametrize("mark", [" - final", " 2", "-submitted", " (final)", " (2019)"])
def test_what_an_author_may_call_a_later_text_is_checked(check, mark):
    report = check({"paper.tex": article(TEXT), f"paper{mark}.tex": article(TEXT, LOST)})
    assert severities(report) == {(f"paper{mark}.tex", "warning")}


def test_a_copy_that_goes_on_longer_is_checked(check):
    report = check({"paper.tex": article(TEXT), "paper (2).tex": article([*TEXT, *prose(2, 1)], LOST)})
    assert severities(report) == {("paper (2).tex", "warning")}


def test_a_version_in_a_folder_below_may_be_longer(check):
    report = check({"paper.tex": article(TEXT), "notes/long.tex": article([*TEXT, *prose(2, 15)], LOST)})
    assert severities(report) == {("notes/long.tex", "note")}


@pytest.mark.parametrize(
    ("other", "later"),
    [
        ("paper.tex", "revision/paper.tex"),
        ("paper.tex", "submissions/journal/main.tex"),
        ("paper.tex", "paper2.tex"),
        ("major/paper.tex", "major2/paper.tex"),
        ("paper_v2.tex", "paper_v3.tex"),
        ("paper.tex", "paper_final.tex"),
    ],
)
def test_what_may_be_the_later_version_is_checked_however_short_or_deep(check, other, later):
    report = check({other: article([*TEXT, *prose(2, 8)]), later: article(TEXT, LOST)})
    assert severities(report) == {(later, "warning")}
    assert not report.notices


def test_folders_beside_each_other_have_versions_of_one_name_only(check):
    long = article([*TEXT, *prose(2, 15)])
    assert severities(check({"one/paper.tex": long, "two/web.tex": article(TEXT, LOST)})) == {
        ("two/web.tex", "warning")
    }
    assert severities(
        check({"one/paper.tex": long, "two/web.tex": "", "two/paper.tex": article(TEXT, LOST)})
    ) == {("two/paper.tex", "note")}


def test_what_all_versions_have_is_said_of_the_one_that_is_worked_on(check):
    report = check({"z.tex": article(TEXT, LOST), "a.tex": article([*TEXT, *prose(2, 8)], LOST)})
    assert severities(report) == {("a.tex", "warning")}


def test_what_only_another_version_has_in_a_bibliography_names_it(check):
    entry = "@book{%s, title={The grain of the dune}, author={Ann Lee}, year=2001, publisher={P}}\n"
    loads = "\\bibliographystyle{plain}\\bibliography{refs}"
    files = {
        "paper.tex": article(TEXT, f"\\cite{{a}} \\cite{{b}} {loads}"),
        "paper_v1.tex": article(TEXT[:-20], f"\\cite{{a}} {loads}"),
        "refs.bib": entry % "a" + entry % "b",
    }
    said = sorted(one.message.rpartition("; ")[2] for one in check(files).diagnostics if one.code == "CIT007")
    assert said == ["both are cited", "only 'a' is cited (in paper_v1.tex)"]


def test_a_version_that_is_named_is_checked_as_any_document(check):
    files = {"paper.tex": article([*TEXT, *prose(2, 8)]), "paper_v1.tex": article(TEXT, LOST)}
    assert severities(check(files, "paper_v1.tex")) == {("paper_v1.tex", "warning")}
    assert severities(check(files, ".", "paper_v1.tex")) == {("paper_v1.tex", "warning")}


def test_a_revision_of_which_a_third_is_left_is_a_version_still(check):
    revised = article([*TEXT[:32], *prose(2, 53)])
    assert severities(check({"new.tex": revised, "early.tex": article(TEXT, LOST)})) == {
        ("early.tex", "note")
    }


@pytest.mark.parametrize(
    "other",
    [
        article(prose(3, 80), LOST),
        article([*TEXT[:16], *prose(3, 64)], LOST),
        article(TEXT[:30], LOST),
        article([], LOST),
    ],
    ids=["another text", "a few passages", "a summary", "hardly a text"],
)
def test_other_documents_are_no_versions(check, other):
    report = check({"paper.tex": article(TEXT), "other.tex": other})
    assert severities(report) == {("other.tex", "warning")}
    assert not report.notices


def test_two_documents_that_read_the_same_chapters_are_no_versions(check):
    screen = "\\documentclass{book}\n\\begin{document}\n\\input{text}\nOn a screen. %s\n\\end{document}\n"
    report = check(
        {"text.tex": "\n\n".join(TEXT), "print.tex": screen % "", "screen.tex": screen % LOST},
    )
    assert severities(report) == {("screen.tex", "warning")}


LABELS = "".join(rf"\label{{sec:{n}}}" for n in range(4))
WHOLE = article([*TEXT[:60], *prose(2, 120)], LABELS)


def test_chapters_of_one_book_that_stand_for_each_other_are_no_versions(check):
    text = article(TEXT, "The end").replace("{article}", "[../book]{subfiles}")
    files = {"one/sound.tex": text, "other/sound.tex": text.replace("The end", "TODO: prove it.")}
    report = check({"book.tex": r"\documentclass{book}\usepackage{subfiles}", **files})
    assert [(d.span.path, d.severity.label) for d in report.diagnostics if d.code == "TEX008"] == [
        ("other/sound.tex", "warning")
    ]
    assert not report.notices


def test_a_draft_that_went_into_a_longer_document_has_notes(check):
    report = check({"thesis.tex": WHOLE, "early/draft.tex": article(TEXT, LABELS + LOST)})
    assert severities(report) == {("early/draft.tex", "note")}
    assert report.notices == (
        "early/draft.tex is a draft that went into thesis.tex: its findings are notes; name the file that you work on to have it checked",
    )
    report = check({}, "early/draft.tex")
    assert severities(report) == {("early/draft.tex", "warning")}


def test_a_version_of_a_draft_is_a_draft(check):
    report = check(
        {
            "thesis.tex": WHOLE,
            "draft_v2.tex": article(TEXT, LABELS),
            "draft_v1.tex": article([*TEXT[:40], *prose(7, 35)], LOST),
        }
    )
    (line,) = report.notices
    assert line.startswith("draft_v1.tex and draft_v2.tex are drafts that went into thesis.tex")


@pytest.mark.parametrize(
    ("name", "other", "whole"),
    [
        ("paper.tex", article(TEXT, LABELS + LOST).replace("{article}", "{amsart}"), WHOLE),
        (
            "talk.tex",
            article(TEXT, LABELS + LOST).replace("{article}", "{beamer}"),
            WHOLE.replace("{article}", "{beamer}"),
        ),
        ("response-letter.tex", article(TEXT, LABELS + LOST), WHOLE),
        ("paper.tex", article(TEXT, LOST), WHOLE),
        ("paper.tex", article([*TEXT[:20], *prose(3, 60)], LABELS + LOST), WHOLE),
        ("main.tex", article(TEXT, LABELS + LOST), article([*TEXT, *prose(2, 120)], LABELS)),
    ],
    ids=[
        "a paper of another class",
        "a talk",
        "a letter",
        "no label in common",
        "a few passages",
        "put together with a supplement",
    ],
)
def test_a_text_beside_a_longer_one_is_no_draft(check, name, other, whole):
    report = check({"whole.tex": whole, name: other})
    assert severities(report) == {(name, "warning")}
    assert not report.notices


THESIS = r"\chapter{A}" + LABELS


def test_a_proposal_beside_what_was_proposed_has_notes(check):
    files = {"proposal/main.tex": article(prose(3), LOST), "thesis.tex": article(prose(1, 200), THESIS)}
    report = check(files)
    assert severities(report) == {("proposal/main.tex", "note")}
    assert "is a proposal beside thesis.tex" in report.notices[0]
    assert severities(check({}, "proposal")) == {("proposal/main.tex", "warning")}


def test_a_thesis_whose_filler_is_commented_out_is_written(check):
    thesis = article(prose(1, 200), THESIS + "\n%%\\lipsum[1-4]\n% Lorem ipsum dolor\n")
    report = check({"proposal/main.tex": article(prose(3), LOST), "thesis.tex": thesis})
    assert severities(report) == {("proposal/main.tex", "note")}


def test_a_proposal_beside_a_thesis_in_two_forms_and_its_summary_has_notes(check):
    chapters = {"a.tex": r"\section{A}" + " ".join(prose(1, 200)), "b.tex": LABELS}
    thesis = article([], r"\chapter{A}\input{a}\input{b}")
    others = {"thesis.tex": thesis, "oldformat.tex": thesis + " ", "summary.tex": article(prose(4, 60))}
    report = check({"proposal/main.tex": article(prose(3), LOST), **others, **chapters})
    assert severities(report) == {("proposal/main.tex", "note")}


@pytest.mark.parametrize(
    "others",
    [
        {},
        {"thesis.tex": article(prose(1, 70), THESIS)},
        {"paper.tex": article(prose(1, 200), LABELS)},
        {"slides.tex": article(prose(1, 200), THESIS).replace("{article}", "{beamer}")},
        {"thesis.tex": article(prose(1, 200), THESIS + r"\lipsum")},
        {"first.tex": article(prose(1, 200), THESIS), "second.tex": article(prose(2, 200), THESIS)},
    ],
    ids=[
        "alone",
        "beside a thesis that is begun",
        "beside a paper",
        "beside slides",
        "beside a template",
        "beside two papers",
    ],
)
def test_a_proposal_that_may_be_worked_on_is_checked(check, others):
    report = check({"proposal/main.tex": article(prose(3), LOST), **others})
    assert severities(report) == {("proposal/main.tex", "warning")}
    assert not report.notices


def test_several_versions_are_one_line(check):
    files = {f"v{n}.tex": article(TEXT[: 70 + n]) for n in range(6)}
    (line,) = check(files).notices
    assert line.startswith(
        "v0.tex, v1.tex, v2.tex and 2 more are other versions of v5.tex: their findings are notes"
    )


def test_what_latexdiff_wrote_is_never_the_version_that_is_worked_on(check):
    marked = [f"\\DIFaddbegin \\DIFadd{{{sentence}}}\\DIFaddend" for sentence in prose(2, 8)]
    report = check(
        {
            "paper.tex": article(TEXT, LOST),
            "src/a.tex": article(TEXT),
            "marked.tex": article([*TEXT, *marked]),
        }
    )
    assert severities(report) == {("paper.tex", "warning")}
    assert all("of paper.tex" in line for line in report.notices)


def test_a_comment_on_latexdiff_makes_no_document_one_that_it_wrote(check):
    longer = article([*TEXT, *prose(2, 8)], "% \\DIFadd{is not used here}")
    assert severities(check({"paper.tex": longer, "prior.tex": article(TEXT, LOST)})) == {
        ("prior.tex", "note")
    }
