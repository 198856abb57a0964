/* The pad's script: what follows is all of it, and begins with the page as it came. */
import "../../awake.js";
import "../../tournament/clock.js";
import "../../tournament/steps.js";
import "./swap.js";
import "./keys.js";
import "./save.js";
import "./kept.js";
import "./offline.js";
import { bring } from "../../bring.js";
import { $ } from "../../dom.js";
import { queue } from "./phone.js";
import { redraw } from "./show.js";

/* A phone that was asked to keep still does not buzz, whichever script would have it do so. */
if (document.documentElement.classList.contains("look-still"))
  Object.defineProperty(navigator, "vibrate", { value: undefined });

redraw();

/* What a first visit need not wait for: how hands go to another phone, and what guards them here.
   It is brought at the first tap, while there is a network, or at once when another phone's code
   opened this page, or a cookie says that hands were stored (guard.js). */
let bringing = false;

async function bringHandover() {
  if (bringing) return;
  bringing = true;
  try {
    const { handOver } = await bring($("#handover").dataset.from);
    removeEventListener("pointerdown", bringHandover);
    handOver(queue);
  } catch {
    bringing = false;
  }
}

const wanted = () => {
  if (location.hash.startsWith("#take=") || document.cookie.includes("stored=")) bringHandover();
};
addEventListener("pointerdown", bringHandover);
addEventListener("hashchange", wanted);
wanted();
