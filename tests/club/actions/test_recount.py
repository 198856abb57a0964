"""`manage.py recount`: the figures that it counts again, and its messages."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import timezone

from scoring.club.actions.count import rate_in_steps, when
from scoring.management.commands import recount as command
from scoring.models import ClubSession, Entry, HandRecord, Rating, Tally
from tests.cast import a_club, a_table, an_evening, close, everything, reopen

pytestmark = pytest.mark.django_db
FIVE_HANDS = ["Eve! 5", "Ben+Dan 3", "Ann+Cat 2", "Cat! 5", "Eve! 5"]


def recount(*words):
    """Return what the command writes, and what it complains about."""
    out, err = StringIO(), StringIO()
    call_command("recount", *words, stdout=out, stderr=err)
    return out.getvalue().splitlines(), err.getvalue().splitlines()


def a_closed_evening(title="The first", club=None, **what):
    table = a_table(*FIVE_HANDS, session=an_evening(club, title=title, **what))
    close(table.session)
    return table.session


def test_correct_figures_are_left_alone():
    a_closed_evening()
    before = everything()
    assert recount() == (["1 evening counted."], [])
    assert everything() == before


def test_wrong_figures_are_corrected_and_listed():
    session = a_closed_evening()
    before = everything()
    Tally.objects.filter(player__name="Ann").update(points=77)
    Rating.objects.filter(player__name__in=["Ann", "Ben"]).update(mu=1)
    told, _ = recount()
    assert told == [
        "The first of The Right Bower Club: 1 row changed.",
        "Ratings of The Right Bower Club: 2 rows changed.",
        "1 evening counted.",
    ]
    assert values(everything()) == values(before)
    assert session.tallies.count() == 5


def values(rows):
    """All rows but for their keys, which are new ones after a recount."""
    return {name: sorted((row[1:] for row in found), key=repr) for name, found in rows.items()}


def test_evenings_from_before_tallies_are_counted_and_entered_in_the_accounts():
    a_closed_evening()
    expected = values(everything())
    for model in (Tally, Rating, Entry):
        model.objects.all().delete()
    told, _ = recount("--missing")
    assert told == [
        "The Right Bower Club: 1 evening counted.",
        "Ratings of The Right Bower Club: 5 rows changed.",
        "Accounts of The Right Bower Club: 5 rows entered.",
    ]
    found = values(everything())
    assert {name: found[name] for name in ("Tally", "Rating")} == {
        name: expected[name] for name in ("Tally", "Rating")
    }
    assert recount("--missing") == ([], [])


def test_without_missing_figures_it_sends_one_query_and_prints_nothing(django_assert_num_queries):
    a_closed_evening()
    Tally.objects.filter(player__name="Ann").update(points=77)
    with django_assert_num_queries(1):
        assert recount("--missing") == ([], [])


def test_an_evening_without_a_hand_is_not_missing_a_rating():
    table = a_table("-", session=an_evening(title="The first"))
    close(table.session)
    a_closed_evening("The second", table.session.club)
    before = everything()
    assert recount("--missing") == ([], [])
    assert everything() == before


def test_only_one_club_is_counted_if_it_is_named():
    here, there = a_closed_evening(), a_closed_evening(club=a_club("Another club"))
    Tally.objects.all().delete()
    recount("--club", str(there.club_id))
    assert (here.tallies.count(), there.tallies.count()) == (0, 5)


def test_a_reopened_evening_keeps_the_figures_last_signed():
    session = a_closed_evening()
    reopen(session)
    Tally.objects.filter(player__name="Ann").update(points=77)
    recount()
    assert session.tallies.get(player__name="Ann").points == 77


def test_an_evening_that_cannot_be_scored_is_listed_and_skipped():
    broken = a_closed_evening("The broken")
    sound = a_closed_evening("The sound", broken.club)
    HandRecord.objects.filter(sitting__table__session=broken, place=2).update(partner=None, alone=6)
    Tally.objects.filter(player__name="Ann").update(points=77)
    told, wrong = recount()
    assert wrong == [
        "The broken of The Right Bower Club was skipped: hand 2: There is no seat 7 at this table."
    ]
    assert told == ["The sound of The Right Bower Club: 1 row changed.", "2 evenings counted."]
    assert broken.tallies.get(player__name="Ann").points == 77
    assert sound.tallies.get(player__name="Ann").points != 77


def evenings_of_an_older_version(number):
    """Close evenings of one club and drop all figures. Return the rows as they were, without
    keys."""
    club = a_club()
    for no in range(number):
        a_closed_evening(f"No {no}", club)
    expected = values(everything())
    for model in (Tally, Rating, Entry):
        model.objects.all().delete()
    return {name: expected[name] for name in ("Tally", "Rating")}


def figures():
    found = values(everything())
    return {name: found[name] for name in ("Tally", "Rating")}


def test_evenings_counted_beside_the_site_in_steps_have_the_same_figures(
    monkeypatch, settings, tmp_path
):
    expected, settings.DATA_DIR = evenings_of_an_older_version(5), tmp_path
    turns = []
    monkeypatch.setattr(command, "EVENINGS", 2)
    monkeypatch.setattr(command, "give_way", lambda: turns.append("gave way"))
    monkeypatch.setattr(command.time, "sleep", lambda seconds: turns.append("paused"))
    told, _ = recount("--missing", "--beside")
    assert told == [
        "The Right Bower Club: 5 evenings counted.",
        "Ratings of The Right Bower Club: 25 rows changed.",
        "Accounts of The Right Bower Club: 25 rows entered.",
    ]
    assert figures() == expected
    # Three steps of ratings and their end, three of accounts, and an evening at a time.
    assert turns == ["gave way"] + ["paused"] * (3 + 1 + 3 + 5)


def test_an_evening_that_is_closed_between_two_steps_is_rated_in_its_place():
    club = a_club()
    days = [timezone.localdate() - timedelta(weeks=week) for week in (9, 8, 7, 5, 4)]
    for day in days:
        a_closed_evening(f"On {day}", club, played_on=day)
    first = ClubSession.objects.get(played_on=days[0])
    steps = rate_in_steps(club=club.pk, since=when(first), evenings=2)
    next(steps)
    a_closed_evening("Found later", club, played_on=days[2] + timedelta(weeks=1))
    Rating.objects.update(mu=1)
    list(rate_in_steps(club=club.pk, since=when(first), evenings=2))
    right = figures()["Rating"]
    Rating.objects.filter(played_on__gt=days[1]).update(mu=1)
    list(steps)
    assert figures()["Rating"] == right


def test_a_count_that_was_killed_is_finished_by_the_next(monkeypatch):
    expected = evenings_of_an_older_version(3)

    class Killed(BaseException):
        pass

    def killed_at_the_second(self, key):
        if Tally.objects.exists():
            raise Killed
        return tallies(self, key)

    tallies = command.Command.tallies
    with monkeypatch.context() as patch:
        patch.setattr(command.Command, "tallies", killed_at_the_second)
        with pytest.raises(Killed):
            recount("--missing")
    assert Tally.objects.count() == 5
    recount("--missing")
    assert figures() == expected
    assert recount("--missing") == ([], [])
