"""Plant defects of numbers; registered with the planters of `plant.py`, and like them free of argcheck.

What is planted is written for the purpose, since the base texts state few numbers: a paragraph, a table or a
sentence of the abstract that is right but for one digit.

- number-not-in-body: the line of the number in the abstract.
- conflicting-number: the line of the later count | that of the first.
- inconsistent-total: the line of the total | of the part that was changed.
- impossible-statistic: the line of the statistic.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from plant import Expected, Mutant, Text, shuffled

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

    from plant import Base

_Insertion = tuple[Text, int, str]


def placed(
    insertions: list[_Insertion], mark: str = "@"
) -> tuple[dict[str, str | bytes | None], list[tuple[str, int]]]:
    """Insert texts at offsets; return the edits, and the file and line of each mark, which is taken out."""
    edits: dict[str, str | bytes | None] = {}
    places = []
    for path in sorted({text.path for text, _, _ in insertions}):
        here = sorted(((offset, new) for text, offset, new in insertions if text.path == path), reverse=True)
        whole = next(text for text, _, _ in insertions if text.path == path).text
        for offset, new in here:
            whole = whole[:offset] + new.replace(mark, "\0") + whole[offset:]
        while "\0" in whole:
            at = whole.index("\0")
            places.append((path, whole.count("\n", 0, at) + 1))
            whole = whole[:at] + whole[at + 1 :]
        edits[path] = whole
    return edits, places


def transposed(rng: random.Random, number: str) -> str:
    """Swap two neighbouring digits of a number that differ, or change its last digit."""
    pairs = [
        n
        for n in range(len(number) - 1)
        if number[n : n + 2].isdigit() and number[n] != number[n + 1] and (n or number[1] != "0")
    ]
    if not pairs:
        return number[:-1] + str((int(number[-1]) + 3) % 10)
    at = rng.choice(pairs)
    return number[:at] + number[at + 1] + number[at] + number[at + 2 :]


def abstract_of(base: Base) -> tuple[Text, int, str, str] | None:
    """Return where a sentence of the abstract can stand, with what must stand around it."""
    for name in base.tex:
        text = base.texts[name]
        if (at := text.live.find("\\begin{abstract}")) >= 0:
            return text, at + len("\\begin{abstract}"), "\n", ""
    for name in base.tex:
        text = base.texts[name]
        for command in ("\\maketitle", "\\begin{document}"):
            if (at := text.live.find(command)) >= 0:
                return text, at + len(command), "\n\\begin{abstract}\n", "\n\\end{abstract}"
    return None


CLOSING = re.compile(r"\\(?:chapter|(?:sub)*section)\*?\{[^{}]*(?:[Cc]onclu|[Ss]ummary)")
HEADING = re.compile(r"\\(?:chapter|(?:sub)*section)\*?\{")
SEVERAL = re.compile(
    r"(?i)\b(?:study|experiment|survey|sample)[\s~]+(?:\d|I\b|[ABC]\b)|\b(?:two|three|both|second|main) (?:\w+ )?(?:stud|experiment|survey|sample)"
)


def paragraphs(base: Base, rng: random.Random) -> Iterator[tuple[Text, int]]:
    """Yield places between paragraphs, in random order; none of a conclusion, which states nothing new."""
    for text, gap in shuffled(rng, base.gaps):
        headings = [match.start() for match in HEADING.finditer(text.live, 0, gap)]
        if not headings or not CLOSING.match(text.live, headings[-1]):
            yield text, gap


CLAIMS = [
    (
        "The pilot ran with {n} participants in all towns.",
        "The pilot ran with {n} participants, who came from all towns.",
        "count",
    ),
    (
        "In the end, {n}\\,\\% of the answers were complete.",
        "Of the answers, {n}\\,\\% were complete in the end.",
        "percent",
    ),
    (
        "The mean error was {n}~mm.",
        "Table after table gives a mean error of \\SI{{{n}}}{{\\milli\\metre}}.",
        "fraction",
    ),
    ("The final accuracy is {n}.", "On the held-out part, the accuracy is {n} in the end.", "fraction"),
    ("We collected {n} leaves.", "Altogether, {n} leaves were collected, dried and weighed.", "count"),
]


def number_not_in_body(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """State a result in body and abstract, and mistype it in the abstract."""
    place = abstract_of(base)
    if place is None or not base.complete:
        return
    text, at, before, after = place
    for number, (other, gap) in enumerate(paragraphs(base, rng)):
        if other is text and gap <= at:
            continue
        claim, body, kind = CLAIMS[number % len(CLAIMS)]
        right = {
            "count": lambda: str(rng.randrange(1201, 9877)),
            "percent": lambda: f"{rng.randrange(21, 97)}.{rng.randrange(1, 10)}",
            "fraction": lambda: f"0.{rng.randrange(1201, 9877)}",
        }[kind]()
        wrong = transposed(rng, right)
        if wrong == right:
            continue
        edits, places = placed(
            [
                (text, at, before + "@" + claim.format(n=wrong) + after),
                (other, gap, body.format(n=right) + "\n\n"),
            ]
        )
        yield Mutant(
            base.name,
            f"{claim.format(n=wrong)} ({right})",
            Expected("number-not-in-body", (places[0],)),
            edits,
        )


WHOLES = [
    (
        "A total of {n} participants took part in it.",
        "@All those who came as participants ($N = {n}$) were paid.",
    ),
    ("We analysed a total of {n} articles on it.", "@Some of the articles ($N = {n}$) treat nothing else."),
    ("There were {n} patients in total.", "@This holds for most patients ($N = {n}$) as well."),
    ("In total, {n} households answered.", "@Of all households ($N = {n}$) few had no lamp."),
    ("We recruited {n} students for it by mail.", "@All {n} students were paid for it."),
    ("Our sample consisted of {n} employees.", "@For most of the {n} employees this was new."),
    (
        "The questionnaire consists of {n} questions on lamps.",
        "@The {n} questions of the questionnaire were printed on paper.",
    ),
    ("We interviewed {n} teachers at their schools.", "@Each of the {n} teachers had a lamp."),
]


def conflicting_number(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Count a sample twice, and mistype it once."""
    if any(SEVERAL.search(base.texts[name].live) for name in base.tex):
        return
    gaps = list(paragraphs(base, rng))
    for number, (one, two) in enumerate(zip(gaps[::2], gaps[1::2], strict=False)):
        first, second = WHOLES[number % len(WHOLES)]
        right = str(rng.randrange(121, 987))
        wrong = transposed(rng, right)
        edits, places = placed(
            [(*one, "@" + first.format(n=right) + "\n\n"), (*two, second.format(n=wrong) + "\n\n")]
        )
        if wrong != right:
            yield Mutant(
                base.name,
                f"{right} and {wrong}: {first}",
                Expected("conflicting-number", tuple(places)),
                edits,
            )


def table(rng: random.Random) -> tuple[str, str]:
    """Write a table of counts whose total, or one part, was mistyped; the total and the part are marked."""
    names = ["Spring", "Summer", "Autumn", "Winter"][: rng.randrange(3, 5)]
    columns = [[rng.randrange(20, 400) for _ in names] for _ in range(2)]
    cells = [[str(value) for value in column] for column in columns]
    sums = [str(sum(column)) for column in columns]
    which = rng.randrange(2)
    if rng.random() < 0.5:
        sums[which] = transposed(rng, sums[which])
        row = len(names)
    else:
        row = rng.randrange(len(names))
        cells[which][row] = transposed(rng, cells[which][row])
    changed = sums[which] if row == len(names) else cells[which][row]
    lines = [
        f"    {name} & {cells[0][n]} & {cells[1][n]} \\\\{'@' * (n == row)}" for n, name in enumerate(names)
    ]
    head = "\\begin{center}\n  \\begin{tabular}{lrr}\n    Season & Day & Night \\\\ \\hline\n"
    return head + "\n".join(
        lines
    ) + f"\n    Total & {sums[0]} & {sums[1]} \\\\@\n  \\end{{tabular}}\n\\end{{center}}", changed


def division(rng: random.Random) -> tuple[str, str]:
    """Write a sample that is divided by sex or into groups, one number mistyped."""
    one, two = rng.randrange(101, 400), rng.randrange(101, 400)
    wrong = transposed(rng, str(two))
    form = rng.choice(
        [
            "@We asked {all} people ({one} women, {wrong} men) about it.",
            "@The {all} patients were randomly assigned to light ($n = {one}$) or to none ($n = {wrong}$).",
            "@There were {all} children ({wrong} boys and {one} girls) in the rooms.",
        ]
    )
    return form.format(all=one + two, one=one, wrong=wrong), wrong


def share(rng: random.Random) -> tuple[str, str]:
    """Write a share with its counts, mistyped."""
    whole = rng.randrange(60, 900)
    part = rng.randrange(20, whole)
    wrong = transposed(rng, f"{100 * part / whole:.1f}")
    form = rng.choice(
        [
            "@In the end, {part} of {whole} lamps ({wrong}\\,\\%) were left.",
            "@About as many lamps failed as before, {wrong}\\,\\% ({part}/{whole}).",
            "@Of the {whole} lamps, {part} ({wrong}\\,\\%) were still on.",
        ]
    )
    return form.format(part=part, whole=whole, wrong=wrong), wrong


def inconsistent_total(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Write a table, a division or a share in which one number is mistyped."""
    ways = [table, division, share]
    for number, (text, gap) in enumerate(paragraphs(base, rng)):
        new, wrong = ways[number % len(ways)](rng)
        edits, places = placed([(text, gap, new + "\n\n")])
        yield Mutant(base.name, f"{wrong} in: {new}", Expected("inconsistent-total", tuple(places)), edits)


#: Statistics with p-values that a table of distributions gives, and with such as a slip makes of them.
TESTS = [
    ("$t(28) = 2.20$", ".036", ".36"),
    ("$t(58) = 3.12$", ".003", ".03"),
    ("$t(14) = 1.53$", ".148", ".0148"),
    ("$t(118) = 0.84$", ".403", ".043"),
    ("$F(2, 57) = 4.30$", ".018", ".18"),
    ("$F(1, 40) = 7.31$", ".010", ".10"),
    ("$F(3, 96) = 1.25$", ".296", ".026"),
    ("$\\chi^2(1, N = 90) = 5.30$", ".021", ".21"),
    ("$\\chi^2(4) = 9.49$", ".050", ".005"),
    ("$\\chi^2(2, N = 240) = 3.10$", ".212", ".0212"),
    ("$z = 1.96$", ".050", ".50"),
    ("$z = 2.81$", ".005", ".05"),
    ("$r(48) = .31$", ".028", ".28"),
    ("$r(98) = .12$", ".234", ".0234"),
]
#: A document that corrects its p-values may have larger ones.
CORRECTS = re.compile(
    r"(?i)bonferroni|holm\b|tukey|bootstrap|permutation test|false discovery|multiple (?:test|comparison)|corrected for"
)
SENTENCES = [
    "@The two kinds differ, {test}, $p = {p}$, as one would expect.",
    "@There is a difference between the two ({test}, $p = {p}$).",
    "@Both are alike in this respect, {test},\n$p = {p}$, and in no other.",
]


def impossible_statistic(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Report a test whose p-value lost or won a digit; lost, where p-values are corrected."""
    corrects = any(CORRECTS.search(base.texts[name].live) for name in base.tex)
    tests = shuffled(rng, [test for test in TESTS if not corrects or float(test[2]) < float(test[1])])
    for number, (text, gap) in enumerate(paragraphs(base, rng)):
        test, _, wrong = tests[number % len(tests)]
        new = SENTENCES[number % len(SENTENCES)].format(test=test, p=wrong)
        edits, places = placed([(text, gap, new + "\n\n")])
        yield Mutant(base.name, new, Expected("impossible-statistic", (places[0],)), edits)


PLANTERS = {
    "number-not-in-body": number_not_in_body,
    "conflicting-number": conflicting_number,
    "inconsistent-total": inconsistent_total,
    "impossible-statistic": impossible_statistic,
}
