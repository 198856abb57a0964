"""One player's data: merge it with another entry, export it, erase it."""

from __future__ import annotations

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from scoring.club.actions.forget import accounts_called, forget_player, texts_to_ask_about
from scoring.club.actions.merge import merge_players
from scoring.club.queries.person import hangs_on, why_not_forgotten, why_two
from scoring.club.queries.personal_data import kept_of
from scoring.club.queries.texts import Held
from scoring.common.answers import Wrong, or_show, valid
from scoring.common.permissions import OWN, RUN, Actor
from scoring.people.access import club_by_number
from scoring.people.forms.people import FindForm, ForgetForm, MergeForm
from scoring.people.models import Club, Player, pairs_with, told_apart_of
from scoring.people.queries.people import everybody, like, narrowed
from scoring.people.views.password_again import password_again
from scoring.public.views.personal_code import unlisted

MOST_TO_CHOOSE = 30
MOST_NOTES = 100
"""The name is replaced in any more notes, without being listed."""


@require_http_methods(["GET", "HEAD", "POST"])
@club_by_number(RUN)
def merge_player(request: HttpRequest, club: Club, actor: Actor, player: int) -> HttpResponse:
    """Choose the duplicate of a player (`?other=`), preview the merge, then merge the two."""
    if request.method == "POST":
        return _merge(request, club, actor, player)
    found = _listed(club, player)
    if "other" not in request.GET:
        return _choose(request, club, found)
    return _two(request, club, found, _listed(club, MergeForm(request.GET).asked("other")))


def _listed(club: Club, key: int) -> Player:
    """Return a player of the club's list; 404 when there is none, or when they were forgotten."""
    return get_object_or_404(club.players.filter(forgotten_at=None), pk=key)


def _choose(request: HttpRequest, club: Club, player: Player) -> HttpResponse:
    people, find = everybody(club), FindForm(request.GET)
    said = find.asked["said"]
    found = narrowed(people, said=said) if said else _like(people, player)
    others = [one for one in found if one != player]
    context = {
        "club": club,
        "runs": True,
        "player": player,
        "find": find,
        "said": said,
        "others": others[:MOST_TO_CHOOSE],
        "more": len(others) - MOST_TO_CHOOSE,
    }
    return render(request, "club/person/merge_whom.html", context)


def _like(people: list[Player], player: Player) -> list[Player]:
    """Return the players who may be this one, misspelt, without those known to be other people."""
    apart = {key for pair in told_apart_of(player) for key in pair.two}
    return [one for one in like(people, player) if one.pk not in apart]


def _two(
    request: HttpRequest,
    club: Club,
    one: Player,
    other: Player,
    *,
    status: int = 200,
    message: str = "",
) -> HttpResponse:
    context = {
        "club": club,
        "runs": True,
        "player": one,
        "other": other,
        "apart": pairs_with(one, other).first(),
        "two": [(player, hangs_on(player)) for player in (one, other)],
        "reasons": why_two(one, other) if one != other else [f"{one} is already merged."],
        "message": message,
    }
    return render(request, "club/person/merge.html", context, status=status)


def _merge(request: HttpRequest, club: Club, actor: Actor, player: int) -> HttpResponse:
    form = MergeForm(request.POST)
    two = {player, form.asked("other")}
    there = {one.pk: one for one in club.players.filter(pk__in=two)}
    stays = there.get(form.asked("stays"))
    if stays is not None and stays.pk in two and len(there) == 1 < len(two):
        messages.info(request, f"{stays} is already merged.")
        return redirect("player", club.pk, stays.pk)
    one, other = _listed(club, player), _listed(club, form.asked("other"))
    with or_show(partial(_two, request, club, one, other)):
        if stays is None:
            raise Wrong("Choose the name to keep.")
        kept = merge_players(kept=stays, gone=other if stays == one else one, actor=actor)
    messages.success(request, f"Merged into {kept}.")
    return redirect("player", club.pk, kept.pk)


@require_safe
@club_by_number(RUN)
def player_data(request: HttpRequest, club: Club, actor: Actor, player: int) -> HttpResponse:
    """Download all data about a player, to hand to them."""
    found = get_object_or_404(club.players.select_related("club"), pk=player)
    return person_file(found)


@require_http_methods(["GET", "HEAD", "POST"])
@club_by_number(OWN)
@password_again
def forget(request: HttpRequest, club: Club, actor: Actor, player: int) -> HttpResponse:
    """Show what is erased and what stays, and erase it once the name is typed."""
    found = get_object_or_404(club.players.select_related("club"), pk=player)
    if found.forgotten_at:
        messages.info(request, f"The data of {found} is already erased.")
        return redirect("people", club.pk)
    texts = _asked_about(found)
    form = ForgetForm(
        request.POST if request.method == "POST" else None,
        wanted=found.name,
        texts=[(key, held.after, held.must_choose) for key, held in texts.items()],
    )
    page = partial(_forget, request, club, found, form, texts)
    if request.method != "POST":
        return page()
    with or_show(page):
        valid(form)
        kept = [texts[key].text for key in form.kept if key in texts]
        now = forget_player(player=found, actor=actor, kept=kept)
    messages.success(request, f"Personal data erased. The scores are kept under {now}.")
    return redirect("people", club.pk)


def _asked_about(player: Player) -> dict[str, Held]:
    """Return the texts that hold a player's name, each by the name of its field."""
    found = texts_to_ask_about(player)
    names = [held for held in found if held.must_choose]
    notes = [held for held in found if not held.must_choose][:MOST_NOTES]
    return {held.key: held for held in (*names, *notes)}


def _forget(
    request: HttpRequest,
    club: Club,
    player: Player,
    form: ForgetForm,
    texts: dict[str, Held],
    *,
    status: int = 200,
    message: str = "",
) -> HttpResponse:
    context = {
        "club": club,
        "runs": True,
        "player": player,
        "hangs": hangs_on(player),
        "reasons": why_not_forgotten(player),
        "form": form,
        "names": [(one, form[key]) for key, one in texts.items() if one.must_choose],
        "notes": [(one, form[key]) for key, one in texts.items() if not one.must_choose],
        "accounts": accounts_called(player),
        "message": message,
    }
    return render(request, "club/person/forget.html", context, status=status)


def person_file(player: Player) -> HttpResponse:
    """Return all data about a player as a file, to hand to them."""
    response = JsonResponse(kept_of(player), json_dumps_params={"ensure_ascii": False, "indent": 1})
    response["Content-Disposition"] = f'attachment; filename="person-{player.pk}.json"'
    return unlisted(response)
