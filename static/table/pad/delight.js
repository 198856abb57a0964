/* What moves at Save: a new figure and its counters for 150 ms, with a stroke of chalk below for
   two seconds. A march or a lone hand is shown in italics for as long. It comes with what the first
   tap brings (main.js), so nothing waits for it, and no key moves. */
import { $ } from "../../dom.js";

const LONG = 2000;
const boxShadow = "0 3px var(--brass)";
const MOVES = [
  { translate: "0 -4px" },
  { translate: "0 0", boxShadow, offset: 150 / LONG },
  { boxShadow },
];
const TOLD = { fontFamily: "var(--serif)", fontStyle: "italic" };
const GREAT = /^Hand.*( alone|, all )/;
const reduced = matchMedia("(prefers-reduced-motion)");
const still = () => reduced.matches || document.documentElement.matches(".look-still");
let known = "";

function move(fresh) {
  if (still() || !fresh.matches?.(".tile > *, .side > *")) return;
  if (!fresh.matches(".points, .side-points, .markers")) return;
  for (const part of [fresh, fresh.parentElement.querySelector(".counters")])
    part?.animate(MOVES, LONG);
}

/* A hand is saved here first and sent later. Its italics come once. */
function tell() {
  const last = $("#last");
  if (!last?.matches("[data-ahead]")) return;
  const words = last.textContent.replace(/ (saved|not)[^:]*/, "");
  if (words !== known && GREAT.test(words)) last.animate([TOLD, TOLD], LONG);
  known = words;
}

new MutationObserver((changes) => {
  for (const { addedNodes } of changes) addedNodes.forEach(move);
  tell();
}).observe(document.body, { childList: true, subtree: true });
