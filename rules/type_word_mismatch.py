"""REF005: the word before a reference names another kind of thing than its label, or two that are one."""

from argcheck.api import Diagnostic, Findings, Related, RuleContext, Severity, rule

from ._folding import CLOSE, folded


@rule("REF005", "type-word-mismatch", severity=Severity.WARNING, since="0.1.0")
def type_word_mismatch(ctx: RuleContext) -> Findings:
    r"""The word before a reference names another kind of thing than what its label stands for.

    ## Why is this bad?

    The reader who is sent to "Figure 3" looks at the third figure, and what is meant is Table 3. Often
    the label is the wrong one, and so is the number.

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

    So it is where two references that are joined go to the same label (`Figures~\ref{fig:a} and~\ref{fig:a}`,
    `\eqref{a}--\eqref{a}`): one of the two was to be another.

    ## Limits

    Only a word that stands right before `\ref` or `\eqref`, in English, German, French and six other languages, plurals
    and abbreviations included. What a label stands for is read from the document: the theorem, float, display or
    listing around it, or the heading right before it; its name decides nothing. Says nothing of a label elsewhere (an
    item, a line, a proof), of floats with a caption of another kind (`\captionof`), of theorems with names of their own
    ("Result"), of appendices and of words that may mean anything ("part", "example", "statement"), and of a section in
    parentheses behind a common noun ("the algorithm (2.3)"). An equation in a theorem may be called a theorem, and
    "Chapter 3.2" leads to a section as well as "Section 3.2" does: in 194 histories authors wrote it in 31 places, and
    changed two of them later. More than two references with one word to one label are one finding, and so are more than
    two to labels of one kind whose names say the same as the word (`Listing~\ref{lst:a}` for what stands in figures):
    the cause is the label, or the float. In Markdown the beginning of the name decides (`@fig-x`, `\@ref(tab:x)`), as
    it does for Quarto and bookdown. Joined references without a word that says a kind are told where nothing may say
    which part or form of the second is meant: not in "by (1) and (1) with n + 1", "Lemma 2 and 2 (ii)", nor in a list.
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
            more = f"; so it is with others that are called {kind}"
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
