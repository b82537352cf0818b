"""Words that show the role of a sentence, from the language files (`argcheck.tex.vocabulary`), most of them in English.

Sentences in a language without such words have no role.
"""

from __future__ import annotations

import re
from functools import cache

from argcheck.files.patterns import LETTERS
from argcheck.tex.vocabulary import any_of, codes, ends_in, phrases, table, with_english, wording

#: The roles in the order in which they are tried: the first that fits is the role.
_ROLES = tuple(
    "limitation counterevidence hypothesis assumption conclusion result method claim evidence context".split()  # noqa: SIM905 - shorter
)
_LINKS = ("rests", "grounds", "attacks")
#: Roles of a sentence in an abstract or a conclusion that make it a claim of the document.
CLAIMING = frozenset({"result", "conclusion", "claim"})


def concludes(title: str) -> bool:
    """Whether a section with this title may state findings, in any language, as theses often mix two."""
    return wording(codes(), r"\b{sections.concluding}", re.IGNORECASE).search(title) is not None


def is_abstract(title: str) -> bool:
    """Whether a section with this title is the abstract, in any language."""
    return title.strip().lower() in phrases(codes(), "sections.abstract")


def thanks(title: str) -> bool:
    """Whether a section with this title has acknowledgements, in any language."""
    lower = title.strip().lower()
    return any(lower.startswith(word) for word in phrases(codes(), "sections.thanks"))


def looks_ahead(title: str) -> bool:
    """Whether a section with this title is about future work and not about findings, in any language."""
    return any_of(codes(), "sections.outlook").search(title) is not None and not concludes(title)


def answers(title: str) -> bool:
    """Whether a section with this title may state findings or how they were tested, in any language."""
    lower = title.lower()
    return any(word in lower for word in phrases(codes(), "sections.answering"))


def says(sort: str, text: str, language: str | None = None) -> bool:
    """Whether the words of a sentence are of a sort.

    :param sort: ``text`` of the document itself, ``finding`` beyond that something is shown, ``reported`` as found,
        what was done (``procedure``), ``rejecting`` a hypothesis, about work to come (``outlook``), what ``may-be``,
        or ``announcing`` what the text turns to.
    :param language: a code; English is looked up with it.  None for any language.
    """
    languages = codes() if language is None else with_english(language)
    return any_of(languages, f"findings.{sort}").search(text) is not None


def ends_in_mention(text: str) -> bool:
    """Whether the words before a result say that another one replaces it, or that its proof is meant."""
    return ends_in(codes(), text, "proofs.mentioning")


def sets_aside(text: str) -> bool:
    """Whether the clause before a result says that it is not used: another way is taken, or it would be needed."""
    clause = r"\b{proofs.setting-aside}\b(?:(?![.;:]\s|\\item\b)[\s\S])*\Z"
    return wording(codes(), clause).search(text) is not None


def elsewhere(sentence: str, language: str) -> bool:
    """Whether a sentence is about future work, the work of others, or an example."""
    spelt = " ".join(LETTERS.findall(sentence.lower()))
    return any_of(with_english(language), "bounds.elsewhere").search(spelt) is not None


@cache
def _betraying(name: str, language: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return the entries of a table of a language with their patterns, in the order in which they are tried."""
    known = table(language, name)
    form = r"\b{{{}.{}}}(?!\w)" if name == "roles" else r"{{{}.{}}}\b"
    order = _ROLES if name == "roles" else _LINKS
    return tuple((entry, wording(language, form.format(name, entry))) for entry in order if entry in known)


def role_of(text: str, language: str = "en") -> str:
    """Return the role that the words of a sentence show; empty if none."""
    lower = text.lower()
    return next((role for role, pattern in _betraying("roles", language) if pattern.search(lower)), "")


def link_of(text: str, language: str = "en") -> str:
    """Return the relation of a sentence to the one before: ``rests``, ``grounds``, ``attacks`` or empty."""
    lower = text.lower().lstrip("([“\"' ")
    return next((link for link, pattern in _betraying("links", language) if pattern.match(lower)), "")


def claims(text: str, language: str) -> bool:
    """Whether a sentence has a role that makes it a claim (`CLAIMING`)."""
    return role_of(text, language) in CLAIMING


def only_done(text: str, language: str) -> bool:
    """Whether a sentence tells what was done, without a result."""
    return says("done", text, language) and not claims(text, language)
