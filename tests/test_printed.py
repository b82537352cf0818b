"""Whatever names hold, what is printed moves no cursor, hides nothing, commands no CI runner, and stays what its format promises."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from argcheck_process import argcheck
from thinned import one_in

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name == "nt", reason="no such file names there"),
]

HERE = Path(__file__).parent
EXAMPLES = HERE.parent / "examples"
#: Signs that a terminal or a log obeys, or that hide or turn what stands beside them; the end of a line is looked at apart.
UNSAFE = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e0fff]"
)
COMMAND = re.compile(r"^[\s\u180e\u200b\ufeff]*::|##\[", re.MULTILINE)
#: What files of texts can hold, and what JSON can hold besides.
WRITTEN = "\x1b[31m\x9b31m\x7f\u202e\u2066\u200b\u2028\u2029\ufeff\U000e0041</script><b>&\"'##[error]x"
EVIL = f"\0{WRITTEN}\ud800\r\n::error::y"
NAME = f"cl:\x1b]0;z\x07\u202e</script><b>&\"'##[error]::error::{'k' * 300}"


def _evil(value: Any) -> Any:
    """Put something evil into every text of a record that is free to say what it likes."""
    if isinstance(value, list):
        return [_evil(item) for item in value]
    if not isinstance(value, dict):
        return value
    free = {
        "claim",
        "reason",
        "quote",
        "title",
        "venue",
        "would_support",
        "ours",
        "theirs",
        "cited_as",
        "date",
    }
    return {
        key: item + EVIL if key in free and isinstance(item, str) else _evil(item)
        for key, item in value.items()
    }


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three documents in one folder with names that no author would choose: of files, claims, keys and labels."""
    folder = tmp_path_factory.mktemp("hostile")
    for example in ("verified", "interrogated"):
        shutil.copytree(EXAMPLES / example, folder / example)
        for file in (folder / example / ".argcheck").glob("*.jsonl"):
            lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
            file.write_text("".join(json.dumps(_evil(line)) + "\n" for line in lines), "utf-8")
    key = WRITTEN.translate({ord(sign): None for sign in '"&,\u2028\u2029\x9b\x7f'})
    label = f"thm:{key}"
    (folder / "odd").mkdir()
    (folder / "odd" / "part.tex").write_text(f"See~\\ref{{nowhere{label}}}, and {WRITTEN} again.\n", "utf-8")
    (folder / "odd" / os.fsdecode(b"\xff\x1b[31m::error::##[error]\n.tex")).write_text(
        "\\documentclass{article}\\newtheorem{theorem}{Theorem}\\begin{document}\n"
        f"\\begin{{abstract}}\n::error::We show that {WRITTEN} grows in 17 cases.\n\\end{{abstract}}\n"
        f"\\section{{On {WRITTEN}}}\n"
        f"% argcheck: claim id={NAME} kind=given\n::error::Given {WRITTEN} is so.\n\n"
        f"% argcheck: conclusion id=cl:end uses={NAME} attacks=cl:none,thm:{key[:5]}\n::error::All of {WRITTEN} holds~\\cite{{{key}}}.\n\n"
        f"\\begin{{theorem}}[{WRITTEN}]\\label{{{label}}} All is {WRITTEN}.\\end{{theorem}}\n\\input{{part}}\n"
        f"We conclude that {WRITTEN} grows in 17 cases, by~\\ref{{{label}}} and~\\cite{{nobody{key}}}.\n"
        "\\bibliography{refs}\\end{document}\n",
        "utf-8",
    )
    (folder / "odd" / "refs.bib").write_text(
        f"@article{{{key}, author={{Evil, {WRITTEN}}}, title={{On {WRITTEN}}}, year={{1999}}, journal={{{WRITTEN}}}}}\n",
        "utf-8",
    )
    (folder / "odd" / ".argcheck").mkdir()
    (folder / "odd" / ".argcheck" / "metrics.csv").write_text(
        "id,metric,value,reason\n"
        + ",".join(
            f'"{field}"'
            for field in (NAME.replace('"', '""'), "relevance", "0.5", WRITTEN.replace('"', '""'))
        )
        + "\n",
        "utf-8",
    )
    return folder


def printed(folder: Path, *argv: str) -> tuple[str, str]:
    """Return standard output and standard error as they would stand in a CI log."""
    env = {**os.environ, "GITHUB_ACTIONS": "true", "COLUMNS": "100"}
    done = argcheck(*argv, "--no-cache", cwd=folder, env=env)
    assert done.returncode in (0, 1), done.stderr[-300:]
    return done.stdout.decode(), done.stderr.decode()


def safe(text: str) -> None:
    unsafe = UNSAFE.search(text)
    assert unsafe is None, (unsafe, text[max(0, unsafe.start() - 60) : unsafe.end() + 20])
    command = COMMAND.search(text)
    assert command is None, text[max(0, command.start() - 60) : command.end() + 20]


TEXTS = (
    "graph", "graph --runs all", "graph --tree", "graph --tree --runs all", "graph --focus cl:end", "graph --without cl:main",
    "graph --traces", "graph --suggest", "graph --accept", "graph --accept --macros",
    "graph --format argdown", "graph --format apx", "graph --format tgf", "graph --format dot", "graph --format mermaid",
    "graph --format tikz", "score", "claims", "citations", "citations --evidence lindgren2008", "citations --quotations",
    "citations --missing", "runs show", "verdicts show", "check --format concise", "check --format full", "check --statistics",
    "check --show-files", "check --format markdown",
)  # fmt: skip
JSON = (
    "graph --format json", "graph --format json --runs all", "graph --format json --focus cl:end", "graph --format json --without cl:main",
    "graph --format node-link", "graph --format aif", "graph --call assert_graph", "graph --call check_structure",
    "graph --call merge_duplicates", "graph --call critical_links", "graph --call support_width", "graph --call surviving_claims",
    "graph --call disputed_nodes", "graph --call mark_refuted --node cl:end", "score --format json", "claims --format json",
    "citations --format json", "citations --evidence lindgren2008 --format json", "citations --quotations --format json",
    "citations --missing --format json", "runs show --format json", "verdicts show --format json", "check --format json",
    "check --format sarif", "check --format gitlab", "check --format rdjson",
)  # fmt: skip


@pytest.mark.parametrize("command", one_in(2, TEXTS))
def test_texts_hold_nothing_that_a_terminal_or_a_runner_obeys(hostile: Path, command: str) -> None:
    out, err = printed(hostile, *command.split())
    assert (out + err).strip()
    safe(out)
    safe(err)


@pytest.mark.parametrize("command", one_in(2, JSON))
def test_json_holds_it_escaped_and_gives_it_back(hostile: Path, command: str) -> None:
    out, err = printed(hostile, *command.split())
    safe(out)
    safe(err)
    assert json.loads(out)


def test_json_gives_the_names_back_as_they_were(hostile: Path) -> None:
    out, _ = printed(hostile, "graph", "--format", "json", "odd")
    (document,) = json.loads(out)["documents"]
    assert NAME in [node["id"] for node in document["nodes"]]
    claims = json.loads(printed(hostile, "runs", "show", "--format", "json", "interrogated")[0])["claims"]
    assert any("\ud800" in claim["author"]["claim"] for claim in claims if claim["author"])


@pytest.mark.parametrize("form", ["svg", "graphml"])
def test_drawings_are_xml_that_shows_the_names(hostile: Path, form: str) -> None:
    out, err = printed(hostile, "graph", "--format", form, "--max-nodes", "0")
    safe(out)
    safe(err)
    assert not re.search("<(script|b)>", out)
    assert "</script>" in "".join(ET.fromstring(out).itertext())


def test_csv_has_as_many_rows_as_there_are_citations(hostile: Path) -> None:
    out, _ = printed(hostile, "citations", "--format", "csv")
    safe(out)
    assert len(list(csv.reader(io.StringIO(out)))) == 1 + len(printed(hostile, "citations")[0].splitlines())


@pytest.mark.parametrize(
    "command",
    [
        "graph",
        "graph --format json",
        "graph --tree",
        "graph --format svg",
        "citations",
        "claims",
        "score",
        "check",
    ],
)
def test_a_key_of_a_million_letters_costs_no_more_than_its_length(tmp_path: Path, command: str) -> None:
    key = "k" * 1_000_000
    (tmp_path / "main.tex").write_text(
        f"\\documentclass{{article}}\\begin{{document}}\n% argcheck: claim id={key} kind=given\nIt is so~\\cite{{{key}}}.\n\\end{{document}}\n",
        "utf-8",
    )
    out, _ = printed(tmp_path, *command.split())
    assert len(out) < 20 * len(key)


def test_commands_write_json_in_one_way() -> None:
    modules = (HERE.parent / "argcheck" / "cli").glob("*.py")
    assert [module.name for module in modules if "json.dump" in module.read_text("utf-8")] == []


def test_progress_on_a_terminal_shows_names_as_pictures(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="the extra scale is not installed")
    import pty

    (tmp_path / "papers" / "\x1b]0;evil\x07").mkdir(parents=True)
    (tmp_path / "papers" / "\x1b]0;evil\x07" / "main.tex").write_text(
        "\\documentclass{article}\\begin{document}Text.\\end{document}", "utf-8"
    )
    mine, theirs = pty.openpty()
    command = [sys.executable, "-m", "argcheck", "audit", "papers", "--out", "out"]
    done = subprocess.run(command, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=theirs, check=False)
    shown = os.read(mine, 65536).decode()
    os.close(theirs)
    os.close(mine)
    assert done.returncode == 0, shown
    assert "1 papers, last" in shown
    assert "\x1b]" not in shown


@pytest.mark.parametrize(("command", "package"), [("lsp", "pygls"), ("mcp", "mcp")])
def test_a_server_that_is_started_by_hand_says_for_whom_it_waits(
    tmp_path: Path, command: str, package: str
) -> None:
    pytest.importorskip(package, reason=f"the extra {command} is not installed")
    import pty

    mine, theirs = pty.openpty()
    server = subprocess.Popen(
        [sys.executable, "-m", "argcheck", command], cwd=tmp_path, stdin=theirs, stdout=subprocess.DEVNULL, stderr=theirs
    )  # fmt: skip
    try:
        shown = os.read(mine, 65536).decode()
    finally:
        server.kill()
        server.wait()
        os.close(theirs)
        os.close(mine)
    assert "which starts this command by itself; ^C ends it" in shown
