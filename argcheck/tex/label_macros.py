"""Finds labels without a record: names in the arguments of macros that may set a label."""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING

from argcheck.files.cache import digest
from argcheck.files.grouping import sets_by_key
from argcheck.files.patterns import BRACED, lazy
from argcheck.tex.arguments import BEGIN, CALL_BEFORE, WRITERS, arguments, executed
from argcheck.tex.commands import BIBLIOGRAPHIES, INCLUDES, LABEL_KEYS, LABEL_LISTS, SPECS
from argcheck.tex.live_source import commented, files_with, holding, joined
from argcheck.tex.names_in_macros import citations_in_macros, references_in_macros

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from argcheck.tex.model import ManuscriptRecords

#: A command with "label" in its name, other than ``\label``; the pattern begins with a literal for speed.
_LABELLING = lazy(r"abel(?:(?<!\\label)[A-Za-z@]*|[A-Za-z@]+)\*?(?:\[[^\]]*\])?\{([^{}\\#]*)\}")
#: A text in brackets, or in the quotation marks of code.
_BRACKETED = lazy(r"[\[\"']([^\[\]{}\\\"']*)(?=[\]\"'])")
_OPTION = rf"(?:label|(?<![A-Za-z])(?:{'|'.join(LABEL_KEYS)}))\s*=\s*\{{?"
_VALUE = lazy(r"=\s*\{?([^,{}\[\]\\%]*)")
#: What precedes an argument in brackets: a command, or another argument; the one of ``\item`` is printed.
_COMMAND = lazy(r"(?:\\(?!item\b)[A-Za-z@]+\s*|\}[ \t]*)\Z")
_KEY = lazy(rf"{_OPTION}\Z")
_LISTED = lazy(rf"(?<![A-Za-z])(?:{'|'.join(LABEL_LISTS)})\s*=\s*\{{([^{{}}]*)\}}")
#: Options that make ``glossaries`` set labels: the types of its lists, after a prefix that the document may choose
#: (``\glsautoprefix``).
_AUTOMATIC = ("numberedsection=nameref", "numberedsection=autolabel")
_GLOSSARIES = ("main", "acronym", "symbols", "numbers", "index")
_ITEMS = 5  # items for each entry, the last of which is a label
_JOINTS = ":./_-"  # between the prefix of a label and the rest
#: Commands that set no label from their argument: they print it, or read the file of that name.
_NO_LABEL = (
    INCLUDES.keys()
    | BIBLIOGRAPHIES
    | frozenset(
        """text textbf textit textsl textsc texttt textrm textsf emph underline includegraphics caption chapter section subsection
    subsubsection""".split()  # noqa: SIM905 - shorter
    )
)
_FAR = 200  # characters from a command to its first argument
_BLANKS = 40  # characters between a name and the braces around it
_FEW = 5  # at most so many names are faster to search for one by one


def named_elsewhere(manuscript: ManuscriptRecords, names: Collection[str]) -> frozenset[str]:
    """Return those of ``names`` that are an argument but of a label, reference, citation, file or environment."""
    m = manuscript
    in_macros = references_in_macros(m), citations_in_macros(m)
    # what else is done with the name of a file may be a label of a command that is not known
    handing = frozenset(name for name, kept in m.macros.items() if any(_hands_on(each.body) for each in kept))
    groups = (m.labels, m.references, m.citations, m.uses, () if handing else m.inputs, *in_macros)
    known = sets_by_key((item.span.path, item.span.start) for group in groups for item in group)
    named: set[str] = set()
    ordered = sorted(names)
    arguments = _Arguments(m, ordered)
    listed = m.of_each_file("label lists", lambda text: frozenset(_listed(text)))
    labels = m.of_each_file("label macros", lambda text: list(_label_macros(text)))
    for path, source in m.files.items():
        here = known.get(path, set())
        dead = m.dead.get(path, ())
        ranges = joined(dead)
        named |= {
            name
            for name in arguments.held[path]
            if name in names
            and name not in named
            and _stands(arguments.places(name, path), source.text, here, (dead, ranges))
        }
        named |= listed[path].intersection(names)
        given = [name for start, name in labels[path] if start not in here]
        endings = tuple(f"{sign}{name}" for name in given if name for sign in ":./-_")
        named |= {name for name in names if endings and name.endswith(endings)}
    if files_with(m, _AUTOMATIC):
        named |= {name for name in names if name in _GLOSSARIES or _split(name)[1] in _GLOSSARIES}
    named |= _prefixed(arguments, [name for name in ordered if name not in named], known, handing)
    return frozenset(named)


def _hands_on(body: str) -> bool:
    r"""Whether a macro reads a file and gives an argument to an unknown command: ``\input{chapters/#1}\mark{#1}``."""
    called = tuple(executed(body))
    if not any(name in INCLUDES for name, _, _ in called):
        return False
    unknown = [end for name, _, end in called if not (name in SPECS or name in _NO_LABEL or name in WRITERS)]
    firsts = [body[slice(*span)] for end in unknown for span in arguments(body, end, "{")[0] if span]
    return any(first.strip()[-2:-1] == "#" and "/" not in first for first in firsts)


class _Arguments:
    """The places where names, or names without their prefixes, are a whole argument; with many, found in one pass."""

    def __init__(self, manuscript: ManuscriptRecords, names: Sequence[str]) -> None:
        self.manuscript = manuscript
        self._many = len(names) > _FEW
        wanted = sorted({*names, *(_split(name)[1] for name in names)}) if self._many else names
        find = _in_braces_of if self._many else _anywhere
        kind = f"as arguments {digest(' '.join(wanted).encode())}"
        #: Possible places of each name, by file.
        self.held = manuscript.of_each_file(kind, lambda text: find(text, wanted))

    def places(self, name: str, path: str) -> Iterator[int]:
        """Yield the offsets in a file where a name is a whole argument."""
        text = self.manuscript.files[path].text
        for start in self._starts(name, path, text):
            end = start + len(name)
            before, behind = (
                text[max(0, start - _BLANKS) : start].rstrip(),
                text[end : end + _BLANKS].lstrip(),
            )
            match before[-1:], behind[:1]:
                case "{", "}":
                    yield start
                case "[", "]" if _COMMAND.search(before, 0, len(before) - 1):
                    yield start
                # a string in code: \py{show(x, label="tab:x")}
                case '"' | "'" as mark, behind if behind == mark:
                    yield start
                case "=", "," | "]" | "}" | "%" if _KEY.search(before):
                    yield start

    def _starts(self, name: str, path: str, text: str) -> list[int]:
        starts = self.held[path].get(name, [])
        return starts if starts or self._many else _anywhere(text, [name]).get(name, [])


def _prefixed(
    arguments: _Arguments, names: Sequence[str], known: dict[str, set[int]], handing: AbstractSet[str]
) -> set[str]:
    r"""Return the names that a macro of a class may build from its argument, or from its own name and a number.

    So ``\includeimage{tux}`` may set ``img:tux``, and the first ``\source{Letter}`` ``sec:source1``, unless the author
    sets labels with that prefix, or the same label with another prefix.  While a file of the preamble is missing, it
    may define macros that set any label.

    :param handing: the document's macros that read a file and give its name to an unknown command.
    """
    m = arguments.manuscript
    unseen = m.macros_missing
    labels = [_split(name) for name in (*m.labels_by_name, *m.hidden_labels)] if names else []
    prefixes = {prefix for prefix, _ in labels if prefix}
    own = {rest for _, rest in labels}
    return {
        name
        for name in names
        for prefix, rest in [_split(name)]
        if prefix
        and rest
        and (unseen or (prefix not in prefixes and rest not in own))
        and any(_calls(arguments, rest, path, known.get(path, set()), handing) for path in m.files)
    }


def _split(name: str) -> tuple[str, str]:
    """Split a label into its prefix, separator included, and the rest; without a separator the prefix is empty."""
    behind = min((name.index(joint) + 1 for joint in _JOINTS if joint in name), default=0)
    return name[:behind], name[behind:]


def _calls(arguments: _Arguments, rest: str, path: str, known: set[int], handing: AbstractSet[str]) -> bool:
    """Whether a file passes a name to an unknown macro or as a further argument, or calls a macro of that name."""
    m = arguments.manuscript
    text, dead = m.files[path].text, m.dead.get(path, ())
    stem = rest.rstrip("0123456789")
    if stem != rest and stem in m.commands and any(f"\\{stem}{opener}" in text for opener in "[{"):
        return True
    for start in arguments.places(rest, path):
        call = _call(text, start)
        unknown = (call in m.commands and call not in _NO_LABEL) or call in handing
        if (
            (unknown or call == "}")
            and start not in known
            and not commented(text, start)
            and not any(first <= start < last for first, last in dead)
        ):
            return True
    return False


def _call(text: str, start: int) -> str:
    """Return the command whose first argument begins at a place, ``}`` for a further argument, else an empty string."""
    before = text[max(0, start - _FAR) : start].rstrip()
    if not before.endswith(("{", "[")):
        return ""
    before = before[:-1].rstrip()
    call = CALL_BEFORE.search(before)
    return call[1] if call else before[-1:] if before.endswith("}") else ""


def _anywhere(text: str, names: Sequence[str]) -> dict[str, list[int]]:
    """Return the offsets in a text of each name that occurs in it."""
    places = {name: [match.start() for match in re.finditer(re.escape(name), text)] for name in names}
    return {name: starts for name, starts in places.items() if starts}


def _in_braces_of(text: str, names: Sequence[str]) -> dict[str, list[int]]:
    """Return the offsets where each name is alone in braces, brackets or an option, which is faster for many names."""
    places: dict[str, list[int]] = {}
    wanted = frozenset(filter(None, names))
    for match in chain(BRACED.finditer(text), _BRACKETED.finditer(text), _keyed(text)):
        name = match[1].strip()
        if name in wanted:
            places.setdefault(name, []).append(text.index(name[0], match.start(1)))
    return places


def _keyed(text: str) -> Iterator[re.Match[str]]:
    """Yield the values of options that set labels; the search goes from one ``=`` to the next, for speed."""
    place = text.find("=")
    while place >= 0:
        value, behind = _VALUE.match(text, place), place + 1
        if value and _KEY.search(text, max(0, place - _BLANKS), value.start(1)):
            yield value
            behind = value.end()
        place = text.find("=", behind)


def _label_macros(text: str) -> Iterator[tuple[int, str]]:
    """Yield the arguments of macros with "label" in their names, with their offsets."""
    for match in _LABELLING.finditer(text):
        head = text[max(0, match.start() - 30) : match.start()].rpartition("\\")[2]
        if head and head[-1] in "lL" and head.replace("@", "a").isalpha():
            yield match.start(1), match[1].strip()


def _listed(text: str) -> Iterator[str]:
    r"""Yield the labels in options that are lists: ``\includepdf[addtotoc={1,section,1,Title,app:x}]{x.pdf}``."""
    for match in _LISTED.finditer(text) if any(key in text for key in LABEL_LISTS) else ():
        items = [item.strip() for item in match[1].split(",")]
        if len(items) >= _ITEMS and not commented(text, match.start()):
            yield from {*items[_ITEMS - 1 :: _ITEMS], items[-1]}


def _stands(
    places: Iterator[int], text: str, known: set[int], ranges: tuple[Sequence[tuple[int, int]], ...]
) -> bool:
    """Whether a name may be a label at one of some places.

    :param ranges: the dead ranges, as recorded and as joined for `holding`.
    """
    dead, whole = ranges
    for start in places:
        line = text[max(0, start - _BLANKS) : start].rpartition("\n")[2]
        if start in known or line.endswith(("\\begin{", "\\end{")) or _call(text, start) in _NO_LABEL:
            continue
        shown = holding(whole, start)
        if shown is None and commented(text, start):
            continue
        if shown is None or _escaped(line, start, text, dead) or _is_option(text, shown[0], start):
            return True
    return False


def _is_option(text: str, shown: int, start: int) -> bool:
    r"""Whether a place in a listing is its label or argument: ``\begin{code}*[label=sum]``, ``\begin{code}{sum}``."""
    arguments = text[shown:start]
    return "\n" not in arguments and (arguments.startswith("{") or bool(_KEY.search(arguments)))


def _escaped(line: str, start: int, text: str, dead: Sequence[tuple[int, int]]) -> bool:
    r"""Whether a ``\label`` in dead text is one that a listing executes: ``(*@\label{line:x}@*)``."""
    if not line.endswith("\\label{"):
        return False
    first = min((end - begin, begin) for begin, end in dead if begin <= start < end)[1]
    begin = BEGIN.match(text, max(0, text.rfind("\\begin", 0, first)), first)
    if begin is None or begin[1] == "comment" or text.startswith("\\iff", first):
        return False
    options = text[begin.end() : first]
    return options.strip()[:1] in {"", "["} and "\\end{" not in options
