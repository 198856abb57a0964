/* The names at the table as buttons: the player tapped deals first, and the table starts with that
   tap. Without this file the dealer is typed, or the site draws one. */
import { button, isolated } from "../dom.js";

const place = document.getElementById("deals-first");
const { dealer } = place?.closest("form").elements ?? {};
let drawn = "";

function start(name) {
  dealer.value = name;
  dealer.form.requestSubmit();
}

/* Shows who may deal, once as many sit as the rules want. */
export function showDealers(names, [few, many]) {
  if (!place) return;
  place.hidden = names.length < few || names.length > many;
  if (drawn === names.join("\n")) return;
  drawn = names.join("\n");
  const keys = names.map((name) => button(isolated(name), () => start(name), ""));
  for (const [no, key] of keys.entries())
    key.setAttribute("aria-pressed", String(names[no] === dealer.value));
  place.querySelector(".suggest").replaceChildren(...keys);
}
