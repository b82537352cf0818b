"""Readers of manuscripts in other formats, which they translate to LaTeX with the place of each part."""
