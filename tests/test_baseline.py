"""A project adopts its findings once; after that only new ones are shown."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from argcheck.api import check
from argcheck.errors import ConfigError, UsageError
from argcheck.files.diagnostic import Diagnostic, Related, Severity, Span
from argcheck.files.source import SourceFile
from argcheck.lint.baseline import AdoptedFinding, Baseline
from argcheck.settings.config import BASELINE

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

PAPER = "First \\cite{a} here.\n\nThen \\cite{b} there.\n\nFirst \\cite{a} here.\n"


def lint(text: str, path: str = "main.tex") -> tuple[list[Diagnostic], dict[str, SourceFile]]:
    found = [
        Diagnostic(
            "CIT001",
            "undefined-citation",
            Severity.ERROR,
            Span(path, match.start(1), match.end(1)),
            f"no entry '{match[1]}'",
        )
        for match in re.finditer(r"\\cite\{(\w+)\}", text)
    ]
    return found, {path: SourceFile(path, text, "")}


def test_adopting_hides_all_and_a_new_finding_shows() -> None:
    baseline = Baseline.create(*lint(PAPER))
    assert baseline.apply(*lint(PAPER)) == ((), 3, ())
    found, sources = lint(PAPER + "\nNew \\cite{c}.\n")
    assert baseline.apply(found, sources) == ((found[3],), 3, ())


def test_one_more_of_equal_findings_is_new() -> None:
    found, sources = lint(PAPER + "\nFirst \\cite{a} here.\n")
    assert Baseline.create(*lint(PAPER)).apply(found, sources) == ((found[3],), 3, ())


def test_an_edit_beside_a_finding_makes_it_not_new() -> None:
    baseline = Baseline.create(*lint(PAPER))
    edited = PAPER.replace("there", "over there, as before").replace("Then", "And then, at last,")
    assert baseline.apply(*lint(edited)) == ((), 3, ())
    refreshed = baseline.update(*lint(edited))
    assert refreshed == Baseline.create(*lint(edited)) != baseline


def test_an_entry_stands_for_no_more_findings_than_it_counts_and_for_none_of_another_file() -> None:
    baseline = Baseline.create(*lint("Then \\cite{b} there.\n"))
    found, sources = lint("And then \\cite{b} again.\n\nOnce more: \\cite{b}.\n")
    assert baseline.apply(found, sources) == ((found[1],), 1, ())
    found, sources = lint("And then \\cite{b} again.\n", "other.tex")
    here = lint("Nothing.\n")[1]
    assert baseline.apply(found, {**sources, **here}).new == tuple(found)


def test_an_edit_beside_a_finding_of_a_file_that_was_renamed_makes_it_not_new() -> None:
    baseline = Baseline.create(*lint(PAPER))
    edited = PAPER.replace("there", "over there, as before").replace("Then", "And then, at last,")
    found, sources = lint(edited, "renamed.tex")
    assert baseline.apply(found, sources) == ((), 3, ())
    assert baseline.update(found, sources) == Baseline.create(found, sources)
    more, sources = lint(edited + "\nMore of \\cite{b}.\n", "renamed.tex")
    assert baseline.apply(more, sources).new == (more[3],), "one for one"


def test_a_file_that_has_findings_of_its_own_in_the_baseline_is_no_renamed_one() -> None:
    old, old_sources = lint("Then \\cite{b} there.\n")
    other, other_sources = lint("Here \\cite{c} stands.\n", "other.tex")
    baseline = Baseline.create([*old, *other], {**old_sources, **other_sources})
    found, sources = lint("Here \\cite{c} stands.\n\nAnd then \\cite{b} again.\n", "other.tex")
    assert baseline.apply(found, sources).new == (found[1],)


def test_a_file_that_a_run_did_not_look_for_is_not_taken_for_a_renamed_one() -> None:
    baseline = Baseline.create(*lint("Then \\cite{b} there.\n"))
    found, sources = lint("And then \\cite{b} again.\n", "other.tex")
    assert baseline.apply(found, sources, lambda entry: entry.file != "main.tex").new == tuple(found)


def test_findings_that_are_grouped_by_now_stay_adopted() -> None:
    found, sources = lint(PAPER)
    first, *others = found
    related = tuple(Related(other.span, other.message) for other in others)
    fold = first._replace(message=f"{first.message}, nor have others", related=related)
    assert Baseline.create(found, sources).apply([fold], sources) == ((), 1, ())
    assert Baseline.create(found, sources).update([fold], sources) == Baseline.create([fold], sources)
    fewer = Baseline.create([first, others[0]], sources)
    assert fewer.apply([fold], sources).new == (fold,), "one of them is new"


def lint_references(folder: Path, names: str) -> tuple[tuple[Diagnostic, ...], Mapping[str, SourceFile]]:
    """Find references to labels that are not there, one of each name; six or more of one kind are told as one."""
    lines = "\n\n".join(f"As \\ref{{fig:{name}}} shows, case {place}." for place, name in enumerate(names))
    (folder / "main.tex").write_text(
        "\\documentclass{article}\n\\begin{document}\n\\section{A}\\label{sec:a}\n"
        f"See \\ref{{sec:a}}.\n\n{lines}\n\n\\end{{document}}\n",
        "utf-8",
    )
    report = check(folder, isolated=True, config={"select": ["undefined-reference"]})
    return report.diagnostics, report.sources


def names_of(diagnostics: Iterable[Diagnostic]) -> list[str]:
    told = (each.message for diagnostic in diagnostics for each in diagnostic.stands_for or [diagnostic])
    return [re.findall("fig:(.)'", message)[0] for message in told]


@pytest.mark.parametrize(
    ("now", "new"),
    [
        ("abcdefg", ""),
        ("abcdef", ""),  # told as one still
        ("bcdefg", ""),  # by another first one
        ("abcde", ""),  # one by one again
        ("cde", ""),
        ("abcdefgh", "h"),
        ("xabcdefgh", "xh"),
        ("xbcdefg", "x"),
        ("abcx", "x"),
        ("aabcd", "a"),
        ("tuvwxyzabcdefg", "tuvwxyz"),
    ],
)
def test_of_what_was_adopted_as_one_finding_each_stays_adopted(tmp_path: Path, now: str, new: str) -> None:
    found, sources = lint_references(tmp_path, "abcdefg")
    assert len(found) == 1
    file = tmp_path / BASELINE
    Baseline.create(found, sources).write(file)
    baseline = Baseline.load(file)
    found, sources = lint_references(tmp_path, now)
    applied = baseline.apply(found, sources)
    assert names_of(applied.new) == list(new)
    assert applied.stale == ()
    pruned = baseline.prune(found, sources)
    assert names_of(pruned.apply(found, sources).new) == list(new)
    left = [f"fig:{name}" for name in sorted(set(now) & set("abcdefg"))]
    assert [entry.members for entry in pruned.entries.values()] == [tuple(left)]
    assert len(applied.new) == (1 if len(new) > 5 else len(new)), "many that are new are told as one"
    kept = baseline.update(found, sources).apply(found, sources)
    assert (kept.new, kept.stale) == (applied.new, ())
    assert baseline.apply(*lint_references(tmp_path, "")).stale


def test_a_label_that_is_set_once_more_than_was_adopted_is_new(tmp_path: Path) -> None:
    def lint_labels(count: int) -> tuple[tuple[Diagnostic, ...], Mapping[str, SourceFile]]:
        lines = "\n\n".join(f"\\section{{Part {place}}}\\label{{sec:a}}" for place in range(count))
        text = f"\\documentclass{{article}}\n\\begin{{document}}\n{lines}\nSee \\ref{{sec:a}}.\n\\end{{document}}\n"
        (tmp_path / "main.tex").write_text(text, "utf-8")
        report = check(tmp_path, isolated=True, config={"select": ["duplicate-label"]})
        return report.diagnostics, report.sources

    baseline = Baseline.create(*lint_labels(4))
    for fewer in (4, 3, 2):
        assert baseline.apply(*lint_labels(fewer)).new == ()
    found, sources = lint_labels(5)
    new = baseline.apply(found, sources).new
    assert [
        (diagnostic.message, sources["main.tex"].position(diagnostic.span.start)[0]) for diagnostic in new
    ] == [("the label 'sec:a' is set more than once", 11)]


def test_each_member_of_a_group_of_more_than_a_hundred_is_known_by_its_own_words(tmp_path: Path) -> None:
    names = "".join(map(chr, range(0x4E00, 0x4E00 + 150)))
    baseline = Baseline.create(*lint_references(tmp_path, names))
    (new,) = baseline.apply(*lint_references(tmp_path, f"{names}x")).new
    assert new.message == "no label is called 'fig:x'"


def test_of_a_group_whose_members_were_adopted_one_by_one_only_the_rest_is_new(
    tmp_path: Path,
) -> None:
    baseline = Baseline.create(*lint_references(tmp_path, "abcd"))
    assert len(baseline.entries) == 4
    applied = baseline.apply(*lint_references(tmp_path, "abxcdy"))
    assert (names_of(applied.new), applied.stale) == (["x", "y"], ())


def test_the_file_is_sorted_readable_and_read_back(tmp_path: Path) -> None:
    baseline = Baseline.create(*lint(PAPER))
    path, names = tmp_path / BASELINE, list(baseline.entries)
    baseline.write(path)
    assert path.read_text("utf-8") == (
        "{\n"
        '  "version": 1,\n'
        '  "findings": [\n'
        '    {"fingerprint": "A", "count": 2, "rule": "undefined-citation", "file": "main.tex", '
        '"message": "no entry \'a\'"},\n'
        '    {"fingerprint": "B", "count": 1, "rule": "undefined-citation", "file": "main.tex", '
        '"message": "no entry \'b\'"}\n'
        "  ]\n"
        "}\n"
    ).replace("A", names[0]).replace("B", names[1])
    assert Baseline.load(path) == baseline
    assert [item.name for item in path.parent.iterdir()] == ["baseline.json"]


def test_an_empty_one_is_read_back(tmp_path: Path) -> None:
    Baseline.create([], {}).write(tmp_path / "b.json")
    assert Baseline.load(tmp_path / "b.json") == Baseline({})


def test_what_is_gone_is_stale_and_pruned() -> None:
    baseline = Baseline.create(*lint(PAPER))
    first, second = baseline.entries.values()
    found, sources = lint("First \\cite{a} here.\n", "renamed.tex")
    gone = AdoptedFinding(first.fingerprint, 1, first.rule, first.file, first.message)
    assert baseline.apply(found, sources) == ((), 1, (gone, second))
    assert baseline.prune(found, sources).entries == {first.fingerprint: gone}
    renamed = AdoptedFinding(first.fingerprint, 1, first.rule, "renamed.tex", first.message)
    assert baseline.update(found, sources).entries == {first.fingerprint: renamed}


def test_update_never_adopts() -> None:
    baseline = Baseline.create(*lint(PAPER))
    assert baseline.update(*lint(PAPER + "\nNew \\cite{c}.\n")) == baseline
    assert baseline.prune(*lint(PAPER + "\nNew \\cite{c}.\n")) == baseline


def test_a_run_of_one_part_makes_nothing_else_stale() -> None:
    baseline = Baseline.create(*lint(PAPER))

    def elsewhere(entry: AdoptedFinding) -> bool:
        return entry.file != "main.tex"

    assert baseline.apply([], {}, elsewhere).stale == ()
    assert baseline.prune([], {}, elsewhere) == baseline


@given(st.lists(st.sampled_from(["a", "b", "c", "d"]), max_size=12), st.randoms(use_true_random=False))
@pytest.mark.slow
def test_survives_lines_that_move_wrap_and_change_file(keys: list[str], random: object) -> None:
    paragraphs = [f"Before it \\cite{{{key}}} and after." for key in keys]
    baseline = Baseline.create(*lint("\n\n".join(paragraphs)))
    random.shuffle(paragraphs)  # type: ignore[attr-defined]
    moved = "% new\n\n" + "\n\n\n".join(text.replace(" ", "\n  ") for text in paragraphs)
    assert baseline.apply(*lint(moved, "other.tex")) == ((), len(keys), ())


GOOD = '{"fingerprint": "a1:0", "count": 1, "rule": "r", "file": "f", "message": "m"}'


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("", 1, "Expecting value"),
        ('{\n"version": 1,\n"findings": [\n', 4, "Expecting value"),
        (f'{{"version": 1, "findings": [\n<<<<<<< HEAD\n{GOOD}]}}', 2, "merge conflict"),
        ("[]", 1, "no object with a list of findings"),
        (f'{{"version": 1, "findings": [\n{GOOD},\n\n{{"count": 1}}]}}', 4, "no complete entry"),
        (f'{{"version": 1, "findings": [\n{GOOD.replace("1, ", "true, ")}]}}', 2, "no complete entry"),
        (f'{{"version": 1, "findings": [{GOOD.replace("1, ", "0, ")}]}}', 1, "no complete entry"),
        ("[" * 100_000, 1, "no sensible JSON"),
        ("9" * 5_000, 1, "no sensible JSON"),
        ('{\n"\udcff"}', 2, "not UTF-8"),
    ],
)
def test_a_damaged_file_is_an_error_with_line_and_way_out(
    tmp_path: Path, text: str, line: int, what: str
) -> None:
    path = tmp_path / "baseline.json"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(ConfigError) as error:
        Baseline.load(path)
    assert str(error.value) == (
        f"{path}:{line}: the baseline is damaged ({what}); restore it from version control, "
        "or adopt the present findings with `argcheck baseline create`"
    )


def test_another_version_or_no_file_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "baseline.json"
    with pytest.raises(ConfigError, match="no baseline yet; `argcheck baseline create` makes one"):
        Baseline.load(path)
    with pytest.raises(ConfigError, match="cannot be read"):
        Baseline.load(tmp_path)
    path.write_text('{"version": 2, "findings": []}')
    with pytest.raises(ConfigError, match="has version 2, this argcheck reads 1"):
        Baseline.load(path)


def test_twice_the_same_entry_after_a_merge_counts_once(tmp_path: Path) -> None:
    path = tmp_path / "baseline.json"
    path.write_text(f'\ufeff{{"version": 1, "findings": [{GOOD}, {GOOD.replace("1, ", "3, ")}]}}', "utf-8")
    assert Baseline.load(path).entries["a1:0"].count == 3


def test_a_folder_that_cannot_be_made_is_an_error(tmp_path: Path) -> None:
    (tmp_path / ".argcheck").write_text("a file")
    with pytest.raises(UsageError, match="cannot be written"):
        Baseline({}).write(tmp_path / BASELINE)
