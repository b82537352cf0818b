"""Before the first text leaves: what is sent, to whom, at what cost; on a terminal it is asked for."""

from __future__ import annotations

import contextlib
import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from random import Random

import pytest
from thinned import one_in

pytest.importorskip("openai", reason="the extra argcheck-lint[llm] is not installed")
pytest.importorskip("bm25s", reason="the extra argcheck-lint[sources] is not installed")

from careful import careful, read, said
from scripted import model
from test_claims import certain, claim, fences
from theses import KEY, argcheck, verify, written

pytestmark = pytest.mark.slow

FACTS = [
    "Small dunes of the northern valley move faster than the large dunes beside them.",
    "Fences hold the sand back for one season, and after it the dune passes over them.",
    "Wind from the south did not matter to the speed of any dune that was measured.",
    "The dunes sing at night when the sand is dry and cools faster than the air above it.",
]
PAPER = "# On dunes\n\n## Results\n\n" + "\n\n".join(
    f"{fact} This was seen in summer {n} in one desert. Nobody knows of another desert where it was looked for."
    for n, fact in enumerate(FACTS * 20)
)
THESIS = "\\documentclass{article}\n\\begin{document}\n\\section{Dunes}\n%s\n\\bibliographystyle{plain}\n\\bibliography{refs}\n\\end{document}\n"
ADDRESS = ("verify", "thesis.tex", "--llm", "--llm-model", "tiny", "--llm-base-url")


@pytest.fixture
def thesis(tmp_path):
    text = "\n\n".join(f"{fact[:-1]} \\cite{{smith}}." for fact in FACTS)
    return written(tmp_path / "thesis", THESIS % text, PAPER)


def reader(request, number):
    """Supports what stands in the passages, and takes texts apart sentence by sentence."""
    purpose = request["response_format"]["json_schema"]["name"]
    if purpose == "claims":
        sentences = re.findall(r"[^.]+\.", fences(request)["text"])
        return {"claims": [claim(one.strip(), one.strip(" .")) for one in sentences]}
    if purpose == "match":
        matches = [{"claim": 1, "source": [1]}, *certain(fences(request))]
        return {"matches": matches}
    if purpose == "weigh":
        return {"relevance": [], "included": []}

    def supported(asked, _):
        sentence, _ = read(asked)
        bare = sentence.partition(" [")[0]
        return said("supported", next(fact for fact in FACTS if bare in fact))

    return careful(supported, *FACTS)(request, number)


def sent(scripted):
    """Count the characters of instructions, texts and schemas that the endpoint got."""
    return sum(
        sum(len(message["content"]) for message in one["messages"])
        + len(json.dumps(one["response_format"]["json_schema"]["schema"]))
        for one in scripted.requests
    )


@pytest.mark.parametrize("several", ["given", "ignored"])
@pytest.mark.parametrize("more", [[], ["--claims"]])
def test_what_is_shown_before_is_what_is_sent(thesis, several, more):
    with model(reader, several) as scripted:
        planned = verify(thesis, scripted, *more, "--dry-run")
        assert scripted.requests == []
        done = verify(thesis, scripted, *more)
        count = sent(scripted)
        calls = len(scripted.requests)
    assert done.returncode == 0, done.stderr
    for said_before in (planned.stdout, done.stderr):
        (expected,) = re.findall(r"to be expected, if all is supported: .*", said_before)
        shown = [int(one) for one in re.findall(r"(\d+) characters", expected)]
        assert len(shown) == 2
        assert shown[several == "ignored"] == pytest.approx(count, rel=0.1)
        called = [int(one) for one in re.findall(r"(\d+) calls", said_before)]
        assert called[several == "ignored"] == pytest.approx(calls, rel=0.1)
    assert f"will ask tiny at {scripted.url.split('/')[2]} for " in done.stderr


@pytest.mark.parametrize("several", ["given", "ignored"])
@pytest.mark.parametrize(("accused", "more"), [(4, []), (2, []), (4, ["--claims"])])
def test_what_is_shown_before_tells_what_accusations_add(tmp_path, several, accused, more):
    facts = [fact.replace(*WRONG[n]) if n < accused else fact for n, fact in enumerate(FACTS)]
    text = "\n\n".join(f"{fact[:-1]} \\cite{{smith}}." for fact in facts)
    thesis = written(tmp_path / "thesis", THESIS % text, PAPER)
    with model(accusing, several) as scripted:
        done = verify(thesis, scripted, *more)
    assert f"{accused} miscited" in done.stdout
    supported, every = (
        int(re.findall(r"(\d+) characters", line)[several == "ignored"])
        for line in re.findall(r"to be expected, if all is (?:supported|accused): .*", done.stderr)
    )
    expected = supported + (every - supported) * accused / len(FACTS)
    assert sent(scripted) == pytest.approx(expected, rel=0.1)


#: What a fact becomes that is cited wrongly.
WRONG = [("faster", "slower"), ("one season", "nine seasons"), ("did not matter", "mattered most"), ("at night", "at noon")]  # fmt: skip


def accusing(request, number):
    """Supports what is a fact, and accuses what is made of one."""
    purpose = request["response_format"]["json_schema"]["name"]
    if purpose == "match":
        parts = fences(request)
        asked = parts["sentence"].split("\n")[0].partition(". ")[2].rstrip(".")
        known = [1] * any(fact[:-1] in asked or asked in fact for fact in FACTS)
        return {"matches": [{"claim": 1, "source": known}, *certain(parts)]}
    if purpose in {"claims", "weigh"}:
        return reader(request, number)

    def judged(asked, _):
        bare = read(asked)[0].partition(" [")[0]
        fact = max(FACTS, key=lambda fact: len({*fact.split()} & {*bare.split()}))
        return (
            said("supported", fact) if bare in fact else said("miscited", fact) | {"problem": "contradicted"}
        )

    return careful(judged, *(fact[:12] for fact in FACTS))(request, number)


@pytest.mark.parametrize("seed", one_in(3, range(8)))
def test_what_is_sent_lies_between_what_is_shown_before_whoever_is_accused(tmp_path, seed):
    random = Random(seed)
    count, several = random.choice([2, 3, 4]), random.choice(["given", "ignored"])
    wrong = random.sample(range(4), random.choice([0, 1, 2, 4]))
    facts = [fact.replace(*WRONG[n]) if n in wrong else fact for n, fact in enumerate(FACTS)][:count]
    text = "\n\n".join(f"{fact[:-1]} \\cite{{smith}}." for fact in facts)
    thesis = written(tmp_path / "thesis", THESIS % text, PAPER)
    with model(accusing, several) as scripted:
        done = verify(thesis, scripted, "--claims")
    sent = len(scripted.requests)
    accused = len({n for n in wrong if n < count})
    assert f"{accused} miscited" in done.stdout or not accused
    least, most = map(int, re.search(r"from (\d+) calls.* to (\d+) calls", done.stderr).groups())
    if several == "ignored":
        most = int(re.search(r"\((\d+) of one answer\)", done.stderr)[1])
    assert least <= sent <= most
    expected = [int(calls) for calls in re.findall(r"(\d+) calls", done.stderr)][several == "ignored"]
    more = [int(calls) for calls in re.search(r"adds some (\d+) \((\d+) of one", done.stderr).groups()]
    assert sent == pytest.approx(expected + accused * more[several == "ignored"], rel=0.1)


def test_in_a_script_nothing_is_sent_that_nobody_agreed_to(thesis):
    with model(reader) as scripted:
        done = argcheck(thesis, *ADDRESS, scripted.url)
        assert done.returncode == 2
        assert "--yes" in done.stderr
        assert "--max-cost" in done.stderr
        assert scripted.requests == []
        assert not (thesis / ".argcheck").exists()
        assert argcheck(thesis, *ADDRESS, scripted.url, "--dry-run").returncode == 0
        assert argcheck(thesis, *ADDRESS, scripted.url, "--offline").returncode == 0
        assert scripted.requests == []
        done = argcheck(thesis, *ADDRESS, scripted.url, "--max-cost", "5", "--price", "1,2")
        assert done.returncode == 0, done.stderr
        assert scripted.requests
        assert re.search(r"will ask tiny .* dollars, besides what answers lead to", done.stderr)


def test_a_second_run_that_sends_nothing_says_nothing(thesis):
    with model(reader) as scripted:
        verify(thesis, scripted)
        assert "will ask" not in verify(thesis, scripted).stderr


def at_terminal(folder, scripted, answer):
    """Run at a terminal, give the answer once the question stands there, and what was sent until then."""
    pty = pytest.importorskip("pty", reason="this system has no terminals of this kind")
    ours, theirs = pty.openpty()
    clean = {k: v for k, v in os.environ.items() if "LLM" not in k and "OPENAI" not in k}
    cache = {"ARGCHECK_CACHE_DIR": str(folder.parent / "cache"), "ARGCHECK_LLM_API_KEY": KEY}
    process = subprocess.Popen(
        [sys.executable, "-m", "argcheck", *ADDRESS, scripted.url],
        cwd=folder,
        env=clean | cache,
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=theirs,
        start_new_session=True,
        preexec_fn=_own_terminal,  # noqa: PLW1509 - the terminal must be its own, for ^C to reach it
    )
    os.close(theirs)
    shown, before, written = b"", None, 0.0
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if select.select([ours], [], [], 0.1)[0]:
            try:
                shown += os.read(ours, 10_000)
            except OSError:
                break
        if b"[y/N]" in shown and before is None:
            before, written = len(scripted.requests), time.monotonic()
            os.write(ours, answer)
        if before is not None and answer == b"\x03" and time.monotonic() > written + 5:
            written = (
                time.monotonic()
            )  # a ^C between the question and the wait for its answer is not seen by readline
            with contextlib.suppress(OSError):  # it has just ended
                os.write(ours, answer)
        if process.poll() is not None and not select.select([ours], [], [], 0)[0]:
            break
    out, _ = process.communicate(timeout=30)
    os.close(ours)
    return process.returncode, out.decode(), shown.decode(), before


def _own_terminal():
    import fcntl
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


@pytest.mark.parametrize(
    ("answer", "sends", "code"), [(b"y\n", True, 0), (b"n\n", False, 0), (b"\x03", False, 130)]
)
def test_at_a_terminal_it_is_asked_for(thesis, answer, sends, code):
    with model(reader) as scripted:
        returned, out, shown, before = at_terminal(thesis, scripted, answer)
        assert before == 0, shown
        assert bool(scripted.requests) == sends
    # a second ^C, given since the first came too early, may meet a process that is ending
    assert returned in {code, -signal.SIGINT if code == 130 else code}, shown
    assert shown.index("will ask tiny") < shown.index("[y/N]")
    if answer == b"n\n":
        assert "citations were not judged, since their texts were not to be sent" in out
