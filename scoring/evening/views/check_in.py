"""The check-in page: people here, people who left, and fees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from hashlib import sha256
from types import MappingProxyType
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.http import urlencode
from django.views.decorators.http import require_safe
from django_htmx.http import ptag

from scoring.common import polling
from scoring.common.amounts import written
from scoring.common.answers import or_show, piece_or_page, posted, status_of, valid
from scoring.common.local_time import clock
from scoring.common.names import folded, name_key
from scoring.common.permissions import LOOK, RUN, WRITE, Actor, may
from scoring.evening.actions import check_in as verbs
from scoring.evening.forms.check_in import (
    ArriveForm,
    CarfulForm,
    EntersForm,
    FeeForm,
    FindForm,
    LeftForm,
)
from scoring.evening.queries.answers import answers_to
from scoring.evening.queries.fees import fee_for
from scoring.evening.queries.now import (
    AWAITED,
    GONE,
    HERE,
    Person,
    at_the_door,
    is_planned,
    is_unchecked,
)
from scoring.evening.queries.sign_up import expected_at
from scoring.evening.views.fees import describe_fee, describe_fees, preview_fee
from scoring.evening.views.typed_names import (
    Carful,
    by_first_name,
    carfuls,
    found,
    newcomer,
    several,
)
from scoring.money.queries.accounts import balances_of
from scoring.people.models import Player
from scoring.table.access import session_by_number
from scoring.table.models import ClubSession
from scoring.tournament.access import tournament_by_number
from scoring.tournament.actions.check_in import (
    CheckIn,
    check_all_in_by_name,
    check_in,
    check_in_by_name,
    undo_check_in,
)
from scoring.tournament.actions.check_in import enter_who_checks_in as say_who_enters
from scoring.tournament.models import Entrant, Tournament
from scoring.tournament.queries.now import format_in, numbers_of, tournament_at_the_door

Answers = Mapping[str, tuple[str, bool]]
"""The answers going and not going, with names, by the players' keys."""


@dataclass(frozen=True, kw_only=True)
class DoorLine:
    """A person at the door, in words."""

    person: Person
    fee: str
    """The check-in fee, due or paid: "£3.00"; empty if there is none."""
    before: str
    """The account before this club night: "owes £3.50 from before"; empty if it is even."""
    entrant: Entrant | None
    """The player's entry in tonight's tournament."""
    fresh: bool = False
    """Whether they came while the screen showed this list."""
    said: str = ""
    """What they answered: "signed up", "going", "not going"."""
    lacks: str = ""
    """That they play and owe nothing: "not checked in, £3.00 not charged"."""

    @property
    def pk(self) -> int:
        return self.person.player.pk

    @property
    def name(self) -> str:
        return self.person.player.name

    @property
    def paid(self) -> bool:
        return self.person.came is not None and self.person.came.fee_paid_at is not None

    @property
    def number(self) -> str:
        """Their number in tonight's tournament: "number 12"; a late comer's, too, "number 12,
        from round 3"."""
        if self.entrant is None:
            return ""
        since = f", from round {self.entrant.since}" if self.entrant.since > 1 else ""
        return f"number {self.entrant.no}{since}"

    @property
    def about(self) -> str:
        """The small print: "guest · number 12 · since 19:31 · Table 2"."""
        player, table = self.person.player, self.person.table
        parts = ["guest" if player.guest else "", "" if player.active else "former player"]
        where = str(table) if table else ""
        said = self.said if self.person.came is None else ""
        when = self.lacks or _when(self.person)
        return " · ".join(filter(None, [said, *parts, self.number, when, where]))


def _when(person: Person) -> str:
    if person.came is None:
        return "not checked in" if person.seat else ""
    since = clock(person.came.arrived_at)
    if person.state == HERE:
        return f"since {since}"
    return f"{since}\N{EN DASH}{clock(person.came.left_at)}"


def door_tag(session: ClubSession, asked: dict[str, str]) -> str:
    """Return the polling tag of a list; it changes with the club night and with the filter."""
    return polling.tag(session.version, sha256(repr(asked).encode()).hexdigest()[:8])


def lines_of(
    session: ClubSession,
    people: Iterable[Person],
    *,
    fresh_since: datetime | None = None,
    listed: Container[str] = (),
    answers: Answers = MappingProxyType({}),
) -> list[DoorLine]:
    """Return the lines of these people with their money. Those who came since `fresh_since` are
    fresh; `listed` are the keys of people on the sign-up list, and `answers` the answers of
    others."""
    people = list(people)
    accounts = balances_of(session.club, [person.player for person in people])
    entrants = numbers_of(session) if people else {}
    return [
        DoorLine(
            person=person,
            fee=_fee(session, person),
            before=_before(session, person, accounts),
            entrant=entrants.get(person.player.pk),
            fresh=fresh_since is not None and _came_since(person, fresh_since),
            said=_said(person.player.key, listed, answers),
            lacks=_lacks(session, person),
        )
        for person in people
    ]


def _said(key: str, listed: Container[str], answers: Answers) -> str:
    if key in listed:
        return "signed up"
    if key not in answers:
        return ""
    return "going" if answers[key][1] else "not going"


def _lacks(session: ClubSession, person: Person) -> str:
    if not is_unchecked(session, person):
        return ""
    fee = written(fee_for(session, person.player), session.club.currency)
    return f"not checked in, {fee} not charged"


def _fee(session: ClubSession, person: Person) -> str:
    if person.came is None or not person.came.fee_minor:
        return ""
    return written(person.came.fee_minor, session.club.currency)


def _before(session: ClubSession, person: Person, accounts: dict[int, int]) -> str:
    """Return the balance of the account without tonight's fee."""
    came = person.came
    owed_here = came.fee_minor if came and not came.fee_paid_at else 0
    minor = accounts.get(person.player.pk, 0) + owed_here
    if not minor:
        return ""
    amount = written(abs(minor), session.club.currency)
    return f"{amount} in credit" if minor > 0 else f"owes {amount} from before"


def counts_of(people: Iterable[Person]) -> dict[str, int]:
    """Return how many members are not here yet, and how many people are here and have left."""
    found = Counter(
        person.state for person in people if person.state != AWAITED or person.is_member
    )
    return {state: found[state] for state in (AWAITED, HERE, GONE)}


def shown(people: list[Person], *, show: str, q: str, since: datetime) -> list[Person]:
    """Return the people that the page lists: those in a state, or those who match the typed text.

    Nothing moves under the thumb: people in that state at `since` keep their places, and later ones
    are added below. Of those not here yet, only members are listed.
    """
    if names := several(q):
        together, meant = set(map(name_key, names)), by_first_name(people, names)
        here = [one for one in people if one.player.key in together and one.state == HERE]
        return here + [one for one in meant if one not in here]
    if q:
        return found(people, q)
    before = {person: _before_that(person, since) for person in people}
    stay = [one for one in people if before[one] == show and (show != AWAITED or one.is_member)]
    return stay + [one for one in people if one.state == show != before[one]]


def _came_since(person: Person, since: datetime) -> bool:
    return person.state == HERE and _before_that(person, since) == AWAITED


def _before_that(person: Person, since: datetime) -> str:
    """Return a person's state at an earlier moment, as far as check-in knows."""
    came = person.came
    if came is None:
        return person.state
    if came.arrived_at >= since:
        return AWAITED
    return HERE if came.left_at and came.left_at >= since else person.state


ARRIVED = {AWAITED: "is here", GONE: "is back", HERE: "was already checked in"}
PAID = {True: "has paid", False: "has not paid", None: "has another check-in fee now"}


@require_safe
@session_by_number(WRITE)
@ptag(lambda request, session, actor: door_tag(session, FindForm(request.GET).asked))
def door(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """Show people not here yet, here or gone, or those who match the typed text (`q`)."""
    return _door(request, session, actor)


def _door(
    request: HttpRequest,
    session: ClubSession,
    actor: Actor,
    *,
    message: str = "",
    status: int = 200,
) -> HttpResponse:
    page = DoorPage(
        session=session,
        actor=actor,
        form=FindForm(request.GET),
        just_now=request.GET.getlist("done"),
        message=message,
    )
    context = {"page": page, "session": session, "runs": page.runs}
    return piece_or_page(
        request, "evening/door/door.html", context, piece="list", name="door", status=status
    )


@dataclass(frozen=True, kw_only=True)
class DoorPage:
    """The check-in page with its filter."""

    session: ClubSession
    actor: Actor
    form: FindForm
    just_now: Container[str] = ()
    """The keys of the people just changed."""
    message: str = ""

    @cached_property
    def runs(self) -> bool:
        return may(self.actor, RUN, self.session)

    @property
    def tag(self) -> str:
        return door_tag(self.session, self.form.asked)

    @property
    def news(self) -> str:
        return polling.news("session", self.session.pk)

    @property
    def fees(self) -> str:
        return describe_fees(self.session)

    @property
    def planned(self) -> bool:
        return is_planned(self.session)

    @cached_property
    def asked(self) -> dict[str, str]:
        unsaid = self.session.closed and "show" not in self.form.data
        return {**self.form.asked, "show": HERE} if unsaid else self.form.asked

    @property
    def show(self) -> str:
        return self.asked["show"]

    @property
    def q(self) -> str:
        return self.asked["q"]

    @cached_property
    def since(self) -> datetime:
        return self.form.stands_since

    @cached_property
    def tournament(self) -> Tournament | None:
        """The tournament that check-in can enter people in; only one for single players."""
        found = tournament_at_the_door(self.session)
        return None if found is None or format_in(found).pairs else found

    @cached_property
    def people(self) -> list[Person]:
        return at_the_door(self.session, everybody=bool(self.q))

    @cached_property
    def counts(self) -> dict[str, int]:
        return counts_of(self.people)

    @cached_property
    def _listed(self) -> Mapping[str, str]:
        return {} if self.session.closed else expected_at(self.session)

    @cached_property
    def _answers(self) -> Answers:
        return {} if self.session.closed else answers_to(self.session)

    @cached_property
    def done(self) -> list[DoorLine]:
        return lines_of(self.session, filter(self._is_done, self.people))

    def _is_done(self, person: Person) -> bool:
        return str(person.player.pk) in self.just_now

    @cached_property
    def lines(self) -> list[DoorLine]:
        """The lines of the page; fresh arrivals can be undone there."""
        people = [one for one in self.people if not self._is_done(one)]
        return lines_of(
            self.session,
            shown(people, show=self.show, q=self.q, since=self.since),
            fresh_since=self.form.fresh_since,
            listed=self._listed,
            answers=self._answers,
        )

    @property
    def all_in(self) -> bool:
        """Whether no one is awaited any more. People who just came may still be listed."""
        waits = self.q or self.show != AWAITED or self.expected
        return not waits and not self.counts[AWAITED] and self.counts[HERE] > 0

    @property
    def said(self) -> str:
        """How many answered: "14 going, 3 not going"."""
        comes = [comes for _, comes in self._answers.values()]
        come, away = len(self._listed) + comes.count(True), comes.count(False)
        if not come:
            return f"{away} not going" if away else ""
        return f"{come} going" + (f", {away} not going" if away else "")

    @cached_property
    def expected(self) -> list[tuple[str, str]]:
        """The people, mostly guests, who are going but not on this page and not here, each with the
        source of the answer."""
        listed, answers = self._listed, self._answers
        come = {key: name for key, (name, comes) in answers.items() if comes} | listed
        if self.show != AWAITED or not come:
            return []
        known = {person.player.key for person in self.people}
        known |= set(self.session.attendances.values_list("player__key", flat=True))
        words = folded(self.q).split()
        return [
            (name, _said(key, listed, answers))
            for key, name in come.items()
            if key not in known and all(word in folded(name) for word in words)
        ]

    @cached_property
    def newcomer(self) -> str:
        return newcomer(self.people, self.q)

    @cached_property
    def carfuls(self) -> list[Carful]:
        return [] if self.session.closed else carfuls(self.people, self.q)


@require_safe
@session_by_number(WRITE)
def one_at_the_door(
    request: HttpRequest, session: ClubSession, actor: Actor, player: int
) -> HttpResponse:
    """Show one person at check-in: undo the check-in, or change the fee."""
    form = FeeForm(currency=session.club.currency)
    return _one(request, session, actor, _player(session, player), form)


def _one(
    request: HttpRequest,
    session: ClubSession,
    actor: Actor,
    player: Player,
    form: FeeForm,
    *,
    effect: str = "",
) -> HttpResponse:
    """Answer with the page of one person; with the `effect` of a new fee if it is not saved yet."""
    (line,) = lines_of(session, [_person(at_the_door(session), player)])
    came = line.person.came
    context = {
        "session": session,
        "runs": may(actor, RUN, session),
        "officer": may(actor, LOOK, session.club),
        "tournament": tournament_at_the_door(session),
        "line": line,
        "fee": describe_fee(came) if came else "",
        "form": form,
        "effect": effect,
    }
    return render(request, "evening/door/one.html", context, status=status_of(form))


@posted(session_by_number(WRITE))
def arrive(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """Check in a player of the list, a guest by name, or several by their names."""
    answer = partial(_answer, request, session, actor)
    if "names" in request.POST:
        return _all_arrive(request, session, actor)
    with or_show(answer):
        clean = valid(ArriveForm(request.POST))
    player = _player(session, clean["player"]) if "player" in clean else None
    with or_show(partial(answer, [player] if player else [])):
        found = (
            check_in(session=session, player=player, actor=actor)
            if player
            else check_in_by_name(session=session, name=clean["name"], actor=actor)
        )
    player = found.arrival.attendance.player
    return answer([player], said=f"{player} {_arrived(found)}")


def _all_arrive(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    answer = partial(_answer, request, session, actor)
    with or_show(answer):
        clean = valid(CarfulForm(request.POST))
        found = check_all_in_by_name(session=session, actor=actor, **clean)
    came = [one.arrival.attendance.player for one in found]
    said = zip(came, map(_arrived, found), strict=True)
    return answer(came, said="; ".join(f"{player} {what}" for player, what in said))


def _arrived(found: CheckIn) -> str:
    """Return the result of a check-in: "is here", "is here and plays as number 12"."""
    said = ARRIVED[found.arrival.before]
    if found.entrant is None:
        return said
    again = ". Draw the round again" if found.undrawn else ""
    return f"{said} and plays as number {found.entrant.no}{again}"


@posted(tournament_by_number(RUN), to="door")
def enter_who_checks_in(request: HttpRequest, tournament: Tournament, actor: Actor) -> None:
    """Set whether check-in also enters people in tonight's tournament."""
    session = tournament.session
    with or_show(partial(_door, request, session, actor)):
        enters = valid(EntersForm(request.POST))["enters"]
        say_who_enters(tournament=tournament, enters=enters)


@posted(session_by_number(WRITE))
def undo_arrival(
    request: HttpRequest, session: ClubSession, actor: Actor, player: int
) -> HttpResponse:
    """Undo a check-in."""
    found = _player(session, player)
    answer = partial(_answer, request, session, actor, [found])
    with or_show(answer):
        undo_check_in(session=session, player=found, actor=actor)
    return answer(said=f"{found} is not checked in")


@posted(session_by_number(WRITE))
def leave(request: HttpRequest, session: ClubSession, actor: Actor, player: int) -> HttpResponse:
    """Record that a player has left, or is here again."""
    found = _player(session, player)
    answer = partial(_answer, request, session, actor, [found])
    with or_show(answer):
        left = valid(LeftForm(request.POST))["left"]
        verbs.leave(session=session, player=found, left=left)
    return answer(said=f"{found} {'has left' if left else 'is back'}")


@posted(session_by_number(WRITE))
def fee(request: HttpRequest, session: ClubSession, actor: Actor, player: int) -> HttpResponse:
    """Record a payment of the fee, undo it, or change the fee once its preview was shown."""
    found, form = _player(session, player), FeeForm(request.POST, currency=session.club.currency)
    wrong = form.errors.keys() - {"why"}
    effect, seen = ("", "") if wrong else _effect_of(session, found, form.cleaned_data)
    if effect and form.cleaned_data["sure"] != seen:
        amount, why = form.cleaned_data["amount"], form.data.get("why", "")
        initial = {"amount": amount, "why": why, "sure": seen}
        form = FeeForm(currency=session.club.currency, initial=initial)
        return _one(request, session, actor, found, form, effect=effect)
    if not form.errors.keys().isdisjoint(("amount", "why")) and not request.htmx:
        return _one(request, session, actor, found, form, effect=effect)
    answer = partial(_answer, request, session, actor, [found])
    with or_show(answer):
        clean = valid(form)
        paid, what = clean["paid"], {"session": session, "player": found, "actor": actor}
        if paid is None:
            change = verbs.refund_fee if clean["back"] else verbs.set_fee
            change(**what, fee_minor=clean["amount"], why=clean["why"])
        else:
            verbs.pay_at_the_door(**what, paid=paid)
    return answer(said=f"{found} {PAID[paid]}")


def _effect_of(session: ClubSession, player: Player, clean: Mapping[str, Any]) -> tuple[str, str]:
    """Return what a typed fee changes, in words, and what its preview sends; empty if it changes
    nothing."""
    came = session.attendances.filter(player=player).first()
    if came is None or session.closed or clean.get("amount") is None:
        return "", ""
    effect = preview_fee(came, clean["amount"], back=clean["back"])
    return effect, FeeForm.seen_as(came.fee_minor, clean["amount"])


def _player(session: ClubSession, pk: int) -> Player:
    return get_object_or_404(session.club.players, pk=pk)


def _person(people: list[Person], player: Player) -> Person:
    return next((one for one in people if one.player.pk == player.pk), Person(player=player))


def _answer(
    request: HttpRequest,
    session: ClubSession,
    actor: Actor,
    players: Sequence[Player] = (),
    *,
    said: str = "",
    message: str = "",
    status: int = 200,
) -> HttpResponse:
    """Answer what was `said`, or refused with a `message`: the people's lines, as the next poll of
    that screen draws them, and the counts; or the page."""
    form = FindForm(request.GET.dict() | request.POST.dict())
    asked = form.asked
    if not request.htmx and message:
        return _door(request, session, actor, message=message, status=status)
    if not request.htmx:
        messages.success(request, f"{said}.")
        back = {"show": asked["show"], "done": [player.pk for player in players]}
        if asked["q"] and carfuls(at_the_door(session, everybody=True), asked["q"]):
            back["q"] = asked["q"]
        return redirect(f"{reverse('door', args=[session.pk])}?{urlencode(back, doseq=True)}")
    people = at_the_door(session)
    context = {
        "session": session,
        "lines": lines_of(
            session,
            [_person(people, player) for player in players],
            fresh_since=form.fresh_since,
        ),
        "counts": counts_of(people),
        "show": asked["show"],
        "said": said,
        "message": message,
    }
    response = render(request, "evening/door/_answer.html", context, status=status)
    response["Bowerbook"] = "door"
    return response
