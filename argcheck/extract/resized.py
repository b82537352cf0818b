"""The size of one sample that is told twice: "we recruited 48 participants", "all 46 participants".

One says how they were got, and the other speaks of all of them. Everything that can make them two samples, or one
that shrank, makes this silent: see `_PART`, `_SHRUNK`, `_VERSIONS` and `_OTHERS`. What a container holds ("the questionnaire
consists of 24 items", "the 22 items of the questionnaire") is compared in the same way.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING

from argcheck.extract.spots import CONTAINERS, SAMPLES, TABULARS, alike, sized_thing, swapped
from argcheck.extract.verbatim import elsewhere
from argcheck.numerals import natural
from argcheck.patterns import lazy
from argcheck.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from argcheck.diagnostic import Span
    from argcheck.extract.passages import Passage, Passages
    from argcheck.quantities import Quantity


class Size(NamedTuple):
    """How many there are of a sample, or in a container."""

    thing: str
    value: int
    literal: str
    text: str
    span: Span
    told: str  #: ``got`` or ``asked`` where it says how they came to be so many; ``all`` or ``the`` where it speaks of them


_S = r"[\s\xa0]"
#: What stands before the number of a sample that is meant as a whole, by language.
_ALL = {
    "en": lazy(
        rf"\b[Aa]ll(?:{_S}of)?(?:{_S}(?:the|our|these))?{_S}\Z|\b[Ee]ach{_S}of{_S}(?:the|our|these){_S}\Z"
    ),
    "de": lazy(rf"\b(?:[Aa]lle[nr]?|[Ss]ämtliche[nr]?|[Jj]ede[rs]?{_S}der){_S}\Z"),
    "fr": lazy(rf"\b(?:[Tt]ou(?:s|tes){_S}(?:les|nos)|[Cc]hacune?{_S}(?:des|de{_S}nos)){_S}\Z"),
}
_THE = {
    "en": lazy(rf"\b(?:[Aa]ll(?:{_S}of)?|[Tt]he|[Oo]ur|[Tt]hese){_S}\Z"),
    "de": lazy(rf"\b(?:[Aa]lle[nr]?|[Ss]ämtliche[nr]?|[Dd]ie|[Dd]er|[Dd]en|[Uu]nsere[nr]?){_S}\Z"),
    "fr": lazy(rf"\b(?:[Ll]es|[Dd]es|[Nn]os|[Cc]es){_S}\Z"),
}
_GOT = (
    r"(?:recruited|enrolled|interviewed|surveyed|asked|tested|examined|questioned|studied|included|observed|analy[sz]ed|reviewed"
    r"|conducted|held|carried out|transcribed)"
)
_INTRO = {
    "en": rf"^(?:(?:[Ii]n|[Ff]or){_S}(?:the|this|our)(?:{_S}(?:present|current))?{_S}(?:study|survey|experiment|trial|review),?{_S})?",
    "de": rf"^(?:(?:[Ii]n|[Ff]ür|[Aa]n){_S}(?:der|die|diese|dieser|unsere|unserer){_S}(?:Studie|Befragung|Untersuchung|Umfrage){_S})?",
    "fr": rf"^(?:(?:[Dd]ans|[Pp]our){_S}(?:la|cette|notre){_S}(?:étude|enquête),?{_S})?",
}
#: What stands before the number where the sentence says how they were got, and how they were.
_GETTING = {
    "en": lazy(
        rf"(?:{_INTRO['en']}(?:[Ww]e|I){_S}(?:have{_S})?{_GOT}|^(?:[Tt]he|[Oo]ur){_S}sample{_S}(?:consist(?:s|ed){_S}of|compris(?:es|ed)|includ(?:es|ed))"
        rf"|^[Pp]articipants{_S}were|\b(?:study|experiment|survey|trial){_S}(?:(?:was|were){_S}(?:run|done|conducted|carried out){_S})?with"
        rf"|^(?:[Tt]he|[Oo]ur){_S}(?:study|survey|experiment|trial){_S}was{_S}(?:carried out|conducted|run|done){_S}(?:in|at)){_S}\Z"
    ),
    "de": lazy(
        rf"(?:{_INTRO['de']}(?:Wir{_S}(?:befragten|untersuchten|rekrutierten|testeten|interviewten|führten|haben)"
        rf"|(?:befragten|untersuchten|rekrutierten|testeten|interviewten|führten|haben){_S}wir|(?:[Ee]s{_S})?(?:nahmen|wurden)"
        rf"|^(?:Untersucht|Befragt|Rekrutiert|Interviewt|Getestet){_S}wurden)"
        rf"|^(?:Die|Unsere){_S}Stichprobe{_S}(?:umfasst|umfasste|bestand{_S}aus|besteht{_S}aus)){_S}\Z"
    ),
    "fr": lazy(
        rf"(?:{_INTRO['fr']}[Nn]ous{_S}avons{_S}(?:recruté|interrogé|inclus|interviewé|examiné|étudié|testé|mené|conduit|analysé)"
        rf"|^(?:L['’]|[Nn]otre{_S})échantillon{_S}(?:comprend|comprenait|compte|comptait|se{_S}compose{_S}de|était{_S}composé{_S}de)){_S}\Z"
    ),
}
#: Ways of asking that not everybody answers.
_ASKED = lazy(r"\b(?:asked|surveyed|questioned|befragt\w*|interrogé)\b")
#: What stands before and behind the number where they are what the sentence is about.
_SUBJECT = {code: lazy(rf"{intro}\Z") for code, intro in _INTRO.items()}
_WERE_GOT = {
    "en": lazy(rf"{_S}(?:(?:were|have{_S}been){_S}{_GOT}|took{_S}part|participated)\b"),
    "de": lazy(
        rf"{_S}(?:nahmen\b[^.;:]*\bteil|wurden{_S}(?:befragt|untersucht|rekrutiert|getestet|interviewt|eingeschlossen))\b"
    ),
    "fr": lazy(rf"{_S}ont{_S}(?:participé|été{_S}(?:recruté|interrogé|inclus|examiné|étudié))"),
}
#: How a sentence begins that speaks of some place, time or case alone, and how one that does not.
_THERE = lazy(
    r"(?:In|At|On|Among|Within|Under|During|After|Before|Online|Im|An|Am|Bei|Auf|Unter|Nach|Vor|Während|À|Dans|En|Chez|Parmi|Après|Avant|Lors)\b"
    r"(?!{_S}(?:the end|total|general|sum|all|average|Durchschnitt|Mittel|moyenne|our sample|(?:this|the|our|der|dieser|unserer|cette|notre|la){_S}(?:\w+{_S})?"
    r"(?:study|survey|experiment|trial|sample|Studie|Befragung|Umfrage|Untersuchung|étude|enquête)))".replace(
        "{_S}", _S
    )
)
#: Titles that announce a study.
_STUDY = lazy(
    r"experiment|stud(?:y|ies|ie)|trial|survey|test\b|umfrage|befragung|versuch|étude|expérience|enquête", 2
)
#: What goes on behind the noun and says which of them are meant.
_WHICH = {
    "en": lazy(
        rf"{_S}?(?:,{_S}?)?(?:\([^()]*\){_S}?)?(?:who|whom|whose|that|which|with|without|from|in|for|per|of|under|over|aged|between|at|on|to|by|across|during|using)\b"
    ),
    "de": lazy(
        rf"{_S}?(?:\([^()]*\){_S}?)?(?:,{_S}?(?:die|der|deren|welche)|mit|ohne|aus|in|im|für|pro|je|unter|von|vom|zwischen|bei|über|der|des|dieser)\b"
    ),
    "fr": lazy(
        rf"{_S}?(?:\([^()]*\){_S}?)?(?:qui|dont|avec|sans|de|des|du|d['’]|dans|en|pour|par|entre|à|aux?|sous|sur|ayant)(?!\w)"
    ),
}
#: Words that make the numbers of a sentence those of a part, a time or a plan, wherever in it they stand.
_PART = (
    r"groups?|arms?|conditions?|cohorts?|replicat\w*|supplement\w*|online|pilot|pre-?tests?|training|validation|sub\w+|remain\w*|exclu\w+|drop\w*|withdr\w+|invited|approached|contacted|eligible|screened"
    r"|response rate|follow-up|baseline|waves?|rounds?|phases?|stages?|sessions?|days?|weeks?|per|respectively|planned?|power|half"
    r"|Gruppen?|\w+gruppen?|ausgeschlossen|verblieb\w*|verbleibend\w*|ausgeschieden|eingeladen|angeschrieben|kontaktiert|Vorstudie|jeweils|pro|je|groupes?|témoin|restant\w*|invités?|(?:1[6-9]|20)\d\d"
)
_PART_BEHIND = lazy(rf"\b(?:{_PART})\b", 2)
_PART_BEFORE = lazy(
    rf"\b(?:{_PART}|others?|another|previous\w*|earlier|later|times?|first|second|third|last|about|approximately|around|nearly|almost|over|more than|less than|at least|up to|if"
    r"|their|his|her|new|further|additional\w*|every(?!\sone)|each(?!\sof)|etwa|circa|rund|ca|fast|mindestens|höchstens|erste\w*|zweite\w*|weitere\w*|neue\w*"
    r"|environ|presque|au moins|première?|deuxième|nouve\w+|autres?|chaque)\b",
    2,
)
_EACH = lazy(r"\b(?:each|every|jede\w*|chaque)\b")
#: Words of a document that a sample shrank or grew, and such that say so only near those whom they are about.
_SHRUNK = lazy(
    r"attrition|withdr[ae]w|drop(?:ped|s)?[ -]?outs?\b|lost to follow|(?:was|were|been) excluded|exclusion criteri|inclusion criteri|PRISMA|full[- ]text"
    r"|ausgeschlossen|ausgeschieden|abgebroch|Abbruch|abandonn|se sont retir|(?:ont|a) été exclu"
)
_CHANGED = lazy(
    r"exclu[ds]|(?:in)?valid\b|respon(?:ded|se rate|ses (?:from|of))|answers (?:from|of|came)|replied|turned up|replicat|eligib|screen(?:ed|ing)|discard"
    r"|incomplete|not complete|completed|(?:un)?usable|failed to|did not|remain(?:ing|ed)|missing|lost|cancel|removed|pilot|pre-?test|follow-up|[Hh]alf of"
    r"|additional|further|replaced|left-handed|unvollständig|verblieb|fehlend|weitere|Pretest|Vorstudie|incompl|restant|manquant|supplémentaire|pilote"
)
_PEOPLE = (
    *(
        "participant",
        "subject",
        "patient",
        "people",
        "person",
        "student",
        "data",
        "answer",
        "response",
        "questionnaire",
    ),
    *("teilnehm", "daten", "antwort", "bögen", "réponse", "donnée"),
)
#: The same of a container: it has several versions.
_VERSIONS = lazy(
    r"version|pilot|pre-?test|filter|clean(?:ed|ing)|duplicate|removed|shorten|split|subset|revis|Fassung|bereinigt|gekürzt|épuré|réduit|abrégé"
)
#: Titles of sections about other samples.
_OTHERS = lazy(
    r"related|background|literature|previous|prior|state of the art|pilot|pre-?test|follow-up|stand der|forschungsstand|verwandte|vorstudie|état de l|travaux|littérature",
    2,
)
_SPELT = 40  # characters that a number in words may have
_COME = ("got", "asked")
_FEW = 10
_BESIDE = 150  # characters of source between such a word and those whom it is about
_MOST = 50  # places of one count that are read
_SOON = 12  # characters behind the noun in which a verb says that nothing of it happened
_STEM = 5  # letters of a container that all its forms have
_VERB = {
    "en": r"(?:contains?|holds?|comprises|consists of|has|includes|contained|held|comprised|consisted of|had|included)",
    "de": r"(?:enthält|umfasst|hat|zählt|besteht aus|enthielt|umfasste|hatte|zählte|bestand aus)",
    "fr": r"(?:contient|compte|comprend|comporte|est composée? de|contenait|comptait|comprenait|comportait)",
}
_ARTICLE = {
    "en": "(?:[Tt]he|[Oo]ur|[Tt]his)",
    "de": "(?:[Dd](?:er|ie|as|es|em)|[Uu]nsere?[ms]?)",
    "fr": "(?:[Ll][ea]|[Nn]otre|[Cc]ett?e|du|de la)",
}
#: A row of a table of two columns that gives the size of a sample; the forms of its noun are filled in.
_ROW = (
    r"(?:\\\\|rule|line|\}})\s*(?:(?:Number|No\.)\s+of\s+|Anzahl\s+(?:der\s+)?|Nombre\s+de(?:s)?\s+)?({})(?:\s*\(\s*\$?n\$?\s*\)|,\s*\$?n\$?)?"
    r"\s*&\s*\$?(\d{{1,3}}(?:(?:\{{,\}}|,|\.|\\,|~|\xa0)\d{{3}})+|\d{{2,}})\$?\s*(?:\\\\|\\end)"
)


def resized(numbers: Passages, totals: Iterable[Size]) -> Iterator[tuple[Size, Size]]:
    """Yield the pairs of different sizes of one thing, the one that is read first before the other.

    :param totals: the sizes that the document calls a total or gives as "(N = ...)".
    """
    told: dict[str, dict[int, list[Size]]] = {}
    for size in (*totals, *_in_tables(numbers)):
        told.setdefault(size.thing, {}).setdefault(size.value, []).append(size)
    known = {thing: [str(value) for value in values] for thing, values in told.items()}
    untold: set[tuple[str, int]] = set()
    outline = _Outline(numbers)
    for path, offset, noun, digits in _candidates(numbers, known):
        found = _sizes_at(numbers, outline, path, offset)
        for size in found:
            told.setdefault(size.thing, {}).setdefault(size.value, []).append(size)
        if not found:
            untold.add((noun, natural(digits)))
    for values in told.values():
        got = [same for same in values.values() if any(size.told in _COME for size in same)]
        others = [same for same in values.values() if same not in got]
        if len(got) != 1 or len(others) != 1:
            continue  # where both were got there are two samples
        whole, all_ = got[0][0], max(others[0], key=lambda size: size.told == "all")
        noun = all_.thing.rpartition(" ")[2]
        if (noun, all_.value) in untold or _in_words(numbers, noun, all_.value):
            continue  # where a number stands without more, it may be that of a part
        if _certain(whole, all_) and (_slip(whole, all_) or not outline.apart(whole.span, all_.span)):
            first, second = sorted(
                (whole, all_), key=lambda size: outline.order(size.span.path, size.span.start)
            )
            yield first, second


def _certain(got: Size, other: Size) -> bool:
    """Whether nobody will take the second for a part of the first, of which nothing more is said."""
    if not alike({got.value, other.value}):
        return False
    return _slip(got, other) or other.value > got.value or (other.told == "all" and got.told == "got")


def _slip(one: Size, two: Size) -> bool:
    return swapped(one.value, two.value)


class _Outline:
    """The sections of a document, asked by places."""

    def __init__(self, numbers: Passages) -> None:
        m = numbers.manuscript
        self._pieces: dict[str, list[tuple[int, int]]] = {}
        for number, piece in enumerate(m.pieces):
            self._pieces.setdefault(piece.path, []).append((piece.start, number))
        # A file that the document reads may have no live text: another document, of which nothing is printed here.
        self.sections = [one for one in m.sections if one.span.path in self._pieces]
        self.titles = [m.files[one.title.path].text[one.title.start : one.title.end] for one in self.sections]
        self._orders = [self.order(one.span.path, one.span.start) for one in self.sections]
        self._chapters: list[int] = []
        for number, one in enumerate(self.sections):
            self._chapters.append(number if one.level <= 0 else self._chapters[-1] if number else -1)

    def order(self, path: str, offset: int) -> tuple[int, int]:
        """Return what places are in document order by."""
        here = self._pieces[path]
        return here[max(0, bisect_right(here, (offset, len(self._pieces))) - 1)][1], offset

    def title(self, path: str, offset: int) -> str:
        """Return the title of the section that a place is in."""
        which = bisect_right(self._orders, self.order(path, offset)) - 1
        return self.titles[which] if which >= 0 else ""

    def apart(self, one: Span, two: Span) -> bool:
        """Whether each of two places may be about a study of its own: chapters, several sections about studies."""
        chapters = []
        for place in (one, two):
            which = bisect_right(self._orders, self.order(place.path, place.start)) - 1
            chapters.append(self._chapters[which] if which >= 0 else -1)
        return (
            chapters[0] != chapters[1] or sum(_STUDY.search(title) is not None for title in self.titles) > 1
        )


def _in_words(numbers: Passages, noun: str, value: int) -> bool:
    """Whether so many are also spoken of in words: then they may be others."""
    from argcheck.quantities import read

    m = numbers.manuscript
    for piece in m.pieces:
        text = m.files[piece.path].text
        at = text.find(noun, piece.start, piece.end)
        while at >= 0:
            near = text[max(piece.start, at - _SPELT) : at + len(noun)]
            if any(one.value == value and one.text[0].isalpha() for one in read(near, numbers.language)):
                return True
            at = text.find(noun, at + 1, piece.end)
    return False


def changes(numbers: Passages, thing: str) -> bool:
    """Whether the document says that a sample shrank or grew, or that what a container holds has several versions."""
    m = numbers.manuscript
    container, _, noun = thing.rpartition(" ")
    words = (noun.lower(), container) if container else (noun.lower(), *_PEOPLE)
    for piece in m.pieces:
        text = m.files[piece.path].text
        if not container and _SHRUNK.search(text, piece.start, piece.end):
            return True
        for match in (_VERSIONS if container else _CHANGED).finditer(text, piece.start, piece.end):
            near = text[
                max(piece.start, match.start() - _BESIDE) : min(piece.end, match.end() + _BESIDE)
            ].lower()
            if any(word in near for word in words):
                return True
    return False


def _candidates(numbers: Passages, known: Mapping[str, list[str]]) -> list[tuple[str, int, str, str]]:
    """Return file, place, thing and digits of the counts that some other count of the same is near to, maybe one that is known."""
    places: dict[str, dict[str, list[tuple[str, int]]]] = {}
    spots = [(path, offset, thing, digits) for path, offset, (thing, digits, _) in numbers.spots("sizes")]
    for path, offset, thing, digits in [*spots, *_by_macro(numbers)]:
        places.setdefault(thing, {}).setdefault(digits, []).append((path, offset))
    found = []
    for thing, counts in places.items():
        near = alike({*map(natural, counts), *map(natural, known.get(thing, ()))})
        for digits, here in counts.items():
            if natural(digits) in near:
                found += [(path, offset, thing, digits) for path, offset in here[:_MOST]]
    return found


def _in_tables(numbers: Passages) -> Iterator[Size]:
    """Yield the samples of which a table of two columns gives the size: "Participants & 46"."""
    m = numbers.manuscript
    code = m.language
    things = {thing for _, _, (thing, _, _) in numbers.spots("sizes")}
    forms = {form: names[0] for names in SAMPLES.get(code, ()) if names[0] in things for form in names}
    tables = [one.span for one in m.environments if one.name in TABULARS] if forms else []
    captions = (
        [(one.environment.span, caption.text) for one in m.floats for caption in one.captions]
        if tables
        else []
    )
    row = re.compile(_ROW.format("|".join(forms)), re.IGNORECASE)
    for span in tables:
        text = m.files[span.path].text
        for match in row.finditer(text, span.start, span.end):
            around = [
                text[caption.start : caption.end]
                for float_, caption in captions
                if float_.path == span.path and float_.start <= span.start < float_.end
            ]
            if numbers.live(span.path, match.start(1)) and not any(map(_PART_BEHIND.search, around)):
                noun = next(thing for form, thing in forms.items() if form.lower() == match[1].lower())
                value = natural(match[2])
                place = span._replace(start=match.start(2), end=match.end(2))
                yield Size(noun, value, match[2], match[2], place, "all")


def _by_macro(numbers: Passages) -> Iterator[tuple[str, int, str, str]]:
    """Yield file, place, thing and digits of the counts of samples that macros of the document print."""
    m = numbers.manuscript
    macros = {
        name: body for name, body in m.text_macros.items() if body.isdecimal() and natural(body) >= _FEW
    }
    for name, digits in macros.items():
        for piece in m.pieces:
            text = m.files[piece.path].text
            at = text.find(f"\\{name}", piece.start, piece.end)
            while at >= 0:
                end = at + len(name) + 1
                if not text[end : end + 1].isalpha() and (thing := sized_thing(text, end, numbers.codes)):
                    yield piece.path, at, thing, digits
                at = text.find(f"\\{name}", end, piece.end)


def _sizes_at(numbers: Passages, outline: _Outline, path: str, offset: int) -> list[Size]:
    if _OTHERS.search(outline.title(path, offset)):
        return []
    return [
        size
        for passage in numbers.around(path, offset)
        if passage.language == numbers.language and passage.kind != "table"
        for size in _sizes(passage, offset)
    ]


def _sizes(passage: Passage, offset: int) -> Iterator[Size]:
    """Yield the size that is told at a place of the source, where it is one of a whole."""
    for quantity in passage.quantities_at(offset):
        span = passage.span(quantity.start, quantity.end)
        if quantity.value != quantity.high or quantity.uncertainty or quantity.value < 0:
            continue
        start, end = passage.sentence(quantity.start)
        before, after = passage.text[start : quantity.start].lstrip(), passage.text[quantity.end : end]
        if "[" in before + after or _PART_BEFORE.search(before) or _PART_BEHIND.search(after):
            continue
        if elsewhere((before + after[:_SOON]).replace("May", "")):
            continue
        said = passage.language, quantity, before, after
        if found := _sample(*said) or _content(*said):
            literal = quantity.text.removesuffix(quantity.text[-len(quantity.noun) :]).strip(" \xa0")
            text = " ".join(quantity.text.split())
            if not any(map(str.isdigit, literal)):
                literal = str(quantity.value)
            yield Size(found[0], int(quantity.value), literal, text, span, found[1])


def _sample(code: str, quantity: Quantity, before: str, after: str) -> tuple[str, str] | None:
    """Return the noun of a sample that is meant as a whole, and what is told of it."""
    noun = next((forms[0] for forms in SAMPLES[code] if quantity.noun in map(str.lower, forms)), None)
    if noun is None:
        return None
    if _THE[code].search(before):
        return (
            None
            if _WHICH[code].match(after) or _THERE.match(before)
            else (noun, "all" if _ALL[code].search(before) else "the")
        )
    if _EACH.search(after):
        return None
    if _GETTING[code].search(before) or (_SUBJECT[code].search(before) and _WERE_GOT[code].match(after)):
        return noun, "asked" if _ASKED.search(before + after) else "got"
    return None


def _content(code: str, quantity: Quantity, before: str, after: str) -> tuple[str, str] | None:
    """Return a container with the noun of what it holds, and what is told of it."""
    inside = "|".join(CONTAINERS[code])
    for pattern, told in (
        (rf"^{_ARTICLE[code]}{_S}({inside}){_S}{_VERB[code]}{_S}\Z", "got"),
        (rf"^{_ARTICLE[code]}{_S}({inside}){_S}\(\Z", "all"),
    ):
        if match := re.search(pattern, before):
            return f"{match[1][:_STEM].lower()} {quantity.noun}", told
    if re.search(rf"^(?:{_ARTICLE[code]}|[Aa]ll(?:{_S}the)?|[Aa]lle|[Dd]ie|[Ll]es){_S}\Z", before) and (
        match := re.match(
            rf"{_S}(?:of|in|from|{_ARTICLE[code]}|des){_S}?(?:{_ARTICLE[code]}{_S})?({inside})\b", after
        )
    ):
        return f"{match[1][:_STEM].lower()} {quantity.noun}", "all"
    return None
