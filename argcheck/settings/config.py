"""Configuration: `Settings`, where each value came from, and which rules it selects."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from argcheck.files.diagnostic import Severity
from argcheck.files.opening import Limits
from argcheck.settings.keys import KEYS, environment_name, schema
from argcheck.settings.layers import (
    PATH_KEYS,
    Finder,
    Layer,
    Origin,
    as_list,
    check_values,
    from_environment,
    line_of,
    unknown_value,
)

if TYPE_CHECKING:
    from argcheck.files.ignore import NameMatcher


__all__ = ["KEYS", "Limits", "Origin", "Selection", "Settings", "load_settings", "schema"]

#: What a document is judged as: a draft may still hold leftovers, a submission may not.
DRAFT, SUBMISSION = STAGES = ("draft", "submission")
BASELINE = ".argcheck/baseline.json"  #: default path of a project's baseline
#: Folders that are always excluded, since they hold no manuscripts of the user.
ALWAYS_EXCLUDED = (
    ".git", ".hg", ".svn", ".jj", ".venv", "venv", ".tox", ".nox", "node_modules", "__pycache__",
    "packrat", "renv",  # libraries of R, whose packages have vignettes
)  # fmt: skip
LIKE_CITE = "[][]{*}"  #: what a plain list under ``cite-macros`` stands for
_SPECIAL = frozenset("*?[]/\\")  # what makes a glob more than a name
_NOTHING: Mapping[str, Any] = MappingProxyType({})
SELECTION = ("select", "ignore", "extend-select", "extend-ignore")
_MACROS = ("cite-macros", "ref-macros", "label-macros", "include-macros")


class Selection(NamedTuple):
    """The rule selectors of one layer; ``select`` is None if the layer does not set it."""

    origin: Origin
    select: tuple[str, ...] | None
    ignore: tuple[str, ...]
    extend_select: tuple[str, ...]
    extend_ignore: tuple[str, ...]


class _Values(NamedTuple):
    """The fields of `Settings`."""

    base: Path
    project: Path
    selection: tuple[Selection, ...] = ()
    per_file_ignores: Mapping[str, tuple[str, ...]] = _NOTHING
    fail_on: Severity = Severity.WARNING
    stage: str = SUBMISSION
    runs: str = "stated"  #: or ``all``: what models have read counts, too
    severity: Mapping[str, Severity | None] = _NOTHING  #: None is off
    exclude: tuple[str, ...] = ()
    force_exclude: bool = False
    respect_gitignore: bool = True
    quotes: bool = True
    roots: tuple[Path, ...] = ()
    tex_inputs: tuple[Path, ...] = ()
    extra_roots: tuple[Path, ...] = ()
    cite_macros: Mapping[str, str] = _NOTHING
    ref_macros: Mapping[str, str] = _NOTHING
    label_macros: Mapping[str, str] = _NOTHING
    include_macros: Mapping[str, str] = _NOTHING
    verbatim_environments: tuple[str, ...] = ()
    float_environments: tuple[str, ...] = ()
    theorem_environments: Mapping[str, str] = _NOTHING
    language: str = "auto"
    baseline: Path | None = None
    limits: Limits = Limits()
    sources: Mapping[str, Any] = _NOTHING
    source_indexes: tuple[Path, ...] = ()
    rules: Mapping[str, Mapping[str, Any]] = _NOTHING
    plugins: tuple[str, ...] = ()
    suppressions: bool = True  #: False with ``--no-suppressions``
    config_file: Path | None = None  #: the nearest one, if any
    origins: Mapping[str, Origin] = _NOTHING
    inputs: tuple[tuple[Path, str], ...] = ()  #: configuration files read, with their digests
    absent: tuple[Path, ...] = ()  #: places where a configuration file could have been


class Settings(_Values):
    """The configuration of one run, all layers merged; every path is absolute.

    ``base`` is the folder of the nearest configuration file, which globs are relative
    to; ``project`` the folder that relative paths given to the methods are relative to.
    ``_replace`` gives a copy with other values.
    """

    def portable(self) -> Settings:
        """Return a copy that can be sent to another process: tables that reading needs are dicts, others empty."""
        needed = ("cite_macros", "ref_macros", "label_macros", "include_macros", "theorem_environments")
        tables = {name: value for name, value in self._asdict().items() if isinstance(value, Mapping)}
        plain: dict[str, Any] = {
            name: dict(table) if name in needed else {} for name, table in tables.items()
        }
        return self._replace(selection=(), **plain)

    def excludes(self, path: str | Path) -> bool:
        """Whether ``path``, or a folder that it is in, is excluded."""
        return self._excluded.matches(self._relative(path))

    def included(
        self, folder: str, folders: Iterable[str], names: Iterable[str]
    ) -> tuple[list[str], list[str]]:
        """Return the folders and the files in a folder that are not excluded, sorted."""
        at = f"{folder}/" if folder else ""
        kept = [sorted(name for name in group if not self.excludes(at + name)) for group in (folders, names)]
        return kept[0], kept[1]

    def ignores(self, path: str | Path, code: str, name: str) -> bool:
        """Whether ``per-file-ignores`` ignores the rule in the file ``path``."""
        if not self.per_file_ignores:
            return False
        relative = self._relative(path)
        return any(
            globs.matches(relative) and any(selects(selector, code, name) for selector in selectors)
            for globs, selectors in self._file_ignores
        )

    @cached_property
    def _excluded(self) -> _Globs:
        return _Globs((*ALWAYS_EXCLUDED, *self.exclude))

    @cached_property
    def _file_ignores(self) -> list[tuple[_Globs, tuple[str, ...]]]:
        return [(_Globs((glob,)), selectors) for glob, selectors in self.per_file_ignores.items()]

    def _relative(self, path: str | Path) -> str:
        if isinstance(path, str) and self.project == self.base and not path.startswith(("/", "..")):
            return path
        absolute = (self.project / path).as_posix()
        return absolute.removeprefix(self.base.as_posix().rstrip("/") + "/")


class _Globs:
    """Gitignore-like globs: without a slash they match a name anywhere, with one a path from the base.

    They are matched name by name, like those of git, so that no pattern is slow.
    """

    def __init__(self, patterns: Iterable[str]) -> None:
        plain, self._names, self._paths = set(), [], []
        for pattern in patterns:
            stripped = pattern.replace("\\", "/").removeprefix("./").strip("/")
            if stripped and not _SPECIAL.intersection(stripped):
                plain.add(stripped)
            elif "/" in stripped:
                self._paths.append([_matcher(name) for name in stripped.split("/")])
            else:
                self._names.append(_matcher(stripped))
        self._plain = frozenset(plain)

    def matches(self, relative: str) -> bool:
        parts = relative.split("/")
        if not self._plain.isdisjoint(parts):
            return True
        if any(match is None or match(part) for match in self._names for part in parts):
            return True
        if not self._paths:
            return False
        from argcheck.files.ignore import match_names

        ends = range(1, len(parts) + 1)
        return any(match_names(names, parts[:end]) for names in self._paths for end in ends)


def _matcher(name: str) -> NameMatcher | None:
    """Return the matcher of one name in a glob; None for ``**``, which matches any number of names."""
    from argcheck.files.ignore import name_matcher

    return None if name == "**" else name_matcher(name)


# --- loading -------------------------------------------------------------------------------------------------------


def load_settings(
    start: Path,
    *,
    stop_at: Path | None = None,
    config_file: Path | None = None,
    isolated: bool = False,
    overrides: Mapping[str, object] | None = None,
    environ: Mapping[str, str] | None = None,
) -> Settings:
    """Merge defaults, user configuration, nearest configuration file, environment and ``overrides``.

    :param start: the folder to search from, upward to ``stop_at`` (the project) inclusive.
    :param config_file: use this file instead of looking for one.
    :param isolated: read no file.
    :param overrides: values of the command line, by configuration key, paths absolute.
    :raises UsageError: a missing or unusable file, an unknown key, a value of the wrong type.
    """
    environ = os.environ if environ is None else environ
    finder = Finder(stop_at or start)
    layers = [] if isolated else finder.layers(start, stop_at, config_file, environ)
    layers.append(Layer(Origin("environment"), from_environment(environ), start))
    layers.append(Layer(Origin("command line"), dict(overrides or {}), start))
    check_values(layers[-1])
    base = next((layer.base for layer in layers if layer.origin.layer == "project"), stop_at or start)
    values, origins = _merge(layers)
    return Settings(
        base=base,
        project=stop_at or base,
        selection=tuple(_selection(layer) for layer in layers),
        config_file=next((layer.origin.file for layer in layers if layer.origin.layer == "project"), None),
        origins=MappingProxyType(origins),
        inputs=tuple(finder.inputs),
        absent=tuple(finder.absent),
        **_fields(values),
    )


def settings_for(
    paths: Sequence[str | Path],
    *,
    cwd: Path,
    config_file: Path | None = None,
    isolated: bool = False,
    overrides: Mapping[str, Any] | None = None,
) -> Settings:
    """Load the configuration for the first of ``paths`` (``cwd`` if there is none), searching up to its repository."""
    first = (cwd / paths[0] if paths else cwd).resolve()
    start = first if os.path.isdir(first) else first.parent
    return load_settings(
        start, stop_at=repository(start), config_file=config_file, isolated=isolated, overrides=overrides
    )


def repository(start: Path) -> Path | None:
    """Return the git work tree that ``start`` is in; None if it is in none."""
    return next((folder for folder in (start, *start.parents) if (folder / ".git").exists()), None)


# --- merging -------------------------------------------------------------------------------------------------------


def _merge(layers: Iterable[Layer]) -> tuple[dict[str, Any], dict[str, Origin]]:
    values: dict[str, Any] = {}
    origins: dict[str, Origin] = {}
    for layer in layers:
        for key, value in layer.values.items():
            name = environment_name(key) if layer.origin.layer == "environment" else ""
            origin = layer.origin._replace(detail=name)
            merged = _absolute(layer.base, value) if key in PATH_KEYS else _macros(key, value)
            if isinstance(merged, dict):
                origins.update({f"{key}.{part}": origin for part in merged})
                merged = {**values.get(key, {}), **merged}
            values[key] = merged
            origins[key] = origin
    return values, origins


def _absolute(base: Path, value: object) -> object:
    paths = [Path(os.path.normpath(base / path)) for path in as_list(value)]
    return paths if isinstance(value, list | tuple) else paths[0]


def _macros(key: str, value: Any) -> Any:
    if key not in _MACROS:
        return value
    table = value if isinstance(value, dict) else dict.fromkeys(value, LIKE_CITE)
    return {name.removeprefix("\\"): pattern for name, pattern in table.items()}


def _fields(values: Mapping[str, Any]) -> dict[str, Any]:
    fields = {key.replace("-", "_"): _frozen(value) for key, value in values.items() if key not in SELECTION}
    if "fail_on" in fields:
        fields["fail_on"] = Severity[fields["fail_on"].upper()]
    if "severity" in fields:
        levels = {
            rule: None if word == "off" else Severity[word.upper()]
            for rule, word in fields["severity"].items()
        }
        fields["severity"] = MappingProxyType(levels)
    if "limits" in fields:
        fields["limits"] = Limits(**{key.replace("-", "_"): value for key, value in fields["limits"].items()})
    return fields


def _frozen(value: Any) -> Any:
    if isinstance(value, dict):
        return MappingProxyType({key: _frozen(item) for key, item in value.items()})
    return tuple(value) if isinstance(value, list) else value


# --- rules ---------------------------------------------------------------------------------------------------------


def _selection(layer: Layer) -> Selection:
    lists = [tuple(layer.values[key]) if key in layer.values else None for key in SELECTION]
    return Selection(layer.origin, lists[0], lists[1] or (), lists[2] or (), lists[3] or ())


def selects(selector: str, code: str, name: str) -> bool:
    """Whether a selector (code, code prefix, kebab name or ALL) matches the rule."""
    return selector in ("ALL", code, name) or (selector[:1].isupper() and code.startswith(selector))


def require_paths(settings: Settings) -> None:
    """Check that every file in ``roots`` and every folder in ``tex-inputs`` exists.

    :raises UsageError: one does not.
    """
    lost = [("roots", root, "file") for root in settings.roots if not os.path.isfile(root)]
    lost += [("tex-inputs", folder, "folder") for folder in settings.tex_inputs if not os.path.isdir(folder)]
    for key, path, kind in lost:
        unknown_value(settings.origins.get(key, Origin("command line")), (key,), f"'{path}' is no {kind}")


# --- the `config` command ------------------------------------------------------------------------------------------


class Effective(NamedTuple):
    """One key of the configuration with its value, and where that is set."""

    key: str
    value: object
    origin: str


def effective(settings: Settings) -> list[Effective]:
    """Return every key with its effective value, as TOML data, and its origin."""
    return [Effective(key, _shown(settings, key), where_set(settings, key)) for key in KEYS]


def _shown(settings: Settings, key: str) -> object:
    if key == "select":
        chosen = (layer.select for layer in reversed(settings.selection))
        return next((list(selectors) for selectors in chosen if selectors is not None), ["ALL"])
    if key in SELECTION:
        field_name = key.replace("-", "_")
        lists = (getattr(layer, field_name) for layer in reversed(settings.selection))
        return next((list(selectors) for selectors in lists if selectors), [])
    value = getattr(settings, key.replace("-", "_"))
    if isinstance(value, Limits):
        return {name.replace("_", "-"): getattr(value, name) for name in Limits._fields}
    return _to_data(value)


def _to_data(value: Any) -> object:
    if isinstance(value, Severity):
        return value.label
    if isinstance(value, Path):
        return value.as_posix()
    if isinstance(value, tuple):
        return [_to_data(item) for item in value]
    if isinstance(value, MappingProxyType):
        return {key: "off" if item is None else _to_data(item) for key, item in value.items()}
    return value


def where_set(settings: Settings, key: str) -> str:
    """Return where a key is set: file and line, environment variable, or layer."""
    origin = settings.origins.get(key, Origin("default"))
    if origin.file is None:
        return str(origin)
    line = line_of(origin.file.read_text("utf-8", "replace"), (key,))
    return f"{origin.file}:{line}" if line else f"{origin.file}"
