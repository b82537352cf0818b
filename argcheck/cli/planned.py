"""The lines on what a run would send to models."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from argcheck.llm.client import Client
    from argcheck.llm.estimate import Estimate
    from argcheck.llm.model import Question
    from argcheck.verdicts.judging import Judges

#: Additional calls of an accusation compared with a support, and the same if each call gives one answer; with and
#: without a comparison of claims; means of generated runs.
_WITH_CLAIMS, _WITHOUT = (3, 6), (1, 1)


def asked_judges(judges: Judges, *, dry: bool) -> list[str]:
    """Return a line for each judge that was sent texts, or would be."""
    if dry:
        return [
            f"would send citing sentences and the sentences of their sources to {remote.host} ({role})"
            for role, remote in judges.remote.items()
        ]
    return [f"{role} at {remote.host}: {remote.requests} requests" for role, remote in judges.remote.items()]


def estimate_lines(
    client: Client, calls: Sequence[tuple[Question, int]], would: str, more: str = ""
) -> list[str]:
    """Return the lines on how often a run asks which model, and on the amount of text, tokens and dollars."""
    from argcheck.llm.estimate import estimated, one_by_one, with_repeats

    assert client.endpoint is not None
    assert client.budget is not None
    price = client.budget.price

    def most(estimate: Estimate) -> str:
        money = f", {estimate.most_money(price):.4f} dollars" if price else ", price unknown"
        return f"at most {estimate.most_in} tokens in and {estimate.most_out} out{money}"

    def size(estimate: Estimate) -> str:
        between = (
            f" ({estimate.bounds[0]} to {estimate.bounds[1]} by its vocabulary)" if estimate.bounds else ""
        )
        pictures = f"{estimate.pictures} pictures and " * bool(estimate.pictures)
        return f"{pictures}{estimate.characters} characters, some {estimate.tokens_in} tokens in{between}"

    together, apart = estimated(calls), estimated(one_by_one(calls))
    lines = [
        f"{would} {client.model} at {client.endpoint.host} for {together.answers} answers in {together.calls} calls, "
        + ", ".join(filter(None, (most(together), more)))
    ]
    several = apart.calls > together.calls
    if several:
        lines.append(f"  where it gives one answer a call: {apart.calls} calls, {most(apart)}")

    def expected(when: str, asked: Sequence[tuple[Question, int]]) -> str:
        by_one = f"; one answer a call: {size(estimated(one_by_one(asked)))}" if several else ""
        return f"  to be expected{when}: {size(estimated(asked))}{by_one}"

    supporting, accusing = (
        {question.key(client.model) for question in questions} for questions in client.instead
    )
    lines.append(expected(", if all is supported" if accusing else "", calls))
    if accusing:
        stays = [call for call in calls if call[0].key(client.model) not in supporting]
        lines.append(
            expected(", if all is accused", [*stays, *((question, 1) for question in client.instead[1])])
        )
    if client.further:
        least, worst = estimated(client.certain), [*calls, *client.further]
        compared = any(question.purpose == "match" for question, _ in calls)
        more_calls, more_answers = _WITH_CLAIMS if compared else _WITHOUT
        utmost, by_one = with_repeats(worst), with_repeats(one_by_one(worst)).calls
        lines.append(
            f"  by what it answers: from {least.calls} calls with {least.characters} characters, if nothing is decided, to {utmost.calls} calls ({by_one} of one answer), if everything is accused, each check repeated and each answer unusable at first, {most(utmost)}; each citation that is accused adds some {more_calls} ({more_answers} of one answer)"
        )
    return lines


def plan(client: Client) -> list[str]:
    """Return the lines on the first questions of a run: calls, most tokens and dollars, and all texts.

    Questions that depend on answers are unknown: repeats after malformed answers, the committee.
    """
    if client.budget is None or client.endpoint is None:
        return ["text of the manuscript: none"]
    calls = list(client.planned.values())
    lines = estimate_lines(client, calls, "would ask", "besides what answers lead to; nothing is sent")
    rules = dict.fromkeys(question.messages[0].content for question, _ in calls)
    lines.append(f"instructions that would be sent with them ({len(rules)}):")
    for text in rules:
        lines += ["  " + line for line in text.split("\n")] + [""]
    texts = dict.fromkeys(question.messages[-1].content for question, _ in calls)
    lines.append(f"texts of the manuscript and its sources that would be sent ({len(texts)}):")
    for text in texts:
        lines += ["  " + line for line in text.split("\n")] + [""]
    shown = [picture for question, _ in calls for picture in question.messages[-1].pictures]
    if shown:
        lines.append(f"pictures of pages that would be sent ({len(shown)}):")
        lines += [f"  {shot.width} by {shot.height} dots, {len(shot.png)} characters" for shot in shown]
    return lines
