"""REF004: a figure or table that the text refers to and that has no caption."""

from argcheck.api import Findings, Needs, Related, RuleContext, Severity, rule

from ._floats import means_float

#: Commands that print the kind of their target.
_NAMING = (
    "autoref", "Autoref", "fullref", "cref", "Cref", "crefrange", "Crefrange", "zcref", "vref", "vrefrange",
    "Vref", "fref", "Fref", "tref", "Tref", "figref", "tabref",
)  # fmt: skip


@rule(
    "REF004",
    "float-without-caption",
    severity=Severity.WARNING,
    since="0.1.0",
    stage="submission",
    needs=Needs.MACROS,
)
def float_without_caption(ctx: RuleContext) -> Findings:
    r"""The text refers to a figure or table that has no caption.

    ## Why is this bad?

    Only a caption gives a float its number. The reference prints the number of the section instead.

    ## Example

    ```tex
    Figure~\ref{fig:rates} shows the rates.
    \begin{figure}
      \includegraphics{rates} \label{fig:rates}
    \end{figure}
    ```

    ## Use instead

    ```tex
    Figure~\ref{fig:rates} shows the rates.
    \begin{figure}
      \includegraphics{rates}
      \caption{Rates by year.} \label{fig:rates}
    \end{figure}
    ```

    ## Limits

    - Only figures and tables; other floats may hold an example, a list item or a formula with a number of its own.
    - Only references that name the float: behind a word such as "Figure", or by `\autoref` and the like.
    - A label that is set twice is left to duplicate-label.
    - Held back while a file that the float reads is missing.
    """
    m = ctx.manuscript
    if all(float_.captioned for float_ in m.floats):
        return
    named = m.named_kinds()
    used = {
        r.name: r
        for r in reversed(m.references)
        if r.command.rstrip("*") in _NAMING or named.get(r) in ("figure", "table")
    }
    for float_ in m.floats:
        kind = next((kind for kind in ("figure", "table") if kind in float_.environment.name), "")
        if float_.captioned or not kind:
            continue
        labels = [
            label
            for label in float_.labels
            if label.name in used
            and len(m.labels_by_name[label.name]) == 1
            and means_float(ctx, label.environment, float_.environment)
        ]
        for label in labels[:1]:
            if inside := [lost for lost in m.missing if lost.span.starts_in(float_.environment.span)]:
                yield from (ctx.unchecked(f"{lost.target} is missing", lost.span) for lost in inside)
                break
            reference = used[label.name]
            message = f"this {kind} has no caption, so '\\{reference.command}{{{label.name}}}' does not print its number"
            related = [Related(reference.span, "referred to here")]
            yield ctx.report(
                float_.environment.begin, message, help="add a \\caption before the \\label", related=related
            )
