"""The plugin contract: every hook that argcheck calls, read top to bottom."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pluggy

if TYPE_CHECKING:
    from collections.abc import Iterable

    from argcheck.config import Settings
    from argcheck.rule import Rule
    from argcheck.sources.model import Provider

PROJECT = "argcheck"
hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)


@hookspec
def argcheck_rules() -> Iterable[Rule]:
    """Contribute rules.

    Called once per process, before the configuration selects rules and before any
    file is read, so the answer must depend on neither.  Every plugin is asked and
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

    .. versionadded:: 0.2
    """
    raise NotImplementedError  # as above
