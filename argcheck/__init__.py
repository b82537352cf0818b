"""argcheck: a linter for arguments in LaTeX repositories."""

__version__ = "0.1.0"
