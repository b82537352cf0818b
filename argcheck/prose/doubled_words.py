"""Words that are doubled by mistake: "the the", "of the of the", also across the end of a line."""

from __future__ import annotations

from collections import defaultdict
from itertools import chain, pairwise
from operator import eq
from typing import TYPE_CHECKING

from argcheck.files.grouping import lists_by_key
from argcheck.files.patterns import LETTERS, last_word
from argcheck.tex.arguments import called, opened
from argcheck.tex.document_language import main_language
from argcheck.tex.fields_of_study import examples_of_linguists, is_of_linguists
from argcheck.tex.live_source import holding, joined
from argcheck.tex.notes import notes
from argcheck.tex.vocabulary import OTHERS, codes, doubles_longer_words, listed, small_words, words
from argcheck.tex.words_of_reviewers import words_of_reviewers

if TYPE_CHECKING:
    import re
    from collections.abc import Iterable, Iterator

    from argcheck.files.diagnostic import Span
    from argcheck.prose.reading import Passage, ReadText

_BEFORE, _AFTER = "([“„«", ".,;:!?)]”“»"  # signs around two words that belong to their sentence
_LONG = 4  # letters from which a word need not be listed; shorter ones may be names, signs and code
_DASHES = ("-", "–")
_LONGER = 5  # the same in languages without word lists
_FEW, _BEHIND = 3, 60  # words after a relative pronoun, and characters that they have at most
_NEARLY = 5  # words before a preposition in which its clause begins
_ENDS = ("", ".", "!", "?", ":")  # before a sentence
_NEAR = 200  # characters beside a word that are searched for its neighbours and the start of code
_QUOTING = ("verse", "song", "chorus", "quote", "quotation", "displayquote", "epigraphs")
_OPENING, _CLOSING = tuple("{`“„«(["), tuple("}'”“»)]")
_BREAK, _VERSE = "\\\\", 60  # between lines of verse, and characters of one
#: Commands whose argument is printed as code.
CODE = ("\\verb", "\\texttt", "\\lstinline", "\\code")
_SHOWING = ("textit", "emph", "textsl", "enquote")
_ITALIC = ("\\textit{#1}", "\\emph{#1}", "\\textsl{#1}")


def doubled_words(text: ReadText) -> Iterator[tuple[Span, str]]:
    """Yield the places of two equal words with only a space between them, each with the word, and of two equal phrases.

    A longer word that is doubled between different neighbours is a term of the document ("a fuzzy fuzzy set", "fuzzy
    fuzzy maps"); between the same neighbours it was copied.  Of linguists, who show words of other languages, only
    small words in sentences are taken.  Small words and phrases, which are sure, come first.
    """
    linguists = is_of_linguists(text.manuscript)
    name = main_language(text.manuscript) or OTHERS
    skipped, of_language, longer = _skipped(text), small_words(name), doubles_longer_words(name)
    printed: list[tuple[Span, str, tuple[str, ...]]] = []  # with the neighbours of a longer word
    played: set[Span] = set()
    in_others = _in_languages_without_lists(text) if (of_language or longer) and not text.language else ()
    phrases = text.finds(_doubled_phrases, _repeats_phrase, own=True)
    for passage, doubled in chain(text.finds(_doubled, _repeats, own=True), phrases, in_others):
        path = passage.place.path
        source = text.manuscript.files[path].text
        for start, end, word in doubled:
            if not passage.language and word not in of_language and not (longer and len(word) >= _LONGER):
                continue
            place = passage.span(start, end)
            # no macro makes either
            written = source[place.start : place.end].lower().split() == 2 * word.split()
            meant = _is_code(source, place.start) or _is_set_apart(source, place, word)
            if written and not meant and not holding(skipped.get(path, ()), place.start):
                small = _is_sure(passage, end, word)
                command = called(source, place.start)
                is_term = (
                    command in _SHOWING and source[place.start - 1] == "{"
                )  # "\\emph{artificial artificial life}"
                if not small and (is_term or _is_foreign(text, command)):
                    continue
                if linguists and (not small or _is_shown(text, passage, start, place.start)):
                    continue
                before = LETTERS.findall(passage.text, max(0, start - _NEAR), start)[-1:]
                behind = LETTERS.findall(passage.text, end, end + _NEAR)[:1]
                if not small and _is_played(passage, doubled, start, word):
                    played.add(place)
                printed.append((place, word, () if small else (*before, *behind)))
    printed.sort(key=lambda doubling: bool(doubling[2]))
    neighbours = lists_by_key({(word, beside): None for _, word, beside in printed if beside})
    hyphenated = _joined(text) if neighbours else frozenset()
    for place, word, beside in printed:
        recurs = beside and (len(neighbours[word]) > 1 or word in hyphenated)
        if not recurs and place not in played:
            yield place, word


def _in_languages_without_lists(text: ReadText) -> Iterator[tuple[Passage, list[tuple[int, int, str]]]]:
    """Yield the passages in a language without word lists, which no search looks at, with their doubled words."""
    for passage in text.read(text.manuscript.pieces):
        if not passage.language and passage.kind != "table" and _repeats(passage):
            yield passage, list(_doubled(passage))


def _joined(text: ReadText) -> frozenset[str]:
    """Return the words that a document joins to themselves, so that it may double them: "hash-hash", "hash--hash"."""
    sources = (file.text.lower().replace("--", "-") for file in text.manuscript.files.values())
    joints = (joint for source in sources for joint in pairwise(source.split("-")))
    return frozenset(
        word for left, right in joints if (word := last_word(left[-_NEAR:])) and right.startswith(word)
    )


def _skipped(text: ReadText) -> dict[str, list[tuple[int, int]]]:
    """Return the ranges of quotations, which may repeat a word ("Water, water every where"), examples and notes."""
    ranges = defaultdict[str, list[tuple[int, int]]](list)
    for environment in text.manuscript.environments:
        if environment.name in _QUOTING:
            ranges[environment.span.path].append(environment.span[1:])
    for path, said in words_of_reviewers(text.manuscript).items():
        ranges[path] += said
    shown = examples_of_linguists(text.manuscript) if is_of_linguists(text.manuscript) else ()
    for span in (*shown, *(note for note, _, _ in notes(text.manuscript))):
        ranges[span.path].append(span[1:])
    return {path: joined(spans) for path, spans in ranges.items()}


def _is_code(source: str, at: int) -> bool:
    r"""Whether a word belongs to code in a sentence: ``\texttt{make make install}``."""
    return f"\\{called(source, at)}" in CODE


def _is_foreign(text: ReadText, command: str) -> bool:
    r"""Whether a macro of the document only sets words in italics, as those of a language that doubles them."""
    return any(made.body.strip() in _ITALIC for made in text.manuscript.macros.get(command, ()))


def _is_played(passage: Passage, doubled: Iterable[tuple[int, int, str]], start: int, word: str) -> bool:
    """Whether a sentence doubles another longer word, too, as no slip does: "sense sense *of* sight, sight sight *by*"."""
    first, last = passage.sentence(start)
    here = (doubling for doubling in doubled if first <= doubling[0] < last)
    return any(said != word and not _is_sure(passage, end, said) for _, end, said in here)


def _is_shown(text: ReadText, passage: Passage, start: int, at: int) -> bool:
    r"""Whether linguists write about words: in lists, in quotes, in ``\textit`` or a macro of the document.

    :param start: the offset of the words in the passage.
    :param at: the same in the source.
    """
    if passage.kind == "item" or passage.text.count("“", 0, start) > passage.text.count("”", 0, start):
        return True
    source = text.manuscript.files[passage.place.path].text
    command = called(source, at) if opened(source, at) >= passage.place.start else ""
    return command in _SHOWING or command in text.manuscript.macros


def _is_set_apart(source: str, place: Span, word: str) -> bool:
    r"""Whether two words are all that is emphasised (``\emph{not not}``) or in parentheses, or are in a line of verse."""
    start, end = place.start, place.end
    if source[start - 1 : start] in _OPENING and source[end : end + 1] in _CLOSING:
        return True
    first = source.rfind("\n", 0, start) + 1
    line, _, _ = source[first : first + _VERSE + 1].partition("\n")
    broken = source[max(0, first - _NEAR) : first].rstrip().endswith(_BREAK) or line.rstrip().endswith(_BREAK)
    return broken and len(word) >= _LONG and len(line) <= _VERSE and "&" not in line


def _repeats(passage: Passage) -> bool:
    said = passage.text.lower().split()
    firsts, seconds = (word.lstrip(_BEFORE) for word in said), (word.rstrip(_AFTER) for word in said[1:])
    return any(map(eq, firsts, seconds))


def _doubled(passage: Passage) -> Iterator[tuple[int, int, str]]:
    """Yield doubled words that are never right in their language, without abbreviations ("an AS as a VM").

    A word that occurs more than twice in a row is quoted speech ("les les les").
    """
    text = passage.text
    right = listed(
        passage.language or OTHERS, "sentences.doubled"
    )  # "im Sinne von von Neumann", "for for loops"
    end = 0
    for said in _runs(text.split()):
        start = text.index(said[0], end)
        for each in said:
            end = text.index(each, end) + len(each)
        first, *others = said
        word = first.lower()
        if (
            others == [word]
            and (_is_single(word, text[:start], passage.language) or _is_unmeant(passage, end - len(word)))
            and not _is_right(right, text, start, end - len(word))
            and not (len(word) == 1 and _is_letter(text[:start]))
        ):
            before = text[max(0, start - 2) : start].strip()[-1:]  # in a sentence "May may" is the month
            if first == word or (first == word.title() != word.upper() and before in _ENDS):
                yield start, end, word


def _repeats_phrase(passage: Passage) -> bool:
    said = passage.text.split()
    return any(map(eq, pairwise(said[1:]), pairwise(word.rstrip(_AFTER) for word in said[3:])))


def _doubled_phrases(passage: Passage) -> Iterator[tuple[int, int, str]]:
    """Yield phrases of two words that stand twice and never do in their language: "of the of the", "over time over time".

    None that goes on in its own words is meant: "step by step by step", "arrays of arrays of arrays".
    """
    text, listed_phrases = passage.text, listed(passage.language, "sentences.phrases")
    relative = words(passage.language, "sentences.relative")
    places = list(_places_of_words(text))
    for at, (start, _) in enumerate(places[:-3]):
        first, second, third, fourth = (text[slice(*place)] for place in places[at : at + 4])
        first, fourth = first.lstrip(_BEFORE), fourth.rstrip(_AFTER)
        if (first, second) != (third, fourth) or not listed_phrases.fullmatch(phrase := f"{first} {second}"):
            continue
        near = [text[slice(*place)].lower().strip(_AFTER) for place in places[max(0, at - _FEW) : at + 5]]
        before, behind = near[: min(at, _FEW)], near[min(at, _FEW) + 4 :]
        if before[-1:] != [second] and behind != [first] and relative.isdisjoint(before):
            begins = text.index(first, start)
            yield begins, text.index(fourth, places[at + 3][0]) + len(fourth), phrase.lower()


def _places_of_words(text: str) -> Iterator[tuple[int, int]]:
    """Yield start and end of what stands between blanks."""
    end = 0
    for word in text.split():
        start = text.index(word, end)
        end = start + len(word)
        yield start, end


def _runs(said: list[str]) -> Iterator[list[str]]:
    """Yield words that are equal and stand in a row, without the signs before the first and behind the last."""
    run: list[str] = []
    for written in said:
        word = written.rstrip(_AFTER)
        if len(word) == 1:  # "b) e e)" in Portuguese
            word = written
        if not run or word.lower() != run[0].lower():
            if run:
                yield run
            run = [written.lstrip(_BEFORE)]
            continue
        run.append(word)
        if word != written:
            yield run
            run = []
    if run:
        yield run


def _is_right(right: re.Pattern[str], text: str, start: int, second: int) -> bool:
    """Whether a phrase that may double a word begins at the second one, or right before the first and holds both."""
    before = right.match(text, text.rfind(" ", 0, max(0, start - 1)) + 1)
    return right.match(text, second) is not None or (before is not None and before.end() > second)


def _is_letter(before: str) -> bool:
    """Whether a word of one letter may be the name of something behind another one: "los ejes x, y y la leyenda"."""
    last = "".join(before.split()[-1:])
    return len(last) == 1 or last.endswith(",")


def _is_sure(passage: Passage, end: int, word: str) -> bool:
    """Whether a doubled word, which ends there, is a small one or a phrase, or one that what stands behind it tells."""
    return " " in word or word in _small(passage.language) or _is_unmeant(passage, end - len(word))


def _is_unmeant(passage: Passage, second: int) -> bool:
    """Whether what stands behind a word that may be doubled tells that it was not meant: "that that the"."""
    return listed(passage.language, "sentences.unmeant").match(passage.text, second) is not None


def _small(language: str) -> frozenset[str]:
    """Return the listed words of a language that are doubled by mistake, whatever stands beside them.

    Of languages without a file, all are listed together.
    """
    if not language:
        return small_words()
    kinds = ("sentences.single", "sentences.verbs", "sentences.stranded")
    return frozenset().union(*(words(language, kind) for kind in kinds))


def _is_single(word: str, before: str, language: str) -> bool:
    """Whether a word is never doubled: a listed small one, or a longer one that is not listed as an exception.

    After a relative pronoun two verbs may meet: "what matters matters", "all that stands stands", "what it is is".  So
    may two prepositions at the end of a clause: "the bit they look for in in the table".
    """
    single = words(language, "sentences.single") if language else small_words()
    relative = words(language or OTHERS, "sentences.relative")
    clause = " ".join(before[-_BEHIND:].lower().split()).rpartition(". ")[2].split()
    if word in words(language, "sentences.verbs"):
        return relative.isdisjoint(clause)
    if word in words(language, "sentences.stranded"):
        return words(language, "sentences.clause").isdisjoint(clause[-_NEARLY:])
    if word in single or len(word) < (_LONG if language else _LONGER) or not word.isalpha() or not single:
        return word in single
    last = "".join(before[-_BEHIND:].split()[-1:])
    if len(set(word)) <= 2 or (last[1:] and last.startswith(_DASHES)):
        return False  # how a poem rhymes ("abba abba"), a sequence, an option of a program ("--name image image")
    if not relative.isdisjoint(before[-_BEHIND:].lower().split()[-_FEW:]):
        return False
    spoken = codes() if language else (OTHERS, *codes())  # all languages: interviews may be in another
    return word not in words(spoken, "sentences.repeated")
