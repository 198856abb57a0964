"""What a phone's queue makes of what it is told and of what is answered, on each of its stores. The
disk of the browser is a value here, and so is its network."""

import pytest

from tests.javascript import Module

QUEUE = Module("queue/queue.js")
OURS, THEIRS = "/t/ours/", "/t/theirs/"
ENTRY = {"key": "k7", "no": 7}
COUNTED = {"key": "k7", "id": "k7", "state": "counted", "no": 8, "version": 31}
REASON = {"key": "k7", "id": "k7", "state": "refused", "reason": "This session is closed."}
OTHER = COUNTED | {"key": "k8"}


@pytest.mark.parametrize(
    ("status", "words", "noted"),
    [
        (
            200,
            COUNTED,
            {"state": "sent", "became": "counted", "no": 8, "version": 31, "edition": "one"},
        ),
        (409, REASON, {"state": "refused", "reason": "This session is closed."}),
        (422, REASON, {"state": "refused", "reason": "This session is closed."}),
        (
            409,
            REASON | {"early": True},
            {"state": "refused", "reason": "This session is closed.", "early": True},
        ),
    ],
)
def test_an_answer_that_names_the_entry_settles_it(status, words, noted):
    told = {"status": status, "whose": "queue", "words": words, "edition": "one"}
    assert QUEUE.outcome(ENTRY, told) == noted


@pytest.mark.parametrize("status", [200, 400, 401, 403, 404, 408, 410, 413, 429, 500, 502, 503])
@pytest.mark.parametrize("words", [None, {}, [], "signed in", OTHER])
def test_any_other_answer_leaves_the_entry_unsent(status, words):
    """A hotspot's page, a proxy's error, an answer to something else."""
    assert QUEUE.outcome(ENTRY, {"status": status, "whose": None, "words": words}) == {}


@pytest.mark.parametrize("status", [400, 401, 403, 408, 413, 429, 500, 503])
def test_an_error_of_ours_leaves_the_entry_unsent_even_if_it_names_it(status):
    for whose, words in (("error", None), ("queue", REASON), ("error", COUNTED)):
        assert QUEUE.outcome(ENTRY, {"status": status, "whose": whose, "words": words}) == {}


@pytest.mark.parametrize("status", [503, 507])
def test_a_site_that_cannot_store_now_says_why_and_leaves_the_entry_unsent(status):
    words = {"key": "k7", "state": "kept", "reason": "The disk is full."}
    told = {"status": status, "whose": "queue", "words": words}
    assert QUEUE.outcome(ENTRY, told) == {"trouble": "The disk is full."}
    assert QUEUE.outcome({"key": "k8", "no": 8}, told) == {}


@pytest.mark.parametrize("status", [409, 422])
def test_a_refusal_from_another_site_is_ignored(status):
    for words in (None, {"reason": "Pay first."}, OTHER | {"reason": "Pay first."}):
        assert QUEUE.outcome(ENTRY, {"status": status, "whose": None, "words": words}) == {}


@pytest.mark.parametrize(("status", "gone"), [(410, "revoked"), (404, "nothing")])
def test_only_our_own_error_can_say_that_a_link_is_gone(status, gone):
    assert QUEUE.outcome(ENTRY, {"status": status, "whose": "error", "words": None}) == {
        "gone": gone
    }


def test_a_hand_keeps_its_number_if_the_answer_has_none():
    words = {"key": "k7", "state": "waiting", "version": 31}
    noted = QUEUE.outcome(ENTRY, {"status": 200, "whose": "queue", "words": words})
    assert noted.items() >= {"state": "sent", "became": "waiting", "no": 7}.items()


DISK = """(() => {
  const copy = (value) => JSON.parse(JSON.stringify(value));
  const disk = { local: {}, rows: {}, full: false, slow: null, tasks: [] };
  const later = (task) => void disk.tasks.push(task);
  const fill = () => {
    if (disk.full) throw new Error("QuotaExceededError");
  };

  /* Transactions take turns, and write all or nothing. */
  const turns = [];
  function transaction() {
    const asked = [];
    const changed = {};
    let aborted = false;
    const made = { abort: () => (aborted = true) };
    function ask(answer) {
      const request = {};
      asked.push(() => {
        request.result = answer();
        request.onsuccess?.();
      });
      return request;
    }
    made.objectStore = () => ({
      getAll: () => ask(() => Object.values(disk.rows).map(copy)),
      put: (row) => {
        const cloned = copy(row); /* at once, as IndexedDB does */
        return ask(() => void (changed[row.key] = cloned));
      },
      delete: (key) => ask(() => void (changed[key] = null)),
    });
    function end() {
      try {
        if (aborted) throw new Error("AbortError");
        if (Object.keys(changed).length) fill();
        for (const [key, row] of Object.entries(changed))
          if (row) disk.rows[key] = row;
          else delete disk.rows[key];
        made.oncomplete();
      } catch {
        made.onabort();
      }
      turns.shift();
      if (turns.length) later(turns[0]);
    }
    function step() {
      if (asked.length) {
        asked.shift()();
        later(step);
      } else if (disk.slow in changed) disk.go = () => later(end);
      else end();
    }
    turns.push(step);
    if (turns.length === 1) later(step);
    return made;
  }
  globalThis.disk = disk;
  globalThis.window = globalThis;
  globalThis.indexedDB = {
    open() {
      const asked = { result: { transaction, close() {} } };
      later(() => asked.onsuccess());
      return asked;
    },
  };
  globalThis.localStorage = {
    getItem: (name) => disk.local[name] ?? null,
    setItem: (name, text) => (fill(), (disk.local[name] = text)),
  };
  globalThis.setTimeout = (act) => void (disk.tooLong = act);
  globalThis.clearTimeout = () => {};
})()"""
NEXT_TASK = "disk.tasks.length > 0 && (disk.tasks.shift()(), true)"
STORES = {"database": "newDatabase('entries')", "local": "newLocal('entries')"}
PHONE = """(() => {
  const phone = { asked: [], answers: {}, told: [], arrivals: 0, free: null };
  const send = async ({ key, fields }) => {
    phone.asked.push(key);
    phone.told.push(fields);
    const said = phone.answers[key] ?? {};
    const { edition = "one", met, ...answer } = Array.isArray(said) ? said.shift() : said;
    if (met) phone.queue.meet(met);
    return answer.state === "sent" ? { ...answer, edition } : answer;
  };
  phone.queue = module.newQueue({
    store: globalThis.store,
    send,
    path: values[0],
    table: () => values[1] ?? "",
    sent: () => void (phone.arrivals += 1),
    resent: order.inLine,
    refused: order.letPast,
    restored: order.restored,
  });
  globalThis.phone = phone;
})()"""
SENT = {"state": "sent", "became": "counted", "version": 31}
REFUSED = {"state": "refused", "reason": "No."}
EARLY = REFUSED | {"early": True}
KINDS = pytest.mark.parametrize("kind", STORES)


class Disk:
    """What a browser keeps for our pages, and stores of one kind upon it, one to each tab; what is
    under way has ended when a call returns."""

    def __init__(self, kind: str, *, full: bool = False) -> None:
        self.kind = kind
        files = {"stores": f"queue/{kind}.js", "order": "table/pad/in-line.js"}
        files["guard"] = "queue/guard.js"
        self._module = Module("queue/queue.js", **files)
        self._module.run(DISK)
        self.full(full)
        self.tab("store")

    def run(self, script: str, *values: object) -> object:
        """Return what an expression comes to, after which the browser does its tasks."""
        said = self._module.run(script, *values)
        while self._module.run(NEXT_TASK):
            pass
        return said

    def full(self, full: bool = True) -> None:
        """From now on the disk takes nothing, or something again."""
        self.run("disk.full = values[0]", full)

    def tab(self, name: str) -> None:
        """Open a tab, whose store has this name."""
        self.run(f"globalThis.{name} = stores.{STORES[self.kind]}")

    def rows(self, tab: str = "store") -> list[dict]:
        """What a tab finds on the disk, in its order."""
        self.run(f"void {tab}.all().then((rows) => (disk.found = rows))")
        return sorted(self.run("disk.found"), key=lambda row: (row["path"], row["order"]))

    def does(self, what: str, *entries: dict, tab: str = "store") -> None:
        self.run(f"void {tab}.{what}(...values)", *entries)


class Phone(Disk):
    """A page with its queue."""

    def __init__(self, kind: str, *, keeps: bool = True) -> None:
        super().__init__(kind, full=not keeps)
        self.run(PHONE, OURS)

    def answers(self, **answers) -> None:
        """What the server says from now on, by the key of an entry; to all others nothing."""
        self.run("phone.answers = values[0]", answers)

    def keep(self, key, *, after="", do="hand", id=None, at=5):
        fields = {"sitting": "1", "after": after} if do == "hand" else {}
        entry = {"do": do, "key": key, "id": id or key, "fields": fields, "no": None, "at": at}
        self.run("void phone.queue.keep(values[0]).then(() => (phone.free = values[0].key))", entry)

    def flush(self) -> None:
        self.run("void phone.queue.flush()")

    def act(self, what: str, *keys) -> None:
        """Do something with these entries: `sendAgain`, `setAside`, `bringHere`."""
        self.run(
            f"void phone.queue.{what}(...['kept', 'refused', 'sent', 'aside'].flatMap((state) => "
            "[...phone.queue.in(state), ...phone.queue.elsewhere(state)])"
            ".filter(({ key }) => values[0].includes(key))"
            ".sort((one, other) => one.order - other.order))",
            keys,
        )

    def stored(self, path, key) -> None:
        """Put something into the storage, as another tab does."""
        self.tab("other")
        self.does("add", row(key, path=path), tab="other")

    def asked(self) -> list[str]:
        """The keys of what was sent since the last look."""
        return self.run("phone.asked.splice(0)")

    def states(self) -> dict[str, str]:
        found = self.run("phone.queue.all().map(({ key, state }) => [key, state])")
        return dict(found)

    def said(self, what: str):
        return self.run(f"phone.{what}")


def row(key, *, path=OURS, state="kept", **more):
    """An entry as a queue hands it to its store."""
    entry = {"do": "hand", "id": key, "state": state, "fields": {}, "order": 1, "at": 1}
    return entry | {"key": key, "path": path} | more


# -- stores ----------------------------------------------------------------------------------------
def places(rows):
    return [(row["path"], row["key"], row["order"]) for row in rows]


@KINDS
def test_a_store_adds_a_new_entry_last_in_its_link_from_any_tab(kind):
    disk = Disk(kind)
    disk.tab("other")
    disk.does("add", row("a"))
    disk.does("add", row("b"), tab="other")
    disk.does("add", row("c", path=THEIRS))
    disk.run("void (store.add(values[0]), other.add(values[1]))", row("d"), row("e"))
    found = [(OURS, "a", 1), (OURS, "b", 2), (OURS, "d", 3), (OURS, "e", 4), (THEIRS, "c", 1)]
    assert places(disk.rows()) == places(disk.rows("other")) == found


@KINDS
def test_a_store_saves_several_entries_at_once(kind):
    disk = Disk(kind)
    for key in "abc":
        disk.does("add", row(key))
    disk.does("put", row("a", state="sent"), row("c", state="refused", order=3))
    assert [(row["key"], row["state"]) for row in disk.rows()] == [
        ("a", "sent"),
        ("b", "kept"),
        ("c", "refused"),
    ]


@KINDS
def test_a_store_keeps_its_entries_when_the_page_is_closed(kind):
    disk = Disk(kind)
    told = row("a", fields={"after": "x", "note": ["one", "two"]}, at=5)
    disk.does("add", told)
    disk.tab("next")
    assert disk.rows("next") == [told]


@KINDS
def test_a_store_deletes_old_entries(kind):
    disk = Disk(kind)
    for key in "abc":
        disk.does("add", row(key))
    disk.run("void store.forget(({ key }) => key !== 'b')")
    assert places(disk.rows()) == [(OURS, "b", 2)]


@KINDS
def test_a_store_that_failed_is_no_longer_trusted_and_keeps_what_it_had(kind):
    """What it did not take is in the page alone: it must not be read away."""
    disk = Disk(kind)
    disk.does("add", row("a"))
    disk.full()
    disk.does("put", row("a", state="sent"), row("b"))
    assert (disk.run("store.keeps"), disk.run("Boolean(store.isLate)")) == (False, False)
    disk.full(False)
    disk.does("put", row("b"))
    disk.tab("next")
    assert (disk.run("store.keeps"), disk.run("next.keeps")) == (False, True)
    assert disk.rows("next") == [row("a")]


def test_an_entry_that_a_slow_database_did_not_take_is_not_stored_later():
    """The page sends it directly by then."""
    disk = Disk("database")
    disk.run("disk.slow = 'a'")
    disk.does("add", row("a"))
    disk.run("disk.tooLong()")
    disk.run("disk.slow = disk.go()")
    disk.tab("next")
    assert disk.run("[store.keeps, store.isLate]") == [False, True]
    assert disk.rows("next") == []


# -- queues ----------------------------------------------------------------------------------------
@pytest.fixture(params=STORES)
def phone(request) -> Phone:
    return Phone(request.param)


def test_entries_are_sent_once_in_order(phone):
    phone.answers(a=SENT, b=SENT)
    phone.keep("a")
    phone.keep("b", after="a")
    phone.flush()
    assert (phone.asked(), phone.states()) == (["a", "b"], {"a": "sent", "b": "sent"})
    assert phone.said("queue.isEmpty()")


def test_a_sites_trouble_is_shown_until_it_accepts_the_hand(phone):
    phone.answers(a={"trouble": "The disk is full."})
    phone.keep("a")
    assert (phone.states(), phone.said("queue.trouble")) == ({"a": "kept"}, "The disk is full.")
    phone.answers(a=SENT)
    phone.flush()
    assert (phone.states(), phone.said("queue.trouble")) == ({"a": "sent"}, "")


def test_an_unanswered_entry_is_kept_and_holds_up_later_ones(phone):
    phone.answers(b=SENT)
    phone.keep("a")
    phone.keep("b", after="a")
    assert set(phone.asked()) == {"a"}
    assert phone.states() == {"a": "kept", "b": "kept"}
    assert (phone.said("queue.failed"), phone.said("arrivals")) == (True, 0)
    phone.answers(a=SENT, b=SENT)
    phone.flush()
    assert (phone.asked(), phone.states()) == (["a", "b"], {"a": "sent", "b": "sent"})
    assert (phone.said("queue.failed"), phone.said("arrivals")) == (False, 1)


def test_a_refused_entry_needs_attention_and_lets_others_pass(phone):
    phone.answers(a=REFUSED, b=SENT)
    phone.keep("a")
    phone.keep("b", after="a")
    assert (phone.asked(), phone.states()) == (["a", "b"], {"a": "refused", "b": "sent"})


def test_hands_sent_again_together_follow_one_another_in_order(phone):
    phone.answers(a=REFUSED, b=REFUSED, c=REFUSED)
    phone.keep("a", after="x")
    phone.keep("b", after="x")
    phone.keep("undo", do="take-back", id="b")
    phone.keep("c", after="x")
    phone.answers(a=SENT, b=SENT, undo=SENT, c=SENT)
    phone.said("told.splice(0)")
    phone.act("sendAgain", "a", "b", "undo", "c")
    told = [fields.get("after") for fields in phone.said("told")]
    assert (phone.asked()[-4:], told) == (["a", "b", "undo", "c"], ["x", "a", None, "a"])


def refuse_two(phone):
    """Two refused hands, told after the same one: the first is refused again, the second would
    count."""
    phone.answers(a=REFUSED, b=REFUSED)
    phone.keep("a", after="x")
    phone.keep("b", after="x")
    phone.answers(a=REFUSED, b=SENT)
    phone.said("told.splice(0)")


def test_a_hand_behind_one_refused_again_follows_that_ones_predecessor(phone):
    refuse_two(phone)
    phone.act("sendAgain", "a", "b")
    assert [fields["after"] for fields in phone.said("told")] == ["x", "x"]
    assert phone.states() == {"a": "refused", "b": "sent"}


def test_no_entry_is_sent_again_before_all_are_stored():
    """One sent and refused again while the next was still being noted would hold that one. The
    other store takes no time."""
    phone = Phone("database")
    refuse_two(phone)
    phone.run("disk.slow = 'b'")
    phone.act("sendAgain", "a", "b")
    phone.flush()
    phone.run("disk.slow = disk.go()")
    phone.flush()
    assert phone.said("told.at(-1).after") == "x"
    assert phone.states() == {"a": "refused", "b": "sent"}


def test_a_revoked_link_is_noted_on_all_its_entries(phone):
    phone.answers(a={"gone": "revoked"})
    phone.keep("a")
    phone.keep("b", after="a")
    assert phone.said('queue.in("kept").map(({ gone }) => gone)') == ["revoked", "revoked"]
    phone.answers(a=SENT, b=SENT)
    phone.flush()
    assert phone.states() == {"a": "sent", "b": "sent"}


def test_entries_of_other_tabs_and_links_are_sent_and_links_do_not_block_each_other(
    phone,
):
    phone.stored(THEIRS, "other link")
    phone.stored(OURS, "other tab")
    phone.answers(**{"other link": SENT})
    phone.flush()
    assert set(phone.asked()) == {"other tab", "other link"}
    assert (phone.states(), phone.said('queue.elsewhere("sent").length')) == (
        {"other tab": "kept"},
        1,
    )


@KINDS
def test_without_storage_the_keys_wait_until_the_hand_has_arrived(kind):
    phone = Phone(kind, keeps=False)
    phone.keep("a")
    assert (phone.said("queue.waits()"), phone.said("free")) == (True, None)
    phone.answers(a=SENT)
    phone.flush()
    assert (phone.said("queue.waits()"), phone.said("free")) == (False, "a")


@KINDS
def test_a_hand_that_a_full_disk_did_not_take_is_sent_all_the_same(kind):
    phone = Phone(kind)
    phone.full()
    phone.keep("a")
    phone.full(False)
    phone.flush()
    assert (phone.states(), phone.said("queue.waits()")) == ({"a": "kept"}, True)
    phone.answers(a=SENT)
    phone.flush()
    assert (phone.states(), phone.said("free")) == ({"a": "sent"}, "a")


def test_sending_again_sends_all_refused_entries(phone):
    phone.answers(a=REFUSED, b=REFUSED)
    phone.keep("a", do="round")
    phone.keep("b", do="round")
    phone.answers(a=SENT, b=SENT)
    phone.act("sendAgain", "a", "b")
    assert phone.states() == {"a": "sent", "b": "sent"}
    assert [row["state"] for row in phone.rows()] == ["sent", "sent"]


def test_a_discarded_entry_is_no_longer_sent_and_other_pages_know(phone):
    phone.answers(a=REFUSED, b=REFUSED)
    phone.keep("a")
    phone.keep("b")
    phone.act("setAside", "a", "b")
    phone.asked()
    phone.flush()
    assert (phone.asked(), phone.states()) == ([], {"a": "aside", "b": "aside"})
    assert [row["state"] for row in phone.rows()] == ["aside", "aside"]


def test_entries_moved_from_another_link_are_sent_with_this_one(phone):
    phone.stored(THEIRS, "a")
    phone.stored(THEIRS, "b")
    phone.flush()
    phone.answers(a=SENT, b=SENT)
    phone.act("bringHere", "a", "b")
    assert phone.states() == {"a": "sent", "b": "sent"}
    assert places(phone.rows()) == [(OURS, "a", 1), (OURS, "b", 2)]


def test_entries_sent_or_set_aside_are_deleted_after_two_weeks_and_unsent_ones_never(phone):
    for number, state in enumerate(("sent", "kept", "refused", "aside"), 1):
        phone.stored(OURS, state)
        phone.does("put", row(state, state=state, order=number))
    for key, days, state in (
        ("new", 13, "sent"),
        ("old", 15, "sent"),
        ("new aside", 13, "aside"),
        ("old aside", 15, "aside"),
    ):
        at = phone.run(f"Date.now() - {days} * 86400000")
        phone.does("add", row(key, state=state, at=at))
    phone.run("void phone.queue.forgetOld()")
    assert [row["key"] for row in phone.rows()] == ["kept", "refused", "new", "new aside"]


@pytest.mark.parametrize(("days", "done"), [(13, False), (15, True)])
def test_a_page_is_needed_for_a_hand_that_was_set_aside_only_as_long_as_it_is_kept(
    phone, days, done
):
    at = phone.run(f"Date.now() - {days} * 86400000")
    phone.does("add", row("a", state="aside", at=at))
    phone.run("void phone.queue.forgetOld()")
    phone.run(PHONE, OURS)
    phone.flush()
    assert phone.said("queue.isDone()") is done


# -- a site that was restored from a backup --------------------------------------------------------
def sent_to(phone, edition, *keys, path=OURS):
    """Put into the storage what a site of this edition has acknowledged just now."""
    at = phone.run("Date.now()")
    for key in keys:
        phone.stored(path, key)
        entry = next(one for one in phone.rows() if one["key"] == key)
        phone.does("put", entry | {"state": "sent", "version": 31, "edition": edition, "at": at})


def meet(phone, edition):
    phone.run("void phone.queue.meet(values[0])", edition)


def test_after_a_restore_all_entries_are_sent_again_once_in_order(phone):
    phone.answers(a=SENT, b=SENT, c=SENT)
    for key, after in (("a", ""), ("b", "a"), ("c", "b")):
        phone.keep(key, after=after)
    meet(phone, "one")
    phone.asked()
    assert (phone.states(), phone.asked()) == ({"a": "sent", "b": "sent", "c": "sent"}, [])
    phone.answers(**{key: SENT | {"edition": "two"} for key in "abc"})
    meet(phone, "two")
    meet(phone, "two")
    assert phone.asked() == ["a", "b", "c"]
    assert {row["edition"] for row in phone.rows()} == {"two"}
    assert phone.said("queue.again()") == []


def test_a_page_opened_after_a_restore_sends_again_too_with_new_hands_last(phone):
    sent_to(phone, "one", "a", "b")
    phone.answers(b={})
    meet(phone, "two")
    assert phone.states() == {"a": "kept", "b": "kept"}
    phone.keep("c", after="b")
    phone.answers(a=SENT, b=SENT, c=SENT)
    phone.asked()
    phone.flush()
    assert phone.asked() == ["a", "b", "c"]


def test_an_entry_that_conflicts_after_a_restore_needs_attention_and_is_not_sent_again(phone):
    sent_to(phone, "one", "a", "b")
    phone.answers(a=REFUSED, b=SENT | {"edition": "two"})
    meet(phone, "two")
    assert phone.states() == {"a": "refused", "b": "sent"}
    phone.asked()
    phone.flush()
    assert phone.asked() == []


def test_a_late_answer_of_the_site_before_the_restore_loses_nothing(phone):
    phone.answers(a=SENT)
    meet(phone, "two")
    phone.keep("a")
    meet(phone, "one")
    phone.answers(a=SENT | {"edition": "two"})
    phone.asked()
    meet(phone, "two")
    assert (phone.asked(), phone.states()) == (["a"], {"a": "sent"})


def test_after_a_restore_earlier_versions_no_longer_count_as_seen(phone):
    phone.answers(a=SENT)
    entry = {"do": "hand", "key": "a", "id": "a", "fields": {"after": "x", "seen": "30"}}
    phone.run("void phone.queue.keep(values[0])", entry)
    phone.said("told.splice(0)")
    meet(phone, "two")
    assert phone.said("told") == [{"after": "x", "seen": "0"}]


def test_entries_acknowledged_without_an_edition_are_sent_again_once_not_at_each_load(phone):
    sent_to(phone, "", "a", "b")
    phone.answers(a=SENT | {"edition": ""}, b=SENT | {"edition": "two"})
    meet(phone, "two")
    assert phone.asked() == ["a", "b"]
    phone.run(PHONE, OURS)
    meet(phone, "two")
    assert (phone.asked(), phone.states()) == ([], {"a": "sent", "b": "sent"})


def test_an_undo_of_a_hand_that_another_phone_has_yet_to_send_again_waits_and_holds_up_no_other(
    phone,
):
    phone.answers(undo=SENT, b=SENT)
    phone.keep("undo", do="take-back", id="theirs")
    phone.keep("b")
    meet(phone, "one")
    phone.asked()
    phone.answers(undo=EARLY, b=SENT | {"edition": "two"})
    meet(phone, "two")
    assert (phone.asked(), phone.states()) == (["undo", "b"], {"undo": "kept", "b": "sent"})
    phone.flush()
    assert phone.asked() == ["undo"]
    phone.answers(undo=SENT | {"edition": "two"})
    phone.flush()
    assert phone.states() == {"undo": "sent", "b": "sent"}
    phone.answers(later=EARLY)
    phone.keep("later", do="take-back", id="theirs")
    assert phone.states()["later"] == "refused"


def test_an_undo_that_hears_of_a_restore_first_waits_for_its_hand_of_this_phone(phone):
    phone.answers(hand=SENT)
    phone.keep("hand", id="ours")
    meet(phone, "one")
    phone.asked()
    phone.keep("undo", do="take-back", id="ours")
    assert phone.asked() == ["undo"]
    there = SENT | {"edition": "two"}
    phone.answers(undo=[EARLY | {"met": "two"}, there], hand=there)
    phone.flush()
    assert phone.asked() == ["undo", "hand", "undo"]
    assert phone.states() == {"hand": "sent", "undo": "sent"}
    phone.answers(other=EARLY)
    phone.keep("other", do="take-back", id="ours")
    assert phone.states()["other"] == "refused"


def test_an_undo_that_a_closed_table_refuses_after_a_restore_needs_attention(phone):
    phone.answers(undo=SENT)
    phone.keep("undo", do="take-back", id="theirs")
    phone.answers(undo=REFUSED)
    meet(phone, "two")
    assert phone.states() == {"undo": "refused"}
    assert phone.said('queue.in("refused").map(({ reason }) => reason)') == ["No."]


@KINDS
def test_without_storage_an_undo_that_is_too_early_holds_up_no_key(kind):
    phone = Phone(kind, keeps=False)
    phone.answers(undo=SENT)
    phone.keep("undo", do="take-back", id="theirs")
    phone.answers(undo=EARLY)
    meet(phone, "two")
    phone.run("void phone.queue.lost(...phone.queue.in('sent'))")
    assert (phone.states(), phone.said("queue.waits()")) == ({"undo": "kept"}, False)


@KINDS
def test_without_storage_a_hand_that_is_set_aside_holds_up_no_key(kind):
    phone = Phone(kind, keeps=False)
    phone.keep("a")
    assert phone.said("free") is None
    phone.act("setAside", "a")
    assert (phone.said("queue.waits()"), phone.said("free")) == (False, "a")


def test_entries_for_a_link_that_a_restored_site_lacks_wait_until_its_page_is_open(phone):
    """Another club's laptop may have the same address."""
    sent_to(phone, "one", "a", "b", path=THEIRS)
    phone.answers(a={"gone": "nothing"}, b={"gone": "nothing"})
    meet(phone, "two")
    assert phone.asked() == ["a"]
    phone.flush()
    assert (phone.asked(), phone.said("queue.isEmpty()")) == ([], True)
    assert phone.said("queue.elsewhere('kept')") == []
    phone.run(PHONE, THEIRS)
    phone.answers(a=SENT, b=SENT)
    phone.flush()
    assert phone.asked() == ["a", "b"]


def test_what_a_restored_site_lost_goes_by_the_new_link_of_the_same_table(phone):
    """The link was renewed before this phone had sent it again."""
    sent_to(phone, "one", "a", "b", path=THEIRS)
    for one in phone.rows():
        phone.does("put", one | {"table": "5" if one["key"] == "a" else "6"})
    phone.run(PHONE, OURS, "5")
    phone.answers(a={"gone": "revoked"}, b={"gone": "revoked"})
    meet(phone, "two")
    assert places(phone.rows()) == [(OURS, "a", 1), (THEIRS, "b", 2)]
    assert phone.asked() == ["a", "a"]
    phone.answers(a=SENT | {"edition": "two"})
    phone.flush()
    assert (phone.asked(), phone.states()) == (["a"], {"a": "sent"})


def test_entries_missing_from_the_sites_page_can_be_sent_again(phone):
    phone.answers(a=SENT)
    phone.keep("a")
    phone.asked()
    phone.run("void phone.queue.lost(...phone.queue.all())")
    assert (phone.asked(), phone.states()) == (["a"], {"a": "sent"})
