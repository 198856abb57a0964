/* Short words for what a page is made of. */
export const $ = (selector) => document.querySelector(selector);
export const each = (selector, draw) => document.querySelectorAll(selector).forEach(draw);

export function make(tag, inside, more = {}) {
  const made = Object.assign(document.createElement(tag), more);
  made.append(...[inside].flat());
  return made;
}

export const button = (words, act, className = "quiet") =>
  make("button", words, { type: "button", className, onclick: act });

/* A screen reader tells what is written, even where the same stood there. */
export function write(element, words) {
  if (element && element.textContent !== words) element.textContent = words;
}

export function bringScript(src) {
  document.head.append(Object.assign(document.createElement("script"), { src }));
}
