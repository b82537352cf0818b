r"""The parts of the argument of a document: statements, their proofs, floats, and the meaning of labels.

A proof belongs to its ``\proves`` or ``\proofof``, else to the reference in its title, else to the nearest preceding
result of the same nesting; definitions and remarks have no proofs.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from argcheck.argument.extract.float_names import own_captions, own_labels
from argcheck.files.cache import digest
from argcheck.files.diagnostic import Span
from argcheck.files.grouping import lists_by_key
from argcheck.files.nesting import Nesting
from argcheck.prose.families import PROVABLE, family, is_called
from argcheck.reading.section_labels import SectionLabels
from argcheck.tex.commands import words
from argcheck.tex.sections import order
from argcheck.tex.units import is_proof
from argcheck.tex.vocabulary import any_of, codes, wording

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from argcheck.files.source import SourceFile
    from argcheck.tex.model import Directive, Environment, ManuscriptRecords, Reference, Use

TRACKED = "proofgraphtrack"  #: makes statements of environments that are not declared as theorems
#: Floats beside those that LaTeX knows; parts of a figure only if they have a label.
_FLOATS = frozenset(words("lstlisting minted listing tcblisting subfigure subtable subcaptionblock"))
_BOUNDARY = 8  # characters of the digest in the id of a statement without a label


class Stated(NamedTuple):
    """A theorem-like environment."""

    number: int  #: index in `ManuscriptRecords.environments`
    id: str
    kind: str  #: its printed title, in lower case
    family: str  #: ``result``, ``definition``, ``axiom``, ``assumption``, ``open``, ``remark`` or ``other``
    labels: tuple[str, ...]
    span: Span
    body: Span
    title: str  #: the optional argument, as written

    @property
    def is_lemma(self) -> bool:
        """Whether its title says so, in any language."""
        return is_called(self.kind, "lemma")


class Proof(NamedTuple):
    """A proof; ``of`` has the ids of what it proves."""

    number: int  #: index in `ManuscriptRecords.environments`
    span: Span
    body: Span
    of: tuple[str, ...]
    how: str  #: how this is known: ``proves``, ``title``, ``section``, ``nearest``, or empty if it proves nothing known


class ProofSection(NamedTuple):
    """A section whose title refers to what it proves."""

    start: int
    end: int
    of: tuple[str, ...]


class Meaning(NamedTuple):
    """What a label labels."""

    kind: str  #: ``statement``, ``inside`` (a statement or its proof), ``float``, ``equation`` or ``section``
    id: str  #: id of the node, empty for sections and for equations outside of statements


class Layout:
    """The statements, proofs and floats of one document, and the one around each other environment."""

    def __init__(
        self, manuscript: ManuscriptRecords, further: Mapping[str, SourceFile] | None = None
    ) -> None:
        """Read the environments in document order; ``further`` files may be the places of nodes, too."""
        self.manuscript = manuscript
        self.files: dict[str, SourceFile] = {**manuscript.files, **(further or {})}
        self._theorems = self._theorem_kinds()
        self._kinds = self._environment_kinds()
        self.owner = self._owners()
        self._labels_in = lists_by_key((label.environment, label.name) for label in self.manuscript.labels)
        self._ordinals: dict[str, int] = {}  # ids without a label -> how many there are
        self.statements: dict[int, Stated] = self._statements()
        self.by_id: dict[str, Stated] = {stated.id: stated for stated in self.statements.values()}
        self.floats: dict[int, str] = self._floats()
        self.float_index = {name: index for index, name in self.floats.items()}
        self._meanings: dict[str, Meaning | None] = {}
        self.proofs: dict[int, Proof] = {}
        self.proofs = self._proofs()
        self._meanings.clear()  # meanings looked up before all proofs were known
        self.proofs_of: dict[str, list[Proof]] = {}
        for proof in self.proofs.values():
            for target in proof.of:
                self.proofs_of.setdefault(target, []).append(proof)

    # -- environments

    def _theorem_kinds(self) -> Mapping[str, str]:
        r"""The printed titles of theorem-like environments, declared or tracked for proofgraph, by name."""
        tracked = {use.name: use.name for use in self.manuscript.uses if use.command == TRACKED}
        return {**tracked, **self.manuscript.theorem_kinds} if tracked else self.manuscript.theorem_kinds

    def _environment_kinds(self) -> dict[int, str]:
        """``statement``, ``proof`` or ``float`` by index of environment."""
        kinds, theorems, floats = {}, self._theorems, self.manuscript.float_names
        for index, environment in enumerate(self.manuscript.environments):
            name = environment.name
            if title := theorems.get(name) or (theorems.get(name[:-1]) if name.endswith("*") else None):
                kinds[index] = "proof" if is_proof(title) else "statement"
            elif name in floats or name.rstrip("*") in _FLOATS:
                kinds[index] = "float"
            elif is_proof(name):
                kinds[index] = "proof"
        return kinds

    def _owners(self) -> list[int]:
        """For each environment the index of the innermost statement, proof, float or labelled part around it, or -1."""
        owner: list[int] = []
        labelled = {label.environment for label in self.manuscript.labels}
        for index, environment in enumerate(self.manuscript.environments):
            outer = owner[environment.parent] if environment.parent >= 0 else -1
            part = self._kinds.get(index) == self._kinds.get(outer) == "float" and index not in labelled
            owner.append(index if index in self._kinds and not part else outer)
        return owner

    def _statements(self) -> dict[int, Stated]:
        taken, used = set(self.manuscript.labels_by_name), set[str]()
        statements = {}
        for index, kind in self._kinds.items():
            if kind == "statement":
                stated = self._statement(index, self.manuscript.environments[index], taken, used)
                taken.add(stated.id)
                used.add(stated.id)
                statements[index] = stated
        return statements

    def _statement(self, index: int, environment: Environment, taken: set[str], used: set[str]) -> Stated:
        name = environment.name
        kind = self._theorems.get(name) or self._theorems[name.removesuffix("*")]
        labels = tuple(self._labels_in.get(index, ()))
        body = inside(environment)
        which = labels[0] if labels else ""
        if not which or which in used:  # a label given twice is reported elsewhere; here these are two claims
            which = self._generated_id(kind, environment.span.path, body, taken)
        title = environment.option or ""
        return Stated(index, which, kind, family(kind, name), labels, environment.span, body, title)

    def _generated_id(self, kind: str, path: str, body: Span, taken: set[str]) -> str:
        """Return an id of kind and a digest of section label and text; of equal ones with a number."""
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
        """Return the label of the section around a place, else its title as written."""
        return self._sections.of(span)

    @cached_property
    def _sections(self) -> SectionLabels:
        return SectionLabels(self.manuscript)

    def _floats(self) -> dict[int, str]:
        """The id of each float by index: its label, else a generated one."""
        m = self.manuscript
        labels = own_labels(m, self.owner_index, self.captions)
        taken, given = {*m.labels_by_name, *self.by_id}, set[str]()
        floats = {}
        for index, kind in self._kinds.items():
            if kind == "float" and self.owner[index] == index:
                body = inside(m.environments[index])
                name = next((label for label in labels.get(index, ()) if label not in given), "")
                floats[index] = name or self._generated_id("float", body.path, body, taken)
                given.add(floats[index])
                taken.add(floats[index])
        return floats

    @cached_property
    def captions(self) -> dict[int, Span]:
        """The caption's text of each float, or of another environment around a caption, by index."""
        return own_captions(self.manuscript, self.owner_index)

    # -- proofs

    def _proofs(self) -> dict[int, Proof]:
        m = self.manuscript
        annotated, titles = self._annotated(), self._titles()
        owing = {self.owner_of(use) for use in m.uses}  # in a blueprint a definition may have a proof
        last: dict[int, str] = {}  # nesting -> the latest result in it
        proofs = {}
        for index in sorted(self._kinds):
            environment, outer = m.environments[index], self._around(index)
            if index in self.statements:
                if self.statements[index].family in PROVABLE or index in owing:
                    last[outer] = self.statements[index].id
            elif self._kinds[index] == "proof":
                of, how = self._proven_by(index, annotated, titles, last, outer)
                proofs[index] = Proof(index, environment.span, inside(environment), of, how)
        return proofs

    def _proven_by(
        self,
        index: int,
        annotated: Mapping[int, list[str]],
        titles: Mapping[int, list[str]],
        last: Mapping[int, str],
        outer: int,
    ) -> tuple[tuple[str, ...], str]:
        """Return what a proof proves and how this is known; names without meaning, reported elsewhere, are skipped."""
        for names, how in ((annotated.get(index, ()), "proves"), (titles.get(index, ()), "title")):
            meant = (meaning.id for meaning in map(self.label_meaning, names) if meaning)
            of = tuple(dict.fromkeys(name for name in meant if name in self.by_id))
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
        r"""Return what a section such as ``Proof of \ref{thm}`` proves, unless a result is in it before the proof."""
        span = self.manuscript.environments[index].span
        before = self.by_id[nearest].span if nearest else None
        section = self.proof_section(span)
        if section is None or (before and before.path == span.path and before.start > section.start):
            return ()
        return section.of

    def proof_section(self, span: Span) -> ProofSection | None:
        """Return the section around a place whose title says that it proves something, preferably what, or None."""
        sections = self.proof_sections.get(span.path, ())
        here = (section for section in sections if section.start <= span.start < section.end)
        return max(here, key=lambda section: bool(section.of), default=None)

    @cached_property
    def proof_sections(self) -> dict[str, list[ProofSection]]:
        """The sections whose titles say that they prove something, by path."""
        proof_sections: dict[str, list[ProofSection]] = {}
        for section in self.manuscript.sections:
            path, start, end = section.title
            if not wording(codes(), r"{proofs.titles}\b").search(self.files[path].text, start, end):
                continue
            named = [item.name for item in self.manuscript.references if item.span.starts_in(section.title)]
            meanings = [meaning for name in named if (meaning := self.label_meaning(name))]
            of = tuple(dict.fromkeys(meaning.id for meaning in meanings if meaning.id in self.by_id))
            for part in order(self.manuscript).own_extent(section):
                proof_sections.setdefault(part.path, []).append(ProofSection(part.start, part.end, of))
        return proof_sections

    def _around(self, index: int) -> int:
        return self.owner_index(self.manuscript.environments[index].parent)

    def _annotated(self) -> dict[int, list[str]]:
        r"""The names in the ``\proves`` and ``\proofof`` of each proof, by index."""
        names_of_proof: dict[int, list[str]] = {}
        for use in self.manuscript.uses:
            if use.command in ("proves", "proofof"):
                index = self.owner_of(use)
                if self._kinds.get(index) == "proof":
                    names_of_proof.setdefault(index, []).append(use.name)
        for index, names in self._proves_of_comments():
            names_of_proof.setdefault(index, []).extend(names)
        return names_of_proof

    def _proves_of_comments(self) -> Iterator[tuple[int, list[str]]]:
        """Yield the index of each proof with a ``% argcheck: proves`` before or inside it, and its names."""
        for directive in self.manuscript.directives:
            words = directive.text.replace(",", " ").split()
            if words and words[0].lower() == "proves":
                index = self.proof_at(directive)
                if index >= 0:
                    yield index, words[1:]

    def proof_at(self, directive: Directive) -> int:
        """Return the index of the proof around a comment or right after it, or -1."""
        path, start = directive.span.path, directive.span.start
        offset = directive.next_start if directive.own_line else start
        index = self.at(Span(path, offset, offset))
        return index if self._kinds.get(index) == "proof" else -1

    def _titles(self) -> dict[int, list[str]]:
        """The labels in the title of each proof, by index."""
        titles: dict[int, list[str]] = {}
        for reference in self.manuscript.references:
            index = reference.environment
            if self._kinds.get(index) == "proof" and self.in_title(reference):
                titles.setdefault(index, []).append(reference.name)
        return titles

    def in_title(self, reference: Reference) -> bool:
        r"""Whether a reference is in the title of its environment: ``\begin{proof}[of \ref{a}]``, ``(of \ref{a})``."""
        environment = self.manuscript.environments[reference.environment]
        begin, span = environment.begin, reference.span
        if span.path != begin.path or span.start < begin.end:
            return begin.path == span.path and begin.start <= span.start
        opening, closing = "{}" if "of" in environment.name[5:] else "()"  # a title typed without the option
        between = self.files[span.path].text[begin.end : span.start]
        title = between.lstrip()
        if title != between and not any_of(codes(), "shares.of", "proofs.titles").match(title[1:].lstrip()):
            return False  # parentheses on the next line are a sentence
        return title.startswith(opening) and title.count(opening) > title.count(closing)

    # -- what is around a place

    def owner_of(self, item: Use | Reference) -> int:
        """Return the index of the innermost statement, proof or float around a use or a reference, or -1."""
        return self.owner_index(item.environment)

    def owner_index(self, environment: int) -> int:
        """Return that around, or equal to, the environment of an index, which may be -1."""
        return self.owner[environment] if environment >= 0 else -1

    def claims_of(self, index: int) -> tuple[str, ...]:
        """Return the ids for which an environment supports: its own, or those of what it proves."""
        if index in self.statements:
            return (self.statements[index].id,)
        if index in self.proofs:
            return self.proofs[index].of
        if index in self.floats:
            return (self.floats[index],)
        return ()

    def at(self, span: Span) -> int:
        """Return the index of the innermost statement, proof or float around a place, or -1."""
        nesting = self._nesting.get(span.path)
        return nesting.innermost(span.start) if nesting else -1

    @cached_property
    def _nesting(self) -> dict[str, Nesting]:
        """The ranges of statements, proofs and floats, by path."""
        ranges: dict[str, list[tuple[int, int, int]]] = {}
        for index in self._kinds:
            if self.owner[index] == index:
                path, start, end = self.manuscript.environments[index].span
                ranges.setdefault(path, []).append((start, end, index))
        return {path: Nesting(here) for path, here in ranges.items()}

    def label_meaning(self, name: str) -> Meaning | None:
        """Return what a label labels, or None if it does not exist."""
        if name not in self._meanings:
            self._meanings[name] = self._meaning(name)
        return self._meanings[name]

    def _meaning(self, name: str) -> Meaning | None:
        """Return what a label labels, by the environments around its first place."""
        labels = self.manuscript.labels_by_name.get(name)
        if not labels:
            return None
        environment = labels[0].environment
        index = self.owner_index(environment)
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
        environments = self.manuscript.environments
        around = (index, *self.manuscript.around(environments[index]))
        return any(environments[place].name.removeprefix("sub").startswith(_EQUATIONS) for place in around)


#: How names of environments with numbered equations begin.
_EQUATIONS = ("equation", "align", "gather", "multline", "eqnarray", "math", "flalign", "IEEEeqn", "dmath")


def inside(environment: Environment) -> Span:
    r"""Return an environment without its ``\begin`` and ``\end``."""
    start = environment.begin.end
    end = environment.span.end - len(f"\\end{{{environment.name}}}")
    return Span(environment.span.path, start, max(start, end))
