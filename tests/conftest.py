"""Makes the helpers beside the tests importable, and Ctrl-C work in what the tests start.

Property tests try the same inputs each time, so that a build fails for a change and not by chance, and none is timed: machines are
busy. Searches at random are those of benchmarks/ and of tests/test_fuzz.py with more than 200 examples.

A shell that starts the tests in the background has them ignore Ctrl-C, and every program that they start.
"""

import os
import signal
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

sys.path.insert(0, str(Path(__file__).parent))

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile(
    "argcheck", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("argcheck")


@pytest.hookimpl(optionalhook=True)  # of pytest-xdist
def pytest_xdist_auto_num_workers() -> int:
    """Let ``-n auto`` be twice as many as there are processors: many tests wait for a process or a server of theirs."""
    return 2 * (os.cpu_count() or 1)


@pytest.hookimpl(optionalhook=True)  # of pytest-xdist
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Let a worker that has nothing left take tests from others, unless another ``--dist`` is asked for: slow ones stand together."""
    from xdist.scheduler import WorkStealingScheduling

    return WorkStealingScheduling(config, log) if config.getvalue("dist") == "load" else None
