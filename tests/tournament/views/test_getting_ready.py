import pytest

from scoring.models import Club, Tournament
from scoring.tournament.actions.entrants import enter_by_name, take_out
from scoring.tournament.queries.now import format_in
from tests.cast import a_club, again, signed_in
from tests.html import shown
from tests.tournament.cast import a_tournament, drawn, names

pytestmark = pytest.mark.django_db

STEPS = r'<li class="card[^"]*"><h2>(.*?)</li>'


def steps(tournament):
    page = signed_in().get(f"/sessions/{tournament.session_id}/tournament/")
    return shown(page, STEPS)


def test_without_entrants_the_checklist_says_what_is_missing():
    assert steps(a_tournament(0, fee=500)) == [
        "Settings Club, £5.00 to enter. 8 rounds of 8 hands, about 24 minutes and 7 breaks of 3 "
        "minutes: "
        "about 3 h 30; £5.00 each, 5 prizes without money or a gift.",
        "Entrants No entrants yet.",
        "Draw You need at least 4 entrants. Add more entrants first.",
    ]


def test_sixty_one_players_are_ready_for_the_draw():
    found = steps(a_tournament(61, fee=500))
    assert found[1:] == [
        "Entrants 61 entrants, 0 here, 0 paid, 15 tables and 1 over",
        "Sitting out In 8 rounds 8 of 61 sit out once, the others never. That is unfair, because "
        "sitting out scores no points. Rank by points per round instead",
        "Draw No one is ticked as here. All 61 get seats and owe the fee when round 1 is "
        "published. 15 tables and 1 over. The draw is random. You can check it and swap players "
        "before you publish it. How fair it is",
    ]


@pytest.mark.parametrize(
    ("number", "settings", "told"),
    [
        (3, {}, "You need at least 4 entrants; 3 are entered."),
        (3, {"odd": "three"}, "1 table, 1 of them of three."),
        (3, {"odd": "ghost"}, "1 table and 1 ghost."),
        (1, {"odd": "ghost"}, "You need at least 3 entrants; 1 is entered."),
    ],
)
def test_three_people_are_too_few_without_a_ghost_or_a_table_of_three(number, settings, told):
    assert steps(a_tournament(number, **settings))[2].startswith(f"Draw {told}")


def test_entrants_without_a_group_are_pointed_out():
    made = a_tournament(8, groups=["Ladies", "Gentlemen"])
    assert steps(made)[1].endswith("8 are in neither group yet.")


def test_the_checklist_disappears_after_the_draw():
    made = a_tournament(8)
    drawn(made)
    assert not any(step.startswith("Settings") for step in steps(again(made)))


def sitting_out(tournament):
    return [step for step in steps(tournament) if step.startswith("Sitting out")]


def test_the_first_offer_is_a_number_of_rounds_with_even_sit_outs():
    made = a_tournament(10)
    assert sitting_out(made) == [
        "Sitting out In 8 rounds 6 of 10 sit out twice, the others once. That is unfair, because "
        "sitting out scores no points. Play 10 rounds: everyone sits out twice Play 5 rounds: "
        "everyone sits out once Rank by points per round instead"
    ]
    alike(made, rounds=10)
    assert sitting_out(made) == ["Sitting out In 10 rounds everyone sits out twice."]
    assert format_in(again(made)).rounds == 10


def test_the_number_of_rounds_follows_the_entrants_until_the_director_sets_it():
    club = a_club()
    director = signed_in()
    director.post(f"/clubs/{club.pk}/tournaments/open", {"format": "club"})
    made = Tournament.objects.get()
    Tournament.objects.update(settings={})  # where sitting out scores no points
    enter_by_name(tournament=made, names=[(name,) for name in names(10)])
    assert sitting_out(again(made)) == [
        "Sitting out In 10 rounds everyone sits out twice. So the tournament has 10 rounds, "
        "not 8. You can change that in the settings."
    ]
    take_out(tournament=made, no=10)
    followed = format_in(again(made)).rounds
    alike(again(made), rounds=8)
    enter_by_name(tournament=made, names=[("Zoe",)])
    assert (followed, format_in(again(made)).rounds) == (9, 8)
    assert "In 8 rounds 6 of 10 sit out twice" in sitting_out(again(made))[0]


@pytest.mark.parametrize(
    ("usual", "format", "rules"),
    [
        ("british", "club", "british"),
        ("call-ace", "club", "american"),  # each for themselves
        ("british", "classic", "keller"),  # as Foster has it
    ],
)
def test_a_new_tournament_uses_the_clubs_default_rules_where_they_fit(usual, format, rules):
    club = a_club()
    Club.objects.filter(pk=club.pk).update(usual_rules=usual)
    signed_in().post(f"/clubs/{club.pk}/tournaments/open", {"format": format})
    assert format_in(Tournament.objects.get()).rules == rules


def test_another_number_of_rounds_can_be_ranked_by_average():
    made = a_tournament(10, tie="one-more", fee=500)
    alike(made, by="average")
    assert sitting_out(made) == ["Sitting out In 8 rounds 6 of 10 sit out twice, the others once."]
    assert again(made).settings == {"fee": 500, "ranking": ["average", "won", "lones"]}


def test_sit_outs_are_not_mentioned_where_tables_are_full_or_ghosts_play():
    assert sitting_out(a_tournament(12)) == sitting_out(a_tournament(10, odd="ghost")) == []


def alike(tournament, **what):
    answer = signed_in().post(
        f"/sessions/{tournament.session_id}/tournament/settings/alike", what, follow=True
    )
    assert answer.status_code == 200


@pytest.mark.parametrize("sent", [{}, {"rounds": "0"}, {"rounds": "many"}, {"by": "luck"}])
def test_an_impossible_choice_changes_nothing(sent):
    made = a_tournament(10)
    url = f"/sessions/{made.session_id}/tournament/settings/alike"
    answer = signed_in().post(url, sent)
    assert (answer.status_code, again(made).settings) == (422, {})
