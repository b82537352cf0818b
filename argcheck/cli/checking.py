"""The work of ``argcheck check``: find, print, fix; it does not need click."""

from __future__ import annotations

import os
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from argcheck.cli import common, standard_input
from argcheck.cli.archived import archive_of, unpacked
from argcheck.cli.console import is_terminal
from argcheck.cli.outcome import EXIT_USAGE, CommandOutcome
from argcheck.cli.progress import ProgressBar
from argcheck.errors import UsageError
from argcheck.files.writing import writing

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from argcheck.files.manifest import Manifest
    from argcheck.lint.report import Report
    from argcheck.settings.config import Settings

_NOT_VERIFIED = 4  #: exit code of `--require`
_MAX_ROUNDS = 10  #: of fixes: one may make another possible


class OutputTarget(NamedTuple):
    """An output: a format, and its file (standard output if None)."""

    format: str
    file: Path | None


def check(paths: Sequence[Path], options: Mapping[str, Any]) -> CommandOutcome:
    """Run the command; ``options`` has a value for each of its options.

    :raises UsageError: a path, rule or value does not exist, or options contradict each other.
    :raises ConfigError: a configuration file cannot be used.
    """
    _refuse_mixtures(options)
    if archive := archive_of(paths, options):
        with unpacked(archive) as (folder, warning):
            done = _check([folder], {**options, "no_cache": True}, archive)
        return done._replace(err=warning + done.err)
    return _check(paths, options)


def _check(paths: Sequence[Path], options: Mapping[str, Any], archive: Path | None = None) -> CommandOutcome:
    """Check folders and files; paths of an unpacked ``archive`` are shown as if it were a folder."""
    file = standard_input.stands_for(paths, options)
    places = (file,) if file else common.targets(paths)
    settings = common.settings_for(places, options)
    overlay = {file: standard_input.read_text(settings.limits.max_file_size)} if file else {}
    outputs = output_targets(options)
    if options["show_settings"]:
        return CommandOutcome(common.listing(settings))
    report, manifest = analyse(places, settings, options, overlay)
    if archive:
        report, places = report._replace(project=archive, base=archive), (archive,)
    if options["show_files"]:
        return CommandOutcome(_files(report))
    if options["add_ignore"] is not None:
        return _add_ignores(report, options["add_ignore"])
    if options["diff"]:
        return _diff(report, options)
    messages = ""
    if options["fix"]:
        report, messages = _fix(places, settings, options, report)
    if not (report.documents or report.unread):
        messages += common.no_document(places, settings)
    return _outcome(report, manifest, outputs, options, messages)


def _refuse_mixtures(options: Mapping[str, Any]) -> None:
    """Raise a UsageError for combinations in which an option would have no effect."""
    if options["add_ignore"] is not None and (options["fix"] or options["diff"]):
        raise UsageError(f"{'--fix' if options['fix'] else '--diff'} and --add-ignore: one at a time")
    if options["unsafe_fixes"] and not (options["fix"] or options["diff"]):
        raise UsageError("--unsafe-fixes needs --fix or --diff")
    for mode in ("diff_base", "watch"):
        for option in ("fix", "diff", "add_ignore", "stdin_filename"):
            if options[mode] and options[option] not in (None, False):
                words = (f"--{name.replace('_', '-')}" for name in (mode, option))
                raise UsageError(f"{' and '.join(words)}: one at a time")
    if options["show_fixes"] and not options["fix"]:
        raise UsageError("--show-fixes needs --fix")


def analyse(
    places: Sequence[Path],
    settings: Settings,
    options: Mapping[str, Any],
    overlay: Mapping[Path, str] | None = None,
) -> tuple[Report, Manifest]:
    """Run the rules and remove the findings of the baseline.

    :param overlay: text instead of the content of a file, by absolute path.
    """
    from argcheck.lint.engine import run_rules
    from argcheck.lint.registry import load_rules
    from argcheck.lint.without_adopted import without_adopted
    from argcheck.reading.workspace import Workspace

    store, partial = common.store_for(options), bool(options.get("only_files"))
    plugins = [Path.cwd() / plugin for plugin in options.get("plugins") or ()]
    quiet = bool(options.get("quiet"))
    with ProgressBar(quiet=quiet) as bar, redirect_stdout(sys.stderr):  # rules may print
        registry = load_rules(store, plugins, plugins=not options.get("no_plugins"))
        cwd, jobs, readers = Path.cwd(), options.get("jobs") or 1, registry.readers
        workspace = Workspace(
            places, settings, cwd=cwd, store=store, overlay=overlay, jobs=jobs, readers=readers
        )
        report = run_rules(
            workspace, registry, only_files=partial, require=bool(options.get("require")), progress=bar
        )
        manifest = workspace.manifest()
        if not options.get("no_baseline"):
            report = without_adopted(report, manifest, settings, partial=partial)
        if options.get("diff_base"):
            from argcheck.service.changes import only_introduced

            report = only_introduced(report, workspace, registry, options["diff_base"])
    return report, manifest


# --- output ---


def output_targets(options: Mapping[str, Any]) -> list[OutputTarget]:
    """Return the outputs of ``--format NAME[:FILE],...`` and ``--output-file``.

    :raises UsageError: a format is unknown, or two formats have the same output.
    """
    from argcheck.lint.reporters.formats import FORMATS

    targets = []
    for word in common.words(options["formats"]) or [default_format()]:
        name, _, file = word.partition(":")
        if name not in FORMATS:
            raise UsageError(f"--format: '{name}' is none of {', '.join(FORMATS)}")
        targets.append(OutputTarget(name, Path(file) if file else None))
    if options["output_file"]:
        targets = [
            target if target.file else OutputTarget(target.format, options["output_file"])
            for target in targets
        ]
    if sum(target.file is None for target in targets) > 1 or len({t.file for t in targets}) < len(targets):
        raise UsageError(
            "--format: two formats for one output; give all but one a file, as in sarif:out.sarif"
        )
    return targets


def default_format() -> str:
    """Return ``full`` for a terminal and ``concise`` for editors and pipes."""
    editor = os.environ.get("INSIDE_EMACS") or os.environ.get("VIMRUNTIME")
    return "full" if is_terminal(sys.stdout) and not editor else "concise"


def _outcome(
    report: Report,
    manifest: Manifest,
    outputs: Sequence[OutputTarget],
    options: Mapping[str, Any],
    messages: str,
) -> CommandOutcome:
    from argcheck.lint.reporters.summary import summary

    out = _statistics(report) if options["statistics"] else ""
    written = bool(options.get("stdin_filename"))  # outcomes with standard input are not cached
    for target in outputs:
        text = _rendered(report, target, options)
        if target.file is not None:
            _write(target.file, text)
            written = True
        elif not options["statistics"]:
            out += text
        written = _write_step_summary(report, target) or written
    lacking = _not_verified(report) if options["require"] else ""
    err = messages + _tracebacks(report, options) + lacking
    err += "" if options["quiet"] else summary(report, cwd=Path.cwd())
    code = 0 if options["exit_zero"] and report.exit_code == 1 else report.exit_code
    code = max(code, _NOT_VERIFIED) if lacking else code
    once = any(options[name] for name in ("fix", "diff_base", "statistics", "no_cache"))
    lasting = options["watch"] or not (written or once or report.failures)
    return CommandOutcome(out, err, code, manifest if lasting else None)


def _tracebacks(report: Report, options: Mapping[str, Any]) -> str:
    shown = (failure.traceback for failure in report.failures) if options["verbose"] else ()
    return common.harmless("".join(shown))


def _rendered(report: Report, target: OutputTarget, options: Mapping[str, Any]) -> str:
    from argcheck.lint.reporters.formats import render

    return render(
        report,
        target.format,
        color=target.file is None and common.use_color(options["color"]),
        width=common.terminal_width(),
        cwd=Path.cwd(),
        limits=not options["verbose"] and not report.baselined,
        column_unit=options["column_unit"],
    )


def _not_verified(report: Report) -> str:
    """Return a line for each reason why works are not verified, with their keys."""
    from argcheck.lint.reporters.summary import some

    verified = report.verified
    reasons = (
        ("no verdict that is up to date", [key for sources in verified for key in sources.missing]),
        ("could not be checked", [key for sources in verified for key in sources.unknown]),
        ("no verdict on a sentence", [key for sources in verified for key in sources.mentions]),
    )
    return common.printed(f"argcheck: not verified, {why}: {some(keys)}" for why, keys in reasons if keys)


def _write(file: Path, text: str | bytes) -> None:
    with writing(file):
        file.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8", "backslashreplace"))


def _write_step_summary(report: Report, target: OutputTarget) -> bool:
    file = os.environ.get("GITHUB_STEP_SUMMARY")
    if target.format != "github" or not file:
        return False
    from argcheck.lint.reporters.formats import render

    text = render(report, "markdown", color=False, width=0, cwd=Path.cwd(), limits=False)
    try:
        with Path(file).open("ab") as stream:
            stream.write(text.encode("utf-8", "backslashreplace"))
    except OSError:
        return False
    return True


def _statistics(report: Report) -> str:
    rows = [(t.findings, t.seconds * 1000, report.rules[t.rule].code, t.rule) for t in report.timings]
    rows.sort(key=lambda row: (-row[0], row[2]))
    return "".join(f"{count:6d}  {time:8.1f} ms  {code}  {name}\n" for count, time, code, name in rows)


def _files(report: Report) -> str:
    files = sorted({path for document in report.documents for path in document.files})
    return common.harmless("".join(common.shown(report.project / path) + "\n" for path in files))


# --- changes ---


def _diff(report: Report, options: Mapping[str, Any]) -> CommandOutcome:
    from argcheck.lint.fixes import patch, printable

    made = patch(report, report.project, unsafe=options["unsafe_fixes"], cwd=Path.cwd())
    messages = "" if made.data or options["quiet"] else "nothing to fix\n"
    if made.base != Path.cwd():
        messages = f"argcheck: the paths of this diff are relative to {common.harmless(str(made.base))}\n"
    code = 3 if report.exit_code == 3 else int(bool(made.data) and not options["exit_zero"])
    if options["output_file"]:
        _write(options["output_file"], made.data)
        return CommandOutcome("", messages, code)
    seen = is_terminal(sys.stdout) or os.environ.get("GITHUB_ACTIONS") == "true"
    return CommandOutcome(printable(made.data) if seen else made.data, messages, code)


def _fix(
    places: Sequence[Path], settings: Settings, options: Mapping[str, Any], report: Report
) -> tuple[Report, str]:
    """Apply fixes until no more can be applied; return the last report and the messages."""
    from argcheck.lint.fixes import apply_fixes, chosen_fixes
    from argcheck.lint.reporters.summary import counted

    lines: list[str] = []
    files: set[str] = set()
    for _ in range(_MAX_ROUNDS):
        chosen = chosen_fixes(report, unsafe=options["unsafe_fixes"])
        changed = apply_fixes(report, report.project, unsafe=options["unsafe_fixes"]) if chosen else {}
        if not changed:
            break
        files |= changed.keys()
        for diagnostic in chosen:
            fix = diagnostic.fix
            if fix is None or any(edit.span.path not in changed for edit in fix.edits):
                continue
            line, _ = report.position(diagnostic.span)
            place = f"{common.shown(report.project / diagnostic.span.path)}:{line}"
            lines.append(f"{place}: {diagnostic.code} {fix.message}\n")
        report, _ = analyse(places, settings, options)
    if not lines:
        return report, ""
    done = f"fixed {counted(len(lines), 'finding')} in {counted(len(files), 'file')}\n"
    return report, "".join(lines) * options["show_fixes"] + done


def _add_ignores(report: Report, reason: str) -> CommandOutcome:
    from argcheck.lint.added_comments import with_comments
    from argcheck.lint.fixes import apply_fixes

    marked = with_comments(report, reason)
    changed = apply_fixes(marked, report.project)
    count = sum(diagnostic.span.path in changed for diagnostic in marked.diagnostics)
    messages = f"added {count} suppression comment{'s' * (count != 1)}\n"
    left = sorted({diagnostic.span.path for diagnostic in marked.diagnostics} - changed.keys())
    for path in left:
        why = "it lies outside of the project, was changed meanwhile, or its encoding lacks a character of the reason"
        if not report.sources[path].is_text:
            why = "it is no text file, so that no comment can be added"
        messages += f"argcheck: error: {common.shown(report.project / path)} stays as it is: {why}\n"
    return CommandOutcome(err=messages, code=3 if report.failures else EXIT_USAGE if left else 0)
