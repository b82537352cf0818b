"""Find the line of a plugin's code that raised; imported only when something has failed."""

from __future__ import annotations

import os
import sys
import traceback


def fault(error: BaseException) -> str:
    """Return ``KeyError: 'x' (house.py:12)``, without a place if all of the code is argcheck's or Python's."""
    place = code_place(error)
    return f"{type(error).__name__}: {error}" + (f" ({place})" if place else "")


def code_place(error: BaseException) -> str:
    """Return ``house.py:12``, the innermost line of the traceback outside of argcheck and Python; empty if none."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if not _of_the_engine(frame.filename)]
    return f"{shown(own[-1].filename)}:{own[-1].lineno}" if own else ""


def _of_the_engine(file: str) -> bool:
    here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120
    library = os.path.dirname(os.path.abspath(os.__file__))  # noqa: PTH100, PTH120
    path = os.path.abspath(file)  # noqa: PTH100
    if file.startswith("<") or path.startswith(here + os.sep):
        return True
    return path.startswith(library + os.sep) and "site-packages" not in path


def shown(file: str) -> str:
    """Return the path of a file relative to the working folder or the folder that it was imported from."""
    path = os.path.abspath(file)  # noqa: PTH100
    folders = [os.getcwd(), *filter(None, sys.path)]  # noqa: PTH109
    inside = [folder for folder in folders if path.startswith(os.path.join(folder, ""))]  # noqa: PTH118
    return os.path.relpath(path, max(inside, key=len)).replace(os.sep, "/") if inside else path
