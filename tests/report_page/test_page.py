"""What the page says, part by part, and that it says the same each time."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from argcheck_process import argcheck
from read_page import EXAMPLES, Page, page_of, write
from test_versions import prose

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.slow


BLUEPRINT = (
    r"\begin{lemma}\label{lem:a}\leanok Sand moves.\end{lemma}\begin{proof}\leanok Clear.\end{proof}"
    r"\begin{lemma}\label{lem:b}\uses{lem:a} Wind moves sand.\end{lemma}\begin{proof}\uses{lem:a} So.\end{proof}"
)


def data_of(page: Page) -> dict[str, list[object]]:
    ((_, _, data),) = [each for each in page.raw if "json" in each[1]]
    return json.loads(data)


def test_the_overview_says_what_is_wrong_where_it_is_thin_and_what_was_not_checked(
    example: Callable[[str], Page],
) -> None:
    words = example("verified").words("//section[@id='overview']")
    for part in (
        "4 ✖ errors",
        "2 × refuted-but-feeding",
        "cl:main ◔ width 1: falls without ferrante2016",
        "lindgren2008 : retracted on 2012-11-02: The scores of two classes had been exchanged",
        "Sources that were verified: 8 of 9",
        "lindgren2005 ● retracted, and cited as such",
        "brandt2003 ▲ the entry differs from its record",
        "1 of 9 sources not verified",
        "5 citations without a verdict",
        "whether a claim is true",
    ):
        assert part in words


def test_every_finding_of_the_check_is_listed_with_its_words_marked(example: Callable[[str], Page]) -> None:
    ended = argcheck(
        "check",
        str(EXAMPLES / "miscited"),
        "--format",
        "json",
        "--no-cache",
        cwd="/",
        env=dict(os.environ),
        encoding="utf-8",
    )
    findings = json.loads(ended.stdout)["diagnostics"]
    page = example("miscited")
    rows = page.all("//ol[@id='findings-list']/li")
    assert {row.get("id") for row in rows} == {
        f"finding-{each['fingerprint'].removeprefix('a1:')}" for each in findings
    }
    for each in findings:
        row = page.words(f"//li[@id='finding-{each['fingerprint'].removeprefix('a1:')}']")
        for part in (
            each["code"],
            each["name"],
            each["message"],
            f"{each['file']}:{each['line']}:{each['col']}",
        ):
            assert " ".join(part.split()) in row
    assert [" ".join(mark.itertext()) for mark in page.all("//li[@data-rule='retracted-source']//mark")] == [
        "vasquez2014"
    ]


def test_a_sentence_links_to_its_findings_claims_and_sources(example: Callable[[str], Page]) -> None:
    page = example("verified")
    (sentence,) = page.all("//span[contains(@class, 's ') and contains(., 'Pupils with two lessons')]")
    links = {"".join(link.itertext()): link.get("href") for link in sentence.iter("a")}
    assert links["✓lindgren2008"] == "#source-lindgren2008"
    assert links["◆ evidence"] == "#claim-ev:pupils"
    assert links["✖ ARG004"].startswith("#finding-")
    assert "error" in sentence.get("class").split()


def test_the_card_of_a_claim_says_how_it_stands(example: Callable[[str], Page]) -> None:
    page = example("verified")
    words = page.words("//article[@id='claim-cl:main']")
    assert words.startswith(
        "cl:main Music lessons make children better at arithmetic. chapters/conclusion.tex:4 in the text"
    )
    assert "Width 1: falls without ferrante2016" in words
    assert "Rests on cl:lessons ev:rhythm" in words
    assert "Known from the author's annotations" in words


def test_a_claim_whose_only_support_is_refuted_is_not_called_supported(
    example: Callable[[str], Page],
) -> None:
    page = example("verified")
    words = page.words("//article[@id='claim-ev:pupils']")
    assert "▽ nothing that stands supports it" in words
    assert "✓" not in words
    assert "▽ nothing that stands supports it" in page.words("//*[@class='legend']")
    assert "▽" in page.words("//*[local-name()='g'][contains(., 'ev:pupils')]")


def test_the_card_of_a_source_says_what_was_verified_and_what_it_says_to_each_sentence(
    example: Callable[[str], Page],
) -> None:
    words = example("miscited").words("//article[@id='source-lindqvist2017']")
    assert "✗ the source does not say so" in words
    assert "Cited in" in words
    retracted = example("verified").words("//article[@id='source-lindgren2008']")
    assert "✖ retracted" in retracted
    assert "Notice retracted on 2012-11-02" in retracted


def test_sources_stand_by_how_much_rests_on_them_doubtful_ones_first(example: Callable[[str], Page]) -> None:
    rows = [
        " ".join(" ".join(row.itertext()).split())
        for row in example("verified").all("//table[@class='sources']/tbody/tr")
    ]
    assert [row.split()[0] for row in rows[:3]] == ["lindgren2008", "moreau2014", "brandt2003"]
    assert "3 claims, 1 conclusion among them" in rows[0]
    (ferrante,) = [row for row in rows if row.startswith("ferrante2016")]
    assert "2 claims, 1 conclusion among them; 2 on nothing else" in ferrante


def test_premises_that_are_needed_together_meet_in_the_drawing_and_stand_together_on_the_card(
    tmp_path: Path,
) -> None:
    (tmp_path / "paper.tex").write_text(
        "\\documentclass{article}\\begin{document}\n"
        "% argcheck: given id=a\nWater is wet.\n\n% argcheck: given id=b\nRain is water.\n\n% argcheck: given id=c\nI felt it.\n\n"
        "% argcheck: conclusion id=z uses=a+b,c\nRain is wet.\n\\end{document}\n",
        "utf-8",
    )
    page = page_of(tmp_path)
    assert len(page.all("//*[local-name()='circle']")) == 1
    assert "needed together: a + b" in page.words("//article[@id='claim-z']")
    assert "Width 2" in page.words("//article[@id='claim-z']")


def test_the_data_name_what_is_on_the_page(example: Callable[[str], Page]) -> None:
    for name in ("verified", "joint", "worked-example"):
        page = example(name)
        data = data_of(page)
        ids = set(page.all("//@id"))
        for node in data["nodes"]:
            assert {node["card"], *node["sentences"]} <= ids
        assert all(
            {finding, sentence or finding, source or finding} <= ids
            for finding, sentence, source in data["findings"]
        )
        count = len(data["nodes"])
        assert all(0 <= source < count and 0 <= target < count for source, target, _ in data["edges"])
        drawn = {
            int(number) for numbers in page.all("//*[@id='argument']//@data-n") for number in numbers.split()
        }
        assert drawn == set(range(count))


def test_several_documents_stand_on_one_page_with_ids_of_their_own(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / f"{name}.tex").write_text(
            "\\documentclass{article}\\begin{document}\n% argcheck: conclusion id=z\nAll of "
            + name
            + " is well.\\cite{k}\n\\end{document}\n",
            "utf-8",
        )
    page = page_of(tmp_path)
    ids = page.all("//@id")
    assert len(ids) == len(set(ids))
    assert {"claim-1-z", "claim-2-z", "source-1-k", "source-2-k"} <= set(ids)


def test_drawings_that_can_be_compiled_alone_stand_behind_the_thesis_that_needs_no_name(
    tmp_path: Path,
) -> None:
    (tmp_path / "a_drawing.tex").write_text(
        "\\documentclass{standalone}\\begin{document}\nA drawing.\n\\end{document}\n", "utf-8"
    )
    (tmp_path / "thesis.tex").write_text(
        "\\documentclass{book}\\begin{document}\n% argcheck: conclusion id=z\nAll is well.\\cite{k}\n\\end{document}\n",
        "utf-8",
    )
    page = page_of(tmp_path)
    assert [" ".join(name.itertext()) for name in page.all("//*[@class='document']/h3")] == [
        "thesis.tex",
        "a_drawing.tex",
    ]
    assert page.all("//section[@id='overview']//h3[contains(., 'thesis.tex')]") == []
    assert page.all("//*[@id='argument']/h3 | //section[@id='sources']/h3") == []
    assert "1 document without claims, figures, tables, proofs and sources: a_drawing.tex" in page.words(
        "//main"
    )


def test_a_folded_drawing_names_no_option_of_another_command(tmp_path: Path) -> None:
    claims = "".join(f"% argcheck: claim id=c{n}\nSand of valley {n} is dry.\n\n" for n in range(80))
    (tmp_path / "paper.tex").write_text(
        f"\\documentclass{{article}}\\begin{{document}}\n{claims}\\end{{document}}\n", "utf-8"
    )
    words = page_of(tmp_path).words("//*[@id='argument']")
    assert "of 80 nodes are folded" in words
    assert "--" not in words


def test_a_claim_that_is_called_like_a_work_has_a_card_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "paper.tex").write_text(
        "\\documentclass{article}\\begin{document}\n% argcheck: conclusion id=cite:nobody\nAll is well.\n\\end{document}\n",
        "utf-8",
    )
    page = page_of(tmp_path)
    assert "All is well." in page.words("//article[@id='claim-cite:nobody']")
    assert "Nothing is cited." in page.words("//section[@id='sources']")


def test_a_part_without_a_bibliography_has_no_missing_entries(tmp_path: Path) -> None:
    claim = "% argcheck: claim id={name} uses={key}\nSand is dry \\cite{{{key}}}.\n"
    write(
        tmp_path,
        thesis_dot_tex="\\documentclass{article}\\begin{document}\n"
        + claim.format(name="cl:a", key="lee")
        + "\\bibliography{r}\\end{document}\n",
        old_dot_tex="\\section{Of old}\n" + claim.format(name="cl:b", key="poe"),
        r_dot_bib="@book{lee, title={Sand}, author={Lee, A.}, year={1999}}\n",
    )
    page = page_of(tmp_path, "thesis.tex", "old.tex")
    assert "its bibliography was not read" in page.words("//article[contains(@id, 'poe')]")
    assert "no entry in the bibliography" not in page.words("//main")


def test_a_document_without_an_argument_says_so(tmp_path: Path) -> None:
    (tmp_path / "paper.tex").write_text(
        "\\documentclass{article}\\begin{document}\nHello there.\n\\end{document}\n", "utf-8"
    )
    page = page_of(tmp_path)
    words = page.words("//main")
    assert "says nothing of how it argues" in words
    assert "No findings." in words
    assert "Nothing is cited." in words


def test_the_page_is_written_where_it_is_asked_for_and_nowhere_else(tmp_path: Path) -> None:
    paper = tmp_path / "paper.tex"
    paper.write_text("\\documentclass{article}\\begin{document}\nHello~\\ref{x}.\n\\end{document}\n", "utf-8")

    def run(*argv: str) -> tuple[int, str]:
        ended = argcheck("report", *argv, cwd=tmp_path, env=dict(os.environ), encoding="utf-8")
        assert ended.stdout == ""
        return ended.returncode, ended.stderr

    assert run("-o", "paper.tex") == (2, "argcheck: error: -o paper.tex: a page is called FILE.html\n")
    assert run("-o", "nowhere/page.html")[0] == 2
    code, said = run("-o", "page.html")
    assert (code, said) == (0, "page.html: 1 finding (1 warning), 0 claims, 0 sources\n")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["page.html", "paper.tex"]
    assert run("--runs", "nobody")[0] == 2
    assert "no such file" in run("nothing.tex")[1]


def test_the_same_bytes_whatever_the_hash_seed(tmp_path: Path) -> None:
    pages = []
    for seed in ("1", "2"):
        file = tmp_path / f"{seed}.html"
        command = [
            sys.executable,
            "-m",
            "argcheck",
            "report",
            str(EXAMPLES / "joint"),
            "-o",
            str(file),
            "--no-cache",
        ]
        subprocess.run(
            command, check=True, capture_output=True, env={**os.environ, "PYTHONHASHSEED": seed}, cwd=tmp_path
        )
        pages.append(file.read_bytes())
    assert pages[0] == pages[1]


def test_five_hundred_claims_are_at_most_two_megabytes(tmp_path: Path) -> None:
    claims = "".join(
        ("\\section{Part}\n" if not n % 50 else "")
        + f"% argcheck: claim id=c{n}{f' uses=c{n - 1},c{n // 2}' if n else ''}\n"
        + f"Claim number {n} says that harvests of the year {n} were early above the river.\n\n"
        for n in range(500)
    )
    (tmp_path / "paper.tex").write_text(
        "\\documentclass{article}\\begin{document}\n" + claims + "\\end{document}\n", "utf-8"
    )
    page = page_of(tmp_path)
    assert len(data_of(page)["nodes"]) == 500
    assert len(page.text.encode()) <= 2_000_000
    drawings = page.all("//details[@class='graph']/summary")
    assert [drawing.text for drawing in drawings] == ["overview", "all 500"]


def test_sections_of_two_documents_are_chosen_apart(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / f"{name}.tex").write_text(
            "\\documentclass{article}\\begin{document}\n\\section{Introduction}\n"
            f"% argcheck: claim id=cl:{name}\nSand of {name} is wet~\\ref{{nowhere{name}}}.\n\n\\section{{Results}}\nIt is.\n\\end{{document}}\n",
            "utf-8",
        )
    page = page_of(tmp_path)
    groups = page.all("//select[@name='section']/optgroup")
    assert [group.get("label") for group in groups] == ["one.tex", "two.tex"]
    assert [[option.text for option in group] for group in groups] == [["Introduction", "Results"]] * 2
    values = page.all("//select[@name='section']//option/@value")
    assert len(set(values)) == len(values) == 5
    chosen = {
        row.get("data-chapter")
        for row in page.all("//ol[@id='findings-list']/li[@data-rule='undefined-reference']")
    }
    assert chosen == {groups[0][0].get("value"), groups[1][0].get("value")}
    assert chosen <= set(page.all("//*[@id='text']//@data-chapter"))
    assert {node["section"] for node in data_of(page)["nodes"]} == chosen


def test_documents_that_hold_nothing_to_show_are_named_once(tmp_path: Path) -> None:
    for name in ("a", "b", "c", "d", "e"):
        (tmp_path / f"{name}.tex").write_text(
            "\\documentclass{standalone}\\begin{document}\\tikz\\draw;\\end{document}", "utf-8"
        )
    (tmp_path / "paper.tex").write_text(
        "\\documentclass{article}\\begin{document}\n% argcheck: claim id=cl:one\nSand is wet.\n\\end{document}\n",
        "utf-8",
    )
    page = page_of(tmp_path)
    headings = ["".join(heading.itertext()) for heading in page.all("//section[@id='overview']//h3")]
    assert headings.count("Where the argument is thin") == 1
    assert not [heading for heading in headings if "a.tex" in heading]
    assert (
        "5 documents without claims, figures, tables, proofs and sources: a.tex, b.tex, c.tex and 2 more"
        in page.words("//section[@id='overview']")
    )


def test_the_longest_document_comes_first_and_of_little_ones_little_is_said(tmp_path: Path) -> None:
    text = "\n\n".join(f"As Figure~\\ref{{fig:a}} shows, sand of dune {n} is wet." for n in range(9))
    figure = "\\begin{figure}\\caption{Sand.}\\label{fig:a}\\end{figure}"
    (tmp_path / "thesis.tex").write_text(
        f"\\documentclass{{book}}\\begin{{document}}\n{figure}\n\n{text}\n\\end{{document}}", "utf-8"
    )
    for name in ("agreement", "proposal"):
        (tmp_path / f"{name}.tex").write_text(
            f"\\documentclass{{article}}\\begin{{document}}\nIn {name} we hypothesize that sand is wet.\n\\end{{document}}",
            "utf-8",
        )
    page = page_of(tmp_path)
    assert page.all("//*[@class='document']/h3/text()") == ["thesis.tex", "proposal.tex", "agreement.tex"]
    headings = ["".join(heading.itertext()) for heading in page.all("//section[@id='overview']//h3")]
    assert headings[:2] == ["What is wrong", "Where the argument is thin: thesis.tex"]
    assert not [heading for heading in headings if "proposal.tex" in heading]
    words = page.words("//section[@id='overview']")
    assert "2 other documents in which nothing is tied to anything proposal.tex 1 claim" in words


def test_of_an_earlier_version_the_overview_has_but_its_name(tmp_path: Path) -> None:
    figure = "\\begin{figure}\\caption{Sand.}\\label{fig:a}\\end{figure}\nAs Figure~\\ref{fig:a} shows, sand is wet.\n\n"
    for name, count in (("thesis", 80), ("thesis-v1", 60)):
        body = figure + "\n\n".join(prose(1, 80)[:count])
        (tmp_path / f"{name}.tex").write_text(
            f"\\documentclass{{article}}\\begin{{document}}\n{body}\n\\end{{document}}\n", "utf-8"
        )
    page = page_of(tmp_path)
    headings = ["".join(heading.itertext()) for heading in page.all("//section[@id='overview']//h3")]
    assert "Where the argument is thin: thesis.tex" in headings
    assert not [heading for heading in headings if "thesis-v1.tex" in heading]
    words_of_overview = page.words("//section[@id='overview']")
    assert "Other document beside which another one is worked on thesis-v1.tex" in words_of_overview


def test_a_text_that_two_documents_read_is_shown_once(tmp_path: Path) -> None:
    for name in ("print", "web"):
        (tmp_path / f"{name}.tex").write_text(
            f"\\documentclass{{report}}\\input{{{name}_macros}}\\begin{{document}}\\input{{content}}\\end{{document}}\n",
            "utf-8",
        )
    (tmp_path / "content.tex").write_text(BLUEPRINT + " See \\ref{nowhere}.", "utf-8")
    page = page_of(tmp_path)
    assert len(page.all("//*[@class='document']")) == 1
    assert "2 claims" in page.said
    assert "print.tex reads the same text as web.tex, which is shown" in page.words(
        "//section[@id='overview']"
    )
    listed = page.words("//ol[@id='findings-list']")
    assert "print_macros" in listed
    assert "web_macros" in listed
    assert listed.count("nowhere'") == 1


def test_a_file_that_branches_of_a_class_read_is_shown_once(tmp_path: Path) -> None:
    """Which of the branches LaTeX goes through is not known; its words are the same in each."""
    read = "\\if@x\\AtBeginDocument{\\input{second}}\\else\\AtBeginDocument{\\input{second}}\\fi\n"
    (tmp_path / "second.tex").write_text("On the cover a star is drawn.\n", "utf-8")
    text = f"\\documentclass{{article}}\n{read}\\begin{{document}}\n\\input{{second}}\n\\input{{second}}\n{BLUEPRINT}\n\\end{{document}}"
    (tmp_path / "paper.tex").write_text(text, "utf-8")
    assert page_of(tmp_path).words("//*[@id='text']").count("a star is drawn") == 1


def test_a_file_that_is_read_twice_is_shown_where_it_is_read_first(tmp_path: Path) -> None:
    (tmp_path / "star.tex").write_text("A star is drawn.\n", "utf-8")
    text = f"\\documentclass{{article}}\\begin{{document}}\n\\input{{star}}\nThe moon rises.\n\n\\input{{star}}\n{BLUEPRINT}\n\\end{{document}}"
    (tmp_path / "paper.tex").write_text(text, "utf-8")
    shown = page_of(tmp_path).words("//*[@id='text']")
    assert shown.index("A star is drawn") < shown.index("The moon rises")


def test_of_many_places_of_one_finding_the_first_ones_stand_open(tmp_path: Path) -> None:
    keys = [f"Work{number}" for number in range(40)]
    cited = " ".join(f"Sand is wet \\cite{{{key}}}." for key in keys)
    text = (
        f"\\documentclass{{article}}\n\\begin{{document}}\n{cited}\n\\bibliography{{refs}}\\end{{document}}\n"
    )
    (tmp_path / "paper.tex").write_text(text, "utf-8")
    entry = "@book{%s, author={A. Writer}, title={Title %s}, publisher={P}, year=2001}\n"
    entries = "".join(entry % (key.lower(), key) for key in keys)
    (tmp_path / "refs.bib").write_text(entries, "utf-8")
    page = page_of(tmp_path)
    assert len(page.all("//ol[@id='findings-list']/li/p[contains(@class, 'related')]")) == 6
    assert "33 more" in page.words("//ol[@id='findings-list']")
    assert len(page.all("//ol[@id='findings-list']//details/p[contains(@class, 'related')]")) == 33


def test_formulas_are_typeset_in_what_a_claim_is_called(tmp_path: Path) -> None:
    theorem = "\\begin{theorem} If $C_Z \\perp C_X$, sand is wet. \\end{theorem}"
    text = f"\\documentclass{{article}}\\newtheorem{{theorem}}{{Theorem}}\\begin{{document}}\n{theorem}\n\\end{{document}}"
    (tmp_path / "paper.tex").write_text(text, "utf-8")
    overview = page_of(tmp_path).words("//section[@id='overview']")
    assert "sand is wet" in overview
    assert "$" not in overview


def test_what_of_a_blueprint_is_formalised_and_what_could_be_next_stands_in_the_overview(
    tmp_path: Path,
) -> None:
    (tmp_path / "web.tex").write_text(
        f"\\documentclass{{report}}\\begin{{document}}\n{BLUEPRINT}\n\\end{{document}}\n", "utf-8"
    )
    words = page_of(tmp_path).words("//section[@id='overview']")
    assert "Formalised with all that they rest on: 1 of 2 statements" in words
    assert "Could be formalised next lem:b" in words


def test_what_draws_a_diagram_is_left_out_of_the_words_of_a_statement(tmp_path: Path) -> None:
    diagram = r"\begin{tikzcd} A \arrow[r, dashed] & B \end{tikzcd}"
    statement = rf"\begin{{lemma}}\label{{lem:a}} Sand moves. {diagram} It is wet.\end{{lemma}}"
    paper = f"\\documentclass{{article}}\\newtheorem{{lemma}}{{Lemma}}\\begin{{document}}\n{statement}\n\\end{{document}}"
    (tmp_path / "paper.tex").write_text(paper, "utf-8")
    page = page_of(tmp_path)
    assert "Sand moves. ⟨…⟩ It is wet." in page.words("//article[@id='claim-lem:a']")
    assert "arrow" not in page.words("//*[@id='argument']")


def test_of_what_stands_in_a_bibliography_that_was_not_read_no_entry_is_missed(tmp_path: Path) -> None:
    text = "Sand is wet \\cite{k}. Sand is wet indeed \\cite{k}."
    text += "\n% argcheck: claim id=dry uses=cite:noted\nSand was dry."
    paper = f"\\documentclass{{article}}\\begin{{document}}\n{text}\n\\bibliography{{lost}}\\end{{document}}"
    (tmp_path / "paper.tex").write_text(paper, "utf-8")
    words = page_of(tmp_path).words("//section[@id='sources']")
    assert "k ? its bibliography was not read 2 times" in words
    assert "noted ? its bibliography was not read 0 times" in words
    assert "no entry" not in words
    (tmp_path / "lost.bib").write_text(
        "@book{other, title={T}, author={A. B}, year=2000, publisher={P}}", "utf-8"
    )
    assert "k ✖ no entry in the bibliography 2 times" in page_of(tmp_path).words("//section[@id='sources']")


def test_where_nothing_was_verified_that_is_said_once_with_what_does_it(tmp_path: Path) -> None:
    (tmp_path / "paper.tex").write_text(
        "\\documentclass{article}\\begin{document}\nSand is wet \\cite{k}.\n\\bibliography{refs}\\end{document}",
        "utf-8",
    )
    (tmp_path / "refs.bib").write_text(
        "@book{k, title={T}, author={A. B}, year=2000, publisher={P}}", "utf-8"
    )
    words = page_of(tmp_path).words("//section[@id='overview']")
    assert words.count("verify") == 1
    assert "None of 1 source was verified: argcheck verify asks whether they exist and still stand" in words


def test_what_models_have_read_and_the_page_leaves_out_is_said(tmp_path: Path) -> None:
    hint = "what models have read in paper.tex is not shown: argcheck report --runs all shows it"
    page = page_of(tmp_path, str(EXAMPLES / "interrogated"))
    assert hint in page.words("//section[@id='overview']")
    page = page_of(tmp_path, str(EXAMPLES / "interrogated"), "--runs", "all")
    assert hint not in page.words("//section[@id='overview']")
    ended = argcheck(
        "graph",
        str(EXAMPLES / "interrogated"),
        "--no-cache",
        cwd=tmp_path,
        env=dict(os.environ),
        encoding="utf-8",
    )
    assert "what models have read in paper.tex is not shown; `--runs all` shows it\n" in ended.stderr


def test_many_findings_of_a_rule_are_told_by_what_the_rule_is_about(tmp_path: Path) -> None:
    refs = " ".join(f"See~\\ref{{nowhere{number}}}." for number in range(3))
    (tmp_path / "paper.tex").write_text(
        f"\\documentclass{{article}}\\begin{{document}}\n{refs}\n\\end{{document}}\n", "utf-8"
    )
    words = page_of(tmp_path).words("//section[@id='overview']")
    assert "3 × undefined-reference A reference" in words
    assert "nowhere0" not in words


def test_a_finding_in_markdown_leads_to_its_sentence(tmp_path: Path) -> None:
    front = (
        "---\ntitle: A study of many things\nbibliography: refs.bib\n---\n\n# One\n\nFirst *words* [@a].\n\n"
    )
    (tmp_path / "paper.md").write_text(f"{front}Then it is [@b; @gone] that is cited.\n\nLast words of it.\n")
    (tmp_path / "refs.bib").write_text("@book{a, title = {A}}\n@book{b, title = {B}}\n")
    page = page_of(tmp_path, str(tmp_path / "paper.md"))
    (link,) = page.all("//li[@data-rule='undefined-citation']//a[text()='in the text']/@href")
    assert "that is cited" in page.words(f"//*[@id='{link[1:]}']")


def legend(page: Page) -> list[str]:
    """Give the words of the legend of the drawing."""
    keys = page.all("//ul[@class='legend']/li")
    return [" ".join("".join(key.itertext()).split()) for key in keys]


def test_how_claims_stand_is_drawn_by_signs_that_a_legend_explains(tmp_path: Path) -> None:
    (tmp_path / "paper.tex").write_text(
        "\\documentclass{article}\\begin{document}\n"
        "% argcheck: evidence ev:a\nSand moved in March.\n\n% argcheck: evidence ev:b\nSand moved in May.\n\n"
        "% argcheck: claim cl:two supports=ev:a,ev:b\nSand moves in spring.\n\n"
        "% argcheck: conclusion cl:bare\nFences are of no use.\n\\end{document}\n",
        "utf-8",
    )
    page = page_of(tmp_path)
    assert legend(page)
    signs = page.all("//*[local-name()='text'][@class='sign']/text()")
    assert sorted({key.split(" ")[0] for key in legend(page)}) == sorted(set(signs))
    for box in page.all("//*[local-name()='g'][.//*[contains(@class, 'state')]]"):
        told = box.xpath("string(*[local-name()='title'])")
        (sign,) = box.xpath("*[local-name()='text'][@class='sign']/text()")
        assert any(key == f"{sign} {words}" for key in legend(page) for words in told.split("; "))


def test_a_theorem_that_its_proof_proves_is_not_without_support(tmp_path: Path) -> None:
    (tmp_path / "paper.tex").write_text(
        r"\documentclass{article}\newtheorem{lemma}{Lemma}\newtheorem{theorem}{Theorem}\begin{document}"
        r"\begin{lemma}\label{lem:a} Sand moves.\end{lemma}\begin{proof} Clear from what sand is.\end{proof}"
        r"\begin{lemma}\label{lem:b} Wind moves sand.\end{lemma}\begin{proof} By Lemma~\ref{lem:a}.\end{proof}"
        r"\begin{theorem}\label{thm:c} Wind blows.\end{theorem}\begin{proof} By Lemma~\ref{lem:b}.\end{proof}"
        r"\begin{lemma}\label{lem:d} Sand sings.\end{lemma}\end{document}",
        "utf-8",
    )
    page = page_of(tmp_path)
    for name, standing in (
        ("lem:a", "✓ proved"),
        ("lem:b", "✓ proved"),
        ("thm:c", "✓ proved"),
        ("lem:d", "△ no support"),
    ):
        assert standing in page.words(f"//*[@id='claim-{name}']"), name
    assert legend(page) == ["△ no support is known", "✓ proved in the text"]
    assert "thm:c ✓ proved in the text" in page.words("//section[@id='overview']")


def test_of_a_problem_no_support_is_asked_for(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text(
        r"\documentclass{report}\usepackage[french]{babel}\newtheorem{probl}{Problématique}\newtheorem{lemme}{Lemme}\begin{document}"
        r"\begin{probl}\label{prob:a} Comment le sable avance-t-il ?\end{probl}"
        r"\begin{lemme}\label{lem:b} Le sable avance.\end{lemme}\end{document}",
        "utf-8",
    )
    overview = page_of(tmp_path).words("//section[@id='overview']")
    assert "1 claim marked as such, without any support lem:b" in overview
    assert "prob:a" not in overview


def test_what_of_a_blueprint_is_formalised_stands_in_words_on_card_and_drawing(tmp_path: Path) -> None:
    (tmp_path / "plan.tex").write_text(
        r"\documentclass{article}\newtheorem{lemma}{Lemma}\begin{document}"
        r"\begin{lemma}\label{lem:a}\leanok Sand moves.\end{lemma}\begin{proof}\leanok Clear.\end{proof}"
        r"\begin{lemma}\label{lem:b}\uses{lem:a}\leanok Wind moves sand.\end{lemma}\begin{proof}\uses{lem:a} So.\end{proof}"
        r"\begin{lemma}\label{lem:c}\mathlibok\discussion{7} Wind blows.\end{lemma}"
        r"\begin{lemma}\label{lem:d}\uses{lem:b, lem:c} Sand is blown.\end{lemma}"
        r"\begin{lemma}\label{lem:e}\uses{lem:d}\leanok Dunes move.\end{lemma}\begin{proof}\leanok By wind.\end{proof}"
        r"\begin{lemma}\label{lem:f}\uses{lem:d}\leanok Dunes sing.\end{lemma}\begin{proof} By sand.\end{proof}"
        r"\begin{lemma}\label{lem:g}\uses{lem:d} Dunes hum.\end{lemma}\end{document}",
        "utf-8",
    )
    page = page_of(tmp_path)
    for name, words in (
        ("lem:a", "formalised, with all that it rests on"),
        ("lem:b", "statement formalised, and the proof is ready to be"),
        ("lem:c", "in Mathlib"),
        ("lem:d", "ready to be formalised: all that it uses is stated in Lean"),
        ("lem:e", "statement and proof formalised"),
        ("lem:f", "statement formalised"),
    ):
        card = page.words(f"//*[@id='claim-{name}']")
        assert f"Formalised {words}" in card
        assert [title for title in page.all("//*[local-name()='title']/text()") if f"; {words}" in title]
    assert [each.split()[0] for each in legend(page)] == ["◇", "□", "◪", "■", "▣", "◆"]
    assert "Formalised" not in page.words("//*[@id='claim-lem:g']")
    assert "7 Wind" not in page.text


def test_a_remark_is_not_among_what_is_to_be_formalised(tmp_path: Path) -> None:
    (tmp_path / "plan.tex").write_text(
        r"\documentclass{article}\newtheorem{lemma}{Lemma}\newtheorem{remark}{Remark}\begin{document}"
        r"\begin{lemma}\label{lem:a}\mathlibok Sand moves.\end{lemma}"
        r"\begin{lemma}\label{lem:b}\uses{lem:a, rem:c} Dunes hum.\end{lemma}"
        r"\begin{remark}\label{rem:c} Sand is old.\end{remark}\end{document}",
        "utf-8",
    )
    page = page_of(tmp_path)
    assert page.all("//*[@id='claim-rem:c']")
    overview = page.words("//section[@id='overview']")
    assert "1 of 2 statements Could be formalised next lem:b" in overview
    card = page.words("//*[@id='claim-lem:b']")
    assert card.index("Formalised ready to be formalised") < card.index("Rests on"), "not folded away"


def test_the_overview_says_what_the_givens_are(tmp_path: Path) -> None:
    (tmp_path / "plan.tex").write_text(
        r"\documentclass{article}\newtheorem{definition}{Definition}\newtheorem{lemma}{Lemma}\title{On \emph{Sand}}"
        r"\begin{document}\begin{definition}\label{def:a} Sand is old rock.\end{definition}"
        r"\begin{lemma}\label{lem:b} Dunes are old.\end{lemma}\begin{proof} By \ref{def:a}.\end{proof}\end{document}",
        "utf-8",
    )
    overview = page_of(tmp_path).words("//section[@id='overview']")
    assert overview.startswith("Overview “On Sand” (plan.tex). Checked on ")
    assert "1 claim; taken as given 1 definition; 1 link between them." in overview


def test_where_there_is_no_document_no_page_is_written_and_the_run_ends_as_a_check_does(
    tmp_path: Path,
) -> None:
    (tmp_path / "notes.txt").write_text("Nothing to report.", "utf-8")
    ends = [
        argcheck(command, ".", "--no-cache", cwd=tmp_path, env=dict(os.environ), encoding="utf-8")
        for command in ("check", "report")
    ]
    assert [ended.returncode for ended in ends] == [0, 0]
    warned = [ended.stderr.splitlines()[0] for ended in ends]
    assert warned[0] == warned[1]
    assert ends[1].stderr.endswith("nothing was written\n")
    assert not (tmp_path / "report.html").exists()


def test_headings_of_the_text_go_down_by_one_level_at_a_time(tmp_path: Path) -> None:
    titles = r"\section{A}Sand.\paragraph{B}Sand.\subsection{C}Sand.\subsubsection{D}Sand.\section{E}Sand."
    write(tmp_path, paper_dot_tex=rf"\documentclass{{article}}\begin{{document}}{titles}\end{{document}}")
    headings = page_of(tmp_path).all("//*[@id='text']//*[self::h3 or self::h4 or self::h5 or self::h6]")
    assert [heading.tag for heading in headings] == ["h3", "h4", "h4", "h5", "h3"]


def test_the_overview_says_when_it_was_checked_and_is_in_plain_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    floats = "".join(
        rf"\begin{{figure}}\caption{{Dune {n}.}}\label{{fig:{n}}}\end{{figure}}" for n in range(2)
    )
    text = rf"\documentclass{{article}}\begin{{document}}{floats} Dunes move, as Figures \ref{{fig:0}} and \ref{{fig:1}} show.\end{{document}}"
    write(
        tmp_path, a__long__way__paper_dot_tex=text, a__long__way__other_dot_tex=text.replace("move", "walk")
    )
    page = page_of(tmp_path)
    words = page.words("//section[@id='overview']")
    assert "Checked on 2023-11-14 by argcheck " in words
    assert "taken as given 2 figures and tables; 2 links between them." in words
    assert "thin: paper.tex" in words
    assert "thin: other.tex" in words
    assert {option.text for option in page.all("//select[@name='status']/option")} >= {"taken as given"}


def test_what_is_not_verified_is_counted_once(tmp_path: Path) -> None:
    text = r"\documentclass{article}\begin{document}Sand \cite{a,b}.\bibliography{gone,refs}\end{document}"
    write(tmp_path, paper_dot_tex=text, refs_dot_bib="@book{a, title={Sand}, author={A. Bee}, year=2001}")
    words = page_of(tmp_path).words("//section[@id='overview']")
    assert "None of 2 sources was verified" in words
    assert "of 2 sources not verified" not in words
