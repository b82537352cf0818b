r"""The main language of a document, and the language of each place in it.

A document declares its language with babel, polyglossia or an option of its class; ``\selectlanguage``,
``otherlanguage``, ``\foreignlanguage`` and the like switch, and so do paragraphs that are clearly in another language,
such as a second abstract in a document that does not say so.  A text that is clearly in another language than declared
is in that one, since templates of bilingual universities load several; but a declared language without word lists
prevails over another such one, unless nearly all common words are of that.  A document without a declaration is
recognised by its common words, or taken for English if it has too few.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from functools import cache, partial
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from argcheck.files.cache import digest
from argcheck.files.diagnostic import Span
from argcheck.tex.arguments import arguments
from argcheck.tex.foreign_passages import languages_told, passages
from argcheck.tex.model import once
from argcheck.tex.vocabulary import (
    code_of,
    codes,
    common_words,
    language_names,
    languages_without_lists,
    setting_packages,
    words,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.tex.model import ManuscriptRecords

_SAMPLE = 30_000  # characters of running text from which the language is recognised
_FEW = 30  # common words: a text with fewer is not recognised
_MORE = 2  # a language without lists needs so many times the words of all languages with lists
_RATHER = 4  # common words of another language, for each one of a language that only a package names
_APART = 12  # words per common word, at most, in a text clearly in their language: 7 to 12 in English theses
_FARTHER = 24  # the same for languages without lists, whose common words are few
# the same, at least, in a text in none of the languages with lists, if it is longer than `_LONG`
_THIN = 500
_LONG = 5_000  # characters
_TABLES = ("tabul", "longtab")  # how the names of environments for tables begin
_IN_LETTERS = frozenset({"chinese", "japanese", "korean"})  #: languages recognised by their own letters
_EAST_ASIAN = "\u2e80"  #: the first of these letters; later letters of other scripts are rare
_SHARE = 0.1  #: of the letters of a text
_ASKS = ("\\IfLanguageName", "\\iflanguage")  # commands with a language, and arms for it and for others
_SEPARATORS = str.maketrans(",{}=", "    ")


@once
def main_language(manuscript: ManuscriptRecords) -> str:
    """Return the name of the main language of the document, as written there, or its code; empty if unknown."""
    if manuscript.set_language:
        return manuscript.set_language
    plain, declared = _plain(manuscript), _declared(manuscript)
    if (
        declared
        and not code_of(declared)
        and not code_of(plain)
        and not _is_rather(manuscript, plain, declared)
    ):
        return declared  # common words do not reliably tell Danish from Norwegian
    return plain or declared or _recognised(manuscript)


def language(manuscript: ManuscriptRecords) -> str:
    """Return the code of the main language, such as ``en``; empty for one without word lists."""
    return code_of(main_language(manuscript))


def _declared(manuscript: ManuscriptRecords) -> str:
    packages = manuscript.packages
    if manuscript.declared_language:
        return manuscript.declared_language
    if chosen := _chosen_at_begin(manuscript):
        return chosen
    for options in (packages.get("babel", ""), packages.get(manuscript.document_class, "")):
        words = options.translate(_SEPARATORS).split()
        main = words[words.index("main") + 1] if "main" in words[:-1] else ""
        if main and "\\" not in main:  # not a macro of a class
            return main
        named = [word for word in words if word.lower() in language_names()]
        if named:
            return named[-1]
    loaded = {name: set_ for name, set_ in setting_packages().items() if name in packages}
    outright = [
        set_ for set_ in loaded.values() if set_ not in _IN_LETTERS and not _is_other(manuscript, set_)
    ]
    if outright or manuscript.languages:
        return (*outright, *manuscript.languages)[0]
    for name, set_language in loaded.items():
        if name == manuscript.document_class:
            return set_language
        sample = _sample(manuscript)
        return (_in_kana(sample) or set_language) if _is_east_asian(sample) else ""
    return ""


def _is_other(manuscript: ManuscriptRecords, name: str) -> bool:
    """Whether even a short text is rather in another language than the one of a package that is loaded.

    Packages such as `polski` are loaded for names and quotations, too.
    """
    own = code_of(name)
    times = Counter(_sample(manuscript).lower().split())
    counts = {code: sum(times[word] for word in words(code, "language.telling")) for code in codes()}
    said = counts.pop(own, 0) + sum(times[word] for word in common_words(name))
    return max(counts.values()) > _RATHER * (1 + said)


def _is_rather(manuscript: ManuscriptRecords, name: str, declared: str) -> bool:
    """Whether a text has far more common words of a language without lists than of the one that it declares.

    A thesis in Russian, written with the class of a Finnish university, is.
    """
    times = Counter(_sample(manuscript).lower().split())
    said, expected = (sum(times[word] for word in common_words(each)) for each in (name, declared))
    return said > _RATHER * (1 + expected)


def _in_kana(text: str) -> str:
    """Return ``japanese`` for a text with kana, which packages for Chinese typeset too; else empty."""
    letters = list(filter(str.isalpha, text))
    return (
        "japanese"
        if sum("\u3040" <= letter <= "\u30ff" for letter in letters) > _SHARE * len(letters)
        else ""
    )


def _in_han(text: str) -> str:
    """Return ``chinese`` for a text that has hardly a letter of Korean; else empty."""
    letters = [letter for letter in text if letter >= _EAST_ASIAN and letter.isalpha()]
    korean = sum("\uac00" <= letter <= "\ud7a3" for letter in letters)
    return "chinese" if korean <= _SHARE * len(letters) else ""


def _chosen_at_begin(manuscript: ManuscriptRecords) -> str:
    """Return the language to which the text switches at its beginning, if it never switches to another; else empty."""
    chosen = {language for _, _, language in manuscript.switches}
    if len(chosen) != 1 or not manuscript.pieces:
        return ""
    path, offset, language = manuscript.switches[0]
    first = manuscript.pieces[0]
    if path != first.path:
        return ""
    start = manuscript.text_start if path == manuscript.root else first.start  # skips an abstract
    before, _, _ = manuscript.files[path].text[start:offset].rpartition("\\")
    words = any(map(str.isalpha, "".join(line.partition("%")[0] for line in before.splitlines())))
    return "" if words else language


def _is_east_asian(text: str) -> bool:
    """Whether over a tenth of the letters of a text are Chinese, Japanese or Korean; names and formulas have others.

    Their packages alone prove nothing: they are loaded for a single name or example, too.
    """
    if len(text.encode("utf-8", "replace")) <= len(text) * (1 + _SHARE / 2):  # each letter has three bytes
        return False
    letters = sum(map(str.isalpha, text))
    return sum(character >= _EAST_ASIAN and character.isalpha() for character in text) > letters * _SHARE


@once
def _sample(manuscript: ManuscriptRecords) -> str:
    """Return the beginning of the running text, up to `_SAMPLE` characters, without long tables, whose code has no words."""
    parts: list[str] = []
    size = 0
    for path, start, end in _without_tables(manuscript, _LONG):
        parts.append(manuscript.files[path].text[start : min(end, start + _SAMPLE - size)])
        size += len(parts[-1])
        if size >= _SAMPLE:
            break
    return "\n".join(parts)


def _without_tables(manuscript: ManuscriptRecords, least: int) -> Iterator[Span]:
    """Yield the pieces of the text, cut where a table is that has more than so many characters."""
    tables = [
        span
        for name, span, *_ in manuscript.environments
        if span.end - span.start > least and name.startswith(_TABLES)
    ]
    for piece in manuscript.pieces:
        low = piece.start
        for start, end in sorted(table[1:] for table in tables if table.path == piece.path):
            yield piece._replace(start=low, end=min(max(low, start), piece.end))
            low = min(max(low, end), piece.end)
        yield piece._replace(start=low)


def _plain(manuscript: ManuscriptRecords) -> str:
    """Return the language in which the beginning of the running text clearly is, empty in doubt."""
    best, number, words = _common_words(manuscript)
    apart = _APART if best in codes() else _FARTHER
    return "" if not best or number * apart < words or _is_east_asian(_sample(manuscript)) else best


def _recognised(manuscript: ManuscriptRecords) -> str:
    """Return the language recognised at the beginning of the running text, empty for an unknown one, else ``en``.

    A text of little more than tables may be in any language, as a short one.
    """
    sample, (best, most, _) = _sample(manuscript), _common_words(manuscript)
    if _is_east_asian(sample):
        return _in_kana(sample) or _in_han(sample)
    if best:
        return best
    size = min(len(sample), sum(max(0, end - start) for _, start, end in _without_tables(manuscript, 0)))
    return "" if size > max(_LONG, most * _THIN) else "en"


def _common_words(manuscript: ManuscriptRecords) -> tuple[str, int, int]:
    """Count the common words of each language; kept for all runs.

    :returns: the code or the name of the language with the most, empty if they are few or of several languages, their
        number, and that of all words without other signs.
    """
    sample = _sample(manuscript)
    key = digest(sample.encode("utf-8", "surrogatepass"))
    best, number, words = manuscript.remember("telling words", key, lambda: _most_common(sample))
    return best, number, words


def _most_common(sample: str) -> tuple[str, int, int]:
    times = Counter(sample.lower().replace("\n", " ").split(" ")[1:-1])
    said = sum(number for word, number in times.items() if word.isalpha())
    telling = {code: words(code, "language.telling") & times.keys() for code in codes()}
    counts = {code: sum(times[word] for word in known) for code, known in telling.items()}
    best = max(counts, key=lambda code: counts[code])
    listed = sum(counts.values())
    others = {name: sum(times[word] for word in known) for name, known in languages_without_lists().items()}
    other = max(others, key=lambda name: others[name])
    if others[other] >= _FEW and others[other] > _MORE * listed:
        return other, others[other], said
    clear = counts[best] >= _FEW and counts[best] > 2 * listed / 3
    return best if clear else "", counts[best], said


@cache
def _common() -> dict[str, str]:
    """Return the common words of all languages, each with its code, empty for a language without word lists."""
    others = {word: "" for known in languages_without_lists().values() for word in known}
    return others | {word: code for code in codes() for word in words(code, "language.telling")}


def in_arm_of_another(manuscript: ManuscriptRecords, span: Span) -> bool:
    r"""Whether a place is typeset only in another language: ``\IfLanguageName{english}{here}{}`` in a German text.

    Logarithmic in the number of such arms in the file.
    """
    arms = _other_arms(manuscript).get(span.path, [])
    which = bisect_right(arms, span.start, key=itemgetter(0)) - 1
    return which >= 0 and span.start < arms[which][1]


@once
def _other_arms(manuscript: ManuscriptRecords) -> dict[str, list[tuple[int, int]]]:
    """Return the outermost ranges that are typeset only in another language, by file, sorted."""
    by_file: dict[str, list[tuple[int, int]]] = {}
    for path, file in manuscript.files.items():
        unused: list[tuple[int, int]] = []
        for name in _ASKS:
            at = file.text.find(name)
            while at >= 0:
                (asked, *arms), _ = arguments(file.text, at + len(name), "{{{")
                if asked:
                    wanted = code_of(file.text[slice(*asked)])
                    here = language_of(manuscript, Span(path, at, at))
                    then, otherwise = (*arms, None, None)[:2]
                    if then and wanted != here:
                        unused.append(then)
                    elif otherwise and wanted == here != "":
                        unused.append(otherwise)
                at = file.text.find(name, at + 1)
        for start, end in sorted(unused):
            outer = by_file.setdefault(path, [])
            if not outer or outer[-1][1] <= start:
                outer.append((start, end))
    return by_file


class _Switches(NamedTuple):
    """The changes of language in one file, by offset, and its foreign passages."""

    offsets: list[int]
    codes: list[str]
    foreign: list[tuple[int, int, str]]


def language_of(manuscript: ManuscriptRecords, span: Span) -> str:
    """Return the code of the language of a passage, such as ``en``; empty for one without word lists.

    A passage is in a foreign language only if all of it is.  Logarithmic in the number of switches in the file.
    """
    main, by_file = _switches(manuscript)
    here = by_file.get(span.path)
    if here is None:
        return main
    which = bisect_right(here.foreign, span.start, key=itemgetter(0)) - 1
    if which >= 0 and span.end <= here.foreign[which][1]:
        return here.foreign[which][2]
    which = bisect_right(here.offsets, span.start) - 1
    return here.codes[which] if which >= 0 else main


def is_mixed(manuscript: ManuscriptRecords) -> bool:
    """Whether some passage of the document may be in another language than the rest."""
    return bool(_switches(manuscript)[1])


def languages_used(manuscript: ManuscriptRecords) -> set[str]:
    """Return the codes of the languages of all passages; empty for those without word lists."""
    main, by_file = _switches(manuscript)
    passages_in = (code for here in by_file.values() for _, _, code in here.foreign)
    return {main, *(code for here in by_file.values() for code in here.codes), *passages_in}


def languages_in(manuscript: ManuscriptRecords, path: str) -> tuple[Any, ...]:
    """Return all that `language_of` uses for a file, as plain values: equal ones mean the same languages everywhere."""
    main, by_file = _switches(manuscript)
    return main, *by_file.get(path, ())


@once
def _switches(manuscript: ManuscriptRecords) -> tuple[str, dict[str, _Switches]]:
    """Return the code of the main language, and the switches of each file that has some."""
    main = language(manuscript)
    by_file: dict[str, _Switches] = {}
    for path, offset, name in sorted(manuscript.switches, key=itemgetter(0, 1)):
        here = by_file.setdefault(path, _Switches([], [], []))
        here.offsets.append(offset)
        here.codes.append(code_of(name) if name else main)
    for span, name in sorted(manuscript.foreign):
        by_file.setdefault(span.path, _Switches([], [], [])).foreign.append(
            (span.start, span.end, code_of(name))
        )
    told = manuscript.of_each_file("languages of a text", partial(languages_told, common=_common()))
    for path, file in manuscript.files.items():
        if path not in by_file and told[path] <= {main}:
            continue
        here = by_file.get(path, _Switches([], [], []))
        find = partial(passages, file.text, _common())
        runs = manuscript.remember("passages in a language", file.digest, find)
        kept = [run for run in runs if _is_apart(here, main, *run)]
        if kept:
            by_file[path] = here._replace(foreign=sorted([*here.foreign, *kept]))
    return main, by_file


def _is_apart(here: _Switches, main: str, start: int, end: int, code: str) -> bool:
    """Whether the file declares another language for all of a passage."""
    which = bisect_right(here.offsets, start)
    if (here.codes[which - 1] if which else main) == code or any(
        at < end for at in here.offsets[which : which + 1]
    ):
        return False
    before = bisect_left(here.foreign, end, key=itemgetter(0))
    return not before or here.foreign[before - 1][1] <= start
