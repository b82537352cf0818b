"""Make broken configuration files, for `fuzz.py`: keys of the schema with values of any kind, and pieces of TOML that are broken as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.lint.registry import load_rules
from argcheck.settings.keys import KEYS

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from argcheck.files.json_schema import Schema

NAMES = [name for rule in load_rules().rules.values() for name in (rule.code, rule.name)]
OPTIONS = [(rule.name, option) for rule in load_rules().rules.values() for option in rule.options]
#: Values as TOML writes them, and some that it does not know.
VALUES = (
    "true", "false", "0", "-1", "1", "3.5", "1e999", "-inf", "nan", "9" * 400, "0x1F", "1_000", "2020-01-01", "07:32:00", "2020-13-45", '""', '"x"', "''", "[]",
    "{}", "[[]]", "[1, 'a']", "[{a = 1}]", "{a = {b = {c = []}}}", '["**/**/**/**/*.tex"]', '["[", "!", "[!]", "***", "{a,b}"]', '["' + "*a" * 40 + '"]', '"../../etc/passwd"',
    '"/dev/zero"', '"\\u0000"', '"\\ud800"', '"C:\\\\con"', '"error"', '"warning"', '"off"', '"ALL"', '["ALL", "CIT", "cit001", "CIT9", ""]', '"{*}"', '"[]{}{tab:*}"', '"(' + "[]" * 300 + '"',
    '"[]{} #1/#2"', '"#1#9"', '"http://a b"', '"https://user@host"', '"https://[::1]:99999"', '"auto"', '"xx"', '"submission"', '"stated"', "[[1,2],[3]]", "'''\n'''", '"%s {0} {a!r:>9}"',
    "[" * 90 + "]" * 90, '["' + "x" * 5_000 + '"]', "[" + "'CIT001'," * 900 + "]",
)  # fmt: skip
TYPES: dict[str, Callable[[str], bool]] = {
    "boolean": lambda value: value in {"true", "false"},
    "integer": lambda value: value.lstrip("-").isdecimal(),
    "number": lambda value: value.lstrip("-")[:1].isdecimal() or value.endswith(("inf", "nan")),
    "string": lambda value: value[:1] in {"'", '"'},
}
TABLE_KEYS = (
    "x",
    '"appendix/*.tex"',
    '""',
    '"\\\\mycite"',
    "mycite",
    '"a.b"',
    "'*'",
    '"\\u202e"',
    "semantic-scholar",
    "crossref",
    "max-files",
    *NAMES[:6],
)


def settings_text(rng: random.Random, sources: list[str]) -> str:
    """Return the text of a configuration file: made of the schema, of what the pages show, or of both."""
    lines = [_line(rng) for _ in range(rng.choice((0, 1, 1, 2, 6)))]
    if rng.random() < 0.4:
        lines += [f"[{'.'.join(_key(rng) for _ in range(rng.choice((1, 1, 2, 4))))}]"]
        lines += [f"{rng.choice(TABLE_KEYS)} = {rng.choice(VALUES)}" for _ in range(rng.choice((0, 1, 3)))]
    if rng.random() < 0.3:
        lines.insert(rng.randrange(len(lines) + 1), rng.choice(sources))
    return "\n".join(lines) + "\n"


def _line(rng: random.Random) -> str:
    if rng.random() < 0.2:
        rule, option = rng.choice(OPTIONS)
        return f"rules.{rule}.{option} = {rng.choice(VALUES)}"
    key = _key(rng)
    return f"{key} = {fitting(rng, KEYS[key]) if key in KEYS and rng.random() < 0.8 else rng.choice(VALUES)}"


def fitting(rng: random.Random, schema: Schema) -> str:
    """Return a value of the type that a schema asks for, whatever it means."""
    kind = schema.get("type", "string")
    if isinstance(kind, list):
        kind = rng.choice(kind)
    if "enum" in schema:
        return f'"{rng.choice(schema["enum"])}"'
    if kind == "array":
        return f"[{', '.join(fitting(rng, schema.get('items', {})) for _ in range(rng.randint(0, 3)))}]"
    if kind == "object":
        names = list(schema.get("properties", ())) or TABLE_KEYS
        inner = schema.get("additionalProperties") or rng.choice(
            list(schema.get("properties", {"": {}}).values())
        )
        return f"{{{', '.join(f'{rng.choice(names)} = {fitting(rng, inner)}' for _ in range(rng.randint(0, 2)))}}}"
    choices = [value for value in VALUES if TYPES[kind](value)]
    return rng.choice(choices if kind != "string" or rng.random() < 0.7 else [f'"{name}"' for name in NAMES])


def _key(rng: random.Random) -> str:
    return rng.choice(list(KEYS)) if rng.random() < 0.9 else rng.choice(TABLE_KEYS)
