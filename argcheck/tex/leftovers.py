r"""What an author meant to replace before printing: markers such as TODO and ??, filler text, notes of todo packages.

Searched for as plain strings first, so that a document without any of them costs next to nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING

from argcheck.language import LISTED
from argcheck.patterns import lazy
from argcheck.records import NamedTuple
from argcheck.tex.arguments import group_end
from argcheck.tex.live import commented, holding, live
from argcheck.tex.templates import in_title, is_option, template_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.diagnostic import Span
    from argcheck.tex.model import Manuscript
    from argcheck.tex.printed import Printed


class Leftover(NamedTuple):
    """One thing that is still there."""

    span: Span
    words: str  #: as written


_NEEDLES = ("TODO", "FIXME", "TBD", "XXX", "??", "orem ipsum", "itation", "ITATION NEEDED",
            "ERGÄNZEN", "NACHTRAGEN", " FEHLT", "COMPLÉTER", "À FAIRE", "À VÉRIFIER",
            " fehlt", "uelle einfügen", "à compléter]", "à ajouter]", "manquante]", "nsert reference")  # fmt: skip
#: Signs that stand in every text in which it pays to look for a needle, where the needle itself has none that is rare.
_SIGNS = {" fehlt": "ü", "manquante]": "é"}
_MARKER = lazy(
    r"(?<![\w\\@/.#&-])(?P<word>TODO|FIXME|TBD|XXX+|(?:NOCH )?(?:ZU )?(?:ERGÄNZEN|NACHTRAGEN)|(?:BELEG|QUELLE|ZITAT|ZAHL|TEXT) FEHLT"
    r"|À[ \u00a0~]COMPLÉTER|À FAIRE|À VÉRIFIER)(?![\w/-])"
    r"|(?<![\w?!\\])(?P<marks>\?\?+)(?![\w?!])"
    r"|(?P<filler>[Ll]orem ipsum)(?= dolor)"
    r"|(?P<citation>[Cc]itation needed|CITATION NEEDED|(?:[Qq]uelle|[Bb]eleg|[Zz]itat) fehlt|[Qq]uelle einfügen"
    r"|(?:[Rr]éférence|[Ss]ource|[Cc]itation)[ \u00a0~](?:manquante|à[ \u00a0~](?:compléter|ajouter))(?=\])"
    r"|(?:[Aa]dd|[Ii]nsert) citations?|[Ii]nsert references?|[Cc]itation missing|[Mm]issing citation)"
)
#: What a marker stands before that the text speaks of; one that goes on so may as well be a word of the sentence.
_SUBJECT = lazy(
    r"\s*(?:list|lists|item|items|comment|comments|tag|tags|marker|markers|annotation|annotations"
    r"|statement|statements|keyword|keywords|template|templates|label|labels|flag|flags|app|apps|s)\b"
)
_GOING_ON = lazy(r"\s*(?:and|or|und|oder|et|ou|is|are|was|were|in)\b")
_DETERMINED = lazy(
    r"(?i)\b(?:an?|the|each|every|this|these|that|any|no|one|your|its|ein|eine|der|die|das|dem|den|un|une|le|la|les)\s*\Z"
)
_CHAPTER = lazy(r"(?:[Cc]hap|[Kk]ap|[Bb]ook|[Pp]art)\w*\.?\s*\Z")  # of which there may be thirty
_QUOTED = lazy(r"[\"'“‘`«„‹]\s*\Z")
_IN_CODE = lazy(
    r"\\(?:texttt|code|path|url|verb|lstinline|ttfamily|tt|cmd|keyword|textsf|mintinline)\*?\s*(?:\{[^{}]*|[^\s\w][^\n]*)\Z"
)
_AROUND = 300  # characters of a sentence in which a wildcard explains another
_WILDCARD = lazy(r"\w\?\?\w")  # "the files log??a", and then "where ?? is a year"
_OPENED = lazy(r"[(\[]\s*\Z")
_CLOSED = lazy(r"\s*[)\]]")
_REFERS = lazy(
    r"(?:\b(?:[Ss]ections?|[Ss]ec|[Cc]hapters?|[Ff]igures?|[Ff]igs?|[Tt]ables?|[Tt]ab|[Ee]quations?|[Ee]qs?|[Aa]ppendix|[Tt]heorem|[Ll]emma"
    r"|[Ss]ee|[Ss]ources?|[Bb]eleg|[Rr][ée]f|[Aa]bschnitt|[Aa]bschn|[Kk]apitel|[Kk]ap|[Aa]bbildung|[Aa]bb|[Tt]abelle|[Gg]leichung|[Gg]l|[Ss]iehe|[Vv]oir"
    r"|[Tt]ableau|[Tt]abl|[Cc]hapitre|[Éé]q)\.?|[Cc]f\.)\s*[(\[]?\s*\Z"
)
#: What a text says of the question marks that LaTeX prints.
_INSTEAD = lazy(
    r"\s*(?:instead\b|in place of\b|for (?:the|a|each|every|any) (?:number|reference|citation|label|page)s?\b)"
)
#: "\\tablename~??"
_NAME_MACRO = lazy(r"\\[a-z]+name(?:\{\}|[~\s])*\Z")
#: How a title begins that is a question.
_ASKS = lazy(
    r"(?i)\W*(?:wh\w+|how|is|are|do|does|did|can|could|should|will|has|have|was|were|wer|wie|was|wo|wann|warum|welche\w*|ist|sind|kann)\b"
)
_SPINS = ("XXZ", "XXX chain", "XXX spin", "XXX model", "XXX-", "Heisenberg")
_LINGUISTS = frozenset(("gb4e", "linguex", "expex", "covington", "langsci-gb4e", "philex", "tipa"))
_KNOWING = frozenset(("draftwatermark", "watermark"))
_WORDS = lazy(r"[\w-]+")

_NOTES = {
    "todo": frozenset(("todonotes", "luatodonotes", "todo", "easy-todo", "fixmetodonotes")),
    "missingfigure": frozenset(("todonotes", "luatodonotes")),
    "fixme": frozenset(),
    "lipsum": frozenset(("lipsum",)),
    "kant": frozenset(("kantlipsum",)),
    "blindtext": frozenset(("blindtext",)),
    "Blindtext": frozenset(("blindtext",)),
    "blinddocument": frozenset(("blindtext",)),
    "Blinddocument": frozenset(("blindtext",)),
}
_COMMAND = lazy(r"\\(todo|missingfigure|fixme|lipsum|kant|[Bb]lindtext|[Bb]linddocument)(?![A-Za-z@])\*?")
_COMMAND_NEEDLES = tuple(f"\\{name}" for name in _NOTES)
_DEFINING = lazy(r"(?:command|DocumentCommand|[gex]?def|let)\*?\s*\{?\s*\Z")
_DEFINED = lazy(
    r"\\(?:(?:re|provide)?newcommand|(?:re|provide)?newrobustcmd|DeclareRobustCommand|[gex]?def)\*?\s*\{?\s*\\([A-Za-z]+)"
)
_PRINTED_MARKER = lazy(r"(?<![\w\\@#-])(?:TODO|FIXME|TBD|XXX+)(?![\w-])")
_COMMENTS = lazy(r"(?<!\\)%[^\n]*")
_OPTION = lazy(r"\s*\[[^\[\]{}]*\]")
_PARAMETERS = lazy(r"\s*\}?\s*(?:\[[^\[\]]*\]|\{[^{}]*#?[^{}]*\}(?=\s*\{)|#\d)*\s*(?=\{)")
_NOTHING = lazy(r"(?:\s|%[^\n]*(?:\n|\Z)|\\(?:relax|ignorespaces|unskip|leavevmode)\b)*\Z")
_GOBBLES = lazy(
    r"\\(?:re)?newcommand\*?\s*(?:\{\s*\\([A-Za-z@]+)\s*\}|\\([A-Za-z@]+))\s*\[[1-9]\](?:\s*\[[^\[\]]*\])?\s*\{(?:\s|%[^\n]*\n|\\ignorespaces)*\}"
)
_CALLED = lazy(r"\\([A-Za-z@]+)\*?\s*(?:\[[^\[\]]*\]\s*)*\Z")
_NEAR = 60  # characters of the sentence on either side, which tell what a marker is
_REACH = 3_000  # characters: how far a note may have begun before a marker in it


def leftovers(manuscript: Manuscript) -> list[Leftover]:
    """Return what was left, in document order; nothing in a document that calls itself a draft."""
    if "draft" in _options(manuscript, manuscript.document_class) or _KNOWING & manuscript.packages.keys():
        return []
    notes = list(_notes(manuscript)) if not manuscript.commands.isdisjoint(_NOTES) else []
    inside: dict[str, list[tuple[int, int]]] = {}
    for span, _, _ in notes:
        inside.setdefault(span.path, []).append((span.start, span.end))
    found = [Leftover(span, words) for span, words, printing in notes if printing]
    found += [Leftover(span, words) for span, words in template_text(manuscript)]
    found += [
        Leftover(*call)
        for call in _own_markers(manuscript)
        if not holding(inside.get(call[0].path, ()), call[0].start)
    ]
    for one in found:
        inside.setdefault(one.span.path, []).append((one.span.start, one.span.end))
    inside = {path: _outermost(ranges) for path, ranges in inside.items()}
    found += [
        Leftover(one.span, one.match[0])
        for one in _markers(manuscript)
        if not holding(inside.get(one.span.path, ()), one.span.start)
    ]
    order = {path: rank for rank, path in enumerate(manuscript.files)}
    return sorted(found, key=lambda one: (order[one.span.path], one.span))


def _options(manuscript: Manuscript, package: str) -> frozenset[str]:
    return frozenset(_WORDS.findall(manuscript.packages.get(package, "")))


def _outermost(ranges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    kept: list[tuple[int, int]] = []
    for start, end in sorted(ranges, key=lambda one: (one[0], -one[1])):
        if not kept or kept[-1][1] <= start:
            kept.append((start, end))
    return kept


# -- what the document's own macros print


def _own_markers(manuscript: Manuscript) -> Iterator[tuple[Span, str]]:
    r"""Yield the calls of macros that print a marker of their own: ``\newcommand{\fTBD}[1]{\textbf{TBD: #1}}``."""
    spins = any(needle in file.text for file in manuscript.files.values() for needle in _SPINS)
    bodies: dict[str, list[str]] = {}
    for file in manuscript.files.values():
        for name, body in manuscript.remember("own markers", file.digest, partial(_definitions, file.text)):
            bodies.setdefault(name, []).append(body)
    names = [
        name
        for name, all_bodies in sorted(bodies.items())
        if name not in _NOTES and all(_prints_marker(body, spins=spins) for body in all_bodies)
    ]
    said: set[str] = set()
    if names:
        calls = re.compile(rf"\\({'|'.join(map(re.escape, names))})(?![A-Za-z@])\*?")
        for span, match in live(manuscript, calls, tuple(f"\\{name}" for name in names)):
            text = manuscript.files[span.path].text
            if match[1] not in said and not _DEFINING.search(text, max(0, span.start - 60), span.start):
                end = group_end(text, span.end, 20_000) if text.startswith("{", span.end) else span.end
                if not any("#" in body for body in bodies[match[1]]):
                    said.add(match[1])  # it prints the same everywhere, and is mended where it is defined
                yield span._replace(end=max(span.end, end)), f"the marker of {match[0]}"


def _definitions(text: str) -> list[list[str]]:
    """Return the macros of a file that has a marker in some of their bodies, with what they print."""
    if not any(needle in text for needle in ("TODO", "FIXME", "XXX", "TBD")):
        names: frozenset[str] = frozenset()
    else:
        names = frozenset(found[1] for found in _DEFINED.finditer(text))
    return [[name, body] for name in sorted(names) for body in _bodies(text, name)]


def _prints_marker(body: str, *, spins: bool) -> bool:
    found = _PRINTED_MARKER.search(_COMMENTS.sub("", body))
    quiet = any(sign in body for sign in ("\\if", "\\typeout", "Warning", "\\message", "\\PackageError"))
    return found is not None and not quiet and not (spins and found[0].startswith("XXX"))


# -- markers in the running text


def _markers(manuscript: Manuscript) -> Iterator[Printed]:
    texts = [file.text for file in manuscript.files.values()]
    marked = [
        manuscript.remember("markers", file.digest, partial(_is_marked, file.text))
        for file in manuscript.files.values()
    ]
    if not any(marked):
        return
    from argcheck.tex.printed import printed  # here: it brings along all that reads prose

    places = list(printed(manuscript, _MARKER, _NEEDLES))
    spins = any(needle in text for text in texts for needle in _SPINS)
    linguists = bool(_LINGUISTS & manuscript.packages.keys())
    gobblers = {found[1] or found[2] for text in texts for found in _GOBBLES.finditer(text)}
    subjects: Counter[str] = Counter()
    kept: list[tuple[str, Printed]] = []
    for one in places:
        what = "XXX" if one.match[0].startswith("XXX") else one.match[0].upper()[:5]
        text = manuscript.files[one.span.path].text
        behind = one.offset + len(one.match[0])
        before, after = (
            one.sentence[max(0, one.offset - _NEAR) : one.offset],
            one.sentence[behind : behind + _NEAR],
        )
        line = text[max(0, one.span.start - 200) : one.span.start].rpartition("\n")[2]
        word = not (one.match["filler"] or one.match["marks"])
        if _QUOTED.search(before) or _IN_CODE.search(line) or (word and _SUBJECT.match(after)):
            subjects[what] += 1
            continue
        known = (spins and what == "XXX") or (linguists and one.match["marks"]) or is_option(line)
        if known or (word and _GOING_ON.match(after)):
            continue
        titled = bool(one.match["marks"]) and in_title(manuscript, one.span)
        if _left(one, before, after, line, titled=titled) and not (
            gobblers and _called(text, one.span.start) in gobblers
        ):
            kept.append((what, one))
    numbers = Counter(what for what, _ in kept)
    yield from (one for what, one in kept if subjects[what] < numbers[what] or one.match["marks"])


def _is_marked(text: str) -> bool:
    """Whether a marker stands in some line that is not commented out; only lines with a needle are looked at."""
    for needle in _NEEDLES:
        place = (
            text.find(needle) if _SIGNS.get(needle, max(needle)) in text else -1
        )  # one sign is found faster than several
        while place >= 0:
            end = text.find("\n", place)
            end = end if end >= 0 else len(text)
            for match in _MARKER.finditer(text, text.rfind("\n", 0, place) + 1, end):
                if not commented(text, match.start()):
                    return True
            place = text.find(needle, end)
    return False


def _left(one: Printed, before: str, after: str, line: str, *, titled: bool) -> bool:
    """Whether a marker stands where one would be put, not where the text speaks of it."""
    match = one.match
    enclosed = _OPENED.search(before) is not None and _CLOSED.match(after) is not None
    refers = _REFERS.search(before) is not None
    follows = after.lstrip()
    if match["filler"]:
        return True
    if match["citation"]:
        return enclosed
    if match["marks"]:
        loose = (not before or before[-1] in " \xa0([{") and not _WILDCARD.search(
            one.sentence, max(0, one.offset - _AROUND), one.offset + _AROUND
        )
        loose = loose and not _INSTEAD.match(after)
        goes_on = one.language != "fr" and follows[:1].islower() and after[:1].isspace()
        if titled and len(match[0]) > 2 and one.language != "fr" and not _ASKS.match(one.sentence):
            return loose and bool(before.strip())  # "Towards ???"
        refers = refers or _NAME_MACRO.search(line) is not None
        return loose and (enclosed or refers or goes_on or (bool(before.strip()) and follows[:1] == "%"))
    noted = follows.startswith(":") or (after.startswith("(") and ")" in after[:30])
    if match[0].startswith("XXX"):
        heads = not before.strip(" ([") and noted
        refers = refers and not _CHAPTER.search(before)
        alone = not before.strip() and not follows.strip(".! ")
        boxed = enclosed and before.rstrip().endswith("[") and not _in_quotation(one)
        return heads or refers or alone or boxed or follows[:1] == "%"
    heads = not before.strip(" ([*–—-")
    if match[0] == "TBD":
        return enclosed or refers or follows.startswith(":") or (heads and not follows.strip(".! "))
    if enclosed or refers or noted or heads:
        return True
    # "TODO" is a word of Spanish and Portuguese, which have no word lists here.
    return one.language in LISTED and match[0] in ("TODO", "FIXME") and not _DETERMINED.search(before)


def _in_quotation(one: Printed) -> bool:
    """Whether the sentence quotes somebody, whose name or words may have been left out on purpose."""
    return any(sign in one.sentence for sign in '“„«"') or "``" in one.sentence


def _called(text: str, offset: int) -> str:
    """Return the name of the command in whose argument an offset stands, empty without one."""
    depth = 0
    for position in range(offset - 1, max(0, offset - _REACH), -1):
        char = text[position]
        if char == "}" and text[position - 1] != "\\":
            depth += 1
        elif char == "{" and text[position - 1] != "\\":
            if not depth:
                found = _CALLED.search(text, max(0, position - 100), position)
                return found[1] if found else ""
            depth -= 1
    return ""


# -- notes and filler text of packages


def _notes(manuscript: Manuscript) -> Iterator[tuple[Span, str, bool]]:
    """Yield every note: the command with its argument, its name, and whether it is printed."""
    printing: dict[str, bool] = {}
    for span, match in live(manuscript, _COMMAND, _COMMAND_NEEDLES):
        text = manuscript.files[span.path].text
        if _DEFINING.search(text, max(0, span.start - 60), span.start):
            continue
        name = match[1]
        if name not in printing:
            printing[name] = _is_printed(manuscript, name)
        option = _OPTION.match(text, span.end)
        start = option.end() if option else span.end
        end = group_end(text, start, 20_000) if text.startswith("{", start) else start
        yield span._replace(end=max(start, end)), match[0], printing[name]


def _is_printed(manuscript: Manuscript, name: str) -> bool:
    """Whether a note is known to print: by a definition of the document's own, else by a package that is not told to be quiet."""
    bodies = [body for file in manuscript.files.values() for body in _bodies(file.text, name)]
    if bodies:
        return all(not _NOTHING.match(body) and "\\if" not in body for body in bodies)
    document = _options(manuscript, manuscript.document_class)
    for package in sorted(_NOTES[name] & manuscript.packages.keys()):
        options = _options(manuscript, package)
        quiet = (
            "disable" in options or "obeyDraft" in options or ("obeyFinal" in options and "final" in document)
        )
        passed = any(
            "disable" in file.text and "PassOptionsToPackage" in file.text
            for file in manuscript.files.values()
        )
        if not quiet and not passed and "final" not in options:
            return True
    return False


def _bodies(text: str, name: str) -> Iterator[str]:
    """Yield what the definitions of a command in one file make it do."""
    position = text.find(f"\\{name}")
    while position >= 0:
        end = position + len(name) + 1
        if not text[end : end + 1].isalpha() and _DEFINING.search(text, max(0, position - 60), position):
            parameters = _PARAMETERS.match(text, end)
            close = group_end(text, parameters.end(), 5_000) if parameters else -1
            yield text[parameters.end() + 1 : close - 1] if parameters and close > 0 else "?"
        position = text.find(f"\\{name}", end)
