/* Where the queue's entries are kept: IndexedDB. Where the browser forbids that, or it is full, or
   hangs: nowhere. */
const LIMIT = 4000;
const A_DAY = 24 * 3600 * 1000;
const STRICT = { durability: "strict" }; /* on the disk before it is called kept: batteries die */
const ENTRIES = "tellings";
let opened = null;

const open = () =>
  window.idb.openDB("bowerbook", 1, {
    upgrade: (database) => void database.createObjectStore(ENTRIES, { keyPath: "key" }),
    blocking: (_, __, { target }) => {
      target.close();
      opened = null;
    },
    terminated: () => {
      opened = null;
    },
  });

/* Returns what the work on the database returns, null once it failed or took too long. */
async function within(work) {
  if (!store.keeps) return null;
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(reject, LIMIT, new Error("the storage hangs"));
  });
  try {
    return await Promise.race([(async () => work(await (opened ??= open())))(), late]);
  } catch {
    store.keeps = false;
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/* Stores a new entry behind all others of its link, in one transaction: two tabs share the
   storage. */
async function append(database, entry) {
  const transaction = database.transaction(ENTRIES, "readwrite", STRICT);
  const all = await transaction.store.getAll();
  const orders = all.filter(({ path }) => path === entry.path).map(({ order }) => order);
  await Promise.all([
    transaction.store.put({ ...entry, order: Math.max(0, ...orders) + 1 }),
    transaction.done,
  ]);
  if (!store.keeps) await database.delete(ENTRIES, entry.key); /* too late: it is sent directly */
}

/* Stores entries as they are now, all or none. */
async function putAll(database, entries) {
  const transaction = database.transaction(ENTRIES, "readwrite");
  await Promise.all([...entries.map((one) => transaction.store.put(one)), transaction.done]);
}

async function deleteOld(database) {
  const old = (await database.getAll(ENTRIES)).filter(
    (one) => one.state === "sent" && one.at < Date.now() - A_DAY,
  );
  await Promise.all(old.map(({ key }) => database.delete(ENTRIES, key)));
}

export const store = {
  keeps: Boolean(window.indexedDB),
  all: () => within((database) => database.getAll(ENTRIES)),
  add: (entry) => within((database) => append(database, entry)),
  put: (...entries) => within((database) => putAll(database, entries)),
  forgetOld: () => within(deleteOld),
};
