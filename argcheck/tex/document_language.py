r"""Which language a document is in, and which one a place of it.

The document says so by babel, by polyglossia or by an option of its class; ``\selectlanguage``, ``otherlanguage``,
``\foreignlanguage`` and their kin switch.  A text that is plainly in a language is in that one, whatever its template
loads for a university of two languages; so is one in a language without word lists, unless it declares another one of
these.  A document that says nothing is told by its common words, and taken for English where it has too few of them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from argcheck.files.cache import digest
from argcheck.files.diagnostic import Span
from argcheck.tex.arguments import arguments
from argcheck.tex.model import once
from argcheck.tex.vocabulary import (
    code_of,
    codes,
    language_names,
    languages_without_lists,
    setting_packages,
    words,
)

if TYPE_CHECKING:
    from argcheck.tex.model import ManuscriptRecords

_SAMPLE = 30_000  # characters of running text that tell the language of a document
_FEW = 30  # such words: a text with fewer is not told
_MORE = 2  # times as many words of a language without lists as of all with lists
_APART = 100  # characters from one to the next, where a text is plainly in their language: 40 to 70 in English theses
# the same in a text that is in none of the languages with lists, if it is as long as the next says
_THIN = 500
_LONG = 5_000  # characters
_IN_LETTERS = frozenset({"chinese", "japanese", "korean"})  #: of their own, by which a text in them is known
_EAST_ASIAN = "\u2e80"  #: where their letters begin; those of other scripts that lie behind are rare
_SHARE = 0.1  #: of the letters
_ASKS = ("\\IfLanguageName", "\\iflanguage")  # commands with a language and what is typeset in it, or not
_SEPARATORS = str.maketrans(",{}=", "    ")


@once
def main_language(manuscript: ManuscriptRecords) -> str:
    """Return the name of the language that the document is in, as it is written there; empty where nobody knows."""
    if manuscript.set_language:
        return manuscript.set_language
    plain, declared = _plain(manuscript), _declared(manuscript)
    if declared and not code_of(declared) and not code_of(plain):
        return declared  # common words do not tell Danish from Norwegian for certain
    return plain or declared or _told(manuscript)


def language(manuscript: ManuscriptRecords) -> str:
    """Return the code of that language: ``en``, ``de``, ``fr``, or empty for one without word lists."""
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
        if main and "\\" not in main:  # else a class has a macro for it
            return main
        named = [word for word in words if word.lower() in language_names()]
        if named:
            return named[-1]
    loaded = {name: set_ for name, set_ in setting_packages().items() if name in packages}
    outright = [set_ for set_ in loaded.values() if set_ not in _IN_LETTERS]
    if outright or manuscript.languages:
        return (*outright, *manuscript.languages)[0]
    for name, set_language in loaded.items():
        if name == manuscript.document_class:
            return set_language
        sample = _sample(manuscript)
        return (_in_kana(sample) or set_language) if _is_east_asian(sample) else ""
    return ""


def _in_kana(text: str) -> str:
    """Return ``japanese`` for a text with its syllables, which packages for Chinese set as well."""
    letters = list(filter(str.isalpha, text))
    return (
        "japanese"
        if sum("\u3040" <= letter <= "\u30ff" for letter in letters) > _SHARE * len(letters)
        else ""
    )


def _chosen_at_begin(manuscript: ManuscriptRecords) -> str:
    """Return the language to which the text is switched where it begins, if it is never switched to another."""
    chosen = {language for _, _, language in manuscript.switches}
    if len(chosen) != 1 or not manuscript.pieces:
        return ""
    path, offset, language = manuscript.switches[0]
    first = manuscript.pieces[0]
    if path != first.path:
        return ""
    start = manuscript.text_start if path == manuscript.root else first.start  # an abstract stands before it
    before, _, _ = manuscript.files[path].text[start:offset].rpartition("\\")
    words = any(map(str.isalpha, "".join(line.partition("%")[0] for line in before.splitlines())))
    return "" if words else language


def _is_east_asian(text: str) -> bool:
    """Whether a text is in Chinese, Japanese or Korean letters, also with names, formulas and an abstract in others.

    Their packages are loaded for one name or example, too.
    """
    if len(text.encode("utf-8", "replace")) <= len(text) * (1 + _SHARE / 2):  # such letters have three bytes
        return False
    letters = sum(map(str.isalpha, text))
    return sum(character >= _EAST_ASIAN and character.isalpha() for character in text) > letters * _SHARE


@once
def _sample(manuscript: ManuscriptRecords) -> str:
    """Return the beginning of the running text."""
    parts: list[str] = []
    size = 0
    for piece in manuscript.pieces:
        parts.append(
            manuscript.files[piece.path].text[piece.start : min(piece.end, piece.start + _SAMPLE - size)]
        )
        size += len(parts[-1])
        if size >= _SAMPLE:
            break
    return "\n".join(parts)


def _plain(manuscript: ManuscriptRecords) -> str:
    """Return the language that the beginning of the running text is in beyond doubt; empty where there is one."""
    sample, (best, number) = _sample(manuscript), _common_words(manuscript)
    if not best or number * _APART < len(sample) or _is_east_asian(sample):
        return ""
    return best


def _told(manuscript: ManuscriptRecords) -> str:
    """Tell the language by the common words of the beginning of the running text."""
    sample, (best, most) = _sample(manuscript), _common_words(manuscript)
    if _is_east_asian(sample):
        return _in_kana(sample)
    return best or ("" if len(sample) > max(_LONG, most * _THIN) else "en")


def _common_words(manuscript: ManuscriptRecords) -> tuple[str, int]:
    """Count the common words of each language, of one text once for all runs.

    :returns: the code or the name of the language that most of them are of, empty if they are few or of several, and
        their number.
    """
    sample = _sample(manuscript)
    key = digest(sample.encode("utf-8", "surrogatepass"))
    best, number = manuscript.remember("common words", key, lambda: _most_common(sample))
    return best, number


def _most_common(sample: str) -> tuple[str, int]:
    times = Counter(sample.lower().replace("\n", " ").split(" ")[1:-1])
    telling = {code: words(code, "language.telling") & times.keys() for code in codes()}
    counts = {code: sum(times[word] for word in known) for code, known in telling.items()}
    best = max(counts, key=lambda code: counts[code])
    listed = sum(counts.values())
    others = {name: sum(times[word] for word in known) for name, known in languages_without_lists().items()}
    other = max(others, key=lambda name: others[name])
    if others[other] >= _FEW and others[other] > _MORE * listed:
        return other, others[other]
    clear = counts[best] >= _FEW and counts[best] > 2 * listed / 3
    return best if clear else "", counts[best]


def in_arm_of_another(manuscript: ManuscriptRecords, span: Span) -> bool:
    r"""Whether a place is typeset in another language only: ``\IfLanguageName{english}{here}{}`` in a text that is in none of that code.

    Logarithmic in the number of the arms of the file.
    """
    arms = _other_arms(manuscript).get(span.path, [])
    which = bisect_right(arms, span.start, key=itemgetter(0)) - 1
    return which >= 0 and span.start < arms[which][1]


@once
def _other_arms(manuscript: ManuscriptRecords) -> dict[str, list[tuple[int, int]]]:
    """Find what is typeset in another language only, by file; the outermost ones, in order."""
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
    """Where the languages of one file change, by offset, and the passages in another one."""

    offsets: list[int]
    codes: list[str]
    foreign: list[tuple[int, int, str]]


def language_of(manuscript: ManuscriptRecords, span: Span) -> str:
    """Return the code of the language of a passage, such as ``en``; empty for one without word lists.

    A passage is in another language than the text around it where all of it is.  Logarithmic in the
    number of the switches of the file.
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


def languages_in(manuscript: ManuscriptRecords, path: str) -> tuple[Any, ...]:
    """Return all that `language_of` makes of a file, in plain values: two that are equal have the same languages at all places."""
    main, by_file = _switches(manuscript)
    return main, *by_file.get(path, ())


@once
def _switches(manuscript: ManuscriptRecords) -> tuple[str, dict[str, _Switches]]:
    """Return the main language, and where the others are in each file that has some."""
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
    return main, by_file
