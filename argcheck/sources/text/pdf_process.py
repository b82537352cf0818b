"""PDFs are read by a process of their own: some bytes keep their reader, which is written in C, busy for ever or end it.

The file comes on standard input, and its blocks leave on standard output as JSON.
"""

from __future__ import annotations

import json
import subprocess
import sys

from argcheck.sources.text.model import Block, UnreadableSourceError

SECONDS = 120  #: that reading one file may take; a book of two thousand pages takes ten
_MEMORY = 4_000_000_000  #: bytes of addresses that the reader may have


def read_apart(data: bytes, name: str) -> tuple[list[Block], list[str]]:
    """Read the text layer of a PDF, as `argcheck.sources.text.pdf.read_pdf` does.

    :returns: the blocks, and what was read again or left out.
    :raises UnreadableSourceError: it is encrypted or damaged, or takes too long.
    """
    # -P: modules of the folder that argcheck runs in are none of its own
    command = [sys.executable, "-P", "-m", __name__, name.replace("\0", "")[:500]]
    try:
        done = subprocess.run(  # noqa: S603 - this Python and this module
            command,
            input=data,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise UnreadableSourceError(f"{name}: reading this PDF takes more than {SECONDS} s") from None
    if done.returncode:
        raise UnreadableSourceError(f"{name}: this PDF brings its reader down")
    answer = json.loads(done.stdout)
    if isinstance(answer, str):
        raise UnreadableSourceError(answer)
    blocks, changes = answer
    return [Block(*fields)._replace(anchors=()) for fields in blocks], changes


def main() -> None:
    """Read standard input, and write its blocks, or what is wrong with it as a text."""
    from argcheck.sources.text.pdf import PdfText, read_pdf

    _bounded()
    try:
        answer: PdfText | str = read_pdf(sys.stdin.buffer.read(), sys.argv[1])
    except UnreadableSourceError as error:
        answer = str(error)
    json.dump(answer, sys.stdout)


def _bounded() -> None:
    """Take no more memory than a paper needs, and leave no core; where the system can hold one to that."""
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    most = _MEMORY if hard == resource.RLIM_INFINITY else min(_MEMORY, hard)
    resource.setrlimit(resource.RLIMIT_AS, (most, hard))


if __name__ == "__main__":
    main()
