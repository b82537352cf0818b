r"""Collects the records of a document from its tokens, in the order in which TeX meets them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar
from zlib import crc32

from argcheck.files.diagnostic import Span
from argcheck.files.patterns import split_at
from argcheck.tex.arguments import option_value
from argcheck.tex.live_source import joined, within
from argcheck.tex.macro_text import add_definition, label_form
from argcheck.tex.model import (
    Caption,
    Citation,
    Directive,
    Environment,
    Footnote,
    Input,
    InputProblem,
    Label,
    MacroDefinition,
    ManuscriptRecords,
    Missing,
    Reference,
    Resource,
    Section,
    Use,
)
from argcheck.tex.tokens import (
    AbstractToken,
    BeginToken,
    BibitemToken,
    CaptionToken,
    CiteToken,
    DeadToken,
    DefineToken,
    DirectiveToken,
    EndToken,
    FilecontentsToken,
    FootnoteToken,
    LabelToken,
    NociteAllToken,
    ProblemToken,
    RefToken,
    ResourceToken,
    SectionToken,
    UseToken,
)
from argcheck.tex.vocabulary import language_names

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from argcheck.files.source import SourceFile
    from argcheck.tex.model import Keep
    from argcheck.tex.tokens import Arms, LanguageToken

_LANGUAGE_PACKAGES = frozenset({"babel", "polyglossia"})
#: The kinds of records that tokens add, and the tokens that do nothing else.
_ADDED = (
    *("citations", "labels", "references", "uses", "environments", "captions", "sections", "footnotes"),
    *("problems", "directives", "bibitems", "abstract_spans"),
)
_ADDING = {CiteToken, RefToken, UseToken, LabelToken, BeginToken, EndToken, CaptionToken, SectionToken}
_ADDING |= {FootnoteToken, BibitemToken, ProblemToken, DirectiveToken, AbstractToken}


class Draft:
    """A document that is being read: the fields of `ManuscriptRecords` and the state of the reading."""

    def __init__(self, sources: Mapping[str, SourceFile]) -> None:
        self.citations: list[Citation] = []
        self.labels: list[Label] = []
        self.references: list[Reference] = []
        self.uses: list[Use] = []
        self.environments: list[Environment] = []
        self.captions: list[Caption] = []
        self.sections: list[Section] = []
        self.footnotes: list[Footnote] = []
        self.macros: dict[str, list[MacroDefinition]] = {}
        self.environment_macros: dict[str, list[MacroDefinition]] = {}
        self.missing: list[Missing] = []
        self.read_instead: list[Missing] = []
        self.problems: list[InputProblem] = []
        self.directives: list[Directive] = []
        self.resources: list[Resource] = []
        self.inputs: list[Input] = []
        self.parts: set[str] = set()
        self.begun = False
        self.text_start = 0
        self.packages: dict[str, str] = {}
        self.document_class = ""
        self.nocite_all: Span | None = None
        self.built_labels: dict[str, str] = {}
        self.hidden_keys: set[str] = set()
        self.hidden_labels: set[str] = set()
        self.hidden_references: set[str] = set()
        self.fragment_reason = ""
        self.bibitems: list[tuple[str, Span, Span]] = []
        self.contents: dict[str, Span] = {}
        self.abstract_spans: list[Span] = []
        self.dead: dict[str, list[tuple[int, int]]] = {}
        self.languages: dict[str, None] = {}  # in order
        self.declared_language = ""
        self.switches: list[tuple[str, int, str]] = []
        self.foreign: list[tuple[Span, str]] = []
        self.pieces: list[Span] = []
        self.preamble: list[Span] = []  # pieces of the preamble
        self.arms: Arms = ()  # conditionals around the file being read
        self._arms_read: set[tuple[int, int]] = set()  # arms of conditionals that read a file
        self._missed_in: dict[Span, Arms] = {}  # for each missing file the conditionals around the command
        self.language = ""  # of the text being read, empty for the main language
        self.sources = sources
        self._open: list[int] = []  # indexes of the open environments
        self._commands = 0  # number of citation commands so far
        self._switched: list[tuple[int, str]] = []  # environments with a switch, language before

    def take_input(self, read: Input) -> None:
        """Record that a file is read within the current conditionals."""
        self.inputs.append(read)
        self._arms_read.update(self.arms)

    def miss(self, lost: Missing) -> None:
        """Record that a file is missing within the current conditionals."""
        self.missing.append(lost)
        self._missed_in[lost.span] = self.arms

    def pass_over(self) -> None:
        """Leave out missing files in an arm that reads no file, where another arm does: that one is compiled."""
        read = {number for number, _ in self._arms_read}
        self.missing = [
            lost
            for lost in self.missing
            if lost.reason != "missing"
            or not any(
                number in read and (number, arm) not in self._arms_read
                for number, arm in self._missed_in[lost.span]
            )
        ]

    def records(self) -> dict[str, Any]:
        """Return the fields of `ManuscriptRecords`, made immutable."""
        kept = ManuscriptRecords.__annotations__
        fields = {name: _frozen(value) for name, value in vars(self).items() if name in kept}
        for name in ("dead", "macros", "environment_macros"):
            fields[name] = {key: tuple(values) for key, values in fields[name].items()}
        fields["sections"] = tuple(section for section in self.sections if not self._is_code(section.span))
        return fields | {"languages": tuple(self.languages), "backend": self._backend()}

    def _is_code(self, span: Span) -> bool:
        r"""Whether a place is in the preamble, where a heading is part of a definition, or of a hook for elsewhere."""
        early = self.begun and any(piece.contains(span) for piece in self.preamble)
        return early and not any(piece.contains(span) for piece in self.pieces)

    @property
    def innermost(self) -> int:
        """The index of the innermost open environment, -1 outside any."""
        return self._open[-1] if self._open else -1

    # -- what the text holds, one method for each kind of token

    def _cite(self, token: CiteToken, path: str) -> None:
        start, end, name, nocite, keys = token
        command, text = Span(path, start, end), self.sources[path].text
        self._commands += 1
        number = self._commands
        self.citations += [
            Citation(key, Span(path, s, e), name, command, nocite, number, text[e : e + 1].isspace())
            for key, s, e in keys
        ]

    def _refer(self, token: RefToken, path: str) -> None:
        start, end, name, labels = token
        command, here = Span(path, start, end), self.innermost
        self.references += [Reference(label, Span(path, s, e), name, command, here) for label, s, e in labels]

    def _use(self, token: UseToken, path: str) -> None:
        here = self.innermost
        self.uses += [Use(name, Span(path, s, e), token.command, here) for name, s, e in token.names]

    def _label(self, token: LabelToken, path: str) -> None:
        start, end, command, name, arms = token
        if "\\" in name:  # as in a loop, where the value of the macro changes
            written = self.sources[path].text[start:end]
            call = f"{command}{written}" if command == "label=" else f"\\{command}{{{written}}}"
            self.built_labels.setdefault(label_form(name), call)
            return
        around = self.arms + numbered(path, arms) if arms else self.arms
        self.labels.append(Label(name, Span(path, start, end), command, around, self.innermost))

    def _begin(self, token: BeginToken, path: str) -> None:
        start, end, name, option_start, option_end = token
        begin = Span(path, start, end)
        option = self.sources[path].text[option_start:option_end] if option_start >= 0 else None
        self.environments.append(Environment(name, begin, begin, option, self.innermost))
        self._open.append(len(self.environments) - 1)

    def _end(self, token: EndToken, path: str) -> None:
        for depth in range(len(self._open) - 1, max(-1, len(self._open) - 40), -1):
            index = self._open[depth]
            name, begun, begin, option, parent = self.environments[index]
            if name == token.name:
                if begun.path == path:
                    span = Span(path, begun.start, token.end)
                    self.environments[index] = Environment(name, span, begin, option, parent)
                del self._open[depth:]
                while self._switched and self._switched[-1][0] >= index:
                    self.switch(path, token.end, self._switched.pop()[1])
                return

    def _caption(self, token: CaptionToken, path: str) -> None:
        text = Span(path, token.text_start, token.text_end)
        self.captions.append(Caption(text, token.command, self.innermost))

    def _section(self, token: SectionToken, path: str) -> None:
        start, end, level, starred, *title = token
        self.sections.append(Section(level, starred, Span(path, *title), Span(path, start, end)))

    def _footnote(self, token: FootnoteToken, path: str) -> None:
        start, end, *text = token
        self.footnotes.append(Footnote(Span(path, *text), Span(path, start, end)))

    def _bibitem(self, token: BibitemToken, path: str) -> None:
        place = Span(path, token.key_start, token.key_end)
        self.bibitems.append((token.key, Span(path, token.start, token.end), place))

    def _problem(self, token: ProblemToken, path: str) -> None:
        start, end, kind, message, help_ = token
        self.problems.append(InputProblem(kind, Span(path, start, end), message, help_))

    def begin_text(self, start: int, *, is_root: bool) -> None:
        r"""Begin the text after ``\begin{document}``, with an abstract in the preamble, which the class prints."""
        if is_root and not self.begun:
            self.text_start = start
            early = {around.span for around in self.environments if around.name == "abstract"}
            early.update(self.abstract_spans)
            early.update(part for span in tuple(early) for part in within(self.preamble, span))
            for piece, first, last in self.preamble:
                ranges = joined((low, high) for path, low, high in early if path == piece)
                cut = ((max(first, low), min(last, high)) for low, high in ranges)
                self.pieces += (Span(piece, low, high) for low, high in cut if low <= high)
        self.begun = True

    def _directive(self, token: DirectiveToken, path: str) -> None:
        start, end, text, own_line, following = token
        self.directives.append(Directive(text, Span(path, start, end), own_line, following, in_bib=False))

    def _filecontents(self, token: FilecontentsToken, path: str) -> None:
        self.contents[token.name] = Span(path, token.body_start, token.body_end)

    def _abstract(self, token: AbstractToken, path: str) -> None:
        self.abstract_spans.append(Span(path, token.start, token.end))

    def _dead(self, token: DeadToken, path: str) -> None:
        self.dead.setdefault(path, []).append((token.start, token.end))

    TAKERS: ClassVar[dict[type, Callable[[Draft, Any, str], None]]] = {
        CiteToken: _cite,
        RefToken: _refer,
        UseToken: _use,
        LabelToken: _label,
        BeginToken: _begin,
        EndToken: _end,
        CaptionToken: _caption,
        SectionToken: _section,
        FootnoteToken: _footnote,
        BibitemToken: _bibitem,
        ProblemToken: _problem,
        DirectiveToken: _directive,
        FilecontentsToken: _filecontents,
        AbstractToken: _abstract,
        DeadToken: _dead,
    }

    def take_all(self, tokens: list[Any], path: str, at: tuple[Any, ...], keep: Keep) -> bool:
        """Add the records of some tokens, reusing those of the previous run if they would be the same.

        :param at: identifies these tokens within the file.
        :returns: False if a token does more than add records; then nothing is added.
        """
        around = [self.environments[index] for index in self._open]
        if self._switched or not _ADDING.issuperset(map(type, tokens)):
            return False
        if any("\\" in token.name for token in tokens if type(token) is LabelToken):
            return False
        # an environment around the tokens may end among them, which changes its record
        if any(environment.begin.path == path for environment in around):
            return False
        lists: list[list[Any]] = [getattr(self, name) for name in _ADDED]
        counts, anew = [len(records) for records in lists], []

        def take() -> tuple[Any, ...]:
            for token in tokens:
                self.TAKERS[type(token)](self, token, path)
            anew.append(True)
            added = [records[count:] for records, count in zip(lists, counts, strict=True)]
            return added, self._commands, tuple(self._open)

        before = self._commands, len(self.environments), tuple(self._open), around, self.arms
        added, commands, opened = keep(
            ("records", path, *at), (self.sources[path].digest, *before, tokens), take
        )
        if not anew:
            for records, more in zip(lists, added, strict=True):
                records.extend(more)
            self._commands, self._open = commands, list(opened)
        return True

    # -- tokens that count in styles too

    def _define(self, token: DefineToken, path: str) -> None:
        """Add the definition of a macro or environment; those of theorems are only in the table of macros."""
        start, end, form, name, openers, body = token
        if form in ("macro", "alias"):
            made = MacroDefinition(openers, f"\\{body}" if form == "alias" else body, Span(path, start, end))
            add_definition(self.macros.setdefault(name, []), made, self.sources[path].text)
        elif form == "environment":
            parts = [MacroDefinition(openers, part, Span(path, start, end)) for part in body.split("\0")]
            self.environment_macros[name] = parts

    def _resource(self, token: ResourceToken, path: str) -> None:
        """Add the bibliographies that a command loads."""
        self.resources += [Resource(name, Span(path, s, e), token.command) for name, s, e in token.names]

    def _nocite_all(self, token: NociteAllToken, path: str) -> None:
        r"""Record the first ``\nocite{*}``."""
        self.nocite_all = self.nocite_all or Span(path, token.start, token.end)

    ALSO_OF_STYLES: ClassVar[dict[type, Callable[[Draft, Any, str], None]]] = {
        DefineToken: _define,
        ResourceToken: _resource,
        NociteAllToken: _nocite_all,
    }

    def take_package(self, name: str, command: str, options: str) -> None:
        """Add a package or a class, and the languages in its options."""
        self.packages.setdefault(name, options)
        if command == "documentclass":
            self.document_class = self.document_class or name
        if command == "documentclass" or name in _LANGUAGE_PACKAGES:
            words = split_at(options, ",{}=")
            self.languages |= dict.fromkeys(word for word in words if word.lower() in language_names())

    def take_language(self, token: LanguageToken, path: str, *, style: bool) -> None:
        """Add languages and switches of language; a switch in a style is ignored, as it takes effect only at a call."""
        start, end, how, languages = token
        if any("\\" in name for name in languages):  # a macro whose language is unknown
            return
        if how == "foreign":
            if not style:
                self.foreign.append((Span(path, start, end), languages[0]))
            return
        self.languages |= dict.fromkeys(languages)
        if how == "main":
            self.declared_language = languages[0]
        elif how == "switch" and not style:
            self._switched.append((self.innermost, self.language))
            self.switch(path, end, languages[0])

    def switch(self, path: str, offset: int, language: str) -> None:
        """Switch the text from here on to a language, empty for the main one."""
        if language != self.language:
            self.language = language
            self.switches.append((path, offset, language))

    def begin_file(self, path: str) -> None:
        """Begin a file in the language of the text that reads it."""
        if self.language:
            self.switches.append((path, 0, self.language))

    def go_on(self, path: str, offset: int, before: str) -> None:
        """Continue a file after an input, in the language that the input switched to, if not the one ``before``."""
        if self.language != before:
            self.switches.append((path, offset, self.language))

    def _backend(self) -> str:
        """Return what makes the bibliography: ``bibtex``, ``biber``, ``either`` if that is open, or ``none``."""
        if "biblatex" in self.packages:
            options = f"{self.packages['biblatex']},{self.packages.get('natbib', '')}"
            named = option_value(options, (0, len(options)), "backend")
            value = options[slice(*named)] if named else ""
            # natbib and biblatex exclude each other: one of the two is not used
            either = value.startswith("\\") or "natbib" in self.packages
            return "bibtex" if value.startswith("bibtex") else "either" if either else "biber"
        commands = {resource.command for resource in self.resources}
        if commands & {"addbibresource", "addglobalbib", "addsectionbib"}:
            return "biber"
        return "bibtex" if commands else "none"


def _frozen(value: Any) -> Any:
    if isinstance(value, set):
        return frozenset(value)
    return tuple(value) if isinstance(value, list) else value


def numbered(path: str, arms: Arms) -> Arms:
    """Replace the offsets of conditionals by numbers that differ between files and are the same in every run."""
    return tuple((crc32(f"{path}:{offset}".encode("utf-8", "surrogateescape")), arm) for offset, arm in arms)
