"""``.argcheck/runs.jsonl``: what the runs of an interrogation said, one thing a line, sorted, so that git merges it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from argcheck.argument.model import KINDS, RELATIONS, ROLES
from argcheck.verdicts.file import put_file

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

VERSION = 1
ATTRIBUTES = "runs.jsonl merge=union"  #: of ``.argcheck/.gitattributes``
_LONGEST = 2_000  #: characters of a claim or reason


class RunNode(NamedTuple):
    """A claim as one run states it; without ``sentence`` no sentence of the manuscript was found to say it."""

    run: str  #: ``r1``, ``r2``, ...
    id: str  #: unique in the file of one document
    claim: str
    kind: str
    role: str
    confidence: float
    sentence: str = ""  #: hash of the sentence that says it
    quote: str = ""


class RunEdge(NamedTuple):
    """How one claim bears on another, as one run has it."""

    run: str
    source: str
    target: str
    relation: str
    confidence: float


class Check(NamedTuple):
    """What came of asking about one claim again, without the graph."""

    sentence: str  #: hash of the sentence that says the claim
    claim: str
    verdict: str  #: ``confirmed``, ``refuted``, ``undetermined`` or ``undecided``
    reason: str
    answers: tuple[str, ...]  #: of each call


class RunNote(NamedTuple):
    """How one run went."""

    run: str
    model: str
    parts: int
    dropped: int  #: parts whose answer could not be used
    untied: int  #: claims that no sentence says


class Interrogated(NamedTuple):
    """All that is known of one document."""

    notes: tuple[RunNote, ...] = ()
    nodes: tuple[RunNode, ...] = ()
    edges: tuple[RunEdge, ...] = ()
    checks: tuple[Check, ...] = ()

    def records(self) -> Iterator[Record]:
        """Yield all records in the order of the file."""
        yield from sorted(self.notes)
        yield from sorted(self.nodes)
        yield from sorted(self.edges)
        yield from sorted(self.checks)


Record = RunNote | RunNode | RunEdge | Check
_KIND_OF: dict[type[Record], str] = {RunNote: "run", RunNode: "node", RunEdge: "edge", Check: "check"}
_TYPES = {name: kind for kind, name in _KIND_OF.items()}


class RunsFile(NamedTuple):
    """The lines of a file: by root of the document, and those that cannot be used."""

    documents: Mapping[str, Interrogated] = {}
    unreadable: tuple[
        tuple[int, str, str], ...
    ] = ()  #: number of the line from 1, its text, what is wrong with it

    @classmethod
    def load(cls, text: str) -> RunsFile:
        """Read the text of a file; a line that cannot be read spoils no other."""
        lines: dict[str, dict[str, list[Any]]] = {}
        bad = []
        for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
            if not line.strip():
                continue
            try:
                document, kind, record = _read(line)
            except (ValueError, TypeError, KeyError, RecursionError) as error:
                bad.append((number, line, str(error) or type(error).__name__))
                continue
            known = lines.setdefault(document, {name: [] for name in _TYPES})[kind]
            known.append(record)
        documents = {
            document: Interrogated(
                *(tuple(dict.fromkeys(kinds[name])) for name in ("run", "node", "edge", "check"))
            )
            for document, kinds in lines.items()
        }
        return cls(documents, tuple(bad))

    def with_(self, document: str, interrogated: Interrogated) -> RunsFile:
        """Put what was learnt of a document in the place of what the file held of it."""
        return self._replace(documents={**self.documents, document: interrogated})

    def dump(self) -> str:
        """Give the text of the file: sorted, a record a line, what could not be read at the end."""
        lines = [
            _line(document, record)
            for document, interrogated in sorted(self.documents.items())
            for record in interrogated.records()
        ]
        return "".join(f"{line}\n" for line in (*lines, *sorted({text for _, text, _ in self.unreadable})))


def write_runs(file: Path, runs: RunsFile) -> None:
    """Write a file of runs, whole or not at all, and the attributes that let git merge it.

    :raises OSError: it cannot be written.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    attributes = file.parent / ".gitattributes"
    there = attributes.read_text("utf-8") if attributes.is_file() else ""
    if ATTRIBUTES not in there.splitlines():
        put_file(
            attributes,
            f"{there}{'' if there.endswith(chr(10)) or not there else chr(10)}{ATTRIBUTES}\n".encode(),
        )
    put_file(file, runs.dump().encode("utf-8", "surrogatepass"))


def _line(document: str, record: Record) -> str:
    data = {"version": VERSION, "document": document, "record": _KIND_OF[type(record)], **record._asdict()}
    return json.dumps(data, ensure_ascii=False, sort_keys=True)


def _read(line: str) -> tuple[str, str, Any]:
    """Read one line.

    :raises ValueError: it is no JSON object of this version, or a field is missing or wrong.
    """
    data = json.loads(line)
    if not isinstance(data, dict) or data.pop("version", None) != VERSION:
        raise ValueError(f"it is not of version {VERSION}")
    document, kind = data.pop("document", None), data.pop("record", None)
    if not isinstance(document, str) or kind not in _TYPES:
        raise ValueError("it names no document, or is no kind of record")
    record_type = _TYPES[kind]
    if missing := sorted(set(record_type._fields) - data.keys()):
        raise ValueError(f"it has no {missing[0]}")
    values = {name: data[name] for name in record_type._fields}
    _check_types(record_type, values)
    if "answers" in values:
        values["answers"] = tuple(values["answers"])
    return document, kind, record_type(**values)


_ALLOWED = {"kind": KINDS, "relation": RELATIONS, "role": ROLES}


def _check_types(record_type: type[Record], values: Mapping[str, Any]) -> None:
    for name, value in values.items():
        if name == "confidence":
            right = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1
        elif name == "answers":
            right = isinstance(value, list) and all(isinstance(item, str) for item in value)
        elif record_type is RunNote and name in ("parts", "dropped", "untied"):
            right = isinstance(value, int) and value >= 0
        else:
            right = (
                isinstance(value, str) and len(value) <= _LONGEST and value in _ALLOWED.get(name, (value,))
            )
        if not right:
            raise ValueError(f"its {name} is not what it should be: {str(value)[:40]!r}")
