/* What is handed on from here: a picture, or an address. Each `data-share` names one; its buttons
   Share and Copy show where the browser can do that. The link beside them works anyway. */
import { button, each } from "../dom.js";

const words = (holder) => holder.dataset.says || document.title;

async function picture(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.blob();
}

async function share(holder) {
  const { share: address, name } = holder.dataset;
  const file = name && new File([await picture(address)], name, { type: "image/png" });
  await navigator.share(
    file ? { files: [file], title: words(holder) } : { url: address, title: words(holder) },
  );
}

/* The picture is a promise: a browser allows it within the tap, and waits. */
async function copy(holder) {
  const { share: address, name } = holder.dataset;
  if (!name) return navigator.clipboard.writeText(new URL(address, location.href).href);
  const item = new ClipboardItem({ "image/png": picture(address) });
  return navigator.clipboard.write([item]);
}

function can(name) {
  if (!name) return navigator.share;
  const file = new File([], name, { type: "image/png" });
  return navigator.canShare?.({ files: [file] });
}

each("[data-share]", (holder) => {
  const said = holder.querySelector("[role=status]");
  const act = (does, done) => async () => {
    try {
      await does(holder);
      said.textContent = done;
    } catch (why) {
      if (why.name !== "AbortError") said.textContent = "That did not work. Open it, and keep it.";
    }
  };
  const { name } = holder.dataset;
  const copies = name ? window.ClipboardItem && navigator.clipboard?.write : navigator.clipboard;
  const link = holder.querySelector("a");
  if (copies) link.after(button("Copy", act(copy, "Copied."), ""));
  if (can(name)) link.after(button("Share", act(share, "Shared."), ""));
});
