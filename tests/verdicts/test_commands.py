"""`argcheck verdicts` and `argcheck check --require`, as a user runs them."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest
from argcheck_process import argcheck

from argcheck.sources.model import Difference, Notice
from argcheck.verdicts.author_answers import AuthorAnswer
from argcheck.verdicts.fields import EvidenceSpan
from argcheck.verdicts.file import PATH, read_file
from argcheck.verdicts.schema import SCHEMA

pytestmark = pytest.mark.slow

if TYPE_CHECKING:
    from pathlib import Path

RETRACTED = (Notice("retracted", "10.1/r", "2010-02-06", "Ethics", "crossref"),)
WAKEFIELD, KNUTH = "wakefield1998", "knuth1984"


def run(folder: Path, *arguments: str) -> tuple[int, str, str]:
    environ = {
        key: value for key, value in os.environ.items() if not key.startswith(("ARGCHECK_", "GITHUB_"))
    }
    environ |= {"ARGCHECK_CACHE_DIR": str(folder / "cache")}
    done = argcheck(*arguments, cwd=folder, env=environ, encoding="utf-8")
    return done.returncode, done.stdout, done.stderr


def answers(paper: Any) -> list[AuthorAnswer]:
    return [one for one in read_file(paper.folder / PATH).verdicts if isinstance(one, AuthorAnswer)]


def test_show_lists_what_was_found_and_answered(paper: Any) -> None:
    span = EvidenceSpan("12", 0, "Boxes are set.")
    mention = paper.mention(KNUTH, spans=(span,), confidence=0.9)
    paper.verdicts(paper.judged(WAKEFIELD, notices=RETRACTED, asked=(("crossref (doi)", "found"),)), mention)
    assert run(paper.folder, "verdicts", "accept", WAKEFIELD, "We write of the panic.")[0] == 0
    _, out, _ = run(paper.folder, "verdicts", "show")
    assert out.replace(answers(paper)[0].checked, "DAY") == (
        "refs.bib:1: wakefield1998: found, with a full text (2026-05-01)\n"
        "    retracted: 2010-02-06, Ethics, doi:10.1/r\n"
        "    asked: crossref (doi) found\n"
        "    accepted (retracted, DAY): We write of the panic.\n"
        "refs.bib:5: knuth1984: not verified\n"
        "main.tex:5:34: knuth1984: supported, confidence 0.90\n"
        "    p. 12: “Boxes are set.”\n"
        "main.tex: verified 1 of 2 sources; `argcheck verify` asks about the others\n"
    )


def test_a_line_of_another_tool_is_used_where_it_is_clear_and_named_and_kept_where_not(paper: Any) -> None:
    paper.verdicts(
        paper.judged(WAKEFIELD), paper.mention(KNUTH, spans=(EvidenceSpan("12", 0, "Boxes are set."),))
    )
    file = paper.folder / PATH
    text = file.read_text("utf-8").replace('"page": "12"', '"page": 12')
    line = next(line for line in text.splitlines() if '"mention"' in line)
    odd = json.dumps({**json.loads(line), "key": "v1:odd", "confidence": 85})
    file.write_text(f"{odd}\n{text}", "utf-8")
    code, out, err = run(paper.folder, "verdicts", "show")
    assert (code, "    p. 12: “Boxes are set.”\n" in out) == (0, True)
    assert err == (
        ".argcheck/verdicts.jsonl:1: this line of the verdicts is not used: its 'confidence' is 85, and it must be at most 1\n"
        "such lines are kept; mend or delete them: `argcheck schema verdicts` prints what a line may hold\n"
    )
    assert run(paper.folder, "verdicts", "prune")[0] == 0
    assert odd in file.read_text("utf-8").splitlines()


def test_show_as_json_and_of_one_key(paper: Any) -> None:
    paper.verdicts(paper.judged(WAKEFIELD), paper.mention(KNUTH))
    data = json.loads(run(paper.folder, "verdicts", "show", "--format", "json", "--key", KNUTH)[1])
    (document,) = data["documents"]
    assert [(one["key"], one["verdict"]) for one in document["sources"]] == [(KNUTH, None)]
    assert [(one["key"], one["stale"]) for one in document["mentions"]] == [(KNUTH, False)]
    assert run(paper.folder, "verdicts", "show", "--key", "nobody")[0] == 2


def test_an_accepted_finding_is_silent_and_a_disputed_one_a_note(paper: Any) -> None:
    paper.verdicts(paper.judged(WAKEFIELD, notices=RETRACTED), paper.judged(KNUTH, "ghost"))
    code, out, _ = run(paper.folder, "check", "--select", "SRC")
    assert (code, out.count("SRC001"), out.count("SRC002")) == (1, 1, 1)
    assert run(paper.folder, "verdicts", "accept", WAKEFIELD, "We write of the panic.")[0] == 0
    assert run(paper.folder, "verdicts", "dispute", KNUTH, "I hold it in my hands.")[0] == 0
    code, out, err = run(paper.folder, "check", "--select", "SRC")
    assert code == 0
    assert out == (
        "refs.bib:5:7: note: SRC010 the author disputes that 'knuth1984' is in no index:"
        " I hold it in my hands. [disputed-verdict]\n"
    )
    assert "verified: 2 of 2 sources" in err


def test_a_later_answer_takes_the_place_of_an_earlier_one(paper: Any) -> None:
    paper.verdicts(paper.judged(KNUTH, "ghost"))
    run(paper.folder, "verdicts", "dispute", KNUTH, "It exists.")
    run(paper.folder, "verdicts", "accept", KNUTH, "It  is a\nprivate print.")
    assert [(one.stand, one.reason) for one in answers(paper)] == [("accepted", "It is a private print.")]


def test_what_is_answered_must_be_clear(paper: Any) -> None:
    paper.verdicts(
        paper.judged(WAKEFIELD, notices=RETRACTED, differences=(Difference("year", "1998", "1999"),)),
        paper.judged(KNUTH),
    )
    for arguments, said in (
        ((WAKEFIELD, "So."), "there are several things to answer: retracted, metadata; name one by --about"),
        (
            (WAKEFIELD, "So.", "--about", "ghost"),
            "the verdicts on 'wakefield1998' are about retracted, metadata",
        ),
        ((KNUTH, "So."), "no verdict holds anything against 'knuth1984'"),
        (("nobody", "So."), "no document cites 'nobody'"),
        ((WAKEFIELD, "  ", "--about", "metadata"), "an answer needs a reason"),
    ):
        code, _, err = run(paper.folder, "verdicts", "accept", *arguments)
        assert code == 2
        assert said in err
    assert run(paper.folder, "verdicts", "accept", WAKEFIELD, "So.", "--about", "metadata")[0] == 0
    assert [one.about for one in answers(paper)] == [("metadata",)]


def test_one_of_several_mentions_is_answered_by_its_place(paper: Any) -> None:
    paper.write("It is so~\\cite{wakefield1998}.\n\nIt was so~\\cite{wakefield1998}.\n")
    paper.verdicts(*(paper.mention(WAKEFIELD, "miscited", number) for number in (0, 1)))
    code, _, err = run(paper.folder, "verdicts", "dispute", WAKEFIELD, "See page 3.")
    assert (code, "main.tex:3, main.tex:5; name one by --at" in err) == (2, True)
    assert run(paper.folder, "verdicts", "dispute", WAKEFIELD, "See page 3.", "--at", "main.tex:5")[0] == 0
    assert [verdict.sentence for _, verdict in paper.replay().miscited] == [paper.replay().cited[0].hash]


def test_prune_takes_out_what_nothing_uses(paper: Any) -> None:
    used, gone = paper.judged(WAKEFIELD), paper.judged(KNUTH)
    stale = used._replace(key="v1:stale", entry="e1:0", judge={"name": "older"})
    kept, lost = paper.mention(WAKEFIELD), paper.mention(KNUTH)
    paper.verdicts(used, gone, stale, kept, lost)
    paper.write(
        "One sentence stands before. Children fell ill afterwards~\\cite{wakefield1998}. Another one follows."
    )
    before = (paper.folder / PATH).read_text()
    assert "3 of 5 would go" in run(paper.folder, "verdicts", "prune", "--dry-run")[2]
    assert (paper.folder / PATH).read_text() == before
    assert "3 of 5 taken out" in run(paper.folder, "verdicts", "prune")[2]
    assert {one.key for one in read_file(paper.folder / PATH).verdicts} == {used.key, kept.key}


def test_prune_ends_a_disagreement(paper: Any) -> None:
    first = paper.judged(KNUTH, "ghost", judge={"name": "one"})
    later = paper.judged(KNUTH, checked="2026-06-01", judge={"name": "two"})
    paper.verdicts(first, later)
    assert "SRC010" in run(paper.folder, "check")[1]
    assert run(paper.folder, "verdicts", "prune")[0] == 0
    assert [one.key for one in read_file(paper.folder / PATH).verdicts] == [later.key]
    assert "SRC010" not in run(paper.folder, "check")[1]


def test_json_says_what_was_verified(paper: Any) -> None:
    assert json.loads(run(paper.folder, "check", "--format", "json")[1])["verified"] == []
    paper.verdicts(paper.judged(KNUTH, "unknown"))
    found = {"cited": 2, "checked": 0, "unknown": [KNUTH], "missing": [WAKEFIELD]}
    assert json.loads(run(paper.folder, "check", "--format", "json")[1])["verified"] == [found]


def test_prune_leaves_an_incomplete_project_alone(paper: Any) -> None:
    paper.verdicts(paper.judged(KNUTH))
    paper.write("Nothing \\cite{wakefield1998}. \\input{lost}")
    code, _, err = run(paper.folder, "verdicts", "prune")
    assert (code, "is not complete" in err) == (2, True)
    assert len(read_file(paper.folder / PATH).verdicts) == 1


def test_without_quotes_only_hashes_are_written(paper: Any) -> None:
    paper.verdicts(
        paper.judged(KNUTH, "ghost"), paper.mention(KNUTH, spans=(EvidenceSpan("12", 0, "Boxes are set."),))
    )
    (paper.folder / "argcheck.toml").write_text("quotes = false\n")
    assert run(paper.folder, "verdicts", "dispute", KNUTH, "It exists.")[0] == 0
    text = (paper.folder / PATH).read_text()
    assert "Boxes" not in text
    assert '"page": "12"' in text
    assert '"hash": "q1:' in text


@pytest.mark.parametrize(
    ("outcome", "code"),
    [("accessible", 0), ("inaccessible", 0), ("mismatch", 0), ("ghost", 0), ("unknown", 4)],
)
def test_require_asks_for_a_verdict_on_each_work(paper: Any, outcome: str, code: int) -> None:
    paper.verdicts(paper.judged(WAKEFIELD), paper.judged(KNUTH, outcome))
    assert run(paper.folder, "check", "--require", "--select", "CIT001")[0] == code


def test_require_names_what_is_missing_and_stale(paper: Any) -> None:
    code, _, err = run(paper.folder, "check", "--require")
    assert code == 4
    assert "argcheck: not verified, no verdict that is up to date: wakefield1998 and knuth1984\n" in err
    assert "verified: 0 of 2 sources\n" in err
    paper.verdicts(paper.judged(WAKEFIELD)._replace(entry="e1:0"), paper.judged(KNUTH))
    code, _, err = run(paper.folder, "check", "--require")
    assert code == 4
    assert "argcheck: not verified, no verdict that is up to date: wakefield1998\n" in err
    assert "verified: 1 of 2 sources\n" in err
    assert run(paper.folder, "check")[0] == 0


def test_require_asks_for_the_mentions_once_some_are_judged(paper: Any) -> None:
    paper.verdicts(paper.judged(WAKEFIELD), paper.judged(KNUTH), paper.mention(KNUTH))
    code, _, err = run(paper.folder, "check", "--require")
    assert (code, "not verified, no verdict on a sentence: wakefield1998\n" in err) == (4, True)


def test_a_check_never_writes_and_its_stored_report_follows_the_file(paper: Any) -> None:
    paper.verdicts(paper.judged(KNUTH, "ghost"))
    file = paper.folder / PATH
    shuffled = "\n".join(reversed(file.read_text().splitlines())) + "\n\n"
    file.write_text(shuffled)
    assert "SRC001" in run(paper.folder, "check")[1]
    assert "SRC001" in run(paper.folder, "check")[1]
    assert file.read_text() == shuffled
    file.unlink()
    assert "SRC001" not in run(paper.folder, "check")[1]
    paper.verdicts(paper.judged(KNUTH, "ghost"))
    assert "SRC001" in run(paper.folder, "check")[1]


def test_every_line_fits_the_schema(paper: Any) -> None:
    paper.verdicts(
        paper.judged(KNUTH, "ghost", asked=(("crossref", "absent"),)),
        paper.judged(
            WAKEFIELD, notices=RETRACTED, differences=(Difference("year", "1998", "1999", certain=True),)
        ),
        paper.mention(KNUTH, "miscited", spans=(EvidenceSpan("1", 0, "x"),), confidence=1.0),
    )
    run(paper.folder, "verdicts", "dispute", KNUTH, "It exists.", "--about", "ghost")
    assert json.loads(run(paper.folder, "schema", "verdicts")[1]) == SCHEMA
    lines = (paper.folder / PATH).read_text().splitlines()
    assert len(lines) == 4
    for line in lines:
        jsonschema.validate(json.loads(line), SCHEMA)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**json.loads(lines[0]), "work": 3}, SCHEMA)


def test_what_was_looked_up_holds_until_the_sentence_is_reworded(paper: Any) -> None:
    paper.write("Type is set in boxes~\\cite{knuth1984}.\n\nGlue stretches~\\cite{knuth1984}.\n")
    code, _, said = run(paper.folder, "verdicts", "pass", KNUTH, "--supports", "--by", "Ann")
    assert code == 2
    assert "main.tex:3, main.tex:5; name one by --at" in said
    assert run(paper.folder, "verdicts", "pass", KNUTH, "--by", "Ann")[0] == 2
    passed = run(paper.folder, "verdicts", "pass", KNUTH, "--partly", "--by", "Ann", "--at", "main.tex:3")
    assert passed[0] == 0, passed
    (line,) = (paper.folder / PATH).read_text("utf-8").splitlines()
    jsonschema.validate(json.loads(line), SCHEMA)
    assert "it supports a part (Ann, " in run(paper.folder, "citations", "--evidence", KNUTH)[1]
    assert [
        one.partition(": ")[0] for one in run(paper.folder, "citations", "--missing")[1].splitlines()
    ] == ["main.tex:5:22"]
    run(paper.folder, "verdicts", "pass", KNUTH, "--supports", "--by", "Ann", "--at", "main.tex:3")
    (line,) = (paper.folder / PATH).read_text("utf-8").splitlines()
    assert json.loads(line)["says"] == "supports"
    paper.write("Type is laid in boxes~\\cite{knuth1984}.\n")
    assert "main.tex:3" in run(paper.folder, "citations", "--missing")[1]
    assert "looked up" not in run(paper.folder, "citations", "--evidence", KNUTH)[1]
