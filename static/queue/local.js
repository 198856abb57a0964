/* A store (queue.js) in the browser's localStorage: a page of few entries brings no library for
   them. */
import { keep, kept } from "../dom.js";
import { placed } from "./queue.js";

/* Returns a store of the entries under this name. */
export function newLocal(name) {
  const rows = () => JSON.parse(kept(name) || "[]");

  function write(all) {
    if (!store.keeps) return;
    const text = JSON.stringify(all);
    keep(name, text);
    store.keeps = kept(name) === text;
  }

  async function put(...entries) {
    const keys = new Set(entries.map(({ key }) => key));
    write([...rows().filter(({ key }) => !keys.has(key)), ...entries]);
  }

  const store = {
    ...{ keeps: true, isLate: false },
    all: async () => rows(),
    add: async (entry) => put(placed(entry, rows())),
    put,
    forget: async (isOld) => write(rows().filter((one) => !isOld(one))),
  };
  write(rows()); /* a browser that forbids it says so here */
  return store;
}
