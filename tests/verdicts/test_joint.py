"""A verdict takes support away: of a work that fell altogether, of a mention that says what the source does not, there."""

from __future__ import annotations

from typing import Any

from argcheck.api import check
from argcheck.sources.model import Notice
from argcheck.verdicts.author_answers import AuthorAnswer

TEXT = """\\section{Results}
% argcheck: claim id=cl:ill
Children fell ill afterwards~\\cite{wakefield1998}.
% argcheck: claim id=cl:box
Type is set in boxes~\\cite{knuth1984}.
% argcheck: conclusion id=cl:main uses=cl:ill,cl:box
All is well.
"""


def said(paper: Any) -> list[str]:
    report = check(paper.folder, isolated=True, config={"extend-select": ["low-support-width"]})
    return [f"{one.code} {one.message}" for one in report.diagnostics if one.code.startswith("ARG")]


def test_nothing_is_lost_without_a_verdict(paper: Any) -> None:
    paper.write(TEXT)
    assert said(paper) == []


def test_a_miscited_mention_loses_its_own_support_only(paper: Any) -> None:
    more = "% argcheck: claim id=cl:more\nIt went on for years~\\cite{wakefield1998}.\n"
    paper.write(
        TEXT.replace("% argcheck: conclusion", more + "% argcheck: conclusion").replace(
            "uses=", "uses=cl:more,"
        )
    )
    paper.verdicts(paper.mention("wakefield1998", "miscited"))
    edges = {(one.source, one.target) for one in graph(paper).edges}
    assert ("cite:wakefield1998", "cl:more") in edges
    assert ("cite:wakefield1998", "cl:ill") not in edges
    assert said(paper) == []  # the miscitation is a finding of its own


def test_a_supported_a_stale_and_a_disputed_mention_lose_nothing(paper: Any) -> None:
    paper.write(TEXT)
    miscited = paper.mention("wakefield1998", "miscited")
    disputed = AuthorAnswer(
        "v1:answer",
        miscited.work,
        miscited.cited_as,
        "2026-06-01",
        {},
        miscited.key,
        "disputed",
        "See page 3.",
    )
    for said_ in ([paper.mention("wakefield1998")], [miscited._replace(before="s1:0")], [miscited, disputed]):
        paper.verdicts(*said_)
        assert ("cite:wakefield1998", "cl:ill") in {(one.source, one.target) for one in graph(paper).edges}


def test_a_work_that_fell_is_named_with_the_conclusion_that_it_carries(paper: Any) -> None:
    paper.write(TEXT)
    paper.verdicts(paper.judged("wakefield1998", notices=(Notice("retracted", date="2010-02-06"),)))
    assert said(paper) == [
        "ARG004 retracted source 'wakefield1998' still carries the main claim 'cl:main' (width 2 -> 1), via main.tex:8",
        "ARG005 the main claim 'cl:main' has support of width 2 -> 1, less than 2: 'cl:main' <- 'cl:box' <- 'knuth1984'",
    ]


def graph(paper: Any) -> Any:
    from argcheck.argument.extract.build import build
    from argcheck.verdicts.overlay import Retractions, overlay_of

    document = paper.document()
    made = build(document)
    return made.under(overlay_of(made, document.bibliography, Retractions({}, {}), paper.replay()))
