/* The page that a pad's address has on a site that does not know the table. A phone that entered
   hands there says how the table is made again. */
import { $ } from "../dom.js";
import { qrCode } from "../qr-code.js";
import { remember, remembered } from "./pad/again.js";
import { arrived } from "./pad/elsewhere.js";
import { tournaments } from "./pad/rounds.js";

/* The pad came here from a site that is gone, and its hands stay in the address. */
const came = arrived(location.hash);
if (came) {
  remember(location.pathname, { ...came.row, take: came.take, at: Date.now() });
  for (const link of document.querySelectorAll(`a[href="${location.pathname}"]`))
    link.onclick = (event) => {
      event.preventDefault();
      location.reload();
    };
}

const again = remembered(location.pathname);
const isOfRound = tournaments().some(({ path }) => path === location.pathname);
$("#lost-round").hidden = !isOfRound && !(came && !again);
if (again) {
  const [lost, address] = [$("#lost"), location.origin + again];
  lost.hidden = false;
  lost.querySelector("a").href = address;
  /* This page stays open beside the new pad, as the hands are in its address. */
  if (came) lost.querySelector("a").target = "_blank";
  qrCode(lost.dataset.qr, address, "Code of this table").then(
    (drawn) => drawn && lost.querySelector("figure").append(drawn),
  );
}
