"""An offline page on which co-authors note whether sources support the sentences that cite them."""

from __future__ import annotations

import json
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING

from argcheck.errors import UsageError
from argcheck.lint.reporters.html_text import policy
from argcheck.lint.reporters.lines import one_line
from argcheck.verdicts.look_ups import LONGEST_NAME, look_up_data
from argcheck.verdicts.replay import read_verdicts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.bib.entry import Entry
    from argcheck.reading.workspace import Workspace
    from argcheck.verdicts.fields import EvidenceSpan
    from argcheck.verdicts.mentions import Mention
    from argcheck.verdicts.replay import Verdicts

_ANSWERS = (
    ("supports", "supports it"),
    ("partly", "supports a part"),
    ("does-not", "does not"),
    ("", "not looked up"),
)
_SAID = dict(_ANSWERS)
_FIELDS = ("title", "journal", "booktitle", "year", "doi")


def look_up_page(workspace: Workspace, key: str = "") -> str:
    """Return the page for the documents of a workspace: each citation with sentence, entry and passages of the source.

    The page sends no requests; its script writes lines that `argcheck verdicts pass --from` reads.

    :param key: the only key to ask about; empty for all.
    :raises UsageError: nothing is cited, or not with ``key``.
    """
    known: dict[str, object] = {}
    cards = [
        card
        for document in workspace.documents
        for verdicts in [read_verdicts(workspace.project, *document, known)]  # type: ignore[arg-type]
        for mention in verdicts.cited
        if key in ("", mention.key)
        for card in [_card(workspace, verdicts, mention)]
    ]
    if not cards:
        raise UsageError(f"no sentence cites '{key}'" if key else "no sentence there cites anything")
    cards = list(dict.fromkeys(cards))  # several documents may share a chapter
    numbered = "\n".join(card.replace(_NAME, f"c{number}") for number, card in enumerate(cards))
    script, style = (
        files("argcheck").joinpath("data", f"look-up.{suffix}").read_text("utf-8") for suffix in ("js", "css")
    )
    return _PAGE.format(
        policy=policy(script, style), style=style, script=script, cards=numbered, longest=LONGEST_NAME
    )


_NAME = "\0name\0"  # placeholder that no shown text contains
_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="referrer" content="no-referrer">
<title>Citations to look up</title>
<style>{style}</style>
</head>
<body>
<header>
<label>Your name <input id="by" maxlength="{longest}" autocomplete="name"></label>
<label><input id="open" type="checkbox"> only what nobody has looked up</label>
<button id="save" type="button" disabled>Save look-ups.jsonl</button> <output id="count"></output>
</header>
<main>
{cards}
</main>
<p class="said">Send the file that was saved, or these lines, to whoever keeps the repository: argcheck verdicts pass --from look-ups.jsonl</p>
<textarea id="made" rows="4" readonly></textarea>
<script>{script}</script>
</body>
</html>
"""


def _card(workspace: Workspace, verdicts: Verdicts, mention: Mention) -> str:
    """Return the card of a citation; all text of others is escaped."""
    span = mention.citation.span
    line, column = workspace.project.files[span.path].position(span.start)
    place = f"{workspace.shown(span.path)}:{line}:{column}: {mention.key}"
    noted = verdicts.look_ups(mention)
    parts = [
        f'<article data-line="{escape(json.dumps(look_up_data(mention)))}"{" class=noted" if noted else ""}>',
        f'<p class="place">{_text(place)}</p>',
        f"<p>{_text(mention.sentence.text)}</p>",
        f'<p class="entry">{_text(_named(mention.entry))}</p>',
        *_passages(verdicts, mention),
        *(
            '<p class="said">' + _text(f"{look.judge['by']}, {look.checked}: {_SAID[look.says]}") + "</p>"
            for look in noted
        ),
        f"<fieldset>{''.join(_choices())}</fieldset>",
        "</article>",
    ]
    return "\n".join(parts)


def _passages(verdicts: Verdicts, mention: Mention) -> Iterator[str]:
    noted = next(iter(verdicts.mentions(mention)), None)
    spans: tuple[EvidenceSpan, ...] = noted.spans if noted else ()
    for span in spans:
        place = span.place or "?"
        unsure = " (may be read wrongly)" if span.uncertain else ""
        quote = span.quote or "(the words are not kept in this repository)"
        yield f"<blockquote{' class=unsure' if unsure else ''}>{_text(f'{place}{unsure}: {quote}')}</blockquote>"
    if not spans:
        yield '<p class="said">No passage is noted: argcheck verify finds some where the text of the source is at hand.</p>'


def _choices() -> Iterator[str]:
    for value, shown in _ANSWERS:
        checked = "" if value else " checked"
        yield f'<label><input type="radio" name="{_NAME}" value="{value}"{checked}> {shown}</label>'


def _named(entry: Entry) -> str:
    values = (entry.text(name) for name in ("author", *_FIELDS))
    return ". ".join(value for value in values if value)


def _text(text: str) -> str:
    """Return text escaped for HTML, without signs that change the direction of letters or hide them."""
    return escape(one_line(text.replace("\0", "\ufffd").replace("\ufffc", "⟨…⟩")))
