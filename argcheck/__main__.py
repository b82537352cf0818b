"""``python -m argcheck``."""

from __future__ import annotations

import os
import sys

# `python -m` looks for modules in the working folder first: a repository there could call a file `openai.py`, and read the key.
if not sys.flags.safe_path and sys.path[0] == os.getcwd():  # noqa: PTH109 - pathlib costs more than the start
    del sys.path[0]

from argcheck.launcher import main

sys.exit(main())
