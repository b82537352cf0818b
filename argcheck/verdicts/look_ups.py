"""Look-ups: readers' opinions on whether a source supports a sentence, as lines of the verdict file."""

from __future__ import annotations

import json
import re
from datetime import date
from typing import TYPE_CHECKING, Any, NamedTuple

from argcheck.files.grouping import grouped
from argcheck.verdicts.author_answers import LookUp
from argcheck.verdicts.fields import LOOK_UPS, VERSION, VerdictError
from argcheck.verdicts.identity import entry_hash, verdict_key, work_of
from argcheck.verdicts.model import kind_of, read_verdict

if TYPE_CHECKING:
    from collections.abc import Iterable

    from argcheck.verdicts.file import VerdictFile
    from argcheck.verdicts.mentions import Mention

LONGEST_NAME = 200  #: most characters of the name of a reader
_MOST_BYTES = 5_000_000  # characters of a file, about ten thousand lines
_DAY = re.compile(r"\d{4}-\d\d-\d\d")


class Gathered(NamedTuple):
    """The look-ups of a file that are on current sentences."""

    taken: list[LookUp]
    reworded: int  #: lines on sentences that are no longer in any document
    older: int  #: lines for which there is a later one of the same reader, in either file


def look_up(mention: Mention, says: str, by: str, day: date) -> LookUp:
    """Return the look-up of a mention by a reader.

    :param says: one of `argcheck.verdicts.fields.LOOK_UPS`.
    """
    work = work_of(mention.entry)
    key = verdict_key("lookup", {"work": work, "sentence": mention.hash, "by": by})
    judge = {"name": "reader", "by": by}
    return LookUp(
        key, work, mention.key, day.isoformat(), judge, mention.hash, says, entry_hash(mention.entry)
    )


def look_up_data(mention: Mention) -> dict[str, Any]:
    """Return the data of a look-up for a page for readers: without opinion, reader and day."""
    return {
        "version": VERSION,
        "kind": "lookup",
        "work": work_of(mention.entry),
        "cited_as": mention.key,
        "sentence": mention.hash,
        "entry": entry_hash(mention.entry),
    }


def gathered(text: str, mentions: Iterable[Mention], known: VerdictFile, *, today: date) -> Gathered:
    """Return the look-ups in the output of a page for readers that are on current sentences.

    :raises VerdictError: a line is no look-up, and its number; or the text is too long.
    """
    if len(text) > _MOST_BYTES:
        raise VerdictError(f"it has more than {_MOST_BYTES} characters, and is no file of look-ups")
    by_sentence = grouped(mentions, lambda mention: mention.hash)
    held = {line.thing: line.checked for line in known.verdicts if isinstance(line, LookUp)}
    taken: dict[tuple[str, ...], LookUp] = {}
    reworded = older = 0
    for number, written in enumerate(text.split("\n"), 1):
        if not written.strip():
            continue
        try:
            line, day = _read(written, today)
        except (VerdictError, ValueError, RecursionError) as error:
            raise VerdictError(f"line {number}: {error}") from None
        cited = [mention for mention in by_sentence.get(line.sentence, ()) if _is_of(line, mention)]
        if not cited:
            reworded += 1
            continue
        fresh = look_up(cited[0], line.says, str(line.judge["by"]), day)
        if (
            max(held.get(fresh.thing, ""), taken[fresh.thing].checked if fresh.thing in taken else "")
            > fresh.checked
        ):
            older += 1
        else:
            taken[fresh.thing] = fresh
    return Gathered(list(taken.values()), reworded, older)


def _is_of(line: LookUp, mention: Mention) -> bool:
    return line.work == work_of(mention.entry) or line.cited_as == mention.key


def _read(written: str, today: date) -> tuple[LookUp, date]:
    """Return the look-up of one line, and its day, at the latest today.

    :raises ValueError: the line is no look-up, or its day is invalid.
    """
    try:
        data = json.loads(written)
    except ValueError:
        raise VerdictError("it is no JSON") from None
    line = read_verdict({"key": "", **data} if isinstance(data, dict) else data)
    if not isinstance(line, LookUp):
        raise VerdictError(f"it is a line on a {kind_of(line)}, not a look-up ({', '.join(LOOK_UPS)})")
    by = " ".join(str(line.judge["by"]).split())
    if len(by) > LONGEST_NAME:
        raise VerdictError(f"the name of the reader has more than {LONGEST_NAME} characters")
    if not _DAY.fullmatch(line.checked):
        raise VerdictError(f"'{line.checked[:40]}' is no day such as {today.isoformat()}")
    day = min(date.fromisoformat(line.checked), today)
    return line._replace(judge={**line.judge, "by": by}), day
