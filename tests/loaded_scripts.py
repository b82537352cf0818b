"""Files of Python that are no part of any package, imported as modules."""

from __future__ import annotations

import importlib.util
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path
    from types import ModuleType


def load(path: Path) -> ModuleType:
    """Import a file under its name, once; of two files of one name the one that is asked for last."""
    if getattr(sys.modules.get(path.stem), "__file__", None) != str(path):
        spec = importlib.util.spec_from_file_location(path.stem, path)
        assert spec is not None
        assert spec.loader is not None
        sys.modules[path.stem] = module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    return sys.modules[path.stem]
