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
   It keeps this page for the time without a network, after the page can be used. What the table
   has come to since is handed to it as it came, so that a page opened again knows no less than
   this one: what a revoke scored, no table on this phone could tell. */
async function keepThisPage(piece) {
  const registration = await navigator.serviceWorker.getRegistration();
  registration?.active?.postMessage({ keep: location.pathname, piece });
}

if (navigator.serviceWorker) {
  addEventListener("load", async () => {
    try {
      await navigator.serviceWorker.register("/sw.js", { scope: "/t/" });
    } catch {
      return; /* private mode: none */
    }
    await navigator.serviceWorker.ready;
    keepThisPage();
  });
  /* The answer to a form may have a hand half tapped: then the page is brought anew. */
  document.addEventListener("htmx:after:swap", ({ detail: { ctx }, target }) => {
    keepThisPage(target.id === "poll" ? ctx.text : undefined);
  });
}
