"""Finds bytes that are not UTF-8 in documents that declare no other encoding."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.files.diagnostic import Span
from argcheck.tex.live_source import commented
from argcheck.tex.model import InputProblem

if TYPE_CHECKING:
    from collections.abc import Iterable

    from argcheck.files.source import SourceFile
    from argcheck.tex.draft import Draft

_UNICODE = ("ascii", "utf8", "utf-8")  # prefixes of options of inputenc for these encodings
#: Classes of pLaTeX, which detects the encoding of a file.
_JAPANESE = frozenset(
    f"{kind}{name}" for kind in ("j", "js", "t", "ts") for name in ("article", "book", "report")
)
_OTHERS = frozenset({"CJK", "hangul"})  # packages with encodings of their own


def declares_encoding(draft: Draft, text: str, inputenc: str) -> bool:
    """Whether a document declares another encoding by ``inputenc`` or a package, or its class detects the encoding.

    Or its first line has TeX translate all files, as ``%& --translate-file=cp1250pl.tcx``.
    """
    option = inputenc.rpartition(",")[2].strip()
    return (
        (text.startswith("%&") and "translate-file" in text.partition("\n")[0])
        or bool(option and not option.startswith(_UNICODE))
        or not _OTHERS.isdisjoint(draft.packages)
        or draft.document_class in _JAPANESE
    )


def undecodable_in(
    damaged: Iterable[SourceFile], draft: Draft, root: str, inputenc: str
) -> list[InputProblem]:
    """Return a problem for each file with such bytes, none if the document declares another encoding."""
    if declares_encoding(draft, draft.sources[root].text, inputenc):
        return []
    return [problem for source in damaged if (problem := undecodable(source))]


def undecodable(source: SourceFile) -> InputProblem | None:
    """Return a problem for the first byte outside of comments that is not UTF-8, None without any."""
    bad = next((offset for offset in source.bad if not commented(source.text, offset)), None)
    if bad is None:
        return None
    of = "byte" if source.encoding == "mixed" else "file"
    message = f"byte 0x{ord(source.text[bad]):02X} is not UTF-8; the {of} was read as Latin-1"
    declared = ", or declare its encoding with inputenc" if source.original is source else ""
    help_ = f"save the file as UTF-8{declared}"
    return InputProblem("undecodable", Span(source.path, bad, bad + 1), message, help_)
