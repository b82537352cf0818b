"""Chunks of code in R Markdown and Quarto: their inputs, floats and labels.  Code is neither run nor read as text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from argcheck.files.patterns import lazy
from argcheck.readers.front_matter import NO
from argcheck.readers.translation import Excerpt

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.readers.markdown_words import Words
    from argcheck.readers.translation import Translation

_CHUNK = lazy(r"\{\s*[A-Za-z].*\}\s*$", re.DOTALL)
_OPTION = lazy(
    r"""^[ \t]*(?:\#|//|%%)\|[ \t]*(?P<name>[\w-]+):[ \t]*(?P<mark>["']?)(?P<value>[^\n]*?)(?P=mark)[ \t]*$
      | \b(?P<argument>child|label|results|(?:fig|tab|tbl)\.cap)\s*=\s*(?P<quote>["'])(?P<text>(?:[^"'\\\n]|\\.)*)(?P=quote)""",
    re.MULTILINE | re.VERBOSE,
)


def translate_chunk(
    out: Translation, words: Words, text: str, start: int, end: int, *, run: bool = True
) -> None:
    """Add the chunk from ``start`` to ``end``: an input, a float with caption and label, labels only, or raw LaTeX.

    What it prints as a part of the text is an environment without words, ``output:asis``.

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
    places: dict[str, tuple[int, int]] = {}
    labels: list[tuple[int, int]] = []
    printed: list[int] = []
    for option in _OPTION.finditer(text, start, end):
        name, place = option["name"] or option["argument"], option.span("value" if option["name"] else "text")
        places.setdefault(name, place)
        if option["argument"] == "label":
            labels.append(place)
        if name in ("results", "output") and text[slice(*place)] == "asis":
            printed += [] if _commented(text, head_end, place[0]) else [place[0]]
    options = [*head.strip("{}").replace(" ", ",", 1).split(",")[1:], *_listed(text[head_end + 1 : end])]
    if "child" in places:
        out.around("\\input{", text, places["child"], "}\n\n")
        return
    said = [
        value.strip()
        for name, _, value in (option.partition("=") for option in options)
        if name.strip() == "eval"
    ]
    said += [text[slice(*places["eval"])]] if "eval" in places else []
    if printed and (said[-1] not in NO if said else run):
        out.put("\\begin{output:asis}\\end{output:asis}\n\n", printed[0])
    caption = next((places[name] for name in _CAPTIONS if name in places), None)
    label = places["label"] if "label" in places and places["label"] not in labels else None
    if label and caption and words.is_kind(text[slice(*label)]):
        environment = "table" if text.startswith("tbl-", label[0]) else "figure"
        out.put(f"\\begin{{{environment}}}", label[0])
        _caption(out, words, text, caption)
        out.around("\\label{", text, label, "}")
        out.put(f"\\end{{{environment}}}\n\n", label[1])
    else:
        _caption(out, words, text, caption)
    # the name of the chunk, at any place among the options
    out.targets.update(word.strip(" '\"") for word in options if "=" not in word)
    out.targets.update(text[slice(*place)] for place in (*labels, *filter(None, [label])))


_CAPTIONS = ("fig-cap", "tbl-cap", "fig.cap", "tab.cap", "tbl.cap")


def _caption(out: Translation, words: Words, text: str, place: tuple[int, int] | None) -> None:
    if place:
        out.put("\\caption{", place[0])
        words.translate(Excerpt(text, [place]))
        out.put("}", place[1])


def _listed(code: str) -> Iterator[str]:
    """Yield the options that stand at the top of a chunk as in R: ``#| echo=FALSE, eval=FALSE``."""
    for line in code.split("\n"):
        _, mark, options = line.partition("|")
        if not mark or not line.lstrip().startswith(("#|", "//|", "%%|")):
            return
        if ":" not in options.partition("=")[0]:
            yield from options.split(",")


def _commented(text: str, head_end: int, offset: int) -> bool:
    """Whether a place in a chunk whose first line ends at ``head_end`` is in a comment of its code."""
    before = text[text.rfind("\n", 0, offset) + 1 : offset]
    return offset > head_end and "#" in before.lstrip().removeprefix("#|")
