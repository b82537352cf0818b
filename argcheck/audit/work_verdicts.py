"""The states of works by verdict files and lists of retractions, by their names in the tables of an audit."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from argcheck.errors import UsageError
from argcheck.sources.model import Notice, Status
from argcheck.sources.notices import joined_notices
from argcheck.verdicts.author_answers import AuthorAnswer
from argcheck.verdicts.fields import DISPUTED
from argcheck.verdicts.model import EntryVerdict
from argcheck.verdicts.replay import is_answer_to
from argcheck.verdicts.verdict_index import weight

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from argcheck.verdicts.file import VerdictFile

FALLEN = (Status.RETRACTED, Status.WITHDRAWN, Status.REPLACED)


class WorkState(NamedTuple):
    """The state of a work."""

    outcome: str = ""  #: of the latest verdict, see docs/verdicts.md; empty without one
    notices: tuple[Notice, ...] = ()


def states_of(
    verdict_files: Sequence[VerdictFile], notices: Mapping[str, tuple[Notice, ...]]
) -> dict[str, WorkState]:
    """Return the state of each work, without notices that an author disputes.

    :param notices: of a list of retractions, by the name of the work.
    """
    verdicts: dict[str, EntryVerdict] = {}
    answers: dict[str, list[AuthorAnswer]] = {}
    for file in verdict_files:
        for verdict in file.verdicts:
            if isinstance(verdict, AuthorAnswer):
                answers.setdefault(verdict.work, []).append(verdict)
            elif isinstance(verdict, EntryVerdict):
                verdicts[verdict.work] = max(verdicts.get(verdict.work, verdict), verdict, key=weight)
    states = {}
    for work in {*verdicts, *notices}:
        known = verdicts.get(work)
        told = [*joined_notices([*notices.get(work, ()), *(known.notices if known else ())])]
        outcome = known.outcome if known else ""
        if known:
            told = [notice for notice in told if not _disputed(known, _matter(notice), answers.get(work, ()))]
            if outcome in known.matters and _disputed(known, outcome, answers.get(work, ())):
                outcome = "disputed"
        states[work] = WorkState(outcome, tuple(told))
    return states


def _matter(notice: Notice) -> str:
    return str(Status.RETRACTED if notice.status in FALLEN else notice.status)


def _disputed(verdict: EntryVerdict, matter: str, answers: Iterable[AuthorAnswer]) -> bool:
    known = [answer for answer in answers if is_answer_to(answer, verdict, matter)]
    latest = max(known, key=lambda answer: (answer.checked, answer.key), default=None)
    return latest is not None and latest.stand == DISPUTED


def verdict_file(file: Path) -> VerdictFile:
    """Return the content of a verdict file.

    :raises UsageError: it cannot be read.
    """
    from argcheck.verdicts.file import VerdictFile

    try:
        return VerdictFile.load(file.read_text("utf-8"), str(file))
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{file}: the verdicts cannot be read: {error}") from None


def notices_of(file: Path) -> dict[str, tuple[Notice, ...]]:
    """Return the notices of a list of retractions, by name of the work.

    :param file: the CSV of Retraction Watch, or the output of `argcheck sources retractions import`.
    :raises UsageError: it is neither, or cannot be read.
    """
    from argcheck.sources.retractions import import_csv, load

    try:
        if file.suffix.lower() == ".csv":
            with TemporaryDirectory() as folder:
                imported = Path(folder) / "retractions.jsonl"
                import_csv(file, imported)
                return load(imported)
        return load(file)
    except (OSError, ValueError, TypeError, IndexError) as error:
        raise UsageError(f"{file}: the list of retractions cannot be read: {error}") from None
