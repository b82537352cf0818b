"""The argument graph as drawings: SVG, Graphviz, Mermaid, TikZ."""
