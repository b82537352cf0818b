r"""Whether a citation prints names in the sentence: ``\citet`` does, ``\citep`` only in parentheses or not at all."""

from __future__ import annotations

from posixpath import basename
from typing import TYPE_CHECKING

from argcheck.tex.arguments import command_names, option_value
from argcheck.tex.known_files import loads_natbib
from argcheck.tex.live_source import arguments_of, files_with
from argcheck.tex.model import once
from argcheck.tex.notes import options_of
from argcheck.tex.typography import CITATIONS, printed_by
from argcheck.tex.units import class_unseen

if TYPE_CHECKING:
    from argcheck.tex.model import Citation, ManuscriptRecords

_BY_STYLE = frozenset(("cite", "Cite", "cites", "Cites"))
_NUMBERED = frozenset(("numbers", "super"))
#: Code by which a class chooses between numbers and names.
_CHOOSING = (
    *("\\bibpunct", "\\setcitestyle"),
    *("numbers,", "numbers]", ",numbers", "{numbers}", "super,", "super]", ",super", "{super}"),
)
_TYPE = 4  # index of the argument of \bibpunct with the choice, the option counted


def names_authors(manuscript: ManuscriptRecords, citation: Citation) -> bool | None:
    r"""Whether a citation prints the names of the authors in the sentence, outside of parentheses.

    A macro of the document does if a command that it calls outside of its own parentheses does.  None for a ``\cite``
    of unknown style.
    """
    waiting, expanded = [] if citation.nocite else [citation.command.rstrip("*")], set()
    printed: set[bool | None] = set()
    while waiting:
        command = waiting.pop()
        bodies = [made.body for made in manuscript.macros.get(command, ()) if command not in expanded]
        if calls := [call for body in bodies for call in _calls(manuscript, body)]:
            expanded.add(command)
            waiting += [name for name, in_parentheses in calls if not in_parentheses]
        elif command in _BY_STYLE:  # a redefined \cite that calls the old one is met twice
            printed.add(_by_style(manuscript, citation))
        else:
            printed.add(printed_by(command) in ("authors", "sentence"))
    return next((names for names in (True, None) if names in printed), False)


def _calls(manuscript: ManuscriptRecords, body: str) -> list[tuple[str, bool]]:
    """Return the citation commands and macros in a body, and whether each is in parentheses.

    Empty for a body that defines how citations are printed, as in styles: such a command prints as its name says.
    """
    names = sorted(
        name for name in command_names(body) if "cite" in name.lower() or name in manuscript.macros
    )
    if any("@" in name for name in names):
        return []
    before = [(name, body.partition(f"\\{name}")[0]) for name in names]
    return [(name, any(text.count(o) > text.count(c) for o, c in ("()", "[]"))) for name, text in before]


def _by_style(manuscript: ManuscriptRecords, citation: Citation) -> bool | None:
    r"""Whether ``\cite`` prints names in the sentence, None if unknown; natbib does not if a note precedes the keys."""
    named = _in_author_year(manuscript)
    path, start, end = citation.command_span
    written = manuscript.files[path].text[start:end]
    noted = written[1 + len(citation.command) :].lstrip().startswith("[")
    return False if noted and "biblatex" not in manuscript.packages else named


@once
def _in_author_year(manuscript: ManuscriptRecords) -> bool | None:
    r"""Whether ``\cite`` prints the authors, in an author-year style of natbib or biblatex; None if a class chooses."""
    if "biblatex" in manuscript.packages:
        options = manuscript.packages["biblatex"]
        whole = (0, len(options))
        style = option_value(options, whole, "citestyle") or option_value(options, whole, "style")
        return style is not None and options[slice(*style)].strip().startswith(CITATIONS["author-year"])
    natbib = "natbib" in manuscript.packages
    if "apacite" in manuscript.packages:
        return "natbibapa" in options_of(manuscript, "apacite") or (None if natbib else False)
    if class_unseen(manuscript) or loads_natbib(manuscript.document_class):
        return None
    if not natbib:
        return False
    styles = [path for path in files_with(manuscript, _CHOOSING) if path.endswith((".cls", ".sty"))]
    if any(basename(path) != "natbib.sty" for path in styles):
        return None
    given = options_of(manuscript, "natbib") | options_of(manuscript, manuscript.document_class)
    numbered = "authoryear" not in given and not given.isdisjoint(_NUMBERED)
    for [style_of_list] in arguments_of(manuscript, "bibliographystyle", "{"):
        numbered = numbered or style_of_list in CITATIONS["numbered"]
    for [settings] in arguments_of(manuscript, "setcitestyle", "{"):
        words = {word.strip() for word in settings.split(",")}
        numbered = "authoryear" not in words and (numbered or not words.isdisjoint(_NUMBERED))
    for signs in arguments_of(manuscript, "bibpunct", "[{{{{{{"):
        numbered = signs[_TYPE] in ("n", "s")
    return not numbered
