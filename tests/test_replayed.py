"""What rules said of a document is said again without asking them, as long as nothing that they asked about has changed.

That it is never wrong is what `tests/test_edits.py` tries; here: that it happens, and when it must not.
"""

from __future__ import annotations

import shutil
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from argcheck.bib.load import ProjectKeys
from argcheck.files.cache import Store
from argcheck.files.opening import InputError
from argcheck.files.project import Project
from argcheck.files.traced import TracedProject
from argcheck.lint.engine import analyse
from argcheck.prose.reading import ReadText
from argcheck.reading.workspace import Workspace
from argcheck.settings.config import settings_for
from argcheck.tex.file_lookup import Files

if TYPE_CHECKING:
    from argcheck.lint.report import Report
    from argcheck.prose.reading import Passage
    from argcheck.reading.memory import ScanMemory

HERE = Path(__file__).parent
FOLDERS = sorted(
    folder
    for above in (HERE / "accuracy" / "manuscripts", HERE.parent / "examples")
    for folder in above.iterdir()
    if folder.is_dir()
)
DOCUMENT = "\\documentclass{article}\\begin{document}%s\\bibliography{refs}\\end{document}"
ARGUMENT = """
% argcheck: claim id=dunes
Dunes move \\cite{a}, and so does sand \\cite{gone}.

% argcheck: conclusion id=all uses=dunes
All of it moves.
"""
PLUGIN = '''
from argcheck.api import Severity, hookimpl, rule

@rule("XYZ001", "always-something", severity=Severity.NOTE, since="0.1")
def always_something(ctx):
    """Say something.

    ## Why
    It is a test.
    """
    files, modules = ctx.project.files, ctx.project.repository.submodules
    yield ctx.report(ctx.manuscript.citations[0].span, f"something in {len(files)} files and {len(modules)} modules")

@hookimpl
def argcheck_rules():
    return [always_something]
'''


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Two documents with one bibliography, in a folder with a file that neither reads."""
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "one.tex").write_text(DOCUMENT % ARGUMENT, "utf-8")
    (folder / "two.tex").write_text(DOCUMENT % "See \\cite{b} and \\ref{nothing}.", "utf-8")
    (folder / "refs.bib").write_text("@misc{a, title={A}}\n@misc{b, title={B}}\n", "utf-8")
    (folder / "notes.tex").write_text("Nobody reads this.", "utf-8")
    return folder


def checked(folder: Path, *, stored: bool = True, **options: object) -> tuple[Report, bool]:
    """Check a folder with all rules, and the store beside it; return the report, and whether a rule was asked."""
    settings = settings_for([folder], cwd=folder, overrides={"extend-select": ["ALL"]})
    store = Store(str(folder.parent / "cache")) if stored else None
    report, _ = analyse([folder], settings, cwd=folder, store=store, **options)  # type: ignore[arg-type]
    return report, any(t.seconds for t in report.timings if not report.rules[t.rule].code.startswith("SUP"))


def test_rules_are_asked_once(project: Path) -> None:
    first, asked = checked(project)
    assert asked
    assert {"undefined-citation", "undefined-reference"} <= {d.name for d in first.diagnostics}
    (project / "notes.tex").write_text("Nobody reads this either.", "utf-8")
    second, asked = checked(project)
    assert not asked
    assert second.diagnostics == first.diagnostics


@pytest.mark.slow
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: f"{folder.parent.name}/{folder.name}")
def test_every_question_of_reading_and_of_rules_can_be_asked_again(folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / "project"
    shutil.copytree(folder, copy)
    first, _ = checked(copy)
    second, asked = checked(copy)
    assert not asked
    assert (second.diagnostics, second.held_back) == (first.diagnostics, first.held_back)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("one.tex", DOCUMENT % "See \\cite{a}."),
        ("refs.bib", "@misc{gone, title={A}}\n@misc{b, title={B}}\n"),
        ("argcheck.toml", 'cite-macros = ["see"]'),
        ("notes.tex", "\\cite{c} is cited here, \\label{nothing} stands here."),
        ("other.bib", "@misc{gone, title={A}}"),
        (".argcheck/retractions.csv", "key,reason\na,withdrawn\n"),
    ],
)
def test_rules_are_asked_again_where_they_may_say_something_else(project: Path, name: str, text: str) -> None:
    checked(project)
    assert not checked(project)[1]
    (project / name).parent.mkdir(exist_ok=True)
    (project / name).write_text(text, "utf-8")
    kept, asked = checked(project)
    fresh, _ = checked(project, stored=False)
    assert asked
    assert (kept.diagnostics, kept.held_back) == (fresh.diagnostics, fresh.held_back)


def test_paragraphs_that_have_not_changed_are_not_looked_through_again(project: Path) -> None:
    paragraphs = [f"In the {number}th group were {'many ' * (number % 7)}people." for number in range(1, 201)]
    looked: list[Passage] = []

    def looked_through(*, store: Store) -> int:
        (project / "one.tex").write_text(DOCUMENT % "\n\n".join(paragraphs), "utf-8")
        workspace = Workspace(
            [project / "one.tex"], settings_for([project], cwd=project), cwd=project, store=store
        )
        looked.clear()
        [document] = workspace.read()
        assert list(ReadText(document.manuscript).finds(lambda passage: looked.append(passage) or ())) == []
        workspace.save()
        return len(looked)

    store = Store(str(project.parent / "cache"))
    assert looked_through(store=store) == 200
    assert looked_through(store=store) == 0
    paragraphs[50:51] = ["It was 1 person.", "They were 2 people."]
    assert 2 <= looked_through(store=store) < 70
    del paragraphs[120]
    assert looked_through(store=store) < 70


def test_paragraphs_that_only_moved_are_not_even_tested_again(project: Path) -> None:
    paragraphs = [f"In the {number}th group were {'many ' * (number % 7)}people." for number in range(1, 201)]
    tested: list[str] = []

    def may_count(passage: Passage) -> bool:
        tested.append(passage.text)
        return False

    def find(_: Passage) -> tuple[()]:
        raise AssertionError

    def tests(memory: ScanMemory | None = None) -> ScanMemory:
        (project / "one.tex").write_text(DOCUMENT % "\n\n".join(paragraphs), "utf-8")
        workspace = Workspace(
            [project / "one.tex"], settings_for([project], cwd=project), cwd=project, memory=memory
        )
        workspace.memory.lasts = True
        tested.clear()
        [document] = workspace.read()
        assert list(ReadText(document.manuscript).finds(find, may_count)) == []
        return workspace.memory

    memory = tests()
    assert len(tested) == 200
    paragraphs[50:51] = ["It was 1 person.", "They were 2 people."]
    memory = tests(memory.following())
    assert tested == paragraphs[50:52]
    paragraphs.insert(10, "There are 3 more.")
    del paragraphs[120]
    tests(memory.following())
    assert tested == ["There are 3 more."]


def test_what_a_run_with_few_rules_knows_of_a_text_is_completed_by_the_next(project: Path) -> None:
    (project / "one.tex").write_text(DOCUMENT % "There were 12 of them.", "utf-8")
    (project / "two.tex").unlink()
    looked: list[str] = []

    def first(passage: Passage) -> tuple[()]:
        looked.append(f"first {passage.text}")
        return ()

    def second(passage: Passage) -> tuple[()]:
        looked.append(f"second {passage.text}")
        return ()

    store = Store(str(project.parent / "cache"))
    for finders in ([first], [first, second], [second], [first]):
        workspace = Workspace([project], settings_for([project], cwd=project), cwd=project, store=store)
        [document] = workspace.read()
        for find in finders:
            assert list(ReadText(document.manuscript).finds(find)) == []
        workspace.save()
    assert looked == ["first There were 12 of them.", "second There were 12 of them."]


def test_rules_of_plugins_are_always_asked(project: Path) -> None:
    plugin = project.parent / "plugin.py"
    plugin.write_text(PLUGIN, "utf-8")
    for _ in range(2):
        report, asked = checked(project, plugins=[plugin])
        assert asked
        assert "always-something" in {diagnostic.name for diagnostic in report.diagnostics}


def traced(folder: Path) -> tuple[Project, TracedProject]:
    project = Project(folder, settings_for([folder], cwd=folder, isolated=True))
    return project, TracedProject(project, ProjectKeys(project, None).places)  # type: ignore[arg-type]


def test_questions_are_asked_again_until_an_answer_is_another_one(project: Path) -> None:
    _, first = traced(project)
    assert not first.is_file("a.tex")
    assert first.read("one.tex").path == "one.tex"
    with pytest.raises(InputError):
        first.read("missing.tex")
    assert not first.is_file("b.tex")
    assert first.whole
    trace = list(first.trace.items())
    again, second = traced(project)
    assert second.unchanged(trace)
    assert second.trace == first.trace
    assert again.looked_up["b.tex"] is False

    (project / "missing.tex").write_text("now it is here", "utf-8")
    later, third = traced(project)
    assert not third.unchanged(trace)
    assert "b.tex" not in later.looked_up


@pytest.mark.parametrize("name", sorted(name for name in vars(Files) if name[0] != "_"))
def test_all_that_reading_a_document_asks_can_be_asked_again(project: Path, name: str) -> None:
    _, document = traced(project)
    asked = getattr(document, name)
    if callable(asked):
        with suppress(InputError):
            asked("one.tex")
    assert document.whole


def test_what_cannot_be_asked_again_is_noticed(project: Path) -> None:
    _, document = traced(project)
    assert document.beside("one.tex") == ["notes.tex", "one.tex", "refs.bib", "two.tex"]
    assert not document.whole
