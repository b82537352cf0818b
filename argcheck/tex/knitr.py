r"""Reads what knitr and Sweave add to LaTeX: chunks of R code, values by ``\Sexpr``, children.

R is never run.  A file is read as the LaTeX that it would become, as far as its text tells.  Offsets, lines and columns
remain those of the file.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator

from argcheck.files.patterns import blanked, lazy
from argcheck.tex.arguments import CALL
from argcheck.tex.commands import BIBLIOGRAPHIES, SPECS

_CODE = lazy(
    r"^[ \t]*+<<(?P<options>.*)>>=.*+"
    r"(?P<body>(?:\n(?![ \t]*+(?:@(?![^\s%])|<<.*>>=)).*+)*+)(?:\n[ \t]*+@(?![^\s%]).*+)?"
    r"|\\Sexpr\{(?P<value>(?:[^}\n\\]|\\(?!Sexpr)|\n(?!\s*\n)){0,2000}+)\}",  # knitr ends it at the first brace too
    re.MULTILINE,
)
_CHILD = lazy(r"\b(?:child\s*=|knit_child\s*\()\s*(?:c\s*\([^()]*\)|\"[^\"]*\"|'[^']*'|[^\s,()\"']+)")
_QUOTED = lazy(r"[\"']([^\"'\n]+)[\"']")
_NAME = lazy(r"(?:\A|,)\s*label\s*=\s*[\"']?([^\s,\"']+)|\A\s*[\"']?([^\s,=\"']+)[\"']?\s*(?:,|\Z)")
#: options that print raw LaTeX, in one chunk or in all, or change the prefix of labels of figures
_RAW = lazy(r"\b(?:results\s*=\s*[\"']?(?:asis|tex)\b|fig\.lp\b)")
_PREFIX = lazy(r"\bfig\.lp\s*=\s*([\"'])([^\"'\n]*)\1")
_LABEL = lazy(r"\blabel\s*[:=]\s*[\"']?([^\s\"',()]+)")
_BEGUN_LABELS = ('\\label{"', "\\label{'")  # strings of R to which a hook appends the name
#: functions that write a table, with the label of its chunk if they have a caption
_TABLE_MAKERS = ("kable(", "kbl(")
_KINDS = frozenset({"cite", "nocite", "ref", "label", *BIBLIOGRAPHIES})
_INPUT = "\\input{"


def without_code(text: str) -> str:
    r"""Replace chunks by comments, the code in ``\Sexpr{...}`` by blanks, and children by ``\input``."""
    return _CODE.sub(_latex, text)


def _latex(match: re.Match[str]) -> str:
    code = match[0]
    part, filler = ("value", " ") if match["options"] is None else ("options", "%")
    child = _CHILD.search(match.string, *match.span(part))
    line, newline, rest = code.partition("\n")
    inputs = _inputs(child, match.start(), len(line)) if child else ""
    if inputs:
        return inputs + newline + blanked(rest, filler)
    if part == "value":
        return f"\\Sexpr{{{blanked(match['value'], filler)}}}"
    return blanked(code, filler)


def _inputs(child: re.Match[str], start: int, room: int) -> str:
    r"""Return a line of ``\input`` commands for children, with the names in place if possible; empty without room."""
    names = [(quoted.start(1), quoted[1]) for quoted in _QUOTED.finditer(child.string, *child.span())]
    names = names or [(child.start(), "\\child")]  # R computes it
    for suffix in ("", ".Rnw"):
        line = ""
        for at, name in names:
            line += " " * (at - start - len(_INPUT) - len(line)) + f"{_INPUT}{name.removesuffix(suffix)}}}"
        if len(line) <= room:
            return line.ljust(room)
    return ""


def names(text: str) -> Iterator[tuple[str, str]]:
    r"""Yield kind (``cite``, ``ref``, ``label``, ``bibliography`` or so) and name of what the LaTeX of chunks may name.

    A label that R computes is ``built``, in the form of `argcheck.tex.model.ManuscriptRecords.built_labels`.
    """
    prefixes = {"fig:", *(match[2] for match in _PREFIX.finditer(text))}
    for match in _CODE.finditer(text):
        options = match["options"]
        if options is None:
            continue
        for command, inner in CALL.findall(match[0]):
            spec = SPECS.get(command)
            kind = spec.kind if spec else command
            if kind in _KINDS:
                yield from ((kind, name.strip()) for name in inner.split(","))
        for label in _LABEL.findall(match["body"]):
            yield from (("label", prefix + label) for prefix in ("", "fig:", "tab:"))
        name = _name(options)
        if name and "fig.cap" in match[0]:
            yield from (("label", prefix + name) for prefix in sorted(prefixes))
        if name and _captions_table(match["body"]):
            yield "label", f"tab:{name}"
        if any(start in match["body"] for start in _BEGUN_LABELS):
            yield "built", "\0"
        if _RAW.search(match[0]):
            yield "built", "\0"
            if "bibliography" in match["body"] and "\\bibliography" not in match["body"]:
                yield "bibliography", r"\Sexpr{}"


def _captions_table(body: str) -> bool:
    """Whether a chunk calls, outside of comments, a function that writes a table with a caption."""
    code = "".join("\n".join(line.partition("#")[0] for line in body.splitlines()).split())
    for maker in _TABLE_MAKERS:
        before, _, behind = code.partition(maker)
        own = before[-1:].isalnum() or before[-1:] in {"_", "."}  # `mykable(` is another function
        if "caption=" in behind and "caption=NULL" not in behind and not own:
            return True
    return False


def _name(options: str) -> str:
    named = _NAME.search(options)
    return (named[1] or named[2]) if named else ""


def written(text: str) -> Iterator[str]:
    """Yield the stems of files that chunks may write, ``-NAME`` for a chunk that Sweave writes to ``X-NAME.tex``."""
    for match in _CODE.finditer(text):
        name = _name(match["options"] or "")
        if name:
            yield f"-{name}"
        yield from map(_stem, _QUOTED.findall(match["body"] or ""))


def _stem(path: str) -> str:
    return posixpath.splitext(posixpath.basename(path))[0]
