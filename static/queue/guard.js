/* Guards what a phone stores: a browser may empty its storage when the disk is full, or when a site
   was not opened for a week. It is asked not to, where it can be (HTTPS). A second copy of the rows
   is in localStorage, and comes back by the same keys, so that nothing counts twice. A cookie of
   this page says how long something must be here: if both are empty before that, they were
   emptied. */
import { keep, kept } from "../dom.js";

const COPY = "queue-copy";
const ASKED = "asked-to-persist";
const SOON = 300; /* ms: the database has it before */
const DAYS = 13; /* the queue forgets after fourteen */

/* Asks once, at the first entry: a browser may ask the person. */
function askToKeep() {
  if (!navigator.storage?.persist || kept(ASKED)) return;
  keep(ASKED, "yes");
  navigator.storage.persist().catch(() => {
    /* it stays as it is */
  });
}

function say(seconds) {
  const age = Math.max(0, Math.floor(seconds));
  const safe = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `stored=1; path=${location.pathname}; max-age=${age}; samesite=lax${safe}`;
}

function copied() {
  try {
    return JSON.parse(kept(COPY)) ?? [];
  } catch {
    return []; /* half of it */
  }
}

/* Guards the queue from now on. Returns whether its storage was emptied. */
export async function guard(queue) {
  let timer;

  async function copy() {
    keep(COPY, JSON.stringify(await queue.rows()));
    const here = queue.all();
    if (!here.length) return;
    askToKeep();
    const latest = Math.max(...here.map(({ at }) => at));
    say((latest - Date.now()) / 1000 + DAYS * 24 * 3600);
  }

  function soon() {
    clearTimeout(timer);
    timer = setTimeout(copy, SOON);
  }

  const isMeant = document.cookie.includes("stored=");
  await queue.takeIn(copied());
  const emptied = isMeant && queue.keeps() && !queue.all().length;
  if (emptied) say(0);
  queue.changed(soon);
  soon();
  return emptied;
}
