"""``argcheck verify`` with sources at hand, end to end: pointers without a model, verdicts with one, replay without either."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

pytest.importorskip("openai", reason="the extra argcheck-lint[llm] is not installed")
pytest.importorskip("bm25s", reason="the extra argcheck-lint[sources] is not installed")

from scripted import Say, model
from theses import KEY, REFS, argcheck, script, verify, written

from argcheck.llm.client import Client
from argcheck.verdicts import prompts
from argcheck.verdicts.funnel import Funnel, Tools

pytestmark = pytest.mark.slow

PAPER = """# On dunes

## Results

Small dunes move faster than large ones. We saw this in one desert only. Wind did not matter.

## Discussion

Fences hold sand back for one season, and after it the dune passes over them.
""" + "\n\n".join(f"Remark {n}: sand is grey and dry in valley {n}, as it was before." for n in range(140))
THESIS = r"""\documentclass{article}
\begin{document}
\section{Dunes}
Small dunes move faster than large ones \cite{smith}. That is all.

Fences stop dunes for ever \cite{smith}.

For a review, see \cite{smith}.

Nothing is known of camels \cite{jones}.
\bibliographystyle{plain}
\bibliography{refs}
\end{document}
"""


@pytest.fixture
def thesis(tmp_path):
    return written(tmp_path / "thesis", THESIS, PAPER)


def verdicts(folder):
    lines = (folder / ".argcheck" / "verdicts.jsonl").read_text().splitlines()
    return [one for line in lines if (one := json.loads(line))["kind"] == "mention"]


def test_without_a_model_it_points_at_passages(thesis):
    done = argcheck(thesis, "verify", "thesis.tex")
    assert done.returncode == 0, done.stderr
    assert "3 citations of sources at hand" in done.stdout
    found = {one["verdict"] for one in verdicts(thesis)}
    assert found == {"pointed", "not-checkable"}
    pointed = next(
        one
        for one in verdicts(thesis)
        if one["verdict"] == "pointed" and "Fences" in one["spans"][0]["quote"]
    )
    assert pointed["spans"][0]["line"] == 9


def test_verdicts_are_written_replayed_and_cost_nothing_twice(thesis):
    with model(script) as scripted:
        done = verify(thesis, scripted)
        assert done.returncode == 0, done.stderr
        assert "miscited, content (contradicted): 1" in done.stdout
        assert (
            "15 calls" in done.stdout
        )  # for each of two sentences one for five samples, one for twins, and the checks
        assert "23 answers came, 0 were remembered" in done.stdout
        assert len(scripted.requests) == 15
        again = verify(thesis, scripted)
        assert len(scripted.requests) == 15
        assert "0 calls" in again.stdout
        assert "0 of them judged in this run" in again.stdout
        shutil.rmtree(thesis / ".argcheck")
        third = verify(thesis, scripted)
        assert len(scripted.requests) == 15
        assert "0 answers came, 23 were remembered" in third.stdout
    miscited = next(one for one in verdicts(thesis) if one["verdict"] == "miscited")
    assert miscited["class"] == "content"
    assert miscited["would_support"] == "Fences stop dunes for one season."
    assert miscited["spans"] == [
        {"line": 9, "quote": "Fences hold sand back for one season, and after it the dune passes over them."}
    ]
    assert miscited["votes"] == {"miscited": 5}


def test_nothing_is_paid_for_an_earlier_version_unless_it_is_named(thesis):
    words = [f"{first}{second}" for first in "bdgklmnr" for second in ("ane", "ilt", "orm", "usk", "eft")]
    drawn = random.Random(7)
    told = [f"The {' '.join(drawn.sample(words, k=11))} {n}.\n\n" for n in range(80)]
    for name, some, stop in (("thesis.tex", told, "stop"), ("thesis_v1.tex", told[:-8], "end")):
        text = THESIS.replace("For a review", "".join(some) + "For a review").replace(
            "Fences stop", f"Fences {stop}"
        )
        (thesis / name).write_text(text, "utf-8")
    with model(script) as scripted:
        options = ("--llm", "--llm-base-url", scripted.url, "--llm-model", "tiny", "--dry-run")
        both = argcheck(thesis, "verify", ".", *options)
        named = argcheck(thesis, "verify", "thesis.tex", "thesis_v1.tex", *options)
    assert "not asked about, as others replace them: thesis_v1.tex; name a file" in both.stderr
    assert "Fences stop" in both.stdout
    assert "Fences end" not in both.stdout
    assert "not asked about" not in named.stderr
    assert "Fences end" in named.stdout


def test_two_runs_at_once_pay_once(thesis):
    def slow(request, number):
        time.sleep(0.2)
        return script(request, number)

    with model(slow) as scripted, ThreadPoolExecutor(2) as pool:
        done = list(pool.map(lambda _: verify(thesis, scripted, preexec_fn=os.getpid), range(2)))
    assert [one.returncode for one in done] == [0, 0], done
    assert len(scripted.requests) == 15
    assert len(verdicts(thesis)) == 3


def test_the_evidence_is_shown_offline(thesis):
    with model(script) as scripted:
        verify(thesis, scripted)
    shutil.rmtree(thesis / "sources")
    done = argcheck(thesis, "citations", "thesis.tex", "--evidence", "smith")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "thesis.tex:4:47: Small dunes move faster than large ones [smith].",
        "    supported, confidence 1.00; by model, from the full text",
        "    it says so",
        "    line 5: Small dunes move faster than large ones.",
        "thesis.tex:6:34: Fences stop dunes for ever [smith].",
        "    miscited, content (contradicted), confidence 1.00; by model, from the full text",
        "    they hold it for one season",
        "    line 9: Fences hold sand back for one season, and after it the dune passes over them.",
        "    the source would support: Fences stop dunes for one season.",
        "thesis.tex:8:25: For a review, see [smith].",
        "    not-checkable; by function, from the full text",
        "    the citation points to further reading",
    ]
    text = (thesis / "thesis.tex").read_text().replace("That is all.", "That is nearly all.")
    (thesis / "thesis.tex").write_text(text)
    data = json.loads(
        argcheck(thesis, "citations", "thesis.tex", "--evidence", "smith", "--format", "json").stdout
    )
    assert [one["fresh"] for one in data["documents"][0]["citations"]] == [False, True, True]
    missing = argcheck(thesis, "citations", "thesis.tex", "--evidence", "nobody")
    assert missing.returncode == 2
    assert "no document cites 'nobody'" in missing.stderr


def test_after_an_edit_only_that_sentence_is_asked_again(thesis):
    with model(script) as scripted:
        verify(thesis, scripted)
        before = len(scripted.requests)
        text = THESIS.replace("Fences stop dunes for ever", "All fences stop dunes for ever")
        (thesis / "thesis.tex").write_text(text)
        verify(thesis, scripted)
        later = scripted.requests[before:]
    assert [one.get("n", 1) for one in later] == [5, 1, 1, 1, 1, 1, 1]
    assert "All fences stop" in later[0]["messages"][1]["content"]


def test_a_dry_run_prints_texts_tokens_and_money_and_sends_nothing(thesis):
    with model(script) as scripted:
        done = verify(thesis, scripted, "--dry-run", "--price", "1,2")
        assert scripted.requests == []
    assert done.returncode == 0, done.stderr
    assert re.search(
        r"would ask tiny at 127\.0\.0\.1:\d+ for 22 answers in 14 calls, at most \d+ tokens in and 15400 out, 0\.\d+ dollars, "
        r"besides what answers lead to; nothing is sent\n"
        r"  where it gives one answer a call: 22 calls, at most \d+ tokens in and 15400 out, 0\.\d+ dollars\n",
        done.stdout,
    )
    assert "Fences stop dunes for ever [smith]." in done.stdout
    assert "instructions that would be sent with them (4):\n  You check citations" in done.stdout
    assert not (thesis / ".argcheck").exists()


def test_a_line_of_the_verdict_file_has_limits(thesis):
    def talkative(request, number):
        answer = script(request, number)
        if "reason" not in answer:
            return answer
        return {**answer, "reason": "because " * 100_000, "would_support": answer["would_support"] * 9_000}

    with model(talkative) as scripted:
        verify(thesis, scripted)
    assert {one["verdict"] for one in verdicts(thesis)} >= {"miscited", "supported"}
    assert (thesis / ".argcheck" / "verdicts.jsonl").stat().st_size < 10_000


def test_a_dry_run_prints_every_text(thesis):
    many = "\n\n".join(f"Sand is grey and dry in valley {n} \\cite{{smith}}." for n in range(40))
    (thesis / "thesis.tex").write_text(THESIS.replace("That is all.", f"That is all.\n\n{many}"))
    with model(script) as scripted:
        done = verify(thesis, scripted, "--dry-run")
    assert len(done.stdout) > 30_000
    assert all(f"Sand is grey and dry in valley {n} [smith]." in done.stdout for n in range(40))


def test_a_plain_run_keeps_what_a_model_decided(thesis):
    with model(script) as scripted:
        verify(thesis, scripted)
    before = (thesis / ".argcheck" / "verdicts.jsonl").read_text()
    argcheck(thesis, "verify", "thesis.tex")
    assert (thesis / ".argcheck" / "verdicts.jsonl").read_text() == before


def test_an_exhausted_budget_keeps_what_was_decided_and_says_what_is_left(thesis):
    with model(script) as scripted:
        done = verify(thesis, scripted, "--max-calls", "2")
        assert len(scripted.requests) == 2
        assert (
            "citations were not judged: the next question could go over the budget of 2 calls" in done.stdout
        )
        verify(thesis, scripted)
        assert len(scripted.requests) == 15


def test_the_key_is_in_no_output_verdict_or_cache(thesis):
    with model(lambda *_: Say(f"wrong key {KEY}", status=401)) as scripted:
        done = verify(thesis, scripted)
    with model(script) as scripted:
        more = verify(thesis, scripted)
    assert KEY not in done.stdout + done.stderr + more.stdout + more.stderr
    for path in thesis.parent.rglob("*"):
        if path.is_file():
            assert KEY.encode() not in path.read_bytes(), path


def test_no_module_of_a_repository_is_imported(thesis):
    """A file that is called as a package that argcheck needs could read the key."""
    mark = thesis.parent / "mark"
    for name in ("openai", "diskcache", "httpx2", "json_repair", "genai_prices", "bm25s", "click", "pluggy"):
        (thesis / f"{name}.py").write_text(f"open({str(mark)!r}, 'a').write({name!r})\n")
    with model(script) as scripted:
        done = verify(thesis, scripted)
        assert done.returncode == 0, done.stderr
        assert len(scripted.requests) == 15
    assert not mark.exists()


def test_without_an_address_it_says_what_is_missing(thesis):
    done = argcheck(thesis, "verify", "thesis.tex", "--llm")
    assert done.returncode == 2
    assert "ARGCHECK_LLM_BASE_URL" in done.stderr


def test_an_interrupt_while_judging_keeps_what_was_paid_for(thesis):
    held = threading.Event()

    def slow(request, number):
        answer = script(request, number)
        return Say(answer, wait=held) if number >= 2 else answer

    with model(slow) as scripted:
        environment = {k: v for k, v in os.environ.items() if "LLM" not in k and "OPENAI" not in k}
        process = subprocess.Popen(
            [sys.executable, "-m", "argcheck", "verify", "thesis.tex", "--llm", "--claims",
             "--llm-base-url", scripted.url, "--llm-model", "tiny", "--yes"],
            cwd=thesis,
            env={**environment, "ARGCHECK_CACHE_DIR": str(thesis.parent / "cache")},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )  # fmt: skip
        deadline = time.monotonic() + 30
        while len(scripted.requests) < 3 and time.monotonic() < deadline:
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        threading.Timer(1, held.set).start()
        out, err = process.communicate(timeout=30)
        asked = len(scripted.requests)
    assert process.returncode == 130, out + err
    assert "interrupted" in out
    with model(script) as scripted:
        assert verify(thesis, scripted).returncode == 0
        assert len(scripted.requests) == 15 - asked  # what was on its way is kept, too


@pytest.mark.long
def test_an_answer_that_the_disk_does_not_take_is_used_all_the_same(thesis):
    """A file may grow to so many bytes only, which is less than an answer: as on a full disk."""
    resource = pytest.importorskip("resource", reason="this system limits no files")

    def long(request, number):
        return json.dumps(script(request, number)) + " " * 300_000

    def limited():
        resource.setrlimit(resource.RLIMIT_FSIZE, (250_000, 250_000))

    with model(long) as scripted:
        done = verify(thesis, scripted, preexec_fn=limited)
        assert done.returncode == 0, done.stderr
        assert len(scripted.requests) == 15
        assert "miscited, content (contradicted): 1" in done.stdout
        assert "supported" in done.stdout
        (said,) = [line for line in done.stderr.splitlines() if "answers cannot be kept" in line]
        assert said.startswith(f"argcheck: {thesis.parent / 'cache' / 'llm'}: answers cannot be kept: ")
        assert {one["verdict"] for one in verdicts(thesis)} == {"miscited", "supported", "not-checkable"}
        again = verify(thesis, scripted, preexec_fn=limited)
        assert len(scripted.requests) == 15
        assert "cannot be kept" not in again.stderr


def test_a_folder_that_keeps_no_answers_is_told_before_anything_is_paid(thesis):
    folder = thesis.parent / "cache" / "llm"
    folder.parent.mkdir(parents=True)
    folder.write_text("x")
    with model(script) as scripted:
        done = verify(thesis, scripted)
        assert scripted.requests == []
    assert done.returncode == 2
    assert f"{folder}: answers cannot be kept: " in done.stderr
    assert "Traceback" not in done.stderr


def test_a_damaged_database_of_answers_is_named_and_set_aside_and_the_run_goes_on(thesis):
    database = thesis.parent / "cache" / "llm" / "cache.db"
    database.parent.mkdir(parents=True)
    database.write_text("x" * 10_000)
    with model(script) as scripted:
        done = verify(thesis, scripted)
        assert done.returncode == 0, done.stderr
        assert (
            f"{database} is damaged (file is not a database) and was renamed to cache.db.damaged-1"
            in done.stderr
        )
        assert database.with_name("cache.db.damaged-1").read_text() == "x" * 10_000
        shutil.rmtree(thesis / ".argcheck")
        again = verify(thesis, scripted)
        assert len(scripted.requests) == 15
    assert "damaged" not in again.stderr


def test_answers_of_a_shared_folder_are_signed(thesis, monkeypatch):
    """What was not signed with the key of the environment is asked again, counted and said."""
    with model(script) as scripted:
        monkeypatch.delenv("ARGCHECK_LLM_CACHE_KEY", raising=False)
        for number, key in enumerate(["", "hush", "hush", "other"]):
            shutil.rmtree(thesis / ".argcheck", ignore_errors=True)
            done = argcheck(
                thesis, "verify", "thesis.tex", "--llm", "--llm-base-url", scripted.url, "--llm-model", "tiny", "--yes",
                **{"ARGCHECK_LLM_CACHE_KEY": key} if key else {},
            )  # fmt: skip
            assert done.returncode == 0, done.stderr
            assert len(scripted.requests) == [15, 30, 30, 45][number]
            wrong = "23 remembered answers were not used: their signature or checksum is wrong or missing"
            assert (wrong in done.stdout) == (number in (1, 3))
            assert "hush" not in done.stdout + done.stderr
    assert all(b"hush" not in path.read_bytes() for path in thesis.parent.rglob("*") if path.is_file())


def test_names_of_files_that_no_file_can_have(thesis):
    odd = "x" * 3_000 + ".pdf"
    refs = REFS.replace("{2001}", "{2001}, file = {" + odd + ";a.pdf;../../secret.pdf}")
    (thesis / "refs.bib").write_text(refs)
    (thesis.parent / "secret.pdf").write_text("secret")
    (thesis / "sources" / "jones.txt").symlink_to("/etc/passwd")
    done = argcheck(thesis, "verify", "thesis.tex")
    assert done.returncode == 0, done.stderr
    assert "3 citations of sources at hand" in done.stdout
    assert "root:" not in (thesis / ".argcheck" / "verdicts.jsonl").read_text()


@pytest.mark.parametrize("module", ["bm25s", "snowballstemmer", "pypdfium2"])
def test_without_what_reading_needs_it_says_what_to_install(thesis, tmp_path, module):
    (tmp_path / "no").mkdir()
    (tmp_path / "no" / f"{module}.py").write_text(f"raise ModuleNotFoundError('gone', name='{module}')")
    done = argcheck(thesis, "verify", "thesis.tex", PYTHONPATH=str(tmp_path / "no"))
    assert done.returncode == 2
    assert f"needs {module}: pip install 'argcheck-lint[sources]'" in done.stderr


def test_what_is_printed_commands_no_terminal(thesis):
    text = THESIS.replace("That is all.", "That\x9b31m is \x1b[2J all\u202e.")
    (thesis / "thesis.tex").write_text(text)
    with model(script) as scripted:
        done = verify(thesis, scripted, "--dry-run")
        assert done.returncode == 0, done.stderr
        assert scripted.requests == []
    assert not set("\x1b\x9b\u202e") & set(done.stdout + done.stderr)


def test_another_wording_of_the_question_is_another_judge():
    assert prompts.VERSION in Funnel(Tools(client=Client(None, {}, model="tiny"))).identity.values()
