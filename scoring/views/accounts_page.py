"""What the pages of the club's accounts show."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import NAMESPACE_URL, uuid5

from scoring.figures.ledger import CLUB, Transfer, position, to_be_even
from scoring.models import Club, Player
from scoring.models.accounts import (
    balances,
    balances_of,
    cash_of,
    edition,
    evenings_with_cash,
    transfers,
    waiting_on_sheets,
)
from scoring.rules.money import plain, written
from scoring.rules.names import folded

EVENINGS = 12


@dataclass(frozen=True, kw_only=True)
class Account:
    """Somebody's account on the list of all."""

    player: Player
    minor: int
    amount: str

    @property
    def says(self) -> str:
        """Which way it stands: by the amount alone one could not tell."""
        return "owes" if self.minor < 0 else "is owed" if self.minor else "even"


def accounts_context(club: Club, *, show: str, q: str) -> dict:
    """Return everything templates/accounts/accounts.html shows."""
    standing, sheets = balances(club), waiting_on_sheets(club)
    people = {player.pk: player for player in club.players.all()}
    # By name, so that the same accounts always give the same payments.
    by_name = {pk: standing[pk] for pk in people if pk in standing}
    now = position(standing, cash_of(club))
    return {
        "club": club,
        "runs": True,
        "money": {
            name: written(getattr(now, name), club.currency)
            for name in ("cash", "owing", "owed", "own")
        },
        "overdrawn": now.cash < 0,
        "accounts": _accounts(people.values(), standing, club.currency, show=show, q=q),
        "uneven": len(standing),
        "even": _payments(club, people, to_be_even(by_name, transfers(sheets))),
        "sheets": [_sheet(closing, club.currency) for closing in sheets],
        "evenings": [
            _evening(session, club.currency) for session in evenings_with_cash(club, EVENINGS)
        ],
    }


def account_context(club: Club, player: Player) -> dict:
    """Return how a player's account stands, what of it waits on a sheet, and what is `left` besides
    that."""
    minor, currency = balances_of(club, [player])[player.pk], club.currency
    waiting = [
        (closing.session, payment)
        for closing in waiting_on_sheets(club)
        for payment in closing.waiting
        if player in (payment.payer, payment.payee)
    ]
    left = minor + sum(
        payment.amount if payment.payer == player else -payment.amount for _, payment in waiting
    )
    return {
        "club": club,
        "runs": True,
        "account": account_of(player, minor, currency),
        "waiting": [
            (session, payment, written(payment.amount, currency)) for session, payment in waiting
        ],
        "left": account_of(player, left, currency),
        "typed": plain(abs(left), currency),
    }


def account_of(player: Player, minor: int, currency: str) -> Account:
    """Return an account with its amount in words, without a sign."""
    return Account(player=player, minor=minor, amount=written(abs(minor), currency))


def _accounts(
    people, standing: dict[int, int], currency: str, *, show: str, q: str
) -> list[Account]:
    """Return the accounts that were asked for, who owes most first; a name is looked for among
    all."""
    wanted = {
        "": lambda minor: bool(minor or q),
        "owing": lambda minor: minor < 0,
        "owed": lambda minor: minor > 0,
        "all": lambda minor: True,
    }[show]
    found = [
        account_of(player, standing.get(player.pk, 0), currency)
        for player in people
        if wanted(standing.get(player.pk, 0)) and folded(q) in folded(player.name)
    ]
    return sorted(found, key=lambda account: account.minor)


def _payments(club: Club, people: dict[int, Player], rows: list[Transfer]) -> list[dict]:
    latest = edition(club)
    return [_payment(club, people, row, latest) for row in rows]


def _payment(club: Club, people: dict[int, Player], row: Transfer, latest: int) -> dict:
    """Return a payment with what its button enters.

    Two screens that show the same book enter it once: its key is made of what is paid and of
    `latest`.
    """
    what = "paid in" if row.payee is CLUB else "paid out" if row.payer is CLUB else "payment"
    payer, payee = people.get(row.payer), people.get(row.payee)
    told = f"{club.pk} {latest} {row.payer} {row.payee} {row.amount}"
    return {
        "what": what,
        "payer": payer,
        "payee": payee,
        "who": payer or payee,
        "amount": written(row.amount, club.currency),
        "typed": plain(row.amount, club.currency),
        "key": uuid5(NAMESPACE_URL, f"bowerbook even {told}"),
    }


def _sheet(closing, currency: str) -> dict:
    """Return what waits on the sheet of an evening."""
    total = sum(payment.amount for payment in closing.waiting)
    return {
        "closing": closing,
        "total": written(total, currency),
        "payments": [
            {"payment": payment, "amount": written(payment.amount, currency)}
            for payment in closing.waiting
        ],
    }


def _evening(session, currency: str) -> dict:
    return {
        "session": session,
        "cash": written(session.cash, currency, plus=True) if session.cash else "",
    }


def counted_context(club: Club, cash: int, counted: int | None) -> dict:
    """Return what the book says is in the box; and what somebody counted there, less what the book
    says."""
    told = {"cash": written(cash, club.currency), "overdrawn": cash < 0}
    if counted is None:
        return told
    missing = counted - cash
    return told | {
        "counted": written(counted, club.currency),
        "missing": missing,
        "difference": written(abs(missing), club.currency),
        "typed": plain(abs(missing), club.currency),
    }
