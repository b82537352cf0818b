"""``--read-pages``: pages of a PDF with a bad text layer are shown to the language model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from argcheck.cli import models, planned
from argcheck.cli.consent import consent_of
from argcheck.verdicts.judging import Judges

if TYPE_CHECKING:
    from argcheck.service.page_reading import PageReader
    from argcheck.service.verify_report import Progress


def page_reader(options: dict[str, Any], progress: Progress) -> PageReader | None:
    """Return the reader chosen by the options.

    :raises UsageError: a package, an address or a model is missing, the price is invalid, or there is neither consent
        nor a terminal.
    """
    if not options["read_pages"]:
        return None
    client = models.client_of(options, dry=options["dry_run"])
    consent = consent_of(options, client, Judges())
    from argcheck.service.page_reading import PageReader

    return PageReader(client, consent, progress)


def spent(reader: PageReader) -> list[str]:
    """Return the lines on what was asked, or would be."""
    if reader.client.dry:
        return planned.plan(reader.client) if reader.client.planned else []
    return models.spent(reader.client)
