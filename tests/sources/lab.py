"""A paper whose author runs argcheck against the services of a test."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from argcheck_process import argcheck
from patience import patience

if TYPE_CHECKING:
    from pathlib import Path

    from services import Services


class Lab:
    """A paper whose author runs argcheck, with a configuration that names the services of the test."""

    def __init__(self, folder: Path, services: Services) -> None:
        self.folder = folder / "paper"
        self.services = services
        self.home = folder / "home"
        (self.folder / ".git").mkdir(parents=True)
        self.configure(limits=dict.fromkeys(services.endpoints, 0))

    def configure(self, **sources: Any) -> None:
        """Write the configuration of the user."""
        tables = {
            "endpoints": self.services.endpoints,
            "attempts": 2,
            "timeout": round(patience(5)),
            **sources,
        }
        lines = [
            "[sources]",
            *(f"{key} = {json.dumps(v)}" for key, v in tables.items() if not isinstance(v, dict)),
        ]
        for name, table in tables.items():
            if isinstance(table, dict):
                lines += [
                    f"[sources.{name}]",
                    *(f"{key} = {json.dumps(value)}" for key, value in table.items()),
                ]
        file = self.home / "argcheck" / "argcheck.toml"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("\n".join(lines), "utf-8")

    def write(self, bib: str, folder: Path | None = None, *, hayagriva: str = "") -> None:
        """Write a paper that cites every entry of ``bib``, here or in another folder, and one in Typst."""
        folder = folder or self.folder
        text = "\\documentclass{article}\n\\begin{document}\nText.\\nocite{*}\n\\bibliography{refs}\n\\end{document}\n"
        (folder / "main.tex").write_text(text, "utf-8")
        (folder / "refs.bib").write_text(bib, "utf-8")
        if hayagriva:
            keys = [line.partition(":")[0] for line in hayagriva.splitlines() if line[:1].strip()]
            cited = " ".join(f"#cite(<{key}>)" for key in keys)
            (folder / "paper.typ").write_text(f'= Text\n\n{cited}\n\n#bibliography("hay.yml")\n', "utf-8")
            (folder / "hay.yml").write_text(hayagriva, "utf-8")

    @property
    def environ(self) -> dict[str, str]:
        drop = (
            "ARGCHECK_",
            "HTTP_PROXY",
            "HTTPS_PROXY",
            "ALL_PROXY",
            "http_proxy",
            "https_proxy",
            "all_proxy",
        )
        kept = {key: value for key, value in os.environ.items() if not key.startswith(drop)}
        return kept | {
            "XDG_CONFIG_HOME": str(self.home),
            "XDG_DATA_HOME": str(self.home / "data"),
            "ARGCHECK_CACHE_DIR": str(self.home / "cache"),
        }

    def run(self, *argv: str, **env: str) -> tuple[int, str, str]:
        """Run argcheck in the paper's folder."""
        done = argcheck(*argv, cwd=self.folder, env=self.environ | env)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def verify(self, *argv: str, **env: str) -> dict[str, dict[str, Any]]:
        """Verify, and give the verdicts by citation key."""
        code, out, err = self.run("verify", *argv, **env)
        assert code == 0, out + err
        self.out = out
        return self.verdicts()

    def verdicts(self) -> dict[str, dict[str, Any]]:
        lines = (self.folder / ".argcheck" / "verdicts.jsonl").read_text("utf-8").splitlines()
        return {one["cited_as"]: one for one in map(json.loads, lines) if one["kind"] == "entry"}
