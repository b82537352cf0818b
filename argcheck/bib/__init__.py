"""Reading bibliographies and mapping citations to their entries."""
