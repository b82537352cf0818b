"""Settings: configuration files and the command line become one frozen `Settings`."""
