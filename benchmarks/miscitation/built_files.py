"""From pairs that stand to files: parts, balance, leaks, and a manifest that counts what was left out and why."""

from __future__ import annotations

import json
from collections import Counter
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

from build_questions import UNKNOWN, VERSION
from labelling import agreement
from leakage import leaks
from local_sources import LeftOut
from selection import TEST, TUNING, over_balance, part_of, repeated

from argcheck.errors import UsageError
from argcheck.verdicts.fields import CLASSES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from construction import Construction, Item

FORMAT = 1  #: of the manifest
MANIFEST = "manifest.json"


class Made(NamedTuple):
    """What building came to, before anything is chosen."""

    left: list[LeftOut]
    items: list[Item]
    sources: int  #: that were read
    construction: Construction


class Finished(NamedTuple):
    """A benchmark."""

    parts: dict[str, dict[str, Item]]  #: items by name, by part
    left: list[LeftOut]
    leaks: list[str]
    unbalanced: list[str]  #: parts without balance, and why
    made: Made

    @property
    def warnings(self) -> list[str]:
        """What one has to know before figures on it are compared."""
        return [*self.unbalanced, *(f"leak: {leak}" for leak in self.leaks)]

    def rows(self, part: str) -> list[dict[str, Any]]:
        """Give the lines of a part: each source before its pairs."""
        rows: list[dict[str, Any]] = []
        seen: set[str] = set()
        for name, item in self.parts[part].items():
            if item.source.id not in seen:
                rows.append(item.source.row)
                seen.add(item.source.id)
            rows.append(item.row(name))
        return rows


def finished(made: Made, *, test_share: float, least: int) -> Finished:
    """Choose what stays."""
    left = list(made.left)
    again = repeated(made.items)
    fresh = []
    for place, item in enumerate(made.items):
        if place in again:
            left.append(
                _left(item, "repeated", f"nearly a sentence of {made.items[again[place]].miscitation!r}")
            )
        else:
            fresh.append(item)
    parts: dict[str, dict[str, Item]] = {}
    unbalanced = []
    for part, share in ((TUNING, 1 - test_share), (TEST, test_share)):
        if not share:
            continue
        own = [item for item in fresh if part_of(item.source, test_share) == part]
        over, why = over_balance(own, least)
        left += [_left(own[place], "balance", f"of part {part}") for place in sorted(over)]
        parts[part] = dict(_named(item for place, item in enumerate(own) if place not in over))
        if why:
            unbalanced.append(f"{part} is not balanced: {why}")
    result = Finished(parts, left, [], unbalanced, made)
    return result._replace(leaks=list(leaks({part: result.rows(part) for part in parts})))


def _left(item: Item, why: str, detail: str) -> LeftOut:
    return LeftOut("item", why, item.source.id, detail, item.row(""))


def _named(items: Iterable[Item]) -> Iterator[tuple[str, Item]]:
    seen: Counter[str] = Counter()
    for item in items:
        name = f"{item.source.id}-{item.subtype}"
        seen[name] += 1
        yield (f"{name}-{seen[name]}" if seen[name] > 1 else name), item


def written(folder: Path, result: Finished, settings: dict[str, Any]) -> dict[str, Any]:
    """Write a benchmark, the manifest last, and give the manifest: without one the folder holds no whole benchmark.

    :raises UsageError: the folder cannot be written.
    """
    texts = {f"{part}.jsonl": _lines(result.rows(part)) for part in result.parts}
    texts["labels.jsonl"] = _lines(_label_rows(result))
    texts["left-out.jsonl"] = _lines(item._asdict() for item in result.left)
    manifest = {"format": FORMAT, "wording": VERSION, **settings, **_counts(result)}
    manifest["files"] = {name: sha256(text.encode()).hexdigest() for name, text in texts.items()}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name in (MANIFEST, *(f"{part}.jsonl" for part in (TUNING, TEST))):
            (folder / name).unlink(
                missing_ok=True
            )  # also a part of an earlier build that this one does not have
        for name, text in (
            *texts.items(),
            (MANIFEST, json.dumps(manifest, ensure_ascii=False, indent=1) + "\n"),
        ):
            aside = folder / f"{name}.tmp"
            aside.write_text(text, "utf-8")
            aside.replace(folder / name)
    except OSError as error:
        raise UsageError(f"{folder} cannot be written: {error}") from None
    return manifest


def _lines(rows: Iterable[dict[str, Any]]) -> str:
    return "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows)


def _label_rows(result: Finished) -> Iterator[dict[str, Any]]:
    for items in result.parts.values():
        for name, item in items.items():
            for sentence, labelled in item.labels.items():
                yield {"item": name, "sentence": sentence, **labelled.as_json}


def _counts(result: Finished) -> dict[str, Any]:
    construction = result.made.construction
    kept = [item for items in result.parts.values() for item in items.values()]
    left = {stage: [item for item in result.left if item.stage == stage] for stage in ("source", "item")}
    passed = result.made.sources - len(left["source"])
    return {
        "sources": {
            "read": result.made.sources,
            "kept": passed,
            "left_out": _sorted(item.why for item in left["source"]),
        },
        "pairs": {
            "asked_for": passed * len(CLASSES) * len(construction.shape),
            "kept": len(kept),
            "left_out": _sorted(item.why for item in left["item"]),
            "mended": _sorted(str(item.repairs) for item in kept),
            "faults_told": dict(sorted(construction.faults.items())),
        },
        "labelling": agreement(construction.first_labels),
        "without_the_source": {
            name: _without_the_source(said) for name, said in construction.unaided.items()
        },
        "parts": {part: _of_part(list(items.values())) for part, items in result.parts.items()},
        "leaks": result.leaks,
        "unbalanced": result.unbalanced,
    }


def _of_part(items: Sequence[Item]) -> dict[str, Any]:
    return {
        "sources": len({item.source.id for item in items}),
        "pairs": len(items),
        "classes": {name: sum(item.class_ == name for item in items) for name in CLASSES},
        "subtypes": _sorted(item.subtype for item in items),
        "difficulties": _sorted(item.difficulty for item in items),
    }


def _without_the_source(said: Sequence[tuple[str, str]]) -> dict[str, int]:
    """Count what a model made of twins without the source; by chance it reverses as many as it tells apart."""
    return {
        "pairs": len(said),
        "ventured": sum(pair != (UNKNOWN, UNKNOWN) for pair in said),
        "told_apart": said.count(("wrong", "right")),
        "reversed": said.count(("right", "wrong")),
    }


def _sorted(names: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(names).items()))


def summary(manifest: dict[str, Any], result: Finished) -> Iterator[str]:
    """Say what was built, for a reader."""
    sources, pairs, labelling = manifest["sources"], manifest["pairs"], manifest["labelling"]
    yield f"sources: {sources['kept']} of {sources['read']} kept{_told(sources['left_out'])}"
    yield f"pairs: {pairs['kept']} of {pairs['asked_for']} kept{_told(pairs['left_out'])}"
    if pairs["mended"]:
        yield f"  mended so often: {', '.join(f'{times} times {count}' for times, count in pairs['mended'].items())}"
    yield (
        f"labels: {labelling['sentences']} sentences, {labelling['agreed']} alike at first; kappa {_kappa(labelling['kappa'])} of"
        f" the classes, {_kappa(labelling['kappa_with_none'])} with sentences that are right"
    )
    if not manifest["models"]["independent"]:
        yield "  writer and readers are not three models: kappa is of a model with itself, or with what it wrote"
    for part, its in manifest["parts"].items():
        classes = ", ".join(f"{name} {count}" for name, count in its["classes"].items())
        yield f"{part}: {its['pairs']} pairs of {its['sources']} sources ({classes})"
    yield from result.warnings


def _told(counts: dict[str, int]) -> str:
    return f"; left out: {', '.join(f'{why} {count}' for why, count in counts.items())}" if counts else ""


def _kappa(value: float | None) -> str:
    return "is not defined" if value is None else f"{value:.2f}"
