"""A thesis from the first question to a clone: asked, read, committed, cloned, and reported where nobody can be asked."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from services import MADE_UP, SORTING, entry, work
from test_clone import alone, git

if TYPE_CHECKING:
    from pathlib import Path

    from lab import Lab
    from services import Services

pytestmark = pytest.mark.slow

THESIS = r"""\documentclass{article}
\begin{document}
\section{Background}

% argcheck: evidence id=ev:fallen uses=cite:fallen
Networks of comparators sort in parallel \cite{fallen}.

% argcheck: evidence id=ev:nobody uses=cite:nobody
Nobody has looked at tapes \cite{nobody}.

% argcheck: claim id=cl:way uses=ev:fallen
So there is a way to sort long lists at once.

% argcheck: claim id=cl:tapes uses=ev:nobody
So tapes are free to use.

The list that takes longest is the reversed one \cite{open}.
Some doubt the measurements of memory \cite{doubted}, and others were put right \cite{mended}.
The cost was shown early \cite{early}, and \cite{survey} showed that it grows.
Merging was noticed late \cite{late} and named elsewhere \cite{moved}.
The tape was recalled \cite{page}.

\section{Conclusion}

\begin{table}
  \begin{tabular}{lr} sorted & 1 min \end{tabular}
  \caption{Times of our machine.}
  \label{tab:own}
\end{table}

% argcheck: evidence id=ev:own uses=tab:own
By Table~\ref{tab:own}, our own machine sorted the list in a minute.

% argcheck: conclusion id=cl:main
% argcheck: uses ev:own
% argcheck: uses cl:way
% argcheck: uses cl:tapes
Long lists can be sorted at once.

\bibliography{refs}
\end{document}
"""
ARTICLE = b"""<?xml version="1.0"?>
<article><front><article-meta><title-group><article-title>Orders that Take Long</article-title></title-group></article-meta></front>
<body><sec><title>Results</title>
<p>A sorted list took the least time on every machine that we had.</p>
<p>A reversed list took the longest of all lists, four minutes.</p>
</sec></body></article>
"""


def update(kind: str, doi: str) -> dict[str, object]:
    return {"type": kind, "DOI": doi, "updated": {"date-parts": [[2021, 3, 4]]}}


def bibliography(title: str, key: str, doi: str, **more: str) -> str:
    return entry(
        key, author="Ann Author", title=title, journal="Journal of Sorting", year="2001", doi=doi, **more
    )


def known(title: str, doi: str, **more: object) -> dict[str, object]:
    return work(doi, title, "Author, Ann", 2001, "Journal of Sorting", **more)


@pytest.fixture
def clone(lab: Lab, services: Services, tmp_path: Path) -> Path:
    """The thesis, verified and committed, in a clone; services, cache, home and the first checkout are gone."""
    services.files["open.xml"] = ARTICLE
    link = {
        "URL": services.place("open.xml"),
        "content-type": "application/xml",
        "content-version": "vor",
        "intended-application": "text-mining",
    }
    free = {"URL": "https://creativecommons.org/licenses/by/4.0/", "content-version": "vor"}
    services.everywhere(
        known("A Proof that Networks Sort in Parallel", "10.1000/fallen", **{"updated-by": [update("retraction", "10.1000/notice")]}),
        known("Measurements of Memory in Machines", "10.1000/doubted"),
        known("Measurements of Time in Machines", "10.1000/mended"),
        known("Orders that Take Long to Sort", "10.1000/open", link=[link], license=[free]),
        known("A Survey of Sorting on Many Machines", "10.1000/survey", pmid="1", pubTypes=["Review"]),
        known("Late Merging of Very Long Lists", "10.1000/late", **{"updated-by": [update("correction", "10.1000/erratum")]}),
        SORTING,
    )  # fmt: skip
    services.notices = [
        {"DOI": "10.1000/worry", "update-to": [update("expression_of_concern", "10.1000/doubted")]},
        {"DOI": "10.1000/again", "update-to": [update("correction", "10.1000/mended")]},
    ]
    published = {
        "relationType": "IsVersionOf",
        "relatedIdentifier": "10.1000/costs",
        "relatedIdentifierType": "DOI",
    }
    services.works["datacite"].append(
        work("10.48550/arxiv.1901.00002", "A Proof that Sorting Costs", "Right, Rita", 2019, "arXiv", relatedIdentifiers=[published])
    )  # fmt: skip
    lab.write(
        bibliography("A Proof that Networks Sort in Parallel", "fallen", "10.1000/fallen")
        + bibliography("Measurements of Memory in Machines", "doubted", "10.1000/doubted")
        + bibliography("Measurements of Time in Machines", "mended", "10.1000/mended")
        + bibliography("Orders that Take Long to Sort", "open", "10.1000/open")
        + bibliography("A Survey of Sorting on Many Machines", "survey", "", pmid="1")
        + bibliography("Late Merging of Very Long Lists", "late", "10.1000/late").replace("2001", "2011")
        + entry("early", author="Rita Right", title="A Proof that Sorting Costs", year="2019", eprint="1901.00002", archiveprefix="arXiv")
        + entry("moved", author="Kenneth Batcher and Ada Ng", title=SORTING["title"], journal="J. Sorting", year="1968", doi="10.1000/dead")
        + entry("page", author="Paul Page", title="A Page on the Recall of Tapes", url="https://example.org/tapes").replace("@article", "@online")
        + MADE_UP
    )  # fmt: skip
    (lab.folder / "main.tex").write_text(THESIS, "utf-8")
    (lab.folder / ".git").rmdir()
    git(lab.folder, "init", "--quiet")
    assert lab.verify("--fetch", HTTPS_PROXY="http://127.0.0.1:9")  # arXiv has a copy of a preprint
    git(lab.folder, "add", ".")
    git(lab.folder, "commit", "--quiet", "-m", "verified")
    git(tmp_path, "clone", "--quiet", "paper", "clone")
    services.close()
    services.close()
    for gone in (lab.folder, lab.home):
        gone.rename(gone.with_name(f"{gone.name}-gone"))
    return tmp_path / "clone"


#: What `argcheck check` says in the clone.
SAID = """\
main.tex:5:40: error: ARG004 retracted source 'fallen' still carries the main claim 'cl:main' (width 2 -> 1), via main.tex:11 [refuted-but-feeding]
main.tex:8:40: error: ARG004 ghost source 'nobody' still carries the main claim 'cl:main' (width 2 -> 1), via main.tex:14 [refuted-but-feeding]
main.tex:19:50: note: SRC007 'survey' is a review, and is cited here as if it had found this itself [secondary-as-primary]
refs.bib:1:10: error: SRC002 the work 'fallen' was retracted on 2021-03-04 [retracted-source]
refs.bib:8:10: warning: SRC003 an expression of concern about the work 'doubted' was published on 2021-03-04 [concern]
refs.bib:15:10: note: SRC004 a correction to the work 'mended' was published on 2021-03-04 [corrected-source]
refs.bib:37:10: note: SRC004 a correction to the work 'late' was published on 2021-03-04 [corrected-source]
refs.bib:41:10: warning: SRC005 the year of 'late': “2011” here, “2001” in crossref [metadata-mismatch]
refs.bib:44:10: note: SRC006 'early' is a preprint that has been published since: doi:10.1000/costs [superseded-preprint]
refs.bib:56:9: warning: SRC005 the doi of 'moved': “10.1000/dead” here, “10.1000/sort” in crossref [metadata-mismatch]
refs.bib:58:9: note: SRC008 the work 'page' could not be checked on DATE [unknown-source]
refs.bib:63:10: error: SRC001 no index that was asked on DATE knows the work 'nobody': crossref, datacite, europepmc, openalex, semanticscholar and arxiv do not have it [ghost-citation]
"""
EVIDENCE = """\
main.tex:17:55: The list that takes longest is the reversed one [open].
    pointed; by retrieval, from the abstract
    these passages are nearest to the sentence
    line 5: A reversed list took the longest of all lists, four minutes.
    line 4: A sorted list took the least time on every machine that we had.
"""


def test_a_clone_reports_all_that_was_asked(clone: Path) -> None:
    code, out, err = alone(clone, "check", "--isolated", "--extend-select", "SRC007")
    assert (code, re.sub(r"(?<=ked on )\d{4}-\d\d-\d\d", "DATE", out)) == (1, SAID)
    assert "verified: 9 of 10 sources, 1 could not be decided\n" in err
    assert alone(clone, "citations", "--isolated", "--evidence", "open")[1] == EVIDENCE
    assert alone(clone, "check", "--isolated", "--require")[0] == 4
    assert git(clone, "status", "--porcelain") == ""

    assert "fixed 2 findings in 1 file\n" in alone(clone, "check", "--isolated", "--fix")[2]
    changed = [line for line in git(clone, "diff", "--unified=0").splitlines() if re.match(r"[-+] ", line)]
    assert changed == [
        "-  year = {2011},",
        "+  year = {2001},",
        "-  doi = {10.1000/dead},",
        "+  doi = {10.1000/sort},",
    ]
