"""CIT003: a citation that names no source yet."""

from argcheck.api import Diagnostic, Findings, RuleContext, Severity, rule

from ._folding import CLOSE, folded
from ._keys import is_placeholder

_MARKS = ("??", "TODO", "FIXME", "TBD")  # in place of a page


@rule("CIT003", "empty-or-placeholder-citation", severity=Severity.ERROR, since="0.1.0", stage="submission")
def empty_or_placeholder_citation(ctx: RuleContext) -> Findings:
    r"""A citation command has no key, or a word such as TODO in place of one.

    ## Why is this bad?

    The source was never looked up, and the claim stands in the text without one.

    ## Example

    ```tex
    Most drafts are never finished \cite{TODO}.
    ```

    ## Use instead

    ```tex
    Most drafts are never finished \cite{smith20}.
    \begin{thebibliography}{9}
    \bibitem{smith20} A. Smith, Unfinished drafts, 2020.
    \end{thebibliography}
    ```

    ## Limits

    - Marks in place of a page are reported, too (`\cite[p.~??]{smith20}`).
    - A word such as TODO is a key if a loaded bibliography has it as one.
    - `\nocite{}` is not reported: it prints nothing.
    - More than two commands of a file without a key are one finding.
    """
    m = ctx.manuscript
    lost = {key for key in m.cited_keys if ctx.bibliography.find(key) is None and is_placeholder(key)}
    empty: dict[tuple[str, str], list[Diagnostic]] = {}
    for citation in m.citations if lost or "" in m.cited_keys else ():
        key, command = citation.key, f"\\{citation.command}"
        if not key:
            message = f"{command} names no source: its key is empty"
            diagnostic = ctx.report(
                citation.command_span, message, help="name the source, or take the command out"
            )
            empty.setdefault((citation.command_span.path, message), []).append(diagnostic)
        elif key in lost:
            message = f"'{key}' stands in {command} in place of a source"
            yield ctx.report(citation.span, message, help="name the source, or take the command out")
    for together in empty.values():
        help_ = "citations name no source: name it, or take the command out"
        yield from folded(ctx, together, "; this file has more such commands", help_, many=CLOSE, apart=True)
    marked = m.of_each_file("marks in place of pages", lambda text: any(map(text.__contains__, _MARKS)))
    looked_at = -1
    for citation in m.citations if any(marked.values()) else ():
        path, start, _ = citation.command_span
        if citation.group == looked_at or not marked[path]:
            continue
        looked_at = citation.group  # only the first key of a command, which follows the options
        command = f"\\{citation.command}"
        options = m.files[path].text[start : citation.span.start].rpartition("]")[0]
        for mark in _MARKS:
            if mark in options:
                begin = start + options.index(mark)
                place = citation.command_span._replace(start=begin, end=begin + len(mark))
                # what stands in the first of two options is printed before the source
                before = "][" in options[begin - start :] or options.endswith("[")
                message = (
                    f"'{mark}' stands in {command} {'before a source' if before else 'in place of a page'}"
                )
                yield ctx.report(place, message, help="say what is meant there, or take the marks out")
