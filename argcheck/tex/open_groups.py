"""Braces and environments while a file is scanned: what is open, and what does not fit.

No tree is built.  A stack of what is open finds one fault once, at the words that the
author has to change; what a macro or a conditional may excuse is no finding.
"""

from __future__ import annotations

import re
from collections.abc import Container
from functools import cached_property
from string import ascii_letters
from typing import TYPE_CHECKING, Any, NamedTuple

from argcheck.files.patterns import lazy
from argcheck.tex.arguments import MAX_ARGUMENT, TOKEN, open_braces
from argcheck.tex.tokens import ProblemToken

if TYPE_CHECKING:
    from argcheck.tex.tokens import Arms

_LETTERS = f"{ascii_letters}@"
#: Where a file says so, a brace, percent sign or backslash may be a letter like any other.
_RECATEGORISES = lazy(r"\\(?:catcode\s*`\s*(?:\\\\|\\?[%{}])|@makeother\s*\\[%{}\\])")
#: A mark of a template of another language (``<%name%>``, ``{% for x in y %}``): its percent signs begin no comments.
_TEMPLATE_MARK = lazy(r"<%[^%\n]*\w[^%\n]*%>|\{%[-+~\s]*\w[^%\n{}\\]*%\}")
_CHOICE = lazy(r"\\(?:@?[iI]f[A-Za-z@]+|not(?:bool|toggle))\Z")  # before its first argument
_MAX_BRANCHES = 8  # arguments of a conditional
_MAX_BLANKS = 200  # characters between two of them, and of its name
_MAX_BACK = 500_000  # characters of such arguments in one stretch of a file
_MAX_AROUND = 64  # groups around a place, of which it is looked whether they are branches
_MAX_UNBALANCED = 100  # findings in one stretch of a file
_MAX_SEARCHES = 20  # through a whole file, for the end of an environment


class ScanLimits(NamedTuple):
    """What one scan may spend; the rest is a finding."""

    nesting: int = 1_000


LIMITS = ScanLimits()


class OpenGroups:
    """The groups and environments of one file; what a scan meets is told to it."""

    def __init__(self, text: str, opens: Container[str], *, style: bool, limits: ScanLimits) -> None:
        self.text = text
        self.opens = opens  # environments that macros open or close on their own
        self.style = style  # a package or class: no findings on its shape
        self.limits = limits
        self.tokens: list[Any] = []
        self.stack: list[tuple[str, int]] = []  # ("{" or environment name, offset)
        self.arms: list[list[int]] = []  # conditionals that are open: offset and number of the arm
        self.branches: dict[int, Arms] = {}  # groups that were looked at: the conditional of each, if any
        self.looked_back = 0  # characters, for these
        self.reported_nesting = False
        self.searches = _MAX_SEARCHES
        self.unbalanced = 0
        self.crossed = 0  # braces that an environment ended and that may be closed behind it
        self.loose: set[str] = set()  # environments that an argument of a macro opens or closes
        self.stop = False

    def open_arms(self) -> Arms:
        """Return the conditionals that are open, and which arm of each; the arms of some are arguments."""
        arms = [(offset, arm) for offset, arm in self.arms]
        for what, brace in self.stack[-_MAX_AROUND:]:
            if what == "{" and brace not in self.branches:
                self.branches[brace] = self._branch(brace)
            arms += self.branches[brace] if what == "{" else ()
        return tuple(arms)

    def _branch(self, brace: int) -> Arms:
        r"""Return the conditional of which an argument begins at a brace, as ``\iftoggle{...}{...}``, and which one; else nothing."""
        for number in range(_MAX_BRANCHES):
            end = _before_blanks(self.text, brace)
            if self.text[end - 1 : end] != "}" or self.text[end - 2 : end - 1] == "\\":
                choice = _CHOICE.search(self.text, max(0, end - _MAX_BLANKS), end)
                return ((choice.start(), number),) if choice else ()
            if self.looked_back > _MAX_BACK:
                break
            first = max(0, end - MAX_ARGUMENT)
            brace = next(open_braces(self.text, end - 1, first), first)
            self.looked_back += end - brace
        return ()

    def open(self, what: str, offset: int) -> None:
        """Take a brace or an environment as open."""
        if len(self.stack) < self.limits.nesting:
            self.stack.append((what, offset))
        elif not self.reported_nesting:
            self.reported_nesting = True
            message = f"more than {self.limits.nesting} groups are open here"
            self.problem("limit", offset, offset + 1, message, "close them, or raise limits.max-nesting")

    def close_brace(self, offset: int) -> None:
        """Close the group that the brace at ``offset`` ends, and report what is wrong with it."""
        if self.reported_nesting:
            return
        if self.stack and self.stack[-1][0] == "{":
            self.stack.pop()
            return
        for depth in range(len(self.stack) - 1, -1, -1):
            if self.stack[depth][0] == "{":
                if self._is_argument(self.stack[depth][1], self.stack[depth + 1][1], closing=False):
                    self.loose |= {name for name, _ in self.stack[depth + 1 :]}
                else:
                    self.unclosed(*self.stack[-1])
                del self.stack[depth:]
                return
        if self.crossed:
            self.crossed -= 1
            return
        self.report_unbalanced(
            offset, offset + 1, "this closing brace has no opening brace", "remove it, or open the group"
        )

    def end_environment(self, name: str, start: int, end: int) -> None:
        """End the environment ``name``, and report what is wrong with it."""
        if self.reported_nesting:
            return
        if self.stack and self.stack[-1][0] == name:
            self.stack.pop()
            return
        chosen = (
            self.stack
            and self.stack[-1][0] == "{"
            and self._is_argument(self.stack[-1][1], start, closing=True)
        )
        if chosen:
            self.loose.add(name)
        for depth in range(len(self.stack) - 1, -1, -1):
            if self.stack[depth][0] == name:
                if chosen:
                    del self.stack[depth]
                    return
                self.unclosed(*self.stack[depth + 1])
                self.crossed = sum(what == "{" for what, _ in self.stack[depth:])
                del self.stack[depth:]
                return
        in_argument = bool(self.stack) and self.stack[-1][0] == "{"  # another one may begin it: \pretitle
        if in_argument and self._as_many(name, "begin", "end"):
            return
        if name not in self.opens and name not in self.loose:
            if self._misnamed():
                begun, _ = self.stack.pop()
                message = f"\\end{{{name}}} stands where \\begin{{{begun}}} has to be ended"
                self.report_unbalanced(
                    start, end, message, f"write \\end{{{begun}}}, or end both environments"
                )
                return
            message = f"\\end{{{name}}} has no \\begin{{{name}}} before it in this file"
            self.report_unbalanced(start, end, message, "remove it, or begin the environment")

    def _misnamed(self) -> bool:
        """Whether a stray end is the misnamed one of the innermost environment: no other one ends that."""
        name = self.stack[-1][0] if self.stack else "{"
        if name == "{" or self.searches <= 0:
            return False
        self.searches -= 1
        marks = re.compile(r"\\(begin|end)\s*\{" + re.escape(name) + r"\}|(?<!\\)%[^\n]*")
        left = sum(item[0] == name for item in self.stack)
        for mark in marks.finditer(self.text, self.stack[-1][1] + 1):
            left += {"begin": 1, "end": -1}.get(mark[1] or "", 0)
            if not left:
                return False
        return True

    def alone(self, start: int, end: int) -> bool:
        r"""Whether a command is a whole argument (``{\iffalse}``): whether it is obeyed is not known here."""
        return self.text[start - 1 : start] == "{" and self.text[end : end + 1] == "}"

    def _is_argument(self, opened: int, start: int, *, closing: bool) -> bool:
        r"""Whether a macro may choose the group at ``opened``: a further argument, or one with only commands before ``start``.

        The value of a key (``begin={\begin{scope}}``) and what a column puts around its cells (``>{...}``) are such.
        """
        bare = all(word.startswith("\\") for word in self.text[opened + 1 : start].split())
        lines = self.text[max(0, opened - 200) : opened].replace("\\%", "percent").split("\n")
        before = "\n".join(line.partition("%")[0].rstrip() for line in lines).rstrip()
        if before.endswith(("=", ">", "<")):
            return True
        if before.endswith(("}", "]")):
            return bare or not closing
        name = before.rstrip(_LETTERS)
        return bare and name != before and name.endswith("\\")

    def unclosed(self, what: str, offset: int) -> None:
        """Report a group or an environment that nothing closes."""
        if self._excused():
            return
        if what == "{":
            offset = self._culprit(offset)
            self.report_unbalanced(
                offset, offset + 1, "this opening brace is never closed", "close the group"
            )
        elif what not in self.opens and not self._as_many(what, "end", "begin"):
            end = self.text.find("}", offset) + 1 or offset + 6
            message = f"\\begin{{{what}}} is never ended in this file"
            self.report_unbalanced(offset, end, message, f"add \\end{{{what}}}")

    def open_at_end(self, end: int) -> None:
        r"""Report what is open at an ``\end{document}``, behind which only a brace may still close: LaTeX warns of that, no more."""
        what, offset = self.stack[0]
        if what != "{" or self._excused() or not self._closes_behind(end):
            self.unclosed(what, offset)
            return
        message = "this brace is closed behind \\end{document} only, where nothing is read"
        self.problem("ended", offset, offset + 1, message, "close the group before \\end{document}")

    def _closes_behind(self, end: int) -> bool:
        depth = 0
        for match in TOKEN.finditer(self.text, end):
            depth += {"{": 1, "}": -1}.get(match[0], 0)
            if depth < 0:
                return True
        return False

    def _as_many(self, environment: str, *marks: str) -> bool:
        r"""Whether the text has as many of one mark as of the other: one stands in a listing that is not known as such."""
        if self.searches <= 0:
            return False
        self.searches -= 1
        counts = (len(re.findall(rf"\\{mark}\s*\{{{re.escape(environment)}\}}", self.text)) for mark in marks)
        return next(counts) >= next(counts)

    def _culprit(self, opened: int) -> int:
        """Which brace to blame for one that stays open: a deeper one, if by its place a closing brace is not its own.

        In an environment that began behind it no brace closes the outer one.
        """
        if self.searches <= 0:
            return opened
        self.searches -= 1
        wanted, inner, environments = self._indent(opened), [], 0
        for match in TOKEN.finditer(self.text, opened + 1):
            if match[1] in {"begin", "end"}:
                environments += 1 if match[1] == "begin" else -1
            elif match[0] == "{":
                inner.append(match.start())
            elif match[0] == "}":
                if not inner:
                    break
                last, offset = inner.pop(), match.start()
                if (
                    inner
                    or environments > 0
                    or self.text[self.text.rfind("\n", 0, offset) + 1 : offset].strip()
                ):
                    continue
                if self._indent(offset) == wanted < self._indent(last):
                    return last
        return opened

    def _indent(self, offset: int) -> int:
        start = self.text.rfind("\n", 0, offset) + 1
        return len(self.text[start : offset + 1]) - len(self.text[start : offset + 1].lstrip())

    def report_unbalanced(self, start: int, end: int, message: str, help_: str) -> None:
        """Report a fault of the groups, unless something excuses it."""
        if self._excused():
            return
        self.unbalanced += 1
        if self.unbalanced <= _MAX_UNBALANCED:
            self.problem("unbalanced", start, end, message, help_)
        elif self.unbalanced == _MAX_UNBALANCED + 1:
            said = f"more than {_MAX_UNBALANCED} groups are unbalanced in this file; the rest is not reported"
            self.problem("limit", start, end, said, "mend the first ones: they may cause the others")

    def _excused(self) -> bool:
        """Whether nothing is said of groups here: this is a style or a template, or a conditional may close them."""
        return bool(self.style or self.arms or self.recategorises or self.is_template)

    @cached_property
    def recategorises(self) -> bool:
        """Whether the text changes what a brace, percent sign or backslash means: then groups are not counted as TeX does."""
        return _RECATEGORISES.search(self.text) is not None

    @cached_property
    def is_template(self) -> bool:
        """Whether the text is a template that a program fills in before TeX reads it."""
        return len(_TEMPLATE_MARK.findall(self.text)) > 1

    def problem(self, kind: str, start: int, end: int, message: str, help_: str) -> None:
        """Add a finding about the input itself."""
        self.tokens.append(ProblemToken(start, end, kind, message, help_))

    def finish(self) -> None:
        """Report what is open at the end of the text."""
        if not self.stop and self.stack and not self.reported_nesting:
            innermost_brace = next((item for item in self.stack if item[0] == "{"), None)
            self.unclosed(*(innermost_brace or self.stack[0]))
        self.stack = []


def _before_blanks(text: str, offset: int) -> int:
    """Return the offset behind what stands before blanks and comments, of which only so many characters are passed."""
    first = max(0, offset - _MAX_BLANKS)
    while True:
        offset = first + len(text[first:offset].rstrip())
        comment = text.find("%", max(first, text.rfind("\n", first, offset) + 1), offset)
        if comment <= first or text[comment - 1] == "\\":
            return offset
        offset = comment
