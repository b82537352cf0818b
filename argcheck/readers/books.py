"""Books of several Markdown files, which ``_quarto.yml`` or ``_bookdown.yml`` list in order."""

from __future__ import annotations

from contextlib import suppress
from fnmatch import fnmatch
from posixpath import dirname, normpath, relpath
from typing import TYPE_CHECKING

from argcheck.files.opening import InputError
from argcheck.readers.front_matter import (
    NATBIB,
    SUFFIXES,
    Metadata,
    Shared,
    add_inputs,
    begin,
    front_matter,
    is_run,
    kinds,
    languages,
    latex_files,
    uses_natbib,
)
from argcheck.readers.markdown_words import CITED, Words
from argcheck.readers.translation import Translation

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from argcheck.files.source import Translated
    from argcheck.readers.front_matter import Scalar

_CHAPTERS = (*SUFFIXES, ".ipynb")
#: Names of profiles that need not be named anywhere but in their files.
_PROFILES = ("book", "docx", "epub", "html", "manuscript", "pdf", "print", "production", "thesis", "web")
_SIGNS = str.maketrans(dict.fromkeys("\"',[]{}()=\\", " "))  #: between the words of a bibliography
_PICTURES = "_bookdown_files"  # where knitr puts them


class QuartoProject:
    """The settings of ``_quarto.yml`` for the files beside and below it; empty if it is not YAML.

    :param name: of the file that they are for, from the folder of ``_quarto.yml``.
    :param of_profiles: the texts of ``_quarto-pdf.yml`` and the like.
    """

    def __init__(self, text: str, name: str, of_profiles: Sequence[str] = ()) -> None:
        self.shared = Shared()
        self._name = name
        self._rendered: list[str] = []
        self._article = ""  # of a project that is a manuscript
        with suppress(InputError):
            metadata = Metadata(text, 0, len(text))
            of_book = _of_book(metadata, of_profiles)
            settings = [metadata, *of_book]
            self._rendered = [scalar.value for scalar in metadata.scalars("project", "render")]
            kinds_of_project = [kind.value for kind in metadata.scalars("project", "type")]
            is_site = "website" in kinds_of_project
            if "manuscript" in kinds_of_project:
                articles = [scalar.value for scalar in metadata.scalars("manuscript", "article")]
                self._article = (articles or ["index.qmd"])[0]
            headers, before, behind = (
                self._named(name for of_all in settings for name in latex_files(of_all, place))
                for place in ("in-header", "before-body", "after-body")
            )
            works = [scalar.value for of_all in settings for scalar in of_all.bibliographies()]
            self.shared = Shared(
                chapter=metadata.has("book") or bool(of_book),
                run=is_run(metadata) is not False,
                languages=tuple(code for of_all in settings for code in languages(of_all)),
                kinds=tuple(kind for of_all in settings for kind in kinds(of_all)),
                bibliographies=self._named(works) if not is_site else (),  # pages of a site do not share any
                headers=headers,
                before=before,
                behind=behind,
            )
            self.shared = self.shared._replace(listed=self._is_listed())

    def _named(self, files: Iterable[str]) -> tuple[str, ...]:
        """Return names from the folder of ``_quarto.yml`` as names from that of the file."""
        here = dirname(self._name)
        return tuple(
            relpath(name.lstrip("/"), here) if here else normpath(name.lstrip("/")) for name in files
        )

    def _is_listed(self) -> bool:
        """Whether the file is the manuscript of the project, or listed as a document of one with a common bibliography."""
        if self._article == self._name:
            return True
        if self.shared.chapter or not self.shared.bibliographies:
            return False
        refused = any(fnmatch(self._name, pattern[1:]) for pattern in self._rendered if pattern[:1] == "!")
        return not refused and any(fnmatch(self._name, pattern) for pattern in self._rendered)


def _of_book(metadata: Metadata, of_profiles: Sequence[str]) -> list[Metadata]:
    """Return the profiles that list the chapters of a book, if ``_quarto.yml`` itself does not."""
    known = []
    for text in of_profiles if not metadata.scalars("book", "chapters") else ():
        with suppress(InputError):
            known.append(Metadata(text, 0, len(text)))
    return [profile for profile in known if any(True for _ in profile.files("book", "chapters"))]


def profiles(text: str) -> list[str]:
    """Return the names of the profiles that may be beside a ``_quarto.yml``, the named ones first."""
    metadata = _settings(text)
    if metadata.scalars("book", "chapters"):
        return []
    paths = ("profile", "default"), ("profile", "group")
    named = [scalar.value for path in paths for scalar in metadata.files(*path)]
    return list(dict.fromkeys((*named, *_PROFILES)))


def quarto(text: str, of_profiles: Sequence[str] = ()) -> Translated:
    """Return ``_quarto.yml`` as LaTeX: the bibliography, and an input of each chapter in order.

    :param of_profiles: the texts of ``_quarto-pdf.yml`` and the like, which may list the chapters in its place.
    :raises InputError: it is not YAML.
    """
    metadata, out = Metadata(text, 0, len(text)), Translation()
    of_all = QuartoProject(text, "", of_profiles).shared
    begin(out, metadata, 0, of_all)
    of_book = _of_book(metadata, of_profiles)
    for name in of_all.bibliographies if of_book else ():
        out.put(f"\\addbibresource{{{name}}}\n", 0)
    for place in ("chapters", "appendices"):
        files = [*metadata.files("book", place)]
        listed = {scalar.value: scalar for profile in of_book for scalar in profile.files("book", place)}
        if (files or listed) and place == "appendices":
            out.put("\\appendix\n", 0)
        for scalar in files:
            _input(out, metadata, scalar)
        for name in listed:
            out.put(f"\\input{{{name}}}\n" if name.endswith(_CHAPTERS) else "", 0)
    add_inputs(out, metadata, "after-body", of_all.behind)
    return out.done(len(text))


def bookdown(text: str, names: Iterable[str], read: Callable[[str], str] = lambda _: "") -> Translated:
    """Return ``_bookdown.yml`` as LaTeX: an input of each chapter, in the listed order or by name.

    :param names: of the files beside it and in the folders that ``rmd_subdir`` names; a folder without files is a
        missing input.
    :param read: returns the text of a file beside it: of ``_output.yml``, and of the first chapter, which says what
        language the book is in.
    :raises InputError: it is not YAML.
    """
    metadata, out = Metadata(text, 0, len(text)), Translation()
    for key in ((), ("html",), ("latex",)):  # each format may have a list of its own
        named = metadata.files("rmd_files", *key)
        listed = [scalar for scalar in named if scalar.value.endswith(_CHAPTERS)]
        if listed:
            break
    files = {name for name in names if name.endswith((".Rmd", ".rmd")) and name.rpartition("/")[2][0] != "_"}
    joined = {
        f"{name.value}.Rmd" for name in metadata.scalars("book_filename")
    }  # written by bookdown, of all
    chapters = sorted(files - joined or files, key=lambda name: (not name.startswith("index."), name))
    formats = _settings(read("_output.yml") or read("_output.yaml"))
    names_in_order = [*(scalar.value for scalar in listed), *chapters, ""]
    first = _top(read(names_in_order[0]))
    headers, before, behind = (
        tuple(latex_files(formats, place) | latex_files(first, place))
        for place in ("in-header", "before-body", "after-body")
    )
    begin(out, metadata, 0, Shared(languages=languages(first), headers=headers, before=before))
    if uses_natbib(formats):
        out.put(NATBIB, 0)
    for scalar in listed:
        _input(out, metadata, scalar)
    for name in chapters if not listed else ():
        out.put(f"\\input{{{name}}}\n", 0)
    for scalar in metadata.scalars("rmd_subdir") if not listed else ():
        folder = _folder(scalar)
        if folder not in ("", _PICTURES) and not any(name.startswith(f"{folder}/") for name in chapters):
            out.around("\\input{", text, (scalar.start, scalar.end), "}\n")
    add_inputs(out, metadata, "after-body", behind)
    return out.done(len(text))


def manubot(text: str, sections: Sequence[str], read: Callable[[str], str]) -> Translated:
    """Return ``metadata.yaml`` of manubot as LaTeX: an input of each section, without templates of Jinja.

    Manubot itself looks up keys with a colon (``doi:10.1234/x``) and what tags stand for; what else is cited is known
    if it is a word of its own list of works.

    :param sections: the names of the files beside it with text.
    :param read: returns the text of a file beside it, empty if there is none.
    :raises InputError: it is not YAML.
    """
    metadata, out = Metadata(text, 0, len(text)), Translation()
    texts = {name: written for name in sections if "{%" not in (written := read(name))}
    lines = [line for written in texts.values() for line in written.split("\n")]
    known = {line[2:].partition("]:")[0] for line in lines if line.startswith("[@") and "]:" in line}
    rows = read("citation-tags.tsv").split("\n")[1:]
    known.update(start + row.partition("\t")[0] for row in rows for start in ("tag:", ""))
    for ending in ("json", "yaml", "yml", "bib"):
        known.update(read(f"manual-references.{ending}").translate(_SIGNS).split())
    begin(out, metadata, 0)
    words = Words(out, ())
    for key in dict.fromkeys(cited["key"] for line in lines for cited in CITED.finditer(line)):
        is_looked_up = ":" in key and not key.startswith("tag:") and not words.is_label(key)
        if key in known or is_looked_up:
            out.put(f"\\bibitem{{{key.strip('{}')}}}\n", 0)
    for scalar in metadata.scalars("title"):
        out.around("\\title{", text, (scalar.start, scalar.end), "}\n")
    for name in texts:
        out.put(f"\\input{{{name}}}\n", len(text))
    return out.done(len(text))


def _settings(text: str) -> Metadata:
    """Return the values of a YAML text, none if it is not YAML."""
    with suppress(InputError):
        return Metadata(text, 0, len(text))
    return Metadata("", 0, 0)


def _top(text: str) -> Metadata:
    """Return the front matter of a manuscript; reading the manuscript reports what is wrong with it."""
    start, end, _ = front_matter(text) or (0, 0, 0)
    return _settings(text[start:end])


def folders_of_chapters(text: str) -> list[str]:
    """Return the folders of chapters that ``_bookdown.yml`` names; an empty name is all folders."""
    named = Metadata(text, 0, len(text)).scalars("rmd_subdir")
    return [_folder(scalar) for scalar in named if scalar.value.lower() not in ("false", "no")]


def _folder(scalar: Scalar) -> str:
    return "" if scalar.value.lower() in ("true", "yes", "false", "no") else scalar.value.strip("./")


def _input(out: Translation, metadata: Metadata, scalar: Scalar) -> None:
    if scalar.value.endswith(_CHAPTERS):
        out.around("\\input{", metadata.text, (scalar.start, scalar.end), "}\n")
