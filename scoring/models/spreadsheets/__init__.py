"""A club as spreadsheets: the tables that people wish to add up, sort and print for themselves."""

from scoring.models.spreadsheets.evenings import ATTENDANCE, SESSIONS, SITTINGS
from scoring.models.spreadsheets.hands import HANDS
from scoring.models.spreadsheets.money import ENTRIES, PAYMENTS
from scoring.models.spreadsheets.people import PEOPLE
from scoring.models.spreadsheets.seasons import SEASONS, TALLIES
from scoring.models.spreadsheets.tournaments import ROUNDS, TOURNAMENTS

SPREADSHEETS = (
    *(PEOPLE, SESSIONS, ATTENDANCE, SITTINGS, HANDS, TOURNAMENTS, ROUNDS),
    *(PAYMENTS, ENTRIES, TALLIES, SEASONS),
)
