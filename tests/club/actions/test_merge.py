"""Two entries of one person are merged: all rows move and all figures stay exact."""

from datetime import timedelta

import pytest
from django.utils import timezone

from scoring.club.actions.merge import fields_of_players
from scoring.evening.actions.check_in import arrive, pay_at_the_door, set_fee
from scoring.evening.forms.sessions import ReopenForm
from scoring.models import (
    Attendance,
    Candidate,
    Entry,
    Event,
    HandRecord,
    Payment,
    Plan,
    Player,
    Rating,
    Reseating,
    Seat,
    SignUp,
    SignUpList,
    SquadMember,
    Table,
    Tally,
    Team,
    ToldApart,
)
from scoring.money.actions.payments import mark_paid
from scoring.money.pure.ledger import in_money
from scoring.money.queries.accounts import balances, settled_so_far
from scoring.money.views.settlement import SettlementPage
from scoring.money.views.settlement_sheet import settlement_sheet
from scoring.people.actions.people import add_players, tell_apart
from scoring.table.actions.corrections import take_back
from scoring.table.actions.tables import break_up
from tests.cast import PHONE, a_club, a_table, again, an_evening, close, log_all, reopen, versions
from tests.club.actions.merging import (
    WITH_ZOE,
    an_evening_at_two_tables,
    an_evening_played,
    merge,
    two_entries,
)
from tests.league.cast import a_league, a_match
from tests.tournament.cast import a_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return a_club()


@pytest.fixture
def two(club):
    return two_entries(club)


# -- every field that names a player
# ---------------------------------------------------------------------


def test_every_field_that_names_a_player_is_known_to_the_merge():
    """A new one: does a constraint forbid that both rows become one person's? Then merge.py
    combines them."""
    assert sorted(f"{field.model.__name__}.{field.name}" for field in fields_of_players()) == [
        "Answer.player",
        "Attendance.player",
        "Candidate.player",
        "EarlierResult.player",
        "Entrant.partner",
        "Entrant.player",
        "Entry.credited",
        "Entry.debited",
        "MatchPair.one",
        "MatchPair.other",
        "Payment.payee",
        "Payment.payer",
        "PersonalLink.player",
        "Rating.player",
        "Seat.in_place_of",
        "Seat.player",
        "Seat.substitute",
        "SignUp.partner",
        "SignUp.player",
        "SquadMember.player",
        "Subscription.player",
        "Table.banker",
        "Tally.player",
        "Team.captain",
        "ToldApart.one",
        "ToldApart.other",
        "TransferRequest.player",
    ]


def named_in(player):
    """Where a player is named, and how often."""
    return {
        f"{field.model.__name__}.{field.name}": field.model.objects.filter(
            **{field.name: player}
        ).count()
        for field in fields_of_players()
    }


def test_a_merge_moves_everything_to_the_kept_person_and_loses_nothing(club, two):
    kept, gone = two
    an_evening_at_two_tables(club)
    tonight = an_evening(club)
    table = a_table(session=tonight, names=["Ida", "Jan", "Kim", "Lea", "Max"])
    arrive(session=tonight, player=gone, actor=PHONE)
    Candidate.objects.create(table=table, player=gone)
    ida, jan, *_ = table.sitting.players
    Seat.objects.filter(sitting=table.sitting, player=ida).update(substitute=gone)
    Seat.objects.filter(sitting=table.sitting, player=jan).update(in_place_of=gone)
    Table.objects.filter(pk=table.pk).update(banker=gone)
    closing = close(an_evening_played(club, ["Zoe", "Ann", "Ben", "Cat"]))
    for payment in Payment.objects.filter(closing=closing):
        mark_paid(payment=payment, paid=True, actor=PHONE)
    for side in ("debited", "credited"):
        Entry.objects.create(
            club=club, kind="adjustment", amount_minor=5, by="kate", **{side: gone}
        )
    Payment.objects.create(closing=closing, payer=gone, payee=ida, amount=1)
    Payment.objects.create(closing=closing, payer=ida, payee=gone, amount=1)
    a_tournament([("Zoe", "Ann"), ("Ben", "Cat")], style="pairs", session=an_evening(club))
    a_tournament([("Ben", "Cat"), ("Ann", "Zoe")], style="pairs", session=an_evening(club))
    league = a_league(club=club)
    team = league.teams.get(name="Trolls")
    Team.objects.filter(pk=team.pk).update(captain=gone)
    SquadMember.objects.create(team=team, player=gone, by="kate")
    team.asked_to_let_go.create(
        player=gone, joins=league.teams.get(name="Mounties"), asked_by="kate"
    )
    match = a_match(league, "Trolls", "Mounties")
    match.pairs.create(side="home", no=0, one=gone, other=ida)
    match.pairs.create(side="home", no=1, one=jan, other=gone)
    names = SignUpList.objects.create(session=tonight, by="kate")
    SignUp.objects.create(sign_up_list=names, name="Zoë", player=gone, by="kate")
    SignUp.objects.create(
        sign_up_list=names, name="Ida", partner_name="Zoë", partner=gone, by="kate"
    )
    before = club.earlier_lists.create(name="2025", by="kate")
    before.results.create(player=gone, played_on=tonight.played_on, points=12)
    gone.personal_links.create(made_by="kate")
    gone.subscriptions.create(way="push", sent_to="https://push.example/x", fingerprint="x")
    gone.answers.create(session=tonight, comes=True, by="their own link")
    ToldApart.objects.create(one=gone, other=ida, by="kate")
    ToldApart.objects.create(one=jan, other=gone, by="kate")
    before = [named_in(player) for player in two]
    assert min(before[1].values()) >= 1
    merge(two)
    assert named_in(gone) == dict.fromkeys(before[1], 0)
    counted_anew = {"Tally.player", "Rating.player"}
    sums = {
        name: before[0][name] + before[1][name] for name in before[0] if name not in counted_anew
    }
    assert {name: number for name, number in named_in(kept).items() if name in sums} == sums
    assert not Player.objects.filter(pk=gone.pk).exists()


# -- what stays exact
# ------------------------------------------------------------------------------------


def figures(closing):
    """What was signed, all but whose keys it carries."""
    return {key: value for key, value in again(closing).document.items() if key != "ids"}


def test_signed_results_keep_their_names_and_belong_to_the_kept_person(club, two):
    kept, gone = two
    closing = an_evening_at_two_tables(club)
    signed, ids = figures(closing), closing.document["ids"]
    merge(two)
    assert figures(closing) == signed
    assert again(closing).document["ids"] == [kept.pk if key == gone.pk else key for key in ids]
    assert set(signed["names"]) >= {"Zoe", "Zoë"}


def test_the_merged_account_is_the_sum_of_the_two_accounts(club, two):
    kept, gone = two
    an_evening_at_two_tables(club)
    before = balances(club)
    merge(two)
    both = before.pop(kept.pk, 0) + before.pop(gone.pk, 0)
    assert both != 0
    assert balances(club) == before | {kept.pk: both}


def test_an_evening_closed_again_settles_once_for_both_tables(club, two):
    kept, gone = two
    first = an_evening_at_two_tables(club)
    nets = dict(zip(first.statement.ids, first.statement.nets, strict=True))
    merge(two)
    before = balances(club)
    reopen(first.session)
    again_closed = close(first.session)
    statement = again_closed.statement
    now = dict(zip(statement.ids, statement.nets, strict=True))
    assert now.pop(kept.pk).minor == nets.pop(kept.pk).minor + nets.pop(gone.pk).minor
    assert now == nets
    assert balances(club) == before


def test_payments_before_an_evening_is_closed_again_count_for_the_kept_person(club, two):
    kept, _ = two
    first = an_evening_at_two_tables(club)
    for payment in first.payments.all():
        mark_paid(payment=payment, paid=True, actor=PHONE)
    merge(two)
    reopen(first.session)
    statement = close(first.session).statement
    assert (statement.transfers, balances(club)) == ((), {})
    assert kept.pk in statement.ids


def test_each_payment_keeps_its_tick_on_the_page_and_on_paper(club, two):
    """Under either name she owes Ann the same: one of the two is ticked."""
    session = an_evening(club)
    for table, name in enumerate(("Zoe", "Zoë")):
        a_table("Ann! 5", session=session, names=[name, "Ann", f"Ben {table}", f"Cat {table}"])
    closing = close(session)
    first, second = closing.payments.filter(payer__in=two)
    assert (first.payee, first.amount) == (second.payee, second.amount)
    mark_paid(payment=second, paid=True, actor=PHONE)
    merge(two)
    paid = [payment.paid_at is not None for payment in closing.payments.all()]
    page = SettlementPage(session=again(session), actor=PHONE, reopen_form=ReopenForm())
    assert [line.payment.paid_at is not None for line in page.transfers] == paid
    assert [line.paid for line in settlement_sheet(again(session)).transfers] == paid
    assert paid.count(True) == 1


def test_accounts_are_complete_after_a_merge_of_two_signed_names(club, two):
    closing = an_evening_at_two_tables(club)
    merge(two)
    statement = again(closing).statement
    assert sum(in_money(statement).values()) == 0
    assert in_money(statement)[two[0].pk] == settled_so_far(closing.session)[two[0].pk]


def test_a_merged_person_is_counted_and_rated_as_one(club, two):
    kept, gone = two
    first = an_evening_at_two_tables(club, played_on="2026-10-01")
    close(an_evening_played(club, ["Zoe", "Ann", "Ben", "Cat"]))
    hands = sum(Tally.objects.filter(player__in=two).values_list("hands", flat=True))
    merge(two)
    tallies = Tally.objects.filter(player=kept)
    assert (
        tallies.filter(session=first.session).count(),
        sum(tally.hands for tally in tallies),
    ) == (
        1,
        hands,
    )
    assert list(Rating.objects.filter(player=kept).values_list("sittings", flat=True)) == [2, 3]
    beside = {key for tally in Tally.objects.all() for key in tally.play["beside"]}
    assert str(kept.pk) in beside
    assert str(gone.pk) not in beside


def counted(session):
    """The figures of an evening: points of each player, with their partners and opponents."""
    names = {str(pk): name for pk, name in session.club.players.values_list("pk", "name")}
    return {
        tally.player.name: (
            tally.points,
            tally.hands,
            {
                (how, names[key]): row
                for how in ("beside", "against")
                for key, row in tally.play.get(how, {}).items()
            },
        )
        for tally in session.tallies.select_related("player")
    }


def test_a_reopened_evening_is_counted_as_signed_until_it_is_closed_again(club, two):
    session = an_evening(club)
    table = a_table("Ann+Zoe 4", "Eve! 5", session=session, names=["Zoe", "Ann", "Ben", "Eve"])
    other = a_table("Zoë+Ann 3", "Fay! 5", session=session, names=["Zoë", "Ann", "Gus", "Fay"])
    break_up(table=other, sitting=other.sitting.pk)
    a_table("Eve! 5", session=session, names=["Eve", "Ida", "Jan", "Kim"])
    close(session)
    before = Tally.objects.get(player__name="Eve")
    reopen(session)
    log_all(table, "Eve! 5")
    signed = [sum(figures) for figures in zip(*tally_figures(two), strict=True)]
    merge(two)
    assert again(before).points == before.points == 8
    (once,) = tally_figures([two[0]])
    assert list(once) == signed
    reopened = counted(session)
    assert {
        (how, name): row
        for (how, name), row in reopened["Ann"][2].items()
        if name in ("Zoe", "Zoë")
    } == {("beside", "Zoë"): [4, 2]}
    undone = HandRecord.objects.latest("logged_at")
    take_back(record=undone, actor=PHONE)
    close(session)
    assert counted(session) == reopened


def tally_figures(players):
    return list(
        Tally.objects.filter(player__in=players).values_list(
            "points", "hands", "net_points", "net_minor"
        )
    )


def test_corrected_seats_and_plans_name_the_kept_person(club, two):
    kept, gone = two
    table = a_table("Zoe! 5", session=an_evening(club), names=WITH_ZOE)
    people = [player.pk for player in table.sitting.players]
    Reseating.objects.create(sitting=table.sitting, before=people, after=people[::-1], by="kate")
    tables = [{"rules_key": "call-ace", "stake_minor": 0, "seats": people}]
    plan = Plan.objects.create(
        session=table.session, way="books", seed=1, people=people, tables=tables
    )
    merge(two)
    now = [kept.pk if key == gone.pk else key for key in people]
    reseating = Reseating.objects.get()
    assert (reseating.before, reseating.after) == (now, now[::-1])
    assert (again(plan).people, again(plan).tables) == (now, [tables[0] | {"seats": now}])


# -- the one who stays
# -----------------------------------------------------------------------------------


def test_the_kept_person_gets_details_that_only_the_other_had(club, two):
    kept, gone = two
    Player.objects.filter(pk=kept.pk).update(active=False, notes="Left-handed")
    Player.objects.filter(pk=gone.pk).update(short_name="Zo", notes="Ann’s sister")
    now = again(merge(two))
    assert (now.name, now.short_name, now.guest, now.active, now.notes) == (
        "Zoë",
        "Zo",
        False,
        True,
        "Left-handed; Ann’s sister",
    )


def test_the_kept_person_keeps_their_phone_and_the_other_phone_is_noted(club, two):
    kept, gone = two
    Player.objects.filter(pk=kept.pk).update(phone="020 7946 0000", notes="Left-handed")
    Player.objects.filter(pk=gone.pk).update(phone="0161 496 0000", email="zoe@example.org")
    now = again(merge(two))
    assert (now.phone, now.email, now.notes) == (
        "020 7946 0000",
        "zoe@example.org",
        "Left-handed; 0161 496 0000",
    )


def test_a_merge_is_logged_and_updates_the_screens_of_both_tables(club, two):
    table = a_table(session=an_evening(club), names=WITH_ZOE)
    other = a_table(session=table.session, names=["Ida", "Jan", "Kim", "Lea", "Max"])
    before = versions(table), versions(other)
    merge(two)
    event = Event.objects.get()
    assert (event.said, event.by) == ("Zoe and Zoë were one person: Zoë from now on.", "kate")
    assert (versions(table)[0], versions(other)[0]) == (before[0][0] + 1, before[1][0])
    assert again(table).sitting.names == ["Zoë", *WITH_ZOE[1:]]


def test_a_payment_between_the_two_entries_disappears(club, two):
    session = an_evening(club)
    a_table("Zoe! 5", session=session, names=["Zoe", "Ann", "Ben", "Cat"])
    a_table("Zoë! 2", "Zoë! 2", session=session, names=["Zoë", "Ann", "Ben", "Cat"])
    closing = close(session)
    kept, gone = two
    (payment,) = closing.payments.all()
    assert (payment.payer, payment.payee) == two
    assert balances(club) == {kept.pk: -payment.amount, gone.pk: payment.amount}
    signed = figures(closing)
    merge(two)
    assert (balances(club), closing.payments.count(), figures(closing)) == ({}, 0, signed)


# -- the door
# --------------------------------------------------------------------------------------------


def came(session, player, *, minutes, stays=None, fee=0, paid=False):
    start = timezone.now().replace(microsecond=0)
    return Attendance.objects.create(
        session=session,
        player=player,
        arrived_at=start + timedelta(minutes=minutes),
        left_at=stays and start + timedelta(minutes=minutes + stays),
        fee_minor=fee,
        fee_paid_at=start if paid else None,
    )


@pytest.mark.parametrize(("stays", "left"), [((30, 60), True), ((30, None), False)])
def test_a_person_who_checked_in_twice_has_one_attendance(stays, left, club, two):
    session = an_evening(club)
    early, late = (
        came(session, player, minutes=no * 10, stays=stays[no], fee=200 + no)
        for no, player in enumerate(two)
    )
    merge(two)
    (once,) = session.attendances.all()
    assert (once.player, once.arrived_at, once.fee_minor) == (two[0], early.arrived_at, 401)
    assert once.left_at == (late.left_at if left else None)


@pytest.mark.parametrize("fees", [(200, 300), (0, 300), (200, 0)])
def test_a_merge_keeps_the_check_in_fees_as_they_are(fees, club, two):
    session = an_evening(club)
    for player, fee in zip(two, fees, strict=True):
        came(session, player, minutes=0, fee=fee, paid=bool(fee))
    merge(two)
    (once,) = session.attendances.all()
    assert (once.fee_minor, once.fee_paid_at is not None) == (sum(fees), True)


@pytest.mark.parametrize("who", [[0, 1], [1]])
def test_a_merged_person_owes_one_member_s_fee(who, club, two):
    session = an_evening(club, door_fee_minor=200, guest_fee_minor=300)
    for no in who:
        arrive(session=session, player=two[no], actor=PHONE)
    merge(two)
    assert balances(club) == {two[0].pk: -200}
    pay_at_the_door(session=session, player=two[0], paid=True, actor=PHONE)
    assert balances(club) == {}


def test_a_fee_set_by_hand_or_of_a_closed_evening_is_kept_by_a_merge(club, two):
    fees = {"door_fee_minor": 200, "guest_fee_minor": 300}
    by_hand, over = an_evening(club, **fees), an_evening(club, **fees)
    for session in (by_hand, over):
        arrive(session=session, player=two[1], actor=PHONE)
    set_fee(session=by_hand, player=two[1], fee_minor=50, actor=PHONE)
    close(over)
    merge(two)
    assert balances(club) == {two[0].pk: -350}


# -- waiting
# ---------------------------------------------------------------------------------------------


def test_a_merged_person_waits_once_at_a_table_and_never_at_their_own(club, two):
    kept, gone = two
    session = an_evening(club)
    sits = a_table(session=session, names=WITH_ZOE)
    waits = a_table(session=session, names=["Ida", "Jan", "Kim", "Lea", "Max"])
    first = Candidate.objects.create(table=waits, player=gone)
    Candidate.objects.create(table=waits, player=kept)
    Candidate.objects.create(table=sits, player=kept)
    merge(two)
    assert set(Candidate.objects.values_list("player", flat=True)) == {kept.pk}
    assert list(Candidate.objects.filter(withdrawn_at=None)) == [first]


def test_after_a_merge_hands_can_be_saved_and_the_evening_closed(club, two):
    table = a_table("Zoe! 5", session=an_evening(club), names=WITH_ZOE)
    merge(two)
    log_all(table, "Zoë! 5")
    assert close(table.session).statement.names[0] == "Zoë"


def test_people_kept_separate_stay_so_after_a_merge_and_never_from_themselves(club, two):
    kept, gone = two
    ann, ben = add_players(club=club, names=["Ann", "Ben"])
    for one, other in ((kept, gone), (ann, kept), (gone, ann), (gone, ben)):
        tell_apart(one=one, other=other, actor=PHONE)
    merge(two)
    assert {told.two for told in ToldApart.objects.all()} == {
        frozenset((kept.pk, ann.pk)),
        frozenset((kept.pk, ben.pk)),
    }
