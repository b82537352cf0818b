"""What a rule gets to see of a document that a test writes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.api import RuleContext, Severity, rule
from argcheck.lint.engine import analyse
from argcheck.lint.registry import Registry, load_readers
from argcheck.settings.config import settings_for

if TYPE_CHECKING:
    from pathlib import Path

    from argcheck.api import Span


def context(folder: Path, **files: str) -> RuleContext:
    """Write files of LaTeX, each named without its ending, and give the context of a rule that runs on them."""
    caught = []

    def catch(ctx: RuleContext) -> tuple[()]:
        """Keep the context."""
        caught.append(ctx)
        return ()

    one = rule("HSE001", "catch-it", severity=Severity.NOTE, since="1")(catch)
    for name, text in files.items():
        (folder / f"{name}.tex").write_text(text, "utf-8")
    settings = settings_for([folder], cwd=folder, isolated=True)
    analyse([folder], settings, cwd=folder, registry=Registry({one.name: one}, (), (), load_readers()))
    [ctx] = caught
    return ctx


def words(ctx: RuleContext, spans: tuple[Span, ...]) -> list[str]:
    """The source of each place, with single blanks."""
    return [" ".join(ctx.source(span).split()) for span in spans]
