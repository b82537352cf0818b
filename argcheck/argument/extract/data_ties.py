"""Numbers of a document that its author ties to cells of data files, compared with the cells."""

from __future__ import annotations

import posixpath
import re
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from argcheck.argument.extract.data_cells import (
    DataError,
    agree,
    as_printed,
    at_least,
    at_most,
    find,
    last_place,
    parse_address,
)
from argcheck.files.opening import InputError
from argcheck.prose.reading import ReadText
from argcheck.tex.vocabulary import with_english, wording

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, MutableMapping

    from argcheck.argument.extract.data_cells import Datum
    from argcheck.files.diagnostic import Span
    from argcheck.files.project import Project
    from argcheck.files.source import SourceFile
    from argcheck.prose.quantities import Quantity
    from argcheck.tex.directives import DirectiveName
    from argcheck.tex.model import ManuscriptRecords

    DataReader = Callable[[str], SourceFile]

_ROWS, _COLUMNS = 2_000, 200  # most rows and columns of a file from which ties are proposed
_BEFORE = 40  # characters before a number that may make it a bound or a rounding
#: Words and signs that make the next number a bound or a rounding; not "fell by 3".
_LOOSE = (
    r"(?:(?P<most>[<≤≲])|(?P<least>[>≥≳])|[~∼≈]|\b(?!{bounds.by}\s*\Z){bounds.before})"
    r"\s*{bounds.article}?\s*\Z"
)
_TELLING = 3  # least digits of a number for which data are searched


class Tie(NamedTuple):
    """One address in the text, and the comparison with its datum."""

    name: str  #: the address as written
    span: Span  #: of the address
    path: str  #: of the file, as written if it cannot be read; empty if the address is not valid
    datum: Datum | None
    problem: str  #: why there is no datum, or no number to compare it with; otherwise empty
    wrong: str = ""  #: what is printed, if it differs from the datum
    at: Span | None = None  #: the place of the printed number
    right: str = ""  #: the datum, as it would be printed there


def data_reader(project: Project, root: str) -> DataReader:
    """Return a function that reads a data file of a document, searched from the folder of its root upwards.

    It raises `argcheck.files.opening.InputError` if there is no such file or it may not be read.
    """

    def read(path: str) -> SourceFile:
        reason = project.unsafe(path)
        if reason:
            raise InputError("unsafe", reason)
        folder = posixpath.dirname(root)
        while True:
            candidate = posixpath.normpath(posixpath.join(folder, path))
            if not project.outside(candidate) and project.is_file(candidate):
                return project.data(candidate)
            if not folder or candidate == posixpath.normpath(path):
                raise InputError("missing", "there is no such file in the project")
            folder = posixpath.dirname(folder)

    return read


class _Number(NamedTuple):
    """A printed number."""

    quantity: Quantity
    place: Span
    loose: re.Match[str] | None  #: the words that make it a bound or a rounding

    def holds(self, datum: Datum) -> bool:
        """Whether the number is true of the datum; after words such as "about" any datum is accepted."""
        if self.loose is None or agree(self.quantity, datum):
            return agree(self.quantity, datum)
        if self.loose["most"]:
            return at_most(self.quantity, datum)
        return not self.loose["least"] or at_least(self.quantity, datum)


class Ties:
    """The ties of one document; its text is read only if there are any."""

    def __init__(
        self, manuscript: ManuscriptRecords, files: MutableMapping[str, SourceFile], read: DataReader
    ) -> None:
        """Prepare the comparison; ``read`` reads a data file, which is added to ``files``."""
        self._files, self._read = files, read
        self._text = ReadText(manuscript)
        self._taken: set[Span] = set()
        self.all: list[Tie] = []

    def tie(self, name: DirectiveName, within: Span, beyond: Span | None = None) -> Tie:
        """Compare the number that a tie is about with its datum.

        It is about the number of a range that agrees with the datum, else about the nearest one.

        :param within: the range.
        :param beyond: the range to use if the first has no number.
        """
        tie = self._comparison(name, within, beyond)
        self.all.append(tie)
        return tie

    def _comparison(self, name: DirectiveName, within: Span, beyond: Span | None) -> Tie:
        """Return the tie of an address to a printed number; a problem if address, file or number is missing."""
        blank = Tie(name.name, name.span, "", None, "")
        try:
            address = parse_address(name.name)
        except DataError as error:
            return blank._replace(problem=str(error))
        try:
            source = self._read(address.path)
        except InputError as error:
            problem = f"'{address.path}' cannot be read: {error.detail}"
            return blank._replace(path=address.path, problem=problem)
        self._files[source.path] = source
        blank = blank._replace(path=source.path)
        try:
            datum = find(address, source)
        except DataError as error:
            return blank._replace(problem=f"'{name.name}' leads to nothing: {error}")
        numbers = self._numbers(within) or (self._numbers(beyond) if beyond else [])
        free = [number for number in numbers if number.place not in self._taken]
        if not free:
            return blank._replace(datum=datum, problem=f"there is no number here for '{name.name}'")
        number = min(free, key=lambda number: (not number.holds(datum), _far(number.quantity, datum)))
        quantity, place = number.quantity, number.place
        self._taken.add(place)
        if number.holds(datum):
            return blank._replace(datum=datum, at=place)
        wrong = " ".join(quantity.text.split())
        return blank._replace(datum=datum, wrong=wrong, at=place, right=as_printed(quantity, datum))

    def _numbers(self, span: Span) -> list[_Number]:
        """Return the printed numbers in a range, in order."""
        numbers: dict[Span, _Number] = {}
        for passage in self._text.inside([span]):
            for quantity in passage.quantities:
                place = passage.place_of(quantity)
                if place.starts_in(span):
                    before = passage.text[max(0, quantity.start - _BEFORE) : quantity.start]
                    loose = wording(with_english(passage.language), _LOOSE, re.IGNORECASE).search(before)
                    numbers[place] = _Number(quantity, place, loose)
        return [number for _, number in sorted(numbers.items(), key=itemgetter(0))]


def _far(quantity: Quantity, datum: Datum) -> float:
    """Return the relative difference of a number and a datum without their signs, 0 to 1."""
    a, b = abs(quantity.value), abs(datum.value)
    return float(abs(a - b) / max(a, b)) if a or b else 0.0


def proposed(
    manuscript: ManuscriptRecords, tied: Collection[Span | None], files: Iterable[SourceFile]
) -> Iterator[tuple[Span, str]]:
    """Yield ties that the author could write: each number that is exactly one cell of all data files.

    Only numbers with a fraction and at least three digits count, since years and round numbers are in many files.
    """
    from argcheck.argument.extract.listed_cells import cells

    known = [cell for source in files for cell in cells(source, _ROWS, _COLUMNS)]
    if not known:
        return
    for passage in ReadText(manuscript).passages:
        for quantity in passage.quantities:
            place = passage.place_of(quantity)
            telling = sum(char.isdecimal() for char in quantity.text) >= _TELLING
            if telling and last_place(quantity) < 1 and quantity.high == quantity.value and place not in tied:
                fitting = [name for name, datum in known if agree(quantity, datum)]
                if len(fitting) == 1:
                    yield place, fitting[0]
