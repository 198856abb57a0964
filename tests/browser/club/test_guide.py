"""The pages of the guide on a small phone."""

from scoring.club.queries.guide import KEYS

LARGE = "document.documentElement.style.fontSize = '200%'"


def test_every_page_of_the_guide_fits_a_phone_with_letters_twice_as_large(open_page):
    page, widths = open_page(), {}
    for key in KEYS:
        page.goto(f"/help/{key}/")
        page.evaluate(LARGE)
        widths[key] = page.evaluate("document.documentElement.scrollWidth")
    assert widths == dict.fromkeys(KEYS, 360)


def test_the_front_page_fits_a_phone_with_letters_twice_as_large(open_page):
    page = open_page(360, 640)
    page.goto("/")
    page.evaluate(LARGE)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
