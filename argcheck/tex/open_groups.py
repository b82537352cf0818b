"""Tracks open braces and environments while a file is scanned, and reports those that do not match.

No tree is built.  A stack reports each fault once, at the words that the author has to change, and not at all if a
macro or a conditional may explain it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container
from functools import cached_property
from string import ascii_letters
from typing import TYPE_CHECKING, Any, NamedTuple

from argcheck.files.diagnostic import shortened
from argcheck.files.patterns import ENVIRONMENT, lazy
from argcheck.tex.arguments import MAX_ARGUMENT, TOKEN, closing, group_end, open_braces
from argcheck.tex.tokens import ProblemToken

if TYPE_CHECKING:
    from argcheck.tex.tokens import Arms

_LETTERS = f"{ascii_letters}@"
#: Code that makes a brace, a percent sign or a backslash an ordinary letter.
_RECATEGORISES = lazy(r"\\(?:catcode\s*`\s*(?:\\\\|\\?[%{}])|@makeother\s*\\[%{}\\])")
#: A tag of another template language (``<%name%>``, ``{% for x in y %}``): its percent signs begin no comments.
_TEMPLATE_MARK = lazy(r"<%[^%\n]*\w[^%\n]*%>|\{%[-+~\s]*\w[^%\n{}\\]*%\}")
_CHOICE = lazy(r"\\(?:@?[iI]f[A-Za-z@]+|not(?:bool|toggle))\Z")  # before its first argument
_MAX_BRANCHES = 8  # arguments of a conditional
_MAX_BLANKS = 200  # characters between two of these arguments, or in the name of a conditional
_MAX_BACK = 500_000  # characters of such arguments in one stretch of a file
_MAX_AROUND = 64  # innermost groups around a place that are checked for being branches
_MAX_UNBALANCED = 100  # findings in one stretch of a file
_MAX_SEARCHES = 20  # searches through a whole file for the cause of a fault


class ScanLimits(NamedTuple):
    """Limits of one scan; exceeding one is a finding."""

    nesting: int = 1_000


LIMITS = ScanLimits()


class OpenGroups:
    """The open groups and environments of one file; the scanner calls it for each brace, begin and end."""

    def __init__(self, text: str, opens: Container[str], *, style: bool, limits: ScanLimits) -> None:
        self.text = text
        self.opens = opens  # environments that macros open or close on their own
        self.style = style  # a package or class: unbalanced groups are not reported
        self.limits = limits
        self.tokens: list[Any] = []
        self.stack: list[tuple[str, int]] = []  # ("{" or environment name, offset)
        self.arms: list[list[int]] = []  # open conditionals: offset and number of the arm
        self.branches: dict[int, Arms] = {}  # opening brace -> the conditional that it is an arm of, if any
        self.looked_back = 0  # characters searched for these
        self.reported_nesting = False
        self.searches = _MAX_SEARCHES
        self.unbalanced = 0
        self.crossed = 0  # braces that the end of an environment closed and that may still be closed after it
        self.loose: set[str] = set()  # environments that an argument of a macro opens or closes
        self.stop = False

    def open_arms(self) -> Arms:
        """Return the open conditionals and the number of the arm of each; the arms of some are arguments."""
        arms = [(offset, arm) for offset, arm in self.arms]
        for what, brace in self.stack[-_MAX_AROUND:]:
            if what == "{" and brace not in self.branches:
                self.branches[brace] = self._branch(brace)
            arms += self.branches[brace] if what == "{" else ()
        return tuple(arms)

    def _branch(self, brace: int) -> Arms:
        r"""Return the conditional of which an argument begins at a brace, and the number of the argument; else ()."""
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
        """Add an opening brace or the beginning of an environment."""
        if len(self.stack) < self.limits.nesting:
            self.stack.append((what, offset))
        elif not self.reported_nesting:
            self.reported_nesting = True
            message = f"more than {self.limits.nesting} groups are open here"
            self.problem("limit", offset, offset + 1, message, "close them, or raise limits.max-nesting")

    def close_brace(self, offset: int) -> None:
        """Close the group that the brace at ``offset`` ends, and report faults."""
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
        """End the environment ``name``, and report faults."""
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
        elif self._goes_on(name):
            return
        for depth in range(len(self.stack) - 1, -1, -1):
            if self.stack[depth][0] == name:
                if chosen:
                    del self.stack[depth]
                    return
                self.unclosed(*self.stack[depth + 1])
                self.crossed = sum(what == "{" for what, _ in self.stack[depth:])
                del self.stack[depth:]
                return
        in_argument = bool(self.stack) and self.stack[-1][0] == "{"  # another may begin it: \pretitle
        if in_argument and self._as_many(name, "begin", "end"):
            return
        crosses = not self.stack and self._crosses(name)
        if name not in self.opens and name not in self.loose:
            if self._misnamed():
                begun = shortened(self.stack.pop()[0], 40)  # what lacks its brace may be long
                message = f"\\end{{{name}}} stands where \\begin{{{begun}}} has to be ended"
                self.report_unbalanced(
                    start, end, message, f"write \\end{{{begun}}}, or end both environments"
                )
                return
            message = f"\\end{{{name}}} has no \\begin{{{name}}} before it in this file"
            help_ = "remove it, or begin the environment"
            self.report_unbalanced(start, end, message, help_, kind="crossing" if crosses else "unbalanced")

    def _goes_on(self, name: str) -> bool:
        r"""Whether an argument ends an environment as often as it begins it: ``\opt{\end{a} ... \begin{a} ...}``."""
        opened = self.stack[-1][1] if self.stack and self.stack[-1][0] == "{" else 0
        before = self.text[opened - 1 : opened]
        if not (before in {"}", "]"} or before.isalpha()):
            return False
        if self.searches <= 0:
            return True  # in doubt nothing is told
        self.searches -= 1
        group = self.text[opened : max(opened, group_end(self.text, opened))]
        ends = group.count(f"\\end{{{name}}}")
        return 0 < ends == group.count(f"\\begin{{{name}}}")

    def _crosses(self, name: str) -> bool:
        r"""Whether a chapter may interrupt an environment of the document: it ends it as often as it begins it again."""
        as_often = self.marks["end", name] == self.marks["begin", name]
        return as_often and not self.marks["begin", "document"]

    def _misnamed(self) -> bool:
        """Whether a stray end is the misspelt end of the innermost environment, which has no other."""
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
        r"""Whether a command is a whole argument (``{\iffalse}``), so that it may not be executed here."""
        return self.text[start - 1 : start] == "{" and self.text[end : end + 1] == "}"

    def _is_argument(self, opened: int, start: int, *, closing: bool) -> bool:
        r"""Whether the group at ``opened`` may be an argument: a further one, or with only commands before ``start``.

        So are values of keys (``begin={\begin{scope}}``) and code around the cells of a column (``>{...}``).
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
        r"""Report what is open at ``\end{document}``; a brace that is closed after it only makes LaTeX warn."""
        what, offset = self.stack[0]
        closes = closing(self.text, end, len(self.text), depth=1) >= 0
        if what != "{" or self._excused() or not closes:
            self.unclosed(what, offset)
            return
        message = "this brace is closed behind \\end{document} only, where nothing is read"
        self.problem("ended", offset, offset + 1, message, "close the group before \\end{document}")

    def _as_many(self, environment: str, *marks: str) -> bool:
        r"""Whether the text has at least as many of the first mark as of the second; unknown listings may hide some."""
        first, second = (self.marks[mark, environment] for mark in marks)
        return first >= second

    @cached_property
    def marks(self) -> Counter[tuple[str, str]]:
        """How often the file has ``begin`` or ``end`` of each environment, in comments and code as well."""
        return Counter((match[1], match[2]) for match in ENVIRONMENT.finditer(self.text))

    def _culprit(self, opened: int) -> int:
        """Return the brace to blame for an unclosed one: a deeper one, if the indentation gives it no closing brace.

        Braces in an environment that begins after the unclosed one do not count.
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

    def report_unbalanced(
        self, start: int, end: int, message: str, help_: str, *, kind: str = "unbalanced"
    ) -> None:
        """Report unbalanced groups, unless something excuses them."""
        if self._excused():
            return
        self.unbalanced += 1
        if self.unbalanced <= _MAX_UNBALANCED:
            self.problem(kind, start, end, message, help_)
        elif self.unbalanced == _MAX_UNBALANCED + 1:
            note = f"more than {_MAX_UNBALANCED} groups are unbalanced in this file; the rest is not reported"
            self.problem("limit", start, end, note, "mend the first ones: they may cause the others")

    def _excused(self) -> bool:
        """Whether faults of groups go unreported: in a style, a template or a conditional, which may close them."""
        return bool(self.style or self.arms or self.recategorises or self.is_template)

    @cached_property
    def recategorises(self) -> bool:
        """Whether the text changes the meaning of a brace, percent sign or backslash: its groups cannot be counted."""
        return _RECATEGORISES.search(self.text) is not None

    @cached_property
    def is_template(self) -> bool:
        """Whether the text is a template, which a program fills in before TeX reads it."""
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
    """Return the offset where the blanks and comments before a place begin, at most ``_MAX_BLANKS`` characters back."""
    first = max(0, offset - _MAX_BLANKS)
    while True:
        offset = first + len(text[first:offset].rstrip())
        comment = text.find("%", max(first, text.rfind("\n", first, offset) + 1), offset)
        if comment <= first or text[comment - 1] == "\\":
            return offset
        offset = comment
