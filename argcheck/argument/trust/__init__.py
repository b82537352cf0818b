"""How far to trust an argument: quality of its nodes, confidence of its edges, one score with its uncertainty.

The equations are those of Kunzler Maldaner et al., "Plato's Cave: A Human-Centered Research Verification
System" (arXiv:2603.23526), appendix C; numbers in brackets refer to them.
"""
