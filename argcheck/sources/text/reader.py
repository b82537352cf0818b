"""Read the text of a source, whatever its form; the one door to the readers beside this file."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from argcheck.sources.text.cites import linked
from argcheck.sources.text.decoding import decoded
from argcheck.sources.text.model import SourceText, UnreadableSourceError
from argcheck.sources.text.verifier import verified

if TYPE_CHECKING:
    from collections.abc import Sequence

    from argcheck.sources.text.model import Block, Reference

#: File suffix -> form.
MEDIA = {
    "pdf": "pdf",
    "xml": "jats",
    "nxml": "jats",
    "html": "html",
    "htm": "html",
    "xhtml": "html",
    "tex": "latex",
    "md": "markdown",
    "markdown": "markdown",
    "txt": "text",
}


def media_of(name: str, data: bytes) -> str:
    """Tell the form from the first bytes, or the suffix of a name; ``text`` at last."""
    head = data[:1024].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if head.startswith(b"%pdf-"):
        return "pdf"
    if b"<article" in head and b"<html" not in head:
        return "jats"
    if head.startswith((b"<!doctype html", b"<html")):
        return "html"
    return MEDIA.get(name.rpartition(".")[2].lower(), "text")


def read_source(data: bytes, name: str) -> SourceText:
    """Read the text of a source into blocks, link its citations to its bibliography, and mark what looks broken.

    :param name: the file or address, for messages and for its suffix.
    :raises UnreadableSourceError: it is encrypted, damaged, or holds no text.
    """
    media = media_of(name, data)
    blocks, references = _blocks(data, media, name)
    if not any(block.text for block in blocks):
        raise UnreadableSourceError(
            f"{name}: no text in this {media} file (a scan needs text recognition first)"
        )
    source = verified(linked(SourceText(name, media, tuple(blocks), tuple(references))))
    return _read_again(data, source) if media == "pdf" and source.doubts else source


def _read_again(data: bytes, source: SourceText) -> SourceText:
    """Read the doubtful pages of a PDF column by column, and take that where it loses no word and leaves less to doubt."""
    from argcheck.sources.text.apart import read_apart

    pages = sorted(
        {block.page for doubt in source.doubts for block in source.blocks[doubt.first : doubt.last + 1]}
    )
    again = verified(
        linked(SourceText(source.origin, source.media, tuple(read_apart(data, source.origin, pages))))
    )
    if len(again.doubts) >= len(source.doubts) or _letters(again) != _letters(source):
        return source
    left = {doubt.message for doubt in again.doubts}
    changes = tuple(
        f"read again by columns, since {doubt.message}"
        for doubt in source.doubts
        if doubt.message not in left
    )
    return again._replace(changes=changes)


def _letters(source: SourceText) -> Counter[str]:
    return Counter("".join(block.text for block in source.blocks).replace(" ", "").replace("-", ""))


def _blocks(data: bytes, media: str, name: str) -> tuple[Sequence[Block], Sequence[Reference]]:
    if media == "pdf":
        from argcheck.sources.text.apart import read_apart

        return read_apart(data, name), ()
    if media in ("jats", "html"):
        from argcheck.sources.text.markup import read_html, read_jats

        return (read_jats if media == "jats" else read_html)(data, name)
    text = decoded(data)
    if media == "latex":
        from argcheck.sources.text.latex import read_latex

        return read_latex(text)
    from argcheck.sources.text.markdown import read_markdown

    return read_markdown(text, headings=media == "markdown"), ()
