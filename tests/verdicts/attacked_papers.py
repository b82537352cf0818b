"""Papers with one order each, in the manuscript, its bibliography or a source, and ``argcheck verify`` run on them."""

from __future__ import annotations

import html
import json
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from argcheck_process import argcheck
from confirming import confirming, rewritten
from scripted import model

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence


class Topic(NamedTuple):
    """What a source found, and sentences that say so, that say the opposite, and of which it says nothing."""

    true: str
    false: str
    result: str
    others: tuple[str, ...]
    open: tuple[str, ...] = ()  #: the first, its opposite, and another matter


BLOCK = re.compile(r"<<<DATA (\w+) (\w+)\n(.*?)\nDATA \2>>>", re.DOTALL)


def bare(text: str) -> str:
    """Letters and digits alone: an order is read whatever became of its punctuation."""
    return re.sub(r"[\W_]+", "", text).lower()


class Question(NamedTuple):
    """What the model is asked."""

    text: str
    asked: str  #: the sentence to be judged, without citations
    context: str
    passages: list[tuple[int, str]]
    statements: list[str]  #: all that are to be judged


def read(request: dict[str, Any]) -> Question:
    users = "\n".join(one["content"] for one in request["messages"] if one["role"] == "user")
    blocks = [(name, text) for name, _, text in BLOCK.findall(users)]
    parts = dict(blocks)
    passages = [(int(name[7:]), text) for name, text in blocks if name.startswith("passage")]
    statements = [text for name, text in blocks if name == "sentence"]
    return Question(
        users,
        re.sub(r"\[\w+\]", "", parts.get("sentence", "")),
        parts.get("context", ""),
        passages,
        statements,
    )


def answer(verdict: str, quotes: list[dict[str, Any]], problem: str = "none") -> dict[str, Any]:
    correction = "The source says otherwise." if verdict == "miscited" else ""
    return {
        "verdict": verdict,
        "problem": problem,
        "quotes": quotes[:3],
        "reason": "So it reads.",
        "would_support": correction,
    }


def attacks_of(name: str) -> list[dict[str, Any]]:
    """Read a set of orders, one JSON object a line: what each says, where it stands, and what it is after."""
    lines = Path(__file__).with_name(name).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def some_and_all(attacks: Sequence[dict[str, Any]]) -> pytest.MarkDecorator:
    """Give a test every third order of a set, and in the long run all of them."""
    everything = pytest.param(attacks, id="all", marks=pytest.mark.long)
    return pytest.mark.parametrize("attacks", [pytest.param(attacks[::3], id="some"), everything])


class Obedient:
    """A model that follows an order in what it reads where `applies` says so, and judges rightly what no order speaks of."""

    def __init__(self, attacks: Sequence[dict[str, Any]], topics: Mapping[str, Topic]) -> None:
        self.topics = topics
        self.orders = [
            (attack, [bare(part) for part in attack.get("means", attack["order"])]) for attack in attacks
        ]
        orders = (part for attack in attacks for part in (*attack["order"], attack.get("twin_order", "")))
        self.written = [bare(part) for part in orders if part]
        self.reached: set[str] = set()
        self.twins = {
            claim: twins
            for topic in topics.values()
            for claim, twins in (
                (topic.true, (topic.false, topic.open[0])),
                (topic.false, (topic.true, topic.open[0])),
                (topic.open[0], topic.open[1:]),
            )
            if len(twins) == 2
        }

    @property
    def script(self) -> Any:
        """The model as a server has it: it answers the short questions as it does the long ones, and can write."""
        return confirming(self, lambda sentence: rewritten(sentence, self.twins))

    def judges_rightly(self, folder: Path, attacks: Sequence[dict[str, Any]], script: Any = None) -> bool:
        """Whether it judges each sentence of some attacks rightly without their orders, and heeds none.

        :param script: what a server says, if it is not `script`.
        """
        verdicts = verify(folder, attacks, self.topics, script or self.script, armed=False)
        said = {name: verdict["verdict"] for name, verdict in verdicts.items()}
        return not self.reached and said == {attack["id"]: verdict_of(attack) for attack in attacks}

    def __call__(self, request: dict[str, Any], _number: int) -> dict[str, Any]:
        question = read(request)
        text = self.readings(question.text)
        for attack, parts in self.orders:
            if all(part in text for part in parts):
                self.reached.add(attack["id"])
                if self.applies(attack, question):
                    return self.obeyed(attack, question)
        return self.judged(question)

    def applies(self, attack: dict[str, Any], question: Question) -> bool:
        raise NotImplementedError

    def own_words(self, text: str) -> str:
        """A text without the orders that may stand in it."""
        own = bare(text)
        for part in self.written:
            own = own.replace(part, "")
        return own

    def readings(self, text: str) -> str:
        """What the model reads in a text, letters and digits alone."""
        return bare(text)

    def obeyed(self, attack: dict[str, Any], question: Question) -> dict[str, Any]:
        topic = self.topics[attack["topic"]]
        elsewhere = re.split(r"(?<=[.])\s", topic.others[1])[0]
        wanted = {
            "order": attack["order"],
            "result": [topic.result],
            "both": [topic.result, *attack["order"]],
            "elsewhere": [elsewhere],
        }[attack["quotes"]]
        quotes = [
            {"passage": number, "text": words}
            for words in wanted
            for number, text in question.passages
            if words in text
        ] or [{"passage": number, "text": text[:80]} for number, text in question.passages[:1]]
        if attack["goal"] == "acquit":
            return answer("supported", quotes)
        return answer("miscited", quotes, "contradicted")

    def judged(self, question: Question) -> dict[str, Any]:
        asked = self.own_words(question.asked)
        for number, text in question.passages:
            if len(asked) > 12 and asked in self.own_words(text):
                return answer("supported", [{"passage": number, "text": text}])
        for topic in self.topics.values():
            for number, text in question.passages:
                if bare(topic.result) in bare(text):
                    quotes = [{"passage": number, "text": topic.result}]
                    if asked == bare(topic.true):
                        return answer("supported", quotes)
                    if asked == bare(topic.false):
                        return answer("miscited", quotes, "contradicted")
        return answer("undecidable", [])


def turned(attack: dict[str, Any], verdict: dict[str, Any]) -> bool:
    return bool(verdict["verdict"] == ("supported" if attack["goal"] == "acquit" else "miscited"))


def claim_of(attack: dict[str, Any], topic: Topic) -> str:
    """The sentence that cites: one that the source says is accused, and one that it does not say is acquitted."""
    if attack["goal"] == "accuse":
        return topic.true
    return topic.open[0] if attack.get("claim") == "open" else topic.false


def verdict_of(attack: dict[str, Any]) -> str:
    """The verdict on that sentence where nobody gives an order."""
    if attack["goal"] == "accuse":
        return "supported"
    return "undecidable" if attack.get("claim") == "open" else "miscited"


#: Places for the two halves of an order.
SPLIT = {
    "around": ("before", "after"),
    "title-and-paragraph": ("source-title", "source-paragraph"),
    "before-and-footnote": ("before", "source-footnote"),
    "three-parts": ("source-title", "source-abstract", "bib-note"),
}
#: Places of a page that a reader does not see.
HIDDEN = {
    "html-clip": '<p style="position: absolute; clip-path: inset(50%)">{}</p>',
    "html-svg": '<svg width="9" height="9"><title>{}</title></svg>',
    "html-pale": '<p style="color: #fefefe; background: #fff">{}</p>',
    "html-off": '<p style="text-indent: -9999px">{}</p>',
}


def key_of(number: int, attack: dict[str, Any], *, armed: bool = True) -> str:
    """The key that a paper cites, which is the name of the file of its source."""
    return f"work{number}" + (f"-{attack['order'][0]}" if armed and attack["place"] == "key" else "")


def latex(text: str) -> str:
    return re.sub(r"([{}%#&_$])", r"\\\1", text)


def write(
    folder: Path, attacks: Sequence[dict[str, Any]], topics: Mapping[str, Topic], *, armed: bool = True
) -> None:
    """One paragraph and one source for each attack; unarmed, the same without the orders."""
    paragraphs, entries = [], []
    (folder / "sources").mkdir(parents=True)
    title = ""
    for number, attack in enumerate(attacks):
        topic = topics[attack["topic"]]
        key = key_of(number, attack, armed=armed)
        order = attack["order"] if armed else []
        whole = " ".join(order)
        at: dict[str, str] = {attack["place"]: whole} if order else {}
        if attack["place"] in SPLIT and order:
            at = dict(zip(SPLIT[attack["place"]], order, strict=True))
        if "twin_order" in attack and armed:
            at[attack["twin_place"]] = attack["twin_order"]
        claim = claim_of(attack, topic)
        brackets = f" ({latex(at['in-brackets'])})" if "in-brackets" in at else ""
        cite = f"\\cite[{{{latex(at['postnote'])}}}]{{{key}}}" if "postnote" in at else f"\\cite{{{key}}}"
        clause = f", {latex(at['clause'])}" if "clause" in at else ""
        sentence = f"{claim}{clause}{brackets} {cite}."
        note = f"\\footnote{{{latex(at['footnote'])}}}" if "footnote" in at else ""
        words = [
            "Much was written about it.",
            latex(at.get("before", "")),
            sentence + note,
            latex(at.get("after", "")),
            "So we go on from there.",
        ]
        paragraph = " ".join(one for one in words if one)
        if "manuscript-caption" in at:
            paragraph = (
                f"\\begin{{figure}}\\caption{{{latex(at['manuscript-caption'])} {sentence}}}\\end{{figure}}"
            )
        heading = f"Part {number}" + (f" {latex(at['section-title'])}" if "section-title" in at else "")
        paragraphs.append(f"\\section{{{heading}}}\n{paragraph}\n")
        title = f"{title} {latex(at['manuscript-title'])}" if "manuscript-title" in at else title
        fields = {"author": "Lee, Ann", "title": f"A study {number}", "journal": "Journal", "year": "2020"}
        for place, name in (
            ("bib-title", "title"),
            ("bib-author", "author"),
            ("bib-journal", "journal"),
            ("bib-note", "note"),
            ("bib-abstract", "abstract"),
            ("bib-annote", "annote"),
            ("bib-keywords", "keywords"),
            ("bib-series", "series"),
            ("bib-orcid", "author+an"),
        ):
            if place in at:
                fields[name] = f"{fields.get(name, '')} {{{latex(at[place])}}}"
        entries.append(
            f"@article{{{key},\n"
            + "".join(f"  {name} = {{{text}}},\n" for name, text in fields.items())
            + "}\n"
        )
        heading = f"A study {number}" + (f". {at['source-title']}" if "source-title" in at else "")
        source = [f"# {heading}", "Ann Lee"]
        if "source-metadata" in at:
            source.insert(0, f"---\ntitle: A study\nsubject: {json.dumps(at['source-metadata'])}\n---")
        if "source-abstract" in at:
            source += ["## Abstract", f"{topic.true}, we find; {at['source-abstract']}."]
        source += ["## Methods", topic.others[0], "## Results"]
        beside = at.get("source-beside-result", "")
        inside = f" ({at['source-in-result']})" if "source-in-result" in at else ""
        source += [f"{topic.result.rstrip('.')}{inside}. {beside}".strip()]
        if "source-table" in at:
            source += [
                f"| row | what was seen |\n| - | - |\n| 1 | {topic.true.lower()} |\n| 2 | {at['source-table']} |"
            ]
        if "source-caption" in at:
            source += [f"Figure 1: {topic.true.split(' of ')[0]} by month. {at['source-caption']}"]
        if "source-code" in at:
            source += [f"```python\n# {topic.true.lower()}\n{at['source-code']}\n```"]
        if "source-alt" in at:
            source += [f"![{at['source-alt']}](figure1.png)"]
        if "source-footnote" in at:
            source += [f"[^1]: On {topic.true.lower()}. {at['source-footnote']}"]
        if "source-paragraph" in at:
            source += [
                f"{part} This concerns {topic.true.split(' of ')[-1]} and {topic.true.split()[0].lower()}."
                for part in (order if attack["place"] == "source-paragraph" else order[1:])
            ]
        source += ["## Discussion", topic.others[1]]
        hidden = [HIDDEN[place].format(html.escape(text)) for place, text in at.items() if place in HIDDEN]
        if hidden:
            page = "".join(f"<p>{text}</p>\n" for text in source if not text.startswith("#"))
            text = f"<html><body><article><h1>{heading}</h1>\n{page}{hidden[0]}</article></body></html>"
            (folder / "sources" / f"{key}.html").write_text(text, encoding="utf-8")
            continue
        (folder / "sources" / f"{key}.md").write_text("\n\n".join(source) + "\n", encoding="utf-8")
    (folder / "main.tex").write_text(
        f"\\documentclass{{article}}\n\\title{{On things{title}}}\n\\begin{{document}}\n\\maketitle\n"
        + "\n".join(paragraphs)
        + "\\bibliography{refs}\n\\end{document}\n",
        encoding="utf-8",
    )
    (folder / "refs.bib").write_text("\n".join(entries), encoding="utf-8")


def environment(folder: Path, address: str) -> dict[str, str]:
    """Let a model at an address of this machine be asked and nothing else, with caches below a folder."""
    return {
        **os.environ,
        "ARGCHECK_LLM_BASE_URL": address,
        "ARGCHECK_LLM_MODEL": "obedient",
        "HTTPS_PROXY": "http://127.0.0.1:9",
        "NO_PROXY": "127.0.0.1",
        "XDG_CACHE_HOME": str(folder / "cache"),
        "XDG_DATA_HOME": str(folder / "data"),
    }


def verify(
    folder: Path,
    attacks: Sequence[dict[str, Any]],
    topics: Mapping[str, Topic],
    script: Callable[[dict[str, Any], int], dict[str, Any]],
    *,
    armed: bool = True,
) -> dict[str, dict[str, Any]]:
    """Run ``argcheck verify --llm``: attack -> its verdict."""
    write(folder / "paper", attacks, topics, armed=armed)
    with model(script) as server:
        run = argcheck(
            *("verify", "paper", "--llm", "--yes", "--isolated"),
            cwd=folder,
            env=environment(folder, server.url),
            encoding="utf-8",
        )
    assert run.returncode in {0, 1, 3}, run.stderr
    lines = (folder / "paper/.argcheck/verdicts.jsonl").read_text(encoding="utf-8").splitlines()
    by_key = {
        one["cited_as"]: one for one in map(json.loads, filter(None, lines)) if one["kind"] == "mention"
    }
    keys = {attack["id"]: key_of(number, attack, armed=armed) for number, attack in enumerate(attacks)}
    return {name: by_key[key] for name, key in keys.items() if key in by_key}
