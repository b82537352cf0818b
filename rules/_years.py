"""The current year, for rules."""

#: The year of the first release: years up to it are past, so the clock need not be read.
PAST = 2026
