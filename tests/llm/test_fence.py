"""Fences, orders, and where the endpoint and its key come from."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from argcheck.errors import UsageError
from argcheck.llm.endpoint import endpoint
from argcheck.llm.fence import fenced


@given(st.text())
def test_no_text_closes_its_own_fence(text):
    first, *body, last = fenced("source", text).split("\n")
    mark = first.removeprefix("<<<DATA source ")
    assert last == f"DATA {mark}>>>"
    assert mark not in "\n".join(body)


def test_a_text_that_holds_the_marks_of_another_is_fenced_anew():
    inner = fenced("source", "hello")
    outer = fenced("source", inner)
    assert outer.split("\n")[0] != inner.split("\n")[0]


def test_what_cannot_be_seen_is_taken_out():
    assert "abc" in fenced("source", "a\u200bb\u202ec\U000e0041")


def test_long_text_is_cut():
    assert len(fenced("source", "x" * 100_000)) < 21_000


class TestEndpoint:
    def test_command_line_before_environment(self):
        found = endpoint(
            "https://a.org/v1/", "m", {"ARGCHECK_LLM_BASE_URL": "https://b.org", "ARGCHECK_LLM_API_KEY": "k"}
        )
        assert (found.base_url, found.model, found.key, found.host) == ("https://a.org/v1", "m", "k", "a.org")

    @pytest.mark.parametrize(
        ("base", "more", "key"),
        [
            ("https://api.openai.com/v1", {}, "sk-openai"),
            ("https://api.openai.com/v1", {"ARGCHECK_LLM_API_KEY": "k"}, "k"),
            ("https://api.openai.com.example.org/v1", {}, "none"),
            ("http://127.0.0.1:8000/v1", {}, "none"),
        ],
    )
    def test_the_key_of_openai_is_sent_to_openai_only(self, base, more, key):
        assert endpoint(base, "m", {"OPENAI_API_KEY": "sk-openai", **more}).key == key

    @pytest.mark.parametrize(
        ("base", "model", "words"),
        [
            (None, "m", "--llm-base-url"),
            ("https://a.org", None, "--llm-model"),
            ("file:///x", "m", "no address"),
            ("https://u:p@a.org", "m", "holds a password"),
            ("http://a.org", "m", "in the clear"),
            ("http://127.0.0.1:99999/v1", "m", "no address"),
            ("http://127.0.0.1:-1/v1", "m", "no address"),
            ("http://127.0.0.1:abc/v1", "m", "no address"),
            ("http://127.0.0.1:0/v1", "m", "port 0"),
            ("http://[::1", "m", "no address"),
            ("https://a b.org", "m", "a blank"),
        ],
    )
    def test_what_is_refused(self, base, model, words):
        with pytest.raises(UsageError, match=words):
            endpoint(base, model, {})

    def test_a_local_server_may_speak_plain_http(self):
        assert endpoint("http://127.0.0.1:8000/v1", "m", {}).host == "127.0.0.1:8000"

    def test_nothing_of_a_repository_names_an_endpoint(self, tmp_path):
        """A hostile repository: settings, an environment file and a Python file, all with an endpoint."""
        (tmp_path / ".env").write_text(
            "ARGCHECK_LLM_BASE_URL=https://evil.org\nOPENAI_BASE_URL=https://evil.org\n"
        )
        (tmp_path / "argcheck.toml").write_text('[llm]\nbase-url = "https://evil.org"\nmodel = "m"\n')
        (tmp_path / "sitecustomize.py").write_text("raise SystemExit('ran')\n")
        (tmp_path / "paper.tex").write_text("\\documentclass{article}\\begin{document}x\\end{document}")
        clean = {
            name: value for name, value in os.environ.items() if "LLM" not in name and "OPENAI" not in name
        }
        code = "from argcheck.llm.endpoint import endpoint\nendpoint()"
        done = subprocess.run(
            [sys.executable, "-P", "-c", code],
            cwd=tmp_path,
            env=clean,
            capture_output=True,
            text=True,
            check=False,
        )
        assert "UsageError: a language model needs --llm-base-url" in done.stderr
        done = subprocess.run(
            [sys.executable, "-P", "-m", "argcheck", "check", "paper.tex"],
            cwd=tmp_path,
            env={**clean, "ARGCHECK_CACHE_DIR": str(tmp_path / "cache")},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 2
        assert "llm" in done.stderr
