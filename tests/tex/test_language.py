r"""Which language a document and each of its places is in.

A case says it by its words: what is in English reads "the day", German "der Tag", French "le jour", Dutch "de dag",
and each sentence must be told as what it is.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from argcheck import api
from argcheck.api import check
from argcheck.lint.reporters.summary import summary
from argcheck.reading.workspace import Workspace
from argcheck.settings.config import settings_for
from argcheck.tex.vocabulary import code_of as code

if TYPE_CHECKING:
    from pathlib import Path

    from argcheck.tex.model import Sentence

WORDS = {"The day": "en", "Der Tag": "de", "Le jour": "fr", "De dag": ""}
LONG = {
    "en": "The cause of the loss is that the pump and the valve of the line fail with the load. ",
    "de": "Der Grund ist, dass das Ventil und die Pumpe der Anlage nicht halten, und das ist eine Last. ",
    "fr": "La cause est que les pompes des lignes et les vannes cèdent dans une charge, et nous le voyons. ",
    "": "Häviön syynä on se, että linjan pumppu ja venttiili pettävät eilisen kuorman alla joka kerta. ",
}


def sentences(folder: Path, text: str, files: dict[str, str] | None = None, **config: str) -> list[Sentence]:
    for name, words in {**(files or {}), "main.tex": text}.items():
        (folder / name).write_text(words, "utf-8")
    settings = settings_for([folder], cwd=folder, overrides=config, isolated=True)
    [document] = Workspace([folder], settings, cwd=folder).read()
    return list(document.manuscript.sentences)


def document(preamble: str, body: str, options: str = "") -> str:
    return (
        f"\\documentclass[{options}]{{article}}\n{preamble}\n\\begin{{document}}\n{body}\n\\end{{document}}\n"
    )


def told(found: list[Sentence]) -> list[tuple[str, str]]:
    return [(words, one.language) for one in found for words in re.findall("|".join(WORDS), one.text)]


def right(found: list[tuple[str, str]]) -> list[tuple[str, str]]:
    return [(words, WORDS[words]) for words, _ in found]


@pytest.mark.parametrize(
    ("preamble", "options", "expected"),
    [
        ("", "", "en"),
        (r"\usepackage[ngerman]{babel}", "", "de"),
        (r"\usepackage[english,ngerman]{babel}", "", "de"),
        (r"\usepackage[ngerman,english]{babel}", "", "en"),
        (r"\usepackage[main=french,english]{babel}", "", "fr"),
        (r"\usepackage[english, main = ngerman]{babel}", "", "de"),
        (r"\usepackage[USenglish]{babel}", "", "en"),
        (r"\usepackage[dutch]{babel}", "", ""),
        (r"\usepackage[english,catalan]{babel}", "", ""),
        (r"\usepackage[english,bahasa]{babel}", "", ""),
        (r"\usepackage{babel}", "12pt,ngerman", "de"),
        (r"\usepackage[english]{babel}", "ngerman", "en"),
        ("", "french", "fr"),
        (r"\usepackage{babel}\babelprovide[import, main]{german}", "", "de"),
        (r"\usepackage[english]{babel}\babelprovide[import]{german}", "", "en"),
        (
            r"\usepackage{polyglossia}\setmainlanguage[variant=swiss]{german}\setotherlanguage{english}",
            "",
            "de",
        ),
        (r"\usepackage{polyglossia}\setotherlanguages{german,french}\setdefaultlanguage{english}", "", "en"),
        (r"\usepackage{ngerman}", "", "de"),
        (r"\usepackage[T1]{fontenc}\usepackage{xeCJK}", "", "en"),
    ],
)
def test_the_main_language(tmp_path: Path, preamble: str, options: str, expected: str) -> None:
    [found] = sentences(tmp_path, document(preamble, "One line of text.", options))
    assert found.language == expected


def test_code_beside_a_text_does_not_hide_the_language_in_which_it_is_written(tmp_path: Path) -> None:
    drawing = r"\newcommand{\wheel}{\draw[thick,rotate=30] (0.25,-1.75) circle[radius=2.5pt] node[above=3mm] {$\alpha_1$};}"
    body = f"{drawing * 80}\n\n{LONG['de'] * 10} Sie halten und und fallen."
    (tmp_path / "main.tex").write_text(document(r"\usepackage[english]{babel}", body), "utf-8")
    assert [finding.code for finding in check(tmp_path, isolated=True).diagnostics] == ["TEX010"]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (LONG["en"], "en"),
        (LONG["de"], "de"),
        (LONG["en"] + "To jest to, co nie trwa. Nie wiem. Tak jest.", ""),
        ("Pompa jest stara i nie ma wody. The end of the pump.", ""),
    ],
)
def test_a_short_text_is_in_the_language_of_a_package_unless_its_words_are_of_another(
    tmp_path, words, expected
):
    found = sentences(tmp_path, document(r"\usepackage{polski}", words))
    assert {one.language for one in found} == {expected}


@pytest.mark.parametrize("package", ["ctex", "xeCJK", "CJKutf8", "luatexja", "kotex"])
@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (f"{LONG['en'] * 10}\n\n他们认为阀门在负载下失效。 {LONG['en']}", ["en"] * 12),
        ("他们认为阀门在负载下失效。" * 20, [""] * 20),
        ("저자들은 밸브가 부하에서 고장난다고 말한다. " * 20, [""] * 20),
        (
            f"\\begin{{abstract}}{LONG['en'] * 10}\\end{{abstract}}\n\n{'他们认为阀门在负载下失效。' * 40}",
            ["en"] * 10 + [""] * 40,
        ),
    ],
)
def test_a_package_of_letters_says_the_language_of_a_text_that_is_written_in_them(
    tmp_path: Path, package: str, body: str, expected: list[str]
) -> None:
    read = sentences(tmp_path, document(f"\\usepackage{{{package}}}", body))
    assert [sentence.language for sentence in read] == expected


def test_a_class_says_the_language_of_all_that_is_written_in_it(tmp_path: Path) -> None:
    text = document("", "One line of text.").replace("{article}", "{ctexart}")
    assert [sentence.language for sentence in sentences(tmp_path, text)] == [""]


@pytest.mark.parametrize(
    "body",
    [
        r"The day. \selectlanguage{ngerman} Der Tag. \selectlanguage{english} The day.",
        "The day.\n\n\\begin{otherlanguage}{french}\nLe jour.\n\\end{otherlanguage}\n\nThe day.",
        "The day.\n\n\\begin{otherlanguage*}{ngerman}\n\\begin{quote}Der Tag.\\end{quote} Der Tag.\n\\end{otherlanguage*}\n\nThe day.",
        "The day.\n\n\\begin{german}\nDer Tag.\n\nDer Tag.\n\\end{german}\n\nThe day.",
        "\\begin{abstract}\\selectlanguage{ngerman}\nDer Tag.\n\\end{abstract}\n\nThe day.",
        "{\\selectlanguage{french} Le jour.\n\nLe jour.}\n\nThe day.",
        "The day.\n\n\\foreignlanguage{ngerman}{Der Tag.}\n\nThe day.",
        "The day.\n\n\\textgerman{Der Tag.}\n\nThe day.",
        "\\begin{otherlanguage}{french}\nLe jour.\n\\selectlanguage{ngerman}\n\nDer Tag.\n\\end{otherlanguage}\n\nThe day.",
        "The day.\n\n\\selectlanguage{dutch}\n\nDe dag.",
    ],
)
def test_switches(tmp_path: Path, body: str) -> None:
    found = told(sentences(tmp_path, document(r"\usepackage[ngerman,french,dutch,english]{babel}", body)))
    assert found == right(found)
    assert len(found) > 1


def test_some_words_of_another_language_leave_the_sentence_in_its_own(tmp_path: Path) -> None:
    body = (
        r"The day and \foreignlanguage{ngerman}{Der Tag}. \foreignlanguage{ngerman}{Der Tag} and the night."
    )
    found = told(sentences(tmp_path, document(r"\usepackage[ngerman,english]{babel}", body)))
    assert found == [("The day", "en"), ("Der Tag", "en"), ("Der Tag", "en")]


def test_a_switch_goes_on_in_the_files_that_are_included(tmp_path: Path) -> None:
    body = "The day.\n\n\\selectlanguage{ngerman}\n\\input{a}\nDer Tag.\n\n\\input{b}\nThe day.\n\n\\input{c}"
    files = {
        "a.tex": "Der Tag.\n\n\\begin{otherlanguage}{french}Le jour.\\end{otherlanguage}\n\nDer Tag.",
        "b.tex": "Der Tag.\n\n\\selectlanguage{english}\nThe day.",
        "c.tex": "The day.",
    }
    found = told(sentences(tmp_path, document(r"\usepackage[ngerman,french,english]{babel}", body), files))
    assert found == right(found)
    assert [words for words, _ in found] == [
        *("The day", "Der Tag", "Le jour", "Der Tag", "Der Tag", "Der Tag", "The day", "The day", "The day")
    ]


@pytest.mark.parametrize("language", LONG)
def test_a_document_that_says_nothing_is_told_by_its_words(tmp_path: Path, language: str) -> None:
    found = sentences(tmp_path, document("", LONG[language] * 80))
    assert {one.language for one in found} == {language}


@pytest.mark.parametrize("preamble", ["", r"\usepackage[english]{babel}", r"\usepackage[ngerman]{babel}"])
@pytest.mark.parametrize(
    "line",
    [
        "De oorzaak van het verlies is dat een pomp en het ventiel van de lijn niet worden gezien. ",
        "Orsaken är att en pump och en ventil på linjen inte håller, och det är så att lasten faller. ",
        "Penyebab kerugian adalah pompa dan katup yang gagal dengan beban untuk saluran pada pabrik. ",
        "Příčinou je, že čerpadlo a ventil, který jsou ve vedení, jako by nevydržely zátěž, které je. ",
        "Kaybın nedeni, hattın bir pompası ve bu vanasının yük için yeterli olarak bir kez ve sonra. ",
    ],
)
def test_a_text_in_a_language_without_word_lists_is_in_none_with_lists_whatever_its_template_names(
    tmp_path: Path, preamble: str, line: str
) -> None:
    body = (line * 9 + LONG["en"]) * 20
    assert {sentence.language for sentence in sentences(tmp_path, document(preamble, body))} == {""}


def test_what_a_document_declares_names_its_language_beside_one_that_has_the_same_words(
    tmp_path: Path,
) -> None:
    line = "Årsaken til tapet er at en pumpe og en ventil ikke holder, og av det faller også lasten. "
    (tmp_path / "main.tex").write_text(document(r"\usepackage[danish]{babel}", line * 80), "utf-8")
    report = api.check(tmp_path, isolated=True)
    assert "because a word list for the language danish is missing" in summary(report, cwd=tmp_path)


@pytest.mark.parametrize("times", [1, 2])
def test_a_few_english_words_make_no_english_text_of_one_without_word_lists(
    tmp_path: Path, times: int
) -> None:
    body = (LONG[""] * 80 + LONG["en"]) * times
    assert {sentence.language for sentence in sentences(tmp_path, document("", body))} == {""}


def test_letters_tell_a_document_that_says_nothing(tmp_path: Path) -> None:
    body = f"\\begin{{abstract}}{LONG['en'] * 10}\\end{{abstract}}\n\n{'他们认为阀门在负载下失效。' * 40}"
    read = sentences(tmp_path, document("", body))
    assert [sentence.language for sentence in read] == ["en"] * 10 + [""] * 40


@pytest.mark.parametrize(
    "preamble",
    [
        r"\newif\ifEN \ENtrue \ifEN\else\usepackage[czech]{babel}\fi",
        r"\usepackage[english,czech]{babel}",
        r"\usepackage{polyglossia}\setdefaultlanguage{finnish}",
        r"\usepackage[main=\origlang,\translang]{babel}",
        r"\usepackage{babel}\newcommand{\origlang}{czech}\AtBeginDocument{\selectlanguage{\origlang}}",
    ],
)
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_a_text_is_in_the_language_of_its_words_where_another_one_without_word_lists_is_named(
    tmp_path: Path, preamble: str, language: str
) -> None:
    text = document(preamble, LONG[language] * 80)
    assert {sentence.language for sentence in sentences(tmp_path, text)} == {language}


def test_an_abstract_in_another_language_tells_nothing_of_the_text(tmp_path: Path) -> None:
    body = f"\\begin{{abstract}}{LONG['en'] * 9}\\end{{abstract}}\n\n{LONG[''] * 120}"
    read = sentences(tmp_path, document(r"\usepackage[english,finnish]{babel}", body))
    assert [sentence.language for sentence in read] == ["en"] * 9 + [""] * 120


def test_the_code_of_long_tables_tells_nothing_of_the_text(tmp_path: Path) -> None:
    table = (
        "\\begin{longtable}{ll}"
        + "\\multicolumn{1}{c}{\\textcolor[HTML]{000000}{\\fontsize{9}{9}\\selectfont{1}}} & 2 \\\\ " * 400
    )
    body = f"{table}\\end{{longtable}}\n\n{LONG['en'] * 9}\n\n{table}\\end{{longtable}}"
    assert {sentence.language for sentence in sentences(tmp_path, document("", body))} == {"en"}


def test_tables_from_the_first_line_to_the_last_are_taken_for_english(tmp_path: Path) -> None:
    rows = "\\cv{0.5} & \\cv{12.5} & \\cv{0.25} \\\\ " * 80
    floats = f"\\begin{{table}}\\caption{{Runs of it.}}\\begin{{tabular}}{{lll}}{rows}\\end{{tabular}}\\end{{table}}\n\n"
    assert {sentence.language for sentence in sentences(tmp_path, document("", floats * 12))} == {"en"}


def test_an_abstract_before_the_document_is_in_the_language_to_which_the_text_is_switched_at_once(
    tmp_path: Path,
) -> None:
    preamble = r"\usepackage[ngerman,english]{babel}\abstract{Ein Absatz.}"
    found = sentences(tmp_path, document(preamble, "\\selectlanguage{ngerman}\nEin Satz."))
    assert [(one.text, one.language) for one in found] == [("Ein Absatz.", "de"), ("Ein Satz.", "de")]


@pytest.mark.parametrize("language", ["en", ""])
def test_a_switch_to_what_a_macro_stands_for_changes_nothing(tmp_path: Path, language: str) -> None:
    body = LONG[language] * 40 + r"\selectlanguage{\other}" + LONG[language] * 40
    assert {sentence.language for sentence in sentences(tmp_path, document("", body))} == {language}


@pytest.mark.parametrize(
    ("name", "expected"), [("german", "de"), ("fr", "fr"), ("en-GB", "en"), ("pl", ""), ("auto", "en")]
)
def test_the_configuration_has_the_last_word(tmp_path: Path, name: str, expected: str) -> None:
    found = sentences(tmp_path, document(r"\usepackage[english]{babel}", "One line of text."), language=name)
    assert [one.language for one in found] == [expected]


def test_a_name_of_the_configuration_leaves_switches_alone(tmp_path: Path) -> None:
    body = "Der Tag.\n\n\\begin{otherlanguage}{french}\nLe jour.\n\\end{otherlanguage}"
    found = told(sentences(tmp_path, document(r"\usepackage{babel}", body), language="german"))
    assert found == [("Der Tag", "de"), ("Le jour", "fr")]


@pytest.mark.parametrize(
    ("name", "expected"), [("NGerman", "de"), ("de_AT", "de"), ("de-1996", "de"), ("", ""), ("latin", "")]
)
def test_names(name: str, expected: str) -> None:
    assert code(name) == expected


PLUGIN = '''
from argcheck.api import Needs, Severity, hookimpl, rule


def shout(ctx):
    """One."""
    for one in ctx.manuscript.sentences:
        yield ctx.report(one.span, "found")


@hookimpl
def argcheck_rules():
    return [
        rule(code, name, severity=Severity.NOTE, since="0.1.0", needs=Needs.LANGUAGE)(shout)
        for code, name in (("XYZ001", "first-rule"), ("XYZ002", "second-rule"))
    ]
'''


@pytest.mark.parametrize(("language", "off"), [("dutch", True), ("ngerman", False)])
def test_rules_without_word_lists_are_off_and_one_line_says_so(
    tmp_path: Path, language: str, off: bool
) -> None:
    (tmp_path / "plugin.py").write_text(PLUGIN, "utf-8")
    for name in ("a.tex", "b.tex"):
        (tmp_path / name).write_text(document(f"\\usepackage[{language}]{{babel}}", "De dag."), "utf-8")
    report = api.check(tmp_path, config={"select": ["XYZ"]}, isolated=True, plugins=[tmp_path / "plugin.py"])
    assert bool([one for one in report.diagnostics if one.code.startswith("XYZ")]) is not off
    notes = [line for line in summary(report, cwd=tmp_path).splitlines() if "word list" in line]
    expected = "first-rule, second-rule, because a word list for the language dutch is missing"
    assert notes == [f"not checked in a.tex and b.tex: {expected}"] * off


@pytest.mark.parametrize(
    ("body", "held"),
    [
        ("\\selectlanguage{german}\nDer Tag.", False),
        ("\\selectlanguage{german}\nDer Tag.\n\n\\selectlanguage{dutch}\nDe dag.", True),
        ("\\begin{otherlanguage}{german}\nDer Tag.\n\\end{otherlanguage}\n\nDe dag.", True),
        ("De dag. " * 20 + "\n\n\\selectlanguage{german}\nDer Tag.", True),
        ("De dag.", True),
    ],
)
def test_the_language_to_which_a_text_is_switched_where_it_begins_is_its_own(
    tmp_path: Path, body: str, held: bool
) -> None:
    (tmp_path / "plugin.py").write_text(PLUGIN, "utf-8")
    text = document("\\usepackage[german,dutch]{babel}", body)
    (tmp_path / "a.tex").write_text(text, "utf-8")
    config = {"select": ["XYZ001"]}
    report = api.check(tmp_path, config=config, isolated=True, plugins=[tmp_path / "plugin.py"])
    assert bool(report.held_back) is held


@pytest.mark.parametrize(
    ("language", "meant"), [("germna", "; did you mean 'german'?"), ("dutch", ""), ("klingon", "")]
)
def test_a_mistyped_language_of_the_configuration_is_told(tmp_path: Path, language: str, meant: str) -> None:
    (tmp_path / "plugin.py").write_text(PLUGIN, "utf-8")
    (tmp_path / "a.tex").write_text(document("", "De dag."), "utf-8")
    config = {"select": ["XYZ001"], "language": language}
    report = api.check(tmp_path, config=config, isolated=True, plugins=[tmp_path / "plugin.py"])
    said = [why.because for held in report.held_back for why in held.because]
    assert said == [f"a word list for the language {language} is missing{meant}"]


@pytest.mark.parametrize(
    ("package", "body", "expected"),
    [
        ("CJKutf8", "この研究では地図の歴史について調べた。" * 20, "japanese"),
        ("graphicx", "この研究では地図の歴史について調べた。" * 20, "japanese"),
        ("CJKutf8", "他们认为阀门在负载下失效。" * 20, "chinese"),
        ("graphicx", "他们认为阀门在负载下失效。" * 20, "chinese"),
        ("graphicx", "우리는 지도의 역사를 연구했다. " * 20, "of the text"),
        ("xepersian", "این یک متن است. " * 20 + r"\begin{latin} Some English words. \end{latin}", "persian"),
    ],
)
def test_a_language_without_word_lists_is_called_by_its_name(
    tmp_path: Path, package: str, body: str, expected: str
) -> None:
    text = document(f"\\usepackage{{{package}}}", body)
    (tmp_path / "main.tex").write_text(text, encoding="utf-8")
    checked = api.check(tmp_path, config={"select": ["impossible-statistic"]}, isolated=True)
    assert [unchecked.because for held in checked.held_back for unchecked in held.because] == [
        f"a word list for the language {expected} is missing"
    ]


@pytest.mark.parametrize(
    ("declared", "said", "expected"),
    [
        (
            "finnish",
            "Насос и клапан не держат, что видно на линии для масла. ",
            "russian/ukrainian/bulgarian",
        ),
        ("danish", "Pumpen og ventilen er ikke nye, som vi ser på linjen. ", "danish"),
        ("nynorsk", "Pumpen og ventilen er ikke nye, som vi ser på linjen. ", "nynorsk"),
    ],
)
def test_a_text_in_another_language_without_word_lists_than_declared_is_called_so(
    tmp_path: Path, declared: str, said: str, expected: str
) -> None:
    text = document(f"\\usepackage[{declared}]{{babel}}", said * 20)
    (tmp_path / "main.tex").write_text(text, encoding="utf-8")
    checked = api.check(tmp_path, config={"select": ["impossible-statistic"]}, isolated=True)
    [because] = {unchecked.because for held in checked.held_back for unchecked in held.because}
    assert because == f"a word list for the language {expected} is missing"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        # a second abstract, with nothing that says its language
        ("{en}The day.\n\n{de}Der Tag.\n\n{en}The day.", ["en", "de", "en"]),
        ("{en}The day.\n\n{fr}{fr}Le jour.\n\n{en}The day.", ["en", "fr", "en"]),
        # short paragraphs between two of the language are of it
        ("{en}The day.\n\n{de}\n\nDer Tag.\n\n{de}\n\n{en}The day.", ["en", "de", "en"]),
        # comments say nothing, nor do a few words
        ("{en}\n\n% {de}\nThe day.", ["en"]),
        ("{en}\n\nThe day, der und das.", ["en"]),
        # what the author declares for a part of a paragraph stays
        ("{en}\n\n{de}\\foreignlanguage{{french}}{{Le jour.}}", ["fr"]),
        (
            "{en}\n\n\\selectlanguage{{ngerman}}{de}Der Tag.\\selectlanguage{{english}}\n\nThe day.",
            ["de", "en"],
        ),
    ],
)
def test_a_paragraph_in_another_language_is_recognised_by_its_words(
    tmp_path: Path, body: str, expected: list[str]
) -> None:
    text = document(
        r"\usepackage[ngerman,french,english]{babel}", body.format(**{**LONG, "de": LONG["de"] * 2})
    )
    read = told(sentences(tmp_path, text))
    assert [language for _, language in read] == expected == [language for _, language in right(read)]


@pytest.mark.parametrize(
    ("paragraph", "expected"),
    [
        # a few words tell a paragraph that has none of another language, and two behind one in theirs
        ("Over the years and today the loss came.", "en"),
        ("{en}\n\nMy rights are that I came and went.", "en"),
        ("My rights are that I came and went.", "de"),
        ("It was of use in the house and in der Stadt.", "de"),
        # not one word again and again, as in a drawing, nor single letters, as in formulas
        ("Neben the A, the B, the C.", "de"),
        ("Nur y y el.", "de"),
    ],
)
def test_few_words_tell_the_language_of_a_paragraph_that_has_none_of_another(
    tmp_path: Path, paragraph: str, expected: str
) -> None:
    german = LONG["de"] * 4
    body = f"{german}\n\n{paragraph.format(**LONG)}\n\n{german}"
    read = sentences(tmp_path, document(r"\usepackage[ngerman]{babel}", body))
    assert read[-5].language == expected
