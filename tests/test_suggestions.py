"""What ``argcheck graph`` traces and suggests without annotations, against the ledgers of what a reader found."""

from __future__ import annotations

import csv
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from thinned import one_in

from argcheck.cli.graph_command import command

HERE = Path(__file__).parents[1]
SHARED = Path(os.environ.get("ARGCHECK_SHARED") or HERE.parent / "shared")
DOCUMENTS = ("celerite", "hagenw-thesis")
SUGGESTION = re.compile(
    r"(?P<file>\S+?):(?P<line>\d+):\d+: (?P<how>on a line before|at the end of the line): % (?P<note>argcheck: .*)"
)
COUNT = re.compile(
    r"(\d+) of (\d+) sentences of abstract, questions and conclusion traced to a result, float, proof or source"
)
LEAST, BAR = 25, 0.8

corpora = pytest.mark.skipif(
    not (SHARED / "corpora").is_dir(), reason=f"the published documents are not at {SHARED}"
)
compiles = pytest.mark.skipif(
    shutil.which("pdflatex") is None or shutil.which("pdftotext") is None,
    reason="pdflatex or pdftotext is not installed",
)


def ledger(name):
    with (HERE / "docs/accuracy" / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def graph(path, *options):
    argv = [str(path), "--no-cache", "--isolated", *options]
    return command.main(argv, standalone_mode=False)


def suggested(path):
    return [found for line in graph(path, "--suggest").out.splitlines() if (found := SUGGESTION.match(line))]


def traced(path):
    """Map the place of each traced sentence to what its route begins with."""
    found, place = {}, ""
    for line in graph(path, "--traces").out.splitlines():
        if not line.startswith("    "):
            place = re.match(r"\S+?:\d+(?=:)", line)[0]
        elif not line.startswith("    not "):
            found[place] = re.match(r"    <- \S+?:\d+:\d+: (?:(\S+): )?", line)[1]
    return found


@corpora
@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_command_counts_what_it_traces(name, capsys):
    [(traced_ones, all_of_them)] = COUNT.findall(graph(SHARED / "corpora" / name).err)
    with capsys.disabled():
        print(f"\n{name}: {traced_ones} of {all_of_them} traced")
    assert 0 < int(traced_ones) <= int(all_of_them)


@corpora
def test_every_trace_is_judged_and_most_are_right(capsys):
    rows = {(row["document"], row["place"], row["ground"]): row["verdict"] for row in ledger("traces.csv")}
    found = [(name, *trace) for name in DOCUMENTS for trace in traced(SHARED / "corpora" / name).items()]
    assert [one for one in found if one not in rows] == []
    right = sum(rows[one] == "right" for one in found)
    assert {name for name, *_ in found} == set(DOCUMENTS)
    with capsys.disabled():
        print(f"\ntraces: {right} of {len(found)} right")
    assert right >= BAR * len(found)


@corpora
def test_every_suggestion_is_judged_and_most_are_right(capsys):
    rows = {
        (row["document"], row["place"], row["annotation"]): row["verdict"]
        for row in ledger("suggestions.csv")
    }
    found = [
        (name, f"{one['file']}:{one['line']}", one["note"])
        for name in DOCUMENTS
        for one in suggested(SHARED / "corpora" / name)
    ]
    assert [one for one in found if one not in rows] == []
    right = sum(rows[one] == "right" for one in found)
    with capsys.disabled():
        print(f"\nsuggestions: {right} of {len(found)} right")
    assert len(found) >= LEAST
    assert right >= BAR * len(found)


def test_the_documentation_has_the_figures_of_the_ledgers():
    def right(name):
        rows = ledger(name)
        return f"{sum(row['verdict'] == 'right' for row in rows)} of {len(rows)}"

    pages = [
        re.sub(r"\]\([^)]*\)|\[", "", " ".join((HERE / name).read_text("utf-8").split()))
        for name in ("README.md", "docs/accuracy/judging.md")
    ]
    for page in pages:
        assert right("traces.csv") in page
        assert right("suggestions.csv") in page


def test_rows_say_right_or_wrong_and_why():
    rows = [*ledger("traces.csv"), *ledger("suggestions.csv")]
    assert {row["verdict"] for row in rows} == {"right", "wrong"}
    assert not [row for row in rows if row["verdict"] == "wrong" and not row["reason"]]


# -- pasting them changes nothing that is printed

MADE = r"""\documentclass{article}
\begin{document}
\begin{abstract}
Much is known of sorting.  We show that sorting in rounds is fast, and we
prove that it is
small.  We find that it scales.
\end{abstract}
\section{Results}
Table~\ref{tab:t} shows that rounds are faster than plain merging, by a factor of two.  It
is short.  Smith et al.\ have shown that plain merging is slow \cite{smith}.
\begin{table}\caption{Times of rounds and of plain merging}\label{tab:t}\begin{tabular}{l}1\end{tabular}\end{table}

  Figures of others show that merging is slower than rounds in Table~\ref{tab:t}.
\section{Conclusion}
We conclude that rounds are fast.
\begin{thebibliography}{1}\bibitem{smith} Smith. Sorting.\end{thebibliography}
\end{document}
"""


def pasted(folder):
    """Put every suggestion where it says; return how many."""
    found = suggested(folder)
    for one in sorted(found, key=lambda one: (one["file"], -int(one["line"]))):
        path = folder / one["file"]
        lines = path.read_text(encoding="utf-8").split("\n")
        place = int(one["line"]) - 1
        if one["how"] == "on a line before":
            lines.insert(place, f"% {one['note']}")
        else:
            lines[place] += f" % {one['note']}"
        path.write_text("\n".join(lines), encoding="utf-8")
    return len(found)


def printed(folder, name):
    for _ in range(2):
        run = subprocess.run(
            ["pdflatex", "-interaction=nonstopmode", name], cwd=folder, capture_output=True, check=False
        )
    said = run.stdout.decode(errors="replace")
    if missing := re.search(r"File `([^']*\.(?:sty|cls))' not found", said):
        pytest.skip(f"this TeX has no {missing[1]}")
    assert (folder / f"{name}.pdf").exists(), said[-2000:]
    boxes = subprocess.run(
        ["pdftotext", "-bbox", f"{name}.pdf", "-"], cwd=folder, capture_output=True, check=True
    )
    return re.findall(r"<word.*", boxes.stdout.decode())


@compiles
@pytest.mark.parametrize("source", one_in(2, ["examples/paper/paper", "examples/thesis/thesis", "made"]))
def test_pasting_them_leaves_every_word_where_it_stood(tmp_path, source):
    folder = tmp_path / "document"
    name = Path(source).name
    if source == "made":
        folder.mkdir()
        (folder / "made.tex").write_text(MADE, encoding="utf-8")
    else:
        shutil.copytree((HERE / source).parent, folder)
    before = printed(folder, name)
    assert pasted(folder)
    assert before
    assert printed(folder, name) == before


def test_pasted_annotations_are_read_without_a_finding(tmp_path):
    (tmp_path / "made.tex").write_text(MADE, encoding="utf-8")
    count = pasted(tmp_path)
    assert count >= 3
    from argcheck.api import check

    report = check(tmp_path)
    assert not [one for one in report.diagnostics if one.code in ("REF108", "REF110", "SUP003")]
    again = graph(tmp_path, "--format", "json").out
    assert again.count('"author"') >= count
