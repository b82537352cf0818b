"""Questions with documents and known answers: problems of GSM8K, questions of several hops that are made here, and facts that were changed."""

from __future__ import annotations

import json
import random
import re
from typing import TYPE_CHECKING, NamedTuple

from argcheck.sources.text.model import Block, SourceText

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

_NUMBER = re.compile(r"-?\d[\d,]*(?:\.\d+)?")
_WORDS = re.compile(r"\w+")


class Item(NamedTuple):
    """A question to documents, and what is right."""

    id: str
    question: str
    documents: tuple[str, ...]
    right: str  #: a number, or a name
    wrong: tuple[str, ...] = ()  #: names in the documents that would answer it, too

    @property
    def sources(self) -> list[SourceText]:
        """The documents as `argcheck ask` reads them."""
        return [
            SourceText(f"document-{number}.txt", "text", (Block("paragraph", text, line=1),))
            for number, text in enumerate(self.documents, 1)
        ]

    def is_right(self, answer: str) -> bool:
        """Grade an answer by pattern: its last number is the right one; or it has the right name, and no other that would answer."""
        if _NUMBER.fullmatch(self.right):
            numbers = _NUMBER.findall(answer)
            return bool(numbers) and _value(numbers[-1]) == _value(self.right)
        return named(self.right, answer) and not any(named(name, answer) for name in self.wrong)


def _value(number: str) -> float:
    return float(number.replace(",", ""))


def named(name: str, text: str) -> bool:
    """Whether a text has the words of a name in a row, in any case."""
    wanted, words = (f" {' '.join(_WORDS.findall(part.casefold()))} " for part in (name, text))
    return wanted in words


def gsm8k(file: Path, count: int) -> Iterator[Item]:
    """Yield the first problems of a file of GSM8K (`question` and `answer`, a line each); what a problem asks is its last sentence.

    :raises OSError: the file cannot be read.
    """
    with file.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            if number == count:
                return
            data = json.loads(line)
            problem = " ".join(data["question"].split())
            asked = re.split(r"(?<=[.!?])\s+", problem)[-1]
            yield Item(f"gsm8k-{number}", asked, (problem,), data["answer"].rpartition("####")[2].strip())


#: What leads from one kind of thing to the next: the sentence of a document, and how a question names the thing by the one before.
_LINKS = (
    ("{} works at the {} Laboratory.", "the laboratory of {}", "{} Laboratory"),
    ("The {} stands in the town of {}.", "the town of {}", "{}"),
    ("The town of {} lies in {} County.", "the county of {}", "{} County"),
    ("{} is governed by {}.", "the governor of {}", "{}"),
)
_HEADS, _TAILS = ("Bel", "Cor", "Dun", "Fal", "Gar", "Hol", "Lin", "Mor", "Nor", "Pel", "Ros", "Tav"), (
    "bury", "dale", "field", "ham", "ford", "mere", "stead", "wick", "worth",
)  # fmt: skip
_FORENAMES = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hana", "Ivo", "Jana", "Kai", "Lea")
_CHAINS = 5
_NOISE = (
    "It was founded in {year}.",
    "A report of {year} describes it at length.",
    "Its records before {year} are lost.",
)


def hops(count: int, seed: int = 0) -> Iterator[Item]:
    """Make questions of two to four hops: one chain of facts answers, four others look like it, and half have a fact that no longer holds.

    Names are made up, so that no model can know them; the same seed makes the same questions.
    """
    for number in range(count):
        yield _hop_item(random.Random(f"{seed} {number}"), number)


def _hop_item(drawn: random.Random, number: int) -> Item:
    length = 2 + number % 3
    places = drawn.sample([head + tail for head in _HEADS for tail in _TAILS], 4 * _CHAINS + 1)
    forenames = drawn.sample(_FORENAMES, 2 * _CHAINS)
    surnames = drawn.sample(places, _CHAINS)
    places = [place for place in places if place not in surnames]
    chains = [
        # A governor bears the surname of somebody else: who follows names alone errs.
        _chain(
            drawn,
            f"{forenames[place]} {surname}",
            f"{forenames[_CHAINS + place]} {surnames[place - 1]}",
            places,
        )
        for place, surname in enumerate(surnames)
    ]
    documents = [
        f"{link[0].format(*pair)} {drawn.choice(_NOISE).format(year=drawn.randrange(1800, 2000))}"
        for chain in chains
        for link, pair in zip(_LINKS[:length], chain, strict=False)
    ]
    true, other = chains[0], chains[1]
    if number % 2:  # a fact that once held
        documents.append(
            f"Until {drawn.randrange(1990, 2010)}, {true[0][0]} worked at the {other[0][1]} Laboratory."
        )
    drawn.shuffle(documents)
    asked = true[0][0]
    for _, named_by, _ in _LINKS[:length]:
        asked = named_by.format(asked)
    answers = [_LINKS[length - 1][2].format(chain[length - 1][1]) for chain in chains]
    return Item(
        f"hops-{number}", f"What is the name of {asked}?", tuple(documents), answers[0], tuple(answers[1:])
    )


def _chain(drawn: random.Random, person: str, governor: str, places: list[str]) -> list[tuple[str, str]]:
    laboratory, town, county = (places.pop(drawn.randrange(len(places))) for _ in range(3))
    return [
        (person, laboratory),
        (f"{laboratory} Laboratory", town),
        (town, county),
        (f"{county} County", governor),
    ]


class Fact(NamedTuple):
    """A question whose answer everybody knows, and a document that says something else, or nothing."""

    question: str
    document: str
    said: str  #: what the document answers; empty where it does not
    known: str  #: what a model remembers


def facts() -> Sequence[Fact]:
    """Return the fifty items of the grounding screen."""
    rows = [line.split("|") for line in _FACTS.strip().splitlines()]
    return [Fact(question, document.format(said), said, known) for question, document, said, known in rows]


_FACTS = """
What is the capital of France?|In this atlas the capital of France is {}.|Lyon|Paris
What is the capital of Japan?|Since the reform the capital of Japan is {}.|Osaka|Tokyo
What is the capital of Australia?|The almanac gives {} as the capital of Australia.|Perth|Canberra
What is the capital of Canada?|According to the register, {} is the capital of Canada.|Halifax|Ottawa
What is the capital of Egypt?|The capital of Egypt, {}, has four bridges.|Luxor|Cairo
Who wrote Hamlet?|The catalogue lists Hamlet as a play by {}.|Marlowe|Shakespeare
Who wrote Don Quixote?|The library holds Don Quixote, written by {}.|Quevedo|Cervantes
Who wrote War and Peace?|War and Peace was written by {}, the register says.|Turgenev|Tolstoy
Who wrote Faust?|The edition names {} as the author of Faust.|Schiller|Goethe
Who wrote the Odyssey?|The Odyssey is a work of {}, the inventory states.|Hesiod|Homer
Who painted the Mona Lisa?|The inventory names {} as the painter of the Mona Lisa.|Titian|Leonardo
Who painted Guernica?|Guernica, painted by {}, hangs in the hall.|Braque|Picasso
Who painted The Starry Night?|The Starry Night was painted by {}.|Gauguin|Gogh
Who composed The Magic Flute?|The programme says that {} composed The Magic Flute.|Salieri|Mozart
Who composed The Four Seasons?|The Four Seasons were composed by {}.|Corelli|Vivaldi
Which planet is the largest of the solar system?|In the table the largest planet of the solar system is {}.|Neptune|Jupiter
Which planet is nearest to the sun?|The chart shows {} as the planet nearest to the sun.|Mars|Mercury
Which metal is liquid at room temperature?|The leaflet says that the metal which is liquid at room temperature is {}.|lead|mercury
What is the chemical symbol of gold?|In the notation of this book the chemical symbol of gold is {}.|Gd|Au
What is the chemical symbol of iron?|In the notation of this book the chemical symbol of iron is {}.|Ir|Fe
How many legs does a spider have?|The spider of this study has {} legs.|six|eight
How many days does a week have?|In the calendar of the island a week has {} days.|nine|seven
How many months does a year have?|In the calendar of the island a year has {} months.|ten|twelve
How many sides does a hexagon have?|The glossary says that a hexagon has {} sides.|seven|six
How many players does a football team have on the field?|In this league a football team has {} players on the field.|nine|eleven
In which year did the Second World War end?|The chronicle says that the Second World War ended in {}.|1947|1945
In which year did people first land on the moon?|The chronicle dates the first landing of people on the moon to {}.|1972|1969
In which year did the Berlin Wall fall?|The chronicle says that the Berlin Wall fell in {}.|1991|1989
In which year did Columbus reach America?|The chronicle says that Columbus reached America in {}.|1498|1492
In which year did the French Revolution begin?|The chronicle says that the French Revolution began in {}.|1776|1789
Which is the longest river of Africa?|The survey names the {} as the longest river of Africa.|Congo|Nile
Which is the highest mountain of the world?|The survey names {} as the highest mountain of the world.|Makalu|Everest
Which is the largest ocean?|The survey names the {} as the largest ocean.|Atlantic|Pacific
Which is the smallest continent?|The survey names {} as the smallest continent.|Europe|Australia
Which is the largest desert of Africa?|The survey names the {} as the largest desert of Africa.|Kalahari|Sahara
Who discovered penicillin?|The history says that penicillin was discovered by {}.|Pasteur|Fleming
Who developed the theory of general relativity?|The history says that {} developed the theory of general relativity.|Poincare|Einstein
Who discovered radium?|The history says that radium was discovered by {}.|Rutherford|Curie
At how many degrees Celsius does water boil at sea level?|The handbook says that water boils at {} degrees Celsius at sea level.|90|100
What is the currency of Japan?|The bank lists the {} as the currency of Japan.|won|yen
What is the capital of Italy?|The atlas has forty maps of Italy and its islands.||Rome
What is the capital of Spain?|The atlas describes the rivers of Spain from north to south.||Madrid
Who wrote Macbeth?|The theatre gave Macbeth twelve times in one winter.||Shakespeare
Who wrote the Divine Comedy?|The library holds the Divine Comedy in three volumes.||Dante
Who painted the ceiling of the Sistine Chapel?|The ceiling of the Sistine Chapel was cleaned for ten years.||Michelangelo
Who composed the opera Aida?|The opera Aida was given in the open air.||Verdi
Which planet is known for its rings?|The observatory opens on Fridays when the sky is clear.||Saturn
In which year did the First World War begin?|The archive holds letters from the First World War.||1914
Which gas do plants take up from the air?|The greenhouse is aired twice a day.||carbon
What is the chemical symbol of silver?|The museum shows coins of silver from four countries.||Ag
"""
