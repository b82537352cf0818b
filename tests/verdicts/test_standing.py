"""A claim of a sentence with several citations is compared with the source whose citation it stands with."""

from __future__ import annotations

import json
from importlib.util import find_spec

import pytest

if not (find_spec("openai") and find_spec("bm25s")):  # to import them takes a second
    pytest.skip("the extra argcheck-lint[llm,sources] is not installed", allow_module_level=True)

from scripted import model
from test_claims import claim, fences
from theses import argcheck, script, verify, written

from argcheck.verdicts.citation_places import keys_beside, stands_with

CITED = frozenset({"a", "b", "c"})


@pytest.mark.parametrize(
    ("sentence", "words", "keys"),
    [
        ("Small dunes are fast [a], and they sing at night [b].", "Small dunes are fast", "a"),
        ("Small dunes are fast [a], and they sing at night [b].", "they sing at night", "b"),
        ("Small dunes are fast [a] and large dunes sing [b].", "large dunes sing", "b"),
        ("Kleine Dünen sind schnell [a] und große Dünen singen [b].", "große Dünen singen", "b"),
        ("Smith [a] showed that dunes are fast, whereas Jones [b] heard them sing.", "dunes are fast", "a"),
        ("Smith [a] showed that dunes are fast, whereas Jones [b] heard them sing.", "heard them sing", "b"),
        ("[a] showed that dunes are fast; [b] heard them sing.", "dunes are fast", "a"),
        ("Smith [a] showed that dunes are fast, as did Jones [b].", "dunes are fast", ""),
        ("Dunes were held to be slow, but Smith [a] showed them to be fast, and Jones [b] heard them.",
         "Dunes were held to be slow", ""),
        ("Dunes are fast [a], they sing [b], so that we look at both.", "we look at both", ""),
        ("Dunes are fast [a, b] and sing at night [c].", "Dunes are fast", "ab"),
        ("Dunes are fast [a] [b], and sing at night [c].", "Dunes are fast", "ab"),
        ("Dunes are fast [a], and the dunes of Peru [a] sing.", "Dunes are fast", "a"),
        ("Dunes are fast and sing at night [a].", "Dunes are fast", "a"),
        ("Section [sec:x] says that dunes are fast [a].", "dunes are fast", "a"),
        ("Dunes are fast [a], and sing [b].", "Dunes are fast [a], and sing", ""),
        ("Dunes are fast [a], and sing [b].", "words of somebody else", ""),
    ],
)  # fmt: skip
def test_words_stand_with_the_citation_of_their_clause(sentence, words, keys):
    places = [
        key
        for key in "abc"
        if key in sentence.replace("[", ",").replace("]", ",").replace(" ", "").split(",")
    ]
    assert "".join(key for key in places if stands_with(sentence, words, key, CITED)) == keys


def test_keys_at_one_place():
    assert keys_beside("Dunes are fast [a, b] and sing [c].", "a", CITED) == {"a", "b"}
    assert keys_beside("Dunes are fast [a] [b], and sing [c].", "c", CITED) == {"c"}


SMITH = "# On dunes\n\n## Results\n\nSmall dunes move faster than large ones.\n\n"
JONES = "# On camels\n\n## Results\n\nCamels drink every third day in summer.\n\n"
MORE = "\n\n".join(f"Remark {n}: sand and camels are dry in valley {n}, dunes too." for n in range(140))
FACTS = ("Small dunes move faster than large ones", "camels drink every third day")
SENTENCES = {
    "at two places": r"Small dunes move faster than large ones \cite{smith}, and camels drink every third day \cite{jones}.",
    "side by side": r"Small dunes move faster than large ones and camels drink every third day \cite{smith,jones}.",
    "in words": r"Smith \cite{smith} showed that Small dunes move faster than large ones, while Jones \cite{jones} saw that camels drink every third day.",
}
THESIS = "\\documentclass{article}\n\\begin{document}\n%s\n\\bibliographystyle{plain}\n\\bibliography{refs}\n\\end{document}\n"


def reader(request, number):
    purpose = request["response_format"]["json_schema"]["name"]
    parts = fences(request)
    if purpose == "claims":
        text = parts["text"]
        known = (
            fact
            for fact in (*FACTS, "Camels drink every third day", "they never sleep at all")
            if fact in text
        )
        return {"claims": [claim(f"{fact}.", fact) for fact in known]}
    if purpose == "match":
        ours, theirs = (
            [line.partition(". ")[2].lower() for line in parts[one].split("\n")]
            for one in ("sentence", "source")
        )
        matches = [
            {"claim": n, "source": [m for m, other in enumerate(theirs, 1) if other == one]}
            for n, one in enumerate(ours, 1)
        ]
        return {"matches": matches}
    if purpose == "weigh":
        return {"relevance": [], "included": []}
    return script(request, number)


def findings(folder):
    done = argcheck(folder, "check", "thesis.tex", "--select", "unsupported-claim", "--format", "json")
    return [one["message"] for one in json.loads(done.stdout)["diagnostics"]]


@pytest.fixture
def folder(tmp_path):
    made = written(tmp_path / "thesis", "", SMITH + MORE)
    (made / "sources" / "jones.md").write_text(JONES + MORE)
    return made


@pytest.mark.slow
@pytest.mark.parametrize("name", SENTENCES)
def test_a_correct_sentence_with_several_citations_is_not_accused(folder, name):
    (folder / "thesis.tex").write_text(THESIS % SENTENCES[name])
    with model(reader) as scripted:
        done = verify(folder, scripted, "--claims")
    assert "claims of 2 citations compared" in done.stdout
    assert findings(folder) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ["at two places", "side by side"])
def test_what_no_source_says_is_held_against_those_it_stands_with(folder, name):
    text = SENTENCES[name].replace("third day", "third day, they never sleep at all")
    (folder / "thesis.tex").write_text(THESIS % text)
    with model(reader) as scripted:
        verify(folder, scripted, "--claims")
    keys = ["jones"] if name == "at two places" else ["smith", "jones"]
    assert findings(folder) == [
        f"the source '{key}' has no claim that matches this: they never sleep at all." for key in keys
    ]


@pytest.mark.slow
def test_where_one_of_the_sources_was_not_compared_nothing_is_said(folder):
    (folder / "sources" / "jones.md").unlink()
    (folder / "thesis.tex").write_text(THESIS % SENTENCES["side by side"])
    with model(reader) as scripted:
        done = verify(folder, scripted, "--claims")
    assert "1 without a match" in done.stdout
    assert findings(folder) == []
