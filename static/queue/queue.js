/* The queue: what this phone was told, in order, until the server has said that it is stored.
   An entry is a hand, an Undo, a round of a card; its `state` is "kept", "sent", "refused" or
   "aside". The queue is handed the store and the network that it works with, and knows of no other.

   A store (database.js, local.js) is shared by all pages and tabs of this phone:
     keeps            whether what is put here stays; what has failed once is not trusted again
     isLate           whether it failed because it did not answer in time
     all()            the entries of every link, null where they cannot be read
     add(entry)       stores a new one behind all others of its link
     put(...entries)  stores them as they are now, all or none
     forget(isOld)    deletes those that are
   All functions return promises, which no failure breaks.

   What was sent stays for two weeks, with the edition of the site that has it. A site that was
   restored from a backup is of another edition: to that one all of it is sent again, by its
   keys, once. */
const TWO_WEEKS = 14 * 24 * 3600 * 1000;
const FORGOTTEN = ["sent", "aside"]; /* the states of what is deleted then */

/* Returns a new entry as a store adds it to its rows. */
export function placed(entry, rows) {
  const orders = rows.filter(({ path }) => path === entry.path).map(({ order }) => order);
  return { ...entry, order: Math.max(0, ...orders) + 1 };
}

/* Returns what an answer says of an entry, to be noted in it: nothing where nobody answered for it.
   `whose` is the header by which our pages name themselves, `words` what it says in JSON, null
   where it says none: only one that names the entry counts. A site that cannot store anything now
   says what its `trouble` is; the entry stays as it is. An entry that undoes what the site does not
   have is `early`: another phone may have yet to send it. */
export function outcome({ key, no }, { status, whose, words, edition = "" }) {
  if (whose === "error" && status === 410) return { gone: "revoked" };
  if (whose === "error" && status === 404) return { gone: "nothing" };
  if (words?.key !== key) return {};
  const refusal = { state: "refused", reason: words.reason };
  if (status === 409 || status === 422) return words.early ? { ...refusal, early: true } : refusal;
  if (status >= 500 && words.state === "kept") return { trouble: words.reason };
  if (status !== 200) return {};
  const { version, state: became } = words;
  return { state: "sent", version, became, no: words.no ?? no, edition };
}

/* Returns a queue of the link at `path`. `send` says what became of an entry, {} when nobody
   answered for it; `sent` is called once some were answered for. The page is of no more need when
   all entries are in a state of `done`. Where one entry goes by another, `resent` says what changes
   in those that are sent again, and `refused` in others of all when one is: maps of entries.
   `restored` says what changes in an entry that the site has lost. */
export function newQueue({
  store,
  send,
  path: here,
  table = () => "",
  sent = () => {},
  done = ["sent"],
  resent = () => new Map(),
  refused = () => new Map(),
  restored = () => ({}),
}) {
  const listeners = [];
  const unstored = new Set(); /* told, and on their way to the storage: not sent before */
  const early = new Set(); /* the keys of those that came before what they undo */
  let everything = []; /* of every link that this phone wrote by */
  let running = false;
  let again = false;
  let arrived = () => {};
  let site = ""; /* its edition, by its latest answer */

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

  /* Keeps an entry: it counts on the page at once. Resolves when it is stored, or, where nothing
     can be, has arrived. */
  async function keep(entry) {
    const whole = {
      ...placed({ ...entry, path: here }, everything),
      table: table(),
      at: entry.at ?? Date.now(),
      state: "kept",
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

  /* Notes what changes in which entries: what became of them, or what somebody decided about them.
     Nothing is sent before it stands in all of them. */
  async function note(changes) {
    const assign = () => changes.forEach((what, entry) => void Object.assign(entry, what));
    assign();
    await store.put(...changes.keys());
    assign(); /* what was read meanwhile said otherwise */
    changed();
  }

  const noteInAll = (entries, what) => note(new Map(entries.map((entry) => [entry, what])));

  /* Notes whether a link opens no page any more: it was "revoked", or "nothing" answers at its
     address. */
  function mark(path, gone = "") {
    for (const entry of everything) if (entry.path === path) entry.gone = gone;
  }

  /* Sends `again` what the site has lost, though it said that it is stored. */
  async function lost(...entries) {
    const again = (entry) => ({ state: "kept", again: true, gone: "", ...restored(entry) });
    await note(new Map(entries.map((entry) => [entry, again(entry)])));
    flush();
  }

  const isLost = ({ state, edition }) => state === "sent" && site !== "" && edition !== site;

  /* Whether the hand that an entry undoes has yet to be sent again to a restored site. */
  const isBehind = ({ id, order, path }) =>
    everything.some(
      (one) =>
        one.path === path && one.id === id && one.order < order && (one.again || isLost(one)),
    );

  /* Hears which edition the site is of. */
  async function meet(edition) {
    if (!edition || edition === site) return;
    site = edition;
    await read();
    const gone = everything.filter(isLost);
    if (gone.length) lost(...gone);
  }

  /* What a restored site has no link for, or a revoked one, waits until its page is opened again:
     it may be another club's site, at the same address. */
  const rests = ({ path, again, gone }) => again && gone && path !== here;
  const isKept = (entry) => entry.state === "kept" && !rests(entry);

  const settle = () => void (queue.waits() || arrived());

  /* Sends the first of a link, but for the early ones that were `tried`: once each time. */
  async function sendFirst(path, tried) {
    await read();
    const first = everything.find((one) => one.path === path && isKept(one) && !tried.has(one.key));
    if (!first || unstored.has(first)) return false;
    first.tries += 1;
    const { early: isEarly, ...answer } = await send(first);
    const [no, known] = [answer.state === "refused", answer.edition || site];
    if (isEarly && (first.again || isBehind(first)))
      for (const keys of [early, tried]) keys.add(first.key);
    const settled = answer.state && !tried.has(first.key);
    queue.failed = !settled;
    queue.trouble = answer.trouble ?? "";
    mark(path, answer.gone);
    const others = no ? refused(first, everything) : [];
    const became = { ...answer, again: false, edition: known };
    if (settled) await note(new Map([[first, became], ...others]));
    else changed();
    settle();
    return tried.has(first.key) || first.state !== "kept";
  }

  async function run() {
    const waiting = () => everything.filter(isKept);
    await read();
    queue.sending = waiting().length > 0;
    changed();
    for (const path of new Set([here, ...waiting().map((entry) => entry.path)])) {
      const tried = new Set();
      let answered = 0;
      while (await sendFirst(path, tried)) answered += 1;
      if (path === here && answered > tried.size) sent();
    }
    /* What a restored site lost of this table goes by this link, if its own was renewed since. */
    const isOurs = ({ gone, table: of }) => gone === "revoked" && of && of === table();
    const moved = everything.filter((one) => one.state === "kept" && rests(one) && isOurs(one));
    if (moved.length) await bringHere(...moved);
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
    const follows = resent(entries);
    const kept = (entry) => ({ state: "kept", reason: "", ...follows.get(entry) });
    await note(new Map(entries.map((entry) => [entry, kept(entry)])));
    flush();
  }

  /* Sends with the link of this page what was kept with another. */
  async function bringHere(...entries) {
    await noteInAll(entries, { path: here, gone: "" });
    flush();
  }

  /* Returns the entries that any page of this phone keeps. */
  async function rows() {
    await read();
    return everything;
  }

  const isOld = ({ state, again, at }) =>
    (again || FORGOTTEN.includes(state)) && at < Date.now() - TWO_WEEKS;

  /* Stores again what the store has lost and a copy of its rows still has. All that is stored is
     known then. */
  async function takeIn(copy) {
    const known = new Set((await rows()).map(({ key }) => key));
    const lacking = copy.filter((one) => !known.has(one.key) && !isOld(one));
    everything.push(...lacking);
    for (const one of lacking) unstored.add(one);
    await store.put(...lacking);
    for (const one of lacking) unstored.delete(one);
    await read();
    if (!lacking.length) return;
    changed();
    flush();
  }

  const queue = {
    ...{ looked: false, sending: false, failed: false, trouble: "" },
    ...{ all, in: those, rows, takeIn, keep, flush, meet, lost, sendAgain, bringHere },
    /* Whether what is kept stays when the page is closed. */
    keeps: () => store.keeps,
    isLate: () => store.isLate,
    setAside: (...entries) => noteInAll(entries, { state: "aside" }).then(settle),
    forgetOld: () => store.forget(isOld),
    elsewhere: (state) =>
      everything.filter((one) => one.path !== here && one.state === state && !rests(one)),
    storing: () => unstored.size,
    isStored: (entry) => !unstored.has(entry),
    isEmpty: () => !everything.some(isKept),
    /* Whether nothing of this page need be sent any more to the site that answers now. */
    isDone: () => queue.looked && all().every((one) => done.includes(one.state) && !isLost(one)),
    /* What is being sent again, as the site was restored. */
    again: () => those("kept").filter(({ again }) => again),
    revoked() {
      mark(here, "revoked");
      changed();
    },
    /* Whether the page must wait: an entry that this browser could not store is on its way. */
    waits: () => !store.keeps && those("kept").some((one) => !(one.again && early.has(one.key))),
    changed: (listener) => void listeners.push(listener),
  };
  return queue;
}
