/* The page that a pad's address has on a site that does not know the table. A phone that entered
   hands there says how the table is made again. */
import { $, button, make } from "../dom.js";
import { qrCode } from "../qr-code.js";
import { remembered } from "./pad/again.js";
import { arrived } from "./pad/elsewhere.js";
import { rememberRound, tournaments } from "./pad/rounds.js";

const here = location.pathname;
/* The pad came here from a site that is gone, and its hands stay in the address. Anyone can make up
   such an address, so it stores nothing on this phone. */
const came = arrived(location.hash);
if (came) {
  for (const link of document.querySelectorAll(`a[href="${here}"]`))
    link.onclick = (event) => {
      event.preventDefault();
      location.reload();
    };
}

const LONGEST = 100;
const KEPT = "This phone keeps it now. Scan the director’s code with this phone.";
const isKept = () =>
  tournaments().some(
    ({ path, night, round, take }) =>
      path === here && night === came.row.night && round >= came.row.round && take === came.take,
  );

/* The director's code opens another page, so a person lets this phone keep what came. */
function offer(round) {
  const says = make("p", KEPT, { role: "status", hidden: !isKept() });
  const keep = button("Keep it on this phone", () => {
    rememberRound(here, { ...came.row, take: came.take, at: Date.now() });
    keep.hidden = isKept();
    says.hidden = !keep.hidden;
  });
  keep.className = "strong";
  keep.hidden = isKept();
  const title = [...came.row.says].slice(0, LONGEST).join("");
  round.append(make("p", make("bdi", title)), keep, says);
}

const again = remembered(here) || came?.row.again;
const round = $("#lost-round");
const isOfRound = tournaments().some(({ path }) => path === here);
round.hidden = !isOfRound && !(came && !again);
if (came?.row.tournament) offer(round);
if (again) {
  const [lost, address] = [$("#lost"), location.origin + again];
  const link = lost.querySelector("a");
  lost.hidden = false;
  /* The pad that this phone makes gets the hands. This page has them, too, and stays open. */
  link.href = came ? `${address}#take=${came.take}` : address;
  if (came) link.target = "_blank";
  qrCode(lost.dataset.qr, address, "Code of this table").then(
    (drawn) => drawn && lost.querySelector("figure").append(drawn),
  );
}
