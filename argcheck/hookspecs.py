"""The plugin contract: every hook that argcheck calls, read top to bottom."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pluggy

if TYPE_CHECKING:
    from collections.abc import Iterable

    from argcheck.rule import Rule

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
