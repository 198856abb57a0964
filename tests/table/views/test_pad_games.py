"""The pad where games are played: partners, cut-throat, two; without JavaScript as with it."""

import json
import re
from uuid import uuid4

import pytest

from scoring.euchre.hand import REDEALS, Hand, Irregularity
from scoring.evening.actions.passes import renew_pass
from scoring.models import HouseRules
from scoring.table.actions.hands import begin_hand
from scoring.table.actions.house_rules import make_house_rules
from tests.cast import (
    ANN,
    BEN,
    CAT,
    DAN,
    PHONE,
    a_club,
    a_phone,
    a_table,
    address,
    again,
    an_evening,
    everything,
    log,
    signed_in,
    told_hands,
)
from tests.html import hidden, last, points, refused, shown, tap

pytestmark = pytest.mark.django_db

FOUR = ["Ann", "Ben", "Cat", "Dan"]


def four(*hands, rules="club-laws", **what):
    """Return a table of four in partners with these hands logged, Ann the first dealer."""
    return a_table(*hands, names=FOUR, rules_key=rules, **what)


def three(*hands, rules="hoyle-three-setback", **what):
    return a_table(*hands, names=FOUR[:3], rules_key=rules, **what)


def test_a_score_is_not_broken_at_its_dash():
    table = four("Ann! 5", "Ann 3")
    pages = [
        a_phone().get(address(table, rest)).content.decode() for rest in ("", "score", "board")
    ]
    whole = [page.count('<span class="unbroken">5–0</span>') > 0 for page in pages]
    assert (whole, [page.count(" 5–0") for page in pages]) == ([True] * 3, [0] * 3)


def roles(page):
    return shown(page, r'<span class="role">(.*?)</span>')


def preview(page):
    return [
        words
        for kind in ("gains", "why", "ends")
        for words in shown(page, rf'<p class="{kind}">(.*?)</p>')
    ][:3]


def sides(page):
    return shown(page, r'<div class="side side-\d">(.*?)</div>')


def event(page):
    return shown(page, r'<p class="event-line">(.*?)</p>')


def tapped(table, *keys):
    client = a_phone()
    return client, tap(client, table, client.get(address(table)), *keys)


def save(client, table, page):
    answer = client.post(address(table, "hands/log"), hidden(page))
    assert (answer.status_code, answer.url) == (302, address(table))
    return client.get(answer.url)


def test_three_taps_enter_a_usual_hand_for_two_sides():
    table = four()
    client, page = tapped(table, "1", "t5")
    assert preview(page) == ["Ben and Dan +2", "March · Leeds & Dwight, law 2"]
    page = save(client, table, page)
    assert last(page).startswith("Hand 1 saved: Ben, all five. Ben and Dan +2.")
    assert sides(page) == ["Ann Cat 0 0 games", "Ben Dan 2 0 games"]
    assert told_hands(table) == [Hand(maker=BEN, tricks=5)]


@pytest.mark.parametrize(
    ("rules", "keys", "found"),
    [
        ("club-laws", "1", ["", "maker", "", ""]),
        ("club-laws", "1 2", ["", "", "maker", ""]),
        ("club-laws", "1 alone", ["", "maker, alone", "", ""]),
        ("club-laws", "1 1", ["", "maker, alone", "", ""]),
        ("club-laws", "1 alone alone", ["", "maker", "", "alone"]),
        ("club-laws", "1 alone 3", ["", "maker", "", "alone"]),
        ("club-laws", "1 alone alone alone", ["", "maker", "", ""]),
        ("club-laws", "1 alone 0", ["maker", "", "", ""]),
        ("hoyle-four", "1 alone alone", ["", "maker", "", "alone"]),
        ("american", "1 1 1", ["", "maker", "", ""]),
        ("american", "alone", ["", "", "", ""]),
    ],
)
def test_the_alone_key_chooses_the_maker_or_their_partner_where_allowed(rules, keys, found):
    assert roles(tapped(four(rules=rules), *keys.split())[1]) == found


BARRED = "A side with 5 or more points can’t play alone in Ours."


def not_from_five():
    """A table of four whose rules bar lone hands from five points, with Ann and Cat at five."""
    club = a_club()
    changes = {"no_lone_from": 5}
    house = make_house_rules(club=club, name="Ours", base="american", changes=changes)
    return four("Ann! 5", "Ann 3", house=house, session=an_evening(club=club))


def test_a_side_with_too_many_points_is_told_why_it_cannot_play_alone():
    table = not_from_five()
    found = [tapped(table, *keys.split())[1] for keys in ("2", "2 alone", "2 2", "1 alone")]
    assert [(preview(page), roles(page)) for page in found] == [
        ([BARRED], ["", "", "maker", ""]),
        ([BARRED], ["", "", "maker", ""]),
        ([], ["", "", "", ""]),
        ([], ["", "maker, alone", "", ""]),
    ]


def test_a_correction_has_the_points_before_its_hand():
    """With them its script offers Alone where it may be. Without it the page says why not."""
    table = not_from_five()
    pages = [a_phone().get(address(table, f"hands/{bare.id}/")) for bare in table.sitting.counted]
    told = [shown(page, r'id="lone" type="application/json">(.*?)</')[0] for page in pages]
    assert [json.loads(text)["score"] for text in told] == [[0, 0], [4, 0]]
    assert json.loads(told[0])["ahead"] == {"from": 5, "why": BARRED}
    assert [shown(page, '<p[^>]*id="why-not-alone"[^>]*>(.*?)</p>') for page in pages] == [
        [BARRED],
        [BARRED],
    ]


def test_the_makers_partner_can_play_alone():
    table = four()
    client, page = tapped(table, "1", "alone", "alone", "t2")
    assert preview(page) == ["Ann and Cat +4", "Lone hand euchred · Leeds & Dwight, law 3"]
    save(client, table, page)
    assert told_hands(table) == [Hand(maker=BEN, alone=DAN, tricks=2)]


def test_a_game_that_ends_is_announced_before_and_after_saving():
    table = four("Ann! 5")
    client, page = tapped(table, "2", "t5")
    assert preview(page)[2] == "Game 1 to Ann and Cat, 6–0, counts 2, a lap of 1"
    page = save(client, table, page)
    assert event(page) == ["Game 1 to Ann and Cat, 6–0, counts 2, a lap of 1."]
    assert preview(page) == ["Game 1 to Ann and Cat, 6–0, counts 2, a lap of 1."]
    assert sides(page) == ["Ann Cat 6 1 game · lap 1", "Ben Dan 0 0 games"]
    assert shown(page, r'<p class="to">(.*?)</p>') == ["The game is over to 5"]
    page = tap(client, table, page, "1")
    assert (event(page), preview(page)) == ([], [])
    assert sides(page) == ["Ann Cat 1 1 game · lap 1", "Ben Dan 0 0 games"]
    assert shown(page, r'<p class="to">(.*?)</p>') == ["Rubber 1, game 2 to 5"]
    log(table, "Ben 3")
    assert event(client.get(address(table))) == []


def test_the_bridge_is_announced_to_the_eldest_hands_side():
    # Ann deals the fifth hand: Ben is the eldest.
    table = four("Ann 3", "Ben! 5", "-", "-")
    assert sides(a_phone().get(address(table))) == [
        "Ann Cat 1 0 games",
        "Ben Dan 4 0 games · bridge",
    ]
    log(table, "-")
    assert sides(a_phone().get(address(table)))[1] == "Ben Dan 4 0 games"


def test_cut_throat_shows_negative_points_and_games_by_player():
    table = three("Ann 2", "Ben 5")
    page = a_phone().get(address(table))
    assert shown(page, r'<span class="points"[^>]*>(.*?)</span>') == ["−2", "2", "0"]
    assert shown(page, r'<span class="won">(.*?)</span>') == ["0 games", "0 games", "0 games"]
    assert 'data-key="alone"' not in page.content.decode()


def test_the_penalty_panel_asks_only_what_these_rules_know():
    def asked(table):
        return shown(a_phone().get(address(table)), r'<fieldset id="happened-\w+"><legend>(.*?)<')

    assert asked(four()) == [
        "Renege (revoke)",
        "Wrong number of cards",
        "Gave up against a lone hand",
        "Card shown in a lone hand",
    ]
    assert asked(four(rules="railroad")) == [
        "Renege (revoke)",
        "Wrong number of cards",
        "Jambone or jamboree",
        "Played alone against a lone hand",
    ]
    assert asked(three()) == ["Renege (revoke)", "Wrong number of cards"]
    assert asked(a_table()) == [
        "Renege (revoke)",
        "Wrong number of cards",
        "Partner revealed (intimation)",
    ]


def logged(table, **fields):
    """Log what a pad sends with these fields, and return the hand that is stored."""
    sent = {"hand_id": uuid4(), "sitting": table.sitting.pk, "after": ""}
    answer = a_phone().post(address(table, "hands/log"), sent | fields)
    assert answer.status_code == 302
    return told_hands(table)[-1]


def test_irregularities_of_the_club_laws_can_be_entered():
    hand = logged(
        four(), maker=BEN, alone=BEN, tricks=5, revoke=["0x2", "2"], wrong_cards=["1"], exposed="on"
    )
    assert hand == Hand(
        maker=BEN,
        alone=BEN,
        tricks=5,
        irregularities=(
            Irregularity(kind="revoke", by=ANN, times=2),
            Irregularity(kind="revoke", by=CAT),
            Irregularity(kind="wrong-cards", by=BEN),
            Irregularity(kind="exposed", by=DAN),
        ),
    )


def test_a_hand_abandoned_to_a_lone_player_needs_no_tricks():
    hand = logged(four(), maker=BEN, alone=BEN, abandoned=["0"])
    assert hand == Hand(
        maker=BEN, alone=BEN, irregularities=(Irregularity(kind="abandoned", by=ANN),)
    )


def test_a_jamboree_and_a_lone_defender_can_be_entered():
    assert logged(four(rules="railroad"), maker=CAT, alone=CAT, special="jamboree") == Hand(
        maker=CAT, alone=CAT, special="jamboree"
    )
    assert logged(
        four(rules="railroad"), maker=CAT, alone=CAT, tricks=2, defender_alone=BEN
    ) == Hand(maker=CAT, alone=CAT, tricks=2, defender_alone=BEN)


def test_facts_that_are_only_told_are_stored():
    told = {"turned": "joker", "picked_up": "on", "best_card": "on"}
    assert logged(four(rules="british"), maker=ANN, alone=ANN, tricks=5, **told) == Hand(
        maker=ANN, alone=ANN, tricks=5, turned="joker", picked_up=True, best_card=True
    )


def test_a_key_of_a_new_deal_names_the_hand_it_is_for():
    table = four()
    keys = r'<button\s+name="redeal"\s+value="([\w-]+)"'
    assert shown(a_phone().get(address(table)), keys) == [*REDEALS]
    assert logged(table, redeal="farmer") == Hand(void="new-deal", redeal="farmer")


@pytest.mark.parametrize(
    ("rules", "fields", "sentence"),
    [
        ("keller", {"best_card": "on"}, "Only a lone player can take the partner’s best card."),
        ("keller", {"picked_up": "on"}, "No joker can be turned up in Keller’s game."),
        ("american", {"alone": DAN}, "Only the maker can play alone in American."),
        ("club-laws", {"alone": ANN}, "The maker or their partner plays alone, not an opponent."),
        (
            "club-laws",
            {"abandoned": "0"},
            "Only an opponent of a lone hand can give up (law 50).",
        ),
        (
            "club-laws",
            {"exposed": "on"},
            "This was no lone hand, so a card shown does not count.",
        ),
        (
            "keller",
            {"alone": BEN, "special": "jambone"},
            "There is no jambone in Keller’s game.",
        ),
        (
            "keller",
            {"alone": BEN, "defender_alone": ANN},
            "No opponent may play alone in Keller’s game.",
        ),
    ],
)
def test_facts_that_the_rules_do_not_know_are_refused_by_name(rules, fields, sentence):
    table = four(rules=rules)
    sent = {"hand_id": uuid4(), "sitting": table.sitting.pk, "maker": BEN, "tricks": 5} | fields
    assert refused(address(table, "hands/log"), sent) == (422, sentence)


def test_with_stick_the_dealer_no_hand_can_be_passed_out():
    def voids(table):
        return shown(a_phone().get(address(table)), r'<button name="void" value="([\w-]+)"')

    assert voids(four(rules="american")) == ["passed-out", "misdeal", "new-deal", "imperfect-pack"]
    stuck = four(rules="american", options={"stick_the_dealer": True})
    assert voids(stuck) == ["misdeal", "new-deal", "imperfect-pack"]


def test_a_hand_that_was_not_played_names_its_reason_once():
    offered = r'<button name="void".*?</button>'
    page = a_phone().get(address(four(rules="american")))
    assert [one.partition(" · ")[0] for one in shown(page, offered)] == [
        "Passed out Everyone passed. No points, the deal passes to the left",
        "Misdeal No points, the deal passes to the left",
        "New deal A card was shown. No points, the same dealer deals again",
        "Imperfect pack Wrong cards in the pack. Earlier hands count, the same dealer deals again",
    ]


def test_the_server_previews_what_the_page_cannot_compute():
    table = four("Ann! 5")
    sent = {
        "hand_id": uuid4(),
        "sitting": table.sitting.pk,
        "maker": BEN,
        "tricks": 3,
        "revoke": "1",
    }
    told = json.loads(a_phone().post(address(table, "preview"), sent).content)
    assert told == {
        "gains": "Ann and Cat +3",
        "why": "Revoke by the maker’s side · Leeds & Dwight, law 63; "
        "Point, not counted: the game was over · Leeds & Dwight, law 2",
        "ends": "Game 1 to Ann and Cat, 7–0, counts 2, a lap of 2",
    }


def test_the_page_has_a_row_for_every_usual_hand_and_marks_those_that_end_the_game():
    page = a_phone().get(address(four("Ann! 5"))).content.decode()

    def of(name):
        start = page.index(f'id="{name}"')
        return json.loads(page[page.index(">", start) + 1 : page.index("</script>", start)])

    scores = of("scores")
    assert len(scores["of"]) == 4 * 2 * 6
    assert scores["rows"][scores["of"]["3 alone 5"]] == {
        "gains": "Ben and Dan +4",
        "why": "Lone march · Leeds & Dwight, law 3",
        "points": [0, 4, 0, 4],
        "ends": "0,4,0,4",
    }
    ends = of("ends")
    assert ends["1 with 2"] == {
        "said": "Game 1 to Ann and Cat, 6–0, counts 2, a lap of 1",
        "winner": 0,
        "games": 1,
        "rubbers": 0,
        "won": [1, 0],
        "opens": [1, 0],
    }
    assert sorted(key for key in ends if key.startswith("1 with")) == [
        "1 with 0",
        "1 with 1",
        "1 with 2",
    ]


def test_the_score_can_be_shown_with_cards():
    table, client = four("Ann 5"), a_phone()
    client.post(address(table, "mark"), {"marks": "two-three"})
    page = re.sub(
        "<template.*?</template>", "", client.get(address(table)).content.decode(), flags=re.DOTALL
    )
    assert page.count('<svg class="markers"') == 2
    assert refused(address(table, "mark"), {"marks": "pegs"}) == (
        409,
        "Choose figures, two cards or chalk for the score.",
    )


def marked(page):
    """The names and how they stand: what a drawn mark says, or the figure."""
    key = r'data-name="([^"]*)"(?:(?!</button>).)*?class="(markers[^"]*|points)"'
    found = re.findall(rf'{key}[^>]*aria-label="([^"]*)"', page, re.DOTALL)
    return [(who, "chalk" in kind, says) for who, kind, says in found]


def test_two_and_three_players_have_their_own_markers():
    table, client = three("Ann 3", "Ben 2", "Cat 5"), a_phone()
    client.post(address(table, "mark"), {"marks": "chalk"})
    page = client.get(address(table)).content.decode()
    assert marked(page) == [("Ann", True, "1"), ("Ben", False, "-2 points"), ("Cat", True, "2")]
    board = client.get(address(table, "board")).content.decode()
    assert board.count('<svg class="markers chalk"') == 2
    score = client.get(address(table, "score"))
    assert [" ".join(row.split()) for row in shown(score, r'<td class="number">(.*?)</td>')] == [
        "",
        "",
        "−2",
    ]
    two = a_table("Ann 3", names=FOUR[:2], rules_key="hoyle-two")
    client.post(address(two, "mark"), {"marks": "three-four"})
    assert marked(client.get(address(two)).content.decode()) == [
        ("Ann", False, "1"),
        ("Ben", False, "0"),
    ]


@pytest.mark.parametrize(
    ("rules", "options", "people"),
    [("hoyle-two", {"target": 7}, 2), ("american", {}, 4), ("call-ace", {"target": 5}, 4)],
)
def test_no_other_game_can_be_shown_with_cards_or_chalk(rules, options, people):
    table = a_table(names=FOUR[:people], rules_key=rules, options=options)
    a_phone().post(address(table, "mark"), {"marks": "chalk"})
    page = a_phone().get(address(table)).content.decode()
    board = a_phone().get(address(table, "board")).content.decode()
    told = ("Show the score with", "markers chalk")
    assert [words in page + board for words in told] == [False, False]


def test_changing_partners_breaks_off_the_rubber_in_progress():
    table, client = four("Ann! 5", "Ann 3"), a_phone()
    page = client.get(address(table, "people")).content.decode()
    assert "This ends the rubber in progress." in page
    assert shown(
        client.get(address(table, "people")), r'<button class="wide">(.*?against.*?)</button>'
    ) == [
        "Ann and Ben against Cat and Dan",
        "Ann and Dan against Ben and Cat",
    ]
    client.post(address(table, "people"), {"names": "Ann, Cat, Ben, Dan"})
    assert again(table).sitting.names == ["Ann", "Cat", "Ben", "Dan"]
    assert again(table).sitting.standing.score == (0, 0)


def test_a_table_for_four_refuses_a_fifth_player():
    table = four()
    before = everything()
    answer = a_phone().post(address(table, "people"), {"names": "Ann, Ben, Cat, Dan, Eve"})
    assert (answer.status_code in (409, 422), everything() == before) == (True, True)
    assert points(a_phone().get(address(table))) == {}


def test_a_penalty_chosen_in_the_laws_opens_even_with_a_started_hand():
    table = four()
    begin_hand(table=table, sitting=table.sitting.pk, id=uuid4(), maker=BEN, call=None, actor=PHONE)
    page = a_phone().get(address(table), {"happened": "revoke"}).content.decode()
    assert '<details class="sheet" id="what-happened" open>' in page


def test_a_started_hand_with_fixed_partners_asks_for_tricks():
    table = four()
    begin_hand(table=table, sitting=table.sitting.pk, id=uuid4(), maker=BEN, call=None, actor=PHONE)
    page = a_phone().get(address(table))
    assert shown(page, r'<p class="prompt"[^>]*>(.*?)</p>') == ["Ben made it, with Dan. Tricks?"]


def test_the_panels_follow_changed_house_rules():
    session = an_evening()
    house = HouseRules.objects.create(
        club=session.club, name="Ours", base="club-laws", changes={"revoke": 4}
    )
    table = four(session=session, house=house)
    assert "Each counts 4" in a_phone().get(address(table)).content.decode()
    HouseRules.objects.update(changes={"revoke": 6, "stick_the_dealer": True})
    page = a_phone().get(address(table)).content.decode()
    assert ("Each counts 6" in page, "Passed out" in page) == (True, False)


def test_without_lone_hands_the_pad_does_not_ask_about_them():
    session = an_evening()
    alone = {"alone": "nobody"}
    house = HouseRules.objects.create(
        club=session.club, name="Ours", base="club-laws", changes=alone
    )
    table = four(session=session, house=house)
    page = a_phone().get(address(table))
    assert shown(page, r'<fieldset id="happened-\w+"><legend>(.*?)<') == [
        "Renege (revoke)",
        "Wrong number of cards",
    ]
    assert roles(tapped(table, "1", "1")[1]) == ["", "", "", ""]


def test_a_refused_hand_keeps_the_joker_that_was_turned():
    table = four(rules="railroad")
    sent = {"hand_id": uuid4(), "sitting": table.sitting.pk, "maker": BEN, "turned": "joker"}
    page = a_phone().post(address(table, "hands/log"), sent).content.decode()
    assert 'name="turned" value="joker" checked' in page


def test_a_game_of_five_can_be_shown_with_cards_or_chalk_for_two_to_four():
    def offered(table):
        return shown(
            a_phone().get(address(table)), r'<button class="quiet" name="marks" value="([\w-]+)"'
        )

    ways = ["figures", "three-four", "two-three", "chalk"]
    assert offered(four()) == offered(three(rules="hoyle-three")) == ways
    assert offered(a_table(names=FOUR[:2], rules_key="hoyle-two")) == ways


def test_the_evenings_page_shows_the_game_in_progress():
    table = four("Ann! 5", "Ann 3", "Ben 3")
    page = signed_in().get(f"/sessions/{table.session_id}/")
    assert shown(page, r'<b class="points">(.*?)</b>') == ["0 1 game", "1"]


def test_a_finished_game_is_shown_everywhere_until_the_next_hand():
    table = four("Ann! 5", "Ben 3", "Ann 3")
    wall = f"/w/{renew_pass(session=table.session, right='wall').token}/"

    def scores():
        """Return the points of both sides on every page."""
        phone = a_phone()
        return {
            "pad": shown(phone.get(address(table)), r'<b class="side-points">(.*?)</b>'),
            "score": shown(phone.get(address(table, "score")), r"<b>(\d+)</b>")[:2],
            "board": shown(phone.get(address(table, "board")), r'<span class="points">(\d+)'),
            "evening": shown(
                signed_in().get(f"/sessions/{table.session_id}/"), r'<b class="points">\s*(\d+)'
            ),
            "wall": shown(phone.get(wall), r'<b class="points">\s*(\d+)'),
        }

    assert scores() == dict.fromkeys(["pad", "score", "board", "evening", "wall"], ["5", "1"])
    begin_hand(
        table=again(table),
        sitting=again(table).sitting.pk,
        id=uuid4(),
        maker=ANN,
        call="",
        actor=PHONE,
    )
    assert scores() == dict.fromkeys(["pad", "score", "board", "evening", "wall"], ["0", "0"])


def test_a_third_game_that_laps_says_that_a_fourth_is_played():
    table = four("Ann! 5", "Ann 3", "Ben! 5", "Ben 3", "Cat! 5", "Cat 5")
    page = a_phone().get(address(table))
    assert event(page) == ["Game 3 to Ann and Cat, 6–0, counts 2, a lap of 1."]
    assert (
        "The third game lapped, so a fourth is played. Ann and Cat open the next game with 1."
        in (page.content.decode())
    )


def test_polls_have_their_own_address_so_that_back_finds_the_page():
    table = four()
    for where in ("", "board"):
        assert (
            f'hx-get="{address(table, where)}?poll"'
            in a_phone().get(address(table, where)).content.decode()
        )


@pytest.mark.parametrize(
    ("hands", "keys", "found", "why"),
    [
        ((), "1 alone alone", ["", "maker", "", "alone"], []),
        (
            (),
            "3 alone",
            ["", "", "", "maker, alone"],
            ["The maker’s partner has passed and cannot play alone (law 93-94)."],
        ),
        ((), "3 alone alone", ["", "", "", "maker"], []),
        (("Ann 3",), "3 alone alone", ["", "alone", "", "maker"], []),
    ],
)
def test_going_alone_depends_on_the_makers_seat_and_the_pad_says_why(hands, keys, found, why):
    page = tapped(four(*hands), *keys.split())[1]
    assert (roles(page), preview(page)) == (found, why)


def test_a_lone_hand_of_a_partner_who_has_passed_is_refused_with_its_law():
    table = four()
    sent = {
        "hand_id": uuid4(),
        "sitting": table.sitting.pk,
        "maker": DAN,
        "alone": BEN,
        "tricks": 5,
    }
    page = a_phone().post(address(table, "hands/log"), sent)
    assert page.status_code == 422
    assert "The maker’s partner has passed and cannot play alone (law 93-94)." in (
        page.content.decode()
    )


def test_a_lone_hand_without_a_maker_is_refused_where_the_seat_decides():
    table = four()
    sent = {"hand_id": str(uuid4()), "sitting": table.sitting.pk, "alone": "1", "tricks": "5"}
    answer = a_phone().post(f"{address(table)}hands/log", sent)
    assert (answer.status_code, table.sitting.hands.count()) == (422, 0)
