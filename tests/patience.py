"""Limits of time that hold on a busy machine, too."""

from __future__ import annotations

import os


def patience(seconds: float) -> float:
    """Stretch what a quiet machine may take by how many processes wait for each processor of this one."""
    if not hasattr(os, "getloadavg"):
        return 4 * seconds
    return seconds * max(1, os.getloadavg()[0] / (os.cpu_count() or 1))
