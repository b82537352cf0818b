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
ENTRY = re.compile(r"^[ \t\ufeff`]*@(\w+)\s*[{(]\s*([^\s,{}()]+)\s*,", re.MULTILINE)
#: Also one whose key cannot be read, and one without its sign, which is a comment.
ANY_ENTRY = re.compile(r"^[ \t\ufeff`]*(?:@\w+\s*[{(]|[A-Za-z]+\s*\{[^\s,{}()=]+,[ \t\r]*$)", re.MULTILINE)
#: Name and value; where several stand on a line, all but the last are plain.
FIELD = re.compile(
    r"""(?:^|,)[ \t]*([A-Za-z][\w-]*)\s*=\s*((?:\{[^{}\n]*\}|"[^"\n]*"|\w+)(?=\s*,)|.*$)""", re.MULTILINE
)
BIBITEM = re.compile(r"\\bibitem\s*(?:\[[^][]*\])?\s*\{([^{}]*)\}")
READS = re.compile(r"\{([^{}\\\n]+)\}|\\input\s+([^\s{}\\]+)")
MAKES_LABEL = re.compile(r"\\begin\{[^{}]*\}.*?\{([\w.-]+)\}\s*(?:%|$)", re.MULTILINE)
LABEL_OPTION = re.compile(r"\blabel\s*=\s*\{?([^\s,{}\]]+)")
ARGUMENT = re.compile(r"(?<!\\label)\{([^{}\\]+)\}")
FLOAT = re.compile(r"\\begin\{(figure|table)\*?\}.*?\\end\{\1\*?\}", re.DOTALL)
COMMENT = re.compile(r"(?<!\\)%.*")
#: What TeX skips, over many lines: comments, branches never taken, and what follows the end.
SKIPPED = re.compile(
    r"\\begin\{comment\}.*?\\end\{comment\}|\\iffalse\b.*?\\fi\b|(?<=\\end\{document\}).*", re.DOTALL
)
VERBATIM = re.compile(r"\\begin\{(lstlisting|minted|[vV]erbatim)\*?\}.*?\\end\{\1\*?\}", re.DOTALL)
HEADING = re.compile(r"\\(chapter|(?:sub)*section)\b|\\(begin|end)\{(\w+)\*?\}")
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
        self.live = text if bib else SKIPPED.sub(blank, COMMENT.sub("", text))
        self.labels = Counter() if bib else Counter(LABEL.findall(self.live))
        self.refs = set() if bib else {name for names in REF.findall(self.live) for name in split(names)}
        self.cited = set() if bib else {name for names in CITE.findall(self.live) for name in split(names)}
        entries = [key for kind, key in ENTRY.findall(text) if kind.lower() not in NO_ENTRIES]
        self.keys = Counter(entries if bib else [*entries, *BIBITEM.findall(self.live)])

    @cached_property
    def prose(self) -> list[str]:
        """Lines of what TeX reads, without listings."""
        return VERBATIM.sub(blank, self.live).split("\n")

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
    def reads(self) -> dict[str, set[str]]:
        """Files that it may read, by their stems: any argument may be one, as of a macro for chapters."""
        files = defaultdict(set)
        for group in READS.findall(self.live):
            for name in "".join(group).split(","):
                files[stem(name)].add(name.strip().removeprefix("./"))
        return files

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
        r"""Last arguments of `\begin{theorem}{Title}{name}`, of which packages make labels such as `thm:name`.

        And what an option sets, as of a listing, by the last part of the name.
        """
        options = (name.rpartition(":")[2] for name in LABEL_OPTION.findall(self.live))
        return {*MAKES_LABEL.findall(self.live), *options}

    @cached_property
    def arguments(self) -> set[str]:
        r"""Names in any argument but that of `\label`: who refers by a command of its own has the label there."""
        return {name.strip() for names in ARGUMENT.findall(self.live) for name in names.split(",")}

    def around(self, label: str) -> list[str]:
        """What a label stands in: the last heading before it, then the environments, from the outermost."""
        before, mark, _ = self.live.partition(f"\\label{{{label}}}")
        heading, around = "", []
        for match in HEADING.finditer(before) if mark else ():
            if match[1]:
                heading = match[1].replace("sub", "")
            elif match[2] == "begin":
                around.append(match[3].lower())
            elif around:
                around.pop()
        return [heading, *around]

    @cached_property
    def floats(self) -> dict[str, tuple[int, str]]:
        """Line and text of each captioned float by its first label."""
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
    return unended(name.strip().rsplit("/", 1)[-1])


def unended(name: str) -> str:
    return name.removesuffix(".tex").removesuffix(".bib")


def blank(match: re.Match[str]) -> str:
    """The ends of the lines of a match."""
    return "\n" * match[0].count("\n")


def depth(text: str) -> int:
    plain = re.sub(r"\\[{}\\]", "", text)
    return plain.count("{") - plain.count("}")


def nearest(paths: set[str], folder: str, names: set[str]) -> set[str]:
    """Of files of one stem those named from the folder of the document, or from the top: others are another's."""
    for start in (folder, ""):
        asked = {unended(start + name) for name in names}
        if exact := {path for path in paths if unended(path) in asked}:
            return exact
    return {path for path in paths if path.startswith(folder)} or paths


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
        self.arguments = set().union(
            *(facts.arguments for path, facts in self.texts.items() if path.endswith(".tex"))
        )

    @cached_property
    def documents(self) -> list[set[str]]:
        """Files of each document: what its first file reads, and what that reads, by the last part of the names."""
        by_stem = defaultdict(set)
        for path in self.texts:
            by_stem[stem(path)].add(path)
        documents = []
        for root in (path for path, facts in self.texts.items() if facts.is_root):
            files, to_read = {root}, [root]
            folder = root[: root.rfind("/") + 1]
            while to_read:
                read = self.texts[to_read.pop()].reads.items()
                named = set().union(*(nearest(by_stem[name], folder, full) for name, full in read)) - files
                files |= named
                to_read += named
            documents.append(files)
        return documents

    def is_text(self, path: str) -> bool:
        """Whether an author wrote the file for a document: no draft that none reads, no output of a program."""
        if path not in self.texts:
            return False
        if path.endswith(".bib"):
            return self._may_load(stem(path))
        if (
            any(path.removesuffix(".tex") + ending in self.tree for ending in WOVEN)
            or self.texts[path].is_made
        ):
            return False
        return any(path in files for files in self.documents) or any(
            name.endswith(WOVEN) for name in self.tree
        )

    def _may_load(self, bibliography: str) -> bool:
        """Whether a text names a bibliography; a class or a program may load one without a word in the texts."""
        return any(path.endswith((".cls", ".sty", *WOVEN)) for path in self.tree) or any(
            re.search(rf"(?<!\w){re.escape(bibliography)}(?!\w)|\\jobname", facts.live)
            for path, facts in self.texts.items()
            if path.endswith(".tex")
        )

    def cites(self, key: str) -> bool:
        r"""Whether a text cites a key, or all of them by `\nocite{*}`."""
        return not self.cited.isdisjoint((key, "*"))

    def mentions(self, label: str) -> bool:
        """Whether a label is named anywhere, by a reference or a command of the author's own."""
        return label in self.refs or not self.arguments.isdisjoint((label, label.rpartition(":")[2]))

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
        return path not in self.tree and any(stem(path) in facts.reads for facts in self.texts.values())

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
