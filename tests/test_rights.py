"""Test the table of rights: every address of clubsite/urls.py with every kind of visitor."""

from contextlib import contextmanager
from copy import deepcopy
from datetime import date
from functools import cache
from types import SimpleNamespace

import pytest
from django.db import connection
from django.urls import get_resolver
from django.utils import timezone

from scoring.club.actions.seasons import make_season
from scoring.models import ApiToken, Club, League, SignUpList, TeamLink, TransferRequest
from scoring.money.actions.accounts import enter, enter_for_each
from scoring.people.models import OwnPart, Part
from scoring.public.actions.subscriptions import ask_by_mail
from scoring.public.models.api_tokens import new_secret
from scoring.table.actions.house_rules import make_house_rules
from tests import proof
from tests.api import Program, a_token
from tests.cast import PHONE, a_phone, close, log, some_id, undone
from tests.hall import (
    LINKS,
    PASSES,
    PEOPLE,
    a_hall,
    a_round_here,
    browser_of,
    token_of_link,
    token_of_pass,
)
from tests.league.cast import a_league, a_match, a_squad, captains_link
from tests.own import own_link

pytestmark = pytest.mark.django_db

# Who comes in: everybody else is answered 403.
EVERYBODY = set(PEOPLE)
SIGNED_IN = {"site's owner", "other club's owner", "owner", "organiser", "scorer"}
OWNS_SITE = {"site's owner"}
SERVES = {"owner", "organiser", "scorer"}
RUNS = {"owner", "organiser"}
OWNS = {"owner"}
WRITES_HERE = {*SERVES, "host's browser"}
RUNS_HERE = {*RUNS, "host's browser"}

# The table. Whoever is let in is answered as it says to GET and to an empty POST: shown (200), sent
# on (302), told what the form lacks (422) or that it cannot be now (409). A method that is not
# named is answered 405. The session is closed; a club is the one that the officers serve.
RIGHTS = {
    "front": {"GET": (EVERYBODY, 200)},
    "api-openapi": {"GET": (EVERYBODY, 200)},
    "worker": {"GET": (EVERYBODY, 200)},
    "notice-worker": {"GET": (EVERYBODY, 200)},
    "notice-manifest": {"GET": (EVERYBODY, 200)},
    # By an address that only one phone knows.
    "phone-moved": {"POST": (EVERYBODY, 422)},
    "record": {"GET": (EVERYBODY, 404)},
    # By an address that holds a whole table.
    "lost-table": {"GET": (EVERYBODY, 404), "POST": (EVERYBODY, 404)},
    # By a code that an organiser shows.
    "to-organiser": {"GET": (EVERYBODY, 404), "POST": (EVERYBODY, 404)},
    "table-code": {"GET": (EVERYBODY, 200), "POST": (EVERYBODY, 422)},
    "own-code": {"GET": (EVERYBODY, 200), "POST": (EVERYBODY, 422)},
    "security-txt": {"GET": (EVERYBODY, 404)},
    "healthz": {"GET": (EVERYBODY, 200)},
    "readyz": {"GET": (EVERYBODY, 200)},
    "help": {"GET": (EVERYBODY, 200)},
    "help-page": {"GET": (EVERYBODY, 200)},
    "rules": {"GET": (EVERYBODY, 200)},
    "rules-of-set": {"GET": (EVERYBODY, 200)},
    "rules-sheet": {"GET": (EVERYBODY, 200)},
    "rules-laws": {"GET": (EVERYBODY, 200)},
    "start-table": {"GET": (EVERYBODY, 200), "POST": (EVERYBODY, 422)},
    "see-game": {"GET": (EVERYBODY, 200)},
    "see-night": {"GET": (EVERYBODY, 200)},
    "see-tournament": {"GET": (EVERYBODY, 200)},
    "see-league": {"GET": (EVERYBODY, 200)},
    "look": {"GET": (EVERYBODY, 200), "POST": (EVERYBODY, 302)},
    "sign-in": {"GET": (EVERYBODY, 200), "POST": (EVERYBODY, 200)},
    # Nobody has typed a password just now.
    "sign-in-code": {"GET": (EVERYBODY, 302), "POST": (EVERYBODY, 302)},
    "second-factor": {"GET": (SIGNED_IN, 200), "POST": (SIGNED_IN, 409)},
    # Without HTTPS there are no passkeys.
    "sign-in-passkey": {"POST": (EVERYBODY, 302)},
    "passkeys": {"GET": (SIGNED_IN, 200), "POST": (SIGNED_IN, 302)},
    "new-passkey": {"GET": (SIGNED_IN, 302), "POST": (SIGNED_IN, 302)},
    "remove-own-passkey": {"POST": (SIGNED_IN, 302)},
    "recovery-codes": {"POST": (SIGNED_IN, 409)},
    "sign-out": {"POST": (EVERYBODY, 302)},
    "password-change": {"GET": (SIGNED_IN, 200), "POST": (SIGNED_IN, 422)},
    "signed-in-on": {"GET": (SIGNED_IN, 200), "POST": (SIGNED_IN, 302)},
    "new-club": {"GET": (OWNS_SITE, 200), "POST": (OWNS_SITE, 422)},
    "backups": {"GET": (OWNS_SITE, 200)},
    "make-backup": {"POST": (OWNS_SITE, 409)},
    "bring-backup": {"POST": (OWNS_SITE, 422)},
    "one-backup": {"GET": (OWNS_SITE, 404), "POST": (OWNS_SITE, 404)},
    "verify-backup": {"POST": (OWNS_SITE, 404)},
    "backup-file": {"GET": (OWNS_SITE, 404), "POST": (OWNS_SITE, 302)},
    "club": {"GET": (SERVES, 200)},
    "people": {"GET": (SERVES, 200)},
    "add-players": {"POST": (RUNS, 422)},
    "import-people": {"GET": (RUNS, 200), "POST": (RUNS, 422)},
    "edit-player": {"GET": (RUNS, 200), "POST": (RUNS, 422)},
    "merge-player": {"GET": (RUNS, 200), "POST": (RUNS, 404)},
    "tell-apart": {"POST": (RUNS, 404)},
    "player-data": {"GET": (RUNS, 200)},
    "forget-player": {"GET": (OWNS, 200), "POST": (OWNS, 422)},
    "player": {"GET": (SERVES, 200)},
    "player-sheet": {"GET": (SERVES, 200)},
    "hands": {"GET": (SERVES, 200)},
    "hand": {"GET": (SERVES, 200)},
    "open-session": {"GET": (RUNS, 200), "POST": (RUNS, 302)},
    "seasons": {"GET": (SERVES, 200)},
    "make-season": {"GET": (RUNS, 200), "POST": (RUNS, 422)},
    "earlier": {"GET": (SERVES, 200)},
    "bring-earlier": {"GET": (RUNS, 200), "POST": (RUNS, 422)},
    "earlier-list": {"GET": (SERVES, 200)},
    "take-back-earlier": {"POST": (RUNS, 302)},
    "season": {"GET": (SERVES, 200)},
    "season-file": {"GET": (SERVES, 200)},
    "season-workbook": {"GET": (SERVES, 200)},
    "season-sheet": {"GET": (SERVES, 200)},
    "edit-season": {"GET": (RUNS, 200), "POST": (RUNS, 422)},
    "delete-season": {"POST": (RUNS, 302)},
    "ratings": {"GET": (SERVES, 200)},
    "house-rules": {"GET": (SERVES, 200)},
    "make-house": {"GET": (RUNS, 302), "POST": (RUNS, 404)},
    "preview-house": {"POST": (RUNS, 404)},
    "one-house": {"GET": (SERVES, 200)},
    "edit-house": {"GET": (RUNS, 200), "POST": (RUNS, 422)},
    "house-sheet": {"GET": (SERVES, 200)},
    "officers": {"GET": (SERVES, 200)},
    "invite-officer": {"POST": (OWNS, 422)},
    "officer": {"GET": ({"owner", "scorer"}, 200), "POST": (OWNS, 422)},
    "remove-officer": {"POST": ({"owner", "scorer"}, 422)},
    "new-password": {"POST": (OWNS, 302)},
    "remove-passkeys": {"POST": (OWNS, 302)},
    "one-invitation": {"GET": (OWNS, 200), "POST": (OWNS, 302)},
    "revoke-invitation": {"POST": (OWNS, 302)},
    "club-settings": {"GET": (RUNS, 200), "POST": (RUNS, 422)},
    "what-is-public": {"GET": (RUNS, 200), "POST": (OWNS, 422)},
    "what-players-see": {"GET": (RUNS, 200), "POST": (OWNS, 302)},
    "own-links": {"GET": (RUNS, 200)},
    "make-own-links": {"POST": (RUNS, 302)},
    "renew-own-link": {"POST": (RUNS, 302)},
    "revoke-own-link": {"POST": (RUNS, 302)},
    # Nobody has a link yet.
    "personal-slips": {"GET": (RUNS, 404)},
    "personal-codes": {"GET": (RUNS, 404)},
    # Of a club of which nothing is open; of one that is: OPEN_CLUB.
    "open": {"GET": (EVERYBODY, 404)},
    "open-data": {"GET": (EVERYBODY, 404)},
    "open-results": {"GET": (EVERYBODY, 404)},
    "open-results-data": {"GET": (EVERYBODY, 404)},
    "open-results-feed": {"GET": (EVERYBODY, 404)},
    "open-result": {"GET": (EVERYBODY, 404)},
    "open-result-data": {"GET": (EVERYBODY, 404)},
    "open-season": {"GET": (EVERYBODY, 404)},
    "open-season-data": {"GET": (EVERYBODY, 404)},
    "open-live": {"GET": (EVERYBODY, 404)},
    "open-live-data": {"GET": (EVERYBODY, 404)},
    "renew-calendar": {"POST": (RUNS, 302)},
    "revoke-calendar": {"POST": (RUNS, 302)},
    "leagues": {"GET": (SERVES, 200)},
    "make-league": {"GET": (RUNS, 200), "POST": (RUNS, 302)},
    "bring-league": {"POST": (RUNS, 422)},
    # A league that is not open to all, and a match of it; to whom one is open: OPEN_LEAGUE.
    "league": {"GET": (SERVES, 200)},
    "league-results": {"GET": (SERVES, 200)},
    "league-averages": {"GET": (SERVES, 200)},
    "league-between": {"GET": (SERVES, 200)},
    # No night was played yet.
    "league-report": {"GET": (SERVES, 200)},
    "league-report-text": {"GET": (SERVES, 404)},
    "league-report-paper": {"GET": (SERVES, 404)},
    "league-wall": {"GET": (SERVES, 200)},
    "league-paper": {"GET": (SERVES, 200)},
    "league-table-data": {"GET": (SERVES, 200)},
    "league-sheet": {"GET": (SERVES, 200)},
    "league-workbook": {"GET": (SERVES, 200)},
    "league-file": {"GET": (SERVES, 200)},
    "league-match": {"GET": (SERVES, 200)},
    "league-team": {"GET": (SERVES, 200)},
    "register-squad": {"POST": (RUNS, 422)},
    "transfer-player": {"POST": (RUNS, 422)},
    "name-captain": {"POST": (RUNS, 302)},
    "take-off-squad": {"POST": (RUNS, 302)},
    "settle-transfer": {"POST": (RUNS, 422)},
    "captains-links": {"GET": (RUNS, 200)},
    "make-captains-links": {"POST": (RUNS, 302)},
    "captains-slips": {"GET": (RUNS, 404)},
    "renew-captains-link": {"POST": (RUNS, 302)},
    "revoke-captains-link": {"POST": (RUNS, 302)},
    "league-settings": {"GET": (RUNS, 200), "POST": (RUNS, 422)},
    "league-settings-file": {"GET": (RUNS, 200)},
    "league-agreed": {"GET": (SERVES, 200)},
    "league-nights": {"GET": (RUNS, 200), "POST": (RUNS, 302)},
    "next-season": {"GET": (RUNS, 200), "POST": (RUNS, 422)},
    "finish-season": {"POST": (RUNS, 422)},
    "league-teams": {"GET": (SERVES, 200)},
    "add-teams": {"POST": (RUNS, 422)},
    "name-divisions": {"POST": (RUNS, 302)},
    "divide-teams": {"POST": (RUNS, 422)},
    "edit-team": {"GET": (RUNS, 200), "POST": (RUNS, 422)},
    "withdraw-team": {"POST": (RUNS, 422)},
    "team-plays-on": {"POST": (RUNS, 302)},
    "delete-team": {"POST": (RUNS, 409)},
    "league-fixtures": {"GET": (SERVES, 200)},
    "draw-fixtures": {"POST": (RUNS, 409)},
    "publish-fixtures": {"POST": (RUNS, 302)},
    "unpublish-fixtures": {"POST": (RUNS, 302)},
    "drop-fixtures": {"POST": (RUNS, 302)},
    "take-in-fixtures": {"GET": (RUNS, 200), "POST": (RUNS, 422)},
    "fixture-cards": {"GET": (SERVES, 200)},
    "fixture-sheet": {"GET": (SERVES, 200)},
    "league-calendar": {"GET": (SERVES, 200)},
    "league-cup": {"GET": (SERVES, 200)},
    "draw-cup-round": {"POST": (RUNS, 422)},
    "take-cup-round-back": {"POST": (RUNS, 302)},
    "make-play-off": {"POST": (RUNS, 409)},
    "add-play-off": {"POST": (RUNS, 422)},
    "move-match": {"GET": (RUNS, 200), "POST": (RUNS, 422)},
    "move-night": {"GET": (RUNS, 200), "POST": (RUNS, 422)},
    "swap-match": {"POST": (RUNS, 422)},
    "replay-match": {"POST": (RUNS, 422)},
    "match-goes-on": {"POST": (RUNS, 422)},
    "drop-play-off": {"POST": (RUNS, 302)},
    "league-money": {"GET": (RUNS, 200)},
    "charge-fees": {"POST": (RUNS, 422)},
    "charge-all-fees": {"POST": (RUNS, 302)},
    "charge-teams": {"GET": (RUNS, 200), "POST": (RUNS, 422)},
    "team-money": {"GET": (RUNS, 200)},
    "enter-team-money": {"GET": (RUNS, 200), "POST": (RUNS, 422)},
    "team-statement": {"GET": (RUNS, 200)},
    "captain-answers": {"POST": (RUNS, 409)},
    # No match is on the night that nobody names.
    "match-cards": {"GET": (SERVES, 404)},
    "match-card": {"GET": (SERVES, 200)},
    "league-cards": {"GET": (SERVES, 200)},
    "penalise": {"POST": (RUNS, 422)},
    "give-penalty-back": {"POST": (RUNS, 404)},
    "one-card": {"GET": (SERVES, 200), "POST": (SERVES, 422)},
    # Nothing stands on it, and it is not late.
    "take-card-in": {"POST": (SERVES, 409)},
    "open-card-again": {"POST": (RUNS, 302)},
    "late-card": {"POST": (RUNS, 422)},
    "give-walkover": {"POST": (RUNS, 422)},
    "api-tokens": {"GET": (OWNS, 200), "POST": (OWNS, 422)},
    "revoke-api-token": {"POST": (OWNS, 302)},
    "diary": {"GET": (RUNS, 200)},
    "take-along": {"GET": (RUNS, 200)},
    "club-file": {"GET": (OWNS, 200), "POST": (OWNS, 302)},
    "spreadsheets": {"GET": (RUNS, 200)},
    "workbook": {"GET": (RUNS, 200)},
    "session": {"GET": (WRITES_HERE, 200)},
    "open-table": {"GET": (RUNS_HERE, 302), "POST": (RUNS_HERE, 422)},
    "notice": {"POST": (RUNS_HERE, 409)},
    "edit-session": {"GET": (RUNS_HERE, 200), "POST": (RUNS_HERE, 409)},
    "come-to-call": {"POST": (WRITES_HERE, 409)},
    "settle-call": {"POST": (WRITES_HERE, 409)},
    "call-off": {"GET": (RUNS, 200), "POST": (RUNS, 409)},
    "door": {"GET": (WRITES_HERE, 200)},
    "arrive": {"POST": (WRITES_HERE, 422)},
    "door-player": {"GET": (WRITES_HERE, 200)},
    "undo-arrival": {"POST": (WRITES_HERE, 409)},
    "leave": {"POST": (WRITES_HERE, 422)},
    "door-fee": {"POST": (WRITES_HERE, 422)},
    "seats": {"GET": (WRITES_HERE, 200)},
    "make-plan": {"POST": (WRITES_HERE, 422)},
    "plan": {"GET": (WRITES_HERE, 200)},
    "move-in-plan": {"POST": (WRITES_HERE, 422)},
    "draw-again": {"POST": (WRITES_HERE, 409)},
    "drop-plan": {"POST": (WRITES_HERE, 409)},
    "open-plan": {"POST": (RUNS_HERE, 422)},
    "sign-ups": {"GET": (RUNS_HERE, 200)},
    "sign-up-terms": {"GET": (RUNS_HERE, 200), "POST": (RUNS_HERE, 422)},
    "close-sign-ups": {"POST": (RUNS_HERE, 422)},
    "renew-sign-ups": {"POST": (RUNS_HERE, 409)},
    "add-sign-up": {"POST": (RUNS_HERE, 409)},
    "enter-sign-ups": {"POST": (RUNS_HERE, 409)},
    "poster": {"GET": (RUNS_HERE, 200)},
    "clear-sign-ups": {"GET": (RUNS_HERE, 200), "POST": (RUNS_HERE, 422)},
    "put-sign-ups-back": {"POST": (RUNS_HERE, 422)},
    "sign-up": {"GET": (RUNS_HERE, 200)},
    "correct-sign-up": {"POST": (RUNS_HERE, 422)},
    "join-sign-ups": {"POST": (RUNS_HERE, 422)},
    "strike-sign-up": {"POST": (RUNS_HERE, 409)},
    "who-signed-up": {"POST": (RUNS_HERE, 422)},
    "passes": {"GET": (RUNS_HERE, 200)},
    "renew-pass": {"POST": (RUNS_HERE, 404)},
    "remove-table": {"POST": (RUNS_HERE, 409)},
    "renew-link": {"POST": (RUNS_HERE, 302)},
    # The table has no such phone.
    "name-phone": {"POST": (RUNS_HERE, 404)},
    "close-session": {"GET": (RUNS_HERE, 302), "POST": (RUNS_HERE, 409)},
    "reopen-session": {"POST": (RUNS_HERE, 422)},
    "settlement": {"GET": (WRITES_HERE, 200)},
    "settlement-sheet": {"GET": (WRITES_HERE, 200)},
    "picture": {"GET": (WRITES_HERE, 404)},
    "attendance-sheet": {"GET": (WRITES_HERE, 200)},
    "seating-sheet": {"GET": (WRITES_HERE, 200)},
    "table-cards": {"GET": (WRITES_HERE, 200)},
    "tonight-sheet": {"GET": (WRITES_HERE, 200)},
    "pay": {"POST": (RUNS_HERE, 422)},
    "take-in-sheet": {"GET": (RUNS_HERE, 200), "POST": (RUNS_HERE, 422)},
    "carry-over": {"POST": (RUNS_HERE, 422)},
    "accounts": {"GET": (RUNS, 200)},
    "enter-line": {"GET": (RUNS, 200), "POST": (RUNS, 422)},
    "book-year": {"GET": (RUNS, 200)},
    "book-year-sheet": {"GET": (RUNS, 200)},
    "book-year-file": {"GET": (RUNS, 200)},
    "cash-book-file": {"GET": (RUNS, 200)},
    "book-year-workbook": {"GET": (RUNS, 200)},
    "cash-book-workbook": {"GET": (RUNS, 200)},
    "opening": {"GET": (RUNS, 200), "POST": (RUNS, 422)},
    "together": {"GET": (RUNS, 200)},
    "take-back-together": {"POST": (RUNS, 302)},
    "cash-box": {"GET": (RUNS, 200)},
    "account": {"GET": (RUNS, 200)},
    "statement": {"GET": (RUNS, 200)},
    "statements": {"GET": (RUNS, 200)},
    "take-back-line": {"POST": (RUNS, 302)},
    "receipt": {"GET": (RUNS, 200)},
    "settle-waiting": {"POST": (RUNS, 422)},
    "evening-money": {"GET": (RUNS, 200)},
    "evening-receipts": {"GET": (RUNS, 200)},
    "cut-in": {"GET": (WRITES_HERE, 200), "POST": (WRITES_HERE, 422)},
    "declare-candidate": {"POST": (WRITES_HERE, 422)},
    "withdraw-candidate": {"POST": (WRITES_HERE, 404)},
    "leave-table": {"POST": (WRITES_HERE, 422)},
    "stand-in": {"POST": (WRITES_HERE, 422)},
    "come-back": {"POST": (WRITES_HERE, 422)},
    "break-up": {"POST": (WRITES_HERE, 422)},
    "take-in-tournament": {"GET": (RUNS, 200), "POST": (RUNS, 422)},
    "tournament-file": {"GET": (WRITES_HERE, 200)},
    "prizes": {"GET": (WRITES_HERE, 200)},
    "finish-tournament": {"POST": (RUNS_HERE, 302)},
    "adjustments": {"GET": (RUNS_HERE, 200), "POST": (RUNS_HERE, 422)},
    "remove-adjustment": {"POST": (RUNS_HERE, 422)},
    "set-handicap": {"POST": (RUNS_HERE, 422)},
    "going-on": {"GET": (RUNS, 200)},
    "open-final": {"POST": (RUNS, 422)},
    "open-plate": {"POST": (RUNS, 422)},
    "open-tournament-again": {"POST": (RUNS_HERE, 409)},
    "decide-cut": {"POST": (RUNS_HERE, 422)},
    "count-pot": {"POST": (RUNS_HERE, 422)},
    "hold-tickets": {"POST": (RUNS_HERE, 422)},
    "carry-pot-on": {"POST": (RUNS_HERE, 422)},
    "pay-prize": {"POST": (RUNS_HERE, 422)},
    "take-prize-back": {"POST": (RUNS_HERE, 302)},
    "prize-receipts": {"GET": (RUNS_HERE, 404)},
    "tournament": {"GET": (WRITES_HERE, 200)},
    "open-tournament": {"GET": (RUNS, 200), "POST": (RUNS, 422)},
    "from-phones": {"GET": (RUNS_HERE, 200)},
    "make-tournament": {"GET": (RUNS_HERE, 200), "POST": (RUNS_HERE, 422)},
    "enter-who-checks-in": {"POST": (RUNS_HERE, 422)},
    "tournament-settings": {"GET": (RUNS_HERE, 200), "POST": (RUNS_HERE, 422)},
    "take-format": {"POST": (RUNS_HERE, 422)},
    "sit-out-alike": {"POST": (RUNS_HERE, 422)},
    "save-format": {"POST": (RUNS_HERE, 422)},
    "delete-format": {"POST": (RUNS_HERE, 404)},
    "drop-tournament": {"POST": (RUNS_HERE, 409)},
    "entrants": {"GET": (WRITES_HERE, 200)},
    "enter-from-club": {"GET": (RUNS_HERE, 200), "POST": (RUNS_HERE, 200)},
    "enter": {"POST": (RUNS_HERE, 422)},
    "paste-entrants": {"POST": (RUNS_HERE, 422)},
    "enter-who-is-here": {"POST": (RUNS_HERE, 409)},
    "change-entrant": {"POST": (RUNS_HERE, 422)},
    "entrant-comes": {"POST": (WRITES_HERE, 422)},
    "entrant-pays": {"POST": (WRITES_HERE, 422)},
    "tick-entrants": {"POST": (WRITES_HERE, 422)},
    "absent-out": {"POST": (RUNS_HERE, 422)},
    "draw-round": {"POST": (RUNS_HERE, 422)},
    "draw-check": {"GET": (WRITES_HERE, 404)},
    "tournament-round": {"GET": (WRITES_HERE, 200)},
    "swap-places": {"POST": (RUNS_HERE, 422)},
    "draw-round-again": {"POST": (RUNS_HERE, 409)},
    "publish-round": {"POST": (RUNS_HERE, 409)},
    "start-round": {"POST": (RUNS_HERE, 409)},
    "pause-round": {"POST": (RUNS_HERE, 409)},
    "resume-round": {"POST": (RUNS_HERE, 409)},
    "end-round": {"POST": (RUNS_HERE, 422)},
    "take-back-round": {"POST": (RUNS_HERE, 422)},
    "seats-right": {"GET": (RUNS_HERE, 200), "POST": (RUNS_HERE, 422)},
    "round-table": {"GET": (WRITES_HERE, 200)},
    "decide-table": {"POST": (RUNS_HERE, 422)},
    "withdraw-report": {"POST": (RUNS_HERE, 422)},
    "right-report": {"POST": (RUNS_HERE, 422)},
    "table-not-played": {"POST": (RUNS_HERE, 422)},
    "extra-time": {"POST": (RUNS_HERE, 422)},
    "hold-clock": {"POST": (RUNS_HERE, 409)},
    "desk": {"GET": (WRITES_HERE, 200)},
    "type-card": {"POST": (WRITES_HERE, 422)},
    "type-slip": {"POST": (WRITES_HERE, 422)},
    "type-whole": {"POST": (WRITES_HERE, 422)},
    "take-back-card": {"POST": (WRITES_HERE, 422)},
    "card-pictures": {"GET": (WRITES_HERE, 200)},
    "add-pictures": {"POST": (WRITES_HERE, 422)},
    "answer-card": {"POST": (WRITES_HERE, 422)},
    "forget-pictures": {"POST": (WRITES_HERE, 302)},
    "card-clipping": {"GET": (WRITES_HERE, 404)},
    "tournament-bracket": {"GET": (WRITES_HERE, 200)},
    "tournament-standings": {"GET": (WRITES_HERE, 200)},
    "fairness": {"GET": (WRITES_HERE, 200)},
    "fairness-sheet": {"GET": (WRITES_HERE, 200)},
    "tournament-papers": {"GET": (WRITES_HERE, 200)},
    "tally-cards": {"GET": (WRITES_HERE, 200)},
    "tournament-table-cards": {"GET": (WRITES_HERE, 404)},
    "round-seating": {"GET": (WRITES_HERE, 200)},
    "master-grid": {"GET": (WRITES_HERE, 200)},
    "result-slips": {"GET": (WRITES_HERE, 200)},
    "blank-tally-cards": {"GET": (WRITES_HERE, 200)},
    "results-sheet": {"GET": (WRITES_HERE, 200)},
    "prizes-sheet": {"GET": (WRITES_HERE, 200)},
    "certificates": {"GET": (WRITES_HERE, 404)},
    "tournament-people": {"GET": (RUNS_HERE, 200)},
    "come-late": {"POST": (RUNS_HERE, 422)},
    "place-late": {"POST": (RUNS_HERE, 422)},
    "take-late-comer-out": {"POST": (RUNS_HERE, 422)},
    "leave-tournament": {"POST": (RUNS_HERE, 422)},
    "replace-one-of-pair": {"POST": (RUNS_HERE, 422)},
    "come-back-to-tournament": {"POST": (RUNS_HERE, 422)},
    "add-ghost": {"POST": (RUNS_HERE, 409)},
    "take-ghost-out": {"POST": (RUNS_HERE, 422)},
}

# Under a pass: its right, and what a live one is answered. A revoked one: 410; none, or another
# right's: 404.
BY_PASS = {
    "wall": ("wall", {"GET": 200}),
    "self-check-in": ("door", {"GET": 200, "POST": 422}),
    "calendar": ("calendar", {"GET": 200}),
    "players": ("players", {"GET": 200}),
    "players-draw-check": ("players", {"GET": 404}),
    "player-card": ("players", {"GET": 200}),
    "player-card-told": ("players", {"GET": 200, "POST": 422}),
    # Where the site sends no mail.
    "player-card-mail": ("players", {"GET": 404, "POST": 404}),
}

# Under a table's link, {method: answers to LINKS}, for a phone without an account.
BY_LINK = {
    "pad": {"GET": (200, 302, 403, 410, 404), "POST": (405,) * 5},
    "preview": {"GET": (405,) * 5, "POST": (200, 403, 403, 410, 404)},
    "deal": {"GET": (405,) * 5, "POST": (409, 403, 403, 410, 404)},
    "mark": {"GET": (405,) * 5, "POST": (409, 403, 403, 410, 404)},
    "bank": {"GET": (405,) * 5, "POST": (409, 403, 403, 410, 404)},
    "table-penalty": {"GET": (200, 403, 403, 410, 404), "POST": (422, 403, 403, 410, 404)},
    "log-hand": {"GET": (405,) * 5, "POST": (422, 403, 403, 410, 404)},
    "send-hand": {"GET": (405,) * 5, "POST": (400, 403, 403, 410, 404)},
    "begin-hand": {"GET": (405,) * 5, "POST": (422, 403, 403, 410, 404)},
    "correct-hand": {"GET": (200, 403, 403, 410, 404), "POST": (422, 403, 403, 410, 404)},
    "take-back-hand": {"GET": (405,) * 5, "POST": (302, 403, 403, 410, 404)},
    "put-back-hand": {"GET": (405,) * 5, "POST": (302, 403, 403, 410, 404)},
    "decide-hand": {"GET": (405,) * 5, "POST": (422, 403, 403, 410, 404)},
    "say-agreed": {"GET": (405,) * 5, "POST": (422, 403, 403, 410, 404)},
    "let-stand": {"GET": (405,) * 5, "POST": (403, 403, 403, 410, 404)},
    "call-for-help": {"GET": (405,) * 5, "POST": (422, 403, 403, 410, 404)},
    "take-call-back": {"GET": (405,) * 5, "POST": (302, 403, 403, 410, 404)},
    "ask-agreement": {"GET": (405,) * 5, "POST": (422, 403, 403, 410, 404)},
    "score": {"GET": (200, 200, 403, 410, 404), "POST": (405,) * 5},
    "history": {"GET": (200, 200, 403, 410, 404), "POST": (405,) * 5},
    "reread": {"GET": (200, 200, 403, 410, 404), "POST": (405,) * 5},
    "laws": {"GET": (200, 200, 403, 410, 404), "POST": (405,) * 5},
    "table-rules": {"GET": (200, 200, 403, 410, 404), "POST": (405,) * 5},
    "table-rules-sheet": {"GET": (200, 200, 403, 410, 404), "POST": (405,) * 5},
    "table-people": {"GET": (200, 403, 403, 410, 404), "POST": (422, 403, 403, 410, 404)},
    "rename-at-table": {"GET": (405,) * 5, "POST": (403, 403, 403, 410, 404)},
    "table-terms": {"GET": (403, 403, 403, 410, 404), "POST": (403, 403, 403, 410, 404)},
    "put-right": {"GET": (200, 403, 403, 410, 404), "POST": (422, 403, 403, 410, 404)},
    "board": {"GET": (200, 200, 403, 410, 404), "POST": (405,) * 5},
    "manifest": {"GET": (200, 200, 403, 410, 404), "POST": (405,) * 5},
    "device": {"GET": (200, 200, 403, 410, 404), "POST": (405,) * 5},
    "round-by-link": {"GET": (302, 302, 403, 410, 404), "POST": (409, 403, 403, 410, 404)},
    "say-who-won": {"GET": (405,) * 5, "POST": (409, 403, 403, 410, 404)},
    "say-right": {"GET": (405,) * 5, "POST": (409, 403, 403, 410, 404)},
    "round-in-short": {"GET": (404, 403, 403, 410, 404), "POST": (405,) * 5},
    "ring-bell": {"GET": (405,) * 5, "POST": (409, 403, 403, 410, 404)},
    "share": {"GET": (200, 200, 403, 410, 404), "POST": (405,) * 5},
    "table-settlement": {"GET": (200, 200, 200, 410, 404), "POST": (405,) * 5},
    "table-settlement-sheet": {"GET": (200, 200, 200, 410, 404), "POST": (405,) * 5},
    "table-picture": {"GET": (404, 404, 404, 410, 404), "POST": (405,) * 5},
    "score-sheet": {"GET": (200, 200, 403, 410, 404), "POST": (405,) * 5},
    "blank-sheet": {"GET": (200, 200, 403, 410, 404), "POST": (405,) * 5},
    "sheet-file": {"GET": (200, 200, 403, 410, 404), "POST": (405,) * 5},
    "host": {"GET": (302, 302, 302, 410, 404), "POST": (405,) * 5},
}

# Under an invitation, {method: answers to INVITATIONS}, for a phone without an account.
INVITATIONS = ("open", "for a password", "used", "run out", "revoked", "forged")
# An evening's list (of a closed session) and a name on it, each by its own address; then forged.
BY_LIST = {
    "put-down": {"GET": (200, 404), "POST": (422, 404)},
    "my-place": {"GET": (200, 404)},
    "cancel-my-place": {"POST": (409, 404)},
    "correct-my-place": {"POST": (422, 404)},
    "come-after-all": {"POST": (409, 404)},
    "my-place-told": {"GET": (200, 404), "POST": (422, 404)},
    "my-place-mail": {"GET": (404, 404), "POST": (404, 404)},
}
# A player's own page: by the live link, a revoked and a forged one, those of somebody of another
# club, which opens nothing, and of somebody who was forgotten.
BY_PERSONAL_LINK = {
    "own-page": {"GET": (200, 410, 404, 200, 410)},
    "own-page-told": {"GET": (200, 410, 404, 404, 410), "POST": (422, 410, 404, 404, 410)},
    "own-page-mail": {"GET": (404, 410, 404, 404, 410), "POST": (404, 410, 404, 404, 410)},
    "own-comes": {"POST": (422, 410, 404, 404, 410)},
    "own-unnamed": {"POST": (422, 410, 404, 422, 410)},
    "own-contact": {"POST": (302, 410, 404, 404, 410)},
    "own-forget": {"POST": (422, 410, 404, 422, 410)},
    "own-data": {"GET": (200, 410, 404, 404, 410)},
    "own-not-mine": {"POST": (302, 410, 404, 302, 410)},
}
# By a link of a mail: of an address that is told or asked, and a forged one. Stopped twice is once.
BY_MAIL = {
    "confirm-mail": {"GET": (200, 404), "POST": (302, 404)},
    "stop-being-told": {"GET": (200, 200), "POST": (200, 200)},
}
# A captain's own pages: by the live link, a revoked and a forged one, that of a team of another
# league, and that of one of this league whose match and squad it is not.
BY_CAPTAIN = {
    "captains-match": {"GET": (200, 410, 404, 404, 403)},
    "name-pairs": {"POST": (302, 410, 404, 404, 403)},
    "tell-games": {"POST": (404, 410, 404, 404, 403)},
    "send-games": {"POST": (404, 410, 404, 404, 403)},
    "open-pads": {"POST": (409, 410, 404, 404, 403)},
    "next-league-round": {"POST": (409, 410, 404, 404, 403)},
    "take-from-pads": {"POST": (302, 410, 404, 404, 403)},
    "confirm-card": {"POST": (422, 410, 404, 404, 403)},
    "dispute-card": {"POST": (422, 410, 404, 404, 403)},
    "captains-match-card": {"GET": (200, 410, 404, 404, 403)},
    "captain": {"GET": (200, 410, 404, 200, 200)},
    "captains-table": {"GET": (200, 410, 404, 200, 200)},
    "captains-money": {"GET": (200, 410, 404, 200, 200)},
    "captains-statement": {"GET": (200, 410, 404, 200, 200)},
    "captains-squad": {"GET": (200, 410, 404, 200, 200), "POST": (422, 410, 404, 422, 422)},
    "ask-transfer": {"POST": (422, 410, 404, 422, 422)},
    # The transfer that was asked for is of the first team.
    "captain-settles": {"POST": (422, 410, 404, 404, 404)},
    "captains-fixtures": {"GET": (200, 410, 404, 200, 200)},
    # Nothing is published yet.
    "captains-card": {"GET": (404, 410, 404, 404, 404)},
    "captains-calendar": {"GET": (200, 410, 404, 200, 200)},
}
# What anybody may look at of a league that is open to all: 200; all else is refused as ever.
OPEN_LEAGUE = {
    *("league", "league-agreed", "league-teams", "league-team"),
    *("league-fixtures", "league-calendar", "league-cup"),
    *("league-results", "league-averages", "league-between", "league-report", "league-wall"),
    *("league-paper", "league-sheet", "league-workbook", "league-table-data"),
}
# Under a token of the API, {method: answers to TOKENS}; all of them are of a closed session, whose
# tournament is the evening's and whose statement was signed.
TOKENS = ("tells", "reads", "of another club", "revoked", "of a club's file", "forged", "none")
OUT = (401,) * 4
READS = {"GET": (200, 200, 200, *OUT), "POST": (405,) * 7}
READS_OURS = {"GET": (200, 200, 404, *OUT), "POST": (405,) * 7}
BY_TOKEN = {
    **dict.fromkeys(
        ("api", "api-people", "api-evenings", "api-seasons", "api-leagues", "api-accounts"), READS
    ),
    **dict.fromkeys(("api-book", "api-club"), READS),
    **dict.fromkeys(
        ("api-person", "api-evening", "api-sheet", "api-score", "api-settlement"), READS_OURS
    ),
    **dict.fromkeys(("api-tournament", "api-season", "api-league"), READS_OURS),
    "api-tell": {"GET": (405,) * 7, "POST": (415, 403, 404, *OUT)},
    "api-nothing": dict.fromkeys(("GET", "POST"), (404, 404, 404, *OUT)),
}
BY_INVITATION = {
    "invitation": {"GET": (200, 200, 410, 410, 410, 404), "POST": (422, 422, 410, 410, 410, 404)},
}


@pytest.fixture
def hall():
    """A hall in full swing, with a hand logged, house rules made, and self check-in."""
    hall = a_hall()
    hall["club"].self_check_in = True
    hall["club"].save()
    hall["hand"] = log(hall["table"], "Eve! 5")
    hall["officer"] = hall["club"].officers.get(role="scorer")
    hall["invitation"] = hall["club"].invitations.create(role="scorer", whom="Zoe", made_by="kate")
    hall["program"] = a_token(hall["club"]).token
    days = {"starts_on": date(2026, 1, 1), "ends_on": date(2026, 12, 31)}
    hall["season"] = make_season(club=hall["club"], name="2026", order=["points"], **days)
    hall["earlier"] = hall["club"].earlier_lists.create(name="Results of 2025", by="kate")
    hall["house"] = make_house_rules(
        club=hall["club"], base="keller", name="Ours", changes={"euchre": 3}
    )
    hall["round"] = a_round_here(hall["session"])
    about = {"table": hall["table"], "about": "laws", "called_by": "phone K7"}
    hall["call"] = hall["session"].help_calls.create(**about)
    names = SignUpList.objects.create(session=hall["session"], by="kate")
    hall["name"] = names.names.create(name="Zoe", by="phone K7")
    league = a_league(club=hall["club"])
    hall["league"], hall["match"] = league, a_match(league, "Mounties", "Trolls")
    hall["team"] = league.teams.get(name="Mounties")
    trolls = league.teams.get(name="Trolls")
    (gus,) = a_squad(trolls, "Gus")
    a_squad(hall["team"], "Hal")
    hall["asked"] = TransferRequest.objects.create(
        player=gus, leaves=trolls, joins=hall["team"], asked_by="captain of Mounties"
    )
    hall["other league"] = a_league(club=hall["other club"])
    hall["plan"] = hall["session"].plans.create(way="hand", seed=1, made_by="kate")
    sold = {
        "club": hall["club"],
        "session": hall["session"],
        "what": "received",
        "amount_minor": 100,
    }
    hall["entry"] = enter(**sold, key=some_id(1), actor=PHONE).line
    subscription = {"what": "charge", "amount_minor": 100, "note": "2026", "club": hall["club"]}
    enter_for_each(people=hall["club"].players.all(), key=some_id(2), actor=PHONE, **subscription)
    return hall


@pytest.fixture
def morning_after(hall):
    """The hall with its session closed."""
    return hall | {"payment": close(hall["session"]).payments.first()}


@cache
def addresses():
    """Return every address of the site by its name, with its template and its parameters."""
    known = get_resolver().reverse_dict
    return {name: known[name][0][0] for name in known if isinstance(name, str)}


def test_every_address_is_in_the_table_of_rights():
    assert sorted(addresses()) == sorted(
        [
            *(*RIGHTS, *BY_PASS, *BY_LINK, *BY_LIST),
            *(*BY_CAPTAIN, *BY_PERSONAL_LINK, *BY_INVITATION, *BY_MAIL, *BY_TOKEN),
        ]
    )


def test_the_only_other_addresses_belong_to_the_admin():
    """tests/site/views/test_admin.py walks them."""
    assert set(get_resolver().namespace_dict) == {"admin"}


ABOUT = {"clubs": "club", "open": "club", "leagues": "league", "matches": "match"}
"""What the first number of an address is of, by its first word; else of an evening."""


def path_of(name, hall, token=""):
    template, wanted = addresses()[name]
    if "about" not in hall:  # asked once: whatever a visitor stores is taken back
        hall["about"] = about(hall)
    kind = ABOUT.get(template.split("/")[0], "session")
    known = {**hall["about"], "token": token, "pk": hall[kind].pk}
    return "/" + template % {key: known[key] for key in wanted}


def about(hall):
    """What the names in the addresses stand for, but for `token` and `pk`."""
    return {
        "code": "T22-23Q",
        "backup": "bowerbook.zip",
        "id": hall["hand"].pk,
        "no": 1,
        "what": "table",
        "name": hall["name"].pk,
        "team": hall["team"].pk,
        "member": hall["team"].squad.first().pk,
        "asked": hall["asked"].pk,
        "match": hall["match"].pk,
        "table": 1,
        "format": 0,
        "right": "watch",
        "signs": "K7",
        "key": "keller",
        "page": "player",
        "house": hall["house"].pk,
        "plan": hall["plan"].pk,
        "rest": "else",
        "league": hall["league"].pk,
        "program": hall["program"].pk,
        "season": hall["season"].pk,
        "officer": hall["officer"].pk,
        "passkey": 1,
        "invitation": hall["invitation"].pk,
        "entry": hall["entry"].pk,
        "call": hall["call"].pk,
        "evening": hall["session"].pk,
        "player": hall["session"].club.players.first().pk,
        "together": some_id(2),
        "brought": hall["earlier"].pk,
        "clip": 0,
        "payment": hall["payment"].pk if "payment" in hall else 0,
    }


def status(method, client, path, secret=""):
    """Return the status of the response. A refusal must not have stored anything. A page behind a
    login or link must not be cached. A public page may be cached with its tag, to be revalidated.
    All writes are rolled back."""
    with undone(), stored_meanwhile() as stored:
        headers = {"Authorization": f"Bearer {secret}"} if secret else {}
        ask = client.get if method == "GET" else client.post
        answer = ask(path, headers=headers)
    assert answer.status_code < 400 or not stored, (path, stored)
    kept = {"private", "no-store"} - set(answer.get("Cache-Control", "").split(", "))
    open_ = path.startswith(OPEN_TO_ALL) or (kept == {"no-store"} and "ETag" in answer)
    assert not kept or open_, (path, answer.headers)
    return answer.status_code


OPEN_TO_ALL = (
    *("/help/", "/rules/", "/look", "/sw.js", "/open/", "/see/", "/api/openapi.json"),
    *("/told/worker.js", "/told/app.webmanifest", "/told/moved"),
)
"""Public pages that are the same for all visitors. A browser may cache them."""


@contextmanager
def stored_meanwhile():
    """Yield the list of statements that change our rows. It grows inside the block."""
    stored = []

    def note(execute, sql, *rest):
        if not sql.startswith(READS) and " scoring_" in sql.replace('"', ""):
            stored.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(note):
        yield stored


READS = ("SELECT", "SAVEPOINT", "RELEASE", "ROLLBACK")


def browser_with(cookies):
    """A phone that has these cookies, whatever became of them at another's."""
    phone = a_phone()
    phone.cookies = deepcopy(cookies)
    return phone


@pytest.fixture(autouse=True)
def no_processes(monkeypatch):
    """Make the processes of the backup pages fail at once. They would use another database."""
    failed = SimpleNamespace(returncode=1, communicate=lambda timeout: ("CommandError: no.", None))
    monkeypatch.setattr("scoring.site.backup.keeper.command", lambda *words: failed)


@pytest.mark.parametrize("who", PEOPLE)
def test_every_address_answers_every_visitor_as_the_table_says(who, morning_after):
    """Visitors without the right are refused. Those with it are tried one after the other."""
    cookies = browser_of(who, morning_after).cookies
    asked = [(method, name) for name in RIGHTS for method in ("GET", "POST")]
    found, expected = {}, {}
    for no, (method, name) in enumerate(asked):
        let_in, answer = RIGHTS[name].get(method, (EVERYBODY, 405))
        if who in let_in and who not in proof.share(no, sorted(let_in)):
            continue
        expected[method, name] = answer if who in let_in else 403
        phone = browser_with(cookies)
        found[method, name] = status(method, phone, path_of(name, morning_after))
    assert found == expected


def test_every_address_with_a_code_answers_as_the_table_says(hall):
    found, expected = {}, {}
    for name, (right, answers) in BY_PASS.items():
        with undone():
            tokens = [token_of_pass(who, right, hall) for who in PASSES]
            for method in ("GET", "POST"):
                live = answers.get(method, 405)
                expected[method, name] = (405,) * 4 if live == 405 else (live, 410, 404, 404)
                found[method, name] = answers_to(method, name, tokens, hall)
    assert found == expected


def answers_to(method, name, tokens, hall):
    """What a phone without an account is answered with each of the tokens."""
    return tuple(status(method, a_phone(), path_of(name, hall, token)) for token in tokens)


def test_every_address_under_a_link_answers_as_the_table_says(hall):
    tokens = [token_of_link(who, hall["table"]) for who in LINKS]
    found = {
        name: {method: answers_to(method, name, tokens, hall) for method in ("GET", "POST")}
        for name in BY_LINK
    }
    assert found == BY_LINK


def token_of_invitation(who, hall):
    about = {
        "for a password": {"user": hall["officer"].user},
        "used": {"used_at": timezone.now()},
        "run out": {"good_until": timezone.now()},
        "revoked": {"revoked_at": timezone.now()},
    }
    made = hall["club"].invitations.create(role="scorer", made_by="kate", **about.get(who, {}))
    return "A" * 16 if who == "forged" else made.token


def test_every_address_under_a_list_answers_as_the_table_says(morning_after):
    name = morning_after["name"]
    own = {"put-down": name.sign_up_list.token}
    found = {
        address: {
            method: answers_to(
                method, address, [own.get(address, name.token), "A" * 16], morning_after
            )
            for method in answers
        }
        for address, answers in BY_LIST.items()
    }
    assert found == BY_LIST


def test_every_address_of_a_mail_answers_as_the_table_says(morning_after):
    asked = ask_by_mail(whom=morning_after["name"], address="zoe@example.org")
    found = {
        name: {
            method: answers_to(method, name, [asked.token, "A" * 16], morning_after)
            for method in answers
        }
        for name, answers in BY_MAIL.items()
    }
    assert found == BY_MAIL


def test_every_address_under_a_captains_link_answers_as_the_table_says(hall):
    teams = [hall["team"], hall["other league"].teams.first()]
    teams.append(hall["league"].teams.get(name="Shufflers"))
    live, elsewhere, beside = (captains_link(team).token for team in teams)
    revoked = TeamLink.objects.create(team=teams[0], revoked_at=timezone.now()).token
    tokens = [live, revoked, "A" * 16, elsewhere, beside]
    found = {
        name: {method: answers_to(method, name, tokens, hall) for method in answers}
        for name, answers in BY_CAPTAIN.items()
    }
    assert found == BY_CAPTAIN


def test_every_address_under_a_personal_link_answers_as_the_table_says(hall):
    ann, ben, *_ = hall["club"].players.all()
    stranger = hall["other club"].players.create(name="Xan")
    Club.objects.filter(pk=hall["club"].pk).update(own_parts=OwnPart.values)
    live, elsewhere, forgotten = (own_link(player).token for player in (ann, stranger, ben))
    hall["club"].players.filter(pk=ben.pk).update(forgotten_at=timezone.now())
    revoked = ann.personal_links.create(made_by="kate", revoked_at=timezone.now()).token
    tokens = [live, revoked, "A" * 16, elsewhere, forgotten]
    found = {
        name: {method: answers_to(method, name, tokens, hall) for method in answers}
        for name, answers in BY_PERSONAL_LINK.items()
    }
    assert found == BY_PERSONAL_LINK


@pytest.mark.parametrize("is_open", [True, False])
def test_a_stranger_sees_the_public_pages_of_an_open_league_and_nothing_else(hall, is_open):
    League.objects.filter(pk=hall["league"].pk).update(open_to_all=is_open)
    of_leagues = [
        name
        for name, methods in RIGHTS.items()
        if addresses()[name][0].startswith(("leagues/", "matches/")) and "GET" in methods
    ]
    found = {name for name in of_leagues if status("GET", a_phone(), path_of(name, hall)) == 200}
    assert found == (OPEN_LEAGUE if is_open else set())


OPEN_CLUB = {
    "": ["open", "open-data"],
    "results": [
        *("open-result", "open-result-data", "open-results", "open-results-data"),
        "open-results-feed",
    ],
    "seasons": ["open-season", "open-season-data"],
    "live": [],
}
"""Of each part of a club that may be open, its addresses; the evening of the hall is over."""


@pytest.mark.parametrize("part", Part.values)
def test_everyone_sees_the_open_parts_of_a_club_and_nothing_else(part, morning_after):
    """As a page, as data, in a frame, by HEAD; its own officers see no more than a stranger."""
    hall, other = morning_after, morning_after["other club"]
    of_all = [name for name in RIGHTS if addresses()[name][0].startswith("open/")]
    Club.objects.update(open_parts=[])
    Club.objects.filter(pk=hall["club"].pk).update(open_parts=[part])
    expected = sorted([*OPEN_CLUB[""], *OPEN_CLUB.get(part, [])])
    for who in ("stranger", "owner", "other club's owner"):
        browser, ways = browser_of(who, hall), {"": "get", "HEAD": "head", "?embed": "get"}
        for way, ask in ways.items() if who == "stranger" else [("", "get")]:
            paths = {name: path_of(name, hall) + way.removeprefix("HEAD") for name in of_all}
            answers = {name: getattr(browser, ask)(path) for name, path in paths.items()}
            shown = sorted(name for name in of_all if answers[name].status_code == 200)
            tagged = sorted(name for name in of_all if "ETag" in answers[name])
            assert (who, way, shown, tagged) == (who, way, expected, expected)
    # What is of one club is not shown under the number of another whose parts are all open.
    Club.objects.filter(pk=other.pk).update(open_parts=Part.values)
    of_another = [
        path_of(name, hall | {"club": other})
        for name in of_all
        if not name.startswith(("open-results", "open-data")) and name != "open"
    ]
    assert [a_phone().get(path).status_code for path in of_another] == [404] * 6


def secret_of(who, hall):
    if who == "none":
        return ""
    if who == "forged":
        return new_secret()
    right = "read" if who == "reads" else "tell"
    made = a_token(hall["other club" if who == "of another club" else "club"], right=right)
    changed = {"revoked": {"revoked_at": timezone.now()}, "of a club's file": {"digest": None}}
    noted = {"used_on": timezone.localdate()}  # else every first question would store the day
    ApiToken.objects.filter(pk=made.token.pk).update(**noted, **changed.get(who, {}))
    return made.secret


def test_every_address_of_the_api_answers_every_token_as_the_table_says(morning_after):
    secrets = [secret_of(who, morning_after) for who in TOKENS]
    found = {
        name: {
            method: tuple(
                status(method, Program(secret).client, path_of(name, morning_after), secret)
                for secret in secrets
            )
            for method in answers
        }
        for name, answers in BY_TOKEN.items()
    }
    assert found == BY_TOKEN


def test_every_address_under_an_invitation_answers_as_the_table_says(hall):
    tokens = [token_of_invitation(who, hall) for who in INVITATIONS]
    found = {
        name: {method: answers_to(method, name, tokens, hall) for method in ("GET", "POST")}
        for name in BY_INVITATION
    }
    assert found == BY_INVITATION
