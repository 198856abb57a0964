/* A page that shows something which changes: it listens to a stream of news while one holds, and
   asks by itself where none does (decision 36). What is new is brought by htmx; #poll says from
   where. */
import { $ } from "./dom.js";
import { newListener } from "./listener.js";

const OFTEN = 250;
const reached = [];
let stream = null;

/* Has a function called whenever the server was heard, and nothing was new. */
export const whenReached = (tell) => void reached.push(tell);

function listen(poll) {
  const now = () => performance.now();
  const ask = () => poll.dispatchEvent(new Event("news"));

  function hear({ data }) {
    const { tag, spread, over, says } = JSON.parse(data);
    for (const tell of reached) tell();
    if (over) document.dispatchEvent(new CustomEvent("round-over", { detail: { over, says } }));
    listener.word(tag, now(), spread);
  }

  function open() {
    stream = new EventSource(poll.dataset.listen);
    stream.onmessage = hear;
    stream.onerror = () => listener.lost(now());
  }

  function close() {
    stream.close();
    stream = null;
  }

  const listener = newListener({
    every: Number(poll.dataset.every),
    tag: poll.getAttribute("hx-ptag"),
    ...{ ask, open, close },
  });
  const look = () => (document.hidden ? listener.hide() : listener.show(now()));
  document.addEventListener("htmx:before:response", ({ detail: { ctx } }) => {
    listener.answered(ctx.response.headers.get("HX-PTag"));
  });
  document.addEventListener("visibilitychange", look);
  addEventListener("pagehide", () => listener.hide());
  addEventListener("pageshow", ({ persisted }) => persisted && look());
  if (document.hidden) listener.hide();
  else listener.show(now(), { fresh: true });
  setInterval(() => listener.tick(now()), OFTEN);
}

if ($("#poll")) listen($("#poll"));
