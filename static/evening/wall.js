/* The wall turns its slides by itself: every view in pages of a fixed shape, no tile and no line
   parted. A tap or the space bar stops it, the arrows step; its keys are seen while somebody
   stirs. On a phone it stays a page to scroll. */
import "../awake.js";
import { $, each, make, write } from "../dom.js";
import "../tournament/bell.js";

const EVERY = 12000;
const EVERY_OF_MANY = 8000;
const MANY = 5;
const STILL = 4000;
const wide = matchMedia("(min-width: 701px)");
let at = { view: "", page: 0 };
let paused = false;
let timer = null;
let stirring = null;

const flowOf = (slide) => slide.querySelector(".flow");
const itemsOf = (flow) => [...flow.querySelectorAll(":scope > .tile, :scope > :is(ul, ol) > li")];

/* How many columns less there are where a long name stands beside a wide figure, or a word that
   cannot be shortened. */
const LESS = [
  [".long-figure .longest, .to-20", 1],
  [".long-figure .to-20, .to-26", 2],
  [".long-figure .to-26, .to-40", 3],
];

/* How many tiles stand side by side and one below the other: the fewer, the larger. */
function tilesFor(flow, number) {
  const ratio = innerWidth / innerHeight;
  const shapes =
    ratio < 1
      ? ["1x1", "1x2", "1x3", "2x2", "2x3", "2x4"]
      : ["1x1", "2x1", "3x1", "2x2", "3x2", ...(ratio >= 1.5 ? ["4x2"] : [])];
  const all = shapes.map((shape) => shape.split("x").map(Number));
  const less = LESS.findLast(([names]) => flow.querySelector(names))?.[1] ?? 0;
  const most = Math.max(1, Math.max(...all.map(([across]) => across)) - less);
  const sizes = all.filter(([across]) => across <= most);
  return sizes.find(([across, down]) => across * down >= number) ?? sizes.at(-1);
}

/* Columns and lines of a list: as many on each page; a short one in one column, in large type. */
function linesFor(flow, number) {
  const upright = innerWidth < innerHeight;
  const many = number > 120 ? 13 : 10; /* letters stay a twenty-fifth of the height */
  const most = upright ? 20 : many;
  const wider = innerWidth < 1.5 * innerHeight || flow.matches(".pairs") ? 1 : 0;
  const columns = Math.max(1, (flow.matches(".seats") ? 3 : 2) - wider);
  const across = Math.min(columns, Math.ceil(number / most));
  const page = Math.ceil(number / Math.ceil(number / (across * most)));
  return [across, Math.max(4, Math.ceil(page / across))];
}

function shapeOf(flow, number) {
  if (flow.matches(".prizes")) return [1, 1];
  return flow.matches(".tiles") ? tilesFor(flow, number) : linesFor(flow, number);
}

/* Every column that somebody stands in has its head. */
function setHeads(flow, across) {
  const heads = flow.querySelector(".heads");
  if (!heads) return;
  let row = heads.closest(".heads-row");
  if (!row) {
    row = make("div", [], { className: "heads-row" });
    heads.replaceWith(row);
    row.append(heads);
  }
  const more = Array.from({ length: across - 1 }, () => {
    const copy = heads.cloneNode(true);
    copy.setAttribute("aria-hidden", "true");
    return copy;
  });
  row.replaceChildren(heads, ...more);
}

function pagesOf(slide) {
  const flow = flowOf(slide);
  const number = flow ? itemsOf(flow).length : 0;
  if (!number) return [{ view: slide.id, page: 0, from: 0, to: 0, number }];
  const [across, down] = shapeOf(flow, number);
  const room = across * down;
  return Array.from({ length: Math.ceil(number / room) }, (_, page) => ({
    view: slide.id,
    page,
    from: page * room,
    to: Math.min(number, (page + 1) * room),
    number,
    across,
    down,
  }));
}

/* "tables 1 to 8 of 25", "prize 2 of 3", "5 tables"; where more are in the hall than are shown, "8
   of 125 tables", "places 1 to 20 of 500". */
function placeOf({ from, to, number: shown }, { unit, of }) {
  const many = unit === "match" ? "matches" : `${unit}s`;
  if (of && unit === "table") return `${to - from} of ${of} tables`;
  const number = Number(of ?? shown);
  if (!number || !unit) return "";
  if (to - from === number) return `${number} ${number === 1 ? unit : many}`;
  return to - from === 1
    ? `${unit} ${to} of ${number}`
    : `${many} ${from + 1} to ${to} of ${number}`;
}

function put(slide, page) {
  const flow = flowOf(slide);
  if (flow && page.number) {
    flow.style.setProperty("--across", page.across);
    flow.style.setProperty("--down", page.down);
    setHeads(flow, Math.ceil((page.to - page.from) / page.down));
    itemsOf(flow).forEach((item, no) => {
      item.hidden = no < page.from || no >= page.to;
    });
  }
  const place = placeOf(page, slide.dataset);
  write($("#place"), [place, ...(paused ? ["stopped"] : [])].filter(Boolean).join(", "));
}

function putDots(count, now) {
  const dots = Array.from({ length: count > 1 ? count : 0 }, (_, no) =>
    make("i", [], { className: no === now ? "now" : "" }),
  );
  $("#dots").replaceChildren(...dots);
}

function show(step) {
  const slides = [...document.querySelectorAll(".slide")];
  const pages = slides.flatMap(pagesOf);
  const before = pages.findIndex(({ view, page }) => view === at.view && page === at.page);
  at = pages[(Math.max(before, 0) + step + pages.length) % pages.length];
  document.body.dataset.view = at.view;
  for (const slide of slides) {
    slide.classList.toggle("now", slide.id === at.view);
    if (slide.id === at.view) put(slide, at);
  }
  const alike = pages.filter(({ view }) => view === at.view).length;
  putDots(alike, at.page);
  write($("#pause"), paused ? "Continue" : "Pause");
  return alike > MANY ? EVERY_OF_MANY : EVERY;
}

function asOnePage() {
  each(".flow [hidden], .heads-row [aria-hidden]", (item) => {
    if (item.matches(".heads")) item.remove();
    else item.hidden = false;
  });
}

function go(step) {
  clearTimeout(timer);
  if (!document.body.classList.toggle("turning", wide.matches)) return asOnePage();
  const every = show(step);
  if (!paused) timer = setTimeout(() => go(1), every);
}

const stop = () => {
  paused = !paused;
  go(0);
};

function stir() {
  clearTimeout(stirring);
  document.body.classList.add("stirred");
  stirring = setTimeout(() => document.body.classList.remove("stirred"), STILL);
}
for (const sign of ["pointermove", "pointerdown", "keydown"]) document.addEventListener(sign, stir);

document.addEventListener("click", ({ target }) => {
  const key = target.closest("[data-step]");
  if (key) go(Number(key.dataset.step));
  else if (!target.closest("a, [data-sound]") && wide.matches) stop();
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
  const { seconds } = $("#clock").dataset;
  noon = Date.now() - 1000 * seconds;
}
setInterval(() => {
  const seconds = Math.floor((Date.now() - noon) / 1000) % 86400;
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const now = [hours, minutes].map((part) => String(part).padStart(2, "0")).join(":");
  write($("#clock"), now);
}, 1000);

setClock();
go(0);
