"""The security log: a line for each sign-in and each wrong try, which also counts (locking.py)."""

from __future__ import annotations

import logging

from axes.handlers.proxy import AxesProxyHandler
from django.conf import settings
from django.contrib.auth.signals import user_login_failed
from django.http import HttpRequest

from scoring.common.client import client_address

logger = logging.getLogger("bowerbook.security")


def log_account(request: HttpRequest, what: str, account) -> None:
    """Log a line with the number of an account. Names are never in the log."""
    whence = f" from {client_address(request)}" if settings.LOG_ADDRESSES else ""
    whose = f"account {account.pk}" if account is not None else "an unknown name"
    logger.info("%s: %s%s", what, whose, whence)


def may_try(request: HttpRequest, user) -> bool:
    """Whether a password or a code of this account may be tried from here."""
    return AxesProxyHandler.is_allowed(request, {"username": user.get_username()})


def count_wrong_try(request: HttpRequest, what: str, user) -> None:
    """Log a wrong password or code, and count it as a wrong sign-in."""
    whose = {"username": user.get_username()}
    user_login_failed.send(__name__, credentials=whose, request=request)
    log_account(request, what, user)
