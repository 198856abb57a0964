"""Every text that is stored, and what erasing a person's data does with each column.

The action and its test both read this table. A new text or JSON column needs an entry here
(tests/club/actions/test_forgotten_everywhere.py). Columns with fixed choices need none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256

from django.apps import apps
from django.db import models
from django.urls import reverse

from scoring.people.models import Club
from scoring.tournament.pure.formats import PRIZES

SECRET = "a random code, or a digest"
FACT = "a key, a number, or one of the program's own words"
OTHERS = "what another person is called, or how they are reached"
ENDED = "a phone or an address that asked for news; the person's own are deleted"
SITE = "no club's; addresses and files of the site"
DEVICE = "what people call a device of their own account, which can remove it"


@dataclass(frozen=True, kw_only=True)
class Texts:
    """The text columns of one model, as words. `names` and `notes` say what each is called."""

    club: str = ""
    """How its club is found."""
    by: str = ""
    """Who did something: an account, a captain, a phone, a program."""
    records: str = ""
    """Written by the program, or a name on a list. The person's name is always replaced."""
    notes: Mapping[str, str] = field(default_factory=dict)
    """Written by people about something. The name is replaced, unless the organiser keeps it."""
    names: Mapping[str, str] = field(default_factory=dict)
    """What something is called. The organiser chooses."""
    page: str = ""
    """The page that shows or changes them, and the columns that its address needs."""
    nobody: Mapping[str, str] = field(default_factory=dict)
    """Columns that hold no name to erase, by the reason."""

    @property
    def asked(self) -> dict[str, str]:
        return {**self.names, **self.notes}

    @property
    def columns(self) -> list[str]:
        """Every column that is decided on."""
        found = [*self.asked, *self.by.split(), *self.records.split()]
        return [*found, *(name for some in self.nobody.values() for name in some.split())]


SITTING = "sitting__table__session__club"
RECORD = f"record__{SITTING}"
TOURNAMENT = "tournament__session__club"
REPORT = "round_table__round__tournament__session"
TEXTS = {
    "Restored": Texts(nobody={SITE: "file program before", SECRET: "edition"}),
    "Visitor": Texts(nobody={SITE: "address started named mistyped challenged"}),
    "SecondFactor": Texts(nobody={SECRET: "sealed codes"}),
    "Passkey": Texts(nobody={SECRET: "credential public_key", DEVICE: "name"}),
    "Club": Texts(
        club="pk",
        names={"name": "Club", "place": "Place"},
        records="usual_rules",
        page="club-settings pk",
        nobody={FACT: "currency open_parts own_parts"},
    ),
    "Officer": Texts(club="club"),
    "Invitation": Texts(
        club="club", records="whom", by="made_by used_by", nobody={SECRET: "token"}
    ),
    "ApiToken": Texts(
        club="club",
        names={"name": "API token"},
        by="made_by",
        page="api-tokens club",
        nobody={SECRET: "digest"},
    ),
    "Event": Texts(club="club", records="said", by="by"),
    "Player": Texts(
        club="club",
        names={"short_name": "Short name"},
        notes={"notes": "Notes on a person"},
        page="edit-player club pk",
        nobody={OTHERS: "name key phone email"},
    ),
    "PersonalLink": Texts(club="player__club", by="made_by", nobody={SECRET: "token code"}),
    "ToldApart": Texts(club="one__club", by="by"),
    "HouseRules": Texts(
        club="club",
        names={"name": "House rules"},
        page="one-house club pk",
        nobody={FACT: "base changes"},
    ),
    "SavedFormat": Texts(
        club="club",
        names={"name": "Tournament format", "settings": "Tournament format"},
        page="open-tournament club",
        nobody={FACT: "style"},
    ),
    "ClubSession": Texts(
        club="club",
        names={"title": "Club night"},
        notes={"notice": "Notice"},
        page="edit-session pk",
    ),
    "Pass": Texts(club="club", nobody={SECRET: "token"}),
    "Answer": Texts(club="session__club", by="by"),
    "SignUpList": Texts(
        club="session__club",
        notes={"words": "Sign-up list"},
        by="by",
        page="sign-ups session",
        nobody={SECRET: "token"},
    ),
    "SignUp": Texts(
        club="sign_up_list__session__club",
        records="name partner_name",
        by="by cancelled_by",
        nobody={SECRET: "token origin"},
    ),
    "Plan": Texts(
        club="session__club", records="moved", by="made_by", nobody={FACT: "people tables"}
    ),
    "Attendance": Texts(
        club="session__club",
        notes={"fee_why": "Reason for a check-in fee"},
        by="by",
        page="door-player session player",
    ),
    "Table": Texts(club="session__club", nobody={FACT: "rules_key options marks"}),
    "TablePhone": Texts(
        club="table__session__club",
        names={"name": "Phone"},
        page="session table__session",
        nobody={FACT: "signs"},
    ),
    "Link": Texts(club="table__session__club", nobody={SECRET: "token"}),
    "HelpCall": Texts(club="session__club", by="called_by heard_by ended_by"),
    "Sitting": Texts(club="table__session__club", nobody={FACT: "rules_key options"}),
    "Reseating": Texts(
        club=SITTING,
        notes={"why": "Corrected seats"},
        by="by",
        page="session sitting__table__session",
        nobody={FACT: "before after"},
    ),
    "FormerTerms": Texts(
        club=SITTING,
        notes={"why": "Rules and stake"},
        by="by",
        page="session sitting__table__session",
        nobody={FACT: "rules_key options"},
    ),
    "HandRecord": Texts(
        club=SITTING,
        notes={"note": "Note on a hand", "irregularities": "Reason for a penalty"},
        by="logged_by",
        page=f"hand {SITTING} pk",
        nobody={FACT: "phone told_on bid taken special void redeal call turned made trump"},
    ),
    "Assent": Texts(
        club=RECORD, notes={"why": "Disputed hand"}, by="by", page=f"hand {RECORD} record"
    ),
    "Correction": Texts(
        club=RECORD,
        notes=dict.fromkeys(("why", "before", "after"), "Corrected hand"),
        by="by",
        page=f"hand {RECORD} record",
    ),
    "Closing": Texts(
        club="session__club",
        records="document",
        notes={"reopened_why": "Reopened club night"},
        by="closed_by reopened_by",
        page="session session",
    ),
    "Payment": Texts(club="closing__session__club", by="paid_by"),
    "Entry": Texts(
        club="club",
        names={"pot": "Pot"},
        notes={"note": "Account entry"},
        by="by",
        page="accounts club",
    ),
    "Tally": Texts(club="club", nobody={FACT: "rules_key play"}),
    "Season": Texts(
        club="club",
        names={"name": "Season"},
        page="edit-season club pk",
        nobody={FACT: "order place_points places_by"},
    ),
    "EarlierList": Texts(
        club="club", names={"name": "Imported results"}, by="by", page="earlier-list club pk"
    ),
    "EarlierResult": Texts(
        club="earlier__club",
        names={"title": "Imported results"},
        page="earlier-list earlier__club earlier",
    ),
    "Tournament": Texts(
        club="session__club",
        names={"settings": "Tournament settings"},
        records="results",
        page="tournament-settings session",
        nobody={FACT: "style plan room", SECRET: "secret next_secret"},
    ),
    "Entrant": Texts(
        club=TOURNAMENT,
        notes={"adjustments": "Adjusted score"},
        records="group",
        page="adjustments tournament__session",
        nobody={FACT: "carried wishes"},
    ),
    "Round": Texts(
        club=TOURNAMENT, records="moved", by="ended_by", nobody={FACT: "sitting_out was_out"}
    ),
    "Placing": Texts(club=f"round__{TOURNAMENT}", nobody={FACT: "seat"}),
    "Report": Texts(
        club=f"{REPORT}__club",
        notes={"why": "Reported result"},
        by="by withdrawn_by",
        page=f"session {REPORT}",
        nobody={FACT: "side points lones euchres tried tie forfeit"},
    ),
    "CardClip": Texts(nobody={SECRET: "digest", FACT: "marks"}),
    "League": Texts(
        club="club",
        names={"name": "League", "season": "Season of a league", "settings": "League settings"},
        page="league-settings pk",
        nobody={FACT: "dates"},
    ),
    "Division": Texts(club="league__club", names={"name": "Division"}, page="league-teams league"),
    "Venue": Texts(
        club="league__club",
        names={"name": "Venue", "address": "Address of a venue"},
        page="league-teams league",
    ),
    "Team": Texts(
        club="league__club",
        names={"name": "Team"},
        page="edit-team league pk",
        nobody={FACT: "not_on", "computed from the name": "name_key"},
    ),
    "TeamLink": Texts(club="team__league__club", nobody={SECRET: "token"}),
    "SquadMember": Texts(club="team__league__club", by="by"),
    "TransferRequest": Texts(club="joins__league__club", by="asked_by settled_by"),
    "CupRound": Texts(club="league__club", by="by"),
    "LeagueMatch": Texts(
        club="league__club",
        records="stage",
        notes={
            "dispute": "Disputed match card",
            "goes_on_why": "Winner of a tied match",
            "note": "Note on a match",
        },
        by="home_confirmed_by away_confirmed_by disputed_by counted_by",
        page="league-match pk",
    ),
    "Meeting": Texts(club="match__league__club", nobody={FACT: "games"}),
    "MeetingReport": Texts(club="meeting__match__league__club", by="by", nobody={FACT: "games"}),
    "MatchMove": Texts(
        club="match__league__club", notes={"why": "Moved match"}, by="by", page="league-match match"
    ),
    "TeamPenalty": Texts(
        club="team__league__club",
        notes={"why": "Points deducted"},
        by="by given_back_by",
        page="league-cards team__league",
    ),
    "Subscription": Texts(
        nobody={SECRET: "token fingerprint p256dh auth", ENDED: "sent_to", FACT: "known"}
    ),
    "Notification": Texts(
        club="club",
        records="title body",
        nobody={
            SECRET: "p256dh auth fingerprint stop_token",
            ENDED: "sent_to",
            FACT: "tag path",
        },
    ),
}
WRITTEN = {
    "Tournament.settings": {"name": 60, "gift": 60, "groups": 20, "when": 100},
    "SavedFormat.settings": {"name": 60, "gift": 60, "groups": 20, "when": 100},
    "Entrant.adjustments": {"why": 200},
    "Tournament.results": dict.fromkeys("gift group why prize cuts".split(), 200),
    "HandRecord.irregularities": {"why": 200},
    "Correction.before": {"why": 200},
    "Correction.after": {"why": 200},
    "Closing.document": {"rules": 200, "table": 200},
    "League.settings": dict.fromkeys("name where source rules parts stages cup words".split(), 200),
}
"""In these columns people type only the texts under these keys, up to this number of letters."""
ANY = 10**6
Replace = Callable[[str], str]


def replaced(column: str, value: object, replace: Replace) -> object:
    """Return the value of a column ("Plan.moved") with every text that people wrote replaced."""
    return _replaced(value, replace, WRITTEN.get(column, {}), 0 if column in WRITTEN else ANY)


def _replaced(value: object, replace: Replace, keys: Mapping[str, int], longest: int) -> object:
    def of(text: str) -> str:
        after = replace(text) if longest and text not in PRIZES else text
        return text if after == text else after[:longest].strip()

    if isinstance(value, str):
        return of(value)
    if isinstance(value, list):
        return [_replaced(one, replace, keys, longest) for one in value]
    if isinstance(value, dict):
        return {
            of(key): _replaced(one, replace, keys, longest or keys.get(key, 0))
            for key, one in value.items()
        }
    return value


def texts_in(column: str, value: object) -> list[str]:
    """Return the texts that people wrote in a value of this column."""
    found: list[str] = []

    def note(text: str) -> str:
        found.append(text)
        return text

    replaced(column, value, note)
    return found


def model_of(name: str) -> type[models.Model]:
    return apps.get_model("scoring", name)


def rows_of(club: Club, name: str) -> models.QuerySet:
    """Return a club's rows of a model in the table."""
    return model_of(name)._base_manager.filter(**{TEXTS[name].club: club.pk})


@dataclass(kw_only=True)
class Held:
    """A text that holds a person's name, and what it would be without."""

    text: str
    after: str
    must_choose: bool
    """Whether it is what something is called."""
    places: dict[str, str] = field(default_factory=dict)
    """What it is called there, by the address of its page."""

    @property
    def key(self) -> str:
        """What tells this text from others, as the name of a form's field."""
        return f"text-{sha256(self.text.encode()).hexdigest()[:16]}"


def texts_with(club: Club, without: Replace, *, but: int) -> list[Held]:
    """Return the texts to ask the organiser about, names first. `without` returns a text without
    the name. The entry of the player with the key `but` is erased as a whole."""
    found: dict[str, Held] = {}
    for name, texts in TEXTS.items():
        for column, called in texts.asked.items():
            for pk, address, text in _written_in(club, name, column):
                after = without(text)
                if after != text and (name, pk) != ("Player", but):
                    held = found.setdefault(text, Held(text=text, after=after, must_choose=False))
                    held.must_choose |= column in texts.names
                    held.places.setdefault(address, called)
    return sorted(found.values(), key=lambda held: not held.must_choose)


def _written_in(club: Club, name: str, column: str) -> Iterator[tuple[int, str, str]]:
    page, *needed = TEXTS[name].page.split()
    rows = rows_of(club, name).exclude(**{column: ""}).order_by("pk")
    for pk, value, *args in rows.values_list("pk", column, *needed).iterator():
        for text in texts_in(f"{name}.{column}", value):
            yield pk, reverse(page, args=args), text
