"""From the bytes of a source to its characters."""

from __future__ import annotations

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE

_UTF16 = (BOM_UTF16_LE, BOM_UTF16_BE)
_NULS = 0.002  #: share of the bytes that are zero in no text, and in nearly all that is none
_DECLARED = re.compile(rb"""(?:encoding|charset)\s*=\s*["']?([-\w]+)""")


def decoded(data: bytes) -> str:
    """Decode text: UTF-16 with its mark, UTF-8, else what it declares, else Latin-1 (which every byte string is)."""
    if data.startswith(_UTF16):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        declared = _DECLARED.search(data[:1024])
    try:
        return data.decode(declared[1].decode() if declared else "latin-1")
    except (LookupError, UnicodeError):  # the second: codecs that raise nothing more exact
        return data.decode("latin-1")


def is_binary(data: bytes) -> bool:
    """Whether bytes are no text in any encoding that is read here: a picture, an archive, a document of a word processor."""
    return not data.startswith(_UTF16) and data.count(0) > _NULS * len(data) + 1
