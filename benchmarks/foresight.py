"""Foresight: are slips that authors repaired later named at the commit before, and are findings repaired later.

    python benchmarks/foresight.py MIRRORS [--half tuning|once] [--each 12] [--raw events.jsonl]

`MIRRORS` holds a bare git repository `owner+name` (or `owner+name/anything.git`) for each line of `foresight.csv`.
Backwards: the repairs that `repairs.py` finds in a history, without argcheck, are looked up in what argcheck says of the
parent (an error or a warning of a fitting rule within two lines) and of the child (where it must be gone).
Forwards: of the errors and warnings at a quarter, half and three quarters of a history, which had their text changed
(repaired), lost it (deleted) or still stand at the end.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import json
import re
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from repairs import RULES, History, Repair, repairs

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

LIST = Path(__file__).with_name("foresight.csv")
MOST = 12  #: findings of a rule and repository that count for the capped share
NEAR = 2  #: lines between a repair and the finding that names it
TEXTS = {
    ".tex",
    ".bib",
    ".bbl",
    ".sty",
    ".cls",
    ".rnw",
    ".ltx",
    ".def",
    ".cfg",
    ".clo",
    ".in",
    ".tikz",
    ".bst",
    ".ins",
    ".dtx",
}
WORDS = re.compile(r"[^\W_]{2,}")


def listed(half: str) -> Iterator[tuple[str, str]]:
    """Repository and commit of the lines of the list for tuning, or of those to be looked at once."""
    with LIST.open(encoding="utf-8", newline="") as stream:
        yield from (
            (row["repository"], row["commit"]) for row in csv.DictReader(stream) if row["half"] == half
        )


def sampled(events: Iterable[Repair], each: int) -> list[Repair]:
    """At most so many repairs of a kind, always the same ones."""
    by_kind = defaultdict(list)
    for event in events:
        by_kind[event.kind].append(event)
    digest = lambda event: hashlib.sha256(repr(event).encode()).digest()  # noqa: E731
    return sorted(event for some in by_kind.values() for event in sorted(some, key=digest)[:each])


class Findings:
    """Errors and warnings of a commit, each with the words of its line; a commit is checked once."""

    def __init__(self, history: History) -> None:
        self.history = history
        self.known: dict[str, list[dict[str, Any]]] = {}
        self.orphans: dict[str, set[str]] = {}  #: files that no document reads

    def at(self, commit: str) -> list[dict[str, Any]]:
        """Rule, fingerprint, places and line of each error and warning."""
        if commit not in self.known:
            with tempfile.TemporaryDirectory() as folder:
                self.known[commit] = self._checked(commit, Path(folder))
        return self.known[commit]

    def _checked(self, commit: str, folder: Path) -> list[dict[str, Any]]:
        self._write(commit, folder)
        command = [
            sys.executable,
            "-m",
            "argcheck",
            "check",
            folder,
            "--isolated",
            "--no-cache",
            "--exit-zero",
            "--format",
            "json",
        ]
        done = subprocess.run(command, capture_output=True, check=False, timeout=300)
        if not done.stdout:
            print(f"{commit}: {done.stderr.decode('utf-8', 'replace')[-300:]}", file=sys.stderr)
            return []
        data = json.loads(done.stdout)
        self.orphans[commit] = set(data["orphans"])
        findings = []
        for item in data["diagnostics"]:
            if item["severity"] in {"error", "warning"}:
                places = [(place["file"], place["line"]) for place in (item, *item["related"])]
                kept = {"rule": item["name"], "fingerprint": item["fingerprint"], "places": places}
                findings.append({**kept, "line": line_text(folder, *places[0])})
        return findings

    def _write(self, commit: str, folder: Path) -> None:
        """Write the texts of a commit; of any other file its name is enough, and snapshots lack the large ones."""
        for name, blob in self.history.tree(commit).items():
            place = folder / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(self.history.raw(blob) if place.suffix.lower() in TEXTS else b"")


def line_text(folder: Path, path: str, line: int) -> str:
    try:
        return (folder / path).read_text("utf-8", "replace").split("\n")[line - 1]
    except (OSError, IndexError):
        return ""


def named(event: Repair, findings: list[dict[str, Any]]) -> bool:
    return any(
        item["rule"] in RULES[event.kind]
        and any(
            path == event.path and event.line - NEAR <= line <= max(event.line, event.end) + NEAR
            for path, line in item["places"]
        )
        for item in findings
    )


def backwards(findings: Findings, events: list[Repair]) -> Iterator[dict[str, Any]]:
    for event in events:
        said = named(event, findings.at(event.parent))
        yield {**asdict(event), "named": said, "unread": event.path in findings.orphans.get(event.parent, ())}


def forwards(history: History, findings: Findings) -> Iterator[tuple[str, str]]:
    """Rule and fate of the errors and warnings at three points of a history."""
    commits = [child for child, _ in history.commits]
    if len(commits) < 8:
        return
    points = [commits[len(commits) * quarter // 4] for quarter in (1, 2, 3)]
    last = {item["fingerprint"] for item in findings.at(commits[-1])}
    grams = {
        gram for facts in history.texts(commits[-1]).values() for gram in trigrams("\n".join(facts.lines))
    }
    seen = set()
    for commit in points:
        for item in findings.at(commit):
            if item["fingerprint"] in seen:
                continue
            seen.add(item["fingerprint"])
            mine = trigrams(item["line"])
            if item["fingerprint"] in last:
                yield item["rule"], "still there"
            elif mine and len(mine & grams) >= len(mine) / 2:
                yield item["rule"], "repaired"
            else:
                yield item["rule"], "deleted"


def trigrams(text: str) -> set[tuple[str, ...]]:
    words = WORDS.findall(text)
    return set(zip(words, words[1:], words[2:], strict=False)) or ({tuple(words)} if words else set())


def mirror(folder: Path, repository: str) -> Path | None:
    place = folder / repository.replace("/", "+")
    return next((path for path in (place, *sorted(place.glob("*"))) if (path / "HEAD").is_file()), None)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("mirrors", type=Path)
    parser.add_argument("--half", choices=["tuning", "once"], default="tuning")
    parser.add_argument("--only", help="a part of the name of the repositories to look at")
    parser.add_argument(
        "--each", type=int, default=12, help="repairs of a kind and repository that are looked up"
    )
    parser.add_argument("--last", type=int, default=300, help="commits of a history that are searched")
    parser.add_argument("--raw", type=Path, help="write every repair that was looked up, as JSON lines")
    options = parser.parse_args()
    looked_up: list[dict[str, Any]] = []
    fates: Counter[tuple[str, str, str]] = Counter()
    for repository, commit in listed(options.half):
        if options.only and options.only not in repository:
            continue
        place = mirror(options.mirrors, repository)
        if place is None:
            print(f"{repository}: no mirror in {options.mirrors}", file=sys.stderr)
            continue
        history = History(place, commit)
        findings = Findings(history)
        events = sampled(repairs(history, options.last), options.each)
        looked_up += ({"repository": repository, **event} for event in backwards(findings, events))
        fates.update((repository, *fate) for fate in forwards(history, findings))
        history.close()
        print(f"{repository}: {len(events)} repairs", file=sys.stderr, flush=True)
    if options.raw:
        options.raw.write_text("".join(f"{json.dumps(event)}\n" for event in looked_up), "utf-8")
    print_backwards(looked_up)
    print_forwards(fates)
    return 0


def print_backwards(looked_up: list[dict[str, Any]]) -> None:
    print(
        f"{'repaired later':24} {'looked up':>9} {'named':>6} {'share':>6}  of those missed, in files of no document"
    )
    for kind in [*RULES, "all"]:
        events = [event for event in looked_up if kind in ("all", event["kind"])]
        if events:
            hits = sum(event["named"] for event in events)
            unread = sum(event["unread"] and not event["named"] for event in events)
            print(f"{kind:24} {len(events):9} {hits:6} {hits / len(events):6.0%}  {unread}")


def print_forwards(fates: Counter[tuple[str, str, str]]) -> None:
    """Fates of all findings, and of at most so many a rule and repository: one bibliography shall not speak for all."""
    print(
        f"\n{'errors and warnings':34} {'repaired':>8} {'still':>6} {'deleted':>8}  of what survives, repaired; at most {MOST} a repository"
    )
    for rule in [*sorted({rule for _, rule, _ in fates}), "all"]:
        repaired, still, deleted = (
            survived(fates, rule, fate) for fate in ("repaired", "still there", "deleted")
        )
        share = share_of(sum(repaired), sum(still))
        capped = share_of(sum(min(MOST, n) for n in repaired), sum(min(MOST, n) for n in still))
        print(f"{rule:34} {sum(repaired):8} {sum(still):6} {sum(deleted):8}  {share:>5} {capped:>6}")


def survived(fates: Counter[tuple[str, str, str]], rule: str, fate: str) -> list[int]:
    """How many findings of a rule, or of all rules, have a fate: a number for each repository and rule."""
    return [count for (_, name, what), count in fates.items() if rule in ("all", name) and what == fate]


def share_of(part: int, rest: int) -> str:
    return f"{part / (part + rest):.0%}" if part + rest else ""


if __name__ == "__main__":
    raise SystemExit(main())
