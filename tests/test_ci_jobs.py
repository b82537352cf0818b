"""The action for GitHub and the job for GitLab: sound YAML, no input as code, and commands that do what they say."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")

ROOT = Path(__file__).parent.parent
ACTION = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
TEMPLATE = yaml.safe_load((ROOT / "templates" / "gitlab-ci.yml").read_text("utf-8"))
needs_bash = pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")


def steps() -> list[dict[str, Any]]:
    return [step for step in ACTION["runs"]["steps"] if "run" in step]


def test_the_action_is_a_composite_one_whose_inputs_are_described_and_used() -> None:
    assert ACTION["runs"]["using"] == "composite"
    text = (ROOT / "action.yml").read_text("utf-8")
    for name, entry in ACTION["inputs"].items():
        assert entry["description"]
        assert f"inputs.{name} }}}}" in text


@needs_bash
@pytest.mark.parametrize("step", steps(), ids=lambda step: step["name"])
def test_no_input_is_code(step: dict[str, Any]) -> None:
    assert "${{" not in step["run"]
    assert step["shell"] == "bash"
    assert not {"GITHUB_ENV", "GITHUB_PATH"} & set(re.findall(r"\w+", step["run"])), (
        "later steps are none of its business"
    )
    subprocess.run(["bash", "-n"], input=step["run"], text=True, check=True)


def run(script: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run what a job runs, with the argcheck of these tests in the path."""
    binary = folder / "temp" / "argcheck" / "bin"
    binary.mkdir(parents=True)
    (binary / "argcheck").write_text(f'#!/bin/sh\nexec {sys.executable} -m argcheck "$@"\n')
    (binary / "pip").write_text("#!/bin/sh\n")
    for file in binary.iterdir():
        file.chmod(0o755)
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("GITHUB_", "CI_"))}
    path = f"{binary}{os.pathsep}{os.environ['PATH']}"
    whole = {
        **kept,
        "PATH": path,
        "RUNNER_TEMP": str(folder / "temp"),
        "ARGCHECK_NO_CACHE": "1",
        **environment,
    }
    return subprocess.run(
        ["bash", "-e", "-c", script], cwd=folder, env=whole, capture_output=True, text=True, check=False
    )


@pytest.fixture
def paper(tmp_path: Path) -> Path:
    (tmp_path / "a b.tex").write_text("no document")
    (tmp_path / "paper").mkdir()
    text = "\\documentclass{article}\\begin{document}See \\ref{fig:gone}.\\end{document}"
    (tmp_path / "paper" / "paper.tex").write_text(text)
    return tmp_path


@needs_bash
def test_the_action_installs_itself_with_what_markdown_needs(tmp_path: Path) -> None:
    """Without the extra a manuscript in Markdown would pass unchecked."""
    python = tmp_path / "python"
    python.write_text(
        '#!/bin/sh\necho "$@" >> "$SAID"\n[ "$2" = venv ] && mkdir -p "$3/bin" && cp "$0" "$3/bin"\nexit 0\n'
    )
    python.chmod(0o755)
    environ = {
        "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}", "SAID": str(tmp_path / "said"),
        "RUNNER_TEMP": str(tmp_path), "GITHUB_ACTION_PATH": "/the action",
    }  # fmt: skip
    subprocess.run(["bash", "-e", "-c", steps()[0]["run"]], env=environ, check=True)
    assert (tmp_path / "said").read_text().splitlines()[-1].endswith(" /the action[markdown]")


@needs_bash
@pytest.mark.slow
def test_the_check_of_the_action(paper: Path) -> None:
    inputs = {
        "INPUT_PATHS": "paper $(touch pwned)",
        "INPUT_ARGS": "--exit-zero",
        "INPUT_SARIF": "out.sarif",
        "INPUT_BASE": "",
    }
    done = run(steps()[-1]["run"], paper, **inputs)
    assert done.returncode == 2, done.stderr  # "$(touch" is a path that does not exist
    assert not (paper / "pwned").exists()
    shutil.rmtree(paper / "temp")
    done = run(steps()[-1]["run"], paper, **{**inputs, "INPUT_PATHS": "paper"})
    assert done.returncode == 0, done.stderr
    assert re.match(r"::warning title=REF001 undefined-reference,file=paper/paper\.tex,line=1", done.stdout)
    assert json.loads((paper / "out.sarif").read_text())["runs"][0]["results"]


@needs_bash
@pytest.mark.slow
def test_paths_and_options_of_the_action_may_stand_on_several_lines(paper: Path) -> None:
    """What YAML makes of a block; read by lines, all but the first would go unchecked without a word."""
    (paper / "other.tex").write_text("\\documentclass{article}\\begin{document}\\ref{b}\\end{document}")
    inputs = {"INPUT_PATHS": "paper\nother.tex\n", "INPUT_ARGS": "--exit-zero\n--no-cache\n"}
    done = run(steps()[-1]["run"], paper, **inputs, INPUT_SARIF="", INPUT_BASE="")
    assert done.returncode == 0, done.stderr
    assert re.findall(r"file=([^,]*),", done.stdout) == ["other.tex", "paper/paper.tex"]


@needs_bash
@pytest.mark.slow
def test_the_job_for_gitlab_installs_its_release_with_what_markdown_needs() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    assert TEMPLATE["argcheck"]["variables"]["ARGCHECK_SPEC"] == f"argcheck-lint[markdown]=={version}"


@pytest.mark.slow
def test_the_job_for_gitlab_writes_the_reports_that_it_names(paper: Path) -> None:
    job = TEMPLATE["argcheck"]
    script = "\n".join(job["script"])
    done = run(script, paper, **{**job["variables"], "CI_PROJECT_DIR": str(paper)})
    assert done.returncode == 1, done.stderr
    reports = job["artifacts"]["reports"]
    (record,) = json.loads((paper / reports["codequality"]).read_text())
    assert record["location"]["path"] == "paper/paper.tex"
    assert "<testsuite " in (paper / reports["junit"]).read_text()


def workflow(name: str) -> dict[str, Any]:
    """Return a workflow of the documentation, by the comment before it."""
    page = (ROOT / "docs" / "integrations.md").read_text("utf-8")
    found = re.search(rf"<!-- workflow: {name} -->\n```yaml\n(.*?)\n```", page, re.DOTALL)
    assert found
    loaded = yaml.safe_load(found[1])
    assert isinstance(loaded, dict)
    return loaded


def test_the_check_for_retractions_may_write_issues_and_nothing_else() -> None:
    told = workflow("retractions")
    (job,) = told["jobs"].values()
    assert told["permissions"] == {"contents": "read"}
    assert job["permissions"] == {"contents": "read", "issues": "write"}
    assert job["timeout-minutes"] <= 60
    assert told[True]["schedule"]  # YAML reads the key "on" as a truth value
    checkout, _, ask, tell = job["steps"]
    assert checkout["with"] == {"persist-credentials": False}
    assert "--llm" not in ask["run"]
    assert "--require" in ask["run"].split(), "an outage must not pass for an all-clear"
    assert tell["env"]["ANSWERED"] == f"${{{{ steps.{ask['id']}.outcome }}}}"
    assert "${{" not in ask["run"] + tell["run"]
    options = re.findall(r"argcheck verify (.*)", ask["run"])
    from argcheck.cli.verify_command import command

    command.make_context("verify", options[0].split()).close()


@needs_bash
@pytest.mark.slow
@pytest.mark.parametrize(
    ("example", "open_issue", "answered", "wanted"),
    [
        ("verified", "", "success", ["issue list", "label create retractions", "issue create"]),
        ("verified", "7", "success", ["issue list", "issue edit 7"]),
        ("paper", "7", "success", ["issue list", "issue close 7"]),
        ("paper", "", "success", ["issue list"]),
        ("verified", "", "failure", ["issue list", "label create retractions", "issue create"]),
        ("verified", "7", "failure", ["issue list"]),
        ("paper", "7", "failure", ["issue list"]),
    ],
)
def test_the_check_for_retractions_keeps_one_issue(
    tmp_path: Path, example: str, open_issue: str, answered: str, wanted: list[str]
) -> None:
    shutil.copytree(ROOT / "examples" / example, tmp_path / "paper")
    programs = tmp_path / "bin"
    programs.mkdir()
    log = tmp_path / "log"
    gh = f'#!/bin/sh\necho "$@" >> {log}\nif [ "$2" = list ]; then echo "{open_issue}"; fi\ncase "$*" in *--body-file*) cat found.md >> {tmp_path}/body;; esac\n'
    for name, text in (("gh", gh), ("argcheck", f'#!/bin/sh\nexec {sys.executable} -m argcheck "$@"\n')):
        (programs / name).write_text(text, "utf-8")
        (programs / name).chmod(0o755)
    (job,) = workflow("retractions")["jobs"].values()
    env = os.environ | {
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
        "ARGCHECK_CACHE_DIR": str(tmp_path / "cache"),
        "ANSWERED": answered,
    }
    done = subprocess.run(
        ["bash", "-e", "-c", job["steps"][-1]["run"]],
        cwd=tmp_path / "paper",
        env=env,
        capture_output=True,
        check=False,
    )
    assert (done.returncode == 0) == (answered == "success"), done.stderr.decode()
    called = log.read_text("utf-8").splitlines()
    assert [line.startswith(words) for line, words in zip(called, wanted, strict=True)] == [True] * len(
        wanted
    )
    if "create" in wanted[-1] or "edit" in wanted[-1]:
        assert "the work 'lindgren2008' was retracted on 2012-11-02" in (tmp_path / "body").read_text("utf-8")
