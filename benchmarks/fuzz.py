"""Check broken pieces of documents until something raises: ``nice python benchmarks/fuzz.py --count 100000 --state FILE``.

The pieces come from the examples and the manuscripts of the tests, from the cases of the pages of rules, and from the
folders named by ``--documents``; configuration files are made by `fuzz_settings.py`.  `fuzz_inputs.py` breaks them, by a random generator whose seed is ``--seed``, the kind of
file and the number of the input: what failed can be made again.  Every rule runs, and every format prints, all in this
process; `BATCH` inputs share a run, and one that went wrong is made again input by input.  ``FILE`` keeps how far each kind
is, so that a run that was ended goes on there.  Ends with 1 if an input raised, made a rule fail, or took more than `LONG`;
such inputs are kept in ``--failures``.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import sys
import tempfile
import time
import traceback
from pathlib import Path

from fuzz_inputs import KINDS, Input, inputs, texts

from argcheck import api
from argcheck.errors import ArgcheckError
from argcheck.lint.registry import load_rules
from argcheck.lint.reporters.formats import render

BATCH = 40  # inputs of one run
EVERY = 1_000  # inputs after which the state is kept
LONG = 2.0  # CPU seconds of one input
GIVE_UP = 20.0  # CPU seconds after which a run is ended
FORMATS = ("full", "json", "sarif", "github", "concise", "jsonl")
BEGIN, END = b"\\documentclass{article}\n\\begin{document}\n", b"\n\\end{document}\n"
ENTRY = b"@article{a, author = {Smith, A.}, title = {On Lamps}, journal = {J}, year = 2020}\n"
CITES = "\\documentclass{article}\\begin{document}\\nocite{*}Smith (2020) \\cite{a}\\bibliography{%s}\\end{document}\n"


DOCUMENT = "\\documentclass{article}\\begin{document}It holds \\cite{a, b}, see \\ref{c}.\\bibliography{refs}\\end{document}\n"


class TooSlow(BaseException):
    """A run took more than `GIVE_UP`; no `Exception`, since argcheck makes a finding of a rule that raises one."""


def write(item: Input, folder: bytes, stem: str) -> None:
    """Write the files of one document: the input, and what it goes with."""
    name = item.name.replace(b"%", stem.encode())
    text = item.text
    if item.kind == "bib":
        Path(os.fsdecode(folder), f"{stem}.tex").write_text(CITES % os.fsdecode(name), "utf-8", "replace")
    else:
        if b"\\documentclass" not in text:
            text = BEGIN + text + END
        (Path(os.fsdecode(folder)) / f"{stem}-refs.bib").write_bytes(ENTRY)
    with open(os.path.join(folder, name + b"." + item.kind.encode()), "wb") as stream:  # noqa: PTH118, PTH123 - bytes
        stream.write(text)


def examine_settings(item: Input, folder: Path) -> str:
    """Check a small document under these settings; what cannot be used must be said as a fault of that file."""
    (folder / "main.tex").write_text(DOCUMENT, "utf-8")
    (folder / "refs.bib").write_bytes(ENTRY)
    (folder / "argcheck.toml").write_bytes(item.text)
    begun = time.process_time()
    signal.setitimer(signal.ITIMER_VIRTUAL, GIVE_UP)
    try:
        api.check(folder)
    except ArgcheckError as error:
        if "argcheck.toml" not in str(error):
            return f"does not name the file: {error}"
    except (Exception, TooSlow):  # noqa: BLE001 - that is what is looked for
        return traceback.format_exc(limit=-20)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        (folder / "argcheck.toml").unlink()
    took = time.process_time() - begun
    return f"took {took:.1f} s" if took > LONG else ""


def examine(some: list[tuple[int, Input]], folder: Path, format_name: str) -> str:
    """Check these inputs at once; return what went wrong, empty if nothing did."""
    for number, item in some:
        write(item, os.fsencode(folder), f"n{number}")
    begun = time.process_time()
    signal.setitimer(signal.ITIMER_VIRTUAL, GIVE_UP)
    try:
        report = api.check(folder, isolated=True, config={"extend-select": EVERYTHING})
        render(report, format_name, color=True, width=80, cwd=folder, limits=False)
        if format_name == "concise":
            api.citations(folder, isolated=True)
        if format_name == "jsonl":
            api.argument_graph(folder, isolated=True)
    except (Exception, TooSlow):  # noqa: BLE001 - that is what is looked for
        return traceback.format_exc(limit=-20)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        for path in os.scandir(os.fsencode(folder)):
            if path.is_file():
                os.unlink(path)  # noqa: PTH108 - bytes
    took = time.process_time() - begun
    if took > LONG:
        return f"took {took:.1f} s"
    return "\n".join(failure.message for failure in report.failures)


def searched(some: list[tuple[int, Input]], folder: Path, format_name: str) -> dict[int, str]:
    """Return what went wrong by the number of the input."""
    signal.signal(signal.SIGVTALRM, _interrupt)
    if some[0][1].kind == "toml":
        said = {number: examine_settings(item, folder) for number, item in some}
        return {number: problem for number, problem in said.items() if problem}
    problem = examine(some, folder, format_name)
    if not problem:
        return {}
    alone = {number: examine([(number, item)], folder, format_name) for number, item in some}
    wrong = {number: said for number, said in alone.items() if said}
    if wrong or problem.startswith("took"):  # forty of them may take longer than one may
        return wrong
    return {some[0][0]: f"only together with the {len(some) - 1} after it: {problem}"}


def _interrupt(*_: object) -> None:
    raise TooSlow


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=1_000, help="inputs of each kind")
    parser.add_argument("--seed", default="", help="another one makes other inputs")
    parser.add_argument("--state", type=Path, help="how far the last run came")
    parser.add_argument("--failures", type=Path, default=Path("fuzz-failures"))
    parser.add_argument("--seconds", type=float, default=float("inf"), help="CPU seconds after which to end")
    parser.add_argument("--documents", type=Path, action="append", default=[], metavar="DIR")
    options = parser.parse_args()
    done = dict.fromkeys(KINDS, 0)
    if options.state and options.state.exists():
        done |= json.loads(options.state.read_text())
    sources, wrong, turn = texts(options.documents), 0, 0
    folder = Path(tempfile.mkdtemp(prefix="fuzz-"))
    (folder / ".git").mkdir()
    while min(done.values()) < options.count and time.process_time() < options.seconds:
        kind = min(KINDS, key=done.__getitem__)
        last = min(options.count, done[kind] + EVERY)
        for start in range(done[kind], last, BATCH):
            some = list(inputs(options.seed, kind, range(start, min(start + BATCH, last)), sources))
            turn += 1
            for number, problem in searched(some, folder, FORMATS[turn % len(FORMATS)]).items():
                wrong += 1
                options.failures.mkdir(parents=True, exist_ok=True)
                item = dict(some)[number]
                (options.failures / f"{options.seed}{number}.{kind}").write_bytes(item.text)
                print(f"{kind} {number} {item.name!r}: {problem}", flush=True)
        done[kind] = last
        if options.state:
            options.state.write_text(json.dumps(done))
    shutil.rmtree(folder)
    print(f"{done}: {wrong} failed, {time.process_time():.0f} s", flush=True)
    return 1 if wrong else 0


EVERYTHING = [rule.code for rule in load_rules().rules.values()]

if __name__ == "__main__":
    sys.exit(main())
