/* Where tellings are kept: IndexedDB. Where the browser forbids that, or it is full, or hangs:
   nowhere. */
(() => {
  const Pad = window.Pad;
  const LIMIT = 4000;
  const A_DAY = 24 * 3600 * 1000;
  const STRICT = { durability: "strict" }; /* on the disk before it is called kept: batteries die */
  let opened = null;

  const open = () =>
    idb.openDB("bowerbook", 1, {
      upgrade: (database) => void database.createObjectStore("tellings", { keyPath: "key" }),
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

  /* Stores a new telling behind all others of its link, in one transaction: two tabs share the
     storage. */
  async function append(database, telling) {
    const transaction = database.transaction("tellings", "readwrite", STRICT);
    const all = await transaction.store.getAll();
    const orders = all.filter(({ path }) => path === telling.path).map(({ order }) => order);
    await Promise.all([
      transaction.store.put({ ...telling, order: Math.max(0, ...orders) + 1 }),
      transaction.done,
    ]);
    if (!store.keeps)
      await database.delete("tellings", telling.key); /* too late: it is sent directly */
  }

  const store = (Pad.store = {
    keeps: Boolean(window.indexedDB),
    all: () => within((database) => database.getAll("tellings")),
    add: (telling) => within((database) => append(database, telling)),
    put: (telling) => within((database) => database.put("tellings", telling)),
    forgetOld: () =>
      within(async (database) => {
        const old = (await database.getAll("tellings")).filter(
          (one) => one.state === "sent" && one.at < Date.now() - A_DAY,
        );
        await Promise.all(old.map(({ key }) => database.delete("tellings", key)));
      }),
  });
})();
