"""The judging of mentions by ``argcheck verify``, after that of entries.

A verdict in the file is reused as long as all that the judge sees is unchanged: sentence, neighbours, entry, source,
judge.  A second run asks nothing.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from argcheck.files.committed import put_beside
from argcheck.files.grouping import lists_by_key
from argcheck.files.writing import writing
from argcheck.llm.budget import BudgetExhaustedError
from argcheck.llm.client import PASSING, UNUSABLE
from argcheck.sources.full_texts import extent
from argcheck.sources.text.model import SourceText
from argcheck.verdicts.audit import FOLDER, source_hash, without_quotes
from argcheck.verdicts.fields import LONGEST_QUOTE, EvidenceSpan, is_recent
from argcheck.verdicts.file import change_file, read_file, unquoted_claims
from argcheck.verdicts.guarded import FAILED
from argcheck.verdicts.identity import entry_hash, quote_hash, verdict_key, work_of
from argcheck.verdicts.judging import CitationCase, Judgement
from argcheck.verdicts.mentions import mentions_of
from argcheck.verdicts.model import MentionVerdict, of_kind
from argcheck.verdicts.witnesses import own_setting

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from datetime import date
    from pathlib import Path

    from argcheck.bib.entries import Entries
    from argcheck.reading.manuscript import Manuscript
    from argcheck.sources.citers import Cited
    from argcheck.verdicts.judging import Judge, Quote
    from argcheck.verdicts.mentions import Mention

BUNDLES = "committee"  #: folder beside the verdict file
_POINTERS = 3  #: most passages of the verdict ``pointed``
_BATCH = 8  #: mentions judged at a time; each asks several questions


class MentionRun(NamedTuple):
    """The result of judging mentions."""

    verdicts: tuple[MentionVerdict, ...]  #: on every mention with a source, new or from the file
    judged: int  #: number of new verdicts; those without an answer do not count
    left: int  #: mentions not judged because of the budget or an interruption
    stopped: str = ""  #: why some were left
    interrupted: bool = False

    def lines(self, what: str) -> list[str]:
        """Return lines for the terminal: counts of citations of ``what``, by verdict, class, stage and reason to abstain."""
        lines = [f"{len(self.verdicts)} citations of {what}, {self.judged} of them judged in this run"]
        verdicts = Counter(
            "without an answer" if _is_passing(verdict) else verdict.verdict for verdict in self.verdicts
        )
        lines += [f"  {count:>5} {name}" for name, count in sorted(verdicts.items())]
        classes = Counter(
            f"{verdict.class_} ({verdict.subtype})" for verdict in self.verdicts if verdict.class_
        )
        lines += [f"  miscited, {name}: {count}" for name, count in sorted(classes.items())]
        stages = Counter(verdict.stage for verdict in self.verdicts if not _is_passing(verdict))
        reasons = Counter(
            str(verdict.more["abstained"]) for verdict in self.verdicts if verdict.more.get("abstained")
        )
        for what_of, counts in (("decided by", stages), ("abstained", reasons)):
            listed = ", ".join(f"{name} {count}" for name, count in sorted(counts.items()))
            lines += [f"  {what_of}: {listed}"] if listed else []
        if self.left:
            lines.append(f"  {self.left} citations were not judged: {self.stopped}")
        return lines

    def compared(self) -> list[str]:
        """Return lines for the terminal: claims without support, and the coverage of all sources and of each."""
        comparisons = [verdict.more["compared"] for verdict in self.verdicts if "compared" in verdict.more]
        if not comparisons:
            return ["no claims were compared"]
        claims = [claim for comparison in comparisons for claim in comparison["claims"]]
        bare = sum(not claim["supported"] for claim in claims)
        lines = [
            f"{len(claims)} claims of {len(comparisons)} citations compared, {bare} without a match in the source"
        ]
        table: dict[str, list[int]] = {}
        for verdict in self.verdicts:
            included, relevant = verdict.more.get("compared", {}).get("coverage", (0, 0))
            row = table.setdefault(verdict.cited_as, [0, 0])
            row[0] += included
            row[1] += relevant
        included, relevant = (sum(row[place] for row in table.values()) for place in (0, 1))
        lines.append(f"  coverage: {included} of {relevant} claims that matter are included")
        lines += [f"  {key}: {row[0]} of {row[1]}" for key, row in sorted(table.items()) if row[1]]
        if self.left:
            lines.append(f"  {self.left} citations were not compared: {self.stopped}")
        return lines


class MentionVerification:
    """Judges the mentions of documents with one judge.

    :param file: the verdict file on the disk.
    :param max_age: days for which a verdict of the judge's expiring stage is valid.
    :param quotes: whether the file may hold words of sources; else it holds hashes and places.
    :param dry: write nothing.
    """

    def __init__(
        self, file: Path, judge: Judge, *, today: date, max_age: int, quotes: bool = True, dry: bool = False
    ) -> None:
        self.file = file
        self.asked = judge
        self.today = today
        self.max_age = max_age
        self.quotes = quotes
        self.dry = dry
        self.judge = dict(judge.identity)
        self._digests: dict[int, str] = {}
        self._bundles: dict[str, Mapping[str, Any]] = {}

    async def run(
        self,
        documents: Iterable[tuple[Manuscript, Entries]],
        sources: Mapping[str, SourceText | Cited],
        progress: Callable[[int, int, str], None],
    ) -> MentionRun:
        """Judge the mentions without a verdict, and write the new ones, even if the run is interrupted.

        :param sources: texts by work (`argcheck.verdicts.identity.work_of`), or identities for a judge that needs no
            text; mentions of other works are not judged.
        """
        known = read_file(self.file).verdicts
        held = {verdict.key: verdict for verdict in of_kind(known, MentionVerdict) if self._holds(verdict)}
        cases = self._cases(documents, sources)
        verdicts = {key: held[key] for key in cases if key in held}
        if self.asked.yields_to:
            decided = {v.thing: v for v in held.values() if v.judge.get("name") == self.asked.yields_to}
            things = {key: self._verdict(key, cases[key][1], _NOTHING).thing for key in cases}
            verdicts |= {key: decided[thing] for key, thing in things.items() if thing in decided}
        todo = [key for key in cases if key not in verdicts]
        judged: list[MentionVerdict | None] = []
        stopped, interrupted = "", False
        try:
            stopped = await self._judge({key: cases[key] for key in todo}, judged, progress)
        except asyncio.CancelledError:
            stopped, interrupted = "interrupted", True
        finally:
            fresh = [verdict for verdict in judged if verdict is not None]
            keep = [verdict for verdict in fresh if not _is_passing(verdict)]
            if keep and not self.dry:
                self._write(keep)
        verdicts.update((verdict.key, verdict) for verdict in fresh)
        return MentionRun(
            tuple(verdicts[key] for key in cases if key in verdicts),
            len(keep),
            len(cases) - len(verdicts) - judged.count(None),
            stopped,
            interrupted,
        )

    async def _judge(
        self,
        cases: Mapping[str, tuple[CitationCase, Mention]],
        judged: list[MentionVerdict | None],
        progress: Callable[[int, int, str], None],
    ) -> str:
        """Judge cases; return why some were left, empty if none were.

        :param judged: receives the verdicts as they arrive; None for a case with nothing to keep.
        """
        waiting = list(cases.items())
        for start in range(0, len(waiting), _BATCH):
            batch = waiting[start : start + _BATCH]
            results = await asyncio.gather(
                *(self.asked.judge(case) for _, (case, _) in batch), return_exceptions=True
            )
            stopped = ""
            for (key, (_, mention)), result in zip(batch, results, strict=True):
                if isinstance(result, BudgetExhaustedError):
                    stopped = stopped or str(result)
                elif isinstance(result, BaseException):
                    raise result
                else:
                    judged.append(self._verdict(key, mention, result) if result else None)
            progress(start + len(batch), len(waiting), mention.key)
            if stopped:
                return stopped
        return ""

    def _holds(self, verdict: MentionVerdict) -> bool:
        expires = verdict.stage == self.asked.expiring_stage
        recent = not expires or is_recent(verdict.checked, self.today, self.max_age)
        return recent and not _is_passing(verdict)  # older files have verdicts on unusable answers

    def _cases(
        self, documents: Iterable[tuple[Manuscript, Entries]], sources: Mapping[str, SourceText | Cited]
    ) -> dict[str, tuple[CitationCase, Mention]]:
        cases: dict[str, tuple[CitationCase, Mention]] = {}
        for manuscript, bibliography in documents:
            paragraphs = lists_by_key((s.paragraph, s.text) for s in manuscript.sentences)
            for mention in mentions_of(manuscript, bibliography):
                source = sources.get(work_of(mention.entry))
                if source is not None:
                    paragraph = " ".join(paragraphs[mention.sentence.paragraph])
                    case = _case(manuscript, mention, source)
                    case = case._replace(paragraph=paragraph, cited=manuscript.cited_keys)
                    cases.setdefault(self._key(case, mention), (case, mention))
        return cases

    def _key(self, case: CitationCase, mention: Mention) -> str:
        """Return the key of a judgement, a hash of all that the judge sees."""
        seen = {
            "judge": self.judge,
            "work": work_of(mention.entry),
            "entry": entry_hash(mention.entry),
            "sentence": mention.hash,
            "before": mention.before_hash,
            "after": mention.after_hash,
            "source": self._digest(case.source),
            "searched": case.searched,
            **({"paragraph": case.paragraph} if self.asked.reads_paragraphs else {}),
        }
        return verdict_key("mention", seen)

    def _digest(self, source: SourceText) -> str:
        if id(source) not in self._digests:
            self._digests[id(source)] = source_hash(source)
        return self._digests[id(source)]

    def _verdict(self, key: str, mention: Mention, judgement: Judgement) -> MentionVerdict:
        more: dict[str, Any] = dict(judgement.more if self.quotes else unquoted_claims(judgement.more))
        if judgement.bundle:
            self._bundles[key] = judgement.bundle
            more["bundle"] = _bundle_name(key, judgement.bundle)
        if judgement.abstained:
            more["abstained"] = judgement.abstained
        if judgement.votes:
            more["votes"] = dict(judgement.votes)
        return MentionVerdict(
            key,
            work_of(mention.entry),
            mention.key,
            self.today.isoformat(),
            self.judge,
            mention.hash,
            mention.before_hash,
            mention.after_hash,
            entry_hash(mention.entry),
            judgement.verdict,
            judgement.class_,
            judgement.subtype,
            judgement.stage,
            round(judgement.confidence, 4),
            judgement.windows,
            judgement.searched,
            tuple(self._span(quote) for quote in self._shown(judgement)),
            _cut(judgement.would_support),
            _cut(judgement.reason),
            more,
        )

    def _write(self, verdicts: Sequence[MentionVerdict]) -> None:
        with writing(self.file):
            for verdict in verdicts:
                self._write_bundle(verdict.key)
            change_file(self.file, lambda file: file.with_(verdicts))

    def _write_bundle(self, key: str) -> None:
        """Write the audit bundle of a verdict beside the verdict file, if there is one."""
        bundle = self._bundles.get(key)
        if bundle is None:
            return
        if not self.quotes:
            bundle = without_quotes(bundle) if bundle.get("folder") == FOLDER else _unquoted(bundle)
        file = self.file.parent / _bundle_name(key, bundle)
        text = json.dumps(bundle, ensure_ascii=False, indent=1) + "\n"
        # lone surrogates are escaped as in JSON
        put_beside(file, text.encode("utf-8", "backslashreplace"))

    def _shown(self, judgement: Judgement) -> Sequence[Quote]:
        return judgement.quotes[:_POINTERS] if judgement.verdict == "pointed" else judgement.quotes

    def _span(self, quote: Quote) -> EvidenceSpan:
        page = str(quote.page) if quote.page else ""
        if not self.quotes:
            return EvidenceSpan(page, quote.line, hash=quote_hash(quote.text), uncertain=quote.uncertain)
        return EvidenceSpan(page, quote.line, _cut(quote.text), uncertain=quote.uncertain)


_NOTHING = Judgement("pointed", "retrieval", "", "")
#: Temporary reasons to abstain, which are not written to the file.
_PASSING = PASSING | UNUSABLE | {FAILED}


def _is_passing(verdict: MentionVerdict) -> bool:
    return verdict.more.get("abstained") in _PASSING


def _case(manuscript: Manuscript, mention: Mention, source: SourceText | Cited) -> CitationCase:
    title = mention.entry.text("title") or ""
    common = (mention.sentence.text, mention.before, mention.after, mention.key)
    if isinstance(source, SourceText):
        return CitationCase(*common, title, source, extent(source))
    place = next(
        n for n, sentence in enumerate(manuscript.sentences) if sentence.span == mention.sentence.span
    )
    setting = own_setting(manuscript.sentences, place, mention.key)
    return CitationCase(
        *common, source.title, SourceText("", "", ()), "witnesses", work=source, setting=setting
    )


def _bundle_name(key: str, bundle: Mapping[str, Any]) -> str:
    """Return the path of a bundle, relative to the folder of the verdict file."""
    return f"{bundle.get('folder', BUNDLES)}/{key.rpartition(':')[2]}.json"


def _unquoted(bundle: Mapping[str, Any]) -> dict[str, Any]:
    """Return a committee's bundle with hashes instead of the sentences of witnesses; restatements are no quotes."""
    witnesses = [
        {**item, "claims": [{**claim, "sentence": quote_hash(claim["sentence"])} for claim in item["claims"]]}
        for item in bundle["witnesses"]
    ]
    return {**bundle, "witnesses": witnesses}


def _cut(text: str) -> str:
    """Return a text of at most `LONGEST_QUOTE` characters, cut at the end of a word."""
    if len(text) <= LONGEST_QUOTE:
        return text
    return text[: LONGEST_QUOTE - 1].rpartition(" ")[0] + "…"
