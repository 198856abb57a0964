"""The page of a pad on a site that does not know its table."""

import json

import pytest

from tests.javascript import Module
from tests.static.test_again import STORAGE
from tests.static.test_elsewhere import IDS, entry

PATH, MADE = "/t/abcdefghijklmnop/", "/table/again/eJw-_1"
ROUND = {"tournament": "eJx", "says": "Drive, table 1", "night": "2026-11-29 Drive", "round": 3}
PAGE = """((path, hash) => {
  const element = (tag) => ({
    tag, hidden: true, dataset: {}, inside: [],
    append(...more) { this.inside.push(...more); },
    querySelector() { return this.link ??= element("a"); },
  });
  globalThis.page = {
    "#lost": element("div"), "#lost-round": element("div"), again: element("a"),
  };
  globalThis.location = {
    pathname: path, hash, origin: "http://hall", reload() { page.reloaded = true; },
  };
  globalThis.document = {
    createElement: element,
    querySelector: (place) => page[place],
    querySelectorAll: () => [page.again],
  };
})(...values)"""
CARRIED = Module("table/pad/elsewhere.js")
CAME = {"hands": [entry(id) for id in IDS]}


class Phone:
    """A phone on that page."""

    def __init__(self, rows=(), hash=""):
        self._scripts, self.hash = Module("table/pad/rounds.js"), hash
        self.run(STORAGE)
        at = self.run("Date.now()")
        stored = json.dumps([{"path": path, "at": at} | row for path, row in rows])
        self.run("localStorage.setItem('tables-again', values[0])", stored)
        self.run(PAGE, PATH, hash)
        self._scripts.load("table/lost.js")

    def run(self, script, *values):
        return self._scripts.run(script, *values)

    @property
    def stored(self):
        return json.loads(self.run("localStorage.getItem('tables-again')"))

    @property
    def link(self):
        """Where the table is made again; None if the page does not say."""
        return None if self.run("page['#lost'].hidden") else self.run("page['#lost'].link.href")

    @property
    def asks_the_director(self):
        return not self.run("page['#lost-round'].hidden")

    @property
    def tournaments(self):
        return [one["tournament"] for one in self._scripts.tournaments()]

    def keep(self):
        """Tap the button of the card of a tournament."""
        self.run("page['#lost-round'].inside.find(({ tag }) => tag === 'button').onclick()")

    @property
    def is_kept(self):
        """Whether the card says so, instead of having its button."""
        return self.run("page['#lost-round'].inside.find(({ tag }) => tag === 'button').hidden")


def carried(row, hands=CAME["hands"]):
    return CARRIED.carried(hands, row)


def test_a_phone_that_remembers_the_table_says_how_it_is_made_again():
    phone = Phone([(PATH, {"again": MADE})])
    assert (phone.link, phone.asks_the_director) == (f"http://hall{MADE}", False)


def test_a_phone_that_knows_nothing_of_the_table_says_nothing():
    phone = Phone()
    assert (phone.link, phone.asks_the_director) == (None, False)


@pytest.mark.parametrize("row", [{"again": MADE}, ROUND, {}])
def test_an_address_alone_changes_nothing_that_a_phone_keeps(row):
    own = [("/t/its-own/", ROUND | {"tournament": "own", "night": "2026-11-29 Ours"})]
    phone = Phone(own, carried(row))
    assert [one["path"] for one in phone.stored] == ["/t/its-own/"]
    assert phone.tournaments == ["own"]


def test_a_pad_that_came_takes_its_hands_to_the_table_that_it_makes_again():
    hash = carried({"again": MADE})
    phone = Phone(hash=hash)
    take = hash.partition("&again=")[0]
    assert take.count("/") > len(IDS)
    assert phone.link == f"http://hall{MADE}{take}"
    assert phone.run("page['#lost'].link.target") == "_blank"


def test_a_table_of_a_tournament_is_kept_with_its_hands_once_a_person_taps():
    phone = Phone(hash=carried(ROUND))
    assert (phone.asks_the_director, phone.tournaments) == (True, [])
    phone.keep()
    assert phone.tournaments == ["eJx"]
    (row,) = phone.stored
    assert (row["path"], f"#take={row['take']}") == (PATH, phone.hash.partition("&again=")[0])


def test_a_later_round_that_the_phone_remembers_stays_and_the_hands_are_kept():
    phone = Phone([(PATH, ROUND | {"tournament": "own", "round": 4})], carried(ROUND))
    phone.keep()
    (row,) = phone.stored
    assert (row["tournament"], row["round"]) == ("own", 4)
    assert f"#take={row['take']}" == phone.hash.partition("&again=")[0]
    assert phone.is_kept


def test_an_earlier_round_that_the_phone_remembers_is_replaced():
    phone = Phone([(PATH, ROUND | {"tournament": "own", "round": 2})], carried(ROUND))
    assert not phone.is_kept
    phone.keep()
    assert (phone.tournaments, phone.is_kept) == (["eJx"], True)


def test_a_pad_that_never_heard_of_its_round_has_its_hands_after_it_tries_again():
    phone = Phone(hash=carried(None))
    assert (phone.link, phone.asks_the_director) == (None, True)
    phone.run("void page.again.onclick({ preventDefault() {} })")
    assert phone.run("page.reloaded")
    assert phone.run("location.hash") == phone.hash


def test_the_title_that_an_address_says_is_short():
    phone = Phone(hash=carried(ROUND | {"says": "x" * 5000}))
    assert len(phone.run("page['#lost-round'].inside[0].inside[0].inside[0]")) <= 100
