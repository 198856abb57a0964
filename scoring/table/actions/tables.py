from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone

from scoring.common.idempotent import key_in, made_before
from scoring.common.names import name_key
from scoring.common.refused import OUT_OF_DATE, Refused
from scoring.common.throttle import count_start
from scoring.euchre.counters import MARKS
from scoring.euchre.hand import ImpossibleHand
from scoring.euchre.refusals import refuse_number_of_players
from scoring.euchre.rule_set import UnknownRule
from scoring.euchre.wording import listed
from scoring.movement import entry
from scoring.movement.cutting import first_deal
from scoring.people.actions.people import add_players
from scoring.people.models import Club, Player, usual_paper
from scoring.table.actions.limits import MOST_SITTINGS, MOST_TABLES_OF_FRIENDS, refuse_if_full
from scoring.table.actions.lock import for_changes
from scoring.table.models import (
    Candidate,
    ClubSession,
    HandRecord,
    HouseRules,
    Link,
    Seat,
    Sitting,
    Table,
)
from scoring.table.queries.evenings import sittings_now
from scoring.table.queries.terms import why_terms_are_set


@transaction.atomic
def open_table(  # noqa: PLR0913
    *,
    session: ClubSession,
    names: list[str],
    rules_key: str = "call-ace",
    house: HouseRules | None = None,
    options: dict | None = None,
    stake_minor: int = 0,
    full: bool = False,
    asks_agreement: bool = False,
    first_dealer: int | None = None,
    key: UUID | None = None,
    though_seated: bool = True,
) -> Table:
    """Return a new table with these people clockwise and its links. House rules replace
    `rules_key`. The same form (`key`) gives the same table.

    Unless `though_seated`, raise SeatedAlready if all of them sit at tables of this evening.
    Without a first dealer the site draws one by the rules. Raise Refused if the rules are not for
    this number of players or do not leave the options open, or if house rules belong to another
    club or were replaced.
    """
    house = house and house_to_be_had(house, session)
    session = for_changes(session)
    key = key_in(session, key)
    if made := made_before(Table, key):
        return made
    if session.club.casual and session.tables.count() >= MOST_TABLES_OF_FRIENDS:
        raise Refused(f"An evening of friends has at most {MOST_TABLES_OF_FRIENDS} tables.")
    if not though_seated:
        _refuse_if_all_sit(session, names)
    last = session.tables.aggregate(last=Max("no"))["last"] or 0
    table = Table.objects.create(
        session=session,
        no=last + 1,
        rules_key=house.base if house else rules_key,
        house=house,
        options=options or {},
        stake_minor=stake_minor,
        full=full,
        asks_agreement=asks_agreement,
        key=key,
    )
    refuse_other_options(table)
    _refuse_number(len(names), table)
    for right in (Link.Right.WRITE, Link.Right.WATCH):
        Link.objects.create(table=table, right=right)
    players = add_players(club=session.club, names=names, guest=not session.club.casual)
    _sit_down(table=table, players=players, first_dealer=first_dealer)
    table.raise_version()
    return table


class SeatedAlready(Refused):
    """All players sit at a table of this evening. Perhaps it was opened twice."""


def _refuse_if_all_sit(session: ClubSession, names: list[str]) -> None:
    places = {
        player.key: sitting.table for sitting in sittings_now(session) for player in sitting.players
    }
    if not all(name_key(name) in places for name in names):
        return
    here = [(name, places[name_key(name)]) for name in names]
    at = {table: [name for name, place in here if place == table] for _, table in here}
    said = [
        f"{listed(people)} {'sits' if len(people) == 1 else 'sit'} at {table}"
        for table, people in at.items()
    ]
    raise SeatedAlready(f"{'; '.join(said)}. No table was opened yet.")


def house_to_be_had(house: HouseRules, session: ClubSession) -> HouseRules:
    """Return the current house rules, locked. Raise Refused if no table of this evening may choose
    them."""
    house = HouseRules.objects.for_writing().get(pk=house.pk)
    if house.club_id != session.club_id:
        raise Refused("These house rules are another club’s. Choose others.")
    if house.replaced_by:
        raise Refused(f"{house.replaced_by} has replaced these house rules. Choose again.")
    return house


@transaction.atomic
def start_casual_table(
    *, currency: str, key: UUID | None = None, counted_for: str | None = None, **what
) -> Table:
    """Return a table that needs no account, with a host link and the other two. The same form
    (`key`) gives the same table.

    `counted_for` is an address with a rate limit. Raise TooMany if it is reached.
    """
    if made := made_before(ClubSession, key):
        return made.tables.earliest("no")
    try:
        with transaction.atomic():
            if counted_for is not None:
                count_start(counted_for)
            return _start_casual_table(currency=currency, key=key, **what)
    except IntegrityError:
        # Nothing to lock is there before it: the same form was sent to another process.
        if made := made_before(ClubSession, key):
            return made.tables.earliest("no")
        raise


def _start_casual_table(*, currency: str, key: UUID | None, **what) -> Table:
    about = {"currency": currency, "paper": usual_paper(currency)}
    club = Club.objects.create(name="A table of friends", casual=True, **about)
    session = ClubSession.objects.create(club=club, key=key)
    table = open_table(session=session, **what)
    Link.objects.create(table=table, right=Link.Right.HOST)
    return table


@transaction.atomic
def change_people(
    *,
    table: Table,
    names: Sequence[str] = (),
    players: Sequence[Player] = (),
    first_dealer: int | None = None,
    passes_to: Sequence[int] = (),
    in_place_of: Mapping[int, int] | None = None,
    in_round: bool = False,
) -> Sitting:
    """End the sitting and begin the next with these people clockwise, given by name or as players;
    return the new one.

    The sitting that ends is settled among its own players. One without a hand is kept, because a
    phone that is offline may have hands for it. It is hidden until they come. Players on the
    waiting list of this table have come in. `passes_to` has by old seat the seat to which the deal
    passes. Without it, the deal goes to the player in the seat of the next dealer. `in_place_of`
    has whose turns a player took over, by the players' keys. Only a tournament, with `in_round`,
    changes its own tables.
    """
    table = Table.objects.for_writing().get(pk=table.pk)
    refuse_if_closed(table.session)
    old = table.sitting
    if not in_round:
        refuse_in_a_round(old)
    refuse_while_a_hand_is_open(old)
    _refuse_number(len(players or names), table)
    guests = not table.session.club.casual
    players = list(players) or add_players(club=table.session.club, names=list(names), guest=guests)
    if old.ended_at is None and [one.pk for one in players] == [one.pk for one in old.players]:
        raise Refused("These seats are the same as now.")
    if first_dealer is None:
        same_seats = in_round and len(players) == len(old.players)
        keys = [one.pk for one in old.players], [one.pk for one in players]
        passed = passes_to[old.dealer] if passes_to else entry.passes_to(old.dealer, *keys)
        first_dealer = old.dealer if same_seats else passed
    _end(old)
    if not old.hands.exists() and not old.reseatings.exists():
        taken = _took_places_in(old)
        in_place_of = taken | {
            who: taken.get(whose, whose) for who, whose in (in_place_of or {}).items()
        }
    del table.sitting
    sitting = _sit_down(
        table=table, players=players, first_dealer=first_dealer, in_place_of=in_place_of
    )
    if old.round_table_id is not None:
        # The same round of a tournament goes on.
        Sitting.objects.filter(pk=sitting.pk).update(round_table=old.round_table_id)
    table.raise_version()
    return sitting


@transaction.atomic
def break_up(*, table: Table, sitting: int) -> Sitting:
    """End the sitting (its key) for good, so that the table has no players until new ones are
    seated.

    Return the sitting. Idempotent; raise Refused if others sit there by now.
    """
    table = Table.objects.for_writing().get(pk=table.pk)
    refuse_if_closed(table.session)
    if table.sitting.pk != sitting:
        raise Refused("Other players sit here now. Check who they are, then try again.")
    refuse_in_a_round(table.sitting)
    refuse_while_a_hand_is_open(table.sitting)
    if table.sitting.ended_at is None:
        _end(table.sitting)
        table.raise_version()
    return table.sitting


@transaction.atomic
def change_terms(
    *,
    table: Table,
    sitting: int,
    rules_key: str,
    house: HouseRules | None = None,
    options: dict | None = None,
    stake_minor: int = 0,
) -> Sitting:
    """Let the same people play by these rules and for this stake from the next hand on; return
    their new sitting.

    The `sitting` (its key) that ends keeps its rules and stake. Idempotent. Raise Refused if other
    people sit there by now, if the rules are not for this number of players, if a tournament or a
    league sets them, or if nothing would change.
    """
    house = house and house_to_be_had(house, table.session)
    table = Table.objects.for_writing().get(pk=table.pk)
    refuse_if_closed(table.session)
    old, seen = table.sitting, sitting
    new = {
        "rules_key": house.base if house else rules_key,
        "house": house,
        "options": options or {},
        "stake_minor": stake_minor,
    }
    then = {name: getattr(table, name) for name in new}
    if then == new:
        if old.pk != seen:
            return old
        raise Refused(f"{table} plays by these rules and for this stake now.")
    if old.pk != seen:
        raise Refused(OUT_OF_DATE)
    if why := why_terms_are_set(table):
        raise Refused(why)
    if old.ended_at is not None:
        raise Refused("This table was broken up. First choose who plays here now.")
    refuse_while_a_hand_is_open(old)
    people = {
        "players": old.players,
        "first_dealer": old.dealer,
        "in_place_of": _took_places_in(old),
        "substitutes": dict(old.seats.values_list("no", "substitute_id")),
    }
    for name, value in new.items():
        setattr(table, name, value)
    vars(table).pop("rules", None)
    refuse_other_options(table)
    _refuse_number(len(old.players), table)
    _end(old)
    # All that were played by what the table said until now, not the last alone.
    table.sittings.filter(rules_key="").update(**then)
    table.save(update_fields=list(new))
    del table.sitting
    begun = _sit_down(table=table, **people)
    table.raise_version()
    return begun


def refuse_while_a_hand_is_open(sitting: Sitting) -> None:
    """Raise Refused while a hand is begun or waits, as it belongs to these people and these
    rules."""
    states = [HandRecord.State.BEGUN, HandRecord.State.WAITING]
    if sitting.hands.filter(state__in=states).exists():
        raise Refused("A hand is unfinished or needs approval. Finish it first.")


@transaction.atomic
def remove_table(*, table: Table) -> None:
    """Remove a table that never had a hand, with its links. Idempotent.

    Raise Refused if a hand was logged, even one that does not count, or if a tournament uses the
    table.
    """
    table = Table.objects.for_writing().filter(pk=table.pk).first()
    if table is None:
        return
    refuse_if_closed(table.session)
    if table.rounds.exists():
        raise Refused("The tournament uses this table, so you can’t remove it.")
    if HandRecord.objects.filter(sitting__table=table).exists():
        raise Refused("This table has hands, so you can’t remove it. To stop play, break it up.")
    if key_to_all := table.links.filter(right=Link.Right.HOST).first():
        other = table.session.tables.exclude(pk=table.pk).first()
        if other is None:
            raise Refused(
                "This is the only table, so you can’t remove it. Change its players, rules or "
                "stake in the pad’s menu."
            )
        Link.objects.filter(pk=key_to_all.pk).update(table=other)
    table.raise_version()
    table.delete()


def refuse_in_a_round(sitting: Sitting) -> None:
    """Raise Refused where a tournament says who sits where."""
    if sitting.round_table_id is not None:
        raise Refused(
            "The tournament decides who sits here. Ask the director to add or remove players."
        )


def _end(sitting: Sitting) -> None:
    """End a sitting, unless it has ended before because its table was broken up."""
    Sitting.objects.filter(pk=sitting.pk, ended_at=None).update(ended_at=timezone.now())


def _took_places_in(sitting: Sitting) -> dict[int, int]:
    """Return who had taken over whose turns in a sitting."""
    taken = sitting.seats.filter(in_place_of__isnull=False)
    return dict(taken.values_list("player_id", "in_place_of_id"))


def _sit_down(
    *,
    table: Table,
    players: list[Player],
    first_dealer: int | None,
    in_place_of: Mapping[int, int] | None = None,
    substitutes: Mapping[int, int | None] | None = None,
) -> Sitting:
    usual = table.sittings.filter(round_table=None)
    refuse_if_full(usual, MOST_SITTINGS, "changes of players or rules")
    last = table.sittings.aggregate(last=Max("no"))["last"] or 0
    seed, way = None, ""
    if first_dealer is None:
        seed, way = secrets.randbelow(2**31), table.rules.first_deal
        lowest = table.rules.lowest[len(players)]
        draw = first_deal(way=way, seats=len(players), lowest=lowest, seed=seed)
        first_dealer = draw.dealer
    sitting = Sitting.objects.create(
        table=table, no=last + 1, first_dealer=first_dealer, draw_seed=seed, draw_way=way
    )
    took, away = in_place_of or {}, substitutes or {}
    Seat.objects.bulk_create(
        Seat(
            sitting=sitting,
            no=no,
            player=player,
            in_place_of_id=took.get(player.pk),
            substitute_id=away.get(no),
        )
        for no, player in enumerate(players)
    )
    wait_no_longer(table, players)
    return sitting


def wait_no_longer(table: Table, players: list[Player]) -> None:
    """Players who sit down have entered this table, and wait for no other (Leeds & Dwight, law
    20)."""
    waiting = Candidate.objects.filter(
        table__session=table.session_id, player__in=players, entered_at=None, withdrawn_at=None
    )
    waiting.filter(table=table).update(entered_at=timezone.now())
    waiting.update(withdrawn_at=timezone.now())


@transaction.atomic
def move_deal(*, table: Table, seat: int) -> None:
    """Correct the dealer by hand, so that this seat deals the next hand."""
    table = Table.objects.for_writing().get(pk=table.pk)
    refuse_if_closed(table.session)
    if not 0 <= seat < len(table.sitting.players):
        raise Refused("There is no such seat at this table.")
    Sitting.objects.filter(pk=table.sitting.pk).update(next_dealer=seat, next_dealer_from=None)
    table.raise_version()


@transaction.atomic
def mark_by(*, table: Table, marks: str) -> None:
    """Choose how the pad marks a game, by one of scoring.euchre.counters.MARKS."""
    table = Table.objects.for_writing().get(pk=table.pk)
    refuse_if_closed(table.session)
    if marks not in MARKS:
        raise Refused("Choose figures, two cards or chalk for the score.")
    Table.objects.filter(pk=table.pk).update(marks=marks)
    table.raise_version()


@transaction.atomic
def name_banker(*, table: Table, seat: int | None) -> None:
    """Let the player in this seat hold the pool of a Call-Ace table from now on (Foster 1905, p.
    18). None is for no one."""
    table = Table.objects.for_writing().get(pk=table.pk)
    refuse_if_closed(table.session)
    if table.rules.partners != "called":
        raise Refused("A banker pays in Call-Ace only.")
    players = table.sitting.players
    if seat is not None and not 0 <= seat < len(players):
        raise Refused("There is no such seat at this table.")
    banker = None if seat is None else players[seat]
    Table.objects.filter(pk=table.pk).update(banker=banker)
    table.raise_version()


@transaction.atomic
def renew_link(*, table: Table, right: str) -> Link:
    """Revoke the table's link of this right and return the new one that takes its place."""
    table = Table.objects.for_writing().get(pk=table.pk)
    if not table.links.filter(right=right, revoked_at=None).update(revoked_at=timezone.now()):
        raise Refused("This table has no such link.")
    table.raise_version()
    return Link.objects.create(table=table, right=right)


def refuse_other_options(table: Table) -> None:
    """Raise Refused for options that the rules do not leave open, as house rules may have
    changed."""
    try:
        _ = table.rules
    except UnknownRule as cause:
        raise Refused(f"{cause} Choose again.") from cause


def _refuse_number(people: int, table: Table) -> None:
    try:
        refuse_number_of_players(people, table.rules)
    except ImpossibleHand as cause:
        raise Refused(cause.message) from cause


def refuse_if_closed(session: ClubSession) -> None:
    if session.closed:
        raise Refused(f"This {session.noun} is closed. The organiser can reopen it.")
