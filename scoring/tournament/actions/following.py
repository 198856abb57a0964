"""A final for the best and a plate for the rest. Both are tournaments that follow a finished
one."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from django.db import transaction

from scoring.common.refused import Refused
from scoring.euchre.wording import listed
from scoring.evening.actions.sessions import open_session
from scoring.tournament.actions.setting_up import make_tournament
from scoring.tournament.actions.stage import locked, refresh_screens
from scoring.tournament.models import Entrant, Tournament
from scoring.tournament.pure.document import carried_document
from scoring.tournament.pure.formats import FORMATS
from scoring.tournament.pure.here import fewest
from scoring.tournament.pure.settings import settings_of
from scoring.tournament.queries.following import CutLine, Ranked, line_after, rest_of, still_here
from scoring.tournament.queries.now import format_in

LONGEST_TITLE = 60


@transaction.atomic
def open_final(
    *,
    tournament: Tournament,
    number: int,
    rounds: int,
    carries: bool,
    cut: Collection[int] = (),
) -> Tournament:
    """Return the final of a tournament, on a new evening dated today.

    The best of those still present are entered, numbered by rank. If it `carries` points over, they
    bring theirs with them.

    If players are tied for the last places, `cut` gives the numbers of the winners of the cut.
    Raise Refused if it is needed and missing, or if the tournament is not finished. Idempotent.
    """
    tournament = _finished(tournament)
    made = tournament.followed_by.filter(part=Tournament.Part.FINAL).first()
    if made is not None:
        return made
    here = still_here(tournament)
    if number > len(here):
        raise Refused(f"Only {len(here)} are still here, not {number}. Choose fewer.")
    line = line_after(here, number)
    won = [one for one in line.level if one.entrant.no in cut]
    if len(won) != line.places:
        raise Refused(_describe_cut(line))
    return _opened(tournament, [*line.above, *won], "final", rounds=rounds, carries=carries)


def _describe_cut(line: CutLine) -> str:
    names = listed([one.entrant.name for one in line.level])
    last = "place" if line.places == 1 else f"{line.places} places"
    return (
        f"{names} are tied for the last {last}. Let them cut, then tick the winners, "
        f"{line.places} of {len(line.level)}."
    )


@transaction.atomic
def open_plate(*, tournament: Tournament, rounds: int, carries: bool) -> Tournament:
    """Return the plate of a tournament, for everyone still present who is not in its final. It
    works like `open_final` otherwise. Raise Refused before the final is open."""
    tournament = _finished(tournament)
    made = tournament.followed_by.filter(part=Tournament.Part.PLATE).first()
    if made is not None:
        return made
    final = tournament.followed_by.filter(part=Tournament.Part.FINAL).first()
    if final is None:
        raise Refused("Create the final first, then the plate.")
    gone_on = {
        player
        for two in final.entrants.values_list("player", "partner")
        for player in two
        if player is not None
    }
    rest = rest_of(still_here(tournament), gone_on)
    return _opened(tournament, rest, "plate", rounds=rounds, carries=carries)


def _finished(tournament: Tournament) -> Tournament:
    tournament = locked(tournament)
    if tournament.finished_at is None:
        raise Refused("Finish this tournament first. The results decide who plays in the final.")
    return tournament


def _opened(
    tournament: Tournament, people: Sequence[Ranked], part: str, *, rounds: int, carries: bool
) -> Tournament:
    format, session = format_in(tournament), tournament.session
    if len(people) < fewest(format):
        raise Refused(f"A table needs {fewest(format)}, and {len(people)} would play.")
    words = f": {part}"
    title = f"{str(session)[: LONGEST_TITLE - len(words)]}{words}"
    # Payments and prizes stay with the first tournament. The director sets fees, pots and prizes
    # here.
    own = {"fee": 0, "pots": (), "prizes": FORMATS[format.style].prizes, "rounds": rounds}
    evening = open_session(club=session.club, title=title, door_fee_minor=0, guest_fee_minor=0)
    settings = settings_of(replace(format, **own))
    made = make_tournament(session=evening, style=format.style, settings=settings)
    made.follows, made.part = tournament, part
    made.house = tournament.house
    # The winner of a plate has not won the tournament.
    made.counts = tournament.counts and part == Tournament.Part.FINAL
    made.enters_arrivals = False
    made.save(update_fields=["follows", "part", "house", "counts", "enters_arrivals"])
    Entrant.objects.bulk_create(
        Entrant(
            tournament=made,
            no=no,
            player=one.entrant.player,
            partner=one.entrant.partner,
            group=one.entrant.group,
            carried=carried_document(one.carried) if carries else {},
            handicap=one.entrant.handicap,
        )
        for no, one in enumerate(people, start=1)
    )
    refresh_screens(tournament)
    return made
