/* What happened? The laws of a table are all on its page: typing finds among them without asking
   the server. It listens on the document, so that laws put into the pad later are searched too. */
import { folded, found } from "./search.js";

function find(laws, text) {
  const wanted = folded(text);
  const all = [...laws.querySelectorAll(".remedy")].sort(
    (one, other) => one.dataset.no - other.dataset.no,
  );
  for (const one of all) laws.querySelector(`[data-topic="${one.dataset.of}"]`).append(one);
  const hits = wanted.length ? found(all, wanted) : [];
  laws.querySelector("[data-found]").append(...hits);
  for (const one of all) one.open = hits.length === 1 && one === hits[0];
  for (const part of laws.querySelectorAll("[data-topic], .often")) part.hidden = wanted.length > 0;
  const nothing = laws.querySelector("[data-nothing]");
  nothing.textContent = wanted.length && !hits.length ? nothing.dataset.nothing : "";
}

/* A phone's keyboard would cover the laws. */
if (matchMedia("(pointer: fine)").matches) document.querySelector("#laws-q").focus();

const lawsAround = (element) => element.closest?.("[data-laws]");
document.addEventListener("input", ({ target }) => {
  if (target.name === "q" && lawsAround(target)) find(lawsAround(target), target.value);
});
document.addEventListener("submit", (sent) => {
  if (!sent.target.matches("[data-laws] .find")) return;
  sent.preventDefault();
  /* A phone's keyboard goes away, and what was found is seen; another goes on with it. */
  const first = sent.target.closest("[data-laws]").querySelector("[data-found] summary");
  if (first) first.focus({ preventScroll: true });
  else document.activeElement.blur();
});
document.addEventListener("click", (tap) => {
  const link = tap.target.closest(".often a");
  const law = link && lawsAround(link)?.querySelector(link.hash);
  if (!law) return;
  tap.preventDefault();
  const remedy = law.closest(".remedy");
  remedy.closest("[data-topic]").open = remedy.open = true;
  remedy.scrollIntoView();
  remedy.querySelector("summary").focus({ preventScroll: true });
});
