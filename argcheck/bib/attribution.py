r"""Authors and years that the text names beside a citation: ``Smith et al. (2019)~\cite{jones2020}``.

Only names right before the command count, and a year right after them.  A single name before a citation is more often
a thing (``Python``) or an eponym (``the Kalman filter``) than an author.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from argcheck.files.patterns import WORDS, lazy
from argcheck.tex import vocabulary
from argcheck.tex.kinds import kinds
from argcheck.tex.typography import printed_by
from argcheck.tex.vocabulary import any_of, codes

if TYPE_CHECKING:
    import re
    from collections.abc import Iterable, Iterator

    from argcheck.bib.entries import Entries
    from argcheck.bib.entry import Entry
    from argcheck.files.diagnostic import Span
    from argcheck.tex.model import Citation


class Said(NamedTuple):
    """Names and a year as stated in the text."""

    text: str  #: the plain words: ``Smith et al. (2019)``
    names: tuple[str, ...]  #: family names in order; empty where ``\\citeauthor`` prints them
    year: str  #: of four digits, or empty
    group: bool = False  #: whether the text says "et al." or "and colleagues"
    sure: bool = False  #: whether it says "et al." or names a person: it cannot be about a thing


class Attribution(NamedTuple):
    """Names and a year that the text states for a citation."""

    said: Said
    entries: tuple[Entry, ...]  #: of all keys of the command
    near: tuple[Entry, ...]  #: those of the commands that follow close by
    span: Span  #: of the first key


_BOOKS = frozenset(("book", "collection", "proceedings", "mvbook", "mvcollection"))
_BEHIND = 20  # characters after the keys with an option that belongs before them
_WINDOW = 120  # characters before a command that are searched
_LAST = 30  # characters at its end that contain the last word
_NEAR = 100  # most characters to the next citation, which may be the one that is meant
_GENITIVES = ("'s", "’s")
_OPENING = " \t\n~({["
_TAIL = lazy(r"(?:[ \t\n~({\[]|\\(?=[ ,/@]))*(?:%[^\n]*\n[ \t]*)?\Z")
_CLOSING = ")]},'’s."
_WORD = lazy(r"[\w-]{3,}")
_FORMAT = lazy(
    r"\\(?:emph|textit|textsc|textrm|textup|text|name|mbox)\s*(?=\{)|\\(?:protect|citenamefont|footnotesize|xspace|frenchspacing)\b|\\(?=[ ,@/])|(?<=\.)\\(?=\s)"
)
_ET_AL = lazy(r"\\etal(?![A-Za-z])(?:\{\})?\.?")  # a common macro of authors
_PARTICLE = (
    r"(?:(?:[Vv][ao]n|[Dd](?:e(?:[rnl]|lla)?|[iau]|os)|[Ll][ae]|[Tt]e[nr]|[Ee]l|[Aa]l|[Zz]u|a[fv])[ ~])"
)
_GIVEN = r"(?:[^\W\d_]\.[ ~-]*|[^\W\d_][^\W\d_]+[ ~](?=[^\W\d_]))"
_FAMILY = rf"(?:{_PARTICLE}{{0,3}}[^\W\d_][\w’'-]*[^\W\d_](?![^\W\d_]))"  # starts at no other place of a word
_AND = r"(?:,?[ ~]+(?:{citations.and}|&|\\&)[ ~]+)"
_PHRASE = (
    rf"(?<![^\s(~\[“‘\"'—–-])(?P<named>(?:{_FAMILY}(?:,[ ~]+)?){{1,5}})(?<=[^\W\d_])"
    rf"(?:(?P<etal>,?[ ~]+et\.?[ ~]+al\b\.?)|(?P<peers>[ ~]+{{citations.peers}})|{_AND}(?:{_GIVEN}){{0,2}}(?P<second>{_FAMILY}))?"
    r"(?P<own>['’]s?)?,?(?:[ ~]*[(\[]?(?P<year>(?:19|20)\d\d)[a-z]?[)\]]?,?)?\Z"
)
#: "by George Zweig": a person, not an institute, if the first word is a given name.
_PERSON = lazy(rf"\bby[ ](?P<name>(?P<given>[^\W\d_]+)[ ](?:[^\W\d_]\.[ ]?)*(?P<family>{_FAMILY}))\Z")
_BY = lazy(r"\bby[ ~\n][^\W\d_a-z]")
_BYLINE = 45  # most characters of "by" and a name before a command
_FOLLOWING_YEAR = lazy(
    r"(?:['’]s)?[ ~\n]{0,2}\((?P<year>(?:19|20)\d\d)[a-z]?[),;:]|,[ ~\n](?P<other>(?:19|20)\d\d)[a-z]?\)"
)
#: A necessary sign of a group, of two authors, or of a year.
_SIGN = r"(?:\b(?:al|etal|{citations.and}|{citations.peers})|&|(?:19|20)\d\d[a-z]?)(?![^\W\d_])"
_LATE = 90  # characters before a command with such a sign, however many names are listed
_CLAUSE = 80  # characters after a command with such a verb


def _names_chapter(options: str) -> bool:
    r"""Whether an option of a citation names a chapter; it may be before the keys, or after them as printed text."""
    _, before, first = options.partition("[")
    called = {word for word, kind in kinds().items() if kind == "chapter"}
    called |= {word.rstrip(".") for word in vocabulary.words(codes(), "titles.chapter")}
    said = WORDS.findall(first.partition("]")[0].lower())
    return bool(before) and not called.isdisjoint(said)


def attributions(source: str, citations: Iterable[Citation], bibliography: Entries) -> Iterator[Attribution]:
    """Yield the names and years that the text of one file states beside citations, in order."""
    groups = citation_groups(citations)
    for place, group in enumerate(groups):
        said, command = _beside(source, group), group[0].command_span
        if said is None:
            continue
        alone = not said.group and len(said.names) == 1
        if alone and not (said.year or said.sure or _verb_follows(source, command.end)):
            continue
        entries = [bibliography.find(citation.key) for citation in group]
        if None in entries:
            continue
        if said.group and all(entry and entry.type in _BOOKS for entry in entries):
            last = group[-1].span.end
            if _names_chapter(source[command.start : group[0].span.start] + source[last : last + _BEHIND]):
                continue  # a chapter by others than the editors, who may be the entry's authors
        close = (
            bibliography.find(citation.key)
            for members in _following(groups, place, command)
            for citation in members
        )
        known, near = (tuple(filter(None, looked_up)) for looked_up in (entries, close))
        yield Attribution(said, known, near, group[0].span)


def _beside(source: str, group: list[Citation]) -> Said | None:
    """Return the names and year before a command, or the year after one that prints the names, or None."""
    first = group[0]
    printed = printed_by(first.command)
    if printed == "authors":
        match = _FOLLOWING_YEAR.match(source, first.command_span.end)
        year = match["year"] or match["other"] if match else ""
        return Said(f"({year})", (), year) if year else None
    said = None if printed else named_before(source, first.command_span)
    return None if said and any_of(codes(), "citations.indirect").search(_notes(source, group)) else said


def _verb_follows(source: str, end: int) -> bool:
    """Whether a verb of people follows a command: "has also shown"."""
    following = source[end : end + _CLAUSE].lstrip(" \t\n,~").split(maxsplit=3)[:3]
    for word in following:
        if word not in vocabulary.words(codes(), "citations.before-verbs"):
            verb = WORDS.match(word)
            return verb is not None and verb[0] in vocabulary.words(codes(), "citations.verbs")
    return False


def _announces(source: str, command: Span) -> bool:
    """Whether more than a single name may be before a command, or a verb after it."""
    start, end = command.start, command.end
    sign = vocabulary.wording(codes(), _SIGN)
    return (
        sign.search(source, max(0, start - _LATE), start) is not None
        or _BY.search(source, max(0, start - _BYLINE), start) is not None
        or _verb_follows(source, end)
    )


@cache
def _given_names() -> frozenset[str]:
    # importlib.resources imports forty modules
    path = Path(__file__).parents[1] / "data" / "given-names.txt"
    return frozenset(path.read_text("utf-8").split())


def citation_groups(citations: Iterable[Citation]) -> list[list[Citation]]:
    """Return the citations of each command as a list."""
    groups: list[list[Citation]] = []
    for citation in citations:
        if groups and groups[-1][0].group == citation.group:
            groups[-1].append(citation)
        else:
            groups.append([citation])
    return groups


def _following(groups: list[list[Citation]], place: int, command: Span) -> Iterator[list[Citation]]:
    """Yield the citations of the next commands close by: "Smith et al. and Lee et al. [3], [4]"."""
    for group in groups[place + 1 : place + 4]:
        span = group[0].command_span
        if span.path != command.path or span.start - command.end > _NEAR:
            return
        yield group


def _notes(source: str, group: list[Citation]) -> str:
    r"""Return the text in a citation command beside its keys: ``[cited in][12]``."""
    start, end = group[0].command_span.start, group[0].command_span.end
    return source[start + len(group[0].command) + 1 : min(group[0].span.start, end)]


def named_before(source: str, command: Span, *, announced: bool = False) -> Said | None:
    """Return the names and year right before a command, or None.

    A single name needs a verb after the command, unless ``announced``.
    """
    window = source[max(0, command.start - _WINDOW) : command.start]
    window = window[: _trailing_start(window)]
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
    match = vocabulary.wording(codes(), _PHRASE).search(window)
    return _named(match, window) if match else None


@cache
def _peers() -> frozenset[str]:
    """Return the words for a group, such as "colleagues", and "al", without punctuation at their ends."""
    phrases = " ".join(vocabulary.phrases(codes(), "citations.peers"))
    forms = (phrases.replace("-?", joined).replace("?", "") for joined in ("", "-"))
    return frozenset(word.rstrip(_CLOSING) for form in forms for word in _WORD.findall(form)) | {"al"}


def _may_name(window: str) -> bool:
    """Whether the last word may be a name, a year or "al."; most are lower-case words or options of commands."""
    for word in window[-_LAST:].replace("~", " ").split()[-1:]:
        if "19" in word or "20" in word:
            return True
        named = not word.islower() or not word.isascii() or "\\" in word or word.startswith("a.")
        return (named and "[" not in word) or word.rstrip(_CLOSING) in _peers()
    return False


def _trailing_start(window: str) -> int:
    """Return the offset at which the blanks, opened groups and comments at the end of a text begin."""
    if "%" in window:
        match = _TAIL.search(window)
        return match.start() if match else len(window)
    end = len(window.rstrip(_OPENING))
    while window[:end].endswith("\\") and window[end : end + 1] == " ":
        end = len(window[: end - 1].rstrip(_OPENING))
    return end


def _plain(window: str) -> str:
    """Return a text without accents and formatting commands, from after the last unknown command on."""
    if "\\" in window:
        from argcheck.bib.field_text import decode

        if "\\etal" in window:
            window = _ET_AL.sub(" et al.", window)
        window = decode(_behind_heading(_FORMAT.sub(" ", window).replace("\\&", "&")))
        window = window.rpartition("\\")[2] if "\\" in window else window
    return window.replace("{", "").replace("}", "").replace("\n", " ").replace("~", " ")


def _behind_heading(window: str) -> str:
    """Return a text from behind the last argument of a command with which a line ends, such as a heading."""
    head, _, behind = window.rpartition("}\n")
    command = head.rpartition("{")[0].rpartition("\\")[2]
    return behind if len(command) > 1 and command.rstrip("*").isalpha() else window


def _named(match: re.Match[str], window: str) -> Said | None:
    """Return the names and year of a match, or None if they are not those of people."""
    *listed, first = [name.strip(" ") for name in match["named"].split(",")]
    names = [*listed, first, *filter(None, [match["second"]])]
    if not match["etal"] and not match["peers"] and not match["second"]:
        names = [first]  # "Later, Smith [3] showed"
    names = [name for name in names if _is_name(name)]
    if not any(name.endswith(_GENITIVES) for name in names[:-1]):  # "Smith's and Lee's" are two things
        names = [name.removesuffix("'s").removesuffix("’s") for name in names]
    if not names or not _is_name(first) or (match["second"] and not _is_name(match["second"])):
        return None
    start = window.index(names[0], match.start())
    if not match["etal"] and vocabulary.ends_in(codes(), window[:start], "samples.article", "bounds.article"):
        return None  # "the Black and Scholes [3] formula" names a thing
    if match["own"] and not (match["etal"] or match["peers"] or match["year"]):
        return None
    sure = match["etal"] is not None
    text = " ".join(window[start:].split()).strip(" ,")
    return Said(text, tuple(names), match["year"] or "", sure or match["peers"] is not None, sure)


def _is_name(word: str) -> bool:
    last = word.rsplit(maxsplit=1)[-1]
    return (
        last[0].isupper()
        and last not in vocabulary.words(codes(), "citations.no-names")
        and not (last.isupper() and len(last) > 1)
    )
