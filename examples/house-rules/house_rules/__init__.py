"""The house rules of a working group: a plugin of argcheck with two rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.api import hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterable

    from argcheck.api import Rule


@hookimpl
def argcheck_rules() -> Iterable[Rule]:
    """Contribute the rules; they are imported here, not above, so that loading the plugin is cheap."""
    from house_rules.crowded_citation import crowded_citation
    from house_rules.unprefixed_label import unprefixed_label

    return (crowded_citation, unprefixed_label)
