"""The entrants of a tournament. Enter them under a number, check them in, take their payment, and
remove them before round 1."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import count

from django.db import transaction
from django.db.models import Q

from scoring.common.names import name_key
from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.evening.actions import check_in
from scoring.evening.models import SignUp
from scoring.people.actions.people import add_players, lock_players, refuse_forgotten
from scoring.people.models import Club, Player
from scoring.table.actions import lock
from scoring.tournament import hooks
from scoring.tournament.actions.round_attendance import has_left
from scoring.tournament.actions.running import plan_anew
from scoring.tournament.actions.setting_up import is_published, let_rounds_follow, undraw
from scoring.tournament.actions.stage import for_changes, refresh_screens
from scoring.tournament.models import Entrant, Tournament
from scoring.tournament.pure.document import wishes_document
from scoring.tournament.pure.odd import ghosts_for
from scoring.tournament.pure.values import MOST_ENTRANTS
from scoring.tournament.pure.wishes import contradictions, with_wish, without_contradictions
from scoring.tournament.queries.now import as_value, entrants_of, format_in


@dataclass(frozen=True, kw_only=True)
class Entered:
    """The result of entering players."""

    entrants: tuple[Entrant, ...] = ()
    """The new entrants."""
    known: tuple[Entrant, ...] = ()
    """Entrants from before. They are unchanged, but any who had left are back."""
    clashes: tuple[str, ...] = ()
    """Pairs that were not entered because one of the two plays with another partner, with the
    reason."""
    undrawn: bool = False
    """Whether this undid a draw that was not published yet."""


@transaction.atomic
def enter(
    *,
    tournament: Tournament,
    people: Iterable[Sequence[Player]],
    group: str = "",
    no: int | None = None,
) -> Entered:
    """Enter players or pairs under the lowest free numbers. The first gets `no` if it is free.

    Existing entrants are left unchanged, but any who had left are back. Once round 1 is published,
    new entrants play from the next round. Raise Refused for pairs among single players or single
    players among pairs, and for a group that the format does not have.
    """
    tournament = for_changes(tournament)
    people = [tuple(one) for one in people]
    _refuse_unfit(tournament, people, group)
    lock_players(*{player.pk: player for one in people for player in one}.values())
    entered = {
        player.pk: entrant for entrant in entrants_of(tournament) for player in entrant.people
    }
    numbers, since = _free_numbers(tournament, no), _since(tournament)
    new, known, clashes = [], [], []
    for one in people:
        before = next((entered[player.pk] for player in one if player.pk in entered), None)
        if before is None:
            made = Entrant(tournament=tournament, no=next(numbers), since=since, group=group)
            made.player, made.partner = (*one, None)[:2]
            new.append(made)
            entered |= {player.pk: made for player in one}
        elif {player.pk for player in one} == {player.pk for player in before.people}:
            known.append(before)
        else:
            clashes.append(_clash(one, before))
    if tournament.entrants.count() + len(new) > MOST_ENTRANTS:
        raise Refused(f"A tournament has at most {MOST_ENTRANTS} entrants. Add fewer.")
    done = _stored(tournament, new, known=tuple(known), clashes=tuple(clashes))
    _tick_off_the_list(tournament, new)
    return done


@transaction.atomic
def enter_by_name(
    *, tournament: Tournament, names: Iterable[Sequence[str]], group: str = "", guests: bool = True
) -> Entered:
    """Enter players by name, each entry one name or two. Names that are new to the club are added
    to it."""
    tournament = for_changes(tournament)
    people = players_by_name(club=tournament.session.club, names=names, guests=guests)
    return enter(tournament=tournament, people=people, group=group)


def players_by_name(
    *, club: Club, names: Iterable[Sequence[str]], guests: bool = True
) -> list[list[Player]]:
    """Return the players of these names, one or two for each entry. Names that are new to the club
    are added to it."""
    names = [tuple(one) for one in names]
    flat = list(dict.fromkeys(name for one in names for name in one))
    found = add_players(club=club, names=flat, guest=guests and not club.casual)
    players = dict(zip(flat, found, strict=True))
    return [[players[name] for name in one] for one in names]


@transaction.atomic
def take_out(*, tournament: Tournament, no: int) -> Entrant | None:
    """Remove one entrant as `take_all_out` does, and return them. Return None if no entrant has
    this number."""
    return next(iter(take_all_out(tournament=tournament, numbers=[no])), None)


@transaction.atomic
def take_all_out(*, tournament: Tournament, numbers: Collection[int]) -> list[Entrant]:
    """Remove entrants and return them as they were. Numbers without an entrant are ignored.

    A draw that is not published is undone. Raise Refused once round 1 is published. From then on
    people leave instead.
    """
    tournament = for_changes(tournament)
    found = list(entrants_of(tournament).filter(no__in=numbers))
    if not found:
        return []
    if is_published(tournament):
        who = found[0]
        raise Refused(f"Round 1 is published and {who} has a seat. Use “Remove a player” instead.")
    undraw(tournament)
    hooks.taken_out(tournament, found)
    forget_wishes(tournament, {one.no for one in found})
    Entrant.objects.filter(pk__in=[one.pk for one in found]).delete()
    out = [player.pk for one in found for player in one.people]
    named = Q(player__in=out) | Q(partner__in=out)
    # They are back on the evening's list, as before they were entered.
    SignUp.objects.filter(named, sign_up_list__session=tournament.session_id).update(
        entered_at=None
    )
    let_rounds_follow(tournament)
    refresh_screens(tournament)
    return found


@transaction.atomic
def set_group(*, tournament: Tournament, no: int, group: str) -> Entrant:
    """Put an entrant into a group of the format, or into no group."""
    tournament = for_changes(tournament)
    found = entrants_of(tournament).filter(no=no).first()
    if found is None:
        raise Refused(f"No entrant has number {no}.")
    _refuse_group(tournament, group)
    if found.group != group:
        undraw(tournament)
        found.group = group
        found.save(update_fields=["group"])
        refresh_screens(tournament)
    return found


@transaction.atomic
def set_wish(*, tournament: Tournament, no: int, other: int, wish: str) -> tuple[Entrant, Entrant]:
    """Set how two entrants play together or apart (a key of WISHES). "" removes their wish.

    A draw that is not published is undone. Raise Refused if the wish contradicts another one.
    """
    tournament = for_changes(tournament)
    rows = {one.no: one for one in entrants_of(tournament)}
    if not {no, other} <= rows.keys() or no == other:
        raise Refused("Choose two players.")
    format = format_in(tournament)
    before = without_contradictions([as_value(one) for one in rows.values()], format)
    wished = with_wish(before, no=no, other=other, wish=wish)
    for broken in contradictions(wished, format):
        raise Refused(f"{broken.says}.")
    for one in wished:
        rows[one.no].wishes = wishes_document(one)
    Entrant.objects.bulk_update(rows.values(), ["wishes"])
    undraw(tournament)
    if is_published(tournament):
        plan_anew(tournament)
    refresh_screens(tournament)
    return rows[no], rows[other]


def forget_wishes(tournament: Tournament, numbers: Collection[int]) -> None:
    """Remove the wishes about entrants with these numbers, as others may get the numbers."""
    for one in entrants_of(tournament).exclude(wishes={}):
        kept = {
            kind: [wish for wish in wishes if wish["no"] not in numbers]
            for kind, wishes in one.wishes.items()
        }
        if kept != one.wishes:
            Entrant.objects.filter(pk=one.pk).update(wishes={k: v for k, v in kept.items() if v})


@transaction.atomic
def add_ghosts(*, tournament: Tournament, number: int, group: str = "") -> Entered:
    """Add ghosts until the tournament has at least this number. Ghosts fill empty seats and their
    points do not count. In a tournament of pairs, each ghost is a pair.

    Ghosts that were removed before come back first.
    """
    tournament = for_changes(tournament)
    ghosts = tournament.entrants.filter(ghost=True)
    ghosts = ghosts.filter(group=group) if group else ghosts
    missing = number - ghosts.filter(left=None).count()
    if missing < 1:
        return Entered()
    known = tuple(ghosts.exclude(left=None)[:missing])
    new = _new_ghosts(tournament, missing - len(known), group)
    return _stored(tournament, new, known=known)


def fill_with_ghosts(tournament: Tournament) -> None:
    """Add the ghosts that the people present need, if the format fills tables with them."""
    format = format_in(tournament)
    if format.odd == "ghost":
        there = tournament.entrants.filter(ghost=False, left=None)
        groups = list(there.values_list("group", flat=True))
        for group, number in ghosts_for(groups, format).items():
            add_ghosts(tournament=tournament, number=number, group=group)


def _new_ghosts(tournament: Tournament, number: int, group: str) -> list[Entrant]:
    pairs = format_in(tournament).pairs
    people = iter(_ghosts(tournament, number * (2 if pairs else 1)))
    numbers, since = _free_numbers(tournament), _since(tournament)
    new = []
    for _ in range(number):
        made = Entrant(
            tournament=tournament, no=next(numbers), since=since, ghost=True, group=group
        )
        made.player, made.partner = next(people), next(people) if pairs else None
        new.append(made)
    return new


def _stored(
    tournament: Tournament, new: list[Entrant], *, known: tuple[Entrant, ...], **what
) -> Entered:
    back = [one for one in known if one.left is not None]
    changed = bool(new or back)
    undrawn = changed and undraw(tournament)
    Entrant.objects.bulk_create(new)
    for one in back:
        one.left = None
        has_left(one, left=False)
    Entrant.objects.bulk_update(back, ["left"])
    if changed:
        let_rounds_follow(tournament)
        if is_published(tournament):
            plan_anew(tournament)
        refresh_screens(tournament)
    return Entered(entrants=tuple(new), known=known, undrawn=undrawn, **what)


def _tick_off_the_list(tournament: Tournament, new: Sequence[Entrant]) -> None:
    """Mark names on the sign-up list as entered, whether they were entered from the list, at
    check-in or one by one."""
    rows = SignUp.objects.filter(
        sign_up_list__session=tournament.session_id, cancelled_at=None, entered_at=None
    )
    rows = list(rows.select_related("player", "partner")) if new else []
    if not rows:
        return
    entered = {
        player.key: (one, player) for one in entrants_of(tournament) for player in one.people
    }
    pairs, ticked = format_in(tournament).pairs, []
    for row in rows:
        said = ((row.player, row.name), (row.partner, row.partner_name))
        mine, beside = (entered.get(who.key if who else name_key(name)) for who, name in said)
        if mine is None or (row.partner_name and beside is None):
            continue
        if pairs and row.partner_name and mine[0] != beside[0]:
            continue
        row.player, row.partner = mine[1], beside[1] if row.partner_name else None
        row.entered_at = mine[0].entered_at
        ticked.append(row)
    SignUp.objects.bulk_update(ticked, ["player", "partner", "entered_at"])


def _refuse_unfit(tournament: Tournament, people: list[tuple[Player, ...]], group: str) -> None:
    pairs = format_in(tournament).pairs
    for one in people:
        for player in one:
            refuse_forgotten(player)
        if len({player.pk for player in one}) != (2 if pairs else 1):
            who = "Two people make a pair" if pairs else "Players enter singly"
            raise Refused(f"{who} here: “{' and '.join(map(str, one))}” does not.")
    _refuse_group(tournament, group)


def _refuse_group(tournament: Tournament, group: str) -> None:
    if group and group not in format_in(tournament).groups:
        raise Refused(f"This tournament has no group called {group}.")


def _clash(one: Sequence[Player], before: Entrant) -> str:
    twice = next(player for player in one if player in before.people)
    return f"{' and '.join(map(str, one))}: {twice} is entered as number {before.no}, {before}"


def _free_numbers(tournament: Tournament, wanted: int | None = None) -> Iterable[int]:
    taken = set(tournament.entrants.values_list("no", flat=True))
    if wanted and wanted not in taken:
        taken.add(wanted)
        yield wanted
    yield from (no for no in count(1) if no not in taken)


def _since(tournament: Tournament) -> int:
    """Return the first round in which a player who enters now can be seated."""
    return 1 + tournament.rounds.exclude(published_at=None).count()


def _ghosts(tournament: Tournament, number: int) -> list[Player]:
    """Return ghosts of the club that are not entered yet. Create more if there are too few."""
    entered = {player.pk for entrant in entrants_of(tournament) for player in entrant.people}
    found: list[Player] = []
    for no in count(1):
        if len(found) == number:
            return found
        name = "Ghost" if no == 1 else f"Ghost {no}"
        nobody = {"name": name, "guest": True, "active": False}
        ghost, _ = tournament.session.club.players.get_or_create(
            key=name_key(name), defaults=nobody
        )
        # A real player may have this name.
        if ghost.guest and not ghost.active and ghost.pk not in entered:
            found.append(ghost)


@transaction.atomic
def come(*, tournament: Tournament, player: Player, here: bool, actor: Actor) -> None:
    """Check in an entered player, or undo it. Raise Refused if check-in refuses it."""
    if not any(player in entrant.people for entrant in entrants_of(tournament)):
        raise Refused(f"{player} is not entered.")
    verb = check_in.arrive if here else check_in.undo_arrival
    verb(session=tournament.session, player=player, actor=actor)


@transaction.atomic
def pay(*, tournament: Tournament, player: Player, paid: bool, actor: Actor) -> None:
    """Store that a player paid their entry fee, or that they did not. A player who pays is checked
    in."""
    if paid:
        come(tournament=tournament, player=player, here=True, actor=actor)
    check_in.pay_at_the_door(session=tournament.session, player=player, paid=paid, actor=actor)


@transaction.atomic
def tick_all(
    *, tournament: Tournament, players: Collection[int], what: str, done: bool, actor: Actor
) -> list[Player]:
    """Check in all these entered players ("here") or store that all have paid ("paid"), or undo
    either. Return those who changed. Raise Refused if one of them can't, and change no one."""
    session = lock.for_changes(tournament.session)
    playing = entrants_of(tournament).filter(ghost=False)
    entered = {player.pk for entrant in playing for player in entrant.people}
    came = {one.player_id: one for one in session.attendances.filter(player__in=players)}
    now = {key for key, one in came.items() if what == "here" or one.fee_paid_at}
    chosen = session.club.players.filter(pk__in=entered.intersection(players))
    changed = [player for player in chosen if (player.pk in now) != done]
    arrive = check_in.arrive if done else check_in.undo_arrival
    for player in changed:
        who = {"session": session, "player": player, "actor": actor}
        if what == "here" or done:
            arrive(**who)
        if what == "paid":
            check_in.pay_at_the_door(paid=done, **who)
    return changed


@transaction.atomic
def take_out_absent(*, tournament: Tournament, numbers: Collection[int]) -> list[Entrant]:
    """Remove the entrants of these numbers if none of their players is checked in, and return them.
    See `take_all_out`."""
    tournament = for_changes(tournament)
    here = set(tournament.session.attendances.filter(left_at=None).values_list("player", flat=True))
    found = entrants_of(tournament).filter(no__in=numbers, ghost=False)
    absent = [one for one in found if not here & {player.pk for player in one.people}]
    return take_all_out(tournament=tournament, numbers=[one.no for one in absent])
