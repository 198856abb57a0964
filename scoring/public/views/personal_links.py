"""Personal links and codes: show, share, print, replace and revoke; and the parts of player
pages."""

from __future__ import annotations

from functools import partial

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from scoring.common.answers import or_show, posted, valid
from scoring.common.dates import short_day
from scoring.common.pdf.listing import Heading, Listing, listing_pdf
from scoring.common.pdf_views import pdf_answer
from scoring.common.permissions import OWN, RUN, Actor, may, must
from scoring.common.qr_codes import address_of, given_link, only_here
from scoring.people.access import club_by_number
from scoring.people.models import Club, OwnPart, Player
from scoring.public.actions import personal_links as verbs
from scoring.public.actions.player_page import open_to_players
from scoring.public.forms.player_page import OwnPartsForm
from scoring.public.models import PersonalLink
from scoring.public.queries.player_page import people_with_links
from scoring.public.sheets.personal_slips import PersonalSlip, personal_slips_pdf


@require_safe
@club_by_number(RUN)
def own_links(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """Every member and their link; the one of `?player=` open, as a code to scan."""
    rows = [
        _row(request, player, link, shown=request.GET.get("player") == str(player.pk))
        for player, link in people_with_links(club)
    ]
    where = address_of(request, "own-code")
    context = {
        "club": club,
        "runs": True,
        "rows": rows,
        "missing": sum(row["link"] is None and not row["player"].guest for row in rows),
        "linked": sum(row["link"] is not None for row in rows),
        "where": where,
        "local": only_here(where),
        "parts": club.own_parts,
    }
    return render(request, "public/player_page/links.html", context)


def _row(request: HttpRequest, player: Player, link: PersonalLink | None, *, shown: bool) -> dict:
    slip = reverse("personal-slips", args=[player.club_id]) + f"?player={player.pk}"
    given = given_link(request, "own-page", link, shown=shown)
    return {"player": player, "link": link, "slip": slip, **given}


@posted(club_by_number(RUN), to="own-links")
def make(request: HttpRequest, club: Club, actor: Actor) -> None:
    """Make the links that are missing."""
    verbs.make_links(club=club, actor=actor)


def _player(club: Club, player: int) -> Player:
    return get_object_or_404(club.players.filter(forgotten_at=None), pk=player)


@posted(club_by_number(RUN))
def renew(request: HttpRequest, club: Club, actor: Actor, player: int) -> HttpResponse:
    """Create a player's link, or replace it, which revokes the last one."""
    found = _player(club, player)
    verbs.renew_link(player=found, actor=actor)
    messages.success(request, f"This is the new link of {found}. The old link no longer works.")
    answer = redirect("own-links", club.pk)
    answer["Location"] += f"?player={found.pk}#player-{found.pk}"
    return answer


@posted(club_by_number(RUN), to="own-links")
def revoke(request: HttpRequest, club: Club, actor: Actor, player: int) -> str:
    """Revoke a player's link."""
    found = _player(club, player)
    verbs.revoke_link(player=found, actor=actor)
    return f"The link and the code of {found} no longer work."


def _linked(request: HttpRequest, club: Club) -> list[tuple[Player, PersonalLink]]:
    """Return who has a link; of `?player=` that one alone."""
    asked = request.GET.get("player")
    rows = [(player, link) for player, link in people_with_links(club) if link]
    found = [row for row in rows if asked in (None, str(row[0].pk))]
    if not found:
        raise Http404("There are no links yet. Create them first.")
    return found


@require_safe
@club_by_number(RUN)
def slips(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """Print all personal links, with a slip to cut out for each member."""
    where = _without_scheme(address_of(request, "own-code"))
    made = [
        PersonalSlip(
            name=player.name,
            club=club.name,
            address=address_of(request, "own-page", link.token),
            code=link.written_code,
            where=where,
        )
        for player, link in _linked(request, club)
    ]
    return pdf_answer(request, personal_slips_pdf, made, name=(club, "personal-slips"))


def _without_scheme(address: str) -> str:
    return address.partition("://")[2]


@require_safe
@club_by_number(RUN)
def codes(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """The secretary's list of all people's codes."""
    rows = _linked(request, club)
    where = _without_scheme(address_of(request, "own-code"))
    made = Listing(
        title="Player codes",
        club=club.name,
        about=f"{len(rows)} people",
        status=f"Enter at {where}",
        columns=(
            Heading(title="Name", kind="name"),
            Heading(title="Code"),
            Heading(title="Created on"),
        ),
        rows=tuple(
            (player.name, link.written_code, short_day(timezone.localtime(link.made_at)))
            for player, link in rows
        ),
        notes=("Keep this list to yourself. Anyone with a code can see that player’s page.",),
    )
    return pdf_answer(request, listing_pdf, made, name=(club, "personal-codes"))


@require_http_methods(["GET", "HEAD", "POST"])
@club_by_number(RUN)
def what_players_see(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """Each part of a player's own page with what it shows; the owner changes it."""
    sent = request.POST if request.method == "POST" else None
    form = OwnPartsForm(sent, parts=club.own_parts)
    page = partial(_parts_page, request, club, actor, form)
    if sent is None:
        return page()
    must(actor, OWN, club)
    with or_show(page, form):
        valid(form)
        open_to_players(club=club, actor=actor, parts=form.parts)
    messages.success(request, "Saved. Player pages now show this.")
    return redirect("what-players-see", club.pk)


def _parts_page(
    request: HttpRequest, club: Club, actor: Actor, form: OwnPartsForm, *, status: int = 200
) -> HttpResponse:
    context = {
        "club": club,
        "runs": True,
        "owns": may(actor, OWN, club),
        "form": form,
        "fields": [form[part] for part in OwnPart.values],
        "open": bool(club.own_parts),
    }
    return render(request, "public/player_page/what_players_see.html", context, status=status)
