import pytest

from scoring.euchre.wording import spoken


@pytest.mark.parametrize(
    ("sentences", "said"),
    [
        (
            ["Hand 3: Ben with Dan, all five", "Ben and Dan +3 each"],
            "Hand 3: Ben with Dan, all five. Ben and Dan plus 3 each.",
        ),
        (["Game 2 to Ann, 6–0, a lap of 1.", ""], "Game 2 to Ann, 6 to 0, a lap of 1."),
        (["Ann −2, Ben 10"], "Ann minus 2, Ben 10."),
        ([], ""),
    ],
)
def test_spoken_text_has_sentences_without_signs(sentences, said):
    assert spoken(sentences) == said
