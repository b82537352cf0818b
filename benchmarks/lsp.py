"""Print how long an editor waits for diagnostics after a keystroke, and what the server takes of memory.

A thesis of 100 files and 2 MB is made, a server is started as an editor starts it, and one file is typed into: each keystroke is a
whole new text of that file, followed by the question for its diagnostics.  The wait is from the keystroke to the answer.
The further edits go to ten files in turn, and no text comes twice, so that what is kept for each text would be seen to grow.
``--kinds`` types prose, a label, a number, a heading, an entry and a macro as well, each into its file, and prints a line for each.
The machine should do nothing else; CPU of the server is printed beside, which a busy machine disturbs less.

    python benchmarks/lsp.py --keystrokes 200 --kinds --memory 10000
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from itertools import groupby
from pathlib import Path
from statistics import median
from typing import Any

FILES, SIZE, WORKS = 100, 20_000, 400
WORDS = [
    "the",
    "vineyard",
    "above",
    "river",
    "ripens",
    "early",
    "since",
    "height",
    "decides",
    "about",
    "harvest",
]


def make_thesis(folder: Path, seed: int = 1, called: str = "") -> None:
    """Write a thesis with citations, labels, references, floats and annotated claims; ``called`` stands in the middle of each file."""
    rng = random.Random(seed)
    keys = [f"work{number}" for number in range(WORKS)]
    entries = (
        f"@article{{{key},\n  author = {{A. Author{n} and B. Writer}},\n  title = {{Title number {n} of harvests}},\n"
        f"  journal = {{Journal of Vines}},\n  year = {{{1950 + n % 70}}},\n  pages = {{1--{n + 2}}}\n}}\n"
        for n, key in enumerate(keys)
    )
    (folder / "refs.bib").write_text("\n".join(entries), "utf-8")
    for number in range(FILES):
        before, blank, after = chapter(rng, number, keys).partition("\n\n\\section{Section 16}")
        (folder / f"part{number:03}.tex").write_text(f"{before}{called}{blank}{after}", "utf-8")
    includes = "".join(f"\\include{{part{number:03}}}\n" for number in range(FILES))
    frame = f"\\documentclass{{report}}\n\\begin{{document}}\n{includes}\\bibliography{{refs}}\n\\end{{document}}\n"
    (folder / "thesis.tex").write_text(frame, "utf-8")
    (folder / ".git").mkdir()


def chapter(rng: random.Random, number: int, keys: list[str]) -> str:
    parts = [
        f"\\chapter{{Part {number}}}\\label{{ch:{number}}}\n",
        f"% argcheck: claim id=cl:{number} uses=fig:{number}\nHeight decides in part {number}.\n",
        f"\\begin{{figure}}\nDrawing.\\caption{{Dates.}}\\label{{fig:{number}}}\n\\end{{figure}}\nSee Figure~\\ref{{fig:{number}}}.\n",
    ]
    size, count = 0, 0
    while size < SIZE:
        count += 1
        if count % 5 == 1:
            parts.append(f"\n\\section{{Section {count}}}\\label{{sec:{number}:{count}}}\n")
        ends = (
            ".",
            f" \\cite{{{rng.choice(keys)}}}.",
            f", see Section~\\ref{{sec:{number}:1}}.",
            f" by {rng.randint(2, 90)} percent.",
        )
        sentences = (
            " ".join(word for word, _ in groupby(rng.choices(WORDS, k=rng.randint(8, 20)))).capitalize()
            + rng.choice(ends)
            for _ in range(6)
        )
        parts.append(" ".join(sentences) + "\n\n")
        size += len(parts[-1])
    return "".join(parts)


class Server:
    """A server, and the messages to and from it."""

    def __init__(self, folder: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "argcheck", "lsp"],
            cwd=folder.parent,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self.number = 0
        workspace = [{"uri": folder.as_uri(), "name": "thesis"}]
        capabilities = {
            "textDocument": {"diagnostic": {}},
            "workspace": {"diagnostics": {"refreshSupport": True}},
        }
        params = {"processId": os.getpid(), "rootUri": folder.as_uri(), "workspaceFolders": workspace}
        self.ask("initialize", {**params, "capabilities": capabilities})
        self.send({"method": "initialized", "params": {}})

    def send(self, message: dict[str, Any]) -> None:
        """Send a message."""
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(data), data))
        self.process.stdin.flush()

    def ask(self, method: str, params: Any) -> Any:
        """Ask and wait for the answer; what else comes is dropped."""
        self.number += 1
        self.send({"id": self.number, "method": method, "params": params})
        while True:
            message = self.read()
            if message.get("id") == self.number and "method" not in message:
                return message["result"]

    def read(self) -> dict[str, Any]:
        """Read the next message."""
        stream, length = self.process.stdout, 0
        assert stream is not None
        while (line := stream.readline()).strip():
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        message: dict[str, Any] = json.loads(stream.read(length))
        return message

    def cpu(self) -> float:
        """Seconds of user and system time so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text("utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> float:
        """MB of resident memory."""
        lines = Path(f"/proc/{self.process.pid}/status").read_text("utf-8").splitlines()
        return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) / 1024


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--keystrokes", type=int, default=100)
    parser.add_argument(
        "--memory", type=int, default=0, metavar="EDITS", help="further edits, then print the memory"
    )
    parser.add_argument("--kinds", action="store_true", help="type other things, too")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary).resolve() / "thesis"
        folder.mkdir()
        make_thesis(folder)
        size = sum(file.stat().st_size for file in folder.glob("*.*")) / 1e6
        print(f"{FILES} files, {size:.1f} MB; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
        if arguments.kinds:
            measure_kinds(Server(folder), folder, arguments.keystrokes, KINDS)
            called_everywhere = Path(temporary).resolve() / "called"
            called_everywhere.mkdir()
            make_thesis(called_everywhere, called="\n\nOn the \\hill{} it ripens.")
            measure_kinds(Server(called_everywhere), called_everywhere, arguments.keystrokes, CALLED)
        measure(Server(folder), folder, arguments.keystrokes, arguments.memory)


#: What is typed: into which file, behind which words, and what stands there after so many keystrokes.
KINDS = {
    "prose": ("part050.tex", "\\section{Section 11}", "\n\nSo the vineyard growSS"),
    "a label": ("part050.tex", "\\section{Section 11}", "\\label{sec:newSS}"),
    "a number": ("part050.tex", "\\section{Section 11}", "\n\nIt was NN percent."),
    "a heading": ("part050.tex", "\\section{Section 11}", "\n\\section{MoreSS}"),
    "a title in the bibliography": ("refs.bib", "Title number 200 of harvests", "SS"),
    "a macro": ("thesis.tex", "\\documentclass{report}", "\n\\newcommand{\\hill}{slopeSS}"),
}


#: The same macro, where a sentence in each of the files calls it.
CALLED = {"a macro that all files call": KINDS["a macro"]}


def measure_kinds(
    server: Server, folder: Path, keystrokes: int, kinds: dict[str, tuple[str, str, str]]
) -> None:
    """Type each of the kinds into its file, and take it back."""
    for kind, (name, behind, typed) in kinds.items():
        document, text = {"uri": (folder / name).as_uri()}, (folder / name).read_text("utf-8")
        before, found, after = text.partition(behind)
        assert found, name
        opened = {**document, "languageId": "latex", "version": 0, "text": text}
        server.send({"method": "textDocument/didOpen", "params": {"textDocument": opened}})
        server.ask("textDocument/diagnostic", {"textDocument": document})
        waits, cpu = [], server.cpu()
        for number in range(1, keystrokes + 1):
            said = typed.replace("SS", "s" * number).replace("NN", str(number))
            change = {
                "textDocument": {**document, "version": number},
                "contentChanges": [{"text": before + behind + said + after}],
            }
            start = time.perf_counter()
            server.send({"method": "textDocument/didChange", "params": change})
            server.ask("textDocument/diagnostic", {"textDocument": document})
            waits.append(1000 * (time.perf_counter() - start))
        print_waits(kind, waits, 1000 * (server.cpu() - cpu) / keystrokes)
        server.send({"method": "textDocument/didClose", "params": {"textDocument": document}})
    end(server)


def print_waits(what: str, waits: list[float], used: float) -> None:
    """Print a line on the waits for answers."""
    print(
        f"{what}: median {median(waits):.0f} ms, worst {max(waits):.0f} ms, CPU {used:.0f} ms each",
        flush=True,
    )


def end(server: Server) -> None:
    """Let a server end."""
    server.ask("shutdown", None)
    server.send({"method": "exit", "params": None})
    server.process.wait(30)


def measure(server: Server, folder: Path, keystrokes: int, edits: int) -> None:
    files = [folder / f"part{number:03}.tex" for number in range(50, 60)]
    texts = [file.read_text("utf-8") for file in files]
    documents = [{"uri": file.as_uri()} for file in files]
    start = time.perf_counter()
    for document, text in zip(documents, texts, strict=True):
        opened = {**document, "languageId": "latex", "version": 0, "text": text}
        server.send({"method": "textDocument/didOpen", "params": {"textDocument": opened}})
    server.ask("textDocument/diagnostic", {"textDocument": documents[0]})
    print(f"first answer: {time.perf_counter() - start:.2f} s, {server.memory():.0f} MB")

    def press(version: int, place: int = 0) -> None:
        text = texts[place]
        middle = len(text) // 2
        new = f"{text[:middle]} typed{version} \\cite{{nobody{version}}} {text[middle:]}"
        change = {"textDocument": {**documents[place], "version": version}, "contentChanges": [{"text": new}]}
        server.send({"method": "textDocument/didChange", "params": change})

    waits, cpu = [], server.cpu()
    for version in range(1, keystrokes + 1):
        start = time.perf_counter()
        press(version)
        answer = server.ask("textDocument/diagnostic", {"textDocument": documents[0]})
        waits.append(1000 * (time.perf_counter() - start))
        assert any("nobody" in item["message"] for item in answer["items"]), answer
    print_waits("keystroke to diagnostics", waits, 1000 * (server.cpu() - cpu) / keystrokes)
    for version in range(keystrokes + 1, keystrokes + edits + 1):
        press(version, version % len(files))
        if version % 10 == 0:
            server.ask("textDocument/diagnostic", {"textDocument": documents[0]})
        if version % 2_000 == 0:
            print(f"after {version} edits: {server.memory():.0f} MB", flush=True)
    print(f"after {keystrokes + edits} edits: {server.memory():.0f} MB")
    end(server)


if __name__ == "__main__":
    main()
