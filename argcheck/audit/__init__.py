"""Audits of many papers: the bytes of each become rows of tables, on one machine or on a cluster."""
