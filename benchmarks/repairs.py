"""Slips that authors repaired, found in git histories by patterns of its own: nothing here uses argcheck.

A repair is a pair of commits, parent and child, and a line of the parent that was wrong: a reference to no label
that the child points to one, a key that stands twice and then once, a placeholder that gives way to words.
`foresight.py` asks whether argcheck names that line at the parent.
"""

from __future__ import annotations

import difflib
import re
import subprocess
from bisect import bisect
from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

#: What a finding on the line of a repair of this kind has to be called to have named it.
RULES = {
    "undefined-reference": {"undefined-reference"},
    "label-added": {"undefined-reference"},
    "empty-reference": {"undefined-reference", "leftover"},
    "duplicate-label": {"duplicate-label"},
    "undefined-citation": {"undefined-citation", "empty-or-placeholder-citation", "key-case-mismatch"},
    "entry-added": {"undefined-citation"},
    "empty-citation": {"empty-or-placeholder-citation"},
    "repeated-key": {"repeated-key"},
    "duplicate-key": {"duplicate-key", "duplicate-entry"},
    "duplicate-field": {"broken-entry", "repeated-field"},
    "duplicate-entry": {"duplicate-entry", "duplicate-key"},
    "missing-field": {"missing-field"},
    "malformed-identifier": {"malformed-identifier"},
    "placeholder": {"leftover", "empty-or-placeholder-citation", "placeholder-author"},
    "type-word": {"type-word-mismatch"},
    "missing-file": {"missing-input", "missing-figure"},
    "unbalanced": {"unbalanced-group"},
    "unreferenced-float": {"unreferenced-float"},
}

REF = re.compile(r"\\(?:[cC]|eq|auto|name|page|v|V|sub)?ref\*?(?:\[[^][]*\])?\{([^{}]*)\}")
CITE = re.compile(r"\\[a-zA-Z]*cite[a-zA-Z]*\*?(?:\[[^][]*\]){0,2}\{([^{}]*)\}")
LABEL = re.compile(r"\\label\{([^{}]*)\}")
ENTRY = re.compile(r"^[ \t\ufeff]*@(\w+)\s*[{(]\s*([^\s,{}()]+)\s*,", re.MULTILINE)
ANY_ENTRY = re.compile(r"^[ \t\ufeff]*@\w+\s*[{(]", re.MULTILINE)  # also one whose key cannot be read
FIELD = re.compile(r"^[ \t]*,?[ \t]*([A-Za-z][\w-]*)\s*=\s*(.*)$", re.MULTILINE)
INPUT = re.compile(r"\\(?:input|include|includegraphics)\*?(?:\[[^][]*\])?\{([^{}\\#]+)\}")
READS = re.compile(r"\{([^{}\\\n]+)\}|\\input\s+([^\s{}\\]+)")
MAKES_LABEL = re.compile(r"\\begin\{[^{}]*\}.*?\{([\w.-]+)\}\s*(?:%|$)", re.MULTILINE)
FLOAT = re.compile(r"\\begin\{(figure|table)\*?\}.*?\\end\{\1\*?\}", re.DOTALL)
COMMENT = re.compile(r"(?<!\\)%.*")
PLACEHOLDER = re.compile(
    r"\b(?:TODO|FIXME|XXX+|TBD|TBA)\b|\?\?+|\[(?:cite|citation|ref|reference|insert)[^][]*\]|lorem ipsum",
    re.IGNORECASE,
)
TYPES = {
    "figure": r"fig(?:ure|\.)?s?", "table": r"tab(?:le|\.)?s?", "section": r"sec(?:tion|\.|t\.)?s?",
    "chapter": r"ch(?:apter|\.|ap\.)?s?", "equation": r"eq(?:uation|n|\.)?s?", "theorem": r"theorems?|thm\.?",
    "lemma": r"lemmas?|lem\.?", "corollary": r"corollar(?:y|ies)|cor\.?", "definition": r"definitions?|def\.?",
    "proposition": r"propositions?|prop\.?", "algorithm": r"algorithms?|alg\.?", "appendix": r"appendix|app\.?",
}  # fmt: skip
TYPED = re.compile(
    "|".join(rf"\b(?P<{name}>{words})" for name, words in TYPES.items()).join([r"(?:", r")[~\s]*\(?$"]),
    re.IGNORECASE,
)
REQUIRED = {
    "article": {"author", "title", "journal", "year"},
    "inproceedings": {"author", "title", "booktitle", "year"},
    "book": {"title", "publisher", "year"},
    "phdthesis": {"author", "title", "school", "year"},
}
SAME_FIELD = {"journaltitle": "journal", "date": "year", "institution": "school", "editor": "author"}
DOI = re.compile(r"(?:https?://(?:dx\.)?doi\.org/|doi:\s*)?10\.\d{4,9}/[^\s{}]+", re.IGNORECASE)
WOVEN = (".Rnw", ".rnw", ".Rmd", ".lyx")  #: sources of which a program makes LaTeX
LONGEST_HUNK = 30  #: lines; longer ones rewrite a text and repair no single line
ALIKE = 0.6  #: similarity from which an old and a new line are one line that was edited


@dataclass(frozen=True, slots=True, order=True)
class Repair:
    """A line that was wrong at `parent` and that `child` mends; lines count from 1."""

    kind: str
    parent: str
    child: str
    path: str
    line: int
    before: str
    after: str
    end: int = 0  #: last line of what was wrong, such as an entry; 0 where it is one line


class History:
    """First-parent history of a bare repository, with texts by blob."""

    def __init__(self, git_dir: Path, head: str = "HEAD") -> None:
        self.git_dir = git_dir
        self.head = head
        self._reader = subprocess.Popen(
            ["git", "--git-dir", git_dir, "cat-file", "--batch"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self.blob = lru_cache(4096)(lambda name: self.raw(name).decode("utf-8", "replace"))
        self.facts = lru_cache(4096)(lambda blob, bib: Facts(self.blob(blob), bib=bib))

    def close(self) -> None:
        """End the process that reads blobs."""
        self._reader.stdin.close()
        self._reader.stdout.close()
        self._reader.wait()

    def git(self, *words: str) -> str:
        """Output of a git command."""
        done = subprocess.run(["git", "--git-dir", self.git_dir, *words], capture_output=True, check=True)
        return done.stdout.decode("utf-8", "replace")

    @cached_property
    def commits(self) -> list[tuple[str, str]]:
        """Child and first parent, oldest first, of the commits that touch a text."""
        log = self.git(
            "log", "--first-parent", "--format=%H %P", "--reverse", self.head, "--", "*.tex", "*.bib"
        )
        return [tuple(line.split()[:2]) for line in log.splitlines() if len(line.split()) > 1]

    @lru_cache(64)  # noqa: B019 - a history lives as long as the run
    def tree(self, commit: str) -> dict[str, str]:
        """Blob by path."""
        listed = (line.split("\t", 1) for line in self.git("ls-tree", "-rz", commit).split("\0") if line)
        return {path: mode.split()[2] for mode, path in listed}

    def texts(self, commit: str) -> dict[str, Facts]:
        """What each text of a commit says, by path."""
        tree = self.tree(commit)
        return {
            path: self.facts(blob, path.endswith(".bib"))
            for path, blob in tree.items()
            if path.endswith((".tex", ".bib"))
        }

    def raw(self, name: str) -> bytes:
        """Content of a blob; empty where the mirror lacks it."""
        self._reader.stdin.write(f"{name}\n".encode())
        self._reader.stdin.flush()
        head = self._reader.stdout.readline().split()
        return self._reader.stdout.read(int(head[2]) + 1)[:-1] if len(head) == 3 else b""


class Facts:
    """What one file says, read by plain patterns."""

    def __init__(self, text: str, *, bib: bool) -> None:
        self.lines = text.split("\n")
        self.live = text if bib else COMMENT.sub("", text)
        self.labels = Counter() if bib else Counter(LABEL.findall(self.live))
        self.refs = set() if bib else {name for names in REF.findall(self.live) for name in split(names)}
        self.cited = set() if bib else {name for names in CITE.findall(self.live) for name in split(names)}
        self.keys = (
            Counter(key for kind, key in ENTRY.findall(text) if kind.lower() not in NO_ENTRIES)
            if bib
            else Counter()
        )

    @cached_property
    def entries(self) -> dict[str, tuple[str, int, list[tuple[str, str]]]]:
        """Kind, line and fields of each entry by key."""
        starts = [match for match in ENTRY.finditer(self.live) if match[1].lower() not in NO_ENTRIES]
        breaks = [*(match.start() for match in ANY_ENTRY.finditer(self.live)), len(self.live)]
        ends = [breaks[bisect(breaks, match.start())] for match in starts]
        return {
            match[2]: (
                match[1].lower(),
                self.live.count("\n", 0, match.start(2)) + 1,
                [
                    (name.lower(), value.strip(' \t\r,{}"'))
                    for name, value in FIELD.findall(self.live[match.end() : end])
                ],
            )
            for match, end in zip(starts, ends, strict=True)
        }

    @cached_property
    def reads(self) -> set[str]:
        """Stems of the files that it may read: any argument may be one, as of a macro for chapters."""
        return {stem(a or b) for a, b in READS.findall(self.live)}

    @cached_property
    def is_root(self) -> bool:
        """Whether a document begins here."""
        return "\\documentclass" in self.live or "\\begin{document}" in self.live

    @cached_property
    def is_made(self) -> bool:
        """Whether a program wrote the file: `latexdiff`, or `knitr`."""
        return "\\DIFadd" in self.live or "{knitrout}" in self.live

    @cached_property
    def made_labels(self) -> set[str]:
        r"""Last arguments of `\begin{theorem}{Title}{name}`, of which packages make labels such as `thm:name`."""
        return set(MAKES_LABEL.findall(self.live))

    @cached_property
    def floats(self) -> dict[str, tuple[int, str]]:
        """Line and text of each captioned float by its label."""
        floats = {}
        for match in FLOAT.finditer(self.live):
            label = LABEL.search(match[0])
            if label and "\\caption" in match[0]:
                floats[label[1]] = (self.live.count("\n", 0, match.start() + label.start()) + 1, match[0])
        return floats

    @cached_property
    def depth(self) -> int:
        """Braces opened and not closed."""
        return depth(self.live)

    def end_of_entry(self, line: int) -> int:
        """Last line of the entry that begins on a line."""
        starts = (start for start, text in enumerate(self.lines, 1) if start > line and ANY_ENTRY.match(text))
        return next(starts, len(self.lines) + 1) - 1

    def line_with(self, pattern: str) -> int:
        """Line of the first match, 0 without any."""
        match = re.search(pattern, self.live)
        return self.live.count("\n", 0, match.start()) + 1 if match else 0


NO_ENTRIES = {"string", "comment", "preamble"}


def split(names: str) -> list[str]:
    r"""Names of a list; without those that a macro is to fill in, such as the `#1` of `\newcommand`."""
    return [name.strip() for name in names.split(",") if name.strip() and not set("#\\") & set(name)]


def stem(name: str) -> str:
    return name.strip().rsplit("/", 1)[-1].removesuffix(".tex")


def depth(text: str) -> int:
    plain = re.sub(r"\\[{}\\]", "", text)
    return plain.count("{") - plain.count("}")


def repairs(history: History, last: int = 600) -> Iterator[Repair]:
    """Find the repairs in the last commits of a history."""
    age: dict[str, int] = {}
    for number, (child, parent) in enumerate(history.commits[-last:]):
        before, after = Snapshot(history, parent), Snapshot(history, child)
        seen = set()
        for kind, path, line, new in _of_commit(before, after, age, number):
            if (kind, path, line) not in seen and line:
                seen.add((kind, path, line))
                if not before.is_text(path):
                    continue
                facts = before.texts[path]
                end = facts.end_of_entry(line) if path.endswith(".bib") else line
                old = facts.lines[line - 1]
                yield Repair(kind, parent, child, path, line, old.strip()[:200], new.strip()[:200], end)


class Snapshot:
    """All texts of a commit together."""

    def __init__(self, history: History, commit: str) -> None:
        self.commit = commit
        self.tree = history.tree(commit)
        self.texts = history.texts(commit)
        self.labels: Counter[str] = sum((facts.labels for facts in self.texts.values()), Counter())
        self.keys: Counter[str] = sum((facts.keys for facts in self.texts.values()), Counter())
        self.refs = set().union(*(facts.refs for facts in self.texts.values()))
        self.cited = set().union(*(facts.cited for facts in self.texts.values()))

    @cached_property
    def documents(self) -> list[set[str]]:
        """Files of each document: what its first file reads, and what that reads, by the last part of the names."""
        by_stem = defaultdict(set)
        for path in self.texts:
            by_stem[stem(path)].add(path)
        documents = []
        for root in (path for path, facts in self.texts.items() if facts.is_root):
            files, to_read = {root}, [root]
            while to_read:
                named = set().union(*(by_stem[name] for name in self.texts[to_read.pop()].reads)) - files
                files |= named
                to_read += named
            documents.append(files)
        return documents

    def is_text(self, path: str) -> bool:
        """Whether an author wrote the file for a document: no draft that none reads, no output of a program."""
        if path not in self.texts or path.endswith(".bib"):
            return path in self.texts
        if (
            any(path.removesuffix(".tex") + ending in self.tree for ending in WOVEN)
            or self.texts[path].is_made
        ):
            return False
        return any(path in files for files in self.documents) or any(
            name.endswith(WOVEN) for name in self.tree
        )

    def sets(self, label: str) -> bool:
        """Whether a label is set, or may be made by a package."""
        last = label.rpartition(":")[2]
        return label in self.labels or any(last in facts.made_labels for facts in self.texts.values())

    def most(self, label: str, path: str) -> int:
        """How often a document that reads the file sets the label, at most."""
        return max(
            (
                sum(self.texts[file].labels[label] for file in files)
                for files in self.documents
                if path in files
            ),
            default=0,
        )

    def keeps(self, target: str, path: str) -> bool:
        """Whether the history keeps files of that kind where the file would be: if not, the author has it alone."""
        folder, _, name = target.strip().rpartition("/")
        ending = name.rpartition(".")[2] if "." in name else ""
        if ending in ("", "tex") and not folder:
            return True
        where = f"/{folder}/" if folder else "/"
        kept = (
            other
            for other in self.tree
            if where in f"/{other}" and (not ending or other.endswith(f".{ending}"))
        )
        return any(other != path for other in kept)

    def has(self, target: str) -> bool:
        """Whether a file of that name, with any ending, stands anywhere: where TeX looks is not our business."""
        name = target.strip().rsplit("/", 1)[-1]
        return any(
            path.rsplit("/", 1)[-1] == name or path.rsplit("/", 1)[-1].startswith(f"{name}.")
            for path in self.tree
        )


Event = tuple[str, str, int, str]


def _of_commit(before: Snapshot, after: Snapshot, age: dict[str, int], number: int) -> Iterator[Event]:
    changed = [
        p
        for p, blob in before.tree.items()
        if p in after.texts and after.tree[p] != blob and p in before.texts
    ]
    for path in changed:
        old, new = before.texts[path], after.texts[path]
        if path.endswith(".bib"):
            yield from _of_entries(path, old, new, before)
            continue
        for line, was, now in edited(old.lines, new.lines):
            for kind in kinds(COMMENT.sub("", was), COMMENT.sub("", now), before, after, path):
                yield kind, path, line, now
            if (
                old.depth
                and not new.depth
                and depth(COMMENT.sub("", was)) - depth(COMMENT.sub("", now)) == old.depth
            ):
                yield "unbalanced", path, line, now
    yield from _of_names(before, after)
    yield from _of_floats(before, after, age, number)


def edited(old: list[str], new: list[str]) -> Iterator[tuple[int, str, str]]:
    """Pair the lines of small hunks: number of the old line, old text, new text."""
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False) if len(old) * len(new) < 25e6 else None
    for tag, a, b, c, d in matcher.get_opcodes() if matcher else ():
        if tag != "replace" or max(b - a, d - c) > LONGEST_HUNK:
            continue
        for number in range(a, b):
            best = max(new[c:d], key=lambda line: difflib.SequenceMatcher(None, old[number], line).ratio())
            if difflib.SequenceMatcher(None, old[number], best).ratio() >= ALIKE:
                yield number + 1, old[number], best


def kinds(was: str, now: str, before: Snapshot, after: Snapshot, path: str) -> Iterator[str]:
    """Say which slips of a line its new wording repairs."""
    gone, come = names(REF, was) - names(REF, now), names(REF, now) - names(REF, was)
    if any(not before.sets(name) for name in gone) and any(name in after.labels for name in come):
        yield "undefined-reference"
    if re.search(r"ref\{\s*\}", was) and not re.search(r"ref\{\s*\}", now) and come:
        yield "empty-reference"
    gone, come = names(CITE, was) - names(CITE, now), names(CITE, now) - names(CITE, was)
    if (
        before.keys
        and any(name not in before.keys for name in gone)
        and any(name in after.keys for name in come)
    ):
        yield "undefined-citation"
    if re.search(r"cite[a-z]*\{\s*\}", was) and not re.search(r"cite[a-z]*\{\s*\}", now) and come:
        yield "empty-citation"
    if repeats(was) and not repeats(now) and set(names(CITE, was)) == set(names(CITE, now)):
        yield "repeated-key"
    labels = names(LABEL, was) - names(LABEL, now)
    if any(before.most(name, path) > 1 >= after.most(name, path) for name in labels) and LABEL.search(now):
        yield "duplicate-label"
    if (
        PLACEHOLDER.search(was)
        and not PLACEHOLDER.search(now)
        and len(now.split()) > len(PLACEHOLDER.split(was)[0].split())
    ):
        yield "placeholder"
    typed = {target: kind for kind, target in typed_references(was)}
    if any(typed.get(target, kind) != kind for kind, target in typed_references(now)):
        yield "type-word"
    gone, come = (
        set(INPUT.findall(was)) - set(INPUT.findall(now)),
        set(INPUT.findall(now)) - set(INPUT.findall(was)),
    )
    if any(not before.has(name) and before.keeps(name, path) for name in gone) and any(map(after.has, come)):
        yield "missing-file"


def names(pattern: re.Pattern[str], line: str) -> Counter[str]:
    return Counter(name for group in pattern.findall(line) for name in split(group))


def repeats(line: str) -> bool:
    return any(len(keys) != len(set(keys)) for keys in map(split, CITE.findall(line)))


def typed_references(line: str) -> Iterator[tuple[str, str]]:
    """Yield the word before each reference, as a type, and its target."""
    for match in REF.finditer(line):
        typed = TYPED.search(line[max(0, match.start() - 20) : match.start()])
        if typed:
            yield typed.lastgroup, match[1]


def _of_names(before: Snapshot, after: Snapshot) -> Iterator[Event]:
    """Labels and keys that were missing and that the child gives."""
    for kind, asked, had, has, command in (
        ("label-added", before.refs, before.labels, after.labels, r"ref\*?(?:\[[^][]*\])?"),
        ("entry-added", before.cited, before.keys, after.keys, r"cite[a-zA-Z]*\*?(?:\[[^][]*\]){0,2}"),
    ):
        if not had:
            continue
        for name in sorted(asked - set(had)):
            if name in has and not (kind == "label-added" and before.sets(name)):
                pattern = rf"{command}\{{[^{{}}]*(?<![\w:-]){re.escape(name)}\s*[,}}]"
                texts = ((path, facts) for path, facts in before.texts.items() if before.is_text(path))
                places = ((path, facts.line_with(pattern)) for path, facts in texts)
                path, line = next((place for place in places if place[1]), ("", 0))
                yield kind, path, line, name


def _of_entries(path: str, old: Facts, new: Facts, before: Snapshot) -> Iterator[Event]:
    for key in old.keys:
        if old.keys[key] > 1 and new.keys[key] == 1:
            yield "duplicate-key", path, old.line_with(rf"@\w+\s*\{{\s*{re.escape(key)}\s*,"), key
    for key, (kind, line, fields) in old.entries.items():
        if key not in new.entries:
            continue
        new_fields = new.entries[key][2]
        was, now = [name for name, _ in fields], [name for name, _ in new_fields]
        if len(set(fields)) > len(set(was)) and len(now) == len(
            set(now)
        ):  # the same said twice harms nothing
            yield "duplicate-field", path, line, key
        lacking = REQUIRED.get(kind, set()) - {SAME_FIELD.get(name, name) for name in was}
        given = lacking & {SAME_FIELD.get(name, name) for name in now}
        if key in before.cited and given:
            yield "missing-field", path, line, f"{key}: {', '.join(sorted(given))}"
        doi, better = dict(fields).get("doi"), dict(new_fields).get("doi")
        if doi and better and doi != better and not DOI.fullmatch(doi):
            yield "malformed-identifier", path, line, better
    titles = defaultdict(list)
    for key, (_, line, fields) in old.entries.items():
        title = re.sub(r"\W", "", dict(fields).get("title", "")).lower()
        if len(title) > 20:
            titles[title].append((key, line))
    for same in titles.values():
        left = [key for key, _ in same if key in new.entries]
        if len(same) > 1 and len(left) == 1 and any(key in before.cited for key, _ in same):
            yield "duplicate-entry", path, max(line for _, line in same), left[0]


def _of_floats(before: Snapshot, after: Snapshot, age: dict[str, int], number: int) -> Iterator[Event]:
    """Floats that stood for ten commits before anything referred to them."""
    for path, facts in before.texts.items():
        for label, (line, text) in facts.floats.items():
            if label in before.refs:
                continue
            first = age.setdefault(label, number)
            if (
                number - first >= 10
                and label in after.refs
                and path in after.texts
                and after.texts[path].floats.get(label, ("", ""))[1] == text
            ):
                yield "unreferenced-float", path, line, label
