"""``argcheck shrink``: the smallest project that still shows a finding, or its absence."""

from __future__ import annotations

import os
import re
import signal
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from argcheck.cli import common, parameters
from argcheck.cli.console import INTERRUPTED, obeys_escapes
from argcheck.cli.outcome import CommandOutcome
from argcheck.errors import UsageError
from argcheck.files.writing import writing
from argcheck.lint.shrink import Interrupted, Shrinker, ShrinkTarget

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from argcheck.lint.registry import Registry
    from argcheck.lint.report import Report
    from argcheck.lint.rule import Rule
    from argcheck.settings.config import Settings

_PLACE = re.compile(
    r"(?P<file>.+?):(?P<line>[1-9]\d{0,8}):(?:\d+:)?(?: \w+: )?(?P<rule>[A-Za-z][\w-]*)(?: .*)?"
)
_CONFIG = "argcheck.toml"


@click.command(
    "shrink", epilog=parameters.example("shrink thesis/main.tex:12:CIT001"), cls=parameters.PluginCommand
)
@click.argument("place", metavar="FILE:LINE:CODE")
@click.option("--missing", is_flag=True, help="The rule reports nothing there, and should.")
@click.option(
    "-o", "--output", type=parameters.PATH, metavar="PATH", help="A page (NAME.md) or a new folder to write."
)
@click.option("--keep-words", is_flag=True, help="Replace no words.")
@click.option(
    "--seconds",
    type=click.FloatRange(min=1),
    metavar="SECONDS",
    default=60.0,
    show_default=True,
    help="Time limit.",
)
def command(
    place: str, output: Path | None, seconds: float, plugins: tuple[Path, ...], **options: Any
) -> CommandOutcome:
    """Make a minimal project that still shows a finding.

    FILE:LINE:CODE names the finding. The result is for a bug report, and can become a test. Words that
    the finding does not need are replaced: read it before you send it. Prints a page in the format of the
    tests, unless -o is given.
    """
    match = _PLACE.fullmatch(place)
    if not match:
        raise UsageError(f"'{place}' is not FILE:LINE:CODE, such as main.tex:12:CIT001")
    if output and (
        (os.path.isdir(output) and any(output.iterdir()))
        or (os.path.isfile(output) and output.suffix != ".md")  # the methods of paths raise in closed folders
    ):
        raise UsageError(f"{output}: is there already; name a new folder, or a page that ends in .md")
    file = common.targets([Path(match["file"])])[0]
    if not file.is_file():
        raise UsageError(f"{match['file']}: is no file")
    from argcheck.lint.registry import load_rules

    registry = load_rules(None, [Path.cwd() / path for path in plugins], plugins=not options["no_plugins"])
    rule = _rule(match["rule"], registry)
    begun = monotonic()
    with tempfile.TemporaryDirectory(prefix="argcheck-shrink-") as folder:
        where = Path(folder).resolve()
        shrinker = _prepared(
            file, int(match["line"]), rule, registry, where, seconds=seconds, missing=options["missing"]
        )
        files, size = len(shrinker.texts), shrinker.size
        stopped, code = _shrunk(shrinker, keep_words=options["keep_words"])
        page, problem = _page(shrinker, rule)
        _write(output, shrinker, page)
    took = (
        f"{files} file{'s' * (files != 1)}, {size:,} characters -> {len(shrinker.texts)}, {shrinker.size:,};"
        f" {shrinker.tries} tries in {monotonic() - begun:.0f} s{stopped}\n"
    )
    return CommandOutcome("" if output else page, took + problem, code)


def _rule(word: str, registry: Registry) -> Rule:
    for rule in registry.rules.values():
        if word.upper() == rule.code or word.lower() == rule.name:
            return rule
    raise UsageError(f"unknown rule '{word}'; `argcheck rules` lists them")


def _prepared(
    file: Path, line: int, rule: Rule, registry: Registry, folder: Path, *, seconds: float, missing: bool
) -> Shrinker:
    """Return a shrinker on a copy of the file's document that shows the finding; UsageError if there is none."""
    from argcheck.lint.engine import analyse
    from argcheck.lint.reporters.places import relative
    from argcheck.settings.config import settings_for

    for place in (file, Path.cwd()):  # outside of git, the root of a chapter may be above it
        settings = settings_for([place], cwd=Path.cwd(), overrides={"select": [rule.code]})
        report, _ = analyse([place], settings, cwd=Path.cwd(), registry=registry)
        path = relative(file, report.project)
        document = next((status for status in report.documents if path in status.files), None)
        if document:
            break
    else:
        raise UsageError(f"{common.shown(file)} belongs to no document")
    lines = {
        report.position(diagnostic.span)[0]
        for diagnostic in report.diagnostics
        if (diagnostic.code, diagnostic.span.path) == (rule.code, path)
    }
    if not missing and line not in lines:
        known = f"; it is reported in line {', '.join(map(str, sorted(lines)))}" if lines else ""
        raise UsageError(f"{rule.code} is not reported in line {line} of {common.shown(file)}{known}")
    last = len(report.sources[path].line_starts)
    if missing and line > last:
        raise UsageError(f"{common.shown(file)} has no line {line}; its last is {last}")
    if missing and line in lines:
        raise UsageError(
            f"{rule.code} is reported in line {line} of {common.shown(file)}: without --missing it is made smaller"
        )
    target = ShrinkTarget(path, line, rule.code, missing)
    for files in (
        _texts(report, document.files, {}),
        _texts(report, tuple(report.sources), _config(settings)),
    ):
        trial = Path(tempfile.mkdtemp(dir=folder))
        shrinker = Shrinker(
            files, target, trial, registry, root=document.root, seconds=seconds, said=_progress()
        )
        if shrinker.start():
            return shrinker
    raise UsageError(
        "a copy of the sources does not show it: it may need git, verdicts or files outside of the project"
    )


def _texts(report: Report, paths: tuple[str, ...], more: Mapping[str, str]) -> dict[str, str]:
    inside = (path for path in paths if not path.startswith(("/", "..")) and path in report.sources)
    return {**{path: report.sources[path].written for path in inside}, **more}


def _config(settings: Settings) -> dict[str, str]:
    """Return the configuration file by name, if it is argcheck's own; else nothing."""
    file = settings.config_file
    return {_CONFIG: file.read_text("utf-8")} if file and file.name in (_CONFIG, f".{_CONFIG}") else {}


def _progress() -> Any:
    if not obeys_escapes(sys.stderr):
        return lambda _: None

    def show(shrinker: Shrinker) -> None:
        line = f"{len(shrinker.texts)} files, {shrinker.size:,} characters, {shrinker.tries} tries (^C writes the best so far)"
        click.echo(f"\r\x1b[K{line}", nl=False, err=True)

    return show


def _shrunk(shrinker: Shrinker, *, keep_words: bool) -> tuple[str, int]:
    """Shrink; return why it stopped early, if it did, and the exit code."""
    stopped, code = "", 0
    with _interrupts(shrinker) as interrupts:
        try:
            shrinker.shrink()
        except Interrupted:
            stopped = "; more --seconds may make it smaller"
        if interrupts:
            stopped, code = "; interrupted, this is the best so far", INTERRUPTED
        shrinker.more_time()
        try:
            if not keep_words:
                shrinker.replace_words()
            shrinker.tidy()
        except Interrupted:
            stopped += "" if keep_words else "; not all words are replaced"
    if obeys_escapes(sys.stderr):
        click.echo("\r\x1b[K", nl=False, err=True)
    return stopped, code


@contextmanager
def _interrupts(shrinker: Shrinker) -> Iterator[list[int]]:
    """Let ^C end the current step between two tries; yields the list of signals received."""
    signals: list[int] = []

    def handle(number: int, _: object) -> None:
        signals.append(number)
        shrinker.stop()

    before = signal.signal(signal.SIGINT, handle)
    try:
        yield signals
    finally:
        signal.signal(signal.SIGINT, before)


def _page(shrinker: Shrinker, rule: Rule) -> tuple[str, str]:
    """Return the page, and a warning if it does not work as a test."""
    from argcheck.testing import PageError, cases

    texts = dict(shrinker.texts)
    report = shrinker.check(texts)
    expected: dict[tuple[str, int], list[str]] = {}
    for diagnostic in report.diagnostics:
        if diagnostic.code == rule.code:
            line, column = report.position(diagnostic.span)
            expected.setdefault((diagnostic.span.path, line), []).append(f"% expect: {rule.code} @{column}")
    if shrinker.target.missing:
        expected.setdefault((shrinker.target.path, shrinker.line()), []).append(f"% expect: {rule.code}")
    blocks = []
    for path in sorted(texts, key=lambda path: (path != shrinker.root, path)):
        lines = texts[path].removesuffix("\n").split("\n")
        marked = [
            "  ".join([text, *expected.get((path, number), [])]) for number, text in enumerate(lines, 1)
        ]
        blocks += [*([] if path == "main.tex" else [f"% file: {path}"]), *marked]
    body, fence = "\n".join(blocks), "```"
    while fence in body:
        fence += "`"
    what = "is not reported where it should be" if shrinker.target.missing else "is reported"
    page = f"# {rule.name} ({rule.code})\n\nHere it {what}.\n\n{fence}tex\n{body}\n{fence}\n"
    try:
        [case] = cases(rule.name, page)
        result, wanted = case.found([rule]), case.expected()
    except (PageError, AssertionError, ValueError) as error:
        return page, f"argcheck: warning: the page does not run as a test: {error}\n"
    if shrinker.target.missing or result == wanted:
        return page, ""
    return (
        page,
        "argcheck: warning: as a test, the page finds something else; write a folder with -o instead\n",
    )


def _write(output: Path | None, shrinker: Shrinker, page: str) -> None:
    if output is None:
        return
    texts = (
        {output: page}
        if output.suffix == ".md"
        else {output / path: text for path, text in shrinker.texts.items()}
    )
    for file, text in texts.items():
        with writing(file):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf-8", newline="\n")
