"""Slips that authors repaired, found in git histories by patterns of its own: nothing here uses argcheck.

A repair is a pair of commits, parent and child, and a line of the parent that was wrong: a reference to no label
that the child points to one, a key that stands twice and then once, a placeholder that gives way to words.
`foresight.py` asks whether argcheck names that line at the parent.
"""

from __future__ import annotations

import difflib
import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from history import CITE, LABEL, REF, Facts, History, Snapshot, depth, split

if TYPE_CHECKING:
    from collections.abc import Iterator

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

INPUT = re.compile(r"\\(?:input|include|includegraphics)\*?(?:\[[^][]*\])?\{([^{}\\#]+)\}")
#: "todo" is a word of Spanish, and `[reflected]` behind a command is an option.
PLACEHOLDER = re.compile(
    r"\b(?:TODO|T?oDo|[Tt]odo\s*:|(?i:FIXME|XXX+|TBD|TBA))(?!\w)|\\(?i:todo)(?![a-z])|\?\?+"
    r"|(?<![\w}])\[(?i:cite|citation|ref|reference|insert)\b[^][]*\]|(?i:lorem ipsum)"
)
NO_TEXT = re.compile(r"\\(?:re)?newcommand|\\def\b|\\begin\{tabular|\\usepackage")  #: where `XXX` is TeX
NO_NOTES = re.compile(r"\[[^][]*\b(?:disable|final)\b[^][]*\]\{(?:todonotes|fixme)\}")
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
DISPLAYS = {"align", "alignat", "eqnarray", "flalign", "gather", "multline"}
REQUIRED = {
    "article": {"author", "title", "journal", "year"},
    "inproceedings": {"author", "title", "booktitle", "year"},
    "book": {"title", "publisher", "year"},
    "phdthesis": {"author", "title", "school", "year"},
}
SAME_FIELD = {"journaltitle": "journal", "date": "year", "institution": "school", "editor": "author"}
#: Also a short one, `10/db6px9`.
DOI = re.compile(
    r"(?:https?://(?:dx\.)?doi\.org/|doi:\s*)?10(?:\.\d{4,9}/[^\s{}]+|/[a-z0-9]+)", re.IGNORECASE
)
UNPRINTED = {
    "abstract",
    "annote",
    "file",
    "keywords",
    "mendeley-groups",
    "mendeley-tags",
    "owner",
    "timestamp",
}
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
                yield Repair(kind, parent, child, path, line, old.strip(), new.strip(), end)


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
        pairs = list(edited(old.prose, new.prose))
        for line, was, now in pairs:
            for kind in kinds(was, now, before, after, path):
                yield kind, path, line, now
        if old.depth and not new.depth:
            yield from _of_braces(path, old, pairs)
    yield from _of_names(before, after)
    yield from _of_floats(before, after, age, number)


def _of_braces(path: str, old: Facts, pairs: list[tuple[int, str, str]]) -> Iterator[Event]:
    """The one line whose braces the child sets right: where several changed theirs, a passage was written anew."""
    steps = [(line, now, depth(was) - depth(now)) for line, was, now in pairs]
    changed = [(line, now, step) for line, now, step in steps if step]
    if len(changed) == 1 and changed[0][2] == old.depth:
        yield "unbalanced", path, *changed[0][:2]


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
        and any(not before.knows(name) for name in gone)
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
    if fills(was, now) and not ("\\todo" in was and hides_notes(before)):
        yield "placeholder"
    typed = {target: kind for kind, target in typed_references(was) if type_of(target, before) != kind}
    if any(typed.get(target, kind) != kind for kind, target in typed_references(now)):
        yield "type-word"
    gone, come = (
        set(INPUT.findall(was)) - set(INPUT.findall(now)),
        set(INPUT.findall(now)) - set(INPUT.findall(was)),
    )
    if any(not before.has(name) and before.keeps(name, path) for name in gone) and any(map(after.has, come)):
        yield "missing-file"


def hides_notes(before: Snapshot) -> bool:
    """Whether a package is told not to print the notes of the author."""
    return any(NO_NOTES.search(facts.live) for facts in before.texts.values())


def type_of(label: str, before: Snapshot) -> str | None:
    """What a label is that of, as a type, if the texts tell it."""
    places = [
        name for facts in before.texts.values() if label in facts.labels for name in facts.around(label)
    ]
    types = (
        kind
        for name in reversed(places)
        for kind, words in TYPES.items()
        if re.fullmatch(words, name, re.IGNORECASE) or (kind == "equation" and name in DISPLAYS)
    )
    return next(types, None)


def fills(was: str, now: str) -> bool:
    """Whether words stand where a placeholder stood, in text."""
    return (
        PLACEHOLDER.search(was) is not None
        and not PLACEHOLDER.search(now)
        and not NO_TEXT.search(was)
        and len(now.split()) > len(PLACEHOLDER.split(was)[0].split())
    )


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
        known = before.sets if kind == "label-added" else before.knows
        for name in sorted(asked - set(had)):
            if name in has and not known(name):
                if all(before.awaits(path) for path in after.homes(name)):
                    continue  # the author had the file, and committed it later
                pattern = rf"{command}\{{[^{{}}]*(?<![\w:-]){re.escape(name)}\s*[,}}]"
                texts = ((path, facts) for path, facts in before.texts.items() if before.is_text(path))
                places = ((path, facts.line_with(pattern)) for path, facts in texts)
                path, line = next((place for place in places if place[1]), ("", 0))
                yield kind, path, line, name


def _of_entries(path: str, old: Facts, new: Facts, before: Snapshot) -> Iterator[Event]:
    for key in old.keys:
        if old.keys[key] > 1 and new.keys[key] == 1 and before.cites(key):  # else BibTeX reads neither
            yield "duplicate-key", path, old.line_with(rf"@\w+\s*\{{\s*{re.escape(key)}\s*,"), key
    for key, (kind, line, fields) in old.entries.items():
        if key not in new.entries:
            continue
        new_fields = new.entries[key][2]
        was, now = ([name for name, _ in some if name not in UNPRINTED] for some in (fields, new_fields))
        said = {field for field in fields if field[0] not in UNPRINTED}  # the same said twice harms nothing
        if len(said) > len(set(was)) and len(now) == len(set(now)):
            yield "duplicate-field", path, line, key
        lacking = REQUIRED.get(kind, set()) - {SAME_FIELD.get(name, name) for name in was}
        given = lacking & {SAME_FIELD.get(name, name) for name in now}
        if {"crossref", "xdata"} & set(was):
            given = set()  # the other entry has it
        elif "eprint" in was:
            given -= {"journal"}  # a preprint that was published later
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
        if len(left) == 1 and sum(before.cites(key) for key, _ in same) > 1:  # else the work is printed once
            yield "duplicate-entry", path, max(line for _, line in same), left[0]


def _of_floats(before: Snapshot, after: Snapshot, age: dict[str, int], number: int) -> Iterator[Event]:
    """Floats that stood for ten commits before anything referred to them, or to a part of them."""
    for path, facts in before.texts.items():
        for label, (line, text) in facts.floats.items():
            parts = LABEL.findall(text)
            if any(map(before.mentions, parts)):
                continue
            first = age.setdefault(label, number)
            if (
                number - first >= 10
                and not after.refs.isdisjoint(parts)
                and path in after.texts
                and after.texts[path].floats.get(label, ("", ""))[1] == text
            ):
                yield "unreferenced-float", path, line, label
