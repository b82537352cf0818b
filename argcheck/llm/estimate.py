"""The size of questions before they are asked: characters, expected and most tokens, most money."""

from __future__ import annotations

import json
import math
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from argcheck.llm.budget import beyond_latin, most_tokens, picture_tokens

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from argcheck.llm.budget import Price
    from argcheck.llm.model import Question

#: In prose in Latin letters.  Measured: 3.7 to 4.2 in questions in English, German, French and Spanish, by two common
#: vocabularies.
CHARACTERS_PER_TOKEN = 4.0
#: First and last character of a script, and the fewest and most characters per token, measured on a text in 17
#: languages by three vocabularies.
_SCRIPTS = (
    (0x370, 0x3FF, 0.9, 2.7),  # Greek
    (0x400, 0x52F, 1.5, 4.4),  # Cyrillic
    (0x530, 0x58F, 0.4, 3.6),  # Armenian
    (0x590, 0x5FF, 0.8, 2.4),  # Hebrew
    (0x600, 0x77F, 1.1, 3.2),  # Arabic
    (0x900, 0xDFF, 0.6, 3.5),  # of India
    (0xE00, 0xEFF, 1.0, 2.4),  # Thai and Lao
    (0x10A0, 0x10FF, 0.4, 3.5),  # Georgian
    (0xAC00, 0xD7A3, 0.7, 1.5),  # Korean
)
_ELSE = (0.7, 1.6)  #: Chinese, Japanese and all other scripts
_WHAT_IS_WRONG = 200  #: tokens of the message about an unusable answer
_DOTS_PER_TOKEN = 2000  #: pixels of a picture per token, in models that scale pictures down
_FEW = 0.02  #: least share of other characters for bounds of tokens


class Estimate(NamedTuple):
    """The size of some calls."""

    calls: int
    answers: int
    characters: int  #: of instructions, texts and schemas
    latin: int  #: of these, Latin letters, digits and signs
    others: tuple[float, float]  #: fewest and most tokens of all other characters and of pictures
    most_in: int  #: most tokens of questions
    most_out: int  #: most tokens of answers
    pictures: int = 0

    @property
    def tokens_in(self) -> int:
        """The expected tokens of questions; for other than Latin letters, the geometric mean of the bounds."""
        fewest, most = self.others
        return math.ceil(self.latin / CHARACTERS_PER_TOKEN + math.sqrt(fewest * most))

    @property
    def bounds(self) -> tuple[int, int] | None:
        """The fewest and most tokens of questions by vocabulary; None if fewer than 2 % of characters are not Latin."""
        if self.characters - self.latin < _FEW * self.characters:
            return None
        latin = self.latin / CHARACTERS_PER_TOKEN
        fewest, most = self.others
        return math.floor(latin + fewest), math.ceil(latin + most)

    def most_money(self, price: Price) -> float:
        """Return the most that the calls can cost, in US dollars."""
        return price.of(self.most_in, self.most_out)


def estimated(calls: Iterable[tuple[Question, int]]) -> Estimate:
    """Return the size of calls, each a question with the number of its answers."""
    count = answers = characters = latin = most_in = most_out = pictures = 0
    fewest = most = 0.0
    for question, several in calls:
        tokens_in, tokens_out = most_tokens(question, several)
        count, answers = count + 1, answers + several
        schema = len(json.dumps(question.schema))
        characters += question.characters + schema
        latin += schema
        for message in question.messages:
            others = beyond_latin(message.content)
            latin += len(message.content) - others.total()
            for character, times in others.items():
                low, high = _characters_per_token(character)
                fewest, most = fewest + times / high, most + times / low
            for picture in message.pictures:
                pictures += 1
                fewest += picture.width * picture.height / _DOTS_PER_TOKEN
                most += picture_tokens(picture)
        most_in, most_out = most_in + tokens_in, most_out + tokens_out
    return Estimate(count, answers, characters, latin, (fewest, most), most_in, most_out, pictures)


def one_by_one(calls: Iterable[tuple[Question, int]]) -> list[tuple[Question, int]]:
    """Return the same calls for an endpoint that gives one answer a call."""
    return [(question, 1) for question, count in calls for _ in range(count)]


def with_repeats(calls: Sequence[tuple[Question, int]]) -> Estimate:
    """Return the size of calls if every answer is unusable at first, and sent back alone with the error."""
    once, again = estimated(calls), estimated(one_by_one(calls))
    sent_back = once.most_out + once.answers * _WHAT_IS_WRONG
    return once._replace(
        calls=once.calls + again.calls,
        answers=once.answers + again.answers,
        characters=once.characters + again.characters,
        latin=once.latin + again.latin,
        others=(once.others[0] + again.others[0], once.others[1] + again.others[1]),
        most_in=once.most_in + again.most_in + sent_back,
        most_out=once.most_out + again.most_out,
        pictures=once.pictures + again.pictures,
    )


@lru_cache(maxsize=4096)
def _characters_per_token(character: str) -> tuple[float, float]:
    """Return the fewest and most characters per token in the script of a character."""
    return next(
        ((low, high) for first, last, low, high in _SCRIPTS if first <= ord(character) <= last), _ELSE
    )
