/* A text as a QR code. What draws it is brought when it is wanted. */
import { bring } from "./bring.js";

const QUIET = 4; /* modules of light round a code (ISO/IEC 18004) */

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

/* Returns an SVG, drawn by the module at `drawer`; null if that could not be brought. */
export async function qrCode(drawer, text, label) {
  const lean = await bring(drawer).catch(() => null);
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
