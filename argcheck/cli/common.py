"""Helpers of several commands: settings, rules, colour and width."""

from __future__ import annotations

import os
import sys
from contextlib import redirect_stdout, suppress
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from argcheck.cli.console import obeys_escapes
from argcheck.errors import UsageError
from argcheck.files.manifest import ARCHIVES, LATEX_SUFFIXES, PACKED, TEX_SUFFIXES
from argcheck.settings import config

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from argcheck.errors import Failure
    from argcheck.files.cache import Store
    from argcheck.lint.rule import Rule
    from argcheck.reading.workspace import Workspace
    from argcheck.settings.config import Settings

_BEGINNING = 100_000  #: bytes of a file that are searched for its class
_LOOKED_AT = (
    5000  #: most files and folders among which a mistyped path, or a document with another ending, is sought
)
_VALUES = {"fail_on": "fail-on", "stage": "stage", "argument_runs": "runs"}
_LISTS = ("select", "ignore", "extend_select", "extend_ignore", "exclude")


def targets(paths: Sequence[Path]) -> tuple[Path, ...]:
    """Return the absolute paths of the command line; the current folder if there are none.

    :raises UsageError: a path does not exist, is an archive, or is a single compressed file.
    """
    endings = PACKED if len(paths) == 1 else ARCHIVES
    for path in paths:
        if not os.path.exists(path):
            raise UsageError(not_there(str(path)))
        if path.name.lower().endswith(endings) and path.is_file():
            raise UsageError(
                f"{path} is an archive, which this command does not read, or not beside other paths: unpack it first"
            )
    return tuple(path.resolve() for path in paths) or (Path.cwd().resolve(),)


def not_there(path: str) -> str:
    """Return a message on a path that leads to nothing, with a hint."""
    if os.path.islink(path):  # noqa: PTH114 - `Path.is_symlink` raises for a name that is too long
        return f"{path}: is a link to something that does not exist or that you may not read"
    return f"{path}: no such file or folder{meant(path)}"


def meant(word: str) -> str:
    """Return a hint for a path that does not exist: a similar command or path, or the same name in a folder."""
    from argcheck.cli.outcome import COMMANDS
    from argcheck.prose.spelling import closest

    if commands := closest(word, list(COMMANDS), 1):
        return f"; did you mean the command '{commands[0]}'?"
    known = list(islice(_below(), _LOOKED_AT))
    near = [name for name in closest(word, known) if _is_alike(word, name)]
    near = near or [name for name in known if name.endswith(f"/{word}")]
    if near:
        return f"; did you mean '{near[0]}'?"
    return "; `argcheck --help` lists the commands" if word.isalpha() else ""


def _is_alike(path: str, other: str) -> bool:
    """Whether the parts of two paths are near one by one: a long folder and the ending say nothing of a short name."""
    from argcheck.prose.spelling import closest

    pairs = zip(Path(path).parts, Path(other).parts, strict=False)
    stems = ((Path(part).stem, Path(its).stem) for part, its in pairs)
    return all(stem == its or closest(stem, [its]) for stem, its in stems)


def _below() -> Iterator[str]:
    """Yield relative paths of files below the current folder and of its folders, except hidden folders."""
    here = Path.cwd()
    for folder, folders, files in os.walk(here):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in (*folders, *sorted(files)):
            yield Path(folder, name).relative_to(here).as_posix()


def settings_for(paths: Sequence[Path], options: Mapping[str, Any]) -> Settings:
    """Return the settings for the first of ``paths``, overridden by options."""
    settings = config.settings_for(
        paths,
        cwd=Path.cwd(),
        config_file=_absolute(options.get("config_file")),
        isolated=bool(options.get("isolated")),
        overrides=_overrides(options),
    )
    if options.get("no_suppressions"):
        return settings._replace(suppressions=False)
    return settings


def _absolute(path: Path | None) -> Path | None:
    return None if path is None else Path.cwd() / path


def _overrides(options: Mapping[str, Any]) -> dict[str, object]:
    """Return the options as values of configuration keys."""
    values: dict[str, object] = {
        key.replace("_", "-"): words(options[key]) for key in _LISTS if options.get(key)
    }
    if values.get("select") == []:
        raise UsageError("--select: no rule is named")
    if options.get("per_file_ignores"):
        values["per-file-ignores"] = _per_file(words(options["per_file_ignores"]))
    values |= {key: options[name] for name, key in _VALUES.items() if options.get(name)}
    if options.get("force_exclude"):
        values["force-exclude"] = True
    if options.get("no_respect_gitignore"):
        values["respect-gitignore"] = False
    if options.get("extra_roots"):
        values["extra-roots"] = [str(Path.cwd() / folder) for folder in options["extra_roots"]]
        for folder in options["extra_roots"]:
            if not os.path.isdir(folder):
                raise UsageError(f"--extra-root: {folder}: no such folder")
    if options.get("baseline"):
        values["baseline"] = str(Path.cwd() / options["baseline"])
    return values


def words(values: Iterable[str]) -> list[str]:
    """Return the parts of values that may contain commas."""
    return [word.strip() for value in values for word in value.split(",") if word.strip()]


def runs(names: str) -> tuple[str, ...]:
    """Return the runs of the argument graph in ``--runs``, a list with commas.

    :raises UsageError: a run does not exist.
    """
    from argcheck.argument.model import RUNS
    from argcheck.lint.argument_graphs import MODELS

    known = (*RUNS, MODELS)
    named = words([names])
    if named == ["all"]:
        return known
    for run in named:
        if run not in known:
            raise UsageError(f"--runs: no run is called '{run}'; runs are {', '.join(known)}, or all")
    return tuple(run for run in known if run in named)


def _per_file(pairs: Iterable[str]) -> dict[str, list[str]]:
    table: dict[str, list[str]] = {}
    for pair in pairs:
        glob, colon, selector = pair.rpartition(":")
        if not colon or not glob:
            raise UsageError(f"--per-file-ignores: '{pair}' is not GLOB:RULE")
        table.setdefault(glob, []).append(selector.strip())
    return table


def store_for(options: Mapping[str, Any]) -> Store | None:
    """Return the cache of the options; None with ``--no-cache``.

    :raises UsageError: ``--cache-dir`` is a file.
    """
    from argcheck.files.cache import Store

    if options.get("no_cache"):
        return None
    folder = _absolute(options.get("cache_dir"))
    if folder and os.path.lexists(folder) and not os.path.isdir(folder):
        raise UsageError(f"--cache-dir: '{folder}' is no folder")
    return Store(str(folder) if folder else None)


def workspace_for(places: Sequence[Path], settings: Settings, options: Mapping[str, Any]) -> Workspace:
    """Return the workspace of some paths, with the installed readers."""
    from argcheck.lint.registry import load_readers
    from argcheck.reading.workspace import Workspace

    store = store_for(options)
    return Workspace(places, settings, cwd=Path.cwd(), store=store, readers=load_readers(store))


def read_some(workspace: Workspace) -> None:
    """Read the documents of a workspace, and warn of those that cannot be read.

    :raises UsageError: there are documents, but none of them can be read.
    """
    workspace.read_or_fail()
    lost = (
        f"argcheck: warning: {root}: this document cannot be analysed: {error.detail}"
        for root, error in workspace.unreadable
    )
    sys.stderr.write(printed(lost))


def read_paths(paths: Sequence[Path], options: Mapping[str, Any]) -> Workspace:
    """Return the workspace of paths, read by `read_some`."""
    places = targets(paths)
    workspace = workspace_for(places, settings_for(places, options), options)
    read_some(workspace)
    return workspace


def known_rules(
    plugins: Sequence[Path] = (), *, no_plugins: bool = False
) -> tuple[tuple[Rule, ...], tuple[Failure, ...]]:
    """Return the installed rules, sorted by code, and the plugins that failed."""
    from argcheck.lint.registry import load_rules

    with redirect_stdout(sys.stderr):  # plugins may print
        registry = load_rules(None, [Path.cwd() / plugin for plugin in plugins], plugins=not no_plugins)
    return tuple(sorted(registry.rules.values(), key=lambda rule: rule.code)), registry.failures


def failed(failures: Iterable[Failure]) -> str:
    """Return a line for each plugin that failed."""
    from argcheck.lint.reporters.lines import for_log, one_line

    return for_log("".join(one_line(f"failed: {failure.message}") + "\n" for failure in failures))


def use_color(choice: str) -> bool:
    """Whether to use colour, by ``--color``, then NO_COLOR, then FORCE_COLOR, then the terminal."""
    if choice != "auto":
        return choice == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR", "0") not in {"", "0"}:
        return True
    return obeys_escapes(sys.stdout)


def terminal_width() -> int:
    """Return the columns of the terminal; 80 if unknown."""
    return known_width() or 80


def known_width() -> int:
    """Return the columns of the terminal, 0 without one; as `shutil` does, without its slow import."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and int(columns):
        return int(columns)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns  # type: ignore[union-attr]
    except (AttributeError, OSError, ValueError):
        return 0


def harmless(text: str) -> str:
    """Return lines without signs that move the cursor, and without commands to a CI runner."""
    from argcheck.lint.reporters.lines import for_log, visible

    return for_log("\n".join(map(visible, text.split("\n"))))


def fitting(text: str) -> str:
    """Return lines as `harmless` does, wrapped to the width of the terminal, if there is one."""
    from argcheck.lint.reporters.lines import within

    width = known_width()
    return within(harmless(text), width) if width else harmless(text)


def laid_out(data: object) -> str:
    """Return data as JSON with a layout for people."""
    from argcheck.lint.reporters import json_format

    return json_format.laid_out(data)


def harmless_lines(lines: Iterable[str]) -> str:
    """Return a text of these lines as `harmless` does."""
    return harmless("".join(f"{line}\n" for line in lines))


def printed(lines: Iterable[str]) -> str:
    """Return a text of these lines, each in one line, without control signs and commands to a CI runner."""
    from argcheck.lint.reporters.lines import for_log, one_line

    return for_log("".join(one_line(line) + "\n" for line in lines))


#: Advice on archives without a manuscript.
_IN_ARCHIVE = (
    "a Word file or an article in JATS is checked where it is named itself: take it out of the archive"
)
#: Advice on texts without a reader, also in folders.
_UNREAD = {
    ending: f"{name} is not read: name the LaTeX or the Word file that is made of it"
    for ending, name in (
        (".org", "Org"),
        (".adoc", "AsciiDoc"),
        (".rst", "reStructuredText"),
        ("myst.yml", "MyST"),
        (".lyx", "LyX"),
        (".mkiv", "ConTeXt"),
        (".texi", "Texinfo"),
    )
}
_WAYS_OUT = _UNREAD | {
    **dict.fromkeys(PACKED, _IN_ARCHIVE),
    ".bib": "a bibliography is checked with a document that loads it: name that, or its folder",
    ".pdf": "a PDF is not checked: name its source, or have `argcheck verify` ask about its references",
}


_TEXTS = (".typ", ".qmd", ".Rmd")  # endings of manuscripts, of which hardly one is something else


def no_document(places: Collection[Path], settings: Settings | None = None) -> str:
    """Return a warning that ``places`` have no document that the settings do not exclude, with advice."""
    from argcheck.lint.reporters.summary import some
    from argcheck.readers.markdown_reader import lacking

    names, unread = ", ".join(map(shown, places)), lacking()
    named = {place.name.lower(): _WAYS_OUT for place in places}
    with suppress(OSError):  # a folder that cannot be read
        named |= {
            file.name.lower(): _UNREAD for place in places if place.is_dir() for file in place.iterdir()
        }
    advice = {way for name, ways in named.items() for kind, way in ways.items() if name.endswith(kind)}
    files = list(islice(_files(places), _LOOKED_AT))
    texts = [
        file for file in files if file.suffix in _TEXTS and not any(part[0] == "_" for part in file.parts)
    ]
    with suppress(OSError):
        sizes = {(file.stem == "main", -len(file.parts), file.stat().st_size): file for file in texts}
        if sizes and not lacking():
            likely = shown(sizes[max(sizes)])
            advice.add(f"a text without a bibliography is checked if you name it, as in `argcheck {likely}`")
    others = [shown(file) for file in files if not file.name.endswith(TEX_SUFFIXES) and _is_latex(file)]
    if others:
        endings = " or ".join(filter(str.islower, LATEX_SUFFIXES))
        advice.add(
            f"LaTeX is read from files that end in {endings}, so check a copy of {some(others)} that does"
        )
    ways_out = "".join(f"; {way}" for way in sorted(advice))
    if settings and settings.exclude:
        ways_out += f"; 'exclude' is set by {config.where_set(settings, 'exclude')}"
    return f"argcheck: warning: {names}: no document found: no readable file with \\documentclass that nothing excludes, and no Markdown or Typst that names a bibliography{unread and f' ({unread})'}{ways_out}\n"


def _files(places: Iterable[Path]) -> Iterator[Path]:
    """Yield these paths, and the files below those that are folders, hidden folders apart."""
    for place in places:
        yield place
        for folder, folders, names in os.walk(place):
            folders[:] = sorted(name for name in folders if name[:1] != ".")
            yield from (Path(folder, name) for name in sorted(names))


def _is_latex(place: Path) -> bool:
    """Whether a file, regardless of its suffix, begins with a command or comment of TeX and has a document class."""
    if not os.path.isfile(place):  # `Path.is_file` raises where a link leads into a folder that is closed
        return False
    with suppress(OSError), place.open("rb") as file:
        first = file.read(100)  # of a picture no more is read
        begins = first.lstrip().startswith((b"\\", b"%"))
        return begins and b"\\documentclass" in first + file.read(_BEGINNING)
    return False


def shown(path: Path) -> str:
    """Return a path as the user would write it: relative if it is below the current folder."""
    here = Path.cwd()
    return (path.relative_to(here) if path.is_relative_to(here) else path).as_posix()


def listing(settings: Settings) -> str:
    """Return a line for each key with value and origin, in the syntax of the configuration file."""
    from argcheck.settings.config import effective

    return "".join(
        f"{setting.key} = {_toml(setting.value)}  # {setting.origin}\n"
        if setting.value is not None
        else f"# {setting.key} is not set\n"
        for setting in effective(settings)
    )


def _toml(value: object) -> str:
    from argcheck.lint.reporters.json_format import dumps

    if not isinstance(value, dict):
        return dumps(value)
    return "{" + ", ".join(f"{dumps(key)} = {_toml(item)}" for key, item in value.items()) + "}"
