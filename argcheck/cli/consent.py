"""The consent before text is sent: shows what, to whom and at what cost, and asks on a terminal."""

from __future__ import annotations

import signal
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from argcheck.cli.console import is_terminal
from argcheck.cli.planned import asked_judges, estimate_lines
from argcheck.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from argcheck.llm.client import Client
    from argcheck.llm.model import Consent, Question
    from argcheck.verdicts.judging import Judges

_LIMITS = ("max_calls", "max_tokens", "max_cost")  #: options that imply consent to spend so much


def consent_of(options: dict[str, Any], client: Client | None, judges: Judges) -> Consent | None:
    """Return a function that shows the user what will be sent, and asks unless an option implies consent.

    :returns: None if no text can be sent.
    :raises UsageError: no option implies consent, and there is no terminal.
    """
    if options["dry_run"] or options["offline"] or not (client or judges.remote):
        return None
    agreed = options["yes"] or any(options[limit] is not None for limit in _LIMITS)
    if not agreed and not (is_terminal(sys.stdin) and is_terminal(sys.stderr)):
        raise UsageError(
            "this sends text of the manuscript and its sources away, and there is no terminal to ask at: "
            "give --yes or a limit such as --max-cost; --dry-run shows what would be sent"
        )

    def consent(planned: Sequence[tuple[Question, int]]) -> bool:
        lines = [line.replace("would send", "will send") for line in asked_judges(judges, dry=True)]
        if client and (planned or options["committee"]):
            lines += estimate_lines(client, planned, "will ask", "besides what answers lead to")
        if client and options["committee"]:
            lines.append(
                "  what --committee asks depends on the works that are found, and is not counted here"
            )
        if not lines:  # nothing needs to be sent
            return True
        say(lines)
        return agreed or asked()

    return consent


def say(lines: Sequence[str]) -> None:
    """Print lines on standard error."""
    from argcheck.lint.reporters.lines import for_log, one_line

    sys.stderr.write(for_log("".join(f"argcheck: {one_line(line)}\n" for line in lines)))
    sys.stderr.flush()


def asked(question: str = "send it?") -> bool:
    """Whether the user answers yes on the terminal."""
    with _interruptible():
        return click.confirm(f"argcheck: {question}", err=True)


@contextmanager
def _interruptible() -> Iterator[None]:
    """Let ^C end the question; an event loop would wait for the answer."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
