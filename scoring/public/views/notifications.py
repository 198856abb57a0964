"""Turn notifications on and off, from a tally card, a sign-up or a player's own page. Confirm and
stop e-mail notifications. Serve the service worker that shows notifications."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

from django.contrib import messages
from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from scoring.common.access import NoSuchLink, behind_a_door
from scoring.common.answers import Wrong, answered, or_show, posted, status_of, valid
from scoring.common.permissions import Actor
from scoring.evening.access import by_pass
from scoring.evening.models import Pass, SignUp
from scoring.evening.views.sign_up import by_sign_up
from scoring.people.models import OwnPart, Player
from scoring.public.access import by_personal_link
from scoring.public.actions import subscriptions as verbs
from scoring.public.forms.notifications import MailForm, MovedForm, PhoneForm, StopForm
from scoring.public.models import Subscription
from scoring.public.queries.notifications import mails_about
from scoring.public.sending import away, push
from scoring.public.sending.mail import offers_mail
from scoring.table.views.install import PAPER
from scoring.tournament.models import Entrant


def offer(page: str, *args, **whom) -> dict:
    """Return the context for turning on notifications. `page` is the name of its address in
    clubsite/urls.py, with these arguments. `whom` is its subject, as a filter of subscriptions, on
    a page that only this person opens: it says whether e-mails are on."""
    mails = {"mail": reverse(f"{page}-mail", args=args)} if offers_mail() else {}
    return {
        "at": reverse(f"{page}-told", args=args),
        **mails,
        **(mails_about(**whom) if mails and whom else {}),
        "key": push.public_key(),
        "worker": reverse("notice-worker"),
        "scope": reverse("notice-worker").rpartition("/")[0] + "/",
    }


# -- A phone, by the page that it looks at.


def answer_phone(request: HttpRequest, whom: verbs.Whom) -> HttpResponse:
    """Answer whether a phone gets notifications about this subject, and turn them on or off."""
    if request.method != "POST":
        known = Subscription.objects.live().filter(
            **verbs.about(whom), fingerprint=request.GET.get("of", "")
        )
        return JsonResponse({"on": known.exists()})
    with or_show(_in_words):
        if "stop" in request.POST:
            verbs.stop_phone(whom=whom, **valid(StopForm(request.POST)))
        else:
            verbs.tell_phone(whom=whom, **_phone(PhoneForm(request.POST)))
    return JsonResponse({"on": "stop" not in request.POST})


def _in_words(*, message: str = "", status: int) -> JsonResponse:
    """Return an error for a script."""
    return JsonResponse({"message": message}, status=status)


def _phone(form: PhoneForm) -> dict:
    """Return what a phone sent, once it may be written to. Raises Wrong."""
    sent = valid(form)
    try:
        away.target_of(sent["endpoint"])
        push.refuse_bad_keys(sent["p256dh"], sent["auth"])
    except away.Forbidden as why:
        raise Wrong(f"This phone can’t receive notifications. {why}") from why
    except push.BadKeys as why:
        raise Wrong(PhoneForm.complaint) from why
    return sent


def answer_mail(request: HttpRequest, whom: verbs.Whom, back: str) -> HttpResponse:
    """Ask for an e-mail address, and send it a mail to confirm."""
    if not offers_mail():
        raise Http404
    form = MailForm(request.POST if request.method == "POST" else None)
    page = partial(_mail_page, request, whom, form, back)
    if request.method != "POST":
        return page()
    with or_show(page, form, "address"):
        verbs.ask_by_mail(whom=whom, **valid(form))
    messages.success(
        request,
        "We sent an e-mail to that address. Open it and confirm to turn on e-mail notifications.",
    )
    return redirect(back)


def _mail_page(
    request: HttpRequest,
    whom: verbs.Whom,
    form: MailForm,
    back: str,
    *,
    status: int | None = None,
) -> HttpResponse:
    context = {"whom": whom, "form": form, "back": back, "kept": isinstance(whom, Player)}
    return render(
        request, "public/notifications/mail.html", context, status=status or status_of(form)
    )


BOTH = ["GET", "HEAD", "POST"]


@require_http_methods(BOTH)
@by_pass(Pass.Right.PLAYERS)
def card_notices(request: HttpRequest, shown: Pass, actor: Actor, no: int) -> HttpResponse:
    """The button of an entrant's card."""
    return answer_phone(request, _entrant(shown, no))


@require_http_methods(BOTH)
@by_pass(Pass.Right.PLAYERS)
def card_mail(request: HttpRequest, shown: Pass, actor: Actor, no: int) -> HttpResponse:
    """The same by mail."""
    back = reverse("player-card", args=[shown.token, no])
    return answer_mail(request, _entrant(shown, no), back)


def _entrant(shown: Pass, no: int) -> Entrant:
    beside = "player", "partner", "tournament__session__club"
    rows = Entrant.objects.select_related(*beside).filter(ghost=False)
    found = rows.filter(tournament__session=shown.session_id, no=no).first()
    if found is None:
        raise Http404
    return found


@require_http_methods(BOTH)
@by_personal_link
def own_notices(request: HttpRequest, player: Player, actor: Actor) -> HttpResponse:
    """The button of a player's own page, where their club shows them their seat there."""
    _refuse_closed(player)
    return answer_phone(request, player)


@require_http_methods(BOTH)
@by_personal_link
def own_mail(request: HttpRequest, player: Player, actor: Actor) -> HttpResponse:
    """The same by mail."""
    _refuse_closed(player)
    return answer_mail(request, player, reverse("own-page", args=[actor.personal.token]))


def _refuse_closed(player: Player) -> None:
    if OwnPart.SEAT not in player.club.own_parts:
        raise Http404


# -- By the links of a mail: whoever reads it may say yes, and stop.


def _subscription(token: str) -> Subscription | None:
    beside = "entrant__player", "entrant__partner", "sign_up", "player"
    found = Subscription.objects.select_related(*beside).filter(token=token)
    return found.filter(ended_at=None).first()


@require_http_methods(BOTH)
@behind_a_door
def confirm_mail(request: HttpRequest, token: str) -> HttpResponse:
    """Confirm e-mail notifications. It takes a POST, as programs also load the page."""
    found = _subscription(token)
    if found is None:
        raise NoSuchLink(
            "This link has expired, or the e-mails were stopped. Ask for e-mails again on the page."
        )
    if request.method == "POST":
        verbs.confirm(subscription=found)
        return redirect("confirm-mail", token)
    return render(request, "public/notifications/confirm.html", {"asked": found})


@csrf_exempt  # a mail program may stop it by one tap (RFC 8058): who has the address may
@require_http_methods(BOTH)
@behind_a_door
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """Stop e-mail notifications. It is idempotent."""
    found = _subscription(token)
    if request.method == "POST" and found:
        verbs.stop(subscription=found)
        found = None
    return render(request, "public/notifications/stop.html", {"asked": found})


# -- The worker, and what a phone needs to put the page among its apps.


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The script of the service worker that shows notifications. None of our pages is in its
    scope."""
    script = Path(finders.find("club/told/worker.js")).read_text(encoding="utf-8")
    site = {"icon": static("icons/192.png"), "moved": reverse("phone-moved")}
    return HttpResponse(
        f"const SITE = {json.dumps(site)};\n{script}",
        content_type="text/javascript",
        headers={"Cache-Control": "no-cache"},
    )


@require_safe
def manifest(request: HttpRequest) -> JsonResponse:
    """The web app manifest, with which a phone can install a player's page. An iPhone needs this
    before it shows notifications. The app starts at the page where it was installed."""
    given = {
        "name": "Bowerbook",
        "short_name": "Bowerbook",
        "scope": "/",
        "display": "standalone",
        "theme_color": PAPER,
        "background_color": PAPER,
        "icons": [
            {"src": static("icons/192.png"), "sizes": "192x192", "type": "image/png"},
            {"src": static("icons/512.png"), "sizes": "512x512", "type": "image/png"},
        ],
    }
    return JsonResponse(given, content_type="application/manifest+json")


@csrf_exempt  # the worker has no page; who knows the address of before is that phone
@posted(answered)
def moved(request: HttpRequest) -> JsonResponse:
    """A browser's push service gave a phone another address. Use that from now on."""
    with or_show(_in_words):
        sent = _phone(MovedForm(request.POST))
    return JsonResponse({"moved": verbs.has_moved(**sent)})


# -- A name on a sign-up list.


@require_http_methods(["GET", "HEAD", "POST"])
@by_sign_up
def sign_up_notices(request: HttpRequest, mine: SignUp, actor: Actor) -> HttpResponse:
    """Answer whether a phone gets notifications about this sign-up, and turn them on or off."""
    return answer_phone(request, mine)


@require_http_methods(["GET", "HEAD", "POST"])
@by_sign_up
def sign_up_mail(request: HttpRequest, mine: SignUp, actor: Actor) -> HttpResponse:
    """Ask for an e-mail address for notifications about this sign-up."""
    return answer_mail(request, mine, reverse("my-place", args=[mine.token]))
