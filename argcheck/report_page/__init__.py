"""The report: one HTML page with the text, the argument and the sources of a document, to be opened without a connection."""
