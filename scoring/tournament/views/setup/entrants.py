"""The entrants of a tournament: tap, type or paste names, check in, take payments, remove."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from scoring.common.amounts import written
from scoring.common.answers import UNPROCESSABLE, Wrong, or_show, piece_or_page, posted, valid
from scoring.common.fields import TapForm
from scoring.common.names import LONGEST, clean_name, folded
from scoring.common.permissions import RUN, WRITE, Actor
from scoring.euchre.wording import counted, listed
from scoring.evening.models import Attendance
from scoring.evening.queries.fees import fee_for
from scoring.evening.queries.now import HERE, Person, people_of
from scoring.evening.views.typed_names import newcomer
from scoring.people.models import Player
from scoring.people.queries.people import doubtful, doubts_in, everybody, narrowed
from scoring.tournament.access import tournament_by_number
from scoring.tournament.actions import entrants as verbs
from scoring.tournament.actions.entrants import come, pay, take_out_absent, tick_all
from scoring.tournament.actions.setting_up import is_published
from scoring.tournament.forms.entrants import (
    AbsentForm,
    AllForm,
    ChangeForm,
    EnterForm,
    HereForm,
    ListForm,
    PaidForm,
    WishForm,
)
from scoring.tournament.models import Entrant, Tournament
from scoring.tournament.pure.odd import choices, sizes
from scoring.tournament.pure.values import signed
from scoring.tournament.pure.wishes import PLANS, WISHES, wish_of, wishes_of, without_contradictions
from scoring.tournament.queries.now import (
    as_value,
    entrants_of,
    format_in,
    late_comers,
    not_entered,
)
from scoring.tournament.views.page import TournamentPage


@dataclass(frozen=True, kw_only=True)
class Who:
    """A person of an entrant, with their check-in and their fee."""

    player: Player
    came: Attendance | None
    here: bool
    fee: str
    """ "£5.00". Empty if entry is free."""

    @property
    def paid(self) -> bool:
        return self.came is not None and self.came.fee_paid_at is not None

    @property
    def came_to(self) -> str:
        """The note after the event, as in "here not paid"."""
        words = ["here"] if self.here else []
        if self.fee:
            words.append("paid" if self.paid else "not paid")
        return " ".join(words)


@dataclass(frozen=True, kw_only=True)
class EntrantLine:
    """An entrant on the list."""

    entrant: Entrant
    people: tuple[Who, ...]
    about: str
    """ "Ladies · from round 3"."""

    @property
    def ghost(self) -> bool:
        return self.entrant.ghost


def lines_of(tournament: Tournament) -> list[EntrantLine]:
    """Return a line for each entrant, by number, in three queries."""
    known = {person.player.pk: person for person in people_of(tournament.session)}
    return [_line(tournament, entrant, known) for entrant in entrants_of(tournament)]


def _line(tournament: Tournament, entrant: Entrant, known: dict[int, Person]) -> EntrantLine:
    people = () if entrant.ghost else entrant.people
    parts = ["a ghost, without a score" if entrant.ghost else "", entrant.group]
    parts += [f"{signed(entrant.handicap)} a round" if entrant.handicap else ""]
    parts += [f"from round {entrant.since}" if entrant.since > 1 else ""]
    parts += [f"left after round {entrant.left}" if entrant.left is not None else ""]
    who = tuple(
        _who(tournament, known.get(player.pk) or Person(player=player)) for player in people
    )
    return EntrantLine(entrant=entrant, people=who, about=" · ".join(filter(None, parts)))


def _who(tournament: Tournament, person: Person) -> Who:
    session, came = tournament.session, person.came
    fee = came.fee_minor if came else fee_for(session, person.player)
    cost = written(fee, session.club.currency) if fee else ""
    return Who(player=person.player, came=came, here=person.state == HERE, fee=cost)


@dataclass(frozen=True, kw_only=True)
class Counts:
    """The numbers of entrants, in figures and in words."""

    entrants: int
    """The number without ghosts."""
    ghosts: int
    here: int
    paid: int
    owing: int
    """The number of people with an entry fee."""
    tables: str
    """ "15 tables and 1 over"."""
    as_text: str
    missing: tuple[str, ...]
    """The tasks before the draw, in sentences."""


def counts_of(tournament: Tournament, lines: Iterable[EntrantLine]) -> Counts:
    """Return the numbers of entrants, check-ins and payments on these lines."""
    format, lines = format_in(tournament), list(lines)
    playing = [line for line in lines if not line.ghost and line.entrant.left is None]
    people = [who for line in playing for who in line.people]
    here, paid = sum(who.here for who in people), sum(who.paid for who in people)
    owing = sum(bool(who.fee) for who in people)
    tables = _tables(len(playing), format)
    entered = counted(len(playing), "pair" if format.pairs else "entrant")
    parts = [entered, f"{here} here", *([f"{paid} paid"] if owing else []), tables]
    return Counts(
        entrants=len(playing),
        ghosts=sum(line.ghost for line in lines),
        here=here,
        paid=paid,
        owing=owing,
        tables=tables,
        as_text=", ".join(filter(None, parts)),
        missing=tuple(_missing(tournament, playing)),
    )


def _tables(number: int, format) -> str:
    """Return "15 tables and 1 over", "3 tables, 1 of them of three"."""
    if not number:
        return ""
    chosen = next((one for one in choices(number, format) if one.odd == format.odd), None)
    if chosen is None:
        found = sizes(number, format)
        over = number - sum(found)
        return f"{counted(len(found), 'table')}{f' and {over} over' if over else ''}"
    more = [f"{chosen.sitting_out} over"] if chosen.sitting_out else []
    more += [counted(chosen.ghosts, "ghost")] if chosen.ghosts else []
    more += [f"{chosen.threes} of them of three"] if chosen.threes else []
    joint = ", " if chosen.threes else " and "
    return joint.join([counted(chosen.tables, "table"), *more])


def _missing(tournament: Tournament, playing: Sequence[EntrantLine]):
    format = format_in(tournament)
    without = sum(not line.entrant.group for line in playing) if format.groups else 0
    if without:
        yield f"{without} {'is' if without == 1 else 'are'} in neither group yet."


MOST_FOUND = 30
LONGEST_NUMBER = 18


@dataclass(frozen=True, kw_only=True)
class Found:
    """Matches for a typed name."""

    lines: tuple[EntrantLine, ...]
    """Entrants with that name."""
    players: tuple[Player, ...] = ()
    """People of the club who are not entered, with similar names last."""
    newcomer: str = ""
    """A name that is new to the club. Empty if it cannot be a new person's name."""
    nobody: bool = False
    """Whether a name was typed that matches no one and cannot be new."""


def found(
    tournament: Tournament, lines: Sequence[EntrantLine], said: str, *, but: int | None = None
) -> Found:
    """Return the matches for a name, without the person whose key is `but`. Without a name, return
    all entrants."""
    if not said:
        return Found(lines=tuple(lines))
    known = [
        player for player in everybody(tournament.session.club) if not _is_ghost(player, lines)
    ]
    entered = {player.pk for line in lines for player in line.entrant.people}
    free = [player for player in known if player.pk not in entered and player.pk != but]
    named = narrowed(free, said=said)[:MOST_FOUND]
    near = [player for player in doubtful(free, [said]).get(said, []) if player not in named]
    words = folded(said).split()
    entered_so = tuple(
        line for line in lines if all(word in folded(line.entrant.name) for word in words)
    )
    players, new = (*named, *near), newcomer([Person(player=player) for player in known], said)
    return Found(
        lines=entered_so,
        players=players,
        newcomer=new,
        nobody=not (entered_so or players or new),
    )


def _tap_to(first: Player | None, *, pairs: bool) -> str:
    """Return the label of a tap on a person who is not entered yet."""
    if first:
        return f"plays with {first}"
    return "choose a partner next" if pairs else "enter"


def _is_ghost(player: Player, lines: Sequence[EntrantLine]) -> bool:
    return any(line.ghost and player in line.entrant.people for line in lines)


@dataclass(frozen=True, kw_only=True)
class Together:
    """People to tick together, as here or as paid."""

    what: str
    players: tuple[Player, ...]
    fees: str = ""
    """All their fees, as in "£60.00"."""

    @property
    def keys(self) -> str:
        return ".".join(str(player.pk) for player in self.players)

    @property
    def to_do(self) -> str:
        number = counted(len(self.players), "player")
        return f"Check in {number}" if self.what == "here" else f"Mark {number} as paid"

    @property
    def done(self) -> str:
        number, one = counted(len(self.players), "player"), len(self.players) == 1
        if self.what == "here":
            return f"{number} {'is' if one else 'are'} checked in."
        return f"{number} {'has' if one else 'have'} paid."


@dataclass(frozen=True, kw_only=True)
class EntrantsPage(TournamentPage):
    """All entrants, or the matches for a name. It takes a fixed number of queries."""

    asked: QueryDict
    """The query: `q`, a name; `first`, the first player of a pair; and `gone`, the people just
    removed."""
    sent: ListForm | None = None
    """The list that was refused."""
    doubts: dict | None = None

    @property
    def enters(self) -> bool:
        return self.runs and not self.session.closed

    @property
    def find(self) -> str:
        return "Find or add a name" if self.enters else "Find a name"

    @property
    def q(self) -> str:
        return clean_name(self.asked.get("q", ""))[:LONGEST]

    @cached_property
    def everybody(self) -> list[EntrantLine]:
        return lines_of(self.tournament)

    @cached_property
    def counts(self) -> Counts:
        return counts_of(self.tournament, self.everybody)

    @cached_property
    def tapped(self) -> Player | None:
        return _player(self.tournament, self.asked.get("first"))

    @property
    def first(self) -> Player | None:
        return None if "gone" in self.asked else self.tapped

    @cached_property
    def playing(self) -> list[Who]:
        """The people who play, without ghosts and those who left."""
        lines = (line for line in self.everybody if line.entrant.left is None)
        return [who for line in lines for who in line.people]

    @property
    def awaited(self) -> list[Who]:
        """The people to check in."""
        return [who for who in self.playing if who.came is None]

    @property
    def unpaid(self) -> list[Who]:
        """The people who are here and have not paid."""
        return [who for who in self.playing if who.here and who.fee and not who.paid]

    @cached_property
    def all_of(self) -> Together | None:
        """The people to tick together, as a preview that is asked for (`all`)."""
        what = self.asked.get("all", "")
        people = {"here": self.awaited, "paid": self.unpaid}.get(what)
        if not people or self.session.closed:
            return None
        players = tuple(who.player for who in people)
        fees = sum(who.came.fee_minor for who in people if who.came) if what == "paid" else 0
        return Together(what=what, players=players, fees=written(fees, self.currency))

    @cached_property
    def ticked(self) -> Together | None:
        """The people who were just ticked together (`what` and `player`) and still are, to undo
        it."""
        form = AllForm(self.asked)
        if self.session.closed or self.asked.get("done") != "yes" or not form.is_valid():
            return None
        what, keys = form.cleaned_data["what"], {*form.cleaned_data["player"]}
        people = (who for line in self.everybody for who in line.people if who.player.pk in keys)
        players = tuple(who.player for who in people if (who.came if what == "here" else who.paid))
        return Together(what=what, players=players) if players else None

    @property
    def currency(self) -> str:
        return self.session.club.currency

    @property
    def address(self) -> str:
        """The URL of the search. For the second player of a pair, it includes the first."""
        asked = f"?first={self.first.pk}" if self.first else ""
        return f"{reverse('entrants', args=[self.session.pk])}{asked}"

    @property
    def tap_to(self) -> str:
        return _tap_to(self.first, pairs=self.format.pairs)

    @cached_property
    def gone(self) -> dict | None:
        form = EnterForm(self.asked)
        return _gone(self.tournament, form) if "gone" in self.asked and form.is_valid() else None

    @cached_property
    def found(self) -> Found:
        but = self.tapped.pk if self.tapped else None
        return found(self.tournament, self.everybody, self.q, but=but)

    @cached_property
    def free(self) -> int:
        return len(not_entered(self.tournament))

    @cached_property
    def waiting(self) -> list[Player]:
        return [] if self.format.pairs else late_comers(self.tournament)

    @cached_property
    def list_form(self) -> ListForm:
        return self.sent or ListForm(pairs=self.format.pairs, groups=self.format.groups)

    @property
    def change_form(self) -> ChangeForm:
        return ChangeForm(groups=self.format.groups)

    @property
    def keeps_wishes(self) -> bool:
        """Whether wishes count in every round, and not only in the first."""
        return any(one.movement in PLANS for one in self.format.each_movement)

    @property
    def takes_wishes(self) -> bool:
        """Whether a wish can still count."""
        return not self.format.pairs and (self.keeps_wishes or not self.published)

    @property
    def wish_form(self) -> WishForm:
        people = (line.entrant for line in self.everybody if not line.ghost)
        return WishForm(entrants=sorted(people, key=lambda one: one.no))

    @cached_property
    def couples(self) -> list[Couple]:
        """Two entrants who ask to play together or apart, by number."""
        rows = {line.entrant.no: line.entrant for line in self.everybody}
        known = without_contradictions([as_value(one) for one in rows.values()], self.format)
        wishes = wishes_of(known)
        return [
            Couple(one=rows[no], other=rows[other], wish=_said(wish_of(two, wishes)))
            for two in sorted({*wishes.together, *wishes.apart}, key=sorted)
            for no, other in [sorted(two)]
        ]

    @cached_property
    def published(self) -> bool:
        return is_published(self.tournament)


@dataclass(frozen=True, kw_only=True)
class Couple:
    """Two entrants and their wish in words."""

    one: Entrant
    other: Entrant
    wish: str


def _player(tournament: Tournament, key: str | None) -> Player | None:
    """Return a person of the club by the key in a URL, or None if there is none."""
    known = key and key.isascii() and key.isdigit() and len(key) < LONGEST_NUMBER
    return tournament.session.club.players.filter(pk=key).first() if known else None


def _gone(tournament: Tournament, form: EnterForm) -> dict | None:
    """Return the people just removed, and the data to put them back."""
    clean = form.cleaned_data
    keys = [key for key in (clean["first"], clean["player"]) if key]
    names = [player.name for player in tournament.session.club.players.filter(pk__in=keys)]
    return clean | {"name": " and ".join(names)} if names else None


def line_context(tournament: Tournament, player: Player) -> dict:
    """Return the template context after a tap on a line."""
    lines = lines_of(tournament)
    line = next((one for one in lines if player in one.entrant.people), None)
    return {"session": tournament.session, "line": line, "counts": counts_of(tournament, lines)}


A_LINE_EACH = "Add a new pair to the list below, such as “Ann & Ben”."


@require_safe
@tournament_by_number(WRITE)
def entrants(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """All entrants, or the matches for a search (`q`), entered or not."""
    return entrants_page(request, tournament, actor)


def entrants_page(
    request: HttpRequest, tournament: Tournament, actor: Actor, *, status: int = 200, **more
) -> HttpResponse:
    """Return the list, with the other values in `more`."""
    page = EntrantsPage(tournament=tournament, actor=actor, asked=request.GET, **more)
    template = "tournament/setup/entrants.html"
    return piece_or_page(request, template, page.context, piece="list", name="door", status=status)


@posted(tournament_by_number(RUN), page=entrants_page)
def enter(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Enter a person by a tap. In a tournament for pairs, the second tap enters both."""
    clean = valid(EnterForm(request.POST))
    what = {"tournament": tournament, "group": clean["group"]}
    first = [_player_or_404(tournament, clean["first"])] if clean["first"] else []
    if format_in(tournament).pairs and not first:
        return _ask_for_partner(tournament, clean["player"])
    if clean["player"]:
        people = [[*first, _player_or_404(tournament, clean["player"])]]
        done = verbs.enter(people=people, no=clean["no"], **what)
    else:
        done = verbs.enter_by_name(names=[[*(one.name for one in first), clean["name"]]], **what)
    return entered_answer(request, tournament, done)


def _player_or_404(tournament: Tournament, pk: int) -> Player:
    return get_object_or_404(tournament.session.club.players, pk=pk)


def _ask_for_partner(tournament: Tournament, first: int | None) -> HttpResponse:
    if first is None:
        raise Wrong(A_LINE_EACH)
    return _to_list(tournament, first=first)


def _to_list(tournament: Tournament, **asked) -> HttpResponse:
    """Redirect to the top of the list. Without the anchor, the browser would keep the position of
    the submitted form."""
    address = reverse("entrants", args=[tournament.session_id])
    return redirect(f"{address}?{urlencode(asked)}" if asked else f"{address}#top")


def entered_answer(
    request: HttpRequest, tournament: Tournament, done: verbs.Entered
) -> HttpResponse:
    """Report the people entered, and redirect to the list."""
    if len(done.entrants) > 3:
        messages.success(
            request, f"{len(done.entrants)} entered, up to number {done.entrants[-1].no}."
        )
    elif done.entrants:
        messages.success(request, f"Entered: {_numbered(done.entrants)}.")
    if done.known:
        messages.info(request, f"Already entered: {_numbered(done.known)}.")
    if not done.entrants and not done.known and not done.clashes:
        messages.info(request, "There is no one to add.")
    for clash in done.clashes:
        messages.warning(request, f"Not entered: {clash}.")
    if done.undrawn:
        messages.warning(request, "They are not in the draw. Draw again.")
    return _to_list(tournament)


def _numbered(found: Sequence[Entrant]) -> str:
    return listed([f"{one}, number {one.no}" for one in found])


@posted(tournament_by_number(RUN))
def paste(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Enter a whole list. First show names that are listed twice, or that resemble people of the
    club."""
    format = format_in(tournament)
    form = ListForm(request.POST, pairs=format.pairs, groups=format.groups)
    page = partial(entrants_page, request, tournament, actor, sent=form)
    with or_show(page, form, "text"):
        clean = valid(form)
        if not clean["sure"] and (doubts := doubts_of(tournament, form)):
            return page(doubts=doubts, status=UNPROCESSABLE)
        done = verbs.enter_by_name(tournament=tournament, names=form.names, group=clean["group"])
    return entered_answer(request, tournament, done)


def doubts_of(tournament: Tournament, form: ListForm) -> dict:
    """Return the names on a list to check again, or nothing if all are clear."""
    names = [name for one in form.names for name in one]
    like, among = doubts_in(everybody(tournament.session.club), names)
    found = {"alike": like, "among": among, "twice": form.twice}
    return found if any(found.values()) else {}


@posted(tournament_by_number(RUN), page=entrants_page)
def enter_who_is_here(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Enter all people who are checked in, in order of arrival."""
    done = verbs.enter(tournament=tournament, people=[[one] for one in late_comers(tournament)])
    return entered_answer(request, tournament, done)


@posted(tournament_by_number(RUN), page=entrants_page, to="entrants#top")
def change_entrant(
    request: HttpRequest, tournament: Tournament, actor: Actor
) -> HttpResponse | str:
    """Move an entrant to another group, remove them (`out`), or set their wish with another
    (`other`)."""
    if "other" in request.POST:
        return _wished(tournament, valid(WishForm(request.POST)))
    form = ChangeForm(request.POST, groups=format_in(tournament).groups)
    no = valid(form)["no"]
    if "out" in request.POST:
        return _taken_out(request, tournament, verbs.take_out(tournament=tournament, no=no))
    changed = verbs.set_group(tournament=tournament, no=no, group=form.cleaned_data["group"])
    return f"{changed} is in {changed.group or 'no group'}."


def _wished(tournament: Tournament, clean: dict) -> str:
    one, other = verbs.set_wish(tournament=tournament, **clean)
    return f"{one} and {other}: {_said(clean['wish'])}."


def _said(wish: str) -> str:
    says = WISHES.get(wish, "No wish")
    return f"{says[0].lower()}{says[1:]}"


def _taken_out(request: HttpRequest, tournament: Tournament, gone: Entrant | None) -> HttpResponse:
    """Redirect to the list, which has a button to put them back."""
    if gone is None:
        messages.info(request, "No entrant has that number now.")
        return _to_list(tournament)
    *first, last = gone.people
    back = {"first": first[0].pk} if first else {}
    return _to_list(tournament, gone="yes", **back, player=last.pk, no=gone.no, group=gone.group)


SAID = {
    ("here", True): "is here",
    ("here", False): "is not here",
    ("paid", True): "has paid",
    ("paid", False): "has not paid",
}


@posted(tournament_by_number(WRITE))
def entrant_comes(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Check an entrant in, or undo that."""
    return _tapped(request, tournament, actor, HereForm(request.POST), "here", come)


@posted(tournament_by_number(WRITE))
def entrant_pays(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Mark an entrant as paid, which checks them in, or as not paid."""
    return _tapped(request, tournament, actor, PaidForm(request.POST), "paid", pay)


@posted(tournament_by_number(WRITE), page=entrants_page)
def tick_entrants(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Check in several entrants or mark them as paid, or undo that. The list then has a button to
    undo it."""
    clean = valid(AllForm(request.POST))
    changed = tick_all(
        tournament=tournament,
        players=clean["player"],
        what=clean["what"],
        done=clean["done"],
        actor=actor,
    )
    if not clean["done"]:
        messages.info(request, "Undone.")
        return _to_list(tournament)
    # The second of two taps changes no one, and shows the same.
    keys = ".".join(map(str, [player.pk for player in changed] or clean["player"]))
    return _to_list(tournament, what=clean["what"], done="yes", player=keys)


def _tapped(
    request: HttpRequest,
    tournament: Tournament,
    actor: Actor,
    form: TapForm,
    what: str,
    verb: Callable,
) -> HttpResponse:
    answer = partial(_answer, request, tournament, actor)
    with or_show(answer):
        clean = valid(form)
    player = get_object_or_404(tournament.session.club.players, pk=clean["player"])
    with or_show(partial(answer, player)):
        verb(tournament=tournament, player=player, actor=actor, **{what: clean[what]})
    return answer(player, said=f"{player} {SAID[what, clean[what]]}.")


def _answer(
    request: HttpRequest,
    tournament: Tournament,
    actor: Actor,
    player: Player | None = None,
    *,
    said: str = "",
    message: str = "",
    status: int = 200,
) -> HttpResponse:
    """Return the entrant's line and the counts, or without JavaScript the whole list."""
    if request.htmx and player:
        context = line_context(tournament, player) | {"said": said, "message": message}
        response = render(request, "tournament/setup/_entrant_answer.html", context, status=status)
        response["Bowerbook"] = "door"
        return response
    if message:
        return entrants_page(request, tournament, actor, message=message, status=status)
    messages.success(request, said)
    return redirect(f"{reverse('entrants', args=[tournament.session_id])}#w{player.pk}")


@posted(tournament_by_number(RUN), page=entrants_page, to="tournament")
def absent_out(request: HttpRequest, tournament: Tournament, actor: Actor) -> str:
    """Remove those of the numbers sent (`no`) that are still not checked in."""
    numbers = valid(AbsentForm(request.POST))["no"]
    gone = take_out_absent(tournament=tournament, numbers=numbers)
    names = listed([one.name for one in gone])
    return f"Removed: {names}." if gone else "All of them are here."
