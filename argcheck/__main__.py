"""``python -m argcheck``."""

from __future__ import annotations

import sys

from argcheck.launcher import main

sys.exit(main())
