"""Read the text of a source, whatever its format; the only entry to the readers beside this file."""

from __future__ import annotations

from collections.abc import Sequence

from argcheck.sources.text.decoding import decoded, is_binary
from argcheck.sources.text.model import ListedWork, SourceText, UnreadableSourceError
from argcheck.sources.text.several_lists import linked
from argcheck.sources.text.verifier import verified

#: File suffix -> format.
MEDIA = {
    "pdf": "pdf",
    "xml": "jats",
    "nxml": "jats",
    "jats": "jats",
    "html": "html",
    "htm": "html",
    "xhtml": "html",
    "tex": "latex",
    "md": "markdown",
    "markdown": "markdown",
    "txt": "text",
}


def media_of(name: str, data: bytes) -> str:
    """Return the format, by the first bytes or the suffix of the name; otherwise ``text``."""
    head = data[:1024].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if head.startswith(b"%pdf-"):
        return "pdf"
    if b"<article" in head and b"<html" not in head:
        return "jats"
    if head.startswith((b"<!doctype html", b"<html")):
        return "html"
    return MEDIA.get(name.rpartition(".")[2].lower(), "text")


def read_source(data: bytes, name: str) -> SourceText:
    """Return the text of a source as blocks, with citations linked to its bibliography, and with doubts.

    :param name: the file or address, for messages and for its suffix.
    :raises UnreadableSourceError: it is encrypted, damaged, or has no text.
    """
    media = media_of(name, data)
    if media != "pdf" and is_binary(data):
        raise UnreadableSourceError(f"{name}: bytes that are no text")
    source = _with_structure(data, media, name)
    if not any(block.text for block in source.blocks):
        raise UnreadableSourceError(
            f"{name}: no text in this {source.media} file (a scan needs text recognition first)", source
        )
    return verified(linked(source))


def _with_structure(data: bytes, media: str, name: str) -> SourceText:
    """Return the blocks, and the references if the format marks them."""
    if media == "pdf":
        from argcheck.sources.text.pdf_process import read_apart

        blocks, changes, bad_pages = read_apart(data, name)
        return SourceText(name, media, tuple(blocks), changes=tuple(changes), bad_pages=tuple(bad_pages))
    references: Sequence[ListedWork] = ()
    if media in ("jats", "html"):
        from argcheck.sources.text.markup import read_html, read_jats

        blocks, references = (read_jats if media == "jats" else read_html)(data, name)
    elif media == "latex":
        from argcheck.sources.text.latex import read_latex

        blocks, references = read_latex(decoded(data))
    else:
        from argcheck.sources.text.markdown import read_markdown

        blocks = read_markdown(decoded(data), headings=media == "markdown")
    return SourceText(name, media, tuple(blocks), tuple(references))
