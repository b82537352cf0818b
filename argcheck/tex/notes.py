"""Finds notes of authors and filler text: calls of commands of packages or the document, and whether they print."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from argcheck.files.patterns import lazy
from argcheck.tex.arguments import arguments, behind_blanks, command_names, executed, group_end
from argcheck.tex.live_source import arguments_of, live_calls
from argcheck.tex.macro_text import PLAIN, expand
from argcheck.tex.vocabulary import words

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Set as AbstractSet

    from argcheck.files.diagnostic import Span
    from argcheck.tex.model import ManuscriptRecords

MARKS = ("TODO", "FIXME", "XXX", "TBD")
#: What a text is about that has "(TODO)" in it.
TODO_LISTS = ("TodoMVC", "TodoList", "Todo List", "Todo list", "todo list", "To-do list", "to-do list")
NOTES = {
    "todo": frozenset(("todonotes", "luatodonotes", "todo", "easy-todo", "fixmetodonotes")),
    "missingfigure": frozenset(("todonotes", "luatodonotes")),
    **dict.fromkeys(("fixme", "xxx", "tbd"), frozenset()),  # defined by documents themselves
    "lipsum": frozenset(("lipsum",)),
    "kant": frozenset(("kantlipsum",)),
    **dict.fromkeys(("blindtext", "Blindtext", "blinddocument", "Blinddocument"), frozenset(("blindtext",))),
}
_SET_APART = ("color", "\\bf", "textbf", "\\hl", "\\todo")
_REFERRING = ("\\cite", "ref{", "ref[", "\\footcite", "\\parencite", "\\textcite")
NOTHING = lazy(r"(?:\s|%[^\n]*(?:\n|\Z)|\\(?:relax|ignorespaces|unskip|leavevmode)\b)*\Z")
_OFF = ("false", "off", "no")  # values of an option that turn it off


def notes(manuscript: ManuscriptRecords) -> Iterator[tuple[Span, str, bool]]:
    r"""Yield every note: the place of its command and argument, its name such as ``\todo``, and whether it prints."""
    own = frozenset(_own_notes(manuscript))
    printing: dict[str, bool] = {}
    for span, match in live_calls(manuscript, own.union(NOTES)):
        name = match[1]
        if name not in printing:
            printing[name] = is_printed(manuscript, "todo" if name in own else name)
        (_, given), end = arguments(match.string, span.end, "[{")
        printed = printing[name]
        if printed and given and NOTHING.match(match.string[slice(*given)]):
            made = manuscript.macros.get(name, ())
            printed = not (made and all(_is_words_alone(definition.body) for definition in made))
        yield span._replace(end=end), match[0], printed


def _own_notes(manuscript: ManuscriptRecords) -> Iterator[str]:
    r"""Yield the document's macros that hand an argument to ``\todo``: ``\newcommand{\ann}[1]{\todo[color=red]{#1}}``.

    An answer to reviewers may set their words in a frame of the package: what is inline is a note if it is called so.
    """
    keys = (*arguments_of(manuscript, "presetkeys", "{{"), *arguments_of(manuscript, "setuptodonotes", "{"))
    all_inline = any("inline" in values[-1] for values in keys)
    copies = {name for name, made in manuscript.macros.items() if all(each.body == "\\todo" for each in made)}
    for name, made in manuscript.macros.items():
        own = name not in NOTES and not any(each.span.path.endswith(".cls") for each in made)
        inline = all_inline or any("inline" in each.body for each in made)
        framed = inline and "todo" not in name.lower()
        if own and not framed and all(_hands_on(each.body, copies | {"todo"}) for each in made):
            yield name


def _hands_on(body: str, notes: AbstractSet[str]) -> bool:
    """Whether a body gives an argument of its macro to a command for notes, whatever holds."""
    quiet = "\\if" in body or "disable" in body or not any(f"\\{note}" in body for note in notes)
    return not quiet and any(
        given is not None and "#" in body[slice(*given)]
        for command, _, end in executed(body)
        if command in notes
        for given in arguments(body, end, "[{")[0][1:]
    )


def _is_words_alone(body: str) -> bool:
    """Whether a macro prints only its arguments, in a font or a colour."""
    for command in ("\\textcolor", "\\color"):
        while (start := body.find(command)) >= 0:
            end = arguments(body, start + len(command), "[{")[1]
            body = body[:start] + body[end:]
    if "#" not in body or not command_names(body) <= PLAIN:
        return False
    for command in sorted(command_names(body), key=len, reverse=True):
        body = body.replace(f"\\{command}", "")
    return set(body) <= set("{}#12 \t\n")


def _is_accepted(body: str) -> bool:
    """Whether a macro prints its text as all other text, in black: what its author has accepted."""
    plain = body.replace("\\textcolor{black}", "").replace("\\color{black}", "")
    return (
        set(plain) <= set("{} \t\n") if plain != body and "#" not in plain else plain.strip("{} \t\n") == "#1"
    )


def is_printed(manuscript: ManuscriptRecords, name: str) -> bool:
    """Whether a note surely prints, by the document's own definitions, else by a package without a quiet option."""
    bodies = [definition.body for definition in manuscript.macros.get(name, ())]
    if bodies:
        coloured = name not in ("xxx", "tbd") or any("color" in body for body in bodies)  # others are symbols
        shown = all(not NOTHING.match(body) and _prints_always(body) for body in bodies)
        return coloured and shown and not all(map(_is_accepted, bodies))
    document = options_of(manuscript, manuscript.document_class)
    for package in sorted(NOTES[name] & manuscript.packages.keys()):
        options = options_of(manuscript, package)
        final = "obeyFinal" in options and "final" in document
        quiet = final or not options.isdisjoint(("disable", "obeyDraft"))
        if not quiet and "final" not in options:
            return True
    return False


def _prints_always(body: str) -> bool:
    r"""Whether a note prints its text unconditionally, or in both branches of an ``\ifthenelse``."""
    if "\\if" not in body:
        return True
    branches = []
    start = body.find("{", body.find("\\ifthenelse"))
    while body.count("\\if") == 1 and body.startswith("{", start):
        end = group_end(body, start, 5_000)
        if end <= start:
            break
        branches.append(body[start:end])
        start = behind_blanks(body, end)
    return (
        body.startswith("\\ifthenelse", behind_blanks(body, 0))
        and len(branches) == 3
        and all("#" in b for b in branches[1:])
    )


@cache
def _wanting() -> frozenset[str]:
    """Return the names of macros, in lower case, that mark a missing source: ``needcite``, ``citationneeded``.

    ``addsource`` is not among them: it prints the origin of a figure.
    """
    verbs, sources, states = (
        words("en", f"markers.wanting-{part}") for part in ("verbs", "sources", "states")
    )
    before = {f"{verb}{source}" for verb in verbs for source in sources}
    behind = {f"{source}{state}" for source in (*sources, "source") for state in states}
    return frozenset(before | behind | {f"{verb}source" for verb in verbs - {"to", "add", "insert"}})


def sources_wanted(manuscript: ManuscriptRecords) -> Iterator[tuple[Span, str]]:
    r"""Yield place, with arguments, and name of each call of the document's own macros that mark a missing source."""
    names = {
        name
        for name, definitions in manuscript.macros.items()
        if name.lower() in _wanting() and all(_sets_apart(made.body) for made in definitions)
    }
    if not names:
        return
    for span, match in live_calls(manuscript, sorted(names)):
        yield span._replace(end=arguments(match.string, span.end, "[{")[1]), match[0]


def _sets_apart(body: str) -> bool:
    """Whether a body, in both branches of a conditional, prints in colour or bold, without references and markers."""
    branches = body.split("\\else") if body.count("\\ifx") == body.count("\\if") == 1 else [body]
    if len(branches) == 1 and "\\if" in body:
        return False
    shown = all(any(sign in branch for sign in _SET_APART) for branch in branches)
    return shown and not any(sign in body for sign in (*_REFERRING, *MARKS))


def options_of(manuscript: ManuscriptRecords, package: str) -> frozenset[str]:
    """Return the keys and values in the options of a package or class, without options such as ``draft=false``."""
    passed = [
        options for options, to in arguments_of(manuscript, "PassOptionsToPackage", "{{") if to == package
    ]
    given = expand(",".join([manuscript.packages.get(package, ""), *passed]), manuscript.text_macros)
    words = ([word.strip(" \t\n{}") for word in option.split("=")] for option in given.split(","))
    return frozenset(word for option in words if option[-1] not in _OFF for word in option)
