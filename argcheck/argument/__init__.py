"""The argument engine: claims, what supports and attacks them, and checks of the shape they form.

`argcheck.argument.store.GraphStore` is its face; the graph itself knows nothing of LaTeX.
What finds claims in a manuscript stands in `argcheck.argument.extract`.
"""
