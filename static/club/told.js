/* The button "Turn on notifications". The worker that shows notifications has a scope without any
  page, so that one worker serves them all. */
import { each } from "../dom.js";
import { bytesOf, isApple, stateAfter, stateOf } from "./told/state.js";

const { serviceWorker } = navigator;
const standalone = () =>
  navigator.standalone === true || matchMedia("(display-mode: standalone)").matches;
const push = () => "PushManager" in globalThis && "Notification" in globalThis && serviceWorker;

class Refused extends Error {}

async function fingerprint(address) {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(address));
  const digits = [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0"));
  return digits.join("").slice(0, 32);
}

async function said(answer) {
  const words = await answer.json().catch(() => ({}));
  if (!answer.ok)
    throw new Refused(words.message ?? "Something went wrong on the site. Try again.");
  return words;
}

async function send({ at, csrf }, values) {
  const body = new URLSearchParams(values);
  return said(await fetch(at, { method: "POST", body, headers: { "X-CSRFToken": csrf } }));
}

const running = (registration) =>
  new Promise((resolve, reject) => {
    const worker = registration.active ?? registration.waiting ?? registration.installing;
    const look = () => {
      if (worker.state === "activated") resolve(registration);
      if (worker.state === "redundant") reject(new Refused("Couldn’t start notifications."));
    };
    worker.addEventListener("statechange", look);
    look();
  });

async function subscribed({ worker, scope, key }) {
  const registration = await running(await serviceWorker.register(worker, { scope }));
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(key) };
  try {
    return await registration.pushManager.subscribe(options);
  } catch (error) {
    if (error.name !== "InvalidStateError") throw error;
    /* It has one by another key of this site, which is good no longer. */
    await (await registration.pushManager.getSubscription())?.unsubscribe();
    return registration.pushManager.subscribe(options);
  }
}

async function known({ scope }) {
  const registration = await serviceWorker.getRegistration(scope);
  return registration?.pushManager.getSubscription();
}

each(".tell-me[data-at]", (place) => {
  const { dataset } = place;
  const button = (does) => place.querySelector(`[data-does=${does}]`);

  function show(state, words = "") {
    for (const line of place.querySelectorAll("[data-when]")) {
      line.hidden = line.dataset.when !== state;
      if (line.dataset.when === "failed") line.textContent = words;
    }
    button("ask").hidden = !["off", "away", "failed"].includes(state);
    button("stop").hidden = state !== "on";
  }

  function state(on) {
    return stateOf({
      secure: isSecureContext,
      push: Boolean(push()),
      apple: isApple({ agent: navigator.userAgent, touches: navigator.maxTouchPoints }),
      standalone: standalone(),
      permission: globalThis.Notification?.permission,
      on,
    });
  }

  async function isOn() {
    if (state(true) !== "on") return false;
    const subscription = await known(dataset);
    if (!subscription) return false;
    const of = await fingerprint(subscription.endpoint);
    return (await said(await fetch(`${dataset.at}?of=${of}`))).on;
  }

  const act = (does) => async () => {
    try {
      await does();
    } catch (error) {
      const refused = error instanceof Refused || error instanceof TypeError;
      show(refused ? "failed" : stateAfter(error), wordsOf(error));
    }
  };

  function wordsOf(error) {
    if (error instanceof Refused) return error.message;
    return "That didn’t work. Try again.";
  }

  const ask = act(async () => {
    show("asking");
    if ((await Notification.requestPermission()) !== "granted") return show(state(false));
    const { endpoint, keys } = (await subscribed(dataset)).toJSON();
    await send(dataset, { endpoint, ...keys });
    return show("on");
  });

  const stop = act(async () => {
    const subscription = await known(dataset);
    if (subscription) await send(dataset, { stop: "", endpoint: subscription.endpoint });
    show("off");
  });

  button("ask").addEventListener("click", ask);
  button("stop").addEventListener("click", stop);
  act(async () => show(state(await isOn())))();
});
