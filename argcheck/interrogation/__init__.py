"""Interrogation: a model is asked several times for the argument of a document, and again for disputed claims.

The results are in ``.argcheck/runs.jsonl``, which is committed and read again without a model.
"""

PATH = ".argcheck/runs.jsonl"
