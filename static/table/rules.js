/* The rules chosen for a table: shows what they say, hides the options that they do not leave to
   the table, and says who plays against whom. Without this file every option is shown, and the
   server refuses what cannot be. */
import { each, isolated } from "../dom.js";
import { showDealers } from "./first-dealer.js";
import { limit, seated } from "./names.js";
import { listed } from "./pad/words.js";

const facts = JSON.parse(document.getElementById("rules-facts").textContent);
const form = document.getElementById("rules-facts").closest("form");
const { rules, names, stake, dealer, currency } = form.elements;
const options = document.getElementById("options");
const sides = document.getElementById("sides");
const page = document.getElementById("rules-page");
const hints = document.getElementById("stake-hints");
const helpOf = (field) => document.getElementById(`${field.id}_helptext`);

function showOption(box, known) {
  const field = box.querySelector("select, input");
  box.hidden = field.disabled = !known;
  if (!known) return;
  const said = `use the rule (${known.says})`;
  if (field.options) {
    field.options[0].text = said;
    showAmong(field, known.among);
  } else {
    field.placeholder = said;
    field.list.replaceChildren(...known.usual.map((points) => new Option("", points)));
  }
}

/* Of the numbers that some set leaves open, only those of this one; what another left is unsaid. */
function showAmong(field, among) {
  for (const choice of [...field.options].slice(1)) {
    choice.hidden = choice.disabled = among.length > 0 && !among.includes(choice.value);
    if (choice.disabled && choice.selected) field.value = "";
  }
}

function showSides() {
  const all = seated();
  const side = (first) => listed(all.filter((_, seat) => seat % 2 === first).map(isolated));
  const facing = facts[rules.value].fixed && (all.length === 4 || all.length === 6);
  sides.textContent = facing ? `${side(0)} against ${side(1)}` : "";
  showDealers(all, facts[rules.value].seats);
}

function show() {
  const chosen = facts[rules.value];
  document.getElementById("about-rules").textContent = chosen.lead;
  page.href = chosen.house
    ? `${page.dataset.houses}${chosen.house}/`
    : `${page.dataset.shelf}${rules.value}/`;
  form.querySelector(`label[for="${stake.id}"]`).textContent = chosen.stake;
  if (dealer) helpOf(dealer).textContent = chosen.dealer;
  for (const box of options.querySelectorAll("[data-option]"))
    showOption(box, chosen.options[box.dataset.option]);
  document.getElementById("options-hint").hidden = true;
  each("#games [data-rules]", (game) =>
    game.setAttribute("aria-pressed", String(game.dataset.rules === rules.value)),
  );
  if (!names) return;
  document.getElementById("seats-help").textContent = chosen.names;
  limit(chosen.seats);
  showSides();
}

function showHint() {
  helpOf(stake).textContent = JSON.parse(hints.textContent)[currency.value];
}

/* The games that most people start are one tap; the list is for all others. */
const games = document.getElementById("games");
if (games) games.hidden = false;
games?.addEventListener("click", ({ target }) => {
  const game = target.closest("[data-rules]");
  if (!game) return;
  rules.value = game.dataset.rules;
  show();
});
rules.addEventListener("change", show);
if (names) {
  form.addEventListener("input", showSides);
  /* Names that are tapped in, or that the browser brings back, come without an "input" event. */
  form.addEventListener("click", () => setTimeout(showSides));
}
addEventListener("pageshow", show);
if (hints) {
  currency.addEventListener("change", showHint);
  addEventListener("pageshow", showHint);
}
