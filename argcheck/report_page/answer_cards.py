"""Answers of ``argcheck ask`` on the page, turn by turn: their claims beside quotations from the documents."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from argcheck.errors import UsageError
from argcheck.files.json_schema import open_object, schema_faults
from argcheck.lint.reporters.html_text import Html, element, joined, view
from argcheck.lint.reporters.summary import counted
from argcheck.report_page.source_cards import meter
from argcheck.sources.folding import languages_of
from argcheck.tex.vocabulary import words

_TEXT = {"type": "string"}
_COUNT = {"type": "integer", "minimum": 0}


def _list(items: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}


_CLAIM = open_object(
    claim=_TEXT,
    readings=_COUNT,
    state={"enum": ["supported", "unsupported"]},
    why=_TEXT,
    evidence=_list(open_object(document=_TEXT, place=_TEXT, quote=_TEXT)),
)
#: The fields of the JSON of ``argcheck ask`` that the page needs; others are allowed.
_SCHEMA = open_object(
    version={"enum": [1]},
    question=_TEXT,
    documents=_list(_TEXT),
    candidates=_list(
        open_object(
            answer=_TEXT,
            readings=_COUNT,
            width=_COUNT,
            survives={"type": "boolean"},
            claims=_list(_CLAIM),
            omitted=_list(_CLAIM),
        )
    ),
    killed=_list(open_object(claim=_TEXT, reason=_TEXT)),
    disputed=_list(_TEXT),
    readings=_COUNT,
)


def answer_of(content: bytes, name: str) -> dict[str, Any]:
    """Return the parsed output of ``argcheck ask --format json``.

    :param name: of the file, for messages.
    :raises UsageError: it is something else.
    """
    try:
        data = json.loads(content)
    except (ValueError, RecursionError):
        raise UsageError(f"--answer {name}: is no JSON") from None
    fault = next(iter(schema_faults(data, _SCHEMA)), None)
    if fault is not None:
        where = f": see {'.'.join(map(str, fault.path))}" if fault.path else ""
        raise UsageError(f"--answer {name}: is no answer of `argcheck ask --format json`{where}")
    assert isinstance(data, dict)
    return data


def answers_view(answers: Sequence[Mapping[str, Any]]) -> Html:
    """Return the view of the answers: a folding part for each turn, with the last one open."""
    turns = []
    for number, answer in enumerate(answers, 1):
        summary, is_last = element("summary", f"{number}. {answer['question']}"), number == len(answers)
        turns.append(element("details", summary, *_turn(answer, number), open=is_last, class_="turn"))
    return view("answers", "Answers", *turns)


def _turn(answer: Mapping[str, Any], turn: int) -> Iterator[Html]:
    if not answer["candidates"]:
        yield element("p", "No answer: no reading concludes anything.", class_="empty")
    for place, candidate in enumerate(answer["candidates"], 1):
        made = _candidate(candidate, answer["readings"], f"answer-{turn}-{place}")
        if place == 1:
            yield made
        else:
            yield element("details", element("summary", f"Another answer: {candidate['answer']}"), made)
    killed = [element("li", f"{each['claim']} ({each['reason']})") for each in answer["killed"]]
    disputed = [element("li", claim) for claim in answer["disputed"]]
    for title, rows in (("Killed", killed), ("Still disputed", disputed)):
        if rows:
            yield element("details", element("summary", f"{title}: {len(rows)}"), element("ul", *rows))
    names = element("ul", *(element("li", name) for name in answer["documents"]))
    yield element(
        "details", element("summary", f"{counted(len(answer['documents']), 'document')} asked about"), names
    )


def _candidate(candidate: Mapping[str, Any], readings: int, name: str) -> Html:
    """Return the card of an answer: the shares of supported and included claims, then each claim."""
    claims, omitted = candidate["claims"], candidate["omitted"]
    included = [claim for claim in claims if claim["state"] == "supported" and claim["evidence"]]
    follows = [claim for claim in claims if claim["state"] == "supported" and not claim["evidence"]]
    unsupported = [claim for claim in claims if claim["state"] != "supported"]
    stands = "✓ stands" if candidate["survives"] else "✗ does not stand"
    routes = counted(candidate["width"], "independent route")
    parts = [
        element("h3", candidate["answer"]),
        element(
            "p",
            f"{stands}; in {candidate['readings']} of {readings} readings, by {routes} of support",
            class_="at",
        ),
        element(
            "p",
            "Claims of the documents that it includes: ",
            meter(len(included), len(included) + len(omitted)),
        ),
        element(
            "p",
            "Its claims that the documents bear out: ",
            meter(len(claims) - len(unsupported), len(claims)),
        ),
    ]
    number = 0
    for title, sign, group in (
        ("Unsupported", "△", unsupported),
        ("Included in the answer", "✓", included),
        ("Follows from what is included", "→", follows),
        ("Left out of the answer", "○", omitted),
    ):
        if not group:
            continue
        rows = []
        for claim in group:
            number += 1
            rows.append(_pair(claim, sign, f"{name}-{number}", omitted=group is omitted))
        parts.append(element("h4", f"{sign} {title}: {len(group)}"))
        parts.append(element("ul", *rows, class_="pairs"))
    denials = " ".join(sorted(_denials([*claims, *omitted])))
    return element("article", *parts, class_="answer", id=name, data_denials=denials)


def _denials(claims: Sequence[Mapping[str, Any]]) -> frozenset[str]:
    """Return the negations in the languages of the passages; in English if no language is recognised."""
    passages = " ".join(source["quote"] for claim in claims for source in claim["evidence"])
    languages = languages_of(passages) or {"en"}
    return words(tuple(sorted(languages)), "claims.negations") | words(
        tuple(sorted(languages)), "claims.further-negations"
    )


def _pair(claim: Mapping[str, Any], sign: str, name: str, *, omitted: bool) -> Html:
    """Return a claim with the quotations that support it beside it."""
    quoted = [
        element(
            "p", element("q", item["quote"]), " ", element("small", f"{item['document']}, {item['place']}")
        )
        for item in claim["evidence"]
    ]
    return element(
        "li",
        element(
            "p",
            element("a", sign, href=f"#{name}", class_="to", aria_label="Select this claim"),
            " ",
            element("span", claim["claim"], class_="claim"),
            *([] if omitted else [" ", element("small", claim["why"])]),
        ),
        element(
            "div", joined(quoted) if quoted else element("p", element("small", "no words of a document"))
        ),
        id=name,
        class_="pair",
        data_state="omitted" if omitted else claim["state"],
    )
