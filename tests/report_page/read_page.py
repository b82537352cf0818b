"""Pages of documents that the tests write, read back as a browser would read them."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import lxml.etree
from argcheck_process import argcheck

EXAMPLES = Path(__file__).parents[2] / "examples"
_RAW = re.compile(r"<(script|style)\b([^>]*)>(.*?)</\1>", re.DOTALL)


class Page:
    """One page: its text, its elements by a strict reader of XML, and the parts that are no markup."""

    def __init__(self, text: str, said: str) -> None:
        self.text = text
        self.said = said  #: on standard error
        self.raw = [(kind, attributes, body) for kind, attributes, body in _RAW.findall(text)]
        markup = _RAW.sub(lambda match: f"<{match[1]}{match[2]}></{match[1]}>", text)
        self.root = lxml.etree.fromstring(markup.removeprefix("<!doctype html>\n").encode())

    def one(self, path: str) -> Any:
        (element,) = self.root.xpath(path)
        return element

    def all(self, path: str) -> list[Any]:
        return self.root.xpath(path)

    def words(self, path: str) -> str:
        return " ".join(" ".join(self.one(path).itertext()).split())


def page_of(folder: Path, *argv: str, code: int = 0) -> Page:
    ended = argcheck("report", *argv, "--no-cache", cwd=folder, env=dict(os.environ), encoding="utf-8")
    assert ended.returncode == code, ended.stderr
    assert ended.stdout == ""
    return Page((folder / "report.html").read_text("utf-8"), ended.stderr)


def write(folder: Path, **files: str) -> None:
    for name, text in files.items():
        path = folder / name.replace("__", "/").replace("_dot_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
