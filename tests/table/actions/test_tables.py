from dataclasses import replace

import pytest

from scoring.common.refused import Refused
from scoring.models import Link, Reseating, Seat, Sitting, Table
from scoring.movement.cutting import first_deal, first_jack
from scoring.table.actions.corrections import put_back, take_back
from scoring.table.actions.hands import begin_hand
from scoring.table.actions.house_rules import change_house_rules, make_house_rules
from scoring.table.actions.reseat import put_right
from scoring.table.actions.tables import (
    break_up,
    change_people,
    move_deal,
    open_table,
    remove_table,
    renew_link,
    start_casual_table,
)
from tests.cast import (
    ANN,
    BEN,
    BEN_WITH_DAN,
    CAT,
    DAN,
    EVE,
    FIVE,
    PHONE,
    a_casual_table,
    a_club,
    a_table,
    again,
    an_evening,
    close,
    dealers,
    everything,
    log,
    log_unseen,
    some_id,
    totals,
    versions,
)

pytestmark = pytest.mark.django_db

FOUR = FIVE[:4]


def seated(table):
    """Who sits where in each sitting of a table."""
    return [sitting.names for sitting in again(table).sittings.all()]


def test_a_table_has_its_players_in_their_seats_a_stake_and_two_links():
    session = an_evening()
    table = again(
        open_table(
            session=session, names=FIVE, stake_minor=25, options={"joker": True}, first_dealer=CAT
        )
    )
    assert (table.no, table.stake_minor, table.options, table.rules.joker) == (
        1,
        25,
        {"joker": True},
        True,
    )
    assert (table.sitting.no, table.sitting.names, dealers(table)) == (1, FIVE, [CAT])
    assert table.sitting.draw_seed is None
    assert sorted(table.links.values_list("right", flat=True)) == ["watch", "write"]


def test_tables_of_an_evening_are_numbered():
    session = an_evening()
    tables = [
        a_table(session=session),
        a_table(session=session, names=["Fay", "Gus", "Hal", "Ida"]),
    ]
    assert [table.no for table in tables] == [1, 2]
    assert a_table().no == 1


def test_adding_a_table_raises_the_version_of_its_evening():
    session = an_evening()
    a_table(session=session)
    assert again(session).version == session.version + 1


def test_without_a_chosen_dealer_the_first_jack_deals_and_can_be_shown_again():
    for _ in range(5):
        sitting = a_table(first_dealer=None).sitting
        thrown = first_jack(seats=5, lowest=sitting.table.rules.lowest[5], seed=sitting.draw_seed)
        assert (thrown[-1].rank, thrown[-1].seat) == ("J", sitting.first_dealer)


@pytest.mark.parametrize(
    ("rules", "names", "way"),
    [
        ("club-laws", FIVE[:4], "highest"),
        ("keller", FIVE[:4], "lowest"),
        ("railroad", FIVE[:4], "lowest"),
        ("british", FIVE[:4], "jack"),
        ("britannica-two", FIVE[:2], "lowest"),
        ("hoyle-three", FIVE[:3], "lowest"),
    ],
)
def test_without_a_chosen_dealer_the_deal_is_drawn_as_the_rules_say(rules, names, way):
    sitting = a_table(names=names, rules_key=rules, first_dealer=None).sitting
    lowest = sitting.table.rules.lowest[len(names)]
    draw = first_deal(way=way, seats=len(names), lowest=lowest, seed=sitting.draw_seed)
    assert (sitting.draw_way, sitting.first_dealer) == (way, draw.dealer)


def test_every_draw_has_its_own_seed():
    assert len({a_table(first_dealer=None).sitting.draw_seed for _ in range(5)}) == 5


def test_no_table_can_be_added_to_a_closed_evening():
    table = a_table("Ben+Dan 3")
    close(table.session)
    stored = everything()
    with pytest.raises(Refused, match="closed"):
        a_table(session=table.session)
    assert everything() == stored


def test_no_table_can_use_replaced_rules_or_those_of_another_club():
    evening = an_evening()
    ours = make_house_rules(club=evening.club, base="keller", name="Ours", changes={"euchre": 3})
    theirs = make_house_rules(
        club=a_club("Elsewhere"), base="keller", name="Ours", changes={"euchre": 3}
    )
    log(a_table(session=evening, names=FOUR, house=ours), "Ben 2")
    change_house_rules(house=ours, name="Our own", changes={"euchre": 4})
    stored = everything()
    refused = []
    for house in (ours, theirs):
        with pytest.raises(Refused) as why:
            open_table(session=evening, names=FOUR, house=house)
        refused.append(str(why.value))
    assert refused == [
        "Our own has replaced these house rules. Choose again.",
        "These house rules are another club’s. Choose others.",
    ]
    assert everything() == stored


def test_no_table_can_use_options_that_its_house_rules_no_longer_allow():
    evening = an_evening()
    house = make_house_rules(club=evening.club, base="american", name="Ours", changes={"euchre": 3})
    chosen = {"house": house, "options": {"defend_alone": True}}
    change_house_rules(house=house, name="Ours", changes={"alone": "nobody"})
    stored = everything()
    with pytest.raises(Refused) as why:
        open_table(session=evening, names=FOUR, **chosen)
    assert str(why.value) == '"defend_alone" is not an option of Ours. Choose again.'
    assert everything() == stored


def test_people_unknown_to_the_club_become_its_guests():
    table = a_table()
    assert set(table.session.club.players.values_list("name", "guest")) == {
        (name, True) for name in FIVE
    }


def test_a_visitors_table_has_a_casual_club_of_its_own_and_a_host_link():
    one, two = a_casual_table(), a_casual_table(currency="EUR")
    club = two.session.club
    assert (club.casual, club.currency, club.officers.count()) == (True, "EUR", 0)
    assert sorted(two.links.values_list("right", flat=True)) == ["host", "watch", "write"]
    assert one.session.club != club
    assert set(club.players.values_list("name", "guest")) == {(name, False) for name in FIVE}


def test_a_visitors_table_is_created_completely_or_not_at_all():
    before = everything()
    with pytest.raises(Refused, match="Call-Ace is for 4 to 7 players, not 2."):
        start_casual_table(currency="GBP", names=["Ann", "Ben"])
    assert everything() == before


def test_a_sitting_ends_when_a_player_leaves_and_the_next_starts_at_zero():
    table = a_table("Ben+Dan 3", "Eve! 5")
    change_people(table=table, names=["Ann", "Ben", "Cat", "Dan"])
    first, second = again(table).sittings.all()
    assert (first.ended_at is None, second.ended_at) == (False, None)
    assert first.totals == (0, 1, 0, 1, 5)
    assert totals(table) == {"Ann": 0, "Ben": 0, "Cat": 0, "Dan": 0}
    assert seated(table) == [FIVE, ["Ann", "Ben", "Cat", "Dan"]]


def test_a_sitting_without_a_hand_ends_too():
    table = a_table()
    new = change_people(table=table, names=[*FIVE, "Fay"])
    assert (seated(table), new.no) == ([FIVE, [*FIVE, "Fay"]], 2)
    assert [one.ended_at is None for one in again(table).sittings.all()] == [False, True]
    assert list(again(table).sittings.not_replaced()) == [new]


def test_a_table_broken_up_without_a_hand_keeps_its_players():
    table = a_table()
    ended = break_up(table=table, sitting=table.sitting.pk)
    assert list(table.sittings.not_replaced()) == [ended]


def test_a_sitting_whose_seats_were_corrected_is_kept_with_its_correction():
    table = a_table()
    seen = [player.pk for player in table.sitting.players]
    names = [*FOUR, "Zed"]
    put_right(sitting=table.sitting, names=names, stay_with="seats", seen=seen, actor=PHONE)
    change_people(table=again(table), names=FOUR)
    assert (seated(table), Reseating.objects.count()) == ([names, FOUR], 1)
    first, second = again(table).sittings.all()
    assert (first.ended_at is None, second.ended_at) == (False, None)


def test_a_sitting_whose_hands_were_all_undone_is_kept():
    table = a_table()
    log(table)
    record = log(table)
    for hand in (record, again(table).sitting.hands.first()):
        hand.state = "taken-back"
        hand.save()
    change_people(table=table, names=[*FIVE, "Fay"])
    assert seated(table) == [FIVE, [*FIVE, "Fay"]]


@pytest.mark.parametrize(
    ("hands", "names", "dealer"),
    [
        ((), ["Fay", "Ann", "Ben", "Cat"], "Ann"),
        (("Ben+Dan 3",), ["Ann", "Ben", "Cat", "Dan"], "Ben"),
        (("Ben+Dan 3",), ["Ann", "Cat", "Dan", "Eve"], "Cat"),
        (("=",), ["Eve", "Ann", "Ben", "Cat"], "Ann"),
        (("Ben+Dan 3",) * 4, ["Fay", "Dan", "Ann", "Ben"], "Ann"),
        (("Ben+Dan 3",), ["Fay", "Gus", "Hal", "Ida"], "Gus"),
        (("Ben+Dan 3",), ["Ann", "Fay", "Cat", "Dan", "Eve"], "Fay"),
        (("Ben+Dan 3",), ["Cat", "Dan", "Eve", "Ann", "Fay"], "Fay"),
        (("Ben+Dan 3",), ["Ann", "Fay", "Gus", "Dan", "Eve"], "Fay"),
        (("Ben+Dan 3",) * 2, ["Ann", "Fay", "Gus", "Dan", "Eve"], "Gus"),
        (("Ben+Dan 3",) * 4, ["Fay", "Ben", "Cat", "Dan", "Gus"], "Gus"),
        ((), ["Fay", "Ben", "Cat", "Dan", "Gus"], "Fay"),
    ],
)
def test_the_player_in_the_next_dealers_seat_deals_or_the_next_who_stays(hands, names, dealer):
    table = a_table(*hands)
    new = change_people(table=table, names=names)
    assert again(new).names[again(new).dealer] == dealer


def test_a_deal_moved_by_hand_is_carried_over():
    table = a_table("Ben+Dan 3")
    move_deal(table=table, seat=EVE)
    new = change_people(table=table, names=["Eve", "Ann", "Ben", "Cat"])
    assert again(new).names[again(new).dealer] == "Eve"


def test_the_same_players_in_other_seats_are_another_sitting():
    table = a_table("Ben+Dan 3")
    change_people(table=table, names=FIVE[::-1])
    assert seated(table) == [FIVE, FIVE[::-1]]


def test_the_same_players_in_the_same_seats_are_refused():
    table = a_table("Ben+Dan 3")
    stored = everything()
    with pytest.raises(Refused, match="the same as now"):
        change_people(table=table, names=["ann", " BEN", "Cat", "Dan", "Eve"])
    assert everything() == stored


@pytest.mark.parametrize("unfinished", ["begun", "waiting"])
def test_seats_cannot_change_while_a_hand_is_unfinished(unfinished):
    table = a_table("Ben+Dan 3")
    if unfinished == "begun":
        begin_hand(
            table=table,
            sitting=again(table).sitting.pk,
            id=some_id(1),
            maker=BEN,
            call=None,
            actor=PHONE,
        )
    else:
        log_unseen(table)
    stored = everything()
    with pytest.raises(Refused, match="Finish it first"):
        change_people(table=table, names=["Ann", "Ben", "Cat", "Dan"])
    assert everything() == stored


def test_seats_cannot_change_in_a_closed_evening():
    table = a_table("Ben+Dan 3")
    close(table.session)
    stored = everything()
    with pytest.raises(Refused, match="closed"):
        change_people(table=table, names=["Ann", "Ben", "Cat", "Dan"])
    assert everything() == stored


def test_changing_players_raises_the_versions():
    table = a_table("Ben+Dan 3")
    before = versions(table)
    change_people(table=table, names=["Ann", "Ben", "Cat", "Dan"])
    assert versions(table) == (before[0] + 1, before[1] + 1)


def test_a_dealer_set_by_hand_applies_to_the_next_hand_only():
    table = a_table("Ben+Dan 3")
    move_deal(table=table, seat=EVE)
    assert dealers(table) == [ANN, EVE]
    log(table)
    log(table)
    assert dealers(table) == [ANN, EVE, ANN, BEN]


def test_a_dealer_set_by_hand_stays_for_its_hand_though_another_phones_comes_first():
    table = a_table("Ben+Dan 3")
    move_deal(table=table, seat=EVE)
    log(table, after=again(table).sitting.latest)
    assert (dealers(table), again(table).sitting.next_dealer) == ([ANN, BEN, EVE], EVE)
    log(table)
    assert (dealers(table), again(table).sitting.next_dealer) == ([ANN, BEN, EVE, ANN], None)


def test_a_hand_keeps_the_dealer_that_its_own_screen_showed():
    table = a_table("Ben+Dan 3")
    log(table, replace(BEN_WITH_DAN, dealer=DAN))
    assert dealers(table) == [ANN, DAN, EVE]


def test_undoing_a_hand_returns_the_dealer_set_for_it():
    table = a_table("Ben+Dan 3")
    move_deal(table=table, seat=EVE)
    take_back(record=log(table), actor=PHONE)
    assert dealers(table) == [ANN, EVE]


def test_a_dealer_set_for_the_next_hand_is_kept_while_the_hand_before_is_undone():
    for again_by in (lambda record, table: put_back(record=record, actor=PHONE), put_anew):
        table = a_table("Ben+Dan 3")
        record = log(table)
        move_deal(table=table, seat=EVE)
        take_back(record=record, actor=PHONE)
        assert (dealers(table), again(table).sitting.mark) == ([ANN, BEN], None)
        again_by(record, table)
        assert dealers(table) == [ANN, BEN, EVE]
        log(table)
        assert dealers(table) == [ANN, BEN, EVE, ANN]
        assert again(table).sitting.next_dealer is None


def put_anew(record, table):
    log(table, "Ben+Dan 4")


def test_a_dealer_set_twice_is_the_one_set_last():
    table = a_table("Ben+Dan 3")
    move_deal(table=table, seat=EVE)
    move_deal(table=table, seat=DAN)
    log(table)
    assert dealers(table) == [ANN, DAN, EVE]


@pytest.mark.parametrize("seat", [-1, 5, 10**20])
def test_an_empty_chair_cannot_be_made_dealer(seat):
    table = a_table()
    stored = everything()
    with pytest.raises(Refused, match="no such seat"):
        move_deal(table=table, seat=seat)
    assert everything() == stored


def test_the_dealer_cannot_be_set_in_a_closed_evening():
    table = a_table("Ben+Dan 3")
    close(table.session)
    stored = everything()
    with pytest.raises(Refused, match="closed"):
        move_deal(table=table, seat=EVE)
    assert everything() == stored


def test_setting_the_dealer_raises_the_versions():
    table = a_table()
    before = versions(table)
    move_deal(table=table, seat=EVE)
    assert versions(table) == (before[0] + 1, before[1] + 1)


@pytest.mark.parametrize("right", ["write", "watch", "host"])
def test_renewing_a_link_revokes_it_and_creates_another(right):
    table = a_casual_table()
    before = versions(table)
    old = table.links.get(right=right)
    new = renew_link(table=table, right=right)
    assert again(old).revoked_at is not None
    assert list(Link.objects.filter(table=table, right=right, revoked_at=None)) == [new]
    assert new.token != old.token
    assert versions(table) == (before[0] + 1, before[1] + 1)


@pytest.mark.parametrize("right", ["host", "admin", "rubbish-rubbish", ""])
def test_a_link_that_a_table_does_not_have_cannot_be_renewed(right):
    table = a_table()
    stored = everything()
    with pytest.raises(Refused, match="no such link"):
        renew_link(table=table, right=right)
    assert everything() == stored


def test_deleting_a_table_deletes_its_sittings_seats_and_links():
    table = a_table("Ben+Dan 3")
    Table.objects.filter(pk=table.pk).delete()
    assert (Sitting.objects.count(), Seat.objects.count(), Link.objects.count()) == (0, 0, 0)


def test_a_table_without_a_hand_can_be_removed_once_with_its_links():
    session = an_evening()
    stays, goes = a_table(session=session), a_table(session=session, names=FOUR)
    remove_table(table=goes)
    remove_table(table=goes)
    assert list(session.tables.all()) == [stays]
    assert not Link.objects.filter(table=goes.pk).exists()


def test_a_table_with_an_undone_hand_or_in_a_closed_evening_cannot_be_removed():
    table = a_table("Ben+Dan 3")
    take_back(record=table.sitting.hands.get(), actor=PHONE)
    empty = a_table(session=table.session, names=FOUR)
    with pytest.raises(Refused, match="This table has hands"):
        remove_table(table=table)
    log(table, "Ben+Dan 3")
    close(table.session)
    with pytest.raises(Refused, match="This club night is closed"):
        remove_table(table=empty)
    assert table.session.tables.count() == 2


def test_the_host_link_of_a_visitors_evening_outlives_its_first_table():
    table = a_casual_table()
    with pytest.raises(Refused, match="This is the only table"):
        remove_table(table=table)
    other = open_table(session=table.session, names=FOUR)
    remove_table(table=table)
    assert other.links.filter(right="host", revoked_at=None).count() == 1
