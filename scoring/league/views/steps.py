"""The next steps of a league's secretary, until the first cards are in."""

from __future__ import annotations

from django.urls import reverse

from scoring.common.to_do import Step, with_next
from scoring.euchre.wording import counted
from scoring.league.models import League
from scoring.league.queries.progress import Progress, progress_of, too_few_nights

NOT_OPEN = (
    "Captains see them through their links. To show everyone, open the league under Settings."
)


def steps_of(league: League) -> list[Step]:
    """Return the steps of a season until its first card is in; none after that."""
    found = progress_of(league)
    if found.results:
        return []
    return with_next(_steps(league, found))


def _steps(league: League, found: Progress):
    def at(name: str) -> str:
        return reverse(name, args=[league.pk])

    nights = len(league.dates)
    yield Step(
        title="Teams",
        says=f"{counted(found.teams, 'team')} so far."
        if found.teams
        else "Paste them one a line, with venue and home day.",
        done=found.teams > 1,
        address=at("league-teams"),
    )
    missing = f"; the teams need {found.needed}" if nights < found.needed else ""
    # Once matches are drawn, what is wrong with their nights stands beside them.
    drawn = nights == 0 or found.fixtures
    lacking = [] if drawn else too_few_nights(league, league.nights)
    yield Step(
        title="Nights and venues",
        says=" ".join((f"{counted(nights, 'night')}{missing}.", *(one.says for one in lacking)))
        if nights
        else "Enter the match nights and how many matches a venue holds.",
        done=bool(nights) and not missing and not lacking,
        address=at("league-nights"),
    )
    yield Step(
        title="Fixtures",
        says=f"{found.fixtures} {'match is' if found.fixtures == 1 else 'matches are'} drawn."
        if found.fixtures
        else "They are drawn in seconds. You can move any match.",
        done=bool(found.fixtures),
        address=at("league-fixtures"),
    )
    yield Step(
        title="Publish",
        says=("Everyone can see them." if league.open_to_all else NOT_OPEN)
        if league.published_at
        else "Check them first. Later moves are shown beside each match.",
        done=league.published_at is not None,
        address=at("league-fixtures"),
    )
    yield Step(
        title="Cards",
        says="Captains enter their match through their link, or you enter the signed card.",
        address=at("league-fixtures"),
    )
