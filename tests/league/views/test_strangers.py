"""What a stranger reads of a league that is open to all: no name and no draft that it keeps to
itself."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.cast import a_phone
from tests.league.cast import FIRST, SECOND, a_league, a_match, a_squad, counted, play
from tests.sheets.reading import whole

pytestmark = pytest.mark.django_db
HOME = ("Annabel Quixworth", "Benjamin Dragonwagon")
AWAY = ("Catherine Featherstone", "Desmond Zzyzxton")
STRANGE = "Egbert Wolfeschlegel"
WHO = [*HOME, *AWAY, STRANGE]
LATER = timezone.localdate() + timedelta(days=9)


@pytest.fixture
def league():
    """A night played, by somebody borrowed too; a match disputed, one given; one to come."""
    league = a_league(open_to_all=True, published_at=timezone.now())
    teams = {team.name: team for team in league.teams.all()}
    for name, people in (("Mounties", HOME), ("Trolls", AWAY), ("Shufflers", (STRANGE, "Zed Yo"))):
        teams[name].captain = a_squad(teams[name], *people)[0]
        teams[name].save()
    match = a_match(league, "Mounties", "Trolls", FIRST)
    play(match, (HOME, AWAY, [[15, 9], [15, 0]]), ((HOME[0], STRANGE), AWAY, [[3, 15], [14, 15]]))
    counted(a_match(league, "Stinky Eight", "Shufflers", SECOND), walkover="home")
    disputed = {"disputed_at": timezone.now(), "disputed_by": "captain of Trolls"}
    a_match(league, "Trolls", "Stinky Eight", SECOND, dispute="It was 15-14", **disputed)
    a_match(league, "Shufflers", "Mounties", LATER)
    return league


def pages(league):
    """Every page and file of the league and its matches that a stranger is shown, by address, as
    one text without spaces."""
    league_, teams = f"/leagues/{league.pk}", list(league.teams.values_list("pk", flat=True))
    of_it = ["", "fixtures/", "fixtures/?by=team", "fixtures/?by=venue", "fixtures.ics", "teams/"]
    of_it += ["results/", "averages/", "between/", "report/", "wall/", "cup/", "agreed", "money/"]
    of_it += ["table.pdf", "report.txt", "report.pdf", "league.json", "sheets/table.csv", "cards/"]
    of_it += ["sheets/averages.csv", "sheets/results.csv", "sheets/pairs.csv", "cards.pdf"]
    of_it += [f"between/?one={teams[0]}&other={teams[1]}", f"report/?on={FIRST}", f"?on={FIRST}"]
    of_it += [f"teams/{team}/" for team in teams]
    of_it += [f"fixtures.ics?team={team}" for team in teams]
    of_it = [f"{league_}/{rest}" for rest in of_it]
    matches = league.matches.values_list("pk", flat=True)
    of_it += [f"/matches/{pk}/{rest}" for pk in matches for rest in ("", "card.pdf")]
    phone, found = a_phone(), {}
    for address in of_it:
        answer = phone.get(address)
        if answer.status_code == 200:
            is_pdf = answer["Content-Type"] == "application/pdf"
            text = whole(answer.content) if is_pdf else answer.content.decode()
            found[address] = "".join(text.split())
    return found


def told(league, words):
    """Which of these words each page tells that tells one."""
    said = {
        address.removeprefix(f"/leagues/{league.pk}"): [word for word in words if word in text]
        for address, text in pages(league).items()
    }
    return {address: found for address, found in said.items() if found}


def test_hidden_or_shortened_names_appear_on_no_page_or_paper(league):
    first, last = ([name.split()[no] for name in WHO] for no in (0, 1))
    league.names = "hidden"
    league.save()
    assert told(league, first + last) == {}
    league.names = "short"
    league.save()
    assert told(league, last) == {}
    assert told(league, ["AnnabelQ"])


def test_draft_fixtures_appear_on_no_page(league):
    assert told(league, [f"{LATER:%-d%B}", f"{LATER:%Y%m%d}", str(LATER)])
    league.published_at = None
    league.save()
    assert told(league, [f"{LATER:%-d%B}", f"{LATER:%Y%m%d}", str(LATER)]) == {}


def test_a_league_made_private_again_shows_nothing(league):
    assert len(pages(league)) > 15
    league.open_to_all = False
    league.save()
    assert pages(league) == {}


def test_a_hidden_player_is_called_a_player_on_every_page_and_paper(league):
    league.names = "full"
    league.save()
    nobody = [HOME[0], STRANGE]
    assert told(league, ["Quixworth"]) != {}
    league.club.players.filter(name__in=nobody).update(unnamed=True)
    assert told(league, [part for name in nobody for part in name.split()]) == {}
    averages = re.sub("<[^>]*>", "", pages(league)[f"/leagues/{league.pk}/averages/"])
    assert "aplayerandBenjaminDragonwagon" in averages
