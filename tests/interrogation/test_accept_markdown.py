"""``argcheck graph --accept`` in another notation than LaTeX: its comments, at the lines of its file."""

import json
import re

import pytest

pytest.importorskip("diskcache", reason="the extra argcheck-lint[llm] is not installed")

from test_interrogate import ask, claim, edge, graph, is_check, paper, shown

pytestmark = pytest.mark.slow
assert paper

BEHIND = ": behind the sentence: "
MARKDOWN = """---
title: Dunes
author: A. Author
keywords: wind
---

# Measurements

Forty dunes were measured. In strong wind the dunes moved four metres a day. Then they stopped.

# Conclusion

We conclude that strong wind makes dunes move faster.
"""


def reading(request, _=0):
    if is_check(request):
        return {}
    sentences = shown(request)
    moved = claim("moved", sentences, "In strong wind", "given", "result")
    end = claim("end", sentences, "We conclude", "conclusion", "conclusion")
    return {"nodes": [moved, end], "edges": [edge("moved", "end")]}


def annotated(file, text):
    """Return the claims of the text once all that is told to go behind a sentence, or at its line's end, stands there."""
    file.write_text(text, "utf-8")
    ask(file, reading, "--runs", "2", "--checks", "0")
    argv = [str(file), "--isolated", "--no-cache"]
    said = graph.main([*argv, "--accept"], standalone_mode=False).out.splitlines()
    for where, sentence in zip(said[::2], said[1::2], strict=False):
        _, behind, comment = re.sub(": at the end of the line: ", BEHIND, where).partition(BEHIND)
        words = sentence.strip().rpartition(" (in ")[0]
        if behind:
            assert text.count(words) == 1
            text = text.replace(words, f"{words} {comment}")
    file.write_text(text, "utf-8")
    drawn = graph.main([*argv, "--runs", "author", "--format", "json"], standalone_mode=False).out
    return {node["text"] for node in json.loads(drawn)["documents"][0]["nodes"]}


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(MARKDOWN, id="within a line"),
        pytest.param(MARKDOWN.replace("In strong wind", "\n- In strong wind"), id="item"),
        pytest.param(MARKDOWN.replace("Forty", "> Forty"), id="quotation"),
        pytest.param(MARKDOWN.replace("keywords: wind", "abstract: |\n  In strong wind the dunes moved four metres a day.").replace(
            " In strong wind the dunes moved four metres a day. Then", " Then"), id="indented value"),
    ],
)  # fmt: skip
def test_what_is_pasted_behind_a_sentence_is_read_as_its_annotation(paper, text):
    (paper / "paper.tex").unlink()
    assert "In strong wind the dunes moved four metres a day." in annotated(paper / "paper.md", text)


@pytest.mark.parametrize("options", [(), ("--macros",)])
def test_annotations_are_comments_of_markdown_where_there_is_room(paper, options):
    (paper / "paper.tex").unlink()
    file = paper / "paper.md"
    file.write_text(MARKDOWN, "utf-8")
    ask(file, reading, "--runs", "2", "--checks", "0")
    argv = [str(file), "--isolated", "--no-cache", "--accept", *options]
    said = graph.main(argv, standalone_mode=False).out.splitlines()
    assert said[0].partition("paper.md:9:28: ")[2] == (
        "behind the sentence: <!-- argcheck: result id=res:strong-wind-dunes kind=given -->"
    )
    assert said[2].partition("paper.md:13:1: ")[2] == (
        "on a line before: <!-- argcheck: conclusion id=con:conclude-strong-wind uses=res:strong-wind-dunes -->"
    )
