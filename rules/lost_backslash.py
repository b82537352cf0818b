r"""TEX011: a command that is printed as words, since its backslash is missing or stands twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.api import Edit, Fix, Severity, Span, printed_commands, rule

if TYPE_CHECKING:
    from argcheck.api import Findings, RuleContext

#: What to do, by the sign that stands in the place of the backslash.
_HELP = {
    "": "write a backslash before it",
    "\\\\": "take one of the two backslashes away, or write a third if a line ends there",
    "/": "write a backslash in place of the slash",
}


@rule("TEX011", "lost-backslash", severity=Severity.WARNING, since="0.1.0")
def lost_backslash(ctx: RuleContext) -> Findings:
    r"""A command is printed as words, since its backslash is missing or stands twice.

    ## Why is this bad?

    `Figure ref{fig:rates}` prints "Figure reffig:rates", and `\\emph{two}` begins a new line with "emphtwo". LaTeX
    says nothing of either.

    ## Example

    ```tex
    \section{Rates} \label{sec:rates}
    Rates fall, as Section~ref{sec:rates} shows, in \\emph{two} of three years.
    ```

    ## Use instead

    ```tex
    \section{Rates} \label{sec:rates}
    Rates fall, as Section~\ref{sec:rates} shows, in \emph{two} of three years.
    ```

    ## Limits

    - Commands that refer (`\ref`, `\autoref`, `\cref`, ...), cite (`\cite`, `\citep`, `\textcite`, ...) or format
      (`\emph`, `\textbf`, `\footnote`, ...), directly before a brace.
    - Without any backslash, or with a slash in its place (`/ref{fig:rates}`), a reference or citation is reported
      only if the document has the label, or its name is as `fig:rates`, or the bibliography has the key: other words
      may be meant.
    - The fix is safe where a backslash is missing before a label or key, and nothing stands in its place.
    - Not in code, formulas, comments and definitions of macros; nor in typewriter, alone in quotation marks and
      behind a backslash that is printed, as a text about LaTeX has them.
    """
    m = ctx.manuscript
    for command in printed_commands(m):
        names = [name.strip() for name in command.argument.split(",")]
        if command.sign == "\\\\":
            is_meant = True
        elif command.kind == "text":  # "the macro emph{...}" names it
            is_meant = any(map(str.isalnum, command.argument))
        elif command.kind == "label":
            is_meant = all(name in m.labels_by_name or _is_as_of_a_label(name) for name in names)
        else:
            is_meant = all(ctx.bibliography.find(name) for name in names)
        if is_meant:
            span, sign = command.span, command.sign
            edit = Edit(Span(span.path, span.start, span.start + len(sign)), "\\")
            help_ = _HELP[sign]
            # two backslashes may end a row of a table, and a slash may part two references
            fix = Fix(help_, (edit,), safe=not sign and command.kind != "text")
            message = f"the command '{command.name}' is printed as a word"
            yield ctx.report(span, message, help=help_, fix=fix)


def _is_as_of_a_label(name: str) -> bool:
    """Whether a name has the kind of what it names before a colon: ``fig:rates``, and not ``12:30``."""
    kind, colon, rest = name.partition(":")
    return bool(colon) and kind.isalpha() and rest[:1].strip() != ""
