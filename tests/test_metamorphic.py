r"""What does not change a document must not change its findings.

Each document is checked as it is and after a change that TeX would not notice; the
findings are compared by rule, message and fingerprint.
"""

import random
import re
import shutil
from collections import Counter
from pathlib import Path

import pytest

from argcheck import api
from argcheck.lint.fingerprint import fingerprints

pytestmark = pytest.mark.slow
MANUSCRIPTS = Path(__file__).parent / "accuracy" / "manuscripts"

DEFECTS = r"""
\documentclass{article}
\newcommand{\mycite}[2][]{\citep[#1]{#2}}
\begin{document}
\section{One} \label{one}
A known result \cite{known} and a lost one \cite{lost, known,
  known}, twice over. See Section~\ref{one} and Section~\ref{gone}.

Nothing is cited here \cite{}, and nobody knows \mycite[p.~3]{missing} or
\cite[see][for more]{also}, which goes on for a while so that the lines can be
broken anew at other places. Für Ä und ß gilt das auch \cite{other}.

\begin{figure}
  \caption{A picture that nobody mentions.}
  \label{fig:unseen}
\end{figure}

\begin{verbatim}
\cite{dead}   \ref{dead}
  % kept as it is
\end{verbatim}

\label{one}
Now \cite{Known} in another case, and \ref{fig:none}. % a remark \cite{dead}

\begin{itemize}
  \item An item with \cite{known}. % argcheck: ignore[CIT001] it is known
\end{itemize}

\bibliography{refs}
\end{document}
"""
BIB = """@article{known, title={A Title}, author={Ann Author}, journal={Journal}, year={2000}}
@article{unused, title={Another}, author={Ann Author}, year={2001}}
@article{known, title={Again}}
"""


def _documents() -> dict[str, dict[str, str]]:
    found = {"defects": {"main.tex": DEFECTS.lstrip(), "refs.bib": BIB}}
    for folder in sorted(MANUSCRIPTS.iterdir()):
        files = (path for path in folder.rglob("*") if path.is_file())
        found[folder.name] = {
            str(path.relative_to(folder)): path.read_text(encoding="utf-8") for path in files
        }
        planted = {name: _plant(text) for name, text in found[folder.name].items()}
        found[f"{folder.name}-planted"] = planted
    return found


def _plant(text: str) -> str:
    """Spoil every third key of a citation, so that there is something to find."""
    keys = re.findall(r"\\\w*cite\w*\*?(?:\[[^\[\]]*\])*\{([^{},]+)\}", text)
    for key in keys[::3]:
        text = re.sub(
            rf"(\\\w*cite\w*\*?(?:\[[^\[\]]*\])*\{{){re.escape(key)}\}}", rf"\g<1>{key}-lost}}", text
        )
    return text


DOCUMENTS = _documents()


def write(folder: Path, files: dict[str, str | bytes]) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    (folder / ".git").mkdir(parents=True)
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return folder


def findings(folder: Path) -> Counter[tuple[str, str, str]]:
    report = api.check(folder, isolated=True, config={"ignore": ["untracked-input"]})
    return Counter(
        (one.code, re.sub(r"\S+\.(tex|bib):\d+(:\d+)?|lines? \d+", "PLACE", one.message), name)
        for one, name in zip(
            report.diagnostics, fingerprints(report.diagnostics, report.sources), strict=True
        )
    )


# -- changes


def crlf(name, text):
    return {name: text.replace("\n", "\r\n").encode()}


def bom(name, text):
    return {name: b"\xef\xbb\xbf" + text.encode()}


def comments(name, text):
    """A comment line after every third line, and a comment at the end of some, outside of verbatim."""
    if not name.endswith(".tex"):
        return {name: text}
    out = []
    for number, (line, dead) in enumerate(_lines(text)):
        out.append(line)
        if not dead and number % 3 == 0 and line.strip() and "%" not in line:
            out.append("% \\cite{dead} \\begin{dead} {")
    return {name: "\n".join(out)}


def reflow(name, text):
    """Every paragraph on other lines, but for verbatim, comments and the preamble."""
    if not name.endswith(".tex"):
        return {name: text}
    chosen = random.Random(3)
    return {name: "\n\n".join(_reflowed(part, chosen) for part in re.split(r"\n[ \t]*\n", text))}


def _reflowed(paragraph: str, chosen: random.Random) -> str:
    if re.search(r"%|\\(?:begin|end|documentclass|newcommand|usepackage|item|input)\b|verb", paragraph):
        return paragraph
    words, out, width = paragraph.split(), "", 0
    for word in words:
        broken = width > chosen.randint(20, 90)
        out += ("\n" if broken else " ") * bool(out) + word
        width = 0 if broken else width + len(word)
    return out


def split(name, text):
    """Every other section of the body in a file of its own."""
    if not name.endswith(".tex") or "\\begin{document}" not in text:
        return {name: text}
    head, body = text.split("\\begin{document}", 1)
    body, tail = body.split("\\end{document}", 1)
    pieces = re.split(r"(?m)^(?=\\section)", body)
    made: dict[str, str | bytes] = {}
    for number in range(1, len(pieces), 2):
        if (
            pieces[number].count("\\begin{") == pieces[number].count("\\end{")
            and "\\bibliography" not in pieces[number]
        ):
            made[f"part{number}.tex"] = pieces[number]
            pieces[number] = f"\\input{{part{number}}}\n"
    return {name: f"{head}\\begin{{document}}{''.join(pieces)}\\end{{document}}{tail}", **made}


def _lines(text: str):
    dead = False
    for line in text.split("\n"):
        if re.search(r"\\begin\{(verbatim|lstlisting|minted|comment)", line):
            dead = True
        yield line, dead
        if re.search(r"\\end\{(verbatim|lstlisting|minted|comment)", line):
            dead = False


@pytest.fixture(scope="module", params=sorted(DOCUMENTS))
def document(request, tmp_path_factory):
    files = DOCUMENTS[request.param]
    return files, findings(write(tmp_path_factory.mktemp("plain"), files))


@pytest.mark.parametrize("change", [crlf, bom, comments, reflow, split])
def test_findings_do_not_change(document, change, tmp_path):
    files, wanted = document
    changed: dict[str, str | bytes] = {}
    for name, text in files.items():
        changed |= change(name, text)
    assert changed != files or change is split
    assert findings(write(tmp_path / "changed", changed)) == wanted


def test_findings_do_not_change_in_latin1(document, tmp_path):
    files, wanted = document
    try:
        changed = {name: text.encode("latin-1") for name, text in files.items()}
    except UnicodeEncodeError:
        pytest.skip("not all of it is in Latin-1")
    for name, data in changed.items():
        if b"\\documentclass" in data:
            changed[name] = data.replace(
                b"\\begin{document}", b"\\usepackage[latin1]{inputenc}\n\\begin{document}", 1
            )
    assert findings(write(tmp_path / "changed", changed)) == wanted


def test_there_is_something_to_find(document):
    files, wanted = document
    assert wanted or not any("-lost" in text or "lost," in text for text in files.values())
