"""Linting: rules over a document become a `Report`."""
