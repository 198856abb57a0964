/* Forming tables. Who is ticked decides which tables there are; the tables, which rules are asked
   for. What was chosen while the answer was under way stays chosen. */
import { $ } from "../dom.js";

const form = $("#form-tables");

function choosing() {
  const all = $("#all");
  const mixes = $("#mixes");
  let kept = [];
  $("#look").hidden = true;
  if (all) all.hidden = false;
  all?.addEventListener("click", ({ target: { dataset } }) => {
    if (!dataset.tick) return;
    for (const box of form.querySelectorAll("[name=who]")) box.checked = dataset.tick === "yes";
    form.querySelector(".ticks").dispatchEvent(new Event("change", { bubbles: true }));
  });
  const showRules = () => {
    const mix = form.querySelector("[name=mix]:checked");
    for (const box of form.querySelectorAll("[data-kind]"))
      box.hidden = !mix?.matches(`[data-kinds~="${box.dataset.kind}"]`);
  };
  const keep = () => {
    const fields = [...mixes.querySelectorAll("select, input")].filter(
      (field) => field.type !== "radio" || field.checked,
    );
    kept = fields.map(({ name, value }) => [name, value]);
  };
  const putBack = () => {
    for (const [name, value] of kept)
      for (const field of mixes.querySelectorAll(`[name="${name}"]`)) {
        if (field.type !== "radio") field.value = value;
        else if (field.value === value) field.checked = true;
      }
  };
  form.addEventListener("change", showRules);
  document.addEventListener("htmx:before:swap", keep);
  document.addEventListener("htmx:after:swap", () => {
    putBack();
    showRules();
  });
  addEventListener("pageshow", showRules);
  showRules();
}

if (form) choosing(); /* none on a closed evening */
