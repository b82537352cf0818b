"""Folders of a workspace that come and go, lie in one another, and texts that are open by two names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("pygls", reason="the extra lsp is not installed")

pytestmark = pytest.mark.slow

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

MAIN = "\\documentclass{article}\n\\begin{document}\n\\section{A}\n\\input{part}\n\\bibliography{refs}\n\\end{document}\n"
WRONG = "By \\cite{nobody}.\n"
PUSH: dict[str, Any] = {}


def write_paper(folder: Path, part: str = WRONG) -> Path:
    """Write a paper of two files and a bibliography."""
    folder.mkdir(parents=True)
    texts = {"main.tex": MAIN, "part.tex": part, "refs.bib": "@misc{known, title = {A Title}}\n"}
    for name, text in texts.items():
        (folder / name).write_text(text, "utf-8")
    return folder


def change_folders(client: Any, *, added: list[Path] = (), removed: list[Path] = ()) -> None:  # type: ignore[assignment]
    """Let folders come into the workspace, and leave it."""
    event = {
        kind: [{"uri": folder.as_uri(), "name": folder.name} for folder in folders]
        for kind, folders in (("added", added), ("removed", removed))
    }
    client.tell("workspace/didChangeWorkspaceFolders", {"event": event})


def open_text(client: Any, file: Path, text: str) -> None:
    item = {"uri": file.as_uri(), "languageId": "latex", "version": 1, "text": text}
    client.tell("textDocument/didOpen", {"textDocument": item})


def codes(client: Any, file: Path) -> list[str]:
    """The codes of what is found in a file."""
    report = client.ask("textDocument/diagnostic", {"textDocument": {"uri": file.as_uri()}})
    return [item["code"].split()[0] for item in report["items"]]


def told(client: Any) -> list[str]:
    """The names of the files that have findings in an answer for the whole workspace, once for each time."""
    report = client.ask("workspace/diagnostic", {"previousResultIds": []})
    return [
        item["uri"] for item in report["items"] if any("CIT001" in found["code"] for found in item["items"])
    ]


def test_a_folder_that_leaves_takes_its_findings_along(tmp_path: Path, connect: Callable[..., Any]) -> None:
    first, second = write_paper(tmp_path / "first", ""), write_paper(tmp_path / "second")
    client = connect(first)
    assert told(client) == []
    change_folders(client, added=[second])
    assert told(client) == [(second / "part.tex").as_uri()]
    change_folders(client, removed=[second])
    assert told(client) == []


def test_what_an_editor_was_sent_of_a_folder_that_leaves_is_cleared(
    tmp_path: Path, connect: Callable[..., Any]
) -> None:
    client = connect(write_paper(tmp_path / "paper"), PUSH)
    client.open("main.tex")
    client.wait_for(lambda: len(client.published.get("part.tex", ())) == 1)
    client.close("main.tex")
    change_folders(client, removed=[tmp_path / "paper"])
    client.wait_for(lambda: client.published["part.tex"] == [])


def test_a_folder_that_comes_takes_over_what_is_open_in_it(
    tmp_path: Path, connect: Callable[..., Any]
) -> None:
    paper = write_paper(tmp_path / "around" / "paper", "")
    (paper / ".git").mkdir()
    client = connect(write_paper(tmp_path / "other", ""))
    open_text(client, paper / "part.tex", WRONG)
    assert codes(client, paper / "part.tex") == ["CIT001"]
    change_folders(client, added=[tmp_path / "around"])
    assert codes(client, paper / "part.tex") == ["CIT001"]
    client.tell("textDocument/didClose", {"textDocument": {"uri": (paper / "part.tex").as_uri()}})
    assert codes(client, paper / "part.tex") == []
    assert told(client) == []


def test_of_folders_in_one_another_each_sees_what_is_typed_and_one_tells_of_it(
    tmp_path: Path, connect: Callable[..., Any]
) -> None:
    outer = write_paper(tmp_path / "outer", "")
    inner = write_paper(outer / "inner", "\\label{sec:there}\n")
    (outer / "part.tex").write_text("\\input{inner/part} See \\ref{sec:there}.\n", "utf-8")
    client = connect(outer)
    change_folders(client, added=[inner])
    assert codes(client, outer / "part.tex") == []
    open_text(client, inner / "part.tex", f"\\label{{sec:here}} {WRONG}")
    assert "REF001" in codes(client, outer / "part.tex")  # of a label that only the saved text has
    assert told(client) == [(inner / "part.tex").as_uri()]


def test_a_text_from_outside_of_the_folder_is_read_as_it_is_typed(
    tmp_path: Path, connect: Callable[..., Any]
) -> None:
    (tmp_path / ".git").mkdir()  # it is of one repository with the folder
    paper = write_paper(tmp_path / "paper", "By \\cite{known}.\n")
    (paper / "refs.bib").unlink()
    (paper / "main.tex").write_text(MAIN.replace("{refs}", "{../shared/refs}"), "utf-8")
    shared = write_paper(tmp_path / "shared", "By \\cite{known}.\n") / "refs.bib"
    client = connect(paper)
    assert codes(client, paper / "part.tex") == []
    open_text(client, shared, shared.read_text("utf-8").replace("known", "renamed"))
    assert codes(client, paper / "part.tex") == ["CIT001"]


def test_a_text_that_is_open_by_two_names_stays_open_by_one(
    tmp_path: Path, connect: Callable[..., Any]
) -> None:
    paper = write_paper(tmp_path / "paper", "")
    (paper / "alias.tex").symlink_to("part.tex")
    client = connect(paper)
    client.open("part.tex", WRONG)
    client.open("alias.tex", WRONG)
    client.close("alias.tex")
    assert codes(client, paper / "part.tex") == ["CIT001"]
    client.close("part.tex")
    assert codes(client, paper / "part.tex") == []


def test_each_name_by_which_a_text_is_open_has_its_diagnostics(
    tmp_path: Path, connect: Callable[..., Any]
) -> None:
    paper = write_paper(tmp_path / "paper", "")
    (paper / "alias.tex").symlink_to("part.tex")
    client = connect(paper, {})

    def told() -> tuple[int, int]:
        return len(client.published.get("part.tex", ())), len(client.published.get("alias.tex", ()))

    client.open("part.tex", WRONG)
    client.wait_for(lambda: told() == (1, 0))
    client.open("alias.tex", WRONG)
    client.wait_for(lambda: told() == (1, 1))
    client.type("part.tex", "By \\cite{known}.\n")
    client.wait_for(lambda: told() == (0, 0))
    client.type("alias.tex", WRONG)
    client.wait_for(lambda: told() == (1, 1))
    client.close("alias.tex")
    client.type("part.tex", WRONG * 2)
    client.wait_for(lambda: told() == (2, 0))
    client.close("part.tex")
    client.wait_for(lambda: told() == (0, 0))


def test_a_text_that_is_open_by_a_link_only_has_its_diagnostics_there(
    tmp_path: Path, connect: Callable[..., Any]
) -> None:
    paper = write_paper(tmp_path / "paper")
    (paper / "alias.tex").symlink_to("part.tex")
    client = connect(paper, {})

    def told() -> tuple[int, int]:
        return len(client.published.get("part.tex", ())), len(client.published.get("alias.tex", ()))

    client.open("main.tex")
    client.wait_for(lambda: told() == (1, 0))
    client.open("alias.tex", WRONG * 2)
    client.wait_for(lambda: told() == (0, 2))
    client.close("alias.tex")
    client.wait_for(lambda: told() == (1, 0))


def test_an_editor_that_watches_no_files_is_right_after_it_saves(
    tmp_path: Path, connect: Callable[..., Any]
) -> None:
    """Neovim on Linux is one."""
    paper = write_paper(tmp_path / "paper", "By \\cite{known}.\n")
    client = connect(paper)
    client.open("part.tex")
    assert codes(client, paper / "part.tex") == []
    (paper / "refs.bib").write_text("", "utf-8")  # by another program
    client.tell("textDocument/didSave", {"textDocument": {"uri": client.uri("part.tex")}})
    assert codes(client, paper / "part.tex") == ["CIT001"]


def test_a_name_that_no_file_can_have_is_none(tmp_path: Path, connect: Callable[..., Any]) -> None:
    client = connect(write_paper(tmp_path / "paper"))
    item = {"uri": "file:///a%00b.tex", "languageId": "latex", "version": 1, "text": WRONG}
    client.tell("textDocument/didOpen", {"textDocument": item})
    report = client.ask("textDocument/diagnostic", {"textDocument": {"uri": item["uri"]}})
    assert report["items"] == []
    assert client.messages == []
