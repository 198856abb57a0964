"""A notification as a short plain e-mail from the club, with a link to unsubscribe."""

from __future__ import annotations

from email.utils import formataddr

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.urls import reverse

from scoring.common.letters import isolated_text
from scoring.public.models import Notification


def offers_mail() -> bool:
    """Return whether this site can send e-mail. It needs a mail server, and its own address."""
    return bool(settings.EMAIL_HOST and settings.PUBLIC_URL)


def as_mail(one: Notification, connection: BaseEmailBackend) -> EmailMessage:
    """Return the mail; a line break in a name is a space in its headers."""
    stop = f"{settings.PUBLIC_URL}{reverse('stop-being-told', args=[one.stop_token])}"
    page = f"{settings.PUBLIC_URL}{one.path}" if one.path else ""
    asks = one.tag.startswith("confirm-")
    end = "" if asks else f"\n\nTo stop these e-mails, open {stop}"
    body = "\n\n".join(filter(None, [one.title, one.body, page])) + f"{end}\n\n{one.club}\n"
    return EmailMessage(
        subject=isolated_text(_line(f"{one.title} · {one.club}")),
        body=isolated_text(body),
        from_email=formataddr((_line(str(one.club)), settings.DEFAULT_FROM_EMAIL)),
        to=[one.sent_to],
        connection=connection,
        headers={
            "Message-ID": f"<{one.pk}.{one.fingerprint}@{_host()}>",
            "Auto-Submitted": "auto-generated",
            "List-Unsubscribe": f"<{stop}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        },
    )


def _line(text: str) -> str:
    return " ".join(text.split())


def _host() -> str:
    return settings.PUBLIC_URL.partition("://")[2].partition("/")[0].partition(":")[0]
