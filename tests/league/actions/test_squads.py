"""Squads: registered, signed on the night, transferred, taken off, each with the league's rule."""

from datetime import date, timedelta

import pytest
from django.utils import timezone

from scoring.common.refused import Refused
from scoring.league.actions.captain_links import make_links, renew_link, revoke_link
from scoring.league.actions.squads import (
    ask_transfer,
    name_captain,
    register,
    settle_transfer,
    take_off,
    transfer,
)
from scoring.league.queries.squads import spells_of
from scoring.models import Entry, Event, Player, SquadMember, TeamLink, TransferRequest
from scoring.money.queries.accounts import standing
from tests.cast import PHONE
from tests.league.cast import FIRST, a_league, a_match, a_squad, play

pytestmark = pytest.mark.django_db
BEFORE = date(2026, 9, 1)
TODAY = timezone.localdate


def season(shelf="penryn-and-falmouth"):
    league = a_league(shelf)
    teams = {team.name: team for team in league.teams.all()}
    a_squad(teams["Mounties"], "Ann", "Ben")
    a_squad(teams["Trolls"], "Gus", "Hal")
    return league, teams["Mounties"], teams["Trolls"]


def squad(team):
    rows = team.squad.filter(until=None).order_by("player__key")
    return [f"{row.player} {row.came}" for row in rows.select_related("player")]


def refused(verb, **what):
    with pytest.raises(Refused) as why:
        verb(actor=PHONE, **what)
    return str(why.value)


def test_a_pasted_squad_is_registered_once_and_another_teams_player_is_refused():
    league, mounties, _ = season()
    made = register(team=mounties, names=["ann", "Cat", "Dan"], since=BEFORE, actor=PHONE)
    assert [(str(one.player), one.since) for one in made] == [("Cat", BEFORE), ("Dan", BEFORE)]
    assert register(team=mounties, names=["Cat", "Dan"], actor=PHONE) == []
    assert not league.club.players.filter(name__in=["Cat", "Dan"]).members().exists()
    assert refused(register, team=mounties, names=["Eve", "Gus"]) == (
        "Gus is registered with Trolls. The league’s rule: “A player may transfer once a season, "
        "for £2.”"
    )
    assert not Player.objects.filter(name="Eve").exists()
    assert squad(mounties) == ["Ann before", "Ben before", "Cat before", "Dan before"]
    league.finished_at = timezone.now()
    league.save()
    mounties.refresh_from_db()
    assert "has ended" in refused(register, team=mounties, names=["Eve"])


def test_a_full_squad_refuses_players_and_so_does_a_league_without_late_signing():
    _, mounties, _ = season("ontario-legion")
    register(team=mounties, names=["Cat", "Dan", "Eve"], actor=PHONE)
    assert refused(register, team=mounties, names=["Fay"]) == (
        "Mounties would have 6 players, and the most is 5. The league’s rule: “All four are of one "
        "branch.” Remove a player first."
    )
    assert refused(register, team=mounties, names=["Fay"], on_the_night=True) == (
        "The league’s rule: “No player may be registered on the night.” Ask the secretary."
    )


def test_signing_on_the_night_and_transferring_charge_a_fee_in_the_accounts():
    league, mounties, trolls = season()
    (zoe,) = register(team=mounties, names=["Zoe"], on_the_night=True, actor=PHONE)
    assert (zoe.came, zoe.since) == ("night", TODAY())
    gus = league.club.players.get(name="Gus")
    moved = transfer(player=gus, to=mounties, actor=PHONE)
    assert transfer(player=gus, to=mounties, actor=PHONE) == moved
    assert squad(mounties) == ["Ann before", "Ben before", "Gus transfer", "Zoe night"]
    assert squad(trolls) == ["Hal before"]
    assert list(Entry.objects.values_list("debited__name", "amount_minor", "note")) == [
        ("Zoe", 100, "Signing fee, Penryn and Falmouth 2026-27"),
        ("Gus", 200, "Transfer fee, Penryn and Falmouth 2026-27"),
    ]
    assert refused(transfer, player=gus, to=trolls) == (
        "Gus has changed teams 1 time this season. The league’s rule: “A player may transfer "
        "once a season, for £2.”"
    )
    take_off(member=zoe, actor=PHONE)
    assert list(standing(Entry.objects.all()).values_list("debited__name", flat=True)) == ["Gus"]


def test_a_transfer_needs_both_captains_and_each_answers_once():
    league, mounties, trolls = season()
    gus, hal = (league.club.players.get(name=name) for name in ("Gus", "Hal"))
    asked = ask_transfer(player=gus, to=mounties, actor=PHONE)
    assert ask_transfer(player=gus, to=mounties, actor=PHONE) == asked
    assert squad(trolls) == ["Gus before", "Hal before"]
    settled = settle_transfer(request=asked, agreed=True, actor=PHONE)
    assert settle_transfer(request=asked, agreed=False, actor=PHONE) == settled
    assert (settled.agreed, squad(mounties)) == (
        True,
        ["Ann before", "Ben before", "Gus transfer"],
    )
    refusal = ask_transfer(player=hal, to=mounties, actor=PHONE)
    settle_transfer(request=refusal, agreed=False, actor=PHONE)
    assert squad(trolls) == ["Hal before"]
    assert TransferRequest.objects.filter(agreed=None).count() == 0
    back = refused(ask_transfer, player=gus, to=trolls)
    assert back.startswith("Gus has already changed teams. The league’s rule: “A player may")
    ben = league.club.players.get(name="Ben")
    shufflers = league.teams.get(name="Shufflers")
    ask_transfer(player=ben, to=shufflers, actor=PHONE)
    transfer(player=ben, to=trolls, actor=PHONE)
    assert [one.agreed for one in TransferRequest.objects.filter(player=ben)] == [False]


def test_players_who_played_leave_on_a_date_and_others_are_removed_entirely():
    league, mounties, trolls = season()
    play(a_match(league, "Mounties", "Trolls"), (("Ann", "Zoe"), ("Gus", "Hal"), [(21, 3)]))
    members = {str(one.player): one for one in mounties.squad.select_related("player")}
    name_captain(team=mounties, captain=members["Ann"], actor=PHONE)
    for _ in range(2):
        for member in members.values():
            take_off(member=member, actor=PHONE)
    left = [(one.name, one.until) for one in spells_of(league) if one.team == "Mounties"]
    assert left == [("Ann", TODAY())]
    mounties.refresh_from_db()
    assert mounties.captain is None
    assert (
        Event.objects.filter(said__endswith="Ann is no longer registered with Mounties.").count()
        == 1
    )
    assert refused(register, team=trolls, names=["Ann"]).startswith(
        "Ann was this season registered with Mounties."
    )
    assert register(team=trolls, names=["Ben"], actor=PHONE)
    ann = league.club.players.get(name="Ann")
    assert refused(transfer, player=ann, to=trolls, on=FIRST).startswith("Ann was with Mounties")
    tomorrow = TODAY() + timedelta(days=1)
    assert transfer(player=ann, to=trolls, on=tomorrow, actor=PHONE).since == tomorrow
    assert SquadMember.objects.filter(player=ann).count() == 2
    gone = mounties.squad.first()
    assert "in the squad of Mounties now" in refused(name_captain, team=mounties, captain=gone)


def test_a_team_has_one_captain_link_that_can_be_renewed_and_revoked():
    league, mounties, _ = season()
    assert (make_links(league=league), make_links(league=league)) == (4, 0)
    first = mounties.links.get()
    second = renew_link(team=mounties, actor=PHONE)
    first.refresh_from_db()
    assert first.revoked_at
    assert second.token != first.token
    revoke_link(team=mounties, actor=PHONE)
    revoke_link(team=mounties, actor=PHONE)
    assert TeamLink.objects.filter(revoked_at=None).count() == 3
    assert [str(one.said) for one in Event.objects.order_by("pk")] == [
        "Penryn and Falmouth 2026-27: the captain link of Mounties is new.",
        "Penryn and Falmouth 2026-27: the captain link of Mounties was revoked.",
    ]
