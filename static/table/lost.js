/* The page that a pad's address has on a site that does not know the table. A phone that entered
   hands there says how the table is made again. */
import { $ } from "../dom.js";
import { qrCode } from "../qr-code.js";
import { remembered } from "./pad/again.js";
import { tournaments } from "./pad/rounds.js";

const again = remembered(location.pathname);
$("#lost-round").hidden = !tournaments().some(({ path }) => path === location.pathname);
if (again) {
  const [lost, address] = [$("#lost"), location.origin + again];
  lost.hidden = false;
  lost.querySelector("a").href = address;
  qrCode(lost.dataset.qr, address, "Code of this table").then(
    (drawn) => drawn && lost.querySelector("figure").append(drawn),
  );
}
