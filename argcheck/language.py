"""Languages by name: which word lists a name of babel, polyglossia or BCP 47 stands for.

Word lists are kept by code: ``en``, ``de``, ``fr``.  Each list stands in one table, keyed by code,
beside what reads it: sentences (`argcheck.tex.words`), numbers (`argcheck.quantities`),
negation (`argcheck.graph.normalise`), roles and headings (`argcheck.extract.lexicon`).
"""

from __future__ import annotations

#: The languages that have word lists, by code, as a reader of a report calls them.
LISTED = {"en": "English", "de": "German", "fr": "French"}

_NAMES = {
    "en": "english american british usenglish ukenglish canadian australian newzealand eng",
    "de": "german ngerman austrian naustrian swissgerman nswissgerman germanb deu ger",
    "fr": "french francais frenchb acadian canadien swissfrench fra fre",
}
_CODES = {name: code for code, names in _NAMES.items() for name in (code, *names.split())}
#: Languages that a document may name and that have no word lists.
_UNLISTED = """spanish italian portuguese portuges brazilian brazil dutch swedish danish norsk norwegian nynorsk finnish polish
czech slovak slovene slovenian croatian serbian bulgarian russian ukrainian greek turkish hungarian magyar romanian
catalan galician basque latin esperanto icelandic estonian latvian lithuanian irish welsh afrikaans indonesian
vietnamese japanese chinese chinese-simplified chinese-traditional korean thai hindi arabic hebrew farsi persian"""
#: Every name that the options of a package or class may give to a language, in lower case.
NAMES = frozenset(_CODES) - set(LISTED) | frozenset(_UNLISTED.split())


def code(name: str) -> str:
    """Return ``en``, ``de`` or ``fr`` for a name such as ``ngerman``, ``de-AT`` or ``en_GB``; empty for any other."""
    lower = name.strip().lower()
    return _CODES.get(lower) or _CODES.get(lower.replace("_", "-").partition("-")[0], "")
