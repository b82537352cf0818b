r"""Where the parts of an argument stand: statements, their proofs, floats, and what a label means.

A proof belongs to its ``\proves`` or ``\proofof``, then to the reference in its title, then to the
nearest preceding result of the same nesting, never to a definition or a remark.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cache, cached_property
from typing import TYPE_CHECKING, NamedTuple

from argcheck.cache import digest
from argcheck.diagnostic import Span
from argcheck.patterns import lazy

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from argcheck.source import SourceFile
    from argcheck.tex.model import Directive, Environment, Manuscript, Reference, Use

_PROOF = lazy(
    r"(?:[a-z]{0,8}proof(?:of|sketch)?|proof[a-z]{0,8}|pf|prf|beweis|preuve|demo|demonstration|démonstration)\*?\Z"
)
_PROVING = lazy(r"[Pp]roofs?\b|[Bb]eweise?\b|[Pp]reuves?\b|[Dd]émonstrations?\b")
#: Makes statements of environments that nothing declares as theorems.
TRACKED = "proofgraphtrack"
_NO_PROOF = frozenset({"prooftree", "prooftree*", "proofbox"})
_LISTINGS = frozenset(("lstlisting", "minted", "listing", "tcblisting"))
_FAMILIES = (
    ("definition", "definition définition notation construction convention terminology begriff defn defi"),
    ("axiom", "axiom postulate postulat"),
    ("assumption", "assumption hypothes condition annahme voraussetzung hypothès standing"),
    ("open", "conjecture question problem vermutung frage"),
    (
        "result",
        "theorem lemma propos corollar claim observation fact criterion scholium result satz théorème lemme property",
    ),
    ("result", "korollar folgerung behauptung principle law estimate"),
    (
        "remark",
        "remark example exercise note solution case comment bemerkung beispiel remarque exemple warning",
    ),
)
_BOUNDARY = 8  # characters of the digest in the id of a statement without a label


class Stated(NamedTuple):
    """One theorem-like environment."""

    number: int  #: in `Manuscript.environments`
    id: str
    kind: str  #: its printed title in lower case
    family: str  #: ``result``, ``definition``, ``axiom``, ``assumption``, ``open``, ``remark`` or ``other``
    labels: tuple[str, ...]
    span: Span
    body: Span
    title: str  #: the optional argument, as written


class Proof(NamedTuple):
    """One proof; ``of`` holds the ids of what it proves."""

    number: int  #: in `Manuscript.environments`
    span: Span
    body: Span
    of: tuple[str, ...]
    how: str  #: ``proves``, ``title``, ``section``, ``nearest``, or empty where it belongs to nothing


class ProofSection(NamedTuple):
    """A section whose title refers to what it proves."""

    start: int
    end: int
    of: tuple[str, ...]


class Meaning(NamedTuple):
    """What a label stands for."""

    kind: str  #: ``statement``, ``inside`` (a statement or its proof), ``float``, ``equation`` or ``section``
    id: str  #: of the node, empty for equations outside of statements and for sections


@cache
def family(kind: str, name: str = "") -> str:
    """Sort a printed title such as ``technical lemma`` or ``satz`` into what it does in an argument."""
    words = f"{kind} {name}".lower()
    for found, stems in _FAMILIES:
        if any(stem in words for stem in stems.split()):
            return found
    return "other"


#: Families that a proof may belong to.
PROVABLE = frozenset({"result", "other", "open"})


class Layout:
    """The statements, proofs and floats of one document, and the owner of everything else."""

    def __init__(self, manuscript: Manuscript, further: Mapping[str, SourceFile] | None = None) -> None:
        """Read the environments once, in document order; ``further`` files may hold places too."""
        self.manuscript = manuscript
        self.files: dict[str, SourceFile] = {**manuscript.files, **(further or {})}
        self._theorems = self._theorem_kinds()
        self._kinds = self._sort_environments()
        self.owner = self._owners()
        self._labels_in = self._labels_by_environment()
        self._ordinals: dict[str, int] = {}  # of what has no label: how many there are of one text
        self.statements: dict[int, Stated] = self._statements()
        self.by_id: dict[str, Stated] = {one.id: one for one in self.statements.values()}
        self.floats: dict[int, str] = self._floats()
        self.float_index = {name: index for index, name in self.floats.items()}
        self.proofs: dict[int, Proof] = {}
        self.proofs = self._proofs()
        self.proofs_of: dict[str, list[Proof]] = {}
        for proof in self.proofs.values():
            for target in proof.of:
                self.proofs_of.setdefault(target, []).append(proof)

    # -- environments

    def _theorem_kinds(self) -> dict[str, str]:
        r"""Environment -> kind: what the document declares, and what it has proofgraph track besides."""
        tracked = {use.name: use.name for use in self.manuscript.uses if use.command == TRACKED}
        return {**tracked, **self.manuscript.theorem_kinds} if tracked else self.manuscript.theorem_kinds

    def _sort_environments(self) -> dict[int, str]:
        """Index -> ``statement``, ``proof`` or ``float``."""
        m, found = self.manuscript, {}
        theorems, floats = self._theorems, m.float_names
        for index, environment in enumerate(m.environments):
            name = environment.name
            if name in theorems or (name.endswith("*") and name[:-1] in theorems):
                found[index] = "statement"
            elif name in floats or name in _LISTINGS:
                found[index] = "float"
            elif _PROOF.match(name.lower()) and name not in _NO_PROOF:
                found[index] = "proof"
        return found

    def _owners(self) -> list[int]:
        """For each environment the innermost statement, proof or float that it is or stands in, -1 for none."""
        owner: list[int] = []
        for index, environment in enumerate(self.manuscript.environments):
            outer = owner[environment.parent] if environment.parent >= 0 else -1
            inner_float = self._kinds.get(index) == "float" and self._kinds.get(outer) == "float"
            owner.append(index if index in self._kinds and not inner_float else outer)
        return owner

    def _labels_by_environment(self) -> dict[int, list[str]]:
        found: dict[int, list[str]] = {}
        for label in self.manuscript.labels:
            found.setdefault(label.environment, []).append(label.name)
        return found

    def _statements(self) -> dict[int, Stated]:
        m = self.manuscript
        taken, used = set(m.labels_by_name), set[str]()
        found = {}
        for index, kind in self._kinds.items():
            if kind == "statement":
                one = self._statement(index, m.environments[index], taken, used)
                taken.add(one.id)
                used.add(one.id)
                found[index] = one
        return found

    def _statement(self, index: int, environment: Environment, taken: set[str], used: set[str]) -> Stated:
        name, kinds = environment.name, self._theorems
        kind = kinds.get(name) or kinds[name.removesuffix("*")]
        labels = tuple(self._labels_in.get(index, ()))
        body = inside(environment)
        which = labels[0] if labels else self._hashed(kind, environment.span.path, body, taken)
        if (
            labels and which in used
        ):  # a label given twice, which is reported elsewhere: two claims all the same
            which = self._hashed(kind, environment.span.path, body, taken)
        option = environment.option or ""
        return Stated(index, which, kind, family(kind, name), labels, environment.span, body, option)

    def _hashed(self, kind: str, path: str, body: Span, taken: set[str]) -> str:
        """Name what has no label by kind, section label and text; an ordinal tells equals apart."""
        text = " ".join(self.files[path].text[body.start : body.end].split())
        key = f"{kind}\0{self.section_label(body)}\0{text}"
        slug = re.sub(r"[^\w]+", "-", kind)
        base = f"{slug}:{digest(key.encode('utf-8', 'surrogatepass'))[:_BOUNDARY]}"
        which, ordinal = base, self._ordinals.get(base, 1)
        while which in taken:
            ordinal += 1
            which = f"{base}#{ordinal}"
        self._ordinals[base] = ordinal
        return which

    def section_label(self, span: Span) -> str:
        """Return the label of the section that a place is in, else its title as written."""
        sections = self._sections.get(span.path, [])
        which = bisect_right(sections, (span.start, "")) - 1
        return sections[which][1] if which >= 0 else ""

    @cached_property
    def _sections(self) -> dict[str, list[tuple[int, str]]]:
        """Path -> where its sections begin, and their labels or titles."""
        labels: dict[str, list[tuple[int, str]]] = {}
        for label in self.manuscript.labels:
            labels.setdefault(label.span.path, []).append((label.span.start, label.name))
        found: dict[str, list[tuple[int, str]]] = {}
        for section in self.manuscript.sections:
            here = labels.get(section.span.path, [])
            title = section.title
            name = self.files[title.path].text[title.start : title.end]
            following = bisect_right(here, (section.span.end, ""))
            if following < len(here):
                between = self.files[title.path].text[section.span.end : here[following][0]]
                name = here[following][1] if not between.strip() else name
            found.setdefault(section.span.path, []).append((section.span.start, name))
        for places in (*found.values(), *labels.values()):
            places.sort()
        return found

    def _floats(self) -> dict[int, str]:
        """Index -> id: its first label, else a name made of its text; of nested floats the outer one has it."""
        m = self.manuscript
        labels: dict[int, list[str]] = {}
        for label in m.labels:
            index = self.owner[label.environment] if label.environment >= 0 else -1
            if self._kinds.get(index) == "float":
                labels.setdefault(index, []).append(label.name)
        taken = {*m.labels_by_name, *self.by_id}
        found = {}
        for index, kind in self._kinds.items():
            if kind == "float" and self.owner[index] == index:
                environment = m.environments[index]
                if index in labels:
                    found[index] = labels[index][0]
                else:
                    found[index] = self._hashed("float", environment.span.path, inside(environment), taken)
                    taken.add(found[index])
        return found

    # -- proofs

    def _proofs(self) -> dict[int, Proof]:
        m = self.manuscript
        told = self._told()
        titles = self._titles()
        last: dict[int, str] = {}  # nesting -> the latest result there
        found = {}
        for index in sorted(self._kinds):
            environment = m.environments[index]
            outer = self._around(index)
            if index in self.statements:
                if self.statements[index].family in PROVABLE:
                    last[outer] = self.statements[index].id
            elif self._kinds[index] == "proof":
                of, how = self._belongs(index, told, titles, last, outer)
                found[index] = Proof(index, environment.span, inside(environment), of, how)
        return found

    def _belongs(
        self,
        index: int,
        told: Mapping[int, list[str]],
        titles: Mapping[int, list[str]],
        last: Mapping[int, str],
        outer: int,
    ) -> tuple[tuple[str, ...], str]:
        """Decide what a proof belongs to; names that mean nothing are reported elsewhere, and the next sign counts."""
        for names, how in ((told.get(index, ()), "proves"), (titles.get(index, ()), "title")):
            meanings = (self.label_meaning(name) for name in names)
            of = tuple(dict.fromkeys(one.id for one in meanings if one and one.id in self.by_id))
            if of:
                return of, how
        of = self._of_section(index, last.get(outer, ""))
        if of:
            return of, "section"
        around = self.statements.get(outer)
        if around is not None and around.family in PROVABLE:
            return (around.id,), "nearest"
        if outer in last:
            return (last[outer],), "nearest"
        return (), ""

    def _of_section(self, index: int, nearest: str) -> tuple[str, ...]:
        r"""Return what a section such as ``Proof of \ref{thm}`` proves, unless it states a result of its own before."""
        span = self.manuscript.environments[index].span
        before = self.by_id[nearest].span if nearest else None
        section = self.proof_section(span)
        if section is None or (before and before.path == span.path and before.start > section.start):
            return ()
        return section.of

    def proof_section(self, span: Span) -> ProofSection | None:
        """Return the section around a place whose title says that it proves something."""
        here = (one for one in self._proof_sections.get(span.path, ()) if one.start <= span.start < one.end)
        return next(here, None)

    @cached_property
    def _proof_sections(self) -> dict[str, list[ProofSection]]:
        found: dict[str, list[ProofSection]] = {}
        sections = self.manuscript.sections
        for place, section in enumerate(sections):
            path, start, end = section.title
            if not _PROVING.search(self.files[path].text, start, end):
                continue
            named = [one.name for one in self.manuscript.references if _begins_in(one.span, section.title)]
            meanings = [meaning for name in named if (meaning := self.label_meaning(name))]
            of = tuple(dict.fromkeys(one.id for one in meanings if one.id in self.by_id))
            following = (
                one for one in sections[place + 1 :] if one.span.path == path and one.level <= section.level
            )
            after = next((one.span.start for one in following), len(self.files[path].text))
            if of:
                found.setdefault(path, []).append(ProofSection(section.span.end, after, of))
        return found

    def _around(self, index: int) -> int:
        parent = self.manuscript.environments[index].parent
        return self.owner[parent] if parent >= 0 else -1

    def _told(self) -> dict[int, list[str]]:
        r"""Index of a proof -> the names in its ``\proves`` and ``\proofof``."""
        found: dict[int, list[str]] = {}
        for use in self.manuscript.uses:
            if use.command in ("proves", "proofof"):
                index = self.owner[use.environment] if use.environment >= 0 else -1
                if self._kinds.get(index) == "proof":
                    found.setdefault(index, []).append(use.name)
        for index, names in self.told_by_comments():
            found.setdefault(index, []).extend(names)
        return found

    def told_by_comments(self) -> Iterator[tuple[int, list[str]]]:
        """Yield proofs and what a ``% argcheck: proves`` before or inside says that they prove."""
        for directive in self.manuscript.directives:
            words = directive.text.replace(",", " ").split()
            if words and words[0].lower() == "proves":
                index = self.proof_at(directive)
                if index >= 0:
                    yield index, words[1:]

    def proof_at(self, directive: Directive) -> int:
        """Return the proof that a comment stands in or that begins behind it, -1 for none."""
        path, start = directive.span.path, directive.span.start
        offset = directive.next_start if directive.own_line else start
        index = self.at(Span(path, offset, offset))
        return index if self._kinds.get(index) == "proof" else -1

    def _titles(self) -> dict[int, list[str]]:
        """Index of a proof -> the labels that its title refers to."""
        found: dict[int, list[str]] = {}
        for reference in self.manuscript.references:
            index = reference.environment
            if self._kinds.get(index) == "proof" and self.in_title(reference):
                found.setdefault(index, []).append(reference.name)
        return found

    def in_title(self, reference: Reference) -> bool:
        r"""Whether a reference stands in the title of its environment: ``\begin{proof}[of \ref{a}]``."""
        environment = self.manuscript.environments[reference.environment]
        begin, span = environment.begin, reference.span
        if span.path != begin.path or span.start < begin.start:
            return False
        if span.start < begin.end:
            return True
        if "of" not in environment.name[5:]:
            return False
        between = self.files[span.path].text[begin.end : span.start]
        return between.startswith("{") and between.count("{") > between.count("}")

    # -- what stands where

    def owner_of(self, item: Use | Reference) -> int:
        """Return the innermost statement, proof or float around a use or a reference, -1 for none."""
        return self.owner_index(item.environment)

    def owner_index(self, environment: int) -> int:
        """Return the same for the index of an environment, which may be -1."""
        return self.owner[environment] if environment >= 0 else -1

    def claims_of(self, index: int) -> tuple[str, ...]:
        """Return the ids that an environment speaks for: its own, or those of what it proves."""
        if index in self.statements:
            return (self.statements[index].id,)
        if index in self.proofs:
            return self.proofs[index].of
        if index in self.floats:
            return (self.floats[index],)
        return ()

    def at(self, span: Span) -> int:
        """Return the innermost statement, proof or float around a place, -1 for none."""
        if span.path not in self._nest:
            return -1
        starts, ends, which, hosts = self._nest[span.path]
        here = bisect_right(starts, span.start) - 1
        while here >= 0 and ends[here] <= span.start:
            here = hosts[here]
        return which[here] if here >= 0 else -1

    @cached_property
    def _nest(self) -> dict[str, tuple[list[int], list[int], list[int], list[int]]]:
        """Path -> starts, ends, indexes and enclosing entries of what owns, ordered by start."""
        spans: dict[str, list[tuple[int, int, int]]] = {}
        for index in self._kinds:
            if self.owner[index] == index:
                span = self.manuscript.environments[index].span
                spans.setdefault(span.path, []).append((span.start, span.end, index))
        return {path: _nested(sorted(here)) for path, here in spans.items()}

    def label_meaning(self, name: str) -> Meaning | None:
        """Return what a label stands for; None for a label that does not exist."""
        labels = self.manuscript.labels_by_name.get(name)
        if not labels:
            return None
        environment = labels[0].environment
        index = self.owner[environment] if environment >= 0 else -1
        if index in self.statements:
            kind = "statement" if index == environment else "inside"
            return Meaning(kind, self.statements[index].id)
        if index in self.floats:
            return Meaning("float", self.floats[index])
        if environment >= 0 and self._kinds.get(index) == "proof":
            of = self.proofs[index].of if index in self.proofs else ()
            return Meaning("inside", of[0] if of else "")
        if environment >= 0 and self._numbered(environment):
            return Meaning("equation", "")
        return Meaning("section", "")

    def _numbered(self, index: int) -> bool:
        while index >= 0:
            environment = self.manuscript.environments[index]
            if _EQUATION.match(environment.name):
                return True
            index = environment.parent
        return False


_EQUATION = lazy(r"(?:sub)?(?:equation|align|gather|multline|eqnarray|math|flalign|alignat|IEEEeqn|dmath)")


def _begins_in(span: Span, around: Span) -> bool:
    return span.path == around.path and around.start <= span.start < around.end


def _nested(spans: Iterable[tuple[int, int, int]]) -> tuple[list[int], list[int], list[int], list[int]]:
    starts: list[int] = []
    ends: list[int] = []
    which: list[int] = []
    hosts: list[int] = []
    open_ones: list[int] = []
    for here, (start, end, index) in enumerate(spans):
        while open_ones and ends[open_ones[-1]] <= start:
            open_ones.pop()
        starts.append(start)
        ends.append(end)
        which.append(index)
        hosts.append(open_ones[-1] if open_ones else -1)
        open_ones.append(here)
    return starts, ends, which, hosts


def inside(environment: Environment) -> Span:
    r"""Return an environment without its ``\begin`` and ``\end``."""
    start = environment.begin.end
    end = environment.span.end - len(f"\\end{{{environment.name}}}")
    return Span(environment.span.path, start, max(start, end))
