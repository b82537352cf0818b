"""The functions behind commands, for the command line, editors and servers."""
