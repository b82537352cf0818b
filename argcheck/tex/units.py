"""Larger units of a `ManuscriptRecords`: floats, theorem-like statements, the abstract."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, TypeVar

from argcheck.files.diagnostic import Span
from argcheck.files.grouping import grouped
from argcheck.files.patterns import lazy
from argcheck.tex.arguments import CALL, command_names
from argcheck.tex.known_files import is_plain_class
from argcheck.tex.live_source import live_calls, within
from argcheck.tex.model import Caption, Environment, Float, Label, ManuscriptRecords, Statement, once
from argcheck.tex.numerals import natural
from argcheck.tex.vocabulary import codes, in_any_language, phrases, words

if TYPE_CHECKING:
    import re

#: What proofs are called, also in a compound: "proofsketch".
_PROOF = r"(?:[a-z]{0,8}{*statements.proof}[a-z]{0,8}|{*statements.proof-short})\*?\Z"
_NO_PROOF = frozenset(
    {"prooftree", "prooftree*", "proofbox", "proofsystem", "proofrule", "proofgoal", "proofstate"}
)
_CAPTION = lazy(r"\\([A-Za-z@]*(?:[Cc]aption|[Cc]ontinued)[A-Za-z@]*)|%[^\n]*")
_NO_CAPTION = ("captionsetup", "captionskip", "captionmargin", "captionwidth", "captionfont", "captionstyle")
#: Commands of publishers' classes that take the caption together with the rest of a float.
_WITH_CAPTION = ("\\tbl{", "\\TABLE", "\\FIGURE")
#: A typed number of a float ("Figure 3", "Tables~1 and~2"), with that of its chapter if any (Figure 2.4, A.1); not
#: in a label or a file name (figure1.pdf), nor of a float in another work (\cite[table~1]{x}, Table 1 of \cite{x}).
_TYPED = (
    r"[FIRST](?<![\w\[{}/:.\\-].)(?<!heir[\s~].)(?:(FIGURE)|TABLE)[^\W\d_]*(?:\.[\s~]{0,3}|[\s~]{1,3})"
    r"((?:(?:\d{1,2}|[A-Z])\.)?\d{1,3})(?![\d.]*\d)"
    r"(?!\]|[\s~]{1,3}(?:{shares.of}|{shares.from}|{samples.within}|by)[\s~]{1,3}\\[A-Za-z]*cit)"
    r"(?:(?:,|--?|\u2013|[\s~](?:{lists.and}|{lists.through}))[\s~]{0,3}((?:(?:\d{1,2}|[A-Z])\.)?\d{1,3}))?"
)
#: Names of abstract environments in the classes of universities, in lower case, besides those in the language files.
_ABSTRACTS = ("abstractpage", "abstracts", "englishabstract", "generalabstract", "umiabstract")
_Owned = TypeVar("_Owned", Label, Caption)
_HEAD = 6  # letters that all forms of a word for question or hypothesis share


@once
def floats(manuscript: ManuscriptRecords) -> tuple[Float, ...]:
    """Return every float with its labels and captions; those of an inner float belong to the outer one."""
    environments = manuscript.environments
    owner: list[int] = []
    for index, environment in enumerate(environments):
        outer = owner[environment.parent] if environment.parent >= 0 else -1
        owner.append(outer if outer >= 0 else index if environment.name in manuscript.float_names else -1)
    labels = _by_owner(manuscript.labels, owner)
    captions = _by_owner(manuscript.captions, owner)
    return tuple(
        _float(manuscript, environments[index], tuple(labels.get(index, ())), tuple(captions.get(index, ())))
        for index in range(len(environments))
        if owner[index] == index
    )


def _float(
    manuscript: ManuscriptRecords,
    environment: Environment,
    labels: tuple[Label, ...],
    captions: tuple[Caption, ...],
) -> Float:
    parts = within(manuscript.pieces, environment.span)
    text = "".join(manuscript.files[path].written[start:end] for path, start, end in parts)
    words = (
        {match[1] for match in _CAPTION.finditer(text) if match[1]}
        if (not captions and "aption" in text) or "ontinued" in text
        else ()
    )
    captioned = (
        bool(captions)
        or any(map(_is_caption, words))
        or any(command in text for command in _WITH_CAPTION)
        or any(part.contains(call) for call in _own_captions(manuscript) for part in parts)
    )
    return Float(environment, labels, captions, captioned, any("ontinued" in word for word in words))


def _is_caption(command: str) -> bool:
    return "aption" in command and not command.endswith(_NO_CAPTION)


@once
def _own_captions(manuscript: ManuscriptRecords) -> tuple[Span, ...]:
    """Return the calls of the macros of the document that print a caption, or call one that does."""
    names: set[str] = set()
    for name, definitions in manuscript.macros.items():  # most are defined behind what they call
        called = command_names(" ".join(made.body for made in definitions))
        if not names.isdisjoint(called) or any(map(_is_caption, called)):
            names.add(name)
    return tuple(span for span, _ in live_calls(manuscript, names)) if names else ()


def typed_numbers(manuscript: ManuscriptRecords) -> frozenset[tuple[str, str]]:
    """Return the figures and tables named by a typed number, as pairs of kind and number (``2``, ``3.2``, ``A.2``)."""
    typed = manuscript.of_each_file("typed numbers", lambda text: list(_typed(text)))
    return frozenset(pair for pairs in typed.values() for pair in pairs)


@cache
def _typed_pattern() -> re.Pattern[str]:
    """Return the pattern of a typed number, which begins with one letter of a class for a fast search."""
    parts = {kind: _beginnings(kind) for kind in ("figure", "table")}
    template = _TYPED
    for kind, known in parts.items():
        behind = (f"(?<=[{part[0]}{part[0].upper()}])(?:{part[1:]}|{part[1:].upper()})" for part in known)
        template = template.replace(kind.upper(), f"(?:{'|'.join(behind)})")
    first = {part[0] for known in parts.values() for part in known}
    return in_any_language(template.replace("FIRST", "".join(sorted({*first, *map(str.upper, first)}))))


def _beginnings(kind: str) -> list[str]:
    """Return what the words for a kind begin with: ``fig`` for "figure", "figs" and words of further languages."""
    known = {word for code in codes() for word in " ".join(words(code, f"references.{kind}")).lower().split()}
    return sorted(
        word
        for word in known
        if len(word) > 2 and not any(other != word and other in word for other in known)
    )


def _typed(text: str) -> Iterator[tuple[str, str]]:
    for match in _typed_pattern().finditer(text):
        kind = "figure" if match[1] else "table"
        (chapter, dot, first), (other, _, last) = (
            number.rpartition(".") for number in (match[2], match[3] or match[2])
        )
        if chapter != other:  # "Figures 2.4 and 3.1" are two
            yield kind, f"{other}.{natural(last)}" if other else str(natural(last))
            last = first
        for number in range(natural(first), natural(last) + 1):
            yield kind, f"{chapter}{dot}{number}"


def _by_owner(items: Iterable[_Owned], owner: list[int]) -> dict[int, list[_Owned]]:
    owned: dict[int, list[_Owned]] = {}
    for item in items:
        index = owner[item.environment] if item.environment >= 0 else -1
        if index >= 0:
            owned.setdefault(index, []).append(item)
    return owned


@once
def statements(manuscript: ManuscriptRecords) -> tuple[Statement, ...]:
    """Return every theorem-like environment, proofs excluded, with the labels directly in it."""
    labels = grouped(manuscript.labels, lambda label: label.environment)
    return tuple(
        Statement(kind, environment, tuple(labels.get(index, ())), environment.name.endswith("*"))
        for index, environment in enumerate(manuscript.environments)
        if (kind := manuscript.theorem_kinds.get(environment.name) or _starred(manuscript, environment.name))
        and not is_proof(kind)
    )


def is_proof(name: str) -> bool:
    """Whether an environment with this name or printed title is a proof."""
    joined = name.lower().replace(" ", "")
    return in_any_language(_PROOF).match(joined) is not None and joined not in _NO_PROOF


def _starred(manuscript: ManuscriptRecords, name: str) -> str | None:
    return manuscript.theorem_kinds.get(name[:-1]) if name.endswith("*") else None


@once
def abstract(manuscript: ManuscriptRecords) -> Span | None:
    r"""Return the body of ``abstract``, else the argument of ``\abstract``, else the body of a class's environment."""
    names = {*_ABSTRACTS, *phrases(codes(), "sections.abstract")}
    named = [environment for environment in manuscript.environments if environment.name.lower() in names]
    plain = next((environment for environment in named if environment.name == "abstract"), None)
    written = next(iter(manuscript.abstract_spans), None)
    if plain is None and (written or not named):
        return written
    environment = plain or named[0]
    end = environment.span.end - len(f"\\end{{{environment.name}}}")
    return Span(environment.span.path, environment.begin.end, max(environment.begin.end, end))


@cache
def _first_questions() -> dict[str, tuple[str, ...]]:
    """Return the names of the first question of a numbered series, by a word that the text must contain too.

    Both are plain strings, since every file is searched.
    """
    # Assumptions in analysis are called H1 too: without the word, only an item in a study of people counts.
    people = tuple(word[1:] for word in phrases(codes(), "questions.people"))
    needles = dict.fromkeys(("\\item[H1]", "\\item[\\textbf{H1}]"), people)
    for code in codes():
        for short in phrases(code, "questions.question-short")[:1]:
            needles[short] = tuple(f"{short}{joint}1" for joint in ("", " ", "~", "-"))
        for key, numbered in (("hypothesis", ("H1", "H-1")), ("plain", ())):
            for name in phrases(code, f"questions.{key}"):
                own = tuple(f"{name[1:]}{joint}1" for joint in " ~")
                needles[name[1:_HEAD]] = (*needles.get(name[1:_HEAD], ()), *numbered, *own)
    return needles


def names_questions(manuscript: ManuscriptRecords) -> bool:
    """Whether a file names a first numbered question or hypothesis, such as RQ1."""
    return any(manuscript.of_each_file("questions", _names_question).values())


def _names_question(text: str) -> bool:
    series = _first_questions()
    ones = _before_each("1", text, chain.from_iterable(series.values()))
    return any(
        word in text and any(needle in text for needle in needles)
        for word, needles in series.items()
        if word[-1] == "]" or any(needle in ones for needle in needles)
    )


def _before_each(sign: str, text: str, needles: Iterable[str]) -> str:
    """Return an excerpt of a text that has the same ``needles`` ending in ``sign``, for a faster search.

    It joins, in no order, each occurrence of the sign and as many characters before it as the longest needle has.
    """
    ending = [needle for needle in needles if needle.endswith(sign)]
    longest, last = max(map(len, ending)), frozenset(needle[-2] for needle in ending)
    return "".join({f"{part[-longest:]}{sign}" for part in text.split(sign)[:-1] if part[-1:] in last})


@once
def argues(manuscript: ManuscriptRecords) -> bool:
    r"""Whether the document states its argument explicitly; most documents do not.

    Annotations, ``\uses`` and similar macros, theorem-like environments, proofs and numbered questions all count.
    """
    if manuscript.uses or any(not directive.text.startswith("ignore") for directive in manuscript.directives):
        return True
    kinds = manuscript.theorem_kinds
    for name in {environment.name for environment in manuscript.environments}:
        if name == "proof" or name.removesuffix("*") in kinds:
            return True
    return names_questions(manuscript)


def cited_unseen(manuscript: ManuscriptRecords) -> frozenset[str]:
    """Return possible citation keys: the arguments of unknown commands with "cite" in their names.

    While a file that defines macros is missing, the arguments of all unknown commands.
    """
    unseen = manuscript.macros_missing
    if not (unseen or any("cite" in name.lower() for name in manuscript.commands)):
        return frozenset()
    calls = (call for file in manuscript.files.values() for call in CALL.finditer(file.text))
    named = (call for call in calls if call[1] in manuscript.commands)
    lists = (call[2] for call in named if unseen or "cite" in call[1].lower())
    return frozenset(key.strip() for listed in lists for key in listed.split(","))


def class_unseen(manuscript: ManuscriptRecords) -> bool:
    """Whether the document has a class that is neither a usual one nor in the project."""
    name = manuscript.document_class
    own = f"/{name}.cls"
    return (
        bool(name)
        and not is_plain_class(name)
        and not any(f"/{path}".endswith(own) for path in manuscript.files)
    )


def in_title(manuscript: ManuscriptRecords, span: Span) -> bool:
    """Whether a place is in the title of a section."""
    path, start, _ = span
    return any(
        section.title.path == path and section.title.start <= start < section.title.end
        for section in manuscript.sections
    )
