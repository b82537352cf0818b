"""Files: texts, spans and digests, and what was looked at."""
