"""REF007: an acronym or a term of a glossary that nothing defines."""

from argcheck.api import Findings, Needs, RuleContext, Severity, rule


@rule(
    "REF007", "undefined-acronym", severity=Severity.WARNING, since="0.1.0", needs=Needs.MACROS, preview=True
)
def undefined_acronym(ctx: RuleContext) -> Findings:
    r"""The text uses an acronym or a term of the glossary that the document does not define.

    ## Why is this bad?

    `glossaries` stops with an error or prints nothing, `acronym` prints the key in bold, and `acro` only warns in
    the log.

    ## Example

    ```tex
    \usepackage{glossaries}
    \newacronym{cpu}{CPU}{central processing unit}
    \newacronym{gpu}{GPU}{graphics processing unit}
    \newacronym{ram}{RAM}{random access memory}
    The \gls{cpu} has its \gls{ram}, and so has the \gls{gpu}; the \gls{tpu} has none.
    ```

    ## Use instead

    ```tex
    \usepackage{glossaries}
    \newacronym{cpu}{CPU}{central processing unit}
    \newacronym{gpu}{GPU}{graphics processing unit}
    \newacronym{ram}{RAM}{random access memory}
    \newacronym{tpu}{TPU}{tensor processing unit}
    The \gls{cpu} has its \gls{ram}, and so has the \gls{gpu}; the \gls{tpu} has none.
    ```

    ## Limits

    - Only with the packages `glossaries`, `glossaries-extra`, `acronym` and `acro`.
    - A key that stands in any other command counts as defined.
    - Not reported if more than a quarter of the keys are undefined, or definitions are loaded from other files
      (`\loadglsentries`, `bib2gls`).
    - Held back while a file is missing.
    - Each key is reported once, where it stands first.
    - Preview: only two findings have been seen, too few for a rate.
    """
    for span, key in ctx.manuscript.undefined_acronyms():
        help_ = "define it, or mend the key"
        yield ctx.report(span, f"nothing defines the acronym or term '{key}'", help=help_)
