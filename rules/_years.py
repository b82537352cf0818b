"""What rules know of the year that it is."""

#: The year of the first release: a year up to it is past, which needs no look at the clock.
PAST = 2026
