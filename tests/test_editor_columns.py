"""Editors that read `concise` as a compiler's messages: with the settings of the page on integrations, the cursor is on the finding.

Each is run where it is installed: Vim, Neovim, Emacs, and the pattern for Visual Studio Code in node.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

PAGE = Path(__file__).parent.parent / "docs" / "integrations.md"
#: In front of the key: a tab, an accent, a combining mark, two characters outside of the BMP, wide ones.
HARD = "\tVoilà e\u0301t 𝒳😀 漢字 \\cite{nobody}, see~\\ref{nowhere}."
PAPER = f"\\documentclass{{article}}\n\\begin{{document}}\nOne \\cite{{known}}.\n\n{HARD}\n\n\\bibliography{{refs}}\n\\end{{document}}\n"
REFS = "@article{known,\n  author = {A. Writer},\n  title = {A Title},\n  journal = {J},\n  year = 2001\n}\n@misc{unread, title = {é}, year = 2002}\n"
#: What stands at the cursor at each finding, in order, and how bad the editor takes it to be.
SEEN = [("kapitel 1/main.tex", 5, "nobody"), ("kapitel 1/main.tex", 5, "nowhere"), ("refs.bib", 7, "unread")]


def block(language: str, after: str) -> str:
    """The first block of code in a language after some words of the page."""
    text = PAGE.read_text("utf-8").partition(after)[2]
    match = re.search(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    assert match, f"no {language} after {after!r}"
    return match[1]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "kapitel 1").mkdir()
    for name, text in (("kapitel 1/main.tex", PAPER), ("refs.bib", REFS)):
        (tmp_path / name).write_text(text.replace("{refs}", "{../refs}"), "utf-8", newline="\r\n")
    return tmp_path


def run(command: list[str], folder: Path) -> str:
    environment = {key: value for key, value in os.environ.items() if not key.startswith("ARGCHECK_")}
    environment |= {
        "PATH": os.pathsep.join([sysconfig.get_path("scripts"), os.environ["PATH"]]),
        "LC_ALL": "C.UTF-8",
        "HOME": str(folder),
        "XDG_CACHE_HOME": str(folder / ".cache"),
    }
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, timeout=300, check=False, encoding="utf-8"
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


VIM = r"""
silent make
let seen = []
for item in getqflist()
  if item.valid
    execute 'cc ' .. (index(getqflist(), item) + 1)
    call add(seen, [bufname('%'), line('.'), strpart(getline('.'), col('.') - 1), item.type, item.text])
  endif
endfor
call writefile([json_encode(seen)], 'seen.json')
qall!
"""


@pytest.mark.parametrize("editor", ["vim", "nvim"])
def test_vim_has_the_cursor_on_each_finding(project: Path, editor: str) -> None:
    program = shutil.which(editor) or (editor == "nvim" and os.environ.get("ARGCHECK_NEOVIM")) or ""
    if not program or ("+quickfix" not in run([program, "--version"], project) and editor == "vim"):
        pytest.skip(f"{editor} with a quickfix list is not installed")
    script = project / "script.vim"
    setting = block("vim", "Vim and Neovim")
    script.write_text(
        f"set encoding=utf-8\nfiletype on\n{setting}\nedit kapitel\\ 1/main.tex\nset filetype=tex\n{VIM}",
        "utf-8",
    )
    run([program, "--clean", "-es", "-S", str(script)], project)
    seen = json.loads((project / "seen.json").read_text("utf-8"))
    assert [
        (name, line, rest[: len(word)]) for (name, line, rest, *_), (*_, word) in zip(seen, SEEN, strict=True)
    ] == SEEN
    assert [kind for *_, kind, _ in seen] == ["e", "w", "n"]
    assert seen[0][-1].startswith("CIT001 no entry has the key 'nobody'")


EMACS = r"""
(require 'compile)
(find-file "kapitel 1/main.tex")
(let ((default-directory (file-name-directory (directory-file-name default-directory))))
  (setq next-error-last-buffer (compile command)))
(while (get-buffer-process next-error-last-buffer) (accept-process-output nil 0.1))
(with-current-buffer next-error-last-buffer
  (goto-char (point-min)))
(let (seen)
  (setq compilation-skip-threshold 0)
  (condition-case nil
      (while t
        (next-error)
        (with-current-buffer (window-buffer (selected-window))
          (push (vector (buffer-name) (line-number-at-pos) (buffer-substring (point) (line-end-position))) seen)))
    (user-error nil))
  (with-current-buffer next-error-last-buffer
    (push (vector compilation-num-errors-found compilation-num-warnings-found compilation-num-infos-found) seen))
  (princ (json-encode (nreverse seen))))
"""


def test_emacs_has_the_point_on_each_finding(project: Path) -> None:
    program = os.environ.get("ARGCHECK_EMACS") or shutil.which("emacs")
    if not program:
        pytest.skip("Emacs is not installed")
    command = re.search(r"`(argcheck --format concise[^`]*)` as the command", PAGE.read_text("utf-8"))
    assert command
    script = project / "script.el"
    setting = block("elisp", "Emacs:")
    script.write_text(
        f"(defvar command {json.dumps(command[1])})\n(require 'json)\n{setting}\n{EMACS}", "utf-8"
    )
    said = run([program, "-Q", "--batch", "-l", str(script)], project)
    *seen, counts = json.loads(said[said.index("[[") :])
    names = [(Path(name).name, line, word) for name, line, word in SEEN]
    assert [
        (name, line, rest[: len(word)]) for (name, line, rest), (*_, word) in zip(seen, SEEN, strict=True)
    ] == names
    assert counts == [1, 1, 1]


NODE = r"""
const [pattern, text] = JSON.parse(require("fs").readFileSync(0, "utf-8"));
const expression = new RegExp(pattern.regexp);
const found = text.split("\n").map((line) => expression.exec(line)).filter(Boolean);
const field = (match, name) => match[pattern[name]];
console.log(JSON.stringify(found.map((match) => ["file", "line", "column", "severity", "code", "message"].map((name) => field(match, name)))));
"""


def test_the_pattern_for_visual_studio_code_takes_every_finding(project: Path) -> None:
    """Its positions are in UTF-16, so its columns are compared with the text as node cuts it."""
    node = shutil.which("node")
    if not node:
        pytest.skip("node is not installed")
    (task,) = json.loads(block("json", "VS Code"))["tasks"]
    said = run(["sh", "-c", f"{task['command']} --exit-zero"], project)
    given = json.dumps([task["problemMatcher"]["pattern"], said])
    done = subprocess.run([node, "-e", NODE], input=given, capture_output=True, check=True, encoding="utf-8")
    found = json.loads(done.stdout)
    lines = {name: (project / name).read_bytes().decode().split("\r\n") for name, *_ in SEEN}
    for (name, line, column, severity, code, message), (path, number, word), level in zip(
        found, SEEN, ("error", "warning", "note"), strict=True
    ):
        assert (name, int(line), severity) == (path, number, level)
        units = lines[name][number - 1].encode("utf-16-le")[2 * (int(column) - 1) :].decode("utf-16-le")
        assert units.startswith(word)
        assert re.fullmatch("[A-Z]{3}[0-9]{3}", code)
        assert word in message
