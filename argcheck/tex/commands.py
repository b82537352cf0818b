r"""The built-in commands and environments: the tables of ``argcheck/data/tex``, see docs/tex-data.md.

An argument pattern is a string such as ``[][]{*}``: ``[]``, ``()`` and ``<>`` are optional arguments, ``{}`` is a
mandatory one, and the one with ``*`` contains the names.  Text around the ``*`` is added to each name (``{tab:*}``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from argcheck.files.data import pairs, table, tables
from argcheck.files.patterns import lazy
from argcheck.tex.arguments import TOKEN, arguments, calls, names


def words(text: str) -> list[str]:
    """Split a text of names at blanks."""
    return text.split()


class Slot(NamedTuple):
    """One argument of a pattern; ``prefix`` is None if the argument contains no names."""

    opener: str
    prefix: str | None
    suffix: str


class Spec(NamedTuple):
    """How a command names things; ``kind`` is ``cite``, ``nocite``, ``ref``, ``label``, ``caption`` and so on."""

    kind: str
    slots: tuple[Slot, ...]
    many: bool  #: whether the argument is a comma-separated list
    more: Spec | None = None  #: other names in the same arguments, as in a macro with a caption and a label
    asks: bool = False  #: whether a macro may test whether its argument is empty

    @property
    def openers(self) -> list[str]:
        """The opening brackets of its arguments."""
        return [slot.opener for slot in self.slots]


_SLOT = lazy(r"\[([^\[\]]*)\]|\{([^{}]*)\}|\(([^()]*)\)|<([^<>]*)>")


def parse_pattern(pattern: str) -> tuple[Slot, ...]:
    """Return the slots of an argument pattern.

    :raises ValueError: text outside of brackets, or no ``*`` in any of them.
    """
    slots, position = [], 0
    for match in _SLOT.finditer(pattern):
        if pattern[position : match.start()].strip(" *"):
            raise ValueError(f"cannot read the argument pattern {pattern!r}")
        position = match.end()
        inner = match[match.lastindex or 1]
        before, star, after = inner.partition("*")
        slots.append(Slot(match[0][0], before if star else None, after if star else ""))
    if pattern[position:].strip(" *") or not any(slot.prefix is not None for slot in slots):
        raise ValueError(f"the argument pattern {pattern!r} has no argument with a *")
    return tuple(slots)


_LIST = ",*"  # in the data: a list of names, separated by commas
_KINDS = (
    "cite", "multicite", "nocite", "ref", "uses", "label", "caption", "footnote", "bibliography", "addbibresource",
)  # fmt: skip


def specs(rows_of_kinds: Mapping[str, Any]) -> dict[str, Spec]:
    """Return the specs of commands from tables with a row for each argument pattern: ``cite."[]{*,*}" = 'citep'``."""
    return {
        name: spec
        for kind in _KINDS
        for pattern, names in rows_of_kinds.get(kind, {}).items()
        for spec in (_spec(kind, pattern),)
        for name in names.split()
    }


def _spec(kind: str, pattern: str) -> Spec:
    many = _LIST in pattern
    return Spec(kind, parse_pattern(pattern.replace(_LIST, "")) if pattern else (), many)


_COMMANDS, _ENVIRONMENTS = tables("tex/commands"), tables("tex/environments")
_STRUCTURE, _FILES = _COMMANDS["structure"], _COMMANDS["files"]
_BODIES, _OPTIONS = _ENVIRONMENTS["bodies"], _ENVIRONMENTS["options"]

SPECS = specs(_COMMANDS)
#: environments whose arguments name things
ENVIRONMENT_SPECS = specs(_ENVIRONMENTS)
#: those of KOMA-Script that print no number, starred or not
UNNUMBERED_SECTIONS = frozenset(_STRUCTURE["unnumbered-sections"].split())
#: -1 part, 0 chapter, 1 section and so on
SECTION_LEVELS = {name: int(level) for name, level in pairs(_STRUCTURE["sections"]).items()}
#: names that begin with "if" but need no \fi; others count as conditionals unless a brace follows
NOT_CONDITIONALS = frozenset(_STRUCTURE["not-conditionals"].split())

#: forms of definitions, with the commands that have them
DEFINITIONS: dict[str, list[str]] = {form: names.split() for form, names in _COMMANDS["definitions"].items()}

VERBATIM = frozenset(_BODIES["verbatim"].split())
CODE = frozenset(_BODIES["code"].split())
OWN_FLOAT_NAME = "fname@"  #: prefix of the macros in which the package ``float`` stores names of floats
FLOATS = frozenset(_BODIES["floats"].split())
THEOREMS = pairs(_BODIES["theorems"])
#: environments whose options may contain ``label=`` and ``caption=``
LISTING_OPTIONS = frozenset(_OPTIONS["listings"].split())
#: those in which a ``label=`` is always a label
OPTION_LABEL = frozenset(_OPTIONS["labels"].split())
#: those in which a ``label=`` is a counter format or a printed title, not a label
NO_OPTION_LABEL = frozenset(_OPTIONS["no-labels"].split())
#: options whose values are lists with a label in every fifth item and in the last
LABEL_LISTS = tuple(_OPTIONS["label-lists"].split())
#: options that set a label, though their names do not end in "label"
LABEL_KEYS = tuple(key.replace("␣", " ") for key in _OPTIONS["label-keys"].split())


class Include(NamedTuple):
    """How a command reads a file; folder and name are templates with ``#n`` for its arguments."""

    openers: str
    folder: str
    name: str
    command: str  #: the built-in command that searches in the same way
    default: str = ""  #: of the first argument, if that is optional


INCLUDES: dict[str, tuple[Include, ...]] = {
    **{name: (Include("{", "", "#1", name),) for name in _FILES["inputs"].split()},
    **{name: (Include("{{", "#1", "#2", name),) for name in _FILES["imports"].split()},
    **{name: (Include("{{", "", "#2", like),) for name, like in pairs(_FILES["second"]).items()},
    **{name: (Include("[{", "", "#2", like),) for name, like in pairs(_FILES["behind-options"]).items()},
}
#: commands that work without the file
OPTIONAL = frozenset(_FILES["optional"].split())
PACKAGES = frozenset(_FILES["packages"].split())
BIBLIOGRAPHIES = frozenset(_FILES["bibliographies"].split())

#: key in the tables of packages -> form of `Definition`
_FORMS = {
    "verbatim": "verbatim",
    "verbs": "verb",
    "short-verbs": "shortverb_of_text",
    "floats": "float",
    "there": "there",
}
#: files with a table for each package, written by hand and by benchmarks/tex_distribution.py
PACKAGE_FILES: tuple[str, ...] = ("tex/packages", "tex/texlive")


@cache
def package_specs(name: str) -> dict[str, Spec]:
    """Return the specs of commands that a package adds or changes."""
    return {
        command: spec for file in PACKAGE_FILES[::-1] for command, spec in specs(table(file, name)).items()
    }


def package_definitions(name: str) -> Iterator[tuple[str, str, str]]:
    """Yield form, name and body of each `Definition` of a package or class and of those that it loads."""
    names = [name]
    for package in names:
        for defined in (table(file, package) for file in PACKAGE_FILES):
            names += [load for load in defined.get("loads", "").split() if load not in names]
            yield from (
                (form, called, "") for key, form in _FORMS.items() for called in defined.get(key, "").split()
            )
            for called, title in pairs(defined.get("theorems", "")).items():
                yield "theorem", called, title.replace("␣", " ")
        if package_specs(package):
            yield "package", package, ""


def named_in(text: str, kind: str) -> Iterator[tuple[str, tuple[int, int], str, tuple[int, int]]]:
    """Yield name, its range, command and its range for each literal name in a command of a kind (``cite``, ``ref``)."""
    for command, backslash, behind in calls(text):
        spec = SPECS.get(command)
        if spec is None or spec.kind != kind:
            continue
        spans, last = arguments(text, behind, spec.openers)
        for slot, span in zip(spec.slots, spans, strict=True):
            if span is None or slot.prefix is None:
                continue
            for name, start, end in names(text, *span, many=spec.many):
                if not {"#", "\\"}.intersection(name):
                    yield name, (start, end), command, (backslash, last)


def behind_arm(text: str, position: int, end: int) -> tuple[int, str]:
    r"""Return the offset after the ``\else`` or ``\fi`` that ends an arm, and which it is, ``end`` without one."""
    depth = 0
    for match in TOKEN.finditer(text, position, end):
        word = match[1]
        if word in ("fi", "else"):
            if not depth:
                return match.end(), word
            depth -= word == "fi"
        elif (
            word
            and word[:2] == "if"
            and word not in NOT_CONDITIONALS
            and text[match.end() : match.end() + 1] != "{"
        ):
            depth += 1
    return end, "end"
