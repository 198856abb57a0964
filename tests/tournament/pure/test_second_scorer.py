"""Two scorers count every file alike."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.tournament.pure.document import document, read
from scoring.tournament.pure.standings_document import document as standings_document
from tests import proof
from tests.tournament.pure.evenings import evenings
from tests.tournament.second_scorer import rows


def with_scores(file, chance):
    """Return the file with lone hands, forfeits, adjustments, handicaps and other settings."""
    columns = ["points", "won", "lones", "gold", "average"]
    chance.shuffle(columns)
    ranking = columns[: chance.randint(1, 3)]
    if chance.random() < 0.7:
        ranking.insert(chance.randint(1, len(ranking)), "met")
    file["settings"] |= {
        "ranking": ranking,
        "sit_out_points": chance.choice(["none", "table", "own"]),
        "forfeit_points": chance.choice([[], [7, 1]]),
        "lone_partner": chance.randint(0, 2),
    }
    for round in file["rounds"]:
        for table in round["tables"]:
            table["result"] = another_result(table, chance)
    people = [one for one in file["entrants"] if not one.get("ghost")]
    for one in people:
        one |= {"handicap": chance.randint(-2, 3)} if chance.random() < 0.3 else {}
        if chance.random() < 0.3:
            one["carried"] = {"points": 20, "rounds": 3, "beside": chance.randint(-4, 4)}
    file["adjustments"] = [
        {"no": one["no"], "points": chance.randint(1, 4), "won": chance.randint(-1, 1), "why": "x"}
        for one in people
        if chance.random() < 0.2
    ]
    return file


def another_result(table, chance):
    result = table["result"]
    if len(table["seats"]) == 4 and chance.random() < 0.15:
        return {"forfeit": chance.choice(["NS", "EW"])}
    if result.get("played", True):
        result["lones"] = {str(no): 1 for no in {*table["seats"].values()} if chance.random() < 0.2}
    return result


@given(evenings(most=14), st.integers(0, 2**30))
@settings(max_examples=proof.examples(60))
def test_a_second_scorer_counts_the_same_standings(tournament, seed):
    file = with_scores(document(tournament), Random(seed))
    left_out = ("name", "average", "handicap", "adjustments")
    found = standings_document(read(file))["rows"]
    counted = [{key: row[key] for key in row if key not in left_out} for row in found]
    assert counted == rows(file)
