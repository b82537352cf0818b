"""Configuration: `Settings`, where each value came from, and which rules it selects."""

from __future__ import annotations

import os
import re
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from argcheck.diagnostic import Severity
from argcheck.errors import PluginError, UsageError
from argcheck.keys import KEYS, schema
from argcheck.layers import (
    PATH_KEYS,
    Finder,
    Layer,
    Origin,
    as_list,
    check_values,
    environment_name,
    fail,
    from_environment,
    line_of,
    nearest_match,
)
from argcheck.patterns import lazy
from argcheck.records import NamedTuple
from argcheck.rule import DRAFT, SUBMISSION

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from argcheck.rule import Rule

__all__ = ["KEYS", "Limits", "Origin", "Selection", "Settings", "load_settings", "schema", "selected_rules"]

BASELINE = ".argcheck/baseline.json"  #: where the baseline of a project is unless it is said
#: Folders that hold no manuscript of the user's, whatever the configuration says.
ALWAYS_EXCLUDED = (
    ".git", ".hg", ".svn", ".jj", ".venv", "venv", ".tox", ".nox", "node_modules", "__pycache__",
)  # fmt: skip
LIKE_CITE = "[][]{*}"  #: what a plain list under ``cite-macros`` stands for
_SPECIAL = frozenset("*?[]/\\")  # what makes a glob more than a name
_NOTHING: Mapping[str, Any] = MappingProxyType({})
_SELECTOR = lazy(r"ALL|[A-Z]{1,3}[0-9]{0,3}|[a-z0-9]+(?:-[a-z0-9]+)*")
_SELECTION = ("select", "ignore", "extend-select", "extend-ignore")
_MACROS = ("cite-macros", "ref-macros", "label-macros", "include-macros")


class Limits(NamedTuple):
    """How much is read before argcheck stops and says so."""

    max_file_size: int = 50_000_000
    max_total_size: int = 200_000_000
    max_files: int = 5_000
    max_include_depth: int = 50
    max_nesting: int = 1_000


class Selection(NamedTuple):
    """The rule selectors of one layer; ``select`` is None where the layer does not say."""

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

    def excludes(self, path: str | Path) -> bool:
        """Whether ``path``, or a folder that it is in, is left out."""
        return self._excluded.matches(self._relative(path))

    def ignores(self, path: str | Path, code: str, name: str) -> bool:
        """Whether ``per-file-ignores`` leaves the rule out in the file ``path``."""
        if not self.per_file_ignores:
            return False
        relative = self._relative(path)
        return any(
            globs.matches(relative) and any(selects(one, code, name) for one in selectors)
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

    They are matched name by name, as those of git are, so that none takes long.
    """

    def __init__(self, patterns: Iterable[str]) -> None:
        plain, self._names, self._paths = set(), [], []
        for pattern in patterns:
            stripped = pattern.replace("\\", "/").removeprefix("./").strip("/")
            if stripped and not _SPECIAL.intersection(stripped):
                plain.add(stripped)
            elif "/" in stripped:
                self._paths.append([_name_pattern(name) for name in stripped.split("/")])
            else:
                self._names.append(_name_pattern(stripped))
        self._plain = frozenset(plain)

    def matches(self, relative: str) -> bool:
        parts = relative.split("/")
        if not self._plain.isdisjoint(parts):
            return True
        if any(one is None or one.fullmatch(part) for one in self._names for part in parts):
            return True
        if not self._paths:
            return False
        from argcheck.ignore import match_names

        ends = range(1, len(parts) + 1)
        return any(match_names(names, parts[:end]) for names in self._paths for end in ends)


def _name_pattern(name: str) -> re.Pattern[str] | None:
    """Return the pattern of one name of a glob; None for what stands for any number of them."""
    from argcheck.ignore import translate

    return None if name == "**" else lazy(translate(name) or "(?!)", re.DOTALL)


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

    :param start: the folder to look from, upward to ``stop_at`` (the project), which is included.
    :param config_file: use this file instead of looking for one.
    :param isolated: read no file.
    :param overrides: values of the command line, by configuration key, paths absolute.
    :raises ConfigError: a file that cannot be used, an unknown key, a value of the wrong type.
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
    """Load the configuration that holds for the first of ``paths`` (``cwd`` without any), up to its repository."""
    first = (cwd / paths[0] if paths else cwd).resolve()
    start = first if os.path.isdir(first) else first.parent
    return load_settings(
        start, stop_at=repository(start), config_file=config_file, isolated=isolated, overrides=overrides
    )


def repository(start: Path) -> Path | None:
    """Return the git work tree that ``start`` is in."""
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
    fields = {key.replace("-", "_"): _frozen(value) for key, value in values.items() if key not in _SELECTION}
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
    lists = [tuple(layer.values[key]) if key in layer.values else None for key in _SELECTION]
    return Selection(layer.origin, lists[0], lists[1] or (), lists[2] or (), lists[3] or ())


def selects(selector: str, code: str, name: str) -> bool:
    """Whether a selector (code, code prefix, kebab name or ALL) means the rule."""
    return selector in ("ALL", code, name) or (selector[:1].isupper() and code.startswith(selector))


def _specificity(selector: str, rule: Rule) -> int:
    if selector in (rule.code, rule.name):
        return 9
    return 0 if selector == "ALL" else len(selector)


def selected_rules(settings: Settings, rules: Iterable[Rule]) -> tuple[Rule, ...]:
    """Return the rules that are to run, by code, with the severities of the configuration.

    Within a layer the more specific selector wins, ``ignore`` among equals; a layer
    that has ``select`` starts anew.  A preview rule runs only when a selector is its
    name or its full code.

    :raises UsageError: a selector that means no rule.
    """
    known = sorted(rules, key=lambda rule: rule.code)
    _check_selectors(settings, known)
    return tuple(_with_severity(settings, rule) for rule in known if _runs(settings, rule))


def _runs(settings: Settings, rule: Rule) -> bool:
    on = not rule.preview
    for layer in settings.selection:
        chosen = _best((*(layer.select or ()), *layer.extend_select), rule)
        refused = _best((*layer.ignore, *layer.extend_ignore), rule)
        if rule.preview and chosen < 9:
            chosen = -1
        if max(chosen, refused) >= 0:
            on = chosen > refused
        elif layer.select is not None:
            on = False
    return on and _severity(settings, rule) is not None


def _best(selectors: Iterable[str], rule: Rule) -> int:
    return max(
        (_specificity(one, rule) for one in selectors if selects(one, rule.code, rule.name)), default=-1
    )


def _severity(settings: Settings, rule: Rule) -> Severity | None:
    meant = [one for one in settings.severity if selects(one, rule.code, rule.name)]
    if meant:
        return settings.severity[max(meant, key=lambda one: _specificity(one, rule))]
    return Severity.NOTE if settings.stage == DRAFT and rule.stage == SUBMISSION else rule.severity


def _with_severity(settings: Settings, rule: Rule) -> Rule:
    severity = _severity(settings, rule)
    return rule if severity in (None, rule.severity) else rule._replace(severity=severity)


def _check_selectors(settings: Settings, rules: Sequence[Rule]) -> None:
    for key, selector, origin in _all_selectors(settings):
        if selector == "ALL" or any(selects(selector, rule.code, rule.name) for rule in rules):
            continue
        known = [word for rule in rules for word in (rule.code, rule.name)]
        meant = nearest_match([selector], known) or nearest_match([selector.upper()], known)
        _unknown(origin, key, f"unknown rule '{selector}'{meant}")


def _all_selectors(settings: Settings) -> Iterator[tuple[tuple[str, ...], str, Origin]]:
    for layer in settings.selection:
        for key, selectors in zip(_SELECTION, layer[1:], strict=True):
            for selector in selectors or ():
                yield (key,), selector, layer.origin
    for glob, selectors in settings.per_file_ignores.items():
        for selector in selectors:
            path = ("per-file-ignores", glob)
            yield path, selector, settings.origins.get(".".join(path), Origin("command line"))
    for selector in settings.severity:
        path = ("severity", selector)
        yield path, selector, settings.origins.get(".".join(path), Origin("command line"))


def _unknown(origin: Origin, path: Sequence[str], message: str) -> None:
    if origin.file is None:
        where = {"command line": f"--{path[0]}", "environment": environment_name(path[0])}.get(
            origin.layer, origin.layer
        )
        raise UsageError(f"{where}: {message}")
    fail(origin, origin.file.read_text("utf-8", "replace"), path, message)


def validate_rule_options(settings: Settings, rules: Iterable[Rule]) -> None:
    """Check ``[rules.NAME]`` tables against the options that the rules declare.

    :raises ConfigError: an unknown rule or option, or a value of another type than the default's.
    """
    known = {rule.name: rule for rule in rules}
    for name, options in settings.rules.items():
        origin = settings.origins.get(f"rules.{name}", Origin("command line"))
        if name not in known:
            codes = {rule.code: rule.name for rule in known.values()}
            meant = nearest_match([codes.get(name, name)], known)
            _unknown(origin, ("rules", name), f"unknown rule '{name}'{meant}")
        for option, value in options.items():
            _check_option(origin, known[name], option, value)


def _check_option(origin: Origin, rule: Rule, option: str, value: object) -> None:
    path = ("rules", rule.name, option)
    plain = list(value) if isinstance(value, tuple) else value
    if option not in rule.options:
        _unknown(
            origin, path, f"{rule.name} has no option '{option}'" + nearest_match([option], rule.options)
        )
    if not rule.options[option].accepts(plain):
        default = rule.options[option].default
        _unknown(origin, path, f"'{'.'.join(path)}' must be like {default!r}, not {plain!r}")


def rule_options(settings: Settings, rule: Rule) -> Mapping[str, Any]:
    """Return every option of ``rule``: its defaults and what the configuration changes."""
    given = settings.rules.get(rule.name, {})
    merged = {name: given.get(name, option.default) for name, option in rule.options.items()}
    return MappingProxyType(
        {name: list(value) if isinstance(value, tuple) else value for name, value in merged.items()}
    )


def require_plugins(settings: Settings, installed: Collection[str]) -> None:
    """Check that every plugin under ``plugins`` is there.

    :raises PluginError: one is not; the hint is the line that a pre-commit hook needs.
    """
    have = {_canonical(name) for name in installed}
    for name in settings.plugins:
        if _canonical(name) not in have:
            origin = settings.origins.get("plugins", Origin("project"))
            raise PluginError(
                f"{origin}: plugin '{name}' is not installed; run `pip install {name}`, or in"
                f" .pre-commit-config.yaml add `additional_dependencies: [{name}]` to the hook"
            )


def require_roots(settings: Settings) -> None:
    """Check that every file under ``roots`` is there.

    :raises ConfigError: one is not.
    """
    for root in settings.roots:
        if not os.path.isfile(root):
            origin = settings.origins.get("roots", Origin("command line"))
            _unknown(origin, ("roots",), f"'{root}' is no file")


def _canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


# --- the `config` command ------------------------------------------------------------------------------------------


class Effective(NamedTuple):
    """One key of the configuration, what it is set to, and where."""

    key: str
    value: object
    origin: str


def effective(settings: Settings) -> list[Effective]:
    """Every key with its effective value, as TOML would have it, and its origin."""
    return [Effective(key, _shown(settings, key), _where(settings, key)) for key in KEYS]


def _shown(settings: Settings, key: str) -> object:
    if key == "select":
        chosen = (layer.select for layer in reversed(settings.selection))
        return next((list(selectors) for selectors in chosen if selectors is not None), ["ALL"])
    if key in _SELECTION:
        field_name = key.replace("-", "_")
        said = (getattr(layer, field_name) for layer in reversed(settings.selection))
        return next((list(selectors) for selectors in said if selectors), [])
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


def _where(settings: Settings, key: str) -> str:
    origin = settings.origins.get(key, Origin("default"))
    if origin.file is None:
        return str(origin)
    line = line_of(origin.file.read_text("utf-8", "replace"), (key,))
    return f"{origin.file}:{line}" if line else f"{origin.file}"
