r"""The tokens of a scan: one for each meaningful thing in a file, in the order of the text.

Names in tokens are plain triples of name, start and end.  The first fields of a token are its start and its end, and
`Segment.packed` makes plain tuples, which `marshal` can store.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    Named = tuple[str, int, int]  # a name, its start and its end
    Arms = tuple[tuple[int, int], ...]  # the open conditionals: offset, number of the arm


class CiteToken(NamedTuple):
    """A citation command."""

    start: int
    end: int
    command: str
    nocite: bool
    keys: tuple[Named, ...]


class LabelToken(NamedTuple):
    """A label; start and end are those of its name, which may contain macros that only TeX expands."""

    start: int
    end: int
    command: str
    name: str
    arms: Arms


class RefToken(NamedTuple):
    """A reference command."""

    start: int
    end: int
    command: str
    names: tuple[Named, ...]


class UseToken(NamedTuple):
    r"""A macro about the argument, such as ``\uses``."""

    start: int
    end: int
    command: str
    names: tuple[Named, ...]


class InputToken(NamedTuple):
    """A command that reads another file; the scan pauses after it."""

    start: int
    end: int
    command: str
    folder: str  #: the folder that an \\import names, else empty
    name: str
    name_start: int
    name_end: int
    arms: Arms


class BeginToken(NamedTuple):
    r"""A ``\begin``, with the range of its option, -1 and -1 without one."""

    start: int
    end: int
    name: str
    option_start: int
    option_end: int


class EndToken(NamedTuple):
    r"""An ``\end``."""

    start: int
    end: int
    name: str


class CaptionToken(NamedTuple):
    """A caption and the range of its text."""

    start: int
    end: int
    command: str
    text_start: int
    text_end: int


class SectionToken(NamedTuple):
    """A sectioning command and the range of its title."""

    start: int
    end: int
    level: int
    starred: bool
    title_start: int
    title_end: int


class FootnoteToken(NamedTuple):
    """A footnote and the range of its text."""

    start: int
    end: int
    text_start: int
    text_end: int


class ResourceToken(NamedTuple):
    """A command that loads bibliographies."""

    start: int
    end: int
    command: str
    names: tuple[Named, ...]


class BibitemToken(NamedTuple):
    """An item of a list of references in the text."""

    start: int
    end: int
    key: str
    key_start: int
    key_end: int


class FilecontentsToken(NamedTuple):
    """A file that the document writes, and the range of its contents."""

    start: int
    end: int
    name: str
    body_start: int
    body_end: int


class DefineToken(NamedTuple):
    """A definition, with the fields of a `Definition`."""

    start: int
    end: int
    form: str
    name: str
    openers: str
    body: str


class PackageToken(NamedTuple):
    """A command that loads packages or a class."""

    start: int
    end: int
    command: str
    options: str
    names: tuple[Named, ...]


class DirectiveToken(NamedTuple):
    """A comment for argcheck."""

    start: int
    end: int
    text: str
    own_line: bool
    following: int  #: offset of the first live text after it


class ProblemToken(NamedTuple):
    """A fault in the text itself."""

    start: int
    end: int
    kind: str
    message: str
    help: str | None


class BeginDocumentToken(NamedTuple):
    r"""The ``\begin{document}``."""

    start: int
    end: int


class EndDocumentToken(NamedTuple):
    r"""The ``\end{document}``, and whether it is in a conditional."""

    start: int
    end: int
    perhaps: bool


class AbstractToken(NamedTuple):
    r"""The range of the argument of an ``\abstract``."""

    start: int
    end: int


class LanguageToken(NamedTuple):
    """A language that is loaded or switched to."""

    start: int
    end: int
    how: str  #: ``main``, ``known``, ``switch``, or ``foreign`` from start to end
    languages: tuple[str, ...]


class EndInputToken(NamedTuple):
    r"""An ``\endinput``."""

    start: int
    end: int


class DeadToken(NamedTuple):
    """A range that is never typeset."""

    start: int
    end: int


class NociteAllToken(NamedTuple):
    r"""A ``\nocite{*}``."""

    start: int
    end: int


class Definition(NamedTuple):
    """One definition as read; the fields depend on ``form`` (see `argcheck.tex.macros.MacroTable.define`)."""

    form: str
    name: str
    openers: str  #: one opening bracket per parameter, in order; after a NUL the default of the first
    body: str  #: of an environment what stands before its text; after a NUL what stands after it


class Segment(NamedTuple):
    """The tokens of one stretch of a file, and the ``state`` from which the scan of the rest starts."""

    tokens: list[Any]  #: each of one of the classes above
    end: int  #: offset at which the scan continues, the length of the text at its end
    seen: tuple[str, ...]  #: unknown commands met, for macros with names in their bodies
    state: tuple[Any, ...]

    def packed(self) -> tuple[Any, ...]:
        """Return the segment as plain tuples."""
        return ([(_NUMBERS[type(token)], *token) for token in self.tokens], *self[1:])

    @classmethod
    def unpacked(cls, packed: tuple[Any, ...]) -> Segment:
        """Return the segment that `packed` was made of."""
        tokens, *rest = packed
        new = tuple.__new__  # packed tokens have the right number of fields
        return cls([new(_CLASSES[number], fields) for number, *fields in tokens], *rest)

    def definitions(self) -> list[Definition]:
        """Return the definitions in it."""
        return [Definition(*token[2:]) for token in self.tokens if type(token) is DefineToken]


_CLASSES: tuple[Any, ...] = (
    CiteToken, LabelToken, RefToken, UseToken, InputToken, BeginToken, EndToken, CaptionToken, SectionToken,
    FootnoteToken, ResourceToken, BibitemToken, FilecontentsToken, DefineToken, PackageToken, DirectiveToken,
    ProblemToken, BeginDocumentToken, EndDocumentToken, AbstractToken, LanguageToken,
    EndInputToken, DeadToken, NociteAllToken,
)  # fmt: skip
_NUMBERS = {kind: number for number, kind in enumerate(_CLASSES)}
