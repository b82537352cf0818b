"""The pairs of ``pairs.jsonl`` and the citations of ``shared/data``, as cases to be judged."""

from __future__ import annotations

import json
import os
from collections import Counter
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from argcheck.errors import UsageError
from argcheck.llm.parse import fault
from argcheck.sources.evidence import passages
from argcheck.sources.text.reader import read_source
from argcheck.tex.sentences import lists, split
from argcheck.verdicts.judging import CitationCase
from argcheck.verdicts.taxonomy import SUBTYPES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.sources.evidence import RankedPassage
    from argcheck.sources.text.model import SourceText

FILE = Path(__file__).parent / "pairs.jsonl"
SHARED = Path(os.environ.get("ARGCHECK_SHARED") or Path(__file__).resolve().parents[3] / "shared")
DATA = SHARED / "data"
#: Labels of Citation-Integrity that leave the sentence right about its source.
_RIGHT = frozenset({"ACCURATE", "ETIQUETTE"})
_TEXT: dict[str, Any] = {"type": "string"}
_TEXTS = {"type": "array", "items": _TEXT}
_KINDS: dict[Any, dict[str, Any]] = {
    kind: {"type": "object", "required": list(fields), "properties": {**fields, **more}}
    for kind, fields, more in (
        (
            "source",
            {
                **dict.fromkeys(("id", "title", "authors", "field"), _TEXT),
                "year": {"type": "integer"},
                "paragraphs": _TEXTS,
            },
            {"sentences": _TEXTS},
        ),
        (
            "pair",
            {
                **dict.fromkeys(("id", "source", "miscitation", "correct", "passage", "explanation"), _TEXT),
                "subtype": {"type": "string", "enum": list(SUBTYPES)},
            },
            {},
        ),
    )
}
_WIDE = frozenset({"Section", "Article"})  # judgements about more than the span that is marked


class Pair(NamedTuple):
    """A miscitation and its correct twin."""

    id: str
    subtype: str
    wrong: CitationCase
    right: CitationCase
    passage: str  #: of the source, verbatim
    explanation: str

    @property
    def class_(self) -> str:
        """Of the miscitation."""
        return SUBTYPES[self.subtype]


class Real(NamedTuple):
    """A citation of a published article, with the article in full."""

    id: str
    case: CitationCase
    faulty: bool
    lines: frozenset[int]  #: of the source, on which gold spans begin or end


def rows(file: Path = FILE) -> list[dict[str, Any]]:
    """Give the lines of a file of pairs.

    :raises UsageError: it cannot be read, or is none.
    """
    try:
        # texts hold other ends of lines, which JSON leaves as they are
        found = [json.loads(line) for line in file.read_text("utf-8").split("\n") if line.strip()]
    except (OSError, ValueError) as error:
        raise UsageError(f"{file}: no file of pairs: {error}") from None
    sources: set[str] = set()
    for number, row in enumerate(found, 1):
        kind = row.get("kind") if isinstance(row, dict) else None
        wrong = fault(row, _KINDS[kind]) if kind in _KINDS else "it is neither a source nor a pair"
        if not wrong and kind == "pair" and row["source"] not in sources:
            wrong = f"its source {row['source']} does not stand before it"
        if wrong:
            raise UsageError(f"{file}: no file of pairs: line {number}: {wrong}")
        sources |= {row["id"]} if kind == "source" else set()
    return found


def pairs(most: int | None = None, file: Path = FILE) -> list[Pair]:
    """Give the pairs of a file.

    :param most: not more than so many, the classes in turn.
    :raises UsageError: it is no such file, or holds none.
    """
    sources: dict[str, tuple[str, SourceText]] = {}
    found: list[Pair] = []
    for row in rows(file):
        if row["kind"] == "source":
            sources[row["id"]] = row["title"], read_source(text_of(row).encode(), f"{row['id']}.md")
            continue
        key = row["source"]
        title, source = sources[key]
        wrong, right = (
            CitationCase(row[name], "", "", key, title, source, "full", "en")
            for name in ("miscitation", "correct")
        )
        found.append(Pair(row["id"], row["subtype"], wrong, right, row["passage"], row["explanation"]))
    if not found:
        raise UsageError(f"{file}: there is no pair in it")
    return found if most is None else _in_turn(found)[:most]


def text_of(row: dict[str, Any]) -> str:
    """Give an invented study as Markdown."""
    head = f"# {row['title']}\n\n{row['authors']} ({row['year']})"
    return "\n\n".join((head, "## Excerpt", *row["paragraphs"])) + "\n"


def _in_turn(found: list[Pair]) -> list[Pair]:
    seen: Counter[str] = Counter()
    order: dict[str, tuple[int, str]] = {}
    for one in found:
        seen[one.class_] += 1
        order[one.id] = seen[one.class_], one.class_
    return sorted(found, key=lambda one: order[one.id])


@cache
def articles() -> list[Real]:
    """Give the citations of ``citint-fulltext`` whose gold spans are sentences."""
    folder = DATA / "citint-fulltext"
    texts: dict[str, str] = {}
    sources: dict[str, SourceText] = {}
    found: list[Real] = []
    for item in _lines(folder / "items.jsonl"):
        name = item["ref"]
        if name not in texts:
            texts[name] = (folder / f"{name}.md").read_text("utf-8")
            sources[name] = read_source(texts[name].encode(), f"{name}.md")
        spans = [one for one in item["evidence"] if one["level"] not in _WIDE]
        lines = {texts[name].count("\n", 0, one[end]) + 1 for one in spans for end in ("start", "end")}
        before, after = _neighbours(item["context"], item["citing_paragraph"])
        key = item["marker"][0].strip("[]") if item["marker"] else ""
        title = texts[name].split("\n", 1)[0].lstrip("# ")
        case = CitationCase(item["context"], before, after, key, title, sources[name], "full", "en")
        faulty = any(one["label"] not in _RIGHT for one in item["evidence"])
        found.append(Real(item["id"], case, faulty, frozenset(lines)))
    return found


def _neighbours(sentence: str, paragraph: str) -> tuple[str, str]:
    before, found, after = paragraph.partition(sentence)
    if not found:
        return "", ""
    words = lists("en")
    sides = [[side[start:end] for start, end in split(side, words)] for side in (before, after)]
    return (sides[0] or [""])[-1], (sides[1] or [""])[0]


def nearest(case: CitationCase, count: int) -> tuple[RankedPassage, ...]:
    """Give the passages that are nearest to a case, by the retrieval of the funnel."""
    return passages(case.sentence, case.source, count)


def abstracts() -> Iterator[tuple[str, CitationCase]]:
    """Give the claims of ``scifact`` with their label, against the abstract or what there is of it."""
    for item in _lines(DATA / "scifact" / "pairs.jsonl"):
        text = item["abstract"] or item["evidence"]
        source = read_source(text.encode(), f"{item['id']}.md")
        yield (
            item["label"],
            CitationCase(f"{item['claim']} [source]", "", "", "source", "", source, "abstract", "en"),
        )


def excerpts() -> Iterator[tuple[str, CitationCase]]:
    """Give the citations of ``citint-claims`` with their label, against the sentences of the source that came with them."""
    for item in _lines(DATA / "citint-claims" / "claims.jsonl"):
        sentence = item["citing_text"]
        for mark, key in (
            ("<|cit|>", "source"),
            ("<|multi_cit|>", "source, other"),
            ("<|other_cit|>", "other"),
        ):
            sentence = sentence.replace(f"[{mark}]", mark).replace(mark, f"[{key}]")
        text = "\n\n".join(item["top5_sentences"])
        if text.strip():
            source = read_source(text.encode(), f"{item['id']}.md")
            yield item["label"], CitationCase(sentence, "", "", "source", "", source, "pages", "en")


def _lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]
