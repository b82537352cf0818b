"""Numbers chapters as LaTeX does."""

from __future__ import annotations

from functools import cache, partial
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from argcheck.files.diagnostic import Span
from argcheck.tex.arguments import arguments
from argcheck.tex.live_source import commented, files_with, holding, live_calls, outermost
from argcheck.tex.model import ManuscriptRecords, once
from argcheck.tex.units import class_unseen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_CHAPTER = 0  # level
_MATTERS = ("frontmatter", "mainmatter", "backmatter", "appendix")
#: Code that numbers chapters otherwise than the class does, in a way that is not followed.
_OTHERWISE = (
    "\\counterwithin{chapter",
    "\\counterwithin*{chapter",
    "\\numberwithin{chapter",
    "\\@addtoreset{chapter}",
    "\\addtocounter{secnumdepth}{-",
)
_DEPTH = ("\\setcounter{secnumdepth}", "\\setsecnumdepth")
#: What memoir calls the depths at which chapters have no number; the counter is below 0 then.
_ABOVE_CHAPTERS = ("none", "book", "part")
_NUMBER = "\\thechapter"
_COUNTER = "counter{chapter}"
_DEFINING = ("command", "command*", "\\def", "\\gdef", "\\let")
_BEFORE = 30  # characters before a name that say what is done to it
_MACROS = 100  # macros with a change that are looked for in the text; with more, all numbers are uncertain
_REACH = 2_000  # characters before a place that are searched for the beginning of its group
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_ROMAN = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
_MOST = 40  #: chapters
_DIGITS = 9  # most of a number that TeX takes for certain
#: Code that numbers floats otherwise.
_OWN_FLOATS = (
    "\\counterwith",
    "\\numberwithin{figure}",
    "\\numberwithin{table}",
    "\\@addtoreset",
    "\\@removefromreset",
    "\\thefigure",
    "\\thetable",
    "\\setcounter{figure}",
    "\\setcounter{table}",
)
#: Code that numbers floats as classes with chapters do.
_WITHIN_CHAPTERS = tuple(
    f"\\{within}{{{kind}}}{{chapter}}"
    for within in ("numberwithin", "counterwithin")
    for kind in ("figure", "table")
)


class _Step(NamedTuple):
    """A place at which the numbering of chapters goes on or changes."""

    position: int  #: -1 in a class or package
    #: ``chapter``, ``frontmatter`` or the like, ``body`` behind an appendix, ``set``, ``add``, ``step``, ``style`` or
    #: ``depth``
    what: str
    value: str = ""  #: the number that is set or added, the command that prints it, or empty for no numbers


class _UncertainError(Exception):
    """The chapters are numbered in a way that is not followed."""


def numbered_chapters(
    manuscript: ManuscriptRecords, position: Callable[[Span], int]
) -> tuple[list[int], list[str | None]] | None:
    """Return the positions at which numbered chapters begin, and their numbers, None for an uncertain one.

    None if all of them are uncertain.
    """
    if not _has_chapters(manuscript):
        return [], []
    if class_unseen(manuscript) or any(_live(manuscript, _OTHERWISE)):
        return None
    try:
        steps = [
            *_changes(manuscript, position),
            *_depths(manuscript, position),
            *_steps(manuscript, position),
        ]
    except _UncertainError:
        return None
    starts: list[int] = []
    numbers: list[str | None] = []
    count, style, before, counted, deep = 0, "\\arabic", (0, "\\arabic"), True, True
    for start, what, value in sorted(steps, key=attrgetter("position")):  # those of a class in their order
        if what == "appendix":
            before, count, style = (count, style), 0, "\\Alph"
        elif what == "body":
            count, style = before
        elif what == "style":
            style = value
        elif what in ("set", "add", "step"):
            count = int(value) + count * (what != "set")
        elif what == "depth":
            deep = bool(value)
        elif what != "chapter":
            counted = what == "mainmatter"
            deep |= counted and "memoir" in manuscript.packages
        elif counted and deep:
            count += 1
            starts.append(start)
            numbers.append(_printed(count, style))
    return starts, numbers


def _printed(count: int, style: str) -> str | None:
    r"""Return a number as a command such as ``\Roman`` prints it, None for an unknown one."""
    if style in ("\\arabic", "\\number", "\\the"):
        return str(count)
    if style in ("\\Alph", "\\alph"):
        upper = _LETTERS[count - 1] if 0 < count <= len(_LETTERS) else None
    elif style in ("\\Roman", "\\roman"):
        upper = "X" * (count // 10) + _ROMAN[count % 10] if 0 < count < _MOST else None
    else:
        return None
    return upper.lower() if upper and style.islower() else upper


def _changes(manuscript: ManuscriptRecords, position: Callable[[Span], int]) -> Iterator[_Step]:
    r"""Yield each change of the counter of chapters or of what ``\thechapter`` prints.

    :raises _UncertainError: if one depends on what is not followed.
    """
    called = cache(partial(_is_called, manuscript))
    for span in _live(manuscript, (_NUMBER, _COUNTER)):
        text = manuscript.files[span.path].text
        what, value = _change(text, span)
        style = span.path.endswith((".cls", ".sty"))
        if not what or (style and (what == "step" or (what, value) == ("set", "0"))):
            continue  # what a class does at each chapter or at the first one
        if around := _around(manuscript, text, span):
            of_appendix = "appendi" in around.lower() and value in ("0", "\\Alph")
            if called.cache_info().currsize > _MACROS or (not of_appendix and called(around)):
                raise _UncertainError
        elif what != "style" and not (value.removeprefix("-").isdecimal() and len(value) <= _DIGITS):
            raise _UncertainError
        else:
            yield _Step(-1 if style else position(span), what, value)


def _depths(manuscript: ManuscriptRecords, position: Callable[[Span], int]) -> Iterator[_Step]:
    """Yield each change of the depth to which headings have numbers, unless chapters have one at all of them.

    :raises _UncertainError: if a macro that may be called makes such a change.
    """
    depths = {}
    for span in _live(manuscript, _DEPTH):
        text = manuscript.files[span.path].text
        [given], _ = arguments(text, span.end, "{")
        depths[span] = text[slice(*given)].strip() if given else ""
    if not any(depth.startswith("-") or depth in _ABOVE_CHAPTERS for depth in depths.values()):
        return
    for span, depth in depths.items():
        if around := _around(manuscript, manuscript.files[span.path].text, span):
            if _is_called(manuscript, around):
                raise _UncertainError
        else:
            chapters = "" if depth.startswith("-") or depth in _ABOVE_CHAPTERS else depth
            yield _Step(-1 if span.path.endswith((".cls", ".sty")) else position(span), "depth", chapters)


def _change(text: str, span: Span) -> tuple[str, str]:
    """Return what is done to the counter or to what it prints, and the value; empty strings for nothing."""
    before = text[max(0, span.start - _BEFORE) : span.start].rstrip("{ ")
    if text.startswith(_COUNTER, span.start):
        if before.endswith(("\\step", "\\refstep")):
            return "step", "1"
        what = "set" if before.endswith("\\set") else "add" if before.endswith("\\addto") else ""
        [given], _ = arguments(text, span.end, "{")
        return what, text[slice(*given)].strip() if given else ""
    if not before.endswith(_DEFINING):
        return "", ""
    [given], _ = arguments(text, span.end + text.startswith("}", span.end), "{")
    body = "".join(text[slice(*given)].split()) if given else ""
    plain = body.replace("\\c@chapter", "{chapter}").replace("\\@", "\\")
    return "style", plain.removesuffix("{chapter}")


def _around(manuscript: ManuscriptRecords, text: str, span: Span) -> str:
    """Return the name of the macro whose body has the place, or the code before it in its group; empty without any."""
    names = _definitions(manuscript).get(span.path, {})
    if body := holding(tuple(names), span.start):
        return names[body]
    low = max(0, span.start - _REACH)
    lines = text[max(low, text.rfind("\n\n", low, span.start)) : span.start].split("\n")
    before = "\n".join(line.partition("%")[0] for line in lines).rstrip("{ ")
    return before if before.count("{") > before.count("}") and "\\AtBeginDocument" not in before else ""


@once
def _definitions(manuscript: ManuscriptRecords) -> dict[str, dict[tuple[int, int], str]]:
    r"""Return the macros of each file by the ranges of their definitions, those within another left out.

    The name of an environment stands behind ``begin ``.
    """
    named: dict[str, dict[tuple[int, int], str]] = {}
    environments = ((f"begin {name}", made) for name, made in manuscript.environment_macros.items())
    for name, definitions in (*environments, *manuscript.macros.items()):
        for path, start, end in (definition.span for definition in definitions if name != _NUMBER[1:]):
            named.setdefault(path, {})[start, end] = name
    return {path: {body: here[body] for body in outermost(here)} for path, here in named.items()}


def _is_called(manuscript: ManuscriptRecords, name: str) -> bool:
    """Whether a macro may be called, or an environment is; any other code is run."""
    kind, _, environment = name.partition(" ")
    if kind == "begin" and environment in manuscript.environment_macros:
        return any(environment == used.name for used in manuscript.environments)
    if name not in manuscript.macros or name in manuscript.commands:
        return True
    return any(live_calls(manuscript, (name,)))


def _live(manuscript: ManuscriptRecords, needles: tuple[str, ...]) -> Iterator[Span]:
    """Yield the places of some strings outside of comments and dead text, by file."""
    having = files_with(manuscript, needles)
    for path in filter(having.__contains__, manuscript.files):
        text, dead = manuscript.files[path].text, sorted(manuscript.dead.get(path, ()))
        for needle in needles:
            at = text.find(needle)
            while at >= 0:
                end = at + len(needle)
                if not (needle == _NUMBER and text[end : end + 1].isalpha()) and not (
                    holding(dead, at) or commented(text, at)
                ):
                    yield Span(path, at, end)
                at = text.find(needle, end)


def _has_chapters(manuscript: ManuscriptRecords) -> bool:
    return any(section.level == _CHAPTER for section in manuscript.sections)


def floats_numbered_otherwise(manuscript: ManuscriptRecords) -> bool:
    """Whether the document has chapters and may number their floats otherwise than the class does."""
    if not _has_chapters(manuscript):
        return False
    for path in files_with(manuscript, _OWN_FLOATS):
        text = manuscript.files[path].text
        for same in _WITHIN_CHAPTERS:
            text = text.replace(same, "")
        if any(word in text for word in _OWN_FLOATS):
            return True
    return False


def _steps(manuscript: ManuscriptRecords, position: Callable[[Span], int]) -> Iterator[_Step]:
    r"""Yield each unstarred chapter and each command that begins a part of the document."""
    for section in manuscript.sections:
        if section.level == _CHAPTER and not section.starred:
            yield _Step(position(section.span), "chapter")
    for span, call in live_calls(manuscript, _MATTERS):
        yield _Step(position(span), call[1])
    for environment in manuscript.environments:
        if environment.name == "appendices":
            yield _Step(position(environment.span), "appendix")
            yield _Step(
                position(Span(environment.span.path, environment.span.end, environment.span.end)), "body"
            )
