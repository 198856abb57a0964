/* The director's buttons keep the page and show there what failed. Without this file every tap
   reloads it. */
import "../evening/calling.js";
import { $, make } from "../dom.js";
import { answered, NOT_DONE } from "../taps.js";

function notDone() {
  const words = make("p", NOT_DONE, { className: "complaint", role: "alert" });
  $(".steering > .complaint")?.remove();
  $(".steering > .sub").after(words);
}

answered("director", { notDone });
