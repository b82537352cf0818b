"""The page in a real browser, from the disk: clicks, keys, narrow windows; skipped where Playwright or Chromium is not installed."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING, Any

import pytest
from patience import patience
from read_page import EXAMPLES, page_of
from test_answers import answer, claim, write
from test_inert import hostile
from test_serve import served

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.slow

sync_api = pytest.importorskip("playwright.sync_api")
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
if CHROMIUM is None:
    pytest.skip("no Chromium is installed", allow_module_level=True)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def verified(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("verified")
    page_of(folder, str(EXAMPLES / "verified"))
    return folder / "report.html"


class Opened:
    """A page in a window; what it said and asked for is an error at the end."""

    def __init__(
        self, browser: Any, file: Path, part: str = "", *, width: int = 1440, script: bool = True
    ) -> None:
        self.complaints: list[str] = []
        self.window = browser.new_context(
            viewport={"width": width, "height": 900}, java_script_enabled=script
        )
        self.page = self.window.new_page()
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("dialog", lambda dialog: self.complaints.append(dialog.message))
        self.page.on(
            "request",
            lambda request: None if request.url.startswith("file:") else self.complaints.append(request.url),
        )
        self.page.goto(f"file://{file}#{part}")

    def __enter__(self) -> Any:
        return self.page

    def __exit__(self, *_: object) -> None:
        self.window.close()
        assert self.complaints == []


def visible(page: Any, selector: str) -> list[str]:
    """Return the words of what is to be seen, once the page has followed what was pressed and clicked."""
    if page.evaluate("document.documentElement.classList.contains('js')"):
        page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done, 20)))")
    return [element.inner_text() for element in page.query_selector_all(selector) if element.is_visible()]


def test_it_opens_with_the_overview_and_shows_one_part_at_a_time(browser: Any, verified: Path) -> None:
    with Opened(browser, verified) as page:
        assert visible(page, ".view > h2") == ["Overview"]
        page.keyboard.press("2")
        assert visible(page, ".view > h2") == ["Findings"]
        page.click("header nav a[data-view=sources]")
        assert visible(page, ".view > h2")[0].startswith("Sources")


def test_a_click_on_a_claim_moves_all_panels(browser: Any, verified: Path) -> None:
    with Opened(browser, verified, "reading") as page:
        assert visible(page, "#nothing") != []
        page.click("a[href='#claim-cl:main'].chip")
        assert page.url.endswith("#claim-cl:main")
        (card,) = visible(page, "#card > article")
        assert card.startswith("cl:main")
        assert page.eval_on_selector_all("#argument .box.on", "boxes => boxes.length") == 1
        assert page.eval_on_selector_all(".s.on", "all => all.map(each => each.textContent)")[0].startswith(
            "Music lessons make"
        )
        assert (
            page.query_selector(".s:has-text('A survey of teachers is older')").evaluate(
                "s => s.classList.contains('near')"
            )
            is False
        )
        page.keyboard.press("ArrowLeft")
        assert page.url.endswith("#claim-cl:lessons")
        page.go_back()
        assert visible(page, "#card > article")[0].startswith("cl:main")
        page.keyboard.press("Escape")
        assert visible(page, "#card > article") == []


def test_the_legend_has_the_colours_of_the_boxes(browser: Any, verified: Path) -> None:
    """Each state has a colour and a sign of its own; two that share a colour differ by their sign."""
    with Opened(browser, verified, "reading") as page:
        states = page.evaluate(
            """() => [...document.querySelectorAll('#argument .box rect.state')].map(rect => [
                 rect.getAttribute('class'), getComputedStyle(rect).fill, rect.parentNode.querySelector('.sign').textContent])"""
        )
        keys = page.evaluate(
            """() => [...document.querySelectorAll('#argument .legend .key')].map(key => [
                 key.getAttribute('class').replace('key', 'state'), getComputedStyle(key).borderLeftColor, key.textContent])"""
        )
        assert len(keys) >= 2
        assert {tuple(state) for state in states} == {tuple(key) for key in keys}
        assert all(visible(page, "#argument .legend"))


def test_a_list_of_the_overview_stands_below_its_heading_and_notes_are_as_large_as_errors(
    browser: Any, tmp_path: Path
) -> None:
    text = r"""\documentclass{article}\begin{document}
The the sand \cite{gone} \ref{lost} moves by 120\% of 100\% TODO. \label{a}\label{a} See see Figure~\ref{c}.
\begin{figure}\caption{Sand.}\label{f}\end{figure}
\bibliography{refs}\end{document}"""
    (tmp_path / "paper.tex").write_text(text, "utf-8")
    entry = "@article{unused, title={Sand}, author={A. Bee}, year=2001, doi={https://doi.org/10.1000/x}}"
    (tmp_path / "refs.bib").write_text(entry, "utf-8")
    page_of(tmp_path)
    for width in (1440, 1024):
        with Opened(browser, tmp_path / "report.html", width=width) as page:
            section = page.locator("#overview section").first
            heading = section.locator("h3").bounding_box()
            rows = section.locator("li:visible")
            assert rows.count() > 3
            for place in range(rows.count()):
                box = rows.nth(place).bounding_box()
                assert box["y"] > heading["y"]
                assert box["x"] - heading["x"] < 40
    with Opened(browser, tmp_path / "report.html", "findings") as page:
        sizes = page.eval_on_selector_all(
            "#findings-list > li", "all => all.map(row => getComputedStyle(row).fontSize)"
        )
        assert len(set(sizes)) == 1
        assert {"error", "note"} <= set(
            page.eval_on_selector_all("#findings-list > li", "all => all.map(row => row.className)")
        )


def test_keys_go_through_the_findings(browser: Any, verified: Path) -> None:
    with Opened(browser, verified) as page:
        for key, name in (("j", "lindgren2008"), ("j", "moreau2014"), ("k", "lindgren2008")):
            page.keyboard.press(key)
            page.locator("#card .copied:visible", has_text=name).first.wait_for(timeout=10_000)


def test_an_answer_is_edited_beside_its_passages(browser: Any, tmp_path: Path) -> None:
    """Each changed sentence says whether its words stand in a passage; nothing is asked for, and keys stay in the text."""
    runs = claim("x9 runs linux.", "The survey marks server x9 as running linux 6.1.")
    idle = claim("x9 is idle.", state="unsupported", why="nothing leads to it")
    rack = claim("x9 is in rack 7.", "Server x9 is not listed in the rack 7 survey.")
    page_of(tmp_path, *write(tmp_path, answer("Can it?", runs, idle, omitted=(rack,))))
    with Opened(browser, tmp_path / "report.html", "answers") as page:
        page.click(".edit summary")
        edited = page.query_selector_all(".edit textarea")
        assert [area.input_value() for area in edited] == ["x9 is idle.", "x9 runs linux."]

        def state(row: int) -> str:
            return visible(page, ".edit li [role=status]")[row]

        assert [state(0), state(1)] == ["△ as it was read: unsupported", "✓ as it was read"]
        edited[1].fill("Server x9 runs linux 6.1, by the survey.")
        assert state(1).startswith("✓ changed; its words stand in “The survey marks")
        assert "survey.md, line 5" in state(1)
        edited[1].fill("Server x9 runs linux 5.4.")
        assert state(1).startswith("△ changed; not in the nearest passage: 5.4.")
        edited[1].fill("Server x9 is not running linux.")
        assert state(1).startswith("△ changed; not in the nearest passage: “not”.")
        edited[1].fill("Server x9 is not running linux in the rack 7 survey, nothing listed.")
        assert "nothing" in state(1)  # the passage has "not", which is not how "nothing" begins
        page.keyboard.press("2")  # a letter of the text, and no way to another part
        assert visible(page, ".view > h2") == ["Answers"]
        page.click(".edit li:nth-child(1) button")
        assert state(0) == "– struck"
        page.click(".edit button:has-text('take in')")
        assert state(2) == "✓ as it was read"
        (result,) = visible(page, ".edit pre")
        assert "idle" not in result
        assert "x9 is in rack 7.  [✓ as it was read]" in result
        page.click(".edit li:nth-child(1) button")
        assert state(0) == "△ as it was read: unsupported"


def test_a_page_of_answers_alone_opens_with_them(browser: Any, tmp_path: Path) -> None:
    page_of(tmp_path, *write(tmp_path, answer("Can x9 run it?", claim("x9 runs linux.", "x9 runs linux."))))
    with Opened(browser, tmp_path / "report.html", width=390) as page:
        assert visible(page, "main > section > h2") == ["Answers"]
        names = page.locator("header nav a")
        assert {names.nth(place).bounding_box()["height"] < 40 for place in range(names.count())} == {True}


def test_what_denies_is_known_in_the_language_of_the_passages(browser: Any, tmp_path: Path) -> None:
    runs = claim(
        "Der Zaun bremst die Düne.",
        "Der Zaun bremst die Düne, und der Sturm ist kein Hindernis für ihn.",
    )
    still = claim("Die Düne wandert.", "Die Düne wandert mit dem Wind, und die Not der Bauern ist groß.")
    page_of(tmp_path, *write(tmp_path, answer("Bremst er?", runs, still)))
    with Opened(browser, tmp_path / "report.html", "answers") as page:
        page.click(".edit summary")
        edited = page.query_selector_all(".edit textarea")
        edited[1].fill("Die Düne wandert niemals mit dem Wind.")
        assert "“niemals”" in visible(page, ".edit li [role=status]")[1]
        edited[1].fill("Die Düne wandert mit dem Wind, und die Not ist groß.")
        assert visible(page, ".edit li [role=status]")[1].startswith("✓ changed")


def test_search_and_filters_say_how_much_is_left(browser: Any, verified: Path) -> None:
    with Opened(browser, verified) as page:
        page.keyboard.press("/")
        page.keyboard.type("rhythm")
        assert visible(page, "#found")[0].endswith("found; Enter goes to the next")
        page.keyboard.press("Enter")
        assert visible(page, ".s.on") == ["Rhythm may be what matters."]
        page.click("#filter > summary")
        page.select_option("#filter select[name=severity]", "note")
        assert visible(page, "#found")[0].startswith("1 finding, ")
        page.goto(page.url.partition("#")[0] + "#findings")
        assert len(visible(page, "#findings-list > li")) == 1


def test_what_is_gone_to_is_shown_whatever_was_filtered(browser: Any, verified: Path) -> None:
    with Opened(browser, verified, "reading") as page:
        page.click("#filter > summary")
        sections = page.eval_on_selector_all(
            "#filter select[name=section] option", "all => all.map(each => each.value)"
        )
        page.select_option("#filter select[name=section]", sections[1])
        page.select_option("#filter select[name=severity]", "note")
        page.evaluate("location.hash = 'claim-cl:main'")
        assert visible(page, "#text .s.on")[0].startswith("Music lessons make")
        error = page.get_attribute("#findings-list > li.error", "id")
        page.evaluate("id => { location.hash = id; }", error)
        assert len(visible(page, "#card .copied li")) == 1
        page.fill("#search", "zzqqxx")
        assert visible(page, "#found") == ["nothing found"]


def test_claims_are_filtered_by_their_quality(browser: Any, verified: Path) -> None:
    with Opened(browser, verified, "reading") as page:
        nodes = page.evaluate("JSON.parse(document.getElementById('data').textContent).nodes")
        page.click("#filter > summary")
        bands = page.eval_on_selector_all(
            "#filter select[name=quality] option", "all => all.slice(1).map(each => each.value)"
        )
        assert len(bands) >= 2
        for band in bands:
            page.select_option("#filter select[name=quality]", band)
            count = sum(node["quality"] == band for node in nodes)
            assert visible(page, "#found")[0].endswith(f", {count} claim{'s' * (count != 1)}")


@pytest.mark.parametrize("width", [1440, 1024, 390])
def test_no_window_is_too_narrow(browser: Any, verified: Path, width: int) -> None:
    for part in ("overview", "findings", "sources", "reading", "source-lindgren2008"):
        with Opened(browser, verified, part, width=width) as page:
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
            assert len(visible(page, ".panel")) == (
                0 if part in ("overview", "findings", "sources") else 1 + (width > 700) + (width > 1180)
            )


@pytest.mark.parametrize("width", [1440, 1024, 800])
def test_no_count_is_broken_within_a_word(browser: Any, verified: Path, width: int) -> None:
    with Opened(browser, verified, "sources", width=width) as page:
        heights = page.evaluate(
            "() => [...document.querySelectorAll('.sources td:not(:empty), .sources thead th')].map(cell => {"
            " const range = document.createRange(); range.selectNodeContents(cell); return range.getBoundingClientRect().height / parseFloat(getComputedStyle(cell).lineHeight) })"
        )
        assert heights
        assert max(heights) < 1.5


def test_while_nothing_is_selected_the_second_panel_is_the_argument(browser: Any, verified: Path) -> None:
    with Opened(browser, verified, "reading", width=1024) as page:
        assert visible(page, ".tabs [aria-pressed=true]") == ["Argument"]
        page.goto(page.url.partition("#")[0] + "#s3")
        assert visible(page, ".tabs [aria-pressed=true]") == ["Card"]
    with Opened(browser, verified, "reading", width=390) as page:
        assert visible(page, ".tabs [aria-pressed=true]") == ["Text"]


@pytest.mark.parametrize("width", [1440, 1024, 390])
def test_a_drawing_that_is_moved_aside_leaves_its_buttons_and_legend(
    browser: Any, verified: Path, width: int
) -> None:
    with Opened(browser, verified, "reading", width=width) as page:
        if width < 1180:
            page.click(".tabs [data-panel=argument]")
        for _ in range(3):
            page.click("[data-zoom='1.25']")
        page.evaluate("document.getElementById('argument').scrollLeft = 300")
        panel = page.locator("#argument").bounding_box()
        for selector in ("[data-zoom=fit]", "#argument .legend"):
            box = page.locator(selector).bounding_box()
            assert panel["x"] <= box["x"]
            assert box["x"] + box["width"] <= panel["x"] + panel["width"]


def test_beside_a_long_text_the_card_stands_at_the_top(browser: Any, tmp_path: Path) -> None:
    text = "".join(f"Sand of valley {number} is grey and dry.\n\n" for number in range(400))
    (tmp_path / "paper.tex").write_text(
        "\\documentclass{article}\\begin{document}\n% argcheck: claim id=cl:one\nSand is wet.\n\n"
        + text
        + "\\end{document}\n",
        "utf-8",
    )
    page_of(tmp_path)
    for width, panel in ((1440, "#nothing"), (1024, "#argument")):
        with Opened(browser, tmp_path / "report.html", "reading", width=width) as page:
            assert page.locator(panel).bounding_box()["y"] < 200
        with Opened(browser, tmp_path / "report.html", "claim-cl:one", width=width) as page:
            assert page.locator("#card > article.on").bounding_box()["y"] < 900


@pytest.mark.parametrize("width", [1440, 760])
def test_on_paper_the_drawing_is_there_whatever_panel_was_open(
    browser: Any, verified: Path, width: int
) -> None:
    with Opened(browser, verified, "reading", width=width) as page:
        page.emulate_media(media="print")
        assert visible(page, "#argument") != []
        assert visible(page, "#text, #card, .tabs") == []


def test_without_a_script_all_of_it_is_there(browser: Any, verified: Path) -> None:
    with Opened(browser, verified, script=False) as page:
        assert len(visible(page, "section.view")) == 4
        assert len(visible(page, "#findings-list > li")) == 6
        assert len(visible(page, "article.card")) > 10
        assert visible(page, ".scripted") == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1440, 1024, 390])
def test_axe_finds_nothing_serious(browser: Any, tmp_path: Path, width: int, scheme: str) -> None:
    """By axe-core, where ``ARGCHECK_AXE`` names its script; it runs on the page, past the policy."""
    script = os.environ.get("ARGCHECK_AXE")
    if not script:
        pytest.skip("ARGCHECK_AXE names no axe.min.js of axe-core from npm")
    page_of(
        tmp_path, str(EXAMPLES / "verified"), *write(tmp_path, answer("Can it?", claim("It can.", "It can.")))
    )
    window = browser.new_context(
        viewport={"width": width, "height": 900}, color_scheme=scheme, bypass_csp=True
    )
    for part in (
        "overview",
        "findings",
        "sources",
        "reading",
        "answers",
        "claim-cl:main",
        "source-lindgren2008",
    ):
        page = window.new_page()
        page.goto(f"file://{tmp_path / 'report.html'}#{part}")
        if part == "answers":
            page.click(".edit summary")
            page.fill(".edit textarea", "It can not.")
        page.add_script_tag(path=script)
        violations = page.evaluate("async () => (await axe.run()).violations")
        assert [
            (each["impact"], each["id"]) for each in violations if each["impact"] in ("serious", "critical")
        ] == []
        page.close()
    window.close()


def test_a_hostile_manuscript_does_nothing(browser: Any, tmp_path: Path) -> None:
    hostile(tmp_path)
    page_of(tmp_path)
    with Opened(browser, tmp_path / "report.html") as page:
        for address in page.eval_on_selector_all(
            "a[href^='#']", "all => all.map(each => each.getAttribute('href'))"
        ):
            page.evaluate("address => { location.hash = address; }", address)
        page.keyboard.press("/")
        page.keyboard.type("<script>")
        page.keyboard.press("Enter")
        assert page.query_selector("img, iframe, object, embed, svg svg") is None


def test_a_served_page_follows_what_changes_and_stays_where_the_reader_is(
    browser: Any, tmp_path: Path
) -> None:
    text = "\\documentclass{article}\\begin{document}\n%% argcheck: claim id=cl:one\nSand is %s.\n\\end{document}\n"
    (tmp_path / "paper.tex").write_text(text % "wet", "utf-8")
    with served(tmp_path, "--serve", "--watch") as run:
        window = browser.new_context()
        page = window.new_page()
        complaints: list[str] = []
        page.on("console", lambda message: complaints.append(message.text))
        page.goto(f"{run.address}#claim-cl:one")
        (tmp_path / "paper.tex").write_text(text % "dry", "utf-8")
        page.wait_for_selector("#card article:has-text('Sand is dry')", timeout=1000 * patience(30))
        assert page.url.endswith("#claim-cl:one")
        assert complaints == []
        stranger = window.new_page()
        stranger.route(
            "http://other.example/", lambda route: route.fulfill(body="<p>", content_type="text/html")
        )
        stranger.goto("http://other.example/")
        for mode in ("cors", "no-cors"):
            script = "([url, mode]) => fetch(url, {mode}).then(a => a.text()).then(t => t.length, () => -1)"
            assert stranger.evaluate(script, [run.address, mode]) <= 0
        stranger.evaluate(
            "url => document.body.append(Object.assign(document.createElement('iframe'), {src: url}))",
            run.address,
        )
        stranger.wait_for_timeout(500)
        assert not any("Sand" in frame.content() for frame in stranger.frames)
        window.close()


def test_no_words_leave_their_box_or_run_into_its_sign(browser: Any, tmp_path: Path) -> None:
    claims = "\n".join(
        f"% argcheck: claim {name}\n{words}\n"
        for name, words in (
            ("", "Strong wind makes dunes move faster, and fences do not stop them."),
            ("", "Wind moves WWWWWWWW WWWW and MMMMMM MMMMM."),
            ("", "大风使沙丘移动得更快而且栅栏无法阻止它们在冬天移动。"),
            (
                "id=cl:a-name-that-is-longer-than-its-box",
                "A second team with lasers found the same difference of weeks.",
            ),
        )
    )
    paper = f"\\documentclass{{article}}\\begin{{document}}\n{claims}\n\\end{{document}}\n"
    (tmp_path / "paper.tex").write_text(paper, "utf-8")
    page_of(tmp_path)
    with Opened(browser, tmp_path / "report.html", "reading") as page:
        assert page.locator("g.box").count() == 4
        assert page.evaluate(_OVERLAPS) == []


_OVERLAPS = """() => [...document.querySelectorAll("g.box")].flatMap(box => {
  const rect = box.querySelector("rect").getBBox(), sign = box.querySelector("text.sign")?.getBBox();
  return [...box.querySelectorAll("text:not(.sign)")].filter(text => {
    const words = text.getBBox(), end = words.x + words.width;
    return end > rect.x + rect.width || (sign && end > sign.x && words.y < sign.y + sign.height - 3);
  }).map(text => text.textContent);
})"""
