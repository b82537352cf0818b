"""``python -m argcheck``."""

from __future__ import annotations

import os
import sys

# `python -m` looks for modules in the working folder first: a repository there could call a file `openai.py`, and read
# the key.
try:
    folder = os.getcwd()  # noqa: PTH109 - pathlib costs more than the start
except OSError:  # it was removed, and stands as an empty text
    folder = ""
if not sys.flags.safe_path and sys.path[0] == folder:
    del sys.path[0]

from argcheck.launcher import main

sys.exit(main())
