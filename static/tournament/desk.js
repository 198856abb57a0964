/* Entering scores at speed: a space goes on to the next field, Enter saves, and the cursor is back
   in the first field before the answer is here. Without this file Tab goes on, and every card
   reloads the page. */
import { $, make, newId, write } from "../dom.js";
import { answered, NOT_DONE } from "../taps.js";

const form = $("#typing");

function go(box) {
  box.focus();
  box.select();
}

function typing() {
  const boxes = [...form.querySelectorAll(".boxes input")];
  const hidden = (name) => form.elements[name];
  const empty = () => boxes.every((box) => !box.value);

  /* Who it is, as soon as the number is typed. */
  function name() {
    const typed = boxes[0].value.trim().split(/[\s,;:]/)[0];
    const no = typed || hidden("suggested").value;
    const line = document.getElementById(`no-${no}`);
    const unknown = typed ? `No ${typed} here.` : "";
    write($("#who"), line ? `${no} ${line.dataset.says}` : unknown);
  }

  /* What the rounds of a whole card add up to, beside the sum that is typed. */
  function sum() {
    const place = $("#sum");
    if (!place) return;
    const number = (box) => Number.parseInt(box.value.replace("−", "-"), 10);
    const rounds = boxes.slice(1, -1).map(number).filter(Number.isInteger);
    const found = rounds.reduce((all, one) => all + one, 0);
    const said = number(boxes.at(-1));
    const differs = Number.isInteger(said) && said !== found;
    place.classList.toggle("differs", differs);
    const words = differs ? `The rounds add up to ${found}, not ${said}.` : `Sum: ${found}`;
    write(place, rounds.length ? words : "");
  }

  function suggest(no) {
    hidden("suggested").value = boxes[0].placeholder = no;
    name();
  }

  /* A separator goes on to the next field, "=" to the sum. Both empty the fields to come, because a
     whole line is being typed. Tab leaves them as they are. */
  form.addEventListener("beforeinput", (event) => {
    const place = boxes.indexOf(event.target);
    if (place < 0 || event.inputType !== "insertText" || event.data === null) return;
    if (event.data.toLowerCase() === "u") {
      event.preventDefault();
      $("#undo button")?.click();
    } else if (
      event.data === "=" ||
      (/^[\s,;:]$/.test(event.data) && !("many" in event.target.dataset))
    ) {
      event.preventDefault();
      for (const box of boxes.slice(place + 1)) box.value = "";
      const next = event.data === "=" ? boxes.at(-1) : boxes[place + 1];
      if (next) go(next);
    }
  });
  form.addEventListener("input", name);
  form.addEventListener("input", sum);

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-no]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    boxes[0].value = link.dataset.no;
    name();
    go(boxes[1]);
  });

  /* Sent: the fields are free for the next card at once. The next number is suggested only when the
     answer is here. */
  form.addEventListener("htmx:config:request", (event) => {
    if (event.target !== form) return;
    event.detail.ctx.typed = [hidden("key").value, ...boxes.map((box) => box.value)];
    for (const box of boxes) box.value = "";
    sum();
    hidden("key").value = newId();
    suggest("");
    go(boxes[0]);
  });

  /* Put back what was not saved, unless the next card is begun. The answer shows it then. */
  function putBack(ctx, wrong) {
    if (!ctx?.typed || !empty()) return;
    boxes.forEach((box, place) => {
      box.value = ctx.typed[place + 1];
    });
    name();
    sum();
    go(boxes.find((box) => box.name === wrong) || boxes[0]);
  }

  function notDone(ctx) {
    const typed = ctx?.typed?.slice(1).join(" ");
    const words = typed ? `Not saved, no connection: ${typed}. Press Enter again.` : NOT_DONE;
    $("#answer").replaceChildren(make("p", words, { className: "complaint" }));
    if (ctx?.typed && empty())
      hidden("key").value = ctx.typed[0]; /* if it did arrive, it is stored once */
    putBack(ctx);
  }

  answered("desk", { notDone, loses: ({ status }) => status >= 500 });
  document.addEventListener("htmx:after:swap", (event) => {
    const { wrong, suggested } = $("#typed").dataset;
    suggest(suggested);
    if (wrong) putBack(event.detail.ctx, wrong);
    else if (!boxes.includes(document.activeElement)) go(boxes[0]);
  });
  name();
}

if (form) typing(); /* none at a tournament that is over */
