"""Names from right to left on a phone: words and scores stay beside the name that they are of."""

from playwright.sync_api import expect

from tests.browser.table import log, start_table

NAMES = ["مريم", "דוד", "Cat", "شركة علاء", "Eveline"]
OUT_OF_ORDER = """() => {
  const wrong = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const block = (node) => node.parentElement.closest("p, li, td, dd, h1, h2");
  const place = (node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()];
    return boxes.length === 1 ? boxes[0] : null;
  };
  for (let last = null, node; (node = texts.nextNode()); last = node) {
    if (node.parentElement.closest(".hidden")) node = last;
    if (!last || node === last || !block(node) || block(last) !== block(node)) continue;
    const [one, two] = [place(last), place(node)];
    if (!one || !two || Math.abs(one.bottom - two.bottom) > 2) continue;
    if (one.right > two.left + 1) wrong.push(`${last.data}|${node.data}`);
  }
  return wrong;
}"""
"""Returns the neighbours in one line that are not from left to right as they follow each other."""


def test_words_and_scores_stay_beside_a_name_written_from_right_to_left(phone):
    pad = start_table(phone, NAMES, dealer="Cat")
    log(phone, "مريم", "דוד", 5, no=1)
    log(phone, "Cat", "شركة علاء", 3, no=2)
    assert phone.evaluate(OUT_OF_ORDER) == []
    for page in ("board", "history", "score"):
        phone.goto(f"{pad}{page}")
        assert phone.locator("bdi", has_text="דוד").count() > 0
        assert phone.evaluate(OUT_OF_ORDER) == []


def test_a_copied_result_keeps_names_from_right_to_left_beside_their_scores(phone):
    pad = start_table(phone, NAMES, dealer="Cat")
    log(phone, "مريم", "דוד", 5, no=1)
    phone.goto(f"{pad}settlement")
    phone.evaluate("navigator.clipboard.writeText = async (text) => (window.copied = text)")
    result = phone.locator("details", has_text="Result as text")
    result.locator("summary").tap()
    result.get_by_role("button", name="Copy").tap()
    expect(result).to_contain_text("Copied.")
    copied = phone.evaluate("window.copied")
    assert "\u2066דוד\u2069" in copied
    assert "bdi" not in copied
