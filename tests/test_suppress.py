"""Suppressions: what they cover, what is wrong with them, and fixes that print the same document."""

from __future__ import annotations

import itertools
import re

import pytest

from argcheck import api
from argcheck.files.diagnostic import Diagnostic, Severity, Span
from argcheck.files.source import SourceFile
from argcheck.lint.suppress import IGNORE_VERBS, Suppressions
from argcheck.tex.directives import VERBS
from argcheck.tex.model import Directive

KNOWN = {
    "CIT001": "undefined-citation",
    "CIT002": "key-case",
    "REF001": "undefined-reference",
    "SUP001": "unused-suppression",
}
_COMMENT = re.compile(r"%\s*argcheck:(.*)|@comment\{\s*argcheck:(.*?)\}")


def directives(path: str, text: str) -> list[Directive]:
    """Find directives as a reader of LaTeX or BibTeX would, for texts without traps."""
    found = []
    for match in _COMMENT.finditer(text):
        line = text.rfind("\n", 0, match.start()) + 1
        rest = re.compile(r"(?:\s|%.*)*").match(text, match.end())
        body = match[1] if match[1] is not None else match[2]
        span = Span(path, match.start(), match.end())
        found.append(
            Directive(body, span, not text[line : match.start()].strip(), rest.end(), path.endswith(".bib"))
        )
    return found


def parse(text: str, path: str = "main.tex") -> Suppressions:
    return Suppressions(directives(path, text), {path: SourceFile(path, text, "")}, KNOWN)


def finding(text: str, at: str, code: str = "CIT001", path: str = "main.tex") -> Diagnostic:
    start = text.index(at)
    return Diagnostic(code, KNOWN[code], Severity.ERROR, Span(path, start, start + len(at)), "wrong")


def covered(text: str, at: str, code: str = "CIT001", path: str = "main.tex") -> bool:
    return parse(text, path).matches(finding(text, at, code, path))


def fixed(text: str, path: str = "main.tex", ran: tuple[str, ...] = tuple(KNOWN.values())) -> str:
    """Apply every fix of what is unused."""
    suppressions = parse(text, path)
    suppressions.judge(ran)
    edits = [edit for problem in suppressions.unused for edit in problem.fix.edits]
    edits += [edit for problem in suppressions.unclosed if problem.fix for edit in problem.fix.edits]
    spans = sorted((edit.span.start, edit.span.end) for edit in edits)
    assert all(first[1] <= second[0] for first, second in itertools.pairwise(spans))
    for edit in sorted(edits, key=lambda edit: edit.span, reverse=True):
        text = text[: edit.span.start] + edit.replacement + text[edit.span.end :]
    return text


@pytest.mark.parametrize("selector", ["CIT001", "undefined-citation", "CIT", "key-case, CIT001", "CIT0"])
def test_same_line(selector: str) -> None:
    assert covered(f"\\cite{{a}} % argcheck: ignore[{selector}] as printed\n", "a}")


@pytest.mark.parametrize("selector", ["CIT002", "undefined", "C", "cit001", "REF", ""])
def test_other_selectors_do_not_cover(selector: str) -> None:
    assert not covered(f"\\cite{{a}} % argcheck: ignore[{selector}]\n", "a}")


def test_same_line_only() -> None:
    text = "\\cite{a} % argcheck: ignore[CIT001]\n\\cite{b}\n"
    assert covered(text, "a}")
    assert not covered(text, "b}")


def test_own_line_covers_the_next_line_with_text() -> None:
    text = "x\n% argcheck: ignore[CIT001]\n% another comment\n\n  \\cite{a}\n\\cite{b}\n"
    assert covered(text, "a}")
    assert not covered(text, "b}")
    assert not covered(text, "x")


def test_a_region() -> None:
    text = "\\cite{a}\n% argcheck: ignore-begin[CIT]\n\\cite{b}\n% argcheck: ignore-end\n\\cite{c}\n"
    assert [covered(text, key) for key in ("a}", "b}", "c}")] == [False, True, False]


def test_regions_nest_and_close_by_name() -> None:
    text = (
        "% argcheck: ignore-begin[CIT]\n% argcheck: ignore-begin[REF]\n"
        "A\n% argcheck: ignore-end[CIT]\nB\n% argcheck: ignore-end\nC\n"
    )
    assert [covered(text, at) for at in ("A\n", "B\n", "C\n")] == [True, False, False]
    assert [covered(text, at, "REF001") for at in ("A\n", "B\n", "C\n")] == [True, True, False]


def test_a_file() -> None:
    assert covered("\\cite{a}\n% argcheck: ignore-file[undefined-citation]\n", "a}")


def test_a_region_that_is_never_closed() -> None:
    text = "% argcheck: ignore-begin[CIT]\n\\cite{a}\n"
    (problem,) = parse(text).unclosed
    assert text[problem.span.start : problem.span.end] == "CIT"
    assert problem.message == "ignore-begin is never ended; it holds to the end of the file"
    assert covered(text, "a}")


def test_a_stray_end() -> None:
    text = "a\n% argcheck: ignore-end\nb\n"
    (problem,) = parse(text).unclosed
    assert text[problem.span.start : problem.span.end] == "ignore-end"
    assert fixed(text) == "a\nb\n"


@pytest.mark.parametrize("comment", ["% argcheck: ignore[CIT001]", "@comment{argcheck: ignore[CIT001]}"])
def test_bib_covers_the_whole_next_entry(comment: str) -> None:
    text = f"@book{{a, title={{A}}}}\n{comment}\n@book{{b,\n  title = {{B {{x}}}},\n  year = 1\n}}\n@book{{c, title={{C}}}}\n"
    assert [covered(text, at, path="r.bib") for at in ("{a", "{b", "year", "{c")] == [
        False,
        True,
        True,
        False,
    ]


@pytest.mark.parametrize("indent", ["", "  ", "\t"])
def test_bib_entry_that_is_never_closed_ends_at_the_next(indent: str) -> None:
    text = f"% argcheck: ignore[CIT001]\n@book{{b, title = {{B,\n\n{indent}@book{{c, title={{C}}}}\n"
    assert [covered(text, at, path="r.bib") for at in ("{b", "{c")] == [True, False]


@pytest.mark.parametrize("indent", ["", "  "])
def test_bib_entry_in_round_brackets(indent: str) -> None:
    text = f"% argcheck: ignore[CIT001]\n@book(b, title = {{B}},\n year = {{1}})\n{indent}@book{{c, title={{C}}}}\n"
    assert [covered(text, at, path="r.bib") for at in ("year", "{c")] == [True, False]


# --- unused ---


def test_unused_is_judged_by_what_ran() -> None:
    text = "a % argcheck: ignore[CIT001]\n"
    suppressions = parse(text)
    assert suppressions.unused == []
    suppressions.judge(["undefined-reference"])
    assert suppressions.unused == []
    suppressions.judge(["undefined-citation"])
    (problem,) = suppressions.unused
    assert text[problem.span.start : problem.span.end] == "CIT001"


def test_a_family_with_a_rule_that_could_not_speak_is_not_unused() -> None:
    suppressions = parse("a % argcheck: ignore[CIT]\n")
    suppressions.judge(["key-case"], doubtful=["undefined-citation"])
    assert suppressions.unused == []


def test_a_suppression_of_unused_suppressions_is_not_unused() -> None:
    suppressions = parse("a % argcheck: ignore[unused-suppression]\n")
    suppressions.judge(KNOWN.values())
    assert suppressions.unused == []


def test_unused_only_if_no_document_needs_it() -> None:
    text = "\\cite{a} % argcheck: ignore[CIT001]\n"
    one, other = parse(text), parse(text)
    one.matches(finding(text, "a}"))
    for document in (one, other):
        document.judge(["undefined-citation"])
    assert other.unused
    Suppressions.merge([one, other])
    assert one.unused == other.unused == []


def test_not_unused_while_the_rule_is_held_back_in_another_document() -> None:
    text = "\\cite{a} % argcheck: ignore[CIT001]\n"
    one, other = parse(text), parse(text)
    one.judge(["undefined-citation"])
    other.judge([], doubtful=["undefined-citation"])
    assert one.unused
    Suppressions.merge([one, other])
    assert one.unused == other.unused == []


def test_only_the_unused_code_is_reported() -> None:
    text = "\\cite{a} % argcheck: ignore[CIT001, REF001] why\n"
    suppressions = parse(text)
    suppressions.matches(finding(text, "a}"))
    suppressions.judge(KNOWN.values())
    (problem,) = suppressions.unused
    assert text[problem.span.start : problem.span.end] == "REF001"
    assert problem.fix.safe


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("a\n% argcheck: ignore[CIT001] why\nb\n", "a\nb\n", id="own line"),
        pytest.param("a\n  % argcheck: ignore[CIT001]\nb\n", "a\nb\n", id="indented"),
        pytest.param("a\n% argcheck: ignore[CIT001]", "a\n", id="end of file"),
        pytest.param("alpha% argcheck: ignore[CIT001]\nbeta\n", "alpha%\nbeta\n", id="swallows the line end"),
        pytest.param("alpha % argcheck: ignore[CIT001]\nbeta\n", "alpha\nbeta\n", id="after a blank"),
        pytest.param(
            "alpha\\ % argcheck: ignore[CIT001]\nbeta\n", "alpha\\ \nbeta\n", id="after a control space"
        ),
        pytest.param(
            "% argcheck: ignore-begin[CIT]\na\n% argcheck: ignore-end\nb\n",
            "a\nb\n",
            id="both ends of a region",
        ),
    ],
)
def test_fix_removes_the_comment(before: str, after: str) -> None:
    assert fixed(before) == after


def test_fix_of_a_bib() -> None:
    text = "@comment{argcheck: ignore[CIT001]}\n@book{b, title = {B}}\n"
    assert fixed(text, "r.bib") == "@book{b, title = {B}}\n"


@pytest.mark.parametrize("used", range(1, 8))
def test_fixes_of_one_list_do_not_overlap(used: int) -> None:
    codes = ["CIT001", "CIT002", "REF001"]
    text = "x % argcheck: ignore[CIT001,  CIT002 ,REF001]\n"
    suppressions = parse(text)
    kept = [code for bit, code in enumerate(codes) if used >> bit & 1]
    suppressions.judge([KNOWN[code] for code in codes if code not in kept])
    edits = sorted((edit.span for problem in suppressions.unused for edit in problem.fix.edits), reverse=True)
    for span in edits:
        text = text[: span.start] + text[span.end :]
    inside = text[text.index("[") + 1 : text.index("]")]
    assert [part.strip() for part in inside.split(",")] == kept


# --- what is wrong ---


def test_unknown_rule() -> None:
    text = "a % argcheck: ignore[undefined-citatoin, CIT001]\n"
    (problem,) = parse(text).unknown_rules
    assert text[problem.span.start : problem.span.end] == "undefined-citatoin"
    assert problem.message == "no rule is called 'undefined-citatoin', so this silences nothing"
    assert problem.help == "did you mean 'undefined-citation'?"


@pytest.mark.parametrize("verb", sorted(VERBS))
def test_annotations_are_no_unknown_directives(verb: str) -> None:
    assert parse(f"% argcheck: {verb} id=cl:fast role=result\n").unknown_directives == []


def test_a_file_that_ends_before_the_verb() -> None:
    (problem,) = parse("Text. % argcheck:").unknown_directives
    assert (problem.span.start, problem.span.end) == (16, 17)


def test_unknown_verb() -> None:
    text = "a % argcheck: ingore[CIT001]\n"
    (problem,) = parse(text).unknown_directives
    assert text[problem.span.start : problem.span.end] == "ingore"
    assert (problem.message, problem.help) == ("'ingore' is no argcheck directive", "did you mean 'ignore'?")


@pytest.mark.parametrize(
    ("verb", "meant"), [("noqa", "ignore"), ("disable", "ignore"), ("ignore-start", "ignore-begin")]
)
def test_verbs_of_other_linters(verb: str, meant: str) -> None:
    (problem,) = parse(f"a % argcheck: {verb}[CIT001]\n").unknown_directives
    assert problem.help == f"did you mean '{meant}'?"


@pytest.mark.parametrize("text", ["ignore", "ignore[]", "ignore[CIT001", "ignore CIT001", "ignore-file"])
def test_an_ignore_without_rules(text: str) -> None:
    (problem,) = parse(f"a % argcheck: {text}\n").unknown_directives
    assert problem.help.startswith("write the rules in brackets")


@pytest.mark.parametrize("text", ["", " ", "[", "]", ": :", "[[]]"])
def test_nonsense_is_one_problem(text: str) -> None:
    assert len(parse(f"a % argcheck:{text}\n").unknown_directives) == 1


def test_case_of_the_verb_does_not_matter() -> None:
    assert all(not parse(f"% argcheck: {verb.title()}[CIT]\n").unknown_directives for verb in IGNORE_VERBS)


def test_a_comment_at_the_first_of_many_notes_silences_that_one_alone(tmp_path) -> None:
    notes = "\n\n".join(
        f"TODO: the {number} thing." for number in ("one", "two", "three", "four", "five", "six", "seven")
    )
    body = f"% argcheck: ignore[leftover] kept\n{notes}\n"
    (tmp_path / "main.tex").write_text(
        f"\\documentclass{{article}}\n\\begin{{document}}\n{body}\\end{{document}}\n"
    )
    report = api.check(tmp_path, isolated=True)
    (finding,) = report.diagnostics
    assert report.sources[finding.span.path].position(finding.span.start)[0] == 6
    assert (report.suppressed, len(finding.related)) == (1, 5)
