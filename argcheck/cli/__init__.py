"""The command line: words become calls of `argcheck.api`, and what they return is printed."""
