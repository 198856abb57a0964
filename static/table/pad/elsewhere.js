/* The night goes on at another address, such as that of another laptop. The pad that is still open
   goes there with the hands and with what the other site needs to have the table, both behind the
   "#", which is sent to no server. */
import { button, make } from "../../dom.js";
import { restored } from "./in-line.js";
import { write } from "./pack.js";

const TAKE = "#take=";
const AGAIN = "&again=";

/* Returns the origin that was typed, such as "192.168.1.30:8000"; nothing if it is none. */
export function originOf(typed) {
  if (/\s/.test(typed)) return "";
  try {
    return new URL(/^https?:\/\//.test(typed) ? typed : `http://${typed}`).origin;
  } catch {
    return "";
  }
}

/* Returns what is behind the "#" there. A tournament's pad may not know its row yet. */
export function carried(entries, row) {
  const those = entries.filter(({ state }) => state !== "aside");
  const lost = those.map((entry) => ({ ...entry, ...restored(entry) }));
  const text = lost.length ? write(lost, { most: Infinity })[0].text : "";
  return `${TAKE}${text}${AGAIN}${encodeURIComponent(JSON.stringify(row ?? {}))}`;
}

/* Returns { take, row } of a page that was opened so; nothing for another. */
export function arrived(hash) {
  const [take, packed] = hash.slice(TAKE.length).split(AGAIN);
  if (!hash.startsWith(TAKE) || !packed) return null;
  try {
    const {
      again = "",
      tournament = "",
      says = "",
      night = "",
      round = 0,
    } = JSON.parse(decodeURIComponent(packed));
    const fits = [again, tournament, says, night].every((one) => typeof one === "string");
    if (!fits || !/^(\/table\/again\/[\w-]+)?$/.test(again)) return null;
    return { take, row: tournament ? { tournament, says, night, round } : { again } };
  } catch {
    return null;
  }
}

const HOW =
  "If another laptop goes on with this night at another address, type that address. This phone " +
  "then takes its hands there.";
const NONE = "Type an address such as 192.168.1.30:8000.";

/* Returns the part of the sheet that goes there. `row` is what is remembered of this table. */
export function elsewhere(queue, row) {
  const field = make("input", "", { inputMode: "url", autocapitalize: "off", id: "other-site" });
  const wrong = make("p", "", { className: "hint", role: "status" });
  const go = () => {
    const origin = originOf(field.value.trim());
    if (!origin) return void wrong.replaceChildren(NONE);
    location.assign(origin + location.pathname + carried(queue.all(), row()));
  };
  const inside = [
    make("summary", "Continue on another laptop"),
    make("p", HOW),
    make("label", "Address of the other laptop", { htmlFor: field.id }),
    field,
    wrong,
    button("Continue there", go),
  ];
  return make("details", inside, { className: "more" });
}
