"""The argument engine: a graph of claims with their supports and attacks, and checks of its structure.

The interface is `argcheck.argument.store.GraphStore`.  Nothing here depends on LaTeX;
`argcheck.argument.extract` finds the claims of a manuscript.
"""
