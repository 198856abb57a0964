/* A card typed by keyboard alone: Enter goes on to the next field, a name is filled in from its
   number or first letters, and the sums are computed as one types. Without this file Tab goes on
   and the site does the rest when the card is stored. */
import { $, write } from "../dom.js";
import { sendOnce } from "../once.js";
import { meant, sumsOf } from "./card-sums.js";

const form = $("#card");

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
      const words = whole && !same ? `games add up to ${is}` : `= ${is}${same ? " ✓" : ""}`;
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
  sendOnce(form);
  add();
  const wrong = form.querySelector(".sums .errorlist") ?? form.querySelector(".errorlist");
  const toRegister = $("#new-people button");
  const first = $(".effect") ? null : boxes[0]; /* a walkover is looked at above the card */
  (wrong?.parentElement.querySelector("input") || toRegister || first)?.focus();
}

if (form) typing(); /* none where the card counts */
