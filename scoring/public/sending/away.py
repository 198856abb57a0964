"""POST to an address that a visitor gave us, safely (against SSRF): only to public machines, by
HTTPS.

Subscribers name the address that we send to, so it must not lead to an internal machine. All IP
addresses of its host name are checked, and the connection uses a checked one, whatever DNS says a
moment later. Redirects are not followed.
"""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
from functools import partial
from urllib.parse import urlsplit

from django.conf import settings

from scoring.public.sending.deadline import cut, within

TIMEOUT = 10
"""Seconds to look up a name, connect, and read an answer, all in all."""
MOST_READ = 1000
"""The most bytes to read of a response, as only its status matters."""
EVERYBODYS = ipaddress.ip_network("2000::/3")
"""The only IPv6 addresses that IANA hands out to networks of the internet. Python's is_global also
lets through what is outside: translated, site-local and segment-routing addresses."""
DOCUMENTATION = ipaddress.ip_network("3fff::/20")  # RFC 9637, not yet known to Python 3.11


class Forbidden(Exception):
    """We do not write to such an address."""


class Unreachable(Exception):
    """There was no response."""


def target_of(endpoint: str) -> tuple[str, int, str]:
    """Return host, port and path of an address. Raises Forbidden where it cannot be a push
    service's, as far as can be seen without asking a name server."""
    if not endpoint.isascii() or any(sign.isspace() or not sign.isprintable() for sign in endpoint):
        raise Forbidden("Its address holds what no address does.")
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname or "", parts.port or 443
    except ValueError as wrong:
        raise Forbidden("It is no address.") from wrong
    if parts.scheme != "https" or not host or parts.username is not None or parts.fragment:
        raise Forbidden("It is no address of a push service: those begin with https://.")
    if not settings.PUSH_TO_PRIVATE_ADDRESSES and (port != 443 or not _is_a_public_name(host)):
        raise Forbidden("No push service has such an address.")
    path = parts.path or "/"
    return host, port, f"{path}?{parts.query}" if parts.query else path


def _is_a_public_name(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        last = host.rstrip(".").rpartition(".")
        return bool(last[0]) and not last[2].isdecimal()
    return False


def is_public(address: str) -> bool:
    """Whether an address of the internet is everybody's, and stands for no other."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if not found.is_global or found.is_multicast:
        return False
    if found.version == 4:
        return True
    hidden = found.ipv4_mapped or found.sixtofour or found.teredo
    return found in EVERYBODYS and found not in DOCUMENTATION and not hidden


def look_up(host: str, port: int) -> str:
    """Return the address to connect to. Raises Unreachable, and Forbidden where any address of the
    name is not public."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as wrong:
        raise Unreachable(f"The name {host} is not known here.") from wrong
    addresses = [one[4][0] for one in found]
    if not settings.PUSH_TO_PRIVATE_ADDRESSES and not all(map(is_public, addresses)):
        raise Forbidden(f"{host} is a machine of some network, and no push service.")
    return addresses[0]


class Connection(http.client.HTTPSConnection):
    """A connection to one push service, for all that is sent there at a time."""

    def __init__(self, host: str, port: int) -> None:
        super().__init__(host, port, timeout=TIMEOUT, context=ssl.create_default_context())

    def connect(self) -> None:
        address = look_up(self.host, self.port)
        plain = socket.create_connection((address, self.port), self.timeout)
        # It is shaken hands on later, so that a slow one can be cut meanwhile.
        self.sock = self._context.wrap_socket(
            plain, server_hostname=self.host, do_handshake_on_connect=False
        )
        self.sock.do_handshake()

    def post(self, path: str, body: bytes, headers: dict[str, str]) -> tuple[int, str]:
        """Return the status of the answer, and what it says of when to come again. Raises
        Unreachable and Forbidden."""
        try:
            return within(TIMEOUT, partial(self._post, path, body, headers))
        except (OSError, http.client.HTTPException) as wrong:
            cut(self.sock)
            self.close()
            raise Unreachable(f"{self.host} does not answer.") from wrong

    def _post(self, path: str, body: bytes, headers: dict[str, str]) -> tuple[int, str]:
        self.request("POST", path, body=body, headers=headers)
        answer = self.getresponse()
        status, later = answer.status, answer.headers.get("Retry-After", "")
        answer.read(MOST_READ)
        if not answer.isclosed():  # it says more than we read: nothing else goes this way
            self.close()
        return status, later
