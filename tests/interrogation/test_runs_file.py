"""``.argcheck/runs.jsonl`` on the disk and as text: who writes it at once, and what in it cannot be used."""

import json
import os
import threading

import pytest

from argcheck.interrogation.runs_file import (
    AuthorWord,
    Check,
    Interrogated,
    RunEdge,
    RunNode,
    RunNote,
    RunsFile,
    change_runs,
    digest_of,
)

SENTENCE = "s1:0123456789abcdef0123456789abcdef"


def said(text="Dunes move.", run="r1"):
    return Interrogated(
        (RunNote(run, "tiny", 1, 0, 0),),
        (RunNode(run, f"{run}:1:a", text, "given", "claim", 0.5, SENTENCE, text),),
        (RunEdge(run, f"{run}:1:a", f"{run}:1:b", "supports", 0.5),),
        (Check(SENTENCE, text, "confirmed", "[1]", ("supported",) * 3),),
    )


def test_whoever_writes_at_once_loses_nothing_of_another(tmp_path):
    file = tmp_path / ".argcheck" / "runs.jsonl"

    def write(name):
        change_runs(file, name, said(name).after)

    names = [f"{number}.tex" for number in range(12)]
    threads = [threading.Thread(target=write, args=(name,)) for name in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    runs = RunsFile.load(file.read_text("utf-8"))
    assert runs.documents == {name: said(name) for name in names}


def test_what_is_written_can_be_read_whatever_a_model_says(tmp_path):
    file = tmp_path / ".argcheck" / "runs.jsonl"
    odd = said("half a pair \ud83d and \x00 \x85 \u2028 a\tb")
    change_runs(file, "paper.tex", odd.after)
    runs = RunsFile.load(file.read_bytes().decode("utf-8"))
    assert runs.documents == {"paper.tex": odd}
    assert runs.unreadable == ()


def test_a_file_that_stays_the_same_is_not_written_and_attributes_keep_their_line_ends(tmp_path):
    file = tmp_path / ".argcheck" / "runs.jsonl"
    file.parent.mkdir()
    attributes = file.parent / ".gitattributes"
    attributes.write_bytes(b"*.csv text eol=crlf # \xe9t\xe9\r\n")
    change_runs(file, "paper.tex", said().after)
    assert attributes.read_bytes() == b"*.csv text eol=crlf # \xe9t\xe9\r\nruns.jsonl merge=union\n"
    before = file.stat()
    change_runs(file, "paper.tex", said().after)
    assert (file.stat().st_ino, file.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_lines_that_are_no_text_are_kept_as_they_are(tmp_path):
    file = tmp_path / ".argcheck" / "runs.jsonl"
    file.parent.mkdir()
    file.write_bytes(b"<<<<<<< HEAD\r\nd\xe9j\xe0 vu\r\n")
    change_runs(file, "paper.tex", said().after)
    assert file.read_bytes().endswith(b"<<<<<<< HEAD\nd\xe9j\xe0 vu\n")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir])
def test_what_is_no_file_is_refused_at_once(tmp_path, make):
    file = tmp_path / ".argcheck" / "runs.jsonl"
    file.parent.mkdir()
    make(file)
    with pytest.raises(OSError, match="no regular file"):
        change_runs(file, "paper.tex", said().after)


def test_a_change_of_one_field_makes_a_line_of_no_use():
    word = AuthorWord(SENTENCE, "edited", "Dunes stay.", "given", "claim", "")
    good = RunsFile(documents={"paper.tex": said().saying(SENTENCE, word)}).dump().splitlines()
    assert len(good) == 5
    assert RunsFile.load("\n".join(good)).unreadable == ()
    wrong = {
        "run": ["author", "models", "r", "r0", "v1", 1, ""],
        "id": ["a", "r2:1:a", "cite:lee", 1],
        "source": ["r2:1:a", ""],
        "target": ["r2:1:a", None],
        "claim": [1, "x" * 2_001, "", " "],
        "confidence": [2, "1", None, True, -1],
        "kind": ["guess", []],
        "role": ["guess", {}],
        "relation": ["guess"],
        "verdict": ["true", ""],
        "stand": ["yes", "", None],
        "answers": ["yes", [1]],
        "parts": [-1, "1"],
        "version": [2, None],
        "record": ["line", [], None],
        "document": [1, None],
    }
    for line in good:
        for name, values in wrong.items():
            data = json.loads(line)
            for value in values if name in data else ():
                runs = RunsFile.load(json.dumps({**data, name: value}))
                assert len(runs.unreadable) == 1, (name, value)
                assert not runs.documents


def test_each_line_of_no_use_says_why_and_where():
    text = "".join(
        f"{line}\n"
        for line in (
            "<<<<<<< HEAD",
            "{",
            "[" * 100_000,
            '{"version": 1, "confidence": NaN}',
            f'{{"version": {"9" * 5_000}}}',
        )
    )
    unreadable = RunsFile.load(text).unreadable
    assert [line.why.split(":")[0] for line in unreadable] == [
        "it is a mark of a merge that was not finished",
        "it is no JSON",
        "it is no JSON",
        "NaN is no number of JSON",
        "it is no JSON",
    ]
    assert [text[line.span.start : line.span.end] for line in unreadable] == text.splitlines()


def test_readings_that_git_has_joined_are_told_from_one_though_no_id_is_twice():
    def interrogation(name, *, digest=True):
        nodes = (RunNode("r1", f"r1:1:{name}", f"It is {name}.", "given", "claim", 0.8, "s1:1", "it is"),)
        edges = (RunEdge("r1", nodes[0].id, "r1:1:end", "supports", 0.8),) * 2  # said twice, kept once
        mark = digest_of("r1", nodes, edges) if digest else ""
        known = Interrogated((RunNote("r1", "tiny", 1, 0, 0, mark),), nodes, edges)
        return RunsFile({"paper.tex": known}).dump()

    def merged(text):
        return RunsFile.load(text).documents["paper.tex"].merged

    ours, theirs = interrogation("ours"), interrogation("theirs")
    assert merged(ours) == merged(theirs) == []
    assert merged(ours + theirs) == ["r1"]
    assert merged(ours + ours) == []  # both sides have the same
    claims = [line for line in theirs.splitlines() if '"node"' in line]
    assert merged(ours + "\n".join(claims)) == ["r1"]  # the note of one side is lost
    assert merged("\n".join(line for line in ours.splitlines() if '"node"' not in line)) == ["r1"]
    records = [json.loads(line) for line in interrogation("ours", digest=False).splitlines()]
    assert "" in [record.pop("digest", None) for record in records]
    without = "\n".join(map(json.dumps, records))  # as files of old are
    assert merged(without) == []
    assert not RunsFile.load(without).unreadable
