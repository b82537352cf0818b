"""The language server: projects in memory, and the answers to editors."""
