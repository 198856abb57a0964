"""Which tables a phone remembers, so that they can be made again."""

import json

import pytest

from tests.javascript import Module

DAY = 24 * 3600 * 1000
STORAGE = """(() => {
  globalThis.kept = {};
  globalThis.localStorage = {
    getItem: (name) => kept[name] ?? null,
    setItem: (name, text) => void (kept[name] = text),
  };
})()"""


@pytest.fixture
def phone():
    module = Module("table/pad/again.js")
    module.run(STORAGE)
    return module


def remember(phone, path, *, days=0):
    at = phone.run("Date.now()") - days * DAY
    phone.remember(path, {"again": f"/again{path}", "at": at})


def paths(phone):
    (rows,) = phone.run("Object.values(kept)")
    return [one["path"] for one in json.loads(rows)]


def test_a_table_is_remembered_by_its_path(phone):
    remember(phone, "/t/a/")
    remember(phone, "/t/b/")
    assert (phone.remembered("/t/a/"), phone.remembered("/t/c/")) == ("/again/t/a/", None)


def test_a_table_is_deleted_two_weeks_after_its_latest_hand(phone):
    remember(phone, "/t/a/", days=13)
    age(phone)
    remember(phone, "/t/b/")
    assert paths(phone) == ["/t/b/"]


def test_a_pad_that_is_opened_deletes_old_tables_of_all_pads(phone):
    phone.forgetOldTables()
    assert phone.run("kept") == {}
    remember(phone, "/t/a/", days=13)
    age(phone)
    phone.forgetOldTables()
    assert paths(phone) == []


def age(phone):
    """Let two days pass."""
    phone.run(f"void (Date.now = ((now) => () => now() + {2 * DAY})(Date.now))")
