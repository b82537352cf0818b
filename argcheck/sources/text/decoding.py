"""From the bytes of a source to its characters."""

from __future__ import annotations

import re

_DECLARED = re.compile(rb"""(?:encoding|charset)\s*=\s*["']?([-\w]+)""")


def decoded(data: bytes) -> str:
    """Decode text: UTF-8, else what it declares, else Latin-1 (which every byte string is)."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        declared = _DECLARED.search(data[:1024])
    try:
        return data.decode(declared[1].decode() if declared else "latin-1")
    except (LookupError, UnicodeError):  # the second: codecs that raise nothing more exact
        return data.decode("latin-1")
