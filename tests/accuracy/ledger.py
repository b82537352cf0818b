"""The ledger: every finding on the corpora and on our manuscripts, with the verdict of somebody who read it.

What the pages of the rules say comes of the corpora, of `docs/accuracy/unseen.csv`, whose findings
`benchmarks/unseen.py` draws, and of the faults that `test_power.py` plants.

The manuscripts of `tests/manuscripts` are in it twice: `drafts/NAME` is the text as it stands, with its declared
defects, `mended/NAME` the text without them.

`python tests/accuracy/ledger.py` prints the figures of each rule, and the findings that have no verdict.
`python tests/accuracy/ledger.py --write` regenerates everything that rests on them:

- `docs/accuracy/findings.csv`, the ledger: verdicts and reasons are kept by source and fingerprint,
  a new finding gets an empty verdict that somebody has to fill in by hand;
- `docs/accuracy/power.csv`, by `test_power.py`;
- `argcheck/data/accuracy.json`, the figures that `argcheck rules --accuracy` prints, made of the two;
- the tables of `docs/accuracy/README.md`, and the pages of `docs/rules`.

With `--reworded`, a finding that says in other words what the same rule said on the same line keeps the
verdict; both messages are printed, to be read.
"""

from __future__ import annotations

import csv
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from types import ModuleType

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.append(str(HERE.parent))  # where the tests have what they share, also for this as a script
SHARED = Path(os.environ.get("ARGCHECK_SHARED") or ROOT.parent / "shared") / "corpora"
FOLDER = ROOT / "docs" / "accuracy"
LEDGER = FOLDER / "findings.csv"
POWER = FOLDER / "power.csv"
README = FOLDER / "README.md"
DATA = ROOT / "argcheck" / "data" / "accuracy.json"

SEED = 20250202  #: of the sample of notes
SAMPLE = 50  #: notes of one rule that are judged
PAGE = 3000  #: characters

ACT, IGNORE, WRONG = VERDICTS = ("act", "ignore", "wrong")
ENOUGH, RIGHT, WOULD_ACT = 20, 0.9, 0.6  #: what a rule owes that is on by default

CORPORA: dict[str, tuple[str, dict[str, Any]]] = {
    "celerite": ("celerite", {}),
    "hagenw-thesis": ("hagenw-thesis", {}),
    "openlogic": ("openlogic", {}),
    "openlogic+includes": ("openlogic", {"include-macros": {"olimport": "[]{} #1/#2"}}),
    "sphere-eversion": ("sphere-eversion", {}),
}


def load(name: str) -> ModuleType:
    """Load a file that stands beside this one, and that is no part of any package."""
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, HERE / f"{name}.py")
        assert spec is not None
        assert spec.loader is not None
        sys.modules[name] = module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    return sys.modules[name]


class Row(NamedTuple):
    """One finding of the ledger."""

    source: str
    rule: str
    fingerprint: str
    file: str
    line: int
    message: str
    verdict: str = ""
    reason: str = ""

    @property
    def key(self) -> tuple[str, str]:
        return self.source, self.fingerprint

    @property
    def place(self) -> tuple[str, str, str, int]:
        return self.source, self.rule, self.file, self.line


# --------------------------------------------------------------------------- finding


def corpora_are_here() -> bool:
    return all((SHARED / folder).is_dir() for folder, _ in CORPORA.values())


def found(source: str, folder: Path, config: Mapping[str, Any] | None = None) -> tuple[list[Row], set[str]]:
    """Return the findings of the rules that run in a folder, and the names of those that are notes."""
    from argcheck.api import check
    from argcheck.lint.reporters.json_format import diagnostics

    rows, notes = [], set()
    for one in diagnostics(
        check(folder, config={**(config or {}), **load("test_power").ASKED_FOR}, isolated=True)
    ):
        rows.append(Row(source, one["name"], one["fingerprint"], one["file"], one["line"], one["message"]))
        if one["severity"] == "note":
            notes.add(one["name"])
    return rows, notes


def projects(work: Path) -> Iterator[tuple[str, Path, dict[str, Any]]]:
    """Give each text that is checked as it is: its name, its folder, its configuration; drafts are mended in ``work``."""
    if corpora_are_here():
        for source, (name, config) in CORPORA.items():
            yield source, SHARED / name, config
    for room in (HERE / "manuscripts", ROOT / "examples"):
        for folder in texts(room):
            yield f"{room.name}/{folder.name}", folder, {}
    for manuscript in load("drafts").manuscripts():
        yield f"drafts/{manuscript}", manuscript.folder, {}
        yield f"mended/{manuscript}", manuscript.copy(work / "mended" / str(manuscript), []), {}


def texts(room: Path) -> list[Path]:
    """Return the folders of a room that hold a manuscript."""
    return sorted(path for path in room.iterdir() if any(path.rglob("*.tex")))


def plain_findings(work: Path) -> list[Row]:
    """Find in all texts as they are; what one configuration found, another need not find again."""
    rows: dict[tuple[Path, str], Row] = {}
    notes: set[str] = set()
    preview = {"extend-select": sorted(load("test_power").PREVIEW)}
    for source, folder, config in projects(work):
        # In a copy, since messages name files as seen from the repository, which may be any.
        place = work / "plain" / folder.name
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(folder, place)
        here, more = found(source, place, {**config, **preview})
        notes |= more
        for row in here:
            rows.setdefault((folder, row.fingerprint), row)
    return sampled(list(rows.values()), notes)


def sampled(rows: list[Row], notes: set[str]) -> list[Row]:
    """Leave a fixed sample of the notes of a rule that gives very many."""
    by_rule: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        by_rule[row.rule].append(row)
    kept = []
    for rule, members in by_rule.items():
        kept += sorted(members, key=_drawn)[: SAMPLE if rule in notes else len(members)]
    return kept


def _drawn(row: Row) -> bytes:
    return blake2b(f"{SEED}/{row.source}/{row.fingerprint}".encode()).digest()


def collect() -> list[Row]:
    """Find everything anew, in the order of the ledger, without verdicts."""
    with tempfile.TemporaryDirectory(prefix="argcheck-") as name:
        rows = plain_findings(Path(name).resolve())
    return sorted(rows, key=lambda row: (row.source, row.file, row.line, row.rule, row.fingerprint))


# --------------------------------------------------------------------------- judging


def read() -> list[Row]:
    """Return the ledger as it stands in the file."""
    if not LEDGER.is_file():
        return []
    with LEDGER.open(encoding="utf-8", newline="") as stream:
        return [_row(*cells) for cells in list(csv.reader(stream))[1:]]


def _row(source: str, rule: str, fingerprint: str, file: str, line: str, *rest: str) -> Row:
    return Row(source, rule, fingerprint, file, int(line), *rest)


def judged(rows: Iterable[Row], ledger: Iterable[Row]) -> list[Row]:
    """Take the verdicts of the ledger over to the rows of the same source and fingerprint."""
    known = {row.key: row for row in ledger}
    return [
        row._replace(verdict=known[row.key].verdict, reason=known[row.key].reason)
        if row.key in known
        else row
        for row in rows
    ]


def declared(rows: Iterable[Row]) -> Iterator[Row]:
    """Judge the findings on drafts that somebody declared before any rule saw the text."""
    drafts = {f"drafts/{one}": one for one in load("drafts").manuscripts()}
    for row in rows:
        manuscript = None if row.verdict else drafts.get(row.source)
        reasons = manuscript.reasons(row.rule, row.file, row.line) if manuscript else []
        yield row._replace(verdict=ACT, reason=reasons[0]) if reasons else row


def reworded(rows: Iterable[Row], ledger: Iterable[Row]) -> Iterator[Row]:
    """Take over the verdict on a finding at the same place, too, and show what it said and says."""
    rows = list(rows)
    here = {row.key for row in rows}
    gone = {row.place: row for row in ledger if row.key not in here and row.verdict}
    for row in rows:
        old = gone.pop(row.place, None) if not row.verdict else None
        if old is None:
            yield row
        else:
            print(f"{row.source}: {row.rule}\n  - {old.message}\n  + {row.message}")
            yield row._replace(verdict=old.verdict, reason=old.reason)


def write(rows: Iterable[Row]) -> None:
    with LEDGER.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream, lineterminator="\n").writerows([Row._fields, *rows])


# --------------------------------------------------------------------------- figures


def unseen() -> ModuleType:
    """Load the benchmark of documents that nobody here had met."""
    if "unseen" not in sys.modules:
        spec = importlib.util.spec_from_file_location("unseen", ROOT / "benchmarks" / "unseen.py")
        assert spec is not None
        assert spec.loader is not None
        sys.modules["unseen"] = module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    return sys.modules["unseen"]


def real(rows: Iterable[Row]) -> Iterator[tuple[str, str]]:
    """Give rule and verdict of what was judged on documents that others wrote: the corpora and `unseen.csv`."""
    yield from ((row.rule, row.verdict) for row in rows if row.source in CORPORA and row.verdict)
    yield from ((row.rule, row.verdict) for row in unseen().read_judgements() if row.verdict)


def real_documents() -> int:
    """Count the corpora and the repositories of which findings may be judged."""
    judged_once = {row.repository for row in unseen().read_judgements()}
    halves = {one.half for one in unseen().repositories("all") if one.repository in judged_once}
    folders = {folder for folder, _ in CORPORA.values()}
    return len(folders) + sum(one.half in halves for one in unseen().repositories("all"))


def figures(rows: Iterable[Row]) -> dict[str, dict[str, int]]:
    """Count for each rule: act, ignore, wrong on real documents; planted and detected.

    That a part failed (`failed-part`) is judged like a finding, and is one of no rule.
    """
    from argcheck.lint.registry import load_rules

    rules = {rule.name for rule in load_rules(plugins=False).rules.values()}
    counts: dict[str, dict[str, int]] = defaultdict(
        lambda: dict.fromkeys((*VERDICTS, "planted", "detected"), 0)
    )
    for rule, verdict in real(rows):
        if rule in rules:
            counts[rule][verdict] += 1
    if POWER.is_file():
        with POWER.open(encoding="utf-8", newline="") as stream:
            for power in csv.DictReader(stream):
                counts[power["rule"]] |= {"planted": int(power["planted"]), "detected": int(power["found"])}
    return dict(sorted(counts.items()))


def finished(source: str) -> bool:
    """Whether a text is as its authors would hand it in, so that a finding in it had better be right."""
    return source in CORPORA or source.startswith(("examples/", "mended/"))


def pages() -> dict[str, int]:
    """Return the length of each corpus in pages, then that of the examples and of the mended manuscripts."""
    folders = {folder: SHARED / folder for folder in sorted({folder for folder, _ in CORPORA.values()})}
    with tempfile.TemporaryDirectory(prefix="argcheck-") as name:
        mended = Path(name)
        for manuscript in load("drafts").manuscripts():
            manuscript.copy(mended / str(manuscript), [])
        folders |= {"examples": ROOT / "examples", "manuscripts": mended}
        return {
            name: round(
                sum(len(file.read_bytes().decode("utf-8", "replace")) for file in folder.rglob("*.tex"))
                / PAGE
            )
            for name, folder in folders.items()
        }


def data(rows: Iterable[Row], lengths: Mapping[str, int]) -> str:
    """Write the figures that are shipped."""
    rows = list(rows)
    published = [row for row in rows if finished(row.source) and row.rule in default_rules()]
    wrong = sum(row.verdict == WRONG for row in published)
    content = {
        "version": 2,
        "documents": real_documents(),
        "corpora": {
            "pages": dict(lengths),
            "findings": len(published),
            "wrong": wrong,
        },
        "rules": figures(rows),
    }
    return json.dumps(content, indent=2) + "\n"


def shipped_pages() -> dict[str, int]:
    """Return the lengths as they were when the corpora were last at hand."""
    lengths: dict[str, int] = (
        json.loads(DATA.read_text("utf-8"))["corpora"]["pages"] if DATA.is_file() else {}
    )
    return lengths


def noise(shipped: str) -> str:
    """Say how many wrong findings there are on 100 pages."""
    corpora = json.loads(shipped)["corpora"]
    total = sum(corpora["pages"].values())
    rate = 100 * corpora["wrong"] / total if total else 0.0
    return (
        f"On the {total:,} pages of the texts that the rules were made with: {corpora['wrong']} wrong findings of default rules"
        f" of {corpora['findings']} in all, {rate:.2f} wrong per 100 pages"
    )


def table(shipped: str) -> str:
    """Write the figures of all rules as Markdown."""
    from argcheck.lint.accuracy import HEAD, Accuracy
    from argcheck.lint.registry import load_rules

    measured = json.loads(shipped)["rules"]
    codes = {rule.name: rule for rule in load_rules(plugins=False).rules.values()}
    lines = [f"| code | rule | {' | '.join(HEAD)} |", "| --- | --- |" + " ---: |" * len(HEAD)]
    for rule in sorted(codes.values(), key=lambda rule: rule.code):
        cells = Accuracy(**measured[rule.name]).figures if rule.name in measured else ("not measured",)
        name = f"[{rule.name}](../rules/{rule.name}.md){' (preview)' * rule.preview}"
        lines.append(f"| {rule.code} | {name} | {' | '.join(cells)} |")
    lengths = ", ".join(
        f"{name} {count:,}" for name, count in json.loads(shipped)["corpora"]["pages"].items()
    )
    return "\n".join([*lines, "", f"{noise(shipped)}.", f"Pages at {PAGE:,} characters: {lengths}."])


def readme(shipped: str, text: str) -> str:
    """Put the table into the README between its marks."""
    start, end = "<!-- figures: made by tests/accuracy/ledger.py -->\n", "<!-- end of figures -->\n"
    head, _, rest = text.partition(start)
    return f"{head}{start}\n{table(shipped)}\n\n{end}{rest.partition(end)[2]}"


def falls_short(rule: str, verdicts: Iterable[tuple[str, str]]) -> str:
    """Say why real documents speak against a rule's being on by default; empty if too few findings show it, too."""
    read = [verdict for name, verdict in verdicts if name == rule]
    right, act = len(read) - read.count(WRONG), read.count(ACT)
    if len(read) < ENOUGH:
        return ""
    if right < RIGHT * len(read):
        return f"{rule}: {right} of {len(read)} findings were right, which is too few"
    if rule not in note_rules() and act < WOULD_ACT * len(read):
        return f"{rule}: an author would act on {act} of {len(read)} findings, which is too few"
    return ""


def note_rules() -> list[str]:
    """Return the rules that only say what an author may leave."""
    from argcheck.api import Severity
    from argcheck.lint.registry import load_rules

    return [rule.name for rule in load_rules(plugins=False).rules.values() if rule.severity == Severity.NOTE]


def default_rules() -> list[str]:
    from argcheck.lint.registry import load_rules

    return [rule.name for rule in load_rules(plugins=False).rules.values() if not rule.preview]


# --------------------------------------------------------------------------- the command


def regenerate(rows: list[Row]) -> str:
    """Write everything that rests on the ledger; return the figures that are shipped."""
    from argcheck.lint import accuracy

    write(rows)
    sys.argv[1:] = ["--write"]
    load("test_power").main()
    shipped = data(rows, pages())
    DATA.parent.mkdir(exist_ok=True)
    DATA.write_text(shipped, "utf-8", newline="\n")
    README.write_text(readme(shipped, README.read_text("utf-8")), "utf-8", newline="\n")
    accuracy.shipped.cache_clear()
    accuracy.accuracies.cache_clear()
    subprocess.run([sys.executable, ROOT / "docs" / "rule_pages.py"], check=True)
    return shipped


def main(arguments: list[str]) -> int:
    if not corpora_are_here():
        print(f"the corpora are not in {SHARED}: set ARGCHECK_SHARED", file=sys.stderr)
        return 2
    old = read()
    rows = list(declared(judged(collect(), old)))
    if "--reworded" in arguments:
        rows = list(reworded(rows, old))
    shipped = regenerate(rows) if "--write" in arguments else data(rows, pages())
    print(table(shipped))
    for row in rows:
        if row.verdict not in VERDICTS:
            print(f"no verdict: {row.source}: {row.file}:{row.line}: {row.message} [{row.rule}]")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
