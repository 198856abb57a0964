/* A browser as small as the site's scripts need it: a few elements, storage, timers and a network.
   It knows no time of its own and no chance: the simulation moves its clock, and each phone draws
   from a seed. Everything that leaves it stands in `out`, which every call returns. */
(() => {
  const out = [];
  const timers = [];
  let clock = 0;
  let changes = 0; /* of any tree: elements that come or go, and classes */
  let acts = 0; /* timers that are set, and events */

  /* -- time ---------------------------------------------------------------------------------- */
  function put(timer) {
    let from = 0;
    for (let to = timers.length; from < to; ) {
      const middle = (from + to) >> 1;
      if (timers[middle].due <= timer.due) from = middle + 1;
      else to = middle;
    }
    timers.splice(from, 0, timer);
    return timer;
  }

  const isOver = ({ live, tab }) => !live || !tab.live;
  function due() {
    while (timers.length && isOver(timers[0])) timers.shift();
    return timers[0];
  }

  function chanceOf(seed) {
    let state = seed >>> 0;
    return () => {
      state = (state + 0x6d2b79f5) | 0;
      let t = Math.imul(state ^ (state >>> 15), 1 | state);
      t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
      return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    };
  }

  /* -- elements ------------------------------------------------------------------------------ */
  const camels = new Map();
  /* Returns under which name of its `dataset` an element has an attribute; "" for another one. */
  function camel(name) {
    if (!name.startsWith("data-")) return "";
    if (!camels.has(name))
      camels.set(
        name,
        name.slice(5).replace(/-(\w)/g, (_, letter) => letter.toUpperCase()),
      );
    return camels.get(name);
  }
  const STATES = new Set(["hidden", "open", "disabled"]);
  const OWN = new Set(["type", "name", "method", "form"]);
  const FIELDS = new Set(["input", "textarea", "select", "button"]);
  const isField = ({ tag }) => FIELDS.has(tag);

  class Target {
    addEventListener(type, act, capture = false) {
      this.heard ??= {};
      (this.heard[type] ??= []).push({ act, capture: capture === true || capture?.capture });
    }
    removeEventListener(type, act) {
      const left = this.heard?.[type]?.filter((one) => one.act !== act);
      if (left) this.heard[type] = left;
    }
    hear(event, capture) {
      const heard = this.heard?.[event.type];
      if (heard)
        for (const { act, capture: early } of [...heard])
          if (!event.ended && Boolean(early) === capture) act.call(this, event);
      if (!capture && !event.ended) this[`on${event.type}`]?.(event);
    }
    dispatchEvent(event) {
      acts += 1;
      event.target ??= this;
      const path = [];
      for (let one = this; one; one = one.up) path.push(one);
      for (const one of [...path].reverse()) one.hear(event, true);
      for (const one of path) if (one === this || event.bubbles) one.hear(event, false);
      return !event.defaultPrevented;
    }
  }

  class Event {
    constructor(type, more = {}) {
      Object.assign(this, { type, bubbles: false, defaultPrevented: false, detail: {} }, more);
    }
    preventDefault() {
      this.defaultPrevented = true;
    }
    stopImmediatePropagation() {
      this.ended = true;
    }
    stopPropagation() {
      this.ended = true;
    }
  }

  class Text {
    constructor(text) {
      this.textContent = text;
    }
    cloneNode() {
      return new Text(this.textContent);
    }
    remove() {
      if (this.up) this.up.childNodes = this.up.childNodes.filter((one) => one !== this);
      this.up = null;
    }
  }

  function top(one) {
    let above = one;
    while (above.up) above = above.up;
    return above;
  }

  /* Notes that elements come to or leave the tree of one, with all below them. */
  function reshape(one, those) {
    const above = top(one);
    above.shape = changes += 1;
    if (above.index) for (const each of those) above.index.moved(each);
    else above.fieldsShape = above.shape;
  }

  function gather(one, all) {
    for (const child of one.childNodes)
      if (child instanceof Element) {
        all.push(child);
        gather(child, all);
      }
    return all;
  }

  class Element extends Target {
    constructor(tag, attributes = {}) {
      super();
      this.tag = tag;
      this.attributes = {};
      this.childNodes = [];
      this.up = null;
      this.dataset = {};
      if (tag === "input") this.value = "";
      for (const name in attributes) this.setAttribute(name, attributes[name]);
    }
    setAttribute(name, value) {
      this.attributes[name] = String(value);
      const own = camel(name);
      if (own) this.dataset[own] = String(value);
      else if (name === "value") this.value = this.defaultValue = String(value);
      else if (name === "checked") this.checked = this.defaultChecked = true;
      else if (STATES.has(name)) this[name] = true;
      else if (OWN.has(name)) this[name] = String(value);
    }
    getAttribute(name) {
      return this.attributes[name] ?? null;
    }
    hasAttribute(name) {
      return name in this.attributes;
    }
    removeAttribute(name) {
      delete this.attributes[name];
    }
    toggleAttribute(name, on) {
      if (on) this.setAttribute(name, "");
      else this.removeAttribute(name);
      if (!on) delete this.dataset[camel(name)];
    }
    get id() {
      return this.attributes.id ?? "";
    }
    set id(id) {
      this.attributes.id = id;
    }
    get className() {
      return this.attributes.class ?? "";
    }
    set className(words) {
      if (words === this.className) return;
      const before = this.classes;
      this.attributes.class = words;
      this.split = null;
      top(this).index?.restyled(new Set([...before, ...this.classes]));
    }
    is(name) {
      return this.attributes.class !== undefined && this.classes.includes(name);
    }
    get classes() {
      return (this.split ??= this.className.split(/\s+/).filter(Boolean));
    }
    get classList() {
      const set = (words) => {
        this.className = words.join(" ");
      };
      const has = (word) => this.classes.includes(word);
      const add = (word) => has(word) || set([...this.classes, word]);
      const remove = (word) => set(this.classes.filter((one) => one !== word));
      const toggle = (word, on = !has(word)) => (on ? add(word) : remove(word));
      return { contains: has, add, remove, toggle };
    }
    get children() {
      return this.childNodes.filter((one) => one instanceof Element);
    }
    get firstElementChild() {
      return this.children[0] ?? null;
    }
    get parentElement() {
      return this.up instanceof Element ? this.up : null;
    }
    get textContent() {
      const { childNodes } = this;
      if (childNodes.length === 1) return childNodes[0].textContent;
      return childNodes.map((one) => one.textContent).join("");
    }
    set textContent(words) {
      if (!this.childNodes.some((one) => one instanceof Element)) this.childNodes = [];
      this.replaceChildren(...(String(words) ? [String(words)] : []));
    }
    get innerHTML() {
      return this.childNodes.map((one) => one.outerHTML ?? one.textContent).join("");
    }
    get outerHTML() {
      return `<${this.tag} ${this.className}>${this.innerHTML}</${this.tag}>`;
    }
    get content() {
      return this;
    }
    get isConnected() {
      return this.up ? this.up.isConnected : false;
    }
    append(...all) {
      for (const one of all) {
        const node = typeof one === "object" ? one : new Text(String(one));
        if (node.up) node.remove();
        if (node instanceof Element) reshape(this, [node]);
        node.up = this;
        this.childNodes.push(node);
      }
    }
    remove() {
      reshape(this, [this]);
      if (this.up) this.up.childNodes = this.up.childNodes.filter((one) => one !== this);
      this.up = null;
    }
    replaceChildren(...all) {
      const { children } = this;
      if (children.length) reshape(this, children);
      for (const one of this.childNodes) one.up = null;
      this.childNodes = [];
      this.append(...all);
    }
    replaceWith(other) {
      const { up } = this;
      reshape(this, [this, other]);
      up.childNodes = up.childNodes.map((one) => (one === this ? other : one));
      other.up = up;
      this.up = null;
    }
    cloneNode(deep) {
      const copy = new Element(this.tag, this.attributes);
      return deep ? filled(copy, this.childNodes.map((one) => one.cloneNode(true))) : copy;
    }
    isEqualNode(other) {
      return this.outerHTML === other.outerHTML;
    }
    matches(selector) {
      return selected(selector).some((steps) => fits(this, steps, steps.length - 1));
    }
    closest(selector) {
      for (let one = this; one instanceof Element; one = one.up)
        if (one.matches(selector)) return one;
      return null;
    }
    /* All elements in it, in their order; the same list while the shape is the same. */
    get below() {
      const { shape } = top(this);
      if (!this.list || this.listed !== shape) this.list = gather(this, []);
      this.listed = shape;
      return this.list;
    }
    querySelectorAll(selector) {
      const all = selected(selector);
      return this.below.filter((one) => all.some((steps) => fits(one, steps, steps.length - 1)));
    }
    querySelector(selector) {
      const all = selected(selector);
      if (all.names)
        return this.below.find((one) => all.names.some((name) => one.is(name))) ?? null;
      const fit = (one) => all.some((steps) => fits(one, steps, steps.length - 1));
      return this.below.find(fit) ?? null;
    }
    get elements() {
      const { fieldsShape } = top(this);
      if (!this.fields || this.fieldsOf !== fieldsShape) this.fields = this.gathered();
      this.fieldsOf = fieldsShape;
      return this.fields;
    }
    gathered() {
      const outside = this.id ? this.root.querySelectorAll(`[form=${this.id}]`) : [];
      const all = [...new Set([...this.below, ...outside])].filter(isField);
      for (const one of all) if (one.name && !(one.name in all)) all[one.name] = one;
      return all;
    }
    get root() {
      let one = this;
      while (one.up instanceof Element) one = one.up;
      return one;
    }
    reset() {
      for (const one of this.elements) {
        if (one.defaultValue !== undefined) one.value = one.defaultValue;
        one.checked = Boolean(one.defaultChecked);
      }
    }
    getBoundingClientRect() {
      return { left: 0, right: 0, top: 0, bottom: 0 };
    }
    focus() {}
    blur() {}
    select() {}
    scrollIntoView() {}
    showModal() {
      this.open = true;
    }
    close() {
      this.open = false;
      this.dispatchEvent(new Event("close"));
    }
  }

  /* Fills a new element, which nobody has asked for anything yet. */
  function filled(made, inside) {
    for (const one of inside) one.up = made;
    made.childNodes = inside;
    return made;
  }

  /* -- selectors ----------------------------------------------------------------------------- */
  const known = new Map();
  const CASES = new Set(["hidden", "open", "disabled", "form", "name"]);
  const PART = new RegExp(
    [
      String.raw`^(?:(\w+)|#([\w-]+)|\.([\w-]+)`,
      String.raw`|\[([\w-]+)(?:=["']?([^\]"']*)["']?)?\]`,
      String.raw`|:not\(([^)]*)\)|:([\w-]+)|\*)`,
    ].join(""),
  );

  function compound(text) {
    const found = { tag: "", id: "", classes: [], attributes: [], not: [], never: false, up: " " };
    let rest = text;
    while (rest) {
      const part = PART.exec(rest);
      if (!part) throw new Error(`a selector that this browser does not know: ${text}`);
      const [whole, tag, id, name, attribute, value, not, state] = part;
      if (tag) found.tag = tag;
      if (id) found.id = id;
      if (name) found.classes.push(name);
      if (attribute)
        found.attributes.push({
          name: attribute,
          value,
          own: camel(attribute),
          live: CASES.has(attribute),
        });
      if (not) found.not.push(not);
      if (state) found.never = true; /* :focus */
      rest = rest.slice(whole.length);
    }
    return found;
  }

  const isClass = ([{ tag, id, classes, attributes, not, never }, ...more]) =>
    classes.length === 1 && !(tag || id || attributes.length || not.length || never || more.length);

  /* What an element must have to be found: its id, else its first class, its tag, an attribute. */
  const keyOf = ({ tag, id, classes: [name], attributes: [first] }) =>
    (id && `#${id}`) || (name && `.${name}`) || tag || (first && `[${first.name}`) || "";

  function selected(selector) {
    if (known.has(selector)) return known.get(selector);
    const all = selector.split(/\s*,\s*/).map((one) => {
      const steps = [];
      let up = " ";
      for (const piece of one
        .replace(/\s*([>+])\s*/g, " $1 ")
        .trim()
        .split(/\s+/))
        if (piece === ">" || piece === "+") up = piece;
        else {
          steps.push({ ...compound(piece), up });
          up = " ";
        }
      return steps;
    });
    all.names = all.every(isClass) ? all.map(([{ classes }]) => classes[0]) : null;
    all.key = all.length === 1 && keyOf(all[0].at(-1));
    const hasKeys = all.every((steps) => keyOf(steps.at(-1)));
    all.parts = all.length > 1 && hasKeys ? selector.split(/\s*,\s*/) : null;
    const classes = [...selector.matchAll(/\.([\w-]+)/g)].map(([, name]) => name);
    all.classes = classes.filter((name) => `.${name}` !== all.key);
    all.beside = selector.includes("+");
    all.changes = /open|focus/.test(selector);
    known.set(selector, all);
    return all;
  }

  function has(one, { name, value, own, live }) {
    const said = own ? one.dataset[own] : one.attributes[name];
    const is = live && one[name] !== undefined ? one[name] : said;
    return value === undefined ? is !== undefined && is !== false : String(is) === value;
  }

  function is(one, { tag, id, classes, attributes, not, never }) {
    if (never || (tag && one.tag !== tag) || (id && one.attributes.id !== id)) return false;
    if (classes.length) {
      for (const name of classes) if (!one.is(name)) return false;
    }
    for (const attribute of attributes) if (!has(one, attribute)) return false;
    return !not.length || !not.some((other) => one.matches(other));
  }

  function fits(one, steps, no) {
    const step = steps[no];
    if (!is(one, step)) return false;
    if (no === 0) return true;
    if (step.up === ">") return one.up instanceof Element && fits(one.up, steps, no - 1);
    if (step.up === "+") {
      const row = one.up?.children ?? [];
      const before = row[row.indexOf(one) - 1];
      return Boolean(before) && fits(before, steps, no - 1);
    }
    for (let above = one.up; above instanceof Element; above = above.up)
      if (fits(above, steps, no - 1)) return true;
    return false;
  }

  const always = () => true;

  /* What selectors find in a document. While no element with the key of a selector comes or goes,
     and no other class that it names does, it finds the same. */
  class Index {
    constructor(window, html) {
      Object.assign(this, { window, html, restyledAt: new Map(), found: new Map() });
      this.places = null; /* the elements by their keys; null for those to be gathered again */
      this.attributes = new Set(); /* those that are keys */
    }
    moved(one) {
      const { below } = one;
      if (isField(one) || below.some(isField)) this.window.fieldsShape = this.window.shape;
      if (!this.places) return;
      if (below.length > 20) return void this.leave();
      for (const each of [one, ...below]) for (const key of this.keysOf(each)) this.drop(key);
    }
    leave() {
      for (const place of this.places.values()) if (place) place.holds = false;
      this.places = null;
    }
    drop(key) {
      const place = this.places.get(key);
      if (place) place.holds = false;
      this.places.set(key, null);
    }
    restyled(names) {
      for (const name of names) {
        if (this.places) this.drop(`.${name}`);
        this.restyledAt.set(name, (changes += 1));
      }
    }
    keysOf(one) {
      const keys = [one.tag];
      if (one.attributes.id) keys.push(`#${one.attributes.id}`);
      if (one.attributes.class) for (const name of one.classes) keys.push(`.${name}`);
      for (const name of this.attributes) if (name in one.attributes) keys.push(`[${name}`);
      return keys;
    }
    place(key) {
      if (key[0] === "[" && !this.attributes.has(key.slice(1))) {
        this.attributes.add(key.slice(1));
        this.places?.set(key, null);
      }
      this.places ??= this.drawn();
      let place = this.places.get(key);
      if (!place) {
        const isIn = (one) => this.keysOf(one).includes(key);
        const elements = place === null ? this.html.below.filter(isIn) : [];
        this.places.set(key, (place = { elements, holds: true }));
      }
      return place;
    }
    drawn() {
      const places = new Map();
      for (const one of this.html.below)
        for (const key of this.keysOf(one)) {
          const place = places.get(key);
          if (place) place.elements.push(one);
          else places.set(key, { elements: [one], holds: true });
        }
      return places;
    }
    find(selector) {
      const known = this.found.get(selector);
      if (known?.place.holds && (known.isSame === always || known.isSame())) return known.those;
      const all = selected(selector);
      if (all.parts) return this.inOrder(all.parts.map((part) => this.find(part)));
      if (!all.key) return this.html.querySelectorAll(selector);
      const place = this.place(all.key);
      const [steps] = all;
      const last = steps.length - 1;
      const those = place.elements.filter((one) => fits(one, steps, last));
      const isSame = this.test(all);
      if (isSame) this.found.set(selector, { place, those, isSame });
      return those;
    }
    /* Returns what several selectors find, in the order of the page. */
    inOrder(found) {
      const some = found.filter(({ length }) => length);
      if (some.length < 2) return some[0] ?? [];
      const those = new Set(some.flat());
      return this.html.below.filter((one) => those.has(one));
    }
    /* Returns whether a selector finds the same as now, as long as its place holds. */
    test({ changes: often, classes, beside }) {
      if (often) return null;
      if (!classes.length && !beside) return always;
      const [at, { shape }] = [changes, this.window];
      const isOld = (name) => (this.restyledAt.get(name) ?? 0) <= at;
      return () => (!beside || this.window.shape === shape) && classes.every(isOld);
    }
  }

  /* Returns the elements of what the server's page says. They come with the fields that they have
     here (page.py). */
  const pageOf = (page) => page.map((one) => grown(one, null));
  function grown(one, up) {
    one.up = up;
    if (!one.childNodes) return Object.setPrototypeOf(one, Text.prototype);
    for (const child of one.childNodes) grown(child, one);
    return Object.setPrototypeOf(one, Element.prototype);
  }

  /* -- what scripts are given ----------------------------------------------------------------- */
  class Pairs {
    constructor(from = []) {
      this.all = typeof from === "string" ? parsed(from) : [...from];
    }
    append(name, value) {
      this.all.push([name, String(value)]);
    }
    set(name, value) {
      this.all = this.all.filter(([one]) => one !== name);
      this.append(name, value);
    }
    get(name) {
      return this.all.find(([one]) => one === name)?.[1] ?? null;
    }
    has(name) {
      return this.all.some(([one]) => one === name);
    }
    [Symbol.iterator]() {
      return this.all[Symbol.iterator]();
    }
    toString() {
      return this.all.map((pair) => pair.map(encodeURIComponent).join("=")).join("&");
    }
  }
  const parsed = (text) =>
    text
      .replace(/^\?/, "")
      .split("&")
      .filter(Boolean)
      .map((pair) => pair.split("=").map(decodeURIComponent));

  class FormData extends Pairs {
    constructor(form) {
      const sent = (one) =>
        one.name &&
        one.tag !== "button" &&
        !one.disabled &&
        (!["checkbox", "radio"].includes(one.type) || one.checked);
      super(form.elements.filter(sent).map(({ name, value }) => [name, value ?? ""]));
    }
  }

  class AbortController {
    constructor() {
      this.signal = new Target();
    }
    abort() {
      this.signal.aborted = true;
      this.signal.dispatchEvent(new Event("abort"));
    }
  }

  const copy = (value) => JSON.parse(JSON.stringify(value));

  const BITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  function btoa(bytes) {
    let [made, bits, held] = ["", 0, 0];
    for (const byte of bytes) {
      [bits, held] = [(bits << 8) | byte.charCodeAt(), held + 8];
      for (; held >= 6; held -= 6) made += BITS[(bits >> (held - 6)) & 63];
    }
    if (held) made += BITS[(bits << (6 - held)) & 63];
    return made.padEnd(4 * Math.ceil(made.length / 4), "=");
  }
  function atob(text) {
    let [made, bits, held] = ["", 0, 0];
    for (const sign of text.replace(/=+$/, "")) {
      [bits, held] = [(bits << 6) | BITS.indexOf(sign), held + 6];
      if (held >= 8) made += String.fromCharCode((bits >> (held -= 8)) & 255);
    }
    return made;
  }

  /* -- a phone: what stays when a tab is closed ------------------------------------------------ */
  const phones = {};
  const builds = [];
  let asked = 0;
  const waiting = {};

  function phone(name, seed) {
    phones[name] = {
      ...{ name, rows: {}, safe: {}, local: {}, cookie: "", stored: "", shift: 0, tab: null },
      ...{ forbids: false, online: true, chance: chanceOf(seed) },
    };
  }

  /* The phone's databases: transactions take turns, and write all or nothing. What is "strict" is
     on the disk with all before it; the rest is lost if the battery dies before it. */
  function databases(device, tab) {
    const turns = [];
    const later = (act, after = 0) => tab.timer(act, after);

    function transaction(_, mode, { durability } = {}) {
      const work = [];
      const changed = {};
      const made = {
        abort() {
          made.aborted = true;
          if (!made.ending) return;
          made.ending.live = false;
          end();
        },
      };
      const ask = (answer) => {
        const request = {};
        work.push(() => {
          request.result = answer();
          request.onsuccess?.();
        });
        return request;
      };
      made.objectStore = () => ({
        getAll: () => ask(() => Object.values(device.rows).map(copy)),
        put: (row) => {
          const own = copy(row);
          return ask(() => void (changed[own.key] = own));
        },
        delete: (key) => ask(() => void (changed[key] = null)),
      });
      function end() {
        made.ending = null;
        if (made.aborted || device.full) made.onabort?.();
        else {
          for (const [key, row] of Object.entries(changed))
            if (row) device.rows[key] = row;
            else delete device.rows[key];
          if (durability === "strict") device.safe = { ...device.rows };
          made.oncomplete?.();
        }
        turns.shift();
        if (turns.length) later(turns[0]);
      }
      function step() {
        if (work.length) {
          work.shift()();
          later(step);
        } else if (mode === "readwrite") {
          const [least, most] = device.slow ? [100, 1000] : [2, 40];
          const long = device.hangs ? 60000 : least + Math.floor(most * device.chance());
          device.hangs = false;
          made.ending = later(end, long);
        } else end();
      }
      turns.push(step);
      if (turns.length === 1) later(step);
      return made;
    }
    const database = { transaction, close() {} };
    return {
      open() {
        const request = { result: database };
        later(() => (device.forbids ? request.onerror?.() : request.onsuccess()));
        return request;
      },
    };
  }

  /* -- a tab ----------------------------------------------------------------------------------- */
  function openTab(name, build, address, page) {
    const device = phones[name];
    closeTab(name);
    const tab = { live: true, device, sources: [] };
    device.hangs = false;
    device.tab = tab;
    tab.timer = (act, after = 0, every = 0) => {
      acts += 1;
      const seldom = every && Math.max(1000, every);
      return put({ due: clock + after, act, every: seldom, live: true, tab });
    };
    tab.say = (what, words) => out.push([what, name, words]);

    const window = new Target();
    const document = new Target();
    document.up = window;
    const html = new Element("html");
    html.up = document;
    const body = new Element("body");
    html.append(body);
    Object.defineProperty(document, "isConnected", { value: true });
    const [path, hash] = address.split("#");
    const location = {
      ...{ pathname: path, search: "", hash: hash ? `#${hash}` : "", origin: "http://hall" },
      reload: () => tab.say("reload", ""),
      assign: (href) => tab.say("leave", href),
    };
    Object.assign(document, {
      ...{ documentElement: html, body, visibilityState: "visible", hidden: false },
      createElement: (tag) => new Element(tag),
      querySelector: (selector) => index.find(selector)[0] ?? null,
      querySelectorAll: (selector) => [...index.find(selector)],
      getElementById: (id) => index.find(`#${id}`)[0] ?? null,
      execCommand: () => false,
    });
    Object.defineProperty(document, "cookie", {
      get: () => [device.cookie, device.stored].filter(Boolean).join("; "),
      set: (text) => (device.stored = text.includes("max-age=0;") ? "" : text.split(";")[0]),
    });

    const index = new Index(window, html);
    window.index = index;
    const began = clock;
    class TabDate extends Date {
      constructor(...given) {
        super(...(given.length ? given : [clock + device.shift]));
      }
      static now() {
        return clock + device.shift;
      }
    }
    const storage = () => {
      if (device.forbids) throw new Error("SecurityError");
      return device.local;
    };
    const localStorage = {
      getItem: (key) => storage()[key] ?? null,
      setItem(key, text) {
        if (device.full) throw new Error("QuotaExceededError");
        storage()[key] = String(text);
      },
    };

    function fetch(url, { method = "GET", body = "", headers = {}, signal, redirect } = {}) {
      const no = (asked += 1);
      return new Promise((resolve, reject) => {
        const fail = (why) =>
          tab.live && waiting[no] && (delete waiting[no], reject(new Error(why)));
        waiting[no] = { resolve, fail, tab, redirect };
        signal?.addEventListener("abort", () => fail("AbortError"));
        const target = url.startsWith("http://hall") ? url.slice(11) : url;
        out.push(["fetch", name, { no, method, url: target, body: String(body), headers }]);
      });
    }

    class EventSource {
      constructor(url) {
        this.url = url;
        tab.sources.push(this);
        out.push(["listen", name, url]);
      }
      close() {
        tab.sources = tab.sources.filter((one) => one !== this);
      }
    }

    const math = Object.create(Math, { random: { value: device.chance } });
    for (const each of Object.getOwnPropertyNames(Math))
      if (each !== "random") math[each] = Math[each];
    const given = {
      ...{
        window,
        document,
        location,
        localStorage,
        fetch,
        EventSource,
        FormData,
        AbortController,
        btoa,
        atob,
      },
      ...{ Event, CustomEvent: Event, URLSearchParams: Pairs, Date: TabDate, Math: math },
      navigator: { onLine: true, vibrate: () => true },
      matchMedia: () => ({ matches: true }), /* nothing moves */
      MutationObserver: class {
        observe() {}
      },
      indexedDB: databases(device, tab),
      history: { state: null, replaceState: () => (location.hash = "") },
      performance: { now: () => clock - began },
      crypto: {
        getRandomValues: (bytes) =>
          bytes.map((_, no) => (bytes[no] = Math.floor(device.chance() * 256))),
      },
      setTimeout: (act, after = 0) => tab.timer(act, after),
      setInterval: (act, every) => tab.timer(act, every, every),
      clearTimeout: (timer) => timer && (timer.live = false),
      clearInterval: (timer) => timer && (timer.live = false),
      addEventListener: (...what) => window.addEventListener(...what),
      removeEventListener: (...what) => window.removeEventListener(...what),
      htmx: htmxOf(tab, document, fetch, path),
      async bringing(address) {
        if (!address.includes("handover")) throw new Error("no drawer of codes here");
        return given.handover();
      },
    };
    window.indexedDB = given.indexedDB;
    tab.given = given;
    body.append(...pageOf(page));
    tab.all = builds[build](given);
    window.dispatchEvent(new Event("pageshow"));
    window.dispatchEvent(new Event("load"));
  }

  function closeTab(name) {
    const { tab } = phones[name];
    if (tab) tab.live = false;
    phones[name].tab = null;
  }

  /* -- htmx, as far as the pad uses it --------------------------------------------------------- */
  function htmxOf(tab, document, fetch, path) {
    const tell = (type, detail) => {
      const event = new Event(type, { detail, bubbles: true, target: detail.target });
      document.dispatchEvent(event);
      return !event.defaultPrevented;
    };
    let tag = null;

    async function ask(source, method, url, fields) {
      const headers = { "HX-Request": "true" };
      const request = { method, headers, body: fields ? new Pairs(Object.entries(fields)) : null };
      const ctx = { sourceElement: source, request };
      if (fields) request.body.set("csrfmiddlewaretoken", "");
      tag ??= document.querySelector("#poll").getAttribute("hx-ptag");
      if (!fields && tag) headers["HX-PTag"] = tag;
      tell("htmx:config:request", { ctx });
      try {
        ctx.response = await fetch(url, { method, body: request.body ?? "", headers });
        ctx.text = await ctx.response.text();
      } catch {
        return void tell("htmx:error", { ctx, target: source });
      }
      const { response } = ctx;
      if (!tell("htmx:before:response", { ctx, target: source })) return;
      const no = [204, 304, 403, 404, 410, 413];
      if (no.includes(response.status) || response.status >= 500 || !response.page) return;
      tag = response.headers.get("HX-PTag") ?? tag;
      const target = document.querySelector("#poll").getAttribute("hx-target");
      const where = document.querySelector(target);
      tell("htmx:before:swap", { ctx, target: source });
      const fresh = pageOf(response.page).find(({ id }) => `#${id}` === target);
      /* The morph leaves alone what a script fills. */
      for (const asItIs of where.querySelectorAll("[data-as-it-is]")) {
        const its = asItIs.id && fresh.querySelector(`#${asItIs.id}`);
        if (its) {
          asItIs.remove();
          its.replaceWith(asItIs);
        }
      }
      where.replaceWith(fresh);
      tell("htmx:before:settle", { ctx, target: source });
      source.matches?.("#poll")
        ? tell("htmx:after:swap", { ctx, target: source })
        : tell("htmx:after:swap", { ctx, target: document.querySelector(target) });
    }
    const poll = () => ask(document.querySelector("#poll"), "GET", `${path}?poll`);
    /* The element is there when the first news come. */
    tab.timer(() => document.querySelector("#poll")?.addEventListener("news", poll));
    tab.post = (url, fields) => ask(new Element("form"), "POST", url, fields);
    return { trigger: (_, what) => what === "sent" && void poll(), registerExtension() {} };
  }

  /* -- what people do -------------------------------------------------------------------------- */
  const people = {
    tap({ tab }, key) {
      tab.given.window.dispatchEvent(new Event("pointerdown"));
      const [kind, value] = key;
      const place = tab.given.document.querySelector(`[data-${kind}="${value}"]`);
      place?.dispatchEvent(new Event("click", { bubbles: true }));
    },
    submit({ tab }, [selector, button]) {
      const form = tab.given.document.querySelector(selector);
      if (!form || form.hidden) return;
      const submitter = new Element("button", button ? { value: button, "data-what": button } : {});
      form.method = "post";
      form.dispatchEvent(new Event("submit", { bubbles: true, submitter }));
    },
    /* Types into a captain's card, and saves its round. */
    round({ tab }, [no, typed]) {
      const { document } = tab.given;
      const form = document.querySelector(`[data-round="${no}"]`);
      if (!form) return;
      for (const [name, value] of Object.entries(typed)) {
        const box = document.querySelector(`[name="${name}"]`);
        box.value = value;
        box.dispatchEvent(new Event("input", { bubbles: true }));
      }
      const submitter = [...form.querySelectorAll("button")].at(-1);
      const event = new Event("submit", { bubbles: true, submitter });
      document.querySelector("#night").dispatchEvent(event);
      const sent = new FormData(document.querySelector("#night")).toString();
      const action = submitter.getAttribute("formaction");
      if (!event.defaultPrevented) tab.say("post", `${action} ${sent}`);
    },
    press({ tab }, words) {
      const { document } = tab.given;
      const sheet = document.querySelector("#kept") ?? new Element("details");
      sheet.open = true;
      sheet.dispatchEvent(new Event("toggle"));
      const found = document
        .querySelectorAll("#kept-list button, .kept-here button")
        .filter((one) => one.textContent === words);
      found[0]?.onclick?.();
      sheet.open = false;
    },
    /* Returns the addresses that stand for the hands which this phone keeps. */
    codes({ tab }) {
      const box = tab.given.document.querySelector("#handover");
      box.querySelectorAll("button").find((one) => one.textContent === "Copy as text")?.onclick();
      const lines = (box.querySelector("textarea")?.value ?? "").split("\n");
      return lines.filter((one) => one.includes("#take="));
    },
    scan({ tab }, address) {
      tab.given.location.hash = `#${address.split("#")[1]}`;
      tab.given.window.dispatchEvent(new Event("hashchange"));
    },
    /* Answers the question whether to take over what a code brought. */
    agree({ tab }) {
      const buttons = tab.given.document.querySelectorAll(".take-over button");
      for (const words of ["Copy", "Back to the pad"])
        buttons.find((one) => one.textContent === words)?.onclick();
      return buttons.some((one) => one.textContent === "Copy");
    },
    post: ({ tab }, [url, fields]) => void tab.post(url, fields),
    look({ tab }, seen) {
      const { document } = tab.given;
      Object.assign(document, { hidden: !seen, visibilityState: seen ? "visible" : "hidden" });
      document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
    },
    online: ({ tab }) => void tab.given.window.dispatchEvent(new Event("online")),
    jump: (device, by) => (device.shift += by),
    forbid: (device, on) => (device.forbids = on),
    full: (device, on) => (device.full = on),
    slow: (device, on) => (device.slow = on),
    hang: (device) => (device.hangs = true),
    wipe: (device) =>
      Object.assign(device, { rows: {}, safe: {}, local: {}, cookie: "", stored: "" }),
    tear: (device) => (device.rows = { ...device.safe }),
    cookie: (device, text) => (device.cookie = text),
    run: ({ tab }, script) => tab.all.act(script),
  };

  /* -- the way in ------------------------------------------------------------------------------ */
  const fatal = [];

  /* Lets the first timer act. Returns whether it comes again and has begun nothing now. */
  function isIdle(one) {
    const before = acts + changes + out.length;
    timers.shift();
    clock = Math.max(clock, one.due);
    if (one.every) put(Object.assign(one, { due: one.due + one.every }));
    try {
      one.act();
    } catch (why) {
      fatal.push(`timer: ${why}\n${why.stack}`);
    }
    return one.every > 0 && !fatal.length && acts + changes + out.length === before;
  }

  const said = () => ({ now: clock, out: out.splice(0), fatal: fatal.splice(0) });

  const reached = new Set();
  globalThis.met = (branch) => reached.add(branch);
  globalThis.host = {
    /* A script that fails ends nothing else, as in a browser; the simulation is told. */
    safe(name, given) {
      try {
        return host[name](...given) ?? null;
      } catch (why) {
        fatal.push(`${name}: ${why}\n${why.stack}`);
        return null;
      }
    },
    build: (make) => builds.push(make) - 1,
    phone,
    forget: () => {
      for (const name of Object.keys(phones)) {
        closeTab(name);
        delete phones[name];
      }
      for (const no of Object.keys(waiting)) delete waiting[no];
      timers.length = out.length = 0;
      clock = asked = 0;
    },
    open: (...what) => openTab(...what),
    close: closeTab,
    act(name, what, value) {
      people[what](phones[name], value);
    },
    /* Returns what a person finds on a phone, or gets from a button. */
    find: (name, what) => people[what](phones[name]),
    /* Returns which branches of the scripts were reached since the last look (branches.py). */
    met: () => [...reached].sort().filter((branch) => reached.delete(branch)),
    now: (to) => (clock = Math.max(clock, to)),
    /* Let the next timer that is due before then act, and those after it while they only look
       whether there is something to do. Returns whether one did; -1 while something is to be taken
       over first. The promises of one task end before the next. */
    step(before) {
      if (out.length || fatal.length) return -1;
      for (let one = due(); one && one.due < before; one = due())
        if (!isIdle(one)) return 1;
      return 0;
    },
    said,
    answer(no, { status, headers, text, cookie, half }, page) {
      const asker = waiting[no];
      if (!asker?.tab.live) return false;
      delete waiting[no];
      if (cookie) asker.tab.device.cookie = cookie;
      if (asker.redirect === "error" && status >= 300 && status < 400)
        return asker.fail("redirected");
      const names = new Map(
        Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
      );
      const whole = () => {
        if (half) throw new Error("the connection ended");
        return text;
      };
      asker.resolve({
        status,
        ...{ ok: status >= 200 && status < 300, page },
        headers: {
          get: (name) => names.get(name.toLowerCase()) ?? null,
          has: (name) => names.has(name.toLowerCase()),
        },
        text: async () => whole(),
        json: async () => JSON.parse(whole()),
      });
      return true;
    },
    lose: (no) => waiting[no]?.fail("no network"),
    news(name, word) {
      for (const source of phones[name].tab?.sources ?? []) source.onmessage?.({ data: word });
    },
    hush(name) {
      for (const source of phones[name].tab?.sources ?? []) source.onerror?.();
    },
    /* What a tab shows; what is in the storage where that has no entries, or no tab is open. */
    shown(name) {
      const { tab, rows } = phones[name];
      const found = tab?.all.shown();
      return found?.entries.length ? found : { rows: Object.values(rows), ...found };
    },
  };
})();
