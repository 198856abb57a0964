"""Which backups stay: of seven days, five weeks, twelve months the newest that is proven."""

from datetime import datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from scoring.site.backup.pruning import DAYS, MONTHS, WEEKS, Dated, may_go

FIRST = datetime(2026, 1, 1, 3, 0)


def nights(*numbers, proven=True):
    """Backups of these nights of a year, named by their numbers."""
    return [Dated(name=f"{no:03}", at=FIRST + timedelta(days=no), proven=proven) for no in numbers]


def stay(backups):
    gone = may_go(backups)
    return [one.name for one in backups if one.name not in gone]


def test_after_a_year_daily_weekly_and_monthly_backups_are_left():
    kept = stay(nights(*range(365)))
    assert [f"{FIRST + timedelta(days=int(name)):%-d %b}" for name in kept] == [
        *("31 Jan", "28 Feb", "31 Mar", "30 Apr", "31 May", "30 Jun", "31 Jul", "31 Aug"),
        *("30 Sep", "31 Oct", "30 Nov", "6 Dec", "13 Dec", "20 Dec"),
        *("25 Dec", "26 Dec", "27 Dec", "28 Dec", "29 Dec", "30 Dec", "31 Dec"),
    ]


def test_a_laptop_used_on_fridays_keeps_seven_fridays():
    kept = stay(nights(*range(1, 120, 7)))
    assert kept[-7:] == [f"{no:03}" for no in range(1, 120, 7)][-7:]


def test_an_unverified_backup_stays_only_until_a_newer_one_is_verified():
    assert stay(nights(1, 2, proven=False)) == ["001", "002"]
    assert stay([*nights(1), *nights(2, proven=False)]) == ["001", "002"]
    assert stay([*nights(1, proven=False), *nights(2)]) == ["002"]


SOME = st.lists(
    st.builds(
        lambda minutes, proven: (FIRST + timedelta(minutes=minutes), proven),
        st.integers(0, 800 * 24 * 60),
        st.booleans(),
    ),
    max_size=60,
    unique_by=lambda one: one[0],
).map(lambda all: [Dated(name=f"{at}", at=at, proven=proven) for at, proven in all])


@given(SOME)
def test_the_newest_verified_backup_and_the_newest_of_each_period_stay(backups):
    left = [one for one in backups if one.name not in may_go(backups)]
    proven = sorted((one for one in backups if one.proven), key=lambda one: one.at)
    assert proven[-1:] == sorted((one for one in left if one.proven), key=lambda one: one.at)[-1:]
    for most, period in ((DAYS, "%Y-%m-%d"), (WEEKS, "%G-%V"), (MONTHS, "%Y-%m")):
        newest = {f"{one.at:{period}}": one for one in proven}
        assert [one for one in list(newest.values())[-most:] if one not in left] == []
    assert len([one for one in left if one.proven]) <= DAYS + WEEKS + MONTHS


@given(SOME)
def test_pruning_twice_deletes_nothing_more(backups):
    left = [one for one in backups if one.name not in may_go(backups)]
    assert may_go(left) == []
