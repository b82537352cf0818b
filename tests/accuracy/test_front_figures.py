"""The figures at the top of `docs/accuracy/README.md` are sums of the tables below it and beside it."""

from __future__ import annotations

import csv
import re
from pathlib import Path

ACCURACY = Path(__file__).parents[2] / "docs" / "accuracy"
_LOOKS = 7  # the last ones: the front tells of these
_SETS = 8  # of entries, likewise


def rows(page: str, heading: str) -> list[list[str]]:
    """Return the cells of the rows of the table that begins with a heading."""
    text = (ACCURACY / page).read_text("utf-8")
    lines = text[text.index(f"| {heading} |") :].split("\n\n")[0].splitlines()[2:]
    return [re.split(r"\s*\|\s*", line.strip("| ")) for line in lines]


def front(words: str) -> list[float]:
    """Return the numbers of the figure of one line at the top, in order."""
    (figure,) = (
        figure for measured, figure, *_ in rows("README.md", "what was measured") if words in measured
    )
    return [float(number.replace(",", "")) for number in re.findall(r"\d[\d,]*(?:\.\d+)?", figure)]


def number(cell: str) -> float:
    return float(cell.replace(",", "").partition(";")[0])


def last_looks() -> list[list[str]]:
    return rows("README.md", "looked at once")[-_LOOKS:]


def test_wrong_ones_a_hundred_pages() -> None:
    looks = last_looks()
    pages = sum(number(look[3]) for look in looks)
    wrong = sum(number(look[9]) * number(look[3]) / 100 for look in looks)
    said, _, *single = front("wrong errors and warnings")
    assert said == round(100 * wrong / pages, 2)
    assert sorted(single) == sorted(number(look[9]) for look in looks if number(look[9]))


def test_first_screens() -> None:
    right, of = (
        sum(map(int, counts))
        for counts in zip(*(look[10].split(" (")[0].split(" of ") for look in last_looks()), strict=True)
    )
    assert front("first screens")[:3] == [right, of, round(100 * right / of)]


def test_what_an_author_would_act_on() -> None:
    judged, act, ignore = (sum(number(look[column]) for look in last_looks()) for column in (5, 6, 7))
    assert front("would act on")[:3] == [round(100 * act / judged), judged, round(100 * ignore / judged)]


def test_planted_slips() -> None:
    rounds = rows("slips.md", "round")
    slips, named = sum(number(row[1]) for row in rounds), sum(number(row[3]) for row in rounds)
    assert front("single slips") == [named, slips, round(100 * named / slips)]
    (told,) = re.findall(r"In all (\d+) of (\d+) \((\d+) %\)", (ACCURACY / "slips.md").read_text("utf-8"))
    assert [*map(float, told)] == front("single slips")


def test_shares_of_each_look() -> None:
    for look in rows("README.md", "looked at once"):
        repositories, judged, act, ignore, wrong = (number(look[column]) for column in (2, 5, 6, 7, 8))
        assert judged == act + ignore + wrong, look
        assert look[11] == f"{100 * act // judged:.0f} %" or look[11] == f"{round(100 * act / judged)} %", (
            look
        )
        clean, of = (int(count) for count in look[10].split(" (")[0].split(" of "))
        assert of == repositories, look
        assert look[10].endswith((f"({100 * clean // of} %)", f"({round(100 * clean / of)} %)")), look


def test_repositories_that_were_listed() -> None:
    listed = table("benchmarks/unseen.csv")
    (told,) = re.findall(r"names ([\d,]+) public repositories", (ACCURACY / "README.md").read_text("utf-8"))
    assert number(told) == len({row["repository"] for row in listed}) == len(listed)


def test_what_was_planted_in_documents_of_the_last_looks() -> None:
    told = re.findall(
        r"[Oo]f an undefined reference and citation written into each of (\d+) larger documents (\d+) and (\d+)"
        r"|An undefined reference and an undefined citation were written into each of (\d+) larger documents"
        r" \(`benchmarks/planted_refs.py`\): (\d+) and (\d+)",
        (ACCURACY / "looks.md").read_text("utf-8"),
    )
    in_rows = [re.fullmatch(r"(\d+): (\d+) and (\d+)", row[-1]) for row in rows("looks.md", "look")]
    told += [row.groups() for row in in_rows if row]
    counts = [[int(count) for count in row if count] for row in told]
    (documents,) = re.findall(
        r"each of ([\d,]+) larger documents", (ACCURACY / "README.md").read_text("utf-8")
    )
    assert [number(documents), *front("an undefined reference and citation")] == [
        *map(sum, zip(*counts, strict=True))
    ]


def test_what_authors_repaired_later() -> None:
    before, last = [row for row in rows("foresight.md", "histories") if "time" in row[0]][-2:]
    shares = [[float(share) for share in re.findall(r"(\d+) %", " ".join(row[3:]))] for row in (before, last)]
    histories = [number(row[0].partition(",")[0]) for row in (before, last)]
    assert front("what authors repaired") == [*shares[1][:2], histories[0], *shares[0][:2]]
    assert front("whose text survives") == [*shares[1][2:], histories[0], *shares[0][2:]]


def test_changes_by_the_map() -> None:
    tried = rows("changes.md", "tried")
    whole = [row for row in tried if len(row) < 3 or not row[2]]
    assert front("changes of fourteen kinds") == [len(whole), len(tried)]


def test_rules_of_ones_own() -> None:
    last = rows("own-rules.md", "authors")[-4:]  # at first sight, and mended once, twice and three times
    assert front("rules of one's own") == [number(cell) for row in last for cell in (row[3], row[2])]


def test_works_that_are_looked_up() -> None:
    sets = rows("sources.md", "set (`tests/sources/messy_*.py`)")[-_SETS:]
    works, missing, different = (sum(number(row[column]) for row in sets) for column in (1, 2, 3))
    shares = (round(100 * count / works, 1) for count in (missing, different))
    assert front("cited works of strangers")[:5] == [missing, different, works, *shares]
    page = (ACCURACY.parent / "sources.md").read_text("utf-8")
    (told,) = re.findall(r"Of the (\d+) works of the last eight, at the first run, (\d+) and (\d+) ", page)
    assert [*map(float, told)] == [works, missing, different]
    (told,) = re.findall(
        r"of the last eight.* of (\d+) invented ones (\d+), of (\d+) altered ones (\d+)", page
    )
    counts = [cell.split(" of ")[::-1] for row in sets for cell in row[4:6]]
    sums = [sum(int(count[column]) for count in counts[kind::2]) for kind in (0, 1) for column in (0, 1)]
    assert [*map(int, told)] == sums
    (told,) = re.findall(r"of the last eight.* after mending (\d+), (\d+) \(.*\), (\d+) and (\d+)", page)
    assert [*map(int, told)] == [sum(int(row[column]) for row in sets) for column in range(6, 10)]


def test_planted_faults() -> None:
    planted = table("docs/accuracy/power.csv")
    shares = [100 * int(row["found"]) // int(row["planted"]) for row in planted]
    assert front("faults of our own planters") == [min(shares), max(shares)]
    (told,) = re.findall(r"planters, (\d+) to (\d+) a rule", (ACCURACY / "README.md").read_text("utf-8"))
    counts = [int(row["planted"]) for row in planted]
    assert [*map(int, told)] == [min(counts), max(counts)]


def test_traces_and_suggestions() -> None:
    looks = rows("judging.md", "documents")[-2:]
    traces = [number(look[column]) for look in looks for column in (3, 2, 1)]
    suggestions = [float(count) for look in looks for count in look[6].split(" of ")]
    assert front("leads to a ground") == [*traces, *suggestions]


def test_traces_of_the_last_nine_looks_are_those_that_the_front_page_tells_of() -> None:
    """The first two looks were made before what traces by words was narrowed."""
    looks = rows("judging.md", "documents")[2:]
    readme = (ACCURACY.parents[1] / "README.md").read_text("utf-8")
    told = re.findall(r"of (\d+) traces in texts that nobody had read (\d+) were right", readme)
    assert told == [tuple(str(sum(int(look[column]) for look in looks)) for column in (2, 3))]
    by_words = [look[5].split(" of ") for look in looks]
    right, of = (sum(int(counts[column]) for counts in by_words) for column in (0, 1))
    page = (ACCURACY / "judging.md").read_text("utf-8")
    assert len(looks) == 9
    assert f"in the last nine looks\n{right} of {of} such traces are right" in page
    assert {row["verdict"] for row in table("docs/accuracy/traces.csv")} == {"right"}


def table(path: str) -> list[dict[str, str]]:
    """Return the rows of a table of commas."""
    with (ACCURACY.parents[1] / path).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_pairs_that_nobody_made() -> None:
    last = {
        row[0].rpartition(": ")[2]: row[-1]
        for row in rows(
            "sources.md", "of pairs by different hands | tuning, before | after | once, before | after"
        )
    }
    pairs = number(last["pairs"])
    false = [
        number(last[f"false differences, by {key}"].partition(" ")[0]) for key in ("identifier", "title")
    ]
    changed = [cell.split(" of ") for cell in last.values() if " of " in cell]
    told, made = (sum(map(int, counts)) for counts in zip(*changed, strict=True))
    shares = [round(100 * count / pairs, 1) for count in false]
    assert front("entries for one work") == [*false, pairs, *shares, made, told, round(100 * told / made)]
