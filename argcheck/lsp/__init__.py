"""The language server: the project in memory, and what an editor asks of it."""
