"""REF005: the word before a reference names another kind of thing than its label, or two that are one."""

from argcheck.api import Diagnostic, Findings, Related, RuleContext, Severity, rule

from ._folding import CLOSE, folded


@rule("REF005", "type-word-mismatch", severity=Severity.WARNING, since="0.1.0")
def type_word_mismatch(ctx: RuleContext) -> Findings:
    r"""The word before a reference names another kind of thing than its label stands for.

    ## Why is this bad?

    Readers who are sent to "Figure 3" look at the third figure, and Table 3 is meant. Often the label, and so the
    number, is wrong.

    ## Example

    ```tex
    \begin{table} \caption{Wages by year} \label{tab:wages} \end{table}
    Wages rose, as Figure~\ref{tab:wages} shows.
    ```

    ## Use instead

    ```tex
    \begin{table} \caption{Wages by year} \label{tab:wages} \end{table}
    Wages rose, as Table~\ref{tab:wages} shows.
    ```

    ## Limits

    Reported:
    - A word right before `\ref` or `\eqref`, in English, German, French and six other languages, plurals and
      abbreviations included, that names another kind than the theorem, float, display or listing around the label,
      or the heading right before it. The name of the label decides nothing, but in Markdown (`@fig-x`,
      `\@ref(tab:x)`), as for Quarto and bookdown.
    - Two joined references to the same label (`Figures~\ref{fig:a} and~\ref{fig:a}`, `\eqref{a}--\eqref{a}`).
      Without such a word they are not reported in a list, or if the text may mean a part or form of the second ("by
      (1) and (1) with n + 1", "Lemma 2 and 2 (ii)").

    Not reported:
    - Labels elsewhere (an item, a line, a proof), floats with a caption of another kind (`\captionof`), theorems
      with names of their own ("Result"), and appendices.
    - A float that its caption calls by the word: the document gives it this name (`\tablename`, `\fnum@table`,
      `\captionsetup[table]{name=Listing}`).
    - Words that may mean anything ("part", "example", "statement"), and sections in parentheses behind a common
      noun ("the algorithm (2.3)").
    - An equation in a theorem that is called a theorem, and a section that is called a chapter ("Chapter 3.2").

    Grouped, since the cause is the label or the float: more than two references with one word to one label, or to
    labels of one kind whose names say the same as the word (`Listing~\ref{lst:a}` for what stands in figures).
    """
    alike: dict[tuple[str, str, str], list[Diagnostic]] = {}
    for mistyped in ctx.manuscript.mistyped_references():
        name = mistyped.reference.name
        article = "an" if mistyped.actual[0] in "ae" else "a"
        message = f"the text says '{mistyped.word}', and '{name}' is the label of {article} {mistyped.actual}"
        help_ = f"write what it is, or refer to the {mistyped.kind} that is meant"
        places = [Related(mistyped.label.span, "the label is here")] if mistyped.label else []
        diagnostic = ctx.report(mistyped.reference.command_span, message, help=help_, related=places)
        cause = (mistyped.kind, mistyped.actual, "" if mistyped.by_name else message)
        alike.setdefault(cause, []).append(diagnostic)
    for (kind, actual, said), together in alike.items():
        if said:
            more, advice = ", here and elsewhere", f"references: {together[0].help}"
        else:
            more = f"; other labels are called {kind}, too"
            advice = f"references: set each {kind} as one, or write {actual}"
        yield from folded(ctx, together, more, advice, many=CLOSE)
    for reference, word in ctx.manuscript.references_named_again():
        beside = (
            f"the text says '{word}', and two references beside it"
            if word
            else "two references beside each other"
        )
        message = f"{beside} go to '{reference.name}'"
        yield ctx.report(
            reference.command_span, message, help="refer to the other one that is meant, or once"
        )
