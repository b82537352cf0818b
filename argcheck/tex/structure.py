"""Larger units of a `Manuscript`: floats, theorem-like statements, the abstract."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from argcheck.cache import digest
from argcheck.diagnostic import Span
from argcheck.numerals import natural
from argcheck.patterns import lazy
from argcheck.tex.live import behind_percent, commented
from argcheck.tex.model import Caption, Float, Label, Statement

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from argcheck.tex.model import Environment, Manuscript

_CAPTION = lazy(r"\\([A-Za-z@]*(?:[Cc]aption|[Cc]ontinued)[A-Za-z@]*)|%[^\n]*")
#: What has "label" in its name and is not ``\label`` itself; it begins with a literal, which is fast.
_LABELLING = lazy(r"abel(?:(?<!\\label)[A-Za-z@]*|[A-Za-z@]+)\*?(?:\[[^\]]*\])?\{([^{}\\#]*)\}")
_BRACED = lazy(r"\{([^{}]*)\}")
_BRACKETED = lazy(r"\[([^\[\]{}\\]*)\]")
_KEYED = lazy(r"label\s*=\s*\{?([^,{}\[\]\\]*)")
#: What an argument in brackets stands behind; an item of a list prints its own.
_COMMAND = lazy(r"(?:\\(?!item\b)[A-Za-z@]+|\\begin\{[^{}]*\})\s*\Z")
_KEY = lazy(r"label\s*=\s*\{?\Z")
_BEGIN = lazy(r"\\begin\s*\{([^{}]*)\}")
#: A command, and what it has in brackets, before an argument.
_CALL = lazy(r"\\([A-Za-z@]+)\*?\s*(?:\[[^\]]*\]\s*)*\Z")
_JOINT = lazy(r"[:./_-]")  # between the prefix of a label and the rest
_PRINTS = ("text", "emph", "includegraphics")  # what makes no label of its argument
_FAR = 200  # characters from a command to its first argument
_BLANKS = 40  # characters between a name and the braces around it
_FEW = 5  # names that are sooner searched for one by one
_APPENDIX = lazy(r"\\(?:appendix(?![A-Za-z])|appendices\b|begin\{(?:sub)?appendices\})")
_NO_CAPTION = ("captionsetup", "captionskip", "captionmargin", "captionwidth", "captionfont", "captionstyle")
#: Commands of classes of publishers that take the caption with the rest of a float.
_WITH_CAPTION = ("\\tbl{", "\\TABLE", "\\FIGURE")
#: A number of a float as an author types it ("Figure 3", "Tables~1 and~2"), not in a label or the name of a file
#: (figure1.pdf), and not of another work (\cite[table~1]{x}, Table 1 of \cite{x}).
_TYPED = lazy(
    r"(?<![\w\[{}/:.\\-])(?<!heir[\s~])(?:([Ff]ig|FIG|[Aa]bb)|[Tt]ab|TAB)[A-Za-z]*(?:\.[\s~]{0,3}|[\s~]{1,3})"
    r"(\d{1,3})(?![\d.]*\d)(?!\]|[\s~]{1,3}(?:of|in|from|by|von|aus|de)[\s~]{1,3}\\[A-Za-z]*cit)"
    r"(?:(?:,|--?|\u2013|[\s~](?:and|to|und|bis|et))[\s~]{0,3}(\d{1,3}))?"
)
_Owned = TypeVar("_Owned", Label, Caption)
#: Environments that contributions are listed in, the words that announce them, and how far before in characters.
LISTS = frozenset(
    ("itemize", "enumerate", "description", "compactitem", "compactenum", "inparaenum", "itemize*")
)
ANNOUNCING = ("ontribution", "Beitr")
NEAR = 400


def floats(manuscript: Manuscript) -> tuple[Float, ...]:
    """Every float with its labels and captions; what is in an inner float belongs to the outer one."""
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
    manuscript: Manuscript, environment: Environment, labels: tuple[Label, ...], captions: tuple[Caption, ...]
) -> Float:
    span = environment.span
    text = manuscript.files[span.path].written[span.start : span.end]
    words = (
        {match[1] for match in _CAPTION.finditer(text) if match[1]}
        if (not captions and "aption" in text) or "ontinued" in text
        else ()
    )
    captioned = (
        bool(captions)
        or any("aption" in word and not word.endswith(_NO_CAPTION) for word in words)
        or any(command in text for command in _WITH_CAPTION)
    )
    return Float(environment, labels, captions, captioned, any("ontinued" in word for word in words))


def typed_numbers(manuscript: Manuscript) -> frozenset[tuple[str, int]]:
    """Which figures and tables the source names by a number that is typed, as pairs of kind and number."""
    remember = manuscript.remember
    return frozenset(
        pair
        for source in manuscript.files.values()
        for pair in remember("typed numbers", source.digest, lambda text=source.text: list(_typed(text)))  # type: ignore[misc]
    )


def _typed(text: str) -> Iterator[tuple[str, int]]:
    for match in _TYPED.finditer(text):
        kind, first = "figure" if match[1] else "table", natural(match[2])
        for number in range(first, natural(match[3] or match[2]) + 1):
            yield kind, number


def named_elsewhere(manuscript: Manuscript, names: Collection[str]) -> frozenset[str]:
    """Which of ``names`` are an argument where they are no label, reference, citation or environment."""
    known: dict[str, set[int]] = {}
    m = manuscript
    spans = [item.span for group in (m.labels, m.references, m.citations, m.uses) for item in group]
    for span in spans:
        known.setdefault(span.path, set()).add(span.start)
    found: set[str] = set()
    ordered = sorted(names)
    kind = f"as arguments {digest(' '.join(ordered).encode())}"
    for path, source in m.files.items():
        held = m.remember(kind, source.digest, lambda text=source.text: _held(text, ordered))  # type: ignore[misc]
        wanted = [name for name in held if name not in found]
        here = known.get(path, set())
        if wanted:
            dead = m.dead.get(path, [])
            found |= {name for name in wanted if _stands(name, source.text, here, dead)}
        labels = m.remember("label macros", source.digest, lambda text=source.text: list(_label_macros(text)))  # type: ignore[misc]
        given = [name for start, name in labels if start not in here]
        endings = tuple(f"{sign}{name}" for name in given if name for sign in ":./-_")
        found |= {name for name in names if endings and name.endswith(endings)}
    found |= _prefixed(m, [name for name in ordered if name not in found], known)
    return frozenset(found)


def _prefixed(m: Manuscript, names: Sequence[str], known: dict[str, set[int]]) -> set[str]:
    r"""Find the names that a macro of a class may make of its argument, or of its own name and a number.

    So ``\includeimage{tux}`` may set ``img:tux``, and the first ``\source{Letter}`` ``sec:source1``, but not where the
    author sets labels of that prefix, or a label of that name with another; while a file of the preamble is missing,
    it may define macros that make any label.
    """
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
        and any(_calls(m, rest, path, known.get(path, set())) for path in m.files)
    }


def _split(name: str) -> tuple[str, str]:
    """Split a label into its prefix with the joint, empty if there is none, and the rest."""
    joint = _JOINT.search(name)
    return (name[: joint.end()], name[joint.end() :]) if joint else ("", name)


def _calls(m: Manuscript, rest: str, path: str, known: set[int]) -> bool:
    """Whether a file gives a name to a macro that argcheck does not know, or as a further argument, or numbers it."""
    text, dead = m.files[path].text, m.dead.get(path, [])
    stem = rest.rstrip("0123456789")
    if stem != rest and stem in m.commands and any(f"\\{stem}{opener}" in text for opener in "[{"):
        return True
    for start in _braced(rest, text):
        before = text[max(0, start - _FAR) : start].rstrip()[:-1].rstrip()
        call = _CALL.search(before)
        unknown = call is not None and call[1] in m.commands and not call[1].startswith(_PRINTS)
        if (
            (unknown or before.endswith("}"))
            and start not in known
            and not commented(text, start)
            and not any(first <= start < last for first, last in dead)
        ):
            return True
    return False


def _held(text: str, names: Sequence[str]) -> list[str]:
    """Return which of the names may be an argument in a text."""
    held = _in_braces(text) if len(names) > _FEW else text
    return [name for name in names if name in held]


def _in_braces(text: str) -> set[str]:
    """Collect what stands alone in braces or brackets; for many names this is faster than a search for each."""
    return {name.strip() for arguments in (_BRACED, _BRACKETED, _KEYED) for name in arguments.findall(text)}


def _label_macros(text: str) -> Iterator[tuple[int, str]]:
    """Give the arguments of other macros that have "label" in their names, with their places."""
    for match in _LABELLING.finditer(text):
        head = text[max(0, match.start() - 30) : match.start()].rpartition("\\")[2]
        if head and head[-1] in "lL" and head.replace("@", "a").isalpha():
            yield match.start(1), match[1].strip()


def _stands(name: str, text: str, known: set[int], dead: list[tuple[int, int]]) -> bool:
    for start in _braced(name, text):
        line = text[max(0, start - _BLANKS) : start].rpartition("\n")[2]
        if start in known or line.endswith(("\\begin{", "\\end{")):
            continue
        shown = next((first for first, last in dead if first <= start < last), None)
        if shown is None and behind_percent(text, start):
            continue
        if shown is None or _escaped(line, start, text, dead) or _is_option(text, shown, start):
            return True
    return False


def _braced(name: str, text: str) -> Iterator[int]:
    """Yield where a name is an argument alone; a pattern for each name would cost more to compile than it saves."""
    start = text.find(name)
    while start >= 0:
        end = start + len(name)
        before, behind = text[max(0, start - _BLANKS) : start].rstrip(), text[end : end + _BLANKS].lstrip()
        match before[-1:], behind[:1]:
            case "{", "}":
                yield start
            case "[", "]" if _COMMAND.search(before, 0, len(before) - 1):
                yield start
            case "=", "," | "]" | "}" if _KEY.search(before):
                yield start
        start = text.find(name, end)


def _is_option(text: str, shown: int, start: int) -> bool:
    r"""Whether the ``label=`` of a place in a listing is an option of it: ``\begin{code}*[label=sum]``."""
    return "\n" not in text[shown:start] and _KEY.search(text, shown, start) is not None


def _escaped(line: str, start: int, text: str, dead: list[tuple[int, int]]) -> bool:
    r"""Whether a ``\label`` in dead text is one that a listing obeys: ``(*@\label{line:x}@*)``."""
    if not line.endswith("\\label{"):
        return False
    first = min((end - begin, begin) for begin, end in dead if begin <= start < end)[1]
    begin = _BEGIN.match(text, max(0, text.rfind("\\begin", 0, first)), first)
    return begin is not None and begin[1] != "comment" and text[begin.end() : first].strip()[:1] in {"", "["}


def _by_owner(items: Iterable[_Owned], owner: list[int]) -> dict[int, list[_Owned]]:
    found: dict[int, list[_Owned]] = {}
    for item in items:
        index = owner[item.environment] if item.environment >= 0 else -1
        if index >= 0:
            found.setdefault(index, []).append(item)
    return found


def statements(manuscript: Manuscript) -> tuple[Statement, ...]:
    """Every theorem-like environment with the labels that stand directly in it."""
    labels: dict[int, list[Label]] = {}
    for label in manuscript.labels:
        labels.setdefault(label.environment, []).append(label)
    return tuple(
        Statement(kind, environment, tuple(labels.get(index, ())), environment.name.endswith("*"))
        for index, environment in enumerate(manuscript.environments)
        if (kind := manuscript.theorem_kinds.get(environment.name) or _starred(manuscript, environment.name))
    )


def _starred(manuscript: Manuscript, name: str) -> str | None:
    return manuscript.theorem_kinds.get(name[:-1]) if name.endswith("*") else None


def abstract(manuscript: Manuscript) -> Span | None:
    r"""The ``abstract`` environment without its ``\begin`` and ``\end``, or the argument of ``\abstract``."""
    for environment in manuscript.environments:
        if environment.name == "abstract":
            end = environment.span.end - len("\\end{abstract}")
            return Span(environment.span.path, environment.begin.end, max(environment.begin.end, end))
    return next(iter(manuscript.abstract_spans), None)


#: What a hypothesis and a research question are called, by language: before a number in short, and in words.
QUESTION_NAMES: dict[str, dict[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "en": {
        "H": (("H", "HYP"), ("hypothesis", "hypotheses")),
        "RQ": (("RQ", "SQ"), ("research question", "research questions")),
    },
    "de": {
        "H": (("H",), ("Hypothese", "Hypothesen")),
        "RQ": (("FF",), ("Forschungsfrage", "Forschungsfragen")),
    },
    "fr": {
        "H": (("H",), ("hypothèse", "hypothèses")),
        "RQ": (("QR",), ("question de recherche", "questions de recherche")),
    },
}
#: What the first question of a numbered series is called, by a word that must be there too.  Plain text
#: is searched for, and most files are told by the first words alone: this runs over every one of them.
_FIRST_QUESTIONS = {
    **{word: tuple(f"{word}{joint}1" for joint in ("", " ", "~", "-")) for word in ("RQ", "FF", "QR")},
    # Assumptions of analysis are called H1 as well: without the word, an item of a study of people is needed.
    **dict.fromkeys(("\\item[H1]", "\\item[\\textbf{H1}]"), ("articipants", "espondents")),
    "ypoth": ("H1", "H-1", *(f"ypoth{end}{joint}1" for end in ("esis", "ese", "èse") for joint in " ~")),
    "uestion": tuple(f"uestion{end}{joint}1" for end in ("", " de recherche") for joint in " ~"),
    "orschungsfrage": ("orschungsfrage 1", "orschungsfrage~1"),
}


def names_questions(manuscript: Manuscript) -> bool:
    """Tell whether some file names a first numbered question or hypothesis, such as RQ1."""
    remember = manuscript.remember
    return any(
        remember("questions", source.digest, lambda text=source.text: _names_question(text))  # type: ignore[misc]
        for source in manuscript.files.values()
    )


def _names_question(text: str) -> bool:
    return any(
        needle in text for word, needles in _FIRST_QUESTIONS.items() if word in text for needle in needles
    )


def argues(manuscript: Manuscript) -> bool:
    r"""Tell whether the document says outright how it argues.

    It does by annotations, by ``\uses`` and its kin, by theorem-like environments and
    proofs, or by numbered questions; most documents do not.
    """
    if manuscript.uses or any(not one.text.startswith("ignore") for one in manuscript.directives):
        return True
    kinds = manuscript.theorem_kinds
    for name in {environment.name for environment in manuscript.environments}:
        if name == "proof" or name.removesuffix("*") in kinds:
            return True
    return names_questions(manuscript)


def lists_contributions(manuscript: Manuscript) -> bool:
    """Tell whether some list may be one of contributions: a word that announces them stands close before it."""
    reach = NEAR + max(map(len, ANNOUNCING))
    for environment in manuscript.environments:
        if environment.name in LISTS:
            text, start = manuscript.files[environment.span.path].text, environment.span.start
            if any(text.rfind(word, max(0, start - reach), start) >= 0 for word in ANNOUNCING):
                return True
    return False


def appendix(manuscript: Manuscript) -> tuple[Span, ...]:
    """Return the pieces of the live text from where the appendix begins."""
    for number, piece in enumerate(manuscript.pieces):
        text = manuscript.files[piece.path].text
        for begin in _APPENDIX.finditer(text, piece.start, piece.end):
            if not commented(text, begin.start()):
                return (Span(piece.path, begin.end(), piece.end), *manuscript.pieces[number + 1 :])
    return ()
