"""``--read-pages``: pages of a PDF that its text layer gives badly are shown to the language model that is named."""

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
    """Make the reader that the options ask for.

    :raises UsageError: a package, an address, a model or a price is missing, or nobody agreed and there is no terminal
        to ask at.
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
