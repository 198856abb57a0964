/* The queue of this phone: kept in its storage, sent over its network. Only an answer that names an
   entry counts: a hotspot's page, an error or half an answer leave it where it is
   (docs/decisions/0021-a-pad-out-of-reach.md). */
import { $ } from "../../dom.js";
import { csrfToken } from "./page.js";
import { newQueue, outcome } from "./queue.js";
import { store } from "./store.js";

const LIMIT = 15000;
const RETRY = 3000;

function body({ key, do: what, id, at, fields }) {
  const form = new URLSearchParams();
  for (const [name, values] of Object.entries(fields))
    for (const value of [values].flat()) form.append(name, value);
  const ago = Math.max(0, Math.floor((Date.now() - at) / 1000));
  const more = { key, do: what, hand_id: id, ago, csrfmiddlewaretoken: csrfToken() };
  for (const [name, value] of Object.entries(more)) form.set(name, value);
  return form;
}

async function ask(entry, signal) {
  if (!csrfToken()) await fetch(entry.path, { signal }); /* the page brings it */
  const response = await fetch(`${entry.path}hands/send`, {
    method: "POST",
    body: body(entry),
    redirect: "error",
    signal,
  });
  if (response.status === 403) await fetch(entry.path, { signal });
  const whose = response.headers.get("Bowerbook");
  const words = await response.json().catch(() => null);
  return outcome(entry, { status: response.status, whose, words });
}

/* Returns what is to be noted in the entry; nothing when nobody answered for it. */
async function send(entry) {
  const given = new AbortController();
  const timer = setTimeout(() => given.abort(), LIMIT);
  try {
    return await ask(entry, given.signal);
  } catch {
    return {};
  } finally {
    clearTimeout(timer);
  }
}

export const queue = newQueue({
  ...{ store, send, path: location.pathname },
  table: () => $("#pad").dataset.table,
  sent: () => htmx.trigger("#poll", "sent"),
});

setInterval(() => {
  if (!queue.isEmpty()) queue.flush();
}, RETRY);
for (const name of ["online", "pageshow"]) addEventListener(name, queue.flush);
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") queue.flush();
});
addEventListener("beforeunload", (event) => {
  if (queue.waits()) event.preventDefault();
});
store.forgetOld().then(queue.flush);
