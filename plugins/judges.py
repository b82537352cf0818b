"""The bundled judges: models in local folders, and servers that the user names."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from argcheck.api import hookimpl
from argcheck.verdicts.judging import Judges


@hookimpl
def argcheck_judges(places: Mapping[str, str]) -> Judges:
    """Contribute a judge for each place that is a folder or a web address.

    :raises UsageError: a folder has no usable and verified model, or an address is invalid.
    """
    judges = Judges()
    for role, place in places.items():
        if place.startswith(("https://", "http://")):
            judges = judges._replace(**{role: _remote(role, place)})
            continue
        folder, _, checksum = place.partition("#sha256=")
        if Path(folder).is_dir():
            from .onnx_models import ADAPTERS

            judges = judges._replace(**{role: ADAPTERS[role](Path(folder), checksum)})
    return judges


def _remote(role: str, place: str) -> Any:
    from .endpoint_models import ADAPTERS

    return ADAPTERS[role](place)
