/* The keeper of what a page sends: its queue, over the network of this phone. Only an answer that
   names an entry counts: a hotspot's page, an error or half an answer leave it where it is
   (docs/decisions/0021-a-pad-out-of-reach.md). */
import { csrfToken, inTime } from "../network.js";
import { newQueue, outcome } from "./queue.js";

const LIMIT = 15000;
const RETRY = 3000;

/* Returns which edition of the site has answered; null where no page of ours did. */
const editionOf = ({ headers }) => headers.get("Bowerbook-Edition");

function formOf({ key, fields }, more) {
  const form = new URLSearchParams();
  for (const [name, values] of Object.entries(fields))
    for (const value of [values].flat()) form.append(name, value);
  for (const [name, value] of Object.entries({ key, ...more })) form.set(name, value);
  return form;
}

/* Returns the queue of this page. An entry is sent to `address`, which begins with that of its
   link, with its fields and `more`; the rest is what newQueue asks for. */
export function newKeeper({ address, more = () => ({}), ...rest }) {
  async function ask(entry, signal) {
    if (!csrfToken()) await fetch(entry.path, { signal }); /* the page brings it */
    const response = await fetch(address(entry), {
      method: "POST",
      body: formOf(entry, { ...more(entry), csrfmiddlewaretoken: csrfToken() }),
      redirect: "error",
      signal,
    });
    if (response.status === 403) await fetch(entry.path, { signal });
    const whose = response.headers.get("Bowerbook");
    const words = await response.json().catch(() => null);
    const edition = editionOf(response);
    queue.meet(edition);
    return outcome(entry, { status: response.status, whose, words, edition });
  }

  const send = (entry) => inTime(LIMIT, (signal) => ask(entry, signal), {});
  const queue = newQueue({ send, path: location.pathname, ...rest });

  setInterval(() => {
    if (!queue.isEmpty()) queue.flush();
  }, RETRY);
  document.addEventListener("htmx:before:response", ({ detail: { ctx } }) => {
    queue.meet(editionOf(ctx.response));
  });
  for (const name of ["online", "pageshow"]) addEventListener(name, queue.flush);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") queue.flush();
  });
  addEventListener("beforeunload", (event) => {
    if (queue.waits()) event.preventDefault();
  });
  queue.forgetOld().then(queue.flush);
  return queue;
}
