"""A club's accounts in tests: a settled evening, and the accounts after it."""

import re

from scoring.money.queries.accounts import balances, cash_of
from tests.cast import EVE_ALONE, a_table, close, some_id
from tests.html import text, without_discs

KEY = str(some_id(1))


def a_settled_table():
    """Return the table of a closed evening, at which Eve won 500 pence and the others lost 125
    each."""
    table = a_table(EVE_ALONE)
    close(table.session)
    return table


def of(club, rest=""):
    """The address of a page of the accounts."""
    return f"/clubs/{club.pk}/accounts/{rest}"


def named(club, name):
    """The club's player of this name."""
    return club.players.get(name=name)


def stands(club):
    """Return the balance of each account by name, without zero ones, and the cash in the box."""
    names = dict(club.players.values_list("pk", "name"))
    return {names[pk]: amount for pk, amount in balances(club).items()}, cash_of(club)


def sent(club, **fields):
    """What the page that enters something sends."""
    about = {"key": KEY, "amount": "3.00", "note": "", "session": "", "though_short": "300"}
    return about | {
        name: named(club, value).pk if name in ("who", "whom") else value
        for name, value in fields.items()
    }


def accounts_shown(answer):
    """The accounts that a page lists, each as it says."""
    account = r'<li><a href="/clubs/\d+/accounts/\d+/">.*?</a>'
    return [text(one) for one in re.findall(account, without_discs(answer), flags=re.DOTALL)]
