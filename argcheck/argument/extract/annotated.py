r"""What comments and macros alike state about a node: id, role, kind and confidence; and the nodes that ids mean."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from argcheck.argument.extract.builder import Builder, mentions_in
from argcheck.argument.model import AUTHOR, CONCLUSION, ROLES, SUPPORT_LOST, kind_for_role
from argcheck.files.diagnostic import Span
from argcheck.tex import directives as comments
from argcheck.tex.arguments import BLANK, group_end
from argcheck.tex.directives import Attribute, DirectiveName
from argcheck.tex.model import Citation
from argcheck.tex.numerals import real

if TYPE_CHECKING:
    from collections.abc import Sequence

    from argcheck.argument.extract.builder import RunInputs
    from argcheck.argument.extract.data_ties import Ties
    from argcheck.argument.model import Node
    from argcheck.tex.directives import Annotation
    from argcheck.tex.model import Directive, Reference

_KINDS = ("given", "inference", "assumption", "conclusion")
#: The attributes of an annotation, for messages.
ADVICE = f"attributes are {', '.join(f'{key}=' for key in comments.ATTRIBUTES)}"


class AnnotatedBuilder(Builder):
    """Collects annotations; malformed ones, and names that mean nothing, become problems with their places."""

    def __init__(self, inputs: RunInputs, ties: Ties | None) -> None:
        """Begin the run ``author``; ``ties`` compares numbers with the data to which the author ties them."""
        super().__init__(AUTHOR, inputs)
        self.ties = ties
        self.declared: dict[str, str] = {}  # id of an annotation -> id of its node

    def take_attribute(self, node: Node, annotation: Annotation, attribute: Attribute) -> None:
        """Apply an attribute of a comment to a node."""
        if attribute.key == "id":
            self._declare_id(node, attribute.value, attribute.span)
        elif attribute.key not in comments.RELATIONS and not self.take_common_attribute(node, attribute):
            message = f"'{annotation.verb}' has no attribute '{attribute.key}'"
            verb = attribute.key in comments.VERBS
            own = f"write it on a line of its own: % argcheck: {attribute.key} {attribute.value}"
            self.problem("malformed", attribute.span, message, own if verb else ADVICE)

    def tell_of_stray_words(self, annotation: Annotation) -> None:
        """Tell of the words that fit nowhere as one problem: prose in a comment is one mistake, not one a word."""
        first, *more = annotation.stray
        message, advice = f"'{first.name}' is no attribute of '{annotation.verb}'", ADVICE
        if more:
            words = f"{len(more)} more word{'s' if more[1:] else ''}"
            message = f"'{first.name}' and {words} are no attributes of '{annotation.verb}'"
            advice += "; the sentence or environment that is meant comes after the comment"
        self.problem("malformed", first.span, message, advice)

    def take_common_attribute(self, node: Node, attribute: Attribute) -> bool:
        """Apply an attribute that comments and macros have in common; return whether it is one."""
        if attribute.key == "role":
            self._set_named_role(node, attribute)
        elif attribute.key == "kind":
            self._set_named_kind(node, attribute)
        elif attribute.key == "conf":
            node.confidence = self.confidence_of(attribute, node.confidence)
        else:
            return False
        return True

    def _declare_id(self, node: Node, name: str, span: Span) -> None:
        """Give a node the id of an annotation; for an environment with a label it becomes an alias."""
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
            return
        if node.sort == "sentence":
            message = f"this sentence is '{node.id}' already; '{name}' is a second name of one claim"
            self.problem("second-id", span, message, "use one id, or `\\argclaim` for each of several claims")
        node.aliases = (*node.aliases, name)

    def _rename(self, node: Node, name: str) -> None:
        """Replace the generated id of a sentence by the first id that the author gives."""
        del self.nodes[node.id]
        place = node.places[0]
        self._sentences[place.path, place.start, place.end] = name
        node.id = name
        self.nodes[name] = node
        self.declared[name] = name

    def set_role(self, node: Node, role: str) -> None:
        """Give a node a role and the kind that goes with it."""
        node.role = role
        node.confidence = max(node.confidence, 0.8)
        if role == "conclusion":
            node.kind, node.declared = CONCLUSION, True
        elif role == "assumption":
            node.kind = "assumption"

    def _set_named_role(self, node: Node, attribute: Attribute) -> None:
        role = attribute.value.lower()
        if role in ROLES:
            self.set_role(node, role)
        else:
            message = f"'{attribute.value}' is no role"
            self.problem("malformed", attribute.span, message, f"roles are {', '.join(ROLES)}")

    def _set_named_kind(self, node: Node, attribute: Attribute) -> None:
        kind = attribute.value.lower()
        if kind in _KINDS:
            node.kind = kind
            node.declared = node.declared or kind == CONCLUSION
        else:
            message = f"'{attribute.value}' is no kind"
            self.problem("malformed", attribute.span, message, f"kinds are {', '.join(_KINDS)}")

    def confidence_of(self, attribute: Attribute | None, otherwise: float) -> float:
        """Return the confidence of an attribute, or ``otherwise`` if there is none or it is not within 0..1."""
        if attribute is None:
            return otherwise
        confidence = real(attribute.value)
        if confidence is not None and 0 <= confidence <= 1:
            return confidence
        message = f"'{attribute.value}' is no confidence"
        self.problem("malformed", attribute.span, message, "write a number from 0 to 1")
        return otherwise

    # -- names

    def parts_of(self, name: DirectiveName) -> list[DirectiveName]:
        """Return the ids in ``a+b``, each with its place; a name that is an id by itself stays whole."""
        text, parts = name.name, name.name.split("+")
        known = text.startswith("cite:") and self.works.known(text.removeprefix("cite:"))
        if known or text in self.declared or self.layout.label_meaning(text) or not all(parts):
            return [name]
        at = name.span.start + (name.span.end - name.span.start - len(text)) // 2  # quotation marks
        starts = itertools.accumulate((len(part) + 1 for part in parts), initial=at)
        path = name.span.path
        return [
            DirectiveName(part, Span(path, start, start + len(part)))
            for part, start in zip(parts, starts, strict=False)
        ]

    def resolve(self, name: DirectiveName) -> Node | None:
        """Return the node that an id means, or None after reporting that it means none."""
        text = name.name
        if text in self.declared:
            return self.nodes[self.declared[text]]
        if key := text.removeprefix("cite:") if text.startswith("cite:") else "":
            if not self.works.known(key):
                self._report_unknown(name, [f"cite:{entry.key}" for entry in self.works.bibliography.entries])
            return self.work(key)
        node = self.node_of_label(text)
        if node is None:
            self._report_meaningless(name)
        return node

    def _report_meaningless(self, name: DirectiveName) -> None:
        meaning = self.layout.label_meaning(name.name)
        if meaning is None:
            known = [*self.declared, *self.layout.manuscript.labels_by_name]
            self._report_unknown(name, known)
        elif meaning.kind == "section":
            message = f"'{name.name}' labels a section, which claims nothing"
            self.problem("section-label", name.span, message, "name the statement that is meant")
        else:
            message = f"'{name.name}' labels an equation outside of any statement"
            self.problem("section-label", name.span, message, "name the statement that is meant")

    def _report_unknown(self, name: DirectiveName, known: Sequence[str]) -> None:
        from argcheck.prose.spelling import closest

        near = closest(name.name, list(known))
        help_ = f"did you mean '{near[0]}'?" if near else "label what is meant, or give it an id"
        self.problem("unknown-id", name.span, f"nothing is called '{name.name}'", help_)

    # -- kinds, when all is known

    def settle_kinds(self) -> None:
        """Set the kinds of claims that have only a role, once all uses are known."""
        open_ones = [
            node for node in self.nodes.values() if node.sort == "sentence" and node.role and not node.kind
        ]
        if not open_ones:
            return
        grounds = {
            e.target
            for e in self.edges
            if e.cause == "uses" and self.nodes[e.source].sort in ("work", "float")
        }
        for node in open_ones:
            mentions = mentions_in(self.layout.manuscript, node.places[0])
            grounded = node.id in grounds or any(map(self._grounds, mentions))
            node.kind = kind_for_role(node.role, grounded=grounded)

    def _grounds(self, mention: Citation | Reference) -> bool:
        """Whether a mention is a citation or a reference to a float."""
        meaning = None if isinstance(mention, Citation) else self.layout.label_meaning(mention.name)
        return isinstance(mention, Citation) or (meaning is not None and meaning.kind == "float")

    def behind(self, name: DirectiveName) -> Span | None:
        """Return the place of the text in the braces after the argument with a name, or None if there are none."""
        source = self.layout.files[name.span.path].text
        begin = BLANK.match(source, source.index("}", name.span.end) + 1)
        opened = begin.end() if begin else name.span.end
        end = group_end(source, opened)
        return Span(name.span.path, opened + 1, end - 1) if end >= 0 else None

    def take_options(self, node: Node, span: Span) -> None:
        r"""Apply the options of an ``\argclaim``, whose head is at ``span``, to its node."""
        text = self.layout.files[span.path].text[span.start : span.end]
        inside = text[text.find("[") + 1 : text.rfind("]")] if "[" in text and "]" in text else ""
        for option in filter(None, (part.strip() for part in inside.split(","))):
            key, equals, value = (part.strip() for part in option.partition("="))
            if key == "open" and not equals:
                node.open = True
            elif not self.take_common_attribute(node, Attribute(key, value, span)):
                message = f"\\argclaim has no option '{option}'"
                self.problem("malformed", span, message, "options are role=, kind=, conf= and open")

    # -- data

    def tie_all(self, annotation: Annotation, directive: Directive, node: Node | None) -> None:
        """Tie a number to the data that a comment names: on its line before it, else in the sentence or environment."""
        if not annotation.names:
            self.problem(
                "malformed", annotation.span, "'from' names no data", "write `from FILE[row].column`"
            )
        if node is None:
            return
        path, start = directive.span.path, directive.span.start
        line = self.layout.files[path].text.rfind("\n", 0, start) + 1
        whole = next((place for place in node.places if place.path == path), Span(path, line, start))
        for name in annotation.names:
            within = whole if directive.own_line else Span(path, line, start)
            self.tie(name, node, within, whole)

    def tie(self, name: DirectiveName, node: Node, within: Span, beyond: Span | None = None) -> None:
        """Compare a number with its datum, and add an edge from the data file to the node with the number."""
        tie = self.ties.tie(name, within, beyond) if self.ties else None
        if tie and tie.path and tie.datum is None:
            node.flags |= {SUPPORT_LOST}  # that the datum is missing is a finding of its own
        elif tie and tie.path:
            self.edge(self.data_file(tie.path).id, node.id, name.span, "datum", confidence=0.95)
