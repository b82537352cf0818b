r"""What a document calls its floats, where it gives them another name: ``\renewcommand{\tablename}{Listing}``."""

# ruff: noqa: SIM905 - lists of names read best as text

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.files.patterns import lazy
from argcheck.tex.commands import OWN_FLOAT_NAME, words
from argcheck.tex.live_source import commented
from argcheck.tex.model import once

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from argcheck.tex.model import ManuscriptRecords

#: Macros with the names of floats.
_CAPTION_NAMES = words("figurename tablename listingname lstlistingname algorithmname algorithmcfname")
_WITH_NUMBER = "fnum@"  # LaTeX's own prefix of the macros that print name and number of a caption
#: Names that are no macros: options of the package ``caption``, also where it is loaded, and babel's command.  A format
#: of labels may be used for any float, so it names none.
_CALLED = lazy(
    r"\b(?:(figure|table)name\s*=|captionsetup\s*\[\s*(figure|table|lstlisting|algorithm)\s*\]\s*\{(?:[^{}]*[,\s])?name\s*="
    r"|setlocalecaption\s*\{[^{}]*\}\s*\{(figure|table)\}|DeclareCaptionLabelFormat\s*\{[^{}]*\})"
    r"\s*\{?((?:[^{},\]\n]|\{[^{},]*\})*)"
)
_SIGNS = tuple("captionsetup figurename tablename setlocalecaption DeclareCaptionLabelFormat".split())
_CONTROL = lazy(r"\\([A-Za-z@]+)")


def float_kind(name: str) -> frozenset[str]:
    """Return the kind of a float by the name of its environment, or of a macro that prints its name."""
    lower = name.lower()
    parts = (
        ("figure", "fig"),
        ("table", "tab"),
        ("algorithm", "algo"),
        ("listing", "listing"),
        ("listing", "minted"),
    )
    return frozenset(kind for kind, part in parts if part in lower)


@once
def printed_names(manuscript: ManuscriptRecords) -> Mapping[str, str]:
    r"""Return what captions say beside the number where the document renames floats, by their kind.

    It is in words: ``\lstlistingname~\thetable`` is a listing.  Without a kind it may be that of any float.
    """
    printed: dict[str, str] = {}
    for kind, written in _new_names(manuscript):
        macros = _CONTROL.findall(written)
        said = [manuscript.text_macros.get(macro, "") for macro in macros]
        said += [min(float_kind(macro), default="") for macro in macros if macro in _CAPTION_NAMES]
        printed[kind] = " ".join([printed.get(kind, ""), _CONTROL.sub(" ", written), *said])
    return printed


def _new_names(manuscript: ManuscriptRecords) -> Iterator[tuple[str, str]]:
    """Yield the kind of a float and what is printed before or around its number, as written."""
    for name, definitions in manuscript.macros.items():
        if name in _CAPTION_NAMES or name.startswith((OWN_FLOAT_NAME, _WITH_NUMBER)):
            yield from ((kind, made.body) for kind in float_kind(name) for made in definitions)
    for file in manuscript.files.values():
        if any(sign in file.text for sign in _SIGNS):
            for match in _CALLED.finditer(file.text):
                if not commented(file.text, match.start()):
                    kind = next(filter(None, match.groups()[:-1]), "")
                    yield min(float_kind(kind), default=""), match[4]
