"""A thesis with one of its sources at hand, argcheck run in its folder, and a model that has read the source."""

from __future__ import annotations

import os
import subprocess
import sys

import argcheck_process
from careful import careful, read

KEY = "sk-canary-424242"
REFS = """@article{smith, author = {Smith, Ann}, title = {On dunes}, journal = {Sand}, year = {2001}}
@article{jones, author = {Jones, Bob}, title = {On camels}, journal = {Sand}, year = {2002}}
"""


def written(folder, text, paper):
    """Write a thesis, its bibliography and the text of the work `smith`."""
    (folder / "sources").mkdir(parents=True)
    (folder / "thesis.tex").write_text(text)
    (folder / "refs.bib").write_text(REFS)
    (folder / "sources" / "smith.md").write_text(paper)
    (folder / "argcheck.toml").write_text('[sources]\nproviders = ["files"]\n')
    return folder


def argcheck(folder, *arguments, preexec_fn=None, **environment):
    clean = {k: v for k, v in os.environ.items() if "LLM" not in k and "OPENAI" not in k}
    cache = {"ARGCHECK_CACHE_DIR": str(folder.parent / "cache")}
    env = {**clean, **cache, **environment}
    if preexec_fn is None:
        return argcheck_process.argcheck(*arguments, cwd=folder, env=env, encoding="utf-8")
    return subprocess.run(
        [sys.executable, "-m", "argcheck", *arguments],
        cwd=folder,
        env=env,
        preexec_fn=preexec_fn,
        capture_output=True,
        text=True,
        check=False,
    )


def script(request, number):
    """Knows the paper, and says what is wrong with the second sentence."""
    return careful(_about, "Small dunes", "Fences stop", "All fences stop", "Sand is grey")(request, number)


def _about(request, _number):
    sentence, _ = read(request)
    if "for ever" in sentence:
        return {
            "verdict": "miscited",
            "problem": "contradicted",
            "quotes": [
                {
                    "passage": 1,
                    "text": "Fences hold sand back for one season, and after it the dune passes over them.",
                }
            ],
            "reason": "they hold it for one season",
            "would_support": "Fences stop dunes for one season.",
        }
    return {
        "verdict": "supported",
        "problem": "none",
        "quotes": [{"passage": 1, "text": "Small dunes move faster than large ones."}],
        "reason": "it says so",
        "would_support": "",
    }


def verify(folder, scripted, *more, preexec_fn=None):
    return argcheck(
        folder, "verify", "thesis.tex", "--llm", "--llm-base-url", scripted.url, "--llm-model", "tiny", "--yes", *more,
        ARGCHECK_LLM_API_KEY=KEY, preexec_fn=preexec_fn,
    )  # fmt: skip
