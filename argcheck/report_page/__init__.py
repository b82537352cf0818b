"""The report: one HTML page with text, argument and sources of documents, which works offline."""
