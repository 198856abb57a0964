"""Check how the site is reached, with its host names, HTTPS, its proxy, and static files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings
from django.http.request import validate_host

LOCAL = {"localhost", "127.0.0.1", "[::1]"}


def names() -> Iterator[str]:
    """The site answers to the name that its codes carry."""
    name = urlsplit(settings.PUBLIC_URL).hostname
    if settings.PUBLIC_URL and not name:
        yield (
            f"PUBLIC_URL is {settings.PUBLIC_URL}, which is no address. Set it to one such as "
            "https://scores.example.org"
        )
    elif name and not validate_host(name, settings.ALLOWED_HOSTS):
        hosts = ",".join([*settings.ALLOWED_HOSTS, name])
        yield (
            f"The codes lead to {name} (PUBLIC_URL), and the site does not answer to that name. "
            f"Set ALLOWED_HOSTS={hosts}"
        )


def https() -> Iterator[str]:
    """HTTPS, the proxy that does it and the address that codes carry agree with each other."""
    scheme = urlsplit(settings.PUBLIC_URL).scheme
    if settings.HTTPS and not settings.BEHIND_PROXY:
        yield (
            "With HTTPS=yes and without BEHIND_PROXY=yes every page sends the browser back to "
            "itself, for ever. If a proxy does the HTTPS, set BEHIND_PROXY=yes; if none does, set "
            "HTTPS=no"
        )
    if settings.BEHIND_PROXY and not settings.HTTPS:
        yield (
            "With BEHIND_PROXY=yes and without HTTPS=yes passwords may travel where others can "
            "read them. If the proxy does the HTTPS, set HTTPS=yes; if there is no proxy, set "
            "BEHIND_PROXY=no, or anybody can pretend to come from anywhere."
        )
    if settings.HTTPS and scheme == "http":
        yield (
            "The site does HTTPS, and its codes lead to an address with http://. Set PUBLIC_URL="
            f"https{settings.PUBLIC_URL.removeprefix('http')}"
        )
    if scheme == "https" and not settings.HTTPS:
        yield (
            "The codes lead to an address with https://, and HTTPS is not set: passwords may "
            "travel where others can read them. Set HTTPS=yes and BEHIND_PROXY=yes"
        )


def debugging() -> Iterator[str]:
    """Strangers are not shown what is inside."""
    strangers = set(settings.ALLOWED_HOSTS) - LOCAL
    if settings.DEBUG and strangers:
        yield (
            f"The site answers to {', '.join(sorted(strangers))} with DEBUG=yes: its error pages "
            "show strangers what is inside. Set DEBUG=no"
        )


def static_files() -> Iterator[str]:
    """Check that the static files were collected."""
    manifest = Path(settings.STATIC_ROOT) / "staticfiles.json"
    if not settings.DEBUG and not manifest.exists():
        yield (
            f"The site’s styles, scripts and letters are not in {settings.STATIC_ROOT}. Start it "
            f"once, or type: {settings.MANAGE_COMMAND} collectstatic"
        )


def contacts() -> Iterator[str]:
    """Check that the security contacts can be reached. RFC 9116 wants an address with its
    scheme."""
    for contact in settings.SECURITY_CONTACT:
        if not urlsplit(contact).scheme:
            kind = "mailto:" if "@" in contact else "https://"
            yield (
                f"SECURITY_CONTACT is {contact}, which programs take for no address. Set "
                f"SECURITY_CONTACT={kind}{contact}"
            )
