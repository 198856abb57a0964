"""Leagues as they might be, drawn by hypothesis: every setting, few figures, so that many teams are
level."""

from hypothesis import strategies as st

NAMES = ["Trolls", "Mounties", "Éire", "Shufflers", "Red Mouse A", "Red Mouse B", "Ace", "Bower"]
PEOPLE = ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Zoë"]
RULES = ["points", "wins", "games", "difference", "for", "head-to-head"]
DAYS = [f"2026-10-{day:02}" for day in (1, 8, 15, 22)]


@st.composite
def leagues(draw):
    """Draw a league's file, in order."""
    names = draw(st.lists(st.sampled_from(NAMES), min_size=1, max_size=6, unique=True))
    settings = {
        "pairs": draw(st.integers(1, 4)),
        "games": draw(st.integers(1, 3)),
        "target": draw(st.sampled_from([None, 5, 15])),
        "decided_by": draw(st.sampled_from(["points", "games"])),
        "points": draw(
            st.dictionaries(
                st.sampled_from(["win", "draw", "loss", "walkover", "walkover_against", "game"]),
                st.integers(-1, 5),
            )
        ),
        "order": draw(st.lists(st.sampled_from(RULES), min_size=1, unique=True)),
        "rounds": 2,
        "home_and_away": True,
    }
    league = {
        "format": "euchre-league/1",
        "name": "Made up",
        "settings": settings,
        "teams": [{"name": name} for name in names],
    }
    parts = [names]
    if draw(st.booleans()):
        cut = draw(st.integers(1, len(names)))
        parts = [part for part in (names[:cut], names[cut:]) if part]
        league["divisions"] = [
            {"name": f"Division {no}", "teams": part} for no, part in enumerate(parts, start=1)
        ]
    matches = {}
    for _ in range(draw(st.integers(0, 8))):
        part = draw(st.sampled_from(parts))
        if len(part) < 2:
            continue
        home, away = draw(st.permutations(part))[:2]
        day = draw(st.sampled_from(DAYS))
        told = draw(_results(settings))
        matches[day, home, away] = {"date": day, "home": home, "away": away, **told}
    league["matches"] = list(matches.values())
    league["penalties"] = draw(
        st.lists(
            st.fixed_dictionaries(
                {
                    "team": st.sampled_from(names),
                    "date": st.sampled_from(DAYS),
                    "points": st.integers(0, 3),
                    "why": st.just("late card"),
                }
            ),
            max_size=2,
        )
    )
    return league


def _results(settings):
    two = st.lists(st.integers(0, 6), min_size=2, max_size=2)
    decisive = "total" if settings["decided_by"] == "points" else "games_won"
    target = settings["target"]
    games = st.lists(st.sampled_from([0, 1, 4, 15, 16]), min_size=2, max_size=2).filter(
        lambda game: target is None or min(game) < target
    )
    meeting = st.permutations(PEOPLE).flatmap(
        lambda people: st.fixed_dictionaries(
            {
                "home": st.just(people[:2]),
                "away": st.just(people[2:4]),
                "games": st.lists(games, max_size=settings["games"]),
            }
        )
    )
    return st.one_of(
        st.fixed_dictionaries({decisive: two}),
        st.fixed_dictionaries({"total": two, "games_won": two}),
        st.fixed_dictionaries({"walkover": st.sampled_from(["home", "away", "neither"])}),
        st.fixed_dictionaries({"pairs": st.lists(meeting, min_size=1, max_size=3)}),
        st.just({}),
    )
