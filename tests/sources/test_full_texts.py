"""Full texts: which copies are fetched, from whom, how much, and what is said of those that cannot be read."""

from __future__ import annotations

import asyncio
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from patience import patience
from pdfs import column, pdf
from services import NAMES

from argcheck.files.cache import Store
from argcheck.sources.full_texts import HOSTS, FoundText, FullTexts, extent
from argcheck.sources.http import MARK, Http
from argcheck.sources.options import Options

if TYPE_CHECKING:
    from services import Handler, Services

pytestmark = pytest.mark.slow

PAGE = b"<!doctype html><title>Lists</title><body><h1>Lists</h1><p>A reversed list takes the longest of all lists.</p>"


def texts_of(
    services: Services, *places: str, store: Store | None = None, fetch: bool = True, **more: Any
) -> FoundText:
    """Read the first of the places; the services of the test are those that the user named."""
    options = Options(endpoints=services.endpoints, limits=dict.fromkeys(NAMES, 0.0), hosts=HOSTS, attempts=1)

    async def run() -> FoundText:
        async with Http(options._replace(**more), store) as http:
            return await FullTexts(http, fetch=fetch).of(places)

    return asyncio.run(run())


def test_a_page_is_fetched_once(services: Services, tmp_path: Path) -> None:
    services.files["lists.html"] = PAGE
    store = Store(str(tmp_path), mark=MARK)
    for _ in range(2):
        found = texts_of(services, services.place("lists.html"), store=store)
        assert found.text is not None
        assert found.text.blocks[-1].text == "A reversed list takes the longest of all lists."
    assert services.asked("files") == ["/lists.html"]


def test_nothing_is_fetched_unless_it_is_asked_for(services: Services) -> None:
    services.files["lists.html"] = PAGE
    assert texts_of(services, services.place("lists.html"), fetch=False) == FoundText(None)
    assert services.hits == []


def test_a_file_on_this_machine_goes_before_a_copy_elsewhere(services: Services, tmp_path: Path) -> None:
    (tmp_path / "lists.txt").write_text("Lists.\n\nThe text at hand.\n", "utf-8")
    services.files["lists.html"] = PAGE
    found = texts_of(services, services.place("lists.html"), str(tmp_path / "lists.txt"))
    assert found.text is not None
    assert found.text.media == "text"
    assert services.hits == []


def test_other_work_goes_on_while_a_copy_is_read(services: Services, tmp_path: Path) -> None:
    """An answer that is on its way meanwhile would be given up for no fault of its own."""
    (tmp_path / "lists.pdf").write_bytes(pdf(column("The text at hand.")))

    async def run() -> int:
        async with Http(Options()) as http:
            reading = asyncio.create_task(FullTexts(http).of([str(tmp_path / "lists.pdf")]))
            turns = 0
            while not reading.done():
                await asyncio.sleep(0.01)
                turns += 1
            assert (await reading).text is not None
            return turns

    assert asyncio.run(run()) > 3


def test_the_next_copy_is_read_where_one_cannot_be(services: Services, tmp_path: Path) -> None:
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.4 and no more")
    services.files["lists.html"] = PAGE
    found = texts_of(
        services,
        str(tmp_path / "broken.pdf"),
        str(tmp_path / "missing.pdf"),
        services.place("missing.html"),
        services.place("lists.html"),
    )
    assert found.text is not None
    first, second, third = found.problems
    assert "broken.pdf: this PDF cannot be opened" in first
    assert second.endswith("missing.pdf: No such file or directory")
    assert third.endswith("missing.html: answered 404")


@pytest.mark.parametrize(
    "url",
    [
        "https://example.org/paper.pdf",
        "http://arxiv.org/pdf/1901.00001",  # not encrypted
        "https://arxiv.org.example.org/paper.pdf",
        "https://arxiv.org@127.0.0.1/paper.pdf",
        "https://127.0.0.1/paper.pdf",
        "https://169.254.169.254/latest/meta-data",
        "https://[::1]/paper.pdf",
    ],
)
def test_other_hosts_are_not_asked(services: Services, url: str) -> None:
    found = texts_of(services, url)
    assert found.text is None
    assert "is not in the list of hosts for full texts" in found.problems[0]


@pytest.mark.parametrize(
    ("target", "why"),
    [
        ("http://10.0.0.1/paper.pdf", "a redirect to http://10.0.0.1 is not followed"),
        ("https://example.org/paper.pdf", "a redirect to https://example.org is not followed"),
        ("https://user@arxiv.org/pdf/1", "a redirect to https://arxiv.org is not followed"),
        ("file:///etc/passwd", "a redirect to file://None is not followed"),
    ],
)
def test_a_redirect_leads_to_no_other_host(services: Services, target: str, why: str) -> None:
    services.faults["files"] = lambda handler, _: handler.send(302, b"", Location=target) or True
    found = texts_of(services, services.place("lists.html"))
    assert found.text is None
    assert why in found.problems[0]


def test_a_host_of_the_list_that_leads_to_a_private_address_is_refused(services: Services) -> None:
    """``localhost`` stands for a name whose address was changed: it may be asked, its address may not."""
    services.files["lists.html"] = PAGE
    services.faults["files"] = lambda handler, _: (
        handler.send(302, b"", Location=f"https://localhost:{services.port}/files/lists.html") or True
    )
    found = texts_of(services, services.place("lists.html"), hosts=HOSTS | {"localhost"})
    assert "localhost leads to the private address 127.0.0.1" in found.problems[0]
    assert len(services.hits) == 1


def test_what_is_too_large_is_not_read_to_its_end(services: Services) -> None:
    sent = threading.Event()

    def endless(handler: Handler, _: int) -> bool:
        handler.send_response(200)
        handler.end_headers()
        try:
            while True:
                handler.wfile.write(b"x" * 1_000_000)
        except OSError:
            sent.set()
        handler.close_connection = True
        return True

    services.faults["files"] = endless
    found = texts_of(services, services.place("book.txt"))
    assert "an answer of more than 60000000 bytes is not read" in found.problems[0]
    assert sent.wait(10)


def test_what_is_too_slow_is_given_up(services: Services) -> None:
    def slow(handler: Handler, _: int) -> bool:
        handler.send_response(200)
        handler.send_header("Content-Length", "1000")
        handler.end_headers()
        try:
            for _ in range(100):
                handler.wfile.write(b"x")
                handler.wfile.flush()
                time.sleep(0.1)
        except OSError:
            pass
        return True

    services.faults["files"] = slow
    start = time.monotonic()
    found = texts_of(services, services.place("book.txt"), timeout=0.5)
    assert "no answer within 0.5 s" in found.problems[0]
    assert time.monotonic() - start < patience(5)


def test_a_copy_that_cannot_be_read_is_named_and_asked_for_in_the_next_run(
    services: Services, tmp_path: Path
) -> None:
    services.files["paper.pdf"] = b"%PDF-1.4 and no more"
    store = Store(str(tmp_path), mark=MARK)
    found = texts_of(services, services.place("paper.pdf"), store=store, attempts=3)
    assert services.asked("files") == ["/paper.pdf"]
    assert "paper.pdf: an answer that cannot be read" in found.problems[0]
    assert "this PDF cannot be opened" in found.problems[0]
    services.files["paper.pdf"] = pdf(column("A reversed list takes the longest of all lists."))
    assert texts_of(services, services.place("paper.pdf"), store=store).text is not None


def test_the_documentation_names_the_hosts() -> None:
    text = (Path(__file__).parents[2] / "docs" / "sources.md").read_text("utf-8")
    (block,) = (one for one in text.split("\n\n") if one.startswith("    arxiv.org"))
    assert set(block.split()) == HOSTS


def test_how_much_of_a_work_a_text_is(services: Services, tmp_path: Path) -> None:
    def of(words: int) -> str:
        file = tmp_path / "some.md"
        file.write_text("# Title\n\n" + "word " * words + "\n\n## References\n\n" + "- One (2001).\n" * 900)
        text = texts_of(services, str(file)).text
        assert text is not None
        return extent(text)

    assert [of(100), of(900), of(3000)] == ["abstract", "pages", "full"]
