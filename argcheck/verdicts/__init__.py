"""Verdicts on cited works and on citing sentences: the file that is committed, and its replay."""
