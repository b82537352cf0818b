"""``python -m argcheck``."""

from __future__ import annotations

import os
import sys

# `python -m` searches the current folder for modules first: a file `openai.py` of a repository could read the key.
try:
    folder = os.getcwd()  # noqa: PTH109 - pathlib costs more than the start
except OSError:  # it was removed, and is an empty text in sys.path
    folder = ""
# Python 3.10, which `main` refuses, has no such flag
if not getattr(sys.flags, "safe_path", False) and sys.path[0] == folder:
    del sys.path[0]

from argcheck.launcher import main

sys.exit(main())
