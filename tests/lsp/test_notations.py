"""What editors ask about manuscripts in Markdown and Typst: places are those of the file as its author wrote it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("pygls", reason="the extra lsp is not installed")
pytestmark = pytest.mark.slow

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

REFS = "@book{knuth84, author={D. Knuth}, title={The Book}, publisher={P}, year=1984}\n"
MARKDOWN = """---
bibliography: refs.bib
---

# Überblick 😀 {#sec:over}

Wörter 😀𝒳 [@gone] und [see @knuth84, p. 3].

## Darin

Mehr, siehe @sec:over, und @knuth84 sagt es.

# Schluß

Ende.
"""
TYPST = """#bibliography("refs.bib")

= Überblick 😀 <sec:over>

Wörter 😀𝒳 @gone und @knuth84[p. 3].

== Darin

Mehr, siehe @sec:over, und #cite(<knuth84>) sagt es.

= Schluß

Ende.
"""
NOTATIONS = {"paper.md": (MARKDOWN, "markdown_it"), "paper.typ": (TYPST, "")}


@pytest.fixture(params=NOTATIONS)
def opened(request: pytest.FixtureRequest, tmp_path: Path, connect: Callable[..., Any]) -> Any:
    name = request.param
    text, package = NOTATIONS[name]
    if package:
        pytest.importorskip(package, reason="the extra markdown is not installed")
    folder = tmp_path / "paper"
    (folder / ".git").mkdir(parents=True)
    (folder / name).write_text(text, "utf-8")
    (folder / "refs.bib").write_text(REFS, "utf-8")
    client = connect(folder)
    client.open(name)
    client.open("refs.bib")
    return client, name


def found(client: Any, locations: list[dict[str, Any]]) -> list[tuple[str, str]]:
    return [
        (client.name(each["uri"]), client.words(client.name(each["uri"]), each["range"]))
        for each in locations
    ]


def test_keys_and_labels(opened: Any) -> None:
    client, name = opened
    (item,) = client.diagnostics(name)["items"]
    assert client.words(name, item["range"]) == "gone"
    key, label = client.at(name, "knuth84", 2), client.at(name, "siehe @sec", 9)
    shown = client.ask("textDocument/hover", key)
    assert shown["contents"]["value"].startswith("**knuth84** Knuth (1984) The Book, *P*")
    assert client.words(name, shown["range"]) == "knuth84"
    assert found(client, client.ask("textDocument/definition", key)) == [("refs.bib", "knuth84")]
    assert found(client, client.ask("textDocument/definition", label)) == [(name, "sec:over")]
    everywhere = {**key, "context": {"includeDeclaration": True}}
    assert found(client, client.ask("textDocument/references", everywhere)) == [
        ("refs.bib", "knuth84"),
        (name, "knuth84"),
        (name, "knuth84"),
    ]
    text = client.texts[name]
    edit = client.ask("textDocument/rename", {**key, "newName": "texbook"})
    assert client.applied(name, edit) == text.replace("knuth84", "texbook")
    assert client.applied("refs.bib", edit) == REFS.replace("knuth84", "texbook")
    edit = client.ask("textDocument/rename", {**label, "newName": "sec:all"})
    assert client.applied(name, edit) == text.replace("sec:over", "sec:all")
    client.end()


def test_outline_and_folding(opened: Any) -> None:
    client, name = opened
    document = {"textDocument": {"uri": client.uri(name)}}
    first, last = client.ask("textDocument/documentSymbol", document)
    assert first["name"].startswith("Überblick 😀")
    assert (last["name"], [child["name"] for child in first["children"]]) == ("Schluß", ["Darin"])
    lines = client.texts[name].split("\n")
    for symbol, word in ((first, "Überblick"), (first["children"][0], "Darin"), (last, "Schluß")):
        assert word in lines[symbol["range"]["start"]["line"]]
        assert symbol["selectionRange"]["start"]["line"] == symbol["range"]["start"]["line"]
    assert last["range"]["start"]["line"] - first["range"]["end"]["line"] in (0, 1)
    folds = {
        (fold["startLine"], fold["endLine"]) for fold in client.ask("textDocument/foldingRange", document)
    }
    heading, inner = (symbol["range"]["start"]["line"] for symbol in (first, first["children"][0]))
    assert {start for start, _ in folds} >= {heading, inner}
    assert all(end < last["range"]["start"]["line"] for start, end in folds if start in (heading, inner))
    client.end()


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("Siehe @kn", ["knuth84"]),
        ("Siehe [@", ["knuth84", "sec:over"]),
        ("an a@", []),
        ("Siehe @knuth84 und", []),
    ],
)
def test_completion(opened: Any, typed: str, offered: list[str]) -> None:
    client, name = opened
    client.diagnostics(name)
    client.type(name, f"{client.texts[name]}\n{typed}\n")
    items = client.ask("textDocument/completion", client.at(name, f"\n{typed}\n", len(typed) + 1))
    begun = typed.rpartition("@")[2]
    assert sorted(item["label"] for item in items if item["label"].startswith(begun)) == offered
    for item in items:
        assert client.words(name, item["textEdit"]["range"]) == begun
    client.end()


def test_completion_in_the_middle_of_a_name(opened: Any) -> None:
    client, name = opened
    client.diagnostics(name)
    client.type(name, f"{client.texts[name]}\nSiehe @knuht84. Dort @sec:.\n")
    for before, replaced in (("Siehe @knu", "knuht84"), ("Dort @se", "sec")):
        items = client.ask("textDocument/completion", client.at(name, before, len(before)))
        assert {client.words(name, item["textEdit"]["range"]) for item in items} == {replaced}
    client.end()
