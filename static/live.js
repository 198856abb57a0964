/* A screen that shows what changes says honestly whether it is live: a board, the evening's page,
   its wall. */
import { $, clock, write } from "./dom.js";
import { SILENT } from "./listener.js";
import { whenReached } from "./news.js";

let heard = Date.now();
/* Where no stream holds, a page that asks seldom hears nothing in between. */
const patience = Math.max(SILENT, 2000 + Number($("#poll")?.dataset.every ?? 0));

function say() {
  const off = Date.now() - heard > patience;
  const state = $("#state");
  if (!state) return; /* a closed evening has nothing to wait for */
  state.dataset.state = off ? "off" : "sent";
  write(state, off ? `✕ offline since ${clock(heard)}` : "live");
}

document.addEventListener("htmx:before:response", (event) => {
  const { response } = event.detail.ctx;
  const whose = response.headers.get("Bowerbook");
  if (whose === "error" && [404, 410].includes(response.status)) return location.reload();
  if (response.status === 304 || (whose && whose !== "error")) heard = Date.now();
  else event.preventDefault();
  say();
});
whenReached(() => {
  heard = Date.now();
  say();
});
setInterval(say, 1000);
