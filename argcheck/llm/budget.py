"""How much may be spent: checked before each call with what the call can cost at most, settled with what it did cost."""

from __future__ import annotations

import asyncio
import math
from collections import Counter
from typing import NamedTuple

from argcheck.errors import ArgcheckError
from argcheck.llm.model import Question, ShownPicture, Usage

_LATIN_END = "\u0250"  #: the first character behind those of Latin letters
_CHARACTERS_PER_TOKEN = 2.0  #: fewer than any tokenizer needs for prose in Latin letters
_OVERHEAD = 20  #: tokens around each message
_SQUARE = 28  #: dots


class BudgetExhaustedError(ArgcheckError):
    """The next call could cost more than is left."""


class UnknownPriceError(ArgcheckError):
    """A budget in money for a model whose price nobody knows."""


class Price(NamedTuple):
    """US dollars for a million tokens."""

    tokens_in: float
    tokens_out: float

    def of(self, tokens_in: int, tokens_out: int) -> float:
        """What so many tokens cost."""
        return (tokens_in * self.tokens_in + tokens_out * self.tokens_out) / 1e6


def known_price(model: str, base_url: str) -> Price | None:
    """Look the price of a model up in the table that the package genai-prices carries; None if it has none."""
    try:
        from genai_prices import Usage as Counted
        from genai_prices import calc_price
    except ImportError:
        return None
    result: list[float] = []
    for usage in (Counted(input_tokens=1_000), Counted(output_tokens=1_000)):
        try:
            price = calc_price(usage, model_ref=model, provider_api_url=base_url)
        except LookupError:
            return None
        result.append(float(price.total_price) * 1_000)
    return Price(*result)


def picture_tokens(picture: ShownPicture) -> int:
    """The tokens of a picture by models that make one of each small square of it, which are the most that are usual."""
    return math.ceil(picture.width / _SQUARE) * math.ceil(picture.height / _SQUARE)


def beyond_latin(text: str) -> Counter[str]:
    """How often each character of a text stands there that is none of those of Latin letters."""
    if text.isascii():  # as most are: millions of characters are looked at before a thesis is judged
        return Counter()
    return Counter(
        {character: count for character, count in Counter(text).items() if character >= _LATIN_END}
    )


def _most_of_text(text: str) -> int:
    others = beyond_latin(text)
    latin = len(text) - others.total()
    encoded = sum(count * len(character.encode("utf-8", "replace")) for character, count in others.items())
    return math.ceil(latin / _CHARACTERS_PER_TOKEN + encoded)


def most_tokens(question: Question, answers: int = 1) -> tuple[int, int]:
    """The most tokens that a question and so many answers to it can have: (in, out); of other than Latin letters, a byte each."""
    text = sum(
        _most_of_text(message.content) + _OVERHEAD + sum(map(picture_tokens, message.pictures))
        for message in question.messages
    )
    return text + math.ceil(len(str(question.schema)) / _CHARACTERS_PER_TOKEN), answers * question.max_tokens


class Budget:
    """What may be spent in one run, and what was.

    :param calls: at most so many; None for any number.
    :param tokens: of questions and answers together.
    :param money: in US dollars.
    :param price: of the model, needed for ``money``.
    :raises UnknownPriceError: ``money`` without a price.
    """

    def __init__(
        self,
        *,
        calls: int | None = None,
        tokens: int | None = None,
        money: float | None = None,
        price: Price | None = None,
    ) -> None:
        if money is not None and price is None:
            raise UnknownPriceError(
                "no price is known for this model: give --price IN,OUT (dollars for a million tokens)"
            )
        self.limits = (calls, tokens, money)
        self.price = price
        self.spent = Usage()
        self._reserved = Usage()
        # for calls that may cost less than was set aside for them
        self._waiting: list[asyncio.Future[None]] = []

    async def reserve(self, question: Question, answers: int = 1) -> Usage:
        """Set aside what one call for ``answers`` to ``question`` can cost at most; then `settle` or `release` it.

        What does not fit beside what is set aside for other calls waits for these.

        :raises BudgetExhaustedError: that is more than is left, whatever these cost.
        """
        tokens_in, tokens_out = most_tokens(question, answers)
        most = Usage(1, tokens_in, tokens_out, self._money(tokens_in, tokens_out))
        while self._exceeded(self.spent.plus(self._reserved).plus(most)):
            if over := self._exceeded(self.spent.plus(most)):
                raise BudgetExhaustedError(f"the next question could go over the budget of {over}")
            self._waiting.append(asyncio.get_running_loop().create_future())
            await self._waiting[-1]
        self._reserved = self._reserved.plus(most)
        return most

    def _exceeded(self, usage: Usage) -> str:
        """Name the first limit that this would exceed; empty if none."""
        would = (usage.calls, usage.tokens, usage.money)
        exceeded = (
            f"{limit:g} {unit}"
            for limit, amount, unit in zip(self.limits, would, _UNITS, strict=True)
            if limit is not None and amount > limit
        )
        return next(exceeded, "")

    def settle(self, reserved: Usage, tokens_in: int, tokens_out: int) -> Usage:
        """Book what a call did cost in place of what was set aside, and return it."""
        cost = Usage(1, tokens_in, tokens_out, self._money(tokens_in, tokens_out))
        self.spent = self.spent.plus(cost)
        self.release(reserved)
        return cost

    def release(self, reserved: Usage) -> None:
        """Give back what was set aside for a call that was not made or that the endpoint turned down."""
        calls, tokens_in, tokens_out, money = reserved
        left = self._reserved.plus(Usage(-calls, -tokens_in, -tokens_out, -money))
        self._reserved = left if left.calls else Usage()  # sums of money leave a rest
        waiting, self._waiting = self._waiting, []
        for future in waiting:
            if not future.done():  # nobody waits any more
                future.set_result(None)

    def _money(self, tokens_in: int, tokens_out: int) -> float:
        return self.price.of(tokens_in, tokens_out) if self.price else 0.0


_UNITS = ("calls", "tokens", "dollars")
