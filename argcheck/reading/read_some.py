"""Reading for commands that can say nothing of a document that cannot be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.errors import UsageError

if TYPE_CHECKING:
    from argcheck.reading.read_document import Document
    from argcheck.reading.workspace import Workspace


def read_some(workspace: Workspace) -> list[Document]:
    """Read the documents of a workspace.

    :raises UsageError: there are some, and none of them can be read.
    """
    documents = workspace.read()
    if not documents and workspace.unreadable:
        root, error = workspace.unreadable[0]
        raise UsageError(f"{root}: this document cannot be analysed: {error.detail}")
    return documents
