"""``argcheck graph --accept`` in another notation than LaTeX: its comments, at the lines of its file."""

import pytest

pytest.importorskip("diskcache", reason="the extra argcheck-lint[llm] is not installed")

from test_interrogate import ask, claim, edge, graph, is_check, paper, shown

pytestmark = pytest.mark.slow
assert paper

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


@pytest.mark.parametrize("options", [(), ("--macros",)])
def test_annotations_are_comments_of_markdown_where_there_is_room(paper, options):
    (paper / "paper.tex").unlink()
    file = paper / "paper.md"
    file.write_text(MARKDOWN, "utf-8")
    ask(file, reading, "--runs", "2", "--checks", "0")
    argv = [str(file), "--isolated", "--no-cache", "--accept", *options]
    said = graph.main(argv, standalone_mode=False).out.splitlines()
    assert said[0].endswith("paper.md:9:28: begins within a line: give it one of its own")
    assert said[2].partition("paper.md:13:1: ")[2] == (
        "on a line before: <!-- argcheck: conclusion id=con:conclude-strong-wind uses=res:strong-wind-dunes -->"
    )
