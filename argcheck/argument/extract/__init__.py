"""From a manuscript to its argument graph: runs that each know something, and the merger that joins them."""
