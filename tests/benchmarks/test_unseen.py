"""The list of unseen repositories is fair, and the instrument counts what it says that it counts."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from loaded_scripts import load

if TYPE_CHECKING:
    import unseen

ROOT = Path(__file__).resolve().parents[2]


if not TYPE_CHECKING:
    unseen = load(ROOT / "benchmarks" / "unseen.py")

REPOSITORIES = unseen.repositories("all")


def finding(
    number: int, rule: str = "some-rule", repository: str = "owner/name", **more: str
) -> unseen.Finding:
    return unseen.Finding(repository, rule, f"a1:{number}", f"a.tex:{number}", f"message {number}", **more)


def repository(name: str = "owner/name") -> unseen.Repository:
    return unseen.Repository(name, "0" * 40, "thesis", "law", "English", "")


def test_the_list_is_long_and_of_many_kinds() -> None:
    names = [one.repository for one in REPOSITORIES]
    assert len(names) >= 60
    assert len(set(names)) == len(names)
    assert all(re.fullmatch(r"[0-9a-f]{40}", one.commit) for one in REPOSITORIES)
    assert all(one.kind and one.field and one.language for one in REPOSITORIES)
    assert len({one.field for one in REPOSITORIES}) >= 9
    assert len({one.language for one in REPOSITORIES}) >= 8
    halves = Counter(one.half for one in REPOSITORIES)
    looked_at_once = [
        one for one in REPOSITORIES if one.listed.endswith("whole")
    ]  # the newest list alone still is
    assert min(halves[unseen.TUNING], len(looked_at_once)) >= 30
    assert halves[unseen.ONCE] >= 10
    lists = Counter(one.listed for one in REPOSITORIES)
    told_together = sorted(lists)[-6:]  # at the front of docs/accuracy
    assert sum(lists[listed] for listed in told_together) >= 150


def test_the_half_is_a_matter_of_the_name() -> None:
    assert repository("Owner/Name").half == repository().half
    assert {repository(f"owner/{n}").half for n in range(20)} == {unseen.TUNING, unseen.ONCE}


def test_what_was_looked_at_once_is_for_tuning_when_others_are_listed() -> None:
    names = {repository(f"owner/{n}") for n in range(20)}
    assert {one.half for one in names} == {unseen.TUNING, unseen.ONCE}
    assert {one._replace(latest=False).half for one in names} == {unseen.TUNING}
    whole = {one._replace(listed="2026-11-26 whole") for one in names}
    assert {one.half for one in whole} == {unseen.ONCE}
    assert {one._replace(latest=False).half for one in whole} == {unseen.TUNING}
    days = {one.listed for one in REPOSITORIES}
    assert {one.listed for one in REPOSITORIES if one.half == unseen.ONCE} == {max(days)}


def test_the_half_that_is_read_once_was_read_whole() -> None:
    once = {one.repository for one in unseen.repositories(unseen.ONCE)}
    judged = {row.repository for row in unseen.read_judgements()}
    text = unseen.LOOKS.with_name("README.md").read_text("utf-8")
    _, _, looks = text.partition("| looked at once |")
    *_, last = looks.partition("\n\n")[0].splitlines()
    read = once.isdisjoint(judged) or f" | {len(once)} | " in last
    assert read, "once verdicts on it are here, the last row of the table has all of its repositories"


def test_what_was_published_of_it_stays(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with pytest.raises(SystemExit):
        unseen.main(["--checkouts", str(tmp_path), "--half", unseen.ONCE, "--write"])
    assert "they stay" in capsys.readouterr().err


def test_every_judgement_has_a_verdict_and_a_reason() -> None:
    rows = unseen.read_judgements()
    assert len({row.key for row in rows}) == len(rows)
    assert all(row.verdict in unseen.VERDICTS and row.reason for row in rows)


def test_a_sample_is_of_each_rule_and_repository() -> None:
    many = [finding(n) for n in range(40)] + [finding(n, "another-rule") for n in range(3)]
    drawn = unseen.sampled(many)
    assert Counter(one.rule for one in drawn) == {"some-rule": 12, "another-rule": 3}
    assert set(unseen.sampled(many[::-1])) == set(drawn)


def test_verdicts_go_by_repository_and_fingerprint() -> None:
    old = finding(1, verdict="act", reason="because")
    moved = finding(1)._replace(place="a.tex:99")
    stranger = moved._replace(repository="other/name")
    assert [one.verdict for one in unseen.judged([moved, stranger], [old])] == ["act", ""]


def test_the_first_screen_ends_after_25_lines() -> None:
    printed = "".join(
        f"error[CIT001]: message {n} [undefined-citation]\n   --> a.tex:{n}:3\n    |\n    = help: none\n\n"
        for n in range(9)
    )
    assert unseen.first_screen(printed) == {(f"a.tex:{n}", f"message {n}") for n in range(5)}


def test_wrong_findings_are_counted_for_all_of_which_a_sample_was_drawn() -> None:
    rows = [finding(n, verdict="wrong" if n < 3 else "act", reason="because") for n in range(12)]
    first, second = (
        unseen.Run(repository(), 50, [finding(n) for n in range(40)], {("a.tex:1", "message 1")}, []),
        unseen.Run(repository("other/name"), 150, [], set(), []),
    )
    said = unseen.figures([first, second], rows)
    elsewhere = unseen.Run(repository(), 50, [], {("b.tex:7", "message 1"), ("b.tex:8", "message 9")}, [])
    assert unseen.clean_screens([elsewhere], rows) == [], "what says the same as a wrong one is wrong"
    assert "wrong per 100 pages: 5.00" in said
    assert "first screen without a wrong finding: 1 of 2 (50 %)" in said
    assert re.search(r"^some-rule +9 +0 +3 +0$", said, re.MULTILINE)


def test_a_screen_is_wrong_where_all_that_was_drawn_of_its_rule_is() -> None:
    rows = [finding(n, verdict="wrong", reason="because") for n in range(12)]
    shown = unseen.Run(repository(), 9, [finding(n) for n in range(40)], {("a.tex:30", "message 30")}, [])
    assert unseen.clean_screens([shown], rows) == []
    assert unseen.clean_screens([shown], [*rows, finding(12, verdict="act", reason="because")]) == [shown]


@pytest.mark.slow
def test_pages_are_words(tmp_path: Path) -> None:
    (tmp_path / "main.tex").write_text(
        "\\documentclass{article}\n\\begin{document}\n"
        + "\\emph{word} more % not this\n" * 400
        + "\\end{document}\n"
    )
    assert unseen.pages(tmp_path) == pytest.approx(2, abs=0.05)


@pytest.mark.slow
def test_a_repository_is_checked_and_judged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = repository("owner/thesis" if repository("owner/thesis").half == unseen.TUNING else "owner/paper")
    assert listed.half == unseen.TUNING
    folder = tmp_path / "checkouts" / listed.folder
    folder.mkdir(parents=True)
    (folder / "main.tex").write_text(
        "\\documentclass{article}\n\\begin{document}\nSee \\ref{nowhere}.\n\\end{document}\n"
    )
    judged = tmp_path / "judged.csv"
    page = tmp_path / "looks.md"
    page.write_text(f"Before.\n{unseen.BEGIN}old\n{unseen.END}\nAfter.\n")
    monkeypatch.setattr(unseen, "JUDGED", judged)
    monkeypatch.setattr(unseen, "LOOKS", page)
    monkeypatch.setattr(unseen, "repositories", lambda half: [listed] if half == listed.half else [])
    arguments = ["--checkouts", str(tmp_path / "checkouts"), "--half", listed.half]
    assert unseen.main([*arguments, "--write"]) == 0
    assert (
        f"no verdict: {listed.repository}: main.tex:3: no label is called 'nowhere'"
        in capsys.readouterr().out
    )
    assert page.read_text().startswith(
        f"Before.\n{unseen.BEGIN}\n```text\n{listed.half} half: 1 repositories"
    )
    assert page.read_text().endswith(f"```\n\n{unseen.END}\nAfter.\n")
    judged.write_text(judged.read_text().replace("'nowhere',,", "'nowhere',act,it prints ??"))
    assert unseen.main(arguments) == 0
    said = capsys.readouterr().out
    assert "no verdict" not in said
    assert "an author would act on 100 %" in said
