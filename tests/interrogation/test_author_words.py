"""What an author says to claims that a model has read, and the way from there to annotations."""

import json
import re
import shutil
from pathlib import Path

import pytest

pytest.importorskip("diskcache", reason="the extra argcheck-lint[llm] is not installed")

from git_command import git
from scripted import Say
from test_interrogate import PAPER, ask, claim, edge, is_check, lines, nodes, paper, reading, shown

from argcheck.cli.check_command import command as check
from argcheck.cli.graph_command import command as graph
from argcheck.cli.runs_command import command as runs
from argcheck.errors import UsageError

pytestmark = pytest.mark.slow
assert paper

STRONG = "In strong wind the dunes moved four metres a day."
END = "We conclude that strong wind makes dunes move faster."
TAPE = "The tape may have stretched in the cold of the nights."
EXAMPLE = Path(__file__).parents[2] / "examples" / "interrogated"


def say(paper, verb, *words):
    return runs.main([verb, *words, str(paper), "--isolated", "--no-cache"], standalone_mode=False)


def listed(paper):
    data = json.loads(say(paper, "show", "--format", "json").out)
    return {claim["claim"]: claim for claim in data["claims"]}


def read_with_tape(request, _):
    value = reading(request)
    value["nodes"].append(claim("tape", shown(request), "The tape may", "given", "counterevidence"))
    value["edges"].append(edge("tape", "strong", "attacks"))
    return value


@pytest.fixture
def read(paper):
    ask(paper, read_with_tape, "--runs", "2", "--checks", "0")
    return paper


def test_what_is_accepted_stays_when_later_readings_do_not_have_it(read):
    name = listed(read)[STRONG]["id"]
    assert "accepted: In strong wind" in say(read, "accept", name).err

    def other(request, _):
        return {"nodes": [claim("end", shown(request), "We conclude", "conclusion")], "edges": []}

    ask(read, other, "--runs", "2", "--checks", "0", "--mode", "journal")
    node = nodes(read, "--runs", "all")[STRONG]
    assert node["id"].startswith("accepted:")
    assert node["run_ids"] == ["accepted"]
    assert node["kind"] == "given"
    entry = listed(read)[STRONG]
    assert (entry["readings"], entry["of"], entry["author"]["stand"]) == (0, 2, "accepted")
    say(read, "forget", node["id"])
    assert STRONG not in nodes(read, "--runs", "all")


def test_a_reading_that_was_not_answered_is_none_that_says_otherwise(paper):
    def script(request, number):
        return Say("no", status=400) if request.get("seed", 0) else read_with_tape(request, number)

    outcome, _ = ask(paper, script, "--runs", "3", "--checks", "0")
    assert "conclusion in 1 of 1 runs" in outcome.out
    entry = listed(paper)[STRONG]
    assert (entry["readings"], entry["of"]) == (1, 1)


def test_what_is_edited_is_said_in_the_words_of_the_author(read):
    say(read, "edit", f"{read}/paper.tex:8", "--claim", "Dunes  moved 4 m a day", "--role", "evidence")
    say(read, "edit", f"{read}/paper.tex:8:1", "--kind", "assumption")
    node = nodes(read, "--runs", "all")["Dunes moved 4 m a day"]
    assert (node["kind"], node["role"]) == ("assumption", "evidence")
    assert {"accepted", "r1", "r2"} <= {*node["run_ids"]}
    said = check.main(
        [str(read), "--isolated", "--no-cache", "--select", "ARG", "--runs", "all", "--exit-zero"],
        standalone_mode=False,
    ).out
    assert "“Dunes moved 4 m a day” (in 2 of 2 readings, accepted by the author)" in said
    assert "edited by the author (assumption, evidence): Dunes moved 4 m a day" in say(read, "show").out


def test_what_is_disputed_leaves_the_graph_and_nobody_is_asked_about_it_again(read):
    say(read, "dispute", listed(read)[TAPE]["id"], "--reason", "steel does not stretch in the cold")
    assert TAPE not in nodes(read, "--runs", "all")
    assert listed(read)[TAPE]["author"]["reason"] == "steel does not stretch in the cold"
    asked = []

    def script(request, _):
        if is_check(request):
            asked.append(request["messages"][1]["content"].split("DATA claim")[1])
            return {"verdict": "supported", "reason": "[3]"}
        return read_with_tape(request, _)

    say(read, "accept", listed(read)[STRONG]["id"])
    ask(read, script, "--runs", "2", "--min-width", "9")
    assert asked
    assert not [text for text in asked if TAPE in text or STRONG in text]
    assert TAPE not in nodes(read, "--runs", "all")
    words = {line["claim"]: line["stand"] for line in lines(read) if line["record"] == "word"}
    assert words == {STRONG: "accepted", TAPE: "disputed"}


def test_the_word_of_the_author_comes_before_what_a_second_look_said(paper):
    def script(request, _):
        refuted = {"verdict": "refuted", "reason": "[3]"}
        return refuted if is_check(request) else reading(request)

    ask(paper, script, "--runs", "1", "--min-width", "9")
    assert nodes(paper, "--runs", "all")[STRONG]["refuted"]
    say(paper, "accept", "r1:1:strong")
    assert not nodes(paper, "--runs", "all")[STRONG]["refuted"]


def test_a_name_that_means_nothing_or_several_claims_is_refused_and_says_what_to_do(read, tmp_path):
    with pytest.raises(UsageError, match="no claim that is called 'r9:1:x'; `argcheck runs show` lists them"):
        say(read, "accept", "r9:1:x")
    with pytest.raises(UsageError, match="say what to change"):
        say(read, "edit", "r1:1:end")
    with pytest.raises(UsageError, match="a claim has words"):
        say(read, "edit", "r1:1:end", "--claim", "x" * 2_001)
    with pytest.raises(UsageError, match="needs a reason"):
        say(read, "dispute", "r1:1:end", "--reason", " ")
    (read / "second.tex").write_text(PAPER, "utf-8")
    ask(read, lambda request, _: reading(request), "--runs", "1", "--checks", "0")
    with pytest.raises(UsageError, match=r"in paper\.tex, second\.tex: name one"):
        say(read, "accept", "r1:1:strong")
    say(read / "second.tex", "accept", "r1:1:strong")
    assert [line["document"] for line in lines(read) if line["record"] == "word"] == ["second.tex"]


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_words_of_two_branches_merge_and_those_that_contradict_each_other_count_for_nothing_and_are_told(
    read,
):
    git(read, "init")
    git(read, "add", "-A")
    git(read, "commit", "-m", "read")
    git(read, "checkout", "-b", "theirs")
    say(read, "accept", "r1:1:strong")
    say(read, "accept", "r1:1:end")
    git(read, "commit", "-am", "accepted")
    git(read, "checkout", "main")
    say(read, "dispute", "r1:1:tape", "--reason", "no")
    say(read, "dispute", "r1:1:end", "--reason", "we do not")
    git(read, "commit", "-am", "disputed")
    git(read, "merge", "theirs")
    known = nodes(read, "--runs", "all")
    assert "accepted" in known[STRONG]["run_ids"]
    assert TAPE not in known
    assert "accepted" not in known[END]["run_ids"]
    argv = [str(read), "--isolated", "--no-cache", "--select", "REF110", "--runs", "all", "--exit-zero"]
    [told] = [line for line in check.main(argv, standalone_mode=False).out.splitlines() if "REF110" in line]
    assert (
        "what authors say of 1 claims of 'paper.tex' was merged here and differs, so none of it counts"
        in told
    )
    merged = "paper.tex' was merged here and differs"
    assert merged in say(read, "show").err
    assert merged in say(read, "accept", "r1:1:strong").err
    assert merged not in say(read, "accept", "r1:1:end").err  # which settles it
    assert "accepted" in nodes(read, "--runs", "all")[END]["run_ids"]
    assert "REF110" not in check.main(argv, standalone_mode=False).out


def test_what_cannot_be_used_of_the_file_is_told_on_standard_error(read):
    file = read / ".argcheck" / "runs.jsonl"
    assert say(read, "show").err == ""
    number = len(file.read_text("utf-8").splitlines()) + 1
    with file.open("a", encoding="utf-8") as stream:
        stream.write('{"what": 1}\n')
    line = f"runs.jsonl:{number}: this line of the runs of models is not used: "
    shown_list = say(read, "show", "--format", "json")
    assert line in shown_list.err
    assert json.loads(shown_list.out)["claims"]
    for words in (
        ["accept", "r1:1:end"],
        ["dispute", "r1:1:tape", "--reason", "no"],
        ["forget", "r1:1:tape"],
    ):
        assert "this line of the runs of models is not used" in say(read, *words).err
    with pytest.raises(UsageError, match="this line of the runs of models is not used"):
        say(read, "accept", "r1:1:nothing")


def test_claims_of_merged_readings_are_no_unknown_names_without_a_word(paper):
    file = paper / ".argcheck" / "runs.jsonl"

    def other(request, _):
        return {"nodes": [claim("strong", shown(request), "In weak wind", "given", "result")], "edges": []}

    ask(paper, lambda request, _: reading(request), "--runs", "1", "--checks", "0")
    ours = file.read_text("utf-8")
    file.unlink()
    ask(paper, other, "--runs", "1", "--checks", "0", "--temperature", "1")
    file.write_text(ours + file.read_text("utf-8"), "utf-8")
    merged = "several interrogations were merged here"
    assert merged in say(paper, "show").err
    with pytest.raises(UsageError, match=merged):
        say(paper, "accept", "r1:1:strong")


def test_of_a_file_that_cannot_be_read_it_is_not_said_that_nothing_was_read(read):
    (read / ".argcheck" / "runs.jsonl").write_bytes(b"\xff\xfe{")
    said = say(read, "show").err
    assert "runs.jsonl:1: " in said
    assert "nothing was read there" not in said


# -- annotations

PROPOSED = re.compile(r"\S+?:(\d+):\d+: (on a line before|in place of the sentence): (.*)")


def accepted(paper, *options):
    argv = [str(paper), "--isolated", "--no-cache", "--accept", *options]
    return graph.main(argv, standalone_mode=False).out


def paste(file, proposals):
    """Put every annotation where it says."""
    text = file.read_text("utf-8").split("\n")
    for number, how, annotation in sorted(proposals, key=lambda proposal: -int(proposal[0])):
        place = int(number) - 1
        text[place : place + (how != "on a line before")] = [annotation]
    file.write_text("\n".join(text), "utf-8")


@pytest.mark.parametrize("options", [(), ("--macros",)])
def test_pasted_annotations_make_the_argument_that_was_agreed_on(tmp_path, options):
    folder = tmp_path / "paper"
    shutil.copytree(EXAMPLE, folder)
    before = nodes(folder, "--runs", "author,structure,models")
    proposals = PROPOSED.findall(accepted(folder, *options))
    assert len(proposals) >= 7
    paste(folder / "paper.tex", proposals)
    argv = [str(folder), "--isolated", "--no-cache", "--select", "ARG,REF", "--exit-zero"]
    said = check.main(argv, standalone_mode=False).out
    assert re.findall(r"[A-Z]{3}\d{3}", said) == ["ARG009", "ARG001"]  # as of the readings
    after = nodes(folder)
    conclusions = {text for text, node in after.items() if node["kind"] == "conclusion"}
    assert conclusions == {END, "Fences are no remedy against moving dunes."}
    agreed = {text for text, node in before.items() if len({"r1", "r2", "r3"} & {*node["run_ids"]}) > 1}
    agreed.add("Sand that is held back by a fence is blown over it within a season.")  # the author's word
    assert agreed == {text for text, node in after.items() if "author" in node["run_ids"]}
    assert {text: before[text]["kind"] for text in agreed} == {text: after[text]["kind"] for text in agreed}
    assert accepted(folder) == ""


def test_what_only_one_of_three_readings_has_is_proposed_once_it_is_accepted(tmp_path):
    folder = tmp_path / "paper"
    shutil.copytree(EXAMPLE, folder)
    fenced = "Sand that is held back by a fence is blown over it within a season."
    say(folder, "forget", f"{folder}/paper.tex:24")
    assert fenced not in accepted(folder)
    say(folder, "accept", "r1:1:blown")
    assert f"{fenced} (in 1 of 3 readings, accepted by the author)" in accepted(folder)


@pytest.mark.parametrize(("answering", "proposed"), [(0, True), (1, False), (2, True)])
def test_an_attack_that_a_reading_answers_is_proposed_with_its_answer_or_not_at_all(
    paper, answering, proposed
):
    def script(request, _):
        value = read_with_tape(request, None)
        if request.get("seed", 0) < answering:
            value["nodes"].append(claim("second", shown(request), "A second team", "given", "evidence"))
            value["nodes"] = list({node["id"]: node for node in value["nodes"]}.values())
            value["edges"].append(edge("second", "tape", "attacks"))
        return value

    ask(paper, script, "--runs", "3", "--checks", "0")
    assert accepted(paper).count("attacks") == (2 if answering > 1 else proposed)


def test_a_sentence_within_a_line_has_its_comment_where_the_line_is_broken(tmp_path):
    folder = tmp_path / "paper"
    shutil.copytree(EXAMPLE, folder)
    text = (folder / "paper.tex").read_text("utf-8")
    text = text.replace("faster.\nFences", "faster. Fences").replace("dunes.\nVill", "dunes. Vill")
    (folder / "paper.tex").write_text(text, "utf-8")
    comments = accepted(folder)
    assert comments.count("break the line there (or take --macros), and on a line before: % argcheck: ") == 1
    assert re.search(r"break the line.*con:fences-remedy-against uses=.*\n    Fences are no remedy", comments)
    assert re.search(r"at the end of the line: % argcheck: .*\n    Villages near dunes", comments)
    assert "{Fences are no remedy against moving dunes.}" in accepted(folder, "--macros")


def test_what_is_pasted_uses_nothing_that_could_not_be_pasted(tmp_path):
    folder = tmp_path / "paper"
    shutil.copytree(EXAMPLE, folder)
    text = (folder / "paper.tex").read_text("utf-8").replace("they moved one.\n", "they moved one. ")
    text = text.replace("windy and calm weeks.\n", "windy and calm weeks. ")
    (folder / "paper.tex").write_text(text, "utf-8")
    places = re.findall(r"^\S+?:(\d+):(\d+): .*?(% argcheck: .*)$", accepted(folder), re.MULTILINE)
    assert len({(line, column) for line, column, _ in places}) == 8
    lines = text.splitlines()
    for line, column, comment in reversed(places):
        whole, at = lines[int(line) - 1], int(column) - 1
        lines[int(line) - 1] = f"{whole[:at].rstrip()}\n{comment}\n{whole[at:]}".lstrip("\n")
    (folder / "paper.tex").write_text("\n".join(lines), "utf-8")
    assert accepted(folder).count("% argcheck:") == 0
    outcome = check.main([str(folder), "--no-cache", "--select", "REF", "--exit-zero"], standalone_mode=False)
    assert "REF110" not in outcome.out


def test_one_comment_says_what_a_claim_is_and_what_it_attacks(tmp_path):
    folder = tmp_path / "paper"
    shutil.copytree(EXAMPLE, folder)
    text = (folder / "paper.tex").read_text("utf-8").replace("weeks.\nThe tape", "weeks. The tape")
    (folder / "paper.tex").write_text(text, "utf-8")
    assert re.search(
        r"at the end of the line: % argcheck: .* attacks=res:weeks-strong-wind\n    The tape may have stretched",
        accepted(folder),
    )
