"""Read the items that a caller asserts, one by one: valid items become nodes and edges, others name their mistake."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from argcheck.argument import model
from argcheck.argument.model import Edge, Node, Refutation

_MAX_DEPTH = 20
#: The fields of a place in a manuscript, as in the graph JSON.
_PLACE = ("file", "line", "col")


class RejectedError(ValueError):
    """An item is not accepted; the message is the reason."""


def read_node(item: object, run_id: str | None, known: Mapping[str, list[Node]]) -> Node:
    """Return the node of an item; an id that is known already must have the same text.

    :raises RejectedError: with the reason, when the item is not valid.
    """
    fields = _mapping(item)
    node_id = _text(fields, "id")
    text = _text(fields, "claim", "text")
    if node_id in known and known[node_id][0].text != text:
        raise RejectedError(f"id {node_id!r} already names another claim")
    role = _role(fields)
    place = {key: fields[key] for key in _PLACE if fields.get(key) is not None}
    return Node(
        node_id,
        text,
        (),
        _runs(fields, run_id, node_id),
        kind=_kind(fields, role),
        role=role,
        open_=_flag(fields, "open"),
        confidence=_confidence(fields),
        locations=_locations([*_listed(fields), *([place] if "file" in place else [])]),
        placed="file" in place,
    )


def read_refutation(item: object) -> Refutation | None:
    """Return the refutation of a node item, or None if it is not refuted.

    :raises RejectedError: with the reason, when the item is not valid.
    """
    fields = _mapping(item)
    reason = fields.get("refute_reason")
    return Refutation(str(reason or "refuted"), "call") if _flag(fields, "refuted") else None


def read_edge(item: object, run_id: str | None, known: Mapping[str, object]) -> Edge:
    """Return the edge of an item, whose ends must be among the known ids.

    :raises RejectedError: with the reason, when the item is not valid.
    """
    fields = _mapping(item)
    source = _text(fields, "source", "from", "src")
    target = _text(fields, "target", "to", "dst")
    relation = fields.get("relation")
    if relation not in model.RELATIONS:
        raise RejectedError(f"unknown relation {_short(relation)}; use {', '.join(model.RELATIONS)}")
    for end in (source, target):
        if end not in known:
            raise RejectedError(f"edge end {_short(end)} is not a node of the graph")
    runs, confidence = _runs(fields, run_id, ""), _confidence(fields)
    locations, linked = _locations(_listed(fields)), _linked(fields)
    return Edge(source, target, relation, runs, confidence, locations=locations, linked=linked)


def json_safe(value: object, depth: int = 0) -> Any:
    """Return a copy of a rejected item that `json.dumps` accepts, with other values as their repr."""
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, float) and value - value == 0:  # neither infinite nor NaN
        return value
    if depth < _MAX_DEPTH and isinstance(value, Mapping):
        return {str(key): json_safe(entry, depth + 1) for key, entry in value.items()}
    if depth < _MAX_DEPTH and isinstance(value, list | tuple):
        return [json_safe(entry, depth + 1) for entry in value]
    return _short(value)


def _mapping(item: object) -> Mapping[str, Any]:
    if not isinstance(item, Mapping):
        raise RejectedError(f"not an object but {type(item).__name__}")
    return item


def _text(fields: Mapping[str, Any], *names: str) -> str:
    for name in names:
        if name in fields:
            value = fields[name]
            if not isinstance(value, str) or not value.strip():
                raise RejectedError(f"{name} must be text that is not empty, got {_short(value)}")
            return value
    raise RejectedError(f"{' or '.join(names)} is missing")


def _kind(fields: Mapping[str, Any], role: str) -> str:
    kind = fields.get("type", fields.get("kind"))
    if kind is None and role:
        return model.kind_for_role(role)
    if not isinstance(kind, str) or kind not in model.KINDS:
        raise RejectedError(f"unknown type {_short(kind)}; use {', '.join(sorted(model.KINDS))}")
    return kind


def _role(fields: Mapping[str, Any]) -> str:
    role = fields.get("role")
    if role is None:
        return ""
    if not isinstance(role, str) or role.lower() not in model.ROLES:
        raise RejectedError(f"unknown role {_short(role)}; use {', '.join(model.ROLES)}")
    return role.lower()


def _flag(fields: Mapping[str, Any], name: str) -> bool | None:
    value = fields.get(name)
    if value is not None and not isinstance(value, bool):
        raise RejectedError(f"{name} must be true or false, got {_short(value)}")
    return value


def _confidence(fields: Mapping[str, Any]) -> float:
    value = fields.get("confidence")
    if value is None:
        return model.DEFAULT_CONFIDENCE
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise RejectedError(f"confidence {_short(value)} is not a number")
    if not 0 <= value <= 1:  # also refuses NaN
        raise RejectedError(f"confidence {_short(value)} is outside 0..1")
    return float(value)


def _runs(fields: Mapping[str, Any], run_id: str | None, node_id: str) -> tuple[str, ...]:
    value = fields.get("run_ids")
    if value is None:
        single = fields.get("run_id", run_id)
        if single is None:
            return model.run_of_id(node_id)
        value = (single,)
    if not isinstance(value, list | tuple | set | frozenset) or not all(isinstance(v, str) for v in value):
        raise RejectedError(f"run_ids must be a list of texts, got {_short(value)}")
    return _shared(tuple(value))


@lru_cache(maxsize=1024)
def _shared(runs: tuple[str, ...]) -> tuple[str, ...]:
    """Return the ordered runs, the same tuple for equal ones: half a million edges come from few runs."""
    return model.in_order(runs)


def _listed(fields: Mapping[str, Any]) -> list[Any]:
    value = fields.get("locations") or []
    if not isinstance(value, list | tuple):
        raise RejectedError(f"locations must be a list, got {_short(value)}")
    return list(value)


def _linked(fields: Mapping[str, Any]) -> tuple[str, ...]:
    value = fields.get("linked") or ()
    names = (value,) if isinstance(value, str) else value
    if not isinstance(names, list | tuple) or not all(isinstance(name, str) for name in names):
        raise RejectedError(f"linked must name an inference or several, got {_short(value)}")
    return tuple(sorted(set(names)))


def _locations(places: list[Any]) -> tuple[str, ...]:
    """Return places as sorted canonical JSON, so that they can be hashed and compared."""
    try:
        return tuple(sorted({json.dumps(place, sort_keys=True, allow_nan=False) for place in places}))
    except (TypeError, ValueError, RecursionError):
        raise RejectedError("locations must be plain JSON values") from None


def _short(value: object) -> str:
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001 - a foreign repr may fail in any way, and the ingest must go on
        text = f"<{type(value).__name__}>"
    return text if len(text) <= 80 else text[:77] + "..."
