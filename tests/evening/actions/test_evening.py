from datetime import date, time

import pytest

from scoring.common.refused import Refused
from scoring.evening.actions.passes import renew_pass
from scoring.evening.actions.sessions import change_session, open_session, write_notice
from scoring.models import Pass
from tests.cast import a_club, a_table, again, an_evening, close, everything

pytestmark = pytest.mark.django_db

CLOSED = "This club night is closed. The organiser can reopen it."


def a_club_with_habits():
    club = a_club()
    club.starts_at, club.door_fee_minor, club.guest_fee_minor = time(19, 30), 300, 400
    club.save()
    return club


def habits(session):
    return session.starts_at, session.door_fee_minor, session.guest_fee_minor


def test_an_evening_has_the_club_s_defaults_unless_changed():
    club = a_club_with_habits()
    assert habits(again(open_session(club=club))) == (time(19, 30), 300, 400)
    other = open_session(club=club, starts_at=time(14), door_fee_minor=0, guest_fee_minor=100)
    assert habits(again(other)) == (time(14), 0, 100)
    members_alone = open_session(club=club, door_fee_minor=200)
    assert habits(again(members_alone)) == (time(19, 30), 200, 200)


def test_a_changed_evening_updates_its_screens():
    session = an_evening(a_club_with_habits(), title="Wendesday")
    told = change_session(
        session=session, title="Wednesday", played_on=date(2026, 12, 2), door_fee_minor=500
    )
    assert (str(told), told.played_on, habits(told)) == (
        "Wednesday",
        date(2026, 12, 2),
        (time(19, 30), 500, 500),
    )
    assert again(session).version == session.version + 1


def test_a_notice_is_published_and_removed():
    session = an_evening()
    for no, notice in enumerate(("Supper at nine", ""), 1):
        write_notice(session=session, notice=notice)
        assert (again(session).notice, again(session).version) == (notice, session.version + no)


def test_a_closed_evening_cannot_be_changed():
    table = a_table("Eve! 5")
    close(table.session)
    stored = everything()
    for verb in (
        lambda: change_session(session=table.session, title="Another"),
        lambda: write_notice(session=table.session, notice="Supper"),
    ):
        with pytest.raises(Refused, match=CLOSED):
            verb()
    assert everything() == stored


@pytest.mark.parametrize("right", ["wall", "door"])
def test_a_new_link_revokes_the_one_before_and_no_other(right):
    session = an_evening()
    other = renew_pass(session=session, right={"wall": "door", "door": "wall"}[right])
    old, new = (renew_pass(session=session, right=right) for _ in range(2))
    live = Pass.objects.filter(session=session, revoked_at=None)
    assert set(live) == {new, other}
    assert (old.token != new.token, again(session).version) == (True, session.version + 3)
