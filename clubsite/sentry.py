"""Report internal errors to Sentry, if the variable SENTRY_DSN is set.

A report has the kind of error, its place in the program, the route in clubsite/urls.py, the number
shown on the page, and the version. Values and messages are left out, as they may contain names and
links.
"""

from __future__ import annotations

import sys

from clubsite.logs import request_of

MISSING = (
    "SENTRY_DSN is set, but the package sentry-sdk is missing. Errors are only logged. "
    "Type: {python} -m pip install sentry-sdk"
)
WRONG = "SENTRY_DSN is not a valid Sentry address ({why}). Errors are only logged."
KEPT = {"event_id", "timestamp", "level", "logger", "platform", "release", "sdk", "exception"}
"""The parts of an event that are sent unchanged, except for the text of an exception."""


def begin(dsn: str, *, release: str) -> None:
    """Send every error that is logged from now on; say why where that cannot be."""
    try:
        import sentry_sdk
        from sentry_sdk.integrations.logging import LoggingIntegration
        from sentry_sdk.utils import BadDsn
    except ImportError:
        print(MISSING.format(python=sys.executable), file=sys.stderr)
        return
    try:
        sentry_sdk.init(
            dsn,
            release=f"bowerbook@{release}",
            default_integrations=False,
            auto_enabling_integrations=False,
            integrations=[LoggingIntegration(level=None)],
            include_local_variables=False,
            max_breadcrumbs=0,
            before_send=bare,
        )
    except BadDsn as why:
        print(WRONG.format(why=why), file=sys.stderr)


def bare(event: dict, hint: dict) -> dict:
    """Return an event without anything that people typed and without names."""
    request = request_of(hint.get("log_record"))
    match = getattr(request, "resolver_match", None)
    sent = {key: value for key, value in event.items() if key in KEPT}
    for exception in sent.get("exception", {}).get("values", ()):
        exception["value"] = ""
    sent["transaction"] = match.route if match else ""
    sent["tags"] = {"number": getattr(request, "mistake", "")}
    return sent
