/* When a screen asks for what is new: as soon as it is told that something is; while nobody tells
   it, every second or two; in a pocket never. It knows no page and no network: those who use it say
   what happened, and at which millisecond. */
export const SILENT = 7000; /* a word every 4 s: two are missing */
export const SELDOM = 60_000; /* asked all the same, though a stream holds */
const FIRST = 4000; /* a stream that says nothing by then is kept back by a proxy */
const HELD = 30_000; /* as long a stream must last to be believed in again */
const LONGEST = 300_000;

/* Returns a listener to a page that shows `tag` and otherwise asks `every` so many milliseconds.
   `ask` asks for what is new, `open` and `close` a stream of words; `chance` is Math.random. */
export function newListener({ every, tag, ask, open, close, chance = Math.random }) {
  let shown = tag; /* begins with the tag of what is shown */
  let due = Infinity;
  let planned = false; /* a question for something new, not one of the regular ones */
  let opened = null; /* since when a stream is there */
  let heard = null; /* when it last said something */
  let next = 0; /* when to try one */
  let tries = 0;

  const isShown = (found) => shown === found || shown.startsWith(`${found}-`);

  function askNow(now) {
    planned = false;
    due = now + (heard === null ? every : SELDOM);
    ask();
  }

  function lost(now) {
    if (opened === null) return;
    if (heard !== null && now - opened > HELD) tries = 0;
    close();
    opened = heard = null;
    next = now + Math.min(LONGEST, 2000 * 3 ** tries) * (0.5 + chance());
    tries += 1;
    due = Math.min(due, now + every * chance());
  }

  return {
    lost,
    /* The page is looked at. */
    show(now, { fresh = false } = {}) {
      next = now;
      due = fresh ? now + every : now;
    },
    /* Nobody looks at the page. */
    hide() {
      if (opened !== null) close();
      opened = heard = null;
      due = next = Infinity;
    },
    /* A while has passed. */
    tick(now) {
      if (opened !== null && now - (heard ?? opened) > (heard === null ? FIRST : SILENT)) lost(now);
      if (opened === null && now >= next) {
        opened = now;
        open();
      }
      if (now >= due) askNow(now);
    },
    /* The stream said which tag the page would have now, and over how many milliseconds all who
       hear it are to spread their questions. */
    word(found, now, spread = 0) {
      if (opened === null) return;
      const first = heard === null;
      heard = now;
      if (isShown(found)) {
        if (first && !planned) due = now + SELDOM;
      } else if (!planned) {
        planned = true;
        due = now + spread * chance();
        if (due <= now) askNow(now);
      }
    },
    /* An answer said which tag the page has now. */
    answered(found) {
      if (found) shown = found;
    },
  };
}
