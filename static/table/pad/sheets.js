/* The sheets over the pad: one is open at a time; a tap beside it closes it, and so does the
   keyboard that goes on beyond it. */
import { bring } from "../../bring.js";
import { $ } from "../../dom.js";

const open = (more = "") => document.querySelectorAll(`details.sheet[open]${more}`);
const close = (sheets) =>
  sheets.forEach((sheet) => {
    sheet.open = false;
  });
const happenedAt = (field) => document.getElementById(`happened-${field}`)?.scrollIntoView();
const read = new Set(); /* the ends of games that were read and closed */

export const closeAll = () => close(open(":not(.event)"));

export function closeRead() {
  const event = $(".event");
  if (event && read.has(event.id)) event.open = false;
}

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-close]")) {
    event.preventDefault(); /* without a script it may be a link */
    event.target.closest("details").open = false;
  }
  const record = event.target.closest("[data-happened]");
  if (record) {
    event.preventDefault();
    $("#laws-here").open = false;
    happenedAt(record.dataset.happened);
  }
  close([...open()].filter((sheet) => !sheet.contains(event.target) && event.target.isConnected));
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  const around = event.target.closest("details.sheet[open]");
  close(open());
  around?.querySelector("summary").focus();
});
document.addEventListener("focusin", ({ target }) =>
  close([...open()].filter((sheet) => !sheet.contains(target))),
);

/* The laws of this table, brought once into the sheet: the hand half tapped stays under it. */
async function bringLaws(place) {
  if (place.querySelector("[data-laws]")) return;
  try {
    const response = await fetch(place.dataset.from, { headers: { "HX-Request": "true" } });
    if (response.headers.get("Bowerbook") !== "laws") throw new Error("somebody else answered");
    place.innerHTML = await response.text();
    const search = place.querySelector("[name=q]");
    search.focus();
    /* What was typed until the script came is searched then. */
    bring(place.dataset.script).then(
      () => search.value && search.dispatchEvent(new Event("input", { bubbles: true })),
      () => {
        /* they stand there, and cannot be searched */
      },
    );
  } catch {
    place.textContent =
      "Couldn’t load the laws. Check your connection, then close this and open it again.";
  }
}

document.addEventListener(
  "toggle",
  (event) => {
    if (event.target.id === "laws-here" && event.target.open)
      bringLaws(event.target.querySelector("[data-from]"));
    if (event.target.matches(".event") && !event.target.open) read.add(event.target.id);
  },
  true,
);

/* The laws' page leads back to what it told to record. */
const wanted = new URLSearchParams(location.search).get("happened");
if (wanted) happenedAt(wanted);
