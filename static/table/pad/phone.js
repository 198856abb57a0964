/* The queue of this phone's pads. */
import { $ } from "../../dom.js";
import { newDatabase } from "../../queue/database.js";
import { newKeeper } from "../../queue/keeper.js";
import { forgetOldTables } from "./again.js";
import { inLine, letPast, restored } from "./in-line.js";

const ago = (at) => Math.max(0, Math.floor((Date.now() - at) / 1000));

export const queue = newKeeper({
  store: newDatabase("hands"),
  address: ({ path }) => `${path}hands/send`,
  more: ({ do: what, id, at }) => ({ do: what, hand_id: id, ago: ago(at) }),
  table: () => $("#pad").dataset.table,
  sent: () => htmx.trigger("#poll", "sent"),
  resent: inLine,
  refused: letPast,
  restored,
});
forgetOldTables();
