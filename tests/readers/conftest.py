"""Manuscripts that are not LaTeX, as authors leave them in a folder."""

from __future__ import annotations

import pytest
from reported import BIB

from argcheck import api


@pytest.fixture
def check(tmp_path, monkeypatch):
    """Write files and give the report on their folder, or on what is named in it."""

    def run(files, *paths):
        for name, text in {"refs.bib": BIB, **files}.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        monkeypatch.chdir(tmp_path)
        return api.check(*(paths or ["."]), isolated=True)

    return run
