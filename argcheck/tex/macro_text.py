"""Expands macros and fills parameters in texts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from argcheck.files.patterns import COMMENTS, lazy
from argcheck.tex.arguments import arguments
from argcheck.tex.commands import words

if TYPE_CHECKING:
    from argcheck.tex.commands import Spec
    from argcheck.tex.model import MacroDefinition

_PATH_MARK = lazy(r"\\(?:subfix|detokenize)\s*\{([^{}]*)\}")
_BUILT = lazy(r"(?:\\(?:[A-Za-z@]+(?:\s*\{[^{}]*\})*\s*|.)|#[1-9])+")  # known only at the call
PARAMETER = lazy(r"\A([^#{}\\]*)#([1-9])([^#{}\\]*)\Z")  #: a text with one parameter and no macros
#: The body of a macro that reads its argument as one of these commands does.
READS_CODE = lazy(
    r"\\(?:(verb|Verb|url|nolinkurl|path|lstinline)|mintinline\s*(?:\[[^\]]*\])?\s*\{[^{}]*\})\*?\s*(?:\[[^\]]*\])?\s*\Z"
)
_NUMBER = lazy(
    r"\\(?:the\s*\\(?:count\s*\d+|[A-Za-z@]+)|the(?:page|part|chapter|(?:sub)*section|paragraph|equation|figure|table|enum[iv]+|[A-Za-z@]*"
    r"(?:counter|count|cnt|ctr|number|num))(?![A-Za-z@])|(?:arabic|roman|Roman|alph|Alph|number|value)\s*\{[^{}]*\})"
)

_RIGHT_BEFORE = 1_000  #: characters of comments between two definitions of a macro, at most

#: commands that print their arguments as they are
PLAIN = frozenset(
    words("""
    textcolor color tiny scriptsize footnotesize small normalsize large textbf textit emph texttt textsc textrm textsf
    text textsuperscript textsubscript bfseries itshape scshape ttfamily bf it em sl sc rm tt mbox unskip xspace protect
    """)
)


def expand(text: str, macros: Mapping[str, str]) -> str:
    r"""Return ``text`` with argument-free macros expanded, at most eight deep, and without ``\subfix`` and the like."""
    text = _PATH_MARK.sub(r"\1", text) if "\\" in text else text
    for _ in range(8):
        if "\\" not in text:
            break
        replaced = re.sub(
            r"\\([A-Za-z@]+)(?:\{\}|\s*)", lambda m: macros[m[1]].strip() if m[1] in macros else m[0], text
        )
        if replaced == text or len(replaced) > 4_000:
            break
        text = replaced
    return text


class LookedUp(Mapping[str, str]):
    """Text macros that record which names were looked up, as an expansion depends on these only."""

    def __init__(self, macros: Mapping[str, str]) -> None:
        self.names: set[str] = set()  #: looked up so far, known or not
        self._macros = macros

    def __contains__(self, name: object) -> bool:
        self.names.add(str(name))
        return name in self._macros

    def __getitem__(self, name: str) -> str:
        self.names.add(name)
        return self._macros[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._macros)

    def __len__(self) -> int:
        return len(self._macros)


def fill(template: str, values: Sequence[str]) -> str:
    """Return a template with its arguments filled in; an empty argument is dropped with the slash after it."""

    def value(match: re.Match[str]) -> str:
        number = int(match[1])
        given = values[number - 1] if number <= len(values) else ""
        return given + match[2] if given else ""

    return re.sub(r"#([1-9])(/?)", value, template)


def called(text: str, behind: int, macro: tuple[str, str]) -> tuple[str, int]:
    """Return the expansion of a call of a macro, and the offset after its arguments.

    :param behind: the offset after its name.
    :param macro: its openers, as in `argcheck.tex.tokens.Definition`, and its body.
    """
    openers, _, default = macro[0].partition("\0")
    spans, behind = arguments(text, behind, openers)
    return fill(macro[1], [text[slice(*span)] if span else default for span in spans]), behind


def parameters_in(
    openers: str, body: str, position: int, known: Spec
) -> Iterator[tuple[int, tuple[str, str]]]:
    """Yield the parameters in arguments where ``known`` names something, with the text before and after each."""
    spans, _ = arguments(body, position, known.openers)
    for slot, span in zip(known.slots, spans, strict=True):
        if not span or slot.prefix is None:
            continue
        inner = body[span[0] : span[1]]
        for part in inner.split(",") if known.many else [inner]:
            match = PARAMETER.match(part)
            if match and int(match[2]) <= len(openers):
                yield int(match[2]), (slot.prefix + match[1].lstrip(), match[3].rstrip() + slot.suffix)


def label_form(name: str) -> str:
    """Return the form of a label with macros, as in `argcheck.tex.model.ManuscriptRecords.built_labels`."""
    return _BUILT.sub("\0", _NUMBER.sub("\1", name))


def add_definition(known: list[MacroDefinition], made: MacroDefinition, text: str) -> None:
    """Add to the definitions of a macro one more, in place of that right before it in its ``text``."""
    path, start, _ = made.span
    if known and known[-1].span.path == path and not text.startswith("\\provide", start):
        between = text[known[-1].span.end : start]
        if len(between) < _RIGHT_BEFORE and not COMMENTS.sub("", between).strip():
            known.pop()
    known.append(made)


class MacroSetting(NamedTuple):
    """A macro that a call of another macro sets; ``#n`` in the value is an argument of the call."""

    name: str
    value: str
    at_once: bool  #: whether macros in the value are expanded at the call, as by ``\\edef``, not at the use


def is_kept(text: str, setters: Mapping[str, tuple[str, Sequence[MacroSetting]]]) -> bool:
    r"""Whether a text is a macro that another one sets to its argument: ``\def\keep#1{\gdef\kept{#1}}``."""
    name = text.strip().removeprefix("\\")
    values = (made.value for _, settings in setters.values() for made in settings if made.name == name)
    return any(value[:1] == "#" and value[1:].isdecimal() for value in values)
