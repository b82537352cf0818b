"""YAML with the place of each value: the front matter of manuscripts, and the files of Quarto and bookdown projects."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from argcheck.files.opening import InputError
from argcheck.files.patterns import lazy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from argcheck.readers.translation import Translation

#: Endings of manuscripts in Markdown.
SUFFIXES = (".md", ".markdown", ".qmd", ".Rmd", ".rmd")
_FRONT = lazy(
    r"(?:\A---[ \t]*\n|\n[ \t]*\n---[ \t]*\n(?![ \t]*\n|[ \t]+[^\s\#]))(?P<yaml>(?:[ \t]*(?:\#[^\n]*)?\n)*[ \t]*[\w\"'-]+[ \t]*:.*?)^(?:---|\.\.\.)[ \t]*(?:\n|\Z)",
    re.MULTILINE | re.DOTALL,
)
_WITHIN = 5_000  # most characters before it, such as a chunk of code
#: The keys of a bibliography, without parsing YAML.
BIBLIOGRAPHY = lazy(r"^[ \t]*bibliography(?:_\w+)?[ \t]*:|^references[ \t]*:[ \t]*\n[ \t]*-", re.MULTILINE)


#: where the metadata name bibliographies
_BIBLIOGRAPHIES = ("bibliography",), ("book", "bibliography"), ("format", "*", "bibliography")
#: where the metadata name what makes the list of references; the last are those of ``_output.yml``
_NATBIB = (
    ("cite-method",),
    ("format", "*", "cite-method"),
    ("citation_package",),
    ("output", "*", "citation_package"),
    ("*", "citation_package"),
)
#: where they have LaTeX for the preamble
_HEADERS = (
    ("header-includes",),
    ("format", "*", "header-includes"),
    ("include-in-header", "text"),
    ("format", "*", "include-in-header", "text"),
)
#: false as YAML and R have it
NO = ("false", "False", "FALSE", "no", "off", "F")
#: what keeps code from being run
_NOT_RUN = ("execute", "enabled"), ("execute", "eval"), ("knitr", "opts_chunk", "eval")


#: the package, and that BibTeX looks up all keys
NATBIB = "\\usepackage[backend=bibtex]{natbib}\n"


class Shared(NamedTuple):
    """What the project of a manuscript says for all of its files."""

    chapter: bool = False  #: whether it is a part of a book, and so no document
    listed: bool = False  #: whether the project makes a document of it, even without front matter
    run: bool = True  #: whether code is run
    languages: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()  #: of labels, beside those of Quarto: ``suppfig``
    bibliographies: tuple[str, ...] = ()
    #: names of files in LaTeX for the preamble, before the text and behind it
    headers: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    behind: tuple[str, ...] = ()
    #: returns the other manuscripts whose code runs in one session with that of the file
    session: Callable[[], Iterable[str]] = tuple


_ALONE = Shared()


class Scalar(NamedTuple):
    """A value and its range in the file, without quotation marks."""

    value: str
    start: int
    end: int
    block: bool  #: whether it has indented lines after ``|`` or ``>``


def front_matter(text: str) -> tuple[int, int, int] | None:
    """Return start and end of the YAML at the top of a manuscript, and the start of the text; None without YAML."""
    match = _FRONT.search(text, 0, len(text)) if text.startswith("---") or "\n---" in text[:_WITHIN] else None
    if match is None or match.start() > _WITHIN:
        return None
    return *match.span("yaml"), match.end()


class Metadata:
    """The values of a YAML text by path.

    :param start: offset of the YAML in the file.
    :raises InputError: it is not YAML; the message names the line.
    """

    def __init__(self, text: str, start: int, end: int) -> None:
        import yaml

        self.text = text
        self._start = start
        try:
            self.root = yaml.compose(_untabbed(text[start:end]), Loader=yaml.SafeLoader)
        except (yaml.YAMLError, RecursionError) as error:
            mark = getattr(error, "problem_mark", None)
            place = start + getattr(error, "position", 0)  # of an invalid character
            line = text.count("\n", 0, place) + (mark.line if mark else 0) + 1
            said = getattr(error, "problem", None) or getattr(error, "reason", "it is nested too deeply")
            at = start + mark.index if mark else place
            raise InputError("unreadable", f"line {line} is no YAML: {said}", at) from None

    def scalars(self, *path: str) -> list[Scalar]:
        """Return the value at a path of keys, or each value of a list there; ``*`` is any key."""
        return [scalar for node in self._at(path) for scalar in self._leaves(node)]

    def bibliographies(self) -> list[Scalar]:
        """Return the names of bibliographies, each once, with those of single formats and of parts of the list."""
        named = [scalar for path in _BIBLIOGRAPHIES for scalar in self.scalars(*path)] + self.lists_of_parts()
        return list({scalar.value: scalar for scalar in reversed(named)}.values())[::-1]

    def lists_of_parts(self) -> list[Scalar]:
        """Return the names of bibliographies from each of which a filter makes a list of its own."""
        own = [name for name, _ in pairs(self.root) if name.startswith("bibliography_")] if self.root else []
        paths = ("bibliography", "*"), *((name,) for name in own)
        return [scalar for path in paths for scalar in self.scalars(*path)]

    def has(self, key: str) -> bool:
        """Whether there is a value of ``key`` at the top."""
        return bool(self._at((key,)))

    def files(self, *path: str) -> Iterator[Scalar]:
        """Yield the names of files in a list, which may have parts with lists."""
        for node in self._at(path):
            yield from self._files(node, set())

    def span(self, node: Any) -> tuple[int, int]:
        """Return the range of a node in the file."""
        return self._start + node.start_mark.index, self._start + node.end_mark.index

    def _at(self, path: tuple[str, ...]) -> list[Any]:
        nodes = [self.root] if self.root is not None else []
        for key in path:
            items = [item for node in nodes for item in (node.value if node.id == "sequence" else [node])]
            nodes = [value for node in items for name, value in pairs(node) if key in (name, "*")]
        return nodes

    def _leaves(self, node: Any) -> Iterator[Scalar]:
        if node.id == "scalar":
            yield self.scalar(node)
        elif node.id == "sequence":
            for item in node.value:
                if item.id == "scalar":
                    yield self.scalar(item)

    def _files(self, node: Any, seen: set[int]) -> Iterator[Scalar]:
        if id(node) in seen:  # an alias; few lines of these can make millions of nodes
            return
        seen.add(id(node))
        if node.id == "scalar":
            yield self.scalar(node)
        elif node.id == "sequence":
            for item in node.value:
                yield from self._files(item, seen)
        else:
            for name, value in pairs(node):
                is_file = name == "part" and str(value.value).endswith(".qmd")
                if is_file or name in ("file", "chapters"):
                    yield from self._files(value, seen)

    def scalar(self, node: Any) -> Scalar:
        """Return the value of a node."""
        start, end = self.span(node)
        quoted = node.style in ("'", '"')
        block = node.style in ("|", ">")
        return Scalar(str(node.value), start + quoted, max(start, end - quoted), block)


def _untabbed(text: str) -> str:
    """Return a text with blanks for the tabs within its lines, which the parsers of R and Quarto take for such."""
    if "\t" not in text:
        return text
    lines = ((line, len(line) - len(line.lstrip())) for line in text.split("\n"))
    return "\n".join(line[:indent] + line[indent:].replace("\t", " ") for line, indent in lines)


def pairs(node: Any) -> list[tuple[str, Any]]:
    """Return the names and nodes in a mapping; empty for other nodes."""
    if node.id != "mapping":
        return []
    return [(key.value, value) for key, value in node.value if key.id == "scalar"]


def begin(out: Translation, metadata: Metadata, start: int, shared: Shared = _ALONE) -> None:
    """Begin a document with the language, the files for the preamble and the bibliographies of the metadata.

    Where they do not say the language, their project does.
    """
    named = languages(metadata) or shared.languages
    out.begin(start, named, dict.fromkeys((*shared.headers, *latex_files(metadata, "in-header"))))
    add_bibliographies(out, metadata)
    add_inputs(out, metadata, "before-body", shared.before)


def languages(metadata: Metadata) -> tuple[str, ...]:
    """Return the codes of the languages that the metadata set."""
    return tuple(
        scalar.value for path in (("lang",), ("format", "*", "lang")) for scalar in metadata.scalars(*path)
    )


def kinds(metadata: Metadata) -> tuple[str, ...]:
    """Return the prefixes of the labels of kinds that the metadata declare for Quarto or a filter of it."""
    paths = ("crossref", "custom", "key"), ("*", "key")
    return tuple(f"{key.value}-" for path in paths for key in metadata.scalars(*path))


def latex_files(metadata: Metadata, place: str) -> dict[str, Scalar]:
    """Return the files in LaTeX that pandoc puts into the preamble, before the text or behind it, by name.

    :param place: ``in-header``, ``before-body`` or ``after-body``.
    """
    own, of_r = f"include-{place}", place.replace("-", "_")
    paths = (
        *((*top, own, *below) for top in ((), ("format", "*")) for below in ((), ("file",))),
        ("output", "*", "includes", of_r),
        ("*", "includes", of_r),
    )
    named = (scalar for path in paths for scalar in metadata.scalars(*path))
    return {scalar.value: scalar for scalar in named if scalar.value.endswith((".tex", ".sty", ".ltx"))}


def add_inputs(out: Translation, metadata: Metadata, place: str, shared: Iterable[str] = ()) -> None:
    """Add an input of each file in LaTeX that the metadata or their project puts before the text or behind it."""
    own = latex_files(metadata, place)
    for name in shared:
        if name not in own:
            out.put(f"\\input{{{name}}}\n\n", 0)
    for scalar in own.values():
        out.around("\\input{", metadata.text, (scalar.start, scalar.end), "}\n\n")


def is_run(metadata: Metadata) -> bool | None:
    """Whether chunks of code that do not say so themselves are run; None if the metadata do not say either."""
    said = [scalar.value for path in _NOT_RUN for scalar in metadata.scalars(*path)]
    return not any(value in NO for value in said) if said else None


def uses_natbib(metadata: Metadata) -> bool:
    """Whether pandoc leaves its citations to natbib."""
    return any(scalar.value == "natbib" for path in _NATBIB for scalar in metadata.scalars(*path))


def add_bibliographies(out: Translation, metadata: Metadata) -> None:
    """Add the bibliographies of the metadata, and natbib if BibTeX looks keys up.

    With natbib in the header alone it looks up those of LaTeX's commands, and pandoc those of ``[@key]``.
    """
    if uses_natbib(metadata):
        out.put(NATBIB, 0)
    for scalar in (scalar for path in _HEADERS for scalar in metadata.scalars(*path)):
        value = "".join(scalar.value.split())
        if any(mark in value for mark in ("{natbib}", "{natbib,", ",natbib}")):
            out.put("\\usepackage{natbib}\n", scalar.start)
    if metadata.lists_of_parts():
        out.put("\\usepackage{chapterbib}\n", 0)  # a work may be in several lists
    for scalar in metadata.bibliographies():
        out.around("\\addbibresource{", metadata.text, (scalar.start, scalar.end), "}\n")
