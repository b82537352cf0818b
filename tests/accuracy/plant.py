r"""Plant one defect at a time in LaTeX and BibTeX text.

This file edits text and imports nothing of argcheck: it was written before the rules, so that the
rules cannot shape the examination.  `plant` yields mutants: edits of a base text, the one finding
that they must cause, and the by-products that they may cause.  Everything else that is new is noise.

Where each finding is expected ("|" = also accepted; the first is what to aim at):

- undefined-citation: the line of the *key*, not of the command.  Also a key of another case in a
  biber document, and a `\bibitem` that was deleted.  One finding a mention.
- key-case-mismatch: the line of the key in the `.tex` (BibTeX documents only).  The entry counts as used.
- empty-or-placeholder-citation: the line of the command (its argument stands on the same line).
  `{}`, `{ }`, TODO, todo, ?, ??, ???, XXX, FIXME.  Never an undefined-citation as well.
- repeated-key: the line of the later of the two keys.
- unused-entry: the line of the entry's `@type{key`.
- duplicate-key: the line of the entry read later (files in the order in which they are loaded)
  | the entry read first.  Never a duplicate-entry as well, though the copy has the same title and DOI.
- duplicate-entry: the line of `@type{key` of the later entry | of the earlier one.
- missing-field: the line of `@type{key`.  Only author (or editor), title, year (or date), and for entries
  without DOI, URL or eprint journal, booktitle, school, institution are taken away.
- broken-entry: the line of `@type{key` | any line of that entry, up to the head of the next one.
  Its own key may become undefined; the *next* entry must survive.
- undefined-reference: the line of the label in the reference.  One finding a mention.
- duplicate-label: the line of the label read later | of the label read first.
- unreferenced-float: the line of `\label` | any line of the float.
- float-without-caption: the line of `\begin` | any line of the float.
- missing-input: the line of the command that names the file (`\bibliography{a,lost}` too).
  A file that stands in the project but that nothing includes any more may be mentioned.
- untracked-input: the line of the command that names the file | line 1 of the file itself.
- unreadable-input: the line of the command | any line of the unreadable file (a folder counts as line 1).
- unsafe-path: the line of the command, whether or not the file exists; never a missing-input.
- limit-exceeded: the line of the command that goes too far: the `\input` that closes a cycle
  | the one that opens it | any `\input` of the chain of 400 files | line 1 of a file of 200 MiB.
  (Nesting of groups inside one file is not planted.)
- unbalanced-group: the line of the opening brace or `\begin` | the line where the closing one was
  or is misnamed; for a lost `\end` also that of the next `\end` of the surrounding environment;
  for a brace too many, its own line.  One finding, no cascade.
- the rules on the argument are planted in two annotated manuscripts; what a claim is about is its sentence:
  orphan-claim, unreachable-conclusion, low-support-width, assumption-only-support, unused-evidence,
  unanswered-attack: the line of the sentence | nothing else.
- circular-support: the line of the `\uses` (or `uses=`) that closes the circle.
- refuted-but-feeding: the line of a `uses=` that names what is refuted (of several, any).
- contradiction: the line of the new claim | that of the old one; without annotations, that of the abstract's sentence.
- defeated-but-feeding: the sentence of what is attacked | that of the attack.
- open-feeds-conclusion, unused-lemma: the line of the label (of the sentence).
- unanswered-hypothesis: the line of the sentence, or of the item that asks.
- reference-without-uses: the line of the reference.
- several-uses, unknown-id: the line of the `\uses`.  label-with-separator: the line of the label.
- malformed-annotation: the line of the comment, or of the `\uses`.
- unused-suppression, unknown-suppression, unknown-directive: the line of the comment (of
  `ignore-begin` | `ignore-end` for a region).  An unknown name in `ignore[...]` is not unused as well.

Rules that infer from absence are planted only in documents that are complete: one corpus paper
includes a file that its authors generate, so references and unused entries are held back there.
A corpus with an include macro that only configuration can name is left out altogether.

By hand: `python tests/accuracy/plant.py RULE --seed N --out DIR` writes mutants to look at.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import random
import re
import shutil
import sys
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice, pairwise
from pathlib import Path
from typing import TypeVar

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SHARED = Path(os.environ.get("ARGCHECK_SHARED") or ROOT.parent / "shared")
HUGE = 200 * 1024 * 1024
ANY_LINE = (1, 10**9)

# --------------------------------------------------------------------------- what a mutant is


@dataclass(frozen=True, slots=True)
class Allowed:
    """A by-product: a second finding that the planted defect may cause.  `*` is any rule."""

    rule: str
    file: str
    first: int
    last: int

    def covers(self, name: str, file: str, line: int) -> bool:
        return self.rule in ("*", name) and self.file == file and self.first <= line <= self.last


@dataclass(frozen=True, slots=True)
class Expected:
    """The one new finding: a rule and the places where it may stand, the best one first."""

    rule: str
    places: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Mutant:
    """One planted defect.  Paths are relative to the base folder; `None` deletes a file."""

    base: str
    how: str
    expected: Expected
    edits: dict[str, str | bytes | None]
    allowed: tuple[Allowed, ...] = ()
    links: dict[str, str] = field(default_factory=dict)
    folders: tuple[str, ...] = ()
    sparse: dict[str, int] = field(default_factory=dict)
    untracked: tuple[str, ...] = ()

    @property
    def needs_git(self) -> bool:
        """Whether the folder must be a git repository, with all but `untracked` in its index."""
        return bool(self.untracked)


# --------------------------------------------------------------------------- reading, by plain patterns

DEAD = re.compile(
    r"\\begin\{(?P<env>verbatim\*?|lstlisting|comment|minted)\}.*?\\end\{(?P=env)\}"
    r"|\\iffalse\b.*?\\fi\b"
    r"|\\verb\*?(?P<bar>[^\w\s]).*?(?P=bar)"
    r"|(?<!\\)(?:\\\\)*%[^\n]*"
    r"|\\end\{document\}.*\Z",
    re.DOTALL,
)
CITE = re.compile(
    r"\\(cite|citep|citet|citealt|citeauthor|parencite|textcite|autocite|fullcite)\*?"
    r"(?:\[[^][{}]*\]){0,2}\{([^{}]*)\}"
)
REFERENCE = re.compile(r"\\(ref|cref|Cref|eqref|autoref|pageref|eqnref)\{([^{}]*)\}")
LABEL = re.compile(r"\\label\{([^{}#\\]+)\}")
FLOAT = re.compile(r"\\begin\{(?P<env>(?:figure|table)\*?)\}.*?\\end\{(?P=env)\}", re.DOTALL)
ANY_FLOAT = re.compile(r"\\begin\{(?P<env>\w*(?:figure|table)\*?)\}.*?\\end\{(?P=env)\}", re.DOTALL)
BOUNDARY = re.compile(r"\\(begin|end)\{(\w+\*?)\}|\\.|[{}]", re.DOTALL)
PARAGRAPH = re.compile(r"\n[ \t]*\n(?=[A-Z])")
ENTRY = re.compile(r"^[ \t]*@(\w+)[ \t]*\{[ \t]*([^\s,{}]+)[ \t]*,", re.MULTILINE)
FIELD = re.compile(r"^[ \t]*(\w+)[ \t]*=[ \t]*", re.MULTILINE)


def blank(match: re.Match[str]) -> str:
    """Replace dead text by spaces, so that offsets and lines stay as they are."""
    return re.sub(r"[^\n]", " ", match[0])


def closing(text: str, start: int) -> int:
    """Return the offset of the brace that closes the one at `start`, or -1."""
    depth = 0
    for match in re.compile(r"\\.|[{}]", re.DOTALL).finditer(text, start):
        depth += {"{": 1, "}": -1}.get(match[0], 0)
        if not depth:
            return match.start()
    return -1


@dataclass(frozen=True, slots=True)
class Item:
    """A key or label in the text: its file, where it stands, and the command around it."""

    file: str
    name: str
    start: int
    line: int
    command: re.Match[str]


@dataclass(frozen=True, slots=True)
class Value:
    """One field of an entry: `name` to the end of its value, without the comma."""

    name: str
    start: int
    equals: int
    value: int
    end: int


@dataclass(frozen=True)
class Entry:
    """One entry of a `.bib`, from its `@` to one past its closing brace."""

    file: str
    kind: str
    key: str
    start: int
    end: int
    text: str

    @cached_property
    def fields(self) -> dict[str, Value]:
        found: dict[str, Value] = {}
        stop = self.start
        for match in FIELD.finditer(self.text, self.start, self.end):
            if match.start() < stop:
                continue
            stop = self._value_end(match.end())
            found[match[1].lower()] = Value(
                match[1].lower(), match.start(1), self.text.index("=", match.start()), match.end(), stop
            )
        return found

    def _value_end(self, start: int) -> int:
        depth, quoted = 0, False
        for offset in range(start, self.end):
            char = self.text[offset]
            if char == '"' and not depth:
                quoted = not quoted
            depth += {"{": 1, "}": -1}.get(char, 0)
            if depth < 0 or (char == "," and not depth and not quoted):
                return len(self.text[:offset].rstrip())
        return self.end - 1

    def has(self, *names: str) -> bool:
        return any(name in self.fields for name in names)

    def raw(self, name: str) -> str:
        value = self.fields[name]
        return self.text[value.value : value.end]


class Text:
    """One file: its text, the text without what TeX does not read, and lines by offset."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.text = text
        self.live = DEAD.sub(blank, text)
        self._breaks = [match.start() for match in re.finditer("\n", text)]

    def line(self, offset: int) -> int:
        return bisect_left(self._breaks, offset) + 1

    def replaced(self, start: int, end: int, new: str) -> str:
        return self.text[:start] + new + self.text[end:]

    @cached_property
    def gaps(self) -> list[int]:
        """Offsets where a paragraph of prose starts that no group and no environment encloses."""
        position = max(self.live.find("\\begin{document}"), 0)
        depth, starts = 0, []
        for mark in BOUNDARY.finditer(self.live, position):
            if not depth:
                starts += [m.end() for m in PARAGRAPH.finditer(self.text, position, mark.start() + 1)]
            depth += self._step(mark)
            position = mark.end()
        return sorted(set(starts))

    @staticmethod
    def _step(mark: re.Match[str]) -> int:
        if mark[2] == "document":
            return 0
        return {"begin": 1, "end": -1, "{": 1, "}": -1}.get(mark[1] or mark[0], 0)


# --------------------------------------------------------------------------- base texts


@dataclass(frozen=True)
class Base:
    """A document to plant in: which files it reads, in what order, and by which backend."""

    name: str
    folder: Path
    main: str
    tex: tuple[str, ...]
    bib: tuple[str, ...] = ()
    backend: str = "none"
    complete: bool = True
    preamble: str = ""
    argued: bool = False  #: annotated, for the rules on the argument

    @cached_property
    def texts(self) -> dict[str, Text]:
        names = (*self.tex, *self.bib)
        return {name: Text(name, (self.folder / name).read_bytes().decode("utf-8")) for name in names}

    @cached_property
    def chapters(self) -> list[Text]:
        """The files with prose to plant in: those that have a place for a paragraph."""
        return [self.texts[name] for name in self.tex if self.texts[name].gaps]

    @cached_property
    def gaps(self) -> list[tuple[Text, int]]:
        return [(text, gap) for text in self.chapters for gap in text.gaps]

    def items(self, command: re.Pattern[str]) -> list[Item]:
        """Every key in the list of every command, in reading order."""
        found = []
        for name in self.tex:
            for match in command.finditer(self.texts[name].live):
                found += [
                    Item(name, key[0], start, self.texts[name].line(start), match)
                    for key in re.finditer(r"[^\s,]+(?: [^\s,]+)*", match[2])
                    for start in [match.start(2) + key.start()]
                ]
        return found

    @cached_property
    def mentions(self) -> list[Item]:
        keys = {entry.key for entry in self.entries} | set(self.bibitems)
        return [item for item in self.items(CITE) if item.name in keys]

    @cached_property
    def references(self) -> list[Item]:
        return [item for item in self.items(REFERENCE) if item.name in self.labels]

    @cached_property
    def labels(self) -> dict[str, tuple[str, re.Match[str]]]:
        found: dict[str, tuple[str, re.Match[str]]] = {}
        for name in self.tex:
            for match in LABEL.finditer(self.texts[name].live):
                found.setdefault(match[1], (name, match))
        return found

    @cached_property
    def bibitems(self) -> dict[str, tuple[str, re.Match[str]]]:
        pattern = re.compile(r"\\bibitem\{([^{}]+)\}.*?(?=\\bibitem|\\end\{thebibliography\})", re.DOTALL)
        return {
            match[1]: (name, match) for name in self.tex for match in pattern.finditer(self.texts[name].live)
        }

    @cached_property
    def entries(self) -> list[Entry]:
        found = []
        for name in self.bib:
            text = self.texts[name].text
            for match in ENTRY.finditer(text):
                end = closing(text, text.index("{", match.start())) + 1
                if end and match[1].lower() not in ("string", "comment", "preamble"):
                    start = text.index("@", match.start())
                    found.append(Entry(name, match[1].lower(), match[2], start, end, text))
        return found

    @cached_property
    def cited(self) -> list[Entry]:
        keys = {item.name for item in self.mentions}
        return [entry for entry in self.entries if entry.key in keys]

    def occurrences(self, key: str) -> list[tuple[str, int]]:
        """Every place where the key stands in some list, whatever the command."""
        pattern = re.compile(r"(?<=[{,])\s*(" + re.escape(key) + r")\s*(?=[,}])")
        return [
            (name, self.texts[name].line(match.start(1)))
            for name in self.tex
            for match in pattern.finditer(self.texts[name].live)
            if not self.texts[name].live[: match.start(1)].rstrip().endswith(("\\label{", "\\bibitem{"))
        ]

    def entry_line(self, entry: Entry) -> int:
        return self.texts[entry.file].line(entry.start)

    def lone_use(self, item: Item) -> tuple[Allowed, ...]:
        """Return what may follow when this mention is lost: its entry is cited no more."""
        if len(self.occurrences(item.name)) > 1:
            return ()
        entries = [e for e in self.entries if e.key == item.name]
        lines = [(e.file, self.entry_line(e)) for e in [*entries, *self.parents(item.name)]]
        lines += [(f, self.texts[f].line(m.start())) for k, (f, m) in self.bibitems.items() if k == item.name]
        return tuple(Allowed("unused-entry", file, line, line) for file, line in lines)

    def parents(self, key: str) -> list[Entry]:
        """Return the entries that the entry of this key inherits from."""
        names = {e.raw("crossref").strip('{}"') for e in self.entries if e.key == key and e.has("crossref")}
        return [entry for entry in self.entries if entry.key in names]

    def children(self, key: str) -> list[Entry]:
        """Return the entries that inherit from the entry of this key."""
        return [e for e in self.entries if e.has("crossref") and e.raw("crossref").strip('{}"') == key]

    def result_at(self, label: str) -> tuple[Allowed, ...]:
        """Return what may follow when one reference to a result is lost: that nothing uses it."""
        home, place = self.labels[label]
        line = self.texts[home].line(place.start())
        return (Allowed("unused-lemma", home, line, line),)

    def float_at(self, label: str) -> tuple[Allowed, ...]:
        """Return what may follow when a label or its last reference is lost: a float nobody names."""
        file, place = self.labels[label]
        text = self.texts[file]
        for match in ANY_FLOAT.finditer(text.live):
            if match.start() < place.start() < match.end():
                lines = text.line(match.start()), text.line(match.end())
                return (Allowed("unreferenced-float", file, *lines),)
        return ()


HAGENW = "wierstorf2014-perceptual_assessment_of_sound_field_synthesis"
HAGENW_CHAPTERS = (
    "01_introduction",
    "02_theory_of_sound_field_synthesis",
    "03_sound_field_errors_and_their_perceptual_relevance",
    "04_binaural_synthesis",
    "05_psychoacoustics",
    "06_modeling",
    "07_conclusion",
)
SPHERE_CHAPTERS = (
    "introduction",
    "loops",
    "local_convex_integration",
    "global_convex_integration",
    "appendix",
    "local_to_global",
)


def manuscripts() -> list[Base]:
    """Return the base texts that stand beside this file."""
    folder = HERE / "manuscripts"
    chapters = ("introduction", "background", "methods", "results", "discussion")
    return [
        Base(
            "thesis",
            folder / "thesis",
            "main.tex",
            ("preamble.tex", "main.tex", *(f"chapters/{c}.tex" for c in chapters), "appendix/survey.tex"),
            ("bib/theory.bib", "bib/field.bib"),
            "biber",
            preamble="preamble.tex",
        ),
        Base(
            "article",
            folder / "article",
            "main.tex",
            ("main.tex", "sections/model.tex", "sections/data.tex", "sections/results.tex"),
            ("refs.bib",),
            "bibtex",
            preamble="main.tex",
        ),
        Base("note", folder / "note", "note.tex", ("note.tex",), preamble="note.tex"),
        Base(
            "blueprint",
            folder / "blueprint",
            "main.tex",
            ("main.tex", "chapters/systems.tex", "chapters/exchange.tex"),
            ("refs.bib",),
            "bibtex",
            preamble="main.tex",
            argued=True,
        ),
        Base(
            "study",
            folder / "study",
            "main.tex",
            (
                "main.tex",
                *(f"sections/{s}.tex" for s in ("introduction", "methods", "results", "discussion")),
            ),
            ("refs.bib",),
            "bibtex",
            preamble="main.tex",
            argued=True,
        ),
    ]


def corpora() -> list[Base]:
    """Return the published texts, where they are at hand.  They are only read."""
    folder = SHARED / "corpora"
    main = f"{HAGENW}.tex"
    found = [
        Base(
            "hagenw-thesis",
            folder / "hagenw-thesis",
            main,
            (main, "00_title/00_title.tex", *(f"{c}/{c}.tex" for c in HAGENW_CHAPTERS)),
            ("long.bib", f"{HAGENW}.bib"),
            "biber",
            preamble=main,
        ),
        Base(
            "celerite",
            folder / "celerite",
            "paper/ms.tex",
            ("paper/ms.tex",),
            ("paper/celerite.bib",),
            "bibtex",
            complete=False,
            preamble="paper/ms.tex",
        ),
        Base(
            "sphere-eversion",
            folder / "sphere-eversion",
            "blueprint/src/print.tex",
            tuple(f"blueprint/src/{c}.tex" for c in SPHERE_CHAPTERS),
        ),
    ]
    return [base for base in found if base.folder.is_dir()]


def bases() -> list[Base]:
    """Return all base texts at hand, our own first."""
    return [*manuscripts(), *corpora()]


# --------------------------------------------------------------------------- tools of the planters

T = TypeVar("T")
Planter = Callable[[Base, random.Random], Iterator[Mutant]]
PLANTERS: dict[str, Planter] = {}
WORDS = [
    "amber",
    "birch",
    "cedar",
    "delta",
    "ember",
    "fjord",
    "grove",
    "haven",
    "inlet",
    "jetty",
    "knoll",
    "ledge",
    "marsh",
    "notch",
    "orchard",
]
NAMES = [
    "Abbott",
    "Brenner",
    "Castillo",
    "Dufour",
    "Eriksen",
    "Farrow",
    "Galvin",
    "Hartog",
    "Ilves",
    "Jansson",
    "Keller",
    "Lowry",
]


#: Rules on the argument, which are planted in the annotated manuscripts only.
ARGUED: set[str] = set()


def planter(rule: str, *, argued: bool = False) -> Callable[[Planter], Planter]:
    """Register a generator of candidates for a rule: all distinct places, in random order."""

    def register(function: Planter) -> Planter:
        PLANTERS[rule] = function
        if argued:
            ARGUED.add(rule)
        return function

    return register


def shuffled(rng: random.Random, values: Sequence[T]) -> list[T]:
    """Return the values in an order that the seed decides."""
    return rng.sample(list(values), len(values))


def invented(rng: random.Random, base: Base) -> str:
    """Return a key that no entry has, in no case."""
    taken = {entry.key.lower() for entry in base.entries} | {key.lower() for key in base.bibitems}
    while True:
        key = f"{rng.choice(NAMES).lower()}{rng.randrange(1950, 2024)}{rng.choice(WORDS)}"
        if key not in taken:
            return key


def mistyped(rng: random.Random, name: str, taken: set[str]) -> str:
    """Return the name with one letter dropped or two swapped, as fingers do it."""
    for _ in range(100):
        at = rng.randrange(1, len(name) - 1)
        swapped = name[:at] + name[at + 1] + name[at] + name[at + 2 :]
        typo = rng.choice([swapped, name[:at] + name[at + 1 :]])
        if typo.lower() not in {other.lower() for other in taken}:
            return typo
    return name + "x"


def inserted(text: Text, gap: int, lines: str) -> tuple[dict[str, str | bytes | None], int]:
    """Put a paragraph before the one at `gap`; return the edit and the line of the new one."""
    return {text.path: text.replaced(gap, gap, lines + "\n\n")}, text.line(gap)


def commands(base: Base) -> list[str]:
    """Return the citation commands that this document would use."""
    return {
        "bibtex": [r"\citep", r"\citet", r"\citealt", r"\citep[see][]", r"\citeauthor"],
        "biber": [r"\parencite", r"\textcite", r"\autocite[12]", r"\footcite", r"\cite"],
    }.get(base.backend, [r"\cite", r"\cite[p.~3]"])


def some_key(base: Base, rng: random.Random) -> str:
    return rng.choice(base.mentions).name


def new_entry(rng: random.Random, key: str, kind: str = "article") -> str:
    """Return a complete entry of a work that no base cites."""
    author = f"{rng.choice(NAMES)}, {rng.choice('ABCDEFGH')}. and {rng.choice(NAMES)}, {rng.choice('KLMNO')}."
    title = " ".join([rng.choice(WORDS).title(), *rng.sample(WORDS, 4), str(rng.randrange(100, 999))])
    fields = {"author": author, "title": title, "year": str(rng.randrange(1960, 2020))}
    fields |= {
        "article": {"journal": "Letters on Nothing", "volume": "7", "pages": "1--9"},
        "book": {"publisher": "Invented Press"},
        "inproceedings": {"booktitle": "Proceedings of an Invented Meeting", "pages": "11--19"},
        "misc": {"howpublished": "Archive", "url": f"https://example.org/{key}"},
    }[kind]
    inside = "".join(f"  {name} = {{{value}}},\n" for name, value in fields.items())
    return f"@{kind}{{{key},\n{inside}}}\n\n"


KINDS = ("article", "book", "inproceedings", "misc")


# --------------------------------------------------------------------------- CIT: citations


@planter("undefined-citation")
def undefined_citation(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Mistype a key, lose an entry, or cite what was never there."""
    if not base.mentions:
        return
    ways = [mistyped_keys(base, rng), lost_entries(base, rng), strange_keys(base, rng)]
    if base.backend == "biber":
        ways.append(recased_keys(base, rng, "undefined-citation"))
    yield from interleaved(ways)


def interleaved(ways: list[Iterator[Mutant]]) -> Iterator[Mutant]:
    """Take one of each way in turn until all are used up."""
    while ways:
        for way in list(ways):
            mutant = next(way, None)
            if mutant is None:
                ways.remove(way)
            else:
                yield mutant


def rekeyed(base: Base, item: Item, rule: str, new: str) -> Mutant:
    """Give one mention another key; only where case is forgiven does its entry stay in use."""
    edits: dict[str, str | bytes | None] = {
        item.file: base.texts[item.file].replaced(item.start, item.start + len(item.name), new)
    }
    expected = Expected(rule, ((item.file, item.line),))
    allowed = () if rule == "key-case-mismatch" else base.lone_use(item)
    return Mutant(base.name, f"{item.name} became {new}", expected, edits, allowed)


def mistyped_keys(base: Base, rng: random.Random) -> Iterator[Mutant]:
    taken = {entry.key for entry in base.entries} | set(base.bibitems)
    for item in shuffled(rng, base.mentions):
        typo = mistyped(rng, item.name, taken)
        yield rekeyed(base, item, "undefined-citation", typo)


def recased_keys(base: Base, rng: random.Random, rule: str) -> Iterator[Mutant]:
    taken = {entry.key for entry in base.entries}
    for item in shuffled(rng, base.mentions):
        new = rng.choice([item.name.upper(), item.name.lower(), item.name.swapcase(), item.name.capitalize()])
        if new not in taken:
            yield rekeyed(base, item, rule, new)


def lost_entries(base: Base, rng: random.Random) -> Iterator[Mutant]:
    places = {e.key: (e.file, e.start, e.end) for e in base.cited}
    places |= {key: (file, m.start(), m.end()) for key, (file, m) in base.bibitems.items()}
    for key in shuffled(rng, sorted(places)):
        file, start, end = places[key]
        text, uses = base.texts[file], base.occurrences(key)
        # Lines would move under the mentions of a document that holds its own bibliography.
        gone = re.sub(r"[^\n]+", "", text.text[start:end])
        allowed = tuple(Allowed("undefined-citation", f, line, line) for f, line in uses[1:])
        parents = [(e.file, base.entry_line(e)) for e in base.parents(key)]
        allowed += tuple(Allowed("unused-entry", f, line, line) for f, line in parents)
        if 0 < len(uses) < 4:
            expected = Expected("undefined-citation", (uses[0],))
            edits: dict[str, str | bytes | None] = {file: text.replaced(start, end, gone)}
            yield Mutant(base.name, f"the entry of {key} is lost", expected, edits, allowed)


def strange_keys(base: Base, rng: random.Random) -> Iterator[Mutant]:
    for text, gap in shuffled(rng, base.gaps):
        key, known, other = invented(rng, base), some_key(base, rng), some_key(base, rng)
        forms = [(f"The same was found elsewhere {c}{{{key}}}.", 0) for c in commands(base)]
        forms.append((f"Two studies agree\n{commands(base)[0]}{{{known}, % the first\n  {key}}}.", 2))
        if base.backend == "biber":
            forms += [
                (f"It was seen twice \\cites[1]{{{known}}}[2--3]{{{key}}}.", 0),
                (f"It was seen twice \\parencites(see)()[1]{{{known}}}\n  {{{key}}}.", 1),
                (f"It was seen \\parencite[see also \\cite{{{other}}}, p.~4]{{{key}}}.", 0),
            ]
        sentence, down = rng.choice(forms)
        edits, line = inserted(text, gap, sentence)
        expected = Expected("undefined-citation", ((text.path, line + down),))
        yield Mutant(base.name, f"unknown key in: {sentence}", expected, edits)


@planter("key-case-mismatch")
def key_case_mismatch(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Change the case of a key where BibTeX forgives it."""
    if base.backend == "bibtex":
        yield from recased_keys(base, rng, "key-case-mismatch")


@planter("empty-or-placeholder-citation")
def empty_citation(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Leave a citation for later."""
    if not base.mentions:
        return
    fillers = ["", " ", "TODO", "todo", "?", "??", "???", "XXX", "FIXME"]
    for text, gap in shuffled(rng, base.gaps):
        command = f"{rng.choice(commands(base))}{{{rng.choice(fillers)}}}"
        edits, line = inserted(text, gap, f"Somebody must have shown this before\n{command}, we believe.")
        expected = Expected("empty-or-placeholder-citation", ((text.path, line + 1),))
        yield Mutant(base.name, command, expected, edits)


@planter("repeated-key")
def repeated_key(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Name a key again at the end of its own list."""
    for item in shuffled(rng, base.mentions):
        text, end = base.texts[item.file], item.command.end(2)
        if item.command[2].rstrip().endswith(","):
            continue
        between = rng.choice([", ", ",", ",\n  ", ", % again\n  "])
        edits: dict[str, str | bytes | None] = {item.file: text.replaced(end, end, between + item.name)}
        place = item.file, text.line(end) + between.count("\n")
        yield Mutant(base.name, f"{item.name} twice", Expected("repeated-key", (place,)), edits)


@planter("unused-entry")
def unused_entry(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Add an entry that nobody cites."""
    if not base.complete:
        return
    for before in shuffled(rng, base.entries):
        key, text = invented(rng, base), base.texts[before.file]
        edits: dict[str, str | bytes | None] = {
            before.file: text.replaced(before.start, before.start, new_entry(rng, key, rng.choice(KINDS)))
        }
        place = before.file, base.entry_line(before)
        yield Mutant(base.name, f"{key} is never cited", Expected("unused-entry", (place,)), edits)


@planter("duplicate-key")
def duplicate_key(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Give one key to two entries, in one file or in two."""
    for first, second in pairs(base, rng, base.entries):
        same = rng.random() < 0.5 and complete_entry(first)
        copy = first.text[first.start : first.end] + "\n\n" if same else new_entry(rng, first.key)
        text = base.texts[second.file]
        edits: dict[str, str | bytes | None] = {second.file: text.replaced(second.start, second.start, copy)}
        places = (second.file, base.entry_line(second)), (first.file, base.entry_line(first))
        yield Mutant(base.name, f"{first.key} twice", Expected("duplicate-key", places), edits)


def pairs(base: Base, rng: random.Random, entries: list[Entry]) -> Iterator[tuple[Entry, Entry]]:
    """Pair each entry with a later one, before which a copy can stand."""
    order = base.entries
    for first in shuffled(rng, entries):
        later = order[order.index(first) + 1 :]
        if later:
            yield first, rng.choice(later)


NEEDED = {
    "article": (("author",), ("title",), ("journal", "journaltitle"), ("year", "date")),
    "book": (("author", "editor"), ("title",), ("year", "date")),
    "inproceedings": (("author",), ("title",), ("booktitle",), ("year", "date")),
    "incollection": (("author",), ("title",), ("booktitle",), ("year", "date")),
    "phdthesis": (("author",), ("title",), ("school", "institution"), ("year", "date")),
    "techreport": (("author",), ("title",), ("institution",), ("year", "date")),
}
FINDABLE = ("doi", "url", "eprint", "arxivid", "adsurl", "bdsk-url-1")


def complete_entry(entry: Entry) -> bool:
    return (
        entry.kind in NEEDED
        and not entry.has("crossref", "xdata", "xref", "key", "pubstate")
        and all(entry.has(*names) for names in NEEDED[entry.kind])
    )


@planter("duplicate-entry")
def duplicate_entry(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Enter a work again under another key, a little otherwise, and cite it beside the first."""
    usable = [e for e in base.cited if complete_entry(e) and e.raw("title")[:1] in '{"']
    lists = {item.name: item for item in base.mentions if not item.command[2].rstrip().endswith(",")}
    for first, second in pairs(base, rng, usable):
        if first.key not in lists:
            continue
        key, cite = invented(rng, base), lists[first.key]
        copy, how = varied(rng, first, key)
        text, prose, end = base.texts[second.file], base.texts[cite.file], cite.command.end(2)
        edits: dict[str, str | bytes | None] = {
            second.file: text.replaced(second.start, second.start, copy + "\n\n"),
            cite.file: prose.replaced(end, end, f",{key}"),
        }
        places = (second.file, base.entry_line(second)), (first.file, base.entry_line(first))
        allowed = (
            Allowed("malformed-identifier", second.file, *ANY_LINE),
        )  # a DOI that is written as an address
        how = f"{first.key} as {key}: {how}"
        yield Mutant(base.name, how, Expected("duplicate-entry", places), edits, allowed)


def varied(rng: random.Random, entry: Entry, key: str) -> tuple[str, str]:
    """Return a copy of the entry under another key: the DOI or the title written otherwise."""
    changes = [(entry.text.index(entry.key, entry.start), len(entry.key), key)]
    if entry.has("doi"):
        doi = entry.fields["doi"]
        plain = entry.raw("doi").strip('{}"').removeprefix("https://doi.org/")
        forms = [
            f"https://doi.org/{plain}",
            f"http://dx.doi.org/{plain.upper()}",
            plain.upper(),
            f"doi:{plain}",
        ]
        changes.append((doi.value, doi.end - doi.value, "{" + rng.choice(forms) + "}"))
        how = "the same DOI"
    else:
        title = entry.fields["title"]
        inner = entry.text[title.value + 1 : title.end - 1]
        forms = [
            inner.replace("-", "--"),
            "{" + inner + "}",
            inner.title(),
            inner + ".",
            " ".join(inner.split()),
        ]
        safe = [form for form in forms if "\\" not in inner and "$" not in inner] or [inner]
        changes.append((title.value, title.end - title.value, "{" + rng.choice(safe) + "}"))
        how = "the same title, authors and year"
        author = entry.fields["author"] if entry.has("author") else None
        if author and re.fullmatch(r"[{\"][\w.,\s-]+[}\"]", entry.raw("author")) and rng.random() < 0.5:
            changes.append(
                (author.value, author.end - author.value, "{" + forename_first(entry.raw("author")) + "}")
            )
    copy = entry.text[: entry.end]
    for start, length, new in sorted(changes, reverse=True):
        copy = copy[:start] + new + copy[start + length :]
    return copy[entry.start :], how


def forename_first(raw: str) -> str:
    """Write "Last, First and Last, First" as "First Last and First Last"."""
    names = raw.strip('{}"').split(" and ")
    return " and ".join(" ".join(part.strip() for part in reversed(name.split(",", 1))) for name in names)


@planter("missing-field")
def missing_field(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Take away a field without which a reader cannot find the source."""
    usable = [entry for entry in base.cited if complete_entry(entry)]
    choices = [(entry, names) for entry in usable for names in NEEDED[entry.kind]]
    for entry, names in shuffled(rng, choices):
        spare = names[0] not in ("author", "title", "year") and entry.has(*FINDABLE)
        if spare or (
            entry.kind == "book" and names[0] == "author" and entry.has("author") == entry.has("editor")
        ):
            continue
        text, lines = base.texts[entry.file], entry.text
        for name in names:
            if entry.has(name):
                value = entry.fields[name]
                # An empty line keeps every later line where it was.
                lost = re.sub(r"[^\n]", "", lines[value.start : value.end])
                after = value.end + 1 if lines[value.end : value.end + 1] == "," else value.end
                edits: dict[str, str | bytes | None] = {entry.file: text.replaced(value.start, after, lost)}
                place = entry.file, base.entry_line(entry)
                how = f"{entry.key} without {name}"
                yield Mutant(base.name, how, Expected("missing-field", (place,)), edits)
                break


@planter("broken-entry")
def broken_entry(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Lose one character that holds an entry together."""
    for entry in shuffled(rng, base.entries):
        cuts = list(breakable(entry))
        how, offset = rng.choice(cuts)
        text = base.texts[entry.file]
        later = [e.start for e in base.entries if e.file == entry.file and e.start > entry.start]
        lines = base.entry_line(entry), text.line(min(later, default=len(text.text)))
        allowed = [
            Allowed(rule, entry.file, *lines)
            for rule in ("broken-entry", "missing-field", "unused-entry", "duplicate-entry", "duplicate-key")
        ]
        allowed += [Allowed("undefined-citation", f, n, n) for f, n in base.occurrences(entry.key)]
        relatives = [("missing-field", child) for child in base.children(entry.key)]
        relatives += [("unused-entry", parent) for parent in base.parents(entry.key)]
        allowed += [Allowed(r, e.file, n, n) for r, e in relatives for n in [base.entry_line(e)]]
        places = tuple((entry.file, line) for line in range(lines[0], lines[1] + 1))
        edits: dict[str, str | bytes | None] = {entry.file: text.replaced(offset, offset + 1, "")}
        how = f"{entry.key} without {how}"
        yield Mutant(base.name, how, Expected("broken-entry", places), edits, tuple(allowed))


def breakable(entry: Entry) -> Iterator[tuple[str, int]]:
    """Yield every character whose loss breaks the entry."""
    values = list(entry.fields.values())
    yield "its last brace", entry.end - 1
    yield "the comma after the key", entry.text.index(",", entry.start)
    for value, after in zip(values, [*values[1:], None], strict=True):
        yield f"the equals sign of {value.name}", value.equals
        if after and entry.text[value.end] == ",":
            yield f"the comma after {value.name}", value.end
        if entry.text[value.end - 1] in '}"' and "#" not in entry.raw(value.name):
            yield f"the end of {value.name}", value.end - 1


# --------------------------------------------------------------------------- REF: labels and floats


@planter("undefined-reference")
def undefined_reference(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Mistype the target of a reference, lose a label, or refer to nothing."""
    if base.complete:
        ways = [mistyped_labels(base, rng), lost_labels(base, rng), strange_labels(base, rng)]
        yield from interleaved(ways)


def mistyped_labels(base: Base, rng: random.Random) -> Iterator[Mutant]:
    for item in shuffled(rng, base.references):
        typo = mistyped(rng, item.name, set(base.labels))
        text = base.texts[item.file]
        edits: dict[str, str | bytes | None] = {
            item.file: text.replaced(item.start, item.start + len(item.name), typo)
        }
        allowed = base.float_at(item.name) if len(base.occurrences(item.name)) == 1 else ()
        allowed += base.result_at(item.name)
        expected = Expected("undefined-reference", ((item.file, item.line),))
        yield Mutant(base.name, f"{item.name} became {typo}", expected, edits, allowed)


def lost_labels(base: Base, rng: random.Random) -> Iterator[Mutant]:
    named = {item.name: item for item in reversed(base.references)}
    for label in shuffled(rng, sorted(named)):
        (file, match), first = base.labels[label], named[label]
        text, uses = base.texts[file], base.occurrences(label)
        allowed = [
            Allowed("undefined-reference", f, n, n) for f, n in uses if (f, n) != (first.file, first.line)
        ]
        allowed += [Allowed("unknown-id", f, n, n) for f, n in uses]  # in a `uses`
        uses_here = [use for use in uses if use == (first.file, first.line)]
        if len(uses) > 4 or len(uses_here) > 1:
            continue
        edits: dict[str, str | bytes | None] = {file: text.replaced(match.start(), match.end(), "")}
        expected = Expected("undefined-reference", ((first.file, first.line),))
        by_product = (*allowed, *base.float_at(label))
        yield Mutant(base.name, f"the label {label} is lost", expected, edits, by_product)


def strange_labels(base: Base, rng: random.Random) -> Iterator[Mutant]:
    for text, gap in shuffled(rng, base.gaps):
        label = f"sec:{rng.choice(WORDS)}-{rng.randrange(10, 99)}"
        forms = [f"See Section~\\ref{{{label}}}.", f"It is on page~\\pageref{{{label}}}."]
        if base.name in ("thesis", "sphere-eversion"):
            known = next(iter(base.labels))
            forms += [f"\\Cref{{{label}}} says more.", f"Compare \\cref{{{known}, {label}}}."]
        edits, line = inserted(text, gap, rng.choice(forms))
        yield Mutant(base.name, label, Expected("undefined-reference", ((text.path, line),)), edits)


@planter("duplicate-label")
def duplicate_label(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Copy a label to a new section or equation."""
    if not base.labels:
        return
    order = {name: at for at, name in enumerate(base.tex)}
    for text, gap in shuffled(rng, base.gaps):
        label = rng.choice(sorted(base.labels))
        file, match = base.labels[label]
        new = rng.choice(
            [
                f"\\section{{A Copy}}\n\\label{{{label}}}",
                f"\\begin{{equation}}\n  \\label{{{label}}} a = b\n\\end{{equation}}",
            ]
        )
        edits, line = inserted(text, gap, new)
        copy, original = (text.path, line + 1), (file, base.texts[file].line(match.start()))
        copy_first = (order[text.path], gap) < (order[file], match.start())
        if copy_first and file == text.path:
            original = file, original[1] + new.count("\n") + 2
        places = (original, copy) if copy_first else (copy, original)
        yield Mutant(base.name, f"{label} twice", Expected("duplicate-label", places), edits)


@planter("unreferenced-float")
def unreferenced_float(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Add a float with caption and label that the text never mentions."""
    if not base.complete:
        return
    for text, gap in shuffled(rng, base.gaps):
        label, env = (
            f"new:{rng.choice(WORDS)}{rng.randrange(1000)}",
            rng.choice(["figure", "table", "figure*"]),
        )
        inside = [f"  \\caption{{A {rng.choice(WORDS)} that nobody mentions.}}", f"  \\label{{{label}}}"]
        content = "  \\includegraphics{fig/new}" if env != "table" else "  \\begin{tabular}{l}a\\end{tabular}"
        inside.insert(rng.choice([0, 2]), content)
        edits, line = inserted(text, gap, "\n".join([f"\\begin{{{env}}}", *inside, f"\\end{{{env}}}"]))
        at = line + 1 + next(i for i, row in enumerate(inside) if "label" in row)
        places = (text.path, at), *((text.path, line + i) for i in range(5))
        yield Mutant(base.name, label, Expected("unreferenced-float", places), edits)


@planter("float-without-caption")
def float_without_caption(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Take the caption away from a float that the text refers to."""
    floats = [(text, match) for text in base.chapters for match in FLOAT.finditer(text.live)]
    for text, match in shuffled(rng, floats):
        captions = list(re.finditer(r"\\caption(?:\[[^][]*\])?(?=\{)", match[0]))
        labels = [m[1] for m in LABEL.finditer(match[0])]
        if len(captions) != 1 or not any(base.occurrences(label) for label in labels):
            continue
        start = match.start() + captions[0].start()
        end = closing(text.live, match.start() + captions[0].end()) + 1
        caption = text.text[start:end]
        if re.search(r"\\\w*(cite|ref|footnote)\b", caption):
            continue
        kept = "".join(m[0] for m in LABEL.finditer(caption)) + re.sub(r"[^\n]", "", caption)
        first, last = text.line(match.start()), text.line(match.end())
        places = tuple((text.path, line) for line in range(first, last + 1))
        edits: dict[str, str | bytes | None] = {text.path: text.replaced(start, end, kept)}
        yield Mutant(base.name, f"{labels[0]} bare", Expected("float-without-caption", places), edits)


# --------------------------------------------------------------------------- TEX: input


def folder_of(base: Base) -> str:
    """Return where TeX runs: the folder of the main file, with its slash."""
    return base.main[: base.main.rfind("/") + 1]


def including(base: Base, rng: random.Random) -> Iterator[tuple[Text, int, str, str]]:
    """Yield places for a command that reads a file, and a new name for that file."""
    # A subfile is a document of its own too, which looks for the file in another folder.
    places = [(text, gap) for text, gap in base.gaps if "]{subfiles}" not in text.text]
    for at, (text, gap) in enumerate(shuffled(rng, places)):
        yield text, gap, f"{rng.choice(WORDS)}-{at}", folder_of(base)


def with_bibliography(base: Base, name: str) -> tuple[dict[str, str | bytes | None], tuple[str, int]]:
    """Make the document load one more `.bib`; return the edit and the place that names it."""
    text = base.texts[base.preamble]
    if base.name == "thesis":
        at = text.text.index("\\newtheorem")
        line = text.line(at)
        return {text.path: text.replaced(at, at, f"\\addbibresource{{{name}.bib}}\n\n")}, (text.path, line)
    at = text.text.index("\\bibliography{") + len("\\bibliography{")
    at = text.text.index("}", at)
    return {text.path: text.replaced(at, at, f",{name}")}, (text.path, text.line(at))


@planter("missing-input")
def missing_input(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Read a file that is not there, or mistype the name of one that is."""
    new = missing_files(base, rng)
    yield from interleaved([mistyped_files(base, rng), missing_bibliography(base, rng), new])


def missing_files(base: Base, rng: random.Random) -> Iterator[Mutant]:
    for text, gap, name, _ in including(base, rng):
        forms = [f"\\input{{{name}}}", f"\\input {name}", f"\\input{{parts/{name}.tex}}"]
        forms += [f"\\import{{parts/}}{{{name}}}", f"\\subimport{{parts/}}{{{name}}}"]
        if text.path == base.main:
            forms.append(f"\\include{{{name}}}")
        command = rng.choice(forms)
        edits, line = inserted(text, gap, command)
        yield Mutant(base.name, command, Expected("missing-input", ((text.path, line),)), edits)


def missing_bibliography(base: Base, rng: random.Random) -> Iterator[Mutant]:
    if base.name in ("thesis", "article"):
        name = f"lost-{rng.choice(WORDS)}"
        edits, place = with_bibliography(base, name)
        yield Mutant(base.name, f"{name}.bib", Expected("missing-input", (place,)), edits)


def mistyped_files(base: Base, rng: random.Random) -> Iterator[Mutant]:
    if base.name not in ("thesis", "article"):
        return
    pattern = re.compile(r"\\(?:input|include)(?:\{| )((?:chapters|sections)/\w+)")
    text = base.texts[base.main]
    for match in shuffled(rng, list(pattern.finditer(text.live))):
        typo = mistyped(rng, match[1], set())
        edits: dict[str, str | bytes | None] = {text.path: text.replaced(match.start(1), match.end(1), typo)}
        place = text.path, text.line(match.start())
        allowed = (Allowed("*", f"{match[1]}.tex", *ANY_LINE),)
        yield Mutant(
            base.name, f"{match[1]} became {typo}", Expected("missing-input", (place,)), edits, allowed
        )


@planter("untracked-input")
def untracked_input(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Read a file that stands in the folder and not in the index of git."""
    yield from interleaved([forgotten_files(base, rng), new_files(base, rng)])


def forgotten_files(base: Base, rng: random.Random) -> Iterator[Mutant]:
    if base.name not in ("thesis", "article"):
        return
    for name in shuffled(rng, [*base.tex, *base.bib]):
        stem = name.rsplit(".", 1)[0]
        users = re.compile(r"\\\w+(?:\{| )" + re.escape(stem) + r"\b")
        found = [(t, m) for t in base.texts.values() for m in users.finditer(t.live) if t.path != name]
        if name != base.main and found:
            text, match = found[0]
            places = (text.path, text.line(match.start())), (name, 1)
            how = f"{name} is not in the index"
            yield Mutant(base.name, how, Expected("untracked-input", places), {}, untracked=(name,))


def new_files(base: Base, rng: random.Random) -> Iterator[Mutant]:
    for text, gap, name, folder in including(base, rng):
        path = f"{folder}{name}.tex"
        edits, line = inserted(text, gap, f"\\input{{{name}}}")
        edits[path] = "A paragraph that was never added to the repository.\n"
        expected = Expected("untracked-input", ((text.path, line), (path, 1)))
        yield Mutant(base.name, f"{path} is new", expected, edits, untracked=(path,))


BLOBS = (
    b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x02\x00\x00\x00\x02\x00\x08\x06\x00\x00\x00\xf4x\xd4\xfa",
    b"Prose that a crash has torn.\n\nThen " + b"\x00" * 64 + b"\n",
    b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\xcbH\xcd\xc9\xc9\x07\x00\x86\xa6\x106\x05\x00\x00\x00",
    b"\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x03\x00>\x00\x01\x00\x00\x00\xff\xfe\xfd",
)


@planter("unreadable-input")
def unreadable_input(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Read a file that holds no text, or a folder."""
    for text, gap, name, folder in including(base, rng):
        path = f"{folder}{name}.tex"
        edits, line = inserted(text, gap, f"\\input{{{name}}}")
        places = (text.path, line), *((path, n) for n in range(1, 5))
        expected = Expected("unreadable-input", places)
        if rng.random() < 0.2:
            yield Mutant(base.name, f"{path} is a folder", expected, edits, folders=(path,))
        else:
            edits[path] = rng.choice(BLOBS)
            yield Mutant(base.name, f"{path} is binary", expected, edits)


@planter("unsafe-path")
def unsafe_path(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Read what lies outside the project, or run a program."""
    yield from interleaved([unsafe_files(base, rng), unsafe_links(base, rng), unsafe_bibliography(base)])


def unsafe_files(base: Base, rng: random.Random) -> Iterator[Mutant]:
    forms = [
        "\\input{/etc/passwd}",
        "\\input{../../../../../../../outside}",
        "\\input{../../../../../../../etc/hostname}",
        "\\input{|ls}",
        '\\input{|"ls -l"}',
        "\\input{/dev/zero}",
        "\\import{/etc/}{passwd}",
        "\\input /etc/passwd",
    ]
    for text, gap in shuffled(rng, base.gaps):
        command = rng.choice(forms)
        edits, line = inserted(text, gap, command)
        yield Mutant(base.name, command, Expected("unsafe-path", ((text.path, line),)), edits)


def unsafe_links(base: Base, rng: random.Random) -> Iterator[Mutant]:
    for text, gap, name, folder in islice(including(base, rng), 3):
        path = f"{folder}{name}.tex"
        edits, line = inserted(text, gap, f"\\input{{{name}}}")
        edits["../outside.tex"] = "This stands outside the project.\n"
        target = "../" * path.count("/") + "../outside.tex"
        places = (text.path, line), (path, 1)
        expected = Expected("unsafe-path", places)
        yield Mutant(base.name, f"{path} is a link to {target}", expected, edits, links={path: target})


def unsafe_bibliography(base: Base) -> Iterator[Mutant]:
    if base.name in ("thesis", "article"):
        edits, place = with_bibliography(base, "/etc/library")
        yield Mutant(base.name, "/etc/library.bib", Expected("unsafe-path", (place,)), edits)


@planter("limit-exceeded")
def limit_exceeded(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Read far too much: a huge file, a file that includes itself, a chain without end."""
    ways = [huge_file, self_inclusion, inclusion_cycle, long_chain]
    for text, gap, name, folder in including(base, rng):
        edits, line = inserted(text, gap, f"\\input{{{name}}}")
        yield rng.choice(ways)(base, edits, (text.path, line), folder, name)


def huge_file(
    base: Base, edits: dict[str, str | bytes | None], place: tuple[str, int], *where: str
) -> Mutant:
    path = "".join(where) + ".tex"
    expected = Expected("limit-exceeded", (place, (path, 1)))
    return Mutant(base.name, f"{path} is huge", expected, edits, sparse={path: HUGE})


def self_inclusion(
    base: Base, edits: dict[str, str | bytes | None], place: tuple[str, int], *where: str
) -> Mutant:
    path = "".join(where) + ".tex"
    edits[path] = f"Again and again.\n\\input{{{where[1]}}}\n"
    return Mutant(base.name, f"{path} includes itself", Expected("limit-exceeded", ((path, 2), place)), edits)


def inclusion_cycle(
    base: Base, edits: dict[str, str | bytes | None], place: tuple[str, int], *where: str
) -> Mutant:
    folder, name = where
    edits[f"{folder}{name}.tex"] = f"To the other.\n\\input{{{name}-b}}\n"
    edits[f"{folder}{name}-b.tex"] = f"And\nback.\n\\input{{{name}}}\n"
    places = (f"{folder}{name}-b.tex", 3), (f"{folder}{name}.tex", 2), place
    return Mutant(base.name, f"{name} and {name}-b", Expected("limit-exceeded", places), edits)


def long_chain(
    base: Base, edits: dict[str, str | bytes | None], place: tuple[str, int], *where: str
) -> Mutant:
    folder, name = where
    names = [name, *(f"{name}-{i:03}" for i in range(400))]
    for this, following in pairwise(names):
        edits[f"{folder}{this}.tex"] = f"\\input{{{following}}}\n"
    edits[f"{folder}{names[-1]}.tex"] = "The end.\n"
    places = *((f"{folder}{this}.tex", 1) for this in names), place
    return Mutant(base.name, "a chain of 400 files", Expected("limit-exceeded", places), edits)


@planter("unbalanced-group")
def unbalanced_group(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Lose a closing brace or an `\\end`, misname it, or close once too often."""
    ways = [lost_braces(base, rng), lost_ends(base, rng), misnamed_ends(base, rng), spare_braces(base, rng)]
    yield from interleaved(ways)


def lost_braces(base: Base, rng: random.Random) -> Iterator[Mutant]:
    opener = re.compile(r"\\(?:emph|textbf|textit|chapter|section|subsection|footnote|species)(?=\{)")
    found = [(text, match) for text in base.chapters for match in opener.finditer(text.live)]
    for text, match in shuffled(rng, found):
        end = closing(text.live, match.end())
        if text.live[: match.start()].count("\\begin{document}") or "\\documentclass" not in text.live:
            places = (text.path, text.line(match.end())), (text.path, text.line(end))
            edits: dict[str, str | bytes | None] = {text.path: text.replaced(end, end + 1, "")}
            how = f"{text.text[match.start() : end]} stays open"
            yield Mutant(base.name, how, Expected("unbalanced-group", places), edits)


ENVIRONMENTS = re.compile(
    r"\\begin\{(?P<env>itemize|enumerate|description|quote|quotation|equation|proof|lemma|theorem|definition"
    r"|proposition|corollary|remark|tabular|center|align)\}(?:(?!\\begin).)*?(?P<end>\\end\{(?P=env)\})",
    re.DOTALL,
)


def environments(base: Base, rng: random.Random) -> Iterator[tuple[Text, re.Match[str]]]:
    found = [(text, match) for text in base.chapters for match in ENVIRONMENTS.finditer(text.live)]
    yield from shuffled(rng, found)


def lost_ends(base: Base, rng: random.Random) -> Iterator[Mutant]:
    for text, match in environments(base, rng):
        lines = [text.line(match.start()), text.line(match.start("end"))]
        outer = surrounding_end(text, match.end())
        places = tuple((text.path, line) for line in [*lines, *([text.line(outer)] if outer else [])])
        edits: dict[str, str | bytes | None] = {text.path: text.replaced(*match.span("end"), "")}
        how = f"{match['env']} never ends"
        yield Mutant(base.name, how, Expected("unbalanced-group", places), edits)


def surrounding_end(text: Text, start: int) -> int:
    """Return the offset of the first `\\end` after `start` whose `\\begin` stands before it, or 0."""
    depth = 0
    for mark in BOUNDARY.finditer(text.live, start):
        depth += {"begin": 1, "end": -1}.get(mark[1] or "", 0)
        if depth < 0:
            return mark.start()
    return 0


def misnamed_ends(base: Base, rng: random.Random) -> Iterator[Mutant]:
    for text, match in environments(base, rng):
        wrong = mistyped(rng, match["env"], set())
        lines = text.line(match.start()), text.line(match.start("end"))
        places = tuple((text.path, line) for line in lines)
        edits: dict[str, str | bytes | None] = {
            text.path: text.replaced(*match.span("end"), f"\\end{{{wrong}}}")
        }
        how = f"{match['env']} ends as {wrong}"
        yield Mutant(base.name, how, Expected("unbalanced-group", places), edits)


def spare_braces(base: Base, rng: random.Random) -> Iterator[Mutant]:
    for text, gap in shuffled(rng, base.gaps):
        edits, line = inserted(text, gap, "This sentence closes {\\em more than it opens}}.")
        expected = Expected("unbalanced-group", ((text.path, line),))
        yield Mutant(base.name, "one brace too many", expected, edits)


# --------------------------------------------------------------------------- SUP: suppressions


def comments(base: Base, rng: random.Random, rule: str, bodies: list[str]) -> Iterator[Mutant]:
    """Put each of the bodies into a comment: alone, after a sentence, in a bibliography."""
    ways = [own_lines(base, rng, rule, bodies), line_ends(base, rng, rule, bodies)]
    yield from interleaved([*ways, between_entries(base, rng, rule, bodies)])


def own_lines(base: Base, rng: random.Random, rule: str, bodies: list[str]) -> Iterator[Mutant]:
    for text, gap in shuffled(rng, base.gaps):
        body = rng.choice(bodies)
        edits: dict[str, str | bytes | None] = {text.path: text.replaced(gap, gap, f"% argcheck: {body}\n")}
        yield Mutant(base.name, body, Expected(rule, ((text.path, text.line(gap)),)), edits)


def line_ends(base: Base, rng: random.Random, rule: str, bodies: list[str]) -> Iterator[Mutant]:
    for text, gap in shuffled(rng, base.gaps):
        end, body = text.text.index("\n", gap), rng.choice(bodies)
        if "%" not in text.text[gap:end]:
            edits: dict[str, str | bytes | None] = {
                text.path: text.replaced(end, end, f" % argcheck: {body}")
            }
            yield Mutant(base.name, body, Expected(rule, ((text.path, text.line(gap)),)), edits)


def between_entries(base: Base, rng: random.Random, rule: str, bodies: list[str]) -> Iterator[Mutant]:
    for entry in islice(shuffled(rng, base.entries), 4):
        text, body = base.texts[entry.file], rng.choice(bodies)
        form = rng.choice(["% argcheck: {}\n", "@comment{{argcheck: {}}}\n"]).format(body)
        edits: dict[str, str | bytes | None] = {entry.file: text.replaced(entry.start, entry.start, form)}
        yield Mutant(base.name, form, Expected(rule, ((entry.file, base.entry_line(entry)),)), edits)


@planter("unused-suppression")
def unused_suppression(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Suppress a finding where there is none."""
    names = ["undefined-citation", "repeated-key"] if base.entries else ["duplicate-label"]
    bodies = [f"ignore[{name}] checked by hand" for name in names]
    yield from interleaved(
        [comments(base, rng, "unused-suppression", bodies), unused_regions(base, rng, names[0])]
    )


def unused_regions(base: Base, rng: random.Random, name: str) -> Iterator[Mutant]:
    for text in shuffled(rng, base.chapters):
        first, last = text.gaps[0], text.gaps[-1]
        if first == last:
            continue
        begin, end = f"% argcheck: ignore-begin[{name}] a quotation\n", "% argcheck: ignore-end\n"
        new = text.text[:first] + begin + text.text[first:last] + end + text.text[last:]
        places = (text.path, text.line(first)), (text.path, text.line(last) + 1)
        yield Mutant(base.name, begin, Expected("unused-suppression", places), {text.path: new})
        whole = f"% argcheck: ignore-file[{name}] nothing to see\n"
        expected = Expected("unused-suppression", ((text.path, 1),))
        yield Mutant(base.name, whole, expected, {text.path: whole + text.text})


@planter("unknown-suppression")
def unknown_suppression(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Suppress a rule that does not exist."""
    bodies = [
        "ignore[no-such-rule] a reason",
        "ignore[undefined-citaton] a reason",
        "ignore[XYZ999]",
        "ignore[duplicate-lable] copied on purpose",
    ]
    yield from comments(base, rng, "unknown-suppression", bodies)


@planter("unknown-directive")
def unknown_directive(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Misspell the verb."""
    bodies = [
        "ignroe[undefined-citation] a reason",
        "disable[undefined-citation]",
        "ignore-start[repeated-key] a reason",
        "noqa",
        "ingore-file[unused-entry]",
    ]
    yield from comments(base, rng, "unknown-directive", bodies)


# --------------------------------------------------------------------------- the argument

STATEMENT = re.compile(
    r"\\begin\{(?P<env>definition|lemma|proposition|theorem|corollary|conjecture)\}.*?\\end\{(?P=env)\}",
    re.DOTALL,
)
PROOF = re.compile(r"\\begin\{proof\}.*?\\end\{proof\}", re.DOTALL)
USES = re.compile(r"\\uses\{([^{}]*)\}")
NOTE = re.compile(r"^% argcheck: (\w+)(.*)$", re.MULTILINE)
ANNOTATED = re.compile(r"((?:^% argcheck: [^\n]*\n)+)([^\n%][^\n]*(?:\n[^\n%]+)*)", re.MULTILINE)
SENTENCES = [
    "Rain kept the road empty in {}.",
    "The lamp near {} was replaced.",
    "Nobody had counted before {}.",
    "The gauge at {} is trusted.",
    "All of {} was seen twice.",
    "Trees by {} are old.",
]
INFERRED = ("ab", "co", "cl")


@dataclass(frozen=True, slots=True)
class Part:
    """A statement or a proof: where it stands, its label (that of what it proves), what it uses and names."""

    text: Text
    match: re.Match[str]
    label: str
    uses: tuple[str, ...]
    named: tuple[str, ...]

    @property
    def line(self) -> int:
        """The line of the label, or of the beginning."""
        place = self.text.live.find("\\label{", self.match.start(), self.match.end())
        return self.text.line(place if place >= 0 else self.match.start())

    def with_use(self, name: str) -> str:
        """Return the file with one more name in the `\\uses` of this part, which it may lack."""
        found = USES.search(self.text.text, self.match.start(), self.match.end())
        if found:
            return self.text.replaced(found.end(1), found.end(1), f", {name}")
        head = self.text.text.index("}", self.match.start()) + 1
        return self.text.replaced(head, head, f"\\uses{{{name}}}")

    def use_line(self, new: str) -> int:
        """Return the line of the `\\uses` of this part in an edited text."""
        return new.count("\n", 0, new.index("\\uses", self.match.start())) + 1


def names_in(text: str, pattern: re.Pattern[str]) -> tuple[str, ...]:
    return tuple(
        name.strip() for match in pattern.finditer(text) for name in match[1].split(",") if name.strip()
    )


def statements(base: Base) -> list[Part]:
    """Every theorem-like environment in reading order."""
    found = []
    for text in (base.texts[name] for name in base.tex):
        for match in STATEMENT.finditer(text.live):
            label = LABEL.search(match[0])
            if label:
                found.append(Part(text, match, label[1], names_in(match[0], USES), ()))
    return found


def proofs(base: Base) -> list[Part]:
    """Every proof, under the label of the statement before it."""
    found = []
    for text in (base.texts[name] for name in base.tex):
        for match in PROOF.finditer(text.live):
            above = [m for m in STATEMENT.finditer(text.live, 0, match.start()) if m["env"] != "definition"]
            label = LABEL.search(above[-1][0]) if above else None
            if label:
                named = names_in(match[0], re.compile(r"\\ref\{([^{}]*)\}"))
                found.append(Part(text, match, label[1], names_in(match[0], USES), named))
    return found


def rests_on(base: Base, label: str) -> set[str]:
    """Return all that a statement rests on by `\\uses`, itself included."""
    into: dict[str, set[str]] = {}
    for part in (*statements(base), *proofs(base)):
        into.setdefault(part.label, set()).update(part.uses)
    seen, pending = {label}, [label]
    while pending:
        new = into.get(pending.pop(), set()) - seen
        seen |= new
        pending += new
    return seen


@dataclass(frozen=True, slots=True)
class Claim:
    """An annotated sentence: its comments, its words, and what it names."""

    text: Text
    match: re.Match[str]
    name: str
    verb: str
    uses: tuple[str, ...]

    @property
    def line(self) -> int:
        return self.text.line(self.match.start(2))

    @property
    def uses_at(self) -> int:
        """Return the offset of the value of `uses=`, or -1."""
        return self.text.text.find("uses=", self.match.start(1), self.match.end(1))

    def using(self, names: Sequence[str]) -> str:
        """Return the file with another list of uses."""
        value = f" uses={','.join(names)}" if names else ""
        first = self.text.text.index("\n", self.match.start(1))
        if self.uses_at < 0:
            return self.text.replaced(first, first, value)
        end = re.compile(r"\s").search(self.text.text, self.uses_at)
        return self.text.replaced(self.uses_at - 1, end.start() if end else first, value)


def claims(base: Base, *verbs: str) -> list[Claim]:
    """Every annotated sentence of these verbs, in reading order."""
    found = []
    for text in (base.texts[name] for name in base.tex):
        for match in ANNOTATED.finditer(text.text):
            name = re.search(r"id=(\S+)", match[1])
            uses = re.search(r"uses=(\S+)", match[1])
            verb = NOTE.search(match[1])
            if name and verb and verb[1] in verbs:
                listed = tuple(uses[1].split(",")) if uses else ()
                found.append(Claim(text, match, name[1], verb[1], listed))
    return found


def leaning(base: Base, name: str) -> list[Claim]:
    """Return the claims that use a name."""
    return [
        one for one in claims(base, "evidence", "claim", "conclusion", "counterevidence") if name in one.uses
    ]


def idle_without(base: Base, user: Claim) -> tuple[Allowed, ...]:
    """Return what may follow when a claim uses nothing any more: evidence that only it used."""
    alone = [name for name in user.uses if len(leaning(base, name)) == 1]
    return tuple(
        Allowed("unused-evidence", one.text.path, one.line, one.line)
        for one in claims(base, "evidence", "counterevidence")
        if one.name in alone
    )


def grounds(base: Base) -> list[str]:
    """Return labels of tables and keys of entries that claims may rest on."""
    return [name for name in base.labels if name.startswith("tab:")] + [f"cite:{e.key}" for e in base.entries]


def said(rng: random.Random) -> str:
    """Return a sentence that no manuscript has."""
    return rng.choice(SENTENCES).format(f"{rng.choice(NAMES)} {rng.choice(WORDS).title()}")


def annotated(base: Base) -> bool:
    """Whether the sentences of a base text are annotated."""
    return bool(claims(base, "conclusion"))


def between(
    base: Base,
    rng: random.Random,
    rule: str,
    block: Callable[[int], str],
    *,
    offset: int = 0,
    others: Sequence[tuple[str, int]] = (),
    allowed: tuple[Allowed, ...] = (),
) -> Iterator[Mutant]:
    """Put a block of its own between two paragraphs; the finding is `offset` lines below its first line."""
    for number, (text, gap) in enumerate(shuffled(rng, base.gaps)):
        new = block(number)
        places = ((text.path, text.line(gap) + offset), *others)
        yield Mutant(
            base.name,
            new,
            Expected(rule, places),
            {text.path: text.replaced(gap, gap, new + "\n\n")},
            allowed,
        )


@planter("orphan-claim", argued=True)
def orphan_claim(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Claim something without a ground, or take the ground of a claim away."""
    if annotated(base):
        block = between(
            base, rng, "orphan-claim", lambda n: f"% argcheck: claim id=cl:new{n}\n{said(rng)}", offset=1
        )
        yield from interleaved([block, bereft(base, rng, "orphan-claim", "claim", "counterevidence")])


def bereft(base: Base, rng: random.Random, rule: str, *verbs: str) -> Iterator[Mutant]:
    """Take away all that a claim rests on."""
    for one in shuffled(rng, [one for one in claims(base, *verbs) if one.uses]):
        expected = Expected(rule, ((one.text.path, one.line),))
        yield Mutant(
            base.name, f"bereft {one.name}", expected, {one.text.path: one.using(())}, idle_without(base, one)
        )


@planter("unreachable-conclusion", argued=True)
def unreachable_conclusion(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Conclude from nothing, or from a method alone, or take the support of a conclusion away."""
    if not annotated(base):
        return
    uses = ["", " uses=me:traps"]
    macro = between(
        base,
        rng,
        "unreachable-conclusion",
        lambda n: f"\\argclaim[kind=conclusion]{{co:new{n}}}{{{said(rng)}}}",
    )
    block = between(
        base,
        rng,
        "unreachable-conclusion",
        lambda n: f"% argcheck: conclusion id=co:new{n}{uses[n % 2]}\n{said(rng)}",
        offset=1,
    )
    yield from interleaved([block, macro, bereft(base, rng, "unreachable-conclusion", "conclusion")])


@planter("circular-support", argued=True)
def circular_support(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Let something rest on what rests on it."""
    parts = {part.label: part for part in statements(base)}
    settled = [name for name in parts if parts[name].match["env"] != "conjecture"]
    pairs = [(low, high) for high in settled for low in rests_on(base, high) if low in parts]
    for low, high in shuffled(rng, sorted(pairs)):
        part = parts[low]
        new = part.with_use(high)
        expected = Expected("circular-support", ((part.text.path, part.use_line(new)),))
        yield Mutant(base.name, f"{low} uses {high}", expected, {part.text.path: new})
    for one in shuffled(rng, claims(base, "claim", "conclusion")):
        for low in claims(base, "evidence", "claim"):
            if low.name in one.uses:
                new = low.using((*low.uses, one.name))
                line = low.text.line(low.match.start(1))
                expected = Expected("circular-support", ((low.text.path, line),))
                yield Mutant(base.name, f"{low.name} uses {one.name}", expected, {low.text.path: new})


@planter("refuted-but-feeding", argued=True)
def refuted_but_feeding(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Refute a source or a claim that a conclusion rests on: in a comment, by its title, or in a list."""
    carrying = {name for one in claims(base, "conclusion") for name in one.uses}
    for _ in range(4):
        carrying |= {
            name for one in claims(base, "claim", "evidence") if one.name in carrying for name in one.uses
        }
    for name in shuffled(rng, sorted(carrying - {"as:road", "prop:ratio"})):
        users = [one for one in leaning(base, name) if one.verb != "counterevidence"]
        places = tuple((one.text.path, one.text.line(one.uses_at)) for one in users)
        expected = Expected("refuted-but-feeding", places)
        text, gap = rng.choice([(t, g) for t, g in base.gaps if t.path != users[0].text.path])
        comment = f"% argcheck: refuted {name}: found wrong\n"
        yield Mutant(base.name, comment, expected, {text.path: text.replaced(gap, gap, comment)})
        entry = next((e for e in base.entries if f"cite:{e.key}" == name), None)
        if entry:
            start = entry.fields["title"].value + 1
            new = entry.text[:start] + "RETRACTED: " + entry.text[start:]
            yield Mutant(base.name, f"RETRACTED: {entry.key}", expected, {entry.file: new})
            listed = f"key,reason\n{entry.key},made up\n"
            yield Mutant(base.name, listed, expected, {".argcheck/retractions.csv": listed})


@planter("low-support-width", argued=True)
def low_support_width(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Leave a conclusion one of its supports, or conclude from one."""
    if not annotated(base):
        return
    block = between(
        base,
        rng,
        "low-support-width",
        lambda n: f"% argcheck: conclusion id=co:new{n} uses={rng.choice(grounds(base))}\n{said(rng)}",
        offset=1,
    )
    yield from interleaved([block, narrowed(base, rng)])


def narrowed(base: Base, rng: random.Random) -> Iterator[Mutant]:
    for one in shuffled(rng, claims(base, "conclusion")):
        for name in one.uses:
            if name.startswith("as:"):
                continue
            left = [other for other in one.uses if other != name]
            gone = Claim(one.text, one.match, one.name, one.verb, (name,))
            expected = Expected("low-support-width", ((one.text.path, one.line),))
            edits: dict[str, str | bytes | None] = {one.text.path: one.using(left)}
            yield Mutant(base.name, f"{one.name} without {name}", expected, edits, idle_without(base, gone))


@planter("contradiction", argued=True)
def contradiction(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Say the opposite, or another number, of what is claimed elsewhere; or what the abstract says."""
    yield from interleaved([contradicted_claims(base, rng), denied_abstract(base, rng)])


def contradicted_claims(base: Base, rng: random.Random) -> Iterator[Mutant]:
    for text in (base.texts[name] for name in base.tex):
        for match in re.finditer(r"\\argclaim\[kind=given\]\{[^{}]*\}\{([^{}]*)\}", text.text):
            for form in (opposite(match[1]), other_number(match[1], rng), other_number(match[1], rng)):
                if form:
                    other = [(text.path, text.line(match.start()))]
                    yield from islice(contradicted(base, rng, form, other), 6)
    for one in claims(base, "claim", "evidence", "conclusion"):
        form = opposite(" ".join(one.match[2].split()))
        if form:
            yield from islice(contradicted(base, rng, form, [(one.text.path, one.line)]), 4)


def denied_abstract(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Say in the abstract what the text denies, or the other way, without annotations."""
    abstract = next((t for t in base.texts.values() if "\\end{abstract}" in t.live), None)
    if abstract is None:
        return
    end = abstract.live.index("\\end{abstract}")
    leads = ["", "We find that ", "Moreover, "]
    for number, (text, gap) in enumerate(shuffled(rng, [(t, g) for t, g in base.gaps if t is not abstract])):
        words = f"{rng.choice(WORDS)} lamps near {rng.choice(NAMES)} {{}} brighter in winter than in summer."
        said_, meant = shuffled(rng, [words.format("are"), words.format("are not")])
        lead = leads[number % 3]
        line = f"  {lead}{said_ if lead else said_[0].upper() + said_[1:]}\n"
        yield Mutant(
            base.name,
            f"the abstract says {said_}",
            Expected("contradiction", ((abstract.path, abstract.line(end)),)),
            {
                abstract.path: abstract.replaced(end, end, line),
                text.path: text.replaced(gap, gap, meant[0].upper() + meant[1:] + "\n\n"),
            },
        )


def contradicted(base: Base, rng: random.Random, form: str, other: list[tuple[str, int]]) -> Iterator[Mutant]:
    def block(number: int) -> str:
        return f"\\argclaim[kind=given]{{cl:new{number}}}{{{form}}}"

    yield from between(base, rng, "contradiction", block, others=other)


def opposite(sentence: str) -> str:
    """Negate a sentence, or take its negation away; empty where that takes more than a word."""
    for said_, meant in (("does not matter", "matters"), (" is ", " is not "), (" are ", " are not ")):
        if said_ in sentence and sentence.count(said_) == 1:
            return sentence.replace(said_, meant)
    return ""


def other_number(sentence: str, rng: random.Random) -> str:
    changed = re.sub(r"\d+", lambda m: str(int(m[0]) + rng.randrange(1, 9)), sentence)
    return changed if changed != sentence else ""


@planter("defeated-but-feeding", argued=True)
def defeated_but_feeding(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """State counterevidence to what a conclusion rests on, and answer nothing; or drop the answer."""
    feeding = [one for one in claims(base, "claim", "evidence") if carries(base, one.name)]
    for one in shuffled(rng, feeding * 3):
        ground = rng.choice(grounds(base))
        body = f"% argcheck: counterevidence id=ce:new uses={ground}\n% argcheck: attacks {one.name}\n{said(rng)}"
        others = [(one.text.path, one.line)]
        for mutant in islice(
            between(base, rng, "defeated-but-feeding", lambda _, body=body: body, offset=2), 1
        ):
            file, first = mutant.expected.places[0]
            line = one.line + (4 if file == one.text.path and first - 2 <= one.line else 0)
            expected = Expected("defeated-but-feeding", ((others[0][0], line), (file, first)))
            yield Mutant(mutant.base, mutant.how, expected, mutant.edits)
    for one in claims(base, "counterevidence"):
        answers = re.compile(rf"^% argcheck: attacks {re.escape(one.name)}\n", re.MULTILINE)
        target = re.search(r"attacks (\S+)", one.match[1])
        hit = next((c for c in claims(base, "claim") if target and c.name == target[1]), None)
        if hit and answers.search(one.text.text):
            expected = Expected("defeated-but-feeding", ((hit.text.path, hit.line),))
            yield Mutant(
                base.name,
                f"no answer to {one.name}",
                expected,
                {one.text.path: answers.sub("", one.text.text)},
            )


def carries(base: Base, name: str) -> bool:
    """Whether a claim feeds a conclusion."""
    return any(one.verb == "conclusion" or carries(base, one.name) for one in leaning(base, name))


@planter("unanswered-attack", argued=True)
def unanswered_attack(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """State counterevidence to a conclusion, and answer nothing."""
    aims = [one.name for one in claims(base, "conclusion")]
    if aims:
        macro = between(
            base,
            rng,
            "unanswered-attack",
            lambda n: (
                f"\\argclaim[role=counterevidence]{{ce:new{n}}}{{{said(rng)}}}\n"
                f"\\uses{{{rng.choice(grounds(base))}}} \\attacks{{{rng.choice(aims)}}}"
            ),
        )
        comment = between(
            base,
            rng,
            "unanswered-attack",
            lambda n: (
                f"% argcheck: counterevidence id=ce:new{n} uses={rng.choice(grounds(base))}\n"
                f"% argcheck: attacks {rng.choice(aims)}\n{said(rng)}"
            ),
            offset=2,
        )
        yield from interleaved([comment, macro])


@planter("open-feeds-conclusion", argued=True)
def open_feeds_conclusion(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Mark as open what a conclusion rests on."""
    roots = re.findall(r"% argcheck: root (\S+)", base.texts[base.main].text)
    under = set().union(*(rests_on(base, root) for root in roots)) - set(roots) if roots else set()
    for part in shuffled(
        rng, [p for p in statements(base) if p.label in under and p.match["env"] != "definition"]
    ):
        place = part.text.text.index("\n", part.text.text.index("\\label{", part.match.start())) + 1
        new = part.text.replaced(place, place, "  \\notready\n")
        yield Mutant(
            base.name,
            f"{part.label} notready",
            Expected("open-feeds-conclusion", ((part.text.path, part.line),)),
            {part.text.path: new},
        )
    for one in shuffled(rng, [c for c in claims(base, "claim", "evidence") if carries(base, c.name)]):
        new = one.text.replaced(one.match.start(1), one.match.start(1), "% argcheck: open\n")
        expected = Expected("open-feeds-conclusion", ((one.text.path, one.line + 1),))
        yield Mutant(base.name, f"{one.name} open", expected, {one.text.path: new})
    for one in shuffled(rng, claims(base, "conclusion")):
        for text, gap in islice(shuffled(rng, base.gaps), 2):
            block = f"% argcheck: claim id=cl:new\n% argcheck: open\n% argcheck: supports {one.name}\n{said(rng)}\n\n"
            expected = Expected("open-feeds-conclusion", ((text.path, text.line(gap) + 3),))
            yield Mutant(base.name, block, expected, {text.path: text.replaced(gap, gap, block)})


@planter("unused-evidence", argued=True)
def unused_evidence(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Give evidence that bears on nothing, or stop naming the evidence there is."""
    if not annotated(base):
        return
    comment = between(
        base,
        rng,
        "unused-evidence",
        lambda n: f"% argcheck: evidence id=ev:new{n} uses={rng.choice(grounds(base))}\n{said(rng)}",
        offset=1,
    )
    yield from interleaved([comment, forgotten(base, rng)])


def forgotten(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Let a claim name a table in place of the evidence that rests on it."""
    for one in shuffled(rng, claims(base, "evidence")):
        users = leaning(base, one.name)
        if len(users) == 1 and "supports" not in one.match[1] and "attacks" not in one.match[1]:
            listed = [*one.uses, *(name for name in users[0].uses if name != one.name)]
            expected = Expected("unused-evidence", ((one.text.path, one.line),))
            edits: dict[str, str | bytes | None] = {users[0].text.path: users[0].using(listed)}
            yield Mutant(base.name, f"{users[0].name} forgets {one.name}", expected, edits)


@planter("unanswered-hypothesis", argued=True)
def unanswered_hypothesis(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Announce a hypothesis that nothing bears on, or take the answer to a question away."""
    if annotated(base):
        block = between(
            base,
            rng,
            "unanswered-hypothesis",
            lambda n: f"% argcheck: hypothesis id=hy:new{n}\n{said(rng)}",
            offset=1,
        )
        yield from interleaved([block, dropped_answers(base, rng), more_questions(base, rng)])


def dropped_answers(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Delete the paragraphs that name a question, but for the one that asks it."""
    for name in shuffled(rng, ["RQ1", "RQ2", "RQ3", "RQ4"]):
        asked = next((t, t.text.index(f"{name}:}}")) for t in base.chapters if f"{name}:}}" in t.text)
        answer = re.compile(rf"^[^\n%]*{name}[^:\n][^\n]*\n\n", re.MULTILINE)
        edits = {t.path: answer.sub("", t.text) for t in base.chapters if answer.search(t.text)}
        expected = Expected("unanswered-hypothesis", ((asked[0].path, asked[0].line(asked[1])),))
        yield Mutant(base.name, f"no answer to {name}", expected, dict(edits))


def more_questions(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Ask one more question than is answered."""
    text = next(t for t in base.chapters if "\\textbf{RQ4:}" in t.text)
    end = text.text.index("\n", text.text.index("\\textbf{RQ4:}")) + 1
    for head in ("\\textbf{RQ5:}", "\\emph{RQ5}:", "\\textbf{Research Question 5:}"):
        item = f"  \\item {head} What of {rng.choice(WORDS)} trees?\n"
        expected = Expected("unanswered-hypothesis", ((text.path, text.line(end)),))
        yield Mutant(base.name, item, expected, {text.path: text.replaced(end, end, item)})


@planter("assumption-only-support", argued=True)
def assumption_only_support(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Conclude from an assumption alone."""
    if not annotated(base):
        return
    uses = ["as:road", "as:new", "cl:mid"]

    def block(n: int) -> str:
        extra = f"% argcheck: assumption id=as:new\n{said(rng)}\n" if n % 3 == 1 else ""
        extra = f"% argcheck: claim id=cl:mid uses=as:road\n{said(rng)}\n" if n % 3 == 2 else extra
        return f"% argcheck: conclusion id=co:new{n} uses={uses[n % 3]}\n{said(rng)}\n{extra}".rstrip("\n")

    macro = between(
        base,
        rng,
        "assumption-only-support",
        lambda n: f"\\argclaim[role=conclusion]{{co:new{n}}}{{{said(rng)}}} \\assumes{{as:road}}",
    )
    yield from interleaved([between(base, rng, "assumption-only-support", block, offset=1), macro])
    for one in claims(base, "conclusion"):
        expected = Expected("assumption-only-support", ((one.text.path, one.line),))
        edits: dict[str, str | bytes | None] = {one.text.path: one.using(["as:road"])}
        yield Mutant(base.name, f"{one.name} assumed", expected, edits, idle_without(base, one))


@planter("unused-lemma", argued=True)
def unused_lemma(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """State a lemma that nothing needs."""
    bodies = ["Nothing is smaller than {}.", "Each {} has a largest member.", "All of {} is finite."]
    proof = "\n\n\\begin{proof}\n  Clear.\n\\end{proof}"
    yield from (
        between(
            base,
            rng,
            "unused-lemma",
            lambda n: (
                f"\\begin{{lemma}}\n  \\label{{lem:{rng.choice(WORDS)}{n}}}\n"
                f"  {rng.choice(bodies).format(rng.choice(WORDS))}\n\\end{{lemma}}{proof}"
            ),
            offset=1,
        )
        if proofs(base)[1:]
        else ()
    )


@planter("reference-without-uses", argued=True)
def reference_without_uses(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Take a name out of the `\\uses` of a proof that refers to it, or refer to one more result."""
    parts = [part for part in proofs(base) if part.uses]
    labels = [part.label for part in statements(base) if part.match["env"] != "definition"]
    for part in shuffled(rng, parts):
        earlier = labels[: labels.index(part.label)]
        fresh = [name for name in earlier if name not in rests_on(base, part.label)]
        for name in islice(shuffled(rng, fresh), 3):
            place = part.match.end() - len("\\end{proof}")
            new = part.text.replaced(place, place, f"  Here we need \\ref{{{name}}}.\n")
            expected = Expected("reference-without-uses", ((part.text.path, part.text.line(place)),))
            yield Mutant(base.name, f"{part.label} refers to {name}", expected, {part.text.path: new})
        listed = USES.search(part.text.text, part.match.start(), part.match.end())
        for name in part.uses:
            left = [other for other in part.uses if other != name]
            if (
                listed
                and left
                and name in part.named
                and not any(name in rests_on(base, other) for other in left)
            ):
                new = part.text.replaced(listed.start(1), listed.end(1), ", ".join(left))
                at = part.text.text.index(f"\\ref{{{name}}}", part.match.start())
                expected = Expected("reference-without-uses", ((part.text.path, part.text.line(at)),))
                yield Mutant(
                    base.name, f"{part.label} no longer uses {name}", expected, {part.text.path: new}
                )


@planter("several-uses", argued=True)
def several_uses(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Write a second `\\uses` into an environment that has one."""
    for part in shuffled(rng, [part for part in (*statements(base), *proofs(base)) if part.uses]):
        found = USES.search(part.text.text, part.match.start(), part.match.end())
        if found:
            again = f"\n  \\uses{{{rng.choice(part.uses)}}}"
            new = part.text.replaced(found.end(), found.end(), again)
            expected = Expected("several-uses", ((part.text.path, part.text.line(found.start()) + 1),))
            yield Mutant(base.name, f"{part.label} uses twice", expected, {part.text.path: new})


@planter("unknown-id", argued=True)
def unknown_id(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Mistype an id, as one more name in a list or in place of one."""
    labels = set(base.labels)
    for part in shuffled(rng, [part for part in statements(base) if part.uses]):
        name = rng.choice(part.uses)
        new = part.with_use(mistyped(rng, name, labels))
        expected = Expected("unknown-id", ((part.text.path, part.use_line(new)),))
        yield Mutant(base.name, f"{part.label}: {name} mistyped", expected, {part.text.path: new})
    for one in shuffled(rng, [one for one in claims(base, "claim", "evidence", "conclusion") if one.uses]):
        name = rng.choice(one.uses)
        wrong = mistyped(rng, name.removeprefix("cite:"), {*labels, *one.uses})
        wrong = f"cite:{wrong}" if name.startswith("cite:") else wrong
        expected = Expected("unknown-id", ((one.text.path, one.text.line(one.uses_at)),))
        yield Mutant(
            base.name, f"{one.name}: {wrong}", expected, {one.text.path: one.using((*one.uses, wrong))}
        )


@planter("label-with-separator", argued=True)
def label_with_separator(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Put a comma into a label."""
    for name in shuffled(rng, sorted(base.labels)):
        file, match = base.labels[name]
        text = base.texts[file]
        extra = f"\\label{{{name},{rng.choice(WORDS)}}}"
        expected = Expected("label-with-separator", ((file, text.line(match.start())),))
        yield Mutant(base.name, extra, expected, {file: text.replaced(match.end(), match.end(), extra)})


@planter("malformed-annotation", argued=True)
def malformed_annotation(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Misspell an attribute, a role, a kind or a confidence; or write `\\uses` where nothing is claimed."""
    wrong = [
        "role=clam",
        "kind=fact",
        "conf=high",
        "conf=7",
        "weight=3",
        "rôle=claim",
        "colour=red",
        "conf=-1",
    ]
    for one in shuffled(rng, claims(base, "claim", "evidence", "conclusion", "hypothesis")):
        end = one.text.text.index("\n", one.match.start(1))
        bad = rng.choice(wrong)
        expected = Expected("malformed-annotation", ((one.text.path, one.text.line(one.match.start(1))),))
        yield Mutant(
            base.name, f"{one.name} {bad}", expected, {one.text.path: one.text.replaced(end, end, f" {bad}")}
        )
    if statements(base)[1:]:
        some = [part.label for part in statements(base)]
        yield from between(
            base, rng, "malformed-annotation", lambda _: f"As was said. \\uses{{{rng.choice(some)}}}"
        )


# --------------------------------------------------------------------------- the face


def plant(rule_name: str, folder_in: Path, n: int, seed: int) -> list[Mutant]:
    """Return up to `n` mutants of the base text in `folder_in`, always the same for one seed."""
    base = next(base for base in bases() if base.folder.resolve() == folder_in.resolve())
    # A string seeds by its bytes, so that neither the hash seed nor other bases change the draw.
    rng = random.Random(f"{rule_name}/{base.name}/{seed}")
    return list(islice(PLANTERS[rule_name](base, rng), n))


def plant_everywhere(rule_name: str, n: int, seed: int, chosen: list[Base] | None = None) -> list[Mutant]:
    """Return `n` mutants, shared out among the bases that have places for them, ours twice as often."""
    fitting = [base for base in bases() if base.argued == (rule_name in ARGUED)]
    supply = {base.name: plant(rule_name, base.folder, n, seed) for base in chosen or fitting}
    own = {base.name for base in manuscripts()}
    found: list[Mutant] = []
    while len(found) < n and any(supply.values()):
        for name, rest in supply.items():
            found += rest[: 2 if name in own else 1]
            supply[name] = rest[2 if name in own else 1 :]
    return found[:n]


def load_others() -> None:
    """Register the planters in the files beside this one, `plant_*.py`: ``PLANTERS`` of each, or by `planter`."""
    sys.modules.setdefault("plant", sys.modules[__name__])  # what they import
    for path in sorted(HERE.glob("plant_*.py")):
        spec = importlib.util.spec_from_file_location(path.stem, path)
        assert spec is not None
        assert spec.loader is not None
        module = sys.modules[path.stem] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        PLANTERS.update(getattr(module, "PLANTERS", {}))


load_others()


def write(mutant: Mutant, folder: Path) -> None:
    """Apply the edits of a mutant to a copy of its base in `folder`."""
    for name, new in mutant.edits.items():
        path = folder / name
        if new is None:
            path.unlink()
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(new if isinstance(new, bytes) else new.encode("utf-8"))
    for name in mutant.folders:
        (folder / name).mkdir(parents=True)
    for name, size in mutant.sparse.items():
        with (folder / name).open("wb") as stream:
            stream.truncate(size)
    for name, target in mutant.links.items():
        (folder / name).symlink_to(target)


def main() -> None:
    """Write mutants of one rule into a folder, to look at."""
    parser = argparse.ArgumentParser(description="Plant defects of one kind and write the mutants down.")
    parser.add_argument("rule", choices=sorted(PLANTERS))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    folders = {base.name: base.folder for base in bases()}
    for number, mutant in enumerate(plant_everywhere(options.rule, options.count, options.seed)):
        folder = options.out / f"{number:02}" / mutant.base
        shutil.copytree(folders[mutant.base], folder)
        write(mutant, folder)
        file, line = mutant.expected.places[0]
        print(f"{folder}: {options.rule} at {file}:{line}: {mutant.how!r}")


if __name__ == "__main__":
    main()
