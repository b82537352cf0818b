"""How much questions are before they are asked: characters as they are sent, tokens and money at the most."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, NamedTuple

from argcheck.llm.budget import most_tokens

if TYPE_CHECKING:
    from collections.abc import Iterable

    from argcheck.llm.budget import Price
    from argcheck.llm.model import Question

#: Of prose in Latin letters: 3.7 to 4.2 for the questions in English, German, French and Spanish, by two vocabularies in wide use.
CHARACTERS_PER_TOKEN = 4.0
#: Of other writing, where vocabularies differ most: 0.8 to 3.2.  `argcheck.llm.budget` reserves more.
_OTHER_CHARACTERS_PER_TOKEN = 1.5
_LATIN = 0x250  #: the first character behind those of Latin letters


class Estimate(NamedTuple):
    """What calls come to."""

    calls: int
    answers: int
    characters: int  #: of instructions, texts and schemas
    others: int  #: of them those that are not Latin
    most_in: int  #: tokens, at the most
    most_out: int

    @property
    def tokens_in(self) -> int:
        """Tokens in, as they are to be expected."""
        latin = (self.characters - self.others) / CHARACTERS_PER_TOKEN
        return math.ceil(latin + self.others / _OTHER_CHARACTERS_PER_TOKEN)

    def most_money(self, price: Price) -> float:
        """Dollars, at the most."""
        return price.of(self.most_in, self.most_out)


def estimated(calls: Iterable[tuple[Question, int]]) -> Estimate:
    """Add calls up, each a question and how many answers to it are asked for."""
    count = answers = characters = others = most_in = most_out = 0
    for question, several in calls:
        tokens_in, tokens_out = most_tokens(question, several)
        count, answers = count + 1, answers + several
        characters += question.characters + len(json.dumps(question.schema))
        others += sum(sum(map(_is_other, message.content)) for message in question.messages)
        most_in, most_out = most_in + tokens_in, most_out + tokens_out
    return Estimate(count, answers, characters, others, most_in, most_out)


def one_by_one(calls: Iterable[tuple[Question, int]]) -> list[tuple[Question, int]]:
    """Give the calls that are made of these to an endpoint that gives one answer a call."""
    return [(question, 1) for question, count in calls for _ in range(count)]


def _is_other(character: str) -> bool:
    return character >= chr(_LATIN)
