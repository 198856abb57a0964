/* A card typed by keyboard alone: Enter goes on to the next field, a name is filled in from its
   number or first letters, and the sums are computed as one types. Without this file Tab goes on
   and the site does the rest when the card is stored. */
import { $, write } from "../dom.js";

const form = $("#card");

const folded = (text) =>
  text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().split(/\s+/).filter(Boolean);

/* Whether each word that was typed begins a word of the name, in their order. */
function begins(said, name) {
  const words = folded(name);
  let at = 0;
  return folded(said).every((piece) => {
    while (at < words.length && !words[at].startsWith(piece)) at += 1;
    at += 1;
    return at <= words.length;
  });
}

/* Who is meant: of a number, the one who has it; of letters, the only one they begin. */
export function meant(said, squad) {
  const typed = said.trim();
  if (!typed) return "";
  if (/^\d+$/.test(typed)) return squad[Number(typed) - 1] || "";
  const found = squad.filter((name) => begins(typed, name));
  return found.length === 1 ? found[0] : "";
}

/* What these figures come to: games won and points of both sides; an empty figure is the target
   where the one beside it is below that. */
export function sumsOf(games, target) {
  const found = { won: [0, 0], total: [0, 0], games: 0 };
  for (const [home, away] of games) {
    if (home === "" && away === "") continue;
    const points = [home, away].map((one, side) => {
      const other = Number([away, home][side]);
      return one === "" ? (target && other < target ? target : Number.NaN) : Number(one);
    });
    if (points.some((one) => !Number.isInteger(one))) continue;
    found.games += 1;
    for (const side of [0, 1]) {
      found.total[side] += points[side];
      found.won[side] += points[side] > points[1 - side] ? 1 : 0;
    }
  }
  return found;
}

function typing() {
  const squads = Object.fromEntries(
    [...document.querySelectorAll(".squad-numbers")].map((list) => [
      list.dataset.side,
      [...list.children].map((item) => item.textContent.trim()),
    ]),
  );
  const boxes = [...form.querySelectorAll("input:not([type=hidden]), button")];
  const games = [...form.querySelectorAll(".its-games .game")].map((game) => [
    ...game.querySelectorAll("input"),
  ]);
  const target = Number(form.dataset.target) || 0;

  function fill(box) {
    const name = box.dataset.squad && meant(box.value, squads[box.dataset.squad] || []);
    if (name) box.value = name;
  }

  function add() {
    const found = sumsOf(
      games.map((game) => game.map((box) => box.value.trim())),
      target,
    );
    for (const place of form.querySelectorAll("[data-sum]")) {
      const what = place.dataset.sum;
      const said = ["home", "away"].map((side) => form.elements[`${what}-${side}`].value.trim());
      const whole = said.every(Boolean);
      const same = whole && said.every((one, side) => Number(one) === found[what][side]);
      const is = found[what].join("–");
      place.classList.toggle("differs", Boolean(found.games && whole && !same));
      const words = whole && !same ? `the games come to ${is}` : `= ${is}${same ? " ✓" : ""}`;
      write(place, found.games ? words : "");
    }
  }

  form.addEventListener("keydown", (event) => {
    const place = boxes.indexOf(event.target);
    const last = event.target.tagName === "BUTTON";
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey || last || place < 0) return;
    event.preventDefault();
    const next = boxes[place + 1];
    next.focus();
    next.select?.();
  });
  form.addEventListener("change", (event) => fill(event.target));
  form.addEventListener("input", add);
  /* A second tap sends nothing. */
  form.addEventListener("submit", (event) => {
    if (form.dataset.sent) return event.preventDefault();
    form.dataset.sent = "yes";
    setTimeout(() => delete form.dataset.sent, 3000);
  });
  add();
  const wrong = form.querySelector(".errorlist");
  (wrong?.parentElement.querySelector("input") || boxes[0])?.focus();
}

if (form) typing(); /* none where the card counts */
