"""TEX002: a file that the document reads and that git does not have."""

from argcheck.api import Findings, RuleContext, Severity, Span, rule


@rule("TEX002", "untracked-input", severity=Severity.WARNING, since="0.1.0")
def untracked_input(ctx: RuleContext) -> Findings:
    r"""The document reads a file that is in the folder but not in the git repository.

    ## Why is this bad?

    The document builds here and nowhere else: co-authors and the build server get a checkout without the file.

    ## Example

    ```tex
    \input{chapter}
    % file: chapter.tex (untracked)
    A chapter that nobody else has.
    ```

    ## Use instead

    ```tex
    \input{chapter}
    % file: chapter.tex
    A chapter that everybody has.
    ```

    ## Limits

    - Not reported while the root document itself is untracked, and for files in a submodule.
    - Reads the index of git (`GIT_INDEX_FILE`, if set). The rule is off in a linked work tree or a submodule, whose
      index lies outside; the run says so.
    """
    index = ctx.project.repository.tracked
    if index is None or not index.tracks(ctx.manuscript.root):
        return
    for path, place in _inputs(ctx).items():
        if path.startswith(("../", "/")) or ctx.project.repository.holds(path):
            continue
        ignored = ctx.project.repository.ignored(path)
        advice = "git ignores it; `git add --force` it" if ignored else "`git add` it"
        message = f"'{path}' is read here and is not in the git repository"
        yield ctx.report(place, message, help=f"{advice}, or the document builds on this machine only")


def _inputs(ctx: RuleContext) -> dict[str, Span]:
    """Return the files that the document reads, each with the first place that names it."""
    m = ctx.manuscript
    spans: dict[str, Span] = {}
    for place, path in m.inputs:
        spans.setdefault(path, place)
    for path in ctx.bibliography.files:
        if path not in m.files:
            spans.setdefault(path, _named(ctx, path))
    for path in m.files:  # the rest are packages and classes
        spans.setdefault(path, Span(path, 0, 0))
    return spans


def _named(ctx: RuleContext, path: str) -> Span:
    """Return the place that loads a bibliography; the file itself without one, as for a ``.bbl`` beside the root."""
    for resource in ctx.manuscript.resources:
        name = resource.target.strip('"').removesuffix(".bib").rpartition("/")[2]
        if path.removesuffix(".bib").rpartition("/")[2] == name:
            return resource.span
    return Span(path, 0, 0)
