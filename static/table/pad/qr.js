/* A text as a QR code. What draws it is brought at once, while there is a network. */
import { $ } from "../../dom.js";

const QUIET = 4; /* modules of light round a code (ISO/IEC 18004) */
let drawer = null;
let tries = 0;

function bring() {
  const { qr } = $("#handover").dataset;
  /* A browser may remember that a module could not be had: another address asks anew. */
  drawer ??= import(tries++ ? `${qr}?${tries}` : qr).catch(() => void (drawer = null));
  return drawer;
}

function dark({ size, get }) {
  let path = "";
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) if (get(x, y)) path += `M${x} ${y}h1v1h-1z`;
  return path;
}

function element(tag, attributes, ...inside) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...inside);
  return made;
}

/* Returns an SVG, null when the part that draws could not be brought. */
export async function draw(text, label) {
  const lean = await bring();
  if (!lean) return null;
  const code = lean.generate(text, { modes: [lean.mode.ascii] });
  const side = code.size + 2 * QUIET,
    field = { x: -QUIET, y: -QUIET, width: side, height: side, fill: "#fff" };
  const view = {
    viewBox: `${-QUIET} ${-QUIET} ${side} ${side}`,
    class: "code",
    role: "img",
    "aria-label": label,
    "shape-rendering": "crispEdges",
  };
  return element(
    "svg",
    view,
    element("rect", field),
    element("path", { d: dark(code), fill: "#000" }),
  );
}

bring();
