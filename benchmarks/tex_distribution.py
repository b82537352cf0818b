r"""Write what the packages and classes of a TeX distribution define: ``argcheck/data/tex/texlive*.toml``.

``python benchmarks/tex_distribution.py TEXMF-DIST --release 'TeX Live 2022' --words FILE``, where TEXMF-DIST is the folder
of that name (``kpsewhich -var-value TEXMFDIST``) and FILE a list of English words, one a line, such as
``/usr/share/dict/words``: authors give such names to files and classes of their own.

Each style is read by argcheck's own scanner, as one in a project would be, and of what that learns is kept what two
witnesses agree on: the body of a macro and its name (``\figref`` calls ``\ref``), or the command that declares an
environment.  What the kernel of LaTeX has, or argcheck knows of every document, is left out.

Read the difference before committing it, and compare findings with ``same_findings.py``.
"""

from __future__ import annotations

import argparse
import re
import sys
import textwrap
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from argcheck.files import data
from argcheck.files.source import decode
from argcheck.tex import commands
from argcheck.tex.arguments import CLOSER
from argcheck.tex.commands import BIBLIOGRAPHIES, specs
from argcheck.tex.macros import MacroTable
from argcheck.tex.scanner import Scanner
from argcheck.tex.tokens import DefineToken, LabelToken, PackageToken, ResourceToken
from argcheck.tex.typography import ARGUMENTS, DISPLAYS, LISTS, SKIPPED, TABLES, TRANSPARENT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from argcheck.tex.commands import Spec

HAND_WRITTEN = data.tables("tex/packages")
DATA = Path(__file__).resolve().parents[1] / "argcheck" / "data" / "tex"
#: what the name of a command must say, too, by what its body does
STEMS = {
    "cite": "cit", "nocite": "cit", "multicite": "cit", "ref": "ref", "label": "label",
    "bibliography": "bib", "addbibresource": "bib",
}  # fmt: skip
DECLARED_VERBATIM = frozenset(
    (
        "DefineVerbatimEnvironment",
        "lstnewenvironment",
        "newminted",
        "newtcblisting",
        "NewTCBListing",
        "DeclareTCBListing",
    )
)
DECLARED_FLOATS = frozenset(("newfloat", "DeclareFloatingEnvironment"))
BEGINS_LISTING = re.compile(
    r"\\begin\s*\{(?:lstlisting|minted|Verbatim)\*?\}|\\VerbatimEnvironment\b(?!.*Out\b)", re.DOTALL
)
KNOWN_ENVIRONMENTS = {*ARGUMENTS, *DISPLAYS, *LISTS, *SKIPPED, *TABLES, *TRANSPARENT, "abstract", "theindex"}
#: commands that others are made of
INTERNAL = re.compile(r"orig|old|sav|LWR|reftext|format$|default", re.IGNORECASE)
NAME = re.compile(r"[A-Za-z]+")
ENVIRONMENT = re.compile(r"[A-Za-z][\w+-]*\*?")
TITLE = re.compile(r"[^\W\d_][^\W\d_ ]*(?: [^\W\d_]+)*")
BARE = re.compile(r"[\w-]+")
MAIN_FOLDERS = ("generic", "plain")


class Style(NamedTuple):
    """What one package or class defines."""

    lists: dict[str, list[str]]
    rows: dict[str, dict[str, list[str]]]  #: kind -> pattern -> commands
    loads: list[str]
    plain: bool  #: whether it sets no label and loads no bibliography


def scanned(text: str) -> tuple[MacroTable, list[Any], list[str]]:
    """Read a style: what it teaches, its tokens, and what it loads whatever its options are."""
    table, tokens, loads = MacroTable(), [], []
    position, state = 0, None
    while position < len(text):
        segment = Scanner(text, table, style=True).segment(position, state)
        position, state = segment.end, segment.state
        tokens += segment.tokens
        last = segment.tokens[-1] if segment.tokens else None
        if type(last) is PackageToken and not state[0] and not state[1]:  # in no group and no conditional
            loads += [name for name, _, _ in last.names]
    return table, tokens, loads


def pattern(spec: Spec) -> str:
    """Write the argument pattern of a command; a star is read with its name."""
    inner = ("" if slot.prefix is None else f"{slot.prefix}*{slot.suffix}" for slot in spec.slots)
    many = ",*" if spec.many else ""
    return "".join(
        f"{slot.opener}{text}{many if text else ''}{CLOSER[slot.opener]}"
        for slot, text in zip(spec.slots, inner, strict=True)
        if slot.opener in CLOSER
    )


def rows(table: MacroTable, kernel: frozenset[str]) -> dict[str, dict[str, list[str]]]:
    """Return the commands that name things, by kind and pattern."""
    base = MacroTable()
    kinds: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for name, spec in sorted(table.specs.items()):
        known = name in base.specs or name in base.includes or name in BIBLIOGRAPHIES or name in kernel
        stem = STEMS.get(spec.kind)
        if known or stem is None or spec.more or not NAME.fullmatch(name) or INTERNAL.search(name):
            continue
        around = "".join(f"{slot.prefix or ''}{slot.suffix}" for slot in spec.slots)
        if stem in name.lower() and re.fullmatch(r"[\w:.-]*", around):
            kinds[spec.kind][pattern(spec)].append(name)
    return kinds


def lists(table: MacroTable, tokens: list[Any], text: str, kernel: frozenset[str]) -> dict[str, list[str]]:
    """Return the environments and commands that hold code, the floats and the theorems."""
    base = MacroTable()
    names: dict[str, set[str]] = defaultdict(set)
    titles: dict[str, set[str]] = defaultdict(set)
    for token in tokens:
        if type(token) is not DefineToken:
            continue
        by = re.compile(r"\\([A-Za-z@]+)").match(text, token.start)
        command = by[1] if by else ""
        if token.form == "theorem":
            titles[token.name].add(token.body.strip().lower())
            continue
        if not ENVIRONMENT.fullmatch(token.name) or token.name in KNOWN_ENVIRONMENTS:
            continue
        if (token.form == "verbatim" and command in DECLARED_VERBATIM) or (
            token.form == "environment" and BEGINS_LISTING.search(token.body) and token.name in table.verbatim
        ):
            names["verbatim"].add(token.name)
        elif token.form == "float" and command in DECLARED_FLOATS:
            names["floats"].add(token.name)
    for name, called in titles.items():
        title = next(iter(called))
        known = name in base.theorems or name in base.floats or name == "proof" or len(called) > 1
        if not known and TITLE.fullmatch(title) and ENVIRONMENT.fullmatch(name):
            names["theorems"].add(f"{name}={title.replace(' ', '␣')}")
    names["verbatim"] -= base.verbatim
    names["floats"] -= base.floats
    names["verbs"] = {
        name
        for name in table.verbs
        if NAME.fullmatch(name)
        and name not in kernel
        and name not in {*base.specs, "url", "path", "nolinkurl", "Verb"}
        and not INTERNAL.search(name)
    }
    return {key: sorted(values) for key, values in names.items() if values}


def short_verbs(table: MacroTable, path: Path) -> list[str]:
    """Return the signs that a class of manuals makes short for verb; what a package says of signs is for its options."""
    signs = {*table.short_verbs, *table.verbs_of_text} if path.suffix == ".cls" else set()
    return sorted(signs & set('|"'))


def read_style(path: Path, kernel: frozenset[str]) -> Style:
    """Read one package or class."""
    text = decode(path.read_bytes())[0]
    table, tokens, loads = scanned(text)
    defined = lists(table, tokens, text, kernel)
    if signs := short_verbs(table, path):
        defined["short-verbs"] = signs
    hidden = {kind for pairs in table.hidden.values() for kind, _ in pairs}
    plain = not any(type(token) in (LabelToken, ResourceToken) for token in tokens)
    plain = plain and hidden.isdisjoint({"label", *BIBLIOGRAPHIES})
    return Style(defined, rows(table, kernel), loads, plain)


def without_known(name: str, style: Style) -> Style:
    """Leave out what the hand-written tables say of a package, and of what it loads."""
    tables = [HAND_WRITTEN.get(known, {}) for known in (name, *style.loads)]
    known = {(key, item) for table in tables for key, items in table.items() for item in str(items).split()}
    kept = {key: [item for item in items if (key, item) not in known] for key, items in style.lists.items()}
    specs_of_tables = specs(tables[0]) | {k: v for table in tables[1:] for k, v in specs(table).items()}
    left = {
        kind: {row: [n for n in names if n not in specs_of_tables] for row, names in patterns.items()}
        for kind, patterns in style.rows.items()
    }
    return style._replace(lists=kept, rows=left)


def literal(names: Iterable[str]) -> str:
    text = " ".join(names)
    if len(text) < 90:
        return f"'''{text}'''"
    wrapped = textwrap.wrap(text, 116, break_long_words=False, break_on_hyphens=False)
    return "'''\n{}'''".format("\n".join(wrapped))


def tables(styles: dict[str, Style]) -> Iterator[str]:
    """Yield the table of each package that defines something, itself or by what it loads."""
    own = {
        name
        for name, style in styles.items()
        if any(style.lists.values()) or any(names for row in style.rows.values() for names in row.values())
    }
    defining = own | HAND_WRITTEN.keys()
    while more := {n for n, s in styles.items() if n not in defining and not defining.isdisjoint(s.loads)}:
        defining |= more
    for name in sorted(defining & styles.keys()):
        style = styles[name]
        lines = [f"[{name}]"]
        for kind, patterns in sorted(style.rows.items()):
            lines += [
                f'{kind}."{row}" = {literal(names)}' for row, names in sorted(patterns.items()) if names
            ]
        lines += [f"{key} = {literal(names)}" for key, names in sorted(style.lists.items()) if names]
        if loads := [load for load in dict.fromkeys(style.loads) if load in defining and load != name]:
            lines.append(f"loads = {literal(loads)}")
        if len(lines) > 1:
            yield "\n".join(lines) + "\n"


def plain_classes(classes: dict[str, Style], words: frozenset[str]) -> list[str]:
    """Return the classes that set no label and load no bibliography, nor does a class that they load."""

    def is_plain(name: str, above: tuple[str, ...] = ()) -> bool:
        style = classes.get(name)
        if style is None or name in above:
            return True  # a package
        return style.plain and all(is_plain(load, (*above, name)) for load in style.loads)

    return sorted(name for name in classes if not _is_common(name, words) and is_plain(name))


def inputs(tex: Path, words: frozenset[str]) -> list[str]:
    r"""Return what documents read by ``\input``: files called like their folder, and by no word of a language.

    Documents call their own parts by such words.
    """
    names = {
        path.stem
        for folder in MAIN_FOLDERS
        for path in (tex / folder).glob("*/*.tex")
        if path.stem == path.parent.name
    }
    return sorted(name for name in names if BARE.fullmatch(name) and not _is_common(name, words))


def _is_common(name: str, words: frozenset[str]) -> bool:
    """Whether authors may well give a name to a file of their own: ``assignment``, ``mycv``."""
    return name.lower() in words or name.lower().startswith("my")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("texmf", type=Path)
    parser.add_argument("--release", default="TeX Live")
    parser.add_argument("--words", type=Path, required=True)
    parser.add_argument("--into", type=Path, default=DATA)
    options = parser.parse_args()
    tex = options.texmf / "tex"
    commands.PACKAGE_FILES = ("tex/packages",)  # what was written before is not read
    kernel = frozenset(
        re.findall(r"\\([A-Za-z]+)", (tex / "latex/base/latex.ltx").read_text("utf-8", "replace"))
    )
    words = frozenset(options.words.read_text("utf-8").lower().split())
    styles: dict[str, Style] = {}
    classes: dict[str, Style] = {}
    for path in sorted(
        [*tex.glob("latex/**/*.sty"), *tex.glob("latex/**/*.cls"), *tex.glob("generic/**/*.sty")]
    ):
        name = path.stem
        if not BARE.fullmatch(name) or re.search(r"-\d{4}-\d\d-\d\d$", name) or name.startswith("lwarp"):
            continue  # an old version of another; lwarp's stand for those of others
        style = without_known(name, read_style(path, kernel))
        if path.suffix == ".cls":
            classes[name] = style
        if name in styles:  # a package and a class of one name
            before = styles[name]
            merged = {
                key: sorted({*before.lists.get(key, ()), *style.lists.get(key, ())})
                for key in {*before.lists, *style.lists}
            }
            style = Style(merged, style.rows or before.rows, [*before.loads, *style.loads], style.plain)
        styles[name] = style
    head = "# Written by benchmarks/tex_distribution.py, from {}; do not edit.  What each key means: docs/tex-data.md.\n\n"
    (options.into / "texlive.toml").write_text(
        head.format(options.release) + "\n".join(tables(styles)), "utf-8"
    )
    files = f"[files]\ninputs = {literal(inputs(tex, words))}\n\n[classes]\nplain = {literal(plain_classes(classes, words))}\n"
    (options.into / "texlive-files.toml").write_text(head.format(options.release) + files, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
