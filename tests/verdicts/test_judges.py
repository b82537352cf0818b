"""Models that find and weigh passages: from a folder, from an address, from a plugin; never from a repository."""

from __future__ import annotations

import hashlib
import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from math import exp, sqrt

import pytest
from argcheck_process import argcheck

pytest.importorskip("bm25s", reason="the extra argcheck-lint[sources] is not installed")

from argcheck.plugins.endpoint_models import (
    EndpointEmbedder,
    EndpointEntailment,
    EndpointError,
    EndpointReranker,
)

from argcheck.errors import UsageError
from argcheck.sources.evidence import Bm25, Embedded, passages
from argcheck.sources.text.reader import read_source

pytestmark = pytest.mark.slow

WORDS = {"[PAD]": 0, "[UNK]": 1, "dunes": 2, "sand": 3, "camels": 4, "deny": 5}
PAPER = """# On sand

## Results

Nothing is known of rain. Sand wanders. Nobody has seen it.

Camels rest in the shade of the few trees that grow there.
"""


def write_model(folder, table, *, pooled, checksum=True, labels=None):
    """Write a model that looks each word up in a table: rows as they are, or their sum."""
    onnx = pytest.importorskip("onnx", reason="onnx is not installed")
    pytest.importorskip("onnxruntime", reason="the extra argcheck-lint[embeddings] is not installed")
    tokenizers = pytest.importorskip(
        "tokenizers", reason="the extra argcheck-lint[embeddings] is not installed"
    )
    import numpy as np

    make, kinds = onnx.helper, onnx.TensorProto
    values = np.array(table, dtype=np.float32)
    nodes = [make.make_node("Gather", ["table", "input_ids"], ["rows"])]
    parts = [onnx.numpy_helper.from_array(values, "table")]
    if pooled:
        nodes.append(make.make_node("ReduceSum", ["rows", "axis"], ["out"], keepdims=0))
        parts.append(onnx.numpy_helper.from_array(np.array([1], dtype=np.int64), "axis"))
    shape = ["b", len(table[0])] if pooled else ["b", "t", len(table[0])]
    graph = make.make_graph(
        nodes,
        "tiny",
        [make.make_tensor_value_info("input_ids", kinds.INT64, ["b", "t"])],
        [make.make_tensor_value_info("out" if pooled else "rows", kinds.FLOAT, shape)],
        parts,
    )
    model = make.make_model(graph, opset_imports=[make.make_opsetid("", 13)], ir_version=8)
    folder.mkdir(parents=True, exist_ok=True)
    data = model.SerializeToString()
    (folder / "model.onnx").write_bytes(data)
    words = tokenizers.Tokenizer(tokenizers.models.WordLevel(WORDS, unk_token="[UNK]"))
    words.normalizer = tokenizers.normalizers.Lowercase()
    words.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    words.save(str(folder / "tokenizer.json"))
    if labels:
        (folder / "config.json").write_text(json.dumps({"id2label": labels}))
    if checksum:
        (folder / "SHA256SUMS").write_text(f"{hashlib.sha256(data).hexdigest()}  model.onnx\n")
    return folder


#: dunes and sand mean the same, camels something else, all other words nothing much
MEANING = [[0, 0, 0], [0, 0, 0.1], [1, 0, 0], [0.9, 0.1, 0], [0, 1, 0], [0, 0, 1]]


def adapters():
    from argcheck.plugins import onnx_models

    return onnx_models


def test_a_bi_encoder_gives_the_mean_over_the_words_of_length_one(tmp_path):
    model = adapters().OnnxEmbedder(write_model(tmp_path / "tiny", MEANING, pooled=False))
    one, two = model.embed(["dunes camels", "sand"])
    assert list(one) == pytest.approx([sqrt(0.5), sqrt(0.5), 0], abs=1e-6)  # the padding does not count
    assert list(two) == pytest.approx([0.9 / sqrt(0.82), 0.1 / sqrt(0.82), 0], abs=1e-6)
    assert model.name.startswith("tiny@")
    assert len(model.embed([f"dunes {'sand ' * n}" for n in range(80)])) == 80


def test_it_finds_the_paragraph_with_the_nearest_sentence_where_no_word_is_shared(tmp_path):
    model = adapters().OnnxEmbedder(write_model(tmp_path / "tiny", MEANING, pooled=False))
    source = read_source(PAPER.encode(), "sand.md")
    assert passages("Dunes!", source, 2) == ()
    found = passages("Dunes!", source, 2, (Bm25(), Embedded(model)))
    assert [one.block.text.split()[0] for one in found] == ["Nothing", "Camels"]


def test_a_cross_encoder_and_a_model_of_inference(tmp_path):
    table = [[0.0], [0.0], [1.0], [2.0], [-1.0], [0.0]]
    reranker = adapters().OnnxReranker(write_model(tmp_path / "cross", table, pooled=True))
    assert reranker.scores("dunes", ["sand", "camels"]) == pytest.approx([3.0, 0.0])
    table = [[0.0] * 3, [0.0] * 3, [0.0, 2.0, 0.0], [0.0] * 3, [0.0] * 3, [3.0, 0.0, 0.0]]
    labels = {"0": "CONTRADICTION", "1": "ENTAILMENT", "2": "NEUTRAL"}
    entailment = adapters().OnnxEntailment(write_model(tmp_path / "nli", table, pooled=True, labels=labels))
    (found,) = entailment.judge([("dunes", "sand")])
    assert found.entailment == pytest.approx(exp(2) / (exp(2) + 2), abs=1e-6)
    (found,) = entailment.judge([("dunes", "deny")])
    assert found.contradiction == pytest.approx(exp(3) / (exp(3) + exp(2) + 1), abs=1e-6)
    with pytest.raises(UsageError, match="must name entailment, neutral and contradiction"):
        adapters().OnnxEntailment(
            write_model(tmp_path / "two", table, pooled=True, labels={"0": "yes", "1": "no"})
        )


def test_a_model_is_loaded_with_its_checksum_only(tmp_path):
    folder = write_model(tmp_path / "tiny", MEANING, pooled=False, checksum=False)
    with pytest.raises(UsageError, match="its checksum is not known"):
        adapters().OnnxEmbedder(folder)
    digest = hashlib.sha256((folder / "model.onnx").read_bytes()).hexdigest()
    assert adapters().OnnxEmbedder(folder, digest).embed(["dunes"])
    with pytest.raises(UsageError, match="it is not loaded"):
        adapters().OnnxEmbedder(folder, "0" * 64)
    sums = f"{digest}  ./model.onnx\n{'1' * 64} *tokenizer.json\n"
    (folder / "SHA256SUMS").write_text(sums)
    with pytest.raises(UsageError, match=r"tokenizer\.json: its sha256 is"):
        adapters().OnnxEmbedder(folder)


def test_nothing_but_onnx_is_loaded(tmp_path):
    pytest.importorskip("onnxruntime", reason="the extra argcheck-lint[embeddings] is not installed")
    (tmp_path / "pytorch_model.bin").write_bytes(b"\x80\x04.")
    (tmp_path / "tokenizer.json").write_text("{}")
    with pytest.raises(UsageError, match=r"there must be a model\.onnx"):
        adapters().OnnxEmbedder(tmp_path)


# --- endpoints


@contextmanager
def endpoint(answer):
    """A server that answers with what ``answer`` makes of path and body: (status, object)."""
    seen = []

    class Handler(BaseHTTPRequestHandler):
        disable_nagle_algorithm = True  # else each answer takes 40 ms: its body waits for an acknowledgement

        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            seen.append((self.path, body, dict(self.headers)))
            status, value = answer(self.path, body, len(seen))
            data = value if isinstance(value, bytes) else json.dumps(value).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/v1", seen
    finally:
        server.shutdown()
        server.server_close()


def embeddings(_path, body, _number):
    rows = [
        {"index": n, "embedding": [3.0, 4.0] if "and" in one else [0.0, 1.0]}
        for n, one in enumerate(body["input"])
    ]
    return 200, {"object": "list", "data": rows[::-1]}


def test_an_address_embeds_in_batches_with_the_key_of_the_environment(monkeypatch):
    monkeypatch.setenv("ARGCHECK_JUDGES_API_KEY", "canary-77")
    with endpoint(embeddings) as (url, seen):
        model = EndpointEmbedder(f"{url}#tiny")
        found = model.embed(["sand", *["wind"] * 99])
    assert found[0] == pytest.approx([0.6, 0.8])
    assert found[99] == [0.0, 1.0]
    assert [len(body["input"]) for _, body, _ in seen] == [64, 36]
    assert seen[0][0] == "/v1/embeddings"
    assert seen[0][1]["model"] == "tiny"
    assert seen[0][2]["Authorization"] == "Bearer canary-77"
    assert model.requests == 2
    assert "canary" not in model.name


def test_an_address_that_ranks():
    def rank(path, body, _number):
        assert (path, body["query"]) == ("/v1/rerank", "dunes")
        return 200, {"results": [{"index": 1, "relevance_score": 0.9}, {"index": 0, "relevance_score": -1}]}

    with endpoint(rank) as (url, _):
        assert EndpointReranker(url).scores("dunes", ["a", "b"]) == [-1.0, 0.9]


def test_an_address_that_judges():
    def predict(path, body, _number):
        assert path == "/v1/predict"
        rows = []
        for premise, hypothesis in body["inputs"]:
            sure = 0.9 if premise == hypothesis else 0.1
            labels = ("neutral", 0.05), ("CONTRADICTION", 0.95 - sure), ("Entailment", sure)
            rows.append([{"label": label, "score": score} for label, score in labels])
        return 200, rows

    with endpoint(predict) as (url, seen):
        found = EndpointEntailment(url).judge([("a", "a"), *[("a", "b")] * 40])
    assert [len(body["inputs"]) for _, body, _ in seen] == [32, 9]
    assert [one.entailment for one in found] == [0.9, *[0.1] * 40]
    assert found[1].contradiction == pytest.approx(0.85)
    assert found[1].neutral == 0.05


@pytest.mark.parametrize(
    "answer",
    [
        {},
        [],
        [None],
        [[{"label": "entailment", "score": 0.9}]],
        [[{"label": "LABEL_0", "score": 0.9}, {"label": "LABEL_1", "score": 0.1}]],
        [[{"label": name, "score": "much"} for name in ("entailment", "neutral", "contradiction")]],
    ],
)
def test_an_address_that_judges_without_the_three_labels(answer):
    with endpoint(lambda *_: (200, answer)) as (url, _):  # noqa: SIM117
        with pytest.raises(EndpointError, match="not entailment, neutral and contradiction"):
            EndpointEntailment(url).judge([("a", "b")])


@pytest.mark.parametrize(
    ("answer", "message", "requests"),
    [
        ((503, {}), "did not answer: answered 503", 3),
        ((401, {"error": "wrong key canary-77"}), "answered 401", 1),
        ((200, b"<html>"), "is no JSON", 1),
        ((200, {"data": [{"index": 0, "embedding": [1.0]}]}), "not one vector for each text", 1),
        ((200, ["data"]), "not one vector for each text", 1),
    ],
)
def test_an_address_that_does_not_answer_as_it_should(monkeypatch, answer, message, requests):
    monkeypatch.setenv("ARGCHECK_JUDGES_API_KEY", "canary-77")
    with endpoint(lambda *_: answer) as (url, seen):
        with pytest.raises(EndpointError, match=message) as caught:
            EndpointEmbedder(url).embed(["one", "two"])
        assert len(seen) == requests
    assert "canary" not in str(caught.value)


def test_an_address_in_the_clear_or_with_a_password_is_refused():
    for address in ("http://models.example.org/v1", "https://me:secret@models.example.org"):
        with pytest.raises(UsageError):
            EndpointEmbedder(address)


# --- the command


def verify(folder, *arguments, **environment):
    import os

    kept = {key: value for key, value in os.environ.items() if not key.startswith("ARGCHECK_")}
    mine = {"ARGCHECK_CACHE_DIR": str(folder.parent / "cache"), **environment}
    return argcheck("verify", ".", *arguments, cwd=folder, env=kept | mine, encoding="utf-8")


@pytest.fixture
def thesis(tmp_path):
    folder = tmp_path / "thesis"
    (folder / "sources").mkdir(parents=True)
    text = "\\documentclass{article}\n\\begin{document}\nDunes! \\cite{smith}\n\\bibliography{refs}\n\\end{document}\n"
    (folder / "thesis.tex").write_text(text)
    (folder / "refs.bib").write_text(
        "@article{smith, author = {Smith, Ann}, title = {On sand}, year = {2001}}\n"
    )
    (folder / "sources" / "smith.md").write_text(PAPER)
    (folder / "argcheck.toml").write_text('[sources]\nproviders = ["files"]\n')
    return folder


def mentions(folder):
    lines = (folder / ".argcheck" / "verdicts.jsonl").read_text().splitlines()
    return [one for one in map(json.loads, lines) if one["kind"] == "mention"]


def mention(folder):
    return mentions(folder)[0]


def test_verify_with_an_address_lists_what_it_was_sent(thesis):
    with endpoint(embeddings) as (url, seen):
        plan = verify(thesis, "--embedder", url, "--dry-run")
        assert "would send citing sentences and the sentences of their sources to 127.0.0.1" in plan.stdout
        assert "text of the manuscript: none" not in plan.stdout
        refused = verify(thesis, "--embedder", url, "--offline")
        assert (refused.returncode, seen) == (2, [])
        done = verify(thesis, "--yes", ARGCHECK_EMBEDDER=f"{url}#tiny")
    assert done.returncode == 0, done.stderr
    assert "embedder at 127.0.0.1" in done.stdout
    assert mention(thesis)["judge"]["retrieval"].startswith("bm25+tiny at 127.0.0.1")
    assert mention(thesis)["spans"][0]["quote"].startswith("Nothing is known of rain. Sand")


def test_verify_with_a_folder(thesis, tmp_path):
    folder = write_model(tmp_path / "tiny", MEANING, pooled=False)
    assert verify(thesis, "--embedder", str(folder)).returncode == 0
    assert mention(thesis)["spans"][0]["quote"].startswith("Nothing is known of rain. Sand")
    missing = verify(thesis, "--embedder", str(tmp_path / "nowhere"))
    assert missing.returncode == 2
    assert "no such folder, no address, and no plugin takes it" in missing.stderr


def test_a_plugin_gives_a_judge_for_a_place_of_its_own(thesis, tmp_path):
    plugin = tmp_path / "mine.py"
    plugin.write_text(
        "from argcheck.api import hookimpl\n"
        "from argcheck.verdicts.judging import Judges\n"
        "class Length:\n"
        "    name = 'length'\n"
        "    def embed(self, texts):\n"
        "        return [(1.0, 0.0) if text[0] in 'DS' else (0.0, 1.0) for text in texts]\n"
        "@hookimpl\n"
        "def argcheck_judges(settings, places):\n"
        "    return Judges(embedder=Length() if places.get('embedder') == 'mine:' else None)\n"
    )
    assert verify(thesis, "--plugin", str(plugin), "--embedder", "mine:").returncode == 0
    assert mention(thesis)["judge"]["retrieval"] == "bm25+length"


FAULTY = """\
from argcheck.api import hookimpl
from argcheck.verdicts.judging import Judges, Probabilities
class Faulty:
    name = "faulty"
    def embed(self, texts):
        return self.table((1.0, 0.0), texts[0], len(texts))
    def scores(self, question, texts):
        return self.table(0.5, question, len(texts))
    def judge(self, pairs):
        return self.table(Probabilities(0.1, 0.8, 0.1), pairs[0][1], len(pairs))
    def table(self, row, question, count):
        if question.startswith("Dunes"):
            {fault}
        return [row] * count
@hookimpl
def argcheck_judges(settings, places):
    return Judges({role}=Faulty())
"""


@pytest.mark.parametrize("role", ["embedder", "reranker", "entailment"])
@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("raise ZeroDivisionError('no \\x1b[2J weights')", "faulty.py:13)"),
        ("return [row] * (count - 1)", "instead of"),
        ("return None", "TypeError"),
        ("return ['much'] * count", "gave 'much' instead of"),
        ("return [[float('nan')]] * count", "nan"),
    ],
)
def test_a_plugin_that_fails_costs_the_citation_and_not_the_run(thesis, tmp_path, role, fault, said):
    """It is named, what it could not judge is left open and not written, and all else is judged and kept."""
    plugin = tmp_path / "faulty.py"
    plugin.write_text(FAULTY.format(role=role, fault=fault))
    text = (thesis / "thesis.tex").read_text().replace("Dunes!", "Camels rest.~\\cite{smith} Dunes of sand!")
    (thesis / "thesis.tex").write_text(text)
    done = verify(thesis, "--plugin", str(plugin))
    assert done.returncode == 3, done.stderr
    (line,) = done.stderr.splitlines()[-1:]
    assert line.startswith(f"argcheck: plugin faulty.py failed: {role} 'faulty': ")
    assert said in line
    assert "\x1b" not in done.stderr
    assert "failed 1" in done.stdout
    assert [one["stage"] for one in mentions(thesis)] == [
        "entailment" if role == "entailment" else "retrieval"
    ]


def test_what_is_no_judges_is_named_and_the_run_goes_on(thesis, tmp_path):
    text = "from argcheck.api import hookimpl\n@hookimpl\ndef argcheck_judges(settings, places):\n    return [5]\n"
    (tmp_path / "faulty.py").write_text(text, "utf-8")
    done = verify(thesis, "--plugin", str(tmp_path / "faulty.py"))
    assert done.returncode == 3
    assert (
        "plugin faulty.py failed to load: TypeError: argcheck_judges gives [5], which is no Judges(...)"
        in done.stderr
    )
    assert "citations of sources at hand" in done.stdout


def test_a_judge_without_a_name_is_refused_before_anything_is_read(thesis, tmp_path):
    """Its verdicts could not say who made them."""
    plugin = tmp_path / "faulty.py"
    plugin.write_text(FAULTY.format(role="reranker", fault="pass").replace('    name = "faulty"\n', ""))
    done = verify(thesis, "--plugin", str(plugin))
    assert done.returncode == 2
    assert "plugin faulty.py gives a judge for 'reranker' that has no name" in done.stderr


def test_an_address_that_stops_answering_is_not_asked_for_every_citation(thesis):
    text = (thesis / "thesis.tex").read_text().replace("Dunes!", "Camels rest.~\\cite{smith} Dunes of sand!")
    (thesis / "thesis.tex").write_text(text)
    with endpoint(lambda *_: (401, {})) as (url, seen):
        done = verify(thesis, "--embedder", url, "--yes")
    assert done.returncode == 3, done.stderr
    assert "argcheck: embedder 'default at 127.0.0.1" in done.stderr
    assert "answered 401 to /embeddings" in done.stderr
    assert len(seen) == 1
    assert "failed 2" in done.stdout


def test_a_repository_names_no_model(thesis):
    """Neither the configuration nor a folder of the repository makes argcheck load or ask one."""
    for text in ('embedder = "x"\n', '[judges]\nembedder = "https://evil.example.org"\n'):
        (thesis / "argcheck.toml").write_text(text)
        assert verify(thesis, "--offline").returncode == 2
