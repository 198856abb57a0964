"""Erase a player's personal data at their request. Results and payments stay exact."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import count

from django.db import models, transaction
from django.db.models import F, Q
from django.utils import timezone

from scoring.club import hooks
from scoring.club.models import EarlierResult
from scoring.club.queries.person import closings_of, entries_of, names_known_of, why_not_forgotten
from scoring.common.names import name_key, unnamed
from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.common.rewriting import forget_in_the_file
from scoring.evening.models import Plan, SignUp, SignUpList
from scoring.league.models import League, LeagueMatch, MatchMove, TeamPenalty
from scoring.money.models import Entry
from scoring.people.actions.activity_log import note_down
from scoring.people.actions.people import lock_players
from scoring.people.actions.public_version import raise_public
from scoring.people.models import Club, Event, Invitation, Player, told_apart_of
from scoring.table.actions.lock import lock_evenings
from scoring.table.models import Assent, Closing, ClubSession, Correction, HandRecord, Reseating
from scoring.table.queries.evenings import where_they_ever_sat
from scoring.tournament.models import Report, Round, Tournament
from scoring.tournament.pure.settings import LONGEST_NAME as LONGEST_GIFT


@transaction.atomic
def forget_player(*, player: Player, actor: Actor) -> Player:
    """Erase a player's name from everything stored, and return them as "Former member 12".

    Their short name, telephone, e-mail and notes are deleted, and their name wherever it occurs
    whole in signed or written text. It can't be read in the database file either
    (scoring/common/rewriting.py). Hands, scores and money stay. It is idempotent. Raise Refused
    while they are part of an open evening, or their balance is not zero.
    """
    lock_evenings(player.club, player)
    (player,) = lock_players(player)
    if player.forgotten_at:
        return player
    reasons = why_not_forgotten(player)
    if reasons:
        raise Refused(f"The data of {player} can’t be erased yet. {' '.join(map(str, reasons))}")
    names, instead = names_known_of(player), _free_name(player.club)
    for closing in closings_of(player):
        document = _unsigned(closing.document, player.pk, instead)
        Closing.objects.filter(pk=closing.pk).update(document=document)
    spared = _others_like(player, names)
    for rows, field in _texts(player.club):
        _unname(rows, field, names, instead=instead, spared=spared)
    _unname_moves(player.club, names, instead=instead, spared=spared)
    _unname_gifts(player.club, names, instead=instead, spared=spared)
    _unannounced(player, names, instead)
    _unname_reasons(player.club, names, instead=instead, spared=spared)
    told_apart_of(player).delete()
    hooks.forgotten(player)
    player.answers.all().delete()
    player.name = instead
    player.short_name = player.phone = player.email = player.notes = ""
    player.active, player.forgotten_at = False, timezone.now()
    player.wishes_to_go = None
    player.save()
    _refresh_screens(player)
    raise_public(player.club_id)
    transaction.on_commit(forget_in_the_file)
    note_down(club=player.club, actor=actor, said=f"Erased the data of a person, now {instead}.")
    return player


def _free_name(club: Club) -> str:
    taken = set(club.players.filter(key__startswith="former member").values_list("key", flat=True))
    names = (f"Former member {no}" for no in count(1))
    return next(name for name in names if name_key(name) not in taken)


def _unsigned(document: dict, player: int, instead: str) -> dict:
    """Return what people signed with another name for this player; every figure stays."""
    ids, names = document["ids"], document["names"]
    own_names = {name for key, name in zip(ids, names, strict=True) if key == player}
    renamed = [instead if key == player else name for key, name in zip(ids, names, strict=True)]

    def nameless(line: dict) -> dict:
        story = [
            unnamed(text, own_names, instead=instead, spared=names)
            for text in line.get("story", ())
        ]
        return line | {"story": story}

    sittings = [nameless(line) for line in document["sittings"]]
    return document | {"names": renamed, "sittings": sittings}


def _others_like(player: Player, names: Collection[str]) -> set[str]:
    """Return other people's names that contain one of these, so that Ann isn't erased from Ann
    Bell."""
    holds = Q()
    for name in names:
        holds |= Q(name__icontains=name)
    others = Player.objects.filter(holds, club=player.club_id).exclude(pk=player.pk)
    return set(others.values_list("name", flat=True))


def _texts(club: Club) -> Iterator[tuple[models.QuerySet, str]]:
    """Yield every text of the club that people wrote about evenings, hands, money and each
    other."""
    yield club.sessions.all(), "title"
    yield club.sessions.all(), "notice"
    yield Event.objects.filter(club=club), "said"
    yield Entry.objects.filter(club=club), "note"
    yield club.earlier_lists.all(), "name"
    yield EarlierResult.objects.filter(earlier__club=club), "title"
    yield SignUpList.objects.filter(session__club=club), "words"
    yield TeamPenalty.objects.filter(team__league__club=club), "why"
    yield MatchMove.objects.filter(match__league__club=club), "why"
    for name in ("dispute", "goes_on_why", "note"):
        yield LeagueMatch.objects.filter(league__club=club), name
    for name in ("name", "partner_name"):
        yield SignUp.objects.filter(sign_up_list__session__club=club), name
    yield Player.objects.filter(club=club), "notes"
    yield Invitation.objects.filter(club=club), "whom"
    for more in hooks.texts(club):
        yield from more
    yield Closing.objects.filter(session__club=club), "reopened_why"
    yield HandRecord.objects.filter(sitting__table__session__club=club), "note"
    yield Correction.objects.filter(record__sitting__table__session__club=club), "why"
    yield Assent.objects.filter(record__sitting__table__session__club=club), "why"
    yield Reseating.objects.filter(sitting__table__session__club=club), "why"
    yield Report.objects.filter(round_table__round__tournament__session__club=club), "why"


def _unname(rows: models.QuerySet, field: str, names: Collection[str], **how) -> None:
    longest = rows.model._meta.get_field(field).max_length
    for pk, text in rows.exclude(**{field: ""}).values_list("pk", field):
        after = unnamed(text, names, **how)
        if after != text:
            rows.model._base_manager.filter(pk=pk).update(**{field: after[:longest]})


def _unname_moves(club: Club, names: Collection[str], **how) -> None:
    plans = Plan.objects.filter(session__club=club)
    rounds = Round.objects.filter(tournament__session__club=club)
    for row in (*plans.exclude(moved=[]), *rounds.exclude(moved=[])):
        moved = [unnamed(text, names, **how) for text in row.moved]
        type(row).objects.filter(pk=row.pk).update(moved=moved)


def _unname_gifts(club: Club, names: Collection[str], **how) -> None:
    for one in (*Tournament.objects.filter(session__club=club), *club.formats.all()):
        gifts = [prize for prize in one.settings.get("prizes", ()) if prize.get("gift")]
        for prize in gifts:
            prize["gift"] = unnamed(prize["gift"], names, **how)[:LONGEST_GIFT]
        if gifts:
            type(one).objects.filter(pk=one.pk).update(settings=one.settings)


def _unannounced(player: Player, names: Collection[str], instead: str) -> None:
    """Let the results that were announced say another name for this player; every figure stays."""
    entries = entries_of(player).exclude(tournament__results=None)
    for entrant in entries.select_related("tournament", "player", "partner"):
        others = {one.name for one in entrant.people} - {player.name}
        results = entrant.tournament.results
        for row in results["rows"]:
            if row["no"] == entrant.no:
                row["name"] = unnamed(row["name"], names, instead=instead, spared=others)
        Tournament.objects.filter(pk=entrant.tournament_id).update(results=results)


def _unname_reasons(
    club: Club, names: Collection[str], *, instead: str, spared: Collection[str]
) -> None:
    """Let no prize that was announced name them, in what it is or why it went where it did."""
    for one in Tournament.objects.filter(session__club=club).exclude(results=None):
        others = {*spared, *(row["name"] for row in one.results["rows"])}
        for prize in one.results["prizes"]:
            for key in {"why", "gift"} & prize.keys():
                prize[key] = unnamed(prize[key], names, instead=instead, spared=others)
        Tournament.objects.filter(pk=one.pk).update(results=one.results)


def _refresh_screens(player: Player) -> None:
    """Raise the version of every page that may show their name, including the club's prizes."""
    Tournament.objects.filter(session__club=player.club_id).update(version=F("version") + 1)
    League.objects.filter(club=player.club_id).update(version=F("version") + 1)
    tables = where_they_ever_sat([player])
    ClubSession.objects.filter(pk__in=tables.values("session")).update(version=F("version") + 1)
    tables.update(version=F("version") + 1)
