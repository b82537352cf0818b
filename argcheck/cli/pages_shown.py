"""``--read-pages``: pages of a PDF with a bad text layer are shown to the language model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from argcheck.cli import models, planned
from argcheck.cli.consent import consent_of
from argcheck.cli.verify_pdf import PageReader
from argcheck.verdicts.judging import Judges

if TYPE_CHECKING:
    from collections.abc import Sequence

    from argcheck.service.pdf_references import ReadPaper
    from argcheck.service.verify_report import Progress
    from argcheck.sources.text.model import SourceText


def page_reader(options: dict[str, Any], progress: Progress | None = None) -> PageReader | None:
    """Return the reader chosen by the options.

    :raises UsageError: a package, an address or a model is missing, the price is invalid, or there is neither consent
        nor a terminal.
    """
    if not options["read_pages"]:
        return None
    client = models.client_of(options, dry=options["dry_run"])
    consent = consent_of(options, client, Judges())

    def read(papers: Sequence[tuple[bytes, SourceText]]) -> list[ReadPaper]:
        from argcheck.service.page_reading import read_pages
        from argcheck.service.pdf_references import ReadPaper

        refused = ("pages were not read from pictures, since these were not to be sent",)
        return read_pages(papers, client, consent, progress) or [
            ReadPaper(source, refused * bool(source.bad_pages)) for _, source in papers
        ]

    def spent() -> list[str]:
        if client.dry:
            return planned.plan(client) if client.planned else []
        return models.spent(client)

    return PageReader(read, spent)
