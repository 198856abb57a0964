/* The wall turns its pages by itself: every view in columns, as many to a page as the screen holds.
   A tap or the space bar stops it, the arrows step. On a phone it stays a page to scroll. */
import "../awake.js";
import { $, write } from "../dom.js";
import "../tournament/bell.js";

const EVERY = 12000;
const wide = matchMedia("(min-width: 701px)");
let at = { view: "", page: 0 };
let paused = false;
let timer = null;

/* From one page of a view to the next; whole pixels would drift. */
const stride = (flow) =>
  flow.getBoundingClientRect().width + (parseFloat(getComputedStyle(flow).columnGap) || 0);

/* How many pages a view has; it must be shown to be measured. */
function pagesOf(view) {
  const flow = $(`#${view} .flow`);
  document.body.dataset.view = view;
  if (!flow) return 1;
  flow.classList.remove("one-page");
  const pages = Math.ceil((flow.scrollWidth - 4) / stride(flow));
  flow.classList.toggle("one-page", pages === 1);
  return Math.max(1, pages);
}

const all = () =>
  [...document.querySelectorAll(".slide")].flatMap(({ id }) =>
    Array.from({ length: pagesOf(id) }, (_, page) => ({ view: id, page })),
  );

function show(step) {
  const pages = all();
  const before = pages.findIndex(({ view, page }) => view === at.view && page === at.page);
  const next = (Math.max(before, 0) + step + pages.length) % pages.length;
  at = pages[next];
  document.body.dataset.view = at.view;
  const flow = $(`#${at.view} .flow`);
  if (flow)
    /* a scroll would end at the last column */
    flow.style.transform = `translateX(${-at.page * stride(flow)}px)`;
  $("#place").textContent = `${next + 1} of ${pages.length}${paused ? ", stopped" : ""}`;
  $("#pause").textContent = paused ? "Go on" : "Stop";
}

function go(step) {
  clearInterval(timer);
  if (!document.body.classList.toggle("turning", wide.matches)) return;
  show(step);
  if (!paused) timer = setInterval(() => show(1), EVERY);
}

const stop = () => {
  paused = !paused;
  go(0);
};

document.addEventListener("click", ({ target }) => {
  const key = target.closest("[data-step]");
  if (key) go(Number(key.dataset.step));
  else if (!target.closest("a") && wide.matches) stop();
});
document.addEventListener("keydown", (event) => {
  const step = {
    ArrowRight: 1,
    ArrowDown: 1,
    PageDown: 1,
    ArrowLeft: -1,
    ArrowUp: -1,
    PageUp: -1,
  }[event.key];
  if (!wide.matches || (!step && event.key !== " ")) return;
  if (event.key === " " && event.target.closest("button")) return; /* it presses the button */
  event.preventDefault();
  if (step) go(step);
  else stop();
});
/* What has just happened comes first: who sits where in a round, or the bell of one. */
const newsNow = () => {
  const { news = "", round = "" } = $("#wall").dataset;
  return { news, round };
};
let known = newsNow();
function refresh() {
  setClock();
  const { news, round } = newsNow();
  const moved = news && (news !== known.news || round !== known.round);
  known = { news, round };
  if (moved) at = { view: news, page: 0 };
  if (wide.matches) (moved ? go : show)(0); /* go begins the twelve seconds anew: a poll must not */
}
document.addEventListener("htmx:after:swap", refresh);
addEventListener("resize", () => go(0));

/* The hall's time is the server's: a projector's laptop may be an hour out. */
let noon = 0;
function setClock() {
  noon = Date.now() - 1000 * $("#clock").dataset.seconds;
}
setInterval(() => {
  const seconds = Math.floor((Date.now() - noon) / 1000) % 86400;
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const now = [hours, minutes].map((part) => String(part).padStart(2, "0")).join(":");
  write($("#clock"), now);
}, 1000);

setClock();
go(0);
document.fonts.ready.then(() => go(0)); /* in their own letters names are longer */
