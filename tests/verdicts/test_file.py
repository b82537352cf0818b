"""The verdict file: read, sorted, merged by git, and never spoiled by one bad line."""

from __future__ import annotations

import json
import math
import os
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest
from git_command import git
from hypothesis import given
from hypothesis import strategies as st

from argcheck.sources.model import Difference, Notice
from argcheck.verdicts.author_answers import AuthorAnswer
from argcheck.verdicts.fields import EvidenceSpan
from argcheck.verdicts.file import PATH, VerdictFile, change_file, read_file, write_file
from argcheck.verdicts.model import EntryVerdict, MentionVerdict, to_data

if TYPE_CHECKING:
    from pathlib import Path


def entry(work: str, outcome: str = "accessible", **more: Any) -> EntryVerdict:
    base = {"cited_as": "k", "checked": "2026-05-01", "judge": {"name": "sources"}, "entry": "e1:1"}
    return EntryVerdict(**{"key": f"v1:{work}{outcome}", "work": work, **base, "outcome": outcome, **more})


def mention(work: str, sentence: str, **more: Any) -> MentionVerdict:
    base = {"cited_as": "k", "checked": "2026-05-01", "judge": {"name": "funnel"}, "before": "", "after": ""}
    base |= {"key": f"v1:{work}{sentence}", "entry": "e1:1", "verdict": "supported"}
    return MentionVerdict(**{**base, "work": work, "sentence": sentence, **more})


FULL = [
    entry(
        "doi:10.1/a",
        notices=(Notice("retracted", "10.1/r", "2010-02-02", "Ethics", "crossref"),),
        differences=(Difference("year", "1989", "1998", certain=True), Difference("title", "", "T")),
        record={"provider": "crossref", "title": "T"},
        asked=(("crossref", "found"), ("openalex", "failed")),
        superseded_by="doi:10.1/b",
        published_as="doi:10.1/c",
        review=True,
    ),
    mention(
        "doi:10.1/a",
        "s1:1",
        verdict="miscited",
        class_="scope",
        subtype="population",
        stage="model",
        confidence=0.8,
        windows=4,
        searched="full",
        spans=(EvidenceSpan("3", 0, "It was “so” in mice.", ""), EvidenceSpan("", 12, "", "q1:2")),
        would_support="In mice it was so.",
        reason="mice",
    ),
    AuthorAnswer(
        "v1:x", "doi:10.1/a", "k", "2026-06-01", {}, "v1:1", "disputed", "No.", ("retracted",), "e1:1"
    ),
]


def test_what_is_written_is_read_back() -> None:
    file = VerdictFile(PATH).with_(FULL)
    assert VerdictFile.load(file.dump()).sorted() == file.sorted()
    assert sorted(map(str, file.verdicts)) == sorted(map(str, FULL))


def test_the_text_is_sorted_one_verdict_a_line_and_readable() -> None:
    text = VerdictFile(PATH).with_(reversed(FULL)).dump()
    assert text == VerdictFile(PATH).with_(FULL).dump()
    lines = [json.loads(line) for line in text.splitlines()]
    assert [line["kind"] for line in lines] == ["entry", "mention", "answer"]
    assert all(list(line) == sorted(line) for line in lines)
    assert "“so”" in text


def test_fields_of_a_later_argcheck_are_kept() -> None:
    line = json.dumps({**to_data(entry("doi:10.1/a")), "mood": "good"}, sort_keys=True)
    assert json.loads(VerdictFile.load(line).dump())["mood"] == "good"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("<<<<<<< HEAD", "it is a mark of a merge that was not finished"),
        ('{"version": 1, "kind": "ent', "it is no JSON"),
        ("[" * 100_000, "it is no JSON"),
        ("[]", "it is no JSON object"),
        ('{"version": 2, "kind": "entry"}', "its version is 2, and this argcheck reads version 1"),
        (
            '{"version": 1, "kind": "mood"}',
            "its kind is 'mood', not one of entry, mention, quotation, lookup, answer",
        ),
        ('{"version": 1, "kind": "entry"}', "it has no 'key'"),
        (json.dumps({**to_data(entry("doi:10.1/a")), "key": 3}), "its 'key' is 3, and it must be a text"),
        (
            json.dumps({**to_data(entry("doi:10.1/a")), "outcome": "gone"}),
            "its 'outcome' is 'gone', not one of accessible, inaccessible, ghost, mismatch, unknown",
        ),
        (
            '{"version": 1, "kind": []}',
            "its kind is [], not one of entry, mention, quotation, lookup, answer",
        ),
        (json.dumps({**to_data(mention("w", "s")), "windows": math.nan}), "NaN is no number of JSON"),
        (
            json.dumps({**to_data(mention("w", "s")), "confidence": -math.inf}),
            "-Infinity is no number of JSON",
        ),
        (
            json.dumps({**to_data(mention("w", "s")), "windows": 0}).replace(": 0", ": 1e999"),
            "its 'windows' is Infinity, and it must be a whole number",
        ),
        (
            json.dumps({**to_data(mention("w", "s")), "judge": {"name": []}}),
            "its 'judge.name' is [], and it must be a text",
        ),
        (
            json.dumps(
                {
                    **to_data(mention("w", "s")),
                    "compared": {"claims": [], "omitted": [{}], "coverage": [0, 0]},
                }
            ),
            "its 'compared' is not made of claims, omitted and coverage",
        ),
        *(
            (
                json.dumps(
                    {
                        **to_data(mention("w", "s")),
                        "compared": {"claims": [], "omitted": [], "coverage": coverage},
                    }
                ),
                "its 'compared' is not made of claims, omitted and coverage",
            )
            for coverage in ([10**12, 1], [-1, 2])
        ),
        (
            json.dumps({**to_data(entry("doi:10.1/a")), "asked": [["a"]]}),
            "its 'asked.0' is a list of 1, and it must be one of 2",
        ),
        (
            json.dumps({**to_data(entry("doi:10.1/a")), "notices": [3]}),
            "its 'notices.0' is 3, and it must be an object",
        ),
        (json.dumps({**to_data(entry("doi:10.1/a")), "notices": [{}]}), "it has no 'notices.0.status'"),
        (json.dumps({**to_data(mention("w", "s")), "verdict": "miscited"}), "it has no 'class'"),
        (
            json.dumps({**to_data(mention("w", "s")), "verdict": "miscited", "class": "exaggeration"}),
            "its 'class' is 'exaggeration', not one of attribution, validity, content, scope, characterisation",
        ),
        (
            json.dumps({**to_data(mention("w", "s")), "confidence": 80}),
            "its 'confidence' is 80, and it must be at most 1",
        ),
        (
            json.dumps({**to_data(mention("w", "s")), "windows": -1}),
            "its 'windows' is -1, and it must be at least 0",
        ),
        (
            json.dumps({**to_data(mention("w", "s")), "confidence": "80 %"}),
            "its 'confidence' is '80 %', and it must be a number",
        ),
        (
            json.dumps({**to_data(mention("w", "s")), "spans": [{"page": 1.5}]}),
            "its 'spans.0.page' is 1.5, and it must be a text",
        ),
        (
            json.dumps({**to_data(mention("w", "s")), "spans": [{"page": [3, 4]}]}),
            "its 'spans.0.page' is [3, 4], and it must be a text",
        ),
    ],
)
def test_a_bad_line_is_named_and_kept_and_spoils_no_other(line: str, why: str) -> None:
    good = VerdictFile(PATH).with_(FULL).dump()
    file = VerdictFile.load(f"{line}\n{good}")
    assert [one.why for one in file.unreadable] == [why]
    assert len(file.verdicts) == 3
    assert line in VerdictFile.load(file.dump()).dump()


@pytest.mark.parametrize(
    ("line", "read"),
    [
        (
            {"spans": [{"page": 12, "line": "3", "quote": None, "hash": "q1:1", "uncertain": "true"}]},
            {"spans": [{"page": "12", "line": 3, "hash": "q1:1", "uncertain": True}]},
        ),
        ({"spans": {"page": 12.0}}, {"spans": [{"page": "12"}]}),
        ({"verdict": "Not checkable"}, {"verdict": "not-checkable"}),
        ({"verdict": "MISCITED", "class": " Scope "}, {"verdict": "miscited", "class": "scope"}),
        ({"windows": 4.0, "confidence": "0.8"}, {"windows": 4, "confidence": 0.8}),
        ({"reason": None, "house": None}, {"house": None}),
    ],
)
def test_what_others_wrote_is_read_where_it_is_clear(line: dict[str, Any], read: dict[str, Any]) -> None:
    bare = to_data(mention("w", "s"))
    text = json.dumps({**bare, **line})
    file = VerdictFile.load(text)
    assert file.unreadable == ()
    assert json.loads(file.dump()) == {**bare, **read}


def test_notices_and_answers_of_others_are_read_where_they_are_clear() -> None:
    noticed = {**to_data(entry("doi:10.1/a")), "notices": {"status": "Retracted", "date": 2010}}
    assert VerdictFile.load(json.dumps(noticed)).verdicts[0].notices == (Notice("retracted", "", "2010"),)
    answered = {**to_data(FULL[2]), "about": "ghost"}
    assert VerdictFile.load(json.dumps(answered)).verdicts[0].about == ("ghost",)


@given(st.text(max_size=200))
def test_no_text_is_too_odd_to_read(text: str) -> None:
    file = VerdictFile.load(text)
    assert not file.verdicts
    assert len(file.unreadable) == sum(1 for line in text.removeprefix("\ufeff").split("\n") if line.strip())


def test_a_new_verdict_takes_the_place_of_the_old_one_on_the_same_thing() -> None:
    old, other = entry("doi:10.1/a", "unknown"), entry("doi:10.1/b")
    file = VerdictFile(PATH).with_([old, other]).with_([entry("doi:10.1/a", "ghost")])
    assert {(one.work, one.outcome) for one in file.verdicts} == {
        ("doi:10.1/a", "ghost"),
        ("doi:10.1/b", "accessible"),
    }


def test_equal_judgements_are_one_line_the_latest() -> None:
    first, later = entry("doi:10.1/a"), entry("doi:10.1/a", checked="2026-07-01")
    lines = [VerdictFile(PATH).with_([one]).dump() for one in (later, first)]
    for text in ("".join(lines), "".join(reversed(lines))):
        assert VerdictFile.load(text).verdicts == (later,)


def test_judges_of_two_names_have_a_line_each() -> None:
    funnel = mention("doi:10.1/a", "s1:1")
    committee = funnel._replace(key="v1:other", judge={"name": "committee"})
    assert VerdictFile(PATH).with_([funnel]).with_([committee]).verdicts == (funnel, committee)


def test_a_long_quote_is_cut() -> None:
    long = mention("doi:10.1/a", "s1:1", spans=(EvidenceSpan("1", 0, "x" * 400),))
    assert len(VerdictFile.load(VerdictFile(PATH).with_([long]).dump()).verdicts[0].spans[0].quote) == 300  # type: ignore[union-attr]


def test_writing_changes_nothing_that_is_right_already(tmp_path: Path) -> None:
    file = tmp_path / PATH
    assert write_file(file, VerdictFile(PATH).with_(FULL)) is True
    before = file.stat().st_mtime_ns
    assert write_file(file, read_file(file)) is False
    assert file.stat().st_mtime_ns == before
    assert (tmp_path / ".argcheck/.gitattributes").read_text() == "verdicts.jsonl merge=union\n"
    assert [one.name for one in sorted(file.parent.iterdir())] == [".gitattributes", "verdicts.jsonl"]


def test_attributes_of_the_author_stay(tmp_path: Path) -> None:
    folder = tmp_path / ".argcheck"
    folder.mkdir()
    (folder / ".gitattributes").write_text("runs.jsonl merge=union")
    write_file(tmp_path / PATH, VerdictFile(PATH))
    assert (folder / ".gitattributes").read_text() == "runs.jsonl merge=union\nverdicts.jsonl merge=union\n"


def test_half_a_character_is_written_and_read_back(tmp_path: Path) -> None:
    odd = mention("doi:10.1/a", "s1:1", reason="\ud835 cut in two")
    write_file(tmp_path / PATH, VerdictFile(PATH).with_([odd]))
    assert read_file(tmp_path / PATH).verdicts == (odd,)
    assert write_file(tmp_path / PATH, read_file(tmp_path / PATH)) is False


def test_links_of_a_repository_lead_no_writing_elsewhere(tmp_path: Path) -> None:
    profile, other = tmp_path / "profile", tmp_path / "other"
    profile.write_bytes(b"mine \xff")
    other.write_text("mine")
    folder = tmp_path / "repository" / ".argcheck"
    folder.mkdir(parents=True)
    (folder / ".gitattributes").symlink_to(profile)
    (folder / "verdicts.jsonl").symlink_to(other)
    write_file(folder / "verdicts.jsonl", VerdictFile(PATH).with_(FULL))
    assert (profile.read_bytes(), other.read_text()) == (b"mine \xff", "mine")
    assert len(read_file(folder / "verdicts.jsonl").verdicts) == 3


def test_what_cannot_be_written_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / PATH
    write_file(file, VerdictFile(PATH).with_(FULL))
    before = file.read_bytes()
    program = (
        "import resource, signal, sys; from pathlib import Path\n"
        "from argcheck.verdicts.file import change_file\n"
        "from argcheck.verdicts.model import EntryVerdict\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))\n"
        "change_file(Path(sys.argv[1]), lambda known: known.only(lambda one: isinstance(one, EntryVerdict)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(file)], capture_output=True, text=True, check=False
    )
    assert "OSError" in done.stderr
    assert file.read_bytes() == before
    assert [one.name for one in sorted(file.parent.iterdir())] == [".gitattributes", "verdicts.jsonl"]


@pytest.mark.slow
def test_several_writers_at_once_lose_nothing(tmp_path: Path) -> None:
    file = tmp_path / PATH
    with ThreadPoolExecutor(8) as pool:
        for done in [
            pool.submit(change_file, file, lambda known, n=n: known.with_([entry(f"doi:10.1/{n}")]))
            for n in range(40)
        ]:
            done.result()
    assert len(read_file(file).verdicts) == 40


@pytest.mark.slow
def test_what_a_killed_writer_left_goes_and_what_a_live_one_writes_stays(tmp_path: Path) -> None:
    file = tmp_path / PATH
    program = (
        "import os, sys; from pathlib import Path\n"
        "from argcheck.verdicts.file import VerdictFile, change_file\n"
        "def wait(handle): print('writing', flush=True); sys.stdin.readline()\n"
        "os.fsync = wait\n"
        "change_file(Path(sys.argv[1]), lambda known: known)\n"
    )

    def writer() -> subprocess.Popen[str]:
        begun = subprocess.Popen(
            [sys.executable, "-c", program, str(file)], stdin=-1, stdout=-1, text=True, cwd=tmp_path
        )
        assert begun.stdout is not None
        assert begun.stdout.readline() == "writing\n"
        return begun

    def unfinished() -> list[Path]:
        return list(file.parent.glob("*.new"))

    with writer() as killed:
        killed.kill()
    assert len(unfinished()) == 1
    other = file.parent / "verdicts.jsonl.mine.new"
    other.touch()
    with writer() as alive, ThreadPoolExecutor() as pool:
        (its,) = set(unfinished()) - {other}
        done = pool.submit(change_file, file, lambda known: known.with_(FULL))
        with pytest.raises(TimeoutError):
            done.result(0.5)
        assert its.is_file()
        alive.communicate("\n" * 3)
        done.result()
    assert alive.returncode == 0
    assert unfinished() == [other]
    assert len(read_file(file).verdicts) == 3


@pytest.mark.skipif(os.name == "nt", reason="no such permissions there")
def test_a_file_that_is_written_again_keeps_its_permissions(tmp_path: Path) -> None:
    file = tmp_path / PATH
    write_file(file, VerdictFile(PATH).with_(FULL[:1]))
    file.chmod(0o640)
    write_file(file, VerdictFile(PATH).with_(FULL))
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert len(read_file(file).verdicts) == len(FULL)


def test_a_missing_file_is_empty(tmp_path: Path) -> None:
    assert read_file(tmp_path / PATH).verdicts == ()


def test_git_merges_branches_that_verified_the_same_and_different_works(tmp_path: Path) -> None:
    file = tmp_path / PATH
    git(tmp_path, "init", "--quiet", "--initial-branch=main")
    write_file(file, VerdictFile(PATH).with_([entry("doi:10.1/m"), entry("doi:10.1/a", "unknown")]))
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "-m", "first")

    def branch(name: str, *verdicts: EntryVerdict) -> None:
        git(tmp_path, "checkout", "--quiet", "-b", name, "main")
        write_file(file, read_file(file).with_(verdicts))
        git(tmp_path, "commit", "--quiet", "-am", name)

    same = entry("doi:10.1/s")
    branch("one", same, entry("doi:10.1/a", "ghost"), entry("doi:10.1/b"))
    branch("two", same._replace(checked="2026-06-01"), entry("doi:10.1/a"), entry("doi:10.1/z"))
    git(tmp_path, "merge", "--quiet", "-m", "both", "one")
    assert git(tmp_path, "status", "--porcelain") == ""
    merged = read_file(file)
    assert merged.unreadable == ()
    assert sorted((one.work, one.outcome, one.checked) for one in merged.verdicts) == [  # type: ignore[union-attr]
        ("doi:10.1/a", "accessible", "2026-05-01"),
        ("doi:10.1/a", "ghost", "2026-05-01"),
        ("doi:10.1/b", "accessible", "2026-05-01"),
        ("doi:10.1/m", "accessible", "2026-05-01"),
        ("doi:10.1/s", "accessible", "2026-06-01"),
        ("doi:10.1/z", "accessible", "2026-05-01"),
    ]


@pytest.mark.parametrize("word", ["supported?", "!supported", "¬supported", "~ supported", "miscited / ?"])
def test_a_doubt_or_its_contrary_is_no_verdict(word: str) -> None:
    file = VerdictFile.load(json.dumps({**to_data(mention("w", "s")), "verdict": word}))
    assert file.verdicts == ()
    assert len(file.unreadable) == 1
