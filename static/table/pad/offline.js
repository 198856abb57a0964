/* The pad without a network: its page is kept, and no link leads away from it. */
import { since } from "./badge.js";
import { $ } from "../../dom.js";
import { closeAll } from "./sheets.js";

/* -- a link of the pad ------------------------------------------------------------------------
   The browser would show an error page in place of the pad, and on plain http a pad that was left
   cannot be opened again. The sheet behind the badge says so instead. */
const LIMIT = 3000;

/* The connection may be back before a poll has noticed. */
async function answers() {
  const given = new AbortController();
  const timer = setTimeout(() => given.abort(), LIMIT);
  try {
    const answer = await fetch(location.pathname, { method: "HEAD", signal: given.signal });
    return answer.headers.has("Bowerbook");
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

function stay() {
  closeAll();
  $("#kept").open = true;
  $("#state").focus();
}

document.addEventListener("click", async (event) => {
  const link = event.target.closest("#pad a[href]");
  if (!link || event.defaultPrevented || !since()) return;
  event.preventDefault();
  stay();
  if ((await answers()) && $("#kept").open) location.assign(link.href);
});

/* -- the service worker, where the browser has one (HTTPS, or this machine) ---------------------
   It keeps this page for the time without a network. It is asked for after the page can be used,
   and anew when the table has changed. */
const A_MINUTE = 60_000;
const SOON = 5000; /* a taking back, or a correction, often follows a hand */
let asked = 0;
let timer = null;

async function keepThisPage() {
  timer = null;
  const { active } = await navigator.serviceWorker.ready;
  active.postMessage({ keep: location.pathname });
  asked = Date.now();
}

if (navigator.serviceWorker) {
  addEventListener("load", () => {
    navigator.serviceWorker.register("/sw.js", { scope: "/t/" }).then(keepThisPage, () => {
      /* private mode: none */
    });
  });
  document.addEventListener("htmx:after:swap", () => {
    timer ??= setTimeout(keepThisPage, Math.max(SOON, asked + A_MINUTE - Date.now()));
  });
}
