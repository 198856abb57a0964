"""The process remembers no name of an erased person from one page to the next."""

import functools
import gc
import re
import sys
import threading
from types import FunctionType, ModuleType

import pytest

from scoring.club.actions.forget import forget_player
from scoring.common.kept import Kept
from scoring.models import ClubSession, Player
from scoring.table.views import drawn
from scoring.tournament.actions.finishing import finish
from scoring.tournament.queries import hall
from tests import proof
from tests.cast import PHONE, a_phone, a_table, address, again, an_evening, close, signed_in
from tests.routes import ROUTES
from tests.tournament.cast import a_tournament, played_to

pytestmark = pytest.mark.django_db

NAME = "Zebulon"
OPENED_BY = {
    "t/<slug:token>/": lambda session: [address(table, "") for table in session.tables.all()],
    "sessions/<number:pk>/": lambda session: [f"/sessions/{session.pk}/"],
    "clubs/<number:pk>/": lambda session: [f"/clubs/{session.club_id}/"],
}
"""Where the pages of an evening begin."""


def pages(patterns):
    """Yield the path of every page that needs nothing but its beginning."""
    for one in patterns:
        route = str(one.pattern)
        inside = pages(one.url_patterns) if hasattr(one, "url_patterns") else [""]
        if "<" not in route:
            yield from (route + page for page in inside)
    yield "sheet-1.json"


def look_at_everything(session, *, club=False):
    """Look at the pages of an evening and of its tables, and of its club if wanted: at a third of
    them, another third every day, and at all pages under the links of an evening."""
    kate = signed_in("kate")
    for one in ROUTES:
        if not club and str(one.pattern).startswith("clubs"):
            continue
        for beginning in OPENED_BY.get(str(one.pattern), lambda session: [])(session):
            for page in proof.turn(3, pages(one.url_patterns)):
                kate.get(beginning + page)
    phone, asks = a_phone(), {"HX-Request": "true"}
    phone.cookies["phone"] = "K7"
    for table in session.tables.all():
        for page in ("", "board"):
            phone.get(f"{address(table, page)}?poll", headers=asks)
    for one in session.passes.all():
        for page in (f"/e/{one.token}/", f"/w/{one.token}/", f"/e/{one.token}/1/"):
            a_phone().get(page)


def remembered():
    """Yield the contents of each cache of ours, and of the collections in our modules."""
    ours = ("scoring", "clubsite")
    yield from (
        (f"re.{name}", vars(re)[name]) for name in ("_cache", "_cache2") if name in vars(re)
    )
    for one in gc.get_objects():
        # Not isinstance: a lazy object would wake up.
        if type(one) is functools._lru_cache_wrapper and one.__module__.startswith(ours):
            yield f"{one.__module__}.{one.__qualname__}", one
    for name, module in [*sys.modules.items()]:
        if name.startswith(ours):
            for key, value in vars(module).items():
                if isinstance(value, dict | list | set | Kept) and not key.startswith("__"):
                    yield f"{name}.{key}", value


def holds(thing, name):
    """Whether a name can be reached from here, other than by way of code."""
    found, ahead = set(), [*gc.get_referents(thing)]
    while ahead:
        one = ahead.pop()
        if id(one) in found or isinstance(one, ModuleType | FunctionType | type):
            continue
        found.add(id(one))
        if isinstance(one, str | bytes):
            if name in (one if isinstance(one, str) else one.decode(errors="ignore")):
                return True
        else:
            ahead += gc.get_referents(one)
    return False


def remembering(name):
    """Return the caches that contain a name."""
    return [where for where, thing in remembered() if holds(thing, name)]


@pytest.fixture
def soon(monkeypatch):
    """Let what is remembered for a while be forgotten as soon as this is called."""
    begun = []

    class Late(threading.Timer):
        def start(self):
            begun.append(self)

    monkeypatch.setattr(hall, "Timer", Late)
    monkeypatch.setattr(drawn, "Timer", Late)
    return lambda: [one.function() for one in begun]


def test_the_search_for_names_in_memory_finds_a_remembered_name():
    @functools.lru_cache
    def greeting(name):
        return f"Good evening, {name}"

    greeting(NAME)
    assert (holds(greeting, NAME), holds(greeting, "Nobody")) == (True, False)


def test_the_search_for_names_in_memory_looks_into_what_is_kept(monkeypatch):
    kept = Kept(1)
    kept.get("greeting", lambda: {"says": f"Good evening, {NAME}"})
    monkeypatch.setattr(drawn, "greetings", kept, raising=False)
    assert remembering(NAME) == [f"{drawn.__name__}.greetings"]


@pytest.mark.slow
def test_no_erased_name_is_remembered(soon):
    table = a_table("Ann+Zeb 3", names=["Ann", NAME, "Cat", "Dan", "Eve"], stake_minor=0)
    session = table.session
    sheet = a_phone().get(address(table, "sheet-1.json")).content.decode()
    kate = signed_in("kate")
    kate.post(f"/sessions/{session.pk}/sheets/take-in", {"sheet": sheet.replace("Ann", "Fay")})
    look_at_everything(session)
    close(session)
    look_at_everything(again(session))
    tournament = a_tournament(["Ann", NAME, "Cat", "Dan"], session=an_evening(session.club))
    played_to(tournament, 1)
    look_at_everything(tournament.session)
    finish(tournament=again(tournament), actor=PHONE)
    close(tournament.session)
    look_at_everything(again(tournament.session), club=True)
    assert remembering(NAME) != []
    forget_player(player=Player.objects.get(name=NAME), actor=PHONE)
    soon()
    assert remembering(NAME) == []
    for no, one in enumerate(ClubSession.objects.all()):
        look_at_everything(one, club=no == 0)
    assert remembering(NAME) == []
