"""The reference of records is what the docstrings say, and leaves nothing out that a rule can have in hand."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from loaded_scripts import load

from argcheck import api

DOCS = Path(__file__).parents[1] / "docs"
MADE = load(DOCS / "records_page.py")
PAGE = (DOCS / "records.md").read_text("utf-8")
SECTIONS = {part.partition("\n")[0]: part for part in PAGE.split("\n## ")[1:-1]}


def test_the_page_is_fresh() -> None:
    assert MADE.reference() == PAGE, "run `python docs/records_page.py`"


@pytest.mark.parametrize("name", SECTIONS)
def test_every_field_has_a_meaning(name: str) -> None:
    documented = {field for field, _, meaning in MADE.fields(getattr(api, name)) if meaning}
    assert name in MADE.KEPT or set(getattr(getattr(api, name), "_fields", ())) <= documented


def test_every_row_has_a_type() -> None:
    rows = re.findall(r"^\| `(.+?)` \| (.*?) \| .* \|$", PAGE, re.MULTILINE)
    assert len(rows) > len(SECTIONS)
    assert [name for name, kind in rows if not kind.strip()] == []


def test_what_may_be_none_says_when() -> None:
    rows = re.findall(r"^\| `(.+?)` \| `(.+?)` \| (.*) \|$", PAGE, re.MULTILINE)
    assert [name for name, kind, meaning in rows if kind.endswith("None") and "None" not in meaning] == []


def test_what_stays_as_it_is_is_there() -> None:
    for name, kept in MADE.KEPT.items():
        assert set(kept) == set(re.findall(r"^\| `(\w+)", SECTIONS[name], re.MULTILINE)), name


def test_every_record_of_the_manuscript_is_there() -> None:
    """What a list of the manuscript holds has a section of its own."""
    held = set(re.findall(r"(?:list|tuple)\[(\w+)", SECTIONS["Manuscript"]))
    elsewhere = {
        "Span",
        "str",
        "int",
        "Label",
        "Leftover",
        "Hidden",
    }  # the last two are for argcheck's own rules
    assert held - elsewhere <= set(SECTIONS)


@pytest.mark.parametrize("name", api.__dir__())
def test_every_name_of_the_api_can_be_had(name: str) -> None:
    assert getattr(api, name) is not None


def test_what_is_named_for_annotations_can_be_had_when_it_runs() -> None:
    named = re.findall(r"import (\w+) as \1\b", Path(api.__file__).read_text("utf-8"))
    assert set(named) <= set(api.__dir__())


def test_what_a_rule_a_provider_and_a_judge_have_in_hand_has_a_section() -> None:
    assert {"Argument", "Node", "Edge", "Needs", "Unchecked", "Report", "HeldBack"} <= set(SECTIONS)
    assert {"Query", "Record", "Person", "Reply", "Answer", "Service", "Absence"} <= set(SECTIONS)
    assert {"Embedder", "Reranker", "Entailment", "Probabilities"} <= set(SECTIONS)


def test_every_type_that_the_page_names_has_a_section() -> None:
    named = {
        word
        for section in SECTIONS.values()
        for _, gives in re.findall(r"^\| (.*?) \| (.*?) \| .* \|$", section, re.MULTILINE)
        for word in re.findall(r"\b[A-Z]\w+", gives)
    }
    of_python = {"Any", "Callable", "Iterable", "Iterator", "Mapping", "None", "Path", "Self", "Sequence"}
    assert named - of_python <= set(SECTIONS)


def test_the_argument_of_the_example_is_told_as_a_rule_meets_it() -> None:
    argument = MADE.example().graph
    supports = [(edge.source, edge.target) for edge in argument.edges if edge.relation == "supports"]
    assert ("cite:lee2020", argument.claims[0].id) in supports
    assert [edge.source for edge in argument.into(argument.claims[0])] == ["cite:lee2020"]


def test_plugins_need_nothing_but_the_api() -> None:
    used = re.findall(
        r"^\s*from (argcheck\.\S+) import", (DOCS / "plugins.md").read_text("utf-8"), re.MULTILINE
    )
    assert set(used) <= {"argcheck.api", "argcheck.testing"}
