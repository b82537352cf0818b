"""Forms of a finding that authors leave are notes, the others of its rule are not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from argcheck import api

if TYPE_CHECKING:
    from pathlib import Path


def document(body: str, preamble: str = "") -> str:
    return f"\\documentclass{{article}}\n{preamble}\n\\begin{{document}}\n{body}\n\\end{{document}}\n"


FLOATS = (
    "\\begin{figure} x \\caption{One} \\label{fig:one} \\end{figure}\n"
    "\\begin{figure} y \\caption{Two} \\label{fig:two} \\end{figure} See Figure~\\ref{fig:one}."
)
NOTES = "\n\n".join(
    f"TODO: the {number} point." for number in ("first", "second", "third", "fourth", "fifth")
)


@pytest.mark.parametrize(
    ("code", "files", "severity"),
    [
        ("REF001", {"main.tex": document("\\hyperref[gone]{There} it stands.")}, "note"),
        ("REF001", {"main.tex": document("There it stands, in \\ref{gone}.")}, "warning"),
        ("REF003", {"supplement.tex": document(FLOATS)}, "note"),
        ("REF003", {"main.tex": document(FLOATS)}, "warning"),
        ("TEX008", {"main.tex": document(f"{NOTES}\n\nTODO: the sixth point.")}, "note"),
        ("TEX008", {"main.tex": document("TODO: the first point.")}, "warning"),
    ],
)
def test_the_severity_of_a_form(tmp_path: Path, code: str, files: dict[str, str], severity: str) -> None:
    (tmp_path / ".git").mkdir()
    for name, text in files.items():
        (tmp_path / name).write_text(text, "utf-8")
    report = api.check(tmp_path, isolated=True, config={"select": [code]})
    assert [diagnostic.severity.label for diagnostic in report.diagnostics] == [severity]
