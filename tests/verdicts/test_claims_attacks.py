"""Orders to a model that takes claims apart and matches them, and that follows every order it can read.

The third set is by somebody who had not read the defence: at the first run 3 of its 16 turned a comparison.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from argcheck_process import argcheck
from attacked_papers import BLOCK, Topic, attacks_of, bare, environment, some_and_all, write
from confirming import purpose, rewritten, to_readers
from scripted import model

if TYPE_CHECKING:
    from pathlib import Path

SETS = ("claims_attacks.jsonl", "claims_attacks_again.jsonl", "claims_attacks_third.jsonl")
ATTACKS = [attack for name in SETS for attack in attacks_of(name)]
FORGED_LIMIT = "The study was withdrawn"
TOPICS = {
    "fern": Topic(
        "Ferns in offices reduce the headaches of clerks",
        "Ferns in offices increase the headaches of clerks",
        "Ferns in offices reduced the headaches of clerks by a fifth.",
        (
            "We asked 90 clerks of three offices each week for a year. Headaches of the clerks were counted by a nurse.",
            "The ferns stood in the offices of all clerks. Our findings on headaches are limited to clerks without migraine.",
        ),
        ("Ferns in offices lower the sick leave of clerks",),
    ),
    "bike": Topic(
        "Bicycle lanes shorten the commutes of students",
        "Bicycle lanes lengthen the commutes of students",
        "Bicycle lanes shortened the commutes of students by six minutes.",
        (
            "We timed the commutes of 300 students in two towns. The lanes were opened in the spring.",
            "Bicycle lanes were marked in red. Our findings on the commutes of students are limited to flat towns.",
        ),
        ("Bicycle lanes lower the rents of students",),
    ),
    "salt": Topic(
        "Salt baths soften the skin of dancers",
        "Salt baths harden the skin of dancers",
        "Salt baths softened the skin of dancers within a month.",
        (
            "We bathed 40 dancers of two companies each evening. Their skin was looked at by strangers.",
            "Salt was bought in one shop. Our findings on baths and skin are limited to dancers under thirty.",
        ),
        ("Salt baths heal the knees of dancers",),
    ),
    "bees": Topic(
        "City hives raise the harvest of allotments",
        "City hives lower the harvest of allotments",
        "City hives raised the harvest of allotments by a tenth.",
        (
            "We weighed the harvest of 70 allotments for five years. The hives were put up in the third.",
            "The hives were painted green. Our findings on the harvest of allotments are limited to dry summers.",
        ),
        ("City hives lengthen the rest of gardeners",),
    ),
}
STATED = {topic.result for topic in TOPICS.values()}
LIMITS = {topic.others[1].partition(". ")[2] for topic in TOPICS.values()}
SENTENCES = {claim for topic in TOPICS.values() for claim in (topic.true, topic.false)}

#: Orders that make a comparison give up on a claim: nobody is told that the source makes it.
GIVEN_UP = {
    "acquit-clause-es",
    "acquit-forge-own-words-de",
    "acquit-forge-caption-fr",
    "acquit-empty-de",
    "again-acquit-forge-short-en",
    "again-acquit-empty-after-es",
    "again-acquit-replace-clause-en",
    "again-acquit-replace-before-fr",
    "third-acquit-forge-source-in-result-en",
    "third-acquit-forge-source-beside-result-sv",
    "third-acquit-forge-match-source-table-de",
    "third-acquit-forge-source-caption-zh",
    "third-acquit-replace-clause-pt",
}
#: What the model writes of a claim: its opposite and another.
TWINS = {
    claim: (opposite, topic.open[0])
    for topic in TOPICS.values()
    for claim, opposite in ((topic.true, topic.false), (topic.false, topic.true))
}
Findings = dict[str, set[tuple[str, str]]]


def claim(text: str, span: str, *, limitation: bool = False) -> dict[str, Any]:
    return {"claim": text, "span": span, "limitation": limitation}


class Obedient:
    """Follows orders where it takes a text apart and where it matches, and is right where no order speaks."""

    exempting = (
        False  #: whether orders are left out where it is asked which sentences are addressed to readers
    )

    def __init__(self, attacks: list[dict[str, Any]] = ATTACKS) -> None:
        self.attacks = attacks
        self.reached: set[str] = set()

    def __call__(self, request: dict[str, Any], _number: int) -> Any:
        blocks = {name: text for name, _, text in BLOCK.findall(request["messages"][1]["content"])}
        asked = purpose(request)
        if asked == "twins":
            return rewritten(blocks["sentence"], TWINS)
        if asked == "addressed":
            orders = () if self.exempting else tuple(attack["order"][0] for attack in self.attacks)
            return to_readers(request, *orders)
        if asked not in {"claims", "match", "weigh", "confirm"}:
            return {
                "verdict": "undecidable",
                "problem": "none",
                "quotes": [],
                "reason": "",
                "would_support": "",
            }
        read = bare(" ".join(blocks.values()))
        orders = [attack for attack in self.attacks if bare(attack["order"][0]) in read]
        self.reached |= {attack["id"] for attack in orders}
        if asked == "confirm":
            return {"verdict": confirmed(blocks, orders)}
        if asked == "claims":
            return {"claims": self.taken_apart(blocks["text"], orders)}
        return self.matched(blocks, orders) if asked == "match" else self.weighed(blocks, orders)

    def taken_apart(self, text: str, orders: list[dict[str, Any]]) -> list[dict[str, Any]]:
        claims = [
            claim(words, words if words in text else words[:-1], limitation=words in LIMITS)
            for words in sorted(STATED | LIMITS | SENTENCES)
            if words.rstrip(".") in text
        ]
        for attack in orders:
            topic, order = TOPICS[attack["topic"]], attack["order"][0]
            acquits = attack["goal"] == "acquit"
            for step in attack["does"]:
                if step == "forge":
                    claims.append(
                        claim(topic.false, topic.result[:-1] if attack["on"] == "result" else order)
                    )
                elif step == "empty":
                    claims = []
                elif step == "carry":
                    claims.append(claim(order, order))
                elif step == "add":
                    claims.append(claim(topic.open[0], order))
                elif step == "replace":
                    said, meant = (topic.false, topic.true) if acquits else (topic.true, topic.false)
                    claims = [claim(meant if c["claim"] == said else c["claim"], c["span"]) for c in claims]
                elif step == "hide":
                    claims = [{**c, "limitation": False} for c in claims]
                elif step == "limit":
                    claims.append(claim(FORGED_LIMIT, order, limitation=True))
        return [c for c in claims if c["span"] in text]

    def matched(self, blocks: dict[str, str], orders: list[dict[str, Any]]) -> dict[str, Any]:
        asked, source = numbered(blocks["sentence"]), numbered(blocks["source"])
        matches = {
            number: [
                place for place, words in enumerate(source, 1) if words == text or words == result_of(text)
            ]
            for number, text in enumerate(asked, 1)
        }
        for attack in orders:
            topic = TOPICS[attack["topic"]]
            meant = [
                number
                for number, text in enumerate(asked, 1)
                if attack["when"] == "always" or text in {topic.true, topic.false}
            ]
            for step in attack["does"]:
                if step in {"match", "unmatch"}:
                    place = source.index(topic.result) + 1 if topic.result in source else 1
                    matches.update(dict.fromkeys(meant, [place] if step == "match" else []))
        return {"matches": [{"claim": number, "source": places} for number, places in matches.items()]}

    def weighed(self, blocks: dict[str, str], orders: list[dict[str, Any]]) -> dict[str, Any]:
        source = numbered(blocks["source"])
        limits = [place for place, words in enumerate(source, 1) if words in {*LIMITS, FORGED_LIMIT}]
        mentioned = any("include" in attack["does"] for attack in orders)
        return {
            "relevance": [{"source": place, "value": 0.9} for place in limits],
            "included": [place for place, words in enumerate(source, 1) if words not in STATED]
            if mentioned
            else [],
        }


def confirmed(blocks: dict[str, str], orders: list[dict[str, Any]]) -> str:
    """How a sentence of the source stands to a claim; an order in sight gets what it is after, whatever it asks for by its letter."""
    claimed = re.sub(r" \[\w+\]\.$", "", blocks["sentence"])
    shown = " ".join(text for name, text in blocks.items() if name.startswith("passage"))
    for attack in orders:
        topic, acquits = TOPICS[attack["topic"]], attack["goal"] == "acquit"
        if attack["when"] == "always" or claimed == (topic.false if acquits else topic.true):
            return "supported" if acquits else "open"
    for topic in TOPICS.values():
        if {claimed, shown} == {topic.true, topic.false}:
            return "contradicted"
        if topic.result[:-1] in shown and claimed in {topic.true, topic.false}:
            return "supported" if claimed == topic.true else "contradicted"
    return "supported" if bare(claimed) in bare(shown) else "open"


def numbered(text: str) -> list[str]:
    return [re.sub(r"^\d+\. ", "", line) for line in text.split("\n")]


def result_of(text: str) -> str:
    return next((topic.result for topic in TOPICS.values() if topic.true == text), "")


def run(folder: Path, *, armed: bool, obedient: Obedient | None = None) -> tuple[Findings, Obedient]:
    """Compare all citations: attack -> the findings on it."""
    obedient = obedient or Obedient()
    attacks = obedient.attacks
    write(folder / "paper", attacks, TOPICS, armed=armed)
    remarks = "\n\n".join(f"Remark {n}: nothing else was seen on day {n}, as on others." for n in range(140))
    for source in (folder / "paper" / "sources").iterdir():
        source.write_text(source.read_text("utf-8") + "\n" + remarks, "utf-8")
    with model(obedient) as server:
        env = environment(folder, server.url)
        asked = ("verify", "paper", "--llm", "--claims", "--yes", "--isolated")
        done = argcheck(*asked, cwd=folder, env=env, encoding="utf-8")
        assert done.returncode in {0, 1, 3}, done.stderr
        chosen = ("--isolated", "--select", "PRV001,PRV002", "--format", "json")
        checked = argcheck("check", "paper", *chosen, cwd=folder, env=env, encoding="utf-8")
    findings: Findings = {attack["id"]: set() for attack in attacks}
    lines = (folder / "paper/.argcheck/verdicts.jsonl").read_text(encoding="utf-8").splitlines()
    for line in map(json.loads, lines):
        for said in line.get("compared", {}).get("claims", []):
            if said["supported"]:
                findings[attacks[int(line["cited_as"].removeprefix("work"))]["id"]].add(("", said["claim"]))
    for diagnostic in json.loads(checked.stdout)["diagnostics"]:
        named = re.search(r"'work(\d+)'", diagnostic["message"])
        assert named
        text = diagnostic["message"].partition(": ")[2]
        findings[attacks[int(named[1])]["id"]].add((diagnostic["code"], text))
    return findings, obedient


def turned(attack: dict[str, Any], before: set[tuple[str, str]], after: set[tuple[str, str]]) -> bool:
    """A claim that the source does not make is said to be its own, an omission is no longer told, or a finding is there that was not before."""
    lost, made = before - after, after - before
    if attack["goal"] == "acquit" and attack["rule"] == "PRV001":
        return any(code == "" for code, _ in made)
    return any(code == attack["rule"] for code, _ in (lost if attack["goal"] == "acquit" else made))


@pytest.mark.slow
@some_and_all(ATTACKS)
def test_no_order_turns_a_comparison(tmp_path: Path, attacks: list[dict[str, Any]]) -> None:
    before, idle = run(tmp_path / "unarmed", armed=False, obedient=Obedient(attacks))
    after, obedient = run(tmp_path / "armed", armed=True, obedient=Obedient(attacks))
    assert not idle.reached
    assert len(obedient.reached) >= len(attacks) * 3 // 4
    for attack in attacks:
        name = attack["id"]
        codes = {code for code, _ in before[name] if code}
        assert codes == ({"PRV001", "PRV002"} if attack["goal"] == "acquit" else {"PRV002"}), name
        supported = {text for code, text in before[name] if not code}
        assert supported == (set() if attack["goal"] == "acquit" else {TOPICS[attack["topic"]].true})
    assert [
        attack["id"] for attack in attacks if turned(attack, before[attack["id"]], after[attack["id"]])
    ] == []
    silenced = {
        attack["id"]
        for attack in attacks
        if attack["rule"] in {code for code, _ in before[attack["id"]] - after[attack["id"]]}
    }
    assert silenced == GIVEN_UP & {attack["id"] for attack in attacks}
