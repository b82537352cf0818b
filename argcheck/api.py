"""The face of argcheck for rules, plugins and scripts; all else may change between releases."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from argcheck.errors import ArgcheckError, ConfigError, Failure, PluginError, UsageError
from argcheck.files.diagnostic import Diagnostic, Edit, Fix, Related, Severity, Span, Unchecked, shortened
from argcheck.files.manifest import PICTURE_SOURCES, PICTURES, TEX_SUFFIXES
from argcheck.lint.context import RuleContext
from argcheck.lint.report import DocumentStatus, HeldBack, Report
from argcheck.lint.rule import Findings, Needs, Option, Rule, rule
from argcheck.prose.spelling import closest, same_but_for_prefix, surely_meant

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from networkx import MultiDiGraph

    from argcheck.argument.extract.argument import Argument as Argument  # noqa: PLC0414
    from argcheck.argument.extract.layout import Stated as Stated  # noqa: PLC0414
    from argcheck.argument.extract.opposites import Opposite as Opposite  # noqa: PLC0414
    from argcheck.argument.model import Edge as Edge  # noqa: PLC0414
    from argcheck.argument.model import Node as Node  # noqa: PLC0414
    from argcheck.bib.bibliography import Bibliography as Bibliography  # noqa: PLC0414 - for annotations in rules
    from argcheck.bib.entry import Entry as Entry  # noqa: PLC0414
    from argcheck.bib.entry import Field as Field  # noqa: PLC0414
    from argcheck.bib.names import Name as Name  # noqa: PLC0414
    from argcheck.bib.people import authors_in_short as authors_in_short  # noqa: PLC0414
    from argcheck.bib.statuses import is_awaited as is_awaited  # noqa: PLC0414
    from argcheck.files.manuscript_reader import NOT_LATEX as NOT_LATEX  # noqa: PLC0414
    from argcheck.files.manuscript_reader import ManuscriptReader as ManuscriptReader  # noqa: PLC0414
    from argcheck.files.manuscript_reader import ProjectFiles as ProjectFiles  # noqa: PLC0414
    from argcheck.files.opening import InputError as InputError  # noqa: PLC0414
    from argcheck.files.source import SourceFile as SourceFile  # noqa: PLC0414
    from argcheck.files.source import Translated as Translated  # noqa: PLC0414
    from argcheck.lint.hookspecs import hookimpl
    from argcheck.readers.translation import Excerpt as Excerpt  # noqa: PLC0414
    from argcheck.readers.translation import Translation as Translation  # noqa: PLC0414
    from argcheck.readers.translation import heading as heading  # noqa: PLC0414
    from argcheck.readers.translation import in_words as in_words  # noqa: PLC0414
    from argcheck.reading.manuscript import Manuscript as Manuscript  # noqa: PLC0414
    from argcheck.reading.title_page import Author as Author  # noqa: PLC0414
    from argcheck.service.verify_report import Cancellation, Progress
    from argcheck.service.verify_report import VerifiedSource as VerifiedSource  # noqa: PLC0414
    from argcheck.service.verify_report import VerifyReport as VerifyReport  # noqa: PLC0414
    from argcheck.sources.evidence import Embedder as Embedder  # noqa: PLC0414
    from argcheck.sources.http import Absence as Absence  # noqa: PLC0414
    from argcheck.sources.http import Http as Http  # noqa: PLC0414
    from argcheck.sources.http import Service as Service  # noqa: PLC0414
    from argcheck.sources.model import Answer as Answer  # noqa: PLC0414
    from argcheck.sources.model import Difference as Difference  # noqa: PLC0414
    from argcheck.sources.model import Notice as Notice  # noqa: PLC0414
    from argcheck.sources.model import Person as Person  # noqa: PLC0414
    from argcheck.sources.model import Query as Query  # noqa: PLC0414
    from argcheck.sources.model import Record as Record  # noqa: PLC0414
    from argcheck.sources.model import Relation as Relation  # noqa: PLC0414
    from argcheck.sources.model import Reply as Reply  # noqa: PLC0414
    from argcheck.sources.protocols import Provider as Provider  # noqa: PLC0414
    from argcheck.tex.graphics import Graphic as Graphic  # noqa: PLC0414
    from argcheck.tex.items import Item as Item  # noqa: PLC0414
    from argcheck.tex.model import Caption as Caption  # noqa: PLC0414
    from argcheck.tex.model import Citation as Citation  # noqa: PLC0414
    from argcheck.tex.model import Environment as Environment  # noqa: PLC0414
    from argcheck.tex.model import Float as Float  # noqa: PLC0414
    from argcheck.tex.model import Footnote as Footnote  # noqa: PLC0414
    from argcheck.tex.model import Input as Input  # noqa: PLC0414
    from argcheck.tex.model import InputPlace as InputPlace  # noqa: PLC0414
    from argcheck.tex.model import Label as Label  # noqa: PLC0414
    from argcheck.tex.model import Missing as Missing  # noqa: PLC0414
    from argcheck.tex.model import Reference as Reference  # noqa: PLC0414
    from argcheck.tex.model import Resource as Resource  # noqa: PLC0414
    from argcheck.tex.model import Section as Section  # noqa: PLC0414
    from argcheck.tex.model import Sentence as Sentence  # noqa: PLC0414
    from argcheck.tex.model import Statement as Statement  # noqa: PLC0414
    from argcheck.tex.model import Use as Use  # noqa: PLC0414
    from argcheck.tex.printed_commands import printed_commands as printed_commands  # noqa: PLC0414
    from argcheck.tex.tables import Cell as Cell  # noqa: PLC0414
    from argcheck.tex.tables import Table as Table  # noqa: PLC0414
    from argcheck.tex.vocabulary import in_any_language as in_any_language  # noqa: PLC0414
    from argcheck.verdicts.author_answers import AuthorAnswer as AuthorAnswer  # noqa: PLC0414
    from argcheck.verdicts.fields import EvidenceSpan as EvidenceSpan  # noqa: PLC0414
    from argcheck.verdicts.judging import Entailment as Entailment  # noqa: PLC0414
    from argcheck.verdicts.judging import Judges as Judges  # noqa: PLC0414
    from argcheck.verdicts.judging import Probabilities as Probabilities  # noqa: PLC0414
    from argcheck.verdicts.judging import Remote as Remote  # noqa: PLC0414
    from argcheck.verdicts.judging import Reranker as Reranker  # noqa: PLC0414
    from argcheck.verdicts.mentions import Mention as Mention  # noqa: PLC0414
    from argcheck.verdicts.model import EntryVerdict as EntryVerdict  # noqa: PLC0414
    from argcheck.verdicts.model import MentionVerdict as MentionVerdict  # noqa: PLC0414
    from argcheck.verdicts.replay import Verdicts as Verdicts  # noqa: PLC0414

__all__ = [
    "PICTURES",
    "PICTURE_SOURCES",
    "TEX_SUFFIXES",
    "ArgcheckError",
    "ConfigError",
    "Diagnostic",
    "DocumentStatus",
    "Edit",
    "Failure",
    "Findings",
    "Fix",
    "HeldBack",
    "Needs",
    "Option",
    "PluginError",
    "Related",
    "Report",
    "Rule",
    "RuleContext",
    "Severity",
    "Span",
    "Unchecked",
    "UsageError",
    "argument_graph",
    "check",
    "citations",
    "closest",
    "hookimpl",
    "opposites",
    "rule",
    "same_but_for_prefix",
    "shortened",
    "surely_meant",
    "verify",
]


#: Names that most rules do not need, with their modules, which are imported on demand.
_ELSEWHERE = {
    "hookimpl": "argcheck.lint.hookspecs",
    "Bibliography": "argcheck.bib.bibliography",
    **dict.fromkeys(("Entry", "Field"), "argcheck.bib.entry"),
    "Name": "argcheck.bib.names",
    "authors_in_short": "argcheck.bib.people",
    "is_awaited": "argcheck.bib.statuses",
    **dict.fromkeys(
        (
            "Caption", "Citation", "Environment", "Float", "Footnote", "Input", "InputPlace", "Label", "Missing",
            "Reference", "Resource", "Section", "Statement", "Use",
        ),
        "argcheck.tex.model",
    ),
    "Manuscript": "argcheck.reading.manuscript",
    "Author": "argcheck.reading.title_page",
    **dict.fromkeys(("Cell", "Table"), "argcheck.tex.tables"),
    "Graphic": "argcheck.tex.graphics",
    "in_any_language": "argcheck.tex.vocabulary",
    "Item": "argcheck.tex.items",
    "printed_commands": "argcheck.tex.printed_commands",
    "Sentence": "argcheck.tex.model",
    "Embedder": "argcheck.sources.evidence",
    "Argument": "argcheck.argument.extract.argument",
    "Stated": "argcheck.argument.extract.layout",
    "Opposite": "argcheck.argument.extract.opposites",
    **dict.fromkeys(("Edge", "Node"), "argcheck.argument.model"),
    **dict.fromkeys(("Answer", "Difference", "Notice", "Person", "Query", "Record", "Relation", "Reply"), "argcheck.sources.model"),
    "Provider": "argcheck.sources.protocols",
    **dict.fromkeys(("Absence", "Http", "Service"), "argcheck.sources.http"),
    **dict.fromkeys(
        ("Entailment", "Judges", "Probabilities", "Remote", "Reranker"), "argcheck.verdicts.judging"
    ),
    **dict.fromkeys(("EntryVerdict", "MentionVerdict"), "argcheck.verdicts.model"),
    "EvidenceSpan": "argcheck.verdicts.fields",
    "Mention": "argcheck.verdicts.mentions",
    "Verdicts": "argcheck.verdicts.replay",
    "AuthorAnswer": "argcheck.verdicts.author_answers",
    **dict.fromkeys(("VerifiedSource", "VerifyReport"), "argcheck.service.verify_report"),
    **dict.fromkeys(("NOT_LATEX", "ManuscriptReader", "ProjectFiles"), "argcheck.files.manuscript_reader"),
    **dict.fromkeys(("Excerpt", "Translation", "heading", "in_words"), "argcheck.readers.translation"),
    **dict.fromkeys(("SourceFile", "Translated"), "argcheck.files.source"),
    "InputError": "argcheck.files.opening",
}  # fmt: skip


def __getattr__(name: str) -> Any:
    """Import a name on demand: hooks need pluggy, providers an HTTP client, which rules do not."""
    if name in _ELSEWHERE:
        from importlib import import_module

        value = getattr(import_module(_ELSEWHERE[name]), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted({*globals(), *_ELSEWHERE})


def check(
    *paths: str | Path,
    config: Mapping[str, Any] | None = None,
    isolated: bool = False,
    cache: bool = False,
    plugins: Sequence[Path] = (),
    diff_base: str = "",
) -> Report:
    """Check every document under ``paths`` as ``argcheck check`` does, without a baseline.

    :param paths: files or folders; the current folder without any.
    :param config: settings as in ``argcheck.toml``, above all other layers.
    :param isolated: whether configuration files are ignored.
    :param cache: whether to use the cache folder of the user.
    :param plugins: files with further rules.
    :param diff_base: a commit of git; only findings that the work tree adds to it are reported.
    :returns: the findings and what was not checked; print it with `argcheck.lint.reporters.formats.render`.
    :raises UsageError: a path, rule, setting or commit that does not exist.

    .. versionadded:: 0.1
    """
    from argcheck.lint.engine import run_rules
    from argcheck.lint.registry import load_rules
    from argcheck.reading.workspace import Workspace

    store, settings = _store(cache), _settings(paths, config, isolated)
    registry = load_rules(store, plugins)
    workspace = Workspace(paths, settings, cwd=Path.cwd(), store=store, readers=registry.readers)
    report = run_rules(workspace, registry)
    if diff_base:
        from argcheck.service.changes import only_introduced

        return only_introduced(report, workspace, registry, diff_base)
    return report


def citations(
    *paths: str | Path, config: Mapping[str, Any] | None = None, isolated: bool = False, cache: bool = False
) -> dict[str, Any]:
    """Return the citation map of every document under ``paths``, as ``argcheck citations --format json`` prints it.

    :raises UsageError: a path or setting that does not exist.

    .. versionadded:: 0.1
    """
    from argcheck.lint.citation_map import citations, mapped

    settings = _settings(paths, config, isolated)
    return mapped(citations, paths, settings, cwd=Path.cwd(), store=_store(cache))[0]


def argument_graph(
    *paths: str | Path,
    runs: Sequence[str] = ("author", "structure"),
    config: Mapping[str, Any] | None = None,
    isolated: bool = False,
    cache: bool = False,
) -> MultiDiGraph:
    """Return the argument graph of every document under ``paths`` as a `networkx.MultiDiGraph`.

    An edge leads from a support, attack or assumption to its target.  The names of nodes are their ids, or ``ROOT#id``
    with several documents; attributes are the fields of ``argcheck graph --format json``.

    :param runs: the origins of claims and edges: ``author``, ``structure``, ``cues``.
    :raises UsageError: a path, run or setting that does not exist.

    .. versionadded:: 0.1
    """
    from argcheck.argument.extract.interchange import to_networkx
    from argcheck.argument.model import RUNS
    from argcheck.lint.argument_graphs import graphs_of
    from argcheck.lint.registry import load_readers
    from argcheck.reading.workspace import Workspace

    if unknown := [run for run in runs if run not in RUNS]:
        raise UsageError(f"no run is called '{unknown[0]}'; runs are {', '.join(RUNS)}")
    settings, store = _settings(paths, config, isolated), _store(cache)
    workspace = Workspace(paths, settings, cwd=Path.cwd(), store=store, readers=load_readers(store))
    workspace.read()
    base = workspace.project.relative(workspace.base)
    return to_networkx(graphs_of(workspace, runs), base)


def opposites(manuscript: Manuscript) -> Iterator[Opposite]:
    """Yield each sentence of abstract and conclusions with one elsewhere that says the opposite.

    Both are plain statements with the same words, except for a negation.

    .. versionadded:: 0.1
    """
    from argcheck.argument.extract.opposites import opposites

    return opposites(manuscript)


def verify(
    *paths: str | Path,
    only: Sequence[str] = (),
    again: bool = False,
    dry_run: bool = False,
    offline: bool = False,
    fetch: bool = False,
    timeout: int = 0,
    correct: str = "",
    config: Mapping[str, Any] | None = None,
    isolated: bool = False,
    cache: bool = True,
    plugins: Sequence[Path] = (),
    progress: Progress | None = None,
    cancel: Cancellation | None = None,
) -> VerifyReport:
    """Verify the works that ``paths`` cite and store the verdicts, as ``argcheck verify`` does without a model.

    It runs its own event loop: a program with a running loop must call it in a thread.

    :param only: citation keys; all if empty.
    :param again: whether works with a valid verdict are verified again.
    :param dry_run: whether nothing is sent and written; `VerifyReport.planned` has the requests.
    :param offline: whether no connection is opened, and only answers on this machine are used.
    :param fetch: whether open copies of full texts are fetched.
    :param timeout: seconds for one request; 0 for the value of the configuration.
    :param correct: ``diff`` to show, or ``fix`` to write, the certain corrections of entries.
    :param cache: whether answers are stored in the cache folder of the user, so that a killed run can continue.
    :param progress: called after each work with the step, the number done, the number of all, and the last key.
    :param cancel: once it is set, the verdicts so far are written, and the report is ``interrupted``.
    :raises UsageError: a path, key or setting that does not exist, a missing package, a file that cannot be written.

    .. versionadded:: 0.1
    """
    from argcheck.service.inquiry import Inquiry
    from argcheck.service.verify import verify as run
    from argcheck.service.verify_report import Request

    places = [Path(path) for path in paths]
    request = Request(tuple(only), again, dry_run, offline, fetch, timeout, correct)
    inquiry = Inquiry(_settings(places, config, isolated), request, _store(cache), plugins)
    return run(places, inquiry, cwd=Path.cwd(), progress=progress, cancel=cancel)


def _settings(paths: Sequence[str | Path], config: Mapping[str, Any] | None, isolated: bool) -> Any:
    from argcheck.settings.config import settings_for

    return settings_for(paths, cwd=Path.cwd(), overrides=config, isolated=isolated)


def _store(cache: bool) -> Any:
    from argcheck.files.cache import Store

    return Store() if cache else None
