"""CIT001: a citation of a key that no loaded bibliography has."""

from __future__ import annotations

import re
from functools import cached_property, partial
from typing import TYPE_CHECKING, NamedTuple

from argcheck.api import Edit, Fix, Needs, Related, Severity, Span, closest, rule, surely_meant

from ._folding import folded, repeated
from ._keys import MARKDOWN, entry_of, is_placeholder, looked_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from argcheck.api import Citation, Diagnostic, RuleContext, Unchecked

#: packages whose citation commands strip blanks of keys, or may do so
_STRIPPING = frozenset({
    "cite", "citesort", "overcite", "drftcite", "apacite", "jurabib", "harvard", "achemso", "revtex4-1",
    "revtex4-2",
})  # fmt: skip
#: a comment, or the value of an option or of a command such as \usebib
_VALUE = (
    r"(?<!\\)%[^\n]*|(?:=|\\[A-Za-z@]*[bB]ib[A-Za-z@]*\*?\s*(?:\[[^\[\]]*\])?\{)\s*\{?\s*([^\s,{}\[\]%\\=]+)"
)
#: a command that loads a bibliography, outside of comments; perhaps in the body of a macro
_LOADS = r"(?m)^[^%\n]*\\(?:(?:no)?bibliography|addbibresource|begin\s*\{btSect\}\s*(?:\[[^\]]*\])?|bibselect)\s*\{"
#: Keys for a template of pandoc, or for arguments such as ``--bibliography``.
_PANDOC = r"(?m)^[ \t]+(?:template|pandoc_args)[ \t]*:"
_TOGETHER = 2  #: more citations with a common cause are grouped
_CAPITALS = "entries have these keys with other capitals"  #: a cause of missing keys
#: most keys without a known cause; more have a common one, such as a missing bibliography
_LOST = 5
_MOST = 100  #: most missing keys for which similar ones are searched; more have another cause


@rule("CIT001", "undefined-citation", severity=Severity.ERROR, since="0.1.0")
def undefined_citation(ctx: RuleContext) -> Iterator[Diagnostic | Unchecked]:
    r"""A citation names a key that no loaded bibliography has.

    ## Why is this bad?

    The document prints a question mark or a bold key in place of the source, and LaTeX only says so in the log.

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

    ## Limits

    Reported:
    - A key without an entry, also in the body of a macro that the text calls.
    - A known key with a blank behind it (`\cite{knuth84 }`): for plain LaTeX, natbib and biblatex the blank is a
      part of the key.
    - A document that cites and loads no bibliography at all: one finding, at its first citation.

    The help names what may be meant: a key that differs by a letter or by case, an entry that is commented out, an
    entry of a `.bib` file that the document does not load, a label of that name, or `\nocite{*}` for `\cite{*}`.

    A note instead of an error:
    - A key of `\nocite`, which prints nothing.
    - A key that the `.bbl` beside the document has, if git says that it changed after the `.bib` files: the printed
      list is kept by hand, or was made from another bibliography.
    - A key without an entry in a file that is read in place of a missing one.

    Held back, but for keys that are surely known ones mistyped (more than two that differ only in case are not),
    while
    - a bibliography is missing, unreadable, or fetched from an address, also if it lies
      outside of the project and the `.bbl` of an earlier run is here;
    - the document uses `amsrefs`, whose entries argcheck does not read;
    - the document loads no bibliography, but an option of a package or an unknown command with "bib" in its name names
      one, an unknown class that is not in the project may load one, or a manuscript in Markdown has a template or
      arguments for pandoc.

    The run says which keys were not checked.

    Grouped as one finding:
    - More than two keys that are lost for one reason: a `.bib` file that is not loaded, or their case.
    - More than two citations of one key.
    - More than five keys without a reason, which an older copy of the bibliography lacks; and all cited keys, if
      more than two.
    """
    yield from _with_blanks(ctx)
    citations = (*ctx.manuscript.citations, *ctx.manuscript.citations_in_macros)
    keys = {citation.key for citation in citations if citation.key}
    unknown = {key for key in keys if ctx.bibliography.find(key) is None}
    in_two_ways = ctx.bibliography.backend == "either"  # only then the command counts, too
    lost = [
        citation
        for citation in citations
        if citation.key in unknown or (in_two_ways and citation.key and entry_of(ctx, citation) is None)
    ]
    written = ctx.bibliography.written
    lost = [each for each in lost if each.key not in written and not is_placeholder(each.key)]
    if not lost:
        return
    unread = list(ctx.missing(Needs.BIBLIOGRAPHY)) or _unread(ctx)
    labels = ctx.manuscript.labels_by_name
    of_labels = {c.span: c for c in lost if c.key in labels and (not unread or ":" in c.key)}
    yield from (_of_label(ctx, citation) for citation in of_labels.values())
    lost = [citation for citation in lost if citation.span not in of_labels]
    if lost and ctx.bibliography.entries:
        yield from _without_entry(ctx, lost, unread, cited=len({citation.key for citation in citations}))
    elif lost and not unread:
        yield _nothing_loaded(ctx, sorted(lost, key=lambda c: ctx.manuscript.is_set_aside(c.span)))
    elif lost:
        yield from unread


def _of_label(ctx: RuleContext, citation: Citation) -> Diagnostic:
    """Report a citation of the name of a label."""
    message = f"'{citation.key}' is the name of a label, and of no entry"
    place = Related(ctx.manuscript.labels_by_name[citation.key][0].span, "the label is here")
    help_ = f"write \\ref{{{citation.key}}}: \\{citation.command} is for sources"
    return ctx.report(citation.span, message, help=help_, related=[place])


def _without_entry(
    ctx: RuleContext, lost: Sequence[Citation], unread: Sequence[Unchecked], *, cited: int
) -> Iterator[Diagnostic | Unchecked]:
    """Report keys without an entry; only surely mistyped ones if a part of the bibliography is not read.

    :param cited: number of all cited keys.
    """
    hints, report = _Hints(ctx), partial(_report, ctx, looked_in(ctx))
    certain = [citation for citation in lost if not unread or hints.sure(citation.key)]
    cased = {citation.key for citation in certain if unread and hints.of(citation.key).cause == _CAPITALS}
    if len(cased) > _TOGETHER:  # the part that is not read has keys of another style
        certain = [citation for citation in certain if citation.key not in cased]
    in_bbl = ctx.keys_printed_since if certain else frozenset()
    stand_ins = (other for other in ctx.bibliography.read_instead if other.reason == "elsewhere")
    stand_in = next((other.detail for other in stand_ins), "")  # the file that is read for a missing one
    by_cause: dict[str, list[Diagnostic]] = {"": []}
    not_in_stand_in: list[Diagnostic] = []
    printed: list[Diagnostic] = []
    for citation in certain:
        hint = hints.of(citation.key)
        if citation.nocite:
            yield report(citation, hint, note=True)
        elif stand_in and not hints.sure(citation.key):
            if hint == _NOTHING_KNOWN:
                hint = _Hint(
                    f"{stand_in} is read in place of the bibliography that is missing, which may have it"
                )
            not_in_stand_in.append(report(citation, hint, note=True))
        elif citation.key in in_bbl and not hint.key:
            printed.append(report(citation, _IN_BBL, note=True))
        else:
            by_cause.setdefault(hint.cause, []).append(report(citation, hint))
    yield from repeated(ctx, not_in_stand_in, ", and many citations name it", "citations")
    step = "citations have an entry in the .bbl beside the document alone, which was changed later: add them before BibTeX runs again"
    yield from folded(ctx, printed, ", nor have others that the printed list has", step, many=_TOGETHER)
    yield from _without_cause(ctx, by_cause.pop(""), cited)
    for cause, together in by_cause.items():
        more = f", and others have none either: {cause}"
        yield from folded(ctx, together, more, f"citations: {cause}", many=_TOGETHER)
    if len(certain) < len(lost):
        yield from unread


def _report(
    ctx: RuleContext, files: str, citation: Citation, hint: _Hint, *, note: bool = False
) -> Diagnostic:
    """Report a key without an entry, with a hint."""
    fix = None
    if hint.key and citation.span.end - citation.span.start == len(citation.key):
        fix = Fix(f"write '{hint.key}'", (Edit(citation.span, hint.key),), safe=False)
    message = f"no entry has the key '{citation.key}' (looked in {files})"
    return ctx.report(citation.span, message, help=hint.help, related=hint.related, fix=fix, note=note)


def _without_cause(ctx: RuleContext, findings: list[Diagnostic], cited: int) -> Iterator[Diagnostic]:
    """Report keys that are lost without a known cause; many as a group, which probably have the same one."""
    lost = len({diagnostic.message for diagnostic in findings})
    if lost <= _TOGETHER or (lost != cited and lost <= _LOST):
        yield from repeated(ctx, findings, ", and many citations name it", "citations")
    elif 2 * lost > cited:
        step = "citations have no entry, most of all keys: the bibliography that has them seems to be missing"
        yield from folded(ctx, findings, ", nor do most of the others", step)
    else:
        step = "citations have no entry: a newer copy of the bibliography may have them"
        yield from folded(ctx, findings, ", nor do many others", step)


def _with_blanks(ctx: RuleContext) -> Iterator[Diagnostic]:
    """Report known keys with a blank after them: for TeX it is a part of the key, and no entry has such a key."""
    if _STRIPPING.intersection(ctx.manuscript.packages):
        return
    for citation in ctx.manuscript.citations:
        if citation.blank_after and ctx.bibliography.find(citation.key):
            blank = Span(citation.span.path, citation.span.end, citation.span.end + 1)
            fix = Fix("remove the blank", (Edit(blank, ""),), safe=False)
            message = f"LaTeX looks for the key '{citation.key} ', with the blank that follows it here, and no entry has that"
            advice = "remove the blank between the key and the comma or brace"
            yield ctx.report(citation.span, message, help=advice, fix=fix)


def _unread(ctx: RuleContext) -> list[Unchecked]:
    """Return where there may be entries that argcheck does not read."""
    m = ctx.manuscript
    printed = next(
        (path for path in ctx.bibliography.files if path.endswith(".bbl") and path not in m.files), ""
    )
    elsewhere = next((resource.target for resource in m.resources if _is_outside(resource.target)), "")
    if printed and elsewhere:
        return [ctx.unchecked(f"{elsewhere}, from which {printed} was made, is not in the project")]
    if "amsrefs" in m.packages:
        return [ctx.unchecked("entries of amsrefs are not read")]
    if ctx.bibliography.entries or m.resources:
        return []
    if m.class_unseen:
        return [ctx.unchecked(f"the class {m.document_class}, which is not here, may load a bibliography")]
    if any(re.search(_LOADS, file.text) for file in m.files.values()):
        return [ctx.unchecked("a macro of the document loads a bibliography")]
    markdown = (file.original.text for file in m.files.values() if file.path.endswith(MARKDOWN))
    if any(re.search(_PANDOC, text) for text in markdown):
        return [ctx.unchecked("a template or an argument of pandoc may load a bibliography")]
    by_name = {name: path for path in ctx.project.names if path.endswith(".bib") for name in _names_of(path)}
    values = (
        (value for file in m.files.values() for value in re.findall(_VALUE, file.text)) if by_name else ()
    )
    named = next((value for value in values if value in by_name), None)
    return [ctx.unchecked(f"an option or a command may load {by_name[named]}")] if named else []


def _is_outside(target: str) -> bool:
    """Whether a file as it is named lies outside of the project; on Windows, behind the letter of a drive."""
    return target.startswith(("/", "~", "..")) or target[1:2] == ":"


def _names_of(path: str) -> tuple[str, ...]:
    """Return the names by which a ``.bib`` file can be loaded."""
    file = path.rpartition("/")[2]
    return path, path.removesuffix(".bib"), file, file.removesuffix(".bib")


def _nothing_loaded(ctx: RuleContext, lost: Sequence[Citation]) -> Diagnostic:
    """Report at the first citation that no bibliography is loaded, or only an empty one."""
    resources = ctx.manuscript.resources
    related: list[Related] = []
    message = "this document cites sources and loads no bibliography"
    step = r"load one by \bibliography{...} or \addbibresource{...}, or write a thebibliography"
    if resources:
        names = ", ".join(dict.fromkeys(resource.target for resource in resources))
        message = f"the bibliography of this document ({names}) has no entry"
        related = [Related(resources[0].span, "loaded here")]
        step = "add them, or load the right file"
    number = len({citation.key for citation in lost})
    help_ = (
        f"{number:,} {'key is' if number == 1 else 'keys are'} cited, the first is '{lost[0].key}'; {step}"
    )
    return ctx.report(lost[0].span, message, help=help_, related=related)


class _Hint(NamedTuple):
    """A hint for a key without an entry."""

    help: str
    related: tuple[Related, ...] = ()
    key: str = ""  #: the key that is surely meant
    near: tuple[str, ...] = ()  #: similar keys
    cause: str = ""  #: why there is no entry, if that may be so for other keys


_NOTHING_KNOWN = _Hint("add its entry, or correct the key")
_EVERY_ENTRY = _Hint(r"write \nocite{*}: this prints a question mark")
_STRING = _Hint("cite the key of an entry: this is the name of an @string")
_IN_BBL = _Hint(
    "the .bbl beside the document has it, and was changed later: add the entry before BibTeX runs again"
)


class _Hints:
    """Finds hints for keys without an entry, each once."""

    def __init__(self, ctx: RuleContext) -> None:
        self.ctx = ctx
        self.known: dict[str, _Hint] = {}

    def of(self, key: str) -> _Hint:
        if key not in self.known:
            self.known[key] = (
                (_EVERY_ENTRY if key == "*" else None)
                or self._by_case(key)
                or self._not_live(key)
                or self._two_keys(key)
                or (_STRING if key.lower() in self.ctx.bibliography.strings else None)
                or self._near(key)
                or _NOTHING_KNOWN
            )
        return self.known[key]

    def sure(self, key: str) -> bool:
        """Whether the key is surely a mistyped known one."""
        hint = self.of(key)
        return bool(hint.key) or any(surely_meant(key, name) for name in hint.near)

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
        """Return the hint on an entry that is commented out, or in a file that this document does not load."""
        b = self.ctx.bibliography
        for place in sorted(b.project_places(key), key=lambda place: (place.span.path not in b.files, place)):
            path = place.span.path
            if place.commented:
                related = (Related(place.span, f"'{key}' is commented out"),)
                return _Hint("take the comment signs off its entry", related)
            if path not in b.files:
                related = (Related(place.span, f"'{key}' is here"),)
                advice = f"load {path} too, or copy the entry: this document does not load it"
                return _Hint(advice, related, cause=f"{path} has them, which this document does not load")
        return None

    def _two_keys(self, key: str) -> _Hint | None:
        parts = key.replace(";", " ").replace("|", " ").split()
        if len(parts) > 1 and all(self.ctx.bibliography.find(part) for part in parts):
            return _Hint(f"put commas between the keys: '{','.join(parts)}'")
        return None

    def _near(self, key: str) -> _Hint | None:
        near = closest(key, self.keys) if len(self.known) < _MOST else []
        if not near:
            return None
        entries = [(name, self.ctx.bibliography.find(name)) for name in near]
        places = tuple(Related(entry.key_span, f"'{name}' is here") for name, entry in entries if entry)
        words = " or ".join(f"'{name}'" for name in near)
        return _Hint(f"did you mean {words}?", places, near=tuple(near))

    @cached_property
    def keys(self) -> list[str]:
        b = self.ctx.bibliography
        return list(dict.fromkeys([*(entry.key for entry in b.entries), *self.aliases.values()]))
