"""What a phone stores is guarded. It has a second copy, the browser is asked to keep it, and a
phone notices that it was emptied."""

import pytest

from tests.static.test_queue import OURS, PHONE, SENT, Phone

BROWSER = """(() => {
  Object.assign(disk, { cookie: "", persists: 0, timers: [] });
  globalThis.setTimeout = (act, after) => void disk.timers.push([act, after]);
  globalThis.location = { pathname: values[0], protocol: "https:" };
  globalThis.navigator = { storage: { persist: async () => void (disk.persists += 1) } };
  globalThis.document = {
    get cookie() {
      return disk.cookie;
    },
    set cookie(text) {
      disk.cookie = text.includes("max-age=0;") ? "" : text.split(";")[0];
    },
  };
})()"""
LATER = "disk.timers.splice(0).forEach(([act, after]) => after === 300 && act())"

AGED = """(() => {
  const rows = JSON.parse(disk.local["queue-copy"]);
  disk.local["queue-copy"] = JSON.stringify(rows.map((row) => ({ ...row, at: 5 })));
})()"""


class Guarded(Phone):
    """A pad whose queue is guarded."""

    def __init__(self) -> None:
        super().__init__("database")
        self.run(BROWSER, OURS)
        self.begin()

    def begin(self) -> None:
        self.run("void guard.guard(phone.queue).then((emptied) => (disk.emptied = emptied))")
        self.run(LATER)

    def opens(self) -> bool:
        """Open the page again. Return whether it says that its storage was emptied."""
        self.run("globalThis.store = stores.newDatabase('entries')")
        self.run(PHONE, OURS)
        self.begin()
        return self.said_of_disk("emptied")

    def said_of_disk(self, what: str):
        return self.run(f"disk.{what}")

    def keep(self, key, **more):
        super().keep(key, **more | {"at": self.run("Date.now()")})
        self.run(LATER)


@pytest.fixture
def phone():
    return Guarded()


def test_entries_that_the_database_lost_come_back_from_the_copy_by_their_keys(phone):
    phone.answers(a=SENT)
    phone.keep("a")
    phone.keep("b")
    phone.run("disk.rows = {}")
    assert phone.opens() is False
    assert phone.states() == {"a": "sent", "b": "kept"}
    assert phone.asked() == ["b"]
    assert phone.opens() is False
    assert [row["key"] for row in phone.rows()] == ["a", "b"]


def test_a_damaged_copy_and_one_of_old_entries_bring_nothing_back(phone):
    phone.answers(a=SENT)
    phone.keep("a")
    phone.run(AGED)
    phone.run("disk.rows = {}")
    phone.opens()
    assert phone.states() == {}
    phone.run("disk.local['queue-copy'] = '[{'")
    phone.opens()
    assert phone.states() == {}


def test_a_phone_whose_storage_was_emptied_says_so_once(phone):
    phone.keep("a")
    assert phone.opens() is False
    phone.run("Object.assign(disk, { rows: {}, local: {} })")
    assert [phone.opens(), phone.opens()] == [True, False]


def test_a_browser_is_asked_once_to_keep_what_it_stores_and_at_the_first_hand(phone):
    phone.opens()
    assert phone.said_of_disk("persists") == 0
    phone.keep("a")
    phone.keep("b")
    phone.opens()
    assert phone.said_of_disk("persists") == 1
