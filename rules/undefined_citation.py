"""CIT001: a citation of a key that no loaded bibliography has."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from argcheck.api import Edit, Fix, Needs, Related, Severity, Span, closest, rule, surely_meant

from ._folding import folded, repeated
from ._keys import is_placeholder, looked_in, plural

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from argcheck.api import Citation, Diagnostic, RuleContext, Unchecked

#: packages whose citation commands take blanks off the keys, or that nobody has tried
_STRIPPING = frozenset(
    [
        "cite",
        "citesort",
        "overcite",
        "drftcite",
        "apacite",
        "jurabib",
        "harvard",
        "achemso",
        "revtex4-1",
        "revtex4-2",
    ]
)
#: a comment, or a value of an option
_VALUE = r"(?<!\\)%[^\n]*|=\s*\{?\s*([^\s,{}\[\]%\\=]+)"
#: what loads a bibliography, out of comments; where it loads none it stands in the body of a macro
_LOADS = r"(?m)^[^%\n]*\\(?:(?:no)?bibliography|addbibresource|begin\s*\{btSect\}\s*(?:\[[^\]]*\])?|bibselect)\s*\{"
#: What gives pandoc a template, or arguments such as ``--bibliography``.
_PANDOC = r"(?m)^[ \t]+(?:template|pandoc_args)[ \t]*:"
_MARKDOWN = (".Rmd", ".rmd", ".qmd", ".md", ".yml")
_TOGETHER = 2  #: citations beside the first that have one cause
_CAPITALS = "entries have these keys with other capitals"  #: a cause that keys are lost for
#: keys without a cause of their own; more were lost together, with a bibliography or its newer copy
_LOST = 5
_MOST = 100  #: keys that near misses are looked for; with more, something else is wrong


@rule("CIT001", "undefined-citation", severity=Severity.ERROR, since="0.1.0")
def undefined_citation(ctx: RuleContext) -> Iterator[Diagnostic | Unchecked]:
    r"""A citation names a key that no loaded bibliography has.

    ## Why is this bad?

    The document prints a question mark or a bold key where the reader expects the
    source, and LaTeX only says so in a log that nobody reads.

    ## Example

    ```tex
    As shown by \cite{knuth48}.
    \bibliography{refs}
    % file: refs.bib
    @book{knuth84, author = {Knuth, Donald E.}, title = {The {\TeX}book}, year = 1984}
    ```

    ## Use instead

    ```tex
    As shown by \cite{knuth84}.
    \bibliography{refs}
    % file: refs.bib
    @book{knuth84, author = {Knuth, Donald E.}, title = {The {\TeX}book}, year = 1984}
    ```

    A key in the body of a macro that the text calls is looked for, too, and is reported where it stands. The help names
    what the key may be meant for: a key that differs by a letter or by case, an entry that is commented out, an entry
    of a `.bib` file of the project that the document does not load. A key that is the name of a label is said to be
    one. More than two keys that are lost for one reason, a `.bib` file that is not loaded or their capitals, are one
    finding, and so are more than two citations of one key. So are more than five keys without a reason, which were lost
    together: an older copy of the bibliography is here. All keys that are cited, if they are more than two, are one
    finding as well. A document that cites and loads no bibliography at all gets one finding, at its first citation. Of
    a `\cite{*}`, which is to print all entries, the help says how that is asked for.

    A blank between a key and the comma or brace after it is a part of the key for plain
    LaTeX, natbib and biblatex, so `\cite{knuth84 }` is undefined too.

    ## Limits

    An unknown key of `\nocite`, which prints nothing, is a note, and so is one that the `.bbl` beside the document has,
    where git says that it was changed after the `.bib` files: the list that is printed is kept by hand, or was made of
    another bibliography. So is a key that a file lacks which is read in place of a missing one. While a bibliography is
    missing or unreadable, or fetched from an address, a key is reported only if it can hardly be anything else than a
    known one, mistyped (not where more than two have other capitals alone), and the run says that the others were not
    checked. So it does of a document that uses `amsrefs`, whose entries argcheck does not read, and of one that loads
    no bibliography where an option of a package names one, or where a class that argcheck does not know and that the
    project does not hold may load it, and of a manuscript in Markdown that names none and has a template for pandoc, or
    arguments.
    """
    yield from _with_blanks(ctx)
    citations = (*ctx.manuscript.citations, *ctx.manuscript.citations_in_macros)
    lost = [citation for citation in citations if citation.key and not is_placeholder(citation.key)]
    lost = [citation for citation in lost if ctx.bibliography.find(citation.key) is None]
    if not lost:
        return
    why = list(ctx.missing(Needs.BIBLIOGRAPHY)) or _elsewhere(ctx)
    labels = ctx.manuscript.labels_by_name
    named = {c.span: c for c in lost if c.key in labels and (not why or ":" in c.key)}
    yield from (_of_label(ctx, citation) for citation in named.values())
    lost = [citation for citation in lost if citation.span not in named]
    if lost and ctx.bibliography.entries:
        yield from _without_entry(ctx, lost, why, cited=len({citation.key for citation in citations}))
    elif lost and not why:
        m = ctx.manuscript
        lost.sort(key=lambda c: m.is_set_aside(c.span))
        yield _nothing_loaded(ctx, [citation.key for citation in lost])
    elif lost:
        yield from why


def _of_label(ctx: RuleContext, citation: Citation) -> Diagnostic:
    """Report a citation of what is a label."""
    message = f"'{citation.key}' is the name of a label, and of no entry"
    place = Related(ctx.manuscript.labels_by_name[citation.key][0].span, "the label is here")
    help_ = f"write \\ref{{{citation.key}}}: \\{citation.command} is for sources"
    return ctx.report(citation.span, message, help=help_, related=[place])


def _without_entry(
    ctx: RuleContext, lost: Sequence[Citation], why: Sequence[Unchecked], *, cited: int
) -> Iterator[Diagnostic | Unchecked]:
    """Report keys that the bibliography lacks, of all that are ``cited``; where some of it is not read, those that are surely meant otherwise."""
    hints = _Hints(ctx)
    told = [citation for citation in lost if not why or hints.sure(citation.key)]
    cased = {citation.key for citation in told if why and hints.of(citation.key).cause == _CAPITALS}
    if len(cased) > _TOGETHER:  # what is not read has keys of another style
        told = [citation for citation in told if citation.key not in cased]
    files = looked_in(ctx)
    causes: dict[str, list[Diagnostic]] = {"": []}
    printed = ctx.keys_printed_since if told else frozenset()
    replaced = (other for other in ctx.bibliography.read_instead if other.reason == "elsewhere")
    instead = next((other.detail for other in replaced), "")
    lacking: list[Diagnostic] = []  # in a file that is read in place of a missing one
    kept: list[Diagnostic] = []  # in the printed list, which is the later one
    for citation in told:
        hint = hints.of(citation.key)
        diagnostic = _lacking(ctx, citation, hint, files)
        if citation.nocite:
            yield diagnostic._replace(severity=Severity.NOTE)
        elif instead and not hints.sure(citation.key):
            advice = f"{instead} is read in place of the bibliography that is missing, which may have it"
            note = diagnostic._replace(severity=Severity.NOTE)
            lacking.append(note._replace(help=advice) if hint == _NOTHING_KNOWN else note)
        elif citation.key in printed and not hint.key:
            advice = "the .bbl beside the document has it, and was changed later: add the entry before BibTeX runs again"
            kept.append(diagnostic._replace(severity=Severity.NOTE, help=advice, related=()))
        else:
            causes.setdefault(hint.cause, []).append(diagnostic)
    yield from repeated(ctx, lacking, ", and many citations name it", "citations")
    step = "citations have an entry in the .bbl beside the document alone, which was changed later: add them before BibTeX runs again"
    yield from folded(ctx, kept, ", nor have others that the printed list has", step, many=_TOGETHER)
    yield from _without_cause(ctx, causes.pop(""), cited)
    for cause, together in causes.items():
        more = f", and others have none either: {cause}"
        yield from folded(ctx, together, more, f"citations: {cause}", many=_TOGETHER)
    if len(told) < len(lost):
        yield from why


def _lacking(ctx: RuleContext, citation: Citation, hint: _Hint, files: str) -> Diagnostic:
    """Report a key that no entry has, with what it may be meant for."""
    whole = citation.span.end - citation.span.start == len(citation.key)
    fix = None
    if hint.key and whole:
        fix = Fix(f"write '{hint.key}'", (Edit(citation.span, hint.key),), safe=False)
    message = f"no entry has the key '{citation.key}' (looked in {files})"
    return ctx.report(citation.span, message, help=hint.help, related=hint.related, fix=fix)


def _without_cause(ctx: RuleContext, alone: list[Diagnostic], cited: int) -> Iterator[Diagnostic]:
    """Fold keys of which nothing says why they are lost, if they are so many that they were lost together."""
    lost = len({diagnostic.message for diagnostic in alone})
    if lost <= _TOGETHER or (lost != cited and lost <= _LOST):
        yield from repeated(ctx, alone, ", and many citations name it", "citations")
    elif 2 * lost > cited:
        step = "citations have no entry, most of all keys: the bibliography that has them seems to be missing"
        yield from folded(ctx, alone, ", nor do most of the others", step)
    else:
        step = "citations have no entry: a newer copy of the bibliography may have them"
        yield from folded(ctx, alone, ", nor do many others", step)


def _with_blanks(ctx: RuleContext) -> Iterator[Diagnostic]:
    """Find keys with a blank after them: TeX takes it for a part of the key, and no entry has such a key."""
    if _STRIPPING.intersection(ctx.manuscript.packages):
        return
    for citation in ctx.manuscript.citations:
        if citation.blank_after and ctx.bibliography.find(citation.key):
            span, key = citation.span, citation.key
            blank = Span(span.path, span.end, span.end + 1)
            fix = Fix("remove the blank", (Edit(blank, ""),), safe=False)
            message = f"LaTeX looks for the key '{key} ', with the blank that follows it here, and no entry has that"
            yield ctx.report(
                span, message, help="remove the blank between the key and the comma or brace", fix=fix
            )


def _elsewhere(ctx: RuleContext) -> list[Unchecked]:
    """Say where entries may be that argcheck does not read."""
    m = ctx.manuscript
    if "amsrefs" in m.packages:
        return [ctx.unchecked("entries of amsrefs are not read")]
    if ctx.bibliography.entries or m.resources:
        return []
    if m.class_unseen:
        return [ctx.unchecked(f"the class {m.document_class}, which is not here, may load a bibliography")]
    if any(re.search(_LOADS, file.text) for file in m.files.values()):
        return [ctx.unchecked("a macro of the document loads a bibliography")]
    if any(
        re.search(_PANDOC, file.original.text) for file in m.files.values() if file.path.endswith(_MARKDOWN)
    ):
        return [ctx.unchecked("a template or an argument of pandoc may load a bibliography")]
    named = {name: path for path in ctx.project.names if path.endswith(".bib") for name in _called(path)}
    values = (value for file in m.files.values() for value in re.findall(_VALUE, file.text)) if named else ()
    option = next((value for value in values if value in named), None)
    return [ctx.unchecked(f"an option may load {named[option]}")] if option else []


def _called(path: str) -> tuple[str, ...]:
    """Give the names that a ``.bib`` file is loaded by."""
    file = path.rpartition("/")[2]
    return path, path.removesuffix(".bib"), file, file.removesuffix(".bib")


def _nothing_loaded(ctx: RuleContext, keys: Sequence[str]) -> Diagnostic:
    m = ctx.manuscript
    first = next(c for c in (*m.citations, *m.citations_in_macros) if c.key == keys[0])
    if m.resources:
        names = ", ".join(dict.fromkeys(resource.target for resource in m.resources))
        message, related = (
            f"the bibliography of this document ({names}) has no entry",
            [Related(m.resources[0].span, "loaded here")],
        )
        step = "add them, or load the right file"
    else:
        message, related = "this document cites sources and loads no bibliography", []
        step = r"load one by \bibliography{...} or \addbibresource{...}, or write a thebibliography"
    help_ = (
        f"{plural(len(dict.fromkeys(keys)), 'key is', 'keys are')} cited, the first is '{keys[0]}'; {step}"
    )
    return ctx.report(first.span, message, help=help_, related=related)


class _Hint(NamedTuple):
    """What a lost key may be meant for."""

    help: str
    related: tuple[Related, ...] = ()
    key: str = ""  #: the one key that it surely is
    near: tuple[str, ...] = ()  #: the keys that it may be
    cause: str = ""  #: why it is lost, where others may be lost for the same reason


_NOTHING_KNOWN = _Hint("add its entry, or correct the key")


class _Hints:
    """Finds what lost keys may be meant for, each key once."""

    def __init__(self, ctx: RuleContext) -> None:
        self.ctx = ctx
        self.known: dict[str, _Hint] = {}

    def of(self, key: str) -> _Hint:
        if key not in self.known:
            self.known[key] = (
                self._everything(key)
                or self._by_case(key)
                or self._not_live(key)
                or self._two_keys(key)
                or self._other_name(key)
                or self._near(key)
                or _NOTHING_KNOWN
            )
        return self.known[key]

    def sure(self, key: str) -> bool:
        """Whether the key can hardly be anything else than a known one, mistyped."""
        hint = self.of(key)
        return bool(hint.key) or any(surely_meant(key, name) for name in hint.near)

    def _everything(self, key: str) -> _Hint | None:
        return _Hint(r"write \nocite{*}: this prints a question mark") if key == "*" else None

    def _by_case(self, key: str) -> _Hint | None:
        entry = self.ctx.bibliography.by_lower.get(key.lower())
        alias = self.aliases.get(key.lower())
        meant = entry.key if entry else alias
        if meant is None:
            return None
        who = "biber" if self.ctx.bibliography.backend == "biber" else "LaTeX"
        places = (Related(entry.key_span, f"'{meant}' is here"),) if entry else ()
        return _Hint(f"write '{meant}': {who} tells keys apart by case", places, meant, cause=_CAPITALS)

    @cached_property
    def aliases(self) -> dict[str, str]:
        b = self.ctx.bibliography
        return {alias.lower(): alias for entry in b.entries for alias in b.aliases(entry)}

    def _not_live(self, key: str) -> _Hint | None:
        """Look for an entry that is commented out, or in a file that this document does not load."""
        places = self.ctx.bibliography.project_places(key)
        for place in sorted(
            places, key=lambda key_place: (key_place.span.path not in self.ctx.bibliography.files, key_place)
        ):
            path = place.span.path
            if place.commented:
                return _Hint(
                    "take the comment signs off its entry",
                    (Related(place.span, f"'{key}' is commented out"),),
                )
            if path not in self.ctx.bibliography.files:
                not_live = (Related(place.span, f"'{key}' is here"),)
                advice = f"load {path} too, or copy the entry: this document does not load it"
                return _Hint(advice, not_live, cause=f"{path} has them, which this document does not load")
        return None

    def _two_keys(self, key: str) -> _Hint | None:
        parts = key.replace(";", " ").replace("|", " ").split()
        if len(parts) > 1 and all(self.ctx.bibliography.find(part) for part in parts):
            return _Hint(f"put commas between the keys: '{','.join(parts)}'")
        return None

    def _other_name(self, key: str) -> _Hint | None:
        """Look for a string of that name."""
        if key.lower() in self.ctx.bibliography.strings:
            return _Hint("cite the key of an entry: this is the name of an @string")
        return None

    def _near(self, key: str) -> _Hint | None:
        near = closest(key, self.keys) if len(self.known) < _MOST else []
        if not near:
            return None
        entries = [(name, self.ctx.bibliography.find(name)) for name in near]
        places = tuple(Related(entry.key_span, f"'{name}' is here") for name, entry in entries if entry)
        return _Hint(
            "did you mean " + " or ".join(f"'{name}'" for name in near) + "?", places, near=tuple(near)
        )

    @cached_property
    def keys(self) -> list[str]:
        b = self.ctx.bibliography
        return list(dict.fromkeys([*(entry.key for entry in b.entries), *self.aliases.values()]))
