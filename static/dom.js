/* Short words for what a page is made of. */
export const $ = (selector) => document.querySelector(selector);
export const each = (selector, draw) => document.querySelectorAll(selector).forEach(draw);

export function make(tag, inside, more = {}) {
  const made = Object.assign(document.createElement(tag), more);
  made.append(...[inside].flat());
  return made;
}

/* Returns words as what stands in an element: no score is torn at its dash, "10–9". */
export const unbroken = (words) =>
  words
    .split(/(\d+–−?\d+)/)
    .map((part, at) => (at % 2 ? make("span", part, { className: "unbroken" }) : part));

/* Returns a name that leaves the words and figures beside it where they are, also if it runs from
   right to left. On the server right_to_left.py does the same. */
export const isolated = (name) =>
  /[\u0590-\u08ff\ufb1d-\ufefc]/.test(name) ? `\u2066${name}\u2069` : name;

export const button = (words, act, className = "quiet") =>
  make("button", words, { type: "button", className, onclick: act });

/* A screen reader tells what is written, even where the same stood there. */
export function write(element, words) {
  if (element && element.textContent !== words) element.textContent = words;
}

/* Returns a time as a clock shows it. */
export const clock = (at) => new Date(at).toTimeString().slice(0, 5);

/* Returns a new name for what is told, so that it counts once: crypto.randomUUID is for HTTPS. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 15) | 64;
  bytes[8] = (bytes[8] & 63) | 128;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/* What this browser keeps for the next time; one that is private keeps nothing. */
export function kept(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

export function keep(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    /* private: it lasts till the page is closed */
  }
}
