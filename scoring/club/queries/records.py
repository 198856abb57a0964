"""The record of a code that was typed or scanned, with its club and its evening."""

from __future__ import annotations

from django.db.models import Model

from scoring.club.models import Season
from scoring.common.codes import (
    ACCOUNT,
    ENTRANT,
    EVENING,
    HOUSE,
    MATCH_CARD,
    PLAYER,
    RECEIPT,
    ROUND_TABLE,
    SEASON,
    SETTLEMENT,
    TABLE,
    TOURNAMENT,
)
from scoring.league.models import LeagueMatch
from scoring.money.models import Entry
from scoring.people.models import Club, Player
from scoring.table.models import ClubSession, HouseRules, Table
from scoring.tournament.models import Entrant, RoundTable, Tournament

MODELS: dict[str, type[Model]] = {
    EVENING: ClubSession,
    SETTLEMENT: ClubSession,
    TABLE: Table,
    TOURNAMENT: Tournament,
    ENTRANT: Entrant,
    ROUND_TABLE: RoundTable,
    RECEIPT: Entry,
    ACCOUNT: Player,
    PLAYER: Player,
    SEASON: Season,
    HOUSE: HouseRules,
    MATCH_CARD: LeagueMatch,
}
BESIDE = {
    Table: ("session__club",),
    Tournament: ("session__club",),
    Entrant: ("tournament__session__club",),
    RoundTable: ("round__tournament__session__club",),
    Entry: ("club", "session"),
    ClubSession: ("club",),
    Player: ("club",),
    Season: ("club",),
    HouseRules: ("club",),
    LeagueMatch: ("league__club", "home", "away"),
}


def find_record(kind: str, number: int) -> Model | None:
    """Return the record of a code, with its evening and its club; one query."""
    model = MODELS[kind]
    return model.objects.select_related(*BESIDE[model]).filter(pk=number).first()


def club_of(record: Model) -> Club:
    """Return the club of a record that `find_record` found."""
    if isinstance(record, LeagueMatch):
        return record.league.club
    session = session_of(record)
    return session.club if session else record.club


def session_of(record: Model) -> ClubSession | None:
    """Return the evening that a record is part of; None for what is the club's alone."""
    if isinstance(record, ClubSession):
        return record
    if isinstance(record, Entrant):
        return record.tournament.session
    if isinstance(record, RoundTable):
        return record.round.tournament.session
    return record.session if isinstance(record, Table | Tournament) else None
