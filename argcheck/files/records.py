"""`NamedTuple` at half the price of typing's, which compiles the annotation of every field as well.

A run makes some ninety such classes while it imports. For type checkers this is `typing.NamedTuple`.
"""

from __future__ import annotations

from collections import namedtuple
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple  # noqa: PLC0414 - others import it from here
else:

    class _Maker(type):
        """Makes a named tuple of a class body."""

        def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> type:
            if not bases:
                return super().__new__(cls, name, bases, body)
            fields = body.pop("__annotations__")
            defaults = [body.pop(field) for field in fields if field in body]
            made = namedtuple(name, fields, defaults=defaults, module=body.pop("__module__"))  # noqa: PYI024 - that is the point
            made.__annotations__ = fields
            for attribute, value in body.items():
                setattr(made, attribute, value)
            return made

    class NamedTuple(metaclass=_Maker):
        """Base of a class whose annotated fields are the items of a tuple, in their order."""
