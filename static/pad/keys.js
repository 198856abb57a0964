/* The pad's keys. The page works without this file: each key is then a button that loads the page anew.
   What a hand scores comes from the table the server put into the page; no rule stands here. */
(() => {
  const $ = (selector) => document.querySelector(selector);
  const form = () => $("#hand");
  const field = (name) => form().elements[name];
  const names = () => [...document.querySelectorAll(".tile")].map((key) => key.dataset.name);
  const RETRY = 3000;
  const SECOND_TAP = 700;
  const KEPT = "It is kept here, not lost, and sent again till it arrives.";
  let asked = null; /* the hand whose further facts were asked for, at a table that notes them all */
  let touched = false; /* whether this thumb tapped something of the hand on the screen */
  const seen = new Set(); /* the ends of games that were read and closed */
  let unsent = false, lastHeard = Date.now(), lastUndo = 0, retry = null;

  /* -- the hand on the screen ------------------------------------------------------------------ */
  const number = (name) => (/^\d+$/.test(field(name).value) ? Number(field(name).value) : null);
  const draft = () => ({ maker: number("maker"), partner: field("partner").value, alone: number("alone"), tricks: number("tricks") });
  const ticked = (name) => [...form().elements].filter((box) => box.name === name && box.checked && box.value);
  const happened = () => [...form().elements].filter((box) => box.dataset.role !== undefined && box.checked && box.value);
  const begun = () => draft().maker !== null || draft().tricks !== null || happened().length > 0;
  const partners = () => $("#pad").dataset.partners; /* "called" for the hand, "fixed" across the table, or "none" */
  const across = (seat) => (seat + 2) % 4;
  const decided = () => ($("#pad").dataset.decides && ticked("revoke").length > 0) || ticked("abandoned").length > 0 || ticked("special").some((box) => box.value === "jamboree");
  const complete = () => {
    const { maker, partner, tricks } = draft();
    return maker !== null && (partners() !== "called" || partner !== "") && (tricks !== null || decided());
  };

  function newId() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    bytes[6] = (bytes[6] & 15) | 64;
    bytes[8] = (bytes[8] & 63) | 128;
    const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  }

  function press(key) {
    const { maker, partner } = draft();
    if (key === "clear") return clear();
    if (maker === null && key !== "alone") field("maker").value = key;
    else if (maker === null) return say("First tap the maker, then Alone.");
    else if (partners() !== "called") pressSide(key);
    else if (key === "alone" || key === String(maker)) {
      if (partner !== "alone") field("partner").value = "alone";
      else if (key === "alone") field("partner").value = "";
      else field("maker").value = field("partner").value = field("tricks").value = "";
    } else field("partner").value = key === partner ? "" : key;
    show();
  }

  /* Nobody is called: another key is another maker; Alone is the maker, then his partner, then nobody. */
  function pressSide(key) {
    const { maker, alone } = draft();
    const lone = partners() === "fixed" && $("#pad").dataset.alone !== "nobody";
    const next = alone === null ? maker : alone === maker && $("#pad").dataset.alone === "either" ? across(maker) : "";
    if (key === "alone" || (key === String(maker) && lone && alone === null) || (alone !== null && key === String(across(maker)))) field("alone").value = next;
    else if (key === String(maker)) field("maker").value = field("alone").value = field("tricks").value = "";
    else {
      field("maker").value = key;
      field("alone").value = "";
    }
  }

  function untick() {
    for (const box of form().elements) {
      if (box.type === "checkbox" || box.type === "radio") box.checked = box.defaultChecked = box.type === "radio" && !box.value;
      if (box.name === "note") box.value = "";
    }
  }

  function clear() {
    form().reset();
    untick();
    field("maker").value = field("partner").value = field("alone").value = field("tricks").value = "";
    for (const name of ["id", "sitting", "after"]) field(name).value = $(`[form=void][name=${name}]`).value;
    touched = false;
    show();
  }

  /* -- what the screen says ------------------------------------------------------------------- */
  const say = (words) => { $("#prompt").textContent = words; };

  function prompt({ maker, partner, alone, tricks }) {
    if (maker === null) return "Who made the trump?";
    const who = names()[maker];
    if (partners() !== "called") {
      const open = tricks === null && !decided();
      if (alone !== null) return `${alone === maker ? `${who} alone` : `${who} made it, ${names()[alone]} alone`}${open ? ": how many tricks?" : "."}`;
      return `${who} made it${partners() === "fixed" ? `, with ${names()[across(maker)]}` : ""}.${open ? " Tricks?" : ""}`;
    }
    const [call] = ticked("call");
    if (partner === "" && call) return `${who} calls ${call.nextElementSibling.querySelector(".hidden").textContent}. With whom, or alone?`;
    if (partner === "") return `${who} made it. With whom, or alone?`;
    const lone = partner === "alone" || partner === "nobody";
    if (tricks !== null || ticked("revoke").length) return lone ? `${who} alone.` : `${who} made it, with ${names()[partner]}.`;
    return lone ? `${who} alone: how many tricks?` : `${who} made it, with ${names()[partner]}. Tricks?`;
  }

  const listed = (all) => (all.length < 2 ? all.join("") : `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`);

  function gains(points) {
    const scorers = names().filter((_, seat) => points[seat]);
    const others = names().filter((_, seat) => !points[seat]);
    const each = points.find((one) => one);
    if (!scorers.length) return "Nobody scores";
    if (scorers.length === 1) return `${scorers[0]} ${each}`;
    return `${others.length === 1 ? `Everyone but ${others[0]}` : listed(scorers)} ${each} each`;
  }

  function paragraphs(lines) {
    $("#preview").replaceChildren(...lines.filter(([, words]) => words).map(([kind, words]) => {
      const p = document.createElement("p");
      p.className = kind;
      p.textContent = words;
      return p;
    }));
  }

  /* What the table does not hold (irregularities, further facts) the server works out. */
  async function askServer() {
    const asked = new FormData(form());
    try {
      const response = await fetch($("#preview").dataset.ask, { method: "POST", body: asked });
      const told = response.headers.get("Bowerbook") ? await response.json() : null;
      const still = new URLSearchParams(new FormData(form())).toString() === new URLSearchParams(asked).toString();
      if (told && still) paragraphs(told.wrong ? [["wrong", told.wrong]] : [["gains", told.gains], ["why", told.why], ["ends", told.ends]]);
    } catch { paragraphs([["why", "No connection: what it scores is told when it is sent."]]); }
  }

  function showPreview({ maker, partner, alone, tricks }) {
    if (!complete()) return paragraphs([]);
    if (happened().length || tricks === null || ["call", "made", "trump", "turned"].some((fact) => ticked(fact).length)) {
      askServer();
      return;
    }
    const scores = JSON.parse($("#scores").textContent);
    if (partners() !== "called") {
      const usual = `${maker} ${alone === null ? "with" : "alone"} ${tricks}`;
      return paragraphs([["gains", scores[usual].gains], ["why", scores[usual].why], ["ends", JSON.parse($("#ends").textContent)[usual]]]);
    }
    const row = scores[/^\d+$/.test(partner) ? "with" : "alone"][tricks];
    const role = (seat) => (seat === maker ? row.maker : String(seat) === partner ? row.partner : row.others);
    paragraphs([["gains", gains(names().map((_, seat) => role(seat)))], ["why", `${row.why} · ${row.law}`]]);
  }

  /* A box without a seat of its own speaks of the called partner, or of the one who laid his cards down. */
  const silent = ({ partner, alone }) => (alone === null ? partner : String(across(alone)));
  const offences = (seat) => happened().filter((box) => (box.value === "on" ? silent(draft()) : box.value.split("x")[0]) === seat).map((box) => box.dataset.role);

  function show() {
    const now = draft();
    $("#pad").classList.toggle("made", now.maker !== null);
    $("#clear").hidden = unsent || !begun();
    for (const key of document.querySelectorAll(".tile")) {
      const seat = key.dataset.key;
      const lone = now.partner === "alone" || now.partner === "nobody" || (now.alone !== null && now.alone === now.maker);
      const role = seat === String(now.maker) ? (lone ? "maker, alone" : "maker") : seat === String(now.alone) ? "alone" : seat === now.partner ? "partner" : "";
      key.setAttribute("aria-pressed", String(role !== ""));
      key.toggleAttribute("data-role", role !== "");
      if (role) key.dataset.role = role;
      key.querySelector(".role").textContent = [role, ...offences(seat)].filter(Boolean).join(", ");
    }
    if ($(".key.alone")) {
      $(".key.alone").setAttribute("aria-pressed", String(now.partner === "alone" || now.alone !== null));
      $(".key.alone").textContent = now.alone === null ? "Alone" : `${names()[now.alone]} alone`;
    }
    for (const key of document.querySelectorAll("[data-tricks]")) {
      key.setAttribute("aria-pressed", String(key.dataset.tricks === String(now.tricks)));
    }
    $(".save").setAttribute("aria-disabled", String(!complete()));
    say(begun() ? prompt(now) : $("#prompt").dataset.idle);
    showPreview(now);
  }

  const STATES = { sent: "all sent", sending: "sending…", kept: "1 kept here", off: "not connected" };

  function state(name, words) {
    const badge = $("#state");
    if (badge.dataset.state === name && !words) return;
    badge.dataset.state = name;
    badge.querySelector("use").setAttribute("href", `#state-${name}`);
    badge.querySelector("span").textContent = words || STATES[name];
  }

  /* -- taps ------------------------------------------------------------------------------------ */
  document.addEventListener("click", (event) => {
    const key = event.target.closest("[data-key], [data-tricks]");
    if (key) {
      event.preventDefault();
      if (unsent) return say(KEPT);
      if (!begun()) field("id").value = newId();
      touched = true;
      if (key.dataset.key !== undefined) press(key.dataset.key);
      else {
        field("tricks").value = field("tricks").value === key.dataset.tricks ? "" : key.dataset.tricks;
        show();
        if ("full" in $("#pad").dataset && complete() && asked !== field("id").value) setTimeout(() => { $("#facts").open = true; });
        asked = field("id").value;
      }
    }
    if (event.target.closest("[data-close]")) {
      event.preventDefault(); /* without a script it may be a link */
      event.target.closest("details").open = false;
    }
    const record = event.target.closest("[data-happened]");
    if (record) {
      event.preventDefault();
      $("#laws-here").open = false;
      happenedAt(record.dataset.happened);
    }
    for (const sheet of document.querySelectorAll("details.sheet[open]")) {
      if (!sheet.contains(event.target)) sheet.open = false;
    }
  });
  /* The laws of this table, brought once into the sheet: the hand half tapped stays under it. */
  async function bringLaws(place) {
    if (place.querySelector("[data-laws]")) return;
    try {
      const response = await fetch(place.dataset.from, { headers: { "HX-Request": "true" } });
      const html = await response.text();
      if (!html.includes("data-laws")) throw new Error("somebody else answered");
      place.innerHTML = html;
      const script = document.createElement("script");
      script.src = place.dataset.script;
      document.head.append(script);
      place.querySelector("[name=q]").focus();
    } catch { place.textContent = "No connection: the laws could not be brought. Close this and open it again."; }
  }

  const happenedAt = (kind) => document.getElementById(`happened-${kind.replace("-", "_")}`)?.scrollIntoView();

  document.addEventListener("toggle", (event) => {
    if (event.target.id === "laws-here" && event.target.open) bringLaws(event.target.querySelector("[data-from]"));
    if (event.target.matches(".event") && !event.target.open) seen.add(event.target.id);
  }, true);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") for (const sheet of document.querySelectorAll("details.sheet[open]")) sheet.open = false;
  });
  document.addEventListener("change", (event) => {
    if (event.target.form !== form()) return;
    touched = true;
    show();
  });
  /* A double tap on Undo undoes once: its second half would take back the hand before. */
  document.addEventListener("click", (event) => {
    if (!event.target.closest("#undo")) return;
    if (Date.now() - lastUndo > SECOND_TAP) lastUndo = Date.now();
    else {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  }, true);
  document.addEventListener("submit", (event) => {
    const save = event.target === form() && !event.submitter?.hasAttribute("formaction");
    if (save ? complete() : !unsent) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    say(unsent ? KEPT : prompt(draft()));
  }, true);

  /* -- sending: a hand stays on the screen until the server has said that it is stored ----------- */
  const writes = (event) => event.detail.ctx?.request?.method === "POST";
  const ours = (response) => response?.headers?.get("Bowerbook") === "pad";

  function notDone(event) {
    const { request } = event.detail.ctx;
    const save = event.target === form() && !request.submitter?.hasAttribute("formaction");
    if (!save) {
      if (!unsent) say("That was not done: no connection. Tap it again.");
      return offline();
    }
    unsent = $("#clear").hidden = true;
    state("kept");
    say(KEPT);
    clearTimeout(retry);
    retry = setTimeout(() => form().requestSubmit($(".save")), RETRY);
  }

  document.addEventListener("htmx:config:request", (event) => {
    const { request } = event.detail.ctx;
    if (request.submitter?.hasAttribute("formaction")) request.action = request.submitter.formAction;
    /* The cookie of now: signing in meanwhile, in another tab, has changed it. */
    const [, token] = document.cookie.match(/(?:^|; )csrftoken=([^;]+)/) || [];
    if (token && request.body?.has("csrfmiddlewaretoken")) request.body.set("csrfmiddlewaretoken", token);
  });
  document.addEventListener("htmx:before:request", (event) => { if (writes(event)) state("sending"); });
  document.addEventListener("htmx:error", (event) => {
    if (event.detail.ctx && writes(event)) notDone(event);
    else offline();
  });
  document.addEventListener("htmx:before:response", (event) => {
    const { response } = event.detail.ctx;
    if (response.status === 304) return heard();
    if (ours(response)) return heard();
    event.preventDefault(); /* an error, or somebody else answered: a hotspot's sign-in page, a proxy */
    const gone = response.headers.get("Bowerbook") === "error" && [404, 410].includes(response.status);
    if (gone && !unsent) location.reload();
    else if (writes(event)) notDone(event);
    else offline();
  });

  function heard() {
    lastHeard = Date.now();
    if (!unsent && $("#state").dataset.state === "off") state("sent");
  }

  function offline() {
    if (unsent) return;
    const since = new Date(lastHeard).toTimeString().slice(0, 5);
    state("off", `not connected since ${since}`);
  }

  /* The answer to Save leaves out the panels: they stay as they are. */
  htmx.registerExtension("pad", {
    htmx_before_morph_node: (node, { newNode }) => !newNode.matches?.("[data-as-it-is]"),
  });

  /* -- a new page under the thumb: what was tapped stays ----------------------------------------- */
  let held = null;
  document.addEventListener("htmx:before:swap", (event) => {
    if (event.target.id !== "poll") return;
    const values = touched ? [...new FormData(form())].filter(([name]) => name !== "csrfmiddlewaretoken") : null;
    held = { values, open: [...document.querySelectorAll("details[id][open]")].map((sheet) => sheet.id), over: over() };
  });
  document.addEventListener("htmx:after:swap", (event) => {
    if (event.target.id !== "poll") {
      clearTimeout(retry);
      unsent = false;
      for (const sheet of document.querySelectorAll("details.sheet[open]:not(.event)")) sheet.open = false;
      const refused = $(".complaint") !== null;
      /* A morph leaves ticks as they were: they belong to the hand that is saved, unless one is begun. */
      if (!refused && draft().maker === null) untick();
      else if (!refused) form().reset();
      state(refused ? "kept" : "sent", refused ? "not saved" : "");
      touched = draft().partner !== "" || draft().alone !== null || draft().tricks !== null || (refused && begun());
      navigator.vibrate?.(30);
    } else if (held) restore(held);
    if (held && over() && !held.over) navigator.vibrate?.([200, 100, 200]);
    held = null;
    const told = $(".event");
    if (told && seen.has(told.id)) told.open = false;
    bringClock();
    show();
  });

  /* A tournament's round: whether it is over at this table, and its clock, whose script other tables need not load. */
  const over = () => $("#pad").dataset.round === "over";
  function bringClock() {
    const { needs } = $("[data-needs]")?.dataset || {};
    if (!needs || $(`script[src="${needs}"]`)) return;
    const script = document.createElement("script");
    script.src = needs;
    document.head.append(script);
  }

  function restore({ values, open }) {
    for (const id of open) if ($(`#${id}`)) $(`#${id}`).open = true;
    if (!values) return;
    /* Others sit here for the next round: what was half tapped before is none of theirs. */
    const [, sitting] = values.find(([name]) => name === "sitting");
    if ($("#pad").dataset.round && sitting !== field("sitting").value && !unsent) return void (touched = false);
    for (const box of form().elements) if (box.type === "checkbox" || box.type === "radio") box.checked = false;
    for (const [name, value] of values) {
      for (const box of form().elements) {
        if (box.name !== name) continue;
        if (box.type !== "checkbox" && box.type !== "radio") box.value = value;
        else if (box.value === value) box.checked = true;
      }
    }
    if (unsent) state("kept");
  }

  addEventListener("online", () => { if (unsent) form().requestSubmit($(".save")); });
  addEventListener("beforeunload", (event) => { if (unsent) event.preventDefault(); });

  /* -- the screen stays awake while the table is open -------------------------------------------- */
  async function stayAwake() {
    try { if (document.visibilityState === "visible") await navigator.wakeLock?.request("screen"); } catch { /* refused: a low battery */ }
  }
  document.addEventListener("visibilitychange", stayAwake);
  stayAwake();
  /* The laws' page leads back to what it told to record. */
  const wanted = new URLSearchParams(location.search).get("happened");
  if (wanted) happenedAt(wanted);
  bringClock();
  show();
})();
