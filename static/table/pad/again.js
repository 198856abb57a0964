/* The address by which a restored site that lost a table makes it again. It is remembered for a
   phone whose pad was closed or reloaded meanwhile: the page that it gets then has no table. */
import { keep, kept } from "../../dom.js";

const TABLES = "tables-again";
const MOST = 8;
const TWO_WEEKS = 14 * 24 * 3600 * 1000; /* as long as the queue keeps what was sent */

const tables = () => JSON.parse(kept(TABLES) ?? "[]");

/* Remembers what the pad at `path` says, and when its latest entry was made. */
export function remember(path, said) {
  const others = tables().filter((one) => one.path !== path);
  keep(TABLES, JSON.stringify([...others, { path, ...said }].slice(-MOST)));
}

/* Returns the address for the pad at `path`; nothing where its entries are forgotten by now. */
export const remembered = (path) =>
  tables().find((one) => one.path === path && one.at > Date.now() - TWO_WEEKS)?.again;
