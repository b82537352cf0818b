"""A number that is tied to a datum which is not there has no support by it, and its lack of support is not told twice."""

import json

import pytest

from argcheck.cli.check_command import command as check
from argcheck.cli.graph_command import command as graph


@pytest.mark.parametrize(
    ("address", "supported"),
    [("d.csv[n=20].w", True), ("d.csv[n=30].w", False), ("d.csv[n=20].x", False), ("e.csv[n=20].w", False)],
)
def test_only_a_datum_that_is_there_is_the_given_of_its_claim(tmp_path, address, supported):
    (tmp_path / "d.csv").write_text("n,w\n20,3.4\n")
    (tmp_path / "main.tex").write_text(
        "\\documentclass{article}\\begin{document}\n"
        f"% argcheck: claim id=cl:w\nThe width is 3.4. % argcheck: from {address}\n\\end{{document}}\n"
    )
    argv = [str(tmp_path), "--isolated", "--no-cache", "--format", "json"]
    [document] = json.loads(graph.main(argv, standalone_mode=False).out)["documents"]
    assert [(edge["source"], edge["target"]) for edge in document["edges"]] == [("d.csv", "cl:w")] * supported
    assert [node["id"] for node in document["nodes"]] == ["cl:w", *["d.csv"] * supported]
    told = json.loads(check.main([*argv, "--exit-zero", "--select", "ARG,NUM"], standalone_mode=False).out)
    assert [each["code"] for each in told["diagnostics"]] == ["NUM102"] * (not supported)
