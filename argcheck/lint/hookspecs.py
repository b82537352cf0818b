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
    the answers are joined; two rules with one code or one name stop the run with
    exit code 2.  A plugin that raises here is named in a finding and the run goes
    on without it.

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
    the order of the answers, argcheck's own before those of plugins; two with one name stop the
    run with exit code 2.  All that a provider sends goes through the `Http` that it is given,
    which keeps to limits, stores answers and lists the hosts.

    :param settings: the configuration of the run.
    :returns: the providers, in the order in which to ask them.

    .. versionadded:: 0.1
    """
    raise NotImplementedError  # as above


@hookspec
def argcheck_judges(settings: Settings, places: Mapping[str, str]) -> Judges:
    """Contribute models that find and weigh passages for `argcheck verify`: embedder, reranker, entailment.

    Called once for each `argcheck verify`, never by `argcheck check`.  ``places`` holds what the user said on the
    command line or in the environment (``--embedder``, ``--reranker``, ``--entailment``), by role, and only what was
    said: take a place that you know, such as ``mymodel:small``, and leave the others.  argcheck itself takes folders
    with ONNX models and web addresses.  Where the user named no place, a judge that you give is used all the same; two
    plugins that give one stop the run with exit code 2.

    Load no weights that a repository could have put there: ``settings`` is the word of whoever wrote the
    repository.  A judge that sends texts away has ``host`` and ``requests`` (`argcheck.verdicts.judging.Remote`).

    :param settings: the configuration of the run.
    :param places: role -> place.
    :returns: the judges; None in the place of those that the plugin has not.

    .. versionadded:: 0.1
    """
    raise NotImplementedError  # as above


@hookspec
def argcheck_readers() -> Iterable[ManuscriptReader]:
    """Contribute readers of manuscripts that are not LaTeX; argcheck's own are given by this very hook.

    Called before any file is looked for, and as often as a process collects its plugins (an editor's server, an audit),
    so the answer must be the same each time and not depend on the project. The endings of names that a reader takes are
    its own: two readers with one, or one that is LaTeX's or BibTeX's, stop the run with exit code 2. A reader that
    raises while it reads is named as the reason why that file is not checked, and the run goes on.

    Import what is costly inside `ManuscriptReader.translate`: the plugin itself is imported in every run that is not
    answered from the stored report.

    :returns: the readers, in any order.

    .. versionadded:: 0.1
    """
    raise NotImplementedError  # as above
