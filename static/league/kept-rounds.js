/* Where a captain's phone keeps the rounds that it was told: the browser's storage, which outlives
   the page. Where that is forbidden or full: nowhere, and a round is a plain form. */
import { keep, kept } from "../dom.js";

const ROUNDS = "rounds";
const A_DAY = 24 * 3600 * 1000;

const rows = () => JSON.parse(kept(ROUNDS) || "[]");
const isOld = ({ state, at }) => state === "aside" || (state === "sent" && at < Date.now() - A_DAY);

function write(all) {
  const text = JSON.stringify(all);
  keep(ROUNDS, text);
  store.keeps = kept(ROUNDS) === text;
}

const put = async (entry) => write([...rows().filter(({ key }) => key !== entry.key), entry]);

export const store = {
  keeps: false,
  all: async () => rows(),
  add: put,
  put,
  forgetOld: () => write(rows().filter((entry) => !isOld(entry))),
};
