"""The models of ``argcheck verify --llm`` and others: their options, limits of cost, and actual cost."""

from __future__ import annotations

import sys
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from argcheck.cli import prompt_files
from argcheck.cli.option_bundles import together
from argcheck.errors import UsageError, require

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from argcheck.errors import Failure
    from argcheck.llm.budget import Price
    from argcheck.llm.by_hand import GivenAnswers
    from argcheck.llm.client import Client
    from argcheck.service.citation_judging import Judging
    from argcheck.settings.config import Settings
    from argcheck.verdicts.judging import Judges

#: Models that find and judge passages, with the rest of their help after "A folder".
_ROLES = {
    "embedder": " or address#model of a bi-encoder that helps to find passages",
    "reranker": " or address#model of a cross-encoder that orders them",
    "entailment": " of a model that judges them",
}


#: Adds the options for the language model and its cost.
endpoint_options = together(
    click.option(
        "--llm-base-url", metavar="URL", help="Address of the language model (or ARGCHECK_LLM_BASE_URL)."
    ),
    click.option("--llm-model", metavar="NAME", help="Name of the language model (or ARGCHECK_LLM_MODEL)."),
    click.option(
        "--max-calls", type=click.IntRange(0), metavar="N", help="Limit on calls to language models."
    ),
    click.option(
        "--max-tokens", type=click.IntRange(0), metavar="N", help="Limit on tokens of language models."
    ),
    click.option(
        "--max-cost",
        type=click.FloatRange(0),
        metavar="USD",
        help="Limit on the cost of language models, in US dollars.",
    ),
    click.option(
        "--price",
        metavar="IN,OUT",
        help="US dollars for a million input and output tokens, if they are not known.",
    ),
    click.option("--yes", is_flag=True, help="Send texts to models without confirmation; so does any limit."),
)
#: Adds the options of a language model that judges.
llm_options = together(
    click.option(
        "--llm",
        is_flag=True,
        help="Ask a language model whether sources say what sentences say; needs their texts.",
    ),
    click.option("--claims", is_flag=True, help="With --llm: compare sentences and sources claim by claim."),
    click.option(
        "--committee",
        is_flag=True,
        help="With --llm: if a source has no text, ask what works that cite it say of it.",
    ),
    prompt_files.options_of_files,
    endpoint_options,
)
#: Adds the options of models that find and judge passages.
judge_options = together(
    *(
        click.option(
            f"--{role}",
            envvar=f"ARGCHECK_{role.upper()}",
            metavar="PLACE",
            help=f"A folder{what} (or ARGCHECK_{role.upper()}).",
        )
        for role, what in _ROLES.items()
    )
)


class Chosen(NamedTuple):
    """The judges chosen by the options of the command line."""

    judging: Judging
    judges: Judges  #: all that were named, including those that a dry run does not use
    failures: list[Failure]  #: grows while they judge
    given: GivenAnswers | None = None  #: answers from files


def chosen_judging(settings: Settings, plugins: Sequence[Path], options: dict[str, Any]) -> Chosen:
    """Return the judges chosen by the options.

    :raises UsageError: an option needs another one, or `client_of` or `usable_judges` raises.
    """
    from argcheck.cli.consent import consent_of
    from argcheck.lint.registry import load_judges
    from argcheck.service.citation_judging import Judging
    from argcheck.verdicts.guarded import guarded

    named = {role: options[role] for role in _ROLES if options[role]}
    judges, owners, broken = load_judges(settings, named, plugins, plugins=not options["no_plugins"])
    in_files = prompt_files.is_by_hand(options)
    if in_files and not options["llm"]:
        raise UsageError("--prompts-out and --answers-in need --llm: its questions are meant")
    dry = options["dry_run"]
    usable = guarded(usable_judges(judges, offline=options["offline"], dry=dry), owners, broken)
    for flag in ("claims", "committee"):
        if options[flag] and not options["llm"]:
            raise UsageError(f"--{flag} needs --llm: a language model reads the texts")
    plan = dry and not options["prompts_out"]  # files have no follow-up questions
    client = client_of(options, dry=plan) if options["llm"] else None
    consent = consent_of(options, client, judges)
    judging = Judging(client, usable, options["claims"], options["committee"], consent)
    folder = options["answers_in"]
    given = prompt_files.offer_answers(client, folder) if client and folder else None
    return Chosen(judging, judges, broken, given)


def usable_judges(judges: Judges, *, offline: bool, dry: bool) -> Judges:
    """Return the judges to use; those that send texts are left out of a dry run.

    :raises UsageError: a judge would send texts offline.
    """
    for role, remote in judges.remote.items() if offline else ():
        raise UsageError(f"--offline sends nothing, and --{role} would send texts to {remote.host}")
    return judges.local if dry else judges


def client_of(options: dict[str, Any], *, dry: bool) -> Client:
    """Return the client chosen by the options; offline it only uses cached answers.

    :raises UsageError: the extra is not installed, address or model is missing, or the price is invalid.
    """
    require("a language model", "llm", "diskcache", "json_repair", "openai")
    from argcheck.llm.answer_cache import AnswerCache
    from argcheck.llm.budget import Budget, known_price
    from argcheck.llm.client import Client
    from argcheck.llm.endpoint import cache_secret, endpoint, model_name

    cache = AnswerCache(say=_say, secret=cache_secret())
    click.get_current_context().call_on_close(cache.close)
    if options["offline"]:
        return Client(None, cache, model=model_name(options["llm_model"]), dry=dry)
    place = endpoint(options["llm_base_url"], options["llm_model"], planned=options["dry_run"])
    if options["timeout"]:
        place = place._replace(timeout=options["timeout"])
    price = _price(options["price"]) or known_price(place.model, place.base_url)
    budget = Budget(
        calls=options["max_calls"], tokens=options["max_tokens"], money=options["max_cost"], price=price
    )
    return Client(place, cache, budget, dry=dry)


def _say(message: str) -> None:
    from argcheck.lint.reporters.lines import for_log, one_line

    sys.stderr.write(for_log(f"argcheck: {one_line(message)}\n"))
    sys.stderr.flush()


def _price(text: str | None) -> Price | None:
    from argcheck.llm.budget import Price

    if not text:
        return None
    try:
        tokens_in, tokens_out = (float(part) for part in text.split(","))
    except ValueError:
        raise UsageError(
            f"--price {text!r}: two numbers are wanted, dollars for a million tokens in and out"
        ) from None
    return Price(tokens_in, tokens_out)


def requests_of(client: Client | None, judges: Judges) -> dict[str, int]:
    """Return the number of requests to models, by host."""
    sent = Counter[str]()
    if client is not None and client.budget is not None and client.endpoint is not None:
        sent[client.endpoint.host] += client.budget.spent.calls
    for judge in judges.remote.values():
        sent[judge.host] += judge.requests
    return {host: count for host, count in sent.items() if count}


def spent(client: Client) -> list[str]:
    """Return the lines on the calls and cost of a run, and on errors of the endpoint."""
    from argcheck.lint.reporters.summary import counted

    counts = client.counts
    distrusted = len(client.cache.distrusted)
    refused = (
        [f"  {distrusted} remembered answers were not used: their signature or checksum is wrong or missing"]
        if distrusted
        else []
    )
    if client.budget is None or client.endpoint is None:
        left = counts["not-asked"]
        missing = f", {left} {'is' if left == 1 else 'are'} not" if left else ""
        known = counted(counts["remembered"], "answer was", "answers were")
        return [
            f"language model {client.model}: nothing is sent offline; {known} remembered{missing}",
            *refused,
        ]
    usage = client.budget.spent
    money = f", {usage.money:.4f} dollars" if client.budget.price else ", price unknown"
    total = (
        f"language model {client.model} at {client.endpoint.host}: {usage.calls} calls, {usage.tokens_in} tokens in, "
        f"{usage.tokens_out} out{money}; {counts['asked']} answers came, {counts['remembered']} were remembered"
    )
    dropped = [
        f"{name} {counts[name]}"
        for name in ("repaired", "malformed", "refused", "cut", "unanswered")
        if counts[name]
    ]
    silent = [f"  {why}" + (f" ({count} times)" if count > 1 else "") for why, count in client.silent.items()]
    uncounted = (
        [
            f"  of {client.uncounted} of these calls the tokens were not reported: they are counted at their limit"
        ]
        if client.uncounted
        else []
    )
    return [total, *uncounted, *([f"  answers: {', '.join(dropped)}"] if dropped else []), *refused, *silent]
