"""Who may play for a side: the rules of the six leagues, and any of them beside another reading."""

import json
from dataclasses import replace
from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from scoring.league.pure.agreement import Eligibility, read
from scoring.league.pure.eligibility import Appearance, Finding, Named, Spell, check_side
from tests.league.cast import FIRST, SECOND, SHELF

BEFORE = date(2026, 9, 1)


def agreed(shelf, **players):
    found = read(json.loads((SHELF / f"{shelf}.json").read_text()))
    return replace(found, players=replace(found.players, **players)) if players else found


def of(team, *names, since=BEFORE, **what):
    return [Spell(name=name, team=team, since=since, **what) for name in names]


MOUNTIES = of("Mounties", "Ann", "Ben", "Cat", "Dan", "Eve", "Fay")
TROLLS = of("Trolls", "Gus", "Hal")


def check(agreement, *names, **what):
    usual = {"side": "home", "team": "Mounties", "day": SECOND, "squads": [*MOUNTIES, *TROLLS]}
    return check_side(agreement, names=names, **usual | what)


def said(found):
    return [(one.kind, one.name, one.bars, one.says, one.rule) for one in found.findings]


def test_six_must_be_from_the_squad_and_a_third_borrowing_of_a_player_is_barred():
    penryn = agreed("penryn-and-falmouth")
    rule = penryn.words["borrowed"]
    assert check(penryn, "Ann", "Ben", "Cat", "Dan", "Eve", "Fay").findings == ()
    nights = [FIRST - timedelta(weeks=week) for week in range(2)]
    for times, bars, says in (
        (0, False, "Gus plays for Trolls, borrowed for the first time."),
        (1, False, "Gus plays for Trolls, borrowed for the second and last time."),
        (
            2,
            True,
            "Gus plays for Trolls, and was borrowed twice already. To play again, they must "
            "transfer.",
        ),
    ):
        earlier = [Appearance(name="Gus", team="Shufflers", date=day) for day in nights[:times]]
        own = Appearance(name="Gus", team="Trolls", date=FIRST)
        found = check(penryn, "Ann", "Ben", "Cat", "Dan", "Eve", "Gus", appearances=[*earlier, own])
        assert found.people[-1] == Named(name="Gus", team="Trolls", borrowed=times + 1)
        assert found.findings == (
            Finding(kind="borrowed", side="home", name="Gus", bars=bars, says=says, rule=rule),
        )


def test_the_finding_says_if_no_borrowing_or_any_number_is_allowed():
    guernsey, sugar_river = agreed("guernsey"), agreed("sugar-river")
    assert said(check(guernsey, "Ann", "Ben", "Cat", "Dan", "Eve", "Gus")) == [
        (
            *("borrowed", "Gus", True, "Gus plays for Trolls, and borrowing is not allowed here."),
            "Nobody plays for a team but their own.",
        )
    ]
    (found,) = said(check(sugar_river, "Ann", "Gus"))
    assert found == (
        *("borrowed", "Gus", False, "Gus plays for Trolls, borrowed for the first time."),
        "A player of another team may be borrowed any number of times.",
    )


def test_new_players_sign_first_and_without_late_signing_they_are_too_late():
    penryn, guernsey = agreed("penryn-and-falmouth"), agreed("guernsey")
    four = ("Ann", "Ben", "Cat", "Dan", "Eve")
    signed = [*MOUNTIES, *of("Mounties", "Zoe", since=SECOND, came="night")]
    assert check(penryn, *four, "Zoe", squads=signed).findings == ()
    assert said(check(penryn, *four, "Zoe")) == [
        (
            *("unregistered", "Zoe", True, "Zoe isn’t registered for any team. Sign them first."),
            penryn.words["on_the_night"],
        )
    ]
    assert said(check(guernsey, *four, "Zoe", squads=signed)) == [
        (
            *("late", "Zoe", True, "Zoe was registered on the day of the match."),
            "No player may be registered on the night.",
        )
    ]
    assert said(check(penryn, *four, "Zoe", squads=signed, day=FIRST)) == [
        (
            *("late", "Zoe", True),
            "Zoe was not with Mounties on that day, only from 8 October 2026.",
            penryn.words["on_the_night"],
        )
    ]
    # A first squad is none that signs on the night, even on the night on which it is brought.
    first = of("Mounties", *four, "Zoe", since=SECOND)
    assert check(guernsey, *four, "Zoe", squads=first).findings == ()


def test_too_few_squad_players_and_duplicate_names_bar_a_card():
    austell = agreed("st-austell")
    names = ("Ann", "Ben", "Ann", "Gus", "Hal")
    found = check(austell, *names, others={"Ben"})
    assert [one.kind for one in found.findings] == [
        *("twice", "both sides", "least", "borrowed", "borrowed")
    ]
    assert found.findings[0].says == "Ann is named twice. Each player has one partner."
    assert found.findings[1].says == "Ben is named on both sides."
    assert found.findings[2].says == "Only two of the squad of Mounties play. At least four must."
    assert found.findings[2].rule == austell.words["least"]
    assert found.barred
    assert check(austell, "Ann", "Ben", complete=False).findings == ()
    assert [one.kind for one in check(austell, "Ann", "Ben").findings] == ["least"]
    free = agreed("christchurch")
    assert check(free, "Ann", "Ben", "Ann", "Cat").findings == ()


def test_a_second_transfer_bars_a_player_and_a_team_without_squad_is_unchecked():
    guernsey = agreed("guernsey", least=0)
    moved = [
        *of("Trolls", "Ann", until=FIRST),
        *of("Shufflers", "Ann", since=FIRST, until=SECOND, came="transfer"),
        *of("Mounties", "Ann", since=SECOND, came="transfer"),
    ]
    assert said(check(guernsey, "Ann", squads=moved)) == [
        (
            *("transfers", "Ann", True, "Ann has changed teams twice this season."),
            guernsey.words["transfers"],
        )
    ]
    assert said(check(guernsey, "Zoe", squads=[])) == [
        (
            *("no squad", "", False),
            "Mounties has no registered squad yet, so its names were not checked.",
            "",
        )
    ]


# -- Beside another reading: each name by itself, day by day.

DAYS = [BEFORE + timedelta(days=no) for no in range(8)]
NAMES, TEAMS = "ABCDE", ("Mounties", "Trolls", "Shufflers")


@st.composite
def seasons(draw):
    """Who is of which team on each of eight days, and who played for whom."""
    squads = {}
    for name in NAMES:
        cuts = sorted(draw(st.sets(st.sampled_from(range(8)), max_size=3)))
        squads[name] = [(cut, draw(st.sampled_from([*TEAMS, None]))) for cut in cuts]
    played = st.tuples(st.sampled_from(NAMES), st.sampled_from(TEAMS), st.sampled_from(range(8)))
    return squads, draw(st.lists(played, max_size=8))


def team_of(squads, name, day):
    return next((team for since, team in reversed(squads[name]) if since <= day), None)


def spells_of(squads):
    for name, changes in squads.items():
        for no, (cut, team) in enumerate(changes):
            end = changes[no + 1][0] if changes[no + 1 :] else None
            if team:
                yield Spell(
                    name=name,
                    team=team,
                    since=DAYS[cut],
                    until=None if end is None else DAYS[end],
                    came="transfer" if no else "before",
                )


def read_again(limits, squads, played, names, others, day):
    """Return (kind, name) of everything that bars, of the facts day by day."""
    cuts = [cut for changes in squads.values() for cut, team in changes if team == "Mounties"]
    began = min(cuts, default=None)
    if began is None:
        squad = None
    else:
        squad = {name for name in NAMES if team_of(squads, name, day) == "Mounties"}
    found = {("twice", name) for name in names if names.count(name) > 1}
    found |= {("both sides", name) for name in names if name in others}
    for name in set(names):
        theirs = team_of(squads, name, day)
        if theirs == "Mounties":
            changes = [cut for no, (cut, team) in enumerate(squads[name]) if no and team]
            times = sum(cut <= day for cut in changes)
            if limits.transfers is not None and times > limits.transfers:
                found.add(("transfers", name))
            first = squads[name][0]
            if first == (day, "Mounties") and day > began and not limits.on_the_night:
                found.add(("late", name))
        elif theirs:
            before = [
                one
                for one, team, on in played
                if one == name and on <= day and team_of(squads, name, on) not in (None, team)
            ]
            if limits.borrowed is not None and len(before) >= limits.borrowed:
                found.add(("borrowed", name))
        elif squad is not None:
            ever = any(team == "Mounties" for _, team in squads[name])
            found.add(("late" if ever else "unregistered", name))
    if squad is not None and len(squad & set(names)) < limits.least:
        found.add(("least", ""))
    return found


few = st.one_of(st.none(), st.integers(0, 2))


@given(
    st.builds(Eligibility, least=st.integers(0, 3), borrowed=few, transfers=few),
    st.booleans(),
    seasons(),
    st.lists(st.sampled_from(NAMES), min_size=1, max_size=6),
    st.sets(st.sampled_from(NAMES), max_size=2),
    st.integers(0, 7),
)
def test_eligibility_agrees_with_an_independent_reading_of_the_rules(
    limits, on_the_night, season, names, others, day
):
    limits = replace(limits, on_the_night=on_the_night)
    squads, played = season
    found = check_side(
        replace(agreed("guernsey"), players=limits),
        side="away",
        team="Mounties",
        day=DAYS[day],
        names=names,
        others=others,
        squads=list(spells_of(squads)),
        appearances=[Appearance(name=one, team=team, date=DAYS[on]) for one, team, on in played],
    )
    barring = {(one.kind, one.name) for one in found.findings if one.bars}
    assert barring == read_again(limits, squads, played, names, others, day)
    assert all(one.rule for one in found.findings if one.kind in ("borrowed", "transfers", "least"))
