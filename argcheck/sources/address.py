"""Which addresses may be connected to: public ones only."""

from __future__ import annotations

import asyncio
import ipaddress
import socket


class AddressRefusedError(Exception):
    """A host that leads into a private network."""


class NameSilentError(OSError):
    """A name that nobody says anything of in time."""


async def public_addresses(host: str, port: int, *, seconds: float, any_address: bool = False) -> list[str]:
    """Look up ``host`` and give its addresses, IPv4 first.

    The caller connects to what this gives and looks the name up no second time, so a
    name that changes its address in between leads nowhere else.

    :param seconds: that looking the name up may take.
    :param any_address: for a host that the user named as an endpoint.
    :raises AddressRefusedError: one of the addresses is not public.
    :raises NameSilentError: the name was not looked up in time.
    :raises OSError: the name is not known, or there is no network.
    """
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(seconds):
            getaddrinfo = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except TimeoutError:
        raise NameSilentError(f"the name was not looked up within {seconds:g} s") from None
    except UnicodeError:
        raise OSError("not a host name") from None
    addresses = list(
        dict.fromkeys(str(entry[4][0]) for entry in sorted(getaddrinfo, key=lambda item: item[0]))
    )
    if not any_address:
        for address in addresses:
            if not is_public(address):
                raise AddressRefusedError(f"{host} leads to the private address {address}")
    return addresses


def is_public(address: str) -> bool:
    """Whether an IP address is of the public internet."""
    parsed = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(parsed, ipaddress.IPv6Address):
        inner = parsed.ipv4_mapped or parsed.sixtofour
        if inner is not None:
            return is_public(str(inner))
        if parsed in ipaddress.ip_network("64:ff9b::/96"):  # an IPv4 address behind NAT64
            return is_public(str(ipaddress.IPv4Address(int(parsed) & 0xFFFFFFFF)))
    return parsed.is_global and not parsed.is_multicast
