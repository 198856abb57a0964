/* The tournaments whose tables this phone remembers, for a site that lost them. */
import { remember, tables } from "./again.js";

/* Remembers the tournament in short, as the pad at `path` got it. A site that was restored knows
   fewer rounds at first: what this phone knows of a later one stays. Hands that came with it are
   kept in any case. */
export function rememberRound(path, said) {
  const before = tables().find((one) => one.path === path);
  const isOlder = before?.night === said.night && before.round > said.round;
  const { at, take = before?.take } = said;
  remember(path, isOlder ? { ...before, at, take } : said);
}

/* Returns what this phone knows of the latest night's tournament, table by table. */
export function tournaments() {
  const found = tables().filter((one) => one.tournament);
  return found.filter(({ night }) => night === found.at(-1).night);
}
