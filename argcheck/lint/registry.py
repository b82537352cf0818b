"""Load the rules of installed plugins (entry points) and of ``--plugin`` files; a broken plugin stops no run."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager, suppress
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from argcheck.errors import ArgcheckError, Failure, PluginError, UsageError
from argcheck.files.manifest import TEX_SUFFIXES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from importlib.metadata import EntryPoint
    from pathlib import Path

    import pluggy

    from argcheck.files.cache import Store
    from argcheck.files.manuscript_reader import ManuscriptReader
    from argcheck.lint.rule import Rule
    from argcheck.settings.config import Settings
    from argcheck.sources.protocols import Provider
    from argcheck.verdicts.judging import Judges

GROUP = "argcheck"
BUILT_IN = "argcheck.rules"
PROVIDERS = "argcheck.plugins.providers"  #: module of argcheck's own
JUDGES = "argcheck.plugins.judges"  #: module of argcheck's own
READERS = "argcheck.plugins.bundled_readers"  #: module of argcheck's own


class Registry(NamedTuple):
    """Every rule by kebab name, the installed plugins, and what failed."""

    rules: Mapping[str, Rule]
    plugins: tuple[str, ...]  #: distribution names
    failures: tuple[Failure, ...]
    readers: tuple[ManuscriptReader, ...] = ()  #: of manuscripts that are not LaTeX

    @property
    def codes(self) -> dict[str, str]:
        """Code -> kebab name of every rule."""
        return {rule.code: name for name, rule in self.rules.items()}


def load_rules(store: Store | None = None, files: Sequence[Path] = (), *, plugins: bool = True) -> Registry:
    """Collect the rules and readers of argcheck, of installed plugins and of plugin files.

    A rule or reader whose code, name or file ending an earlier one has is left out, and is a failure of its plugin.

    :param plugins: False leaves out installed third-party plugins.
    :raises PluginError: a plugin file that does not exist.
    """
    failures: list[Failure] = []
    owned: list[tuple[str, Rule]] = []  # plugin and rule
    readers = _bundled_readers()
    modules = _modules(store, plugins=plugins)
    places: list[tuple[str, str | Path]] = [*modules, *((file.name, file) for file in files)]
    for name, where in places:
        with _loading(name, failures):
            if where == BUILT_IN:
                owned += [(name, rule) for rule in _built_in()]
            else:
                hooks = _manager(_module(where), name).hook
                owned += [(name, rule) for rule in _rules_of(hooks)]
                readers += _readers_of(hooks, name)
    names = [name for name, _ in modules]
    rules, their_own = _by_name(owned, failures), _of_their_own(readers, failures)
    return Registry(rules, tuple(dict.fromkeys(names)), tuple(failures), their_own)


def load_readers(store: Store | None = None) -> tuple[ManuscriptReader, ...]:
    """Collect the readers of argcheck and of installed plugins; plugins that fail are skipped, as checks name them."""
    readers = _bundled_readers()
    for name, where in _modules(store, plugins=True)[1:]:
        with suppress(Exception, SystemExit):
            readers += _readers_of(_manager(_module(where), name).hook, name)
    return _of_their_own(readers, [])


def load_providers(
    settings: Settings, files: Sequence[Path] = (), *, plugins: bool = True
) -> tuple[list[Provider], list[Failure]]:
    """Collect the indexes and archives of argcheck, of installed plugins and of plugin files, and what failed.

    A provider with the name of an earlier one is left out, and is a failure of its plugin.

    :raises PluginError: a plugin file that does not exist.
    """
    from argcheck.sources.protocols import checked_provider

    providers: dict[str, Provider] = {}
    failures: list[Failure] = []
    for name, where in _places(PROVIDERS, files, plugins=plugins):
        with _loading(name, failures):
            answers = _all_of(_manager(_module(where), name).hook.argcheck_providers, settings=settings)
            failures += [
                _taken(name, f"provider '{given.name}'", "another one has this name")
                for given in map(checked_provider, answers)
                if providers.setdefault(given.name, given) is not given
            ]
    return list(providers.values()), failures


def chosen_providers(settings: Settings, providers: Sequence[Provider]) -> list[Provider]:
    """Return the providers that ``sources.providers`` names; all of them if it names none.

    :raises UsageError: it names an unknown provider; the message says where.
    """
    from argcheck.settings.layers import unknown_value
    from argcheck.settings.mistyped import did_you_mean

    wanted = settings.sources.get("providers", ())
    names = {provider.name for provider in providers}
    for name in wanted:
        if name not in names:
            near = did_you_mean(name, names) or "; those that there are: " + ", ".join(sorted(names))
            origin = settings.origins["sources.providers"]
            unknown_value(origin, ("sources", "providers"), f"there is no provider '{name}'{near}")
    return [provider for provider in providers if not wanted or provider.name in wanted]


def load_judges(
    settings: Settings, named: Mapping[str, str], files: Sequence[Path] = (), *, plugins: bool = True
) -> tuple[Judges, dict[str, str], list[Failure]]:
    """Collect the models that find and weigh passages, of argcheck and of plugins.

    :param named: role -> place, as the user named them.
    :returns: the judges, role -> name of the plugin that gives it, and plugins that raised.
    :raises PluginError: two judges for one role, one without a name, or a plugin file that does not exist.
    :raises UsageError: a place that no plugin takes, or that a plugin refuses.
    """
    from argcheck.verdicts.judging import Judges

    joined = Judges()
    owners: dict[str, str] = {}
    failures: list[Failure] = []
    for name, where in _places(JUDGES, files, plugins=plugins):
        answers: list[Judges] = []
        with _loading(name, failures, passing=ArgcheckError):
            hook = _manager(_module(where), name).hook.argcheck_judges
            answers += [_checked_judges(answer) for answer in hook(settings=settings, places=named)]
        given = (
            (role, judge)
            for answer in answers
            for role, judge in answer._asdict().items()
            if judge is not None
        )
        for role, judge in given:
            if role in owners:
                raise PluginError(f"two plugins give a judge for '{role}', the second is {name}")
            if not isinstance(getattr(judge, "name", None), str):
                raise PluginError(f"plugin {name} gives a judge for '{role}' that has no name")
            joined = joined._replace(**{role: judge})
            owners[role] = name
    for role, place in named.items():
        if role not in owners:
            raise UsageError(f"--{role} {place}: no such folder, no address, and no plugin takes it")
    return joined, owners, failures


@contextmanager
def _loading(
    name: str, failures: list[Failure], passing: type[ArgcheckError] = PluginError
) -> Iterator[None]:
    """Add an exception in the code of a plugin to the failures, and go on.

    :param passing: exceptions that stop the run.
    """
    try:
        yield
    except passing:
        raise
    except (Exception, SystemExit) as error:  # noqa: BLE001 - a third party's code: named, and the run goes on
        failures.append(_failure(name, error))


def _checked_judges(answer: object) -> Judges:
    from argcheck.verdicts.judging import Judges

    if not isinstance(answer, Judges):
        raise TypeError(f"argcheck_judges gives {answer!r}, which is no Judges(...)")
    return answer


def _places(built_in: str, files: Sequence[Path], *, plugins: bool) -> list[tuple[str, str | Path]]:
    """Return name and module or file of everything that may have the hook, argcheck's own first."""
    modules = [("argcheck", built_in), *_modules(None, plugins=plugins)[1:]]
    return [*modules, *((file.name, file) for file in files)]


def _module(where: str | Path) -> object:
    return import_module(where) if isinstance(where, str) else _import_file(where)


def _built_in() -> list[Rule]:
    """Return argcheck's own rules without pluggy, whose import takes half as long as theirs."""
    rules: list[Rule] = import_module(BUILT_IN).argcheck_rules()
    return rules


def _bundled_readers() -> list[tuple[str, ManuscriptReader]]:
    """Return owner and reader of argcheck's own readers, also without pluggy."""
    return [("argcheck", reader) for reader in import_module(READERS).argcheck_readers()]


def _readers_of(hooks: Any, name: str) -> list[tuple[str, ManuscriptReader]]:
    from argcheck.files.manuscript_reader import ManuscriptReader

    answers = _all_of(hooks.argcheck_readers)
    for answer in answers:
        if not isinstance(answer, ManuscriptReader):
            raise TypeError(f"argcheck_readers gives {answer!r}, which is no ManuscriptReader")
    return [(name, reader) for reader in answers]


def _of_their_own(
    owned: Iterable[tuple[str, ManuscriptReader]], failures: list[Failure]
) -> tuple[ManuscriptReader, ...]:
    """Return the readers by name, without those for LaTeX, BibTeX or a file ending that an earlier one takes."""
    owners = dict.fromkeys((*TEX_SUFFIXES, ".bib"), "argcheck")
    readers: list[ManuscriptReader] = []
    for owner, reader in owned:
        pairs = ((ending, known) for ending in reader.endings for known in owners if ending.endswith(known))
        if pair := next(pairs, None):
            because = f"{owners[pair[1]]} reads files that end in '{pair[0]}'"
            failures.append(_taken(owner, f"reader '{reader.name}'", because))
        else:
            owners |= dict.fromkeys(reader.endings, owner)
            readers.append(reader)
    return tuple(sorted(readers, key=lambda reader: reader.name))


def _rules_of(hooks: Any) -> list[Rule]:
    from argcheck.lint.rule import Rule

    answers = _all_of(hooks.argcheck_rules)
    for answer in answers:
        if not isinstance(answer, Rule):
            from argcheck.lint.blame import place_of

            called = getattr(answer, "__name__", repr(answer))
            raise TypeError(
                f"argcheck_rules gives {called}, which is no rule; is @rule(...) missing above it?{place_of(answer)}"
            )
    return answers


def _all_of(hook: Any, **arguments: object) -> list[Any]:
    """Call a hook of one plugin, and join the lists that it returns.

    :raises TypeError: it returns None, or something that is not a list.
    """
    from collections.abc import Iterable

    given = hook(**arguments)
    if len(given) < len(hook.get_hookimpls()):  # pluggy leaves out what is None
        raise TypeError(f"{hook.name} gives nothing; it returns a list")
    for items in given:
        if hasattr(items, "_fields"):  # a rule, which is a tuple, too
            what = type(items).__name__
            raise TypeError(f"{hook.name} gives a {what}, not a list of them: write [{items.name}]")
        if isinstance(items, str) or not isinstance(items, Iterable):
            raise TypeError(f"{hook.name} gives {items!r}, not a list")
    return [item for items in given for item in items]


def _manager(module: object, name: str) -> pluggy.PluginManager:
    """Return a manager for one plugin alone, so that its failure affects no other."""
    import pluggy

    from argcheck.lint import hookspecs
    from argcheck.lint.blame import wrong_hook

    manager = pluggy.PluginManager(hookspecs.PROJECT)
    manager.add_hookspecs(hookspecs)
    try:
        manager.register(module, name)
        manager.check_pending()
    except pluggy.PluginValidationError as error:
        raise TypeError(wrong_hook(module, hookspecs) or str(error)) from error
    if not manager.get_hookcallers(module):
        raise TypeError(wrong_hook(module, hookspecs))
    return manager


def _failure(name: str, error: BaseException) -> Failure:
    from argcheck.files.code_place import code_place
    from argcheck.lint.blame import described, full_traceback

    place = code_place(error)
    where = f" ({place})" if place and place not in described(error) else ""
    message = f"plugin {name} failed to load: {described(error)}{where}"
    return Failure(name, message, full_traceback(error))


def _taken(owner: str, what: str, because: str) -> Failure:
    return Failure(owner, f"plugin {owner}: the {what} is left out: {because}")


def _by_name(owned: Iterable[tuple[str, Rule]], failures: list[Failure]) -> dict[str, Rule]:
    """Return the rules by kebab name, sorted by code, without those whose code or name an earlier rule has."""
    owners: dict[str, str] = {}
    rules: list[Rule] = []
    for owner, rule in owned:
        if taken := next((word for word in (rule.code, rule.name) if word in owners), None):
            because = f"{owners[taken]} has a rule {taken}"
            failures.append(_taken(owner, f"rule {rule.code} [{rule.name}]", because))
        else:
            owners |= dict.fromkeys((rule.code, rule.name), owner)
            rules.append(rule)
    return {rule.name: rule for rule in sorted(rules, key=lambda rule: rule.code)}


def _modules(store: Store | None, *, plugins: bool) -> list[tuple[str, str]]:
    """Return distribution and module of every plugin, argcheck's own first; stored until the installation changes."""
    if not plugins:
        return [("argcheck", BUILT_IN)]
    key = _environment()
    stored = store.get("plugins", key) if store else None
    if stored is None:
        stored = _entry_points(key)
        if store:
            store.put("plugins", key, stored)
    others = [(name, module) for name, module in stored if module != BUILT_IN]
    return [("argcheck", BUILT_IN), *others]


@lru_cache(maxsize=1)
def _entry_points(_environment: str) -> list[tuple[str, str]]:
    """Return distribution and module of every entry point of the group; none if no folder can hold a plugin."""
    if not any(map(_may_hold_plugins, sys.path)):
        return []
    from importlib.metadata import entry_points

    return sorted({(_distribution(point), point.module) for point in entry_points(group=GROUP)})


def _may_hold_plugins(folder: str) -> bool:
    """Whether a folder may hold plugins: reading all metadata takes longer than importing all rules."""
    try:
        names = os.listdir(folder or ".")  # noqa: PTH208 - every first run does it
    except NotADirectoryError:  # an archive
        return True
    except OSError:
        return False
    others = (name for name in names if name.lower().endswith("-info") and "argcheck_lint" not in name)
    return any(map(_names_group, (f"{folder or '.'}/{name}/entry_points.txt" for name in others)))


def _names_group(file: str) -> bool:
    with suppress(OSError), open(file, "rb") as lines:  # noqa: PTH123 - as above
        return f"[{GROUP}]".encode() in lines.read()
    return False


def _distribution(point: EntryPoint) -> str:
    """Return the distribution of an entry point, or the name of the entry point if the metadata are damaged."""
    try:
        name = point.dist.name if point.dist else ""
    except KeyError:  # there is no metadata file
        name = ""
    return name or point.name


def _environment() -> str:
    """Return a key for the state of the installation: its folders and when each last changed."""
    parts = [sys.prefix]
    for folder in sys.path:
        try:
            parts.append(f"{folder}:{os.stat(folder).st_mtime_ns}")  # noqa: PTH116
        except OSError:
            continue
    return "\0".join(parts)


def _import_file(file: Path) -> object:
    from importlib.util import module_from_spec, spec_from_file_location

    if not os.path.isfile(file):
        raise PluginError(f"{file}: there is no such plugin file")
    name = f"argcheck_plugin_{file.stem}"
    spec = spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise PluginError(f"{file}: a plugin file ends in .py")
    module = module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
