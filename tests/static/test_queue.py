"""What a phone's queue makes of what it is told and of what is answered, without its storage and
its network."""

import pytest

from tests.javascript import Module

QUEUE = Module("table/pad/queue.js")
OURS, THEIRS = "/t/ours/", "/t/theirs/"
ENTRY = {"key": "k7", "no": 7}
COUNTED = {"key": "k7", "id": "k7", "state": "counted", "no": 8, "version": 31}
REASON = {"key": "k7", "id": "k7", "state": "refused", "reason": "This session is closed."}
OTHER = COUNTED | {"key": "k8"}


@pytest.mark.parametrize(
    ("status", "words", "noted"),
    [
        (200, COUNTED, {"state": "sent", "became": "counted", "no": 8, "version": 31}),
        (409, REASON, {"state": "refused", "reason": "This session is closed."}),
        (422, REASON, {"state": "refused", "reason": "This session is closed."}),
    ],
)
def test_an_answer_that_names_the_entry_ends_its_waiting(status, words, noted):
    assert QUEUE.outcome(ENTRY, {"status": status, "whose": "queue", "words": words}) == noted


@pytest.mark.parametrize("status", [200, 400, 401, 403, 404, 408, 410, 413, 429, 500, 502, 503])
@pytest.mark.parametrize("words", [None, {}, [], "signed in", OTHER])
def test_any_other_answer_leaves_it_where_it_is(status, words):
    """A hotspot's page, a proxy's error, an answer to something else."""
    assert QUEUE.outcome(ENTRY, {"status": status, "whose": None, "words": words}) == {}


@pytest.mark.parametrize("status", [400, 401, 403, 408, 413, 429, 500, 503])
def test_an_error_of_ours_leaves_it_where_it_is_even_if_it_names_it(status):
    for whose, words in (("error", None), ("queue", REASON), ("error", COUNTED)):
        assert QUEUE.outcome(ENTRY, {"status": status, "whose": whose, "words": words}) == {}


@pytest.mark.parametrize("status", [503, 507])
def test_a_site_that_can_store_nothing_now_says_why_and_leaves_it_where_it_is(status):
    words = {"key": "k7", "state": "kept", "reason": "The disk is full."}
    told = {"status": status, "whose": "queue", "words": words}
    assert QUEUE.outcome(ENTRY, told) == {"trouble": "The disk is full."}
    assert QUEUE.outcome({"key": "k8", "no": 8}, told) == {}


@pytest.mark.parametrize("status", [409, 422])
def test_a_refusal_that_is_not_ours_is_none(status):
    for words in (None, {"reason": "Pay first."}, OTHER | {"reason": "Pay first."}):
        assert QUEUE.outcome(ENTRY, {"status": status, "whose": None, "words": words}) == {}


@pytest.mark.parametrize(("status", "gone"), [(410, "revoked"), (404, "nothing")])
def test_only_our_own_error_says_that_a_link_is_gone(status, gone):
    assert QUEUE.outcome(ENTRY, {"status": status, "whose": "error", "words": None}) == {
        "gone": gone
    }


def test_a_hand_keeps_its_number_where_the_answer_has_none():
    words = {"key": "k7", "state": "waiting", "version": 31}
    noted = QUEUE.outcome(ENTRY, {"status": 200, "whose": "queue", "words": words})
    assert noted == {"state": "sent", "became": "waiting", "no": 7, "version": 31}


PHONE = """(() => {
  const copy = (value) => JSON.parse(JSON.stringify(value));
  const phone = { rows: {}, asked: [], answers: {}, told: [], arrivals: 0, free: null };
  const put = async (...entries) => {
    const rows = copy(entries);
    if (rows.some(({ key }) => key === phone.slow)) await new Promise((go) => (phone.go = go));
    for (const row of rows) phone.rows[row.key] = row;
  };
  const store = { keeps: values[0], all: async () => Object.values(copy(phone.rows)) };
  const send = async ({ key, fields }) => {
    phone.asked.push(key);
    phone.told.push(fields);
    return phone.answers[key] ?? {};
  };
  phone.queue = module.newQueue({
    store: Object.assign(store, { add: put, put }),
    send,
    path: values[1],
    sent: () => void (phone.arrivals += 1),
  });
  globalThis.phone = phone;
})()"""
SENT = {"state": "sent", "became": "counted", "version": 31}
REFUSED = {"state": "refused", "reason": "No."}


class Phone:
    """A page with its queue, whose storage and network are values; what is under way has ended
    when a call returns."""

    def __init__(self, *, keeps: bool = True) -> None:
        self._run = Module("table/pad/queue.js").run
        self._run(PHONE, keeps, OURS)

    def answers(self, **answers) -> None:
        """What the server says from now on, by the key of an entry; to all others nothing."""
        self._run("phone.answers = values[0]", answers)

    def keep(self, key, *, after="", do="hand", id=None):
        fields = {"sitting": "1", "after": after} if do == "hand" else {}
        entry = {"do": do, "key": key, "id": id or key, "fields": fields, "no": None, "at": 5}
        self._run(
            "void phone.queue.keep(values[0]).then(() => (phone.free = values[0].key))", entry
        )

    def flush(self) -> None:
        self._run("void phone.queue.flush()")

    def send_again(self, *keys) -> None:
        self._run(
            "void phone.queue.sendAgain("
            "...phone.queue.all().filter(({ key }) => values[0].includes(key)))",
            keys,
        )

    def stored(self, path, **entry) -> None:
        """Put something into the storage, as another tab does."""
        row = {"do": "hand", "state": "kept", "fields": {}, "order": 1, "at": 1} | entry
        self._run("phone.rows[values[0].key] = values[0]", row | {"id": row["key"], "path": path})

    def asked(self) -> list[str]:
        """The keys of what was sent since the last look."""
        return self._run("phone.asked.splice(0)")

    def states(self) -> dict[str, str]:
        found = self._run("phone.queue.all().map(({ key, state }) => [key, state])")
        return dict(found)

    def said(self, what: str):
        return self._run(f"phone.{what}")


def test_what_is_told_is_sent_in_its_order_and_once():
    phone = Phone()
    phone.answers(a=SENT, b=SENT)
    phone.keep("a")
    phone.keep("b", after="a")
    phone.flush()
    assert (phone.asked(), phone.states()) == (["a", "b"], {"a": "sent", "b": "sent"})
    assert phone.said("queue.isEmpty()")


def test_what_a_site_in_trouble_says_is_told_until_it_takes_the_hand():
    phone = Phone()
    phone.answers(a={"trouble": "The disk is full."})
    phone.keep("a")
    assert (phone.states(), phone.said("queue.trouble")) == ({"a": "kept"}, "The disk is full.")
    phone.answers(a=SENT)
    phone.flush()
    assert (phone.states(), phone.said("queue.trouble")) == ({"a": "sent"}, "")


def test_what_nobody_answers_for_is_kept_and_holds_what_comes_after_it():
    phone = Phone()
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


def test_what_is_refused_needs_attention_and_lets_the_others_past():
    phone = Phone()
    phone.answers(a=REFUSED, b=SENT)
    phone.keep("a")
    phone.keep("b", after="a")
    assert (phone.asked(), phone.states()) == (["a", "b"], {"a": "refused", "b": "sent"})


def test_hands_sent_again_together_follow_one_another_as_they_were_told():
    phone = Phone()
    phone.answers(a=REFUSED, b=REFUSED, c=REFUSED)
    phone.keep("a", after="x")
    phone.keep("b", after="x")
    phone.keep("undo", do="take-back", id="b")
    phone.keep("c", after="x")
    phone.answers(a=SENT, b=SENT, undo=SENT, c=SENT)
    phone.said("told.splice(0)")
    phone.send_again("a", "b", "undo", "c")
    told = [fields.get("after") for fields in phone.said("told")]
    assert (phone.asked()[-4:], told) == (["a", "b", "undo", "c"], ["x", "a", None, "a"])


def where_two_were_refused():
    """A phone of two refused hands, told after the same one: the first is refused again, the
    second would count."""
    phone = Phone()
    phone.answers(a=REFUSED, b=REFUSED)
    phone.keep("a", after="x")
    phone.keep("b", after="x")
    phone.answers(a=REFUSED, b=SENT)
    phone.said("told.splice(0)")
    return phone


def test_one_put_behind_a_hand_that_is_refused_again_follows_what_that_one_followed():
    phone = where_two_were_refused()
    phone.send_again("a", "b")
    assert [fields["after"] for fields in phone.said("told")] == ["x", "x"]
    assert phone.states() == {"a": "refused", "b": "sent"}


def test_nothing_is_sent_again_before_all_of_it_stands_in_the_storage():
    """One sent and refused again while the next was still being noted would hold that one."""
    phone = where_two_were_refused()
    phone.said("slow = 'b'")
    phone.send_again("a", "b")
    phone.flush()
    phone.said("slow = phone.go()")
    phone.flush()
    assert phone.said("told.at(-1).after") == "x"
    assert phone.states() == {"a": "refused", "b": "sent"}


def test_a_link_that_opens_no_pad_any_more_is_noted_in_all_that_it_keeps():
    phone = Phone()
    phone.answers(a={"gone": "revoked"})
    phone.keep("a")
    phone.keep("b", after="a")
    assert phone.said('queue.in("kept").map(({ gone }) => gone)') == ["revoked", "revoked"]
    phone.answers(a=SENT, b=SENT)
    phone.flush()
    assert phone.states() == {"a": "sent", "b": "sent"}


def test_what_another_tab_or_another_link_kept_is_sent_too_and_one_link_does_not_hold_another():
    phone = Phone()
    phone.stored(THEIRS, key="other link")
    phone.stored(OURS, key="other tab")
    phone.answers(**{"other link": SENT})
    phone.flush()
    assert set(phone.asked()) == {"other tab", "other link"}
    assert (phone.states(), phone.said('queue.elsewhere("sent").length')) == (
        {"other tab": "kept"},
        1,
    )


def test_where_nothing_can_be_kept_the_keys_wait_until_it_has_arrived():
    phone = Phone(keeps=False)
    phone.keep("a")
    assert (phone.said("queue.waits()"), phone.said("free")) == (True, None)
    phone.answers(a=SENT)
    phone.flush()
    assert (phone.said("queue.waits()"), phone.said("free")) == (False, "a")
