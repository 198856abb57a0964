from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from functools import cache

from django import forms

from scoring.common.fields import SeenField, SharedFields, TextField, UnseenForm
from scoring.euchre.hand import (
    ALONE,
    JOKER,
    MADE,
    NO_TRUMPS,
    NOT_PLAYED,
    PENALTY,
    REDEALS,
    SPECIALS,
    SUITS,
    Hand,
    ImpossibleHand,
    Irregularity,
    same_roles,
)
from scoring.euchre.refusals import refuse, refuse_too_many_irregularities
from scoring.euchre.rule_set import MOST_TRICKS, NUMBERS, RuleSet
from scoring.table.forms.penalties import PenaltiesField, rows_of
from scoring.table.models.hands import taken_as_text, taken_from_text

# What the page fills in by itself.
OF_THE_PAGE = {"hand_id", "sitting", "after", "seen", "revision"}
OUT_OF_DATE = "This page is out of date. Reload it and enter the hand again."
NOBODY = "nobody"

# The form's name of an irregularity that anybody may commit, and what the rules call it.
OFFENCES = {"revoke": "revoke", "wrong_cards": "wrong-cards", "abandoned": "abandoned"}

# What most hands leave out: a field that was not sent, or sent empty, is not cleaned, which would
# take longer than the rest.
SELDOM = {
    *("seen", "bid", "forced", "taken", "deals"),
    *("alone", "defender_alone", "special", "void", "call", "turned", "made", "trump"),
    *("picked_up", "best_card", "redeal"),
    *(*OFFENCES, "intimation", "exposed", "note"),
}
EACH_PLAYER = "Enter the tricks of each player, or that they dropped out."
MOST_REVOKES = 4  # the last trick leaves no choice of a card

_suits = [(suit, name) for suit, name in SUITS.items()]


class SeatsField(forms.TypedMultipleChoiceField):
    """Seats ticked. Cleans to (seat, times), where "2" is once and "2x3" three times."""

    def __init__(self, **kwargs) -> None:
        super().__init__(coerce=_seat_and_times, required=False, **kwargs)

    def seat(self, seats: int) -> None:
        """Offer this number of seats."""
        often = ("", *(f"x{times}" for times in range(2, MOST_REVOKES + 1)))
        self.choices = [(f"{seat}{times}",) * 2 for seat in range(seats) for times in often]


def _seat_and_times(text: str) -> tuple[int, int]:
    seat, _, times = text.partition("x")
    return int(seat), int(times or 1)


class OwnTricks(forms.TextInput):
    """The tricks of each player as one text, "1,3,-,1"; or a field for each, "taken_0" and so
    on."""

    seats = 0

    def value_from_datadict(self, data, files, name):
        if name in data:
            return data[name]
        each = [data.get(f"{name}_{seat}", "") for seat in range(self.seats)]
        return ",".join(each) if any(each) else ""


class HandForm(UnseenForm):
    """A hand as the pad sends it. `hand` is the Hand, once valid for this sitting and its rules."""

    hand_id = forms.UUIDField()
    sitting = forms.IntegerField(min_value=1, max_value=2**31 - 1)
    after = forms.UUIDField(required=False)
    seen = SeenField(required=False)
    maker = forms.TypedChoiceField(coerce=int, required=False, empty_value=None)
    partner = forms.ChoiceField(required=False)
    alone = forms.TypedChoiceField(coerce=int, required=False, empty_value=None)
    defender_alone = forms.TypedChoiceField(coerce=int, required=False, empty_value=None)
    special = forms.ChoiceField(required=False, choices=[(name, name) for name in SPECIALS])
    bid = forms.TypedChoiceField(
        coerce=lambda said: int(said) if said.isdigit() else said,
        required=False,
        empty_value=None,
    )
    forced = forms.BooleanField(required=False)
    tricks = forms.TypedChoiceField(coerce=int, required=False, empty_value=None)
    taken = forms.CharField(required=False, max_length=20, widget=OwnTricks)
    void = forms.ChoiceField(required=False, choices=[(reason, reason) for reason in NOT_PLAYED])
    call = forms.ChoiceField(required=False, choices=_suits)
    turned = forms.ChoiceField(required=False, choices=[*_suits, (JOKER, JOKER)])
    made = forms.ChoiceField(required=False, choices=[(way, way) for way in MADE])
    trump = forms.ChoiceField(
        required=False, choices=[*_suits, *((name, name) for name in NO_TRUMPS)]
    )
    picked_up = forms.BooleanField(required=False)
    best_card = forms.BooleanField(required=False)
    # A new deal; a key of the pad sends it in place of `void`.
    redeal = forms.ChoiceField(required=False, choices=[(hand, hand) for hand in REDEALS])
    revoke = SeatsField()
    wrong_cards = SeatsField()
    abandoned = SeatsField()
    intimation = forms.BooleanField(required=False)
    exposed = forms.BooleanField(required=False)
    # Who deals, where the dealer's mark was moved by hand.
    deals = forms.TypedChoiceField(coerce=int, required=False, empty_value=None)
    note = TextField()

    wrong_choice = {
        "maker": "The maker does not sit at this table.",
        "partner": "The partner does not sit at this table.",
        "alone": "The lone player does not sit at this table.",
        "deals": "The dealer does not sit at this table.",
        "defender_alone": "The lone defender does not sit at this table.",
        "bid": "Choose a bid from the list.",
        "void": "Choose a reason from the list.",
    }

    def __init__(
        self, data=None, *, seats: int, rules: RuleSet, dealer: int | None = None, **kwargs
    ) -> None:
        alone = tuple(one.key for one in rules.bids_for_all)
        self.base_fields = self._fields_for(seats, rules.tricks_dealt, alone)
        super().__init__(data, **kwargs)
        self.seats, self.rules, self.dealer = seats, rules, dealer
        if data is not None:
            asked = {"bid"} if rules.bidding else {"taken"} if rules.each_scores else set()
            sent = {name for name in SELDOM & set(data) if data[name] != "" or name in OFFENCES}
            for name in SELDOM - asked - sent:
                del self.fields[name]

    @classmethod
    def sitting_in(cls, data: Mapping[str, str]) -> int | None:
        """Return the key of the sitting that a hand is sent for; None if it is no such number."""
        try:
            return cls.base_fields["sitting"].clean(data.get("sitting"))
        except forms.ValidationError:
            return None

    @classmethod
    @cache
    def _fields_for(cls, players: int, tricks: int, alone: tuple[str, ...]) -> SharedFields:
        """Return the fields for this number of players and of tricks dealt, and these lone
        bids."""
        fields = deepcopy(cls.base_fields)
        seats = [(seat, seat) for seat in range(players)]
        for role in ("maker", "alone", "defender_alone", "deals"):
            fields[role].choices = seats
        for offence in OFFENCES:
            fields[offence].seat(players)
        fields["taken"].widget.seats = players
        if "penalties" in fields:
            fields["penalties"].seats = players
        fields["partner"].choices = [*seats, (ALONE, "Alone"), (NOBODY, "Nobody")]
        numbers = range(1, MOST_TRICKS + 1)
        fields["bid"].choices = [(bid, bid) for bid in (*numbers, *(alone or (ALONE,)))]
        fields["tricks"].choices = [(number, number) for number in range(tricks + 1)]
        dealt = f"There are only {NUMBERS[tricks]} tricks in a hand: 0 to {tricks}."
        for name, message in (cls.wrong_choice | {"tricks": dealt}).items():
            fields[name].error_messages |= dict.fromkeys(("invalid_choice", "invalid"), message)
        for name in OF_THE_PAGE & fields.keys():
            wrong = ("required", "invalid", "min_value", "max_value")
            fields[name].error_messages |= dict.fromkeys(wrong, OUT_OF_DATE)
        return SharedFields(fields)

    def clean(self) -> dict:
        if not self.errors:
            try:
                self.hand = self._hand()
                moved = self.dealer is not None and self.hand.dealer is not None
                dealer = self.hand.dealer if moved else self.dealer
                at = {"rules": self.rules, "seats": self.seats, "dealer": dealer}
                refuse_too_many_irregularities(self.hand)
                refuse(self.hand, kept=self._kept(), **at)
            except ImpossibleHand as wrong:
                self.add_error(wrong.field if wrong.field in self.fields else None, wrong.message)
        return self.cleaned_data

    def _kept(self) -> bool:
        """Return whether the players and their part in the hand were sent and stored before."""
        return False

    def _hand(self) -> Hand:
        found = {
            name: self.cleaned_data.get(name) or None
            for name in ("call", "turned", "made", "trump")
        }
        deals = self.cleaned_data.get("deals")
        void, penalties = self.cleaned_data.get("void"), self._penalties()
        redeal = self.cleaned_data.get("redeal") or None
        if void == PENALTY:
            return Hand(void=void, irregularities=penalties, dealer=deals)
        if void or redeal:
            void = void or "new-deal"
            redeal = redeal if void == "new-deal" else None
            return Hand(void=void, redeal=redeal, turned=found["turned"], dealer=deals)
        return Hand(
            dealer=deals,
            maker=self.cleaned_data["maker"],
            bid=self.cleaned_data.get("bid"),
            forced=self.cleaned_data.get("forced") or None,
            **(
                self._called_partner(found["call"])
                if self.rules.partners == "called"
                else self._lone_players()
            ),
            tricks=None if self.rules.each_scores else self.cleaned_data["tricks"],
            taken=self._taken(),
            picked_up=self.cleaned_data.get("picked_up") or None,
            best_card=self.cleaned_data.get("best_card") or None,
            irregularities=(*self._irregularities(), *penalties),
            **found,
        )

    def _taken(self) -> tuple[int | None, ...] | None:
        """Return the tricks of each player, where each scores their own."""
        said = self.cleaned_data.get("taken")
        if not said:
            return None
        try:
            return taken_from_text(said)
        except ValueError as wrong:
            raise ImpossibleHand("taken", EACH_PLAYER) from wrong

    def _penalties(self) -> tuple[Irregularity, ...]:
        """Return the points that the table gave or took. The pad enters them without a hand."""
        return ()

    def _called_partner(self, call: str | None) -> dict:
        """Return the facts of one key of the pad, which is the called partner, or Alone."""
        maker, partner = self.cleaned_data["maker"], self.cleaned_data["partner"]
        if maker is not None and not partner:
            raise ImpossibleHand("partner", "Tap the partner, or Alone.")
        # Alone, and yet a suit was called: they called, and nobody had it (Foster 22).
        return {
            "partner": int(partner) if partner not in (ALONE, NOBODY, "") else None,
            "alone": maker if partner == ALONE and not call else None,
        }

    def _lone_players(self) -> dict:
        alone, maker = self.cleaned_data.get("alone"), self.cleaned_data["maker"]
        return {
            # Only the bidder plays alone, and a correction may name another one.
            "alone": maker if self.rules.bidding and alone is not None else alone,
            "defender_alone": self.cleaned_data.get("defender_alone"),
            "special": self.cleaned_data.get("special") or None,
        }

    def _irregularities(self) -> tuple[Irregularity, ...]:
        found = [
            Irregularity(kind=kind, by=seat, times=times)
            for name, kind in OFFENCES.items()
            for seat, times in sorted(dict(sorted(self.cleaned_data.get(name, ()))).items())
        ]
        if self.cleaned_data.get("intimation"):
            found.append(Irregularity(kind="intimation", by=self._betrayer()))
        if self.cleaned_data.get("exposed"):
            found.append(Irregularity(kind="exposed", by=self._partner_of_the_lone_player()))
        return tuple(found)

    def _betrayer(self) -> int:
        partner = self.cleaned_data["partner"]
        if not partner.isdigit():
            raise ImpossibleHand(
                "intimation", "No partner was called, so none gave themselves away (law 20)."
            )
        return int(partner)

    def _partner_of_the_lone_player(self) -> int:
        lone = self.cleaned_data.get("alone")
        if lone is None and self.cleaned_data.get("special"):
            lone = self.cleaned_data["maker"]
        if lone is None:
            raise ImpossibleHand(
                "exposed", "This was no lone hand, so a card shown does not count."
            )
        # The one partner: only laws for four players score it.
        return self.rules.partners_of(lone)[0]

    @property
    def complaint(self) -> str:
        """What is wrong, in a sentence or two."""
        return " ".join(
            dict.fromkeys(str(message) for errors in self.errors.values() for message in errors)
        )


class CorrectionForm(HandForm):
    """A correction of a hand, with its new facts, the number of corrections that the person had
    seen, and why."""

    revision = forms.IntegerField(min_value=0, max_value=10**6)
    why = TextField()
    penalties = PenaltiesField(required=False)

    def __init__(self, *args, stored: Hand, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.stored = stored
        for name in ("hand_id", "sitting", "after", "seen", "note"):
            self.fields.pop(name, None)  # one that was not sent is not there

    def _kept(self) -> bool:
        return same_roles(self.stored, self.hand)

    def _penalties(self) -> tuple[Irregularity, ...]:
        return self.cleaned_data["penalties"]


def values_of_form(hand: Hand) -> dict:
    """Return the form's values that say what `hand` says."""
    partner = (
        hand.partner if hand.partner is not None else ALONE if hand.alone is not None else NOBODY
    )
    return {
        "maker": hand.maker,
        "partner": "" if hand.maker is None else partner,
        **{name: getattr(hand, name) for name in ("bid", "alone", "defender_alone", "tricks")},
        **({"alone": None} if isinstance(hand.bid, str) else {}),
        **{
            name: getattr(hand, name) or ""
            for name in ("special", "void", "redeal", "call", "turned", "made", "trump")
        },
        **{name: bool(getattr(hand, name)) for name in ("picked_up", "best_card")},
        **{name: _ticked(hand, kind) for name, kind in OFFENCES.items()},
        "forced": bool(hand.forced),
        "taken": "" if hand.taken is None else taken_as_text(hand.taken),
        "intimation": bool(hand.offenders("intimation")),
        "exposed": bool(hand.offenders("exposed")),
        "penalties": rows_of(hand.penalties),
    }


def _ticked(hand: Hand, kind: str) -> list[int | str]:
    return [
        offence.by if offence.times == 1 else f"{offence.by}x{offence.times}"
        for offence in hand.irregularities
        if offence.kind == kind
    ]
