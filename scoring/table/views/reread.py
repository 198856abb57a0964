"""A sitting under other rules, beside its real result."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.common.names import in_short
from scoring.common.permissions import LOOK, WRITE, Actor, may
from scoring.euchre.books import SHELF
from scoring.euchre.game import Played, rubbers
from scoring.euchre.reread import Reading, Reread
from scoring.euchre.reread import reread as read_again
from scoring.euchre.rule_set import RuleSet
from scoring.euchre.settlement import Owed, settle
from scoring.euchre.wording import (
    describe,
    describe_game,
    describe_rubber,
    describe_standing,
    gains,
    listed,
    side_names,
)
from scoring.table.access import by_link
from scoring.table.models import Sitting, Table
from scoring.table.queries.settlement import whole
from scoring.table.views.games import ends_of


@require_safe
@by_link(LOOK)
def reread(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """The choice of rules; once chosen (`rules`), the sitting (`sitting`, its number) read under
    them."""
    sittings = whole(table.sittings.not_replaced().order_by("no"))
    sitting = _sitting_meant(sittings, request.GET.get("sitting", ""))
    shelf = _shelf(sitting)
    key = request.GET.get("rules", "")
    if key and key not in shelf:
        raise Http404("These rules don’t suit this number of players.")
    context = {
        "table": table,
        "token": actor.link.token,
        "writes": may(actor, WRITE, table),
        "sitting": sitting,
        "sittings": sittings,
        "shelf": [
            {"key": one, "name": rules.name, "about": _about(rules, sitting.rules)}
            for one, rules in shelf.items()
        ],
        "key": key,
        "shown": _shown(sitting, shelf[key]) if key else None,
    }
    return render(request, "table/score/reread.html", context)


def _sitting_meant(sittings: list[Sitting], no: str) -> Sitting:
    """Return the sitting of this number; without one the latest with a hand, if there is any."""
    if not no:
        return next((one for one in reversed(sittings) if one.counted), sittings[-1])
    found = next((one for one in sittings if str(one.no) == no), None)
    if found is None:
        raise Http404("No such sitting.")
    return found


def _shelf(sitting: Sitting) -> dict[str, RuleSet]:
    """Return the club's house rules and the sets of the shelf for this number of players, by
    key."""
    houses = sitting.table.session.club.house_rules.standing()
    known = {f"house-{house.pk}": house.rules for house in houses} | SHELF
    of, seats = sitting.rules, len(sitting.players)
    return {
        key: rules for key, rules in known.items() if seats in rules.pack and _can_read(rules, of)
    }


def _can_read(rules: RuleSet, of: RuleSet) -> bool:
    """Return whether any hand of a sitting has a meaning by these rules. A bid needs rules with
    bids, of as many tricks."""
    one, other = ((r.bidding, r.each_scores, r.tricks_dealt) for r in (rules, of))
    return one == other


def _about(rules: RuleSet, of: RuleSet) -> str:
    if rules is of:
        return "as it was played"
    return f"the club’s own, after {SHELF[rules.base].name}" if rules.base else rules.title


def _shown(sitting: Sitting, under: RuleSet) -> dict:
    """Return what templates/table/score/reread.html shows of a sitting under other rules."""
    names, of = sitting.names, sitting.rules
    found = read_again(
        [stored.hand for stored in sitting.counted],
        of=of,
        under=under,
        seats=len(names),
        first_dealer=sitting.first_dealer,
        names=names,
    )
    real, read = [one.real for one in found.readings], list(found.played)
    as_played = _column(of, real, found.owed_really, sitting)
    as_if = _column(under, read, found.owed, sitting) | {"games": _games(read, under, names, found)}
    return {
        "found": found,
        "columns": (as_played, as_if),
        "short": in_short(names),
        "people": [
            {"name": name, "cells": cells, "moved": cells[0]["net"] != cells[1]["net"]}
            for name, *cells in zip(names, as_played["people"], as_if["people"], strict=True)
        ],
        "hands": [_line(reading, found, names) for reading in reversed(found.readings)],
    }


def _column(rules: RuleSet, played: list[Played], owed: Owed, sitting: Sitting) -> dict:
    """Return the result of a sitting by these rules, with points and net by player, payments and
    games."""
    names, stake = sitting.names, sitting.terms.stake_minor
    settled = settle(range(len(names)), owed, stake=stake)
    totals = played[-1].totals if played else (0,) * len(names)
    nets = settled.nets.values()
    return {
        "rules": rules,
        "people": [
            {"points": points, "net": net.points, "amount": net.minor if stake else net.points}
            for points, net in zip(totals, nets, strict=True)
        ],
        "payments": [
            (names[debt.debtor], names[debt.creditor], debt.minor if stake else debt.points)
            for debt in settled.transfers
        ],
        "games": _games(played, rules, names),
    }


def _games(
    played: list[Played], rules: RuleSet, names: list[str], found: Reread | None = None
) -> list[dict]:
    """Return games and rubbers in words; after a hand that is missing they are not `sure`."""
    if rules.target is None or not played:
        return []
    standing, sides = played[-1].standing, side_names(rules, names)
    sure = {game.no: found is None or found.is_sure(game) for game in standing.games}
    lines = [{"says": describe_game(game, sides), "sure": sure[game.no]} for game in standing.games]
    lines += [
        {"says": describe_rubber(one, sides), "sure": all(sure[no] for no in one.games)}
        for one in rubbers(standing, rules)
    ]
    return [
        *lines,
        {"says": describe_standing(standing, sides), "sure": found is None or not found.missing},
    ]


def _line(reading: Reading, found: Reread, names: list[str]) -> dict:
    """Return a hand as it counted, and as the other rules count it."""
    return {
        "reading": reading,
        "what": describe(reading.real.hand, names, found.of),
        "real": _scored(reading.real, found.of, names),
        "read": _scored(reading.read, found.under, names) if reading.read else None,
    }


def _scored(played: Played, rules: RuleSet, names: list[str]) -> dict:
    awards = played.score.awards
    return {
        "gains": gains(played.score.points, names, rules),
        "why": "; ".join(award.reason for award in awards),
        "laws": listed(list(dict.fromkeys(award.law.short for award in awards))),
        "ends": ends_of(played, rules, names),
    }
