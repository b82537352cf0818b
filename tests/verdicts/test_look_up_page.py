"""The page on which co-authors note what sources say: what others wrote stays text, and its lines are those of `verdicts pass`."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import shutil
import subprocess
from typing import TYPE_CHECKING, Any

import jsonschema
import lxml.html
import pytest
from test_commands import run

from argcheck.verdicts.fields import EvidenceSpan
from argcheck.verdicts.file import PATH
from argcheck.verdicts.schema import SCHEMA

pytestmark = pytest.mark.slow

if TYPE_CHECKING:
    from pathlib import Path

KNUTH, WAKEFIELD = "knuth1984", "wakefield1998"
HOSTILE = (
    "</p></article><script>evil()</script><img src=x onerror=evil()>\"' autofocus onfocus='evil()&lt;\u202e\0"
)
NODE = shutil.which("node")
needs_node = pytest.mark.skipif(NODE is None, reason="node is not installed")

#: Runs the script of a page over stand-ins for its elements: chooses, types a name, saves.
BROWSER = r"""
const fs = require("fs");
const { script, cards, by, choices } = JSON.parse(fs.readFileSync(0, "utf-8"));
const made = { saved: [], listeners: {} };
const element = (more) => ({ addEventListener(kind, act) { this[kind] = act; }, ...more });
const elements = {
  by: element({ value: by }), save: element({ disabled: true }), count: element({}), made: element({ value: "" }), open: element({ checked: false }),
};
const shown = cards.map((line, place) => ({
  dataset: { line },
  querySelector: () => ({ value: choices[place] }),
}));
globalThis.document = element({
  body: { classList: { toggle() {} } },
  getElementById: (id) => elements[id],
  querySelectorAll: () => shown,
  createElement: () => ({ click() { made.saved.push({ name: this.download, text: made.blob }); } }),
});
globalThis.addEventListener = () => {};
globalThis.Blob = class { constructor(parts) { made.blob = parts.join(""); } };
globalThis.URL = { createObjectURL: () => "blob:null/1" };
(0, eval)(script);
document.input();
if (!elements.save.disabled) elements.save.click();
console.log(JSON.stringify({ ...made, disabled: elements.save.disabled, count: elements.count.textContent, shown: elements.made.value }));
"""


def page_of(folder: Path, *more: str) -> lxml.html.HtmlElement:
    code, out, err = run(folder, "citations", "--page", "page.html", *more)
    assert (code, out) == (0, ""), err
    return lxml.html.document_fromstring((folder / "page.html").read_text("utf-8"))


def answered(page: lxml.html.HtmlElement, by: str, *choices: str) -> dict[str, Any]:
    """Answer the citations of a page in their order, as its own script does it."""
    asked = {
        "script": page.findtext(".//script"),
        "cards": [card.get("data-line") for card in page.iter("article")],
        "by": by,
        "choices": choices,
    }
    done = subprocess.run(
        [str(NODE), "-e", BROWSER], input=json.dumps(asked), capture_output=True, text=True, check=True
    )
    said: dict[str, Any] = json.loads(done.stdout)
    return said


def test_what_others_wrote_is_text(paper: Any) -> None:
    bib = (
        "@book{knuth1984, author={Knuth, D. "
        + HOSTILE.replace("&", "").replace("\0", "")
        + "}, title={<b>"
        + "Boxes</b>}, year={1984}}"
    )
    body = "Type is set in <script>evil()</script> boxes \"onload='evil()'~\\cite{knuth1984}.\n"
    paper.write(body, bib)
    quote = EvidenceSpan("3", 0, HOSTILE + "{{7*7}}</textarea></script>")
    paper.verdicts(paper.mention(KNUTH, "supported", spans=(quote,), confidence=1.0))
    assert run(paper.folder, "verdicts", "pass", KNUTH, "--partly", "--by", "<script>evil()</script>")[0] == 0
    page = page_of(paper.folder)
    assert len(page.findall(".//script")) == 1
    assert "evil" not in page.findtext(".//script")
    assert page.findall(".//img") + page.findall(".//b") == []
    assert not [
        name
        for element in page.iter()
        for name in element.attrib
        if name.startswith("on") or name == "autofocus"
    ]
    (card,) = page.iter("article")
    text = card.text_content()
    assert text.count("<script>evil()</script>") == 4  # sentence, entry, passage, reader
    assert "<U+202E>" in text
    assert "\u202e" not in text


def test_the_page_asks_nobody_and_runs_its_own_script_alone(paper: Any) -> None:
    page = page_of(paper.folder)
    (policy,) = page.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    for kind in ("script", "style"):
        digest = base64.b64encode(hashlib.sha256(page.findtext(f".//{kind}").encode()).digest()).decode()
        assert rules[f"{kind}-src"] == f"'sha256-{digest}'"
    assert rules["default-src"] == rules["base-uri"] == rules["form-action"] == "'none'"
    assert page.xpath("//@src | //@href | //@action | //@style") == []
    assert "http:" not in (paper.folder / "page.html").read_text("utf-8")


def test_each_citation_stands_there_with_what_is_noted(paper: Any) -> None:
    spans = (EvidenceSpan("3", 0, "Boxes are glued."), EvidenceSpan("", 9, "", "q1:x", uncertain=True))
    paper.verdicts(paper.mention(KNUTH, "supported", spans=spans, confidence=1.0))
    first, second = (card.text_content() for card in page_of(paper.folder).iter("article"))
    assert "main.tex:3:" in first
    assert "Children fell ill afterwards" in first
    assert "The Lancet" in first
    assert "No passage is noted" in first
    assert "p. 3: Boxes are glued." in second
    assert "line 9 (may be read wrongly): (the words are not kept" in second
    (only,) = page_of(paper.folder, "--evidence", KNUTH).iter("article")
    assert only.text_content() == second
    for more, counted in (([], "2 citations"), (["--evidence", KNUTH], "1 citation")):
        code, _, err = run(paper.folder, "citations", "--page", "page.html", *more)
        assert (code, err) == (0, f"page.html: {counted} to look up\n")
    code, _, err = run(paper.folder, "citations", "--page", "page.html", "--evidence", "nobody")
    assert (code, "no sentence cites 'nobody'" in err) == (2, True)


@needs_node
def test_the_page_writes_the_lines_of_verdicts_pass(paper: Any) -> None:
    page = page_of(paper.folder)
    said = answered(page, "  Ann   Author ", "does-not", "")
    assert said["count"] == "1 of 2 answered"
    (saved,) = said["saved"]
    assert saved["name"] == "look-ups.jsonl"
    assert saved["text"] == said["shown"]
    (paper.folder / saved["name"]).write_text(saved["text"], "utf-8")
    code, _, err = run(paper.folder, "verdicts", "pass", "--from", saved["name"])
    assert (code, "1 look-ups taken into .argcheck/verdicts.jsonl" in err) == (0, True), err
    taken = (paper.folder / PATH).read_text("utf-8")
    jsonschema.validate(json.loads(taken), SCHEMA)
    (paper.folder / PATH).unlink()
    run(paper.folder, "verdicts", "pass", WAKEFIELD, "--does-not", "--by", "Ann Author")
    assert (paper.folder / PATH).read_text("utf-8") == taken


@needs_node
def test_nothing_is_saved_without_a_name_or_an_answer(paper: Any) -> None:
    page = page_of(paper.folder)
    for by, choices in (("", ("supports", "")), ("Ann", ("", ""))):
        said = answered(page, by, *choices)
        assert (said["disabled"], said["saved"], said["shown"]) == (True, [], "")


@needs_node
def test_look_ups_of_several_people_stand_side_by_side(paper: Any) -> None:
    page = page_of(paper.folder)
    for by, choices in (
        ("Ann", ("supports", "partly")),
        ("Bob", ("does-not", "supports")),
        ("Ann", ("partly", "")),
    ):
        (paper.folder / "x.jsonl").write_text(answered(page, by, *choices)["shown"], "utf-8")
        assert run(paper.folder, "verdicts", "pass", "--from", "x.jsonl")[0] == 0
    lines = [json.loads(line) for line in (paper.folder / PATH).read_text("utf-8").splitlines()]
    assert sorted((line["cited_as"], line["judge"]["by"], line["says"]) for line in lines) == [
        (KNUTH, "Ann", "partly"),
        (KNUTH, "Bob", "supports"),
        (WAKEFIELD, "Ann", "partly"),
        (WAKEFIELD, "Bob", "does-not"),
    ]
    assert len({line["key"] for line in lines}) == 4
    (noted, _) = page_of(paper.folder).iter("article")
    assert noted.get("class") == "noted"
    assert "Bob, " in noted.text_content()


def line_of(paper: Any, **changed: Any) -> str:
    card = next(iter(page_of(paper.folder).iter("article")))
    line = {**json.loads(card.get("data-line")), "says": "supports", "checked": "2026-01-02"}
    return json.dumps({**line, "judge": {"name": "reader", "by": "Ann"}, **changed}) + "\n"


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("no JSON\n", "line 1: it is no JSON"),
        ("[1]\n", "line 1: it is no JSON object"),
        ("[" * 100_000, "line 1: "),
        ({"says": "perhaps"}, "line 1: its 'says' is 'perhaps', not one of supports, partly, does-not"),
        ({"judge": {"name": "reader", "by": " "}}, "line 1: its 'judge.by' is empty"),
        (
            {"judge": {"name": "reader", "by": "A" * 300}},
            "line 1: the name of the reader has more than 200 characters",
        ),
        ({"checked": "yesterday"}, "line 1: 'yesterday' is no day such as 20"),
        ({"checked": "2026-13-01"}, "line 1: "),
        ({"kind": "answer"}, "line 1: "),
        ({"sentence": 3}, "line 1: its 'sentence' is 3, and it must be a text"),
        (b"\xff\xfe", "this is no text in UTF-8"),
    ],
)
def test_a_file_that_is_none_of_the_page_changes_nothing(paper: Any, written: Any, why: str) -> None:
    text = line_of(paper, **written) if isinstance(written, dict) else written
    (paper.folder / "x.jsonl").write_bytes(text if isinstance(text, bytes) else text.encode())
    code, _, err = run(paper.folder, "verdicts", "pass", "--from", "x.jsonl")
    assert (code, f"x.jsonl: {why}" in err, "give the file that the page saved" in err) == (2, True, True), (
        err
    )
    assert not (paper.folder / PATH).exists()


def test_the_word_for_a_sentence_that_was_reworded_is_not_taken(paper: Any) -> None:
    (paper.folder / "x.jsonl").write_text(line_of(paper) + line_of(paper, sentence="s1:other"), "utf-8")
    code, _, err = run(paper.folder, "verdicts", "pass", "--from", "x.jsonl")
    assert (code, "1 look-ups taken into" in err, "1 on sentences that were reworded since" in err) == (
        0,
        True,
        True,
    ), err


def test_of_one_reader_the_later_word_holds(paper: Any) -> None:
    for day, says, older in (
        ("2026-01-02", "supports", False),
        ("2026-01-01", "partly", True),
        ("2999-01-01", "does-not", False),
    ):
        (paper.folder / "x.jsonl").write_text(line_of(paper, checked=day, says=says), "utf-8")
        _, _, err = run(paper.folder, "verdicts", "pass", "--from", "x.jsonl")
        assert ("1 older than one that is there" in err) is older
    (line,) = (paper.folder / PATH).read_text("utf-8").splitlines()
    assert json.loads(line)["says"] == "does-not"
    assert json.loads(line)["checked"] < "2999"


def test_from_goes_with_paths_alone(paper: Any) -> None:
    (paper.folder / "x.jsonl").write_text(line_of(paper), "utf-8")
    assert run(paper.folder, "verdicts", "pass", "--from", "x.jsonl", "main.tex")[0] == 0
    code, _, err = run(paper.folder, "verdicts", "pass", "--from", "x.jsonl", "--by", "Bob")
    assert (code, "give it alone" in err) == (2, True)
    code, _, err = run(paper.folder, "verdicts", "pass")
    assert (code, "name the KEY" in err) == (2, True)
    code, _, err = run(paper.folder, "verdicts", "pass", "--from", "nowhere.jsonl")
    assert (code, "nowhere.jsonl" in err) == (2, True)


def test_who_looked_it_up_is_the_user_of_git(paper: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    for name in ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"):
        monkeypatch.setenv(name, os.devnull)
    said = run(paper.folder, "verdicts", "pass", KNUTH, "--supports")
    assert (said[0], "git knows no user name here: say by --by who looked it up" in said[2]) == (2, True)
    subprocess.run(["git", "init", "-q"], cwd=paper.folder, check=True)
    subprocess.run(["git", "config", "user.name", "Ann  Ünal"], cwd=paper.folder, check=True)
    assert (
        f"{KNUTH}: supports, by Ann Ünal, in" in run(paper.folder, "verdicts", "pass", KNUTH, "--supports")[2]
    )
    monkeypatch.setenv("GIT_AUTHOR_NAME", "Bob")
    assert ", by Bob, in" in run(paper.folder, "verdicts", "pass", KNUTH, "--partly")[2]
    assert ", by Cem, in" in run(paper.folder, "verdicts", "pass", KNUTH, "--partly", "--by", "Cem")[2]
    lines = (paper.folder / PATH).read_text("utf-8").splitlines()
    assert sorted(json.loads(line)["judge"]["by"] for line in lines) == ["Ann Ünal", "Bob", "Cem"]
