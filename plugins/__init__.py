"""Bundled adapters, registered by the hooks that third parties use."""
