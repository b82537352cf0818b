r"""Learns the commands of one document: wrappers, aliases, theorems, text macros.

Definitions take effect in the order in which TeX meets them.  A wrapper never replaces the built-in argument form of a
command that argcheck knows.
"""

from __future__ import annotations

import re
from itertools import islice, zip_longest
from typing import TYPE_CHECKING, Any

from argcheck.files.cache import digest
from argcheck.files.patterns import lazy
from argcheck.tex.arguments import BEGIN, CLOSER, DEFINERS, arguments, calls, executed, names_set_in, probed
from argcheck.tex.commands import (
    ENVIRONMENT_SPECS,
    FLOATS,
    INCLUDES,
    SPECS,
    THEOREMS,
    VERBATIM,
    Include,
    Slot,
    Spec,
    package_specs,
    parse_pattern,
    words,
)
from argcheck.tex.macro_text import (
    PARAMETER,
    PLAIN,
    READS_CODE,
    MacroSetting,
    expand,
    fill,
    is_kept,
    label_form,
    parameters_in,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from argcheck.tex.tokens import Definition

_CALLS_VERBATIM = lazy(r"\\(?:comment|verbatim|lstlisting|VerbatimEnvironment|@gobble|Verbatim)(?![A-Za-z])")
_VERBS = frozenset({"verb", "Verb", "lstinline", "url", "nolinkurl", "path"})
#: The definition of a macro without arguments as a text without braces, such as a path: command, name, text.
_SETS = lazy(
    r"\\((?:re)?newcommand|providecommand|[egx]?def)\*?\s*\{?\s*\\([A-Za-z@]+)\s*\}?\s*\{([^{}]{0,200})\}"
)
_MAX_SETTINGS, _MAX_TEXT_MACRO, _MAX_LABELS = 20, 400, 8  # labels that a macro makes of one argument
MOST_COMMANDS = 1_000_000  #: a macro that expands to more commands is a fault
_MAX_HIDDEN = 1_000  # names in the body of a macro; only macros that double each other have more
#: form of a definition -> the set of the table to which it adds a name
_ADDS = {"float": "floats", "shortverb_of_text": "verbs_of_text", "verbatim": "verbatim", "there": "there"}
_MARKS = dict.fromkeys(words("commands gobbles hidden includes setters specs there verbs"), "\\")
_MARKS["text"] = "="
_LOADS = ("bibliography", "addbibresource")
#: commands with special readers, and how a macro that calls one is read
_CALLED = {
    name: Spec(name, (Slot("[", None, ""), Slot("{", "", "")), many=name != "bibitem")
    for name in (*_LOADS, "bibitem")
}
_HIDES = frozenset({"cite", "nocite", "ref", "label", "multicite", *_LOADS})


class MacroTable:
    """The commands of one document, as far as it was read.

    Tables with the same ``fingerprint`` read a text alike, so it is part of the cache key of a scanned file.  So do
    tables whose ``changes`` differ only in names, "" excepted, that the text lacks (`argcheck.tex.changed_macros`).
    """

    def __init__(self) -> None:
        self.specs: dict[str, Spec] = dict(SPECS)
        self.includes: dict[str, tuple[Include, ...]] = dict(INCLUDES)
        self.verbatim: set[str] = set(VERBATIM)
        self.alltt = {"alltt"}  # environments in which a percent sign is a letter and commands are executed
        self.floats: set[str] = set(FLOATS)
        self.theorems: dict[str, str] = dict(THEOREMS)
        self.environments: dict[str, Spec] = dict(ENVIRONMENT_SPECS)
        self.text: dict[str, str] = {}
        self.formula: dict[str, tuple[str, str]] = {}  # macro -> openers, body; not in the fingerprint
        self.short_verbs = ""
        self.verbs_of_text: set[str] = set()  # short verbs from the beginning of the document on
        # macro, or begin{environment} -> (kind, name) pairs in its body
        self.hidden: dict[str, tuple[tuple[str, str], ...]] = {}
        self.commands: dict[str, int] = {}  # macro -> number of commands that it expands to, if more than one
        self.built: set[tuple[str, str]] = set()  # forms of labels that environments put together, and these
        self.there = {"ref", "pageref", "label"}  # built-in commands that LaTeX or a loaded package has
        self.verbs: set[str] = set()  # macros that read their argument as \verb does
        self.setters: dict[str, tuple[str, tuple[MacroSetting, ...]]] = {}  # macro -> openers, settings
        self.gobbles = {"ifSubfilesClassLoaded": "{"}  # macro -> openers of arguments of which it prints none
        self.opens: set[str] = set()  # environments that macros open or close on their own
        self.fingerprint = "0"
        self.changes: dict[str, str] = {}  # \\macro, =macro (its text) or name -> digest of its changes

    def configure(self, settings: Mapping[str, Any]) -> None:
        """Add the macros of the configuration: ``cite-macros`` and similar settings.

        :raises ValueError: a pattern cannot be read.
        """
        for key, kind, many in (("cite", "cite", True), ("ref", "ref", True), ("label", "label", False)):
            for name, pattern in settings.get(key, {}).items():
                self._set("specs", name, Spec(kind, parse_pattern(pattern), many))
        for name, value in settings.get("include", {}).items():
            openers, _, path = value.partition(" ")
            shape = "".join(character for character in openers if character in CLOSER)
            self._set("includes", name, (Include(shape, "", path.strip() or "#1", "input"),))
        self.verbatim.update(settings.get("verbatim", ()))
        self.floats.update(settings.get("float", ()))
        self.theorems.update(settings.get("theorem", {}))
        self._stamp("", "", repr(sorted((key, str(value)) for key, value in settings.items())))

    def knows(self, name: str) -> bool:
        r"""Whether the document has already defined a macro, so that ``\providecommand`` does not change it."""
        own = (self.text, self.hidden, self.setters, self.gobbles, self.verbs, self.there)
        built_in = (self.specs, SPECS), (self.includes, INCLUDES)
        return any(name in t for t in own) or any(now.get(name) is not old.get(name) for now, old in built_in)

    def define(self, definition: Definition) -> None:
        """Apply one definition from here on; those of argcheck.sty, whose macros are built in, are ignored."""
        if definition.body.startswith("\\argcheck@"):
            return
        if definition.form in {"macro", "alias"} and definition.name in self.gobbles:
            openers = self.gobbles[definition.name]
            if definition.openers != openers or "#" in definition.body:
                del self.gobbles[definition.name]
                self._stamp("gobbles", definition.name, "prints")
        if definition.form in {"float", "theorem", "boxed"}:  # replaces an environment of a package
            self._define_live(definition)
        if definition.form in _ADDS:
            self._add(_ADDS[definition.form], definition.name)
        else:
            getattr(self, f"_define_{definition.form}")(definition)

    # -- one method for each form of definition

    def _define_macro(self, definition: Definition) -> None:
        name, body = definition.name, definition.body
        openers, _, default = definition.openers.partition("\0")
        self.formula[name] = (definition.openers, body)
        if not openers and len(body) <= _MAX_TEXT_MACRO:
            self._set("text", name, body)
        self._learn_opens(body)
        if not openers and "\\" in body and READS_CODE.match(body.strip()):
            self._add("verbs", name)
        if name in SPECS:
            self._redefine(name, self._spec_of(openers, body))
            return
        if name in INCLUDES or name == "bibitem":
            return
        settings = self._settings_of(body)
        if settings:
            self._set("setters", name, (openers, settings))
        includes = self._includes_of(openers, body, default)
        if includes:
            self._set("includes", name, includes)
        if spec := self._spec_of(openers, body):
            self._set("specs", name, spec)
        if literal := self._literal_names(body):
            self._set("hidden", name, literal)
        self._count(name, body)

    def _define_alias(self, definition: Definition) -> None:
        name, target = definition.name, definition.body
        if target in self.formula:
            self.formula[name] = self.formula[target]
        for field in ("text", "hidden", "setters"):
            if target in getattr(self, field):
                self._set(field, name, getattr(self, field)[target])
        if target in _VERBS:
            self._define_verb(definition)
        elif target in self.verbs:
            self._add("verbs", name)
        known = self.specs.get(target) or _CALLED.get(target)
        if name in SPECS:
            self._redefine(name, known)
        if name in SPECS or name in INCLUDES:
            return
        if known and name not in _CALLED:
            self._set("specs", name, known)
        if target in self.includes:
            self._set("includes", name, self.includes[target])

    def _redefine(self, name: str, spec: Spec | None) -> None:
        r"""Redefine a built-in reference or label command, if it adds a prefix or suffix to the name or takes a list.

        So a redefined ``\eqref`` may add ``eq:``, and ``\autoref`` may take a list like ``\cref``.
        """
        if spec is None or not spec.kind == SPECS[name].kind in {"ref", "label"}:
            return
        named = [slot for slot in spec.slots if slot.prefix is not None]
        if any(slot.prefix or slot.suffix for slot in named) or (spec.many and not SPECS[name].many):
            self._set("specs", name, spec)

    def _define_operator(self, definition: Definition) -> None:
        self.formula[definition.name] = (definition.openers, definition.body)

    def _define_own(self, definition: Definition) -> None:
        r"""Forget that a command names something, if the document redefines it to print its argument.

        Of built-in commands only those that cite: ``\newcommand{\Cite}[1]{[#1]}`` is allowed without their package.
        """
        name, spec = definition.name, self.specs.get(definition.name)
        if spec is None or name == "cite" or (name in SPECS and spec.kind not in {"cite", "multicite"}):
            return
        if PLAIN.issuperset(called for called, _, _ in calls(definition.body)):
            del self.specs[name]
            self._stamp("specs", name, "own")

    def _define_verb(self, definition: Definition) -> None:
        self._add("verbs", definition.name)
        self._set("text", definition.name, f"\\{definition.body or 'lstinline'}")

    def _define_gobble(self, definition: Definition) -> None:
        self._set("gobbles", definition.name, definition.openers)

    def _define_environment(self, definition: Definition) -> None:
        name, openers = definition.name, definition.openers
        body, _, after = definition.body.partition("\0")
        after = expand(after, {made.name: made.value for made in self._settings_of(body)})  # \def\kept{#2}
        if name not in ENVIRONMENT_SPECS:
            spec = self._spec_of(openers, body) or self._spec_of(openers, after)
            if spec:
                self._set("environments", name, spec)
        literal = self._literal_names(f"{body} {after}")
        self.built.update((form, name) for kind, form in literal if kind == "built")
        if named := tuple(pair for pair in literal if pair[0] != "built"):
            self._set("hidden", f"begin{{{name}}}", named)
        if _CALLS_VERBATIM.search(body):
            self._add("verbatim", name)
        for inner in BEGIN.findall(body):
            if inner in self.theorems and inner not in self.floats:
                self._set("theorems", name, self.theorems[inner])
            elif field := next((f for f in ("floats", "verbatim", "alltt") if inner in getattr(self, f)), ""):
                self._add(field, name)

    def _define_theorem(self, definition: Definition) -> None:
        self._set("theorems", definition.name, definition.body.strip().lower() or definition.name)

    def _define_boxed(self, definition: Definition) -> None:
        title, _, prefix = definition.body.partition("\0")
        self._set("theorems", definition.name, title.strip().lower() or definition.name)
        slots = (Slot("[", None, ""), Slot("{", None, ""), Slot("{", prefix, ""))
        self._set("environments", definition.name, Spec("label", slots, many=False))

    def _define_package(self, definition: Definition) -> None:
        for name, spec in package_specs(definition.name).items():
            self._set("specs", name, spec)

    def _define_live(self, definition: Definition) -> None:
        if definition.name in self.verbatim:
            self.verbatim.discard(definition.name)
            self._stamp("verbatim", definition.name, "live")

    def _define_cite(self, definition: Definition) -> None:
        name, kind = definition.name, definition.body or "cite"
        if name not in SPECS:
            self._set("specs", name, Spec(kind, SPECS["cite"].slots, many=True))

    def _define_loads(self, definition: Definition) -> None:
        self._set("specs", definition.name, _CALLED[definition.body])

    def _define_shortverb(self, definition: Definition) -> None:
        if definition.name not in self.short_verbs:
            self.short_verbs += definition.name
            self._stamp("", "", f"short {self.short_verbs}")

    def _define_longverb(self, definition: Definition) -> None:
        if definition.name in self.short_verbs:
            self.short_verbs = self.short_verbs.replace(definition.name, "")
            self._stamp("", "", f"short {self.short_verbs}")

    # -- bookkeeping

    def _set(self, field: str, name: str, value: object) -> None:
        """Set the value of a name in a table, and note the change."""
        table: dict[str, object] = getattr(self, field)
        if table.get(name) != value:
            table[name] = value
            self._stamp(field, name, f"{field} {value}")

    def _add(self, field: str, name: str) -> None:
        names: set[str] = getattr(self, field)
        if name not in names:
            names.add(name)
            self._stamp(field, "" if field == "verbs_of_text" else name, f"{field} {name}")

    def _stamp(self, field: str, name: str, change: str) -> None:
        """Note a change of a name; with an empty name, one that may affect any text."""
        name = _MARKS.get(field, "") + name
        stamp = f"{self.changes.get(name)}\0{change}".encode("utf-8", "surrogateescape")
        self.changes[name] = digest(stamp)
        self.fingerprint = digest(self.fingerprint.encode() + name.encode("utf-8", "surrogateescape") + stamp)

    # -- reading bodies

    def _learn_opens(self, body: str) -> None:
        if "\\begin" not in body and "\\end" not in body:
            return
        begins = BEGIN.findall(body)
        ends = re.findall(r"\\end\s*\{([^{}]*)\}", body)
        for name in dict.fromkeys((*begins, *ends)):  # in a fixed order, since the fingerprint depends on it
            if begins.count(name) != ends.count(name) and name not in self.opens:
                self._add("opens", name)

    def _spec_of(self, openers: str, body: str) -> Spec | None:
        by_kind: dict[tuple[str, bool], dict[int, dict[tuple[str, str], None]]] = {}
        for name, start, end in calls(body):
            known = self.specs.get(name) or _CALLED.get(name)
            if name == "begin" and (begun := BEGIN.match(body, start)):
                known, end = self.environments.get(begun[1]), begun.end()  # noqa: PLW2901 - after the name
            if known is None:
                continue
            if not body[end:].strip() and not by_kind:  # \newcommand{\mycite}{\citep}: the arguments follow
                return known._replace(slots=tuple(Slot(o, None, "") for o in openers) + known.slots)
            while known is not None:
                kind = "cite" if known.kind == "multicite" else known.kind
                named = by_kind.setdefault((kind, known.many), {})
                for number, around in parameters_in(openers, body, end, known):
                    named.setdefault(number, {})[around] = None
                known = known.more
        spec = None
        for (kind, many), named in reversed(by_kind.items()):
            layers = zip_longest(*named.values(), fillvalue=(None, ""))
            for layer in reversed([*islice(layers, _MAX_LABELS if kind == "label" else 1)]):
                wrapped = dict(zip(named, layer, strict=True))
                slots = tuple(Slot(o, *wrapped.get(i, (None, ""))) for i, o in enumerate(openers, 1))
                spec = Spec(kind, slots, many, spec, asks="\\if" in body.lower() or "\\@if" in body)
        return spec

    def _includes_of(self, openers: str, body: str, default: str) -> tuple[Include, ...]:
        includes: list[Include] = []
        for name, _, end in executed(body):
            known = self.includes.get(name)
            if known is None or len(known) > 1:
                continue
            inner = known[0]
            if not inner.openers:
                includes.append(inner)
                continue
            if inner.openers != "{" * len(inner.openers):
                continue
            spans, _ = arguments(body, end, inner.openers)
            values = [body[slice(*span)] for span in spans if span]
            if len(values) < len(spans):
                continue
            folder, target = (fill(template, values) for template in (inner.folder, inner.name))
            tried = "IfFileExists" in body and probed(body, end)
            command = "InputIfFileExists" if tried else inner.command
            includes.append(Include(openers, folder, target, command, default))
        return tuple(includes)

    def _settings_of(self, body: str) -> tuple[MacroSetting, ...]:
        r"""Return the macros that a body sets to plain texts, itself or by other macros: ``\def\chapterpath{#2}``."""
        settings: list[MacroSetting] = []
        for name, start, end in calls(body):
            if name in self.setters:
                openers, inner = self.setters[name]
                spans, _ = arguments(body, end, openers)
                values = [body[slice(*span)] if span else "" for span in spans]
                settings += [setting._replace(value=fill(setting.value, values)) for setting in inner]
            elif made := name in DEFINERS and _SETS.match(body, start):
                if made[2] in SPECS or made[2] in INCLUDES:
                    continue
                settings.append(MacroSetting(made[2], made[3], made[1] in {"edef", "xdef"}))
        return tuple(settings[:_MAX_SETTINGS])

    def _count(self, name: str, body: str) -> None:
        """Record the number of commands that a macro expands to, those in other macros counted at each call."""
        called = sum(self.commands.get(inner, 1) if inner != name else 1 for inner, _, _ in calls(body))
        called = min(called, MOST_COMMANDS + 1)
        if called > 1 or name in self.commands:
            self._set("commands", name, called)

    def _literal_names(self, body: str) -> tuple[tuple[str, str], ...]:
        literal: list[tuple[str, str]] = []
        for name, _, end in calls(body):
            if name in self.hidden and name not in names_set_in(body):
                literal += self.hidden[name]
            known = self.specs.get(name) or _CALLED.get(name)
            if known is None or known.kind not in _HIDES:
                continue
            spans, _ = arguments(body, end, known.openers)
            for slot, span in zip(known.slots, spans, strict=True):
                if span is None or slot.prefix is None:
                    continue
                text = body[span[0] : span[1]]
                if "#" not in text and "\\" not in text:
                    names = map(str.strip, text.split(",") if known.many else [text])
                    literal += [(known.kind, slot.prefix + n + slot.suffix) for n in names if n]
                elif known.kind == "label" and not (PARAMETER.match(text) or is_kept(text, self.setters)):
                    literal.append(("built", label_form(slot.prefix + text.strip() + slot.suffix)))
        return tuple(dict.fromkeys(literal))[:_MAX_HIDDEN]
