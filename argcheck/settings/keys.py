"""The keys of the configuration file, as a JSON schema, and the messages for values that break it.

One table serves the loader, ``argcheck schema`` and ``validate-pyproject``, so they
cannot disagree.  ``$comment`` describes in words what a value must look like.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from argcheck.files.json_schema import Schema, schema_faults

_STRINGS: Schema = {"type": "array", "items": {"type": "string"}}
_PATTERN: Schema = {
    "type": "string",
    "pattern": r"^(\*?)(\[\]|\{\}|\(\)|<>)*(\{[^{}*]*\*\}|\[[^\[\]*]*\*\])(\[\]|\{\}|\(\)|<>|\{[^{}*]*\*\}|\[[^\[\]*]*\*\])*$",
    "$comment": "an argument pattern such as '{*}' or '[]{}{tab:*}'",
}
_MACRO_NAME: Schema = {"pattern": r"^\\?[A-Za-z@:_]+\*?$", "$comment": "a macro name such as 'mycite'"}
_PATTERNS: Schema = {"type": "object", "propertyNames": _MACRO_NAME, "additionalProperties": _PATTERN}
_NAMES: Schema = {"type": "array", "items": {"type": "string", **_MACRO_NAME}}
_INCLUDE: Schema = {
    "type": "string",
    "pattern": r"^(?!\*?.. .*#[2-9]|\*?.... .*#[3-9])(\*?(\[\]|\{\})+) +(?=.*#[1-9])\S.*$",
    "$comment": "arguments and a path such as '[]{} #1/#2'",
}
# in brackets this is never matched as anything else, so there is one way to match a glob
_CLASS = r"\[:\w{1,9}:\]"
#: not empty, no "!" or "../" before it, and each bracket closed: any other matches nothing
_GLOB: Schema = {
    "pattern": (
        r"^(?!!|\.\./|[./\\]*$)"
        rf"(?:[^\[\x00]|\[(?:[!^](?=.)|(?![!^]))(?:{_CLASS}|(?!{_CLASS}).)(?:{_CLASS}|(?!{_CLASS})[^\]])*\])+$"
    ),
    "$comment": "a glob such as 'drafts' or 'old/*.tex', relative to this file",
}
_ENVIRONMENT: Schema = {
    "pattern": r"^(?!document$)[^{}\\%\s][^{}\\%]*$",
    "$comment": "the name of an environment such as 'mylisting'",
}
_ENVIRONMENTS: Schema = {"type": "array", "items": {"type": "string", **_ENVIRONMENT}}
_COUNT: Schema = {"type": "integer", "minimum": 1}
_RATE: Schema = {"type": "number", "minimum": 0, "$comment": "requests a second, 0 for no limit"}
_ADDRESS: Schema = {
    "type": "string",
    "pattern": r"^https?://[^\s@]+$",
    "$comment": "an address such as 'https://mirror.example.org'",
}
_OPTION: Schema = {"type": ["boolean", "integer", "number", "string", "array"], "items": {"type": "string"}}
_LEVELS = ["error", "warning", "note"]


def _key(description: str, schema: Schema, **more: Any) -> Schema:
    return {"description": description, **schema, **more}


def _table(values: Schema) -> Schema:
    return {"type": "object", "additionalProperties": values}


#: Every key that a configuration file may have.
KEYS: dict[str, Schema] = {
    "select": _key("Rules to run: codes, code prefixes, names or ALL.", _STRINGS),
    "ignore": _key("Rules not to run.", _STRINGS),
    "extend-select": _key("Rules to run besides the selected ones.", _STRINGS),
    "extend-ignore": _key("Rules not to run, besides the ignored ones.", _STRINGS),
    "per-file-ignores": _key(
        "Rules not to report in the files that a glob matches.", {**_table(_STRINGS), "propertyNames": _GLOB}
    ),
    "fail-on": _key(
        "The lowest severity that makes the exit code 1.",
        {"type": "string", "enum": _LEVELS},
        default="warning",
    ),
    "stage": _key(
        "What the documents are judged as: in a draft, what only matters at submission is a note and fails no run.",
        {"type": "string", "enum": ["draft", "submission"]},
        default="submission",
    ),
    "runs": _key(
        "What ARG rules speak of: what author and structure state, or, if they are selected, what models have read, too.",
        {"type": "string", "enum": ["stated", "all"]},
        default="stated",
    ),
    "severity": _key("Severity of single rules.", _table({"type": "string", "enum": [*_LEVELS, "off"]})),
    "exclude": _key(
        "Files and folders to leave out, as globs.",
        {"type": "array", "items": {"type": "string", **_GLOB}},
        default=[],
    ),
    "force-exclude": _key(
        "Leave excluded files out even when they are named.", {"type": "boolean"}, default=False
    ),
    "respect-gitignore": _key("Leave out what git ignores.", {"type": "boolean"}, default=True),
    "roots": _key("Root documents, relative to this file; all others are found.", _STRINGS, default=[]),
    "tex-inputs": _key("Folders searched for inputs, as with TEXINPUTS.", _STRINGS, default=[]),
    "extra-roots": _key(
        "Folders outside the repository that may be read (user configuration and command line only).",
        _STRINGS,
        default=[],
    ),
    "cite-macros": _key(
        r"Own citation macros: names that work like \cite, or a table of argument patterns.",
        {"anyOf": [_NAMES, _PATTERNS], "$comment": "a list of macro names or a table of argument patterns"},
    ),
    "ref-macros": _key("Own reference macros and their argument patterns.", _PATTERNS),
    "label-macros": _key("Own label macros and their argument patterns.", _PATTERNS),
    "include-macros": _key(
        "Own inclusion macros: arguments and the path that they make.",
        {"type": "object", "propertyNames": _MACRO_NAME, "additionalProperties": _INCLUDE},
    ),
    "verbatim-environments": _key("Environments whose text is not LaTeX.", _ENVIRONMENTS, default=[]),
    "float-environments": _key("Environments that float.", _ENVIRONMENTS, default=[]),
    "theorem-environments": _key(
        "Theorem-like environments and their kinds, such as lemma.",
        {
            **_table({"type": "string", "pattern": r"\S", "$comment": "a kind such as 'lemma'"}),
            "propertyNames": _ENVIRONMENT,
        },
    ),
    "language": _key(
        "Language of the text, or auto.",
        {
            "type": "string",
            "pattern": "^[A-Za-z]+(-[A-Za-z0-9]+)*$",
            "$comment": "a language such as 'en' or 'german'",
        },
        default="auto",
    ),
    "baseline": _key("File with the findings that were adopted, relative to this file.", {"type": "string"}),
    "plugins": _key("Plugins that must be installed, by name.", _STRINGS, default=[]),
    "limits": _key(
        "Limits of what is read.",
        {
            "type": "object",
            "properties": {
                "max-file-size": _key("Bytes of one file.", _COUNT),
                "max-total-size": _key("Bytes of all files.", _COUNT),
                "max-files": _key("Number of files.", _COUNT),
                "max-include-depth": _key("Depth of inclusion.", _COUNT),
                "max-nesting": _key("Depth of groups and environments.", _COUNT),
            },
            "additionalProperties": False,
        },
    ),
    "sources": _key(
        "How `argcheck verify` asks about the cited works.",
        {
            "type": "object",
            "properties": {
                "contact": _key(
                    "E-mail address that the services are told, as they ask for.",
                    {"type": "string", "pattern": r"^[^\s@]+@[^\s@]+$", "$comment": "an e-mail address"},
                ),
                "providers": _key("Names of the providers to ask; all of them unless it is said.", _STRINGS),
                "timeout": _key("Seconds that one request may take.", _COUNT),
                "attempts": _key("How often a request that fails is sent.", _COUNT),
                "concurrency": _key("Requests at a time.", _COUNT),
                "max-age": _key("Days after which a verdict is asked for again.", _COUNT),
                "limits": _key(
                    "Requests a second for single services, 0 for no limit (user configuration only).",
                    _table(_RATE),
                ),
                "endpoints": _key(
                    "Addresses of services, such as a mirror's (user configuration only).", _table(_ADDRESS)
                ),
            },
            "additionalProperties": False,
        },
    ),
    "source-indexes": _key("Files and folders with works that are known, as CSL JSON.", _STRINGS, default=[]),
    "quotes": _key(
        "Quote passages of sources in the verdicts; without, their hash and page.",
        {"type": "boolean"},
        default=True,
    ),
    "rules": _key("Options of single rules, by rule name.", _table(_table(_OPTION))),
}


def schema(_tool_name: str = "argcheck") -> Schema:
    """Return the JSON schema of ``argcheck.toml`` and of ``[tool.argcheck]``.

    .. versionadded:: 0.1
    """
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "$id": "https://argcheck.github.io/schema/argcheck.json",
        "title": "argcheck configuration",
        "type": "object",
        "properties": KEYS,
        "additionalProperties": False,
    }


MOST_ITEMS = 2_000  #: in a list or table: no project needs as many, and each file is compared with all


NO_SUCH_NUMBER = "has a whole number of more than 64 bits"


class ConfigFault(NamedTuple):
    """One fault of a configuration: where, what, and for an unknown key the keys that exist."""

    path: tuple[str, ...]
    message: str
    known: tuple[str, ...] = ()


def faults(value: object, schema: Schema) -> Iterator[ConfigFault]:
    """Yield the faults of a value of the configuration."""
    for path in _too_large(value):
        yield ConfigFault(path, NO_SUCH_NUMBER)
    for fault in schema_faults(value, schema, most=MOST_ITEMS):
        path = tuple(name for name in fault.path if isinstance(name, str))
        if fault.keyword == "additionalProperties":
            yield ConfigFault(path, f"unknown key '{fault.value}'", tuple(fault.schema["properties"]))
        elif fault.keyword == "propertyNames":
            wanted = fault.schema["propertyNames"]["$comment"]
            yield ConfigFault(path, f"'{fault.value}' must be {wanted}")
        elif fault.keyword == "maxItems":
            yield ConfigFault(path, f"must have at most {MOST_ITEMS:,} items, not {len(fault.value):,}")
        else:
            yield ConfigFault(path, f"must be {_describe(fault.schema)}, not {_show(fault.value)}")


def _too_large(value: object) -> Iterator[tuple[str, ...]]:
    """Yield the keys of whole numbers that TOML does not have; Python could not print the longest ones."""
    if isinstance(value, int) and not -(2**63) <= value < 2**63:
        yield ()
    elif isinstance(value, list):
        for item in value:
            yield from _too_large(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            for path in _too_large(item):
                yield (key, *path)


def _describe(schema: Schema) -> str:
    if "$comment" in schema:
        return str(schema["$comment"])
    if "enum" in schema:
        return "one of " + ", ".join(schema["enum"])
    if "minimum" in schema:
        return f"a whole number from {schema['minimum']}"
    if schema.get("type") == "array":
        return "a list of strings"
    plain = {"string": "a string", "boolean": "true or false", "object": "a table"}
    return plain.get(str(schema.get("type")), "a string, number, true or false, or a list of strings")


def _show(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "a table"
    return "a list" if isinstance(value, list) else repr(value)


def environment_name(key: str) -> str:
    """Return the environment variable that sets the same as a configuration key."""
    return "ARGCHECK_" + key.upper().replace("-", "_")
