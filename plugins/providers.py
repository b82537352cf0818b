"""The bundled providers, in the order in which they are asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.api import hookimpl
from argcheck.sources.options import options_of
from argcheck.sources.retractions import snapshot

if TYPE_CHECKING:
    from argcheck.settings.config import Settings
    from argcheck.sources.protocols import Provider


@hookimpl
def argcheck_providers(settings: Settings) -> list[Provider]:
    """Contribute the bundled providers: local ones first, then registries, then indexes; slow ones last."""
    from .arxiv import Arxiv
    from .crossref import Crossref
    from .datacite import DataCite
    from .doi_handles import DoiHandles
    from .europe_pmc import EuropePmc
    from .k10plus import K10plus
    from .local_files import LocalFiles
    from .local_index import LocalIndex
    from .open_library import OpenLibrary
    from .openalex import OpenAlex
    from .retraction_watch import RetractionWatch
    from .semantic_scholar import SemanticScholar

    folders = tuple(
        dict.fromkeys(path.resolve() for path in (settings.base, settings.project, *settings.extra_roots))
    )
    notices = snapshot()
    return [
        LocalFiles(folders),
        *([RetractionWatch(notices)] if notices.is_file() else []),
        *(LocalIndex(path) for path in options_of(settings).indexes),
        Crossref(),
        DataCite(),
        EuropePmc(),
        OpenAlex(),
        SemanticScholar(),
        OpenLibrary(),
        K10plus(),
        Arxiv(),
        DoiHandles(),
    ]
