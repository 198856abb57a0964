"""Two machines behind nginx, as docs/deploy.md describes. One may be killed during an evening."""

import re

import pytest

from tests import proof
from tests.bench.line import Line
from tests.soak.evening import Plan
from tests.two_machines import evening, running_site
from tests.web_servers import needs

pytestmark = [pytest.mark.thorough, pytest.mark.slow, needs("nginx")]
EVENING = Plan(tables=proof.size(2, thorough=5), hands=20, phones=15, kills=1, pace=0.4, seed=36)


@pytest.fixture(scope="module")
def site():
    with running_site() as site:
        yield site


def test_an_evening_continues_although_each_machine_is_killed_once(site):
    said = []
    played, tally = evening(site, EVENING, said.append)
    assert (tally.faults, tally.acknowledged) == ((), tally.stored)
    assert tally.stored >= EVENING.tables * EVENING.hands
    assert {answer.status for answer in played.fives} <= {502}, "nginx alone may say that it failed"
    assert "Traceback" not in site.log
    for machine in site.machines:
        assert "POST /t/" in machine.log
    for screen in site.screens:
        assert screen.deaf, "each machine was killed, so every stream has ended"


def test_a_form_and_a_sign_in_of_one_machine_count_on_the_other(site):
    site.manage("newclub", "Two Machines", "--owner", "kate", typed="a good password\n")
    one, other = (Line(machine.port) for machine in site.machines)
    page = one.get("/sign-in")
    token = re.search(rb'name="csrfmiddlewaretoken" value="([^"]+)"', page.body)[1].decode()
    form = {"csrfmiddlewaretoken": token, "username": "kate", "password": "a good password"}
    answer = other.post(
        "/sign-in", form, Cookie=re.search(rb"csrftoken=\w+", page.head)[0].decode()
    )
    assert answer.status == 302
    cookie = re.search(rb"sessionid=\w+", answer.head)[0].decode()
    for line in (one, other, *(Line(site.port) for _ in range(2))):
        assert b"Two Machines" in line.get("/", Cookie=cookie).body
