"""Numbers of a document that its author ties to cells of data files, compared with what stands there now."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from argcheck.argument.extract.data_cells import (
    DataError,
    agree,
    as_printed,
    find,
    last_place,
    parse_address,
)
from argcheck.files.opening import InputError
from argcheck.files.records import NamedTuple
from argcheck.prose.reading import ReadText

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, MutableMapping

    from argcheck.argument.extract.data_cells import Datum
    from argcheck.files.diagnostic import Span
    from argcheck.files.project import Project
    from argcheck.files.source import SourceFile
    from argcheck.prose.quantities import Quantity
    from argcheck.reading.manuscript import Manuscript
    from argcheck.tex.directives import DirectiveName

    DataReader = Callable[[str], SourceFile]

_ROWS, _COLUMNS = 2_000, 200  # of a file that ties are proposed from
_TELLING = 3  # digits that a number must have so that it is looked for in data


class Tie(NamedTuple):
    """One address in the text, and what it led to."""

    name: str  #: the address as written
    span: Span  #: of the address
    path: str  #: of the file, as written where it cannot be read; empty where the address is none
    datum: Datum | None
    problem: (
        str  #: why there is no datum, or no number to compare it with; empty where there is nothing to say
    )
    wrong: str = ""  #: what is printed, where it is not the datum
    at: Span | None = None  #: where that is printed
    right: str = ""  #: the datum, as it would be printed there


def data_reader(project: Project, root: str) -> DataReader:
    """Return what reads the data files of a document: looked for from the folder of its root upwards.

    It raises `argcheck.files.opening.InputError`: no such file, or none that may be read.
    """

    def read(path: str) -> SourceFile:
        reason = project.unsafe(path)
        if reason:
            raise InputError("unsafe", reason)
        folder = posixpath.dirname(root)
        while True:
            candidate = posixpath.normpath(posixpath.join(folder, path))
            if not project.outside(candidate) and project.is_file(candidate):
                return project.read(candidate)
            if not folder or candidate == posixpath.normpath(path):
                raise InputError("missing", "there is no such file in the project")
            folder = posixpath.dirname(folder)

    return read


class Ties:
    """The ties of one document; what is printed is read where there is a tie only."""

    def __init__(
        self, manuscript: Manuscript, files: MutableMapping[str, SourceFile], read: DataReader
    ) -> None:
        """Compare nothing yet; ``read`` reads a data file, which is put to ``files``."""
        self._files, self._read = files, read
        self._text = ReadText(manuscript)
        self._taken: set[Span] = set()
        self.all: list[Tie] = []

    def tie(self, name: DirectiveName, within: Span, beyond: Span | None = None) -> Tie:
        """Compare the number that a tie means with its datum.

        It means the number within a range that agrees with the datum, else the one nearest to it.

        :param within: where the number is.
        :param beyond: where it is if there is none.
        """
        tie = self._tied(name, within, beyond)
        self.all.append(tie)
        return tie

    def _tied(self, name: DirectiveName, within: Span, beyond: Span | None) -> Tie:
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
        free = [number for number in numbers if number[1] not in self._taken]
        if not free:
            return blank._replace(datum=datum, problem=f"there is no number here for '{name.name}'")
        quantity, place = min(free, key=lambda number: (not agree(number[0], datum), _far(number[0], datum)))
        self._taken.add(place)
        if agree(quantity, datum):
            return blank._replace(datum=datum, at=place)
        wrong = " ".join(quantity.text.split())
        return blank._replace(datum=datum, wrong=wrong, at=place, right=as_printed(quantity, datum))

    def _numbers(self, span: Span) -> list[tuple[Quantity, Span]]:
        """Return the numbers that are printed in a range, with their places."""
        numbers: dict[Span, Quantity] = {}
        for passage in self._text.inside([span]):
            for quantity in passage.quantities:
                place = passage.span(quantity.start, quantity.end)
                if place.path == span.path and span.start <= place.start < span.end:
                    numbers[place] = quantity
        return [(quantity, place) for place, quantity in sorted(numbers.items())]


def _far(quantity: Quantity, datum: Datum) -> float:
    """Return how far a number is from a datum: as a ratio of the two, so that the unit hardly counts."""
    a, b = abs(quantity.value), abs(datum.value)
    return float(abs(a - b) / max(a, b)) if a or b else 0.0


def proposed(
    manuscript: Manuscript, tied: Collection[Span | None], files: Iterable[SourceFile]
) -> Iterator[tuple[Span, str]]:
    """Yield ties that the author could write: each number that is one cell of all data files and no other.

    Only numbers with a fraction and at least three digits count; a year or a round number is in many files.
    """
    from argcheck.argument.extract.data_cells import cells

    known = [cell for source in files for cell in cells(source, _ROWS, _COLUMNS)]
    if not known:
        return
    for passage in ReadText(manuscript).passages:
        for quantity in passage.quantities:
            place = passage.span(quantity.start, quantity.end)
            telling = sum(char.isdecimal() for char in quantity.text) >= _TELLING
            if telling and last_place(quantity) < 1 and quantity.high == quantity.value and place not in tied:
                fitting = [name for name, datum in known if agree(quantity, datum)]
                if len(fitting) == 1:
                    yield place, fitting[0]
