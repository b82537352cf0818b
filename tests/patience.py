"""Limits of time that hold on a busy machine, too, and measurements that depend on it as little as they can."""

from __future__ import annotations

import gc
import os
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


def patience(seconds: float) -> float:
    """Stretch what a quiet machine may take by how many processes wait for each processor of this one."""
    if not hasattr(os, "getloadavg"):
        return 4 * seconds
    return seconds * max(1, os.getloadavg()[0] / (os.cpu_count() or 1))


def cpu_seconds(work: Callable[[], object]) -> float:
    """Return the processor time of a piece of work; what other tests have left in memory is not looked through meanwhile."""
    gc.collect()
    gc.disable()
    try:
        start = time.process_time()
        work()
        return time.process_time() - start
    finally:
        gc.enable()
