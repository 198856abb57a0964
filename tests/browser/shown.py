"""The parts that a page does not show whole: words that run off the screen or are broken inside,
text that is cut; and what lies on each other."""

from tests.browser.letters import letters_there

FIND = r"""
() => {
  const found = new Set();
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > width) {
    found.add(`scrolls sideways by ${document.documentElement.scrollWidth - width}`);
  }
  const styles = new Map();
  const style = (element) => {
    if (!styles.has(element)) styles.set(element, getComputedStyle(element));
    return styles.get(element);
  };
  /* The boxes that an element's text may not leave: [box, across, down, shortens]. */
  const bounds = new Map();
  const boundsOf = (element) => {
    if (!element || element === document.documentElement) return [];
    if (!bounds.has(element)) {
      const its = style(element);
      const rest = boundsOf(element.parentElement);
      const hides = (overflow) => overflow === "hidden" || overflow === "clip";
      const across = hides(its.overflowX);
      const down = hides(its.overflowY);
      const scrolls = its.overflowX === "auto" || its.overflowX === "scroll";
      const here = [element.getBoundingClientRect(), across, down, its.textOverflow, element];
      bounds.set(element, scrolls ? "scrolls" : across || down ? [here, ...rest] : rest);
    }
    const known = bounds.get(element);
    if (known !== "scrolls") return known;
    return element.closest("nav, thead") ? null : boundsOf(element.parentElement);
  };
  const unseen = (element) => {
    const its = style(element);
    return its.clipPath === "inset(50%)" || element.matches("details:not([open]) > :not(summary)");
  };
  const shown = (element) => {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    for (let one = element; one && one !== document.body; one = one.parentElement) {
      if (unseen(one)) return false;
    }
    return true;
  };
  const ALLOWED = ".address, code, pre, textarea, select, option, script, style, .skip";
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = words.nextNode(); node; node = words.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || element.closest(ALLOWED) || !shown(element)) continue;
    if (element.closest("svg.disc")) continue;
    const limits = boundsOf(element);
    const turned = style(element).writingMode !== "horizontal-tb";
    for (const match of node.data.matchAll(/[^\s\u00ad\u200b]+/g)) {
      range.setStart(node, match.index);
      range.setEnd(node, match.index + match[0].length);
      const boxes = [...range.getClientRects()].filter((box) => box.width > 0);
      if (!boxes.length) continue;
      const word = match[0];
      const lines = new Set(boxes.map((box) => Math.round(box.top)));
      if (lines.size > 1 && !turned && !/[-‐–—/·,.…]./u.test(word) && element.tagName !== "text") {
        found.add(`broken: ${word}`);
      }
      if (limits === null) continue; /* in a row of tabs or orders, which one draws sideways */
      for (const box of boxes) {
        if (box.right > width + 1 || box.left < -1) found.add(`off the screen: ${word}`);
        for (const [limit, across, down, overflow, holder] of limits) {
          if (across && (box.right > limit.right + 1 || box.left < limit.left - 1)) {
            const says = holder.title || holder.closest("[title]")?.title ||
              holder.closest("[aria-label]")?.ariaLabel || "";
            const whole = overflow === "ellipsis" && says.includes(node.data.trim());
            if (!whole || /^[+−-]?\p{Sc}?\d/u.test(word)) found.add(`cut: ${word}`);
          }
          if (down && box.height < 300 && element.tagName !== "text") {
            const letters = Number.parseFloat(style(element).fontSize);
            const middle = (box.top + box.bottom) / 2;
            const above = limit.top - (middle - letters * 0.46);
            const below = middle + letters * 0.46 - limit.bottom;
            if (above > 1 || below > 1) found.add(`cut above or below: ${word}`);
          }
        }
      }
    }
  }
  return [...found];
}
"""

ON_EACH_OTHER = r"""
() => {
  const found = new Set();
  const lies = (element) => {
    for (let one = element; one && one !== document.body; one = one.parentElement) {
      const its = getComputedStyle(one);
      if (["fixed", "sticky"].includes(its.position) || its.clipPath === "inset(50%)") return false;
      if (one.matches("details.menu > :not(summary)")) return false;
    }
    return element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  };
  const boxes = (thing, lines) => [...lines].map(({ left, right, top, bottom }) => {
    /* Lines of text may touch: what counts is where letters are. */
    const [middle, half] = [(top + bottom) / 2, (bottom - top) * (thing.data ? 0.2 : 0.5)];
    return { thing, left, right, top: middle - half, bottom: middle + half };
  });
  const KEYS = "a[href], button, summary, select, textarea, input:not([type=hidden])";
  const keys = [...document.querySelectorAll(KEYS)].filter(lies);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const texts = [];
  while (walker.nextNode()) {
    const { currentNode: text, currentNode: { parentElement: element } } = walker;
    if (!text.data.trim() || element.closest("svg, script, style, select, .skip")) continue;
    if (!lies(element)) continue;
    range.selectNodeContents(text);
    texts.push(...boxes(text, range.getClientRects()));
  }
  const overlap = (one, other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 2;
  const says = ({ thing }) => (thing.data ?? (thing.innerText || thing.name)).trim().slice(0, 30);
  for (const all of [keys.flatMap((key) => boxes(key, key.getClientRects())), texts]) {
    for (const [no, one] of all.entries()) {
      for (const other of all.slice(no + 1)) {
        if (one.thing.contains(other.thing) || other.thing.contains(one.thing)) continue;
        if (overlap(one, other)) found.add(`on each other: ${says(one)} / ${says(other)}`);
      }
    }
  }
  return [...found];
}
"""
"""Finds keys and lines of text that overlap. What stays in sight while the rest scrolls is not
among them."""


def not_whole(page) -> list[str]:
    """Return the parts that the page does not show whole, as it is and with everything unfolded."""
    page.wait_for_load_state()
    letters_there(page)
    found = page.evaluate(FIND)
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    return found + [one for one in page.evaluate(FIND) if one not in found]


def wrong_in_sight(page) -> list[str]:
    """Return the parts of the page that are cut, off the screen or on each other, with what is
    folded left so. Where letters are large, a long word may be broken."""
    page.wait_for_load_state()
    letters_there(page)
    found = [one for one in page.evaluate(FIND) if not one.startswith("broken")]
    return found + page.evaluate(ON_EACH_OTHER)


def not_well_laid_out(page) -> list[str]:
    """Return the parts of the page that are cut, off the screen or on each other. Where letters are
    large, a long word may be broken."""
    found = [one for one in not_whole(page) if not one.startswith("broken")]
    return found + page.evaluate(ON_EACH_OTHER)
