/* A card typed by keyboard alone, or tapped: Enter goes on to the next field, a name is filled in
   from its number or first letters or by a tap, the pairs are named beside their games, and the
   sums are computed as one types. Without this file Tab goes on and the site does the rest when the
   card is stored. */
import { $, isolated, make, write } from "../dom.js";
import { sendOnce } from "../once.js";
import { meant, sumsOf } from "./card-sums.js";

const form = $("#card");

function typing() {
  const lists = [...document.querySelectorAll(".squad-numbers")];
  const squads = Object.fromEntries(
    lists.map((list) => [
      list.dataset.side,
      [...list.children].map((item) => item.textContent.trim()),
    ]),
  );
  const boxes = [...form.querySelectorAll("input:not([type=hidden]), button")];
  const games = [...form.querySelectorAll(".its-games .game")].map((game) => [
    ...game.querySelectorAll("input"),
  ]);
  const target = Number(form.dataset.target) || 0;

  const pairBoxes = (side) => [...form.querySelectorAll(`.pair-of-names [data-squad="${side}"]`)];

  function fill(box) {
    const name = box.dataset.squad && meant(box.value, squads[box.dataset.squad] || []);
    if (name) box.value = name;
    show();
  }

  /* A first name, with a letter of the last where two of the squad share it. */
  function inShort(name, squad) {
    const [first, ...others] = name.trim().split(/\s+/);
    const shared = squad.filter((one) => one.split(/\s+/)[0] === first).length > 1;
    return isolated(shared && others.length ? `${first} ${others.at(-1)[0]}.` : first);
  }

  /* Says beside the games who plays them, and on the keys who is named. */
  function show() {
    for (const place of form.querySelectorAll(".who-played")) {
      const { side, pair } = place.dataset;
      const two = pairBoxes(side).slice(2 * pair - 2, 2 * pair);
      const names = two.map(({ value }) => value.trim()).filter(Boolean);
      const short = names.map((name) => inShort(name, squads[side] || []));
      write(place.querySelector("i"), short.length ? ` ${short.join(", ")}` : "");
    }
    for (const key of form.querySelectorAll(".squad-key")) {
      const at = pairBoxes(key.dataset.side).findIndex(({ value }) => value === key.dataset.name);
      key.setAttribute("aria-pressed", String(at >= 0));
      write(key.querySelector("i"), at < 0 ? "" : String(Math.floor(at / 2) + 1));
    }
  }

  /* Tapped, a player takes the first free place of their side, or leaves theirs. */
  function tap({ dataset: { side, name } }) {
    const theirs = pairBoxes(side).filter(({ value }) => value === name);
    const free = pairBoxes(side).find(({ value }) => !value.trim());
    for (const box of theirs) box.value = "";
    if (!theirs.length && free) free.value = name;
    show();
  }

  /* The number that is typed for a name; a thumb has no use for it (cards.css). */
  const typed = (no) => make("span", `${no}. `, { className: "typed-no" });

  function makeKeys(list) {
    const { side } = list.dataset;
    if (!pairBoxes(side).length) return; /* partners change: a name has no one place */
    list.classList.add("squad-keys");
    const hint = "Tap players in pairs, or type below.";
    list.before(make("p", hint, { className: "hint" }));
    for (const [no, item] of [...list.children].entries()) {
      const name = squads[side][no];
      const key = make("button", [make("b", [typed(no + 1), isolated(name)]), make("i", "")], {
        type: "button",
        className: "squad-key",
        tabIndex: -1 /* by keyboard the names are typed */,
        onclick: () => tap(key),
      });
      Object.assign(key.dataset, { side, name });
      item.replaceChildren(key);
    }
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
  form.addEventListener("input", () => {
    add();
    show();
  });
  for (const place of form.querySelectorAll(".who-played")) place.append(make("i", ""));
  lists.forEach(makeKeys);
  show();
  sendOnce(form);
  add();
  const wrong = form.querySelector(".of-each-side .errorlist") ?? form.querySelector(".errorlist");
  const toRegister = $("#new-people button");
  /* A walkover is looked at above the card, and a thumb would get a keyboard over the squad. */
  const byKeys = matchMedia("(pointer: fine)").matches && !$(".effect");
  const first = byKeys ? boxes[0] : null;
  (wrong?.parentElement.querySelector("input") || toRegister || first)?.focus();
}

if (form) typing(); /* none where the card counts */
