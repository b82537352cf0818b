"""Chunks of code in R Markdown and Quarto: their inputs, floats and labels.  Code is neither run nor read as text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from argcheck.files.patterns import LABEL, lazy
from argcheck.readers.front_matter import NO
from argcheck.readers.translation import Excerpt

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from argcheck.readers.markdown_words import Words
    from argcheck.readers.printed_labels import Session
    from argcheck.readers.translation import Translation

_KNITR = lazy(r"\{\s*[rR]\b")  # knitr takes "#| " alone
_MARK = lazy(r"[ \t]*(?:#|//|%%)[ \t]*\|")  # before an option; formatters of Python write "# |"
_CHUNK = lazy(r"\{\s*[A-Za-z].*\}\s*$", re.DOTALL)
_OPTION = lazy(
    r"""^[ \t]*(?:\#|//|%%)(?P<blank>[ \t]*)\|(?P<indent>[ \t]*)(?P<name>[\w-]+):[ \t]*(?P<mark>["']?)(?P<value>[^\n]*?)(?P=mark)[ \t]*$
      | \b(?P<argument>child|label|tab\.id|results|(?:fig|tab|tbl)\.cap)\s*=\s*(?P<quote>["'])(?P<text>(?:(?!(?P=quote))[^\\\n]|\\.)*)(?P=quote)""",
    re.MULTILINE | re.VERBOSE,
)
_MORE = lazy(r"\n[ \t]*(?:#|//|%%)[ \t]*\|(?P<indent>[ \t]+)(?P<words>[^\n]*)")


def translate_chunk(
    out: Translation,
    words: Words,
    text: str,
    start: int,
    end: int,
    *,
    session: Session,
    run: bool = True,
) -> None:
    """Add the chunk from ``start`` to ``end``: an input, a float with caption and label, labels only, or raw LaTeX.

    What it prints as a part of the text is an environment without words, ``output:asis``, if it may set labels.

    :param session: of its code.
    :param run: whether chunks are run that do not say so themselves.
    """
    head_end = text.find("\n", start, end)
    head = text[start:head_end].strip(" \t`~") if head_end >= 0 else ""
    chunk = _CHUNK.match(head)
    if chunk is None:
        if head in ("{=latex}", "{=tex}"):
            out.keep(Excerpt(text, [(head_end + 1, max(head_end + 1, text.rfind("\n", start, end)))]))
            out.put("\n\n", end)
        return
    places: dict[str, list[tuple[int, int]]] = {}
    labels: list[tuple[int, int]] = []
    printed: list[int] = []
    of_knitr = _KNITR.match(head) is not None
    for option in _OPTION.finditer(text, start, end):
        if of_knitr and option["blank"]:
            continue
        name, place = option["name"] or option["argument"], option.span("value" if option["name"] else "text")
        value = text[slice(*place)]
        if option["name"] and (more := _more_lines(text, option, end)):
            places.setdefault(name, [place, *more] if value.strip("|>+-") else more)
        places.setdefault(name, [place])
        if option["argument"] in ("label", "tab.id"):
            labels.append(place)
        if name in ("results", "output") and value == "asis":
            printed += [] if _commented(text, head_end, place[0]) else [place[0]]
    options = [*head.strip("{}").replace(" ", ",", 1).split(",")[1:], *_listed(text[head_end + 1 : end])]
    if "child" in places:
        out.around("\\input{", text, places["child"][0], "}\n\n")
        return
    said = [
        value.strip()
        for name, _, value in (option.partition("=") for option in options)
        if name.strip() == "eval"
    ]
    said += [text[slice(*places["eval"][0])]] if "eval" in places else []
    is_run = said[-1] not in NO if said else run
    if printed and is_run and session.may_set_labels(head, text[head_end:end]):
        out.put("\\begin{output:asis}\\end{output:asis}\n\n", printed[0])
    label = places["label"][0] if "label" in places else (0, 0)
    own = text[slice(*label)]
    # the name of the chunk, at any place among the options
    names = {word.strip(" '\"") for word in options if "=" not in word}
    names.update(text[slice(*place)] for place in (*labels, label))
    # of captions that code has
    out.targets.update(name for name in LABEL.findall(text, start, end) if not _NO_NAME.intersection(name))
    names.discard("")
    parts = _parts(text, places, options, names)
    captions = [places[name] for name in _CAPTIONS if name in places][:1]
    captions += [places[name] for name in _OF_PARTS if name in places and captions]
    if captions and label not in labels and words.is_kind(own):
        environment = "table" if own.startswith("tbl-") else "figure"
        out.put(f"\\begin{{{environment}}}", label[0])
        _add(out, words, text, captions)
        out.around("\\label{", text, label, "}")
        for name in parts:
            out.put(f"\\label{{{name}}}", *label)
        out.put(f"\\end{{{environment}}}\n\n", label[1])
    else:
        _add(out, words, text, captions)
    out.targets.update(names, parts)


_CAPTIONS = ("fig-cap", "tbl-cap", "fig.cap", "tab.cap", "tbl.cap")
_OF_PARTS = ("fig-subcap", "tbl-subcap")
_MOST_PARTS = 20
_NO_NAME = frozenset("\"'\\%,\n")


def _parts(
    text: str, places: Mapping[str, Sequence[tuple[int, int]]], options: Iterable[str], names: Iterable[str]
) -> list[str]:
    """Return the labels of the parts of a chunk that prints several figures or tables: ``fig-x-1`` and so on."""
    lists = [text[slice(*places[name][0])].lstrip()[:1] for name in _CAPTIONS if name in places]
    in_r = any(".cap=c(" in "".join(option.split()) for option in options)
    if in_r or any(name in places for name in _OF_PARTS) or any(first in ("[", "-") for first in lists):
        return [f"{name}-{number}" for name in sorted(names) for number in range(1, _MOST_PARTS)]
    return []


def _more_lines(text: str, option: re.Match[str], end: int) -> list[tuple[int, int]]:
    """Return the ranges of the lines of comments that go on with an option, as they are indented below it."""
    ranges: list[tuple[int, int]] = []
    at = option.end()
    while (more := _MORE.match(text, at, end)) and len(more["indent"]) > len(option["indent"]):
        ranges.append(more.span("words"))
        at = more.end()
    return ranges


def _add(out: Translation, words: Words, text: str, captions: Sequence[Sequence[tuple[int, int]]]) -> None:
    """Add the caption, and the captions of the parts behind it."""
    for number, places in enumerate(captions):
        out.put("\n" if number else "\\caption{", places[0][0])
        words.translate(Excerpt(text, places))
        out.put("\n" if number else "}", places[-1][1])


def _listed(code: str) -> Iterator[str]:
    """Yield the options that stand at the top of a chunk as in R: ``#| echo=FALSE, eval=FALSE``."""
    for line in code.split("\n"):
        mark = _MARK.match(line)
        if not mark:
            return
        options = line[mark.end() :]
        if "=" in options and ":" not in options.partition("=")[0]:
            yield from options.split(",")


def _commented(text: str, head_end: int, offset: int) -> bool:
    """Whether a place in a chunk whose first line ends at ``head_end`` is in a comment of its code."""
    before = text[text.rfind("\n", 0, offset) + 1 : offset]
    mark = _MARK.match(before)
    return offset > head_end and "#" in before[mark.end() if mark else 0 :]
