r"""What argcheck knows of LaTeX without reading a style: the tables of ``argcheck/data/tex``, see docs/tex-data.md.

An argument pattern is a string such as ``[][]{*}``: ``[]``, ``()`` and ``<>`` are
optional arguments, ``{}`` a mandatory one, and the one with a ``*`` holds the
names.  Text around the ``*`` is put around each name (``{tab:*}``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from argcheck.files.data import pairs, table, tables
from argcheck.files.patterns import lazy
from argcheck.tex.arguments import arguments, calls, names


def words(text: str) -> list[str]:
    """Split a table of names."""
    return text.split()


class Slot(NamedTuple):
    """One argument of a pattern; ``prefix`` is None where the argument holds no names."""

    opener: str
    prefix: str | None
    suffix: str


class Spec(NamedTuple):
    """How a command names things: ``kind`` is ``cite``, ``nocite``, ``ref``, ``label``, ``caption``, ``multicite``..."""

    kind: str
    slots: tuple[Slot, ...]
    many: bool  #: whether the argument is a comma-separated list
    more: Spec | None = None  #: what else the same arguments name, as in a macro with a caption and a label
    asks: bool = False  #: whether a macro may ask first if it is given anything

    @property
    def openers(self) -> list[str]:
        """What its arguments begin with."""
        return [slot.opener for slot in self.slots]


_SLOT = lazy(r"\[([^\[\]]*)\]|\{([^{}]*)\}|\(([^()]*)\)|<([^<>]*)>")


def parse_pattern(pattern: str) -> tuple[Slot, ...]:
    """Read the slots of an argument pattern.

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


_LIST = ",*"  # in the data: the names stand in a list, with commas between them
_KINDS = (
    "cite", "multicite", "nocite", "ref", "uses", "label", "caption", "footnote", "bibliography", "addbibresource",
)  # fmt: skip


def specs(rows_of_kinds: Mapping[str, Any]) -> dict[str, Spec]:
    """Return how commands name things, from tables with a row for each argument pattern: ``cite."[]{*,*}" = 'citep'``."""
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
#: Those of KOMA-Script that print no number, with a star or without.
UNNUMBERED_SECTIONS = frozenset(_STRUCTURE["unnumbered-sections"].split())
#: -1 part, 0 chapter, 1 section and so on
SECTION_LEVELS = {name: int(level) for name, level in pairs(_STRUCTURE["sections"]).items()}
#: names that begin with "if" and end in no \fi; others are taken for a conditional unless a brace follows
NOT_CONDITIONALS = frozenset(_STRUCTURE["not-conditionals"].split())

#: forms of definitions, with the commands that have them
DEFINITIONS: dict[str, list[str]] = {form: names.split() for form, names in _COMMANDS["definitions"].items()}

VERBATIM = frozenset(_BODIES["verbatim"].split())
CODE = frozenset(_BODIES["code"].split())
OWN_FLOAT_NAME = "fname@"  #: begins the macros in which the package ``float`` keeps what floats are called
FLOATS = frozenset(_BODIES["floats"].split())
THEOREMS = pairs(_BODIES["theorems"])
#: options of these environments may hold ``label=`` and ``caption=``
LISTING_OPTIONS = frozenset(_OPTIONS["listings"].split())
#: and of these, where a ``label=`` is a label whatever it looks like
OPTION_LABEL = frozenset(_OPTIONS["labels"].split())
#: a ``label=`` here is a counter format or a printed title, not a label
NO_OPTION_LABEL = frozenset(_OPTIONS["no-labels"].split())
#: options whose values are lists, of which each fifth item and the last are labels
LABEL_LISTS = tuple(_OPTIONS["label-lists"].split())
#: options that set a label, of whatever, and have no "label" at the end of their names
LABEL_KEYS = tuple(key.replace("␣", " ") for key in _OPTIONS["label-keys"].split())


class Include(NamedTuple):
    """How a command reads a file: argument openers, and where the folder and the name come from (``#n``)."""

    openers: str
    folder: str
    name: str
    command: str  #: the built-in command whose search rule holds
    default: str = ""  #: of the first argument, where that is optional


INCLUDES: dict[str, tuple[Include, ...]] = {
    **{name: (Include("{", "", "#1", name),) for name in _FILES["inputs"].split()},
    **{name: (Include("{{", "#1", "#2", name),) for name in _FILES["imports"].split()},
    **{name: (Include("{{", "", "#2", like),) for name, like in pairs(_FILES["second"]).items()},
    **{name: (Include("[{", "", "#2", like),) for name, like in pairs(_FILES["behind-options"]).items()},
}
#: commands that do without the file if there is none
OPTIONAL = frozenset(_FILES["optional"].split())
PACKAGES = frozenset(_FILES["packages"].split())
BIBLIOGRAPHIES = frozenset(_FILES["bibliographies"].split())

#: forms of `Definition` by the keys of the tables of packages
_FORMS = {"verbatim": "verbatim", "verbs": "verb", "short-verbs": "shortverb_of_text", "floats": "float"}
#: files with a table for each package, by hand and by benchmarks/tex_distribution.py
PACKAGE_FILES: tuple[str, ...] = ("tex/packages", "tex/texlive")


@cache
def package_specs(name: str) -> dict[str, Spec]:
    """Return commands that mean something else where a package is loaded, or that only it has."""
    return {
        command: spec for file in PACKAGE_FILES[::-1] for command, spec in specs(table(file, name)).items()
    }


def package_definitions(name: str) -> Iterator[tuple[str, str, str]]:
    """Yield form, name and body of each `Definition` that a document gets from a package or a class and what that loads."""
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
    """Yield what commands of a kind (``cite``, ``ref``) name outright: the name, its place, the command, its place."""
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
