"""What a run depended on: files read, paths that did not exist, folders listed, the program itself.

The engine fills a `Manifest` while it works; the launcher calls `verify` on the stored
one before anything heavy is imported, so this module imports only `os` and the cache.
"""

from __future__ import annotations

import os
import stat
import sys

from argcheck.files.cache import digest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from datetime import date
    from typing import Any

    Listing = tuple[list[str], list[str]]  #: names of the folders and of the files in a folder

#: Suffixes of LaTeX with chunks of R code, from which knitr or Sweave make a ``.tex`` of the same name.
KNITR_SUFFIXES = (".Rnw", ".rnw", ".Snw", ".snw")
LATEX_SUFFIXES = (".tex", ".ltx", ".latex", ".TEX")
TEX_SUFFIXES = (*LATEX_SUFFIXES, *KNITR_SUFFIXES)
ARCHIVES = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz")  #: suffixes of archives
PACKED = (*ARCHIVES, ".gz", ".bz2", ".xz")  #: and of compressed files, as arXiv serves a paper
#: Suffixes that discovery looks for, besides those that readers add, and of packages and classes, whose folders it
#: notes; TeX and editors make other files all the time.
MANUSCRIPTS = (*TEX_SUFFIXES, ".bib")
PACKAGES = (".sty", ".cls")
LISTED = (*MANUSCRIPTS, *PACKAGES, ".gitignore")


#: Suffixes of pictures that the drivers of graphicx try, the most frequent first; and of files that a build makes
#: pictures from.
PICTURES = (
    ".pdf", ".png", ".jpg", ".jpeg", ".eps", ".ps", ".mps", ".svg", ".jbig2", ".jb2", ".gif", ".tif", ".tiff", ".bmp",
    ".wmf", ".emf",
)  # fmt: skip
PICTURE_SOURCES = (
    ".tex", ".tikz", ".pgf", ".asy", ".mp", ".fig", ".dot", ".gv", ".gp", ".gnuplot", ".plt", ".py", ".ipynb", ".r", ".rnw", ".m",
    ".jl", ".nb", ".drawio", ".dia", ".odg", ".vsd", ".vsdx", ".ai", ".cdr", ".xcf", ".psd", ".puml", ".plantuml", ".mmd",
    ".agr", ".gle", ".ipe", ".opj", ".opju", ".pov", ".blend", ".ppt", ".pptx", ".uxf", ".graffle", ".graphml", ".ggb", ".svgz", ".csv", ".dat", ".bb", ".xbb", ".dvc", ".pdf_tex", ".pdf_t", ".pstex",
)  # fmt: skip


_DIVIDERS = str.maketrans("", "", "-_ ")
_NAME = 4  # letters from which what stands behind a number is a name


def composed(name: str) -> str:
    """Return a name with each accent and its letter as one character; in file names of macOS they are two."""
    if name.isascii():
        return name
    from unicodedata import normalize

    return normalize("NFC", name)


def unhyphenated(name: str) -> str:
    """Return a name in lower case without hyphens, underscores and spaces: ``fieldstudy`` for ``Field_Study``."""
    return composed(name).lower().translate(_DIVIDERS)


def unnumbered(name: str) -> str:
    """Return what stands behind the last digit of a name without an ending, compared as in `unhyphenated`.

    It is ``conclusion`` for ``chap_05_Conclusion`` and for ``conclusion``, and empty if it is too short to be a name.
    """
    after = max((at for at, sign in enumerate(name, 1) if sign.isdigit()), default=0)
    rest = unhyphenated(name[after:].lstrip("."))
    return rest if len(rest) >= _NAME else ""


def pictures_in(folder: str) -> list[str]:
    """Return the names of pictures and their sources in a folder, lower-case, composed, sorted; none without it."""
    try:
        names = {composed(name).lower() for name in os.listdir(folder)}  # some may differ only in case
        return sorted(name for name in names if name.endswith((*PICTURES, *PICTURE_SOURCES)))
    except (OSError, ValueError):
        return []


def folder_hash(folder: str | os.PathLike[str], further: Iterable[str] = ()) -> str:
    """Hash the names in a folder that discovery looks at; a folder that cannot be listed counts as empty.

    :param further: more suffixes that it looks at.
    """
    try:
        return listing_hash(*names_in(folder, (*LISTED, *further)))
    except OSError:
        return listing_hash([], [])


def names_in(folder: str | os.PathLike[str], endings: tuple[str, ...]) -> Listing:
    """Return the folders in a folder that are not hidden, and the files with one of these endings.

    :raises OSError: it cannot be listed.
    """
    folders: list[str] = []
    names: list[str] = []
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                if entry.name[0] != ".":
                    folders.append(entry.name)
            elif entry.name.endswith(endings):
                names.append(entry.name)
    return folders, names


def listing_hash(folders: list[str], names: list[str]) -> str:
    """Hash the subfolders and files that discovery saw in one folder."""
    text = "\0".join([*sorted(folders), "\0", *sorted(names)])
    return digest(text.encode("utf-8", "surrogateescape"))


def program_hash() -> str:
    """Hash the program: size and time of each file of argcheck, and the folders that other packages come from."""
    packages = (sys.modules.get(name) for name in ("argcheck", "argcheck.rules"))
    own = {os.path.dirname(file) for package in packages if (file := getattr(package, "__file__", None))}
    stamps = sorted(stamp for folder in own for stamp in _stamps_in(folder))
    stamps += [(path, *_stamp_of(path)) for path in _import_folders()]
    return digest(repr((sys.version, stamps)).encode("utf-8", "surrogateescape"))


def _stamps_in(folder: str) -> Iterator[tuple[str, int, int]]:
    """Yield path, size and time of each file below a folder of the program."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                if entry.name != "__pycache__":
                    yield from _stamps_in(entry.path)
            else:
                yield entry.path, *_stamp_of(entry.path)


def today() -> date:
    """Return the present day in UTC; ``SOURCE_DATE_EPOCH`` (seconds, for reproducible builds) sets the clock."""
    from datetime import date

    return date(*_clock()[:3])


def this_year() -> int:
    """Return the year of `today`, without importing `datetime`."""
    return _clock()[0]


def _clock() -> Sequence[int]:
    import time

    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    return time.gmtime(int(epoch) if epoch.isdecimal() and len(epoch) < 12 else None)


class Manifest:
    """Collects what a result depends on; every path is made absolute."""

    def __init__(self) -> None:
        self._files: dict[str, tuple[str, str]] = {}
        self._absent: set[str] = set()
        self._present: set[str] = set()
        self._nothing: set[str] = set()
        self._folders: dict[str, str] = {}
        self._listings: dict[str, tuple[str, tuple[str, ...]]] = {}
        self._pictures: dict[str, str] = {}
        self._stamps: dict[str, tuple[int, int]] = {}
        self._year = 0

    def file(self, path: str | os.PathLike[str], content: str) -> None:
        """Record that a file was read; ``content`` is the `argcheck.files.cache.digest` of its bytes."""
        absolute = os.path.abspath(path)
        target = os.path.realpath(absolute) if os.path.islink(absolute) else ""
        self._files[absolute] = (content, target)
        self._folder(os.path.dirname(absolute))

    def absent(self, path: str | os.PathLike[str]) -> None:
        """Record that there was no file at a path: nothing, or a folder."""
        self._absent.add(os.path.abspath(path))

    def present(self, path: str | os.PathLike[str]) -> None:
        """Record that a path existed, regardless of its content, such as ``.git``."""
        absolute = os.path.abspath(path)
        self._present.add(absolute)
        self._folder(os.path.dirname(absolute))

    def nothing(self, path: str | os.PathLike[str]) -> None:
        """Record that nothing at all was at a path, such as ``.git`` further up."""
        self._nothing.add(os.path.abspath(path))

    def _folder(self, folder: str) -> None:
        """Record the real path of a folder: a link in its place could lead out of the project."""
        if folder not in self._folders:
            self._folders[folder] = _real(folder, self._folders)

    def listing(self, folder: str | os.PathLike[str], names_hash: str, further: tuple[str, ...] = ()) -> None:
        """Record that a folder was listed; ``names_hash`` is its `folder_hash` at that time, for the same suffixes."""
        absolute = os.path.abspath(folder)
        self._listings[absolute] = names_hash, further
        self._folder(absolute)

    def listings(self, prefix: str, listed: Mapping[str, Listing], further: tuple[str, ...]) -> None:
        """Record the folders that discovery listed, with the subfolders and files that it saw in each."""
        for folder, names in listed.items():
            self.listing(prefix + folder, listing_hash(*names), further)

    def pictures(self, folder: str, names: Iterable[str]) -> None:
        """Record the names that `pictures_in` returned for a folder."""
        self._pictures[os.path.abspath(folder)] = listing_hash([], list(names))

    def year(self, year: int) -> None:
        """Record that the result depends on the year."""
        self._year = year

    def program(self) -> None:
        """Record the code of the run: argcheck, plugins, and the folders of installed packages."""
        files = _program_files()
        for path in {*files, *map(os.path.dirname, files), *_import_folders()}:
            self._stamp(path)

    def _stamp(self, path: str) -> None:
        self._stamps[path] = _stamp_of(path)

    def merge(self, other: Manifest) -> None:
        """Add all that ``other`` recorded."""
        self._files |= other._files
        self._absent |= other._absent
        self._present |= other._present
        self._nothing |= other._nothing
        self._folders |= other._folders
        self._listings |= other._listings
        self._pictures |= other._pictures
        self._stamps |= other._stamps
        self._year = self._year or other._year

    def _is_listed(self, folder: str, real: str) -> bool:
        """Whether the hash of a listing covers a folder: it has the names of real folders, not of links."""
        parent, name = os.path.split(folder)
        listed = parent in self._listings and name[:1] not in ("", ".")
        return listed and real == os.path.join(self._folders[parent], name)

    def to_data(self) -> dict[str, Any]:
        """Return plain data for the store, in a fixed order, without entries that others imply."""
        above = {folder: _lost_above(folder) for folder in {os.path.dirname(path) for path in self._absent}}
        absent = [path for path in self._absent if not above[os.path.dirname(path)]]
        return {
            "stamps": [(path, *stamp) for path, stamp in sorted(self._stamps.items())],
            "year": self._year,
            "present": sorted(self._present),
            "absent": sorted(absent),
            "nothing": sorted(self._nothing.union(filter(None, above.values()))),
            "folders": sorted(entry for entry in self._folders.items() if not self._is_listed(*entry)),
            "listings": [(folder, *listing) for folder, listing in sorted(self._listings.items())],
            "pictures": sorted(self._pictures.items()),
            "files": [(path, *entry) for path, entry in sorted(self._files.items())],
        }


def verify(data: dict[str, Any]) -> bool:
    """Whether everything that a stored result depends on is unchanged."""
    try:
        return (
            data["year"] in (0, this_year())
            and all(_unchanged(path, content, target) for path, content, target in data["files"])
            and all(_stamp_of(path) == (size, time) for path, size, time in data["stamps"])
            and all(os.path.lexists(path) for path in data["present"])
            and not any(_occupied(path) for path in data["absent"])
            and not any(os.path.lexists(path) for path in data["nothing"])
            and _are_where_they_were(data["folders"])
            and all(folder_hash(folder, further) == names for folder, names, further in data["listings"])
            and all(listing_hash([], pictures_in(folder)) == names for folder, names in data["pictures"])
        )
    except (OSError, ValueError, KeyError, TypeError):
        return False


def _lost_above(folder: str) -> str:
    """Return the highest missing folder on the way to one; empty if none is missing."""
    highest = ""
    while not os.path.lexists(folder) and folder != os.path.dirname(folder):
        highest, folder = folder, os.path.dirname(folder)
    return highest


def _are_where_they_were(folders: list[tuple[str, str]]) -> bool:
    seen: dict[str, str] = {}
    for folder, real in folders:
        seen[folder] = _real(folder, seen)
        if seen[folder] != real:
            return False
    return True


def _real(folder: str, known: dict[str, str]) -> str:
    """Return the real path of a folder, by a single look at the disk if that of its parent is known."""
    parent, name = os.path.split(folder)
    if parent in known and name and not os.path.islink(folder):
        return os.path.join(known[parent], name)
    return os.path.realpath(folder)


def _occupied(path: str) -> bool:
    try:
        return not stat.S_ISDIR(os.stat(path).st_mode)
    except (OSError, ValueError):
        return os.path.islink(path)


def _unchanged(path: str, content: str, target: str) -> bool:
    mode = os.lstat(path).st_mode
    if stat.S_ISLNK(mode):
        if not target or os.path.realpath(path) != target:
            return False
        mode = os.stat(target).st_mode
    if not stat.S_ISREG(mode):
        return False
    with open(path, "rb", buffering=0) as file:
        return digest(file.readall()) == content


def _stamp_of(path: str) -> tuple[int, int]:
    try:
        stat_result = os.stat(path)
    except OSError:
        return (-1, -1)
    return (0 if stat.S_ISDIR(stat_result.st_mode) else stat_result.st_size, stat_result.st_mtime_ns)


def _program_files() -> list[str]:
    """Return the files of loaded modules that are not in the library or installed packages, and all of argcheck's."""
    library = os.path.dirname(os.__file__)
    installed = tuple(folder for folder in _import_folders() if folder.endswith("-packages"))
    files = []
    for name, module in list(sys.modules.items()):
        path = getattr(module, "__file__", None)
        if path and (name.partition(".")[0] == "argcheck" or not path.startswith((library, *installed))):
            files.append(path)
    return files


def _import_folders() -> list[str]:
    """Return the folders that plugins can come from, without the current one, which changes for other reasons."""
    here = os.getcwd()
    return [entry for entry in sys.path if entry and entry != here]
