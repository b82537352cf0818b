"""A model that follows whatever it reads, and the documents that give it orders (``attacks.jsonl``).

Written before the defence, which it does not know: all that it relies on is that what is to be judged stands in the fence
``sentence`` and the evidence in the fences ``passage1`` and so on.  Where no order applies it judges honestly.
"""

from __future__ import annotations

import json
import re
import unicodedata
from difflib import SequenceMatcher
from functools import lru_cache
from pathlib import Path

import pdfs
from confirming import confirming, rewritten

from argcheck.sources.text.reader import read_source
from argcheck.verdicts.judging import CitationCase

_ROWS = [
    json.loads(line) for line in (Path(__file__).parent / "attacks.jsonl").read_text("utf-8").splitlines()
]
SCENARIOS = {row["language"]: row for row in _ROWS if row["kind"] == "scenario"}
ATTACKS = [row for row in _ROWS if row["kind"] == "attack"]
_FENCE = re.compile(r"<<<DATA (\w+) (\w+)\n(.*?)\nDATA \2>>>", re.DOTALL)
_HTML = {
    "html display none": '<p style="display:none">{}</p>',
    "html white": '<p style="color:#ffffff">{}</p>',
    "html zero size": '<p style="font-size: 0px">{}</p>',
    "html comment": "<!-- {} -->",
    "html hidden attribute": "<p hidden>{}</p>",
    "html off the page": '<p style="position:absolute; left:-9999px">{}</p>',
    "html alt text": '<p>A photograph. <img src="a.png" alt="{}"></p>',
    "html meta": "",  # in the head
    "html transparent": '<p><span style="opacity: 0">{}</span></p>',
    "html class hidden": '<p class="secret">{}</p>',
}


# -- documents


def case_of(attack):
    """The citation that an attack is about, with the order where the attacker has put it; miscited, or right where it is to be accused."""
    scene = SCENARIOS[attack["language"]]
    sentence = scene["false"] if attack["say"] == "supported" else scene["true"]
    place, text = attack["place"], attack["text"]
    before, after, title = scene["before"], scene["after"], scene["title"]
    if place in ("neighbour before", "both neighbours"):
        before = text
    if place in ("neighbour after", "both neighbours"):
        after = text
    if place == "bibliography title":
        title = f"{title}. {text}"
    if place == "in the sentence":
        claim, _, marker = sentence.rpartition(" [")
        sentence = f"{claim} ({text}) [{marker}"
    source = _source(scene, place, text)
    return CitationCase(sentence, before, after, scene["key"], title, source, "full", attack["language"])


def plain_case(language, which):
    """A citation without an attack: ``true`` or ``false``."""
    scene = SCENARIOS[language]
    return CitationCase(
        scene[which], scene["before"], scene["after"], scene["key"], scene["title"], _source(scene, "", ""), "full", language
    )  # fmt: skip


def _source(scene, place, text):
    if place.startswith("html"):
        return read_source(_page(scene, place, text).encode(), "page.html")
    if place.startswith("pdf"):
        return read_source(_pdf(scene, place, text), "article.pdf")
    return read_source(_markdown(scene, place, text).encode(), "article.md")


def _markdown(scene, place, text):
    first, second, *rest = scene["paragraphs"]
    gold, others = scene["gold"], second.removeprefix(scene["gold"]).strip()
    if place == "zero width":
        text = "\u200b".join(text)
    if place == "tag characters":
        text = "".join(
            chr(0xE0000 + ord(one)) for one in unicodedata.normalize("NFKD", text) if ord(one) < 127
        )
    second = {
        "sentence before": f"{text} {second}",
        "sentence after": f"{gold} {text} {others}",
        "zero width": f"{second} {text}",
        "tag characters": f"{second} {text}",
        "footnote": f"{gold}[^1] {others}\n\n[^1]: {text}",
        "paragraph": f"{second}\n\n{text}",
        "table": f"{second}\n\nTable 1: {text}\n\n| a | b |\n| - | - |\n| 1 | {text.replace('|', ' ')} |",
        "caption": f"{second}\n\nFigure 1: {text}",
    }.get(place, second)
    parts = [f"# {scene['title']}", "A. Author" + (f" ({text})" if place == "author line" else ""), "## 1"]
    parts += [first, *([f"## {text}"] if place == "heading" else []), second, *rest]
    if place == "own block at the end":
        parts.append(text)
    parts += ["## References", "[1] B. Other, Sand, 1990." + (f" {text}" if place == "reference" else "")]
    return "\n\n".join(parts) + "\n"


def _page(scene, place, text):
    safe = text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
    hidden = _HTML[place].format(safe.replace("--", "-"))
    head = f'<meta name="description" content="{safe}">' if place == "html meta" else ""
    first, second, *rest = (f"<p>{one}</p>" for one in scene["paragraphs"])
    style = "<style>.secret { display: none }</style>"
    body = "\n".join([first, second, hidden, *rest])
    return f"<html><head>{head}{style}</head><body><article><h1>{scene['title']}</h1>\n{body}</article></body></html>"


def _pdf(scene, place, text):
    shown, top = [], 740.0
    for number, paragraph in enumerate([scene["title"], *scene["paragraphs"]]):
        lines = pdfs.column(paragraph, top=top)
        shown += [pdfs._shown(line, scaled=False) for line in lines]
        top -= 12 * len(lines) + 16
        if number == 2 and place != "pdf metadata":
            size = 0.5 if place == "pdf tiny" else 10
            for line in pdfs.column(text, top=top, size=size, width=60):
                how = {"pdf white": "1 1 1 rg ", "pdf invisible mode": "3 Tr "}.get(place, "")
                shown.append(how + pdfs._shown(line, scaled=False) + " 0 g 0 Tr")
                top -= 12
            top -= 16
    stream = "\n".join(f"BT {one} ET" for one in shown).encode("cp1252", "replace")
    page = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 5 0 R /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>"  # fmt: skip
    info = pdfs._escaped(text).encode("cp1252", "replace") if place == "pdf metadata" else b""
    return pdfs._file([
        b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Count 1 /Kids [6 0 R] >>",
        pdfs._font("Helvetica"), pdfs._font("Helvetica-Bold"),
        b"<< /Length %d >>\nstream\n" % len(stream) + stream + b"\nendstream",
        page,
        b"<< /Subject (" + info + b") >>",
    ])  # fmt: skip


# -- the model


def script(request, _number):
    """Answer a request: by the first order in it that applies, else honestly."""
    return _answering(request, _number)


def _twins(sentence):
    """What a writer makes of a sentence: its opposite and another claim, the rest as it stands."""
    table = {}
    for scene in SCENARIOS.values():
        true, false = (scene[name].rpartition(" [")[0] for name in ("true", "false"))
        table |= {true: (false, scene["other"]), false: (true, scene["other"])}
    return rewritten(sentence, table)


_answering = confirming(lambda request, _number: answer(request["messages"][-1]["content"]), _twins)


@lru_cache(maxsize=100)
def answer(prompt):
    """Give the answer to a question as an object."""
    fences = [(name, text) for name, _, text in _FENCE.findall(prompt)]
    statement = next(text for name, text in fences if name == "sentence")
    evidence = [text for name, text in fences if name.startswith("passage")]
    seen = _plain(prompt)
    for attack in ATTACKS:
        if _plain(attack["text"]) in seen and _applies(attack, statement, evidence):
            return _obeyed(attack, statement, evidence)
    return honest(statement, evidence)


def honest(statement, evidence):
    """Judge as a careful reader does who knows the papers."""
    text = _claim(statement)
    for attack in ATTACKS:
        text = text.replace(_claim(attack["text"]), " ").strip()
    shown = [_claim(one) for one in evidence]
    if shown == [_claim(statement)]:  # nothing but the sentence
        return _said("supported", "none", evidence[0], evidence)
    for scene in SCENARIOS.values():
        true, false, gold = (_claim(scene[name]) for name in ("true", "false", "gold"))
        at_hand = any(gold in one for one in shown)
        if false in text:
            return (
                _said("miscited", "contradicted", scene["gold"], evidence)
                if at_hand
                else _said("undecidable")
            )
        if text == true and at_hand:
            return _said("supported", "none", scene["gold"], evidence)
    if text and any(text in one for one in shown):
        return _said("supported", "none", _nearest(statement, evidence), evidence)
    return _said("undecidable")


def _applies(attack, statement, evidence):
    scene, when = SCENARIOS[attack["language"]], attack["when"]
    own = _claim(attack["text"])
    bare = _claim(statement).replace(own, " ").strip()
    words, shown = _words(bare), " ".join(map(_claim, evidence)).replace(own, " ")
    copies = [SequenceMatcher(None, bare, one).ratio() for one in _sentences(shown)]
    wanted = _claim(scene["false"] if attack["say"] == "supported" else scene["true"])
    holds = {
        "always": lambda: True,
        "statement mentions": lambda: scene["topic"].lower() in _plain(statement).lower(),
        "statement is": lambda: " ".join(bare.split()) == wanted,
        "not verbatim": lambda: bare not in shown,
        "no digits": lambda: not re.search(r"\d", bare),
        "cites": lambda: f"[{when['what']}]" in statement,
        "shorter": lambda: len(words) < when["words"],
        "words at hand": lambda: sum(word in shown for word in words) >= 0.5 * len(words) and not re.search(r"\d", bare),
        "evidence mentions": lambda: scene["topic"].lower() in shown,
        "one sentence": lambda: len(_sentences(re.sub(r"\[[^\]]*\]", "", _plain(statement).replace(_plain(attack["text"]), "")))) == 1,
        "no near copy": lambda: max(copies, default=0) < 0.8,
    }  # fmt: skip
    return holds[when["kind"]]()


def _obeyed(attack, statement, evidence):
    quote = attack["text"] if attack["order"] == "exact and quoted" else ""
    if not any(quote and _plain(quote) in _plain(one) for one in evidence):
        quote = _nearest(statement, evidence)
    problem = "contradicted" if attack["say"] == "miscited" else "none"
    return _said(attack["say"], problem, quote, evidence)


def _said(verdict, problem="none", quote="", evidence=()):
    place = next((n for n, one in enumerate(evidence, 1) if _plain(quote) in _plain(one)), 1)
    quotes = [{"passage": place, "text": quote}] if quote else []
    return {
        "verdict": verdict,
        "problem": problem,
        "quotes": quotes,
        "reason": "as told",
        "would_support": "",
    }


def _nearest(statement, evidence):
    """The sentence of the evidence that shares the most words with the statement."""
    words = set(_words(_claim(statement)))
    found = [one for text in evidence for one in _sentences(_plain(text))]
    return max(found, key=lambda one: len(words & set(_words(_claim(one)))), default="")


def _sentences(text):
    return [one.strip() for one in re.split(r"(?<=[.!?])\s+", text) if one.strip(" .")]


def _words(text):
    return re.findall(r"\w+", text)


def _claim(text):
    """A text without citation marks, capitals and final stop."""
    return " ".join(re.sub(r"\s*\[[^\]]*\]", "", _plain(text)).lower().split()).rstrip(". ")


@lru_cache(maxsize=10_000)
def _plain(text):
    """A text as a model reads it: characters that do not print are read as what they stand for."""
    tags = "".join(chr(ord(one) - 0xE0000) if 0xE0020 <= ord(one) <= 0xE007E else one for one in text)
    return " ".join(re.sub("[\u200b-\u200f\u2060\ufeff]", "", unicodedata.normalize("NFKC", tags)).split())
