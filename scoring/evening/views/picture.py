"""The picture of a club night to share, a PNG of its tables or of its tournament."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from django.http import HttpRequest, HttpResponse
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from scoring.common.access import NoSuchLink
from scoring.common.amounts import written
from scoring.common.dates import full_day
from scoring.common.discs import own_disc
from scoring.common.names import in_short
from scoring.common.permissions import LOOK, RUN, Actor, may
from scoring.euchre.statement import Statement
from scoring.euchre.wording import counted, figure, listed, places_as_text
from scoring.evening.pure.titles import PlayedSitting
from scoring.evening.queries.titles import as_played, sittings_of
from scoring.evening.sheets.picture import EveningPicture, PictureLine, Rank, picture_png
from scoring.evening.views.titles import best_in_words, title_lines
from scoring.table.access import session_by_link, session_by_number
from scoring.table.models import ClubSession, Sitting
from scoring.table.pure.result import Placed, Result, leaders
from scoring.table.queries.settlement import (
    result_of_sittings,
    sittings_at_tables,
    statement_of,
    statement_signed,
)
from scoring.table.views.curve import evening_lines
from scoring.tournament.models import Tournament
from scoring.tournament.pure import values
from scoring.tournament.pure.standings import standings
from scoring.tournament.pure.tally import Lines, rows_by_round
from scoring.tournament.queries.hand_sums import boasts_in
from scoring.tournament.queries.now import PlayedTable, is_secret, load_with_tables

BY = {
    "won": "by rounds won",
    "lones": "by lone hands",
    **{star: f"by {star} stars" for star in ("gold", "red", "green")},
}
"""What ranks a tournament, where it is not the points."""
NOTHING_YET = "There is no picture yet. It is made from the hands played."
KEPT_BACK = "The standings are hidden until the last round is complete, and so is this picture."


@require_safe
@session_by_number(LOOK)
def picture(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """Return the picture, for organisers."""
    return _picture(request, session, actor)


@require_safe
@session_by_link(LOOK)
def picture_by_link(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """The picture, for a phone at one of the tables."""
    return _picture(request, session, actor)


def _picture(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    tournament = Tournament.objects.filter(session=session).select_related("house").first()
    if tournament is None:
        shown = picture_of_evening(session, money="money" in request.GET)
    else:
        tournament.session = session
        shown = picture_of_tournament(tournament, runs=may(actor, RUN, session))
    name = slugify(f"{session.called}-{session.played_on}")
    return HttpResponse(
        picture_png(shown),
        content_type="image/png",
        headers={
            "Content-Disposition": f'inline; filename="{name}.png"',
            "Cache-Control": "no-store",
        },
    )


def picture_of_evening(session: ClubSession, *, money: bool) -> EveningPicture:
    """Return the contents of the picture of a club night's tables: the ranking in points, or in
    `money` if requested and played for."""
    sittings = sittings_of(session)
    statement = statement_signed(session) or statement_of(session)
    result = result_of_sittings(session, sittings)
    if not result.ranked:
        raise NoSuchLink(NOTHING_YET)
    money = money and statement.for_money
    short = in_short([name for one in result.ranked for name in one.names])
    order = result.by_money if money else result.order
    rules, played = dict.fromkeys(one.rules.name for one in sittings), as_played(sittings)
    hands = counted(sum(len(one.played) for one in sittings), "hand")
    return EveningPicture(
        club=session.club.name,
        title=session.called,
        about=_about(session, listed(list(rules)), hands),
        won=_won(result, order, money=money),
        ranks=tuple(_ranks(order, statement.currency if money else "")),
        lines=tuple(_lines(sittings, [one.ranked.people[0] for one in order])),
        best=best_in_words(sittings, short, played=played),
        titles=_titles(session, statement, sittings, played, money=money),
    )


def _about(session: ClubSession, *more: str) -> str:
    """Return the day, unless the evening is called by it, and what was played."""
    on = full_day(session.played_on) if session.title else f"{session.played_on.year}"
    return " · ".join(filter(None, [on, *more]))


def _won(result: Result, order: Sequence[Placed], *, money: bool) -> str:
    """Return how the first are ahead, "won the night, in games". It is empty where no one is."""
    first, counted_in = leaders(order), "in money" if money else result.counted_in
    if not first:
        return ""
    if len(first) > 1:
        return f"tied for first place, {counted_in}"
    won = "won the night" if result.over else "ahead so far"
    if result.games and not result.any_game and not money:
        won = "were ahead" if result.over else won
    return f"{won}, {counted_in}"


def _ranks(order: Sequence[Placed], currency: str) -> Iterator[Rank]:
    """Yield a line a side, in money if a `currency` is given."""
    places = places_as_text(one.place for one in order)
    for one in order:
        yield Rank(
            place=places[one.place],
            names=one.ranked.names,
            colours=tuple(own_disc(who) for who in one.ranked.people),
            figure=written(one.ranked.minor, currency, plus=True) if currency else one.figure,
        )


def _lines(sittings: Sequence[Sitting], order: Sequence[int]) -> list[PictureLine]:
    """Return everybody's points after each hand since they came."""
    return [
        PictureLine(colour=own_disc(one.player), values=one.values, name=one.name, first=one.first)
        for one in evening_lines(sittings, order)
    ]


def _titles(
    session: ClubSession,
    statement: Statement | None,
    sittings: Sequence[Sitting],
    played: Sequence[PlayedSitting],
    *,
    money: bool = False,
) -> tuple[tuple[str, str], ...]:
    shown = [
        title
        for title in title_lines(session, statement, sittings=sittings, played=played)
        if money or not title.money
    ]
    short = in_short([player.name for title in shown for player in title.players])
    return tuple(
        (title.name, f"{listed([short[one.name] for one in title.players])}: {title.says}")
        for title in shown
    )


def picture_of_tournament(tournament: Tournament, *, runs: bool) -> EveningPicture:
    """Return the contents of the picture of a tournament; hidden standings only for organisers."""
    session, (known, tables) = tournament.session, load_with_tables(tournament)
    if not runs and is_secret(tournament, known):
        raise NoSuchLink(KEPT_BACK)
    lines = rows_by_round(known)
    rows = standings(known, lines)
    if not any(row.rounds for row in rows):
        raise NoSuchLink(NOTHING_YET)
    people = {entrant.no: entrant for entrant in known.players}
    by = known.format.ranking[0]
    sittings, boasts = _sittings_of_tournament(session, tables)
    short = in_short([name for entrant in people.values() for name in entrant.names])
    played = max(row.rounds for row in rows)
    return EveningPicture(
        club=session.club.name,
        title=session.called,
        about=_about(session, known.format.name, counted(played, "round"), BY.get(by, "")),
        won=_won_tournament(tournament, [getattr(row, by) for row in rows if row.rank == 1]),
        ranks=tuple(
            Rank(
                place=row.place,
                names=people[row.no].names,
                colours=people[row.no].colours,
                figure=figure(getattr(row, by)),
            )
            for row in rows
        ),
        lines=tuple(_rounds(lines, [row.no for row in rows], people)),
        curve_of="Points, round by round",
        best=best_in_words(sittings, short, played=boasts),
        titles=_titles(session, None, sittings, boasts),
    )


def _sittings_of_tournament(
    session: ClubSession, tables: Sequence[PlayedTable]
) -> tuple[list[Sitting], list[PlayedSitting]]:
    """Return all sittings of an evening with hands, and what was played at each. Those of the
    tournament are added up once (scoring/tournament/queries/hand_sums.py)."""
    beside = [one for one in sittings_at_tables(session) if one.counted]
    found = list(zip(beside, as_played(beside), strict=True))
    for table in tables:
        for sitting, sums in zip(table.sittings, table.sums, strict=True):
            if sums.counted:
                people = tuple(who.pk for who in sitting.players)
                found.append((sitting, PlayedSitting(people, boasts_in(sitting, sums))))
    found.sort(key=lambda one: (one[0].table.no, one[0].no))
    return [sitting for sitting, _ in found], [played for _, played in found]


def _won_tournament(tournament: Tournament, first: Sequence[int]) -> str:
    """Return how the first, with these figures, are ahead. It is empty if they have nothing."""
    if max(first, default=0) <= 0:
        return ""
    if len(first) > 1:
        return "tied for first place"
    return "won the tournament" if tournament.finished_at else "ahead so far"


def _rounds(
    lines: Lines, order: Sequence[int], people: Mapping[int, values.Entrant]
) -> list[PictureLine]:
    found = []
    for no in order:
        sums = [0]
        for line in lines[no]:
            sums.append(sums[-1] + line.own_points)
        entrant = people[no]
        colour = entrant.colours[0] if entrant.colours else no
        found.append(PictureLine(colour=colour, values=tuple(sums), name=entrant.name))
    return found
