"""Whatever a manuscript holds is text on the page: nothing of it is an element, an attribute, a script or a request."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
from typing import TYPE_CHECKING

import pytest
from read_page import Page, page_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.slow


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


#: All elements and attributes that a page may have, but for those of ours that begin with ``data-`` and ``aria-``.
ELEMENTS = _words("""
    html head meta title style body header nav main section article aside h1 h2 h3 h4 p ul ol li dl dt dd a b i q s span small
    strong em mark code blockquote table caption thead tbody tr th td details summary div form label input select optgroup option button
    output kbd meter script q svg g rect path circle text marker defs
    math mrow mi mn mo mtext mspace msup msub msubsup munder mover munderover mmultiscripts mprescripts mfrac msqrt mroot mtable mtr mtd
    mstyle mpadded mphantom menclose
""")
ATTRIBUTES = _words("""
    id class href rel title lang charset name content http-equiv type value for hidden open selected role tabindex scope colspan
    placeholder autocomplete label viewBox width height x y rx r cx cy d refX refY markerWidth markerHeight orient marker-end transform
    max start display mathvariant stretchy accent linethickness columnalign form fence
""")
EVIL = "<script>evil()</script><img src=x onerror=evil()>\"' autofocus onfocus='evil()' {{7*7}} \u2028\u202e"
QUOTES = "]]>--></title></style></script></textarea></svg><svg/onload=evil()>"


def hostile(folder: Path) -> None:
    """Write a thesis that attacks its readers wherever it can: titles, keys, labels, ids, names of files, verdicts."""
    key, label = 'k"><img/src=x', "thm:x'onfocus='evil()<b>"
    name = 'ch<script>"evil()&amp;.tex'
    (folder / "thesis.tex").write_text(
        "\\documentclass{report}\\newtheorem{theorem}{Theorem}\\title{"
        + EVIL
        + QUOTES
        + "}\n\\begin{document}\\maketitle\n"
        "\\begin{abstract}We show " + EVIL + QUOTES + " in 17 cases.\\end{abstract}\n"
        "\\chapter{" + EVIL + "}\\label{ch:" + QUOTES + "}\n"
        "% argcheck: claim id=cl:<script>evil()</script> role=conclusion uses=cite:" + key + "\n"
        "Claims "
        + QUOTES
        + " rest on~\\cite{"
        + key
        + "} and~\\ref{"
        + label
        + "}, not on~\\cite{nobody<b>}.\n\n"
        "\\begin{theorem}[" + EVIL + "]\\label{" + label + "} All is " + QUOTES + ".\\end{theorem}\n"
        "\\input{" + name.removesuffix(".tex") + "}\n\\bibliography{refs}\\end{document}\n",
        "utf-8",
    )
    (folder / name).write_text(
        "\\section{In " + QUOTES + "}\nSee~\\ref{missing" + QUOTES + "}. A B a a " + EVIL, "utf-8"
    )
    (folder / "refs.bib").write_text(
        "@article{"
        + key
        + ", author={Evil, "
        + EVIL
        + "}, title={"
        + QUOTES
        + EVIL
        + "}, year={1999}, journal={"
        + QUOTES
        + "},"
        ' doi={10.1/"><script>evil()</script>}, url={javascript:evil()}}\n'
        "@article{" + key + ", author={Evil, " + EVIL + "}, title={Other " + QUOTES + "}, year={1999}}\n",
        "utf-8",
    )
    (folder / ".argcheck").mkdir()
    (folder / ".argcheck" / "retractions.csv").write_text(
        'key,reason\n"' + key.replace('"', '""') + '","' + (EVIL + QUOTES).replace('"', '""') + '"\n', "utf-8"
    )
    (folder / ".argcheck" / "metrics.csv").write_text(
        'id,metric,value,reason\ncl:<script>evil()</script>,relevance,0.5,"'
        + (EVIL + QUOTES).replace('"', '""')
        + '"\n',
        "utf-8",
    )


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Page:
    folder = tmp_path_factory.mktemp("hostile")
    hostile(folder)
    return page_of(folder)


def test_only_our_elements_and_attributes_are_there(page: Page) -> None:
    names = {re.sub(r"\{.*\}", "", element.tag) for element in page.root.iter()}
    assert names <= ELEMENTS, names - ELEMENTS
    attributes = {name for element in page.root.iter() for name in element.attrib}
    ours = {name for name in attributes if not name.startswith(("data-", "aria-"))}
    assert ours <= ATTRIBUTES, ours - ATTRIBUTES


def test_what_was_written_is_shown_as_text(page: Page) -> None:
    shown = "".join(page.root.itertext())
    assert shown.count("<script>evil()</script>") > 5
    assert "</svg><svg/onload=evil()>" in shown
    assert "<U+202E>" in shown
    for sign in "\u2028\u2029\u202e":
        assert sign not in page.text


def test_two_scripts_and_one_style_that_the_policy_names(page: Page) -> None:
    kinds = [(kind, attributes) for kind, attributes, _ in page.raw]
    assert kinds == [("style", ""), ("script", ' type="application/json" id="data"'), ("script", "")]
    assert [page.text.count(f"<{close}{kind}") for kind in ("script", "style") for close in ("", "/")] == [
        2,
        2,
        1,
        1,
    ]
    policy = page.one("//meta[@http-equiv='Content-Security-Policy']/@content")
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    bodies = {kind: body for kind, attributes, body in page.raw if not attributes}
    for kind, body in bodies.items():
        digest = base64.b64encode(hashlib.sha256(body.encode()).digest()).decode()
        assert rules[f"{kind}-src"] == f"'sha256-{digest}'"
    assert rules["default-src"] == rules["base-uri"] == rules["form-action"] == "'none'"
    assert "unsafe" not in policy
    assert "evil" not in "".join(bodies.values())


def test_the_data_are_json_that_ends_no_script(page: Page) -> None:
    ((_, _, data),) = [each for each in page.raw if "json" in each[1]]
    assert json.loads(data)["version"] == 1
    assert not set("<>&\u2028\u2029") & set(data)


def test_nothing_is_loaded_from_anywhere(page: Page) -> None:
    links = page.all("//@href")
    assert {link[:1] for link in links if not link.startswith("https://doi.org/10.")} == {"#"}
    assert {link for link in links if "javascript" in link.lower() or '"' in link} == set()
    assert (
        page.all("//@src | //@srcset | //@action | //@style | //link | //base | //*[local-name()='image']")
        == []
    )
    for kind, _, body in page.raw:
        assert not re.search(
            r"url\(|@import|https?:|fetch\(|XMLHttpRequest|import\(|WebSocket|sendBeacon", body
        ), kind


def test_every_link_into_the_page_leads_somewhere(page: Page, example: Callable[[str], Page]) -> None:
    for each in (page, example("verified"), example("joint"), example("miscited"), example("paper")):
        ids = each.all("//@id")
        assert len(ids) == len(set(ids))
        links = {link[1:] for link in each.all("//@href") if link.startswith("#")}
        assert links - set(ids) == set()
        assert len(links) > 3


def test_names_that_are_no_unicode_are_shown(tmp_path: Path) -> None:
    if os.sep != "/":
        pytest.skip("such names are of POSIX")
    (tmp_path / "thesis.tex").write_text(
        "\\documentclass{article}\\begin{document}\\input{odd}See~\\ref{nothing}.\\end{document}", "utf-8"
    )
    (tmp_path / os.fsdecode(b"odd\xff\x1b[31m\n::error::.tex")).write_text(
        "\\documentclass{article}\\begin{document}See~\\ref{nowhere}.\\end{document}", "utf-8"
    )
    page = page_of(tmp_path)
    assert "odd<FF>␛[31m␊::error::.tex" in "".join(page.root.itertext())
