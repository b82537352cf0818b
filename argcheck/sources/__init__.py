"""Sources: from an entry of a bibliography to the record of the work, its status and its text."""
