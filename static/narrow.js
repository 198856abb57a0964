/* A list on a form narrows as one types a name: what was typed or ticked in it stays, and is sent
   with the rest. */
import { folded, nearlyBegins } from "./table/search.js";

/* Lets a field narrow these lines, each by the first heading in it or all it says. */
export function narrowing(field, lines, nobody) {
  const named = [...lines].map((line) => ({
    line,
    name: folded((line.querySelector("th") ?? line).textContent),
  }));
  const has = ({ name }, words, how) => words.every((word) => how(word, name));
  const holds = (word, name) => name.join(" ").includes(word);
  const misspells = (word, name) => name.some((one) => nearlyBegins(word, one));
  field.addEventListener("input", () => {
    const words = folded(field.value);
    const how = named.some((one) => has(one, words, holds)) ? holds : misspells;
    for (const one of named) one.line.hidden = !has(one, words, how);
    nobody.hidden = named.some(({ line }) => !line.hidden);
  });
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") event.preventDefault();
  });
}
