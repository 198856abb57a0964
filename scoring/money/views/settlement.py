"""What the settlement page shows: one closing, or the session as it stands."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping

from scoring.common import amounts
from scoring.common.names import in_short
from scoring.common.permissions import RUN, WRITE, Actor, may
from scoring.euchre.rule_set import NUMBERS
from scoring.euchre.settlement_words import (
    Figures,
    by_fosters_way,
    describe_stake,
    how_owed,
    is_fosters_way,
    kinds,
    of_a_sitting,
    plays_games,
    why,
    won_and_lost,
    written,
)
from scoring.euchre.statement import SittingLine, Statement, signed
from scoring.euchre.wording import counted, listed
from scoring.money.pure.ledger import in_money, moves
from scoring.money.queries.accounts import balances_of, settled_so_far
from scoring.people.models import own_colour
from scoring.table import hooks as table_hooks
from scoring.table.models import ClubSession, Payment
from scoring.table.queries.evenings import colours_of_evening
from scoring.table.queries.settlement import evening_of, statement_of

# Foster 1905, p. 29: more than forty or fifty points won or lost in three hours is rather unusual.
UNUSUAL = 50


def settlement_context(session: ClubSession, actor: Actor) -> dict:
    """Return everything templates/money/settlement/settlement.html shows."""
    closings = list(session.closings.prefetch_related("payments"))
    signed_one = closings[-1] if closings and session.closed else None
    statement = signed_one.statement if signed_one else statement_of(session)
    payments = list(signed_one.payments.all()) if signed_one else []
    keeps_the_book = may(actor, RUN, session.club)
    owed = {
        "pairs": pair_lines(statement),
        "transfers": transfer_lines(statement, payments),
        "paid": _paid_lines(statement),
    }
    became = _what_became_of(owed["transfers"])
    return owed | {
        "anything_owed": any(owed.values()),
        "became": became,
        "carries_over": bool(keeps_the_book and became["open"] and statement.for_money),
        "session": session,
        "closing": signed_one,
        "earlier": [_earlier(closing) for closing in closings if closing is not signed_one],
        "statement": statement,
        "plays_games": any(map(plays_games, statement.sittings)),
        "matrix": matrix(statement),
        "pairs_title": pairs_title(statement),
        "how_owed": how_owed(statement),
        "in_detail": _in_detail(statement),
        "both_ways": both_ways(statement),
        "tournament": bool(table_hooks.was_played.first(session)),
        "directs": may(actor, WRITE, session),
        "payments_in_words": in_words(len(statement.transfers)),
        "runs": may(actor, RUN, session),
        "keeps_the_book": keeps_the_book,
        "token": actor.link.token if actor.link else None,
        "writes": bool(actor.link) and may(actor, WRITE, actor.link.table),
        **won_and_lost_lines(statement, colours_of_evening(session)),
        "unusual": _unusual(statement),
        "result_in_words": result_in_words(session, statement),
        "sittings": [_sitting_line(line, statement) for line in statement.sittings],
    }


def result_in_words(session: ClubSession, statement: Statement) -> str:
    """Return who won and lost what, and who pays whom, a line each: to be sent to everybody."""
    played = dict.fromkeys(
        ", ".join(filter(None, [line.rules, describe_stake(statement, line)]))
        for line in statement.sittings
    )
    names = statement.names
    paid = [
        f"{names[one.debtor]} to {names[one.creditor]}: {written(statement, statement.amount(one))}"
        for one in statement.transfers
    ]
    club = "" if session.club.casual else f"{session.club}, "
    return "\n".join(
        [
            f"{club}{session.called}",
            f"{'; '.join(played)} \N{MIDDLE DOT} {counted(statement.hands, 'hand')}",
            "",
            *(f"{names[who]} {_worth(statement, who)}" for who in best_first(statement)),
            "",
            *(["To pay:", *paid] if paid else ["Nobody owes anybody anything."]),
        ]
    )


def account_moves(session: ClubSession, statement: Statement) -> list[dict] | None:
    """Return whose account another closing would move, and how far; None where it would be the
    first one."""
    if not session.closings.exists():
        return None
    moved = moves(settled_so_far(session), in_money(statement))
    people = session.club.players.filter(pk__in=moved)
    now, currency = balances_of(session.club, people), session.club.currency
    return [
        {
            "name": player.name,
            "before": amounts.written(now[player.pk], currency),
            "after": amounts.written(now[player.pk] + moved[player.pk], currency),
            "difference": amounts.written(moved[player.pk], currency, plus=True),
            "gains": moved[player.pk] > 0,
        }
        for player in people
    ]


def _unusual(statement: Statement) -> str:
    """Return the largest win or loss when it is one that Foster would wonder at, in words; else
    nothing.

    The book speaks of Call-Ace: points of partners, and game points, are others.
    """
    nets = by_fosters_way(statement)
    who = max(range(len(nets)), key=lambda no: abs(nets[no]), default=None)
    if who is None or abs(nets[who]) <= UNUSUAL:
        return ""
    return f"{statement.names[who]}, {signed(nets[who])},"


def _sitting_line(line: SittingLine, statement: Statement) -> dict:
    """Return a sitting with its figures; where games are played, with the games."""
    points = dict(zip(line.players, of_a_sitting(line), strict=True))
    sides = line.sides or [(who,) for who in line.players]
    return {
        "table": line.table,
        "hands": line.hands,
        "about": ", ".join(filter(None, [line.rules, describe_stake(statement, line)])),
        "totals": [
            (listed([statement.names[who] for who in side]), points[side[0]]) for side in sides
        ],
        "games": plays_games(line),
        "story": line.story,
    }


def both_ways(statement: Statement) -> str:
    """Return why what each pair owes and the payments come to the same."""
    why_same = (
        "what a player receives from those below them, less what they owe those above, is their "
        "difference against the whole table"
        if all(map(is_fosters_way, statement.sittings))
        else "what comes in, less what goes out, is the figure under "
        f"“{won_and_lost(statement)[-1].title}”"
    )
    said = f"Both ways come to the same: {why_same}."
    pairs, payments = len(statement.pairs), len(statement.transfers)
    if _paid_lines(statement):
        said += " What an earlier closing settled is counted: "
        said += "the payments above are what is still open."
    elif pairs != payments:
        said += f" Only the number of payments differs: {pairs} or {payments}."
    return said


def pairs_title(statement: Statement) -> str:
    """Return what heads the debts of every pair: Foster's way is that of points alone."""
    return (
        "Each pair, Foster’s way" if all(map(is_fosters_way, statement.sittings)) else "Each pair"
    )


def won_and_lost_lines(statement: Statement, colours: Mapping[int, int]) -> dict:
    """Return the table of what each won and lost (templates/money/settlement/_nets.html): heads, a
    line a player, who has nothing to pay or receive, and what every column comes to.

    A phone shows what is settled, and beside it the points where nothing but points is. Discs have
    the `colours` that players have at their tables.
    """
    columns, lines = _columns(statement), player_lines(statement, colours)
    in_play = [line for line in lines if line["net"] or not statement.for_money]
    return {
        "short": in_short(statement.names),
        "heads": [{"title": column.title, "more": more} for column, more in columns],
        "players": in_play,
        "at_nothing": [line["name"] for line in lines if line not in in_play],
        "sums": [
            {"words": column.written(sum(column.values)), "more": more} for column, more in columns
        ],
    }


def evening_so_far(session: ClubSession, players: Collection[int], *, least: int = 2) -> dict:
    """Return what templates/table/_evening.html shows: what the evening came to for these people
    (keys), at all its tables; nothing while they have sat in fewer than the `least` sittings."""
    statement = evening_of(session, players)
    if len(statement.sittings) < least:
        return {}
    points, *_, settled = won_and_lost(statement)
    columns, colours = (points, settled), colours_of_evening(session)
    return {
        "heads": [column.title for column in columns],
        "short": in_short(statement.names),
        "lines": [
            {
                "name": statement.names[who],
                "colour": _colour(statement.ids[who], colours),
                "cells": [_cell(column, column.values[who], more=False) for column in columns],
            }
            for who in best_first(statement)
            if statement.ids[who] in players
        ],
    }


def _columns(statement: Statement) -> list[tuple[Figures, bool]]:
    """Return the columns of figures, and whether a phone leaves them out."""
    *others, settled = won_and_lost(statement)
    return [
        *((column, statement.for_money or not column.strong) for column in others),
        (settled, False),
    ]


def _in_detail(statement: Statement) -> str:
    """Return what is folded below the figures that count."""
    if len(statement.sittings) > 1:
        return "Each pair, and sitting by sitting"
    return "Each pair, and the games" if kinds(statement)[1] else "Each pair, and the points"


def in_words(payments: int) -> str:
    """Return "no payment", "one payment", "four payments", "12 payments"."""
    number = (
        "no" if payments == 0 else NUMBERS[payments] if payments < len(NUMBERS) else str(payments)
    )
    return f"{number} payment{'' if payments < 2 else 's'}"


def _colour(player: int, colours: Mapping[int, int]) -> int:
    return colours.get(player, own_colour(player))


def player_lines(statement: Statement, colours: Mapping[int, int]) -> list[dict]:
    """Return a line a player, best first; each in the colour of these that is theirs."""
    columns = _columns(statement)
    return [
        {
            "name": statement.names[who],
            "colour": _colour(statement.ids[who], colours),
            "net": statement.amount(statement.nets[who]),
            "cells": [_cell(column, column.values[who], more=more) for column, more in columns],
            "worth": _worth(statement, who),
        }
        for who in best_first(statement)
    ]


def _cell(column: Figures, value: int, *, more: bool) -> dict:
    """Return a figure with what colours it: a win, a loss, or neither."""
    kind = "" if not column.against or not value else "plus" if value > 0 else "minus"
    return {
        "words": column.written(value),
        "kind": kind,
        "strong": column.strong,
        "more": more,
    }


def _worth(statement: Statement, who: int) -> str:
    """Return "+20 (+£5.00)", or what is settled alone where points and games meet, or none has a
    stake."""
    net = statement.nets[who]
    points = signed(net.points)
    if not statement.for_money:
        return points
    amounts = written(statement, net.minor, plus=True)
    return amounts if all(kinds(statement)) else f"{points} ({amounts})"


def matrix(statement: Statement) -> dict | None:
    """Return who owes (rows, the lowest first) whom (columns); None for more than eight players."""
    if len(statement.names) > 8:
        return None
    owed = {(debt.debtor, debt.creditor): plain(statement, debt) for debt in statement.pairs}
    order = best_first(statement)
    columns = [who for who in order if any(creditor == who for _, creditor in owed)]
    rows = [who for who in reversed(order) if any(debtor == who for debtor, _ in owed)]
    return {
        "columns": [statement.names[who] for who in columns],
        "rows": [
            (statement.names[who], [owed.get((who, to), "") for to in columns]) for who in rows
        ],
    }


def best_first(statement: Statement) -> list[int]:
    """Return the players' numbers, who wins most first."""
    return sorted(
        range(len(statement.names)), key=lambda who: (-statement.amount(statement.nets[who]), who)
    )


def plain(statement: Statement, debt) -> str:
    return written(statement, statement.amount(debt)) if statement.for_money else str(debt.points)


def pair_lines(statement: Statement) -> list[dict]:
    return [
        {
            "debtor": statement.names[debt.debtor],
            "creditor": statement.names[debt.creditor],
            "amount": written(statement, statement.amount(debt)),
        }
        for debt in statement.pairs
    ]


def transfer_lines(statement: Statement, payments: list[Payment]) -> list[dict]:
    """Return the transfers with their reasons; with what became of each where the session is
    closed."""
    return [
        {
            "payer": statement.names[debt.debtor],
            "payee": statement.names[debt.creditor],
            "amount": written(statement, statement.amount(debt)),
            "why": why(statement, debt.debtor) + why(statement, debt.creditor),
            "payment": payment,
            "state": _state_of(payment),
        }
        for debt, payment in zip(
            statement.transfers, payments_in_order(statement, payments), strict=True
        )
    ]


def _state_of(payment: Payment | None) -> str:
    """Return "paid", "carried" over to the accounts, or "open"; nothing before the closing."""
    if payment is None:
        return ""
    return "paid" if payment.paid_at else "carried" if payment.carried_at else "open"


def _what_became_of(transfers: list[dict]) -> dict:
    """Return how many payments there are, how many of them were paid, are in the accounts and are
    open; and a pill for each, as long as they fit beside the words."""
    states = [line["state"] for line in transfers if line["state"]]
    found = {state: states.count(state) for state in ("paid", "carried", "open")}
    pills = [state for state, number in found.items() for _ in range(number)]
    return found | {"payments": len(states), "pills": pills if len(pills) <= PILLS else []}


PILLS = 12
"""More of them are not counted at a glance."""


def payments_in_order(statement: Statement, payments: Iterable[Payment]) -> list[Payment | None]:
    """Return the payment of each transfer. Who signed under two names may owe somebody twice; what
    one name owed the other is no payment any more (actions.merge)."""
    left = defaultdict(list)
    for payment in payments:
        left[payment.payer_id, payment.payee_id, payment.amount].append(payment)
    ids = statement.ids
    keys = [
        (ids[debt.debtor], ids[debt.creditor], statement.amount(debt))
        for debt in statement.transfers
    ]
    return [left[key].pop(0) if left[key] else None for key in keys]


def _paid_lines(statement: Statement) -> list[dict]:
    return [
        {
            "payer": statement.names[paid.payer],
            "payee": statement.names[paid.payee],
            "amount": written(statement, paid.amount),
            "closing": paid.closing,
            "carried": paid.carried,
        }
        for paid in statement.paid
    ]


def _earlier(closing) -> dict:
    statement = closing.statement
    return {
        "closing": closing,
        "players": player_lines(statement, {}),
        "transfers": transfer_lines(statement, list(closing.payments.all())),
    }
