"""A form is sent as a browser sends it that types the least."""

from tests.bench.forms import NAME, forms_of

PAGE = """
<form method="get" action="/find"><input name="q"></form>
<form method="post" action="/save" id="save">
  <input type="hidden" name="seen" value="7">
  <input name="name" required><input name="note">
  <input type="radio" name="way" value="a"><input type="radio" name="way" value="b" checked>
  <input type="checkbox" name="who" value="1"><input type="checkbox" name="who" value="2">
  <select name="kind"><option value="x">X<option value="y" selected>Y</select>
  <textarea name="text">said</textarea>
  <button name="do" value="look">Look</button><button formaction="/drop">Drop</button>
</form>
<input name="late" value="1" form="save">
"""


def test_fields_have_their_values_or_the_least_that_is_required():
    (form,) = forms_of(PAGE)
    assert form.values == {
        "seen": "7",
        "name": NAME,
        "note": "",
        "way": "b",
        "who": "1",
        "kind": "y",
        "text": "said",
        "late": "1",
    }


def test_a_form_is_sent_by_each_of_its_buttons():
    (form,) = forms_of(PAGE)
    assert [(path, values.get("do")) for path, values in form.sent()] == [
        ("/save", "look"),
        ("/drop", None),
    ]
