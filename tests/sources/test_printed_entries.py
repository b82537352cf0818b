r"""`argcheck verify` of works that stand in a ``thebibliography``: asked about as they are printed."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlsplit

import pytest
from services import work

if TYPE_CHECKING:
    from lab import Lab
    from services import Services

pytestmark = pytest.mark.slow

BOOK = r"B. Somebody and N. Nemo, \emph{A Book without a N{\'u}mber}, Example Press, 1999."
RECORD = work("10.1000/book", "A Book Without a Númber", "Somebody, Bea; Nemo, Nora", 1999)
RETRACTED = RECORD | {"updated-by": [{"type": "retraction", "DOI": "10.1000/n"}]}


def printed(lab: Lab, *items: str, suffix: str = "tex") -> None:
    listed = "".join(f"\\bibitem{{k{number}}} {item}\n\n" for number, item in enumerate(items))
    listed = f"\\begin{{thebibliography}}{{9}}\n{listed}\\end{{thebibliography}}\n"
    cited = "".join(f"It was shown~\\cite{{k{number}}}. " for number in range(len(items)))
    end = listed if suffix == "tex" else "\\bibliography{gone}\n"
    lab.folder.joinpath("paper.bbl").write_text(listed, "utf-8")
    lab.folder.joinpath("paper.tex").write_text(
        f"\\documentclass{{article}}\\begin{{document}}\n{cited}\n{end}\\end{{document}}\n", "utf-8"
    )


@pytest.mark.parametrize("suffix", ["tex", "bbl"])
def test_a_retracted_work_is_found_by_what_is_printed(lab: Lab, services: Services, suffix: str) -> None:
    services.works["crossref"] = [RETRACTED]
    printed(lab, BOOK, suffix=suffix)
    code, out, err = lab.run("verify", "paper.tex")
    assert code == 0, out + err
    assert "retracted" in out, out + err
    [asked] = [
        query["query.bibliographic"]
        for path in services.asked("crossref")
        if "query.bibliographic" in (query := dict(parse_qsl(urlsplit(path).query)))
    ]
    assert asked == "B. Somebody and N. Nemo, A Book without a Númber, Example Press, 1999."
    told = lab.run("check", "paper.tex", "--select", "SRC")[1]
    assert "SRC002" in told
    hits = len(services.hits)
    lab.run("verify", "paper.tex")
    assert len(services.hits) == hits  # the verdict is kept


def test_a_work_is_found_beside_the_notice_of_its_retraction(lab: Lab, services: Services) -> None:
    notice = RECORD | {"DOI": "10.1000/n", "title": "Retraction: A Book Without a Númber", "year": 2000}
    services.works["crossref"] = [notice, RETRACTED]
    printed(lab, BOOK)
    out = lab.run("verify", "paper.tex")[1]
    assert "retracted" in out, out
    asked = [path for path in services.asked("crossref") if "10.1000" in path]
    assert any("10.1000%2Fbook" in path for path in asked)
    assert not any("/works/10.1000%2Fn" in path for path in asked)


@pytest.mark.parametrize(
    ("printed_as", "known"),
    [
        ("B. Somebody and N. Nemo. A Book without a Number. 3rd ed., Nemo Press, New York, 1999.", False),
        ("B. Somebody and N. Nemo. A Book without a Number. Amer. J. of Examples (1999).", True),
        ("B. Somebody and N. Nemo. A Book without a Number. AJE, 1999.", True),
        ("B. Somebody and N. Nemo. A Book without a Number. 1999, pp. 841--2.", True),
    ],
)
def test_the_review_of_a_book_in_a_journal_is_not_the_book(
    lab: Lab, services: Services, printed_as: str, *, known: bool
) -> None:
    venue = "American Journal of Examples"
    review = work(
        "10.1000/review", "A Book Without a Number, 3rd ed.", "Somebody, Bea; Nemo, Nora", 1999, venue
    )
    more = {"type": "journal-article", "volume": "67", "page": "841-842"}
    services.works["crossref"] = [review | more | {"updated-by": RETRACTED["updated-by"]}]
    services.works["crossref"][0]["title"] = "A Book Without a Number"
    printed(lab, printed_as)
    assert ("retracted" in lab.run("verify", "paper.tex")[1]) is known


def test_what_no_index_shows_is_held_against_nobody(lab: Lab, services: Services) -> None:
    services.works["crossref"] = [
        RECORD | {"title": "A Book Without a Number of Pages"},
        RECORD | {"year": 2009},
        RECORD | {"author": [{"family": "Other", "given": "Olga"}]},
    ]
    printed(
        lab, BOOK, "N. Nobody, A work that nobody has written in any year, 2003.", "A note without a year."
    )
    code, out, err = lab.run("verify", "paper.tex", "--require")
    assert code == 0, out + err
    assert out.count("no index has shown a work that is certainly the printed one") >= 1
    told = lab.run("check", "paper.tex", "--select", "SRC")[1]
    assert set(re.findall(r"SRC\d+", told)) == {"SRC008"}  # the note that nothing is known


def test_an_index_that_is_silent_is_asked_again(lab: Lab, services: Services) -> None:
    services.works["crossref"] = [RETRACTED]
    services.faults["crossref"] = lambda handler, _: handler.send(503, "busy") or True
    printed(lab, BOOK)
    code, out, _ = lab.run("verify", "paper.tex", "--require")
    assert code == 4, out
    services.faults.clear()
    assert "retracted" in lab.run("verify", "paper.tex")[1]


@pytest.mark.parametrize(
    "others", [(), ("datacite", "arxiv", "europepmc", "openalex", "semanticscholar", "doi")]
)
def test_an_index_that_falls_silent_behind_the_words_is_asked_again(
    lab: Lab, services: Services, others: tuple[str, ...]
) -> None:
    services.works["crossref"] = [RETRACTED]
    services.faults["crossref"] = lambda handler, nth: nth > 1 and (handler.send(503, "busy") or True)
    for name in others:
        services.faults[name] = lambda handler, _: handler.send(503, "busy") or True
    printed(lab, BOOK)
    code, out, _ = lab.run("verify", "paper.tex", "--require")
    assert code == 4, out
    services.faults.clear()
    assert "retracted" in lab.run("verify", "paper.tex")[1]


def test_words_are_sent_to_nobody_else_when_an_answer_is_slow(lab: Lab, services: Services) -> None:
    services.works["crossref"] = [RETRACTED]
    services.faults["crossref"] = lambda *_: time.sleep(1.5)  # more than a run waits before it asks all
    printed(lab, rf"{BOOK} Mine, \url{{https://example.org/?token=secret}}.")
    assert "retracted" in lab.run("verify", "paper.tex")[1]
    assert [name for name, path, _ in services.hits if "Mine" in path] == ["crossref"]
    assert not [path for _, path, _ in services.hits if "secret" in path]


@pytest.mark.parametrize(
    "style",
    [
        r"\bibinfo{author}{B.~Somebody}, \bibinfo{author}{N.~Nemo}, \bibinfo{title}{A Book without a N{\'u}mber}, \bibinfo{year}{1999}.",
        r"\bibfield{author}{\bibinfo{person}{Bea Somebody} {and} \bibinfo{person}{Nora Nemo}.} \bibinfo{year}{1999}\natexlab{}. \showarticletitle{A Book without a N{\'u}mber}.",
        r"\BibitemOpen \bibfield  {author} {\bibinfo {author} {\bibfnamefont {B.}~\bibnamefont {Somebody}}\ and\ \bibinfo {author} {\bibfnamefont {N.}~\bibnamefont {Nemo}},\ }\bibfield  {title} {\enquote {\bibinfo {title} {A Book without a N{\'u}mber},}\ }(\bibinfo {year} {1999})\BibitemShut {NoStop}",
    ],
)
def test_styles_that_name_their_fields_print_only_the_values(
    lab: Lab, services: Services, style: str
) -> None:
    services.works["crossref"] = [RETRACTED]
    printed(lab, style, suffix="bbl")
    assert "retracted" in lab.run("verify", "paper.tex")[1]


def test_an_identifier_that_is_printed_is_asked_for_instead(lab: Lab, services: Services) -> None:
    services.works["crossref"] = [RETRACTED]
    printed(lab, f"{BOOK} doi:10.1000/book")
    assert "retracted" in lab.run("verify", "paper.tex")[1]
    assert not [path for path in services.asked("crossref") if "query.bibliographic" in path]


def test_a_dry_run_plans_what_a_record_would_lead_to(lab: Lab, services: Services) -> None:
    services.works["crossref"] = [RETRACTED]
    printed(lab, BOOK)
    planned = lab.run("verify", "paper.tex", "--dry-run")[1]
    assert services.hits == []
    lab.run("verify", "paper.tex")
    for name in {name for name, _, _ in services.hits}:
        assert f"/{name}/" in planned
    [most] = re.findall(r"at most (\d+) requests", planned)
    assert int(most) >= len(services.hits) > 1
