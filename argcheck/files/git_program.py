"""Run git on an untrusted repository, so that it runs nothing from the repository and fetches nothing.

Use only commands without hooks, filters, signatures or external programs: `rev-parse`, `rev-list`,
`merge-base`, `ls-tree` and `cat-file`.
"""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_SAFE = ("-c", "core.fsmonitor=false", "-c", f"core.hooksPath={os.devnull}", "-c", "protocol.allow=never")
#: Variables that a hook or a shell may have set, and that would point git elsewhere.
_ELSEWHERE = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_NAMESPACE")


def run_git(
    root: Path | str, *words: str, asked: bytes = b"", timeout: float | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run git in a work tree; paths among the words are names, not patterns.

    :param asked: its standard input.
    :param timeout: in seconds.
    :raises OSError: it is not installed.
    :raises subprocess.TimeoutExpired: it took longer.
    """
    environment = {name: value for name, value in os.environ.items() if name not in _ELSEWHERE}
    environment |= {
        "GIT_LITERAL_PATHSPECS": "1",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_TERMINAL_PROMPT": "0",
        "LC_ALL": "C",
    }
    command = ["git", "-C", str(root), *_SAFE, *words]
    return subprocess.run(  # noqa: S603 - git, with the words above
        command, input=asked, env=environment, capture_output=True, check=False, timeout=timeout
    )
