"""`NamedTuple` at a tenth of the price of typing's.

`typing.NamedTuple` compiles the annotation of every field, which only a type checker reads, and
`collections.namedtuple` the constructor of every class; a run makes some ninety such classes while it
imports. For type checkers this is `typing.NamedTuple`.
"""

from __future__ import annotations

from functools import cache
from types import FunctionType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import NamedTuple as NamedTuple  # noqa: PLC0414 - others import it from here
    from typing import Self
else:
    from collections import _tuplegetter

    class _Record(tuple):
        """What named tuples have in common."""

        __slots__ = ()
        _fields = ()

        @classmethod
        def _make(cls, items: Iterable[Any]) -> Self:
            made = tuple.__new__(cls, items)
            if len(made) != len(cls._fields):
                message = f"Expected {len(cls._fields)} arguments, got {len(made)}"
                raise TypeError(message)
            return made

        def _replace(self, /, **changes: Any) -> Self:
            made = self._make(map(changes.pop, self._fields, self))
            if changes:
                message = f"Got unexpected field names: {list(changes)}"
                raise TypeError(message)
            return made

        def _asdict(self) -> dict[str, Any]:
            return dict(zip(self._fields, self, strict=True))

        def __repr__(self) -> str:
            items = (f"{field}={item!r}" for field, item in zip(self._fields, self, strict=True))
            return f"{type(self).__name__}({', '.join(items)})"

        def __getnewargs__(self) -> tuple[Any, ...]:
            return tuple(self)

    class _Maker(type):
        """Makes a named tuple of a class body."""

        def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> type:
            if not bases:
                return super().__new__(cls, name, bases, body)
            fields = tuple(body["__annotations__"])
            defaults = {field: body.pop(field) for field in fields if field in body}
            body |= {
                "__slots__": (),
                "__new__": _constructor(fields, tuple(defaults.values())),
                "__match_args__": fields,
                "_fields": fields,
                "_field_defaults": defaults,
            }
            for index, field in enumerate(fields):
                body[field] = _tuplegetter(index, "")
            return type(name, (_Record,), body)

    class NamedTuple(metaclass=_Maker):
        """Base of a class whose annotated fields are the items of a tuple, in their order."""


def _constructor(fields: tuple[str, ...], defaults: tuple[object, ...]) -> FunctionType:
    """Make a ``__new__`` that takes the fields by place and by name, of the compiled one for so many fields."""
    code = _compiled(len(fields)).replace(co_varnames=("_cls", *fields))
    return FunctionType(code, {"_new": tuple.__new__}, "__new__", defaults)


@cache
def _compiled(count: int) -> Any:
    items = "".join(f"a{place}, " for place in range(count))
    return eval(f"lambda _cls, {items}: _new(_cls, ({items}))").__code__  # noqa: S307 - of names made here
