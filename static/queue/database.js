/* A store (queue.js) in IndexedDB, on the disk before an entry is called kept. */
import { placed } from "./queue.js";

const LIMIT = 4000;
const ENTRIES = "entries";
const STRICT = { durability: "strict" }; /* batteries die */

/* Returns a store of the entries under this name. */
export function newDatabase(name) {
  let opened = null;

  const open = () =>
    window.idb.openDB(`bowerbook-${name}`, 1, {
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
      timer = setTimeout(reject, LIMIT);
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

  /* In one transaction: two tabs share the storage. */
  async function append(database, entry) {
    const transaction = database.transaction(ENTRIES, "readwrite", STRICT);
    const rows = await transaction.store.getAll();
    await Promise.all([transaction.store.put(placed(entry, rows)), transaction.done]);
    if (!store.keeps) await database.delete(ENTRIES, entry.key); /* too late: it is sent directly */
  }

  async function putAll(database, entries) {
    const transaction = database.transaction(ENTRIES, "readwrite");
    await Promise.all([...entries.map((one) => transaction.store.put(one)), transaction.done]);
  }

  async function deleteThose(database, isOld) {
    const old = (await database.getAll(ENTRIES)).filter(isOld);
    await Promise.all(old.map(({ key }) => database.delete(ENTRIES, key)));
  }

  const store = {
    keeps: Boolean(window.indexedDB),
    all: () => within((database) => database.getAll(ENTRIES)),
    add: (entry) => within((database) => append(database, entry)),
    put: (...entries) => within((database) => putAll(database, entries)),
    forget: (isOld) => within((database) => deleteThose(database, isOld)),
  };
  return store;
}
