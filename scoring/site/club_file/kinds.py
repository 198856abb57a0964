"""The content of a club's file: a kind of row for every model, and every field, or the reason why
it is left out.

tests/site/club_file/test_club_file.py compares this with the models. A new field needs an entry
here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from django.contrib.auth import get_user_model
from django.db import models
from django.db.models import F, QuerySet
from django.utils.functional import cached_property

from scoring.club.models import EarlierList, EarlierResult, Rating, Season, Tally
from scoring.club.pure import keys_inside
from scoring.common.names import name_key
from scoring.evening.models import Answer, Attendance, Pass, Plan, SignUp, SignUpList
from scoring.league.models import (
    CupRound,
    Derby,
    Division,
    League,
    LeagueMatch,
    MatchMove,
    MatchPair,
    Meeting,
    MeetingReport,
    SquadMember,
    Team,
    TeamEntry,
    TeamLink,
    TeamPenalty,
    TransferRequest,
    Venue,
)
from scoring.money.models import Entry
from scoring.people.models import Club, Event, Invitation, Names, Officer, Paper, Player, ToldApart
from scoring.public.models import ApiToken, Notification, PersonalLink, Subscription
from scoring.site.club_file.sound import (
    refuse_club,
    refuse_code,
    refuse_correction,
    refuse_earlier_result,
    refuse_entrant,
    refuse_format,
    refuse_hand,
    refuse_house,
    refuse_league,
    refuse_meeting,
    refuse_personal_code,
    refuse_plan,
    refuse_player,
    refuse_report,
    refuse_reseating,
    refuse_round,
    refuse_season,
    refuse_sign_up,
    refuse_table,
    refuse_tally,
    refuse_team,
    refuse_terms,
    refuse_tournament,
)
from scoring.site.club_file.values import empty_of, reader_of
from scoring.table.models import (
    Assent,
    Candidate,
    Closing,
    ClubSession,
    Correction,
    Done,
    FormerTerms,
    HandRecord,
    HelpCall,
    HouseRules,
    Link,
    Payment,
    Reseating,
    Seat,
    Sitting,
    Table,
    TablePhone,
)
from scoring.table.pure.play import Play
from scoring.tournament.models import (
    CardClip,
    Entrant,
    Placing,
    Report,
    Round,
    RoundTable,
    SavedFormat,
    Tournament,
)

ACCOUNT = get_user_model()


@dataclass(frozen=True, kw_only=True, eq=False)
class Kind:
    """One kind of row."""

    name: str
    """What a file calls it."""
    model: type[models.Model]
    of_club: str
    """How its club is found."""
    says: str
    """Its fields, in the order of the file."""
    computed: Mapping[str, Callable[[dict], object]] = field(default_factory=dict)
    """Fields that follow from others."""
    secret: str = ""
    """Fields that are never written."""
    inside: Mapping[str, Callable] = field(default_factory=dict)
    """What makes keys and numbers of each other in JSON fields."""
    unsaid: Mapping[str, object] = field(default_factory=dict)
    """Fields that are written even if blank, with the value for a missing one."""
    only: Mapping[str, object] = field(default_factory=dict)
    """Which rows are saved; without it all of the club."""
    order: tuple = ("pk",)
    by: str = ""
    """For large tables: the field by whose rows they are read, which orders them first."""
    codes: bool = False
    """Whether its rows give access."""
    sound: Callable[[models.Model], None] = lambda row: None
    """Raises ValueError, with a sentence, for a row that cannot be."""

    def rows(self, of: Club) -> QuerySet:
        """Return this club's rows of the kind, in the order of the file."""
        return self.model._base_manager.filter(**{self.of_club: of.pk}, **self.only).order_by(
            *self.order
        )

    def rows_of(self, some: list[int]) -> QuerySet:
        """Return the rows that mean these (keys), in the order of the file."""
        return self.model._base_manager.filter(**{f"{self.by}__in": some}).order_by(*self.order)

    @cached_property
    def fields(self) -> list[models.Field]:
        return [self.model._meta.get_field(name) for name in self.says.split()]

    @cached_property
    def refers(self) -> dict[str, Kind]:
        """The kinds of row that its fields mean."""
        return {
            one.name: BY_MODEL[one.related_model]
            for one in self.fields
            if one.is_relation and one.related_model is not ACCOUNT
        }

    @cached_property
    def accounts(self) -> set[str]:
        """Its fields that refer to an account, which a file knows by its name."""
        return {one.name for one in self.fields if one.related_model is ACCOUNT}

    @cached_property
    def numbered(self) -> bool:
        """Whether its rows have a number, by which others mean them."""
        return "id" not in self.says.split() and any(self in kind.refers.values() for kind in KINDS)

    @cached_property
    def own(self) -> set[str]:
        """Its fields that mean a row of the same kind, which may come later."""
        return {name for name, kind in self.refers.items() if kind is self}

    @cached_property
    def readers(self) -> dict[str, Callable]:
        """How each field that means no other row is read."""
        return {one.name: reader_of(one) for one in self.fields if not one.is_relation}

    @cached_property
    def empty(self) -> dict[str, object]:
        """The values of fields that are missing in a row."""
        return {one.name: empty_of(one) for one in self.fields} | self.unsaid


STAYS_HERE = (Subscription, Notification, TablePhone, CardClip)
"""Rows of a club that no file contains. Notifications give access to people's phones, and push
services know only this site's key. People turn them on again elsewhere. Phones at tables are known
by a cookie of this site. Pictures of tally cards are deleted when the tournament is finished."""
KINDS = (
    Kind(
        name="club",
        model=Club,
        of_club="pk",
        says="name currency casual place starts_at door_fee_minor guest_fee_minor self_check_in "
        "usual_rules year_begins paper open_parts open_names may_be_found own_parts keep_names "
        "keep_contacts",
        secret="public_version",
        unsaid={
            "paper": Paper.A4,
            "open_names": Names.SHORT,
            "may_be_found": False,
            "keep_names": None,
            "keep_contacts": None,
        },
        sound=refuse_club,
    ),
    Kind(name="officer", model=Officer, of_club="club", says="user role since"),
    Kind(
        name="invitation",
        model=Invitation,
        of_club="club",
        says="role whom made_at made_by good_until used_at used_by revoked_at",
        secret="token user key",
        only={"user": None},
    ),
    Kind(
        name="token",
        model=ApiToken,
        of_club="club",
        says="name right made_at made_by used_on revoked_at",
        secret="digest key",
    ),
    Kind(name="event", model=Event, of_club="club", says="at by said"),
    Kind(
        name="player",
        model=Player,
        of_club="club",
        says="name short_name guest active phone email notes unnamed wishes_to_go forgotten_at",
        unsaid={"unnamed": False},
        computed={"key": lambda said: name_key(said["name"])},
        sound=refuse_player,
    ),
    Kind(
        name="personal-link",
        model=PersonalLink,
        of_club="player__club",
        says="token code player made_at made_by revoked_at",
        codes=True,
        sound=refuse_personal_code,
    ),
    Kind(name="told-apart", model=ToldApart, of_club="one__club", says="one other at by"),
    Kind(
        name="house-rules",
        model=HouseRules,
        of_club="club",
        says="name base changes made_at replaced_by for_rounds",
        sound=refuse_house,
    ),
    Kind(
        name="saved-format",
        model=SavedFormat,
        of_club="club",
        says="name style settings made_at",
        sound=refuse_format,
    ),
    Kind(
        name="session",
        model=ClubSession,
        of_club="club",
        says="title played_on starts_at door_fee_minor guest_fee_minor notice closed_at version",
        secret="key",
    ),
    Kind(
        name="pass",
        model=Pass,
        of_club="club",
        says="token session right made_at revoked_at",
        codes=True,
        sound=refuse_code,
    ),
    Kind(
        name="answer",
        model=Answer,
        of_club="session__club",
        says="session player comes at by",
        secret="link",
    ),
    Kind(
        name="sign-up-list",
        model=SignUpList,
        of_club="session__club",
        says="session partners places closes_at closed_at words opened_at by",
        secret="token",
    ),
    Kind(
        name="sign-up",
        model=SignUp,
        of_club="sign_up_list__session__club",
        says="sign_up_list name partner_name player partner at by waited cancelled_at cancelled_by "
        "entered_at same_as",
        secret="key token origin",
        sound=refuse_sign_up,
    ),
    Kind(
        name="plan",
        model=Plan,
        of_club="session__club",
        says="session way seed people tables moved edition made_at made_by opened_at dropped_at",
        inside={"people": keys_inside.people, "tables": keys_inside.planned_tables},
        sound=refuse_plan,
    ),
    Kind(
        name="tournament",
        model=Tournament,
        of_club="session__club",
        says="session style settings house rounds_follow seed secret next_secret draws room plan "
        "follows part enters_arrivals counts in_accounts results finished_at made_at version",
        unsaid={"in_accounts": True, "draws": 0},
        sound=refuse_tournament,
    ),
    Kind(
        name="entrant",
        model=Entrant,
        of_club="tournament__session__club",
        says="tournament no player partner group ghost since left carried wishes handicap "
        "adjustments paid_minor tickets in_place_of entered_at",
        unsaid={"handicap": 0, "tickets": 0},
        sound=refuse_entrant,
    ),
    Kind(
        name="round",
        model=Round,
        of_club="tournament__session__club",
        says="tournament no sitting_out was_out moved drawn_at published_at started_at paused_at "
        "paused_seconds ended_at ended_how ended_by",
        sound=refuse_round,
    ),
    Kind(
        name="attendance",
        model=Attendance,
        of_club="session__club",
        says="session player arrived_at left_at by fee_minor fee_paid_at fee_why with_entry "
        "with_round replaced_in",
    ),
    Kind(
        name="table",
        model=Table,
        of_club="session__club",
        says="session no rules_key options house stake_minor full marks asks_agreement asks_since "
        " banker version",
        secret="key",
        sound=refuse_table,
    ),
    Kind(
        name="link",
        model=Link,
        of_club="table__session__club",
        says="token table right made_at revoked_at",
        codes=True,
        sound=refuse_code,
    ),
    Kind(
        name="candidate",
        model=Candidate,
        of_club="table__session__club",
        says="table player declared_at was_here broken_up entered_at withdrawn_at",
    ),
    Kind(
        name="round-table",
        model=RoundTable,
        of_club="round__tournament__session__club",
        says="round no table extra_minutes",
    ),
    Kind(
        name="help-call",
        model=HelpCall,
        of_club="session__club",
        says="session table round_table about called_at called_by heard_at heard_by ended_at "
        "ended_by taken_back held_from held_to",
    ),
    Kind(
        name="placing",
        model=Placing,
        of_club="round__tournament__session__club",
        says="round round_table entrant seat late",
    ),
    Kind(
        name="sitting",
        model=Sitting,
        of_club="table__session__club",
        says="table no first_dealer draw_seed draw_way next_dealer next_dealer_from started_at "
        "ended_at rules_key options house stake_minor round_table",
        sound=refuse_terms,
    ),
    Kind(
        name="seat",
        model=Seat,
        of_club="sitting__table__session__club",
        says="sitting no player in_place_of substitute",
        order=("sitting", "no"),
        by="sitting",
    ),
    Kind(
        name="reseating",
        model=Reseating,
        of_club="sitting__table__session__club",
        says="sitting before after hands_stay_with from_no why by user at",
        inside={"before": keys_inside.people, "after": keys_inside.people},
        sound=refuse_reseating,
    ),
    Kind(
        name="former-terms",
        model=FormerTerms,
        of_club="sitting__table__session__club",
        says="sitting rules_key options house stake_minor why by user at",
        sound=refuse_terms,
    ),
    Kind(
        name="hand",
        model=HandRecord,
        of_club="sitting__table__session__club",
        says="id sitting place state after seen same_as counts_since told_at logged_at logged_by "
        "phone told_on revision maker bid forced tricks taken partner alone defender_alone special "
        "void call turned made trump picked_up best_card redeal dealer irregularities note",
        order=("sitting", F("place").asc(nulls_last=True), "logged_at", "pk"),
        by="sitting",
        sound=refuse_hand,
    ),
    Kind(
        name="assent",
        model=Assent,
        of_club="record__sitting__table__session__club",
        says="record revision agrees why by user turned at",
    ),
    Kind(
        name="correction",
        model=Correction,
        of_club="record__sitting__table__session__club",
        says="record kind before after why by user at",
        sound=refuse_correction,
    ),
    Kind(
        name="done", model=Done, of_club="record__sitting__table__session__club", says="key record"
    ),
    Kind(
        name="report",
        model=Report,
        of_club="round_table__round__tournament__session__club",
        says="key round_table source side entrant points lones euchres tried tie forfeit "
        "objects_to_it why by user at withdrawn_at withdrawn_by",
        sound=refuse_report,
    ),
    Kind(
        name="closing",
        model=Closing,
        of_club="session__club",
        says="session no document closed_at closed_by reopened_at reopened_by reopened_why",
        inside={"document": keys_inside.statement},
    ),
    Kind(
        name="payment",
        model=Payment,
        of_club="closing__session__club",
        says="closing payer payee amount paid_at paid_by carried_at",
    ),
    Kind(
        name="entry",
        model=Entry,
        of_club="club",
        says="key session closing payment reverses settles together kind debited credited "
        "amount_minor cash_minor held_minor pot note dated at by",
        unsaid={"held_minor": 0},
    ),
    Kind(
        name="tally",
        model=Tally,
        of_club="club",
        says="session player rules_key games played_on hands points games_won games_lost "
        "rubbers_won "
        "rubbers_lost net_points net_minor play",
        computed={"points_of_hands": lambda said: Play.from_json(said["play"]).points},
        inside={"play": keys_inside.play},
        sound=refuse_tally,
    ),
    Kind(
        name="rating",
        model=Rating,
        of_club="club",
        says="session player played_on mu sigma sittings",
    ),
    Kind(
        name="season",
        model=Season,
        of_club="club",
        says="name starts_on ends_on counts order best_of least_evenings place_points others_take "
        "places_by level",
        sound=refuse_season,
    ),
    Kind(
        name="earlier-list",
        model=EarlierList,
        of_club="club",
        says="name season tournaments brought_at by",
        secret="key",
    ),
    Kind(
        name="earlier-result",
        model=EarlierResult,
        of_club="earlier__club",
        says="earlier player played_on title points place evenings",
        sound=refuse_earlier_result,
    ),
    Kind(
        name="league",
        model=League,
        of_club="club",
        says="name season follows settings dates starts_at open_to_all names published_at "
        "finished_at version",
        secret="key",
        sound=refuse_league,
    ),
    Kind(name="division", model=Division, of_club="league__club", says="league no name"),
    Kind(name="venue", model=Venue, of_club="league__club", says="league name matches address"),
    Kind(
        name="team",
        model=Team,
        of_club="league__club",
        says="league division name venue home_day not_on captain before withdrawn_at",
        computed={"name_key": lambda said: name_key(said["name"])},
        sound=refuse_team,
    ),
    Kind(name="derby", model=Derby, of_club="one__league__club", says="one other date"),
    Kind(
        name="team-link",
        model=TeamLink,
        of_club="team__league__club",
        says="token team made_at revoked_at",
        codes=True,
        sound=refuse_code,
    ),
    Kind(
        name="squad-member",
        model=SquadMember,
        of_club="team__league__club",
        says="team player came since until by at",
    ),
    Kind(
        name="transfer-request",
        model=TransferRequest,
        of_club="joins__league__club",
        says="player leaves joins asked_at asked_by agreed settled_at settled_by",
    ),
    Kind(
        name="cup-round",
        model=CupRound,
        of_club="league__club",
        says="league no date seed drawn_at by",
    ),
    Kind(
        name="league-match",
        model=LeagueMatch,
        of_club="league__club",
        says="league division kind part cup_round stage date starts_at home away venue session "
        "walkover total_home total_away games_home games_away home_confirmed_at "
        "home_confirmed_by away_confirmed_at away_confirmed_by disputed_at disputed_by dispute "
        "card_in_at counted_at counted_by goes_on goes_on_why note version",
        secret="key",
    ),
    Kind(
        name="match-pair",
        model=MatchPair,
        of_club="match__league__club",
        says="match side no one other",
    ),
    Kind(
        name="meeting",
        model=Meeting,
        of_club="match__league__club",
        says="match no home away games sitting",
        sound=refuse_meeting,
    ),
    Kind(
        name="meeting-report",
        model=MeetingReport,
        of_club="meeting__match__league__club",
        says="key meeting games by at",
        sound=refuse_meeting,
    ),
    Kind(
        name="match-move",
        model=MatchMove,
        of_club="match__league__club",
        says="match from_date to_date why by at",
    ),
    Kind(
        name="team-penalty",
        model=TeamPenalty,
        of_club="team__league__club",
        says="team match date points why by at given_back_at given_back_by",
    ),
    Kind(
        name="team-entry",
        model=TeamEntry,
        of_club="team__league__club",
        says="entry team fee match",
    ),
)
BY_NAME = {kind.name: kind for kind in KINDS}
BY_MODEL = {kind.model: kind for kind in KINDS}
