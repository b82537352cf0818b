"""Trust in an argument: quality of nodes, confidence of edges, and a score with its uncertainty.

The equations are those of Kunzler Maldaner et al., "Plato's Cave: A Human-Centered Research Verification
System" (arXiv:2603.23526), appendix C, whose numbers are given in brackets.
"""
