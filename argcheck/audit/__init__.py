"""Many papers at once: the bytes of a paper become rows of tables, on one machine or on a cluster."""
