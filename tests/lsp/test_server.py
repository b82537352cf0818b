"""The language server as an editor meets it: a process, its messages, and the columns of the editor."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from settled_entry import with_record

pytest.importorskip("pygls", reason="the extra lsp is not installed")


pytestmark = pytest.mark.slow

if TYPE_CHECKING:
    from collections.abc import Callable

EXAMPLES = Path(__file__).parents[2] / "examples"

MAIN = r"""\documentclass{article}
\newtheorem{lemma}{Lemma}
\begin{document}
\section{Méthode 😀}\label{sec:method}
Überall 😀𝒳 steht \cite{knut84} und \cite{knuth84}.
See Section~\ref{sec:method} and Section~\ref{sec:metod}.
\begin{figure}
Drawing.
\caption{Rain and 😀 yield.}\label{fig:rain}
\end{figure}
In Figure~\ref{fig:rain} it rains.
\input{part}
\bibliography{refs}
\end{document}
"""
PART = r"""\section{Argument}
% argcheck: evidence id=ev:dates kind=given
Vineyards ripened first.
% argcheck: conclusion id=cl:main uses=ev:dates,fig:rain
Height decides.
"""
REFS = """@book{knuth84,
  author = {Knuth, Donald E.},
  title = {The {\\TeX}book},
  publisher = {Addison-Wesley},
  year = 1984
}
@incollection{chapter,
  crossref = {knuth84},
  author = {A. Writer},
  title = {A Chapter},
  pages = {1--2}
}
"""


@pytest.fixture
def paper(tmp_path: Path) -> Path:
    folder = tmp_path / "my paper"
    folder.mkdir()
    (folder / ".git").mkdir()
    (folder / "main.tex").write_bytes(MAIN.replace("\n", "\r\n").encode())
    (folder / "part.tex").write_text(PART, "utf-8")
    (folder / "refs.bib").write_text(REFS, "utf-8")
    return folder


def codes(report: dict[str, Any]) -> list[str]:
    return [item["code"] for item in report["items"]]


def test_pull_columns_and_unsaved_texts(paper: Path, connect: Callable[..., Any]) -> None:
    client = connect(paper)
    assert client.server["capabilities"]["diagnosticProvider"]["interFileDependencies"] is True
    client.open("main.tex")
    report = client.diagnostics("main.tex")
    key, label = report["items"]
    assert (key["code"], client.words("main.tex", key["range"])) == ("CIT001 undefined-citation", "knut84")
    assert (label["code"], client.words("main.tex", label["range"])) == (
        "REF001 undefined-reference",
        "sec:metod",
    )
    assert key["source"] == "argcheck"
    assert (key["severity"], label["severity"]) == (1, 2)
    assert key["codeDescription"]["href"].endswith("/docs/rules/undefined-citation.md")
    assert "did you mean" in key["message"]

    again = client.diagnostics("main.tex", report["resultId"])
    assert again["kind"] == "unchanged"

    # An entry that exists in the editor alone mends the citation; nothing is saved.
    client.open("refs.bib", REFS.replace("@book{knuth84", "@book{knut84, title = {T}}\n@book{knuth84"))
    assert codes(client.diagnostics("main.tex")) == ["REF001 undefined-reference"]
    client.close("refs.bib")
    assert len(client.diagnostics("main.tex")["items"]) == 2

    # Many edits in a row: the answer is of the last text.
    for count in range(20):
        client.type("main.tex", MAIN.replace("knut84", "x" * count + "knuth84").replace("\n", "\r\n"))
    client.type("main.tex", "😀\r\n" + MAIN.replace("knut84", "knuth84").replace("\n", "\r\n"))
    (item,) = client.diagnostics("main.tex")["items"]
    assert client.words("main.tex", item["range"]) == "sec:metod"
    assert client.published == {}  # an editor that asks is never told
    client.end()


def test_an_editor_that_asks_asks_again_where_another_open_file_has_other_findings(
    paper: Path, connect: Callable[..., Any]
) -> None:
    """Neovim asks for the file that is typed into alone, and the chapter in the window beside it is wrong now."""
    client = connect(paper)
    client.open("main.tex")
    client.open("refs.bib")
    assert len(client.diagnostics("main.tex")["items"]) == 2
    client.diagnostics("refs.bib")
    client.type("refs.bib", REFS + "@book{knut84, title={T}, publisher={P}, author={A. B}, year=1984}")
    client.wait_for(lambda: client.requests == ["workspace/diagnostic/refresh"])
    assert codes(client.diagnostics("main.tex")) == ["REF001 undefined-reference"]
    client.type("refs.bib", client.texts["refs.bib"] + "\n")  # nothing beside it changes
    client.diagnostics("refs.bib")
    client.type("main.tex", client.texts["main.tex"].replace("knut84", "nobody"))  # it asks by itself
    client.diagnostics("main.tex")
    client.type("refs.bib", REFS)
    client.type("refs.bib", REFS.replace("{knuth84", "{nobody"))
    client.wait_for(lambda: len(client.requests) > 1)
    assert client.requests == ["workspace/diagnostic/refresh"] * 2
    client.end()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_the_unit_of_columns_is_agreed_on(paper: Path, connect: Callable[..., Any], encoding: str) -> None:
    client = connect(paper, encodings=[encoding])
    assert client.server["capabilities"]["positionEncoding"] == encoding
    client.open("main.tex")
    start = client.diagnostics("main.tex")["items"][0]["range"]["start"]
    before = "Überall 😀𝒳 steht \\cite{"
    unit = {"utf-8": 1, "utf-16": 2, "utf-32": 4}[encoding]
    column = len(before.encode(f"{encoding}-le" if unit > 1 else encoding)) // unit
    assert start == {"line": 4, "character": column}
    second = {"line": 4, "character": column + len("knut84} und \\cite{")}
    place = {"textDocument": {"uri": client.uri("main.tex")}, "position": second}
    (found,) = client.ask("textDocument/definition", place)
    assert client.name(found["uri"]) == "refs.bib"


def test_push_for_editors_that_do_not_pull(paper: Path, connect: Callable[..., Any]) -> None:
    client = connect(paper, {})
    client.open("main.tex")
    client.wait_for(lambda: len(client.published.get("main.tex", ())) == 2)
    client.type("main.tex", MAIN.replace("knut84", "knuth84").replace("metod", "method"))
    client.wait_for(lambda: client.published.get("main.tex") == [])
    client.type("main.tex", MAIN)
    client.wait_for(lambda: len(client.published["main.tex"]) == 2)
    assert client.words("main.tex", client.published["main.tex"][0]["range"]) == "knut84"


def test_only_files_whose_findings_change_are_sent_anew(paper: Path, connect: Callable[..., Any]) -> None:
    (paper / "part.tex").write_text(PART + "By \\cite{nobody}.\n", "utf-8")
    client = connect(paper, {})
    client.open("main.tex")
    client.wait_for(lambda: len(client.published.get("main.tex", ())) == 2 and "part.tex" in client.published)
    client.sent.clear()
    for number in range(2):
        client.type("main.tex", MAIN.replace("metod", "metod" + "x" * number))
        client.type("main.tex", MAIN.replace("knut84", "knuth84").replace("metod", f"method{number}"))
        client.wait_for(lambda: len(client.published["main.tex"]) == 1)
    assert "part.tex" not in client.sent
    client.open("part.tex")  # which an editor may call otherwise, or have closed
    client.wait_for(lambda: "part.tex" in client.sent)


def test_related_places_and_the_whole_workspace(paper: Path, connect: Callable[..., Any]) -> None:
    (paper / "refs.bib").write_text(REFS + REFS.partition("@incollection")[0], "utf-8")
    client = connect(paper)
    report = client.ask("workspace/diagnostic", {"previousResultIds": []})
    found = {client.name(item["uri"]): item for item in report["items"]}
    assert set(found) == {"main.tex", "refs.bib"}
    (double,) = (item for item in found["refs.bib"]["items"] if item["code"].startswith("CIT006"))
    assert client.name(double["relatedInformation"][0]["location"]["uri"]) == "refs.bib"
    known = [{"uri": item["uri"], "value": item["resultId"]} for item in report["items"]]
    again = client.ask("workspace/diagnostic", {"previousResultIds": known})
    assert {item["kind"] for item in again["items"]} == {"unchanged"}
    (paper / "refs.bib").write_text(REFS, "utf-8")
    change = {"uri": client.uri("refs.bib"), "type": 2}
    client.tell("workspace/didChangeWatchedFiles", {"changes": [change]})
    client.wait_for(lambda: "workspace/diagnostic/refresh" in client.requests)
    after = client.ask("workspace/diagnostic", {"previousResultIds": known})
    items = {client.name(item["uri"]): item for item in after["items"]}
    assert codes(items["refs.bib"]) == ["CIT005 unused-entry"]  # what was wrong twice is cleared
    assert items["main.tex"]["kind"] == "unchanged"


def test_folders_whose_names_begin_alike_do_not_clear_each_other(
    paper: Path, connect: Callable[..., Any]
) -> None:
    other = paper.with_name(f"{paper.name} 2")
    shutil.copytree(paper, other)
    client = connect(paper)
    item = {"uri": (other / "main.tex").as_uri(), "languageId": "latex", "version": 1, "text": MAIN}
    client.tell("textDocument/didOpen", {"textDocument": item})
    report = client.ask("workspace/diagnostic", {"previousResultIds": []})
    known = [{"uri": item["uri"], "value": item["resultId"]} for item in report["items"]]
    assert {item["uri"] for item in known} > {(folder / "main.tex").as_uri() for folder in (paper, other)}
    again = client.ask("workspace/diagnostic", {"previousResultIds": known})
    assert [(item["uri"], item["kind"]) for item in again["items"]] == [
        (item["uri"], "unchanged") for item in sorted(known, key=lambda item: item["uri"])
    ]


def test_what_a_check_reads_is_watched(paper: Path, connect: Callable[..., Any]) -> None:
    """Also data that numbers are tied to, and pictures."""
    watching = {"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}}}
    client = connect(paper, watching)
    client.wait_for(lambda: bool(client.registered))
    (watcher,) = client.registered[0]["registrations"][0]["registerOptions"]["watchers"]
    suffixes = watcher["globPattern"].partition("{")[2].rstrip("}").split(",")
    assert {"tex", "bib", "csv", "tsv", "json", "pdf", "png", "toml"} <= set(suffixes)


def test_quick_fixes(paper: Path, connect: Callable[..., Any]) -> None:
    client = connect(paper)
    client.open("main.tex")
    titles = {action["title"]: action for action in client.actions("main.tex", "knut84")}
    assert list(titles) == ["change to 'knuth84'", "suppress undefined-citation here, with a reason"]
    changed = client.applied("main.tex", titles["change to 'knuth84'"]["edit"])
    assert changed == MAIN.replace("knut84", "knuth84")
    suppress = titles["suppress undefined-citation here, with a reason"]
    assert suppress["kind"] == "quickfix"
    assert "\r\n" in suppress["edit"]["changes"][client.uri("main.tex")][0]["newText"]
    client.type("main.tex", client.applied("main.tex", suppress["edit"]).replace("\n", "\r\n"))
    assert codes(client.diagnostics("main.tex")) == ["REF001 undefined-reference"]
    labels = [action["title"] for action in client.actions("main.tex", "sec:metod")]
    assert labels[0] == "change to 'sec:method'"
    assert client.actions("main.tex", "sec:metod", ["refactor"]) == []


def test_what_stands_for_many_is_suppressed_at_each_place(paper: Path, connect: Callable[..., Any]) -> None:
    entries = "".join(f"@book{{more{number},\n  title = {{More}}\n}}\n" for number in range(11))
    (paper / "refs.bib").write_text(REFS + entries, "utf-8")
    client = connect(paper)
    client.open("refs.bib")
    titles = {action["title"]: action for action in client.actions("refs.bib", "chapter")}
    suppress = titles["suppress unused-entry at its 12 places, with a reason"]
    changed = client.applied("refs.bib", suppress["edit"])
    assert changed.count("% argcheck: ignore[unused-entry] say why\n@book{more") == 11


def test_what_stands_for_places_of_several_files_is_told_in_each(
    paper: Path, connect: Callable[..., Any]
) -> None:
    """Whoever has only one of them open sees nothing of the others."""
    (paper / "part.tex").write_text(PART + "See \\ref{sec:metod}.\n" * 6, "utf-8")
    client = connect(paper)
    client.open("main.tex")
    client.open("part.tex")
    said = [client.diagnostics(name)["items"] for name in ("main.tex", "part.tex")]
    told = [[item for item in items if item["code"].startswith("REF001")] for items in said]
    assert [[len(item.get("relatedInformation", ())) for item in items] for items in told] == [[0], [5]]


def test_what_a_record_settles_of_an_entry_is_offered(paper: Path, connect: Callable[..., Any]) -> None:
    """Offline, from the verdict that `argcheck verify` wrote; where the entry was changed since, it is not offered."""
    bib = with_record(paper)
    client = connect(paper)
    client.open("refs.bib", bib)
    (offer,) = client.actions("refs.bib", "year={1984}", ["refactor"])
    assert offer["title"] == "set doi, pages, title of 'knuth84', as its record has them"
    assert offer["kind"] == "refactor.rewrite"
    changed = client.applied("refs.bib", offer["edit"])
    assert "title={Literate programming in {TeX}}" in changed
    assert "doi={10.1093/comjnl/27.2.97}, pages={97--111}}" in changed
    client.open("main.tex")
    cited = client.actions("main.tex", "knut84", ["refactor"])
    assert cited == []  # a key that does not exist has no record
    client.type("refs.bib", bib.replace("1984}", "1985}"))
    assert client.actions("refs.bib", "year={1985}", ["refactor"]) == []


def test_safe_and_unsafe_fixes_are_told_apart(paper: Path, connect: Callable[..., Any]) -> None:
    client = connect(paper)
    fine = MAIN.replace("knut84", "knuth84").replace("metod", "method")
    text = fine.replace("\\cite{knuth84} und", "\\cite{knuth84,knuth84} und \\cite{chapter } und")
    client.open("main.tex", text)
    twice, blank = client.diagnostics("main.tex")["items"]
    assert (twice["code"], blank["code"]) == ("CIT004 repeated-key", "CIT001 undefined-citation")
    doubtful = client.actions("main.tex", "chapter }")[0]
    assert doubtful["title"] == "remove the blank (may change the print)"
    assert "isPreferred" not in doubtful
    assert client.applied("main.tex", doubtful["edit"]) == text.replace("chapter }", "chapter}")
    safe = client.actions("main.tex", "knuth84} und")[0]
    assert safe["isPreferred"] is True
    once = text.replace(",knuth84", "")
    assert client.applied("main.tex", safe["edit"]) == once
    (whole,) = client.actions("main.tex", "it rains", ["source.fixAll"])
    assert whole["kind"] == "source.fixAll.argcheck"
    assert client.applied("main.tex", whole["edit"]) == once  # what is safe, and nothing else


def test_hover(paper: Path, connect: Callable[..., Any]) -> None:
    client = connect(paper)
    client.open("main.tex")
    client.open("part.tex")
    entry = client.ask("textDocument/hover", client.at("main.tex", "knuth84", 3))
    text = entry["contents"]["value"]
    assert client.words("main.tex", entry["range"]) == "knuth84"
    assert "Knuth (1984) The TeXbook" in text
    assert "refs.bib:1" in text
    assert "Not verified" in text
    label = client.ask("textDocument/hover", client.at("main.tex", "fig:rain} it", 2))
    assert "figure: Rain and 😀 yield." in label["contents"]["value"]
    claim = client.ask("textDocument/hover", client.at("part.tex", "Height", 1))["contents"]["value"]
    assert "**main claim**" in claim
    assert "Support of width 2" in claim
    assert "ev:dates' (part.tex:" in claim
    assert "Known from the author's annotations" in claim
    assert client.ask("textDocument/hover", client.at("main.tex", "it rains")) is None


def test_hover_shows_the_metrics_of_a_claim_and_who_says_each(
    paper: Path, connect: Callable[..., Any]
) -> None:
    (paper / ".argcheck").mkdir()
    (paper / ".argcheck" / "metrics.csv").write_text(
        "id,metric,value,reason\ncl:main,method_rigor,0.75,preregistered\n", "utf-8"
    )
    client = connect(paper)
    client.open("part.tex")
    claim = client.ask("textDocument/hover", client.at("part.tex", "Height", 1))["contents"]["value"]
    assert "Method rigor 0.75 (" in claim


def test_annotations_that_argcheck_proposes_are_put_in_on_demand(
    paper: Path, connect: Callable[..., Any]
) -> None:
    told = "\\begin{abstract}\nWe conclude that height decides.\n\\end{abstract}\n"
    (paper / "part.tex").write_text(told + "We found that rain is rare (Figure~\\ref{fig:rain}).\n", "utf-8")
    client = connect(paper)
    client.open("part.tex")
    for words in ("We conclude", "rain is rare"):
        (offer,) = client.actions("part.tex", words, ["refactor.rewrite"])
        text = client.applied("part.tex", offer["edit"])
        line = next(line for line in text.splitlines() if line.startswith("% argcheck: "))
        assert offer["title"] == f"annotate this sentence: {line.removeprefix('% argcheck: ')}"
        assert text.replace(f"{line}\n", "") == (paper / "part.tex").read_text("utf-8")
    assert "uses=fig:rain" in line
    assert client.actions("part.tex", "begin{abstract}", ["refactor.rewrite"]) == []
    place = client.at("part.tex", "rain is rare")
    asked = {"diagnostics": [], "triggerKind": 2}  # by itself, at each move of the cursor
    span = {"start": place["position"], "end": place["position"]}
    params = {"textDocument": place["textDocument"], "range": span, "context": asked}
    assert [
        offer for offer in client.ask("textDocument/codeAction", params) if "annotate" in offer["title"]
    ] == []


def test_annotations_that_models_agree_on_are_put_in(tmp_path: Path, connect: Callable[..., Any]) -> None:
    folder = tmp_path / "paper"
    shutil.copytree(EXAMPLES / "interrogated", folder)
    (folder / ".git").mkdir()
    client = connect(folder)
    client.open("paper.tex")
    titles = [
        offer["title"] for offer in client.actions("paper.tex", "six dunes moved", ["refactor.rewrite"])
    ]
    assert [title for title in titles if title.startswith("annotate this sentence: result id=")] != []


def test_hover_shows_the_verdict_with_its_passage(tmp_path: Path, connect: Callable[..., Any]) -> None:
    """The example whose verdicts are committed: a server needs nothing but the checkout."""
    folder = tmp_path / "miscited"
    shutil.copytree(EXAMPLES / "miscited", folder)
    (folder / ".git").mkdir()
    lines = (folder / ".argcheck" / "verdicts.jsonl").read_text("utf-8").splitlines()
    verdicts = [json.loads(line) for line in lines if line.strip()]
    judged = next(line for line in verdicts if line.get("kind") == "mention" and line.get("spans"))
    client = connect(folder)
    shown = []
    for file in sorted(folder.rglob("*.tex")):
        name = file.relative_to(folder).as_posix()
        client.open(name)
        for found in re.finditer(rf"cite[a-z]*\{{{judged['cited_as']}", client.texts[name]):
            before = client.texts[name][: found.end()]
            place = {"line": before.count("\n"), "character": len(before.rpartition("\n")[2])}
            params = {"textDocument": {"uri": client.uri(name)}, "position": place}
            shown.append(client.ask("textDocument/hover", params)["contents"]["value"])
    (said,) = (text for text in shown if f"This sentence: **{judged['verdict']}**" in text)
    assert "\n\n> " in said  # the passage of the source
    assert "Verified 20" in said


def test_definition_and_references(paper: Path, connect: Callable[..., Any]) -> None:
    client = connect(paper)
    client.open("main.tex")
    client.open("refs.bib")
    (place,) = client.ask("textDocument/definition", client.at("main.tex", "knuth84"))
    assert (client.name(place["uri"]), client.words("refs.bib", place["range"])) == ("refs.bib", "knuth84")
    (place,) = client.ask("textDocument/definition", client.at("main.tex", "sec:method} and"))
    assert place["range"]["start"]["line"] == 3
    params = client.at("refs.bib", "knuth84") | {"context": {"includeDeclaration": False}}
    places = client.ask("textDocument/references", params)
    assert [client.name(place["uri"]) for place in places] == ["main.tex", "refs.bib"]  # the crossref
    params = client.at("main.tex", "fig:rain") | {"context": {"includeDeclaration": True}}
    places = client.ask("textDocument/references", params)
    assert [client.name(place["uri"]) for place in places] == ["main.tex", "main.tex", "part.tex"]


def test_claims_and_what_they_rest_on_lead_to_each_other(paper: Path, connect: Callable[..., Any]) -> None:
    client = connect(paper)
    text = PART.replace("uses=ev:dates,fig:rain", "uses=ev:dates+ev:old,fig:rain,cite:knuth84")
    text += "\n% argcheck: evidence id=ev:old\nIt is old. % argcheck: supports cl:main\n"
    (paper / "part.tex").write_text(text, "utf-8")
    for name in ("main.tex", "part.tex", "refs.bib"):
        client.open(name)

    def lines(what: str, words: str, **more: Any) -> list[tuple[str, int]]:
        places = client.ask(f"textDocument/{what}", client.at("part.tex", words) | more)
        return [(client.name(place["uri"]), place["range"]["start"]["line"] + 1) for place in places]

    assert lines("definition", "ev:dates+") == [("part.tex", 2)]
    assert lines("definition", "ev:old,") == [("part.tex", 7)]
    assert lines("definition", "cl:main\n") == [("part.tex", 4)]
    assert lines("definition", "fig:rain") == [("main.tex", 9)]
    assert lines("definition", "knuth84") == [("refs.bib", 1)]
    used = {"context": {"includeDeclaration": False}}
    assert lines("references", "ev:old,", **used) == [("part.tex", 4)]
    assert lines("references", "cl:main", **used) == [("part.tex", 8)]
    said = client.ask("textDocument/hover", client.at("part.tex", "ev:dates+"))
    assert "Vineyards ripened" in said["contents"]["value"] or "ev:dates" in said["contents"]["value"]
    assert client.words("part.tex", said["range"]) == "ev:dates"
    place = client.at("part.tex", "ev:old,")
    assert client.ask("textDocument/prepareRename", place)["placeholder"] == "ev:old"
    edit = client.ask("textDocument/rename", place | {"newName": "ev:new"})
    assert client.applied("part.tex", edit) == text.replace("ev:old", "ev:new")
    taken = client.answer(client.begin("textDocument/rename", place | {"newName": "ev:dates"}))
    assert "there is a claim 'ev:dates' already" in taken["error"]["message"]
    (paper / ".argcheck").mkdir(exist_ok=True)
    (paper / ".argcheck" / "runs.jsonl").write_text(
        '{"id": "r1:1:ev:old", "quote": "We call it ev:old here."}\n', "utf-8"
    )
    assert client.ask("textDocument/rename", place | {"newName": "ev:new"})["changes"]
    (paper / ".argcheck" / "metrics.csv").write_text("node,metric,value\nev:old,method_rigor,0.7\n", "utf-8")
    refused = client.answer(client.begin("textDocument/rename", place | {"newName": "ev:new"}))
    assert ".argcheck/metrics.csv names the claim 'ev:old', too" in refused["error"]["message"]


MACROS = r"""\section{Argument}
\argclaim[role=evidence,kind=given]{ev:dates}{Vineyards ripened first.}
\argclaim[role=result]{cl:main}{Height decides.}\uses{ev:dates,fig:rain,cite:knuth84}\attacks{ev:dates}
It is dry. \supports{cl:main} \argroot{cl:main}
% argcheck: refuted ev:dates: it was dry
"""


def test_ids_in_macros_lead_to_each_other(paper: Path, connect: Callable[..., Any]) -> None:
    (paper / "part.tex").write_text(MACROS, "utf-8")
    client = connect(paper)
    for name in ("main.tex", "part.tex", "refs.bib"):
        client.open(name)

    def lines(what: str, words: str, **more: Any) -> list[tuple[str, int]]:
        places = client.ask(f"textDocument/{what}", client.at("part.tex", words) | more)
        return [(client.name(place["uri"]), place["range"]["start"]["line"] + 1) for place in places]

    used = {"context": {"includeDeclaration": False}}
    assert lines("definition", "ev:dates,") == lines("definition", "ev:dates}\nIt") == [("part.tex", 2)]
    assert lines("references", "ev:dates}{V", **used) == [("part.tex", 3), ("part.tex", 3), ("part.tex", 5)]
    assert lines("definition", "cl:main} \\argroot") == [("part.tex", 3)]
    assert lines("references", "cl:main}{H", **used) == [("part.tex", 4), ("part.tex", 4)]
    assert lines("definition", "fig:rain") == [("main.tex", 9)]
    assert lines("definition", "knuth84") == [("refs.bib", 1)]
    assert ("part.tex", 3) in lines("references", "knuth84", **used)
    said = client.ask("textDocument/hover", client.at("part.tex", "ev:dates,"))
    assert "**evidence** 'ev:dates'" in said["contents"]["value"]
    for old, new in (("ev:dates", "ev:years"), ("cl:main", "cl:height"), ("fig:rain", "fig:wet")):
        edit = client.ask("textDocument/rename", client.at("part.tex", old) | {"newName": new})
        assert client.applied("part.tex", edit) == MACROS.replace(old, new)
    edit = client.ask("textDocument/rename", client.at("main.tex", "knuth84") | {"newName": "texbook"})
    assert client.applied("part.tex", edit) == MACROS.replace("knuth84", "texbook")


def test_rename(paper: Path, connect: Callable[..., Any]) -> None:
    client = connect(paper)
    for name in ("main.tex", "part.tex", "refs.bib"):
        client.open(name)
    place = client.at("main.tex", "knuth84")
    assert client.ask("textDocument/prepareRename", place)["placeholder"] == "knuth84"
    edit = client.ask("textDocument/rename", place | {"newName": "texbook"})
    assert client.applied("main.tex", edit) == MAIN.replace("knuth84", "texbook")
    assert client.applied("refs.bib", edit) == REFS.replace("knuth84", "texbook")
    edit = client.ask("textDocument/rename", client.at("main.tex", "fig:rain") | {"newName": "fig:wet"})
    assert client.applied("main.tex", edit) == MAIN.replace("fig:rain", "fig:wet")
    assert client.applied("part.tex", edit) == PART.replace("fig:rain", "fig:wet")
    for new in ("a b", "a,b", "", "chapter"):
        answer = client.answer(client.begin("textDocument/rename", place | {"newName": new}))
        assert "key" in answer["error"]["message"]
    assert client.ask("textDocument/prepareRename", client.at("main.tex", "knut84")) is None


def test_a_key_and_a_label_of_one_name_are_renamed_apart(paper: Path, connect: Callable[..., Any]) -> None:
    text = MAIN.replace("fig:rain", "knuth84").replace(
        "In Figure", "% argcheck: claim uses=knuth84,cite:knuth84\nIn Figure"
    )
    text = text.replace("\\input", "% argcheck: refuted knuth84: it was dry\n\\input")
    (paper / "main.tex").write_text(text, "utf-8")
    client = connect(paper)
    for name in ("main.tex", "part.tex", "refs.bib"):
        client.open(name)
    key = text.replace("cite{knuth84}", "cite{texbook}").replace("cite:knuth84", "cite:texbook")
    edit = client.ask("textDocument/rename", client.at("main.tex", "knuth84}.") | {"newName": "texbook"})
    assert client.applied("main.tex", edit) == key
    label = text.replace("knuth84", "wet").replace("cite{wet}", "cite{knuth84}")
    label = label.replace("cite:wet", "cite:knuth84")
    edit = client.ask("textDocument/rename", client.at("main.tex", "knuth84} it") | {"newName": "wet"})
    assert client.applied("main.tex", edit) == label


def test_names_of_other_papers_in_the_folder_are_others(tmp_path: Path, connect: Callable[..., Any]) -> None:
    """Papers that share the file that defines a name mean the same by it; one that defines it in files of its own does not."""
    texts = {
        "thesis.tex": "\\documentclass{book}\\begin{document}\\input{intro}\\cite{known}\\bibliography{all}\\end{document}\n",
        "intro.tex": "\\section{Rain}\\label{intro} See~\\ref{intro} and \\ref{method}.\n",
        "talk.tex": "\\documentclass{beamer}\\begin{document}\\ref{method}\\cite{known}\\bibliography{all}\\end{document}\n",
        "paper.tex": "\\documentclass{article}\\begin{document}\\section{Wind}\\label{intro}\\ref{intro}\\cite{known}"
        "\\label{method}\\bibliography{own}\\end{document}\n",
        "all.bib": "@book{known, title={Rain}, author={A. B}, publisher={P}, year=2001}\n",
        "own.bib": "@book{known, title={Wind}, author={C. D}, publisher={P}, year=2002}\n",
    }
    (tmp_path / "papers").mkdir()
    for name, text in texts.items():
        (tmp_path / "papers" / name).write_text(text, "utf-8")
    client = connect(tmp_path / "papers")
    for name in texts:
        client.open(name)

    def places(name: str, words: str) -> tuple[set[str], list[str], list[str]]:
        here = client.at(name, words)
        renamed = client.ask("textDocument/rename", here | {"newName": "other"})
        used = client.ask("textDocument/references", here | {"context": {"includeDeclaration": False}})
        defined = client.ask("textDocument/definition", here)
        files = ([client.name(place["uri"]) for place in each] for each in (defined, used))
        return {client.name(uri) for uri in renamed["changes"]}, *files

    assert places("thesis.tex", "known") == (
        {"thesis.tex", "talk.tex", "all.bib"},
        ["all.bib"],
        ["talk.tex", "thesis.tex"],
    )
    assert places("own.bib", "known") == ({"paper.tex", "own.bib"}, ["own.bib"], ["paper.tex"])
    assert places("intro.tex", "intro") == ({"intro.tex"}, ["intro.tex"], ["intro.tex"])
    assert places("paper.tex", "intro") == ({"paper.tex"}, ["paper.tex"], ["paper.tex"])
    everywhere = ["intro.tex", "talk.tex"]  # that define it nowhere
    defined, used = places("paper.tex", "method")[1:]
    assert (defined, sorted(used)) == (["paper.tex"], everywhere)


def test_completion(paper: Path, connect: Callable[..., Any]) -> None:
    client = connect(paper)
    client.open("main.tex")
    text = MAIN.replace("In Figure", "Ü😀 \\citep[see][]{chapter,kn and \\ref{fi\nIn Figure")
    client.type("main.tex", text)
    items = client.ask("textDocument/completion", client.at("main.tex", "kn and", 2))
    (key,) = (item for item in items if item["label"] == "knuth84")
    assert key["detail"] == "Knuth (1984) The TeXbook"
    assert client.words("main.tex", key["textEdit"]["range"]) == "kn"
    items = client.ask("textDocument/completion", client.at("main.tex", "\\ref{fi\n", 7))
    (label,) = (item for item in items if item["label"] == "fig:rain")
    assert label["detail"] == "figure: Rain and 😀 yield."
    assert client.words("main.tex", label["textEdit"]["range"]) == "fi"
    assert client.ask("textDocument/completion", client.at("main.tex", "Drawing", 3)) == []


@pytest.mark.parametrize("encodings", [[], ["utf-8"], ["utf-32"]])
def test_a_byte_order_mark_that_is_in_the_text_counts(
    paper: Path, connect: Callable[..., Any], encodings: list[str]
) -> None:
    client = connect(paper, None, encodings)
    client.open("main.tex", f"\ufeff\\cite{{knuth84,knuth84}} {MAIN}")
    [(line, column, end)] = [
        (place["start"]["line"], place["start"]["character"], place["end"]["character"])
        for item in client.diagnostics("main.tex")["items"]
        if "CIT004" in item["code"]
        for place in [item["range"]]
    ]
    before = "\ufeff\\cite{knuth84,".encode() if encodings == ["utf-8"] else "\ufeff\\cite{knuth84,"
    assert (line, column, end) == (0, len(before), len(before) + len("knuth84"))


def test_completion_in_the_middle_of_a_name_takes_the_place_of_all_of_it(
    paper: Path, connect: Callable[..., Any]
) -> None:
    client = connect(paper)
    client.open("main.tex")
    typed = "\\cite{😀,knutth84, chapter} and \\ref{fig:räin}"
    client.type("main.tex", MAIN.replace("In Figure", f"{typed}\nIn Figure"))
    for before, replaced in (
        ("\\cite{😀,", ""),
        ("\\cite{😀,kn", "knutth84"),
        ("\\cite{😀,knutth84", "knutth84"),
        ("\\cite{😀,knutth84, ch", "chapter"),
        ("\\ref{fi", "fig:räin"),
    ):
        items = client.ask("textDocument/completion", client.at("main.tex", before, len(before)))
        assert {client.words("main.tex", item["textEdit"]["range"]) for item in items} == {replaced}, before


def test_what_is_offered_says_what_a_label_is_of(tmp_path: Path, connect: Callable[..., Any]) -> None:
    (tmp_path / "paper").mkdir()
    (tmp_path / "paper" / "main.tex").write_text(
        r"""\documentclass{article}\newtheorem{lemma}{Lemma}\begin{document}
\section{Of $\frac{a}{b}$}\label{sec:a}
\begin{align} x &= \frac{a}{b} \label{eq:x} \\[2pt]
  y &= \sum_i a_i \label{eq:y} \end{align}
\begin{lemma}[Rain]\label{lem:r} Where $\sum_i a_i$ is rain, grass grows.\end{lemma}
\begin{figure} Drawing.\caption{Rain by $\frac{a}{b}$.}\label{fig:r}\end{figure}
See~\ref{
\end{document}
""",
        "utf-8",
    )
    client = connect(tmp_path / "paper")
    client.open("main.tex")
    client.ask("textDocument/diagnostic", {"textDocument": {"uri": client.uri("main.tex")}})
    items = client.ask("textDocument/completion", client.at("main.tex", "\\ref{\n", 5))
    assert {item["label"]: item["detail"] for item in items} == {
        "sec:a": r"section: Of $\frac{a}{b}$",
        "eq:x": r"equation: x = \frac{a}{b}",
        "eq:y": r"equation: y = \sum_i a_i",
        "lem:r": "lemma Rain: Where ∑_i a_i is rain, grass grows.",
        "fig:r": r"figure: Rain by $\frac{a}{b}$.",
    }


def test_symbols_and_folding(paper: Path, connect: Callable[..., Any]) -> None:
    client = connect(paper)
    for name in ("main.tex", "part.tex", "refs.bib"):
        client.open(name)

    def tree(name: str) -> list[Any]:
        params = {"textDocument": {"uri": client.uri(name)}}
        symbols = client.ask("textDocument/documentSymbol", params)
        return [(s["name"], [child["name"] for child in s["children"]]) for s in symbols]

    assert tree("main.tex") == [("Méthode 😀", ["figure: Rain and 😀 yield."])]
    assert tree("part.tex") == [("Argument", ["Height decides."])]  # what supports it is below it
    assert tree("refs.bib") == [("knuth84", []), ("chapter", [])]
    found = client.ask("workspace/symbol", {"query": "texbook knuth"})
    assert [symbol["name"] for symbol in found] == ["knuth84"]
    found = client.ask("workspace/symbol", {"query": "rain"})
    assert [symbol["name"] for symbol in found] == ["fig:rain"]
    ranges = client.ask("textDocument/foldingRange", {"textDocument": {"uri": client.uri("main.tex")}})
    assert {"startLine": 6, "endLine": 9} in [{k: r[k] for k in ("startLine", "endLine")} for r in ranges]


def test_a_broken_configuration_is_said_once_and_the_last_check_stands(
    paper: Path, connect: Callable[..., Any]
) -> None:
    client = connect(paper)
    client.open("main.tex")
    assert len(client.diagnostics("main.tex")["items"]) == 2
    (paper / "argcheck.toml").write_text("selekt = 3\n", "utf-8")
    for _ in range(2):
        client.tell("workspace/didChangeWatchedFiles", {"changes": []})
        assert len(client.diagnostics("main.tex")["items"]) == 2
    (message,) = client.messages
    assert "argcheck.toml:1" in message
    (paper / "argcheck.toml").write_text('extend-ignore = ["REF001"]\n', "utf-8")
    client.tell("workspace/didChangeWatchedFiles", {"changes": []})
    assert codes(client.diagnostics("main.tex")) == ["CIT001 undefined-citation"]


def test_a_cancelled_question_is_answered_as_cancelled(paper: Path, connect: Callable[..., Any]) -> None:
    client = connect(paper)
    client.open("main.tex")
    number = client.begin("textDocument/diagnostic", {"textDocument": {"uri": client.uri("main.tex")}})
    client.tell("$/cancelRequest", {"id": number})
    answer = client.answer(number)
    assert "result" in answer or answer["error"]["code"] == -32800
    assert len(client.diagnostics("main.tex")["items"]) == 2  # and the server goes on


@pytest.mark.slow
@pytest.mark.parametrize("shows", [True, False])
def test_a_check_that_takes_long_is_shown_to_go_on(
    paper: Path, connect: Callable[..., Any], shows: bool
) -> None:
    """One of a second or more, in an editor that can show it; what is typed meanwhile is checked in its place."""
    sentence = (
        "Of all 46 participants in Table~\\ref{one} 30 were women \\cite{x}, $t(20) = 2.0$, $p < .001$.\n\n"
    )
    long = "".join(f"\\section{{Of {n}}}\\label{{s{n}}} {sentence * 4}" for n in range(2_500))
    (paper / "part.tex").write_text(long, "utf-8")
    pulls = {"textDocument": {"diagnostic": {}}, "workspace": {"diagnostics": {"refreshSupport": True}}}
    client = connect(paper, {**pulls, "window": {"workDoneProgress": shows}})
    client.open("main.tex")
    number = client.begin("textDocument/diagnostic", {"textDocument": {"uri": client.uri("main.tex")}})
    if shows:
        client.wait_for(lambda: client.progress)
        assert client.progress[0]["value"] == {
            "kind": "begin",
            "title": "Checking my paper",
            "cancellable": False,
        }
    client.type("part.tex", "Short.")
    assert "result" in client.answer(number)
    client.diagnostics("main.tex")
    client.wait_for(lambda: not shows or client.progress[-1]["value"]["kind"] == "end")
    assert shows == bool(client.progress)


def test_texts_that_are_no_files_of_a_document(paper: Path, connect: Callable[..., Any]) -> None:
    client = connect(paper)
    item = {"uri": "untitled:Untitled-1", "languageId": "latex", "version": 1, "text": "\\cite{x}"}
    client.tell("textDocument/didOpen", {"textDocument": item})
    params = {"textDocument": {"uri": "untitled:Untitled-1"}}
    assert client.ask("textDocument/diagnostic", params)["items"] == []
    client.open("loose.tex", "A \ud83d\ude00 loose \\cite{x}.")
    assert client.diagnostics("loose.tex")["items"] == []
    client.open("main.tex", "")
    assert client.diagnostics("main.tex")["items"] == []
    client.end()


def test_a_loose_file_is_checked_alone(paper: Path, connect: Callable[..., Any]) -> None:
    """It lies in no folder of the workspace and in no repository: what lies beside it is nobody's concern."""
    loose, beside = paper.parent / "loose.tex", paper.parent / "beside.tex"
    for file in (loose, beside):
        file.write_text(
            "\\documentclass{article}\n\\begin{document}\n\\ref{gone}\n\\end{document}\n", "utf-8"
        )
    client = connect(paper)
    item = {"uri": loose.as_uri(), "languageId": "latex", "version": 1, "text": loose.read_text("utf-8")}
    client.tell("textDocument/didOpen", {"textDocument": item})
    report = client.ask("workspace/diagnostic", {"previousResultIds": []})
    uris = {item["uri"] for item in report["items"]}
    assert loose.as_uri() in uris
    assert beside.as_uri() not in uris
    client.tell("textDocument/didClose", {"textDocument": {"uri": loose.as_uri()}})
    closed = client.ask("workspace/diagnostic", {"previousResultIds": []})
    assert not {loose.as_uri(), beside.as_uri()} & {item["uri"] for item in closed["items"]}


def test_files_that_were_never_opened_or_are_gone_are_no_errors(
    paper: Path, connect: Callable[..., Any]
) -> None:
    client = connect(paper)
    for name in ("part.tex", "never.tex"):
        client.close(name)
        place = {"textDocument": {"uri": client.uri(name)}, "position": {"line": 0, "character": 3}}
        for question in ("completion", "hover", "definition", "prepareRename"):
            assert not client.ask(f"textDocument/{question}", place)
        client.ask("textDocument/foldingRange", {"textDocument": place["textDocument"]})
    client.open("part.tex", "Nothing.\n")
    assert codes(client.diagnostics("part.tex")) == []
    (paper / "part.tex").write_text("\\cite{knut}\n", "utf-8")
    client.close("part.tex")
    client.tell("workspace/didChangeWatchedFiles", {"changes": [{"uri": client.uri("part.tex"), "type": 2}]})
    assert codes(client.diagnostics("part.tex")) == ["CIT001 undefined-citation"]
    assert client.messages == []


def test_a_claim_may_rest_on_data(paper: Path, connect: Callable[..., Any]) -> None:
    (paper / "rain.csv").write_text("year,days\n1901,12\n", "utf-8")
    (paper / "part.tex").write_text(
        "% argcheck: claim id=cl:rain\nIt rained on 12 days. % argcheck: from rain.csv[year=1901].days\n",
        "utf-8",
    )
    client = connect(paper)
    client.open("part.tex")
    (lens,) = client.ask("textDocument/codeLens", {"textDocument": {"uri": client.uri("part.tex")}})
    assert lens["command"]["title"] == "1 support, width 1"


def test_a_claim_has_how_it_is_supported_above_it(paper: Path, connect: Callable[..., Any]) -> None:
    client = connect(paper)

    def lenses(name: str) -> dict[str, str]:
        found = client.ask("textDocument/codeLens", {"textDocument": {"uri": client.uri(name)}})
        return {client.words(name, lens["range"]): lens["command"]["title"] for lens in found}

    client.open("part.tex")
    assert lenses("part.tex") == {"Height decides.": "2 supports, width 2"}
    client.type(
        "part.tex",
        PART.replace("uses=ev:dates,fig:rain", "uses=ev:dates+fig:rain")
        + "\n% argcheck: claim id=cl:alone\nIt is so. % argcheck: attacks cl:main\n",
    )
    assert lenses("part.tex") == {
        "Height decides.": "2 supports, width 1; 1 attack",
        "It is so.": "no support",
    }
    client.open("main.tex")
    assert lenses("main.tex") == {}


@pytest.mark.parametrize("goes", ["by exit", "by closing its end"])
def test_an_editor_that_goes_without_shutting_down_is_told_by_the_exit_code(
    paper: Path, connect: Callable[..., Any], goes: str
) -> None:
    client = connect(paper)
    client.open("main.tex")
    if goes == "by exit":
        client.tell("exit", None)
    else:
        client.process.stdin.close()
    assert client.process.wait(60) == 1
