"""Prizes and pots of a tournament, as they are now and as announced, with their payments."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC
from uuid import NAMESPACE_URL, UUID, uuid5

from django.db.models import QuerySet

from scoring.euchre.wording import counted
from scoring.money.models import Entry
from scoring.money.queries.accounts import standing
from scoring.people.models import Player
from scoring.table.models import ClubSession, Sitting
from scoring.table.pure.play import plays
from scoring.table.queries.settlement import whole
from scoring.tournament.models import Entrant, RoundTable, Tournament
from scoring.tournament.pure import values
from scoring.tournament.pure.formats import Pot
from scoring.tournament.pure.prizes import prizes, split
from scoring.tournament.pure.standings import standings
from scoring.tournament.pure.standings_document import document_of
from scoring.tournament.queries.now import entrants_of, format_in


def was_played(session: ClubSession) -> bool:
    """Return whether a tournament was played on this evening, so that one of its rounds was
    started."""
    return Tournament.objects.filter(session=session, rounds__started_at__isnull=False).exists()


def results_of(known: values.Tournament, cuts: Mapping[str, int]) -> dict:
    """Return the results as euchre-standings/1, each prize with the reason for its winner. `cuts`
    are the decided cuts, with numbers of entrants by the key of the prize."""
    rows = standings(known)
    won = prizes(known, rows, decided=cuts)
    found = document_of(known, rows, won)
    reasons = [prize | {"why": one.why} for prize, one in zip(found["prizes"], won, strict=True)]
    paid = {str(one.no): one.paid for one in known.entrants} if known.format.by_fees else None
    return found | {"prizes": reasons, "cuts": dict(cuts)} | ({"paid": paid} if paid else {})


def results_now(tournament: Tournament, known: values.Tournament) -> dict:
    """Return the results of a tournament as they would be announced now. They include the decided
    cuts, unless more than the spelling of a name has changed since."""
    before, found = tournament.results or {}, results_of(known, {})
    if not before.get("cuts") or not same_figures(before, found):
        return found
    return results_of(known, before["cuts"])


DRAWN = "One is drawn when you announce the results."


def results_shown(tournament: Tournament, known: values.Tournament) -> dict:
    """Return the announced results, or the current ones until then. Those don't say which ticket of
    a pot wins, because tickets can still be added."""
    if tournament.finished_at is not None:
        return tournament.results
    found = results_now(tournament, known)
    return found | {"prizes": [_before_the_draw(won) for won in found["prizes"]]}


def _before_the_draw(won: dict) -> dict:
    if "drawn" not in won:
        return won
    shown = {key: value for key, value in won.items() if key != "drawn"}
    return shown | {"to": [], "why": f"{counted(len(won['tickets']), 'ticket')}. {DRAWN}"}


def same_figures(one: Mapping, other: Mapping) -> bool:
    """Return whether two results have the same rows, apart from people's names."""
    rows, others = ([row | {"name": ""} for row in each["rows"]] for each in (one, other))
    return rows == others


@dataclass(frozen=True, kw_only=True)
class Due:
    """Money that a player won, which is one person's share of one prize."""

    prize: str
    player: Player
    entrant: int
    amount: int
    key: UUID
    """The key that the next accounts line for it will have."""
    line: Entry | None
    """The line that paid it, if it is paid."""


def dues_of(tournament: Tournament) -> list[Due]:
    """Return the amounts due to each player by the announced prizes, in the order of the prizes.
    Makes two queries."""
    if tournament.finished_at is None:
        return []
    entrants = {entrant.no: entrant for entrant in entrants_of(tournament)}
    return dues_among(tournament, entrants, lines_of_prizes([tournament.session_id]))


def dues_among(
    tournament: Tournament, entrants: Mapping[int, Entrant], entries: Iterable[Entry]
) -> list[Due]:
    """Return the same for a finished tournament, given its winners and the lines of its prizes."""
    lines = {entry.key: entry for entry in entries}
    return [
        Due(prize=name, player=player, entrant=no, amount=amount, **_written(base, lines))
        for name, no, player, amount, base in _shares(tournament, entrants)
        if amount
    ]


def winners_of(tournament: Tournament) -> set[int]:
    """Return the numbers of the entrants who won anything in a finished tournament."""
    return {no for won in tournament.results["prizes"] for no in won["to"]}


def lines_of_prizes(sessions: Iterable[int]) -> QuerySet[Entry]:
    """Return every line that paid a prize on these evenings (keys), with the line that undid it."""
    lines = Entry.objects.filter(session__in=list(sessions), kind=Entry.Kind.PRIZE, reverses=None)
    return lines.select_related("reversed_by")


def keys_of_cash(tournament: Tournament) -> set[UUID]:
    """Return the keys of the lines that paid prizes in cash. Makes one query."""
    lines = lines_of_prizes([tournament.session_id]).exclude(cash_minor=0)
    return set(lines.values_list("key", flat=True))


def _shares(
    tournament: Tournament, entrants: Mapping[int, Entrant]
) -> Iterator[tuple[str, int, Player, int, UUID]]:
    """Yield prize, number, player, amount and the key of its lines. A pair splits its prize."""
    for name, time, no, share in _won(tournament):
        people = entrants[no].people
        for which, (player, amount) in enumerate(
            zip(people, split(share, len(people)), strict=True)
        ):
            yield name, no, player, amount, known_by(tournament, name, time, no, which)


def _won(tournament: Tournament) -> Iterator[tuple[str, int, int, int]]:
    """Yield the prize, its index among prizes of that name, number and share of each winner of
    money."""
    seen: Counter[str] = Counter()
    for won in tournament.results["prizes"]:
        if won.get("cut") or not won["amount"]:
            continue
        name = key_of_prize(won)
        seen[name] += 1
        for no, share in zip(won["to"], won.get("shares", [won["amount"]]), strict=False):
            yield name, seen[name], no, share


def all_paid(tournament: Tournament, entries: Iterable[Entry]) -> bool:
    """Return whether these lines pay all prizes of a finished tournament, to the penny. Entrants
    need not be loaded for this."""
    lines = {entry.key: entry for entry in entries}
    if any(won.get("cut") and won["amount"] for won in tournament.results["prizes"]):
        return False
    for name, time, no, share in _won(tournament):
        each = [known_by(tournament, name, time, no, which) for which in (0, 1)]
        stands = filter(None, (_written(base, lines)["line"] for base in each))
        if sum(line.amount_minor for line in stands) != share:
            return False
    return True


def key_of_prize(won: Mapping) -> str:
    """Return the key of a prize, such as "first" or "Ladies: first"."""
    return f"{won['group']}: {won['prize']}" if won.get("group") else won["prize"]


def known_by(tournament: Tournament, *what: object) -> UUID:
    """Return the key of an accounts line about a tournament, made from these facts. It is the same
    after the club is exported and imported."""
    made_at = tournament.made_at.astimezone(UTC).isoformat()
    facts = " ".join(map(str, (made_at, *what)))
    return uuid5(NAMESPACE_URL, f"bowerbook tournament {facts}")


def _written(base: UUID, lines: Mapping[UUID, Entry]) -> dict:
    """Return the current line, and the key of the next one. Each line that was undone has its own
    key."""
    line, key = None, line_key(base, 0)
    for no in range(1, len(lines) + 1):
        if key not in lines:
            break
        line, key = lines[key], line_key(base, no)
    stands = line is not None and not hasattr(line, "reversed_by")
    return {"line": line if stands else None, "key": key}


def line_key(base: UUID, no: int) -> UUID:
    """Return the key of the line that follows `no` lines that were undone."""
    return uuid5(base, str(no))


@dataclass(frozen=True, kw_only=True)
class Expected:
    """The expected amount of a pot, by the hands that were logged."""

    times: int
    amount: int
    silent: int
    """Number of tables, over all rounds, without a logged hand, so that their share of the pot is
    unknown."""


def expected_in(tournament: Tournament) -> dict[str, Expected]:
    """Return the expected amount of each pot that is filled by lone hands or euchres, by its
    name."""
    pots = [pot for pot in format_in(tournament).pots if pot.each and pot.for_each]
    if not pots:
        return {}
    times, logged = {"lone": 0, "tried": 0, "euchre": 0}, set()
    sittings = Sitting.objects.filter(
        round_table__round__tournament=tournament, hands__state="counted"
    )
    for sitting in whole(sittings.distinct()):
        logged.add(sitting.round_table_id)
        players = [player.pk for player in sitting.players]
        found = plays(sitting.played, rules=sitting.rules, players=players, company=False)
        for how in found.values():
            times["lone"] += how.maker.lone_made
            times["tried"] += how.maker.lone
            times["euchre"] += how.maker.euchred
    played = RoundTable.objects.filter(
        round__tournament=tournament, round__started_at__isnull=False
    )
    silent = played.exclude(pk__in=logged).count()
    return {pot.name: _expected(pot, times[pot.for_each], silent) for pot in pots}


def _expected(pot: Pot, times: int, silent: int) -> Expected:
    return Expected(times=times, amount=times * pot.each, silent=silent)


def pot_lines(tournament: Tournament) -> list[Entry]:
    """Return the lines, not undone, by which pots were received on this evening."""
    received = tournament.session.entries.filter(kind=Entry.Kind.RECEIVED)
    return list(standing(received))
