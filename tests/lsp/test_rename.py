"""A name is another one wherever it stands as that name, or nowhere: in bodies of macros, in fields, in another case."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

pytestmark = pytest.mark.slow

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

FRAME = "\\documentclass{article}\n%s\n\\begin{document}\n%s\n\\bibliography{refs}\n\\end{document}\n"
ENTRY = "@article{smith2000, author = {A Smith}, title = {T}, journal = {J}, year = 2000}\n"
FIGURE = "\\begin{figure}x\\caption{y}\\label{fig:a}\\end{figure}"


class Renaming:
    """A folder with texts, in each of which the name to be renamed is marked by bars."""

    def __init__(self, folder: Path, connect: Callable[..., Any], **marked: str) -> None:
        folder.mkdir()
        self.marked = {name.replace("_", "."): text for name, text in marked.items()}
        for name, text in self.marked.items():
            (folder / name).write_text(text.replace("|", ""), "utf-8")
        self.client = connect(folder)
        for name in self.marked:
            self.client.open(name)

    def ask(self, name: str, words: str, new: str) -> Any:
        """Rename what stands where the marked text of a file has some words."""
        text = self.marked[name]
        before = text[: text.index(words)].replace("|", "")
        line, column = before.count("\n"), len(before.rpartition("\n")[2])
        document = {"uri": self.client.uri(name)}
        place = {"textDocument": document, "position": {"line": line, "character": column}}
        return self.client.answer(self.client.begin("textDocument/rename", place | {"newName": new}))

    def becomes(self, name: str, words: str, new: str) -> bool:
        """Whether each name between bars is the new one, and all else as it was."""
        changes = self.ask(name, words, new)["result"]
        texts = {
            file: self.client.applied(file, changes)
            for file in self.marked
            if self.client.uri(file) in changes["changes"]
        }
        left = {file: text.replace("|", "") for file, text in self.marked.items()}
        wanted = {
            file: "".join(new if odd % 2 else part for odd, part in enumerate(text.split("|")))
            for file, text in self.marked.items()
        }
        assert left | texts == wanted
        return True

    def refusal(self, name: str, words: str, new: str) -> str:
        """Why a name has to stay."""
        message: str = self.ask(name, words, new)["error"]["message"]
        return message


def test_bodies_of_macros_and_fields_have_the_name_too(tmp_path: Path, connect: Callable[..., Any]) -> None:
    macros = "\\newcommand{\\see}{see \\ref{|fig:a|} and \\citep[p.~1]{b, |smith2000|}}\n\\newcommand{\\spare}{\\cref{|fig:a|}}"
    text = f"{FIGURE.replace('fig:a', '|fig:a|')}\\see\\getrefnumber{{|fig:a|}} \\cite{{|smith2000|}} % \\ref{{fig:a}} smith2000\n\\verb+\\cite{{smith2000}}+"
    bib = ENTRY.replace("smith2000", "|smith2000|") + (
        "@book{b, title = {About smith2000}, note = {In \\cite{|smith2000|}, file smith2000.pdf}}\n"
    )
    label = {"main_tex": FRAME % (macros, text), "refs_bib": bib}
    keys = {name: body.replace("|fig:a|", "fig:a") for name, body in label.items()}
    labels = {name: body.replace("|smith2000|", "smith2000") for name, body in label.items()}
    renaming = Renaming(tmp_path / "keys", connect, **keys)
    assert renaming.becomes("main.tex", "smith2000|} %", "jones")
    assert renaming.becomes("main.tex", "smith2000|}}\n", "jones")
    assert renaming.becomes("refs.bib", "smith2000|}, file", "jones")
    renaming = Renaming(tmp_path / "labels", connect, **labels)
    assert renaming.becomes("main.tex", "fig:a|}\\end", "fig:b")
    assert renaming.becomes("main.tex", "fig:a|} and", "fig:b")


def test_bibtex_does_not_tell_capitals_apart(tmp_path: Path, connect: Callable[..., Any]) -> None:
    text = FRAME % ("", "\\cite{|smith2000|}, \\cite{|Smith2000|}")
    bib = ENTRY.replace("smith2000", "|smith2000|") + "@inbook{b, crossref = {|Smith2000|}, title = {S}}\n"
    renaming = Renaming(tmp_path / "paper", connect, main_tex=text, refs_bib=bib)
    assert renaming.becomes("main.tex", "smith2000|", "jones")
    assert renaming.becomes("main.tex", "Smith2000|", "jones")
    assert renaming.becomes("main.tex", "smith2000|", "SMITH2000")
    assert renaming.refusal("main.tex", "smith2000|", "B") == "there is a key 'B' already"


def test_another_key_of_an_entry_is_a_name_of_its_own(tmp_path: Path, connect: Callable[..., Any]) -> None:
    text = FRAME % ("\\usepackage{biblatex}\\addbibresource{refs.bib}", "\\cite{|old|, smith2000}")
    text = text.replace("\\bibliography{refs}", "\\printbibliography")
    bib = ENTRY.replace("author", "ids = {older, |old|}, author")
    renaming = Renaming(tmp_path / "paper", connect, main_tex=text, refs_bib=bib)
    assert renaming.becomes("main.tex", "old|", "oldest")
    assert "cannot be a key" in renaming.refusal("main.tex", "old|", 'a"b')


def test_a_label_that_another_document_calls_something_longer_stays(
    tmp_path: Path, connect: Callable[..., Any]
) -> None:
    main = FRAME % ("\\usepackage{xr}\\externaldocument[S-]{supplement}", "See \\ref{S-fig:a}.")
    supplement = FRAME % ("", f"{FIGURE} \\ref{{fig:a}}")
    renaming = Renaming(tmp_path / "paper", connect, main_tex=main, supplement_tex=supplement)
    assert renaming.refusal("supplement.tex", "fig:a", "fig:b") == (
        "'S-fig:a' at main.tex:4 may be this label, by \\externaldocument"
    )
