"""Same input, same bytes: whatever the hash seed, locale, order on the disk, folder, or cache."""

import json
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from thinned import one_in

from argcheck.files.cache import Store
from argcheck.lint.engine import analyse
from argcheck.reading.workspace import Workspace
from argcheck.settings.config import settings_for

pytestmark = pytest.mark.slow

HERE = Path(__file__).parent
MANUSCRIPTS = HERE / "accuracy" / "manuscripts"
SHARED = Path(os.environ.get("ARGCHECK_SHARED") or HERE.parents[1] / "shared") / "corpora"
OLIMPORT = {"include-macros": {"olimport": "[]{} #1/#2"}}

EXTRA = {
    "talk.tex": "\\documentclass{beamer}\\begin{document}\\cite{no,leopold1962paint}\\input{sections/data}\\ref{é}\\end{document}",
    "notes/loose.tex": "\\cite{x}",
    "z.tex": "\\documentclass{article}\\input{gone}\\begin{document}{\\cite{}\\label{a}\\label{a}\\bibliography{refs,none}\\end{document}",
}


def build(folder: Path, order: random.Random | None = None) -> Path:
    """Write one repository of several documents, its files in any order."""
    files = {
        str(p.relative_to(MANUSCRIPTS / "article")): p.read_bytes()
        for p in (MANUSCRIPTS / "article").rglob("*")
        if p.is_file()
    }
    files |= {name: text.encode() for name, text in EXTRA.items()}
    names = sorted(files)
    if order:
        order.shuffle(names)
    (folder / ".git").mkdir(parents=True)
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(files[name])
    return folder


def run(command: str, path: str, cwd: Path, cache: Path | None, *more: str, **environment: str) -> bytes:
    """The standard output of one command line in a process of its own."""
    arguments = [sys.executable, "-m", "argcheck", command, path, "--format", "json", *more]
    arguments += ["--cache-dir", str(cache)] if cache else ["--no-cache"]
    env = {**os.environ, "HOME": str(cwd), "XDG_CONFIG_HOME": str(cwd / "none"), **environment}
    done = subprocess.run(arguments, cwd=cwd, env=env, capture_output=True, check=False)
    assert done.returncode in {0, 1}, done.stderr.decode()
    assert json.loads(done.stdout)
    return done.stdout


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    """What both commands say in a plain setting."""
    folder = build(tmp_path_factory.mktemp("plain") / "repo")
    return {command: run(command, ".", folder, None) for command in ("check", "citations")}


def test_there_is_something_to_say(plain):
    assert len(json.loads(plain["check"])["diagnostics"]) > 3
    assert len(json.loads(plain["citations"])["documents"]) == 3


@pytest.mark.parametrize("seed", one_in(3, range(10)))
def test_output_does_not_depend_on_the_surroundings(seed, plain, tmp_path):
    chosen = random.Random(seed)
    checkout = tmp_path / chosen.choice(["a", "ß ü", "deep/er/path", "x" * 60])
    folder = build(checkout, chosen)
    cwd, path = chosen.choice(
        [(folder, "."), (folder.parent, folder.name), (folder / "sections", ".."), (tmp_path, str(folder))]
    )
    environment = {
        "PYTHONHASHSEED": str(chosen.randrange(1000)),
        "LC_ALL": chosen.choice(["C", "C.UTF-8", "POSIX", "de_DE.UTF-8"]),
        "TZ": chosen.choice(["UTC", "Asia/Tokyo"]),
        "PYTHONUTF8": chosen.choice(["0", "1"]),
        "COLUMNS": chosen.choice(["20", "200"]),
    }
    command = ("check", "citations")[seed % 2]
    cache = chosen.choice([None, tmp_path / "cache"])
    assert run(command, path, cwd, cache, **environment) == plain[command]


@pytest.mark.parametrize("command", ["check", "citations"])
def test_the_cache_changes_nothing(command, plain, tmp_path):
    folder, cache = build(tmp_path / "repo"), tmp_path / "cache"
    first = run(command, ".", folder, cache)
    replayed = run(command, ".", folder, cache)
    chapter = folder / "sections" / "data.tex"
    kept = chapter.read_bytes()
    chapter.write_bytes(kept + b"\n\\cite{changed}\n")
    changed = run(command, ".", folder, cache)
    assert changed == run(command, ".", folder, None)
    assert changed != first
    chapter.write_bytes(kept)
    back = run(command, ".", folder, cache)
    assert {first, replayed, back} == {plain[command]}


def test_what_is_kept_is_known_again_whatever_the_hash_seed(tmp_path):
    folder, cache = build(tmp_path / "repo"), tmp_path / "cache"
    opening = "".join(f"\\begin{{box{letter}}}" for letter in "abcdefgh")
    text = "\\documentclass{article}\\newcommand{\\openboxes}{%s}\\input{sections/data}\\begin{document}\\end{document}"
    (folder / "boxes.tex").write_text(text % opening)

    def kept(seed: int, cache: Path) -> dict[str, bytes]:
        run("check", ".", folder, cache, PYTHONHASHSEED=str(seed), COLUMNS=str(100 + seed))
        return {file.name: file.read_bytes() for file in (cache / "scan").iterdir()}

    kept(1, cache)  # which keeps more than it needs
    assert kept(2, cache) == kept(3, cache)
    with (folder / "sections" / "data.tex").open("a") as file:
        file.write("\nOne sentence more.\n")  # so that the rules are asked again
    copy = shutil.copytree(cache, tmp_path / "copy")
    assert kept(4, cache) == kept(5, copy)


@pytest.mark.parametrize("jobs", ["2", "7"])
def test_the_number_of_processes_changes_nothing(jobs, plain, tmp_path):
    folder = build(tmp_path / "repo")
    config = "[sources]\ncontact = 'a@example.org'\n[rules.number-not-in-body]\n[severity]\nCIT005 = 'note'\n"
    (folder / "argcheck.toml").write_text(config)
    assert run("check", ".", folder, None, "--jobs", jobs) == run("check", ".", folder, None)
    (folder / "argcheck.toml").unlink()
    assert run("check", ".", folder, None, "--jobs", jobs) == plain["check"]


def _corpora() -> list[Path]:
    real = sorted(path for path in SHARED.iterdir() if path.is_dir()) if SHARED.is_dir() else []
    return [*sorted(MANUSCRIPTS.iterdir()), *real]


@pytest.mark.parametrize("folder", _corpora(), ids=lambda path: path.name)
def test_a_remembered_scan_is_a_fresh_one(folder, tmp_path):
    """Records and the state of the macro table are the same whether files are scanned or remembered."""
    settings = settings_for([folder], cwd=folder, overrides=OLIMPORT, isolated=True)
    store = Store(str(tmp_path))

    def read(with_store: Store | None) -> list[tuple[object, ...]]:
        documents = Workspace([folder], settings, cwd=folder, store=with_store).read()
        return [
            (
                m.root, m.citations, m.labels, m.references, m.uses, m.environments, m.captions, m.sections, m.footnotes, m.missing,
                m.problems, m.resources, m.pieces, m.text_macros, m.theorem_kinds, m.float_names, m.hidden_keys, m.hidden_labels,
                m.macros, m.environment_macros,
                m.dead, m.languages, m.backend, m.packages, [(e.key, e.span, e.type) for e in b.entries],
            )
            for m, b in documents
        ]  # fmt: skip

    fresh = read(None)
    assert fresh
    assert read(store) == fresh
    assert read(store) == fresh


DRAFTS = sorted(path for path in (HERE / "manuscripts").iterdir() if path.is_dir())
#: Lines that change how other lines and other files are read.
WRITTEN = (
    r"\selectlanguage{german}", r"\usepackage[french]{babel}", r"\newcommand{\N}{412}", "We asked \\N{} people.",
    r"\iffalse", r"\fi", "}", "{", r"\def\emph#1{#1}", r"\renewcommand{\cite}[1]{}", "\\begin{comment}",
    r"\begin{abstract}We found 31.7\% of 9,412 people.\end{abstract}", "@article{zz, title={A}, year={2050}}",
    "% argcheck: ignore", "TODO", r"\input{gone}", r"\documentclass{beamer}",
)  # fmt: skip


@pytest.mark.parametrize("folder", one_in(2, DRAFTS), ids=lambda path: path.name)
def test_what_is_remembered_is_what_is_read(folder, tmp_path):
    """After any change of any file a run with a store says what a run without one says."""
    copy = Path(shutil.copytree(folder, tmp_path / "copy"))
    settings = settings_for([copy], cwd=copy, isolated=True)
    store = Store(str(tmp_path / "cache"))
    files = sorted(path for path in copy.rglob("*") if path.suffix in {".tex", ".bib"})
    chance = random.Random(folder.name)
    for _ in range(10):
        file = chance.choice(files)
        lines = file.read_text("utf-8").split("\n")
        place = chance.randrange(len(lines))
        lines[place : place + chance.choice([0, 1, 10])] = [chance.choice(WRITTEN)]
        file.write_text("\n".join(lines), "utf-8")
        remembered, fresh = (analyse([copy], settings, cwd=copy, store=one)[0] for one in (store, None))
        assert not fresh.failures
        for name in ("diagnostics", "held_back", "failures", "suppressed"):
            assert getattr(remembered, name) == getattr(fresh, name)


@pytest.mark.parametrize("folder", one_in(2, DRAFTS), ids=lambda path: path.name)
def test_what_rules_remember_is_what_they_find(folder, tmp_path):
    """After each change of one file the findings are those of a run that remembers nothing, at their new places."""
    copy = Path(shutil.copytree(folder, tmp_path / "copy"))
    settings = settings_for([copy], cwd=copy, isolated=True)
    store = Store(str(tmp_path / "cache"))

    def findings(with_store: Store | None) -> list[object]:
        return list(analyse([copy], settings, cwd=copy, store=with_store)[0].diagnostics)

    before = findings(store)
    assert before
    for file in sorted(path for path in copy.rglob("*") if path.suffix in {".tex", ".bib"}):
        file.write_text("% one more line\n\n" + file.read_text("utf-8"), "utf-8")
        found = findings(store)
        assert found == findings(None)
    assert len(found) == len(before)
    assert found != before
