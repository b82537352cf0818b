"""``argcheck verdicts show --audit KEY``: the evidence for the verdicts on the citations of a key."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from argcheck.cli import common
from argcheck.cli.outcome import CommandOutcome
from argcheck.cli.verdict_files import all_verdicts, place_of
from argcheck.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.reading.workspace import Workspace
    from argcheck.verdicts.model import MentionVerdict

VERSION = 1


def audit(workspace: Workspace, key: str, form: str) -> CommandOutcome:
    """Print the bundles of the verdicts on the citations of a key.

    :param form: ``text`` or ``json``.
    :raises UsageError: no citation of the key has a verdict, or a bundle cannot be read.
    """
    from argcheck.verdicts.model import to_data

    audits = [
        {
            **place_of(workspace, mention.citation.span),
            "sentence": mention.sentence.text,
            "verdict": to_data(verdict),
            "bundle": _bundle(workspace, verdicts.place(verdict).path, verdict),
        }
        for verdicts in all_verdicts(workspace)
        for mention in verdicts.cited
        if mention.key == key
        for verdict in verdicts.mentions(mention)[:1]
    ]
    if not audits:
        raise UsageError(f"--audit: no verdict on a citation of '{key}'")
    if form == "json":
        return CommandOutcome(common.laid_out({"version": VERSION, "key": key, "audits": audits}))
    return CommandOutcome(common.printed(line for audited in audits for line in _listed(key, audited)))


def _bundle(workspace: Workspace, verdict_file: str, verdict: MentionVerdict) -> dict[str, Any] | None:
    """Return the bundle of a verdict; None if it has none.

    :raises UsageError: the file is missing, or is no bundle.
    """
    name = verdict.more.get("bundle")
    if not isinstance(name, str):
        return None
    folder = (workspace.project.root / verdict_file).parent
    file = folder / name
    if not file.resolve().is_relative_to(folder.resolve()):
        shown = common.shown(folder / Path(verdict_file).name)
        raise UsageError(f"{shown}: the bundle '{name}' lies outside of its folder")
    try:
        data = json.loads(file.read_text("utf-8"))
    except OSError as error:
        raise UsageError(
            f"{common.shown(file)}: the bundle cannot be read: {error.strerror}; `argcheck verify --again` makes it anew"
        ) from None
    except (ValueError, RecursionError):
        raise UsageError(f"{common.shown(file)}: is no bundle: it is no JSON") from None
    if not isinstance(data, dict):
        raise UsageError(f"{common.shown(file)}: is no bundle: it is no object")
    return data


def _listed(key: str, audited: dict[str, Any]) -> Iterator[str]:
    """Yield the lines of an audit; the bundle of a committee as JSON."""
    verdict, bundle = audited["verdict"], audited["bundle"]
    judge = ", ".join(f"{name} {value}" for name, value in sorted(verdict.get("judge", {}).items()))
    where = f"{audited['file']}:{audited['line']}:{audited['col']}"
    yield f"{where}: {key}: {verdict['verdict']} ({verdict['checked']})"
    yield f"    {audited['sentence']}"
    yield f"    decided by {verdict.get('stage', '')}: {verdict.get('reason', '')}"
    yield f"    judge: {judge}"
    if bundle is None:
        yield "    no bundle is kept: no model was asked, or an earlier version asked it"
        return
    if bundle.get("folder") != "audit":
        from argcheck.lint.reporters.json_format import dumps

        text = dumps(bundle, indent=1)
        yield from (f"    {line}" for line in text.splitlines())
        return
    try:
        yield from (f"    {line}" for line in _of_a_model(bundle))
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise UsageError(f"{verdict['bundle']}: is no bundle: {type(error).__name__} {error}") from None


def _of_a_model(bundle: dict[str, Any]) -> Iterator[str]:
    yield f"hashes: source {bundle['source']}, question {bundle['question']} (prompts {bundle['prompts']})"
    yield f"{len(bundle['passages'])} passages were shown:"
    for passage in bundle["passages"]:
        place = f"p. {passage['page']}" if passage["page"] else f"line {passage['line']}"
        yield f"  {passage['number']}, {place}, {passage['hash']}: {passage.get('text', '(not kept)')}"
    votes = ", ".join(f"{name} {count}" for name, count in bundle["majority"]["votes"].items())
    yield f"majority: {bundle['majority']['verdict']} ({votes}), of these answers:"
    shared = any(
        "failed" not in answer and not (answer["tokens_in"] or answer["remembered"])
        for answer in bundle["answers"]
    )
    for answer in bundle["answers"]:
        yield from _answer(answer, ", with others of its call" * shared)
    yield f"{len(bundle['checks'])} checks:"
    for check in bundle["checks"]:
        answer = f"{', '.join(check['answers'])}: {'right' if check['right'] else 'wrong'}"
        yield f"  {check['name']}, beside {check['shown']}: {answer}: {check['statement']}"
    if bundle["fell"]:
        yield f"the verdict fell: {bundle['fell']['why']}: {bundle['fell']['reason']}"
    spent = bundle["spent"]
    nothing = "nothing, as all answers were remembered"
    yield f"spent: {_cost(spent) if spent['tokens_in'] or spent['tokens_out'] else nothing}"


def _answer(answer: dict[str, Any], shared: str) -> Iterator[str]:
    if "failed" in answer:
        yield f"  none ({answer['failed']}): {answer['detail']}"
        return
    problem = "" if answer["problem"] == "none" else f" ({answer['problem']})"
    counted = "" if answer["counted"] else ", not counted"
    if answer["remembered"]:
        how = "remembered"
    elif not answer["tokens_in"]:
        how = "billed with another answer of its call"
    else:
        how = _cost(answer) + shared
    yield f"  {answer['verdict']}{problem}{counted}, by {answer['model']}, {how}: {answer['reason']}"
    yield from (f"    “{quote}”" for quote in answer["quotes"])


def _cost(spent: dict[str, Any]) -> str:
    money = "price unknown" if spent["dollars"] is None else f"{spent['dollars']:.6f} dollars"
    return f"{spent['tokens_in']} tokens in, {spent['tokens_out']} out, {money}"
