"""What a rule is: the `rule` decorator and the `Rule` it makes."""

from __future__ import annotations

import enum
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any, NamedTuple

from argcheck.files.diagnostic import Diagnostic, Severity, Unchecked
from argcheck.files.patterns import lazy
from argcheck.settings.config import DRAFT, STAGES

#: What a rule yields: findings, and what it could not look at.
Findings = Iterator[Diagnostic | Unchecked]

_CODE = lazy(r"[A-Z]{3}[0-9]{3}\Z")
_NAME = lazy(r"[a-z0-9]+(-[a-z0-9]+)*\Z")
_NO_OPTIONS: Mapping[str, Option] = MappingProxyType({})


class Needs(enum.Flag):
    """What must be there for a rule to run; otherwise the rule is held back and the report says so.

    All but ``LANGUAGE`` are for a rule that infers something from absence (the completeness gate): it is held
    back by a missing file that could hold what the rule looks for, which depends on where the file is read
    (`argcheck.tex.model.InputPlace`).  A rule that can still report something, such as near misses, leaves
    the flag out and asks `RuleContext.missing` instead.
    ``LANGUAGE`` is for a rule that reads words: it runs on documents in English, French, German, Italian, Portuguese or
    Spanish, and looks at the ``language`` of each sentence, which is empty where the document switches to another one.
    """

    NOTHING = 0
    MACROS = enum.auto()  #: every definition of a macro or an environment
    WORDS = enum.auto()  #: every sentence and number
    CITATIONS = enum.auto()  #: every citation
    REFERENCES = enum.auto()  #: every reference and use
    FIGURE_LABELS = enum.auto()  #: every label of a figure or a part of one
    OTHER_LABELS = enum.auto()  #: every label of a section, a table, an equation or a statement
    LABELS = FIGURE_LABELS | OTHER_LABELS  #: every label, with the section, float or statement that it is on
    TEXT = MACROS | WORDS | CITATIONS | REFERENCES | LABELS  #: every file that the document includes
    BIBLIOGRAPHY = enum.auto()  #: every bibliography that the document loads
    LANGUAGE = enum.auto()  #: word lists of the language that the document is in


class Option(NamedTuple):
    """One option of a rule, set in ``[rules.<rule-name>]`` of the configuration."""

    default: Any  #: its value, and its type: bool, int, float, string or list of strings
    help: str  #: what it does, in a sentence

    @property
    def usable(self) -> bool:
        """Whether the default has one of the types that a configuration can give."""
        return isinstance(self.default, bool | int | float | str | list) and self.accepts(self.default)

    def accepts(self, value: object) -> bool:
        """Whether ``value`` has the type of the default (an integer will do for a float)."""
        if isinstance(self.default, bool) or isinstance(value, bool):
            return isinstance(self.default, bool) and isinstance(value, bool)
        if isinstance(self.default, float):
            return isinstance(value, int | float)
        if isinstance(self.default, list):
            return isinstance(value, list) and all(isinstance(item, str) for item in value)
        return isinstance(value, type(self.default))


class Rule(NamedTuple):
    """One rule as the engine sees it; made by `rule`, collected by the ``argcheck_rules`` hook.

    ``code`` and ``name`` never change and are never reused.  ``preview`` rules run only when named.  The engine keeps
    a finding of an ``everywhere`` rule only if every document that reads the file has it.  Findings of a rule of
    the ``stage`` "submission" are notes in a draft and fail no run there.
    """

    code: str  #: three capitals and three digits
    name: str  #: with hyphens
    severity: Severity  #: as declared; `Diagnostic.severity` is as configured
    since: str  #: version that brought it
    check: Callable[[Any], Iterable[Diagnostic | Unchecked]]  #: of a `RuleContext`
    docstring: str  #: the manual page as written
    needs: Needs = Needs.NOTHING  #: what must be there for it to run
    preview: bool = False  #: whether it runs only when it is named
    options: Mapping[str, Option] = _NO_OPTIONS  #: name -> option
    everywhere: bool = False  #: whether a finding must hold in every document that reads the file
    argument: bool = False  #: whether it runs only where something is annotated, proved or asked
    stage: str = DRAFT  #: ``submission`` for what is normal in a draft

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the rule without its function, which is looked up by name when the rule is unpickled."""
        where = getattr(self.check, "__module__", ""), getattr(self.check, "__qualname__", "")
        rest = {**self._asdict(), "check": None, "options": dict(self.options)}
        return _restored, (where, tuple(rest.values()))

    @property
    def doc(self) -> str:
        """The manual page: what, why, example, instead, limits."""
        import inspect

        return inspect.cleandoc(self.docstring)

    @property
    def summary(self) -> str:
        """The first sentence of the manual page."""
        return self.docstring.strip().partition("\n")[0]


def _restored(where: tuple[str, str], values: tuple[Any, ...]) -> Rule:
    """Rebuild a pickled rule; checking with it raises RuntimeError if its plugin is not loaded in this process."""
    made = Rule._make(values)
    module = sys.modules.get(where[0])
    if module is None and where[0].partition(".")[0] == "argcheck":
        module = import_module(where[0])
    there = getattr(module, where[1], None)
    check = there.check if isinstance(there, Rule) else there or _elsewhere
    return made._replace(check=check, options=MappingProxyType(made.options))


def _elsewhere(_: object) -> Iterable[Diagnostic]:
    raise RuntimeError("this rule was pickled in another process, and its plugin is not loaded in this one")


def rule(
    code: str,
    name: str,
    *,
    severity: Severity,
    since: str,
    needs: Needs = Needs.NOTHING,
    preview: bool = False,
    options: Mapping[str, Option] | None = None,
    everywhere: bool = False,
    argument: bool = False,
    stage: str = DRAFT,
) -> Callable[[Callable[[Any], Iterable[Diagnostic | Unchecked]]], Rule]:
    """Make a `Rule` from a generator function that takes a `RuleContext`.

    The docstring of the generator is the rule's manual page.

    :param code: three capitals and three digits; the capitals name the family.
    :param name: kebab-case; reads well after "allow".
    :param needs: what must be there for the rule to run; otherwise the engine holds it back
        and the report says so.
    :param everywhere: for a rule about what is *not* used, or begun by no macro: a finding in
        a file that several documents share is kept only if each of them has it.
    :param argument: for a rule that has no findings in a document without annotations, theorems
        or numbered questions (`Manuscript.argues`): it is then not run.
    :param stage: "submission" for what is normal in a draft, such as an entry that nothing cites yet.
    :raises ValueError: a malformed code or name, or an unknown stage.
    :raises TypeError: a severity, need or option of the wrong type.
    """
    if not _CODE.match(code) or not _NAME.match(name):
        raise ValueError(f"rule ids look like ABC123 and some-name, not {code!r} and {name!r}")
    if stage not in STAGES:
        raise ValueError(f"the stage of {name} is {stage!r}, not 'draft' or 'submission'")
    if not isinstance(severity, Severity):
        raise TypeError(f"the severity of {name} is {severity!r}, not one of Severity, such as Severity.NOTE")

    if not isinstance(needs, Needs):
        raise TypeError(f"what {name} needs is {needs!r}, not one of Needs, such as Needs.TEXT")
    for key, option in (options or {}).items():
        if not isinstance(option, Option):
            raise TypeError(f"the option '{key}' of {name} is {option!r}, not an Option(default, help)")
        if not option.usable:
            raise TypeError(
                f"the option '{key}' of {name} has the default {option.default!r}, which is no bool, int, float, string or list of strings"
            )

    def make(check: Callable[[Any], Iterable[Diagnostic | Unchecked]]) -> Rule:
        doc = check.__doc__ or ""
        frozen = MappingProxyType(dict(options or {}))
        return Rule(
            code, name, severity, since, check, doc, needs, preview, frozen, everywhere, argument, stage
        )

    return make
