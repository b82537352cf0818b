"""How long `argcheck verify` takes for many entries, with services on 127.0.0.1 that take their time.

The services are those of the tests; each answer comes after a pause, and the limits of the services are lifted, so that
what is measured is argcheck. The second run finds everything stored, and must ask nothing.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "llm"))
sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "sources"))

from lab import Lab
from services import NAMES, Services
from test_verify import many

if TYPE_CHECKING:
    from services import Handler

#: Runs verify and says its greatest memory; not `ru_maxrss`, which a process inherits from the one that started it.
RUN = """
import sys
from argcheck.cli.run import run
code = run(["verify", *sys.argv[1:]])
print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM:")), file=sys.stderr)
sys.exit(code)
"""


def measured(lab: Lab, services: Services, *arguments: str) -> tuple[float, float, int]:
    """Verify once: seconds, MB of memory at most, requests."""
    services.hits.clear()
    start = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-c", RUN, *arguments],
        cwd=lab.folder,
        env=lab.environ,
        capture_output=True,
        text=True,
        check=False,
    )
    seconds = time.monotonic() - start
    if done.returncode:
        sys.exit(done.stdout + done.stderr)
    return seconds, int(done.stderr.splitlines()[-1]) / 1000, len(services.hits)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--entries", type=int, default=1000)
    options.add_argument("--latency", type=float, default=30, help="milliseconds before each answer")
    chosen = options.parse_args()

    def late(_: Handler, __: int) -> bool:
        time.sleep(chosen.latency / 1000)
        return False

    services = Services()
    services.faults = dict.fromkeys(NAMES, late)
    works, bib = many(chosen.entries)
    services.everywhere(*works)
    with tempfile.TemporaryDirectory() as folder:
        lab = Lab(Path(folder), services)
        lab.write(bib)
        print(f"{chosen.entries} entries, {chosen.latency:g} ms before each answer, no limits")
        print("| run | seconds | goal | MB | goal | requests | goal |")
        print("| --- | --- | --- | --- | --- | --- | --- |")
        runs = (("first", "40", "any"), ("second", "", "0"), ("second, verdicts removed", "", "0"))
        for name, goal, most in runs:
            if "removed" in name:
                (lab.folder / ".argcheck" / "verdicts.jsonl").unlink()
            seconds, memory, requests = measured(lab, services)
            print(f"| {name} | {seconds:.1f} | {goal} | {memory:.0f} | 100 | {requests} | {most} |")
    services.close()


if __name__ == "__main__":
    main()
