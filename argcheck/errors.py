"""Errors that a user can cause; anything else that is raised is a bug and keeps its traceback."""

from __future__ import annotations

from importlib import import_module
from typing import NamedTuple


class ArgcheckError(Exception):
    """Base of every error that a user can cause and correct.

    .. versionadded:: 0.1
    """


class UsageError(ArgcheckError):
    """A wrong option, an unknown rule or a path that does not exist; exit code 2.

    .. versionadded:: 0.1
    """


class ConfigError(UsageError):
    """An unusable configuration file; the message names the file and the line; exit code 2.

    .. versionadded:: 0.1
    """


class PluginError(UsageError):
    """A plugin that is missing, broken at import or clashes with another; exit code 2.

    .. versionadded:: 0.1
    """


class LineError(ValueError):
    """A line of a committed file cannot be read; the message says why, and the line is kept."""


def require(what: str, extra: str, *modules: str) -> None:
    """Import the modules that a part of argcheck needs.

    :param what: the part, for the message, such as "argcheck verify".
    :param extra: of the distribution, which installs the modules.
    :raises UsageError: a module is not installed, or cannot be imported.
    """
    for module in modules:
        try:
            import_module(module)
        except ImportError as error:
            why = "" if isinstance(error, ModuleNotFoundError) else f" ({error})"
            raise UsageError(
                f"{what} needs {error.name or module}{why}: pip install 'argcheck-lint[{extra}]'"
            ) from None


class Stopped(Exception):  # noqa: N818 - nothing failed
    """The answer is not needed any more."""


class Failure(NamedTuple):
    """A rule or plugin that raised an exception; it is also a finding, and the exit code is 3."""

    name: str  #: of the rule or plugin
    message: str  #: what went wrong, and where
    traceback: str = ""  #: as Python prints it, for ``-v``; the formats leave it out
