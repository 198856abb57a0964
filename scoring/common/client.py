"""Where a request comes from."""

from __future__ import annotations

from collections.abc import Mapping
from ipaddress import ip_address

from django.conf import settings
from django.http import HttpRequest

from scoring.common.throttle import network_of


def client_address(request: HttpRequest) -> str | None:
    """Return the client's IP address, or None if it is not known."""
    return address_in(request.META)


def client_network(request: HttpRequest) -> str | None:
    """Return the address by which wrong passwords are counted: of IPv6 that of the household."""
    address = client_address(request)
    return address and network_of(address)


def address_in(environ: Mapping[str, str]) -> str | None:
    """Return the client's IP address. Behind a proxy it is the last address in the header."""
    forwarded = environ.get("HTTP_X_FORWARDED_FOR", "") if settings.BEHIND_PROXY else ""
    for address in (forwarded.rpartition(",")[2].strip(), environ.get("REMOTE_ADDR", "")):
        try:
            return str(ip_address(address.partition("%")[0]))
        except ValueError:
            continue
    return None
