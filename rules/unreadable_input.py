"""TEX003: a file of the document that cannot be read as text."""

from argcheck.api import Findings, RuleContext, Severity, rule

from ._folding import folded

_STYLES = (".cls", ".sty", ".clo", ".def")


@rule("TEX003", "unreadable-input", severity=Severity.ERROR, since="0.1.0")
def unreadable_input(ctx: RuleContext) -> Findings:
    r"""A file of the document cannot be read, or holds bytes that are not text.

    ## Why is this bad?

    Nothing in such a file is checked, and TeX stops at it. Bytes in another encoding print as wrong letters or not
    at all.

    ## Example

    ```tex
    \input{chapter}
    % file: chapter.tex (latin-1)
    Das Maß für Fourier.
    ```

    ## Use instead

    ```tex
    \input{chapter}
    % file: chapter.tex
    Das Maß für Fourier.
    ```

    ## Limits

    Errors: a folder, a pipe, a device, a file without read permission, a file that contains zero bytes, and a document
    in Markdown whose metadata are no YAML; nothing in it is checked.

    Warnings:
    - A file is read as UTF-8; as JIS, Shift-JIS or Big5, if its bytes leave no doubt; else as Latin-1, so that all
      of it is checked. The finding stands at the first byte that is not UTF-8 outside of comments.
    - Not reported if `inputenc` declares another encoding, or for documents of `CJK` and pLaTeX.
    - A note in a class or a package, which most authors have from others.
    - Several files with such bytes are one finding: the declaration is missing, or in a package that is not found
      (see `tex-inputs`).
    """
    for lost in (*ctx.manuscript.missing, *ctx.bibliography.missing):
        if lost.reason == "unreadable":
            message = f"'{lost.target}' cannot be read: {lost.detail}"
            yield ctx.report(
                lost.span, message, help="nothing in it is checked until it is a readable text file"
            )
    mild = min(ctx.rule.severity, Severity.WARNING)
    diagnostics = [
        ctx.report(problem.span, problem.message, help=problem.help)._replace(
            severity=Severity.NOTE if problem.span.path.endswith(_STYLES) else mild
        )
        for problem in ctx.manuscript.problems
        if problem.kind == "undecodable"
    ]
    for severity in (Severity.NOTE, mild):
        if alike := [diagnostic for diagnostic in diagnostics if diagnostic.severity == severity]:
            help_ = "files are in another encoding: declare it with inputenc, or save them as UTF-8"
            yield from folded(ctx, alike, ", and other files hold such bytes, too", help_, many=1)
