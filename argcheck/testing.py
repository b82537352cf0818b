r"""The test kit for rules, also of plugins: Markdown pages with cases and the expected findings.

A page is prose for a reader.  Its ``tex`` and ``bib`` blocks are the cases, and each line with a finding has a comment
that says so::

    ```tex
    As shown by \cite{knuth48}.  % expect: CIT001 @19 no loaded bibliography has...
    ```

- ``% expect: CODE @COLUMN MESSAGE`` ends the line; another finding of the line is another ``% expect: CODE`` after it.
  Column and message are optional; a message that ends in ``...`` is the beginning of one.  On a line of its own, the
  comment is about the next line.  It is removed before the rule sees the text.
- ``% file: NAME`` on a line of its own begins another file of the case; the text before the first one is ``main.tex``.
  A file named ``argcheck.toml`` is the configuration.  ``% file: NAME (untracked)`` makes the case a git repository
  that tracks all other files; ``(latin-1)`` or any other codec is the encoding of the file.
- ``main.tex`` gets ``\documentclass`` and ``\begin{document}`` if it has none, and a ``bib`` block is ``refs.bib``
  beside a ``main.tex`` that cites all of it.
- A ``tex fixed`` or ``bib fixed`` block is the case above it after its safe fixes, and ``tex fixed unsafe`` or ``bib
  fixed unsafe`` after all of its fixes.  A test compares ``case.fix(rules)`` with ``case.fixed``, and
  ``case.fix(rules, unsafe=True)`` with ``case.fixed_unsafe``; each is None without such a block.

A plugin tests its rules in a few lines::

    CASES = load_cases(Path(__file__).parent / "rules")

    @pytest.mark.parametrize("case", CASES, ids=str)
    def test_page(case: Case) -> None:
        assert case.found([RULES[case.page]]) == case.expected()
"""

from __future__ import annotations

import re
import subprocess
import tempfile
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from argcheck.files.manifest import TEX_SUFFIXES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from argcheck.files.diagnostic import Diagnostic
    from argcheck.lint.registry import Registry
    from argcheck.lint.report import Report
    from argcheck.lint.rule import Rule

__all__ = ["Case", "Expectation", "PageError", "cases", "load_cases"]

MAIN, CONFIG = "main.tex", "argcheck.toml"
_IGNORES = "ignore"  # in every comment that suppresses findings
_FENCE = re.compile(r"(```+)[ \t]*([^`\n]*)")
_EXPECT = re.compile(r"[ \t]*%[ \t]*expect:")
_WANTED = re.compile(r"([A-Z]{3}\d{3})(?:[ \t]+@(\d+))?(?:[ \t]+(\S.*))?")
_FILE = re.compile(r"%[ \t]*file:[ \t]*(\S+)(?:[ \t]+\(([\w-]+)\))?[ \t]*")
_PREAMBLE = re.compile(
    r"\\(?:usepackage|RequirePackage|PassOptionsToPackage|newcommand|renewcommand|providecommand|"
    r"(?:New|Renew|Provide|Declare)[A-Z]\w*|def|let|newtheorem|declaretheorem|theoremstyle|newif|newenvironment|"
    r"addbibresource|bibliographystyle|set(?:main|default|other)languages?|babelprovide|hypersetup|pdfinfo|makeat\w+|title|author|date|lstset|graphicspath|begin\{filecontents)\b"
)
_CITES_ALL = (
    "\\documentclass{article}",
    "\\begin{document}",
    "\\nocite{*}",
    "\\bibliography{refs}",
    "\\end{document}",
)


class PageError(ValueError):
    """An invalid page; the message names page and line."""


class Expectation(NamedTuple):
    """A finding that a page expects."""

    file: str
    line: int  #: in the file
    code: str
    column: int | None
    message: str | None
    where: str  #: page and line, for people

    def is_met_by(self, code: str, column: int, message: str) -> bool:
        """Whether a finding on this line is the expected one."""
        said = self.message
        right = said is None or said == message or (said.endswith("...") and message.startswith(said[:-3]))
        return code == self.code and self.column in (None, column) and right

    def __str__(self) -> str:
        column = f" @{self.column}" if self.column else ""
        return f"{self.where}: {self.code}{column}{f' {self.message}' if self.message else ''}"


@dataclass(slots=True)
class _File:
    """A file of a case during parsing: its lines, and the line of the page of each."""

    name: str
    option: str | None = None
    lines: list[str] = field(default_factory=list)
    places: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Case:
    """A block of a page: files, and the expected findings.

    ``str(case)`` is the page and the line of the block, such as ``unused_lemma:12``.
    """

    page: str
    line: int
    files: Mapping[str, str]
    expectations: tuple[Expectation, ...]
    options: Mapping[str, str]
    places: Mapping[str, Sequence[int]]  #: file -> the line of the page of each of its lines
    fixed: Mapping[str, str] | None = None  #: file -> its text after safe fixes
    fixed_unsafe: Mapping[str, str] | None = None  #: file -> its text after safe and unsafe fixes

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"

    def expected(self) -> list[str]:
        """Return the expected findings, a line each, in the form of `found`."""
        return sorted(map(str, self.expectations))

    def found(self, rules: Iterable[Rule]) -> list[str]:
        """Return the findings of ``rules``, a line each; an expected one in the words of the page.

        :raises AssertionError: a rule raised an exception; the message names page, line and error.
        """
        with tempfile.TemporaryDirectory(prefix="argcheck-") as folder:
            report = self.report(rules, Path(folder))
        asked = list(self.expectations)
        return sorted(self._worded(diagnostic, report, asked) for diagnostic in report.diagnostics)

    def report(self, rules: Iterable[Rule], folder: Path) -> Report:
        """Write the case into ``folder``, check it, and return a report with only the findings of ``rules``.

        :raises AssertionError: a rule raised an exception.
        """
        from argcheck.lint.engine import analyse
        from argcheck.settings.config import settings_for

        given = {rule.name: rule for rule in rules}
        self._write(folder)
        settings = settings_for([folder], cwd=folder, overrides=self._settings(given), isolated=True)
        report, _ = analyse([folder], settings, cwd=folder, registry=self._registry(given))
        failed = [f"{self}: {failure.message}" for failure in report.failures if failure.name in given]
        assert not failed, "\n".join(failed)
        kept = tuple(diagnostic for diagnostic in report.diagnostics if diagnostic.name in given)
        return report._replace(diagnostics=kept)

    def fix(self, rules: Iterable[Rule], *, unsafe: bool = False) -> dict[str, str]:
        """Return the files of the ``fixed`` (or ``fixed unsafe``) block after the fixes of ``rules``."""
        shown = self.fixed_unsafe if unsafe else self.fixed
        from argcheck.lint.fixes import apply_fixes

        with tempfile.TemporaryDirectory(prefix="argcheck-") as name:
            folder = Path(name)
            apply_fixes(self.report(rules, folder), folder, unsafe=unsafe)
            return {file: (folder / file).read_text("utf-8") for file in shown or self.files}

    def _worded(self, diagnostic: Diagnostic, report: Report, asked: list[Expectation]) -> str:
        line, column = report.position(diagnostic.span)
        for expectation in asked:
            here = (expectation.file, expectation.line) == (diagnostic.span.path, line)
            if here and expectation.is_met_by(diagnostic.code, column, diagnostic.message):
                asked.remove(expectation)
                return str(expectation)
        return f"{self._where(diagnostic.span.path, line)}: {diagnostic.code} @{column} {diagnostic.message}"

    def _where(self, file: str, line: int) -> str:
        places = self.places.get(file, ())
        place = places[line - 1] if line <= len(places) else 0
        return f"{self.page}:{place}" if place else f"{self}: {file}:{line}"

    def _settings(self, given: Mapping[str, Rule]) -> dict[str, Any]:
        import tomllib

        written = tomllib.loads(self.files.get(CONFIG, ""))
        return {**written, "extend-select": [*written.get("extend-select", ()), *given]}

    def _registry(self, given: Mapping[str, Rule]) -> Registry:
        """Return the rules under test, and the installed ones where a comment or a setting may speak of them."""
        installed = _installed()
        others = CONFIG in self.files or any(_IGNORES in text for text in self.files.values())
        return installed._replace(rules={**installed.rules, **given} if others else dict(given))

    def _write(self, folder: Path) -> None:
        for name, text in self.files.items():
            file = folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            option = self.options.get(name, "untracked")
            file.write_bytes(text.encode("utf-8" if option == "untracked" else option))
        if "untracked" in self.options.values():
            _git(folder, [name for name in self.files if self.options.get(name) != "untracked"])


def load_cases(folder: Path) -> list[Case]:
    """Return the cases of all pages in a folder, ``rule_name.md`` for each rule.

    :raises PageError: a page is invalid.
    """
    return [
        case for page in sorted(folder.glob("*.md")) for case in cases(page.stem, page.read_text("utf-8"))
    ]


def cases(name: str, doc: str) -> list[Case]:
    """Return the cases of a page or docstring.

    :param name: of the page, for messages.
    :raises PageError: a block has no end, or an expectation no code.
    """
    found_cases: list[Case] = []
    for start, kind, lines in _blocks(name, doc):
        language, _, form = kind.partition(" ")
        if language not in ("tex", "bib"):
            continue
        case = _case(name, start, language, lines)
        last = found_cases[-1] if found_cases and not case.expectations else None
        if form not in ("fixed", "fixed unsafe"):
            found_cases.append(case)
        elif last and form == "fixed" and last.fixed is None:
            found_cases[-1] = replace(last, fixed=case.files)
        elif last and form == "fixed unsafe" and last.fixed_unsafe is None:
            found_cases[-1] = replace(last, fixed_unsafe=case.files)
        else:
            raise PageError(f"{name}:{start}: a fixed block follows its case, and expects nothing")
    return found_cases


def _blocks(page: str, doc: str) -> Iterator[tuple[int, str, list[str]]]:
    """Yield line, info string and lines of each fenced block."""
    start, fence, kind = 0, "", ""
    lines: list[str] = []
    for number, line in enumerate(doc.splitlines(), 1):
        match = _FENCE.fullmatch(line.rstrip())
        if fence and line.rstrip() == fence:
            yield start, kind, lines
            fence = ""
        elif match and not fence:
            start, fence, kind, lines = number, match[1], " ".join(match[2].split()), []
        elif fence:
            lines.append(line)
    if fence:
        raise PageError(f"{page}:{start}: this block is not closed")


def _case(page: str, start: int, kind: str, lines: list[str]) -> Case:
    files, expectations = _files(page, start, "refs.bib" if kind == "bib" else MAIN, lines)
    if kind == "bib" and MAIN not in files:
        files[MAIN] = _File(MAIN, None, list(_CITES_ALL), [0] * len(_CITES_ALL))
    main = files.get(MAIN)
    moved = _wrap(main) if main else {}
    wanted = [
        expectation._replace(line=moved.get(expectation.line, expectation.line))
        if expectation.file == MAIN
        else expectation
        for expectation in expectations
    ]
    return Case(
        page,
        start,
        {name: "\n".join(file.lines) + "\n" for name, file in files.items()},
        tuple(wanted),
        {name: file.option for name, file in files.items() if file.option},
        {name: tuple(file.places) for name, file in files.items()},
    )


def _files(page: str, start: int, first: str, lines: list[str]) -> tuple[dict[str, _File], list[Expectation]]:
    """Return the files of a block, without the expectations, and these."""
    file = _File(first)
    files: dict[str, _File] = {}
    expectations: list[Expectation] = []
    ahead: list[str] = []
    for place, line in enumerate(lines, start + 1):
        if named := _FILE.fullmatch(line):
            file = files.setdefault(named[1], _File(named[1], named[2]))
            continue
        text, *wanted = _EXPECT.split(line)
        alone = bool(wanted) and not text.strip()
        files.setdefault(file.name, file)
        file.lines.append(("%" if file.name.endswith(TEX_SUFFIXES) else "") if alone else text)
        file.places.append(place)
        ahead += wanted
        if not alone:
            here = file.name, len(file.lines)
            expectations += [_expectation(f"{page}:{place}", *here, item) for item in ahead]
            ahead = []
    if ahead:
        raise PageError(f"{page}:{start + len(lines)}: no line follows that this could be expected on")
    return files, expectations


def _expectation(where: str, file: str, line: int, text: str) -> Expectation:
    match = _WANTED.fullmatch(text.strip())
    if not match:
        raise PageError(f"{where}: write '% expect: CODE @COLUMN MESSAGE', not '{text.strip()}'")
    return Expectation(file, line, match[1], int(match[2]) if match[2] else None, match[3], where)


def _wrap(file: _File) -> dict[int, int]:
    """Add the class and the document environment if they are missing; return the new number of each line."""
    text = "\n".join(file.lines)
    before = 0
    if "\\documentclass" not in text:
        _insert(file, 0, "\\documentclass{article}")
        before = 1
    if "\\begin{document}" in text:
        return {line: line + before for line in range(1, len(file.lines) + 1)}
    head = before + _preamble(file.lines[before:])
    _insert(file, head, "\\begin{document}")
    _insert(file, len(file.lines), "\\end{document}")
    return {n: n + before + (n + before > head) for n in range(1, len(file.lines) + 1)}


def _insert(file: _File, at: int, line: str) -> None:
    file.lines.insert(at, line)
    file.places.insert(at, 0)


def _preamble(lines: Sequence[str]) -> int:
    """Return the number of lines of the preamble; a comment belongs to it if more of it follows."""
    depth, inside, head = 0, False, 0
    for number, line in enumerate(lines):
        within = depth > 0 or inside or not line.strip()
        if not (within or line.startswith("%") or _PREAMBLE.match(line) or "\\documentclass" in line):
            return head
        if not line.startswith("%"):
            head = number + 1
        inside = (inside or "\\begin{filecontents" in line) and "\\end{filecontents" not in line
        depth += line.count("{") - line.count("}")
    return head


@lru_cache(maxsize=1)
def _installed() -> Registry:
    from argcheck.lint.registry import load_rules

    return load_rules()


def _git(folder: Path, tracked: Iterable[str]) -> None:
    """Make ``folder`` a git repository that tracks some files."""
    for command in (["init", "--quiet"], ["-c", "core.autocrlf=false", "add", "--force", "--", *tracked]):
        subprocess.run(["git", *command], cwd=folder, check=True, capture_output=True)  # noqa: S603, S607 - a test's own folder
