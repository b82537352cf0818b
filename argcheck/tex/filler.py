"""Paragraphs of filler text: what is cited in them was cited by a template, and by no author."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.files.patterns import LETTERS
from argcheck.tex.live_source import files_with, holding

if TYPE_CHECKING:
    from argcheck.files.diagnostic import Span
    from argcheck.tex.model import ManuscriptRecords

_OPENING = ("orem ipsum dolor",)  # begins the filler text of a document, if not each of its paragraphs
_SHORT = 3  # letters of a word that counts
_FEW = 8  # such words that a paragraph of filler has at least
_MOST = 0.6  # of these words, which are in the vocabulary
#: Of generators of filler text, which are not the words of Latin that people write: of such a text they are a fifth.
_VOCABULARY = frozenset(
    """accumsan adipiscing aenean aliqua aliquam aliquet amet anim ante aptent arcu auctor augue aute bibendum blandit cillum class
    commodo condimentum congue consectetur consectetuer consequat conubia convallis cras cubilia culpa cum curabitur curae cursus dapibus
    deserunt diam dictum dictumst dignissim dis dolor dolore donec dui duis efficitur egestas eget eiusmod eleifend elementum elit enim erat eros
    esse est etiam euismod exercitation facilisi facilisis fames faucibus felis fermentum feugiat finibus fringilla fugiat fusce gravida habitant
    habitasse hac hendrerit himenaeos iaculis imperdiet inceptos incididunt integer interdum ipsum irure justo labore laboris laborum lacinia lacus laoreet
    lectus leo libero ligula litora lobortis lorem luctus maecenas magna magnis malesuada massa mattis mauris maximus metus minim
    molestie mollis mollit montes morbi mus nam nascetur natoque nec neque netus nibh nisi nisl non nostra nostrud nulla nullam nunc occaecat
    odio officia orci ornare pariatur parturient pellentesque penatibus per pharetra phasellus placerat platea porta porttitor posuere potenti praesent
    pretium primis proident proin pulvinar purus quam quis quisque reprehenderit rhoncus ridiculus risus rutrum sagittis sapien scelerisque sed sem semper
    senectus sint sit sociis sociosqu sodales sollicitudin sunt suscipit suspendisse taciti tellus tempor tempus tincidunt torquent tortor
    tristique turpis ullamco ullamcorper ultrices ultricies urna ut varius vehicula vel velit veniam venenatis vestibulum vitae vivamus viverra
    voluptate volutpat vulputate""".split()  # noqa: SIM905 - shorter
)


def is_filler(manuscript: ManuscriptRecords, span: Span) -> bool:
    """Whether a place stands in a paragraph of filler text, of a document that has the opening of such a text."""
    if not files_with(manuscript, _OPENING):
        return False
    paragraphs = manuscript.of_each_file("filler", _filler)
    return bool(holding(paragraphs.get(span.path, ()), span.start))


def _filler(text: str) -> list[tuple[int, int]]:
    """Return where paragraphs begin and end most of whose words are of filler text; in order, and apart."""
    ranges: list[tuple[int, int]] = []
    start = 0
    for paragraph in text.split("\n\n"):
        words = [word.lower() for word in LETTERS.findall(paragraph) if len(word) >= _SHORT]
        if len(words) >= _FEW and sum(word in _VOCABULARY for word in words) >= _MOST * len(words):
            ranges.append((start, start + len(paragraph)))
        start += len(paragraph) + len("\n\n")
    return ranges
