"""Named tuples for modules of many records that every run imports.

`typing.NamedTuple` compiles the annotation of each field, though no program looks at it: half of what such an import
costs.  To type checkers this is that one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple  # noqa: PLC0414 - the name by which they know it
else:
    from collections import namedtuple

    class _Fields(type):
        """Makes a named tuple of a class with annotations."""

        def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, object]) -> type:
            if not bases:
                return super().__new__(cls, name, bases, body)
            fields = body.pop("__annotations__", {})
            defaults = [body.pop(field) for field in fields if field in body]
            made = namedtuple(name, fields, defaults=defaults, module=body.pop("__module__"))  # noqa: PYI024
            made.__annotations__ = fields
            for attribute, value in body.items():
                setattr(made, attribute, value)
            return made

    class NamedTuple(metaclass=_Fields):
        """Has the fields that its class annotates, the last of them with defaults."""
