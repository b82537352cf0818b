"""The address, name and key of the model, from the command line and the environment, never from a repository."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from argcheck.errors import UsageError

BASE_URL, MODEL, KEY = "ARGCHECK_LLM_BASE_URL", "ARGCHECK_LLM_MODEL", "ARGCHECK_LLM_API_KEY"
CACHE_KEY = "ARGCHECK_LLM_CACHE_KEY"  #: signs the answers that are kept
#: Limits that depend on the speed of the machine of the endpoint, so there are no options for them.
TIMEOUT, CONCURRENCY = "ARGCHECK_LLM_TIMEOUT", "ARGCHECK_LLM_CONCURRENCY"
_OPENAI_HOST, _OPENAI_KEY = "api.openai.com", "OPENAI_API_KEY"
DEFAULT_CONCURRENCY = 4
_KEYS = "_API_KEY"  #: end of the names of variables with keys, for whatever service
_SECRET = 8  #: least characters of a secret: local servers take any word for a key, such as "none"
_MOST_DIGITS = 6
_NO_KEY = "none"  # local servers need a key, but accept any
#: Placeholders in a plan, which sends nothing.
_UNNAMED_URL, _UNNAMED_MODEL = "https://the address of --llm-base-url", "the model of --llm-model"


class Endpoint(NamedTuple):
    """A model behind an address that speaks the protocol of OpenAI's chat completions."""

    base_url: str
    model: str
    key: str = _NO_KEY
    timeout: float = 120.0  #: seconds for one answer
    retries: int = 4  #: after 429, 5xx and lost connections
    concurrency: int = DEFAULT_CONCURRENCY  #: requests at once
    secrets: frozenset[str] = frozenset()  #: of the environment; a gateway on this machine may know them, too

    @property
    def host(self) -> str:
        """The host that text is sent to."""
        return urlsplit(self.base_url).netloc

    def masked(self, said: Any) -> Any:
        """Return what the endpoint said, a text or JSON, without the key and other secrets: some services repeat them."""
        match said:
            case str():
                for secret in sorted({self.key, *self.secrets}, key=len, reverse=True):
                    said = said.replace(secret, "***") if len(secret) >= _SECRET else said
                return said
            case list():
                return [self.masked(item) for item in said]
            case dict():
                return {self.masked(name): self.masked(item) for name, item in said.items()}
        return said

    def __repr__(self) -> str:
        """Return a representation without the key."""
        return f"Endpoint(base_url={self.base_url!r}, model={self.model!r})"


def endpoint(
    base_url: str | None = None,
    model: str | None = None,
    environment: Mapping[str, str] | None = None,
    *,
    planned: bool = False,
) -> Endpoint:
    """Return the endpoint to use.

    :param base_url: from the command line; overrides ``ARGCHECK_LLM_BASE_URL``.
    :param model: from the command line; overrides ``ARGCHECK_LLM_MODEL``.
    :param environment: by default that of the process.  It is the only source of the key, ``ARGCHECK_LLM_API_KEY``;
        ``OPENAI_API_KEY`` is sent to OpenAI only.
    :param planned: whether nothing will be sent, so that address and model may be missing.
    :raises UsageError: address or model is missing, the address is invalid, or a limit in the environment is no number.
    """
    variables = os.environ if environment is None else environment
    address = (base_url or variables.get(BASE_URL) or "").rstrip("/")
    name = model or variables.get(MODEL) or ""
    if planned:
        address, name = address or _UNNAMED_URL, name or _UNNAMED_MODEL
    if not address or not name:
        needed = ((f"--llm-base-url (or {BASE_URL})", address), (f"--llm-model (or {MODEL})", name))
        missing = " and ".join(option for option, value in needed if not value)
        raise UsageError(
            f"a language model needs {missing}; argcheck reads neither from a repository."
            " Without one, --prompts-out DIR writes the questions as files, to be answered in any chat window"
        )
    if address != _UNNAMED_URL:
        checked_address(address, KEY)
    key = variables.get(KEY)
    if not key and urlsplit(address).hostname == _OPENAI_HOST:
        key = variables.get(_OPENAI_KEY)
    secrets = (variables[item] for item in variables if item.endswith(_KEYS) or item == CACHE_KEY)
    place = Endpoint(address, name, key or _NO_KEY, secrets=frozenset(filter(None, secrets)))
    return place._replace(
        timeout=_whole_number(variables, TIMEOUT) or place.timeout,
        concurrency=_whole_number(variables, CONCURRENCY) or place.concurrency,
    )


def _whole_number(variables: Mapping[str, str], name: str) -> int:
    """Return the number in a variable of the environment; 0 if it is not set.

    :raises UsageError: it is not a whole number from 1 to 999,999.
    """
    said = variables.get(name, "").strip()
    if not said:
        return 0
    if not (said.isascii() and said.isdigit() and int(said[:_MOST_DIGITS]) and len(said) <= _MOST_DIGITS):
        raise UsageError(f"{name} is {said!r}, and no whole number from 1 on")
    return int(said)


def model_name(model: str | None = None) -> str:
    """Return the name of the model whose answers are replayed, from the command line or ``ARGCHECK_LLM_MODEL``.

    :raises UsageError: there is none.
    """
    name = model or os.environ.get(MODEL) or ""
    if not name:
        raise UsageError(f"a language model needs --llm-model (or {MODEL}): whose answers are looked up")
    return name


def cache_secret() -> bytes:
    """Return the secret that signs stored answers, from the environment; empty without one."""
    return os.environ.get(CACHE_KEY, "").encode("utf-8", "surrogateescape")


def checked_address(address: str, key: str) -> str:
    """Return an address unchanged if it is valid for a model: https, or http on this machine.

    :param key: name of the variable for a password, for the message.
    :raises UsageError: the address is invalid, has a password, or is unencrypted.
    """
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError as error:
        raise UsageError(f"{address!r} is no address of a model: {error}") from None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise UsageError(f"{address!r} is no address of a model: it begins with https:// or http://")
    if port == 0 or any(letter.isspace() for letter in address):
        raise UsageError(f"{address!r} is no address of a model: it has the port 0, or a blank")
    if parts.username or parts.password:
        raise UsageError(f"the address of the model holds a password; put the key into {key}")
    if parts.scheme == "http" and parts.hostname not in ("localhost", "127.0.0.1", "::1"):
        raise UsageError(f"{address!r} would send text and key in the clear; use https")
    return address
