"""Records behave as the named tuples of `typing` do."""

from __future__ import annotations

import pickle
import typing
from typing import get_type_hints

import pytest

from argcheck.files import records


class Place(records.NamedTuple):
    """Where."""

    path: str
    line: int = 1
    notes: tuple[str, ...] = ()

    def shown(self) -> str:
        """As an editor reads it."""
        return f"{self.path}:{self.line}"

    @property
    def first(self) -> bool:
        return self.line == 1


class Same(typing.NamedTuple):
    """Where."""

    path: str
    line: int = 1
    notes: tuple[str, ...] = ()


def test_a_record_is_a_named_tuple() -> None:
    assert issubclass(Place, tuple)
    assert Place._fields == Same._fields
    assert Place._field_defaults == Same._field_defaults
    assert get_type_hints(Place) == get_type_hints(Same)
    assert (Place.__doc__, Place.__module__, Place.__qualname__) == ("Where.", __name__, "Place")


def test_its_items_have_names_defaults_and_methods() -> None:
    place = Place("a.tex", line=3)
    assert place == ("a.tex", 3, ()) == Same("a.tex", 3)
    assert repr(place) == repr(Same("a.tex", 3)).replace("Same", "Place")
    assert place.shown() == "a.tex:3"
    assert place._replace(line=1).first
    assert not hasattr(place, "__dict__")
    assert pickle.loads(pickle.dumps(place)) == place


def test_its_fields_cannot_be_set_and_must_be_given() -> None:
    with pytest.raises(AttributeError):
        Place("a.tex").line = 2  # type: ignore[misc]
    with pytest.raises(TypeError, match="path"):
        Place()  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="line"):
        Place("a.tex", 1, line=2)  # type: ignore[misc]


def test_its_methods_are_those_of_a_named_tuple() -> None:
    place, same = Place("a.tex", 3), Same("a.tex", 3)
    assert place._asdict() == same._asdict()
    assert Place._make(["b.tex", 1, ()]) == Place("b.tex")
    with pytest.raises(TypeError, match="Expected 3 arguments, got 1"):
        Place._make(["b.tex"])
    with pytest.raises((TypeError, ValueError), match="column"):  # Python before 3.13: ValueError
        place._replace(column=1)
    match place:
        case Place(path, line):
            assert (path, line) == ("a.tex", 3)
