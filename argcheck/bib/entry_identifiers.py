"""The DOI, arXiv and PubMed number of an entry, from whichever field has it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from argcheck.bib.identifiers import doi_of_address, doi_of_field, normal_arxiv, normal_pmid
from argcheck.files.patterns import lazy

if TYPE_CHECKING:
    from argcheck.bib.entry import Entry

_doi_marked = lazy(r"(?:doi\s*[:=]\s*|doi\.org/|/doi/(?:abs/|full/|pdf/|epdf/)?)(?=10\.)", re.IGNORECASE)
_arxiv_marked = lazy(
    r"arxiv(?:\.org/(?:abs|pdf|html|format)/|\s+(?:e-?print|preprint)\s+|\s*[:.]\s*(?:org/abs/)?)|(?:\A\s*|\bcorr[\s,:)]+)abs/",
    re.IGNORECASE,
)  # ``CoRR`` has ``abs/2001.00001`` for a volume
_bare_old = lazy(r"\d{7}(?:v\d+)?")


def entry_doi(entry: Entry) -> str | None:
    """Return the DOI of an entry, from its ``doi`` field or an address or note with one, or None."""
    if "doi" in entry.fields:
        doi = doi_of_field(entry.raw("doi") or "")
        if doi:
            return doi
    for name in ("url", "howpublished", "note", "text"):
        if name in entry.fields:
            value = entry.raw(name) or ""
            marked = _doi_marked.search(value)
            address = value[marked.end() :].partition("}{")[0] if marked else ""  # without the text of a link
            doi = doi_of_address(address) if address else None
            if doi:
                return doi
    return None


def entry_arxiv(entry: Entry) -> str | None:
    """Return the arXiv number in ``eprint``, ``arxivid``, an address or a ``10.48550/arXiv`` DOI of an entry, or None."""
    fields = entry.fields
    if "arxivid" in fields and (eprint := normal_arxiv(entry.raw("arxivid") or "")):
        return eprint
    if "eprint" in fields and (entry.raw("eprinttype") or "arxiv").lower() == "arxiv":
        eprint = _eprint(entry)
        if eprint:
            return eprint
    for name in ("doi", "url", "journal", "note", "howpublished", "volume", "number", "text"):
        if name in fields:
            value = entry.raw(name) or ""
            marked = _arxiv_marked.search(value)
            eprint = normal_arxiv(value[marked.end() :][:40]) if marked else None
            if eprint:
                return eprint
    return None


def _eprint(entry: Entry) -> str | None:
    value = (entry.raw("eprint") or "").strip()
    archive = entry.raw("eprintclass") or ""
    if _bare_old.fullmatch(value) and archive:
        value = f"{archive.split('.')[0]}/{value}"
    return normal_arxiv(value)


def entry_pmid(entry: Entry) -> str | None:
    """Return the PubMed number of an entry, or None."""
    if "pmid" in entry.fields:
        return normal_pmid(entry.raw("pmid") or "")
    if "eprint" in entry.fields and (entry.raw("eprinttype") or "").lower() in {"pubmed", "pmid"}:
        return normal_pmid(entry.raw("eprint") or "")
    for name in ("url", "note"):
        value = entry.raw(name) or "" if name in entry.fields else ""
        if "pmid" in value.lower() or "pubmed" in value.lower():
            return normal_pmid(value)
    return None
