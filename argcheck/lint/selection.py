"""Which rules run: the selectors, severities and options of a configuration, applied to the known rules."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from argcheck.errors import PluginError
from argcheck.files.diagnostic import Severity
from argcheck.settings.config import DRAFT, SELECTION, SUBMISSION, selects, where_set
from argcheck.settings.layers import Origin, unknown_value
from argcheck.settings.mistyped import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from argcheck.lint.rule import Rule
    from argcheck.settings.config import Settings

_MISTYPED = 0.9  # similarity from which a name counts as another one mistyped
_ARGUMENT = "ARG"  # beginning of the codes of rules on the argument
_OF_A_PLUGIN = "; if it is of a plugin, install that, or name its file by --plugin"


def _specificity(selector: str, rule: Rule) -> int:
    if selector in (rule.code, rule.name):
        return 9
    return 0 if selector == "ALL" else len(selector)


def selected_rules(settings: Settings, rules: Iterable[Rule]) -> tuple[Rule, ...]:
    """Return the rules that are to run, by code, with the severities of the configuration.

    Within a layer the more specific selector wins, ``ignore`` among equals; a layer
    that has ``select`` starts anew.  A preview rule runs only when a selector is its
    name or its full code; see `only_of_readings` for those that speak of what models have read.

    :raises UsageError: a selector that matches no rule.
    """
    known = sorted(rules, key=lambda rule: rule.code)
    _check_selectors(settings, known)
    return tuple(_with_severity(settings, rule) for rule in known if _runs(settings, rule))


def _runs(settings: Settings, rule: Rule) -> bool:
    on = not rule.preview
    of_readings = settings.runs == "all" and rule.argument
    for layer in settings.selection:
        selectors = (*(layer.select or ()), *layer.extend_select)
        if rule.preview:
            selectors = tuple(
                word
                for word in selectors
                if word in (rule.code, rule.name) or (of_readings and _asks_for_argument(word))
            )
        chosen = _best(selectors, rule)
        refused = _best((*layer.ignore, *layer.extend_ignore), rule)
        if max(chosen, refused) >= 0:
            on = chosen > refused
        elif layer.select is not None:
            on = False
    return on and _severity(settings, rule) is not None


def readings_count(settings: Settings, rules: Iterable[Rule]) -> bool:
    """Whether findings may come of what models have read: ``runs`` is ``all``, and the argument is asked for.

    That is, a selector is ``ALL``, ``ARG``, begins so or is a beginning of it, or is the code or name of a rule on the
    argument graph.
    """
    if settings.runs == "stated":
        return False
    names = {word for rule in rules if rule.argument for word in (rule.code, rule.name)}
    asked = False
    for layer in settings.selection:
        words = (*(layer.select or ()), *layer.extend_select)
        asked = (asked and layer.select is None) or any(
            word in names or _asks_for_argument(word) for word in words
        )
    return asked


def _asks_for_argument(selector: str) -> bool:
    return selector == "ALL" or selector.startswith(_ARGUMENT) or _ARGUMENT.startswith(selector)


def only_of_readings(settings: Settings, rules: Collection[Rule]) -> frozenset[str]:
    """Return the names of the preview rules that run only since the argument is asked for with the readings of models.

    They are to report only what comes of readings: of annotations a preview rule speaks when it is named.
    """
    if settings.runs != "all":
        return frozenset()
    stated = {rule.name for rule in selected_rules(settings._replace(runs="stated"), rules)}
    return frozenset(rule.name for rule in selected_rules(settings, rules)) - stated


def _best(selectors: Iterable[str], rule: Rule) -> int:
    return max(
        (_specificity(selector, rule) for selector in selectors if selects(selector, rule.code, rule.name)),
        default=-1,
    )


def _severity(settings: Settings, rule: Rule) -> Severity | None:
    selectors = [selector for selector in settings.severity if selects(selector, rule.code, rule.name)]
    if selectors:
        return settings.severity[max(selectors, key=lambda selector: _specificity(selector, rule))]
    return Severity.NOTE if settings.stage == DRAFT and rule.stage == SUBMISSION else rule.severity


def _with_severity(settings: Settings, rule: Rule) -> Rule:
    severity = _severity(settings, rule)
    return rule if severity in (None, rule.severity) else rule._replace(severity=severity)


def meant_rule(word: str, rules: Iterable[Rule]) -> str:
    """Return a hint at the rule that a word may mean: CIT001 for ``CIT1``, else a similar code or name."""
    known = [name for rule in rules for name in (rule.code, rule.name)]
    code = word[:3].upper() + word[3:].lstrip("-_ 0").zfill(3)
    if code in known:
        return f"; did you mean '{code}'?"
    near = did_you_mean(word, known) or did_you_mean(word.upper(), known)
    return near or "; `argcheck rules` lists them"


def _check_selectors(settings: Settings, rules: Sequence[Rule]) -> None:
    for key, selector, origin in _all_selectors(settings):
        if selector == "ALL" or any(selects(selector, rule.code, rule.name) for rule in rules):
            continue
        unknown_value(origin, key, f"unknown rule '{selector}'{meant_rule(selector, rules)}")


def _all_selectors(settings: Settings) -> Iterator[tuple[tuple[str, ...], str, Origin]]:
    for layer in settings.selection:
        for key, selectors in zip(SELECTION, layer[1:], strict=True):
            for selector in selectors or ():
                yield (key,), selector, layer.origin
    for glob, selectors in settings.per_file_ignores.items():
        for selector in selectors:
            path = ("per-file-ignores", glob)
            yield path, selector, settings.origins.get(".".join(path), Origin("command line"))
    for selector in settings.severity:
        path = ("severity", selector)
        yield path, selector, settings.origins.get(".".join(path), Origin("command line"))


def validate_rule_options(settings: Settings, rules: Iterable[Rule]) -> None:
    """Check ``[rules.NAME]`` tables against the options that the rules declare.

    :raises UsageError: an unknown rule or option, or a value of another type than the default's.
    """
    known = {rule.name: rule for rule in rules}
    for name, options in settings.rules.items():
        origin = settings.origins.get(f"rules.{name}", Origin("command line"))
        if name not in known:
            codes = {rule.code: rule.name for rule in known.values()}
            meant = did_you_mean(codes.get(name, name), known, _MISTYPED)
            unknown_value(origin, ("rules", name), f"unknown rule '{name}'{meant or _OF_A_PLUGIN}")
        for option, value in options.items():
            _check_option(origin, known[name], option, value)


def _check_option(origin: Origin, rule: Rule, option: str, value: object) -> None:
    path = ("rules", rule.name, option)
    plain = list(value) if isinstance(value, tuple) else value
    if option not in rule.options:
        unknown_value(
            origin, path, f"{rule.name} has no option '{option}'" + did_you_mean(option, rule.options)
        )
    if not rule.options[option].accepts(plain):
        default = rule.options[option].default
        unknown_value(origin, path, f"'{'.'.join(path)}' must be like {default!r}, not {plain!r}")


def rule_options(settings: Settings, rule: Rule) -> Mapping[str, Any]:
    """Return the value of every option of ``rule``: from the configuration, else the default."""
    given = settings.rules.get(rule.name, {})
    merged = {name: given.get(name, option.default) for name, option in rule.options.items()}
    values = {name: list(value) if isinstance(value, tuple) else value for name, value in merged.items()}
    return MappingProxyType(_Options(rule.name, values))


class _Options(dict[str, Any]):
    """The options of a rule; the KeyError of an undeclared one lists those that are declared."""

    def __init__(self, rule: str, values: Mapping[str, Any]) -> None:
        super().__init__(values)
        self._rule = rule

    def __missing__(self, option: str) -> Any:
        raise KeyError(f"{self._rule} declares no option '{option}'; it has {', '.join(self) or 'none'}")


def require_plugins(settings: Settings, installed: Collection[str]) -> None:
    """Check that every plugin in ``plugins`` is installed.

    :raises PluginError: one is not; the message has the line that a pre-commit hook needs.
    """
    have = {_canonical(name) for name in installed}
    for name in settings.plugins:
        if _canonical(name) not in have:
            raise PluginError(
                f"{where_set(settings, 'plugins')}: plugin '{name}' is not installed; run `pip install {name}`, or in"
                f" .pre-commit-config.yaml add `additional_dependencies: [{name}]` to the hook"
            )


def _canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
