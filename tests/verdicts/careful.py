"""What a model says that reads carefully, to the questions by which a verdict is confirmed: for scripts that know one sentence."""

from __future__ import annotations

import re

from confirming import confirming

_FENCE = re.compile(r"<<<DATA (\w+) (\w+)\n(.*?)\nDATA \2>>>", re.DOTALL)


def read(request):
    """Give the sentence that is to be judged and the passages, as the question has them."""
    fences = _FENCE.findall(request["messages"][1]["content"])
    sentence = next(text for name, _, text in fences if name == "sentence")
    return sentence, [text for name, _, text in fences if name.startswith("passage")]


def said(verdict, quote=""):
    quotes = [{"passage": 1, "text": quote}] if quote else []
    return {
        "verdict": verdict,
        "problem": "none",
        "quotes": quotes,
        "reason": "as it stands",
        "would_support": "",
    }


def repeats(sentence, passages):
    """Whether what is shown is nothing but the sentence."""
    words = re.findall(r"\w+", re.sub(r"\s*\[[^\]]*\]", "", sentence))
    return len(passages) == 1 and re.findall(r"\w+", passages[0]) == words


def careful(answer, *sentences):
    """A script that answers all questions on a citation, as `known` answers those for a verdict."""
    return confirming(known(answer, *sentences))


def known(answer, *sentences):
    """A script that answers as ``answer`` does about these sentences, and about others whether they stand in the passages.

    :param sentences: their beginnings.
    """

    def script(request, number):
        sentence, passages = read(request)
        bare = re.sub(r"\s*\[[^\]]*\]\.?$", "", sentence)
        if sentence.startswith(sentences) and not repeats(sentence, passages):
            return answer(request, number)
        holds = any(bare in one for one in passages)
        return said("supported", bare) if holds else said("undecidable")

    return script
