"""Full texts of works: files on this machine first, then open copies from hosts that allow it.

Copies are fetched only from an allow-list of hosts, over https, at a polite rate, and never from private addresses
(`argcheck.sources.http`); no copy is fetched twice.
"""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from argcheck.errors import require
from argcheck.sources.http import Http, NotSentError, Service, UnansweredError
from argcheck.sources.text.model import UnreadableSourceError
from argcheck.sources.text.reader import read_source

if TYPE_CHECKING:
    from collections.abc import Sequence

    from argcheck.sources.options import Options
    from argcheck.sources.text.model import SourceText

#: Hosts that serve open copies and allow programs to fetch them at this rate.
HOSTS = frozenset({
    "arxiv.org", "export.arxiv.org", "europepmc.org", "www.ebi.ac.uk", "www.ncbi.nlm.nih.gov", "pmc.ncbi.nlm.nih.gov",
    "journals.plos.org", "zenodo.org", "aclanthology.org", "proceedings.mlr.press", "openreview.net", "elifesciences.org",
    "www.biorxiv.org", "www.medrxiv.org", "hal.science", "peerj.com", "www.mdpi.com", "www.frontiersin.org",
    "link.springer.com", "bmcbiol.biomedcentral.com",
})  # fmt: skip
MAX_BYTES = 60_000_000  #: of one full text
_PER_SECOND = 1 / 3
_SHARE = 60.0  #: most seconds of a run for a host that has sent no text yet
_ABSTRACT, _ARTICLE = 500, 1_500  # most words of an abstract, least words of an article


class FoundText(NamedTuple):
    """The text of a work, or why there is none."""

    text: SourceText | None
    problems: tuple[str, ...] = ()  #: a sentence for each copy that could not be used


class FetchedCopy(NamedTuple):
    """A copy from the network, as fetched and as text."""

    url: str
    data: bytes
    text: SourceText


class FullTexts:
    """Reads the copies of works, each once.

    :param fetch: whether to fetch copies that are not on this machine.
    """

    def __init__(self, http: Http, *, fetch: bool = False) -> None:
        self.http = http
        self.fetch = fetch
        self._read: dict[str, FoundText] = {}

    async def of(self, places: Sequence[str]) -> FoundText:
        """Return the text of the first copy that can be read.

        :param places: paths on this machine and addresses, as in `Resolution.texts`.
        """
        problems: list[str] = []
        for place in sorted(places, key=is_address):
            if place not in self._read:
                self._read[place] = await self._read_place(place)
            full_text = self._read[place]
            if full_text.text is not None:
                return full_text._replace(problems=tuple(problems))
            problems += full_text.problems
        return FoundText(None, tuple(problems))

    async def _read_place(self, place: str) -> FoundText:
        try:
            if is_address(place):
                return await self._read_address(place) if self.fetch else FoundText(None)
            return FoundText(await asyncio.to_thread(_local, Path(place)))
        except OSError as error:
            return FoundText(None, (f"{place}: {error.strerror}",))
        except UnreadableSourceError as error:
            return FoundText(None, (str(error),))

    async def _read_address(self, url: str) -> FoundText:
        try:
            copy = await fetched_copy(self.http, url)
        except NotSentError:
            return FoundText(None)
        except UnansweredError as error:
            return FoundText(None, (f"{url}: {error}",))
        return FoundText(copy.text)


async def fetched_copy(http: Http, url: str, *, scans: bool = False, articles: bool = False) -> FetchedCopy:
    """Fetch and read a copy of a work.

    :param scans: whether pages without text are acceptable.
    :param articles: whether only articles are acceptable, not pages such as a login.
    :raises NotSentError: in a dry run, or offline without a stored copy.
    :raises UnansweredError: its host is in no list, or does not send it.
    """
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        raise UnansweredError("this is no address") from None
    host = parts.hostname or ""
    if not may_be_fetched(http.options, url):
        raise UnansweredError(f"not fetched, since {host} is not in the list of hosts for full texts")
    service = Service(f"texts of {host}", f"{parts.scheme}://{parts.netloc}", _PER_SECOND, share=_SHARE)
    path = parts.path + (f"?{parts.query}" if parts.query else "")
    copy = await http.ask(
        service,
        path,
        read=partial(_copy, url=url, scans=scans, articles=articles),
        limit=MAX_BYTES,
        elsewhere=True,
    )
    if copy is None:
        raise UnansweredError("there is nothing")
    return copy


def may_be_fetched(options: Options, url: str) -> bool:
    """Whether an address is of a host that serves open copies, or is in the user's configuration.

    :raises ValueError: it is not an address.
    """
    parts = urlsplit(url)
    if any(parts.netloc == urlsplit(base).netloc for base in options.endpoints.values()):
        return True
    return parts.scheme == "https" and (parts.hostname or "") in HOSTS


def _local(path: Path) -> SourceText:
    if path.stat().st_size > MAX_BYTES:
        raise UnreadableSourceError(f"{path}: a file of more than {MAX_BYTES} bytes is not read")
    return read_source(path.read_bytes(), str(path))


def extent(text: SourceText) -> str:
    """Return how much of a work a text is: ``full``, ``abstract`` or ``pages`` (a part).

    By the words outside of headings and references: an article has thousands, an abstract a few hundred.
    """
    words = sum(
        len(block.text.split()) for block in text.blocks if block.kind not in ("heading", "reference")
    )
    return "full" if words >= _ARTICLE else "abstract" if words < _ABSTRACT else "pages"


def _copy(body: bytes, url: str, *, scans: bool, articles: bool) -> FetchedCopy:
    try:
        text = read_source(body, url)
        if articles and not (text.references or extent(text) == "full" or (scans and text.bad_pages)):
            raise UnansweredError("no article: few words, and no list of references")
        return FetchedCopy(url, body, text)
    except UnreadableSourceError as error:
        if scans and error.source:
            return FetchedCopy(url, body, error.source)
        # the answer is complete and would not be better later: not a `ValueError`, which is retried
        why = str(error).removeprefix(f"{url}: ")
        raise UnansweredError(f"an answer that cannot be read ({why})") from error


def ready_to_read() -> None:
    """Load the libraries for reading texts.

    :raises UsageError: one is not installed.
    """
    require("reading the texts of sources", "sources", "bm25s", "lxml", "pypdfium2", "snowballstemmer")


def is_address(place: str) -> bool:
    """Whether the place of a text is on the network."""
    return place.lower().startswith(("https://", "http://"))
