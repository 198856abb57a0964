/* Taps that the server answers on the page that is open: only an answer of its own is shown, what
   was not done is said, and the second half of a double tap does nothing. */
const SECOND_TAP = 600;
export const NOT_DONE = "That was not done: no connection. Tap it again.";

/* live.js looks at what a page asks for by itself. */
export const polls = (event) => event.detail.ctx?.sourceElement?.id === "poll";
export const writes = (event) => event.detail.ctx?.request?.method === "POST";

/* Shows answers that name themselves `whose`. At an error the page is loaded anew, if that loses
   nothing; where nobody or somebody else answered (a hotspot, a proxy), `notDone` is called. */
export function answered(whose, { notDone, done = () => {}, loses = () => false }) {
  document.addEventListener("htmx:before:response", (event) => {
    if (polls(event)) return;
    const { ctx } = event.detail;
    const name = ctx.response.headers.get("Bowerbook");
    if (name === whose) return done();
    event.preventDefault();
    if (name === "error" && !loses(ctx.response)) location.reload();
    else notDone(ctx);
  });
  document.addEventListener("htmx:error", (event) => {
    if (!polls(event)) notDone(event.detail.ctx);
  });
}

/* Says in a line that stands hidden on the page what was not done, till something is. */
export function saidIn(line) {
  return {
    notDone() {
      line.textContent = NOT_DONE;
      line.classList.remove("hidden");
    },
    done: () => line.classList.add("hidden"),
  };
}

/* What has just changed has other keys under the thumb: a tap there does nothing for a moment.
   `nameOf` says in which of them an element is. Returns what is told which have changed. */
export function heldStill(nameOf) {
  let changed = [];
  let at = 0;
  document.addEventListener(
    "click",
    (event) => {
      if (!changed.includes(nameOf(event.target)) || Date.now() - at > SECOND_TAP) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );
  return (names) => {
    if (names.length) [changed, at] = [names, Date.now()];
  };
}
