"""Runs git for a test, whatever whoever runs the tests has configured."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_SETTINGS = (
    "user.name=T", "user.email=t@example.org", "commit.gpgsign=false", "init.defaultBranch=main", "protocol.file.allow=always",
)  # fmt: skip


def git(folder: Path, *words: str, **variables: str) -> str:
    """Run git in a folder, with some variables of the environment, and return what it prints."""
    options = [word for setting in _SETTINGS for word in ("-c", setting)]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    environment |= {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", **variables}
    command = ["git", *options, *words]
    done = subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True)
    return done.stdout.decode()
