import re

import pytest

from scoring.evening.actions.check_in import arrive, pay_at_the_door
from scoring.models import ClubSession, SavedFormat, Tournament
from scoring.money.queries.accounts import cash_of
from scoring.table.actions.house_rules import make_house_rules
from scoring.tournament.actions.entrants import set_group
from scoring.tournament.actions.prize_giving import count_pot
from scoring.tournament.actions.rounds import take_back
from scoring.tournament.actions.settings import change_settings, save_format
from scoring.tournament.forms.settings import OFFERED
from scoring.tournament.pure.formats import FORMATS
from scoring.tournament.queries.entry_fees import entry_fees
from scoring.tournament.queries.now import format_in
from scoring.tournament.views.setup.settings import settings_form
from tests.cast import PHONE, a_club, a_table, again, an_evening, everything, signed_in
from tests.html import refused, said, shown, text
from tests.tournament.cast import a_tournament, begun, drawn, played_to, seats

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


def at(session, rest=""):
    return f"/sessions/{session.pk}/tournament/{rest}"


def typed(tournament, **changes):
    """What the form sends when nothing but these fields was changed."""
    form = settings_form(tournament)
    shown = {name: form[name].value() for name in form.fields}
    told = {name: form.fields[name].prepare_value(value) for name, value in shown.items()} | changes
    return {
        name: "on" if value is True else value
        for name, value in told.items()
        if value not in (None, False)
    }


def save(tournament, client=None, **changes):
    return (client or signed_in()).post(
        at(tournament.session, "settings"), typed(tournament, **changes)
    )


# -- the offer
# ----------------------------------------------------------------------------------------


def test_formats_are_shown_side_by_side_with_the_clubs_own_first():
    session = an_evening()
    save_format(club=session.club, name="Thursday", style="club", settings={"rounds": 12})
    page = signed_in().get(at(session, "make"))
    assert shown(page, r'<li class="card"><h3>(.*?)</h3>') == [
        "Thursday",
        "Club",
        "Classic",
        "Rotation",
        "By seats",
        "Pairs",
    ]
    assert "until the head table has 5 points and rings the bell" in page.content.decode()


def test_a_tap_creates_the_tournament_and_leads_to_its_settings():
    session = an_evening()
    saved = save_format(
        club=session.club, name="Thursday", style="classic", settings={"rounds": 12}
    )
    answer = signed_in().post(at(session, "make"), {"format": f"saved-{saved.pk}"})
    assert (answer.status_code, answer.url) == (302, at(session, "settings"))
    made = Tournament.objects.get()
    assert (made.style, made.settings) == ("classic", {"rounds": 12})


def test_the_tick_for_the_season_is_in_view_and_as_it_was_last_time():
    session = an_evening()
    page = signed_in().get(at(session)).content.decode()
    assert "checked" not in page.partition('name="counts"')[2][:80]
    signed_in().post(at(session, "make"), {"format": "club", "counts": "on"})
    made = Tournament.objects.get()
    assert made.counts
    settings = signed_in().get(at(session, "settings")).content.decode()
    assert 'name="counts"' in settings.partition('<div class="folded-settings">')[0]
    after = signed_in().get(f"/clubs/{session.club_id}/tournaments/open").content.decode()
    assert "checked" in after.partition('name="counts"')[2][:80]


def test_an_unknown_format_is_refused_in_a_sentence():
    session, kate = an_evening(), signed_in()
    for sent in ({}, {"format": "fancy"}, {"format": "saved-7"}):
        answer = refused(at(session, "make"), sent, client=kate)
        assert answer == (422, "Choose a format.")


def test_where_there_are_tables_the_page_says_what_to_do_instead():
    table, kate = a_table(), signed_in()
    page = kate.get(at(table.session, "make")).content.decode()
    assert "A tournament needs its own" in page
    assert f"/clubs/{table.session.club_id}/tournaments/open" in page
    status, why = refused(at(table.session, "make"), {"format": "club"}, client=kate)
    assert (status, "Create a new tournament" in why) == (409, True)


def test_the_clubs_page_creates_an_evening_with_its_tournament_in_one_step():
    club, kate = a_club(), signed_in()
    address = f"/clubs/{club.pk}/tournaments/open"
    assert address in kate.get(f"/clubs/{club.pk}/").content.decode()
    assert kate.get(address).status_code == 200
    sent = {
        "format": "pairs",
        "title": "Christmas drive",
        "played_on": "2026-12-20",
        "starts_at": "19:30",
    }
    answers = [kate.post(address, sent) for _ in range(2)]
    session = ClubSession.objects.get()
    assert [answer.url for answer in answers] == [at(session, "settings")] * 2
    assert (session.title, str(session.played_on), session.tournament.style) == (
        "Christmas drive",
        "2026-12-20",
        "pairs",
    )


def test_typed_values_stay_when_no_format_is_chosen():
    club = a_club()
    answer = signed_in().post(f"/clubs/{club.pk}/tournaments/open", {"title": "Christmas drive"})
    assert (answer.status_code, ClubSession.objects.count()) == (422, 0)
    assert 'value="Christmas drive"' in answer.content.decode()


# -- the tab
# ------------------------------------------------------------------------------------------


def tabs(page):
    return shown(page, r'<nav class="tabs" aria-label="Club night".*?</nav>')


def test_the_tab_is_for_organisers_without_tables_and_for_all_with_a_tournament():
    session, kate = an_evening(), signed_in()
    without = tabs(kate.get(f"/sessions/{session.pk}/"))
    assert without == ["Tables Check-in Seats Settlement QR codes Tournament"]
    a_tournament(8, session=session)
    assert tabs(kate.get(f"/sessions/{session.pk}/")) == [
        "Tournament Tables Check-in Settlement QR codes"
    ]
    table = a_table(session=an_evening(session.club))
    assert tabs(kate.get(f"/sessions/{table.session_id}/")) == [
        "Tables Check-in Seats Settlement QR codes"
    ]


# -- its settings
# -------------------------------------------------------------------------------------


@pytest.mark.parametrize("style", FORMATS)
def test_saving_settings_unchanged_changes_nothing(style):
    made = a_tournament(0, style=style, fee=500)
    answer = save(made)
    assert (answer.status_code, answer.url) == (302, at(made.session))
    assert (again(made).settings, again(made).style) == ({"fee": 500}, style)


def test_every_setting_of_a_format_can_be_typed():
    made = a_tournament(0)
    prizes = [f"prize_{name}" for name in ("second", "third", "most_lone_hands", "lowest")]
    answer = save(
        made,
        **dict.fromkeys(prizes, ""),
        rules="british",
        rounds="10",
        ends="bell",
        hands="",
        bell_at="7",
        minutes="20",
        break_minutes="",
        fee="5.00",
        partners="split-below",
        tie="next-hand",
        rank_1="won",
        rank_2="",
        rank_3="",
        lone_euchre="4",
        group_1="Ladies",
        group_2="Gentlemen",
        prizes_by_group="on",
        odd="ghost",
        one_prize_each="on",
        suspense="on",
        counts="on",
        prize_first_amount="50",
        prize_booby_gift="A bell",
        pot_1_name="Basket",
        pot_1_each="10p",
        pot_1_for_each="lone",
        pot_1_to="most lone hands",
    )
    assert answer.status_code == 302, said(answer)
    assert (again(made).settings, again(made).counts) == (
        {
            "rules": "british",
            "lone_euchre": 4,
            "rounds": 10,
            "ends": "bell",
            "hands": 0,
            "bell_at": 7,
            "minutes": 20,
            "break_minutes": 0,
            "partners": "split-below",
            "tie": "next-hand",
            "ranking": ["won"],
            "groups": ["Ladies", "Gentlemen"],
            "prizes_by_group": True,
            "odd": "ghost",
            "fee": 500,
            "prizes": [{"prize": "first", "amount": 5000}, {"prize": "booby", "gift": "A bell"}],
            "one_prize_each": True,
            "pots": [{"name": "Basket", "to": "most lone hands", "each": 10, "for_each": "lone"}],
            "suspense": True,
        },
        True,
    )


def test_prizes_are_typed_as_percentages_with_other_lists_for_more_entries():
    made = a_tournament(8, fee=500)
    typed = {
        "prize_first_amount": "60 %",
        "prize_second_amount": "40%",
        "round_to": "5",
        "rest": "kept",
        "tier_1_from": "6",
        "tier_1_prizes": "First 50%, second 30% and cake, Third 5.00, most lone hands a spoon",
    }
    answer = save(made, **typed)
    assert answer.status_code == 302, said(answer)
    found = again(made).settings
    assert {key: found[key] for key in ("round_to", "rest", "tiers")} == {
        "round_to": 500,
        "rest": "kept",
        "tiers": [
            {
                "from": 6,
                "prizes": [
                    {"prize": "first", "percent": 50},
                    {"prize": "second", "percent": 30, "gift": "cake"},
                    {"prize": "third", "amount": 500},
                    {"prize": "most lone hands", "gift": "a spoon"},
                ],
            }
        ],
    }
    page = text(signed_in().get(at(made.session, "settings")).content.decode())
    assert "First £15.00, Second £10.00, Third £5.00; £10.00 stay with the club." in page
    save(again(made))
    assert again(made).settings == found


def test_amounts_and_gifts_with_commas_can_be_typed_in_a_list_of_prizes():
    made = a_tournament(0, fee=500)
    typed = "First 12,50 and bread, wine and cheese, Second a ham, or two, Most games 5 bottles"
    assert save(made, tier_1_from="6", tier_1_prizes=typed).status_code == 302
    assert again(made).settings["tiers"][0]["prizes"] == [
        {"prize": "first", "amount": 1250, "gift": "bread, wine and cheese"},
        {"prize": "second", "gift": "a ham, or two"},
        {"prize": "most games", "gift": "5 bottles"},
    ]


def test_an_imported_gift_that_reads_like_prizes_stays_when_settings_are_saved():
    gift = "100% wool, First class"
    tiers = [{"from": 6, "prizes": [{"prize": "first", "gift": gift}]}]
    made = a_tournament(0, tiers=tiers)
    assert save(made, rounds="9").status_code == 302
    assert (again(made).settings["rounds"], again(made).settings["tiers"]) == (9, tiers)


def test_a_pot_that_waits_for_something_else_has_not_happened_yet():
    pot = {"name": "Jackpot", "to": "first", "when": "a heart", "happened": True}
    made = a_tournament(0, pots=[pot])
    save(made)
    assert again(made).settings["pots"] == [pot]
    save(again(made), pot_1_when="a spade")
    assert again(made).settings["pots"] == [{"name": "Jackpot", "to": "first", "when": "a spade"}]


def test_a_renamed_pot_keeps_its_counted_money_and_every_pot_is_shown():
    pots = [{"name": f"Pot {no}", "to": "kept"} for no in (1, 2, 3)]
    made = a_tournament(0, pots=pots)
    count_pot(tournament=made, name="Pot 1", amount=100, actor=PHONE)
    count_pot(tournament=again(made), name="Pot 3", amount=300, actor=PHONE)
    answer = save(again(made), pot_1_name="The hat", pot_2_name="")
    assert answer.status_code == 302, said(answer)
    assert again(made).settings["pots"] == [
        {"name": "The hat", "to": "kept", "amount": 100},
        {"name": "Pot 3", "to": "kept", "amount": 300},
    ]
    assert cash_of(made.session.club) == 400


def test_two_pots_that_swap_names_swap_their_money():
    made = a_tournament(0, pots=[{"name": name, "to": "kept"} for name in ("A", "B")])
    count_pot(tournament=made, name="A", amount=100, actor=PHONE)
    save(again(made), pot_1_name="B", pot_2_name="A")
    assert again(made).settings["pots"] == [
        {"name": "B", "to": "kept"},
        {"name": "A", "to": "kept", "amount": 100},
    ]
    assert cash_of(made.session.club) == 100


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"rounds": "many"}, "Enter a whole number from 1 to 99."),
        ({"rounds": ""}, "Enter a whole number from 1 to 99."),
        ({"hands": ""}, "A round of so many hands needs one at least."),
        ({"ends": "clock"}, "A round that the clock ends needs its minutes."),
        ({"tie": "stays"}, "Where winners progress a tie cannot stay one"),
        ({"group_1": "Ladies"}, "Two groups of different names, or none."),
        ({"prizes_by_group": "on"}, "Prizes by group need two groups."),
        ({"rank_2": "points"}, "One at least, and each once."),
        (
            {"fee": "a lot"},
            "“a lot” is not an amount such as 0.25 or 25p.".replace("“", '"').replace("”", '"'),
        ),
        ({"prize_first_amount": "0%"}, "Enter a whole percentage, such as 50%."),
        ({"tier_1_from": "9", "tier_1_prizes": "Frst 5%"}, "“Frst 5%” is no prize."),
        ({"tier_1_prizes": "First 5%"}, "Enter from how many paid entries these count."),
        ({"prize_first_amount": "x"}, '"x" is not an amount such as 0.25 or 25p.'),
        ({"pot_1_name": "A", "pot_2_name": "A"}, "Each pot by a name of its own."),
        ({"pot_1_name": "first"}, "A pot has a name that is no prize’s."),
        ({"rules": "call-ace"}, "You can’t choose these rules here. Choose others."),
    ],
)
def test_a_mistyped_setting_is_reported_and_typed_values_stay(changes, told):
    made, kate = a_tournament(0), signed_in()
    stored = everything()
    answer = save(made, kate, **{"bell_at": "9", "prize_second_gift": "A ham", **changes})
    page = answer.content.decode()
    assert (answer.status_code, told in text(page), everything() == stored) == (422, True, True)
    assert ('value="9"' in page, 'value="A ham"' in page) == (True, True)


def test_house_rules_are_offered_if_two_play_against_two():
    made = a_tournament(0)
    ours = make_house_rules(
        club=made.session.club, base="american", name="Ours", changes={"euchre": 3}
    )
    make_house_rules(
        club=made.session.club, base="hoyle-three", name="Three", changes={"euchre": 3}
    )
    page = signed_in().get(at(made.session, "settings")).content.decode()
    assert re.findall(r'<option value="house-\d+"[^>]*>(.*?)<', page) == ["Ours"]
    save(made, rules=f"house-{ours.pk}")
    assert again(made).house == ours
    save(again(made), rules="keller")
    assert (again(made).house, format_in(again(made)).rules) == (None, "keller")


def test_the_text_gives_the_length_and_what_fees_pay_without_storing_it():
    made, kate = a_tournament(61, fee=500), signed_in()
    stored = everything()
    sent = typed(made, rounds="10", prize_first_amount="100") | {"look": "yes"}
    line = kate.post(at(made.session, "settings"), sent, headers=HTMX)
    assert (line.status_code, everything() == stored) == (200, True)
    length, moves = text(line.content.decode()).split(" After a round: ")
    assert moves.startswith("Table 1 · head table Winners: stay Losers: to table 15")
    assert length == (
        "10 rounds of 8 hands at 15 tables: about 4 h 30; 61 people pay £305.00, prizes £100.00 "
        "(4 prizes without money or a gift), £205.00 stay with the club. In 10 rounds 10 of 61 sit "
        "out once, the others never."
    )
    page = kate.post(at(made.session, "settings"), sent).content.decode()
    assert ("about 4 h 30" in page, 'value="10"' in page) == (True, True)


def test_choices_for_players_left_over_are_compared_for_tonight():
    page = signed_in().get(at(a_tournament(61).session, "settings"))
    ways = shown(page, r'<input type="radio" name="odd".*?</label>')
    assert [way.split(". ")[0].split(":")[0] for way in ways] == [
        "They sit out in turn 1 player sits out each round, in turn, never twice in a row",
        "A ghost fills the seat, its points don’t count All play",
        "Three play at a table of three All play",
    ]


def test_after_round_1_is_published_fixed_settings_are_disabled():
    made, kate = a_tournament(8), signed_in()
    begun(made)
    answer = save(made, kate, rules="keller", rounds="4")
    assert (answer.status_code, again(made).settings) == (302, {"rounds": 4})
    page = kate.get(at(made.session, "settings")).content.decode()
    assert re.search(r'<select name="rules"[^>]* disabled', page)
    assert "Round 1 is published." in page


def test_a_change_that_discards_the_draw_says_so():
    made, kate = a_tournament(9), signed_in()
    drawn(made)
    answer = save(made, kate, odd="three")
    told = kate.get(answer.url).content.decode()
    assert "Saved. The draw used other settings. Draw again." in told


def test_another_format_replaces_this_one_and_the_fee_stays():
    made, kate = a_tournament(8, fee=500, rounds=3), signed_in()
    answer = kate.post(at(made.session, "settings/format"), {"format": "classic"})
    assert (answer.status_code, again(made).style, again(made).settings) == (
        302,
        "classic",
        {"fee": 500, **OFFERED},
    )
    status, why = refused(at(made.session, "settings/format"), {"format": "pairs"}, client=kate)
    assert (status, why.startswith("Pairs play by “Pairs”")) == (409, True)
    assert refused(at(made.session, "settings/format"), {}, client=kate)[0] == 422


def test_settings_can_be_saved_as_a_format_of_the_club_and_deleted():
    made, kate = a_tournament(8, rounds=3), signed_in()
    kate.post(at(made.session, "settings/save"), {"name": "Thursday"})
    saved = SavedFormat.objects.get()
    assert (saved.name, saved.style, saved.settings) == ("Thursday", "club", {"rounds": 3})
    save(again(made), rounds="4")
    status, why = refused(at(made.session, "settings/save"), {"name": "Thursday"}, client=kate)
    assert (status, "There is a format called Thursday already." in why) == (409, True)
    assert refused(at(made.session, "settings/save"), {"name": ""}, client=kate)[0] == 422
    kate.post(at(made.session, f"settings/formats/{saved.pk}/delete"))
    assert not SavedFormat.objects.exists()


def test_another_clubs_format_is_not_found():
    made = a_tournament(8)
    theirs = save_format(
        club=a_club("Elsewhere", organiser="mallory"), name="X", style="club", settings={}
    )
    answer = signed_in().post(at(made.session, f"settings/formats/{theirs.pk}/delete"))
    assert (answer.status_code, SavedFormat.objects.count()) == (404, 1)


def test_a_tournament_can_be_deleted_until_a_round_is_published():
    made, kate = a_tournament(8), signed_in()
    row = begun(made)
    status, why = refused(at(made.session, "drop"), {}, client=kate)
    assert (status, why.startswith("A round is published.")) == (409, True)
    for step in ("started", "published"):
        take_back(tournament=made, no=row.no, step=step)
    assert kate.post(at(made.session, "drop")).url == f"/sessions/{made.session_id}/"
    assert not Tournament.objects.exists()


def test_the_page_says_who_sits_out_how_often_and_which_numbers_of_rounds_are_even():
    made = a_tournament(10)
    url = f"/sessions/{made.session_id}/tournament/settings"
    says = "In 8 rounds 6 of 10 sit out twice, the others once; all alike in 10 or 5."
    assert says in text(signed_in().get(url).content.decode())
    change_settings(tournament=made, settings={"rounds": 10}, actor=PHONE)
    assert "sit out twice" not in text(signed_in().get(url).content.decode())


def test_a_new_fee_is_previewed_for_people_who_paid_and_who_did_not():
    made, kate = a_tournament(8, fee=300), signed_in()
    ann, ben = (made.entrants.get(no=no).player for no in (1, 2))
    for one in (ann, ben):
        arrive(session=made.session, player=one, actor=PHONE)
    pay_at_the_door(session=made.session, player=ann, paid=True, actor=PHONE)
    page = save(made, kate, fee="5.00")
    said = text(page.content.decode())
    assert f"1 person paid £3.00, and owes nothing more. {ann}" in said
    assert f"1 person will owe £5.00 instead of £3.00. {ben}" in said
    assert again(made.session).door_fee_minor == 300
    more = {"seen": "500-500", "fee_why": "Supper"}
    assert save(made, kate, fee="5.00", **more).status_code == 302
    fees = {one.player: one.fee_minor for one in made.session.attendances.all()}
    assert fees == {ann: 300, ben: 500}
    assert [one.said.endswith("Reason: Supper") for one in made.session.club.events.all()] == [True]


def test_the_fee_that_is_previewed_is_charged_where_the_evening_has_another():
    made, kate = a_tournament(8, fee=300), signed_in()
    ann, ben = (made.entrants.get(no=no).player for no in (1, 2))
    arrive(session=made.session, player=ann, actor=PHONE)
    ClubSession.objects.update(door_fee_minor=500, guest_fee_minor=500)
    arrive(session=again(made.session), player=ben, actor=PHONE)
    said = text(save(made, kate, fee="5.00").content.decode())
    assert f"1 person will owe £5.00 instead of £3.00. {ann}" in said
    assert entry_fees(again(made), fee=500).owed == 1000
    more = {"seen": "500-500", "fee_why": "Supper"}
    assert save(made, kate, fee="5.00", **more).status_code == 302
    assert [one.fee_minor for one in made.session.attendances.all()] == [500, 500]


def test_a_new_fee_also_applies_to_guests_and_the_page_says_so():
    session = an_evening(door_fee_minor=300, guest_fee_minor=450)
    made, kate = a_tournament(8, session=session), signed_in()
    guests = "Guests pay £4.50 tonight. If you change the fee here, it applies to them too."
    assert guests in text(kate.get(at(session, "settings")).content.decode())
    too = "Saved. Guests, who paid £4.50, pay the new fee too."
    assert too not in text(kate.get(save(made, kate).url).content.decode())
    assert too in text(kate.get(save(made, kate, fee="5.00").url).content.decode())
    session = again(session)
    assert (session.door_fee_minor, session.guest_fee_minor) == (500, 500)
    assert guests not in text(kate.get(at(session, "settings")).content.decode())


# -- The movement, by a preset or move by move.

CLOCKWISE = {"moves": [{"who": ["won"], "by": 1}, {"who": ["lost"], "by": -1}], "ends": "round"}
OWN = {
    "movement": "own",
    "past_the_end": "round",
    "move_1_result": "won",
    "move_1_go": "by 1",
    "move_2_result": "lost",
    "move_2_go": "by -1",
}


@pytest.mark.parametrize("sent", [{"movement": "both-ways"}, OWN])
def test_a_movement_is_chosen_or_put_together_move_by_move(sent):
    made = a_tournament(12)
    assert save(made, **sent).status_code == 302
    assert again(made).settings["movement"] == CLOCKWISE
    page = text(signed_in().get(at(made.session, "settings")).content.decode())
    assert "Winners: to table 2 Losers: to table 3" in page
    assert save(again(made)).status_code == 302
    assert again(made).settings["movement"] == CLOCKWISE


def test_a_movement_that_collides_is_refused_with_an_example():
    made = a_tournament(12)
    status, why = refused(
        at(made.session, "settings"),
        typed(made, movement="own", move_1_result="won", move_1_go="by -1"),
        client=signed_in(),
    )
    assert (status, "table 1 gets 6" in why) == (422, True)
    assert "movement" not in again(made).settings


def test_a_movement_by_groups_asks_for_their_names():
    made = a_tournament(12)
    status, why = refused(
        at(made.session, "settings"), typed(made, movement="one-stays"), client=signed_in()
    )
    assert (status, "two groups" in why) == (422, True)
    assert save(made, movement="one-stays", group_1="Red", group_2="White").status_code == 302
    assert again(made).settings["movement"]["moves"] == [{"who": ["Red"], "by": -1}]


def test_pairs_stay_and_half_of_them_move_on():
    made = a_tournament([(f"A{no}", f"B{no}") for no in range(8)], style="pairs")
    assert save(made, movement="east-west").status_code == 302
    assert again(made).settings["movement"]["partners"] == "stay"


def test_a_movement_that_the_page_cannot_show_stays_as_it_is():
    many = [{"who": ["won"], "at": no, "by": 0} for no in range(1, 9)]
    movement = {"moves": many, "partners": "split"}
    made = a_tournament(12, movement=movement)
    assert save(made, rounds=5).status_code == 302
    assert again(made).settings == {"movement": movement, "rounds": 5}


def test_the_next_round_is_seated_by_the_movement():
    made = a_tournament(12, movement=CLOCKWISE)
    first = played_to(made, 1)
    at_first, then = seats(first), seats(drawn(made))
    assert {then_at for then_at, found in then.items() if at_first[1]["N"] in found.values()} == {2}
    assert {then_at for then_at, found in then.items() if at_first[1]["E"] in found.values()} == {3}


@pytest.mark.parametrize(
    "movement",
    [
        {
            "moves": [
                {"who": ["lost"], "at": 1, "to": "last"},
                {"who": ["won"], "by": -1},
                {"who": ["lost"], "by": 0},
            ],
            "partners": "split",
        },
        {"moves": [{"who": ["won"], "at": "head", "to": "last"}, {"who": ["won"], "by": -1}]},
        {"moves": [{"who": ["N", "won"], "by": 0}] * 7},
    ],
)
def test_settings_saved_unchanged_leave_a_movement_as_it_is_spelt(movement):
    made = a_tournament(12, movement=movement)
    assert save(made).status_code == 302
    assert again(made).settings == {"movement": movement}
    begun(made)
    assert save(again(made), rounds=5).status_code == 302
    assert again(made).settings == {"movement": movement, "rounds": 5}


def test_ghosts_join_the_group_that_lacks_where_groups_move_apart():
    movement = {"moves": [{"who": ["L"], "by": -1}], "ends": "round"}
    made = a_tournament(7, movement=movement, groups=["L", "G"], odd="ghost")
    for no in range(1, 8):
        set_group(tournament=made, no=no, group="LG"[no % 2])
    begun(made)
    assert list(made.entrants.filter(ghost=True).values_list("group", flat=True)) == ["L"]


def test_the_page_plays_the_first_rounds_with_made_up_results_and_says_who_never_meets():
    made = a_tournament(24, rounds=4)
    save(made, movement="both-ways")
    page = text(signed_in().get(at(made.session, "settings")).content.decode())
    assert "players from tables 1, 3 and 5; from tables 2, 4 and 6 never meet." in page
    assert [f"Round {no} Table 1:" in page for no in range(1, 6)] == [True] * 4 + [False]


# -- what is in view
# -----------------------------------------------------------------------------------------


def test_ten_settings_are_in_view_and_all_others_behind_more_settings():
    made = a_tournament(8)
    page = signed_in().get(at(made.session, "settings")).content.decode()
    first, _, more = page.partition('<details class="more-settings"')
    names = [set(re.findall(r'name="(\w+)"', part)) for part in (first, more)]
    fields = {*settings_form(made).fields}
    in_view = {name for name in names[0] & fields if not name.startswith("prize_")}
    assert in_view == {
        *("rules", "rounds", "break_minutes", "ends", "hands", "bell_at", "minutes"),
        *("counts", "fee"),
    }
    assert fields <= names[0] | names[1]
    assert not more.partition(">")[0].strip()


@pytest.mark.parametrize(
    ("name", "value", "section"),
    [
        ("pot_1_half", "150", "Table pots"),
        ("seat_N", "99", "Movement and ties"),
        ("move_1_go", "nowhere", "Movement and ties"),
        ("rank_3", "luck", "Ranking"),
        ("tier_1_from", "0", "Percentages, ties and larger fields"),
        ("lone_partner", "-1", "Lone hands"),
    ],
)
def test_a_section_with_an_error_is_open_and_keeps_what_was_typed(name, value, section):
    answer = save(a_tournament(8), **{name: value})
    assert answer.status_code == 422
    more = answer.content.decode().partition('<details class="more-settings"')[2]
    assert more.partition(">")[0].strip() == "open"
    opened = re.findall(r'<details class="card" open>\s*<summary>\s*<span>(.*?)</span>', more)
    assert opened == [section]
    assert value in answer.context["page"].form[name].value()
