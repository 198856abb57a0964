/* The correction of a hand: Alone is offered where it may be, as the page says of this maker and of
   how the trump was made, and a maker is nobody's partner; what the hand said stays. Without this
   file everybody is offered, and the server refuses what cannot be. */
import { loneOf } from "./pad/words.js";

const form = document.querySelector('[name="maker"]').form;
const place = document.getElementById("lone");
const lone = place && JSON.parse(place.textContent);

function show() {
  const { maker, made, alone, partner } = form.elements;
  for (const box of partner ?? []) box.closest("label").hidden = box.value === maker.value;
  if (!lone) return;
  const known = maker.value !== "";
  const hand = { maker: Number(maker.value), made: made.value };
  const may = (known && loneOf({ lone }, hand, lone)) || { seats: [0, 1, 2, 3, 4, 5], why: "" };
  for (const box of alone) {
    const seat = box.value === "" ? lone.said : Number(box.value);
    box.disabled = seat !== lone.said && !may.seats.includes(seat);
    if (box.disabled && box.checked) alone[0].checked = true;
  }
  document.getElementById("why-not-alone").textContent = known ? may.why || lone.else : "";
}

form.addEventListener("change", show);
show();
