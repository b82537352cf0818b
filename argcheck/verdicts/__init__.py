"""Verdicts on cited works and citing sentences: how they are made, stored in a committed file, and replayed."""

PATH = ".argcheck/verdicts.jsonl"
