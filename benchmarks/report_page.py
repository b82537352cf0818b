"""How large the page of ``argcheck report`` is, and how long a browser takes for it; needs Playwright and a Chromium.

    python benchmarks/report_page.py [--thesis FOLDER] [--runs 5]

Documents of 500 and 2,000 claims in twenty chapters, and with ``--thesis`` one of somebody's.  Three times are told, the best and the median of
all runs: until the page is laid out, until a claim that was clicked stands in its card (what a reader waits for), and what the browser worked for that
(``TaskDuration``, which a busy machine stretches less).  Bars: 1 s and 2 MB for 500 claims, 3 s for 2,000, 2 s for a thesis of 300 pages.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
_CLICK = """() => new Promise(done => {
  const nodes = JSON.parse(document.getElementById('data').textContent).nodes;
  const card = nodes.find(node => node.sentences.length).card;
  location.hash = '#' + card;
  const look = () => document.getElementById(card).classList.contains('on') ? requestAnimationFrame(() => done(performance.now())) : setTimeout(look, 5);
  look();
})"""


def document(claims: int) -> str:
    """Return a thesis of so many annotated claims, each resting on up to three before it."""
    rng = random.Random(claims)
    lines = ["\\documentclass{book}\\begin{document}"]
    for number in range(claims):
        if number % (claims // 20) == 0:
            lines.append(f"\\chapter{{Of dune {number}}}")
        uses = (
            ",".join(sorted({f"cl:{rng.randrange(max(0, number - 40), number)}" for _ in range(3)}))
            if number
            else ""
        )
        kind = "given" if number < 20 else "conclusion" if number % 100 == 99 else "claim"
        lines.append(
            f"% argcheck: {kind} id=cl:{number}" + (f" uses={uses}" if uses and kind != "given" else "")
        )
        lines.append(
            f"Dune {number} moves by {rng.randrange(100)} metres when wind {rng.randrange(100)} blows from valley {rng.randrange(100)}.\n"
        )
    return "\n".join([*lines, "\\end{document}"])


def timed(browser: Any, page_file: Path) -> tuple[float, float, float]:
    """Open a page, go to a claim; seconds until it is laid out, until the card is there, and of work."""
    window = browser.new_context(viewport={"width": 1440, "height": 900})
    page = window.new_page()
    session = window.new_cdp_session(page)
    session.send("Performance.enable")
    page.goto(f"file://{page_file}")
    laid = page.evaluate("performance.timing.loadEventEnd - performance.timing.navigationStart")
    start = page.evaluate("performance.now()")
    clicked = page.evaluate(_CLICK) - start
    metrics = {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}
    window.close()
    return laid / 1000, (laid + clicked) / 1000, metrics["TaskDuration"]


def main() -> None:
    """Measure, and print a row each."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - no extra of the project

    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--thesis", type=Path)
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    print(
        "| document | claims written in | MB | laid out, s | card after a click, s | work of the browser, s |"
    )
    print("| --- | --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for claims in (500, 2000, 0):
            folder = options.thesis if not claims else Path(name) / str(claims)
            if folder is None:
                continue
            if claims:
                folder.mkdir()
                (folder / "thesis.tex").write_text(document(claims), "utf-8")
            file = Path(name) / f"{claims}.html"
            start = time.perf_counter()
            subprocess.run(
                [sys.executable, "-m", "argcheck", "report", folder, "-o", file, "--no-cache"],
                check=True,
                capture_output=True,
            )
            made = time.perf_counter() - start
            rows = [timed(browser, file) for _ in range(options.runs)]
            told = " | ".join(
                f"{min(times):.2f}, {statistics.median(times):.2f}" for times in zip(*rows, strict=True)
            )
            print(f"| {claims or folder.name} | {made:.1f} s | {file.stat().st_size / 1e6:.2f} | {told} |")
        browser.close()


if __name__ == "__main__":
    main()
