/* Forms with `data-passkey` create a passkey or use one: what the browser answers is sent with the
   form. On a page that asks for nothing else the browser asks at once. */
const bytes = (text) =>
  Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (sign) => sign.charCodeAt(0));

const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");

const withBytes = (known) => known.map((one) => ({ ...one, id: bytes(one.id) }));

const ways = {
  create: (options) => ({
    ...options,
    challenge: bytes(options.challenge),
    user: { ...options.user, id: bytes(options.user.id) },
    excludeCredentials: withBytes(options.excludeCredentials),
  }),
  get: (options) => ({
    ...options,
    challenge: bytes(options.challenge),
    allowCredentials: withBytes(options.allowCredentials),
  }),
};

const PARTS = ["clientDataJSON", "attestationObject", "authenticatorData", "signature"];

function asJson({ id, rawId, type, response }) {
  const parts = PARTS.filter((name) => response[name]);
  const sent = Object.fromEntries(parts.map((name) => [name, text(response[name])]));
  return JSON.stringify({ id, rawId: text(rawId), type, response: sent });
}

/* What may go wrong, by the name of the error; any other is as if it was cancelled. */
const WHY = { InvalidStateError: "known", SecurityError: "elsewhere" };

const explain = (form, why) =>
  form.querySelectorAll("[data-when]").forEach((one) => {
    one.hidden = one.dataset.when !== why;
  });

async function ask(form) {
  const { passkey, options } = form.dataset;
  if (form.dataset.asking) return;
  form.dataset.asking = "yes";
  explain(form, "");
  try {
    const publicKey = ways[passkey](JSON.parse(options));
    const found = await navigator.credentials[passkey]({ publicKey });
    form.querySelector("[data-answer]").value = asJson(found);
    form.submit();
  } catch (error) {
    explain(form, WHY[error.name] || "cancelled");
  }
  delete form.dataset.asking;
}

function prepare(form) {
  if (!window.PublicKeyCredential) return explain(form, "unsupported");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    ask(form);
  });
  if (form.dataset.now) ask(form);
}

document.querySelectorAll("form[data-passkey]").forEach(prepare);
