"""The parts of a Word file: XML in a ZIP archive, with limits of size and depth, and without declared entities."""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from functools import cached_property
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from argcheck.files.opening import InputError

_MOST = 64_000_000  # most bytes of all XML; a thesis of 500 pages has 20 million
_DEEPEST = 200  # most nested elements; tables in tables in text boxes have 60
_MOST_ELEMENTS = 3_000_000  #: most elements of a part; the longest theses have some hundred thousand
_OLD = b"\xd0\xcf\x11\xe0"  # first bytes of files of Word before 2007, and of those with a password

#: Exceptions of `zipfile` for damaged members.
_DAMAGED = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    OSError,
    NotImplementedError,
    RuntimeError,
    ValueError,
    OverflowError,
)


class WordPackage:
    """A Word file, whose parts are read on demand.

    :raises InputError: it is not a Word file.
    """

    def __init__(self, data: bytes) -> None:
        if data.startswith(_OLD):
            raise InputError(
                "unreadable", "it is a file of an old Word, or has a password: save it as .docx without one"
            )
        try:
            self._archive = zipfile.ZipFile(io.BytesIO(data))
        except (zipfile.BadZipFile, ValueError, OverflowError, NotImplementedError) as error:
            raise InputError("unreadable", f"it is no Word file: {str(error).lower()}") from None
        self._names = {info.filename: info for info in self._archive.infolist()}
        self._left = _MOST
        self.broken: dict[str, str] = {}  #: reasons by name of unreadable parts beside the text

    def document(self) -> Element:
        """Return the part with the text.

        :raises InputError: there is none, as in an archive of another program.
        """
        document = self.tree(self._main)
        if document.tag != "document":
            raise InputError("unreadable", "it is no Word file: no part of it is the text of one")
        return document

    def tree(self, name: str) -> Element:
        """Return a part as a tree without namespaces; an empty element if it is missing.

        :raises InputError: it is broken, exceeds a limit, or declares a document type.
        """
        if name not in self._names:
            return Element("missing")
        return parsed(name, self._bytes(name))

    def beside(self, kind: str) -> Element:
        """Return the part of the text of a kind, such as ``styles``, as `side` does."""
        folder = posixpath.dirname(self._main)
        name = self._related(f"{folder}/_rels/{posixpath.basename(self._main)}.rels", folder, kind)
        if name and name not in self._names:
            self.broken[name] = f"its part {name[:80]} is missing"
        return self.side(name or f"{folder}/{kind}.xml")

    @cached_property
    def _main(self) -> str:
        return self._related("_rels/.rels", "", "officeDocument") or "word/document.xml"

    def _related(self, relations: str, folder: str, kind: str) -> str:
        """Return the name of the first part of a kind in a part with relations; empty without one."""
        for relation in self.side(relations).iter():
            if relation.get("Type", "").endswith(f"/{kind}"):
                return posixpath.normpath(posixpath.join("/", folder, relation.get("Target", ""))).lstrip("/")
        return ""

    def side(self, name: str, mark: bytes = b"") -> Element:
        """Return a part beside the text, as `tree` does; an unreadable one is noted and an empty element.

        :param mark: bytes of the parts that matter, perhaps in UTF-16; others are empty elements.
        :raises InputError: it exceeds a limit.
        """
        try:
            if name not in self._names or mark not in (data := self._bytes(name)).replace(b"\0", b""):
                return Element("missing")
            return parsed(name, data)
        except InputError as error:
            if error.reason != "unreadable":
                raise
            self.broken[name] = error.detail
            return Element("missing")

    def sources(self) -> Iterator[Element]:
        """Yield the sources that Word itself stores, without placeholders, which only have a name."""
        for name in sorted(self._names):
            if re.fullmatch(r"customXml/item\d+\.xml", name):
                sources = self.side(name, b"/bibliography").iter("Source")
                yield from (
                    s for s in sources if s.find("Tag") is not None and s.find("SourceType") is not None
                )

    def _bytes(self, name: str) -> bytes:
        info = self._names[name]
        if info.flag_bits & 1:
            raise InputError("unreadable", f"its part {name[:80]} has a password")
        try:
            with self._archive.open(info) as part:
                data = part.read(self._left + 1)
        except _DAMAGED as error:
            raise InputError("unreadable", f"its part {name[:80]} is broken: {error}") from None
        if len(data) > self._left:
            raise InputError("limit", f"it unpacks to more than {_MOST:,} bytes")
        self._left -= len(data)
        return data


def parsed(name: str, data: bytes) -> Element:
    """Return XML as a tree without namespaces.

    :param name: for messages.
    :raises InputError: it is broken, exceeds a limit, or declares a document type.
    """
    builder, depth, elements = TreeBuilder(), 0, 0

    def start(qualified: str, attributes: Mapping[str, str]) -> None:
        nonlocal depth, elements
        depth, elements = depth + 1, elements + 1
        if elements > _MOST_ELEMENTS:
            raise InputError("limit", f"its part {name[:80]} has more than {_MOST_ELEMENTS:,} elements")
        if depth > _DEEPEST:
            raise InputError("limit", f"its part {name[:80]} is nested too deeply")
        builder.start(
            qualified.rpartition(":")[2], {key.rpartition(":")[2]: value for key, value in attributes.items()}
        )

    def end(qualified: str) -> None:
        nonlocal depth
        depth -= 1
        builder.end(qualified.rpartition(":")[2])

    def refuse(*_: object) -> None:
        raise InputError("unreadable", f"its part {name[:80]} declares a document type, as no Word file does")

    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler = builder.data
    parser.StartDoctypeDeclHandler = refuse
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, ValueError, LookupError) as error:
        raise InputError("unreadable", f"its part {name[:80]} is no XML: {error}") from None
    return builder.close()
