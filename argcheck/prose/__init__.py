"""Prose: what sentences say in numbers, quantities and words."""
