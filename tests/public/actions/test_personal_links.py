"""Personal links: made, made anew, revoked; what merging and forgetting do to them."""

import pytest

from scoring.club.actions.forget import forget_player
from scoring.club.actions.merge import merge_players
from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.models import Event, PersonalLink
from scoring.people.actions.people import add_players
from scoring.public.actions.personal_links import make_links, renew_link, revoke_link
from tests.cast import a_club, again, an_organiser
from tests.own import own_link

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    club = a_club()
    add_players(club=club, names=["Ann", "Ben", "Cat", "Dan", "Zoe"])
    club.players.filter(name="Cat").update(guest=True)
    club.players.filter(name="Dan").update(active=False)
    return club


@pytest.fixture
def kate():
    return Actor(user=an_organiser("kate"))


def live(club):
    """Whose links are good, by name."""
    rows = PersonalLink.objects.filter(player__club=club, revoked_at=None)
    return dict(rows.values_list("player__name", "token"))


def said():
    return list(Event.objects.values_list("said", flat=True))


def test_members_without_a_link_get_one_and_others_keep_theirs(club, kate):
    ann = own_link(club.players.get(name="Ann"))
    made = make_links(club=club, actor=kate), make_links(club=club, actor=kate)
    links = live(club)
    assert (made, sorted(links), links["Ann"]) == ((2, 0), ["Ann", "Ben", "Zoe"], ann.token)
    assert said() == ["Created 2 player links."]


def test_a_new_link_ends_the_earlier_one_and_its_code(club, kate):
    ann = club.players.get(name="Ann")
    first = renew_link(player=ann, actor=kate)
    second = renew_link(player=ann, actor=kate)
    assert live(club) == {"Ann": second.token}
    assert (first.token != second.token, first.code != second.code) == (True, True)
    assert again(first).revoked_at is not None
    assert said() == ["The player link of Ann was renewed."]


def test_revoking_a_link_twice_counts_once(club, kate):
    ann = club.players.get(name="Ann")
    renew_link(player=ann, actor=kate)
    for _ in range(2):
        revoke_link(player=ann, actor=kate)
    assert (live(club), said()) == ({}, ["The player link of Ann was revoked."])


@pytest.mark.parametrize(
    ("have", "stays"),
    [({"Ann"}, "Ann"), ({"Zoe"}, "Zoe"), ({"Ann", "Zoe"}, "Ann"), (set(), None)],
)
def test_merged_people_have_one_link_preferably_of_the_kept_name(club, kate, have, stays):
    tokens = {name: own_link(club.players.get(name=name)).token for name in have}
    kept, gone = club.players.get(name="Ann"), club.players.get(name="Zoe")
    merge_players(kept=kept, gone=gone, actor=kate)
    assert live(club) == ({"Ann": tokens[stays]} if stays else {})
    assert PersonalLink.objects.filter(player=kept).count() == len(have)


def test_an_erased_person_loses_their_link_and_gets_no_new_one(club, kate):
    ann = club.players.get(name="Ann")
    own_link(ann)
    forget_player(player=ann, actor=kate)
    assert live(club) == {}
    with pytest.raises(Refused, match="was erased"):
        renew_link(player=ann, actor=kate)
    assert live(club) == {}
