"""Manuscripts that are not LaTeX: each reader says in LaTeX what stands in a file, and where."""
