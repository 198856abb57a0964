/* Taps that the server answers on the page that is open: only an answer of its own is shown, what
   was not done is said, and the second half of a double tap does nothing. */
const SECOND_TAP = 600;
export const TREMOR = 250; /* a finger that trembles is down again by then, one that aims is not */
const BESIDE = 4; /* pixels that the second half of a double tap may be off */
export const NOT_DONE = "Not saved: no connection. Tap it again.";

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

/* What a tap changed has other keys under the thumb: where it tapped they are drawn as held for a
   moment from that tap on, and a second one there does nothing. Elsewhere every key is live.
   Returns what is told in which places, by their selectors, something changes; what `byOthers`
   changed is held whole. It `lasts` so many milliseconds. */
export function heldStill() {
  const held = new Set();
  let holds = [];
  let tapped = {}; /* when and where; by the keyboard nowhere */
  let timer;

  function isUnder(key, thumb) {
    const { left, right, top, bottom } = key.getBoundingClientRect();
    const [x, y] = thumb;
    const [across, down] = [Math.max(left - x, x - right), Math.max(top - y, y - bottom)];
    return across < BESIDE && down < BESIDE;
  }
  function draw() {
    for (const key of held) key.removeAttribute("aria-disabled");
    held.clear();
    holds = holds.filter(({ at, lasts }) => Date.now() - at <= lasts);
    for (const { place, thumb } of holds)
      for (const key of document.querySelectorAll(`${place}, ${place} *`))
        if (key.matches("button, a, summary") && (!thumb || isUnder(key, thumb))) held.add(key);
    for (const key of held) key.setAttribute("aria-disabled", "true");
    clearTimeout(timer);
    if (holds.length) timer = setTimeout(draw, SECOND_TAP / 10);
  }
  document.addEventListener(
    "click",
    (event) => {
      draw();
      if (!held.has(event.target.closest("[aria-disabled=true]"))) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );
  document.addEventListener("click", ({ detail, clientX, clientY }) => {
    tapped = { at: Date.now(), thumb: detail ? [clientX, clientY] : null };
  });
  document.addEventListener("htmx:after:swap", draw);
  return (places, { byOthers = false, lasts = SECOND_TAP } = {}) => {
    const by = byOthers ? { at: Date.now() } : tapped;
    holds.push(...places.map((place) => ({ place, lasts, ...by })));
    draw();
  };
}
