"""The time when the fonts of a page have loaded: until then, fonts of the machine replace them."""

from playwright.sync_api import Page

# What is shown is laid out, which asks for its letters; when those are there, for what they lack.
ARE_THEY_THERE = """async () => {
  document.body.getBoundingClientRect();
  await document.fonts.ready;
  document.body.getBoundingClientRect();
  return document.fonts.status === "loaded";
}"""


def letters_there(page: Page) -> None:
    """Wait until what this page shows is set in its own letters, whether it may run scripts or
    not."""
    while not page.evaluate(ARE_THEY_THERE):
        pass
