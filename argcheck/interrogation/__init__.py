"""Asking a model for the argument of a manuscript, several times over, and keeping what survives.

What came of it is ``.argcheck/runs.jsonl``, committed and read again offline.
"""

PATH = ".argcheck/runs.jsonl"
