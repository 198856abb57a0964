"""A night in words, why teams stand where they stand, trophies and records, and a league as a
file."""

from dataclasses import replace
from datetime import date

from hypothesis import given

from scoring.league.pure.agreement import Trophy
from scoring.league.pure.averages import left_out, player_rows
from scoring.league.pure.head_to_head import bests, between
from scoring.league.pure.league_document import document
from scoring.league.pure.league_file import read
from scoring.league.pure.naming import FULL, HIDDEN, Naming
from scoring.league.pure.reasons import figure_of, reasons
from scoring.league.pure.report import report
from scoring.league.pure.table import tables, unreported
from scoring.league.pure.table_document import OF_GAMES, figure_shown
from scoring.league.pure.trophies import trophy_rows
from scoring.league.pure.values import Match, Meeting
from tests.league.pure.made_up import leagues

FIRST, SECOND, THIRD = "2026-10-01", "2026-10-08", "2026-10-15"
LONG = "The Benny Hunters of Upper Sugar River"


def a_league(*matches, decided_by="points", **more):
    return read(
        {
            "format": "euchre-league/1",
            "name": "Sugar River",
            "settings": {
                "pairs": 2,
                "games": 2,
                "target": 15,
                "decided_by": decided_by,
                "order": ["points", "difference"],
                "rounds": 1,
                "home_and_away": False,
            },
            "teams": [{"name": name} for name in ("Mounties", "Trolls", "Juda", LONG, "Albany")],
            "matches": list(matches),
            **more,
        }
    )


def a_match(day, home, away, **result):
    return {"date": day, "home": home, "away": away, **result}


def paired(*games):
    return [{"home": ["Ann Hill", "Ben Low"], "away": ["Cat Day", "Dan Fox"], "games": list(games)}]


def said(found):
    return [one.text for one in found.paragraphs]


def test_the_last_night_of_a_half_is_not_the_last_of_the_season():
    half = a_league(a_match(FIRST, "Mounties", "Trolls", total=[24, 15]))
    after = a_league(a_match(SECOND, "Trolls", "Mounties")).matches
    told = said(report(half, date(2026, 10, 1), half="First half", after=after))
    assert told[-2:] == [
        "First half: That was the last night.",
        f"Next, Thursday 8 October: Trolls v Mounties. Bye: Juda, {LONG} and Albany.",
    ]
    assert said(report(half, date(2026, 10, 1)))[-1] == "The season: That was the last night."


def test_a_night_report_reads_as_a_newspaper_prints_it():
    league = a_league(
        a_match(FIRST, "Mounties", "Trolls", pairs=paired([15, 0], [9, 15])),
        a_match(FIRST, "Juda", LONG, walkover="away"),
        a_match(SECOND, "Albany", "Mounties"),
        a_match(SECOND, "Trolls", "Juda"),
        penalties=[{"team": "Juda", "date": FIRST, "points": 1, "why": "nobody came"}],
    )
    found = report(league, date(2026, 10, 1), postponed=[("Albany", "Trolls")])
    assert said(found) == [
        f"Results: Mounties beat Trolls 24–15 (games 1–1). {LONG} had a walkover against Juda.",
        "Postponed: Albany v Trolls.",
        "High: Ann Hill and Ben Low (Mounties), 24 points.",
        "Low: Cat Day and Dan Fox (Trolls), 15 points.",
        "Skunks: Ann Hill and Ben Low (Mounties) against Cat Day and Dan Fox (Trolls).",
        f"Standings: 1. Mounties 2 (1–0), 2. {LONG} 2 (1–0), 3. Albany 0 (0–0), "
        "4. Trolls 0 (0–1), 5. Juda −1 (0–1).",
        "Penalties: Juda lose 1 point (nobody came).",
        f"Next, Thursday 8 October: Albany v Mounties and Trolls v Juda. Bye: {LONG}.",
    ]
    assert found.text.startswith("Sugar River, Thursday 1 October 2026\n\nResults: Mounties beat")


def test_a_report_copes_without_honours_without_cards_and_at_the_seasons_end():
    open_ = a_league(a_match(FIRST, "Mounties", "Trolls"), a_match(SECOND, "Juda", "Trolls"))
    assert said(report(open_, date(2026, 10, 1)))[:3] == [
        "Results: None yet.",
        "Results awaited: Mounties v Trolls.",
        "Standings: No matches played yet.",
    ]
    over = a_league(a_match(FIRST, "Mounties", "Trolls", total=[30, 30]))
    assert said(report(over, date(2026, 10, 1))) == [
        "Results: Mounties drew with Trolls 30–30.",
        f"Standings: =1. Mounties 1 (0–0–1), =1. Trolls 1 (0–0–1), =3. Albany 0 (0–0), "
        f"=3. Juda 0 (0–0), =3. {LONG} 0 (0–0).",
        "The season: That was the last night.",
    ]


def test_players_are_named_in_full_in_short_or_not_at_all():
    pair = ("Ann Hill", "Former member 3")
    names = [FULL, Naming(how="short"), HIDDEN]
    assert [one.pair_of(pair, "Trolls") for one in names] == [
        "Ann Hill and Former member 3 (Trolls)",
        "Ann H. and Former member 3 (Trolls)",
        "a pair of Trolls",
    ]
    league = a_league(a_match(FIRST, "Mounties", "Trolls", pairs=paired([15, 0])))
    assert said(report(league, date(2026, 10, 1), naming=HIDDEN))[1:4] == [
        "High: a pair of Mounties, 15 points.",
        "Low: a pair of Trolls, 0 points.",
        "Skunks: a pair of Mounties against a pair of Trolls.",
    ]


def half_named():
    """A match of three meetings: of one all are named, of one the home pair, of one nobody."""
    ann, cat, nobody = ("Ann", "Ben"), ("Cat", "Dan"), ("", "")
    meetings = (
        Meeting(home=ann, away=cat, games=((15, 9),)),
        Meeting(home=("Eve", "Fay"), away=nobody, games=((15, 0),)),
        Meeting(home=nobody, away=("", "Ned"), games=((2, 15),)),
    )
    league = a_league()
    told = {"meetings": meetings, "total": (32, 24), "games_won": (2, 1)}
    match = Match(date=date(2026, 10, 1), home="Mounties", away="Trolls", **told)
    return replace(league, matches=(match,))


def test_a_pair_has_its_average_even_if_its_opponents_are_unnamed():
    league = half_named()
    (table,) = tables(league)
    assert [(row.pair, row.matches, row.points) for row in table.pairs] == [
        (("Ann", "Ben"), 1, 15),
        (("Eve", "Fay"), 1, 15),
        (("Cat", "Dan"), 1, 9),
    ]
    assert [(row.player, row.points) for row in player_rows(league.matches)] == [
        ("Ann", 15),
        ("Ben", 15),
        ("Eve", 15),
        ("Fay", 15),
        ("Ned", 15),
        ("Cat", 9),
        ("Dan", 9),
    ]
    assert [left_out(league.matches[0], side) for side in (0, 1)] == [True, True]
    assert [one.title for one in bests(league.matches, league.settings, FULL.pair_of)][:2] == [
        "High pair",
        "Low pair",
    ]


def test_a_night_with_unnamed_players_says_so_and_keeps_every_skunk():
    assert said(report(half_named(), date(2026, 10, 1)))[1:4] == [
        "High: Ann and Ben (Mounties); Eve and Fay (Mounties), 15 points, of the pairs named.",
        "Low: Cat and Dan (Trolls), 9 points, of the pairs named.",
        "Skunks: Eve and Fay (Mounties) against a pair of Trolls.",
    ]


def test_a_file_has_only_totals_where_a_player_is_unnamed():
    (match,) = document(half_named())["matches"]
    assert (match.get("pairs"), match["total"], match["games_won"]) == (None, [32, 24], [2, 1])


def test_figures_that_were_not_entered_are_not_zero():
    league = a_league(
        a_match(FIRST, "Mounties", "Trolls", games_won=[2, 0]),
        a_match(FIRST, "Juda", "Albany", walkover="home"),
        a_match(SECOND, "Trolls", "Juda", games_won=[1, 1], total=[20, 18]),
        decided_by="games",
    )
    (table,) = tables(league)
    shown = {row.team: [figure_shown(row, one) for one in OF_GAMES] for row in table.rows}
    assert shown == {
        "Mounties": ["–", "–", "2", "0"],
        "Juda": ["18", "20", "1", "1"],
        "Trolls": ["20", "18", "1", "3"],
        "Albany": ["0", "0", "0", "0"],
        LONG: ["0", "0", "0", "0"],
    }
    missing = {row.team: unreported(row, "points") for row in table.rows}
    assert missing == {**dict.fromkeys(missing, 0), "Mounties": 1, "Trolls": 1}
    assert [figure_of(row, "difference") for row in table.rows[:2]] == ["−2", "–"]


def test_a_tied_teams_place_is_explained_with_the_deciding_figures():
    league = a_league(
        a_match(FIRST, "Mounties", "Trolls", total=[30, 20]),
        a_match(FIRST, "Juda", "Albany", total=[30, 25]),
    )
    (table,) = tables(league)
    assert reasons(table.rows, league.settings.order) == [
        "",
        "tied with Mounties on points; smaller points difference, +5 to +10",
        "",
        "tied with The Benny Hunters of Upper Sugar River on points; smaller points difference, "
        "−5 to 0",
        "tied with Albany on points; smaller points difference, −10 to −5",
    ]


def test_a_rule_that_compares_missing_figures_names_the_team():
    league = a_league(
        a_match(FIRST, "Mounties", "Trolls", games_won=[2, 0]),
        a_match(FIRST, "Juda", "Albany", games_won=[2, 0], total=[30, 15]),
        decided_by="games",
    )
    (table,) = tables(league)
    assert [why for why in reasons(table.rows, league.settings.order) if "with no" in why] == [
        "tied with Juda on points; smaller points difference, 0 to +15, with no points "
        "entered for Mounties",
        "tied with Trolls on points; smaller points difference, −15 to 0, with no points "
        "entered for Trolls",
    ]


def test_trophies_records_and_two_teams_are_counted():
    league = a_league(
        a_match(FIRST, "Mounties", "Trolls", pairs=paired([15, 0], [9, 15])),
        a_match(SECOND, "Trolls", "Mounties", walkover="home"),
        a_match(THIRD, "Mounties", "Trolls", total=[30, 12], games_won=[2, 0]),
    )
    trophy = Trophy(name="Jug", game=1, win=3, walkover=2)
    assert [(one.place, one.team, one.points) for one in trophy_rows(league, trophy)][:3] == [
        ("1", "Mounties", 9),
        ("2", "Trolls", 3),
        ("=3", "Albany", 0),
    ]
    record = between(league, "Trolls", "Mounties", until=date(2026, 10, 8)).record
    assert (record.played, record.won, record.lost, record.points_for) == (2, 1, 1, 15)
    assert [
        (one.title, one.figure, one.who)
        for one in bests(league.matches, league.settings, FULL.pair_of)
    ] == [
        ("High pair", "24", "Ann Hill and Ben Low (Mounties), 1 October"),
        ("Low pair", "15", "Cat Day and Dan Fox (Trolls), 1 October"),
        ("Most points by a team", "30", "Mounties, 15 October"),
        ("Biggest win", "18", "Mounties 30–12 Trolls, 15 October"),
        ("Longest winning run", "2 matches", "Mounties"),
    ]


def test_both_partners_get_the_pairs_points_each_night_where_partners_change():
    pairs = [
        {"home": ["Ann", "Ben"], "away": ["Cat", "Dan"], "games": [[5, 3]]},
        {"home": ["Ann", "Eve"], "away": ["Cat", "Fay"], "games": [[1, 5]]},
    ]
    league = a_league(a_match(FIRST, "Mounties", "Trolls", pairs=pairs))
    rows = player_rows(league.matches)
    assert [(row.player, row.matches, row.points, row.hundredths) for row in rows] == [
        ("Cat", 1, 8, 800),
        ("Ann", 1, 6, 600),
        ("Ben", 1, 5, 500),
        ("Fay", 1, 5, 500),
        ("Dan", 1, 3, 300),
        ("Eve", 1, 1, 100),
    ]
    assert rows[0].by_date == {date(2026, 10, 1): 8}


@given(league=leagues())
def test_a_league_written_to_a_file_is_read_back_unchanged(league):
    found = read(league)
    assert read(document(found)) == found
