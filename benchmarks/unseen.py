"""How right argcheck is on documents that it has never met: ``python benchmarks/unseen.py --checkouts DIR``.

`unseen.csv` beside this file names public repositories, each at a commit, and the day on which it was listed.  By a
hash of its name each is for *tuning*, and may be looked at while rules are mended, or for looking at *once*: nobody
reads what argcheck says of those before a release, and their figures are the ones to publish.  What was looked at once
is for tuning from then on, so that only repositories of the latest day are for looking at once.  A list of which nobody
reads anything before all of it was looked at once says `whole` behind its day.

Each is checked as a stranger would: default rules, no configuration, in the root of the checkout.  Of the errors
and warnings 12 a rule and repository are sampled.  `docs/accuracy/unseen.csv` has their verdicts: somebody read
each in its source, as the author would.  Printed are the findings without a verdict, and the figures.

`DIR` holds a checkout of each as `owner+name`; what is not there is fetched with git from GitHub.
`--write` brings `docs/accuracy/unseen.csv` up to date, with an empty verdict for what is new, and the figures of the
tuning half in `docs/accuracy/looks.md`.  What was said of the half that is looked at once stays as it was found on
that day, whatever is mended afterwards: ``--half once --write`` refuses.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

HERE = Path(__file__).resolve().parent
LIST = HERE / "unseen.csv"
JUDGED = HERE.parent / "docs" / "accuracy" / "unseen.csv"
LOOKS = HERE.parent / "docs" / "accuracy" / "looks.md"
BEGIN, END = "<!-- unseen: made by benchmarks/unseen.py -->\n", "<!-- end of unseen -->"

TUNING, ONCE = "tuning", "once"
SAMPLE = 12  #: errors and warnings of one rule in one repository that are judged
SCREEN = 25  #: lines of output that a first screen shows
WORDS = 400  #: words on a page of a thesis or a preprint
VERDICTS = ("act", "ignore", "wrong")
HEADER = re.compile(r"(?:error|warning|note)\[(?P<code>[A-Z]+\d+)\]: (?P<message>.*) \[[a-z-]+\]$")
PLACE = re.compile(r"\s*--> (?P<file>.*):(?P<line>\d+):\d+$")
MARKUP = re.compile(r"(?<!\\)%.*|\\[A-Za-z@]+\*?|\$[^$]*\$")
WORD = re.compile(r"[^\W\d_]{2,}|[\u3400-\u9fff]{2}")


class Repository(NamedTuple):
    """A line of the list."""

    repository: str  #: owner/name
    commit: str
    kind: str
    field: str
    language: str
    licence: str
    listed: str = ""  #: the day, as 2026-11-22, with the time in UTC where it is the second list of a day, and ``whole``
    latest: bool = True  #: whether no other was listed later

    @property
    def half(self) -> str:
        """What the repository is for: a bit of the hash of its name, while it is of the latest list, if that is not one whole."""
        drawn = self.listed.endswith("whole") or blake2b(self.repository.lower().encode()).digest()[0] & 1
        return ONCE if self.latest and drawn else TUNING

    @property
    def folder(self) -> str:
        """The name of its checkout."""
        return self.repository.replace("/", "+")


class Finding(NamedTuple):
    """A row of the judgements: an error or a warning, and what became of it."""

    repository: str
    rule: str
    fingerprint: str
    place: str
    message: str
    verdict: str = ""
    reason: str = ""

    @property
    def key(self) -> tuple[str, str]:
        """What a verdict is kept by."""
        return self.repository, self.fingerprint


class Run(NamedTuple):
    """What argcheck says of one repository."""

    repository: Repository
    pages: float
    findings: list[Finding]  #: errors and warnings, all of them
    screen: set[tuple[str, str]]  #: place and message of what the first screen shows
    failures: list[str]


def repositories(half: str) -> list[Repository]:
    """Return the repositories of one half, or of both (``all``)."""
    with LIST.open(encoding="utf-8", newline="") as stream:
        listed = [Repository(**row) for row in csv.DictReader(stream)]
    latest = max((repository.listed for repository in listed), default="")
    listed = [repository._replace(latest=repository.listed == latest) for repository in listed]
    return [repository for repository in listed if half in (repository.half, "all")]


def read_judgements() -> list[Finding]:
    """Return all rows of the judgements file."""
    if not JUDGED.is_file():
        return []
    with JUDGED.open(encoding="utf-8", newline="") as stream:
        return [Finding(**row) for row in csv.DictReader(stream)]


# --------------------------------------------------------------------------- running


def fetched(repository: Repository, checkouts: Path) -> Path | None:
    """Return the folder of a checkout; fetch it where it is missing, if there is a network."""
    folder = checkouts / repository.folder
    if folder.is_dir():
        return folder
    folder.mkdir(parents=True)
    address = f"https://github.com/{repository.repository}"
    for command in (
        ["init", "--quiet"],
        ["fetch", "--quiet", "--depth=1", address, repository.commit],
        ["checkout", "--quiet", "FETCH_HEAD"],
    ):
        environment = os.environ | {"GIT_LFS_SKIP_SMUDGE": "1", "GIT_TERMINAL_PROMPT": "0"}
        done = subprocess.run(["git", *command], cwd=folder, env=environment, check=False)
        if done.returncode:
            print(f"{repository.repository} cannot be fetched", file=sys.stderr)
            subprocess.run(["rm", "-rf", str(folder)], check=True)
            return None
    return folder


def argcheck(folder: Path, *options: str) -> str:
    """Run argcheck in a folder as a stranger would, and return what it prints."""
    command = [sys.executable, "-m", "argcheck", "check", ".", "--isolated", "--no-cache", *options]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        raise RuntimeError(f"{folder.name}: argcheck ended with {done.returncode}\n{done.stderr}")
    return done.stdout


def run(repository: Repository, folder: Path) -> Run:
    """Check one repository by the default rules."""
    with tempfile.TemporaryDirectory(prefix="argcheck-") as work:
        report = Path(work, "report.json")
        printed = argcheck(folder, "--color=never", f"--format=full,json:{report}")
        said = json.loads(report.read_text("utf-8"))
    findings = [
        Finding(
            repository.repository,
            one["name"],
            one["fingerprint"],
            f"{one['file']}:{one['line']}",
            one["message"],
        )
        for one in said["diagnostics"]
        if one["severity"] != "note"
    ]
    failures = [str(failure) for failure in said["failures"]]
    return Run(repository, pages(folder), findings, first_screen(printed), failures)


def first_screen(printed: str) -> set[tuple[str, str]]:
    """Return place and message of the errors and warnings that begin on the first screen."""
    shown, message = set(), ""
    for line in printed.splitlines()[:SCREEN]:
        if header := HEADER.match(line):
            message = header["message"]
        elif message and (place := PLACE.match(line)):
            shown.add((f"{place['file']}:{place['line']}", message))
            message = ""
    return shown


def pages(folder: Path) -> float:
    """Estimate the pages of the documents: the words of the files that argcheck reads for them, 400 a page.

    Comments, names of commands and short formulas are no words; two Chinese characters are one.
    """
    files = [folder / name for name in argcheck(folder, "--show-files").splitlines()]
    texts = [
        file for file in files if file.suffix.lower() in {".tex", ".rnw", ".snw", ".ltx", ".qmd", ".rmd"}
    ]
    words = (WORD.findall(MARKUP.sub(" ", file.read_text("utf-8", errors="replace"))) for file in texts)
    return sum(map(len, words)) / WORDS


# --------------------------------------------------------------------------- judging


def sampled(findings: Sequence[Finding]) -> list[Finding]:
    """Draw 12 findings a rule and repository, the same ones as long as they are there."""
    by_rule: dict[tuple[str, str], list[Finding]] = defaultdict(list)
    for finding in findings:
        by_rule[finding.repository, finding.rule].append(finding)
    return [
        finding
        for members in by_rule.values()
        for finding in sorted(members, key=lambda one: blake2b(one.fingerprint.encode()).digest())[:SAMPLE]
    ]


def judged(findings: Iterable[Finding], judgements: Iterable[Finding]) -> list[Finding]:
    """Take over the verdicts on the same finding of the same repository."""
    known = {row.key: row for row in judgements}
    return [
        finding._replace(verdict=known[finding.key].verdict, reason=known[finding.key].reason)
        if finding.key in known
        else finding
        for finding in findings
    ]


def write(rows: Iterable[Finding]) -> None:
    """Write the judgements, in the order of repositories, rules and places."""
    ordered = sorted(
        set(rows), key=lambda row: (row.repository.lower(), row.rule, row.place, row.fingerprint)
    )
    with JUDGED.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream, lineterminator="\n").writerows([Finding._fields, *ordered])


# --------------------------------------------------------------------------- figures


def wrong_in_all(runs: Sequence[Run], rows: Sequence[Finding]) -> float:
    """Estimate the wrong findings: of a sample the share of wrong ones stands for all of its rule and repository."""
    drawn: Counter[tuple[str, str]] = Counter((row.repository, row.rule) for row in rows if row.verdict)
    wrong: Counter[tuple[str, str]] = Counter(
        (row.repository, row.rule) for row in rows if row.verdict == "wrong"
    )
    there: Counter[tuple[str, str]] = Counter(
        (finding.repository, finding.rule) for one in runs for finding in one.findings
    )
    return sum(there[key] * count / drawn[key] for key, count in wrong.items())


def clean_screens(runs: Sequence[Run], rows: Sequence[Finding]) -> list[Run]:
    """Return the runs whose first screen shows no finding that was judged wrong, nor one that is like it.

    Like it is what says the same elsewhere, and what is of a rule of which all that were drawn in the repository are wrong.
    """
    wrong = {(row.repository, row.message) for row in rows if row.verdict == "wrong"}
    right = {(row.repository, row.rule) for row in rows if row.verdict != "wrong"}
    lost = {(row.repository, row.rule) for row in rows if row.verdict == "wrong"} - right
    wrong |= {
        (finding.repository, finding.message)
        for one in runs
        for finding in one.findings
        if (finding.repository, finding.rule) in lost
    }
    return [
        one
        for one in runs
        if not any((one.repository.repository, message) in wrong for _, message in one.screen)
    ]


def share(part: float, whole: float) -> str:
    """Write a share in per cent, rounded down."""
    return f"{int(100 * part / whole)} %" if whole else "-"


def figures(runs: Sequence[Run], rows: Sequence[Finding]) -> str:
    """Write the figures of the runs."""
    total = sum(one.pages for one in runs)
    wrong, clean = wrong_in_all(runs, rows), clean_screens(runs, rows)
    by_rule: dict[str, Counter[str]] = defaultdict(Counter)
    for row in rows:
        by_rule[row.rule][row.verdict or "open"] += 1
    verdicts = sum(by_rule.values(), Counter())
    read = sum(verdicts[verdict] for verdict in VERDICTS)
    lines = [
        f"{len(runs)} repositories, {total:,.0f} pages, {sum(len(one.findings) for one in runs)} errors and warnings, {read} judged",
        f"wrong per 100 pages: {100 * wrong / total if total else 0:.2f}",
        f"first screen without a wrong finding: {len(clean)} of {len(runs)} ({share(len(clean), len(runs))})",
        f"an author would act on {share(verdicts['act'], read)}",
        "",
        f"{'rule':32}{'act':>6}{'ignore':>8}{'wrong':>7}{'open':>6}",
        *(
            f"{rule:32}{count['act']:6}{count['ignore']:8}{count['wrong']:7}{count['open']:6}"
            for rule, count in [*sorted(by_rule.items()), ("all", verdicts)]
        ),
    ]
    return "\n".join(lines)


def readme(text: str, half: str, printed: str) -> str:
    """Put the figures of one half into the page on accuracy, between its marks."""
    head, _, rest = text.partition(BEGIN)
    return f"{head}{BEGIN}\n```text\n{half} half: {printed}\n```\n\n{END}{rest.partition(END)[2]}"


# --------------------------------------------------------------------------- the command


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--checkouts", type=Path, required=True, help="folder of the checkouts, owner+name each"
    )
    parser.add_argument("--half", choices=[TUNING, ONCE, "all"], default=TUNING, help="which repositories")
    parser.add_argument("--only", action="append", help="only this repository; may be given several times")
    parser.add_argument("--write", action="store_true", help="bring docs/accuracy/unseen.csv up to date")
    parser.add_argument("--by-repository", action="store_true", help="also print a line a repository")
    options = parser.parse_args(arguments)
    if options.write and options.half != TUNING:
        parser.error(
            "the figures of the half that is looked at once were written on the day it was; they stay"
        )
    runs = []
    for repository in repositories(options.half):
        if options.only and repository.repository not in options.only:
            continue
        folder = fetched(repository, options.checkouts.resolve())
        if folder is not None:
            runs.append(run(repository, folder))
    judgements = read_judgements()
    rows = judged([row for one in runs for row in sampled(one.findings)], judgements)
    printed = figures(runs, rows)
    if options.write:
        here = {one.repository.repository for one in runs}
        write([*rows, *(row for row in judgements if row.repository not in here)])
        LOOKS.write_text(readme(LOOKS.read_text("utf-8"), options.half, printed), "utf-8", newline="\n")
    if options.by_repository:
        for one in runs:
            print(f"{one.repository.repository:56}{one.pages:8.0f} pages{len(one.findings):6} findings")
    print(printed)
    for row in rows:
        if row.verdict not in VERDICTS:
            print(f"no verdict: {row.repository}: {row.place}: {row.message} [{row.rule}]")
    for one in runs:
        for failure in one.failures:
            print(f"failed: {one.repository.repository}: {failure}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
