"""Numbers tied to data files: cells and their places, comparison as printed, what falls with a file."""

from __future__ import annotations

import csv
import io
import json
import os
from contextlib import suppress
from decimal import Decimal
from types import SimpleNamespace

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from argcheck.argument.extract.data_cells import (
    DataError,
    agree,
    as_printed,
    find,
    parse_address,
)
from argcheck.argument.extract.listed_cells import cells
from argcheck.cli.check_command import command as check
from argcheck.cli.graph_command import command as graph_command
from argcheck.files.csv_table import separator, table
from argcheck.prose.quantities import read

FIELD = st.text(st.sampled_from('ab1 ,;"\n\r.é'), max_size=6)
HEAD = st.text(st.sampled_from('ab1 ".é'), max_size=6)  # nothing that may be another separator
NAME = st.text("abc é", min_size=1, max_size=4).map(str.strip).filter(bool)
NUMBER = st.decimals(-10_000, 10_000, places=4)


def file(text, path="d.csv"):
    return SimpleNamespace(text=text, path=path)


@pytest.mark.slow
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(HEAD, min_size=2, max_size=3), st.lists(st.lists(FIELD, min_size=2, max_size=3), max_size=3))
def test_fields_are_those_of_the_csv_module_and_stand_where_they_are_said_to(head, body):
    rows = [head, *body]
    written = io.StringIO()
    csv.writer(written, quoting=csv.QUOTE_ALL).writerows(rows)
    text = written.getvalue()
    made = list(table(text, separator(text, tabs=False)))
    assert [[field.text for field in row] for row in made] == list(csv.reader(io.StringIO(text, newline="")))
    assert all(
        text[field.start : field.end].replace('""', '"') == field.text for row in made for field in row
    )


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.dictionaries(
        NAME,
        st.lists(st.dictionaries(NAME, NUMBER, min_size=1, max_size=3), min_size=1, max_size=12),
        min_size=1,
        max_size=3,
    ),
    st.data(),
)
@pytest.mark.slow
def test_a_step_into_json_leads_where_the_json_module_leads(whole, data):
    name = data.draw(st.sampled_from(sorted(whole)))
    place = data.draw(st.integers(1, len(whole[name])))
    key = data.draw(st.sampled_from(sorted(whole[name][place - 1])))
    text = json.dumps(whole, default=float, indent=data.draw(st.sampled_from([None, 2])), ensure_ascii=False)
    datum = find(parse_address(f'd.json."{name}"[{place}]."{key}"'), file(text, "d.json"))
    assert datum.value == Decimal(str(float(whole[name][place - 1][key])))
    assert text[datum.span.start : datum.span.end] == datum.text


@pytest.mark.slow
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(NUMBER, st.integers(0, 3))
def test_what_is_rounded_agrees_and_two_units_off_does_not(value, digits):
    datum = find(parse_address("d.csv[1].a"), file(f"a,b\n{value},1\n"))
    printed = abs(value).quantize(Decimal(1).scaleb(-digits))
    assume(printed and "E" not in str(printed))
    [quantity] = read(f"It was {printed} there.")
    assert agree(quantity, datum)
    off = printed + 2 * Decimal(1).scaleb(-digits)
    [wrong] = read(f"It was {off} there.")
    assert not agree(wrong, datum)
    assert Decimal(as_printed(wrong, datum)).copy_abs() in (printed, printed.copy_abs())


@pytest.mark.parametrize(
    ("words", "text", "same"),
    [
        ("18 %", "0.18", True),
        ("18 %", "18.3", True),
        ("18 %", "0.193", False),
        ("1.2 s", "1190 ms", True),
        ("1.2 s", "1300 ms", False),
        ("1.2 million", "1234567", True),
        ("1.3 million", "1234567", False),
        ("0.25", "25 %", True),
        ("12,300 rows", "12300", True),
        ("3.40", "3.41", False),
        ("3 kg", "3 m", False),
        ("fell by 3.4", "-3.41", True),
    ],
)
def test_units_and_percentages_are_converted(words, text, same):
    [quantity] = read(words)
    assert agree(quantity, find(parse_address("d.csv[1].a"), file(f"a,b\n{text},1\n"))) is same


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a;b\n3,5;1\n", "3.5"),  # as spreadsheets write it where the comma is the decimal sign
        ("a;b\n1,234;1\n", "1.234"),
        ("a;b\n-1.234,5;1\n", "-1234.5"),
        ('a,b\n"3,5",1\n', "3.5"),
        ('a,b\n"1,234",1\n', "1234"),
        ("a;b\n3.5;1\n", "3.5"),
    ],
)
def test_commas_in_numbers(text, value):
    assert find(parse_address("d.csv[1].a"), file(text)).value == Decimal(value)
    assert [datum.value for _, datum in cells(file(text), 9, 1)] == [Decimal(value)]


def test_a_row_is_found_by_a_number_with_a_comma():
    assert find(parse_address("d.csv[a=0.5].b"), file("a;b\n0,5;7\n0,25;8\n")).value == 7


def test_what_else_a_file_of_json_holds_does_not_matter():
    text = json.dumps({"huge": 1, "a": 2}).replace("1", "1" * 5_000)
    assert find(parse_address("d.json.a"), file(text, "d.json")).value == 2


@pytest.mark.slow
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.text(max_size=60), st.sampled_from(["d.csv[1].a", "d.json.a[1].b", "d.tsv[a=1].b"]))
def test_no_file_is_too_odd(text, address):
    assert all(datum.value.is_finite() for _, datum in cells(file(text), 100, 100))
    with suppress(DataError):
        assert find(parse_address(address), file(text, address[:6].rstrip("[."))).value.is_finite()


@pytest.mark.slow
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.text('d.csv[]="a,1 ', max_size=30))
def test_no_address_is_too_odd(text):
    with suppress(DataError):
        assert parse_address(text).path in text


@pytest.fixture
def project(tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "p.csv").write_text("n,a\n20,3.41\n", encoding="utf-8")
    (tmp_path / "main.tex").write_text(
        "\\documentclass{article}\n\\begin{document}\nWe saw 3.4. % argcheck: from data/p.csv[n=20].a\n\n"
        "% argcheck: conclusion id=c uses=d\nSo it is.\n\n% argcheck: claim id=d\n"
        "It was 3.41. % argcheck: from data/p.csv[n=20].a\n\n% argcheck: claim id=e\nElse.\n\\end{document}\n",
        encoding="utf-8",
    )
    return tmp_path


def checked(project, *options):
    outcome = check.main(
        [str(project), "--isolated", "--select", "NUM101,NUM102", "--output-format", "concise", *options],
        standalone_mode=False,
    )
    return [line for line in outcome.out.splitlines() if "NUM10" in line]


def test_a_file_that_changes_is_seen_by_the_next_run(project):
    store = ("--cache-dir", str(project / "cache"))
    assert checked(project, *store) == []
    assert checked(project, *store) == []
    (project / "data" / "p.csv").write_text("n,a\n20,3.51\n", encoding="utf-8")
    assert [line.partition(": ")[0].rpartition("/")[2] for line in checked(project, *store)] == [
        "main.tex:3:8",
        "main.tex:9:8",
    ]
    (project / "data" / "p.csv").unlink()
    assert len(checked(project, *store)) == 2


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes in folders here")
def test_a_pipe_is_not_waited_for(project):
    (project / "data" / "p.csv").unlink()
    os.mkfifo(project / "data" / "p.csv")
    assert all("it is no regular file" in line for line in checked(project, "--no-cache"))


def test_a_link_out_of_the_project_is_not_followed(project):
    outside = project.parent / "outside.csv"
    outside.write_text("n,a\n20,3.41\n", encoding="utf-8")
    (project / "data" / "p.csv").unlink()
    (project / "data" / "p.csv").symlink_to(outside)
    (project / ".git").mkdir()
    assert all("NUM102" in line for line in checked(project, "--no-cache"))
    assert len(checked(project, "--no-cache")) == 2


def test_what_may_be_read_wrongly_is_no_error(project):
    (project / "main.tex").write_text(
        "\\documentclass{article}\n\\begin{document}\nIt was half. % argcheck: from data/p.csv[n=20].a\n"
        "It was 4. % argcheck: from data/p.csv[n=20].a\nIt was 5. % argcheck: from data/p.csv[n=20].b\n"
        "\\end{document}\n",
        encoding="utf-8",
    )
    levels = [line.split(": ")[1:3] for line in checked(project, "--no-cache")]
    assert [(level, code[:6]) for level, code in levels] == [
        ("note", "NUM102"),
        ("warning", "NUM101"),
        ("error", "NUM102"),
    ]


def test_what_falls_with_a_file_is_told(project):
    argv = [str(project), "--no-cache", "--isolated", "--without", "data/p.csv", "--format", "json"]
    told = json.loads(graph_command.main(argv, standalone_mode=False).out)
    assert {node["text"] for node in told["documents"][0]["falls"]} == {
        "We saw 3.4.",
        "So it is.",
        "It was 3.41.",
    }


def test_ties_are_proposed_where_one_cell_alone_fits(project):
    (project / "data" / "q.csv").write_text("k,b\nx,2.75\ny,0.118\nz,0.1181\n", encoding="utf-8")
    text = (
        (project / "main.tex")
        .read_text("utf-8")
        .replace("Else.", "Else it is 2.75, or 0.118, or 1999, or 3.41.")
    )
    (project / "main.tex").write_text(text, encoding="utf-8")
    argv = [str(project), "--no-cache", "--isolated", "--suggest"]
    lines = [
        line for line in graph_command.main(argv, standalone_mode=False).out.splitlines() if "from" in line
    ]
    assert [line.partition(": % ")[2] for line in lines] == [
        "argcheck: from data/q.csv[k=x].b  (2.75)",
        "argcheck: from data/p.csv[n=20].a  (3.41)",
    ]
