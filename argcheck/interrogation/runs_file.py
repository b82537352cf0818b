"""``.argcheck/runs.jsonl``: the records of an interrogation, one a line (`argcheck.files.committed`)."""

from __future__ import annotations

from collections import Counter
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple

from argcheck.argument.model import KINDS, RELATIONS, ROLES
from argcheck.argument.trust.weights import METRICS
from argcheck.errors import LineError
from argcheck.files.committed import (
    Unreadable,
    dumped,
    dumped_line,
    held_text,
    locked,
    put_text,
    read_lines,
)
from argcheck.files.json_schema import open_object, schema_faults
from argcheck.interrogation import PATH

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
    from pathlib import Path

VERSION = 1
LONGEST = 2_000  #: characters of a claim, an id or a reason
#: The outcomes of a check.
VERDICTS = ("confirmed", "refuted", "undetermined", "undecided")
#: The positions that an author can take on a claim.
STANDS = ("accepted", "edited", "disputed")


class RunNode(NamedTuple):
    """A claim of one run; ``sentence`` is empty if no sentence of the manuscript says it."""

    run: str  #: ``r1``, ``r2``, ...
    id: str  #: unique in the file of one document
    claim: str  #: the sentence; if no sentence says it, the words of the reading
    kind: str
    role: str
    confidence: float
    sentence: str = ""  #: hash of the sentence that says it
    quote: str = ""  #: the words of the sentence that the reading copied


class RunEdge(NamedTuple):
    """A relation between two claims of one run."""

    run: str
    source: str
    target: str
    relation: str
    confidence: float
    linked: str = (
        ""  #: the inference of the run that needs it together with other edges; empty if it is enough alone
    )


class Check(NamedTuple):
    """The outcome of asking about one claim again, without showing the graph."""

    sentence: str  #: hash of the sentence that says the claim
    claim: str
    verdict: str  #: one of `VERDICTS`
    reason: str
    answers: tuple[str, ...]  #: the answer of each call


class AuthorWord(NamedTuple):
    """The author's word on the claim of a sentence; later interrogations keep it."""

    sentence: str  #: hash of the sentence
    stand: str  #: one of `STANDS`
    claim: str  #: as it is accepted, corrected or disputed
    kind: str
    role: str
    reason: str


class RunNote(NamedTuple):
    """The numbers of one run."""

    run: str
    model: str
    parts: int
    dropped: int  #: number of parts without a usable answer
    untied: int  #: number of claims that no sentence says
    digest: str = ""  #: hash of its claims and edges; empty in files of earlier versions


class Rating(NamedTuple):
    """The value of one metric of one claim in one answer of a model, with the words that it quotes."""

    sentence: str  #: hash of the sentence that says the claim
    sample: int  #: number of the answer, from 0
    metric: str  #: one of `argcheck.argument.trust.weights.METRICS`
    value: float  #: 0 to 1
    quote: str
    cited: str  #: key of the source of the quote; empty for the manuscript
    model: str
    samples: int  #: number of answers about the claim, with those that do not give this metric


class Interrogated(NamedTuple):
    """All records of one document."""

    notes: tuple[RunNote, ...] = ()
    nodes: tuple[RunNode, ...] = ()
    edges: tuple[RunEdge, ...] = ()
    checks: tuple[Check, ...] = ()
    words: tuple[AuthorWord, ...] = ()
    ratings: tuple[Rating, ...] = ()

    def records(self) -> Iterator[Record]:
        """Yield all records in the order of the file."""
        yield from sorted(self.notes)
        yield from sorted(self.nodes)
        yield from sorted(self.edges)
        yield from sorted(self.checks)
        yield from sorted(self.words)
        yield from sorted(self.ratings)

    @property
    def answered(self) -> int:
        """The number of runs with a usable answer for at least one part."""
        return len({note.run for note in self.notes if note.dropped < note.parts})

    @property
    def mixed(self) -> frozenset[str]:
        """Ids of claims and hashes of checked sentences that have several different records.

        Git merges line by line, so two interrogations on two branches become a mixture of both.
        """
        names = Counter([*(node.id for node in self.nodes), *(check.sentence for check in self.checks)])
        return frozenset(name for name, count in names.items() if count > 1)

    @property
    def merged(self) -> list[str]:
        """Sorted names of runs that have several notes, or other claims and edges than their digest says.

        Two readings of one name become one when git merges them, and would be counted once.
        """
        count = Counter(note.run for note in self.notes)
        changed = {
            note.run
            for note in self.notes
            if note.digest and note.digest != digest_of(note.run, self.nodes, self.edges)
        }
        return sorted(changed | {run for run, number in count.items() if number > 1})

    @property
    def contradicted(self) -> frozenset[str]:
        """Sentences with several words of authors, which git merged."""
        count = Counter(word.sentence for word in self.words)
        return frozenset(sentence for sentence, number in count.items() if number > 1)

    @property
    def rated_twice(self) -> frozenset[str]:
        """Sentences with two values of one metric in one answer: git merged two ratings."""
        count = Counter((rating.sentence, rating.sample, rating.metric) for rating in self.ratings)
        return frozenset(sentence for (sentence, _, _), number in count.items() if number > 1)

    def after(self, earlier: Interrogated) -> Interrogated:
        """Return a copy with the author's words and the ratings of an earlier interrogation."""
        return self._replace(words=earlier.words, ratings=earlier.ratings)

    def rated(self, sentences: Collection[str], ratings: Iterable[Rating]) -> Interrogated:
        """Return a copy with other ratings of some sentences."""
        kept = (rating for rating in self.ratings if rating.sentence not in sentences)
        return self._replace(ratings=(*kept, *ratings))

    def saying(self, sentence: str, word: AuthorWord | None) -> Interrogated:
        """Return a copy with another author's word on the claim of a sentence, or with none."""
        kept = tuple(known for known in self.words if known.sentence != sentence)
        return self._replace(words=(*kept, word) if word else kept)

    def without(self, names: Collection[str]) -> Interrogated:
        """Return a copy without the records of some claims and sentences, and without the edges of these claims."""
        return self._replace(
            nodes=tuple(node for node in self.nodes if node.id not in names),
            edges=tuple(edge for edge in self.edges if not {edge.source, edge.target} & {*names}),
            checks=tuple(check for check in self.checks if check.sentence not in names),
        )


def digest_of(run: str, nodes: Iterable[RunNode], edges: Iterable[RunEdge]) -> str:
    """Return a hash of the claims and edges of a run, 16 hexadecimal digits; order and repetition do not matter."""
    records: list[RunNode | RunEdge] = [*nodes, *edges]
    lines = sorted({dumped_line(_fields_of(record)) for record in records if record.run == run})
    return blake2b("\n".join(lines).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def _fields_of(record: Record) -> dict[str, Any]:
    """Return the fields of a record; an edge that is enough alone has no ``linked``, as in files of earlier versions."""
    return {name: value for name, value in record._asdict().items() if value or name != "linked"}


Record = RunNote | RunNode | RunEdge | Check | AuthorWord | Rating
_KIND_OF: dict[type[Record], str] = {
    RunNote: "run",
    RunNode: "node",
    RunEdge: "edge",
    Check: "check",
    AuthorWord: "word",
    Rating: "rating",
}
_TYPES = {name: kind for kind, name in _KIND_OF.items()}


class RunsFile(NamedTuple):
    """The records of a file by document, and the unreadable lines."""

    documents: Mapping[str, Interrogated] = {}
    unreadable: tuple[Unreadable, ...] = ()

    @classmethod
    def load(cls, text: str, path: str = PATH) -> RunsFile:
        """Read the text of a file; unreadable lines are kept apart and do not affect others."""
        lines, unreadable = read_lines(text, path, _read)
        by_document: dict[str, dict[str, list[Any]]] = {}
        for _, (document, kind, record) in lines:
            by_document.setdefault(document, {name: [] for name in _TYPES})[kind].append(record)
        documents = {
            document: Interrogated(*(tuple(dict.fromkeys(kinds[name])) for name in _TYPES))
            for document, kinds in by_document.items()
        }
        return cls(documents, unreadable)

    def changed(self, document: str, change: Callable[[Interrogated], Interrogated]) -> RunsFile:
        """Return a copy with other records of a document."""
        held = self.documents.get(document, Interrogated())
        return self._replace(documents={**self.documents, document: change(held)})

    def dump(self) -> str:
        """Return the text of the file: sorted, one record a line, with the unreadable lines at the end."""
        lines = (
            _data(document, record)
            for document, interrogated in sorted(self.documents.items())
            for record in interrogated.records()
        )
        return dumped(lines, self.unreadable)


def change_runs(file: Path, document: str, change: Callable[[Interrogated], Interrogated]) -> RunsFile:
    """Change the records of a document in a file of runs, under a lock; also write the attributes that let git merge it.

    :returns: the new content of the file.
    :raises OSError: the file cannot be read or written.
    """
    with locked(file.parent):
        changed = RunsFile.load(held_text(file)).changed(document, change)
        put_text(file, changed.dump())
    return changed


def _data(document: str, record: Record) -> dict[str, Any]:
    return {"version": VERSION, "document": document, "record": _KIND_OF[type(record)], **_fields_of(record)}


def _read(data: object) -> tuple[str, str, Any]:
    """Return the document, the kind and the record of a line.

    :raises LineError: the data are no object of this version, or a field is missing or wrong.
    """
    if not isinstance(data, dict) or data.pop("version", None) != VERSION:
        raise LineError(f"it is not of version {VERSION}")
    document, kind = data.pop("document", None), data.pop("record", None)
    if not isinstance(document, str) or not isinstance(kind, str) or kind not in _TYPES:
        raise LineError("it names no document, or is no kind of record")
    record_type = _TYPES[kind]
    for name in _LATER & {*record_type._fields}:
        data.setdefault(name, "")
    for fault in schema_faults(data, _SCHEMAS[kind]):
        if fault.keyword == "required":
            raise LineError(f"it has no {fault.value}")
        raise _wrong(str(fault.path[0]), data)
    values = {name: data[name] for name in record_type._fields}
    for name, value in values.items():
        if name in _OF_A_RUN and not value.startswith(f"{values['run']}:"):
            raise _wrong(name, values)
    if "answers" in values:
        values["answers"] = tuple(values["answers"])
    return document, kind, record_type(**values)


def _wrong(name: str, data: Mapping[str, Any]) -> LineError:
    return LineError(f"its {name} is not what it should be: {str(data[name])[:40]!r}")


_LATER = {"digest", "linked"}  #: fields that files of earlier versions do not have
_OF_A_RUN = {"id", "source", "target"}  #: names of claims, which begin with that of their run
_TEXT = {"type": "string", "maxLength": LONGEST}
_COUNT = {"type": "integer", "minimum": 0}
_SHARE = {"type": "number", "minimum": 0, "maximum": 1}
#: Schemas of the fields that are not just texts.
_FIELDS = {
    # other names of runs are those of the author and the program
    "run": {**_TEXT, "pattern": r"^r[1-9][0-9]*\Z"},
    "claim": {**_TEXT, "pattern": r"\S"},
    "answers": {"type": "array", "items": {"type": "string"}},
    **dict.fromkeys(("confidence", "value"), _SHARE),
    **dict.fromkeys(("parts", "dropped", "untied", "sample", "samples"), _COUNT),
    "kind": {"enum": KINDS},
    "relation": {"enum": RELATIONS},
    "role": {"enum": ROLES},
    "verdict": {"enum": VERDICTS},
    "stand": {"enum": STANDS},
    "metric": {"enum": METRICS},
}
_SCHEMAS = {
    kind: open_object(**{name: _FIELDS.get(name, _TEXT) for name in sorted(record._fields)})
    for kind, record in _TYPES.items()
}
