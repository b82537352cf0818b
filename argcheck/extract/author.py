r"""The run ``author``: what the author says of the argument, in comments and in macros.

T1 comments (``% argcheck: claim id=...``), the macros of argcheck.sty, those of blueprints
(``\uses``, ``\proves``, ``\lean``, ``\leanok``) and those of proofgraph.  What is malformed or names
nothing becomes a problem with its place.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from argcheck.diagnostic import Span
from argcheck.extract import comments
from argcheck.extract.comments import MAKERS, Attribute, Name
from argcheck.extract.layout import TRACKED
from argcheck.extract.model import ASSUMES, ATTACKS, AUTHOR, CONCLUSION, GIVEN, SUPPORTS, Node, Run
from argcheck.extract.nodes import Builder, by_place, within
from argcheck.numerals import real
from argcheck.patterns import lazy
from argcheck.tex.arguments import BLANK, group_end

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from argcheck.extract.comments import Annotation
    from argcheck.extract.layout import Layout
    from argcheck.extract.texts import Texts
    from argcheck.extract.works import Works
    from argcheck.tex.model import Directive, Use

_FLAGS = frozenset(("leanok", "mathlibok", "notready"))
#: What may stand between an ``\argclaim`` and a macro about it.
_MACROS = lazy(r"(?:\s|%[^\n]*\n|\\(?:uses|supports|attacks|assumes)\s*\{[^{}]*\})*")
_TRAIL = 1_000  # characters
_KINDS = ("given", "inference", "assumption", "conclusion")
_REFUTED = "refuted by the author"
_CERTAIN = 0.95  #: what the author says outright
_ADVICE = f"attributes are {', '.join(f'{key}=' for key in comments.ATTRIBUTES)}"
#: `\proofgraphignore`, `\proofgraphexclude` and `\proofgraphuntrack` take away; the merger asks for them.
IGNORED, EXCLUDED, UNTRACKED = "proofgraphignore", "proofgraphexclude", "proofgraphuntrack"
#: Macros that others obey: the layout, the merger, and the beginning of this run.
_ELSEWHERE = frozenset(("argclaim", "alsoIn", IGNORED, EXCLUDED, UNTRACKED, TRACKED))


class _Command(NamedTuple):
    """One macro with all that it names."""

    command: str
    names: tuple[Name, ...]
    environment: int
    start: int  #: of the backslash

    @property
    def place(self) -> Span:
        """The macro without its arguments."""
        return Span(self.names[0].span.path, self.start, self.start + len(self.command) + 1)


def author_run(layout: Layout, texts: Texts, works: Works) -> Run:
    """Read all annotations of a document."""
    return _Author(layout, texts, works).run()


class _Author(Builder):
    """The state of the run."""

    def __init__(self, layout: Layout, texts: Texts, works: Works) -> None:
        super().__init__(AUTHOR, layout, texts, works)
        self.declared: dict[str, str] = {}  # id of an annotation -> id of its node
        self.first_uses: dict[int, Span] = {}
        self.made: list[Node] = []  # by \argclaim
        manuscript = layout.manuscript
        commands = [one for one in _commands(manuscript.uses, layout) if self._meant(one)]
        directives = list(self._annotations())
        for stated in layout.statements.values():
            if stated.labels and stated.family != "remark":
                self.statement(stated, kind=False)
        for one in commands:
            if one.command == "argclaim":
                self._argclaim(one)
        made = [(annotation, self._make(annotation, directive)) for annotation, directive in directives]
        for one in commands:
            self._command(one)
        for annotation, node in made:
            self._relate(annotation, node)
        self._settle()

    def _meant(self, one: _Command) -> bool:
        """Whether a macro is ours: what the document defines without arguments is a sign of its own."""
        return one.command in _FLAGS or one.command not in self.layout.manuscript.text_macros

    # -- what an annotation stands at

    def _annotations(self) -> Iterator[tuple[Annotation, Directive]]:
        for directive in self.layout.manuscript.directives:
            annotation = comments.parse(directive, self.layout.files[directive.span.path].text)
            if annotation is not None:
                yield annotation, directive

    def _target(self, directive: Directive, verb: str) -> Node | None:
        """Return the node of the environment that begins next, of the statement around, or of the sentence."""
        path = directive.span.path
        if directive.own_line:
            found = self._environment(path, directive.next_start)
            offset = directive.next_start
        else:
            found, offset = None, self._last_word(directive.span)
        if found is not None:
            return found
        index = self.layout.at(Span(path, offset, offset))
        if index in self.layout.statements:
            return self.statement(self.layout.statements[index], kind=False)
        if index in self.layout.proofs and verb not in MAKERS:
            return self._proven(index)
        sentence = self.texts.sentence(path, offset)
        return self.sentence(sentence) if sentence else None

    def _last_word(self, span: Span) -> int:
        text = self.layout.files[span.path].text
        return max(0, len(text[: span.start].rstrip()) - 1)

    def _environment(self, path: str, offset: int) -> Node | None:
        """Return the node of a statement, float, or proven statement whose environment begins at an offset."""
        layout = self.layout
        index = layout.at(Span(path, offset, offset))
        if index < 0 or layout.manuscript.environments[index].span.start != offset:
            return None
        if index in layout.statements:
            return self.statement(layout.statements[index], kind=False)
        if index in layout.floats:
            return self.float(index)
        return self._proven(index)

    def _proven(self, index: int) -> Node | None:
        of = self.layout.claims_of(index)
        return self.statement(self.layout.by_id[of[0]], kind=False) if of else None

    # -- verbs that make a node

    def _make(self, annotation: Annotation, directive: Directive) -> Node | None:
        """Return the node that a comment is about, with all that the comment says of it."""
        about_others = annotation.verb == "refuted" or (
            annotation.verb in comments.MARKS and annotation.names
        )
        if about_others:
            return None
        if annotation.verb == "proves" and self.layout.proof_at(directive) >= 0:
            for name in annotation.names:  # obeyed by the layout, checked here
                self._resolve(name)
            return None
        node = self._target(directive, annotation.verb)
        if node is None:
            message = f"nothing follows that '{annotation.verb}' could be said of"
            self.problem("malformed", annotation.span, message, "put it before a sentence or an environment")
            return None
        for word in annotation.stray:
            message = f"'{word.name}' is no attribute of '{annotation.verb}'"
            self.problem("malformed", word.span, message, _ADVICE)
        if annotation.verb in MAKERS:
            self._role(node, annotation.verb)
        for attribute in annotation.attributes:
            if annotation.verb not in comments.RELATIONS:
                self._attribute(node, annotation, attribute)
        return node

    def _attribute(self, node: Node, annotation: Annotation, attribute: Attribute) -> None:
        if attribute.key == "id":
            self._declare(node, attribute.value, attribute.span)
        elif attribute.key != "uses" and not self._told(node, attribute):
            message = f"'{annotation.verb}' has no attribute '{attribute.key}'"
            self.problem("malformed", attribute.span, message, _ADVICE)

    def _told(self, node: Node, attribute: Attribute) -> bool:
        """Take over what comments and macros alike say of a claim; returns whether it is such an attribute."""
        if attribute.key == "role":
            self._named_role(node, attribute)
        elif attribute.key == "kind":
            self._named_kind(node, attribute)
        elif attribute.key == "conf":
            node.confidence = self._number(attribute, node.confidence)
        else:
            return False
        return True

    def _declare(self, node: Node, name: str, span: Span) -> None:
        """Give a node the id of an annotation; the label of an environment stays its id."""
        if not name:
            self.problem("malformed", span, "an id is empty", "write id=some-name")
            return
        taken = self.declared.get(name, name if self.layout.label_meaning(name) else None)
        own = name == node.id or name in node.aliases
        if taken is not None and taken != node.id and not own:
            self.problem("duplicate-id", span, f"'{name}' already names something else", "choose another id")
            return
        self.declared[name] = node.id
        if own:
            return
        if node.sort == "sentence" and node.id.startswith("sentence:"):
            self._rename(node, name)
        else:
            node.aliases = (*node.aliases, name)

    def _rename(self, node: Node, name: str) -> None:
        """Let the first id that the author gives a sentence replace the one that was made for it."""
        del self.nodes[node.id]
        place = node.places[0]
        self._sentences[place.path, place.start, place.end] = name
        node.id = name
        self.nodes[name] = node
        self.declared[name] = name

    def _role(self, node: Node, role: str) -> None:
        node.role = role
        node.confidence = max(node.confidence, 0.8)
        if role == "conclusion":
            node.kind, node.declared = CONCLUSION, True
        elif role == "assumption":
            node.kind = "assumption"

    def _named_role(self, node: Node, attribute: Attribute) -> None:
        from argcheck.graph.model import ROLES

        role = attribute.value.lower()
        if role in ROLES:
            self._role(node, role)
        else:
            message = f"'{attribute.value}' is no role"
            self.problem("malformed", attribute.span, message, f"roles are {', '.join(ROLES)}")

    def _named_kind(self, node: Node, attribute: Attribute) -> None:
        kind = attribute.value.lower()
        if kind in _KINDS:
            node.kind = kind
            node.declared = node.declared or kind == CONCLUSION
        else:
            message = f"'{attribute.value}' is no kind"
            self.problem("malformed", attribute.span, message, f"kinds are {', '.join(_KINDS)}")

    def _number(self, attribute: Attribute | None, otherwise: float) -> float:
        """Return the confidence that an attribute states."""
        if attribute is None:
            return otherwise
        confidence = real(attribute.value)
        if confidence is not None and 0 <= confidence <= 1:
            return confidence
        message = f"'{attribute.value}' is no confidence"
        self.problem("malformed", attribute.span, message, "write a number from 0 to 1")
        return otherwise

    # -- verbs that refer

    def _relate(self, annotation: Annotation, node: Node | None) -> None:
        verb = annotation.verb
        if verb == "refuted":
            self._refuted(annotation)
        elif verb in comments.MARKS:
            self._mark(annotation, node)
        elif node is not None and verb in comments.RELATIONS:
            if not annotation.names:
                self.problem(
                    "malformed", annotation.span, f"'{verb}' names nothing", f"write `{verb} some-id`"
                )
            confidence = self._number(annotation.get("conf"), _CERTAIN)
            for name in annotation.names:
                self._related(verb, node, name, confidence)
        elif node is not None:
            uses = annotation.get("uses")
            text = self.layout.files[annotation.span.path].text
            for name in comments.names_of(uses, text) if uses else ():
                self._related("uses", node, name)

    def _settle(self) -> None:
        """Settle the kinds of claims of which only the role is known, now that all uses are known."""
        from argcheck.graph.model import kind_for_role

        open_ones = [
            one for one in self.nodes.values() if one.sort == "sentence" and one.role and not one.kind
        ]
        if not open_ones:
            return
        grounds = {
            e.target
            for e in self.edges
            if e.cause == "uses" and self.nodes[e.source].sort in ("work", "float")
        }
        cited = by_place(self._grounding())
        for node in open_ones:
            grounded = node.id in grounds or next(within(cited, node.places[0]), None) is not None
            node.kind = kind_for_role(node.role, grounded=grounded)

    def _grounding(self) -> list[tuple[Span, str]]:
        """Return the places of citations and of references to floats."""
        m, layout = self.layout.manuscript, self.layout
        meanings = {one.name: layout.label_meaning(one.name) for one in m.references}
        floats = {
            name for name, meaning in meanings.items() if meaning is not None and meaning.kind == "float"
        }
        cited = [(one.span, one.key) for one in m.citations]
        return cited + [(one.span, one.name) for one in m.references if one.name in floats]

    def _mark(self, annotation: Annotation, node: Node | None) -> None:
        nodes = [found for name in annotation.names if (found := self._resolve(name))]
        for one in nodes or ([node] if node else []):
            if annotation.verb == "open":
                one.open = True
            elif annotation.verb == "given":
                one.kind = GIVEN
            else:
                self._root(one)

    def _root(self, node: Node) -> None:
        node.declared = True
        node.kind = node.kind or CONCLUSION

    def _refuted(self, annotation: Annotation) -> None:
        if not annotation.names:
            message = "'refuted' does not say what is refuted"
            self.problem("malformed", annotation.span, message, "write `refuted some-id: reason`")
        for name in annotation.names:
            node = self._resolve(name)
            if node is not None:
                node.refuted, node.reason = True, annotation.reason or _REFUTED

    def _related(self, verb: str, node: Node, name: Name, confidence: float = _CERTAIN) -> None:
        """Relate ``node`` to a name: ``uses`` and ``assumes`` point to the node, the others from it."""
        other = self._resolve(name)
        if other is None:
            return
        if verb in ("uses", "assumes"):
            relation = ASSUMES if verb == "assumes" else SUPPORTS
            self.edge(other.id, node.id, name.span, "uses", relation=relation, confidence=confidence)
        else:
            relation = ATTACKS if verb == "attacks" else SUPPORTS
            self.edge(node.id, other.id, name.span, verb, relation=relation, confidence=confidence)

    # -- macros

    def _argclaim(self, one: _Command) -> None:
        r"""``\argclaim[role=..,kind=..,conf=..,open]{id}{text}``."""
        name = one.names[0]
        place = self._behind(name)
        if place is None:
            self.problem("malformed", name.span, f"\\argclaim{{{name.name}}} has no text", "add {its text}")
            return
        if name.name in self.declared or self.layout.label_meaning(name.name):
            message = f"'{name.name}' already names something else"
            self.problem("duplicate-id", name.span, message, "choose another id")
            return
        node = Node(name.name, lambda: self.texts.plain(place), (place,), AUTHOR)
        self.nodes[node.id] = node
        self.place(node)
        self.declared[node.id] = node.id
        self.made.append(node)
        self._options(node, Span(name.span.path, one.start, name.span.start))
        node.role = node.role or "claim"

    def _behind(self, name: Name) -> Span | None:
        """Return the text of the argument behind the one that holds a name."""
        source = self.layout.files[name.span.path].text
        begin = BLANK.match(source, source.index("}", name.span.end) + 1)
        opened = begin.end() if begin else name.span.end
        end = group_end(source, opened)
        return Span(name.span.path, opened + 1, end - 1) if end >= 0 else None

    def _options(self, node: Node, span: Span) -> None:
        text = self.layout.files[span.path].text[span.start : span.end]
        inside = text[text.find("[") + 1 : text.rfind("]")] if "[" in text and "]" in text else ""
        for option in filter(None, (part.strip() for part in inside.split(","))):
            key, equals, value = (part.strip() for part in option.partition("="))
            if key == "open" and not equals:
                node.open = True
            elif not self._told(node, Attribute(key, value, span)):
                message = f"\\argclaim has no option '{option}'"
                self.problem("malformed", span, message, "options are role=, kind=, conf= and open")

    def _command(self, one: _Command) -> None:
        command = one.command
        if command in _FLAGS or command == "lean":
            self._flag(one, command)
        elif command in _ELSEWHERE:
            return
        elif command == "argroot":
            self._each(one, self._root)
        elif command == "refuted":
            self._each(one, lambda node: self._refute(node, one))
        elif command == "proofgraphedge":
            self._drawn(one)
        elif command in ("proves", "proofof"):
            self._proves(one)
        else:
            self._refers(one)

    def _each(self, one: _Command, act: Callable[[Node], None]) -> None:
        for name in one.names:
            node = self._resolve(name)
            if node is not None:
                act(node)

    def _refute(self, node: Node, one: _Command) -> None:
        place = self._behind(one.names[-1])
        node.refuted, node.reason = True, (self.texts.plain(place) if place else "") or _REFUTED

    def _flag(self, one: _Command, flag: str) -> None:
        r"""``\leanok`` in a proof is about the proof; the other flags are about the statement."""
        index = self._owner(one)
        in_proof = index in self.layout.proofs
        for which in self.layout.claims_of(index):
            if which in self.layout.by_id:
                node = self.statement(self.layout.by_id[which], kind=False)
                node.flags |= {f"proof-{flag}" if in_proof and flag == "leanok" else flag}
                node.open = node.open or flag == "notready"
                if flag == "mathlibok":
                    node.kind = GIVEN

    def _drawn(self, one: _Command) -> None:
        r"""``\proofgraphedge{A}{l, ...}``: A uses the others."""
        target = self._resolve(one.names[0])
        for name in one.names[1:]:
            source = self._resolve(name)
            if source is not None and target is not None:
                self.edge(source.id, target.id, name.span, "uses", confidence=_CERTAIN)

    def _proves(self, one: _Command) -> None:
        r"""In a proof: checked here, obeyed by the layout.  In a statement: it supports what it names."""
        index = self._owner(one)
        targets = [(name, node) for name in one.names if (node := self._resolve(name))]
        if index in self.layout.statements:
            for name, node in targets:
                self.edge(self.layout.statements[index].id, node.id, name.span, "proves", confidence=_CERTAIN)
        elif index not in self.layout.proofs:
            self._outside(one)

    def _refers(self, one: _Command) -> None:
        """Relate the statement, the proven statement or the claim around a macro to what it names."""
        nodes = self._speakers(one)
        if not nodes:
            self._outside(one)
        if one.command == "uses":
            self._several(one)
        for name in one.names:
            for node in nodes:
                self._related(one.command, node, name)

    def _speakers(self, one: _Command) -> list[Node]:
        index = self._owner(one)
        layout = self.layout
        if index in layout.floats:
            return [self.float(index)]
        claims = layout.claims_of(index)
        if index >= 0:
            return [self.statement(layout.by_id[which], kind=False) for which in claims]
        path = one.names[0].span.path
        before = self._claim_before(path, one.start)
        if before is not None:
            return [before]
        sentence = self.texts.sentence(path, one.start)
        if sentence is None:
            return []
        inside = self.placed(sentence.span)
        if inside or one.command in ("uses", "proves"):
            return inside
        return [self.sentence(sentence)]

    def _claim_before(self, path: str, start: int) -> Node | None:
        r"""Return the ``\argclaim`` that ends right before a macro, or before other macros of its own."""
        ends, nodes = self._ends.get(path, ([], []))
        which = bisect_left(ends, start) - 1
        if which < 0 or start > ends[which] + _TRAIL:
            return None
        text = self.layout.files[path].text
        return nodes[which] if _MACROS.fullmatch(text, ends[which] + 1, start) else None

    @cached_property
    def _ends(self) -> dict[str, tuple[list[int], list[Node]]]:
        r"""Path -> where each ``\argclaim`` ends, and its node."""
        found: dict[str, tuple[list[int], list[Node]]] = {}
        for node in sorted(self.made, key=lambda node: node.places[0].end):
            ends, nodes = found.setdefault(node.places[0].path, ([], []))
            ends.append(node.places[0].end)
            nodes.append(node)
        return found

    def _owner(self, one: _Command) -> int:
        return self.layout.owner[one.environment] if one.environment >= 0 else -1

    def _several(self, one: _Command) -> None:
        index = self._owner(one)
        if index >= 0 and index in self.first_uses:
            message = "a second \\uses in one environment; other tools read only the last"
            self.problem("several-uses", one.place, message, "join them into one")
        self.first_uses.setdefault(index, one.place)

    def _outside(self, one: _Command) -> None:
        index = self._owner(one)
        if index in self.layout.proofs and not self.layout.proofs[index].of:
            if self.layout.proofs[index].how == "proves":
                return  # what \proves names does not exist, which is said there
            message = f"\\{one.command} stands in a proof of nothing"
        else:
            message = f"\\{one.command} stands in no statement, proof or claim, so it says nothing"
        self.problem("outside", one.place, message, "move it into the statement or proof that it is about")

    # -- names

    def _resolve(self, name: Name) -> Node | None:
        """Return the node that an id means; a problem and None where it means none."""
        text = name.name
        if text in self.declared:
            return self.nodes[self.declared[text]]
        if text.startswith("cite:"):
            key = text.removeprefix("cite:")
            if self.works.known(key):
                return self.work(key)
            self._unknown(name, [f"cite:{entry.key}" for entry in self.works.bibliography.entries])
            return None
        node = self.node_of_label(text)
        if node is None:
            self._meaningless(name)
        return node

    def _meaningless(self, name: Name) -> None:
        meaning = self.layout.label_meaning(name.name)
        if meaning is None:
            known = [*self.declared, *self.layout.manuscript.labels_by_name]
            self._unknown(name, known)
        elif meaning.kind == "section":
            message = f"'{name.name}' labels a section, which claims nothing"
            self.problem("section-label", name.span, message, "name the statement that is meant")
        else:
            message = f"'{name.name}' labels an equation outside of any statement"
            self.problem("section-label", name.span, message, "name the statement that is meant")

    def _unknown(self, name: Name, known: Sequence[str]) -> None:
        from argcheck.near import closest

        near = closest(name.name, list(known))
        help_ = f"did you mean '{near[0]}'?" if near else "label what is meant, or give it an id"
        self.problem("unknown-id", name.span, f"nothing is called '{name.name}'", help_)


def _commands(uses: Sequence[Use], layout: Layout) -> Iterator[_Command]:
    """Join the names of one macro."""
    grouped: dict[tuple[str, int], list[Use]] = {}
    for use in uses:
        text = layout.files[use.span.path].text
        command = use.command.rstrip("*")
        start = use.span.start if command in _FLAGS else text.rfind(f"\\{command}", 0, use.span.start)
        grouped.setdefault((use.span.path, start), []).append(use)
    for (_, start), here in grouped.items():
        names = tuple(Name(use.name, use.span) for use in here)
        yield _Command(here[0].command.rstrip("*"), names, here[0].environment, start)


def taken_away(layout: Layout) -> tuple[set[tuple[str, str]], set[str]]:
    r"""Return the edges of ``\proofgraphignore``, the statements of ``\proofgraphexclude`` and ``\proofgraphuntrack``."""
    edges: set[tuple[str, str]] = set()
    excluded: set[str] = set()
    wanted = [use for use in layout.manuscript.uses if use.command in (IGNORED, EXCLUDED, UNTRACKED)]
    for one in _commands(wanted, layout):
        names = [name.name for name in one.names]
        if one.command == IGNORED and len(names) > 1:
            edges |= {(names[0], name) for name in names[1:]}
        elif one.command in (EXCLUDED, UNTRACKED):
            kinds = {stated.id for stated in layout.statements.values()
                     if layout.manuscript.environments[stated.number].name in names}  # fmt: skip
            excluded |= kinds | {name for name in names if name in layout.by_id}
    return edges, excluded
