"""Makes Ctrl-C work in what the tests start, and tests the same each time.

Property tests try the same inputs each time, so that a build fails for a change and not by chance, and none is timed: machines are
busy. Searches at random are those of benchmarks/ and of tests/test_fuzz.py with more than 200 examples.

What is collected lives as long as the run: the collector of garbage does not look through these million objects again and again,
which is a third of what each worker takes to collect, and it does not look at them while tests run.  It also comes a good deal less
often than every 700 objects, which is a tenth of what tests take.

A shell that starts the tests in the background has them ignore Ctrl-C, and every program that they start.
"""

import gc
import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

os.environ.pop(
    "COLUMNS", None
)  # of the terminal that started the tests, which pytest-xdist hands on to its workers

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile(
    "argcheck",
    deadline=None,
    derandomize=True,
    max_examples=50,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("argcheck")


#: In a file whose tests are all slow.
_ALL_SLOW = re.compile(r"^pytestmark = (?:\[[^\]]*)?pytest\.mark\.slow\b", re.MULTILINE)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave files unread of which ``-m 'not slow'`` would run nothing, unless they are named: their imports take seconds."""
    left_out = (
        config.getoption("markexpr") == "not slow"
        and collection_path.match("test_*.py")
        and not any(collection_path.name in argument for argument in config.args)
        and _ALL_SLOW.search(collection_path.read_text("utf-8"))
    )
    return True if left_out else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let what is long be slow, too: ``-m 'not slow'`` takes the place of the ``-m 'not long'`` of pyproject.toml."""
    for item in items:
        if item.get_closest_marker("long"):
            item.add_marker(pytest.mark.slow)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Keep what is collected out of all later searches for garbage."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.set_threshold(20_000, 20, 20)
        gc.enable()


@pytest.hookimpl(optionalhook=True)  # of pytest-xdist
def pytest_xdist_auto_num_workers() -> int:
    """Let ``-n auto`` be more by one than there are processors: some tests wait for a process or a server of theirs."""
    return 1 + (os.cpu_count() or 1)


@pytest.hookimpl(optionalhook=True)  # of pytest-xdist
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Let a worker that has nothing left take tests from others, unless another ``--dist`` is asked for: slow ones stand together."""
    from xdist.scheduler import WorkStealingScheduling

    return WorkStealingScheduling(config, log) if config.getvalue("dist") == "load" else None


@pytest.fixture
def no_certificates(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a client of this process read no certificates, as :func:`argcheck_process.without_certificates` lets a run read none."""
    from argcheck_process import without_certificates

    monkeypatch.delenv("SSL_CERT_FILE", raising=False)
    monkeypatch.setenv("SSL_CERT_DIR", without_certificates({})["SSL_CERT_DIR"])
