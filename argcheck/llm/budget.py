"""The budget of a run: each call reserves the most that it can cost, and is then booked with its actual cost."""

from __future__ import annotations

import asyncio
import math
from collections import Counter
from typing import NamedTuple

from argcheck.errors import ArgcheckError
from argcheck.llm.model import Question, ShownPicture, Usage

_LATIN_END = "\u0250"  #: the first character after the Latin letters
_CHARACTERS_PER_TOKEN = 2.0  #: of Latin letters; every tokenizer has more in prose
_OVERHEAD = 20  #: tokens around each message
_SQUARE = 28  #: pixels of a side, for one token of a picture


class BudgetExhaustedError(ArgcheckError):
    """The next call could cost more than is left."""


class UnknownPriceError(ArgcheckError):
    """A budget in money for a model with an unknown price."""


class Price(NamedTuple):
    """US dollars for a million tokens."""

    tokens_in: float
    tokens_out: float

    def of(self, tokens_in: int, tokens_out: int) -> float:
        """Return the price of these tokens in US dollars."""
        return (tokens_in * self.tokens_in + tokens_out * self.tokens_out) / 1e6


def known_price(model: str, base_url: str) -> Price | None:
    """Return the price of a model by the package genai-prices; None if it is unknown or not installed."""
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
    """Return the most tokens that usual models make of a picture: one for each square of 28 pixels."""
    return math.ceil(picture.width / _SQUARE) * math.ceil(picture.height / _SQUARE)


def beyond_latin(text: str) -> Counter[str]:
    """Return the counts of the characters of a text that are beyond Latin letters."""
    if text.isascii():  # a fast path for most texts: a thesis has millions of characters of questions
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
    """Return the most tokens of a question and of its answers: (in, out).

    A token has two Latin letters, or one byte of other text.
    """
    text = sum(
        _most_of_text(message.content) + _OVERHEAD + sum(map(picture_tokens, message.pictures))
        for message in question.messages
    )
    return text + math.ceil(len(str(question.schema)) / _CHARACTERS_PER_TOKEN), answers * question.max_tokens


class Budget:
    """The limits of a run, and what was spent.  None is no limit.

    :param calls: most calls.
    :param tokens: most tokens of questions and answers together.
    :param money: most US dollars.
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
        # calls that wait until others cost less than they reserved
        self._waiting: list[asyncio.Future[None]] = []

    async def reserve(self, question: Question, answers: int = 1) -> Usage:
        """Reserve the most that a call for ``answers`` to ``question`` can cost; then `settle` or `release` it.

        A call that only the reservations of others exclude waits for these.

        :returns: the reserved amount.
        :raises BudgetExhaustedError: the call could exceed a limit even without the reservations of others.
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
        """Return the first limit that this usage exceeds, such as ``10 calls``; empty if none."""
        would = (usage.calls, usage.tokens, usage.money)
        exceeded = (
            f"{limit:g} {unit}"
            for limit, amount, unit in zip(self.limits, would, _UNITS, strict=True)
            if limit is not None and amount > limit
        )
        return next(exceeded, "")

    def settle(self, reserved: Usage, tokens_in: int, tokens_out: int) -> Usage:
        """Book the cost of a call in place of its reservation, and return it."""
        cost = Usage(1, tokens_in, tokens_out, self._money(tokens_in, tokens_out))
        self.spent = self.spent.plus(cost)
        self.release(reserved)
        return cost

    def release(self, reserved: Usage) -> None:
        """Cancel the reservation of a call that costs nothing, and wake waiting calls."""
        calls, tokens_in, tokens_out, money = reserved
        left = self._reserved.plus(Usage(-calls, -tokens_in, -tokens_out, -money))
        self._reserved = left if left.calls else Usage()  # differences of sums of money are not exactly 0
        waiting, self._waiting = self._waiting, []
        for future in waiting:
            if not future.done():  # else its call was cancelled
                future.set_result(None)

    def _money(self, tokens_in: int, tokens_out: int) -> float:
        return self.price.of(tokens_in, tokens_out) if self.price else 0.0


_UNITS = ("calls", "tokens", "dollars")
