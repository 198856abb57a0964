import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.evening.actions.check_in import arrive
from scoring.people.actions.people import add_players
from scoring.tournament.actions.entrants import add_ghosts, come
from scoring.tournament.forms.entrants import pairs_in
from scoring.tournament.pure.values import Wish
from scoring.tournament.queries.now import load_tournament
from tests.cast import PHONE, again, an_officer, everything, signed_in
from tests.html import refused, shown, text
from tests.tournament.cast import a_tournament, begun, drawn

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
LINES = r'<li class="entrant" id="n\d+">(.*?)</li>'
COUNTS = r'<p class="sub" id="counts"[^>]*>(.*?)</p>'
TOLD = r'<div class="remark" role="status">(.*?)</div>'


def at(tournament, rest=""):
    return f"/sessions/{tournament.session_id}/tournament/entrants/{rest}"


def entered(tournament):
    return {one.no: one.name for one in tournament.entrants.all()}


def pk(tournament, name):
    return tournament.session.club.players.get(name=name).pk


def paste(tournament, listed, client=None, **more):
    """Paste a list and return what the next page tells."""
    client = client or signed_in()
    answer = client.post(at(tournament, "paste"), {"text": listed} | more)
    assert answer.status_code == 302
    return " ".join(shown(client.get(answer.url), TOLD))


# -- the list
# -----------------------------------------------------------------------------------------


def test_the_list_shows_who_is_entered_here_and_paid_and_the_number_of_tables():
    made = a_tournament(["Ann", "Ben", "Cat", "Dan", "Eve"], fee=500)
    kate = signed_in()
    for name in ("Ann", "Ben"):
        kate.post(at(made, "come"), {"player": pk(made, name), "here": "yes"})
    kate.post(at(made, "pay"), {"player": pk(made, "Ann"), "paid": "yes"})
    page = kate.get(at(made))
    assert shown(page, COUNTS) == ["5 entrants, 2 here, 1 paid, 1 table and 1 over"]
    pressed = re.findall(
        r'name="(here|paid)" value="(?:yes|no)" aria-pressed="(\w+)"', page.content.decode()
    )
    assert pressed[:6] == [
        ("here", "true"),
        ("paid", "true"),
        ("here", "true"),
        ("paid", "false"),
        ("here", "false"),
        ("paid", "false"),
    ]


@pytest.mark.parametrize(
    ("number", "settings", "told"),
    [
        (61, {}, "61 entrants, 0 here, 15 tables and 1 over"),
        (60, {}, "60 entrants, 0 here, 15 tables"),
        (61, {"odd": "ghost"}, "61 entrants, 0 here, 16 tables and 3 ghosts"),
        (61, {"odd": "three"}, "61 entrants, 0 here, 16 tables, 3 of them of three"),
        (1, {"fee": 500}, "1 entrant, 0 here, 0 paid, 0 tables and 1 over"),
    ],
)
def test_the_counters_say_what_happens_to_players_left_over(number, settings, told):
    assert shown(signed_in().get(at(a_tournament(number, **settings))), COUNTS) == [told]


def test_a_ghost_is_marked_and_not_counted():
    made = a_tournament(7)
    add_ghosts(tournament=made, number=1)
    page = signed_in().get(at(made))
    assert shown(page, LINES)[-1] == "Number 8 Ghost a ghost, without a score"
    assert shown(page, COUNTS) == ["7 entrants, 0 here, 1 table and 3 over"]


def test_an_empty_list_says_what_to_do():
    page = text(signed_in().get(at(a_tournament(0))).content.decode())
    assert "No entrants yet. Type a name above, or paste a list below." in page


def test_a_scorer_can_check_in_but_not_enter():
    made = a_tournament(["Ann"])
    an_officer(made.session.club, "sam", "scorer")
    sam = signed_in("sam")
    page = sam.get(at(made)).content.decode()
    assert ("Paste a list" in page, 'name="here"' in page) == (False, True)
    assert sam.post(at(made, "come"), {"player": pk(made, "Ann"), "here": "yes"}).status_code == 302
    assert sam.post(at(made, "paste"), {"text": "Ben"}).status_code == 403


@pytest.mark.parametrize("asked", ["", "?q=a"])
def test_the_list_takes_as_many_queries_for_three_as_for_one(asked):
    found, client = set(), None
    for people in (["Ann"], ["Ann", "Ben", "Cat"]):
        made = a_tournament(people)
        for one in made.entrants.all():
            come(tournament=made, player=one.player, here=True, actor=PHONE)
        client = client or signed_in()
        with CaptureQueriesContext(connection) as queries:
            assert client.get(at(made) + asked).status_code == 200
        found.add(len(queries))
    assert len(found) == 1


# -- found and entered by a tap
# -----------------------------------------------------------------------


def test_one_field_finds_entrants_club_people_and_a_new_guest():
    made = a_tournament(["Ann", "Anna Bell"])
    add_players(club=made.session.club, names=["Hannah", "Zoë"])
    page = signed_in().get(at(made), {"q": "ann"}, headers=HTMX)
    assert [line.split(" here")[0] for line in shown(page, LINES)] == [
        "Number 1 Ann Ann:",
        "Number 2 Anna Bell Anna Bell:",
    ]
    assert shown(page, r'<button class="row-key".*?</button>') == ["+ Hannah enter"]
    page = signed_in().get(at(made), {"q": "Zoe Quick"})
    assert shown(page, r'<button class="row-key".*?</button>') == [
        "+ Zoe Quick, a guest new to the club: add"
    ]


def test_a_tap_enters_a_person_and_a_second_one_says_so_plainly():
    made, kate = a_tournament(["Ann"]), signed_in()
    add_players(club=made.session.club, names=["Zoë"])
    told = []
    for sent in (
        {"player": pk(made, "Zoë")},
        {"player": pk(made, "Zoë")},
        {"name": " Quentin  Quick "},
    ):
        answer = kate.post(at(made, "enter"), sent)
        told += shown(kate.get(answer.url), TOLD)
    assert told == [
        "Entered: Zoë, number 2.",
        "Already entered: Zoë, number 2.",
        "Entered: Quentin Quick, number 3.",
    ]


def test_two_taps_enter_a_pair():
    made, kate = a_tournament(0, style="pairs"), signed_in()
    add_players(club=made.session.club, names=["Ann", "Ben"])
    answer = kate.post(at(made, "enter"), {"player": pk(made, "Ann")})
    assert answer.url == at(made) + f"?first={pk(made, 'Ann')}"
    page = kate.get(f"{answer.url}&q=ben")
    assert "Who is Ann ’s partner?" in text(page.content.decode())
    assert shown(page, r'<button class="row-key".*?</button>') == ["+ Ben plays with Ann"]
    kate.post(at(made, "enter"), {"first": pk(made, "Ann"), "player": pk(made, "Ben")})
    assert entered(made) == {1: "Ann and Ben"}
    answer = refused(at(made, "enter"), {"name": "Zelda"}, client=kate)
    assert answer == (
        422,
        "Add a new pair to the list below, such as “Ann & Ben”.",
    )


def test_a_person_of_another_club_is_not_found():
    made = a_tournament(0)
    theirs = a_tournament(["Ann"])
    answer = signed_in().post(at(made, "enter"), {"player": pk(theirs, "Ann")})
    assert (answer.status_code, entered(made)) == (404, {})


def test_one_tap_enters_everyone_who_is_checked_in_once():
    made, kate = a_tournament(["Cat"]), signed_in()
    for player in add_players(club=made.session.club, names=["Eve", "Ann", "Cat"]):
        arrive(session=made.session, player=player, actor=PHONE)
    assert "2 are checked in and not entered: Eve, Ann." in text(
        kate.get(at(made)).content.decode()
    )
    for _ in range(2):
        kate.post(at(made, "all-here"))
    assert entered(made) == {1: "Cat", 2: "Eve", 3: "Ann"}


# -- a list
# -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("listed", "names"),
    [
        ("Ann\nBen\n\n Cat ", ["Ann", "Ben", "Cat"]),
        ("Ann, Ben; Cat\tDan", ["Ann", "Ben", "Cat", "Dan"]),
        ("1. Ann\n2) Ben\n 3: Cat\n- Dan\n• Eve", ["Ann", "Ben", "Cat", "Dan", "Eve"]),
        ("Andrew Sandys, 2nd Ann", ["Andrew Sandys", "2nd Ann"]),
    ],
)
def test_a_pasted_list_is_read_in_any_common_form(listed, names):
    made = a_tournament(0)
    paste(made, listed)
    assert list(entered(made).values()) == names


@pytest.mark.parametrize(
    "line", ["Ann & Ben", "Ann and Ben", "Ann / Ben", "1. Ann + Ben", "Ann, Ben", "Ann\tBen"]
)
def test_a_pair_is_a_line_with_two_names(line):
    made = a_tournament(0, style="pairs")
    paste(made, f"{line}\nSandy Anderson & Zoë")
    assert entered(made) == {1: "Ann and Ben", 2: "Sandy Anderson and Zoë"}


@pytest.mark.parametrize(
    "listed",
    [
        "Name;Partner\nAnn;Ben\nCat;Dan Gale",
        "sep=;\nPlayer 1;Player 2\nAnn;Ben\nCat;Dan Gale",
        'Ann & Ben\nCat, "Gale, Dan"',
        "1. Ann & Ben 2. Cat & Dan Gale",
        "Pairs\nAnn & Ben; Cat & Dan Gale",
    ],
)
def test_a_list_of_pairs_is_read_like_every_other_list(listed):
    assert pairs_in(listed) == [("Ann", "Ben"), ("Cat", "Dan Gale")]


def asked_again(answer):
    (found,) = shown(answer, r'<div class="complaint" role="alert">(.*?)</div>')
    return found


def test_a_repeated_name_is_pointed_out_first_and_entered_once():
    made, kate = a_tournament(["Dan"]), signed_in()
    stored = everything()
    answer = kate.post(at(made, "paste"), {"text": "Ann\nBen\nann\nDan"})
    assert (answer.status_code, everything()) == (422, stored)
    assert "ann is listed twice." in asked_again(answer)
    assert paste(made, "Ann\nBen\nann\nDan", kate, sure="on") == (
        "Entered: Ann, number 2 and Ben, number 3. Already entered: Dan, number 1."
    )
    assert entered(made) == {1: "Dan", 2: "Ann", 3: "Ben"}


@pytest.mark.parametrize(
    ("style", "listed", "told"),
    [
        ("club", "", "Type or paste at least one name."),
        ("club", ",;\n", "Type or paste at least one name."),
        ("club", "Ann\n" + "x" * 41, "longer than 40 letters."),
        ("pairs", "Ann", "“Ann” is not a pair. Write one pair per line, such as Ann & Ben."),
        (
            "pairs",
            "Ann & ann",
            "“Ann & ann” is not a pair. Write one pair per line, such as Ann & Ben.",
        ),
        (
            "pairs",
            "Ann & Ben & Cat",
            "“Ann & Ben & Cat” is not a pair. Write one pair per line, such as Ann & Ben.",
        ),
        (
            "pairs",
            "Ann & Ben\nBen & Cat",
            "A player is in two pairs: Ann and Ben and Ben and Cat. Correct one of them.",
        ),
    ],
)
def test_an_unusable_list_is_refused_and_stays_on_the_page(style, listed, told):
    made, kate = a_tournament(0, style=style), signed_in()
    status, why = refused(at(made, "paste"), {"text": listed}, client=kate)
    assert (status, why.endswith(told)) == (422, True), why


def test_names_similar_to_known_ones_are_pointed_out_before_entering():
    made, kate = a_tournament(0), signed_in()
    add_players(club=made.session.club, names=["Catherine"])
    stored = everything()
    answer = kate.post(at(made, "paste"), {"text": "Katherine\nBen"})
    page = answer.content.decode()
    assert (answer.status_code, everything() == stored) == (422, True)
    assert ("Katherine: Catherine?" in text(page), "Katherine\nBen</textarea>" in page) == (
        True,
        True,
    )
    paste(made, "Katherine\nBen", kate, sure="on")
    assert entered(made) == {1: "Katherine", 2: "Ben"}


@pytest.mark.parametrize(
    ("style", "listed", "told"),
    [
        ("club", "Zoe\nBen\nZoë", "Zoe and Zoë: the same person?"),
        ("club", "Ann-Bell\nann bell", "Ann-Bell and ann bell: the same person?"),
        ("pairs", "Ann & Katherine\nCatherine & Dan", "Katherine and Catherine: the same person?"),
    ],
)
def test_two_similar_names_in_a_list_are_pointed_out_before_entering(style, listed, told):
    made, kate = a_tournament(0, style=style), signed_in()
    stored = everything()
    answer = kate.post(at(made, "paste"), {"text": listed})
    assert (answer.status_code, everything(), told in asked_again(answer)) == (422, stored, True)
    paste(made, listed, kate, sure="on")
    assert len(entered(made)) == len(listed.split("\n"))


def test_two_similar_names_known_as_different_people_are_entered_at_once():
    made = a_tournament(0)
    add_players(club=made.session.club, names=["Zoe", "Zoë"])
    paste(made, "Zoe\nZoë")
    assert entered(made) == {1: "Zoe", 2: "Zoë"}


def test_a_whole_list_is_put_into_a_group_and_one_can_be_moved_to_another():
    made, kate = a_tournament(0, groups=["Ladies", "Gentlemen"]), signed_in()
    paste(made, "Ann\nCat\nBen", kate, group="Ladies")
    kate.post(at(made, "change"), {"no": 3, "group": "Gentlemen"})
    assert list(made.entrants.values_list("player__name", "group")) == [
        ("Ann", "Ladies"),
        ("Cat", "Ladies"),
        ("Ben", "Gentlemen"),
    ]
    assert refused(at(made, "paste"), {"text": "Dan", "group": "Boys"}, client=kate)[0] == 422


# -- out again
# ----------------------------------------------------------------------------------------


def test_a_removed_entrant_can_return_with_their_number_and_group():
    made, kate = a_tournament(0, groups=["Ladies", "Gentlemen"]), signed_in()
    paste(made, "Ann\nBen\nCat", kate, group="Ladies")
    answer = kate.post(at(made, "change"), {"no": 2, "out": "yes"})
    page = kate.get(answer.url)
    assert (entered(made), shown(page, TOLD)) == (
        {1: "Ann", 3: "Cat"},
        ["Ben, number 2, is removed. Undo"],
    )
    sent = dict(
        re.findall(
            r'type="hidden" name="(player|no|group)" value="([^"]*)"', page.content.decode()
        )[:3]
    )
    kate.post(at(made, "enter"), sent)
    back = made.entrants.get(no=2)
    assert (back.name, back.group) == ("Ben", "Ladies")


def test_a_removed_pair_returns_as_a_pair():
    made, kate = a_tournament([("Ann", "Ben"), ("Cat", "Dan")], style="pairs"), signed_in()
    page = kate.get(kate.post(at(made, "change"), {"no": 1, "out": "yes"}).url).content.decode()
    sent = dict(
        re.findall(r'type="hidden" name="(first|player|no|group)" value="([^"]*)"', page)[:4]
    )
    kate.post(at(made, "enter"), sent)
    assert entered(made) == {1: "Ann and Ben", 2: "Cat and Dan"}


def test_after_round_1_is_published_entrants_cannot_be_removed_here():
    made, kate = a_tournament(8), signed_in()
    begun(made)
    status, why = refused(at(made, "change"), {"no": 1, "out": "yes"}, client=kate)
    assert (status, why.startswith("Round 1 is published and Ann has a seat.")) == (409, True)


def test_one_tap_removes_absent_entrants():
    made, kate = a_tournament(8), signed_in()
    for name in ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay"):
        kate.post(at(made, "come"), {"player": pk(made, name), "here": "yes"})
    page = kate.get(f"/sessions/{made.session_id}/tournament/").content.decode()
    says = "2 are not ticked as here: Gus and Hal. They get seats and are checked in when round 1"
    assert says in text(page)
    numbers = re.findall(r'type="hidden" name="no" value="(\d+)"', page)
    kate.post(at(made, "come"), {"player": pk(made, "Hal"), "here": "yes"})
    kate.post(at(made, "absent"), {"no": numbers})
    assert list(entered(made)) == [1, 2, 3, 4, 5, 6, 8]


# -- here and paid
# ------------------------------------------------------------------------------------


def test_a_tap_returns_the_line_and_the_counters():
    made, kate = a_tournament(["Ann", "Ben"], fee=500), signed_in()
    answer = kate.post(at(made, "pay"), {"player": pk(made, "Ann"), "paid": "yes"}, headers=HTMX)
    assert shown(answer, LINES) == ["Number 1 Ann Ann: here Ann: £5.00 paid"]
    assert shown(answer, COUNTS) == ["2 entrants, 1 here, 1 paid, 0 tables and 2 over"]
    answer = kate.post(at(made, "come"), {"player": pk(made, "Ann"), "here": "no"}, headers=HTMX)
    assert answer.status_code == 409
    assert shown(answer, r'<p class="complaint".*?</p>')[0].startswith(
        "Not saved. Ann has paid £5.00."
    )


@pytest.mark.parametrize(
    "sent", [{}, {"player": "x", "here": "yes"}, {"player": "1" * 40, "here": "yes"}]
)
def test_a_senseless_tap_is_refused(sent):
    made = a_tournament(["Ann"])
    status, why = refused(at(made, "come"), sent, client=signed_in())
    assert (status, why) == (422, "Choose a player.")


def test_a_late_entry_says_that_the_draw_does_not_include_it():
    made, kate = a_tournament(8), signed_in()
    drawn(made)
    told = paste(made, "Zoë", kate)
    assert told.endswith("They are not in the draw. Draw again.")
    assert not again(made).rounds.exists()


# -- ticked on the club's list
# ------------------------------------------------------------------------------


PICKS = r'<label class="pick">.*?</label>'


def ticks(answer, *, only=""):
    """Who stands on the list to be ticked; `only` those who are ticked."""
    picks = re.findall(PICKS, answer.content.decode(), re.DOTALL)
    return [text(one) for one in picks if only in one]


def a_club_of(*listed, **what):
    made = a_tournament(["Ann"], **what)
    add_players(club=made.session.club, names=listed)
    return made


def test_people_who_are_not_entered_can_be_ticked_and_entered_together():
    made = a_club_of("Zoe Adams", "Bob Young", "Eve")
    kate = signed_in()
    assert 'entrants/club"' in kate.get(at(made)).content.decode()
    assert ticks(kate.get(at(made, "club"))) == ["Bob Young", "Eve", "Zoe Adams"]
    both = [pk(made, "Zoe Adams"), pk(made, "Bob Young")]
    answer = kate.post(at(made, "club"), {"player": both, "enter": "yes"})
    assert shown(kate.get(answer.url), TOLD) == [
        "Entered: Bob Young, number 2 and Zoe Adams, number 3."
    ]
    assert entered(made) == {1: "Ann", 2: "Bob Young", 3: "Zoe Adams"}
    assert ticks(kate.get(at(made, "club"))) == ["Eve"]


def test_the_list_can_be_sorted_by_last_name_and_filtered_and_keeps_its_ticks():
    made, kate = a_club_of("Zoe Adams", "Bob Young", "Eve"), signed_in()
    sent = {"player": [pk(made, "Bob Young")], "by": "last"}
    page = kate.post(at(made, "club"), sent)
    assert ticks(page) == ["Adams, Zoe", "Eve", "Young, Bob"]
    assert ticks(page, only="checked") == ["Young, Bob"]
    page = kate.post(at(made, "club"), sent | {"q": "xq"})
    assert ticks(page) == []
    page = kate.post(at(made, "club"), sent | {"q": "zö"})
    assert (ticks(page), entered(made)) == (["Adams, Zoe"], {1: "Ann"})
    assert f'type="hidden" name="player" value="{pk(made, "Bob Young")}"' in page.content.decode()


def test_all_shown_people_or_only_members_or_guests_or_none_can_be_ticked():
    made, kate = a_club_of("Zoe Adams", "Bob Young", "Eve"), signed_in()
    made.session.club.players.filter(name="Eve").update(guest=True)

    def ticked(**more):
        return ticks(kate.post(at(made, "club"), more), only="checked")

    assert ticked(tick="members") == ["Bob Young", "Zoe Adams"]
    assert ticked(tick="all") == ["Bob Young", "Eve", "Zoe Adams"]
    assert ticked(tick="members", q="zoee") == ["Zoe Adams"]
    bob = [pk(made, "Bob Young")]
    page = kate.post(at(made, "club"), {"player": bob, "q": "zoe", "tick": "all"})
    assert f'type="hidden" name="player" value="{bob[0]}"' in page.content.decode()
    assert ticks(page, only="checked") == ["Zoe Adams"]
    assert ticked(player=bob, tick="nobody") == []
    assert entered(made) == {1: "Ann"}


def test_a_list_without_a_tick_enters_no_one_and_an_outdated_one_says_so():
    made, kate = a_club_of("Bob Young"), signed_in()
    stored = everything()
    answer = kate.post(at(made, "club"), {"enter": "yes"})
    assert (answer.status_code, "Tick at least one player." in text(answer.content.decode())) == (
        422,
        True,
    )
    sent = {"player": [pk(made, "Ann"), pk(made, "Bob Young")], "enter": "yes"}
    answer = kate.post(at(made, "club"), sent)
    assert "This page is out of date." in text(answer.content.decode())
    assert (everything(), ticks(answer, only="checked")) == (stored, ["Bob Young"])


def test_two_people_at_a_time_are_ticked_where_pairs_play():
    made, kate = a_tournament([("Ann", "Ben")], style="pairs"), signed_in()
    add_players(club=made.session.club, names=["Cat", "Dan", "Eve"])
    keys = [pk(made, name) for name in ("Cat", "Dan", "Eve")]
    answer = kate.post(at(made, "club"), {"player": keys, "enter": "yes"})
    assert "Tick both partners of a pair." in text(answer.content.decode())
    answer = kate.post(at(made, "club"), {"player": keys[:2], "enter": "yes"})
    assert answer.url == at(made, "club")
    assert entered(made) == {1: "Ann and Ben", 2: "Cat and Dan"}


def test_ticked_people_can_be_put_into_a_group():
    made, kate = a_club_of("Bob", groups=["Ladies", "Gentlemen"]), signed_in()
    kate.post(at(made, "club"), {"player": [pk(made, "Bob")], "group": "Gentlemen", "enter": "yes"})
    assert made.entrants.get(no=2).group == "Gentlemen"


def test_a_nickname_in_quotes_is_kept_in_a_pair_as_in_a_list_of_names():
    listed = 'Bob "Bobby" Smith & Ann\n1. "Gale, Dan" and "Bell, Eve"\r\nFay & Gus 5"\nHal & Ida 6"'
    assert pairs_in(listed) == [
        ('Bob "Bobby" Smith', "Ann"),
        ("Dan Gale", "Eve Bell"),
        ("Fay", 'Gus 5"'),
        ("Hal", 'Ida 6"'),
    ]


def test_couples_play_together_or_apart_from_the_page():
    made = a_tournament(8, style="rotation")
    kate = signed_in()
    for no, other, wish in ((1, 2, "always"), (3, 4, "apart"), (5, 6, "often")):
        kate.post(at(made, "change"), {"no": no, "other": other, "wish": wish})
    kate.post(at(made, "change"), {"no": 6, "other": 5, "wish": ""})
    entrants = load_tournament(made).entrants
    assert [(one.no, one.together, one.apart) for one in entrants if one.together or one.apart] == [
        (1, (Wish(no=2, always=True),), ()),
        (3, (), (Wish(no=4),)),
    ]
    page = text(kate.get(at(made)).content.decode())
    assert ("Always partners" in page, "Keep apart" in page) == (True, True)


def test_a_wish_that_contradicts_another_is_refused():
    made = a_tournament(8, style="rotation")
    kate = signed_in()
    kate.post(at(made, "change"), {"no": 1, "other": 2, "wish": "always"})
    for wish in ({"no": 1, "other": 1}, {"no": 1, "other": 99}, {"no": 1, "other": 3}):
        refused(at(made, "change"), wish | {"wish": "always"}, client=kate)
    assert [one.wishes for one in made.entrants.exclude(wishes={})] == [
        {"together": [{"no": 2, "always": True}]}
    ]


def test_a_wish_about_a_removed_entrant_is_forgotten():
    made = a_tournament(8, style="rotation")
    kate = signed_in()
    kate.post(at(made, "change"), {"no": 1, "other": 2, "wish": "always"})
    kate.post(at(made, "change"), {"no": 2, "out": "yes"})
    assert [one.wishes for one in made.entrants.exclude(wishes={})] == []


# -- all here, all paid
# -----------------------------------------------------------------------------------------


def keys_of(tournament, *who):
    return ".".join(str(pk(tournament, name)) for name in who)


def here_and_paid(tournament):
    came = tournament.session.attendances.filter(left_at=None)
    return (
        {one.player.name for one in came},
        {one.player.name for one in came if one.fee_paid_at},
    )


def tick(client, tournament, what, done, *who):
    sent = {"what": what, "done": done, "player": keys_of(tournament, *who)}
    return client.post(at(tournament, "tick"), sent)


def test_all_here_shows_the_names_first_then_checks_them_in_and_can_be_undone():
    made, kate = a_tournament(["Ann", "Ben", "Cat", "Dan"], fee=500), signed_in()
    come(tournament=made, player=made.session.club.players.get(name="Ann"), here=True, actor=PHONE)
    stored = everything()
    page = text(kate.get(at(made, "?all=here")).content.decode())
    assert "Check in 3 players Ben, Cat, Dan Check in all Cancel" in page
    assert everything() == stored
    answer = tick(kate, made, "here", "yes", "Ann", "Ben", "Cat", "Dan")
    assert here_and_paid(made) == ({"Ann", "Ben", "Cat", "Dan"}, set())
    page = kate.get(answer.url).content.decode()
    assert "3 players are checked in. Undo" in text(page)
    (undone,) = re.findall(r'name="player" value="([\d.]+)">\s*<button name="done"', page)
    kate.post(at(made, "tick"), {"what": "here", "done": "no", "player": undone})
    assert here_and_paid(made) == ({"Ann"}, set())


def test_all_paid_says_what_those_who_are_here_pay_together():
    made, kate = a_tournament(["Ann", "Ben", "Cat", "Dan"], fee=500), signed_in()
    tick(kate, made, "here", "yes", "Ann", "Ben")
    page = text(kate.get(at(made, "?all=paid")).content.decode())
    assert "Mark 2 players as paid Ann, Ben Together they pay £10.00." in page
    for _ in range(2):
        tick(kate, made, "paid", "yes", "Ann", "Ben")
    assert here_and_paid(made) == ({"Ann", "Ben"}, {"Ann", "Ben"})
    tick(kate, made, "paid", "no", "Ann", "Ben")
    assert here_and_paid(made) == ({"Ann", "Ben"}, set())


def test_ticks_of_all_that_one_player_refuses_change_no_one():
    made, kate = a_tournament(["Ann", "Ben", "Cat", "Dan"], fee=500), signed_in()
    tick(kate, made, "here", "yes", "Ann", "Ben")
    tick(kate, made, "paid", "yes", "Ben")
    stored = everything()
    assert tick(kate, made, "here", "no", "Ann", "Ben").status_code == 409
    assert everything() == stored


def test_ticks_of_all_refuse_odd_keys_and_ignore_people_who_are_not_entered():
    made, kate = a_tournament(["Ann", "Ben", "Cat", "Dan"]), signed_in()
    (zoe,) = add_players(club=made.session.club, names=["Zoe"])
    for odd in ("", "x", "1..2", "9" * 30):
        sent = {"what": "here", "done": "yes", "player": odd}
        assert kate.post(at(made, "tick"), sent).status_code == 422
    tick(kate, made, "here", "yes", "Zoe", "Ann")
    assert here_and_paid(made) == ({"Ann"}, set())


def test_the_second_of_two_taps_on_all_here_still_offers_to_undo_the_first():
    made, kate = a_tournament(["Ann", "Ben", "Cat", "Dan"]), signed_in()
    taps = [tick(kate, made, "here", "yes", "Ann", "Ben") for _ in range(2)]
    pages = [text(kate.get(tap.url).content.decode()) for tap in taps]
    assert ["2 players are checked in. Undo" in page for page in pages] == [True, True]


def test_a_page_that_is_loaded_again_counts_only_those_who_are_still_ticked():
    made, kate = a_tournament(["Ann", "Ben", "Cat", "Dan"], fee=500), signed_in()
    here = tick(kate, made, "here", "yes", "Ann", "Ben").url
    paid = tick(kate, made, "paid", "yes", "Ann", "Ben").url
    tick(kate, made, "paid", "no", "Ann")
    tick(kate, made, "here", "no", "Ann")
    said = [text(kate.get(page).content.decode()) for page in (here, paid)]
    assert "1 player is checked in. Undo" in said[0]
    assert "1 player has paid. Undo" in said[1]
    tick(kate, made, "paid", "no", "Ben")
    assert "has paid. Undo" not in text(kate.get(paid).content.decode())


def queries_to_tick(number):
    made, kate = a_tournament(number, fee=500), signed_in()
    everyone = [person.name for entrant in made.entrants.all() for person in entrant.people]
    with CaptureQueriesContext(connection) as taken:
        tick(kate, made, "paid", "yes", *everyone)
    assert len(here_and_paid(made)[1]) == number
    read = [one for one in taken if "tournament_id" in one["sql"] and "SELECT" in one["sql"]]
    return len(read)


def test_ticks_of_all_read_the_entrants_once_and_not_for_each_player():
    assert queries_to_tick(4) == queries_to_tick(12)
