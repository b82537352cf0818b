"""The current year, for rules."""

#: The year of the first release: years up to it have begun, so that the clock need not be read.
PAST = 2026
