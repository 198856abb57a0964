/* What a restored site that lost a table needs to have it again: the address that makes it, or its
   tournament in short. It is remembered for a phone whose pad was closed or reloaded meanwhile: the
   page that it gets then has no table. */
import { keep, kept } from "../../dom.js";

const TABLES = "tables-again";
const MOST = 8;
const TWO_WEEKS = 14 * 24 * 3600 * 1000; /* as long as the queue keeps what was sent */

const isNew = ({ at }) => at > Date.now() - TWO_WEEKS;
export const tables = () => JSON.parse(kept(TABLES) ?? "[]").filter(isNew);
const store = (found) => keep(TABLES, JSON.stringify(found.filter(isNew).slice(-MOST)));

/* Remembers what the pad at `path` says, and when its latest entry was made. */
export const remember = (path, said) =>
  store([...tables().filter((one) => one.path !== path), { path, ...said }]);

/* Deletes the links and names of tables whose entries the queue deletes. */
export const forgetOldTables = () => kept(TABLES) && store(tables());

/* Returns the address for the pad at `path`; nothing where its entries are forgotten by now. */
export const remembered = (path) => tables().find((one) => one.path === path)?.again;
