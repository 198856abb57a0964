import json

import pytest

from clubsite import settings
from tests.bench import __main__ as bench
from tests.bench import bare_settings, behind_settings
from tests.bench.figures import Figure, in_turn


@pytest.fixture
def quick_figures(monkeypatch):
    """Figures that take no time: the engine is under its goal, the sheet over it."""
    figures = {"engine": Figure(ours_ms=500, floor_ms=1000, goal=1.0)}
    figures["sheet"] = Figure(ours_ms=9.0, floor_ms=3.0, goal=1.5)
    for name, figure in figures.items():
        monkeypatch.setitem(bench.ALONE, name, lambda figure=figure: figure)


def test_with_json_only_json_is_written(quick_figures, capsys):
    assert bench.main(["engine", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said == {"engine": {"ours_ms": 500, "floor_ms": 1000, "ratio": 0.5, "goal": 1.0}}


def test_a_figure_over_its_goal_is_shown_but_is_not_a_failure(quick_figures, capsys):
    assert bench.main(["sheet", "engine"]) == 0
    _, sheet, engine = capsys.readouterr().out.splitlines()
    assert sheet.split() == ["sheet", "9.00", "ms", "3.00", "ms", "3.00", "1.5", "over"]
    assert engine.split() == ["engine", "500.00", "ms", "1000.00", "ms", "0.50", "1.0"]


def test_the_number_of_queries_of_a_page_is_reported(monkeypatch, capsys):
    figure = Figure(ours_ms=30.0, floor_ms=1.0, goal=50.0, queries=8)
    monkeypatch.setattr(
        bench.on_seasons, "pages", lambda names: [(f"{name} (tenth)", figure) for name in names]
    )
    assert bench.main(["season"]) == 0
    assert capsys.readouterr().out.splitlines()[1].split() == (
        "season (tenth) 30.00 ms 1.00 ms 30.00 50.0 8 queries".split()
    )
    assert bench.main(["season", "--json"]) == 0
    said = {"ours_ms": 30.0, "floor_ms": 1.0, "ratio": 30.0, "goal": 50.0, "queries": 8}
    assert json.loads(capsys.readouterr().out) == {"season (tenth)": said}


def test_an_unknown_name_is_refused_with_the_known_ones(capsys):
    with pytest.raises(SystemExit) as end:
        bench.main(["log-hand", "sheets"])
    assert end.value.code == 2
    assert capsys.readouterr().err.endswith(
        "no such figure: sheets; there are log-hand, log-hand-behind, hand, poll, "
        "poll-open, two-hundredth-hand, bell, thousand-screens, "
        "sheet, engine, score-lines, score-mixed, rotation-15, photographs, season, player-page, "
        "session-page, "
        "director-page, next-round, director-500, next-round-500, league-table, league-averages, "
        "strangers\n"
    )


def test_ours_and_the_floor_alternate_and_first_runs_do_not_count():
    turns = []
    ours, floor = iter([90.0, 4.0, 6.0, 5.0]), iter([80.0, 1.0, 3.0, 2.0])
    figure = in_turn(
        lambda: turns.append("ours") or [next(ours)],
        lambda: turns.append("floor") or [next(floor)],
        goal=3.0,
        rounds=3,
    )
    assert figure == Figure(ours_ms=5.0, floor_ms=2.0, goal=3.0)
    assert turns == ["ours", "floor"] * 4


def test_the_floor_has_no_middleware():
    assert bare_settings.MIDDLEWARE == []


def test_the_second_floor_has_all_of_our_middleware():
    assert behind_settings.MIDDLEWARE == settings.MIDDLEWARE
