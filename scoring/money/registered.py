"""The accounts' functions for hooks of the features below."""

from scoring.money.queries.accounts import balances_of
from scoring.money.views.settlement import evening_so_far
from scoring.people import hooks as people
from scoring.table import hooks as table

people.balances.register(balances_of)
table.so_far.register(evening_so_far)
