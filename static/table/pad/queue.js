/* The queue: what this phone was told, in order, until the server has said that it is stored.
   An entry is a hand, an Undo or a Put back; its `state` is "kept", "sent", "refused" or "aside".
   It is handed the storage and the network that it works with, and knows of no other. */

/* Returns what an answer says of an entry, to be noted in it: nothing where nobody answered for it.
   `whose` is the header by which our pages name themselves, `words` what it says in JSON, null
   where it says none: only one that names the entry counts. A site that cannot store anything now
   says what its `trouble` is; the entry stays as it is. */
export function outcome({ key, no }, { status, whose, words }) {
  if (whose === "error" && status === 410) return { gone: "revoked" };
  if (whose === "error" && status === 404) return { gone: "nothing" };
  if (words?.key !== key) return {};
  if (status === 409 || status === 422) return { state: "refused", reason: words.reason };
  if (status >= 500 && words.state === "kept") return { trouble: words.reason };
  if (status !== 200) return {};
  return { state: "sent", version: words.version, became: words.state, no: words.no ?? no };
}

/* Returns a queue of the link at `path`. `send` says what became of an entry, {} when nobody
   answered for it; `sent` is called once something has arrived. */
export function newQueue({ store, send, path: here, table = () => "", sent = () => {} }) {
  const listeners = [];
  const unstored = new Set(); /* told, and on their way to the storage: not sent before */
  let everything = []; /* of every link that this phone wrote by */
  let running = false;
  let again = false;
  let arrived = () => {};

  const all = () => everything.filter(({ path }) => path === here);
  const those = (state) => all().filter((entry) => entry.state === state);
  const changed = () => listeners.forEach((listener) => listener());

  /* Another tab of this phone may have kept or sent some. */
  async function read() {
    const rows = await store.all();
    queue.looked = true;
    if (!rows || !store.keeps) return; /* what could not be stored stands in no row */
    const known = new Map(everything.map((entry) => [entry.key, entry]));
    const stored = rows.map((row) => {
      const { tries = 0, gone = "" } = known.get(row.key) ?? {};
      return Object.assign(known.get(row.key) ?? {}, row, { tries, gone });
    });
    everything = [...new Set([...stored, ...unstored])];
    everything.sort((one, other) => one.order - other.order || one.at - other.at);
  }

  /* Keeps an entry: it counts on the pad at once. Resolves when it is stored, or, where nothing
     can be, has arrived. */
  async function keep(entry) {
    const whole = {
      ...entry,
      path: here,
      table: table(),
      at: entry.at ?? Date.now(),
      state: "kept",
      order: 1 + Math.max(0, ...all().map(({ order }) => order)),
      tries: 0,
    };
    everything.push(whole);
    unstored.add(whole);
    await store.add(whole);
    unstored.delete(whole);
    if (store.keeps) await read();
    const arrival = store.keeps
      ? null
      : new Promise((resolve) => {
          arrived = resolve;
        });
    changed();
    flush();
    await arrival;
  }

  /* Notes something in an entry: what became of it, or what somebody decided about it. */
  const note = (entry, what) => noteAll(new Map([[entry, what]]));

  /* The same in entries that go by one another: nothing is sent before it stands in all of them. */
  async function noteAll(changes) {
    const assign = () => changes.forEach((what, entry) => void Object.assign(entry, what));
    assign();
    await store.put(...changes.keys());
    assign(); /* what was read meanwhile said otherwise */
    changed();
  }

  /* Notes whether a link opens no pad any more: it was "revoked", or "nothing" answers at its
     address. */
  function mark(path, gone = "") {
    for (const entry of everything) if (entry.path === path) entry.gone = gone;
  }

  /* A hand that was put behind one which is refused again follows what that one followed. */
  async function letPast({ id, path, fields: { after } }) {
    const held = everything.filter(
      (one) => one.path === path && one.state === "kept" && one.behind === id,
    );
    const on = (one) => ({ behind: "", fields: { ...one.fields, after } });
    await noteAll(new Map(held.map((one) => [one, on(one)])));
  }

  async function sendFirst(path) {
    await read();
    const first = everything.find((entry) => entry.path === path && entry.state === "kept");
    if (!first || unstored.has(first)) return false;
    first.tries += 1;
    const answer = await send(first);
    queue.failed = !answer.state;
    queue.trouble = answer.trouble ?? "";
    mark(path, answer.gone);
    if (answer.state) await note(first, answer);
    else changed();
    if (first.do === "hand" && answer.state === "refused") await letPast(first);
    if (!queue.waits()) arrived();
    return first.state !== "kept";
  }

  async function run() {
    const waiting = () => everything.filter(({ state }) => state === "kept");
    let number = 0;
    await read();
    queue.sending = waiting().length > 0;
    changed();
    for (const path of new Set([here, ...waiting().map((entry) => entry.path)])) {
      while (await sendFirst(path)) number += path === here;
    }
    if (number) sent();
  }

  async function flush() {
    if (running) return void (again = true); /* it may be past what was just kept */
    again = false;
    running = true;
    try {
      await run();
    } finally {
      running = queue.sending = false;
    }
    changed();
    if (again) flush();
  }

  /* Sends again what was refused, in its order; each stays here if it is refused again. */
  async function sendAgain(...entries) {
    const follows = inLine(entries);
    const kept = (entry) => ({ state: "kept", reason: "", ...follows.get(entry.key) });
    await noteAll(new Map(entries.map((entry) => [entry, kept(entry)])));
    flush();
  }

  const queue = {
    ...{ looked: false, sending: false, failed: false, trouble: "" },
    ...{ all, in: those, keep, note, noteAll, flush, sendAgain },
    elsewhere: (state) =>
      everything.filter((entry) => entry.path !== here && entry.state === state),
    storing: () => unstored.size,
    isStored: (entry) => !unstored.has(entry),
    isEmpty: () => !everything.some(({ state }) => state === "kept"),
    revoked() {
      mark(here, "revoked");
      changed();
    },
    /* Whether the keys must wait: a hand that this browser could not store is on its way. */
    waits: () => !store.keeps && those("kept").length > 0,
    changed: (listener) => void listeners.push(listener),
  };
  return queue;
}

/* Returns what changes in these entries when they are sent again, by key. A hand told on top of
   the same one as a hand before it, which was refused by then, is put behind that one, unless that
   was undone. */
function inLine(entries) {
  const last = new Map();
  const sent = new Map();
  function change({ do: verb, id, fields }) {
    if (verb === "hand") {
      const on = sent.get(fields.after)?.on ?? `${fields.sitting} ${fields.after}`;
      sent.set(id, { on, after: last.get(on) ?? fields.after });
    }
    if (!sent.has(id)) return {}; /* an undo of a hand that arrived */
    const { on, after } = sent.get(id);
    last.set(on, verb === "take-back" ? after : id);
    return verb === "hand"
      ? { fields: { ...fields, after }, behind: after === fields.after ? "" : after }
      : {};
  }
  return new Map(entries.map((entry) => [entry.key, change(entry)]));
}
