"""Late comers, leavers and seats put right, on their pages."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.evening.actions.check_in import arrive_by_name
from scoring.models import ClubSession
from scoring.people.actions.people import add_players
from scoring.tournament.actions.entrants import add_ghosts
from tests.cast import PHONE, everything, send, signed_in
from tests.html import said, shown, text
from tests.sheets.reading import squeezed, whole
from tests.tournament.cast import a_tournament, begun, ended, latest, names_at, seats, tell_all

pytestmark = pytest.mark.django_db


def path_of(tournament, rest="people/"):
    return f"/sessions/{tournament.session_id}/tournament/{rest}"


def page_of(tournament):
    return signed_in().get(path_of(tournament))


def post(tournament, rest, **fields):
    return send(signed_in(), path_of(tournament, rest), fields)


def words(answer):
    return text(answer.content.decode())


def with_a_ghost():
    tournament = a_tournament(7, odd="ghost")
    begun(tournament)
    place = tournament.entrants.get(ghost=True).placings.get()
    return tournament, place.round_table.no, place.seat


def test_before_round_one_is_published_the_page_links_to_the_entrants():
    assert "Round 1 isn’t published yet" in words(page_of(a_tournament(8)))


def test_a_late_arrival_is_offered_the_ghosts_seat_and_the_next_round():
    tournament, table, seat = with_a_ghost()
    (choices,) = shown(page_of(tournament), r'<fieldset class="asks"><legend>Where\?.*?</fieldset>')
    assert f"Now: table {table}, " in choices
    assert "in place of the ghost" in choices
    assert "From round 2, drawn with everyone else." in choices
    assert "They are checked in, owe nothing, and get the next number." in words(
        page_of(tournament)
    )
    ClubSession.objects.update(door_fee_minor=200, guest_fee_minor=300)
    assert "owe £2.00 at check-in, guests £3.00, and get" in words(page_of(tournament))


def test_a_checked_in_person_is_placed_with_one_tap_which_can_be_undone():
    tournament, table, seat = with_a_ghost()
    arrive_by_name(session=tournament.session, name="Zoe", actor=PHONE)
    before = names_at(latest(tournament))
    assert post(tournament, "people/late", text="Zoe", place=f"{table}-{seat}").status_code == 302
    assert names_at(latest(tournament))[table][seat] == "Zoe"
    zoe = tournament.entrants.get(player__name="Zoe")
    assert "Undo: play from round 2" in words(page_of(tournament))
    assert post(tournament, f"people/{zoe.no}/place", place="next", round=1).status_code == 302
    assert names_at(latest(tournament)) == before


def two_rounds_on(people=8, **what):
    tournament = a_tournament(people, **what)
    tell_all(ended(begun(tournament)))
    tell_all(ended(begun(tournament)))
    begun(tournament)
    return tournament


def told_of(client, path, fields):
    """What the page says to whom a form leads."""
    return words(client.get(send(client, path, fields).url))


def test_several_late_arrivals_are_entered_together_and_missed_rounds_named_once():
    tournament, client = two_rounds_on(), signed_in()
    said_so = told_of(
        client, path_of(tournament, "people/late"), {"text": "Zoe, Yan\nXia", "place": "next"}
    )
    assert (
        "Zoe (9), Yan (10) and Xia (11) play from round 4, without points for rounds 1 to 3."
    ) in said_so
    assert (
        tournament.session.attendances.filter(player__name__in=["Zoe", "Yan", "Xia"]).count() == 3
    )


def test_late_arrivals_without_a_free_seat_play_from_the_next_round():
    tournament, table, _ = with_a_ghost()
    client = signed_in()
    place = shown(page_of(tournament), rf'value="({table}-.)"')[0]
    said_so = told_of(
        client, path_of(tournament, "people/late"), {"text": "Zoe, Yan", "place": place}
    )
    assert f"Zoe (9) plays from round 1, at table {table}." in said_so
    assert "Yan (10) plays from round 2, without points for round 1." in said_so


def test_all_free_seats_are_filled_in_turn():
    tournament = a_tournament(6, odd="ghost")
    row = begun(tournament)
    page = page_of(tournament)
    assert "Now, on the 2 free seats in this order: table" in words(page)
    post(tournament, "people/late", text="Zoe, Yan, Xia", place="free")
    there = {name for at in names_at(row).values() for name in at.values()}
    assert (there & {"Zoe", "Yan", "Xia"}, "Ghost" in there) == ({"Zoe", "Yan"}, False)


def test_late_arrivals_can_be_ticked_on_the_clubs_list_and_checked_in():
    tournament, client = two_rounds_on(), signed_in()
    add_players(club=tournament.session.club, names=["Zoe", "Yan"])
    zoe, yan = (tournament.session.club.players.get(name=name) for name in ("Zoe", "Yan"))
    at = path_of(tournament, "entrants/club")
    assert "Missed rounds score no points" in words(client.get(at))
    said_so = told_of(client, at, {"player": [zoe.pk, yan.pk], "enter": "yes"})
    assert ("Yan (9) and Zoe (10) play from round 4, without points for rounds 1 to 3.") in said_so
    assert tournament.session.attendances.filter(player__in=[zoe, yan]).count() == 2


def test_one_tap_enters_everyone_who_is_checked_in():
    tournament = two_rounds_on()
    for name in ("Zoe", "Yan"):
        arrive_by_name(session=tournament.session, name=name, actor=PHONE)
    assert "All 2 from round 4" in words(page_of(tournament))
    post(tournament, "people/late", text="Zoe, Yan", sure="yes", place="next")
    assert "Here, and not entered" not in words(page_of(tournament))


def test_a_name_similar_to_a_known_one_needs_confirmation():
    tournament = two_rounds_on(["Catherine Ashby", *"ABCDEFG"])
    answer = post(tournament, "people/late", text="Catherine Ashbey", place="next")
    assert (answer.status_code, tournament.entrants.count()) == (422, 8)
    assert "Catherine Ashbey: Catherine Ashby? The club knows this name." in words(answer)
    sure = {"text": "Catherine Ashbey", "place": "next", "sure": "on"}
    assert post(tournament, "people/late", **sure).status_code == 302


def test_late_pairs_are_entered_one_per_line():
    tournament = two_rounds_on([("Ann", "Ben"), ("Cat", "Dan")], style="pairs")
    post(tournament, "people/late", text="Zoe & Yan\nXia & Wim", place="next")
    assert [str(one) for one in tournament.entrants.filter(no__gt=2)] == [
        "Zoe and Yan",
        "Xia and Wim",
    ]


def test_a_seat_taken_in_the_meantime_is_refused():
    tournament, table, seat = with_a_ghost()
    post(tournament, "people/late", text="Zoe", place=f"{table}-{seat}")
    stored = everything()
    answer = post(tournament, "people/late", text="Yan", place=f"{table}-{seat}")
    assert (answer.status_code, everything()) == (422, stored)
    assert said(answer) == "That seat is taken now. Choose again."


def test_a_leaver_is_replaced_as_the_director_chooses_and_can_return():
    tournament = a_tournament(9)
    row = begun(tournament)
    (out,), leaver = row.sitting_out, seats(row)[1]["N"]
    assert post(tournament, "people/leave", no=leaver, how=str(out)).status_code == 302
    assert seats(latest(tournament))[1]["N"] == out
    page = words(page_of(tournament))
    assert "after round" in page or "before round 1" in page
    assert post(tournament, "people/back", no=leaver).status_code == 302
    assert seats(latest(tournament))[1]["N"] == leaver


def test_a_new_replacement_for_a_leaver_needs_a_name():
    tournament = a_tournament(8)
    begun(tournament)
    stored = everything()
    answer = post(tournament, "people/leave", no=1, how="new")
    assert (answer.status_code, everything()) == (422, stored)


def test_a_ghost_can_be_added_and_removed():
    tournament = a_tournament(8)
    begun(tournament)
    post(tournament, "people/ghost")
    ghost = tournament.entrants.get(ghost=True)
    assert post(tournament, "people/ghost-out", no=ghost.no).status_code == 302
    assert not tournament.entrants.filter(ghost=True).exists()


def test_a_ghost_can_take_over_at_once():
    tournament = a_tournament(8)
    row = begun(tournament)
    leaver = seats(row)[2]["S"]
    post(tournament, "people/leave", no=leaver, how="ghost")
    assert names_at(latest(tournament))[2]["S"] == "Ghost"


def test_seats_are_corrected_after_a_preview_of_the_effect():
    tournament = a_tournament(8)
    row = ended(begun(tournament))
    tell_all(row)
    one, other = seats(row)[1]["N"], seats(row)[1]["E"]
    stored = everything()
    looked = post(tournament, "rounds/1/seats", one=one, other=other)
    assert (looked.status_code, everything()) == (200, stored)
    assert "Changes" in words(looked)
    saved = post(tournament, "rounds/1/seats", one=one, other=other, seen="1N", save="yes")
    assert (saved.status_code, seats(row)[1]["N"]) == (302, other)


@pytest.mark.parametrize(("one", "other"), [("", ""), ("1", "1"), ("1", "99")])
def test_a_seat_correction_needs_two_people(one, other):
    tournament = a_tournament(8)
    begun(tournament)
    stored = everything()
    assert post(tournament, "rounds/1/seats", one=one, other=other).status_code == 422
    assert everything() == stored


def test_giving_back_a_drawn_seat_is_not_offered():
    tournament = a_tournament(4)
    row = begun(tournament)
    for name in ("Zoe", "Yan", "Xia", "Wil"):
        post(tournament, "people/late", text=name, place="next")
    tell_all(ended(row))
    begun(tournament)
    page = page_of(tournament)
    assert "Arrived late" in words(page)
    assert "Undo" not in words(page)


def test_a_page_of_an_earlier_round_removes_no_one_from_their_seat():
    tournament, table, seat = with_a_ghost()
    post(tournament, "people/late", text="Zoe", place=f"{table}-{seat}")
    zoe = tournament.entrants.get(player__name="Zoe")
    tell_all(ended(latest(tournament)))
    begun(tournament)
    stored = everything()
    answer = post(tournament, f"people/{zoe.no}/place", place="next", round=1)
    assert (answer.status_code, everything()) == (409, stored)
    assert (
        said(answer) == "Round 2 is published. This page is out of date. Reload it and try again."
    )


def test_a_player_who_left_returns_with_the_form_for_late_arrivals():
    tournament = a_tournament(9)
    row = begun(tournament)
    leaver = tournament.entrants.get(no=seats(row)[1]["N"])
    post(tournament, "people/leave", no=leaver.no, how="next")
    tell_all(ended(row))
    begun(tournament)
    client = signed_in()
    send(client, path_of(tournament, "people/late"), {"text": leaver.name, "place": "next"})
    page = words(client.get(path_of(tournament)))
    assert f"{leaver.name} ({leaver.no}) plays from round 3." in page


def test_a_removed_ghost_can_be_added_again():
    tournament, *_ = with_a_ghost()
    ghost = tournament.entrants.get(ghost=True)
    tell_all(ended(latest(tournament)))
    post(tournament, "people/ghost-out", no=ghost.no)
    post(tournament, "people/ghost")
    assert list(tournament.entrants.filter(ghost=True, left=None)) == [ghost]


def test_the_page_takes_as_many_queries_for_many_as_for_few():
    client, found = signed_in(), set()
    for tournament in (a_tournament(8), a_tournament(40)):
        begun(tournament)
        add_ghosts(tournament=tournament, number=2)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(path_of(tournament)).status_code == 200
        found.add(len(queries))
    assert len(found) == 1


def came_by_mistake(**settings):
    tournament = a_tournament(8, **settings)
    begun(tournament)
    post(tournament, "people/late", text="Zoe", place="next")
    return tournament, tournament.entrants.get(player__name="Zoe")


def test_a_mistaken_late_arrival_is_removed_with_one_tap_and_restored_with_another():
    tournament, zoe = came_by_mistake(fee=500)
    assert "Remove Zoe" in words(page_of(tournament))
    client = signed_in()
    answer = send(client, path_of(tournament, "people/out"), {"player": zoe.player_id})
    page = words(client.get(answer.url))
    assert "Zoe is removed and owes no entry fee. Undo : Zoe" in page
    assert not tournament.entrants.filter(player__name="Zoe").exists()
    post(tournament, "people/late", text="Zoe", place="next")
    assert tournament.entrants.get(player__name="Zoe").no == zoe.no
    assert "is removed" not in words(client.get(answer.url))


def test_removing_a_person_twice_counts_once():
    tournament, zoe = came_by_mistake()
    post(tournament, "people/out", player=zoe.player_id)
    stored = everything()
    client = signed_in()
    answer = client.get(
        send(client, path_of(tournament, "people/out"), {"player": zoe.player_id}).url
    )
    assert "They are no longer entered." in words(answer)
    assert everything() == stored


def test_a_person_who_had_a_place_cannot_be_removed():
    tournament, zoe = came_by_mistake()
    tell_all(ended(latest(tournament)))
    begun(tournament)
    assert "Remove Zoe" not in words(page_of(tournament))
    stored = everything()
    answer = post(tournament, "people/out", player=zoe.player_id)
    assert (answer.status_code, everything()) == (409, stored)
    assert said(answer) == "Zoe had a place in a round. Use “Remove a player” instead."


@pytest.mark.parametrize("gone", ["x", "-1", "9" * 30, "1&gone=1&gone=1", "0"])
def test_an_address_naming_no_removed_person_offers_no_one(gone):
    tournament, _ = came_by_mistake()
    page = signed_in().get(path_of(tournament, f"people/?gone={gone}"))
    assert (page.status_code, "is removed" in words(page)) == (200, False)


def a_pairs_evening():
    tournament = a_tournament([("Ann", "Ben"), ("Cat", "Dan")], style="pairs", rounds=3)
    tell_all(ended(begun(tournament)))
    return tournament, tournament.entrants.get(no=1)


def test_one_of_a_pair_can_be_replaced_and_the_replacement_reversed():
    tournament, pair = a_pairs_evening()
    post(tournament, "people/replace", who=f"1-{pair.partner_id}", name="Zoe")
    assert tournament.entrants.get(no=1).name == "Ann and Zoe"
    tell_all(ended(begun(tournament)))
    page = words(page_of(tournament))
    assert "Ann and Zoe 1, Zoe replaced Ben; Ben played round 1" in page
    assert "Undo: Ben plays instead of Zoe" in page
    zoe = tournament.entrants.get(no=1).partner_id
    post(tournament, "people/replace", who=f"1-{zoe}", name="Ben")
    assert tournament.entrants.get(no=1).name == "Ann and Ben"


@pytest.mark.parametrize("who", ["", "1", "1-x", "x-1", "1-1-1", "1-" + "9" * 30])
def test_a_replacement_needs_the_player_to_replace(who):
    tournament, _ = a_pairs_evening()
    stored = everything()
    answer = post(tournament, "people/replace", who=who, name="Zoe")
    assert (answer.status_code, everything(), 'value="Zoe"' in answer.content.decode()) == (
        422,
        stored,
        True,
    )


def test_a_player_already_entered_cannot_be_a_replacement_and_typed_values_stay():
    tournament, pair = a_pairs_evening()
    stored = everything()
    answer = post(tournament, "people/replace", who=f"1-{pair.partner_id}", name="Cat")
    assert (answer.status_code, everything()) == (409, stored)
    assert said(answer) == "Cat is entered as number 2, Cat and Dan."
    assert f'value="1-{pair.partner_id}" selected' in answer.content.decode()


def test_standings_tally_card_and_phone_show_who_played_which_rounds():
    tournament, pair = a_pairs_evening()
    post(tournament, "people/replace", who=f"1-{pair.partner_id}", name="Zoe")
    tell_all(ended(begun(tournament)))
    standings = words(signed_in().get(path_of(tournament, "standings")))
    assert re.search(r"Ann and Zoe No\. 1 [^A-Z]* Ben played round 1", standings)
    token = tournament.session.passes.get(right="players", revoked_at=None).token
    phone = words(signed_in().get(f"/e/{token}/1/"))
    assert "Ben played round 1. The pair keeps the points." in phone
    assert "1 1 Ann and Ben" in phone
    assert "2 1 Ann and Zoe" in phone
    paper = whole(signed_in().get(path_of(tournament, "papers/tally-cards.pdf")).content)
    assert squeezed("Ann and Ben") in paper
    assert squeezed("Ann and Zoe") in paper


def test_replacing_one_of_a_pair_is_not_offered_to_single_players():
    tournament = a_tournament(8)
    begun(tournament)
    assert "One of a pair" not in words(page_of(tournament))
