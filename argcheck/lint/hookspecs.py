"""The plugin contract: every hook that argcheck calls, read top to bottom."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pluggy

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from argcheck.files.manuscript_reader import ManuscriptReader
    from argcheck.lint.rule import Rule
    from argcheck.settings.config import Settings
    from argcheck.sources.protocols import Provider
    from argcheck.verdicts.judging import Judges

PROJECT = "argcheck"
hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)


@hookspec
def argcheck_rules() -> Iterable[Rule]:
    """Contribute rules.

    Called whenever rules are collected, in an editor several times, before the configuration selects any and
    before a file is read, so the answer must depend on neither and be the same each time.  Every plugin is asked and
    the answers are joined.  A rule whose code or name an earlier rule has is left out,
    and a plugin that raises is skipped; the run goes on, names the failure and ends
    with exit code 3.

    Import your rule modules inside the hook: the plugin itself is imported in
    every run that is not answered from the stored report.

    :returns: the rules, in any order; argcheck sorts them by code.

    .. versionadded:: 0.1
    """
    raise NotImplementedError  # pluggy never calls a spec; this satisfies type checkers


@hookspec
def argcheck_providers(settings: Settings) -> Iterable[Provider]:
    """Contribute indexes and archives that `argcheck verify` asks about the cited works.

    Called once for each `argcheck verify`, never by `argcheck check`.  Providers are asked in
    the order of the answers, argcheck's own before those of plugins; one with the name of an
    earlier one is left out and named.  All that a provider sends goes through the `Http` that it
    is given, which keeps to limits, stores answers and lists the hosts.

    :param settings: the configuration of the run.
    :returns: the providers, in the order in which to ask them.

    .. versionadded:: 0.1
    """
    raise NotImplementedError  # as above


@hookspec
def argcheck_judges(settings: Settings, places: Mapping[str, str]) -> Judges:
    """Contribute models that find and weigh passages for `argcheck verify`: embedder, reranker, entailment.

    Called once for each `argcheck verify`, never by `argcheck check`.  ``places`` holds what the user said on the
    command line or in the environment (``--embedder``, ``--reranker``, ``--entailment``), by role, and nothing else:
    take a place that you know, such as ``mymodel:small``, and leave the others.  argcheck itself takes folders
    with ONNX models and web addresses.  A judge that you give is used even if the user named no place; two
    plugins that give one for the same role stop the run with exit code 2.

    Load no weights that a repository could have put there: ``settings`` comes from whoever wrote the
    repository.  A judge that sends texts away has ``host`` and ``requests`` (`argcheck.verdicts.judging.Remote`).

    :param settings: the configuration of the run.
    :param places: role -> place.
    :returns: the judges; None for each that the plugin does not have.

    .. versionadded:: 0.1
    """
    raise NotImplementedError  # as above


@hookspec
def argcheck_readers() -> Iterable[ManuscriptReader]:
    """Contribute readers of manuscripts that are not LaTeX; argcheck's own come from this hook, too.

    Called before any file is looked for, and as often as a process collects its plugins (an editor's server, an audit),
    so the answer must be the same each time and not depend on the project. A reader with a file ending of LaTeX, BibTeX
    or an earlier reader is left out and named as a failure (exit code 3). If a reader raises while it reads, that is
    named as the reason why the file is not checked, and the run goes on.

    Import what is costly inside `ManuscriptReader.translate`: the plugin itself is imported in every run that is not
    answered from the stored report.

    :returns: the readers, in any order.

    .. versionadded:: 0.1
    """
    raise NotImplementedError  # as above
