"""Asking the indexes about one entry from an editor: on a command, after a yes, in the background, and never else."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("pygls", reason="the extra lsp is not installed")

from lab import Lab
from patience import patience
from services import ENTRY, MADE_UP, SORTING, Services

pytestmark = pytest.mark.slow

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

COMMAND = "argcheck.verifyEntry"
MAIN = r"""\documentclass{article}
\begin{document}
Sorting \cite{batcher} and long titles \cite{nobody}.
\bibliography{refs}
\end{document}
"""
PULL_WITH_PROGRESS = {
    "textDocument": {"diagnostic": {}},
    "workspace": {"diagnostics": {"refreshSupport": True}},
    "window": {"workDoneProgress": True},
}


@pytest.fixture
def services() -> Iterator[Services]:
    made = Services()
    made.everywhere(SORTING)
    yield made
    made.close()


@pytest.fixture
def editor(tmp_path: Path, services: Services, connect: Callable[..., Any]) -> Any:
    lab = Lab(tmp_path, services)
    (lab.folder / "main.tex").write_text(MAIN, "utf-8")
    (lab.folder / "refs.bib").write_text(ENTRY + MADE_UP, "utf-8")
    client = connect(lab.folder, PULL_WITH_PROGRESS, None, lab.environ)
    client.open("main.tex")
    client.open("refs.bib")
    return client


def offer(editor: Any, name: str, words: str) -> dict[str, Any]:
    """Give the command behind the offer to ask about what stands at some words."""
    (action,) = editor.actions(name, words, ["source.verify"])
    command: dict[str, Any] = action["command"]
    return command


def run(editor: Any, command: dict[str, Any]) -> None:
    """Have a command carried out; it goes on in the background."""
    words = {"command": command["command"], "arguments": command["arguments"]}
    assert editor.ask("workspace/executeCommand", words) is None


def asking(editor: Any) -> list[Any]:
    """Give the tokens of the questions that are shown to be under way; a check that takes long on a busy machine is, too."""
    titled = [(told["token"], told["value"].get("title", "")) for told in editor.progress]
    return [token for token, title in titled if title.startswith("Asking about")]


def codes(editor: Any, name: str) -> list[str]:
    return [item["code"].split()[0] for item in editor.diagnostics(name)["items"]]


def test_nothing_is_sent_until_the_user_says_so(editor: Any, services: Services) -> None:
    command = offer(editor, "refs.bib", "No Index Anywhere")
    assert (command["title"], command["command"]) == ("ask the indexes about 'nobody'", COMMAND)
    assert offer(editor, "main.tex", "nobody")["arguments"][1] == "nobody"
    assert editor.actions("main.tex", "Sorting", ["source.verify"]) == []
    editor.type("main.tex", MAIN.replace("long", "longer"))
    assert "SRC001" not in codes(editor, "refs.bib")
    run(editor, command)
    editor.wait_for(lambda: editor.asked)
    ((message, choices),) = editor.asked
    assert message == (
        f"Ask about 'nobody'? About 10 requests: 127.0.0.1:{services.port} (10); and what their answers lead to, of the same hosts. Sent are its identifiers, title, authors, "
        "venue, year, and nothing of the text."
    )
    assert choices == ["Ask", "Cancel"]
    editor.choices = ["Cancel"]
    run(editor, command)
    editor.wait_for(lambda: len(editor.asked) == 2)
    assert codes(editor, "main.tex") == []
    assert services.hits == []


def test_what_the_indexes_say_is_shown_and_kept(editor: Any, services: Services) -> None:
    editor.choices = ["Ask"]
    assert "SRC001" not in codes(editor, "main.tex") + codes(editor, "refs.bib")
    run(editor, offer(editor, "refs.bib", "No Index Anywhere"))
    editor.wait_for(lambda: editor.messages)
    assert editor.messages == ["argcheck: 'nobody': no index knows it"]
    assert "SRC001" in codes(editor, "main.tex") + codes(editor, "refs.bib")
    assert "workspace/diagnostic/refresh" in editor.requests
    assert all("sort" not in path.lower() or "Sorting" in path for _, path, _ in services.hits)
    assert 0 < len(services.hits) <= 10
    kinds = [told["value"]["kind"] for told in editor.progress]
    assert (kinds[0], kinds[-1]) == ("begin", "end")
    assert (editor.folder / ".argcheck" / "verdicts.jsonl").is_file()


def test_a_place_is_as_good_as_a_key(editor: Any, services: Services) -> None:
    """As the command of an extension gives it, which knows where the cursor is."""
    editor.choices = ["Ask"]
    place = editor.at("main.tex", "batcher")
    run(editor, {"command": COMMAND, "arguments": [place["textDocument"]["uri"], place["position"]]})
    editor.wait_for(lambda: editor.messages)
    assert editor.messages == ["argcheck: 'batcher': exists"]
    place = editor.at("main.tex", "Sorting")
    run(editor, {"command": COMMAND, "arguments": [place["textDocument"]["uri"], place["position"]]})
    editor.wait_for(lambda: len(editor.messages) == 2)
    assert editor.messages[1] == "argcheck: there is no entry here, and no citation of one"


def test_what_was_asked_is_the_entry_on_the_disk(editor: Any, services: Services) -> None:
    editor.type("refs.bib", (ENTRY + MADE_UP).replace("1999", "1998"))
    run(editor, offer(editor, "refs.bib", "No Index Anywhere"))
    editor.wait_for(lambda: editor.messages)
    assert editor.messages == ["argcheck: save refs.bib first: what is asked about is the entry on the disk"]
    assert (editor.asked, services.hits) == ([], [])


def test_of_a_folder_that_is_no_project_only_open_files_are_asked_about(
    editor: Any, services: Services, tmp_path: Path
) -> None:
    loose = tmp_path / "downloads"
    loose.mkdir()
    other = ENTRY.replace("Sorting Networks", "Somebody Else's Networks").replace(
        "  doi = {10.1000/sort},\n", ""
    )
    for name, bib in (("mine", ENTRY), ("theirs", other)):
        (loose / f"{name}.tex").write_text(MAIN.replace("refs", name), "utf-8")
        (loose / f"{name}.bib").write_text(bib, "utf-8")
    item = {"languageId": "latex", "version": 1, "text": MAIN.replace("refs", "mine")}
    editor.tell("textDocument/didOpen", {"textDocument": {**item, "uri": (loose / "mine.tex").as_uri()}})
    editor.choices = ["Ask"]
    run(editor, {"command": COMMAND, "arguments": [(loose / "mine.tex").as_uri(), "batcher"]})
    editor.wait_for(lambda: editor.messages)
    assert editor.messages == ["argcheck: 'batcher': exists"]
    assert not any("Somebody" in path for _, path, _ in services.hits)


@pytest.mark.parametrize("how", ["progress", "again", "shutdown"])
def test_asking_can_be_stopped(editor: Any, services: Services, how: str) -> None:
    asked, go_on = threading.Event(), threading.Event()

    def hang(*_: object) -> bool:
        asked.set()
        go_on.wait(patience(20))
        return False

    services.faults["crossref"] = hang
    editor.choices = ["Ask", "Stop asking"]
    command = offer(editor, "refs.bib", "No Index Anywhere")
    run(editor, command)
    assert asked.wait(patience(20))
    assert codes(editor, "main.tex") == []  # the editor is answered all the while
    if how == "progress":
        editor.wait_for(lambda: asking(editor))
        editor.tell("window/workDoneProgress/cancel", {"token": asking(editor)[0]})
    elif how == "again":
        run(editor, command)
    if how != "shutdown":
        editor.wait_for(lambda: editor.messages)
        assert editor.messages[0].endswith("stopped before all had answered")
    before = len(services.hits)
    if how != "shutdown":
        go_on.set()
    editor.end()  # what was under way has come to its end then
    go_on.set()
    assert len(services.hits) == before
