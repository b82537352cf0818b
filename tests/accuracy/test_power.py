"""Power: of the defects that `plant.py` plants, how many does each default rule find, and at what noise?

A mutant counts as found when its one expected finding stands at a right line.  Every other finding that
the unmutated text does not have is noise, unless the mutant declares it as a by-product.

The test examines up to eight mutants of a rule, of several kinds; `python tests/accuracy/test_power.py --write` examines
all, and regenerates `docs/accuracy/power.csv`.
"""

from __future__ import annotations

import csv
import difflib
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from loaded_scripts import load
from thinned import one_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import plant

HERE = Path(__file__).resolve().parent
TABLE = HERE.parents[1] / "docs" / "accuracy" / "power.csv"
SEED = 20250101
EACH = 24
GOAL = 0.9
#: Mutants that are tested in any case; how many are tested at most; mutants that a word of a kind occurs in.
FIRST, MOST, COMMON = 4, 8, 2
WORD = re.compile(r"[a-z_-]{3,}")


if not TYPE_CHECKING:
    plant = load(HERE / "plant.py")

#: Rules that are off by default owe no power; they are measured all the same.  Each has its reason.
PREVIEW: dict[str, str] = {
    "conflicting-number": "of five findings on documents that nobody had read one was right: figures that differ by two digits were two results",
    "critical-link": "what it says is information, not a defect",
    "isolated-load-bearing": "with annotations alone nearly every claim has one reading",
    "low-support-width": "many an honest conclusion rests on one measurement",
    "number-not-in-body": "of what it said of documents that nobody here had read, most was wrong: limits of words, slides, a postcode",
    "plain-text-citation": "of 75 findings on documents of others, 19 were wrong: numbers of lines of code, names that are links",
    "secondary-as-primary": "only indexes say which work is a review, and some mean a meta-analysis",
    "unanswered-hypothesis": "of five findings on documents that nobody had read none was right: most answers are said in other words",
    "undecidable-citation": "an abstention accuses nobody",
}
#: What a rule says only when it is asked for is measured, too.
ASKED_FOR = {"rules": {"contradiction": {"unannotated": True}}}
RULES = [rule for rule in plant.PLANTERS if rule not in PREVIEW]

Finding = tuple[str, str, int]


def findings(folder: Path, preview: str = "") -> Counter[Finding]:
    """Return what the default rules, and one that is off by default, find: how often each at each line of each file.

    One that stands for many is found at each of its places. The only place that knows how argcheck is run.
    """
    from argcheck.api import check

    report = check(folder, config={"extend-select": [preview] if preview else [], **ASKED_FOR}, isolated=True)
    return Counter(
        (one.name, span.path, line_of(report, span))
        for one in report.diagnostics
        for span, _ in one.stands_for or ((one.span, ""),)
    )


def line_of(report, span) -> int:
    source = report.sources.get(span.path)
    return source.position(span.start)[0] if source else 1


# --------------------------------------------------------------------------- one mutant


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one mutant."""

    mutant: plant.Mutant
    found: bool
    noise: tuple[Finding, ...]


@dataclass
class Bench:
    """A folder to work in, and the findings of every base text, made when first needed."""

    folder: Path
    look: Callable[[Path, str], Counter[Finding]] = findings
    known: dict[tuple[str, bool, str], Counter[Finding]] = field(default_factory=dict)

    def examine(self, mutant: plant.Mutant) -> Outcome:
        base = next(base for base in plant.bases() if base.name == mutant.base)
        preview = mutant.expected.rule if mutant.expected.rule in PREVIEW else ""
        before = self.clean(base, mutant.needs_git, preview)
        after = self.look(self.made(base, mutant, mutant.needs_git), preview)
        new = after - moved(before, line_maps(base, mutant))
        return judged(mutant, new)

    def clean(self, base: plant.Base, git: bool, preview: str = "") -> Counter[Finding]:
        if (base.name, git, preview) not in self.known:
            self.known[base.name, git, preview] = self.look(self.made(base, None, git), preview)
        return self.known[base.name, git, preview]

    def made(self, base: plant.Base, mutant: plant.Mutant | None, git: bool) -> Path:
        """Copy a base text to a fresh folder, with a mutant's edits if there are any."""
        place = self.folder / "project"
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(base.folder, place)
        if mutant is not None:
            plant.write(mutant, place)
        if git:
            make_repository(place, mutant.untracked if mutant else ())
        return place


def make_repository(folder: Path, untracked: tuple[str, ...]) -> None:
    """Make a git repository whose index holds all files but those named."""
    excluded = [f":(exclude){name}" for name in untracked]
    for command in (["init", "--quiet"], ["-c", "core.autocrlf=false", "add", "--", ".", *excluded]):
        subprocess.run(["git", *command], cwd=folder, check=True, capture_output=True)


def line_maps(base: plant.Base, mutant: plant.Mutant) -> dict[str, dict[int, int]]:
    """Say for each edited file where its old lines stand now."""
    maps = {}
    for name, new in mutant.edits.items():
        old = base.folder / name
        if isinstance(new, str) and old.is_file():
            maps[name] = line_map(old.read_text("utf-8").split("\n"), new.split("\n"))
    return maps


def line_map(old: list[str], new: list[str]) -> dict[int, int]:
    """Pair equal lines of two texts; a line that was rewritten keeps its place in its block."""
    head = 0
    while head < min(len(old), len(new)) and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < min(len(old), len(new)) - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    found = {n: n for n in range(1, head + 1)}
    found |= {len(old) - n: len(new) - n for n in range(tail)}
    middle = difflib.SequenceMatcher(
        a=old[head : len(old) - tail], b=new[head : len(new) - tail], autojunk=False
    )
    for _, old_start, old_end, new_start, _ in middle.get_opcodes():
        found |= {head + old_start + n + 1: head + new_start + n + 1 for n in range(old_end - old_start)}
    return found


def moved(before: Counter[Finding], maps: dict[str, dict[int, int]]) -> Counter[Finding]:
    """Shift the known findings to where their lines stand now."""
    shifted: Counter[Finding] = Counter()
    for (name, file, line), count in before.items():
        shifted[name, file, maps.get(file, {}).get(line, line)] += count
    return shifted


def judged(mutant: plant.Mutant, new: Counter[Finding]) -> Outcome:
    """Take the expected finding and the by-products from the new ones; the rest is noise."""
    rest = new.copy()
    wanted = [(mutant.expected.rule, *place) for place in mutant.expected.places]
    hit = next((finding for finding in wanted if rest[finding]), None)
    if hit:
        rest[hit] -= 1
    noise = [f for f in rest.elements() if not any(allowed.covers(*f) for allowed in mutant.allowed)]
    return Outcome(mutant, hit is not None, tuple(sorted(noise)))


# --------------------------------------------------------------------------- the test


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    return Bench(tmp_path_factory.mktemp("power"))


def check_planted(rule: str, mutants: list[plant.Mutant]) -> None:
    """There are enough, they differ, they are the same each time, and each expects a finding at a line that is there."""
    assert len(mutants) >= (20 if plant.corpora() else 16)
    distinct = {repr((m.base, sorted(m.edits.items(), key=str), m.untracked)) for m in mutants}
    assert len(distinct) >= 20 or not plant.corpora()
    assert mutants == plant.plant_everywhere(rule, EACH, SEED)
    for mutant in mutants:
        base = next(base for base in plant.bases() if base.name == mutant.base)
        file, line = mutant.expected.places[0]
        text = mutant.edits.get(file) or (base.folder / file).read_text("utf-8")
        assert isinstance(text, str)
        assert 1 <= line <= text.count("\n") + 1
        assert text.split("\n")[line - 1].strip(), f"{mutant.how}: the line is empty"


def of_each_kind(mutants: list[plant.Mutant]) -> list[plant.Mutant]:
    """Leave the first few mutants, and of the others some of another kind: that is a third of the work."""
    described = [frozenset(WORD.findall(mutant.how.lower())) for mutant in mutants]
    counts = Counter(word for words in described for word in words)
    kinds: set[frozenset[str]] = set()
    kept = []
    for mutant, words in zip(mutants, described, strict=True):
        kind = frozenset(word for word in words if counts[word] > COMMON)
        if len(kept) < FIRST or kind not in kinds:
            kept.append(mutant)
        kinds.add(kind)
    return kept[:MOST]


@pytest.mark.parametrize("base", plant.manuscripts(), ids=lambda base: base.name)
def test_our_manuscripts_are_clean(base: plant.Base, bench: Bench) -> None:
    assert not bench.clean(base, git=False)


@pytest.mark.slow
@pytest.mark.parametrize("rule", one_in(2, plant.PLANTERS))
def test_power(rule: str, bench: Bench) -> None:
    mutants = plant.plant_everywhere(rule, EACH, SEED)
    check_planted(rule, mutants)
    if rule in PREVIEW:
        return
    outcomes = [bench.examine(mutant) for mutant in of_each_kind(mutants)]
    print(row(rule, outcomes))
    missed = [
        f"{o.mutant.base}: {o.mutant.how} at {o.mutant.expected.places[0]}" for o in outcomes if not o.found
    ]
    noise = [f"{o.mutant.base}: {o.mutant.how}: {o.noise}" for o in outcomes if o.noise]
    assert len(missed) <= len(outcomes) * (1 - GOAL), "\n".join(["missed:", *missed])
    assert not noise, "\n".join(["noise:", *noise])


def row(rule: str, outcomes: list[Outcome]) -> str:
    found, noise = sum(o.found for o in outcomes), sum(len(o.noise) for o in outcomes)
    return f"{rule:32} {len(outcomes):8} {found:6} {noise:6}"


# --------------------------------------------------------------------------- the table


def measured(folder: Path) -> Iterator[tuple[str, list[Outcome]]]:
    bench = Bench(folder)
    for rule in (*RULES, *sorted(PREVIEW)):
        yield rule, [bench.examine(mutant) for mutant in plant.plant_everywhere(rule, EACH, SEED)]


def main() -> int:
    """Print the table; with `--write`, keep it too."""
    rows = []
    print(f"{'rule':32} {'planted':>8} {'found':>6} {'noise':>6}")
    with tempfile.TemporaryDirectory() as folder:
        for rule, outcomes in measured(Path(folder)):
            print(row(rule, outcomes), flush=True)
            rows.append(
                [rule, len(outcomes), sum(o.found for o in outcomes), sum(len(o.noise) for o in outcomes)]
            )
    if "--write" in sys.argv[1:]:
        TABLE.parent.mkdir(parents=True, exist_ok=True)
        with TABLE.open("w", encoding="utf-8", newline="") as stream:
            csv.writer(stream, lineterminator="\n").writerows([["rule", "planted", "found", "noise"], *rows])
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
