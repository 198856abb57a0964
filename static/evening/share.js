/* What is handed on from here: a picture, an address, or a text of the page. Each `data-share`
   names one, a text by `data-text`, the id of what says it; its buttons Share and Copy show where
   the browser can do that. The link, or the text, beside them works anyway. */
import { button, each, isolated, make } from "../dom.js";

const words = (holder) => holder.dataset.says || document.title;

async function picture(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.blob();
}

/* A name from right to left that has a tag on the page has invisible signs in a text. */
function textOf({ dataset: { text } }) {
  if (!text) return "";
  const shown = document.getElementById(text).cloneNode(true);
  for (const name of shown.querySelectorAll("bdi")) name.replaceWith(isolated(name.textContent));
  return shown.textContent.trim();
}

async function share(holder) {
  const { share: address, name } = holder.dataset;
  if (textOf(holder)) return navigator.share({ text: textOf(holder), title: words(holder) });
  const file = name && new File([await picture(address)], name, { type: "image/png" });
  await navigator.share(
    file ? { files: [file], title: words(holder) } : { url: address, title: words(holder) },
  );
}

/* The clipboard is for HTTPS, and some browsers refuse it even there: then, and on a club's own
   network, a text is copied as it was of old. */
async function copyText(text) {
  try {
    if (navigator.clipboard) return await navigator.clipboard.writeText(text);
  } catch {
    /* refused: the old way may be open */
  }
  const field = make("textarea", [], { value: text, readOnly: true });
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  if (!done) throw new Error("The browser cannot copy here.");
}

const addressOf = ({ dataset: { share: address } }) => new URL(address, location.href).href;

/* What could not be handed on is put where it can be taken by hand. */
function leftToHands(holder, said) {
  if (holder.dataset.name)
    return "This browser can’t share pictures. Open the picture and save it.";
  const shown = document.getElementById(holder.dataset.text);
  if (shown) {
    getSelection().selectAllChildren(shown);
  } else {
    const found = holder.querySelector("input");
    const field = found ?? make("input", [], { value: addressOf(holder), readOnly: true });
    field.setAttribute("aria-label", "Text to copy");
    if (!found) said.before(field);
    field.select();
  }
  return "This browser can’t share or copy. The text is selected, so you can copy it yourself.";
}

/* The picture is a promise: a browser allows it within the tap, and waits. */
async function copy(holder) {
  const { share: address, name } = holder.dataset;
  if (!name) return copyText(textOf(holder) || addressOf(holder));
  const item = new ClipboardItem({ "image/png": picture(address) });
  return navigator.clipboard.write([item]);
}

function can(name) {
  if (!name) return navigator.share;
  const file = new File([], name, { type: "image/png" });
  return navigator.canShare?.({ files: [file] });
}

each("[data-share]", (holder) => {
  if (holder.querySelector("button")) return; /* this file came with another piece of the page */
  const said = holder.querySelector("[role=status]");
  const act = (does, done) => async () => {
    try {
      await does(holder);
      said.textContent = done;
    } catch (why) {
      if (why.name !== "AbortError") said.textContent = leftToHands(holder, said);
    }
  };
  const { name } = holder.dataset;
  const copies = !name || (window.ClipboardItem && navigator.clipboard?.write);
  const what = name ? " picture" : "";
  if (can(name)) said.before(button(`Share${what}`, act(share, "Shared."), ""));
  if (copies) said.before(button(`Copy${what}`, act(copy, "Copied."), ""));
});
