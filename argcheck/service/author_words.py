"""The claims that models have read, and the author's words on them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from argcheck.argument.extract.build import build
from argcheck.argument.model import INFERENCE, RUNS
from argcheck.errors import UsageError
from argcheck.files.writing import writing
from argcheck.interrogation.readings import argument_runs, id_accepted, name_in, read_runs
from argcheck.interrogation.runs_file import LONGEST, AuthorWord, change_runs
from argcheck.interrogation.shown_parts import numbered_sentences
from argcheck.service.problem_lines import problem_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from argcheck.argument.model import Node
    from argcheck.files.diagnostic import Span
    from argcheck.interrogation.runs_file import Check, Interrogated
    from argcheck.reading.read_document import Document
    from argcheck.reading.workspace import Workspace


class ReadClaim(NamedTuple):
    """The claim that models have read in a sentence of a document, and the author's word on it."""

    root: str  #: of the document
    ids: tuple[str, ...]  #: all names; the first is shown
    sentence: str  #: hash of the sentence
    span: Span
    claim: str  #: as models read it
    kind: str
    role: str
    readings: int  #: number of readings that have it
    of: int  #: number of all readings
    check: Check | None  #: the outcome of its check
    word: AuthorWord | None  #: the author's word


def claims_read(workspace: Workspace, document: Document) -> list[ReadClaim]:
    """Return the claims that models have read in a document, one for each sentence, with disputed ones."""
    root = document.manuscript.root
    known = read_runs(workspace.project, root).interrogated
    unsaid = known._replace(words=())
    graph = build(document, RUNS, further=argument_runs(unsaid, document.manuscript))
    checks = {check.sentence: check for check in known.checks}
    words = {word.sentence: word for word in known.words}
    names = _names_by_sentence(known)
    claims = []
    for sentence in numbered_sentences(document.manuscript):
        ids, word = names.get(sentence.hash, ()), words.get(sentence.hash)
        if not ids and word is None:
            continue
        node = next((node for name in ids if (node := graph.find(name))), None)
        claims.append(
            ReadClaim(
                root,
                _ids(node, ids, word),
                sentence.hash,
                sentence.span,
                node.text if node else word.claim if word else "",
                (node.kind if node else word.kind if word else None) or INFERENCE,
                (node.role if node else word.role if word else "") or "claim",
                len({name.partition(":")[0] for name in ids}),
                known.answered,
                checks.get(sentence.hash),
                word,
            )
        )
    return claims


def unusable(workspace: Workspace) -> tuple[str, ...]:
    """Return the problems of the runs of all documents, as lines with places."""
    runs = (read_runs(workspace.project, m.root) for m, _ in workspace.documents)
    return problem_lines(workspace, (problem for read in runs for problem in read.problems))


def _names_by_sentence(known: Interrogated) -> dict[str, tuple[str, ...]]:
    names: dict[str, tuple[str, ...]] = {}
    for node in sorted(known.nodes):
        if node.sentence:
            names[node.sentence] = (*names.get(node.sentence, ()), node.id)
    return names


def _ids(node: Node | None, ids: Sequence[str], word: AuthorWord | None) -> tuple[str, ...]:
    """Return all names of a claim; the first are those in the output of `argcheck graph`."""
    accepted = [id_accepted(word.sentence)] if word and word.stand != "disputed" else []
    shown = [node.id] if node else []
    return tuple(dict.fromkeys((*accepted, *shown, *ids)))


def claim_called(workspace: Workspace, name: str) -> ReadClaim:
    """Return the claim with an id, or at a place (FILE:LINE).

    :raises UsageError: there is no such claim, or there are several.
    """
    known = [
        claim
        for document in workspace.documents
        for claim in claims_read(workspace, document)
        if name in claim.ids or _is_at(workspace, claim, name)
    ]
    if not known:
        raise UsageError(
            f"models have read no claim that is called '{name}'; `argcheck runs show` lists them"
        )
    if len(known) > 1:
        ids = ", ".join(claim.ids[0] for claim in known)
        roots = ", ".join(dict.fromkeys(claim.root for claim in known))
        raise UsageError(f"'{name}' means {ids}, in {roots}: name one of them, or one document")
    return known[0]


def _is_at(workspace: Workspace, claim: ReadClaim, place: str) -> bool:
    """Whether a claim begins at a place, in the form FILE:LINE or FILE:LINE:COLUMN."""
    path, *numbers = place.split(":")
    if not numbers or Path(path).resolve() != workspace.project.root / claim.span.path:
        return False
    position = workspace.project.files[claim.span.path].position(claim.span.start)
    return numbers in ([str(position[0])], [str(number) for number in position])


def keep_word(workspace: Workspace, claim: ReadClaim, word: AuthorWord | None) -> Path:
    """Store the author's word on a claim, or with None delete it; return the file.

    :raises UsageError: the file cannot be written, the claim is empty, or a text is too long.
    """
    if word and (not word.claim.strip() or max(len(word.claim), len(word.reason)) > LONGEST):
        raise UsageError(f"a claim has words, and neither it nor a reason more than {LONGEST} characters")
    path = read_runs(workspace.project, claim.root).path
    file = workspace.project.root / path
    with writing(file):
        change_runs(file, name_in(path, claim.root), lambda known: known.saying(claim.sentence, word))
    return file
