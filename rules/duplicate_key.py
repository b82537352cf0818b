"""CIT006: two entries with one key."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.api import Related, Severity, authors_in_short, rule

from ._folding import MANY, folded, joined
from ._keys import LISTS_OF_PARTS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.api import Diagnostic, Entry, Manuscript, RuleContext, Span

_SHOWN = 3  # most names of fields in a message
#: Fields of biblatex with their names in BibTeX.
_NAMES = {"journaltitle": "journal", "location": "address", "institution": "school"}
_PEOPLE = ("author", "editor")
_PLACE = ("author", "year", "volume", "pages")  # differ between any two articles
#: Endings of documents that pandoc reads, which takes the last, unless it leaves citations to LaTeX.
_OF_PANDOC = (".md", ".markdown", ".qmd", ".Rmd", ".rmd", ".yml", ".yaml")
_BRACES = str.maketrans("", "", "{}")
#: Fields of reference managers that no style prints.
_UNPRINTED = frozenset({
    "abstract", "keywords", "file", "mendeley-groups", "mendeley-tags", "annote", "adsnote", "adsurl", "date-added",
    "date-modified", "timestamp", "owner", "groups", "posted-at", "priority", "bdsk-url-1", "bdsk-url-2", "citeulike-article-id",
    "biburl", "bibsource", "creationdate", "modificationdate",
})  # fmt: skip


@rule("CIT006", "duplicate-key", severity=Severity.ERROR, since="0.1.0")
def duplicate_key(ctx: RuleContext) -> Iterator[Diagnostic]:
    r"""Two entries of the loaded bibliographies have the same key.

    ## Why is this bad?

    BibTeX and biber use the first entry, pandoc the last, LaTeX the last of two `\bibitem`s. If the two are different
    works, every citation of one of them names the wrong source.

    ## Example

    ```tex
    As shown by \cite{smith20}.
    \bibliography{refs}
    % file: refs.bib
    @book{smith20, author = {Smith, Ann}, title = {On Bounds}, year = 2020}
    @book{smith20, author = {Smith, Bob}, title = {Gardening}, year = 2020}
    ```

    ## Use instead

    ```tex
    As shown by \cite{smith20a}.
    \bibliography{refs}
    % file: refs.bib
    @book{smith20a, author = {Smith, Ann}, title = {On Bounds}, year = 2020}
    @book{smith20b, author = {Smith, Bob}, title = {Gardening}, year = 2020}
    ```

    ## Limits

    The files of a document count as one, in the order in which they are loaded.

    A note instead of an error:
    - Both entries say the same, in all that a style may print and in any order of first and last names.
    - Both are one work: same title and authors; same title and year; same authors, year, volume and pages; or same
      DOI. Every citation names the right source then.
    - No citation means the key (for a `\bibitem`: nothing of its list is cited). Authors repaired one in eight of
      such keys, and one in four of those that were cited.
    - The `\bibitem` stands in a second list: some journals ask for the references once more, in full.

    Not reported:
    - Two `\bibitem`s of one key, or entries in two files, in a document with `chapterbib`, `bibunits`, `multibib`
      or a `refsection` that loads a file: each part has its own list.
    - A `\bibitem` that the document redefines (`\renewcommand{\bibitem}[1]{\item}`).

    Grouped as one finding:
    - Several entries that differ from the first one of their key, notes and errors apart.
    - More than five entries of a file that repeat an earlier one of their key, and notes on differing entries of
      more than five keys of a file; a comment at the first silences only that one.
    """
    copies: dict[tuple[str, Severity], list[Diagnostic]] = {}
    different: dict[tuple[str, Severity], list[Diagnostic]] = {}
    for earlier, entry in _of_one_key(ctx):
        diagnostic = _report(ctx, earlier, entry)
        if _same(earlier, entry):
            copies.setdefault((entry.span.path, diagnostic.severity), []).append(diagnostic)
        else:
            different.setdefault((earlier.key, diagnostic.severity), []).append(diagnostic)
    more = "; this file has more such entries"
    by_file: dict[str, list[list[Diagnostic]]] = {}
    for again in different.values():
        by_file.setdefault(again[0].span.path, []).append(again)
    for keys in by_file.values():
        lesser = [again for again in keys if again[0].severity == Severity.NOTE]
        many = lesser if len(lesser) > MANY else []
        if many:
            help_ = "entries have the key of an earlier one: keep the best of each key"
            together = [diagnostic for again in many for diagnostic in again]
            yield from folded(ctx, together, more, help_, apart=True)
        help_ = "further entries have this key: give each work a key of its own, and remove the copies"
        for again in keys:
            if again not in many:
                yield from joined(ctx, again, help_)
    for (path, _), together in copies.items():
        help_ = f"entries of {path} say the same as an earlier one of their key: remove them"
        yield from folded(ctx, together, more, help_, apart=True)


def _of_one_key(ctx: RuleContext) -> Iterator[tuple[Entry, Entry]]:
    """Yield the pairs of entries with the same key in the same list: the first, and a later one."""
    m, b = ctx.manuscript, ctx.bibliography
    loads = (environment.option for environment in m.environments if environment.name == "refsection")
    parts = not LISTS_OF_PARTS.isdisjoint(m.packages) or any(loads)
    first: dict[str, Entry] = {}
    renamed = "bibitem" in m.macros and not any("bibitem" in made.body for made in m.macros["bibitem"])
    for entry in b.entries:
        if renamed and entry.type == "bibitem":
            continue  # an item of the author's own kind of list, such as publications
        earlier = first.setdefault(b.fold(entry.key), entry)
        if earlier.key_span == entry.key_span or _printed_of(earlier, entry):
            continue  # a file may be read once more in the other branch of a conditional
        if not parts or (entry.type != "bibitem" and entry.span.path == earlier.span.path):
            yield earlier, entry


def _list_of(m: Manuscript, entry: Entry) -> Span | None:
    r"""Return the place of the list of a ``\bibitem``; None if unknown."""
    for environment in m.environments:
        span = environment.span
        if environment.name == "thebibliography" and entry.span.starts_in(span):
            return span
    return None


def _printed_of(first: Entry, second: Entry) -> bool:
    """Whether BibTeX made one of the other: only one is in a ``.bbl``, which is read if a bibliography is missing."""
    return first.span.path.endswith(".bbl") != second.span.path.endswith(".bbl")


def _report(ctx: RuleContext, first: Entry, entry: Entry) -> Diagnostic:
    place = f"{first.span.path}:{ctx.bibliography.files[first.span.path].position(first.key_span.start)[0]}"
    known = f"the key '{entry.key}' is taken by the entry at {place}"
    if first.key != entry.key:
        known += f", '{first.key}' (BibTeX ignores case)"
    if entry.type == "bibitem":
        taken = "LaTeX takes the last"
    else:
        taken = (
            "only one of them is read"
            if ctx.manuscript.root.endswith(_OF_PANDOC)
            else "only that one is read"
        )
    if same := _same(first, entry):
        message, help_ = f"{known}; the two say the same, and {taken}", "remove one of the two"
    else:
        message = f"{known}; the two differ{_how(first, entry)}, and {taken}"
        help_ = "give one of them another key, and see which one each citation means; or remove the worse one"
    earlier = Related(first.key_span, "first here")
    harmless = same or _one_work(first, entry) or _not_meant(ctx, first, entry)
    return ctx.report(entry.key_span, message, help=help_, related=[earlier], note=harmless)


def _not_meant(ctx: RuleContext, first: Entry, entry: Entry) -> bool:
    r"""Whether no citation uses a key, or a ``\bibitem`` is in another list than the first."""
    m, b = ctx.manuscript, ctx.bibliography
    if entry.type == "bibitem" and _list_of(m, entry) != _list_of(m, first):
        return True
    if m.nocite_all:
        return False
    cited = b.used(m.cited_keys | m.hidden_keys)
    return not cited if entry.type == "bibitem" else b.fold(entry.key) not in cited


def _same(first: Entry, second: Entry) -> bool:
    return first.type == second.type and _content(first) == _content(second)


def _content(entry: Entry) -> dict[str, str]:
    """Return the fields that a style may print, by their names in BibTeX, in lower case and without braces."""
    content = {
        _NAMES.get(name, name): _comparable(name, entry.raw(name) or "")
        for name in entry.fields
        if name not in _UNPRINTED
    }
    if "date" in content:  # "2020-05-01" beside a year of 2020
        content.setdefault("year", content.pop("date")[:4])
    return content


def _one_work(first: Entry, second: Entry) -> bool:
    """Whether two entries are the same work, so that every citation is right with either."""
    item, other = _content(first), _content(second)
    if item.get("doi") and item.get("doi") == other.get("doi"):
        return True
    titles = [_letters(entry.text("title") or "") for entry in (first, second)]
    if not all(titles):
        return False
    if item.get("pages") and all(item.get(name) == other.get(name) for name in _PLACE):
        return True  # the titles may differ in the notation of a formula
    if titles[0] != titles[1]:
        return False
    people = [_letters(authors_in_short(entry)) for entry in (first, second)]
    return people[0] == people[1] or item.get("year", "") == other.get("year")


def _letters(text: str) -> str:
    return "".join(character for character in text.casefold() if character.isalnum())


def _comparable(name: str, value: str) -> str:
    plain = " ".join(value.translate(_BRACES).casefold().split())
    if name not in _PEOPLE:
        return plain
    people = plain.replace(",", " ").replace(".", " ").split(" and ")  # "Smith, A." is "A Smith"
    return " and ".join(" ".join(sorted(person.split())) for person in people)


def _how(first: Entry, second: Entry) -> str:
    """Return the names of fields in which two entries differ: title, author and year, or else some others."""
    item, other = _content(first), _content(second)
    names = [
        name
        for name in ("title", "author", "year")
        if item.get(name) != other.get(name) and (first.text(name) or "") != (second.text(name) or "")
    ]
    if not names:
        names = [name for name in {**item, **other} if item.get(name) != other.get(name)][:_SHOWN]
    return f" in {' and '.join(names) or 'type'}"
