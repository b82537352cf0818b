r"""The run ``author``: annotations of the argument in comments and macros.

Comments ``% argcheck: claim id=...``, the macros of argcheck.sty, of blueprints (``\uses``, ``\proves``,
``\lean``) and of proofgraph.  Malformed ones, and names that mean nothing, become problems with their places.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import cached_property
from typing import TYPE_CHECKING

from argcheck.argument.extract.annotated import AnnotatedBuilder
from argcheck.argument.extract.author_macros import EXCLUDED, FLAGS, IGNORED, UNTRACKED, macros_of
from argcheck.argument.extract.layout import TRACKED
from argcheck.argument.model import (
    ASSUMES,
    ATTACKS,
    AUTHOR,
    CONCLUSION,
    GIVEN,
    SUPPORTS,
    ArgumentRun,
    Node,
    Refutation,
)
from argcheck.files.diagnostic import Span
from argcheck.files.patterns import lazy
from argcheck.tex import directives as comments
from argcheck.tex.directives import MAKERS, DirectiveName

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from argcheck.argument.extract.author_macros import Macro
    from argcheck.argument.extract.builder import RunInputs
    from argcheck.argument.extract.data_ties import Ties
    from argcheck.tex.directives import Annotation
    from argcheck.tex.model import Directive

#: Between an ``\argclaim`` and a macro about it: blanks, comments and other macros about it.
_MACROS = lazy(r"(?:\s|%[^\n]*\n|\\(?:uses|supports|attacks|assumes)\s*\{[^{}]*\})*")
_TRAIL = 1_000  # most characters between an ``\argclaim`` and a macro about it
_REFUTED = "refuted by the author"
_CERTAIN = 0.95  #: confidence of what the author states outright
#: Macros handled elsewhere: by the layout, the merger, and the beginning of this run.
_ELSEWHERE = frozenset(("argclaim", "alsoIn", IGNORED, EXCLUDED, UNTRACKED, TRACKED))


def author_run(inputs: RunInputs, ties: Ties | None) -> ArgumentRun:
    """Return the run with all annotations of a document."""
    return _Author(inputs, ties).run()


class _Author(AnnotatedBuilder):
    """Reads the annotations of one document."""

    def __init__(self, inputs: RunInputs, ties: Ties | None) -> None:
        super().__init__(inputs, ties)
        layout = self.layout
        self.first_uses: dict[int, Span] = {}
        self.made: list[Node] = []  # by \argclaim
        manuscript = layout.manuscript
        commands = [macro for macro in macros_of(manuscript.uses, layout) if self._is_of_argument(macro)]
        directives = list(self._annotations())
        for stated in layout.statements.values():
            if stated.labels and stated.family != "remark":
                self.statement(stated, kind=False)
        for macro in commands:
            if macro.command == "argclaim":
                self._argclaim(macro)
        made = [(annotation, self._make(annotation, directive)) for annotation, directive in directives]
        for macro in commands:
            self._command(macro)
        for (annotation, directive), (_, node) in zip(directives, made, strict=True):
            if annotation.verb == "from":
                self.tie_all(annotation, directive, node)
            else:
                self._relate(annotation, node)
        self.settle_kinds()

    def _is_of_argument(self, macro: Macro) -> bool:
        """Whether a macro is about the argument: not if the document defines it without arguments."""
        return macro.command in FLAGS or macro.command not in self.layout.manuscript.text_macros

    # -- what an annotation is about

    def _annotations(self) -> Iterator[tuple[Annotation, Directive]]:
        for directive in self.layout.manuscript.directives:
            annotation = comments.parse(directive, self.layout.files[directive.span.path].text)
            if annotation is not None:
                yield annotation, directive

    def _target(self, directive: Directive, verb: str) -> Node | None:
        """Return the node of the environment that begins next, of the statement around, or of the sentence, if any."""
        path = directive.span.path
        if directive.own_line:
            node = self._environment(path, directive.next_start)
            offset = directive.next_start
        else:
            node, offset = None, self._last_word(directive.span)
        if node is not None:
            return node
        index = self.layout.at(Span(path, offset, offset))
        if index in self.layout.statements:
            return self.statement(self.layout.statements[index], kind=False)
        if index in self.layout.proofs and verb not in MAKERS:
            return self._proven(index)
        if index in self.layout.floats and verb == "from":
            return self.float(index)
        sentence = self.texts.sentence(path, offset)
        return self.sentence(sentence) if sentence else None

    def _last_word(self, span: Span) -> int:
        text = self.layout.files[span.path].text
        return max(0, len(text[: span.start].rstrip()) - 1)

    def _environment(self, path: str, offset: int) -> Node | None:
        """Return the node of the statement, float or proven statement whose environment begins at an offset, if any."""
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
        """Return the node that a comment is about, with what the comment states applied, or None."""
        about_others = annotation.verb == "refuted" or (
            annotation.verb in comments.MARKS and annotation.names
        )
        if about_others:
            return None
        if annotation.verb == "proves" and self.layout.proof_at(directive) >= 0:
            for name in annotation.names:  # the layout uses them; here they are only checked
                self.resolve(name)
            return None
        node = self._target(directive, annotation.verb)
        if node is None:
            message = f"nothing follows that '{annotation.verb}' could be said of"
            self.problem("malformed", annotation.span, message, "put it before a sentence or an environment")
            return None
        if annotation.stray:
            self.tell_of_stray_words(annotation)
        if annotation.verb in MAKERS:
            self.set_role(node, annotation.verb)
        for attribute in annotation.attributes:
            if annotation.verb not in comments.RELATIONS:
                self.take_attribute(node, annotation, attribute)
        return node

    # -- verbs that refer

    def _relate(self, annotation: Annotation, node: Node | None) -> None:
        verb = annotation.verb
        if verb == "refuted":
            self._refuted(annotation)
        elif verb in comments.MARKS:
            self._mark(annotation, node)
        if node is None:
            return
        if verb in comments.RELATIONS:
            if not annotation.names:
                self.problem(
                    "malformed", annotation.span, f"'{verb}' names nothing", f"write `{verb} some-id`"
                )
            confidence = self.confidence_of(annotation.get("conf"), _CERTAIN)
            for name in annotation.names:
                self._relate_to(verb, node, name, confidence)
        text = self.layout.files[annotation.span.path].text
        for attribute in annotation.attributes:
            if attribute.key in comments.RELATIONS:
                for name in comments.names_of(attribute, text):
                    self._relate_to(attribute.key, node, name)

    def _mark(self, annotation: Annotation, node: Node | None) -> None:
        nodes = [known for name in annotation.names if (known := self.resolve(name))]
        for target in nodes or ([node] if node else []):
            if annotation.verb == "open":
                target.open = True
            elif annotation.verb == "given":
                target.kind = GIVEN
            else:
                self._declare_conclusion(target)

    def _declare_conclusion(self, node: Node) -> None:
        node.declared = True
        node.kind = node.kind or CONCLUSION

    def _refuted(self, annotation: Annotation) -> None:
        if not annotation.names:
            message = "'refuted' does not say what is refuted"
            self.problem("malformed", annotation.span, message, "write `refuted some-id: reason`")
        for name in annotation.names:
            node = self.resolve(name)
            if node is not None:
                self._refute_for(node, annotation.reason)

    def _relate_to(
        self,
        verb: str,
        node: Node,
        name: DirectiveName,
        confidence: float = _CERTAIN,
        linked: tuple[str, ...] = (),
    ) -> None:
        """Add edges between ``node`` and what a name means: to the node for ``uses`` and ``assumes``, else from it.

        ``a+b`` links a and b: both are needed together.
        """
        rests = verb in ("uses", "assumes")
        parts = self.parts_of(name) if rests else [name]
        if len(parts) > 1:
            linked = (*linked, f"{node.id}: {name.name}")
        relation = {"assumes": ASSUMES, "attacks": ATTACKS}.get(verb, SUPPORTS)
        for part in parts:
            other = self.resolve(part)
            if other is not None:
                source, target = (other, node) if rests else (node, other)
                cause, sure = ("uses" if rests else verb), confidence
                self.edge(
                    source.id, target.id, part.span, cause, relation=relation, confidence=sure, linked=linked
                )

    # -- macros

    def _argclaim(self, macro: Macro) -> None:
        r"""Add the claim of an ``\argclaim[role=..,kind=..,conf=..,open]{id}{text}``."""
        name = macro.names[0]
        place = self.behind(name)
        if place is None:
            self.problem("malformed", name.span, f"\\argclaim{{{name.name}}} has no text", "add {its text}")
            return
        if name.name in self.declared or self.layout.label_meaning(name.name):
            message = f"'{name.name}' already names something else"
            self.problem("duplicate-id", name.span, message, "choose another id")
            return
        texts = self.texts
        node = Node(name.name, lambda: texts.plain(place), (place,), (AUTHOR,))
        self.nodes[node.id] = node
        self.place(node)
        self.declared[node.id] = node.id
        self.made.append(node)
        self.take_options(node, Span(name.span.path, macro.start, name.span.start))
        node.role = node.role or "claim"

    def _argdata(self, macro: Macro) -> None:
        r"""Tie the number of an ``\argdata{ADDRESS}{NUMBER}``."""
        name = macro.names[0]
        place = self.behind(name)
        if place is None:
            self.problem("malformed", name.span, "\\argdata has no number", "add it in braces")
            return
        for node in self._nodes_around(macro)[:1]:
            self.tie(name, node, place)

    def _command(self, macro: Macro) -> None:
        command = macro.command
        if command in FLAGS or command == "lean":
            self._flag(macro, command)
        elif command in _ELSEWHERE:
            return
        elif command == "argroot":
            self._for_each_name(macro, self._declare_conclusion)
        elif command == "refuted":
            self._for_each_name(macro, lambda node: self._refute(node, macro))
        elif command == "argdata":
            self._argdata(macro)
        elif command == "proofgraphedge":
            self._edge_of_graph(macro)
        elif command in ("proves", "proofof"):
            self._proves(macro)
        else:
            self._relate_around(macro)

    def _for_each_name(self, macro: Macro, act: Callable[[Node], None]) -> None:
        for name in macro.names:
            node = self.resolve(name)
            if node is not None:
                act(node)

    def _refute(self, node: Node, macro: Macro) -> None:
        place = self.behind(macro.names[-1])
        self._refute_for(node, self.texts.plain(place) if place else "")

    def _refute_for(self, node: Node, reason: str) -> None:
        self.refutations[node.id] = Refutation(reason or _REFUTED, AUTHOR)

    def _flag(self, macro: Macro, flag: str) -> None:
        r"""Set a flag of a statement; ``\leanok`` in a proof becomes ``proof-leanok``."""
        index = self._owner(macro)
        in_proof = index in self.layout.proofs
        for which in self.layout.claims_of(index):
            if which in self.layout.by_id:
                node = self.statement(self.layout.by_id[which], kind=False)
                node.flags |= {f"proof-{flag}" if in_proof and flag == "leanok" else flag}
                node.open = node.open or flag == "notready" or None
                if flag == "mathlibok":
                    node.kind = GIVEN

    def _edge_of_graph(self, macro: Macro) -> None:
        r"""Add the edges of a ``\proofgraphedge{A}{l, ...}``: A uses the others."""
        target = self.resolve(macro.names[0])
        for name in macro.names[1:]:
            source = self.resolve(name)
            if source is not None and target is not None:
                self.edge(source.id, target.id, name.span, "uses", confidence=_CERTAIN)

    def _proves(self, macro: Macro) -> None:
        r"""Check the names of a ``\proves``; in a statement, add edges to them (in a proof the layout does)."""
        index = self._owner(macro)
        targets = [(name, node) for name in macro.names if (node := self.resolve(name))]
        if index in self.layout.statements:
            for name, node in targets:
                self.edge(self.layout.statements[index].id, node.id, name.span, "proves", confidence=_CERTAIN)
        elif index not in self.layout.proofs:
            self._report_outside(macro)

    def _relate_around(self, macro: Macro) -> None:
        """Relate the statement, proven statement or claim around a macro to what the macro names."""
        nodes = self._nodes_around(macro)
        if not nodes:
            self._report_outside(macro)
        if macro.command == "uses":
            self._report_second_uses(macro)
        index = self._owner(macro)
        formal = macro.command in ("uses", "assumes") and index >= 0 and index not in self.layout.floats
        for node in nodes:
            linked = self.inferences(index, node.id) if formal else ()
            for name in macro.names:
                self._relate_to(macro.command, node, name, linked=linked)

    def _nodes_around(self, macro: Macro) -> list[Node]:
        """Return the nodes that a macro is about: those of its environment, the claim before it, or its sentence."""
        index = self._owner(macro)
        layout = self.layout
        if index in layout.floats:
            return [self.float(index)]
        claims = layout.claims_of(index)
        if index >= 0:
            return [self.statement(layout.by_id[which], kind=False) for which in claims]
        path = macro.names[0].span.path
        before = self._claim_before(path, macro.start)
        if before is not None:
            return [before]
        sentence = self.texts.sentence(path, macro.start)
        if sentence is None:
            return []
        inside = self.placed(sentence.span)
        if inside or macro.command in ("uses", "proves"):
            return inside
        return [self.sentence(sentence)]

    def _claim_before(self, path: str, start: int) -> Node | None:
        r"""Return the ``\argclaim`` that ends right before a macro, other macros about it aside, or None."""
        ends, nodes = self._ends.get(path, ([], []))
        which = bisect_left(ends, start) - 1
        if which < 0 or start > ends[which] + _TRAIL:
            return None
        text = self.layout.files[path].text
        return nodes[which] if _MACROS.fullmatch(text, ends[which] + 1, start) else None

    @cached_property
    def _ends(self) -> dict[str, tuple[list[int], list[Node]]]:
        r"""The ends of each ``\argclaim`` and their nodes, by path, in order."""
        ends_by_path: dict[str, tuple[list[int], list[Node]]] = {}
        for node in sorted(self.made, key=lambda node: node.places[0].end):
            ends, nodes = ends_by_path.setdefault(node.places[0].path, ([], []))
            ends.append(node.places[0].end)
            nodes.append(node)
        return ends_by_path

    def _owner(self, macro: Macro) -> int:
        return self.layout.owner[macro.environment] if macro.environment >= 0 else -1

    def _report_second_uses(self, macro: Macro) -> None:
        index = self._owner(macro)
        if index >= 0 and index in self.first_uses:
            message = "a second \\uses in one environment; other tools read only one of them"
            self.problem("several-uses", macro.place, message, "join them into one")
        self.first_uses.setdefault(index, macro.place)

    def _report_outside(self, macro: Macro) -> None:
        index = self._owner(macro)
        if index in self.layout.proofs and not self.layout.proofs[index].of:
            if self.layout.proofs[index].how == "proves":
                return  # the name in its \proves means nothing, which is reported there
            message = f"\\{macro.command} stands in a proof of nothing"
        else:
            message = f"\\{macro.command} stands in no statement, proof or claim, so it says nothing"
        self.problem("outside", macro.place, message, "move it into the statement or proof that it is about")
