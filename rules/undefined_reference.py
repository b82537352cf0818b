"""REF001: a reference to a label that the document does not have."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from argcheck.api import Needs, Severity, closest, rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.api import Diagnostic, RuleContext

_OTHER_DOCUMENTS = frozenset({"xr", "xr-hyper", "zref-xr"})
_OF_PACKAGES = frozenset(
    {"LastPage", "TotPages", "VeryLastPage", "FirstPage", "LastPageOfDocument", "lastpage"}
)
_SLIDE = re.compile(r"<\d+>\Z")  # beamer gives each slide of a frame a label of its own
_MOST = 100  #: references that near misses are looked for; with more, something else is wrong


@rule("REF001", "undefined-reference", severity=Severity.WARNING, since="0.1.0", needs=Needs.TEXT)
def undefined_reference(ctx: RuleContext) -> Iterator[Diagnostic]:
    r"""A reference names a label that the document does not have.

    ## Why is this bad?

    The reader sees "Section ??" and LaTeX only says so in a log that nobody reads.

    ## Example

    ```tex
    \section{Results} \label{sec:results}
    See Section~\ref{sec:result}.
    ```

    ## Use instead

    ```tex
    \section{Results} \label{sec:results}
    See Section~\ref{sec:results}.
    ```

    ## Limits

    Held back while a file of the document is missing, or its end: the label may be in what is not there.
    So it is in a document that prints a chapter or two of another, which is judged as a whole. Says
    nothing in a document that takes labels of other documents (`xr`), of a name that stands in the
    argument of a macro that argcheck does not know or in an option called `label`, which may set the
    label, or of a `\label` in a listing or in a file that one shows, which LaTeX obeys between escape
    characters, of labels that packages set, such as `LastPage`, and of those that R code (`.Rnw`) names.

    Where no label has the prefix of a name, a macro that argcheck does not know may put it before its
    argument (`img:tux` for `\includeimage{tux}`), as may an environment (`wa-heat` for
    `\begin{warning}{Heat}{heat}`). Where a chunk of R code prints LaTeX, or a macro of the document puts a
    label together from others (`\label{\chaptername:#1}`), a name that may have been made so is reported
    only if it is close to a known one.
    """
    m = ctx.manuscript
    if not _OTHER_DOCUMENTS.isdisjoint(m.packages):
        return
    known = m.labels_by_name.keys() | m.hidden_labels | _OF_PACKAGES
    lost = [one for one in m.references if one.name and _SLIDE.sub("", one.name) not in known]
    elsewhere = m.named_elsewhere({one.name for one in lost}) if lost else ()
    lost = [one for one in lost if one.name not in elsewhere]
    names = sorted(known - _OF_PACKAGES)
    for reference in lost:
        near = closest(reference.name, names) if len(lost) <= _MOST else []
        if not near and any(_fits(reference.name, form.split("\0")) for form in m.built_labels):
            continue
        words = " or ".join(f"'{name}'" for name in near)
        advice = f"did you mean {words}?" if near else "add the label where it belongs, or correct the name"
        yield ctx.report(reference.span, f"no label is called '{reference.name}'", help=advice)


def _fits(name: str, pieces: list[str]) -> bool:
    """Whether a macro that puts labels together from these pieces may have made ``name``."""
    if not name.startswith(pieces[0]) or not name.endswith(pieces[-1]):
        return False
    position = len(pieces[0])
    for piece in pieces[1:-1]:
        position = name.find(piece, position) + len(piece)
        if position < len(piece):
            return False
    return position + len(pieces[-1]) <= len(name)
