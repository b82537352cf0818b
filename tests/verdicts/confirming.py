"""How a script that knows one kind of question, the verdict on a sentence, answers the short ones by which a verdict is confirmed."""

from __future__ import annotations

import json

from scripted import Say

_SHORT = {"supported": "supported", "miscited": "contradicted", "undecidable": "open"}


def purpose(request):
    """What a request is for, as its schema is named."""
    return request["response_format"]["json_schema"]["name"]


def sentence_of(request):
    text = request["messages"][1]["content"]
    return text.partition("<<<DATA sentence ")[2].partition("\n")[2].partition("\nDATA ")[0]


def shortened(said):
    """The answer to the short question that an answer to the long one stands for."""
    if isinstance(said, Say):
        said.content = json.dumps(shortened(json.loads(said.content)))
        return said
    return {"verdict": _SHORT[said["verdict"]]}


def listed(request):
    """The sentences of a question which of them are addressed to their readers."""
    lines = request["messages"][1]["content"].partition("<<<DATA sentences ")[2].split("\n")[1:]
    return [line.partition(". ")[2] for line in lines if line.partition(". ")[0].isdigit()]


CONTROL = "Whoever compares this text"  #: begins the order that is among the sentences of every such question


def to_readers(request, *orders):
    """Name those that hold one of some orders, and the control."""
    told = (CONTROL, *orders)
    texts = enumerate(listed(request), 1)
    return {"addressed": [n for n, text in texts if any(words_alone(o) in words_alone(text) for o in told)]}


def words_alone(text):
    """A text without signs, spaces and capitals."""
    return "".join(filter(str.isalnum, text)).lower()


def twins_of(sentence):
    """Two sentences that differ from one in a word, and in what they say."""
    first, _, rest = sentence.partition(" ")
    return {"opposite": f"{first} not {rest}", "other": f"{first} elsewhere {rest}"}


def rewritten(sentence, twins):
    """The twins of a sentence whose claim is one of a table: claim -> (its opposite, another claim)."""
    for claim, (opposite, other) in twins.items():
        if claim in sentence:
            return {"opposite": sentence.replace(claim, opposite), "other": sentence.replace(claim, other)}
    return twins_of(sentence)


def confirming(script, twins=twins_of):
    """Make a script that answers all questions of one that answers the long ones.

    :param twins: gives the twins of a sentence.
    """

    def whole(request, number):
        if purpose(request) == "twins":
            return twins(sentence_of(request))
        if purpose(request) == "addressed":
            return to_readers(request)
        said = script(request, number)
        return shortened(said) if purpose(request) == "confirm" else said

    return whole
