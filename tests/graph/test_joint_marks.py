"""Premises that are needed together are told from premises each of which is enough, in every form for people."""

import re

import pytest

from argcheck.argument.model import Edge, joint_marks
from argcheck.cli.graph_command import command as graph

TEXT = r"""\documentclass{article}
\begin{document}
% argcheck: evidence id=ev:a kind=given
The first dune moved.
% argcheck: evidence id=ev:b kind=given
The second dune moved.
% argcheck: conclusion id=cl:either uses=ev:a,ev:b
Some dune moved.
% argcheck: conclusion id=cl:both uses=ev:a+ev:b
Both dunes moved.
\end{document}
"""


def shown(folder, *options):
    (folder / "main.tex").write_text(TEXT)
    return graph.main([str(folder), "--isolated", "--no-cache", *options], standalone_mode=False).out


def test_text_and_tree_mark_them_below_the_claim_that_needs_both(tmp_path):
    text = shown(tmp_path)
    assert re.findall(r"<- supports (\+ )?ev:\w", text) == ["", "", "+ ", "+ "]
    tree = shown(tmp_path, "--tree")
    assert re.findall(r"<- (\+ )?ev:\w", tree) == ["", "", "+ ", "+ "]
    assert "(+ marks premises that are needed together)" in tree
    assert re.findall(r"<- (\+ )?ev:\w", shown(tmp_path, "--focus", "cl:both")) == ["+ ", "+ "]
    assert re.findall(r"<- (\+ )?ev:\w", shown(tmp_path, "--focus", "cl:either")) == ["", ""]


@pytest.mark.parametrize(
    ("form", "mark"),
    [
        ("svg", r">\+</text>"),
        ("dot", r'headlabel="\+"'),
        ("mermaid", r'-->\|"#43;"\|'),
        ("tikz", r"node\[very near end, above\] \{\+\}"),
    ],
)
def test_each_drawing_marks_two_of_four_arrows(tmp_path, form, mark):
    assert len(re.findall(mark, shown(tmp_path, "--format", form))) == 2


def test_several_sets_are_numbered_and_what_suffices_alone_has_no_mark():
    def edge(source, target, *linked):
        return Edge(source, target, "supports", ("author",), 1.0, linked=linked)

    edges = [edge("a", "z", "1"), edge("b", "z", "1", "2"), edge("c", "z", "2"), edge("a", "y", "3", "4")]
    edges += [edge("d", "y", "3"), edge("e", "x")]
    marks = {key[:2]: mark for key, mark in joint_marks(edges).items()}
    assert marks == {("a", "z"): "+1", ("b", "z"): "+1,2", ("c", "z"): "+2"}
