/* A store (queue.js) in IndexedDB, on the disk before an entry is called kept. */
import { placed } from "./queue.js";

const LIMIT = 10000; /* ms: a busy phone is slow, and some never answer */
const LATE = "late";
const ENTRIES = "entries";

/* Returns what a request to the database comes to. */
const answerTo = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/* Returns a store of the entries under this name. */
export function newDatabase(name) {
  let opened = null;

  async function open() {
    const asked = indexedDB.open(`bowerbook-${name}`, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(ENTRIES, { keyPath: "key" });
    const database = await answerTo(asked);
    const close = () => {
      database.close();
      opened = null;
    };
    return Object.assign(database, { onversionchange: close, onclose: close });
  }

  /* Returns what the work on the entries returns, once it is done: two tabs share the storage, and
     a transaction has it for itself. What is late is not done at all. */
  async function transact(late, work, mode, durability) {
    const transaction = (await (opened ??= open())).transaction(ENTRIES, mode, { durability });
    // It may be over by then.
    late.catch(() => transaction.abort()).catch(() => {});
    const ended = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = reject;
    });
    const [found] = await Promise.all([work(transaction.objectStore(ENTRIES)), ended]);
    return found;
  }

  /* Returns the same, null once it failed or took too long. */
  async function within(...work) {
    if (!store.keeps) return null;
    let timer;
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(LATE), LIMIT);
    });
    try {
      return await Promise.race([transact(late, ...work), late]);
    } catch (why) {
      store.keeps = false;
      store.isLate = why === LATE;
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  async function append(entries, entry) {
    entries.put(placed(entry, await answerTo(entries.getAll())));
  }

  async function deleteThose(entries, isOld) {
    for (const one of await answerTo(entries.getAll())) if (isOld(one)) entries.delete(one.key);
  }

  function putAll(entries, all) {
    for (const one of all) entries.put(one);
  }

  const store = {
    keeps: Boolean(window.indexedDB),
    isLate: false,
    all: () => within((entries) => answerTo(entries.getAll()), "readonly"),
    /* batteries die */
    add: (entry) => within((entries) => append(entries, entry), "readwrite", "strict"),
    put: (...all) => within((entries) => putAll(entries, all), "readwrite"),
    forget: (isOld) => within((entries) => deleteThose(entries, isOld), "readwrite"),
  };
  return store;
}
