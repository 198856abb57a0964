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

/* Shows who may deal, once as many sit as the rules want. Names in quotes may have commas, which
   only the server reads. A dealer typed under More choices is the one pressed. */
export function showDealers(names, [few, many]) {
  if (!place) return;
  place.hidden = names.length < few || names.length > many || names.join().includes('"');
  const keys = place.querySelector(".suggest");
  if (drawn !== names.join("\n")) {
    drawn = names.join("\n");
    keys.replaceChildren(...names.map((name) => button(isolated(name), () => start(name), "")));
  }
  for (const [no, key] of [...keys.children].entries())
    key.setAttribute("aria-pressed", String(names[no] === dealer.value.trim()));
  place.querySelector(".help").hidden = dealer.value !== "";
}
