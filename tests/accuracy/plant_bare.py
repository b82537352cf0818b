r"""Planter of comparisons that are claimed as found without a ground; see `plant.py`.

- claim-without-support: the line on which the sentence that compares begins.  A paragraph of the base text that compares
  loses its numbers, formulas, citations and references: in the sentence that compares they are cut out, other sentences
  that have some go.  Or a paragraph that never had a ground is put between two others.

Left out is what the rule's page leaves out: abstract, conclusion, proofs, and what is hedged, denied or asked.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from plant import ANY_LINE, Allowed, Expected, Mutant, inserted, interleaved, planter, shuffled

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

    from plant import Base, Text

RULE = "claim-without-support"
COMPARES = re.compile(
    r"\b(?:(?:better|worse|faster|slower|higher|lower|larger|smaller|greater|fewer|stronger|weaker|cheaper|less|more \w+)\s+than"
    r"|(?:much|far|by far|significantly|clearly|considerably) (?:the )?(?:most|more|less|better|worse|larger|smaller|\w+er)\b"
    r"|outperform\w*|surpass\w*|superior|inferior|(?:the|among the|of the) first to|most (?:accurate|efficient|reliable|precise)"
    r"|for the first time|orders? of magnitude)\b"
)
HEDGED = re.compile(
    r"\b(?:may|might|could|would|should|if|whether|hope|expect\w*|defined|there\s+(?:is|are)|can|not|no|cannot|neither|unless|suppose|assume)\b|\?"
)
GROUND = re.compile(
    r"[0-9$~=<>]|\\(?:\w*cite\w*|\w*ref|eq|Figure|Table|Sect|App|url\w*|footnote|sidenote|label|index)\b|\b(?:one|two|three|four|five|six"
    r"|seven|eight|nine|ten|twelve|half|twice|double|percent|see|above|below|following|proof|theorem)\b",
    re.IGNORECASE,
)
CUT = re.compile(
    r"~?\\(?:cite|citep|parencite|autocite|footcite)\*?(?:\[[^][{}]*\]){0,2}\{[^{}]*\}|\s*\([^()]*\)|,? (?:starting at|with an average of|by about) [^,.]*"
)
SENTENCE = re.compile(r"(?:(?<=[a-z)}]\.)|(?<=[a-z]\.\}))\s+(?=[A-Z\\])")
BLOCK = re.compile(r"\n[ \t]*\n")
NO_PROSE = re.compile(
    r"\\(?:begin|end|item|\w*section|chapter|paragraph|caption|newthought|acknowledgments?|label)\b"
)
FINAL = re.compile(r"\\(?:section|chapter)\*?\{[^{}]*(?:[Cc]onclu|[Ss]ummary|[Ff]inal|[Aa]bstract)[^{}]*\}")
CLAIMS = (
    "This approach is considerably faster than those in use. It needs less room, too.",
    "The new scheme clearly outperforms every earlier one. Nobody has to be trained for it.",
    "In all of our trials the method gave far better results than the usual one.",
    "We are the first to study this question in the field.",
    "The procedure is by far the most reliable of those that are known.",
    "Its accuracy is superior to that of all known alternatives, and it is easy to build.",
    "The effort was reduced dramatically in comparison with the usual practice.",
    "The design surpasses all previous ones in every respect.",
    "These settings lead to substantially lower costs. They are the default now.",
    "The error is orders of magnitude smaller than that of the older instruments.",
    "The estimates were much more precise than those of other groups.",
    "With this change the quality improved markedly. Everybody who took part noticed it.",
    "This is shown here for the first time, and it came as a surprise to us.",
    "Our tool consistently beats its rivals on the tasks that people care about.",
    "The simple rule works significantly better than the elaborate ones that it replaced.",
    "The result exceeds the state of the art by a wide margin.",
)


@planter(RULE)
def claim_without_support(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Take the ground from a paragraph that compares, or put one there that has none."""
    yield from interleaved([stripped(base, rng), groundless(base, rng)])


def final_from(text: Text) -> int:
    """Return the offset from which on a file sums up."""
    found = FINAL.search(text.live)
    return found.start() if found else len(text.live)


def stripped(base: Base, rng: random.Random) -> Iterator[Mutant]:
    places = [(text, start, end) for text in base.chapters for start, end in paragraphs(text)]
    for text, start, end in shuffled(rng, places):
        written = text.text[start:end]
        kept = list(without_ground(written))
        claim = next((one for one in kept if compares(one)), "")
        new = " ".join(kept)
        if not claim or new == written:
            continue
        edits = {text.path: text.replaced(start, end, new)}
        line = text.line(start) + new[: new.index(claim)].count("\n")
        allowed = tuple(by_products(base, text, start, end))
        yield Mutant(
            base.name, f"stripped: {claim[:60]}", Expected(RULE, ((text.path, line),)), edits, allowed
        )


def compares(sentence: str) -> bool:
    return COMPARES.search(sentence) is not None and HEDGED.search(sentence) is None


def paragraphs(text: Text) -> Iterator[tuple[int, int]]:
    """Yield the paragraphs of prose that no command or environment is made of, before what sums up."""
    begun = max(text.live.find("\\begin{document}"), 0)
    edges = [begun, *(match.end() for match in BLOCK.finditer(text.live, begun)), final_from(text)]
    for start, following in pairwise(edges):
        end = start + len(text.live[start:following].rstrip())
        written = text.live[start:end]
        whole = written == text.text[start:end] and written[:1].isupper()
        if whole and written.count("{") == written.count("}") and not NO_PROSE.search(written):
            yield start, end


def without_ground(paragraph: str) -> Iterator[str]:
    """Yield the sentences that need no ground, and those that compare, with the ground cut out of them."""
    for sentence in SENTENCE.split(paragraph):
        cut = CUT.sub("", sentence) if compares(sentence) else sentence
        if not GROUND.search(cut):
            yield cut


def by_products(base: Base, text: Text, start: int, end: int) -> Iterator[Allowed]:
    """Yield what may follow when a paragraph loses its citations, references and numbers."""
    for item in base.mentions:
        if item.file == text.path and start <= item.start < end:
            yield from base.lone_use(item)
    for label in base.labels:
        if label.rpartition(":")[2] in text.text[start:end]:
            yield from base.float_at(label)
    for name in base.tex:
        yield Allowed("number-not-in-body", name, *ANY_LINE)


def groundless(base: Base, rng: random.Random) -> Iterator[Mutant]:
    claims = shuffled(rng, CLAIMS)
    places = [(text, gap) for text, gap in base.gaps if gap < final_from(text)]
    for claim, (text, gap) in zip(claims, shuffled(rng, places), strict=False):
        edits, line = inserted(text, gap, claim)
        yield Mutant(base.name, f"without ground: {claim}", Expected(RULE, ((text.path, line),)), edits)
