"""Reading: the texts of a project become documents, each with its manuscript and its bibliography."""
