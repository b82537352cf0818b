"""Run the rules over the documents: select, hold back, run, suppress, join, sort."""

from __future__ import annotations

from collections import Counter
from functools import cache, partial
from itertools import count
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from argcheck.errors import Failure, Stopped, UsageError
from argcheck.files.diagnostic import FAILED_CODE, FAILED_NAME, Diagnostic, Severity, Span, Unchecked
from argcheck.lint.argument_graphs import readings_of
from argcheck.lint.as_written import as_written, held_as_written
from argcheck.lint.context import DocumentAnalyses, RuleContext, all_validated
from argcheck.lint.grouped_findings import merged, restricted, unprinted_as_notes
from argcheck.lint.joining import as_notes, drop_disagreed, joined, readers_of, without_copies
from argcheck.lint.registry import Registry, load_rules
from argcheck.lint.replayed import CheckOutcome, Replays
from argcheck.lint.report import DocumentStatus, HeldBack, Report, Timing
from argcheck.lint.selection import (
    only_of_readings,
    readings_count,
    require_plugins,
    rule_options,
    selected_rules,
    validate_rule_options,
)
from argcheck.lint.suppress import Suppressions
from argcheck.reading.partly_read import partly_read
from argcheck.reading.versions import version_notices
from argcheck.reading.workspace import Workspace
from argcheck.verdicts.replay import coverage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from argcheck.argument.extract.argument import Argument
    from argcheck.argument.model import ArgumentRun
    from argcheck.files.cache import Store
    from argcheck.files.manifest import Manifest
    from argcheck.files.project import Project
    from argcheck.lint.rule import Rule
    from argcheck.reading.read_document import Document
    from argcheck.settings.config import Settings
    from argcheck.verdicts.file import VerdictFile
    from argcheck.verdicts.replay import Coverage, Verdicts

_ABOUT_SUPPRESSIONS = "SUP"
_UNHEARD = (
    "what models have read in {} raises findings only if rules on the argument are named: `--select ARG`"
)


class _Checked(NamedTuple):
    """One document and the outcome of its rules, before suppression."""

    document: Document
    project: Project  #: as the document sees it
    suppressions: Suppressions
    analyses: DocumentAnalyses
    diagnostics: list[Diagnostic]
    held_back: list[HeldBack]
    failed: set[str]  #: rules that raised


def analyse(
    paths: Sequence[str | Path],
    settings: Settings,
    *,
    cwd: Path,
    only_files: bool = False,
    store: Store | None = None,
    plugins: Sequence[Path] = (),
    no_plugins: bool = False,
    overlay: Mapping[Path, str] | None = None,
    jobs: int = 1,
    registry: Registry | None = None,
    require: bool = False,
) -> tuple[Report, Manifest]:
    """Check every document that the paths name.

    :param only_files: keep only findings in ``paths``; the analysis is still whole.
    :param overlay: unsaved text by absolute path, read in place of the disk.
    :param registry: the rules, if they were loaded already.
    :param require: report how many sources are verified even for documents without a verdict file.
    :param jobs: how many processes scan files; it pays for several large documents.
    :returns: the report, and the manifest of what it depends on.
    :raises UsageError: a path, rule or option that does not exist.
    """
    registry = registry or load_rules(store, plugins, plugins=not no_plugins)
    workspace = Workspace(
        paths, settings, cwd=cwd, store=store, overlay=overlay, jobs=jobs, readers=registry.readers
    )
    return run_rules(workspace, registry, only_files=only_files, require=require), workspace.manifest()


def run_rules(
    workspace: Workspace,
    registry: Registry,
    *,
    only_files: bool = False,
    require: bool = False,
    stop: Callable[[], bool] = bool,
    progress: Callable[[str, int, int], object] = lambda *_: None,
) -> Report:
    """Read the documents of a workspace and check them as `analyse` does; the caller keeps the workspace.

    :param stop: called before each rule; true ends the run.
    :param progress: called with the name of the step, how many steps are done, and how many there are.
    :raises UsageError: a rule or option that does not exist.
    :raises Stopped: ``stop`` returned true.
    """
    run = _Run(workspace, registry, stop, progress)
    workspace.read()
    checks = [run.check(document) for document in workspace.documents]
    diagnostics, suppressed = run.settle(checks)
    workspace.save()
    if only_files:
        given = cache(workspace.given)
        diagnostics = [kept for d in diagnostics for kept in restricted(d, lambda span: given(span.path))]
    verified = run.verified(checks, require=require)
    return run.report(checks, diagnostics, suppressed)._replace(verified=verified)


def _active(settings: Settings, registry: Registry) -> tuple[Rule, ...]:
    """Return the rules that are to run.

    :raises UsageError: a plugin, rule or option that does not exist; the message adds the plugins that failed to load.
    """
    try:
        require_plugins(settings, registry.plugins)
        validate_rule_options(settings, registry.rules.values())
        return selected_rules(settings, registry.rules.values())
    except UsageError as error:
        if not registry.failures:
            raise
        raise UsageError(
            "\n".join((str(error), *(failure.message for failure in registry.failures)))
        ) from None


class _Run:
    """The state of one run over several documents."""

    def __init__(
        self,
        workspace: Workspace,
        registry: Registry,
        stop: Callable[[], bool],
        progress: Callable[[str, int, int], object],
    ) -> None:
        self.workspace = workspace
        self.registry = registry
        self.stop = stop
        self.progress = progress
        self.steps = count()
        rules = _active(workspace.settings, registry)
        self.rules = [rule for rule in rules if not rule.code.startswith(_ABOUT_SUPPRESSIONS)]
        self.suppression_rules = [rule for rule in rules if rule.code.startswith(_ABOUT_SUPPRESSIONS)]
        self.seconds: dict[str, float] = {rule.name: 0.0 for rule in rules}
        self.failures = list(registry.failures)
        self.verdict_files: dict[str, VerdictFile] = {}
        self.options = {rule.name: rule_options(workspace.settings, rule) for rule in rules}
        known = registry.rules.values()
        self.readings_count = readings_count(workspace.settings, known)
        self.only_of_readings = only_of_readings(workspace.settings, known)
        self.unheard: list[str] = []  #: documents with readings of models that raise no findings
        self.replays = Replays(workspace.memory, workspace.settings, rules)

    def check(self, document: Document) -> _Checked:
        """Run all rules except those about suppressions, or reuse their outcome of an earlier run if it still holds."""
        m, b = document
        traced = self.workspace.traced[m.root]
        identity, project = f"{traced.identity} {m.fragment_reason}", traced.as_project()
        files = {**m.files, **b.files}
        directives = (*m.directives, *b.directives) if self.workspace.settings.suppressions else ()
        suppressions = Suppressions(directives, files, self.registry.codes)
        readings = self._readings(project, document)
        argument = partial(_argument, project, document)
        analyses = DocumentAnalyses(project, document, partial(argument, readings), self.verdict_files)
        checked = _Checked(document, project, suppressions, analyses, [], [], set())
        if known := self.replays.recall(m.root, identity, traced):
            suppressions.usage.used |= known.used
            return checked._replace(diagnostics=known.diagnostics, held_back=known.held_back)
        self.workspace.memory.noted.clear()
        stated: DocumentAnalyses | None = None  # without the readings of models
        for rule in self.rules:
            self.progress("checking", next(self.steps), len(self.workspace.documents) * len(self.rules))
            if rule.argument and not m.argues and not readings:
                continue
            if rule.name in self.only_of_readings and not readings:
                continue
            because = dict.fromkeys(analyses.missing(rule.needs))
            outcomes = [] if because else self._run(rule, checked)
            if outcomes and rule.name in self.only_of_readings:
                stated = stated or DocumentAnalyses(
                    project, document, partial(argument, []), self.verdict_files
                )
                outcomes = _without_known(outcomes, self._run(rule, checked._replace(analyses=stated)))
            for outcome in outcomes:
                if isinstance(outcome, Unchecked):
                    because[outcome] = None
                else:
                    checked.diagnostics.extend(unprinted_as_notes(outcome, m))
            if because:
                checked.held_back.append(HeldBack(m.root, rule.name, tuple(because)))
        if not checked.failed:
            result = CheckOutcome(checked.diagnostics, checked.held_back, suppressions.usage.used)
            self.replays.keep(m.root, identity, traced, result)
        return checked

    def _readings(self, project: Project, document: Document) -> list[ArgumentRun]:
        """Return the readings of models that count for findings."""
        if self.workspace.settings.runs == "stated":
            return []
        readings = readings_of(project, document)
        if readings and not self.readings_count:
            self.unheard.append(document.manuscript.root)
            return []
        return readings

    def _run(self, rule: Rule, checked: _Checked) -> list[Diagnostic | Unchecked]:
        if self.stop():
            raise Stopped
        shared = (checked.project, *checked.document, checked.suppressions, checked.analyses)
        context = RuleContext(*shared, rule, self.options[rule.name])
        start = perf_counter()
        outcomes: Iterable[Diagnostic | Unchecked] = ()
        try:
            outcomes = rule.check(context)
            return all_validated(outcomes, self.workspace.project.files)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - a rule, ours or a third party's: named, and the run goes on
            checked.failed.add(rule.name)
            return [self._failed(rule, checked.document.manuscript.root, outcomes, error)]
        finally:
            self.seconds[rule.name] += perf_counter() - start

    def verified(self, checks: list[_Checked], *, require: bool) -> tuple[Coverage, ...]:
        """Return how many sources are verified, for each document with verdicts, or with ``require`` for all."""
        read = [checked.analyses.verdicts for checked in checks]
        return tuple(coverage(verdicts) for verdicts in read if verdicts or require)

    def _failed(self, rule: Rule, root: str, outcomes: object, error: BaseException) -> Diagnostic:
        """Record that a rule raised; the finding names the line of its code and, if known, the place it was reading."""
        from argcheck.lint.blame import described, full_traceback, rule_place

        code, span = rule_place(rule, outcomes, error)
        source = self.workspace.project.files.get(span.path) if span else None
        if span is None or source is None or not 0 <= span.start <= span.end <= len(source.text):
            span, at = Span(root, 0, 0), root
        else:
            at = f"{span.path}:{source.position(span.start)[0]}"
        where = f" ({code})" if code else ""
        message = f"rule {rule.code} [{rule.name}] failed on this document: {described(error)}{where}"
        self.failures.append(Failure(rule.name, f"{at}: {message}", full_traceback(error)))
        help_ = f"this is a fault of the rule, not of the document; --ignore {rule.name} leaves it out, -v shows the traceback"
        return Diagnostic(FAILED_CODE, FAILED_NAME, Severity.ERROR, span, message, help_)

    def settle(self, checks: list[_Checked]) -> tuple[list[Diagnostic], int]:
        """Apply suppressions, run the rules about them, join equal findings of several documents, sort.

        :returns: the remaining findings, and how many were suppressed.
        """
        everywhere = {rule.code for rule in self.rules if rule.everywhere}
        drop_disagreed([(checked.document, checked.diagnostics) for checked in checks], everywhere)
        kept: list[tuple[str, Diagnostic]] = []
        suppressed: set[tuple[str, Span, str]] = set()
        for checked in checks:
            root = checked.document.manuscript.root
            for diagnostic in checked.diagnostics:
                if checked.suppressions.matches(diagnostic):
                    suppressed.add((diagnostic.code, diagnostic.span, diagnostic.message))
                else:
                    kept.append((root, diagnostic))
            held = {held_back.rule for held_back in checked.held_back}
            ran = {rule.name for rule in self.rules} - held - checked.failed
            checked.suppressions.judge(ran, held | checked.failed)
        Suppressions.merge(checked.suppressions for checked in checks)
        for checked in checks:
            root = checked.document.manuscript.root
            for rule in self.suppression_rules:
                outcomes = self._run(rule, checked)
                kept += [(root, outcome) for outcome in outcomes if isinstance(outcome, Diagnostic)]
        kept += self._unreadable()
        readers = readers_of(checked.document for checked in checks)
        result = joined(merged(list(self._without_ignored(kept))), readers, self.workspace.versions)
        if len(checks) > 1:
            result = without_copies(result, self.workspace.project.files, self.workspace.versions)
        return as_notes(result, self.workspace.versions), len(suppressed)

    def _unreadable(self) -> Iterator[tuple[str, Diagnostic]]:
        rule = next((rule for rule in self.rules if rule.name == "unreadable-input"), None)
        for root, error in self.workspace.unreadable:
            message = f"this document cannot be analysed: {error.detail}"
            if rule and error.at is not None:
                self.workspace.project.files.setdefault(root, self.workspace.project.original(root))
                span = Span(root, error.at, error.at)
                yield root, Diagnostic(rule.code, rule.name, rule.severity, span, message)
                continue
            self.failures.append(Failure(root, f"{root}: {message}"))
            yield root, Diagnostic(FAILED_CODE, FAILED_NAME, Severity.ERROR, Span(root, 0, 0), message)

    def _without_ignored(
        self, diagnostics: Iterable[tuple[str, Diagnostic]]
    ) -> Iterator[tuple[str, Diagnostic]]:
        """Yield the pairs of root and finding that the settings do not ignore."""
        ignores = self.workspace.settings.ignores
        for root, d in diagnostics:
            for kept in restricted(d, lambda span, d=d: not ignores(span.path, d.code, d.name)):  # type: ignore[misc]
                yield root, kept

    def report(self, checks: list[_Checked], diagnostics: list[Diagnostic], suppressed: int) -> Report:
        """Build the report that the formats print."""
        workspace = self.workspace
        counts = Counter(diagnostic.name for diagnostic in diagnostics)
        rules = {rule.name: rule for rule in (*self.rules, *self.suppression_rules)}
        having = {root for diagnostic in diagnostics for root in diagnostic.roots}
        diagnostics, sources = as_written(diagnostics, workspace.project.files)
        return Report(
            project=workspace.project.root,
            base=workspace.base,
            documents=tuple(DocumentStatus.of(checked.document) for checked in checks),
            diagnostics=tuple(diagnostics),
            sources=sources,
            rules=rules,
            fail_on=workspace.settings.fail_on,
            stage=workspace.settings.stage if "stage" in workspace.settings.origins else "",
            held_back=tuple(
                held_as_written(held, workspace.project.files) for each in checks for held in each.held_back
            ),
            orphans=workspace.orphans,
            failures=tuple(dict.fromkeys(self.failures)),
            unread=tuple(root for root, _ in workspace.unreadable),
            notices=(
                *workspace.project.notices,
                *version_notices(workspace.versions, having),
                *partly_read(workspace),
                *(_UNHEARD.format(root) for root in self.unheard),
            ),
            suppressed=suppressed,
            timings=tuple(Timing(name, self.seconds[name], counts[name]) for name in sorted(rules)),
        )


def _without_known(
    outcomes: list[Diagnostic | Unchecked], known: list[Diagnostic | Unchecked]
) -> list[Diagnostic | Unchecked]:
    """Return outcomes without the findings at places where a rule has one anyway; their messages may differ."""
    places = {outcome.span for outcome in known if isinstance(outcome, Diagnostic)}
    return [outcome for outcome in outcomes if isinstance(outcome, Unchecked) or outcome.span not in places]


def _argument(
    project: Project, document: Document, readings: Sequence[ArgumentRun], verdicts: Verdicts
) -> Argument:
    from argcheck.lint.document_argument import argument_of

    return argument_of(project, document, verdicts, readings)
