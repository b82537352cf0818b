"""Read PDFs in a separate process: on some files their reader, which is written in C, hangs or crashes.

The process reads the file from standard input and writes its blocks, or pictures of its pages, to standard output
as JSON.
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

from argcheck.sources.text.model import BadPage, Block, PagePicture, PrintedLine, UnreadableSourceError

if TYPE_CHECKING:
    from collections.abc import Sequence

SECONDS = 120  #: most seconds for reading one file; a book of two thousand pages takes ten
_MEMORY = 4_000_000_000  #: most bytes of address space of the process


def read_apart(
    data: bytes, name: str, without: Sequence[int] = ()
) -> tuple[list[Block], list[str], list[BadPage]]:
    """Return the text layer of a PDF, like `argcheck.sources.text.pdf.read_pdf`.

    :param without: pages to leave out.
    :returns: the blocks, what was read again or left out, and pages whose layer is not what is printed.
    :raises UnreadableSourceError: it is encrypted or damaged, or takes too long.
    """
    blocks, changes, bad_pages = _apart(data, name, {"without": list(without)})
    return (
        [_block(fields) for fields in blocks],
        changes,
        [BadPage(*fields) for fields in bad_pages],
    )


def _block(fields: list[Any]) -> Block:
    block = Block(*fields)
    return block._replace(anchors=(), lines=tuple(PrintedLine(*line) for line in block.lines))


def draw_apart(
    data: bytes, name: str, numbers: Sequence[int], divisions: Sequence[int]
) -> list[list[list[PagePicture]]]:
    """Return pictures of pages of a PDF, like `argcheck.sources.text.page_pictures.page_pictures`.

    :raises UnreadableSourceError: it cannot be drawn, or takes too long.
    """
    drawn = _apart(data, name, {"numbers": numbers, "divisions": divisions})
    return [[[PagePicture(*fields) for fields in pictures] for pictures in page] for page in drawn]


def _apart(data: bytes, name: str, wanted: dict[str, Any]) -> Any:
    """Return what the process returns for a file.

    :raises UnreadableSourceError: it fails, or takes too long.
    """
    # -P: modules in the current folder must not replace others
    command = [sys.executable, "-P", "-m", __name__, name.replace("\0", "")[:500], json.dumps(wanted)]
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
    return answer


def main() -> None:
    """Read standard input and write the result as JSON, or an error message as a JSON text."""
    _bounded()
    data, name, wanted = sys.stdin.buffer.read(), sys.argv[1], json.loads(sys.argv[2])
    answer: Any
    try:
        if "divisions" in wanted:
            from argcheck.sources.text.page_pictures import page_pictures

            answer = page_pictures(data, **wanted)
        else:
            from argcheck.sources.text.pdf import read_pdf

            answer = read_pdf(data, name, **wanted)
    except UnreadableSourceError as error:
        answer = str(error)
    json.dump(answer, sys.stdout)


def _bounded() -> None:
    """Limit the memory of the process and disable core dumps, if the system can."""
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
