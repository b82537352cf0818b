"""Labels that a document loads from others, by `xr`, a similar package or its own command."""

from __future__ import annotations

import re
from collections import Counter
from functools import cached_property
from posixpath import dirname, join, normpath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from argcheck.api import RuleContext, Unchecked

#: Commands that load the labels of another document, with a prefix; that read files; and macros that make labels.
_LOADS = re.compile(
    r"\\externaldocument(?:\[(?P<prefix>[^\[\]{}]*)\](?:\[[^\[\]{}]*\])?)?\{(?P<other>[^{}\\#\n]+)\}"
    r"|\\(?:input|include|subfile)\s*\{(?P<read>[^{}\n]+)\}"
    r"|label\{[^{}]*(?P<built>[#\\])"
)
_LOADING = "\\externaldocument"
_TAKES = "ExecuteMetaData"  #: reads a part of a file, between two of its comments
_USUAL = 3  #: least number of labels with a prefix for which no macro is suspected


class LoadedLabels:
    """The labels that a document loads from others, as far as they are known."""

    def __init__(self, ctx: RuleContext) -> None:
        self._ctx = ctx
        asking = (name for name in ctx.manuscript.commands if "externaldocument" in name)
        self._commands = sorted(asking, key=lambda name: (len(name), name))
        self._unchecked = [
            ctx.unchecked(f"labels may come from another document, by \\{name}")
            for name in self._commands[:1]
        ]

    def sets(self, name: str) -> bool:
        """Whether another document seems to set a label: its name occurs there outside references, too."""
        return any(
            text.count(f"{{{bare}}}") > text.count(f"ref{{{bare}}}") for bare, text in self._bare(name)
        )

    def doubts(self, name: str) -> list[Unchecked]:
        """Return what may set a label unseen by :meth:`sets`; empty if no prefix fits, or macros set no such labels."""
        if self._plainly and not name.startswith(tuple(call["prefix"] or "" for call in self._plainly)):
            return []
        if self._plainly and self._texts and self._loads_itself:
            return []
        shortest = min((bare for bare, _ in self._bare(name)), key=len, default="")
        plain = self._usual[shortest.partition(":")[0]] >= _USUAL  # else a macro may make it
        return [] if plain else self._unchecked

    @cached_property
    def taken(self) -> list[Unchecked]:
        """Why a label may be set elsewhere: the document takes parts of a file that is still to be made; else empty."""
        m = self._ctx.manuscript
        if _TAKES not in m.commands:
            return []
        names = frozenset(self._ctx.project.names)
        for file in m.files.values():
            for part in file.text.split(f"\\{_TAKES}[")[1:]:
                target = part.partition("]")[0].removesuffix(".tex") + ".tex"
                folders = (dirname(m.root), dirname(file.path), "")
                if not any(normpath(join(folder, target)) in names for folder in folders):
                    return [self._ctx.unchecked(f"\\{_TAKES} takes parts of files that are not here")]
        return []

    def _bare(self, name: str) -> list[tuple[str, str]]:
        """Return the possible names of a label in other documents, each with the text of these."""
        loaded = self._texts.items()
        return [(name.removeprefix(prefix), text) for prefix, text in loaded if name.startswith(prefix)]

    @cached_property
    def _usual(self) -> Mapping[str, int]:
        """The number of labels in the project by prefix; empty if no labels are loaded."""
        if not self._texts:
            return Counter()
        m = self._ctx.manuscript
        names = (*self._ctx.project.labels_outside(m.files), *m.labels_by_name)
        return Counter(name.partition(":")[0] for name in names if ":" in name)

    @cached_property
    def _loads_itself(self) -> bool:
        """Whether all that is loaded are chapters of the document, which load each other's labels to compile alone."""
        m = self._ctx.manuscript
        own = {path.removesuffix(".tex") for path in m.files}
        return all(
            any(
                normpath(join(folder, call["other"].strip())) in own
                for folder in (dirname(m.root), dirname(path))
            )
            for path, file in m.files.items()
            for call in _LOADS.finditer(file.text)
            if call["other"]
        )

    @cached_property
    def _own(self) -> list[re.Match[str]]:
        files = self._ctx.manuscript.files.values() if self._commands else ()
        return [call for file in files for call in _LOADS.finditer(file.text)]

    @cached_property
    def _plainly(self) -> list[re.Match[str]]:
        """The commands that load labels; empty if one of them cannot be parsed."""
        files = self._ctx.manuscript.files.values()
        calls = [call for call in self._own if call["other"]]
        known = self._commands == ["externaldocument"] and not any(
            "\\" in (call["prefix"] or "") for call in calls
        )
        return calls if known and sum(f.text.count(_LOADING) for f in files) == len(calls) else []

    @cached_property
    def _texts(self) -> dict[str, str]:
        """The texts of all documents whose labels are loaded, by the prefix of these labels.

        It is empty if a document is not in the project, or if a macro makes labels.
        """
        prefixes = {_stem(call["other"]): call["prefix"] or "" for call in self._own if call["other"]}
        if not prefixes:
            return {}  # without a look at all files, which could not be repeated by the next run
        project = self._ctx.project.files.items()
        texts = {_stem(path): file.text for path, file in project if path.endswith(".tex")}
        theirs = [call for other in prefixes.keys() & texts.keys() for call in _LOADS.finditer(texts[other])]
        names = prefixes.keys() | {_stem(call["read"]) for call in theirs if call["read"]}
        if not names <= texts.keys() or any(call["built"] for call in (*self._own, *theirs)):
            return {}
        whole = "\n".join(texts[name] for name in sorted(names))
        return dict.fromkeys(prefixes.values(), whole)


def _stem(path: str) -> str:
    return path.strip().rpartition("/")[2].removesuffix(".tex")
