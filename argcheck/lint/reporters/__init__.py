"""Output formats: each turns a report into text, with positions in its own unit."""
