"""Foresight: are slips that authors repaired later named at the commit before, and are findings repaired later.

    python benchmarks/foresight.py MIRRORS [--keep FOLDER] [--half tuning|once|once-2|...|read] [--each 12] [--most 40]

`MIRRORS` holds a bare git repository `owner+name` (or `owner+name/anything.git`) for each line of `foresight.csv`.
Backwards: the repairs that `repairs.py` finds in a history, without argcheck, are looked up in what argcheck says of the
parent: an error or a warning of a fitting rule within two lines. Whoever read a repair and found that nothing had been
wrong says so in `docs/accuracy/foresight.csv`; the second share leaves these out.
Forwards: of the errors and warnings at some points of a history, which had their text changed (repaired), lost it
(deleted) or still stand at the end, and after how many commits their line was another one. What is repaired soon
stands at few points: the more points, the fairer.

With `--keep` the answers of each repository are kept in a file, and a run that was interrupted goes on where it was;
remove the files `*.answers.json` to ask anew. The repairs found in a history stand beside them, and cost most.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import json
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from dataclasses import asdict
from itertools import chain, zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any

from history import History
from repairs import PLACEHOLDER, RULES, Repair, repairs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

LIST = Path(__file__).with_name("foresight.csv")
READ = Path(__file__).parents[1] / "docs" / "accuracy" / "foresight.csv"
MOST = 12  #: findings of a rule and repository that count for the capped share
NEAR = 2  #: lines between a repair and the finding that names it

TEXTS = re.compile(r".*\.(?:tex|bib|bbl|sty|cls|rnw|ltx|def|cfg|clo|in|tikz|bst|ins|dtx)", re.IGNORECASE)
EMPTY = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"  #: the blob of an empty file
WORDS = re.compile(r"[^\W_]{2,}")
QUOTED = re.compile(r"'([^']+)'")


def listed(half: str) -> Iterator[tuple[str, str]]:
    """Repository and commit of the lines of the list for tuning, or of those to be looked at once."""
    yield from ((row["repository"], row["commit"]) for row in _rows() if row["half"] == half)


def _rows() -> list[dict[str, str]]:
    with LIST.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def sampled(events: Iterable[Repair], each: int, most: int) -> list[Repair]:
    """At most so many repairs of a kind and of all kinds, always the same ones; rare kinds come first."""
    by_kind = defaultdict(list)
    for event in events:
        by_kind[event.kind].append(event)
    digest = lambda event: hashlib.sha256(repr(event).encode()).digest()  # noqa: E731
    turns = zip_longest(*(sorted(some, key=digest)[:each] for some in by_kind.values()))
    return sorted([event for event in chain(*turns) if event][:most])


class Findings:
    """What argcheck says of the commits of a history, each finding with the text of its line."""

    def __init__(self, history: History, folder: Path) -> None:
        self.history = history
        self.folder = folder / "checkout"
        self.cache = folder / "cache"
        self.written: dict[str, str] = {}  #: blob by path, as in the folder
        self.known: dict[str, list[dict[str, Any]]] = {}
        self.orphans: dict[str, set[str]] = {}  #: files that no document reads
        self.unchecked: dict[str, set[str]] = {}  #: rules that the run says were held back

    def at(self, commit: str) -> list[dict[str, Any]]:
        """Rule, severity, fingerprint, places and line of each finding; a commit is checked once."""
        if commit not in self.known:
            self._write(commit)
            self._point(commit)
            self.known[commit] = self._checked(commit)
        return self.known[commit]

    def _checked(self, commit: str) -> list[dict[str, Any]]:
        argcheck = [sys.executable, "-m", "argcheck", "check", self.folder, "--cache-dir", self.cache]
        command = [*argcheck, "--isolated", "--exit-zero", "--format", "json"]
        done = subprocess.run(command, capture_output=True, check=False, timeout=300)
        if not done.stdout:
            print(f"{commit}: {done.stderr.decode('utf-8', 'replace')[-300:]}", file=sys.stderr)
            return []
        data = json.loads(done.stdout)
        self.orphans[commit] = set(data["orphans"])
        self.unchecked[commit] = {held["rule"] for held in data["not_checked"]}
        findings = []
        for item in data["diagnostics"]:
            places = [(place["file"], place["line"]) for place in (item, *item["related"])]
            kept = {"rule": item["name"], "fingerprint": item["fingerprint"], "severity": item["severity"]}
            line = line_text(self.folder, *places[0])
            findings.append({**kept, "places": places, "message": item["message"], "line": line})
        return findings

    def _write(self, commit: str) -> None:
        """Write the files of a commit, whatever they are called, since a listing may set labels; pictures stay empty.

        Of a file that the snapshot lacks, being large, its name is enough, but a text that it lacks is missing.
        Links are links, and lead nowhere where they leave the folder; a folder without files goes.
        """
        tree, links = self.history.tree(commit), self.history.links(commit)
        for name in self.written.keys() - tree.keys():
            (self.folder / name).unlink(missing_ok=True)  # a link that leads away was not written
            remove_empty_parents(self.folder / name, self.folder)
        written: dict[str, str] = {}
        for name, blob in tree.items():
            if self.written.get(name) == blob:
                written[name] = blob
                continue
            content = self.history.raw(blob)
            if TEXTS.fullmatch(name) and not content and blob != EMPTY:
                (self.folder / name).unlink(missing_ok=True)
                continue
            place = self.folder / name
            if place.is_dir():
                remove_empty(place)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.unlink(missing_ok=True)  # never write through a link
            if name in links:
                target = Path(content.decode("utf-8", "replace"))
                if (place.parent / target).resolve().is_relative_to(self.folder.resolve()):
                    place.symlink_to(target)
            else:  # a text may be in UTF-16
                place.write_bytes(b"" if b"\0" in content and not TEXTS.fullmatch(name) else content)
            written[name] = blob
        self.written = written

    def _point(self, commit: str) -> None:
        """Let the folder be the work tree of a commit, with its history and no later one: what is left has notes."""
        git = self.folder / ".git"
        if not git.exists():
            subprocess.run(["git", "init", "--quiet", "--template=", self.folder], check=True)
            objects = Path(self.history.git("rev-parse", "--git-path", "objects").rstrip("\n")).resolve()
            (git / "objects/info").mkdir(exist_ok=True)
            (git / "objects/info/alternates").write_text(f"{objects}\n", "utf-8")
            if (objects.parent / "shallow").exists():
                (git / "shallow").write_bytes((objects.parent / "shallow").read_bytes())
        (git / "HEAD").write_text(f"{commit}\n", "ascii")
        subprocess.run(["git", "-C", self.folder, "read-tree", commit], check=True)


def remove_empty(folder: Path) -> None:
    """Remove a folder that holds folders only: a file stands in its place now."""
    for inner in folder.iterdir():
        remove_empty(inner)
    folder.rmdir()


def remove_empty_parents(path: Path, top: Path) -> None:
    """Remove the folders of a file that is gone, as far as they hold nothing."""
    folder = path.parent
    while folder != top and not any(folder.iterdir()):
        folder.rmdir()
        folder = folder.parent


def line_text(folder: Path, path: str, line: int) -> str:
    try:
        return (folder / path).read_text("utf-8", "replace").split("\n")[line - 1]
    except (OSError, IndexError):
        return ""


def named(event: Repair, findings: list[dict[str, Any]], *severities: str) -> bool:
    """Whether a finding of a fitting rule has a place on the lines of a repair, or close by."""
    last = max(event.line, event.end)
    said = [item for item in findings if item["severity"] in severities]
    # At another place that asks for it, at the second of two entries, or a comma that is missing behind a key.
    quoting = [item for item in said if f"'{event.after}'" in item["message"]]
    if event.kind == "entry-added" and quoting:
        return True
    if event.kind in ("label-added", "duplicate-key") and any(
        item["rule"] in RULES[event.kind] for item in quoting
    ):
        return True
    return any(
        path == event.path and event.line - NEAR <= line <= last + NEAR
        for item in said
        if item["rule"] in RULES[event.kind] or _names_placeholder(event, item)
        for path, line in item["places"]
    )


def _names_placeholder(event: Repair, item: dict[str, Any]) -> bool:
    r"""Whether a finding of another rule quotes the placeholder, as of a label in `\ref{XXX}`."""
    quoted = " ".join(QUOTED.findall(item["message"]))
    return event.kind == "placeholder" and PLACEHOLDER.search(quoted) is not None and quoted in event.before


def backwards(findings: Findings, events: list[Repair]) -> Iterator[dict[str, Any]]:
    """Each repair, and whether an error or a warning named it at the parent, or at least a note."""
    for event in events:
        said = findings.at(event.parent)
        yield {
            **asdict(event),
            "named": named(event, said, "error", "warning"),
            "noted": named(event, said, "note"),
            "unchecked": not RULES[event.kind].isdisjoint(findings.unchecked.get(event.parent, ())),
            "unread": event.path in findings.orphans.get(event.parent, ()),
        }


def forwards(history: History, findings: Findings, points: int, *, notes: bool) -> Iterator[dict[str, Any]]:
    """Rule, fate and place of the errors and warnings, or of the notes, at some points of a history, evenly apart."""
    commits = [child for child, _ in history.commits]
    if len(commits) < 8:
        return
    end = End(history, findings, commits[-1])
    seen = set()
    for start in (len(commits) * point // (points + 1) for point in range(1, points + 1)):
        for item in findings.at(commits[start]):
            if (item["severity"] == "note") != notes or item["fingerprint"] in seen:
                continue
            seen.add(item["fingerprint"])
            path, line = item["places"][0]
            after = changed_after(history, commits[start:], path, item["line"])
            kept = {
                "rule": item["rule"],
                "severity": item["severity"],
                "fate": end.fate(item),
                "commits": after,
            }
            yield {**kept, "at": commits[start], "path": path, "line": line, "message": item["message"]}


class End:
    """The last commit of a history."""

    def __init__(self, history: History, findings: Findings, commit: str) -> None:
        self.findings = {item["fingerprint"] for item in findings.at(commit)}
        #: What many files miss is one finding, at any of them.
        self.absent = {item["message"] for item in findings.at(commit) if item["rule"] == "missing-input"}
        self.tree = history.tree(commit)
        texts = history.texts(commit).values()
        self.keys = set().union(*(facts.keys for facts in texts))
        self.grams = {gram for facts in texts for gram in trigrams("\n".join(facts.lines))}

    def fate(self, item: dict[str, Any]) -> str:
        """What became of a finding: where the text itself is what was wrong, whoever took it away has repaired it."""
        mine = trigrams(item["line"])
        if item["fingerprint"] in self.findings or item["message"] in self.absent:
            return "still there"
        if item["rule"] == "leftover":
            survives = item["places"][0][0] in self.tree
        elif item["rule"] in ("duplicate-key", "duplicate-entry"):
            survives = not self.keys.isdisjoint(QUOTED.findall(item["message"]))
        else:
            survives = bool(mine) and len(mine & self.grams) >= len(mine) / 2
        return "repaired" if survives else "deleted"


def changed_after(history: History, commits: list[str], path: str, line: str) -> int | None:
    """Commits until a file has a line no more; None where it has it to the end."""
    for number, commit in enumerate(commits):
        blob = history.tree(commit).get(path)
        if blob is None or line not in history.facts(blob, path.endswith(".bib")).lines:
            return number
    return None


def trigrams(text: str) -> set[tuple[str, ...]]:
    words = WORDS.findall(text)
    return set(zip(words, words[1:], words[2:], strict=False)) or ({tuple(words)} if words else set())


def mirror(folder: Path, repository: str) -> Path | None:
    place = folder / repository.replace("/", "+")
    return next((path for path in (place, *sorted(place.glob("*"))) if (path / "HEAD").is_file()), None)


def kept(file: Path | None, make: Callable[[], Any]) -> Any:
    """What a file holds; where there is none it is made, and kept if there is a file to keep it in."""
    if file is None:
        return make()
    if not file.exists():
        part = file.with_suffix(".part")
        part.write_text(json.dumps(make(), indent=1), "utf-8")
        part.replace(file)
    return json.loads(file.read_text("utf-8"))


def answers(history: History, name: str, options: argparse.Namespace) -> dict[str, Any]:
    """Repairs that were looked up, and fates of findings, of one repository."""
    place = (options.keep / f"{name}.repairs.json") if options.keep else None
    all_repairs = kept(place, lambda: [asdict(event) for event in repairs(history, options.last)])
    events = sampled((Repair(**event) for event in all_repairs), options.each, options.most)
    with tempfile.TemporaryDirectory() as folder:
        findings = Findings(history, Path(folder))
        return {
            "repairs": list(backwards(findings, events)),
            "fates": list(forwards(history, findings, options.points, notes=options.notes)),
        }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("mirrors", type=Path)
    parser.add_argument("--half", choices=sorted({row["half"] for row in _rows()}), default="tuning")
    parser.add_argument("--only", default="", help="a part of the name of the repositories to look at")
    parser.add_argument("--each", type=int, default=12, help="repairs of a kind and repository, at most")
    parser.add_argument("--most", type=int, default=40, help="repairs of a repository, at most")
    parser.add_argument("--points", type=int, default=12, help="commits whose findings are followed")
    parser.add_argument("--notes", action="store_true", help="follow notes in place of errors and warnings")
    parser.add_argument("--last", type=int, default=300, help="commits of a history that are searched")
    parser.add_argument("--keep", type=Path, help="a folder for the answers, to go on after an interruption")
    parser.add_argument("--missed", action="store_true", help="print each repair that nothing named")
    options = parser.parse_args()
    if options.keep:
        options.keep.mkdir(parents=True, exist_ok=True)
    looked_up: list[dict[str, Any]] = []
    fates: list[dict[str, Any]] = []
    for repository, commit in listed(options.half):
        place = mirror(options.mirrors, repository)
        if options.only not in repository:
            continue
        if place is None:
            print(f"{repository}: no mirror in {options.mirrors}", file=sys.stderr)
            continue
        begun = time.monotonic()
        history = History(place, commit)
        name = repository.replace("/", "+")
        file = options.keep / f"{name}.answers.json" if options.keep else None
        said = kept(file, lambda: answers(history, name, options))  # noqa: B023 - called at once
        history.close()
        looked_up += ({"repository": repository, **event} for event in said["repairs"])
        fates += ({"repository": repository, **fate} for fate in said["fates"])
        took = time.monotonic() - begun
        print(f"{repository}: {len(said['repairs'])} repairs, {took:.0f} s", file=sys.stderr, flush=True)
    print_backwards(looked_up, read_out())
    print_forwards("notes" if options.notes else "errors and warnings", fates)
    if options.missed:
        print_missed(looked_up, read_out())
    return 0


def read_out() -> set[str]:
    """Names of the repairs that somebody read and found to be none."""
    if not READ.exists():
        return set()
    with READ.open(encoding="utf-8", newline="") as stream:
        return {row["repair"] for row in csv.DictReader(stream) if row["verdict"] == "no slip"}


def name_of(event: dict[str, Any]) -> str:
    """A short name of a repair that stays the same from run to run."""
    parts = (event["repository"], event["kind"], event["parent"], event["path"], event["line"])
    return hashlib.sha256("\n".join(map(str, parts)).encode()).hexdigest()[:10]


def print_backwards(looked_up: list[dict[str, Any]], no_slips: set[str]) -> None:
    columns = f"{'looked up':>9} {'named':>6} {'share':>6} {'no slip':>8} {'share':>6}"
    print(
        f"{'repaired later':24} {columns}  of the others: by a note, said to be unchecked, in a file of no document"
    )
    for kind in [*RULES, "all"]:
        events = [event for event in looked_up if kind in ("all", event["kind"])]
        if not events:
            continue
        hits = sum(event["named"] for event in events)
        missed = [event for event in events if not event["named"]]
        none = sum(name_of(event) in no_slips for event in missed)
        silent = [event for event in missed if name_of(event) not in no_slips]
        others = [sum(event[what] for event in silent) for what in ("noted", "unchecked", "unread")]
        left = share_of(hits, len(missed) - none)
        print(
            f"{kind:24} {len(events):9} {hits:6} {share_of(hits, len(missed)):>6} {none:8} {left:>6}  {others}"
        )


def print_missed(looked_up: list[dict[str, Any]], no_slips: set[str]) -> None:
    for event in looked_up:
        if not event["named"] and name_of(event) not in no_slips:
            words = ("repository", "kind", "parent", "child")
            print(f"\n{name_of(event)} {' '.join(str(event[word]) for word in words)}")
            print(
                f"  {event['path']}:{event['line']}{' (a note)' if event['noted'] else ''}{' (unchecked)' if event['unchecked'] else ''}"
            )
            print(f"  - {event['before'][:400]}\n  + {event['after'][:400]}")


def print_forwards(title: str, fates: list[dict[str, Any]]) -> None:
    """Fates of all findings, and of at most so many a rule and repository: one bibliography shall not speak for all."""
    columns = f"{'repaired':>8} {'still':>6} {'deleted':>8} {'share':>6} {'capped':>6}"
    print(f"\n{title:34} {columns}  commits until the line changed, median")
    for rule in [*sorted({fate["rule"] for fate in fates}), "all"]:
        some = [fate for fate in fates if rule in ("all", fate["rule"])]
        repaired, still, deleted = (
            Counter((fate["repository"], fate["rule"]) for fate in some if fate["fate"] == what)
            for what in ("repaired", "still there", "deleted")
        )
        capped = share_of(*(sum(min(MOST, n) for n in counts.values()) for counts in (repaired, still)))
        waited = [fate["commits"] for fate in some if fate["fate"] == "repaired" and fate["commits"]]
        print(
            f"{rule:34} {repaired.total():8} {still.total():6} {deleted.total():8} "
            f"{share_of(repaired.total(), still.total()):>6} {capped:>6}  {statistics.median(waited) if waited else '':>4}"
        )


def share_of(part: int, rest: int) -> str:
    return f"{part / (part + rest):.0%}" if part + rest else ""


if __name__ == "__main__":
    raise SystemExit(main())
