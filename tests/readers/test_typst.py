"""Manuscripts in Typst: each test writes a folder as authors leave them, and looks at what argcheck says of it, and where."""

from __future__ import annotations

import gc
import os

import pytest
from argcheck_process import argcheck
from hypothesis import given
from hypothesis import strategies as st
from reported import BIB, roots, words

from argcheck import api
from argcheck.readers.typst_manuscript import translate
from argcheck.readers.typst_names import ProjectNames
from argcheck.readers.typst_project import TypstProject
from argcheck.readers.typst_syntax import parse

END = '\n\n#bibliography("refs.bib")\n'


# -- citations and references


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("Told @gone.", ["gone"]),
        ("Told @gone[p. 3, and see @lost], so.", ["gone", "lost"]),
        ("By @gone @lost, and @a.b: @c-d.", ["gone", "lost", "a.b", "c-d"]),
        ("In 50% of {all} & _some_, #1, by @gone.", ["gone"]),
        ('By #cite(<gone>), #cite(<lost>, form: "prose", supplement: [p. 3]).', ["gone", "lost"]),
        ('Old: #cite("gone", "lost").', ["gone", "lost"]),
        ('Of a name with a slash: #cite(label("DBLP:conf/gone")).', ["DBLP:conf/gone"]),
        ("#quote(attribution: <gone>)[Said @lost.]", ["lost", "gone"]),
        ("*Told @gone*, _by @lost _.", ["gone", "lost"]),
        ("A note.#footnote[See @gone.]", ["gone"]),
        ("= Heading @gone\nSo.", ["gone"]),
        ("- one @gone\n  and @lost\n  + two @third", ["gone", "lost", "third"]),
        ("/ Term: told @gone", ["gone"]),
        ('#figure(image("x.png"), caption: [By @gone])', ["gone"]),
        ("#table(columns: 2, [a], [@gone], table.header([@lost]))", ["gone", "lost"]),
        ("#block(inset: 1em)[In a box @gone] and #box[@lost]", ["gone", "lost"]),
        ("#if true [Told @gone] else [by @lost]\nSo @third", ["gone", "lost", "third"]),
        ("#for x in (1, 2) {\n  [Told @gone]\n}", ["gone"]),
        ("#let note = [See @gone]\nSo #note.", ["gone"]),
        ("#show: it => [#it @gone]", ["gone"]),
        ("#{\n  // @no\n  let x = 1 +\n    2\n  [Told @gone]\n}", ["gone"]),
        ("Read [the @gone] there, and @lost]", ["gone", "lost"]),
        ('#link("https://a.org")[linked @gone]', ["gone"]),
        ('$ x = "by" #[@gone] $ and @lost', ["gone", "lost"]),
        ("https://a.org/@x// @gone", ["gone"]),
        ("Ümläute: @müller2020.", ["müller2020"]),
        ("#set text(size: 11pt); Told @gone", ["gone"]),
        ('#import "gone.typ": *\nTold @gone', ["gone"]),
        ('#let none-here = ""\nTold @gone', ["gone"]),
        ('#figure(include("x.typ"), caption: [By @gone])\nTold @lost', ["gone", "lost"]),
    ],
)  # fmt: skip
def test_citations_are_found_where_they_stand(check, text, keys):
    assert words(check({"paper.typ": f"{text}{END}"}), "CIT001") == keys


@pytest.mark.parametrize(
    "text",
    [
        "Write to someone\\@example.org.",
        "A `@decorator` in code, and ``` a `@b` c ```.",
        "```python\n@decorator\ndef f(): ...\n```",
        "// by @nobody\n/* nor /* by */ @nobody */",
        "$ x @y $",
        "https://social.example/@name is an address.",
        '#let mail = "a@b.org"',
        "Told @known, told #cite(<known>, form: none).",
        '#lemma("Packing Lemma")[It holds.] By @lemma-Packing-Lemma it does.',
        '#section("Non-Local System") By @Non-LocalSystem it does.',
        '#section("A System (NLS)") By @ASystemNLS it does.',
    ],
)
def test_what_is_no_citation(check, text):
    assert words(check({"paper.typ": f"{text} @known{END}"}), "CIT001") == []


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("See @fig:gone and @sec-lost.", ["fig:gone", "sec-lost"]),
        ("= Here <here>\nSee @here, and #ref(<gone>) @eq:x.\n$ x $ <eq:x>", []),
        ('#figure(image("a.png"), caption: [A]) <fig:a>\nSee @fig:a, @fig:b.', ["fig:b"]),
        ('#let mine(body, name) = [#figure(body) #label(name)]\n#mine([a], "fig:a") See @fig:a, @fig:b.', ["fig:b"]),
        ('#subfigure(image("a.png"), label: <fig:a>) See @fig:a, @fig:b.', ["fig:b"]),
    ],
)  # fmt: skip
def test_references_to_what_is_not_there(check, text, names):
    assert words(check({"paper.typ": f"{text}\n@known{END}"}), "REF001") == names


@pytest.mark.parametrize(
    "labels",
    [
        ("<fig:a>", "<fig:b>", "label: <fig:ab>, caption: [Both.]"),
        ('label("fig:a")', 'label("fig:b")', "caption: [Both.], label: <fig:ab>"),
        ("sub-label: <fig:a>", "sub-label: <fig:b>", "label: <fig:ab>"),
    ],
)
def test_a_label_that_a_function_is_given_stands_behind_no_figure(check, labels):
    """As the package subpar has it, which puts each label on the figure before it."""
    first, second, last = labels
    given = f"figure([a], caption: [Left]), {first}, figure([b], caption: [Right]), {second}, {last}"
    report = check(
        {"paper.typ": f"#subpar.grid({given})\nSee @fig:a, @fig:b, @fig:ab and @fig:c by @known.{END}"}
    )
    assert [finding.code for finding in report.diagnostics] == ["REF001"]
    assert words(report, "REF001") == ["fig:c"]


def test_a_package_may_put_a_prefix_before_labels(check):
    """As i-figured and templates with it do, so that ``@fig:one`` refers to ``<one>``."""
    figures = (
        "#figure([a], caption: [One.]) <one>\n#figure(table([a]), caption: [Two.]) <two>\n$ x $ <three>\n"
    )
    made = '#imagex([a], caption: [Four.], label-name: "four")\n#figure([a], caption: [Five.]) <five>\n'
    text = "See @fig:one, @tbl:two, @eqt:three, @img:four, @fig:six and @four:five:no by @known."
    report = check({"paper.typ": f"{figures}{made}{text}{END}"})
    assert (words(report, "REF001"), words(report, "CIT001")) == (["fig:six"], [])
    assert words(report, "REF003") == ["five"]


def test_texts_that_a_template_is_given_under_any_name(check):
    given = (
        "  abstract: [By @gone.],\n  abstract-en: [Of dunes there is no more to say than TODO here.],\n"
        "  thanks: [I thank the the people who have walked here with me.],\n  note: [A the the note.],\n"
    )
    report = check({"paper.typ": f"#show: thesis.with(\n{given})\n@known{END}"})
    told = [(finding.code, finding.span.start) for finding in report.diagnostics]
    assert [code for code, _ in told] == ["CIT001", "TEX008", "TEX010"]
    assert (words(report, "CIT001"), words(report, "TEX010")) == (["gone"], ["the the"])


def test_a_link_to_a_figure_refers_to_it(check):
    figures = "".join(f"#figure([a], caption: [{name}.]) <fig:{name}>\n" for name in "abc")
    text = '#let there = link(<fig:b>)[there]\nSee #link(<fig:a>)[the *first*], #link("https://a.org")[that], #link(<fig:d>)[gone].'
    report = check({"paper.typ": f"{text}\n{figures}@known{END}"})
    assert (words(report, "REF003"), words(report, "REF001")) == (["fig:c"], ["fig:d"])


def test_a_label_that_begins_as_others_do_is_no_key(check):
    text = "#figure([a], caption: [A.]) <abb:a>\nSee @abb:a, @abb:b, @tbl:c, @no:d and @known:e."
    bib = BIB + BIB.replace("known", "known:a").replace("other", "x")
    report = check({"paper.typ": f"{text} @known:a{END}", "refs.bib": bib})
    assert words(report, "REF001") == ["abb:b", "tbl:c"]
    assert words(report, "CIT001") == ["no:d", "known:e"]


@pytest.mark.parametrize(
    ("defined", "told"),
    [
        ('#import "@preview/dashy-todo:0.1.3": todo', 1),
        ("#let todo(body) = text(red)[#body]", 1),
        ("#let todo(body) = {\n  // [#body]\n}", 0),
        ("#let todo(body) = none", 0),
        ("#let todo = body => []", 0),
        ("#let todo(body) = if draft [#body]", 0),
        ("#let todo(body) = {\n  if draft { [#body] } else { none }\n}", 0),
    ],
)
def test_marks_of_the_authors_by_a_function(check, defined, told):
    report = check({"paper.typ": f"{defined}\nSo it is #todo[say how] by @known.\n\n// #todo[no]{END}"})
    assert len(words(report, "TEX008")) == told


def test_a_function_of_the_authors_that_cites_a_figure(check):
    defined = "#let citefig(label) = context { link(query(label).first().location())[see] }\n"
    text = "#citefig(<perf>) #citeauthor(<gone>) #cite(<perf>) @known\n#figure([a], caption: [A.]) <perf>\n"
    report = check({"paper.typ": f"{defined}{text}{END}"})
    assert (words(report, "CIT001"), words(report, "REF003")) == (["gone", "perf"], [])


def test_a_bibliography_in_yaml_beside_another_of_a_function_with_any_name(check):
    given = '#import "t.typ": works\nTold @known, @there and @gone.\n#works(path: ("refs.bib", "more.yml"))\n'
    more = "there:\n  type: book\n  title: Things\n  author: Doe, Jane\n  date: 2001\n  publisher: P\n"
    template = "#let works(path: ()) = bibliography(path)\n"
    report = check({"paper.typ": given, "more.yml": more, "t.typ": template})
    assert words(report, "CIT001") == ["gone"]


def test_labels_that_a_package_is_given_for_lines_of_code(check):
    given = '#codly(highlights: ((line: 3, tag: "[1]", label: <first>), mark(9, label: <second>), <third>))\n'
    text = "#figure(```c\nx\n```, caption: [Words]) <fig:a>\nSee @fig:a, @first, @second, @third by @known."
    assert words(check({"paper.typ": given + text + END}), "REF001") == ["third"]


def test_two_places_of_a_work_are_cited_in_a_row(check):
    text = "Told @known[p. 1]@known[p. 7], and @known @known."
    (told,) = [d for d in check({"paper.typ": text + END}).diagnostics if d.code == "CIT004"]
    assert told.span.start > text.index("and")
    assert told.message == "the key 'known' stands twice in citations side by side"


def test_lines_of_a_listing_that_has_a_label_are_no_keys(check):
    text = "#figure(```c\nint x;\n```, caption: [A loop]) <fig:loop>\nSee @fig:loop, line @fig:loop:1, and @gone:1, @known."
    report = check({"paper.typ": text + END})
    assert words(report, "CIT001") == ["gone:1"]
    assert words(report, "REF001") == []


def test_a_string_may_be_a_label_also_where_a_file_that_is_not_read_sets_that_label(check):
    report = check({
        "paper.typ": f'#snippet("app:code", [x = 1])\nSee @app:code and @app:lost, by @known.{END}',
        "draft.typ": "= Code <app:code>\n= Lost <app:lost>\n",
    })  # fmt: skip
    assert words(report, "REF001") == ["app:lost"]


def test_labels_of_other_chapters_are_no_keys(check):
    report = check({
        "main.typ": f'#include("chapters/a.typ")\n#include "/chapters/b.typ"\n@known{END}',
        "chapters/a.typ": "= One <first>\nSee @second and @gone.\n",
        "chapters/b.typ": "= Two <second>\nSee @first.\n",
    })  # fmt: skip
    assert roots(report) == ["main.typ"]
    assert words(report, "CIT001") == ["gone"]
    assert words(report, "REF001") == []


@pytest.mark.parametrize(
    ("options", "told"), [("", 1), (", full: false", 1), (", title: none, full: true", 0)]
)
def test_a_full_bibliography_prints_what_nothing_cites(check, options, told):
    refs = "".join(
        f"@book{{{key}, title = {{{key}}}, author = {{B}}, year = 1}}\n" for key in ("known", "other")
    )
    text = f'= A\n\nSee @known.\n\n#bibliography("refs.bib"{options})\n'
    report = check({"a.typ": text, "refs.bib": refs})
    assert sum(finding.code == "CIT005" for finding in report.diagnostics) == told


def test_labels_of_chapters_are_no_keys_where_there_is_no_bibliography(check):
    check({"a.typ": '#include "b.typ"\nSee @first.\n', "b.typ": "= One <first>\n"})
    [document] = api.citations("a.typ", isolated=True)["documents"]
    assert document["citations"] == []


# -- documents and files


def test_a_comment_may_end_a_document(check):
    report = check({"paper.typ": f"{END}Told @gone. // so"})
    assert words(report, "CIT001") == ["gone"]
    assert report.held_back == ()


def test_what_has_a_bibliography_is_a_document(check):
    files = {
        "paper.typ": '#import "template.typ": conf\n#show: conf.with(bibliography: "refs.bib")\nTold @gone.\n',
        "template.typ": "#let conf(bibliography: none, body) = { body; std.bibliography(bibliography) }\n",
        "notes.typ": "Told @gone.\n",
    }
    report = check(files)
    assert (roots(report), words(report, "CIT001")) == (["paper.typ"], ["gone"])
    assert roots(check(files, "notes.typ")) == ["notes.typ"]


def test_labels_of_the_parts_of_a_drawing_are_none_of_its_figure(check):
    drawing = (
        "diagram(node((0, 0), [One], name: <one>), node((1, 0), [Two], name: <two>), edge(<one>, <two>))"
    )
    text = f"#figure({drawing}, caption: [A drawing.]) <fig:a>\nSee @one by @known.\n"
    assert words(check({"paper.typ": text + END}), "REF003") == ["fig:a"]


def test_what_includes_chapters_is_a_document_without_a_bibliography(check):
    files = {
        "book.typ": '#import "lib.typ": *\n#include "a.typ"\n#include "b.typ"\n',
        "a.typ": "= A\nA the the word, see @fig:b.\n#figure([x], caption: [X.]) <fig:a>\n",
        "b.typ": "= B\nMore words.\n",
        "lib.typ": "#let x = 1\n",
        "note.typ": '#include "other.typ"\nA the the word.\n',
        "other.typ": "A the the word.\n",
    }
    report = check(files)
    assert (roots(report), words(report, "TEX010")) == (["book.typ"], ["the the"])
    assert words(report, "REF001") == ["fig:b"]


@pytest.mark.parametrize(("other", "missing"), [(END, 0), ("", 1)])
def test_a_bibliography_that_is_not_there_and_loaded_on_a_condition(check, other, missing):
    """As functions for an editor load one: the other one is what the document has."""
    code = '#let placate() = {\n  let n = 1\n  locate(loc => {\n    if n == 1 {\n      bibliography("/gone.yml")\n    }\n  })\n}\n'
    report = check({"paper.typ": f"{code}Told @known, @lost.{other}"})
    assert len(words(report, "TEX001")) == missing
    assert words(report, "CIT001") == (["lost"] if other else [])


def test_the_bibliography_of_another_document_does_not_stand_for_one_that_is_not_there(check):
    files = {
        "one.typ": '#import "t.typ": *\n#show: paper.with(refs: "gone.bib")\nTold @known, @lost.\n',
        "t.typ": "#let paper(refs: none, body) = {\n  body\n  bibliography(refs)\n}\n",
        "two.typ": f'#import "t.typ": *\nTold @known.\n{END}',
    }
    report = check(files)
    assert (len(words(report, "TEX001")), words(report, "CIT001")) == (1, [])


def test_a_template_finds_a_bibliography_from_its_own_folder(check):
    files = {
        "paper.typ": '#import "lib/t.typ": *\n#show: doc => project("A title", "../refs.bib", doc)\nTold @known, @gone.\n',
        "lib/t.typ": "#let project(title, file, doc) = {\n  doc\n  bibliography(file)\n}\n",
    }
    report = check(files)
    assert [d.code for d in report.diagnostics] == ["CIT001"]


def test_a_bibliography_in_yaml_is_known_by_its_name(check):
    """As where a template is given it among other things, or a variable is."""
    files = {
        "paper.typ": '#import "t.typ": *\n#show: doc => project("A title", 5%, "Bib.yml", doc)\nTold @there, @gone.\n',
        "t.typ": "#let project(title, width, file, doc) = {\n  doc\n  bibliography(file)\n}\n",
        "Bib.yml": "there:\n  type: book\n  title: Things\n  author: Doe, Jane\n  date: 2001\n  publisher: P\n",
    }
    assert words(check(files), "CIT001") == ["gone"]


def test_what_a_function_of_the_authors_cites_is_what_it_makes_a_label_of(check):
    code = "#let ccite(key, page) = {\n  cite(label(key), supplement: page)\n}\n#let cites(page, key) = cite(key, supplement: page)\n"
    text = 'So #ccite("gone", "159") and #ccite("known", "12"), #cites("3", <lost>) and #cites("4", "other").'
    assert words(check({"paper.typ": code + text + END}), "CIT001") == ["gone", "lost", "other"]


def test_a_name_in_a_drawing_is_no_bibliography(check):
    text = '#figure(body(files: ("x | a.md", "x | references.bib")), caption: [A.]) <fig:a>\nSee @fig:a by @known.'
    assert not check({"paper.typ": text + END}).diagnostics


def test_texts_in_arrays_that_a_function_is_given(check):
    text = "#case(sections: ([Of dunes there is the the most to say by @gone.], ([So it is to to the end here, as it is.], [@lost])))"
    report = check({"paper.typ": f"{text}\n@known{END}"})
    assert words(report, "TEX010") == ["the the", "to to"]
    assert words(report, "CIT001") == ["gone", "lost"]


def test_a_text_that_is_alone_is_a_document_without_a_bibliography(check):
    text = '#show: project.with(title: "A")\n' + "".join(f"= Heading {n}\nA word.\n" for n in range(10))
    assert roots(check({"main.typ": text, "talk.typ": text.replace("= ", "// ")})) == ["main.typ"]
    assert roots(check({"paper.typ": "Told @known" + END})) == ["paper.typ"]


def test_an_item_may_go_on_the_one_before(check):
    long = "Things that encode desired properties of a level, like the number of its enemies"
    text = f"- {long}, and\n- *Another* way with levels that can be played, over time.\n\n"
    broken = f"{long}, or\n\nThe next paragraph begins, and it is a whole one, long enough to be text."
    assert words(check({"paper.typ": text + broken + " @known" + END}), "TEX008") == ["or"]


@pytest.mark.parametrize(
    "given",
    ['bibliography: load-bibliography(read("refs.yml", encoding: none))', 'bibliography: read("refs.yml")'],
)
def test_a_bibliography_in_yaml_that_a_template_is_given_counts(check, given):
    files = {
        "paper.typ": f'#import "@local/t:0.1.0": *\n#show: t.with({given}, words: yaml("w.yml"))\nTold @gone, @lee.\n',
        "refs.yml": "lee:\n  type: article\n  title: All gone\n",  # no glossary
        "w.yml": "it: is\n",
    }
    assert words(check(files), "CIT001") == ["gone"]


def test_keys_have_the_prefix_of_the_package_that_loads_them(check):
    given = 'bibliography: load-bibliography(read("refs.yml"))'
    files = {
        "paper.typ": f'#import "@local/t:0.1.0": *\n#show: t.with({given})\nTold @x-lee, @x-gone, @y-lee.\n',
        "refs.yml": "lee:\n  type: article\n  title: On it\ny-lee:\n  type: article\n  title: On us\n",
    }
    report = check(files)
    assert (words(report, "CIT001"), words(report, "CIT005")) == (["x-gone"], [])


@pytest.mark.parametrize(
    ("call", "data"),
    [
        ('yaml("/data/words.yml")', "- key: HPC\n  long: computing\nFEM:\n  long: elements\n"),
        ('json("data/words.yml")', '[{"key":"HPC","long":"computing"},{"key":"FEM"}]'),
        ('toml.decode(read("data/words.yml"))', "[HPC]\nlong = 'computing'\n[FEM]\n"),
    ],
)
def test_names_in_data_that_code_reads_may_be_labels(check, call, data):
    files = {
        "paper.typ": f"#show: conf.with(entries: {call})\nBy @HPC and @FEM:pl, @gone.{END}",
        "data/words.yml": data,
    }
    assert words(check(files), "CIT001") == ["gone"]


def test_a_bibliography_in_a_template_counts(check):
    files = {
        "paper.typ": '#import "t.typ": *\nTold @gone.\n',
        "t.typ": '#let end() = bibliography("refs.bib")\n',
    }
    assert words(check(files), "CIT001") == ["gone"]


def test_paths_with_a_slash_begin_in_the_folder_of_the_main_file(check):
    files = {
        "report/main.typ": '#include "/chapters/a.typ"\n#include "/chapters/end.typ"\n',
        "report/chapters/a.typ": "= A\n\nTold @gone.\n",
        "report/chapters/end.typ": '#bibliography("/works.bib")\n',
        "report/works.bib": BIB,
        "slides/main.typ": f"By @known.{END}",
    }
    report = check(files)
    assert roots(report) == ["report/main.typ", "slides/main.typ"]
    assert words(report, "CIT001") == ["gone"]
    assert words(report, "TEX001") == []


def test_what_is_known_of_a_project_ends_with_it(check):
    check({"paper.typ": f"Told @gone.{END}"})
    gc.collect()
    assert not [known for known in gc.get_objects() if isinstance(known, TypstProject)]


def test_a_file_that_nobody_looks_for_is_read_where_it_is_named(check):
    files = {
        ".kept/paper.typ": f'#import "t.typ": *\nTold @gone.{END}',
        ".kept/t.typ": "",
        ".kept/refs.bib": BIB,
    }
    assert words(check(files, ".kept/paper.typ"), "CIT001") == ["gone"]


def test_a_picture_may_have_any_ending(check):
    report = check(
        {
            "paper.typ": f'#image("a.jpg_large")\n#image("b.png")\n@known{END}',
            "a.jpg_large": "x",
            "b.png": "x",
        }
    )
    assert words(report, "TEX009") == []


def test_files_that_are_not_there(check):
    report = check({"paper.typ": f'#include "gone.typ"\n#include "a-" + x + ".typ"\n@known{END}'})
    assert words(report, "TEX001") == ["gone.typ"]


@pytest.mark.parametrize(
    ("main", "template"),
    [
        ('#let all = ("parts/a.typ", "parts/b.typ")\n#for path in all {\n  include path\n}\n', ""),
        ('#let part(name) = {\n  include(name)\n}\n#part("parts/a.typ")\n#part("/parts/b.typ")\n', ""),
        ('#for name in ("a", "b") {\n  include "parts/" + name + ".typ"\n}\n', ""),
        ('#include "parts/a.typ"\n#for name in ("a", "b") {\n  include("parts/" + name + ".typ")\n}\n', ""),
        ('#show: conf.with(parts: ("a", "b"))\n', 'for name in parts { include "parts/" + name + ".typ" }'),
    ],
)
def test_what_code_includes_by_names_that_stand_somewhere_is_read(check, main, template):
    files = {
        "paper.typ": f'#import "t.typ": conf\n{main}',
        "t.typ": f"#let conf(parts: (), body) = {{ body; {template} }}\n",
        "parts/a.typ": "Told @gone, see @sec and @known.\n",
        "parts/b.typ": '= B <sec>\n\n#bibliography("/refs.bib")\n',
        "parts/c.typ": "Told @lost.\n",
        "refs.bib": BIB,
    }
    report = check(files)
    assert (roots(report), words(report, "CIT001"), report.held_back) == (["paper.typ"], ["gone"], ())


@pytest.mark.parametrize(
    ("text", "part"),
    [('#include "a-" + x + ".typ"\n@known', ""), ('#include "part.typ"', "#include x\n")],
)
def test_what_code_includes_by_other_names_is_said_to_be_unread_in_the_words_of_typst(check, text, part):
    report = check({"paper.typ": f"{text}{END}", "part.typ": f"{part}@known", "refs.bib": BIB})
    because = {clause for held in report.held_back for clause, _ in held.because}
    assert because == {"a file that code includes is not read (no string here is its name)"}


@pytest.mark.slow
def test_comments_silence_rules_and_are_added(check, tmp_path):
    text = f"// argcheck: ignore[undefined-citation] kept\nTold @gone.\nSo @lost. /* argcheck: ignore[undefined-citation] so */{END}"
    assert words(check({"paper.typ": text}), "CIT001") == []
    check({"paper.typ": f"Told @gone.{END}"})
    done = argcheck(
        "check", ".", "--add-ignore=kept", "--no-cache", cwd=tmp_path, env=os.environ, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr
    assert (
        (tmp_path / "paper.typ").read_text().startswith("// argcheck: ignore[undefined-citation] kept\nTold")
    )


def test_messages_have_the_words_of_typst(check):
    [finding] = (
        f for f in check({"paper.typ": f"See @fig:gone, @known.{END}"}).diagnostics if f.code == "REF001"
    )
    assert "\\ref" not in f"{finding.message}{finding.help}"


def test_numbers_and_words_are_read(check):
    text = """#show: conf.with(abstract: [A total of 12 took part.], bib: "refs.bib")
= Results <sec>
Of the 12 participants, 7 were women and 6 were men @known. // TODO not printed
// a comment
That is 50% of #value cases ($p = 0.05$), see @sec. TODO
"""
    report = check({"paper.typ": text})
    assert [(f.code, report.sources[f.span.path].position(f.span.start)[0]) for f in report.diagnostics] == [
        ("NUM003", 3),
        ("TEX008", 5),
    ]


def test_fixes_change_what_the_author_wrote(check, tmp_path):
    report = check({"paper.typ": f"Ümlaut: so @Known.{END}"})
    [fix] = [f.fix for f in report.diagnostics if f.code in {"CIT001", "CIT002"} and f.fix]
    [edit] = fix.edits
    text = (tmp_path / "paper.typ").read_text("utf-8")
    assert text[: edit.span.start] + edit.replacement + text[edit.span.end :] == f"Ümlaut: so @known.{END}"


def test_citations_are_mapped_with_the_sentences_around_them(check, tmp_path):
    check({"paper.typ": f"= One\nWe doubt it. It is so @known[p. 3], they say.{END}"})
    [document] = api.citations(tmp_path, isolated=True)["documents"]
    [row] = document["citations"]
    assert (row["file"], row["line"], row["col"], row["sentence"]) == (
        "paper.typ",
        2,
        24,
        "It is so [known], they say.",
    )


@pytest.mark.parametrize(
    "code",
    [
        '#gls("codec", "codec")',
        '\n#gls("codec")',
        "#{codec}",
        "#if short [codec] else [coder]",
        '#link("https://a.org")',
        '#numbering("1", 2)',
        "#words.at(0)",
        '#"codec"',
        "#eng[codec]",
    ],
)
def test_what_code_prints_stands_between_words(check, code):
    text = f"We see the {code} the most, as @known says, by the#metadata(1) the way."
    assert words(check({"paper.typ": text + END}), "TEX010") == ["the#metadata(1) the"]


# -- syntax


@pytest.mark.parametrize(
    "mark", ["[", "#[", "#(", "#{", "#f(", "$#(", "#let a = ", "#if ", "#f[]", "#context ", "@a[", "#a.b"]
)
@pytest.mark.slow
def test_deep_nesting_is_read_in_time_and_without_fault(mark):
    tree = parse(mark * 5_000)
    assert tree.end == 5_000 * len(mark)
    assert translate(mark * 5_000, tree, ProjectNames([(mark * 5_000, tree)]), whole=True).text


@given(
    st.lists(
        st.sampled_from([*'[](){}#$`"/*<>@=\\\n a.;:,', "let ", "if ", "#x", "<l>", "@k", "include "])
    ).map("".join)
)
def test_every_text_is_a_tree_in_order(text):
    at = 0
    for node in parse(text).children:
        assert at <= node.start <= node.end <= len(text)
        at = node.end


def test_a_file_without_a_bibliography_lacks_one_or_the_document_that_reads_it(check):
    report = check({"notes.typ": "= Notes\n\nAs @smith2020 says, it holds.\n"}, "notes.typ")
    assert {because.because for held in report.held_back for because in held.because} == {
        "a bibliography or the document that reads it is missing"
    }
