/* The queue of this phone: kept in its storage, sent over its network. Only an answer that names an
   entry counts: a hotspot's page, an error or half an answer leave it where it is
   (docs/decisions/0021-a-pad-out-of-reach.md). */
import { $ } from "./dom.js";
import { newQueue } from "./queue.js";
import { store } from "./store.js";

const LIMIT = 15000;
const RETRY = 3000;
const cookie = () => (document.cookie.match(/(?:^|; )csrftoken=([^;]+)/) || [])[1];

function body({ key, do: what, id, at, fields }) {
  const form = new URLSearchParams();
  for (const [name, values] of Object.entries(fields))
    for (const value of [values].flat()) form.append(name, value);
  const ago = Math.max(0, Math.floor((Date.now() - at) / 1000));
  const more = { key, do: what, id, ago, csrfmiddlewaretoken: cookie() };
  for (const [name, value] of Object.entries(more)) form.set(name, value);
  return form;
}

async function ask(entry, signal) {
  if (!cookie()) await fetch(entry.path, { signal }); /* the page brings it */
  const response = await fetch(`${entry.path}hands/send`, {
    method: "POST",
    body: body(entry),
    redirect: "error",
    signal,
  });
  if (response.status === 403) await fetch(entry.path, { signal });
  const bowerbook = response.headers.get("Bowerbook");
  if (bowerbook === "error" && [404, 410].includes(response.status))
    return { gone: response.status === 410 ? "revoked" : "nothing" };
  const answer = await response.json();
  if (answer.key !== entry.key) return {};
  if (response.status === 200) {
    const { version, state: became, no } = answer;
    return { state: "sent", version, became, no: no ?? entry.no };
  }
  return [409, 422].includes(response.status) ? { state: "refused", reason: answer.reason } : {};
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
