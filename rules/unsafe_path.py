"""TEX004: an input that leaves the project or is no plain file."""

from argcheck.api import Findings, RuleContext, Severity, rule

from ._folding import folded

_DEVICES = frozenset(["con", "prn", "aux", "nul"]) | {
    f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10)
}

_MANY = 2  # more have one cause: the paths of a machine, or figures of a program


@rule("TEX004", "unsafe-path", severity=Severity.ERROR, since="0.1.0")
def unsafe_path(ctx: RuleContext) -> Findings:
    r"""The document reads from outside the project, runs a command, or names a device.

    ## Why is this bad?

    Such a file is not in the repository, so nobody else can build the document; and a manuscript from elsewhere
    could use it to print a private file. argcheck opens none of them.

    ## Example

    ```tex
    \input{/home/me/thesis/macros}
    ```

    ## Use instead

    ```tex
    \input{macros}
    % file: macros.tex
    \newcommand{\R}{\mathbf{R}}
    ```

    ## Limits

    - The project is the git repository, or else the folder of the configuration.
    - Reported, whether or not the file exists: absolute paths, paths that leave the project by `..` or by a
      symbolic link, `~`, `|command`, and names that are devices on Windows.
    - A file outside is a note, since its author has it; commands and names of devices are errors.
    - `--extra-root FOLDER` lets argcheck read bibliographies from FOLDER.
    - The one file of the project with the same name is read in place of a file outside; of several, the one in
      folders of the same names. If there is none, the rules that need it are held back.
    - More than two commands (a program draws the figures), or files that are read in place of others, are one
      finding.
    """
    commands = []
    for lost in (*ctx.manuscript.missing, *ctx.bibliography.missing):
        if lost.reason in {"unsafe", "outside"}:
            message = f"'{lost.target}' is not read: {lost.detail}"
            if _runs(lost.target):
                advice = "argcheck runs nothing: keep what the command writes in a file, and read that"
                commands.append(ctx.report(lost.span, message, help=advice))
            elif lost.kind == "bibliography" and lost.reason == "outside":
                advice = "copy it into the project, or allow its folder with --extra-root FOLDER"
                yield ctx.report(lost.span, message, help=advice, note=True)
            else:
                advice = "keep the files of the document in the project and name them by relative paths"
                yield ctx.report(lost.span, message, help=advice, note=True)
    advice = (
        "commands whose output is read: argcheck runs nothing; keep what they write in files, and read those"
    )
    yield from folded(ctx, commands, "; other commands are not run either", advice, many=_MANY)
    copies = [
        ctx.report(
            copied.span,
            f"'{copied.target}' lies outside the project: {copied.detail} is read in its place",
            help="name the file of the project, by a relative path",
            note=True,
        )
        for copied in (*ctx.manuscript.read_instead, *ctx.bibliography.read_instead)
        if copied.reason == "outside"
    ]
    advice = "files outside: name those of the project, by relative paths"
    yield from folded(ctx, copies, "; other files are outside, too", advice, many=_MANY)
    for place, path in ctx.manuscript.inputs:
        name = path.rpartition("/")[2]
        if name.partition(".")[0].lower() in _DEVICES:
            message = (
                f"'{name}' is the name of a device on Windows, where this document cannot be checked out"
            )
            yield ctx.report(place, message, help="rename the file")


def _runs(target: str) -> bool:
    """Whether a name is a command whose output is read."""
    return target.lstrip('" ').startswith("|")
