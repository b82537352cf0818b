"""How much questions are before they are asked."""

from __future__ import annotations

import pytest

from argcheck.llm.estimate import estimated, with_repeats
from argcheck.llm.model import Message, Question


def estimate_of(text):
    return estimated([(Question("x", "1", (Message("user", text),), {}), 1)])


def test_four_characters_of_latin_letters_are_a_token():
    estimate = estimate_of(text := "Small dunes move faster than large ones. " * 100)
    assert estimate.characters == len(text) + 2  # the schema
    assert (estimate.tokens_in, estimate.bounds) == (1026, None)
    assert estimate.tokens_in <= estimate.most_in


#: Beginnings of the Universal Declaration of Human Rights, article 1, and their tokens by the vocabularies cl100k and o200k.
ARTICLE = {
    "rus": ("Все люди рождаются свободными и равными в своем достоинстве и правах. Они наделены разумом и совестью.", 51, 28),
    "ell": ("Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα.", 76, 31),
    "cmn": ("人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神相对待。", 50, 35),
    "jpn": ("すべての人間は、生れながらにして自由であり、かつ、尊厳と権利とについて平等である。", 44, 34),
    "kor": ("모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.", 41, 24),
    "heb": ("כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם.", 56, 20),
    "hin": ("सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता और समानता प्राप्त है।", 84, 25),
    "kat": ("ყველა ადამიანი იბადება თავისუფალი და თანასწორი თავისი ღირსებითა და უფლებებით.", 144, 21),
}  # fmt: skip


@pytest.mark.parametrize("language", ARTICLE)
def test_tokens_of_other_writing_are_between_the_bounds(language):
    text, *tokens = ARTICLE[language]
    estimate = estimate_of(text * 20)
    fewest, most = estimate.bounds
    assert all(fewest * 0.9 <= 20 * count <= most * 1.1 for count in tokens)
    assert 20 * max(tokens) <= estimate.most_in
    assert fewest < estimate.tokens_in < most


def test_an_answer_that_cannot_be_used_is_sent_back_and_asked_for_once_more() -> None:
    question = Question("x", "1", (Message("user", "What is a marsh?"),), {}, max_tokens=300)
    once, repeated = estimated([(question, 3)]), with_repeats([(question, 3)])
    assert (repeated.calls, repeated.answers, repeated.most_out) == (4, 6, 1800)
    assert repeated.most_in > 4 * once.most_in + 900
