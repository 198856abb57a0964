"""Which night is on."""

from datetime import date, datetime, timedelta

import pytest
from django.utils import timezone

from scoring.common.tonight import is_tonight, night_at, tonight

THURSDAY = date(2026, 10, 8)
FRIDAY = THURSDAY + timedelta(days=1)


@pytest.mark.parametrize(
    ("day", "hour", "nights"),
    [
        (THURSDAY, "12:00", (THURSDAY, THURSDAY)),
        (THURSDAY, "23:59", (THURSDAY, THURSDAY)),
        (FRIDAY, "00:00", (THURSDAY, FRIDAY)),
        (FRIDAY, "11:59", (THURSDAY, FRIDAY)),
        (FRIDAY, "12:00", (FRIDAY, FRIDAY)),
    ],
)
def test_a_night_goes_on_past_midnight_until_noon(monkeypatch, day, hour, nights):
    at = timezone.make_aware(datetime.fromisoformat(f"{day} {hour}"))
    monkeypatch.setattr(timezone, "now", lambda: at)
    around = [THURSDAY - timedelta(days=1), THURSDAY, FRIDAY, FRIDAY + timedelta(days=1)]
    assert (tonight(), night_at(at)) == (nights, nights[0])
    assert [one for one in around if is_tonight(one)] == sorted({*nights})
    assert not is_tonight(None)
