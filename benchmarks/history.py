r"""What each commit of a LaTeX project says, by patterns of its own: nothing here uses argcheck."""

from __future__ import annotations

import re
import subprocess
from bisect import bisect
from collections import Counter, defaultdict
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

REF = re.compile(r"\\(?:[cC]|eq|auto|name|page|v|V|sub)?ref\*?(?:\[[^][]*\])?\{([^{}]*)\}")
CITE = re.compile(r"\\[a-zA-Z]*cite[a-zA-Z]*\*?(?:\[[^][]*\]){0,2}\{([^{}]*)\}")
LABEL = re.compile(r"\\label\{([^{}]*)\}")
ENTRY = re.compile(r"^[ \t\ufeff]*@(\w+)\s*[{(]\s*([^\s,{}()]+)\s*,", re.MULTILINE)
ANY_ENTRY = re.compile(r"^[ \t\ufeff]*@\w+\s*[{(]", re.MULTILINE)  # also one whose key cannot be read
FIELD = re.compile(r"^[ \t]*,?[ \t]*([A-Za-z][\w-]*)\s*=\s*(.*)$", re.MULTILINE)
READS = re.compile(r"\{([^{}\\\n]+)\}|\\input\s+([^\s{}\\]+)")
MAKES_LABEL = re.compile(r"\\begin\{[^{}]*\}.*?\{([\w.-]+)\}\s*(?:%|$)", re.MULTILINE)
FLOAT = re.compile(r"\\begin\{(figure|table)\*?\}.*?\\end\{\1\*?\}", re.DOTALL)
COMMENT = re.compile(r"(?<!\\)%.*")
WOVEN = (".Rnw", ".rnw", ".Rmd", ".lyx")  #: sources of which a program makes LaTeX
NO_ENTRIES = {"string", "comment", "preamble"}


class History:
    """First-parent history of a bare repository, with texts by blob."""

    def __init__(self, git_dir: Path, head: str = "HEAD") -> None:
        self.git_dir = git_dir
        self.head = head
        self._reader = subprocess.Popen(
            ["git", "--git-dir", git_dir, "cat-file", "--batch"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self.blob = lru_cache(4096)(lambda name: self.raw(name).decode("utf-8", "replace"))
        self.facts = lru_cache(4096)(lambda blob, bib: Facts(self.blob(blob), bib=bib))

    def close(self) -> None:
        """End the process that reads blobs."""
        self._reader.stdin.close()
        self._reader.stdout.close()
        self._reader.wait()

    def git(self, *words: str) -> str:
        """Output of a git command."""
        done = subprocess.run(["git", "--git-dir", self.git_dir, *words], capture_output=True, check=True)
        return done.stdout.decode("utf-8", "replace")

    @cached_property
    def commits(self) -> list[tuple[str, str]]:
        """Child and first parent, oldest first, of the commits that touch a text."""
        log = self.git(
            "log", "--first-parent", "--format=%H %P", "--reverse", self.head, "--", "*.tex", "*.bib"
        )
        return [tuple(line.split()[:2]) for line in log.splitlines() if len(line.split()) > 1]

    @lru_cache(64)  # noqa: B019 - a history lives as long as the run
    def tree(self, commit: str) -> dict[str, str]:
        """Blob by path; submodules are left out."""
        return {path: blob for path, (_, blob) in self._listed(commit).items()}

    def links(self, commit: str) -> set[str]:
        """Paths of the symbolic links, whose blob is the path that they point to."""
        return {path for path, (mode, _) in self._listed(commit).items() if mode == "120000"}

    @lru_cache(2)  # noqa: B019 - a history lives as long as the run
    def _listed(self, commit: str) -> dict[str, tuple[str, str]]:
        lines = (line.split("\t", 1) for line in self.git("ls-tree", "-rz", commit).split("\0") if line)
        rows = ((path, *what.split()[:3]) for what, path in lines)
        return {path: (mode, blob) for path, mode, kind, blob in rows if kind == "blob"}

    def texts(self, commit: str) -> dict[str, Facts]:
        """What each text of a commit says, by path."""
        tree = self.tree(commit)
        return {
            path: self.facts(blob, path.endswith(".bib"))
            for path, blob in tree.items()
            if path.endswith((".tex", ".bib"))
        }

    def raw(self, name: str) -> bytes:
        """Content of a blob; empty where the mirror lacks it."""
        self._reader.stdin.write(f"{name}\n".encode())
        self._reader.stdin.flush()
        head = self._reader.stdout.readline().split()
        return self._reader.stdout.read(int(head[2]) + 1)[:-1] if len(head) == 3 else b""


class Facts:
    """What one file says, read by plain patterns."""

    def __init__(self, text: str, *, bib: bool) -> None:
        self.lines = text.split("\n")
        self.live = text if bib else COMMENT.sub("", text)
        self.labels = Counter() if bib else Counter(LABEL.findall(self.live))
        self.refs = set() if bib else {name for names in REF.findall(self.live) for name in split(names)}
        self.cited = set() if bib else {name for names in CITE.findall(self.live) for name in split(names)}
        self.keys = (
            Counter(key for kind, key in ENTRY.findall(text) if kind.lower() not in NO_ENTRIES)
            if bib
            else Counter()
        )

    @cached_property
    def entries(self) -> dict[str, tuple[str, int, list[tuple[str, str]]]]:
        """Kind, line and fields of each entry by key."""
        starts = [match for match in ENTRY.finditer(self.live) if match[1].lower() not in NO_ENTRIES]
        breaks = [*(match.start() for match in ANY_ENTRY.finditer(self.live)), len(self.live)]
        ends = [breaks[bisect(breaks, match.start())] for match in starts]
        return {
            match[2]: (
                match[1].lower(),
                self.live.count("\n", 0, match.start(2)) + 1,
                [
                    (name.lower(), value.strip(' \t\r,{}"'))
                    for name, value in FIELD.findall(self.live[match.end() : end])
                ],
            )
            for match, end in zip(starts, ends, strict=True)
        }

    @cached_property
    def reads(self) -> set[str]:
        """Stems of the files that it may read: any argument may be one, as of a macro for chapters."""
        return {
            stem(name).removesuffix(".bib")
            for a, b in READS.findall(self.live)
            for name in (a or b).split(",")
        }

    @cached_property
    def is_root(self) -> bool:
        """Whether a document begins here."""
        return "\\documentclass" in self.live or "\\begin{document}" in self.live

    @cached_property
    def is_made(self) -> bool:
        """Whether a program wrote the file: `latexdiff`, or `knitr`."""
        return "\\DIFadd" in self.live or "{knitrout}" in self.live

    @cached_property
    def made_labels(self) -> set[str]:
        r"""Last arguments of `\begin{theorem}{Title}{name}`, of which packages make labels such as `thm:name`."""
        return set(MAKES_LABEL.findall(self.live))

    @cached_property
    def floats(self) -> dict[str, tuple[int, str]]:
        """Line and text of each captioned float by its label."""
        floats = {}
        for match in FLOAT.finditer(self.live):
            label = LABEL.search(match[0])
            if label and "\\caption" in match[0]:
                floats[label[1]] = (self.live.count("\n", 0, match.start() + label.start()) + 1, match[0])
        return floats

    @cached_property
    def depth(self) -> int:
        """Braces opened and not closed."""
        return depth(self.live)

    def end_of_entry(self, line: int) -> int:
        """Last line of the entry that begins on a line."""
        starts = (start for start, text in enumerate(self.lines, 1) if start > line and ANY_ENTRY.match(text))
        return next(starts, len(self.lines) + 1) - 1

    def line_with(self, pattern: str) -> int:
        """Line of the first match, 0 without any."""
        match = re.search(pattern, self.live)
        return self.live.count("\n", 0, match.start()) + 1 if match else 0


def split(names: str) -> list[str]:
    r"""Names of a list; without those that a macro is to fill in, such as the `#1` of `\newcommand`."""
    return [name.strip() for name in names.split(",") if name.strip() and not set("#\\") & set(name)]


def stem(name: str) -> str:
    return name.strip().rsplit("/", 1)[-1].removesuffix(".tex")


def depth(text: str) -> int:
    plain = re.sub(r"\\[{}\\]", "", text)
    return plain.count("{") - plain.count("}")


class Snapshot:
    """All texts of a commit together."""

    def __init__(self, history: History, commit: str) -> None:
        self.commit = commit
        self.tree = history.tree(commit)
        self.texts = history.texts(commit)
        self.labels: Counter[str] = sum((facts.labels for facts in self.texts.values()), Counter())
        self.keys: Counter[str] = sum((facts.keys for facts in self.texts.values()), Counter())
        self.refs = set().union(*(facts.refs for facts in self.texts.values()))
        self.cited = set().union(*(facts.cited for facts in self.texts.values()))

    @cached_property
    def documents(self) -> list[set[str]]:
        """Files of each document: what its first file reads, and what that reads, by the last part of the names."""
        by_stem = defaultdict(set)
        for path in self.texts:
            by_stem[stem(path)].add(path)
        documents = []
        for root in (path for path, facts in self.texts.items() if facts.is_root):
            files, to_read = {root}, [root]
            while to_read:
                named = set().union(*(by_stem[name] for name in self.texts[to_read.pop()].reads)) - files
                files |= named
                to_read += named
            documents.append(files)
        return documents

    def is_text(self, path: str) -> bool:
        """Whether an author wrote the file for a document: no draft that none reads, no output of a program."""
        if path not in self.texts or path.endswith(".bib"):
            return path in self.texts
        if (
            any(path.removesuffix(".tex") + ending in self.tree for ending in WOVEN)
            or self.texts[path].is_made
        ):
            return False
        return any(path in files for files in self.documents) or any(
            name.endswith(WOVEN) for name in self.tree
        )

    @cached_property
    def _keys_of_any_case(self) -> set[str]:
        return {key.lower() for key in self.keys}

    def knows(self, key: str) -> bool:
        """Whether an entry has the key: for BibTeX in any case, for biber in the very same."""
        biber = any("biblatex" in facts.live for facts in self.texts.values())
        return key in self.keys or (not biber and key.lower() in self._keys_of_any_case)

    def sets(self, label: str) -> bool:
        """Whether a label is set, or may be made by a package."""
        last = label.rpartition(":")[2]
        return label in self.labels or any(last in facts.made_labels for facts in self.texts.values())

    def homes(self, name: str) -> list[str]:
        """Files that set a label, or have an entry, of that name."""
        return [path for path, facts in self.texts.items() if name in facts.labels or name in facts.keys]

    def awaits(self, path: str) -> bool:
        """Whether a file is read that is not there."""
        return path not in self.tree and any(
            stem(path).removesuffix(".bib") in facts.reads for facts in self.texts.values()
        )

    def most(self, label: str, path: str) -> int:
        """How often a document that reads the file sets the label, at most."""
        return max(
            (
                sum(self.texts[file].labels[label] for file in files)
                for files in self.documents
                if path in files
            ),
            default=0,
        )

    def keeps(self, target: str, path: str) -> bool:
        """Whether the history keeps files of that kind where the file would be: if not, the author has it alone."""
        folder, _, name = target.strip().rpartition("/")
        ending = name.rpartition(".")[2] if "." in name else ""
        if ending in ("", "tex") and not folder:
            return True
        where = f"/{folder}/" if folder else "/"
        kept = (
            other
            for other in self.tree
            if where in f"/{other}" and (not ending or other.endswith(f".{ending}"))
        )
        return any(other != path for other in kept)

    def has(self, target: str) -> bool:
        """Whether a file of that name, with any ending, stands anywhere: where TeX looks is not our business."""
        name = target.strip().rsplit("/", 1)[-1]
        return any(
            path.rsplit("/", 1)[-1] == name or path.rsplit("/", 1)[-1].startswith(f"{name}.")
            for path in self.tree
        )
