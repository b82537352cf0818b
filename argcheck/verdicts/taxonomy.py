"""The kinds of miscitation: five classes with an order of precedence, and their subtypes.

After BibAgent, section 2.1 and table 1.  Of several failures the first in the order names the class: who cannot find
the source cannot ask whether it still stands, and who misreads it cannot ask how far it reaches.
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
#: What each class asks; put to models and shown to authors.
QUESTIONS: Mapping[str, str] = {
    "attribution": "Could a reader, with this reference alone, find the source and the author of the idea?",
    "validity": "Is the source still fit to serve as evidence, and is it the primary source?",
    "content": "Does the source, read in context, say what the sentence says that it says?",
    "scope": "Does the conclusion hold for the population, setting or task that the sentence applies it to?",
    "characterisation": "Do design and statistics of the source bear the kind and strength of evidence that the sentence claims?",
}
#: Failures that consist in something being absent: never said from less than the full text.
ABSENCES = frozenset({"not-stated", "irrelevant", "author-misattribution", "secondary-source"})
#: What a model can tell from passages; the others come from records.
READABLE = tuple(item for item in SUBTYPES if item not in ("ghost-citation", "retracted-citation"))


def class_of(subtypes: Iterable[str]) -> tuple[str, str]:
    """Choose (class, subtype) of several opinions: the most frequent class, at a tie the first in the precedence.

    Within the class the most frequent subtype, at a tie the first in the order of `SUBTYPES`.

    :raises ValueError: no opinion.
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
