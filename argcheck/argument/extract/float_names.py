r"""Captions and labels of figures and tables, whose parts such as ``\subfigure`` have earlier ones of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from argcheck.files.diagnostic import Span
    from argcheck.tex.model import Caption, Label, ManuscriptRecords


def own_captions(manuscript: ManuscriptRecords, owner: Callable[[int], int]) -> dict[int, Span]:
    r"""Return the text of the caption of each float: rather its own ``\caption`` than that of a part.

    :param owner: returns the float around an environment.
    """

    def rank(caption: Caption) -> tuple[bool, bool]:
        return caption.environment != owner(caption.environment), not caption.command.startswith("caption")

    own: dict[int, Span] = {}
    for caption in sorted(manuscript.captions, key=rank):
        own.setdefault(owner(caption.environment), caption.text)
    return own


def own_labels(
    manuscript: ManuscriptRecords, owner: Callable[[int], int], captions: dict[int, Span]
) -> dict[int, list[str]]:
    """Return the labels of each float; first those given once, to the float and not to a line, after its caption."""

    def rank(label: Label) -> tuple[bool, bool, bool]:
        caption = captions.get(owner(label.environment))
        early = caption is not None and label.span.path == caption.path and label.span.start < caption.start
        return len(manuscript.labels_by_name[label.name]) > 1, label.command not in ("", "label"), early

    labels: dict[int, list[str]] = {}
    for label in sorted(manuscript.labels, key=rank):
        labels.setdefault(owner(label.environment), []).append(label.name)
    return labels
