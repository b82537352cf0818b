r"""What the text says of a source beside its key: ``Smith et al. (2019)~\cite{jones2020}``.

Only what announces a citation counts: names that stand right before the command, and a
year right after them.  A name alone before a citation is more often a thing (``Python``)
or an eponym (``the Kalman filter``) than an author.
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


_BOOKS = frozenset(("book", "collection", "proceedings", "mvbook", "mvcollection"))
_BEHIND = 20  # characters behind the keys in which an option stands that belongs before them
_WINDOW = 120  # characters before a command that are looked at
_LAST = 30  # characters of it that the last word stands in
_NEAR = 100  # characters behind it in which another citation may be the one that is meant
_GENITIVES = ("'s", "’s")
_OPENING = " \t\n~({["
_TAIL = lazy(r"(?:[ \t\n~({\[]|\\(?=[ ,/@]))*(?:%[^\n]*\n[ \t]*)?\Z")
_CLOSING = ")]},'’s."
_WORD = lazy(r"[\w-]{3,}")
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
_PHRASE = (
    rf"(?<![^\s(~\[“‘\"'—–-])(?P<named>(?:{_FAMILY}(?:,[ ~]+)?){{1,5}})(?<=[^\W\d_])"
    rf"(?:(?P<etal>,?[ ~]+et\.?[ ~]+al\b\.?)|(?P<peers>[ ~]+{{citations.peers}})|{_AND}(?:{_GIVEN}){{0,2}}(?P<second>{_FAMILY}))?"
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
_SIGN = r"(?:\b(?:al|and|und|et(?:al)?|{citations.peers})|&|(?:19|20)\d\d[a-z]?)(?![^\W\d_])"
_LATE = 90  # characters before a command in which it stands, however many names are listed before
_CLAUSE = 80  # characters behind a command that such a verb stands in


def _names_chapter(options: str) -> bool:
    r"""Whether an option of a citation names a chapter: before the keys, or behind them, where it is printed as text."""
    _, before, first = options.partition("[")
    known = kinds()
    return bool(before) and any(
        known.get(word.lower()) == "chapter" for word in WORDS.findall(first.partition("]")[0])
    )


def attributions(source: str, citations: Iterable[Citation], bibliography: Entries) -> Iterator[Attribution]:
    """Yield what the text of one file says beside each citation, in order; see the module for what counts."""
    groups = citation_groups(citations)
    for place, group in enumerate(groups):
        said, command = _beside(source, group), group[0].command_span
        if said is None:
            continue
        alone = not said.group and len(said.names) == 1
        if alone and not (said.year or said.sure or _says(source, command.end)):
            continue
        entries = [bibliography.find(citation.key) for citation in group]
        if None in entries:
            continue
        if said.group and all(entry and entry.type in _BOOKS for entry in entries):
            last = group[-1].span.end
            if _names_chapter(source[command.start : group[0].span.start] + source[last : last + _BEHIND]):
                continue  # by others than the book, of which the entry may name the editors as authors
        close = (
            bibliography.find(citation.key)
            for members in _following(groups, place, command)
            for citation in members
        )
        known, near = (tuple(filter(None, looked_up)) for looked_up in (entries, close))
        yield Attribution(said, known, near, group[0].span)


def _beside(source: str, group: list[Citation]) -> Said | None:
    """Read what stands beside a command: names and a year before it, a year behind one that prints the names."""
    first = group[0]
    printed = printed_by(first.command)
    if printed == "authors":
        match = _FOLLOWING_YEAR.match(source, first.command_span.end)
        year = match["year"] or match["other"] if match else ""
        return Said(f"({year})", (), year) if year else None
    said = None if printed else named_before(source, first.command_span)
    return None if said and any_of(codes(), "citations.indirect").search(_notes(source, group)) else said


def _says(source: str, end: int) -> bool:
    """Whether a verb of people stands behind a command: "has also shown"."""
    said = source[end : end + _CLAUSE].lstrip(" \t\n,~").split(maxsplit=3)[:3]
    for word in said:
        if word not in vocabulary.words(codes(), "citations.before-verbs"):
            verb = WORDS.match(word)
            return verb is not None and verb[0] in vocabulary.words(codes(), "citations.verbs")
    return False


def _announces(source: str, command: Span) -> bool:
    """Whether anything but a single name stands before a command: such a name counts only with a verb behind it."""
    start, end = command.start, command.end
    sign = vocabulary.wording(codes(), _SIGN)
    told = sign.search(source, max(0, start - _LATE), start) or _BY.search(
        source, max(0, start - _BYLINE), start
    )
    return bool(told or _says(source, end))


@cache
def _given_names() -> frozenset[str]:
    names = (
        Path(__file__).parents[1] / "data" / "given-names.txt"
    )  # importlib.resources imports forty modules
    return frozenset(names.read_text("utf-8").split())


def citation_groups(citations: Iterable[Citation]) -> list[list[Citation]]:
    """Put the citations of one command together."""
    groups: list[list[Citation]] = []
    for citation in citations:
        if groups and groups[-1][0].group == citation.group:
            groups[-1].append(citation)
        else:
            groups.append([citation])
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


def named_before(source: str, command: Span, *, announced: bool = False) -> Said | None:
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
    match = vocabulary.wording(codes(), _PHRASE).search(window)
    return _said(match, window) if match else None


@cache
def _peers() -> frozenset[str]:
    """Give the words for others, and "al", without what may close them."""
    phrases = " ".join(vocabulary.phrases(codes(), "citations.peers"))
    forms = (phrases.replace("-?", joined).replace("?", "") for joined in ("", "-"))
    return frozenset(word.rstrip(_CLOSING) for form in forms for word in _WORD.findall(form)) | {"al"}


def _may_name(window: str) -> bool:
    """Whether the last word may be a name, a year or "al.": most are small letters only, or the option of a command."""
    for word in window[-_LAST:].replace("~", " ").split()[-1:]:
        if "19" in word or "20" in word:
            return True
        named = not word.islower() or not word.isascii() or "\\" in word or word.startswith("a.")
        return (named and "[" not in word) or word.rstrip(_CLOSING) in _peers()
    return False


def _tail(window: str) -> int:
    """Return where the blanks, opened groups and comments begin that a window ends with."""
    if "%" in window:
        match = _TAIL.search(window)
        return match.start() if match else len(window)
    end = len(window.rstrip(_OPENING))
    while window[:end].endswith("\\") and window[end : end + 1] == " ":
        end = len(window[: end - 1].rstrip(_OPENING))
    return end


def _plain(window: str) -> str:
    """Decode accents and take formatting off; what stands before an unknown command is cut off."""
    if "\\" in window:
        from argcheck.bib.field_text import decode

        if "\\etal" in window:
            window = _ET_AL.sub(" et al.", window)
        window = decode(_FORMAT.sub(" ", window).replace("\\&", "&"))
        window = window.rpartition("\\")[2] if "\\" in window else window
    return window.replace("{", "").replace("}", "").replace("\n", " ").replace("~", " ")


def _said(match: re.Match[str], window: str) -> Said | None:
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
    before = window[:start].rstrip().lower()
    if (
        before.endswith((" the", "the", " a", " an", " der", " die", " das", " le", " la"))
        and not match["etal"]
    ):
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
