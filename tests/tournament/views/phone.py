"""A tournament's table as its phone sees it: for the tests of the pad in a round, and of totals."""

from uuid import uuid4

from scoring.euchre.hand import Hand
from scoring.models import Report
from tests.cast import a_phone, address, again, everything
from tests.html import said, shown

NORTH, EAST, MARCH = Hand(maker=0, tricks=3), Hand(maker=1, tricks=3), Hand(maker=0, tricks=5)
SIX_SIX = [NORTH, EAST] * 4
FINISH = r'<section class="finish".*?</section>'


def table_of(round, no=1):
    return again(round.tables.get(no=no).table)


def pad(round, no=1, where="", client=None, **how):
    return (client or a_phone()).get(address(table_of(round, no), where), **how)


def sides(round, no=1):
    """ "Ann and Cat" of north and south, and of east and west."""
    one, two, three, four = table_of(round, no).sitting.names
    return f"{one} and {three}", f"{two} and {four}"


def about(answer):
    return shown(answer, r'<span class="about">(.*?)</span>')


def of(round, no=1, **more):
    """What every form about a table's round carries."""
    return {"round_table": round.tables.get(no=no).pk, "key": uuid4()} | more


def totals(round, north, east, side="NS", no=1, **more):
    return of(round, no, **{"points-NS": north, "points-EW": east, "side": side}, **more)


def post(round, where, data, no=1, **how):
    return a_phone().post(address(table_of(round, no), where), data, **how)


def refused(round, where, data, no=1):
    stored = everything()
    answer = post(round, where, data, no)
    assert everything() == stored
    return answer.status_code, said(answer)


def told(round, no=1):
    return [
        (report.side, report.points, report.tie, report.objects_to_it, report.why)
        for report in Report.objects.filter(round_table=round.tables.get(no=no))
    ]
