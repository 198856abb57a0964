"""What is too small on a page: letters under 11 pixels, and targets that a thumb misses."""

LEAST_LETTERS, LEAST_TARGET = 11, 48

SMALL_LETTERS = r"""
(least) => {
  const found = new Set();
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    const element = words.currentNode.parentElement;
    const says = words.currentNode.data.trim();
    if (!says || element.closest("script, style, template, noscript, select, svg.disc")) continue;
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (element.closest(".hidden, .skip")) continue;
    /* Letters in a drawing are as large as the drawing makes them. */
    const scale = element.ownerSVGElement ? element.getScreenCTM().a : 1;
    const size = Number.parseFloat(getComputedStyle(element).fontSize) * scale;
    if (size < least - 0.05) found.add(`${size.toFixed(1)} px: ${says.slice(0, 30)}`);
  }
  return [...found];
}
"""
SMALL_TARGETS = r"""
(least) => {
  const found = new Set();
  const targets = "a[href], button, summary, select, textarea, input:not([type=hidden])";
  for (const one of document.querySelectorAll(targets)) {
    if (!one.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (one.closest(".hidden, .skip, [inert]")) continue;
    const says = (one.innerText || one.value || one.name || "").trim().slice(0, 30);
    /* A link in a sentence is as high as its line; a choice is as large as its label. */
    const inSentence = one.matches("a") && getComputedStyle(one).display === "inline";
    const parent = one.parentElement;
    if (inSentence && [...parent.childNodes].some((node) => node !== one &&
      (node.nodeType === Node.TEXT_NODE ? /\p{L}{2}/u.test(node.data) : node.matches("a")))) {
      continue;
    }
    const label = one.labels?.length ? [...one.labels] : [];
    const choice = one.matches("[type=checkbox], [type=radio]");
    /* What lies over all of a row makes the row its target. */
    const over = getComputedStyle(one, "::after");
    if (over.position === "absolute" && over.content !== "none" && one.offsetParent) {
      if (one.offsetParent.getBoundingClientRect().height >= least) continue;
    }
    const boxes = (choice && label.length ? [one, ...label] : [one])
      .map((each) => each.getBoundingClientRect());
    const height = Math.max(...boxes.map((box) => box.height));
    const width = Math.max(...boxes.map((box) => box.width));
    if (height < least - 0.5 || width < 24) {
      found.add(`${Math.round(width)} x ${Math.round(height)}: ${says}`);
    }
  }
  return [...found];
}
"""
DIM_DISCS = r"""
() => {
  const parts = (colour) => colour.match(/[\d.]+/g).map(Number);
  const light = ([red, green, blue]) => {
    const of = (part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    };
    return 0.2126 * of(red) + 0.7152 * of(green) + 0.0722 * of(blue);
  };
  const ratio = (one, other) => {
    const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const behind = (element) => {
    for (let one = element; one; one = one.parentElement) {
      const colour = parts(getComputedStyle(one).backgroundColor);
      if (colour.length < 4 || colour[3] > 0.5) return colour;
    }
    return [255, 255, 255];
  };
  const found = new Set();
  for (const disc of document.querySelectorAll("svg.disc")) {
    if (!disc.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const colour = parts(getComputedStyle(disc).fill);
    const shape = disc.querySelector("use");
    const edged = shape && getComputedStyle(shape).stroke !== "none";
    const letter = parts(getComputedStyle(disc.querySelector("text")).fill);
    const at = disc.getAttribute("class");
    const onPage = ratio(colour, behind(disc.parentElement));
    if (onPage < 3 && !edged) found.add(`${at} is ${onPage.toFixed(1)} on its ground`);
    if (ratio(colour, letter) < 3) found.add(`the letter of ${at} is ${ratio(colour, letter)}`);
  }
  return [...found];
}
"""


def small_letters(page) -> list[str]:
    """Return the text of the page that is under 11 pixels high, as it is and unfolded."""
    return _unfolded(page, SMALL_LETTERS, LEAST_LETTERS)


def small_targets(page) -> list[str]:
    """Return what one may tap on the page and that is under 48 pixels high. A link in a sentence is
    not among it."""
    return _unfolded(page, SMALL_TARGETS, LEAST_TARGET)


def dim_discs(page) -> list[str]:
    """Return the discs whose contrast with their ground, or their letter's, is under 3 to 1."""
    return page.evaluate(DIM_DISCS)


def too_small(page) -> list[str]:
    """Return all of it."""
    return [*small_letters(page), *small_targets(page), *dim_discs(page)]


def _unfolded(page, script: str, least: int) -> list[str]:
    found = page.evaluate(script, least)
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    return found + [one for one in page.evaluate(script, least) if one not in found]
