/* A list on a form narrows as one types a name: what was typed or ticked in it stays, and is sent
   with the rest. */
import { folded } from "./table/search.js";

/* Lets a field narrow these lines, each by the first heading in it or all it says. */
export function narrowing(field, lines, nobody) {
  const named = [...lines].map((line) => ({
    line,
    name: folded((line.querySelector("th") ?? line).textContent).join(" "),
  }));
  field.addEventListener("input", () => {
    const words = folded(field.value);
    for (const { line, name } of named) line.hidden = !words.every((word) => name.includes(word));
    nobody.hidden = named.some(({ line }) => !line.hidden);
  });
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") event.preventDefault();
  });
}
