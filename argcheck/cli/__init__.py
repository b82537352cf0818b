"""The command line: commands call `argcheck.api` and the services, and print the results."""
