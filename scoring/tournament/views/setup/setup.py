"""Set up a tournament: choose a format, change its settings, or save it as one of the club's
own."""

from __future__ import annotations

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from scoring.common.answers import UNPROCESSABLE, or_show, piece_or_page, posted, status_of, valid
from scoring.common.permissions import RUN, Actor
from scoring.evening.forms.sessions import SessionForm
from scoring.evening.views.fees import preview_fees
from scoring.people.access import club_by_number
from scoring.people.models import Club
from scoring.table.access import session_by_number
from scoring.table.models import ClubSession
from scoring.tournament.access import tournament_by_number
from scoring.tournament.actions import setting_up
from scoring.tournament.actions import settings as formats
from scoring.tournament.actions.carried_pots import carry_on
from scoring.tournament.actions.settings import change_settings
from scoring.tournament.forms.director import AlikeForm
from scoring.tournament.forms.settings import CarryOnForm, FormatForm, SaveFormatForm, SettingsForm
from scoring.tournament.models import Tournament
from scoring.tournament.pure.settings import settings_of
from scoring.tournament.queries.now import format_in
from scoring.tournament.views.setup.getting_ready import offers
from scoring.tournament.views.setup.settings import SettingsPage, guests_pay, new_fee, settings_form

METHODS = ["GET", "HEAD", "POST"]


@require_http_methods(METHODS)
@session_by_number(RUN)
def make(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """The formats in words, next to each other. A POST creates the club night's tournament from one
    of them."""
    if request.method != "POST":
        return _offer(request, session)
    form = FormatForm(request.POST, saved=session.club.formats.all())
    with or_show(partial(_offer, request, session, form)):
        valid(form)
        made = setting_up.make_tournament(session=session, **form.new)
    return redirect("tournament-settings", made.session_id)


def _offer(
    request: HttpRequest,
    session: ClubSession,
    form: FormatForm | None = None,
    *,
    message: str = "",
    status: int = 200,
) -> HttpResponse:
    context = {"session": session, "runs": True, "message": message, **offers(session.club, form)}
    context["tables"] = session.tables.exists()
    return render(request, "tournament/setup/offer.html", context, status=status)


@require_http_methods(METHODS)
@club_by_number(RUN)
def open_evening(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """Open a club night with its tournament, in one step."""
    sent = request.POST if request.method == "POST" else None
    form = SessionForm(sent, club=club)
    chosen = FormatForm(sent, saved=club.formats.all())

    def page(*, status: int = 200) -> HttpResponse:
        context = {"club": club, "runs": True, "form": form}
        context |= offers(club, chosen if sent is not None else None)
        return render(request, "tournament/setup/open_evening.html", context, status=status)

    if sent is None:
        return page()
    with or_show(page, form):
        about = valid(form)
        if not chosen.is_valid():
            return page(status=UNPROCESSABLE)
        made = setting_up.open_tournament_evening(club=club, **chosen.new, **about)
    return redirect("tournament-settings", made.session_id)


@require_http_methods(METHODS)
@tournament_by_number(RUN)
def settings(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """All settings, and the resulting length. `look` shows a preview without saving."""
    form = settings_form(tournament, request.POST if request.method == "POST" else None)
    page = partial(_settings, request, tournament, actor, form)
    if request.method != "POST":
        return page()
    if "look" in request.POST:
        form.is_valid()
        return page()
    with or_show(page, form):
        counts = valid(form)["counts"]
        what = {"settings": settings_of(form.format), "house": form.house, "counts": counts}
        if change := new_fee(tournament, form.format):
            preview = preview_fees(request.POST, tournament.session, change)
            if not preview.confirmed:
                return page(new_fees=preview, status=status_of(preview.form))
            what["fee_why"] = preview.why
        drawn = tournament.rounds.filter(published_at=None).exists()
        guests = guests_pay(tournament.session)
        saved = change_settings(tournament=tournament, actor=actor, **what)
    undrawn = drawn and not tournament.rounds.filter(published_at=None).exists()
    said = ["Saved."]
    if undrawn:
        said.append("The draw used other settings. Draw again.")
    if guests and not guests_pay(saved.session):
        said.append(f"Guests, who paid {guests}, pay the new fee too.")
    messages.success(request, " ".join(said))
    return redirect("entrants" if "next" in request.POST else "tournament", tournament.session_id)


def _settings(
    request: HttpRequest,
    tournament: Tournament,
    actor: Actor,
    form: SettingsForm | None = None,
    *,
    status: int = 200,
    **more,
) -> HttpResponse:
    form = form or settings_form(tournament)
    page = SettingsPage(tournament=tournament, actor=actor, form=form, **more)
    template = "tournament/setup/settings.html"
    return piece_or_page(request, template, page.context, piece="length", status=status)


@posted(tournament_by_number(RUN), page=_settings, to="tournament-settings")
def take_format(request: HttpRequest, tournament: Tournament, actor: Actor) -> str:
    """Start again from another format. The fee is kept."""
    form = FormatForm(request.POST, saved=tournament.session.club.formats.all())
    valid(form)
    settings = {"fee": tournament.session.door_fee_minor} | form.what["settings"]
    what = form.what | {"settings": settings}
    change_settings(tournament=tournament, actor=actor, **what)
    return "These are the settings of that format. Change them as you like."


@posted(tournament_by_number(RUN), page=_settings, to="tournament-settings")
def carry_pot_on(request: HttpRequest, tournament: Tournament, actor: Actor) -> str:
    """Play for a pot that was carried over from an earlier tournament."""
    name = valid(CarryOnForm(request.POST))["name"]
    carry_on(tournament=tournament, name=name, actor=actor)
    return f"This tournament plays for “{name}”. Check its terms under Table pots."


@posted(tournament_by_number(RUN), page=_settings, to="tournament")
def sit_out_alike(request: HttpRequest, tournament: Tournament, actor: Actor) -> str:
    """Change the number of rounds so that all sit out equally often, or rank by the average per
    round."""
    form = AlikeForm(request.POST)
    valid(form)
    settings = settings_of(form.changed(format_in(tournament)))
    what = {"settings": settings, "house": tournament.house}
    change_settings(tournament=tournament, actor=actor, **what)
    return "Saved in the settings too."


# Without #top the browser would keep the position of the submitted form, further down.
@posted(tournament_by_number(RUN), to="tournament-settings#top")
def save_format(request: HttpRequest, tournament: Tournament, actor: Actor) -> str:
    """Save the settings as one of the club's own formats."""
    form, club = SaveFormatForm(request.POST), tournament.session.club
    with or_show(partial(_settings, request, tournament, actor, save_form=form), form, "name"):
        what = {"style": tournament.style, "settings": tournament.settings, **valid(form)}
        saved = formats.save_format(club=club, **what)
    return f"“{saved}” is saved and offered for all tournaments of the club."


@posted(tournament_by_number(RUN), to="tournament-settings")
def delete_format(request: HttpRequest, tournament: Tournament, actor: Actor, format: int) -> str:
    """Delete one of the club's own formats."""
    saved = get_object_or_404(tournament.session.club.formats, pk=format)
    formats.delete_format(saved=saved)
    return f"“{saved}” is deleted. Tournaments made with it keep their settings."


@posted(tournament_by_number(RUN), page=_settings, to="session")
def drop(request: HttpRequest, tournament: Tournament, actor: Actor) -> str:
    """Delete the club night's tournament. Check-ins are kept."""
    setting_up.drop_tournament(tournament=tournament)
    return "Tournament deleted. Check-ins are kept."
