"""Which site a passkey belongs to: browsers bind it to a host name, and accept no address of
numbers."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

USUAL_PORTS = {"https": 443, "http": 80}


@dataclass(frozen=True, kw_only=True)
class PasskeySite:
    """Where passkeys work."""

    origin: str
    """The origin of its pages, as browsers name it."""
    host: str
    """The host name (RP ID)."""
    this_computer_only: bool


def passkey_site(address: str) -> PasskeySite | None:
    """Return where the passkeys of a site at this address work, such as https://scores.example.org.
    It is None for plain HTTP, except on localhost, and for an IP address."""
    try:
        parts = urlsplit(address)
        host = (parts.hostname or "").encode("idna").decode()
        port = parts.port
    except ValueError:
        return None
    local = host == "localhost" or host.endswith(".localhost")
    secure = parts.scheme == "https" or (parts.scheme == "http" and local)
    if not host or not secure or _is_ip_address(host):
        return None
    shown = "" if port in {None, USUAL_PORTS[parts.scheme]} else f":{port}"
    origin = f"{parts.scheme}://{host}{shown}"
    return PasskeySite(origin=origin, host=host, this_computer_only=local)


def _is_ip_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
