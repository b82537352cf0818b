"""The documents about which a model is asked, as asking costs money: none that another one replaces."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argcheck.reading.read_document import Document
    from argcheck.reading.workspace import Workspace

_LISTED = 3  # documents that are named one by one


def current_documents(workspace: Workspace) -> list[Document]:
    """Return the documents that no other one replaces, as `Workspace.versions` says."""
    return [
        document for document in workspace.documents if document.manuscript.root not in workspace.versions
    ]


def left_out(workspace: Workspace) -> list[str]:
    """Return a line that names the other documents; none without any."""
    roots = sorted(workspace.versions)
    if not roots:
        return []
    more = f" and {len(roots) - _LISTED:,} more" if len(roots) > _LISTED else ""
    names = ", ".join(roots[:_LISTED])
    return [f"not asked about, as others replace them: {names}{more}; name a file to have it asked about"]
