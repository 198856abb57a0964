/* The pad without a network: its page is kept, and no link leads away from it. */
import { since } from "./badge.js";
import { $ } from "../../dom.js";
import { inTime } from "../../network.js";
import { keepPage, keepPages } from "../../queue/kept-page.js";
import { closeAll } from "./sheets.js";

/* -- a link of the pad ------------------------------------------------------------------------
   The browser would show an error page in place of the pad, and on plain http a pad that was left
   cannot be opened again. The sheet behind the badge says so instead. */
const LIMIT = 3000;

/* The connection may be back before a poll has noticed. */
const ask = (signal) => fetch(location.pathname, { method: "HEAD", signal });
const answers = () =>
  inTime(LIMIT, async (signal) => (await ask(signal)).headers.has("Bowerbook"), false);

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

/* -- the page that is kept ----------------------------------------------------------------------
   What the table has come to since is handed to the worker as it came, so that a page opened again
   knows no less than this one: what a revoke scored, no table on this phone could tell. */
keepPages("/t/");
/* The answer to a form may have a hand half tapped: then the page is brought anew. */
document.addEventListener("htmx:after:swap", ({ detail: { ctx }, target }) => {
  keepPage(target.id === "poll" ? ctx.text : undefined);
});
