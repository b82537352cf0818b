"""The layers of the configuration: finding and checking files, the environment, errors with file and line."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from argcheck.errors import ConfigError, UsageError
from argcheck.files.patterns import DIGITS, lazy
from argcheck.settings.keys import KEYS, NO_SUCH_NUMBER, environment_name, faults, schema
from argcheck.settings.mistyped import did_you_mean, misnamed_file, misnamed_table

CONFIG_NAMES = ("argcheck.toml", ".argcheck.toml", "pyproject.toml")
_MOST_BYTES = 1_000_000  # of a configuration file
#: Keys whose values are paths, relative to the file that sets them.
PATH_KEYS = ("roots", "tex-inputs", "extra-roots", "baseline", "source-indexes")


class Origin(NamedTuple):
    """Where a value came from: ``default``, ``user``, ``project``, ``environment`` or ``command line``."""

    layer: str
    file: Path | None = None
    detail: str = ""  #: the environment variable

    def __str__(self) -> str:
        return self.detail or (str(self.file) if self.file else self.layer)


class Layer(NamedTuple):
    """The values of one source, before merging."""

    origin: Origin
    values: Mapping[str, Any]
    base: Path


class Finder:
    """Looks for configuration files, and records which it read and which were absent."""

    def __init__(self, boundary: Path) -> None:
        self.boundary = boundary
        self.inputs: list[tuple[Path, str]] = []
        self.absent: list[Path] = []

    def layers(
        self, start: Path, stop_at: Path | None, config_file: Path | None, environ: Mapping[str, str]
    ) -> list[Layer]:
        """Return the layers of the user's file and of the named or nearest file, if any; the last wins."""
        user = self._read(user_config_file(environ), "user")
        nearest = self._named(config_file) if config_file else self._nearest(start, stop_at)
        return [layer for layer in (user, nearest) if layer]

    def _named(self, file: Path) -> Layer:
        layer = self._read(file, "named")
        if layer is None and not os.path.isfile(file):
            raise UsageError(f"{file}: no such configuration file")
        return layer or Layer(Origin("project", file), {}, file.parent)

    def _nearest(self, start: Path, stop_at: Path | None) -> Layer | None:
        for folder in (start, *start.parents):
            for name in CONFIG_NAMES:
                if (
                    layer := self._read(folder / name, "project", self.boundary if stop_at else None)
                ) is not None:
                    return layer
            if folder in (start, stop_at) and (other := misnamed_file(folder)):
                raise ConfigError(
                    f"{folder / other}: nothing reads this file; did you mean '{CONFIG_NAMES[0]}'?"
                )
            if folder == stop_at:
                break
        return None

    def _read(self, file: Path, kind: str, inside: Path | None = None) -> Layer | None:
        if not os.path.lexists(file):
            self.absent.append(file)
            return None
        if not os.path.exists(file):
            raise ConfigError(f"{file}: is a link to a file that does not exist; mend it or remove it")
        if not os.path.isfile(file):
            raise ConfigError(f"{file}: is no file; remove it or give it another name")
        if inside and not file.resolve().is_relative_to(inside.resolve()):
            raise ConfigError(f"{file}: is a link that leaves the project")
        text = self._text(file)
        table = _parse(file, text)
        if table is None:
            return None
        layer = Layer(Origin("user" if kind == "user" else "project", file), table, file.parent)
        if (
            file.name != "pyproject.toml"
            and isinstance(tool := table.get("tool"), dict)
            and "argcheck" in tool
        ):
            fail(
                layer.origin,
                text,
                ("tool", "argcheck"),
                "[tool.argcheck] is for pyproject.toml; here its keys stand without it,"
                " [tool.argcheck.limits] as [limits]",
            )
        check_values(layer, text)
        if kind == "project" or (kind == "named" and file.resolve().is_relative_to(self.boundary.resolve())):
            _check_paths(layer, text, inside or (self.boundary if kind == "named" else file.parent))
        return layer

    def _text(self, file: Path) -> str:
        from argcheck.files.cache import digest

        try:
            if file.stat().st_size > _MOST_BYTES:
                raise ConfigError(f"{file}: is larger than {_MOST_BYTES:,} bytes, so it is no configuration")
            data = file.read_bytes()
            self.inputs.append((file, digest(data)))
            return data.decode("utf-8-sig")
        except OSError as error:
            raise ConfigError(f"{file}: cannot be read: {error.strerror}") from None
        except UnicodeDecodeError as error:
            raise ConfigError(f"{file}: is not UTF-8 (byte {error.start})") from None


def user_config_file(environ: Mapping[str, str]) -> Path:
    """Return the path of the user's configuration, whether it exists or not."""
    folder = environ.get("XDG_CONFIG_HOME") or (environ.get("APPDATA") if os.name == "nt" else None)
    if not folder or not os.path.isabs(folder):  # noqa: PTH117 - a string so far
        folder = os.path.expanduser("~/.config")  # noqa: PTH111 - Path.expanduser raises where there is no home
    return Path(folder, "argcheck", "argcheck.toml")


def _parse(file: Path, text: str) -> dict[str, Any] | None:
    import tomllib

    if file.name == "pyproject.toml":
        line, name = misnamed_table(headers(text))
        if line:
            raise ConfigError(
                f"{file}:{line}: nothing reads the table [{name}]; did you mean [tool.argcheck]?"
            )
        if "argcheck" not in text:
            return None
    try:
        table = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        at_line = str(error).partition("at line ")[2].partition(",")[0]
        place = f"{file}:{at_line or len(text.splitlines())}"
        raise ConfigError(f"{place}: is not TOML: {error or 'nested too deeply'}") from None
    except ValueError:  # Python converts no more than some thousand digits
        runs = [max(map(len, DIGITS.findall(line.replace("_", ""))), default=0) for line in text.splitlines()]
        raise ConfigError(f"{file}:{runs.index(max(runs)) + 1}: {NO_SUCH_NUMBER}") from None
    if file.name != "pyproject.toml":
        return table
    tool = table.get("tool", {})
    return tool.get("argcheck") if isinstance(tool, dict) else None


def _check_paths(layer: Layer, text: str, boundary: Path) -> None:
    """Refuse values that a repository must not set: paths outside itself, and endpoints and limits of services."""
    if layer.values.get("extra-roots"):
        fail(
            layer.origin,
            text,
            ("extra-roots",),
            "a repository cannot open folders outside itself; use --extra-root or the user configuration",
        )
    for key in ("endpoints", "limits"):
        if key in layer.values.get("sources", {}):
            fail(
                layer.origin,
                text,
                ("sources", key),
                f"a repository cannot set '{key}' of services; use the user configuration",
            )
    for key in ("roots", "tex-inputs", "baseline", "source-indexes"):
        for path in as_list(layer.values.get(key)):
            if not Path(os.path.normpath(layer.base / path)).is_relative_to(boundary):
                fail(layer.origin, text, (key,), f"'{path}' is outside the project")


def check_values(layer: Layer, text: str = "") -> None:
    """Refuse unknown keys and values of the wrong type.

    :raises ConfigError: the message names the file, the line and the nearest known key.
    """
    fault = next(faults(layer.values, schema()), None)
    if fault is None:
        return
    message = fault.message
    if not message.startswith(("unknown key", "'")):
        message = f"'{'.'.join(fault.path)}' {message}" if fault.path else f"[tool.argcheck] {message}"
    fail(layer.origin, text, fault.path, message + did_you_mean("".join(fault.path[-1:]), fault.known))


def fail(origin: Origin, text: str, path: Sequence[str], message: str) -> NoReturn:
    """Raise a `ConfigError` at the line of a key.

    :raises ConfigError: always.
    """
    line = line_of(text, path) if text else None
    place = f"{origin}:{line}" if line else f"{origin}"
    raise ConfigError(f"{place}: {message}")


_HEADER = lazy(r"\s*\[+([^\]]*)\]+\s*(?:#.*)?\Z")
_ASSIGNMENT = lazy(r"""\s*((?:[\w-]++|"[^"]*"|'[^']*'|\s*\.\s*)+?)\s*=""")
_PART = lazy(r"""[\w-]+|"[^"]*"|'[^']*'""")


def headers(text: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield the lines that begin a table in TOML text, with the names that lead to it."""
    for number, line in enumerate(text.splitlines(), 1):
        if header := _HEADER.match(line):
            yield number, _parts(header[1])


def line_of(text: str, path: Sequence[str]) -> int | None:
    """Return the line of a key in TOML text, of the first line in it, or of the nearest table around it; else None."""
    wanted, best, nearest = tuple(path), 0, None
    table: tuple[str, ...] = ()
    tables = dict(headers(text))
    for number, line in enumerate(text.splitlines(), 1):
        if number in tables:
            here = table = tables[number]
        elif assignment := _ASSIGNMENT.match(line):
            here = table + _parts(assignment[1])
        else:
            continue
        if here[:2] == ("tool", "argcheck") and wanted[:1] != ("tool",):
            here = here[2:]
        depth = _common(here, wanted)
        if depth > best:
            best, nearest = depth, number
    return nearest


def _parts(dotted: str) -> tuple[str, ...]:
    return tuple(part.strip("\"'") for part in _PART.findall(dotted))


def _common(here: tuple[str, ...], wanted: tuple[str, ...]) -> int:
    shared = min(len(here), len(wanted))
    return shared if here[:shared] == wanted[:shared] else 0


def as_list(value: object) -> list[Any]:
    """Return the items of a list, a single value as a list of one."""
    if value is None:
        return []
    return list(value) if isinstance(value, list | tuple) else [value]


# --- the environment -----------------------------------------------------------------------------------------------


def from_environment(environ: Mapping[str, str]) -> dict[str, Any]:
    """Return the values of ``ARGCHECK_*`` variables by key, for keys whose type is string, list or boolean."""
    values = {}
    for key, kind in KEYS.items():
        name = environment_name(key)
        if (text := environ.get(name)) and kind.get("type") in {"string", "array", "boolean"}:
            values[key] = _from_text(name, key, text)
    return values


def _from_text(name: str, key: str, text: str) -> object:
    kind = KEYS[key]["type"]
    separator = os.pathsep if key in PATH_KEYS else ","
    value: object = text
    if kind == "array":
        value = [part.strip() for part in text.split(separator) if part.strip()]
    elif kind == "boolean":
        value = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}.get(
            text.lower(), text
        )
    check_values(Layer(Origin("environment", detail=name), {key: value}, Path()))
    return value


def unknown_value(origin: Origin, path: Sequence[str], message: str) -> NoReturn:
    """Refuse a value, with a message that names the place that sets it.

    :raises ConfigError: it is set in a file.
    :raises UsageError: it is set on the command line or in the environment.
    """
    if origin.file is None:
        where = {"command line": f"--{path[0]}", "environment": environment_name(path[0])}.get(
            origin.layer, origin.layer
        )
        raise UsageError(f"{where}: {message}")
    fail(origin, origin.file.read_text("utf-8", "replace"), path, message)
