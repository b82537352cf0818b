"""The kinds of miscitation: five classes with an order of precedence, and their subtypes.

After BibAgent, section 2.1 and table 1.  Of several failures the first in the order names the class: the validity of a
source that cannot be found does not matter, nor does the scope of one that was misread.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from argcheck.verdicts.fields import CLASSES

#: Subtype -> class, in the order of precedence.
SUBTYPES: Mapping[str, str] = {
    "ghost-citation": "attribution",
    "author-misattribution": "attribution",
    "retracted-citation": "validity",
    "secondary-source": "validity",
    "contradicted": "content",
    "not-stated": "content",
    "irrelevant": "content",
    "omitted-qualifier": "content",
    "selective-quotation": "content",
    "conflated-findings": "content",
    "overgeneralised": "scope",
    "method-misapplied": "scope",
    "subset-as-whole": "scope",
    "correlation-as-causation": "characterisation",
    "statistics-distorted": "characterisation",
}
#: The question of each class, for models and authors.
QUESTIONS: Mapping[str, str] = {
    "attribution": "Could a reader, with this reference alone, find the source and the author of the idea?",
    "validity": "Is the source still fit to serve as evidence, and is it the primary source?",
    "content": "Does the source, read in context, say what the sentence says that it says?",
    "scope": "Does the conclusion hold for the population, setting or task that the sentence applies it to?",
    "characterisation": "Do design and statistics of the source bear the kind and strength of evidence that the sentence claims?",
}
#: Failures by absence, which only the full text can show.
ABSENCES = frozenset({"not-stated", "irrelevant", "author-misattribution", "secondary-source"})
#: Subtypes that a model can tell from passages; the others come from records.
READABLE = tuple(item for item in SUBTYPES if item not in ("ghost-citation", "retracted-citation"))


def class_of(subtypes: Iterable[str]) -> tuple[str, str]:
    """Return the most frequent class of several subtypes, and the most frequent subtype in it.

    Ties go to the first in the order of `CLASSES` and of `SUBTYPES`.

    :raises ValueError: there are no subtypes.
    """
    votes = Counter(subtypes)
    classes: Counter[str] = Counter()
    for subtype, count in votes.items():
        classes[SUBTYPES[subtype]] += count
    if not classes:
        raise ValueError("no opinion")
    chosen = max(CLASSES, key=lambda name: (classes[name], -CLASSES.index(name)))
    order = list(SUBTYPES)
    within = [item for item in order if SUBTYPES[item] == chosen and votes[item]]
    return chosen, max(within, key=lambda item: (votes[item], -order.index(item)))
