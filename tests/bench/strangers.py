"""The most that a stranger without an account can store, and what it costs to ask for it.

There are tables one short of their limits of hands, corrections, sittings and corrected seats, so
that one more is taken, and an evening of friends with a tournament. Every address that needs no
account is asked about each of them, and every form on its page is sent. Then the same evening
belongs to a club, and its owner is asked about.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial
from http import HTTPStatus
from itertools import count
from random import Random
from statistics import median
from urllib.parse import urljoin, urlsplit
from uuid import uuid4

from django.contrib.auth import get_user_model
from django.core import signing
from django.core.cache import cache
from django.core.management import call_command
from django.db.models import F
from django.http import HttpResponse
from django.test import Client
from django.urls import Resolver404, resolve
from django.utils import timezone

from scoring.common.access import HOSTING
from scoring.common.names import name_key
from scoring.common.permissions import Actor
from scoring.euchre.hand import PENALTY, TO_OTHERS, Hand, Irregularity
from scoring.euchre.refusals import MOST_PENALTIES
from scoring.euchre.sheet import LONGEST_REASON
from scoring.evening.actions.sessions import (
    MOST_CLOSINGS_OF_FRIENDS,
    close_session,
    reopen_session,
)
from scoring.models import (
    Assent,
    ClubSession,
    Correction,
    HandRecord,
    Link,
    Officer,
    Pass,
    Player,
    Reseating,
    Seat,
    SignUp,
    SignUpList,
    Sitting,
    Table,
    TablePhone,
    Tournament,
)
from scoring.people.actions.people import MOST_OF_FRIENDS
from scoring.table.actions.limits import (
    MOST_CORRECTIONS,
    MOST_HANDS,
    MOST_HANDS_OF_FRIENDS,
    MOST_IRREGULAR,
    MOST_PHONES,
    MOST_RESEATINGS,
    MOST_SITTINGS,
    MOST_TABLES_OF_FRIENDS,
    MOST_WAITING,
    MOST_WORDS,
)
from scoring.table.actions.tables import start_casual_table
from scoring.table.models.hands import hand_as_json
from scoring.tournament.actions.entrants import enter_by_name
from scoring.tournament.actions.setting_up import make_tournament
from tests import test_rights as rights
from tests.bench.evening import play_to_round_eight
from tests.bench.forms import forms_of
from tests.bench.pages import BareHandler
from tests.cast import form_of, undone
from tests.euchre.chance import any_hand

NOTE = ("The dealer turned a card, and no one is sure whose it was. " * 4)[:200]
NUMBERS = count()
DEAREST = 10
SIGNED_IN = ", signed in"
REPEATED = 3
CHEAP_MS = 60.0
"""An answer that takes less is asked for once, because it is none of the dearest."""
NOT_SENT = {"start-table", "put-away", "look", "sign-in", "sign-out", "password-change"}
"""Forms that are on every page, or of no evening."""
Found = tuple[float, float, str]


def names(number: int) -> list[str]:
    """Return different names of the 40 letters that one may have."""
    return [f"Maximiliane Wolkenstein-Trostburg {no:06}" for no in range(number)]


def reason() -> str:
    """Return another reason each time, as long as one may be."""
    return f"{next(NUMBERS):06} {NOTE}"[:LONGEST_REASON]


def a_table(rules_key: str, seats: int) -> Table:
    """Return a new table of friends, whose opponents are asked to confirm each hand."""
    table = start_casual_table(
        currency="GBP", names=names(seats), rules_key=rules_key, stake_minor=25, first_dealer=0
    )
    Table.objects.filter(pk=table.pk).update(asks_agreement=True, full=True)
    return Table.objects.get(pk=table.pk)


def hands(
    sitting: Sitting, number: int, *, irregular: int = MOST_IRREGULAR - 1, seed: int = 1
) -> list[HandRecord]:
    """Store so many hands of a sitting and return them, each with its note, and so many with their
    penalties."""
    random = Random(seed)
    seats, rules, found = len(sitting.players), sitting.rules, []
    while len(found) < number:
        hand = any_hand(random, rules, seats, wrong=0)
        if hand.void or hand.special or hand.alone is not None:
            continue
        record = HandRecord(id=uuid4(), sitting=sitting, note=NOTE)
        penalties = tuple(
            Irregularity(kind=PENALTY, by=no % seats, points=1, to=TO_OTHERS, why=reason())
            for no in range(MOST_PENALTIES)
        )
        record.hand = replace(
            hand,
            dealer=None,
            made=None,
            turned=None,
            call=None,
            irregularities=penalties if len(found) < irregular else (),
        )
        record.place, record.phone = 1 + len(found), "K7"
        record.logged_at = timezone.now() + timedelta(seconds=len(found))
        found.append(record)
    return HandRecord.objects.bulk_create(found)


def corrections(records: list[HandRecord], each: int) -> None:
    """Correct every hand so often, and let the opponents dispute it."""
    for record in records:
        record.revision = each
    HandRecord.objects.bulk_update(records, ["revision"])
    Correction.objects.bulk_create(
        Correction(
            record=record,
            kind=Correction.Kind.CORRECTED,
            before=hand_as_json(record.hand),
            after=hand_as_json(record.hand) | {"trump": "H"},
            why=NOTE,
            by="phone K7",
        )
        for record in records
        for _ in range(each)
    )


def corrected(rules_key: str, seats: int) -> Table:
    """A table full of hands, each corrected and disputed."""
    table = a_table(rules_key, seats)
    records = hands(table.sitting, MOST_HANDS - 1)
    corrections(records, MOST_CORRECTIONS // MOST_HANDS)
    Assent.objects.bulk_create(
        Assent(record=one, revision=one.revision, agrees=False, why=NOTE, by=f"phone {voice}")
        for one in records
        for voice in ("M3", "P4")[: MOST_WORDS // MOST_HANDS]
    )
    return table


def one_corrected() -> Table:
    """A table full of hands, all corrections of the last one."""
    table = a_table("call-ace", 6)
    *_, last = hands(table.sitting, MOST_HANDS - 1)
    corrections([last], MOST_CORRECTIONS - 1)
    return table


def waiting() -> Table:
    """A table full of hands, as many as may wait for approval, and of phones."""
    table, now = a_table("call-ace", 6), timezone.now()
    TablePhone.objects.bulk_create(
        TablePhone(table=table, signs=f"{no:02}", name=name, seen_at=now)
        for no, name in enumerate(names(MOST_PHONES))
    )
    records = hands(table.sitting, MOST_HANDS - 1)[1 - MOST_WAITING :]
    for record in records:
        record.state, record.place, record.after = HandRecord.State.WAITING, None, record.pk
    HandRecord.objects.bulk_update(records, ["state", "place", "after"])
    return table


def many_sittings() -> Table:
    """A table whose people change after each few hands."""
    table = a_table("call-ace", 5)
    crowd, first, now = people_beside(table), table.sitting, timezone.now()
    made = Sitting.objects.bulk_create(
        Sitting(table=table, no=no, started_at=now, ended_at=now) for no in range(2, MOST_SITTINGS)
    )
    Seat.objects.bulk_create(
        Seat(sitting=one, no=seat, player=crowd[(one.no + seat) % len(crowd)])
        for one in made
        for seat in range(5)
    )
    sittings, some = [first, *made], hands(first, MOST_HANDS - 1)
    for no, record in enumerate(some):
        record.sitting, record.place = sittings[no % len(sittings)], 1 + no // len(sittings)
    for no, record in enumerate(some):  # no two of a sitting may have one place meanwhile
        HandRecord.objects.filter(pk=record.pk).update(place=10_000 + no)
    HandRecord.objects.bulk_update(some, ["sitting", "place"])
    Sitting.objects.filter(pk=first.pk).update(ended_at=now)
    Sitting.objects.filter(pk=made[-1].pk).update(ended_at=None)
    return table


def people_beside(table: Table) -> list[Player]:
    """Return a crowd of the club besides those who sat down first."""
    seated = {player.name for player in table.sitting.players}
    club = table.session.club
    return Player.objects.bulk_create(
        Player(club=club, name=name, key=name_key(name))
        for name in names(MOST_OF_FRIENDS)
        if name not in seated
    )


def reseated() -> Table:
    """A table full of hands whose seats are corrected again and again."""
    table = a_table("call-ace", 5)
    crowd, sitting = people_beside(table), table.sitting
    hands(sitting, MOST_HANDS - 1)
    now, made = timezone.now(), []
    before = [player.pk for player in sitting.players]
    for no in range(MOST_RESEATINGS - 1):
        after = [*before[:-1], crowd[no % len(crowd)].pk]
        about = {"before": before, "after": after, "hands_stay_with": "seats"}
        at = now + timedelta(hours=1, seconds=no)
        made.append(Reseating(sitting=sitting, **about, why=NOTE, by="phone K7", at=at))
        before = after
    Reseating.objects.bulk_create(made)
    Seat.objects.filter(sitting=sitting, no=4).update(player=before[-1])
    return table


def an_evening_of_friends() -> Table:
    """An evening with as many tables, hands, people and sign-ups as friends may have."""
    table = a_table("call-ace", 4)
    session, crowd = table.session, people_beside(table)
    for no in range(2, MOST_TABLES_OF_FRIENDS + 1):
        row = Table.objects.create(session=session, no=no, stake_minor=25)
        for right in ("write", "watch"):
            Link.objects.create(table=row, right=right)
        sitting = Sitting.objects.create(table=row, no=1)
        seated = [crowd[(4 * no + seat) % len(crowd)] for seat in range(4)]
        Seat.objects.bulk_create(
            Seat(sitting=sitting, no=seat, player=player) for seat, player in enumerate(seated)
        )
        number, irregular = (
            most // MOST_TABLES_OF_FRIENDS for most in (MOST_HANDS_OF_FRIENDS, MOST_IRREGULAR)
        )
        hands(sitting, number, irregular=irregular, seed=no)
    names_down = SignUpList.objects.create(session=session, by="the table’s host")
    SignUp.objects.bulk_create(
        SignUp(sign_up_list=names_down, name=name, partner_name=f"{no} {name}"[:40])
        for no, name in enumerate(names(MOST_OF_FRIENDS))
    )
    return table


def closed_evening() -> Table:
    """The same without sign-ups, closed and reopened as often as it may be, and closed."""
    table = an_evening_of_friends()
    host = Actor(hosting=frozenset({table.session_id}))
    for no in range(MOST_CLOSINGS_OF_FRIENDS - 1):
        session = ClubSession.objects.get(pk=table.session_id)
        if no:
            reopen_session(session=session, why=NOTE, actor=host)
        close_session(session=ClubSession.objects.get(pk=table.session_id), actor=host)
    return table


def tournament_of_friends() -> Table:
    """A tournament of as many people as friends may be, in its eighth round."""
    table = a_table("american", 4)
    club = table.session.club
    session = ClubSession.objects.create(club=club)
    made = make_tournament(session=session, style="club", settings={"rounds": 10})
    everyone = [(name,) for name in names(MOST_OF_FRIENDS)]
    enter_by_name(tournament=made, names=everyone)
    play_to_round_eight(made)
    row = made.rounds.last().tables.first()
    return row.table or session.tables.first() or table


WORLDS: dict[str, Callable[[], Table]] = {
    "corrected": lambda: corrected("call-ace", 6),
    "corrected, of games": lambda: corrected("american", 4),
    "one corrected": one_corrected,
    "waiting": waiting,
    "sittings": many_sittings,
    "seats": reseated,
    "evening": an_evening_of_friends,
    "closed": closed_evening,
    "tournament": tournament_of_friends,
}


MORE = {
    "history": ["", "?by=hand", "?page=2", "?at=1000", "?hand={hand}"],
    "score": ["", "?page=2"],
    "score-sheet": ["", "?part=2"],
    "reread": ["", "?rules=call-ace"],
    "tally-cards": ["", "?part=2", "?part=3"],
    "tonight-sheet": ["", "?part=2", "?part=3"],
}
"""What else some addresses can be asked."""


def addresses(table: Table, *, officer: bool = False) -> Iterator[tuple[str, str]]:
    """Yield what a stranger can ask of a table, of its evening and of its names, with its name; or
    what an officer of the club can."""
    session, links = table.session, {one.right: one.token for one in table.links.all()}
    hand = HandRecord.objects.filter(sitting__table=table).order_by("-revision").first()
    names_down = SignUpList.objects.filter(session=session).first()
    shown = {one.right: one.token for one in Pass.objects.filter(session=session)}
    known = {
        "id": hand and hand.pk,
        "no": table.sitting.no,
        "player": session.club.players.first().pk,
        "table": 1,
        "name": names_down and names_down.names.first().pk,
        "evening": session.pk,
        "signs": "K7",
    }
    for name, (template, wanted) in sorted(rights.addresses().items()):
        methods, token = rights.BY_LINK.get(name, {}), None
        if name in rights.RIGHTS:
            who, answers = ("owner" if officer else "host's browser"), rights.RIGHTS[name]
            methods = answers if "GET" in answers and who in answers["GET"][0] else {}
        elif officer:
            continue
        elif name in rights.BY_PASS:
            right, methods = rights.BY_PASS[name]
            token = shown.get(right)
        elif name in rights.BY_LIST:
            methods = rights.BY_LIST[name]
            one = names_down if name == "put-down" or not names_down else names_down.names.first()
            token = one and one.token
        elif name in rights.BY_LINK:
            token = links.get("host" if name == "host" else "write")
        of = {"clubs": session.club_id, "open": session.club_id}.get(template.split("/")[0])
        given = known | {"token": token, "pk": of or session.pk}
        if methods.get("GET", (405,)) != (405,) and all(given.get(key) for key in wanted):
            path = "/" + template % {key: given[key] for key in wanted}
            for more in MORE.get(name, [""]):
                yield name + more.partition("{")[0], path + more.format(hand=known["id"])


def by_script(table: Table) -> Iterator[tuple[str, str, dict]]:
    """Yield what the pad's script posts for a hand, with its address."""
    pad = f"/t/{table.links.get(right='write').token}/"
    if table.session.closed:
        return
    facts = form_of(table, Hand(maker=0, alone=0, tricks=3), seen=table.version)
    yield "log-hand", f"{pad}hands/log", facts
    yield "preview", f"{pad}hands/preview", facts
    more = {"key": str(facts["hand_id"]), "do": "hand", "seen": "0"}
    yield "send-hand", f"{pad}hands/send", facts | more


def processor(ask: Callable[[], HttpResponse]) -> tuple[float, HttpResponse]:
    """Return how many milliseconds of processor an answer takes, and the answer. It is undone."""
    cache.clear()
    with undone():
        start = time.thread_time()
        answer = ask()
        if answer.streaming:
            list(answer.streaming_content)
        ms = (time.thread_time() - start) * 1000
    return ms, answer


def changed(table: Table) -> None:
    """Raise the versions of an evening, as a hand at one of its tables does, so that nothing which
    is kept by version is asked for twice."""
    more = {"version": F("version") + 1}
    Table.objects.filter(session=table.session_id).update(**more)
    ClubSession.objects.filter(pk=table.session_id).update(**more)
    Tournament.objects.filter(session=table.session_id).update(**more)


@dataclass(frozen=True, kw_only=True)
class Bench:
    """Asks for the addresses of a world, in turn with a bare view behind the same middleware."""

    label: str
    table: Table
    floor: Client

    def asked(self, client: Client, addresses: Iterable[tuple[str, str]]) -> Iterator[Found]:
        """Yield the median processor time of each address and of each form on its page, that of
        the bare view, and the name of the address."""
        sent: set[str] = set()
        for name, path in addresses:
            ask = partial(client.get, path)
            changed(self.table)
            _, first = processor(ask)  # reads templates
            if first.status_code != HTTPStatus.OK:
                continue
            found, answer = self._taken(name, ask, fresh=True)
            yield found
            if "html" in answer.get("Content-Type", ""):
                for form in forms_of(answer.content.decode()):
                    for action, values in form.sent():
                        yield from self._posted(client, urljoin(path, action), values, sent)
        for name, path, values in by_script(self.table):
            yield self._taken(f"{name}, by script", partial(client.post, path, values))[0]

    def _posted(self, client: Client, path: str, values: dict, sent: set[str]) -> Iterator[Found]:
        """Yield the time of a form, of each kind once."""
        try:
            name = resolve(urlsplit(path).path).url_name
        except Resolver404:
            return
        if name not in NOT_SENT and name not in sent:
            ask = partial(_with_its_cookies, client, client.post, path, values)
            _, answer = processor(ask)
            if answer.status_code < HTTPStatus.BAD_REQUEST:
                sent.add(name)
            yield self._taken(f"{name}, sent: {answer.status_code}", ask)[0]

    def _taken(
        self, name: str, ask: Callable[[], HttpResponse], *, fresh: bool = False
    ) -> tuple[Found, HttpResponse]:
        times, bare = [], []
        for no in range(REPEATED):
            if fresh:
                changed(self.table)
            ms, answer = processor(ask)
            times.append(ms)
            bare.append(processor(partial(self.floor.get, "/unchanged"))[0])
            if not no and ms < CHEAP_MS:
                break
        return (median(times), median(bare), f"{self.label}: {name}"), answer


def _with_its_cookies(client: Client, ask: Callable, *what) -> HttpResponse:
    """Return an answer that leaves the visitor's cookies as they are."""
    before = deepcopy(client.cookies)
    answer = ask(*what)
    client.cookies = before
    return answer


def of_world(label: str, floor: Client) -> Iterator[Found]:
    """Yield the times of all addresses about a world, for strangers and for an owner of a club
    with the same evening."""
    table = WORLDS[label]()
    host = Client(raise_request_exception=False, SERVER_NAME="localhost")
    host.cookies[HOSTING] = signing.get_cookie_signer(salt=HOSTING).sign(str(table.session_id))
    yield from Bench(label=label, table=table, floor=floor).asked(host, addresses(table))
    club = table.session.club
    club.casual = False
    club.save()
    owner = get_user_model().objects.create_user(f"owner {club.pk}")
    Officer.objects.create(club=club, user=owner, role=Officer.Role.OWNER)
    officer = Client(raise_request_exception=False, SERVER_NAME="localhost")
    officer.force_login(owner)
    signed_in = Bench(label=f"{label}{SIGNED_IN}", table=table, floor=floor)
    yield from signed_in.asked(officer, addresses(table, officer=True))


def main(*labels: str) -> None:
    """Print the dearest addresses as JSON, the dearest first, those that need no account and then
    the owner's; of all worlds, or of these."""
    call_command("migrate", verbosity=0)
    floor = Client(SERVER_NAME="localhost")
    floor.handler = BareHandler(enforce_csrf_checks=False)
    found = [one for label in labels or WORLDS for one in of_world(label, floor)]
    found.sort(reverse=True)
    of_owners = [one for one in found if SIGNED_IN in one[-1]]
    others = [one for one in found if SIGNED_IN not in one[-1]]
    print(json.dumps([*others[:DEAREST], *of_owners[:DEAREST]]))
