"""``argcheck score --llm`` against a scripted model behind a real server: what is asked, what counts, what is kept."""

import json

import pytest

pytest.importorskip("diskcache", reason="the extra argcheck-lint[llm] is not installed")

from scripted import Say, model
from test_interrogate import interrogate

from argcheck.cli.score_command import command
from argcheck.errors import UsageError
from argcheck.interrogation.tying import is_quoted

pytestmark = pytest.mark.slow

PAPER = r"""\documentclass{article}
\begin{document}
\begin{abstract}
% argcheck: hypothesis id=h uses=c
We ask whether dunes move faster in strong wind.
\end{abstract}
\section{Measurements}
% argcheck: evidence id=e uses=cite:lee2019
In strong wind the forty dunes moved four metres a day \cite{lee2019}.

% argcheck: claim id=c uses=e
Dunes move faster in strong wind.
\section{Conclusion}
% argcheck: conclusion id=z uses=c
Wind decides how fast dunes move.
\bibliography{refs}
\end{document}
"""
BIB = "@article{lee2019, author={Lee, Ann}, title={Dunes}, journal={Sand}, year=2019}\n"
SOURCE = "We followed forty dunes with a tape for two winters.\n"
GROUNDS = "the forty dunes moved four metres a day"
OPPOSITE = "never "


@pytest.fixture
def paper(tmp_path, monkeypatch):
    folder = tmp_path / "paper"
    (folder / "sources").mkdir(parents=True)
    (folder / "paper.tex").write_text(PAPER, encoding="utf-8")
    (folder / "refs.bib").write_text(BIB, encoding="utf-8")
    (folder / "sources" / "lee2019.txt").write_text(SOURCE, encoding="utf-8")
    monkeypatch.setenv("ARGCHECK_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("ARGCHECK_LLM_API_KEY", "sk-canary")
    return folder


def score(paper, address, *options):
    argv = [str(paper), "--isolated", "--no-cache", *options]
    if address:
        argv += ["--llm", "--llm-base-url", address, "--llm-model", "tiny"]
    return command.main(argv, standalone_mode=False)


def rate(paper, script, *options):
    with model(script) as server:
        outcome = score(paper, server.url, *(options or ("--yes",)))
    return outcome, server.requests


def fence(request, name):
    """What stands in one fence of a request."""
    text = request["messages"][-1]["content"]
    return text.partition(f"<<<DATA {name} ")[2].partition("\n")[2].partition("\nDATA ")[0]


def is_twins(request):
    return "<<<DATA sentence" in request["messages"][-1]["content"]


def twins(request):
    """The opposite of a sentence, and another one."""
    words = fence(request, "sentence").split()
    return {
        "opposite": f"{words[0]} {OPPOSITE}{' '.join(words[1:])}",
        "other": " ".join([*words[:-1], "salt."]),
    }


def metric(name, value, quote=GROUNDS):
    return {"metric": name, "value": value, "quote": quote}


def honest(request, number=0):
    """A careful judge: what bears a claim out does not bear out its opposite."""
    if is_twins(request):
        return twins(request)
    against = OPPOSITE in fence(request, "claim")
    said = [
        metric("evidence_strength", 0.1 if against else 0.8),
        metric("method_rigor", 0.4 + 0.1 * (request.get("seed", number) % 3)),
        metric("relevance", 0.2 + 0.3 * (request.get("seed", number) % 3)),
    ]
    if fence(request, "source"):
        said.append(metric("reproducibility", 0.9, "we followed forty dunes with a tape"))
    return {"metrics": said}


def nodes(outcome):
    [document] = json.loads(outcome.out)["documents"]
    return {node["id"]: node["metrics"] for node in document["nodes"]}


def ratings(paper):
    text = (paper / ".argcheck" / "runs.jsonl").read_text("utf-8")
    return [line for line in map(json.loads, text.splitlines()) if line["record"] == "rating"]


def test_claims_are_rated_several_times_and_the_ratings_are_read_offline(paper):
    outcome, requests = rate(paper, honest)
    assert "paper.tex: 4 of 4 claims between hypotheses and conclusions rated" in outcome.err
    asked = [request for request in requests if not is_twins(request)]
    assert any("forty dunes with a tape" in fence(request, "source") for request in asked)
    for request in asked:
        assert request["temperature"] == (0 if OPPOSITE in fence(request, "claim") else 0.8)
    known = nodes(score(paper, "", "--format", "json"))
    rigor = known["c"]["method_rigor"]
    assert rigor["value"] == pytest.approx(0.5)
    assert rigor["origin"] == f'tiny, 3 of 3 answers, by "{GROUNDS}"'
    assert known["e"]["reproducibility"]["origin"].endswith("('lee2019')")
    assert known["z"]["citation_support"] is None, "nobody has said anything of it"
    assert known["c"]["evidence_strength"]["origin"].startswith("supported by 1"), "the structure comes first"
    [document] = json.loads(score(paper, "", "--format", "json").out)["documents"]
    assert document["variance"]["verification"] > 0
    assert score(paper, "").out == outcome.out


def test_nothing_is_asked_twice_and_the_same_answers_give_the_same_bytes(paper):
    rate(paper, honest)
    before = (paper / ".argcheck" / "runs.jsonl").read_bytes()
    _, requests = rate(paper, honest)
    assert requests == []
    assert (paper / ".argcheck" / "runs.jsonl").read_bytes() == before


def test_the_author_comes_before_the_model(paper):
    rate(paper, honest)
    metrics = paper / ".argcheck" / "metrics.csv"
    metrics.write_text("id,metric,value,reason\nc,method_rigor,0.9,preregistered\n", "utf-8")
    known = nodes(score(paper, "", "--format", "json"))
    assert known["c"]["method_rigor"] == {"value": 0.9, "origin": "the author: preregistered"}


@pytest.mark.parametrize("value", [0.0, 1.0])
def test_a_model_that_obeys_an_order_in_the_text_rates_nothing(paper, value):
    """Whoever is told to rate everything high, or low, rates the opposite of a claim alike."""

    def obedient(request, _):
        return twins(request) if is_twins(request) else {"metrics": [metric("evidence_strength", value)]}

    outcome, _ = rate(paper, obedient)
    assert "0 of 4 claims" in outcome.err
    assert "left out: 4 claims of which the opposite was rated alike" in outcome.err
    assert ratings(paper) == []


def test_a_value_without_words_of_the_text_is_none(paper):
    def script(request, number):
        answer = honest(request, number)
        if not is_twins(request):
            answer["metrics"].append(metric("citation_support", 1.0, "words that nobody has written"))
            answer["metrics"] += [metric("credibility", 0.2), metric("credibility", 0.9)]
        return answer

    outcome, _ = rate(paper, script)
    assert {line["metric"] for line in ratings(paper)} == {
        "evidence_strength",
        "method_rigor",
        "relevance",
        "reproducibility",
    }
    assert "values without words of the text or a source" in outcome.err
    assert "values of a metric that was given twice" in outcome.err


def test_an_outage_takes_nothing_away_and_can_be_made_an_error(paper):
    rate(paper, honest)
    before = ratings(paper)
    down = lambda _request, _number: Say("no", status=500)  # noqa: E731
    outcome, _ = rate(paper, down, "--yes", "--samples", "4", "--require", "--timeout", "2")
    assert outcome.code == 4
    assert "questions got no answer and are asked again next time" in outcome.err
    assert ratings(paper) == before


def test_an_outage_between_the_answers_about_a_claim_takes_nothing_away(paper):
    """One of three answers is less than the three that are on disk, and the others come next time."""
    rate(paper, honest)
    before = ratings(paper)
    (paper / "paper.tex").write_text(PAPER.replace("Measurements}", "Measurements} It was cold."), "utf-8")

    def failing(request, number):
        only_control = is_twins(request) or OPPOSITE in fence(request, "claim")
        return honest(request, number) if only_control or not request.get("seed") else Say("no", status=500)

    with model(failing, several="refused") as server:
        outcome = score(paper, server.url, "--yes", "--timeout", "2")
    assert "questions got no answer and are asked again next time" in outcome.err
    assert ratings(paper) == before


def test_answers_that_say_nothing_of_a_metric_are_counted(paper):
    """What one of three answers gives is not what at least half of them give."""

    def terse(request, number):
        said = honest(request, number)
        if is_twins(request) or OPPOSITE in fence(request, "claim") or not request.get("seed"):
            return said
        return {"metrics": said["metrics"][1:2] if request["seed"] == 1 else []}

    with model(terse) as server:
        score(paper, server.url, "--yes")
    assert {line["metric"] for line in ratings(paper)} > {"method_rigor", "relevance"}
    known = nodes(score(paper, "", "--format", "json"))
    assert known["h"]["method_rigor"]["origin"].startswith("tiny, 2 of 3 answers")
    assert known["h"]["relevance"] is None


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (
            lambda answer: answer | {"opposite": "x"} if "opposite" in answer else answer,
            "of which no opposite was written",
        ),
        (
            lambda answer: {"metrics": [metric("relevance", 0.9)]} if "metrics" in answer else answer,
            "without an evidence strength that rests on words",
        ),
    ],
)
def test_what_is_left_out_is_said_with_its_cause(paper, change, why):
    outcome, _ = rate(paper, lambda request, number: change(honest(request, number)))
    assert f"left out: 4 claims {why}" in outcome.err


def test_words_of_a_script_without_blanks_are_quoted_by_their_characters(paper):
    quote = "四十座沙丘每天移动四米"
    text = PAPER.replace(f"In strong wind {GROUNDS}", f"在强风中{quote}")
    (paper / "paper.tex").write_text(text, "utf-8")

    def script(request, number):
        answer = honest(request, number)
        return (
            {"metrics": [item | {"quote": quote} for item in answer["metrics"]]}
            if "metrics" in answer
            else answer
        )

    rate(paper, script)
    assert {line["quote"] for line in ratings(paper)} == {quote}


def test_a_quotation_of_no_words_is_none(paper):
    assert not is_quoted("", "* * *")
    assert is_quoted("Forty.", "forty")


def test_a_line_with_an_answer_far_beyond_the_others_makes_nothing_large(paper):
    rate(paper, honest)
    file = paper / ".argcheck" / "runs.jsonl"
    lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    lines[0]["sample"] = 10**12
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines), "utf-8")
    assert nodes(score(paper, "", "--format", "json"))["z"]["relevance"] is not None


def test_a_sentence_that_is_reworded_has_no_rating_any_more(paper):
    rate(paper, honest)
    reworded = PAPER.replace("Dunes move faster in strong wind.", "Dunes are quicker in strong wind.")
    (paper / "paper.tex").write_text(reworded, "utf-8")
    known = nodes(score(paper, "", "--format", "json"))
    assert known["c"]["method_rigor"] is None
    assert known["z"]["method_rigor"] is not None


def test_ratings_that_git_has_merged_are_not_used(paper):
    rate(paper, honest)
    file = paper / ".argcheck" / "runs.jsonl"
    line = next(line for line in file.read_text("utf-8").splitlines() if '"method_rigor"' in line)
    data = json.loads(line)
    with file.open("a", encoding="utf-8") as end:
        end.write(json.dumps({**data, "value": 0.99}) + "\n")
    outcome = score(paper, "", "--format", "json")
    missing = [name for name, metrics in nodes(outcome).items() if metrics["method_rigor"] is None]
    assert len([name for name in missing if name in {"h", "e", "c", "z"}]) == 1
    assert "the ratings of 1 claims of 'paper.tex' are not used: several were merged here" in outcome.err


def test_a_later_interrogation_keeps_the_ratings(paper):
    rate(paper, honest)
    before = ratings(paper)
    with model(lambda request, _: {"nodes": [], "edges": []}) as server:
        interrogate(paper, server.url, "--yes", "--runs", "1")
    assert ratings(paper) == before


def test_a_dry_run_sends_nothing_and_shows_everything(paper):
    outcome, requests = rate(paper, honest, "--dry-run")
    assert requests == []
    assert "You rate one claim by what is shown" in outcome.out
    assert "forty dunes with a tape" in outcome.out
    assert not (paper / ".argcheck" / "runs.jsonl").exists()


def test_nothing_is_sent_without_consent(paper):
    with model(honest) as server, pytest.raises(UsageError, match="there is no terminal to ask at"):
        score(paper, server.url)
    assert server.requests == []


def test_a_budget_ends_it_and_says_so(paper):
    outcome, requests = rate(paper, honest, "--max-calls", "2")
    assert len(requests) <= 2
    assert "2 calls" in outcome.err


@pytest.mark.parametrize(
    "option", ["--dry-run", "--offline", "--require", "--prompts-out=x", "--max-cost=0", "--yes"]
)
def test_options_of_models_need_a_model(paper, option):
    with pytest.raises(UsageError, match="needs --llm"):
        score(paper, "", option)


def test_questions_can_be_answered_by_hand(paper, tmp_path):
    folder = tmp_path / "questions"
    outcome = score(paper, "", "--llm", "--prompts-out", str(folder))
    assert "questions were written into" in outcome.out
    for _ in range(2):  # the opposite of a claim is asked about when it is known
        for file in folder.glob("*.prompt.txt"):
            answer(file)
        outcome = score(paper, "", "--llm", "--answers-in", str(folder))
        score(paper, "", "--llm", "--prompts-out", str(folder))
    assert "4 of 4 claims between hypotheses and conclusions rated" in outcome.err


def answer(file):
    request = {"messages": [{"content": ""}, {"content": file.read_text("utf-8")}]}
    file.with_name(file.name.replace(".prompt.", ".answer.")).write_text(json.dumps(honest(request)), "utf-8")


def test_where_no_hypothesis_reaches_a_conclusion_nothing_is_asked(paper):
    (paper / "paper.tex").write_text(PAPER.replace(" uses=c", ""), "utf-8")
    outcome, requests = rate(paper, honest)
    assert requests == []
    assert "nothing to rate, as no hypothesis reaches a conclusion" in outcome.err


def test_what_is_rated_is_kept_when_a_later_document_cannot_be(paper):
    """The second of two documents has its file of runs in a folder that goes away while the first is rated."""
    second = paper / "second"
    (second / ".argcheck").mkdir(parents=True)
    (second / "thesis.tex").write_text(PAPER.replace("four metres", "five metres"), "utf-8")
    runs = second / ".argcheck" / "runs.jsonl"
    runs.write_text("", "utf-8")

    def script(request, number):
        if runs.is_file():
            runs.unlink()
            runs.mkdir()
        return honest(request, number)

    with pytest.raises(UsageError, match=r"cannot be written: .*; all answers are remembered"):
        rate(paper, script)
    assert ratings(paper)
