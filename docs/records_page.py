r"""The reference of all that a rule can see, made of docstrings and of a small document: ``python docs/records_page.py``.

A record stands here if `argcheck.api` names it; an attribute of a class, if its line ends in a ``#:`` comment.
"""

from __future__ import annotations

import enum
import inspect
import re
import tempfile
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from argcheck import api
from argcheck.lint.engine import analyse
from argcheck.lint.registry import Registry
from argcheck.settings.config import settings_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_MADE = "<!-- made by `python docs/records_page.py` from docstrings; do not edit -->\n"
_INTRO = """
# What a rule can see

Each heading below is a class that `argcheck.api` names. The examples are of the document at the end of this page, as a rule
meets it. Offsets (`start`, `end`) count code points of the decoded file from 0; levels, rows and columns are as said. Records
are named tuples: never write to them. `argcheck.api` has each of these names, for annotations and for `isinstance`.
"""
_MAIN = r"""\documentclass{article}
\usepackage{amsmath}
\title{Speeds}
\author{Bo Roe}
\begin{document}
\begin{abstract}
% argcheck: claim id=cl:small uses=cite:lee2020
Small studies exaggerate \cite{lee2020}.
\end{abstract}
\section{Results}\label{sec:results}
Table~\ref{tab:speed} shows it.\footnote{Of two years.}
\begin{table}
  \begin{tabular}{lr}
    Name & Speed (km/h) \\ \hline
    Fast & \textbf{120} \\
  \end{tabular}
  \caption{Speeds of cars.}\label{tab:speed}
\end{table}
\includegraphics{plots/speed}
\input{missing}
\newtheorem{lemma}{Lemma}
\begin{lemma}[Bound]\label{lem:a}
It is bounded.
\end{lemma}
\begin{proof}\uses{lem:a} Clear. \end{proof}
\begin{description}
  \item[Fast] More than 100.
\end{description}
\input{part}
\bibliography{refs}
\end{document}
"""
_REFS = "@article{lee2020,\n  author = {Lee, Ann},\n  title = {On {Speed}},\n  year = 2020,\n}\n"
_LEE = api.Person("Lee", "Ann")
_RECORD = api.Record("library", title="On Speed", authors=(_LEE,), year=2020)
#: The chapters: (heading, classes whose methods and attributes are listed, records of which an example is shown).
_CLASSES = (
    "RuleContext", "Manuscript", "SourceFile", "Bibliography", "Entry", "Span", "Diagnostic", "Severity", "Rule",
    "Needs", "InputPlace", "Argument", "Node", "Verdicts", "EntryVerdict", "MentionVerdict", "Mention", "EvidenceSpan",
    "AuthorAnswer",     "Difference", "Report", "DocumentStatus", "Failure", "Provider", "Answer", "Absence", "Embedder", "Reranker",
    "Entailment",
)  # fmt: skip
#: Of classes that argcheck's own rules ask for more, what stays as it is.
KEPT = {
    "RuleContext": (
        "manuscript", "bibliography", "rule", "options", "graph", "this_year", "keys_printed_since", "verdicts", "missing", "unchecked",
        "report", "source",
    ),
    "SourceFile": ("path", "text", "encoding", "position"),
    "Argument": (
        "nodes", "node", "edges", "claims", "conclusions", "orphans", "refuted", "is_refuted", "into", "out_of", "attackers",
        "upstream", "route", "width", "cut",
    ),
    "Node": ("id", "text", "places", "run_ids", "kind", "role", "sort", "confidence", "open"),
    "Verdicts": ("entry", "mentions", "stale", "answer", "unanswered", "judged", "cited", "miscited"),
    "AuthorAnswer": ("stand", "reason", "about"),
    "EntryVerdict": (
        "work", "cited_as", "checked", "outcome", "notices", "differences", "record", "superseded_by", "published_as",
        "review", "fallen",
    ),
    "MentionVerdict": (
        "work", "cited_as", "checked", "verdict", "class_", "subtype", "stage", "confidence", "searched", "spans",
        "would_support", "reason",
    ),
    "Mention": ("citation", "key", "entry", "sentence", "before", "after"),
    "Report": (
        "project", "base", "documents", "diagnostics", "sources", "rules", "fail_on", "held_back", "orphans",
        "failures", "unread", "notices", "suppressed", "baselined", "stage", "exit_code", "fails", "waits",
    ),
}  # fmt: skip
#: What is for argcheck's own rules: it gives records that may change.
_OWN = {
    "Manuscript": (
        "changed", "remember", "of_each_file", "printed", "mistyped_references", "leftovers", "hidden", "fragment_reason",
    ),
    "Bibliography": (
        "remember_of_printed", "faults", "unpublished", "misattributed", "misdated", "plain_citations",
    ),
}  # fmt: skip
_RECORDS: dict[str, Callable[[Any], Any]] = {
    "Author": lambda ctx: ctx.manuscript.authors[0],
    "Citation": lambda ctx: ctx.manuscript.citations[0],
    "Label": lambda ctx: ctx.manuscript.labels[0],
    "Reference": lambda ctx: ctx.manuscript.references[0],
    "Use": lambda ctx: ctx.manuscript.uses[0],
    "Environment": lambda ctx: ctx.manuscript.environments[1],
    "Caption": lambda ctx: ctx.manuscript.captions[0],
    "Section": lambda ctx: ctx.manuscript.sections[0],
    "Footnote": lambda ctx: ctx.manuscript.footnotes[0],
    "Graphic": lambda ctx: ctx.manuscript.graphics[0],
    "Float": lambda ctx: ctx.manuscript.floats[0],
    "Table": lambda ctx: ctx.manuscript.tables[0],
    "Cell": lambda ctx: ctx.manuscript.tables[0].rows[1][1],
    "Statement": lambda ctx: ctx.manuscript.statements[0],
    "Item": lambda ctx: ctx.manuscript.items_of(ctx.manuscript.environments[-1])[0],
    "Sentence": lambda ctx: ctx.manuscript.sentences[0],
    "Input": lambda ctx: ctx.manuscript.inputs[0],
    "Missing": lambda ctx: ctx.manuscript.missing[0],
    "Resource": lambda ctx: ctx.manuscript.resources[0],
    "Field": lambda ctx: ctx.bibliography.entries[0].fields["title"],
    "Name": lambda ctx: ctx.bibliography.names(ctx.bibliography.entries[0])[0],
    "Related": lambda ctx: api.Related(ctx.manuscript.labels[0].span, "first defined here"),
    "Edit": lambda ctx: api.Edit(ctx.manuscript.citations[0].span, "lee2021"),
    "Fix": lambda ctx: api.Fix(
        "name the paper", (api.Edit(ctx.manuscript.citations[0].span, "lee2021"),), safe=False
    ),
    "Option": lambda _: api.Option(4, "The most keys that one citation command may have."),
    "Unchecked": lambda ctx: ctx.missing(api.Needs.LABELS)[0],
    "HeldBack": lambda ctx: api.HeldBack("main.tex", "unreferenced-float", ctx.missing(api.Needs.REFERENCES)),
    "Edge": lambda ctx: ctx.graph.into(ctx.graph.claims[0])[0],
    "Query": lambda _: api.Query("lee2020", "article", title="On Speed", authors=(_LEE,), year=2020),
    "Record": lambda _: _RECORD,
    "Person": lambda _: _LEE,
    "Notice": lambda _: api.Notice("retracted", date="2021-05", reason="Two samples were one."),
    "Relation": lambda _: api.Relation("published-as", "doi:10.1000/speed"),
    "Reply": lambda _: api.Reply("library", api.Answer.FOUND, (_RECORD,)),
    "Service": lambda _: api.Service("library", "https://library.example.org", per_second=2),
    "Probabilities": lambda _: api.Probabilities(0.9, 0.08, 0.02),
}
#: Of a class that only argcheck's own rules know more of, what any rule may take it for.
_SHOWN_AS = {"LazyFields": "Mapping[str, Field]"}
_FIELD = re.compile(
    r"^    (?:    self\.)?(\w+)(?:: ([^=#\n]+?))?(?: = [^#\n]*)?(?:  #: (.*))?$", re.MULTILINE
)


def reference() -> str:
    """Write the page."""
    context = example()
    parts = [_MADE, _INTRO]
    parts += [_class_section(getattr(api, name)) for name in _CLASSES]
    parts += [_record_section(getattr(api, name), show(context)) for name, show in _RECORDS.items()]
    parts.append(
        f"\n## The document of the examples\n\n`main.tex`:\n\n```latex\n{_MAIN}```\n\n`refs.bib`:\n\n```bibtex\n{_REFS}```\n\n`part.tex` is empty.\n"
    )
    return "".join(parts)


def example() -> Any:
    """Read the document of the examples, and give the context of a rule that runs on it."""
    caught: list[Any] = []

    def catch(ctx: Any) -> tuple[()]:
        """Keep the context."""
        caught.append(ctx)
        return ()

    rule = api.rule("DOC001", "an-example", severity=api.Severity.NOTE, since="0.1.0")(catch)
    with tempfile.TemporaryDirectory(prefix="argcheck-") as name:
        folder = Path(name).resolve()
        (folder / "main.tex").write_text(_MAIN, "utf-8")
        (folder / "refs.bib").write_text(_REFS, "utf-8")
        (folder / "part.tex").touch()
        settings = settings_for([folder], cwd=folder, isolated=True)
        analyse([folder], settings, cwd=folder, registry=Registry({rule.name: rule}, (), ()))
    return caught[0]


def _record_section(record: type, shown: object) -> str:
    rows = "".join(
        f"| `{name}` | {_type(kind)} | {_cell(meaning)} |\n" for name, kind, meaning in fields(record)
    )
    table = f"| field | type | meaning |\n| --- | --- | --- |\n{rows}\n"
    return f"\n## {record.__name__}\n\n{_prose(record)}\n\n{table}```text\n{_shown(shown)}\n```\n"


def _class_section(owner: type) -> str:
    named = (part for part in reversed(owner.__mro__) if not part.__name__.startswith("_"))
    parts = [
        part for part in named if part.__module__.startswith("argcheck.")
    ]  # what it inherits comes first
    described = [row for part in parts for row in (*fields(part), *members(part))]
    rows = [
        f"| `{name}` | {_type(kind)} | {_cell(meaning)} |\n"
        for name, kind, meaning in described
        if meaning and _stays(owner.__name__, name.partition("(")[0])
    ]
    return f"\n## {owner.__name__}\n\n{_prose(owner)}\n\n| name | gives | meaning |\n| --- | --- | --- |\n{''.join(rows)}"


def _stays(owner: str, name: str) -> bool:
    return name in KEPT.get(owner, (name,)) and name not in _OWN.get(owner, ())


def fields(record: type) -> Iterator[tuple[str, str, str]]:
    """Yield name, type and meaning of each field: of a record's body, or of what ``__init__`` sets."""
    source = inspect.getsource(record)
    names: tuple[str, ...] = getattr(record, "_fields", ())
    kinds = getattr(record, "__annotations__", {})
    known = {match[1]: match[3] or "" for match in _FIELD.finditer(source)}
    for name in names or [name for name, meaning in known.items() if meaning and not name.startswith("_")]:
        if not (names or name in kinds or f"self.{name}" in source or hasattr(record, name)):
            continue
        kind = kinds.get(name) or next((m[2] for m in _FIELD.finditer(source) if m[1] == name and m[2]), "")
        kind = kind or _kind_given(record, name)
        yield name, str(getattr(kind, "__forward_arg__", kind)), known.get(name, "")


def _kind_given(record: type, name: str) -> str:
    """Return the type of a member of an enumeration, or of what ``__init__`` takes by the name of the attribute."""
    if issubclass(record, enum.Enum):
        return record.__name__
    parameter = inspect.signature(record).parameters.get(name)
    kind = str(parameter.annotation) if parameter and parameter.annotation is not parameter.empty else ""
    return _SHOWN_AS.get(kind, kind)


def members(owner: type) -> Iterator[tuple[str, str, str]]:
    """Yield signature, type and docstring of each public method and property."""
    for name, member in vars(owner).items():
        if name.startswith("_"):
            continue
        function = member.fget if isinstance(member, property) else member
        function = function.func if isinstance(function, cached_property) else function
        if not inspect.isfunction(function) or not function.__doc__:
            continue
        signature = inspect.signature(function)
        taken = [parameter for parameter in signature.parameters.values() if parameter.name != "self"]
        call = (
            "" if isinstance(member, property | cached_property) else f"({', '.join(map(_parameter, taken))})"
        )
        yield (
            f"{name}{call}",
            str(signature.return_annotation),
            _meaning(inspect.cleandoc(function.__doc__)),
        )


def _meaning(text: str) -> str:
    """Give a docstring as prose: what it says in further paragraphs is what a rule trips over."""
    parts = (part for part in text.split("\n\n") if not part.startswith((".. version", ":raises ")))
    return re.sub(r"^:param (\w+):", r"``\1``:", "\n".join(parts), flags=re.MULTILINE)


def _parameter(parameter: inspect.Parameter) -> str:
    default = "" if parameter.default is parameter.empty else f"={parameter.default!r}"
    return f"{parameter.name}{default}"


def _prose(owner: type) -> str:
    text = inspect.cleandoc(owner.__doc__ or "")
    return re.sub(r"``(.+?)``", r"`\1`", text).replace("  ", " ")


def _type(kind: str) -> str:
    return f"`{kind}`".replace("|", r"\|") if kind else ""


def _cell(text: str) -> str:
    return re.sub(r"``(.+?)``", r"`\1`", " ".join(text.split())).replace("|", r"\|")


def _shown(value: object) -> str:
    """Write a record over several lines, a field on each."""
    names = getattr(value, "_fields", ())
    if len(repr(value)) <= 110 or not names:
        return repr(value)
    lines = "".join(f"    {name}={getattr(value, name)!r},\n" for name in names)
    return f"{type(value).__name__}(\n{lines})"


if __name__ == "__main__":
    (Path(__file__).parent / "records.md").write_text(reference(), "utf-8", newline="\n")
