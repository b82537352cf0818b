r"""What the text says of a source beside its key: ``Smith et al. (2019)~\cite{jones2020}``.

Only what announces a citation counts: names that stand right before the command, and a
year right after them.  A name alone before a citation is more often a thing (``Python``)
or an eponym (``the Kalman filter``) than an author.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from argcheck.bib.dated import year_around
from argcheck.bib.names import name_forms
from argcheck.bib.people import authors, in_other_letters, may_be, one_year, only_persons, spellings, years
from argcheck.cache import digest
from argcheck.diagnostic import Span
from argcheck.patterns import lazy
from argcheck.records import NamedTuple
from argcheck.tex.commands import words

if TYPE_CHECKING:
    import re
    from collections.abc import Iterable, Iterator

    from argcheck.bib.model import Bibliography, Entry
    from argcheck.tex.model import Citation, Manuscript


class Said(NamedTuple):
    """Names and a year, as the text says them."""

    text: str  #: the words, plain: ``Smith et al. (2019)``
    names: tuple[str, ...]  #: family names in order; none where ``\\citeauthor`` prints them
    year: str  #: of four digits, or empty
    group: bool = False  #: whether the text says "et al." or "and colleagues"
    sure: bool = False  #: whether it says "et al.", which nobody says of a thing


class Attribution(NamedTuple):
    """Names and a year that the text gives a citation."""

    said: Said
    entries: tuple[Entry, ...]  #: of all keys of the command
    near: tuple[Entry, ...]  #: of the commands that follow close by
    span: Span  #: of the first key


class Misattributed(NamedTuple):
    """Names beside a citation that none of the entries has."""

    said: str  #: the words, plain
    span: Span  #: of the key
    entry: Entry
    others: tuple[Entry, ...]  #: at most two entries that the names fit


class Misdated(NamedTuple):
    """A year beside a citation that none of the entries names."""

    said: str  #: the words, plain
    span: Span  #: of the key
    entry: Entry
    given: str  #: the year that the text gives
    year: str  #: the year of the entry


_WINDOW = 120  # characters before a command that are looked at
_LAST = 30  # characters of it that the last word stands in
_NEAR = 100  # characters behind it in which another citation may be the one that is meant
_PRINTS_NAMES = ("citet", "textcite", "citeauthor", "citealt", "citealp", "asnoun", "fullcite", "citetitle", "bibentry", "citename")  # fmt: skip
_PRINTING = frozenset(("citea", "citea*", "citen", "citenp"))
_OPENING = " \t\n~({["
_TAIL = lazy(r"(?:[ \t\n~({\[]|\\(?=[ ,/@]))*(?:%[^\n]*\n[ \t]*)?\Z")
_CLOSING = ")]},'’s."
#: What the last word before a citation is where it is neither a name nor a year, without what closes it.
_PEER = frozenset(words("al coll colleague coworker co-worker coauthor co-author collaborator collaborateur"))
_FORMAT = lazy(
    r"\\(?:emph|textit|textsc|textrm|textup|text|name|mbox)\s*(?=\{)|\\(?:protect|citenamefont|footnotesize|xspace|frenchspacing)\b|\\(?=[ ,@/])|(?<=\.)\\(?=\s)"
)
_ET_AL = lazy(r"\\etal(?![A-Za-z])(?:\{\})?\.?")  # what most documents call their own macro for it
_PARTICLE = (
    r"(?:(?:[Vv][ao]n|[Dd](?:e(?:[rnl]|lla)?|[iau]|os)|[Ll][ae]|[Tt]e[nr]|[Ee]l|[Aa]l|[Zz]u|a[fv])[ ~])"
)
_GIVEN = r"(?:[^\W\d_]\.[ ~-]*|[^\W\d_][^\W\d_]+[ ~](?=[^\W\d_]))"
_FAMILY = rf"(?:{_PARTICLE}{{0,3}}[^\W\d_][\w’'-]*[^\W\d_](?![^\W\d_]))"  # no beginning of a word is tried
_AND = r"(?:,?[ ~]+(?:and|&|\\&|und|et)[ ~]+)"
_PEERS = (
    r"[ ~]+(?:and[ ~](?:his[ ~]|her[ ~]|their[ ~])?(?:colleagues|co-?workers|co-?authors|collaborators)|und[ ~]Kolleg(?:en|innen)"
    r"|und[ ~]Mitarbeiter(?:innen)?|u\.[ ~,]*a\.|et[ ~](?:ses[ ~])?(?:collègues|collaborateurs|coll\.))"
)
_PHRASE = lazy(
    rf"(?<![^\s(~\[“‘\"'—–-])(?P<named>(?:{_FAMILY}(?:,[ ~]+)?){{1,5}})(?<=[^\W\d_])"
    rf"(?:(?P<etal>,?[ ~]+et\.?[ ~]+al\b\.?)|(?P<peers>{_PEERS})|{_AND}(?:{_GIVEN}){{0,2}}(?P<second>{_FAMILY}))?"
    r"(?P<own>['’]s?)?,?(?:[ ~]*[(\[]?(?P<year>(?:19|20)\d\d)[a-z]?[)\]]?,?)?\Z"
)
#: "by George Zweig": a person, and no institute, if the given name is one.
_PERSON = lazy(rf"\bby[ ](?P<name>(?P<given>[^\W\d_]+)[ ](?:[^\W\d_]\.[ ]?)*(?P<family>{_FAMILY}))\Z")
_BY = lazy(r"\bby[ ~\n][^\W\d_a-z]")
_BYLINE = 45  # characters before a command in which "by" and a name stand
_FOLLOWING_YEAR = lazy(
    r"(?:['’]s)?[ ~\n]{0,2}\((?P<year>(?:19|20)\d\d)[a-z]?[),;:]|,[ ~\n](?P<other>(?:19|20)\d\d)[a-z]?\)"
)
#: One of these stands in whatever names a group, two authors or a year.
_SIGN = lazy(r"(?:\b(?:al|and|und|et(?:al)?)|&|(?:19|20)\d\d[a-z]?)(?![^\W\d_])")
_LATE = 90  # characters before a command in which it stands, however many names are listed before
#: Verbs of people, which may stand behind a citation, and what may stand before them.
_VERBS = frozenset(
    words("""show shows showed shown propose proposes proposed present presents presented introduce introduces introduced report
    reports reported found find finds argue argues argued prove proves proved describe describes described demonstrate
    demonstrates demonstrated study studies studied develop develops developed suggest suggests suggested observe observes
    observed investigate investigates investigated conclude concludes concluded claim claims claimed zeigt zeigte zeigten
    beschreibt beschreiben schlägt schlug untersucht untersuchte untersuchten montre montrent montra proposent
    proposa""")
)
_BEFORE_VERBS = frozenset(("also", "first", "recently", "then", "have", "has", "had"))
_CLAUSE = 80  # characters behind a command that such a verb stands in
_INDIRECT = lazy(
    r"(?i)\b(?:see|cited|quoted|in|cf|zit|nach|vgl|siehe|via|e\.g|review|reprinted|translated|cité|voir|from|after|also|for)\b"
)
_LETTERS = lazy(r"\w+")
#: Words with a capital that are no names.
_NO_NAMES = frozenset(
    words("""
    In The This That These Those We It Our As By For From With And Or But See Also While When Both Following
    However Figure Fig Table Section Chapter Theorem Lemma Equation Eq Ref Refs Reference References Appendix
    Algorithm Recently Der Die Das Dies Siehe Nach Von Mit Wie Bei Le La Les Un Une Des Selon Dans Il Elle
    January February March April May June July August September October November December Nature Science
    Springer Elsevier
    """)
)


def mismatches(
    manuscript: Manuscript, bibliography: Bibliography
) -> Iterator[tuple[list[Misattributed], list[Misdated]]]:
    """Yield the names and the years of each file that do not fit; found once for a text, its citations and the entries."""
    by_file: dict[str, list[Citation]] = {}
    for one in manuscript.citations:
        by_file.setdefault(one.command_span.path, []).append(one)
    entries = bibliography.entries
    for path, citations in by_file.items():
        file = manuscript.files[path]
        places = (f"{one.command_span[1:]} {one.span.start} {one.key}" for one in citations)
        kind = f"attributions {digest(' '.join((file.digest, *places)).encode())}"

        def find(text: str = file.text, citations: list[Citation] = citations) -> tuple[list[Any], list[Any]]:
            said = list(attributions(text, citations, bibliography))
            dated = [*_misdated(said), *_told(text, citations, bibliography)]
            return list(_misattributed(said, bibliography)), sorted(set(dated), key=itemgetter(1))

        names, dates = bibliography.remember(kind, find)
        yield (
            [
                Misattributed(said, Span(path, *span), entries[place], tuple(entries[one] for one in others))
                for said, span, place, others in names
            ],
            [
                Misdated(said, Span(path, *span), entries[place], given, year)
                for said, span, place, given, year in dates
            ],
        )


def attributions(
    source: str, citations: Iterable[Citation], bibliography: Bibliography
) -> Iterator[Attribution]:
    """Yield what the text of one file says beside each citation, in order; see the module for what counts."""
    groups = _groups(citations)
    for place, group in enumerate(groups):
        said, command = _beside(source, group), group[0].command_span
        if said is None:
            continue
        alone = not said.group and len(said.names) == 1
        if alone and not (said.year or said.sure or _says(source, command.end)):
            continue
        entries = [bibliography.find(one.key) for one in group]
        if None in entries:
            continue
        close = (
            bibliography.find(one.key) for members in _following(groups, place, command) for one in members
        )
        known, near = (tuple(entry for entry in found if entry) for found in (entries, close))
        yield Attribution(said, known, near, group[0].span)


def _beside(source: str, group: list[Citation]) -> Said | None:
    """Read what stands beside a command: names and a year before it, a year behind one that prints the names."""
    first = group[0]
    printed = _prints(first.command)
    if printed == "names":
        found = _FOLLOWING_YEAR.match(source, first.command_span.end)
        year = found["year"] or found["other"] if found else ""
        return Said(f"({year})", (), year) if year else None
    said = None if printed else _before(source, first.command_span)
    return None if said and _INDIRECT.search(_notes(source, group)) else said


@cache
def _prints(command: str) -> str:
    """Say what a citation command prints that counts: ``names`` only, ``other`` with names or nothing, empty for a mark."""
    lower = command.lower()
    if lower.startswith("citeauthor") or lower == "citename":
        return "names"
    silent = lower in _PRINTING or lower.startswith(("nocite", "shortcite"))
    return "other" if silent or any(one in lower for one in _PRINTS_NAMES) else ""


def _says(source: str, end: int) -> bool:
    """Whether a verb of people stands behind a command: "has also shown"."""
    said = source[end : end + _CLAUSE].lstrip(" \t\n,~").split(maxsplit=3)[:3]
    for word in said:
        if word not in _BEFORE_VERBS:
            verb = _LETTERS.match(word)
            return verb is not None and verb[0] in _VERBS
    return False


def _announces(source: str, command: Span) -> bool:
    """Whether anything but a single name stands before a command: such a name counts only with a verb behind it."""
    start, end = command.start, command.end
    told = _SIGN.search(source, max(0, start - _LATE), start) or _BY.search(
        source, max(0, start - _BYLINE), start
    )
    return bool(told or _says(source, end))


@cache
def _given_names() -> frozenset[str]:
    return frozenset(files("argcheck").joinpath("data/given-names.txt").read_text("utf-8").split())


def _groups(citations: Iterable[Citation]) -> list[list[Citation]]:
    groups: list[list[Citation]] = []
    for one in citations:
        if groups and groups[-1][0].group == one.group:
            groups[-1].append(one)
        else:
            groups.append([one])
    return groups


def _following(groups: list[list[Citation]], place: int, command: Span) -> Iterator[list[Citation]]:
    """Give the citations close behind: "Smith et al. and Lee et al. [3], [4]"."""
    for group in groups[place + 1 : place + 4]:
        span = group[0].command_span
        if span.path != command.path or span.start - command.end > _NEAR:
            return
        yield group


def _notes(source: str, group: list[Citation]) -> str:
    r"""What stands in a citation command beside its keys: ``[cited in][12]``."""
    start, end = group[0].command_span.start, group[0].command_span.end
    return source[start + len(group[0].command) + 1 : min(group[0].span.start, end)]


def _before(source: str, command: Span, *, announced: bool = False) -> Said | None:
    """Read the names and the year right before a command; unless ``announced``, a single name needs a verb behind it."""
    window = source[max(0, command.start - _WINDOW) : command.start]
    window = window[: _tail(window)]
    if not _may_name(window) or not (announced or _announces(source, command)):
        return None
    window = window.rpartition("\n\n")[2]
    last = window.rpartition("\n")[2]
    if "%" in last.replace("\\%", ""):
        return None
    window = _plain(window)
    person = _PERSON.search(window)
    if person and person["given"] in _given_names():
        return Said(person["name"], (person["family"],), "", sure=True)
    found = _PHRASE.search(window)
    return _said(found, window) if found else None


def _may_name(window: str) -> bool:
    """Whether the last word may be a name, a year or "al.": most are small letters only, or the option of a command."""
    for word in window[-_LAST:].replace("~", " ").split()[-1:]:
        if "19" in word or "20" in word:
            return True
        named = not word.islower() or not word.isascii() or "\\" in word or word.startswith("a.")
        return (named and "[" not in word) or word.rstrip(_CLOSING) in _PEER
    return False


def _tail(window: str) -> int:
    """Return where the blanks, opened groups and comments begin that a window ends with."""
    if "%" in window:
        found = _TAIL.search(window)
        return found.start() if found else len(window)
    end = len(window.rstrip(_OPENING))
    while window[:end].endswith("\\") and window[end : end + 1] == " ":
        end = len(window[: end - 1].rstrip(_OPENING))
    return end


def _plain(window: str) -> str:
    """Decode accents and take formatting off; what stands before an unknown command is cut off."""
    if "\\" in window:
        from argcheck.bib.values import decode

        if "\\etal" in window:
            window = _ET_AL.sub(" et al.", window)
        window = decode(_FORMAT.sub(" ", window).replace("\\&", "&"))
        window = window.rpartition("\\")[2] if "\\" in window else window
    return window.replace("{", "").replace("}", "").replace("\n", " ").replace("~", " ")


def _said(found: re.Match[str], window: str) -> Said | None:
    *listed, first = [name.strip(" ") for name in found["named"].split(",")]
    names = [*listed, first, *filter(None, [found["second"]])]
    if not found["etal"] and not found["peers"] and not found["second"]:
        names = [first]  # "Later, Smith [3] showed"
    names = [name for name in names if _is_name(name)]
    if not names or not _is_name(first) or (found["second"] and not _is_name(found["second"])):
        return None
    start = window.index(names[0], found.start())
    before = window[:start].rstrip().lower()
    if (
        before.endswith((" the", "the", " a", " an", " der", " die", " das", " le", " la"))
        and not found["etal"]
    ):
        return None  # "the Black and Scholes [3] formula" names a thing
    if found["own"] and not (found["etal"] or found["peers"] or found["year"]):
        return None
    sure = found["etal"] is not None
    text = " ".join(window[start:].split()).strip(" ,")
    return Said(text, tuple(names), found["year"] or "", sure or found["peers"] is not None, sure)


def _is_name(word: str) -> bool:
    last = word.rsplit(maxsplit=1)[-1]
    return last[0].isupper() and last not in _NO_NAMES and not (last.isupper() and len(last) > 1)


# --------------------------------------------------------------------------- comparing


def _misattributed(
    found: Iterable[Attribution], bibliography: Bibliography
) -> Iterator[tuple[str, tuple[int, int], int, list[int]]]:
    """Yield the attributions whose names none of the entries has: words, place, entry, at most two entries that they fit.

    A group ("et al.") is people; other names count only where they are the authors of another entry, and
    so does a pair of whom the cited work has the second only.
    """
    for one in found:
        said = one.said
        if not said.names:
            continue
        if _fits(one) and (said.group or len(said.names) == 1 or _fits(one, first=True)):
            if _other_pair(one):
                yield said.text, one.span[1:], one.entries[0].place, []
            continue
        others = _meant(said, bibliography)
        if any(in_other_letters(said.names[0], entry) for entry in one.entries):
            continue
        if others or (said.sure and all(map(only_persons, one.entries))):
            yield said.text, one.span[1:], one.entries[0].place, [other.place for other in others[:2]]


def _other_pair(one: Attribution) -> bool:
    """Whether two people are named of whom the only work that is cited has the first, and another one than the second."""
    if len(one.said.names) != 2 or one.said.group or len(one.entries) != 1:
        return False
    first, second = one.said.names
    [entry] = one.entries
    families = authors(entry)
    return (
        len(families) == len(one.said.names)
        and entry.type != "bibitem"
        and only_persons(entry)
        and not spellings(first).isdisjoint(name_forms(families[0]))
        and not any(may_be(second, known) for known in (entry, *one.near))
    )


def _misdated(found: Iterable[Attribution]) -> Iterator[tuple[str, tuple[int, int], int, str, str]]:
    """Yield the attributions whose year none of the entries names: words, place, entry, that year and the entry's."""
    for one in found:
        said = one.said
        if not said.year or (said.names and not _fits(one)):
            continue
        if not any(said.year in years(entry) for entry in one.entries):
            entry = one.entries[0]
            year = one_year(entry)
            if year and all(map(one_year, one.entries)):
                yield said.text, one.span[1:], entry.place, said.year, year


def _told(
    source: str, citations: Iterable[Citation], bibliography: Bibliography
) -> Iterator[tuple[str, tuple[int, int], int, str, str]]:
    """Yield the years that a sentence gives a work around its citation and that the work cannot have."""
    for group in _groups(citations):
        first = group[0]
        found = [bibliography.find(one.key) for one in group]
        entries = [entry for entry in found if entry is not None]
        prints = _prints(first.command)
        if len(entries) < len(group) or prints == "names" or first.nocite:
            continue

        def names(first: Citation = first) -> tuple[str, ...]:
            said = _before(source, first.command_span, announced=True)
            return said.names if said and not said.year else ()

        _, start, end = first.command_span
        around = year_around(source, start, end, entries, names, prints_names=bool(prints))
        if around:
            yield around[0], first.span[1:], entries[0].place, around[1], one_year(entries[0])


def _fits(one: Attribution, *, first: bool = False) -> bool:
    """Whether one of the names, or the first, may be of one of the entries, as author or otherwise, however it is written."""
    names = one.said.names[:1] if first else one.said.names
    return any(may_be(name, entry) for name in names for entry in (*one.entries, *one.near))


def _meant(said: Said, bibliography: Bibliography) -> list[Entry]:
    """Give the entries that the names fit as authors, those of the year that is said first."""
    wanted = [spellings(name) for name in said.names]
    found = []
    known = bibliography.by_first_author
    for entry in dict.fromkeys(entry for form in sorted(wanted[0]) for entry in known.get(form, ())):
        families = authors(entry)
        rest = [name_forms(family) | name_forms(family.split()[-1]) for family in families[: len(wanted)]]
        exact = said.group or len(families) == len(wanted)
        if (
            exact
            and len(rest) == len(wanted)
            and all(not one.isdisjoint(two) for one, two in zip(wanted, rest, strict=True))
        ):
            found.append(entry)
    if said.year:
        found = [entry for entry in found if said.year in years(entry)] or found
    return found
