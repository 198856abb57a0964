/* The queue: what this phone was told, in order, until the server has said that it is stored. */
(() => {
  const Pad = window.Pad;
  const { store } = Pad;
  const RETRY = 3000;
  const here = location.pathname;
  const listeners = [];
  const queue = { looked: false, sending: false, failed: false };
  const unstored = new Set(); /* told, and on their way to the storage: not sent before */
  let everything = []; /* of every link that this phone wrote by */
  let running = false,
    again = false;
  let arrived = () => {};

  const all = () => everything.filter(({ path }) => path === here);
  const those = (state) => all().filter((telling) => telling.state === state);
  const told = () => listeners.forEach((listener) => listener());

  /* Another tab of this phone may have kept or sent some. */
  async function read() {
    const rows = await store.all();
    queue.looked = true;
    if (!rows || !store.keeps) return; /* what could not be stored stands in no row */
    const known = new Map(everything.map((telling) => [telling.key, telling]));
    const stored = rows.map((row) => {
      const { tries = 0, gone = "" } = known.get(row.key) ?? {};
      return Object.assign(known.get(row.key) ?? {}, row, { tries, gone });
    });
    everything = [...new Set([...stored, ...unstored])];
    everything.sort((one, other) => one.order - other.order || one.at - other.at);
  }

  /* Keeps a telling: it counts on the pad at once. Resolves when it is stored, or, where nothing
     can be, has arrived. */
  async function keep(telling) {
    const whole = {
      ...telling,
      path: here,
      table: Pad.$("#pad").dataset.table,
      at: telling.at ?? Date.now(),
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
    told();
    flush();
    await arrival;
  }

  /* Notes something in a telling: what became of it, or what somebody decided about it. */
  async function note(telling, what) {
    await store.put(Object.assign(telling, what));
    Object.assign(telling, what); /* what was read meanwhile said otherwise */
    told();
  }

  /* Notes whether a link opens no pad any more: it was "revoked", or "nothing" answers at its
     address. */
  function mark(path, gone = "") {
    for (const telling of everything) if (telling.path === path) telling.gone = gone;
  }

  /* A hand that was put behind one which is refused again (again.js) follows what that one
     followed. */
  async function letPast({ id, path, fields: { after } }) {
    const held = everything.filter(
      (one) => one.path === path && one.state === "kept" && one.behind === id,
    );
    for (const one of held) await note(one, { behind: "", fields: { ...one.fields, after } });
  }

  async function sendFirst(path) {
    await read();
    const first = everything.find((telling) => telling.path === path && telling.state === "kept");
    if (!first || unstored.has(first)) return false;
    first.tries += 1;
    const answer = await Pad.send(first);
    queue.failed = !answer.state;
    mark(path, answer.gone);
    if (answer.state) await note(first, answer);
    else told();
    if (first.do === "hand" && answer.state === "refused") await letPast(first);
    if (!queue.waits()) arrived();
    return first.state !== "kept";
  }

  async function run() {
    const waiting = () => everything.filter(({ state }) => state === "kept");
    let sent = 0;
    await read();
    queue.sending = waiting().length > 0;
    told();
    for (const path of new Set([here, ...waiting().map((telling) => telling.path)])) {
      while (await sendFirst(path)) sent += path === here;
    }
    if (sent) htmx.trigger("#poll", "sent");
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
    told();
    if (again) flush();
  }

  Object.assign(queue, {
    all,
    in: those,
    elsewhere: (state) =>
      everything.filter((telling) => telling.path !== here && telling.state === state),
    storing: () => unstored.size,
    isStored: (telling) => !unstored.has(telling),
    keep,
    note,
    flush,
    revoked: () => {
      mark(here, "revoked");
      told();
    },
    /* Whether the keys must wait: a hand that this browser could not store is on its way. */
    waits: () => !store.keeps && those("kept").length > 0,
    changed: (listener) => void listeners.push(listener),
  });
  Pad.queue = queue;

  setInterval(() => {
    if (everything.some(({ state }) => state === "kept")) flush();
  }, RETRY);
  for (const name of ["online", "pageshow"]) addEventListener(name, flush);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") flush();
  });
  addEventListener("beforeunload", (event) => {
    if (queue.waits()) event.preventDefault();
  });
  store.forgetOld().then(flush);
})();
