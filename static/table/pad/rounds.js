/* The tournaments whose tables this phone remembers, for a site that lost them. */
import { remember, tables } from "./again.js";

/* Remembers the tournament in short, as the pad at `path` got it. A site that was restored knows
   fewer rounds at first: what this phone knows of a later one stays. Hands that came with it from
   another address stay in any case, as the site says nothing of them. */
export function rememberRound(path, said) {
  const before = tables().find((one) => one.path === path);
  const known = before?.night === said.night ? before : {};
  const latest = known.round > said.round ? { ...known, at: said.at } : said;
  remember(path, { ...latest, take: said.take ?? known.take });
}

/* Returns what this phone knows of the latest night's tournament, table by table. */
export function tournaments() {
  const found = tables().filter((one) => one.tournament);
  return found.filter(({ night }) => night === found.at(-1).night);
}
