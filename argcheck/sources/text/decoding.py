"""Decode the bytes of a source."""

from __future__ import annotations

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE

_UTF16 = (BOM_UTF16_LE, BOM_UTF16_BE)
_NULS = 0.002  #: share of zero bytes that text never has, and other files nearly always have
_DECLARED = re.compile(rb"""(?:encoding|charset)\s*=\s*["']?([-\w]+)""")


def decoded(data: bytes) -> str:
    """Return the text: UTF-16 with a byte order mark, UTF-8, else as declared, else Latin-1, which any bytes are."""
    if data.startswith(_UTF16):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        declared = _DECLARED.search(data[:1024])
    try:
        return data.decode(declared[1].decode() if declared else "latin-1")
    except (LookupError, UnicodeError):  # `UnicodeError` for codecs that raise nothing more exact
        return data.decode("latin-1")


def is_binary(data: bytes) -> bool:
    """Whether bytes are not text in any known encoding, but an image, an archive or a word processor's document."""
    return not data.startswith(_UTF16) and data.count(0) > _NULS * len(data) + 1
