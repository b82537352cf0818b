"""``argcheck graph --suggest`` proposes cells of tables and of JSON files, and only numbers that one cell of all files has."""

import re

import pytest

from argcheck.cli.check_command import command as check
from argcheck.cli.graph_command import command as graph

FIT = """{"models": [{"name": "full", "r2": 0.8123, "p": [0.0371, 0.0472]},
  {"name": "half", "r2": 0.6417, "time (ms)": 12.25}, {"name": "half", "r2": 0.5533}]}"""


def proposed(folder):
    said = graph.main([str(folder), "--isolated", "--no-cache", "--suggest"], standalone_mode=False).out
    return re.findall(r"argcheck: from (.*?)  \(", said)


@pytest.fixture
def paper(tmp_path):
    def write(*numbers):
        lines = "\n".join(f"The value is {number} here." for number in numbers)
        text = f"\\documentclass{{article}}\\begin{{document}}\n{lines}\n\\end{{document}}\n"
        (tmp_path / "main.tex").write_text(text)
        return tmp_path

    (tmp_path / "fit.json").write_text(FIT)
    return write


@pytest.mark.parametrize(
    ("number", "address"),
    [
        ("0.8123", "fit.json.models[name=full].r2"),
        ("0.0472", "fit.json.models[name=full].p[2]"),
        ("0.6417", "fit.json.models[2].r2"),
        ("12.25", 'fit.json.models[2]."time (ms)"'),
    ],
)
def test_a_number_of_one_json_cell_is_tied_to_it_and_the_tie_holds(paper, number, address):
    folder = paper(number)
    assert proposed(folder) == [address]
    text = (folder / "main.tex").read_text()
    (folder / "main.tex").write_text(text.replace(" here.", f" here. % argcheck: from {address}"))
    argv = [str(folder), "--isolated", "--no-cache", "--select", "NUM,REF"]
    assert check.main(argv, standalone_mode=False).out == ""
    assert proposed(folder) == []


def test_a_number_that_two_files_have_is_not_proposed(paper):
    folder = paper("0.8123", "0.5533")
    (folder / "x.csv").write_text("n,r2\n20,0.8123\n")
    assert proposed(folder) == ["fit.json.models[3].r2"]
    (folder / "fit.json").write_text("[")
    assert proposed(folder) == ["x.csv[n=20].r2"]
