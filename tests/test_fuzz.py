"""Fuzz testing: any request to any address gives no 5xx, and the stored data stays sound."""

from dataclasses import asdict
from datetime import date

import pytest
from django.urls import get_resolver
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.club.actions.seasons import make_season
from scoring.evening.actions.passes import renew_pass
from scoring.evening.actions.plans import make_plan
from scoring.models import CardClip, ClubSession, HandRecord, Payment, SignUpList, Sitting, Table
from scoring.money.actions.accounts import enter
from scoring.table.actions.corrections import take_back
from scoring.table.actions.hands import begin_hand
from scoring.table.actions.house_rules import make_house_rules
from scoring.table.actions.tables import change_people
from scoring.table.queries.settlement import statement_of
from scoring.tournament.actions.settings import save_format
from scoring.tournament.pure.card_marks import RowMarks
from tests import proof
from tests.cast import (
    BEN,
    DAN_REVOKES,
    FIVE,
    PHONE,
    a_casual_table,
    a_phone,
    a_table,
    again,
    an_evening,
    an_officer,
    an_organiser,
    close,
    link,
    log,
    log_unseen,
    reopen,
    send,
    some_id,
    undone,
)
from tests.league.cast import captains_link
from tests.rich_league import a_rich_league
from tests.tournament.cast import a_tournament, begun

pytestmark = pytest.mark.django_db

FIELDS = (
    "id hand_id sitting after maker partner tricks void call turned made trump revoke wrong_cards "
    "intimation note "
    "tap seat keep drop why look save revision names stake dealer joker full currency paid title "
    "played_on "
    "name short_name guest username password next rules target laps rubber base euchre march alone "
    "who mix way to rules_partners stake_partners "
    "defender_alone special taken picked_up best_card redeal abandoned exposed marks happened q "
    "seen out consent who other cut from_no stay_with seat_0 seat_1 other_0 other_1 "
    "year_begins dated cash owes-1 owed-1 "
    "what people amount in_cash whom key now carried payment counted then session "
    "stays kind text leave line-2 active notes sheet take "
    "starts_on ends_on counts order best_of least_evenings by "
    "player left undo notice show "
    "role whom sure place starts_at door_fee_minor guest_fee_minor self_check_in paper password1 "
    "password2 "
    "format rounds ends hands bell_at minutes fee odd group group_1 group_2 first gone here after "
    "step how "
    "table points lones second third suggested total round round_1 typed won shown"
).split()
LIKELY = (
    "",
    *"0123456",
    *"CDHS",
    *"keller call-ace three".split(),
    *"alone nobody yes no on joker passed-out new-deal ordered took named".split(),
    *"jambone three-four 1x2".split(),
    *"pot prize payment spent charge against carried 00000000-0000-0000-0000-000000000001".split(),
    *"paid in|paid out|in favour".split("|"),
    *"GBP JPY 0.25 2026-11-20 19:30 owner scorer".split(),
    *"classic saved-1 bell clock drawn published started ended three sit-out".split(),
    "Ann, Ben, Cat, Dan",
    "Ann, Ben, Cat, Dan, Eve, Fay, Gus",
    "Eve, Dan, Cat, Ben",
    "Ann, ann, Cat, Dan",
    *(str(some_id(number)) for number in range(1, 8)),
)
HOSTILE = "\0\x07\n\r\t ,;|'\"<>&%{}\\-+.0179aZéÉ٣³ß\u0301\u200d\u202e\u2028ﷺ😀\ufffe\ud800"
FOUR = ["Ann", "Ben", "Cat", "Dan"]
texts = st.text(alphabet=HOSTILE, max_size=50).map(
    lambda text: text.encode("utf-8", "surrogatepass")
)
numbers = st.sampled_from(
    ["-1", "7", "99", str(2**31), str(2**63), "1" * 5000, "0" * 99 + "1", "1e9", "1.5"]
)
values = st.sampled_from(LIKELY) | st.sampled_from(LIKELY) | texts | numbers


def with_history(table):
    """Give a table a history: corrections, a closing, hands that wait, and hands begun."""
    change_people(table=table, names=[*FIVE, "Fay"])
    log(table, "Fay! 5", id=some_id(1))
    log(table, DAN_REVOKES, id=some_id(2))
    log(table, "Cat! 3", id=some_id(3))
    take_back(record=log(table, "Cat! 3", id=some_id(4)), actor=PHONE)
    close(table.session)
    reopen(table.session)
    log_unseen(table, "Dan! 3", id=some_id(5))
    begin_hand(
        table=table,
        sitting=again(table).sitting.pk,
        id=some_id(6),
        maker=BEN,
        call="H",
        actor=PHONE,
    )


def things_of(club, session):
    """One of each thing of a club and its evening that addresses name by a number."""
    sam = an_officer(club, "sam", "scorer")
    cards = {"session": session, "what": "received", "amount_minor": 100, "note": "cards"}
    tables = [
        {"rules_key": "keller", "house": None, "options": {}, "stake_minor": 0, "seats": [None] * 4}
    ]
    names = ["Hal", "Ida", "Jo", "Kim", "Leo"]
    league = a_rich_league(club, session)
    match = league.matches.filter(session=session).get()
    put_down = SignUpList.objects.create(session=session, by="kate")
    call = {"table": session.tables.first(), "about": "laws", "called_by": "phone K7"}
    dates = {"starts_on": date(2026, 1, 1), "ends_on": date(2026, 12, 31)}
    return {
        "league": league,
        "match": match,
        "team": match.home,
        "member": match.home.squad.first(),
        "asked": match.home.squad.first(),
        "list": put_down,
        "name": put_down.names.create(name="Zoe", by="phone K7"),
        "call": session.help_calls.create(**call),
        "player": club.players.first(),
        "payment": Payment.objects.first(),
        "house": make_house_rules(club=club, base="keller", name="Ours", changes={"euchre": 3}),
        "evening": session,
        "entry": enter(club=club, key=some_id(9), actor=PHONE, **cards).line,
        "season": make_season(club=club, name="This year", order=["net_points"], **dates),
        "plan": make_plan(
            session=session, way="books", players=[], names=names, tables=tables, actor=PHONE
        ),
        "format": save_format(club=club, name="Thursday", style="classic", settings={"rounds": 3}),
        "officer": sam.offices.get(),
        "invitation": club.invitations.create(role="organiser", whom="Zoe", made_by="kate"),
        "for a password": club.invitations.create(
            role="scorer", user=sam, whom="sam", made_by="kate"
        ),
    }


def a_clip(round):
    """Return a row of a card in a picture, faintly marked."""
    placing = round.placings.first()
    about = {"round_table": placing.round_table, "entrant": placing.entrant}
    marks = RowMarks(round=round.no, points=9, doubts=("a mark is faint",))
    return CardClip.objects.create(digest="a", marks=asdict(marks), clipping=b"jpeg", **about)


@pytest.fixture
def world():
    """An evening in full swing, with a row of every kind that addresses can name."""
    table = a_casual_table("Eve! 5", "Ben+Dan 3", names=FIVE)
    session, club = table.session, table.session.club
    club.self_check_in = True
    club.save()
    passkey = an_officer(club, "kate").passkeys.create(name="Phone", credential="a", public_key="b")
    with_history(table)
    other = a_table("Eve! 5", session=session, stake_minor=0)
    rubber = a_table("Ann! 5", "Ben 3", session=session, names=FOUR, rules_key="club-laws")
    things = things_of(club, session)
    links = [link(table), link(table), link(table, "watch"), link(other), link(rubber)]
    tournament = a_tournament(9, session=an_evening(club))
    clip = a_clip(begun(tournament))
    passes = [renew_pass(session=session, right=right) for right in ("wall", "door")]
    passes.append(renew_pass(session=tournament.session, right="players"))
    passes += [things["list"], things["name"], captains_link(things["team"])]
    invitations = [things["invitation"], things["for a password"]]
    return {name: [thing.pk, thing.pk, 0, 10**30] for name, thing in things.items()} | {
        "token": [*(one.token for one in (*links, *invitations, *passes)), "forged"],
        "pk": [
            session.pk,
            session.pk,
            tournament.session_id,
            tournament.session_id,
            club.pk,
            things["league"].pk,
            things["match"].pk,
            0,
            10**30,
        ],
        "code": ["T22-23Q", "C22-22Q", "x" * 40],
        "brought": [1, 0, 10**30],
        "together": [some_id(1), some_id(2)],
        "what": ["table", "results", "averages", "x" * 40],
        "table": [1, 2, 0, 10**30],
        "id": [some_id(number) for number in range(1, 8)],
        "no": [1, 1, 2, 0, 10**30],
        "right": ["write", "watch", "host", "x" * 40],
        "key": ["call-ace", "keller", "bridge"],
        "backup": ["bowerbook-2026-11-23.zip", "..", "x" * 300],
        "page": ["player", "host", "nothing"],
        "rest": ["nothing", "nothing/here"],
        "program": [1, 0, 10**30],
        "clip": [clip.pk, 0, 10**30],
        "passkey": [passkey.pk, 0, 10**30],
        "signs": ["K7", "x" * 40],
        "rubber": link(rubber).token,
    }


ADDRESSES = [
    possibilities[0]
    for name, (possibilities, *_) in get_resolver().reverse_dict.items()
    if isinstance(name, str) and not possibilities[0][0].endswith(".pdf")
]


@st.composite
def requests(draw):
    """A method, an address (template and which of the things it may be about), a form."""
    template, about = draw(st.sampled_from(ADDRESSES))
    which = {name: draw(st.integers(0, 9)) for name in about}
    form = draw(
        st.dictionaries(
            st.sampled_from(FIELDS), st.lists(values, min_size=1, max_size=2), max_size=12
        )
    )
    return draw(st.sampled_from(["POST", "POST", "POST", "GET"])), template, which, form


@st.composite
def hands(draw):
    """A form of the pad in which everything is likely."""
    likely = {
        "hand_id": [str(some_id(number)) for number in range(1, 9)],
        "sitting": [],
        "after": ["", *(str(some_id(number)) for number in range(1, 9))],
        "maker": "012345",
        "partner": [*"012345", "alone", "nobody"],
        "alone": ["", "", "0", "1", "2"],
        "abandoned": ["", "", "", "1"],
        "tricks": "012345",
        "call": ["", "H"],
        "revoke": ["", "1", "1x2"],
        "void": ["", "", "", "new-deal", "passed-out"],
        "made": ["", "", "", "took"],
        "revision": "012",
    }
    form = {name: [draw(st.sampled_from(found))] for name, found in likely.items() if found}
    verb = draw(
        st.sampled_from(
            ["hands/log", "hands/log", "hands/begin", "{id}/", "{id}/take-back", "{id}/put-back"]
        )
    )
    verb = draw(
        st.sampled_from([verb, "{id}/decide", "people", "deal", "settlement", "close", "reopen"])
    )
    names = draw(
        st.sampled_from([", ".join(FIVE), "Ann, Ben, Cat, Dan", "Gus, Fay, Ann, Cat, Dan, Eve"])
    )
    return verb, form | {"keep": ["yes"], "seat": ["2"], "names": [names], "why": ["it was wrong"]}


def kate():
    client = a_phone()
    client.force_login(an_organiser("kate"))
    return client


def unsound():
    """What of all that is stored cannot be."""
    for sitting in Sitting.objects.select_related("table__session__club"):
        places = [told.place for told in sitting.counted]
        if places != sorted(set(places)) or not 0 <= sitting.dealer < len(sitting.players):
            yield sitting, places, sitting.dealer
        if len(sitting.played) != len(places) or not 2 <= len(sitting.players) <= 7:
            yield sitting, sitting.played, sitting.players
    for session in ClubSession.objects.select_related("club"):
        nets = statement_of(session).nets
        if sum(net.points for net in nets) or sum(net.minor for net in nets):
            yield session, nets
    for table in Table.objects.all():
        if (
            table.sittings.filter(ended_at=None).count() > 1
            or table.links.filter(revoked_at=None).count() < 2
        ):
            yield table, table.sittings.values()


def test_the_test_site_has_an_object_for_each_name_in_an_address(world):
    assert {name for _, about in ADDRESSES for name in about} - set(world) == set()


@settings(max_examples=proof.examples(25), suppress_health_check=list(HealthCheck))
@given(asked=st.lists(requests(), min_size=1, max_size=8))
def test_nothing_that_a_browser_sends_breaks_the_server_or_the_database(asked, world):
    with undone():
        client = kate()
        for method, template, which, form in asked:
            about = {name: world[name][number % len(world[name])] for name, number in which.items()}
            path = "/" + template % about
            answer = send(client, path, form) if method == "POST" else client.get(path, form)
            assert answer.status_code < 500, (method, path, form)
        assert list(unsound()) == []


@pytest.mark.parametrize("played", ["call-ace", "club-laws"])
@settings(max_examples=proof.examples(12), suppress_health_check=list(HealthCheck))
@given(asked=st.lists(hands(), min_size=3, max_size=10))
def test_no_order_of_likely_taps_breaks_the_server_or_the_database(asked, world, played):
    with undone():
        client, session = kate(), world["pk"][0]
        token = world["token"][0] if played == "call-ace" else world["rubber"]
        sittings = (
            Sitting.objects.filter(table__links__token=token)
            .order_by("no")
            .values_list("pk", flat=True)
        )
        for verb, form in asked:
            sitting = (
                sittings[len(form["maker"]) % len(sittings)]
                if form["void"][0]
                else list(sittings)[-1]
            )
            last = HandRecord.objects.counted().filter(sitting=sitting).last()
            fields = (
                form
                | {"sitting": [sitting]}
                | ({"after": [last.pk]} if last and form["call"][0] else {})
            )
            where = f"/sessions/{session}/" if verb in ("close", "reopen") else f"/t/{token}/"
            path = where + verb.format(id=f"hands/{form['hand_id'][0]}")
            answer = client.get(path) if verb == "settlement" else send(client, path, fields)
            assert answer.status_code < 500, (path, fields)
        assert list(unsound()) == []
        for rest in ("", "board", "score", "settlement", "laws", "rules", "reread"):
            assert client.get(f"/t/{token}/{rest}").status_code == 200
